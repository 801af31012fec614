// Initialisers are known by their code, which stands in every constructor behind super ():
// the first assignment finds null, wherever it is written.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Initialisers {
    static void act() { }
    static void show(Object o) { }

    @InheritableMustCall("close") static class OneLine { private @Owning Res r = new Res(); @EnsuresCalledMethods(value = "this.r", methods = "close") void close() { r.close(); } }

    @InheritableMustCall("close") static class OneLineTwice { private @Owning Res r = new Res(); OneLineTwice() { r = new Res(); } @EnsuresCalledMethods(value = "this.r", methods = "close") void close() { r.close(); } } // error: field-overwritten

    @InheritableMustCall("close") static class OneLineBlock { private @Owning Res r; { r = new Res(); r = new Res(); } @EnsuresCalledMethods(value = "this.r", methods = "close") void close() { r.close(); } } // error: field-overwritten

    @InheritableMustCall("close")
    static class Block {
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
    static class BlockTwice {
        @Owning Res r;

        {
            r = new Res();
        }

        {
            act();
            r = new Res(); // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class BlockThenConstructor {
        @Owning Res r;

        {
            r = new Res();
        }

        BlockThenConstructor() {
            r = new Res(); // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    // No code has the object yet that could assign the field.
    @InheritableMustCall("close")
    static class Late {
        @Owning Res r;

        Late(int n) {
            if (n > 0) {
                act();
            }
            r = new Res();
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class Shown {
        @Owning Res r;

        Shown() {
            show(this);
            r = new Res(); // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }
}
