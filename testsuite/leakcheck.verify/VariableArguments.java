// Fields that are closed as variable arguments.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

class VariableArguments {
    @EnsuresCalledMethodsVarargs("close") // error: varargs-not-verified
    static void closeAll(String what, Closeable... all) {
        for (Closeable c : all) {
            try {
                c.close();
            } catch (IOException e) {
                System.err.println(what + e);
            }
        }
    }

    static void ownAll(@Owning Closeable[] all) {
        for (Closeable c : all) {
            if (c != null) {
                try {
                    c.close();
                } catch (IOException e) {
                    System.err.println(e);
                }
            }
        }
    }

    static void look(Closeable... all) {
    }

    @InheritableMustCall("end")
    static class Both {
        private final @Owning InputStream in;
        private final @Owning OutputStream out;

        Both(@Owning InputStream in, @Owning OutputStream out) {
            this.in = in;
            this.out = out;
        }

        @EnsuresCalledMethods(value = { "this.in", "this.out" }, methods = "close")
        void end() {
            closeAll("both", in, out);
        }
    }

    @InheritableMustCall("end")
    static class ByOwner {
        private final @Owning InputStream in;

        ByOwner(@Owning InputStream in) {
            this.in = in;
        }

        @EnsuresCalledMethods(value = "this.in", methods = "close")
        void end() {
            ownAll(new Closeable[] { in });
        }
    }

    @InheritableMustCall("end")
    static class OnlyOne {
        private final @Owning InputStream in;
        private final @Owning OutputStream out;

        OnlyOne(@Owning InputStream in, @Owning OutputStream out) {
            this.in = in;
            this.out = out;
        }

        @EnsuresCalledMethods(value = { "this.in", "this.out" }, methods = "close")
        void end() { // error: promise-broken
            closeAll("one", in);
        }
    }

    @InheritableMustCall("end")
    static class Looks {
        private final @Owning InputStream in;

        Looks(@Owning InputStream in) {
            this.in = in;
        }

        @EnsuresCalledMethods(value = "this.in", methods = "close")
        void end() { // error: promise-broken
            look(in);
        }
    }

    static void locals(String name) throws IOException {
        InputStream in = new FileInputStream(name);
        OutputStream out = null;
        try {
            out = new FileOutputStream(name);
        } finally {
            closeAll("locals", in, out);
        }
    }

    static void localLeft(String name) throws IOException {
        InputStream in = new FileInputStream(name);
        InputStream more = null;
        try {
            more = new FileInputStream(name); // error: not-called
        } finally {
            closeAll("locals", in);
        }
    }
}
