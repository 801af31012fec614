/* Corpus, ownership: Java 8: subclasses of streams, states, exceptions and
   conditional ownership.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// needs 9
import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.rmi.*;
import java.rmi.server.*;
import java.security.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.jar.*;
import java.util.logging.*;
import java.util.zip.*;
import javax.naming.*;
import javax.naming.directory.*;
import javax.sql.*;
import javax.sql.rowset.*;
import javax.xml.parsers.*;
import javax.xml.stream.*;

class Ownership5
{
  static final Logger log = Logger.getLogger ("x");

  static void close (Closeable c)
  {
    if (c != null)
      try
	{
	  c.close ();
	}
      catch (IOException e)
	{
	  log.log (Level.WARNING, "cannot close", e);
	}
  }

  /* Subclasses of streams.  */
  static class Counting extends FilterInputStream
  {
    long count;

    Counting (InputStream in)
    {
      super (in);
    }

    @Override public int read () throws IOException
    {
      count++;
      return super.read ();
    }
  }

  static long leakCounting (String name) throws IOException
  {
    Counting c = new Counting (new FileInputStream (name));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    while (c.read () >= 0)
      continue;
    return c.count;
  }

  static long okCounting (String name) throws IOException
  {
    Counting c = new Counting (new FileInputStream (name));
    try
      {
	while (c.read () >= 0)
	  continue;
	return c.count;
      }
    finally
      {
	c.close ();
      }
  }

  static long okCountingBytes (byte[] data) throws IOException
  {
    Counting c = new Counting (new ByteArrayInputStream (data));
    while (c.read () >= 0)
      continue;
    return c.count;
  }

  static class Tee extends OutputStream
  {
    private final OutputStream a, b;

    Tee (OutputStream a, OutputStream b)
    {
      this.a = a;
      this.b = b;
    }

    @Override public void write (int c) throws IOException
    {
      a.write (c);
      b.write (c);
    }

    @Override public void close () throws IOException
    {
      try
	{
	  a.close ();
	}
      finally
	{
	  b.close ();
	}
    }
  }

  static void okTee (String name) throws IOException
  {
    OutputStream t = new Tee (new ByteArrayOutputStream (), new FileOutputStream (name));
    try
      {
	t.write (1);
      }
    finally
      {
	t.close ();
      }
  }

  static void leakTee (String name) throws IOException
  {
    Tee t = new Tee (System.out, new FileOutputStream (name));
    // { dg-warning "by 'new FileOutputStream' is never closed" "" { target *-*-* } .-1 }
    t.write (1);
    t.flush ();
  }

  static class Unclosing extends FilterOutputStream
  {
    Unclosing (OutputStream out)
    {
      super (out);
    }

    @Override public void close () throws IOException
    {
      flush ();
    }
  }

  static void okUnclosing (OutputStream out) throws IOException
  {
    try (OutputStream u = new Unclosing (out))
      {
	u.write (1);
      }
  }

  static void leakUnclosing (String name) throws IOException
  {
    try (OutputStream u = new Unclosing (new FileOutputStream (name)))
    // { dg-warning "by 'new FileOutputStream' is never closed" "" { target *-*-* } .-1 }
      {
	u.write (1);
      }
  }

  /* States.  */
  private Writer audit;
  private boolean auditing;

  void okStartAudit (String name) throws IOException
  {
    if (auditing)
      return;
    audit = new FileWriter (name, true);
    auditing = true;
  }

  void okStopAudit () throws IOException
  {
    if (auditing)
      audit.close ();
    auditing = false;
  }

  void leakAudit (String name) throws IOException
  {
    Writer w = new FileWriter (name, true); // { dg-warning "'w' might not be closed" }
    w.write ("start");
    audit = w;
  }

  /* Interrupted and unchecked.  */
  static void leakSleep (String host) throws IOException, InterruptedException
  {
    Socket s = new Socket (host, 1); // { dg-warning "'s' might not be closed" }
    Thread.sleep (100);
    s.close ();
  }

  static void okSleep (String host) throws IOException, InterruptedException
  {
    Socket s = new Socket (host, 1);
    try
      {
	Thread.sleep (100);
      }
    finally
      {
	s.close ();
      }
  }

  static int leakParse (File f) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (f));
    // { dg-warning "'r' might not be closed" "" { target *-*-* } .-1 }
    String line = r.readLine ();
    try
      {
	return Integer.parseInt (line);
      }
    catch (NumberFormatException e)
      {
	r.close ();
	return -1;
      }
  }

  static int okParse (File f) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (f));
    try
      {
	return Integer.parseInt (r.readLine ());
      }
    catch (NumberFormatException e)
      {
	return -1;
      }
    finally
      {
	r.close ();
      }
  }

  static void leakCustom (File f) throws IOException
  {
    OutputStream out = new FileOutputStream (f); // { dg-warning "'out' might not be closed" }
    try
      {
	out.write (validate (f.length ()));
      }
    catch (IllegalStateException e)
      {
	log.warning ("bad");
	return;
      }
    out.close ();
  }

  static int validate (long n)
  {
    if (n == 0)
      throw new IllegalStateException ("empty");
    return (int) n;
  }

  static void okExit (String name)
  {
    try
      {
	FileWriter w = new FileWriter (name);
	w.write ("x");
	w.close ();
      }
    catch (IOException e)
      {
	System.exit (1);
      }
  }

  /* Conditional ownership.  */
  static void okOwned (InputStream in, String name) throws IOException
  {
    boolean mine = in == null;
    if (mine)
      in = new FileInputStream (name);
    try
      {
	in.read ();
      }
    finally
      {
	if (mine)
	  in.close ();
      }
  }

  static void leakOwned (InputStream in, String name) throws IOException
  {
    boolean mine = in == null;
    if (mine)
      in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    in.read ();
    if (!mine)
      in.close ();
  }

  static int okArrayOf (String[] names) throws IOException
  {
    InputStream[] ins = new InputStream[names.length];
    try
      {
	for (int i = 0; i < names.length; i++)
	  ins[i] = new FileInputStream (names[i]);
	return ins.length;
      }
    finally
      {
	for (int i = 0; i < ins.length; i++)
	  close (ins[i]);
      }
  }

  /* Written as one without a leak; but if the second cannot be opened, nobody has
     the first.  */
  static Enumeration<InputStream> leakVector (String[] names) throws IOException
  {
    Vector<InputStream> v = new Vector<InputStream> ();
    for (String n : names)
      v.add (new FileInputStream (n));
      // { dg-warning "by 'new FileInputStream' might not be closed" "" { target *-*-* } .-1 }
    return v.elements ();
  }

  static Properties leakResources (ClassLoader l) throws IOException
  {
    Properties p = new Properties ();
    for (Enumeration<URL> e = l.getResources ("x.properties"); e.hasMoreElements ();)
      p.load (e.nextElement ().openStream ());
      // { dg-warning "by 'URL.openStream' is never closed" "" { target *-*-* } .-1 }
    return p;
  }

  static Properties okResources (ClassLoader l) throws IOException
  {
    Properties p = new Properties ();
    for (Enumeration<URL> e = l.getResources ("x.properties"); e.hasMoreElements ();)
      {
	InputStream in = e.nextElement ().openStream ();
	try
	  {
	    p.load (in);
	  }
	finally
	  {
	    in.close ();
	  }
      }
    return p;
  }

  static Object leakObject (byte[] b, String name) throws Exception
  {
    try (ObjectInputStream o = new ObjectInputStream (new ByteArrayInputStream (b)))
      {
	Object x = o.readObject ();
	ObjectOutputStream out = new ObjectOutputStream (new FileOutputStream (name));
	// { dg-warning "'out' is never closed" "" { target *-*-* } .-1 }
	out.writeObject (x);
	return x;
      }
  }

  static String leakAttribute (DirContext c, String dn) throws NamingException
  {
    NamingEnumeration<?> all = c.getAttributes (dn).get ("mail").getAll ();
    return (String) all.next ();
  }

  static boolean leakAuthenticate (Hashtable<String, String> env)
  {
    try
      {
	DirContext c = new InitialDirContext (env); // { dg-warning "'c' is never closed" }
	return c.getEnvironment () != null;
      }
    catch (NamingException e)
      {
	return false;
      }
  }

  static boolean okAuthenticate (Hashtable<String, String> env)
  {
    try
      {
	new InitialDirContext (env).close ();
	return true;
      }
    catch (NamingException e)
      {
	return false;
      }
  }

  static void leakUdp (byte[] b) throws IOException
  {
    MulticastSocket s = new MulticastSocket (4446); // { dg-warning "'s' might not be closed" }
    DatagramPacket p = new DatagramPacket (b, b.length);
    s.receive (p);
    if (p.getLength () > 0)
      s.close ();
  }

  static byte[] leakAgain (File f) throws IOException
  {
    for (int i = 0; ; i++)
      {
	FileInputStream in = new FileInputStream (f); // { dg-warning "'in' might not be closed" }
	byte[] b = new byte[10];
	if (in.read (b) == 10 || i > 5)
	  {
	    in.close ();
	    return b;
	  }
      }
  }

  static void okCondition (Lock l, Condition c) throws InterruptedException
  {
    l.lockInterruptibly ();
    try
      {
	c.await ();
      }
    finally
      {
	l.unlock ();
      }
  }

  static boolean leakCondition (ReentrantLock l, Queue<String> q)
  {
    l.lock (); // { dg-warning "'l' might not be unlocked" }
    if (q.isEmpty ())
      return false;
    q.remove ();
    l.unlock ();
    return true;
  }

  static AsynchronousFileChannel okAsync (Path p) throws IOException
  {
    return AsynchronousFileChannel.open (p);
  }

  static Future<Integer> leakAsync (Path p, ByteBuffer b) throws IOException
  {
    AsynchronousFileChannel c = AsynchronousFileChannel.open (p);
    // { dg-warning "'c' is never closed" "" { target *-*-* } .-1 }
    return c.read (b, 0);
  }

  static void leakSocketChannel (SocketAddress a) throws IOException
  {
    SocketChannel c = SocketChannel.open (); // { dg-warning "'c' is never closed" }
    c.configureBlocking (true);
    c.connect (a);
    c.write (ByteBuffer.allocate (1));
  }
}
