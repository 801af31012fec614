/* The order in which units are analysed again: those that define functions before those that call
   them, as far as there are no cycles, so that a contract travels through many files in one round.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include "../spec/record.h"
#include "project.h"

/* A function and the unit that defines it.  */
struct definition
{
  char *symbol;			/* NULL: the place is free.  */
  size_t unit;
};

/* A hash table that is at most half full.  */
struct definitions
{
  struct definition *places;
  size_t room;			/* A power of two.  */
};

static struct definition *
find_place (const struct definitions *table, const char *symbol)
{
  size_t i = lk_quick_hash (symbol) & (table->room - 1);
  while (table->places[i].symbol && strcmp (table->places[i].symbol, symbol) != 0)
    i = (i + 1) & (table->room - 1);
  return &table->places[i];
}

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

/* All functions of the records of UNITS.  Of two definitions the first counts.  */
static void
collect (struct definitions *table, const struct lk_units *units)
{
  size_t count = 0;
  for (size_t i = 0; i < units->count; i++)
    {
      const struct lk_text *record = &units->all[i].result->record;
      for (size_t j = 0; j < record->length; j++)
	count += record->bytes[j] == '@';
    }
  for (table->room = 16; table->room < 2 * count + 2;)
    table->room *= 2;
  table->places = lk_allocate (table->room, sizeof *table->places);
  for (size_t i = 0; i < units->count; i++)
    {
      const struct lk_text *record = &units->all[i].result->record;
      if (record->length <= LK_RECORD_HEADER)
	continue;
      const char *p = record->bytes + LK_RECORD_HEADER, *end = record->bytes + record->length;
      while (p < end)
	{
	  char *symbol = take_symbol (&p, end);
	  struct definition *place = symbol ? find_place (table, symbol) : NULL;
	  if (place && !place->symbol)
	    *place = (struct definition) { symbol, i };
	  else
	    free (symbol);
	}
    }
}

/* A unit whose callees are being put into the order: NEXT is the import to go on with.  */
struct visit
{
  size_t unit, next;
};

void
lk_units_order (const struct lk_units *units, size_t *order)
{
  struct definitions table;
  size_t n = 0;
  bool *seen = lk_allocate (units->count, sizeof *seen);
  struct visit *stack = lk_allocate (units->count, sizeof *stack);
  collect (&table, units);
  for (size_t i = 0; i < units->count; i++)
    {
      size_t depth = 0;
      if (!seen[i])
	stack[depth++] = (struct visit) { i, 0 };
      seen[i] = true;
      while (depth > 0)
	{
	  struct visit *top = &stack[depth - 1];
	  const struct lk_result *result = units->all[top->unit].result;
	  if (top->next == result->n_imports)
	    {
	      order[n++] = top->unit;
	      depth--;
	      continue;
	    }
	  const char *symbol = result->imports[top->next++].symbol;
	  const struct definition *definition = find_place (&table, symbol);
	  if (definition->symbol && !seen[definition->unit])
	    {
	      seen[definition->unit] = true;
	      stack[depth++] = (struct visit) { definition->unit, 0 };
	    }
	}
    }
  for (size_t i = 0; i < table.room; i++)
    free (table.places[i].symbol);
  free (table.places);
  free (stack);
  free (seen);
}
