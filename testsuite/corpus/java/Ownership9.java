/* Corpus, ownership: classes that hold and close.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.Socket;
import java.util.*;

/** Classes that own resources, and their clients. */
public class Ownership9 {

  private LineSource current;
  private int records;

  static class LineSource implements Closeable {
    private final BufferedReader reader;
    private int line;

    LineSource(File f) throws IOException {
      this(new FileReader(f));
    }

    LineSource(Reader r) {
      reader = new BufferedReader(r);
    }

    String next() throws IOException {
      line++;
      return reader.readLine();
    }

    int line() {
      return line;
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  /** Numbers the lines it returns. */
  static class NumberedSource extends LineSource {
    NumberedSource(File f) throws IOException {
      super(f);
    }

    @Override
    String next() throws IOException {
      String s = super.next();
      return s == null ? null : line() + ": " + s;
    }
  }

  static class Journal implements Closeable {
    private final RandomAccessFile data;
    private final FileWriter index;

    Journal(File dir) throws IOException {
      data = new RandomAccessFile(new File(dir, "data"), "rw");
      FileWriter w = null;
      try {
        w = new FileWriter(new File(dir, "index"), true);
      } finally {
        if (w == null) {
          data.close();
        }
      }
      index = w;
    }

    void append(byte[] record) throws IOException {
      index.write(data.length() + "\n");
      data.seek(data.length());
      data.write(record);
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

  static class JournalBuilder {
    private File dir = new File(".");

    JournalBuilder dir(File d) {
      dir = d;
      return this;
    }

    Journal build() throws IOException {
      if (!dir.isDirectory()) {
        throw new FileNotFoundException(dir.getPath());
      }
      return new Journal(dir);
    }
  }

  record Blob(String name, InputStream in) implements Closeable {
    int first() throws IOException {
      return in.read();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  static class Session implements AutoCloseable {
    private final Socket socket;

    Session(Socket socket) {
      this.socket = socket;
    }

    String ask(String q) throws IOException {
      socket.getOutputStream().write(q.getBytes());
      byte[] buf = new byte[256];
      int n = socket.getInputStream().read(buf);
      return n < 0 ? null : new String(buf, 0, n);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  sealed interface Feed extends Closeable permits FileFeed, TextFeed {
    String pull() throws IOException;
  }

  static final class FileFeed implements Feed {
    private final LineSource source;

    FileFeed(File f) throws IOException {
      source = new LineSource(f);
    }

    @Override
    public String pull() throws IOException {
      return source.next();
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }

  static final class TextFeed implements Feed {
    private final Iterator<String> it;

    TextFeed(List<String> lines) {
      it = lines.iterator();
    }

    @Override
    public String pull() {
      return it.hasNext() ? it.next() : null;
    }

    @Override
    public void close() {
      // nothing to release
    }
  }

  /** Written before Closeable was around. */
  static class TraceFile {
    private PrintWriter out;

    TraceFile(File f) throws IOException {
      out = new PrintWriter(new FileWriter(f));
    }

    void note(String s) {
      out.println(s);
    }

    void close() {
      out.close();
    }
  }

  private static Feed openFeed(String spec) throws IOException {
    if (spec.startsWith("file:")) {
      return new FileFeed(new File(spec.substring(5)));
    }
    return new TextFeed(List.of(spec.split(",")));
  }

  private static void closeQuietly(Closeable c) {
    try {
      if (c != null) {
        c.close();
      }
    } catch (IOException e) {
      // ignored
    }
  }

  static String leakFirstLine(File f) throws IOException {
    LineSource src = new LineSource(f); // { dg-warning "leak" }
    String s = src.next();
    return s == null ? "" : s.trim();
  }

  static String cleanFirstLineOfText(String text) throws IOException {
    LineSource src = new LineSource(new StringReader(text));
    String s = src.next();
    return s == null ? "" : s.trim();
  }

  void leakAppendAll(File dir, List<byte[]> batch) throws IOException {
    Journal j = new Journal(dir); // { dg-warning "leak" }
    for (byte[] b : batch) {
      j.append(b);
      records++;
    }
    j.close();
  }

  boolean leakBuilt(File dir, byte[] record) {
    try {
      Journal j = new JournalBuilder().dir(dir).build(); // { dg-warning "leak" }
      j.append(record);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  boolean cleanBuilt(File dir, byte[] record) {
    try (Journal j = new JournalBuilder().dir(dir).build()) {
      j.append(record);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  static int leakBlob(File f) throws IOException {
    Blob b = new Blob(f.getName(), new FileInputStream(f)); // { dg-warning "leak" }
    int c = b.first();
    if (c < 0) {
      throw new EOFException(b.name() + " is empty");
    }
    b.close();
    return c;
  }

  static int cleanBlobByContent(File f) throws IOException {
    Blob b = new Blob(f.getName(), new FileInputStream(f));
    try (InputStream in = b.in()) {
      return in.read();
    }
  }

  static int leakFeed(String spec) throws IOException {
    Feed feed = openFeed(spec); // { dg-warning "leak" }
    int n = 0;
    while (feed.pull() != null) {
      n++;
    }
    feed.close();
    return n;
  }

  static int cleanFeed(String spec) throws IOException {
    int n = 0;
    try (Feed feed = openFeed(spec)) {
      while (feed.pull() != null) {
        n++;
      }
    }
    return n;
  }

  static String cleanTextFeed(List<String> lines) throws IOException {
    Feed feed = new TextFeed(lines);
    String head = feed.pull();
    if (head == null) {
      throw new EOFException("nothing in the feed");
    }
    return head;
  }

  static int cleanFeedByKind(String spec) throws IOException {
    Feed feed = openFeed(spec); // { dg-bogus "leak" "" { xfail *-*-* } }
    try {
      int n = 0;
      while (feed.pull() != null) {
        n++;
      }
      return n;
    } finally {
      // only files hold something
      if (feed instanceof FileFeed file) {
        file.close();
      }
    }
  }

  static List<String> leakNumbered(File f, int max) throws IOException {
    List<String> out = new ArrayList<>();
    LineSource src = new NumberedSource(f); // { dg-warning "leak" }
    for (String s = src.next(); s != null && out.size() < max; s = src.next()) {
      out.add(s);
    }
    closeQuietly(src);
    return out;
  }

  static List<String> cleanNumbered(File f, int max) throws IOException {
    List<String> out = new ArrayList<>();
    LineSource src = new NumberedSource(f);
    try {
      for (String s = src.next(); s != null && out.size() < max; s = src.next()) {
        out.add(s);
      }
    } finally {
      closeQuietly(src);
    }
    return out;
  }

  void leakOpenCurrent(File f) throws IOException {
    LineSource src = new LineSource(f); // { dg-warning "leak" }
    String header = src.next();
    if (header == null || !header.startsWith("#v")) {
      throw new IOException("no version header in " + f);
    }
    current = src;
  }

  void cleanOpenCurrent(File f) throws IOException {
    LineSource src = new LineSource(f);
    try {
      String header = src.next();
      if (header == null || !header.startsWith("#v")) {
        throw new IOException("no version header in " + f);
      }
    } catch (IOException e) {
      closeQuietly(src);
      throw e;
    }
    current = src;
  }

  static boolean leakTrace(File f, List<String> events) throws IOException {
    TraceFile t = new TraceFile(f); // { dg-warning "leak" }
    for (String e : events) {
      if (e.equals("abort")) {
        return false;
      }
      t.note(e);
    }
    t.close();
    return true;
  }

  static boolean cleanTrace(File f, List<String> events) throws IOException {
    TraceFile t = new TraceFile(f);
    boolean complete = true;
    for (String e : events) {
      if (e.equals("abort")) {
        complete = false;
        break;
      }
      t.note(e);
    }
    t.close();
    return complete;
  }

  static boolean leakSame(File a, File b) throws IOException {
    LineSource x = new LineSource(a); // { dg-warning "leak" }
    LineSource y = new LineSource(b);
    try {
      String s;
      do {
        s = x.next();
        if (!Objects.equals(s, y.next())) {
          return false;
        }
      } while (s != null);
      return true;
    } finally {
      closeQuietly(x);
      closeQuietly(y);
    }
  }
}
