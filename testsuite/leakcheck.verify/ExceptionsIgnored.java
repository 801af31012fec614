// The user says which exceptions are ignored: IOException and all below it, and
// the usual ones.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: ignored-exceptions=default,java.io.IOException,=java.lang.IllegalStateException,=java.lang.ArithmeticException

import java.io.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class ExceptionsIgnored {
    static class Trouble extends Exception { }
    static class BelowIllegalState extends IllegalStateException { }

    static void mayThrow() throws IOException { }
    static void mayThrowBelow() throws FileNotFoundException { }
    static void mayTrouble() throws Trouble { }

    void ignored() throws IOException {
        Res r = new Res();
        mayThrow();
        r.close();
    }

    void ignoredBelow() throws IOException {
        Res r = new Res();
        mayThrowBelow();
        r.close();
    }

    void notIgnored() throws Trouble {
        Res r = new Res(); // error: not-called
        mayTrouble();
        r.close();
    }

    int ignoredDivision(int a, int b) {
        Res r = new Res();
        try {
            a /= b;
        } catch (RuntimeException e) {
            return 0;
        }
        r.close();
        return a;
    }

    int notIgnoredCast(Object o) {
        Res r = new Res(); // error: not-called
        Integer i;
        try {
            i = (Integer) o;
        } catch (RuntimeException e) {
            return 0;
        }
        r.close();
        return i;
    }

    void ignoredExactly(boolean b) {
        Res r = new Res();
        if (b) {
            throw new IllegalStateException();
        }
        r.close();
    }

    void notIgnoredBelowExact(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            throw new BelowIllegalState();
        }
        r.close();
    }

    void thrownThoughDefault(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            throw new RuntimeException();
        }
        r.close();
    }
}
