// Exits by exception: which exceptions count, what a call that throws has done,
// and what handlers and "finally" make good.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import org.checkerframework.dataflow.qual.TerminatesExecution;
import res.Res;
import res.Stream;

class Exceptions {
    static class Trouble extends Exception { }
    static class Unchecked extends RuntimeException { }

    static void mayThrow() throws IOException { }
    static void mayTrouble() throws Trouble { }
    static void mayDo() { }
    static void mayIllegal() throws IllegalArgumentException { }
    static void mayNull() throws NullPointerException { }
    static void mayUnchecked() throws Unchecked { }
    @TerminatesExecution static void die() { throw new Error(); }

    void callBetween() throws IOException {
        Res r = new Res(); // error: not-called
        mayThrow();
        r.close();
    }

    void callBefore() throws IOException {
        mayThrow();
        Res r = new Res();
        r.close();
    }

    void callBehind() throws IOException {
        Res r = new Res();
        r.close();
        mayThrow();
    }

    void harmlessCallBetween() {
        Res r = new Res();
        mayDo();
        r.close();
    }

    void ownCallThrows() throws IOException {
        Res r = new Res(); // error: not-called
        r.read();
        r.close();
    }

    void constructorThrows() throws IOException {
        Res r = new Res("x");
        r.close();
    }

    void closeThrows() throws IOException {
        Stream s = new Stream();
        s.close();
    }

    void secondConstructorThrows() throws IOException {
        Stream a = new Stream(); // error: not-called
        Stream b = new Stream();
        b.close();
        a.close();
    }

    void firstCloseThrows() throws IOException {
        Stream a = new Stream(); // error: not-called
        Res b = new Res(); // error: not-called
        a.read();
        a.close();
        b.close();
    }

    void closeThatThrowsBeforeOther() throws IOException {
        Stream a = new Stream();
        Res b = new Res(); // error: not-called
        a.close();
        b.close();
    }

    void closeThatThrowsBehindOther() throws IOException {
        Stream a = new Stream();
        Res b = new Res();
        b.close();
        a.close();
    }

    void inFinally() throws IOException {
        Res r = new Res();
        try {
            r.read();
        } finally {
            r.close();
        }
    }

    void inFinallyOnlySometimes(boolean b) throws IOException {
        Res r = new Res(); // error: not-called
        try {
            r.read();
        } finally {
            if (b) {
                r.close();
            }
        }
    }

    void betweenAcquisitionAndTry() throws IOException {
        Res r = new Res(); // error: not-called
        mayThrow();
        try {
            r.read();
        } finally {
            r.close();
        }
    }

    void acquiredInTry() throws IOException {
        Res r = null;
        try {
            r = new Res();
            r.read();
        } finally {
            if (r != null) {
                r.close();
            }
        }
    }

    void closedAtEndOfTry() {
        Res r = new Res(); // error: not-called
        try {
            r.read();
            r.close();
        } catch (IOException e) {
            mayDo();
        }
    }

    void closedInTryAndHandler() {
        Res r = new Res();
        try {
            r.read();
            r.close();
        } catch (IOException e) {
            r.close();
        }
    }

    void closedBehindHandler() {
        Res r = new Res();
        try {
            r.read();
        } catch (IOException e) {
            mayDo();
        }
        r.close();
    }

    void handlerReturns() {
        Res r = new Res(); // error: not-called
        try {
            r.read();
        } catch (IOException e) {
            return;
        }
        r.close();
    }

    void handlerClosesAndReturns() {
        Res r = new Res();
        try {
            r.read();
        } catch (IOException e) {
            r.close();
            return;
        }
        r.close();
    }

    void handlerThrows() throws Trouble {
        Res r = new Res(); // error: not-called
        try {
            r.read();
        } catch (IOException e) {
            throw new Trouble();
        }
        r.close();
    }

    void handlerClosesAndThrows() throws Trouble {
        Res r = new Res();
        try {
            r.read();
        } catch (IOException e) {
            r.close();
            throw new Trouble();
        }
        r.close();
    }

    void handlerThrowsRuntime() {
        Res r = new Res(); // error: not-called
        try {
            r.read();
        } catch (IOException e) {
            throw new RuntimeException(e);
        }
        r.close();
    }

    void handlerThrowsUnchecked() {
        Res r = new Res(); // error: not-called
        try {
            r.read();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        r.close();
    }

    void throwRuntime(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            throw new RuntimeException();
        }
        r.close();
    }

    void throwError(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            throw new Error();
        }
        r.close();
    }

    void throwNullPointer(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            throw new NullPointerException();
        }
        r.close();
    }

    void throwIllegalArgument(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            throw new IllegalArgumentException();
        }
        r.close();
    }

    void throwOwnUnchecked(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            throw new Unchecked();
        }
        r.close();
    }

    void throwChecked(boolean b) throws Trouble {
        Res r = new Res(); // error: not-called
        if (b) {
            throw new Trouble();
        }
        r.close();
    }

    void throwCheckedClosed(boolean b) throws Trouble {
        Res r = new Res();
        if (b) {
            r.close();
            throw new Trouble();
        }
        r.close();
    }

    void throwParameter(RuntimeException e, boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            throw e;
        }
        r.close();
    }

    void throwIllegalParameter(IllegalStateException e, boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            throw e;
        }
        r.close();
    }

    void declaredUnchecked() {
        Res r = new Res(); // error: not-called
        mayIllegal();
        r.close();
    }

    void declaredIgnored() {
        Res r = new Res();
        mayNull();
        r.close();
    }

    void declaredOwnUnchecked() {
        Res r = new Res(); // error: not-called
        mayUnchecked();
        r.close();
    }

    void declaredUncheckedCaught() {
        Res r = new Res();
        try {
            mayIllegal();
        } catch (IllegalArgumentException e) {
            mayDo();
        }
        r.close();
    }

    void asserted(int n) {
        Res r = new Res(); // error: not-called
        assert n > 0;
        r.close();
    }

    void assertedBefore(int n) {
        assert n > 0;
        Res r = new Res();
        r.close();
    }

    int divided(int n) {
        Res r = new Res();
        int m = 100 / n;
        r.close();
        return m;
    }

    int indexed(int[] a, int n) {
        Res r = new Res();
        int m = a[n];
        r.close();
        return m;
    }

    String narrowed(Object o) {
        Res r = new Res();
        String s = (String) o;
        r.close();
        return s;
    }

    int[] allocated(int n) {
        Res r = new Res();
        int[] a = new int[n];
        r.close();
        return a;
    }

    void twoExceptions() {
        Res r = new Res(); // error: not-called
        try {
            mayThrow();
            mayTrouble();
        } catch (IOException e) {
            r.close();
            return;
        } catch (Trouble e) {
            return;
        }
        r.close();
    }

    void twoExceptionsClosed() {
        Res r = new Res();
        try {
            mayThrow();
            mayTrouble();
        } catch (IOException | Trouble e) {
            r.close();
            return;
        }
        r.close();
    }

    void caughtByBase() {
        Res r = new Res();
        try {
            mayThrow();
            mayTrouble();
        } catch (Exception e) {
            mayDo();
        }
        r.close();
    }

    void caughtByOther() throws IOException {
        Res r = new Res(); // error: not-called
        try {
            mayThrow();
            mayTrouble();
        } catch (Trouble e) {
            mayDo();
        }
        r.close();
    }

    void handlerForNullPointer() {
        Res r = new Res(); // error: not-called
        try {
            mayDo();
        } catch (NullPointerException e) {
            return;
        }
        r.close();
    }

    void rethrown() throws IOException {
        Res r = new Res(); // error: not-called
        try {
            r.read();
        } catch (IOException e) {
            throw e;
        }
        r.close();
    }

    void rethrownClosed() throws IOException {
        Res r = new Res();
        try {
            r.read();
        } catch (IOException e) {
            r.close();
            throw e;
        }
        r.close();
    }

    void finallyOfOther() throws IOException {
        Stream s = new Stream(); // error: not-called
        Res r = new Res();
        try {
            s.read();
        } finally {
            r.close();
        }
        s.close();
    }

    void nestedFinally() throws IOException {
        Stream a = new Stream();
        try {
            Stream b = new Stream();
            try {
                b.read();
                a.read();
            } finally {
                b.close();
            }
        } finally {
            a.close();
        }
    }

    void closesInFinallyThatThrows() throws IOException {
        Stream a = new Stream();
        Res b = new Res(); // error: not-called
        try {
            a.read();
        } finally {
            a.close();
            b.close();
        }
    }

    void closesInNestedFinally() throws IOException {
        Stream a = new Stream();
        Res b = new Res();
        try {
            a.read();
        } finally {
            try {
                a.close();
            } finally {
                b.close();
            }
        }
    }

    void returnInTry(boolean x) throws IOException {
        Res r = new Res();
        try {
            if (x) {
                return;
            }
            r.read();
        } finally {
            r.close();
        }
    }

    void swallowed() {
        Stream s = null;
        try {
            s = new Stream();
            s.read();
        } catch (IOException e) {
            mayDo();
        } finally {
            if (s != null) {
                try {
                    s.close();
                } catch (IOException e) {
                    mayDo();
                }
            }
        }
    }

    void exits(boolean b) {
        Res r = new Res();
        if (b) {
            System.exit(1);
        }
        r.close();
    }

    void dies(boolean b) {
        Res r = new Res();
        if (b) {
            die();
        }
        r.close();
    }

    void diesNot(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            mayDo();
            return;
        }
        r.close();
    }

    // ---- What "finally" passes on (found by random programs).  ----

    void lostOnTheWayThroughFinally() throws IOException {
        Res r = new Res(); // error: not-called
        try {
            mayThrow();
        } finally {
            mayDo();
        }
        r.close();
    }

    void overwrittenOnTheWayToFinally() throws IOException {
        Res r = new Res(); // error: not-called
        try {
            try {
                mayThrow();
            } catch (IOException e) {
                r = new Res();
                r.close();
                throw e;
            }
        } finally {
            mayDo();
        }
        r.close();
    }

    void caughtBehindFinally() {
        Res r = new Res();
        try {
            try {
                mayThrow();
            } finally {
                mayDo();
            }
        } catch (IOException e) {
            mayDo();
        }
        r.close();
    }

    void closedBehindFinally() throws IOException {
        Res r = new Res();
        try {
            try {
                mayThrow();
            } finally {
                mayDo();
            }
        } catch (IOException e) {
            r.close();
            throw e;
        }
        r.close();
    }

    void nothingGoesThroughFinally() {
        Res r = new Res();
        try {
            mayDo();
        } finally {
            mayDo();
        }
        r.close();
    }

    void lostInSynchronized() throws IOException {
        Res r = new Res(); // error: not-called
        synchronized (this) {
            mayThrow();
        }
        r.close();
    }
}
