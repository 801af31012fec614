// What is known of what must be called is too little, or is lost on the way: by
// types that promise less, by overriding methods, in expressions that mean nothing.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import java.util.function.Supplier;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;
import res.Wrap;

class UnknownMustCall {
    // ---- It is not known what must be called.  ----

    void unknownParameter(@Owning @MustCallUnknown Object o) { // error: not-known
    }

    void unknownParameterGiven(@Owning @MustCallUnknown Object o) {
        Res.takeAnything(o);
    }

    void unknownParameterBorrowed(@MustCallUnknown Object o) {
    }

    void plainObject(@Owning Object o) {
    }

    static @Owning @MustCallUnknown Object anything() {
        return new Res();
    }

    static @NotOwning @MustCallUnknown Object anythingLent() {
        return null;
    }

    void unknownResult() {
        Object o = anything(); // error: not-known
    }

    void unknownResultGiven() {
        Res.takeAnything(anything());
    }

    void unknownResultLent() {
        Object o = anythingLent();
    }

    void unknownResultTested() {
        Object o = anything();
        if (o != null) {
            Res.takeAnything(o);
        }
    }

    @MustCallUnknown Object unknownReturned(@Owning @MustCallUnknown Object o) {
        return o;
    }

    Object unknownReturnedAsKnown(@Owning @MustCallUnknown Object o) {
        return o; // error: must-call-mismatch
    }

    // ---- Types that promise less.  ----

    static class Holder {
        @Owning Object anything;
        final @Owning @MustCall({}) Res nothing;
        @MustCall({}) Res narrowed;

        Holder(@Owning Res r) {
            nothing = r; // error: must-call-mismatch
        }

        void putAnything(@Owning Object o) { // error: creates-missing
            anything = o;
        }
    }

    @InheritableMustCall("close")
    static class Vague {
        final @Owning Object o;

        Vague() {
            o = new Res(); // error: must-call-mismatch
        }

        void close() { }
    }

    @InheritableMustCall("close")
    static class Said {
        final @Owning @MustCall("close") Object o;

        Said() {
            o = new Res();
        }

        @EnsuresCalledMethods(value = "this.o", methods = "close")
        void close() {
            ((Res) o).close();
        }
    }

    // ---- Overriding methods whose results need more.  ----

    static class Maker {
        Object make() { return ""; }
        @MustCall("close") Object makeSaid() { return new Res(); }
        @NotOwning Object lend() { return null; }
        Number number() { return 1; }
        Res res() { return new Res(); }
    }

    static class ResMaker extends Maker {
        @Override
        Res make() { // error: must-call-mismatch
            return new Res();
        }

        @Override
        Res makeSaid() {
            return new Res();
        }

        @Override
        @NotOwning Res lend() {
            return null;
        }

        @Override
        Integer number() {
            return 2;
        }

        @Override
        Res res() {
            return null;
        }
    }

    static class LentNoMore extends Maker {
        @Override
        Res lend() { // error: owning-result-override
            return new Res();
        }
    }

    static class OfSupplier implements Supplier<Res> {
        @Override
        public Res get() {
            return new Res();
        }
    }

    interface Taker<T> {
        void take(@Owning T t);
    }

    static class GoodTaker implements Taker<Res> { // error: type-argument
        @Override
        public void take(@Owning Res r) {
            r.close();
        }
    }

    static class BadTaker implements Taker<Res> { // error: type-argument
        @Override
        public void take(Res r) { // error: owning-parameter-override
        }
    }

    // ---- Promises that overriding methods do not make.  ----

    static class Closer {
        @EnsuresCalledMethods(value = "#1", methods = "close")
        void close(Res r) {
            r.close();
        }

        @EnsuresCalledMethods(value = {"#1", "#2"}, methods = "close")
        void closeBoth(Res r, Res s) {
            r.close();
            s.close();
        }

        @EnsuresCalledMethodsOnException(value = "#1", methods = "close")
        void closeIfItThrows(Res r) throws IOException {
            try {
                r.read();
            } catch (IOException e) {
                r.close();
                throw e;
            }
        }
    }

    static class Inherits extends Closer {
        @Override
        void close(Res r) {
            r.close();
        }

        @Override
        void closeIfItThrows(Res r) {
        }
    }

    static class InheritsAndBreaks extends Closer {
        @Override
        void close(Res r) { // error: promise-broken
        }

        @Override
        void closeIfItThrows(Res r) throws IOException { // error: promise-broken-on-exception
            r.read();
        }
    }

    static class SaysLess extends Closer {
        @Override
        @EnsuresCalledMethods(value = "#1", methods = "close")
        void closeBoth(Res r, Res s) { // error: promise-override
            r.close();
        }
    }

    static class SaysOther extends Closer {
        @Override
        @EnsuresCalledMethods(value = "#1", methods = "use")
        void close(Res r) { // error: promise-override
            r.use();
        }
    }

    static class SaysMore extends Closer {
        @Override
        @EnsuresCalledMethods(value = "#1", methods = {"close", "use"})
        void close(Res r) {
            r.use();
            r.close();
        }
    }

    static class SaysOneSort extends Closer {
        // What is inherited of one sort is not lost because of another.
        @Override
        @EnsuresCalledMethods(value = "#1", methods = "use")
        void closeIfItThrows(Res r) throws IOException { // error: promise-broken-on-exception
            r.use();
            r.read();
        }
    }

    void usesInherited(Inherits i) {
        Res r = new Res();
        i.close(r);
    }

    // ---- Expressions that mean nothing.  ----

    private Res field;

    @EnsuresCalledMethods(value = "#2", methods = "close")
    void noSecond(Res r) { // error: promise-unparsable
        r.close();
    }

    @EnsuresCalledMethods(value = "this.nothing", methods = "close")
    void noField() { // error: promise-unparsable
    }

    @EnsuresCalledMethods(value = "this.field", methods = "close")
    static void noReceiver() { // error: promise-unparsable
    }

    @EnsuresCalledMethods(value = "field", methods = "close")
    void bareField() {
        if (field != null) {
            field.close();
        }
    }

    @RequiresCalledMethods(value = "#3", methods = "use")
    void noThird(Res r) { // error: promise-unparsable
    }

    @CreatesMustCallFor("#2")
    void createsNoSecond(Res r) { // error: creates-unparsable
    }

    // ---- What receivers require.  ----

    static class Builder {
        void from() { }
        void to() { }
        String build(@CalledMethods({"from", "to"}) Builder this) { return ""; }
    }

    void builds() {
        Builder b = new Builder();
        b.from();
        b.to();
        b.build();
    }

    void buildsTooEarly() {
        Builder b = new Builder();
        b.from();
        b.build(); // error: receiver-required
    }

    void buildsOnOneWay(boolean x) {
        Builder b = new Builder();
        b.from();
        if (x) {
            b.to();
        }
        b.build(); // error: receiver-required
    }

    // ---- Sockets say whether they are closed.  ----

    static class OwnSocket extends java.net.Socket {
        @Override
        public boolean isClosed() {
            return true; // error: promise-broken-conditionally
        }
    }

    static class ClosedSocket extends java.net.Socket {
        @Override
        public boolean isClosed() {
            return super.isClosed();
        }
    }
}
