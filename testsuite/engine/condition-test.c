/* Path conditions and known bits, by tables: assumptions about one number, its sum with a
   constant and some of its bits.

   Sound: whatever three assumptions a number meets, they do not contradict each other, and the
   number is in the range that is known then.  Precise: the table has assumptions of which the
   last contradicts the others, and must be found to.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "../../analysis/state/state.h"

enum subject { X, BIT_4, BITS_6, SUM_3, N_SUBJECTS };

struct assumption
{
  enum subject subject;
  enum lk_compare op;
  int64_t constant;
};

static struct lk_unit *unit;
static struct lk_function *function;
static struct context context;
static struct lk_operand subjects[N_SUBJECTS];
static bool failed;

static const struct
{
  const char *name;
  unsigned n;
  struct assumption all[3];
} contradictions[] = {
  { "another number", 2, { { X, LK_EQ, 3 }, { X, LK_EQ, 4 } } },
  { "not that number", 2, { { X, LK_EQ, 3 }, { X, LK_NE, 3 } } },
  { "below and above", 2, { { X, LK_LT, 0 }, { X, LK_GT, 0 } } },
  { "between two neighbours", 2, { { X, LK_GT, 4 }, { X, LK_LT, 5 } } },
  { "between, without the only one", 3, { { X, LK_GE, 4 }, { X, LK_LE, 4 }, { X, LK_NE, 4 } } },
  { "a bit of a number without it", 2, { { X, LK_EQ, 3 }, { BIT_4, LK_NE, 0 } } },
  { "no bit of a number with it", 2, { { X, LK_EQ, 5 }, { BIT_4, LK_EQ, 0 } } },
  { "a bit, and none of more bits", 2, { { BIT_4, LK_NE, 0 }, { BITS_6, LK_EQ, 0 } } },
  { "none of more bits, and one", 2, { { BITS_6, LK_EQ, 0 }, { BIT_4, LK_NE, 0 } } },
  { "a bit above the range", 3, { { X, LK_GE, 0 }, { X, LK_LE, 3 }, { BIT_4, LK_NE, 0 } } },
  { "a sum of another number", 2, { { X, LK_EQ, 2 }, { SUM_3, LK_EQ, 6 } } },
  { "a sum out of range", 2, { { X, LK_LT, 0 }, { SUM_3, LK_GT, 3 } } },
};

static bool
meets (int64_t value, enum lk_compare op, int64_t c)
{
  switch (op)
    {
    case LK_EQ: return value == c;
    case LK_NE: return value != c;
    case LK_LT: return value < c;
    case LK_LE: return value <= c;
    case LK_GT: return value > c;
    case LK_GE: return value >= c;
    }
  return false;
}

static int64_t
value_of (enum subject subject, int64_t x)
{
  return (subject == BIT_4 ? (x & 4) : subject == BITS_6 ? (x & 6)
	  : subject == SUM_3 ? x + 3 : x);
}

static lk_var
add_pure (struct lk_graph *g, uint32_t code, lk_var of, int64_t c)
{
  lk_var v = lk_graph_add_var (g, LK_VAR_VALUE, NULL, 0);
  struct lk_definition *def = &g->vars[v].def;
  def->kind = LK_DEF_PURE;
  def->code = code;
  def->a = lk_operand_path (lk_path_make (g, of, 0, NULL, 0));
  def->b = lk_operand_const (c);
  return v;
}

static void
begin (void)
{
  static const struct lk_host host;
  static const struct lk_kind kind;
  static struct obligation o = { .kind = &kind };
  struct lk_options options;
  memset (&options, 0, sizeof options);
  unit = lk_unit_new (&host, &options);
  function = lk_unit_add_function (unit, "f");
  struct lk_graph *g = lk_graph_new (function);
  function->graph = g;
  lk_var vars[N_SUBJECTS];
  vars[X] = lk_graph_add_formal (g, "x");
  vars[BIT_4] = add_pure (g, LK_PURE_AND, vars[X], 4);
  vars[BITS_6] = add_pure (g, LK_PURE_AND, vars[X], 6);
  vars[SUM_3] = add_pure (g, LK_PURE_ADD, vars[X], 3);
  for (unsigned i = 0; i < N_SUBJECTS; i++)
    subjects[i] = lk_operand_path (lk_path_make (g, vars[i], 0, NULL, 0));
  /* Two tests of each, so that conditions on it are kept.  */
  uint32_t last = 0;
  for (unsigned i = 0; i <= 2 * N_SUBJECTS; i++)
    last = lk_graph_add_block (g);
  for (unsigned i = 0; i < last; i++)
    {
      lk_graph_add_edge (g, i, i + 1, 0);
      lk_graph_add_edge (g, i, last, 0);
      g->blocks[i].term = LK_TERM_COND;
      g->blocks[i].op = LK_EQ;
      g->blocks[i].a = subjects[i % N_SUBJECTS];
      g->blocks[i].b = lk_operand_const (0);
    }
  g->blocks[last].term = LK_TERM_RETURN;
  memset (&context, 0, sizeof context);
  o.function = function;
  context.unit = unit;
  context.graph = g;
  context.view = view_new (unit, g);
  context.arena = context.view->arena;
  context.obligation = &o;
  context.running = UINT32_MAX;
}

/* Assume N of ALL.  Return false if they contradict each other.  */
static bool
assume_all (struct scratch *s, const struct assumption *all, unsigned n)
{
  memset (s, 0, sizeof *s);
  for (unsigned i = 0; i < n; i++)
    {
      struct lk_operand c = lk_operand_const (all[i].constant);
      if (!assume (&context, s, all[i].op, &subjects[all[i].subject], &c, true))
	return false;
    }
  return true;
}

/* Return true if X, which meets ALL, may be what it is after them.  */
static bool
allows (const struct assumption *all, unsigned n, int64_t x)
{
  struct scratch s;
  bool good = assume_all (&s, all, n);
  for (unsigned i = 0; i < N_SUBJECTS && good; i++)
    {
      struct lk_range r = operand_range (&context, &s, &subjects[i]);
      good = lk_range_contains (&r, value_of (i, x));
    }
  if (!good)
    {
      printf ("x = %" PRId64 " is excluded by:", x);
      for (unsigned i = 0; i < n; i++)
	printf (" (subject %d, op %d, %" PRId64 ")", all[i].subject, all[i].op,
		all[i].constant);
      putchar ('\n');
    }
  return good;
}

int
main (void)
{
  static const int64_t constants[] = { -3, 0, 2, 4, 5 };
  struct assumption all[N_SUBJECTS * 6 * 5];
  unsigned n = 0;
  begin ();
  for (unsigned i = 0; i < sizeof contradictions / sizeof contradictions[0]; i++)
    {
      struct scratch s;
      unsigned m = contradictions[i].n;
      bool good = (assume_all (&s, contradictions[i].all, m - 1)
		   && !assume_all (&s, contradictions[i].all, m));
      printf ("%s: condition: %s\n", good ? "PASS" : "FAIL", contradictions[i].name);
      failed |= !good;
    }
  for (unsigned subject = 0; subject < N_SUBJECTS; subject++)
    for (unsigned op = LK_EQ; op <= LK_GE; op++)
      for (unsigned c = 0; c < 5; c++)
	all[n++] = (struct assumption) { subject, op, constants[c] };
  bool good = true;
  unsigned n_met = 0;
  for (int64_t x = -5; x <= 9; x++)
    for (unsigned i = 0; i < n && good; i++)
      for (unsigned j = 0; j < n && good; j++)
	for (unsigned k = j; k < n && good; k += 7)
	  {
	    struct assumption three[] = { all[i], all[j], all[k] };
	    bool met = true;
	    for (unsigned l = 0; l < 3; l++)
	      met &= meets (value_of (three[l].subject, x), three[l].op, three[l].constant);
	    n_met += met;
	    good = !met || allows (three, 3, x);
	  }
  printf ("%s: condition: three that a number meets (%u)\n",
	  good && n_met > 1000 ? "PASS" : "FAIL", n_met);
  failed |= !good || n_met <= 1000;
  view_free (context.view);
  lk_unit_free (unit);
  return failed;
}
