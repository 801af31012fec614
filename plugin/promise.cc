/* Breaches of contracts, which `verify' finds, become messages.

   The engine has made their texts; here they get their quotes, their place and
   the name of their rule.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"

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
  if (lk_silenced (where, NULL, breach->rule)
      || (breach->function && breach->function->contract
       && breach->function->contract->suppress)
      || lk_java_suppressed (LOCATION_FILE (where), LOCATION_LINE (where),
			     breach->rule))
    return;

  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  m->kind = LK_MESSAGE_BREACH;
  m->where = where;
  m->function = decl;
  m->rule = lk_message_text (breach->rule);
  m->before = lk_report_quoted (breach->text);
  m->notes.all
    = (struct lk_message_part *) lk_message_alloc (breach->n_notes * sizeof *m->notes.all);
  m->notes.n = breach->n_notes;
  for (unsigned i = 0; i < breach->n_notes; i++)
    {
      location_t at = (location_t) breach->notes[i].loc;
      m->notes.all[i].where = at > BUILTINS_LOCATION ? at : where;
      m->notes.all[i].text = lk_report_quoted (breach->notes[i].text);
    }
  lk_deliver (m);
}
