/* Corpus, ownership: inheritance, callbacks, builders, half-made objects and
   other ways of one's own.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

class Ownership2
{
  static class BadFormat extends Exception
  {
    BadFormat (String m)
    {
      super (m);
    }
  }

  static abstract class Base implements Closeable
  {
    protected final RandomAccessFile file;

    Base (String name) throws IOException
    {
      file = new RandomAccessFile (name, "r");
    }

    abstract int parse () throws IOException, BadFormat;

    public void close () throws IOException
    {
      file.close ();
    }
  }

  static class Ints extends Base
  {
    Ints (String name) throws IOException
    {
      super (name);
    }

    int parse () throws IOException, BadFormat
    {
      int n = file.readInt ();
      if (n < 0)
	throw new BadFormat ("negative");
      return n;
    }
  }

  static class Checked extends Base
  {
    final int version;

    Checked (String name) throws IOException
    {
      super (name); // { dg-warning "'this.file' might not be closed" }
      version = file.readUnsignedByte ();
      if (version > 3)
	throw new IOException ("version");
    }

    int parse ()
    {
      return version;
    }
  }

  static class CheckedWell extends Base
  {
    final int version;

    CheckedWell (String name) throws IOException
    {
      super (name);
      boolean ok = false;
      try
	{
	  version = file.readUnsignedByte ();
	  ok = true;
	}
      finally
	{
	  if (!ok)
	    file.close ();
	}
    }

    int parse ()
    {
      return version;
    }
  }

  static int leakInts (String name) throws IOException, BadFormat
  {
    Ints i = new Ints (name);
    // { dg-warning "by 'new Ownership2.Ints' might not be closed" "" { target *-*-* } .-1 }
    int n = i.parse ();
    i.close ();
    return n;
  }

  static int okInts (String name) throws IOException
  {
    try (Base b = new Ints (name))
      {
	return b.parse ();
      }
    catch (BadFormat e)
      {
	return -1;
      }
  }

  static Base open (String name) throws IOException
  {
    return name.endsWith (".i") ? new Ints (name) : new CheckedWell (name);
  }

  static int leakOpen (String name) throws IOException, BadFormat
  {
    return open (name).parse ();
    // { dg-warning "by 'Ownership2.open' is never closed" "" { target *-*-* } .-1 }
  }

  static int okOpen (String name) throws IOException, BadFormat
  {
    Base b = open (name);
    try
      {
	return b.parse ();
      }
    finally
      {
	b.close ();
      }
  }

  /* Builders.  */
  static class Client implements AutoCloseable
  {
    private final Socket socket;
    private final int timeout;

    private Client (Builder b) throws IOException
    {
      socket = new Socket (b.host, b.port);
      timeout = b.timeout;
    }

    static Builder builder ()
    {
      return new Builder ();
    }

    int ask () throws IOException
    {
      return socket.getInputStream ().read () + timeout;
    }

    @Override public void close () throws IOException
    {
      socket.close ();
    }

    static class Builder
    {
      private String host = "localhost";
      private int port = 80, timeout;

      Builder host (String host)
      {
	this.host = host;
	return this;
      }

      Builder port (int port)
      {
	this.port = port;
	return this;
      }

      Client build () throws IOException
      {
	return new Client (this);
      }
    }
  }

  static int leakBuilt (String host) throws IOException
  {
    Client c = Client.builder ().host (host).port (1).build ();
    // { dg-warning "by 'Ownership2.Client.Builder.build' is never closed" "" { target *-*-* } .-1 }
    return c.ask ();
  }

  static int okBuilt (String host) throws IOException
  {
    try (Client c = Client.builder ().host (host).build ())
      {
	return c.ask ();
      }
  }

  /* Callbacks.  */
  interface Handler
  {
    void handle (Socket s) throws IOException;
  }

  static void okAccept (ServerSocket server, Handler h) throws IOException
  {
    h.handle (server.accept ());
  }

  static class Closing implements Handler
  {
    public void handle (Socket s) throws IOException
    {
      s.close ();
    }
  }

  static void okClosing (ServerSocket server) throws IOException
  {
    new Closing ().handle (server.accept ());
  }

  static class Looking
  {
    int look (Socket s)
    {
      return s.getPort ();
    }
  }

  static int leakLooking (ServerSocket server) throws IOException
  {
    return new Looking ().look (server.accept ());
    // { dg-warning "by 'ServerSocket.accept' is never closed" "" { target *-*-* } .-1 }
  }

  interface Pool
  {
    Connection borrow () throws SQLException;

    void giveBack (Connection c);
  }

  static int okPool (Pool p) throws SQLException
  {
    Connection c = p.borrow ();
    try
      {
	return c.getTransactionIsolation ();
      }
    finally
      {
	p.giveBack (c);
      }
  }

  static class SimplePool implements Pool
  {
    private final Deque<Connection> free = new ArrayDeque<> ();
    private final String url;

    SimplePool (String url)
    {
      this.url = url;
    }

    public synchronized Connection borrow () throws SQLException
    {
      Connection c = free.poll ();
      return c != null ? c : DriverManager.getConnection (url);
    }

    public synchronized void giveBack (Connection c)
    {
      free.push (c);
    }
  }

  static class NoPool implements Pool
  {
    public Connection borrow () throws SQLException
    {
      return DriverManager.getConnection ("x");
    }

    public void giveBack (Connection c)
    {
      try
	{
	  c.close ();
	}
      catch (SQLException e)
	{
	}
    }
  }

  static String leakBorrowed (Pool p) throws SQLException
  {
    Connection c = p.borrow (); // { dg-warning "'c' might not be closed" }
    String s = c.getCatalog ();
    if (s != null)
      p.giveBack (c);
    return s;
  }

  /* Defaults of interfaces, statics, nested classes.  */
  interface Named
  {
    String name ();

    default InputStream stream () throws IOException
    {
      return new FileInputStream (name ());
    }

    default int leakFirst () throws IOException
    {
      return stream ().read ();
      // { dg-warning "by 'Ownership2.Named.stream' is never closed" "" { target *-*-* } .-1 }
    }

    default int okFirst () throws IOException
    {
      try (InputStream in = stream ())
	{
	  return in.read ();
	}
    }

    static Named of (String n)
    {
      return () -> n;
    }
  }

  static int leakNamed (String n) throws IOException
  {
    InputStream in = Named.of (n).stream (); // { dg-warning "'in' is never closed" }
    return in.available ();
  }

  static class Outer
  {
    private OutputStream out;

    class Part
    {
      void open (String name) throws IOException
      {
	out = new FileOutputStream (name);
      }
    }

    Part okPart ()
    {
      return new Part ();
    }

    void close () throws IOException
    {
      if (out != null)
	out.close ();
    }
  }

  static void okOuter (String name) throws IOException
  {
    Outer o = new Outer ();
    try
      {
	o.okPart ().open (name);
      }
    finally
      {
	o.close ();
      }
  }

  /* References.  */
  static final AtomicReference<Socket> CURRENT = new AtomicReference<> ();

  static void okSetCurrent (String host) throws IOException
  {
    Socket old = CURRENT.getAndSet (new Socket (host, 1));
    if (old != null)
      old.close ();
  }

  static final ThreadLocal<Connection> LOCAL = new ThreadLocal<> ();

  static Connection okLocal (String url) throws SQLException
  {
    Connection c = LOCAL.get ();
    if (c == null)
      {
	c = DriverManager.getConnection (url);
	LOCAL.set (c);
      }
    return c;
  }

  static int leakAtomic (String host) throws IOException
  {
    AtomicReference<Socket> r = new AtomicReference<> ();
    r.set (new Socket (host, 1));
    // { dg-warning "by 'new Socket' is never closed" "" { target *-*-* } .-1 }
    return r.get ().getPort ();
  }

  static void okAtomic (String host) throws IOException
  {
    AtomicReference<Socket> r = new AtomicReference<> ();
    try
      {
	r.set (new Socket (host, 1));
      }
    finally
      {
	Socket s = r.get ();
	if (s != null)
	  s.close ();
      }
  }

  /* Half-made wrappers.  */
  static BufferedReader leakEncoding (String name, String enc) throws IOException
  {
    return new BufferedReader (new InputStreamReader (new FileInputStream (name), enc));
    // { dg-warning "by 'new FileInputStream' might not be closed" "" { target *-*-* } .-1 }
  }

  static BufferedReader okEncoding (String name, String enc) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return new BufferedReader (new InputStreamReader (in, enc));
      }
    catch (UnsupportedEncodingException e)
      {
	in.close ();
	throw e;
      }
  }

  static ObjectInputStream leakObjects (Socket s) throws IOException
  {
    InputStream in = Files.newInputStream (Paths.get ("x"));
    // { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
    s.setTcpNoDelay (true);
    return new ObjectInputStream (in);
  }

  /* Closing one by one.  */
  static void leakFirstThrows (String a, String b) throws IOException
  {
    OutputStream x = new FileOutputStream (a);
    try
      {
	OutputStream y = new FileOutputStream (b); // { dg-warning "'y' might not be closed" }
	x.write (1);
	y.write (2);
	y.close ();
      }
    finally
      {
	x.close ();
      }
  }

  static void okFirstThrows (String a, String b) throws IOException
  {
    OutputStream x = new FileOutputStream (a);
    try
      {
	OutputStream y = new FileOutputStream (b);
	try
	  {
	    x.write (1);
	    y.write (2);
	  }
	finally
	  {
	    y.close ();
	  }
      }
    finally
      {
	x.close ();
      }
  }

  static void okSuppressed (String a) throws IOException
  {
    OutputStream x = new FileOutputStream (a);
    Throwable primary = null;
    try
      {
	x.write (1);
      }
    catch (Throwable t)
      {
	primary = t;
	throw t;
      }
    finally
      {
	if (primary != null)
	  try
	    {
	      x.close ();
	    }
	  catch (Throwable t)
	    {
	      primary.addSuppressed (t);
	    }
	else
	  x.close ();
      }
  }

  /* Numbers of things.  */
  static int leakCount (List<String> names) throws IOException
  {
    int opened = 0;
    Reader last = null;
    for (String n : names)
      {
	last = new FileReader (n); // { dg-warning "'last' might not be closed" }
	opened++;
      }
    if (last != null)
      last.close ();
    return opened;
  }

  static int okCount (List<String> names) throws IOException
  {
    int total = 0;
    Reader last = null;
    try
      {
	for (String n : names)
	  {
	    if (last != null)
	      last.close ();
	    last = new FileReader (n);
	    total += last.read ();
	  }
      }
    finally
      {
	if (last != null)
	  last.close ();
      }
    return total;
  }

  static InputStream okFirstThatOpens (List<String> names)
  {
    for (String n : names)
      try
	{
	  return new FileInputStream (n);
	}
      catch (FileNotFoundException e)
	{
	  System.err.println (n);
	}
    return null;
  }

  static int leakFirstThatOpens (List<String> names) throws IOException
  {
    InputStream in = okFirstThatOpens (names); // { dg-warning "'in' is never closed" }
    if (in == null)
      return -1;
    return in.read ();
  }

  static int okNullAndClosed (List<String> names) throws IOException
  {
    InputStream in = okFirstThatOpens (names);
    if (in == null)
      return -1;
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static boolean okTernary (String name, boolean real) throws IOException
  {
    Writer w = real ? new FileWriter (name) : new StringWriter ();
    try
      {
	w.write ("x");
	return w instanceof StringWriter;
      }
    finally
      {
	w.close ();
      }
  }

  static String leakTernary (String name, boolean real) throws IOException
  {
    Writer w = real ? new FileWriter (name) : new StringWriter ();
    // { dg-warning "'w' is never closed" "" { target *-*-* } .-1 }
    w.write ("x");
    return w.toString ();
  }

  static String okOnlyString (String s) throws IOException
  {
    Writer w = new BufferedWriter (new StringWriter ());
    w.write (s);
    w.flush ();
    return w.toString ();
  }

  static void okMain (String[] args) throws IOException
  {
    ServerSocket s = new ServerSocket (1); // { dg-warning "'s' is never closed" }
    for (;;)
      handle (s.accept ());
  }

  static void handle (Socket s)
  {
    new Thread ()
      {
	@Override public void run ()
	{
	  try
	    {
	      s.getOutputStream ().write (1);
	      s.close ();
	    }
	  catch (IOException e)
	    {
	    }
	}
      }.start ();
  }

  static int okSwitch (int mode, String name) throws IOException
  {
    InputStream in;
    switch (mode)
      {
      case 0:
	in = new FileInputStream (name);
	break;
      case 1:
	in = new ByteArrayInputStream (new byte[2]);
	break;
      default:
	throw new IOException ("mode");
      }
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static int leakSwitch (int mode, String name) throws IOException
  {
    InputStream in = null;
    switch (mode)
      {
      case 0:
	in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	/* Falls through.  */
      case 1:
	in = new ByteArrayInputStream (new byte[2]);
	break;
      default:
	break;
      }
    return in == null ? -1 : in.read ();
  }

  static <T> T okApply (String name, Function<? super InputStream, T> f) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return f.apply (in);
      }
    finally
      {
	in.close ();
      }
  }

  static int leakLambdaUse (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    IntSupplier s = () -> in.hashCode ();
    return s.getAsInt ();
  }

  static Runnable okLambdaClose (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    return () -> {
      try
	{
	  in.close ();
	}
      catch (IOException e)
	{
	}
    };
  }
}
