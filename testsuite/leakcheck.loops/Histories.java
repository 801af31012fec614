// Structures, logs, tables, timers, streams: what a loop leaves behind.
import java.io.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

class Ev { final long at; final String text; Ev(long at, String text) { this.at = at; this.text = text; } }

// A log without a bound.
class Leak11 {
    private static final List<Ev> LOG = Collections.synchronizedList(new ArrayList<>());
    static void log(String s) { LOG.add(new Ev(System.nanoTime(), s)); } // LEAK LOG
    static void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) log(q.take()); // LOOP Leak11.run
    }
}
// A history with a bound.
class Clean11a {
    private static final Deque<Ev> LOG = new ArrayDeque<>();
    static void log(String s) {
        if (LOG.size() >= 1000) LOG.pollFirst();
        LOG.addLast(new Ev(System.nanoTime(), s));
    }
    static void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) log(q.take()); // LOOP Clean11a.run
    }
}
// subList(...).clear () cuts the history.
class Clean12a {
    private final List<Ev> log = new ArrayList<>();
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Clean12a.run
            log.add(new Ev(1, q.take()));
            if (log.size() > 1000) log.subList(0, 500).clear();
        }
    }
}
// An array grown by copyOf.
class Leak12 {
    private Ev[] all = new Ev[4];
    private int n;
    void add(Ev e) {
        if (n == all.length) all = Arrays.copyOf(all, n * 2);
        all[n++] = e;
    }
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Leak12.run
            add(new Ev(1, q.take())); // LEAK all
        }
    }
}
// The same, emptied by count: a stack.
class Clean13a {
    private Ev[] all = new Ev[4];
    private int n;
    void push(Ev e) {
        if (n == all.length) all = Arrays.copyOf(all, n * 2);
        all[n++] = e;
    }
    Ev pop() { Ev e = all[--n]; all[n] = null; return e; }
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Clean13a.run
            push(new Ev(1, q.take()));
            System.out.println(pop().text);
        }
    }
}
// A linked list of the program's own.
class Leak13 {
    static class Node { final Ev ev; final Node next; Node(Ev ev, Node next) { this.ev = ev; this.next = next; } }
    private Node head;
    private int n;
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Leak13.run
            head = new Node(new Ev(n++, q.take()), head); // LEAK head
        }
    }
}
// A queue of the program's own, which is drained.
class Clean14a {
    static class Node { Ev ev; Node next; }
    private Node first, last;
    void put(Ev e) {
        Node n = new Node();
        n.ev = e;
        if (last == null) first = n;
        else last.next = n;
        last = n;
    }
    Ev take() {
        Node n = first;
        if (n == null) return null;
        first = n.next;
        if (first == null) last = null;
        return n.ev;
    }
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Clean14a.run
            put(new Ev(1, q.take()));
            System.out.println(take().text);
        }
    }
}
// A hash table of the program's own, only filled.
class Leak14 {
    static class Entry { final String key; Object value; Entry next; Entry(String k, Object v, Entry n) { key = k; value = v; next = n; } }
    private final Entry[] table = new Entry[256];
    void put(String k, Object v) {
        int h = k.hashCode() & 255;
        table[h] = new Entry(k, v, table[h]); // LEAK table
    }
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Leak14.run
            put(q.take(), new Object());
        }
    }
}
// The same, looked up.
class Clean15a {
    static class Entry { final String key; Ev value; Entry next; Entry(String k, Ev v, Entry n) { key = k; value = v; next = n; } }
    private final Entry[] table = new Entry[256];
    Ev get(String k) {
        for (Entry e = table[k.hashCode() & 255]; e != null; e = e.next)
            if (e.key.equals(k)) return e.value;
        return null;
    }
    void put(String k, Ev v) {
        int h = k.hashCode() & 255;
        table[h] = new Entry(k, v, table[h]);
    }
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Clean15a.run
            String s = q.take();
            Ev e = get(s);
            if (e == null) put(s, new Ev(1, s));
            else System.out.println(e.text);
        }
    }
}
// A binary tree, only inserted into.
class Leak15 {
    static class Tree { final int key; final byte[] data; Tree left, right; Tree(int key, byte[] data) { this.key = key; this.data = data; } }
    private Tree root;
    void insert(int key, byte[] data) {
        Tree t = new Tree(key, data);
        if (root == null) { root = t; return; }
        Tree at = root;
        while (true) {
            if (key < at.key) {
                if (at.left == null) { at.left = t; return; }
                at = at.left;
            } else {
                if (at.right == null) { at.right = t; return; }
                at = at.right;
            }
        }
    }
    void run(Scanner in) {
        while (in.hasNextInt()) { // LOOP Leak15.run
            insert(in.nextInt(), new byte[10]); // LEAK root
        }
    }
}
// Interned strings.
class Clean16a {
    private static final Map<String, String> INTERNED = new HashMap<>();
    static String intern(String s) {
        String old = INTERNED.putIfAbsent(s, s);
        return old == null ? s : old;
    }
    static void run(Scanner in) {
        while (in.hasNext()) System.out.println(intern(in.next().trim())); // LOOP Clean16a.run
    }
}
// Tasks of a timer that cancels nothing.
class Leak16 {
    private final List<TimerTask> tasks = new ArrayList<>();
    private final java.util.Timer timer = new java.util.Timer();
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Leak16.run
            String s = q.take();
            TimerTask t = new TimerTask() { public void run() { System.out.println(s); } }; // LEAK tasks
            tasks.add(t);
            timer.schedule(t, 1000);
        }
    }
}
// StringBuilder that grows, and one that is emptied: no object of the loop's.
class Clean17a {
    private final StringBuilder all = new StringBuilder();
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Clean17a.run
            all.setLength(0);
            all.append(q.take()).append('\n');
            System.out.print(all);
        }
    }
}
// Streams collect into a local list.
class Clean18a {
    void run(BlockingQueue<List<String>> q) throws InterruptedException {
        while (true) { // LOOP Clean18a.run
            List<Ev> l = q.take().stream().map(s -> new Ev(1, s)).collect(Collectors.toList());
            System.out.println(l.stream().mapToLong(e -> e.at).sum());
        }
    }
}
// Streams collect into what stays.
class Leak17 {
    private final List<Ev> seen = new ArrayList<>();
    void run(BlockingQueue<List<String>> q) throws InterruptedException {
        while (true) { // LOOP Leak17.run
            seen.addAll(q.take().stream().map(s -> new Ev(1, s)).collect(Collectors.toList())); // LEAK seen
        }
    }
}
// forEach with a method reference.
class Leak18 {
    private final Set<Ev> seen = new HashSet<>();
    void run(BlockingQueue<List<String>> q) throws InterruptedException {
        while (true) { // LOOP Leak18.run
            q.take().stream().map(s -> new Ev(2, s)).forEach(seen::add); // LEAK seen
        }
    }
}
// An atomic reference holds the last one.
class Clean19a {
    private final AtomicReference<Ev> last = new AtomicReference<>();
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) last.set(new Ev(1, q.take())); // LOOP Clean19a.run
    }
}
// A stack of versions by an atomic reference.
class Leak19 {
    static class Version {
        final Ev ev;
        final Version before;
        Version(Ev ev, Version before) { this.ev = ev; this.before = before; }
    }
    private final AtomicReference<Version> head = new AtomicReference<>();
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Leak19.run
            Ev e = new Ev(1, q.take());
            Version old = head.get();
            head.set(new Version(e, old)); // LEAK head
        }
    }
}
// Errors are kept, the rest is not.
class Leak20 {
    interface Msg { }
    static class Ok implements Msg { final String s; Ok(String s) { this.s = s; } }
    static class Bad implements Msg {
        final String s;
        final Exception why;
        Bad(String s, Exception why) { this.s = s; this.why = why; }
    }
    private final List<Msg> bad = new ArrayList<>();
    static Msg parse(String s) {
        try { Integer.parseInt(s); return new Ok(s); }
        catch (NumberFormatException e) { return new Bad(s, e); } // LEAK bad
    }
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Leak20.run
            Msg m = parse(q.take());
            if (m instanceof Bad) bad.add((Bad) m);
            else System.out.println(m);
        }
    }
}
// A singleton holder.
class Clean20a {
    static class Registry {
        private static volatile Registry instance;
        final List<Ev> all = new ArrayList<>();
        static Registry get() {
            Registry r = instance;
            if (r == null)
                synchronized (Registry.class) {
                    r = instance;
                    if (r == null) instance = r = new Registry();
                }
            return r;
        }
    }
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Clean20a.run
            System.out.println(Registry.get().all.size() + q.take());
        }
    }
}
// A singleton that grows.
class Leak21 {
    static class Registry {
        private static Registry instance;
        final Map<Long, Ev> all = new TreeMap<>();
        static synchronized Registry get() {
            if (instance == null) instance = new Registry();
            return instance;
        }
    }
    void run(BlockingQueue<String> q) throws InterruptedException {
        long n = 0;
        while (true) { // LOOP Leak21.run
            Registry.get().all.put(n++, new Ev(n, q.take())); // LEAK all
        }
    }
}
// A priority queue of deadlines, which is drained.
class Clean21a {
    private final PriorityQueue<Ev> due = new PriorityQueue<>(Comparator.comparingLong((Ev e) -> e.at));
    void run(BlockingQueue<String> q) throws InterruptedException {
        while (true) { // LOOP Clean21a.run
            due.offer(new Ev(System.nanoTime(), q.take()));
            while (!due.isEmpty() && due.peek().at < System.nanoTime()) System.out.println(due.poll().text);
        }
    }
}
// A table by ClassLoader.
class Leak22 {
    private static final Map<ClassLoader, List<String>> LOADERS = new HashMap<>();
    static class Plugins extends ClassLoader { Plugins(ClassLoader parent) { super(parent); } }
    static void run(BlockingQueue<String> q) throws Exception {
        while (true) { // LOOP Leak22.run
            Plugins p = new Plugins(Leak22.class.getClassLoader()); // LEAK LOADERS
            p.loadClass(q.take()).getDeclaredConstructor().newInstance();
            LOADERS.put(p, new ArrayList<>());
        }
    }
}
