// Look-alikes of which nothing must be inferred.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.util.*;

class Clean {
    /* The socket is its caller's: it is never closed here.  */
    private final Socket borrowed;

    Clean(Socket socket) {
        borrowed = socket;
    }

    int port() {
        return borrowed.getPort();
    }

    /* Closed only where it could not be used.  */
    static int tryRead(InputStream in) throws IOException {
        try {
            return in.read();
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /* Another method of that name.  */
    static void closeDoor(Door d) {
        d.close();
    }

    static class Door {
        boolean open;

        void close() {
            open = false;
        }
    }

    /* No resource.  */
    static void close(ByteArrayOutputStream out) throws IOException {
        out.close();
    }

    /* A new object each time.  */
    InputStream open(String name) throws IOException {
        return new FileInputStream(name);
    }

    /* A getter of no resource.  */
    List<String> names = new ArrayList<>();

    List<String> getNames() {
        return names;
    }

    /* Not the field's last value: it is open again.  */
    static class Reopened {
        private InputStream in;
        private final String name;

        Reopened(String name) {
            this.name = name;
        }

        void rewind() throws IOException {
            in.close();
            in = new FileInputStream(name); // error: not-called
        }
    }

    /* Another object's field.  */
    static class Friend {
        Socket s;
    }

    void visit(Friend f) throws IOException {
        f.s.close();
    }
}
