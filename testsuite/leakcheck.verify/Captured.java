// Lambdas that the library keeps, and runs later: they own what they captured and dispose of.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Captured {
    static void handle(@Owning Socket s) {
        try {
            s.close();
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    private void serve(int number, @Owning Socket s) {
        System.out.println(number);
        handle(s);
    }

    // ---- Disposed of.

    static void closesInFinally(ExecutorService pool, ServerSocket ss) throws IOException {
        Socket s = ss.accept();
        pool.execute(() -> {
            try {
                s.getInputStream().read();
            } catch (IOException e) {
                System.err.println(e);
            } finally {
                try {
                    s.close();
                } catch (IOException e) {
                    System.err.println(e);
                }
            }
        });
    }

    static void triesWith(ExecutorService pool, ServerSocket ss) throws IOException {
        Socket s = ss.accept();
        pool.submit(() -> {
            try (Socket t = s) {
                t.getInputStream().read();
            } catch (IOException e) {
                System.err.println(e);
            }
        });
    }

    static void passesOn(ExecutorService pool, ServerSocket ss) throws IOException {
        while (true) {
            Socket s = ss.accept();
            pool.execute(() -> handle(s));
        }
    }

    void passesOnToMethod(ServerSocket ss, int n) throws IOException {
        Socket s = ss.accept();
        new Thread(() -> serve(n, s)).start();
    }

    static void namedThread(ServerSocket ss) throws IOException {
        Socket s = ss.accept();
        Thread t = new Thread(() -> handle(s), "worker");
        t.setDaemon(true);
        t.start();
    }

    static void returnedEarly(ExecutorService pool, int n) {
        Res r = new Res();
        pool.execute(() -> {
            try {
                if (n > 3) {
                    return;
                }
                r.use();
            } finally {
                r.close();
            }
        });
    }

    // ---- Not disposed of, or not always.

    static void reads(ExecutorService pool, ServerSocket ss) throws IOException {
        Socket s = ss.accept(); // error: not-called
        pool.execute(() -> {
            try {
                s.getInputStream().read();
            } catch (IOException e) {
                System.err.println(e);
            }
        });
    }

    static void sometimes(ExecutorService pool, int n) {
        Res r = new Res();
        pool.execute(() -> {
            if (n > 3) { // error: not-called
                r.close();
            }
        });
    }

    static void failing(ExecutorService pool) {
        Res r = new Res();
        pool.submit(() -> {
            r.read(); // error: not-called
            r.close();
            return 1;
        });
    }

    // The caller closes it when it has waited.
    static int waited(ExecutorService pool) throws Exception {
        Res r = new Res();
        try {
            return pool.submit(() -> r.size()).get();
        } finally {
            r.close();
        }
    }

    static void acquiredBetween(ExecutorService pool, ServerSocket ss) throws IOException {
        Socket s = ss.accept(); // error: not-called
        Socket t = ss.accept();
        handle(t);
        pool.execute(() -> handle(s));
    }

    // ---- The method runs it itself, perhaps never.

    static void forEach(List<String> names) {
        Res r = new Res(); // error: not-called
        names.forEach(n -> r.close());
    }
}
