// Pieces as they stand in servers and tools: pools, connectors, copies, logs, and what is
// wrong with them.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class ServerPrograms {
    // ---- Copies.  ----

    static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] bytes = new byte[4096];
        for (int n = in.read(bytes); n > 0; n = in.read(bytes)) {
            out.write(bytes, 0, n);
        }
    }

    void copyFiles(File f, File g) throws IOException {
        InputStream in = new FileInputStream(f); // error: not-called
        OutputStream out = new FileOutputStream(g); // error: not-called
        copy(in, out);
        in.close();
        out.close();
    }

    void copyFilesWell(File f, File g) throws IOException {
        try (InputStream in = new FileInputStream(f);
             OutputStream out = new FileOutputStream(g)) {
            copy(in, out);
        }
    }

    byte[] contents(File f) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        InputStream in = new FileInputStream(f);
        try {
            copy(in, out);
        } finally {
            in.close();
        }
        return out.toByteArray();
    }

    Properties settings(String name) {
        Properties p = new Properties();
        FileInputStream in = null;
        try {
            in = new FileInputStream(name);
            p.load(in);
        } catch (IOException e) {
            System.err.println(e);
        } finally {
            if (in != null) {
                try {
                    in.close();
                } catch (IOException e) {
                    System.err.println(e);
                }
            }
        }
        return p;
    }

    Properties settingsCareless(String name) {
        Properties p = new Properties();
        try {
            FileInputStream in = new FileInputStream(name); // error: not-called
            p.load(in);
            in.close();
        } catch (IOException e) {
            System.err.println(e);
        }
        return p;
    }

    // ---- Connections.  ----

    Socket connect(String host) throws IOException {
        Socket s = new Socket();
        s.connect(new InetSocketAddress(host, 1));
        return s;
    }

    Socket connectAndTune(String host) throws IOException {
        Socket s = new Socket(); // error: not-called
        s.connect(new InetSocketAddress(host, 1));
        s.setTcpNoDelay(true);
        return s;
    }

    Socket connectAndTuneWell(String host) throws IOException {
        Socket s = new Socket();
        try {
            s.connect(new InetSocketAddress(host, 1));
            s.setTcpNoDelay(true);
        } catch (IOException e) {
            s.close();
            throw e;
        }
        return s;
    }

    void neverConnected() {
        Socket s = new Socket();
    }

    void tunedNeverConnected() throws IOException {
        Socket s = new Socket();
        s.setTcpNoDelay(true);
    }

    boolean alive(String host) {
        try {
            Socket s = new Socket(host, 1);
            s.close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    boolean aliveCareless(String host) {
        try {
            new Socket(host, 1); // error: not-called
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    String ask(String host, String question) throws IOException {
        Socket s = new Socket(host, 1);
        try {
            s.getOutputStream().write(question.getBytes());
            BufferedReader r
                = new BufferedReader(new InputStreamReader(s.getInputStream()));
            return r.readLine();
        } finally {
            s.close();
        }
    }

    String askByReader(String host) throws IOException {
        Socket s = null;
        BufferedReader r = null;
        try {
            s = new Socket(host, 1);
            r = new BufferedReader(new InputStreamReader(s.getInputStream()));
            return r.readLine();
        } finally {
            if (s != null) {
                s.close();
            }
        }
    }

    SocketChannel channel(SocketAddress a) throws IOException {
        SocketChannel c = SocketChannel.open(); // error: not-called
        c.configureBlocking(false);
        return c;
    }

    void selector() throws IOException {
        Selector s = Selector.open(); // error: not-called
        s.select();
        s.close();
    }

    ServerSocket listen(int port) throws IOException {
        ServerSocket s = new ServerSocket();
        s.setReuseAddress(true);
        return s;
    }

    ServerSocket listenBound(int port) throws IOException {
        ServerSocket s = new ServerSocket(port); // error: not-called
        s.setReuseAddress(true);
        return s;
    }

    // ---- Fields of servers.  ----

    @InheritableMustCall("shutdown")
    static class Peer implements Runnable {
        private final @Owning Socket socket;
        private final InputStream in;
        private volatile boolean running = true;

        Peer(@Owning Socket socket) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
        }

        @Override public void run() {
            try {
                while (running) {
                    in.read();
                }
            } catch (IOException e) {
                running = false;
            }
        }

        @EnsuresCalledMethods(value = "this.socket", methods = "close")
        void shutdown() {
            running = false;
            try {
                socket.close();
            } catch (IOException e) {
                System.err.println(e);
            }
        }
    }

    void serve(ServerSocket server) throws IOException {
        Socket s = server.accept();
        Peer p;
        try {
            p = new Peer(s);
        } catch (IOException e) {
            s.close();
            throw e;
        }
        p.shutdown();
    }

    void serveCareless(ServerSocket server) throws IOException {
        Socket s = server.accept(); // error: not-called
        Peer p = new Peer(s);
        p.shutdown();
    }

    void serveAndForget(ServerSocket server) {
        try {
            Socket s = server.accept();
            try {
                new Thread(new Peer(s)).start(); // error: not-called
            } catch (IOException e) {
                s.close();
            }
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    @InheritableMustCall("close")
    static class Pool {
        // The reference forbids it as a type (type.argument).
        private final List<Res> idle = new ArrayList<>();
        private final @Owning Res first = new Res();

        @NotOwning Res first() {
            return first;
        }

        void put(Res r) {
            idle.add(r);
        }

        @EnsuresCalledMethods(value = "this.first", methods = "close")
        void close() {
            first.close();
        }
    }

    void pooled() {
        Pool p = new Pool();
        Res r = p.first();
        r.use();
        p.close();
    }

    void putNew() {
        Pool p = new Pool();
        p.put(new Res()); // error: not-called
        p.close();
    }

    // ---- Threads, executors, maps.  ----

    void task(ExecutorService e) throws IOException {
        InputStream in = new FileInputStream("a");
        e.submit(() -> {
            in.close();
            return null;
        });
    }

    void inMap(Map<String, Object> m) throws IOException {
        m.put("a", new FileInputStream("a")); // error: not-called
    }

    void inArray() throws IOException {
        InputStream[] a = new InputStream[1];
        // The reference follows no elements.
        a[0] = new FileInputStream("a");
        a[0].close();
    }

    void compared() throws IOException {
        if (new FileInputStream("a").read() == 1) { // error: not-called
            return;
        }
    }

    void logged() throws IOException {
        System.out.println(new FileInputStream("a")); // error: not-called
    }

    InputStream resource(String name) {
        return getClass().getResourceAsStream(name);
    }

    void resourceLost() {
        InputStream in = getClass().getResourceAsStream("a"); // error: not-called
    }

    void resourceClosed() throws IOException {
        InputStream in = getClass().getResourceAsStream("a");
        if (in == null) {
            return;
        }
        in.close();
    }

    void process(ProcessBuilder b) throws IOException {
        Process p = b.start();
        OutputStream out = p.getOutputStream();
        out.flush();
    }
}
