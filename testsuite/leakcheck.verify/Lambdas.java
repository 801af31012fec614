// Lambdas and method references: their bodies keep what the interface's method promises, and
// one that closes what it captured is a handle on it.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;

class Lambdas {
    interface Sink { void take(@Owning Res r); }
    interface Shutter { @EnsuresCalledMethods(value = "#1", methods = "close") void shut(Res r); }
    interface Maker { Res make(); }
    interface Getter { @NotOwning Res get(); }
    interface Pair { void take(int n, @Owning Res r); }

    private static final @Owning Res pool = new Res();

    static void feed(Sink s) { s.take(new Res()); }
    static void pair(Pair p) { p.take(1, new Res()); }
    static void shutBy(Shutter s) {
        Res r = new Res();
        s.shut(r);
    }
    static void make(Maker m) {
        Res r = m.make();
        r.close();
    }
    static void get(Getter g) { g.get().use(); }

    static void look(Res r) { }
    static void drop(Res r) { }
    static void own(@Owning Res r) { r.close(); }
    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void shut(Res r) { r.close(); }

    void ownedDropped() {
        feed(r -> r.use()); // error: not-called
    }

    void ownedClosed() {
        feed(r -> r.close());
    }

    void ownedClosedSometimes() {
        feed(r -> {
            if (r.ready()) { // error: not-called
                r.close();
            }
        });
    }

    void ownedWithCapture(Res other) {
        pair((n, r) -> { r.use(); other.use(); }); // error: not-called
        pair((n, r) -> { other.use(); r.close(); });
    }

    void referredDropped() {
        feed(Lambdas::drop); // error: method-reference
    }

    void referredOwning() {
        feed(Lambdas::own);
        feed(Res::close);
        feed(Lambdas::shut);
    }

    void promiseNotKept() {
        shutBy(r -> r.use()); // error: promise-broken
    }

    void promiseKept() {
        shutBy(r -> r.close());
        shutBy(Res::close);
    }

    void promiseNotKeptByReference() {
        shutBy(Lambdas::look); // error: method-reference
    }

    void made() {
        make(() -> new Res());
        make(Res::new);
        make(Res::make);
    }

    void notOwned() {
        get(() -> new Res()); // error: not-called
    }

    void notOwnedReferred() {
        get(Res::make); // error: method-reference
    }

    void notOwnedShared() {
        get(Res::shared);
    }

    // ---- Handles.  ----

    void closedByReference() throws Exception {
        Res r = new Res();
        try (AutoCloseable c = r::close) {
            r.use();
        }
    }

    void closedByLambda() {
        Res r = new Res();
        Runnable c = () -> r.close();
        c.run();
    }

    void notRun() {
        Res r = new Res(); // error: not-called
        Runnable c = () -> r.close();
        r.use();
    }

    void runsOther() {
        Res r = new Res(); // error: not-called
        Runnable c = () -> r.use();
        c.run();
    }

    void runSometimes() {
        Res r = new Res(); // error: not-called
        Runnable c = () -> {
            if (r.ready()) {
                r.close();
            }
        };
        c.run();
    }

    static Res open(String name) { return new Res(); }
    static @NotOwning Res lent(String name) { return pool; }

    // The interface's method returns nothing.
    void lostResults(java.util.List<String> names) {
        names.forEach(Lambdas::open); // error: method-reference
        names.forEach(Lambdas::lent);
    }
}
