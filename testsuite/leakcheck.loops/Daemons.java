// Servers: sessions, requests in flight, caches, metrics.
import java.io.*;
import java.lang.ref.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

// A line protocol server with a session table, an access log that is flushed, and metrics.
class LineServer {
    static final class Session {
        final String user; long seen; Session(String user, long now) { this.user = user; seen = now; }
        boolean expired(long now) { return now - seen > 30000; }
    }
    static final class Timer {
        final long start; long end; Timer(long t) { start = t; }
        void stop(long t) { end = t; }
    }
    static final class Metrics {
        private final ConcurrentHashMap<String, Timer> timers = new ConcurrentHashMap<>();
        private final Map<String, AtomicLong> counters = new HashMap<>();
        Timer start(String name, long now) {
            Timer t = new Timer(now); // LEAK timers
            timers.put(name, t);
            return t;
        }
        void finish(String name, long now) {
            Timer t = timers.remove(name);
            if (t != null) t.stop(now);
        }
        void count(String what) {
            counters.computeIfAbsent(what, k -> new AtomicLong()).incrementAndGet();
        }
    }
    static final class AccessLog {
        private final List<String> lines = new ArrayList<>();
        private final PrintStream to;
        AccessLog(PrintStream to) { this.to = to; }
        void log(String user, int status) {
            lines.add(new String(user + " " + status));
            if (lines.size() >= 64) flush();
        }
        void flush() {
            for (String l : lines) to.println(l);
            lines.clear();
        }
    }
    private final Map<String, Session> sessions = new HashMap<>();
    private final Metrics metrics = new Metrics();
    private final AccessLog access = new AccessLog(System.out);
    private Session last;

    private Session session(String user, long now) {
        Session s = sessions.get(user);
        if (s == null) {
            s = new Session(user, now);
            sessions.put(user, s);
        }
        s.seen = now;
        return s;
    }
    private void sweep(long now) {
        Iterator<Session> it = sessions.values().iterator();
        while (it.hasNext())
            if (it.next().expired(now)) it.remove();
    }
    void serve(BufferedReader in) throws IOException {
        int n = 0;
        String line;
        while ((line = in.readLine()) != null) { // LOOP LineServer.serve
            long now = System.currentTimeMillis();
            String id = "req-" + n++;
            Timer t = metrics.start(id, now);
            int blank = line.indexOf(' ');
            if (blank < 0) {
                access.log("?", 400);
                metrics.count("bad");
                continue;
            }
            last = session(line.substring(0, blank), now);
            access.log(last.user, 200);
            metrics.count("good");
            if (n % 100 == 0) sweep(now);
            metrics.finish(id, System.currentTimeMillis());
        }
    }
    public static void main(String[] args) throws IOException {
        new LineServer().serve(new BufferedReader(new InputStreamReader(System.in)));
    }
}

// Accepts connections; a thread for each takes itself out of the table of workers at its end.
class ThreadedServer {
    static final class Worker extends Thread {
        final Socket socket; final Set<Worker> all;
        Worker(Socket s, Set<Worker> all) { socket = s; this.all = all; }
        @Override public void run() {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()))) {
                String l;
                while ((l = in.readLine()) != null) System.out.println(l);
            } catch (IOException e) {
                System.err.println(e);
            } finally {
                all.remove(this);
            }
        }
    }
    static final class Greeting {
        final byte[] text; Greeting(String name) { text = name.getBytes(); }
    }
    final Set<Worker> workers = ConcurrentHashMap.newKeySet();
    volatile Greeting greeting;
    void accept(ServerSocket listener) throws IOException {
        for (;;) { // LOOP ThreadedServer.accept
            Socket s = listener.accept();
            greeting = new Greeting(s.toString());
            s.getOutputStream().write(greeting.text);
            Worker w = new Worker(s, workers);
            workers.add(w);
            w.start();
        }
    }
    public static void main(String[] args) throws IOException {
        new ThreadedServer().accept(new ServerSocket(7777));
    }
}

// A client that pipelines requests: a reader thread completes those that are pending.
class Pipeline {
    static final class Reply { final int id; final String body; Reply(int id, String body) { this.id = id; this.body = body; } }
    static final class Call {
        final int id; Reply reply; final Consumer<Reply> done;
        Call(int id, Consumer<Reply> done) { this.id = id; this.done = done; }
    }
    final Map<Integer, Call> pending = new ConcurrentHashMap<>();
    final Deque<Reply> failed = new ConcurrentLinkedDeque<>();
    final BlockingQueue<Call> out = new LinkedBlockingQueue<>(100);
    void readAll(DataInputStream in) {
        try {
            while (true) {
                int id = in.readInt();
                Call c = pending.remove(id);
                if (c != null) { c.reply = new Reply(id, in.readUTF()); c.done.accept(c.reply); }
            }
        } catch (IOException e) {
            System.err.println(e);
        }
    }
    void writeAll(DataOutputStream to) {
        try {
            while (true) { Call c = out.take(); to.writeInt(c.id); }
        } catch (Exception e) {
            System.err.println(e);
        }
    }
    void run(Socket s) throws Exception {
        DataInputStream in = new DataInputStream(s.getInputStream());
        DataOutputStream to = new DataOutputStream(s.getOutputStream());
        Thread r = new Thread(() -> readAll(in)), w = new Thread(() -> writeAll(to));
        r.start();
        w.start();
        for (int id = 0; ; id++) { // LOOP Pipeline.run
            Call c = new Call(id, x -> System.out.println(x.body));
            pending.put(id, c);
            if (!out.offer(c, 1, TimeUnit.SECONDS)) {
                pending.remove(id);
                failed.addLast(new Reply(id, "timeout")); // LEAK failed
            }
        }
    }
    public static void main(String[] args) throws Exception {
        new Pipeline().run(new Socket("localhost", 7777));
    }
}

// Caches: least recently used by a map and a queue, two generations, soft values.
class PageStore {
    static final class Page { final int number; final byte[] data = new byte[4096]; Page(int n) { number = n; } }
    static final class Lru {
        private final Map<Integer, Page> map = new HashMap<>();
        private final ArrayDeque<Page> order = new ArrayDeque<>();
        private final int max;
        Lru(int max) { this.max = max; }
        Page get(int n) { return map.get(n); }
        void put(Page p) {
            map.put(p.number, p);
            order.addLast(p);
            while (order.size() > max) {
                Page old = order.pollFirst();
                map.remove(old.number);
            }
        }
    }
    static final class Generations {
        private Map<String, Object> young = new HashMap<>(), old = new HashMap<>();
        Object get(String k) {
            Object v = young.get(k);
            if (v == null && (v = old.get(k)) != null) young.put(k, v);
            return v;
        }
        void put(String k, Object v) {
            if (young.size() > 1000) { old = young; young = new HashMap<>(); }
            young.put(k, v);
        }
    }
    static final class Plan { final String text; Plan(String t) { text = t; } int cost() { return text.length(); } }
    static final class Stats { final int rows; Stats(int rows) { this.rows = rows; } }
    final Lru pages = new Lru(100);
    final Generations plans = new Generations();
    final Map<Integer, SoftReference<Stats>> stats = new HashMap<>();
    final Map<Page, Stats> byPage = new WeakHashMap<>();
    int query(String sql) {
        Plan p = (Plan) plans.get(sql);
        if (p == null) {
            p = new Plan(sql);
            plans.put(sql, p);
        }
        return p.cost();
    }
    Page page(int n) {
        Page p = pages.get(n);
        if (p == null) {
            p = new Page(n);
            pages.put(p);
            byPage.put(p, new Stats(n));
        }
        return p;
    }
    Stats statsOf(int n) {
        SoftReference<Stats> r = stats.get(n % 1000);
        Stats s = r == null ? null : r.get();
        if (s == null) {
            s = new Stats(n);
            stats.put(n % 1000, new SoftReference<>(s));
        }
        return s;
    }
    public static void main(String[] args) {
        PageStore st = new PageStore();
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) { // LOOP PageStore.main
            String sql = in.nextLine();
            int c = st.query(sql);
            System.out.println(st.page(c).data.length + st.statsOf(c).rows);
        }
    }
}
