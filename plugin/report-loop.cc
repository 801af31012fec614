/* Objects that loops leave behind become messages.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"

void
lk_report_left (void *, const struct lk_left *left)
{
  location_t where = (location_t) left->loc;
  if (lk_java_suppressed (LOCATION_FILE (where), LOCATION_LINE (where), "memory"))
    return;
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  m->kind = LK_MESSAGE_LEAK;
  m->where = where;
  m->function = left->function;
  m->memory = true;
  m->group = "memory";
  m->cwe = 401;
  m->key = lk_message_text (left->key);
  m->order = left->order;
  char *text = concat ("memory leak: ", left->text, NULL);
  m->before = lk_report_quoted (text);
  free (text);
  m->path.all
    = (struct lk_message_part *) lk_message_alloc (left->n_steps * sizeof *m->path.all);
  m->path.n = left->n_steps;
  for (unsigned i = 0; i < left->n_steps; i++)
    {
      const struct lk_left_step *step = &left->steps[i];
      struct lk_message_part *event = &m->path.all[i];
      event->where = (location_t) step->loc > BUILTINS_LOCATION ? step->loc : left->loc;
      event->function = step->function;
      event->depth = step->depth;
      event->text = lk_report_quoted (step->text);
    }
  lk_deliver (m);
}
