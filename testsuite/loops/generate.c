/* generate.c: writes small random programs in Java, each a class GN with a loop that makes objects and
   puts them somewhere.  They are run for real, and what is then left behind must be reported.

   usage: loops-generate SEED COUNT

   A program has one to three flows.  A flow makes an object in each iteration, carries it by some way
   to a holder, and may read or remove it there: all that is random.  Each line of flow J has a
   comment that begins with F and J.  When it runs, class Run counts for each flow how many objects
   were made, how many a garbage collection leaves, and how many were read in a later iteration;
   its output has lines "GN J MADE LEFT READ".

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

/* One of 0 .. N - 1 (xorshift64*, Vigna).  */
static unsigned
roll (unsigned n)
{
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (unsigned) (state * UINT64_C (2685821657736338717) >> 33) % n;
}

enum holder { LIST, MAP, QUEUE, CHAIN, LAST, RING, ARRAY, BOX, HOLDERS };
enum way { DIRECT, HELPER, SAME, WRAPPED, LAMBDA, FACTORY, SOMETIMES, VIRTUAL, WAYS };
enum read { NOT_READ, READ_ALL, READ_ELSEWHERE, ASKED, READ_AFTER, READS };
enum removal { NOT_REMOVED, REMOVED, CLEARED, CLEARED_SOMETIMES, REMOVALS };

struct flow
{
  enum holder holder;
  enum way way;
  enum read read;
  enum removal removal;
};

/* Print a line of flow J.  */
static void line (unsigned j, const char *text, ...) __attribute__ ((format (printf, 2, 3)));

static void
line (unsigned j, const char *text, ...)
{
  va_list args;
  va_start (args, text);
  printf ("    ");
  vprintf (text, args);
  printf (" // F%u\n", j);
  va_end (args);
}

/* The class of what the holder of F, flow J, holds.  */
static const char *
element (const struct flow *f, unsigned j)
{
  static char text[20];
  snprintf (text, sizeof text, "%c%u", f->way == WRAPPED ? 'W' : 'O', j);
  return text;
}

/* The members of flow J: classes, the holder, the methods that it is carried through.  */
static void
print_members (const struct flow *f, unsigned j)
{
  const char *e = element (f, j);
  line (j, "static class O%u { int id; }", j);
  if (f->way == WRAPPED)
    line (j, "static class W%u { int id; O%u o; W%u (O%u o) { this.o = o; id = o.id; } }", j, j, j, j);
  switch (f->holder)
    {
    case LIST:
      line (j, "static List<%s> h%u = new ArrayList<> ();", e, j);
      break;
    case MAP:
      line (j, "static Map<Integer, %s> h%u = new HashMap<> ();", e, j);
      break;
    case QUEUE:
      line (j, "static Deque<%s> h%u = new ArrayDeque<> ();", e, j);
      break;
    case CHAIN:
      line (j, "static class N%u { %s item; N%u next; N%u (%s i, N%u n) { item = i; next = n; } }", j,
	    e, j, j, e, j);
      line (j, "static N%u h%u;", j, j);
      break;
    case LAST:
      line (j, "static %s h%u;", e, j);
      break;
    case RING:
      line (j, "static %s[] h%u = new %s[4];", e, j, e);
      break;
    case ARRAY:
      line (j, "static final %s[] none%u = new %s[0];", e, j, e);
      line (j, "static %s[] h%u = none%u;", e, j, j);
      break;
    default:
      line (j, "static Box h%u = new Box ();", j);
      break;
    }
  static const char *const puts[]
    = { "h%u.add (o);", "h%u.put (Run.now, o);", "h%u.addLast (o);", "h%u = new N%u (o, h%u);",
	"h%u = o;", "h%u[Run.now %% 4] = o;",
	"h%u = Arrays.copyOf (h%u, h%u.length + 1); h%u[h%u.length - 1] = o;", "h%u.add (o);" };
  printf ("    static void put%u (%s o) { ", j, e);
  printf (puts[f->holder], j, j, j, j, j);
  printf (" } // F%u\n", j);
  if (f->way == FACTORY)
    line (j, "static O%u make%u () { return new O%u (); }", j, j, j);
  if (f->way == VIRTUAL)
    {
      line (j, "interface Sink%u { void take (%s o); }", j, e);
      line (j, "static class Keep%u implements Sink%u { public void take (%s o) { put%u (o); } }", j,
	    j, e, j);
      line (j, "static class Drop%u implements Sink%u { public void take (%s o) { } }", j, j, e);
    }
}

/* Read all that the holder has.  */
static void
print_read (const struct flow *f, unsigned j, const char *before)
{
  const char *e = element (f, j);
  switch (f->holder)
    {
    case LIST:
    case QUEUE:
      line (j, "%sfor (%s x : h%u) Run.read (x.id);", before, e, j);
      break;
    case MAP:
      line (j, "%sfor (%s x : h%u.values ()) Run.read (x.id);", before, e, j);
      break;
    case CHAIN:
      line (j, "%sfor (N%u n = h%u; n != null; n = n.next) Run.read (n.item.id);", before, j, j);
      break;
    case LAST:
      line (j, "%sif (h%u != null) Run.read (h%u.id);", before, j, j);
      break;
    case RING:
    case ARRAY:
      line (j, "%sfor (%s x : h%u) if (x != null) Run.read (x.id);", before, e, j);
      break;
    default:
      line (j, "%sfor (Object x : h%u.list) Run.read (((%s) x).id);", before, j, e);
      break;
    }
}

static void
print_removal (const struct flow *f, unsigned j)
{
  static const char *const ones[]
    = { "h%u.remove (e%u);", "h%u.remove (Run.now);", "h%u.remove (e%u);",
	"if (h%u != null) h%u = h%u.next;",
	"h%u = null;", "", "h%u = none%u;", "h%u.list.remove (e%u);" };
  static const char *const alls[]
    = { "h%u.clear ();", "h%u.clear ();", "h%u.clear ();", "h%u = null;", "h%u = null;",
	"Arrays.fill (h%u, null);", "h%u = none%u;", "h%u.list.clear ();" };
  if (f->removal == NOT_REMOVED || (f->removal == REMOVED && f->way == SOMETIMES))
    return;
  printf ("    %s", f->removal == CLEARED_SOMETIMES ? "if (Run.flip ()) " : "");
  printf (f->removal == REMOVED ? ones[f->holder] : alls[f->holder], j, j, j);
  printf (" // F%u\n", j);
}

/* The part of flow J in the loop.  */
static void
print_iteration (const struct flow *f, unsigned program, unsigned j)
{
  if (f->read == READ_ALL)
    print_read (f, j, "");
  if (f->read == READ_ELSEWHERE)
    line (j, "look%u ();", j);
  if (f->read == ASKED && (f->holder == LIST || f->holder == QUEUE))
    line (j, "if (!h%u.contains (Run.all)) Run.asked (%u, %u);", j, program, j);
  if (f->way == FACTORY)
    line (j, "O%u o%u = make%u ();", j, j, j);
  else
    line (j, "O%u o%u = new O%u ();", j, j, j);
  line (j, "o%u.id = Run.made (o%u, %u, %u);", j, j, program, j);
  if (f->way == WRAPPED)
    line (j, "W%u e%u = new W%u (o%u);", j, j, j, j);
  else if (f->way == SAME)
    line (j, "O%u e%u = Util.same (o%u);", j, j, j);
  else
    line (j, "O%u e%u = o%u;", j, j, j);
  if (f->way == LAMBDA)
    line (j, "Runnable r%u = () -> put%u (e%u); r%u.run ();", j, j, j, j);
  else if (f->way == SOMETIMES)
    line (j, "if (Run.flip ()) put%u (e%u);", j, j);
  else if (f->way == VIRTUAL)
    line (j, "Sink%u s%u = Run.flip () ? new Keep%u () : new Drop%u (); s%u.take (e%u);", j, j, j, j,
	  j, j);
  else if (f->way == HELPER && (f->holder == LIST || f->holder == QUEUE))
    line (j, "Util.add (h%u, e%u);", j, j);
  else
    line (j, "put%u (e%u);", j, j);
  print_removal (f, j);
}

static void
print_program (unsigned number)
{
  unsigned n = 1 + roll (3);
  struct flow flows[3];
  for (unsigned j = 0; j < n; j++)
    flows[j] = (struct flow) { roll (HOLDERS), roll (WAYS), roll (2) ? NOT_READ : roll (READS),
			       roll (2) ? NOT_REMOVED : roll (REMOVALS) };
  printf ("class G%u {\n", number);
  for (unsigned j = 0; j < n; j++)
    {
      print_members (&flows[j], j);
      if (flows[j].read == READ_ELSEWHERE)
	{
	  char head[40];
	  snprintf (head, sizeof head, "static void look%u () { ", j);
	  printf ("    %s// F%u\n", head, j);
	  print_read (&flows[j], j, "");
	  line (j, "}");
	}
    }
  printf ("  public static void main (String[] args) {\n"
	  "    for (int i = 0; i < Run.TIMES; i++) { // LOOP\n    Run.now = i;\n");
  for (unsigned j = 0; j < n; j++)
    print_iteration (&flows[j], number, j);
  printf ("    }\n    Run.now++;\n");
  for (unsigned j = 0; j < n; j++)
    if (flows[j].read == READ_AFTER)
      print_read (&flows[j], j, "");
  printf ("  }\n}\n");
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    {
      fputs ("usage: loops-generate SEED COUNT\n", stderr);
      return 2;
    }
  state = strtoull (argv[1], NULL, 10) * UINT64_C (0x9e3779b97f4a7c15) + 1;
  unsigned count = (unsigned) strtoul (argv[2], NULL, 10);
  puts ("import java.lang.ref.WeakReference;\nimport java.util.*;");
  puts ("class Box { List<Object> list = new ArrayList<> (); void add (Object o) { list.add (o); } }");
  puts ("class Util {\n"
	"  static <T> T same (T o) { return o; }\n"
	"  static <T> void add (Collection<T> c, T o) { c.add (o); }\n}");
  /* Objects are known by numbers, so that what counts them is no reader of them.  */
  puts ("class Run {\n"
	"  static final int TIMES = 60;\n"
	"  static int now, seed = 7;\n"
	"  static List<WeakReference<Object>> all = new ArrayList<> ();\n"
	"  static List<int[]> facts = new ArrayList<> ();\n"
	"  static boolean flip () { seed = seed * 1103515245 + 12345; return (seed >> 16 & 1) != 0; }\n"
	"  static int made (Object o, int program, int flow) {\n"
	"    all.add (new WeakReference<> (o));\n"
	"    facts.add (new int[] { program, flow, now, 0 });\n"
	"    return facts.size () - 1;\n  }\n"
	"  static void read (int id) { if (facts.get (id)[2] < now) facts.get (id)[3] = 1; }\n"
	"  static void asked (int program, int flow) {\n"
	"    for (int[] f : facts) if (f[0] == program && f[1] == flow) f[3] = 1;\n  }\n"
	"  public static void main (String[] args) throws Exception {\n"
	"    int count = Integer.parseInt (args[0]);\n"
	"    for (int i = 0; i < count; i++)\n"
	"      Class.forName (\"G\" + i).getMethod (\"main\", String[].class)"
	".invoke (null, (Object) new String[0]);\n"
	"    System.gc ();\n"
	"    int[][] sums = new int[count * 3][3];\n"
	"    for (int i = 0; i < facts.size (); i++) {\n"
	"      int[] f = facts.get (i), s = sums[f[0] * 3 + f[1]];\n"
	"      s[0]++;\n"
	"      if (all.get (i).get () != null) s[1]++;\n"
	"      s[2] += f[3];\n    }\n"
	"    for (int i = 0; i < sums.length; i++)\n"
	"      if (sums[i][0] > 0)\n"
	"        System.out.println (\"G\" + i / 3 + \" \" + i % 3 + \" \" + sums[i][0] + \" \""
	" + sums[i][1] + \" \" + sums[i][2]);\n  }\n}");
  for (unsigned i = 0; i < count; i++)
    print_program (i);
  return 0;
}
