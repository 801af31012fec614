// Static fields that own, because the user permits it.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: permit-static-owning

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class StaticFieldsPermitted {
    static class Owns {
        static @Owning Res r;
        static @Owning Res s = new Res();
        static Res t;

        static void set() {
            r = new Res();
        }

        static void setGiven(@Owning Res given) {
            r = given;
        }

        static void setNotOwning() {
            t = new Res(); // error: not-called
        }

        void setFromInstance() {
            Owns.r = new Res();
        }
    }

    static class NotStatic {
        @Owning Res r; // error: field-not-released
    }

    static class InBlock {
        static @Owning Res r;
        static {
            r = new Res();
        }
    }
}
