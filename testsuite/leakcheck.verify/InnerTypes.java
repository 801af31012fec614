// Annotations on the type of an inner class stand on the way into the class around it; results
// that have been released.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class InnerTypes {
    class In {
        private final Object o = new Object();

        void use() { }
    }

    InnerTypes.@MustCall("use") In make() {
        return new In();
    }

    void made() {
        make(); // error: not-called
    }

    void madeUsed() {
        make().use();
    }

    static @CalledMethods("close") Res closed() {
        Res r = new Res();
        r.close();
        return r;
    }

    void resultClosed() {
        Res r = closed();
        r.use();
    }

    static @CalledMethods("use") Res used() {
        Res r = new Res();
        r.use();
        return r;
    }

    static @CalledMethods("close") Res notClosed(boolean b) {
        Res r = new Res();
        if (b) {
            r.close();
        }
        return r; // error: must-call-mismatch
    }

    void resultUsed() {
        Res r = used(); // error: not-called
    }
}
