// What has been called on values, as the types of local variables, parameters of super calls, and
// results say.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import org.checkerframework.checker.calledmethods.qual.*;

class CalledLocals {
    static class Request {
        Request to(String where) {
            return this;
        }

        void prepare() {
        }

        void sign() {
        }
    }

    static class Sender {
        Sender(@CalledMethods("prepare") Request r) {
        }
    }

    static class Good extends Sender {
        Good(@CalledMethods("prepare") Request r) {
            super(r);
        }
    }

    static class Bad extends Sender {
        Bad(Request r) {
            super(r); // error: must-call-mismatch
        }
    }

    static class Signed extends Sender {
        Signed(@CalledMethods("sign") Request r) {
            super(r); // error: must-call-mismatch
        }
    }

    static @CalledMethods("prepare") Request prepared() {
        Request r = new Request();
        r.prepare();
        return r;
    }

    static Request plain() {
        return new Request();
    }

    int afterCall() {
        Request r = new Request();
        r.prepare();
        @CalledMethods("prepare") Request p = r;
        return p.hashCode();
    }

    int withoutCall() {
        Request r = new Request();
        @CalledMethods("prepare") Request p = r; // error: must-call-mismatch
        return p.hashCode();
    }

    int anotherCall() {
        Request r = new Request();
        r.sign();
        @CalledMethods("prepare") Request p = r; // error: must-call-mismatch
        return p.hashCode();
    }

    int onOnePath(boolean b) {
        Request r = new Request();
        if (b) {
            r.prepare();
        }
        @CalledMethods("prepare") Request p = r; // error: must-call-mismatch
        return p.hashCode();
    }

    int onBothPaths(boolean b) {
        Request r = new Request();
        if (b) {
            r.prepare();
            r.sign();
        } else {
            r.prepare();
        }
        @CalledMethods("prepare") Request p = r;
        return p.hashCode();
    }

    int fromResult() {
        @CalledMethods("prepare") Request p = prepared();
        return p.hashCode();
    }

    int fromPlainResult() {
        @CalledMethods("prepare") Request p = plain(); // error: must-call-mismatch
        return p.hashCode();
    }

    int fromParameter(@CalledMethods({"prepare", "sign"}) Request r) {
        @CalledMethods("prepare") Request p = r;
        return p.hashCode();
    }

    int assignedLater(boolean b) {
        Request r = new Request();
        @CalledMethods("prepare") Request p = null;
        if (b) {
            r.prepare();
            p = r;
        }
        return p == null ? 0 : p.hashCode();
    }

    void argument() {
        Request r = new Request();
        r.prepare();
        new Sender(r);
    }

    void argumentIsResult() {
        new Sender(prepared());
    }

    void argumentIsPlainResult() {
        new Sender(plain()); // error: must-call-mismatch
    }

    void argumentTooEarly() {
        Request r = new Request();
        new Sender(r); // error: must-call-mismatch
        r.prepare();
    }

    // ---- Fields.  ----

    static class Outbox {
        private @CalledMethods("prepare") Request next;
        private final @CalledMethods("prepare") Request first;

        Outbox(@CalledMethods("prepare") Request r) {
            first = r;
        }

        Outbox(Request r, boolean later) {
            first = r; // error: must-call-mismatch
        }

        void queue() {
            Request r = new Request();
            r.prepare();
            next = r;
        }

        void queueTooEarly() {
            next = new Request(); // error: must-call-mismatch
        }

        void forget() {
            next = null;
        }

        void send() {
            new Sender(next);
        }

        @CalledMethods("prepare") Request first() {
            return first;
        }

        @CalledMethods("sign") Request signed() {
            return first; // error: must-call-mismatch
        }
    }

    // ---- Values that come together.  ----

    void eitherPrepared(boolean b) {
        @CalledMethods("prepare") Request p = b ? prepared() : prepared();
        new Sender(p);
    }

    void eitherPlain(boolean b) {
        new Sender(b ? prepared() : plain()); // error: must-call-mismatch
    }

    void preparedTogether(boolean b) {
        Request r = b ? prepared() : plain();
        r.prepare();
        new Sender(r);
    }

    @CalledMethods("prepare") Request oneOfThree(int i) {
        return i == 0 ? prepared() : i == 1 ? null : prepared();
    }

    @CalledMethods("prepare") Request oneOfThreePlain(int i) {
        return i == 0 ? prepared() : i == 1 ? plain() : prepared(); // error: must-call-mismatch
    }
}
