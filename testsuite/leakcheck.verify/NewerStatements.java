// needs 17
//
// Statements and declarations of newer Java, and old ones in unusual places:
// records, enumerations, switches that have a value, patterns, lambdas, nested
// "try".
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.util.*;
import java.util.function.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import org.checkerframework.dataflow.qual.*;
import res.Res;
import res.Stream;
import res.Wrap;

class NewerStatements {
    static void mayThrow() throws IOException { }

    // assertions
    void asserted(int n) {
        Res r = new Res(); // error: not-called
        assert n > 0;
        r.close();
    }

    // records
    record Pair(@Owning Res a, int n) { } // error: field-not-released

    @InheritableMustCall("close")
    record Good(@Owning Res a) {
        @EnsuresCalledMethods(value = "this.a", methods = "close")
        public void close() { a.close(); }
    }

    void goodUse() {
        Good g = new Good(new Res());
        g.close();
    }

    void goodForgotten() {
        Good g = new Good(new Res()); // error: not-called
    }

    void accessor(@Owning Good g) {
        g.a().use(); // error: not-called
        g.close();
    }

    // enums
    enum Color {
        RED(new Res()); // error: not-called
        Color(Res r) { }
    }

    enum Owns {
        ONE(new Res());
        private final @Owning Res r; // error: field-not-released
        Owns(@Owning Res r) { this.r = r; }
    }

    // inner classes
    @InheritableMustCall("close")
    class Inner {
        final @Owning Res r;
        Inner(@Owning Res r) { this.r = r; }
        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() { r.close(); }
    }

    void inner() {
        Inner i = new Inner(new Res());
        i.close();
    }

    void innerForgotten() {
        Inner i = new Inner(new Res()); // error: not-called
    }

    void local() {
        @InheritableMustCall("close")
        class L {
            final @Owning Res r;
            L(@Owning Res r) { this.r = r; }
            @EnsuresCalledMethods(value = "this.r", methods = "close")
            void close() { r.close(); }
        }
        L l = new L(new Res());
        l.close();
    }

    void anonymousArg() {
        Res r = new Res();
        new Thread() {
            @Override public void run() { r.close(); }
        }.start();
    }

    void lambdaCloses() {
        Res r = new Res();
        Runnable x = () -> r.close();
        x.run();
    }

    void lambdaMakes() {
        Supplier<Object> s = () -> new Res(); // error: not-called
    }

    void lambdaMakesBlock() {
        Supplier<Object> s = () -> {
            Res r = new Res(); // error: not-called
            return r;
        };
    }

    void lambdaOwn() {
        Runnable x = () -> {
            Res r = new Res();
            r.close();
        };
    }

    void constructorReference() {
        Supplier<Object> s = Res::new;
    }

    // arrays
    void array() {
        Res[] a = new Res[1];
        a[0] = new Res(); // error: not-called
    }

    void arrayInit() {
        Res[] a = { new Res() }; // error: not-called
    }

    void arrayRead(Res[] a) {
        Res r = a[0];
    }

    // varargs
    static void takeAll(@Owning Res... all) { // error: not-called
    }
    static void takeFirst(@Owning Res r, Res... more) { r.close(); }

    void varargs() {
        takeAll(new Res());
    }

    void varargsFirst() {
        takeFirst(new Res());
    }

    void varargsSecond() {
        takeFirst(null, new Res()); // error: not-called
    }

    // switch
    Res switched(int n) {
        return switch (n) {
            case 1 -> new Res();
            case 2 -> Res.make();
            default -> null;
        };
    }

    void switchedForgotten(int n) {
        Res r = switch (n) { // error: not-called
            case 1 -> new Res();
            default -> null;
        };
    }

    void stringSwitch(String s) {
        Res r = new Res();
        switch (s) {
        case "a": r.use(); break;
        case "b": r.size(); break;
        default: break;
        }
        r.close();
    }

    // try
    void nestedTry() throws IOException {
        Res r = new Res();
        try {
            try {
                mayThrow();
            } finally {
                r.use();
            }
        } finally {
            r.close();
        }
    }

    void catchAndClose() throws IOException {
        Res r = new Res();
        try {
            mayThrow();
        } catch (IOException e) {
            r.close();
            throw e;
        }
        r.close();
    }

    void catchOther() throws IOException {
        Res r = new Res(); // error: not-called
        try {
            mayThrow();
        } catch (FileNotFoundException e) {
            r.close();
            throw e;
        }
        r.close();
    }

    void runtime() {
        Res r = new Res(); // error: not-called
        if (r.ready()) throw new RuntimeException();
        r.close();
    }

    void illegalState() {
        Res r = new Res(); // error: not-called
        if (r.ready()) throw new IllegalStateException();
        r.close();
    }

    void exits() {
        Res r = new Res();
        if (r.ready()) System.exit(1);
        r.close();
    }

    @TerminatesExecution static void die() { throw new Error(); }
    void dies() {
        Res r = new Res();
        if (r.ready()) die();
        r.close();
    }

    // synchronized
    void locked() {
        Res r = new Res();
        synchronized (this) {
            r.use();
        }
        r.close();
    }

    synchronized void lockedThrows() throws IOException {
        Res r = new Res(); // error: not-called
        synchronized (r) {
            r.read();
        }
        r.close();
    }

    // generics
    static <T> T id(T t) { return t; }
    static <T> @MustCallAlias T same(@MustCallAlias T t) { return t; }

    void throughSame() {
        Res r = new Res();
        same(r).close();
    }

    void throughId() {
        Res r = new Res();
        Res s = id(r);
        r.close();
    }

    @InheritableMustCall("close")
    static class Box<T extends Res> {
        private final @Owning T t;
        Box(@Owning T t) { this.t = t; }
        @EnsuresCalledMethods(value = "this.t", methods = "close")
        void close() { t.close(); }
    }

    void box() {
        Box<Res> b = new Box<>(new Res());
        b.close();
    }

    void boxForgotten() {
        Box<Res> b = new Box<>(new Res()); // error: not-called
    }

    // instanceof
    void pattern(@Owning Res q) { // error: not-called
        Object r = q;
        if (r instanceof Res x) {
            x.close();
        }
    }

    void cast(@Owning Res r) {
        Object o = r;
        ((Res) o).close();
    }

    // for each over closeable iterator; while null
    void readLoop(BufferedReader in) throws IOException {
        Res r;
        while ((r = next()) != null) {
            r.close();
        }
    }
    static Res next() { return null; }

    void readLoopOpen() {
        Res r;
        while ((r = next()) != null) { // error: not-called
            r.use();
        }
    }

    // do-while with retry
    void retry() throws IOException {
        Stream s = null;
        do {
            try {
                s = new Stream();
            } catch (IOException e) {
                mayThrow();
            }
        } while (s == null);
        s.close();
    }

    // two resources, second constructor may throw
    void two() throws IOException {
        Stream a = new Stream(); // error: not-called
        Stream b = new Stream();
        try {
            a.read();
        } finally {
            try { a.close(); } finally { b.close(); }
        }
    }

    void twr() throws IOException {
        try (Stream a = new Stream(); Stream b = new Stream()) {
            a.read();
        }
    }

    void twrWrapped() throws IOException {
        try (BufferedInputStream in = new BufferedInputStream(new FileInputStream("x"))) {
            in.read();
        }
    }

    void twrWrappedOut() throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new FileInputStream("x"))) { // error: not-called
            in.read();
        }
    }

    void twrVar() throws IOException {
        Stream s = new Stream();
        try (s) { s.read(); }
    }

    void twrNull(boolean b) throws IOException {
        try (Stream s = b ? new Stream() : null) { if (s != null) s.read(); }
    }

    // returning in try
    int returned() throws IOException {
        Stream s = new Stream();
        try {
            return s.read();
        } finally {
            s.close();
        }
    }

    Stream madeOrClosed() throws IOException {
        Stream s = new Stream();
        boolean ok = false;
        try {
            s.read();
            ok = true;
            return s;
        } finally {
            if (!ok) s.close();
        }
    }

    // conditional close in finally
    void finallyIf() throws IOException {
        Stream s = null;
        try {
            s = new Stream();
            s.read();
        } finally {
            if (s != null) s.close();
        }
    }

    void closeQuietly() {
        Stream s = null;
        try {
            s = new Stream();
            s.read();
        } catch (IOException e) {
        } finally {
            try { if (s != null) s.close(); } catch (IOException e) { }
        }
    }
}
