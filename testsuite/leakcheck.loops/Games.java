// A game, a chat.
import java.util.*;
import java.util.function.*;

// A game: entities die and are taken out; particles come from a pool; the replay keeps every frame.
class Game {
    static class Entity { double x, y, dx, dy; int life; boolean dead() { return life <= 0; } void move() { x += dx; y += dy; life--; } }
    static final class Bullet extends Entity { final Entity owner; Bullet(Entity o) { owner = o; x = o.x; y = o.y; dx = 1; life = 60; } }
    static final class Particle { double x, y; int age; boolean used; }
    static final class Frame { final int number; final double[] xs; Frame(int n, double[] xs) { number = n; this.xs = xs; } }
    static final class Replay { Frame first, last; int n; final Map<Frame, Frame> after = new HashMap<>(); 
        void add(Frame f) { if (first == null) first = f; else after.put(last, f); last = f; n++; } }
    static final class Cell { final List<Entity> in = new ArrayList<>(); }
    static final class Grid {
        final Cell[][] cells = new Cell[16][16];
        Grid() { for (Cell[] r : cells) for (int i = 0; i < r.length; i++) r[i] = new Cell(); }
        void clear() { for (Cell[] r : cells) for (Cell c : r) c.in.clear(); }
        void put(Entity e) { cells[(int) e.x & 15][(int) e.y & 15].in.add(e); }
        List<Entity> near(Entity e) { return cells[(int) e.x & 15][(int) e.y & 15].in; }
    }
    final List<Entity> entities = new ArrayList<>();
    final Particle[] particles = new Particle[256];
    final Grid grid = new Grid();
    final Replay replay = new Replay();
    final Deque<Runnable> later = new ArrayDeque<>();
    final List<Entity> born = new ArrayList<>();
    Entity player = new Entity(), target;
    void particle(double x, double y) {
        for (int i = 0; i < particles.length; i++) {
            if (particles[i] == null) particles[i] = new Particle();
            Particle p = particles[i];
            if (!p.used) { p.used = true; p.x = x; p.y = y; return; }
        }
    }
    void tick(int n) {
        if (n % 5 == 0) born.add(new Bullet(player));
        entities.addAll(born);
        born.clear();
        grid.clear();
        for (Entity e : entities) { e.move(); grid.put(e); }
        for (Entity e : entities)
            for (Entity o : grid.near(e)) if (o != e) { o.life--; target = o; later.add(() -> particle(o.x, o.y)); }
        Runnable r;
        while ((r = later.pollFirst()) != null) r.run();
        entities.removeIf(Entity::dead);
        double[] xs = new double[entities.size()];
        for (int i = 0; i < xs.length; i++) xs[i] = entities.get(i).x;
        replay.add(new Frame(n, xs)); // LEAK after
    }
    public static void main(String[] args) {
        Game g = new Game();
        for (int n = 0; ; n++) g.tick(n); // LOOP Game.main
    }
}

// Rooms of a chat: who leaves is taken out, empty rooms go; what was refused is kept.
class Chat {
    static final class Room { final String name; final Set<User> users = new LinkedHashSet<>(); final Line[] lines = new Line[100]; int at; Room(String n) { name = n; }
        void say(Line l) { lines[at % lines.length] = l; at++; for (User u : users) u.see(l); } }
    static final class Line { final User by; final String text; Line(User u, String t) { by = u; text = t; } }
    static final class User { final String name; Room room; Line seen; User(String n) { name = n; } void see(Line l) { seen = l; System.out.println(name + ": " + l.text); } }
    static final class Refusal { final String user, why; Refusal(String u, String w) { user = u; why = w; } }
    private final Map<String, Room> rooms = new TreeMap<>();
    private final Map<String, User> users = new HashMap<>();
    private final Set<Refusal> refusals = new HashSet<>();
    private final Map<String, Integer> warned = new HashMap<>();
    void join(String user, String room) {
        User u = users.get(user);
        if (u == null) users.put(user, u = new User(user));
        if (u.room != null) leave(u);
        Room r = rooms.get(room);
        if (r == null) { r = new Room(room); rooms.put(room, r); }
        r.users.add(u);
        u.room = r;
    }
    void leave(User u) {
        Room r = u.room;
        r.users.remove(u);
        u.room = null;
        if (r.users.isEmpty()) rooms.remove(r.name);
    }
    void quit(String user) {
        User u = users.remove(user);
        if (u != null && u.room != null) leave(u);
    }
    void say(String user, String text) {
        User u = users.get(user);
        if (u == null || u.room == null) {
            refusals.add(new Refusal(user, text)); // LEAK refusals
            System.out.println(warned.merge(user, 1, Integer::sum));
            return;
        }
        u.room.say(new Line(u, text));
    }
    public static void main(String[] args) {
        Chat c = new Chat();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) { // LOOP Chat.main
            String what = in.next(), user = in.next();
            if (what.equals("join")) c.join(user, in.next());
            else if (what.equals("quit")) c.quit(user);
            else c.say(user, in.nextLine());
        }
    }
}
