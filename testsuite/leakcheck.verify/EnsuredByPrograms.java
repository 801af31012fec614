// What methods promise to have called, on arguments, their fields and results of tests,
// and who relies on it.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class EnsuredByPrograms {
    // ---- Arguments.  ----

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void close(Closeable c) throws IOException {
        c.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closeQuietly(Closeable c) {
        try {
            if (c != null) {
                c.close();
            }
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    @EnsuresCalledMethods(value = {"#1", "#2"}, methods = "close")
    static void closeTwo(Res a, Res b) {
        a.close();
        b.close();
    }

    @EnsuresCalledMethods(value = {"#1", "#2"}, methods = "close")
    static void closeOneOfTwo(Res a, Res b) { // error: promise-broken
        a.close();
    }

    @EnsuresCalledMethods(value = "#2", methods = "close")
    static void closeSecond(Res a, Res b) {
        b.close();
    }

    @EnsuresCalledMethods(value = "#2", methods = "close")
    static void closeSecondWrong(Res a, Res b) { // error: promise-broken
        a.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = {"use", "close"})
    static void useAndClose(Res r) {
        r.use();
        r.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = {"use", "close"})
    static void useAndCloseHalf(Res r) { // error: promise-broken
        r.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closeByLocal(Res r) {
        Res s = r;
        s.close(); // s and r are one for us
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closeByOther(Res r) {
        closeTwo(r, new Res());
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closeOnPath(Res r, boolean b) { // error: promise-broken
        if (b) {
            r.close();
        }
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closeOnPaths(Res r, boolean b) {
        if (b) {
            r.close();
        } else {
            r.use();
            r.close();
        }
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void closeAndThrow(Res r) throws IOException {
        r.read();
        r.close();
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    @EnsuresCalledMethodsOnException(value = "#1", methods = "close")
    static void closeAlways(Res r) throws IOException {
        try {
            r.read();
        } finally {
            r.close();
        }
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    @EnsuresCalledMethodsOnException(value = "#1", methods = "close")
    static void closeAlwaysNot(Res r) throws IOException { // error: promise-broken-on-exception
        r.read();
        r.close();
    }

    @EnsuresCalledMethodsOnException(value = "#1", methods = "close")
    static Res passOrClose(@Owning Res r) throws IOException {
        try {
            r.read();
        } catch (IOException e) {
            r.close();
            throw e;
        }
        return r;
    }

    // ---- Who relies on it.  ----

    void closed(String name) throws IOException {
        InputStream in = new FileInputStream(name); // error: not-called
        close(in); // which promises nothing for when it throws
    }

    void closedBehindUse(String name) throws IOException {
        InputStream in = new FileInputStream(name); // error: not-called
        in.read();
        close(in);
    }

    void closedQuietly(String name) throws IOException {
        InputStream in = new FileInputStream(name);
        try {
            in.read();
        } finally {
            closeQuietly(in);
        }
    }

    void closedQuietlyNull(String name) {
        InputStream in = null;
        try {
            in = new FileInputStream(name);
            in.read();
        } catch (IOException e) {
            System.err.println(e);
        } finally {
            closeQuietly(in);
        }
    }

    void two() {
        Res a = new Res();
        Res b = new Res();
        closeTwo(a, b);
    }

    void secondOfTwo() {
        Res a = new Res(); // error: not-called
        Res b = new Res();
        closeSecond(a, b);
    }

    void throwsBefore() throws IOException {
        Res r = new Res(); // error: not-called
        closeAndThrow(r);
    }

    void throwsButCloses() throws IOException {
        Res r = new Res();
        closeAlways(r);
    }

    void passed() throws IOException {
        Res r = new Res();
        Res s = passOrClose(r);
        s.close();
    }

    void passedLost() throws IOException {
        Res r = new Res();
        Res s = passOrClose(r); // error: not-called
    }

    void temporary() throws IOException {
        close(new FileInputStream("a")); // error: not-called
    }

    void twice() {
        Res r = new Res();
        closeTwo(r, r);
    }

    // ---- Fields of this and of arguments.  ----

    @InheritableMustCall("close")
    static class Pair {
        final @Owning Res a;
        final @Owning Res b;

        Pair(@Owning Res a, @Owning Res b) {
            this.a = a;
            this.b = b;
        }

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void closeA() {
            a.close();
        }

        @EnsuresCalledMethods(value = "this.b", methods = "close")
        void closeB() {
            b.close();
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() {
            closeA();
            closeB();
        }
    }

    @InheritableMustCall("close")
    static class PairHalf {
        final @Owning Res a = new Res();
        final @Owning Res b = new Res();

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void closeA() {
            a.close();
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() { // error: promise-broken
            closeA();
        }
    }

    @InheritableMustCall("close")
    static class OfStatic {
        final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "#1.r", methods = "close")
        static void closeFieldOf(OfStatic o) {
            o.r.close();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            closeFieldOf(this);
        }
    }

    @InheritableMustCall("close")
    static class OfStaticNot {
        final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "#1.r", methods = "close")
        static void closeFieldOf(OfStaticNot o) { // error: promise-broken
            o.r.use();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            closeFieldOf(this);
        }
    }

    @EnsuresCalledMethods(value = "this", methods = "finish")
    void finishAll() {
        finish();
    }

    @EnsuresCalledMethods(value = "this", methods = "finish")
    void finishNothing() { // error: promise-broken
    }

    void finish() { }

    // ---- Conditions.  ----

    @EnsuresCalledMethodsIf(expression = "#1", result = true, methods = "close")
    static boolean tryClose(Res r, boolean b) {
        if (b) {
            r.close();
            return true;
        }
        return false;
    }

    @EnsuresCalledMethodsIf(expression = "#1", result = true, methods = "close")
    static boolean tryCloseWrong(Res r, boolean b) {
        if (b) {
            return true; // error: promise-broken-conditionally
        }
        r.close();
        return false;
    }

    @EnsuresCalledMethodsIf(expression = "#1", result = false, methods = "close")
    static boolean tryKeep(Res r, boolean b) {
        if (b) {
            return true;
        }
        r.close();
        return false;
    }

    void tried(boolean b) {
        Res r = new Res();
        if (!tryClose(r, b)) {
            r.close();
        }
    }

    void triedWrong(boolean b) {
        Res r = new Res(); // error: not-called
        if (tryClose(r, b)) {
            r.close();
        }
    }

    void triedUnasked(boolean b) {
        Res r = new Res(); // error: not-called
        tryClose(r, b);
    }

    void kept(boolean b) {
        Res r = new Res();
        if (tryKeep(r, b)) {
            r.close();
        }
    }

    void triedInCondition(boolean b) {
        Res r = new Res();
        if (b && tryClose(r, true)) {
            return;
        }
        r.close();
    }

    void triedInLoop(boolean b) {
        Res r = new Res();
        while (!tryClose(r, b)) {
            r.use();
        }
    }

    // ---- Overriding.  ----

    static class Base {
        @EnsuresCalledMethods(value = "#1", methods = "close")
        void end(Res r) {
            r.close();
        }

        void start(@Owning Res r) {
            r.close();
        }

        @NotOwning Res get() {
            return null;
        }

        Res make() {
            return new Res();
        }
    }

    static class Keeps extends Base {
        @Override void end(Res r) {
            r.close();
        }

        @Override void start(@Owning Res r) {
            r.close();
        }

        @Override @NotOwning Res get() {
            return null;
        }

        @Override @NotOwning Res make() {
            return null;
        }
    }

    static class Breaks extends Base {
        @Override void end(Res r) { // error: promise-broken
        }

        @Override void start(Res r) { // error: owning-parameter-override
        }

        @Override Res get() { // error: owning-result-override
            return new Res();
        }
    }

    void overriding(Base b) {
        Res r = new Res();
        b.end(r);
    }

    void overridden(Keeps k) {
        Res r = new Res();
        k.end(r);
    }
}
