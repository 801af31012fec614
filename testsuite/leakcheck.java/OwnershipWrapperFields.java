/* Classes that extend wrappers of the JDK and close what those show them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.Reader;

class OwnershipWrapperFields
{
  static class Told extends FilterInputStream
  {
    Told (InputStream in)
    {
      super (in);
    }

    @Override public void close () throws IOException
    {
      System.out.println ("closed");
      in.close ();
    }
  }

  static class Kept extends FilterInputStream
  {
    Kept (InputStream in)
    {
      super (in);
    }

    @Override public void close ()
    {
      System.out.println ("not closed");
    }
  }

  static class Atomic extends FilterOutputStream
  {
    Atomic (String name) throws IOException
    {
      super (new FileOutputStream (name));
    }

    @Override public void close () throws IOException
    {
      boolean tried = false;
      try
	{
	  flush ();
	  tried = true;
	  super.close ();
	}
      finally
	{
	  if (!tried)
	    quietly (out);
	}
    }
  }

  static class Fragile extends FilterOutputStream
  {
    Fragile (String name) throws IOException
    {
      super (new FileOutputStream (name));
    }

    @Override public void close () throws IOException
    {
      flush ();
      out.close ();
    }
  }

  static class Twice extends PushbackInputStream
  {
    Twice (InputStream in)
    {
      super (in, 2);
    }

    @Override public void close () throws IOException
    {
      in.close ();
    }
  }

  static class Lines extends FilterReader
  {
    Lines (Reader in)
    {
      super (in);
    }

    @Override public void close () throws IOException
    {
      in.close ();
    }
  }

  static void quietly (Closeable c)
  {
    try
      {
	c.close ();
      }
    catch (IOException e)
      {
      }
  }

  // ---- Closed.  ----

  static int told (String name) throws IOException
  {
    try (Told in = new Told (new FileInputStream (name)))
      {
	return in.read ();
      }
  }

  static int toldByBase (String name) throws IOException
  {
    InputStream in = new Told (new FileInputStream (name));
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static void atomic (String name) throws IOException
  {
    try (OutputStream out = new Atomic (name))
      {
	out.write (1);
      }
  }

  static int twice (String name) throws IOException
  {
    try (InputStream in = new Twice (new FileInputStream (name)))
      {
	return in.read ();
      }
  }

  static int lines (String name) throws IOException
  {
    try (Reader in = new Lines (new FileReader (name)))
      {
	return in.read ();
      }
  }

  // ---- Not closed.  ----

  static int toldNothing (String name) throws IOException
  {
    Told in = new Told (new FileInputStream (name)); // { dg-warning "never closed" }
    return in.read ();
  }

  static int kept (String name) throws IOException
  {
    try (Kept in = new Kept (new FileInputStream (name))) // { dg-warning "never closed" }
      {
	return in.read ();
      }
  }

  static void fragile (String name) throws IOException
  {
    try (OutputStream out = new Fragile (name)) // { dg-warning "'out' might not be closed" }
      {
	out.write (1);
      }
  }

  static int linesLeft (String name) throws IOException
  {
    Reader in = new Lines (new FileReader (name)); // { dg-warning "might not be closed" }
    int c = in.read ();
    in.close ();
    return c;
  }
}
