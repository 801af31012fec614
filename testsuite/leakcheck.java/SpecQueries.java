/* Questions to what holds handles, questions for the class of a handle, names
   of character sets, and rows for methods that a class inherits.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.nio.charset.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.atomic.*;
import javax.naming.*;
import javax.naming.directory.*;

class SpecQueries
{
  /* What was taken out by its key before, the new iterator gives again.  */
  static void okByKey (List<String> texts) throws IOException
  {
    Map<String, Writer> open = new HashMap<> ();
    try
      {
	for (String e : texts)
	  {
	    Writer w = open.get (e);
	    if (w == null)
	      {
		w = new FileWriter (e);
		open.put (e, w);
	      }
	    w.write (e);
	  }
      }
    finally
      {
	for (Writer w : open.values ())
	  try
	    {
	      w.close ();
	    }
	  catch (IOException e)
	    {
	      e.printStackTrace ();
	    }
      }
  }

  static void leakSomeByKey (List<String> texts) throws IOException
  {
    Map<String, Writer> open = new HashMap<> ();
    try
      {
	for (String e : texts)
	  {
	    Writer w = open.get (e);
	    if (w == null)
	      {
		w = new FileWriter (e); // { dg-warning "'w' might not be closed" }
		open.put (e, w);
	      }
	    w.write (e);
	  }
      }
    finally
      {
	for (Writer w : open.values ())
	  if (w instanceof FileWriter && texts.isEmpty ())
	    w.close ();
      }
  }

  static int okAskedTwice (String name) throws IOException
  {
    Optional<InputStream> in = Optional.of (new FileInputStream (name));
    try
      {
	return in.isPresent () ? in.get ().read () : -1;
      }
    finally
      {
	if (in.isPresent ())
	  in.get ().close ();
      }
  }

  static int leakAskedTwice (String name) throws IOException
  {
    Optional<InputStream> in = Optional.of (new FileInputStream (name));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    int n = in.isPresent () ? in.get ().read () : -1;
    if (in.isPresent ())
      n += in.get ().read ();
    return n;
  }

  static void leakOneOfTwo (List<InputStream> given, String name) throws IOException
  {
    List<InputStream> all = new ArrayList<> ();
    all.add (new FileInputStream (name));
    // { dg-warning "by 'new FileInputStream' might not be closed" "" { target *-*-* } .-1 }
    for (InputStream in : all)
      if (in.available () > 0)
	in.close ();
  }

  /* What its class surely is.  */
  static int okSurelyThat (Object o) throws IOException
  {
    Closeable c = o instanceof String ? new FileInputStream ((String) o) : null;
    if (!(c instanceof InputStream))
      return -1;
    try
      {
	return ((InputStream) c).read ();
      }
    finally
      {
	c.close ();
      }
  }

  static void leakSurelyNot (String name) throws IOException
  {
    Closeable c = new FileInputStream (name); // { dg-warning "'c' is never closed" }
    if (c instanceof OutputStream)
      c.close ();
  }

  static void okMaybe (Object o) throws IOException
  {
    if (o instanceof InputStream)
      ((InputStream) o).close ();
  }

  /* A character set that is at hand has a name that is known.  */
  static int okNameOf (String name, Charset set) throws IOException
  {
    try (Reader in = new InputStreamReader (new FileInputStream (name), set.name ()))
      {
	return in.read ();
      }
  }

  static void okNameOfDefault (String name) throws IOException
  {
    PrintStream out
      = new PrintStream (new FileOutputStream (name), true, Charset.defaultCharset ().name ());
    out.println ();
    out.close ();
  }

  static int leakDisplayName (String name, Locale set) throws IOException
  {
    try (Reader in = new InputStreamReader (new FileInputStream (name), set.toString ()))
    // { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
      {
	return in.read ();
      }
  }

  /* Nobody knows what the callee does, but who closes afterwards has only lent
     what he closes.  */
  interface Reading
  {
    int run (InputStream in) throws IOException;
  }

  static int leakLent (String name, Reading r) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int n = r.run (in);
    in.close ();
    return n;
  }

  static int leakLentWrapped (String name, Reading r) throws IOException
  {
    InputStream raw = new FileInputStream (name); // { dg-warning "'raw' might not be closed" }
    InputStream in = new BufferedInputStream (raw);
    int n = r.run (in);
    if (in != null)
      in.close ();
    return n;
  }

  static int okLent (String name, Reading r) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return r.run (in);
      }
    finally
      {
	in.close ();
      }
  }

  static int okGiven (String name, Reading r) throws IOException
  {
    InputStream in = new FileInputStream (name);
    return r.run (in);
  }

  static int okGivenUnlessThrown (String name, Reading r) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return r.run (in);
      }
    catch (IOException e)
      {
	in.close ();
	throw e;
      }
  }

  static int okNotThis (String name, Reading r) throws IOException
  {
    InputStream in = new FileInputStream (name);
    int n = r.run (in);
    try (InputStream other = new FileInputStream (name))
      {
	return n + other.read ();
      }
  }

  /* A truth has two values: what is not true is false.  */
  static final AtomicReference<Reader> current = new AtomicReference<> ();

  static void okIfFirst (String name) throws IOException
  {
    Reader r = new FileReader (name);
    if (!current.compareAndSet (null, r))
      r.close ();
  }

  void okIfFirstHere (AtomicReference<Reader> here, String name) throws IOException
  {
    Reader r = new FileReader (name);
    if (here.compareAndSet (null, r))
      return;
    r.close ();
  }

  static void leakUnlessFirst (String name) throws IOException
  {
    Reader r = new FileReader (name); // { dg-warning "'r' might not be closed" }
    if (!current.compareAndSet (null, r))
      System.out.println (name);
  }

  static void leakIfFirst (String name) throws IOException
  {
    AtomicReference<Reader> here = new AtomicReference<> ();
    Reader r = new FileReader (name); // { dg-warning "'r' might not be closed" }
    if (!here.compareAndSet (null, r))
      r.close ();
  }

  /* The end of the result set is that of its statement, too.  */
  static ResultSet okOnCompletion (Connection c) throws SQLException
  {
    Statement s = c.createStatement ();
    s.closeOnCompletion ();
    return s.executeQuery ("SELECT 1");
  }

  static ResultSet leakOnCompletion (Connection c) throws SQLException
  {
    Statement s = c.createStatement (); // { dg-warning "'s' is never closed" }
    if (!s.isCloseOnCompletion ())
      throw new SQLException ("not so");
    return s.executeQuery ("SELECT 1");
  }

  /* hasMoreElements is Enumeration's; what its end means is NamingEnumeration's;
     and its elements are no handles of it.  */
  static int okToTheEnd (DirContext c)
  {
    int n = 0;
    try
      {
	NamingEnumeration<SearchResult> e = c.search ("ou=people", "(uid=*)", null);
	while (e.hasMoreElements ())
	  n++;
      }
    catch (NamingException e)
      {
	return -1;
      }
    return n;
  }

  static SearchResult leakFirst (DirContext c) throws NamingException
  {
    NamingEnumeration<SearchResult> e = c.search ("ou=people", "(uid=*)", null);
    // { dg-warning "'e' is never closed" "" { target *-*-* } .-1 }
    return e.nextElement ();
  }

  static String okOfFirst (DirContext c) throws NamingException
  {
    return leakFirst (c).getName ();
  }

  /* Bindings of a directory are asked over the network, others are at hand.  */
  static boolean okBindings (Context c) throws NamingException
  {
    return c.listBindings ("").hasMore ();
  }

  static boolean leakBindings (DirContext c) throws NamingException
  {
    return c.listBindings ("").hasMore ();
    // { dg-warning "'DirContext.listBindings' might not be closed" "" { target *-*-* } .-1 }
  }
}
