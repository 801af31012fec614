// Exceptions that the virtual machine throws, and handlers that expect them.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.util.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class ImplicitThrows {
    int divided(int a, int b) {
        Res r = new Res(); // error: not-called
        int c;
        try {
            c = a / b;
        } catch (ArithmeticException e) {
            return 0;
        }
        r.close();
        return c;
    }

    int dividedAny(int a, int b) {
        Res r = new Res(); // error: not-called
        int c;
        try {
            c = a % b;
        } catch (RuntimeException e) {
            return 0;
        }
        r.close();
        return c;
    }

    int dividedClosed(int a, int b) {
        Res r = new Res();
        int c;
        try {
            c = a / b;
        } catch (ArithmeticException e) {
            r.close();
            return 0;
        }
        r.close();
        return c;
    }

    int dividedByTwo(int a) {
        Res r = new Res();
        int c;
        try {
            c = a / 2;
        } catch (ArithmeticException e) {
            return 0;
        }
        r.close();
        return c;
    }

    int dividedAndNoHandler(int a, int b) {
        Res r = new Res();
        int c = a / b;
        r.close();
        return c;
    }

    int element(int[] a, int i) {
        Res r = new Res(); // error: not-called
        try {
            a[i]++;
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
        r.close();
        return a[i];
    }

    void elements(String[] names) {
        Res r = new Res();
        try {
            for (String s : names) {
                System.out.println(s);
            }
        } finally {
            r.close();
        }
    }

    void cast(Object o) {
        Res r = new Res(); // error: not-called
        try {
            Integer n = (Integer) o;
            o = n;
        } catch (ClassCastException e) {
            return;
        }
        r.close();
    }

    void castOfElement(Queue<Res> q) {
        try {
            Res r = q.poll();
            if (r != null) {
                r.close();
            }
        } catch (ClassCastException e) {
            return;
        }
    }

    static class Node {
        Node next;
    }

    void followed(Node n) {
        Res r = new Res(); // error: not-called
        try {
            n = n.next.next;
        } catch (NullPointerException e) {
            return;
        }
        r.close();
    }

    // ---- Null.  The method that is called does not throw, and is not called.

    void nullReceiver(String s) {
        Res r = new Res(); // error: not-called
        try {
            s.length();
            r.close();
        } catch (NullPointerException e) {
            System.err.println("no string");
        }
    }

    int nullElement(List<String> all) {
        Res r = Res.make(); // error: not-called
        int n = 0;
        try {
            for (String s : all) {
                n += s.length();
            }
        } catch (NullPointerException e) {
            return -1;
        }
        r.close();
        return n;
    }

    void nullLock(Object lock) {
        Res r = new Res(); // error: not-called
        try {
            synchronized (lock) {
                r.close();
            }
        } catch (NullPointerException e) {
            return;
        }
    }

    void nullTested(String s) {
        Res r = new Res();
        try {
            if (s != null) {
                s.length();
            }
            r.close();
        } catch (NullPointerException e) {
            System.err.println("no string");
        }
    }

    void nullButClosed(String s) {
        Res r = new Res();
        try {
            s.length();
        } catch (NullPointerException e) {
            System.err.println("no string");
        } finally {
            r.close();
        }
    }

    void closedBefore(String s) {
        Res r = Res.make();
        try {
            r.close();
            s.length();
        } catch (NullPointerException e) {
            System.err.println("no string");
        }
    }

    void neverNull() {
        Res r = new Res();
        StringBuilder b = new StringBuilder();
        try {
            "abc".length();
            b.append("d");
            r.close();
        } catch (NullPointerException e) {
            System.err.println("no string");
        }
    }

    void otherHandler(String s) {
        Res r = new Res();
        try {
            s.length();
            r.close();
        } catch (IllegalStateException e) {
            System.err.println("no string");
        }
    }

    void made(int n) {
        Res r = new Res(); // error: not-called
        int[] a;
        try {
            a = new int[n];
        } catch (NegativeArraySizeException e) {
            return;
        }
        a[0] = 1;
        r.close();
    }

    // ---- After this (...), when the other constructor made what super (...) was given.  ----

    @InheritableMustCall("close")
    static class Holder {
        final @Owning Res r;

        Holder(@Owning Res r) {
            this.r = r;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    static class Derived extends Holder {
        Derived() {
            super(new Res());
        }

        Derived(@Owning Res r) {
            super(r);
        }

        Derived(int n) throws java.io.IOException {
            this(); // error: not-called
            new Res("x").close();
        }

        Derived(long n) {
            this();
        }
    }

    // ---- Fields that are not final, closed by the constructor that assigned them.  ----

    @InheritableMustCall("close")
    static class Two {
        private @Owning Res a, b;

        Two() throws java.io.IOException {
            a = new Res();
            try {
                b = new Res("b");
            } catch (java.io.IOException e) {
                a.close();
                throw e;
            }
        }

        Two(int n) throws java.io.IOException {
            a = new Res(); // error: not-called
            change(); // error: not-called
            try {
                b = new Res("b"); // error: field-overwritten
            } catch (java.io.IOException e) {
                a.close();
                throw e;
            }
        }

        @CreatesMustCallFor("this")
        private void change() {
            if (a != null) {
                a.close();
            }
            a = new Res();
        }

        @EnsuresCalledMethods(value = { "this.a", "this.b" }, methods = "close")
        void close() {
            try {
                a.close();
            } finally {
                b.close();
            }
        }
    }
}
