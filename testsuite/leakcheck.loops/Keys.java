// Maps, sets and arrays: equal keys and indexes replace each other.
import java.util.*;

class Entry { int n; Entry(int n) { this.n = n; } }
class Names {
    static int count;
    static native String read();
}

// A constant as the key.
class Clean1 {
    static final Map<String, Entry> entries = new HashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Clean1.run
            entries.put("last", new Entry(i));
    }
}
// A text that is read.
class Leak1 {
    static final Map<String, Entry> entries = new HashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Leak1.run
            entries.put(Names.read().trim(), new Entry(i)); // LEAK entries
    }
}
// Through a parameter, one of two constants.
class Clean2 {
    static final Properties entries = new Properties();
    static void set(String name, Entry e) { entries.put(name, e); }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean2.run
            set("first", new Entry(i));
            set("second", new Entry(-i));
        }
    }
}
// One caller passes another key each time.
class Leak2 {
    static final Properties entries = new Properties();
    static void set(String name, Entry e) { entries.put(name, e); }
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak2.run
            set("first", null);
            set(Names.read(), new Entry(-i)); // LEAK entries
        }
    }
}
// The number of an inner loop, as a text.
class Clean3 {
    static final Hashtable<String, Integer> columns = new Hashtable<>();
    static void assign(int column) { columns.put(Integer.toString(column), column); }
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Clean3.run
            for (int column = 1; column < 10; column++)
                assign(column);
    }
}
// The number of the loop itself.
class Leak3 {
    static final Hashtable<Integer, Entry> columns = new Hashtable<>();
    static void assign(int column) {
        columns.put(column, new Entry(column)); // LEAK columns
    }
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Leak3.run
            assign(i);
    }
}
// Texts of several parts, all of them few.
class Clean4 {
    static final Map<Object, Entry> entries = new TreeMap<>();
    static void run() {
        String host = Names.read();
        for (int i = 0; i >= 0; i++) // LOOP Clean4.run
            entries.put((host + ":" + i % 8).intern(), new Entry(i));
    }
}
// One part varies.
class Leak4 {
    static final Map<Object, Entry> entries = new TreeMap<>();
    static void run() {
        String host = Names.read();
        for (int i = 0; i >= 0; i++) // LOOP Leak4.run
            entries.put(host + ":" + i % 8 + Names.count++, new Entry(i)); // LEAK entries
    }
}
// Enumerations, classes, and objects from before the loop.
class Clean5 {
    enum Kind { BIG, SMALL }
    static final Map<Object, Entry> entries = new HashMap<>();
    static void run(Object user) {
        for (int i = 0; i >= 0; i++) { // LOOP Clean5.run
            entries.put(i > 100 ? Kind.BIG : Kind.SMALL, new Entry(i));
            entries.put(Entry.class, new Entry(i));
            entries.putIfAbsent(user, new Entry(i));
        }
    }
}
// An object of the iteration.
class Leak5 {
    static final Map<Object, Entry> entries = new HashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak5.run
            Object user = new Object();
            entries.put(user, new Entry(i)); // LEAK entries
        }
    }
}
// A set of few numbers.
class Clean6 {
    static final Set<Integer> seen = new HashSet<>();
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Clean6.run
            seen.add(Integer.valueOf(i & 15));
    }
}
// A list has all of them.
class Leak6 {
    static final List<Integer> seen = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Leak6.run
            seen.add(Integer.valueOf(i & 15)); // LEAK seen
    }
}
// An index that is a parameter.
class Clean7 {
    static Entry[] entries = new Entry[10];
    static void set(int at, Entry e) { entries[at] = e; }
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Clean7.run
            for (int at = 0; at < 10; at++)
                set(at, new Entry(i));
    }
}
// An index that goes on.
class Leak7 {
    static Entry[] entries = new Entry[1 << 30];
    static void set(int at, Entry e) { entries[at] = e; }
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Leak7.run
            set(i, new Entry(i)); // LEAK entries
    }
}
// One key, whose value leads to the one before.
class Leak8 {
    static class Link {
        final Link next;
        final Entry entry;
        Link(Link next, Entry entry) { this.next = next; this.entry = entry; }
    }
    static final Map<String, Link> lists = new HashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak8.run
            Link first = lists.get("all");
            lists.put("all", new Link(first, new Entry(i))); // LEAK lists
        }
    }
}
// The value is a list of its own each time.
class Clean8 {
    static final Map<String, List<Entry>> lists = new HashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean8.run
            List<Entry> list = new ArrayList<>();
            list.add(new Entry(i));
            lists.put("all", list);
        }
    }
}
// A parameter that the method changes.
class Leak9 {
    static final Map<Integer, Entry> entries = new HashMap<>();
    static void set(int n) {
        n = Names.read().hashCode();
        entries.put(n, new Entry(n)); // LEAK entries
    }
    static void run() {
        for (int i = 0; i >= 0; i++) // LOOP Leak9.run
            set(1);
    }
}
// A field that gets a constant text again.
class Clean9 {
    static Object state;
    static final List<Object> states = new ArrayList<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean9.run
            state = new Entry(i);
            state = "idle";
        }
    }
}
