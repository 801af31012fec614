// Sections 3.1 and 3.5 of "Inference of Resource Management Specifications": wrappers of two
// sockets.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
//
// infer: Sockets$SocketWrapper: @InheritableMustCall("cleanup")
// infer: Sockets$SocketWrapper.socket1: @Owning
// infer: Sockets$SocketWrapper.socket2: @Owning
// infer: Sockets$SocketWrapper.cleanup(): @EnsuresCalledMethods(value = {"this.socket1", "this.socket2"}, methods = "close")
// infer: Sockets$Wrapper.s1: @Owning
// infer: Sockets$Wrapper.s2: @Owning
// infer: Sockets$Wrapper.new(java.net.Socket,java.net.Socket): @Owning #1
// infer: Sockets$Wrapper.new(java.net.Socket,java.net.Socket): @Owning #2
// infer: Sockets$Wrapper.close(): @EnsuresCalledMethods(value = {"this.s1", "this.s2"}, methods = "close")

import java.io.*;
import java.net.*;

class Sockets {
    static class SocketWrapper {
        private Socket socket1, socket2;

        void cleanup() throws IOException { // error: promise-broken-on-exception
            socket1.close();
            socket2.close();
        }
    }

    static class Wrapper implements Closeable {
        final Socket s1;
        final Socket s2;

        Wrapper(Socket s1, Socket s2) {
            this.s1 = s1;
            this.s2 = s2;
        }

        public void close() throws IOException {
            try {
                s1.close();
            } finally {
                s2.close();
            }
        }
    }

    static void silent(String host) throws IOException {
        try (Socket a = new Socket(host, 1)) {
            a.getPort();
        }
    }
}
