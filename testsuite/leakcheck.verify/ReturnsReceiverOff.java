// Without being asked to, @This is not believed: a body shows whether a method returns its object, and
// where there is none, each call gives a new resource.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import org.checkerframework.common.returnsreceiver.qual.This;
import res.Res;

class ReturnsReceiverOff {
    @InheritableMustCall("close")
    static class Fluent1 {
        @This native Fluent1 with(int n);
        void close() { }
    }

    void closed() {
        Fluent1 f = new Fluent1();
        f.with(1); // error: not-called
        f.close();
    }

    void closedWithoutChain() {
        Fluent1 f = new Fluent1();
        f.close();
    }

    @InheritableMustCall("close")
    static class Request {
        private final @Owning Res held = new Res();
        private Request next;
        private int n;

        Request header(int i) {
            n += i;
            return this;
        }

        Request either(int i) {
            if (i > 3) {
                n = i;
                return this;
            }
            n = -i;
            return this;
        }

        Request mine() {
            return this;
        }

        Request orNext(int i) {
            return i > 3 ? this : new Request();
        }

        static Request copied(Request r) {
            r = new Request();
            return r;
        }

        @EnsuresCalledMethods(value = "this.held", methods = "close")
        void close() {
            held.close();
        }
    }

    static class Overrides extends Request {
        Request mine() {
            return new Request();
        }
    }

    void chained() {
        Request r = new Request();
        r.header(1).either(2).header(3);
        r.close();
    }

    void chainedAtOnce() {
        Request r = new Request().header(1).either(2);
        r.close();
    }

    void chainedNotClosed() {
        Request r = new Request().header(1).either(2); // error: not-called
    }

    void another(int i) {
        Request r = new Request();
        r.orNext(i); // error: not-called
        r.close();
    }

    void overridden() {
        Request r = new Request();
        r.mine(); // error: not-called
        r.close();
    }

    void copied() {
        Request r = new Request();
        Request.copied(r); // error: not-called
        r.close();
    }
}
