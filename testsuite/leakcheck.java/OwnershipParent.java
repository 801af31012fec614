/* An object that holds an archive and a stream out of it closes both by closing the
   archive.  */

import java.io.*;
import java.util.zip.*;

class OwnershipParent
{
  static abstract class Bundle
  {
    final InputStream in;

    Bundle (InputStream i)
    {
      in = i;
    }

    abstract void close () throws IOException;
  }

  static class Zipped extends Bundle
  {
    private final ZipFile zip;

    Zipped (ZipFile z, InputStream i)
    {
      super (i);
      zip = z;
    }

    void close () throws IOException
    {
      zip.close ();
    }
  }

  /* This one forgets.  */
  static class Forgetful extends Bundle
  {
    private final ZipFile zip;
    boolean closed;

    Forgetful (ZipFile z, InputStream i)
    {
      super (i);
      zip = z;
    }

    void close ()
    {
      closed = true;
    }
  }

  static Zipped open (String name, String entry) throws IOException
  {
    ZipFile z = new ZipFile (name);
    try
      {
	return new Zipped (z, z.getInputStream (z.getEntry (entry)));
      }
    catch (IOException e)
      {
	z.close ();
	throw e;
      }
  }

  static int first (String name) throws IOException
  {
    Zipped b = open (name, "first");
    try
      {
	return b.in.read ();
      }
    finally
      {
	b.close ();
      }
  }

  static int firstOfAny (String name) throws IOException
  {
    Bundle b = open (name, "first");
    int c;
    try
      {
	c = b.in.read ();
      }
    finally
      {
	b.close ();
      }
    return c;
  }

  static int firstBad (String name) throws IOException
  {
    Zipped b = open (name, "first"); // { dg-warning "might not be closed" }
    int c = b.in.read ();
    b.close ();
    return c;
  }

  static int forgotten (String name) throws IOException
  {
    ZipFile z = new ZipFile (name); // { dg-warning "never closed" }
    Forgetful b = new Forgetful (z, z.getInputStream (z.getEntry ("first")));
    int c = b.in.read ();
    b.close ();
    return c;
  }

  /* The stream alone, where the archive is left to somebody else, is closed.  */
  static int shared (ZipFile z) throws IOException
  {
    try (InputStream in = z.getInputStream (z.getEntry ("second")))
      {
	return in.read ();
      }
  }
}
