// Editors, dialogs, undo lists, event buses.
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

// An editor with undo: what is undone goes where nothing takes it from.
class Editor {
    interface Edit { void undo(StringBuilder text); }
    static final class Insert implements Edit {
        final int at; final String what;
        Insert(int at, String what) { this.at = at; this.what = what; }
        public void undo(StringBuilder text) { text.delete(at, at + what.length()); }
    }
    static final class UndoList {
        private final LinkedList<Edit> edits = new LinkedList<>();
        private final int limit;
        UndoList(int limit) { this.limit = limit; }
        void add(Edit e) {
            edits.addLast(e);
            if (edits.size() > limit) edits.removeFirst();
        }
        Edit last() { return edits.isEmpty() ? null : edits.removeLast(); }
    }
    static final class Redone { final Edit edit; Redone(Edit e) { edit = e; } }
    static final class Mark { final int at; Mark(int at) { this.at = at; } }
    final StringBuilder text = new StringBuilder();
    final UndoList undo = new UndoList(50);
    final Stack<Redone> redo = new Stack<>();
    final Map<Character, Mark> marks = new HashMap<>();
    private Mark caret;
    void command(String line) {
        if (line.equals("u")) {
            Edit e = undo.last();
            if (e != null) {
                e.undo(text);
                redo.push(new Redone(e)); // LEAK redo
            }
        } else if (line.startsWith("m") && line.length() > 1) {
            marks.put(line.charAt(1), new Mark(text.length()));
        } else if (line.startsWith("'") && line.length() > 1) {
            caret = marks.get(line.charAt(1));
        } else {
            Insert i = new Insert(text.length(), line);
            text.append(line);
            undo.add(i);
            caret = new Mark(text.length());
        }
        if (caret != null) System.out.println(caret.at);
    }
    public static void main(String[] args) {
        Editor e = new Editor();
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) // LOOP Editor.main
            e.command(in.nextLine());
    }
}

// Dialogs over a model: one kind takes its listener away, the other one does not.
class Dialogs {
    interface Listener { void changed(Model m); }
    static final class Model {
        private Listener[] listeners = new Listener[0];
        private final List<Listener> watchers = new ArrayList<>();
        private int value;
        synchronized void addListener(Listener l) {
            Listener[] more = Arrays.copyOf(listeners, listeners.length + 1);
            more[listeners.length] = l;
            listeners = more;
        }
        synchronized void removeListener(Listener l) {
            int at = -1;
            for (int i = 0; i < listeners.length; i++) if (listeners[i] == l) at = i;
            if (at < 0) return;
            Listener[] fewer = new Listener[listeners.length - 1];
            System.arraycopy(listeners, 0, fewer, 0, at);
            System.arraycopy(listeners, at + 1, fewer, at, listeners.length - at - 1);
            listeners = fewer;
        }
        void addWatcher(Listener l) { watchers.add(l); }
        void removeWatcher(Listener l) { watchers.remove(l); }
        void fireWatchers() { for (Listener l : watchers) l.changed(this); }
        void set(int v) {
            value = v;
            for (Listener l : listeners) l.changed(this);
        }
    }
    static abstract class Dialog {
        final Model model; boolean open = true;
        Dialog(Model m) { model = m; }
        abstract void show(int v);
        void dispose() { open = false; }
    }
    static final class Slider extends Dialog implements Listener {
        Slider(Model m) { super(m); m.addListener(this); }
        void show(int v) { model.set(v); }
        public void changed(Model m) { System.out.println("slider " + m.value); }
        @Override void dispose() { super.dispose(); model.removeListener(this); }
    }
    static final class Chart extends Dialog {
        private final Listener redraw;
        Chart(Model m) {
            super(m);
            redraw = x -> System.out.println(open + " chart " + x.value); // LEAK watchers
            m.addWatcher(redraw);
        }
        void show(int v) { System.out.println(v); }
    }
    static final class Region { final int x, y; Region(int x, int y) { this.x = x; this.y = y; } }
    static final class Canvas {
        private final List<Region> dirty = new ArrayList<>();
        private Region selected;
        void damage(int x, int y) { dirty.add(new Region(x, y)); }
        void select(int x, int y) { selected = new Region(x, y); }
        void repaint() {
            if (dirty.isEmpty()) return;
            for (Region r : dirty) System.out.println(r.x + "," + r.y);
            if (selected != null) System.out.println("selected " + selected.x);
            dirty.clear();
        }
    }
    public static void main(String[] args) {
        Model m = new Model();
        Canvas c = new Canvas();
        Random r = new Random();
        for (;;) { // LOOP Dialogs.main
            Dialog d = r.nextBoolean() ? new Slider(m) : new Chart(m);
            d.show(r.nextInt(100));
            c.damage(r.nextInt(), r.nextInt());
            c.select(1, 2);
            c.repaint();
            d.dispose();
        }
    }
}

// An event bus: letters without a reader; subscriptions that are closed; a short history.
class Bus {
    static class Event { final String topic; final Object body; Event(String t, Object b) { topic = t; body = b; } }
    interface Handler { void on(Event e); }
    interface Subscription { void cancel(); }
    private final Map<String, List<Handler>> handlers = new HashMap<>();
    private final Map<String, List<Event>> dead = new HashMap<>();
    private final ArrayList<Event> history = new ArrayList<>();
    private final Queue<Event> queue = new ArrayDeque<>();
    Subscription subscribe(String topic, Handler h) {
        List<Handler> l = handlers.computeIfAbsent(topic, k -> new CopyOnWriteArrayList<>());
        l.add(h);
        return () -> l.remove(h);
    }
    void post(Event e) { queue.add(e); }
    void dispatch() {
        Event e;
        while ((e = queue.poll()) != null) {
            if (history.size() == 100) history.remove(0);
            history.add(e);
            List<Handler> l = handlers.get(e.topic);
            if (l == null || l.isEmpty())
                dead.computeIfAbsent(e.topic, k -> new ArrayList<>()).add(e);
            else
                for (Handler h : l) h.on(e);
        }
    }
    public static void main(String[] args) {
        Bus b = new Bus();
        Scanner in = new Scanner(System.in);
        b.subscribe("log", e -> System.out.println(e.body));
        while (in.hasNext()) { // LOOP Bus.main
            String topic = in.next();
            Subscription s = b.subscribe("once", e -> System.out.println(e.topic));
            b.post(new Event(topic, in.next())); // LEAK dead
            b.dispatch();
            s.cancel();
        }
    }
}

// The same bus, in which the topics' events are delivered late, and a window of the last events.
class LateBus {
    static class Event { final long at; Event(long at) { this.at = at; } }
    private final Map<String, List<Event>> late = new HashMap<>();
    private final Event[] window = new Event[32];
    private final Deque<Event> lastMinute = new ArrayDeque<>();
    private int next;
    void post(String topic, Event e) {
        late.computeIfAbsent(topic, k -> new ArrayList<>()).add(e);
        window[next] = e;
        if (++next == window.length) next = 0;
        lastMinute.addLast(e);
        while (!lastMinute.isEmpty() && lastMinute.peekFirst().at < e.at - 60000) lastMinute.removeFirst();
    }
    void deliver(Consumer<Event> to) {
        for (List<Event> l : late.values()) {
            l.forEach(to);
            l.clear();
        }
    }
    public static void main(String[] args) {
        LateBus b = new LateBus();
        for (long t = 0; ; t++) { // LOOP LateBus.main
            b.post("t" + t % 7, new Event(t));
            if (t % 10 == 0) b.deliver(e -> System.out.println(e.at));
        }
    }
}
