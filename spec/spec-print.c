/* Contracts and kinds as specification text that reads back to the same.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <string.h>
#include "rows.h"
#include "spec-internal.h"

static void
print_string (FILE *out, const char *text)
{
  putc ('"', out);
  for (; *text; text++)
    {
      unsigned char c = (unsigned char) *text;
      if (c == '"' || c == '\\')
	fprintf (out, "\\%c", c);
      else if (c < ' ' || c == 127)
	fprintf (out, "\\x%02x", c);
      else
	putc (c, out);
    }
  putc ('"', out);
}

static void
print_name (FILE *out, const char *name)
{
  if (spec_plain_name (name))
    fputs (name, out);
  else
    print_string (out, name);
}

static void
print_kind_name (FILE *out, const struct lk_clause *clause)
{
  if (clause->any_kind || !clause->kind)
    fputs (" any", out);
  else if (!strcmp (clause->kind->name, "any"))
    fputs (" \"any\"", out);
  else
    {
      putc (' ', out);
      print_name (out, clause->kind->name);
    }
}

static void
print_base (FILE *out, const struct lk_place *place)
{
  int base = place->base;
  if (base == 0)
    fputs ("result", out);
  else if (base == LK_PLACE_GLOBAL)
    {
      putc ('&', out);
      print_name (out, place->global);
    }
  else if (base == LK_PLACE_THIS)
    fputs ("this", out);
  else if (base == LK_PLACE_EACH)
    fputs ("any", out);
  else
    fprintf (out, "arg%d", base);
}

/* A load at SEL, of elements of UNIT bytes.  */

static void
print_index (FILE *out, int64_t sel, int64_t unit)
{
  if (sel == LK_PLACE_ANY)
    fputs ("[any]", out);
  else if (sel >= LK_BIT_OFFSET)
    fprintf (out, "[@%" PRId64 "+%" PRId64 "]", sel % LK_BIT_OFFSET, sel / LK_BIT_OFFSET - 1);
  else if (sel >= 0 && sel % unit == 0)
    fprintf (out, "[%" PRId64 "]", sel / unit);
  else
    fprintf (out, "[@%" PRId64 "]", sel);
}

/* Loads at offset 0 at the end are stars, all before them indices.  SIZE is
   as in check_place.  */

static void
print_place (FILE *out, const struct lk_place *place, unsigned size)
{
  unsigned n = place->nsel;
  putc (' ', out);
  while (n > 0 && place->sel[n - 1] == 0)
    {
      putc ('*', out);
      n--;
    }
  print_base (out, place);
  for (unsigned i = 0; i < n; i++)
    print_index (out, place->sel[i], i + 1 == place->nsel ? size : 8);
  if (place->addend)
    fprintf (out, " + %" PRId64, place->addend);
}

/* "WORD TESTED OP VALUE"; TESTED may be NULL.  */

static void
print_comparison (FILE *out, const char *word, const struct lk_condition *tested,
		  const char *op, int64_t value)
{
  fputs (word, out);
  if (tested)
    print_base (out, &(struct lk_place) { .base = tested->base });
  for (unsigned i = 0; tested && i < tested->nsel; i++)
    print_index (out, tested->sel[i], 8);
  fprintf (out, "%s%s ", tested ? " " : "", op);
  if (value == 0 && *op == '!')
    fputs ("NULL", out);
  else
    fprintf (out, "%" PRId64, value);
}

/* The comparisons of TESTED that make RANGE; returns how many were printed,
   BEFORE among them.  FIRST and MORE are printed in front of the first and of
   the others.  */

static unsigned
print_range (FILE *out, const struct lk_condition *tested, const struct lk_range *range,
	     const char *first, const char *more, unsigned before)
{
  unsigned n = before;
  if (range->lo == range->hi)
    print_comparison (out, n++ ? more : first, tested, "==", range->lo);
  else
    {
      if (range->lo > INT64_MIN)
	print_comparison (out, n++ ? more : first, tested, ">=", range->lo);
      if (range->hi < INT64_MAX)
	print_comparison (out, n++ ? more : first, tested, "<=", range->hi);
    }
  int64_t hole, next;
  for (bool there = lk_range_next_hole (range, NULL, &hole); there;
       there = lk_range_next_hole (range, &hole, &next), hole = next)
    print_comparison (out, n++ ? more : first, tested, "!=", hole);
  return n;
}

static void
print_releases (FILE *out, unsigned since, unsigned before)
{
  if (since)
    fprintf (out, " since %u", since);
  if (before)
    fprintf (out, " before %u", before);
}

static void
print_position (FILE *out, enum lk_position position, int16_t key, bool if_new)
{
  if (position == LK_POSITION_FIRST)
    fputs (" at first", out);
  else if (position == LK_POSITION_LAST)
    fputs (" at last", out);
  else if (position == LK_POSITION_EQUAL)
    fputs (" at equal", out);
  else if (position == LK_POSITION_KEY)
    {
      fputs (if_new ? " at fresh " : " at ", out);
      print_base (out, &(struct lk_place) { .base = key });
    }
}

/* Print the arguments of the function of CLAUSE, and where its result goes.  */

static void
print_run (FILE *out, const struct lk_clause *clause)
{
  const struct lk_run *run = clause->run;
  for (unsigned i = 0; i < run->n_given; i++)
    {
      fputs (i ? " and" : " with", out);
      fputs (run->given[i].element ? " element from" : "", out);
      print_place (out, &run->given[i].place, 8);
      print_position (out, run->given[i].position, run->given[i].key, false);
    }
  if (run->held || run->answered || run->yielded)
    {
      fputs (" into", out);
      print_place (out, &clause->other, 8);
    }
}

static void
print_clause (FILE *out, const struct lk_clause *clause)
{
  static const char *const roles[] = {
    [LK_ROLE_ACQUIRE] = "acquire", [LK_ROLE_RELEASE] = "release",
    [LK_ROLE_OWN] = "own", [LK_ROLE_KEEP] = "keep",
    [LK_ROLE_ALIAS] = "alias", [LK_ROLE_BORROW] = "borrow",
    [LK_ROLE_WRAP] = "wrap", [LK_ROLE_PUT] = "put", [LK_ROLE_FETCH] = "fetch",
    [LK_ROLE_TAKE] = "take", [LK_ROLE_ELEMENT] = "element",
    [LK_ROLE_ITERATOR] = "iterator", [LK_ROLE_REMOVE] = "remove",
    [LK_ROLE_QUERY] = "query", [LK_ROLE_VISIT] = "visit",
    [LK_ROLE_TESTS] = "tests", [LK_ROLE_THROWS] = "throws",
    [LK_ROLE_GIVE] = "give", [LK_ROLE_UNTOUCHED] = "throws unless fresh",
    [LK_ROLE_RAISES] = "raises", [LK_ROLE_UNDONE] = "release", [LK_ROLE_FILL] = "fill",
    [LK_ROLE_PASS] = "pass", [LK_ROLE_RUN] = "run",
    [LK_ROLE_READS] = "reads"
  };
  static const char *const amounts[] = {
    [LK_AMOUNT_ONE] = " one from", [LK_AMOUNT_SOME] = " some from",
    [LK_AMOUNT_ALL] = " all from"
  };
  static const char *const relations[] = {
    [LK_ROLE_ALIAS] = " =", [LK_ROLE_WRAP] = " =", [LK_ROLE_PUT] = " into",
    [LK_ROLE_FETCH] = " from", [LK_ROLE_ELEMENT] = " from",
    [LK_ROLE_ITERATOR] = " from", [LK_ROLE_RAISES] = NULL
  };
  unsigned size = 8;
  fputs (roles[clause->role], out);
  if (clause->role == LK_ROLE_ACQUIRE || clause->role == LK_ROLE_RELEASE
      || clause->role == LK_ROLE_OWN || clause->role == LK_ROLE_GIVE)
    {
      print_kind_name (out, clause);
      if (clause->kind && !clause->any_kind)
	size = clause->kind->size;
    }
  else if (clause->role == LK_ROLE_REMOVE)
    fputs (amounts[clause->amount], out);
  bool raises = clause->role == LK_ROLE_RAISES;
  bool bare = raises || clause->role == LK_ROLE_TESTS || clause->role == LK_ROLE_THROWS;
  if (!bare)
    print_place (out, &clause->place, size);
  if (relations[clause->role])
    {
      fputs (relations[clause->role], out);
      if (clause->inside)
	fputs (" inside", out);
      print_place (out, &clause->other, 8);
    }
  if (clause->role == LK_ROLE_PASS)
    {
      fputs (clause->other.base ? " into " : " from ", out);
      print_name (out, clause->releasers->name);
      if (clause->other.base)
	print_place (out, &clause->other, 8);
      fputs (clause->always ? " always" : "", out);
    }
  if (clause->role == LK_ROLE_READS && clause->releasers)
    {
      fputs (" through ", out);
      print_name (out, clause->releasers->name);
      print_place (out, &clause->other, 8);
    }
  bool callee = clause->role == LK_ROLE_PASS || clause->role == LK_ROLE_READS;
  for (const struct lk_name *name = callee ? NULL : clause->releasers; name; name = name->next)
    {
      fputs (name != clause->releasers ? " or " : raises ? " " : " by ", out);
      print_name (out, name->name);
    }
  if (raises && !clause->releasers)
    fputs (" nothing", out);
  if (clause->has_parent)
    {
      fputs (" within", out);
      print_place (out, &clause->parent, 8);
    }
  if (clause->role == LK_ROLE_RUN)
    print_run (out, clause);
  if (clause->until_next)
    fputs (" until next", out);
  if (clause->anew)
    fputs (" anew", out);
  if (clause->though_thrown)
    fputs (" though thrown", out);
  print_position (out, clause->position, clause->key, clause->if_new);
  if (clause->role == LK_ROLE_RUN && clause->run->held && clause->run->answered)
    fputs (" and result", out);
  const char *first = clause->role == LK_ROLE_TESTS ? " " : " if ";
  unsigned n = 0;
  for (unsigned i = 0; i < clause->n_conditions; i++)
    n = print_range (out, &clause->conditions[i], &clause->conditions[i].range, first, " and ", n);
  if (clause->role == LK_ROLE_UNDONE)
    fputs (" if thrown", out);
  print_releases (out, clause->since, clause->before);
}

void
lk_spec_print_contract (FILE *out, const struct lk_contract *contract)
{
  const char *separator = " ";
  print_name (out, contract->name);
  putc (':', out);
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    {
      fputs (separator, out);
      print_clause (out, c);
      separator = ", ";
    }
  struct lk_contract flags = *contract;
  bool some = contract->clauses || contract->elements;
  for (const struct lk_clause *c = contract->elements; c; c = c->next)
    {
      fputs (separator, out);
      print_clause (out, c);
      separator = ", ";
    }
  for (const struct spec_flag *f = spec_flags; f->word; f++)
    if (*spec_flag_of (&flags, f))
      {
	fprintf (out, "%s%s", separator, f->word);
	separator = ", ";
	some = true;
      }
  if (contract->ends.base)
    {
      fprintf (out, "%snoreturn", separator);
      print_range (out, &contract->ends, &contract->ends.range, " if ", " and ", 0);
      separator = ", ";
      some = true;
    }
  if (contract->suppress)
    {
      fprintf (out, "%ssuppress", separator);
      separator = ", ";
    }
  /* "suppress" alone leaves the arguments open.  */
  bool alone = contract->suppress && !some;
  if (!contract->complete && !alone)
    fprintf (out, "%s...", separator);
  else if (contract->complete && alone)
    fprintf (out, "%sborrow", separator);
  else if (!alone && !some)
    putc (' ', out);
  fputs (";\n", out);
}

static void
print_names (FILE *out, const struct lk_name *name, const char *first,
	     const char *more)
{
  for (const char *before = first; name; name = name->next, before = more)
    {
      fputs (before, out);
      print_name (out, name->name);
    }
}

void
lk_spec_print_type (FILE *out, const struct lk_type_contract *type)
{
  fputs ("class ", out);
  print_name (out, type->name);
  print_names (out, type->supers, " extends ", ", ");
  fputs (" {", out);
  if (type->has_must && !type->must)
    fputs (" must nothing;", out);
  for (const struct lk_must *m = type->must; m; m = m->next)
    {
      fputs (" must", out);
      print_names (out, m->names, " ", " or ");
      print_releases (out, m->since, m->before);
      putc (';', out);
    }
  if (type->kind)
    {
      fputs (" kind ", out);
      print_name (out, type->kind->name);
      putc (';', out);
    }
  print_names (out, type->owning, " own ", ", ");
  fputs (type->owning ? ";" : "", out);
  fputs (type->cell ? " cell;" : "", out);
  fputs (type->container ? " container;" : "", out);
  fputs (type->iterator ? " iterator;" : "", out);
  fputs (type->pure ? " pure;" : "", out);
  fputs (type->complete ? " complete;" : "", out);
  fputs (" }\n", out);
}

void
lk_spec_print_kind (FILE *out, const struct lk_kind *kind)
{
  fputs ("kind ", out);
  print_name (out, kind->name);
  fputs (" { noun ", out);
  print_string (out, kind->noun);
  fputs ("; verb ", out);
  print_string (out, kind->verb);
  fprintf (out, "; cwe %u; handle %s; ", kind->cwe,
	   kind->size == 4 ? "int" : "pointer");
  if (!print_range (out, NULL, &kind->valid, "valid ", " and ", 0))
    /* Every value is a resource.  */
    fprintf (out, "valid >= %" PRId64, INT64_MIN);
  fprintf (out, ";%s%s%s%s", kind->memory ? " memory;" : "",
	   kind->lock ? " lock;" : "", kind->off ? " off;" : "",
	   kind->verified ? " verified;" : "");
  if (strcmp (lk_kind_group (kind), spec_usual_group (kind)) != 0)
    {
      fputs (" group ", out);
      print_name (out, lk_kind_group (kind));
      fputs (";", out);
    }
  print_names (out, kind->by, " by ", " or ");
  fputs (kind->by ? "; }\n" : " }\n", out);
}
