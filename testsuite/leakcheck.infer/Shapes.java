// Shapes of disposal and of transfer, each beside one that differs in what matters.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// not verified
//
// Either method is an end of the object's life:
// infer: Shapes$Either: @InheritableMustCall("commit or abort")
// infer: Shapes$Either.out: @Owning
// infer: Shapes$Either.new(java.io.OutputStream): @MustCallAlias
// infer: Shapes$Either.new(java.io.OutputStream): @MustCallAlias #1
// infer: Shapes$Either.commit(): @EnsuresCalledMethods(value = "this.out", methods = "close")
// infer: Shapes$Either.abort(): @EnsuresCalledMethods(value = "this.out", methods = "close")
//
// It calls the end of its life if something is wrong:
// infer: Shapes$Sometimes: @InheritableMustCall("stop")
// infer: Shapes$Sometimes.in: @Owning
// infer: Shapes$Sometimes.stop(): @EnsuresCalledMethods(value = "this.in", methods = "close")
//
// Its close () does nothing:
// infer: Shapes$Nothing: @InheritableMustCall({})
//
// A wrapper is another handle:
// infer: Shapes.readAll(java.io.InputStream): @Owning #1
// infer: Shapes.buffered(java.io.InputStream): @MustCallAlias
// infer: Shapes.buffered(java.io.InputStream): @MustCallAlias #1
//
// A setter, a getter, and one that gives its field away:
// infer: Shapes$Holder: @InheritableMustCall("close")
// infer: Shapes$Holder.in: @Owning
// infer: Shapes$Holder.set(java.io.InputStream): @Owning #1
// infer: Shapes$Holder.get(): @NotOwning
// infer: Shapes$Holder.close(): @EnsuresCalledMethods(value = "this.in", methods = "close")
//
// Its field is of a class whose own method is inferred:
// infer: Shapes$Outer: @InheritableMustCall("end")
// infer: Shapes$Outer.holder: @Owning
// infer: Shapes$Outer.end(): @EnsuresCalledMethods(value = "this.holder", methods = "close")
//
// this (...) and super (...):
// infer: Shapes$Base: @InheritableMustCall("close")
// infer: Shapes$Base.in: @Owning
// infer: Shapes$Base.new(java.io.InputStream,int): @MustCallAlias
// infer: Shapes$Base.new(java.io.InputStream,int): @MustCallAlias #1
// infer: Shapes$Base.new(java.io.InputStream): @MustCallAlias
// infer: Shapes$Base.new(java.io.InputStream): @MustCallAlias #1
// infer: Shapes$Base.close(): @EnsuresCalledMethods(value = "this.in", methods = "close")
// infer: Shapes$Derived.new(java.io.InputStream): @MustCallAlias
// infer: Shapes$Derived.new(java.io.InputStream): @MustCallAlias #1

import java.io.*;

class Shapes {
    static class Either {
        private final OutputStream out;

        Either(OutputStream out) {
            this.out = out;
        }

        void commit() throws IOException {
            out.flush();
            out.close();
        }

        void abort() throws IOException {
            out.close();
        }
    }

    static class Sometimes {
        private InputStream in;

        Sometimes(String name) throws IOException {
            in = new FileInputStream(name);
        }

        public int take(int n) throws IOException {
            log();
            if (n < 0)
                stop();
            return n;
        }

        void log() {
        }

        void stop() throws IOException {
            in.close();
        }
    }

    static class Nothing implements Closeable {
        private int state;

        public void close() {
            state = 0;
        }
    }

    static class Something implements Closeable {
        public native void close();
    }

    static int readAll(InputStream in) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in));
        int n = reader.read();
        reader.close();
        return n;
    }

    static int readOne(InputStream in) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in));
        return reader.read();
    }

    static InputStream buffered(InputStream in) {
        return in == null ? null : new BufferedInputStream(in);
    }

    static class Holder {
        private InputStream in;

        void set(InputStream in) {
            this.in = in;
        }

        void maybe(InputStream in, boolean b) {
            if (b)
                this.in = in;
        }

        InputStream get() {
            return in;
        }

        InputStream giveAway() {
            InputStream result = in;
            in = null;
            return result;
        }

        public void close() throws IOException {
            if (in != null)
                in.close();
        }
    }

    static class Outer {
        private final Holder holder = new Holder();

        void end() throws IOException {
            holder.close();
        }
    }

    static class Base {
        private final InputStream in;

        Base(InputStream in, int n) {
            this.in = in;
        }

        Base(InputStream in) {
            this(in, 1);
        }

        void close() throws IOException {
            in.close();
        }
    }

    static class Derived extends Base {
        Derived(InputStream in) {
            super(in);
        }
    }
}
