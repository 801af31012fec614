// Loops over collections of resources in other shapes: backwards, by size, through iterators that
// replace, through copies; and what these lose.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.util.*;
import java.util.function.*;
import res.Res;

class CollectionShapes {
    void backwards() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).close();
        }
    }

    void backwardsToOne() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        for (int i = all.size() - 1; i > 0; i--) {
            all.get(i).close();
        }
    }

    void backwardsByTwo() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        for (int i = all.size() - 1; i >= 0; i -= 2) {
            all.get(i).close();
        }
    }

    void whileSize() {
        Deque<Res> all = new ArrayDeque<>();
        all.push(new Res());
        while (all.size() > 0) {
            all.pop().close();
        }
    }

    void whileSizeLeavesOne() {
        Deque<Res> all = new ArrayDeque<>();
        all.push(new Res()); // error: not-called
        while (all.size() > 1) {
            all.pop().close();
        }
    }

    void polledTwice() {
        Queue<Res> all = new LinkedList<>();
        all.offer(new Res());
        for (Res r = all.poll(); r != null; r = all.poll()) {
            r.close();
        }
    }

    void polledAndUsed() {
        Queue<Res> all = new LinkedList<>();
        all.offer(new Res()); // error: not-called
        for (Res r = all.poll(); r != null; r = all.poll()) { // error: not-called
            r.use();
        }
    }

    void setByIterator() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        ListIterator<Res> i = all.listIterator();
        while (i.hasNext()) {
            i.next().close();
            i.set(new Res());
        }
        for (Res r : all) {
            r.close();
        }
    }

    void setByIteratorOpen() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        ListIterator<Res> i = all.listIterator();
        while (i.hasNext()) {
            i.next();
            i.set(new Res());
        }
        for (Res r : all) {
            r.close();
        }
    }

    void addedByIterator() {
        List<Res> all = new LinkedList<>();
        ListIterator<Res> i = all.listIterator();
        i.add(new Res());
        all.forEach(Res::close);
    }

    void addedByIteratorLost() {
        List<Res> all = new LinkedList<>();
        ListIterator<Res> i = all.listIterator();
        i.add(new Res()); // error: not-called
    }

    void dictionaryReplaced(String k) {
        Hashtable<String, Res> all = new Hashtable<>();
        Res old = all.put(k, new Res());
        if (old != null) {
            old.close();
        }
        Res gone = all.remove(k);
        if (gone != null) {
            gone.close();
        }
        for (Res r : all.values()) {
            r.close();
        }
    }

    void dictionaryRemoved(String k) {
        Hashtable<String, Res> all = new Hashtable<>();
        all.put(k, new Res()); // error: not-called
        all.remove(k);
    }

    void putUnlessThere(String k) {
        Map<String, Res> all = new HashMap<>();
        Res r = new Res();
        if (all.putIfAbsent(k, r) != null) {
            r.close();
        }
        all.forEach((name, one) -> one.close());
    }

    void putUnlessThereLost(String k) {
        Map<String, Res> all = new HashMap<>();
        all.putIfAbsent(k, new Res()); // error: not-called
        all.forEach((name, one) -> one.close());
    }

    void eachOfMap() {
        Map<String, Res> all = new HashMap<>();
        all.put("a", new Res());
        all.forEach((k, r) -> r.close());
    }

    void eachOfMapUsed() {
        Map<String, Res> all = new HashMap<>();
        all.put("a", new Res()); // error: not-called
        all.forEach((k, r) -> r.use());
    }

    void copied() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        for (Res r : new ArrayList<>(all)) {
            r.close();
        }
    }

    void copiedToArray() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        for (Res r : all.toArray(new Res[0])) {
            r.close();
        }
    }

    void copiedUsed() {
        List<Res> all = new ArrayList<>();
        all.add(new Res()); // error: not-called
        for (Res r : all.toArray(new Res[0])) {
            r.use();
        }
    }

    void madeOfTwo() {
        List<Res> all = List.of(new Res(), new Res());
        all.forEach(Res::close);
        for (Res r : Arrays.asList(new Res(), new Res())) {
            r.close();
        }
    }

    void madeOfTwoOneClosed() {
        List<Res> all = List.of(new Res(), new Res()); // error: not-called
        all.get(0).close();
    }

    static void lentParts(List<Res> all, Map<String, Res> byName) {
        for (Res r : all.subList(1, all.size())) {
            r.use();
        }
        for (Res r : java.util.Collections.unmodifiableCollection(byName.values())) {
            r.use();
        }
    }

    static void with(Consumer<Res> c) {
        Res r = new Res();
        try {
            c.accept(r);
        } finally {
            r.close();
        }
    }
}
