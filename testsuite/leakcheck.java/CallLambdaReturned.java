// Lambdas that a method makes and returns: who calls it and then what it
// returns runs their body.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// { dg-levels all }

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;

class CallLambdaReturned
{
  interface Opener { InputStream open () throws IOException; }
  interface OpenerAt { InputStream open (long skip) throws IOException; }
  interface User { void use (InputStream in) throws IOException; }

  private final String name = "a";

  static Opener opener (String name)
  {
    return () -> new FileInputStream (name);
  }

  static int leakOpened (String name) throws IOException
  {
    InputStream in = opener (name).open (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int okOpened (String name) throws IOException
  {
    try (InputStream in = opener (name).open ())
      {
	return in.read ();
      }
  }

  static int leakVariable (String name) throws IOException
  {
    Opener o = opener (name);
    InputStream in = o.open (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static InputStream okHandedOn (String name) throws IOException
  {
    return opener (name).open ();
  }

  static Opener okNotCalled (String name)
  {
    return opener (name);
  }

  // ---- What is captured, and what is given.  ----

  static OpenerAt openerAt (long unused, String name)
  {
    return skip -> {
      InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
      in.skip (skip);
      return in;
    };
  }

  static int okAt (String name) throws IOException
  {
    try (InputStream in = openerAt (1, name).open (5))
      {
	return in.read ();
      }
  }

  static int leakAt (String name) throws IOException
  {
    InputStream in = openerAt (1, name).open (5); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  Opener ofThis ()
  {
    return () -> new FileInputStream (name);
  }

  int leakOfThis () throws IOException
  {
    InputStream in = ofThis ().open (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  int okOfThis () throws IOException
  {
    try (InputStream in = ofThis ().open ())
      {
	return in.read ();
      }
  }

  static User closer ()
  {
    return in -> in.close ();
  }

  static User reader ()
  {
    return in -> in.read ();
  }

  static void okCloser (String name) throws IOException
  {
    closer ().use (new FileInputStream (name));
  }

  static void leakReader (String name) throws IOException
  {
    reader ().use (new FileInputStream (name)); // { dg-warning "by 'new FileInputStream' is never closed" }
  }

  static User closerOf (InputStream other)
  {
    return in -> other.close ();
  }

  static void okCaptured (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    closerOf (in).use (null);
  }

  static void leakNotCaptured (String name, InputStream other) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    closerOf (other).use (in);
  }

  // ---- Not always the same.  ----

  static User some (boolean close)
  {
    if (close)
      return in -> in.close ();
    return in -> in.read ();
  }

  static void okSome (String name) throws IOException
  {
    some (true).use (new FileInputStream (name));
  }

  // What it captures is no argument.
  static User local ()
  {
    String text = System.getProperty ("text");
    return in -> { if (text == null) in.close (); else in.close (); };
  }

  static void okLocal (String name) throws IOException
  {
    local ().use (new FileInputStream (name));
  }

  static User ofOther (User other)
  {
    return other::use;
  }

  static void okReference (String name) throws IOException
  {
    ofOther (in -> in.close ()).use (new FileInputStream (name));
  }

  static Callable<Integer> okTask (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    return () -> {
      try (InputStream it = in)
	{
	  return it.read ();
	}
    };
  }
}
