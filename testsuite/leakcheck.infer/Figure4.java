// Figure 4 of "Inference of Resource Management Specifications": the constructor that stores a
// connection is right, and each client that does not close its wrapper is told so.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
//
// infer: Figure4: @InheritableMustCall("close")
// infer: Figure4.con: @Owning
// infer: Figure4.close(): @EnsuresCalledMethods(value = "this.con", methods = "close")

import java.io.*;
import java.net.*;

public class Figure4 {
    private final Socket con;

    public Figure4() throws IOException {
        this.con = new Socket("db", 3306);
    }

    public void close() throws IOException {
        this.con.close();
    }
}

class Figure4Client {
    void first() throws IOException {
        Figure4 cw = new Figure4(); // error: not-called
        cw.hashCode();
    }

    void second() throws IOException {
        Figure4 cw2 = new Figure4(); // error: not-called
        cw2.hashCode();
    }

    void right() throws IOException {
        Figure4 cw3 = new Figure4();
        cw3.close();
    }
}
