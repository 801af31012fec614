// What runs beside the loop in the thread that started it, and objects that other methods need only
// while they run.
import java.util.*;

class Item { int n; Item(int n) { this.n = n; } }

// The loop is that of a thread; the thread that started it takes out what it adds.
class Clean1 {
    static class Reader extends Thread {
        final LinkedList<Item> queue = new LinkedList<>();
        synchronized Item take() { return queue.isEmpty() ? null : queue.removeFirst(); }
        public void run() {
            for (int i = 0; i >= 0; i++) // LOOP Clean1.Reader.run
                queue.addLast(new Item(i));
        }
    }
    public static void main(String[] arguments) {
        Reader reader = new Reader();
        reader.start();
        while (true) System.out.println(reader.take());
    }
}
// It does so before it starts the thread only.
class Leak1 {
    static class Reader extends Thread {
        final LinkedList<Item> queue = new LinkedList<>();
        synchronized Item take() { return queue.isEmpty() ? null : queue.removeFirst(); }
        public void run() {
            for (int i = 0; i >= 0; i++) // LOOP Leak1.Reader.run
                queue.addLast(new Item(i)); // LEAK queue
        }
    }
    public static void main(String[] arguments) {
        Reader reader = new Reader();
        for (int i = 0; i < 2; i++) System.out.println(reader.take());
        reader.start();
        while (true) System.out.println(arguments.length);
    }
}
// A method starts the thread, its caller reads.
class Clean2 {
    static class Reader implements Runnable {
        final List<Item> all = new ArrayList<>();
        public void run() {
            for (int i = 0; i >= 0; i++) // LOOP Clean2.Reader.run
                all.add(new Item(i));
        }
    }
    static Reader begin() {
        Reader reader = new Reader();
        new Thread(reader).start();
        return reader;
    }
    static void show(Reader reader) { System.out.println(reader.all.get(0).n); }
    public static void main(String[] arguments) {
        Reader reader = begin();
        if (arguments.length > 0) show(reader);
    }
}
// The thread that runs the loop itself reads when it has ended, which is never.
class Leak2 {
    final List<Item> all = new ArrayList<>();
    void run() {
        for (int i = 0; ; i++) // LOOP Leak2.run
            all.add(new Item(i)); // LEAK all
    }
    public static void main(String[] arguments) {
        Leak2 reader = new Leak2();
        if (arguments.length > 0) System.out.println(reader.all.get(0).n);
        reader.run();
    }
}
// Changes are collected while a transaction runs, and the lock forgets them when it has ended.
class Clean3 {
    static class Changes { final Set<Item> modified = new HashSet<>(); }
    static class Lock {
        Changes changes;
        void acquire(Changes c) { changes = c; }
        void release() { changes = null; }
    }
    static final Lock lock = new Lock();
    static class Handler extends TimerTask {
        public void run() {
            Changes changes = new Changes();
            lock.acquire(changes);
            try { System.out.println("change"); } finally { lock.release(); }
        }
    }
    public static void main(String[] arguments) {
        new java.util.Timer().schedule(new Handler(), 1, 1);
        for (int i = 0; i >= 0; i++) // LOOP Clean3.main
            if (lock.changes != null) lock.changes.modified.add(new Item(i));
    }
}
// The lock keeps them.
class Leak3 {
    static class Changes { final Set<Item> modified = new HashSet<>(); }
    static class Lock {
        Changes changes;
        void acquire(Changes c) { changes = c; }
    }
    static final Lock lock = new Lock();
    static class Handler extends TimerTask {
        public void run() {
            Changes changes = new Changes();
            lock.acquire(changes);
            System.out.println("change");
        }
    }
    public static void main(String[] arguments) {
        new java.util.Timer().schedule(new Handler(), 1, 1);
        for (int i = 0; i >= 0; i++) // LOOP Leak3.main
            if (lock.changes != null)
                lock.changes.modified.add(new Item(i)); // LEAK modified
    }
}
// The method that forgets them in the end runs the loop itself.
class Leak4 {
    static class Changes { final Set<Item> modified = new HashSet<>(); }
    static Changes changes;
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Leak4.run
            changes.modified.add(new Item(i)); // LEAK modified
    }
    public static void main(String[] arguments) {
        changes = new Changes();
        run();
        changes = null;
    }
}
// A list keeps them as well.
class Leak5 {
    static class Changes { final Set<Item> modified = new HashSet<>(); }
    static final List<Changes> log = new ArrayList<>();
    static Changes current;
    static class Handler extends TimerTask {
        public void run() {
            current = new Changes();
            log.add(current);
            System.out.println("change");
            current = null;
        }
    }
    public static void main(String[] arguments) {
        new java.util.Timer().schedule(new Handler(), 1, 1);
        for (int i = 0; i >= 0; i++) // LOOP Leak5.main
            if (current != null)
                current.modified.add(new Item(i)); // LEAK modified
    }
}
// A thread that does not end by itself, but is stopped.
class Clean4 {
    static class Worker implements Runnable {
        public void run() { while (true) Thread.yield(); }
    }
    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] arguments) {
        for (int i = 0; i >= 0; i++) { // LOOP Clean4.main
            Thread thread = new Thread(new Worker());
            thread.start();
            System.out.println(i);
            thread.stop();
        }
    }
}
// It is asked to end, and does not.
class Leak6 {
    static class Worker implements Runnable {
        public void run() { while (true) Thread.yield(); }
    }
    public static void main(String[] arguments) {
        for (int i = 0; i >= 0; i++) { // LOOP Leak6.main
            Thread thread = new Thread(new Worker()); // LEAK
            thread.start();
            System.out.println(i);
            thread.interrupt();
        }
    }
}
