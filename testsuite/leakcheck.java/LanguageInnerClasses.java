/* Nested, local and anonymous classes, and what they capture.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class LanguageInnerClasses
{
  private InputStream current;
  private int count;

  interface Action { void run () throws IOException; }

  class Part
  {
    private InputStream own;
    void open (String name) throws IOException { own = new FileInputStream (name); }
    void openOuter (String name) throws IOException { current = new FileInputStream (name); }
    void close () throws IOException { own.close (); }
    int outer () { return count++; }
  }

  static class Nested implements Closeable
  {
    private final InputStream in;
    private Nested (InputStream in) { this.in = in; }
    static Nested open (String name) throws IOException
    {
      return new Nested (new FileInputStream (name));
    }
    int read () throws IOException { return in.read (); }
    @Override public void close () throws IOException { in.close (); }
  }

  static int closed (String name) throws IOException
  {
    try (Nested nested = Nested.open (name))
      {
	return nested.read ();
      }
  }

  static int notClosed (String name) throws IOException
  {
    Nested nested = Nested.open (name); // { dg-warning "never closed" }
    return nested.read ();
  }

  static int closedByPrivateConstructor (String name) throws IOException
  {
    Nested nested = new Nested (new FileInputStream (name));
    try
      {
	return nested.read ();
      }
    finally
      {
	nested.close ();
      }
  }

  void keptByOuter (String name) throws IOException
  {
    new Part ().openOuter (name);
  }

  Part keptByPart (String name) throws IOException
  {
    Part part = new Part ();
    part.open (name);
    return part;
  }

  void partClosed (String name) throws IOException
  {
    Part part = new Part ();
    part.open (name);
    part.close ();
  }

  int partNotClosed (String name) throws IOException
  {
    Part part = new Part ();
    part.open (name); // { dg-warning "never closed" }
    return part.outer ();
  }

  static int anonymousCloses (String name) throws IOException
  {
    final InputStream in = new FileInputStream (name);
    Action close = new Action ()
      {
	@Override public void run () throws IOException { in.close (); }
      };
    try
      {
	return in.read ();
      }
    finally
      {
	close.run ();
      }
  }

  static int anonymousReads (String name) throws IOException
  {
    final InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    Action read = new Action ()
      {
	@Override public void run () throws IOException { in.read (); }
      };
    read.run ();
    return 0;
  }

  static Closeable anonymousKeeps (String name) throws IOException
  {
    final InputStream in = new FileInputStream (name);
    return new Closeable ()
      {
	@Override public void close () throws IOException { in.close (); }
      };
  }

  static void anonymousLeaks (final String name) throws IOException
  {
    new Action ()
      {
	@Override public void run () throws IOException
	{
	  InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	  in.read ();
	}
      }.run ();
  }

  static int localClass (final String name) throws IOException
  {
    class Reader
    {
      int read () throws IOException
      {
	try (InputStream in = new FileInputStream (name))
	  {
	    return in.read ();
	  }
      }
      int leak () throws IOException
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	return in.read ();
      }
    }
    return new Reader ().read () + new Reader ().leak ();
  }

  int privateField (LanguageInnerClasses other, String name) throws IOException
  {
    other.current = new FileInputStream (name);
    return other.current.read ();
  }

  static class Base
  {
    void use (InputStream in) throws IOException { in.close (); }
  }

  static class Derived extends Base
  {
    @Override void use (InputStream in) throws IOException { super.use (in); }
  }

  static class Careless extends Base
  {
    @Override void use (InputStream in) throws IOException { in.read (); }
  }

  static void bySuper (String name) throws IOException
  {
    new Derived ().use (new FileInputStream (name));
  }

  static void byCareless (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    new Careless ().use (in);
  }
}
