// Weak sets, hooks, batches, visitors, threads, tables: what a loop leaves behind.
import java.beans.*;
import java.io.*;
import java.lang.ref.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

class Q { int n; byte[] data = new byte[8]; Q(int n) { this.n = n; } int get() { return n; } }

// weak set
class Clean61 {
    static final Set<Q> seen = Collections.newSetFromMap(new WeakHashMap<>());
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean61.main
            Q q = new Q(i);
            seen.add(q);
            System.out.println(q.n);
        }
    }
}
// identity set
class Leak61 {
    static final Set<Q> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Leak61.main
            Q q = new Q(i); // LEAK seen
            seen.add(q);
            System.out.println(q.n);
        }
    }
}
// copy on write array of listeners
class Leak62 {
    private Runnable[] hooks = new Runnable[0];
    void add(Runnable r) {
        Runnable[] more = Arrays.copyOf(hooks, hooks.length + 1);
        more[hooks.length] = r;
        hooks = more;
    }
    public static void main(String[] a) {
        Leak62 l = new Leak62();
        for (int i = 0; i < 1000000; i++) { // LOOP Leak62.main
            int k = i;
            l.add(() -> System.out.println(k)); // LEAK hooks
        }
    }
}
// the same, run each time
class Clean62 {
    private Runnable[] hooks = new Runnable[0];
    void add(Runnable r) {
        Runnable[] more = new Runnable[hooks.length + 1];
        System.arraycopy(hooks, 0, more, 0, hooks.length);
        more[hooks.length] = r;
        hooks = more;
    }
    void fire() { for (Runnable r : hooks) r.run(); }
    public static void main(String[] a) {
        Clean62 l = new Clean62();
        for (int i = 0; i < 1000000; i++) { // LOOP Clean62.main
            int k = i;
            l.add(() -> System.out.println(k));
            l.fire();
        }
    }
}
// property change listeners
class Leak63 {
    private final PropertyChangeSupport support = new PropertyChangeSupport(this);
    static class View implements PropertyChangeListener {
        public void propertyChange(PropertyChangeEvent e) { System.out.println(e); }
    }
    public static void main(String[] a) {
        Leak63 l = new Leak63();
        for (int i = 0; i < 1000000; i++) { // LOOP Leak63.main
            l.support.addPropertyChangeListener(new View()); // LEAK
        }
    }
}
class Clean63 {
    private final PropertyChangeSupport support = new PropertyChangeSupport(this);
    public static void main(String[] a) {
        Clean63 l = new Clean63();
        for (int i = 0; i < 1000000; i++) { // LOOP Clean63.main
            Leak63.View v = new Leak63.View();
            l.support.addPropertyChangeListener(v);
            l.support.firePropertyChange("x", i, i + 1);
            l.support.removePropertyChangeListener(v);
        }
    }
}
// pending by id, completed in the same iteration by key
class Clean64 {
    static final Map<Integer, Q> pending = new HashMap<>();
    static void begin(int id) { pending.put(id, new Q(id)); }
    static void end(int id) { Q q = pending.remove(id); if (q != null) System.out.println(q.n); }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean64.main
            begin(i);
            end(i);
        }
    }
}
// a batch flushed by another object
class Clean65 {
    static class Sink { void write(List<Q> l) { for (Q q : l) System.out.println(q.n); } }
    static class Batch {
        private final List<Q> items = new ArrayList<>();
        private final Sink sink = new Sink();
        void add(Q q) { items.add(q); if (items.size() >= 100) flush(); }
        void flush() { sink.write(items); items.clear(); }
    }
    public static void main(String[] a) {
        Batch b = new Batch();
        for (int i = 0; i < 1000000; i++) b.add(new Q(i)); // LOOP Clean65.main
        b.flush();
    }
}
// a batch that is written, and not cleared
class Clean66 {
    static class Batch {
        private final List<Q> items = new ArrayList<>();
        void add(Q q) { items.add(q); if (items.size() % 100 == 0) for (Q x : items) System.out.println(x.n); }
    }
    public static void main(String[] a) {
        Batch b = new Batch();
        for (int i = 0; i < 1000000; i++) b.add(new Q(i)); // LOOP Clean66.main
    }
}
// inheritance: the base class keeps
class Leak67 {
    static abstract class Handler {
        protected final List<Object> context = new ArrayList<>();
        void handle(int i) { context.add(make(i)); process(i); }
        abstract Object make(int i);
        abstract void process(int i);
    }
    static class Simple extends Handler {
        Object make(int i) { return new Q(i); } // LEAK context
        void process(int i) { System.out.println(i); }
    }
    static class Other extends Handler {
        Object make(int i) { return "x"; }
        void process(int i) { System.out.println(context.get(i)); }
    }
    public static void main(String[] a) {
        Handler h = new Simple();
        for (int i = 0; i < 1000000; i++) h.handle(i); // LOOP Leak67.main
    }
}
// a chain of decorators that nothing calls
class Leak68 {
    interface Filter { int apply(int x); }
    static class Add implements Filter { final Filter inner; final int by; Add(Filter inner, int by) { this.inner = inner; this.by = by; } public int apply(int x) { return inner.apply(x) + by; } }
    Filter filter = x -> x;
    void wrap(int i) { filter = new Add(filter, i); } // LEAK filter
    public static void main(String[] a) {
        Leak68 l = new Leak68();
        for (int i = 0; i < 1000000; i++) l.wrap(i); // LOOP Leak68.main
    }
}
// a custom iterator
class Clean69 {
    static class Range implements Iterable<Q> {
        final int to; Range(int to) { this.to = to; }
        public Iterator<Q> iterator() {
            return new Iterator<Q>() {
                int at;
                public boolean hasNext() { return at < to; }
                public Q next() { return new Q(at++); }
            };
        }
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) // LOOP Clean69.main
            for (Q q : new Range(3)) System.out.println(q.n);
    }
}
// visitor with state per run
class Clean70 {
    interface Visitor { void visit(Q q); }
    static class Sum implements Visitor { final List<Q> seen = new ArrayList<>(); int s; public void visit(Q q) { seen.add(q); s += q.n; } }
    static final List<Q> all = Arrays.asList(new Q(1), new Q(2));
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean70.main
            Sum s = new Sum();
            for (Q q : all) s.visit(q);
            s.visit(new Q(i));
            System.out.println(s.s);
        }
    }
}
// visitor that stays
class Leak70 {
    static class Sum { final List<Q> seen = new ArrayList<>(); int s; void visit(Q q) { seen.add(q); s += q.n; } }
    public static void main(String[] a) {
        Sum s = new Sum();
        for (int i = 0; i < 1000000; i++) { // LOOP Leak70.main
            s.visit(new Q(i)); // LEAK seen
            System.out.println(s.s);
        }
    }
}
// undo: last state only
class Clean71 {
    static class State { final int n; final State before; State(int n, State before) { this.n = n; this.before = before; } }
    State state = new State(0, null);
    void step(int i) { state = new State(i, null); }
    public static void main(String[] a) {
        Clean71 c = new Clean71();
        for (int i = 0; i < 1000000; i++) { c.step(i); System.out.println(c.state.n); } // LOOP Clean71.main
    }
}
// thread per connection, threads listed
class Leak72 {
    static final List<Thread> threads = new ArrayList<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Leak72.main
            int k = i;
            Thread t = new Thread(() -> System.out.println(k)); // LEAK threads
            threads.add(t);
            t.start();
        }
    }
}
// joined at the end
class Clean72 {
    public static void main(String[] a) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 10; i++) { // LOOP Clean72.main
            int k = i;
            Thread t = new Thread(() -> System.out.println(k));
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) t.join();
    }
}
// thread per connection, not listed
class Clean73 {
    public static void main(String[] a) throws Exception {
        java.net.ServerSocket s = new java.net.ServerSocket(80);
        while (true) { // LOOP Clean73.main
            java.net.Socket c = s.accept();
            new Thread(() -> { try { c.getInputStream().read(); c.close(); } catch (IOException e) { } }).start();
        }
    }
}
// scheduled for ever, each one
class Leak74 {
    static final List<ScheduledFuture<?>> f = new ArrayList<>();
    public static void main(String[] a) {
        ScheduledExecutorService x = Executors.newScheduledThreadPool(1);
        for (int i = 0; i < 1000000; i++) { // LOOP Leak74.main
            int k = i;
            f.add(x.scheduleAtFixedRate(() -> System.out.println(k), 1, 1, TimeUnit.SECONDS)); // LEAK f
        }
    }
}
// map keyed by class name of few
class Clean75 {
    static final Map<Class<?>, Q> byClass = new HashMap<>();
    static void put(Object o, int i) { byClass.put(o.getClass(), new Q(i)); }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) put(i % 2 == 0 ? "x" : (Object) i, i); // LOOP Clean75.main
    }
}
// two dimensional table by masks
class Clean76 {
    static final Q[][] table = new Q[16][16];
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) table[i & 15][(i >> 4) & 15] = new Q(i); // LOOP Clean76.main
    }
}
// string builder per line in a field, joined
class Clean77 {
    private StringBuilder b = new StringBuilder();
    void line(String s) { b.append(s); if (b.length() > 1000) { System.out.println(b); b = new StringBuilder(); } }
    public static void main(String[] a) {
        Clean77 c = new Clean77();
        for (int i = 0; i < 1000000; i++) c.line("l" + i); // LOOP Clean77.main
    }
}
// statistics: numbers only
class Clean78 {
    static final Map<String, Integer> counts = new TreeMap<>();
    public static void main(String[] a) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String l; (l = in.readLine()) != null;) counts.merge(l, 1, Integer::sum); // LOOP Clean78.main
        System.out.println(counts);
    }
}
// cache with a max size, by iterator order
class Clean79 {
    static final Map<String, Q> cache = new LinkedHashMap<>();
    static Q get(String k) {
        Q q = cache.get(k);
        if (q == null) {
            if (cache.size() >= 100) {
                Iterator<String> it = cache.keySet().iterator();
                it.next();
                it.remove();
            }
            q = new Q(k.length());
            cache.put(k, q);
        }
        return q;
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) System.out.println(get("k" + i % 1000).n); // LOOP Clean79.main
    }
}
// soft cache
class Clean80 {
    static final Map<String, SoftReference<Q>> cache = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean80.main
            String k = "k" + i % 50;
            SoftReference<Q> r = cache.get(k);
            Q q = r == null ? null : r.get();
            if (q == null) cache.put(k, new SoftReference<>(q = new Q(i)));
            System.out.println(q.n);
        }
    }
}
// audit trail: objects of objects
class Leak81 {
    static class Entry { final Q before, after; Entry(Q b, Q a) { before = b; after = a; } }
    static class Account { Q balance = new Q(0); final List<Entry> trail = new ArrayList<>();
        void set(Q q) { trail.add(new Entry(balance, q)); balance = q; } } // LEAK trail
    public static void main(String[] a) {
        Account acc = new Account();
        for (int i = 0; i < 1000000; i++) { // LOOP Leak81.main
            acc.set(new Q(i));
            System.out.println(acc.balance.n);
        }
    }
}
// trail in a map by account, printed
class Clean82 {
    static final Map<Integer, List<Q>> trails = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Clean82.main
            trails.computeIfAbsent(i % 10, k -> new ArrayList<>()).add(new Q(i));
            if (i % 1000 == 0)
                for (Map.Entry<Integer, List<Q>> e : trails.entrySet())
                    System.out.println(e.getKey() + " " + e.getValue().stream().mapToInt(Q::get).sum());
        }
    }
}
// graph nodes with edges both ways
class Leak83 {
    static class N { final List<N> in = new ArrayList<>(), out = new ArrayList<>(); final Q q; N(Q q) { this.q = q; } }
    static void link(N a, N b) { a.out.add(b); b.in.add(a); }
    public static void main(String[] a) {
        N root = new N(new Q(0));
        for (int i = 0; i < 1000000; i++) { // LOOP Leak83.main
            N n = new N(new Q(i)); // LEAK
            link(root, n);
            System.out.println(n.q.n);
        }
    }
}
// generic repository with delete
class Clean84 {
    static class Repo<K, V> { private final Map<K, V> m = new ConcurrentHashMap<>(); void save(K k, V v) { m.put(k, v); } V find(K k) { return m.get(k); } void delete(K k) { m.remove(k); } }
    public static void main(String[] a) {
        Repo<String, Q> r = new Repo<>();
        for (int i = 0; i < 1000000; i++) { // LOOP Clean84.main
            String id = UUID.randomUUID().toString();
            r.save(id, new Q(i));
            System.out.println(r.find(id).n);
            r.delete(id);
        }
    }
}
// two repositories of one class, one is only saved to
class Leak84 {
    public static void main(String[] a) {
        Clean84.Repo<String, Q> r = new Clean84.Repo<>(), old = new Clean84.Repo<>();
        for (int i = 0; i < 1000000; i++) { // LOOP Leak84.main
            String id = UUID.randomUUID().toString();
            Q q = new Q(i); // LEAK
            r.save(id, q);
            old.save(id, q);
            System.out.println(r.find(id).n);
            r.delete(id);
        }
    }
}
