// Without ownership: annotations of owners are not looked at.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: no-ownership

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class NoOwnership {
    void given() {
        Res r = new Res(); // error: not-called
        take(r);
    }

    void take(@Owning Res r) {
    }

    Res returned() {
        return new Res();
    }

    @NotOwning Res returnedNotOwning() {
        return new Res();
    }

    void lent() {
        Res r = Res.shared(); // error: not-called
    }

    void closed() {
        Res r = Res.shared();
        r.close();
    }

    static class Holder {
        @Owning Res r;

        void set() {
            r = new Res(); // error: not-called
        }
    }
}
