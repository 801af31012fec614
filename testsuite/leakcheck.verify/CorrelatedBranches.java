// Branches that test the same again: what was acquired under a condition is released under it.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class CorrelatedBranches {
    static void act() { }

    void sameFlag(boolean b) {
        Res r = null;
        if (b) {
            r = new Res();
        }
        act();
        if (b) {
            r.close();
        }
    }

    void otherFlag(boolean b, boolean c) {
        Res r = null;
        if (b) {
            r = new Res(); // error: not-called
        }
        if (c) {
            r.close();
        }
    }

    void opposite(boolean b) {
        Res r = null;
        if (b) {
            r = new Res(); // error: not-called
        }
        if (!b) {
            r.close();
        }
    }

    void sameNumber(int n) {
        Res r = null;
        if (n > 3) {
            r = new Res();
        }
        if (n > 3) {
            r.close();
        }
    }

    void widerNumber(int n) {
        Res r = null;
        if (n > 3) {
            r = new Res();
        }
        if (n > 1) {
            r.close();
        }
    }

    void narrowerNumber(int n) {
        Res r = null;
        if (n > 3) {
            r = new Res(); // error: not-called
        }
        if (n > 5) {
            r.close();
        }
    }

    void assignedBetween(boolean b, boolean c) {
        Res r = null;
        if (b) {
            r = new Res(); // error: not-called
        }
        b = c;
        if (b) {
            r.close();
        }
    }

    void inLoop(boolean[] flags) {
        Res r = null;
        for (boolean b : flags) {
            if (b) {
                r = new Res(); // error: not-called
            }
        }
        for (boolean b : flags) {
            if (b) {
                r.close();
            }
        }
    }

    // ---- Both tests after the acquisition.

    void oneOfTwo(boolean b) {
        Res r = new Res();
        if (b) {
            r.close();
        }
        act();
        if (!b) {
            r.close();
        }
    }

    void twiceTheSame(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            r.close();
        }
        act();
        if (b) {
            r.close();
        }
    }

    void byNumber(int n) {
        Res r = new Res();
        if (n == 1) {
            r.close();
        }
        if (n != 1) {
            r.close();
        }
    }

    void numberAndOther(int n) {
        Res r = new Res(); // error: not-called
        if (n == 1) {
            r.close();
        }
        if (n != 2) {
            r.close();
        }
    }

    // ---- A state, and a switch on it.

    void states(int n) {
        int state = 0;
        Res r = null;
        if (n > 3) {
            r = new Res();
            state = 1;
        }
        act();
        switch (state) {
        case 1:
            r.close();
            break;
        default:
            break;
        }
    }

    void otherCase(int n) {
        int state = 0;
        Res r = null;
        if (n > 3) {
            r = new Res(); // error: not-called
            state = 1;
        }
        switch (state) {
        case 2:
            r.close();
            break;
        default:
            break;
        }
    }

    void releasedByDefault(int n) {
        int state = 1;
        Res r = null;
        if (n > 3) {
            r = new Res();
            state = 7;
        }
        switch (state) {
        case 1:
        case 2:
            break;
        default:
            r.close();
            break;
        }
    }

    void anyState(int n) {
        int state = 0;
        Res r = null;
        if (n > 3) {
            r = new Res(); // error: not-called
            state = n;
        }
        switch (state) {
        case 4:
            r.close();
            break;
        default:
            break;
        }
    }

    enum State { NONE, OPEN, FULL }

    // The constants of an enum differ.
    void stateOfEnum(int n) {
        State state = State.NONE;
        Res r = null;
        if (n > 3) {
            r = new Res();
            state = State.OPEN;
        }
        if (state == State.OPEN) {
            r.close();
        }
    }

    void stateOfEnumNotNone(int n) {
        State state = State.NONE;
        Res r = null;
        if (n > 3) {
            r = new Res();
            state = n > 4 ? State.OPEN : State.FULL;
        }
        if (state != State.NONE) {
            r.close();
        }
    }

    void otherStateOfEnum(int n) {
        State state = State.NONE;
        Res r = null;
        if (n > 3) {
            r = new Res(); // error: not-called
            state = n > 4 ? State.OPEN : State.FULL;
        }
        if (state == State.OPEN) {
            r.close();
        }
    }
}
