// A store with versions, a client, a mail queue.
import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

// A store with versions: transactions, a log that is written, and old versions that stay.  These are
// not found: the chain hangs on a row that the loop reads.
class Versions {
    static final class Version { final String value; final long tx; final Version older; Version(String v, long t, Version o) { value = v; tx = t; older = o; } }
    static final class Row { final String key; Version now; Row(String k) { key = k; } }
    static final class Tx { final long id; final Map<Row, String> writes = new LinkedHashMap<>(); final Set<Row> locks = new HashSet<>(); Tx(long id) { this.id = id; } }
    static final class Entry { final long tx; final String text; Entry(long t, String x) { tx = t; text = x; } }
    private final NavigableMap<String, Row> rows = new TreeMap<>();
    private final Map<Long, Tx> open = new HashMap<>();
    private final Map<Row, Tx> locked = new IdentityHashMap<>();
    private List<Entry> log = new ArrayList<>();
    private long next;
    private Row row(String k) {
        Row r = rows.get(k);
        if (r == null) { r = new Row(k); rows.put(k, r); }
        return r;
    }
    Tx begin() {
        Tx t = new Tx(next++);
        open.put(t.id, t);
        return t;
    }
    boolean write(Tx t, String k, String v) {
        Row r = row(k);
        Tx by = locked.putIfAbsent(r, t);
        if (by != null && by != t) return false;
        t.locks.add(r);
        t.writes.put(r, v);
        return true;
    }
    private void end(Tx t) {
        for (Row r : t.locks) locked.remove(r);
        t.locks.clear();
        open.remove(t.id);
    }
    void commit(Tx t) {
        for (Map.Entry<Row, String> w : t.writes.entrySet()) {
            Row r = w.getKey();
            r.now = new Version(w.getValue(), t.id, r.now);
            log.add(new Entry(t.id, r.key));
        }
        if (log.size() > 100) flush();
        end(t);
    }
    void abort(Tx t) { end(t); }
    void flush() {
        List<Entry> full = log;
        log = new ArrayList<>();
        for (Entry e : full) System.out.println(e.tx + " " + e.text);
    }
    String read(String k) { Row r = rows.get(k); return r == null || r.now == null ? null : r.now.value; }
    public static void main(String[] args) {
        Versions s = new Versions();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) { // LOOP Versions.main
            Tx t = s.begin();
            String k = in.next();
            if (s.write(t, k, in.next()) && t.writes.size() < 10) s.commit(t); else s.abort(t);
            System.out.println(s.read(k));
        }
    }
}

// A client: connections by host are reused; cookies; spans of a trace hang on a root that stays.
class Browser {
    static final class Conn implements Closeable { final String host; boolean open = true; Conn(String h) { host = h; } String get(String p) { return host + p; } public void close() { open = false; } }
    static final class Cookie { final String name, value; final long until; Cookie(String n, String v, long u) { name = n; value = v; until = u; } }
    static final class Span { final String name; final Span parent; final List<Span> children = new ArrayList<>(); long end; Span(String n, Span p) { name = n; parent = p; if (p != null) p.children.add(this); } void finish() { end = System.nanoTime(); } }
    static final class Response { final int code; final String body; final List<String> via; Response(int c, String b, List<String> v) { code = c; body = b; via = v; } }
    private final Map<String, Conn> idle = new HashMap<>();
    private final Map<String, List<Cookie>> jar = new HashMap<>();
    private final Span root = new Span("root", null);
    private final LinkedList<Response> recent = new LinkedList<>();
    private final Map<String, Response> etags = new LinkedHashMap<String, Response>(16, 0.75f, true) {
        @Override protected boolean removeEldestEntry(Map.Entry<String, Response> e) { return size() > 200; }
    };
    Response get(String host, String path) {
        Span s = new Span(path, root); // LEAK children
        Conn c = idle.remove(host);
        if (c == null || !c.open) c = new Conn(host);
        List<String> via = new ArrayList<>();
        via.add(host);
        Response r = new Response(200, c.get(path), via);
        List<Cookie> cookies = jar.computeIfAbsent(host, h -> new ArrayList<>());
        cookies.removeIf(k -> k.until < s.end);
        cookies.add(new Cookie("id", path, s.end + 1000));
        idle.put(host, c);
        recent.addFirst(r);
        while (recent.size() > 10) recent.removeLast();
        etags.put(host + path, r);
        s.finish();
        return r;
    }
    public static void main(String[] args) {
        Browser b = new Browser();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) { // LOOP Browser.main
            Response r = b.get(in.next(), in.next());
            System.out.println(r.code + r.body + r.via.get(0));
        }
    }
}

// A mail queue: what fails is tried again, and given up; the list of those that were given up stays.
class Mailer {
    static final class Mail { final String to, text; int tries; Mail(String to, String text) { this.to = to; this.text = text; } }
    static final class Attempt { final Mail mail; final Exception why; Attempt(Mail m, Exception w) { mail = m; why = w; } }
    static final class Delay implements Delayed {
        final Mail mail; final long at; Delay(Mail m, long at) { mail = m; this.at = at; }
        public long getDelay(TimeUnit u) { return u.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS); }
        public int compareTo(Delayed o) { return Long.compare(at, ((Delay) o).at); }
    }
    private final BlockingQueue<Mail> queue = new LinkedBlockingQueue<>();
    private final DelayQueue<Delay> again = new DelayQueue<>();
    private final Map<String, Attempt> lastFailure = new HashMap<>();
    private final List<Mail> bounced = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private Mail current;
    void send(Mail m) throws IOException { if (m.to.isEmpty()) throw new IOException("no address"); System.out.println(m.text); }
    void loop(Scanner in) {
        while (in.hasNext()) { // LOOP Mailer.loop
            queue.add(new Mail(in.next(), in.nextLine())); // LEAK bounced
            Delay d;
            while ((d = again.poll()) != null) queue.add(d.mail);
            while ((current = queue.poll()) != null) {
                lock.lock();
                try {
                    send(current);
                    lastFailure.remove(current.to);
                } catch (IOException e) {
                    lastFailure.put(current.to, new Attempt(current, e));
                    if (++current.tries < 3) again.add(new Delay(current, System.nanoTime() + 1000));
                    else bounced.add(current);
                } finally {
                    lock.unlock();
                }
            }
            for (Attempt a : lastFailure.values()) System.out.println(a.mail.to + a.why);
        }
    }
    public static void main(String[] args) { new Mailer().loop(new Scanner(System.in)); }
}
