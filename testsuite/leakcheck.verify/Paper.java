// The examples of "Lightweight and Modular Resource Leak Verification" (ESEC/FSE
// 2021), in our own words.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Paper {
    // Figure 1.
    void safe(String host, int port) throws IOException {
        Socket s = null;
        try {
            s = new Socket(host, port);
        } catch (Exception e) {
            System.out.println(e);
        } finally {
            if (s != null) {
                s.close();
            }
        }
    }

    // Figure 3.
    void branches(boolean b) throws IOException {
        Res s = new Res(); // error: not-called
        if (b) {
            s = null;
        } else {
            Res t = s;
            t.close();
        }
    }

    // Section 3.
    void example(String host, int port) throws IOException {
        Socket s = new Socket(host, port);
        closeSocket(s);
    }

    void closeSocket(@Owning @MustCall("close") Socket t) {
        try {
            t.close();
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    // Section 4.1.
    void bytes() throws IOException {
        BufferedOutputStream b = new BufferedOutputStream(new ByteArrayOutputStream());
        b.write(1);
    }

    void file(String name) throws IOException {
        BufferedOutputStream b = new BufferedOutputStream(new FileOutputStream(name));
        b.close();
    }

    // Section 4.2.
    void storage(String name) throws IOException {
        RandomAccessFile file = new RandomAccessFile(name, "rws");
        FileInputStream in = null;
        try {
            in = new FileInputStream(file.getFD());
            in.read();
            in.close();
        } catch (IOException e) {
            file.close();
        }
    }

    // Section 5.1.
    @InheritableMustCall("close")
    static class SocketContainer {
        private @Owning Socket sock;

        SocketContainer(@Owning Socket given) {
            sock = given;
        }

        @EnsuresCalledMethods(value = "this.sock", methods = "close")
        void close() throws IOException {
            sock.close();
        }

        @CreatesMustCallFor("this")
        void reconnect(String host) throws IOException {
            if (!sock.isClosed()) {
                sock.close();
            }
            sock = new Socket(host, 80);
        }
    }

    void reconnects(@Owning Socket s) throws IOException {
        SocketContainer c = new SocketContainer(s);
        try {
            c.reconnect("a");
        } finally {
            c.close();
        }
    }

    void reconnectsAfterClose(@Owning Socket s) throws IOException {
        SocketContainer c = new SocketContainer(s); // error: not-called
        c.close();
        c.reconnect("a");
    }

    // Section 5.2.
    static Socket createSocket() throws IOException {
        Socket sock = new Socket();
        sock.setSoTimeout(1);
        return sock;
    }

    // Figure 4.
    InputStream section(String name, long offset) throws IOException {
        FileInputStream fin = new FileInputStream(name); // error: not-called
        FileChannel channel = fin.getChannel();
        channel.position(offset);
        InputStream in = new BufferedInputStream(fin);
        return in;
    }

    // Figure 4, repaired.
    InputStream sectionRepaired(String name, long offset) throws IOException {
        FileInputStream fin = new FileInputStream(name);
        try {
            FileChannel channel = fin.getChannel();
            channel.position(offset);
        } catch (IOException e) {
            fin.close();
            throw e;
        }
        return new BufferedInputStream(fin);
    }
}
