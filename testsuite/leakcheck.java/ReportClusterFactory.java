/* Clusters (Tracker 3.3): a factory of several kinds of things is one call, and
   what it made is told once, whatever that may be.  */

import java.io.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.zip.*;

class ReportClusterFactory
{
  abstract static class Place
  {
    final Path path;

    Place (Path p)
    {
      path = p;
    }

    abstract InputStream open () throws IOException;
  }

  static class Plain extends Place
  {
    Plain (Path p)
    {
      super (p);
    }

    InputStream open () throws IOException
    {
      return new FileInputStream (path.toFile ());
    }
  }

  static class Channeled extends Place
  {
    Channeled (Path p)
    {
      super (p);
    }

    InputStream open () throws IOException
    {
      return Channels.newInputStream (FileChannel.open (path));
    }
  }

  /* The stream closes the archive that it was opened for.  */
  static class EntryStream extends FilterInputStream
  {
    private final ZipFile zip;

    EntryStream (ZipFile z, InputStream in)
    {
      super (in);
      zip = z;
    }

    public void close () throws IOException
    {
      try
	{
	  super.close ();
	}
      finally
	{
	  zip.close ();
	}
    }
  }

  static class Archived extends Place
  {
    Archived (Path p)
    {
      super (p);
    }

    InputStream open () throws IOException
    {
      ZipFile z = new ZipFile (path.toFile ());
      InputStream in = null;
      try
	{
	  in = z.getInputStream (z.getEntry ("data"));
	}
      finally
	{
	  if (in == null)
	    z.close ();
	}
      return new EntryStream (z, in);
    }
  }

  static Place place (String name)
  {
    Path p = Paths.get (name);
    if (name.endsWith (".zip"))
      return new Archived (p);
    return name.startsWith ("big") ? new Channeled (p) : new Plain (p);
  }

  /* One warning, not one for each that it may be.  */
  static int first (String name) throws IOException
  {
    InputStream in = place (name).open (); // { dg-warning "'in' might not be closed" }
    int c = in.read ();
    in.close ();
    return c;
  }

  static int firstClean (String name) throws IOException
  {
    try (InputStream in = place (name).open ())
      {
	return in.read ();
      }
  }

  static int firstFinally (String name) throws IOException
  {
    InputStream in = place (name).open ();
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  /* Two calls are two streams.  */
  static boolean same (String a, String b) throws IOException
  {
    InputStream one = place (a).open (); // { dg-warning "'one' might not be closed" }
    InputStream two = place (b).open (); // { dg-warning "'two' is never closed" }
    boolean equal = one.read () == two.read ();
    one.close ();
    return equal;
  }
}
