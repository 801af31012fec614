/* What classes, lambdas and enums take along from around them: parameters,
   variables, the object outside, type parameters and several at a time.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;

class LanguageCaptures
{
  private final String prefix;
  private InputStream own;

  LanguageCaptures (String prefix)
  {
    this.prefix = prefix;
  }

  /* A local class captures two variables and the object outside.  */
  int localCloses (String name, int limit) throws IOException
  {
    final InputStream in = new FileInputStream (prefix + name);
    class Reader implements Closeable
    {
      int read () throws IOException { return in.read () % limit + prefix.length (); }
      @Override public void close () throws IOException { in.close (); }
    }
    Reader reader = new Reader ();
    try
      {
	return reader.read ();
      }
    finally
      {
	reader.close ();
      }
  }

  int localForgets (String name, int limit) throws IOException
  {
    final InputStream in = new FileInputStream (prefix + name); // { dg-warning "'in' is never closed" }
    class Reader
    {
      int read () throws IOException { return in.read () % limit + prefix.length (); }
    }
    return new Reader ().read ();
  }

  /* A lambda in a lambda captures both of their variables.  */
  int nested (String name) throws Exception
  {
    InputStream in = new FileInputStream (name);
    Callable<Integer> outer = () ->
      {
	int n = prefix.length ();
	Callable<Integer> inner = () -> in.read () + n;
	return inner.call ();
      };
    try
      {
	return outer.call ();
      }
    finally
      {
	in.close ();
      }
  }

  /* What is made inside is the inside's to close.  */
  Callable<Integer> inside (String name)
  {
    return () ->
      {
	InputStream in = new FileInputStream (prefix + name); // { dg-warning "'in' is never closed" }
	return in.read ();
      };
  }

  Callable<Integer> insideClosed (String name)
  {
    return () ->
      {
	try (InputStream in = new FileInputStream (prefix + name))
	  {
	    return in.read ();
	  }
      };
  }

  /* An anonymous class stores in a field of the object outside, which has to
     close it then.  */
  Runnable keeps (final String name)
  {
    return new Runnable ()
      {
	@Override public void run ()
	{
	  try
	    {
	      own = new FileInputStream (name);
	    }
	  catch (IOException e)
	    {
	      own = null;
	    }
	}
      };
  }

  void close () throws IOException
  {
    if (own != null)
      own.close ();
  }

  /* A constructor of an anonymous class with arguments of its own.  */
  abstract static class Task
  {
    final InputStream in;
    Task (InputStream in) { this.in = in; }
    abstract int run () throws IOException;
  }

  static int argument (String name, final int more) throws IOException
  {
    InputStream in = new FileInputStream (name);
    Task task = new Task (in)
      {
	@Override int run () throws IOException { return this.in.read () + more; }
      };
    try
      {
	return task.run ();
      }
    finally
      {
	in.close ();
      }
  }
}
