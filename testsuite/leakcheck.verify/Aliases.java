// Resource aliases at their users: closing either of two is enough (section 4
// of the paper).
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Wrap;

class Aliases {
    static void mayThrow() throws IOException { }

    void outerClosed() {
        Wrap w = new Wrap(new Res());
        w.close();
    }

    void innerClosed() {
        Res r = new Res();
        Wrap w = new Wrap(r);
        r.close();
    }

    void outerClosedBothNamed() {
        Res r = new Res();
        Wrap w = new Wrap(r);
        w.close();
    }

    void bothClosed() {
        Res r = new Res();
        Wrap w = new Wrap(r);
        w.close();
        r.close();
    }

    void neitherClosed() {
        Res r = new Res(); // error: not-called
        Wrap w = new Wrap(r);
        w.use();
    }

    void neitherClosedUnnamed() {
        Wrap w = new Wrap(new Res()); // error: not-called
    }

    void neitherNamed() {
        new Wrap(new Res()); // error: not-called
    }

    void neitherNamedClosed() {
        new Wrap(new Res()).close();
    }

    void oneOnEachBranch(boolean b) {
        Res r = new Res();
        Wrap w = new Wrap(r);
        if (b) {
            r.close();
        } else {
            w.close();
        }
    }

    void oneBranchOnly(boolean b) {
        Res r = new Res(); // error: not-called
        Wrap w = new Wrap(r);
        if (b) {
            w.close();
        }
    }

    void throughStatic() {
        Res r = new Res();
        Wrap w = Wrap.of(r);
        w.close();
    }

    void throughStaticNotClosed() {
        Res r = new Res(); // error: not-called
        Wrap w = Wrap.of(r);
    }

    void receiver() {
        Wrap w = new Wrap(new Res());
        Res r = w.inner();
        r.close();
    }

    void receiverNotClosed() {
        Wrap w = new Wrap(new Res()); // error: not-called
        Res r = w.inner();
    }

    void receiverChained() {
        Wrap w = new Wrap(new Res());
        w.inner().close();
    }

    void nested() {
        Wrap w = new Wrap(new Res());
        Wrap v = Wrap.of(w.inner());
        v.close();
    }

    void innerLost() {
        Res r = new Res();
        Wrap w = new Wrap(r);
        r = null;
        w.close();
    }

    void outerLost() {
        Res r = new Res();
        Wrap w = new Wrap(r);
        w = null;
        r.close();
    }

    void bothLost() {
        Res r = new Res(); // error: not-called
        Wrap w = new Wrap(r);
        r = null;
        w = null;
    }

    void givenOuter() {
        Wrap w = new Wrap(new Res());
        takes(w);
    }

    void givenInner() {
        Res r = new Res();
        Wrap w = new Wrap(r);
        Res.take(r);
    }

    static void takes(@Owning Wrap w) {
        w.close();
    }

    Wrap returned() {
        return new Wrap(new Res());
    }

    Wrap returnedNamed() {
        Res r = new Res();
        Wrap w = new Wrap(r);
        return w;
    }

    Res returnedInner() {
        Res r = new Res();
        Wrap w = new Wrap(r);
        return r;
    }

    void returnedClosed() {
        Wrap w = returned();
        w.close();
    }

    void returnedNotClosed() {
        Wrap w = returned(); // error: not-called
    }

    void ofParameter(Res r) {
        Wrap w = new Wrap(r);
    }

    void ofOwnedParameter(@Owning Res r) {
        Wrap w = new Wrap(r);
        w.close();
    }

    void ofOwnedParameterNotClosed(@Owning Res r) { // error: not-called
        Wrap w = new Wrap(r);
    }

    void ofNull() {
        Wrap w = new Wrap(null);
    }

    void ofShared() {
        Wrap w = new Wrap(Res.shared());
        w.use();
    }

    void throwsBetween() throws IOException {
        Res r = new Res(); // error: not-called
        mayThrow();
        Wrap w = new Wrap(r);
        w.close();
    }

    void throwsAfter() throws IOException {
        Res r = new Res(); // error: not-called
        Wrap w = new Wrap(r);
        mayThrow();
        w.close();
    }

    void throwsAfterInTry() throws IOException {
        Res r = new Res();
        Wrap w = new Wrap(r);
        try {
            mayThrow();
        } finally {
            w.close();
        }
    }

    void wrappedTwice() {
        Res r = new Res();
        Wrap v = new Wrap(r);
        Wrap w = new Wrap(r);
        v.close();
    }

    void wrappedInLoop(int n) {
        for (int i = 0; i < n; i++) {
            Wrap w = new Wrap(new Res());
            w.close();
        }
    }

    void wrappedInLoopNotClosed(int n) {
        for (int i = 0; i < n; i++) {
            Wrap w = new Wrap(new Res()); // error: not-called
        }
    }

    void wrongWrapper() {
        Res r = new Res(); // error: not-called
        Wrap w = new Wrap(new Res());
        w.close();
    }

    void conditionally(boolean b) {
        Res r = new Res();
        if (b) {
            Wrap w = new Wrap(r);
            w.close();
        } else {
            r.close();
        }
    }

    // A wrapper of another name.
    @InheritableMustCall("end")
    static class Ender {
        private final @Owning Res inner;
        @MustCallAlias Ender(@MustCallAlias Res r) { this.inner = r; }
        @EnsuresCalledMethods(value = "this.inner", methods = "close")
        void end() { inner.close(); }
        void close() { }
    }

    void otherName() {
        Ender e = new Ender(new Res());
        e.end();
    }

    void otherNameWrong() {
        Ender e = new Ender(new Res()); // error: not-called
        e.close();
    }

    void otherNameInner() {
        Res r = new Res();
        Ender e = new Ender(r);
        r.close();
    }
}
