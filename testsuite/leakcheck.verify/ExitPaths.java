// Ways through a method: exceptions declared and ignored, finally, loops, returns in odd
// places.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.util.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class ExitPaths {
    static class Trouble extends Exception { }
    static class MoreTrouble extends Trouble { }

    static void trouble() throws Trouble { }
    static void state() throws IllegalStateException { }
    static void runtime() throws RuntimeException { }
    static void quiet() { }

    // ---- What a call throws.  ----

    void declared() throws Trouble {
        Res r = new Res(); // error: not-called
        trouble();
        r.close();
    }

    void declaredUnchecked() {
        Res r = new Res(); // error: not-called
        state();
        r.close();
    }

    void declaredIgnored() {
        Res r = new Res();
        runtime();
        r.close();
    }

    void undeclared() {
        Res r = new Res();
        quiet();
        r.close();
    }

    void caughtThere() {
        Res r = new Res();
        try {
            trouble();
        } catch (Trouble e) {
            r.close();
            return;
        }
        r.close();
    }

    void caughtAndForgotten() {
        Res r = new Res(); // error: not-called
        try {
            trouble();
        } catch (Trouble e) {
            return;
        }
        r.close();
    }

    void caughtBelow() throws Trouble {
        Res r = new Res(); // error: not-called
        try {
            trouble();
        } catch (MoreTrouble e) {
            r.close();
            return;
        }
        r.close();
    }

    void caughtAbove() {
        Res r = new Res();
        try {
            trouble();
        } catch (Exception e) {
            r.close();
            return;
        }
        r.close();
    }

    void caughtAndThrown() throws Trouble {
        Res r = new Res();
        try {
            trouble();
        } catch (Trouble e) {
            r.close();
            throw e;
        }
        r.close();
    }

    void caughtAndThrownAsOther() {
        Res r = new Res(); // error: not-called
        try {
            trouble();
        } catch (Trouble e) {
            throw new IllegalStateException(e);
        }
        r.close();
    }

    void caughtAndThrownAsRuntime() {
        Res r = new Res(); // error: not-called
        try {
            trouble();
        } catch (Trouble e) {
            throw new RuntimeException(e);
        }
        r.close();
    }

    void caughtEither() throws IOException {
        Res r = new Res();
        try {
            trouble();
            r.read();
        } catch (Trouble | IOException e) {
            r.close();
            return;
        }
        r.close();
    }

    // ---- What is thrown here.  ----

    void thrown(int n) throws Trouble {
        Res r = new Res(); // error: not-called
        if (n > 0) {
            throw new Trouble();
        }
        r.close();
    }

    void thrownUnchecked(int n) {
        Res r = new Res(); // error: not-called
        if (n > 0) {
            throw new IllegalArgumentException();
        }
        r.close();
    }

    void thrownRuntime(int n) {
        Res r = new Res(); // error: not-called
        if (n > 0) {
            throw new RuntimeException();
        }
        r.close();
    }

    void thrownError(int n) {
        Res r = new Res(); // error: not-called
        if (n > 0) {
            throw new Error();
        }
        r.close();
    }

    void thrownAssertion(int n) {
        Res r = new Res(); // error: not-called
        if (n > 0) {
            throw new AssertionError();
        }
        r.close();
    }

    void thrownAndCaught(int n) {
        Res r = new Res();
        try {
            if (n > 0) {
                throw new Trouble();
            }
            quiet();
        } catch (Trouble e) {
            System.err.println(e);
        }
        r.close();
    }

    int divided(int a, int b) {
        Res r = new Res();
        int n = a / b;
        r.close();
        return n;
    }

    int indexed(int[] a, int i) {
        Res r = new Res();
        int n = a[i];
        r.close();
        return n;
    }

    String cast(Object o) {
        Res r = new Res();
        String s = (String) o;
        r.close();
        return s;
    }

    // ---- finally.  ----

    void atLast() throws Trouble {
        Res r = new Res();
        try {
            trouble();
        } finally {
            r.close();
        }
    }

    void atLastTooLate() throws Trouble {
        Res r = new Res(); // error: not-called
        trouble();
        try {
            trouble();
        } finally {
            r.close();
        }
    }

    int atLastReturned() throws Trouble {
        Res r = new Res();
        try {
            trouble();
            return r.size();
        } finally {
            r.close();
        }
    }

    void atLastUnlessNull(boolean b) throws Trouble {
        Res r = null;
        try {
            if (b) {
                r = new Res();
            }
            trouble();
        } finally {
            if (r != null) {
                r.close();
            }
        }
    }

    void atLastOnCondition(boolean b) throws Trouble {
        Res r = new Res(); // error: not-called
        try {
            trouble();
        } finally {
            if (b) {
                r.close();
            }
        }
    }

    void atLastTwo() throws IOException {
        InputStream a = new FileInputStream("a");
        try {
            InputStream b = new FileInputStream("b");
            try {
                b.read();
            } finally {
                b.close();
            }
        } finally {
            a.close();
        }
    }

    void atLastTwoAtOnce() throws IOException {
        InputStream a = null;
        InputStream b = null; // what is assigned below is what leaks
        try {
            a = new FileInputStream("a");
            b = new FileInputStream("b"); // error: not-called
            b.read();
        } finally {
            if (a != null) {
                a.close();
            }
            if (b != null) {
                b.close();
            }
        }
    }

    void atLastInBoth() throws Trouble {
        Res r = new Res();
        try {
            trouble();
        } catch (Trouble e) {
            r.use();
            throw e;
        } finally {
            r.close();
        }
    }

    // ---- Loops.  ----

    void eachRound(List<String> names) throws IOException {
        for (String name : names) {
            InputStream in = new FileInputStream(name);
            in.close();
        }
    }

    void eachRoundUnlessSkipped(List<String> names) throws IOException {
        for (String name : names) {
            InputStream in = new FileInputStream(name); // error: not-called
            if (name.isEmpty()) {
                continue;
            }
            in.close();
        }
    }

    void eachRoundUntilLeft(List<String> names) throws IOException {
        for (String name : names) {
            InputStream in = new FileInputStream(name); // error: not-called
            if (name.isEmpty()) {
                break;
            }
            in.close();
        }
    }

    void overwrittenEachRound(int n) {
        Res r = null;
        for (int i = 0; i < n; i++) {
            r = new Res(); // error: not-called
        }
        if (r != null) {
            r.close();
        }
    }

    void closedBeforeNextRound(int n) {
        Res r = null;
        for (int i = 0; i < n; i++) {
            if (r != null) {
                r.close();
            }
            r = new Res();
        }
        if (r != null) {
            r.close();
        }
    }

    Socket untilConnected(String host) {
        while (true) {
            try {
                return new Socket(host, 1);
            } catch (IOException e) {
                quiet();
            }
        }
    }

    void forever(ServerSocket server) throws IOException {
        while (true) {
            Socket s = server.accept();
            s.close();
        }
    }

    void foreverUsed(ServerSocket server) throws IOException {
        while (true) {
            Socket s = server.accept(); // error: not-called
            s.setSoTimeout(1);
            s.close();
        }
    }

    void untilDone(Res first) {
        Res r = first;
        do {
            r.use();
        } while (r.ready());
    }

    void labelled(int n) {
        outer:
        for (int i = 0; i < n; i++) {
            Res r = new Res(); // error: not-called
            for (int k = 0; k < n; k++) {
                if (k == i) {
                    continue outer;
                }
            }
            r.close();
        }
    }

    // ---- try with resources.  ----

    void with() throws IOException {
        try (InputStream a = new FileInputStream("a"); InputStream b = new FileInputStream("b")) {
            a.read();
            b.read();
        }
    }

    void withVariable() throws IOException {
        InputStream a = new FileInputStream("a");
        try (a) {
            a.read();
        }
    }

    void withVariableLate() throws IOException {
        InputStream a = new FileInputStream("a"); // error: not-called
        a.read();
        try (a) {
            a.read();
        }
    }

    void withInner() throws IOException {
        try (Reader r = new InputStreamReader(new FileInputStream("a"), "utf-8")) {
            r.read();
        }
    }

    void withAndMore() throws IOException {
        try (InputStream a = new FileInputStream("a")) {
            InputStream b = new FileInputStream("b"); // error: not-called
            b.read();
        }
    }

    Res withReturned() throws IOException {
        try (InputStream a = new FileInputStream("a")) {
            return new Res(); // error: not-called // if closing 'a' throws
        }
    }

    // ---- Exits.  ----

    void exits(boolean b) {
        Res r = new Res();
        if (b) {
            System.exit(1);
        }
        r.close();
    }

    void synchronizedBlock(Object lock) {
        Res r = new Res();
        synchronized (lock) {
            r.close();
        }
    }

    void synchronizedThrows(Object lock) throws Trouble {
        Res r = new Res(); // error: not-called
        synchronized (lock) {
            trouble();
            r.close();
        }
    }
}
