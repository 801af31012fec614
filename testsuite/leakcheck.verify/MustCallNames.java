// What must be called: any method by its simple name, several, other names than
// "close", on a type use, and unknown.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

class MustCallNames {
    @InheritableMustCall("a")
    static class One {
        void a() { }
        void a(int n) { }
        void b() { }
        One self() { return null; }
    }

    @InheritableMustCall({"a", "b"})
    static class Two {
        void a() { }
        void b() { }
        void c() { }
    }

    @MustCall("stop")
    static class Plain { // error: must-call-not-inherited
        void stop() { }
    }

    static class Nothing {
        void close() { }
    }

    void one() {
        One o = new One();
        o.a();
    }

    void oneOverload() {
        One o = new One();
        o.a(3);
    }

    void oneOther() {
        One o = new One(); // error: not-called
        o.b();
    }

    void two() {
        Two t = new Two();
        t.a();
        t.b();
    }

    void twoReverse() {
        Two t = new Two();
        t.b();
        t.c();
        t.a();
    }

    void twoFirst() {
        Two t = new Two(); // error: not-called
        t.a();
    }

    void twoSecond() {
        Two t = new Two(); // error: not-called
        t.b();
    }

    void twoOnBranches(boolean x) {
        Two t = new Two(); // error: not-called
        if (x) {
            t.a();
        } else {
            t.b();
        }
    }

    void twoOneOnBranch(boolean x) {
        Two t = new Two();
        if (x) {
            t.a();
        } else {
            t.a();
        }
        t.b();
    }

    void twoThroughAlias() {
        Two t = new Two();
        t.a();
        Two u = t;
        u.b();
    }

    void nothing() {
        Nothing n = new Nothing();
    }

    void plain() {
        Plain p = new Plain(); // error: not-called
    }

    void plainStopped() {
        Plain p = new Plain();
        p.stop();
    }

    @MustCall("a") Object asObject() {
        return new One();
    }

    void useAsObject() {
        Object o = asObject(); // error: not-called
    }

    void useAsObjectCalled() {
        Object o = asObject();
        ((One) o).a();
    }

    @MustCall({}) One without() {
        return null;
    }

    void useWithout() {
        One o = without();
    }

    void ownedTwo(@Owning Two t) {
        t.a();
        t.b();
    }

    void ownedTwoHalf(@Owning Two t) { // error: not-called
        t.a();
    }

    @EnsuresCalledMethods(value = "#1", methods = "a")
    static void callsA(Two t) {
        t.a();
    }

    void halfByHelper() {
        Two t = new Two();
        callsA(t);
        t.b();
    }

    void halfByHelperOnly() {
        Two t = new Two(); // error: not-called
        callsA(t);
    }

    void reassignedParameter(@Owning One o) {
        o.a();
        o = new One();
        o.a();
    }

    // What takes more than its declared type says.

    Object lost() {
        return new One(); // error: must-call-mismatch
    }

    @MustCall({}) One lostToo() {
        return new One(); // error: must-call-mismatch
    }

    void intoOwningObject(@Owning Object o) {
    }

    void givesToOwningObject() {
        intoOwningObject(new One()); // error: must-call-mismatch
    }

    void borrowed(Object o) {
    }

    void lendsAsObject() {
        One o = new One();
        borrowed(o);
        o.a();
    }
}
