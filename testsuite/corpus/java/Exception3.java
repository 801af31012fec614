/* Corpus, exception: network clients.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Assorted protocol clients. */
public class Exception3 {

  /** Implemented by the application that embeds this client. */
  public interface PushListener {
    void onStream(InputStream in);
  }

  private final int timeout;

  public Exception3(int timeout) {
    this.timeout = timeout;
  }

  private static String toText(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void expect(BufferedReader in, String code) throws IOException {
    String line = in.readLine();
    if (line == null || !line.startsWith(code)) {
      throw new ProtocolException("expected " + code + " but got " + line);
    }
  }

  private static void quietly(Closeable c) {
    if (c == null) {
      return;
    }
    try {
      c.close();
    } catch (IOException e) {
      System.err.println("ignored: " + e);
    }
  }

  String leakPost(String url, byte[] body) throws IOException {
    URLConnection c = new URL(url).openConnection();
    c.setDoOutput(true);
    OutputStream out = c.getOutputStream(); // { dg-warning "leak" }
    out.write(body);
    out.flush();
    try (InputStream in = c.getInputStream()) {
      return toText(in);
    }
  }

  String cleanPost(String url, byte[] body) throws IOException {
    URLConnection c = new URL(url).openConnection();
    c.setDoOutput(true);
    try (OutputStream out = c.getOutputStream()) {
      out.write(body);
    }
    InputStream in = c.getInputStream();
    try {
      return toText(in);
    } finally {
      in.close();
    }
  }

  SSLSocket leakSecure(String host, int port) throws IOException {
    SSLSocketFactory f = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket s = (SSLSocket) f.createSocket(host, port); // { dg-warning "leak" }
    s.setSoTimeout(timeout);
    s.startHandshake();
    return s;
  }

  SSLSocket cleanSecure(String host, int port) throws IOException {
    SSLSocketFactory f = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket s = (SSLSocket) f.createSocket(host, port);
    try {
      s.setSoTimeout(timeout);
      s.startHandshake();
      return s;
    } catch (IOException e) {
      quietly(s);
      throw e;
    }
  }

  byte[] leakQuery(InetAddress server, byte[] question) throws IOException {
    DatagramSocket socket = new DatagramSocket(); // { dg-warning "leak" }
    socket.setSoTimeout(timeout);
    socket.send(new DatagramPacket(question, question.length, server, 53));
    DatagramPacket reply = new DatagramPacket(new byte[512], 512);
    try {
      socket.receive(reply);
    } catch (SocketTimeoutException e) {
      socket.close();
      return null;
    }
    socket.close();
    return reply.getData();
  }

  byte[] cleanQuery(InetAddress server, byte[] question) throws IOException {
    DatagramSocket socket = new DatagramSocket();
    try {
      socket.setSoTimeout(timeout);
      socket.send(new DatagramPacket(question, question.length, server, 53));
      DatagramPacket reply = new DatagramPacket(new byte[512], 512);
      socket.receive(reply);
      return reply.getData();
    } catch (SocketTimeoutException e) {
      return null;
    } finally {
      socket.close();
    }
  }

  int leakBanner(InetSocketAddress addr, ByteBuffer into) throws IOException {
    SocketChannel ch = SocketChannel.open(addr); // { dg-warning "leak" }
    int n = ch.read(into);
    if (n < 0) {
      throw new EOFException();
    }
    ch.close();
    return n;
  }

  boolean cleanReachable(InetSocketAddress addr) throws IOException {
    Socket s = new Socket();
    if (addr.isUnresolved()) {
      return false; // never connected, so nothing is held
    }
    s.connect(addr, timeout);
    s.close();
    return true;
  }

  Socket leakRetry(String host, int port, int attempts) throws IOException, InterruptedException {
    IOException last = new ConnectException("no attempt made");
    for (int i = 0; i < attempts; i++) {
      try {
        Socket s = new Socket(host, port); // { dg-warning "leak" }
        s.setKeepAlive(true);
        s.setSoTimeout(timeout);
        return s;
      } catch (IOException e) {
        last = e;
      }
      Thread.sleep(100L << i);
    }
    throw last;
  }

  Socket cleanRetry(String host, int port, int attempts) throws IOException, InterruptedException {
    IOException last = new ConnectException("no attempt made");
    for (int i = 0; i < attempts; i++) {
      Socket s = null;
      try {
        s = new Socket(host, port);
        s.setKeepAlive(true);
        s.setSoTimeout(timeout);
        return s;
      } catch (IOException e) {
        quietly(s);
        last = e;
      }
      Thread.sleep(100L << i);
    }
    throw last;
  }

  void leakSmtp(String host, String from, String to, String text) throws IOException {
    Socket s = new Socket(host, 25); // { dg-warning "leak" }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(s.getInputStream(), StandardCharsets.US_ASCII));
    Writer out = new OutputStreamWriter(s.getOutputStream(), StandardCharsets.US_ASCII);
    expect(in, "220");
    out.write("MAIL FROM:<" + from + ">\r\n");
    out.flush();
    expect(in, "250");
    out.write("RCPT TO:<" + to + ">\r\n");
    out.flush();
    expect(in, "250");
    out.write("DATA\r\n" + text + "\r\n.\r\nQUIT\r\n");
    out.close();
  }

  void cleanSmtp(String host, String from, String to, String text) throws IOException {
    try (Socket s = new Socket(host, 25)) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(s.getInputStream(), StandardCharsets.US_ASCII));
      Writer out = new OutputStreamWriter(s.getOutputStream(), StandardCharsets.US_ASCII);
      expect(in, "220");
      out.write("MAIL FROM:<" + from + ">\r\n");
      out.flush();
      expect(in, "250");
      out.write("RCPT TO:<" + to + ">\r\n");
      out.flush();
      expect(in, "250");
      out.write("DATA\r\n" + text + "\r\n.\r\nQUIT\r\n");
      out.flush();
    }
  }

  String cleanDaytime(String host) throws IOException {
    Socket s = new Socket(host, 13);
    InputStream in = null;
    try {
      in = s.getInputStream();
      return toText(in);
    } finally {
      if (in != null) {
        in.close(); // closes the socket as well
      } else {
        s.close();
      }
    }
  }

  static long leakFetch(URL url, Path target) throws IOException {
    Path part = target.resolveSibling(target.getFileName() + ".part");
    long n = Files.copy(url.openStream(), part, StandardCopyOption.REPLACE_EXISTING);
  // { dg-warning "leak" "" { target *-*-* } .-1 }
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    return n;
  }

  static long cleanFetch(URL url, Path target) throws IOException {
    Path part = target.resolveSibling(target.getFileName() + ".part");
    long n;
    try (InputStream in = url.openStream()) {
      n = Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    return n;
  }

  void cleanSubscribe(String url, PushListener listener) throws IOException {
    URLConnection c = new URL(url).openConnection();
    c.setReadTimeout(0);
    InputStream in = c.getInputStream();
    listener.onStream(in); // the listener keeps reading from it
  }

  byte[] leakPassive(Writer control) throws IOException {
    ServerSocket data = new ServerSocket(0); // { dg-warning "leak" }
    control.write("PORT " + data.getLocalPort() + "\r\nRETR index\r\n");
    control.flush();
    byte[] bytes;
    try (Socket s = data.accept()) {
      bytes = s.getInputStream().readAllBytes();
    }
    data.close();
    return bytes;
  }
}
