/* Members that an object holds already, and a method overwrites: what close ()
   releases, the object owns.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;

class LossMemberOverwritten
{
  /* All constructors fill it: it is in use.  */
  static class Filled implements Closeable
  {
    private final File dir;
    private Writer out;

    Filled (File dir) throws IOException
    {
      this.dir = dir;
      out = new FileWriter (new File (dir, "0"));
    }

    void roll (int n) throws IOException
    {
      out = new FileWriter (new File (dir, "log." + n)); // { dg-warning "might not be closed" }
    }

    void rollWell (int n) throws IOException
    {
      out.close ();
      out = new FileWriter (new File (dir, "log." + n));
    }

    void rollLater (int n) throws IOException
    {
      Writer old = out;
      out = new FileWriter (new File (dir, "log." + n));
      old.close ();
    }

    public void close () throws IOException
    {
      out.close ();
    }
  }

  /* It was looked at, so it is in use.  */
  static class LookedAt implements Closeable
  {
    private Writer out;

    void open (File f) throws IOException
    {
      out = new FileWriter (f);
    }

    void mark (File next) throws IOException
    {
      out.write ("continued\n");
      out = new FileWriter (next); // { dg-warning "might not be closed" }
    }

    void markWell (File next) throws IOException
    {
      out.write ("continued\n");
      out.close ();
      out = new FileWriter (next);
    }

    void lazily (File f) throws IOException
    {
      if (out == null)
	out = new FileWriter (f);
      out.write ("x");
    }

    public void close () throws IOException
    {
      if (out != null)
	out.close ();
    }
  }

  /* What is opened is numbered, or follows a value that changes: there was one before. */
  static class Numbered implements Closeable
  {
    private Writer out;
    private int n, day;

    void numbered (String name) throws IOException
    {
      out = new FileWriter (name + n++); // { dg-warning "might not be closed" }
    }

    void daily (int today, String name) throws IOException
    {
      if (today != day)
	{
	  out = new FileWriter (name + today); // { dg-warning "might not be closed" }
	  day = today;
	}
    }

    public void close () throws IOException
    {
      if (out != null)
	{
	  out.close ();
	  out = null;
	}
    }
  }

  static class NumberedWell implements Closeable
  {
    private Writer out;
    private int n, day, lines;

    void daily (int today, String name) throws IOException
    {
      if (today == day)
	return;
      if (out != null)
	out.close ();
      out = new FileWriter (name + today);
      day = today;
    }

    void segment (String name) throws IOException
    {
      if (lines++ < 1000)
	return;
      close ();
      out = new FileWriter (name + n++);
      lines = 0;
    }

    public void close () throws IOException
    {
      if (out != null)
	{
	  out.close ();
	  out = null;
	}
    }
  }

  static class Rolled implements Closeable
  {
    private Writer out;
    private int n;

    void roll (String name) throws IOException
    {
      if (out != null)
	out.close ();
      next (name);
    }

    private void next (String name) throws IOException
    {
      out = new FileWriter (name + n++);
    }

    public void close () throws IOException
    {
      if (out != null)
	out.close ();
    }
  }

  static class RolledOnce implements Closeable
  {
    private Writer out;
    private int n;

    void rollWell (String name) throws IOException
    {
      if (out != null)
	out.close ();
      out = new FileWriter (name + n++);
    }

    void roll (String name) throws IOException
    {
      out = new FileWriter (name + n++); // { dg-warning "might not be closed" }
    }

    public void close () throws IOException
    {
      if (out != null)
	out.close ();
    }
  }

  static class Segments implements Closeable
  {
    private Writer out;
    private int n, lines;
    private String day = "";

    void line (String s) throws IOException
    {
      if (out == null || lines > 1000)
	{
	  out = new FileWriter (s); // { dg-warning "might not be closed" }
	  lines = 0;
	}
      lines++;
      out.write (s);
    }

    void lineOf (String today, String s) throws IOException
    {
      if (!today.equals (day))
	{
	  out = new FileWriter (today); // { dg-warning "might not be closed" }
	  day = today;
	}
      out.write (s);
    }

    public void close () throws IOException
    {
      if (out != null)
	out.close ();
    }
  }

  /* The end of a segment is a step of its own.  */
  static class Steps implements Closeable
  {
    private Writer out;
    private int n;

    void begin (String name) throws IOException
    {
      out = new FileWriter (name + n++);
    }

    void end () throws IOException
    {
      out.close ();
      out = null;
    }

    public void close () throws IOException
    {
      if (out != null)
	end ();
    }
  }

  /* Filled once.  */
  static class Once implements Closeable
  {
    private InputStream in;
    private boolean open;
    private int id;

    void start (String name, int id) throws IOException
    {
      this.in = new FileInputStream (name);
      this.id = id;
    }

    void startIf (String name) throws IOException
    {
      if (!open)
	{
	  in = new FileInputStream (name);
	  open = true;
	}
    }

    void startOrThrow (String name) throws IOException
    {
      if (in != null)
	throw new IOException ("is open");
      in = new FileInputStream (name);
      id++;
    }

    int read () throws IOException
    {
      return in.read () + id;
    }

    public void close () throws IOException
    {
      in.close ();
    }
  }

  /* The constructor needs a part that opens.  */
  static class Parts implements Closeable
  {
    private RandomAccessFile file;

    Parts (File f) throws IOException
    {
      open (f);
    }

    private void open (File f) throws IOException
    {
      file = new RandomAccessFile (f, "r");
    }

    public void close () throws IOException
    {
      file.close ();
    }
  }
}
