/* Corpus, loss: tasks of a build tool.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.security.*;
import java.util.*;
import java.util.logging.*;
import javax.crypto.Cipher;
import javax.crypto.CipherInputStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/** The tasks of a small build tool. */
public class Loss2 {

  private final File baseDir;
  private int done;

  public Loss2(File baseDir) {
    this.baseDir = baseDir;
  }

  private static void transfer(InputStream in, OutputStream out) throws IOException {
    byte[] buf = new byte[16384];
    int n;
    while ((n = in.read(buf)) != -1) {
      out.write(buf, 0, n);
    }
  }

  private static String replace(String line, Map<String, String> tokens) {
    String s = line;
    for (Map.Entry<String, String> t : tokens.entrySet()) {
      s = s.replace("@" + t.getKey() + "@", t.getValue());
    }
    return s;
  }

  private static String hex(byte[] digest) {
    StringBuilder sb = new StringBuilder();
    for (byte b : digest) {
      sb.append(String.format("%02x", b & 0xff));
    }
    return sb.toString();
  }

  void leakCopy(String from, String to) throws IOException {
    FileInputStream in = new FileInputStream(new File(baseDir, from)); // { dg-warning "leak" }
    FileOutputStream out = new FileOutputStream(new File(baseDir, to)); // { dg-warning "leak" }
    try {
      transfer(in, out);
      done++;
    } finally {
      in.close();
      out.close();
    }
  }

  void cleanCopy(String from, String to) throws IOException {
    FileInputStream in = new FileInputStream(new File(baseDir, from));
    try {
      FileOutputStream out = new FileOutputStream(new File(baseDir, to));
      try {
        transfer(in, out);
        done++;
      } finally {
        out.close();
      }
    } finally {
      in.close();
    }
  }

  void leakConcat(List<File> parts, File target) throws IOException {
    try (PrintWriter w = new PrintWriter(new BufferedWriter(new FileWriter(target)))) {
      for (File f : parts) {
        BufferedReader r = new BufferedReader(new FileReader(f)); // { dg-warning "leak" }
        String line = r.readLine();
        while (line != null && !line.equals("#stop")) {
          w.println(line);
          line = r.readLine();
        }
        if (line == null) {
          r.close();
        }
      }
    }
  }

  int leakExec(List<String> cmd) throws IOException, InterruptedException {
    ProcessBuilder pb = new ProcessBuilder(cmd).directory(baseDir).redirectErrorStream(true);
    Process p = pb.start();
    BufferedReader r = new BufferedReader(new InputStreamReader(p.getInputStream()));
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    for (String s = r.readLine(); s != null; s = r.readLine()) {
      System.out.println("[exec] " + s);
    }
    return p.waitFor();
  }

  int cleanExec(List<String> cmd) throws IOException, InterruptedException {
    ProcessBuilder pb = new ProcessBuilder(cmd).directory(baseDir).redirectErrorStream(true);
    Process p = pb.start();
    try {
      try (BufferedReader r = new BufferedReader(new InputStreamReader(p.getInputStream()))) {
        for (String s = r.readLine(); s != null; s = r.readLine()) {
          System.out.println("[exec] " + s);
        }
      }
      return p.waitFor();
    } finally {
      p.destroy();
    }
  }

  Class<?> leakTaskClass(URL[] path, String name) throws IOException, ClassNotFoundException {
    URLClassLoader cl = new URLClassLoader(path, Loss2.class.getClassLoader());
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    Class<?> c = cl.loadClass(name);
    c.getMethods();
    cl.close();
    return c;
  }

  boolean cleanTaskExists(URL[] path, String name) throws IOException {
    try (URLClassLoader cl = new URLClassLoader(path, null)) {
      return cl.loadClass(name) != null;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  void leakLogOnce(String file, String message) throws IOException {
    FileHandler h = new FileHandler(file, true); // { dg-warning "leak" }
    h.setFormatter(new SimpleFormatter());
    h.publish(new LogRecord(Level.INFO, message));
    h.flush();
  }

  void cleanLogTo(String file) throws IOException {
    FileHandler h = new FileHandler(file, true);
    h.setFormatter(new SimpleFormatter());
    Logger.getLogger("build").addHandler(h);
  }

  void leakFilter(Path src, Path dst, Map<String, String> tokens) throws IOException {
    Path tmp = Files.createTempFile("filter", ".tmp");
    BufferedWriter w = Files.newBufferedWriter(tmp); // { dg-warning "leak" }
    try (BufferedReader r = Files.newBufferedReader(src)) {
      String line;
      while ((line = r.readLine()) != null) {
        w.write(replace(line, tokens));
        w.newLine();
      }
    }
    w.close();
    Files.move(tmp, dst, StandardCopyOption.REPLACE_EXISTING);
    done++;
  }

  void cleanFilter(Path src, Path dst, Map<String, String> tokens) throws IOException {
    Path tmp = Files.createTempFile("filter", ".tmp");
    try (BufferedReader r = Files.newBufferedReader(src);
      BufferedWriter w = Files.newBufferedWriter(tmp)) {
      String line;
      while ((line = r.readLine()) != null) {
        w.write(replace(line, tokens));
        w.newLine();
      }
    }
    Files.move(tmp, dst, StandardCopyOption.REPLACE_EXISTING);
    done++;
  }

  static String leakDigest(File f, String algorithm) throws IOException, NoSuchAlgorithmException {
    FileInputStream in = new FileInputStream(f); // { dg-warning "leak" }
    MessageDigest md = MessageDigest.getInstance(algorithm);
    byte[] buf = new byte[8192];
    try (DigestInputStream dis = new DigestInputStream(in, md)) {
      while (dis.read(buf) > 0) {
        Thread.yield();
      }
    }
    return hex(md.digest());
  }

  static String cleanDigest(File f, String algorithm) throws IOException, NoSuchAlgorithmException {
    MessageDigest md = MessageDigest.getInstance(algorithm);
    FileInputStream in = new FileInputStream(f);
    byte[] buf = new byte[8192];
    try (DigestInputStream dis = new DigestInputStream(in, md)) {
      while (dis.read(buf) > 0) {
        Thread.yield();
      }
    }
    return hex(md.digest());
  }

  static void cleanTouch(File f) throws IOException {
    if (!f.exists()) {
      new FileOutputStream(f, true).close();
    }
    f.setLastModified(System.currentTimeMillis());
  }

  static boolean leakTouch(File f) {
    try {
      if (!f.exists()) {
        new FileOutputStream(f, true); // { dg-warning "leak" }
      }
      return f.setLastModified(System.currentTimeMillis());
    } catch (IOException e) {
      return false;
    }
  }

  void leakSaveState(Map<String, Long> stamps) throws IOException {
    var out = new ObjectOutputStream(new FileOutputStream(new File(baseDir, ".state")));
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    out.writeObject(new HashMap<>(stamps));
    out.close();
  }

  void cleanSaveState(Map<String, Long> stamps) throws IOException {
    try (FileOutputStream file = new FileOutputStream(new File(baseDir, ".state"))) {
      ObjectOutputStream out = new ObjectOutputStream(file);
      out.writeObject(new HashMap<>(stamps));
      out.flush();
    }
  }

  static byte[] leakDecrypt(File f, Cipher cipher) throws IOException {
    CipherInputStream in = new CipherInputStream(new FileInputStream(f), cipher);
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    byte[] plain = in.readAllBytes();
    if (plain.length == 0) {
      throw new IOException("nothing decrypted");
    }
    in.close();
    return plain;
  }

  static String leakImageFormat(File f) throws IOException {
    ImageInputStream iis = ImageIO.createImageInputStream(f); // { dg-warning "leak" }
    Iterator<ImageReader> readers = ImageIO.getImageReaders(iis);
    if (!readers.hasNext()) {
      return null;
    }
    String format = readers.next().getFormatName();
    iis.close();
    return format;
  }

  static String cleanImageFormat(File f) throws IOException {
    try (ImageInputStream iis = ImageIO.createImageInputStream(f)) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(iis);
      return readers.hasNext() ? readers.next().getFormatName() : null;
    }
  }
}
