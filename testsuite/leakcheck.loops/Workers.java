// Schedulers, pools, thread work, rings.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

// A scheduler: jobs run in order of time, and are planned again; finished runs are chained.
class Cron {
    static class Job implements Comparable<Job> {
        final String name; final long at, every;
        Job(String n, long at, long every) { name = n; this.at = at; this.every = every; }
        public int compareTo(Job o) { return Long.compare(at, o.at); }
        void run() { System.out.println(name); }
    }
    static final class Run {
        final Job job; final long took; final Run before;
        Run(Job j, long t, Run b) { job = j; took = t; before = b; }
    }
    static final class Failure { final Job job; final RuntimeException why; Failure(Job j, RuntimeException w) { job = j; why = w; } }
    private final PriorityQueue<Job> queue = new PriorityQueue<>();
    private final Set<Job> running = new HashSet<>();
    private final Failure[] failures = new Failure[10];
    private int nFailures;
    private Run lastRun;
    private String status;
    void add(Job j) { queue.add(j); }
    void loop() {
        long now = 0;
        while (!queue.isEmpty()) { // LOOP Cron.loop
            Job j = queue.poll();
            now = Math.max(now, j.at);
            running.add(j);
            try {
                j.run();
                status = new String("ran " + j.name);
            } catch (RuntimeException e) {
                failures[nFailures++ % failures.length] = new Failure(j, e);
            } finally {
                running.remove(j);
            }
            lastRun = new Run(j, System.nanoTime(), lastRun); // LEAK lastRun
            if (j.every > 0) queue.add(new Job(j.name, now + j.every, j.every));
        }
    }
    public static void main(String[] args) {
        Cron c = new Cron();
        c.add(new Job("a", 1, 10));
        c.add(new Job("b", 2, 5));
        c.loop();
    }
}

// A timing wheel, whose slots are emptied when the hand gets there.
class Wheel {
    static final class Timeout { final Runnable r; int rounds; Timeout(Runnable r, int n) { this.r = r; rounds = n; } }
    @SuppressWarnings("unchecked") private final List<Timeout>[] slots = new List[64];
    private int hand;
    Wheel() { for (int i = 0; i < slots.length; i++) slots[i] = new LinkedList<>(); }
    void in(int ticks, Runnable r) {
        slots[(hand + ticks) % slots.length].add(new Timeout(r, ticks / slots.length));
    }
    void tick() {
        hand = (hand + 1) % slots.length;
        Iterator<Timeout> it = slots[hand].iterator();
        while (it.hasNext()) {
            Timeout t = it.next();
            if (t.rounds-- > 0) continue;
            it.remove();
            t.r.run();
        }
    }
    public static void main(String[] args) {
        Wheel w = new Wheel();
        for (int i = 0; ; i++) { // LOOP Wheel.main
            int n = i;
            w.in(i % 100, () -> System.out.println(n));
            w.tick();
        }
    }
}

// A pool of connections: a connection goes back to the idle ones; its lease stays.
class ConnPool {
    static final class Conn { final int n; boolean broken; Conn(int n) { this.n = n; } void send(String s) { System.out.println(n + s); } }
    static final class Lease { final Conn c; final long since; Lease(Conn c, long t) { this.c = c; since = t; } }
    static final class Trace { final Throwable where; Trace() { where = new Throwable(); } }
    private final Conn[] idle = new Conn[8];
    private int nIdle, made;
    private final Collection<Lease> leases = new LinkedList<>();
    private final Map<Conn, Trace> lent = new IdentityHashMap<>();
    Conn take() {
        Conn c = nIdle > 0 ? idle[--nIdle] : new Conn(made++);
        leases.add(new Lease(c, System.nanoTime())); // LEAK leases
        lent.put(c, new Trace());
        return c;
    }
    void give(Conn c) {
        lent.remove(c);
        if (!c.broken && nIdle < idle.length) idle[nIdle++] = c;
    }
    public static void main(String[] args) {
        ConnPool p = new ConnPool();
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) { // LOOP ConnPool.main
            Conn c = p.take();
            try { c.send(in.nextLine()); } finally { p.give(c); }
        }
    }
}

// A device monitor: each device that comes gets a thread that never ends.
class Monitor {
    static final class Device { final String id; volatile int state; Device(String id) { this.id = id; } }
    static final class Watchdog extends Thread {
        private final Device d;
        Watchdog(Device d) { this.d = d; setDaemon(true); }
        @Override public void run() {
            while (true) {
                try { Thread.sleep(1000); } catch (InterruptedException e) { continue; }
                if (d.state < 0) System.err.println(d.id);
            }
        }
    }
    static final class Probe implements Runnable {
        private final Device d; private volatile boolean stop;
        Probe(Device d) { this.d = d; }
        public void run() { while (!stop) { d.state++; Thread.yield(); } }
        void stop() { stop = true; }
    }
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    public static void main(String[] args) throws Exception {
        Monitor m = new Monitor();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) { // LOOP Monitor.main
            Device d = new Device(in.next());
            new Watchdog(d).start(); // LEAK
            Probe p = new Probe(d);
            new Thread(p).start();
            Future<Integer> f = m.pool.submit(() -> d.state + 1);
            System.out.println(f.get());
            p.stop();
        }
    }
}

// A hand made cache: a doubly linked list in order of use, and a table with chains.
class HandLru {
    static final class Entry { final String k; Object v; Entry prev, next, chain; Entry(String k, Object v) { this.k = k; this.v = v; } }
    private final Entry[] table = new Entry[256];
    private final Entry head = new Entry(null, null);
    private int n;
    HandLru() { head.prev = head.next = head; }
    private int slot(String k) { return k.hashCode() & 255; }
    Object get(String k) {
        for (Entry e = table[slot(k)]; e != null; e = e.chain)
            if (e.k.equals(k)) { unlink(e); link(e); return e.v; }
        return null;
    }
    private void unlink(Entry e) { e.prev.next = e.next; e.next.prev = e.prev; }
    private void link(Entry e) { e.next = head.next; e.prev = head; head.next.prev = e; head.next = e; }
    void put(String k, Object v) {
        Entry e = new Entry(k, v);
        e.chain = table[slot(k)];
        table[slot(k)] = e;
        link(e);
        if (++n > 1000) drop(head.prev);
    }
    private void drop(Entry e) {
        unlink(e);
        int s = slot(e.k);
        Entry p = null;
        for (Entry x = table[s]; x != null; p = x, x = x.chain)
            if (x == e) { if (p == null) table[s] = x.chain; else p.chain = x.chain; break; }
        n--;
    }
    public static void main(String[] args) {
        HandLru c = new HandLru();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) { // LOOP HandLru.main
            String w = in.next();
            Object o = c.get(w);
            if (o == null) c.put(w, o = new Object[] { w });
            System.out.println(o);
        }
    }
}

// Samples: a reservoir, a gauge that is registered again, quantities by an enumeration.
class Samples {
    enum Kind { READ, WRITE, OTHER }
    static final class Sample { final long v; Sample(long v) { this.v = v; } }
    interface Gauge { long value(); }
    private final Sample[] reservoir = new Sample[64];
    private final Map<String, Gauge> gauges = new ConcurrentHashMap<>();
    private final EnumMap<Kind, Sample> latest = new EnumMap<>(Kind.class);
    private final Sample[][] matrix = new Sample[3][24];
    private final AtomicReference<Sample> max = new AtomicReference<>();
    private final Random random = new Random();
    private long count;
    void add(Kind k, long v, int hour) {
        Sample s = new Sample(v);
        int i = count < reservoir.length ? (int) count : random.nextInt((int) count);
        if (i < reservoir.length) reservoir[i] = s;
        count++;
        latest.put(k, new Sample(v));
        matrix[k.ordinal()][hour] = new Sample(v + hour);
        max.accumulateAndGet(new Sample(v), (x, y) -> x == null || y.v > x.v ? y : x);
        gauges.put("count", () -> v);
    }
    public static void main(String[] args) {
        Samples s = new Samples();
        Scanner in = new Scanner(System.in);
        while (in.hasNextLong()) { // LOOP Samples.main
            long v = in.nextLong();
            s.add(Kind.values()[(int) (v % 3)], v, (int) (v % 24));
        }
    }
}
