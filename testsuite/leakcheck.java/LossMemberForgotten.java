/* Private members that nothing in their class releases.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.util.*;

class LossMemberForgotten
{
  /* The second one was added later.  */
  static class Two implements Closeable
  {
    private OutputStream data;
    private OutputStream index;

    void open (String name) throws IOException
    {
      if (data != null || index != null)
	throw new IOException ("open");
      data = new FileOutputStream (name);
      index = new FileOutputStream (name + ".idx"); // { dg-warning "is never closed" }
    }

    void append (byte[] b) throws IOException
    {
      data.write (b);
      index.write (b.length);
      index.flush ();
    }

    public void close () throws IOException
    {
      if (data != null)
	data.close ();
    }
  }

  static class TwoWell implements Closeable
  {
    private OutputStream data;
    private OutputStream index;

    void open (String name) throws IOException
    {
      data = new FileOutputStream (name);
      index = new FileOutputStream (name + ".idx");
    }

    public void close () throws IOException
    {
      try
	{
	  data.close ();
	}
      finally
	{
	  closeAll (index);
	}
    }

    private void closeAll (Closeable c) throws IOException
    {
      if (c != null)
	c.close ();
    }
  }

  static class Made implements Closeable
  {
    private final RandomAccessFile file;
    private final Reader names;

    Made (String name) throws IOException
    {
      names = new FileReader (name + ".names"); // { dg-warning "closed" }
      file = new RandomAccessFile (name, "r"); // { dg-warning "is never closed" }
    }

    int next () throws IOException
    {
      return file.read () + names.read ();
    }

    public void close ()
    {
    }
  }

  /* Somebody else closes it.  */
  static class Shown implements Closeable
  {
    private final RandomAccessFile file;

    Shown (String name) throws IOException
    {
      file = new RandomAccessFile (name, "r");
    }

    RandomAccessFile file ()
    {
      return file;
    }

    public void close ()
    {
    }
  }

  static class Given implements Closeable
  {
    private final List<Closeable> all = new ArrayList<> ();
    private final InputStream in;

    Given (String name) throws IOException
    {
      in = new FileInputStream (name);
    }

    void start ()
    {
      all.add (in);
    }

    public void close () throws IOException
    {
      for (Closeable c : all)
	c.close ();
    }
  }

  /* It is closed with what wraps it, also where that is in another member.  */
  static class Wrapped implements Closeable
  {
    private final OutputStream raw;
    private final Writer out;

    Wrapped (String name) throws IOException
    {
      raw = new FileOutputStream (name);
      out = new OutputStreamWriter (raw);
    }

    void sync () throws IOException
    {
      raw.flush ();
    }

    public void close () throws IOException
    {
      out.close ();
    }
  }

  static class WrappedLater implements Closeable
  {
    private OutputStream raw;
    private Writer out;

    void open (String name) throws IOException
    {
      raw = new FileOutputStream (name);
    }

    void writer ()
    {
      out = new OutputStreamWriter (raw);
    }

    public void close () throws IOException
    {
      out.close ();
    }
  }

  /* An inner class, and a lambda, close it.  */
  static class Inside implements Closeable
  {
    private InputStream in, other;
    private final List<Runnable> atEnd = new ArrayList<> ();

    void open (String name) throws IOException
    {
      in = new FileInputStream (name);
      other = new FileInputStream (name);
      atEnd.add (() -> quietly (other));
    }

    static void quietly (Closeable c)
    {
      try
	{
	  c.close ();
	}
      catch (IOException e)
	{
	  System.err.println (e);
	}
    }

    class End
    {
      void end () throws IOException
      {
	in.close ();
      }
    }

    public void close () throws IOException
    {
      for (Runnable r : atEnd)
	r.run ();
      new End ().end ();
    }
  }

  /* No resource, not private, or nothing to be closed.  */
  static class Others implements Closeable
  {
    private final StringReader text = new StringReader ("x");
    InputStream in;

    void open (String name) throws IOException
    {
      in = new FileInputStream (name);
    }

    int next () throws IOException
    {
      return text.read () + in.read ();
    }

    public void close ()
    {
    }
  }
}
