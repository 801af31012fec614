/* Findings that the user does not want to see, by the name that a message prints.

   -fplugin-arg-leakcheck-Wno-NAME, -Wno-leakcheck-NAME (GCC passes on what it does not know) and

     #pragma GCC leakcheck push
     #pragma GCC leakcheck ignored "NAME"
     #pragma GCC leakcheck warning "NAME"
     #pragma GCC leakcheck pop

   take the same names: a group of kinds of resources or the rule of a contract, as in
   [-Wleakcheck-NAME]; a kind; or "all".  The place of a finding decides: of a leak the
   acquisition.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "options.h"
#include "opts.h"
#include "toplev.h"
#include "spellcheck.h"
#include "c-family/c-pragma.h"
#include "../java/suppress.h"
#include "../spec/rows.h"

/* Compilers of other languages, which load the plugin too, have neither.  */
extern void c_register_pragma (const char *, const char *, pragma_handler_1arg)
  __attribute__ ((weak));
extern enum cpp_ttype pragma_lex (tree *, location_t *) __attribute__ ((weak));

enum silence_change { SILENCE_PUSH, SILENCE_POP, SILENCE_IGNORED, SILENCE_WARNING };

struct silence
{
  enum silence_change change;
  location_t where;		/* UNKNOWN_LOCATION: on the command line.  */
  const char *name;		/* Of the last two.  */
  unsigned n;			/* One macro can write several, which have one place.  */
};

/* In the order of the source once SORTED: the bodies of methods in a class are parsed late.  */
static auto_vec<struct silence> silences;
static bool sorted = true;

/* Where the macro is used, of what a macro writes.  */
static location_t
use_location (location_t where)
{
  return linemap_resolve_location (line_table, where, LRK_MACRO_EXPANSION_POINT, NULL);
}

static const char *
without_prefix (const char *name)
{
  static const char prefix[] = "leakcheck-";
  return startswith (name, prefix) ? name + sizeof prefix - 1 : name;
}

/* Return true if NAME is one.  If not, *MEANT is the name that it may be a misspelling of, or
   NULL.  */
static bool
is_known (const char *name, const char **meant)
{
  auto_vec<const char *> known;
  known.safe_push ("all");
  while (const char *rule = lk_rule_name (known.length () - 1))
    known.safe_push (rule);
  if (struct lk_spec *spec = lk_contracts_spec ())
    lk_add_kind_names (spec, &known);
  for (const char *k : known)
    if (!strcmp (k, name))
      return true;
  *meant = find_closest_string (name, &known);
  return false;
}

/* A finding about KIND, or a breach of RULE, goes by NAME.  */
static bool
goes_by (const char *name, const struct lk_kind *kind, const char *rule)
{
  if (rule)
    return !strcmp (name, "all") || !strcmp (name, rule);
  return (lk_kind_is_named (kind, name)
	  || lk_group_was_named (kind->memory ? "memory" : lk_kind_group (kind), name));
}

static int
by_place (const void *a, const void *b)
{
  const struct silence *s = (const struct silence *) a, *t = (const struct silence *) b;
  if (s->where == t->where)
    return s->n < t->n ? -1 : s->n > t->n;
  if (s->where == UNKNOWN_LOCATION || t->where == UNKNOWN_LOCATION)
    return s->where == UNKNOWN_LOCATION ? -1 : 1;
  return linemap_compare_locations (line_table, s->where, t->where) > 0 ? -1 : 1;
}

bool
lk_silenced (location_t where, const struct lk_kind *kind, const char *rule)
{
  if (silences.is_empty ())
    return false;
  if (!sorted)
    silences.qsort (by_place);
  sorted = true;
  where = use_location (where);
  bool silent = false;
  auto_vec<bool> before;
  for (const struct silence &s : silences)
    {
      if (s.where != UNKNOWN_LOCATION
	  && linemap_compare_locations (line_table, s.where, where) < 0)
	break;
      if (s.change == SILENCE_PUSH)
	before.safe_push (silent);
      else if (s.change == SILENCE_POP)
	silent = before.is_empty () ? silent : before.pop ();
      else if (goes_by (s.name, kind, rule))
	silent = s.change == SILENCE_IGNORED;
    }
  return silent;
}

static void
add_silence (enum silence_change change, location_t where, const char *name)
{
  struct silence s = { change, where, name, silences.length () };
  silences.safe_push (s);
  sorted = false;
}

/* ---- The command line.  ---- */

static void
silence_name (const char *name)
{
  name = without_prefix (name);
  const char *meant = NULL;
  if (is_known (name, &meant))
    add_silence (SILENCE_IGNORED, UNKNOWN_LOCATION, name);
  else if (meant)
    error (LK_TR ("unknown name %qs in %<Wno-%s%>; did you mean %qs?"), name, name, meant);
  else
    error (LK_TR ("unknown name %qs in %<Wno-%s%>; expected a group or kind of resources, as"
	   " %<leakcheck --list-kinds%> prints, or a rule of %<mode=verify%>"), name, name);
}

void
lk_silence_settings (const struct lk_setting *settings)
{
  for (; settings; settings = settings->next)
    if (settings->what == lk_setting::LK_SETTING_SILENCE)
      silence_name (settings->value);
  static const char head[] = "-Wno-leakcheck-";
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    {
      const char *arg = save_decoded_options[i].arg;
      if (save_decoded_options[i].opt_index == OPT_SPECIAL_unknown && arg
	  && startswith (arg, head))
	silence_name (arg + sizeof head - 1);
    }
}

/* ---- The pragma.  ---- */

static void
complain (location_t where)
{
  warning_at (where, OPT_Wpragmas, LK_TR ("expected %<push%>, %<pop%>, %<ignored \"NAME\"%> or"
	      " %<warning \"NAME\"%> after %<#pragma GCC leakcheck%>"));
}

/* Read what follows "#pragma GCC leakcheck".  */
static void
read_pragma (struct cpp_reader *)
{
  static const char *const words[] = { "push", "pop", "ignored", "warning" };
  location_t where, at;
  tree token = NULL_TREE;
  unsigned change = 0;
  if (pragma_lex (&token, &where) != CPP_NAME)
    {
      complain (input_location);
      return;
    }
  while (change < ARRAY_SIZE (words) && strcmp (IDENTIFIER_POINTER (token), words[change]))
    change++;
  if (change == ARRAY_SIZE (words))
    {
      complain (where);
      return;
    }
  const char *name = NULL;
  enum cpp_ttype type = pragma_lex (&token, &at);
  if (change >= SILENCE_IGNORED)
    {
      if (type != CPP_STRING)
	{
	  complain (at);
	  return;
	}
      name = without_prefix (TREE_STRING_POINTER (token));
      if (startswith (name, "-Wleakcheck-"))
	name += strlen ("-Wleakcheck-");
      name = xstrdup (name);
      const char *meant = NULL;
      if (!is_known (name, &meant))
	{
	  if (meant)
	    warning_at (at, OPT_Wpragmas,
			LK_TR ("unknown name %qs after %<#pragma GCC leakcheck %s%>; did you mean"
			       " %qs?"), name, words[change], meant);
	  else
	    warning_at (at, OPT_Wpragmas,
			LK_TR ("unknown name %qs after %<#pragma GCC leakcheck %s%>; expected a"
			       " group or kind of resources, as %<leakcheck --list-kinds%> prints,"
			       " or a rule of %<mode=verify%>"), name, words[change]);
	  return;
	}
      type = pragma_lex (&token, &at);
    }
  if (type != CPP_EOF)
    complain (at);
  add_silence ((enum silence_change) change, use_location (where), name);
}

static void
register_pragmas (void *, void *)
{
  if (c_register_pragma && pragma_lex)
    c_register_pragma ("GCC", "leakcheck", read_pragma);
}

void
lk_silence_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_PRAGMAS, register_pragmas, NULL);
}
