// Destructive updates, singletons, bounded structures, what is read after the loop.
import java.util.*;

class Job { int n; Job(int n) { this.n = n; } void run() { System.out.println(n); } }

// Added and removed.
class Clean1 {
    static List<Job> active = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean1.run
            Job j = new Job(i);
            active.add(j);
            j.run();
            active.remove(j);
        }
    }
}
// Removed on one path only.
class Leak1 {
    static List<Job> active = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak1.run
            Job j = new Job(i); // LEAK active
            active.add(j);
            j.run();
            if (i % 10 == 0) active.remove(j);
        }
    }
}
// Removed in a handler only.
class Leak2 {
    static Set<Job> active = new HashSet<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak2.run
            Job j = new Job(i); // LEAK active
            active.add(j);
            try { j.run(); }
            catch (RuntimeException e) { active.remove(j); }
        }
    }
}
// Removed in "finally".
class Clean2 {
    static Set<Job> active = new HashSet<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean2.run
            Job j = new Job(i);
            active.add(j);
            try { j.run(); }
            finally { active.remove(j); }
        }
    }
}
// The oldest goes when there are too many.
class Clean3 {
    static LinkedList<Job> recent = new LinkedList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean3.run
            recent.add(new Job(i));
            if (recent.size() > 100) recent.removeFirst();
        }
    }
}
// Cleared when it is large.
class Clean4 {
    static Map<Integer, Job> cache = new HashMap<>();
    static void put(int i, Job j) {
        if (cache.size() > 1000) cache.clear();
        cache.put(i, j);
    }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean4.run
            put(i, new Job(i));
        }
    }
}
// Another map is cleared.
class Leak3 {
    static Map<Integer, Job> first = new HashMap<>(), second = new HashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak3.run
            Job j = new Job(i); // LEAK second
            first.put(i, j);
            second.put(i, j);
            first.clear();
        }
    }
}
// A batch that begins anew.
class Clean5 {
    static void run() {
        List<Job> batch = new ArrayList<>();
        for (int i = 0; i >= 0; i++) { // LOOP Clean5.run
            batch.add(new Job(i));
            if (batch.size() == 10) batch = new ArrayList<>();
        }
    }
}
class Clean6 {
    List<Job> batch = new ArrayList<>();
    void add(Job j) {
        batch.add(j);
        if (batch.size() == 10) batch = new ArrayList<>();
    }
    static void run() {
        Clean6 c = new Clean6();
        for (int i = 0; i >= 0; i++) { // LOOP Clean6.run
            c.add(new Job(i));
        }
    }
}
// A singleton.
class Clean7 {
    static Job instance;
    static List<Job> all = new ArrayList<>();
    static Job get() {
        if (instance == null) {
            instance = new Job(1);
            all.add(instance);
        }
        return instance;
    }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean7.run
            get().run();
        }
    }
}
// No singleton: it is forgotten each time.
class Leak4 {
    static Job instance;
    static List<Job> all = new ArrayList<>();
    static Job get() {
        if (instance == null) {
            instance = new Job(1); // LEAK all
            all.add(instance);
        }
        return instance;
    }
    static void reset() { instance = null; }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak4.run
            get().run();
            reset();
        }
    }
}
// Done once, by a flag.
class Clean8 {
    static boolean ready;
    static List<Job> hooks = new ArrayList<>();
    static void init() {
        if (!ready) {
            ready = true;
            register(new Job(0));
        }
    }
    static void register(Job j) { hooks.add(j); }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean8.run
            init();
        }
    }
}
class Clean9 {
    static List<Job> hooks = new ArrayList<>();
    static void run() {
        boolean first = true;
        for (int i = 0; i >= 0; i++) { // LOOP Clean9.run
            if (first) {
                first = false;
                hooks.add(new Job(i));
            }
        }
    }
}
// A ring.
class Clean10 {
    Job[] ring = new Job[64];
    int next;
    void add(Job j) { ring[next] = j; next = (next + 1) % ring.length; }
    static void run() {
        Clean10 c = new Clean10();
        for (int i = 0; i >= 0; i++) { // LOOP Clean10.run
            c.add(new Job(i));
        }
    }
}
class Clean11 {
    static void run() {
        Job[] ring = new Job[64];
        for (int i = 0; i >= 0; i++) { // LOOP Clean11.run
            ring[i & 63] = new Job(i);
        }
    }
}
// An array that is filled anew in each iteration.
class Clean12 {
    static void run() {
        Job[] jobs = new Job[64];
        for (int i = 0; i >= 0; i++) { // LOOP Clean12.run
            for (int k = 0; k < jobs.length; k++)
                jobs[k] = new Job(k);
        }
    }
}
// A cache that evicts.
class Clean13 {
    static class Lru extends LinkedHashMap<Integer, Job> {
        @Override protected boolean removeEldestEntry(Map.Entry<Integer, Job> e) { return size() > 100; }
    }
    static Lru lru = new Lru();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean13.run
            lru.put(i, new Job(i));
        }
    }
}
// Collected in the loop, read after it.
class Clean14 {
    static void run() {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 100; i++) // LOOP Clean14.run
            jobs.add(new Job(i));
        for (Job j : jobs) j.run();
    }
}
class Clean15 {
    static List<Job> make(int n) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < n; i++) // LOOP Clean15.make
            jobs.add(new Job(i));
        return jobs;
    }
}
// Collected in the loop, and not read after it.
class Leak5 {
    static void run() {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 100; i++) { // LOOP Leak5.run
            Job j = new Job(i); // LEAK jobs
            j.run();
            jobs.add(j);
        }
        System.out.println("done");
    }
}
// Removed by an iterator.
class Clean16 {
    static List<Job> pending = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean16.run
            pending.add(new Job(i));
            for (Iterator<Job> k = pending.iterator(); k.hasNext();) {
                Job j = k.next();
                j.run();
                k.remove();
            }
        }
    }
}
// A list that is replaced element by element.
class Clean17 {
    static List<Job> slots = new ArrayList<>(Arrays.asList(new Job(0), new Job(1)));
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean17.run
            slots.set(i % 2, new Job(i));
        }
    }
}
// A list that is made when it is first needed.
class Leak6 {
    List<Job> jobs;
    void add(Job j) {
        if (jobs == null) jobs = new ArrayList<>();
        jobs.add(j);
    }
    static void run() {
        Leak6 l = new Leak6();
        for (int i = 0; i >= 0; i++) { // LOOP Leak6.run
            l.add(new Job(i)); // LEAK jobs
        }
    }
}
// An object for each key, of few keys, that collects.
class Leak7 {
    static class Account {
        List<Job> history = new ArrayList<>();
        int sum;
        void book(Job j) { sum += j.n; history.add(j); }
    }
    static Map<Integer, Account> accounts = new HashMap<>();
    static void run() {
        for (int k = 0; k < 3; k++) accounts.put(k, new Account());
        for (int i = 0; i >= 0; i++) { // LOOP Leak7.run
            accounts.get(i % 3).book(new Job(i)); // LEAK history
        }
    }
}
// Taken by another method of the same loop.
class Clean18 {
    List<Job> todo = new ArrayList<>();
    void add(Job j) { todo.add(j); }
    void work() {
        while (!todo.isEmpty()) todo.remove(todo.size() - 1).run();
    }
    static void run() {
        Clean18 c = new Clean18();
        for (int i = 0; i >= 0; i++) { // LOOP Clean18.run
            c.add(new Job(i));
            if (i % 100 == 0) c.work();
        }
    }
}
// A history as an array, never read.
class Leak8 {
    static Job[] history = new Job[1 << 20];
    static int used;
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak8.run
            Job j = new Job(i); // LEAK history
            j.run();
            history[used++] = j;
        }
    }
}
// What the method with the loop returns is copied by its caller.
class Clean19 {
    static final List<Job> all = new ArrayList<>();
    static List<Job> make(int n) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < n; i++) // LOOP Clean19.make
            jobs.add(new Job(i));
        return jobs;
    }
    public static void main(String[] arguments) {
        all.addAll(make(arguments.length));
        for (Job j : all) j.run();
    }
}
// What is copied is another list.
class Leak9 {
    static final List<Job> all = new ArrayList<>();
    static List<Job> make(List<Job> kept, int n) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < n; i++) { // LOOP Leak9.make
            jobs.add(new Job(i));
            kept.add(new Job(-i)); // LEAK kept
        }
        return jobs;
    }
    public static void main(String[] arguments) {
        List<Job> kept = new ArrayList<>();
        all.addAll(make(kept, arguments.length));
        for (Job j : all) j.run();
    }
}
// Two loops of one run: what only the program of the first empties is not empty in the second.
class Leak10 {
    static List<Job> all = new ArrayList<>();
    static void reset() { Clean20.instance = null; }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak10.run
            if (Clean20.instance == null) {
                Clean20.instance = new Job(i); // LEAK all
                all.add(Clean20.instance);
            }
            reset();
        }
    }
}
class Clean20 {
    static Job instance;
    static List<Job> all = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean20.run
            if (instance == null) {
                instance = new Job(i);
                all.add(instance);
            }
            instance.run();
        }
    }
}
// A cell holds one object.
class Clean21 {
    static final java.util.concurrent.atomic.AtomicReference<Job> last = new java.util.concurrent.atomic.AtomicReference<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean21.run
            Job before = last.get();
            if (!last.compareAndSet(before, new Job(i))) System.out.println("again");
        }
    }
}
// A stack in a cell, popped.
class Clean22 {
    static class Node { final Job job; final Node next; Node(Job job, Node next) { this.job = job; this.next = next; } }
    static final java.util.concurrent.atomic.AtomicReference<Node> top = new java.util.concurrent.atomic.AtomicReference<>();
    static void push(Job j) {
        Node old;
        do old = top.get(); while (!top.compareAndSet(old, new Node(j, old)));
    }
    static void pop() {
        Node old;
        do old = top.get(); while (old != null && !top.compareAndSet(old, old.next));
    }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean22.run
            push(new Job(i));
            pop();
        }
    }
}
// Never popped.
class Leak11 {
    static final java.util.concurrent.atomic.AtomicReference<Clean22.Node> top = new java.util.concurrent.atomic.AtomicReference<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak11.run
            Job j = new Job(i);
            Clean22.Node old;
            do old = top.get(); while (!top.compareAndSet(old, new Clean22.Node(j, old))); // LEAK top
        }
    }
}
// Emptied by null.
class Clean23 {
    static final java.util.concurrent.atomic.AtomicReference<Clean22.Node> top = new java.util.concurrent.atomic.AtomicReference<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean23.run
            top.set(new Clean22.Node(new Job(i), top.get()));
            if (i % 100 == 0) top.set(null);
        }
    }
}
// The values of a map are read, and its keys are part of it.
class Clean24 {
    static class Key { final int n; Key(int n) { this.n = n; } }
    static final Map<Key, Job> jobs = new HashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean24.run
            jobs.put(new Key(i), new Job(i));
            for (Job j : jobs.values()) j.run();
        }
    }
}
// A method that a library's user may call only adds, or takes out what it is given.
class Leak12 {
    private final List<Job> open = new ArrayList<>();
    void add(Job j) { open.add(j); }
    void remove(Job j) { open.remove(j); }
    boolean isEmpty() { return open.isEmpty(); }
    static void run(Leak12 l) {
        for (int i = 0; i >= 0; i++) { // LOOP Leak12.run
            l.add(new Job(i)); // LEAK open
        }
    }
}
// One that shows all of them reads them.
class Clean25 {
    private final List<Job> open = new ArrayList<>();
    void add(Job j) { open.add(j); }
    void show() { for (Job j : open) j.run(); }
    static void run(Clean25 c) {
        for (int i = 0; i >= 0; i++) { // LOOP Clean25.run
            c.add(new Job(i));
        }
    }
}
