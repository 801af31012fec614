// The object under construction has no owner: until its constructor returns, what it holds
// already is released when an exception leaves.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;

class Construction {
    static void mayThrow() throws IOException { }
    static void act() { }

    @InheritableMustCall("close")
    static class Base implements AutoCloseable {
        private final @Owning Res r;

        Base(@Owning Res r) {
            this.r = r;
        }

        Base() {
            this.r = new Res();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        @Override public void close() {
            r.close();
        }
    }

    static class GivenToSuper extends Base {
        GivenToSuper() throws IOException {
            super(new Res()); // error: not-called
            mayThrow();
        }
    }

    static class GivenToSuperClosed extends Base {
        GivenToSuperClosed() throws IOException {
            super(new Res());
            try {
                mayThrow();
            } catch (IOException e) {
                close();
                throw e;
            }
        }
    }

    static class GivenToSuperQuiet extends Base {
        GivenToSuperQuiet() {
            super(new Res());
            act();
        }
    }

    // The caller still has it.
    static class Passed extends Base {
        Passed(@Owning Res r) throws IOException {
            super(r);
            mayThrow();
        }
    }

    static class MadeBySuper extends Base {
        MadeBySuper() throws IOException {
            super(); // error: not-called
            mayThrow();
        }
    }

    static class ThrowsBefore extends Base {
        ThrowsBefore(int n) throws IOException {
            super(made(n));
        }

        static Res made(int n) throws IOException {
            mayThrow();
            return new Res();
        }
    }

    @InheritableMustCall("close")
    static class Delegating implements AutoCloseable {
        private final @Owning Res r;

        Delegating() {
            r = new Res();
        }

        Delegating(int n) throws IOException {
            this(); // error: not-called
            mayThrow();
        }

        Delegating(long n) throws IOException {
            this();
            try {
                mayThrow();
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        Delegating(boolean b) {
            this();
            act();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        @Override public void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class Opening implements AutoCloseable {
        private @Owning Res r;

        Opening() throws IOException {
            open(); // error: not-called
            mayThrow();
        }

        Opening(int n) {
            open();
        }

        Opening(long n) throws IOException {
            open();
            try {
                mayThrow();
            } finally {
                close();
            }
        }

        @CreatesMustCallFor("this")
        void open() {
            close();
            r = new Res();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        @Override public void close() {
            if (r != null) {
                r.close();
            }
        }
    }

    static class Wrapper extends FilterInputStream {
        Wrapper() throws IOException {
            super(new FileInputStream("x")); // error: not-called
            mayThrow();
        }

        Wrapper(int n) throws IOException {
            super(new FileInputStream("x"));
        }
    }

    // It holds nothing.
    static class Empty extends InputStream {
        Empty() throws IOException {
            super();
            mayThrow();
        }

        @Override public int read() {
            return -1;
        }
    }

    @InheritableMustCall("close")
    static class NothingYet implements AutoCloseable {
        private @Owning Res r;

        NothingYet() {
            r = null;
        }

        NothingYet(int n) throws IOException {
            this();
            mayThrow();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        @Override public void close() {
            if (r != null) {
                r.close();
            }
        }
    }
}
