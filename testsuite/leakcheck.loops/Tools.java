// A build tool, queues of the program's own, reports.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

// A build tool that watches files: graphs are made anew, stamps by path, and what is obsolete is kept.
class Watcher {
    static final class Target { final String name; final Set<Target> needs = new TreeSet<>(Comparator.comparing((Target t) -> t.name)); boolean dirty; Target(String n) { name = n; } }
    static final class Graph { final Map<String, Target> targets = new HashMap<>(); final Graph old; Graph(Graph o) { old = o; } Target target(String n) { return targets.computeIfAbsent(n, Target::new); } }
    static final class Stamp { final long time; Stamp(long t) { time = t; } }
    static final class Output { final String text; Output(String t) { text = t; } }
    static final class Obsolete { final String path; final Stamp was; Obsolete(String p, Stamp w) { path = p; was = w; } }
    private Graph graph = new Graph(null);
    private final Map<String, Stamp> stamps = new HashMap<>();
    private final Vector<Obsolete> obsolete = new Vector<>();
    private final Map<Target, Output> outputs = new WeakHashMap<>();
    private final Stack<Target> path = new Stack<>();
    private final BitSet bits = new BitSet();
    private void visit(Target t) {
        if (path.contains(t)) throw new IllegalStateException(t.name);
        path.push(t);
        for (Target n : t.needs) visit(n);
        if (t.dirty) outputs.put(t, new Output(t.name));
        path.pop();
    }
    void change(String file, long time) {
        Stamp s = stamps.put(file, new Stamp(time));
        if (s != null && s.time != time) obsolete.addElement(new Obsolete(file, s)); // LEAK obsolete
        Graph g = new Graph(null);
        for (Map.Entry<String, Target> e : graph.targets.entrySet()) {
            Target t = g.target(e.getKey());
            for (Target n : e.getValue().needs) t.needs.add(g.target(n.name));
            t.dirty = e.getKey().equals(file);
        }
        g.target(file).needs.add(g.target("all"));
        graph = g;
        for (Target t : g.targets.values()) visit(t);
    }
    public static void main(String[] args) {
        Watcher w = new Watcher();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) w.change(in.next(), in.nextLong()); // LOOP Watcher.main
    }
}

// Queues of the program's own: linked, of two stacks, a heap; all are emptied as they are filled.
class Queues {
    static final class Msg { final int n; Msg(int n) { this.n = n; } }
    static final class Linked {
        private static final class Node { final Msg m; Node next; Node(Msg m) { this.m = m; } }
        private Node head, tail;
        void put(Msg m) { Node n = new Node(m); if (tail == null) head = n; else tail.next = n; tail = n; }
        Msg take() { if (head == null) return null; Msg m = head.m; head = head.next; if (head == null) tail = null; return m; }
    }
    static final class TwoStacks {
        private final Deque<Msg> in = new ArrayDeque<>(), out = new ArrayDeque<>();
        void put(Msg m) { in.push(m); }
        Msg take() { if (out.isEmpty()) while (!in.isEmpty()) out.push(in.pop()); return out.poll(); }
    }
    static final class Heap {
        private Msg[] a = new Msg[16]; private int n;
        void put(Msg m) {
            if (n == a.length) a = Arrays.copyOf(a, 2 * n);
            int i = n++;
            while (i > 0 && a[(i - 1) / 2].n > m.n) { a[i] = a[(i - 1) / 2]; i = (i - 1) / 2; }
            a[i] = m;
        }
        Msg take() {
            if (n == 0) return null;
            Msg r = a[0], l = a[--n];
            a[n] = null;
            int i = 0, c;
            while ((c = 2 * i + 1) < n) { if (c + 1 < n && a[c + 1].n < a[c].n) c++; if (a[c].n >= l.n) break; a[i] = a[c]; i = c; }
            if (n > 0) a[i] = l;
            return r;
        }
    }
    static final class Slots {
        private final Msg[] slots = new Msg[128]; private final int[] free = new int[128]; private int nFree;
        Slots() { for (int i = 0; i < free.length; i++) free[nFree++] = i; }
        int put(Msg m) { if (nFree == 0) return -1; int i = free[--nFree]; slots[i] = m; return i; }
        Msg take(int i) { Msg m = slots[i]; slots[i] = null; free[nFree++] = i; return m; }
    }
    public static void main(String[] args) {
        Linked l = new Linked(); TwoStacks t = new TwoStacks(); Heap h = new Heap(); Slots s = new Slots();
        for (int i = 0; ; i++) { // LOOP Queues.main
            l.put(new Msg(i));
            t.put(new Msg(i));
            h.put(new Msg(-i));
            int at = s.put(new Msg(i));
            System.out.println(l.take().n + t.take().n + h.take().n + s.take(at).n);
        }
    }
}

// Reports by streams; futures; a map of subscriptions that is never emptied.
class Reports {
    static final class Rec { final String who; final int n; Rec(String w, int n) { who = w; this.n = n; } String who() { return who; } }
    static final class Summary { final Map<String, List<Rec>> by; Summary(Map<String, List<Rec>> by) { this.by = by; } int size() { return by.size(); } }
    static final class Sub { final Predicate<Rec> test; Sub(Predicate<Rec> t) { test = t; } }
    private final List<Rec> batch = new ArrayList<>();
    private final Map<Integer, Sub> subs = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Summary>> running = new ConcurrentHashMap<>();
    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private Summary latest;
    private int nextSub;
    int subscribe(String who) {
        int id = nextSub++;
        subs.put(id, new Sub(r -> r.who().equals(who))); // LEAK subs
        return id;
    }
    void add(Rec r) {
        batch.add(r);
        if (batch.size() < 100) return;
        List<Rec> full = new ArrayList<>(batch);
        batch.clear();
        CompletableFuture<Summary> f = CompletableFuture.supplyAsync(
            () -> new Summary(full.stream().collect(Collectors.groupingBy(Rec::who))), pool);
        running.put(r.who, f);
        f.thenAccept(s -> { latest = s; running.remove(r.who); });
    }
    public static void main(String[] args) {
        Reports r = new Reports();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) { // LOOP Reports.main
            String w = in.next();
            if (w.equals("sub")) { System.out.println(r.subscribe(in.next())); continue; }
            r.add(new Rec(w, in.nextInt()));
            if (r.latest != null) System.out.println(r.latest.size());
        }
    }
}
