/* Corpus, container: configuration.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.PrintWriter;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UnsupportedEncodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Reads and writes the application's settings. */
public class Container3 {

  record Setting(String key, String value) {
  }

  static class ConfigException extends Exception {
    ConfigException(String msg) {
      super(msg);
    }
  }

  private final Map<String, String> values = new LinkedHashMap<>();
  private final File dir;
  private int skipped;

  public Container3(File dir) {
    this.dir = dir;
  }

  // ---------------------------------------------------------------- helpers

  private static void closeQuietly(Closeable c) {
    if (c == null) {
      return;
    }
    try {
      c.close();
    } catch (IOException ignored) {
      // nothing sensible to do
    }
  }

  private static void finish(Reader r, boolean ok) throws IOException {
    if (ok) {
      r.close();
    }
  }

  private static String firstLineOrEmpty(BufferedReader r) {
    try {
      String s = r.readLine();
      return s == null ? "" : s.trim();
    } catch (IOException e) {
      return "";
    }
  }

  private static Setting parse(String line, int number) throws ConfigException {
    int eq = line.indexOf('=');
    if (eq <= 0) {
      throw new ConfigException("line " + number + ": no '='");
    }
    return new Setting(line.substring(0, eq).trim(), line.substring(eq + 1).trim());
  }

  private void writeBody(PrintWriter w) throws ConfigException {
    for (Map.Entry<String, String> e : values.entrySet()) {
      if (e.getKey().indexOf('\n') >= 0) {
        throw new ConfigException("bad key " + e.getKey());
      }
      w.println(e.getKey() + "=" + e.getValue());
    }
  }

  // ---------------------------------------------------------------- look-up

  public String leakFindSetting(File file, String key) throws IOException {
    BufferedReader in = new BufferedReader(new FileReader(file));
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    try {
      String line;
      while ((line = in.readLine()) != null) {
        int eq = line.indexOf('=');
        if (eq > 0 && line.substring(0, eq).trim().equals(key)) {
          return line.substring(eq + 1).trim();
        }
      }
    } catch (IOException e) {
      in.close();
      throw e;
    }
    in.close();
    return null;
  }

  // ---------------------------------------------------------------- properties

  public Properties leakLoadWithFallback() throws IOException {
    Properties p = new Properties();
    InputStream in = null;
    try {
      in = new FileInputStream(new File(dir, "local.properties"));
      // { dg-warning "leak" "" { target *-*-* } .-1 }
      p.load(in);
      if (!p.containsKey("version")) {
        p.clear();
        in = Container3.class.getResourceAsStream("/defaults.properties");
        if (in != null) {
          p.load(in);
        }
      }
    } finally {
      if (in != null) {
        in.close();
      }
    }
    return p;
  }

  public Properties cleanLoadWithFallback() throws IOException {
    Properties p = new Properties();
    InputStream in = null;
    try {
      in = new FileInputStream(new File(dir, "local.properties"));
      p.load(in);
      if (!p.containsKey("version")) {
        p.clear();
        in.close();
        in = Container3.class.getResourceAsStream("/defaults.properties");
        if (in != null) {
          p.load(in);
        }
      }
    } finally {
      closeQuietly(in);
    }
    return p;
  }

  /** Environment first, then file, then class path. */
  public Properties cleanLoadFirst(String name) throws IOException {
    Properties p = new Properties();
    File f = new File(dir, name);
    InputStream in = f.exists()
        ? new FileInputStream(f)
        : Container3.class.getResourceAsStream("/" + name);
    if (in == null) {
      return p;
    }
    try {
      p.load(in);
    } finally {
      in.close();
    }
    return p;
  }

  // ---------------------------------------------------------------- opening text

  public static BufferedReader leakOpenText(File f, String charset) throws IOException {
    return new BufferedReader(new InputStreamReader(new FileInputStream(f), charset));
    // { dg-warning "leak" "" { target *-*-* } .-1 }
  }

  public static BufferedReader cleanOpenText(File f, String charset) throws IOException {
    InputStream in = new FileInputStream(f);
    try {
      return new BufferedReader(new InputStreamReader(in, charset));
    } catch (UnsupportedEncodingException e) {
      in.close();
      throw e;
    }
  }

  // ---------------------------------------------------------------- numbers

  public int leakReadPort(Path p) {
    try {
      BufferedReader r = Files.newBufferedReader(p); // { dg-warning "leak" }
      int port = Integer.parseInt(firstLineOrEmpty(r));
      r.close();
      return port;
    } catch (NumberFormatException e) {
      return 8080;
    } catch (IOException e) {
      return -1;
    }
  }

  public int cleanReadPort(Path p) {
    try {
      BufferedReader r = Files.newBufferedReader(p);
      String text;
      try {
        text = firstLineOrEmpty(r);
      } finally {
        r.close();
      }
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return 8080;
    } catch (IOException e) {
      return -1;
    }
  }

  // ---------------------------------------------------------------- includes

  public List<String> leakIncludes(List<Path> includes) throws IOException {
    List<String> all = new ArrayList<>();
    for (Path p : includes) {
      BufferedReader r = Files.newBufferedReader(p); // { dg-warning "leak" }
      String header;
      try {
        header = r.readLine();
      } catch (IOException e) {
        r.close();
        throw e;
      }
      if (header == null || !header.startsWith("#config")) {
        skipped++;
        continue;
      }
      try (r) {
        String line;
        while ((line = r.readLine()) != null) {
          all.add(line);
        }
      }
    }
    return all;
  }

  public List<String> cleanIncludes(List<Path> includes) throws IOException {
    List<String> all = new ArrayList<>();
    for (Path p : includes) {
      BufferedReader r;
      try {
        r = Files.newBufferedReader(p);
      } catch (NoSuchFileException e) {
        skipped++;
        continue;
      }
      try (r) {
        String header = r.readLine();
        if (header == null || !header.startsWith("#config")) {
          skipped++;
          continue;
        }
        String line;
        while ((line = r.readLine()) != null) {
          all.add(line);
        }
      }
    }
    return all;
  }

  // ---------------------------------------------------------------- saving

  public void leakSave(File target) throws IOException, ConfigException {
    PrintWriter w = new PrintWriter(new BufferedWriter(new FileWriter(target)));
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    w.println("# saved by Container3");
    writeBody(w);
    boolean failed = w.checkError();
    w.close();
    if (failed) {
      throw new IOException("could not write " + target);
    }
  }

  public String cleanRender() throws ConfigException {
    StringWriter text = new StringWriter();
    PrintWriter w = new PrintWriter(text);
    writeBody(w);
    w.flush();
    return text.toString();
  }

  // ---------------------------------------------------------------- validation

  public boolean leakValidate(File f) throws IOException {
    LineNumberReader r = new LineNumberReader(new FileReader(f));
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    boolean ok = false;
    try {
      ok = "#config".equals(r.readLine());
    } finally {
      finish(r, ok);
    }
    return ok;
  }

  public boolean cleanValidate(File f) throws IOException {
    LineNumberReader r = new LineNumberReader(new FileReader(f));
    boolean ok = false;
    try {
      ok = "#config".equals(r.readLine());
    } finally {
      if (ok) {
        finish(r, true);
      } else {
        closeQuietly(r);
      }
    }
    return ok;
  }

  public List<Setting> leakParseAll(File f) throws IOException {
    List<Setting> out = new ArrayList<>();
    LineNumberReader r = null;
    try {
      r = new LineNumberReader(new FileReader(f)); // { dg-warning "leak" }
      String line;
      while ((line = r.readLine()) != null) {
        if (!line.isBlank()) {
          out.add(parse(line, r.getLineNumber()));
        }
      }
      r.close();
    } catch (ConfigException e) {
      throw new IOException(f + ": " + e.getMessage(), e);
    } catch (IOException e) {
      closeQuietly(r);
      throw e;
    }
    return out;
  }

  public List<Setting> cleanParseAll(File f) throws IOException {
    List<Setting> out = new ArrayList<>();
    LineNumberReader r = null;
    try {
      r = new LineNumberReader(new FileReader(f));
      String line;
      while ((line = r.readLine()) != null) {
        if (!line.isBlank()) {
          out.add(parse(line, r.getLineNumber()));
        }
      }
    } catch (ConfigException e) {
      throw new IOException(f + ": " + e.getMessage(), e);
    } finally {
      closeQuietly(r);
    }
    return out;
  }

  public List<Setting> cleanParseInline(String text) throws IOException, ConfigException {
    List<Setting> out = new ArrayList<>();
    BufferedReader r = new BufferedReader(new StringReader(text));
    int n = 0;
    String line;
    while ((line = r.readLine()) != null) {
      n++;
      if (!line.isBlank()) {
        out.add(parse(line, n));
      }
    }
    return out;
  }

  /** Strips a byte order mark if there is one. */
  public Reader cleanSkipBom(Path p) throws IOException {
    PushbackReader r = new PushbackReader(Files.newBufferedReader(p));
    boolean done = false;
    try {
      int c = r.read();
      if (c >= 0 && c != 0xFEFF) {
        r.unread(c);
      }
      done = true;
      return r;
    } finally {
      if (!done) {
        r.close();
      }
    }
  }
}
