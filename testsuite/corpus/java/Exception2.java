/* Corpus, exception: an old server.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.net.*;
import java.util.*;

/** A small line server in the style of the early 2000s. */
public class Exception2 {

  private final Map<String, Socket> sessions = new HashMap<String, Socket>();
  private ServerSocket listener;
  private volatile boolean running = true;
  private int rejected;

  static void closeQuietly(Closeable c) {
    if (c != null) {
      try {
        c.close();
      } catch (IOException ignored) {
        // nothing we can do
      }
    }
  }

  private static void shut(Socket s) {
    if (s == null) {
      return;
    }
    try {
      s.close();
    } catch (IOException e) {
      System.err.println("close failed: " + e);
    }
  }

  private static String readRequestLine(InputStream in) throws IOException {
    StringBuilder sb = new StringBuilder();
    int c;
    while ((c = in.read()) != -1 && c != '\n') {
      sb.append((char) c);
    }
    return sb.toString().trim();
  }

  private static void pump(InputStream in, OutputStream out) throws IOException {
    byte[] buf = new byte[4096];
    int n;
    while ((n = in.read(buf)) > 0) {
      out.write(buf, 0, n);
    }
    out.flush();
  }

  /** Opens a socket with our default timeout; the caller owns it. */
  private static Socket dial(String host, int port) throws IOException {
    Socket s = new Socket(host, port);
    boolean ok = false;
    try {
      s.setSoTimeout(5000);
      ok = true;
      return s;
    } finally {
      if (!ok) {
        shut(s);
      }
    }
  }

  void halt() {
    running = false;
  }

  /** Serves one client and closes its socket. */
  private static class Worker extends Thread {
    private final Socket client;

    Worker(Socket client) {
      this.client = client;
    }

    @Override
    public void run() {
      try {
        pump(client.getInputStream(), client.getOutputStream());
      } catch (IOException e) {
        System.err.println("worker: " + e.getMessage());
      } finally {
        shut(client);
      }
    }
  }

  boolean leakAnswerOne() throws IOException {
    Socket s = listener.accept(); // { dg-warning "leak" }
    PrintWriter out = null;
    try {
      String line = readRequestLine(s.getInputStream());
      if (line.length() == 0) {
        rejected++;
        return false;
      }
      out = new PrintWriter(s.getOutputStream());
      out.println("OK " + line);
      out.flush();
      return true;
    } finally {
      if (out != null) {
        out.close();
      }
    }
  }

  boolean cleanAnswerOne() throws IOException {
    Socket s = listener.accept();
    PrintWriter out = null;
    try {
      String line = readRequestLine(s.getInputStream());
      if (line.length() == 0) {
        rejected++;
        return false;
      }
      out = new PrintWriter(s.getOutputStream());
      out.println("OK " + line);
      out.flush();
      return true;
    } finally {
      if (out != null) {
        out.close();
      }
      shut(s);
    }
  }

  void cleanRegister(String name) throws IOException {
    Socket s = listener.accept();
    Socket old;
    synchronized (sessions) {
      old = sessions.put(name, s);
    }
    shut(old);
  }

  void leakRegister() throws IOException {
    Socket s = listener.accept(); // { dg-warning "leak" }
    String name = readRequestLine(s.getInputStream());
    synchronized (sessions) {
      sessions.put(name, s);
    }
  }

  void leakStartListener(int port) throws IOException {
    ServerSocket ss = new ServerSocket(port, 50); // { dg-warning "leak" }
    ss.setSoTimeout(1000);
    listener = ss;
    running = true;
  }

  void cleanStartListener(int port) throws IOException {
    ServerSocket ss = new ServerSocket(port, 50);
    boolean ok = false;
    try {
      ss.setSoTimeout(1000);
      ok = true;
    } finally {
      if (!ok) {
        closeQuietly(ss);
      }
    }
    listener = ss;
    running = true;
  }

  static boolean cleanPing(String host, int port) {
    Socket s = null;
    try {
      s = new Socket(host, port);
      s.setSoTimeout(2000);
      OutputStream out = s.getOutputStream();
      out.write("PING\r\n".getBytes());
      out.flush();
      return s.getInputStream().read() == 'P';
    } catch (IOException e) {
      return false;
    } finally {
      shut(s);
    }
  }

  void leakServeFile(Socket client, File f) {
    try {
      OutputStream out = client.getOutputStream();
      FileInputStream fis = new FileInputStream(f); // { dg-warning "leak" }
      out.write(("LENGTH " + f.length() + "\r\n").getBytes());
      pump(fis, out);
      fis.close();
    } catch (IOException e) {
      System.err.println("cannot send " + f + ": " + e.getMessage());
    }
  }

  void leakDispatchLoop() {
    while (running) {
      try {
        Socket s = listener.accept(); // { dg-warning "leak" }
        String hello = readRequestLine(s.getInputStream());
        if (!hello.startsWith("HELO")) {
          s.close();
          continue;
        }
        new Worker(s).start();
      } catch (IOException e) {
        System.err.println("accept: " + e.getMessage());
      }
    }
  }

  void cleanDispatchLoop() {
    while (running) {
      try {
        Socket s = listener.accept();
        new Worker(s).start();
      } catch (IOException e) {
        System.err.println("accept: " + e.getMessage());
      }
    }
  }

  void leakMirror(String a, String b, int port, byte[] data) throws IOException {
    Socket first = new Socket(a, port); // { dg-warning "leak" }
    Socket second = new Socket(b, port);
    try {
      first.getOutputStream().write(data);
      second.getOutputStream().write(data);
    } finally {
      shut(first);
      shut(second);
    }
  }

  void cleanMirror(String a, String b, int port, byte[] data) throws IOException {
    Socket first = null;
    Socket second = null;
    try {
      first = new Socket(a, port);
      second = new Socket(b, port);
      first.getOutputStream().write(data);
      second.getOutputStream().write(data);
    } finally {
      shut(first);
      shut(second);
    }
  }

  static int leakFreePort() throws IOException {
    ServerSocket ss = new ServerSocket(0); // { dg-warning "leak" }
    ss.setReuseAddress(true);
    int port = ss.getLocalPort();
    ss.close();
    return port;
  }

  static int cleanFreePort() throws IOException {
    ServerSocket ss = new ServerSocket(0);
    int port = ss.getLocalPort();
    ss.close();
    return port;
  }

  static String leakAsk(String host, int port, String question) throws IOException {
    Socket s = dial(host, port); // { dg-warning "leak" }
    PrintWriter out = new PrintWriter(new OutputStreamWriter(s.getOutputStream()), true);
    out.println(question);
    BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
    String answer = in.readLine();
    if (answer == null) {
      throw new EOFException("no answer from " + host);
    }
    in.close();
    return answer;
  }

  static String cleanAsk(String host, int port, String question) throws IOException {
    Socket s = dial(host, port);
    try {
      PrintWriter out = new PrintWriter(new OutputStreamWriter(s.getOutputStream()), true);
      out.println(question);
      BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
      String answer = in.readLine();
      if (answer == null) {
        throw new EOFException("no answer from " + host);
      }
      return answer;
    } finally {
      shut(s);
    }
  }

  void leakRotate(File base, int keep, byte[] banner) throws IOException {
    FileOutputStream out = null;
    try {
      for (int i = 0; i < keep; i++) {
        out = new FileOutputStream(new File(base.getParentFile(), base.getName() + "." + i));
  // { dg-warning "leak" "" { target *-*-* } .-1 }
        out.write(banner);
      }
    } finally {
      if (out != null) {
        out.close();
      }
    }
  }

  void cleanRotate(File base, int keep, byte[] banner) throws IOException {
    FileOutputStream out = null;
    try {
      for (int i = 0; i < keep; i++) {
        out = new FileOutputStream(new File(base.getParentFile(), base.getName() + "." + i));
        out.write(banner);
        out.close();
        out = null;
      }
    } finally {
      if (out != null) {
        out.close();
      }
    }
  }
}
