// Interpreters and parsers: scopes, symbols, positions, tokens.
import java.io.*;
import java.util.*;
import java.util.function.*;

// A calculator: it parses a line, evaluates it, and forgets the tree, but not the positions.
class Calc {
    static abstract class Node { abstract double eval(Scope s); }
    static final class Num extends Node { final double v; Num(double v) { this.v = v; } double eval(Scope s) { return v; } }
    static final class Var extends Node { final Symbol n; Var(Symbol n) { this.n = n; } double eval(Scope s) { return s.get(n); } }
    static final class Bin extends Node {
        final char op; final Node l, r;
        Bin(char op, Node l, Node r) { this.op = op; this.l = l; this.r = r; }
        double eval(Scope s) {
            double a = l.eval(s), b = r.eval(s);
            return op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : a / b;
        }
    }
    static final class Symbol { final String name; Symbol(String n) { name = n; } }
    static final class Scope {
        final Scope outer; final Map<Symbol, Double> values = new HashMap<>();
        Scope(Scope o) { outer = o; }
        double get(Symbol n) {
            for (Scope s = this; s != null; s = s.outer) { Double d = s.values.get(n); if (d != null) return d; }
            return 0;
        }
        void set(Symbol n, double v) { values.put(n, v); }
    }
    static final class Pos { final int line, col; Pos(int l, int c) { line = l; col = c; } }
    static final class Token { final char kind; final String text; Token(char k, String t) { kind = k; text = t; } }
    static final class Lexer {
        private final String s; private int at; private Token pushed;
        Lexer(String s) { this.s = s; }
        void push(Token t) { pushed = t; }
        Token next() {
            if (pushed != null) { Token t = pushed; pushed = null; return t; }
            while (at < s.length() && s.charAt(at) == ' ') at++;
            if (at == s.length()) return new Token('$', "");
            char c = s.charAt(at);
            int from = at++;
            if (Character.isDigit(c)) { while (at < s.length() && Character.isDigit(s.charAt(at))) at++; return new Token('0', s.substring(from, at)); }
            if (Character.isLetter(c)) { while (at < s.length() && Character.isLetter(s.charAt(at))) at++; return new Token('a', s.substring(from, at)); }
            return new Token(c, "");
        }
        int column() { return at; }
    }
    private final Map<String, Symbol> symbols = new HashMap<>();
    private final IdentityHashMap<Node, Pos> positions = new IdentityHashMap<>();
    private final ArrayList<String> errors = new ArrayList<>();
    private Scope scope = new Scope(null);
    private Lexer lexer;
    private int line;
    Symbol intern(String n) {
        Symbol s = symbols.get(n);
        if (s == null) symbols.put(n, s = new Symbol(n));
        return s;
    }
    private <N extends Node> N at(N n) { positions.put(n, new Pos(line, lexer.column())); return n; }
    Node atom() {
        Token t = lexer.next();
        switch (t.kind) {
            case '0': return at(new Num(Double.parseDouble(t.text)));
            case 'a': return at(new Var(intern(t.text)));
            case '(': { Node n = sum(); lexer.next(); return n; }
            default: errors.add(new String("line " + line + ": " + t.kind)); return new Num(0);
        }
    }
    Node sum() {
        Node l = atom();
        for (;;) {
            Token t = lexer.next();
            if ("+-*/".indexOf(t.kind) < 0) { lexer.push(t); return l; }
            l = at(new Bin(t.kind, l, atom())); // LEAK positions
        }
    }
    void run(BufferedReader in) throws IOException {
        String s;
        while ((s = in.readLine()) != null) { // LOOP Calc.run
            line++;
            lexer = new Lexer(s);
            if (s.startsWith("{")) { scope = new Scope(scope); continue; }
            if (s.startsWith("}")) { if (scope.outer != null) scope = scope.outer; continue; }
            double v = sum().eval(scope);
            scope.set(intern("it"), v);
            System.out.println(v);
        }
        for (String e : errors) System.err.println(e);
    }
    public static void main(String[] args) throws IOException {
        new Calc().run(new BufferedReader(new InputStreamReader(System.in)));
    }
}

// A reader of nested blocks: a stack of open elements, text that is collected, names that are counted.
class Xmlish {
    static final class Element { final String name; final Element parent; int n; Element(String n, Element p) { name = n; parent = p; } }
    static final class Attr { final String k, v; Attr(String k, String v) { this.k = k; this.v = v; } }
    static final class Count { int n; }
    interface Sink { void element(Element e, List<Attr> attrs, String text); }
    private final ArrayDeque<Element> open = new ArrayDeque<>();
    private final List<Attr> attrs = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final Count[] byLetter = new Count[26];
    private Element current;
    void start(String name) {
        current = new Element(name, open.peek());
        open.push(current);
        attrs.clear();
        int i = Math.abs(name.hashCode()) % 26;
        if (byLetter[i] == null) byLetter[i] = new Count();
        byLetter[i].n++;
    }
    void attr(String k, String v) { attrs.add(new Attr(k, v)); }
    void end(Sink to) {
        if (open.isEmpty()) return;
        Element e = open.pop();
        to.element(e, attrs, text.toString());
        text.setLength(0);
        current = open.peek();
        if (current != null) current.n++;
    }
    public static void main(String[] args) {
        Xmlish x = new Xmlish();
        Scanner in = new Scanner(System.in);
        Sink s = (e, a, t) -> {
            System.out.print(e.name);
            for (Attr b : a) System.out.print(" " + b.k + "=" + b.v);
            System.out.println(t);
        };
        while (in.hasNext()) { // LOOP Xmlish.main
            String w = in.next();
            if (w.equals("</>")) x.end(s);
            else if (w.startsWith("<")) x.start(w.substring(1));
            else if (w.indexOf('=') > 0) x.attr(w.substring(0, w.indexOf('=')), w.substring(w.indexOf('=') + 1));
            else x.text.append(w);
        }
    }
}

// A template engine that is compiled anew if its file changes; the include graph is kept.
class Templates {
    static final class Template {
        final String name; final long stamp; final List<Template> includes = new ArrayList<>();
        Template(String n, long s) { name = n; stamp = s; }
        void render(Appendable a) throws IOException { a.append(name); for (Template t : includes) t.render(a); }
    }
    static final class Config {
        final Map<String, String> values; final Config previous;
        Config(Map<String, String> v, Config p) { values = v; previous = p; }
    }
    private final Map<String, Template> compiled = new TreeMap<>();
    private volatile Config config = new Config(new HashMap<>(), null);
    private final ThreadLocal<Map<String, Object>> context = new ThreadLocal<>();
    Template load(String name, long stamp) {
        Template t = compiled.get(name);
        if (t == null || t.stamp != stamp) {
            t = new Template(name, stamp);
            Template base = compiled.get("base");
            if (base != null) t.includes.add(base);
            compiled.put(name, t);
        }
        return t;
    }
    void reload(String k, String v) {
        Map<String, String> next = new HashMap<>(config.values);
        next.put(k, v);
        config = new Config(next, config); // LEAK config
    }
    public static void main(String[] args) throws IOException {
        Templates t = new Templates();
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) { // LOOP Templates.main
            String w = in.next();
            t.context.set(new HashMap<>());
            try {
                if (w.indexOf('=') > 0) t.reload(w, in.next());
                else t.load(w, System.currentTimeMillis() / 1000).render(System.out);
            } finally {
                t.context.remove();
            }
        }
    }
}
