/* Corpus, success: channels and folders.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Channels, directories, locks on files. */
public class Success2 {

  private static final int RECORD = 128;
  private int active;

  // ---------------------------------------------------------------- helpers

  private static void readFully(FileChannel ch, ByteBuffer buf, long pos) throws IOException {
    while (buf.hasRemaining()) {
      int n = ch.read(buf, pos);
      if (n < 0) {
        throw new EOFException("at " + pos);
      }
      pos += n;
    }
    buf.flip();
  }

  private static void closeQuietly(Closeable c) {
    try {
      c.close();
    } catch (IOException e) {
      System.err.println("close: " + e.getMessage());
    }
  }

  private static List<Path> drain(Stream<Path> paths) {
    try (paths) {
      return paths.collect(Collectors.toList());
    }
  }

  private static long totalSize(Stream<Path> paths) {
    return paths.filter(Files::isRegularFile).mapToLong(p -> p.toFile().length()).sum();
  }

  // ---------------------------------------------------------------- file channels

  public static long leakCopy(Path src, Path dst) throws IOException {
    FileChannel in = FileChannel.open(src, StandardOpenOption.READ);
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    FileChannel out = FileChannel.open(dst, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try (in; out) {
      return in.transferTo(0, in.size(), out);
    }
  }

  public static byte[] leakReadRecord(Path p, int index) throws IOException {
    FileChannel ch = FileChannel.open(p); // { dg-warning "leak" }
    ByteBuffer buf = ByteBuffer.allocate(RECORD);
    try {
      readFully(ch, buf, (long) index * RECORD);
    } catch (EOFException e) {
      return new byte[0];
    } catch (IOException e) {
      ch.close();
      throw e;
    }
    ch.close();
    return buf.array();
  }

  public static byte[] cleanReadRecord(Path p, int index) throws IOException {
    FileChannel ch = FileChannel.open(p);
    ByteBuffer buf = ByteBuffer.allocate(RECORD);
    try {
      readFully(ch, buf, (long) index * RECORD);
      return buf.array();
    } catch (EOFException e) {
      return new byte[0];
    } finally {
      ch.close();
    }
  }

  public static MappedByteBuffer cleanMap(Path p) throws IOException {
    RandomAccessFile raf = new RandomAccessFile(p.toFile(), "rw");
    FileChannel ch = raf.getChannel();
    try {
      return ch.map(FileChannel.MapMode.READ_WRITE, 0, ch.size());
    } finally {
      ch.close();
    }
  }

  public static String cleanChannelReader(Path p) throws IOException {
    FileChannel ch = FileChannel.open(p);
    try (BufferedReader r = new BufferedReader(Channels.newReader(ch, StandardCharsets.UTF_8))) {
      return r.readLine();
    }
  }

  // ---------------------------------------------------------------- file locks

  public static void leakBump(FileChannel ch) throws IOException {
    FileLock lock = ch.lock(); // { dg-warning "leak" }
    ByteBuffer b = ByteBuffer.allocate(8);
    readFully(ch, b, 0);
    long v = b.getLong(0) + 1;
    b.clear();
    b.putLong(v).flip();
    ch.write(b, 0);
    lock.release();
  }

  public static boolean cleanTryExclusive(Path p, byte[] data) throws IOException {
    try (FileChannel ch = FileChannel.open(p, StandardOpenOption.WRITE)) {
      FileLock lock = ch.tryLock();
      if (lock == null) {
        return false;
      }
      ch.write(ByteBuffer.wrap(data));
      return true;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  public static boolean leakTryExclusive(Path p, byte[] data) throws IOException {
    FileChannel ch = FileChannel.open(p, StandardOpenOption.WRITE);
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    FileLock lock;
    try {
      lock = ch.tryLock();
    } catch (IOException e) {
      ch.close();
      throw e;
    }
    if (lock == null) {
      return false;
    }
    try {
      ch.write(ByteBuffer.wrap(data));
    } finally {
      ch.close();
    }
    return true;
  }

  // ---------------------------------------------------------------- streams of paths and lines

  public static Optional<Path> leakNewest(Path dir) throws IOException {
    Stream<Path> s = Files.list(dir); // { dg-warning "leak" }
    Optional<Path> newest = s.filter(Files::isRegularFile)
        .max(Comparator.comparingLong(p -> p.toFile().lastModified()));
    if (newest.isEmpty()) {
      return newest;
    }
    s.close();
    return newest;
  }

  public static Optional<Path> cleanNewest(Path dir) throws IOException {
    return drain(Files.list(dir)).stream()
        .filter(Files::isRegularFile)
        .max(Comparator.comparingLong(p -> p.toFile().lastModified()));
  }

  public static long leakDiskUsage(Path dir) throws IOException {
    return totalSize(Files.walk(dir)); // { dg-warning "leak" }
  }

  public static void cleanDeleteTree(Path dir) throws IOException {
    List<Path> all = drain(Files.walk(dir));
    for (int i = all.size() - 1; i >= 0; i--) {
      Files.deleteIfExists(all.get(i));
    }
  }

  public static boolean leakIsEmpty(Path dir) throws IOException {
    DirectoryStream<Path> entries = Files.newDirectoryStream(dir);
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    return !entries.iterator().hasNext();
  }

  // ---------------------------------------------------------------- writing

  public static void cleanWriteAtomically(Path target, byte[] data) throws IOException {
    Path tmp = target.resolveSibling(target.getFileName() + ".tmp");
    try {
      try (OutputStream out = Files.newOutputStream(tmp)) {
        out.write(data);
      }
      Files.move(tmp, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(tmp);
      throw e;
    }
  }

  public static void cleanWriteList(Path target, List<String> lines) throws IOException {
    BufferedWriter w = null;
    for (String l : lines) {
      if (l.isEmpty()) {
        continue;
      }
      if (w == null) {
        w = Files.newBufferedWriter(target);
      }
      try {
        w.write(l);
        w.newLine();
      } catch (IOException e) {
        w.close();
        throw e;
      }
    }
    if (w != null) {
      w.close();
    }
  }

  // ---------------------------------------------------------------- selectors

  public void leakRun(int port) throws IOException {
    Selector sel = Selector.open(); // { dg-warning "leak" }
    try (ServerSocketChannel ssc = ServerSocketChannel.open()) {
      ssc.bind(new InetSocketAddress(port));
      ssc.configureBlocking(false);
      ssc.register(sel, SelectionKey.OP_ACCEPT);
      while (sel.select(1000) > 0) {
        sel.selectedKeys().clear();
      }
    }
    sel.close();
  }

  public void cleanRun(int port) throws IOException {
    try (Selector sel = Selector.open();
             ServerSocketChannel ssc = ServerSocketChannel.open()) {
      ssc.bind(new InetSocketAddress(port));
      ssc.configureBlocking(false);
      ssc.register(sel, SelectionKey.OP_ACCEPT);
      try {
        while (sel.select(1000) > 0) {
          Iterator<SelectionKey> it = sel.selectedKeys().iterator();
          while (it.hasNext()) {
            SelectionKey k = it.next();
            it.remove();
            if (k.isAcceptable()) {
              cleanAccept(ssc, sel);
            }
          }
        }
      } finally {
        for (SelectionKey k : sel.keys()) {
          closeQuietly(k.channel());
        }
      }
    }
  }

  void cleanAccept(ServerSocketChannel ssc, Selector sel) throws IOException {
    SocketChannel sc = ssc.accept();
    if (sc == null) {
      return;
    }
    if (active >= 100) {
      sc.close();
      return;
    }
    try {
      sc.configureBlocking(false);
      sc.register(sel, SelectionKey.OP_READ, ByteBuffer.allocate(1024));
    } catch (IOException e) {
      sc.close();
      throw e;
    }
    active++;
  }

  boolean leakGreet(ServerSocketChannel ssc) throws IOException {
    SocketChannel sc = ssc.accept(); // { dg-warning "leak" }
    if (sc == null || active >= 100) {
      return false;
    }
    try (sc) {
      sc.write(StandardCharsets.US_ASCII.encode("220 ready\r\n"));
    }
    return true;
  }

  boolean cleanGreet(ServerSocketChannel ssc) throws IOException {
    if (active >= 100) {
      return false;
    }
    try (SocketChannel sc = ssc.accept()) {
      if (sc == null) {
        return false;
      }
      sc.write(StandardCharsets.US_ASCII.encode("220 ready\r\n"));
    }
    return true;
  }
}
