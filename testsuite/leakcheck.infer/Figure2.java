// Figure 2 of "Inference of Resource Management Specifications": three methods dispose of the
// socket, and two of them are parts of the third, which is what clients have to call.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
//
// infer: Figure2: @InheritableMustCall("shutdown")
// infer: Figure2.sock: @Owning
// infer: Figure2.closeSockSync(): @EnsuresCalledMethods(value = "this.sock", methods = "close")
// infer: Figure2.closeSocket(): @EnsuresCalledMethods(value = "this.sock", methods = "close")
// infer: Figure2.shutdown(): @EnsuresCalledMethods(value = "this.sock", methods = "close")

import java.io.*;
import java.net.*;

public class Figure2 {
    protected Socket sock;
    private boolean closeSocketAsync, done;

    void connect(String host) throws IOException { // error: creates-missing
        sock = new Socket(host, 2888); // error: field-overwritten
    }

    void closeSockSync() {
        try {
            if (sock != null) {
                sock.close();
                sock = null;
            }
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    void closeSocket() { // error: promise-broken
        if (sock != null) {
            if (!done) {
                if (closeSocketAsync) {
                    Thread closer = new Thread(() -> closeSockSync());
                    closer.start();
                } else {
                    closeSockSync();
                }
            }
        }
    }

    public void shutdown() {
        done = false;
        closeSocket();
    }
}
