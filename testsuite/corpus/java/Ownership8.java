/* Corpus, ownership: network services.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocketFactory;

/** Small network clients and servers. */
public class Ownership8 {

  private static final int MAX_CLIENTS = 64;
  private static final int MAGIC = 0x4C4B0001;

  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final AtomicInteger refused = new AtomicInteger();
  private volatile boolean running = true;

  // ---------------------------------------------------------------- helpers

  private static boolean handshake(Socket s) throws IOException {
    s.setTcpNoDelay(true);
    DataOutputStream out = new DataOutputStream(s.getOutputStream());
    out.writeInt(MAGIC);
    out.flush();
    return new DataInputStream(s.getInputStream()).readInt() == MAGIC;
  }

  private static void closeSocket(Socket s) {
    if (s != null && !s.isClosed()) {
      try {
        s.close();
      } catch (IOException e) {
        System.err.println("closing " + s + ": " + e);
      }
    }
  }

  private static void answer(Socket s, String line) throws IOException {
    Writer w = new OutputStreamWriter(s.getOutputStream(), StandardCharsets.UTF_8);
    w.write(line);
    w.write("\r\n");
    w.flush();
  }

  private static String status(String line) throws ProtocolException {
    if (line == null || line.length() < 3) {
      throw new ProtocolException("no status: " + line);
    }
    return line.substring(0, 3);
  }

  /** A line based client which owns its socket. */
  static final class LineClient implements Closeable {
    private final Socket socket;
    private final BufferedReader in;
    private final PrintWriter out;

    LineClient(String host, int port) throws IOException {
      socket = new Socket(host, port);
      try {
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        out = new PrintWriter(new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.US_ASCII));
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    }

    String ask(String command) throws IOException {
      out.print(command + "\r\n");
      out.flush();
      return in.readLine();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  // ---------------------------------------------------------------- clients

  public static boolean leakPing(String host, int port) throws IOException {
    Socket s = new Socket(host, port); // { dg-warning "leak" }
    s.setSoTimeout(2000);
    try {
      answer(s, "PING");
      return s.getInputStream().read() == '+';
    } finally {
      s.close();
    }
  }

  public static void cleanSendLine(String host, int port, String line) throws IOException {
    Socket s = new Socket(host, port);
    OutputStream out;
    try {
      out = s.getOutputStream();
    } catch (IOException e) {
      s.close();
      throw e;
    }
    try (Writer w = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
      w.write(line);
    }
  }

  public static Socket leakConnect(String host, int port, int attempts) throws IOException {
    for (int i = 0; i < attempts; i++) {
      Socket s = new Socket(host, port); // { dg-warning "leak" }
      boolean ok;
      try {
        ok = handshake(s);
      } catch (IOException e) {
        closeSocket(s);
        continue;
      }
      if (ok) {
        return s;
      }
      System.err.println("handshake refused, attempt " + i);
    }
    throw new SocketException("no connection to " + host);
  }

  public static Socket cleanConnect(String host, int port, int attempts) throws IOException {
    IOException last = null;
    for (int i = 0; i < attempts; i++) {
      Socket s = null;
      try {
        s = new Socket(host, port);
        if (handshake(s)) {
          return s;
        }
      } catch (IOException e) {
        last = e;
      }
      closeSocket(s);
    }
    throw last != null ? last : new SocketException("no connection to " + host);
  }

  public static String leakQuery(String host, int port) throws IOException {
    LineClient c = new LineClient(host, port); // { dg-warning "leak" }
    String code = status(c.ask("STAT"));
    if (code.startsWith("5")) {
      c.close();
      return null;
    }
    String reply = c.ask("QUERY");
    c.close();
    return reply;
  }

  public static String cleanQuery(String host, int port) throws IOException {
    try (LineClient c = new LineClient(host, port)) {
      String code = status(c.ask("STAT"));
      if (code.startsWith("5")) {
        return null;
      }
      return c.ask("QUERY");
    }
  }

  public static String cleanTlsBanner(SSLSocketFactory factory, String host, int port) throws IOException {
    try (Socket plain = new Socket(host, port)) {
      answer(plain, "STARTTLS");
      try (Socket tls = factory.createSocket(plain, host, port, true);
                 BufferedReader r = new BufferedReader(new InputStreamReader(tls.getInputStream()))) {
        return r.readLine();
      }
    }
  }

  // ---------------------------------------------------------------- servers

  public void leakServe(int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port)) {
      while (running) {
        Socket s = server.accept(); // { dg-warning "leak" }
        if (clients.size() >= MAX_CLIENTS) {
          refused.incrementAndGet();
          continue;
        }
        try (s) {
          answer(s, "HELLO");
        } catch (SocketException e) {
          System.err.println("client went away");
        }
      }
    }
  }

  public void cleanServe(int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port)) {
      while (running) {
        Socket s = server.accept();
        if (clients.size() >= MAX_CLIENTS) {
          refused.incrementAndGet();
          closeSocket(s);
          continue;
        }
        clients.add(s);
      }
    }
  }

  public void stop() {
    running = false;
    for (Socket s : clients) {
      closeSocket(s);
    }
    clients.clear();
  }

  public void cleanServeThreaded(int port) throws IOException {
    ServerSocket server = new ServerSocket(port);
    try {
      while (running) {
        final Socket s = server.accept();
        Thread t = new Thread(() -> {
          try (s) {
            answer(s, "HELLO");
          } catch (IOException e) {
            System.err.println("client: " + e.getMessage());
          }
        });
        t.setDaemon(true);
        t.start();
      }
    } finally {
      server.close();
    }
  }

  public static ServerSocket leakBind(String host, int port) throws IOException {
    ServerSocket ss = new ServerSocket();
    ss.setReuseAddress(true);
    ss.bind(new InetSocketAddress(host, port), 50); // { dg-warning "leak" }
    return ss;
  }

  public static ServerSocket cleanBind(String host, int port) throws IOException {
    ServerSocket ss = new ServerSocket();
    try {
      ss.setReuseAddress(true);
      ss.bind(new InetSocketAddress(host, port), 50);
    } catch (IOException e) {
      try {
        ss.close();
      } catch (IOException e2) {
        e.addSuppressed(e2);
      }
      throw e;
    }
    return ss;
  }

  // ---------------------------------------------------------------- datagrams

  public static byte[] leakAskTime(InetAddress host) throws IOException {
    byte[] buf = new byte[48];
    buf[0] = 0x1B;
    DatagramSocket ds = new DatagramSocket(); // { dg-warning "leak" }
    try {
      ds.setSoTimeout(1500);
      ds.send(new DatagramPacket(buf, buf.length, host, 123));
      ds.receive(new DatagramPacket(buf, buf.length));
    } catch (SocketTimeoutException e) {
      return null;
    } catch (IOException e) {
      ds.close();
      throw e;
    }
    ds.close();
    return buf;
  }

  public static byte[] cleanAskTime(InetAddress host) throws IOException {
    byte[] buf = new byte[48];
    buf[0] = 0x1B;
    DatagramSocket ds = new DatagramSocket();
    try {
      ds.setSoTimeout(1500);
      ds.send(new DatagramPacket(buf, buf.length, host, 123));
      ds.receive(new DatagramPacket(buf, buf.length));
      return buf;
    } catch (SocketTimeoutException e) {
      return null;
    } finally {
      ds.close();
    }
  }

  // ---------------------------------------------------------------- URLs

  public static void leakPost(URL url, byte[] body) throws IOException {
    HttpURLConnection con = (HttpURLConnection) url.openConnection();
    con.setRequestMethod("POST");
    con.setDoOutput(true);
    OutputStream out = con.getOutputStream(); // { dg-warning "leak" }
    out.write(body);
    out.flush();
    int code = con.getResponseCode();
    if (code >= 300) {
      throw new ProtocolException("HTTP " + code);
    }
    out.close();
  }

  public static void cleanPost(URL url, byte[] body) throws IOException {
    HttpURLConnection con = (HttpURLConnection) url.openConnection();
    con.setRequestMethod("POST");
    con.setDoOutput(true);
    try (OutputStream out = con.getOutputStream()) {
      out.write(body);
    }
    int code = con.getResponseCode();
    if (code >= 300) {
      throw new ProtocolException("HTTP " + code);
    }
  }

  public static void leakDownload(HttpClient client, URI uri, Path target)
      throws IOException, InterruptedException {
    HttpRequest req = HttpRequest.newBuilder(uri).GET().build();
    HttpResponse<InputStream> resp = client.send(req, HttpResponse.BodyHandlers.ofInputStream());
    int code = resp.statusCode();
    InputStream body = resp.body(); // { dg-warning "leak" }
    if (code != 200) {
      throw new IOException(uri + " answered " + code);
    }
    try (body) {
      Files.copy(body, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  public static void cleanDownload(HttpClient client, URI uri, Path target)
      throws IOException, InterruptedException {
    HttpRequest req = HttpRequest.newBuilder(uri).GET().build();
    HttpResponse<InputStream> resp = client.send(req, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = resp.body()) {
      if (resp.statusCode() != 200) {
        throw new IOException(uri + " answered " + resp.statusCode());
      }
      Files.copy(body, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
