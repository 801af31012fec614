/* Exception types: the library's and the unit's own as bits of a set, what handlers catch of a
   set, and which types the user names.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "unit-facts.h"
#include "exception.h"

/* ---- Types.  ---- */

/* The standard exceptions, each behind its base.  */
static const struct
{
  const char *name;
  int base;
} standard[] =
{
  { "exception", -1 },			/* 0 */
  { "logic_error", 0 },			/* 1 */
  { "runtime_error", 0 },		/* 2 */
  { "bad_alloc", 0 },			/* 3 */
  { "bad_array_new_length", 3 },	/* 4 */
  { "length_error", 1 },		/* 5 */
  { "out_of_range", 1 }, { "invalid_argument", 1 }, { "domain_error", 1 },
  { "future_error", 1 }, { "range_error", 2 }, { "overflow_error", 2 },
  { "underflow_error", 2 },
  { "system_error", 2 },		/* 13 */
  { "failure", 13 }, { "filesystem_error", 13 }, { "regex_error", 2 },
  { "format_error", 2 },
  { "bad_cast", 0 },			/* 18 */
  { "bad_any_cast", 18 }, { "bad_typeid", 0 }, { "bad_exception", 0 },
  { "bad_function_call", 0 },		/* 22 */
  { "bad_weak_ptr", 0 }, { "bad_optional_access", 0 },
  { "bad_variant_access", 0 }
};

static_assert (ARRAY_SIZE (standard) == N_STANDARD, "a bit for each of them");

int
lk_standard_number (const char *name)
{
  for (unsigned i = 0; i < N_STANDARD; i++)
    if (!strcmp (standard[i].name, name))
      return i;
  return -1;
}

char *
lk_standard_names (int n)
{
  char *names = concat ("std::", standard[n].name, NULL);
  for (n = standard[n].base; n >= 0; n = standard[n].base)
    names = reconcat (names, names, " std::", standard[n].name, NULL);
  return names;
}

int
lk_standard_type (const_tree type)
{
  tree name = TYPE_NAME (type);
  if (!name || TREE_CODE (name) != TYPE_DECL || !DECL_NAME (name)
      || !lk_in_std (name))
    return -1;
  return lk_standard_number (IDENTIFIER_POINTER (DECL_NAME (name)));
}

uint64_t
lk_standard_below (int n)
{
  uint64_t set = 0;
  for (int i = 0; i < (int) N_STANDARD; i++)
    for (int up = i; up >= 0; up = standard[up].base)
      if (up == n)
	set |= BIT (i);
  return set;
}

uint64_t
lk_exception_bit (struct lk_exceptions *x, tree type, bool own)
{
  if (!type)
    return OTHER;
  int n = lk_standard_type (type);
  if (n >= 0 && !(own && (BIT (n) & (EXHAUSTION | MISUSE))))
    return BIT (n);
  unsigned i;
  tree known;
  FOR_EACH_VEC_ELT (x->own_types, i, known)
    if (TYPE_MAIN_VARIANT (known) == TYPE_MAIN_VARIANT (type))
      return BIT (FIRST_OWN + i);
  if (FIRST_OWN + x->own_types.length () >= 64)
    return OTHER;
  x->own_types.safe_push (type);
  return BIT (FIRST_OWN + x->own_types.length () - 1);
}

/* Return what a handler for TYPE surely catches of the types known by now.  */
static uint64_t
caught_by_type (struct lk_exceptions *x, tree type)
{
  int n = lk_standard_type (type);
  uint64_t set = n >= 0 ? lk_standard_below (n) : 0;
  if (n == 0)
    set |= OF_LIBRARY;
  if (set & BIT (1))
    set |= NULL_STRING;
  if (set & BIT (lk_standard_number ("out_of_range")))
    set |= CHECKED;
  unsigned i;
  tree own;
  FOR_EACH_VEC_ELT (x->own_types, i, own)
    if (lk_same_or_base (type, own))
      set |= BIT (FIRST_OWN + i);
  return set;
}

uint64_t
lk_caught_by (struct lk_exceptions *x, eh_catch handler)
{
  uint64_t set = 0;
  if (!handler->type_list)
    return ~UINT64_C (0);
  for (tree t = handler->type_list; t; t = TREE_CHAIN (t))
    {
      if (!TREE_VALUE (t))
	return ~UINT64_C (0);
      if (TYPE_P (TREE_VALUE (t)))
	set |= caught_by_type (x, TREE_VALUE (t));
    }
  return set;
}

eh_region
lk_try_around (eh_region region)
{
  while (region && region->type != ERT_TRY)
    region = region->outer;
  return region;
}

/* Return true if HANDLER is for any exception: the author could not have named a wider type,
   or saw no need to.  */
static bool
catches_unknown (eh_catch handler)
{
  for (tree t = handler->type_list; t; t = TREE_CHAIN (t))
    {
      tree type = TREE_VALUE (t);
      if (!type || !TYPE_P (type) || !RECORD_OR_UNION_TYPE_P (type)
	  || !TYPE_BINFO (type) || BINFO_N_BASE_BINFOS (TYPE_BINFO (type)) == 0)
	return true;
    }
  return !handler->type_list;
}

/* Return what the handlers of the try region TRIED catch of SET.  Heuristic: an unknown callee
   throws what the handlers are for, unless they are for special types or there is a further
   try around.  Wrong if it throws another type.  */
uint64_t
lk_caught_in (struct lk_exceptions *x, eh_region tried, uint64_t set)
{
  uint64_t caught = 0;
  bool last = !lk_try_around (tried->outer);
  for (eh_catch c = tried->u.eh_try.first_catch; c; c = c->next_catch)
    {
      caught |= lk_caught_by (x, c);
      if (last && catches_unknown (c))
	caught |= UNKNOWN | TELLING | BY_POINTER | OTHER | OF_LIBRARY;
    }
  return set & caught;
}

uint64_t
lk_let_through (struct lk_exceptions *x, eh_region region, uint64_t set)
{
  for (; region && set; region = region->outer)
    switch (region->type)
      {
      case ERT_TRY:
	set &= ~lk_caught_in (x, region, set);
	break;
      case ERT_ALLOWED_EXCEPTIONS:
      case ERT_MUST_NOT_THROW:
	return 0;
      default:
	break;
      }
  return set;
}

/* ---- What the user says.  ---- */

/* Return true if the type that the user calls NAME has the qualified name FULL.  */
static bool
goes_by (const char *full, const char *name)
{
  size_t n = strlen (full), k = strlen (name);
  return (k <= n && !strcmp (full + n - k, name)
	  && (k == n || (n - k >= 2 && full[n - k - 1] == ':')));
}

static const struct lk_exception_setting *
said_of_name (const struct lk_lowering *lowering, const char *full)
{
  const struct lk_exception_setting *s = lowering->options->exception_settings;
  while (s && !goes_by (full, s->name))
    s = s->next;
  return s;
}

static const struct lk_exception_setting *
said_of_standard (const struct lk_lowering *lowering, int n)
{
  const struct lk_exception_setting *said = NULL;
  for (; n >= 0 && !said; n = standard[n].base)
    {
      char full[60];
      snprintf (full, sizeof full, "std::%s", standard[n].name);
      said = said_of_name (lowering, full);
    }
  return said;
}

/* Return what the user says of TYPE, or of the nearest class above it.  */
static const struct lk_exception_setting *
said_of_type (const struct lk_lowering *lowering, tree type)
{
  int n = lk_standard_type (type);
  if (n >= 0)
    return said_of_standard (lowering, n);
  tree name = TYPE_NAME (TYPE_MAIN_VARIANT (type));
  const struct lk_exception_setting *said = NULL;
  if (name && TREE_CODE (name) == TYPE_DECL && DECL_NAME (name))
    {
      char room[LK_NAME_ROOM];
      said = said_of_name (lowering, lk_name_of_function (name, room));
    }
  if (said || !RECORD_OR_UNION_TYPE_P (type))
    return said;
  tree binfo = TYPE_BINFO (type), step;
  for (unsigned i = 0; binfo && !said && BINFO_BASE_ITERATE (binfo, i, step);
       i++)
    said = said_of_type (lowering, BINFO_TYPE (step));
  return said;
}

void
lk_read_exception_settings (struct lk_lowering *lowering)
{
  struct lk_exceptions *x = lk_exceptions_of (lowering);
  unsigned i;
  tree own;
  if (!lowering->options->exception_settings)
    return;
  for (i = 0; i < N_STANDARD; i++)
    if (const struct lk_exception_setting *s = said_of_standard (lowering, i))
      *(s->ignored ? &x->ignored : &x->named) |= BIT (i);
  /* A function of the library may throw this type.  */
  if (x->named)
    x->named |= OF_LIBRARY;
  if (x->named & BIT (1))
    x->named |= NULL_STRING;
  if (x->named & BIT (lk_standard_number ("out_of_range")))
    x->named |= CHECKED;
  if (x->ignored & BIT (lk_standard_number ("out_of_range")))
    x->ignored |= CHECKED;
  FOR_EACH_VEC_ELT (x->own_types, i, own)
    if (const struct lk_exception_setting *s = said_of_type (lowering, own))
      *(s->ignored ? &x->ignored : &x->named) |= BIT (FIRST_OWN + i);
}
