/* Corpus, success: optional, lambdas, dispatch, flags, loops, holders and
   iterators of the program itself.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// needs 11
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

class Success1
{
  static void quietly (Closeable... all)
  {
    for (Closeable c : all)
      if (c != null)
	try
	  {
	    c.close ();
	  }
	catch (IOException e)
	  {
	  }
  }

  /* Optional.  */
  static Optional<InputStream> find (String name)
  {
    try
      {
	return Optional.of (new FileInputStream (name));
      }
    catch (IOException e)
      {
	return Optional.empty ();
      }
  }

  static int leakOptional (String name) throws IOException
  {
    Optional<InputStream> in = find (name);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.isPresent () ? in.get ().read () : -1;
  }

  static int okOptional (String name) throws IOException
  {
    Optional<InputStream> found = find (name);
    if (!found.isPresent ())
      return -1;
    try (InputStream in = found.get ())
      {
	return in.read ();
      }
  }

  static void okOptionalIf (String name)
  {
    find (name).ifPresent (in -> quietly (in));
  }

  static InputStream okOptionalElse (String name)
  {
    return find (name).orElseGet (() -> new ByteArrayInputStream (new byte[0]));
  }

  /* Lambdas.  */
  interface Action<T>
  {
    T run (InputStream in) throws IOException;
  }

  static <T> T with (String name, Action<T> action) throws IOException
  {
    try (InputStream in = new FileInputStream (name))
      {
	return action.run (in);
      }
  }

  static <T> T leakWith (String name, Action<T> action) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    T result = action.run (in);
    in.close ();
    return result;
  }

  static int okWith (String name) throws IOException
  {
    return with (name, in -> in.read ());
  }

  static int okWithReference (String name) throws IOException
  {
    return with (name, InputStream::read);
  }

  static Supplier<Reader> okSupplier (String name)
  {
    return () -> {
      try
	{
	  return new FileReader (name);
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    };
  }

  static int leakSupplier (String name) throws IOException
  {
    Reader r = okSupplier (name).get (); // { dg-warning "leak" }
    return r.read ();
  }

  static Callable<Integer> okTask (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    return () -> {
      try (InputStream i = in)
	{
	  return i.read ();
	}
    };
  }

  static void leakInLambda (List<String> names)
  {
    names.forEach (n -> {
      try
	{
	  Reader r = new FileReader (n); // { dg-warning "'r' is never closed" }
	  System.out.println (r.read ());
	}
      catch (IOException e)
	{
	}
    });
  }

  static List<Integer> leakInMap (List<String> names)
  {
    return names.stream ().map (n -> {
      try
	{
	  return new FileInputStream (n).read ();
	  // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    }).collect (Collectors.toList ());
  }

  static void okThread (Socket s)
  {
    new Thread (() -> quietly (s)).start ();
  }

  static void okThreadOwns (String host) throws IOException
  {
    Socket s = new Socket (host, 1);
    Thread t = new Thread (() -> quietly (s));
    t.start ();
  }

  /* Dispatch.  */
  interface Storage
  {
    OutputStream out (String key) throws IOException;
  }

  static class Disk implements Storage
  {
    public OutputStream out (String key) throws IOException
    {
      return new FileOutputStream (key);
    }
  }

  static class Memory implements Storage
  {
    public OutputStream out (String key)
    {
      return new ByteArrayOutputStream ();
    }
  }

  static void leakStorage (Storage s, byte[] data) throws IOException
  {
    OutputStream out = s.out ("k"); // { dg-warning "'out' is never closed" }
    out.write (data);
    out.flush ();
  }

  static void okStorage (Storage s, byte[] data) throws IOException
  {
    try (OutputStream out = s.out ("k"))
      {
	out.write (data);
      }
  }

  static void okMemory (Memory m, byte[] data) throws IOException
  {
    m.out ("k").write (data);
  }

  static abstract class Template
  {
    abstract void body (Writer w) throws IOException;

    void okRender (String name) throws IOException
    {
      Writer w = new FileWriter (name);
      try
	{
	  body (w);
	}
      finally
	{
	  w.close ();
	}
    }

    void leakRender (String name) throws IOException
    {
      Writer w = new FileWriter (name); // { dg-warning "'w' is never closed" }
      w.write ("<html>");
      body (w);
    }
  }

  static class Page extends Template
  {
    @Override void body (Writer w) throws IOException
    {
      w.write ("page");
    }
  }

  /* Null tests and flags.  */
  static int okNullTest (String name) throws IOException
  {
    FileInputStream in = name == null ? null : new FileInputStream (name);
    try
      {
	return in == null ? -1 : in.read ();
      }
    finally
      {
	if (in != null)
	  in.close ();
      }
  }

  static int okFlag (String name) throws IOException
  {
    boolean opened = false;
    InputStream in = System.in;
    if (name != null)
      {
	in = new FileInputStream (name);
	opened = true;
      }
    try
      {
	return in.read ();
      }
    finally
      {
	if (opened)
	  in.close ();
      }
  }

  static int leakFlag (String name, boolean verbose) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int c = in.read ();
    if (verbose)
      {
	System.out.println (c);
	in.close ();
      }
    return c;
  }

  static InputStream okSuccess (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    boolean success = false;
    try
      {
	if (in.read () != 'x')
	  throw new IOException ("magic");
	success = true;
	return in;
      }
    finally
      {
	if (!success)
	  in.close ();
      }
  }

  static InputStream leakMagic (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    if (in.read () != 'x')
      throw new IOException ("magic");
    return in;
  }

  static InputStream leakValidate (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    try
      {
	in.skip (4);
      }
    catch (IOException e)
      {
	return null;
      }
    return in;
  }

  /* Loops.  */
  static String leakRetry (String name) throws IOException
  {
    IOException last = null;
    for (int i = 0; i < 3; i++)
      try
	{
	  BufferedReader r = new BufferedReader (new FileReader (name));
	  // { dg-warning "'r' might not be closed" "" { target *-*-* } .-1 }
	  String line = r.readLine ();
	  if (line != null)
	    {
	      r.close ();
	      return line;
	    }
	}
      catch (IOException e)
	{
	  last = e;
	}
    throw last;
  }

  static Socket okRetry (String host) throws IOException
  {
    IOException last = null;
    for (int port = 80; port < 83; port++)
      try
	{
	  return new Socket (host, port);
	}
      catch (ConnectException e)
	{
	  last = e;
	}
    throw last;
  }

  static void leakContinue (List<String> names, Writer out) throws IOException
  {
    for (String n : names)
      {
	BufferedReader r = new BufferedReader (new FileReader (n));
	// { dg-warning "'r' might not be closed" "" { target *-*-* } .-1 }
	String line = r.readLine ();
	if (line == null)
	  continue;
	out.write (line);
	r.close ();
      }
  }

  static void okContinue (List<String> names, Writer out) throws IOException
  {
    for (String n : names)
      {
	BufferedReader r = new BufferedReader (new FileReader (n));
	try
	  {
	    String line = r.readLine ();
	    if (line == null)
	      continue;
	    out.write (line);
	  }
	finally
	  {
	    r.close ();
	  }
      }
  }

  static void okRolling (List<String> lines, int max) throws IOException
  {
    Writer w = null;
    int n = 0;
    try
      {
	for (String l : lines)
	  {
	    if (w == null || n % max == 0)
	      {
		if (w != null)
		  w.close ();
		w = new FileWriter ("part" + n);
	      }
	    w.write (l);
	    n++;
	  }
      }
    finally
      {
	if (w != null)
	  w.close ();
      }
  }

  static void leakRolling (List<String> lines, int max) throws IOException
  {
    Writer w = null;
    int n = 0;
    for (String l : lines)
      {
	if (n++ % max == 0)
	  w = new FileWriter ("part" + n); // { dg-warning "'w' might not be closed" }
	w.write (l);
      }
    if (w != null)
      w.close ();
  }

  /* Recursion.  */
  static int okRecurse (InputStream in, int depth) throws IOException
  {
    if (depth == 0)
      {
	in.close ();
	return 0;
      }
    return 1 + okRecurse (in, depth - 1);
  }

  static int okStartRecursion (String name) throws IOException
  {
    return okRecurse (new FileInputStream (name), 3);
  }

  static int looking (InputStream in, int depth) throws IOException
  {
    return depth == 0 ? in.read () : looking (in, depth - 1);
  }

  static int leakStartRecursion (String name) throws IOException
  {
    return looking (new FileInputStream (name), 3);
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
  }

  /* Records, builders, generic holders.  */
  static class Holder<T>
  {
    private T value;

    Holder (T value)
    {
      this.value = value;
    }

    T get ()
    {
      return value;
    }
  }

  static int leakHolder (String name) throws IOException
  {
    Holder<InputStream> h = new Holder<> (new FileInputStream (name));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    return h.get ().read ();
  }

  static int okHolder (String name) throws IOException
  {
    Holder<InputStream> h = new Holder<> (new FileInputStream (name));
    try
      {
	return h.get ().read ();
      }
    finally
      {
	h.get ().close ();
      }
  }

  static class Config
  {
    private Reader in;
    private int limit;

    Config from (Reader in)
    {
      this.in = in;
      return this;
    }

    Config limit (int limit)
    {
      this.limit = limit;
      return this;
    }

    int load () throws IOException
    {
      try (Reader r = in)
	{
	  return r.read () + limit;
	}
    }

    int peek () throws IOException
    {
      return in.read () + limit;
    }
  }

  static int okBuilder (String name) throws IOException
  {
    return new Config ().limit (1).from (new FileReader (name)).load ();
  }

  static int leakBuilder (String name) throws IOException
  {
    return new Config ().from (new FileReader (name)).limit (2).peek ();
    // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
  }

  /* Fields.  */
  private InputStream current;
  private final List<Closeable> owned = new ArrayList<> ();

  void okSwitchTo (String name) throws IOException
  {
    if (current != null)
      current.close ();
    current = new FileInputStream (name);
  }

  <T extends Closeable> T own (T c)
  {
    owned.add (c);
    return c;
  }

  int okOwned (String name) throws IOException
  {
    Reader r = own (new FileReader (name));
    return r.read ();
  }

  static InputStream cached;

  static synchronized InputStream okCached (String name) throws IOException
  {
    if (cached == null)
      cached = new FileInputStream (name);
    return cached;
  }

  /* Iterator over lines that closes at the end.  */
  static class Lines implements Iterator<String>, Closeable
  {
    private final BufferedReader r;
    private String next;

    Lines (Reader in) throws IOException
    {
      r = new BufferedReader (in);
      next = r.readLine ();
    }

    public boolean hasNext ()
    {
      return next != null;
    }

    public String next ()
    {
      String s = next;
      try
	{
	  next = r.readLine ();
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
      return s;
    }

    public void close () throws IOException
    {
      r.close ();
    }
  }

  static int leakLines (String name) throws IOException
  {
    Lines lines = new Lines (new FileReader (name));
    // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
    int n = 0;
    while (lines.hasNext ())
      n += lines.next ().length ();
    return n;
  }

  static int okLines (String text) throws IOException
  {
    Lines lines = new Lines (new StringReader (text));
    int n = 0;
    while (lines.hasNext ())
      n += lines.next ().length ();
    return n;
  }

  static int okLinesClosed (String name) throws IOException
  {
    try (Reader in = new FileReader (name); Lines lines = new Lines (in))
      {
	return lines.hasNext () ? 1 : 0;
      }
  }

  /* Interfaces of the program with close.  */
  interface Transport extends AutoCloseable
  {
    void send (byte[] data) throws IOException;

    @Override void close () throws IOException;
  }

  static class Tcp implements Transport
  {
    private final Socket socket;

    Tcp (String host) throws IOException
    {
      socket = new Socket (host, 7);
    }

    public void send (byte[] data) throws IOException
    {
      socket.getOutputStream ().write (data);
    }

    public void close () throws IOException
    {
      socket.close ();
    }
  }

  static class Null implements Transport
  {
    public void send (byte[] data)
    {
    }

    public void close ()
    {
    }
  }

  static Transport choose (String host) throws IOException
  {
    return host == null ? new Null () : new Tcp (host);
  }

  static void leakTransport (String host) throws IOException
  {
    Transport t = choose (host);
    // { dg-warning "by 'Success1.choose' is never closed" "" { target *-*-* } .-1 }
    t.send (new byte[1]);
  }

  static void okTransport (String host) throws IOException
  {
    try (Transport t = choose (host))
      {
	t.send (new byte[1]);
      }
  }

  static void okNull () throws IOException
  {
    Transport t = new Null ();
    t.send (new byte[1]);
  }

  /* Switch, labelled break, nested try.  */
  static String leakSwitch (String name, int kind) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (name));
    // { dg-warning "'r' might not be closed" "" { target *-*-* } .-1 }
    String s;
    switch (kind)
      {
      case 0:
	s = r.readLine ();
	break;
      case 1:
	return "one";
      default:
	s = "";
      }
    r.close ();
    return s;
  }

  static int okLabelled (List<String> names) throws IOException
  {
    int found = -1;
  search:
    for (String n : names)
      try (BufferedReader r = new BufferedReader (new FileReader (n)))
	{
	  for (String l; (l = r.readLine ()) != null;)
	    if (l.isEmpty ())
	      {
		found = names.indexOf (n);
		break search;
	      }
	}
    return found;
  }

  static void leakNestedTry (String a, String b)
  {
    InputStream x = null;
    InputStream y = null;
    try
      {
	x = new FileInputStream (a);
	y = new FileInputStream (b); // { dg-warning "'y' might not be closed" }
	x.read ();
	y.read ();
      }
    catch (IOException e)
      {
	e.printStackTrace ();
      }
    finally
      {
	try
	  {
	    if (x != null)
	      x.close ();
	    if (y != null)
	      y.close ();
	  }
	catch (IOException e)
	  {
	  }
      }
  }

  static void okRethrow (String name) throws IOException
  {
    OutputStream out = new FileOutputStream (name);
    try
      {
	out.write (1);
      }
    catch (IOException | RuntimeException e)
      {
	try
	  {
	    out.close ();
	  }
	catch (IOException e2)
	  {
	    e.addSuppressed (e2);
	  }
	throw e;
      }
    out.close ();
  }
}
