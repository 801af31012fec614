// What classes must call: inherited, from interfaces, on single values, and what may be
// assigned to what.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.util.*;
import java.util.function.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Wrap;

class MustCallHierarchies {
    // ---- Classes.  ----

    @InheritableMustCall("a")
    static class A {
        void a() { }
    }

    static class B extends A { }

    @InheritableMustCall({"a", "b"})
    static class C extends A {
        void b() { }
    }

    @InheritableMustCall("b")
    static class D extends A { // error: must-call-subtype
        void b() { }
    }

    @InheritableMustCall({})
    static class E extends A { // error: must-call-subtype
    }

    @InheritableMustCall({})
    static class Quiet implements Closeable { // error: must-call-subtype
        @Override public void close() { }
    }

    @MustCall("a")
    static class F { // error: must-call-not-inherited
        void a() { }
    }

    @MustCall("a")
    static final class G {
        void a() { }
    }

    static class H extends F { }

    @InheritableMustCall("x")
    interface X {
        void x();
    }

    @InheritableMustCall("y")
    interface Y {
        void y();
    }

    static class XAndY implements X, Y {
        @Override public void x() { }
        @Override public void y() { }
    }

    static class AAndX extends A implements X {
        @Override public void x() { }
    }

    @InheritableMustCall("x")
    static class OnlyX implements X, Y { // error: must-call-subtype
        @Override public void x() { }
        @Override public void y() { }
    }

    @InheritableMustCall({"x", "y"})
    static class ReallyBoth implements X, Y {
        @Override public void x() { }
        @Override public void y() { }
    }

    void inherited() {
        B b = new B(); // error: not-called
    }

    void inheritedCalled() {
        B b = new B();
        b.a();
    }

    void more() {
        C c = new C(); // error: not-called
        c.a();
    }

    void moreCalled() {
        C c = new C();
        c.a();
        c.b();
    }

    void asLess() {
        A c = new C(); // error: not-called
        c.a();
    }

    void notInherited() {
        H h = new H();
    }

    void explicit() {
        F f = new F(); // error: not-called
    }

    void explicitFinal() {
        G g = new G(); // error: not-called
    }

    void firstInterface() {
        XAndY o = new XAndY();
        o.x();
    }

    void secondInterface() {
        XAndY o = new XAndY(); // error: not-called
        o.y();
    }

    void superclassFirst() {
        AAndX o = new AAndX();
        o.a();
    }

    void superclassFirstOther() {
        AAndX o = new AAndX(); // error: not-called
        o.x();
    }

    void anonymous() {
        A a = new A() { }; // error: not-called
    }

    void anonymousCalled() {
        A a = new A() { };
        a.a();
    }

    void anonymousCloseable() throws IOException {
        Closeable c = new Closeable() { // error: not-called
            @Override public void close() { }
        };
    }

    void both() {
        ReallyBoth r = new ReallyBoth();
        r.x();
        r.y();
    }

    // ---- Overloads and names.  ----

    @InheritableMustCall("end")
    static class Named {
        void end() { }
        void end(int code) { }
        static void end(String s) { }
    }

    void overload() {
        Named n = new Named();
        n.end(1);
    }

    void overloadStatic() {
        Named n = new Named(); // error: not-called
        Named.end("a");
    }

    // ---- Single values.  ----

    @MustCall({}) Res nothing() {
        return null;
    }

    void nothingDone() {
        Res r = nothing();
    }

    void object() {
        Object o = new Res(); // error: not-called
    }

    void objectGiven() {
        Object o = new Res();
        Res.take((Res) o);
    }

    @Owning Object made() {
        return new Object();
    }

    void madeDone() {
        Object o = made();
    }

    void lost(boolean b) {
        Object o = b ? new Res() : "a"; // error: not-called
    }

    // ---- Generics.  ----

    static <T> T same(T t) {
        return t;
    }

    static class Box<T> {
        private final T value;

        Box(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }
    }

    void boxed() {
        Box<String> b = new Box<>("a");
        String s = b.get();
    }

    void supplied(Supplier<Integer> s) {
        Integer i = s.get();
    }

    void listed(List<String> l) {
        String s = l.get(0);
        l.iterator().next();
    }

    // ---- Nested classes and lambdas.  ----

    void inLambda() {
        Runnable r = () -> {
            Res x = new Res(); // error: not-called
            x.use();
        };
        r.run();
    }

    void inLambdaClosed() {
        Runnable r = () -> {
            Res x = new Res();
            x.close();
        };
        r.run();
    }

    void resultOfLambda() {
        Supplier<Object> s = () -> new Res(); // error: not-called
    }

    void reference() {
        Supplier<Object> s = Res::new;
    }

    void capturedAndClosedThere() {
        Res r = new Res();
        Runnable run = () -> r.close();
        run.run();
    }

    void inAnonymous() {
        new Object() {
            void m() {
                Res r = new Res(); // error: not-called
            }
        };
    }

    static Res kept = null;

    void inStatic() {
        kept = new Res(); // error: not-called
    }

    static final Res CONSTANT = new Res(); // error: not-called

    static {
        Res r = new Res(); // error: not-called
        r.use();
    }

    static {
        Res r = new Res();
        r.close();
    }

    // ---- Switches with values.  ----

    void kinds(int n) {
        Res r;
        switch (n) {
            case 0:
                r = new Res();
                break;
            case 1:
                r = Res.make();
                break;
            default:
                r = null;
        }
        if (r != null) {
            r.close();
        }
    }

    void kindsForgotten(int n) {
        Res r;
        switch (n) {
            case 0:
                r = new Res(); // error: not-called
                break;
            case 1:
                r = Res.make(); // error: not-called
                break;
            default:
                r = null;
        }
    }

    // ---- Wrappers, given on.  ----

    Wrap wrapped(@Owning Res r) {
        return new Wrap(r);
    }

    void wrappedGiven(@Owning Res r) {
        Wrap w = new Wrap(r);
        w.close();
    }

    void wrappedForgotten(@Owning Res r) { // error: not-called
        Wrap w = new Wrap(r);
    }

    void wrappedTwice() {
        Wrap w = Wrap.of(new Res());
        w.inner().close();
    }

    void wrappedTwiceForgotten() {
        Wrap w = Wrap.of(new Res()); // error: not-called
        w.inner().use();
    }
}
