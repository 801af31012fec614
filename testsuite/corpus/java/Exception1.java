/* Corpus, exception: command line tools.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.io.StringReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.InputMismatchException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Scanner;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/** The odds and ends of command line programs. */
public final class Exception1 {

  enum Kind { FILE, STDIN, LITERAL }

  /** Where a text comes from. */
  sealed interface Source permits FileSource, TextSource {
    Reader open() throws IOException;
  }

  record FileSource(File file) implements Source {
    @Override
    public Reader open() throws IOException {
      return new FileReader(file);
    }
  }

  record TextSource(String text) implements Source {
    @Override
    public Reader open() {
      return new StringReader(text);
    }
  }

  record Size(int width, int height) {
  }

  static final class UsageException extends RuntimeException {
    UsageException(String msg) {
      super(msg);
    }
  }

  private Exception1() {
  }

  // ---------------------------------------------------------------- helpers

  private static String slurp(Reader r) throws IOException {
    StringBuilder sb = new StringBuilder();
    char[] buf = new char[1024];
    int n;
    while ((n = r.read(buf)) >= 0) {
      sb.append(buf, 0, n);
    }
    return sb.toString();
  }

  private static void usage(String msg) {
    throw new UsageException("usage: tool [-o out] file: " + msg);
  }

  private static PrintStream console(String path) throws FileNotFoundException {
    if (path == null || path.equals("-")) {
      return System.out;
    }
    return new PrintStream(path);
  }

  // ---------------------------------------------------------------- processes

  public static String leakFirstLine(String... command) throws IOException, InterruptedException {
    Process p = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader r = new BufferedReader(new InputStreamReader(p.getInputStream()));
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    String line = r.readLine();
    if (p.waitFor() != 0) {
      throw new IOException(command[0] + " failed: " + line);
    }
    r.close();
    return line;
  }

  public static String cleanFirstLine(String... command) throws IOException, InterruptedException {
    Process p = new ProcessBuilder(command).redirectErrorStream(true).start();
    String line;
    try (BufferedReader r = new BufferedReader(new InputStreamReader(p.getInputStream()))) {
      line = r.readLine();
    }
    if (p.waitFor() != 0) {
      throw new IOException(command[0] + " failed: " + line);
    }
    return line;
  }

  // ---------------------------------------------------------------- scanners, formatters

  public static int leakReadDimensions(Path p) throws IOException {
    Scanner sc = new Scanner(p); // { dg-warning "leak" }
    int area;
    try {
      area = sc.nextInt() * sc.nextInt();
    } catch (InputMismatchException e) {
      System.err.println("not a number in " + p);
      return -1;
    }
    sc.close();
    return area;
  }

  public static boolean cleanConfirm(String question) {
    System.out.print(question + " [y/n] ");
    Scanner sc = new Scanner(System.in);
    return sc.hasNextLine() && sc.nextLine().startsWith("y");
  }

  public static void leakReport(File f, double[] values) throws FileNotFoundException {
    Formatter fm = new Formatter(f); // { dg-warning "leak" }
    for (double v : values) {
      if (v < 0) {
        throw new UsageException("negative value " + v);
      }
      fm.format(Locale.ROOT, "%.3f%n", v);
    }
    fm.close();
  }

  public static void cleanReport(File f, double[] values) throws FileNotFoundException {
    Formatter fm = new Formatter(f);
    try {
      for (double v : values) {
        if (v < 0) {
          throw new UsageException("negative value " + v);
        }
        fm.format(Locale.ROOT, "%.3f%n", v);
      }
    } finally {
      fm.close();
    }
  }

  // ---------------------------------------------------------------- input by kind

  public static String leakReadText(Kind kind, String arg) throws IOException {
    Reader r = switch (kind) {
      case FILE -> new FileReader(arg); // { dg-warning "leak" }
      case STDIN -> new InputStreamReader(System.in);
      case LITERAL -> new StringReader(arg);
    };
    String text = slurp(r);
    if (kind != Kind.STDIN) {
      r.close();
    }
    return text;
  }

  public static String cleanReadText(Kind kind, String arg) throws IOException {
    Reader r = switch (kind) {
      case FILE -> new FileReader(arg);
      // { dg-bogus "leak" "" { xfail *-*-* } .-1 }
      case STDIN -> new InputStreamReader(System.in);
      case LITERAL -> new StringReader(arg);
    };
    try {
      return slurp(r);
    } finally {
      if (kind == Kind.FILE) {
        r.close();
      }
    }
  }

  public static int leakLength(Source src, int max) throws IOException {
    Reader r = src.open(); // { dg-warning "leak" }
    int n = 0;
    while (r.read() >= 0) {
      if (++n > max) {
        throw new IOException("longer than " + max);
      }
    }
    r.close();
    return n;
  }

  public static int cleanLength(Source src, int max) throws IOException {
    try (Reader r = src.open()) {
      int n = 0;
      while (r.read() >= 0) {
        if (++n > max) {
          throw new IOException("longer than " + max);
        }
      }
      return n;
    }
  }

  public static String cleanTextOnly(String text) throws IOException {
    Source src = new TextSource(text);
    Reader r = src.open();
    return slurp(r).trim();
  }

  public static void leakRunTool(String[] args) throws IOException {
    String outPath = args.length > 1 ? args[1] : "out.txt";
    PrintStream out = new PrintStream(new FileOutputStream(outPath));
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    if (args.length == 0) {
      usage("no input");
    }
    try {
      out.println(Files.readString(Path.of(args[0])).length());
    } finally {
      out.close();
    }
  }

  public static void cleanRunTool(String[] args) throws IOException {
    if (args.length == 0) {
      usage("no input");
    }
    PrintStream out = console(args.length > 1 ? args[1] : null);
    try {
      out.println(Files.readString(Path.of(args[0])).length());
    } finally {
      if (out != System.out) {
        out.close();
      }
    }
  }

  public static void cleanWithStdoutTo(File f, Runnable body) throws IOException {
    PrintStream old = System.out;
    try (PrintStream ps = new PrintStream(new BufferedOutputStream(new FileOutputStream(f)))) {
      System.setOut(ps);
      body.run();
    } finally {
      System.setOut(old);
    }
  }

  // ---------------------------------------------------------------- objects

  public static Object leakLoadState(File f) throws IOException {
    ObjectInputStream in = null;
    try {
      in = new ObjectInputStream(new BufferedInputStream(new FileInputStream(f)));
      // { dg-warning "leak" "" { target *-*-* } .-1 }
      Object o = in.readObject();
      in.close();
      return o;
    } catch (ClassNotFoundException e) {
      System.err.println("old state file " + f);
      return null;
    } catch (IOException e) {
      if (in != null) {
        in.close();
      }
      throw e;
    }
  }

  public static Object cleanLoadState(File f) throws IOException {
    try (FileInputStream fis = new FileInputStream(f);
             ObjectInputStream in = new ObjectInputStream(fis)) {
      return in.readObject();
    } catch (ClassNotFoundException e) {
      System.err.println("old state file " + f);
      return null;
    }
  }

  public static Object cleanCopyOf(byte[] serialized) throws IOException, ClassNotFoundException {
    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(serialized));
    return in.readObject();
  }

  // ---------------------------------------------------------------- class loaders

  public static String leakPluginVersion(URL jar, String name) throws IOException, ClassNotFoundException {
    URLClassLoader cl = new URLClassLoader(new URL[] {jar}); // { dg-warning "leak" }
    Class<?> c = cl.loadClass(name);
    String v = c.getPackage().getImplementationVersion();
    cl.close();
    return v;
  }

  public static String cleanPluginVersion(URL jar, String name) throws IOException, ClassNotFoundException {
    try (URLClassLoader cl = new URLClassLoader(new URL[] {jar})) {
      Class<?> c = cl.loadClass(name);
      return c.getPackage().getImplementationVersion();
    }
  }

  // ---------------------------------------------------------------- images

  public static Size leakImageSize(File f) throws IOException {
    ImageInputStream iis = ImageIO.createImageInputStream(f); // { dg-warning "leak" }
    if (iis == null) {
      return null;
    }
    Iterator<ImageReader> readers = ImageIO.getImageReaders(iis);
    if (!readers.hasNext()) {
      return null;
    }
    ImageReader reader = readers.next();
    try {
      reader.setInput(iis);
      return new Size(reader.getWidth(0), reader.getHeight(0));
    } finally {
      reader.dispose();
      iis.close();
    }
  }

  public static Size cleanImageSize(File f) throws IOException {
    ImageInputStream iis = ImageIO.createImageInputStream(f);
    if (iis == null) {
      return null;
    }
    try {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(iis);
      if (!readers.hasNext()) {
        return null;
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(iis);
        return new Size(reader.getWidth(0), reader.getHeight(0));
      } finally {
        reader.dispose();
      }
    } finally {
      iis.close();
    }
  }
}
