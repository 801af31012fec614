/* Clauses about the answer of a call and its exceptions: "tests", "throws if", "throws unless
   fresh", "raises", "release if thrown", "though thrown"; "give", which is about the body of a
   callback; "fill"; and the words for methods of Java alone.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spec-internal.h"

/* Check that CLAUSE, "give" of ROW, gives an argument of a method: the Java front end looks it up
   where a class of the program implements that.  */

static bool
check_give (struct spec_reader *reader, const struct written_clause *written,
	    const struct written_row *row, const struct lk_clause *clause)
{
  if (!spec_name_of_java (reader, row))
    spec_error_at (reader, written->pos, "'give' is for callbacks of Java: '%s' is no method of "
		   "Java", row->names->text);
  else if (clause->place.base < 1 || clause->place.nsel)
    spec_error_at (reader, written->place->pos, "a callback is given the value of an argument: "
		   "expected arg1, arg2, ...");
  else
    return true;
  return false;
}

/* Complain and return false if ROW, which has WRITTEN, a clause for functions of LANGUAGES, is of
   Java.  */

static bool
check_not_java (struct spec_reader *reader, const struct written_clause *written,
		const struct written_row *row, const char *languages)
{
  const char *java = spec_name_of_java (reader, row);
  if (!java)
    return true;
  spec_error_at (reader, written->pos, "'%s' is for functions of %s: '%s' is a method of Java",
		 spec_clause_name (written), LK_TR (languages), java);
  return false;
}

/* Check that WRITTEN, "raises" of ROW, names types of C++.  */

static bool
check_raises (struct spec_reader *reader, const struct written_clause *written,
	      const struct written_row *row)
{
  if (!check_not_java (reader, written, row, "C++"))
    return false;
  for (const struct written_name *n = written->releasers; n; n = n->next)
    if (!strcmp (n->text, "nothing") || !n->text[strspn (n->text, " ")])
      {
	spec_error_at (reader, n->pos, *n->text == ' ' ? LK_N ("expected the name of a type")
		       : LK_N ("'raises nothing' says that no exception is let out: expected no"
			       " type beside it"));
	return false;
      }
  return true;
}

/* Check that CLAUSE, "fill" of ROW, fills what an argument of a function of C or C++ points to.  */

static bool
check_fill (struct spec_reader *reader, const struct written_clause *written,
	    const struct written_row *row, const struct lk_clause *clause)
{
  if (!check_not_java (reader, written, row, "C and C++"))
    return false;
  if ((clause->place.base < 1 && clause->place.base != LK_PLACE_EACH) || clause->place.nsel)
    spec_error_at (reader, written->place->pos, "what an argument points to is filled: expected "
		   "arg1, arg2, ... or 'any'");
  else
    return true;
  return false;
}

/* Check that WRITTEN, which says "though thrown", is not about the result: a call that throws has
   none.  */

static bool
check_though_thrown (struct spec_reader *reader, const struct written_clause *written,
		     const struct lk_clause *clause)
{
  const struct written_test *test = written->tests;
  while (test && test->base != 0)
    test = test->next;
  if (clause->place.base != 0 && !test)
    return true;
  spec_error_at (reader, test ? test->pos : written->place->pos, "a call that throws has no "
		 "result: expected 'this' or an argument with 'though thrown'");
  return false;
}

bool
spec_check_answer (struct spec_reader *reader, const struct written_clause *written,
		   const struct written_row *row, const struct lk_clause *clause)
{
  if (written->role == WRITTEN_GIVE)
    return check_give (reader, written, row, clause);
  if (written->role == WRITTEN_RAISES)
    return check_raises (reader, written, row);
  if (written->role == WRITTEN_FILL)
    return check_fill (reader, written, row, clause);
  if (written->though_thrown)
    return check_though_thrown (reader, written, clause);
  if (written->role != WRITTEN_TESTS && written->role != WRITTEN_THROWS)
    return true;
  for (const struct written_test *test = written->tests; test; test = test->next)
    if (test->base == 0)
      {
	spec_error_at (reader, test->pos, "'%s' is decided by what is there before the call: "
		       "expected 'this' or an argument", spec_clause_name (written));
	return false;
      }
  if (clause->n_conditions)
    return true;
  spec_error_at (reader, written->pos, "this test always holds");
  return false;
}

/* Return true if CONTRACT, which has a "tests", says more of its function.  */

static bool
does_more (const struct lk_contract *contract)
{
  for (const struct lk_clause *c = contract->elements; c; c = c->next)
    if (c->role != LK_ROLE_TESTS)
      return true;
  return (contract->clauses || contract->noreturn || contract->ends.base || contract->fresh
	  || contract->counts);
}

bool
spec_check_answers (struct spec_reader *reader, const struct written_row *row,
		    const struct lk_contract *contract)
{
  const struct written_clause *tests = NULL, *throws = NULL;
  bool good = true;
  for (const struct written_clause *w = row->clauses; w; w = w->next)
    {
      bool thrown = (w->role == WRITTEN_THROWS || w->role == WRITTEN_RAISES
		     || w->role == WRITTEN_UNTOUCHED
		     || w->role == WRITTEN_UNDONE || w->though_thrown);
      if ((w->role == WRITTEN_TESTS && tests) || (w->role == WRITTEN_THROWS && throws))
	{
	  spec_error_at (reader, w->pos, "'%s' is there already", spec_clause_name (w));
	  good = false;
	}
      if (thrown && contract->nothrow)
	{
	  spec_error_at (reader, w->pos, "'nothrow' says that the function throws nothing, but "
			 "this clause says what holds if it throws");
	  good = false;
	}
      if ((w->role == WRITTEN_PURE || w->role == WRITTEN_STARTS || w->role == WRITTEN_WAITS
	   || w->role == WRITTEN_EVICTS) && !spec_name_of_java (reader, row))
	{
	  spec_error_at (reader, w->pos, "'%s' is for methods of Java: '%s' is none",
			 spec_clause_name (w), row->names->text);
	  good = false;
	}
      tests = w->role == WRITTEN_TESTS ? w : tests;
      throws = w->role == WRITTEN_THROWS ? w : throws;
    }
  if (tests && does_more (contract))
    {
      spec_error_at (reader, row->names->pos, "'%s' only tests an argument: expected no clause "
		     "that does more", row->names->text);
      good = false;
    }
  return good;
}
