// Who does not own what he is given or has: shields, objects that are made and let go, methods that
// open and close, that close when something is wrong, and those that call such methods.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// not verified
//
// The resource outlives a shield, also where it is one of two ways:
// infer: Holders$Ended.in: @Owning
// infer: Holders$Ended.close(): @EnsuresCalledMethods(value = "this.in", methods = "close")
// infer: Holders$Ended.new(java.io.InputStream): @MustCallAlias
// infer: Holders$Ended.new(java.io.InputStream): @MustCallAlias #1
// infer: Holders$Counting.new(java.io.InputStream): @MustCallAlias
// infer: Holders$Counting.new(java.io.InputStream): @MustCallAlias #1
// infer: Holders$Quiet.new(java.io.InputStream): @MustCallAlias
// infer: Holders$Quiet.new(java.io.InputStream): @MustCallAlias #1
//
// Two files, and who makes such an object:
// infer: Holders$Pair: @InheritableMustCall("close")
// infer: Holders$Pair.in: @Owning
// infer: Holders$Pair.out: @Owning
// infer: Holders$Pair.close(): @EnsuresCalledMethods(value = {"this.in", "this.out"}, methods = "close")
// infer: Holders$Pair.new(java.io.InputStream,java.io.OutputStream): @Owning #1
// infer: Holders$Pair.new(java.io.InputStream,java.io.OutputStream): @Owning #2
// infer: Holders.copy(java.io.InputStream,java.io.OutputStream): @Owning #1
// infer: Holders.copy(java.io.InputStream,java.io.OutputStream): @Owning #2
// infer: Holders.pair(java.io.InputStream,java.io.OutputStream): @Owning #1
// infer: Holders.pair(java.io.InputStream,java.io.OutputStream): @Owning #2
// infer: Holders.kept(java.util.List,java.io.InputStream,java.io.OutputStream): @Owning #2
// infer: Holders.kept(java.util.List,java.io.InputStream,java.io.OutputStream): @Owning #3
// infer: Holders$User: @InheritableMustCall("close")
// infer: Holders$User.in: @Owning
// infer: Holders$User.step(java.io.OutputStream): @Owning #1
// infer: Holders$User.close(): @EnsuresCalledMethods(value = "this.in", methods = "close")
//
// A method that opens and closes is no end of the object's life:
// infer: Holders$Table: @InheritableMustCall("close")
// infer: Holders$Table.out: @Owning
// infer: Holders$Table.close(): @EnsuresCalledMethods(value = "this.out", methods = "close")
// infer: Holders$Table.write(java.io.OutputStream): @Owning #1
// infer: Holders$Table.write(java.io.OutputStream): @EnsuresCalledMethods(value = "this.out", methods = "close")
//
// Nor is one that calls it if something is wrong, or calls one that does so:
// infer: Holders$Log: @InheritableMustCall("stop")
// infer: Holders$Log.out: @Owning
// infer: Holders$Level: @InheritableMustCall("close")
// infer: Holders$Level.out: @Owning
// infer: Holders$Level.close(): @EnsuresCalledMethods(value = "this.out", methods = "close")
// infer: Holders$Log.stop(): @EnsuresCalledMethods(value = "this.out", methods = "close")
//
// A method that only remembers what it returns:
// infer: Holders$Kept: @InheritableMustCall("close")
// infer: Holders$Kept.in: @Owning
// infer: Holders$Kept.open(java.lang.String): @NotOwning
// infer: Holders$Kept.close(): @EnsuresCalledMethods(value = "this.in", methods = "close")
// infer: Holders$Last.get(): @NotOwning
// infer: Holders$Once.open(java.lang.String): @NotOwning
//
// What is closed before an exception:
// infer: Holders.sure(java.io.InputStream): @Owning #1
// infer: Holders.fail(java.io.InputStream): @Owning #1

import java.io.*;
import java.util.List;

class Holders {
    static class Shield extends FilterInputStream {
        Shield(InputStream in) {
            super(in);
        }

        public void close() {
            in = null;
        }
    }

    static class Drained extends FilterInputStream {
        Drained(InputStream in) {
            super(in);
        }

        private void drain() throws IOException {
            while (read() >= 0)
                ;
        }

        public void close() throws IOException {
            drain();
        }
    }

    static class Counting extends FilterInputStream {
        Counting(InputStream in) {
            super(in);
        }

        private void end() throws IOException {
            in.close();
        }

        public void close() throws IOException {
            end();
        }
    }

    static class Quiet extends FilterInputStream {
        Quiet(InputStream in) {
            super(in);
        }

        public void close() {
            try {
                super.close();
            } catch (IOException e) {
                in = null;
            }
        }
    }

    static class Ended implements Closeable {
        private final InputStream in;

        Ended(InputStream in) {
            this.in = in == System.in ? new Shield(in) : in;
        }

        public void close() throws IOException {
            in.close();
        }
    }

    static class Pair {
        private final InputStream in;
        private final OutputStream out;

        Pair(InputStream in, OutputStream out) {
            this.in = in;
            this.out = out;
        }

        int step() throws IOException {
            return in.read();
        }

        void close() throws IOException {
            in.close();
            out.close();
        }
    }

    static void copy(InputStream in, OutputStream out) throws IOException {
        Pair p = new Pair(in, out);
        p.step();
        p.close();
    }

    static Pair pair(InputStream in, OutputStream out) {
        return new Pair(in, out);
    }

    static void kept(List<Object> all, InputStream in, OutputStream out) {
        all.add(new Pair(in, out));
    }

    /* Its caller closes both.  */
    static int step(InputStream in, OutputStream out) throws IOException {
        return new Pair(in, out).step();
    }

    static class User {
        private final InputStream in = new FileInputStream(FileDescriptor.in);
        private Pair last;

        void step(OutputStream out) throws IOException {
            last = new Pair(in, out);
            last.step();
        }

        void close() throws IOException {
            in.close();
        }
    }

    static class Table {
        private OutputStream out;

        int write(OutputStream out) throws IOException {
            this.out = out;
            out.write(1);
            close();
            return 1;
        }

        void close() throws IOException {
            if (out != null) {
                out.close();
                out = null;
            }
        }
    }

    static class Log {
        private OutputStream out = new ByteFile();
        private int n;

        void line(String s) throws IOException {
            write(s, s.length());
            n++;
        }

        private void write(String s, int length) throws IOException {
            out.write(length);
            check();
        }

        private void check() throws IOException {
            n++;
            if (n > 1000)
                stop();
        }

        void stop() throws IOException {
            out.close();
        }
    }

    static class Level {
        private OutputStream out;

        void set(int level) throws IOException {
            if (level == 0)
                close();
            else if (out == null)
                out = new ByteFile();
        }

        void close() throws IOException {
            if (out != null)
                out.close();
            out = null;
        }
    }

    static class ByteFile extends OutputStream {
        public native void write(int b);

        public native void close();
    }

    static class Last {
        private InputStream last;

        InputStream open(String name) throws IOException {
            last = new FileInputStream(name);
            return last;
        }

        InputStream get() {
            return last;
        }
    }

    static class Once {
        private InputStream in;

        InputStream open(String name) throws IOException {
            if (in == null)
                in = new FileInputStream(name);
            return in;
        }
    }

    static class Kept {
        private InputStream in;

        InputStream open(String name) throws IOException {
            in = new FileInputStream(name);
            return in;
        }

        void close() throws IOException {
            in.close();
        }
    }

    static int first(InputStream in) throws IOException {
        int c = in.read();
        if (c < 0) {
            in.close();
            throw new EOFException();
        }
        return c;
    }

    static int sure(InputStream in) throws IOException {
        int c = in.read();
        in.close();
        if (c < 0)
            throw new EOFException();
        return c;
    }

    static void fail(InputStream in) throws IOException {
        in.close();
        throw new EOFException();
    }
}
