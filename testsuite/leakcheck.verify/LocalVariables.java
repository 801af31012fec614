// Obligations of local variables: where they begin, how copies share them, and
// that an assignment, the end of a block and the end of the method lose them.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class LocalVariables {
    void closed() {
        Res r = new Res();
        r.close();
    }

    void neverClosed() {
        Res r = new Res(); // error: not-called
    }

    void usedOnly() {
        Res r = new Res(); // error: not-called
        r.use();
    }

    void unnamed() {
        new Res(); // error: not-called
    }

    void unnamedClosed() {
        new Res().close();
    }

    void unnamedUsed() {
        new Res().use(); // error: not-called
    }

    void fromFactory() {
        Res r = Res.make(); // error: not-called
    }

    void fromFactoryClosed() {
        Res r = Res.make();
        r.close();
    }

    void fromFactoryUnnamed() {
        Res.make(); // error: not-called
    }

    void fromFactoryChained() {
        Res.make().use(); // error: not-called
    }

    void fromFactoryClosedAtOnce() {
        Res.make().close();
    }

    void notOurs() {
        Res r = Res.shared();
        r.use();
    }

    void notOursUnnamed() {
        Res.shared().use();
    }

    void declaredBefore() {
        Res r;
        r = new Res(); // error: not-called
    }

    void declaredBeforeClosed() {
        Res r;
        r = new Res();
        r.close();
    }

    void copied() {
        Res r = new Res();
        Res s = r;
        s.close();
    }

    void copiedClosedByFirst() {
        Res r = new Res();
        Res s = r;
        r.close();
    }

    void copiedTwice() {
        Res r = new Res();
        Res s = r;
        Res t = s;
        t.close();
    }

    void copiedNotClosed() {
        Res r = new Res(); // error: not-called
        Res s = r;
        s.use();
    }

    void copiedThenFirstLost() {
        Res r = new Res();
        Res s = r;
        r = null;
        s.close();
    }

    void copiedThenBothLost() {
        Res r = new Res(); // error: not-called
        Res s = r;
        r = null;
        s = null;
    }

    void closedBeforeCopy() {
        Res r = new Res();
        r.close();
        Res s = r;
    }

    void overwritten() {
        Res r = new Res(); // error: not-called
        r = new Res();
        r.close();
    }

    void overwrittenLast() {
        Res r = new Res();
        r.close();
        r = new Res(); // error: not-called
    }

    void overwrittenClosed() {
        Res r = new Res();
        r.close();
        r = new Res();
        r.close();
    }

    void overwrittenByNull() {
        Res r = new Res(); // error: not-called
        r = null;
    }

    void closedOverwrittenByNull() {
        Res r = new Res();
        r.close();
        r = null;
    }

    void oneBranch(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            r.close();
        }
    }

    void bothBranches(boolean b) {
        Res r = new Res();
        if (b) {
            r.close();
        } else {
            r.close();
        }
    }

    void earlyReturn(boolean b) {
        Res r = new Res(); // error: not-called
        if (b) {
            return;
        }
        r.close();
    }

    void earlyReturnClosed(boolean b) {
        Res r = new Res();
        if (b) {
            r.close();
            return;
        }
        r.close();
    }

    void inBlock(boolean b) {
        if (b) {
            Res r = new Res(); // error: not-called
            r.use();
        }
        System.out.println(b);
    }

    void inBlockClosed(boolean b) {
        if (b) {
            Res r = new Res();
            r.close();
        }
        System.out.println(b);
    }

    void madeInBranch(boolean b) {
        Res r = null;
        if (b) {
            r = new Res();
        }
        if (r != null) {
            r.close();
        }
    }

    void madeInBranchNotClosed(boolean b) {
        Res r = null;
        if (b) {
            r = new Res(); // error: not-called
        }
    }

    void madeInBothBranches(boolean b) {
        Res r;
        if (b) {
            r = new Res();
        } else {
            r = Res.make();
        }
        r.close();
    }

    void madeInBothBranchesNotClosed(boolean b) {
        Res r;
        if (b) {
            r = new Res(); // error: not-called
        } else {
            r = Res.make(); // error: not-called
        }
        r.use();
    }

    void inLoop(int n) {
        for (int i = 0; i < n; i++) {
            Res r = new Res(); // error: not-called
            r.use();
        }
    }

    void inLoopClosed(int n) {
        for (int i = 0; i < n; i++) {
            Res r = new Res();
            r.close();
        }
    }

    void overwrittenInLoop(int n) {
        Res r = null;
        for (int i = 0; i < n; i++) {
            r = new Res(); // error: not-called
        }
        if (r != null) {
            r.close();
        }
    }

    void continued(int n) {
        for (int i = 0; i < n; i++) {
            Res r = new Res(); // error: not-called
            if (i == 3) {
                continue;
            }
            r.close();
        }
    }

    void continuedClosed(int n) {
        for (int i = 0; i < n; i++) {
            Res r = new Res();
            if (i == 3) {
                r.close();
                continue;
            }
            r.close();
        }
    }

    void broken(int n) {
        while (n > 0) {
            Res r = new Res(); // error: not-called
            if (r.ready()) {
                break;
            }
            r.close();
        }
    }

    void brokenClosedBehind(int n) {
        Res r = null;
        while (n > 0) {
            r = new Res();
            if (r.ready()) {
                break;
            }
            r.close();
            r = null;
        }
        if (r != null) {
            r.close();
        }
    }

    void closedInLoopThatMayNotRun(int n) {
        Res r = new Res(); // error: not-called
        for (int i = 0; i < n; i++) {
            r.close();
        }
    }

    void doWhile(int n) {
        Res r;
        do {
            r = new Res();
            r.close();
        } while (n-- > 0);
    }

    void endless() {
        for (;;) {
            Res r = new Res();
            r.close();
        }
    }

    void argument() {
        Res.look(new Res()); // error: not-called
    }

    void argumentKept() {
        Res r = new Res(); // error: not-called
        Res.look(r);
    }

    void argumentThenClosed() {
        Res r = new Res();
        Res.look(r);
        Res.lookAt(r);
        r.close();
    }

    void two() {
        Res a = new Res();
        Res b = new Res(); // error: not-called
        a.close();
    }

    void twoClosed() {
        Res a = new Res();
        Res b = new Res();
        b.close();
        a.close();
    }

    void wrongOneTwice() {
        Res a = new Res(); // error: not-called
        Res b = new Res();
        b.close();
        b.close();
    }

    void swapped() {
        Res a = new Res();
        Res b = new Res();
        Res c = a;
        a = b;
        b = c;
        a.close();
        b.close();
    }

    void inCondition() {
        Res r;
        if ((r = Res.make()) != null) {
            r.close();
        }
    }

    void cast() {
        Object o = new Res(); // error: not-called
        System.out.println(o);
    }

    void castClosed() {
        Object o = new Res();
        ((Res) o).close();
    }

    void ofParameter(Res r) {
        r.use();
    }

    void ofParameterCopied(Res r) {
        Res s = r;
        s = null;
    }

    void comparison(Res other) {
        Res r = new Res(); // error: not-called
        if (r == other) {
            r.close();
        }
    }

    int value() {
        Res r = new Res();
        int n = r.size();
        r.close();
        return n;
    }

    int valueNotClosed() {
        Res r = new Res(); // error: not-called
        return r.size();
    }
}
