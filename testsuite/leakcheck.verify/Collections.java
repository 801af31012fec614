// Collections and arrays of resources in local variables: each element is released on every
// path, whatever the loop looks like.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import java.util.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;
import res.Stream;

class Collections {
    static void mayThrow() throws IOException { }
    static void act() { }

    void forEachLoop(int n) {
        List<Res> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            all.add(new Res());
        }
        for (Res r : all) {
            r.close();
        }
    }

    void forEachLoopSometimes() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        for (Res r : all) {
            if (r.ready()) {
                r.close();
            }
        }
    }

    void forEachLoopLeft() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        for (Res r : all) {
            r.close();
            break;
        }
    }

    void forEachLoopReturned() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        for (Res r : all) {
            r.close();
            return;
        }
    }

    void notClosed() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        for (Res r : all) {
            r.use();
        }
    }

    void usedThenClosed() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        for (Res r : all) {
            r.use();
        }
        for (Res r : all) {
            r.close();
        }
    }

    void addedAfterTheLoop() {
        List<Res> all = new ArrayList<>();
        for (Res r : all) {
            r.close();
        }
        all.add(new Res()); // error: not-called
    }

    void thrownBefore() throws IOException {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        mayThrow();
        for (Res r : all) {
            r.close();
        }
    }

    void closedInFinally() throws IOException {
        List<Res> all = new ArrayList<>();
        try {
            all.add(new Res());
            mayThrow();
        } finally {
            for (Res r : all) {
                r.close();
            }
        }
    }

    void closeThrows() throws IOException {
        List<Stream> all = new ArrayList<>();
        all.add(new Stream()); // error: not-called
        all.add(new Stream()); // error: not-called
        for (Stream s : all) {
            s.close();
        }
    }

    void closeThrowsCaught() throws IOException {
        List<Stream> all = new ArrayList<>();
        all.add(new Stream());
        for (Stream s : all) {
            try {
                s.close();
            } catch (IOException e) {
                act();
            }
        }
    }

    // ---- Iterators, indexes, queues.  ----

    void iterator() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        Iterator<Res> i = all.iterator();
        while (i.hasNext()) {
            Res r = i.next();
            r.close();
            i.remove();
        }
    }

    void removedByIterator() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        Iterator<Res> i = all.iterator();
        while (i.hasNext()) {
            i.next();
            i.remove();
        }
        for (Res r : all) {
            r.close();
        }
    }

    void indexed() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        for (int i = 0; i < all.size(); i++) {
            all.get(i).close();
        }
    }

    void indexedFromOne() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        for (int i = 1; i < all.size(); i++) {
            all.get(i).close();
        }
    }

    void indexedSkips() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        for (int i = 0; i < all.size(); i++) {
            if (i % 2 == 0) {
                continue;
            }
            all.get(i).close();
        }
    }

    void queue() {
        Deque<Res> all = new ArrayDeque<>();
        all.add(new Res());
        while (!all.isEmpty()) {
            all.poll().close();
        }
    }

    void queueUntilNull() {
        Queue<Res> all = new ArrayDeque<>();
        all.add(new Res());
        Res r;
        while ((r = all.poll()) != null) {
            r.close();
        }
    }

    void queueOnce() {
        Queue<Res> all = new ArrayDeque<>();
        all.add(new Res()); // error: not-called
        if (!all.isEmpty()) {
            all.poll().close();
        }
    }

    // ---- Lambdas.  ----

    void forEachMethod() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        all.forEach(Res::close);
    }

    void forEachMethodUses() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        all.forEach(Res::use);
    }

    void stream() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        all.stream().forEach(r -> r.close());
    }

    void streamFiltered() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        all.stream().filter(r -> r.ready()).forEach(r -> r.close());
    }

    void removeIf() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        all.removeIf(r -> { r.close(); return true; });
    }

    void removeIfOpen() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        all.removeIf(r -> r.ready());
        all.forEach(Res::close);
    }

    // ---- What a collection loses.  ----

    void cleared() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        all.clear();
    }

    void removed() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        all.remove(0);
    }

    void replaced() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        all.set(0, new Res());
        all.forEach(Res::close);
    }

    void returned() {
        List<Res> all = make(); // error: not-called
    }

    static List<Res> make() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        return all;
    }

    // ---- Maps.  ----

    void map() {
        Map<String, Res> all = new HashMap<>();
        Res old = all.put("x", new Res());
        if (old != null) {
            old.close();
        }
        for (Res r : all.values()) {
            r.close();
        }
    }

    void mapReplaced() {
        Map<String, Res> all = new HashMap<>();
        all.put("x", new Res()); // error: not-called
        all.put("x", new Res());
        for (Res r : all.values()) {
            r.close();
        }
    }

    void mapEntries() {
        Map<String, Res> all = new HashMap<>();
        Res old = all.put("x", new Res());
        if (old != null) {
            old.close();
        }
        for (Map.Entry<String, Res> e : all.entrySet()) {
            e.getValue().close();
        }
    }

    // ---- Arrays.  ----

    void array() {
        Res[] all = new Res[3];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Res();
        }
        for (Res r : all) {
            r.close();
        }
    }

    void arrayIndexed(int n) {
        Res[] all = new Res[n];
        for (int i = 0; i < n; i++) {
            all[i] = new Res();
        }
        for (int i = 0; i < all.length; i++) {
            all[i].close();
        }
    }

    void arrayFromOne() {
        Res[] all = new Res[3];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Res(); // error: not-called
        }
        for (int i = 1; i < all.length; i++) {
            all[i].close();
        }
    }

    void arrayOneOther(int i, int j) {
        Res[] all = new Res[3];
        all[i] = new Res(); // error: not-called
        all[j].close();
    }

    void arrayOverwritten(int i, int j) {
        Res[] all = new Res[3];
        all[i] = new Res(); // error: not-called
        all[j] = new Res();
        for (Res r : all) {
            if (r != null) {
                r.close();
            }
        }
    }

    static void takeAll(@Owning Res... all) { // error: not-called
    }

    void givenAsArray() {
        takeAll(new Res());
    }

    void ofOther(List<? extends Res> all) {
        for (Res r : all)
            r.use();
    }

    void arrayConstant() {
        Res[] all = new Res[2];
        all[0] = new Res();
        all[1] = new Res();
        all[0].close();
        all[1].close();
    }

    void arrayConstantLoop() {
        Res[] all = { new Res(), new Res() };
        for (Res r : all) {
            r.close();
        }
    }

    void vectorOverwritten(int i) {
        Vector<Res> all = new Vector<>();
        all.add(new Res()); // error: not-called
        all.setElementAt(new Res(), i);
        for (Res r : all) {
            r.close();
        }
    }

    void vectorRemoved() {
        Vector<Res> all = new Vector<>();
        all.add(new Res()); // error: not-called
        all.removeElementAt(0);
    }

    void polledEntries() {
        TreeMap<String, Res> all = new TreeMap<>();
        all.put("a", new Res());
        Map.Entry<String, Res> e;
        while ((e = all.pollFirstEntry()) != null) {
            e.getValue().close();
        }
    }

    void polledEntry() {
        TreeMap<String, Res> all = new TreeMap<>();
        all.put("a", new Res()); // error: not-called
        all.pollFirstEntry();
    }

    void walkedBack() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        ListIterator<Res> it = all.listIterator(all.size());
        while (it.hasPrevious()) {
            it.previous().close();
        }
    }

    void dictionary() {
        Dictionary<String, Res> all = new Hashtable<>();
        all.put("a", new Res());
        Enumeration<Res> e = all.elements();
        while (e.hasMoreElements()) {
            e.nextElement().close();
        }
    }

    void dictionaryRemoved() {
        Dictionary<String, Res> all = new Hashtable<>();
        all.put("a", new Res()); // error: not-called
        all.remove("a");
    }

    // ---- Functions that say which elements.  ----

    @InheritableMustCall("close")
    static class Link {
        private boolean closed;
        boolean busy() { return false; }
        void close() { closed = true; }

        @EnsuresCalledMethodsIf(expression = "this", result = true, methods = "close")
        boolean isClosed() {
            if (closed) {
                close();
                return true;
            }
            return false;
        }
    }

    void filteredNonNull() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        all.stream().filter(r -> r != null).forEach(Res::close);
    }

    void filteredByMethod() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        all.stream().filter(Objects::nonNull).forEach(r -> r.close());
    }

    void filteredNull() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        all.stream().filter(r -> r == null).forEach(Res::close);
    }

    void filteredByNumber(int n) {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        all.stream().filter(r -> n > 3).forEach(Res::close);
    }

    void filteredOpen() {
        List<Link> all = new ArrayList<>();
        all.add(new Link());
        all.stream().filter(l -> !l.isClosed()).forEach(Link::close);
    }

    void filteredOpenOrNull() {
        List<Link> all = new ArrayList<>();
        all.add(new Link());
        all.stream().filter(l -> l != null && !l.isClosed()).sorted().forEach(Link::close);
    }

    void filteredClosed() {
        List<Link> all = new ArrayList<>();
        all.add(new Link()); // error: not-called
        all.stream().filter(l -> l.isClosed()).forEach(Link::close);
    }

    void filteredOpenAndIdle() {
        List<Link> all = new ArrayList<>();
        all.add(new Link()); // error: not-called
        all.stream().filter(l -> !l.isClosed() && !l.busy()).forEach(Link::close);
    }

    void filteredTwice() {
        List<Link> all = new ArrayList<>();
        all.add(new Link());
        all.stream().filter(Objects::nonNull).filter(l -> !l.isClosed()).peek(l -> l.busy())
            .forEach(Link::close);
    }

    void skipped() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        all.stream().skip(1).forEach(Res::close);
    }

    void removedClosed() {
        List<Link> all = new ArrayList<>();
        all.add(new Link());
        all.removeIf(Link::isClosed);
        for (Link l : all) {
            l.close();
        }
    }

    void removedOpen() {
        List<Link> all = new ArrayList<>();
        all.add(new Link()); // error: not-called
        all.removeIf(l -> !l.isClosed());
        for (Link l : all) {
            l.close();
        }
    }

    void removedNull() {
        List<Link> all = new ArrayList<>();
        all.add(new Link());
        all.removeIf(l -> l == null || l.isClosed());
        for (Link l : all) {
            l.close();
        }
    }
}
