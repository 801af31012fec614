// Tracker 3.2 (1): what a method of the program has a throw statement for, its
// callers see, though nobody has to declare it.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

class ExceptionOfProgram
{
  static class Trouble extends RuntimeException
  {
    Trouble (String what) { super (what); }
    Trouble (Throwable cause) { super (cause); }
  }

  // ---- Thrown by the method called.  ----

  static void check (int n)
  {
    if (n < 0)
      throw new IllegalArgumentException ("negative");
  }

  static void leakCheck (String name, int n) throws IOException
  {
    OutputStream out = new FileOutputStream (name); // { dg-warning "'out' might not be closed" }
    check (n);
    out.write (n);
    out.close ();
  }

  static void okCheckBefore (String name, int n) throws IOException
  {
    check (n);
    try (OutputStream out = new FileOutputStream (name))
      {
	out.write (n);
      }
  }

  static void okCheckInside (String name, int n) throws IOException
  {
    try (OutputStream out = new FileOutputStream (name))
      {
	check (n);
	out.write (n);
      }
  }

  static void okCheckConstant (String name) throws IOException
  {
    OutputStream out = new FileOutputStream (name);
    check (1);
    out.close ();
  }

  static void leakCheckConstant (String name) throws IOException
  {
    OutputStream out = new FileOutputStream (name); // { dg-warning "'out' might not be closed" }
    check (-1);
    out.close ();
  }

  static void okCheckTested (String name, int n) throws IOException
  {
    if (n < 0)
      return;
    OutputStream out = new FileOutputStream (name);
    check (n);
    out.close ();
  }

  // ---- Arguments that cannot be null.  ----

  static <T> T there (T x, String what)
  {
    if (x == null)
      throw new NullPointerException (what);
    return x;
  }

  static int leakThere (String name, Object other) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    there (other, "other");
    try { return in.read (); } finally { in.close (); }
  }

  static int okThereItself (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    there (in, "in");
    try { return in.read (); } finally { in.close (); }
  }

  static int okThereConstant (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    there ("text", "text");
    there (String.class, "class");
    try { return in.read (); } finally { in.close (); }
  }

  static int okThereNew (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    there (new StringBuilder (), "builder");
    try { return in.read (); } finally { in.close (); }
  }

  int okThereThis (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    there (this, "this");
    try { return in.read (); } finally { in.close (); }
  }

  static int kind (String text)
  {
    if (text == "a")
      throw new Trouble ("a");
    return text.length ();
  }

  static int okOtherText (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    int n = kind ("b");
    in.close ();
    return n;
  }

  static int leakSameText (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int n = kind ("a");
    in.close ();
    return n;
  }

  // ---- By what it declares, though it need not.  ----

  static void parse (String text) throws Trouble
  {
    inner (text);
  }

  static void inner (String text) throws Trouble
  {
    if (text.isEmpty ())
      throw new Trouble ("nothing");
  }

  static void leakDeclared (String name, String text) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    parse (text);
    in.close ();
  }

  static void okDeclared (String name, String text) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try { parse (text); } finally { in.close (); }
  }

  // It declares, but nothing throws.
  static void never (String text) throws Trouble
  {
    System.out.println (text);
  }

  static void okNever (String name, String text) throws IOException
  {
    InputStream in = new FileInputStream (name);
    never (text);
    in.close ();
  }

  // Caught on the way, or believed by nobody on it.
  static boolean parses (String text) throws Trouble
  {
    try
      {
	parse (text);
	return true;
      }
    catch (Trouble t)
      {
	return false;
      }
  }

  static boolean okParses (String name, String text) throws IOException
  {
    InputStream in = new FileInputStream (name);
    boolean yes = parses (text);
    in.close ();
    return yes;
  }

  static void unaware (String text)
  {
    parse (text);
  }

  static void okUnaware (String name, String text) throws IOException
  {
    InputStream in = new FileInputStream (name);
    unaware (text);
    in.close ();
  }

  // ---- Another exception in its place.  ----

  static int first (InputStream in)
  {
    try
      {
	return in.read ();
      }
    catch (IOException e)
      {
	throw new UncheckedIOException (e);
      }
  }

  static int leakFirst (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int n = first (in);
    in.close ();
    return n;
  }

  static int okFirst (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try { return first (in); } finally { in.close (); }
  }

  static Trouble trouble (Throwable cause)
  {
    return new Trouble (cause);
  }

  static int made (InputStream in)
  {
    try
      {
	return in.read ();
      }
    catch (IOException e)
      {
	throw trouble (e);
      }
  }

  static int leakMade (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int n = made (in);
    in.close ();
    return n;
  }

  // It has closed what it was given.
  static int closes (InputStream in)
  {
    try (InputStream it = in)
      {
	return it.read ();
      }
    catch (IOException e)
      {
	throw new Trouble (e);
      }
  }

  static int okCloses (String name) throws IOException
  {
    return closes (new FileInputStream (name));
  }

  // ---- Who catches it.  ----

  static void leakCaught (String name, int n) throws IOException
  {
    OutputStream out = null;
    try
      {
	out = new FileOutputStream (name); // { dg-warning "'out' might not be closed" }
	check (n);
	out.close ();
      }
    catch (IllegalArgumentException e)
      {
	System.out.println (e);
      }
  }

  static void okCaught (String name, int n) throws IOException
  {
    OutputStream out = new FileOutputStream (name);
    try
      {
	check (n);
      }
    catch (IllegalArgumentException e)
      {
	System.out.println (e);
      }
    out.close ();
  }

  // The handler is there for what check throws, not for printing.
  static void okExplained (String name, int n) throws IOException
  {
    OutputStream out = null;
    try
      {
	check (n);
	out = new FileOutputStream (name);
	System.out.println (n);
	out.close ();
      }
    catch (IllegalArgumentException e)
      {
	System.out.println (e);
      }
  }

  static void leakOtherCaught (String name, int n) throws IOException
  {
    OutputStream out = new FileOutputStream (name); // { dg-warning "'out' might not be closed" }
    try
      {
	check (n);
      }
    catch (IllegalStateException e)
      {
	System.out.println (e);
      }
    out.close ();
  }

  // ---- The state of an object; a constructor.  ----

  static class Gate
  {
    private boolean shut;
    private final int size;

    Gate (int size)
    {
      if (size < 1)
	throw new IllegalArgumentException ("size");
      this.size = size;
    }

    void open ()
    {
      if (shut)
	throw new IllegalStateException ("shut");
    }

    void shut () { shut = true; }
  }

  // Who calls it knows when.
  static void okGateOfOther (String name, Gate gate) throws IOException
  {
    InputStream in = new FileInputStream (name);
    gate.open ();
    in.close ();
  }

  private boolean closed;

  private void open ()
  {
    if (closed)
      throw new IllegalStateException ("closed");
  }

  void leakOwnState (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    open ();
    in.close ();
  }

  void okOwnState (String name) throws IOException
  {
    open ();
    InputStream in = new FileInputStream (name);
    in.close ();
  }

  static class Cause
  {
    int first (InputStream in)
    {
      try
	{
	  return in.read ();
	}
      catch (IOException e)
	{
	  throw new IllegalStateException (e);
	}
    }
  }

  static int leakCause (String name, Cause cause) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int n = cause.first (in);
    in.close ();
    return n;
  }

  static void okGate (String name, Gate gate) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try { gate.open (); } finally { in.close (); }
  }

  static Gate leakNewGate (String name, int n) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    Gate gate = new Gate (n);
    in.close ();
    return gate;
  }

  static Gate okNewGate (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    Gate gate = new Gate (5);
    in.close ();
    return gate;
  }

  // ---- Several bodies.  ----

  interface Step { void run (int n); }

  static class Careful implements Step
  {
    public void run (int n) { check (n); if (n == 7) throw new Trouble ("seven"); }
  }

  static class Plain implements Step
  {
    public void run (int n) { System.out.println (n); }
  }

  static Step some (boolean b)
  {
    return b ? new Careful () : new Plain ();
  }

  static void leakStep (String name, Step step, int n) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    step.run (n);
    in.close ();
  }

  interface Part { int part (); }

  static class Whole implements Part { public int part () { return 1; } }

  // A body for lack of a better.
  static class Missing implements Part
  {
    public int part () { throw new UnsupportedOperationException (); }
  }

  static Part part (boolean b)
  {
    return b ? new Whole () : new Missing ();
  }

  static void okPart (String name, Part part) throws IOException
  {
    InputStream in = new FileInputStream (name);
    part.part ();
    in.close ();
  }

  // What only says that the program has failed.
  static void fail (String text)
  {
    if (text != null)
      throw new AssertionError (text);
  }

  static void okFail (String name, String text) throws IOException
  {
    InputStream in = new FileInputStream (name);
    fail (text);
    in.close ();
  }

  // A lambda is not run where it is made.
  static Consumer<Integer> okLambda (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    Consumer<Integer> c = n -> { if (n < 0) throw new Trouble ("later"); };
    in.close ();
    return c;
  }
}
