// An exchange, a ledger.
import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

// An exchange: orders wait in two books; the index by number forgets cancelled orders only.
class Exchange {
    static final class Order {
        final long id; final boolean buy; final int price; int left;
        Order(long id, boolean buy, int price, int left) { this.id = id; this.buy = buy; this.price = price; this.left = left; }
    }
    static final class Fill { final long buyer, seller; final int price; Fill(long b, long s, int p) { buyer = b; seller = s; price = p; } }
    static final class Quote { final int bid, ask; Quote(int b, int a) { bid = b; ask = a; } }
    static final class Journal {
        private Fill[] block = new Fill[1024]; private int used;
        void append(Fill f) {
            if (used == block.length) { write(); used = 0; }
            block[used++] = f;
        }
        void write() { for (int i = 0; i < used; i++) System.out.println(block[i].price); }
    }
    private final TreeMap<Integer, ArrayDeque<Order>> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Integer, ArrayDeque<Order>> asks = new TreeMap<>();
    private final Map<Long, Order> audited = new HashMap<>();
    private final Journal journal = new Journal();
    private final List<Consumer<Quote>> feeds = new ArrayList<>();
    private volatile Quote last;
    private void rest(Order o) {
        (o.buy ? bids : asks).computeIfAbsent(o.price, p -> new ArrayDeque<>()).addLast(o);
    }
    private void match(Order o) {
        TreeMap<Integer, ArrayDeque<Order>> other = o.buy ? asks : bids;
        while (o.left > 0 && !other.isEmpty()) {
            Map.Entry<Integer, ArrayDeque<Order>> best = other.firstEntry();
            if (o.buy ? best.getKey() > o.price : best.getKey() < o.price) break;
            Order r = best.getValue().peekFirst();
            int n = Math.min(o.left, r.left);
            o.left -= n;
            r.left -= n;
            journal.append(new Fill(o.id, r.id, best.getKey()));
            if (r.left == 0) best.getValue().pollFirst();
            if (best.getValue().isEmpty()) other.remove(best.getKey());
        }
        if (o.left > 0) rest(o);
    }
    void run(Scanner in) {
        feeds.add(q -> System.out.println(q.bid + "/" + q.ask));
        while (in.hasNext()) { // LOOP Exchange.run
            String what = in.next();
            long id = in.nextLong();
            if (what.equals("cancel")) { audited.remove(id); continue; }
            Order o = new Order(id, what.equals("buy"), in.nextInt(), in.nextInt());
            match(o);
            last = new Quote(bids.isEmpty() ? 0 : bids.firstKey(), asks.isEmpty() ? 0 : asks.firstKey());
            for (Consumer<Quote> f : feeds) f.accept(last);
        }
    }
    public static void main(String[] args) { new Exchange().run(new Scanner(System.in)); }
}

// A ledger in which each transaction gets a line in a map that nothing looks into.
class Ledger {
    static final class Account { final String name; long balance; final List<Posting> recent = new LinkedList<>(); Account(String n) { name = n; } }
    static final class Posting { final String from, to; final long amount; Posting(String f, String t, long a) { from = f; to = t; amount = a; } }
    static final class Receipt { final long number; final Posting p; Receipt(long n, Posting p) { number = n; this.p = p; } }
    static final class Snapshot { final Map<String, Long> balances = new TreeMap<>(); }
    private final Map<String, Account> accounts = new HashMap<>();
    private final ConcurrentMap<Long, Receipt> receipts = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private Snapshot snapshot;
    private Account account(String n) { return accounts.computeIfAbsent(n, Account::new); }
    private static void note(Account a, Posting p) {
        a.recent.add(p);
        if (a.recent.size() > 5) a.recent.remove(0);
    }
    long post(String from, String to, long amount) {
        Posting p = new Posting(from, to, amount);
        Account a = account(from), b = account(to);
        a.balance -= amount;
        b.balance += amount;
        note(a, p);
        note(b, p);
        long n = numbers.incrementAndGet();
        receipts.put(n, new Receipt(n, p)); // LEAK receipts
        return n;
    }
    void snapshot() {
        Snapshot s = new Snapshot();
        for (Account a : accounts.values()) s.balances.put(a.name, a.balance);
        snapshot = s;
    }
    void print(String name) { for (Posting p : account(name).recent) System.out.println(p.from + p.to + p.amount + snapshot.balances.get(name)); }
    public static void main(String[] args) {
        Ledger l = new Ledger();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) { // LOOP Ledger.main
            String a = in.next(), b = in.next();
            System.out.println(l.post(a, b, in.nextLong()));
            l.snapshot();
            l.print(a);
        }
    }
}
