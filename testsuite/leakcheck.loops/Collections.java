// Collections of the JDK.  "LOOP C.m" marks a loop, "LEAK h" an allocation that h keeps.
import java.util.*;
import java.util.concurrent.*;

class Event { int id; Event(int id) { this.id = id; } void use() { System.out.println(id); } }

// A list that is only added to.
class Leak1 {
    static List<Event> log = new ArrayList<>();
    static void run() {
        for (int i = 0; ; i++) { // LOOP Leak1.run
            Event e = new Event(i); // LEAK log
            e.use();
            log.add(e);
        }
    }
}
// The same, read in the loop.
class Clean1 {
    static List<Event> log = new ArrayList<>();
    static void run() {
        for (int i = 0; ; i++) { // LOOP Clean1.run
            log.add(new Event(i));
            for (Event e : log) e.use();
        }
    }
}
// A map that is never asked.
class Leak2 {
    Map<Integer, Event> byId = new HashMap<>();
    void handle(int i) { byId.put(i, new Event(i)); } // LEAK byId
    static void run() {
        Leak2 l = new Leak2();
        int i = 0;
        while (true) { // LOOP Leak2.run
            l.handle(i++);
        }
    }
}
// A cache: get.
class Clean2 {
    Map<Integer, Event> byId = new HashMap<>();
    Event get(int i) {
        Event e = byId.get(i);
        if (e == null) {
            e = new Event(i);
            byId.put(i, e);
        }
        return e;
    }
    static void run() {
        Clean2 c = new Clean2();
        int i = 0;
        while (true) { // LOOP Clean2.run
            c.get(i++ % 5).use();
        }
    }
}
// A queue that is drained.
class Clean3 {
    static void run() {
        Deque<Event> queue = new ArrayDeque<>();
        int i = 0;
        while (true) { // LOOP Clean3.run
            queue.add(new Event(i++));
            Event e = queue.poll();
            e.use();
        }
    }
}
// Two queues: one is drained, the other is not.
class Leak3 {
    static void run() {
        Deque<Event> queue = new ArrayDeque<>();
        Deque<Event> done = new ArrayDeque<>();
        int i = 0;
        while (true) { // LOOP Leak3.run
            queue.add(new Event(i++)); // LEAK done
            Event e = queue.poll();
            e.use();
            done.addLast(e);
        }
    }
}
// log4j's appender: what is written goes to a list of removals, which is not cleared.
class Leak4 {
    List<Event> buffer = new ArrayList<>();
    List<Event> removes = new ArrayList<>();
    void append(Event e) {
        buffer.add(e);
        if (buffer.size() > 10) flush();
    }
    void flush() {
        for (Iterator<Event> i = buffer.iterator(); i.hasNext();) {
            Event e = i.next();
            e.use();
            removes.add(e);
        }
        buffer.removeAll(removes);
    }
    static void run() {
        Leak4 a = new Leak4();
        for (int i = 0; i >= 0; i++) { // LOOP Leak4.run
            a.append(new Event(i)); // LEAK removes
        }
    }
}
// The same as it was corrected.
class Clean4 {
    List<Event> buffer = new ArrayList<>();
    List<Event> removes = new ArrayList<>();
    void append(Event e) {
        buffer.add(e);
        if (buffer.size() > 10) flush();
    }
    void flush() {
        for (Iterator<Event> i = buffer.iterator(); i.hasNext();) {
            Event e = i.next();
            e.use();
            removes.add(e);
        }
        buffer.removeAll(removes);
        removes.clear();
    }
    static void run() {
        Clean4 a = new Clean4();
        for (int i = 0; i >= 0; i++) { // LOOP Clean4.run
            a.append(new Event(i));
        }
    }
}
// Entries of a map are read through its set of entries.
class Clean5 {
    static void run() {
        Map<String, Event> map = new TreeMap<>();
        for (int i = 0; i >= 0; i++) { // LOOP Clean5.run
            map.put("k" + i, new Event(i));
            for (Map.Entry<String, Event> e : map.entrySet())
                System.out.println(e.getKey() + e.getValue().id);
        }
    }
}
// A copy of a list is read instead of the list.
class Clean6 {
    static void run() {
        List<Event> all = new CopyOnWriteArrayList<>();
        for (int i = 0; i >= 0; i++) { // LOOP Clean6.run
            all.add(new Event(i));
            List<Event> copy = new ArrayList<>(all);
            for (Event e : copy) e.use();
        }
    }
}
// A copy that is made of it is not read.
class Leak5 {
    static void run() {
        List<Event> all = new LinkedList<>();
        for (int i = 0; i >= 0; i++) { // LOOP Leak5.run
            all.add(new Event(i)); // LEAK all
            System.out.println(all.size());
        }
    }
}
// A set of what was seen is asked.
class Clean7 {
    static void run() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i >= 0; i++) { // LOOP Clean7.run
            String name = "n" + i % 7;
            if (!seen.contains(name)) System.out.println(name);
            seen.add(name);
        }
    }
}
// A collection of collections.
class Leak6 {
    static Map<String, List<Event>> byName = new HashMap<>();
    static void run() {
        byName.put("a", new ArrayList<>());
        for (int i = 0; i >= 0; i++) { // LOOP Leak6.run
            List<Event> l = byName.get("a");
            l.add(new Event(i)); // LEAK
        }
    }
}
class Clean8 {
    static Map<String, List<Event>> byName = new HashMap<>();
    static void run() {
        byName.put("a", new ArrayList<>());
        for (int i = 0; i >= 0; i++) { // LOOP Clean8.run
            byName.get("a").add(new Event(i));
            for (List<Event> l : byName.values())
                for (Event e : l) e.use();
        }
    }
}
// A concurrent queue that another thread drains is read by the program, not by the loop.
class Leak7 {
    static ConcurrentHashMap<Integer, Event> sessions = new ConcurrentHashMap<>();
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak7.run
            Event e = new Event(i); // LEAK sessions
            sessions.putIfAbsent(i, e);
        }
    }
}
