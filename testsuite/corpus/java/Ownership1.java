/* Corpus, ownership: sockets, locks, databases and the program's own classes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import javax.sql.DataSource;

class Ownership1
{
  /* Sockets.  */

  static int leakSocketConnect (String host, int port) throws IOException
  {
    Socket s = new Socket ();
    s.connect (new InetSocketAddress (host, port), 1000);
    // { dg-warning "'s' is never closed" "" { target *-*-* } .-1 }
    OutputStream out = s.getOutputStream ();
    out.write (1);
    return s.getInputStream ().read ();
  }

  static Socket leakHalfMade (String host, int port) throws IOException
  {
    Socket s = new Socket (host, port); // { dg-warning "'s' might not be closed" }
    s.setSoTimeout (1000);
    s.setTcpNoDelay (true);
    return s;
  }

  static Socket okHalfMade (String host, int port) throws IOException
  {
    Socket s = new Socket (host, port);
    boolean ok = false;
    try
      {
	s.setSoTimeout (1000);
	ok = true;
	return s;
      }
    finally
      {
	if (!ok)
	  s.close ();
      }
  }

  static Socket okHalfMadeCatch (String host, int port) throws IOException
  {
    Socket s = new Socket (host, port);
    try
      {
	s.setKeepAlive (true);
      }
    catch (IOException | RuntimeException e)
      {
	try
	  {
	    s.close ();
	  }
	catch (IOException f)
	  {
	    e.addSuppressed (f);
	  }
	throw e;
      }
    return s;
  }

  static void okClosedByStream (String host) throws IOException
  {
    Socket s = new Socket (host, 80);
    PrintWriter w;
    try
      {
	w = new PrintWriter (s.getOutputStream ());
      }
    catch (IOException e)
      {
	s.close ();
	throw e;
      }
    w.println ("GET / HTTP/1.0");
    w.close ();
  }

  static void okServer (int port, ExecutorService pool) throws IOException
  {
    try (ServerSocket server = new ServerSocket (port))
      {
	while (!Thread.currentThread ().isInterrupted ())
	  {
	    Socket client = server.accept ();
	    pool.execute (() -> serve (client));
	  }
      }
  }

  static void serve (Socket s)
  {
    try (Socket t = s)
      {
	t.getOutputStream ().write (0);
      }
    catch (IOException e)
      {
	e.printStackTrace ();
      }
  }

  static void leakServer (int port) throws IOException
  {
    try (ServerSocket server = new ServerSocket (port))
      {
	Socket client = server.accept (); // { dg-warning "'client' might not be closed" }
	DataInputStream in = new DataInputStream (client.getInputStream ());
	if (in.readUTF ().equals ("quit"))
	  return;
	client.close ();
      }
  }

  static int leakUrl (String url) throws IOException
  {
    URL u = new URL (url);
    return u.openStream ().read (); // { dg-warning "by 'URL.openStream' is never closed" }
  }

  static int leakErrorStream (HttpURLConnection c) throws IOException
  {
    InputStream in = c.getResponseCode () >= 400 ? c.getErrorStream ()
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
      : c.getInputStream (); // { dg-warning "'in' is never closed" }
    int n = 0;
    while (in.read () >= 0)
      n++;
    return n;
  }

  static String okUrl (String url) throws IOException
  {
    URLConnection c = new URL (url).openConnection ();
    c.setConnectTimeout (100);
    try (BufferedReader in
	   = new BufferedReader (new InputStreamReader (c.getInputStream ())))
      {
	return in.readLine ();
      }
  }

  static void leakDatagram (byte[] data, SocketAddress to) throws IOException
  {
    DatagramSocket s = new DatagramSocket (); // { dg-warning "'s' might not be closed" }
    s.send (new DatagramPacket (data, data.length, to));
    s.close ();
  }

  static SocketChannel leakChannel (SocketAddress a) throws IOException
  {
    SocketChannel c = SocketChannel.open (); // { dg-warning "'c' might not be closed" }
    c.configureBlocking (false);
    if (!c.connect (a))
      throw new ConnectException ("not yet");
    return c;
  }

  static SocketChannel okChannel (SocketAddress a) throws IOException
  {
    SocketChannel c = SocketChannel.open (a);
    try
      {
	c.configureBlocking (false);
      }
    catch (Throwable t)
      {
	c.close ();
	throw t;
      }
    return c;
  }

  static void leakSelector (ServerSocketChannel server) throws IOException
  {
    Selector s = Selector.open (); // { dg-warning "'s' is never closed" }
    server.register (s, SelectionKey.OP_ACCEPT);
    while (s.select () > 0)
      s.selectedKeys ().clear ();
  }

  /* JDBC.  */

  static String leakStatement (Connection c, String q) throws SQLException
  {
    Statement s = c.createStatement (); // { dg-warning "'s' is never closed" }
    ResultSet r = s.executeQuery (q);
    String v = r.next () ? r.getString (1) : null;
    r.close ();
    return v;
  }

  static String okResultOfStatement (Connection c, String q) throws SQLException
  {
    try (Statement s = c.createStatement ())
      {
	ResultSet r = s.executeQuery (q);
	return r.next () ? r.getString (1) : null;
      }
  }

  static int leakChain (DataSource d) throws SQLException
  {
    return d.getConnection ().prepareStatement ("DELETE FROM t").executeUpdate ();
    // { dg-warning "by 'DataSource.getConnection' is never closed" "" { target *-*-* } .-1 }
  }

  static void leakReassigned (Connection c) throws SQLException
  {
    PreparedStatement p = c.prepareStatement ("INSERT INTO a VALUES (1)");
    // { dg-warning "'p' is never closed" "" { target *-*-* } .-1 }
    p.executeUpdate ();
    p = c.prepareStatement ("INSERT INTO b VALUES (1)");
    try
      {
	p.executeUpdate ();
      }
    finally
      {
	p.close ();
      }
  }

  static void okOldStyle (DataSource d) throws SQLException
  {
    Connection c = null;
    PreparedStatement p = null;
    ResultSet r = null;
    try
      {
	c = d.getConnection ();
	p = c.prepareStatement ("SELECT 1");
	r = p.executeQuery ();
	while (r.next ())
	  System.out.println (r.getInt (1));
      }
    finally
      {
	close (r, p, c);
      }
  }

  static void close (ResultSet r, Statement s, Connection c)
  {
    try
      {
	if (r != null)
	  r.close ();
      }
    catch (SQLException e)
      {
      }
    try
      {
	if (s != null)
	  s.close ();
      }
    catch (SQLException e)
      {
      }
    try
      {
	if (c != null)
	  c.close ();
      }
    catch (SQLException e)
      {
      }
  }

  static void leakOldStyle (DataSource d) throws SQLException
  {
    Connection c = d.getConnection (); // { dg-warning "'c' is never closed" }
    PreparedStatement p = null;
    try
      {
	p = c.prepareStatement ("SELECT 1");
	p.execute ();
      }
    finally
      {
	close (null, p, null);
      }
  }

  interface Work<T>
  {
    T with (Connection c) throws SQLException;
  }

  static <T> T okTemplate (DataSource d, Work<T> w) throws SQLException
  {
    try (Connection c = d.getConnection ())
      {
	return w.with (c);
      }
  }

  static Integer leakInTemplate (DataSource d) throws SQLException
  {
    return okTemplate (d, c -> {
      Statement s = c.createStatement (); // { dg-warning "'s' is never closed" }
      return s.executeUpdate ("DELETE FROM t");
    });
  }

  static void leakTransaction (DataSource d) throws SQLException
  {
    Connection c = d.getConnection (); // { dg-warning "'c' might not be closed" }
    c.setAutoCommit (false);
    try
      {
	c.commit ();
      }
    finally
      {
	c.close ();
      }
  }

  /* Locks.  */

  private final Lock lock = new ReentrantLock ();
  private final Condition empty = lock.newCondition ();
  private final ReadWriteLock both = new ReentrantReadWriteLock ();
  private final Map<String, String> map = new HashMap<> ();
  private int size;

  int leakLock (int n)
  {
    lock.lock (); // { dg-warning "by 'Lock.lock' might not be unlocked" }
    if (size < n)
      return -1;
    size -= n;
    lock.unlock ();
    return size;
  }

  int okLock (int n) throws InterruptedException
  {
    lock.lockInterruptibly ();
    try
      {
	while (size < n)
	  empty.await ();
	size -= n;
	return size;
      }
    finally
      {
	lock.unlock ();
      }
  }

  boolean okTryLock () throws InterruptedException
  {
    if (!lock.tryLock (1, TimeUnit.SECONDS))
      return false;
    try
      {
	return size == 0;
      }
    finally
      {
	lock.unlock ();
      }
  }

  void leakAwait () throws InterruptedException
  {
    lock.lock (); // { dg-warning "by 'Lock.lock' might not be unlocked" }
    while (size == 0)
      empty.await ();
    size--;
    lock.unlock ();
  }

  String okUpgrade (String key)
  {
    both.readLock ().lock ();
    try
      {
	String v = map.get (key);
	if (v != null)
	  return v;
      }
    finally
      {
	both.readLock ().unlock ();
      }
    both.writeLock ().lock ();
    try
      {
	return map.computeIfAbsent (key, k -> k + k);
      }
    finally
      {
	both.writeLock ().unlock ();
      }
  }

  String leakWrongLock (String key)
  {
    both.writeLock ().lock ();
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    try
      {
	return map.put (key, key);
      }
    finally
      {
	both.readLock ().unlock ();
      }
  }

  /* Classes of one's own.  */

  static class Channel implements AutoCloseable
  {
    private final Socket socket;
    private BufferedReader in;
    private Writer out;

    Channel (String host) throws IOException
    {
      socket = new Socket (host, 1);
      try
	{
	  in = new BufferedReader (new InputStreamReader (socket.getInputStream ()));
	  out = new OutputStreamWriter (socket.getOutputStream ());
	}
      catch (IOException e)
	{
	  socket.close ();
	  throw e;
	}
    }

    String ask (String what) throws IOException
    {
      out.write (what);
      out.flush ();
      return in.readLine ();
    }

    @Override public void close () throws IOException
    {
      socket.close ();
    }
  }

  static String leakOwn (String host) throws IOException
  {
    Channel c = new Channel (host);
    // { dg-warning "by 'new Ownership1.Channel' is never closed" "" { target *-*-* } .-1 }
    return c.ask ("who");
  }

  static String okOwn (String host) throws IOException
  {
    try (Channel c = new Channel (host))
      {
	return c.ask ("who");
      }
  }

  static class LeakField
  {
    private final InputStream a;
    private final InputStream b;

    LeakField (String x, String y) throws IOException
    {
      a = new FileInputStream (x); // { dg-warning "'this.a' might not be closed" }
      b = new FileInputStream (y);
    }

    void dispose () throws IOException
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

  static class LeakCloseOnlyOne implements Closeable
  {
    private final InputStream a;
    private final OutputStream b;

    LeakCloseOnlyOne (InputStream a, String y) throws IOException
    {
      this.a = a;
      this.b = new FileOutputStream (y);
    }

    public void close () throws IOException
    {
      a.close ();
      b.close ();
    }
  }

  static class Rolling implements Closeable
  {
    private Writer current;
    private int n;

    void okRoll (String name) throws IOException
    {
      if (current != null)
	current.close ();
      current = new FileWriter (name + n++);
    }

    void leakRoll (String name) throws IOException
    {
      current = new FileWriter (name + n++);
      // { dg-warning "leak" "" { target *-*-* } .-1 }
    }

    public void close () throws IOException
    {
      if (current != null)
	{
	  current.close ();
	  current = null;
	}
    }
  }

  static class Builder
  {
    private String host = "localhost";
    private int port = 80;

    Builder host (String h)
    {
      host = h;
      return this;
    }

    Builder port (int p)
    {
      port = p;
      return this;
    }

    Socket build () throws IOException
    {
      return new Socket (host, port);
    }
  }

  static boolean leakBuilt () throws IOException
  {
    Socket s = new Builder ().host ("a").port (2).build ();
    // { dg-warning "'s' is never closed" "" { target *-*-* } .-1 }
    return s.isBound ();
  }

  static boolean okBuilt () throws IOException
  {
    try (Socket s = new Builder ().host ("a").port (2).build ())
      {
	return s.isBound ();
      }
  }

  static class Holder<T extends Closeable>
  {
    private final T value;

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

  static <T extends Closeable, R> R using (Callable<T> make, Function<T, R> use)
    throws Exception
  {
    T t = make.call ();
    try
      {
	return use.apply (t);
      }
    finally
      {
	t.close ();
      }
  }

  static String okUsing (String name) throws Exception
  {
    return using (() -> new FileReader (name), Object::toString);
  }

  static class Pool
  {
    private final Deque<Socket> free = new ArrayDeque<> ();

    Socket okTake (String host) throws IOException
    {
      Socket s = free.poll ();
      return s != null ? s : new Socket (host, 1);
    }

    void okGive (Socket s)
    {
      free.push (s);
    }
  }

  static abstract class Source implements Closeable
  {
    abstract InputStream stream () throws IOException;

    static Source of (String name)
    {
      return new Source ()
      {
	private InputStream in;

	InputStream stream () throws IOException
	{
	  if (in == null)
	    in = new FileInputStream (name);
	  return in;
	}

	public void close () throws IOException
	{
	  if (in != null)
	    in.close ();
	}
      };
    }
  }

  static int okSource (String name) throws IOException
  {
    try (Source s = Source.of (name))
      {
	return s.stream ().read ();
      }
  }

  static void leakThread (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    Thread t = new Thread (() -> {
      try
	{
	  in.read ();
	}
      catch (IOException e)
	{
	  e.printStackTrace ();
	}
    });
    t.start ();
  }

  static void okThread (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    new Thread (() -> {
      try
	{
	  in.read ();
	}
      catch (IOException e)
	{
	  e.printStackTrace ();
	}
      finally
	{
	  try
	    {
	      in.close ();
	    }
	  catch (IOException e)
	    {
	    }
	}
    }).start ();
  }

  static int leakNestedTry (String a, String b)
  {
    try
      {
	InputStream x = new FileInputStream (a); // { dg-warning "'x' might not be closed" }
	try
	  {
	    InputStream y = new FileInputStream (b);
	    try
	      {
		return x.read () + y.read ();
	      }
	    finally
	      {
		y.close ();
		x.close ();
	      }
	  }
	catch (FileNotFoundException e)
	  {
	    return 0;
	  }
      }
    catch (IOException e)
      {
	return -1;
      }
  }

  static int okNestedTry (String a, String b)
  {
    try
      {
	InputStream x = new FileInputStream (a);
	try
	  {
	    InputStream y = new FileInputStream (b);
	    try
	      {
		return x.read () + y.read ();
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
    catch (IOException e)
      {
	return -1;
      }
  }

  static InputStream leakOptional (Optional<String> name) throws IOException
  {
    Optional<InputStream> in = Optional.empty ();
    if (name.isPresent ())
      in = Optional.of (new FileInputStream (name.get ()));
      // { dg-warning "by 'new FileInputStream' might not be closed" "" { target *-*-* } .-1 }
    if (in.isPresent () && in.get ().available () > 0)
      return in.get ();
    return null;
  }

  static int okOptional (Optional<String> name) throws IOException
  {
    Optional<InputStream> in = Optional.empty ();
    if (name.isPresent ())
      in = Optional.of (new FileInputStream (name.get ()));
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

  static Closeable okLambdaCloses (String name) throws IOException
  {
    Writer w = new FileWriter (name);
    return () -> {
      w.flush ();
      w.close ();
    };
  }

  static void leakLambdaCloseable (String name) throws IOException
  {
    Closeable c = okLambdaCloses (name);
    // { dg-warning "leak" "" { xfail *-*-* } .-1 }
    System.out.println (c);
  }

  static void okMapOfWriters (Map<String, String> texts) throws IOException
  {
    Map<String, Writer> open = new HashMap<> ();
    try
      {
	for (Map.Entry<String, String> e : texts.entrySet ())
	  {
	    Writer w = open.get (e.getKey ());
	    if (w == null)
	      {
		w = new FileWriter (e.getKey ());
		open.put (e.getKey (), w);
	      }
	    w.write (e.getValue ());
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

  static Writer okAssert (String name) throws IOException
  {
    Writer w = new FileWriter (name);
    assert w != null;
    return Objects.requireNonNull (w);
  }

  static void okInitInCatch (File f) throws IOException
  {
    InputStream in;
    try
      {
	in = new FileInputStream (f);
      }
    catch (FileNotFoundException e)
      {
	in = new ByteArrayInputStream (new byte[0]);
      }
    try
      {
	in.read ();
      }
    finally
      {
	in.close ();
      }
  }
}
