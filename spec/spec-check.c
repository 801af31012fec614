/* From the written form to kinds and contracts: the rules that the grammar cannot express.
   Every error message says what is wrong and what would be right.  A row with an error is
   dropped whole; a kind keeps its valid properties, so that the rows that name it cause no
   further errors.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "spec-internal.h"

/* ---- Ranges.  ---- */

bool
spec_range_of (enum spec_compare op, int64_t value, struct lk_range *range)
{
  *range = LK_RANGE_ALL;
  switch (op)
    {
    case SPEC_EQ:
      range->lo = range->hi = value;
      break;
    case SPEC_NE:
      lk_range_add_hole (range, value);
      break;
    case SPEC_LT:
      if (value == INT64_MIN)
	return false;
      range->hi = value - 1;
      break;
    case SPEC_LE:
      range->hi = value;
      break;
    case SPEC_GT:
      if (value == INT64_MAX)
	return false;
      range->lo = value + 1;
      break;
    case SPEC_GE:
      range->lo = value;
      break;
    }
  return lk_range_tidy (range);
}

enum spec_meet
spec_range_meet (struct lk_range *range, const struct lk_range *other)
{
  struct lk_range one = *range;
  if (one.lo < other->lo)
    one.lo = other->lo;
  if (one.hi > other->hi)
    one.hi = other->hi;
  if (!lk_range_tidy (&one))
    return MEET_EMPTY;
  int64_t v;
  for (bool more = lk_range_next_hole (other, NULL, &v); more;)
    {
      int64_t hole = v;
      if (lk_range_contains (&one, hole) && !lk_range_add_hole (&one, hole))
	return MEET_FAR_HOLES;
      more = lk_range_next_hole (other, &hole, &v);
    }
  if (!lk_range_tidy (&one))
    return MEET_EMPTY;
  *range = one;
  return MEET_OK;
}

/* Narrow *RANGE by TEST; complain if nothing or too much is left.  */

static bool
narrow (struct spec_reader *reader, struct lk_range *range,
	const struct written_test *test)
{
  struct lk_range more;
  enum spec_meet meet = MEET_EMPTY;
  if (spec_range_of (test->op, test->value, &more))
    meet = spec_range_meet (range, &more);
  if (meet == MEET_EMPTY)
    spec_error_at (reader, test->pos, "no value is left: these comparisons "
		   "never hold together");
  else if (meet == MEET_FAR_HOLES)
    spec_error_at (reader, test->pos, "the values that '!=' excludes must be less than "
		   "64 apart");
  return meet == MEET_OK;
}

/* ---- Kinds.  ---- */

struct lk_name *
spec_copy_names (struct spec_reader *reader, const struct written_name *names)
{
  struct lk_name *first = NULL, **tail = &first;
  for (; names; names = names->next)
    {
      struct lk_name *name = lk_spec_alloc (reader->spec, sizeof *name);
      name->name = lk_spec_strdup (reader->spec, names->text);
      *tail = name;
      tail = &name->next;
    }
  return first;
}

static const char *const property_names[N_PROPERTIES] = {
  "noun", "verb", "cwe", "handle", "valid", "memory", "lock", "off", "verified",
  "group", "by"
};

/* Return the text of P, the noun or the verb of the kind NAME; OTHERWISE if it is empty, which is
   an error.  */
static const char *
property_text (struct spec_reader *reader, const struct written_property *p, const char *name,
	       const char *otherwise)
{
  if (*p->string)
    return lk_spec_strdup (reader->spec, p->string);
  spec_error_at (reader, p->pos, "the %s of kind '%s' is empty: expected %s",
		 property_names[p->what], name, p->what == PROPERTY_NOUN
		 ? LK_TR ("a word like \"stream\"") : LK_TR ("a participle like \"closed\""));
  return otherwise;
}

/* A kind of the same name from another file is replaced in place: contracts
   already point to it.  */

static void
check_kind (struct spec_reader *reader, const struct written_kind *written)
{
  const char *name = written->name->text;
  struct spec_pos pos = written->name->pos;
  if (!*name)
    return;
  struct lk_kind *kind = lk_spec_kind (reader->spec, name);
  if (kind)
    {
      struct spec_origin *origin = spec_kind_origin (kind);
      if (origin->file && (origin->file == reader->file
			   || reader->source == LK_SOURCE_SHIPPED_SPEC))
	{
	  spec_error_at (reader, pos, "kind '%s' is already defined in %s, "
			 "line %d", name, origin->file, origin->line);
	  return;
	}
    }
  else
    kind = spec_new_kind (reader->spec, name);

  bool seen[N_PROPERTIES] = { false };
  const char *group = NULL;
  struct lk_kind fresh = { .name = kind->name, .noun = kind->name,
    .verb = "released", .size = 8, .next = kind->next };
  for (const struct written_property *p = written->properties; p; p = p->next)
    {
      if (seen[p->what])
	{
	  spec_error_at (reader, p->pos, "'%s' is given twice for kind '%s'",
			 property_names[p->what], name);
	  continue;
	}
      seen[p->what] = true;
      switch (p->what)
	{
	case PROPERTY_NOUN:
	  fresh.noun = property_text (reader, p, name, fresh.noun);
	  break;
	case PROPERTY_VERB:
	  fresh.verb = property_text (reader, p, name, fresh.verb);
	  break;
	case PROPERTY_CWE:
	  if (p->number < 1 || p->number > 99999)
	    spec_error_at (reader, p->pos, "a CWE number is between 1 and "
			   "99999 (leaks are 401, 404, 772 or 775)");
	  else
	    fresh.cwe = (unsigned) p->number;
	  break;
	case PROPERTY_HANDLE:
	  fresh.size = (unsigned) p->number;
	  break;
	case PROPERTY_VALID:
	  fresh.valid = LK_RANGE_ALL;
	  for (const struct written_test *t = p->tests; t; t = t->next)
	    if (!narrow (reader, &fresh.valid, t))
	      {
		seen[PROPERTY_VALID] = false;
		break;
	      }
	  break;
	case PROPERTY_MEMORY:
	  fresh.memory = true;
	  break;
	case PROPERTY_LOCK:
	  fresh.lock = true;
	  break;
	case PROPERTY_OFF:
	  fresh.off = true;
	  break;
	case PROPERTY_VERIFIED:
	  fresh.verified = true;
	  break;
	case PROPERTY_GROUP:
	  group = lk_spec_strdup (reader->spec, p->string);
	  break;
	case PROPERTY_BY:
	  fresh.by = spec_copy_names (reader, p->names);
	  break;
	case N_PROPERTIES:
	  break;
	}
    }
  if (!seen[PROPERTY_VALID])
    {
      if (fresh.size == 4)
	spec_range_of (SPEC_GE, 0, &fresh.valid);
      else
	fresh.valid = LK_RANGE_NONNULL;
    }
  if (!fresh.cwe)
    fresh.cwe = fresh.memory ? 401 : 772;
  *kind = fresh;
  spec_set_group (kind, group);
  *spec_kind_origin (kind)
    = (struct spec_origin) { reader->file,
			     written->name->pos.line };
}

void
spec_check_kinds (struct spec_reader *reader)
{
  for (struct written_kind *kind = reader->kinds; kind; kind = kind->next)
    check_kind (reader, kind);
}

/* ---- Rows.  ---- */

#define KINDS_SHOWN 8

/* The kind NAME stands for; complains and returns NULL if there is none.  */

const struct lk_kind *
spec_find_kind (struct spec_reader *reader, const struct written_name *name)
{
  if (!*name->text)
    return NULL;
  const struct lk_kind *kind = lk_spec_kind (reader->spec, name->text);
  if (kind)
    return kind;

  size_t n = 0;
  for (kind = lk_spec_kinds (reader->spec); kind; kind = kind->next)
    n++;
  const char **names = lk_arena_alloc_array (reader->scratch, n + 1,
					     sizeof *names);
  n = 0;
  for (kind = lk_spec_kinds (reader->spec); kind; kind = kind->next)
    names[n++] = kind->name;
  const char *meant = spec_suggest (name->text, names, n);
  struct spec_text text = { reader->scratch, NULL, 0, 0 };
  if (!strcmp (name->text, "any"))
    spec_text_add (&text, "; 'any' is for 'release' and 'own' only");
  else if (meant)
    spec_text_add (&text, LK_TR ("; did you mean '%s'?"), meant);
  else if (n == 0)
    spec_text_add (&text, "; define it: kind %s { noun \"...\"; }",
		   spec_plain_name (name->text) ? name->text : "NAME");
  else
    {
      /* A file's own are named; hundreds are shipped.  */
      if (n <= KINDS_SHOWN)
	{
	  spec_text_add (&text, "%s", LK_TR ("; there are "));
	  for (size_t i = 0; i < n; i++)
	    spec_text_add (&text, "%s'%s'",
			   i == 0 ? "" : i + 1 < n ? ", " : LK_TR (" and "), names[i]);
	}
      else
	spec_text_add (&text, LK_TR ("; 'leakcheck --list-kinds' prints all %zu"), n);
      spec_text_add (&text, LK_TR ("; a new one is defined by 'kind %s { noun \"...\"; }'"),
		     spec_plain_name (name->text) ? name->text : "NAME");
    }
  spec_error_at (reader, name->pos, "unknown kind of resource '%s'%s",
		 name->text, text.text);
  return NULL;
}

/* Fill CLAUSE's conditions from the tests of WRITTEN; those of one value become one.  JAVA: as
   spec_name_of_java returns it.  */

static bool
check_tests (struct spec_reader *reader, const struct written_clause *written, const char *java,
	     struct lk_clause *clause)
{
  for (const struct written_test *test = written->tests; test; test = test->next)
    {
      struct lk_condition tested;
      unsigned i = 0;
      if (!spec_check_tested (reader, written, test, java, &tested))
	return false;
      while (i < clause->n_conditions && !lk_condition_alike (&clause->conditions[i], &tested))
	i++;
      if (i == LK_CONDITION_MAX)
	{
	  spec_error_at (reader, test->pos, "a clause can test at most %d "
			 "different values", LK_CONDITION_MAX);
	  return false;
	}
      if (i == clause->n_conditions)
	clause->conditions[clause->n_conditions++] = tested;
      if (!narrow (reader, &clause->conditions[i].range, test))
	return false;
    }

  /* Leave out what says nothing.  */
  const struct lk_range all = LK_RANGE_ALL;
  unsigned kept = 0;
  for (unsigned i = 0; i < clause->n_conditions; i++)
    {
      const struct lk_condition *c = &clause->conditions[i];
      bool implied = (clause->role == LK_ROLE_ACQUIRE && c->base == 0
		      && clause->place.base == 0 && clause->place.nsel == 0
		      && lk_range_within (&clause->kind->valid, &c->range));
      if (!implied && !lk_range_within (&all, &c->range))
	clause->conditions[kept++] = *c;
    }
  for (unsigned i = kept; i < clause->n_conditions; i++)
    clause->conditions[i] = (struct lk_condition) { 0 };
  clause->n_conditions = kept;
  return true;
}

const struct spec_flag spec_flags[] = {
  { WRITTEN_NORETURN, "noreturn", offsetof (struct lk_contract, noreturn) },
  { WRITTEN_FRESH, "fresh", offsetof (struct lk_contract, fresh) },
  { WRITTEN_NOTHROW, "nothrow", offsetof (struct lk_contract, nothrow) },
  { WRITTEN_COUNTS, "counts", offsetof (struct lk_contract, counts) },
  { WRITTEN_CHECKED, "checked", offsetof (struct lk_contract, checked) },
  { WRITTEN_LOCKS, "locks", offsetof (struct lk_contract, locks) },
  { WRITTEN_PURE, "pure", offsetof (struct lk_contract, pure) },
  { WRITTEN_STARTS, "starts", offsetof (struct lk_contract, starts) },
  { WRITTEN_WAITS, "waits", offsetof (struct lk_contract, waits) },
  { WRITTEN_EVICTS, "evicts", offsetof (struct lk_contract, evicts) },
  { 0, NULL, 0 }
};

static const char *const role_names[] = {
  [WRITTEN_ACQUIRE] = "acquire", [WRITTEN_RELEASE] = "release",
  [WRITTEN_OWN] = "own", [WRITTEN_KEEP] = "keep", [WRITTEN_ALIAS] = "alias",
  [WRITTEN_BORROW] = "borrow", [WRITTEN_BORROW_ALL] = "borrow",
  [WRITTEN_WRAP] = "wrap", [WRITTEN_PUT] = "put", [WRITTEN_FETCH] = "fetch",
  [WRITTEN_NORETURN] = "noreturn", [WRITTEN_SUPPRESS] = "suppress",
  [WRITTEN_FRESH] = "fresh", [WRITTEN_NOTHROW] = "nothrow",
  [WRITTEN_LOCKS] = "locks", [WRITTEN_COUNTS] = "counts", [WRITTEN_CHECKED] = "checked",
  [WRITTEN_PURE] = "pure", [WRITTEN_STARTS] = "starts", [WRITTEN_WAITS] = "waits",
  [WRITTEN_EVICTS] = "evicts",
  [WRITTEN_ELEMENT] = "element", [WRITTEN_ITERATOR] = "iterator",
  [WRITTEN_REMOVE] = "remove", [WRITTEN_QUERY] = "query",
  [WRITTEN_VISIT] = "visit", [WRITTEN_TESTS] = "tests", [WRITTEN_THROWS] = "throws",
  [WRITTEN_RAISES] = "raises", [WRITTEN_UNDONE] = "release", [WRITTEN_UNTOUCHED] = "throws",
  [WRITTEN_GIVE] = "give", [WRITTEN_FILL] = "fill", [WRITTEN_PASS] = "pass", [WRITTEN_RUN] = "run",
  [WRITTEN_READS] = "reads",
  [WRITTEN_PARTIAL] = "..."
};

const char *
spec_clause_name (const struct written_clause *written)
{
  return role_names[written->role];
}

/* The kind that a clause without one is about: its class's.  NULL after a
   complaint.  */

static const struct lk_kind *
kind_of_class (struct spec_reader *reader,
	       const struct written_clause *written,
	       const struct written_row *row)
{
  if (!row->class)
    {
      spec_error_at (reader, written->place->pos, "expected a kind of resource%s "
		     "before this: only methods inside 'class' take theirs from "
		     "the class", written->role == WRITTEN_ACQUIRE ? ""
		     : LK_TR (" or 'any'"));
      return NULL;
    }
  return row->class->kind ? spec_find_kind (reader, row->class->kind)
	 : lk_spec_closeable (reader->spec);
}

/* Check what is allowed in Java's rows only, or in no row of Java.  */

static bool
check_java (struct spec_reader *reader, const struct written_clause *written,
	    const struct written_row *row, struct lk_clause *clause)
{
  const struct written_place *places[] = { written->place, written->other,
					   written->parent };
  const char *java = spec_name_of_java (reader, row);
  if (java && written->place && (written->place->global || written->place->addend))
    {
      spec_error_at (reader, written->place->pos, "'%s' is for functions of C and C++: '%s' is a "
		     "method of Java", written->place->global ? "&" : "+", java);
      return false;
    }
  for (unsigned i = 0; i < 3; i++)
    if (places[i] && places[i]->base == LK_PLACE_THIS)
      for (const struct written_name *n = row->names; n; n = n->next)
	if (!spec_is_member (n->text))
	  {
	    spec_error_at (reader, places[i]->pos, "'this' is for rows in a "
			   "class and methods of Java: '%s' is none (write arg1 "
			   "for what C++ calls 'this')", n->text);
	    return false;
	  }
  if (written->parent)
    {
      clause->has_parent = true;
      if (!spec_check_place (reader, written->parent, 8, &clause->parent))
	return false;
      if (clause->parent.base == 0 || clause->parent.nsel)
	{
	  spec_error_at (reader, written->parent->pos, "expected 'this' or an "
			 "argument: what the new resource is released with must "
			 "be there before the call");
	  return false;
	}
    }
  if (clause->role == LK_ROLE_ACQUIRE && clause->place.base == LK_PLACE_THIS)
    {
      clause->renews = true;
      for (const struct written_name *n = row->names; n; n = n->next)
	if (spec_is_constructor (n->text))
	  clause->renews = false;
    }
  return spec_check_releases (reader, written->releases, &clause->since,
			      &clause->before);
}

/* The clause WRITTEN of ROW stands for, in the specification's memory.  NULL
   after a complaint.  */

static struct lk_clause *
check_clause (struct spec_reader *reader, const struct written_clause *written,
	      const struct written_row *row)
{
  static const enum lk_role roles[] = {
    [WRITTEN_ACQUIRE] = LK_ROLE_ACQUIRE, [WRITTEN_RELEASE] = LK_ROLE_RELEASE,
    [WRITTEN_OWN] = LK_ROLE_OWN, [WRITTEN_KEEP] = LK_ROLE_KEEP,
    [WRITTEN_ALIAS] = LK_ROLE_ALIAS, [WRITTEN_BORROW] = LK_ROLE_BORROW,
    [WRITTEN_WRAP] = LK_ROLE_WRAP, [WRITTEN_PUT] = LK_ROLE_PUT,
    [WRITTEN_FETCH] = LK_ROLE_FETCH, [WRITTEN_ELEMENT] = LK_ROLE_ELEMENT,
    [WRITTEN_ITERATOR] = LK_ROLE_ITERATOR, [WRITTEN_REMOVE] = LK_ROLE_REMOVE,
    [WRITTEN_QUERY] = LK_ROLE_QUERY, [WRITTEN_VISIT] = LK_ROLE_VISIT,
    [WRITTEN_TESTS] = LK_ROLE_TESTS, [WRITTEN_THROWS] = LK_ROLE_THROWS,
    [WRITTEN_UNDONE] = LK_ROLE_UNDONE, [WRITTEN_UNTOUCHED] = LK_ROLE_UNTOUCHED,
    [WRITTEN_RAISES] = LK_ROLE_RAISES,
    [WRITTEN_GIVE] = LK_ROLE_GIVE, [WRITTEN_FILL] = LK_ROLE_FILL,
    [WRITTEN_PASS] = LK_ROLE_PASS, [WRITTEN_RUN] = LK_ROLE_RUN,
    [WRITTEN_READS] = LK_ROLE_READS
  };
  struct lk_clause clause = { .role = roles[written->role],
			      .anew = written->anew,
			      .inside = written->inside,
			      .though_thrown = written->though_thrown,
			      .until_next = written->until_next };
  bool good = true;

  unsigned size = 8;
  if (written->role == WRITTEN_ACQUIRE || written->role == WRITTEN_RELEASE
      || written->role == WRITTEN_OWN || written->role == WRITTEN_GIVE)
    {
      if (written->kind)
	{
	  clause.kind = spec_find_kind (reader, written->kind);
	  if (clause.kind)
	    size = clause.kind->size;
	  else
	    good = false;
	}
      else if (written->any || (row->class && written->role != WRITTEN_ACQUIRE))
	clause.any_kind = true;
      else
	{
	  clause.kind = kind_of_class (reader, written, row);
	  good &= clause.kind != NULL;
	}
    }
  if (written->place && !spec_check_place (reader, written->place, size, &clause.place))
    good = false;
  if (written->other
      && !spec_check_place (reader, written->other, 8, &clause.other))
    good = false;
  if (!good)
    return NULL;

  const char *java = spec_name_of_java (reader, row);
  if (!spec_check_sides (reader, written, &clause, java != NULL))
    return NULL;
  if (!check_java (reader, written, row, &clause)
      || !spec_check_element (reader, written, row, &clause)
      || !check_tests (reader, written, java, &clause)
      || !spec_check_answer (reader, written, row, &clause))
    return NULL;

  for (const struct written_name *n = written->releasers; n; n = n->next)
    for (const struct written_name *m = written->releasers; m != n;
	 m = m->next)
      if (!strcmp (m->text, n->text))
	{
	  spec_error_at (reader, n->pos, "'%s' is named twice", n->text);
	  return NULL;
	}
  clause.releasers = spec_copy_names (reader, written->releasers);

  struct lk_clause *kept = lk_spec_alloc (reader->spec, sizeof *kept);
  *kept = clause;
  return kept;
}

static bool
conditions_equal (const struct lk_clause *a, const struct lk_clause *b)
{
  if (a->n_conditions != b->n_conditions)
    return false;
  for (unsigned i = 0; i < a->n_conditions; i++)
    {
      bool found = false;
      for (unsigned j = 0; j < b->n_conditions; j++)
	found |= lk_condition_equal (&a->conditions[i], &b->conditions[j]);
      if (!found)
	return false;
    }
  return true;
}

/* Whether CLAUSE can stand beside OLD, which stands before it.  */

static bool
check_pair (struct spec_reader *reader, const struct lk_clause *old,
	    const struct lk_clause *clause, struct spec_pos pos)
{
  if (!lk_place_equal (&old->place, &clause->place))
    return true;
  if (old->role == clause->role && old->kind == clause->kind
      && ((old->role != LK_ROLE_PASS && old->role != LK_ROLE_READS)
	  || !old->releasers || !clause->releasers
	  || !strcmp (old->releasers->name, clause->releasers->name))
      && old->any_kind == clause->any_kind
      && lk_place_equal (&old->other, &clause->other)
      && old->since == clause->since && old->before == clause->before
      && conditions_equal (old, clause))
    {
      spec_error_at (reader, pos, "this clause is there already");
      return false;
    }
  const struct lk_clause *borrow = old->role == LK_ROLE_BORROW ? old : clause;
  const struct lk_clause *more = borrow == old ? clause : old;
  if (borrow->role == LK_ROLE_BORROW
      && (more->role == LK_ROLE_RELEASE || more->role == LK_ROLE_OWN
	  || more->role == LK_ROLE_KEEP))
    {
      spec_error_at (reader, pos, "'borrow' says that the argument is only "
		     "used, but '%s' says more of the same place",
		     more->role == LK_ROLE_RELEASE ? "release"
		     : more->role == LK_ROLE_OWN ? "own" : "keep");
      return false;
    }
  return true;
}

/* Check the clauses of a function that does not return: they cannot be about the time after
   the call.  */

static bool
check_noreturn (struct spec_reader *reader,
		const struct written_clause *written)
{
  if (written->role == WRITTEN_ACQUIRE || written->role == WRITTEN_ALIAS)
    {
      spec_error_at (reader, written->pos, "a function that does not return "
		     "cannot '%s'", role_names[written->role]);
      return false;
    }
  for (const struct written_test *test = written->tests; test;
       test = test->next)
    if (test->base == 0)
      {
	spec_error_at (reader, test->pos, "a function that does not return has "
		       "no result to test");
	return false;
      }
  return true;
}

/* The clause WRITTEN is "noreturn if": set *ENDS.  */

static bool
check_ends (struct spec_reader *reader, const struct written_clause *written,
	    struct lk_condition *ends)
{
  struct lk_clause clause = { .role = LK_ROLE_BORROW };
  if (!check_tests (reader, written, NULL, &clause))
    return false;
  if (clause.n_conditions != 1 || clause.conditions[0].base <= 0)
    {
      spec_error_at (reader, written->pos, "expected a test of one argument, and of nothing else, "
		     "after 'noreturn if'");
      return false;
    }
  *ends = clause.conditions[0];
  return true;
}

/* Put a contract for every name of WRITTEN, all with the same clauses.  */

static void
check_row (struct spec_reader *reader, const struct written_row *written)
{
  for (struct written_name *name = written->names; name; name = name->next)
    name->text = spec_full_name (reader, name->text, written->class);
  struct lk_contract contract = { .source = reader->source, .file = reader->file,
    .complete = true };
  struct lk_clause **tail = &contract.clauses, **elements_tail = &contract.elements;
  bool good = true, partial = false, only_suppress = true;
  const struct written_clause *seen[WRITTEN_PARTIAL + 1] = { NULL };

  for (const struct written_clause *w = written->clauses; w; w = w->next)
    if (w->role == WRITTEN_NORETURN && !w->tests)
      contract.noreturn = true;
    else if (w->role == WRITTEN_NORETURN)
      good &= check_ends (reader, w, &contract.ends);
  for (const struct written_clause *w = written->clauses; w; w = w->next)
    {
      if (w->role != WRITTEN_SUPPRESS)
	only_suppress = false;
      if (w->role >= WRITTEN_BORROW_ALL)
	{
	  if (seen[w->role])
	    {
	      spec_error_at (reader, w->pos, "'%s' is there already",
			     role_names[w->role]);
	      good = false;
	    }
	  seen[w->role] = w;
	  if (w->role == WRITTEN_SUPPRESS)
	    contract.suppress = true;
	  else if (w->role == WRITTEN_PARTIAL)
	    partial = true;
	  for (const struct spec_flag *f = spec_flags; f->word; f++)
	    if (w->role == f->role && !w->tests)
	      *spec_flag_of (&contract, f) = true;
	  continue;
	}
      if (contract.noreturn && !check_noreturn (reader, w))
	{
	  good = false;
	  continue;
	}
      struct lk_clause *clause = check_clause (reader, w, written);
      if (!clause)
	{
	  good = false;
	  continue;
	}
      bool element = clause->role >= LK_ROLE_ELEMENT;
      for (const struct lk_clause *old = element ? contract.elements : contract.clauses;
	   old; old = old->next)
	if (!check_pair (reader, old, clause, w->pos))
	  {
	    good = false;
	    break;
	  }
      *(element ? elements_tail : tail) = clause;
      *(element ? &elements_tail : &tail) = &clause->next;
    }
  good &= spec_check_answers (reader, written, &contract);
  good &= spec_check_elements (reader, written, &contract);
  if (partial && seen[WRITTEN_BORROW_ALL])
    {
      spec_error_at (reader, seen[WRITTEN_PARTIAL]->pos, "'borrow' speaks of "
		     "all arguments and '...' leaves them open: expected one "
		     "of them");
      good = false;
    }
  if (partial || (written->clauses && only_suppress))
    contract.complete = false;
  if (!good)
    return;

  for (const struct written_name *name = written->names; name;
       name = name->next)
    {
      if (!*name->text || (written->class && !*written->class->name->text))
	continue;
      struct lk_contract *old = spec_find_own (reader->spec, name->text);
      if (old && old->file
	  && (old->file == reader->file
	      || (reader->source == LK_SOURCE_SHIPPED_SPEC
		  && old->source == LK_SOURCE_SHIPPED_SPEC)))
	spec_error_at (reader, name->pos, "'%s' is already described in %s, "
		       "line %d: put all its clauses into one row", name->text,
		       old->file, old->line);
      struct lk_contract *kept = lk_spec_alloc (reader->spec, sizeof *kept);
      *kept = contract;
      kept->name = lk_spec_strdup (reader->spec, name->text);
      kept->line = name->pos.line;
      spec_put (reader->spec, kept);
    }
}

void
spec_check_rows (struct spec_reader *reader)
{
  for (struct written_row *row = reader->rows; row; row = row->next)
    check_row (reader, row);
}
