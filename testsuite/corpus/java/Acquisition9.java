/* Corpus, acquisition: what the rest of the JDK acquires, and how it is passed
   around.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// needs 16

import java.awt.image.BufferedImage;
import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.*;
import java.util.zip.*;
import javax.crypto.*;
import javax.imageio.*;
import javax.imageio.stream.*;
import javax.naming.*;
import javax.net.ssl.*;
import javax.sound.sampled.*;

class Acquisition9
{
  static int leakPushback (File f) throws IOException
  {
    PushbackInputStream in = new PushbackInputStream (new FileInputStream (f));
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    int c = in.read ();
    in.unread (c);
    return c;
  }

  static int leakSequence (File a, File b) throws IOException
  {
    InputStream in = new SequenceInputStream (new FileInputStream (a), System.in);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.read ();
  }

  static byte[] leakDigest (File f) throws Exception
  {
    MessageDigest md = MessageDigest.getInstance ("SHA-256");
    DigestInputStream in = new DigestInputStream (new FileInputStream (f), md);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    while (in.read () != -1)
      ;
    return md.digest ();
  }

  static byte[] okDigest (File f) throws Exception
  {
    MessageDigest md = MessageDigest.getInstance ("SHA-256");
    try (InputStream in = new FileInputStream (f);
	 DigestInputStream d = new DigestInputStream (in, md))
      {
	d.readAllBytes ();
      }
    return md.digest ();
  }

  static void leakCipher (File f, Cipher c, byte[] b) throws IOException
  {
    CipherOutputStream out = new CipherOutputStream (new FileOutputStream (f), c);
    // { dg-warning "'out' is never closed" "" { target *-*-* } .-1 }
    out.write (b);
  }

  static long leakChecked (File f) throws IOException
  {
    CheckedInputStream in = new CheckedInputStream (new FileInputStream (f), new CRC32 ());
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    while (in.read () >= 0)
      ;
    return in.getChecksum ().getValue ();
  }

  static BufferedImage leakImage (File f) throws IOException
  {
    return ImageIO.read (new FileInputStream (f));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
  }

  static BufferedImage okImage (File f) throws IOException
  {
    return ImageIO.read (f);
  }

  static int leakImageStream (File f) throws IOException
  {
    ImageInputStream in = ImageIO.createImageInputStream (f);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.read ();
  }

  static long leakAudio (File f) throws Exception
  {
    AudioInputStream in = AudioSystem.getAudioInputStream (f);
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    return in.getFrameLength ();
  }

  static Object leakNaming (Properties p, String n) throws NamingException
  {
    Context c = new InitialContext (p); // { dg-warning "'c' is never closed" }
    return c.lookup (n);
  }

  static Object okNaming (Properties p, String n) throws NamingException
  {
    Context c = new InitialContext (p);
    try
      {
	return c.lookup (n);
      }
    finally
      {
	c.close ();
      }
  }

  static int leakSsl (SSLSocketFactory f, String h) throws IOException
  {
    SSLSocket s = (SSLSocket) f.createSocket (h, 443); // { dg-warning "'s' is never closed" }
    s.startHandshake ();
    return s.getInputStream ().read ();
  }

  static void leakDatagramChannel (ByteBuffer b, SocketAddress a) throws IOException
  {
    DatagramChannel c = DatagramChannel.open (); // { dg-warning "'c' is never closed" }
    c.send (b, a);
  }

  static Future<Integer> leakAsync (Path p, ByteBuffer b) throws IOException
  {
    AsynchronousFileChannel c = AsynchronousFileChannel.open (p);
    // { dg-warning "'c' is never closed" "" { target *-*-* } .-1 }
    return c.read (b, 0);
  }

  static MappedByteBuffer leakMapped (String f) throws IOException
  {
    RandomAccessFile raf = new RandomAccessFile (f, "r"); // { dg-warning "'raf' is never closed" }
    return raf.getChannel ().map (FileChannel.MapMode.READ_ONLY, 0, raf.length ());
  }

  static MappedByteBuffer okMapped (Path f) throws IOException
  {
    try (FileChannel c = FileChannel.open (f))
      {
	return c.map (FileChannel.MapMode.READ_ONLY, 0, c.size ());
      }
  }

  static int leakByteChannel (Path p, ByteBuffer b) throws IOException
  {
    SeekableByteChannel c = Files.newByteChannel (p); // { dg-warning "'c' is never closed" }
    return c.read (b);
  }

  static int leakTokenizer (File f) throws IOException
  {
    StreamTokenizer t = new StreamTokenizer (new FileReader (f));
    // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
    return t.nextToken ();
  }

  static int okPiped () throws IOException
  {
    PipedOutputStream out = new PipedOutputStream ();
    try (PipedInputStream in = new PipedInputStream (out))
      {
	out.write (1);
	return in.read ();
      }
    finally
      {
	out.close ();
      }
  }

  static void leakCallable (Connection c) throws SQLException
  {
    CallableStatement s = c.prepareCall ("{call x()}"); // { dg-warning "'s' is never closed" }
    s.execute ();
    ResultSet r = s.getResultSet ();
    r.next ();
  }

  static List<String> leakResultLoop (Connection c, List<String> keys) throws SQLException
  {
    List<String> out = new ArrayList<> ();
    for (String k : keys)
      {
	PreparedStatement s = c.prepareStatement ("select v from t where k = ?");
	// { dg-warning "'s' is never closed" "" { target *-*-* } .-1 }
	s.setString (1, k);
	ResultSet r = s.executeQuery ();
	if (r.next ())
	  out.add (r.getString (1));
	r.close ();
      }
    return out;
  }

  static List<String> okResultLoop (Connection c, List<String> keys) throws SQLException
  {
    List<String> out = new ArrayList<> ();
    try (PreparedStatement s = c.prepareStatement ("select v from t where k = ?"))
      {
	for (String k : keys)
	  {
	    s.setString (1, k);
	    try (ResultSet r = s.executeQuery ())
	      {
		if (r.next ())
		  out.add (r.getString (1));
	      }
	  }
      }
    return out;
  }

  static int okJdbcOldStyle (String url)
  {
    Connection c = null;
    Statement s = null;
    ResultSet r = null;
    try
      {
	c = DriverManager.getConnection (url);
	s = c.createStatement ();
	r = s.executeQuery ("select 1");
	return r.next () ? r.getInt (1) : 0;
      }
    catch (SQLException e)
      {
	return -1;
      }
    finally
      {
	if (r != null)
	  try { r.close (); } catch (SQLException e) { }
	if (s != null)
	  try { s.close (); } catch (SQLException e) { }
	if (c != null)
	  try { c.close (); } catch (SQLException e) { }
      }
  }

  static int leakJdbcOldStyle (String url)
  {
    Connection c = null; 
    Statement s = null;
    try
      {
	c = DriverManager.getConnection (url); // { dg-warning "'c' is never closed" }
	s = c.createStatement ();
	return s.executeUpdate ("x");
      }
    catch (SQLException e)
      {
	return -1;
      }
    finally
      {
	if (s != null)
	  try { s.close (); } catch (SQLException e) { }
      }
  }

  // switch expression, records, var
  record Pair (InputStream in, String name) implements Closeable
  {
    public void close () throws IOException { in.close (); }
  }

  static int leakRecord (String f) throws IOException
  {
    var p = new Pair (new FileInputStream (f), f);
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    return p.in ().read ();
  }

  static int okRecord (String f) throws IOException
  {
    try (var p = new Pair (new FileInputStream (f), f))
      {
	return p.in ().read ();
      }
  }

  static Reader okSwitchExpression (String f, int k) throws IOException
  {
    return switch (k)
      {
      case 0 -> new StringReader (f);
      case 1 -> new FileReader (f);
      default -> throw new IllegalArgumentException ();
      };
  }

  static int leakSwitchExpression (String f, int k) throws IOException
  {
    Reader r = switch (k)
      {
      case 0 -> new StringReader (f);
      default -> new FileReader (f); // { dg-warning "'r' is never closed" }
      };
    return r.read ();
  }

  // interface dispatch
  interface Source { InputStream open () throws IOException; }
  static class FileSource implements Source
  {
    final File f;
    FileSource (File f) { this.f = f; }
    public InputStream open () throws IOException { return new FileInputStream (f); }
  }
  static class MemorySource implements Source
  {
    public InputStream open () { return new ByteArrayInputStream (new byte[3]); }
  }

  static int leakSource (File f) throws IOException
  {
    Source s = new FileSource (f);
    InputStream in = s.open (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int okMemorySource () throws IOException
  {
    Source s = new MemorySource ();
    return s.open ().read ();
  }

  static int okSourceClosed (Source s) throws IOException
  {
    try (InputStream in = s.open ())
      {
	return in.read ();
      }
  }

  // anonymous class
  static Iterator<String> okAnonymous (File f) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (f));
    // { dg-warning "'r' might not be closed" "" { target *-*-* } .-1 }
    return new Iterator<String> ()
      {
	String next = r.readLine ();
	public boolean hasNext () { return next != null; }
	public String next ()
	{
	  String s = next;
	  try
	    {
	      next = r.readLine ();
	      if (next == null)
		r.close ();
	    }
	  catch (IOException e)
	    {
	      throw new UncheckedIOException (e);
	    }
	  return s;
	}
      };
  }

  static void okThread (Socket s) 
  {
    new Thread (() -> {
      try (Socket t = s) { t.getInputStream ().read (); } catch (IOException e) { }
    }).start ();
  }

  static void okServerLoop (int port) throws IOException
  {
    try (ServerSocket server = new ServerSocket (port))
      {
	while (!Thread.currentThread ().isInterrupted ())
	  {
	    Socket s = server.accept ();
	    new Thread (new Handler (s)).start ();
	  }
      }
  }

  static class Handler implements Runnable
  {
    private final Socket s;
    Handler (Socket s) { this.s = s; }
    public void run ()
    {
      try { s.getInputStream ().read (); }
      catch (IOException e) { }
      finally { try { s.close (); } catch (IOException e) { } }
    }
  }

  static void leakServerLoop (ServerSocket server) throws IOException
  {
    while (true)
      {
	Socket s = server.accept (); // { dg-warning "'s' is never closed" }
	try
	  {
	    handle (s);
	  }
	catch (RuntimeException e)
	  {
	    System.err.println (e);
	  }
      }
  }

  static void handle (Socket s) throws IOException
  {
    s.getOutputStream ().write (1);
  }

  // Deque / Queue / pools
  private final Deque<Connection> pool = new ArrayDeque<> ();

  Connection okBorrow (String url) throws SQLException
  {
    Connection c = pool.poll ();
    return c != null ? c : DriverManager.getConnection (url);
  }

  void okReturnToPool (String url) throws SQLException
  {
    Connection c = okBorrow (url);
    try
      {
	c.commit ();
      }
    finally
      {
	pool.push (c);
      }
  }

  // try-with-resources on variable
  static void okVariable (String f) throws IOException
  {
    InputStream in = new FileInputStream (f);
    try (in)
      {
	in.read ();
      }
  }

  static void leakBeforeTry (String f) throws IOException
  {
    InputStream in = new FileInputStream (f); // { dg-warning "'in' might not be closed" }
    in.skip (3);
    try (in)
      {
	in.read ();
      }
  }

  // nested function closes conditionally
  static void maybeClose (Closeable c, boolean really) throws IOException
  {
    if (really)
      c.close ();
  }

  static void leakMaybe (String f) throws IOException
  {
    Writer w = new FileWriter (f); // { dg-warning "'w' is never closed" }
    maybeClose (w, false);
  }

  static void okMaybe (String f) throws IOException
  {
    Writer w = new FileWriter (f);
    maybeClose (w, true);
  }

  // varargs close
  static void closeAll (Closeable... all)
  {
    for (Closeable c : all)
      if (c != null)
	try { c.close (); } catch (IOException e) { }
  }

  static void okCloseAll (String a, String b) throws IOException
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (a);
	out = new FileOutputStream (b);
	out.write (in.read ());
      }
    finally
      {
	closeAll (in, out);
      }
  }

  // stamped, condition, read/write locks
  private final StampedLock stamped = new StampedLock ();
  private int x;

  int leakStamp ()
  {
    long s = stamped.readLock (); // { dg-warning "'s' might not be unlocked" }
    if (x > 0)
      return x;
    stamped.unlockRead (s);
    return 0;
  }

  int okStamp ()
  {
    long s = stamped.writeLock ();
    try { return ++x; } finally { stamped.unlockWrite (s); }
  }

  private final Lock lock = new ReentrantLock ();
  private final Condition ready = lock.newCondition ();

  void okAwait () throws InterruptedException
  {
    lock.lock ();
    try { while (x == 0) ready.await (); } finally { lock.unlock (); }
  }

  void leakAwait () throws InterruptedException
  {
    lock.lock (); // { dg-warning "the lock locked by 'Lock.lock' might not be unlocked" }
    while (x == 0)
      ready.await ();
    lock.unlock ();
  }

  void leakLockInCatch (Callable<?> c)
  {
    lock.lock (); // { dg-warning "the lock locked by 'Lock.lock' might not be unlocked" }
    try
      {
	c.call ();
	lock.unlock ();
      }
    catch (Exception e)
      {
	throw new RuntimeException (e);
      }
  }

  // stream held
  static long leakStreamHeld (Path p, boolean b) throws IOException
  {
    Stream<String> s = Files.lines (p); // { dg-warning "'s' is never closed" }
    if (b)
      s = s.filter (String::isBlank);
    return s.count ();
  }

  static long okStreamHeld (Path p, boolean b) throws IOException
  {
    Stream<String> s = Files.lines (p);
    try
      {
	if (b)
	  s = s.filter (String::isBlank);
	return s.count ();
      }
    finally
      {
	s.close ();
      }
  }

  static int leakReaderLines (File f) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (f));
    // { dg-warning "'r' is never closed" "" { target *-*-* } .-1 }
    return (int) r.lines ().count ();
  }

  static int okReaderLinesClosed (File f) throws IOException
  {
    try (Stream<String> s = new BufferedReader (new FileReader (f)).lines ())
    // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
      {
	return (int) s.count ();
      }
  }

  // Optional chain
  static int leakOptionalMap (Path p) throws IOException
  {
    return Optional.of (Files.newBufferedReader (p)).map (r -> 1).orElse (0);
    // { dg-warning "leak" "" { target *-*-* } .-1 }
  }

  static Optional<Reader> okOptionalOf (Path p)
  {
    try { return Optional.of (Files.newBufferedReader (p)); }
    catch (IOException e) { return Optional.empty (); }
  }

  static void leakOptionalUse (Path p) throws IOException
  {
    Optional<Reader> r = okOptionalOf (p);
    // { dg-warning "'r' is never closed" "" { target *-*-* } .-1 }
    if (r.isPresent ())
      System.out.println (r.get ().read ());
  }

  // object stream write
  static void leakObject (File f, Object o) throws IOException
  {
    ObjectOutputStream out = new ObjectOutputStream (new FileOutputStream (f));
    // { dg-warning "'out' is never closed" "" { target *-*-* } .-1 }
    out.writeObject (o);
    out.flush ();
  }

  static Object okObject (File f) throws Exception
  {
    try (FileInputStream fis = new FileInputStream (f);
	 ObjectInputStream in = new ObjectInputStream (fis))
      {
	return in.readObject ();
      }
  }

  // null check returning
  static int leakResourceAsStream () throws IOException
  {
    InputStream in = Acquisition9.class.getResourceAsStream ("/x");
    // { dg-warning "'in' is never closed" "" { target *-*-* } .-1 }
    if (in == null)
      return 0;
    return in.read ();
  }

  static int okResourceAsStream () throws IOException
  {
    try (InputStream in = Acquisition9.class.getResourceAsStream ("/x"))
      {
	return in == null ? 0 : in.read ();
      }
  }

  // System.out
  static void okSystem () throws IOException
  {
    BufferedReader r = new BufferedReader (new InputStreamReader (System.in));
    PrintStream p = new PrintStream (System.out, true);
    p.println (r.readLine ());
  }

  // setOut
  static void okSetOut (String f) throws IOException
  {
    System.setOut (new PrintStream (new FileOutputStream (f)));
  }

  // temp file
  static Path okTemp () throws IOException
  {
    Path p = Files.createTempFile ("a", "b");
    try (BufferedWriter w = Files.newBufferedWriter (p))
      {
	w.write ("x");
      }
    return p;
  }

  // synchronized & field holder with setter
  private Writer log;

  synchronized void okOpenLog (String f) throws IOException
  {
    if (log == null)
      log = new BufferedWriter (new FileWriter (f));
    log.write ("x");
  }

  // exception translation
  static void leakTranslation (String f)
  {
    try
      {
	BufferedWriter w = new BufferedWriter (new FileWriter (f));
	// { dg-warning "'w' might not be closed" "" { target *-*-* } .-1 }
	w.write ("x");
	w.close ();
      }
    catch (IOException e)
      {
	throw new RuntimeException (e);
      }
  }

  // closing in both branches
  static void okBoth (String f, boolean b) throws IOException
  {
    Writer w = new StringWriter ();
    if (b)
      w = new FileWriter (f);
    w.close ();
  }

  static void leakOneBranch (String f, boolean b) throws IOException
  {
    FileWriter w = new FileWriter (f); // { dg-warning "'w' might not be closed" }
    if (b)
      w.close ();
  }

  // do/while with reopen
  static void okReopen (String f, int n) throws IOException
  {
    FileOutputStream out = new FileOutputStream (f);
    try
      {
	do
	  {
	    out.close ();
	    out = new FileOutputStream (f + n);
	  }
	while (--n > 0);
      }
    finally
      {
	out.close ();
      }
  }

  // labelled break
  static void leakLabelled (List<String> l) throws IOException
  {
    outer:
    for (String s : l)
      {
	FileReader r = new FileReader (s); // { dg-warning "'r' might not be closed" }
	for (int i = 0; i < 10; i++)
	  if (r.read () < 0)
	    break outer;
	r.close ();
      }
  }

  // CompletableFuture
  static CompletableFuture<Integer> okFuture (String f)
  {
    return CompletableFuture.supplyAsync (() -> {
      try (InputStream in = new FileInputStream (f)) { return in.read (); }
      catch (IOException e) { throw new UncheckedIOException (e); }
    });
  }

  static CompletableFuture<Integer> leakFuture (String f)
  {
    return CompletableFuture.supplyAsync (() -> {
      try
	{
	  InputStream in = new FileInputStream (f); // { dg-warning "'in' is never closed" }
	  return in.read ();
	}
      catch (IOException e) { throw new UncheckedIOException (e); }
    });
  }

  // Closeable from lambda
  static int okCloseableLambda (String f) throws IOException
  {
    InputStream in = new FileInputStream (f);
    try (Closeable c = () -> in.close ())
      {
	return in.read ();
      }
  }

  static int okCloseableReference (String f) throws IOException
  {
    InputStream in = new FileInputStream (f);
    try (Closeable c = in::close)
      {
	return in.read ();
      }
  }

  // Deflater/Inflater
  static byte[] leakInflater (byte[] b) throws DataFormatException
  {
    Inflater i = new Inflater (); // { dg-warning "'i' is never ended" }
    i.setInput (b);
    byte[] out = new byte[100];
    i.inflate (out);
    return out;
  }

  static byte[] okDeflater (byte[] b)
  {
    Deflater d = new Deflater ();
    try
      {
	d.setInput (b);
	d.finish ();
	byte[] out = new byte[100];
	d.deflate (out);
	return out;
      }
    finally
      {
	d.end ();
      }
  }

  // generics
  static <T extends Closeable> void use (T t, Consumer<T> c) throws IOException
  {
    try { c.accept (t); } finally { t.close (); }
  }

  static void okUse (String f) throws IOException
  {
    use (new FileInputStream (f), in -> System.out.println (in));
  }

  static <T> T identity (T t) { return t; }

  static void leakIdentity (String f) throws IOException
  {
    InputStream in = identity (new FileInputStream (f));
    // { dg-warning "by 'new FileInputStream' is never closed" "" { target *-*-* } .-1 }
    in.read ();
  }

  static void okIdentity (String f) throws IOException
  {
    try (InputStream in = identity (new FileInputStream (f)))
      {
	in.read ();
      }
  }

  static InputStream checked (InputStream in)
  {
    return Objects.requireNonNull (in);
  }

  static void okRequireNonNull (String f) throws IOException
  {
    try (InputStream in = checked (new FileInputStream (f)))
      {
	in.read ();
      }
  }

  // ThreadLocal, AtomicReference
  static final ThreadLocal<Connection> current = new ThreadLocal<> ();

  static void okThreadLocal (String url) throws SQLException
  {
    current.set (DriverManager.getConnection (url));
  }

  private final java.util.concurrent.atomic.AtomicReference<Socket> ref
    = new java.util.concurrent.atomic.AtomicReference<> ();

  void okAtomic (String h) throws IOException
  {
    ref.set (new Socket (h, 1));
  }
}
