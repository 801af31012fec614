// Methods that create an obligation anew, and fields that are assigned again, as programs
// have them: reconnecting, rotating, lazy opening.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class FieldRenewals {
    @InheritableMustCall("close")
    static class Log {
        private @Owning Writer out;

        Log() { }

        Log(@Owning Writer out) {
            this.out = out;
        }

        @CreatesMustCallFor("this")
        void open(File f) throws IOException {
            if (out != null) {
                out.close();
            }
            out = new FileWriter(f);
        }

        @CreatesMustCallFor("this")
        void openLazily(File f) throws IOException {
            if (out == null) {
                out = new FileWriter(f);
            }
        }

        @CreatesMustCallFor("this")
        void openUnlessOpen(File f) throws IOException {
            if (out != null) {
                return;
            }
            out = new FileWriter(f);
        }

        @CreatesMustCallFor("this")
        void openCarelessly(File f) throws IOException {
            out = new FileWriter(f); // error: field-overwritten
        }

        void openSilently(File f) throws IOException { // error: creates-missing
            if (out != null) {
                out.close();
            }
            out = new FileWriter(f);
        }

        void openSilentlyAndCarelessly(File f) throws IOException { // error: creates-missing
            out = new FileWriter(f); // error: field-overwritten
        }

        @CreatesMustCallFor("this")
        void openTwice(File f, File g) throws IOException {
            if (out != null) {
                out.close();
            }
            out = new FileWriter(f);
            out = new FileWriter(g); // error: field-overwritten
        }

        @CreatesMustCallFor("this")
        void openClosedInBetween(File f, File g) throws IOException {
            if (out != null) {
                out.close();
            }
            out = new FileWriter(f);
            out.close();
            out = new FileWriter(g);
        }

        @CreatesMustCallFor("this")
        void openAfterOtherCall(File f) throws IOException {
            if (out != null) {
                out.close();
            }
            hook();
            out = new FileWriter(f); // error: field-overwritten
        }

        @CreatesMustCallFor("this")
        void openByOther(File f) throws IOException {
            open(f);
        }

        void openByOtherSilently(File f) throws IOException {
            open(f); // error: creates-not-owned
        }

        @CreatesMustCallFor("this")
        void adopt(@Owning Writer w) throws IOException {
            if (out != null) {
                out.close(); // what is adopted leaks if this throws: the caller has it then
            }
            out = w;
        }

        @CreatesMustCallFor("this")
        void lend(Writer w) throws IOException {
            if (out != null) {
                out.close();
            }
            out = w;
        }

        void drop() throws IOException {
            out.close();
            out = null;
        }

        void dropCarelessly() {
            out = null; // error: field-overwritten
        }

        void dropGuarded() {
            try {
                if (out != null) {
                    out.close();
                }
            } catch (IOException e) {
                System.err.println(e);
            } finally {
                out = null; // error: field-overwritten
            }
        }

        void hook() { }

        @EnsuresCalledMethods(value = "this.out", methods = "close")
        void close() throws IOException {
            if (out != null) {
                out.close();
            }
        }
    }

    // ---- Users.  ----

    void use(File f) throws IOException {
        Log log = new Log();
        try {
            log.open(f);
        } finally {
            log.close();
        }
    }

    void useLost(File f) throws IOException {
        Log log = new Log(); // error: not-called
        log.open(f);
    }

    void useReopenedBehindClose(File f) throws IOException {
        Log log = new Log(); // error: not-called
        log.close();
        log.open(f);
    }

    void useReopened(File f, File g) throws IOException {
        Log log = new Log();
        try {
            log.open(f);
            log.close();
            log.open(g);
        } finally {
            log.close();
        }
    }

    void useOwned(@Owning Log log, File f) throws IOException {
        log.open(f);
        log.close();
    }

    void useOwnedLost(@Owning Log log, File f) throws IOException { // error: not-called
        log.close();
        log.open(f);
    }

    void useBorrowed(Log log, File f) throws IOException {
        log.open(f); // error: creates-not-owned
    }

    @CreatesMustCallFor("#1")
    static void openFor(Log log, File f) throws IOException {
        log.open(f);
    }

    @CreatesMustCallFor("#2")
    static void openForOther(File f, Log log) throws IOException {
        log.open(f);
    }

    @CreatesMustCallFor("#1")
    static void openForWrongOne(Log a, Log b, File f) throws IOException {
        b.open(f); // error: creates-not-owned
    }

    @CreatesMustCallFor("#1")
    @CreatesMustCallFor("#2")
    static void openForBoth(Log a, Log b, File f) throws IOException {
        a.open(f);
        b.open(f);
    }

    void useStatic(File f) throws IOException {
        Log log = new Log();
        try {
            openFor(log, f);
        } finally {
            log.close();
        }
    }

    void useStaticBehindClose(File f) throws IOException {
        Log log = new Log(); // error: not-called
        log.close();
        openForOther(f, log);
    }

    void useStaticBorrowed(Log log, File f) throws IOException {
        openFor(log, f); // error: creates-not-owned
    }

    void useBoth(File f) throws IOException {
        Log a = new Log();
        Log b = new Log(); // error: not-called
        try {
            openForBoth(a, b, f);
        } finally {
            a.close();
        }
    }

    void useOneAlias(File f) throws IOException {
        Log log = new Log();
        Log same = log;
        try {
            same.open(f);
        } finally {
            same.close();
        }
    }

    void useOneAliasLost(File f) throws IOException {
        // The reference drops the first name, and complains of the second.
        Log log = new Log(); // error: not-called
        Log same = log;
        same.open(f);
        same.close();
    }

    void useOtherAlias(File f) throws IOException {
        // One object: the reference no longer knows it.
        Log log = new Log();
        Log same = log;
        try {
            same.open(f);
        } finally {
            log.close();
        }
    }

    @InheritableMustCall("end")
    static class Program {
        private final @Owning Log log = new Log();

        void rotate(File f) throws IOException {
            log.open(f);
        }

        @EnsuresCalledMethods(value = "this.log", methods = "close")
        void end() throws IOException {
            log.close();
        }
    }

    static class Borrower {
        private final Log log;

        Borrower(Log log) {
            this.log = log;
        }

        void rotate(File f) throws IOException {
            log.open(f); // error: creates-not-owned
        }
    }

    // ---- Constructors and initialisers.  ----

    @InheritableMustCall("close")
    static class Eager {
        private @Owning Res r = new Res();

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class EagerTwice {
        private @Owning Res r = new Res();

        EagerTwice() {
            r = new Res(); // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class Adopts {
        private @Owning Res r;

        Adopts(@Owning Res r) {
            this.r = r;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class AdoptsNotPrivate {
        @Owning Res r;

        AdoptsNotPrivate(@Owning Res r) {
            this.r = r;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class AdoptsLate {
        private @Owning Res r;

        AdoptsLate(@Owning Res r) {
            hook();
            this.r = r; // error: field-overwritten
        }

        void hook() { }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            r.close();
        }
    }

    @InheritableMustCall("close")
    static class AdoptsInLoop {
        private @Owning Res r;

        AdoptsInLoop(int n) {
            for (int i = 0; i < n; i++) {
                // Nothing was there: the reference does not look at loops.
                this.r = null;
            }
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            if (r != null) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class ByConstructorCall {
        private @Owning Res r;

        ByConstructorCall() {
            this(null);
        }

        ByConstructorCall(@Owning Res r) {
            this.r = r;
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            if (r != null) {
                r.close();
            }
        }
    }

    // ---- Somebody else's field.  ----

    static void setOther(Eager e) { // error: creates-missing
        e.r = new Res(); // error: field-overwritten
    }

    @CreatesMustCallFor("#1")
    static void setOtherDeclared(Eager e) {
        e.r.close();
        e.r = new Res();
    }

    static void setOwn() {
        Eager e = new Eager();
        e.r.close();
        e.r = new Res();
        e.close();
    }

    static void setOwnLost() {
        Eager e = new Eager(); // error: not-called
        e.r.close();
        e.r = new Res();
    }

    // The old value is closed when the new one is there.
    @InheritableMustCall("close")
    static class Rotated {
        private @Owning Res cur;

        @CreatesMustCallFor("this")
        void rotate() {
            Res old = cur;
            cur = new Res();
            if (old != null) {
                old.close();
            }
        }

        @CreatesMustCallFor("this")
        void rotateAndForget() {
            Res old = cur;
            cur = new Res(); // error: field-overwritten
            if (old != null && old.ready()) {
                old.close();
            }
        }

        @CreatesMustCallFor("this")
        void rotateAndFail() throws IOException {
            Res old = cur;
            cur = new Res(); // error: field-overwritten
            cur.read();
            if (old != null) {
                old.close();
            }
        }

        @EnsuresCalledMethods(value = "this.cur", methods = "close")
        void close() {
            if (cur != null) {
                cur.close();
            }
        }
    }
}
