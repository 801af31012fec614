/* Corpus, loss: channels and files.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.FileTime;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.stream.*;

/** Command line helpers around java.nio. */
public class Loss3 {

  private static Stream<String> linesOf(Path p) {
    try {
      return Files.lines(p);
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private static void answer(SocketChannel ch, ByteBuffer buf) throws IOException {
    buf.flip();
    while (buf.hasRemaining()) {
      ch.write(buf);
    }
    buf.clear();
  }

  static long leakCountLines(Path p, String needle) throws IOException {
    return Files.lines(p).filter(l -> l.contains(needle)).count(); // { dg-warning "leak" }
  }

  static List<String> cleanListNames(Path dir) throws IOException {
    if (!Files.isDirectory(dir)) {
      return Collections.emptyList();
    }
    try (Stream<Path> files = Files.list(dir).filter(Files::isRegularFile)) {
      return files.map(p -> p.getFileName().toString())
          .sorted()
          .collect(Collectors.toList());
    }
  }

  static void leakChannelCopy(Path src, Path dst) throws IOException {
    FileChannel in = FileChannel.open(src, StandardOpenOption.READ); // { dg-warning "leak" }
    FileChannel out = FileChannel.open(dst, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try (in; out) {
      long pos = 0;
      long size = in.size();
      while (pos < size) {
        pos += in.transferTo(pos, size - pos, out);
      }
    }
  }

  static void cleanChannelCopy(Path src, Path dst) throws IOException {
    try (FileChannel in = FileChannel.open(src, StandardOpenOption.READ);
      FileChannel out =
          FileChannel.open(dst, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long pos = 0;
      long size = in.size();
      while (pos < size) {
        pos += in.transferTo(pos, size - pos, out);
      }
    }
  }

  static boolean leakWaitForChange(Path dir, long seconds)
      throws IOException, InterruptedException {
    WatchService ws = FileSystems.getDefault().newWatchService(); // { dg-warning "leak" }
    dir.register(ws, StandardWatchEventKinds.ENTRY_MODIFY);
    WatchKey key = ws.poll(seconds, TimeUnit.SECONDS);
    boolean changed = key != null && !key.pollEvents().isEmpty();
    ws.close();
    return changed;
  }

  static int leakSelectOnce(SocketChannel ch, long timeout) throws IOException {
    Selector selector = Selector.open(); // { dg-warning "leak" }
    ch.configureBlocking(false);
    ch.register(selector, SelectionKey.OP_READ);
    int ready = selector.select(timeout);
    if (ready == 0) {
      return -1;
    }
    selector.close();
    return ready;
  }

  static void cleanEchoServer(int port, int rounds) throws IOException {
    ByteBuffer buf = ByteBuffer.allocate(1024);
    try (Selector selector = Selector.open();
      ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(port));
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
      for (int i = 0; i < rounds; i++) {
        selector.select(500);
        Iterator<SelectionKey> it = selector.selectedKeys().iterator();
        while (it.hasNext()) {
          SelectionKey key = it.next();
          it.remove();
          if (key.isAcceptable()) {
            try (SocketChannel client = server.accept()) {
              if (client != null && client.read(buf) > 0) {
                answer(client, buf);
              }
            }
          }
        }
      }
    }
  }

  static Path leakNewest(Path dir) throws IOException {
    Path newest = null;
    FileTime best = FileTime.fromMillis(0);
    for (Path p : Files.newDirectoryStream(dir, "*.log")) { // { dg-warning "leak" }
      FileTime t = Files.getLastModifiedTime(p);
      if (t.compareTo(best) > 0) {
        best = t;
        newest = p;
      }
    }
    return newest;
  }

  static Path cleanNewest(Path dir) throws IOException {
    Path newest = null;
    FileTime best = FileTime.fromMillis(0);
    DirectoryStream<Path> entries = Files.newDirectoryStream(dir, "*.log");
    try {
      for (Path p : entries) {
        FileTime t = Files.getLastModifiedTime(p);
        if (t.compareTo(best) > 0) {
          best = t;
          newest = p;
        }
      }
    } finally {
      entries.close();
    }
    return newest;
  }

  static String leakTail(Path p, int max) throws IOException {
    SeekableByteChannel ch = Files.newByteChannel(p, StandardOpenOption.READ);
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    long size = ch.size();
    if (size == 0) {
      return "";
    }
    ByteBuffer buf = ByteBuffer.allocate((int) Math.min(size, max));
    try {
      ch.position(Math.max(0, size - max));
      while (buf.hasRemaining() && ch.read(buf) > 0) {
        Thread.yield();
      }
    } finally {
      ch.close();
    }
    return new String(buf.array(), 0, buf.position(), StandardCharsets.UTF_8);
  }

  static String cleanTail(Path p, int max) throws IOException {
    long size = Files.size(p);
    if (size == 0) {
      return "";
    }
    ByteBuffer buf = ByteBuffer.allocate((int) Math.min(size, max));
    SeekableByteChannel ch = Files.newByteChannel(p, StandardOpenOption.READ);
    try {
      ch.position(Math.max(0, size - max));
      while (buf.hasRemaining() && ch.read(buf) > 0) {
        Thread.yield();
      }
    } finally {
      ch.close();
    }
    return new String(buf.array(), 0, buf.position(), StandardCharsets.UTF_8);
  }

  static long cleanWordsInTree(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      // flatMap closes every inner stream by itself
      return files.filter(Files::isRegularFile)
          .flatMap(p -> linesOf(p))
          .flatMap(l -> Arrays.stream(l.split("\\s+")))
          .filter(w -> !w.isEmpty())
          .count();
    }
  }

  static List<String> leakHeader(Path p, int n) throws IOException {
    try (Stream<String> lines = Files.newBufferedReader(p).lines()) { // { dg-warning "leak" }
      return lines.limit(n).collect(Collectors.toList());
    }
  }

  static List<String> cleanHeader(Path p, int n) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(p)) {
      return reader.lines().limit(n).collect(Collectors.toList());
    }
  }

  static int cleanFindByte(File f, byte b) throws IOException {
    try (FileChannel ch = new FileInputStream(f).getChannel()) {
      MappedByteBuffer map = ch.map(FileChannel.MapMode.READ_ONLY, 0, ch.size());
      while (map.hasRemaining()) {
        if (map.get() == b) {
          return map.position() - 1;
        }
      }
      return -1;
    }
  }

  static ServerSocketChannel leakListen(int port) throws IOException {
    ServerSocketChannel ch = ServerSocketChannel.open().bind(new InetSocketAddress(port));
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    ch.configureBlocking(false);
    return ch;
  }

  static ServerSocketChannel cleanListen(int port) throws IOException {
    ServerSocketChannel ch = ServerSocketChannel.open();
    try {
      ch.bind(new InetSocketAddress(port));
      ch.configureBlocking(false);
      return ch;
    } catch (IOException e) {
      ch.close();
      throw e;
    }
  }
}
