// Objects that hold one other: AtomicReference, whose content can be replaced, and Optional; in
// variables and in fields.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class HoldersOfOne {
    void closed() {
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        f.get().close();
    }

    void setOverHeld() {
        AtomicReference<Res> f = new AtomicReference<>(new Res()); // error: not-called
        f.set(null);
    }

    void setOther() {
        AtomicReference<Res> f = new AtomicReference<>(new Res()); // error: not-called
        f.set(new Res());
        f.get().close();
    }

    void setLazily() {
        AtomicReference<Res> f = new AtomicReference<>(new Res()); // error: not-called
        f.lazySet(new Res());
        f.get().close();
    }

    void compared() {
        Res r = new Res(); // error: not-called
        AtomicReference<Res> f = new AtomicReference<>(r);
        f.compareAndSet(r, null);
    }

    void comparedClosed() {
        Res r = new Res();
        AtomicReference<Res> f = new AtomicReference<>(r);
        f.compareAndSet(r, null);
        r.close();
    }

    void setClosed() {
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        f.get().close();
        f.set(new Res());
        f.get().close();
    }

    void setEmpty() {
        AtomicReference<Res> f = new AtomicReference<>();
        f.set(new Res());
        f.get().close();
    }

    void swapped() {
        AtomicReference<Res> f = new AtomicReference<>(new Res()); // error: not-called
        f.getAndSet(null);
    }

    void swappedClosed() {
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        f.getAndSet(null).close();
    }

    void present() {
        Optional<Res> o = Optional.of(new Res());
        if (o.isPresent()) {
            o.get().close();
        }
    }

    void filtered() {
        Optional<Res> o = Optional.of(new Res()); // error: not-called
        if (o.filter(r -> r.ready()).isPresent()) {
            o.get().close();
        }
    }

    void filteredNonNull() {
        Optional<Res> o = Optional.of(new Res());
        o.filter(r -> r != null).ifPresent(Res::close);
    }

    void filteredOther(boolean b) {
        Optional<Res> o = Optional.of(new Res()); // error: not-called
        o.filter(r -> b).ifPresent(Res::close);
    }

    void putIfEmpty() {
        Res r = new Res();
        AtomicReference<Res> f = new AtomicReference<>();
        if (!f.compareAndSet(null, r)) {
            r.close();
            return;
        }
        f.get().close();
    }

    void putIfEmptyAndLost() {
        Res r = new Res(); // error: not-called
        AtomicReference<Res> f = new AtomicReference<>();
        if (!f.compareAndSet(null, r)) {
            return;
        }
        f.get().close();
    }

    void presentLambda() {
        Optional<Res> o = Optional.of(new Res());
        o.ifPresent(Res::close);
    }

    void swappedForAnother() {
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        Res old = f.getAndSet(new Res()); // error: not-called
        old.close();
    }

    void swappedBothClosed() {
        AtomicReference<Res> f = new AtomicReference<>();
        Res old = f.getAndSet(new Res());
        if (old != null) {
            old.close();
        }
        f.getAndSet(null).close();
    }

    // ---- Functions that are run with the content.  ----

    void updated() {
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        f.updateAndGet(old -> {
            old.close();
            return new Res();
        }).close();
    }

    void updatedAndLost() {
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        f.updateAndGet(old -> new Res()).close(); // error: not-called
    }

    void updatedNewOneLost() {
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        f.updateAndGet(old -> { // error: not-called
            old.close();
            return new Res();
        });
    }

    void oldOneClosed() {
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        f.getAndUpdate(old -> null).close();
    }

    void oldOneLost() {
        AtomicReference<Res> f = new AtomicReference<>(new Res()); // error: not-called
        f.getAndUpdate(old -> null);
    }

    void oldOneClosedNewOneToo() {
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        f.getAndUpdate(old -> new Res()).close();
        f.get().close();
    }

    // The operator is no element.
    void operator(UnaryOperator<Res> renew) { // error: type-argument
        AtomicReference<Res> f = new AtomicReference<>(new Res());
        f.getAndUpdate(renew).close();
    }

    void unknownOperator(UnaryOperator<Res> renew) { // error: type-argument
        AtomicReference<Res> f = new AtomicReference<>(new Res()); // error: not-called
        f.updateAndGet(renew);
    }

    // ---- Perhaps put there, and taken out again.

    void perhapsPut() {
        AtomicReference<Res> f = new AtomicReference<>();
        Res r = new Res();
        if (!f.compareAndSet(null, r)) {
            r.close();
        }
        Res last = f.getAndSet(null);
        if (last != null) {
            last.close();
        }
    }

    void perhapsPutAndReplaced() {
        AtomicReference<Res> f = new AtomicReference<>();
        Res r = new Res(); // error: not-called
        if (!f.compareAndSet(null, r)) {
            r.close();
        }
        f.set(null);
    }

    void perhapsPutAndDropped() {
        AtomicReference<Res> f = new AtomicReference<>();
        Res r = new Res(); // error: not-called
        if (f.compareAndSet(null, r)) {
            f.getAndSet(null);
        } else {
            r.close();
        }
    }

    void orElse() {
        Optional<Res> o = Optional.of(new Res());
        Res r = o.orElse(null);
        if (r != null) {
            r.close();
        }
    }

    void orElseDropped() {
        Optional<Res> o = Optional.of(new Res()); // error: not-called
        Res r = o.orElse(null);
        if (r != null) {
            r.use();
        }
    }

    // ---- Fields that own what they hold.  ----

    @InheritableMustCall("close")
    static class Owner {
        private final @Owning AtomicReference<Res> held = new AtomicReference<>();

        void renew() {
            Res old = held.getAndSet(new Res());
            if (old != null) {
                old.close();
            }
        }

        void renewAndLose() {
            held.set(new Res()); // error: not-called
        }

        void swapAndLose() {
            held.getAndSet(null); // error: not-called
        }

        void init() {
            Res r = new Res();
            if (!held.compareAndSet(null, r)) {
                r.close();
            }
        }

        void initAndLose() {
            Res r = new Res(); // error: not-called
            held.compareAndSet(null, r);
        }

        void exchange(@Owning Res r) {
            Res old = held.get();
            if (held.compareAndSet(old, r)) {
                if (old != null) {
                    old.close();
                }
            } else {
                r.close();
            }
        }

        void exchangeAndLose(Res old) {
            held.compareAndSet(old, null); // error: not-called
        }

        void use() {
            Res r = held.get();
            if (r != null) {
                r.use();
            }
        }

        void update() {
            held.updateAndGet(old -> {
                if (old != null) {
                    old.close();
                }
                return new Res();
            });
        }

        @EnsuresCalledMethods(value = "this.held", methods = "close")
        void close() {
            Res r = held.getAndSet(null);
            if (r != null) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class OwnerThatLooks {
        private final @Owning AtomicReference<Res> held;

        OwnerThatLooks(@Owning Res r) {
            held = new AtomicReference<>(r);
        }

        @EnsuresCalledMethods(value = "this.held", methods = "close")
        void close() {
            Res r = held.get();
            if (r != null) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class OwnerThatForgets {
        private final @Owning AtomicReference<Res> held = new AtomicReference<>();

        void renew() {
            Res old = held.getAndSet(new Res());
            if (old != null) {
                old.close();
            }
        }

        @EnsuresCalledMethods(value = "this.held", methods = "close")
        void close() { // error: promise-broken
            Res r = held.get();
            if (r != null) {
                r.use();
            }
        }
    }
}
