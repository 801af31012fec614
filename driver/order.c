/* The order in which units are analysed: those that define functions before those that call
   them, so that a contract travels through many files in one round.

   Files of a program call each other in circles.  A unit that comes before one of its callees
   is analysed twice, at least, so there should be few of these: what has no callees left
   comes next, what has no callers left comes last, and if there is neither, the unit that more
   callers wait for than it waits for callees itself (Eades, Lin and Smyth 1993).

   Units that need not wait for each other are one level: they are analysed at the same time.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include "../spec/record.h"
#include "project.h"

/* A function and the unit that defines it.  */
struct definition
{
  const char *symbol;		/* NULL: the place is free.  */
  size_t unit;
};

/* A hash table that is at most half full.  */
struct definitions
{
  struct definition *places;
  size_t room;			/* A power of two.  */
};

/* The units that a unit calls, or is called by.  */
struct others
{
  size_t *units;
  size_t count, room;
  size_t left;			/* Of them, without a place in the order.  */
};

struct graph
{
  size_t count;			/* Of the units.  */
  struct others *callees, *callers;
  bool *placed;
  size_t *ready;		/* Units to be placed, with no callees or no callers left.  */
  size_t n_ready;
  size_t *order;		/* From both ends.  */
  size_t n_first, n_last;
};

/* ---- Functions.  ---- */

/* The symbol in the line at *P of a record, "@SYMBOL TAB ...", and *P behind it; allocated.  NULL:
   it is another line.  */
static char *
take_symbol (const char **p, const char *end)
{
  const char *line = *p, *next = memchr (line, '\n', (size_t) (end - line));
  *p = next ? next + 1 : end;
  const char *tab = *line == '@' ? memchr (line, '\t', (size_t) (*p - line)) : NULL;
  return tab ? lk_format ("%.*s", (int) (tab - line - 1), line + 1) : NULL;
}

/* Set CALLS to what RESULT says.  */
static void
read_calls (struct lk_calls *calls, const struct lk_result *result)
{
  const struct lk_text *record = &result->record;
  for (size_t i = 0; i < result->n_imports; i++)
    lk_strings_add (&calls->called, result->imports[i].symbol);
  if (record->length <= LK_RECORD_HEADER)
    return;
  const char *p = record->bytes + LK_RECORD_HEADER, *end = record->bytes + record->length;
  while (p < end)
    {
      char *symbol = take_symbol (&p, end);
      if (symbol)
	lk_strings_take (&calls->defined, symbol);
    }
}

static struct definition *
find_place (const struct definitions *table, const char *symbol)
{
  size_t i = lk_quick_hash (symbol) & (table->room - 1);
  while (table->places[i].symbol && strcmp (table->places[i].symbol, symbol) != 0)
    i = (i + 1) & (table->room - 1);
  return &table->places[i];
}

/* All functions that the COUNT units with CALLS define.  Of two definitions the first counts.  */
static void
collect (struct definitions *table, const struct lk_calls *calls, size_t count)
{
  size_t functions = 0;
  for (size_t i = 0; i < count; i++)
    functions += calls[i].defined.count;
  for (table->room = 16; table->room < 2 * functions + 2;)
    table->room *= 2;
  table->places = lk_allocate (table->room, sizeof *table->places);
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < calls[i].defined.count; j++)
      {
	const char *symbol = calls[i].defined.items[j];
	struct definition *place = find_place (table, symbol);
	if (!place->symbol)
	  *place = (struct definition) { symbol, i };
      }
}

/* ---- The graph.  ---- */

static void
add_other (struct others *others, size_t unit)
{
  if (others->count == others->room)
    {
      others->room = others->room ? 2 * others->room : 8;
      others->units = lk_reallocate (others->units, others->room, sizeof *others->units);
    }
  others->units[others->count++] = unit;
  others->left++;
}

static void
make_graph (struct graph *graph, const struct lk_calls *calls)
{
  struct definitions table;
  size_t n = graph->count;
  /* The last unit that was found to call it, and one more.  */
  size_t *called_by = lk_allocate (n, sizeof *called_by);
  collect (&table, calls, n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < calls[i].called.count; j++)
      {
	const struct definition *definition = find_place (&table, calls[i].called.items[j]);
	size_t callee = definition->unit;
	if (!definition->symbol || callee == i || called_by[callee] == i + 1)
	  continue;
	called_by[callee] = i + 1;
	add_other (&graph->callees[i], callee);
	add_other (&graph->callers[callee], i);
      }
  free (called_by);
  free (table.places);
}

/* ---- Places.  ---- */

static void
place (struct graph *graph, size_t unit)
{
  bool last = graph->callees[unit].left > 0 && graph->callers[unit].left == 0;
  graph->placed[unit] = true;
  graph->order[last ? graph->count - ++graph->n_last : graph->n_first++] = unit;
  for (size_t i = 0; i < graph->callees[unit].count; i++)
    {
      size_t callee = graph->callees[unit].units[i];
      if (--graph->callers[callee].left == 0 && graph->callees[callee].left > 0)
	graph->ready[graph->n_ready++] = callee;
    }
  for (size_t i = 0; i < graph->callers[unit].count; i++)
    {
      size_t caller = graph->callers[unit].units[i];
      if (--graph->callees[caller].left == 0 && graph->callers[caller].left > 0)
	graph->ready[graph->n_ready++] = caller;
    }
}

/* Of the units without a place the one that more callers wait for than it waits for callees.  */
static size_t
best (const struct graph *graph)
{
  size_t found = graph->count;
  long most = 0;
  for (size_t i = 0; i < graph->count; i++)
    {
      long gain = (long) graph->callers[i].left - (long) graph->callees[i].left;
      if (!graph->placed[i] && (found == graph->count || gain > most))
	{
	  found = i;
	  most = gain;
	}
    }
  return found;
}

static void
place_all (struct graph *graph)
{
  for (size_t i = 0; i < graph->count; i++)
    if (graph->callees[i].left == 0 || graph->callers[i].left == 0)
      graph->ready[graph->n_ready++] = i;
  while (graph->n_first + graph->n_last < graph->count)
    if (graph->n_ready == 0)
      place (graph, best (graph));
    else if (!graph->placed[graph->ready[--graph->n_ready]])
      place (graph, graph->ready[graph->n_ready]);
}

/* Sort the units by level into ORDER: one more than the highest of its callees that come before
   it.  */
static void
make_levels (struct lk_order *order, const struct graph *graph)
{
  size_t n = graph->count;
  size_t *levels = lk_allocate (n, sizeof *levels);	/* From 1; 0: not known yet.  */
  for (size_t i = 0; i < n; i++)
    {
      size_t unit = graph->order[i], below = 0;
      for (size_t j = 0; j < graph->callees[unit].count; j++)
	{
	  size_t level = levels[graph->callees[unit].units[j]];
	  below = level > below ? level : below;
	}
      levels[unit] = below + 1;
      order->levels = below + 1 > order->levels ? below + 1 : order->levels;
    }
  order->starts = lk_allocate (order->levels + 1, sizeof *order->starts);
  size_t *next = lk_allocate (order->levels + 1, sizeof *next);
  for (size_t i = 0; i < n; i++)
    order->starts[levels[i]]++;
  for (size_t i = 1; i <= order->levels; i++)
    next[i] = order->starts[i] += order->starts[i - 1];
  order->units = lk_allocate (n, sizeof *order->units);
  for (size_t i = 0; i < n; i++)
    order->units[next[levels[i] - 1]++] = i;
  free (next);
  free (levels);
}

static void
free_others (struct others *others, size_t count)
{
  for (size_t i = 0; i < count; i++)
    free (others[i].units);
  free (others);
}

void
lk_units_order (struct lk_order *order, const struct lk_units *units)
{
  size_t n = units->count;
  struct lk_calls *calls = lk_allocate (n, sizeof *calls);
  struct graph graph = { .count = n };
  for (size_t i = 0; i < n; i++)
    if (units->all[i].result)
      read_calls (&calls[i], units->all[i].result);
    else
      lk_calls_scan (&calls[i], units->all[i].source);
  graph.callees = lk_allocate (n, sizeof *graph.callees);
  graph.callers = lk_allocate (n, sizeof *graph.callers);
  graph.placed = lk_allocate (n, sizeof *graph.placed);
  graph.order = lk_allocate (n, sizeof *graph.order);
  graph.ready = lk_allocate (2 * n, sizeof *graph.ready);
  make_graph (&graph, calls);
  place_all (&graph);
  make_levels (order, &graph);
  free_others (graph.callees, n);
  free_others (graph.callers, n);
  free (graph.placed);
  free (graph.order);
  free (graph.ready);
  for (size_t i = 0; i < n; i++)
    {
      lk_strings_free (&calls[i].defined);
      lk_strings_free (&calls[i].called);
    }
  free (calls);
}

void
lk_order_free (struct lk_order *order)
{
  free (order->units);
  free (order->starts);
  *order = (struct lk_order) { 0 };
}
