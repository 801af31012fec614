/* Corpus, container: resources in classes, helpers, collections, lambdas and
   generics of the program itself.

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

class Container2
{
  /* A class that is a resource.  */
  static class Journal implements AutoCloseable
  {
    private final Writer out;
    private int lines;

    Journal (String name) throws IOException
    {
      out = new BufferedWriter (new FileWriter (name, true));
    }

    void add (String line) throws IOException
    {
      out.write (line);
      lines++;
    }

    int lines ()
    {
      return lines;
    }

    @Override public void close () throws IOException
    {
      out.close ();
    }
  }

  static int leakJournal (String name) throws IOException
  {
    Journal j = new Journal (name);
    // { dg-warning "by 'new Container2.Journal' is never closed" "" { target *-*-* } .-1 }
    j.add ("x");
    return j.lines ();
  }

  static int okJournal (String name) throws IOException
  {
    try (Journal j = new Journal (name))
      {
	j.add ("y");
	return j.lines ();
      }
  }

  /* One whose constructor leaks when it fails.  */
  static class Pair implements Closeable
  {
    final InputStream in;
    final OutputStream out;

    Pair (String a, String b) throws IOException
    {
      in = new FileInputStream (a); // { dg-warning "'this.in' might not be closed" }
      out = new FileOutputStream (b);
    }

    public void close () throws IOException
    {
      try
	{
	  in.close ();
	}
      finally
	{
	  out.close ();
	}
    }
  }

  static class SafePair implements Closeable
  {
    final InputStream in;
    final OutputStream out;

    SafePair (String a, String b) throws IOException
    {
      in = new FileInputStream (a);
      try
	{
	  out = new FileOutputStream (b);
	}
      catch (IOException e)
	{
	  in.close ();
	  throw e;
	}
    }

    public void close () throws IOException
    {
      try
	{
	  in.close ();
	}
      finally
	{
	  out.close ();
	}
    }
  }

  static void leakPair (String a, String b) throws IOException
  {
    SafePair p = new SafePair (a, b); // { dg-warning "'p' is never closed" }
    p.in.transferTo (p.out);
  }

  static void okPair (String a, String b) throws IOException
  {
    try (SafePair p = new SafePair (a, b))
      {
	p.in.transferTo (p.out);
      }
  }

  /* A resource that is opened late.  */
  static class Session
  {
    private Connection c;

    Connection connection (String url) throws SQLException
    {
      if (c == null)
	c = DriverManager.getConnection (url);
      return c;
    }

    boolean leakQuery (String url) throws SQLException
    {
      Statement s = connection (url).createStatement (); // { dg-warning "'s' is never closed" }
      return s.execute ("x");
    }

    boolean okQuery (String url) throws SQLException
    {
      try (Statement s = connection (url).createStatement ())
	{
	  return s.execute ("x");
	}
    }

    void close ()
    {
      if (c != null)
	try
	  {
	    c.close ();
	  }
	catch (SQLException e)
	  {
	  }
      c = null;
    }
  }

  /* Factories.  */
  static InputStream open (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    return name.endsWith (".gz") ? new java.util.zip.GZIPInputStream (in) : in;
  }

  static BufferedReader reader (File f) throws IOException
  {
    return new BufferedReader (new InputStreamReader (new FileInputStream (f), "UTF-8"));
  }

  static String leakFactory (File f) throws IOException
  {
    BufferedReader r = reader (f); // { dg-warning "'r' is never closed" }
    String line, last = null;
    while ((line = r.readLine ()) != null)
      last = line;
    return last;
  }

  static String okFactory (File f) throws IOException
  {
    BufferedReader r = reader (f);
    try
      {
	return r.readLine ();
      }
    finally
      {
	r.close ();
      }
  }

  static void leakFactoryIgnored (File f) throws IOException
  {
    reader (f); // { dg-warning "the stream opened by 'Container2.reader' is never closed" }
  }

  static int leakChain (File f) throws IOException
  {
    return reader (f).read ();
    // { dg-warning "by 'Container2.reader' is never closed" "" { target *-*-* } .-1 }
  }

  /* Helpers that close.  */
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

  static void okVarargs (String a, String b) throws IOException
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (a);
	out = new FileOutputStream (b);
	in.transferTo (out);
      }
    finally
      {
	quietly (in, out);
      }
  }

  static void leakVarargs (String a, String b) throws IOException
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (a);
	out = new FileOutputStream (b); // { dg-warning "'out' is never closed" }
	in.transferTo (out);
      }
    finally
      {
	quietly (in);
      }
  }

  static void closeIf (InputStream in, boolean wanted) throws IOException
  {
    if (wanted)
      in.close ();
  }

  static int okCloseIf (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return in.read ();
      }
    finally
      {
	closeIf (in, true);
      }
  }

  static int leakCloseIf (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    int c = in.read ();
    closeIf (in, false);
    return c;
  }

  static int drain (InputStream in) throws IOException
  {
    int n = 0;
    while (in.read () >= 0)
      n++;
    return n;
  }

  static int leakDrain (String name) throws IOException
  {
    return drain (new FileInputStream (name));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
  }

  static int drainAndClose (InputStream in) throws IOException
  {
    try (in)
      {
	return drain (in);
      }
  }

  static int okDrain (String name) throws IOException
  {
    return drainAndClose (new FileInputStream (name));
  }

  /* Collections.  */
  static int leakList (List<String> names) throws IOException
  {
    List<InputStream> all = new ArrayList<> ();
    for (String n : names)
      all.add (new FileInputStream (n));
      // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    int sum = 0;
    for (InputStream in : all)
      sum += in.read ();
    return sum;
  }

  static int okList (List<String> names) throws IOException
  {
    List<InputStream> all = new ArrayList<> ();
    try
      {
	for (String n : names)
	  all.add (new FileInputStream (n));
	return all.size ();
      }
    finally
      {
	for (InputStream in : all)
	  in.close ();
      }
  }

  static void okDeque (List<Path> paths) throws IOException
  {
    Deque<Closeable> open = new ArrayDeque<> ();
    try
      {
	for (Path p : paths)
	  open.push (Files.newInputStream (p));
      }
    finally
      {
	while (!open.isEmpty ())
	  open.pop ().close ();
      }
  }

  static Map<String, Reader> okMap (List<String> names) throws IOException
  {
    Map<String, Reader> m = new HashMap<> ();
    for (String n : names)
      m.put (n, new FileReader (n));
    return m;
  }

  static int leakMap (List<String> names) throws IOException
  {
    Map<String, Reader> m = new TreeMap<> ();
    for (String n : names)
      m.put (n, new FileReader (n));
      // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
    return m.size ();
  }

  static void okForEach (Map<String, Socket> sockets, String host) throws IOException
  {
    sockets.put (host, new Socket (host, 80));
  }

  static int leakArray (String a, String b) throws IOException
  {
    Reader[] rs = { new FileReader (a), new StringReader (b) };
    // { dg-warning "'rs.0.' is never closed" "" { target *-*-* } .-1 }
    return rs[0].read () + rs[1].read ();
  }

  static void okValues (List<String> names) throws IOException
  {
    Map<String, Reader> m = new HashMap<> ();
    try
      {
	for (String n : names)
	  m.put (n, new FileReader (n));
      }
    finally
      {
	for (Reader r : m.values ())
	  r.close ();
      }
  }

  static void okForEachLambda (List<String> names) throws IOException
  {
    List<Reader> rs = new ArrayList<> ();
    try
      {
	for (String n : names)
	  rs.add (new FileReader (n));
      }
    finally
      {
	rs.forEach (r -> quietly (r));
      }
  }
}
