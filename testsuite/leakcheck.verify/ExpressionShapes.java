// Conditional expressions, switches, lambdas, generics, collections, records, and
// other shapes of code in which obligations are held.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// needs 17

import java.io.IOException;
import java.util.*;
import java.util.function.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Wrap;

class ExpressionShapes {
    // ---- Conditional expressions.  ----

    void conditional(boolean b) {
        Res r = b ? new Res() : Res.make();
        r.close();
    }

    void conditionalNotClosed(boolean b) {
        Res r = b ? new Res() : null; // error: not-called
    }

    void instanceOfItsClass() {
        Object o = new Res();
        if (o instanceof Res) {
            ((Res) o).close();
        }
    }

    void instanceOfAnother(boolean b) {
        Object o = b ? new Res() : "none"; // error: not-called
        if (o instanceof String) {
            o.hashCode();
        }
    }

    void instanceOfOneOfTwo(boolean b) {
        Object o = b ? new Res() : "none"; // known: not-called (which of the two it is does not count)
        if (o instanceof Res) {
            ((Res) o).close();
        }
    }

    void conditionalArgument(boolean b) {
        Res.take(b ? new Res() : Res.make());
    }

    void conditionalLent(boolean b) {
        Res.look(b ? new Res() : null); // error: not-called
    }

    Res conditionalResult(boolean b) {
        return b ? new Res() : null;
    }

    void conditionalOfLocals(boolean b) {
        Res r = new Res(); // error: not-called
        Res s = new Res(); // error: not-called
        Res t = b ? r : s;
        t.close();
    }

    // ---- Switches.  ----

    void switched(int n) {
        Res r = new Res(); // error: not-called
        switch (n) {
            case 1:
                r.close();
                break;
            case 2:
                r.use();
                break;
            default:
                r.close();
        }
    }

    void switchedClosed(int n) {
        Res r = new Res();
        switch (n) {
            case 1:
                r.close();
                break;
            default:
                r.close();
        }
    }

    void switchedWithoutDefault(int n) {
        Res r = new Res(); // error: not-called
        switch (n) {
            case 1:
                r.close();
                break;
            case 2:
                r.close();
                break;
        }
    }

    void fallsThrough(int n) {
        Res r = new Res();
        switch (n) {
            case 1:
                r.use();
            default:
                r.close();
        }
    }

    void switchExpression(int n) {
        Res r = switch (n) {
            case 1 -> new Res();
            default -> Res.make();
        };
        r.close();
    }

    void switchOfStrings(String s) {
        Res r = new Res(); // error: not-called
        switch (s) {
            case "a":
                r.close();
                break;
            case "b":
                break;
            default:
                r.close();
        }
    }

    // ---- Lambdas.  ----

    void lambdaBody() {
        Runnable run = () -> {
            Res r = new Res();
            r.close();
        };
        run.run();
    }

    void lambdaBodyNotClosed() {
        Runnable run = () -> {
            Res r = new Res(); // error: not-called
            r.use();
        };
        run.run();
    }

    void lambdaResult() {
        Supplier<Object> s = () -> new Res(); // error: not-called
    }

    void captured() {
        Res r = new Res();
        Runnable run = () -> r.close();
        run.run();
    }

    void capturedAndClosed() {
        Res r = new Res();
        Runnable run = () -> r.use();
        run.run();
        r.close();
    }

    void lambdaParameter() {
        Consumer<Res> c = r -> r.use();
        c.hashCode();
    }

    void methodReference() {
        Supplier<Object> s = Object::new;
    }

    // ---- Generics.  ----

    static <T> T same(T t) {
        return t;
    }

    static <T extends Res> void lookAt(T t) {
        t.use();
    }

    static <T extends Res> void takes(@Owning T t) {
        t.close();
    }

    static <T extends Res> void takesNot(@Owning T t) { // error: not-called
        t.use();
    }

    static class Box<T> {
        private final T t;
        Box(T t) { this.t = t; }
        T get() { return t; }
    }

    void boundedGiven() {
        takes(new Res());
    }

    void boundedLent() {
        Res r = new Res();
        lookAt(r);
        r.close();
    }

    void boundedLentOnly() {
        lookAt(new Res()); // error: not-called
    }

    void boxOfStrings() {
        Box<String> b = new Box<>("x");
        String s = b.get();
    }

    void genericCalls(List<String> l) {
        String s = l.get(0);
        Object o = same(s);
        Map<String, Integer> m = new HashMap<>();
        Integer n = m.get(s);
    }

    // ---- Collections and arrays.  ----

    void intoArray() {
        Res[] a = new Res[1];
        a[0] = new Res(); // error: not-called
    }

    void intoArrayInitialiser() {
        Res[] a = { new Res() }; // error: not-called
    }

    void intoArrayClosed() {
        Res r = new Res();
        Res[] a = { r };
        r.close();
    }

    void fromArray(Res[] a) {
        Res r = a[0];
        r.use();
    }

    void overArray(Res[] a) {
        for (Res r : a) {
            r.use();
        }
    }

    void intoCollection(Collection<Object> c) {
        c.add(new Res()); // error: not-called
    }

    void intoCollectionClosed(Collection<Object> c) {
        Res r = new Res();
        c.add(r);
        r.close();
    }

    // ---- Nested, anonymous, and enumerated classes.  ----

    @InheritableMustCall("close")
    class Inner {
        private final @Owning Res r;
        Inner(@Owning Res given) { this.r = given; }
        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() { r.close(); }
    }

    void inner() {
        Inner i = new Inner(new Res());
        i.close();
    }

    void innerNotClosed() {
        Inner i = new Inner(new Res()); // error: not-called
    }

    void anonymous() {
        Object o = new Object() {
            void m() {
                Res r = new Res(); // error: not-called
            }
            void n() {
                Res r = new Res();
                r.close();
            }
        };
    }

    enum Color {
        RED, GREEN;

        void paint() {
            Res r = new Res(); // error: not-called
        }

        void paintClosed() {
            new Res().close();
        }
    }

    interface WithDefault {
        default void m() {
            Res r = new Res(); // error: not-called
        }

        default void n() {
            Res r = new Res();
            r.close();
        }

        static void s() {
            new Res(); // error: not-called
        }
    }

    // ---- Records.  ----

    @InheritableMustCall("close")
    record Pair(@Owning Res r, int n) {
        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    void record() {
        Pair p = new Pair(new Res(), 1);
        p.close();
    }

    void recordNotClosed() {
        Pair p = new Pair(new Res(), 1); // error: not-called
    }

    // ---- Synchronized, labels, patterns.  ----

    void synchronizedClosed() {
        Res r = new Res();
        synchronized (this) {
            r.use();
        }
        r.close();
    }

    synchronized void synchronizedNotClosed() {
        Res r = new Res(); // error: not-called
        synchronized (this) {
            r.use();
        }
    }

    void labelled(int n) {
        Res r = new Res(); // error: not-called
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (j == 3) {
                    break outer;
                }
                if (j == 4) {
                    return;
                }
            }
        }
        r.close();
    }

    void labelledClosed(int n) {
        Res r = new Res();
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (j == 3) {
                    break outer;
                }
            }
        }
        r.close();
    }

    void pattern() {
        Object o = Res.make(); // error: not-called
        if (o instanceof Res r) {
            r.close();
        }
    }

    void staticInit() {
        Object o = new Object();
        o.hashCode();
    }

    static {
        Res r = new Res();
        r.close();
    }

    static {
        Res r = new Res(); // error: not-called
        r.use();
    }
}
