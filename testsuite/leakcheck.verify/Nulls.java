// Null carries no obligation: tests of it, on both branches, and what is known
// from them afterwards.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;

class Nulls {
    void tested(@Owning Res r) {
        if (r != null) {
            r.close();
        }
    }

    void testedEqual(@Owning Res r) {
        if (r == null) {
            return;
        }
        r.close();
    }

    void testedOtherWay(@Owning Res r) {
        if (null != r) {
            r.close();
        }
    }

    void testedWrongWay(@Owning Res r) { // error: not-called
        if (r == null) {
            System.out.println();
        }
    }

    void testedForOther(@Owning Res r, Res s) { // error: not-called
        if (s != null) {
            r.close();
        }
    }

    void testedWithMore(@Owning Res r, boolean b) { // error: not-called
        if (r != null && b) {
            r.close();
        }
    }

    void testedWithLess(@Owning Res r, boolean b) {
        if (b) {
            if (r != null) {
                r.close();
            }
        } else if (r != null) {
            r.close();
        }
    }

    void testedShort(@Owning Res r, boolean b) {
        if (r == null || b) {
            if (r != null) {
                r.close();
            }
        } else {
            r.close();
        }
    }

    void assigned() {
        Res r = null;
        r = null;
    }

    void assignedInTest() {
        Res r;
        if ((r = Res.make()) != null) {
            r.close();
        }
    }

    void assignedInTestNotClosed() {
        Res r;
        if ((r = Res.make()) != null) { // error: not-called
            r.use();
        }
    }

    void loop() {
        Res r;
        while ((r = Res.make()) != null) {
            r.close();
        }
    }

    void loopNotClosed() {
        Res r;
        while ((r = Res.make()) != null) { // error: not-called
            r.use();
        }
    }

    void throwsIfNull(@Owning Res r) {
        if (r == null) {
            throw new IllegalArgumentException();
        }
        r.close();
    }

    void fromFactory() {
        Res r = Res.make();
        if (r == null) {
            throw new IllegalStateException();
        }
        r.close();
    }

    Res firstOf(boolean b) {
        Res r = null;
        if (b) {
            r = new Res();
        }
        if (r == null) {
            r = Res.make();
        }
        return r;
    }

    void reset() {
        Res r = new Res();
        r.close();
        r = null;
        if (r != null) {
            r.close();
        }
    }

    void inFinally() throws IOException {
        Stream s = null;
        try {
            s = new Stream();
            s.read();
        } finally {
            if (s != null) {
                s.close();
            }
        }
    }

    void twoInFinally() throws IOException {
        Stream a = null;
        Stream b = null;
        try {
            a = new Stream();
            b = new Stream();
            b.read();
        } finally {
            try {
                if (a != null) {
                    a.close();
                }
            } finally {
                if (b != null) {
                    b.close();
                }
            }
        }
    }

    void twoInFinallyFlat() throws IOException {
        Stream a = null;
        Stream b = null;
        try {
            a = new Stream();
            b = new Stream(); // error: not-called
            b.read();
        } finally {
            if (a != null) {
                a.close();
            }
            if (b != null) {
                b.close();
            }
        }
    }

    void copied(@Owning Res r) {
        Res s = r;
        if (s != null) {
            s.close();
        }
    }
}
