// Calling contexts, factories, lambdas, threads, pivot mode, references.
import java.lang.ref.*;
import java.util.*;
import java.util.function.*;

class Thing { int n; Thing(int n) { this.n = n; } void use() { System.out.println(n); } }

// One method puts into two lists, one of which is read.
class Leak1 {
    static void put(List<Thing> l, Thing t) { l.add(t); }
    static void run() {
        List<Thing> read = new ArrayList<>();
        List<Thing> unread = new ArrayList<>();
        for (int i = 0; i >= 0; i++) { // LOOP Leak1.run
            put(read, new Thing(i));
            put(unread, new Thing(-i)); // LEAK unread
            for (Thing t : read) t.use();
        }
    }
}
// A method that returns its argument: only what was there before the loop is kept.
class Clean1 {
    static Object same(Object o) { return o; }
    static void run() {
        List<Object> list = new ArrayList<>();
        Object old = new Thing(0);
        for (int i = 0; i >= 0; i++) { // LOOP Clean1.run
            Object t = same(new Thing(i));
            System.out.println(t);
            list.add(same(old));
        }
    }
}
// Two objects of one class: the list of one is read, that of the other is not.
class Leak2 {
    static class Box {
        List<Thing> things = new ArrayList<>();
        void add(Thing t) { things.add(t); }
        void show() { for (Thing t : things) t.use(); }
    }
    static void run() {
        Box a = new Box(), b = new Box();
        for (int i = 0; i >= 0; i++) { // LOOP Leak2.run
            a.add(new Thing(i));
            b.add(new Thing(i)); // LEAK things
            a.show();
        }
    }
}
// Lambdas run with the elements.
class Clean2 {
    static List<Thing> things = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean2.run
            things.add(new Thing(i));
            things.forEach(t -> t.use());
        }
    }
}
class Clean3 {
    static List<Thing> things = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean3.run
            things.add(new Thing(i));
            long n = things.stream().filter(t -> t.n > 3).count();
            System.out.println(n);
        }
    }
}
// Listeners that are never called.
class Leak3 {
    static List<Runnable> listeners = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak3.run
            Thing t = new Thing(i);
            listeners.add(() -> t.use()); // LEAK listeners
        }
    }
}
class Clean4 {
    static List<Runnable> listeners = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean4.run
            Thing t = new Thing(i);
            listeners.add(() -> t.use());
            for (Runnable r : listeners) r.run();
        }
    }
}
// A lambda that stores.
class Leak4 {
    static List<Thing> kept = new ArrayList<>();
    static void each(int n, Consumer<Thing> c) { c.accept(new Thing(n)); } // LEAK kept
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak4.run
            each(i, t -> kept.add(t));
        }
    }
}
class Leak5 {
    static List<Thing> kept = new ArrayList<>();
    static void each(int n, Consumer<Thing> c) { c.accept(new Thing(n)); } // LEAK kept
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak5.run
            each(i, kept::add);
        }
    }
}
// A computed cache.
class Clean5 {
    static Map<Integer, Thing> cache = new HashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean5.run
            cache.computeIfAbsent(i, k -> new Thing(k)).use();
        }
    }
}
// Weak references keep nothing; the references themselves are kept.
class Clean6 {
    static Map<Thing, String> weak = new WeakHashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean6.run
            weak.put(new Thing(i), "x");
        }
    }
}
class Leak6 {
    static List<WeakReference<Thing>> refs = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak6.run
            Thing t = new Thing(i);
            refs.add(new WeakReference<>(t)); // LEAK refs
        }
    }
}
class Clean7 {
    static ThreadLocal<Thing> local = new ThreadLocal<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean7.run
            local.set(new Thing(i));
        }
    }
}
// Threads: one that ends, and one that does not.
class Clean8 {
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean8.run
            Thing t = new Thing(i);
            new Thread(() -> t.use()).start();
        }
    }
}
class Leak7 {
    static class Worker extends Thread {
        Thing t;
        Worker(Thing t) { this.t = t; }
        @Override public void run() { while (true) t.use(); }
    }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak7.run
            new Worker(new Thing(i)).start(); // LEAK
        }
    }
}
class Clean9 {
    static class Worker extends Thread {
        Thing t;
        boolean stopped;
        Worker(Thing t) { this.t = t; }
        void end() { stopped = true; }
        @Override public void run() { while (!stopped) t.use(); }
    }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean9.run
            Worker w = new Worker(new Thing(i));
            w.start();
            w.end();
        }
    }
}
// Pivot mode: the thing hangs on its wrapper.
class Leak8 {
    static class Wrapper { Thing t; Wrapper(Thing t) { this.t = t; } }
    static List<Wrapper> all = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak8.run
            Thing t = new Thing(i);
            all.add(new Wrapper(t)); // LEAK all
        }
    }
}
// Pivot mode: the thing that the same holder keeps hangs on its wrapper.
class Leak13 {
    static class Wrapper { Object t; Wrapper(Thing t) { this.t = t; } }
    static List<Object> all = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak13.run
            Thing t = new Thing(i);
            all.add(t);
            all.add(new Wrapper(t)); // LEAK all
        }
    }
}
// A listener of the JDK.
class Leak9 {
    static java.beans.PropertyChangeSupport support = new java.beans.PropertyChangeSupport("x");
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak9.run
            Thing t = new Thing(i);
            support.addPropertyChangeListener(e -> t.use()); // LEAK support
        }
    }
}
// A region.
class Leak10 {
    private final List<Thing> seen = new ArrayList<>();
    public void onEvent(int n) { // REGION Leak10.onEvent
        seen.add(new Thing(n)); // LEAK seen
    }
}
// The caller of a library reads what it gave.
class Clean13 {
    static void fill(List<Thing> given, int n) {
        for (int i = 0; i < n; i++) // LOOP Clean13.fill
            given.add(new Thing(i));
    }
}
class Clean10 {
    private final List<Thing> seen = new ArrayList<>();
    public void onEvent(int n) { // REGION Clean10.onEvent
        seen.add(new Thing(n));
        for (Thing t : seen) t.use();
    }
}
// An interface with two classes, of which one is used.
class Clean11 {
    interface Sink { void take(Thing t); }
    static class Keeping implements Sink {
        List<Thing> l = new ArrayList<>();
        public void take(Thing t) { l.add(t); }
    }
    static class Printing implements Sink { public void take(Thing t) { t.use(); } }
    static void run() {
        Sink s = new Printing();
        for (int i = 0; i >= 0; i++) { // LOOP Clean11.run
            s.take(new Thing(i));
        }
    }
}
class Leak11 {
    interface Sink { void take(Thing t); }
    static class Keeping implements Sink {
        List<Thing> l = new ArrayList<>();
        public void take(Thing t) { l.add(t); }
    }
    static class Printing implements Sink { public void take(Thing t) { t.use(); } }
    static void run() {
        Sink s = System.nanoTime() > 0 ? new Keeping() : new Printing();
        for (int i = 0; i >= 0; i++) { // LOOP Leak11.run
            s.take(new Thing(i)); // LEAK l
        }
    }
}
// A thread that was started before the loop takes what the loop puts.
class Clean12 {
    static java.util.concurrent.BlockingQueue<Thing> queue = new java.util.concurrent.LinkedBlockingQueue<>();
    static class Consumer extends Thread {
        @Override public void run() {
            try { while (true) queue.take().use(); }
            catch (InterruptedException e) { }
        }
    }
    static void run() {
        new Consumer().start();
        for (int i = 0; i >= 0; i++) { // LOOP Clean12.run
            queue.add(new Thing(i));
        }
    }
}
// The same thread, another queue.
class Leak12 {
    static java.util.concurrent.BlockingQueue<Thing> queue = new java.util.concurrent.LinkedBlockingQueue<>();
    static List<Thing> done = new ArrayList<>();
    static void run() {
        new Thread(() -> { for (;;) { Thing t = queue.poll(); if (t != null) t.use(); } }).start();
        for (int i = 0; i >= 0; i++) { // LOOP Leak12.run
            Thing t = new Thing(i); // LEAK done
            queue.add(t);
            done.add(t);
        }
    }
}
// A thread that ends: its loop tests a field, and has another way out.
class Clean17 {
    static class Worker extends Thread {
        final List<Thing> all;
        Worker(List<Thing> all) { this.all = all; }
        @Override public void run() {
            while (all != null && !all.isEmpty()) all.remove(0).use();
        }
    }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean17.run
            List<Thing> all = new ArrayList<>();
            all.add(new Thing(i));
            new Worker(all).start();
        }
    }
}
// One that does not: the field is all that the loop tests, and no method changes it.
class Leak17 {
    static class Worker extends Thread {
        final Thing t;
        Worker(Thing t) { this.t = t; }
        @Override public void run() { while (t != null) t.use(); }
    }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak17.run
            new Worker(new Thing(i)).start(); // LEAK
        }
    }
}
// An executor takes the tasks from the queue that it was made with.
class Clean18 {
    static java.util.concurrent.BlockingQueue<Runnable> queue = new java.util.concurrent.LinkedBlockingQueue<>();
    static void run() {
        java.util.concurrent.ThreadPoolExecutor pool
            = new java.util.concurrent.ThreadPoolExecutor(1, 1, 1, java.util.concurrent.TimeUnit.SECONDS, queue);
        pool.prestartCoreThread();
        for (int i = 0; i >= 0; i++) { // LOOP Clean18.run
            Thing t = new Thing(i);
            queue.add(() -> t.use());
        }
    }
}
// It was made with another queue.
class Leak18 {
    static java.util.concurrent.BlockingQueue<Runnable> queue = new java.util.concurrent.LinkedBlockingQueue<>();
    static void run() {
        new java.util.concurrent.ThreadPoolExecutor(1, 1, 1, java.util.concurrent.TimeUnit.SECONDS,
            new java.util.concurrent.LinkedBlockingQueue<>()).prestartCoreThread();
        for (int i = 0; i >= 0; i++) { // LOOP Leak18.run
            Thing t = new Thing(i);
            queue.add(() -> t.use()); // LEAK queue
        }
    }
}
// What a method makes for one object is not there for another one: the list of the first is emptied.
class Clean19 {
    static class Jar {
        List<Thing> users = new ArrayList<>();
        Plugin plugin;
        void load() { plugin = new Plugin(this); }
    }
    static class Plugin {
        Jar jar;
        Plugin(Jar jar) { this.jar = jar; }
        Jar jar() { return jar; }
    }
    static void run() {
        Jar loaded = new Jar(), other = new Jar();
        loaded.load();
        other.load();
        for (int i = 0; i >= 0; i++) { // LOOP Clean19.run
            loaded.plugin.jar().users.add(new Thing(i));
            loaded.users.clear();
        }
        System.out.println(other);
    }
}
// The list of the other one is emptied.
class Leak19 {
    static class Jar {
        List<Thing> users = new ArrayList<>();
        Plugin plugin;
        void load() { plugin = new Plugin(this); }
    }
    static class Plugin {
        Jar jar;
        Plugin(Jar jar) { this.jar = jar; }
        Jar jar() { return jar; }
    }
    static void run() {
        Jar loaded = new Jar(), other = new Jar();
        loaded.load();
        other.load();
        for (int i = 0; i >= 0; i++) { // LOOP Leak19.run
            loaded.plugin.jar().users.add(new Thing(i)); // LEAK users
            other.users.clear();
        }
    }
}
