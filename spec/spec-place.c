/* Places of clauses: from the written form to struct lk_place, and which place a clause can have
   on which side.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include "spec-internal.h"

/* Store the selector of INDEX, of elements of UNIT bytes, in *SEL; complain and return false if it
   has none.  */

static bool
check_index (struct spec_reader *reader, const struct written_index *index, int64_t unit,
	     int64_t *sel)
{
  int64_t offset;
  if (index->any)
    {
      *sel = LK_PLACE_ANY;
      return true;
    }
  if (!index->bytes && index->value < 0)
    {
      spec_error_at (reader, index->pos, "an index cannot be negative");
      return false;
    }
  if (__builtin_mul_overflow (index->value, index->bytes ? 1 : unit, &offset)
      || offset > INT32_MAX || offset < INT32_MIN)
    {
      spec_error_at (reader, index->pos, "the index is too large: the offset "
		     "must be less than 2 GiB");
      return false;
    }
  if (index->bit > 8 || (index->bit && offset < 0))
    {
      spec_error_at (reader, index->pos, "a bit-field begins at one of the bits 0 to 7 of a byte");
      return false;
    }
  *sel = offset + index->bit * LK_BIT_OFFSET;
  return true;
}

/* SIZE is that of the elements that WRITTEN's last index counts; what is
   gone through before are pointers.  */

bool
spec_check_place (struct spec_reader *reader, const struct written_place *written,
		  unsigned size, struct lk_place *place)
{
  size_t n_indices = 0;
  for (const struct written_index *i = written->indices; i; i = i->next)
    n_indices++;
  if (n_indices + written->stars > LK_PLACE_MAX)
    {
      spec_error_at (reader, written->pos, "a place has at most %d '*' and "
		     "'[N]' together", LK_PLACE_MAX);
      return false;
    }
  place->base = (int16_t) written->base;
  for (const struct written_index *i = written->indices; i; i = i->next)
    {
      if (i->bit)
	{
	  spec_error_at (reader, i->pos, "a bit-field holds no handle: expected '[@N+B]' in tests "
			 "only");
	  return false;
	}
      if (!check_index (reader, i, i->next || written->stars ? 8 : size,
			&place->sel[place->nsel++]))
	return false;
    }
  for (unsigned i = 0; i < written->stars; i++)
    place->sel[place->nsel++] = 0;
  if (written->addend > INT32_MAX || written->addend < INT32_MIN)
    {
      spec_error_at (reader, written->pos, "the distance is too large: it must be less than 2 GiB");
      return false;
    }
  place->addend = written->addend;
  place->global = written->global ? lk_spec_strdup (reader->spec, written->global) : NULL;
  return true;
}

bool
spec_check_tested (struct spec_reader *reader, const struct written_clause *written,
		   const struct written_test *test, const char *java, struct lk_condition *tested)
{
  *tested = (struct lk_condition) { .base = (int16_t) test->base, .range = LK_RANGE_ALL };
  if (!test->indices)
    return true;
  if (java)
    spec_error_at (reader, test->pos, "tests of members are for functions of C and C++: '%s' is a "
		   "method of Java", java);
  else if (written->role > WRITTEN_ALIAS)
    spec_error_at (reader, test->pos, "'%s' cannot depend on a member: expected the result or an "
		   "argument itself", spec_clause_name (written));
  else if (test->base == 0)
    spec_error_at (reader, test->pos, "what the result points to cannot be tested: expected a "
		   "member of an argument");
  else
    {
      const struct written_index *i = test->indices;
      for (; i && !i->any && tested->nsel < LK_CONDITION_DEPTH; i = i->next)
	if (!check_index (reader, i, 8, &tested->sel[tested->nsel++]))
	  return false;
      if (i && i->any)
	spec_error_at (reader, i->pos, "a test is of one member: expected a number or '@'");
      else if (i)
	spec_error_at (reader, i->pos, "a test has at most %d '[N]'", LK_CONDITION_DEPTH);
      return !i;
    }
  return false;
}

/* Complain and return false if WRITTEN, of a clause that is neither "acquire" nor "release", is an
   address that is computed.  */

static bool
is_no_address (struct spec_reader *reader, const struct written_place *written, const char *role)
{
  if (!written || (!written->global && !written->addend))
    return true;
  spec_error_at (reader, written->pos, "'%s' cannot stand with '%s': expected the result or an "
		 "argument", role, written->global ? "&" : "+");
  return false;
}

bool
spec_check_sides (struct spec_reader *reader, const struct written_clause *written,
		  const struct lk_clause *clause, bool java)
{
  const char *role = spec_clause_name (written);
  /* The contents of a variable can be kept; its address, no handle, cannot.  */
  bool holds = (written->role == WRITTEN_KEEP && clause->place.nsel > 0
		&& clause->place.addend == 0);
  bool may_compute = (written->role == WRITTEN_ACQUIRE || written->role == WRITTEN_RELEASE
		      || holds);
  if ((!may_compute && !is_no_address (reader, written->place, role))
      || !is_no_address (reader, written->other, role)
      || !is_no_address (reader, written->parent, "within"))
    return false;
  switch (written->role)
    {
    case WRITTEN_RELEASE:
    case WRITTEN_UNDONE:
    case WRITTEN_UNTOUCHED:
    case WRITTEN_GIVE:
    case WRITTEN_OWN:
    case WRITTEN_KEEP:
    case WRITTEN_BORROW:
      if (clause->place.base == 0
	  && !(java && written->role == WRITTEN_BORROW && !clause->place.nsel))
	{
	  spec_error_at (reader, written->place->pos, "'%s' cannot stand with "
			 "the result, which is not there before the call: "
			 "expected an argument", role);
	  return false;
	}
      break;
    case WRITTEN_PUT:
    case WRITTEN_FETCH:
    case WRITTEN_WRAP:
      if (lk_place_equal (&clause->place, &clause->other))
	{
	  spec_error_at (reader, written->other->pos, "expected another place "
			 "than the one before");
	  return false;
	}
      if (clause->other.base == 0 && written->role != WRITTEN_PUT)
	{
	  spec_error_at (reader, written->other->pos, "the right side of '%s' "
			 "must be there before the call: expected 'this' or an "
			 "argument", role);
	  return false;
	}
      break;
    case WRITTEN_ALIAS:
      if (clause->place.base != 0 && clause->place.nsel == 0)
	{
	  char name[16] = "this";
	  if (clause->place.base > 0)
	    snprintf (name, sizeof name, "arg%d", clause->place.base);
	  spec_error_at (reader, written->place->pos, "a call cannot change %s "
			 "itself: expected the result or a place behind a "
			 "pointer, like '*%s'%s", name, name,
			 clause->place.base > 0 ? ""
			 : LK_TR (" (for a wrapper, write 'wrap')"));
	  return false;
	}
      if (clause->other.base == 0)
	{
	  spec_error_at (reader, written->other->pos, "the right side of "
			 "'alias' must be there before the call: expected an "
			 "argument");
	  return false;
	}
      if (lk_place_equal (&clause->place, &clause->other))
	{
	  spec_error_at (reader, written->other->pos, "a place is always an "
			 "alias of itself: expected another place");
	  return false;
	}
      break;
    default:
      break;
    }
  return true;
}
