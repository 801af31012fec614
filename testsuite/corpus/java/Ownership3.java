/* Corpus, ownership: classes that own, their clients, factories and wrappers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.logging.*;

class Ownership3
{
  /* Segment: clean.  */
  static class Segment implements Closeable {
    private final RandomAccessFile raf;
    private boolean closed;

    Segment(Path p) throws IOException {
      raf = new RandomAccessFile(p.toFile(), "rw");
    }

    long append(byte[] b) throws IOException {
      long at = raf.length();
      raf.seek(at);
      raf.write(b);
      return at;
    }

    long length() throws IOException {
      return raf.length();
    }

    @Override
    public void close() throws IOException {
      if (closed)
        return;
      closed = true;
      raf.close();
    }
  }

  static long appendOne(Path p, String s) throws IOException {
    try (Segment g = new Segment(p)) {
      return g.append(s.getBytes(StandardCharsets.UTF_8));
    }
  }

  /* openSegment: leaks.  */
  static Segment openSegment(Path p, long max) throws IOException {
    Segment g = new Segment(p); // { dg-warning "leak" }
    if (g.length() > max)
      throw new IOException("segment too large: " + p);
    return g;
  }

  /* openSegmentClosed: clean.  */
  static Segment openSegmentClosed(Path p, long max) throws IOException {
    Segment g = new Segment(p);
    try {
      if (g.length() <= max) {
        Segment r = g;
        g = null;
        return r;
      }
    } finally {
      if (g != null)
        g.close();
    }
    throw new IOException("segment too large: " + p);
  }

  /* Store.Store: leaks.  */
  static class Store implements AutoCloseable {
    private final Segment data;
    private final Segment index;

    Store(Path dir) throws IOException {
      data = new Segment(dir.resolve("data")); // { dg-warning "leak" }
      index = new Segment(dir.resolve("index"));
    }

    @Override
    public void close() throws IOException {
      try {
        data.close();
      } finally {
        index.close();
      }
    }
  }

  /* Store2: clean.  */
  static class Store2 implements AutoCloseable {
    private final Segment data;
    private final Segment index;

    private Store2(Segment data, Segment index) {
      this.data = data;
      this.index = index;
    }

    static Store2 open(Path dir) throws IOException {
      Segment d = new Segment(dir.resolve("data"));
      try {
        return new Store2(d, new Segment(dir.resolve("index")));
      } catch (IOException e) {
        d.close();
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      try (Segment a = data; Segment b = index) {
        // both are closed
      }
    }
  }

  /* Rolling.roll: leaks.  */
  static class Rolling implements Closeable {
    private final Path dir;
    private Writer out;
    private int n;

    Rolling(Path dir) throws IOException {
      this.dir = dir;
      out = Files.newBufferedWriter(dir.resolve("0"));
    }

    void roll() throws IOException {
      out = Files.newBufferedWriter(dir.resolve(Integer.toString(++n)));
      // { dg-warning "leak" "" { target *-*-* } .-1 }
    }

    void line(String s) throws IOException {
      if (s.length() > 100)
        roll();
      out.write(s);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /* Rolling2.roll: clean.  */
  static class Rolling2 implements Closeable {
    private final Path dir;
    private Writer out;
    private int n;

    Rolling2(Path dir) {
      this.dir = dir;
    }

    void roll() throws IOException {
      if (out != null) {
        out.close();
        out = null;
      }
      out = Files.newBufferedWriter(dir.resolve(Integer.toString(++n)));
    }

    void line(String s) throws IOException {
      if (out == null || s.length() > 100)
        roll();
      out.write(s);
    }

    @Override
    public void close() throws IOException {
      if (out != null)
        out.close();
    }
  }

  /* Tee.close: leaks.  */
  static class Tee extends OutputStream {
    private final OutputStream a, b;

    Tee(OutputStream a, OutputStream b) {
      this.a = a;
      this.b = b;
    }

    @Override
    public void write(int c) throws IOException {
      a.write(c);
      b.write(c);
    }

    @Override
    public void close() throws IOException {
      a.close();        // forgets b
    }
  }

  static void tee(File x, File y) throws IOException {
    OutputStream a = new FileOutputStream(x);
    try {
      OutputStream b = new FileOutputStream(y); // { dg-warning "leak" }
      try (Tee t = new Tee(a, b)) {
        t.write('x');
      }
    } finally {
      a.close();
    }
  }

  /* Counting: clean.  */
  static class Counting extends FilterInputStream {
    long n;

    Counting(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int c = super.read();
      if (c >= 0)
        n++;
      return c;
    }
  }

  static long counting(File f) throws IOException {
    try (Counting c = new Counting(new BufferedInputStream(new FileInputStream(f)))) {
      while (c.read() >= 0)
        ;
      return c.n;
    }
  }

  /* countingOpen: leaks.  */
  static long countingOpen(File f) throws IOException {
    Counting c = new Counting(new FileInputStream(f)); // { dg-warning "leak" }
    int k = c.read();
    return k < 0 ? 0 : c.available();
  }

  /* Builder: clean.  */
  static class Exporter implements Closeable {
    private final Writer w;
    private final String sep;

    private Exporter(Writer w, String sep) {
      this.w = w;
      this.sep = sep;
    }

    static class Builder {
      private String sep = ",";
      private Writer w;

      Builder separator(String s) {
        sep = s;
        return this;
      }

      Builder to(Path p) throws IOException {
        w = Files.newBufferedWriter(p);
        return this;
      }

      Exporter build() {
        return new Exporter(w, sep);
      }
    }

    void row(String... cols) throws IOException {
      w.write(String.join(sep, cols));
    }

    @Override
    public void close() throws IOException {
      w.close();
    }
  }

  static void export(Path p) throws IOException {
    try (Exporter e = new Exporter.Builder().separator(";").to(p).build()) {
      e.row("a", "b");
    }
  }

  /* exportOpen: leaks.  */
  static void exportOpen(Path p, List<String[]> rows) throws IOException {
    Exporter e = new Exporter.Builder().to(p).build(); // { dg-warning "leak" }
    for (String[] r : rows)
      e.row(r);
  }

  /* lazyField: clean.  */
  private PrintStream trace;

  PrintStream trace() throws FileNotFoundException {
    if (trace == null)
      trace = new PrintStream(new FileOutputStream("trace.log", true));
    return trace;
  }

  void shutdown() {
    if (trace != null) {
      trace.close();
      trace = null;
    }
  }

  /* logHandler: leaks.  */
  static void logHandler(Logger log, String file) throws IOException {
    FileHandler h = new FileHandler(file); // { dg-warning "leak" }
    h.setFormatter(new SimpleFormatter());
    LogRecord r = new LogRecord(Level.INFO, "start");
    if (!h.isLoggable(r))
      return;
    h.publish(r);
    h.close();
  }

  /* logHandlerAdded: clean.  */
  static void logHandlerAdded(Logger log, String file) throws IOException {
    FileHandler h = new FileHandler(file, true);
    h.setLevel(Level.FINE);
    log.addHandler(h);
  }

  /* initFails: clean.  */
  static class Loader implements Closeable {
    private final InputStream in;
    private final int version;

    Loader(Path p) throws IOException {
      in = Files.newInputStream(p);
      boolean ok = false;
      try {
        version = in.read();
        if (version < 0)
          throw new EOFException();
        ok = true;
      } finally {
        if (!ok)
          in.close();
      }
    }

    int version() {
      return version;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  static int version(Path p) throws IOException {
    try (var l = new Loader(p)) {
      return l.version();
    }
  }
}
