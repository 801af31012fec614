// Owning fields that are not final: what may be assigned where (section 5.1 of
// the paper), and the first assignment in a constructor.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import org.checkerframework.dataflow.qual.*;
import res.Res;
import res.Stream;

class FieldReassigned {
    static void other() { }
    @Pure static int pure() { return 1; }

    // A resource whose constructor changes nothing else.
    @InheritableMustCall("close")
    static class Calm {
        @SideEffectFree Calm() { }
        void close() { }
    }

    @InheritableMustCall("close")
    static class Setter {
        private @Owning Res r;

        @CreatesMustCallFor("this")
        void set() {
            if (r != null) {
                r.close();
            }
            r = new Res();
        }

        @CreatesMustCallFor
        void setByDefault() {
            r.close();
            r = new Res();
        }

        @CreatesMustCallFor("this")
        void setWithThis() {
            this.r.close();
            this.r = new Res();
        }

        @CreatesMustCallFor("this")
        void setGiven(@Owning Res given) {
            r.close();
            r = given;
        }

        @CreatesMustCallFor("this")
        void setWithoutClosing() {
            r = new Res(); // error: field-overwritten
        }

        void setWithoutContract() { // error: creates-missing
            r.close();
            r = new Res();
        }

        void setWithoutAnything() { // error: creates-missing
            r = new Res(); // error: field-overwritten
        }

        void clear() {
            r.close();
            r = null;
        }

        void clearWithoutClosing() {
            r = null; // error: field-overwritten
        }

        void clearIfNull() {
            if (r == null) {
                r = null;
            }
        }

        @CreatesMustCallFor("this")
        void setIfNull() {
            if (r == null) {
                r = new Res();
            }
        }

        void setIfNullWithoutContract() { // error: creates-missing
            if (r == null) {
                r = new Res();
            }
        }

        @CreatesMustCallFor("this")
        void setIfNotNull() {
            if (r != null) {
                r = new Res(); // error: field-overwritten
            }
        }

        @CreatesMustCallFor("this")
        void setTwice() {
            r.close();
            r = new Res();
            r = new Res(); // error: field-overwritten
        }

        @CreatesMustCallFor("this")
        void setTwiceClosed() {
            r.close();
            r = new Res();
            r.close();
            r = new Res();
        }

        @CreatesMustCallFor("this")
        void setInLoop(int n) {
            for (int i = 0; i < n; i++) {
                r.close();
                r = new Res();
            }
        }

        @CreatesMustCallFor("this")
        void closedOnOneBranch(boolean b) {
            if (b) {
                r.close();
            }
            r = new Res(); // error: field-overwritten
        }

        @CreatesMustCallFor("this")
        void closedOnBothBranches(boolean b) {
            if (b) {
                r.close();
            } else {
                r.close();
            }
            r = new Res();
        }

        @CreatesMustCallFor("this")
        void callBetween() {
            r.close();
            other();
            r = new Res(); // error: field-overwritten
        }

        @CreatesMustCallFor("this")
        void pureCallBetween() {
            r.close();
            pure();
            r = new Res();
        }

        @CreatesMustCallFor("this")
        void closedThroughHelper() {
            close();
            r = new Res();
        }

        @CreatesMustCallFor("this")
        void nullFirst() {
            r.close();
            r = null;
            r = new Res();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class TwoNotFinal {
        private @Owning Res a;
        private @Owning Res b;

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() {
            a.close();
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class OneFinal {
        private final @Owning Res a = new Res();
        private @Owning Res b;

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() {
            a.close();
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class CallBehindClose {
        private @Owning Res a;

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void close() {
            a.close();
            other();
        }
    }

    @InheritableMustCall("close")
    static class CallBeforeClose {
        private @Owning Res a;

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void close() {
            other();
            a.close();
        }
    }

    @InheritableMustCall("close")
    static class ReassignedInClose {
        private @Owning Res a;

        @EnsuresCalledMethods(value = "this.a", methods = "close")
        void close() {
            a.close();
            a = null;
        }
    }

    // ---- From outside.  ----

    @InheritableMustCall("close")
    static class Open {
        @Owning Res r;

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    void setOfLocal() {
        Open o = new Open();
        o.r = new Res(); // error: field-overwritten
        o.close();
    }

    void setOfLocalClosedBefore() {
        Open o = new Open();
        o.r.close();
        o.r = new Res();
        o.close();
    }

    void setOfLocalNull() {
        Open o = new Open();
        if (o.r == null) {
            o.r = new Res();
        }
        o.close();
    }

    void setOfParameter(Open o) { // error: creates-missing
        o.r.close();
        o.r = new Res();
    }

    @CreatesMustCallFor("#1")
    void setOfParameterAllowed(Open o) {
        o.r.close();
        o.r = new Res();
    }

    @CreatesMustCallFor("#2")
    void setOfOtherParameter(Open o, Open p) { // error: creates-other
        o.r.close();
        o.r = new Res();
    }

    @CreatesMustCallFor("#1")
    @CreatesMustCallFor("#2")
    void setOfBothParameters(Open o, Open p) {
        o.r.close();
        o.r = new Res();
        p.r.close();
        p.r = new Res();
    }

    // ---- Constructors.  ----

    @InheritableMustCall("close")
    static class FirstPrivate {
        private @Owning Calm r;

        FirstPrivate() {
            r = new Calm();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class FirstPrivateParameter {
        private @Owning Res r;

        FirstPrivateParameter(@Owning Res given) {
            this.r = given;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class FirstPrivateSideEffect {
        private @Owning Res r;

        FirstPrivateSideEffect() {
            r = new Res();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class FirstNotPrivate {
        @Owning Calm r;

        FirstNotPrivate() {
            r = new Calm();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class SecondInConstructor {
        private @Owning Calm r;

        SecondInConstructor() {
            r = new Calm();
            r = new Calm(); // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class SecondAfterClose {
        private @Owning Calm r;

        SecondAfterClose() {
            r = new Calm();
            r.close();
            r = new Calm();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class AfterInitialiser {
        private @Owning Calm r = new Calm();

        AfterInitialiser() {
            r = new Calm(); // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class AfterNullInitialiser {
        private @Owning Calm r = null;

        AfterNullInitialiser() {
            r = new Calm();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class ByInitialiser {
        private @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class AfterCall {
        private @Owning Calm r;

        AfterCall() {
            other();
            r = new Calm();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class AfterPureCall {
        private @Owning Calm r;

        AfterPureCall() {
            int n = pure();
            r = new Calm();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class AfterSuper extends Object {
        private @Owning Calm r;

        AfterSuper() {
            super();
            r = new Calm();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class AfterThis {
        private @Owning Calm r;

        AfterThis() {
            r = new Calm();
        }

        AfterThis(int n) {
            this();
            r = new Calm(); // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class InBranches {
        private @Owning Calm r;

        InBranches(boolean b) {
            if (b) {
                r = new Calm();
            } else {
                r = new Calm();
            }
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class InLoop {
        private @Owning Calm r;

        InLoop(int n) {
            for (int i = 0; i < n; i++) {
                r = new Calm(); // error: field-overwritten
            }
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class InTry {
        private @Owning Calm r;

        InTry() {
            try {
                r = new Calm();
            } finally {
                pure();
            }
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class InInitialiserBlock {
        private @Owning Res r;

        {
            r = new Res();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class ConstructorNull {
        private @Owning Res r;

        ConstructorNull() {
            r = null;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            if (r != null) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class ConstructorThrowsAfter {
        private @Owning Stream s;

        ConstructorThrowsAfter(@Owning Stream given) throws IOException {
            this.s = given;
            s.read();
        }

        @EnsuresCalledMethods(value = "this.s", methods = "close")
        void close() throws IOException {
            s.close();
        }
    }

    // A list whose nodes own their successors: pushing gives the old head to
    // the new one.
    @InheritableMustCall("close")
    static class Node {
        private final @Owning Node next;

        Node(@Owning Node next) {
            this.next = next;
        }

        @EnsuresCalledMethods(value = "this.next", methods = "close")
        void close() {
            if (next != null) {
                next.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class Stack {
        private @Owning Node head;

        @CreatesMustCallFor("this")
        void push() {
            head = new Node(head);
        }

        @EnsuresCalledMethods(value = "this.head", methods = "close")
        void close() {
            head.close();
        }
    }
}
