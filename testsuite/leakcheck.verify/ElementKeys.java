// Keys of maps and numbers of elements: constants, keys that the map itself returns, and elements
// that change places.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.IOException;
import java.util.*;
import java.util.concurrent.atomic.AtomicReference;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class ElementKeys {
    // ---- A loop over the keys.

    static void eachKey(int n) {
        Map<Integer, Res> all = new HashMap<>();
        for (int i = 0; i < n; i++) {
            all.put(i, new Res());
        }
        for (Integer k : all.keySet()) {
            all.get(k).close();
        }
    }

    static void eachKeyUnboxed(int n) {
        Map<Integer, Res> all = new TreeMap<>();
        all.put(n, new Res());
        for (int k : all.keySet()) {
            all.get(k).close();
        }
    }

    static void eachKeyOfCopy(String s) {
        Map<String, Res> all = new HashMap<>();
        all.put(s, new Res());
        for (String k : new ArrayList<>(all.keySet())) {
            all.remove(k).close();
        }
    }

    static void eachKeyRemoved(String s) {
        Map<String, Res> all = new HashMap<>();
        all.put(s, new Res());
        for (Iterator<String> i = all.keySet().iterator(); i.hasNext();) {
            String k = i.next();
            all.get(k).close();
            i.remove();
        }
    }

    static void enumerated(String s) {
        Hashtable<String, Res> all = new Hashtable<>();
        all.put(s, new Res());
        Enumeration<String> e = all.keys();
        while (e.hasMoreElements()) {
            all.get(e.nextElement()).close();
        }
    }

    @InheritableMustCall("close")
    static class Table {
        private final @Owning Map<String, Res> all = new HashMap<>();

        @EnsuresCalledMethods(value = "this.all", methods = "close")
        void close() {
            for (String k : all.keySet()) {
                all.get(k).close();
            }
        }
    }

    static void someKeys(String s) {
        Map<String, Res> all = new HashMap<>();
        all.put(s, new Res()); // error: not-called
        for (String k : all.keySet()) {
            if (k.isEmpty()) {
                all.get(k).close();
            }
        }
    }

    static void leavesKeys(String s) {
        Map<String, Res> all = new HashMap<>();
        all.put(s, new Res()); // error: not-called
        for (String k : all.keySet()) {
            if (k.isEmpty()) {
                break;
            }
            all.get(k).close();
        }
    }

    static void removesEachKey(String s) {
        Map<String, Res> all = new HashMap<>();
        all.put(s, new Res()); // error: not-called
        for (Iterator<String> i = all.keySet().iterator(); i.hasNext();) {
            String k = i.next();
            i.remove();
            Res r = all.get(k);
            if (r != null) {
                r.close();
            }
        }
    }

    static void clearsKeys(String s) {
        Map<String, Res> all = new HashMap<>();
        all.put(s, new Res()); // error: not-called
        all.keySet().clear();
        all.values().forEach(Res::close);
    }

    static void keysOfOther(Map<String, String> names, String s) {
        Map<String, Res> all = new HashMap<>();
        all.put(s, new Res()); // error: not-called
        for (String k : names.keySet()) {
            Res r = all.get(k);
            if (r != null) {
                r.close();
            }
        }
    }

    // ---- Constant keys.

    static void twoKeys() {
        Map<String, Res> all = new HashMap<>();
        all.put("a", new Res());
        all.put("b", new Res());
        all.values().forEach(Res::close);
    }

    static void twoNumbers() {
        Map<Integer, Res> all = new HashMap<>();
        all.put(1, new Res());
        all.put(2, new Res());
        all.get(1).close();
        all.remove(2).close();
    }

    static void sameKey() {
        Map<String, Res> all = new HashMap<>();
        all.put("a", new Res()); // error: not-called
        all.put("a", new Res());
        all.values().forEach(Res::close);
    }

    static void oneOfTwo() {
        Map<String, Res> all = new HashMap<>();
        all.put("a", new Res());
        all.put("b", new Res()); // error: not-called
        all.get("a").close();
    }

    static void otherRemoved() {
        Map<Integer, Res> all = new HashMap<>();
        all.put(1, new Res()); // error: not-called
        all.put(2, new Res());
        all.remove(1);
        all.values().forEach(Res::close);
    }

    static void twoMaps() {
        Map<String, Res> one = new HashMap<>();
        Map<String, Res> two = new HashMap<>();
        Res r = new Res(); // error: not-called
        one.put("a", r);
        two.put("b", r);
        Res s = one.get("b");
        if (s != null) {
            s.close();
        }
    }

    // ---- Elements change places.

    static void swapConstant() {
        Res[] all = {new Res(), new Res()};
        Res t = all[0];
        all[0] = all[1];
        all[1] = t;
        for (Res r : all) {
            r.close();
        }
    }

    static void swapConstantLost() {
        Res[] all = {new Res(), new Res()}; // error: not-called
        Res t = all[0];
        all[0] = all[1];
        for (Res r : all) {
            r.close();
        }
    }

    static void swap(Res[] all, int i, int k) {
        Res t = all[i];
        all[i] = all[k];
        all[k] = t;
    }

    static void swapNext(Res[] all, int i) {
        Res t = all[i];
        all[i] = all[i + 1];
        all[i + 1] = t;
    }

    static void swapLost(Res[] all, int i, int k) {
        Res t = all[i];
        all[i] = all[k]; // error: not-called
    }

    static void reverse(int n) {
        Res[] all = new Res[4];
        for (int i = 0; i < 4; i++) {
            all[i] = new Res();
        }
        for (int i = 0, j = 3; i < j; i++, j--) {
            Res t = all[i];
            all[i] = all[j];
            all[j] = t;
        }
        for (Res r : all) {
            r.close();
        }
    }

    static void swapList() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        all.add(new Res());
        Res t = all.get(0);
        all.set(0, all.get(1));
        all.set(1, t);
        for (Res r : all) {
            r.close();
        }
    }

    static void swapListInOne() {
        List<Res> all = new ArrayList<>();
        all.add(new Res());
        all.add(new Res());
        all.set(1, all.set(0, all.get(1)));
        for (Res r : all) {
            r.close();
        }
    }

    static void swapListLost() {
        List<Res> all = new ArrayList<>();
        // Which number an element got is not known.
        all.add(new Res()); // error: not-called
        all.add(new Res()); // error: not-called
        all.set(0, all.get(1));
        for (Res r : all) {
            r.close();
        }
    }

    // The number depends on nothing, though it comes from two ways.
    static void twoWays(boolean b) throws IOException {
        Res[] all = new Res[2];
        try {
            all[0] = new Res();
            all[1] = new Res(b ? "a" : "b");
        } finally {
            for (int i = 0; i < all.length; i++) {
                if (all[i] != null) {
                    all[i].close();
                }
            }
        }
    }

    // ---- An optional that makes what it has not.

    static void orElseGet(boolean b) {
        Res r = Optional.ofNullable(b ? new Res() : null).orElseGet(Res::new);
        r.close();
    }

    static void orElseGetLambda(Optional<Res> o) {
        Res r = Optional.of(new Res()).orElseGet(() -> new Res());
        r.close();
    }

    static void orElseGetLost(boolean b) {
        Res r = Optional.ofNullable(b ? new Res() : null) // error: not-called
            .orElseGet(Res::new); // error: not-called
        r.use();
    }

    // ---- The ends of a collection.

    static void peekAndRemove() {
        LinkedList<Res> all = new LinkedList<>();
        all.addFirst(new Res());
        all.addLast(new Res());
        while (all.peek() != null) {
            all.removeFirst().close();
        }
    }

    static void peekClosePoll() {
        Deque<Res> all = new ArrayDeque<>();
        all.add(new Res());
        all.add(new Res());
        Res r;
        while ((r = all.peekFirst()) != null) {
            r.close();
            all.pollFirst();
        }
    }

    static void peekAndRemoveOther() {
        Deque<Res> all = new ArrayDeque<>();
        all.add(new Res()); // error: not-called
        all.add(new Res()); // error: not-called
        Res r;
        while ((r = all.peekFirst()) != null) {
            r.close();
            all.pollLast();
        }
    }

    static void peekOnce() {
        Deque<Res> all = new ArrayDeque<>();
        all.add(new Res()); // error: not-called
        Res r = all.peek();
        if (r != null) {
            all.pop();
        }
    }

    // ---- Compared and set in a loop.

    static void replaceInLoop() {
        AtomicReference<Res> held
            = new AtomicReference<>(new Res()); // known: not-called (a name in each round)
        for (;;) {
            Res old = held.get();
            Res now = new Res();
            if (held.compareAndSet(old, now)) {
                old.close();
                break;
            }
            now.close();
        }
        held.get().close();
    }

    static void replaceAndForget() {
        AtomicReference<Res> held = new AtomicReference<>(new Res()); // error: not-called
        for (;;) {
            Res old = held.get();
            Res now = new Res();
            if (held.compareAndSet(old, now)) {
                break;
            }
            now.close();
        }
        held.get().close();
    }
}
