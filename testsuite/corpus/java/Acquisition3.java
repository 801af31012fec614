/* Corpus, acquisition: sockets, databases, processes, locks, sound, images,
   naming: as daily code uses them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// needs 11
import java.awt.image.BufferedImage;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import javax.crypto.*;
import javax.imageio.*;
import javax.imageio.stream.*;
import javax.naming.*;
import javax.naming.directory.*;
import javax.net.SocketFactory;
import javax.net.ssl.*;
import javax.sound.sampled.*;
import javax.sql.DataSource;

class Acquisition3
{
  DataSource source;
  final ReentrantLock lock = new ReentrantLock ();
  final ReadWriteLock rw = new ReentrantReadWriteLock ();
  Map<String, Integer> cache = new HashMap<> ();

  /* JDBC.  */
  int leakCount (String table) throws SQLException
  {
    Connection c = source.getConnection (); // { dg-warning "'c' is never closed" }
    Statement s = c.createStatement ();
    ResultSet r = s.executeQuery ("select count(*) from " + table);
    r.next ();
    int n = r.getInt (1);
    r.close ();
    s.close ();
    return n;
  }

  int okCount (String table) throws SQLException
  {
    try (Connection c = source.getConnection ();
	 Statement s = c.createStatement ();
	 ResultSet r = s.executeQuery ("select count(*) from " + table))
      {
	return r.next () ? r.getInt (1) : 0;
      }
  }

  int okCountConnection (String table) throws SQLException
  {
    try (Connection c = source.getConnection ())
      {
	PreparedStatement s = c.prepareStatement ("select 1 from " + table);
	ResultSet r = s.executeQuery ();
	return r.next () ? 1 : 0;
      }
  }

  static String leakName (Connection c, int id) throws SQLException
  {
    PreparedStatement s = c.prepareStatement ("select name from t where id = ?");
    // { dg-warning "'s' might not be closed" "" { target *-*-* } .-1 }
    s.setInt (1, id);
    ResultSet r = s.executeQuery ();
    if (r.next ())
      return r.getString (1);
    s.close ();
    return null;
  }

  static String okName (Connection c, int id) throws SQLException
  {
    PreparedStatement s = c.prepareStatement ("select name from t where id = ?");
    try
      {
	s.setInt (1, id);
	ResultSet r = s.executeQuery ();
	return r.next () ? r.getString (1) : null;
      }
    finally
      {
	s.close ();
      }
  }

  static void closeAll (Connection c, Statement s, ResultSet r)
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

  static List<String> okHelper (String url)
  {
    List<String> names = new ArrayList<> ();
    Connection c = null;
    Statement s = null;
    ResultSet r = null;
    try
      {
	c = DriverManager.getConnection (url);
	s = c.createStatement ();
	r = s.executeQuery ("select name from t");
	while (r.next ())
	  names.add (r.getString ("name"));
      }
    catch (SQLException e)
      {
	e.printStackTrace ();
      }
    finally
      {
	closeAll (c, s, r);
      }
    return names;
  }

  static List<String> leakHelper (String url)
  {
    List<String> names = new ArrayList<> ();
    Connection c = null;
    try
      {
	c = DriverManager.getConnection (url); // { dg-warning "'c' might not be closed" }
	Statement s = c.createStatement ();
	ResultSet r = s.executeQuery ("select name from t");
	while (r.next ())
	  names.add (r.getString ("name"));
	closeAll (c, s, r);
      }
    catch (SQLException e)
      {
	e.printStackTrace ();
      }
    return names;
  }

  static void leakBatch (Connection c, List<String> names) throws SQLException
  {
    for (String n : names)
      {
	PreparedStatement s = c.prepareStatement ("insert into t values (?)");
	// { dg-warning "'s' is never closed" "" { target *-*-* } .-1 }
	s.setString (1, n);
	s.executeUpdate ();
      }
  }

  static void okBatch (Connection c, List<String> names) throws SQLException
  {
    try (PreparedStatement s = c.prepareStatement ("insert into t values (?)"))
      {
	for (String n : names)
	  {
	    s.setString (1, n);
	    s.addBatch ();
	  }
	s.executeBatch ();
      }
  }

  static boolean leakCall (Connection c) throws SQLException
  {
    CallableStatement s = c.prepareCall ("{call cleanup()}");
    // { dg-warning "'s' is never closed" "" { target *-*-* } .-1 }
    return s.execute ();
  }

  static List<String> leakTables (Connection c) throws SQLException
  {
    DatabaseMetaData m = c.getMetaData ();
    ResultSet r = m.getTables (null, null, "%", null); // { dg-warning "'r' is never closed" }
    List<String> names = new ArrayList<> ();
    while (r.next ())
      names.add (r.getString (3));
    return names;
  }

  static String okVersion (Connection c) throws SQLException
  {
    return c.getMetaData ().getDatabaseProductVersion ();
  }

  static ResultSet okRows (Statement s, String q) throws SQLException
  {
    return s.executeQuery (q);
  }

  static ResultSetMetaData leakMeta (Statement s) throws SQLException
  {
    ResultSet r = s.executeQuery ("select * from t"); // { dg-warning "'r' is never closed" }
    return r.getMetaData ();
  }

  void okTransaction (Connection c) throws SQLException
  {
    boolean done = false;
    Statement s = c.createStatement ();
    try
      {
	c.setAutoCommit (false);
	s.executeUpdate ("delete from t");
	c.commit ();
	done = true;
      }
    finally
      {
	s.close ();
	if (!done)
	  c.rollback ();
      }
  }

  void leakTransaction (int n) throws SQLException
  {
    Connection c = source.getConnection (); // { dg-warning "'c' is never closed" }
    try (Statement s = c.createStatement ())
      {
	s.executeUpdate ("delete from t where n = " + n);
	c.commit ();
      }
  }

  /* Sockets.  */
  static String leakAsk (String host, int port) throws IOException
  {
    Socket s = new Socket (host, port); // { dg-warning "'s' is never closed" }
    PrintWriter out = new PrintWriter (s.getOutputStream (), true);
    BufferedReader in = new BufferedReader (new InputStreamReader (s.getInputStream ()));
    out.println ("hello");
    return in.readLine ();
  }

  static String okAsk (String host, int port) throws IOException
  {
    Socket s = new Socket (host, port);
    try (PrintWriter out = new PrintWriter (s.getOutputStream (), true);
	 BufferedReader in = new BufferedReader (new InputStreamReader (s.getInputStream ())))
      {
	out.println ("hello");
	return in.readLine ();
      }
    finally
      {
	s.close ();
      }
  }

  static boolean okReachable (String host, int port)
  {
    try (Socket s = new Socket ())
      {
	s.connect (new InetSocketAddress (host, port), 500);
	return true;
      }
    catch (IOException e)
      {
	return false;
      }
  }

  static boolean leakReachable (String host, int port)
  {
    try
      {
	Socket s = new Socket ();
	s.connect (new InetSocketAddress (host, port), 500); // { dg-warning "'s' is never closed" }
	return s.isConnected ();
      }
    catch (IOException e)
      {
	return false;
      }
  }

  static int okUnconnected () throws SocketException
  {
    Socket s = new Socket ();
    s.setSoTimeout (10);
    return s.getSoTimeout ();
  }

  static void okServe (int port, ExecutorService pool) throws IOException
  {
    try (ServerSocket server = new ServerSocket (port))
      {
	while (!Thread.interrupted ())
	  {
	    Socket client = server.accept ();
	    pool.submit (() -> handle (client));
	  }
      }
  }

  static void handle (Socket client)
  {
    try (Socket s = client)
      {
	s.getOutputStream ().write (1);
      }
    catch (IOException e)
      {
	e.printStackTrace ();
      }
  }

  static void leakServe (int port) throws IOException
  {
    try (ServerSocket server = new ServerSocket (port))
      {
	while (!Thread.interrupted ())
	  {
	    Socket client = server.accept (); // { dg-warning "'client' is never closed" }
	    client.getOutputStream ().write ("bye".getBytes ());
	  }
      }
  }

  static int leakFreePort () throws IOException
  {
    ServerSocket s = new ServerSocket (0); // { dg-warning "'s' might not be closed" }
    int port = s.getLocalPort ();
    if (port > 0)
      return port;
    s.close ();
    return -1;
  }

  static int okFreePort () throws IOException
  {
    ServerSocket s = new ServerSocket (0);
    try
      {
	return s.getLocalPort ();
      }
    finally
      {
	s.close ();
      }
  }

  static void leakDatagram (byte[] data, InetAddress to) throws IOException
  {
    DatagramSocket s = new DatagramSocket (); // { dg-warning "'s' is never closed" }
    s.send (new DatagramPacket (data, data.length, to, 514));
  }

  static void okDatagram (byte[] data, SocketAddress to) throws IOException
  {
    try (DatagramChannel c = DatagramChannel.open ())
      {
	c.send (ByteBuffer.wrap (data), to);
      }
  }

  static SocketChannel leakConnect (SocketAddress a) throws IOException
  {
    SocketChannel c = SocketChannel.open (a); // { dg-warning "'c' might not be closed" }
    c.configureBlocking (false);
    if (!c.isConnected ())
      return null;
    return c;
  }

  static SocketChannel okConnect (SocketAddress a) throws IOException
  {
    SocketChannel c = SocketChannel.open ();
    try
      {
	c.configureBlocking (false);
	c.connect (a);
	return c;
      }
    catch (IOException e)
      {
	c.close ();
	throw e;
      }
  }

  static int leakSelect (ServerSocketChannel server) throws IOException
  {
    Selector sel = Selector.open (); // { dg-warning "'sel' is never closed" }
    server.register (sel, SelectionKey.OP_ACCEPT);
    return sel.selectNow ();
  }

  /* URLs.  */
  static String leakFetch (String url) throws IOException
  {
    InputStream in = new URL (url).openStream (); // { dg-warning "'in' is never closed" }
    return new String (in.readAllBytes (), StandardCharsets.UTF_8);
  }

  static int okHead (String url) throws IOException
  {
    HttpURLConnection c = (HttpURLConnection) new URL (url).openConnection ();
    c.setRequestMethod ("HEAD");
    int code = c.getResponseCode ();
    c.disconnect ();
    return code;
  }

  static String leakPost (HttpURLConnection c, byte[] body) throws IOException
  {
    c.setDoOutput (true);
    OutputStream out = c.getOutputStream (); // { dg-warning "'out' is never closed" }
    out.write (body);
    try (BufferedReader r = new BufferedReader (new InputStreamReader (c.getInputStream ())))
      {
	return r.readLine ();
      }
  }

  static String okPost (HttpURLConnection c, byte[] body) throws IOException
  {
    c.setDoOutput (true);
    try (OutputStream out = c.getOutputStream ())
      {
	out.write (body);
      }
    try (InputStream in = c.getInputStream ())
      {
	return new String (in.readAllBytes ());
      }
    finally
      {
	c.disconnect ();
      }
  }

  static int leakHttpStream (HttpClient client, HttpRequest req)
    throws IOException, InterruptedException
  {
    HttpResponse<InputStream> r
      = client.send (req, HttpResponse.BodyHandlers.ofInputStream ());
    InputStream in = r.body (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static String okHttpString (HttpClient client, HttpRequest req)
    throws IOException, InterruptedException
  {
    return client.send (req, HttpResponse.BodyHandlers.ofString ()).body ();
  }

  static int leakLoader (URL[] urls) throws Exception
  {
    URLClassLoader l = new URLClassLoader (urls); // { dg-warning "'l' is never closed" }
    Class<?> c = l.loadClass ("Plugin");
    return c.getMethods ().length;
  }

  static Object okLoader (URL[] urls) throws Exception
  {
    URLClassLoader l = new URLClassLoader (urls); // { dg-warning "'l' might not be closed" }
    return l.loadClass ("Plugin").getDeclaredConstructor ().newInstance ();
  }

  /* TLS.  */
  static void leakTls (String host) throws IOException
  {
    SSLSocket s = (SSLSocket) SSLSocketFactory.getDefault ().createSocket (host, 443);
    // { dg-warning "'s' is never closed" "" { target *-*-* } .-1 }
    s.startHandshake ();
  }

  static String okTls (SSLContext ctx, String host) throws IOException
  {
    try (SSLSocket s = (SSLSocket) ctx.getSocketFactory ().createSocket (host, 443))
      {
	s.startHandshake ();
	return s.getSession ().getPeerHost ();
      }
  }

  static Socket okUpgrade (SSLSocketFactory f, Socket plain, String host) throws IOException
  {
    return f.createSocket (plain, host, 443, true);
  }

  static ServerSocket leakTlsServer (int port, boolean auth) throws IOException
  {
    SSLServerSocket s
      = (SSLServerSocket) SSLServerSocketFactory.getDefault ().createServerSocket (port);
      // { dg-warning "'s' might not be closed" "" { target *-*-* } .-1 }
    if (auth && !s.getNeedClientAuth ())
      throw new IOException ("no auth");
    return s;
  }

  static int leakPlainFactory (String host) throws IOException
  {
    Socket s = SocketFactory.getDefault ().createSocket (host, 80);
    // { dg-warning "'s' is never closed" "" { target *-*-* } .-1 }
    return s.getInputStream ().read ();
  }

  /* Crypto.  */
  static void leakEncrypt (Cipher c, File f, byte[] data) throws IOException
  {
    CipherOutputStream out = new CipherOutputStream (new FileOutputStream (f), c);
    // { dg-warning "'out' is never closed" "" { target *-*-* } .-1 }
    out.write (data);
    out.flush ();
  }

  static byte[] okEncrypt (Cipher c, byte[] data) throws IOException
  {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream ();
    CipherOutputStream out = new CipherOutputStream (bytes, c);
    out.write (data);
    out.close ();
    return bytes.toByteArray ();
  }

  static InputStream okDecrypt (Cipher c, File f) throws IOException
  {
    return new CipherInputStream (new FileInputStream (f), c);
  }

  /* Images and sound.  */
  static int leakWidth (File f) throws IOException
  {
    ImageInputStream in = ImageIO.createImageInputStream (f);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    Iterator<ImageReader> it = ImageIO.getImageReaders (in);
    ImageReader r = it.next ();
    try
      {
	r.setInput (in);
	return r.getWidth (0);
      }
    finally
      {
	r.dispose ();
      }
  }

  static int okWidth (File f) throws IOException
  {
    try (ImageInputStream in = ImageIO.createImageInputStream (f))
      {
	ImageReader r = ImageIO.getImageReaders (in).next ();
	try
	  {
	    r.setInput (in);
	    return r.getWidth (0);
	  }
	finally
	  {
	    r.dispose ();
	  }
      }
  }

  static BufferedImage okImage (File f) throws IOException
  {
    return ImageIO.read (f);
  }

  static BufferedImage leakImage (File f) throws IOException
  {
    return ImageIO.read (new FileInputStream (f));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
  }

  static void leakClip (File f) throws Exception
  {
    AudioInputStream in = AudioSystem.getAudioInputStream (f);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    byte[] buffer = new byte[4096];
    while (in.read (buffer) > 0)
      continue;
  }

  static void okPlay (File f) throws Exception
  {
    try (AudioInputStream in = AudioSystem.getAudioInputStream (f);
	 Clip clip = AudioSystem.getClip ())
      {
	clip.open (in);
	clip.start ();
	clip.drain ();
      }
  }

  static void leakLine (AudioFormat format, byte[] data) throws LineUnavailableException
  {
    SourceDataLine line = AudioSystem.getSourceDataLine (format);
    line.open (format); // { dg-warning "'line' is never closed" }
    line.start ();
    line.write (data, 0, data.length);
    line.drain ();
  }

  /* Naming.  Written as a leak; but without an environment it is made for one
     look-up among what is at hand, and nobody closes it.  */
  static Object okLocalLookup (String name) throws NamingException
  {
    InitialContext c = new InitialContext ();
    return c.lookup (name);
  }

  static DataSource okLookup (String name) throws NamingException
  {
    InitialContext c = null;
    try
      {
	c = new InitialContext ();
	return (DataSource) c.lookup (name);
      }
    finally
      {
	if (c != null)
	  c.close ();
      }
  }

  static List<String> leakLdap (DirContext c) throws NamingException
  {
    List<String> names = new ArrayList<> ();
    NamingEnumeration<SearchResult> e = c.search ("ou=people", "(uid=*)", null);
    // { dg-warning "'e' might not be closed" "" { target *-*-* } .-1 }
    while (e.hasMore ())
      names.add (e.next ().getName ());
    if (names.isEmpty ())
      throw new NamingException ("nobody");
    e.close ();
    return names;
  }

  static boolean okLdap (Hashtable<String, String> env) throws NamingException
  {
    DirContext c = new InitialDirContext (env);
    try
      {
	NamingEnumeration<SearchResult> e = c.search ("", "(x=1)", null);
	try
	  {
	    return e.hasMore ();
	  }
	finally
	  {
	    e.close ();
	  }
      }
    finally
      {
	c.close ();
      }
  }

  /* Processes.  */
  static String leakRun (String... command) throws IOException
  {
    Process p = new ProcessBuilder (command).redirectErrorStream (true).start ();
    BufferedReader r = new BufferedReader (new InputStreamReader (p.getInputStream ()));
    // { dg-warning "'r' is never closed" "" { target *-*-* } .-1 }
    return r.readLine ();
  }

  static int okRun (String... command) throws IOException, InterruptedException
  {
    return new ProcessBuilder (command).inheritIO ().start ().waitFor ();
  }

  static String okRunRead (String command) throws IOException, InterruptedException
  {
    Process p = Runtime.getRuntime ().exec (command);
    try (BufferedReader r = new BufferedReader (new InputStreamReader (p.getInputStream ())))
      {
	String line = r.readLine ();
	p.waitFor ();
	return line;
      }
    finally
      {
	p.destroy ();
      }
  }

  /* Locks.  */
  int leakGet (String key)
  {
    lock.lock (); // { dg-warning "the lock locked by 'ReentrantLock.lock' might not be unlocked" }
    Integer n = cache.get (key);
    if (n == null)
      return -1;
    lock.unlock ();
    return n;
  }

  int okGet (String key)
  {
    lock.lock ();
    try
      {
	return cache.getOrDefault (key, 0);
      }
    finally
      {
	lock.unlock ();
      }
  }

  void leakPut (String key, int n) throws IOException
  {
    rw.writeLock ().lock (); // { dg-warning "the lock locked by 'Lock.lock' might not be unlocked" }
    if (n < 0)
      throw new IOException ("negative");
    cache.put (key, n);
    rw.writeLock ().unlock ();
  }

  int okRead (String key)
  {
    Lock l = rw.readLock ();
    l.lock ();
    try
      {
	return cache.get (key);
      }
    finally
      {
	l.unlock ();
      }
  }

  boolean okTry (String key) throws InterruptedException
  {
    if (!lock.tryLock (1, TimeUnit.SECONDS))
      return false;
    try
      {
	return cache.containsKey (key);
      }
    finally
      {
	lock.unlock ();
      }
  }

  boolean leakTry (String key)
  {
    if (lock.tryLock ())
    // { dg-warning "by 'ReentrantLock.tryLock' might not be unlocked" "" { target *-*-* } .-1 }
      {
	if (cache.isEmpty ())
	  return false;
	cache.remove (key);
	lock.unlock ();
	return true;
      }
    return false;
  }

  void okDowngrade ()
  {
    rw.readLock ().lock ();
    if (cache.isEmpty ())
      {
	rw.readLock ().unlock ();
	rw.writeLock ().lock ();
	try
	  {
	    cache.put ("x", 1);
	  }
	finally
	  {
	    rw.writeLock ().unlock ();
	  }
      }
    else
      rw.readLock ().unlock ();
  }

  static final StampedLock stamped = new StampedLock ();

  static double okStamped (double[] xs)
  {
    long stamp = stamped.readLock ();
    try
      {
	return xs[0];
      }
    finally
      {
	stamped.unlockRead (stamp);
      }
  }

  static int okCompletion (ExecutorService pool, Callable<Integer> task) throws Exception
  {
    return pool.submit (task).get ();
  }

  static int okExecutor (Callable<Integer> task) throws Exception
  {
    ExecutorService pool = Executors.newSingleThreadExecutor ();
    Future<Integer> f = pool.submit (task);
    return f.get ();
  }
}
