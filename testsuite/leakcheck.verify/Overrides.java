// What an overriding method or a subclass may promise less, or more, than what it
// overrides or extends.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.util.Properties;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.XMLFilterImpl;
import res.Res;

class Overrides {
    static class Base {
        void take(@Owning Res r) { r.close(); }
        void borrow(Res r) { }
        @NotOwning Res lend() { return null; }
        Res give() { return null; }
        void takeSecond(Res a, @Owning Res b) { b.close(); }
    }

    static class Same extends Base {
        @Override void take(@Owning Res r) { r.close(); }
        @Override void borrow(Res r) { }
        @Override @NotOwning Res lend() { return null; }
        @Override Res give() { return null; }
    }

    static class Weaker extends Base {
        @Override void take(Res r) { } // error: owning-parameter-override
        @Override Res lend() { return null; } // error: owning-result-override
        @Override void takeSecond(Res a, Res b) { } // error: owning-parameter-override
    }

    static class WeakerExplicitly extends Base {
        @Override
        void take(@NotOwning Res r) { // error: owning-parameter-override
        }

        @Override
        @Owning Res lend() { // error: owning-result-override
            return null;
        }
    }

    static class Stronger extends Base {
        @Override void borrow(@Owning Res r) { r.close(); }
        @Override @NotOwning Res give() { return null; }
    }

    interface Taker {
        void take(@Owning Res r);
    }

    static class GoodTaker implements Taker {
        @Override public void take(@Owning Res r) { r.close(); }
    }

    static class BadTaker implements Taker {
        @Override public void take(Res r) { } // error: owning-parameter-override
    }

    static class BelowWeaker extends Same {
        @Override void take(Res r) { } // error: owning-parameter-override
    }

    void throughBase(Base b) {
        b.take(new Res());
        Res r = b.lend();
    }

    void throughSubclass(Same s) {
        s.take(new Res());
        Res r = s.lend();
    }

    void notInherited(Weaker w) {
        w.take(new Res()); // error: not-called
        Res r = w.lend(); // error: not-called
    }

    // ---- Must-call of classes.  ----

    @InheritableMustCall("close")
    static class Closed {
        void close() { }
    }

    @InheritableMustCall("close")
    static class SameMustCall extends Closed { }

    static class InheritedMustCall extends Closed { }

    @InheritableMustCall({"close", "flush"})
    static class MoreMustCall extends Closed {
        void flush() { }
    }

    @InheritableMustCall({})
    static class LessMustCall extends Closed { } // error: must-call-subtype

    @InheritableMustCall("flush")
    static class OtherMustCall extends Closed { // error: must-call-subtype
        void flush() { }
    }

    @MustCall({})
    static class LessPlainMustCall extends Closed { } // error: must-call-subtype

    @MustCall("close")
    static class SamePlainMustCall extends Closed { }

    @InheritableMustCall({})
    static class LessThanInterface implements AutoCloseable { // error: must-call-subtype
        @Override public void close() { }
    }

    @MustCall("close")
    static class NotInherited { // error: must-call-not-inherited
        void close() { }
    }

    @MustCall("close")
    static final class FinalNotInherited {
        void close() { }
    }

    static class BelowNotInherited extends NotInherited { }

    interface Named {
        void name();
    }

    @InheritableMustCall("name")
    interface MustName extends Named { }

    static class Named1 implements MustName {
        @Override public void name() { }
    }

    static class ClosedNamed extends Closed implements MustName {
        @Override public void name() { }
    }

    void inherited() {
        InheritedMustCall x = new InheritedMustCall(); // error: not-called
    }

    void inheritedClosed() {
        InheritedMustCall x = new InheritedMustCall();
        x.close();
    }

    void less() {
        LessMustCall x = new LessMustCall();
    }

    void more() {
        MoreMustCall x = new MoreMustCall(); // error: not-called
        x.close();
    }

    void moreCalled() {
        MoreMustCall x = new MoreMustCall();
        x.close();
        x.flush();
    }

    void notInheritable() {
        NotInherited x = new NotInherited(); // error: not-called
        NotInherited y = new NotInherited();
        y.close();
    }

    void belowNotInherited() {
        BelowNotInherited x = new BelowNotInherited();
    }

    void fromInterface() {
        Named1 x = new Named1(); // error: not-called
        Named1 y = new Named1();
        y.name();
    }

    void superclassFirst() {
        ClosedNamed x = new ClosedNamed();
        x.close();
        ClosedNamed y = new ClosedNamed(); // error: not-called
        y.name();
    }

    void anonymous() {
        Closed x = new Closed() { }; // error: not-called
        Closed y = new Closed() { };
        y.close();
    }

    // ---- Constructors.  ----

    @InheritableMustCall("close")
    static class Constructors {
        Constructors() { }
        @MustCall("close") Constructors(int n) { }
        @MustCall({}) Constructors(boolean b) { } // error: must-call-constructor
        void close() { }
    }

    void constructors() {
        Constructors a = new Constructors(); // error: not-called
        Constructors b = new Constructors(1); // error: not-called
        Constructors c = new Constructors(true);
    }

    // ---- Of the JDK: what specifications promise.  ----

    static class Silent extends Properties {
        @Override
        public void loadFromXML(InputStream in) throws IOException { // error: promise-override
            load(in);
        }
    }

    static class Says extends Properties {
        @Override
        @EnsuresCalledMethods(value = "#1", methods = "close")
        public void loadFromXML(InputStream in) throws IOException { // error: promise-override
            try {
                load(in);
            } finally {
                in.close();
            }
        }
    }

    static class SaysOfBoth extends Properties {
        @Override
        @EnsuresCalledMethods(value = "#1", methods = "close")
        @EnsuresCalledMethodsOnException(value = "#1", methods = "close")
        public void loadFromXML(InputStream in) throws IOException {
            try {
                load(in);
            } finally {
                in.close();
            }
        }
    }

    // A source has nothing that must be called, so there is nothing to say.
    static class Filter extends XMLFilterImpl {
        @Override
        public void parse(InputSource source) {
        }
    }
}
