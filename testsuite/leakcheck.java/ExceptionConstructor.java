/* A constructor that throws: of what it put into the object nobody has anything,
   nor of what is in an object that it made for that.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;

class ExceptionConstructor
{
  static class Part implements Closeable
  {
    final InputStream in;

    Part (File f) throws IOException
    {
      in = new FileInputStream (f);
    }

    @Override
    public void close () throws IOException
    {
      in.close ();
    }
  }

  static class Two implements Closeable
  {
    final Part first, second;

    Two (File f, File g) throws IOException
    {
      first = new Part (f); // { dg-warning "might not be closed" }
      second = new Part (g);
    }

    @Override
    public void close () throws IOException
    {
      try
	{
	  first.close ();
	}
      finally
	{
	  second.close ();
	}
    }
  }

  static class Reads implements Closeable
  {
    final Part part;
    final int magic;

    Reads (File f) throws IOException
    {
      part = new Part (f); // { dg-warning "might not be closed" }
      magic = part.in.read ();
    }

    @Override
    public void close () throws IOException
    {
      part.close ();
    }
  }

  static class Checks implements Closeable
  {
    final Part part;

    Checks (File f) throws IOException
    {
      part = new Part (f); // { dg-warning "might not be closed" }
      if (f.length () > 3)
	throw new IOException ("long");
    }

    @Override
    public void close () throws IOException
    {
      part.close ();
    }
  }

  /* ---- Look-alikes.  ---- */

  static class Cleans implements Closeable
  {
    final Part part;
    final int magic;

    Cleans (File f) throws IOException
    {
      part = new Part (f);
      try
	{
	  magic = part.in.read ();
	}
      catch (IOException e)
	{
	  part.close ();
	  throw e;
	}
    }

    @Override
    public void close () throws IOException
    {
      part.close ();
    }
  }

  static class Owner
  {
    Part last;
    Part spare;
  }

  static class Child
  {
    final Owner owner;

    Child (Owner owner, File f) throws IOException
    {
      this.owner = owner;
      this.owner.last = new Part (f);
      if (f.length () > 3)
	throw new IOException ("long");
    }
  }

  static class Shared
  {
    final Part part;

    Shared (Owner owner, File f) throws IOException
    {
      part = new Part (f);
      owner.spare = part;
      if (part.in.read () < 0)
	throw new IOException ("empty");
    }
  }

  static class Loaded
  {
    static Owner all;
    final Owner owner;

    Loaded (File f) throws IOException
    {
      owner = all;
      owner.last = new Part (f);
      if (f.length () > 3)
	throw new IOException ("long");
    }
  }
}
