/* What the specifications say of java.util: scanners, archives, collections.  */

import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.jar.*;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.*;

class SpecUtil
{
  static String scanned (File f) throws IOException
  {
    Scanner s = new Scanner (f); /* { dg-warning "'s' is never closed" } */
    return s.useDelimiter (",").next ();
  }

  static String scannedText (String t)
  {
    return new Scanner (t).next ();
  }

  static String scannedInput ()
  {
    return new Scanner (System.in).nextLine ();
  }

  static String scannedStream (String f) throws IOException
  {
    try (Scanner s = new Scanner (new FileInputStream (f)))
      {
	return s.next ();
      }
  }

  static String formatted ()
  {
    return new Formatter ().format ("%d", 1).toString ();
  }

  static void formattedFile (String f) throws IOException
  {
    Formatter o = new Formatter (f); /* { dg-warning "'o' is never closed" } */
    o.format ("%d", 1);
  }

  static int archive (String f) throws IOException
  {
    ZipFile z = new ZipFile (f); /* { dg-warning "'z' is never closed" } */
    return z.size ();
  }

  static int archiveClosed (String f) throws IOException
  {
    try (ZipFile z = new ZipFile (f))
      {
	return z.getInputStream (z.getEntry ("x")).read ();
      }
  }

  static int entryOfParameter (JarFile z) throws IOException
  {
    InputStream in = z.getInputStream (z.getEntry ("x")); /* { dg-warning "'in' is never closed" } */
    return in.read ();
  }

  static int unpacked (String f) throws IOException
  {
    GZIPInputStream g = new GZIPInputStream (new FileInputStream (f)); /* { dg-warning "never closed|might not be closed" } */
    return g.read ();
  }

  static byte[] packed (byte[] b) throws IOException
  {
    ByteArrayOutputStream o = new ByteArrayOutputStream ();
    GZIPOutputStream g = new GZIPOutputStream (o);
    g.write (b);
    g.finish ();
    return o.toByteArray ();
  }

  static OutputStream encoded (OutputStream o)
  {
    return Base64.getEncoder ().wrap (o);
  }

  /* ---- Collections.  ---- */

  static void allClosed (List<String> names) throws IOException
  {
    List<InputStream> list = new ArrayList<> ();
    try
      {
	for (String name : names)
	  list.add (new FileInputStream (name));
      }
    finally
      {
	for (InputStream in : list)
	  in.close ();
      }
  }

  static void lostInList (String name) throws IOException
  {
    List<InputStream> list = new ArrayList<> ();
    list.add (new FileInputStream (name)); /* { dg-warning "closed" } */
  }

  static List<InputStream> returned (String name) throws IOException
  {
    List<InputStream> list = new ArrayList<> ();
    list.add (new FileInputStream (name));
    return list;
  }

  private final Map<String, InputStream> map = new HashMap<> ();

  void kept (String name) throws IOException
  {
    map.put (name, new FileInputStream (name));
  }

  static void optional (String name) throws IOException
  {
    Optional<InputStream> o = Optional.of (new FileInputStream (name));
    o.get ().close ();
  }

  static void checked (String name) throws IOException
  {
    try (InputStream in = Objects.requireNonNull (new FileInputStream (name)))
      {
	in.read ();
      }
  }

  static void reference (String name) throws IOException
  {
    AtomicReference<InputStream> r = new AtomicReference<> ();
    r.set (new FileInputStream (name));
    r.get ().close ();
  }

  /* ---- Others.  ---- */

  static void handler (Logger logger, String f) throws IOException
  {
    logger.addHandler (new FileHandler (f));
  }

  static void handlerLost (String f) throws IOException
  {
    FileHandler h = new FileHandler (f); /* { dg-warning "'h' is never closed" } */
    h.setLevel (Level.ALL);
  }

  static void executor ()
  {
    ExecutorService e = Executors.newFixedThreadPool (1);
    e.submit (() -> System.out.println ());
  }

  /* One that is there or not.  */
  static Optional<InputStream> perhaps (String name)
  {
    try
      {
	return Optional.of (new FileInputStream (name));
      }
    catch (IOException e)
      {
	return Optional.empty ();
      }
  }

  static int perhapsRead (String name) throws IOException
  {
    Optional<InputStream> in = perhaps (name); // { dg-warning "'in' is never closed|the stream" }
    return in.isPresent () ? in.get ().read () : 0;
  }

  static int perhapsClosed (String name) throws IOException
  {
    Optional<InputStream> in = perhaps (name);
    if (!in.isPresent ())
      return 0;
    try (InputStream there = in.get ())
      {
	return there.read ();
      }
  }

  // ---- A jar's manifest is written at once.  ----

  static void emptyJar (String name) throws IOException
  {
    JarOutputStream jar = null;
    try
      {
	jar = new JarOutputStream (new FileOutputStream (name));
	jar.putNextEntry (new JarEntry ("a"));
      }
    finally
      {
	if (jar != null)
	  jar.close ();
      }
  }

  static void jarWithManifest (String name, Manifest manifest) throws IOException
  {
    JarOutputStream jar = null;
    try
      {
	jar = new JarOutputStream (new FileOutputStream (name), manifest); // { dg-warning "'jar' might not be closed" }
	jar.putNextEntry (new JarEntry ("a"));
      }
    finally
      {
	if (jar != null)
	  jar.close ();
      }
  }
}
