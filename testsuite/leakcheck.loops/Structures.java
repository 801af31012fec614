// Structures of the program's own: arrays, lists, trees; fields that hold one object.
class Item { int n; Item(int n) { this.n = n; } void use() { System.out.println(n); } }

// The paper's figure 1: an order is kept by "orders", not by "curr".
class Leak1 {
    static void run() {
        Transaction t = new Transaction();
        for (int i = 0; i < 1000000; i++) { // LOOP Leak1.run
            t.display();
            Order order = new Order(i % 10); // LEAK orders
            t.process(order);
        }
    }
}
class Order { int custId; Order(int id) { custId = id; } }
class Transaction {
    Customer[] customers = new Customer[10];
    Transaction() {
        for (int i = 0; i < 10; i++) { // LOOP Transaction.Transaction
            Customer newCust = new Customer();
            customers[i] = newCust;
        }
    }
    Order curr;
    void process(Order p) {
        this.curr = p;
        Customer[] custs = this.customers;
        Customer c = custs[p.custId];
        c.addOrder(p);
    }
    void display() {
        Order o = this.curr;
        if (o != null) {
            System.out.println(o.custId);
            this.curr = null;
        }
    }
}
class Customer {
    Order[] orders = new Order[1000000];
    int n;
    void addOrder(Order y) {
        Order[] arr = this.orders;
        arr[n++] = y;
    }
}
// A linked list: the nodes are read when the next one is put before them, the items never.
class Leak2 {
    Node head;
    static class Node { Item item; Node next; Node(Item item, Node next) { this.item = item; this.next = next; } }
    void push(Item item) { head = new Node(item, head); } // LEAK head
    static void run() {
        Leak2 list = new Leak2();
        for (int i = 0; i >= 0; i++) { // LOOP Leak2.run
            list.push(new Item(i));
        }
    }
}
class Leak8 {
    Node head;
    static class Node { Item item; Node next; Node(Item item, Node next) { this.item = item; this.next = next; } }
    void push(Item item) { head = new Node(item, head); } // LEAK head
    Item top() { return head.item; }
    static void run() {
        Leak8 list = new Leak8();
        for (int i = 0; i >= 0; i++) { // LOOP Leak8.run
            list.push(new Item(i));
            list.top().use();
        }
    }
}
// A field that holds one object.
class Clean2 {
    Item last;
    static void run() {
        Clean2 c = new Clean2();
        for (int i = 0; i >= 0; i++) { // LOOP Clean2.run
            c.last = new Item(i);
        }
    }
}
class Clean3 {
    static Item last;
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean3.run
            last = new Item(i);
        }
    }
}
// An array that grows.
class Leak3 {
    Item[] items = new Item[4];
    int n;
    void add(Item item) {
        if (n == items.length) {
            Item[] more = new Item[n * 2];
            System.arraycopy(items, 0, more, 0, n);
            items = more;
        }
        items[n++] = item;
    }
    static void run() {
        Leak3 l = new Leak3();
        for (int i = 0; i >= 0; i++) { // LOOP Leak3.run
            l.add(new Item(i)); // LEAK items
        }
    }
}
class Clean4 {
    Item[] items = new Item[4];
    int n;
    void add(Item item) {
        if (n == items.length) items = java.util.Arrays.copyOf(items, n * 2);
        items[n++] = item;
    }
    Item get(int i) { return items[i]; }
    static void run() {
        Clean4 l = new Clean4();
        for (int i = 0; i >= 0; i++) { // LOOP Clean4.run
            l.add(new Item(i));
            l.get(i).use();
        }
    }
}
// A tree.
class Leak4 {
    static class Tree {
        Tree left, right; int key; Item value;
        Tree(int key, Item value) { this.key = key; this.value = value; }
        void insert(int k, Item v) {
            if (k < key) { if (left == null) left = new Tree(k, v); else left.insert(k, v); }
            else { if (right == null) right = new Tree(k, v); else right.insert(k, v); }
        }
    }
    Tree root = new Tree(0, null);
    static void run() {
        Leak4 l = new Leak4();
        for (int i = 0; i >= 0; i++) { // LOOP Leak4.run
            l.root.insert(i * 7919, new Item(i)); // LEAK
        }
    }
}
class Clean5 {
    static class Tree {
        Tree left, right; int key; Item value;
        Tree(int key, Item value) { this.key = key; this.value = value; }
        void insert(int k, Item v) {
            if (k < key) { if (left == null) left = new Tree(k, v); else left.insert(k, v); }
            else { if (right == null) right = new Tree(k, v); else right.insert(k, v); }
        }
        Item find(int k) {
            if (k == key) return value;
            Tree t = k < key ? left : right;
            return t == null ? null : t.find(k);
        }
    }
    static void run() {
        Tree root = new Tree(0, null);
        for (int i = 0; i >= 0; i++) { // LOOP Clean5.run
            root.insert(i * 7919, new Item(i));
            Item found = root.find(i * 7919);
            if (found != null) found.use();
        }
    }
}
// Section 3: o4 flows out in o3, and is loaded, but never used.  The field holds one object, so
// that only without "scalars" it is a leak.
class Clean6 {
    static class B { D g; }
    static class D { Object h; }
    static void run() {
        B b = new B();
        for (int i = 0; i >= 0; i++) { // LOOP Clean6.run
            Object c = new Object();
            D d = new D();
            Object e = new Object();
            D m = b.g;
            if (i % 2 == 0 && m != null) { Object n = m.h; }
            if (i % 3 == 0) { b.g = d; d.h = e; }
        }
    }
}
// Iteration-local structures.
class Clean7 {
    static void run() {
        int sum = 0;
        for (int i = 0; i >= 0; i++) { // LOOP Clean7.run
            java.util.List<Item> local = new java.util.ArrayList<>();
            for (int k = 0; k < 10; k++) local.add(new Item(k));
            sum += local.size();
        }
        System.out.println(sum);
    }
}
// Popped from a stack of the program's own.
class Clean8 {
    Item[] stack = new Item[100];
    int n;
    void push(Item i) { stack[n++] = i; }
    void pop() { stack[--n] = null; }
    static void run() {
        Clean8 s = new Clean8();
        for (int i = 0; i >= 0; i++) { // LOOP Clean8.run
            s.push(new Item(i));
            s.pop();
        }
    }
}
// An empty array that a link of a list has is no contents.
class Clean9 {
    static class Node { Item[] items; Node next; Node(Item[] items, Node next) { this.items = items; this.next = next; } }
    static Node head;
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Clean9.run
            Item[] none = {};
            head = new Node(none, head);
            for (Node n = head; n != null; n = n.next) System.out.println("node");
        }
    }
}
// One with elements is.
class Leak5 {
    static class Node { Item[] items; Node next; Node(Item[] items, Node next) { this.items = items; this.next = next; } }
    static Node head;
    static void run() {
        for (int i = 0; i >= 0; i++) { // LOOP Leak5.run
            Item[] some = new Item[3]; // LEAK head
            head = new Node(some, head);
            for (Node n = head; n != null; n = n.next) System.out.println("node");
        }
    }
}
// An array holds elements of its own type only, whatever a method fills other arrays with.
class Clean10 {
    static class Kind { }
    static Kind[] kinds;
    static <T> T[] all(java.util.List<T> from, T[] into) { return from.toArray(into); }
    static void run() {
        java.util.List<Kind> known = new java.util.ArrayList<>();
        known.add(new Kind());
        kinds = all(known, new Kind[8]);
        for (int i = 0; i >= 0; i++) { // LOOP Clean10.run
            java.util.List<Item> items = new java.util.ArrayList<>();
            items.add(new Item(i));
            all(known, kinds);
            all(items, new Item[8]);
        }
    }
}
// Two arrays, one of which may hold both.
class Leak6 {
    static class Kind { }
    static Object[] any = new Object[8];
    static Kind[] kinds = new Kind[8];
    static int n;
    static void keep(Object[] into, java.util.List<?> from) {
        for (Object o : from) into[n++] = o;
    }
    static void run() {
        keep(kinds, java.util.Collections.singletonList(new Kind()));
        for (int i = 0; i >= 0; i++) { // LOOP Leak6.run
            Item item = new Item(i); // LEAK any
            keep(any, java.util.Collections.singletonList(item));
            if (n == any.length) any = java.util.Arrays.copyOf(any, 2 * n);
        }
    }
}
