/* Corpus, success: configurations.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

/** Finds and reads configuration files of several formats. */
public class Success3 {

  private final Path home;
  private final Properties values = new Properties();

  public Success3(Path home) {
    this.home = home;
  }

  private static Optional<Reader> openIfPresent(Path p) throws IOException {
    return Files.isReadable(p) ? Optional.of(Files.newBufferedReader(p)) : Optional.empty();
  }

  private static String slurp(Reader r) {
    StringBuilder sb = new StringBuilder();
    try (r) {
      char[] buf = new char[1024];
      for (int n = r.read(buf); n > 0; n = r.read(buf)) {
        sb.append(buf, 0, n);
      }
    } catch (IOException e) {
      sb.append("# truncated: ").append(e.getMessage());
    }
    return sb.toString();
  }

  private static void release(Closeable... all) {
    for (Closeable c : all) {
      if (c != null) {
        try {
          c.close();
        } catch (IOException ignore) {
          // fall through to the next one
        }
      }
    }
  }

  private void put(String line) {
    int eq = line.indexOf('=');
    if (eq > 0) {
      values.setProperty(line.substring(0, eq).trim(), line.substring(eq + 1).trim());
    }
  }

  static Properties leakLoad(File f) throws IOException {
    Properties p = new Properties();
    p.load(new FileInputStream(f)); // { dg-warning "leak" }
    return p;
  }

  boolean leakDefaults(String resource) {
    InputStream in = Success3.class.getResourceAsStream(resource);
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    if (in == null) {
      return false;
    }
    try {
      values.load(in);
      in.close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  int leakLayers(String... names) throws IOException {
    int loaded = 0;
    for (String name : names) {
      Path p = home.resolve(name);
      if (!Files.exists(p)) {
        continue;
      }
      BufferedReader r = Files.newBufferedReader(p, StandardCharsets.UTF_8);
  // { dg-warning "leak" "" { target *-*-* } .-1 }
      String first = r.readLine();
      if (first == null || first.startsWith("#disabled")) {
        continue;
      }
      put(first);
      try {
        for (String l = r.readLine(); l != null; l = r.readLine()) {
          put(l);
        }
      } finally {
        r.close();
      }
      loaded++;
    }
    return loaded;
  }

  void cleanInclude(Path p, int depth) throws IOException {
    if (depth > 8) {
      throw new IOException("includes nested too deep: " + p);
    }
    BufferedReader r = Files.newBufferedReader(p);
    try {
      String l;
      while ((l = r.readLine()) != null) {
        if (l.startsWith("include ")) {
          cleanInclude(p.resolveSibling(l.substring(8).trim()), depth + 1);
        } else {
          put(l);
        }
      }
    } finally {
      r.close();
    }
  }

  boolean leakUserFile(Path p) throws IOException {
    Optional<Reader> r = openIfPresent(p); // { dg-warning "leak" }
    if (r.isPresent()) {
      values.load(r.get());
      return true;
    }
    return false;
  }

  boolean cleanUserFile(Path p) throws IOException {
    Optional<Reader> r = openIfPresent(p);
    if (r.isPresent()) {
      try (Reader in = r.get()) {
        values.load(in);
      }
      return true;
    }
    return false;
  }

  static String cleanTextOf(Path p) throws IOException {
    return openIfPresent(p).map(Success3::slurp).orElse("");
  }

  static String leakRead(File f, String encoding) throws IOException {
    StringBuilder sb = new StringBuilder();
    try (Reader r = new InputStreamReader(new FileInputStream(f), encoding)) {
  // { dg-warning "leak" "" { target *-*-* } .-1 }
      int c;
      while ((c = r.read()) >= 0) {
        sb.append((char) c);
      }
    }
    return sb.toString();
  }

  static String cleanRead(File f, String encoding) throws IOException {
    StringBuilder sb = new StringBuilder();
    try (InputStream in = new FileInputStream(f);
      Reader r = new InputStreamReader(in, encoding)) {
      int c;
      while ((c = r.read()) >= 0) {
        sb.append((char) c);
      }
    }
    return sb.toString();
  }

  static int leakPort(File f) throws FileNotFoundException {
    Scanner sc = new Scanner(f); // { dg-warning "leak" }
    try {
      int port = sc.hasNextLine() ? Integer.parseInt(sc.nextLine().trim()) : 8080;
      sc.close();
      return port;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  static int cleanPort(File f) throws FileNotFoundException {
    Scanner sc = new Scanner(f);
    try {
      return sc.hasNextLine() ? Integer.parseInt(sc.nextLine().trim()) : 8080;
    } catch (NumberFormatException e) {
      return -1;
    } finally {
      sc.close();
    }
  }

  static int cleanCountEntries(String text) throws IOException {
    BufferedReader r = new BufferedReader(new StringReader(text));
    int n = 0;
    String l;
    while ((l = r.readLine()) != null) {
      if (l.isBlank()) {
        continue;
      }
      if (l.indexOf('=') < 0) {
        throw new IOException("bad entry: " + l);
      }
      n++;
    }
    return n;
  }

  void leakByKind(String kind, File f) throws IOException {
    InputStream in = switch (kind) {
      case "file" -> new FileInputStream(f); // { dg-warning "leak" }
      case "inline" -> new ByteArrayInputStream(kind.getBytes(StandardCharsets.UTF_8));
      default -> throw new IOException("unknown kind " + kind);
    };
    values.load(in);
  }

  void cleanByKind(String kind, File f) throws IOException {
    InputStream in = switch (kind) {
      case "file" -> new FileInputStream(f);
      case "inline" -> new ByteArrayInputStream(kind.getBytes(StandardCharsets.UTF_8));
      default -> throw new IOException("unknown kind " + kind);
    };
    try (in) {
      values.load(in);
    }
  }

  void leakDump(File f) throws IOException {
    PrintWriter w = new PrintWriter(f); // { dg-warning "leak" }
    for (String key : values.stringPropertyNames()) {
      w.println(key + "=" + values.getProperty(key));
    }
    if (w.checkError()) {
      throw new IOException("disk full? " + f);
    }
    w.close();
  }

  void cleanDump(File f) throws IOException {
    PrintWriter w = new PrintWriter(f);
    for (String key : values.stringPropertyNames()) {
      w.println(key + "=" + values.getProperty(key));
    }
    boolean failed = w.checkError();
    w.close();
    if (failed) {
      throw new IOException("disk full? " + f);
    }
  }

  void leakMergeTwo(File a, File b) throws IOException {
    Reader base = new FileReader(a); // { dg-warning "leak" }
    Reader extra = null;
    try {
      values.load(base);
      extra = new FileReader(b);
      values.load(extra);
    } finally {
      if (extra != null) {
        extra.close();
        base.close();
      }
    }
  }

  void cleanMergeTwo(File a, File b) throws IOException {
    Reader base = null;
    Reader extra = null;
    try {
      base = new FileReader(a);
      values.load(base);
      extra = new FileReader(b);
      values.load(extra);
    } finally {
      release(extra, base);
    }
  }
}
