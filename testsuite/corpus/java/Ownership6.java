/* Corpus, ownership: own classes, helpers, collections and control flow.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// needs 16

import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import java.util.function.*;
import java.util.logging.*;
import java.util.stream.*;

class Ownership6
{
  // A class that is a resource.
  static class Conn implements Closeable
  {
    private final Socket socket;
    private final BufferedReader in;

    Conn (String h) throws IOException
    {
      socket = new Socket (h, 1);
      in = null;
    }

    String ask () throws IOException
    {
      return in == null ? "" : in.readLine ();
    }

    @Override public void close () throws IOException
    {
      socket.close ();
    }
  }

  static String leakConn (String h) throws IOException
  {
    Conn c = new Conn (h);
    // { dg-warning "by 'new Ownership6.Conn' is never closed" "" { target *-*-* } .-1 }
    return c.ask ();
  }

  static String okConn (String h) throws IOException
  {
    try (Conn c = new Conn (h))
      {
	return c.ask ();
      }
  }

  // Not even AutoCloseable.
  static class Log
  {
    private PrintWriter out;

    Log (File f) throws IOException
    {
      out = new PrintWriter (new FileWriter (f));
    }

    void say (String s)
    {
      out.println (s);
    }

    void shutdown ()
    {
      out.close ();
    }
  }

  static void leakLog (File f) throws IOException
  {
    Log l = new Log (f); // { dg-warning "the stream opened by 'new Ownership6.Log' is never closed" }
    l.say ("x");
  }

  static void okLog (File f) throws IOException
  {
    Log l = new Log (f);
    try
      {
	l.say ("x");
      }
    finally
      {
	l.shutdown ();
      }
  }

  // A class that opens, closes later.
  static class Lazy implements AutoCloseable
  {
    private InputStream in;
    private final String name;

    Lazy (String name)
    {
      this.name = name;
    }

    int read () throws IOException
    {
      if (in == null)
	in = new FileInputStream (name);
      return in.read ();
    }

    @Override public void close () throws IOException
    {
      if (in != null)
	in.close ();
    }
  }

  static void okLazyUnused (String n)
  {
    Lazy l = new Lazy (n);
    System.out.println (l);
  }

  // A wrapper of the user's own.
  static class Counting extends FilterInputStream
  {
    int n;

    Counting (InputStream in)
    {
      super (in);
    }

    @Override public int read () throws IOException
    {
      n++;
      return super.read ();
    }
  }

  static int leakCounting (String f) throws IOException
  {
    Counting c = new Counting (new FileInputStream (f));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    while (c.read () >= 0)
      ;
    return c.n;
  }

  static int okCounting (String f) throws IOException
  {
    try (Counting c = new Counting (new FileInputStream (f)))
      {
	while (c.read () >= 0)
	  ;
	return c.n;
      }
  }

  static int okCountingMemory (byte[] b) throws IOException
  {
    Counting c = new Counting (new ByteArrayInputStream (b));
    return c.read ();
  }

  // Field overwritten
  private InputStream current;

  void okField (String f) throws IOException
  {
    current = new FileInputStream (f);
  }

  void okFieldReplaced (String f) throws IOException
  {
    if (current != null)
      current.close ();
    current = new FileInputStream (f);
  }

  private static final List<Closeable> open = new ArrayList<> ();

  static void okRegistered (String f) throws IOException
  {
    FileInputStream in = new FileInputStream (f);
    open.add (in);
    in.read ();
  }

  // Constructor that throws after acquisition
  static class Half
  {
    private final FileInputStream in;

    Half (String f) throws IOException
    {
      in = new FileInputStream (f); // { dg-warning "'this.in' might not be closed" }
      if (in.read () != 1)
	throw new IOException ("bad");
    }

    void close () throws IOException
    {
      in.close ();
    }
  }

  // Lambdas
  interface ThrowingFunction<A, B> { B apply (A a) throws IOException; }

  static <T> T with (String f, ThrowingFunction<InputStream, T> fn) throws IOException
  {
    try (InputStream in = new FileInputStream (f))
      {
	return fn.apply (in);
      }
  }

  static int okWith (String f) throws IOException
  {
    return with (f, in -> in.read ());
  }

  static void leakLambda (List<String> names)
  {
    names.forEach (n -> {
      try
	{
	  FileReader r = new FileReader (n); // { dg-warning "'r' is never closed" }
	  r.read ();
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    });
  }

  static Supplier<InputStream> okSupplier (String f)
  {
    return () -> {
      try
	{
	  return new FileInputStream (f);
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    };
  }

  static void leakCaptured (String f) throws IOException
  {
    InputStream in = new FileInputStream (f); // { dg-warning "'in' is never closed" }
    Runnable r = () -> System.out.println (in);
    r.run ();
  }

  static Runnable okCapturedReturned (String f) throws IOException
  {
    InputStream in = new FileInputStream (f);
    return () -> {
      try { in.close (); } catch (IOException e) { }
    };
  }

  static Stream<String> okOnClose (File f) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (f));
    return r.lines ().onClose (() -> {
      try { r.close (); } catch (IOException e) { }
    });
  }

  static void leakStreamMap (List<Path> paths)
  {
    paths.stream ().map (p -> {
      try
	{
	  return Files.newInputStream (p).read ();
	  // { dg-warning "by 'Files.newInputStream' is never closed" "" { target *-*-* } .-1 }
	}
      catch (IOException e)
	{
	  return -1;
	}
    }).forEach (System.out::println);
  }

  static List<String> okFlatMap (List<Path> paths)
  {
    return paths.stream ().flatMap (p -> {
      try
	{
	  return Files.lines (p);
	}
      catch (IOException e)
	{
	  return Stream.empty ();
	}
    }).collect (Collectors.toList ());
  }

  // logging
  static void okHandler (Logger l, String f) throws IOException
  {
    l.addHandler (new FileHandler (f));
  }

  static void leakHandler (String f) throws IOException
  {
    FileHandler h = new FileHandler (f); // { dg-warning "'h' is never closed" }
    h.setLevel (Level.ALL);
  }

  // Formatter
  static void leakFormatter (String f) throws IOException
  {
    java.util.Formatter fm = new java.util.Formatter (f); // { dg-warning "'fm' is never closed" }
    fm.format ("%d", 1);
    fm.flush ();
  }

  static String okFormatter ()
  {
    java.util.Formatter fm = new java.util.Formatter ();
    fm.format ("%d", 1);
    return fm.toString ();
  }

  // Recursion
  static void leakRecursive (File dir) throws IOException
  {
    for (File f : dir.listFiles ())
      if (f.isDirectory ())
	leakRecursive (f);
      else
	{
	  FileInputStream in = new FileInputStream (f); // { dg-warning "'in' is never closed" }
	  in.read ();
	}
  }

  static void okRecursive (Deque<File> left) throws IOException
  {
    File f = left.poll ();
    if (f == null)
      return;
    try (FileInputStream in = new FileInputStream (f))
      {
	in.read ();
	okRecursive (left);
      }
  }

  // throws in helper, unchecked
  static void check (int n)
  {
    if (n < 0)
      throw new IllegalArgumentException ("negative");
  }

  static void leakUncheckedHelper (String f, int n) throws IOException
  {
    FileOutputStream out = new FileOutputStream (f);
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    check (n);
    try { out.write (n); } finally { out.close (); }
  }

  static void okCheckedBefore (String f, int n) throws IOException
  {
    check (n);
    FileOutputStream out = new FileOutputStream (f);
    try { out.write (n); } finally { out.close (); }
  }

  // interrupted
  static void leakInterrupted (String f) throws Exception
  {
    FileOutputStream out = new FileOutputStream (f); // { dg-warning "'out' might not be closed" }
    Thread.sleep (10);
    out.close ();
  }

  // close throws
  static void leakTwo (String a, String b) throws IOException
  {
    FileInputStream x = null;
    FileInputStream y = null;
    try
      {
	x = new FileInputStream (a);
	y = new FileInputStream (b); // { dg-warning "'y' might not be closed" }
      }
    finally
      {
	if (x != null)
	  x.close ();
	if (y != null)
	  y.close ();
      }
  }

  static void okTwo (String a, String b) throws IOException
  {
    FileInputStream x = null;
    FileInputStream y = null;
    try
      {
	x = new FileInputStream (a);
	y = new FileInputStream (b);
      }
    finally
      {
	try
	  {
	    if (x != null)
	      x.close ();
	  }
	finally
	  {
	    if (y != null)
	      y.close ();
	  }
      }
  }

  // builder / fluent
  static class Builder
  {
    private InputStream in;
    Builder with (InputStream i) { in = i; return this; }
    int build () throws IOException { try (InputStream i = in) { return i.read (); } }
  }

  static int okBuilder (String f) throws IOException
  {
    return new Builder ().with (new FileInputStream (f)).build ();
  }

  // array
  static void okArray (String[] names) throws IOException
  {
    InputStream[] in = new InputStream[names.length];
    try
      {
	for (int i = 0; i < names.length; i++)
	  in[i] = new FileInputStream (names[i]);
      }
    finally
      {
	for (InputStream i : in)
	  if (i != null)
	    i.close ();
      }
  }

  // iterator held
  static class Lines implements Iterator<String>, Closeable
  {
    private final BufferedReader r;
    private String next;

    Lines (Reader r) throws IOException
    {
      this.r = new BufferedReader (r);
      next = this.r.readLine ();
    }

    public boolean hasNext () { return next != null; }
    public String next ()
    {
      try { String s = next; next = r.readLine (); return s; }
      catch (IOException e) { throw new UncheckedIOException (e); }
    }
    public void close () throws IOException { r.close (); }
  }

  static int leakIterator (String f) throws IOException
  {
    Lines l = new Lines (new FileReader (f));
    // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
    int n = 0;
    while (l.hasNext ())
      {
	l.next ();
	n++;
      }
    return n;
  }

  static int okIterator (String s) throws IOException
  {
    Lines l = new Lines (new StringReader (s));
    int n = 0;
    while (l.hasNext ())
      {
	l.next ();
	n++;
      }
    return n;
  }

  // inheritance
  static abstract class Base implements Closeable
  {
    protected final InputStream in;
    Base (InputStream in) { this.in = in; }
    public void close () throws IOException { in.close (); }
  }

  static class Derived extends Base
  {
    Derived (String f) throws IOException { super (new FileInputStream (f)); }
    int get () throws IOException { return in.read (); }
  }

  static int leakDerived (String f) throws IOException
  {
    Derived d = new Derived (f);
    // { dg-warning "by 'new Ownership6.Derived' is never closed" "" { target *-*-* } .-1 }
    return d.get ();
  }

  static int okDerived (String f) throws IOException
  {
    try (Derived d = new Derived (f))
      {
	return d.get ();
      }
  }

  // static factory of own class
  static Conn connect (String h) throws IOException
  {
    return new Conn (h);
  }

  static String leakConnFactory (String h) throws IOException
  {
    return connect (h).ask ();
    // { dg-warning "by 'Ownership6.connect' is never closed" "" { target *-*-* } .-1 }
  }

  // retries
  static Socket okRetry (String h) throws IOException
  {
    IOException last = null;
    for (int i = 0; i < 3; i++)
      try
	{
	  return new Socket (h, 80);
	}
      catch (IOException e)
	{
	  last = e;
	}
    throw last;
  }

  static Socket leakRetry (String h) throws IOException
  {
    for (int i = 0; i < 3; i++)
      {
	Socket s = new Socket (h, 80); // { dg-warning "'s' might not be closed" }
	if (s.isConnected ())
	  return s;
      }
    return null;
  }

  // exit
  static void okExit (String f) throws IOException
  {
    FileReader r = new FileReader (f); // { dg-warning "'r' might not be closed" }
    if (r.read () < 0)
      System.exit (1);
    r.close ();
  }

  // instanceof
  static void closeIt (Object o) throws IOException
  {
    if (o instanceof Closeable)
      ((Closeable) o).close ();
  }

  static void okInstanceof (String f) throws IOException
  {
    Object o = new FileInputStream (f);
    closeIt (o);
  }
}
