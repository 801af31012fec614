// try-with-resources supplies "close" on every way out, and nothing else.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// needs 9

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;

class TryWith {
    @InheritableMustCall({"close", "flush"})
    static class Both implements AutoCloseable {
        @Override public void close() { }
        void flush() { }
    }

    @InheritableMustCall("close")
    static class Wrap implements AutoCloseable {
        private final @Owning Stream inner;
        @MustCallAlias Wrap(@MustCallAlias Stream s) { this.inner = s; }
        @Override
        @EnsuresCalledMethods(value = "this.inner", methods = "close")
        public void close() throws IOException { inner.close(); }
        void use() throws IOException { }
    }

    static void mayThrow() throws IOException { }

    int one() throws IOException {
        try (Stream s = new Stream()) {
            return s.read();
        }
    }

    void two() throws IOException {
        try (Stream a = new Stream(); Stream b = new Stream()) {
            a.read();
            b.read();
        }
    }

    void withHandler() {
        try (Stream s = new Stream()) {
            s.read();
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    void withFinally() throws IOException {
        try (Stream s = new Stream()) {
            s.read();
        } finally {
            System.out.println();
        }
    }

    void variable() throws IOException {
        Stream s = new Stream();
        try (s) {
            s.read();
        }
    }

    void variableWithGap() throws IOException {
        Stream s = new Stream(); // error: not-called
        mayThrow();
        try (s) {
            s.read();
        }
    }

    void parameter(@Owning Stream s) throws IOException {
        try (s) {
            s.read();
        }
    }

    void acquiredInside() throws IOException {
        try (Stream a = new Stream()) {
            Stream b = new Stream(); // error: not-called
            b.read();
        }
    }

    void acquiredInsideClosed() throws IOException {
        try (Stream a = new Stream()) {
            Stream b = new Stream();
            b.close();
        }
    }

    void otherNameMissing() {
        try (Both b = new Both()) { // error: not-called
            System.out.println();
        }
    }

    void otherNameCalled() {
        try (Both b = new Both()) {
            b.flush();
        }
    }

    void wrapped() throws IOException {
        try (Wrap w = new Wrap(new Stream())) {
            w.use();
        }
    }

    void wrappedApart() throws IOException {
        Stream s = new Stream();
        try (Wrap w = new Wrap(s)) {
            w.use();
        }
    }

    void innerOnly() throws IOException {
        try (Stream s = new Stream(); Wrap w = new Wrap(s)) {
            w.use();
        }
    }

    void returned() throws IOException {
        try (Stream s = new Stream()) {
            if (s.read() == 0) {
                return;
            }
            mayThrow();
        }
    }

    void inLoop(int n) throws IOException {
        for (int i = 0; i < n; i++) {
            try (Stream s = new Stream()) {
                if (s.read() == 0) {
                    continue;
                }
                break;
            }
        }
    }

    void factory() throws IOException {
        try (Stream s = open()) {
            s.read();
        }
    }

    Stream open() throws IOException {
        return new Stream();
    }

    void bodyLosesAnother() throws IOException {
        Stream a = new Stream(); // error: not-called
        try (Stream s = new Stream()) {
            s.read();
        }
    }

    // ---- Handlers that only rethrow expect nothing.

    static void secondOfChain(java.io.File a, java.io.File b) throws java.io.IOException {
        try (java.io.FileInputStream in = new java.io.FileInputStream(a);
             java.nio.channels.FileChannel out = new java.io.FileOutputStream(b).getChannel()) {
            in.read();
            out.size();
        }
    }

    static int fails(int n) {
        return n / 2;
    }

    static void rethrown(int n) throws Throwable {
        Res r = new Res();
        try {
            fails(n);
            r.close();
        } catch (Throwable t) {
            System.err.println(t);
            throw t;
        }
    }

    static void sometimesRethrown(int n) throws Throwable {
        Res r = new Res(); // error: not-called
        try {
            fails(n);
            r.close();
        } catch (Throwable t) {
            if (n > 3) {
                throw t;
            }
        }
    }
}
