// Sessions, pools, trees, tasks: what a loop leaves behind.
import java.io.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

class P { int n; P next; P(int n) { this.n = n; } int get() { return n; } }

// sessions close themselves
class Clean31 {
    static class Registry { final Set<Session> live = ConcurrentHashMap.newKeySet(); }
    static class Session implements AutoCloseable {
        private final Registry r; final int id;
        Session(Registry r, int id) { this.r = r; this.id = id; r.live.add(this); }
        void work() { System.out.println(id); }
        @Override public void close() { r.live.remove(this); }
    }
    public static void main(String[] a) {
        Registry r = new Registry();
        for (int i = 0; i < 1000000; i++) { // LOOP Clean31.main
            try (Session s = new Session(r, i)) { s.work(); }
        }
    }
}
// the same, never closed
class Leak31 {
    static class Registry { final Set<Session> live = ConcurrentHashMap.newKeySet(); }
    static class Session implements AutoCloseable {
        private final Registry r; final int id;
        Session(Registry r, int id) { this.r = r; this.id = id; r.live.add(this); }
        void work() { System.out.println(id); }
        @Override public void close() { r.live.remove(this); }
    }
    public static void main(String[] a) {
        Registry r = new Registry();
        for (int i = 0; i < 1000000; i++) { // LOOP Leak31.main
            Session s = new Session(r, i); // LEAK live
            s.work();
        }
    }
}
// values().removeIf
class Clean32 {
    static final Map<Integer, P> m = new ConcurrentHashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean32.main
            m.put(i, new P(i));
            int k = i;
            m.values().removeIf(p -> p.n < k - 100);
        }
    }
}
// headMap clear
class Clean33 {
    static final TreeMap<Integer, P> m = new TreeMap<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean33.main
            m.put(i, new P(i));
            m.headMap(i - 100).clear();
        }
    }
}
// entrySet iterator remove
class Clean34 {
    static final Map<String, P> m = new HashMap<>();
    static void expire(int now) {
        for (Iterator<Map.Entry<String, P>> it = m.entrySet().iterator(); it.hasNext();) {
            Map.Entry<String, P> e = it.next();
            if (e.getValue().n < now) it.remove();
        }
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean34.main
            m.put("k" + i, new P(i));
            expire(i - 5);
        }
    }
}
// list.remove(0)
class Clean35 {
    public static void main(String[] a) {
        List<P> last = new ArrayList<>();
        for (int i = 0; i < 1000000; i++) { // LOOP Clean35.main
            last.add(new P(i));
            if (last.size() > 10) last.remove(0);
        }
    }
}
// list.set(i % n)
class Clean36 {
    public static void main(String[] a) {
        List<P> slots = new ArrayList<>(Collections.nCopies(8, null));
        for (int i = 0; i < 1000000; i++) { // LOOP Clean36.main
            slots.set(i % 8, new P(i));
        }
    }
}
// map.put(i % n)
class Clean37 {
    static final Map<Integer, P> m = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean37.main
            m.put(i % 64, new P(i));
        }
    }
}
// map.put(i)
class Leak37 {
    static final Map<Integer, P> m = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Leak37.main
            m.put(i / 2, new P(i)); // LEAK m
        }
    }
}
// undo stack that is never popped
class Leak38 {
    interface Command { void run(); void undo(); }
    static class Add implements Command {
        private final int[] cell; private final int by;
        Add(int[] cell, int by) { this.cell = cell; this.by = by; }
        public void run() { cell[0] += by; }
        public void undo() { cell[0] -= by; }
    }
    static class Editor {
        private final Deque<Command> done = new ArrayDeque<>();
        void execute(Command c) { c.run(); done.push(c); }
        void undo() { if (!done.isEmpty()) done.pop().undo(); }
    }
    public static void main(String[] a) {
        Editor e = new Editor();
        int[] cell = new int[1];
        for (int i = 0; i < 1000000; i++) { // LOOP Leak38.main
            e.execute(new Add(cell, i)); // LEAK done
        }
        System.out.println(cell[0]);
    }
}
// undo stack with undo in the loop
class Clean38 {
    public static void main(String[] a) {
        Leak38.Editor e = new Leak38.Editor();
        int[] cell = new int[1];
        for (int i = 0; i < 1000000; i++) { // LOOP Clean38.main
            e.execute(new Leak38.Add(cell, i));
            e.undo();
        }
    }
}
// pool of objects
class Clean39 {
    static final Deque<StringBuilder> pool = new ArrayDeque<>();
    static StringBuilder get() { StringBuilder b = pool.poll(); return b != null ? b : new StringBuilder(); }
    static void put(StringBuilder b) { b.setLength(0); pool.add(b); }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean39.main
            StringBuilder b = get();
            b.append(i);
            System.out.println(b);
            put(b);
        }
    }
}
// a pool that is never taken from
class Leak39 {
    static final List<StringBuilder> free = new LinkedList<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Leak39.main
            StringBuilder b = new StringBuilder(); // LEAK free
            b.append(i);
            System.out.println(b);
            free.add(b);
        }
    }
}
// top k
class Clean40 {
    public static void main(String[] a) {
        PriorityQueue<P> top = new PriorityQueue<>(Comparator.comparingInt(P::get));
        for (int i = 0; i < 1000000; i++) { // LOOP Clean40.main
            top.add(new P(i));
            if (top.size() > 10) top.poll();
        }
    }
}
// parent links
class Leak40 {
    static class Tree {
        final Tree parent; final List<Tree> children = new ArrayList<>(); final String name;
        Tree(Tree parent, String name) { this.parent = parent; this.name = name; if (parent != null) parent.children.add(this); }
    }
    public static void main(String[] a) {
        Tree root = new Tree(null, "root");
        for (int i = 0; i < 1000000; i++) { // LOOP Leak40.main
            Tree t = new Tree(root, "n" + i); // LEAK children
            System.out.println(t.parent.name + t.name);
        }
    }
}
// detached again
class Clean41 {
    static class Tree {
        Tree parent; final List<Tree> children = new ArrayList<>(); final String name;
        Tree(String name) { this.name = name; }
        void attach(Tree p) { parent = p; p.children.add(this); }
        void detach() { parent.children.remove(this); parent = null; }
    }
    public static void main(String[] a) {
        Tree root = new Tree("root");
        for (int i = 0; i < 1000000; i++) { // LOOP Clean41.main
            Tree t = new Tree("n" + i);
            t.attach(root);
            System.out.println(t.name);
            t.detach();
        }
    }
}
// own LRU list
class Clean42 {
    static class Node { final int key; final P value; Node before, after; Node(int k, P v) { key = k; value = v; } }
    static class Lru {
        final Map<Integer, Node> map = new HashMap<>();
        Node head, tail; final int max;
        Lru(int max) { this.max = max; }
        P get(int k) {
            Node n = map.get(k);
            if (n == null) return null;
            unlink(n);
            link(n);
            return n.value;
        }
        void put(int k, P v) {
            Node n = new Node(k, v);
            map.put(k, n);
            link(n);
            if (map.size() > max) { map.remove(tail.key); unlink(tail); }
        }
        void link(Node n) { n.after = head; n.before = null; if (head != null) head.before = n; head = n; if (tail == null) tail = n; }
        void unlink(Node n) {
            if (n.before != null) n.before.after = n.after; else head = n.after;
            if (n.after != null) n.after.before = n.before; else tail = n.before;
        }
    }
    public static void main(String[] a) {
        Lru l = new Lru(100);
        for (int i = 0; i < 1000000; i++) { // LOOP Clean42.main
            P p = l.get(i * 7 % 1000);
            if (p == null) l.put(i * 7 % 1000, new P(i));
            else System.out.println(p.n);
        }
    }
}
// a queue between two threads
class Clean43 {
    static final BlockingQueue<P> q = new LinkedBlockingQueue<>();
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> {
            try { while (true) System.out.println(q.take().n); } catch (InterruptedException e) { }
        });
        t.start();
        for (int i = 0; i < 1000000; i++) q.put(new P(i)); // LOOP Clean43.main
    }
}
// nobody takes
class Leak43 {
    static final BlockingQueue<P> q = new LinkedBlockingQueue<>();
    static final BlockingQueue<P> other = new LinkedBlockingQueue<>();
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> {
            try { while (true) System.out.println(other.take().n); } catch (InterruptedException e) { }
        });
        t.start();
        for (int i = 0; i < 1000000; i++) { // LOOP Leak43.main
            q.put(new P(i)); // LEAK q
            other.put(new P(-i));
        }
    }
}
// errors are collected, never shown
class Leak44 {
    private final Exception first = new Exception("first");
    void run() {
        for (int i = 0; i < 1000000; i++) { // LOOP Leak44.run
            try { Integer.parseInt("x" + i); }
            catch (NumberFormatException e) { failures.add(new Failure(e, i)); } // LEAK failures
        }
    }
    static class Failure { final Exception e; final int at; Failure(Exception e, int at) { this.e = e; this.at = at; } }
    private final List<Failure> failures = new Vector<>();
    public static void main(String[] a) { new Leak44().run(); }
}
// they are shown at the end
class Clean44 {
    private final List<Leak44.Failure> failures = new Vector<>();
    void run() {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean44.run
            try { Integer.parseInt("x" + i); }
            catch (NumberFormatException e) { failures.add(new Leak44.Failure(e, i)); }
        }
    }
    void show() { failures.forEach(f -> System.out.println(f.at)); }
    public static void main(String[] a) { Clean44 c = new Clean44(); c.run(); c.show(); }
}
// memo by int array
class Clean45 {
    static final P[] memo = new P[1024];
    static P at(int i) {
        int h = i & 1023;
        if (memo[h] == null || memo[h].n != i) memo[h] = new P(i);
        return memo[h];
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) System.out.println(at(i).n); // LOOP Clean45.main
    }
}
// nested maps
class Leak46 {
    static final Map<String, Map<Integer, P>> byHost = new HashMap<>();
    static void note(String host, int i) {
        Map<Integer, P> m = byHost.get(host);
        if (m == null) {
            m = new HashMap<>();
            byHost.put(host, m);
        }
        m.put(i, new P(i)); // LEAK
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) note(a[i % a.length], i); // LOOP Leak46.main
    }
}
// nested maps, inner one cleared
class Clean46 {
    static final Map<String, Map<Integer, P>> byHost = new HashMap<>();
    static void note(String host, int i) {
        Map<Integer, P> m = byHost.computeIfAbsent(host, h -> new HashMap<>());
        m.put(i, new P(i));
        if (m.size() > 10) m.clear();
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) note(a[i % a.length], i); // LOOP Clean46.main
    }
}
// nested, read
class Clean47 {
    static final Map<String, List<P>> byHost = new HashMap<>();
    static void note(String host, int i) {
        byHost.computeIfAbsent(host, h -> new ArrayList<>()).add(new P(i));
        int sum = 0;
        for (P p : byHost.get(host)) sum += p.n;
        System.out.println(sum);
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) note(a[i % a.length], i); // LOOP Clean47.main
    }
}
// grouped by streams each time
class Clean48 {
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean48.main
            int k = i;
            Map<Boolean, List<P>> m = IntStream.range(0, 10).mapToObj(j -> new P(j + k))
                .collect(Collectors.partitioningBy(p -> p.n % 2 == 0));
            System.out.println(m.get(true).size());
        }
    }
}
// completable futures chained
class Leak49 {
    static final List<CompletableFuture<String>> pending = new ArrayList<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Leak49.main
            int k = i;
            pending.add(CompletableFuture.supplyAsync(() -> "r" + k)); // LEAK pending
        }
    }
}
// removed when done
class Clean49 {
    static final Set<CompletableFuture<Void>> pending = ConcurrentHashMap.newKeySet();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean49.main
            int k = i;
            CompletableFuture<Void> f = CompletableFuture.runAsync(() -> System.out.println(k));
            pending.add(f);
            f.whenComplete((r, x) -> pending.remove(f));
        }
    }
}
// weak references with a queue
class Clean50 {
    static final ReferenceQueue<P> queue = new ReferenceQueue<>();
    static final Map<Reference<? extends P>, String> names = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean50.main
            P p = new P(i);
            names.put(new WeakReference<>(p, queue), "n" + i);
            Reference<? extends P> r;
            while ((r = queue.poll()) != null) names.remove(r);
        }
    }
}
// weak references that pile up
class Leak50 {
    static final List<WeakReference<P>> refs = new ArrayList<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Leak50.main
            P p = new P(i);
            refs.add(new WeakReference<>(p)); // LEAK refs
            System.out.println(p.n);
        }
    }
}
// a local list in a method that the loop calls
class Clean52 {
    static int work(int n) {
        List<P> l = new ArrayList<>();
        for (int i = 0; i < n; i++) l.add(new P(i));
        return l.size();
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) System.out.println(work(i)); // LOOP Clean52.main
    }
}
// a new context per iteration, held by one field
class Clean53 {
    static class Context { final Map<String, Object> attributes = new HashMap<>(); }
    Context current;
    void handle(int i) {
        current = new Context();
        current.attributes.put("id" + i, new P(i));
        System.out.println(current.attributes.size());
    }
    public static void main(String[] a) {
        Clean53 c = new Clean53();
        for (int i = 0; i < 1000000; i++) c.handle(i); // LOOP Clean53.main
    }
}
// one context for all
class Leak53 {
    static class Context { final Map<String, Object> attributes = new HashMap<>(); }
    final Context current = new Context();
    void handle(int i) {
        current.attributes.put("id" + i, new P(i)); // LEAK attributes
        System.out.println(current.attributes.size());
    }
    public static void main(String[] a) {
        Leak53 c = new Leak53();
        for (int i = 0; i < 1000000; i++) c.handle(i); // LOOP Leak53.main
    }
}
// shutdown hooks
class Leak54 {
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Leak54.main
            int k = i;
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(k))); // LEAK
        }
    }
}
// StringBuilder in a list of lines, joined after
class Clean55 {
    public static void main(String[] a) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 1000000; i++) { // LOOP Clean55.main
            lines.add("line " + i);
        }
        System.out.println(String.join("\n", lines));
    }
}
// generic event bus with an enum map of lists; listeners removed by token
class Clean57 {
    enum Ev { A, B }
    static class Bus {
        private final Map<Ev, Set<Runnable>> m = new EnumMap<>(Ev.class);
        Runnable on(Ev e, Runnable r) {
            m.computeIfAbsent(e, k -> new LinkedHashSet<>()).add(r);
            return () -> m.get(e).remove(r);
        }
        void fire(Ev e) { m.getOrDefault(e, Collections.emptySet()).forEach(Runnable::run); }
    }
    public static void main(String[] a) {
        Bus b = new Bus();
        for (int i = 0; i < 1000000; i++) { // LOOP Clean57.main
            int k = i;
            Runnable off = b.on(Ev.A, () -> System.out.println(k));
            b.fire(Ev.B);
            off.run();
        }
    }
}
