/* Helpers, generic code, and which method a call runs.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class CallDispatch
{
  static void quietly (Closeable closeable)
  {
    try
      {
	if (closeable != null)
	  closeable.close ();
      }
    catch (IOException e)
      {
      }
  }

  static <T extends AutoCloseable> void generic (T resource) throws Exception
  {
    resource.close ();
  }

  static int byHelper (String name) throws IOException
  {
    InputStream in = null;
    try
      {
	in = new FileInputStream (name);
	return in.read ();
      }
    finally
      {
	quietly (in);
      }
  }

  static void byGeneric (String name) throws Exception
  {
    generic (new FileInputStream (name));
  }

  static int helperForgotten (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int c = in.read ();
    quietly (in);
    return c;
  }

  interface Sink { void take (InputStream in) throws IOException; }

  static class Closing implements Sink
  {
    @Override public void take (InputStream in) throws IOException { in.close (); }
  }

  static class Storing implements Sink
  {
    private InputStream kept;
    @Override public void take (InputStream in) { kept = in; }
  }

  static class Ignoring implements Sink
  {
    @Override public void take (InputStream in) { }
  }

  static void closing (String name) throws IOException
  {
    Sink sink = new Closing ();
    sink.take (new FileInputStream (name));
  }

  static Sink storing (String name) throws IOException
  {
    Sink sink = new Storing ();
    sink.take (new FileInputStream (name));
    return sink;
  }

  static void ignoring (String name) throws IOException
  {
    Sink sink = new Ignoring ();
    sink.take (new FileInputStream (name)); // { dg-warning "never closed" }
  }

  abstract static class Template
  {
    abstract InputStream open (String name) throws IOException;
    int run (String name) throws IOException
    {
      try (InputStream in = open (name))
	{
	  return in.read ();
	}
    }
    int runCarelessly (String name) throws IOException
    {
      InputStream in = open (name); // { dg-warning "'in' is never closed" }
      return in.read ();
    }
  }

  static class FileTemplate extends Template
  {
    @Override InputStream open (String name) throws IOException
    {
      return new FileInputStream (name);
    }
  }

  static int template (String name) throws IOException
  {
    return new FileTemplate ().run (name) + new FileTemplate ().runCarelessly (name);
  }

  static class Box<T>
  {
    private final T value;
    Box (T value) { this.value = value; }
    T get () { return value; }
  }

  static int boxClosed (String name) throws IOException
  {
    Box<InputStream> box = new Box<InputStream> (new FileInputStream (name));
    try
      {
	return box.get ().read ();
      }
    finally
      {
	box.get ().close ();
      }
  }

  static int boxNeverClosed (String name) throws IOException
  {
    Box<InputStream> box = new Box<InputStream> (new FileInputStream (name)); // { dg-warning "never closed" }
    return box.get ().read ();
  }

  static int recursive (String name, int n) throws IOException
  {
    if (n == 0)
      return 0;
    InputStream in = new FileInputStream (name + n);
    try
      {
	return in.read () + recursive (name, n - 1);
      }
    finally
      {
	in.close ();
      }
  }

  static int recursiveLeaks (String name, int n) throws IOException
  {
    if (n == 0)
      return 0;
    InputStream in = new FileInputStream (name + n); // { dg-warning "'in' is never closed" }
    return in.read () + recursiveLeaks (name, n - 1);
  }

  static InputStream checked (InputStream in) throws IOException
  {
    if (in.read () == 0)
      {
	in.close ();
	throw new IOException ("zero");
      }
    return in;
  }

  static int checkedClosed (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    InputStream same = checked (in);
    same.close ();
    return 0;
  }

  static void varargs (Closeable... all) throws IOException
  {
    for (Closeable one : all)
      if (one != null)
	one.close ();
  }

  static void byVarargs (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    varargs (in);
  }
}
