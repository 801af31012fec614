// Sockets that are not connected hold nothing yet; to connect or bind them
// creates the obligation (section 5.2 of the paper).
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import javax.net.SocketFactory;
import javax.net.ssl.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

class Sockets {
    static Socket unconnected() throws IOException {
        Socket s = new Socket();
        s.setSoTimeout(100);
        return s;
    }

    void neverConnected() {
        Socket s = new Socket();
    }

    void connected(SocketAddress a) throws IOException {
        Socket s = new Socket(); // error: not-called
        s.connect(a);
    }

    void connectedClosed(SocketAddress a) throws IOException {
        Socket s = new Socket();
        s.connect(a);
        s.close();
    }

    void connectedThrows(SocketAddress a) throws IOException {
        Socket s = new Socket(); // error: not-called
        s.connect(a);
        s.setSoTimeout(100);
        s.close();
    }

    void connectedClosedBefore(SocketAddress a) throws IOException {
        Socket s = new Socket(); // error: not-called
        s.close();
        s.connect(a);
    }

    void connectedFinally(SocketAddress a) throws IOException {
        Socket s = new Socket();
        try {
            s.connect(a, 100);
        } finally {
            s.close();
        }
    }

    void connectedTwice(SocketAddress a) throws IOException {
        Socket s = new Socket();
        s.connect(a);
        s.close();
        s = new Socket();
        s.connect(a);
        s.close();
    }

    void bound(SocketAddress a) throws IOException {
        Socket s = new Socket(); // error: not-called
        s.bind(a);
    }

    void byHost(String host) throws IOException {
        Socket s = new Socket(host, 80); // error: not-called
        s.setSoTimeout(100);
        s.close();
    }

    void byHostClosed(String host) throws IOException {
        Socket s = new Socket(host, 80);
        s.close();
    }

    void connectParameter(Socket s, SocketAddress a) throws IOException {
        s.connect(a); // error: creates-not-owned
    }

    void connectOwned(@Owning Socket s, SocketAddress a) throws IOException {
        s.connect(a);
        s.close();
    }

    @CreatesMustCallFor("#1")
    void connectAllowed(Socket s, SocketAddress a) throws IOException {
        s.connect(a);
    }

    Socket connectAndReturn(SocketAddress a) throws IOException {
        Socket s = new Socket();
        s.connect(a);
        return s;
    }

    void server() throws IOException {
        ServerSocket s = new ServerSocket();
        s.setReuseAddress(true);
    }

    void serverBound(SocketAddress a) throws IOException {
        ServerSocket s = new ServerSocket(); // error: not-called
        s.setReuseAddress(true);
        s.bind(a);
    }

    void serverBoundClosed(SocketAddress a) throws IOException {
        ServerSocket s = new ServerSocket();
        s.bind(a);
        s.close();
    }

    void serverOnPort() throws IOException {
        ServerSocket s = new ServerSocket(80); // error: not-called
    }

    void accepts(ServerSocket server) throws IOException {
        Socket s = server.accept(); // error: not-called
    }

    void acceptsClosed(ServerSocket server) throws IOException {
        Socket s = server.accept();
        s.close();
    }

    void factory() throws IOException {
        Socket s = SocketFactory.getDefault().createSocket();
    }

    void factoryConnected(SocketFactory f) throws IOException {
        Socket s = f.createSocket("localhost", 80); // error: not-called
    }

    void inputOf(String host) throws IOException {
        Socket s = new Socket(host, 80);
        try {
            InputStream in = s.getInputStream();
            in.read();
        } finally {
            s.close();
        }
    }

    void outputClosedOnly(Socket given) throws IOException {
        OutputStream out = given.getOutputStream();
    }

    void closedThroughStream(@Owning Socket s) throws IOException {
        InputStream in = s.getInputStream();
        in.close();
    }

    void notClosedThroughStream(@Owning Socket s) throws IOException { // error: not-called
        InputStream in = s.getInputStream();
        in.read();
    }

    void closedUnlessClosed(@Owning Socket s) throws IOException {
        if (!s.isClosed()) {
            s.close();
        }
    }

    void closedIfClosed(@Owning Socket s) throws IOException { // error: not-called
        if (s.isClosed()) {
            s.close();
        }
    }

    void channel() throws IOException {
        SocketChannel c = SocketChannel.open(); // error: not-called
    }

    void channelConnectedLater(SocketAddress a) throws IOException {
        SocketChannel c = SocketChannel.open(); // error: not-called
        c.connect(a);
    }

    void channelConnectedLaterClosed(SocketAddress a) throws IOException {
        try (SocketChannel c = SocketChannel.open()) {
            c.connect(a);
        }
    }

    void socketOfFactoryConnected(SocketFactory f, SocketAddress a) throws IOException {
        Socket s = f.createSocket(); // error: not-called
        s.connect(a);
    }

    void socketOfFactoryNotConnected(SocketFactory f) throws IOException {
        Socket s = f.createSocket();
    }

    void socketOfFactoryClosed(SocketFactory f, SocketAddress a) throws IOException {
        Socket s = f.createSocket();
        try {
            s.connect(a);
        } finally {
            s.close();
        }
    }

    void channelConnected(SocketAddress a) throws IOException {
        SocketChannel c = SocketChannel.open(a); // error: not-called
    }

    void channelConnectedClosed(SocketAddress a) throws IOException {
        SocketChannel c = SocketChannel.open(a);
        c.close();
    }

    void selector() throws IOException {
        Selector s = Selector.open(); // error: not-called
    }

    void selectorClosed() throws IOException {
        try (Selector s = Selector.open()) {
            s.select();
        }
    }

    @InheritableMustCall("close")
    static class Container {
        private @Owning Socket sock;

        Container(String host) throws IOException {
            sock = new Socket(host, 1);
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
            sock = new Socket(host, 2);
        }

        @CreatesMustCallFor("this")
        void reconnectOpen(String host) throws IOException {
            sock = new Socket(host, 2); // error: field-overwritten
        }
    }
}
