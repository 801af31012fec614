/* Corpus, call: streams and lambdas.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/** Stream and lambda style input and output. */
public class Call5 {

  @FunctionalInterface
  interface IoFunction<A, B> {
    B apply(A a) throws IOException;
  }

  private static <T> T withReader(Path p, IoFunction<BufferedReader, T> body) throws IOException {
    BufferedReader r = Files.newBufferedReader(p);
    try {
      return body.apply(r);
    } finally {
      r.close();
    }
  }

  private static void closeQuietly(Closeable c) {
    if (c == null) {
      return;
    }
    try {
      c.close();
    } catch (IOException e) {
      System.err.println(e.getMessage());
    }
  }

  private static void handle(Socket s) {
    try (s) {
      s.getInputStream().transferTo(s.getOutputStream());
    } catch (IOException e) {
      System.err.println("client gone: " + e.getMessage());
    }
  }

  static String leakFirstLineJob(File f) throws Exception {
    Callable<String> job = () -> {
      BufferedReader r = new BufferedReader(new FileReader(f)); // { dg-warning "leak" }
      String s = r.readLine();
      r.close();
      return s == null ? "" : s;
    };
    return job.call();
  }

  static String cleanFirstLineJob(Path p) throws IOException {
    return withReader(p, r -> {
      String s = r.readLine();
      return s == null ? "" : s;
    });
  }

  static void leakPrintSizes(List<File> files) {
    files.stream().filter(File::isFile).forEach(f -> {
      try {
        RandomAccessFile raf = new RandomAccessFile(f, "r"); // { dg-warning "leak" }
        System.out.println(f + "\t" + raf.length());
        raf.close();
      } catch (IOException e) {
        System.out.println(f + "\t?");
      }
    });
  }

  static int leakInterleave(List<Path> paths) throws IOException {
    List<InputStream> ins = new ArrayList<>();
    for (Path p : paths) {
      ins.add(Files.newInputStream(p)); // { dg-warning "leak" }
    }
    int sum = 0;
    try {
      for (InputStream in : ins) {
        sum += in.read();
      }
    } finally {
      for (InputStream in : ins) {
        closeQuietly(in);
      }
    }
    return sum;
  }

  static int cleanInterleave(List<Path> paths) throws IOException {
    List<InputStream> ins = new ArrayList<>();
    int sum = 0;
    try {
      for (Path p : paths) {
        ins.add(Files.newInputStream(p));
      }
      for (InputStream in : ins) {
        sum += in.read();
      }
    } finally {
      for (InputStream in : ins) {
        closeQuietly(in);
      }
    }
    return sum;
  }

  static byte[] leakJoin(File head, File body) throws IOException {
    try (var in = new SequenceInputStream(new FileInputStream(head), new FileInputStream(body))) {
  // { dg-warning "leak" "" { target *-*-* } .-1 }
      return in.readAllBytes();
    }
  }

  static byte[] cleanJoin(File head, File body) throws IOException {
    try (InputStream a = new FileInputStream(head);
      InputStream b = new FileInputStream(body)) {
      return new SequenceInputStream(a, b).readAllBytes();
    }
  }

  static String leakLongest(Path p) throws IOException {
    String best = "";
    Iterator<String> it = Files.lines(p, StandardCharsets.ISO_8859_1).iterator();
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    while (it.hasNext()) {
      String s = it.next();
      if (s.length() > best.length()) {
        best = s;
      }
    }
    return best;
  }

  static Set<String> leakUnion(Path a, Path b) throws IOException {
    try (Stream<String> all = Stream.concat(Files.lines(a), Files.lines(b))) {
  // { dg-warning "leak" "" { target *-*-* } .-1 }
      return all.map(String::trim).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  static Set<String> cleanUnion(Path a, Path b) throws IOException {
    try (Stream<String> first = Files.lines(a); Stream<String> second = Files.lines(b)) {
      return Stream.concat(first, second).map(String::trim)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  static Stream<String> leakSmall(Path p, long max) throws IOException {
    Stream<String> lines = Files.lines(p); // { dg-warning "leak" }
    if (Files.size(p) > max) {
      throw new IOException("too big: " + p);
    }
    return lines.filter(l -> !l.isEmpty());
  }

  static Stream<String> cleanSmall(Path p, long max) throws IOException {
    if (Files.size(p) > max) {
      throw new IOException("too big: " + p);
    }
    return Files.lines(p).filter(l -> !l.isEmpty());
  }

  static Optional<Path> leakLocate(Path root, String name) throws IOException {
    return Files.find(root, 6, (p, a) -> a.isRegularFile() && p.endsWith(name)).findFirst();
  // { dg-warning "leak" "" { target *-*-* } .-1 }
  }

  static int cleanGuard(Path p) throws IOException {
    InputStream in = Files.newInputStream(p);
    try (Closeable guard = in::close) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException(p.toString());
      }
      return b;
    }
  }

  List<Integer> cleanParallelCounts(List<Path> paths)
      throws InterruptedException, ExecutionException {
    ExecutorService workers = Executors.newFixedThreadPool(4);
    List<Future<Integer>> futures = new ArrayList<>();
    for (Path p : paths) {
      futures.add(workers.submit(() -> {
        try (BufferedReader r = Files.newBufferedReader(p)) {
          int n = 0;
          while (r.readLine() != null) {
            n++;
          }
          return n;
        }
      }));
    }
    List<Integer> out = new ArrayList<>();
    for (Future<Integer> f : futures) {
      out.add(f.get());
    }
    return out;
  }

  void cleanServeInBackground(String host, int port) throws IOException {
    Socket s = new Socket(host, port);
    Thread t = new Thread(() -> handle(s), "relay-" + host);
    t.setDaemon(true);
    t.start();
  }
}
