/* Messages become GCC diagnostics.

   A plugin cannot add a -W option.  Two that GCC has for exactly this, and
   that work without -fanalyzer, carry ours: -Wanalyzer-malloc-leak leaks of
   memory, -Wanalyzer-file-leak all else; so -Werror=, -Wno- and #pragma GCC
   diagnostic work on them.  While one of ours is printed, and only then, the text in
   brackets is the group of its kind of resource, [-Wleakcheck-memory] or [-Wleakcheck-lock],
   or the rule of a contract that is broken, [-Wleakcheck-not-called], which is what SARIF has
   as the rule's id.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#define LK_COMPAT_OPTION_TEXTS
#include "plugin.h"
#include "options.h"

/* The group of a leak, or the rule of a breach, that is being printed; NULL: it is not ours.  */
static const char *printing_name;

static bool
carries_ours (int option)
{
  return (printing_name
	  && (option == OPT_Wanalyzer_malloc_leak || option == OPT_Wanalyzer_file_leak));
}

static char *
own_option_name (int option, bool as_error)
{
  return (carries_ours (option)
	  ? concat (as_error ? "-Werror=leakcheck-" : "-Wleakcheck-", printing_name, NULL)
	  : NULL);
}

/* GCC's manual on these options does not describe our warnings; ours does.  */
static char *
own_option_url (int option)
{
  return (carries_ours (option)
	  ? concat (lk_manual_url (), "#Options-that-carry-leaks", NULL) : NULL);
}

void
lk_emit_init (void)
{
  lk_set_option_texts (own_option_name, own_option_url);
}

/* The messages that have been printed, with their places.  */
static hash_set<nofree_string_hash> *printed;

/* A class file without line numbers has all its methods, and those of the other classes of its
   source, at line 1: there the method distinguishes them.  */
static bool
printed_before (const struct lk_message *m, bool java)
{
  if (!printed)
    printed = new hash_set<nofree_string_hash>;
  bool apart = java && m->function && LOCATION_LINE ((location_t) m->where) <= 1;
  char *key = xasprintf ("%llu %u %s %s", (unsigned long long) m->where,
			 apart ? DECL_UID ((tree) m->function) : 0,
			 m->rule ? m->rule : "", m->rule ? m->before : m->key);
  bool before = printed->contains (key);
  if (before)
    free (key);
  else
    printed->add (key);
  return before;
}

/* These two: false if options or pragmas hide it.  */
static bool
emit_leak (const struct lk_message *m)
{
  auto_diagnostic_group group;
  gcc_rich_location rich ((location_t) m->where);
  lk_metadata metadata;
  LK_DECLARE_PATH (path);

  struct lk_source_look look = {};
  lk_source_look (&look, (location_t) m->where);
  if (m->cwe)
    metadata.add_cwe (m->cwe);
  for (unsigned i = 0; i < m->path.n; i++)
    {
      const struct lk_message_part *event = &m->path.all[i];
      lk_source_look (&look, (location_t) event->where);
      path.add_event ((location_t) event->where, (tree) event->function, event->depth,
		      "%s", event->text);
    }
  if (m->path.n)
    rich.set_path (&path);
  for (unsigned i = 0; i < m->hints.n; i++)
    {
      const struct lk_message_part *hint = &m->hints.all[i];
      if (hint->after)
	rich.add_fixit_insert_after ((location_t) hint->where, hint->text);
      else
	rich.add_fixit_insert_before ((location_t) hint->where, hint->text);
    }
  int option = m->memory ? OPT_Wanalyzer_malloc_leak : OPT_Wanalyzer_file_leak;
  struct lk_showing before = lk_source_show (&look);
  bool warned
    = (m->quoted
       ? warning_meta (&rich, metadata, option, "%s%qs%s", m->before, m->quoted, m->after)
       : warning_meta (&rich, metadata, option, "%s", m->before));
  lk_show (&before);
  return warned;
}

/* Breaches that -w hides.  */
static unsigned hidden;

static bool
emit_breach (const struct lk_message *m)
{
  auto_diagnostic_group group;
  struct lk_source_look look = {};
  lk_source_look (&look, (location_t) m->where);
  for (unsigned i = 0; i < m->notes.n; i++)
    lk_source_look (&look, (location_t) m->notes.all[i].where);
  struct lk_showing before = lk_source_show (&look);
  bool warned = warning_at ((location_t) m->where, OPT_Wanalyzer_file_leak, "%s", m->before);
  hidden += !warned && inhibit_warnings;
  for (unsigned i = 0; warned && i < m->notes.n; i++)
    inform ((location_t) m->notes.all[i].where, "%s", m->notes.all[i].text);
  lk_show (&before);
  return warned;
}

/* A leak or a breach: what can be an error.  */
static void
emit_warning (const struct lk_arguments *arguments, const struct lk_message *m)
{
  printing_name = m->rule ? m->rule : m->group;
  struct lk_as_error as_error = {};
  if (arguments->errors)
    lk_errors_begin (&as_error, OPT_Wanalyzer_malloc_leak,
		     OPT_Wanalyzer_file_leak);
  bool warned = m->kind == LK_MESSAGE_LEAK ? emit_leak (m) : emit_breach (m);
  if (warned && arguments->pass.java)
    lk_source_told ((location_t) m->where);
  if (arguments->errors)
    lk_errors_end (&as_error, OPT_Wanalyzer_malloc_leak,
		   OPT_Wanalyzer_file_leak);
  printing_name = NULL;
}

void
lk_emit (void *data, const struct lk_message *m)
{
  const struct lk_arguments *arguments = (const struct lk_arguments *) data;
  location_t where = (location_t) m->where;
  /* For "In function 'f':".  */
  tree before = current_function_decl;
  current_function_decl = (tree) m->function;
  switch (m->kind)
    {
    case LK_MESSAGE_LEAK:
    case LK_MESSAGE_BREACH:
      if (!printed_before (m, arguments->pass.java))
	emit_warning (arguments, m);
      break;
    case LK_MESSAGE_NOTE:
      if (m->quoted)
	inform (where, "%s%qs%s", m->before, m->quoted, m->after);
      else
	inform (where, "%s", m->before);
      break;
    case LK_MESSAGE_WARNING:
      warning_at (where, 0, "%s", m->before);
      break;
    case LK_MESSAGE_ERROR:
      error_at (where, "%s", m->before);
      break;
    case LK_MESSAGE_CONTRACT:
    case LK_MESSAGE_KIND:
    case LK_MESSAGE_IMPORT:
      lk_record_take (m);
      break;
    case LK_MESSAGE_SOURCES:
      lk_source_roots (m->before);
      break;
    case LK_MESSAGE_ALL_FOUND:
      break;
    }
  current_function_decl = before;
}

void
lk_emit_hidden (void)
{
  /* Silence would be taken for a guarantee.  */
  if (hidden)
    inform_n (UNKNOWN_LOCATION, hidden, "%u warning of %<mode=verify%> is not"
	      " shown because of %<-w%>: this is not verified",
	      "%u warnings of %<mode=verify%> are not shown because of %<-w%>:"
	      " this is not verified", hidden);
  hidden = 0;
}
