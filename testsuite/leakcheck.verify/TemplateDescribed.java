// A method of a base class that calls what must be called on objects of a subclass, described by a
// specification, as inference writes it.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: spec=$srcdir/leakcheck.verify/template-described.spec

import res.Res;

class TemplateDescribed {
    static abstract class Life {
        final void stop() {
            doStop();
        }

        final void pause() {
        }

        void doStop() {
        }
    }

    static class Service extends Life {
        private final Res held = new Res();

        void doStop() {
            held.close();
        }
    }

    static void stopped() {
        Service s = new Service();
        s.stop();
    }

    static void stoppedItself() {
        Service s = new Service();
        s.doStop();
    }

    static void running() {
        Service s = new Service(); // error: not-called
    }

    static void paused() {
        Service s = new Service(); // error: not-called
        s.pause();
    }
}
