/* Rows of what holds something unseen: streams that unpack, connections, loaders, paths.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 9

import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.zip.*;

class SpecHeld
{
  static int entries (byte[] archive) throws IOException
  {
    int n = 0;
    ZipInputStream in = new ZipInputStream (new ByteArrayInputStream (archive)); // { dg-warning "'in' is never ended" }
    while (in.getNextEntry () != null)
      n++;
    return n;
  }

  static int entriesAndClose (byte[] archive) throws IOException
  {
    int n = 0;
    try (ZipInputStream in = new ZipInputStream (new ByteArrayInputStream (archive)))
      {
	while (in.getNextEntry () != null)
	  n++;
      }
    return n;
  }

  /* The inflater is given.  */
  static byte[] inflated (byte[] raw, Inflater how) throws IOException
  {
    return new InflaterInputStream (new ByteArrayInputStream (raw), how).readAllBytes ();
  }

  /* The caller closes what is below.  */
  static int first (InputStream raw) throws IOException
  {
    return new GZIPInputStream (raw).read ();
  }

  /* One loss, one warning.  */
  static int firstOfFile (String name) throws IOException
  {
    GZIPInputStream in = new GZIPInputStream (new BufferedInputStream (new FileInputStream (name))); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static long size (URL u) throws IOException
  {
    URLConnection c = u.openConnection ();
    return c.getContentLengthLong (); // { dg-warning "'c' is never closed" }
  }

  static long sizeAndRead (URL u) throws IOException
  {
    URLConnection c = u.openConnection ();
    long n = c.getContentLengthLong ();
    try (InputStream in = c.getInputStream ())
      {
	return n + in.read ();
      }
  }

  static long readAndSize (URL u) throws IOException
  {
    URLConnection c = u.openConnection ();
    try (InputStream in = c.getInputStream ())
      {
	return in.read () + c.getContentLengthLong ();
      }
  }

  static int status (URL u) throws IOException
  {
    HttpURLConnection c = (HttpURLConnection) u.openConnection ();
    return c.getContentLength () + c.getResponseCode ();
  }

  static class Child extends ClassLoader implements Closeable
  {
    Child (URL[] where) { super (new URLClassLoader (where)); }

    @Override public void close () throws IOException
    {
      ((URLClassLoader) getParent ()).close ();
    }
  }

  static boolean child (URL[] where, String name) throws IOException
  {
    try (Child c = new Child (where))
      {
	return c.getResource (name) != null;
      }
  }

  static boolean orphan (URL[] where, String name)
  {
    URLClassLoader c = new URLClassLoader (where, null); // { dg-warning "'c' is never closed" }
    return c.getResource (name) != null;
  }

  static Path top (Path archive) throws IOException
  {
    return FileSystems.newFileSystem (archive, (ClassLoader) null).getPath ("/").toAbsolutePath ();
  }

  static boolean topKnown (Path archive) throws IOException
  {
    Path top = top (archive);
    boolean known = Files.exists (top);
    top.getFileSystem ().close ();
    return known;
  }

  static boolean known (Path archive) throws IOException
  {
    FileSystem all = FileSystems.newFileSystem (archive, (ClassLoader) null); // { dg-warning "'all' is never closed" }
    return Files.exists (all.getPath ("a"));
  }
}
