/* Corpus, call: lambdas, optionals, collections of handles, threads, records.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

class Call4
{
  /* findFirst: leaks.  */
  static Optional<InputStream> open(String name) throws IOException {
    File f = new File(name);
    return f.canRead() ? Optional.of(new FileInputStream(f)) : Optional.empty();
  }

  static int findFirst(String name) throws IOException {
    Optional<InputStream> in = open(name); // { dg-warning "leak" }
    if (in.isEmpty())
      return -1;
    return in.get().read();
  }

  /* findFirstClosed: clean.  */
  static int findFirstClosed(String name) throws IOException {
    Optional<InputStream> in = open(name);
    if (!in.isPresent())
      return -1;
    try (InputStream i = in.get()) {
      return i.read();
    }
  }

  /* listOfReaders: leaks.  */
  static String listOfReaders(List<Path> files) throws IOException {
    List<BufferedReader> readers = new ArrayList<>();
    for (Path p : files)
      readers.add(Files.newBufferedReader(p)); // { dg-warning "leak" }
    StringBuilder sb = new StringBuilder();
    for (BufferedReader r : readers)
      sb.append(r.readLine()).append('\n');
    for (BufferedReader r : readers)
      r.close();
    return sb.toString();
  }

  /* listOfReadersClosed: clean.  */
  static String listOfReadersClosed(List<Path> files) throws IOException {
    List<BufferedReader> readers = new ArrayList<>();
    try {
      for (Path p : files)
        readers.add(Files.newBufferedReader(p));
      StringBuilder sb = new StringBuilder();
      for (BufferedReader r : readers)
        sb.append(r.readLine()).append('\n');
      return sb.toString();
    } finally {
      for (BufferedReader r : readers) {
        try {
          r.close();
        } catch (IOException e) {
          // go on with the others
        }
      }
    }
  }

  /* lambdaBody: leaks.  */
  static void lambdaBody(List<String> names, Map<String, Integer> sizes) {
    names.forEach(n -> {
      try {
        InputStream in = Files.newInputStream(Path.of(n)); // { dg-warning "leak" }
        sizes.put(n, in.available());
        in.close();
      } catch (IOException e) {
        sizes.put(n, -1);
      }
    });
  }

  /* lambdaBodyClosed: clean.  */
  static void lambdaBodyClosed(List<String> names, Map<String, Integer> sizes) {
    names.stream().filter(Objects::nonNull).forEach(n -> {
      try (InputStream in = Files.newInputStream(Path.of(n))) {
        sizes.merge(n, in.available(), Integer::sum);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  /* flatLines: leaks.  */
  static List<String> flatLines(Path dir) throws IOException {
    try (DirectoryStream<Path> ds = Files.newDirectoryStream(dir)) {
      List<String> out = new ArrayList<>();
      for (Path p : ds) {
        Iterator<String> it = Files.lines(p).iterator(); // { dg-warning "leak" }
        while (it.hasNext())
          out.add(it.next());
      }
      return out;
    }
  }

  /* flatMapCloses: clean.  */
  private static Stream<String> linesOf(Path p) {
    try {
      return Files.lines(p);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long flatMapCloses(List<Path> in) {
    return in.stream().flatMap(Call4::linesOf).filter(String::isEmpty).count();
  }

  /* futureValue: leaks.  */
  static String futureValue(String host) throws Exception {
    Socket s = new Socket(host, 80); // { dg-warning "leak" }
    CompletableFuture<String> f = CompletableFuture.supplyAsync(() -> host.toUpperCase());
    String v = f.get(1, TimeUnit.SECONDS);
    s.getOutputStream().write(v.getBytes(StandardCharsets.UTF_8));
    s.close();
    return v;
  }

  /* threadCloses: clean.  */
  static Thread threadCloses(File f, Consumer<String> sink) throws FileNotFoundException {
    BufferedReader r = new BufferedReader(new FileReader(f));
    Thread t = new Thread(() -> {
      try (r) {
        for (String l; (l = r.readLine()) != null;)
          sink.accept(l);
      } catch (IOException e) {
        Thread.currentThread().interrupt();
      }
    });
    t.start();
    return t;
  }

  /* retry: leaks.  */
  static InputStream retry(Path p, int times) throws IOException {
    IOException last = null;
    for (int i = 0; i < times; i++) {
      try {
        InputStream in = Files.newInputStream(p); // { dg-warning "leak" }
        if (in.available() > 0)
          return in;
      } catch (IOException e) {
        last = e;
      }
    }
    throw last != null ? last : new EOFException();
  }

  /* retryClosed: clean.  */
  static InputStream retryClosed(Path p, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      PushbackInputStream in = new PushbackInputStream(Files.newInputStream(p));
      int c;
      try {
        c = in.read();
        if (c >= 0)
          in.unread(c);
      } catch (IOException e) {
        in.close();
        throw e;
      }
      if (c >= 0)
        return in;
      in.close();
    }
    throw new EOFException(p.toString());
  }

  /* recordHolder: leaks.  */
  record Pair(InputStream left, InputStream right) implements Closeable {
    @Override
    public void close() throws IOException {
      try (InputStream l = left; InputStream r = right) {
        // both are closed
      }
    }
  }

  static boolean recordHolder(Path a, Path b) throws IOException {
    Pair p = new Pair(Files.newInputStream(a), Files.newInputStream(b)); // { dg-warning "leak" }
    boolean same = p.left().read() == p.right().read();
    p.close();
    return same;
  }

  /* recordHolderClosed: clean.  */
  static boolean recordHolderClosed(Path a, Path b) throws IOException {
    try (InputStream x = Files.newInputStream(a);
         Pair p = new Pair(x, Files.newInputStream(b))) {
      return p.left().read() == p.right().read();
    }
  }

  /* patternMatch: clean.  */
  static void dispose(Object o) {
    if (o instanceof AutoCloseable c) {
      try {
        c.close();
      } catch (Exception e) {
        System.err.println(e.getMessage());
      }
    }
  }

  static int patternMatch(File f) throws IOException {
    Reader r = new FileReader(f);
    try {
      return r.read();
    } finally {
      dispose(r);
    }
  }

  /* switchExpression: leaks.  */
  static int switchExpression(String spec) throws IOException {
    int colon = spec.indexOf(':');
    Reader r = switch (spec.substring(0, colon)) {
      case "file" -> new FileReader(spec.substring(colon + 1)); // { dg-warning "leak" }
      case "text" -> new StringReader(spec.substring(colon + 1));
      default -> throw new IllegalArgumentException(spec);
    };
    int c = r.read();
    if (c < 0)
      throw new EOFException(spec);
    r.close();
    return c;
  }

  /* deque: clean.  */
  static int deque(List<String> names) throws IOException {
    Deque<Closeable> opened = new ArrayDeque<>();
    int n = 0;
    try {
      for (String s : names) {
        RandomAccessFile f = new RandomAccessFile(s, "r");
        opened.push(f);
        n += f.read();
      }
    } finally {
      while (!opened.isEmpty())
        try {
          opened.pop().close();
        } catch (IOException e) {
          System.err.println(e);
        }
    }
    return n;
  }

  /* supplier: clean.  */
  interface IoSupplier<T> {
    T get() throws IOException;
  }

  static int firstByte(IoSupplier<? extends InputStream> s) throws IOException {
    try (InputStream in = s.get()) {
      return in.read();
    }
  }

  static int supplier(Path p) throws IOException {
    return firstByte(() -> Files.newInputStream(p))
        + firstByte(() -> new FileInputStream(p.toFile()));
  }

  /* supplierOpen: leaks.  */
  static int peek(IoSupplier<? extends InputStream> s) throws IOException {
    InputStream in = s.get();
    int c = in.read();
    in.close();
    return c;
  }

  static int supplierOpen(Path p) throws IOException {
    return peek(() -> Files.newInputStream(p)); // { dg-warning "leak" "" { xfail *-*-* } }
  }
}
