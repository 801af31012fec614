/* generate.c: writes small random programs with resources, in Java or in C, to
   be run for real and to be verified: what leaks when it runs must be reported.

   usage: verify-generate java|c SEED COUNT

   Every program is a class GN, or functions gN_*, on lines of their own.  It has
   one to four methods; method 0 is where it starts, and methods call those
   behind them only.  What is random at run time, branches and exceptions, comes
   from a source that the program is given (Run.flip, flip), which also ends
   all loops.

   A program that is random through and through leaks nearly always and is
   always reported, which tests little.  So what is written keeps to the rules of
   an owner nearly always (it closes before it overwrites, forgets what it gave
   away, and closes at the end, with or without "finally"), and breaks one now
   and then.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "generate.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_METHODS = 4, MAX_PARAMETERS = 2, LOCALS = 3, MAX_DEPTH = 3 };

/* ---- Chance.  ---- */

static uint64_t state;

/* One of 0 .. N - 1 (xorshift64*, Vigna).  */
unsigned
roll (unsigned n)
{
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (state * UINT64_C (2685821657736338717) >> 33) % n;
}

bool
chance (unsigned percent)
{
  return roll (100) < percent;
}

/* ---- What a program has.  ---- */

enum owner { BORROWED, OWNED, ALIASED };
enum result { NOTHING, OWNED_RESULT, BORROWED_RESULT, ALIASED_RESULT };

struct method
{
  unsigned n_parameters;
  enum owner parameters[MAX_PARAMETERS];
  enum result result;
  bool throws;
};

bool java;
unsigned number;
bool close_throws;
bool has_holder, has_wrapper, has_helpers;
bool holder_final;
bool on_stack;
unsigned care;

static unsigned n_methods;
static struct method methods[MAX_METHODS];
static unsigned current;	/* Method.  */
static unsigned depth, loops;
static unsigned indent;

const char *
type (void)
{
  return java ? close_throws ? "Str" : "Res" : "struct res *";
}

static const char *
null (void)
{
  return java ? "null" : "NULL";
}

void
line (const char *format, ...)
{
  va_list arguments;
  printf ("%*s", (int) indent, "");
  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
  putchar ('\n');
}

void
open_block (const char *head)
{
  line ("%s%s{", head, *head ? " " : "");
  indent += 2;
}

void
close_block (void)
{
  indent -= 2;
  line ("}");
}

/* A local or, less often, a parameter.  */
static const char *
variable (void)
{
  static char names[4][8];
  static unsigned next;
  char *name = names[next++ % 4];
  unsigned n = methods[current].n_parameters;
  if (n > 0 && chance (30))
    sprintf (name, "p%u", roll (n));
  else
    sprintf (name, "r%u", roll (LOCALS));
  return name;
}

const char *
local (void)
{
  static char names[4][8];
  static unsigned next;
  char *name = names[next++ % 4];
  sprintf (name, "r%u", roll (LOCALS));
  return name;
}

/* ---- Statements.  ---- */

static void
close_value (const char *name, bool tested)
{
  /* Some go by helpers that promise to do it, or by another type.  */
  if (has_helpers && tested && current < n_methods && chance (12))
    {
      unsigned n = number;
      unsigned way = roll (4);
      if (way == 0 && java)
	line ("shut(%s);", name);
      else if (way == 0)
	line ("g%u_shut (%s);", n, name);
      else if (way == 1 && java)
	line ("if (%s != null) { if (!tryShut(%s)) { %s.close(); } }", name, name,
	      name);
      else if (way == 1)
	line ("if (%s != NULL) { if (!g%u_tryshut (%s)) res_close (%s); }", name, n,
	      name, name);
      else if (way == 2 && java)
	line ("if (%s != null) { Object o = %s; ((%s) o).close(); }", name, name,
	      type ());
      else if (way == 2)
	line ("if (%s != NULL) { void *v = %s; res_close (v); }", name, name);
      else if (java)
	line ("if (%s == null) { } else { %s.close(); }", name, name);
      else
	line ("if (!%s) { } else res_close (%s);", name, name);
      return;
    }
  if (java)
    line (tested ? "if (%s != null) %s.close();" : "%.0s%s.close();",
	  name, name);
  else
    line (tested ? "if (%s != NULL) res_close (%s);" : "%.0sres_close (%s);",
	  name, name);
}

void
make_room (const char *name)
{
  if (chance (care))
    close_value (name, chance (98));
}

void
forget (const char *name)
{
  if (chance (care))
    line ("%s = %s;", name, null ());
}

/* A call of method CALLEE, whose result goes to a local.  */
static void
call (unsigned callee)
{
  const struct method *m = &methods[callee];
  char arguments[64] = "";
  char given[MAX_PARAMETERS][8] = { "" };
  for (unsigned i = 0; i < m->n_parameters; i++)
    {
      strcpy (given[i], local ());
      strcat (arguments, i > 0 ? ", " : "");
      strcat (arguments, chance (4) ? null () : given[i]);
    }
  /* Who gives the same away twice keeps nothing for the second.  */
  if (m->n_parameters == 2 && strcmp (given[0], given[1]) == 0 && chance (care))
    return;

  /* The result goes where no argument is: there are more locals.  */
  char target[16] = "";
  const char *name;
  bool among;
  do
    {
      name = local ();
      among = false;
      for (unsigned i = 0; i < m->n_parameters; i++)
	among |= strcmp (name, given[i]) == 0;
    }
  while (among && chance (care));
  if (m->result != NOTHING && chance (care))
    {
      if (!among)
	make_room (name);
      sprintf (target, "%s = ", name);
    }
  if (java)
    line ("%sm%u(%s);", target, callee, arguments);
  else
    line ("%sg%u_m%u (%s);", target, number, callee, arguments);
  for (unsigned i = 0; i < m->n_parameters; i++)
    if (m->parameters[i] == OWNED
	&& !(*target && strcmp (given[i], name) == 0))
      forget (given[i]);
  /* What is lent must not be closed, as far as anybody cares.  */
  if (*target && m->result == BORROWED_RESULT)
    forget (name);
}

static void
acquire (void)
{
  const char *name = local ();
  make_room (name);
  if (java)
    line (methods[current].throws && chance (40) ? "%s = new %s(1);"
	  : "%s = new %s();", name, type ());
  else
    line (chance (20) ? "%s = res_try_open ();" : "%s = res_open ();", name);
}

static void
copy (void)
{
  const char *to = local (), *from = variable ();
  if (strcmp (to, from) == 0)
    return;
  make_room (to);
  line ("%s = %s;", to, from);
  if (*from == 'r')
    forget (from);
}

static void
leave (void)
{
  const struct method *m = &methods[current];
  for (unsigned i = 0; i < LOCALS; i++)
    if (chance (care))
      {
	char name[16];
	sprintf (name, "r%u", i);
	close_value (name, true);
      }
  for (unsigned i = 0; i < m->n_parameters; i++)
    if (m->parameters[i] == OWNED && chance (care))
      {
	char name[16];
	sprintf (name, "p%u", i);
	close_value (name, true);
      }
}

/* Give back what the method promises, or nothing.  */
static void
give_back (void)
{
  const struct method *m = &methods[current];
  unsigned roll_of = roll (100);
  char parameter[16] = "";
  for (unsigned i = 0; i < m->n_parameters; i++)
    if (m->parameters[i]
	== (m->result == ALIASED_RESULT ? ALIASED : BORROWED))
      sprintf (parameter, "p%u", i);
  switch (m->result)
    {
    case NOTHING:
      leave ();
      line ("return;");
      return;
    case OWNED_RESULT:
      /* r0 is what is kept back.  */
      for (unsigned i = 1; i < LOCALS; i++)
	if (chance (care))
	  {
	    char name[16];
	    sprintf (name, "r%u", i);
	    close_value (name, true);
	  }
      for (unsigned i = 0; i < m->n_parameters; i++)
	if (m->parameters[i] == OWNED && chance (care))
	  {
	    char name[16];
	    sprintf (name, "p%u", i);
	    close_value (name, true);
	  }
      line ("return %s;", roll_of < care ? "r0" : variable ());
      return;
    case BORROWED_RESULT:
    case ALIASED_RESULT:
      leave ();
      line ("return %s;", roll_of < care && *parameter ? parameter
	    : roll_of < care + 2 ? null () : variable ());
    }
}

static void body (unsigned count);

static void
may_throw (void)
{
  const struct method *m = &methods[current];
  if (java)
    {
      if (m->throws)
	line ("Run.mayThrow();");
    }
  else
    {
      /* What C has instead.  */
      open_block ("if (flip ())");
      if (m->result == NOTHING || chance (50))
	give_back ();
      else
	{
	  leave ();
	  line ("return NULL;");
	}
      close_block ();
    }
}

static void
try_block (void)
{
  const struct method *m = &methods[current];
  if (!java)
    {
      body (1 + roll (2));
      return;
    }
  bool handler = m->throws && chance (50);
  bool finally = !handler || chance (30);
  char head[32];
  open_block ("try");
  body (1 + roll (3));
  /* Who catches Trouble must have something that throws it.  */
  if (handler)
    line ("Run.mayThrow();");
  indent -= 2;
  if (handler)
    {
      /* Handlers nest, and Java hides no variable.  */
      sprintf (head, "} catch (Trouble e%u)", depth);
      open_block (head);
      body (roll (2));
      if (chance (30))
	{
	  leave ();
	  line ("throw e%u;", depth);
	}
      indent -= 2;
    }
  if (finally)
    {
      open_block ("} finally");
      for (unsigned i = 0; i < LOCALS; i++)
	if (chance (40))
	  {
	    char name[16];
	    sprintf (name, "r%u", i);
	    close_value (name, true);
	    if (!close_throws || chance (50))
	      line ("%s = null;", name);
	  }
      indent -= 2;
    }
  line ("}");
}

/* Blocks that end in something of their own.  */
static void
special_block (void)
{
  depth++;
  switch (roll (java ? 4 : 2))
    {
    case 0:
      open_block (java ? "switch (Run.pick())" : "switch (pick ())");
      for (unsigned i = 0; i < 3; i++)
	{
	  line (i < 2 ? "case %u:" : "default:", i);
	  indent += 2;
	  open_block ("");
	  body (roll (2));
	  close_block ();
	  if (chance (70))
	    line ("break;");
	  indent -= 2;
	}
      close_block ();
      break;
    case 1:
      loops++;
      open_block ("do");
      body (1 + roll (2));
      indent -= 2;
      line (java ? "} while (Run.flip());" : "} while (flip ());");
      loops--;
      break;
    case 2:
      line ("try (%s with%u = new %s()) {", type (), depth, type ());
      indent += 2;
      line ("with%u.use();", depth);
      body (roll (3));
      close_block ();
      break;
    default:
      open_block ("synchronized (Run.class)");
      body (1 + roll (2));
      close_block ();
      break;
    }
  depth--;
}

static void
statement (void)
{
  const struct method *m = &methods[current];
  const char *flip = java ? "Run.flip()" : "flip ()";
  char head[48];
  unsigned n = roll (100);
  if (chance (8))
    {
      oddity ();
      return;
    }
  if (depth < MAX_DEPTH && chance (7))
    {
      special_block ();
      return;
    }
  if (depth >= MAX_DEPTH && n >= 60)
    n = roll (60);
  if (n < 18)
    acquire ();
  else if (n < 26)
    {
      const char *name = variable ();
      if (*name == 'r' || m->parameters[name[1] - '0'] == OWNED || chance (15))
	close_value (name, chance (97));
    }
  else if (n < 32)
    copy ();
  else if (n < 46)
    {
      if (current + 1 < n_methods)
	call (current + 1 + roll (n_methods - current - 1));
    }
  else if (n < 51)
    holder ();
  else if (n < 55)
    wrapper ();
  else if (n < 60)
    may_throw ();
  else if (n < 76)
    {
      const char *name = variable ();
      if (chance (25))
	sprintf (head, java ? "if (%s %s null)" : "if (%s %s NULL)", name,
		 chance (50) ? "==" : "!=");
      else
	sprintf (head, "if (%s)", flip);
      depth++;
      open_block (head);
      body (1 + roll (2));
      indent -= 2;
      if (chance (40))
	{
	  open_block ("} else");
	  body (1 + roll (2));
	  indent -= 2;
	}
      line ("}");
      depth--;
    }
  else if (n < 84)
    {
      sprintf (head, "while (%s)", flip);
      depth++;
      loops++;
      open_block (head);
      body (1 + roll (3));
      close_block ();
      loops--;
      depth--;
    }
  else if (n < 92)
    {
      depth++;
      try_block ();
      depth--;
    }
  else if (n < 95 && loops > 0)
    {
      sprintf (head, "if (%s)", flip);
      open_block (head);
      line (chance (50) ? "break;" : "continue;");
      close_block ();
    }
  else if (n < 98)
    {
      sprintf (head, "if (%s)", flip);
      open_block (head);
      give_back ();
      close_block ();
    }
  else
    {
      /* A block with a variable of its own.  */
      open_block ("");
      if (java)
	line ("%s t = new %s();", type (), type ());
      else
	line ("struct res *t = res_open ();");
      if (chance (care))
	close_value ("t", chance (50));
      close_block ();
    }
}

static void
body (unsigned count)
{
  while (count-- > 0)
    statement ();
}

/* ---- Methods, classes and programs.  ---- */

/* The parameters of M, into TEXT.  */
static void
parameter_list (const struct method *m, char *text)
{
  *text = '\0';
  for (unsigned p = 0; p < m->n_parameters; p++)
    {
      const char *before = "", *behind = "";
      if (java && m->parameters[p] != BORROWED)
	before = m->parameters[p] == OWNED ? "@Owning " : "@MustCallAlias ";
      if (!java && m->parameters[p] == OWNED)
	behind = " LEAKCHECK_OWNING";
      sprintf (strchr (text, '\0'), "%s%s%s%sp%u%s", p > 0 ? ", " : "", before,
	       type (), java ? " " : "", p, behind);
    }
  if (!java && m->n_parameters == 0)
    strcpy (text, "void");
}

static void
heading (unsigned i)
{
  const struct method *m = &methods[i];
  char parameters[128];
  char head[256];
  parameter_list (m, parameters);
  if (java)
    sprintf (head, "%s%sstatic %s m%u(%s)%s",
	     m->result == BORROWED_RESULT ? "@NotOwning " : "",
	     m->result == ALIASED_RESULT ? "@MustCallAlias " : "",
	     m->result == NOTHING ? "void" : type (), i, parameters,
	     m->throws ? " throws Trouble" : "");
  else
    sprintf (head, "%s%s%sg%u_m%u (%s)",
	     m->result == BORROWED_RESULT ? "LEAKCHECK_NOT_OWNING " : "",
	     i == 0 ? "" : "static ", m->result == NOTHING ? "void " : type (),
	     number, i, parameters);
  if (!java)
    line ("%s%s;", head, m->result == ALIASED_RESULT ? " LEAKCHECK_ALIAS (1)" : "");
  open_block (head);
}

static void
method (unsigned i)
{
  const struct method *m = &methods[i];
  current = i;
  heading (i);
  for (unsigned l = 0; l < LOCALS; l++)
    line ("%s%sr%u = %s;", type (), java ? " " : "", l, null ());
  bool guarded = m->throws && chance (care);
  if (guarded)
    open_block ("try");
  if (i == 0)
    /* Nothing shall stand there in vain.  */
    for (unsigned callee = 1; callee < n_methods; callee++)
      {
	if (chance (60))
	  acquire ();
	call (callee);
	body (roll (2));
      }
  else
    body (1 + roll (4));
  if (guarded)
    {
      line ("Run.mayThrow();");
      indent -= 2;
      open_block ("} catch (Trouble e)");
      leave ();
      line ("throw e;");
      close_block ();
    }
  give_back ();
  close_block ();
}

static void
program (unsigned n)
{
  number = n;
  n_methods = 1 + roll (MAX_METHODS);
  close_throws = java && chance (25);
  /* One in three breaks no rule knowingly.  */
  care = 100 - roll (3) * 4;
  has_holder = chance (45);
  has_wrapper = chance (35);
  has_helpers = chance (50);
  holder_final = chance (50);
  on_stack = !holder_final && chance (30);
  memset (methods, 0, sizeof methods);
  for (unsigned i = 1; i < n_methods; i++)
    {
      struct method *m = &methods[i];
      m->n_parameters = roll (MAX_PARAMETERS + 1);
      m->result = roll (3);
      for (unsigned p = 0; p < m->n_parameters; p++)
	m->parameters[p] = chance (45) ? OWNED : BORROWED;
      if (m->n_parameters > 0 && chance (20))
	{
	  m->result = ALIASED_RESULT;
	  m->parameters[0] = ALIASED;
	}
    }
  bool throws = java && (close_throws || chance (50));
  for (unsigned i = 0; i < n_methods; i++)
    methods[i].throws = throws;

  if (java)
    {
      char head[32];
      sprintf (head, "class G%u", n);
      open_block (head);
      write_types ();
      for (unsigned i = 0; i < n_methods; i++)
	method (i);
      close_block ();
    }
  else
    {
      line ("/* program G%u */", n);
      write_types ();
      for (unsigned i = n_methods; i-- > 0; )
	method (i);
    }
}

/* ---- The file.  ---- */

int
main (int argc, char **argv)
{
  if (argc != 4 || (strcmp (argv[1], "java") != 0 && strcmp (argv[1], "c") != 0))
    {
      fprintf (stderr, "usage: %s java|c SEED COUNT\n", argv[0]);
      return 2;
    }
  java = strcmp (argv[1], "java") == 0;
  state = strtoull (argv[2], NULL, 10) * UINT64_C (0x9e3779b97f4a7c15) + 1;
  unsigned count = strtoul (argv[3], NULL, 10);
  fputs (java ? java_prelude : c_prelude, stdout);
  for (unsigned n = 0; n < count; n++)
    program (n);
  if (!java)
    {
      printf ("void (*const programs[]) (void) = {");
      for (unsigned n = 0; n < count; n++)
	printf ("%s g%u_m0", n > 0 ? "," : "", n);
      printf (" };\nconst unsigned n_programs = %u;\n", count);
    }
  return ferror (stdout) || fflush (stdout) ? 1 : 0;
}
