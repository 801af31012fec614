// What the authors of the paper name as gaps: any of several methods, several
// wrapped resources, containers of one element, what is known of null, and fields
// that are overwritten after their disposal.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.util.*;
import java.util.concurrent.atomic.AtomicReference;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class AcceptedGaps {
    // ---- Any of several methods.  ----

    @InheritableMustCall("commit|abort")
    static class Transaction {
        void commit() { }
        void abort() { }
        void write() { }
    }

    @InheritableMustCall({"commit|abort", "close"})
    static class Session {
        void commit() { }
        void abort() { }
        void close() { }
    }

    void committed() {
        Transaction t = new Transaction();
        t.commit();
    }

    void aborted() {
        Transaction t = new Transaction();
        t.abort();
    }

    void neither() {
        Transaction t = new Transaction(); // error: not-called
        t.write();
    }

    void oneOnEachBranch(boolean b) {
        Transaction t = new Transaction();
        if (b) {
            t.commit();
        } else {
            t.abort();
        }
    }

    void onOneBranch(boolean b) {
        Transaction t = new Transaction(); // error: not-called
        if (b) {
            t.abort();
        }
    }

    void sessionClosed() {
        Session s = new Session();
        s.abort();
        s.close();
    }

    void sessionNotClosed() {
        Session s = new Session(); // error: not-called
        s.commit();
        s.abort();
    }

    void sessionOnlyClosed() {
        Session s = new Session(); // error: not-called
        s.close();
    }

    void given(@Owning Transaction t) {
        t.abort();
    }

    void givenNot(@Owning Transaction t) { // error: not-called
    }

    @InheritableMustCall("end")
    static class Owner {
        private final @Owning Transaction t = new Transaction();

        @EnsuresCalledMethods(value = "this.t", methods = "abort")
        void end() {
            t.abort();
        }
    }

    // ---- A wrapper of several, or all of them.  ----

    @InheritableMustCall("close")
    static class Joined {
        private final @Owning Res a;
        private final @Owning Res b;

        @MustCallAlias Joined(@MustCallAlias Res a, @MustCallAlias Res b) {
            this.a = a;
            this.b = b;
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() {
            a.close();
            b.close();
        }
    }

    void joined() {
        Joined j = new Joined(new Res(), new Res());
        j.close();
    }

    void joinedBothClosed() {
        Res a = new Res();
        Res b = new Res();
        Joined j = new Joined(a, b);
        a.close();
        b.close();
    }

    void joinedOneClosed() {
        Res a = new Res();
        Res b = new Res(); // error: not-called
        Joined j = new Joined(a, b);
        a.close();
    }

    void joinedNoneClosed() {
        Res a = new Res(); // error: not-called
        Res b = new Res(); // error: not-called
        Joined j = new Joined(a, b);
    }

    // ---- Containers of one element.  ----

    Optional<Res> optional(boolean b) {
        if (b) {
            return Optional.of(new Res());
        }
        return Optional.empty();
    }

    Optional<Res> optionalNamed(boolean b) {
        Res r = new Res();
        return Optional.ofNullable(r);
    }

    void optionalClosed() {
        Optional<Res> o = optional(true);
        if (o.isPresent()) {
            o.get().close();
        }
    }

    void optionalNotClosed() {
        Optional<Res> o = optional(true); // error: not-called
        if (o.isPresent()) {
            o.get().use();
        }
    }

    void optionalLost() {
        Optional<Res> o = Optional.of(new Res()); // error: not-called
    }

    void optionalOfOther() {
        Optional<String> o = Optional.of("x");
    }

    void reference() {
        AtomicReference<Res> a = new AtomicReference<>(new Res());
        a.get().close();
    }

    void referenceNotClosed() {
        AtomicReference<Res> a = new AtomicReference<>(new Res()); // error: not-called
        a.get().use();
    }

    void referenceOfOther() {
        AtomicReference<String> a = new AtomicReference<>("x");
    }

    // ---- Null.  ----

    void flag(@Owning Res r) {
        boolean open = r != null;
        if (open) {
            r.close();
        }
    }

    void flagWrong(@Owning Res r) { // error: not-called
        boolean open = r != null;
        if (!open) {
            r.close();
        }
    }

    void objects(@Owning Res r) {
        if (Objects.nonNull(r)) {
            r.close();
        }
    }

    void objectsWrong(@Owning Res r) { // error: not-called
        if (Objects.isNull(r)) {
            r.close();
        }
    }

    // ---- Fields.  ----

    @InheritableMustCall("close")
    static class Holder {
        private @Owning Res r;

        @CreatesMustCallFor
        void throughHelper() {
            Res.shut(r);
            r = new Res();
        }

        void given() {
            Res.take(r);
            r = null;
        }

        @CreatesMustCallFor
        void throughLocal() {
            Res old = r;
            old.close();
            r = new Res();
        }

        @CreatesMustCallFor
        void throughLocalNot() {
            Res old = r;
            old.use();
            r = new Res(); // error: field-overwritten
        }

        @EnsuresCalledMethods(value = "this.r", methods = "close")
        void close() {
            if (r != null) {
                r.close();
                r = null;
            }
        }
    }
}
