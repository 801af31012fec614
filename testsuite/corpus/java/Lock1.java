/* Corpus, lock: sockets, databases, channels, locks and processes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// needs 11

import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.sql.*;
import javax.sql.DataSource;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

class Lock1
{
  // sockets
  static void leakSocket (String h) throws IOException
  {
    Socket s = new Socket (h, 80); // { dg-warning "'s' is never closed" }
    OutputStream out = s.getOutputStream ();
    out.write ("GET /".getBytes ());
  }

  static void okSocketStream (String h) throws IOException
  {
    Socket s = new Socket (h, 80);
    try
      {
	s.getOutputStream ().write (1);
	s.getInputStream ().read ();
      }
    finally
      {
	s.close ();
      }
  }

  static void okSocketByStream (String h) throws IOException
  {
    try (Socket s = new Socket (h, 80);
	 BufferedReader r = new BufferedReader (new InputStreamReader (s.getInputStream ())))
      {
	r.readLine ();
      }
  }

  static void okSocketUnconnected () throws IOException
  {
    Socket s = new Socket ();
    s.setSoTimeout (100);
  }

  static void leakSocketConnect (SocketAddress a) throws IOException
  {
    Socket s = new Socket ();
    s.connect (a, 1000); // { dg-warning "'s' is never closed" }
    s.getOutputStream ().write (1);
  }

  static boolean okSocketProbe (SocketAddress a)
  {
    try (Socket s = new Socket ())
      {
	s.connect (a, 1000);
	return true;
      }
    catch (IOException e)
      {
	return false;
      }
  }

  static void leakServer (int port) throws IOException
  {
    ServerSocket server = new ServerSocket (port); // { dg-warning "'server' is never closed" }
    while (true)
      {
	Socket s = server.accept ();
	s.close ();
      }
  }

  static void leakAccept (ServerSocket server) throws IOException
  {
    Socket s = server.accept (); // { dg-warning "'s' might not be closed" }
    if (s.getPort () < 1024)
      return;
    s.close ();
  }

  static void okAcceptHanded (ServerSocket server, ExecutorService pool) throws IOException
  {
    Socket s = server.accept ();
    pool.execute (() -> {
      try { s.getInputStream ().read (); s.close (); } catch (IOException e) { }
    });
  }

  static int leakDatagram (byte[] b) throws IOException
  {
    DatagramSocket d = new DatagramSocket (); // { dg-warning "'d' is never closed" }
    DatagramPacket p = new DatagramPacket (b, b.length);
    d.receive (p);
    return p.getLength ();
  }

  static String leakUrl (URL u) throws IOException
  {
    BufferedReader r = new BufferedReader (new InputStreamReader (u.openStream ()));
    // { dg-warning "'r' is never closed" "" { target *-*-* } .-1 }
    StringBuilder sb = new StringBuilder ();
    String l;
    while ((l = r.readLine ()) != null)
      sb.append (l);
    return sb.toString ();
  }

  static int okUrl (URL u) throws IOException
  {
    InputStream in = u.openStream ();
    try { return in.read (); } finally { in.close (); }
  }

  static int leakConnectionStream (URL u) throws IOException
  {
    HttpURLConnection c = (HttpURLConnection) u.openConnection ();
    c.setRequestMethod ("GET");
    InputStream in = c.getInputStream (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int okConnectionDisconnect (URL u) throws IOException
  {
    HttpURLConnection c = (HttpURLConnection) u.openConnection ();
    try
      {
	InputStream in = c.getInputStream ();
	return in.read ();
      }
    finally
      {
	c.disconnect ();
      }
  }

  static int okConnectionCode (URL u) throws IOException
  {
    HttpURLConnection c = (HttpURLConnection) u.openConnection ();
    return c.getResponseCode ();
  }

  // channels
  static void leakChannel (Path p, ByteBuffer b) throws IOException
  {
    FileChannel c = FileChannel.open (p, StandardOpenOption.READ);
    // { dg-warning "'c' is never closed" "" { target *-*-* } .-1 }
    c.read (b);
  }

  static long okChannelOfRaf (String f) throws IOException
  {
    try (RandomAccessFile raf = new RandomAccessFile (f, "r"))
      {
	FileChannel c = raf.getChannel ();
	return c.size ();
      }
  }

  static void leakTransfer (String a, String b) throws IOException
  {
    FileChannel in = new FileInputStream (a).getChannel ();
    // { dg-warning "'in' might not be closed" "" { target *-*-* } .-1 }
    FileChannel out = new FileOutputStream (b).getChannel ();
    // { dg-warning "'out' might not be closed" "" { target *-*-* } .-1 }
    in.transferTo (0, in.size (), out);
    in.close ();
    out.close ();
  }

  static void okTransfer (String a, String b) throws IOException
  {
    try (FileInputStream fis = new FileInputStream (a);
	 FileOutputStream fos = new FileOutputStream (b))
      {
	FileChannel in = fis.getChannel ();
	in.transferTo (0, in.size (), fos.getChannel ());
      }
  }

  static void leakSelector () throws IOException
  {
    Selector sel = Selector.open (); // { dg-warning "'sel' is never closed" }
    sel.select (10);
  }

  static void leakSocketChannel (SocketAddress a, ByteBuffer b) throws IOException
  {
    SocketChannel c = SocketChannel.open (a); // { dg-warning "'c' is never closed" }
    while (b.hasRemaining ())
      c.write (b);
    c.shutdownOutput ();
  }

  static void okSocketChannel (SocketAddress a, ByteBuffer b) throws IOException
  {
    try (SocketChannel c = SocketChannel.open ())
      {
	c.connect (a);
	c.write (b);
      }
  }

  // jdbc
  static int leakJdbc (String url) throws SQLException
  {
    Connection c = DriverManager.getConnection (url); // { dg-warning "'c' is never closed" }
    Statement s = c.createStatement ();
    ResultSet r = s.executeQuery ("select count(*) from t");
    r.next ();
    return r.getInt (1);
  }

  static int okJdbc (DataSource d) throws SQLException
  {
    try (Connection c = d.getConnection ();
	 PreparedStatement s = c.prepareStatement ("select ?"))
      {
	s.setInt (1, 2);
	try (ResultSet r = s.executeQuery ())
	  {
	    return r.next () ? r.getInt (1) : 0;
	  }
      }
  }

  static int okJdbcConnectionOnly (DataSource d) throws SQLException
  {
    try (Connection c = d.getConnection ())
      {
	Statement s = c.createStatement ();
	ResultSet r = s.executeQuery ("select 1");
	return r.next () ? r.getInt (1) : 0;
      }
  }

  static int leakStatement (Connection c) throws SQLException
  {
    Statement s = c.createStatement (); // { dg-warning "'s' is never closed" }
    return s.executeUpdate ("delete from t");
  }

  static boolean leakResultSetException (Connection c) throws SQLException
  {
    PreparedStatement s = c.prepareStatement ("select 1"); // { dg-warning "'s' might not be closed" }
    ResultSet r = s.executeQuery ();
    boolean b = r.next ();
    r.close ();
    s.close ();
    return b;
  }

  static boolean okResultSetOfStatement (Connection c) throws SQLException
  {
    try (Statement s = c.createStatement ())
      {
	ResultSet r = s.executeQuery ("x");
	return r.next ();
      }
  }

  static void leakTransaction (DataSource d) throws SQLException
  {
    Connection c = d.getConnection (); // { dg-warning "'c' might not be closed" }
    c.setAutoCommit (false);
    try
      {
	try (Statement s = c.createStatement ())
	  {
	    s.execute ("x");
	  }
	c.commit ();
	c.close ();
      }
    catch (SQLException e)
      {
	c.rollback ();
	throw e;
      }
  }

  static void okTransaction (DataSource d) throws SQLException
  {
    Connection c = d.getConnection ();
    try
      {
	c.setAutoCommit (false);
	try (Statement s = c.createStatement ())
	  {
	    s.execute ("x");
	  }
	c.commit ();
      }
    catch (SQLException e)
      {
	c.rollback ();
	throw e;
      }
    finally
      {
	c.close ();
      }
  }

  static ResultSet okReturnResult (Statement s) throws SQLException
  {
    return s.executeQuery ("x");
  }

  static void okMeta (Connection c) throws SQLException
  {
    DatabaseMetaData m = c.getMetaData ();
    System.out.println (m.getURL ());
  }

  // locks
  private final ReentrantLock lock = new ReentrantLock ();
  private final ReadWriteLock rw = new ReentrantReadWriteLock ();
  private int value;

  int leakLock (int x)
  {
    lock.lock (); // { dg-warning "the lock locked by 'ReentrantLock.lock' might not be unlocked" }
    if (x < 0)
      return -1;
    value += x;
    lock.unlock ();
    return value;
  }

  int okLock (int x)
  {
    lock.lock ();
    try
      {
	if (x < 0)
	  return -1;
	value += x;
	return value;
      }
    finally
      {
	lock.unlock ();
      }
  }

  boolean leakTryLock () throws InterruptedException
  {
    if (lock.tryLock (1, TimeUnit.SECONDS))
    // { dg-warning "by 'ReentrantLock.tryLock' might not be unlocked" "" { target *-*-* } .-1 }
      {
	value++;
	if (value > 10)
	  return false;
	lock.unlock ();
	return true;
      }
    return false;
  }

  boolean okTryLock () throws InterruptedException
  {
    if (!lock.tryLock (1, TimeUnit.SECONDS))
      return false;
    try
      {
	value++;
      }
    finally
      {
	lock.unlock ();
      }
    return true;
  }

  int leakReadLock ()
  {
    rw.readLock ().lock (); // { dg-warning "the lock locked by 'Lock.lock' might not be unlocked" }
    int v = value;
    if (v == 0)
      throw new IllegalStateException ();
    rw.readLock ().unlock ();
    return v;
  }

  int okReadLock ()
  {
    rw.readLock ().lock ();
    try
      {
	return value;
      }
    finally
      {
	rw.readLock ().unlock ();
      }
  }

  void okWriteLock (int v)
  {
    Lock l = rw.writeLock ();
    l.lock ();
    try { value = v; } finally { l.unlock (); }
  }

  void lockIt ()
  {
    lock.lock ();
  }

  void unlockIt ()
  {
    lock.unlock ();
  }

  static void leakSemaphore (Semaphore s, int n) throws InterruptedException
  {
    s.acquire (); // of a kind that is off
    if (n == 0)
      return;
    s.release ();
  }

  // processes
  static int leakProcess (String cmd) throws IOException
  {
    Process p = new ProcessBuilder (cmd).start ();
    BufferedReader r = new BufferedReader (new InputStreamReader (p.getInputStream ()));
    // { dg-warning "'r' is never closed" "" { target *-*-* } .-1 }
    return r.read ();
  }

  static int okProcess (String cmd) throws Exception
  {
    Process p = Runtime.getRuntime ().exec (cmd);
    try (BufferedReader r = new BufferedReader (new InputStreamReader (p.getInputStream ())))
      {
	r.readLine ();
      }
    return p.waitFor ();
  }

  static void okProcessDestroyed (String cmd) throws IOException
  {
    Process p = new ProcessBuilder (cmd).start ();
    try
      {
	p.getInputStream ().read ();
      }
    finally
      {
	p.destroy ();
      }
  }

  // executors are off by default
  static void okExecutor ()
  {
    ExecutorService e = Executors.newFixedThreadPool (2);
    e.submit (() -> 1);
  }

  // class loader
  static Class<?> leakLoader (URL[] u) throws ClassNotFoundException
  {
    URLClassLoader l = new URLClassLoader (u); // { dg-warning "'l' might not be closed" }
    return l.loadClass ("x.Y");
  }

  static Class<?> okLoader (URL[] u) throws Exception
  {
    try (URLClassLoader l = new URLClassLoader (u))
      {
	return l.loadClass ("x.Y");
      }
  }

  // file locks
  static void leakFileLock (String f) throws IOException
  {
    try (FileOutputStream out = new FileOutputStream (f))
      {
	out.write (1);
      }
    FileOutputStream other = new FileOutputStream (f, true);
    // { dg-warning "'other' is never closed" "" { target *-*-* } .-1 }
    FileLock fl = other.getChannel ().lock ();
    fl.release ();
  }

  // file system
  static void leakFileSystem (Path zip) throws IOException
  {
    FileSystem fs = FileSystems.newFileSystem (zip, (ClassLoader) null);
    // { dg-warning "'fs' is never closed" "" { target *-*-* } .-1 }
    Files.exists (fs.getPath ("/a"));
  }

  static void okFileSystemDefault () throws IOException
  {
    FileSystem fs = FileSystems.getDefault ();
    fs.getPath ("a");
  }

  static void leakWatch (Path p) throws Exception
  {
    WatchService w = p.getFileSystem ().newWatchService (); // { dg-warning "'w' is never closed" }
    p.register (w, StandardWatchEventKinds.ENTRY_CREATE);
    w.take ();
  }
}
