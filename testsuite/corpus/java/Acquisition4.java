/* Corpus, acquisition: java.io.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

class Acquisition4
{
  /* readSettings: leaks.  */
  static Map<String, Integer> readSettings(File file) throws IOException {
    Map<String, Integer> map = new HashMap<>();
    BufferedReader in = new BufferedReader(new FileReader(file)); // { dg-warning "leak" }
    String line;
    while ((line = in.readLine()) != null) {
      if (line.isEmpty() || line.startsWith("#"))
        continue;
      String[] kv = line.split("=", 2);
      if (kv.length != 2)
        throw new IOException("bad line: " + line);
      map.put(kv[0].trim(), kv[1].length());
    }
    in.close();
    return map;
  }

  /* readSettingsClosed: clean.  */
  static Map<String, Integer> readSettingsClosed(File file) throws IOException {
    Map<String, Integer> map = new TreeMap<>();
    BufferedReader in = new BufferedReader(new FileReader(file));
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int eq = line.indexOf('=');
        if (eq < 0)
          throw new IOException("bad line: " + line);
        map.put(line.substring(0, eq), eq);
      }
    } finally {
      in.close();
    }
    return map;
  }

  /* loadObject: leaks.  */
  @SuppressWarnings("unchecked")
  static <T> T loadObject(String name) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new FileInputStream(name))) {
    // { dg-warning "leak" "" { target *-*-* } .-1 }
      return (T) in.readObject();
    }
  }

  /* loadObjectTwo: clean.  */
  static Object loadObjectTwo(String name) throws IOException, ClassNotFoundException {
    try (FileInputStream raw = new FileInputStream(name);
         ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(raw))) {
      return in.readObject();
    }
  }

  /* copy: leaks.  */
  static long copy(File from, File to) throws IOException {
    InputStream in = null;
    OutputStream out = null;
    long total = 0;
    try {
      in = new FileInputStream(from);
      out = new BufferedOutputStream(new FileOutputStream(to)); // { dg-warning "leak" }
      byte[] buf = new byte[8192];
      for (int n; (n = in.read(buf)) > 0; total += n)
        out.write(buf, 0, n);
    } finally {
      if (in != null)
        in.close();         // when this throws, OUT stays open
      if (out != null)
        out.close();
    }
    return total;
  }

  /* copyQuietly: clean.  */
  private static void closeQuietly(Closeable c) {
    if (c == null)
      return;
    try {
      c.close();
    } catch (IOException e) {
      System.err.println("close: " + e);
    }
  }

  static long copyQuietly(File from, File to) throws IOException {
    InputStream in = null;
    OutputStream out = null;
    long total = 0;
    try {
      in = new FileInputStream(from);
      out = new FileOutputStream(to);
      byte[] buf = new byte[8192];
      for (int n; (n = in.read(buf)) > 0; total += n)
        out.write(buf, 0, n);
    } finally {
      closeQuietly(in);
      closeQuietly(out);
    }
    return total;
  }

  /* guessCharset: leaks.  */
  static String guessCharset(File f) {
    try {
      FileInputStream in = new FileInputStream(f); // { dg-warning "leak" }
      int a = in.read(), b = in.read();
      if (a == 0xfe && b == 0xff)
        return "UTF-16BE";
      if (a == 0xff && b == 0xfe)
        return "UTF-16LE";
      in.close();
    } catch (IOException e) {
      return null;
    }
    return "UTF-8";
  }

  /* guessCharsetClosed: clean.  */
  static String guessCharsetClosed(File f) {
    try (FileInputStream in = new FileInputStream(f)) {
      int a = in.read(), b = in.read();
      if (a == 0xfe && b == 0xff)
        return "UTF-16BE";
      return a == 0xff && b == 0xfe ? "UTF-16LE" : "UTF-8";
    } catch (FileNotFoundException e) {
      return "none";
    } catch (IOException e) {
      return null;
    }
  }

  /* tailOf: leaks.  */
  static String tailOf(File f, int n) throws IOException {
    RandomAccessFile raf = new RandomAccessFile(f, "r"); // { dg-warning "leak" }
    long len = raf.length();
    if (len < n) {
      raf.close();
      return "";
    }
    raf.seek(len - n);
    byte[] b = new byte[n];
    raf.readFully(b);
    raf.close();
    return new String(b, StandardCharsets.UTF_8);
  }

  /* tailOfClosed: clean.  */
  static String tailOfClosed(File f, int n) throws IOException {
    RandomAccessFile raf = new RandomAccessFile(f, "r");
    try {
      long len = raf.length();
      if (len < n)
        return "";
      raf.seek(len - n);
      byte[] b = new byte[n];
      raf.readFully(b);
      return new String(b, StandardCharsets.UTF_8);
    } finally {
      try {
        raf.close();
      } catch (IOException ignored) {
      }
    }
  }

  /* report: leaks.  */
  static void report(File dir, List<String> rows) throws FileNotFoundException {
    PrintWriter out = new PrintWriter(new File(dir, "report.txt")); // { dg-warning "leak" }
    int n = 0;
    for (String r : rows) {
      if (r == null)
        throw new IllegalArgumentException("row " + n);
      out.printf("%d: %s%n", n++, r);
    }
    out.close();
  }

  /* reportToMemory: clean.  */
  static String reportToMemory(List<String> rows) {
    StringWriter sw = new StringWriter();
    PrintWriter out = new PrintWriter(sw);
    for (String r : rows) {
      if (r == null)
        return "";
      out.println(r);
    }
    out.flush();
    return sw.toString();
  }

  /* memoryStreams: clean.  */
  static byte[] memoryStreams(Serializable s) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream oos = new ObjectOutputStream(bytes);
    oos.writeObject(s);
    oos.flush();
    return bytes.toByteArray();
  }

  /* reopenLoop: leaks.  */
  static int reopenLoop(List<File> files) throws IOException {
    int lines = 0;
    LineNumberReader r = null;
    try {
      for (File f : files) {
        r = new LineNumberReader(new FileReader(f)); // { dg-warning "leak" }
        while (r.readLine() != null)
          ;
        lines += r.getLineNumber();
      }
    } finally {
      if (r != null)
        r.close();
    }
    return lines;
  }

  /* reopenLoopClosed: clean.  */
  static int reopenLoopClosed(List<File> files) throws IOException {
    int lines = 0;
    for (File f : files) {
      if (!f.isFile())
        continue;
      try (LineNumberReader r = new LineNumberReader(new FileReader(f))) {
        while (r.readLine() != null)
          if (r.getLineNumber() > 1000)
            return -1;
        lines += r.getLineNumber();
      }
    }
    return lines;
  }

  /* stdinOrFile: leaks.  */
  static int stdinOrFile(String name) throws IOException {
    InputStream in = name.equals("-") ? System.in : new FileInputStream(name);
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    int sum = 0;
    for (int c; (c = in.read()) >= 0;)
      sum = sum * 31 + c;
    return sum;
  }

  /* stdinOrFileClosed: clean.  */
  static int stdinOrFileClosed(String name) throws IOException {
    boolean std = name.equals("-");
    InputStream in = std ? System.in : new FileInputStream(name);
    try {
      int sum = 0;
      for (int c; (c = in.read()) >= 0;)
        sum = sum * 31 + c;
      return sum;
    } finally {
      if (!std)
        in.close();
    }
  }

  /* sequence: leaks.  */
  static int sequence(File a, File b) throws IOException {
    InputStream x = new FileInputStream(a); // { dg-warning "leak" }
    InputStream y = new FileInputStream(b);
    try (SequenceInputStream s = new SequenceInputStream(x, y)) {
      int n = 0;
      while (s.read() >= 0)
        n++;
      return n;
    }
  }

  /* writer: clean.  */
  static final class RecordWriter implements Closeable {
    private final DataOutputStream out;

    RecordWriter(File f) throws IOException {
      out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(f)));
    }

    RecordWriter put(int k, String v) throws IOException {
      out.writeInt(k);
      out.writeUTF(v);
      return this;
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  static void writeRecords(File f, String... v) throws IOException {
    try (RecordWriter w = new RecordWriter(f)) {
      int i = 0;
      for (String s : v)
        w.put(i++, s).put(i++, s);
    }
  }

  /* writeRecordsOpen: leaks.  */
  static void writeRecordsOpen(File f, String... v) throws IOException {
    RecordWriter w = new RecordWriter(f); // { dg-warning "leak" }
    int i = 0;
    for (String s : v)
      w.put(i++, s);
  }
}
