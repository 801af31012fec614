// What constructors and initialisers assign to owning fields is believed to be
// their first value, because the user permits it.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: permit-initialization-leak

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class InitialisationPermitted {
    static void other() { }

    @InheritableMustCall("close")
    static class InConstructor {
        @Owning Res r;

        InConstructor() {
            r = new Res();
        }

        InConstructor(int n) {
            other();
            r = new Res();
        }

        InConstructor(boolean b) {
            r = new Res();
            r = new Res();
        }

        @CreatesMustCallFor
        void set() {
            r = new Res(); // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class InBlock {
        @Owning Res r;

        {
            r = new Res();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class InNestedBlock {
        @Owning Res r;

        {
            if (StaticCounter.n > 0) {
                r = new Res();
            }
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    static class StaticCounter {
        static int n;
    }
}
