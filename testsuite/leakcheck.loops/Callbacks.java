// Which methods of the program the JDK calls back: those of the type that it has an object as.
import java.io.*;
import java.util.*;
import java.util.concurrent.*;

class Item { int n; Item(int n) { this.n = n; } }

// A task that the JDK gets as one.
class Leak1 {
    static final List<Item> all = new ArrayList<>();
    static class Task extends TimerTask {
        public void run() {
            all.add(new Item(1)); // LEAK all
        }
    }
    static void run() {
        java.util.Timer timer = new java.util.Timer();
        for (int i = 0; i >= 0; i++) // LOOP Leak1.run
            timer.schedule(new Task(), i);
    }
}
// The same object is given as an object only, which is shown or compared.
class Clean1 {
    static final List<Item> all = new ArrayList<>();
    static class Task extends TimerTask {
        public void run() {
            all.add(new Item(1));
        }
    }
    static void run() {
        Task task = new Task();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i >= 0; i++) // LOOP Clean1.run
            System.out.println(text.append(task).length());
    }
}
// A method of the JDK calls another one of its receiver.
class Leak2 {
    static class Kept extends OutputStream {
        final List<Item> kept = new ArrayList<>();
        public void write(int n) {
            kept.add(new Item(n)); // LEAK kept
        }
    }
    static void run() throws IOException {
        Kept out = new Kept();
        for (int i = 0; i >= 0; i++) // LOOP Leak2.run
            out.write(new byte[i]);
    }
}
// The method is that of another class: the receiver has its own, which calls nothing.
class Clean2 {
    static class Kept extends OutputStream {
        final List<Item> kept = new ArrayList<>();
        public void write(int n) { kept.add(new Item(n)); }
        public void write(byte[] bytes) { }
    }
    static class Other extends OutputStream {
        public void write(int n) { }
    }
    static void run() throws IOException {
        List<OutputStream> all = List.of(new Kept(), new Other());
        for (int i = 0; i >= 0; i++) // LOOP Clean2.run
            all.get(i % 2).write(new byte[i]);
    }
}
// An executor has its hooks in a class of the JDK between the interface and its own.
class Leak3 {
    static class Pool extends ThreadPoolExecutor {
        final List<Item> done = new ArrayList<>();
        Pool() { super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); }
        protected void afterExecute(Runnable task, Throwable thrown) {
            done.add(new Item(1)); // LEAK done
        }
    }
    static void run() throws Exception {
        Pool pool = new Pool();
        for (int i = 0; i >= 0; i++) { // LOOP Leak3.run
            CompletionService<Item> service = new ExecutorCompletionService<>(pool);
            System.out.println(service.take());
        }
    }
}
// What implements an interface of the program is not visible, and is not the other argument.
class Clean3 {
    interface Source { Object next(Object last); }
    static class Kept implements Source, Callable<Item> {
        final List<Item> kept = new ArrayList<>();
        public Object next(Object last) { return last; }
        public Item call() {
            Item item = new Item(1);
            kept.add(item);
            return item;
        }
    }
    static void run() throws Exception {
        Source[] all = new Source[2];
        all[0] = new Kept();
        all[1] = (Source) Class.forName("Other").getDeclaredConstructor().newInstance();
        for (int i = 0; i >= 0; i++) // LOOP Clean3.run
            System.out.println(all[i % 2].next(all[0]));
    }
}
// An object with two interfaces, one of which is that of the parameter.
class Leak4 {
    static final List<Item> all = new ArrayList<>();
    static class Both implements Callable<Item>, Runnable {
        public Item call() { return null; }
        public void run() {
            all.add(new Item(1)); // LEAK all
        }
    }
    static void run() {
        Both both = new Both();
        for (int i = 0; i >= 0; i++) // LOOP Leak4.run
            new Thread(both).start();
    }
}
// Other methods of an object that the JDK gets for one of them.
class Clean4 {
    static class Both implements Runnable, Callable<Item> {
        final List<Item> kept = new ArrayList<>();
        public void run() { }
        public Item call() {
            Item item = new Item(1);
            kept.add(item);
            return item;
        }
    }
    static void run() {
        Both both = new Both();
        for (int i = 0; i >= 0; i++) // LOOP Clean4.run
            new Thread(both).start();
    }
}
// A run begins with one main method: another one, which fills what the loop reads, is not part of it.
class Leak5 {
    static final Map<Integer, Item> items = new HashMap<>();
    public static void main(String[] arguments) {
        for (int i = 0; i >= 0; i++) // LOOP Leak5.main
            items.put(i, new Item(i)); // LEAK items
    }
}
class Shower {
    public static void main(String[] arguments) {
        new Thread(() -> {
            for (Item item : Leak5.items.values()) System.out.println(item.n);
        }).start();
    }
}
// A method that is given any object asks it what it is.
class Leak6 {
    static final List<Item> written = new ArrayList<>();
    static class Kept implements Externalizable {
        public void writeExternal(ObjectOutput out) {
            written.add(new Item(1)); // LEAK written
        }
        public void readExternal(ObjectInput in) { }
    }
    static void run(ObjectOutputStream out) throws IOException {
        Kept kept = new Kept();
        for (int i = 0; i >= 0; i++) // LOOP Leak6.run
            out.writeObject(kept);
    }
}
// One that shows any object does not.
class Clean5 {
    static final List<Item> written = new ArrayList<>();
    static class Kept implements Externalizable {
        public void writeExternal(ObjectOutput out) { written.add(new Item(1)); }
        public void readExternal(ObjectInput in) { }
    }
    static void run(PrintStream out) {
        Kept kept = new Kept();
        for (int i = 0; i >= 0; i++) { // LOOP Clean5.run
            out.println(kept);
            out.print(String.valueOf(kept));
        }
    }
}
