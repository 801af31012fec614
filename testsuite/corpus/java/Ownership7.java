/* Corpus, ownership: classes that own, and their clients.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Classes which own what they opened, and their clients. */
public class Ownership7 {

  static final int MAGIC = 0x53544F52;
  static final int RECORD = 64;

  static void closeQuietly(Closeable c) {
    if (c == null) {
      return;
    }
    try {
      c.close();
    } catch (IOException e) {
      System.err.println("close: " + e.getMessage());
    }
  }

  // ---------------------------------------------------------------- log writers

  /** Opens a new file each day. */
  static final class DailyLog implements Closeable {
    private final Path dir;
    private Writer out;
    private int day = -1;

    DailyLog(Path dir) {
      this.dir = dir;
    }

    void leakRotate(int today) throws IOException {
      if (today != day) {
        out = Files.newBufferedWriter(dir.resolve("log." + today));
        // { dg-warning "leak" "" { target *-*-* } .-1 }
        day = today;
      }
    }

    void log(int today, String msg) throws IOException {
      leakRotate(today);
      out.write(msg);
      out.write('\n');
    }

    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
      }
    }
  }

  /** The same, closing yesterday's. */
  static final class TidyLog implements Closeable {
    private final Path dir;
    private Writer out;
    private int day = -1;

    TidyLog(Path dir) {
      this.dir = dir;
    }

    void cleanRotate(int today) throws IOException {
      if (today == day) {
        return;
      }
      if (out != null) {
        out.close();
        out = null;
      }
      out = Files.newBufferedWriter(dir.resolve("log." + today));
      day = today;
    }

    void log(int today, String msg) throws IOException {
      cleanRotate(today);
      out.write(msg);
      out.write('\n');
    }

    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
      }
    }
  }

  // ---------------------------------------------------------------- two fields

  static final class LeakDiffReader implements Closeable {
    private final BufferedReader left;
    private final BufferedReader right;

    LeakDiffReader(File a, File b) throws IOException {
      left = new BufferedReader(new FileReader(a)); // { dg-warning "leak" }
      right = new BufferedReader(new FileReader(b));
    }

    boolean next() throws IOException {
      String l = left.readLine();
      return l != null && l.equals(right.readLine());
    }

    @Override
    public void close() throws IOException {
      try {
        left.close();
      } finally {
        right.close();
      }
    }
  }

  static final class CleanDiffReader implements Closeable {
    private final BufferedReader left;
    private final BufferedReader right;

    CleanDiffReader(File a, File b) throws IOException {
      left = new BufferedReader(new FileReader(a));
      try {
        right = new BufferedReader(new FileReader(b));
      } catch (IOException e) {
        left.close();
        throw e;
      }
    }

    boolean next() throws IOException {
      String l = left.readLine();
      return l != null && l.equals(right.readLine());
    }

    @Override
    public void close() throws IOException {
      try {
        left.close();
      } finally {
        right.close();
      }
    }
  }

  public static boolean cleanSame(File a, File b, int lines) throws IOException {
    try (CleanDiffReader d = new CleanDiffReader(a, b)) {
      for (int i = 0; i < lines; i++) {
        if (!d.next()) {
          return false;
        }
      }
      return true;
    }
  }

  /** Data and index; the index was added later. */
  static final class IndexedWriter implements Closeable {
    private OutputStream data;
    private OutputStream index;

    void leakOpen(Path base) throws IOException {
      if (data != null || index != null) {
        throw new IOException("already open");
      }
      data = Files.newOutputStream(base.resolveSibling("data"));
      index = Files.newOutputStream(base.resolveSibling("index"));
      // { dg-warning "leak" "" { target *-*-* } .-1 }
    }

    void append(byte[] record, byte[] key) throws IOException {
      data.write(record);
      index.write(key);
    }

    @Override
    public void close() throws IOException {
      if (data != null) {
        data.close();
        data = null;
      }
    }
  }

  // ---------------------------------------------------------------- record stores

  static class Store implements Closeable {
    protected final RandomAccessFile raf;

    Store(File f) throws IOException {
      raf = new RandomAccessFile(f, "rw");
    }

    void readHeader() throws IOException {
      raf.seek(0);
      if (raf.readInt() != MAGIC) {
        throw new IOException("not a store");
      }
    }

    void put(int i, byte[] rec) throws IOException {
      raf.seek((long) i * RECORD + 4);
      raf.write(rec, 0, RECORD);
    }

    long count() throws IOException {
      return (raf.length() - 4) / RECORD;
    }

    static Store leakOpen(File f) throws IOException {
      Store s = new Store(f); // { dg-warning "leak" }
      s.readHeader();
      return s;
    }

    static Store cleanOpen(File f) throws IOException {
      Store s = new Store(f);
      try {
        s.readHeader();
      } catch (IOException e) {
        closeQuietly(s);
        throw e;
      }
      return s;
    }

    @Override
    public void close() throws IOException {
      raf.close();
    }
  }

  static final class LeakFixedStore extends Store {
    private final long limit;

    LeakFixedStore(File f, long limit) throws IOException {
      super(f); // { dg-warning "leak" }
      this.limit = limit;
      if (raf.length() > limit) {
        throw new IOException("store too big: " + f);
      }
    }

    long free() throws IOException {
      return limit - raf.length();
    }
  }

  static final class CleanFixedStore extends Store {
    private final long limit;

    CleanFixedStore(File f, long limit) throws IOException {
      super(f);
      this.limit = limit;
      boolean ok = false;
      try {
        if (raf.length() > limit) {
          throw new IOException("store too big: " + f);
        }
        ok = true;
      } finally {
        if (!ok) {
          raf.close();
        }
      }
    }

    long free() throws IOException {
      return limit - raf.length();
    }
  }

  public static void leakFill(File f, List<byte[]> records) throws IOException {
    Store s = Store.cleanOpen(f); // { dg-warning "leak" }
    int i = 0;
    for (byte[] r : records) {
      if (r.length < RECORD) {
        throw new IllegalArgumentException("record " + i + " too short");
      }
      i++;
    }
    try (s) {
      for (int k = 0; k < i; k++) {
        s.put(k, records.get(k));
      }
    }
  }

  // ---------------------------------------------------------------- constructor that checks

  static final class CleanTable implements Closeable {
    private final DataInputStream in;
    private final int columns;

    CleanTable(File f) throws IOException {
      DataInputStream d = new DataInputStream(new FileInputStream(f));
      try {
        columns = d.readInt();
        if (columns <= 0) {
          throw new IOException("no columns");
        }
      } catch (IOException e) {
        d.close();
        throw e;
      }
      in = d;
    }

    int columns() {
      return columns;
    }

    int cell() throws IOException {
      return in.readInt();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  public static int cleanFirstCell(File f) {
    CleanTable t = null;
    try {
      t = new CleanTable(f);
      return t.columns() > 0 ? t.cell() : 0;
    } catch (IOException e) {
      System.err.println(f + ": " + e.getMessage());
      return -1;
    } finally {
      closeQuietly(t);
    }
  }

  // ---------------------------------------------------------------- filter streams

  /** Keeps parsers from closing the stream they are given. */
  static final class Shield extends FilterInputStream {
    Shield(InputStream in) {
      super(in);
    }

    @Override
    public void close() {
      // the owner closes
    }
  }

  public static int leakPeekHeader(File f) throws IOException {
    try (InputStream in = new Shield(new FileInputStream(f))) { // { dg-warning "leak" }
      return in.read();
    }
  }

  public static int cleanPeekHeader(InputStream owner) throws IOException {
    try (InputStream in = new Shield(owner)) {
      return in.read();
    }
  }

  public static int cleanPeekFile(File f) throws IOException {
    try (FileInputStream raw = new FileInputStream(f)) {
      InputStream in = new Shield(raw);
      return in.read();
    }
  }

  // ---------------------------------------------------------------- lazily, cached, pooled

  /** Opens its file at the first write. */
  static final class LazyFile implements Closeable {
    private final File file;
    private FileOutputStream out;

    LazyFile(File file) {
      this.file = file;
    }

    private OutputStream stream() throws IOException {
      if (out == null) {
        out = new FileOutputStream(file, true);
      }
      return out;
    }

    void write(byte[] b) throws IOException {
      stream().write(b);
    }

    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
        out = null;
      }
    }
  }

  public static void cleanLazy(File f, List<byte[]> chunks) throws IOException {
    try (LazyFile lf = new LazyFile(f)) {
      for (byte[] b : chunks) {
        if (b.length > 0) {
          lf.write(b);
        }
      }
    }
  }

  /** Keeps at most a few channels open. */
  static final class ChannelCache implements Closeable {
    private final Map<Path, FileChannel> open = new LinkedHashMap<>();

    FileChannel cleanGet(Path p) throws IOException {
      FileChannel ch = open.get(p);
      if (ch == null) {
        ch = FileChannel.open(p, StandardOpenOption.READ);
        open.put(p, ch);
      }
      return ch;
    }

    void evict(Path p) throws IOException {
      FileChannel ch = open.remove(p);
      if (ch != null) {
        ch.close();
      }
    }

    @Override
    public void close() {
      for (FileChannel ch : open.values()) {
        closeQuietly(ch);
      }
      open.clear();
    }
  }

  /** A free list of scratch files. */
  static final class ScratchPool implements Closeable {
    private final Deque<RandomAccessFile> free = new ArrayDeque<>();
    private final File dir;
    private boolean closed;

    ScratchPool(File dir) {
      this.dir = dir;
    }

    RandomAccessFile cleanBorrow() throws IOException {
      RandomAccessFile raf = free.poll();
      if (raf != null) {
        return raf;
      }
      return new RandomAccessFile(File.createTempFile("scratch", null, dir), "rw");
    }

    void giveBack(RandomAccessFile raf) {
      if (closed) {
        closeQuietly(raf);
      } else {
        free.push(raf);
      }
    }

    @Override
    public void close() {
      closed = true;
      RandomAccessFile raf;
      while ((raf = free.poll()) != null) {
        closeQuietly(raf);
      }
    }
  }

  public static void leakSpill(ScratchPool pool, byte[] data) throws IOException {
    RandomAccessFile raf = pool.cleanBorrow(); // { dg-warning "leak" }
    raf.setLength(0);
    raf.write(data);
    pool.giveBack(raf);
  }

  public static void cleanSpill(ScratchPool pool, byte[] data) throws IOException {
    RandomAccessFile raf = pool.cleanBorrow();
    try {
      raf.setLength(0);
      raf.write(data);
    } finally {
      pool.giveBack(raf);
    }
  }

  // ---------------------------------------------------------------- records as holders

  record Attachment(String name, InputStream body) implements Closeable {
    static Attachment of(Path p) throws IOException {
      return new Attachment(p.getFileName().toString(), Files.newInputStream(p));
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  public static long leakSend(Path p, OutputStream out) throws IOException {
    Attachment a = Attachment.of(p); // { dg-warning "leak" }
    if (a.name().startsWith(".")) {
      System.err.println("hidden file, not sent: " + a.name());
      return 0;
    }
    try (a) {
      return a.body().transferTo(out);
    }
  }

  public static long cleanSend(Path p, OutputStream out) throws IOException {
    Attachment a = Attachment.of(p);
    try (InputStream body = a.body()) {
      return a.name().startsWith(".") ? 0 : body.transferTo(out);
    }
  }

  public static void cleanTeeInto(Path p, List<Closeable> toClose) throws IOException {
    BufferedWriter w = Files.newBufferedWriter(p);
    toClose.add(w);
    w.write("# tee");
  }
}
