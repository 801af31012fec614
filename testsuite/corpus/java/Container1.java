/* Corpus, container: Java 8: services, daemons, parsers, caches and tools as
   they are.

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

class Container1
{
  static final Logger log = Logger.getLogger ("x");

  /* A daemon.  */
  static class Daemon implements Runnable, Closeable
  {
    private ServerSocket server;
    private volatile boolean running;
    private final List<Socket> clients = new ArrayList<Socket> ();

    void start (int port) throws IOException
    {
      server = new ServerSocket (port);
      running = true;
      new Thread (this).start ();
    }

    public void run ()
    {
      while (running)
	try
	  {
	    Socket s = server.accept ();
	    synchronized (clients)
	      {
		clients.add (s);
	      }
	  }
	catch (IOException e)
	  {
	    if (running)
	      log.warning (e.toString ());
	  }
    }

    void leakEcho () throws IOException
    {
      Socket s = server.accept (); // { dg-warning "'s' is never closed" }
      byte[] b = new byte[100];
      int n = s.getInputStream ().read (b);
      if (n > 0)
	s.getOutputStream ().write (b, 0, n);
    }

    void okEcho () throws IOException
    {
      Socket s = server.accept ();
      try
	{
	  s.getOutputStream ().write (s.getInputStream ().read ());
	}
      finally
	{
	  s.close ();
	}
    }

    public void close () throws IOException
    {
      running = false;
      server.close ();
      for (Socket s : clients)
	s.close ();
    }
  }

  static boolean leakDaemon (int port) throws IOException
  {
    ServerSocket s = new ServerSocket (port, 5, InetAddress.getLoopbackAddress ());
    // { dg-warning "'s' is never closed" "" { target *-*-* } .-1 }
    s.setSoTimeout (10);
    return s.isBound ();
  }

  static boolean okPortFree (int port)
  {
    ServerSocket s = null;
    try
      {
	s = new ServerSocket (port);
	s.setReuseAddress (true);
	return true;
      }
    catch (IOException e)
      {
	return false;
      }
    finally
      {
	if (s != null)
	  try
	    {
	      s.close ();
	    }
	  catch (IOException e)
	    {
	      log.log (Level.FINE, "close", e);
	    }
      }
  }

  static boolean leakPortFree (int port)
  {
    try
      {
	new ServerSocket (port);
	// { dg-warning "by 'new ServerSocket' is never closed" "" { target *-*-* } .-1 }
	return true;
      }
    catch (IOException e)
      {
	return false;
      }
  }

  /* A DAO.  */
  static class Dao
  {
    private final DataSource source;
    private Connection shared;

    Dao (DataSource source)
    {
      this.source = source;
    }

    private Connection connect () throws SQLException
    {
      Connection c = source.getConnection (); // { dg-warning "'c' might not be closed" }
      c.setAutoCommit (false); // (may throw)
      return c;
    }

    private void release (Connection c)
    {
      if (c == null)
	return;
      try
	{
	  c.close ();
	}
      catch (SQLException e)
	{
	  log.warning (e.getMessage ());
	}
    }

    int okUpdate (String sql, Object... args) throws SQLException
    {
      Connection c = source.getConnection ();
      try
	{
	  PreparedStatement s = c.prepareStatement (sql);
	  for (int i = 0; i < args.length; i++)
	    s.setObject (i + 1, args[i]);
	  return s.executeUpdate ();
	}
      finally
	{
	  release (c);
	}
    }

    int leakUpdate (String sql) throws SQLException
    {
      Connection c = source.getConnection (); // { dg-warning "'c' might not be closed" }
      int n = c.createStatement ().executeUpdate (sql);
      if (n == 0)
	throw new SQLException ("nothing");
      release (c);
      return n;
    }

    void okShared () throws SQLException
    {
      if (shared == null || shared.isClosed ())
	shared = source.getConnection ();
    }

    ResultSet leakResult (String sql) throws SQLException
    {
      Statement s = shared.createStatement (); // { dg-warning "'s' is never closed" }
      ResultSet r = s.executeQuery (sql);
      if (!r.next ())
	return null;
      return r;
    }

    Map<Integer, String> okFind (int from) throws SQLException
    {
      Map<Integer, String> found = new HashMap<Integer, String> ();
      Connection c = null;
      PreparedStatement s = null;
      ResultSet r = null;
      try
	{
	  c = source.getConnection ();
	  s = c.prepareStatement ("select id, name from t where id > ?");
	  s.setInt (1, from);
	  r = s.executeQuery ();
	  while (r.next ())
	    found.put (r.getInt (1), r.getString (2));
	}
      finally
	{
	  if (r != null)
	    try { r.close (); } catch (SQLException e) { log.fine ("r"); }
	  if (s != null)
	    try { s.close (); } catch (SQLException e) { log.fine ("s"); }
	  release (c);
	}
      return found;
    }

    Map<Integer, String> leakFind (int from) throws SQLException
    {
      Map<Integer, String> found = new HashMap<Integer, String> ();
      Connection c = null;
      PreparedStatement s = null;
      try
	{
	  c = source.getConnection (); // { dg-warning "'c' is never closed" }
	  s = c.prepareStatement ("select id, name from t where id > ?");
	  s.setInt (1, from);
	  ResultSet r = s.executeQuery ();
	  while (r.next ())
	    found.put (r.getInt (1), r.getString (2));
	}
      finally
	{
	  if (s != null)
	    s.close ();
	}
      return found;
    }

    boolean leakPing ()
    {
      try
	{
	  return source.getConnection ().isValid (1);
	  // { dg-warning "by 'DataSource.getConnection' is never closed" "" { target *-*-* } .-1 }
	}
      catch (SQLException e)
	{
	  return false;
	}
    }

    boolean okPing ()
    {
      try (Connection c = source.getConnection ())
	{
	  return c.isValid (1);
	}
      catch (SQLException e)
	{
	  return false;
	}
    }
  }

  static void leakRowSet (String url) throws SQLException
  {
    CachedRowSet rs = RowSetProvider.newFactory ().createCachedRowSet ();
    Connection c = DriverManager.getConnection (url); // { dg-warning "'c' is never closed" }
    rs.setCommand ("select 1");
    rs.execute (c);
  }

  static PooledConnection okPooled (ConnectionPoolDataSource ds) throws SQLException
  {
    return ds.getPooledConnection ();
  }

  static Connection leakPooled (ConnectionPoolDataSource ds, boolean fresh) throws SQLException
  {
    PooledConnection p = ds.getPooledConnection (); // { dg-warning "'p' might not be closed" }
    if (fresh)
      return null;
    Connection c = p.getConnection ();
    c.close ();
    p.close ();
    return null;
  }

  /* Parsers.  */
  static org.w3c.dom.Document okDom (File f) throws Exception
  {
    DocumentBuilder b = DocumentBuilderFactory.newInstance ().newDocumentBuilder ();
    return b.parse (f);
  }

  static int leakStax (String name) throws Exception
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    XMLStreamReader r = XMLInputFactory.newInstance ().createXMLStreamReader (in);
    int n = 0;
    while (r.hasNext ())
      if (r.next () == XMLStreamConstants.START_ELEMENT)
	n++;
    r.close ();
    return n;
  }

  static int okStax (String name) throws Exception
  {
    InputStream in = new FileInputStream (name);
    try
      {
	XMLStreamReader r = XMLInputFactory.newInstance ().createXMLStreamReader (in);
	int n = 0;
	while (r.hasNext ())
	  n += r.next ();
	r.close ();
	return n;
      }
    finally
      {
	in.close ();
      }
  }

  static List<String[]> leakCsv (File f)
  {
    List<String[]> rows = new ArrayList<String[]> ();
    try
      {
	BufferedReader r = new BufferedReader (new FileReader (f)); // { dg-warning "might not be" }
	String line;
	while ((line = r.readLine ()) != null)
	  rows.add (line.split (","));
	r.close ();
      }
    catch (IOException e)
      {
	log.severe (e.toString ());
      }
    return rows;
  }

  static List<String[]> okCsv (File f) throws IOException
  {
    List<String[]> rows = new ArrayList<String[]> ();
    BufferedReader r = null;
    try
      {
	r = new BufferedReader (new FileReader (f));
	for (String l = r.readLine (); l != null; l = r.readLine ())
	  rows.add (l.split (";"));
      }
    finally
      {
	close (r);
      }
    return rows;
  }

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

  static void okTransform (File a, File b) throws IOException
  {
    Reader r = null;
    Writer w = null;
    try
      {
	r = new FileReader (a);
	w = new FileWriter (b);
	for (int c; (c = r.read ()) >= 0;)
	  w.write (Character.toUpperCase (c));
      }
    finally
      {
	close (r);
	close (w);
      }
  }

  static void leakTransform (File a, File b) throws IOException
  {
    Reader r = new FileReader (a);
    Writer w = null;
    try
      {
	w = new FileWriter (b); // { dg-warning "'w' is never closed" }
	for (int c; (c = r.read ()) >= 0;)
	  w.write (c);
	w.flush ();
      }
    finally
      {
	close (r);
      }
  }

  static char[] leakHeader (File f) throws IOException
  {
    char[] header = new char[4];
    FileReader r = new FileReader (f); // { dg-warning "'r' might not be closed" }
    if (r.read (header) != 4)
      throw new EOFException ();
    r.close ();
    return header;
  }

  static DataInputStream okHeader (File f) throws IOException
  {
    DataInputStream in = new DataInputStream (new BufferedInputStream (new FileInputStream (f)));
    boolean ok = false;
    try
      {
	if (in.readInt () != 0xcafebabe)
	  throw new IOException ("magic");
	ok = true;
      }
    finally
      {
	if (!ok)
	  in.close ();
      }
    return in;
  }

  static int leakUseHeader (File f) throws IOException
  {
    DataInputStream in = okHeader (f); // { dg-warning "'in' is never closed" }
    return in.readUnsignedShort ();
  }

  static int okUseHeader (File f) throws IOException
  {
    DataInputStream in = okHeader (f);
    try
      {
	return in.readUnsignedShort ();
      }
    finally
      {
	in.close ();
      }
  }

  /* A cache of open files.  */
  static class Files2
  {
    private final Map<String, RandomAccessFile> open
      = new LinkedHashMap<String, RandomAccessFile> ();

    RandomAccessFile okGet (String name) throws IOException
    {
      RandomAccessFile f = open.get (name);
      if (f == null)
	{
	  f = new RandomAccessFile (name, "r");
	  open.put (name, f);
	}
      return f;
    }

    int okRead (String name, int at) throws IOException
    {
      RandomAccessFile f = okGet (name);
      f.seek (at);
      return f.read ();
    }

    long leakLength (String name) throws IOException
    {
      RandomAccessFile f = new RandomAccessFile (name, "r");
      // { dg-warning "'f' might not be closed" "" { target *-*-* } .-1 }
      long n = f.length ();
      if (n < 10)
	open.put (name, f);
      return n;
    }

    void closeAll ()
    {
      for (RandomAccessFile f : open.values ())
	close (f);
      open.clear ();
    }
  }

  /* RMI and others.  */
  static class Remote1 extends UnicastRemoteObject implements Remote
  {
    Remote1 () throws RemoteException
    {
    }
  }

  static RMIClientSocketFactory okFactory ()
  {
    return new RMIClientSocketFactory ()
      {
	public Socket createSocket (String host, int port) throws IOException
	{
	  return new Socket (host, port);
	}
      };
  }

  static int leakFactorySocket (RMIClientSocketFactory f) throws IOException
  {
    Socket s = f.createSocket ("localhost", 1099); // { dg-warning "'s' is never closed" }
    return s.getPort ();
  }

  static class Tunnel extends Socket
  {
    private final Socket inner;

    Tunnel (Socket inner)
    {
      this.inner = inner;
    }

    @Override public synchronized void close () throws IOException
    {
      inner.close ();
    }
  }

  static Socket okTunnel (String host) throws IOException
  {
    return new Tunnel (new Socket (host, 22));
  }
}
