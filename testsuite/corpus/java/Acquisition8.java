/* Corpus, acquisition: files, streams, archives, readers and writers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// needs 11

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import java.util.zip.*;
import java.util.jar.*;

class Acquisition8
{
  // 1 plain, early return
  static String leakFirstLine (String f) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (f));
    // { dg-warning "'r' might not be closed" "" { target *-*-* } .-1 }
    String line = r.readLine ();
    if (line == null)
      return "";
    r.close ();
    return line;
  }

  static String okFirstLine (String f) throws IOException
  {
    try (BufferedReader r = new BufferedReader (new FileReader (f)))
      {
	String line = r.readLine ();
	if (line == null)
	  return "";
	return line;
      }
  }

  // 2 Files.lines
  static long leakLines (Path p) throws IOException
  {
    return Files.lines (p).filter (s -> !s.isEmpty ()).count ();
    // { dg-warning "by 'Files.lines' is never closed" "" { target *-*-* } .-1 }
  }

  static long okLines (Path p) throws IOException
  {
    try (Stream<String> s = Files.lines (p))
      {
	return s.filter (x -> !x.isEmpty ()).count ();
      }
  }

  static List<String> okLinesMapped (Path p) throws IOException
  {
    try (Stream<String> s = Files.lines (p).map (String::trim).skip (1))
      {
	return s.collect (Collectors.toList ());
      }
  }

  // 3 Files.list / walk
  static List<Path> leakList (Path dir) throws IOException
  {
    Stream<Path> s = Files.list (dir); // { dg-warning "'s' is never closed" }
    return s.filter (Files::isRegularFile).collect (Collectors.toList ());
  }

  static List<Path> leakWalk (Path dir) throws IOException
  {
    List<Path> out = new ArrayList<> ();
    Files.walk (dir).forEach (out::add);
    // { dg-warning "by 'Files.walk' is never closed" "" { target *-*-* } .-1 }
    return out;
  }

  static void leakFind (Path dir) throws IOException
  {
    Stream<Path> s = Files.find (dir, 3, (p, a) -> a.isDirectory ());
    // { dg-warning "'s' is never closed" "" { target *-*-* } .-1 }
    s.sorted ().forEach (System.out::println);
  }

  static boolean okWalk (Path dir) throws IOException
  {
    try (Stream<Path> s = Files.walk (dir))
      {
	return s.anyMatch (p -> p.endsWith ("x"));
      }
  }

  static Stream<Path> okReturned (Path dir) throws IOException
  {
    return Files.walk (dir).filter (Files::isReadable);
  }

  // 4 Scanner
  static int leakScanner (File f) throws FileNotFoundException
  {
    Scanner sc = new Scanner (f); // { dg-warning "'sc' is never closed" }
    int sum = 0;
    while (sc.hasNextInt ())
      sum += sc.nextInt ();
    return sum;
  }

  static int okScannerString (String text)
  {
    Scanner sc = new Scanner (text);
    int sum = 0;
    while (sc.hasNextInt ())
      sum += sc.nextInt ();
    return sum;
  }

  static int okScannerStdin ()
  {
    Scanner sc = new Scanner (System.in);
    return sc.nextInt ();
  }

  static int okScanner (File f) throws FileNotFoundException
  {
    Scanner sc = new Scanner (f);
    try
      {
	return sc.nextInt ();
      }
    finally
      {
	sc.close ();
      }
  }

  // 5 wrapper over memory
  static byte[] okGzipMemory (byte[] data) throws IOException
  {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream ();
    DataOutputStream out = new DataOutputStream (bytes);
    out.write (data);
    out.flush ();
    return bytes.toByteArray ();
  }

  static String okReadString (String s) throws IOException
  {
    BufferedReader r = new BufferedReader (new StringReader (s));
    return r.readLine ();
  }

  static int okObjects (byte[] b) throws Exception
  {
    ObjectInputStream in = new ObjectInputStream (new ByteArrayInputStream (b));
    return in.readInt ();
  }

  // 6 GZIP around file
  static int leakGzip (String f) throws IOException
  {
    GZIPInputStream in = new GZIPInputStream (new FileInputStream (f));
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.read ();
  }

  static int okGzip (String f) throws IOException
  {
    try (FileInputStream fis = new FileInputStream (f);
	 GZIPInputStream in = new GZIPInputStream (fis))
      {
	return in.read ();
      }
  }

  static int leakGzipCtor (String f) throws IOException
  {
    try (GZIPInputStream in = new GZIPInputStream (new FileInputStream (f)))
    // { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
      {
	return in.read ();
      }
  }

  // 7 exception between
  static void leakCopy (String a, String b) throws IOException
  {
    InputStream in = new FileInputStream (a); // { dg-warning "'in' might not be closed" }
    OutputStream out = new FileOutputStream (b); // { dg-warning "'out' might not be closed" }
    try
      {
	in.transferTo (out);
      }
    finally
      {
	in.close ();
	out.close ();
      }
  }

  static void okCopy (String a, String b) throws IOException
  {
    try (InputStream in = new FileInputStream (a))
      {
	try (OutputStream out = new FileOutputStream (b))
	  {
	    byte[] buffer = new byte[8192];
	    int n;
	    while ((n = in.read (buffer)) > 0)
	      out.write (buffer, 0, n);
	  }
      }
  }

  static void okOldStyle (String a) throws IOException
  {
    InputStream in = null;
    try
      {
	in = new FileInputStream (a);
	in.read ();
      }
    finally
      {
	if (in != null)
	  try
	    {
	      in.close ();
	    }
	  catch (IOException ignored)
	    {
	    }
      }
  }

  // 8 properties
  static Properties leakProperties (String f) throws IOException
  {
    Properties p = new Properties ();
    p.load (new FileInputStream (f));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    return p;
  }

  static Properties okProperties (String f) throws IOException
  {
    Properties p = new Properties ();
    try (Reader r = Files.newBufferedReader (Paths.get (f), StandardCharsets.UTF_8))
      {
	p.load (r);
      }
    return p;
  }

  // 9 loop
  static void leakLoop (List<String> names) throws IOException
  {
    for (String n : names)
      {
	Writer w = new FileWriter (n); // { dg-warning "'w' might not be closed" }
	w.write ("x");
	if (n.isEmpty ())
	  continue;
	w.close ();
      }
  }

  static void okLoop (List<String> names) throws IOException
  {
    for (String n : names)
      {
	Writer w = new FileWriter (n);
	try
	  {
	    if (n.isEmpty ())
	      continue;
	    w.write ("x");
	  }
	finally
	  {
	    w.close ();
	  }
      }
  }

  // 10 ternary
  static int leakTernary (String f, boolean gz) throws IOException
  {
    InputStream in = gz ? new FileInputStream (f + ".gz") : System.in;
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.read ();
  }

  static int okTernary (String f) throws IOException
  {
    InputStream in = f == null ? new ByteArrayInputStream (new byte[0]) : new FileInputStream (f);
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  // 11 zip entries
  static int leakZipFile (File f) throws IOException
  {
    ZipFile z = new ZipFile (f); // { dg-warning "'z' is never closed" }
    Enumeration<? extends ZipEntry> e = z.entries ();
    int n = 0;
    while (e.hasMoreElements ())
      {
	e.nextElement ();
	n++;
      }
    return n;
  }

  static int okZipEntryStream (File f) throws IOException
  {
    try (ZipFile z = new ZipFile (f))
      {
	InputStream in = z.getInputStream (z.getEntry ("a"));
	return in.read ();
      }
  }

  static Manifest leakJar (String f) throws IOException
  {
    return new JarFile (f).getManifest ();
    // { dg-warning "by 'new JarFile' is never closed" "" { target *-*-* } .-1 }
  }

  static Manifest okJar (String f) throws IOException
  {
    try (JarFile j = new JarFile (f))
      {
	return j.getManifest ();
      }
  }

  // 12 zip output
  static void leakZipOut (String f) throws IOException
  {
    ZipOutputStream out = new ZipOutputStream (new FileOutputStream (f));
    // { dg-warning "'out' is never closed" "" { target *-*-* } .-1 }
    out.putNextEntry (new ZipEntry ("a"));
    out.closeEntry ();
    out.finish ();
  }

  static void okZipOut (String f) throws IOException
  {
    try (OutputStream raw = new FileOutputStream (f);
	 ZipOutputStream out = new ZipOutputStream (raw))
      {
	out.putNextEntry (new ZipEntry ("a"));
	out.closeEntry ();
      }
  }

  // 13 RandomAccessFile in catch
  static long leakRaf (String f)
  {
    try
      {
	RandomAccessFile raf = new RandomAccessFile (f, "rw");
	// { dg-warning "'raf' might not be closed" "" { target *-*-* } .-1 }
	raf.seek (10);
	long n = raf.readLong ();
	raf.close ();
	return n;
      }
    catch (IOException e)
      {
	return -1;
      }
  }

  static long okRaf (String f)
  {
    try (RandomAccessFile raf = new RandomAccessFile (f, "rw"))
      {
	raf.seek (10);
	return raf.readLong ();
      }
    catch (IOException e)
      {
	return -1;
      }
  }

  // 14 PrintWriter by name
  static void leakPrintWriter (String f) throws FileNotFoundException
  {
    PrintWriter w = new PrintWriter (f); // { dg-warning "'w' is never closed" }
    w.println ("hello");
    w.flush ();
  }

  static void okPrintWriter (String f) throws FileNotFoundException
  {
    PrintWriter w = new PrintWriter (f);
    w.println ("hello");
    w.close ();
  }

  static void okPrintWriterStdout ()
  {
    PrintWriter w = new PrintWriter (System.out);
    w.println ("hello");
    w.flush ();
  }

  // 15 overwritten
  static void leakOverwritten (String a, String b) throws IOException
  {
    FileReader r = new FileReader (a); // { dg-warning "'r' is never closed" }
    r = new FileReader (b);
    r.close ();
  }

  // 16 helper
  private static void closeQuietly (Closeable c)
  {
    if (c == null)
      return;
    try
      {
	c.close ();
      }
    catch (IOException e)
      {
	// ignore
      }
  }

  static void okHelper (String f) throws IOException
  {
    FileOutputStream out = null;
    try
      {
	out = new FileOutputStream (f);
	out.write (1);
      }
    finally
      {
	closeQuietly (out);
      }
  }

  private static BufferedReader open (String f) throws IOException
  {
    return new BufferedReader
      (new InputStreamReader (new FileInputStream (f), StandardCharsets.UTF_8));
  }

  static String leakFactory (String f) throws IOException
  {
    BufferedReader r = open (f); // { dg-warning "'r' is never closed" }
    return r.readLine ();
  }

  static String okFactory (String f) throws IOException
  {
    try (BufferedReader r = open (f))
      {
	return r.readLine ();
      }
  }

  private static int count (InputStream in) throws IOException
  {
    int n = 0;
    while (in.read () >= 0)
      n++;
    return n;
  }

  static int leakBorrowed (String f) throws IOException
  {
    return count (new FileInputStream (f));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
  }

  static int okBorrowed (String f) throws IOException
  {
    try (InputStream in = new FileInputStream (f))
      {
	return count (in);
      }
  }

  // 17 DirectoryStream
  static int leakDirectory (Path p) throws IOException
  {
    int n = 0;
    for (Path q : Files.newDirectoryStream (p))
    // { dg-warning "by 'Files.newDirectoryStream' is never closed" "" { target *-*-* } .-1 }
      n++;
    return n;
  }

  // 18 nested try with wrong order
  static void leakNull (String f) throws IOException
  {
    FileInputStream in = new FileInputStream (f); // { dg-warning "is never closed" }
    in = null;
  }

  // 19 switch
  static int leakSwitch (String f, int mode) throws IOException
  {
    DataInputStream in = new DataInputStream (new FileInputStream (f));
    // { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
    int v;
    switch (mode)
      {
      case 0:
	v = in.readInt ();
	in.close ();
	break;
      case 1:
	v = in.readShort ();
	break;
      default:
	v = 0;
	in.close ();
      }
    return v;
  }

  static int okSwitch (String f, int mode) throws IOException
  {
    DataInputStream in = new DataInputStream (new FileInputStream (f));
    try
      {
	switch (mode)
	  {
	  case 0: return in.readInt ();
	  case 1: return in.readShort ();
	  default: return 0;
	  }
      }
    finally
      {
	in.close ();
      }
  }

  // 20 Files.new...
  static void leakWriter (Path p) throws IOException
  {
    BufferedWriter w = Files.newBufferedWriter (p); // { dg-warning "'w' is never closed" }
    w.write ("x");
    w.newLine ();
  }

  static void okNio (Path p) throws IOException
  {
    Files.write (p, "x".getBytes ());
    byte[] all = Files.readAllBytes (p);
    Files.readAllLines (p);
    Files.copy (p, Paths.get ("q"));
  }

  // 21 close in catch only
  static void leakCatchOnly (String f)
  {
    FileWriter w = null;
    try
      {
	w = new FileWriter (f); // { dg-warning "'w' might not be closed" }
	w.write ("x");
      }
    catch (IOException e)
      {
	try { if (w != null) w.close (); } catch (IOException x) { }
      }
  }

  // 22 null test inverted
  static void leakInverted (String f) throws IOException
  {
    Reader r = null;
    try
      {
	r = new FileReader (f); // { dg-warning "'r' is never closed" }
	r.read ();
      }
    finally
      {
	if (r == null)
	  r.close ();
      }
  }

  // 23 boolean flag
  static void okFlag (String f) throws IOException
  {
    InputStream in = new FileInputStream (f);
    boolean closed = false;
    try
      {
	in.read ();
	in.close ();
	closed = true;
      }
    finally
      {
	if (!closed)
	  in.close ();
      }
  }

  // 24 returned wrapped, with close on failure
  static InputStream okOpenBuffered (File f) throws IOException
  {
    FileInputStream fis = new FileInputStream (f);
    try
      {
	fis.skip (4);
	return new BufferedInputStream (fis);
      }
    catch (IOException e)
      {
	fis.close ();
	throw e;
      }
  }

  static InputStream leakOpenChecked (File f) throws IOException
  {
    FileInputStream fis = new FileInputStream (f); // { dg-warning "'fis' might not be closed" }
    if (fis.read () != 0x1f)
      throw new IOException ("bad magic");
    return new BufferedInputStream (fis);
  }

  // 25 Optional
  static Optional<InputStream> okOptional (File f) throws IOException
  {
    return f.exists () ? Optional.of (new FileInputStream (f)) : Optional.empty ();
  }

  static int leakOptional (File f) throws IOException
  {
    Optional<InputStream> in = Optional.of (new FileInputStream (f));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    return in.get ().read ();
  }

  static int okOptionalClosed (File f) throws IOException
  {
    Optional<InputStream> in = Optional.of (new FileInputStream (f));
    try
      {
	return in.get ().read ();
      }
    finally
      {
	in.get ().close ();
      }
  }

  static void okOptionalIfPresent (File f) throws IOException
  {
    Optional<InputStream> in = okOptional (f);
    if (in.isPresent ())
      in.get ().close ();
  }

  // 26 collections
  static void leakCollection (List<String> names) throws IOException
  {
    List<Reader> all = new ArrayList<> ();
    for (String n : names)
      all.add (new FileReader (n));
      // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
    for (Reader r : all)
      System.out.println (r.read ());
  }

  static List<Reader> okCollectionReturned (String n) throws IOException
  {
    List<Reader> all = new ArrayList<> ();
    all.add (new FileReader (n));
    return all;
  }

  static void okCollectionClosed (String a) throws IOException
  {
    List<Reader> all = new ArrayList<> ();
    try
      {
	all.add (new FileReader (a));
      }
    finally
      {
	for (Reader r : all)
	  r.close ();
      }
  }

  static void leakMap (String a) throws IOException
  {
    Map<String, Writer> all = new HashMap<> ();
    all.put (a, new FileWriter (a));
    // { dg-warning "by 'new FileWriter' is never closed" "" { target *-*-* } .-1 }
    all.get (a).write (1);
  }

  static void okMapClosed (String a) throws IOException
  {
    Map<String, Writer> all = new HashMap<> ();
    try
      {
	all.put (a, new FileWriter (a));
      }
    finally
      {
	for (Writer w : all.values ())
	  w.close ();
      }
  }
}
