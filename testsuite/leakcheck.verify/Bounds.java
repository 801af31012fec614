// Bounds of type parameters with annotations: a value of such a type must be released
// as the bound says.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Bounds {
    static <T extends @MustCall("close") Object> void drop(@Owning T v) { } // error: not-called

    static <T extends @MustCall("close") Object> void keep(T v) { }

    static <T extends @MustCall("close") Object> T pass(@Owning T v) {
        return v;
    }

    static <T extends Res> void dropRes(@Owning T v) { } // error: not-called

    static <T extends Res> void closeRes(@Owning T v) {
        v.close();
    }

    static class Box<T extends @MustCall("close") Object> {
        void drop(@Owning T v) { } // error: not-called

        void keep(T v) { }
    }

    static class Plain<T> {
        void drop(@Owning T v) { }
    }

    void result() {
        pass(new Res()); // error: not-called
    }

    void resultClosed() {
        Res r = pass(new Res());
        r.close();
    }
}
