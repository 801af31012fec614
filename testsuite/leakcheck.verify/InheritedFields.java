// Fields of abstract classes that leave it to their subclasses to release them.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class InheritedFields {
    abstract static class Base {
        protected final @Owning Res held;

        Base(@Owning Res held) {
            this.held = held;
        }

        int size() {
            return held.size();
        }
    }

    @InheritableMustCall("close")
    static class Closes extends Base {
        Closes() {
            super(new Res());
        }

        @EnsuresCalledMethods(value = "this.held", methods = "close")
        void close() {
            held.close();
        }
    }

    @InheritableMustCall("end")
    static class Ends extends Base {
        Ends(@Owning Res r) {
            super(r);
        }

        @EnsuresCalledMethods(value = "this.held", methods = "close")
        void end() {
            held.close();
        }
    }

    // What it inherits is enough.
    static class Below extends Closes {
        int twice() {
            return 2 * size();
        }
    }

    @InheritableMustCall("close")
    static class Forgets extends Base { // error: field-not-released
        Forgets() {
            super(new Res());
        }

        void close() {
        }
    }

    static class HasNoMethod extends Base { // error: field-not-released
        HasNoMethod() {
            super(new Res());
        }
    }

    // One more leaves it to others, and has a field of its own.
    abstract static class Middle extends Base {
        protected @Owning Res second;

        Middle() {
            super(new Res());
            second = new Res();
        }
    }

    @InheritableMustCall("close")
    static class ClosesBoth extends Middle {
        @EnsuresCalledMethods(value = {"this.held", "this.second"}, methods = "close")
        void close() {
            held.close();
            second.close();
        }
    }

    @InheritableMustCall("close")
    static class ClosesOne extends Middle { // error: field-not-released
        @EnsuresCalledMethods(value = "this.held", methods = "close")
        void close() {
            held.close();
        }
    }

    // No class extends it.
    abstract static class Alone {
        protected final @Owning Res held = new Res(); // error: field-not-released
    }

    // No subclass sees it.
    abstract static class Hides {
        private final @Owning Res held = new Res(); // error: field-not-released
    }

    static class Hidden extends Hides {
    }

    // Objects of the class itself have nobody else.
    static class Concrete {
        protected final @Owning Res held = new Res(); // error: field-not-released
    }

    @InheritableMustCall("close")
    static class OfConcrete extends Concrete {
        @EnsuresCalledMethods(value = "this.held", methods = "close")
        void close() {
            held.close();
        }
    }

    static int closed() {
        Closes c = new Closes();
        int n = c.size();
        c.close();
        return n;
    }

    static int notClosed() {
        Closes c = new Closes(); // error: not-called
        return c.size();
    }

    static void ended(@Owning Res r) {
        new Ends(r).end();
    }

    static void below() {
        Below b = new Below(); // error: not-called
        b.twice();
    }
}
