// Interfaces of the library whose results are of a type argument: Supplier, Callable, Future.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Suppliers {
    // ---- Callers own what they get.

    static void closed(Supplier<Res> s) {
        Res r = s.get();
        r.use();
        r.close();
    }

    static void dropped(Supplier<Res> s) {
        s.get(); // error: not-called
    }

    static void notClosed(Supplier<Res> s) {
        Res r = s.get(); // error: not-called
        r.use();
    }

    static void toObject(Supplier<Res> s) {
        Object o = s.get(); // error: not-called
        System.out.println(o);
    }

    static void ofNames(Supplier<String> s) {
        s.get();
        Object o = s.get();
        System.out.println(o);
    }

    static void ofSomething(Supplier<?> s) {
        s.get();
    }

    static void byArgument(Function<String, ? extends Res> open, int n) {
        open.apply("a" + n); // error: not-called
        open.apply("b").close();
    }

    static void called(Callable<Res> c) throws Exception {
        Res r = c.call();
        r.close();
    }

    static void awaited(Future<Res> f) throws Exception {
        Res r = f.get();
        r.close();
    }

    static void awaitedAndDropped(Future<Res> f) throws Exception {
        f.get(); // error: not-called
    }

    private final Supplier<Res> field = Res::new;

    void ofField() {
        field.get().close();
    }

    void ofFieldDropped() {
        field.get(); // error: not-called
    }

    Supplier<Res> ofMethod() {
        return field;
    }

    void ofMethodDropped() {
        ofMethod().get(); // error: not-called
    }

    static void reference() {
        Supplier<Res> s = Res::make;
        s.get().close();
    }

    static void referenceDropped() {
        Supplier<Res> s = Res::new;
        s.get(); // error: not-called
    }

    // ---- Lambdas give their callers what they return.

    static Function<Integer, Res> maker() {
        return n -> new Res();
    }

    static void made() {
        maker().apply(1).close();
    }

    static void makes() {
        Supplier<Res> s = () -> {
            Res r = new Res();
            r.use();
            return r;
        };
        s.get().close();
    }

    static void makesTwo() {
        Supplier<Res> s = () -> {
            Res lost = new Res(); // error: not-called
            return new Res();
        };
        s.get().close();
    }

    static void given() {
        closed(() -> new Res());
    }

    // The type does not say what it returns.
    static void ofObject() {
        Supplier<Object> s = () -> new Res(); // error: not-called
        s.get();
    }

    static void toLibrary(ExecutorService e) {
        e.submit(() -> new Res()); // error: not-called
    }

    // ---- Implementations.

    static class Opens implements Supplier<Res> {
        @Override
        public Res get() {
            return new Res();
        }
    }

    static void implemented() {
        Supplier<Res> s = new Opens();
        s.get().close();
    }

    static class Loses implements Callable<Integer> {
        @Override
        public Integer call() {
            Res r = new Res(); // error: not-called
            return r.size();
        }
    }
}
