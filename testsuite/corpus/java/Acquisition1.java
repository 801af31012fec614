/* Corpus, acquisition: streams, files, archives, processes: daily code up to
   Java 11.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.function.*;
import java.util.jar.*;
import java.util.stream.*;
import java.util.zip.*;

class Acquisition1
{
  /* Files.lines, list, walk, find.  */

  static long leakLinesCount (Path p) throws IOException
  {
    return Files.lines (p).filter (l -> !l.isEmpty ()).count ();
    // { dg-warning "by 'Files.lines' is never closed" "" { target *-*-* } .-1 }
  }

  static long okLinesCount (Path p) throws IOException
  {
    try (Stream<String> lines = Files.lines (p))
      {
	return lines.filter (l -> !l.isEmpty ()).count ();
      }
  }

  static List<String> leakListNames (Path dir) throws IOException
  {
    List<String> names = new ArrayList<> ();
    Files.list (dir).map (Path::getFileName).map (Path::toString)
    // { dg-warning "by 'Files.list' is never closed" "" { target *-*-* } .-1 }
      .forEach (names::add);
    return names;
  }

  static List<Path> okWalk (Path dir) throws IOException
  {
    try (Stream<Path> all = Files.walk (dir).filter (Files::isRegularFile).sorted ())
      {
	return all.collect (Collectors.toList ());
      }
  }

  static Optional<Path> leakFind (Path dir, String name) throws IOException
  {
    Stream<Path> s = Files.find (dir, 3, (p, a) -> p.endsWith (name));
    // { dg-warning "'s' might not be closed" "" { target *-*-* } .-1 }
    Optional<Path> first = s.findFirst ();
    if (first.isPresent ())
      s.close ();
    return first;
  }

  static Stream<String> okReturnsLines (Path p) throws IOException
  {
    return Files.lines (p).map (String::trim);
  }

  static void leakLinesOfHelper (Path p) throws IOException
  {
    okReturnsLines (p).forEach (System.out::println);
    // { dg-warning "by 'Acquisition1.okReturnsLines' is never closed" "" { target *-*-* } .-1 }
  }

  static boolean okLinesOfHelper (Path p, String what) throws IOException
  {
    try (Stream<String> s = okReturnsLines (p))
      {
	return s.anyMatch (l -> l.contains (what));
      }
  }

  static int leakDirectoryStream (Path dir) throws IOException
  {
    int n = 0;
    for (Path p : Files.newDirectoryStream (dir, "*.java"))
    // { dg-warning "by 'Files.newDirectoryStream' is never closed" "" { target *-*-* } .-1 }
      n += p.getNameCount ();
    return n;
  }

  static Stream<String> okOnClose (Path p) throws IOException
  {
    BufferedReader in = Files.newBufferedReader (p);
    return in.lines ().onClose (() -> {
      try
	{
	  in.close ();
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    });
  }

  static String leakReaderLines (Path p) throws IOException
  {
    BufferedReader in = Files.newBufferedReader (p);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.lines ().collect (Collectors.joining ("\n"));
  }

  /* Wrappers in try-with-resources.  */

  static Object leakInnerOfTry (File f) throws IOException, ClassNotFoundException
  {
    try (ObjectInputStream in = new ObjectInputStream (new FileInputStream (f)))
    // { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
      {
	return in.readObject ();
      }
  }

  static Object okBothInTry (File f) throws IOException, ClassNotFoundException
  {
    try (InputStream raw = new FileInputStream (f);
	 ObjectInputStream in = new ObjectInputStream (raw))
      {
	return in.readObject ();
      }
  }

  static String okReaderInTry (File f) throws IOException
  {
    try (BufferedReader in = new BufferedReader (new InputStreamReader (
	   new FileInputStream (f), StandardCharsets.UTF_8)))
      {
	return in.readLine ();
      }
  }

  static String leakCharsetName (File f, String charset) throws IOException
  {
    try (Reader in = new InputStreamReader (new FileInputStream (f), charset))
    // { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
      {
	return "" + in.read ();
      }
  }

  static byte[] okGzipBytes (byte[] data) throws IOException
  {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream ();
    GZIPOutputStream out = new GZIPOutputStream (bytes);
    out.write (data);
    out.finish ();
    return bytes.toByteArray ();
  }

  static void leakGzipFile (File f, byte[] data) throws IOException
  {
    GZIPOutputStream out = new GZIPOutputStream (new FileOutputStream (f));
    // { dg-warning "'out' might not be closed" "" { target *-*-* } .-1 }
    try
      {
	out.write (data);
      }
    finally
      {
	out.close ();
      }
  }

  static void okGzipFile (File f, byte[] data) throws IOException
  {
    FileOutputStream raw = new FileOutputStream (f);
    try
      {
	GZIPOutputStream out = new GZIPOutputStream (raw);
	out.write (data);
	out.finish ();
      }
    finally
      {
	raw.close ();
      }
  }

  static void leakPrintWriter (String name, List<String> lines) throws IOException
  {
    PrintWriter w = new PrintWriter (new FileWriter (name));
    // { dg-warning "'w' is never closed" "" { target *-*-* } .-1 }
    for (String l : lines)
      w.println (l);
    w.flush ();
  }

  static void okPrintWriter (String name, List<String> lines) throws IOException
  {
    PrintWriter w = new PrintWriter (new BufferedWriter (new FileWriter (name)));
    for (String l : lines)
      w.println (l);
    w.close ();
  }

  static void leakFormatter (File f, int x) throws IOException
  {
    Formatter out = new Formatter (f); // { dg-warning "'out' might not be closed" }
    out.format ("%d", x);
    if (out.ioException () != null)
      throw out.ioException ();
    out.close ();
  }

  /* Archives.  */

  static byte[] leakZipFile (File f, String name) throws IOException
  {
    ZipFile z = new ZipFile (f); // { dg-warning "'z' might not be closed" }
    ZipEntry e = z.getEntry (name);
    if (e == null)
      return null;
    InputStream in = z.getInputStream (e);
    try
      {
	byte[] b = new byte[(int) e.getSize ()];
	new DataInputStream (in).readFully (b);
	return b;
      }
    finally
      {
	in.close ();
	z.close ();
      }
  }

  static int okZipEntries (File f) throws IOException
  {
    int n = 0;
    try (ZipFile z = new ZipFile (f))
      {
	Enumeration<? extends ZipEntry> all = z.entries ();
	while (all.hasMoreElements ())
	  {
	    InputStream in = z.getInputStream (all.nextElement ());
	    n += in.read ();
	  }
      }
    return n;
  }

  static int leakZipStream (InputStream given, File f) throws IOException
  {
    ZipInputStream own = new ZipInputStream (new FileInputStream (f));
    // { dg-warning "'own' is never closed" "" { target *-*-* } .-1 }
    int n = 0;
    while (own.getNextEntry () != null)
      n++;
    own.closeEntry ();
    return n;
  }

  static int okZipOfParameter (InputStream given) throws IOException
  {
    ZipInputStream z = new ZipInputStream (given);
    int n = 0;
    while (z.getNextEntry () != null)
      n++;
    return n;
  }

  static String leakManifest (String jar) throws IOException
  {
    Manifest m = new JarFile (jar).getManifest ();
    // { dg-warning "by 'new JarFile' is never closed" "" { target *-*-* } .-1 }
    return m == null ? null : m.getMainAttributes ().getValue ("Main-Class");
  }

  static String okManifest (String jar) throws IOException
  {
    JarFile j = null;
    try
      {
	j = new JarFile (jar);
	return j.getManifest ().getMainAttributes ().getValue ("Main-Class");
      }
    finally
      {
	if (j != null)
	  j.close ();
      }
  }

  /* Scanner, processes, channels.  */

  static int leakScanner (File f) throws FileNotFoundException
  {
    Scanner s = new Scanner (f); // { dg-warning "'s' is never closed" }
    int sum = 0;
    while (s.hasNextInt ())
      sum += s.nextInt ();
    return sum;
  }

  static int okScannerOfString (String text)
  {
    Scanner s = new Scanner (text);
    int sum = 0;
    while (s.hasNextInt ())
      sum += s.nextInt ();
    return sum;
  }

  static int okScannerOfIn ()
  {
    Scanner s = new Scanner (System.in);
    return s.nextInt ();
  }

  static String leakProcessOutput (String... command) throws IOException
  {
    Process p = new ProcessBuilder (command).redirectErrorStream (true).start ();
    BufferedReader in = new BufferedReader (new InputStreamReader (p.getInputStream ()));
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.readLine ();
  }

  static String okProcessDestroyed (String... command) throws IOException
  {
    Process p = new ProcessBuilder (command).start ();
    try (BufferedReader in
	   = new BufferedReader (new InputStreamReader (p.getInputStream ())))
      {
	return in.readLine ();
      }
    finally
      {
	p.destroy ();
      }
  }

  static void leakCopyChannels (File from, File to) throws IOException
  {
    FileChannel a = new FileInputStream (from).getChannel ();
    // { dg-warning "'a' might not be closed" "" { target *-*-* } .-1 }
    FileChannel b = new FileOutputStream (to).getChannel ();
    // { dg-warning "'b' is never closed" "" { target *-*-* } .-1 }
    try
      {
	b.transferFrom (a, 0, a.size ());
      }
    finally
      {
	a.close ();
      }
  }

  static void okCopyChannels (File from, File to) throws IOException
  {
    try (FileChannel a = new FileInputStream (from).getChannel ();
	 FileChannel b = new FileOutputStream (to).getChannel ())
      {
	b.transferFrom (a, 0, a.size ());
      }
  }

  static MappedByteBuffer leakMap (Path p) throws IOException
  {
    FileChannel c = FileChannel.open (p, StandardOpenOption.READ);
    // { dg-warning "'c' is never closed" "" { target *-*-* } .-1 }
    return c.map (FileChannel.MapMode.READ_ONLY, 0, c.size ());
  }

  static MappedByteBuffer okMap (Path p) throws IOException
  {
    try (FileChannel c = FileChannel.open (p, StandardOpenOption.READ))
      {
	return c.map (FileChannel.MapMode.READ_ONLY, 0, c.size ());
      }
  }

  static void leakLockFile (Path p) throws IOException
  {
    FileChannel c = FileChannel.open (p, StandardOpenOption.WRITE);
    // { dg-warning "'c' might not be closed" "" { target *-*-* } .-1 }
    FileLock l = c.tryLock ();
    if (l == null)
      throw new IOException ("locked: " + p);
    try
      {
	c.write (ByteBuffer.wrap (new byte[1]));
      }
    finally
      {
	l.release ();
	c.close ();
      }
  }

  /* Closing in finally, with mistakes.  */

  static void leakTwoInOneFinally (String a, String b) throws IOException
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (a);
	out = new FileOutputStream (b); // { dg-warning "'out' might not be closed" }
	out.write (in.read ());
      }
    finally
      {
	if (in != null)
	  in.close ();
	if (out != null)
	  out.close ();
      }
  }

  static void okTwoInOneFinally (String a, String b) throws IOException
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (a);
	out = new FileOutputStream (b);
	out.write (in.read ());
      }
    finally
      {
	try
	  {
	    if (in != null)
	      in.close ();
	  }
	finally
	  {
	    if (out != null)
	      out.close ();
	  }
      }
  }

  static void closeQuietly (Closeable... all)
  {
    if (all == null)
      return;
    for (Closeable c : all)
      {
	if (c == null)
	  continue;
	try
	  {
	    c.close ();
	  }
	catch (IOException e)
	  {
	    // Nobody can do anything about it.
	  }
      }
  }

  static void okQuietlyMany (String a, String b) throws IOException
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (a);
	out = new FileOutputStream (b);
	out.write (in.read ());
      }
    finally
      {
	closeQuietly (in, out);
      }
  }

  static void leakQuietlyOne (String a, String b) throws IOException
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (a);
	out = new FileOutputStream (b); // { dg-warning "'out' is never closed" }
	out.write (in.read ());
      }
    finally
      {
	closeQuietly (in);
      }
  }

  static void closeIfFlag (Closeable c, boolean really) throws IOException
  {
    if (really && c != null)
      c.close ();
  }

  static int leakFlag (String a) throws IOException
  {
    InputStream in = new FileInputStream (a); // { dg-warning "'in' is never closed" }
    try
      {
	return in.read ();
      }
    finally
      {
	closeIfFlag (in, false);
      }
  }

  static int okFlag (String a) throws IOException
  {
    InputStream in = new FileInputStream (a);
    try
      {
	return in.read ();
      }
    finally
      {
	closeIfFlag (in, true);
      }
  }

  static int leakOverwritten (String a, String b) throws IOException
  {
    InputStream in = new FileInputStream (a); // { dg-warning "'in' might not be closed" }
    if (in.available () == 0)
      in = new FileInputStream (b);
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static int okReopened (String a, String b) throws IOException
  {
    InputStream in = new FileInputStream (a);
    try
      {
	if (in.available () == 0)
	  {
	    in.close ();
	    in = new FileInputStream (b);
	  }
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static boolean leakEarlyReturn (File f) throws IOException
  {
    RandomAccessFile r = new RandomAccessFile (f, "r");
    // { dg-warning "'r' might not be closed" "" { target *-*-* } .-1 }
    if (r.length () < 4)
      return false;
    boolean good = r.readInt () == 0xCAFEBABE;
    r.close ();
    return good;
  }

  static boolean okEarlyReturn (File f)
  {
    RandomAccessFile r = null;
    try
      {
	r = new RandomAccessFile (f, "r");
	if (r.length () < 4)
	  return false;
	return r.readInt () == 0xCAFEBABE;
      }
    catch (IOException e)
      {
	return false;
      }
    finally
      {
	if (r != null)
	  try
	    {
	      r.close ();
	    }
	  catch (IOException e)
	    {
	      e.printStackTrace ();
	    }
      }
  }

  static Properties leakInCatch (String name)
  {
    Properties p = new Properties ();
    try
      {
	FileInputStream in = new FileInputStream (name);
	// { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
	p.load (in);
	in.close ();
      }
    catch (IOException e)
      {
	return null;
      }
    return p;
  }

  static Properties okClassPath (Class<?> c, String name) throws IOException
  {
    Properties p = new Properties ();
    try (InputStream in = c.getResourceAsStream (name))
      {
	if (in != null)
	  p.load (in);
      }
    return p;
  }

  static Properties leakClassPath (Class<?> c, String name) throws IOException
  {
    Properties p = new Properties ();
    p.load (c.getClassLoader ().getResourceAsStream (name));
    // { dg-warning "by 'ClassLoader.getResourceAsStream' is never closed" "" { target *-*-* } .-1 }
    return p;
  }

  /* Loops and breaks.  */

  static String leakLoopBreak (List<String> names, String key) throws IOException
  {
    String found = null;
    for (String n : names)
      {
	BufferedReader in = new BufferedReader (new FileReader (n));
	// { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
	found = in.readLine ();
	if (found != null && found.startsWith (key))
	  break;
	in.close ();
      }
    return found;
  }

  static String okLoopBreak (List<String> names, String key) throws IOException
  {
    for (String n : names)
      try (BufferedReader in = new BufferedReader (new FileReader (n)))
	{
	  String found = in.readLine ();
	  if (found == null)
	    continue;
	  if (found.startsWith (key))
	    return found;
	}
    return null;
  }

  static void leakAllInList (List<String> names) throws IOException
  {
    List<InputStream> all = new ArrayList<> ();
    for (String n : names)
      all.add (new FileInputStream (n));
      // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    for (InputStream in : all)
      System.out.println (in.read ());
  }

  static void okAllInList (List<String> names) throws IOException
  {
    Deque<Closeable> all = new ArrayDeque<> ();
    try
      {
	for (String n : names)
	  all.push (new FileInputStream (n));
      }
    finally
      {
	while (!all.isEmpty ())
	  closeQuietly (all.pop ());
      }
  }

  /* Ternaries and nulls.  */

  static int leakTernary (String name) throws IOException
  {
    InputStream in = name == null ? System.in : new FileInputStream (name);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.read ();
  }

  static int okTernary (String name) throws IOException
  {
    InputStream in = name == null ? null : new FileInputStream (name);
    int c = -1;
    if (in != null)
      {
	try
	  {
	    c = in.read ();
	  }
	finally
	  {
	    in.close ();
	  }
      }
    return c;
  }

  static int okTernaryIn (String name) throws IOException
  {
    InputStream in = name.equals ("-") ? System.in : new FileInputStream (name);
    try
      {
	return in.read ();
      }
    finally
      {
	if (in != System.in)
	  in.close ();
      }
  }

  static void okTempFile (byte[] data) throws IOException
  {
    File f = File.createTempFile ("a", "b");
    OutputStream out = null;
    boolean done = false;
    try
      {
	out = new FileOutputStream (f);
	out.write (data);
	done = true;
      }
    finally
      {
	if (out != null)
	  out.close ();
	if (!done)
	  f.delete ();
      }
  }
}
