// Collections and arrays of resources that live longer than a method: fields, parameters and results
// that own their elements, and those that only lend them.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import java.util.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;

class OwnedCollections {
    static void mayThrow() throws IOException { }

    // ---- Fields.  ----

    @InheritableMustCall("close")
    static class Pool {
        private final @Owning List<Res> all = new ArrayList<>();

        void add(@Owning Res r) {
            all.add(r);
        }

        void open() {
            all.add(new Res());
        }

        void use() {
            for (Res r : all) {
                r.use();
            }
        }

        Res first() {
            return all.get(0);
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            for (Res r : all) {
                r.close();
            }
            all.clear();
        }
    }

    @InheritableMustCall("close")
    static class Leaky {
        private final @Owning List<Res> all = new ArrayList<>(); // error: field-not-released

        void open() {
            all.add(new Res());
        }

        void close() {
            for (Res r : all) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class Sometimes {
        private final @Owning List<Res> all = new ArrayList<>();

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() { // error: promise-broken
            for (Res r : all) {
                if (r.ready()) {
                    r.close();
                }
            }
        }
    }

    @InheritableMustCall("close")
    static class FromOne {
        private final @Owning List<Res> all = new ArrayList<>();

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() { // error: promise-broken
            for (int i = 1; i < all.size(); i++) {
                all.get(i).close();
            }
        }
    }

    @InheritableMustCall("close")
    static class Indexed {
        private final @Owning List<Res> all = new ArrayList<>();

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            for (int i = 0; i < all.size(); i++) {
                all.get(i).close();
            }
        }
    }

    @InheritableMustCall("close")
    static class Throwing {
        private final @Owning List<Stream> all = new ArrayList<>();

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() throws IOException { // error: promise-broken-on-exception
            for (Stream s : all) {
                s.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class Collecting {
        private final @Owning List<Stream> all = new ArrayList<>();

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() throws IOException {
            IOException first = null;
            for (Stream s : all) {
                try {
                    s.close();
                } catch (IOException e) {
                    if (first == null) {
                        first = e;
                    }
                }
            }
            if (first != null) {
                throw first;
            }
        }
    }

    @InheritableMustCall("close")
    static class Helper {
        private @Owning List<Res> all = new ArrayList<>();

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            closeAll();
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        private void closeAll() {
            if (all != null) {
                all.forEach(Res::close);
            }
        }

        void cut() {
            all.clear(); // error: not-called
        }

        void pop() {
            all.remove(0); // error: not-called
        }

        void popClosed() {
            all.remove(0).close();
        }

        void popUsed() throws IOException {
            Res r = all.remove(0); // error: not-called
            mayThrow();
            r.close();
        }

        Res take() {
            return all.remove(0);
        }

        void drop() {
            all = null; // error: field-overwritten
        }

        @CreatesMustCallFor("this")
        void renew() {
            for (Res r : all) {
                r.close();
            }
            all = new ArrayList<>();
        }

        @CreatesMustCallFor("this")
        void swap() {
            List<Res> old = all;
            all = new ArrayList<>();
            for (Res r : old) {
                r.close();
            }
        }

        @CreatesMustCallFor("this")
        void swapLost() {
            List<Res> old = all;
            all = new ArrayList<>(); // error: field-overwritten
            for (Res r : old) {
                r.use();
            }
        }

        void prune() {
            Iterator<Res> i = all.iterator();
            while (i.hasNext()) {
                Res r = i.next();
                if (!r.ready()) {
                    r.close();
                    i.remove();
                }
            }
        }

        void pruneOpen() {
            Iterator<Res> i = all.iterator();
            while (i.hasNext()) {
                Res r = i.next();
                if (!r.ready()) {
                    i.remove(); // error: not-called
                }
            }
        }

        void cutPart() {
            all.subList(0, 1).clear(); // error: not-called
        }

        void cutLent(List<Res> more) {
            more.subList(0, 1).clear(); // error: not-called
        }

        void pruneIf() {
            all.removeIf(r -> r.ready()); // error: not-called
        }
    }

    @InheritableMustCall("close")
    static class Filled {
        private final @Owning List<Res> all;

        Filled(int n) {
            all = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                all.add(new Res());
            }
        }

        Filled(@Owning List<Res> all) {
            this.all = all;
        }

        Filled() throws IOException {
            this.all = new ArrayList<>();
            this.all.add(new Res()); // error: not-called
            mayThrow();
        }

        Filled(String name) throws IOException {
            this.all = new ArrayList<>();
            try {
                this.all.add(new Res());
                mayThrow();
            } catch (IOException e) {
                for (Res r : this.all) {
                    r.close();
                }
                throw e;
            }
        }

        Filled(boolean local) {
            List<Res> l = new LinkedList<>();
            l.add(new Res());
            this.all = l;
            l.add(new Res());
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            while (!all.isEmpty()) {
                all.remove(0).close();
            }
        }
    }

    static class NotOwner {
        private final List<Res> seen = new ArrayList<>();

        void look(Res r) {
            seen.add(r);
        }

        void lose() {
            seen.add(new Res()); // error: not-called
        }

        void useAll() {
            for (Res r : seen) {
                r.use();
            }
            seen.clear();
        }
    }

    static void usesLocal() {
        Pool p = new Pool();
        p.add(new Res());
        p.open();
        p.close();
    }

    static void losesPool() {
        Pool p = new Pool(); // error: not-called
        p.open();
    }

    // ---- Maps.  ----

    @InheritableMustCall("close")
    static class Table {
        private final @Owning Map<String, Res> all = new HashMap<>();

        void put(String name) {
            if (!all.containsKey(name)) {
                all.put(name, new Res());
            }
        }

        void putAnyway(String name) {
            all.put(name, new Res()); // error: not-called
        }

        void replace(String name) {
            Res old = all.put(name, new Res());
            if (old != null) {
                old.close();
            }
        }

        Res get(String name) {
            Res r = all.get(name);
            if (r == null) {
                r = new Res();
                all.put(name, r);
            }
            return r;
        }

        void remove(String name) {
            Res r = all.remove(name);
            if (r != null) {
                r.close();
            }
        }

        void replaceEntries() {
            for (Map.Entry<String, Res> e : all.entrySet()) {
                e.setValue(null); // error: not-called
            }
        }

        void replaceEntriesClosed() {
            for (Map.Entry<String, Res> e : all.entrySet()) {
                Res old = e.setValue(null);
                if (old != null) {
                    old.close();
                }
            }
        }

        void cutKeys() {
            all.keySet().clear(); // error: not-called
        }

        void removeOpen(String name) {
            all.remove(name); // error: not-called
        }

        void removeClosed(String name) {
            Res r = all.get(name);
            if (r != null) {
                r.close();
                all.remove(name);
            }
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            for (Res r : all.values()) {
                r.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class Entries {
        private final @Owning Map<String, Res> all = new TreeMap<>();

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            for (Map.Entry<String, Res> e : all.entrySet()) {
                e.getValue().close();
            }
        }
    }

    @InheritableMustCall("close")
    static class Keys {
        private final @Owning Map<String, Res> all = new TreeMap<>();

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() { // error: promise-broken
            for (Map.Entry<String, Res> e : all.entrySet()) {
                e.getKey().length();
            }
        }
    }

    // ---- Arrays.  ----

    @InheritableMustCall("close")
    static class Slots {
        private final @Owning Res[] all;

        Slots(int n) {
            all = new Res[n];
            for (int i = 0; i < n; i++) {
                all[i] = new Res();
            }
        }

        void set(int i) {
            if (all[i] != null) {
                all[i].close();
            }
            all[i] = new Res();
        }

        void swap(int i, int j) {
            Res r = all[i];
            all[i] = all[j];
            all[j] = r;
        }

        void fill() {
            Arrays.fill(all, null); // error: not-called
        }

        void setAnyway(int i) {
            all[i] = new Res(); // error: not-called
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            for (Res r : all) {
                if (r != null) {
                    r.close();
                }
            }
        }
    }

    // ---- Parameters.  ----

    static void take(@Owning List<Res> all) {
        for (Res r : all) {
            r.close();
        }
    }

    static void takeAndLose(@Owning List<Res> all) { // error: not-called
        for (Res r : all) {
            r.use();
        }
    }

    static void takeArray(@Owning Res[] all) {
        for (int i = 0; i < all.length; i++) {
            all[i].close();
        }
    }

    static void look(List<Res> all) {
        for (Res r : all) {
            r.use();
        }
        all.get(0).use();
    }

    static void lookStream(Collection<? extends Res> all) {
        all.stream().forEach(r -> r.use());
    }

    static void cut(List<Res> all) {
        all.clear(); // error: not-called
    }

    static void fill(List<Res> all) {
        all.add(new Res()); // error: not-called
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void shut(Collection<Res> all) {
        all.forEach(Res::close);
    }

    @EnsuresCalledMethods(value = "#1", methods = "close")
    static void shutSome(Collection<Res> all) { // error: promise-broken
        for (Res r : all) {
            r.close();
            return;
        }
    }

    static void gives() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        take(all);
    }

    static void givesToBorrower() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        look(all);
    }

    static void shuts() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        look(all);
        shut(all);
    }

    static void givesArray() {
        takeArray(new Res[] { new Res(), new Res() });
    }

    static void givesField() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        Filled f = new Filled(all);
        f.close();
    }

    // ---- Results.  ----

    static List<Res> make() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        return all;
    }

    static @NotOwning List<Res> makeLost() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        return all;
    }

    static Res[] makeArray() {
        return new Res[] { new Res() };
    }

    static Object makeObject() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        return all; // error: must-call-mismatch
    }

    static void made() {
        List<Res> all = make(); // error: not-called
        for (Res r : all) {
            r.use();
        }
    }

    static void madeAndClosed() {
        for (Res r : make()) {
            r.close();
        }
        for (Res r : makeArray()) {
            r.close();
        }
    }

    static void madeAndDropped() {
        make(); // error: not-called
    }

    static void madeAndGiven() {
        take(make());
        new Filled(make()).close();
    }

    static class Getter {
        private final List<Res> all = new ArrayList<>();

        @NotOwning List<Res> all() {
            return all;
        }
    }

    static void got(Getter g) {
        for (Res r : g.all()) {
            r.use();
        }
    }

    static void gotAndCut(Getter g) {
        g.all().clear(); // error: not-called
    }

    // ---- Keys that are computed twice.  ----

    @InheritableMustCall("close")
    static class Synchronised {
        private final @Owning Map<String, Res> all = new HashMap<>();

        void copyMissing(Map<String, Integer> wanted) {
            for (Map.Entry<String, Integer> e : wanted.entrySet()) {
                if (!all.containsKey(e.getKey())) {
                    all.put(e.getKey(), new Res());
                }
            }
        }

        void copyNull(Map<String, Integer> wanted) {
            for (Map.Entry<String, Integer> e : wanted.entrySet()) {
                if (all.get(e.getKey()) == null) {
                    all.put(e.getKey(), new Res());
                }
            }
        }

        void replaceAll(Map<String, Integer> wanted) {
            for (Map.Entry<String, Integer> e : wanted.entrySet()) {
                Res old = all.put(e.getKey(), new Res());
                if (old != null) {
                    old.close();
                }
            }
        }

        void overwrite(Map<String, Integer> wanted) {
            for (Map.Entry<String, Integer> e : wanted.entrySet()) {
                all.put(e.getKey(), new Res()); // error: not-called
            }
        }

        void otherEntry(Map<String, Integer> wanted, Map.Entry<String, Integer> other) {
            for (Map.Entry<String, Integer> e : wanted.entrySet()) {
                if (!all.containsKey(other.getKey())) {
                    all.put(e.getKey(), new Res()); // error: not-called
                }
            }
        }

        void nextKey(Iterator<String> keys) {
            if (!all.containsKey(keys.next())) {
                all.put(keys.next(), new Res()); // error: not-called
            }
        }

        void upperCase(String name) {
            if (!all.containsKey(name.toUpperCase())) {
                all.put(name.toUpperCase(), new Res());
            }
        }

        void otherCase(String name) {
            if (!all.containsKey(name.toUpperCase())) {
                all.put(name.toLowerCase(), new Res()); // error: not-called
            }
        }

        void valueChanged(Map.Entry<String, String> e) {
            if (!all.containsKey(e.getValue())) {
                e.setValue("b");
                all.put(e.getValue(), new Res()); // error: not-called
            }
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            all.values().forEach(Res::close);
        }
    }

    // ---- Collections that a method of their object returns.  ----

    @InheritableMustCall("close")
    static class Hub {
        private final @Owning List<Res> all = new ArrayList<>();

        final @NotOwning List<Res> all() {
            return all;
        }

        @NotOwning List<Res> open() {
            return all;
        }

        void add() {
            all().add(new Res());
        }

        void use() {
            for (Res r : open()) {
                r.use();
            }
        }

        void forget() {
            all().clear(); // error: not-called
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            for (Res r : all()) {
                r.close();
            }
        }
    }

    static void fill(Hub h) {
        h.all().add(new Res());
        h.open().add(new Res());
    }

    static void fillNew() {
        Hub h = new Hub();
        h.open().add(new Res());
        h.close();
    }

    static void fillAndForget() {
        Hub h = new Hub(); // error: not-called
        h.open().add(new Res());
    }

    static void lose(Hub h) {
        h.open().remove(0); // error: not-called
    }

    static void take(Hub h) {
        h.open().remove(0).close();
    }

    static void exchange(Hub h) {
        h.open().set(0, new Res()).close();
    }

    static void exchangeAndLose(Hub h) {
        h.open().set(0, new Res()); // error: not-called
    }

    static class NoOwner {
        private final List<Res> all = new ArrayList<>();

        @NotOwning List<Res> all() {
            return all;
        }

        void add() {
            all().add(new Res()); // error: not-called
        }
    }

    // Which collection it is depends on the class.
    @InheritableMustCall("close")
    static class Base {
        private final @Owning List<Res> all = new ArrayList<>();

        @NotOwning List<Res> all() {
            return all;
        }

        void add() {
            all().add(new Res()); // error: not-called
        }

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            all.forEach(Res::close);
        }
    }

    static class Derived extends Base {
        private final List<Res> others = new ArrayList<>();

        @Override
        @NotOwning List<Res> all() {
            return others;
        }
    }
}
