// Loops that never end: no exit follows, so a resource that nothing uses any more is
// lost before the loop.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Endless {
    static void act() { }

    void unused() {
        Res r = new Res(); // error: not-called
        r.use();
        for (;;) {
            act();
        }
    }

    void dropped() {
        Res r = new Res(); // error: not-called
        r = null;
        while (true) {
            act();
        }
    }

    void overwritten() {
        Res r = new Res(); // error: not-called
        r = new Res();
        for (;;) {
            r.use();
        }
    }

    void unnamed() {
        new Res(); // error: not-called
        for (;;) {
            act();
        }
    }

    void inTheLoop() {
        for (;;) {
            Res r = new Res(); // error: not-called
            r.use();
        }
    }

    void inTheLoopClosed() {
        for (;;) {
            Res r = new Res();
            r.close();
        }
    }

    void served() {
        Res r = new Res();
        for (;;) {
            r.use();
        }
    }

    void closedBefore() {
        Res r = new Res();
        r.close();
        for (;;) {
            act();
        }
    }

    void left() {
        Res r = new Res();
        for (;;) {
            if (r.ready()) {
                r.close();
                break;
            }
        }
    }

    void owned(@Owning Res r) { // error: not-called
        for (;;) {
            act();
        }
    }

    void program() {
        Res r = new Res();
        r.use();
        for (;;) {
            if (r.ready()) {
                System.exit(0);
            }
        }
    }
}
