// What must be called is known by its name: a method counts as a call of each method of its
// name, so each of these keeps what one promises.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Overloads {
    @InheritableMustCall("close")
    static class One {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close(boolean b) {
            r.close();
        }

        void close() { } // error: promise-broken
    }

    @InheritableMustCall("close")
    static class Both {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close(boolean b) {
            r.close();
        }

        void close() {
            close(true);
        }
    }

    @InheritableMustCall("close")
    static class Hidden {
        private final @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            close(1);
            r.close();
        }

        private void close(int n) { }
    }

    void closeOne() {
        new One().close();
    }

    void closeBoth() {
        new Both().close();
    }
}
