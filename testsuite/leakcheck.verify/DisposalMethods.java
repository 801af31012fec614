// Owning fields and the methods that dispose of them, in classes as programs have them:
// several fields, several methods, inheritance, files and sockets.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class DisposalMethods {
    // ---- One field.  ----

    @InheritableMustCall("shutdown")
    static class Server {
        private final @Owning ServerSocket socket;

        Server(int port) throws IOException {
            this.socket = new ServerSocket(port);
        }

        Server(@Owning ServerSocket socket) {
            this.socket = socket;
        }

        @NotOwning ServerSocket socket() {
            return socket;
        }

        Socket next() throws IOException {
            return socket.accept();
        }

        @EnsuresCalledMethods(value = "this.socket", methods = "close")
        void shutdown() throws IOException {
            socket.close();
        }
    }

    void server() throws IOException {
        Server s = new Server(1);
        s.shutdown();
    }

    void serverLost() throws IOException {
        Server s = new Server(1); // error: not-called
        s.socket().getLocalPort();
    }

    void serverLostSocket() throws IOException {
        Server s = new Server(new ServerSocket(1));
        try {
            Socket client = s.next(); // error: not-called
            client.getPort();
        } finally {
            s.shutdown();
        }
    }

    void serverClosesByField() throws IOException {
        Server s = new Server(1); // error: not-called
        s.socket().close();
    }

    // ---- Two disposal methods: each is enough for users, both are needed.  ----

    @InheritableMustCall({"stop", "close"})
    static class Both {
        private final @Owning Res a = new Res();
        private final @Owning Res b = new Res();

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void stop() {
            a.close();
        }

        @EnsuresCalledMethods(value = "this.b", methods = "close")
        void close() {
            b.close();
        }
    }

    void both() {
        Both x = new Both();
        x.stop();
        x.close();
    }

    void bothOnlyStopped() {
        Both x = new Both(); // error: not-called
        x.stop();
    }

    void bothOnOnePath(boolean b) {
        Both x = new Both(); // error: not-called
        x.stop();
        if (b) {
            x.close();
        }
    }

    @InheritableMustCall({"stop", "close"})
    static class BothHalf {
        private final @Owning Res a = new Res();
        private final @Owning Res b = new Res(); // error: field-not-released

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void stop() {
            a.close();
        }

        void close() {
            b.close();
        }
    }

    // ---- The annotation names another method, or another field.  ----

    @InheritableMustCall("close")
    static class WrongField {
        private final @Owning Res a = new Res(); // error: field-not-released
        private final @Owning Res b = new Res();

        @EnsuresCalledMethods(value = "this.b", methods = "close")
        void close() {
            a.close();
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class WrongMethod {
        private final @Owning Res a = new Res(); // error: field-not-released

        @EnsuresCalledMethods(value = "this.a", methods = "use")
        void close() {
            a.use();
            a.close();
        }
    }

    @InheritableMustCall("end")
    static class NotNamed {
        private final @Owning Res a = new Res(); // error: field-not-released

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void close() {
            a.close();
        }

        void end() { }
    }

    // ---- Both fields in one method.  ----

    @InheritableMustCall("close")
    static class InOne {
        private final @Owning Res a = new Res();
        private final @Owning Res b = new Res();

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() {
            a.close();
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class InOneByName {
        private final @Owning Res a = new Res();
        private final @Owning Res b = new Res();

        @EnsuresCalledMethods(value = {"a", "b"}, methods = {"close"})
        void close() {
            this.b.close();
            this.a.close();
        }
    }

    @InheritableMustCall("close")
    static class FirstThrows {
        private final @Owning InputStream a;
        private final @Owning InputStream b;

        FirstThrows(@Owning InputStream a, @Owning InputStream b) {
            this.a = a;
            this.b = b;
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() throws IOException { // error: promise-broken-on-exception
            a.close();
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class FirstThrowsGuarded {
        private final @Owning InputStream a;
        private final @Owning InputStream b;

        FirstThrowsGuarded(@Owning InputStream a, @Owning InputStream b) {
            this.a = a;
            this.b = b;
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() throws IOException {
            try {
                a.close();
            } finally {
                b.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class FirstThrowsCaught {
        private final @Owning InputStream a;
        private final @Owning InputStream b;

        FirstThrowsCaught(@Owning InputStream a, @Owning InputStream b) {
            this.a = a;
            this.b = b;
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() {
            try {
                a.close();
            } catch (IOException e) {
                System.err.println(e);
            }
            try {
                b.close();
            } catch (IOException e) {
                System.err.println(e);
            }
        }
    }

    @InheritableMustCall("close")
    static class CaughtTooMuch {
        private final @Owning InputStream a;
        private final @Owning InputStream b;

        CaughtTooMuch(@Owning InputStream a, @Owning InputStream b) {
            this.a = a;
            this.b = b;
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() { // error: promise-broken
            try {
                a.close();
                b.close();
            } catch (IOException e) {
                System.err.println(e);
            }
        }
    }

    // ---- Work before the release.  ----

    @InheritableMustCall("close")
    static class FlushesFirst {
        private final @Owning Writer out;

        FlushesFirst(@Owning Writer out) {
            this.out = out;
        }

        @EnsuresCalledMethods(value = "this.out", methods = "close")
        void close() throws IOException { // error: promise-broken-on-exception
            out.flush();
            out.close();
        }
    }

    @InheritableMustCall("close")
    static class FlushesWithFinally {
        private final @Owning Writer out;

        FlushesWithFinally(@Owning Writer out) {
            this.out = out;
        }

        @EnsuresCalledMethods(value = "this.out", methods = "close")
        void close() throws IOException {
            try {
                out.flush();
            } finally {
                out.close();
            }
        }
    }

    // ---- Early returns, tests.  ----

    @InheritableMustCall("close")
    static class ReturnsEarly {
        private final @Owning Res r = new Res();
        private boolean closed;

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() { // error: promise-broken
            if (closed) {
                return;
            }
            closed = true;
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class ReturnsIfNull {
        private final @Owning Res r;

        ReturnsIfNull(boolean b) {
            this.r = b ? new Res() : null;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            if (r == null) {
                return;
            }
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class Loops {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() { // error: promise-broken
            for (int i = 0; i < r.size(); i++) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class Throws {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() { // error: promise-broken-on-exception
            throw new RuntimeException();
        }
    }

    @InheritableMustCall("close")
    static class ThrowsChecked {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() throws IOException { // error: promise-broken-on-exception
            throw new IOException();
        }
    }

    // ---- Helpers.  ----

    @InheritableMustCall("close")
    static class ByHelper {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        private void release() {
            r.close();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            release();
        }
    }

    @InheritableMustCall("close")
    static class BySilentHelper {
        private final @Owning Res r = new Res();

        private void release() {
            r.close();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() { // error: promise-broken
            release();
        }
    }

    static class Tool {
        @EnsuresCalledMethods(value = "#1", methods = "close")
        static void quietly(Closeable c) {
            if (c != null) {
                try {
                    c.close();
                } catch (IOException e) {
                    System.err.println(e);
                }
            }
        }
    }

    @InheritableMustCall("close")
    static class ByTool {
        private final @Owning InputStream in;

        ByTool(@Owning InputStream in) {
            this.in = in;
        }

        @EnsuresCalledMethods(value = "this.in", methods = "close")
        void close() {
            Tool.quietly(in);
        }
    }

    // ---- Inheritance.  ----

    interface Stoppable {
        void stop();
    }

    @InheritableMustCall("stop")
    static abstract class Service implements Stoppable {
    }

    static class Worker extends Service {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        @Override public void stop() {
            r.close();
        }
    }

    static class LazyWorker extends Service {
        private final @Owning Res r = new Res(); // error: field-not-released

        @Override public void stop() {
            r.close();
        }
    }

    static class IdleWorker extends Service {
        @Override public void stop() { }
    }

    void worker() {
        Service s = new Worker();
        s.stop();
    }

    void workerLost() {
        Service s = new Worker(); // error: not-called
    }

    void idleWorkerLost() {
        Service s = new IdleWorker(); // error: not-called
    }

    void stoppedAsOther() {
        Stoppable s = new Worker();
        s.stop();
    }

    static class SubServer extends Server {
        private final @Owning Res extra = new Res();

        SubServer(@Owning ServerSocket s) {
            super(s);
        }

        @Override
        @EnsuresCalledMethods(value = "this.extra", methods = "close")
        void shutdown() throws IOException { // error: promise-override
            // A promise of its own hides the one it would inherit.
            try {
                super.shutdown();
            } finally {
                extra.close();
            }
        }
    }

    static class SubServerForgets extends Server {
        private final @Owning Res extra = new Res(); // error: field-not-released

        SubServerForgets(@Owning ServerSocket s) {
            super(s);
        }
    }

    // ---- AutoCloseable says enough.  ----

    static class Auto implements AutoCloseable {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        @Override public void close() {
            r.close();
        }
    }

    static class AutoForgets implements AutoCloseable {
        private final @Owning Res r = new Res(); // error: field-not-released

        @Override public void close() {
        }
    }

    void auto() {
        try (Auto a = new Auto()) {
            a.hashCode();
        }
    }

    void autoLost() {
        Auto a = new Auto(); // error: not-called
    }

    // ---- Constructors that throw.  ----

    @InheritableMustCall("close")
    static class Opens {
        private final @Owning InputStream a;
        private final @Owning InputStream b;

        Opens(File f, File g) throws IOException {
            a = new FileInputStream(f); // error: not-called
            b = new FileInputStream(g);
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() throws IOException {
            try {
                a.close();
            } finally {
                b.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class OpensCarefully {
        private final @Owning InputStream a;
        private final @Owning InputStream b;

        OpensCarefully(File f, File g) throws IOException {
            a = new FileInputStream(f);
            try {
                b = new FileInputStream(g);
            } catch (IOException e) {
                a.close();
                throw e;
            }
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() throws IOException {
            try {
                a.close();
            } finally {
                b.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class OpensAndChecks {
        private final @Owning Socket s;

        OpensAndChecks(String host) throws IOException {
            Socket s = new Socket(host, 1);
            if (s.getPort() == 0) {
                s.close();
                throw new IOException();
            }
            this.s = s;
        }

        @EnsuresCalledMethods(value = "this.s", methods = "close")
        void close() throws IOException {
            s.close();
        }
    }

    @InheritableMustCall("close")
    static class OpensAndTunes {
        private final @Owning Socket s;

        OpensAndTunes(String host) throws IOException {
            this.s = new Socket(host, 1); // error: not-called
            this.s.setSoTimeout(1);
        }

        @EnsuresCalledMethods(value = "this.s", methods = "close")
        void close() throws IOException {
            s.close();
        }
    }
}
