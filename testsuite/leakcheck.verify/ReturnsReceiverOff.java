// Without being asked to, @This is not believed: each call gives a new resource.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.mustcall.qual.*;
import org.checkerframework.common.returnsreceiver.qual.This;

class ReturnsReceiverOff {
    @InheritableMustCall("close")
    static class Fluent1 {
        @This Fluent1 with(int n) { return this; }
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
}
