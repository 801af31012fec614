/* Corpus, acquisition: files, streams, channels, archives and what java.util
   reads from, as daily code uses them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// needs 11
import java.io.*;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.*;
import java.util.*;
import java.util.function.*;
import java.util.jar.*;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.stream.*;
import java.util.zip.*;

class Acquisition2
{
  /* Properties.  */
  static Properties leakLoad (File f) throws IOException
  {
    Properties p = new Properties ();
    p.load (new FileInputStream (f));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    return p;
  }

  static Properties okLoad (File f) throws IOException
  {
    Properties p = new Properties ();
    try (InputStream in = new FileInputStream (f))
      {
	p.load (in);
      }
    return p;
  }

  static Properties okLoadOld (String name)
  {
    Properties p = new Properties ();
    InputStream in = null;
    try
      {
	in = new FileInputStream (name);
	p.load (in);
      }
    catch (IOException e)
      {
	System.err.println (e);
      }
    finally
      {
	if (in != null)
	  {
	    try
	      {
		in.close ();
	      }
	    catch (IOException ignored)
	      {
	      }
	  }
      }
    return p;
  }

  static void leakStore (Properties p, File f)
  {
    try
      {
	FileOutputStream out = new FileOutputStream (f); // { dg-warning "'out' might not be closed" }
	p.store (out, null);
	out.close ();
      }
    catch (IOException e)
      {
	throw new UncheckedIOException (e);
      }
  }

  static String okStoreString (Properties p) throws IOException
  {
    StringWriter w = new StringWriter ();
    p.store (w, "in memory");
    return w.toString ();
  }

  /* Configuration with a fallback.  */
  static Reader okFallback (String name) throws IOException
  {
    File f = new File (name);
    if (f.exists ())
      return new InputStreamReader (new FileInputStream (f), StandardCharsets.UTF_8);
    return new StringReader ("");
  }

  static int leakUseFallback (String name) throws IOException
  {
    Reader r = okFallback (name); // { dg-warning "'r' is never closed" }
    char[] buffer = new char[10];
    return r.read (buffer);
  }

  static int okUseFallback (String name) throws IOException
  {
    try (Reader r = okFallback (name))
      {
	return r.read ();
      }
  }

  /* Serialisation.  */
  static void leakSave (Serializable s, File f) throws IOException
  {
    ObjectOutputStream out = new ObjectOutputStream (new FileOutputStream (f));
    // { dg-warning "'out' is never closed" "" { target *-*-* } .-1 }
    out.writeObject (s);
    out.flush ();
  }

  static byte[] okSaveBytes (Serializable s) throws IOException
  {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream ();
    ObjectOutputStream out = new ObjectOutputStream (bytes);
    out.writeObject (s);
    out.flush ();
    return bytes.toByteArray ();
  }

  static Object okClone (Serializable s) throws IOException, ClassNotFoundException
  {
    ObjectInputStream in = new ObjectInputStream (new ByteArrayInputStream (okSaveBytes (s)));
    return in.readObject ();
  }

  static Object leakRead (File f) throws IOException, ClassNotFoundException
  {
    FileInputStream file = new FileInputStream (f); // { dg-warning "'file' might not be closed" }
    ObjectInputStream in = new ObjectInputStream (new BufferedInputStream (file));
    Object o = in.readObject ();
    in.close ();
    return o;
  }

  static Object okRead (File f) throws IOException, ClassNotFoundException
  {
    try (FileInputStream file = new FileInputStream (f);
	 ObjectInputStream in = new ObjectInputStream (new BufferedInputStream (file)))
      {
	return in.readObject ();
      }
  }

  /* Scanner and Formatter.  */
  static int leakSum (File f) throws FileNotFoundException
  {
    Scanner s = new Scanner (f); // { dg-warning "'s' is never closed" }
    int sum = 0;
    while (s.hasNextInt ())
      sum += s.nextInt ();
    return sum;
  }

  static int okSumString (String text)
  {
    Scanner s = new Scanner (text);
    int sum = 0;
    while (s.hasNextInt ())
      sum += s.nextInt ();
    return sum;
  }

  static String okAsk ()
  {
    Scanner s = new Scanner (System.in);
    System.out.print ("name: ");
    return s.nextLine ();
  }

  static List<String> leakTokens (Path p) throws IOException
  {
    Scanner s = new Scanner (p, StandardCharsets.UTF_8.name ()).useDelimiter (",");
    // { dg-warning "by 'new Scanner' is never closed" "" { target *-*-* } .-1 }
    List<String> tokens = new ArrayList<> ();
    while (s.hasNext ())
      tokens.add (s.next ());
    return tokens;
  }

  static List<String> okTokens (Path p) throws IOException
  {
    try (Scanner s = new Scanner (p).useDelimiter (";"))
      {
	return s.tokens ().collect (Collectors.toList ());
      }
  }

  static void leakFormat (String name, int n) throws IOException
  {
    Formatter f = new Formatter (name); // { dg-warning "'f' is never closed" }
    f.format ("%d%n", n);
    f.flush ();
  }

  static String okFormat (int n)
  {
    Formatter f = new Formatter ();
    f.format ("%05d", n);
    return f.toString ();
  }

  static String okFormatBuilder (StringBuilder b, int n)
  {
    Formatter f = new Formatter (b, Locale.ROOT);
    return f.format ("%x", n).toString ();
  }

  /* Digests and checks over files.  */
  static byte[] leakDigest (File f) throws IOException, NoSuchAlgorithmException
  {
    MessageDigest md = MessageDigest.getInstance ("SHA-256");
    DigestInputStream in = new DigestInputStream (new FileInputStream (f), md);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    byte[] buffer = new byte[8192];
    while (in.read (buffer) > 0)
      continue;
    return md.digest ();
  }

  static byte[] okDigest (File f) throws IOException, GeneralSecurityException
  {
    InputStream in = new FileInputStream (f);
    try
      {
	MessageDigest md = MessageDigest.getInstance ("SHA-1");
	byte[] buffer = new byte[8192];
	for (int n; (n = in.read (buffer)) != -1;)
	  md.update (buffer, 0, n);
	return md.digest ();
      }
    finally
      {
	in.close ();
      }
  }

  static long okChecksum (byte[] data) throws IOException
  {
    CheckedInputStream in
      = new CheckedInputStream (new ByteArrayInputStream (data), new CRC32 ());
    while (in.read () >= 0)
      continue;
    return in.getChecksum ().getValue ();
  }

  static KeyStore leakKeys (String name, char[] password)
    throws IOException, GeneralSecurityException
  {
    KeyStore ks = KeyStore.getInstance (KeyStore.getDefaultType ());
    FileInputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    ks.load (in, password);
    in.close ();
    return ks;
  }

  static KeyStore okKeys (String name, char[] password)
    throws IOException, GeneralSecurityException
  {
    KeyStore ks = KeyStore.getInstance ("PKCS12");
    if (name == null)
      ks.load (null, password);
    else
      try (InputStream in = Files.newInputStream (Paths.get (name)))
	{
	  ks.load (in, password);
	}
    return ks;
  }

  /* Archives.  */
  static List<String> leakNames (File f) throws IOException
  {
    ZipFile z = new ZipFile (f); // { dg-warning "'z' is never closed" }
    List<String> names = new ArrayList<> ();
    for (Enumeration<? extends ZipEntry> e = z.entries (); e.hasMoreElements ();)
      names.add (e.nextElement ().getName ());
    return names;
  }

  static byte[] okEntry (File f, String name) throws IOException
  {
    try (ZipFile z = new ZipFile (f))
      {
	ZipEntry e = z.getEntry (name);
	if (e == null)
	  return null;
	InputStream in = z.getInputStream (e);
	return in.readAllBytes ();
      }
  }

  static InputStream leakEntry (File f, String name) throws IOException
  {
    ZipFile z = new ZipFile (f); // { dg-warning "'z' is never closed" }
    ZipEntry e = z.getEntry (name);
    if (e == null)
      return null;
    return z.getInputStream (e);
  }

  static String leakManifest (String name) throws IOException
  {
    Manifest m = new JarFile (name).getManifest ();
    // { dg-warning "by 'new JarFile' is never closed" "" { target *-*-* } .-1 }
    return m == null ? null : m.getMainAttributes ().getValue ("Main-Class");
  }

  static String okManifest (String name) throws IOException
  {
    try (JarInputStream in = new JarInputStream (new FileInputStream (name)))
    // { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
      {
	Manifest m = in.getManifest ();
	return m.getMainAttributes ().getValue ("Class-Path");
      }
  }

  static void okZip (Path dir, Path to) throws IOException
  {
    try (ZipOutputStream z = new ZipOutputStream (Files.newOutputStream (to));
	 DirectoryStream<Path> files = Files.newDirectoryStream (dir))
      {
	for (Path p : files)
	  {
	    z.putNextEntry (new ZipEntry (p.getFileName ().toString ()));
	    Files.copy (p, z);
	    z.closeEntry ();
	  }
      }
  }

  static void leakZip (Path dir, OutputStream to) throws IOException
  {
    ZipOutputStream z = new ZipOutputStream (to);
    for (Path p : Files.newDirectoryStream (dir))
    // { dg-warning "by 'Files.newDirectoryStream' is never closed" "" { target *-*-* } .-1 }
      {
	z.putNextEntry (new ZipEntry (p.toString ()));
	Files.copy (p, z);
      }
    z.finish ();
  }

  static byte[] leakDeflate (byte[] data)
  {
    Deflater d = new Deflater (Deflater.BEST_SPEED, true); // { dg-warning "'d' is never ended" }
    d.setInput (data);
    d.finish ();
    byte[] out = new byte[data.length + 100];
    int n = d.deflate (out);
    return Arrays.copyOf (out, n);
  }

  static byte[] okInflate (byte[] data) throws DataFormatException
  {
    Inflater i = new Inflater ();
    try
      {
	i.setInput (data);
	byte[] out = new byte[1000];
	return Arrays.copyOf (out, i.inflate (out));
      }
    finally
      {
	i.end ();
      }
  }

  static String leakGunzip (Path p) throws IOException
  {
    GZIPInputStream in = new GZIPInputStream (Files.newInputStream (p));
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return new String (in.readAllBytes (), StandardCharsets.UTF_8);
  }

  static byte[] okGzip (String text) throws IOException
  {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream ();
    try (GZIPOutputStream z = new GZIPOutputStream (bytes))
      {
	z.write (text.getBytes (StandardCharsets.UTF_8));
      }
    return bytes.toByteArray ();
  }

  /* Streams of files.  */
  static Optional<Path> leakNewest (Path dir) throws IOException
  {
    return Files.list (dir) // { dg-warning "the stream opened by 'Files.list' is never closed" }
      .filter (p -> p.toString ().endsWith (".log"))
      .max (Comparator.comparing (p -> p.toFile ().lastModified ()));
  }

  static Optional<Path> okNewest (Path dir) throws IOException
  {
    try (Stream<Path> files = Files.list (dir))
      {
	return files.filter (Files::isRegularFile)
	  .max (Comparator.comparing (p -> p.toFile ().lastModified ()));
      }
  }

  static Map<String, Long> leakWords (Path p) throws IOException
  {
    Stream<String> lines = Files.lines (p); // { dg-warning "'lines' is never closed" }
    Stream<String> words = lines.flatMap (l -> Arrays.stream (l.split (" ")));
    return words.collect (Collectors.groupingBy (Function.identity (), Collectors.counting ()));
  }

  static Stream<String> okLazy (Path p) throws IOException
  {
    return Files.lines (p).map (String::strip).filter (l -> !l.startsWith ("#"));
  }

  static List<String> okAll (Path p) throws IOException
  {
    return Files.readAllLines (p).stream ().map (String::trim).collect (Collectors.toList ());
  }

  static Stream<String> okBufferedLines (File f) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (f));
    return r.lines ().onClose (() -> {
      try
	{
	  r.close ();
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    });
  }

  static void leakDelete (Path dir) throws IOException
  {
    Files.walk (dir).sorted (Comparator.reverseOrder ()).forEach (p -> p.toFile ().delete ());
    // { dg-warning "by 'Files.walk' is never closed" "" { target *-*-* } .-1 }
  }

  static void okDelete (Path dir) throws IOException
  {
    Files.walkFileTree (dir, new SimpleFileVisitor<Path> ()
      {
	@Override public FileVisitResult visitFile (Path f, BasicFileAttributes a)
	  throws IOException
	{
	  Files.delete (f);
	  return FileVisitResult.CONTINUE;
	}
      });
  }

  /* Channels.  */
  static ByteBuffer leakChannel (Path p) throws IOException
  {
    FileChannel c = FileChannel.open (p, StandardOpenOption.READ);
    // { dg-warning "'c' is never closed" "" { target *-*-* } .-1 }
    ByteBuffer b = ByteBuffer.allocate ((int) c.size ());
    c.read (b);
    b.flip ();
    return b;
  }

  static MappedByteBuffer okMap (Path p) throws IOException
  {
    try (FileChannel c = FileChannel.open (p))
      {
	return c.map (FileChannel.MapMode.READ_ONLY, 0, c.size ());
      }
  }

  static MappedByteBuffer leakMap (File f) throws IOException
  {
    RandomAccessFile raf = new RandomAccessFile (f, "rw"); // { dg-warning "'raf' is never closed" }
    return raf.getChannel ().map (FileChannel.MapMode.READ_WRITE, 0, 4096);
  }

  static boolean leakLock (File f) throws IOException
  {
    FileChannel c = new RandomAccessFile (f, "rw").getChannel ();
    // { dg-warning "'c' might not be closed" "" { target *-*-* } .-1 }
    FileLock l = c.tryLock ();
    if (l == null)
      return false;
    l.release ();
    c.close ();
    return true;
  }

  static boolean okLock (File f) throws IOException
  {
    try (RandomAccessFile raf = new RandomAccessFile (f, "rw");
	 FileLock l = raf.getChannel ().lock ())
      {
	raf.writeInt (1);
	return l.isValid ();
      }
  }

  static void okChannels (File a, File b) throws IOException
  {
    FileChannel in = null, out = null;
    try
      {
	in = new FileInputStream (a).getChannel ();
	out = new FileOutputStream (b).getChannel ();
	out.transferFrom (in, 0, in.size ());
      }
    finally
      {
	if (in != null)
	  try
	    {
	      in.close ();
	    }
	  catch (IOException e)
	    {
	      Logger.getGlobal ().warning (e.toString ());
	    }
	if (out != null)
	  out.close ();
      }
  }

  static InputStream okChannelStream (Path p) throws IOException
  {
    SeekableByteChannel c = Files.newByteChannel (p);
    return Channels.newInputStream (c);
  }

  static int leakChannelStream (Path p) throws IOException
  {
    InputStream in = Channels.newInputStream (Files.newByteChannel (p));
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.read ();
  }

  static Pipe.SourceChannel leakPipe (byte[] data) throws IOException
  {
    Pipe p = Pipe.open (); // { dg-warning "the channel opened by 'Pipe.open' is never closed" }
    p.sink ().write (ByteBuffer.wrap (data));
    return p.source ();
  }

  /* Logging.  */
  static void okHandler (Logger logger) throws IOException
  {
    FileHandler h = new FileHandler ("%t/app.log", true);
    logger.addHandler (h);
  }

  static void leakHandler (Logger logger, boolean wanted) throws IOException
  {
    FileHandler h = new FileHandler ("app.log"); // { dg-warning "'h' might not be closed" }
    if (wanted)
      logger.addHandler (h);
  }

  /* Writers.  */
  static void leakPrint (String name, List<String> lines) throws IOException
  {
    PrintWriter w = new PrintWriter (new BufferedWriter (new FileWriter (name)));
    // { dg-warning "'w' is never closed" "" { target *-*-* } .-1 }
    for (String l : lines)
      w.println (l);
    w.flush ();
  }

  static void okPrint (String name, List<String> lines) throws IOException
  {
    PrintWriter w = new PrintWriter (name, "UTF-8");
    for (String l : lines)
      w.println (l);
    w.close ();
  }

  static void okStdout (boolean wide)
  {
    PrintWriter w = new PrintWriter (new OutputStreamWriter (System.out), true);
    w.println (wide);
  }

  static void okChoice (String name) throws IOException
  {
    PrintStream out = name == null ? System.out : new PrintStream (name);
    try
      {
	out.println ("report");
      }
    finally
      {
	if (out != System.out)
	  out.close ();
      }
  }

  static void leakChoice (String name) throws IOException
  {
    PrintStream out = name.equals ("-") ? System.out : new PrintStream (name);
    // { dg-warning "'out' is never closed" "" { target *-*-* } .-1 }
    out.println ("report");
  }

  static void leakRedirect (File f) throws IOException
  {
    PrintStream p = new PrintStream (new FileOutputStream (f));
    // { dg-warning "'p' is never closed" "" { target *-*-* } .-1 }
    PrintStream old = System.out;
    System.setOut (new PrintStream (new ByteArrayOutputStream ()));
    p.println ("x");
    System.setOut (old);
  }

  static void okRedirect (File f) throws IOException
  {
    System.setErr (new PrintStream (new FileOutputStream (f), true));
  }

  /* Temporary files.  */
  static File leakTemp (byte[] data) throws IOException
  {
    File t = File.createTempFile ("a", "b");
    new FileOutputStream (t).write (data);
    // { dg-warning "by 'new FileOutputStream' is never closed" "" { target *-*-* } .-1 }
    return t;
  }

  static File okTemp (byte[] data) throws IOException
  {
    File t = File.createTempFile ("a", "b");
    t.deleteOnExit ();
    Files.write (t.toPath (), data);
    return t;
  }

  static void okTouch (File f) throws IOException
  {
    if (!f.exists ())
      new FileOutputStream (f).close ();
  }

  /* Reading twice.  */
  static boolean leakSame (File a, File b) throws IOException
  {
    try (InputStream x = new FileInputStream (a))
      {
	InputStream y = new FileInputStream (b); // { dg-warning "'y' might not be closed" }
	int c;
	do
	  {
	    c = x.read ();
	    if (c != y.read ())
	      return false;
	  }
	while (c >= 0);
	y.close ();
	return true;
      }
  }

  static boolean okSame (File a, File b) throws IOException
  {
    try (InputStream x = new BufferedInputStream (new FileInputStream (a));
	 InputStream y = new BufferedInputStream (new FileInputStream (b)))
      {
	int c;
	while ((c = x.read ()) == y.read ())
	  if (c < 0)
	    return true;
	return false;
      }
  }

  static String leakReopen (String name, boolean again) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (name));
    // { dg-warning "'r' might not be closed" "" { target *-*-* } .-1 }
    String first = r.readLine ();
    if (again)
      r = new BufferedReader (new FileReader (name + "~"));
    try
      {
	return first + r.readLine ();
      }
    finally
      {
	r.close ();
      }
  }

  static String okReopen (String name, boolean again) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (name));
    try
      {
	String first = r.readLine ();
	if (again)
	  {
	    r.close ();
	    r = new BufferedReader (new FileReader (name + "~"));
	  }
	return first + r.readLine ();
      }
    finally
      {
	r.close ();
      }
  }

  /* Sequences and resources of classes.  */
  static String leakResource () throws IOException
  {
    InputStream in = Acquisition2.class.getResourceAsStream ("x.txt");
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    if (in == null)
      throw new FileNotFoundException ("x.txt");
    return new String (in.readAllBytes ());
  }

  static String okResource () throws IOException
  {
    try (InputStream in = Acquisition2.class.getResourceAsStream ("x.txt"))
      {
	return in == null ? "" : new String (in.readAllBytes ());
      }
  }

  static InputStream okSequence (File a, File b) throws IOException
  {
    InputStream x = new FileInputStream (a);
    try
      {
	return new SequenceInputStream (x, new FileInputStream (b));
      }
    catch (IOException e)
      {
	x.close ();
	throw e;
      }
  }

  static int leakSequence (File a) throws IOException
  {
    InputStream in = new FileInputStream (a); // { dg-warning "is never closed" }
    SequenceInputStream s
      = new SequenceInputStream (new ByteArrayInputStream (new byte[1]), in);
    return s.read ();
  }

  static int leakTokenizer (String name) throws IOException
  {
    StreamTokenizer t = new StreamTokenizer (new FileReader (name));
    // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
    int n = 0;
    while (t.nextToken () != StreamTokenizer.TT_EOF)
      n++;
    return n;
  }

  static int leakLineNumber (String name) throws IOException
  {
    LineNumberReader r = new LineNumberReader (new FileReader (name));
    // { dg-warning "'r' might not be closed" "" { target *-*-* } .-1 }
    r.skip (Long.MAX_VALUE);
    int n = r.getLineNumber ();
    if (n > 0)
      r.close ();
    return n;
  }

  static int okPushback (String text) throws IOException
  {
    PushbackReader r = new PushbackReader (new StringReader (text));
    int c = r.read ();
    r.unread (c);
    return c;
  }

  static void leakWatch (Path dir) throws IOException, InterruptedException
  {
    WatchService w = FileSystems.getDefault ().newWatchService ();
    // { dg-warning "'w' is never closed" "" { target *-*-* } .-1 }
    dir.register (w, StandardWatchEventKinds.ENTRY_CREATE);
    WatchKey k = w.take ();
    k.reset ();
  }

  static void okFileSystem (Path zip) throws IOException
  {
    try (FileSystem fs = FileSystems.newFileSystem (zip, (ClassLoader) null))
      {
	Files.delete (fs.getPath ("x"));
      }
  }

  static boolean okDefaultFs (String name)
  {
    FileSystem fs = FileSystems.getDefault ();
    return Files.exists (fs.getPath (name));
  }

  static void leakFileSystem (Path zip) throws IOException
  {
    FileSystem fs = FileSystems.newFileSystem (zip, (ClassLoader) null);
    // { dg-warning "'fs' is never closed" "" { target *-*-* } .-1 }
    Files.createDirectory (fs.getPath ("META-INF"));
  }
}
