// Streams whose elements are made by a function: where these end.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.util.*;
import java.util.stream.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class StreamElements {
    // ---- All are closed.

    static void generated() {
        List<Res> all = Stream.generate(Res::new).limit(3).collect(Collectors.toList());
        for (Res r : all) {
            r.close();
        }
    }

    static void numbered(int n) {
        List<Res> all = IntStream.range(0, n).mapToObj(i -> new Res()).collect(Collectors.toList());
        all.forEach(Res::close);
    }

    static void ofLongs(long n) {
        List<Res> all = LongStream.range(0, n).filter(i -> i % 2 == 0).mapToObj(i -> new Res())
            .collect(Collectors.toList());
        all.forEach(Res::close);
    }

    static void ofDoubles(double... sizes) {
        List<Res> all = DoubleStream.of(sizes).sorted().mapToObj(d -> new Res()).toList();
        for (Res r : all) {
            r.close();
        }
    }

    static void longsClosedAtOnce(long n) {
        LongStream.range(0, n).mapToObj(i -> new Res()).forEach(Res::close);
    }

    // No resource among the numbers.
    static double sums(long n, double... sizes) {
        return LongStream.range(0, n).mapToObj(i -> "s" + i).count()
            + DoubleStream.of(sizes).mapToObj(d -> "s" + d).count();
    }

    static void used(List<String> names) {
        List<Res> all = names.stream().map(s -> new Res()).collect(Collectors.toList());
        try {
            all.get(0).use();
        } finally {
            all.forEach(Res::close);
        }
    }

    static void made(List<String> names) {
        Set<Res> all = names.stream().map(s -> Res.make()).collect(Collectors.toSet());
        for (Res r : all) {
            r.close();
        }
    }

    static void closedAtOnce(List<String> names) {
        names.stream().map(s -> new Res()).forEach(Res::close);
    }

    static void intoArray(List<String> names) {
        Res[] all = names.stream().map(s -> new Res()).toArray(Res[]::new);
        for (Res r : all) {
            r.close();
        }
    }

    static void intoMap(List<String> names) {
        Map<String, Res> all
            = names.stream().collect(Collectors.toMap(s -> s, s -> new Res()));
        for (Res r : all.values()) {
            r.close();
        }
    }

    static void first(List<String> names) {
        Optional<Res> r = names.stream().map(s -> new Res()).findFirst();
        r.ifPresent(Res::close);
    }

    static List<Res> given(int n) {
        return IntStream.range(0, n).mapToObj(i -> new Res()).collect(Collectors.toList());
    }

    @InheritableMustCall("close")
    static class Owner {
        private final @Owning List<Res> all;

        Owner(int n) {
            all = IntStream.range(0, n).mapToObj(i -> new Res()).collect(Collectors.toList());
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            all.forEach(Res::close);
        }
    }

    // ---- Elements of others.

    static void filtered(@Owning List<Res> all) {
        List<Res> some = all.stream().filter(r -> r != null).collect(Collectors.toList());
        for (Res r : some) {
            r.close();
        }
    }

    static void lent(List<Res> all) {
        all.stream().map(r -> r).collect(Collectors.toList()).get(0).use();
    }

    static void byNumber(List<Res> pool) {
        List<Res> some = Stream.of(0, 1).map(pool::get).collect(Collectors.toList());
        some.get(0).use();
    }

    static void shared(List<String> names) {
        List<Res> all = names.stream().map(s -> Res.shared()).collect(Collectors.toList());
        all.get(0).use();
    }

    static List<String> named(List<Res> all) {
        return all.stream().map(r -> r.toString()).collect(Collectors.toList());
    }

    static void listed() {
        List<Res> all = Stream.of(new Res(), new Res()).collect(Collectors.toList());
        for (Res r : all) {
            r.close();
        }
    }

    // ---- Some are lost.

    static void onlyFirst(int n) {
        List<Res> all
            = Stream.generate(Res::new).limit(n).collect(Collectors.toList()); // error: not-called
        all.get(0).close();
    }

    static void oneRemoved(int n) {
        List<Res> all
            = IntStream.range(0, n).mapToObj(i -> new Res()) // error: not-called
                .collect(Collectors.toList());
        all.remove(0);
        all.forEach(Res::close);
    }

    static void ofLongsNotClosed(long n) {
        List<Res> all = LongStream.range(0, n).mapToObj(i -> new Res()) // error: not-called
            .collect(Collectors.toList());
    }

    static void ofDoublesSomeClosed(double... sizes) {
        DoubleStream.of(sizes).mapToObj(d -> new Res()) // error: not-called
            .filter(Res::ready).forEach(Res::close);
    }

    static long ofLongsCounted(long n) {
        return LongStream.range(0, n).boxed().map(i -> new Res()).count(); // error: not-called
    }

    static void notClosed(List<String> names) {
        List<Res> all
            = names.stream().map(s -> new Res()).collect(Collectors.toList()); // error: not-called
    }

    static void onlyUsed(List<String> names) {
        names.stream().map(s -> new Res()).forEach(r -> r.use()); // error: not-called
    }

    static void someClosed(List<String> names) {
        names.stream().map(s -> new Res()).filter(Res::ready).forEach(Res::close); // error: not-called
    }

    static long counted(List<String> names) {
        return names.stream().map(s -> new Res()).count(); // error: not-called
    }

    static int mappedAgain(List<String> names) {
        return names.stream().map(s -> new Res()).mapToInt(r -> r.size()).sum(); // error: not-called
    }
}
