/* Access paths: one object for each, what is left of one behind another, and the
   two put together again.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "../../analysis/function/function.h"

static bool failed;

static void
verdict (bool good, const char *what)
{
  printf ("%s: %s\n", good ? "PASS" : "FAIL", what);
  failed |= !good;
}

/* ---- Interning.  ---- */

enum { MANY = 5000 };

static void
test_interning (void)
{
  struct lk_graph *graph = lk_graph_new (NULL);
  lk_var p = lk_graph_add_formal (graph, "p");
  lk_var q = lk_graph_add_formal (graph, "q");
  const int64_t zero[2] = { 0, 0 }, eight[2] = { 0, 8 };
  const struct lk_path *a = lk_path_make (graph, p, 2, eight, 4);
  verdict (a == lk_path_make (graph, p, 2, eight, 4)
	   && a->root == p && a->nsel == 2 && a->sel[0] == 0
	   && a->sel[1] == 8 && a->addend == 4, "the same path is made once");
  verdict (a != lk_path_make (graph, q, 2, eight, 4)
	   && a != lk_path_make (graph, p, 1, eight, 4)
	   && a != lk_path_make (graph, p, 2, zero, 4)
	   && a != lk_path_make (graph, p, 2, eight, 0)
	   && a != lk_path_make (graph, p, 2, eight, LK_ANY),
	   "root, depth, offsets and addend tell paths apart");

  static const struct lk_path *made[MANY], *listed[MANY + 10];
  for (int i = 0; i < MANY; i++)
    {
      int64_t sel = i;
      made[i] = lk_path_make (graph, q, 1, &sel, 0);
    }
  bool good = a == lk_path_make (graph, p, 2, eight, 4);
  for (int i = 0; i < MANY; i++)
    {
      int64_t sel = i;
      good &= made[i] == lk_path_make (graph, q, 1, &sel, 0);
    }
  verdict (good, "many paths are found again");
  good = graph->n_paths <= MANY + 10;
  if (good)
    lk_graph_list_paths (graph, listed);
  for (uint32_t i = 0; good && i < graph->n_paths; i++)
    good = listed[i] && listed[i]->index == i;
  verdict (good, "each has its place in the list");
  lk_graph_free (graph);
}

/* ---- Taken apart and put together.  ---- */

/* A path: root, selectors, addend.  */
struct row
{
  lk_var root;
  unsigned nsel;
  int64_t sel[3];
  int64_t addend;
};

static const struct
{
  const char *what;
  struct row path, value;
  bool leads;			/* VALUE leads to PATH...  */
  unsigned nsel;		/* ...by this rest.  */
  int64_t sel[2];
  int64_t addend;
  bool weak;
} rests[] = {
  { "a value and itself", { 0, 0, { 0 }, 0 }, { 0, 0, { 0 }, 0 },
    true, 0, { 0 }, 0, false },
  { "another root", { 0, 0, { 0 }, 0 }, { 1, 0, { 0 }, 0 },
    false, 0, { 0 }, 0, false },
  { "what a pointer points to", { 0, 1, { 8 }, 0 }, { 0, 0, { 0 }, 0 },
    true, 1, { 8 }, 0, false },
  { "a pointer from what it points to", { 0, 0, { 0 }, 0 }, { 0, 1, { 8 }, 0 },
    false, 0, { 0 }, 0, false },
  { "an address inside", { 0, 0, { 0 }, 24 }, { 0, 0, { 0 }, 8 },
    true, 0, { 0 }, 16, false },
  { "an address before", { 0, 0, { 0 }, 8 }, { 0, 0, { 0 }, 24 },
    true, 0, { 0 }, -16, false },
  { "a member behind an address inside", { 0, 1, { 24 }, 0 },
    { 0, 0, { 0 }, 16 }, true, 1, { 8 }, 0, false },
  { "only the first offset is from the address", { 0, 2, { 24, 32 }, 4 },
    { 0, 0, { 0 }, 16 }, true, 2, { 8, 32 }, 4, false },
  { "a member of a member", { 0, 3, { 0, 8, 16 }, 0 }, { 0, 1, { 0 }, 0 },
    true, 2, { 8, 16 }, 0, false },
  { "another member", { 0, 2, { 8, 0 }, 0 }, { 0, 1, { 16 }, 0 },
    false, 0, { 0 }, 0, false },
  { "any element, of one", { 0, 2, { LK_ANY, 8 }, 0 }, { 0, 1, { 16 }, 0 },
    true, 1, { 8 }, 0, true },
  { "one element, of any", { 0, 2, { 16, 8 }, 0 }, { 0, 1, { LK_ANY }, 0 },
    true, 1, { 8 }, 0, true },
  { "any element, of any", { 0, 2, { LK_ANY, 8 }, 0 }, { 0, 1, { LK_ANY }, 0 },
    true, 1, { 8 }, 0, false },
  { "somewhere inside", { 0, 0, { 0 }, LK_ANY }, { 0, 0, { 0 }, 8 },
    true, 0, { 0 }, LK_ANY, false },
  { "from somewhere inside", { 0, 1, { 8 }, 0 }, { 0, 0, { 0 }, LK_ANY },
    true, 1, { LK_ANY }, 0, false },
};

static const struct lk_path *
make (struct lk_graph *graph, const struct row *row)
{
  return lk_path_make (graph, row->root, row->nsel, row->sel, row->addend);
}

static void
test_rests (void)
{
  struct lk_graph *graph = lk_graph_new (NULL);
  lk_graph_add_formal (graph, "p");
  lk_graph_add_formal (graph, "q");
  for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++)
    {
      const struct lk_path *path = make (graph, &rests[i].path);
      const struct lk_path *value = make (graph, &rests[i].value);
      struct path_rest rest;
      bool leads = path_rest (path, value, &rest);
      bool good = leads == rests[i].leads;
      if (good && leads)
	{
	  good = (rest.nsel == rests[i].nsel && rest.addend == rests[i].addend
		  && rest.weak == rests[i].weak
		  && !memcmp (rest.sel, rests[i].sel,
			      rest.nsel * sizeof *rest.sel));
	  /* The rest behind the value is the path again; with an unknown place
	     in one of the two it is the path as the value knows it.  */
	  const struct lk_path *again = path_join (graph, value, &rest);
	  if (!rest.weak && value->addend != LK_ANY)
	    good &= again == path;
	  else
	    good &= again && path_rest (again, value, &rest);
	}
      verdict (good, rests[i].what);
    }
  lk_graph_free (graph);
}

/* ---- Ends.  ---- */

static void
test_ends (void)
{
  struct lk_graph *graph = lk_graph_new (NULL);
  lk_var p = lk_graph_add_formal (graph, "p");
  int64_t sel[LK_MAX_DEPTH + 1] = { 0 };
  const struct lk_path *root = lk_path_make (graph, p, 0, NULL, 0);
  const struct lk_path *deepest
    = lk_path_make (graph, p, LK_MAX_DEPTH, sel, 0);
  const struct lk_path *deeper
    = lk_path_make (graph, p, LK_MAX_DEPTH + 1, sel, 0);
  struct path_rest rest;
  verdict (path_rest (deepest, root, &rest) && rest.nsel == LK_MAX_DEPTH
	   && path_join (graph, root, &rest) == deepest,
	   "a rest as deep as it can be");
  verdict (!path_rest (deeper, root, &rest), "a rest that is too deep");

  /* Offsets wrap around, as addresses do.  */
  const struct lk_path *high = lk_path_make (graph, p, 0, NULL, INT64_MAX);
  const struct lk_path *low = lk_path_make (graph, p, 0, NULL, -2);
  verdict (path_rest (high, low, &rest)
	   && path_join (graph, low, &rest) == high, "offsets at the ends");
  lk_graph_free (graph);
}

int
main (void)
{
  test_interning ();
  test_rests ();
  test_ends ();
  return failed;
}
