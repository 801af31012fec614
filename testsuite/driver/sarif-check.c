/* Check SARIF logs: usage: sarif-check FILE...

   Two things.  The form: the objects and properties of SARIF 2.1.0 that
   leakcheck uses, as rows, each property with its type; what is not in a row
   is an error, as it is in the standard's schema.  And what no schema says:
   indices and ids that agree, URIs whose base is there, regions that are in
   order, fingerprints that differ.

   Prints one line for each fault, and fails if there was one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *file;
static unsigned n_faults;

static void fault (const char *, const char *, ...)
  __attribute__ ((format (printf, 2, 3)));

static void
fault (const char *where, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  printf ("%s: %s: ", file, where);
  vprintf (format, ap);
  putchar ('\n');
  va_end (ap);
  n_faults++;
}

/* ---- The form.  ---- */

/* A type is: s text, t text that is not empty, u a URI, i a number from 0, p a
   number from 1, r a rank (a number up to 100), b a truth value; "a|b" one of
   these texts; a word with a capital is the object of that name.  Before it, [ an
   array, { an object whose every value is such; ! behind a property: it must be
   there.  */
static const struct row
{
  const char *object, *property, *type;
} rows[] =
{
  { "Log", "$schema", "u" }, { "Log", "version!", "2.1.0" },
  { "Log", "runs!", "[Run" },

  { "Run", "tool!", "Tool" }, { "Run", "invocations", "[Invocation" },
  { "Run", "automationDetails", "Automation" }, { "Automation", "id!", "t" },
  { "Run", "originalUriBaseIds", "{Artifact" },
  { "Run", "artifacts", "[File" },
  { "Run", "columnKind", "unicodeCodePoints|utf16CodeUnits" },
  { "Run", "taxonomies", "[Component" }, { "Run", "results", "[Result" },

  { "Tool", "driver!", "Component" }, { "Tool", "extensions", "[Component" },

  { "Component", "name!", "t" }, { "Component", "version", "t" },
  { "Component", "language", "t" }, { "Component", "rules", "[Rule" },
  { "Component", "organization", "t" }, { "Component", "fullName", "t" },
  { "Component", "semanticVersion", "t" },
  { "Component", "shortDescription", "Message" },
  { "Component", "informationUri", "u" },
  { "Component", "isComprehensive", "b" },
  { "Component", "taxa", "[Rule" },
  { "Component", "supportedTaxonomies", "[Reference" },

  { "Rule", "id!", "t" }, { "Rule", "name", "t" }, { "Rule", "deprecatedIds", "[t" },
  { "Rule", "shortDescription", "Message" },
  { "Rule", "fullDescription", "Message" }, { "Rule", "help", "Message" },
  { "Rule", "helpUri", "u" },
  { "Rule", "defaultConfiguration", "Configuration" },
  { "Rule", "relationships", "[Relation" },
  { "Rule", "properties", "Properties" },
  { "Configuration", "level", "none|note|warning|error" },
  { "Relation", "target!", "Descriptor" }, { "Relation", "kinds", "[t" },
  { "Properties", "tags", "[t" }, { "Properties", "security-severity", "t" },
  { "Properties", "problem.severity", "t" },
  { "Properties", "precision", "very-high|high|medium|low" },

  { "Descriptor", "id", "t" }, { "Descriptor", "index", "i" },
  { "Descriptor", "toolComponent", "Reference" },
  { "Reference", "name", "t" }, { "Reference", "index", "i" },

  { "Invocation", "executionSuccessful!", "b" },
  { "Invocation", "exitCode", "i" }, { "Invocation", "arguments", "[s" },
  { "Invocation", "workingDirectory", "Artifact" },
  { "Invocation", "toolExecutionNotifications", "[Notification" },
  { "Notification", "message!", "Message" },
  { "Notification", "level", "none|note|warning|error" },

  { "File", "location", "Artifact" }, { "File", "sourceLanguage", "t" },
  { "Artifact", "uri", "u" }, { "Artifact", "uriBaseId", "t" },
  { "Artifact", "index", "i" }, { "Artifact", "description", "Message" },

  { "Message", "text!", "s" }, { "Message", "markdown", "s" },

  { "Result", "ruleId", "t" }, { "Result", "ruleIndex", "i" },
  { "Result", "level", "none|note|warning|error" },
  { "Result", "message!", "Message" },
  { "Result", "partialFingerprints", "{t" },
  { "Result", "locations", "[Location" },
  { "Result", "relatedLocations", "[Location" },
  { "Result", "codeFlows", "[Flow" }, { "Result", "fixes", "[Fix" },
  { "Result", "taxa", "[Descriptor" }, { "Result", "rank", "r" },

  { "Location", "id", "i" }, { "Location", "physicalLocation", "Physical" },
  { "Location", "logicalLocations", "[Logical" },
  { "Location", "message", "Message" },
  { "Physical", "artifactLocation", "Artifact" },
  { "Physical", "region", "Region" },
  { "Physical", "contextRegion", "Region" },
  { "Logical", "fullyQualifiedName", "t" },
  { "Logical", "kind", "function|member" },
  { "Region", "startLine", "p" }, { "Region", "startColumn", "p" },
  { "Region", "endLine", "p" }, { "Region", "endColumn", "p" },
  { "Region", "snippet", "Content" }, { "Content", "text", "s" },

  { "Flow", "threadFlows!", "[Thread" }, { "Thread", "locations!", "[Step" },
  { "Step", "location", "Location" }, { "Step", "nestingLevel", "i" },
  { "Step", "executionOrder", "p" },
  { "Step", "importance", "important|essential|unimportant" },

  { "Fix", "description", "Message" }, { "Fix", "artifactChanges!", "[Change" },
  { "Change", "artifactLocation!", "Artifact" },
  { "Change", "replacements!", "[Replacement" },
  { "Replacement", "deletedRegion!", "Region" },
  { "Replacement", "insertedContent", "Content" }
};

enum { N_ROWS = sizeof rows / sizeof *rows };

static bool
is_uri (const char *text)
{
  for (const char *p = text; *p; p++)
    if (*p <= ' ' || *p == 0x7f || strchr ("\"<>\\^`{|}", *p)
	|| (*p == '%' && (!p[1] || !p[2])) || (*p & 0x80))
      return false;
  return true;
}

static bool
among (const char *text, const char *words)
{
  size_t length = strlen (text);
  for (; words; words = strchr (words, '|'), words += words != NULL)
    if (!strncmp (words, text, length)
	&& (words[length] == '|' || !words[length]))
      return true;
  return false;
}

static void check_object (const json_t *, const char *name, const char *where);

static void
check_value (const json_t *value, const char *type, const char *where)
{
  const char *text = json_string_value (value);
  bool good = true;
  if (*type == '[' || *type == '{')
    {
      size_t i;
      const char *key;
      json_t *member;
      good = *type == '[' ? json_is_array (value) : json_is_object (value);
      if (good && *type == '[')
	json_array_foreach (value, i, member)
	  check_value (member, type + 1, where);
      else if (good)
	json_object_foreach ((json_t *) value, key, member)
	  check_value (member, type + 1, where);
    }
  else if (!strcmp (type, "s"))
    good = text != NULL;
  else if (!strcmp (type, "t"))
    good = text && *text;
  else if (!strcmp (type, "u"))
    good = text && is_uri (text);
  else if (!strcmp (type, "i"))
    good = json_is_integer (value) && json_integer_value (value) >= 0;
  else if (!strcmp (type, "p"))
    good = json_is_integer (value) && json_integer_value (value) >= 1;
  else if (!strcmp (type, "r"))
    good = (json_is_number (value) && json_number_value (value) >= 0
	    && json_number_value (value) <= 100);
  else if (!strcmp (type, "b"))
    good = json_is_boolean (value);
  else if (*type >= 'A' && *type <= 'Z')
    {
      check_object (value, type, where);
      return;
    }
  else
    good = text && among (text, type);
  if (!good)
    fault (where, "not of the type '%s'%s%s", type, text ? ": " : "",
	   text ? text : "");
}

static void
check_object (const json_t *object, const char *name, const char *where)
{
  const char *key;
  json_t *value;
  bool found[N_ROWS] = { false };
  char place[300];
  if (!json_is_object (object))
    {
      fault (where, "no object");
      return;
    }
  json_object_foreach ((json_t *) object, key, value)
    {
      int row = -1;
      for (int i = 0; i < N_ROWS && row < 0; i++)
	{
	  size_t length = strcspn (rows[i].property, "!");
	  if (!strcmp (rows[i].object, name) && strlen (key) == length
	      && !strncmp (rows[i].property, key, length))
	    row = i;
	}
      snprintf (place, sizeof place, "%s.%s", where, key);
      if (row < 0)
	{
	  fault (place, "no property of '%s'", name);
	  continue;
	}
      found[row] = true;
      check_value (value, rows[row].type, place);
    }
  for (int i = 0; i < N_ROWS; i++)
    if (!strcmp (rows[i].object, name) && strchr (rows[i].property, '!')
	&& !found[i])
      fault (where, "has no '%s'", rows[i].property);
}

/* ---- What no schema says.  ---- */

static const char *
string_at (const json_t *object, const char *key)
{
  const char *text = json_string_value (json_object_get (object, key));
  return text ? text : "";
}

static long
number_at (const json_t *object, const char *key)
{
  const json_t *value = json_object_get (object, key);
  return value ? (long) json_integer_value (value) : -1;
}

static void
check_artifact (const json_t *run, const json_t *location, const char *where)
{
  const char *uri = string_at (location, "uri");
  const char *base = string_at (location, "uriBaseId");
  if (!json_object_get (location, "uri"))
    return;
  if (*base && !json_object_get (json_object_get (run, "originalUriBaseIds"),
				 base))
    fault (where, "unknown base '%s'", base);
  if (*base ? *uri == '/' || strstr (uri, "://") != NULL
      : strncmp (uri, "file:///", 8) != 0)
    fault (where, "'%s' is neither absolute nor relative to a base", uri);
  if (strstr (uri, "/../") || strstr (uri, "//.") || !strncmp (uri, "./", 2)
      || !strncmp (uri, "../", 3))
    fault (where, "'%s' is not in its shortest form", uri);
  long index = number_at (location, "index");
  if (index < 0)
    return;
  const json_t *known
    = json_object_get (json_array_get (json_object_get (run, "artifacts"),
				       (size_t) index), "location");
  if (!known || strcmp (string_at (known, "uri"), uri)
      || strcmp (string_at (known, "uriBaseId"), base))
    fault (where, "artifact %ld is not '%s'", index, uri);
}

static void
check_region (const json_t *region, const char *where)
{
  long line = number_at (region, "startLine");
  long end_line = number_at (region, "endLine");
  long column = number_at (region, "startColumn");
  long end_column = number_at (region, "endColumn");
  if (end_line < 0)
    end_line = line;
  if (end_line < line
      || (end_line == line && end_column >= 0 && end_column < column))
    fault (where, "region ends before it begins");
}

/* Every place below VALUE.  */
static void
check_places (const json_t *run, const json_t *value, const char *where)
{
  const char *key;
  json_t *member;
  size_t i;
  char place[300];
  if (json_is_array (value))
    json_array_foreach (value, i, member)
      {
	snprintf (place, sizeof place, "%s[%zu]", where, i);
	check_places (run, member, place);
      }
  else if (json_is_object (value))
    json_object_foreach ((json_t *) value, key, member)
      {
	snprintf (place, sizeof place, "%s.%s", where, key);
	if (!strcmp (key, "artifactLocation") || !strcmp (key, "location"))
	  check_artifact (run, member, place);
	if (!strcmp (key, "region") || !strcmp (key, "deletedRegion"))
	  check_region (member, place);
	check_places (run, member, place);
      }
}

static void
check_result (const json_t *run, const json_t *result, json_t *seen,
	      const char *where)
{
  const json_t *rules
    = json_object_get (json_object_get (json_object_get (run, "tool"),
					"driver"), "rules");
  const json_t *rule
    = json_array_get (rules, (size_t) number_at (result, "ruleIndex"));
  if (!rule || strcmp (string_at (rule, "id"), string_at (result, "ruleId")))
    fault (where, "rule %ld is not '%s'", number_at (result, "ruleIndex"),
	   string_at (result, "ruleId"));

  const char *fingerprint
    = string_at (json_object_get (result, "partialFingerprints"),
		 "leakcheckFinding/v1");
  if (!*fingerprint || json_object_get (seen, fingerprint))
    fault (where, "fingerprint '%s' is not its own", fingerprint);
  json_object_set_new (seen, fingerprint, json_true ());

  const json_t *taxonomy
    = json_array_get (json_object_get (run, "taxonomies"), 0);
  size_t i;
  json_t *taxon;
  json_array_foreach (json_object_get (result, "taxa"), i, taxon)
    {
      const json_t *known
	= json_array_get (json_object_get (taxonomy, "taxa"),
			  (size_t) number_at (taxon, "index"));
      if (!known || strcmp (string_at (known, "id"), string_at (taxon, "id")))
	fault (where, "weakness %s is not in the taxonomy",
	       string_at (taxon, "id"));
    }
  bool ours = !strncmp (string_at (result, "ruleId"), "leakcheck-", 10);
  if (ours && !json_object_get (result, "codeFlows"))
    fault (where, "a leak without a code flow");
  if (ours && !json_object_get (result, "taxa"))
    fault (where, "a leak without a weakness");
}

static void
check_file (void)
{
  json_error_t error;
  json_t *log = json_load_file (file, JSON_REJECT_DUPLICATES, &error);
  if (!log)
    {
      fault ("JSON", "line %d: %s", error.line, error.text);
      return;
    }
  check_object (log, "Log", "log");
  json_t *run = json_array_get (json_object_get (log, "runs"), 0);
  json_t *result, *seen = json_object ();
  size_t i;
  check_places (run, json_object_get (run, "results"), "results");
  json_array_foreach (json_object_get (run, "results"), i, result)
    {
      char where[40];
      snprintf (where, sizeof where, "result %zu", i);
      check_result (run, result, seen, where);
    }
  json_decref (seen);
  json_decref (log);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      file = argv[i];
      check_file ();
    }
  if (n_faults == 0)
    printf ("%d good\n", argc - 1);
  return n_faults != 0 || argc < 2;
}
