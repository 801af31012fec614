// Programs that call methods by reflection: what these read is read.
import java.lang.reflect.*;
import java.util.*;

class Item { int n; Item(int n) { this.n = n; } }

// A method that nothing calls may be the one.
class Clean1 {
    static final List<Item> all = new ArrayList<>();
    public static void main(String[] arguments) throws Exception {
        Method method = Clean1.class.getMethod(arguments[0]);
        for (int i = 0; i >= 0; i++) { // LOOP Clean1.main
            all.add(new Item(i));
            method.invoke(null);
        }
    }
    public static void show() {
        for (Item item : all) System.out.println(item.n);
    }
}
// Nothing reads it.
class Leak1 {
    static final List<Item> all = new ArrayList<>();
    public static void main(String[] arguments) throws Exception {
        Method method = Leak1.class.getMethod(arguments[0]);
        for (int i = 0; i >= 0; i++) { // LOOP Leak1.main
            all.add(new Item(i)); // LEAK all
            method.invoke(null);
        }
    }
    public static void show() { System.out.println("none"); }
}
// Nothing is called by reflection: the method is dead code.
class Leak2 {
    static final List<Item> all = new ArrayList<>();
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i >= 0; i++) { // LOOP Leak2.main
            Method method = Leak2.class.getMethod(arguments[0]);
            System.out.println(method);
            all.add(new Item(i)); // LEAK all
        }
    }
    public static void show() {
        for (Item item : all) System.out.println(item.n);
    }
}
// So is a method that does the call.
class Leak3 {
    static final List<Item> all = new ArrayList<>();
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i >= 0; i++) // LOOP Leak3.main
            all.add(new Item(i)); // LEAK all
    }
    static void run(Method method) throws Exception { method.invoke(null); }
    public static void show() {
        for (Item item : all) System.out.println(item.n);
    }
}
// Collections within one that such a method reads.
class Clean2 {
    static final Map<String, Set<String>> packages = new HashMap<>();
    static { packages.put("java.lang", new HashSet<>()); }
    public static void main(String[] arguments) throws Exception {
        Set<String> names = packages.get("java.lang");
        Method method = Clean2.class.getMethod(arguments[0]);
        for (int i = 0; i >= 0; i++) { // LOOP Clean2.main
            names.add("C" + i);
            method.invoke(null);
        }
    }
    public static void show() {
        for (Set<String> names : packages.values()) System.out.println(names);
    }
}
// Another collection, which only a local variable holds.
class Leak4 {
    static final Map<String, Set<String>> packages = new HashMap<>();
    static { packages.put("java.lang", new HashSet<>()); }
    public static void main(String[] arguments) throws Exception {
        Set<String> names = new HashSet<>();
        Method method = Leak4.class.getMethod(arguments[0]);
        for (int i = 0; i >= 0; i++) { // LOOP Leak4.main
            names.add("C" + i); // LEAK names
            method.invoke(null);
        }
    }
    public static void show() {
        for (Set<String> names : packages.values()) System.out.println(names);
    }
}
// A handler that is called by name takes out what the loop adds.
class Clean3 {
    private final Set<Item> open = new LinkedHashSet<>();
    void add(Item item) { open.add(item); }
    public void close(Item item) { open.remove(item); }
    public static void main(String[] arguments) throws Exception {
        Clean3 window = new Clean3();
        for (int i = 0; i >= 0; i++) { // LOOP Clean3.main
            Item item = new Item(i);
            window.add(item);
            Clean3.class.getMethod(arguments[i], Item.class).invoke(window, item);
        }
    }
}
// A constructor that is called by reflection makes an object, and calls no other method.
class Leak5 {
    static final List<Item> all = new ArrayList<>();
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i >= 0; i++) { // LOOP Leak5.main
            all.add(new Item(i)); // LEAK all
            System.out.println(Leak5.class.getDeclaredConstructor().newInstance());
        }
    }
    public static void show() {
        for (Item item : all) System.out.println(item.n);
    }
}
// Methods of one object are called, which is another one than that which reads.
class Leak6 {
    private final List<Item> all = new ArrayList<>();
    static class Handler {
        public void handle(String line) { System.out.println(line); }
    }
    public static void main(String[] arguments) throws Exception {
        Leak6 connection = new Leak6();
        Handler handler = new Handler();
        for (int i = 0; i >= 0; i++) { // LOOP Leak6.main
            connection.all.add(new Item(i)); // LEAK all
            for (Method method : Handler.class.getDeclaredMethods())
                method.invoke(handler, "none");
        }
    }
    public Item last() { return all.get(all.size() - 1); }
}
// The called method calls that which reads.
class Clean4 {
    interface Source { Item last(); }
    static class Connection implements Source {
        final List<Item> all = new ArrayList<>();
        public Item last() { return all.get(all.size() - 1); }
    }
    static class Handler {
        Source source;
        public void handle(String line) { System.out.println(source.last().n); }
    }
    public static void main(String[] arguments) throws Exception {
        Connection connection = new Connection();
        Handler handler = new Handler();
        handler.source = connection;
        for (int i = 0; i >= 0; i++) { // LOOP Clean4.main
            connection.all.add(new Item(i));
            for (Method method : Handler.class.getDeclaredMethods())
                method.invoke(handler, "none");
        }
    }
}
// An object of an unknown class is given.
class Clean5 {
    static final List<Item> all = new ArrayList<>();
    public void show() { System.out.println(all); }
    public static void main(String[] arguments) throws Exception {
        Object handler = Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
        for (int i = 0; i >= 0; i++) { // LOOP Clean5.main
            all.add(new Item(i));
            for (Method method : handler.getClass().getDeclaredMethods())
                method.invoke(handler);
        }
    }
}
// What runs before the loop may be called by reflection in it, too.
class Clean6 {
    static final List<Item> all = new ArrayList<>();
    public static void show() { System.out.println(all); }
    public static void main(String[] arguments) throws Exception {
        show();
        for (int i = 0; i >= 0; i++) { // LOOP Clean6.main
            all.add(new Item(i));
            Clean6.class.getMethod(arguments[0]).invoke(null);
        }
    }
}
// The method with the loop is not.
class Leak7 {
    static final List<Item> all = new ArrayList<>();
    public static void main(String[] arguments) throws Exception {
        System.out.println(all);
        for (int i = 0; i >= 0; i++) { // LOOP Leak7.main
            all.add(new Item(i)); // LEAK all
            Leak7.class.getMethod(arguments[0]).invoke(null);
        }
    }
}
