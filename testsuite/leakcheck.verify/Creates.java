// @CreatesMustCallFor: calls that create an obligation, who may make them, and
// its declarations.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Creates {
    @InheritableMustCall("close")
    static class Conn {
        private final @Owning Res buffer = new Res();

        @CreatesMustCallFor void reopen() { }
        @CreatesMustCallFor("this") void reopenThrows() throws IOException { }
        void use() { }

        @EnsuresCalledMethods(value = "this.buffer", methods = "close")
        void close() {
            buffer.close();
        }
    }

    // ---- Of locals.  ----

    void closedAfter() {
        Conn c = new Conn();
        c.reopen();
        c.close();
    }

    void closedBeforeOnly() {
        Conn c = new Conn(); // error: not-called
        c.close();
        c.reopen();
    }

    void closedBeforeAndAfter() {
        Conn c = new Conn();
        c.close();
        c.reopen();
        c.close();
    }

    void reopenedOnOneBranch(boolean b) {
        Conn c = new Conn(); // error: not-called
        c.close();
        if (b) {
            c.reopen();
        }
    }

    void reopenedAndClosedOnOneBranch(boolean b) {
        Conn c = new Conn();
        c.close();
        if (b) {
            c.reopen();
            c.close();
        }
    }

    void reopenedInLoop(int n) {
        Conn c = new Conn();
        for (int i = 0; i < n; i++) {
            c.reopen();
        }
        c.close();
    }

    void reopenedInLoopAfterClose(int n) {
        Conn c = new Conn(); // error: not-called
        c.close();
        for (int i = 0; i < n; i++) {
            c.reopen();
        }
    }

    void throwsOnReopen() throws IOException {
        Conn c = new Conn(); // error: not-called
        c.reopenThrows();
        c.close();
    }

    void throwsOnReopenCaught() {
        Conn c = new Conn();
        try {
            c.reopenThrows();
        } catch (IOException e) {
            c.use();
        }
        c.close();
    }

    void closedThroughAliasBefore() {
        Conn c = new Conn(); // error: not-called
        Conn d = c;
        d.close();
        c.reopen();
    }

    void closedThroughAliasAfter() {
        Conn c = new Conn();
        Conn d = c;
        d.reopen();
        d.close();
    }

    void unnamed() {
        new Conn().reopen(); // error: not-called
    }

    void owned(@Owning Conn c) {
        c.reopen();
        c.close();
    }

    void ownedNotClosed(@Owning Conn c) { // error: not-called
        c.reopen();
    }

    void notOwned(Conn c) {
        c.reopen(); // error: creates-not-owned
    }

    void notOwnedExplicitly(@NotOwning Conn c) {
        c.reopen(); // error: creates-not-owned
        c.close();
    }

    @CreatesMustCallFor("#1")
    void notOwnedPassedOn(Conn c) {
        c.reopen();
    }

    @CreatesMustCallFor("#2")
    void notOwnedPassedOnWrong(Conn c, Conn d) {
        c.reopen(); // error: creates-not-owned
    }

    void callsPassedOn() {
        Conn c = new Conn(); // error: not-called
        c.close();
        notOwnedPassedOn(c);
    }

    void callsPassedOnClosed() {
        Conn c = new Conn();
        notOwnedPassedOn(c);
        c.close();
    }

    void callsPassedOnNotOwned(Conn c) {
        notOwnedPassedOn(c); // error: creates-not-owned
    }

    static @NotOwning Conn shared() {
        return null;
    }

    void ofShared() {
        Conn c = shared();
        c.reopen(); // error: creates-not-owned
    }

    // ---- Of fields.  ----

    @InheritableMustCall("close")
    static class Holder {
        private final @Owning Conn c = new Conn();
        private Conn borrowed;

        void reopenOwned() {
            c.reopen();
        }

        void reopenBorrowed() {
            borrowed.reopen(); // error: creates-not-owned
        }

        @CreatesMustCallFor
        void reopenBoth() {
            c.reopen();
        }

        @EnsuresCalledMethods(value = "this.c", methods = "close")
        void close() {
            c.close();
        }
    }

    // ---- Of this.  ----

    @InheritableMustCall("close")
    static class Self {
        private @Owning Res r;

        @CreatesMustCallFor
        void reset() {
            if (r != null) {
                r.close();
            }
            r = new Res();
        }

        @CreatesMustCallFor
        void resetPassedOn() {
            reset();
        }

        void resetHidden() {
            reset(); // error: creates-not-owned
        }

        @CreatesMustCallFor
        void resetNothing() {
        }

        Self() {
            reset();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            if (r != null) {
                r.close();
            }
        }
    }

    void resets() {
        Self s = new Self();
        s.close();
        s.resetPassedOn();
        s.close();
    }

    void resetsNotClosed() {
        Self s = new Self(); // error: not-called
        s.close();
        s.resetPassedOn();
    }

    void resetsNothing() {
        Self s = new Self(); // error: not-called
        s.close();
        s.resetNothing();
    }

    // ---- Declarations.  ----

    static class Plain {
        @CreatesMustCallFor
        void nothingToCall() { // error: creates-target
        }

        @CreatesMustCallFor("#1")
        void nothingToCallOnParameter(Object o) { // error: creates-target
        }

        @CreatesMustCallFor("#1")
        void onParameter(Conn c) {
        }

        @CreatesMustCallFor("missing")
        void unparsable(Conn c) { // error: creates-unparsable
        }
    }

    @InheritableMustCall("close")
    static class Base {
        void close() { }
        void plain() { }
        @CreatesMustCallFor void creating() { }
    }

    static class Derived extends Base {
        @Override
        @CreatesMustCallFor
        void plain() { // error: creates-override
        }

        @Override
        @CreatesMustCallFor
        void creating() {
        }
    }

    static class Silent extends Base {
        @Override
        void creating() {
        }
    }

    void inherited() {
        Silent s = new Silent(); // error: not-called
        s.close();
        s.creating();
    }

    void notInherited() {
        Silent s = new Silent();
        s.close();
        s.plain();
    }

    void twoTargets() {
        Conn c = new Conn();
        Conn d = new Conn(); // error: not-called
        c.close();
        d.close();
        both(c, d);
        c.close();
    }

    void twoTargetsClosed() {
        Conn c = new Conn();
        Conn d = new Conn();
        both(c, d);
        c.close();
        d.close();
    }

    @CreatesMustCallFor("#1")
    @CreatesMustCallFor("#2")
    static void both(Conn a, Conn b) {
    }
}
