// Comparisons of references: what was acquired here is nothing older, and no other new object.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Identity {
    static final Res STANDARD = Res.shared();
    static Res changing;
    private final Res own = Res.shared();
    private Res current;

    // ---- Static fields.

    static void standardOutput(String name) throws IOException {
        OutputStream out = name == null ? System.out : new FileOutputStream(name);
        try {
            out.write(1);
        } finally {
            if (out != System.out) {
                out.close();
            }
        }
    }

    static void standardOutputKept(String name) throws IOException {
        OutputStream out = System.out;
        if (name != null) {
            out = new FileOutputStream(name); // error: not-called
        }
        try {
            out.write(1);
        } finally {
            if (out == System.out) {
                out.close();
            }
        }
    }

    private static void copy(InputStream in, OutputStream out) throws IOException {
        out.write(in.read());
    }

    static void passedOn(InputStream in, String name) throws IOException {
        OutputStream out = name == null ? System.out : new FileOutputStream(name);
        try {
            copy(in, out);
        } finally {
            if (out != System.out) {
                out.close();
            }
        }
    }

    static int standardInput(String name) throws IOException {
        InputStream in = System.in;
        if (!"-".equals(name)) {
            in = new FileInputStream(name);
        }
        boolean mine = in != System.in;
        try {
            return in.read();
        } finally {
            if (mine) {
                in.close();
            }
        }
    }

    static void ofProgram(boolean b) {
        Res r = b ? STANDARD : new Res();
        if (r == STANDARD) {
            return;
        }
        r.close();
    }

    static void notStored(boolean b) {
        Res r = b ? changing : Res.make();
        if (r != changing) {
            r.close();
        }
    }

    static void stored(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            changing = r;
        }
        if (r != changing) {
            r.close();
        }
    }

    private static void keep(Res r) {
        changing = r;
    }

    static void storedByCallee(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            keep(r);
        }
        if (r != changing) {
            r.close();
        }
    }

    // ---- Fields, parameters, other objects.

    void field(boolean b) {
        Res r = b ? own : new Res();
        r.use();
        if (own != r) {
            r.close();
        }
    }

    void fieldThatChanges(boolean b) {
        Res r = b ? current : new Res();
        r.use();
        if (r != this.current) {
            r.close();
        }
    }

    static void parameter(Res given) {
        Res r = given != null ? given : new Res();
        r.use();
        if (r != given) {
            r.close();
        }
    }

    static void parameterKept(Res given) {
        Res r = given != null ? given : new Res(); // error: not-called
        r.use();
        if (r == given) {
            r.close();
        }
    }

    // Either parameter may be the other.
    static void owned(@Owning Res r, Res other) { // error: not-called
        if (r != other) {
            r.close();
        }
    }

    static void two() {
        Res a = new Res();
        Res b = new Res();
        if (a == b) {
            return;
        }
        a.close();
        b.close();
    }

    static void twoNames() {
        Res a = new Res();
        Res b = a;
        if (a != b) {
            return;
        }
        a.close();
    }

    static void twoNamesOneRenewed(boolean c) {
        Res a = new Res(); // error: not-called
        Res b = a;
        if (c) {
            b = new Res();
        }
        if (a != b) {
            b.close();
            return;
        }
        a.close();
    }
}
