/* A SARIF log from GCC's diagnostics.

   One diagnostic is one result.  GCC's path becomes a code flow, its notes
   become related locations, its fix-it hints become fixes.

   A result has a fingerprint by which a baseline knows it again: a hash of
   rule, file, function and message, and a number among those that are equal.
   The file is the name below the current folder; of a file elsewhere, and of a
   Java source, which is found by roots of sources, it is the last part of the
   name.  No line is in it, so that it stays when lines are added above.  64 bits are
   enough: a program of 10,000 findings has two with the same hash in one of
   370 billion cases.

   The log has no time and no name of a machine besides the folder: the same
   sources give the same log.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lk-config.h"
#include "sarif.h"
#include "../spec/rows.h"

/* ---- JSON that cannot fail.  ---- */

static json_t *
sure (json_t *value)
{
  if (!value)
    lk_fatal ("out of memory");
  return value;
}

void
lk_json_set (json_t *object, const char *key, json_t *value)
{
  if (json_object_set_new (object, key, sure (value)) != 0)
    lk_fatal ("out of memory");
}

void
lk_json_append (json_t *array, json_t *value)
{
  if (json_array_append_new (array, sure (value)) != 0)
    lk_fatal ("out of memory");
}

json_t *
lk_json_object (void)
{
  return sure (json_object ());
}

json_t *
lk_json_array (void)
{
  return sure (json_array ());
}

json_t *
lk_json_text (const char *text)
{
  json_t *value = json_string (text);
  /* Not UTF-8: a name of a file, or an argument.  */
  return value ? value : sure (json_string_nocheck ("(not UTF-8)"));
}

json_t *
lk_json_message (const char *text)
{
  json_t *message = lk_json_object ();
  lk_json_set (message, "text", lk_json_text (text));
  return message;
}

const char *
lk_json_string (const json_t *object, const char *key)
{
  return json_string_value (json_object_get (object, key));
}

long
lk_json_number (const json_t *object, const char *key)
{
  return (long) json_integer_value (json_object_get (object, key));
}

/* ---- Fingerprints.  ---- */

/* FNV-1a, with a byte that ends each text.  Quotes differ by locale, and count
   as one.  */
static uint64_t
hash_text (uint64_t hash, const char *text)
{
  static const uint64_t prime = UINT64_C (0x100000001b3);
  for (; text && *text; text++)
    {
      unsigned char c = (unsigned char) *text;
      if (lk_begins (text, "\xe2\x80\x98") || lk_begins (text, "\xe2\x80\x99"))
	{
	  c = '\'';
	  text += 2;
	}
      hash = (hash ^ c) * prime;
    }
  return (hash ^ 0xff) * prime;
}

/* The function that DIAGNOSTIC is about: where its path begins.  */
static const char *
function_of (const json_t *diagnostic)
{
  const json_t *path = json_object_get (diagnostic, "path");
  return lk_json_string (json_array_get (path, 0), "function");
}

/* Return the part of URI that does not depend on the place of the checkout or on the folders in
   which sources are searched.  */
static const char *
stable_name (const char *uri)
{
  const char *slash = uri ? strrchr (uri, '/') : NULL;
  return (slash && (lk_ends (uri, ".java") || *uri == '/' || lk_begins (uri, "file:"))
	  ? slash + 1 : uri);
}

/* Return the part of RULE that has not changed since groups of kinds have names of their own: an
   alert of a code host is still the same one.  */
static const char *
stable_rule (const char *rule)
{
  const char *group = lk_promise_rule_of (rule) ? NULL : lk_leak_kind (rule);
  return group && lk_group_was_named (group, "file") ? "leakcheck-file" : rule;
}

/* SEEN counts equal ones.  */
static json_t *
fingerprints (const json_t *diagnostic, const char *rule, const char *uri,
	      json_t *seen)
{
  uint64_t hash = UINT64_C (0xcbf29ce484222325);
  hash = hash_text (hash, stable_rule (rule));
  hash = hash_text (hash, stable_name (uri));
  hash = hash_text (hash, function_of (diagnostic));
  hash = hash_text (hash, lk_json_string (diagnostic, "message"));
  char key[20], *value;
  snprintf (key, sizeof key, "%016" PRIx64, hash);
  long number = lk_json_number (seen, key) + 1;
  lk_json_set (seen, key, json_integer (number));
  value = lk_format ("%s:%ld", key, number);
  json_t *result = lk_json_object ();
  lk_json_set (result, "leakcheckFinding/v1", lk_json_text (value));
  free (value);
  return result;
}

/* ---- Parts of a result.  ---- */

static json_t *
logical_locations (const char *function)
{
  json_t *locations = lk_json_array (), *location = lk_json_object ();
  lk_json_set (location, "fullyQualifiedName", lk_json_text (function));
  lk_json_set (location, "kind", lk_json_text ("function"));
  lk_json_append (locations, location);
  return locations;
}

/* GCC's PATH as codeFlows.  */
static json_t *
code_flows (struct lk_places *places, const json_t *path)
{
  json_t *steps = lk_json_array (), *event;
  size_t i, last = json_array_size (path) - 1;
  json_array_foreach (path, i, event)
    {
      json_t *location = lk_sarif_location (places, json_object_get (event,
								     "location"),
					    false);
      if (!location)
	location = lk_json_object ();
      const char *text = lk_json_string (event, "description");
      const char *function = lk_json_string (event, "function");
      long depth = lk_json_number (event, "depth");
      if (text)
	lk_json_set (location, "message", lk_json_message (text));
      if (function)
	lk_json_set (location, "logicalLocations",
		     logical_locations (function));
      json_t *step = lk_json_object ();
      lk_json_set (step, "location", location);
      lk_json_set (step, "nestingLevel", json_integer (depth > 0 ? depth : 0));
      lk_json_set (step, "executionOrder", json_integer ((json_int_t) i + 1));
      if (i == 0 || i == last)
	lk_json_set (step, "importance", lk_json_text ("essential"));
      lk_json_append (steps, step);
    }
  json_t *thread = lk_json_object (), *threads = lk_json_array ();
  json_t *flow = lk_json_object (), *flows = lk_json_array ();
  lk_json_set (thread, "locations", steps);
  lk_json_append (threads, thread);
  lk_json_set (flow, "threadFlows", threads);
  lk_json_append (flows, flow);
  return flows;
}

/* GCC's notes that have a place, with their ids.  */
static void
add_related (struct lk_places *places, json_t *result,
	     const json_t *children)
{
  json_t *related = lk_json_array (), *child;
  size_t i;
  json_array_foreach (children, i, child)
    {
      const json_t *locations = json_object_get (child, "locations");
      const char *text = lk_json_string (child, "message");
      json_t *location = lk_sarif_location (places,
					    json_array_get (locations, 0),
					    false);
      if (!location)
	continue;
      lk_json_set (location, "id",
		   json_integer ((json_int_t) json_array_size (related)));
      if (text)
	lk_json_set (location, "message", lk_json_message (text));
      lk_json_append (related, location);
    }
  if (json_array_size (related) > 0)
    lk_json_set (result, "relatedLocations", related);
  else
    json_decref (related);
}

/* GCC's fix-it hints: one fix of all of them, as they are meant.  */
static void
add_fix (struct lk_places *places, json_t *result, const json_t *fixits)
{
  json_t *by_file = lk_json_object (), *changes = lk_json_array (), *fixit;
  size_t i;
  json_array_foreach (fixits, i, fixit)
    {
      const json_t *start = json_object_get (fixit, "start");
      const char *file = lk_json_string (start, "file");
      const char *text = lk_json_string (fixit, "string");
      if (!file || !text)
	continue;
      json_t *replacements = json_object_get (by_file, file);
      if (!replacements)
	{
	  json_t *change = lk_json_object ();
	  replacements = lk_json_array ();
	  lk_json_set (by_file, file, json_incref (replacements));
	  lk_json_set (change, "artifactLocation",
		       lk_sarif_artifact (places, file));
	  lk_json_set (change, "replacements", replacements);
	  lk_json_append (changes, change);
	}
      json_t *replacement = lk_json_object ();
      lk_json_set (replacement, "deletedRegion",
		   lk_sarif_region (start, json_object_get (fixit, "next")));
      lk_json_set (replacement, "insertedContent", lk_json_message (text));
      lk_json_append (replacements, replacement);
    }
  json_decref (by_file);
  if (json_array_size (changes) == 0)
    {
      json_decref (changes);
      return;
    }
  json_t *fix = lk_json_object (), *fixes = lk_json_array ();
  lk_json_set (fix, "description", lk_json_message ("Release it here"));
  lk_json_set (fix, "artifactChanges", changes);
  lk_json_append (fixes, fix);
  lk_json_set (result, "fixes", fixes);
}

/* ---- Results.  ---- */

struct run
{
  struct lk_places places;
  struct lk_rules rules;
  json_t *results;
  json_t *notifications;	/* Diagnostics without a place.  */
  json_t *seen;			/* Fingerprints.  */
  long ranks;			/* The last rank.  */
};

static const char *
level_of (const json_t *diagnostic)
{
  const char *kind = lk_json_string (diagnostic, "kind");
  if (!strcmp (kind, "warning") || !strcmp (kind, "note"))
    return kind;
  return "error";
}

static void
add_notification (struct run *run, const char *level, const char *text)
{
  json_t *notification = lk_json_object ();
  lk_json_set (notification, "level", lk_json_text (level));
  lk_json_set (notification, "message", lk_json_message (text));
  lk_json_append (run->notifications, notification);
}

static void
add_result (struct run *run, const json_t *diagnostic)
{
  const char *kind = lk_json_string (diagnostic, "kind");
  const char *message = lk_json_string (diagnostic, "message");
  const json_t *place = json_array_get (json_object_get (diagnostic,
							 "locations"), 0);
  if (!kind || !message)
    return;
  json_t *location = lk_sarif_location (&run->places, place, true);
  if (!location || !strcmp (kind, "note"))
    {
      json_decref (location);
      add_notification (run, level_of (diagnostic), message);
      return;
    }

  const char *rule;
  size_t index = lk_rule_of (&run->rules, diagnostic, &rule);
  json_t *result = lk_json_object (), *locations = lk_json_array ();
  lk_json_set (result, "ruleId", lk_json_text (rule));
  lk_json_set (result, "ruleIndex", json_integer ((json_int_t) index));
  lk_json_set (result, "level", lk_json_text (level_of (diagnostic)));
  lk_json_set (result, "message", lk_json_message (message));
  /* From 100, the most urgent, down to above 0.  */
  long rank = lk_json_number (diagnostic, "rank");
  if (rank > 0)
    lk_json_set (result, "rank",
		 json_real (100.0 * (double) (run->ranks - rank + 1) / (double) run->ranks));

  const char *uri
    = lk_json_string (json_object_get (json_object_get (location,
							"physicalLocation"),
				       "artifactLocation"), "uri");
  const char *state = lk_json_string (diagnostic, "baselineState");
  /* A baseline has no signatures of functions, which are part of fingerprints.  */
  bool absent = state && strcmp (state, "absent") == 0;
  if (!absent)
    lk_json_set (result, "partialFingerprints",
		 fingerprints (diagnostic, rule, uri, run->seen));
  if (state)
    lk_json_set (result, "baselineState", lk_json_text (state));
  const char *function = function_of (diagnostic);
  if (function)
    lk_json_set (location, "logicalLocations", logical_locations (function));
  lk_json_append (locations, location);
  lk_json_set (result, "locations", locations);

  const json_t *path = json_object_get (diagnostic, "path");
  if (json_array_size (path) > 0 && !absent)
    lk_json_set (result, "codeFlows", code_flows (&run->places, path));
  add_related (&run->places, result, json_object_get (diagnostic, "children"));
  add_fix (&run->places, result, json_object_get (diagnostic, "fixits"));
  long cwe = lk_json_number (json_object_get (diagnostic, "metadata"), "cwe");
  if (cwe > 0)
    {
      json_t *taxa = lk_json_array ();
      lk_json_append (taxa, lk_weakness (&run->rules, cwe));
      lk_json_set (result, "taxa", taxa);
    }
  lk_json_append (run->results, result);
}

/* ---- The log.  ---- */

static json_t *
tool (struct run *run)
{
  json_t *tool = lk_json_object (), *driver = lk_json_object ();
  json_t *extensions = lk_json_array (), *gcc = lk_json_object ();
  json_t *supported = lk_json_array (), *cwe = lk_json_object ();
  lk_json_set (driver, "name", lk_json_text ("leakcheck"));
  lk_json_set (driver, "fullName", lk_json_text ("leakcheck " LK_VERSION));
  lk_json_set (driver, "organization", lk_json_text ("leakcheck developers"));
  lk_json_set (driver, "version", lk_json_text (LK_VERSION));
  /* Of three numbers.  */
  char *semantic = lk_format ("%s%s", LK_VERSION,
			      strchr (LK_VERSION, '.') == strrchr (LK_VERSION, '.') ? ".0" : "");
  lk_json_set (driver, "semanticVersion", lk_json_text (semantic));
  free (semantic);
  if (lk_begins (LK_MANUAL_URL, "http"))
    lk_json_set (driver, "informationUri", lk_json_text (LK_MANUAL_URL));
  lk_json_set (driver, "language", lk_json_text ("en-US"));
  lk_json_set (driver, "rules", run->rules.rules);
  run->rules.rules = NULL;
  lk_json_set (cwe, "name", lk_json_text ("CWE"));
  lk_json_set (cwe, "index", json_integer (0));
  lk_json_append (supported, cwe);
  lk_json_set (driver, "supportedTaxonomies", supported);
  lk_json_set (gcc, "name", lk_json_text ("GCC"));
  lk_json_set (gcc, "version", lk_json_text (LK_GCC_VERSION));
  lk_json_set (gcc, "informationUri", lk_json_text ("https://gcc.gnu.org/"));
  lk_json_append (extensions, gcc);
  lk_json_set (tool, "driver", driver);
  lk_json_set (tool, "extensions", extensions);
  return tool;
}

static json_t *
invocations (struct run *run, char **argv, int status)
{
  json_t *all = lk_json_array (), *one = lk_json_object ();
  json_t *arguments = lk_json_array (), *folder = lk_json_object ();
  for (argv += *argv != NULL; *argv; argv++)
    lk_json_append (arguments, lk_json_text (*argv));
  lk_json_set (one, "executionSuccessful",
	       json_boolean (status != LK_EXIT_TROUBLE));
  lk_json_set (one, "exitCode", json_integer (status));
  lk_json_set (one, "arguments", arguments);
  lk_json_set (folder, "uriBaseId", lk_json_text ("SRCROOT"));
  lk_json_set (folder, "uri", lk_json_text (""));
  lk_json_set (one, "workingDirectory", folder);
  lk_json_set (one, "toolExecutionNotifications", run->notifications);
  run->notifications = NULL;
  lk_json_append (all, one);
  return all;
}

json_t *
lk_sarif (const json_t *diagnostics, const struct lk_strings *notes,
	  char **argv, int status)
{
  struct run run;
  json_t *diagnostic;
  size_t i;
  lk_places_init (&run.places);
  lk_rules_init (&run.rules);
  run.results = lk_json_array ();
  run.notifications = lk_json_array ();
  run.seen = lk_json_object ();
  run.ranks = 0;
  json_array_foreach (diagnostics, i, diagnostic)
    {
      long rank = lk_json_number (diagnostic, "rank");
      run.ranks = rank > run.ranks ? rank : run.ranks;
    }
  json_array_foreach (diagnostics, i, diagnostic)
    add_result (&run, diagnostic);
  for (i = 0; i < notes->count; i++)
    add_notification (&run, "error", notes->items[i]);
  json_decref (run.seen);

  json_t *log = lk_json_object (), *runs = lk_json_array ();
  json_t *one = lk_json_object ();
  lk_json_set (log, "$schema",
	       lk_json_text ("https://json.schemastore.org/sarif-2.1.0.json"));
  lk_json_set (log, "version", lk_json_text ("2.1.0"));
  lk_json_set (one, "tool", tool (&run));
  /* Code hosts keep apart what runs with different ids report.  */
  json_t *details = lk_json_object ();
  lk_json_set (details, "id", lk_json_text ("leakcheck/"));
  lk_json_set (one, "automationDetails", details);
  lk_json_set (one, "invocations", invocations (&run, argv, status));
  lk_json_set (one, "originalUriBaseIds", lk_sarif_uri_bases ());
  lk_json_set (one, "artifacts", json_incref (run.places.artifacts));
  lk_json_set (one, "columnKind", lk_json_text ("unicodeCodePoints"));
  lk_json_set (one, "taxonomies", lk_taxonomies (&run.rules));
  lk_json_set (one, "results", run.results);
  lk_json_append (runs, one);
  lk_json_set (log, "runs", runs);
  lk_places_free (&run.places);
  lk_free_sources ();
  return log;
}
