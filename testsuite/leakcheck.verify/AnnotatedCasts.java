// Casts to types with annotations: what they promise of their result is checked, and believed
// behind the cast.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

class AnnotatedCasts {
    @InheritableMustCall("close")
    static class Res {
        void prepare() {
        }

        void sign() {
        }

        void close() {
        }
    }

    static class Sub extends Res {
    }

    static class Free {
        void prepare() {
        }
    }

    static void send(@CalledMethods("prepare") Res r) {
    }

    static void post(@CalledMethods("prepare") Free f) {
    }

    static void take(@Owning Res r) {
        r.close();
    }

    // ---- What has been called.

    void notYet() {
        Res r = new Res();
        send((@CalledMethods("prepare") Res) r); // error: unsafe-cast
        r.close();
    }

    void called() {
        Res r = new Res();
        r.prepare();
        send((@CalledMethods("prepare") Res) r);
        r.close();
    }

    void anotherCalled() {
        Res r = new Res();
        r.sign();
        send((@CalledMethods("prepare") Res) r); // error: unsafe-cast
        r.close();
    }

    void calledOnOnePath(boolean b) {
        Free f = new Free();
        if (b) {
            f.prepare();
        }
        post((@CalledMethods("prepare") Free) f); // error: unsafe-cast
    }

    void calledOnBothPaths(boolean b) {
        Free f = new Free();
        if (b) {
            f.prepare();
        } else {
            f.prepare();
        }
        post((@CalledMethods("prepare") Free) f);
    }

    void toSuperclass() {
        Sub s = new Sub();
        send((@CalledMethods("prepare") Res) s); // error: unsafe-cast
        s.close();
    }

    void ofResult() {
        post((@CalledMethods("prepare") Free) new Free()); // error: unsafe-cast
    }

    // The cast has been reported; what follows believes it.
    void twice() {
        Free f = (@CalledMethods("prepare") Free) new Free(); // error: unsafe-cast
        post(f);
        post(f);
    }

    void ofParameter(@CalledMethods({"prepare", "sign"}) Free f) {
        post((@CalledMethods("prepare") Free) f);
    }

    void withoutAnnotation(Object o) {
        Free f = (Free) o;
        f.prepare();
        post(f);
    }

    int ofNull() {
        Free f = (@CalledMethods("prepare") Free) null;
        return f == null ? 0 : f.hashCode();
    }

    // ---- What must be called.

    void nothing() {
        Res r = (@MustCall({}) Res) new Res(); // error: unsafe-cast
        r.prepare();
    }

    void nothingOfSubclass(Sub given) {
        Res r = new Sub();
        Sub s = (@MustCall({}) Sub) r; // error: unsafe-cast
        s.prepare();
    }

    void nothingOfSomeResults(boolean b) {
        Res r = b ? (@MustCall({}) Res) new Res() : null; // error: unsafe-cast
        if (r != null) {
            r.prepare();
        }
    }

    @MustCall({}) Res nothingOfResult() {
        return (@MustCall({}) Res) new Res(); // error: unsafe-cast
    }

    void same() {
        Res r = (@MustCall("close") Res) new Res();
        r.close();
    }

    void sameAndLost() {
        Res r = (@MustCall("close") Res) new Res(); // error: not-called
        r.prepare();
    }

    void afterwards() {
        Res r = new Res();
        r.close();
        Res s = (@MustCall({}) Res) r;
        s.prepare();
    }

    void nothingOfNothing(Free f) {
        Free g = (@MustCall({}) Free) f;
        g.prepare();
    }

    void plain() {
        Object o = new Sub();
        Res r = (Res) o;
        r.close();
    }

    void plainAndLost() {
        Object o = new Sub(); // error: not-called
        Res r = (Res) o;
        r.prepare();
    }

    void given() {
        take((@MustCall("close") Res) new Sub());
    }

    void inLoop(int n) {
        for (int i = 0; i < n; i++) {
            Res r = (@MustCall({}) Res) new Res(); // error: unsafe-cast
            r.prepare();
        }
    }

    Runnable inLambda() {
        return () -> {
            Res r = (@MustCall({}) Res) new Res(); // error: unsafe-cast
            r.prepare();
        };
    }

    @SuppressWarnings("mustcall:cast.unsafe")
    void suppressed() {
        Res r = (@MustCall({}) Res) new Res();
        r.prepare();
    }

    @SuppressWarnings("calledmethods:cast.unsafe")
    void suppressedCall() {
        post((@CalledMethods("prepare") Free) new Free());
    }
}
