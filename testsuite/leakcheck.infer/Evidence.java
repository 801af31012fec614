// What other methods show of an owner: how an object is made, who calls a method, what its arguments
// decide.  Each shape beside one that differs in what matters.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
//
// A method of the base class calls what must be called:
// infer: Evidence$Life.stop(): @EnsuresCalledMethods(value = "this", methods = "doStop")
// infer: Evidence$Service: @InheritableMustCall("doStop")
// infer: Evidence$Service.in: @Owning
// infer: Evidence$Service.doStop(): @EnsuresCalledMethods(value = "this.in", methods = "close")
//
// It calls it in some cases only, or on another object:
// infer: Evidence$Task: @InheritableMustCall("doEnd")
// infer: Evidence$Task.in: @Owning
// infer: Evidence$Task.doEnd(): @EnsuresCalledMethods(value = "this.in", methods = "close")
//
// A bean that is made by the object it speaks of; a view that is not.
// infer: Evidence$Handler: @InheritableMustCall("shutdown")
// infer: Evidence$Handler.sock: @Owning
// infer: Evidence$Handler.shutdown(): @EnsuresCalledMethods(value = "this.sock", methods = "close")
// infer: Evidence$Handler.new(java.net.Socket): @MustCallAlias
// infer: Evidence$Handler.new(java.net.Socket): @MustCallAlias #1
// infer: Evidence$View: @InheritableMustCall("end")
// infer: Evidence$View.handler: @Owning
// infer: Evidence$View.end(): @EnsuresCalledMethods(value = "this.handler", methods = "shutdown")
// infer: Evidence$View.new(Evidence$Handler): @MustCallAlias
// infer: Evidence$View.new(Evidence$Handler): @MustCallAlias #1
// infer: Evidence$Wrapper.of: @Owning
// infer: Evidence$Wrapper.close(): @EnsuresCalledMethods(value = "this.of", methods = "shutdown")
// infer: Evidence$Wrapper.new(Evidence$Handler): @MustCallAlias
// infer: Evidence$Wrapper.new(Evidence$Handler): @MustCallAlias #1
// infer: Evidence.wrapped(Evidence$Handler): @MustCallAlias
// infer: Evidence.wrapped(Evidence$Handler): @MustCallAlias #1
// infer: Evidence.use(java.net.Socket): @Owning #1
//
// What an element of a map is closed for:
// infer: Evidence$Taken: @InheritableMustCall("cancel")
// infer: Evidence$Taken.sock: @Owning
// infer: Evidence$Taken.cancel(): @EnsuresCalledMethods(value = "this.sock", methods = "close")
//
// An argument decides whether it closes; or its own state:
// infer: Evidence$Range: @InheritableMustCall("close")
// infer: Evidence$Range.in: @Owning
// infer: Evidence$Range.close(): @EnsuresCalledMethods(value = "this.in", methods = "close")
// infer: Evidence$State: @InheritableMustCall("close")
// infer: Evidence$State.in: @Owning
// infer: Evidence$State.end(int): @EnsuresCalledMethods(value = "this.in", methods = "close")
// infer: Evidence$State.close(): @EnsuresCalledMethods(value = "this.in", methods = "close")
//
// Only a command closes it, and no end is known; a part of each way does:
// infer: Evidence$Shell.in: @Owning
// infer: Evidence$Server: @InheritableMustCall("run")
// infer: Evidence$Server.in: @Owning
// infer: Evidence$Server.end(): @EnsuresCalledMethods(value = "this.in", methods = "close")
// infer: Evidence$Server.run(): @EnsuresCalledMethods(value = "this.in", methods = "close")
//
// New on one path, its own on the other; its own on both:
// infer: Evidence$Sheets.own(java.lang.String): @NotOwning
//
// It closes the former contents, and what is there now:
// infer: Evidence$Roll: @InheritableMustCall("close")
// infer: Evidence$Roll.out: @Owning
// infer: Evidence$Roll.close(): @EnsuresCalledMethods(value = "this.out", methods = "close")
//
// Results of type variables and collections:
// infer: Evidence$Delegating.of: @Owning
// infer: Evidence$Delegating.new(java.io.Closeable): @MustCallAlias
// infer: Evidence$Delegating.new(java.io.Closeable): @MustCallAlias #1
// infer: Evidence$Delegating.get(): @NotOwning
// infer: Evidence$Delegating.close(): @EnsuresCalledMethods(value = "this.of", methods = "close")
// infer: Evidence$Rolls: @InheritableMustCall("close")
// infer: Evidence$Rolls.all: @Owning
// infer: Evidence$Rolls.all(): @NotOwning
// infer: Evidence$Rolls.close(): @EnsuresCalledMethods(value = "this.all", methods = "close")
//
// Each caller closes what it returns; one does not.
// infer: Evidence$Blocks.last(): @NotOwning

import java.io.*;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class Evidence {
    static abstract class Life {
        private boolean stopped;

        public final void stop() { // error: promise-broken
            if (stopped)
                return;
            doStop();
            stopped = true;
        }

        protected void doStop() {
        }
    }

    static class Service extends Life {
        private final FileInputStream in;

        Service(String name) throws IOException {
            in = new FileInputStream(name);
        }

        protected void doStop() {
            try {
                in.close();
            } catch (IOException e) {
                System.err.println(e);
            }
        }

        int read() throws IOException {
            return in.read();
        }
    }

    static int stopped(String name) throws IOException {
        Service s = new Service(name);
        try {
            return s.read();
        } finally {
            s.stop();
        }
    }

    static int running(String name) throws IOException {
        Service s = new Service(name); // error: not-called
        return s.read();
    }

    static abstract class Work {
        private Work next;

        public final void end(boolean all) throws IOException {
            if (all)
                doEnd();
        }

        public final void endNext() throws IOException {
            next.doEnd();
        }

        protected void doEnd() throws IOException {
        }
    }

    static class Task extends Work {
        private final FileInputStream in;

        Task(String name) throws IOException {
            in = new FileInputStream(name);
        }

        protected void doEnd() throws IOException {
            in.close();
        }
    }

    static class Handler {
        private final Socket sock;
        private Object bean;

        Handler(Socket sock) {
            this.sock = sock;
        }

        void run() {
            bean = new Bean(this, sock.getPort());
        }

        void shutdown() throws IOException {
            sock.close();
        }

        Closeable asCloseable() {
            return new Wrapper(this);
        }
    }

    static class Bean {
        private final Handler handler;
        private final int port;

        Bean(Handler handler, int port) {
            this.handler = handler;
            this.port = port;
        }

        void terminate() throws IOException {
            handler.shutdown();
        }
    }

    static class View {
        private final Handler handler;

        View(Handler handler) {
            this.handler = handler;
        }

        void end() throws IOException {
            handler.shutdown();
        }
    }

    /* Its type says that it must be closed.  */
    static class Wrapper implements Closeable {
        private final Handler of;

        Wrapper(Handler of) {
            this.of = of;
        }

        public void close() throws IOException {
            of.shutdown();
        }
    }

    static Closeable wrapped(Handler h) {
        return new Wrapper(h);
    }

    static void use(Socket s) throws IOException {
        View v = new View(new Handler(s));
        v.end();
    }

    static class Seen {
        private final Socket sock;

        Seen(Map<String, Socket> all, String name) {
            sock = all.get(name);
        }

        void cancel() throws IOException {
            sock.close();
        }
    }

    static class Taken {
        private final Socket sock;

        Taken(Map<String, Socket> all, String name) {
            sock = all.remove(name);
        }

        void cancel() throws IOException {
            sock.close();
        }
    }

    /* Runs lambdas; no class is missing (forms.exp).  */
    static StringBuilder line(Map<String, StringBuilder> all, Optional<StringBuilder> one,
            String name) {
        return one.orElseGet(() -> all.computeIfAbsent(name, k -> new StringBuilder(k)));
    }

    static class Range {
        private FileInputStream in;
        private long at;

        void seek(long pos) throws IOException {
            if (pos == at)
                return;
            if (in != null)
                close();
            at = pos;
        }

        void close() throws IOException {
            if (in != null) {
                in.close();
                in = null;
            }
        }
    }

    static class State {
        private final FileInputStream in;
        private boolean closed;

        State(String name) throws IOException {
            in = new FileInputStream(name);
        }

        boolean end(int status) throws IOException { // error: promise-broken
            if (closed)
                return false;
            in.close();
            closed = true;
            return status == 0;
        }

        void close() throws IOException {
            in.close();
        }
    }

    static class Shell {
        private final FileInputStream in = new FileInputStream(FileDescriptor.in); // error: field-not-released
        private int n;

        void run() throws IOException {
            String line = "";
            while (n < 9) {
                command(line);
                line = line + n;
            }
        }

        private void command(String line) throws IOException {
            n++;
            if (line.equals("quit"))
                in.close();
            else
                n += in.read();
        }
    }

    static class Server {
        private final FileInputStream in = new FileInputStream(FileDescriptor.in);
        private int n;

        void run() throws IOException {
            try {
                while (n < 9)
                    n += in.read();
            } finally {
                end();
            }
        }

        private void end() {
            n++;
            try {
                in.close();
            } catch (IOException e) {
                System.err.println(e);
            }
        }
    }

    /* Of a type variable, and a collection of what the program has to release: a row says that the
       result is lent (forms.exp).  */
    static class Delegating<C extends Closeable> implements Closeable {
        private final C of;

        Delegating(C of) {
            this.of = of;
        }

        C get() {
            return of;
        }

        public void close() throws IOException {
            of.close();
        }
    }

    static class Rolls {
        private final List<Roll> all = new ArrayList<>();

        List<Roll> all() {
            return all;
        }

        void close() throws IOException { // error: promise-broken-on-exception
            for (Roll r : all)
                r.close();
        }
    }

    static class Roll {
        private FileOutputStream out = new FileOutputStream(FileDescriptor.out);

        void roll(String name) throws IOException { // error: creates-missing
            FileOutputStream fresh = new FileOutputStream(name);
            FileOutputStream old = out;
            out = fresh;
            old.close();
        }

        void close() throws IOException {
            FileOutputStream last = out;
            out = null;
            last.close();
        }
    }

    /* To close it is to count.  */
    static class Counted implements Closeable {
        static int open;

        public void close() {
            open--;
        }
    }

    static void counted() {
        Counted.open++;
        new Counted(); // error: not-called
    }

    static class Sheets {
        private FileInputStream sheet;

        FileInputStream of(String name) throws IOException {
            return name != null ? new FileInputStream(name) : sheet;
        }

        FileInputStream own(String name) {
            return name != null ? sheet : null;
        }
    }

    static class Blocks {
        private FileInputStream block, last;

        FileInputStream acquire() {
            return block;
        }

        FileInputStream last() {
            return last;
        }
    }

    static int acquired(Blocks b) throws IOException {
        try (FileInputStream in = b.acquire()) {
            return in.read();
        }
    }

    static int last(Blocks b) throws IOException {
        FileInputStream in = b.last();
        int c = in.read();
        in.close();
        return c + b.last().read();
    }
}
