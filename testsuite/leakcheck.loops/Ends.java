import java.lang.ref.WeakReference;
import java.util.*;

class Piece {
    final int number;
    Piece(int i) { number = i; }
}
// ---- The process ends.  ----
// a hook, then the end
class HookExit {
    static void restart(int i) {
        if (i < 7)
            return;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(i)));
        System.exit(0);
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) restart(i); // LOOP HookExit.main
    }
}
// a hook in each iteration, and the end of some
class HookSome {
    static void restart(int i) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(i))); // LEAK
        if (i == 999999)
            System.exit(0);
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) restart(i); // LOOP HookSome.main
    }
}
// the last words are kept by what ends the process in all its ways
class LastWords {
    static final List<Piece> last = new ArrayList<>();
    static void quit(boolean bad) {
        if (bad)
            System.exit(1);
        else
            Runtime.getRuntime().halt(0);
    }
    static void finish(Piece p) {
        last.add(p);
        quit(p.number > 8);
    }
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP LastWords.main
            Piece p = new Piece(i);
            if (i == 500000)
                finish(p);
        }
    }
}
// one of two that may be called goes on
class SomeQuit {
    static final List<Piece> last = new ArrayList<>();
    static class Mode { void quit() { System.exit(1); } }
    static class Quiet extends Mode { void quit() { System.out.println("goes on"); } }
    public static void main(String[] a) {
        Mode mode = a.length > 0 ? new Mode() : new Quiet();
        for (int i = 0; i < 1000000; i++) { // LOOP SomeQuit.main
            last.add(new Piece(i)); // LEAK last
            mode.quit();
        }
    }
}
// a server's loop has no end, and no end of the process
class NeverDone {
    static final List<Piece> last = new ArrayList<>();
    static void serve() {
        for (int i = 0; ; i++) // LOOP NeverDone.serve
            last.add(new Piece(i)); // LEAK last
    }
    public static void main(String[] a) {
        serve();
        System.exit(0);
    }
}
// the process ends before anything is kept
class Early {
    static final Map<Integer, Piece> last = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Early.main
            if (a.length == i)
                System.exit(2);
            last.put(i, new Piece(i)); // LEAK last
        }
    }
}
// ---- Weak references.  ----
class Weakly {
    private final List<WeakReference<Piece>> watchers = new ArrayList<>();
    void add(Piece p) {
        watchers.add(new WeakReference<>(p));
    }
    int count() {
        int n = 0;
        for (Iterator<WeakReference<Piece>> it = watchers.iterator(); it.hasNext();)
            if (it.next().get() == null)
                it.remove();
            else
                n++;
        return n;
    }
}
// the dead ones are taken out by whoever counts the others
class WeakPruned {
    final Weakly own = new Weakly(), other = new Weakly();
    public static void main(String[] a) {
        WeakPruned w = new WeakPruned();
        for (int i = 0; i < 1000000; i++) { // LOOP WeakPruned.main
            w.own.add(new Piece(i));
            System.out.println(w.other.count());
        }
    }
}
// nobody takes them out
class WeakForever {
    private final List<WeakReference<Piece>> forever = new ArrayList<>();
    public static void main(String[] a) {
        WeakForever w = new WeakForever();
        for (int i = 0; i < 1000000; i++) { // LOOP WeakForever.main
            Piece p = new Piece(i);
            w.forever.add(new WeakReference<>(p)); // LEAK forever
        }
    }
}
// objects behind ordinary ones are kept, though the class can take them out
class StrongPruned {
    private final List<Piece> strong = new ArrayList<>();
    void add(Piece p) { strong.add(p); }
    void prune() { strong.removeIf(p -> p.number < 3); }
    public static void main(String[] a) {
        StrongPruned s = new StrongPruned(), t = new StrongPruned();
        t.prune();
        for (int i = 0; i < 1000000; i++) // LOOP StrongPruned.main
            s.add(new Piece(i)); // LEAK strong
    }
}
// ---- Objects that are mixed up.  ----
class Jar {
    final Set<String> users = new LinkedHashSet<>();
    final String path;
    Jar(String p) { path = p; }
}
class Module {
    Jar jar;
    static Module activate(Jar j) {
        Module m = new Module();
        m.jar = j;
        return m;
    }
}
// a jar that is made for a moment is not the one that is found later
class JarProbe {
    static final Map<String, Module> modules = new HashMap<>();
    static final Map<String, Jar> jars = new HashMap<>();
    static boolean probe(String path) { return Module.activate(new Jar(path)).jar.path.length() > 3; }
    static void load(String path) {
        Jar j = new Jar(path);
        jars.put(path, j);
        modules.put(path, Module.activate(j));
    }
    public static void main(String[] a) {
        if (probe("base"))
            load("base");
        for (int i = 0; i < 1000000; i++) { // LOOP JarProbe.main
            String user = "user" + i;
            modules.get("base").jar.users.add(user);
            jars.get("base").users.remove(user);
        }
    }
}
// two jars that are told apart by who calls
class JarTwo {
    static void use(Jar j, String user) { j.users.add(user); }
    public static void main(String[] a) {
        Jar one = new Jar("one"), two = new Jar("two");
        for (int i = 0; i < 1000000; i++) { // LOOP JarTwo.main
            use(one, "user" + i); // LEAK users
            use(two, "client" + i);
            two.users.clear();
        }
    }
}
// both are made for all, and neither is emptied
class JarBoth {
    public static void main(String[] a) {
        Module m = Module.activate(new Jar("one"));
        Module n = Module.activate(new Jar("two"));
        Module[] all = { m, n };
        for (int i = 0; i < 1000000; i++) // LOOP JarBoth.main
            all[i & 1].jar.users.add("user" + i); // LEAK users
    }
}
// ---- What a library's users call.  ----
// they may call "get" of what they have, though the loop calls it of what it makes alone
class Promoted {
    private final Map<Integer, Piece> promoted = new HashMap<>();
    Piece get(int i) { return promoted.get(i); }
    void compute(int n) {
        promoted.clear();
        for (int i = 0; i < n; i++) { // LOOP Promoted.compute
            promoted.put(i, new Piece(i));
            Promoted inner = new Promoted();
            System.out.println(inner.get(i));
        }
    }
}
// nobody can read what is in "noted"
class Noted {
    private final Map<Integer, Piece> noted = new HashMap<>();
    Piece get(int i) { return new Piece(i); }
    void compute(int n) {
        for (int i = 0; i < n; i++) { // LOOP Noted.compute
            noted.put(i, new Piece(i)); // LEAK noted
            Noted inner = new Noted();
            System.out.println(inner.get(i));
        }
    }
}
// users have none of the inner objects, and so call nothing of them
class InnerOnly {
    private static class Store {
        final List<Piece> pieces = new ArrayList<>();
        void add(Piece p) { pieces.add(p); }
        Piece last() { return pieces.get(pieces.size() - 1); }
    }
    private final Store used = new Store(), unused = new Store();
    void compute(int n) {
        for (int i = 0; i < n; i++) { // LOOP InnerOnly.compute
            used.add(new Piece(i));
            System.out.println(used.last());
            unused.add(new Piece(-i)); // LEAK pieces
        }
    }
}
// ---- What "add" of a set answers.  ----
// each is compared with the others
class Deduped {
    static final Set<String> seen = new HashSet<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Deduped.main
            String name = "n" + i * i;
            if (seen.add(name))
                System.out.println(name);
        }
    }
}
// nobody wants to know
class Undeduped {
    static final Set<String> unasked = new HashSet<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP Undeduped.main
            String name = "n" + i * i; // LEAK unasked
            unasked.add(name);
            System.out.println(name);
        }
    }
}
// a list says yes to all
class ListAdds {
    static final List<Piece> listed = new ArrayList<>();
    public static void main(String[] a) {
        for (int i = 0; i < 1000000; i++) { // LOOP ListAdds.main
            boolean more = listed.add(new Piece(i)); // LEAK listed
            System.out.println(more);
        }
    }
}
