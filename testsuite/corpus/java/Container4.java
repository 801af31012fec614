/* Corpus, container: streams, optionals, collections.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lambdas, streams, optionals, collections and what tests do with them. */
public class Container4 {

  @FunctionalInterface
  interface IoFunction<A, B> {
    B apply(A a) throws IOException;
  }

  static final class IncludeException extends Exception {
    IncludeException(String msg) {
      super(msg);
    }
  }

  // ---------------------------------------------------------------- helpers

  private static void closeQuietly(AutoCloseable c) {
    if (c == null) {
      return;
    }
    try {
      c.close();
    } catch (Exception e) {
      System.err.println("close: " + e.getMessage());
    }
  }

  private static Stream<String> linesOf(Path p) {
    try {
      return Files.lines(p);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(Path p) {
    try {
      return Files.newInputStream(p);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<BufferedReader> firstReadable(List<Path> candidates) {
    for (Path p : candidates) {
      try {
        return Optional.of(Files.newBufferedReader(p));
      } catch (IOException e) {
        System.err.println("not readable: " + p);
      }
    }
    return Optional.empty();
  }

  /** Lines which close their reader along with the stream. */
  private static Stream<String> numbered(Path p) throws IOException {
    BufferedReader r = Files.newBufferedReader(p);
    return r.lines().map(String::strip).onClose(() -> closeQuietly(r));
  }

  /** Iterates over the lines of a file which are not comments. */
  static final class LineIterator implements Iterator<String>, Closeable {
    private final BufferedReader in;
    private String next;

    LineIterator(Path p) throws IOException {
      in = Files.newBufferedReader(p);
    }

    @Override
    public boolean hasNext() {
      try {
        while (next == null) {
          next = in.readLine();
          if (next == null) {
            return false;
          }
          if (next.startsWith("#")) {
            next = null;
          }
        }
        return true;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      String s = next;
      next = null;
      return s;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  // ---------------------------------------------------------------- streams

  public static long leakTotalLines(List<Path> files) {
    return files.stream()
        .mapToLong(p -> linesOf(p).count()) // { dg-warning "leak" }
        .sum();
  }

  public static long cleanTotalLines(List<Path> files) {
    return files.stream()
        .mapToLong(p -> {
          try (Stream<String> s = linesOf(p)) {
            return s.count();
          }
        })
        .sum();
  }

  public static Set<String> cleanWords(List<Path> files) {
    return files.stream()
        .flatMap(Container4::linesOf)
        .flatMap(l -> Arrays.stream(l.split("\\s+")))
        .collect(Collectors.toSet());
  }

  public static Optional<String> leakFirstNumbered(Path p) throws IOException {
    return numbered(p).filter(l -> !l.isEmpty()).findFirst();
    // { dg-warning "leak" "" { target *-*-* } .-1 }
  }

  public static Optional<String> cleanFirstNumbered(Path p) throws IOException {
    try (Stream<String> s = numbered(p)) {
      return s.filter(l -> !l.isEmpty()).findFirst();
    }
  }

  // ---------------------------------------------------------------- optionals, suppliers

  public static String leakBanner(List<Path> candidates) throws IOException {
    Optional<BufferedReader> r = firstReadable(candidates); // { dg-warning "leak" }
    if (r.isPresent()) {
      return r.get().readLine();
    }
    return "";
  }

  public static String cleanBanner(List<Path> candidates) throws IOException {
    Optional<BufferedReader> r = firstReadable(candidates);
    if (r.isEmpty()) {
      return "";
    }
    try (BufferedReader in = r.get()) {
      return in.readLine();
    }
  }

  public static int cleanBannerOrElse(List<Path> candidates) throws IOException {
    BufferedReader r = firstReadable(candidates).orElse(null);
    if (r == null) {
      return -1;
    }
    try {
      return r.read();
    } finally {
      r.close();
    }
  }

  public static int leakFirstByte(Path p) throws IOException {
    Supplier<InputStream> source = () -> open(p);
    InputStream in = source.get(); // { dg-warning "leak" }
    int b = in.read();
    if (b >= 0) {
      in.close();
    }
    return b;
  }

  // ---------------------------------------------------------------- templates

  public static <T> T leakWithReader(Path p, IoFunction<BufferedReader, T> fn) throws IOException {
    BufferedReader r = Files.newBufferedReader(p); // { dg-warning "leak" }
    T result = fn.apply(r);
    r.close();
    return result;
  }

  public static <T> T cleanWithReader(Path p, IoFunction<BufferedReader, T> fn) throws IOException {
    BufferedReader r = Files.newBufferedReader(p);
    try {
      return fn.apply(r);
    } finally {
      r.close();
    }
  }

  public static String cleanTitle(Path p) throws IOException {
    return cleanWithReader(p, r -> {
      String l = r.readLine();
      return l == null ? "" : l.strip();
    });
  }

  public static String cleanGuarded(Path p) throws IOException {
    BufferedReader r = new BufferedReader(new FileReader(p.toFile()));
    try (Closeable guard = r::close) {
      return r.readLine();
    }
  }

  // ---------------------------------------------------------------- iterators

  public static String leakFindLine(Path p, String prefix) throws IOException {
    LineIterator it = new LineIterator(p); // { dg-warning "leak" }
    while (it.hasNext()) {
      String l = it.next();
      if (l.startsWith(prefix)) {
        return l;
      }
    }
    it.close();
    return null;
  }

  // ---------------------------------------------------------------- many at once

  public static void leakPartition(Path input, Path dir) throws IOException {
    Map<String, BufferedWriter> outs = new HashMap<>();
    try (BufferedReader in = Files.newBufferedReader(input)) {
      String line;
      while ((line = in.readLine()) != null) {
        String key = line.substring(0, Math.min(2, line.length()));
        BufferedWriter w = outs.get(key);
        if (w == null) {
          w = Files.newBufferedWriter(dir.resolve(key)); // { dg-warning "leak" }
          outs.put(key, w);
        }
        w.write(line);
        w.newLine();
      }
    }
    for (BufferedWriter w : outs.values()) {
      closeQuietly(w);
    }
  }

  public static void cleanPartition(Path input, Path dir) throws IOException {
    Map<String, BufferedWriter> outs = new HashMap<>();
    try (BufferedReader in = Files.newBufferedReader(input)) {
      String line;
      while ((line = in.readLine()) != null) {
        String key = line.substring(0, Math.min(2, line.length()));
        BufferedWriter w = outs.get(key);
        if (w == null) {
          w = Files.newBufferedWriter(dir.resolve(key));
          outs.put(key, w);
        }
        w.write(line);
        w.newLine();
      }
    } finally {
      outs.values().forEach(Container4::closeQuietly);
    }
  }

  public static List<String> leakExpand(Path root) throws IOException, IncludeException {
    List<String> out = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    Deque<BufferedReader> stack = new ArrayDeque<>();
    Path todo = root;
    do {
      if (todo != null) {
        if (!seen.add(todo)) {
          throw new IncludeException("included twice: " + todo);
        }
        stack.push(Files.newBufferedReader(todo)); // { dg-warning "leak" }
        todo = null;
      }
      String l = stack.peek().readLine();
      if (l == null) {
        closeQuietly(stack.pop());
      } else if (l.startsWith("!include ")) {
        todo = root.resolveSibling(l.substring(9));
      } else {
        out.add(l);
      }
    } while (!stack.isEmpty());
    return out;
  }

  public static List<String> cleanExpand(Path root) throws IOException, IncludeException {
    List<String> out = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    Deque<BufferedReader> stack = new ArrayDeque<>();
    try {
      seen.add(root);
      stack.push(Files.newBufferedReader(root));
      while (!stack.isEmpty()) {
        String l = stack.peek().readLine();
        if (l == null) {
          closeQuietly(stack.pop());
        } else if (l.startsWith("!include ")) {
          Path p = root.resolveSibling(l.substring(9));
          if (!seen.add(p)) {
            throw new IncludeException("included twice: " + p);
          }
          stack.push(Files.newBufferedReader(p));
        } else {
          out.add(l);
        }
      }
    } finally {
      while (!stack.isEmpty()) {
        closeQuietly(stack.pop());
      }
    }
    return out;
  }

  public static void leakInterleave(List<Path> files, Writer out, int limit) throws IOException {
    List<BufferedReader> readers = new ArrayList<>();
    try {
      for (Path p : files) {
        readers.add(Files.newBufferedReader(p));
        // { dg-warning "leak" "" { xfail *-*-* } .-1 }
      }
      int written = 0;
      Iterator<BufferedReader> it = readers.iterator();
      while (it.hasNext() && written < limit) {
        BufferedReader r = it.next();
        it.remove();
        String l = r.readLine();
        if (l == null) {
          r.close();
        } else {
          out.write(l);
          written++;
        }
      }
    } finally {
      for (BufferedReader r : readers) {
        closeQuietly(r);
      }
    }
  }

  public static void cleanInterleave(List<Path> files, Writer out, int limit) throws IOException {
    List<BufferedReader> readers = new ArrayList<>();
    try {
      for (Path p : files) {
        readers.add(Files.newBufferedReader(p));
      }
      int written = 0;
      for (BufferedReader r : readers) {
        if (written >= limit) {
          break;
        }
        String l = r.readLine();
        if (l != null) {
          out.write(l);
          written++;
        }
      }
    } finally {
      for (BufferedReader r : readers) {
        closeQuietly(r);
      }
    }
  }

  // ---------------------------------------------------------------- test helpers

  public static void cleanAssertSame(Path expected, Path actual) throws IOException {
    try (InputStream a = Files.newInputStream(expected);
             InputStream b = Files.newInputStream(actual)) {
      int pos = 0;
      int c;
      do {
        c = a.read();
        if (c != b.read()) {
          throw new AssertionError(actual + " differs at " + pos);
        }
        pos++;
      } while (c >= 0);
    }
  }

  public static Path leakFixture(Path dir, String... lines) throws IOException {
    Path p = Files.createTempFile(dir, "fixture", ".txt");
    BufferedWriter w = null;
    try {
      w = Files.newBufferedWriter(p); // { dg-warning "leak" }
      for (String l : lines) {
        if (l == null) {
          throw new IllegalArgumentException("null line");
        }
        w.write(l);
      }
      w.close();
    } catch (IOException e) {
      closeQuietly(w);
      throw e;
    }
    return p;
  }
}
