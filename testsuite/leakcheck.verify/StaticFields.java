// Static fields never own soundly: nobody has to close them at the end.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class StaticFields {
    static class NotOwning1 {
        static Res r;

        static void set() {
            r = new Res(); // error: not-called
        }

        static void setNull() {
            r = null;
        }

        static void setBorrowed(Res given) {
            r = given;
        }

        static void setOwned(@Owning Res given) { // error: not-called
            r = given;
        }

        static void use() {
            r.use();
        }
    }

    static class Initialised {
        static Res r = new Res(); // error: not-called
    }

    static class InitialisedFinal {
        static final Res r = new Res(); // error: not-called
    }

    static class OwningFinal {
        static final @Owning Res r = new Res();
    }

    static class OwningNotFinal {
        static @Owning Res r; // error: field-not-released
    }

    static class OwningInitialised {
        static @Owning Res r = new Res(); // error: field-not-released
    }

    @InheritableMustCall("close")
    static class OwningSet {
        static @Owning Res r; // error: field-not-released

        static void set() { // error: creates-missing
            r = new Res(); // error: field-overwritten
        }

        void close() { }
    }

    static class OwningBlock {
        static @Owning Res r; // error: field-not-released
        static {
            r = new Res();
        }
    }

    static class OwningFinalBlock {
        static final @Owning Res r;
        static {
            r = new Res();
        }
    }

    static class OfNothing {
        static @Owning Object o = new Object();
    }
}
