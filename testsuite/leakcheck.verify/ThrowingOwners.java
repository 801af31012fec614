// Methods that own what they are given, and release it when they throw.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class ThrowingOwners {
    static void act(int n) throws IOException {
        if (n > 2) {
            throw new IOException("act");
        }
    }

    // ---- Methods.

    static void drop(@Owning InputStream in) throws IOException {
        in.close();
    }

    static void dropped(String name) throws IOException {
        drop(new FileInputStream(name));
    }

    static int read(@Owning InputStream in) throws IOException {
        try {
            return in.read();
        } finally {
            in.close();
        }
    }

    static int readAll(String name) throws IOException {
        return read(new FileInputStream(name));
    }

    static String line(@Owning InputStream in) throws IOException {
        try (BufferedReader r = new BufferedReader(new InputStreamReader(in))) {
            return r.readLine();
        }
    }

    static String lineOf(String name) {
        try {
            InputStream in = new FileInputStream(name);
            return line(in);
        } catch (IOException e) {
            return null;
        }
    }

    static int keep(@Owning InputStream in) throws IOException {
        int c = in.read();
        in.close();
        return c;
    }

    static int kept(String name) throws IOException {
        return keep(new FileInputStream(name)); // error: not-called
    }

    static int keptByHandler(String name) {
        try {
            InputStream in = new FileInputStream(name); // error: not-called
            return keep(in);
        } catch (IOException e) {
            return -1;
        }
    }

    // What is lost without the callee is reported.
    static int both(String name, int n) throws IOException {
        InputStream in = new FileInputStream(name); // error: not-called
        act(n);
        return read(in);
    }

    // ---- Passed on.

    static int readLater(@Owning InputStream in, int n) throws IOException {
        return read(in);
    }

    static int passedOn(String name) throws IOException {
        return readLater(new FileInputStream(name), 2);
    }

    static int keepLater(@Owning InputStream in) throws IOException {
        return keep(in);
    }

    static int keptLater(String name) throws IOException {
        return keepLater(new FileInputStream(name)); // error: not-called
    }

    static int again(@Owning InputStream in, int n) throws IOException {
        if (n > 0) {
            return again(in, n - 1);
        }
        return read(in);
    }

    static int repeated(String name) throws IOException {
        return again(new FileInputStream(name), 3);
    }

    // ---- Constructors.

    @InheritableMustCall("close")
    static class Good {
        private final @Owning InputStream in;

        Good(@Owning InputStream in, int n) throws IOException {
            try {
                act(n);
            } catch (IOException e) {
                in.close();
                throw e;
            }
            this.in = in;
        }

        @EnsuresCalledMethods(value = "this.in", methods = "close")
        void close() throws IOException {
            in.close();
        }
    }

    @InheritableMustCall("close")
    static class Late {
        private final @Owning InputStream in;

        Late(@Owning InputStream in, int n) throws IOException {
            this.in = in;
            boolean done = false;
            try {
                act(n);
                done = true;
            } finally {
                if (!done) {
                    in.close();
                }
            }
        }

        @EnsuresCalledMethods(value = "this.in", methods = "close")
        void close() throws IOException {
            in.close();
        }
    }

    @InheritableMustCall("close")
    static class Bad {
        private final @Owning InputStream in;

        Bad(@Owning InputStream in, int n) throws IOException {
            this.in = in;
            act(n);
        }

        @EnsuresCalledMethods(value = "this.in", methods = "close")
        void close() throws IOException {
            in.close();
        }
    }

    static void good(String name) throws IOException {
        new Good(new FileInputStream(name), 1).close();
    }

    static void late(String name) throws IOException {
        Late late = new Late(new FileInputStream(name), 1);
        late.close();
    }

    static void bad(String name) throws IOException {
        Bad bad = new Bad(new FileInputStream(name), 1); // error: not-called
        bad.close();
    }

    static void badWithHandler(String name) throws IOException {
        InputStream in = new FileInputStream(name);
        Bad bad;
        try {
            bad = new Bad(in, 1);
        } catch (IOException e) {
            in.close();
            throw e;
        }
        bad.close();
    }

    // ---- Resource aliases.

    @InheritableMustCall("close")
    static class Wrap {
        private final @Owning InputStream in;

        @MustCallAlias Wrap(@MustCallAlias InputStream in) throws IOException {
            this.in = in;
            try {
                act(in.read());
            } catch (IOException e) {
                in.close();
                throw e;
            }
        }

        @EnsuresCalledMethods(value = "this.in", methods = "close")
        void close() throws IOException {
            in.close();
        }
    }

    static void wrapped(String name) throws IOException {
        Wrap w = new Wrap(new FileInputStream(name));
        w.close();
    }

    // ---- Who overrides a method need not do the same.

    static class Base {
        void take(@Owning InputStream in) throws IOException {
            in.close();
        }
    }

    static class Derived extends Base {
        @Override
        void take(@Owning InputStream in) throws IOException {
            in.read();
            in.close();
        }
    }

    static void taken(Base b, String name) throws IOException {
        b.take(new FileInputStream(name)); // error: not-called
    }

    static void takenByDerived(Derived d, String name) throws IOException {
        d.take(new FileInputStream(name)); // error: not-called
    }
}
