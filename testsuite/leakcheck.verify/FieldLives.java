// Verify mode: fields that own, from the first assignment to disposal, and obligations
// that arise anew.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import org.checkerframework.dataflow.qual.*;

class FieldLives {
    @InheritableMustCall("a")
    static class Foo {
        void a() {
        }

        void b() {
        }

        @SideEffectFree Foo() {
        }
    }

    /* Its constructor may do anything.  */
    @InheritableMustCall("a")
    static class Noisy {
        Noisy() {
            System.out.println();
        }

        void a() {
        }
    }

    // ---- Constructors.

    @InheritableMustCall("done")
    static class First {
        private @Owning Foo foo;

        First() {
            foo = new Foo();
        }

        First(int n) {
            foo = new Foo();
            foo = new Foo(); // error: field-overwritten
        }

        First(long n) {
            System.out.println(n);
            foo = new Foo();
        }

        First(boolean b) {
            if (b)
                foo = new Foo();
            else
                foo = null;
        }

        First(@Owning Foo f) {
            this.foo = f;
        }

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        void done() {
            foo.a();
        }
    }

    @InheritableMustCall("done")
    static class NoisyFirst {
        private @Owning Noisy noisy;

        NoisyFirst() {
            noisy = new Noisy();
        }

        NoisyFirst(@Owning Noisy n) {
            noisy = n;
        }

        @EnsuresCalledMethods(value = "this.noisy", methods = "a")
        void done() {
            noisy.a();
        }
    }

    @InheritableMustCall("done")
    static class NotPrivate {
        @Owning Foo foo;

        NotPrivate(@Owning Foo f) {
            foo = f;
        }

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        void done() {
            foo.a();
        }
    }

    @InheritableMustCall("done")
    static class Declared {
        private @Owning Foo foo = new Foo();

        Declared() {
        }

        Declared(@Owning Foo other) {
            foo = other; // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        void done() {
            foo.a();
        }
    }

    @InheritableMustCall("done")
    static class Blocks {
        private @Owning Foo foo;
        private final @Owning Foo last;

        {
            foo = new Foo();
            last = new Foo();
        }

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        @EnsuresCalledMethods(value = "this.last", methods = "a")
        void done() {
            last.a();
            foo.a();
        }
    }

    @InheritableMustCall("close")
    static class Throwing {
        private final @Owning Socket socket;

        Throwing(String host) throws IOException {
            socket = new Socket(host, 1); // error: not-called
            socket.setSoTimeout(1);
        }

        Throwing(String host, int port) throws IOException {
            socket = new Socket(host, port);
            try {
                socket.setSoTimeout(1);
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }

        Throwing(@Owning Socket s) throws IOException {
            socket = s;
            socket.setSoTimeout(1);
        }

        @EnsuresCalledMethods(value = "socket", methods = "close")
        void close() throws IOException {
            socket.close();
        }
    }

    // ---- Re-assignment.

    @InheritableMustCall("close")
    static class Again {
        private @Owning Socket socket;

        Again() {
        }

        @CreatesMustCallFor("this")
        void open(String host) throws IOException {
            if (socket == null)
                socket = new Socket(host, 1);
        }

        @CreatesMustCallFor("this")
        void reopen(String host) throws IOException {
            if (socket != null)
                socket.close();
            socket = new Socket(host, 1);
        }

        @CreatesMustCallFor("this")
        void reopenUnsafe(String host) throws IOException {
            socket = new Socket(host, 1); // error: field-overwritten
        }

        void undeclared(String host) throws IOException { // error: creates-missing
            if (socket != null)
                socket.close();
            socket = new Socket(host, 1);
        }

        @CreatesMustCallFor("#1")
        void wrongTarget(Again other, String host) throws IOException { // error: creates-other
            if (this.socket != null)
                this.socket.close();
            this.socket = new Socket(host, 1);
        }

        @CreatesMustCallFor
        void takeOver(@Owning Socket s) throws IOException {
            close();
            socket = s;
        }

        void forget() throws IOException {
            socket.close();
            socket = null;
        }

        void forgetUnsafe() {
            socket = null; // error: field-overwritten
        }

        @CreatesMustCallFor("this")
        void openTwice(String host) throws IOException {
            open(host);
            reopen(host);
        }

        void openUndeclared(String host) throws IOException {
            open(host); // error: creates-not-owned
        }

        @EnsuresCalledMethods(value = "this.socket", methods = "close")
        void close() throws IOException {
            if (socket != null)
                socket.close();
        }
    }

    void again() throws IOException {
        Again a = new Again();
        try {
            a.open("h");
        } finally {
            a.close();
        }
    }

    void againAfter() throws IOException {
        Again a = new Again(); // error: not-called
        a.open("h");
        a.close();
        a.reopen("h");
    }

    void againParameter(Again a) throws IOException {
        a.open("h"); // error: creates-not-owned
    }

    void againOwned(@Owning Again a) throws IOException {
        a.open("h");
        a.close();
    }

    @CreatesMustCallFor("#1")
    void againPassed(Again a) throws IOException {
        a.open("h");
    }

    @CreatesMustCallFor("#2")
    void againOther(Again a, Again b) throws IOException {
        a.open("h"); // error: creates-not-owned
    }

    @CreatesMustCallFor("#1")
    void nothingThere(Object o) { // error: creates-target
    }

    @CreatesMustCallFor("nowhere")
    void unknown() { // error: creates-unparsable
    }

    static class AgainAndMore extends Again {
        void extra(String host) throws IOException {
        }

        @Override
        void open(String host) throws IOException {
            super.open(host);
        }
    }

    static class Quiet extends Again {
        @Override
        @CreatesMustCallFor("this")
        void forget() throws IOException { // error: creates-override
            super.forget();
        }
    }

    // ---- Who releases.

    static class Nobody {
        private final @Owning Foo foo = new Foo(); // error: field-not-released
    }

    @InheritableMustCall("done")
    static class Unsaid {
        private final @Owning Foo foo = new Foo(); // error: field-not-released

        void done() {
            foo.a();
        }
    }

    @InheritableMustCall("done")
    static class Untrue {
        private final @Owning Foo foo = new Foo();

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        void done() { // error: promise-broken
            foo.b();
        }
    }

    @InheritableMustCall("done")
    static class Sometimes {
        private final @Owning Foo foo = new Foo();
        boolean b;

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        void done() { // error: promise-broken
            if (b)
                foo.a();
        }
    }

    @InheritableMustCall("done")
    static class ByHelper {
        private final @Owning Foo foo = new Foo();

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        void done() {
            helper();
        }

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        private void helper() {
            foo.a();
        }
    }

    @InheritableMustCall("done")
    static class BySilentHelper {
        private final @Owning Foo foo = new Foo();

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        void done() { // error: promise-broken
            helper();
        }

        private void helper() {
            foo.a();
        }
    }

    static abstract class Template {
        protected final @Owning Foo foo; // error: field-not-released

        Template(@Owning Foo f) {
            foo = f;
        }
    }

    @InheritableMustCall("done")
    static abstract class Base {
        protected final @Owning Foo foo;

        Base(@Owning Foo f) {
            foo = f;
        }

        @EnsuresCalledMethods(value = "this.foo", methods = "a")
        abstract void done();
    }

    static class Derived extends Base {
        Derived() {
            super(new Foo());
        }

        @Override
        void done() {
            foo.a();
        }
    }

    static class DerivedWrong extends Base {
        DerivedWrong() {
            super(new Foo());
        }

        @Override
        void done() { // error: promise-broken
        }
    }

    void derived() {
        Base b = new Derived();
        b.done();
        Base c = new DerivedWrong(); // error: not-called
        c.hashCode();
    }

    // ---- Static.

    static @Owning Foo shared; // error: field-not-released
    static final @Owning Foo CONSTANT = new Foo();

    static void setShared() { // error: creates-missing
        shared = new Foo(); // error: field-overwritten
    }

    // ---- Fields of others.

    static class Holder {
        Foo foo;
    }

    void intoHolder(Holder h) {
        h.foo = new Foo(); // error: not-called
    }

    void intoHolderKept(Holder h) {
        Foo f = new Foo();
        h.foo = f;
        f.a();
    }

    void fromHolder(Holder h) {
        Foo f = h.foo;
        f.b();
    }

    // ---- Sockets that are not connected yet.

    void unconnected() {
        Socket s = new Socket();
    }

    void connected(SocketAddress a) throws IOException {
        Socket s = new Socket(); // error: not-called
        s.connect(a);
    }

    void connectedClosed(SocketAddress a) throws IOException {
        Socket s = new Socket();
        s.connect(a);
        s.close();
    }

    void boundServer(SocketAddress a) throws IOException {
        ServerSocket s = new ServerSocket();
        try {
            s.bind(a);
            s.accept().close();
        } finally {
            s.close();
        }
    }

    void accepted(@Owning ServerSocket server) throws IOException {
        try {
            server.accept(); // error: not-called
        } finally {
            server.close();
        }
    }

    void connectedParameter(Socket s, SocketAddress a) throws IOException {
        s.connect(a); // error: creates-not-owned
    }

    @InheritableMustCall("close")
    static class Client {
        private final @Owning Socket socket = new Socket();

        @CreatesMustCallFor("this")
        void connect(SocketAddress a) throws IOException {
            socket.connect(a);
        }

        void connectUndeclared(SocketAddress a) throws IOException {
            socket.connect(a);
        }

        @EnsuresCalledMethods(value = "this.socket", methods = "close")
        void close() throws IOException {
            socket.close();
        }
    }
}
