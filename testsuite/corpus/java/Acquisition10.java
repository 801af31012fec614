/* Corpus, acquisition: archives.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** Packs and unpacks things. */
public final class Acquisition10 {

  private static final int BUF = 8192;

  private Acquisition10() {
  }

  // ---------------------------------------------------------------- helpers

  private static long copy(InputStream in, OutputStream out) throws IOException {
    byte[] buf = new byte[BUF];
    long total = 0;
    int n;
    while ((n = in.read(buf)) > 0) {
      out.write(buf, 0, n);
      total += n;
    }
    return total;
  }

  private static void drain(InputStream in) throws IOException {
    byte[] buf = new byte[BUF];
    while (in.read(buf) >= 0) {
      // only for the check sum
    }
  }

  private static void closeAll(List<? extends InputStream> ins) {
    for (InputStream in : ins) {
      try {
        in.close();
      } catch (IOException e) {
        System.err.println("close: " + e.getMessage());
      }
    }
  }

  private static Path resolveInside(Path dir, String name) throws IOException {
    Path p = dir.resolve(name).normalize();
    if (!p.startsWith(dir)) {
      throw new IOException("entry outside of target: " + name);
    }
    return p;
  }

  // ---------------------------------------------------------------- gzip

  public static void leakGunzip(File src, OutputStream out) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new FileInputStream(src))) {
    // { dg-warning "leak" "" { target *-*-* } .-1 }
      copy(in, out);
    }
  }

  public static void cleanGunzip(File src, OutputStream out) throws IOException {
    try (FileInputStream raw = new FileInputStream(src);
             GZIPInputStream in = new GZIPInputStream(raw)) {
      copy(in, out);
    }
  }

  public static void cleanGzipFile(Path src, Path dst) throws IOException {
    OutputStream raw = Files.newOutputStream(dst);
    try {
      GZIPOutputStream gz = new GZIPOutputStream(new BufferedOutputStream(raw));
      Files.copy(src, gz);
      gz.finish();
      gz.flush();
    } finally {
      raw.close();
    }
  }

  // ---------------------------------------------------------------- zip files

  public static byte[] leakReadEntry(File archive, String name) throws IOException {
    ZipFile zip = new ZipFile(archive); // { dg-warning "leak" }
    ZipEntry e = zip.getEntry(name);
    if (e == null) {
      zip.close();
      return new byte[0];
    }
    try (InputStream in = zip.getInputStream(e)) {
      return in.readAllBytes();
    }
  }

  public static byte[] cleanReadEntry(File archive, String name) throws IOException {
    try (ZipFile zip = new ZipFile(archive)) {
      ZipEntry e = zip.getEntry(name);
      if (e == null) {
        return new byte[0];
      }
      InputStream in = zip.getInputStream(e);
      return in.readAllBytes();
    }
  }

  // ---------------------------------------------------------------- unpacking

  public static int leakUnpack(Path archive, Path dir) throws IOException {
    int count = 0;
    try (ZipInputStream zin = new ZipInputStream(Files.newInputStream(archive))) {
      ZipEntry e;
      while ((e = zin.getNextEntry()) != null) {
        if (e.isDirectory()) {
          continue;
        }
        Path target = resolveInside(dir, e.getName());
        OutputStream out = new BufferedOutputStream(new FileOutputStream(target.toFile()));
        // { dg-warning "leak" "" { target *-*-* } .-1 }
        copy(zin, out);
        out.close();
        count++;
      }
    }
    return count;
  }

  public static int cleanUnpack(Path archive, Path dir) throws IOException {
    int count = 0;
    try (ZipInputStream zin = new ZipInputStream(Files.newInputStream(archive))) {
      ZipEntry e;
      while ((e = zin.getNextEntry()) != null) {
        if (e.isDirectory()) {
          continue;
        }
        Path target = resolveInside(dir, e.getName());
        OutputStream out = new BufferedOutputStream(new FileOutputStream(target.toFile()));
        try {
          copy(zin, out);
        } finally {
          out.close();
        }
        count++;
      }
    }
    return count;
  }

  public static List<String> leakNamesInMemory(byte[] archive) throws IOException {
    List<String> names = new ArrayList<>();
    ZipInputStream zin = new ZipInputStream(new ByteArrayInputStream(archive)); // { dg-warning "'zin' is never ended" }
    for (ZipEntry e = zin.getNextEntry(); e != null; e = zin.getNextEntry()) {
      names.add(e.getName());
    }
    return names;
  }

  /** Hands out the stream placed on the entry; the caller closes it. */
  public static ZipInputStream cleanPosition(Path archive, String name) throws IOException {
    ZipInputStream zin = new ZipInputStream(Files.newInputStream(archive));
    try {
      for (ZipEntry e = zin.getNextEntry(); e != null; e = zin.getNextEntry()) {
        if (e.getName().equals(name)) {
          return zin;
        }
      }
    } catch (IOException e) {
      zin.close();
      throw e;
    }
    zin.close();
    return null;
  }

  public static ZipInputStream leakPosition(Path archive, String name) throws IOException {
    ZipInputStream zin = new ZipInputStream(Files.newInputStream(archive));
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    try {
      for (ZipEntry e = zin.getNextEntry(); e != null; e = zin.getNextEntry()) {
        if (e.getName().equals(name)) {
          return zin;
        }
      }
    } catch (IOException e) {
      zin.close();
      throw e;
    }
    return null;
  }

  public static String cleanFirstBytes(Path archive, String name) throws IOException {
    ZipInputStream zin = cleanPosition(archive, name);
    if (zin == null) {
      return "";
    }
    try (zin) {
      return new String(zin.readNBytes(64));
    }
  }

  // ---------------------------------------------------------------- jars

  private static JarInputStream openJar(File jar) throws IOException {
    FileInputStream raw = new FileInputStream(jar);
    try {
      return new JarInputStream(raw);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  public static String leakMainClass(File jar) throws IOException {
    JarInputStream jin = openJar(jar); // { dg-warning "leak" }
    Manifest mf = jin.getManifest();
    if (mf == null) {
      throw new IOException("no manifest in " + jar);
    }
    String main = mf.getMainAttributes().getValue("Main-Class");
    jin.close();
    return main;
  }

  public static String cleanMainClass(File jar) throws IOException {
    JarInputStream jin = openJar(jar);
    Manifest mf = jin.getManifest();
    jin.close();
    if (mf == null) {
      throw new IOException("no manifest in " + jar);
    }
    return mf.getMainAttributes().getValue("Main-Class");
  }

  public static File leakWhichJar(List<File> classPath, String className) {
    String entry = className.replace('.', '/') + ".class";
    for (File f : classPath) {
      try {
        JarFile jf = new JarFile(f); // { dg-warning "leak" }
        if (jf.getEntry(entry) != null) {
          return f;
        }
        jf.close();
      } catch (IOException e) {
        System.err.println("skipping " + f);
      }
    }
    return null;
  }

  // ---------------------------------------------------------------- joining, checking

  public static void leakJoin(List<Path> pieces, OutputStream out) throws IOException {
    List<InputStream> parts = new ArrayList<>();
    for (Path p : pieces) {
      parts.add(Files.newInputStream(p)); // { dg-warning "leak" }
    }
    try {
      for (InputStream in : parts) {
        copy(in, out);
      }
    } finally {
      closeAll(parts);
    }
  }

  public static void cleanJoin(List<Path> pieces, OutputStream out) throws IOException {
    List<InputStream> parts = new ArrayList<>();
    try {
      for (Path p : pieces) {
        parts.add(Files.newInputStream(p));
      }
      for (InputStream in : parts) {
        copy(in, out);
      }
    } finally {
      closeAll(parts);
    }
  }

  public static boolean leakVerify(Path p, long expected) throws IOException {
    CheckedInputStream in = new CheckedInputStream(Files.newInputStream(p), new CRC32());
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    try {
      drain(in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
    if (in.getChecksum().getValue() != expected) {
      return false;
    }
    in.close();
    return true;
  }

  public static byte[] cleanExtract(ZipInputStream zin, Path dest) throws IOException {
    OutputStream out = dest == null ? new ByteArrayOutputStream() : Files.newOutputStream(dest);
    try (out) {
      copy(zin, out);
    }
    return out instanceof ByteArrayOutputStream bos ? bos.toByteArray() : null;
  }
}
