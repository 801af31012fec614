/* Clauses about the elements of containers.

   Members of a container or an iterator stand in a class, where "this" is the object, algorithms
   in rows of their own.  Of Java's collections, where an iterator is the collection itself for
   the other clauses ("alias result = this"), they tell the verifier which elements a method
   returns, removes or asks for; "put" and "fetch" are all that it needs of the others.
   Those of classes "loops.NAME" are read by mode loops.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "spec-internal.h"

/* Return true if NAME, of a class, is in a package of Java, or imported by the file.  */

static bool
has_package (const struct spec_reader *reader, const char *name)
{
  if (strchr (name, '.'))
    return true;
  for (const struct written_name *i = reader->imports; i; i = i->next)
    {
      const char *last = strrchr (i->text, '.');
      if (last && !strcmp (last + 1, name))
	return true;
    }
  return false;
}

bool
spec_is_cxx (const struct spec_reader *reader, const struct written_class *class)
{
  if (strstr (class->name->text, "::"))
    return true;
  for (const struct written_name *n = class->supers; n; n = n->next)
    if (strstr (n->text, "::"))
      return true;
  return ((class->container || class->iterator) && !has_package (reader, class->name->text));
}

/* Whether NAME, of a row outside of classes, is that of a member of one of C++'s in the file.  */

static bool
is_cxx_member (const struct spec_reader *reader, const char *name)
{
  const char *dot = strrchr (name, '.');
  for (const struct written_class *c = reader->classes; dot && c; c = c->next)
    if (spec_is_cxx (reader, c) && strlen (c->name->text) == (size_t) (dot - name)
	&& !memcmp (c->name->text, name, dot - name))
      return true;
  return false;
}

const char *
spec_name_of_java (const struct spec_reader *reader, const struct written_row *row)
{
  if (row->class)
    return spec_is_cxx (reader, row->class) ? NULL : row->names->text;
  for (const struct written_name *n = row->names; n; n = n->next)
    if (spec_is_method (n->text) && !is_cxx_member (reader, n->text))
      return n->text;
  return NULL;
}

/* Check what "pass" says of a callee.  */

static bool
check_pass (struct spec_reader *reader, const struct written_clause *written,
	    struct lk_clause *clause)
{
  clause->always = written->always;
  if (written->other && (clause->other.base < 1 || clause->other.nsel))
    {
      spec_error_at (reader, written->other->pos, "expected an argument of '%s', arg1, arg2, ...",
		     written->releasers->text);
      return false;
    }
  if ((written->other != NULL) == (clause->place.base > 0))
    return true;
  spec_error_at (reader, written->place->pos, written->other
		 ? LK_N ("expected an argument, or a place behind one: a result is passed 'from' a "
			 "function")
		 : LK_N ("expected 'result': an argument is passed 'into' a function"));
  return false;
}

/* Check what "reads" says of an argument, and of a callee's.  */

static bool
check_reads (struct spec_reader *reader, const struct written_clause *written,
	     const struct lk_clause *clause)
{
  bool other = written->other && (clause->other.base < 1 || clause->other.nsel);
  if (!other && clause->place.base >= 1 && !clause->place.nsel)
    return true;
  spec_error_at (reader, other ? written->other->pos : written->place->pos,
		 "expected an argument, arg1, arg2, ...: 'reads' speaks of the object that it "
		 "points to");
  return false;
}

/* Check what "run" says of a function, and add it to CLAUSE.  */

static bool
check_run (struct spec_reader *reader, const struct written_clause *written,
	   const struct written_row *row, struct lk_clause *clause)
{
  struct lk_run *run = lk_spec_alloc (reader->spec, sizeof *run);
  const struct written_position *at = written->position;
  if (!spec_name_of_java (reader, row))
    {
      spec_error_at (reader, written->pos, "'run' is for methods of Java: '%s' is none",
		     row->names->text);
      return false;
    }
  if (clause->place.base < 1 || clause->place.nsel)
    {
      spec_error_at (reader, written->place->pos, "expected an argument: a function");
      return false;
    }
  for (const struct written_given *g = written->given; g; g = g->next)
    {
      struct lk_run_given *given = &run->given[run->n_given++];
      if (!spec_check_place (reader, g->place, 8, &given->place))
	return false;
      if (given->place.base == 0 || given->place.nsel)
	{
	  spec_error_at (reader, g->place->pos, "expected 'this' or an argument: what a "
			 "function is given is there before the call");
	  return false;
	}
      given->element = g->element;
      given->position = g->position ? g->position->position : LK_POSITION_ANY;
      given->key = g->position ? (int16_t) g->position->base : 0;
    }
  run->held = written->other && clause->other.base != 0;
  run->yielded = written->other && !run->held && at;
  run->answered = written->answered || (written->other && !run->held && !at);
  if (written->other && (clause->other.nsel || (!run->held && written->answered)))
    {
      spec_error_at (reader, written->other->pos, "expected 'this', an argument, or 'result' "
		     "alone");
      return false;
    }
  clause->position = at ? at->position : LK_POSITION_ANY;
  clause->key = at ? (int16_t) at->base : 0;
  clause->run = run;
  return true;
}

bool
spec_check_element (struct spec_reader *reader, const struct written_clause *written,
		    const struct written_row *row, struct lk_clause *clause)
{
  const struct written_position *at = written->position;
  bool any = clause->place.base == LK_PLACE_EACH;
  const char *java = spec_name_of_java (reader, row);
  if (clause->role == LK_ROLE_READS)
    return check_reads (reader, written, clause);
  if ((!lk_is_about_elements (clause->role) && clause->role != LK_ROLE_PASS
       && clause->role != LK_ROLE_RUN && !at && !any)
      || clause->role == LK_ROLE_FILL)
    return true;
  if (reader->source == LK_SOURCE_ATTRIBUTE)
    {
      spec_error_at (reader, written->pos, clause->role == LK_ROLE_PASS
		     ? LK_N ("'%s' is said in a record, not in an attribute")
		     : LK_N ("'%s' of elements is said in a specification, not in an attribute"),
		     spec_clause_name (written));
      return false;
    }
  if (clause->role == LK_ROLE_PASS)
    return check_pass (reader, written, clause);
  if (clause->role == LK_ROLE_RUN)
    return check_run (reader, written, row, clause);
  if (java && (any || clause->role < LK_ROLE_ELEMENT))
    {
      spec_error_at (reader, at ? at->pos : written->pos, "'%s' is for containers of C++: '%s' "
		     "is a method of Java (a class of C++ has '::' in its name, or no "
		     "package and 'container' or 'iterator')",
		     at ? "at" : any ? "any" : spec_clause_name (written), java);
      return false;
    }
  if ((clause->role == LK_ROLE_ELEMENT || clause->role == LK_ROLE_ITERATOR)
      && (clause->place.base != 0 || clause->place.nsel))
    {
      spec_error_at (reader, written->place->pos, "expected 'result': what '%s' says is said of "
		     "the result", spec_clause_name (written));
      return false;
    }
  const struct lk_place *of = written->other ? &clause->other : &clause->place;
  if (clause->role >= LK_ROLE_ELEMENT && (of->base == 0 || of->nsel))
    {
      spec_error_at (reader, written->other ? written->other->pos : written->place->pos,
		     "expected 'this' or an argument: a container, or an iterator of one");
      return false;
    }
  clause->amount = written->amount;
  if (!at)
    return true;
  if (at->position == LK_POSITION_KEY && at->base < 1)
    {
      spec_error_at (reader, at->pos, "expected 'first', 'last', 'equal' or the argument that says "
		     "which element");
      return false;
    }
  if (at->if_new && clause->role != LK_ROLE_PUT)
    {
      spec_error_at (reader, at->pos, "'at fresh' is for 'put': an element with that key is not "
		     "there");
      return false;
    }
  clause->if_new = at->if_new;
  clause->position = at->position;
  clause->key = (int16_t) at->base;
  return true;
}

bool
spec_check_elements (struct spec_reader *reader, const struct written_row *row,
		     const struct lk_contract *contract)
{
  if (!lk_contract_about_elements (contract) || spec_name_of_java (reader, row))
    return true;
  for (const struct written_clause *w = row->clauses; w; w = w->next)
    if (w->role == WRITTEN_ACQUIRE || w->role == WRITTEN_RELEASE || w->role == WRITTEN_OWN
	|| w->role == WRITTEN_KEEP)
      {
	spec_error_at (reader, w->pos, "'%s' is about a resource, but another clause of the row is "
		       "about elements: a row of C++ is about one of the two",
		       spec_clause_name (w));
	return false;
      }
  return true;
}
