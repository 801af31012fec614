// Handlers for exceptions that nothing declares: any call may throw what a handler
// expects, so what is held at such a handler, and what it acquires itself, counts.
// What no handler catches is ignored; a throw statement is not.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import java.util.List;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class Unchecked {
    static void act() { }
    static void mayThrow() throws IOException { }

    void held() {
        Res r = new Res(); // error: not-called
        try {
            act();
        } catch (IllegalStateException e) {
            return;
        }
        r.close();
    }

    void heldClosed() {
        Res r = new Res();
        try {
            act();
        } catch (IllegalStateException e) {
            r.close();
            return;
        }
        r.close();
    }

    void acquiredInHandler() {
        try {
            act();
        } catch (IllegalArgumentException e) {
            Res r = new Res(); // error: not-called
            r.use();
        }
    }

    void acquiredInHandlerClosed() {
        try {
            act();
        } catch (IllegalArgumentException e) {
            Res r = new Res();
            r.close();
        }
    }

    void outOfBounds(List<String> list) {
        Res r = new Res(); // error: not-called
        try {
            list.get(0);
        } catch (IndexOutOfBoundsException e) {
            return;
        }
        r.close();
    }

    void byRuntime() {
        Res r = new Res(); // error: not-called
        try {
            act();
        } catch (RuntimeException e) {
            return;
        }
        r.close();
    }

    void byException() {
        Res r = new Res(); // error: not-called
        try {
            act();
        } catch (Exception e) {
            return;
        }
        r.close();
    }

    void byThrowable() {
        Res r = new Res(); // error: not-called
        try {
            act();
        } catch (Throwable e) {
            return;
        }
        r.close();
    }

    void goesOn(String text) {
        int n = 0;
        Res r = new Res();
        try {
            n = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            n = 1;
        }
        r.close();
    }

    void onlyOneHandler() {
        Res r = new Res(); // error: not-called
        try {
            act();
        } catch (IllegalStateException e) {
            r.close();
            return;
        } catch (RuntimeException e) {
            return;
        }
        r.close();
    }

    void throughFinally() {
        Res r = new Res(); // error: not-called
        try {
            try {
                act();
            } finally {
                act();
            }
        } catch (RuntimeException e) {
            return;
        }
        r.close();
    }

    void closedInFinally() {
        Res r = null;
        try {
            r = new Res();
            act();
        } catch (RuntimeException e) {
            act();
        } finally {
            if (r != null) {
                r.close();
            }
        }
    }

    // Who names the exception expects it, though he lets it go on.
    void rethrown() {
        Res r = new Res(); // error: not-called
        try {
            act();
        } catch (RuntimeException e) {
            act();
            throw e;
        }
        r.close();
    }

    void rethrownClosed() {
        Res r = new Res();
        try {
            act();
        } catch (IllegalStateException | IllegalArgumentException e) {
            r.close();
            throw e;
        }
        r.close();
    }

    void acquiredInRethrowing() {
        try {
            act();
        } catch (IllegalStateException e) {
            Res r = new Res(); // error: not-called
            r.use();
            throw e;
        }
    }

    void rethrownOfTwo() {
        Res r = new Res(); // error: not-called
        try {
            act();
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw e;
        }
        r.close();
    }

    void rethrownUnderFinally() {
        Res r = new Res();
        try {
            act();
        } catch (IllegalStateException e) {
            act();
            throw e;
        } finally {
            r.close();
        }
    }

    // Another handler catches it.
    void rethrownToHandler() {
        Res r = new Res(); // error: not-called
        try {
            try {
                act();
            } catch (RuntimeException e) {
                throw e;
            }
        } catch (Exception e) {
            return;
        }
        r.close();
    }

    void otherTryThrows() throws IOException {
        Res r = new Res();
        try (Auto a = new Auto()) {
            act();
        }
        r.close();
        try (Auto a = new Auto()) {
            mayThrow();
        }
    }

    @InheritableMustCall("close")
    static class Auto implements AutoCloseable {
        public void close() { }
    }

    void closesAll(Res a) {
        try (Auto x = new Auto()) {
            act();
        } catch (IllegalStateException e) {
            act();
        }
    }

    // ---- Throw statements.  ----

    void wrappedInRuntime() {
        try {
            Res r = new Res(); // error: not-called
            r.read();
            r.close();
        } catch (IOException e) {
            throw new RuntimeException(e);
        }
    }

    void wrappedInError() {
        try {
            Res r = new Res(); // error: not-called
            r.read();
            r.close();
        } catch (IOException e) {
            throw new Error(e);
        }
    }

    void wrappedClosed() {
        try {
            Res r = new Res();
            try {
                r.read();
            } finally {
                r.close();
            }
        } catch (IOException e) {
            throw new RuntimeException(e);
        }
    }

    int switched(Level level) {
        Res r = new Res();
        int n = switch (level) {
            case LOW -> 1;
            case HIGH -> 2;
        };
        r.close();
        return n;
    }

    enum Level { LOW, HIGH }
}
