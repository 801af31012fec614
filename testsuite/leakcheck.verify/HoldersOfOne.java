// Objects that hold one other: AtomicReference, whose content can be replaced, and Optional.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
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

    void presentLambda() {
        Optional<Res> o = Optional.of(new Res());
        o.ifPresent(Res::close);
    }
}
