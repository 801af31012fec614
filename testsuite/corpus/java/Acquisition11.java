/* Corpus, acquisition: archives.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;

/** Helpers for zip, gzip and jar files. */
public final class Acquisition11 {

  private Acquisition11() {
  }

  private static void copy(InputStream in, OutputStream out) throws IOException {
    byte[] buf = new byte[8192];
    for (int n = in.read(buf); n >= 0; n = in.read(buf)) {
      out.write(buf, 0, n);
    }
  }

  private static File resolve(File dir, ZipEntry e) throws IOException {
    File target = new File(dir, e.getName());
    if (!target.getCanonicalPath().startsWith(dir.getCanonicalPath())) {
      throw new IOException("entry outside of target dir: " + e.getName());
    }
    return target;
  }

  /** Reads the whole stream and closes it. */
  private static byte[] readFully(InputStream in) throws IOException {
    try (in) {
      return in.readAllBytes();
    }
  }

  /** Reads the whole stream, then closes it. */
  private static byte[] drain(InputStream in) throws IOException {
    ByteArrayOutputStream bos = new ByteArrayOutputStream();
    copy(in, bos);
    in.close();
    return bos.toByteArray();
  }

  static boolean leakExtractOne(File zip, String name, File target) throws IOException {
    ZipFile zf = new ZipFile(zip); // { dg-warning "leak" }
    ZipEntry e = zf.getEntry(name);
    if (e == null) {
      return false;
    }
    try (InputStream in = zf.getInputStream(e);
      OutputStream out = new FileOutputStream(target)) {
      copy(in, out);
    } finally {
      zf.close();
    }
    return true;
  }

  static byte[] leakGunzip(File f) throws IOException {
    try (InputStream in = new GZIPInputStream(new FileInputStream(f))) {
  // { dg-warning "leak" "" { target *-*-* } .-1 }
      return in.readAllBytes();
    }
  }

  static byte[] cleanGunzip(File f) throws IOException {
    try (InputStream raw = new FileInputStream(f);
      InputStream in = new GZIPInputStream(raw)) {
      return in.readAllBytes();
    }
  }

  static void leakAddEntry(ZipOutputStream zos, File f) throws IOException {
    FileInputStream in = new FileInputStream(f); // { dg-warning "leak" }
    zos.putNextEntry(new ZipEntry(f.getName()));
    try {
      copy(in, zos);
    } finally {
      in.close();
    }
    zos.closeEntry();
  }

  static void cleanAddEntry(ZipOutputStream zos, File f) throws IOException {
    zos.putNextEntry(new ZipEntry(f.getName()));
    FileInputStream in = new FileInputStream(f);
    try {
      copy(in, zos);
    } finally {
      in.close();
    }
    zos.closeEntry();
  }

  static String leakMainClass(File jar) throws IOException {
    Manifest mf = new JarFile(jar).getManifest(); // { dg-warning "leak" }
    if (mf == null) {
      return null;
    }
    return mf.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
  }

  static int cleanCountClasses(Path jar) throws IOException {
    int n = 0;
    try (InputStream raw = Files.newInputStream(jar)) {
      JarInputStream in = new JarInputStream(raw);
      try {
        JarEntry e;
        while ((e = in.getNextJarEntry()) != null) {
          if (e.getName().endsWith(".class")) {
            n++;
          }
        }
      } finally {
        in.close();
      }
    }
    return n;
  }

  static List<String> cleanServiceNames(File jar, String service) throws IOException {
    List<String> names = new ArrayList<>();
    try (ZipFile zf = new ZipFile(jar)) {
      ZipEntry e = zf.getEntry("META-INF/services/" + service);
      if (e != null) {
        BufferedReader r = new BufferedReader(
            new InputStreamReader(zf.getInputStream(e), StandardCharsets.UTF_8));
        for (String l = r.readLine(); l != null; l = r.readLine()) {
          if (!l.startsWith("#")) {
            names.add(l.trim());
          }
        }
      }
    }
    return names;
  }

  static void leakExtractAll(File zip, File dir) throws IOException {
    try (ZipInputStream zin = new ZipInputStream(new FileInputStream(zip))) {
      ZipEntry e;
      while ((e = zin.getNextEntry()) != null) {
        File target = resolve(dir, e);
        if (e.isDirectory()) {
          target.mkdirs();
          continue;
        }
        FileOutputStream out = new FileOutputStream(target); // { dg-warning "leak" }
        copy(zin, out);
        out.close();
      }
    }
  }

  static int cleanSize(File zip) throws IOException {
    ZipFile zf = new ZipFile(zip);
    int n = zf.size();
    zf.close();
    return n;
  }

  static long leakCrc(File f) throws IOException {
    CheckedInputStream in = new CheckedInputStream(new FileInputStream(f), new CRC32());
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    byte[] buf = new byte[4096];
    while (in.read(buf) >= 0) {
      Thread.yield();
    }
    long crc = in.getChecksum().getValue();
    in.close();
    return crc;
  }

  static long cleanCrc(File f) throws IOException {
    CRC32 crc = new CRC32();
    InputStream in = new FileInputStream(f);
    in = new BufferedInputStream(in);
    in = new CheckedInputStream(in, crc);
    try {
      byte[] buf = new byte[4096];
      while (in.read(buf) >= 0) {
        Thread.yield();
      }
    } finally {
      in.close();
    }
    return crc.getValue();
  }

  static byte[] leakReadIndex(File f) throws IOException {
    InputStream in = new BufferedInputStream(new FileInputStream(f)); // { dg-warning "leak" }
    return drain(in);
  }

  static byte[] cleanReadIndex(File f) throws IOException {
    InputStream in = new BufferedInputStream(new FileInputStream(f));
    return readFully(in);
  }

  static int cleanReadMagic(byte[] data) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(data));
    int magic = in.readInt();
    if (magic != 0x504b0304) {
      throw new ZipException("not a zip: " + Integer.toHexString(magic));
    }
    return in.readUnsignedShort();
  }

  static void leakCompress(File src, File dst) throws IOException {
    try (FileInputStream in = new FileInputStream(src)) {
      OutputStream out = new GZIPOutputStream(new FileOutputStream(dst));
  // { dg-warning "leak" "" { target *-*-* } .-1 }
      copy(in, out);
      out.close();
    }
  }

  static void cleanCompress(File src, File dst) throws IOException {
    try (InputStream in = new FileInputStream(src);
      OutputStream raw = new FileOutputStream(dst);
      OutputStream out = new GZIPOutputStream(raw)) {
      copy(in, out);
    }
  }
}
