// Methods that return their receiver, where the user asks to believe @This.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: returns-receiver

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import org.checkerframework.common.returnsreceiver.qual.This;

class ReturnsReceiver {
    @InheritableMustCall("close")
    static class Fluent {
        @This Fluent with(int n) { return this; }
        void close() { }
    }

    @InheritableMustCall("build")
    static class Builder {
        @This Builder add(int n) { return this; }
        @This Builder build() { return this; }
    }

    void closed() {
        Fluent f = new Fluent();
        f.with(1).with(2);
        f.close();
    }

    void closedAtEnd() {
        new Fluent().with(1).with(2).close();
    }

    void closedResult() {
        Fluent f = new Fluent().with(1);
        f.close();
    }

    void notClosed() {
        Fluent f = new Fluent().with(1); // error: not-called
    }

    void notClosedUnnamed() {
        new Fluent().with(1).with(2); // error: not-called
    }

    void built() {
        new Builder().add(1).build();
    }

    void builtInTheMiddle() {
        new Builder().add(1).build().add(2);
    }

    void notBuilt() {
        new Builder().add(1).add(2); // error: not-called
    }
}
