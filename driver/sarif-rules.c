/* Rules in SARIF: what kinds of findings there are, with help and CWE.

   Of leaks there is one for each group of kinds of resources.  Those of files, memory and locks
   are always listed, so that a viewer shows them also where nothing was found; other groups and
   GCC's other warnings are listed as they occur.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sarif.h"
#include "../spec/rows.h"

static const struct rule
{
  const char *id, *name, *brief, *full, *help, *markdown;
  long weaknesses[4];		/* CWE's numbers, the usual one first, 0 behind.  */
  const char *severity;		/* As CVSS has it: what code hosts sort by.  */
}
own_rules[] =
{
  { "leakcheck-file", "ResourceLeak",
    "A resource is not released on some path",
    "A file, socket, descriptor, lock or other resource is acquired, and on"
    " some path its last handle is lost before it is released.",
    "Release the resource on every path, also where an error or an exception"
    " leaves the function early: in C with one exit that releases, in C++ with"
    " an object that owns it, in Java with try-with-resources. If another part"
    " of the program takes the resource over, say so with an attribute, an"
    " annotation or a specification. The path of the finding shows where it is"
    " acquired, which branches are taken, and where it is lost.",
    "Release the resource on **every path**, also where an error or an"
    " exception leaves the function early:\n\n"
    "- in C with one exit that releases,\n"
    "- in C++ with an object that owns it,\n"
    "- in Java with `try`-with-resources.\n\n"
    "If another part of the program takes the resource over, say so with an"
    " attribute, an annotation or a specification. The path of the finding"
    " shows where it is acquired, which branches are taken, and where it is"
    " lost.",
    { 772, 775, 404, 0 }, "5.5" },
  { "leakcheck-memory", "MemoryLeak",
    "Memory is not freed on some path",
    "Memory is allocated, and on some path the last pointer to it is lost"
    " before it is freed.",
    "Free the memory on every path, also where an error leaves the function"
    " early. If another part of the program takes it over, say so with an"
    " attribute or a specification. The path of the finding shows where it is"
    " allocated, which branches are taken, and where it is lost.",
    "Free the memory on **every path**, also where an error leaves the"
    " function early. If another part of the program takes it over, say so"
    " with an attribute or a specification. The path of the finding shows"
    " where it is allocated, which branches are taken, and where it is lost.",
    { 401, 772, 0, 0 }, "5.5" },
  { "leakcheck-lock", "LockLeak",
    "A lock is not unlocked on some path",
    "A lock is taken, and some path leaves the function, or ends its last handle, while it is"
    " held: the next thread that wants it waits forever.",
    "Unlock on every path, also where an error or an exception leaves the function early: in C"
    " with one exit that unlocks, in C++ with a std::lock_guard, in Java in a finally block. If"
    " the function is meant to return with the lock held, say so with an attribute, an annotation"
    " or a specification. The path of the finding shows where it is taken, which branches are"
    " taken, and where it is lost.",
    "Unlock on **every path**, also where an error or an exception leaves the function early:\n\n"
    "- in C with one exit that unlocks,\n"
    "- in C++ with a `std::lock_guard`,\n"
    "- in Java in a `finally` block.\n\n"
    "If the function is meant to return with the lock held, say so with an attribute, an"
    " annotation or a specification. The path of the finding shows where it is taken, which"
    " branches are taken, and where it is lost.",
    { 772, 667, 404, 0 }, "5.5" }
};

/* The name of all leaks but those of memory, before each group had its own.  */
#define FORMER_NAME "file"

enum { N_OWN_RULES = sizeof own_rules / sizeof *own_rules };

/* ---- CWE.  ---- */

static const struct { long number; const char *name; } weakness_names[] =
{
  { 401, "Missing Release of Memory after Effective Lifetime" },
  { 404, "Improper Resource Shutdown or Release" },
  { 667, "Improper Locking" },
  { 772, "Missing Release of Resource after Effective Lifetime" },
  { 775, "Missing Release of File Descriptor or Handle after Effective"
	 " Lifetime" }
};

/* The index of weakness NUMBER in the taxonomy, where it is from now on.  */
static size_t
weakness_index (struct lk_rules *rules, long number)
{
  char id[24];
  snprintf (id, sizeof id, "%ld", number);
  size_t n = json_array_size (rules->weaknesses);
  for (size_t i = 0; i < n; i++)
    if (!strcmp (lk_json_string (json_array_get (rules->weaknesses, i), "id"),
		 id))
      return i;

  json_t *taxon = lk_json_object ();
  lk_json_set (taxon, "id", lk_json_text (id));
  for (size_t i = 0; i < sizeof weakness_names / sizeof *weakness_names; i++)
    if (weakness_names[i].number == number)
      lk_json_set (taxon, "shortDescription",
		   lk_json_message (weakness_names[i].name));
  char *uri = lk_format ("https://cwe.mitre.org/data/definitions/%ld.html",
			 number);
  lk_json_set (taxon, "helpUri", lk_json_text (uri));
  free (uri);
  lk_json_append (rules->weaknesses, taxon);
  return n;
}

json_t *
lk_weakness (struct lk_rules *rules, long number)
{
  char id[24];
  snprintf (id, sizeof id, "%ld", number);
  json_t *reference = lk_json_object (), *component = lk_json_object ();
  lk_json_set (component, "name", lk_json_text ("CWE"));
  lk_json_set (component, "index", json_integer (0));
  lk_json_set (reference, "id", lk_json_text (id));
  lk_json_set (reference, "index",
	       json_integer ((json_int_t) weakness_index (rules, number)));
  lk_json_set (reference, "toolComponent", component);
  return reference;
}

json_t *
lk_taxonomies (struct lk_rules *rules)
{
  json_t *all = lk_json_array (), *cwe = lk_json_object ();
  lk_json_set (cwe, "name", lk_json_text ("CWE"));
  lk_json_set (cwe, "organization", lk_json_text ("MITRE"));
  lk_json_set (cwe, "shortDescription",
	       lk_json_message ("The MITRE Common Weakness Enumeration"));
  lk_json_set (cwe, "informationUri", lk_json_text ("https://cwe.mitre.org/"));
  lk_json_set (cwe, "isComprehensive", json_false ());
  lk_json_set (cwe, "taxa", rules->weaknesses);
  rules->weaknesses = NULL;
  lk_json_append (all, cwe);
  return all;
}

/* ---- Rules.  ---- */

static void
add_own_rule (struct lk_rules *rules, const struct rule *own)
{
  json_t *rule = lk_json_object (), *help = lk_json_message (own->help);
  json_t *relations = lk_json_array (), *tags = lk_json_array ();
  json_t *configuration = lk_json_object (), *properties = lk_json_object ();

  lk_json_set (rule, "id", lk_json_text (own->id));
  lk_json_set (rule, "name", lk_json_text (own->name));
  /* Alerts of earlier versions are of this rule.  */
  const char *group = lk_leak_kind (own->id);
  if (strcmp (group, FORMER_NAME) && lk_group_was_named (group, FORMER_NAME))
    {
      json_t *former = lk_json_array ();
      lk_json_append (former, lk_json_text ("leakcheck-" FORMER_NAME));
      lk_json_set (rule, "deprecatedIds", former);
    }
  lk_json_set (rule, "shortDescription", lk_json_message (own->brief));
  lk_json_set (rule, "fullDescription", lk_json_message (own->full));
  lk_json_set (help, "markdown", lk_json_text (own->markdown));
  lk_json_set (rule, "help", help);
  /* The manual, where it is public.  */
  char *uri = (lk_begins (LK_MANUAL_URL, "http")
	       ? lk_format ("%s#Options-that-carry-leaks", LK_MANUAL_URL)
	       : lk_format ("https://cwe.mitre.org/data/definitions/%ld.html",
			    own->weaknesses[0]));
  lk_json_set (rule, "helpUri", lk_json_text (uri));
  free (uri);
  lk_json_set (configuration, "level", lk_json_text ("warning"));
  lk_json_set (rule, "defaultConfiguration", configuration);
  lk_json_append (tags, lk_json_text ("resource-leak"));
  /* Without it, code hosts do not read the severity.  */
  lk_json_append (tags, lk_json_text ("security"));
  for (int i = 0; own->weaknesses[i]; i++)
    {
      json_t *relation = lk_json_object (), *kinds = lk_json_array ();
      lk_json_set (relation, "target",
		   lk_weakness (rules, own->weaknesses[i]));
      lk_json_append (kinds, lk_json_text ("relevant"));
      lk_json_set (relation, "kinds", kinds);
      lk_json_append (relations, relation);
      char *tag = lk_format ("external/cwe/cwe-%ld", own->weaknesses[i]);
      lk_json_append (tags, lk_json_text (tag));
      free (tag);
    }
  lk_json_set (rule, "relationships", relations);
  lk_json_set (properties, "tags", tags);
  lk_json_set (properties, "security-severity", lk_json_text (own->severity));
  lk_json_set (properties, "precision", lk_json_text ("high"));
  lk_json_set (properties, "problem.severity", lk_json_text ("warning"));
  lk_json_set (rule, "properties", properties);
  lk_json_append (rules->rules, rule);
}

/* Add a rule for ID, "leakcheck-event-loop", of another group of kinds.  */
static void
add_group_rule (struct lk_rules *rules, const char *id)
{
  struct rule rule = own_rules[0];
  char *brief = lk_format ("A resource of the group '%s' is not released on some path",
			   lk_leak_kind (id));
  char *name = lk_format ("%sLeak", lk_leak_kind (id)), *to = name;
  bool capital = true;
  for (const char *from = name; *from; from++)
    {
      if (*from != '-')
	*to++ = (char) (capital ? toupper ((unsigned char) *from) : *from);
      capital = *from == '-';
    }
  *to = '\0';
  rule.id = id;
  rule.name = name;
  rule.brief = brief;
  add_own_rule (rules, &rule);
  free (name);
  free (brief);
}

void
lk_rules_init (struct lk_rules *rules)
{
  rules->rules = lk_json_array ();
  rules->weaknesses = lk_json_array ();
  for (int i = 0; i < N_OWN_RULES; i++)
    add_own_rule (rules, &own_rules[i]);
}

size_t
lk_rule_of (struct lk_rules *rules, const json_t *diagnostic, const char **id)
{
  const char *option = lk_json_string (diagnostic, "option");
  if (option && !*option)
    option = NULL;
  const char *wanted = (!option ? lk_json_string (diagnostic, "kind")
			: lk_begins (option, "-Werror=") ? option + 8
			: lk_begins (option, "-W") ? option + 2 : option);
  size_t n = json_array_size (rules->rules);
  for (size_t i = 0; i < n; i++)
    {
      *id = lk_json_string (json_array_get (rules->rules, i), "id");
      if (!strcmp (*id, wanted))
	return i;
    }

  const struct lk_promise_rule *promise = lk_promise_rule_of (wanted);
  if (option && !promise && lk_leak_kind (option))
    {
      add_group_rule (rules, wanted);
      *id = lk_json_string (json_array_get (rules->rules, n), "id");
      return n;
    }
  /* A contract, or GCC's own: what it says of itself.  */
  json_t *rule = lk_json_object ();
  const char *uri = lk_json_string (diagnostic, "option_url");
  lk_json_set (rule, "id", lk_json_text (wanted));
  char *brief = (promise ? lk_format ("%s", promise->brief)
		 : option ? lk_format ("GCC's warning -W%s", wanted)
		 : lk_format ("GCC's diagnostics of the kind '%s'", wanted));
  lk_json_set (rule, "shortDescription", lk_json_message (brief));
  free (brief);
  if (!promise && uri && *uri)
    lk_json_set (rule, "helpUri", lk_json_text (uri));
  lk_json_append (rules->rules, rule);
  *id = lk_json_string (rule, "id");
  return n;
}
