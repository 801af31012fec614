// Maps that hold what a lambda returns.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class CollectionLambdas {
    @InheritableMustCall("close")
    static class Table {
        private final @Owning Map<String, Res> all = new HashMap<>();

        Res get(String key) {
            return all.computeIfAbsent(key, k -> new Res());
        }

        void fill(String key) {
            all.computeIfAbsent(
                key,
                k -> {
                    Res r = new Res();
                    r.use();
                    return r;
                });
        }

        void fillByMethod(String key) {
            all.computeIfAbsent(key, CollectionLambdas::make);
        }

        void another(String key) {
            all.computeIfAbsent(
                key,
                k -> {
                    new Res(); // error: not-called
                    return new Res();
                });
        }

        void maybe(String key, boolean b) {
            all.computeIfAbsent(
                key,
                k -> {
                    Res r = new Res(); // error: not-called
                    return b ? r : null;
                });
        }

        void recompute(String key) {
            all.compute(
                key,
                (k, old) -> new Res()); // error: not-called
        }

        void recomputeAfterClose(String key) {
            all.compute(
                key,
                (k, old) -> {
                    if (old != null) {
                        old.close();
                    }
                    return new Res();
                });
        }

        void keepOrMake(String key) {
            all.compute(key, (k, old) -> old != null ? old : new Res());
        }

        void replaceOnly(String key) {
            all.computeIfPresent(
                key,
                (k, old) -> {
                    old.close();
                    return new Res();
                });
        }

        void drop(String key) {
            all.computeIfPresent(
                key,
                (k, old) -> {
                    old.close();
                    return null;
                });
        }

        void dropAndLose(String key) {
            all.computeIfPresent(key, (k, old) -> null); // error: not-called
        }

        void useOnly(String key) {
            all.computeIfPresent(
                key,
                (k, old) -> {
                    old.use();
                    return old;
                });
        }

        void putInPlace(String key, @Owning Res r) {
            all.merge(
                key,
                r,
                (old, now) -> {
                    old.close();
                    return now;
                });
        }

        void keepFirst(String key) {
            all.merge(
                key,
                new Res(),
                (old, now) -> {
                    now.close();
                    return old;
                });
        }

        void keepFirstAndLose(String key) {
            all.merge(key, new Res(), (old, now) -> old); // error: not-called
        }

        void putInPlaceAndLose(String key, @Owning Res r) {
            all.merge(key, r, (old, now) -> now); // error: not-called
        }

        // The parameters of a method own nothing, if it does not say so.
        void byMethod(String key) {
            all.compute(key, CollectionLambdas::renew);
        }

        void byMethodThatLoses(String key) {
            all.compute(key, CollectionLambdas::remake); // error: not-called
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            for (Res r : all.values()) {
                r.close();
            }
        }
    }

    static class NotOwner {
        private final Map<String, Res> all = new ConcurrentHashMap<>();

        void lose(String key) {
            all.computeIfAbsent(key, k -> new Res()); // error: not-called
        }
    }

    static Res make(String name) {
        return new Res();
    }

    static Res renew(String name, @Owning Res old) {
        if (old != null) {
            old.close();
        }
        return new Res();
    }

    static Res remake(String name, Res old) {
        return new Res();
    }

    static void localMerged(String key) {
        Map<String, Res> m = new TreeMap<>();
        m.merge(
            key,
            new Res(),
            (old, now) -> {
                old.close();
                return now;
            });
        m.values().forEach(Res::close);
    }

    static void localMergedAndLost(String key) {
        Map<String, Res> m = new TreeMap<>();
        m.merge( // error: not-called
            key,
            new Res(),
            (old, now) -> {
                old.close();
                return now;
            });
    }

    static void localComputed(String key) {
        Map<String, Res> m = new HashMap<>();
        m.put(key, new Res());
        m.computeIfPresent(
            key,
            (k, old) -> {
                old.close();
                return null;
            });
        m.values().forEach(Res::close);
    }

    static void local(String key) {
        Map<String, Res> m = new HashMap<>();
        m.computeIfAbsent(key, k -> new Res()); // error: not-called
    }

    static void localByMethod(String key) {
        Map<String, Res> m = new HashMap<>();
        m.computeIfAbsent(key, CollectionLambdas::make); // error: not-called
    }

    static void localClosed(String key) {
        Map<String, Res> m = new HashMap<>();
        m.computeIfAbsent(key, k -> new Res());
        m.values().forEach(Res::close);
    }

    // A lambda in a variable is any function.
    static void byVariable(String key) {
        Map<String, Res> m = new HashMap<>();
        Function<String, Res> f = k -> new Res();
        m.computeIfAbsent(key, f);
        m.values().forEach(Res::close);
    }
}
