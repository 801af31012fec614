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

  static int entryOfParameter (JarFile z) throws IOException
  {
    InputStream in = z.getInputStream (z.getEntry ("x")); /* { dg-warning "'in' is never closed" } */
    return in.read ();
  }

  static int unpacked (String f) throws IOException
  {
    GZIPInputStream g = new GZIPInputStream (new FileInputStream (f)); /* { dg-warning "never closed|may not be closed" } */
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

  static void lostInList (String name) throws IOException
  {
    List<InputStream> list = new ArrayList<> ();
    list.add (new FileInputStream (name)); /* { dg-warning "closed" } */
  }

  private final Map<String, InputStream> map = new HashMap<> ();

  static void checked (String name) throws IOException
  {
    try (InputStream in = Objects.requireNonNull (new FileInputStream (name)))
      {
	in.read ();
      }
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
}
