// @MustCallAlias is verified: the pair must be whole, and the parameter must end
// in the result, in the one owning field, or in another alias position.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Wrap;

class AliasDeclarations {
    static void mayThrow() throws IOException { }

    // ---- Pairs.  ----

    static @MustCallUnknown Object onlyParameter(@MustCallAlias Res r) { // error: alias-pairing
        return r;
    }

    static @MustCallAlias Res onlyResult(Res r) { // error: alias-pairing
        return r;
    }

    static void nothingReturned(@MustCallAlias Res r) { // error: alias-pairing // error: alias-out-of-scope
    }

    static @MustCallAlias Res both(@MustCallAlias Res r) {
        return r;
    }

    static @PolyMustCall Res poly(@PolyMustCall Res r) {
        return r;
    }

    // ---- Methods.  ----

    static @MustCallAlias Res renamed(@MustCallAlias Res r) {
        Res s = r;
        return s;
    }

    static @MustCallAlias Wrap wrapped(@MustCallAlias Res r) {
        return new Wrap(r);
    }

    static @MustCallAlias Wrap wrappedNamed(@MustCallAlias Res r) {
        Wrap w = new Wrap(r);
        w.use();
        return w;
    }

    static @MustCallAlias Res throughAlias(@MustCallAlias Res r) {
        return both(r);
    }

    static @MustCallAlias Res lost(@MustCallAlias Res r) { // error: alias-out-of-scope
        return null;
    }

    static @MustCallAlias Res lostForAnother(@MustCallAlias Res r) { // error: alias-out-of-scope
        return new Res(); // error: must-call-mismatch
    }

    static @MustCallAlias Res closed(@MustCallAlias Res r) { // error: alias-out-of-scope
        r.close();
        return null;
    }

    static @MustCallAlias Res given(@MustCallAlias Res r) { // error: alias-out-of-scope
        Res.takeAnything(r);
        return null;
    }

    static @MustCallAlias Res sometimes(@MustCallAlias Res r, boolean b) { // error: alias-out-of-scope
        if (b) {
            return r;
        }
        return null;
    }

    static @MustCallAlias Res eitherWay(@MustCallAlias Res r, boolean b) {
        if (b) {
            return r;
        }
        return both(r);
    }

    static @MustCallAlias Res orThrows(@MustCallAlias Res r) throws IOException {
        mayThrow();
        return r;
    }

    static @MustCallAlias Res ofTwo(@MustCallAlias Res r, Res s) {
        return r;
    }

    static @MustCallAlias Res wrongOfTwo(@MustCallAlias Res r, Res s) { // error: alias-out-of-scope
        return s;
    }

    // ---- Constructors.  ----

    @InheritableMustCall("close")
    static class InField {
        final @Owning Res r;

        @MustCallAlias InField(@MustCallAlias Res r) {
            this.r = r;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class NotInField {
        private final @Owning Res r;

        @MustCallAlias NotInField(@MustCallAlias Res r) { // error: alias-out-of-scope
            this.r = null;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            if (r != null) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class InFieldThatDoesNotOwn {
        private final @MustCallUnknown Res r;

        @MustCallAlias InFieldThatDoesNotOwn(@MustCallAlias Res r) { // error: alias-out-of-scope
            this.r = r;
        }

        void close() {
        }
    }

    @InheritableMustCall("close")
    static class InOneOfTwoFields {
        private final @Owning Res a;
        private final @Owning Res b;

        @MustCallAlias InOneOfTwoFields(@MustCallAlias Res r) { // error: alias-out-of-scope
            this.a = r;
            this.b = new Res();
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() {
            a.close();
            b.close();
        }
    }

    static class ThroughSuper extends InField {
        @MustCallAlias ThroughSuper(@MustCallAlias Res r) {
            super(r);
        }
    }

    @InheritableMustCall("close")
    static class ThroughThis {
        private final @Owning Res r;

        @MustCallAlias ThroughThis(@MustCallAlias Res r, int n) {
            this.r = r;
        }

        @MustCallAlias ThroughThis(@MustCallAlias Res r) {
            this(r, 0);
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class OnlyParameterOfConstructor {
        private final @Owning Res r;

        OnlyParameterOfConstructor(@MustCallAlias Res r) { // error: alias-pairing
            this.r = r;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class FieldCountsInherited extends InField {
        private final @Owning Res mine;

        @MustCallAlias FieldCountsInherited(@MustCallAlias Res r) { // error: alias-out-of-scope
            super(new Res());
            this.mine = r;
        }

        @Override
        @EnsuresCalledMethods(value = {"this.r", "this.mine"}, methods = "close")
        void close() {
            super.close();
            mine.close();
        }
    }

    // ---- Receivers.  ----

    @InheritableMustCall("close")
    static class Chain {
        @MustCallAlias Chain itself(@MustCallAlias Chain this) {
            return this;
        }

        void close() {
        }
    }

    void receiverClosed() {
        Chain c = new Chain();
        c.itself().itself().close();
    }

    void receiverNotClosed() {
        Chain c = new Chain(); // error: not-called
        c.itself();
    }

    // ---- Users of what cannot be an alias of one argument.  ----

    void ofPoly() {
        Res r = new Res(); // error: not-called
        Res s = poly(r);
        s.close();
    }

    void superUser() {
        ThroughSuper t = new ThroughSuper(new Res());
        t.close();
    }

    void superUserNotClosed() {
        ThroughSuper t = new ThroughSuper(new Res()); // error: not-called
    }

    void thisUser() {
        Res r = new Res();
        ThroughThis t = new ThroughThis(r);
        r.close();
    }
}
