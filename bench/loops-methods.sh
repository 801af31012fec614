#!/bin/bash
# Measures how the time of mode loops grows with the number of methods: generated programs of 2,000,
# 5,000, 10,000 and 20,000 methods, a hundred to a class, with one loop whose body reaches all of
# them.  Methods make objects, put them into lists, maps and structures of their own, read and
# remove them; two of ten leave what they make behind.
#
# Usage: loops-methods.sh [METHODS...]
#
# Prints processor seconds of the whole compiler run, that divided by n log n, peak memory, and the
# number of reports.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

. "$(dirname "$0")/common.sh"

[ $# -gt 0 ] || set -- 2000 5000 10000 20000
bench_begin_generated loops

# generate METHODS: their classes, compiled, in WORK/METHODS.
generate ()
{
  bench_generate "$1" <<'END'
import sys
KINDS = [
  "  void m%d (Item i) { list.add (i); for (Item k : list) k.use (); }",
  "  void m%d (Item i) { map.put (i.n, new Item (i.n + %d)); map.get (i.n).use (); }",
  "  void m%d (Item i) { Item k = new Item (%d); queue.add (k); queue.poll ().use (); }",
  "  void m%d (Item i) { head = new Link (i, head); head.item.use (); }",
  "  void m%d (Item i) { last = i; if (last != null) last.use (); }",
  "  Item m%d (Item i) { Item k = pass (new Item (%d)); k.use (); return k; }",
  "  void m%d (Item i) { ArrayList<Item> l = new ArrayList<> (); l.add (i); l.get (0).use (); }",
  "  void m%d (Item i) { run (() -> i.use ()); }",
  "  void m%d (Item i) { Item[] a = new Item[4]; a[i.n & 3] = new Item (%d); a[0].use (); }",
  "  void m%d (Item i) { kept.add (new Item (%d)); }",
]
number, folder = int(sys.argv[1]), sys.argv[2]
classes = number // 100
for c in range(classes):
    with open(f"{folder}/C{c}.java", "w") as out:
        out.write(f"package g;\nimport java.util.*;\nclass C{c}\n{{\n"
                  "  List<Item> list = new ArrayList<> (), kept = new ArrayList<> ();\n"
                  "  Map<Integer, Item> map = new HashMap<> ();\n"
                  "  Deque<Item> queue = new ArrayDeque<> ();\n  Item last;\n  Link head;\n"
                  "  static Item pass (Item i) { return i; }\n"
                  "  static void run (Runnable r) { r.run (); }\n")
        for m in range(96):
            kind = KINDS[(c + m) % len(KINDS)]
            out.write((kind % (m, m) if kind.count("%d") == 2 else kind % m) + "\n")
        out.write("  void all (Item i)\n  {\n")
        for m in range(96):
            out.write(f"    m{m} (i);\n")
        if c + 1 < classes:
            out.write(f"    next.all (new Item ({c}));\n")
        out.write("  }\n")
        if c + 1 < classes:
            out.write(f"  C{c + 1} next = new C{c + 1} ();\n")
        out.write("}\n")
with open(f"{folder}/Main.java", "w") as out:
    out.write("""package g;
class Item { int n; Item (int n) { this.n = n; } void use () { System.out.println (n); } }
class Link { Item item; Link next; Link (Item i, Link l) { item = i; next = l; } }
class Main
{
  public static void main (String[] args)
  {
    C0 c = new C0 ();
    for (int i = 0; i >= 0; i++)
      c.all (new Item (i));
  }
}
""")
END
}

printf '%8s %8s %12s %6s %8s\n' methods 'CPU s' 'us/n log n' MB reports
for methods
do
  generate "$methods"
  /usr/bin/time -f '%U %S %M' -o "$work/time" "$bench_cc" -fplugin="$bench_plugin" \
    -fplugin-arg-leakcheck-mode=loops -fplugin-arg-leakcheck-loop=g.Main.main:9 \
    -fplugin-arg-leakcheck-java="$work/$methods" -x c -fsyntax-only /dev/null 2>"$work/out"
  ! grep -q '^Command ' "$work/time" || bench_die "the compiler failed: see $work/out"
  read -r user system memory < <(tail -n 1 "$work/time")
  awk -v n="$methods" -v u="$user" -v s="$system" -v m="$memory" \
    -v f="$(grep -c 'warning: memory leak' "$work/out")" 'BEGIN {
      printf "%8d %8.2f %12.3f %6d %8d\n", n, u + s, (u + s) / (n * log (n)) * 1e6, m / 1024, f }'
done
