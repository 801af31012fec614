// Without the creation of obligations: fields that are not final take no
// ownership, and nothing is asked of their assignments.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: no-obligation-creation

import java.io.IOException;
import java.net.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class NoCreates {
    @InheritableMustCall("close")
    static class Holder {
        private @Owning Res r;
        private final @Owning Res f = new Res();

        void set() {
            r = new Res(); // error: not-called
        }

        void setNull() {
            r = null;
        }

        @CreatesMustCallFor
        void reopen() {
        }

        @EnsuresCalledMethods(value = {"this.f", "this.r"}, methods = "close")
        void close() {
            f.close();
            r.close();
        }
    }

    void reopened() {
        Holder h = new Holder();
        h.close();
        h.reopen();
    }

    void notOwned(Holder h) {
        h.reopen();
    }

    void socket() throws IOException {
        Socket s = new Socket(); // error: not-called
    }
}
