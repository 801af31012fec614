// Elements of arrays and lists by number: which are the same, and which are not.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.util.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

class ElementNumbers {
    @InheritableMustCall("close")
    static class Res {
        void close() {
        }

        boolean ready() {
            return true;
        }
    }

    // ---- A counter.  ----

    static void countedTwice() {
        Res[] a = new Res[2];
        int n = 0;
        a[n++] = new Res();
        a[n++] = new Res();
        for (int i = 0; i < a.length; i++) {
            a[i].close();
        }
    }

    static void testedFirst() {
        Res[] a = new Res[2];
        int n = 0;
        a[n++] = new Res();
        a[n++] = new Res();
        for (int i = 0; i < a.length; i++) {
            if (a[i] != null) {
                a[i].close();
            }
        }
    }

    static void afterParameter(int k, @Owning Res one, @Owning Res two) {
        Res[] a = new Res[8];
        a[k] = one;
        a[k + 1] = two;
        for (int i = 0; i < a.length; i++) {
            if (a[i] != null) {
                a[i].close();
            }
        }
    }

    static void setTwice(int k, @Owning Res two) {
        Res[] a = new Res[8];
        a[k] = new Res(); // error: not-called
        a[k] = two;
        for (int i = 0; i < a.length; i++) {
            if (a[i] != null) {
                a[i].close();
            }
        }
    }

    static void onlySome() {
        Res[] a = new Res[2];
        int n = 0;
        a[n++] = new Res(); // error: not-called
        a[n++] = new Res(); // error: not-called
        for (int i = 0; i < a.length; i++) {
            if (a[i] != null && a[i].ready()) {
                a[i].close();
            }
        }
    }

    static void anotherOne(List<Res> none) {
        Res[] a = new Res[2];
        int n = 0;
        a[n++] = new Res(); // error: not-called
        a[n++] = new Res(); // error: not-called
        for (int i = 0; i < a.length; i++) {
            if (a[i] != null) {
                a[1 - i].ready();
            }
        }
    }

    // ---- The number is a field.  ----

    @InheritableMustCall("close")
    static class Slots {
        private final @Owning Res[] slots = new Res[8];
        private int n;

        void add() {
            if (slots[n] == null) {
                slots[n] = new Res();
            }
        }

        void addAnyway() {
            slots[n] = new Res(); // error: not-called
        }

        void addNext() {
            if (slots[n] == null) {
                n++;
                slots[n] = new Res(); // error: not-called
            }
        }

        void addAfterCall() {
            if (slots[n] == null) {
                next();
                slots[n] = new Res(); // error: not-called
            }
        }

        // "close" might change the field.
        void replace() {
            int i = n;
            if (slots[i] != null) {
                slots[i].close();
            }
            slots[i] = new Res();
        }

        void next() {
            n++;
        }

        @EnsuresCalledMethods(value = "this.slots", methods = "close")
        void close() {
            for (int i = 0; i < slots.length; i++) {
                if (slots[i] != null) {
                    slots[i].close();
                }
            }
        }
    }

    // ---- Lists.  ----

    static void fromList(@Owning List<Res> all) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) != null) {
                all.get(i).close();
            }
        }
    }

    static void anyOfList(@Owning List<Res> all, int k) { // error: not-called
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) != null) {
                all.get(k).close();
            }
        }
    }

    // ---- As many as the array was made for, or as were stored.  ----

    static void sizeInVariable(int m) {
        Res[] a = new Res[m];
        for (int i = 0; i < m; i++) {
            a[i] = new Res();
        }
        for (int i = 0; i < m; i++) {
            a[i].close();
        }
    }

    static void sizeInVariableBack(int m) {
        Res[] a = new Res[m];
        for (int i = 0; i != m; i++) {
            a[i] = new Res();
        }
        for (int i = m - 1; i >= 0; i--) {
            a[i].close();
        }
    }

    static void lastLeft(int m) {
        Res[] a = new Res[m];
        for (int i = 0; i < m; i++) {
            a[i] = new Res(); // error: not-called
        }
        for (int i = 0; i < m - 1; i++) {
            a[i].close();
        }
    }

    static void otherSize(int m, int k) {
        Res[] a = new Res[m];
        for (int i = 0; i < m; i++) {
            a[i] = new Res(); // error: not-called
        }
        for (int i = 0; i < k; i++) {
            a[i].close();
        }
    }

    static void everySecond(int m) {
        Res[] a = new Res[m];
        for (int i = 0; i < m; i++) {
            a[i] = new Res(); // error: not-called
        }
        for (int i = 0; i < m; i += 2) {
            a[i].close();
        }
    }

    static void asManyAsStored(int m) {
        Res[] a = new Res[10];
        int n = 0;
        while (n < m) {
            a[n++] = new Res();
        }
        for (int i = 0; i < n; i++) {
            a[i].close();
        }
    }

    static void lastNotCounted(int m) {
        Res[] a = new Res[10];
        int n = 0;
        while (n < m) {
            a[n] = new Res(); // error: not-called
            if (m == 7) {
                break;
            }
            n++;
        }
        for (int i = 0; i < n; i++) {
            a[i].close();
        }
    }

    static void oneLess(int m) {
        Res[] a = new Res[10];
        int n = 0;
        while (n < m) {
            a[n++] = new Res(); // error: not-called
        }
        n--;
        for (int i = 0; i < n; i++) {
            a[i].close();
        }
    }
}
