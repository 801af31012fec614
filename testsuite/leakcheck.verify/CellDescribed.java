// A cell that is not the library's, described by a specification: what is called on its content is
// called on what was put there.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: spec=$srcdir/leakcheck.verify/cell-described.spec

import res.Cell;
import res.Res;

class CellDescribed {
    void closed() {
        Cell<Res> c = new Cell<>(new Res());
        c.content().close();
    }

    void used() {
        Cell<Res> c = new Cell<>(new Res()); // error: not-called
        c.content().use();
    }

    void closedThenFilled() {
        Cell<Res> c = new Cell<>(new Res());
        c.content().close();
        c.fill(new Res());
        c.content().close();
    }

    void filledOverHeld() {
        Cell<Res> c = new Cell<>(new Res()); // error: not-called
        c.fill(new Res());
        c.content().close();
    }

    void filledEmpty() {
        Cell<Res> c = new Cell<>();
        c.fill(new Res());
        c.content().close();
    }

    void perhapsFilledOverHeld(boolean b) {
        Res r = new Res(); // error: not-called
        Cell<Res> c = new Cell<>(r);
        c.fillIf(b, null);
        c.content().close();
    }

    void perhapsFilledClosed(boolean b) {
        Res r = new Res();
        Cell<Res> c = new Cell<>(r);
        c.fillIf(b, null);
        r.close();
    }
}
