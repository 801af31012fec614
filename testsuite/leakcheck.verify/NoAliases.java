// Without resource aliases: a wrapper and what it wraps are two resources.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: no-resource-aliases

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Wrap;

class NoAliases {
    void outerClosed() {
        Wrap w = new Wrap(new Res()); // error: not-called
        w.close();
    }

    void innerClosed() {
        Res r = new Res();
        Wrap w = new Wrap(r); // error: not-called
        r.close();
    }

    void bothClosed() {
        Res r = new Res();
        Wrap w = new Wrap(r);
        w.close();
        r.close();
    }

    void copied() {
        Res r = new Res();
        r.close();
    }

    static @MustCallAlias Res lost(@MustCallAlias Res r) {
        return null;
    }
}
