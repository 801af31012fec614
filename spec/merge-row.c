/* Merging: what several contracts of one function all say.

   A clause stays if every contract has it, word for word.  If any clause goes, the result does not
   cover what no clause mentions: it ends in "...".  A clause "borrow" of a contract that covers
   all arguments says nothing more and is no clause here.  Under-approximation: of "borrow arg1,
   ..." and a row that covers all arguments and does not mention that one, only "..." stays; else
   the result would depend on the order in which three rows are merged.

   The clauses of a merged row are sorted by their text.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include "merge-internal.h"

/* A clause and how it is written.  */
struct clause_text
{
  const struct lk_clause *clause;
  char *text;
};

/* The clauses of one contract that count, sorted, each once.  */
struct clause_list
{
  struct clause_text *items;
  size_t n;
};

static FILE *
open_text (char **text, size_t *length)
{
  FILE *out = open_memstream (text, length);
  if (!out)
    lk_out_of_memory (1);
  return out;
}

static void
close_text (FILE *out)
{
  if (fclose (out) != 0)
    lk_out_of_memory (1);
}

char *
merge_contract_text (const struct lk_contract *contract)
{
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_text (&text, &length);
  lk_spec_print_contract (out, contract);
  close_text (out);
  if (length > 0 && text[length - 1] == '\n')
    text[length - 1] = '\0';
  return text;
}

char *
merge_kind_text (const struct lk_kind *kind)
{
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_text (&text, &length);
  lk_spec_print_kind (out, kind);
  close_text (out);
  return text;
}

static int
by_text (const void *a, const void *b)
{
  return strcmp (((const struct clause_text *) a)->text, ((const struct clause_text *) b)->text);
}

/* Return the first clause of CONTRACT, of those about resources, then of the others.  */
static const struct lk_clause *
first_clause (const struct lk_contract *contract)
{
  return contract->clauses ? contract->clauses : contract->elements;
}

static const struct lk_clause *
next_clause (const struct lk_contract *contract, const struct lk_clause *c)
{
  return c->next || c->role >= LK_ROLE_ELEMENT ? c->next : contract->elements;
}

static struct clause_list
list_clauses (const struct lk_contract *contract)
{
  struct clause_list list = { NULL, 0 };
  size_t n = 0;
  for (const struct lk_clause *c = first_clause (contract); c; c = next_clause (contract, c))
    n++;
  list.items = lk_xmalloc ((n + 1) * sizeof *list.items);
  for (const struct lk_clause *c = first_clause (contract); c; c = next_clause (contract, c))
    {
      if (c->role == LK_ROLE_BORROW && contract->complete)
	continue;
      struct lk_clause alone = *c;
      struct lk_contract row = { .name = "", .complete = true, .clauses = &alone };
      alone.next = NULL;
      list.items[list.n].clause = c;
      list.items[list.n++].text = merge_contract_text (&row);
    }
  if (list.n > 0)
    qsort (list.items, list.n, sizeof *list.items, by_text);
  size_t kept = 0;
  for (size_t i = 0; i < list.n; i++)
    if (kept > 0 && strcmp (list.items[kept - 1].text, list.items[i].text) == 0)
      free (list.items[i].text);
    else
      list.items[kept++] = list.items[i];
  list.n = kept;
  return list;
}

static void
free_list (struct clause_list *list)
{
  for (size_t i = 0; i < list->n; i++)
    free (list->items[i].text);
  free (list->items);
}

static bool
has_clause (const struct clause_list *list, const struct clause_text *item)
{
  return (list->n > 0
	  && bsearch (item, list->items, list->n, sizeof *list->items, by_text) != NULL);
}

/* Return true if all clauses "pass" of ONE are in TWO.  */

static bool
has_passes (const struct clause_list *two, const struct clause_list *one)
{
  for (size_t i = 0; i < one->n; i++)
    if (one->items[i].clause->role == LK_ROLE_PASS && !has_clause (two, &one->items[i]))
      return false;
  return true;
}

/* Return true if the clauses "reads" of ITEM's argument are the same in ONE and in TWO: together
   they say one thing.  */

static bool
reads_alike (const struct clause_list *one, const struct clause_list *two,
	     const struct clause_text *item)
{
  for (unsigned other = 0; other < 2; other++)
    {
      const struct clause_list *from = other ? two : one, *in = other ? one : two;
      for (size_t i = 0; i < from->n; i++)
	if (from->items[i].clause->role == LK_ROLE_READS
	    && from->items[i].clause->place.base == item->clause->place.base
	    && !has_clause (in, &from->items[i]))
	  return false;
    }
  return true;
}

/* Make CONTRACT's clauses, in SPEC's memory, those of ONE that TWO has, too.  Return false if some
   were left out.  The callees of a function, its "pass", are kept all or not at all: of two, one is
   not what the function does.  */

static bool
keep_common (struct lk_spec *spec, const struct clause_list *one, const struct clause_list *two,
	     struct lk_contract *contract)
{
  struct lk_clause **tail = &contract->clauses, **elements_tail = &contract->elements;
  bool passes = has_passes (two, one) && has_passes (one, two), all = true;
  for (size_t i = 0; i < one->n; i++)
    {
      const struct clause_text *item = &one->items[i];
      if (item->clause->role == LK_ROLE_READS && !reads_alike (one, two, item))
	continue;
      if (!has_clause (two, item) || (item->clause->role == LK_ROLE_PASS && !passes))
	{
	  all = false;
	  continue;
	}
      struct lk_clause *copy = lk_spec_alloc (spec, sizeof *copy);
      struct lk_clause ***end = item->clause->role >= LK_ROLE_ELEMENT ? &elements_tail : &tail;
      *copy = *item->clause;
      **end = copy;
      *end = &copy->next;
    }
  *tail = *elements_tail = NULL;
  return all;
}

/* The number of clauses in LIST that say what becomes of something.  */

static size_t
n_effects (const struct clause_list *list)
{
  size_t n = 0;
  for (size_t i = 0; i < list->n; i++)
    n += list->items[i].clause->role != LK_ROLE_READS;
  return n;
}

static bool
names_lock (const struct lk_contract *contract)
{
  const struct lk_clause *c = contract->clauses;
  while (c && !lk_is_about_lock (c))
    c = c->next;
  return c != NULL;
}

/* Return the contract that both ONE and TWO keep, in SPEC's memory.  */

static const struct lk_contract *
intersect (struct lk_spec *spec, const struct lk_contract *one, const struct lk_contract *two)
{
  struct clause_list first = list_clauses (one), second = list_clauses (two);
  struct lk_contract *both = lk_spec_alloc (spec, sizeof *both);
  *both = *one;
  bool all = keep_common (spec, &first, &second, both);
  both->complete = (one->complete && two->complete && all
		    && n_effects (&first) == n_effects (&second));
  both->noreturn = one->noreturn && two->noreturn;
  if (!lk_condition_equal (&one->ends, &two->ends))
    both->ends.base = 0;
  both->suppress = one->suppress && two->suppress;
  both->fresh = one->fresh && two->fresh;
  both->nothrow = one->nothrow && two->nothrow;
  both->counts = one->counts && two->counts;
  both->checked = one->checked && two->checked;
  both->pure = one->pure && two->pure;
  /* This one says what may be, the others what is.  */
  both->locks = one->locks || two->locks || (!all && (names_lock (one) || names_lock (two)));
  free_list (&first);
  free_list (&second);
  return both;
}

char *
lk_merge_contracts (struct lk_spec *spec, const struct lk_contract *const *contracts, size_t n)
{
  const struct lk_contract *all = contracts[0];
  for (size_t i = 1; i < n; i++)
    all = intersect (spec, all, contracts[i]);
  struct clause_list list = list_clauses (all);
  struct lk_contract *sorted = lk_spec_alloc (spec, sizeof *sorted);
  *sorted = *all;
  keep_common (spec, &list, &list, sorted);
  free_list (&list);
  return merge_contract_text (sorted);
}
