// A container that is not the library's, described by a specification: its elements are followed
// while a local variable holds it.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: spec=$srcdir/leakcheck.verify/container-described.spec

import res.Bag;
import res.Res;

class ContainerDescribed {
    void emptied() {
        Bag<Res> all = new Bag<>();
        all.add(new Res());
        all.add(new Res());
        while (!all.isEmpty()) {
            all.take().close();
        }
    }

    void notEmptied() {
        Bag<Res> all = new Bag<>();
        all.add(new Res()); // error: not-called
    }

    void takenOnly() {
        Bag<Res> all = new Bag<>();
        all.add(new Res()); // error: not-called
        while (!all.isEmpty()) {
            all.take().use(); // error: not-called
        }
    }

    void left() {
        Bag<Res> all = new Bag<>();
        all.add(new Res()); // error: not-called
        while (!all.isEmpty()) {
            all.take().close();
            break;
        }
    }
}
