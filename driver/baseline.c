/* A baseline: leaks that are known, and do not count.

   A finding is known by its rule, its file, its function and its message, and
   by how many there are that are equal in these.  (The rule "leakcheck-file" was once that of all
   kinds but memory, and is taken for each of them.)  No line is in it, no folder
   above the current one, and no quotes, which differ by locale: a baseline
   holds for another checkout, and when lines are added above.

   A run that checks single files says nothing about what is known of others: a leak is gone only if
   its file was checked (lk_baseline_of_files).

   The file is text, sorted, for version control:

       # leakcheck baseline 1
       COUNT <TAB> RULE <TAB> FILE <TAB> FUNCTION <TAB> MESSAGE

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "project.h"
#include "sarif.h"
#include "../spec/rows.h"

static const char head_line[] = "# leakcheck baseline 1\n";

struct known
{
  char *key;
  size_t count, left;		/* In the file, and not yet met.  */
  bool other;			/* Its file was not checked.  */
};

struct lk_baseline
{
  const char *file, *written_file;
  struct known *known;		/* Sorted by key.  */
  size_t n_known;
  struct lk_strings met;	/* Keys of all findings.  */
};

static int
compare_known (const void *a, const void *b)
{
  return strcmp (((const struct known *) a)->key, ((const struct known *) b)->key);
}

/* ---- Reading.  ---- */

static void
read_line (struct lk_baseline *baseline, size_t number, char *line)
{
  char *end;
  errno = 0;
  size_t count = strtoul (line, &end, 10), tabs = 0;
  for (const char *p = line; *p; p++)
    tabs += *p == '\t';
  if (*line < '0' || *line > '9' || errno || *end != '\t' || tabs != 4 || count == 0)
    lk_fatal ("%s:%zu: no line of a baseline, which is a number, a rule, a file, a function and"
	      " a message, with tabs between; '--write-baseline=FILE' writes one", baseline->file,
	      number);
  baseline->known = lk_reallocate (baseline->known, baseline->n_known + 1,
				   sizeof *baseline->known);
  baseline->known[baseline->n_known++]
    = (struct known) { lk_format ("%s", end + 1), count, count, false };
}

static void
read_baseline (struct lk_baseline *baseline)
{
  struct lk_text text = { 0 };
  const char *why;
  if (!lk_text_read (&text, baseline->file, &why))
    lk_fatal ("%s: %s", baseline->file, why);
  if (!lk_begins (text.bytes, head_line))
    lk_fatal ("%s: no baseline of this version: it does not begin with '%.*s'", baseline->file,
	      (int) strcspn (head_line, "\n"), head_line);
  if (strlen (text.bytes) != text.length)
    lk_fatal ("%s: no baseline: it has a null byte", baseline->file);
  size_t number = 1;
  for (char *line = text.bytes + strlen (head_line); *line;)
    {
      char *end = line + strcspn (line, "\n");
      bool last = *end == '\0';
      *end = '\0';
      number++;
      if (*line && *line != '#')
	read_line (baseline, number, line);
      line = last ? end : end + 1;
    }
  lk_text_free (&text);
  if (baseline->n_known)
    qsort (baseline->known, baseline->n_known, sizeof *baseline->known, compare_known);
  /* The merge of two versions of the file may have a finding twice.  */
  size_t n = 0;
  for (size_t i = 0; i < baseline->n_known; i++)
    if (n > 0 && compare_known (&baseline->known[n - 1], &baseline->known[i]) == 0)
      {
	baseline->known[n - 1].count += baseline->known[i].count;
	baseline->known[n - 1].left += baseline->known[i].left;
	free (baseline->known[i].key);
      }
    else
      baseline->known[n++] = baseline->known[i];
  baseline->n_known = n;
}

struct lk_baseline *
lk_baseline_open (const struct lk_options *options)
{
  if (!options->baseline && !options->written_baseline)
    return NULL;
  struct lk_baseline *baseline = lk_allocate (1, sizeof *baseline);
  baseline->file = options->baseline;
  baseline->written_file = options->written_baseline;
  if (baseline->file)
    read_baseline (baseline);
  return baseline;
}

/* ---- Files.  ---- */

/* The file of KNOWN: behind its rule.  */
static const char *
file_of (const struct known *known, size_t *length)
{
  const char *file = strchr (known->key, '\t') + 1;
  *length = strcspn (file, "\t");
  return file;
}

void
lk_baseline_of_files (struct lk_baseline *baseline, const struct lk_strings *files, bool classes)
{
  for (size_t i = 0; i < baseline->n_known; i++)
    {
      size_t length;
      const char *file = file_of (&baseline->known[i], &length);
      char *name = lk_format ("%.*s", (int) length, file);
      bool named = classes && lk_ends (name, ".java");
      for (size_t k = 0; k < files->count && !named; k++)
	{
	  char *absolute = lk_absolute (lk_current_folder (), files->items[k]);
	  named = strcmp (lk_short_name (absolute), name) == 0;
	  free (absolute);
	}
      baseline->known[i].other = !named;
      free (name);
    }
}

/* ---- Keys.  ---- */

/* Add TEXT up to END to KEY, with plain quotes for those of locales, and without separators.  */
static void
add_part (struct lk_text *key, const char *text, const char *end)
{
  static const char *const quotes[] = { "\xe2\x80\x98", "\xe2\x80\x99" };
  if (key->length)
    lk_text_add (key, "\t", 1);
  while (text < end)
    if (lk_begins (text, quotes[0]) || lk_begins (text, quotes[1]))
      {
	lk_text_add (key, "'", 1);
	text += 3;
      }
    else
      {
	bool odd = *text == '\t' || *text == '\n';
	lk_text_add (key, odd ? " " : text, 1);
	text++;
      }
}

/* The name alone of the function SIGNATURE, "int n::c::f(int)", of LENGTH bytes: [*NAME, *END).  */
static void
bare_name (const char *signature, size_t length, const char **name, const char **end)
{
  int depth = 0;
  *name = signature;
  *end = signature + length;
  for (const char *p = signature; p < *end; p++)
    {
      depth += *p == '<';
      depth -= *p == '>' && depth > 0;
      if (depth > 0)
	continue;
      if (*p == '(')
	*end = p;
      else if (*p == ' ' || *p == ':' || *p == '*' || *p == '&')
	*name = p + 1;
    }
}

static struct known *
find_known (struct lk_baseline *baseline, char *key)
{
  struct known one = { .key = key };
  return (baseline->n_known
	  ? bsearch (&one, baseline->known, baseline->n_known, sizeof one, compare_known) : NULL);
}

/* The same under the rule that KEY's finding had before each group of kinds had its own.  */
static struct known *
find_former (struct lk_baseline *baseline, const char *key)
{
  size_t n = strcspn (key, "\t");
  char *rule = lk_format ("%.*s", (int) n, key);
  const char *group = lk_promise_rule_of (rule) ? NULL : lk_leak_kind (rule);
  struct known *known = NULL;
  if (group && lk_group_was_named (group, "file"))
    {
      char *former = lk_format ("leakcheck-file%s", key + n);
      known = find_known (baseline, former);
      free (former);
    }
  free (rule);
  return known;
}

/* Meet the finding of KEY, which becomes the baseline's.  Returns whether it is known.  */
static bool
meet (struct lk_baseline *baseline, struct lk_text *key)
{
  struct known *known = find_known (baseline, key->bytes);
  if (!known || known->left == 0)
    known = find_former (baseline, key->bytes);
  lk_strings_take (&baseline->met, key->bytes);
  if (!known || known->left == 0)
    return false;
  known->left--;
  return true;
}

/* The function that the path in TEXT, a message without colours, begins in: a line "  'f': events
   1-3"; its length to *LENGTH.  NULL: there is no path.  */
static const char *
path_function (const char *text, size_t *length)
{
  for (const char *line = text; (line = strchr (line, '\n')); )
    {
      line++;
      size_t open = (lk_begins (line, "  '") ? 3 : lk_begins (line, "  \xe2\x80\x98") ? 5 : 0);
      const char *end = line + strcspn (line, "\n");
      if (!open)
	continue;
      const char *close = strstr (line + open, open == 3 ? "': " : "\xe2\x80\x99: ");
      if (close && close < end)
	{
	  *length = (size_t) (close - line) - open;
	  return line + open;
	}
    }
  return NULL;
}

bool
lk_baseline_text (struct lk_baseline *baseline, const char *file, const char *text)
{
  struct lk_counts counts = { 0 };
  const char *end = text + strcspn (text, "\n"), *message = text, *found;
  char *option = lk_option_of (text, (size_t) (end - text));
  if (option)
    lk_count_option (&counts, option, false);
  if (!file || !counts.leaks)
    {
      free (option);
      return false;
    }
  const char *rule = lk_begins (option, "-Werror=") ? option + strlen ("-Werror=") : option + 2;
  /* "FILE:LINE:COLUMN: warning: MESSAGE [CWE-1] [-W...]" */
  for (unsigned i = 0; i < 2 && (found = strstr (message, ": ")) && found < end; i++)
    message = found + 2;
  const char *stop = strstr (message, " [CWE-");
  const char *bracket = end - strlen (option) - strlen (" []");
  stop = stop && stop < bracket ? stop : bracket > message ? bracket : message;
  struct lk_text key = { 0 };
  const char *shown = lk_short_name (file), *function, *from = "", *to = from;
  size_t length;
  if ((function = path_function (text, &length)))
    bare_name (function, length, &from, &to);
  add_part (&key, rule, rule + strlen (rule));
  add_part (&key, shown, shown + strlen (shown));
  add_part (&key, from, to);
  add_part (&key, message, stop);
  free (option);
  return meet (baseline, &key);
}

/* ---- JSON.  ---- */

static const char *
text_at (const json_t *object, const char *key)
{
  const char *text = json_string_value (json_object_get (object, key));
  return text ? text : "";
}

/* DIAGNOSTIC is a leak: whether it is known.  */
static bool
meet_json (struct lk_baseline *baseline, const json_t *diagnostic)
{
  struct lk_text key = { 0 };
  const char *rule = text_at (diagnostic, "option"), *message = text_at (diagnostic, "message");
  const json_t *place = json_array_get (json_object_get (diagnostic, "locations"), 0);
  const char *file = lk_short_name (text_at (json_object_get (place, "caret"), "file"));
  const char *function = text_at (json_array_get (json_object_get (diagnostic, "path"), 0),
				  "function");
  const char *from, *to;
  rule += lk_begins (rule, "-Werror=") ? strlen ("-Werror=") : lk_begins (rule, "-W") ? 2 : 0;
  bare_name (function, strlen (function), &from, &to);
  add_part (&key, rule, rule + strlen (rule));
  add_part (&key, file, file + strlen (file));
  add_part (&key, from, to);
  add_part (&key, message, message + strlen (message));
  return meet (baseline, &key);
}

void
lk_baseline_json (struct lk_baseline *baseline, json_t *array, struct lk_counts *counts)
{
  json_t *diagnostic, *new_ones = json_array ();
  size_t i;
  json_array_foreach (array, i, diagnostic)
    {
      struct lk_counts one = { 0 };
      const char *option = text_at (diagnostic, "option");
      if (*option)
	lk_count_option (&one, option, false);
      bool known = one.leaks && meet_json (baseline, diagnostic);
      if (one.leaks)
	json_object_set_new (diagnostic, "baselineState",
			     json_string (known ? "unchanged" : "new"));
      if (!known)
	json_array_append (new_ones, diagnostic);
    }
  memset (counts, 0, sizeof *counts);
  lk_json_count (counts, new_ones);
  json_decref (new_ones);
}

/* A member of a list of GCC's: an array of {KEY: VALUE}.  */
static json_t *
list_of (const char *key, json_t *value)
{
  return json_pack ("[{s:o}]", key, value);
}

void
lk_baseline_absent (const struct lk_baseline *baseline, json_t *array)
{
  for (size_t i = 0; i < baseline->n_known; i++)
    for (size_t j = 0; j < baseline->known[i].left && !baseline->known[i].other; j++)
      {
	/* RULE, FILE, FUNCTION, MESSAGE.  */
	char *key = lk_format ("%s", baseline->known[i].key), *parts[4] = { key };
	for (unsigned k = 1; k < 4; k++)
	  {
	    parts[k] = strchr (parts[k - 1], '\t');
	    *parts[k]++ = '\0';
	  }
	char *option = lk_format ("-W%s", parts[0]);
	json_t *one = json_pack ("{s:s, s:s, s:s, s:s, s:o}", "kind", "warning", "message",
				 parts[3], "option", option, "baselineState", "absent", "locations",
				 list_of ("caret", json_pack ("{s:s}", "file", parts[1])));
	if (one && *parts[2])
	  json_object_set_new (one, "path", list_of ("function", json_string (parts[2])));
	/* NULL: a name that is not UTF-8.  */
	if (one)
	  json_array_append_new (array, one);
	free (option);
	free (key);
      }
}

void
lk_baseline_drop_known (json_t *array)
{
  for (size_t i = json_array_size (array); i-- > 0;)
    {
      json_t *diagnostic = json_array_get (array, i);
      bool known = strcmp (text_at (diagnostic, "baselineState"), "unchanged") == 0;
      json_object_del (diagnostic, "baselineState");
      if (known)
	json_array_remove (array, i);
    }
}

/* ---- The end.  ---- */

static void
write_baseline (struct lk_baseline *baseline)
{
  struct lk_strings *met = &baseline->met;
  struct lk_replacing replacing;
  lk_hold ();
  FILE *stream = lk_replace_begin (&replacing, baseline->written_file);
  int error = stream ? 0 : errno;
  /* Leaks of files that were not checked stay.  */
  for (size_t i = 0; i < baseline->n_known; i++)
    for (size_t j = 0; j < baseline->known[i].left && baseline->known[i].other; j++)
      lk_strings_add (met, baseline->known[i].key);
  lk_strings_sort (met);
  if (stream)
    fputs (head_line, stream);
  for (size_t i = 0, n; stream && i < met->count; i += n)
    {
      for (n = 1; i + n < met->count && strcmp (met->items[i], met->items[i + n]) == 0; n++)
	;
      fprintf (stream, "%zu\t%s\n", n, met->items[i]);
    }
  error = lk_replace_end (&replacing, error);
  lk_let_go ();
  if (error)
    lk_error ("cannot write '%s': %s", baseline->written_file, strerror (error));
}

void
lk_baseline_close (struct lk_baseline *baseline, bool complete, bool quiet)
{
  size_t all = 0, gone = 0;
  if (baseline->written_file && !complete)
    lk_error ("'%s' is not written: not all that was named could be checked",
	      baseline->written_file);
  else if (baseline->written_file)
    write_baseline (baseline);
  for (size_t i = 0; i < baseline->n_known; i++)
    {
      all += baseline->known[i].count;
      gone += baseline->known[i].other ? 0 : baseline->known[i].left;
      free (baseline->known[i].key);
    }
  if (gone && complete && !quiet)
    fprintf (stderr, "leakcheck: %zu of %zu known leaks %s gone\n", gone, all,
	     gone == 1 ? "is" : "are");
  free (baseline->known);
  lk_strings_free (&baseline->met);
  free (baseline);
}
