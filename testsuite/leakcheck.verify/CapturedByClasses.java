// Objects of anonymous classes that the library keeps, and runs later: they own what they captured
// and dispose of.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class CapturedByClasses {
    static void handle(@Owning Socket s) {
        try {
            s.close();
        } catch (IOException e) {
            System.err.println(e);
        }
    }

    // ---- Disposed of.

    static void closesInFinally(ExecutorService pool, ServerSocket ss) throws IOException {
        final Socket s = ss.accept();
        pool.execute(new Runnable() {
            @Override
            public void run() {
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
            }
        });
    }

    static void passesOn(ExecutorService pool, ServerSocket ss) throws IOException {
        while (true) {
            Socket s = ss.accept();
            pool.execute(new Runnable() {
                @Override
                public void run() {
                    handle(s);
                }
            });
        }
    }

    static void callable(ExecutorService pool, int n) {
        Res r = new Res();
        pool.submit(new Callable<Integer>() {
            @Override
            public Integer call() {
                try {
                    return r.size() + n;
                } finally {
                    r.close();
                }
            }
        });
    }

    static void thread() {
        Res r = new Res();
        Thread t = new Thread() {
            @Override
            public void run() {
                r.use();
                r.close();
            }
        };
        t.start();
    }

    static void shutByCallee(Timer timer) {
        Res r = new Res();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                Res.shut(r);
            }
        }, 10);
    }

    // What it must call itself: no one need keep it.
    static Closeable closer(@Owning Res r) {
        return new Closeable() {
            @Override
            public void close() {
                r.close();
            }
        };
    }

    // ---- Not disposed of, or not always.

    static void reads(ExecutorService pool) {
        Res r = new Res(); // error: not-called
        pool.execute(new Runnable() {
            @Override
            public void run() {
                r.use();
            }
        });
    }

    static void sometimes(ExecutorService pool, int n) {
        Res r = new Res();
        pool.execute(new Runnable() {
            @Override
            public void run() { // error: promise-broken
                if (n > 3) {
                    r.close();
                }
            }
        });
    }

    static void failing(ExecutorService pool) {
        Res r = new Res();
        pool.submit(new Callable<Integer>() {
            @Override
            public Integer call() throws IOException { // error: promise-broken-on-exception
                r.read();
                r.close();
                return 1;
            }
        });
    }

    static void betweenLoses(ExecutorService pool, ServerSocket ss) throws IOException {
        Socket s = ss.accept(); // error: not-called
        handle(ss.accept());
        pool.execute(new Runnable() {
            @Override
            public void run() {
                handle(s);
            }
        });
    }

    static void closerForgotten() {
        Closeable c = closer(new Res()); // error: not-called
    }

    // A class of the program may do anything with it.
    interface Action {
        void act();
    }

    static void perhaps(Action a, int n) {
        if (n > 3) {
            a.act();
        }
    }

    static void ofProgram(int n) {
        Res r = new Res(); // error: not-called
        perhaps(new Action() {
            @Override
            public void act() {
                r.close();
            }
        }, n);
    }

    // The caller closes it when it has waited.
    static int waited(ExecutorService pool) throws Exception {
        Res r = new Res();
        try {
            return pool.submit(new Callable<Integer>() {
                @Override
                public Integer call() {
                    return r.size();
                }
            }).get();
        } finally {
            r.close();
        }
    }
}
