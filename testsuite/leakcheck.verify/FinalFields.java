// Owning fields that are final: the class must have a disposal method that its
// own must-call names, and that method must dispose of the field.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;

class FinalFields {
    static void mayThrow() throws IOException { }
    static void other() { }

    @InheritableMustCall("close")
    static class Good {
        private final @Owning Res r;

        Good() {
            r = new Res();
        }

        Good(@Owning Res given) {
            this.r = given;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class GoodWithoutThis {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "r", methods = "close")
        void close() {
            this.r.close();
        }
    }

    @InheritableMustCall("finish")
    static class GoodOtherName {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void finish() {
            r.close();
        }
    }

    @MustCall("close")
    static final class GoodMustCall {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    static class NoMustCall {
        private final @Owning Res r = new Res(); // error: field-not-released

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class NoPostcondition {
        private final @Owning Res r = new Res(); // error: field-not-released

        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class PostconditionElsewhere {
        private final @Owning Res r = new Res(); // error: field-not-released

        void close() {
            r.close();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void end() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class PostconditionOfOtherField {
        private final @Owning Res a = new Res();
        private final @Owning Res b = new Res(); // error: field-not-released

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void close() {
            a.close();
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class PostconditionOfOtherMethod {
        private final @Owning Res r = new Res(); // error: field-not-released

        @EnsuresCalledMethods(value = "this.r", methods = "use")
        void close() {
            r.use();
        }
    }

    @InheritableMustCall("close")
    static class NotKept {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() { // error: promise-broken
            r.use();
        }
    }

    @InheritableMustCall("close")
    static class KeptOnOneBranch {
        private final @Owning Res r = new Res();
        private boolean open;

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() { // error: promise-broken
            if (open) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class KeptUnlessNull {
        private final @Owning Res r;

        KeptUnlessNull(boolean b) {
            r = b ? new Res() : null;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            if (r != null) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class TwoFields {
        private final @Owning Res a = new Res();
        private final @Owning Res b = new Res();

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() {
            a.close();
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class TwoContracts {
        private final @Owning Res a = new Res();
        private final @Owning Res b = new Res();

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        @EnsuresCalledMethods(value = "this.b", methods = "close")
        void close() {
            a.close();
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class TwoFieldsOneForgotten {
        private final @Owning Res a = new Res();
        private final @Owning Res b = new Res();

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() { // error: promise-broken
            a.close();
        }
    }

    @InheritableMustCall({"closeA", "closeB"})
    static class TwoMethods {
        private final @Owning Res a = new Res();
        private final @Owning Res b = new Res();

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void closeA() {
            a.close();
        }

        @EnsuresCalledMethods(value = "this.b", methods = "close")
        void closeB() {
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class CloseThrows {
        private final @Owning Stream s;

        CloseThrows() throws IOException {
            s = new Stream();
        }

        @EnsuresCalledMethods(value = "this.s", methods = "close")
        void close() throws IOException {
            s.close();
        }
    }

    @InheritableMustCall("close")
    static class ThrowsBeforeClose {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() throws IOException { // error: promise-broken-on-exception
            mayThrow();
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class ThrowsBeforeCloseInFinally {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() throws IOException {
            try {
                mayThrow();
            } finally {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class ThrowsBehindClose {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() throws IOException {
            r.close();
            mayThrow();
        }
    }

    @InheritableMustCall("close")
    static class SwallowsThrow {
        private final @Owning Stream s;

        SwallowsThrow(@Owning Stream x) {
            this.s = x;
        }

        @EnsuresCalledMethods(value = "this.s", methods = "close")
        void close() {
            try {
                s.close();
            } catch (IOException e) {
                other();
            }
        }
    }

    @InheritableMustCall("close")
    static class Helper {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            help();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        private void help() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class HelperWithoutContract {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() { // error: promise-broken
            help();
        }

        private void help() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class ThroughStaticHelper {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            Res.shut(r);
        }
    }

    @InheritableMustCall("close")
    static class ThroughLocal {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            Res local = r;
            local.close();
        }
    }

    @InheritableMustCall("close")
    static class OwningFieldOfNothing {
        private final @Owning Object o = new Object();
        private final @Owning @MustCall({}) Res r = null;

        void close() {
        }
    }

    static class NotOwningField {
        private final Res r;

        NotOwningField(Res given) {
            r = given;
        }
    }

    static class NotOwningFieldMade {
        private final Res r = new Res(); // error: not-called
    }

    static class NotOwningFieldMadeInConstructor {
        private final Res r;

        NotOwningFieldMadeInConstructor() {
            r = new Res(); // error: not-called
        }
    }

    static class NotOwningFieldOwnedParameter {
        private final Res r;

        NotOwningFieldOwnedParameter(@Owning Res given) { // error: not-called
            r = given;
        }
    }

    @InheritableMustCall("close")
    static class ConstructorThrows {
        private final @Owning Res r;

        ConstructorThrows() throws IOException {
            r = new Res(); // error: not-called
            mayThrow();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class ConstructorThrowsBefore {
        private final @Owning Res r;

        ConstructorThrowsBefore() throws IOException {
            mayThrow();
            r = new Res();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class ConstructorCleansUp {
        private final @Owning Res r;

        ConstructorCleansUp() throws IOException {
            this.r = new Res();
            try {
                mayThrow();
            } catch (IOException e) {
                this.r.close();
                throw e;
            }
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class ConstructorOfParameterThrows {
        private final @Owning Res r;

        ConstructorOfParameterThrows(@Owning Res given) throws IOException {
            this.r = given;
            mayThrow();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class SecondThrows {
        private final @Owning Stream a;
        private final @Owning Stream b;

        SecondThrows() throws IOException {
            this.a = new Stream(); // error: not-called
            this.b = new Stream();
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() throws IOException {
            try {
                a.close();
            } finally {
                b.close();
            }
        }
    }

    // ---- Users of such classes.  ----

    void used() {
        Good g = new Good();
        g.close();
    }

    void usedNotClosed() {
        Good g = new Good(); // error: not-called
    }

    void given() {
        Good g = new Good(new Res());
        g.close();
    }

    void givenNotClosed() {
        Good g = new Good(new Res()); // error: not-called
    }

    void givenTwice(@Owning Res r) {
        Good g = new Good(r);
        g.close();
    }

    void finished() {
        GoodOtherName g = new GoodOtherName();
        g.finish();
    }

    void finishedNot() {
        GoodOtherName g = new GoodOtherName(); // error: not-called
        g.toString();
    }

    void onlyOneOfTwo() {
        TwoMethods t = new TwoMethods(); // error: not-called
        t.closeA();
    }

    void bothOfTwo() {
        TwoMethods t = new TwoMethods();
        t.closeB();
        t.closeA();
    }

    void finalClass() {
        GoodMustCall g = new GoodMustCall(); // error: not-called
    }

    void finalClassClosed() {
        GoodMustCall g = new GoodMustCall();
        g.close();
    }
}
