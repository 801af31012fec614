// Keys of computeIfAbsent, collections under few keys, lists that only a local variable has.
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
class It { int n; It(int n) { this.n = n; } int get() { return n; }
  public int hashCode() { return n; } public boolean equals(Object o) { return o instanceof It && ((It) o).n == n; } }
class KV { final int n; KV(int n) { this.n = n; } }
// The value is never used.
class Leak1 {
    static final Map<It, KV> m = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i >= 0; i++) { // LOOP Leak1.main
            It k = new It(i); // LEAK m
            m.computeIfAbsent(k, x -> new KV(x.n));
        }
    }
}
// The result is used: what was there may be it.
class Clean1 {
    static final Map<It, KV> m = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i >= 0; i++) { // LOOP Clean1.main
            It k = new It(i);
            System.out.println(m.computeIfAbsent(k, x -> new KV(x.n)).n);
        }
    }
}
// keys that are constants
class Leak2 {
    static final Map<String, List<KV>> m = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i >= 0; i++) { // LOOP Leak2.main
            m.computeIfAbsent("k" + i % 10, x -> new ArrayList<>()).add(new KV(i)); // LEAK m
        }
    }
}
// keys without bound, lists never looked at
class Leak3 {
    static final Map<String, List<KV>> m = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i >= 0; i++) { // LOOP Leak3.main
            m.computeIfAbsent("k" + i, x -> new ArrayList<>()).add(new KV(i)); // LEAK m
        }
    }
}
class Clean2 {
    static final Map<String, List<KV>> m = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i >= 0; i++) { // LOOP Clean2.main
            List<KV> l = m.computeIfAbsent("k" + i % 10, x -> new ArrayList<>());
            l.add(new KV(i));
            for (KV v : l) System.out.println(v.n);
        }
    }
}
class Clean3 {
    static final Map<String, KV> m = new ConcurrentHashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i >= 0; i++) // LOOP Clean3.main
            m.computeIfAbsent("k" + i % 10, x -> new KV(x.length()));
    }
}
class Leak4 {
    static final Map<String, KV> m = new ConcurrentHashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i >= 0; i++) // LOOP Leak4.main
            m.computeIfAbsent("k" + i, x -> new KV(x.length())); // LEAK m
    }
}
// a list of a local variable only
class Leak7 {
    public static void main(String[] a) {
        List<KV> seen = new ArrayList<>();
        for (int i = 0; i >= 0; i++) // LOOP Leak7.main
            seen.add(new KV(i)); // LEAK seen
    }
}
class Clean4 {
    public static void main(String[] a) {
        List<KV> seen = new ArrayList<>();
        for (int i = 0; i < 100; i++) // LOOP Clean4.main
            seen.add(new KV(i));
        System.out.println(seen);
    }
}
class Leak8 {
    static void note(List<KV> l, int i) { l.add(new KV(i)); } // LEAK seen
    public static void main(String[] a) {
        List<KV> seen = new ArrayList<>();
        for (int i = 0; i >= 0; i++) // LOOP Leak8.main
            note(seen, i);
    }
}
class Leak9 {
    public static void main(String[] a) {
        Map<Integer, KV> byId = new HashMap<>();
        ArrayDeque<KV> last = new ArrayDeque<>();
        for (int i = 0; i >= 0; i++) { // LOOP Leak9.main
            KV k = new KV(i); // LEAK byId
            byId.put(i, k);
            last.add(k);
            if (last.size() > 10) last.poll();
        }
    }
}
class Clean5 {
    static List<KV> read(Scanner in) {
        List<KV> l = new ArrayList<>();
        while (in.hasNextInt()) // LOOP Clean5.read
            l.add(new KV(in.nextInt()));
        return l;
    }
    public static void main(String[] a) { for (KV k : read(new Scanner(System.in))) System.out.println(k.n); }
}
class Leak10 {
    static int count(Scanner in) {
        List<KV> l = new ArrayList<>();
        while (in.hasNextInt()) // LOOP Leak10.count
            l.add(new KV(in.nextInt())); // LEAK l
        return 0;
    }
    public static void main(String[] a) { System.out.println(count(new Scanner(System.in))); }
}
class Leak11 {
    static int count(Scanner in) {
        List<KV> l = new ArrayList<>();
        while (in.hasNextInt()) // LOOP Leak11.count
            l.add(new KV(in.nextInt())); // LEAK l
        return l.size();
    }
    public static void main(String[] a) { System.out.println(count(new Scanner(System.in))); }
}
class Clean6 {
    static int[] copy(Scanner in) {
        List<KV> l = new ArrayList<>();
        while (in.hasNextInt()) // LOOP Clean6.copy
            l.add(new KV(in.nextInt()));
        int[] r = new int[l.size()];
        for (int i = 0; i < r.length; i++) r[i] = l.get(i).n;
        return r;
    }
    public static void main(String[] a) { System.out.println(copy(new Scanner(System.in)).length); }
}
class Leak5 {
    static final Map<String, List<KV>> m = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i >= 0; i++) { // LOOP Leak5.main
            String k = "k" + i % 10;
            List<KV> l = m.get(k);
            if (l == null) m.put(k, l = new ArrayList<>());
            l.add(new KV(i)); // LEAK m
        }
    }
}
class Leak6 {
    static final Map<String, List<KV>> m = new HashMap<>();
    public static void main(String[] a) {
        for (int i = 0; i >= 0; i++) { // LOOP Leak6.main
            String k = "k" + i % 10;
            m.putIfAbsent(k, new ArrayList<>());
            m.get(k).add(new KV(i)); // LEAK m
        }
    }
}
