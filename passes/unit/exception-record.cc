/* Exceptions in records: the types that a function throws, by name, for units that call it.

   A type is written with its bases.  A unit that reads it takes the first of these names that
   it knows: a type that it throws or handles itself, or one of the library.  So a handler of a
   base catches the exception, too.  Calls of unknown functions of the program are left out, as
   between functions of one unit.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "exception.h"

/* Append the name of TYPE, with what it is declared in, to NAME.  */
static void
add_name (tree type, auto_vec<char> *name)
{
  tree decl = TYPE_NAME (TYPE_MAIN_VARIANT (type));
  auto_vec<const char *> scopes;
  for (; decl && TREE_CODE (decl) != TRANSLATION_UNIT_DECL;)
    {
      if (TYPE_P (decl))
	decl = TYPE_NAME (decl);
      if (!decl || !DECL_P (decl) || !DECL_NAME (decl))
	break;
      scopes.safe_push (IDENTIFIER_POINTER (DECL_NAME (decl)));
      decl = DECL_CONTEXT (decl);
    }
  for (unsigned i = scopes.length (); i-- > 0;)
    {
      for (const char *s = scopes[i]; *s; s++)
	if (*s != ' ')
	  name->safe_push (*s);
      if (i)
	{
	  name->safe_push (':');
	  name->safe_push (':');
	}
    }
}

/* Append the names of TYPE and its bases to NAME, each behind a blank.  */
static void
add_names (tree type, auto_vec<char> *name)
{
  if (name->length ())
    name->safe_push (' ');
  add_name (type, name);
  tree binfo = RECORD_OR_UNION_TYPE_P (type) ? TYPE_BINFO (TYPE_MAIN_VARIANT (type)) : NULL, base;
  for (unsigned i = 0; binfo && BINFO_BASE_ITERATE (binfo, i, base); i++)
    add_names (BINFO_TYPE (base), name);
}

bool
lk_raised_types (struct lk_lowering *lowering, tree decl, vec<char *> *types)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  unsigned *number = flag_exceptions && x ? x->index.get (decl) : NULL;
  if (!flag_exceptions || (!number && !(flags_from_decl_or_type (decl) & ECF_NOTHROW)))
    return false;
  uint64_t set = number ? x->functions[*number].set & x->expected : 0;
  if (set & (UNKNOWN_HERE | OTHER))
    return false;
  for (unsigned i = 0; i < N_STANDARD; i++)
    if (set & ~(EXHAUSTION | MISUSE) & BIT (i))
      types->safe_push (lk_standard_names (i));
  for (unsigned i = 0; i < x->own_types.length (); i++)
    if (set & BIT (FIRST_OWN + i))
      {
	auto_vec<char> name;
	add_names (x->own_types[i], &name);
	name.safe_push ('\0');
	/* "raises nothing" says something else: no name of it is known to a reader.  */
	bool taken = !strcmp (name.address (), "nothing");
	types->safe_push (xstrdup (taken ? "::nothing" : name.address ()));
      }
  return true;
}

/* Return true if the LENGTH characters at WORD are the name of TYPE.  */
static bool
is_name_of (const char *word, size_t length, tree type)
{
  auto_vec<char> name;
  add_name (type, &name);
  return name.length () == length && !memcmp (name.address (), word, length);
}

/* Return the bit of the type that the LENGTH characters at WORD name, or 0.  */
static uint64_t
bit_of_name (struct lk_exceptions *x, const char *word, size_t length)
{
  unsigned i;
  tree type;
  FOR_EACH_VEC_ELT (x->own_types, i, type)
    if (is_name_of (word, length, type))
      return BIT (FIRST_OWN + i);
  FOR_EACH_VEC_ELT (x->handled, i, type)
    if (is_name_of (word, length, type))
      return lk_exception_bit (x, type, false);
  if (length < 5 || memcmp (word, "std::", 5))
    return 0;
  char *rest = xstrndup (word + 5, length - 5);
  int n = lk_standard_number (rest);
  free (rest);
  return n >= 0 ? BIT (n) : 0;
}

bool
lk_raised_by_contract (struct lk_exceptions *x, const struct lk_contract *contract, uint64_t *set)
{
  const struct lk_clause *c = lk_contract_element (contract, LK_ROLE_RAISES);
  if (!c)
    return false;
  *set = 0;
  for (const struct lk_name *n = c->releasers; n; n = n->next)
    {
      uint64_t bit = 0;
      for (const char *word = n->name; *word && !bit;)
	{
	  size_t length = strcspn (word, " ");
	  bit = bit_of_name (x, word, length);
	  word += length;
	  word += *word == ' ';
	}
      *set |= bit ? bit : OTHER;
    }
  /* The program throws these itself.  */
  x->expected |= *set & ~x->ignored;
  return true;
}
