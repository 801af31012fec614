// Variable arguments, each of which is closed.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
//
// infer: Variable.closeAll(java.io.Closeable[]): @EnsuresCalledMethodsVarargs("close")
// infer: Variable.closeOne(java.io.Closeable): @Owning #1
// infer: Variable.closeTwo(java.io.InputStream,java.io.OutputStream,java.io.InputStream): @Owning #1
// infer: Variable.closeTwo(java.io.InputStream,java.io.OutputStream,java.io.InputStream): @Owning #2
// infer: Variable.array(java.io.Closeable[]): @Owning #1
// infer: Variable.ofArray(java.io.Closeable): @Owning #1
//
// infer: Variable$Pair: @InheritableMustCall("end")
// infer: Variable$Pair.in: @Owning
// infer: Variable$Pair.out: @Owning
// infer: Variable$Pair.new(java.io.InputStream,java.io.OutputStream): @Owning #1
// infer: Variable$Pair.new(java.io.InputStream,java.io.OutputStream): @Owning #2
// infer: Variable$Pair.end(): @EnsuresCalledMethods(value = {"this.in", "this.out"}, methods = "close")

import java.io.*;

class Variable {
    static void closeAll(Closeable... all) {
        for (Closeable c : all) {
            if (c != null) {
                try {
                    c.close();
                } catch (IOException e) {
                    System.err.println(e);
                }
            }
        }
    }

    static void closeOne(Closeable c) {
        closeAll(c);
    }

    // The last one is lent.
    static void closeTwo(InputStream a, OutputStream b, InputStream c) throws IOException {
        c.read();
        closeAll(a, b);
    }

    static void array(Closeable[] all) throws IOException {
        for (int i = 0; i < all.length; i++) {
            all[i].close();
        }
    }

    static void ofArray(Closeable c) throws IOException {
        Closeable[] all = new Closeable[1];
        all[0] = c;
        array(all);
    }

    // It only reads.
    static int sum(InputStream... all) throws IOException {
        int n = 0;
        for (InputStream in : all) {
            n += in.read();
        }
        return n;
    }

    static int sumOf(InputStream a, InputStream b) throws IOException {
        return sum(a, b);
    }

    static class Pair {
        private final InputStream in;
        private final OutputStream out;

        Pair(InputStream in, OutputStream out) {
            this.in = in;
            this.out = out;
        }

        void end() {
            closeAll(in, out);
        }
    }
}
