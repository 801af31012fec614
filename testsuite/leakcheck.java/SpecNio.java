/* What the specifications say of channels, files and directories.  */

import java.io.*;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.stream.*;

class SpecNio
{
  static long lines (Path p) throws IOException
  {
    return Files.lines (p).count (); /* { dg-warning "never closed" } */
  }

  static long linesFiltered (Path p) throws IOException
  {
    return Files.lines (p).filter (l -> l.isEmpty ()).skip (1).count (); /* { dg-warning "never closed" } */
  }

  static long linesClosed (Path p) throws IOException
  {
    try (Stream<String> s = Files.lines (p))
      {
	return s.count ();
      }
  }

  static long filteredClosed (Path p) throws IOException
  {
    try (Stream<Integer> s = Files.lines (p).filter (l -> l.isEmpty ()).map (String::length))
      {
	return s.count ();
      }
  }

  static long memory ()
  {
    return Stream.of ("a", "b").filter (String::isEmpty).count ();
  }

  static void directory (Path p) throws IOException
  {
    for (Path q : Files.newDirectoryStream (p)) /* { dg-warning "never closed" } */
      System.out.println (q);
  }

  static void directoryClosed (Path p) throws IOException
  {
    try (DirectoryStream<Path> d = Files.newDirectoryStream (p))
      {
	for (Path q : d)
	  System.out.println (q);
      }
  }

  static void copied (Path p, Path q) throws IOException
  {
    Files.copy (Files.newInputStream (p), q); /* { dg-warning "never closed" } */
  }

  static int channel (Path p, ByteBuffer b) throws IOException
  {
    FileChannel c = FileChannel.open (p); /* { dg-warning "'c' is never closed" } */
    return c.position (3).read (b);
  }

  static int channelClosed (Path p, ByteBuffer b) throws IOException
  {
    try (FileChannel c = FileChannel.open (p).position (3)) /* { dg-warning "might not be closed" } */
      {
	return c.read (b);
      }
  }

  static int ofStream (String f, ByteBuffer b) throws IOException
  {
    FileInputStream in = new FileInputStream (f);
    try (FileChannel c = in.getChannel ())
      {
	return c.read (b);
      }
  }

  static void locked (Path p) throws IOException
  {
    try (FileChannel c = FileChannel.open (p))
      {
	c.lock ();
      }
  }

  static void unconnected () throws IOException
  {
    SocketChannel c = SocketChannel.open (); /* { dg-warning "'c' is never closed" } */
    c.configureBlocking (false);
  }

  static void connected (SocketAddress a) throws IOException
  {
    SocketChannel c = SocketChannel.open (a); /* { dg-warning "'c' is never closed" } */
    c.configureBlocking (false);
  }

  static void connectedLater (SocketAddress a) throws IOException
  {
    SocketChannel c = SocketChannel.open (); /* { dg-warning "'c' is never closed" } */
    c.connect (a);
  }

  static void selector () throws IOException
  {
    Selector s = Selector.open (); /* { dg-warning "'s' is never closed" } */
    s.wakeup ().select ();
  }

  static void selectorClosed () throws IOException
  {
    Selector s = Selector.open ();
    try
      {
	s.select ();
      }
    finally
      {
	s.close ();
      }
  }

  static void pipe (ByteBuffer b) throws IOException
  {
    Pipe p = Pipe.open (); // { dg-warning "'Pipe.open' is never closed" }
    try
      {
	p.sink ().write (b);
      }
    finally
      {
	p.source ().close (); // If it throws, the other end is open.
	p.sink ().close ();
      }
  }

  static int wrapped (ReadableByteChannel c) throws IOException
  {
    return Channels.newInputStream (c).read ();
  }

  static void defaultFileSystem ()
  {
    FileSystem f = FileSystems.getDefault ();
    f.getPath ("x");
  }

  static void watched (FileSystem f) throws IOException
  {
    WatchService w = f.newWatchService (); /* { dg-warning "'w' is never closed" } */
    w.poll ();
  }

  // ---- A selector has the channels that are registered with it.  ----

  static void acceptAll (ServerSocketChannel server, Selector selector) throws IOException
  {
    SocketChannel c = server.accept ();
    if (c == null)
      return;
    try
      {
	c.configureBlocking (false);
	c.register (selector, SelectionKey.OP_READ);
      }
    catch (IOException e)
      {
	c.close ();
	throw e;
      }
  }

  static void acceptAndForget (ServerSocketChannel server, Selector selector) throws IOException
  {
    SocketChannel c = server.accept (); // { dg-warning "'c' might not be closed" }
    if (c == null)
      return;
    c.socket ().setTcpNoDelay (true);
    c.configureBlocking (false);
    c.register (selector, SelectionKey.OP_READ, "client");
  }

  static void acceptOnly (ServerSocketChannel server) throws IOException
  {
    SocketChannel c = server.accept (); // { dg-warning "'c' is never closed" }
    if (c != null)
      c.configureBlocking (false);
  }

  // ---- A lock of a file keeps its channel, which closing the lock does not close.  ----

  static FileLock single;

  static void only (Path p) throws IOException
  {
    FileChannel c = FileChannel.open (p, StandardOpenOption.WRITE);
    FileLock l = null;
    try
      {
	l = c.tryLock ();
      }
    finally
      {
	if (l == null)
	  c.close ();
      }
    single = l;
  }

  static boolean onlyForgets (Path p) throws IOException
  {
    FileChannel c = FileChannel.open (p, StandardOpenOption.WRITE); // { dg-warning "'c' might not be closed" }
    single = c.tryLock ();
    return single != null;
  }

  static void leave () throws IOException
  {
    if (single != null)
      single.channel ().close ();
  }

  static int counted (Path p) throws IOException
  {
    FileChannel c = FileChannel.open (p, StandardOpenOption.WRITE); // { dg-warning "'c' is never closed" }
    FileLock l = c.lock ();
    l.release ();
    return 1;
  }
}
