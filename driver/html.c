/* A report as one page of HTML, which loads nothing: '--format=html'.

   It is made of the SARIF log (sarif.c): the page (page.html) has a script that shows the findings
   from a JSON object in it, with the lines of the sources that their paths go through:

     { version, command,	the tool's version; its arguments
       notes:  [ TEXT ],	what the log says without a place
       rules:  [ { id, text } ],
       files:  [ NAME ],
       lines:  { FILE: { LINE: TEXT } },
       findings: [ { rule, rank, state, message, file, line, function,
		     steps: [ { file, line, column, end, text, function, main } ],
		     fixes: [ TEXT ], also: [ TEXT ] } ] }

   FILE is an index of "files"; columns count characters from 1, "end" is behind the last; "main"
   is an event about the resource, no branch; "state" is the one against the baseline.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lk-config.h"
#include "sarif.h"

/* Lines around an event that are in the page; the script shows as many.  */
enum { CONTEXT_LINES = 3 };

struct page
{
  const json_t *artifacts;	/* Of the log.  */
  json_t *files, *lines;
};

/* ---- Files and their lines.  ---- */

static void
add_files (struct page *page)
{
  json_t *artifact;
  size_t i;
  json_array_foreach (page->artifacts, i, artifact)
    {
      const char *uri = lk_json_string (json_object_get (artifact, "location"), "uri");
      char *name = lk_sarif_name (uri ? uri : "");
      lk_json_append (page->files, lk_json_text (name));
      free (name);
    }
}

/* Keep the lines of file number FILE around LINE.  */
static void
add_lines (struct page *page, long file, long line)
{
  const char *name = json_string_value (json_array_get (page->files, (size_t) file));
  char key[24];
  snprintf (key, sizeof key, "%ld", file);
  json_t *lines = json_object_get (page->lines, key);
  if (!lines)
    {
      lines = lk_json_object ();
      lk_json_set (page->lines, key, lines);
    }
  for (long n = line - CONTEXT_LINES; name && n <= line + CONTEXT_LINES; n++)
    {
      size_t length;
      const char *text = lk_source_line (name, n, &length);
      snprintf (key, sizeof key, "%ld", n);
      /* jansson refuses text that is no UTF-8.  */
      json_t *value = (text && !json_object_get (lines, key) ? json_stringn (text, length) : NULL);
      if (value)
	lk_json_set (lines, key, value);
    }
}

/* ---- Findings.  ---- */

static void
copy (json_t *to, const char *key, const json_t *from, const char *from_key)
{
  json_t *value = json_object_get (from, from_key);
  if (value)
    lk_json_set (to, key, json_incref (value));
}

static const char *
message_of (const json_t *object)
{
  return lk_json_string (json_object_get (object, "message"), "text");
}

/* Add the place of LOCATION, one of SARIF's, to OBJECT, and keep the lines around it.  */
static void
add_place (struct page *page, json_t *object, const json_t *location)
{
  const json_t *physical = json_object_get (location, "physicalLocation");
  const json_t *region = json_object_get (physical, "region");
  const json_t *function = json_array_get (json_object_get (location, "logicalLocations"), 0);
  long file = lk_json_number (json_object_get (physical, "artifactLocation"), "index");
  long line = lk_json_number (region, "startLine"), end = lk_json_number (region, "endLine");
  lk_json_set (object, "file", json_integer (file));
  lk_json_set (object, "line", json_integer (line));
  if (end == 0 || end == line)
    {
      copy (object, "column", region, "startColumn");
      copy (object, "end", region, "endColumn");
    }
  copy (object, "function", function, "fullyQualifiedName");
  add_lines (page, file, line);
}

/* Return true if TEXT is about a branch that is taken, as GCC says it, not about the resource.  */
static bool
is_branch (const char *text)
{
  return lk_begins (text, "following ") || lk_begins (text, "...to here");
}

static void
add_steps (struct page *page, json_t *finding, const json_t *result)
{
  json_t *steps = lk_json_array (), *event;
  const json_t *flow = json_array_get (json_object_get (result, "codeFlows"), 0);
  const json_t *thread = json_array_get (json_object_get (flow, "threadFlows"), 0);
  size_t i;
  json_array_foreach (json_object_get (thread, "locations"), i, event)
    {
      const json_t *location = json_object_get (event, "location");
      const char *text = message_of (location);
      json_t *step = lk_json_object ();
      add_place (page, step, location);
      lk_json_set (step, "text", lk_json_text (text ? text : ""));
      lk_json_set (step, "main", json_boolean (text && !is_branch (text)));
      lk_json_append (steps, step);
    }
  /* A finding without a path is shown where it is.  */
  if (json_array_size (steps) == 0)
    {
      json_t *step = lk_json_object ();
      const char *text = message_of (result);
      add_place (page, step, json_array_get (json_object_get (result, "locations"), 0));
      lk_json_set (step, "text", lk_json_text (text ? text : ""));
      lk_json_set (step, "main", json_true ());
      lk_json_append (steps, step);
    }
  lk_json_set (finding, "steps", steps);
}

/* Return what FIX inserts, as "line 7: { fclose (p); ... }".  */
static json_t *
fix_text (const json_t *fix)
{
  struct lk_text all = { 0 };
  json_t *change, *one;
  long before = 0;
  size_t i, j;
  lk_text_add (&all, "", 0);
  json_array_foreach (json_object_get (fix, "artifactChanges"), i, change)
    json_array_foreach (json_object_get (change, "replacements"), j, one)
      {
	const char *text = lk_json_string (json_object_get (one, "insertedContent"), "text");
	long line = lk_json_number (json_object_get (one, "deletedRegion"), "startLine");
	char *part = (line == before ? lk_format ("... %s", text ? text : "")
		      : lk_format ("%sline %ld: %s", before ? "; " : "", line, text ? text : ""));
	lk_text_add (&all, part, strlen (part));
	free (part);
	before = line;
      }
  json_t *value = json_stringn (all.bytes, all.length);
  lk_text_free (&all);
  return value ? value : lk_json_text ("");
}

/* Add the texts of the fixes of RESULT, and of its related places.  */
static void
add_texts (struct page *page, json_t *finding, const json_t *result)
{
  json_t *fixes = lk_json_array (), *also = lk_json_array (), *fix, *related;
  size_t i;
  json_array_foreach (json_object_get (result, "fixes"), i, fix)
    lk_json_append (fixes, fix_text (fix));
  json_array_foreach (json_object_get (result, "relatedLocations"), i, related)
    {
      const json_t *physical = json_object_get (related, "physicalLocation");
      const json_t *artifact = json_object_get (physical, "artifactLocation");
      const char *text = message_of (related);
      const char *file = json_string_value (json_array_get (page->files, (size_t) lk_json_number
							    (artifact, "index")));
      char *whole = lk_format ("%s:%ld: %s", file ? file : "?",
			       lk_json_number (json_object_get (physical, "region"), "startLine"),
			       text ? text : "");
      lk_json_append (also, lk_json_text (whole));
      free (whole);
    }
  lk_json_set (finding, "fixes", fixes);
  lk_json_set (finding, "also", also);
}

static json_t *
make_finding (struct page *page, const json_t *result)
{
  const char *message = message_of (result);
  json_t *finding = lk_json_object ();
  const json_t *rank = json_object_get (result, "rank");
  lk_json_set (finding, "rule", json_integer (lk_json_number (result, "ruleIndex")));
  lk_json_set (finding, "rank", json_real (rank ? json_number_value (rank) : 0));
  lk_json_set (finding, "message", lk_json_text (message ? message : ""));
  copy (finding, "state", result, "baselineState");
  add_place (page, finding, json_array_get (json_object_get (result, "locations"), 0));
  add_steps (page, finding, result);
  add_texts (page, finding, result);
  return finding;
}

/* ---- The page.  ---- */

/* The lines of page.html, made by the build; a null pointer ends them.  */
extern const char *const lk_page_lines[];

/* Return the texts of what the log of INVOCATION says without a place.  */
static json_t *
notes_of (const json_t *invocation)
{
  json_t *notes = lk_json_array (), *one;
  size_t i;
  json_array_foreach (json_object_get (invocation, "toolExecutionNotifications"), i, one)
    {
      const char *text = message_of (one), *level = lk_json_string (one, "level");
      char *whole = lk_format ("%s: %s", level ? level : "note", text ? text : "");
      lk_json_append (notes, lk_json_text (whole));
      free (whole);
    }
  return notes;
}

static json_t *
command_of (const json_t *invocation)
{
  struct lk_text all = { 0 };
  json_t *argument;
  size_t i;
  lk_text_add (&all, "", 0);
  json_array_foreach (json_object_get (invocation, "arguments"), i, argument)
    {
      const char *text = json_string_value (argument);
      lk_text_add (&all, " ", i > 0);
      lk_text_add (&all, text, strlen (text));
    }
  json_t *value = json_stringn (all.bytes, all.length);
  lk_text_free (&all);
  return value ? value : lk_json_text ("");
}

/* Return the object for the page, from LOG.  */
static json_t *
page_data (const json_t *log)
{
  const json_t *run = json_array_get (json_object_get (log, "runs"), 0);
  const json_t *invocation = json_array_get (json_object_get (run, "invocations"), 0);
  const json_t *tool = json_object_get (json_object_get (run, "tool"), "driver");
  json_t *data = lk_json_object (), *rules = lk_json_array (), *findings = lk_json_array ();
  json_t *rule, *result;
  size_t i;
  struct page page = { json_object_get (run, "artifacts"), lk_json_array (), lk_json_object () };
  lk_json_set (data, "version", lk_json_text (LK_VERSION));
  lk_json_set (data, "command", command_of (invocation));
  lk_json_set (data, "notes", notes_of (invocation));
  json_array_foreach (json_object_get (tool, "rules"), i, rule)
    {
      const json_t *full = json_object_get (rule, "fullDescription");
      const char *text = lk_json_string (full ? full : json_object_get (rule, "shortDescription"),
					 "text");
      json_t *one = lk_json_object ();
      copy (one, "id", rule, "id");
      lk_json_set (one, "text", lk_json_text (text ? text : ""));
      lk_json_append (rules, one);
    }
  lk_json_set (data, "rules", rules);
  add_files (&page);
  json_array_foreach (json_object_get (run, "results"), i, result)
    lk_json_append (findings, make_finding (&page, result));
  lk_json_set (data, "files", page.files);
  lk_json_set (data, "lines", page.lines);
  lk_json_set (data, "findings", findings);
  lk_free_sources ();
  return data;
}

/* Write DATA for an element "script": no '<' in it, which could end that.  */
static void
write_data (FILE *stream, const json_t *data)
{
  char *text = json_dumps (data, JSON_COMPACT | JSON_SORT_KEYS);
  if (!text)
    lk_fatal ("out of memory");
  for (const char *p = text; *p; p++)
    if (*p == '<')
      fputs ("\\u003c", stream);
    else
      putc (*p, stream);
  free (text);
}

/* Write the page of LOG to OUTPUT; NULL: the standard output.  */
static void
write_page (const json_t *log, const char *output)
{
  FILE *stream = output ? fopen (output, "w") : stdout;
  if (!stream)
    lk_fatal ("cannot write '%s': %s", output, strerror (errno));
  json_t *data = page_data (log);
  for (const char *const *line = lk_page_lines; *line; line++)
    {
      if (!strcmp (*line, "@DATA@"))
	write_data (stream, data);
      else
	fputs (*line, stream);
      putc ('\n', stream);
    }
  bool good = fflush (stream) == 0 && !ferror (stream);
  int why = errno;
  json_decref (data);
  if (output)
    good &= fclose (stream) == 0;
  if (!good)
    lk_fatal ("cannot write %s: %s", output ? output : "the report", strerror (why));
}

void
lk_write_report (const json_t *diagnostics, const struct lk_options *options,
		 const struct lk_strings *notes, char **argv, int status)
{
  if (options->format == LK_FORMAT_JSON)
    {
      lk_json_write (diagnostics, options->output);
      return;
    }
  json_t *log = lk_sarif (diagnostics, notes, argv, status);
  if (options->format == LK_FORMAT_HTML)
    write_page (log, options->output);
  else
    lk_json_write (log, options->output);
  json_decref (log);
}
