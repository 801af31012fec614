/* Breaches of contracts, which `verify' finds, become GCC diagnostics.

   The engine has made their texts; here they get their quotes, their place and
   the name of their rule, which is what stands in brackets behind them, and
   what SARIF has as the rule's id: [-Wleakcheck-not-called].

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "options.h"

/* The same text at the same place: a constructor's code that stands in every
   constructor.  */
static hash_set<nofree_string_hash> *told;

static bool
told_before (const struct lk_breach *breach, location_t where)
{
  if (!told)
    told = new hash_set<nofree_string_hash>;
  char *key = xasprintf ("%llu %s %s", (unsigned long long) where, breach->rule,
			 breach->text);
  bool before = told->contains (key);
  if (before)
    free (key);
  else
    told->add (key);
  return before;
}

/* Breaches that -w hides.  */
static unsigned hidden;

void
lk_report_hidden (void)
{
  /* Silence would be taken for a guarantee.  */
  if (hidden)
    inform_n (UNKNOWN_LOCATION, hidden, "%u warning of %<mode=verify%> is not"
	      " shown because of %<-w%>: this is not verified",
	      "%u warnings of %<mode=verify%> are not shown because of %<-w%>:"
	      " this is not verified", hidden);
  hidden = 0;
}

void
lk_report_breach (void *data, const struct lk_breach *breach)
{
  const struct lk_arguments *arguments = (const struct lk_arguments *) data;
  tree decl = breach->function ? (tree) breach->function->key : NULL_TREE;
  location_t where = (location_t) breach->loc;
  if (where <= BUILTINS_LOCATION && decl && arguments->pass.java)
    where = lk_java_place_of (decl);
  if (where <= BUILTINS_LOCATION && decl)
    where = DECL_SOURCE_LOCATION (decl);
  if (arguments->pass.java && (breach->handle || breach->acquirer))
    where = lk_java_statement_place (where, breach->handle, breach->acquirer);
  if ((breach->function && breach->function->contract
       && breach->function->contract->suppress)
      || lk_java_suppressed (LOCATION_FILE (where), LOCATION_LINE (where),
			     breach->rule)
      || told_before (breach, where))
    return;

  tree before = current_function_decl;
  current_function_decl = decl;
  lk_report_begin_rule (arguments, breach->rule);
  {
    auto_diagnostic_group group;
    char *text = lk_report_quoted (breach->text);
    bool warned = warning_at (where, OPT_Wanalyzer_file_leak, "%s", text);
    free (text);
    hidden += !warned && inhibit_warnings;
    for (unsigned i = 0; warned && i < breach->n_notes; i++)
      {
	location_t at = (location_t) breach->notes[i].loc;
	text = lk_report_quoted (breach->notes[i].text);
	inform (at > BUILTINS_LOCATION ? at : where, "%s", text);
	free (text);
      }
  }
  lk_report_end_rule (arguments);
  current_function_decl = before;
}
