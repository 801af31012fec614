/* Corpus, success: parsers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.text.ParseException;
import java.util.*;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/** Readers for several small file formats. */
public class Success4 {

  private static String[] splitRow(String line, int columns, int at) throws ParseException {
    String[] row = line.split(";", -1);
    if (row.length != columns) {
      throw new ParseException("expected " + columns + " columns: " + line, at);
    }
    return row;
  }

  private static int countChars(Reader r) throws IOException {
    int n = 0;
    while (r.read() >= 0) {
      n++;
    }
    return n;
  }

  private static void finish(Closeable c, boolean complete) {
    if (!complete) {
      return;
    }
    try {
      c.close();
    } catch (IOException e) {
      System.err.println(e);
    }
  }

  private static void end(Writer w) throws IOException {
    w.write("EOF\n");
    w.flush();
  }

  static List<String[]> leakCsv(File f, int columns) throws IOException, ParseException {
    List<String[]> rows = new ArrayList<>();
    LineNumberReader r = new LineNumberReader(new FileReader(f)); // { dg-warning "leak" }
    String line;
    try {
      while ((line = r.readLine()) != null) {
        rows.add(splitRow(line, columns, r.getLineNumber()));
      }
    } catch (IOException e) {
      r.close();
      throw e;
    }
    r.close();
    return rows;
  }

  static List<String[]> cleanCsv(File f, int columns) throws IOException, ParseException {
    List<String[]> rows = new ArrayList<>();
    LineNumberReader r = new LineNumberReader(new FileReader(f));
    String line;
    try {
      while ((line = r.readLine()) != null) {
        rows.add(splitRow(line, columns, r.getLineNumber()));
      }
    } catch (IOException | ParseException e) {
      r.close();
      throw e;
    }
    r.close();
    return rows;
  }

  static int[] leakHeader(File f) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(f)));
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    int magic = in.readInt();
    if (magic != 0xCAFEBABE) {
      return null;
    }
    int minor = in.readUnsignedShort();
    int major = in.readUnsignedShort();
    in.close();
    return new int[] {major, minor};
  }

  static int[] cleanHeader(File f) throws IOException {
    DataInputStream in = null;
    try {
      in = new DataInputStream(new BufferedInputStream(new FileInputStream(f)));
      int magic = in.readInt();
      if (magic != 0xCAFEBABE) {
        return null;
      }
      int minor = in.readUnsignedShort();
      int major = in.readUnsignedShort();
      return new int[] {major, minor};
    } catch (EOFException e) {
      return null;
    } finally {
      if (in != null) {
        in.close();
      }
    }
  }

  static InputStream leakSkipBom(File f) throws IOException {
    PushbackInputStream in = new PushbackInputStream(new FileInputStream(f), 3);
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    byte[] bom = new byte[3];
    int n = in.read(bom);
    boolean utf8 =
        n == 3 && bom[0] == (byte) 0xEF && bom[1] == (byte) 0xBB && bom[2] == (byte) 0xBF;
    if (n > 0 && !utf8) {
      in.unread(bom, 0, n);
    }
    return in;
  }

  static InputStream cleanSkipBom(File f) throws IOException {
    PushbackInputStream in = new PushbackInputStream(new FileInputStream(f), 3);
    boolean ok = false;
    try {
      byte[] bom = new byte[3];
      int n = in.read(bom);
      boolean utf8 =
          n == 3 && bom[0] == (byte) 0xEF && bom[1] == (byte) 0xBB && bom[2] == (byte) 0xBF;
      if (n > 0 && !utf8) {
        in.unread(bom, 0, n);
      }
      ok = true;
      return in;
    } finally {
      if (!ok) {
        in.close();
      }
    }
  }

  static int cleanFileOrText(File f, String fallback) throws IOException {
    Reader r;
    boolean opened = false;
    if (f.canRead()) {
      r = new FileReader(f);
      opened = true;
    } else {
      r = new StringReader(fallback);
    }
    try {
      return countChars(r);
    } finally {
      if (opened) {
        r.close();
      }
    }
  }

  static int leakGivenOrOpen(Reader given, File f) throws IOException {
    Reader r = given;
    if (r == null) {
      r = new FileReader(f); // { dg-warning "leak" }
    }
    try {
      return countChars(r);
    } finally {
      if (given != null) {
        r.close();
      }
    }
  }

  static int cleanGivenOrOpen(Reader given, File f) throws IOException {
    Reader r = given != null ? given : new FileReader(f);
    try {
      return countChars(r);
    } finally {
      if (given == null) {
        r.close();
      }
    }
  }

  static double leakSum(File f) throws IOException {
    StreamTokenizer st = new StreamTokenizer(new BufferedReader(new FileReader(f)));
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    double sum = 0;
    while (st.nextToken() != StreamTokenizer.TT_EOF) {
      if (st.ttype == StreamTokenizer.TT_NUMBER) {
        sum += st.nval;
      }
    }
    return sum;
  }

  static double cleanSum(String expression) throws IOException {
    StreamTokenizer st = new StreamTokenizer(new BufferedReader(new StringReader(expression)));
    double sum = 0;
    while (st.nextToken() != StreamTokenizer.TT_EOF) {
      if (st.ttype == StreamTokenizer.TT_NUMBER) {
        sum += st.nval;
      }
    }
    return sum;
  }

  static boolean leakSections(File f, Map<String, Integer> sizes) throws IOException {
    BufferedReader r = new BufferedReader(new FileReader(f)); // { dg-warning "leak" }
    boolean complete = false;
    try {
      String section = "";
      for (String l = r.readLine(); l != null; l = r.readLine()) {
        if (l.startsWith("[")) {
          section = l;
        } else {
          sizes.merge(section, 1, Integer::sum);
        }
      }
      complete = true;
    } finally {
      finish(r, complete);
    }
    return complete;
  }

  static void leakWriteSections(File f, Map<String, Integer> sizes) throws IOException {
    BufferedWriter w = new BufferedWriter(new FileWriter(f)); // { dg-warning "leak" }
    for (Map.Entry<String, Integer> e : sizes.entrySet()) {
      w.write(e.getKey() + "=" + e.getValue());
      w.newLine();
    }
    end(w);
  }

  static void cleanPrintSections(Map<String, Integer> sizes) {
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out), true);
    for (Map.Entry<String, Integer> e : sizes.entrySet()) {
      out.println(e.getKey() + "=" + e.getValue());
    }
    out.flush();
  }

  static long leakAudioLength(File f) throws IOException, UnsupportedAudioFileException {
    AudioInputStream ais = AudioSystem.getAudioInputStream(f); // { dg-warning "leak" }
    int frame = ais.getFormat().getFrameSize();
    if (frame <= 0) {
      throw new UnsupportedAudioFileException("no frame size");
    }
    long n = ais.getFrameLength();
    ais.close();
    return n * frame;
  }

  static Object leakSetting(String name) throws NamingException {
    InitialContext ctx = new InitialContext(); // { dg-warning "leak" "" { xfail *-*-* } }
    Object value = ctx.lookup("java:comp/env/" + name);
    ctx.close();
    return value;
  }

  static Object cleanSetting(String name) throws NamingException {
    InitialContext ctx = new InitialContext();
    try {
      return ctx.lookup("java:comp/env/" + name);
    } finally {
      ctx.close();
    }
  }

  static Object cleanCopyOf(Serializable value) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    out.writeObject(value);
    out.flush();
    return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }
}
