/* generate-types.c: types that own resources, functions that promise something,
   and what the whole file needs, for random programs (generate.c).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "generate.h"

/* ---- Java.  ---- */

/* A class with an owning field.  */
static void
holder_class (void)
{
  unsigned broken = !chance (care) ? 1 + roll (8) : 0;
  const char *r = type ();
  const char *throws = close_throws ? " throws Trouble" : "";
  if (broken != 1)
    line ("@InheritableMustCall(\"close\")");
  open_block ("static class H");
  line ("private %s%s%s f;", holder_final ? "final " : "",
	broken != 2 ? "@Owning " : "", r);
  line ("H(%s%s r) {", broken != 3 ? "@Owning " : "", r);
  line ("  this.f = %s;", broken == 4 && holder_final ? "null" : "r");
  line ("}");
  line ("@NotOwning %s peek() { return f; }", r);
  if (broken != 5)
    line ("@EnsuresCalledMethods(value = \"this.f\", methods = \"close\")");
  line ("void close()%s {", throws);
  if (broken == 6)
    line ("  if (Run.flip()) { return; }");
  line ("  if (f != null) { f.close(); }");
  line ("}");
  if (!holder_final)
    {
      if (broken != 7)
	line ("@CreatesMustCallFor(\"this\")");
      line ("void set(@Owning %s r)%s {", r, throws);
      if (broken != 8)
	line (close_throws
	      ? "  try { if (f != null) { f.close(); } }"
	      " catch (Trouble e) { r.close(); throw e; }"
	      : "  if (f != null) { f.close(); }");
      line ("  f = r;");
      line ("}");
      line ("void clear()%s {", throws);
      if (chance (care))
	line ("  if (f != null) { f.close(); }");
      line ("  f = null;");
      line ("}");
    }
  close_block ();
  if (!holder_final)
    {
      line ("@CreatesMustCallFor(\"#1\")");
      line ("static void refill(H h, @Owning %s r)%s { h.set(r); }", r, throws);
    }
}

/* One with two.  */
static void
double_class (void)
{
  unsigned broken = !chance (care) ? 1 + roll (6) : 0;
  const char *r = type ();
  line ("@InheritableMustCall(\"close\")");
  open_block ("static class D");
  line ("private final %s%s a;", broken != 1 ? "@Owning " : "", r);
  line ("private final @Owning %s b;", r);
  line ("D(@Owning %s a, @Owning %s b) {", r, r);
  line ("  this.a = a;");
  line ("  this.b = %s;", broken == 2 ? "a" : "b");
  line ("}");
  line ("@EnsuresCalledMethods(value = {\"this.a\", \"this.b\"}, methods = \"close\")");
  line ("void close()%s {", close_throws ? " throws Trouble" : "");
  if (broken == 3)
    line ("  a.close();");
  else if (broken == 4)
    line ("  if (a != null) { a.close(); b.close(); }");
  else if (broken == 5 || (!close_throws && chance (50)))
    line ("  if (a != null) { a.close(); } if (b != null) { b.close(); }");
  else
    line ("  try { if (a != null) { a.close(); } }"
	  " finally { if (b != null) { b.close(); } }");
  line ("}");
  close_block ();
}

static void
wrapper_class (void)
{
  unsigned broken = !chance (care) ? 1 + roll (4) : 0;
  const char *r = type ();
  const char *throws = close_throws ? " throws Trouble" : "";
  line ("@InheritableMustCall(\"close\")");
  open_block ("static class W");
  line ("private final %s%s f;", broken != 1 ? "@Owning " : "", r);
  line ("@MustCallAlias W(@MustCallAlias %s r) {", r);
  line ("  this.f = %s;", broken == 2 ? "null" : "r");
  line ("}");
  if (broken != 3)
    line ("@EnsuresCalledMethods(value = \"this.f\", methods = \"close\")");
  line ("void close()%s {", throws);
  if (broken != 4)
    line ("  if (f != null) { f.close(); }");
  line ("}");
  close_block ();
}

/* Methods that promise what they call.  */
static void
java_helpers (void)
{
  const char *r = type ();
  const char *throws = close_throws ? " throws Trouble" : "";
  line ("@EnsuresCalledMethods(value = \"#1\", methods = \"close\")");
  line ("static void shut(%s r)%s {", r, throws);
  if (!chance (care))
    line ("  if (Run.flip()) { return; }");
  line ("  if (r != null) { r.close(); }");
  line ("}");
  line ("@EnsuresCalledMethodsIf(expression = \"#1\", result = true, methods = \"close\")");
  line ("static boolean tryShut(%s r)%s {", r, throws);
  line ("  if (Run.flip()) { return %s; }", chance (care) ? "false" : "true");
  line ("  r.close();");
  line ("  return true;");
  line ("}");
}

/* ---- C.  ---- */

/* Its memory is freed by the function that closes it.  Programs use it after
   that, too: run.c keeps it.  */
static void
holder_maker (unsigned broken)
{
  unsigned n = number;
  line ("static struct g%u_h *g%u_new (struct res *r%s);", n, n,
	broken != 3 ? " LEAKCHECK_OWNING" : "");
  line ("static struct g%u_h *g%u_new (struct res *r)", n, n);
  open_block ("");
  line ("struct g%u_h *h = calloc (1, sizeof *h);", n);
  line ("if (h == NULL) { if (r != NULL) res_close (r); return NULL; }");
  line ("h->f = %s;", broken == 4 ? "NULL" : "r");
  line ("return h;");
  close_block ();
}

/* A structure with an owning member.  */
static void
holder_struct (void)
{
  unsigned n = number;
  unsigned broken = !chance (care) ? 1 + roll (8) : 0;
  if (broken != 1)
    line ("struct LEAKCHECK_MUST_CALL (\"g%u_close\") g%u_h", n, n);
  else
    line ("struct g%u_h", n);
  line ("{");
  line ("  struct res *f%s;", broken != 2 ? " LEAKCHECK_OWNING" : "");
  line ("};");
  line ("static void g%u_close (struct g%u_h *h%s);", n, n,
	broken != 5 ? " LEAKCHECK_CLOSES" : "");
  line ("static void g%u_close (struct g%u_h *h)", n, n);
  open_block ("");
  if (broken == 6)
    line ("if (flip ()) return;");
  line ("if (h->f != NULL) res_close (h->f);");
  if (chance (50))
    line ("h->f = NULL;");
  if (!on_stack)
    line ("free (h);");
  close_block ();
  if (!on_stack)
    holder_maker (broken);
  line ("LEAKCHECK_NOT_OWNING static struct res *g%u_peek (struct g%u_h *h)", n, n);
  line ("{ return h->f; }");
  if (holder_final)
    return;
  line ("static void g%u_set (struct g%u_h *h, struct res *r LEAKCHECK_OWNING)%s;",
	n, n, broken != 7 ? " LEAKCHECK_CREATES (1)" : "");
  line ("static void g%u_set (struct g%u_h *h, struct res *r)", n, n);
  open_block ("");
  if (broken != 8)
    line ("if (h->f != NULL) res_close (h->f);");
  line ("h->f = r;");
  close_block ();
  line ("static void g%u_clear (struct g%u_h *h)", n, n);
  open_block ("");
  if (chance (care))
    line ("if (h->f != NULL) res_close (h->f);");
  line ("h->f = NULL;");
  close_block ();
}

/* Functions that promise what they release, or to acquire.  */
static void
c_helpers (void)
{
  unsigned n = number;
  line ("static void g%u_shut (struct res *r LEAKCHECK_CLOSES);", n);
  line ("static void g%u_shut (struct res *r)", n);
  open_block ("");
  if (!chance (care))
    line ("if (flip ()) return;");
  line ("if (r != NULL) res_close (r);");
  close_block ();
  line ("static bool g%u_tryshut (struct res *r)", n);
  line ("  LEAKCHECK_RELEASE_IF (\"any\", 1, \"result == 1\");");
  line ("static bool g%u_tryshut (struct res *r)", n);
  open_block ("");
  line ("if (flip ()) return %s;", chance (care) ? "false" : "true");
  line ("res_close (r);");
  line ("return true;");
  close_block ();
  line ("static int g%u_out (struct res **r)", n);
  line ("  LEAKCHECK_ACQUIRE_ARG (\"res\", 1, \"result == 0\");");
  line ("static int g%u_out (struct res **r)", n);
  open_block ("");
  if (chance (50))
    line ("if (flip ()) return -1;");
  line ("*r = res_open ();");
  if (!chance (care))
    line ("if (flip ()) return -1;");
  line ("return 0;");
  close_block ();
}

void
write_types (void)
{
  if (has_holder)
    {
      if (java)
	{
	  holder_class ();
	  double_class ();
	}
      else
	holder_struct ();
    }
  if (has_wrapper && java)
    wrapper_class ();
  if (has_helpers)
    {
      if (java)
	java_helpers ();
      else
	c_helpers ();
    }
}

/* ---- What all programs of a file need.  ---- */

const char java_prelude[] =
  "import org.checkerframework.checker.calledmethods.qual.*;\n"
  "import org.checkerframework.checker.mustcall.qual.*;\n"
  "class Trouble extends Exception { }\n"
  "class Run {\n"
  "  static long state;\n"
  "  static int fuel;\n"
  "  static int open;\n"
  "  static Object kept;\n"
  "  static int pick() { return flip() ? 0 : flip() ? 1 : 2; }\n"
  "  static boolean flip() {\n"
  "    state = state * 6364136223846793005L + 1442695040888963407L;\n"
  "    return fuel-- > 0 && (state >>> 40 & 1) != 0;\n"
  "  }\n"
  "  static void mayThrow() throws Trouble {\n"
  "    if (flip() && flip()) { throw new Trouble(); }\n"
  "  }\n"
  "  public static void main(String[] arguments) throws Throwable {\n"
  "    int programs = Integer.parseInt(arguments[0]);\n"
  "    int runs = Integer.parseInt(arguments[1]);\n"
  "    for (int i = 0; i < programs; i++) {\n"
  "      java.lang.reflect.Method m = Class.forName(\"G\" + i).getDeclaredMethod(\"m0\");\n"
  "      int leaks = 0;\n"
  "      for (int j = 0; j < runs; j++) {\n"
  "        state = i * 7919L + j; fuel = 40; open = 0;\n"
  "        flip(); flip();\n"
  "        try {\n"
  "          m.invoke(null);\n"
  "        } catch (java.lang.reflect.InvocationTargetException e) {\n"
  "          // Unchecked exceptions are ignored, by default.\n"
  "          if (!(e.getCause() instanceof Trouble)) { continue; }\n"
  "        }\n"
  "        if (open > 0) { leaks++; }\n"
  "      }\n"
  "      if (leaks > 0) { System.out.println(\"G\" + i + \" \" + leaks); }\n"
  "    }\n"
  "  }\n"
  "}\n"
  "@InheritableMustCall(\"close\") class Res implements AutoCloseable {\n"
  "  private boolean closed;\n"
  "  Res() { Run.open++; }\n"
  "  Res(int n) throws Trouble { Run.mayThrow(); Run.open++; }\n"
  "  void use() { }\n"
  "  public void close() { if (!closed) { closed = true; Run.open--; } }\n"
  "}\n"
  "@InheritableMustCall(\"close\") class Str implements AutoCloseable {\n"
  "  private boolean closed;\n"
  "  Str() { Run.open++; }\n"
  "  Str(int n) throws Trouble { Run.mayThrow(); Run.open++; }\n"
  "  void use() { }\n"
  "  public void close() throws Trouble {\n"
  "    if (!closed) { closed = true; Run.open--; }\n"
  "    Run.mayThrow();\n"
  "  }\n"
  "}\n";

const char c_prelude[] =
  "#include <leakcheck.h>\n"
  "#include <stdbool.h>\n"
  "#include <stddef.h>\n"
  "#include <stdlib.h>\n"
  "struct LEAKCHECK_MUST_CALL (\"res_close\") res;\n"
  "struct res *res_open (void);\n"
  "struct res *res_try_open (void);\n"
  "void res_close (struct res *r LEAKCHECK_CLOSES);\n"
  "bool flip (void);\n"
  "unsigned pick (void);\n"
  "static void *kept;\n";
