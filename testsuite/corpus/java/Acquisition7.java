/* Corpus, acquisition: java.nio.file, channels, locks, streams of folders.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;
import java.util.stream.*;

class Acquisition7
{
  /* countLines: leaks.  */
  static long countLines(Path p, String prefix) throws IOException {
    return Files.lines(p).filter(l -> l.startsWith(prefix)).count(); // { dg-warning "leak" }
  }

  /* countLinesClosed: clean.  */
  static long countLinesClosed(Path p, String prefix) throws IOException {
    try (Stream<String> lines = Files.lines(p)) {
      return lines.map(String::trim).filter(l -> l.startsWith(prefix)).count();
    }
  }

  /* newest: leaks.  */
  static Optional<Path> newest(Path dir) throws IOException {
    Stream<Path> all = Files.list(dir); // { dg-warning "leak" }
    Optional<Path> r = all.filter(Files::isRegularFile)
        .max(Comparator.comparingLong(p -> p.toFile().lastModified()));
    if (r.isEmpty())
      return r;
    all.close();
    return r;
  }

  /* newestClosed: clean.  */
  static Optional<Path> newestClosed(Path dir) throws IOException {
    try (Stream<Path> all = Files.walk(dir, 2).filter(Files::isRegularFile)) {
      return all.max(Comparator.comparingLong(p -> p.toFile().lastModified()));
    }
  }

  /* streamForCaller: clean.  */
  static Stream<String> streamForCaller(Path p) throws IOException {
    return Files.lines(p, StandardCharsets.ISO_8859_1).filter(l -> !l.isBlank()).map(String::strip);
  }

  /* collections: clean.  */
  static List<Integer> collections(Collection<String> in) {
    Stream<String> s = in.stream();
    IntStream lens = s.mapToInt(String::length);
    return lens.boxed().collect(Collectors.toList());
  }

  /* deleteAll: leaks.  */
  static int deleteAll(Path dir, String glob) throws IOException {
    DirectoryStream<Path> ds = Files.newDirectoryStream(dir, glob); // { dg-warning "leak" }
    int n = 0;
    for (Path p : ds) {
      Files.delete(p);
      n++;
    }
    ds.close();
    return n;
  }

  /* deleteTree: clean.  */
  static void deleteTree(Path dir) throws IOException {
    try (DirectoryStream<Path> ds = Files.newDirectoryStream(dir)) {
      for (Path p : ds) {
        if (Files.isDirectory(p, LinkOption.NOFOLLOW_LINKS))
          deleteTree(p);
        else
          Files.delete(p);
      }
    }
    Files.delete(dir);
  }

  /* mapped: leaks.  */
  static MappedByteBuffer mapped(Path p) throws IOException {
    FileChannel ch = FileChannel.open(p, StandardOpenOption.READ); // { dg-warning "leak" }
    return ch.map(FileChannel.MapMode.READ_ONLY, 0, ch.size());
  }

  /* mappedClosed: clean.  */
  static MappedByteBuffer mappedClosed(Path p) throws IOException {
    try (FileChannel ch = FileChannel.open(p, EnumSet.of(StandardOpenOption.READ))) {
      return ch.map(FileChannel.MapMode.READ_ONLY, 0, ch.size());
    }
  }

  /* concat: leaks.  */
  static void concat(Path to, Path... parts) throws IOException {
    try (FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE,
                                            StandardOpenOption.WRITE)) {
      for (Path p : parts) {
        FileChannel in = new FileInputStream(p.toFile()).getChannel(); // { dg-warning "leak" }
        long size = in.size();
        for (long pos = 0; pos < size;)
          pos += in.transferTo(pos, size - pos, out);
      }
    }
  }

  /* concatClosed: clean.  */
  static void concatClosed(Path to, Path... parts) throws IOException {
    try (OutputStream out = Files.newOutputStream(to)) {
      for (Path p : parts)
        Files.copy(p, out);
    }
  }

  /* pidFileClosed: clean.  */
  static boolean pidFileClosed(Path p, long pid) throws IOException {
    try (FileChannel ch = FileChannel.open(p, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
         FileLock lock = ch.tryLock()) {
      if (lock == null)
        return false;
      ch.write(StandardCharsets.US_ASCII.encode(Long.toString(pid)));
      return true;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /* watch: leaks.  */
  static Path watch(Path dir) throws IOException, InterruptedException {
    WatchService ws = FileSystems.getDefault().newWatchService(); // { dg-warning "leak" }
    dir.register(ws, StandardWatchEventKinds.ENTRY_CREATE);
    WatchKey k = ws.poll(1, TimeUnit.SECONDS);
    if (k == null)
      return null;
    for (WatchEvent<?> e : k.pollEvents())
      return dir.resolve((Path) e.context());
    ws.close();
    return null;
  }

  /* zipFileSystem: clean.  */
  static List<String> zipFileSystem(Path zip) throws IOException {
    List<String> names = new ArrayList<>();
    try (FileSystem fs = FileSystems.newFileSystem(zip, (ClassLoader) null)) {
      for (Path root : fs.getRootDirectories())
        Files.walkFileTree(root, new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path f, BasicFileAttributes a) {
            names.add(f.toString());
            return FileVisitResult.CONTINUE;
          }
        });
    }
    return names;
  }

  /* zipFirst: leaks.  */
  static byte[] zipFirst(Path zip, String entry) throws IOException {
    FileSystem fs = FileSystems.newFileSystem(zip, (ClassLoader) null); // { dg-warning "leak" }
    Path p = fs.getPath(entry);
    if (!Files.exists(p))
      return new byte[0];
    byte[] b = Files.readAllBytes(p);
    fs.close();
    return b;
  }

  /* locked: leaks.  */
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  private final Map<String, String> cache = new HashMap<>();

  String locked(String k) throws IOException {
    rw.writeLock().lock(); // { dg-warning "leak" }
    String v = cache.get(k);
    if (v == null) {
      v = Files.readString(Path.of(k));
      cache.put(k, v);
    }
    rw.writeLock().unlock();
    return v;
  }

  /* lockedClosed: clean.  */
  private final Lock lock = new ReentrantLock();
  private final Condition nonEmpty = lock.newCondition();
  private final Deque<String> queue = new ArrayDeque<>();

  String lockedClosed(long ms) throws InterruptedException {
    if (!lock.tryLock(ms, TimeUnit.MILLISECONDS))
      return null;
    try {
      while (queue.isEmpty())
        if (!nonEmpty.await(ms, TimeUnit.MILLISECONDS))
          return null;
      return queue.removeFirst();
    } finally {
      lock.unlock();
    }
  }

  /* conditionalWriter: clean.  */
  static void conditionalWriter(Path p, List<String> lines, boolean append) throws IOException {
    BufferedWriter w;
    if (append)
      w = Files.newBufferedWriter(p, StandardOpenOption.APPEND);
    else
      w = Files.newBufferedWriter(p);
    try (w) {
      for (String l : lines) {
        w.write(l);
        w.newLine();
      }
    }
  }
}
