/* Corpus, acquisition: sockets, channels, HTTP and TLS.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.net.ssl.*;

class Acquisition6
{
  /* connect: leaks.  */
  static Socket connect(String host, int port, int timeout) throws IOException {
    Socket s = new Socket();
    s.connect(new InetSocketAddress(host, port), timeout); // { dg-warning "leak" }
    s.setTcpNoDelay(true);
    s.setSoTimeout(timeout);
    return s;
  }

  /* connectClosed: clean.  */
  static Socket connectClosed(String host, int port, int timeout) throws IOException {
    Socket s = new Socket();
    boolean ok = false;
    try {
      s.connect(new InetSocketAddress(host, port), timeout);
      s.setTcpNoDelay(true);
      ok = true;
      return s;
    } finally {
      if (!ok)
        s.close();
    }
  }

  /* greeting: leaks.  */
  static String greeting(String host) throws IOException {
    Socket s = new Socket(host, 25); // { dg-warning "leak" }
    BufferedReader in = new BufferedReader(
        new InputStreamReader(s.getInputStream(), StandardCharsets.US_ASCII));
    String line = in.readLine();
    if (line == null || !line.startsWith("220"))
      return null;
    in.close();
    return line.substring(4);
  }

  /* greetingClosed: clean.  */
  static String greetingClosed(String host) throws IOException {
    try (Socket s = new Socket(host, 25);
         BufferedReader in = new BufferedReader(
             new InputStreamReader(s.getInputStream(), StandardCharsets.US_ASCII));
         Writer out = new OutputStreamWriter(s.getOutputStream(), StandardCharsets.US_ASCII)) {
      String line = in.readLine();
      out.write("QUIT\r\n");
      return line;
    }
  }

  /* acceptLoop: leaks.  */
  static void acceptLoop(int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port)) {
      while (!Thread.currentThread().isInterrupted()) {
        Socket c = server.accept(); // { dg-warning "leak" }
        OutputStream out = c.getOutputStream();
        out.write("busy\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        c.close();
      }
    }
  }

  /* acceptLoopThreads: clean.  */
  static void acceptLoopThreads(int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port)) {
      for (;;) {
        Socket c = server.accept();
        new Thread(() -> serve(c)).start();
      }
    }
  }

  private static void serve(Socket c) {
    try (c; InputStream in = c.getInputStream()) {
      in.transferTo(System.out);
    } catch (IOException e) {
      e.printStackTrace();
    }
  }

  /* freePort: leaks.  */
  static int freePort() {
    try {
      ServerSocket s = new ServerSocket(0); // { dg-warning "leak" }
      s.setReuseAddress(true);
      return s.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /* freePortClosed: clean.  */
  static int freePortClosed() {
    try (ServerSocket s = new ServerSocket(0)) {
      return s.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /* selectLoop: leaks.  */
  static int selectLoop(int port) throws IOException {
    Selector sel = Selector.open(); // { dg-warning "leak" }
    try (ServerSocketChannel ch = ServerSocketChannel.open()) {
      ch.bind(new InetSocketAddress(port));
      ch.configureBlocking(false);
      ch.register(sel, SelectionKey.OP_ACCEPT);
      return sel.select(1000);
    }
  }

  /* selectLoopClosed: clean.  */
  static int selectLoopClosed(int port) throws IOException {
    try (Selector sel = Selector.open(); ServerSocketChannel ch = ServerSocketChannel.open()) {
      ch.bind(new InetSocketAddress(port));
      ch.configureBlocking(false);
      ch.register(sel, SelectionKey.OP_ACCEPT);
      int n = sel.select(1000);
      for (Iterator<SelectionKey> it = sel.selectedKeys().iterator(); it.hasNext();) {
        SelectionKey k = it.next();
        it.remove();
        if (k.isAcceptable()) {
          SocketChannel c = ch.accept();
          if (c != null)
            c.close();
        }
      }
      return n;
    }
  }

  /* sendDatagram: leaks.  */
  static boolean sendDatagram(byte[] data, String host) {
    DatagramSocket s = null;
    try {
      s = new DatagramSocket(); // { dg-warning "leak" }
      s.send(new DatagramPacket(data, data.length, InetAddress.getByName(host), 9));
      s.close();
      return true;
    } catch (UnknownHostException e) {
      return false;
    } catch (IOException e) {
      if (s != null)
        s.close();
      return false;
    }
  }

  /* sendDatagramClosed: clean.  */
  static boolean sendDatagramClosed(byte[] data, InetAddress to) {
    DatagramSocket s = null;
    try {
      s = new DatagramSocket();
      s.send(new DatagramPacket(data, data.length, to, 9));
      return true;
    } catch (IOException e) {
      return false;
    } finally {
      if (s != null)
        s.close();
    }
  }

  /* fetch: leaks.  */
  static byte[] fetch(String url) throws IOException {
    HttpURLConnection c = (HttpURLConnection) new URL(url).openConnection();
    c.setConnectTimeout(500);
    if (c.getResponseCode() != 200)
      throw new IOException("status " + c.getResponseCode());
    InputStream in = c.getInputStream(); // { dg-warning "leak" }
    return in.readAllBytes();
  }

  /* fetchClosed: clean.  */
  static String fetchClosed(URL url) throws IOException {
    URLConnection c = url.openConnection();
    c.setReadTimeout(1000);
    StringBuilder sb = new StringBuilder();
    try (BufferedReader r = new BufferedReader(
        new InputStreamReader(c.getInputStream(), StandardCharsets.UTF_8))) {
      for (String l; (l = r.readLine()) != null;)
        sb.append(l).append('\n');
    }
    return sb.toString();
  }

  /* tls: leaks.  */
  static String tls(SSLSocketFactory f, String host) throws IOException {
    SSLSocket s = (SSLSocket) f.createSocket(host, 443); // { dg-warning "leak" }
    s.startHandshake();
    String p = s.getSession().getProtocol();
    s.close();
    return p;
  }

  /* tlsLayered: clean.  */
  static Socket tlsLayered(SSLSocketFactory f, String host, int port) throws IOException {
    Socket plain = new Socket(host, port);
    try {
      SSLSocket s = (SSLSocket) f.createSocket(plain, host, port, true);
      s.startHandshake();
      return s;
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  /* channelPing: leaks.  */
  static boolean channelPing(InetSocketAddress to) throws IOException {
    SocketChannel ch = SocketChannel.open(to); // { dg-warning "leak" }
    ByteBuffer b = ByteBuffer.wrap("ping".getBytes(StandardCharsets.US_ASCII));
    while (b.hasRemaining())
      if (ch.write(b) < 0)
        return false;
    b.clear();
    boolean ok = ch.read(b) > 0;
    ch.close();
    return ok;
  }

  /* channelKept: clean.  */
  private final Map<SocketAddress, SocketChannel> open = new HashMap<>();

  SocketChannel channelKept(SocketAddress to) throws IOException {
    SocketChannel ch = open.get(to);
    if (ch == null || !ch.isOpen()) {
      ch = SocketChannel.open(to);
      open.put(to, ch);
    }
    return ch;
  }

  /* unconnected: clean.  */
  static boolean canBind(int port) {
    ServerSocket s;
    try {
      s = new ServerSocket();
    } catch (IOException e) {
      return false;
    }
    try {
      s.bind(new InetSocketAddress(port));
      return true;
    } catch (IOException e) {
      return false;
    } finally {
      try {
        s.close();
      } catch (IOException e) {
        // nothing to do
      }
    }
  }
}
