/* Corpus, acquisition: archives, images, sound, class loaders, processes,
   scanners, naming.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.util.*;
import java.util.jar.*;
import java.util.prefs.*;
import java.util.zip.*;
import javax.crypto.*;
import javax.imageio.*;
import javax.imageio.stream.*;
import javax.naming.*;
import javax.sound.sampled.*;
import javax.xml.stream.*;

class Acquisition5
{
  /* entryText: leaks.  */
  static String entryText(File f, String name) throws IOException {
    ZipFile z = new ZipFile(f); // { dg-warning "leak" }
    ZipEntry e = z.getEntry(name);
    if (e == null)
      return null;
    String s = new String(z.getInputStream(e).readAllBytes(), StandardCharsets.UTF_8);
    z.close();
    return s;
  }

  /* entryTextClosed: clean.  */
  static String entryTextClosed(File f, String name) throws IOException {
    try (ZipFile z = new ZipFile(f)) {
      ZipEntry e = z.getEntry(name);
      if (e == null)
        return null;
      InputStream in = z.getInputStream(e); // closed with Z
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /* gunzip: leaks.  */
  static byte[] gunzip(Path p) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(p))) { // { dg-warning "leak" }
      return in.readAllBytes();
    }
  }

  /* gunzipMemory: clean.  */
  static byte[] gunzipMemory(byte[] b) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(b))) {
      return in.readAllBytes();
    }
  }

  /* mainClass: leaks.  */
  static String mainClass(String jar) throws IOException {
    JarFile j = new JarFile(jar); // { dg-warning "leak" }
    Manifest m = j.getManifest();
    return m == null ? null : m.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
  }

  /* writeZip: clean.  */
  static void writeZip(File to, Map<String, byte[]> files) throws IOException {
    try (FileOutputStream fos = new FileOutputStream(to);
         ZipOutputStream out = new ZipOutputStream(fos)) {
      out.setLevel(Deflater.BEST_COMPRESSION);
      for (var e : files.entrySet()) {
        out.putNextEntry(new ZipEntry(e.getKey()));
        out.write(e.getValue());
        out.closeEntry();
      }
    }
  }

  /* inflater: leaks.  */
  static int inflate(byte[] in, byte[] out) throws DataFormatException {
    Inflater i = new Inflater(true); // { dg-warning "leak" }
    i.setInput(in);
    int n = i.inflate(out);
    i.end();
    return n;
  }

  /* deflater: clean.  */
  static int deflate(byte[] in, byte[] out) {
    Deflater d = new Deflater();
    try {
      d.setInput(in);
      d.finish();
      return d.deflate(out);
    } finally {
      d.end();
    }
  }

  /* imageFormat: leaks.  */
  static String imageFormat(File f) throws IOException {
    ImageInputStream in = ImageIO.createImageInputStream(f); // { dg-warning "leak" }
    Iterator<ImageReader> it = ImageIO.getImageReaders(in);
    if (!it.hasNext())
      return "unknown";
    String n = it.next().getFormatName();
    in.close();
    return n;
  }

  /* imageSize: clean.  */
  static int imageSize(File f) throws IOException {
    try (ImageInputStream in = ImageIO.createImageInputStream(f)) {
      Iterator<ImageReader> it = ImageIO.getImageReaders(in);
      if (!it.hasNext())
        return -1;
      ImageReader r = it.next();
      try {
        r.setInput(in);
        return r.getWidth(0) * r.getHeight(0);
      } finally {
        r.dispose();
      }
    }
  }

  /* play: leaks.  */
  static long play(File f) throws Exception {
    AudioInputStream in = AudioSystem.getAudioInputStream(f); // { dg-warning "leak" }
    SourceDataLine line = AudioSystem.getSourceDataLine(in.getFormat());
    try (line) {
      line.open();
      line.start();
      byte[] b = new byte[4096];
      long n = 0;
      for (int k; (k = in.read(b)) > 0;)
        n += line.write(b, 0, k);
      line.drain();
      return n;
    }
  }

  /* plugin: leaks.  */
  static Object plugin(URL jar, String cls) throws Exception {
    URLClassLoader cl = new URLClassLoader(new URL[] {jar}); // { dg-warning "leak" }
    Class<?> c = cl.loadClass(cls);
    if (!Runnable.class.isAssignableFrom(c))
      throw new ClassCastException(cls);
    cl.close();
    return c.getName();
  }

  /* digest: clean.  */
  static byte[] digest(Path p) throws IOException, GeneralSecurityException {
    MessageDigest md = MessageDigest.getInstance("SHA-256");
    try (DigestInputStream in = new DigestInputStream(Files.newInputStream(p), md)) {
      byte[] b = new byte[8192];
      while (in.read(b) != -1)
        ;
    }
    return md.digest();
  }

  /* encrypt: clean.  */
  static void encrypt(Path from, Path to, Cipher c) throws IOException {
    try (InputStream in = Files.newInputStream(from);
         OutputStream out = new CipherOutputStream(Files.newOutputStream(to), c)) {
      in.transferTo(out);
    }
  }

  /* shell: leaks.  */
  static String shell(String... cmd) throws IOException {
    Process p = new ProcessBuilder(cmd).redirectErrorStream(true).start(); // 
    BufferedReader r = new BufferedReader(new InputStreamReader(p.getInputStream()));
    // { dg-warning "leak" "" { target *-*-* } .-1 }
    String first = r.readLine();
    return first == null ? "" : first.trim();
  }

  /* shellClosed: clean.  */
  static String shellClosed(String... cmd) throws IOException, InterruptedException {
    Process p = new ProcessBuilder(cmd).redirectErrorStream(true).start();
    try {
      p.getOutputStream().close();
      try (BufferedReader r = new BufferedReader(new InputStreamReader(p.getInputStream()))) {
        return r.readLine();
      }
    } finally {
      p.destroy();
    }
  }

  /* numbers: leaks.  */
  static int numbers(File f) throws FileNotFoundException {
    Scanner s = new Scanner(f); // { dg-warning "leak" }
    int sum = 0;
    while (s.hasNext()) {
      if (!s.hasNextInt())
        return -1;
      sum += s.nextInt();
    }
    s.close();
    return sum;
  }

  /* numbersInText: clean.  */
  static int numbersInText(String text) {
    Scanner s = new Scanner(text).useDelimiter(",");
    int sum = 0;
    while (s.hasNextInt())
      sum += s.nextInt();
    return sum;
  }

  /* stdin: clean.  */
  static String prompt() {
    Scanner s = new Scanner(System.in);
    System.out.print("> ");
    return s.hasNextLine() ? s.nextLine() : "";
  }

  /* lookup: leaks.  */
  static Object lookup(Hashtable<String, String> env, String name) throws NamingException {
    InitialContext ctx = new InitialContext(env); // { dg-warning "leak" }
    Object o = ctx.lookup(name);
    if (o instanceof Context)
      throw new NamingException("a context: " + name);
    ctx.close();
    return o;
  }

  /* properties: clean.  */
  static Properties properties(Class<?> c, String res) throws IOException {
    Properties p = new Properties();
    try (InputStream in = c.getResourceAsStream(res)) {
      if (in != null)
        p.load(in);
    }
    return p;
  }

  /* resource: leaks.  */
  static Properties resource(Class<?> c, String res) throws IOException {
    Properties p = new Properties();
    InputStream in = c.getResourceAsStream(res); // { dg-warning "leak" }
    if (in == null)
      return p;
    p.load(in);
    return p;
  }

  /* xmlReader: clean.  */
  static int elements(Path p) throws IOException, XMLStreamException {
    int n = 0;
    try (InputStream in = Files.newInputStream(p)) {
      XMLStreamReader r = XMLInputFactory.newFactory().createXMLStreamReader(in);
      try {
        while (r.hasNext())
          if (r.next() == XMLStreamConstants.START_ELEMENT)
            n++;
      } finally {
        r.close();
      }
    }
    return n;
  }

  /* formatter: leaks.  */
  static void table(File to, int[] v) throws FileNotFoundException {
    Formatter f = new Formatter(to); // { dg-warning "leak" }
    for (int x : v)
      f.format("%8d%n", 1000 / x);
    if (f.ioException() == null)
      f.close();
  }

  /* formatterText: clean.  */
  static String tableText(int[] v) {
    Formatter f = new Formatter();
    for (int x : v)
      f.format("%8d%n", x);
    return f.toString();
  }
}
