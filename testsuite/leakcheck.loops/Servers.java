// Servers, handlers, observers, caches: what a loop leaves behind.
import java.io.*;
import java.lang.ref.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;

class Conn { final int id; Conn(int id) { this.id = id; } String read() { return "r" + id; } void close() { System.out.println(id); } }

// A server that remembers all sessions, and counts them.
class Leak1 {
    static class Session { final Socket s; final long since; Session(Socket s) { this.s = s; since = 1; } void serve() { System.out.println(since); } }
    private final List<Session> sessions = new ArrayList<>();
    void serve(ServerSocket server) throws IOException {
        while (true) { // LOOP Leak1.serve
            Socket s = server.accept();
            Session session = new Session(s); // LEAK sessions
            sessions.add(session);
            session.serve();
            System.out.println(sessions.size() + " sessions");
        }
    }
}
// The same, with an idle sweep in each iteration.
class Clean1 {
    static class Session { final Socket s; final long since; Session(Socket s, long t) { this.s = s; since = t; } }
    private final List<Session> sessions = new ArrayList<>();
    void serve(ServerSocket server) throws IOException {
        while (true) { // LOOP Clean1.serve
            Socket s = server.accept();
            sessions.add(new Session(s, System.currentTimeMillis()));
            sweep(System.currentTimeMillis());
        }
    }
    private void sweep(long now) {
        Iterator<Session> it = sessions.iterator();
        while (it.hasNext()) {
            Session s = it.next();
            if (now - s.since > 60000) it.remove();
        }
    }
}
// removeIf with a predicate.
class Clean2 {
    static class Lease {
        final String name;
        final long until;
        Lease(String name, long until) { this.name = name; this.until = until; }
    }
    private final Collection<Lease> leases = new ArrayDeque<>();
    void serve(BlockingQueue<String> names) throws InterruptedException {
        for (;;) { // LOOP Clean2.serve
            String name = names.take();
            leases.add(new Lease(name, System.nanoTime()));
            long now = System.nanoTime();
            leases.removeIf(l -> l.until < now);
        }
    }
}
// Observers that are registered for each request.
class Leak2 {
    interface Listener { void changed(String what); }
    static class Model {
        private final List<Listener> listeners = new CopyOnWriteArrayList<>();
        void addListener(Listener l) { listeners.add(l); }
        void removeListener(Listener l) { listeners.remove(l); }
    }
    static class Request implements Listener {
        private final String text;
        Request(String text) { this.text = text; }
        public void changed(String what) { System.out.println(text + what); }
        void handle() { System.out.println(text); }
    }
    static void handle(BufferedReader in, Model m) throws IOException {
        String line;
        while ((line = in.readLine()) != null) { // LOOP Leak2.handle
            Request r = new Request(line); // LEAK listeners
            m.addListener(r);
            r.handle();
        }
    }
}
// The same, unregistered in "finally".
class Clean3 {
    static void handle(BufferedReader in, Leak2.Model m) throws IOException {
        String line;
        while ((line = in.readLine()) != null) { // LOOP Clean3.handle
            Leak2.Request r = new Leak2.Request(line);
            m.addListener(r);
            try {
                r.handle();
            } finally {
                m.removeListener(r);
            }
        }
    }
}
// Listeners that are fired read what was registered.
class Clean4 {
    static class Bus {
        private final Map<String, List<Consumer<String>>> topics = new HashMap<>();
        void on(String topic, Consumer<String> c) { topics.computeIfAbsent(topic, k -> new ArrayList<>()).add(c); }
        void fire(String topic, String what) {
            for (Consumer<String> c : topics.getOrDefault(topic, Collections.<Consumer<String>>emptyList())) c.accept(what);
        }
    }
    static void run(BufferedReader in) throws IOException {
        Bus bus = new Bus();
        String line;
        while ((line = in.readLine()) != null) { // LOOP Clean4.run
            String l = line;
            bus.on(l, w -> System.out.println(l + w));
            bus.fire(l, "x");
        }
    }
}
// The same bus, which nothing fires.
class Leak3 {
    static class Bus {
        private final Map<String, List<Consumer<String>>> topics = new HashMap<>();
        void on(String topic, Consumer<String> c) { topics.computeIfAbsent(topic, k -> new ArrayList<>()).add(c); }
        int count() { return topics.size(); }
    }
    static void run(BufferedReader in) throws IOException {
        Bus bus = new Bus();
        String line;
        while ((line = in.readLine()) != null) { // LOOP Leak3.run
            String l = line;
            bus.on(l, w -> System.out.println(l + w)); // LEAK
        }
    }
}
// A cache by computeIfAbsent, which is read.
class Clean5 {
    private final Map<Integer, Conn> pool = new ConcurrentHashMap<>();
    Conn get(int id) { return pool.computeIfAbsent(id, Conn::new); }
    void run(Scanner in) {
        while (in.hasNextInt()) { // LOOP Clean5.run
            System.out.println(get(in.nextInt()).read());
        }
    }
}
// A cache whose key is made anew, so that nothing is ever found: keys without equals.
class Leak4 {
    static class Key { final int a, b; Key(int a, int b) { this.a = a; this.b = b; } }
    private final Map<Key, byte[]> cache = new HashMap<>();
    void run(Scanner in) {
        while (in.hasNextInt()) { // LOOP Leak4.run
            Key k = new Key(in.nextInt(), 1); // LEAK cache
            cache.put(k, new byte[100]);
        }
    }
}
// LinkedHashMap in order of access, removeEldestEntry.
class Clean6 {
    static class Lru<K, V> extends LinkedHashMap<K, V> {
        private final int max;
        Lru(int max) { super(16, 0.75f, true); this.max = max; }
        @Override protected boolean removeEldestEntry(Map.Entry<K, V> e) { return size() > max; }
    }
    private final Lru<Integer, byte[]> cache = new Lru<>(100);
    void run(Scanner in) {
        while (in.hasNextInt()) { // LOOP Clean6.run
            cache.put(in.nextInt(), new byte[1024]);
        }
    }
}
// An anonymous LinkedHashMap.
class Clean7 {
    private final Map<Integer, byte[]> cache = new LinkedHashMap<Integer, byte[]>() {
        @Override protected boolean removeEldestEntry(Map.Entry<Integer, byte[]> e) { return size() > 50; }
    };
    void run(Scanner in) {
        while (in.hasNextInt()) { // LOOP Clean7.run
            cache.put(in.nextInt(), new byte[1024]);
        }
    }
}
// Evicted by size, by the key of an iterator.
class Clean8 {
    private final Map<String, Conn> open = new LinkedHashMap<>();
    void run(BufferedReader in) throws IOException {
        int n = 0;
        for (String line; (line = in.readLine()) != null;) { // LOOP Clean8.run
            open.put(line, new Conn(n++));
            while (open.size() > 64) {
                String oldest = open.keySet().iterator().next();
                Conn c = open.remove(oldest);
                c.close();
            }
        }
    }
}
// Evicts from a map that is not the one that grows.
class Leak5 {
    private final Map<String, Conn> open = new LinkedHashMap<>();
    private final Map<String, Conn> closed = new LinkedHashMap<>();
    void run(BufferedReader in) throws IOException {
        int n = 0;
        for (String line; (line = in.readLine()) != null;) { // LOOP Leak5.run
            open.put(line, new Conn(n++)); // LEAK closed
            while (open.size() > 64) {
                String oldest = open.keySet().iterator().next();
                closed.put(oldest, open.remove(oldest));
            }
        }
    }
}
// ThreadLocal and WeakHashMap.
class Clean9 {
    private static final ThreadLocal<StringBuilder> BUFFER = new ThreadLocal<>();
    private static final Map<Object, String> NAMES = new WeakHashMap<>();
    private static final List<WeakReference<Conn>> REFS = new ArrayList<>();
    static void run(BufferedReader in) throws IOException {
        for (String line; (line = in.readLine()) != null;) { // LOOP Clean9.run
            StringBuilder b = new StringBuilder(line);
            BUFFER.set(b);
            NAMES.put(new Object(), line);
        }
    }
}
// A ring buffer.
class Clean10 {
    private final Conn[] last = new Conn[16];
    private int at;
    void note(Conn c) {
        last[at] = c;
        at = (at + 1) % last.length;
    }
    void run(BlockingQueue<Integer> q) throws InterruptedException {
        while (true) note(new Conn(q.take())); // LOOP Clean10.run
    }
}
// Two buffers that change places.
class Clean11 {
    private List<String> front = new ArrayList<>(), back = new ArrayList<>();
    void run(BlockingQueue<byte[]> q) throws InterruptedException {
        while (true) { // LOOP Clean11.run
            back.add(new String(q.take()));
            if (back.size() > 100) {
                List<String> t = front;
                front = back;
                back = t;
                back.clear();
            }
        }
    }
}
// An executor's queue takes tasks out.
class Clean12 {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    void run(ServerSocket server) throws IOException {
        while (true) { // LOOP Clean12.run
            Socket s = server.accept();
            pool.submit(() -> {
                try { s.getInputStream().read(); } catch (IOException e) { }
            });
        }
    }
}
// The futures of an executor are kept.
class Leak6 {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final List<Future<?>> futures = new ArrayList<>();
    void run(ServerSocket server) throws IOException {
        while (true) { // LOOP Leak6.run
            Socket s = server.accept();
            futures.add(pool.submit(() -> System.out.println(s))); // LEAK futures
        }
    }
}
// Constant keys.
class Clean13 {
    private final Map<String, Object> state = new HashMap<>();
    void run(Scanner in) {
        while (in.hasNextLine()) { // LOOP Clean13.run
            state.put("last", new StringBuilder(in.nextLine()));
            state.put("time", new Date());
        }
    }
}
// Keys of an enum.
class Clean14 {
    enum Kind { READ, WRITE, OTHER }
    private final Map<Kind, Conn> last = new EnumMap<>(Kind.class);
    void run(Scanner in) {
        while (in.hasNextInt()) { // LOOP Clean14.run
            int i = in.nextInt();
            last.put(Kind.values()[i % 3], new Conn(i));
        }
    }
}
// Inner classes capture this, and stay.
class Leak7 {
    private final List<Runnable> hooks = new ArrayList<>();
    class Job {
        final int n;
        Job(int n) { this.n = n; }
        void start() {
            hooks.add(new Runnable() { // LEAK hooks
                @Override public void run() { System.out.println(n); }
            });
        }
    }
    void run(Scanner in) {
        while (in.hasNextInt()) { // LOOP Leak7.run
            Job j = new Job(in.nextInt());
            j.start();
        }
    }
}
// The hooks run when the loop is done.
class Clean15 {
    void run(Scanner in) {
        List<Runnable> hooks = new ArrayList<>();
        while (in.hasNextInt()) { // LOOP Clean15.run
            int n = in.nextInt();
            hooks.add(() -> System.out.println(n));
        }
        for (Runnable r : hooks) r.run();
    }
}
