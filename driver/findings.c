/* The messages of all units as one report: each once, sorted by place, with
   the names of files as seen from the current folder.

   A header that several units include gives each of them the same messages.
   Text is taken apart by what no language of messages translates: a message
   begins at a line "FILE:LINE:" that ends with "[-W...]", or at an error; what
   stands before it ("In function") is its heading, what follows belongs to it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "project.h"

/* Texts are the compiler's, with its colours.  */
struct finding
{
  char *file;			/* NULL: about no place.  */
  unsigned long line, column;
  char *heading, *text, *plain;	/* PLAIN: TEXT without colours.  */
  bool is_leak;
  struct lk_rank rank;
};

struct lk_findings
{
  struct finding *all;
  size_t count, room;
};

struct lk_findings *
lk_findings_new (void)
{
  return lk_allocate (1, sizeof (struct lk_findings));
}

static void
free_finding (struct finding *finding)
{
  free (finding->file);
  free (finding->heading);
  free (finding->text);
  free (finding->plain);
  lk_rank_free (&finding->rank);
}

void
lk_findings_free (struct lk_findings *findings)
{
  for (size_t i = 0; i < findings->count; i++)
    free_finding (&findings->all[i]);
  free (findings->all);
  free (findings);
}

/* ---- What is wanted.  ---- */

bool
lk_is_wanted (const struct lk_wanted *wanted, const char *file)
{
  if (!file)
    return true;
  if (lk_is_excluded (wanted->options, file))
    return false;
  for (size_t i = 0; i < wanted->files.count; i++)
    if (lk_is_in (file, wanted->files.items[i]))
      return true;
  return wanted->files.count == 0;
}

/* A message with OPTION ("-W...", or NULL) is wanted, wherever it is.  */
static bool
is_wanted_kind (const struct lk_wanted *wanted, const char *option)
{
  struct lk_counts counts = { 0 };
  if (!option || wanted->all_warnings)
    return true;
  lk_count_option (&counts, option, false);
  return counts.leaks > 0;
}

/* ---- Text.  ---- */

enum line_kind
{
  LINE_MORE,			/* Belongs to what is above.  */
  LINE_HEADING,
  LINE_MESSAGE,
  LINE_ALONE			/* About no place.  */
};

struct parsing
{
  struct lk_findings *findings;
  const struct lk_wanted *wanted;
  struct lk_text heading, text, plain;
  char *file;
  unsigned long line, column;
  bool any;			/* There is a message in TEXT...  */
  bool dropped;			/* ... that is not wanted.  */
  bool in_heading;
  bool promoted;		/* Warnings are errors, which the compiler says at the end.  */
};

const char *
lk_read_place (const char *line, size_t *file_length, unsigned long *row, unsigned long *column)
{
  const char *colon = line;
  while ((colon = strchr (colon, ':')))
    {
      char *end;
      if (colon > line && colon[1] >= '0' && colon[1] <= '9')
	{
	  *row = strtoul (colon + 1, &end, 10);
	  if (*end == ':')
	    {
	      *file_length = (size_t) (colon - line);
	      *column = end[1] >= '0' && end[1] <= '9' ? strtoul (end + 1, &end, 10) : 0;
	      /* "In file included from x.c:3:" has nothing behind it.  */
	      return *end == ':' && end[1] == ' ' ? end + 1 : NULL;
	    }
	}
      colon++;
    }
  return NULL;
}

static bool
is_error_line (const char *line)
{
  struct lk_text text = { .bytes = (char *) line, .length = strlen (line) };
  struct lk_counts counts = { 0 };
  lk_count_text (&counts, &text);
  return counts.errors > 0;
}

static enum line_kind
kind_of (const struct parsing *p, const char *line)
{
  size_t length;
  unsigned long row, column;
  /* Source lines are left out at a line of dots.  */
  if (*line == ' ' || *line == '\t' || !line[strspn (line, ".")])
    return p->in_heading ? LINE_HEADING : LINE_MORE;
  if (lk_read_place (line, &length, &row, &column))
    {
      char *option = lk_option_of (line, strlen (line));
      bool begins = option || is_error_line (line) || p->in_heading || !p->any;
      free (option);
      return begins ? LINE_MESSAGE : LINE_MORE;
    }
  return lk_ends (line, ":") || lk_ends (line, ",") ? LINE_HEADING : LINE_ALONE;
}

/* The message ends here.  */
static void
finish (struct parsing *p)
{
  struct lk_findings *findings = p->findings;
  if (p->any && !p->dropped)
    {
      if (findings->count == findings->room)
	{
	  findings->room = findings->room ? findings->room * 2 : 64;
	  findings->all = lk_reallocate (findings->all, findings->room, sizeof *findings->all);
	}
      findings->all[findings->count++] = (struct finding) {
	.file = p->file, .line = p->line, .column = p->column,
	.heading = lk_format ("%s", p->file && p->heading.bytes ? p->heading.bytes : ""),
	.text = lk_format ("%s", p->text.bytes), .plain = lk_format ("%s", p->plain.bytes)
      };
    }
  else
    free (p->file);
  p->file = NULL;
  p->any = p->dropped = false;
  p->text.length = p->plain.length = 0;
}

/* A message begins with LINE, which is PLAIN without colours.  */
static void
begin (struct parsing *p, enum line_kind kind, const char *plain)
{
  size_t length;
  finish (p);
  p->any = true;
  p->in_heading = false;
  if (kind == LINE_ALONE)
    {
      p->dropped = p->promoted && lk_begins (plain, "cc1") && !p->wanted->options->verbose;
      return;
    }
  char *option = lk_option_of (plain, strlen (plain));
  lk_read_place (plain, &length, &p->line, &p->column);
  p->file = lk_format ("%.*s", (int) length, plain);
  p->dropped = !is_wanted_kind (p->wanted, option) || !lk_is_wanted (p->wanted, p->file);
  free (option);
}

static void
add_line (struct parsing *p, const char *line, size_t length, const struct lk_text *plain)
{
  enum line_kind kind = kind_of (p, plain->bytes);
  if (kind == LINE_HEADING)
    {
      if (!p->in_heading)
	{
	  finish (p);
	  p->heading.length = 0;
	}
      p->in_heading = true;
      lk_text_add (&p->heading, line, length);
      lk_text_add (&p->heading, "\n", 1);
      return;
    }
  if (kind != LINE_MORE || !p->any)
    begin (p, kind == LINE_MORE ? LINE_ALONE : kind, plain->bytes);
  lk_text_add (&p->text, line, length);
  lk_text_add (&p->text, "\n", 1);
  lk_text_add (&p->plain, plain->bytes, plain->length);
  lk_text_add (&p->plain, "\n", 1);
}

void
lk_findings_add (struct lk_findings *findings, const struct lk_result *result,
		 const struct lk_wanted *wanted)
{
  struct parsing p = { .findings = findings, .wanted = wanted, .promoted = result->status == 1 };
  const struct lk_text *errors = &result->errors;
  struct lk_text plain = { 0 };
  const char *line = errors->bytes, *end = line ? line + errors->length : line, *next;
  for (; line < end; line = next + (next < end))
    {
      next = memchr (line, '\n', (size_t) (end - line));
      next = next ? next : end;
      lk_plain_line (line, next, &plain);
      add_line (&p, line, (size_t) (next - line), &plain);
    }
  finish (&p);
  lk_text_free (&plain);
  lk_text_free (&p.heading);
  lk_text_free (&p.text);
  lk_text_free (&p.plain);
}

static int
compare_findings (const void *a, const void *b)
{
  const struct finding *f = a, *g = b;
  if (!f->file || !g->file)
    {
      int order = !f->file - !g->file;
      return order ? order : strcmp (f->plain, g->plain);
    }
  int order = strcmp (f->file, g->file);
  if (!order)
    order = f->line < g->line ? -1 : f->line > g->line;
  if (!order)
    order = f->column < g->column ? -1 : f->column > g->column;
  if (!order)
    order = strcmp (f->plain, g->plain);
  return order ? order : strcmp (f->heading, g->heading);
}

void
lk_text_add_shortened (struct lk_text *result, const char *text, bool color)
{
  struct lk_text plain = { 0 };
  const char *folder = lk_current_folder (), *found;
  if (!color)
    {
      for (const char *line = text; *line;)
	{
	  struct lk_text one = { 0 };
	  const char *end = line + strcspn (line, "\n");
	  lk_plain_line (line, end, &one);
	  lk_text_add (&plain, one.bytes, one.length);
	  lk_text_add (&plain, "\n", *end == '\n');
	  lk_text_free (&one);
	  line = end + (*end == '\n');
	}
      text = plain.bytes ? plain.bytes : "";
    }
  for (; folder[1] && (found = strstr (text, folder)); text = found + strlen (folder))
    lk_text_add (result, text, (size_t) (found - text));
  lk_text_add (result, text, strlen (text));
  lk_text_free (&plain);
}

/* Move what is to be shown to the front, each once, and return how many that is.  */
static size_t
choose (struct lk_findings *findings, struct lk_baseline *baseline, struct lk_counts *counts)
{
  size_t n = 0;
  struct finding before = { 0 };
  if (findings->count)
    qsort (findings->all, findings->count, sizeof *findings->all, compare_findings);
  for (size_t i = 0; i < findings->count; i++)
    {
      struct finding *finding = &findings->all[i], chosen = *finding;
      bool again = before.plain && !strcmp (before.plain, finding->plain);
      if (!again)
	before = *finding;
      if (again || (baseline && lk_baseline_text (baseline, finding->file, finding->plain)))
	continue;
      struct lk_text text = { .bytes = finding->plain, .length = strlen (finding->plain) };
      size_t leaks = counts->leaks;
      lk_count_text (counts, &text);
      chosen.is_leak = counts->leaks > leaks;
      /* Those that are not chosen are freed with the others.  */
      *finding = findings->all[n];
      findings->all[n++] = chosen;
    }
  return n;
}

static int
compare_ranks (const void *a, const void *b)
{
  const struct finding *f = a, *g = b;
  int order = g->is_leak - f->is_leak;
  if (!order && f->is_leak)
    order = lk_rank_compare (&f->rank, &g->rank);
  return order ? order : compare_findings (a, b);
}

/* Sort the first N by rank, other messages than leaks last, and drop all leaks but the first of
   each cluster, and the first of these, as OPTIONS wish.  Return how many were dropped.  */
static size_t
sort_by_rank (struct lk_findings *findings, size_t n, const struct lk_options *options)
{
  struct lk_rank **ranks = lk_allocate (n + 1, sizeof *ranks);
  size_t leaks = 0;
  for (size_t i = 0; i < n; i++)
    if (findings->all[i].is_leak)
      {
	lk_rank_read (&findings->all[i].rank, findings->all[i].plain);
	ranks[leaks++] = &findings->all[i].rank;
      }
  lk_rank_all (ranks, leaks);
  if (n)
    qsort (findings->all, n, sizeof *findings->all, compare_ranks);
  for (size_t i = 0; i < leaks; i++)
    ranks[i] = &findings->all[i].rank;
  size_t dropped = lk_rank_choose (ranks, leaks, options);
  free (ranks);
  return dropped;
}

void
lk_findings_text (struct lk_findings *findings, struct lk_text *result,
		  const struct lk_options *options, struct lk_baseline *baseline,
		  struct lk_counts *counts, size_t *left_out)
{
  const struct finding *shown = NULL;
  bool color = lk_wants_color (options);
  size_t n = choose (findings, baseline, counts);
  lk_text_add (result, "", 0);
  *left_out
    = options->top || options->clusters ? sort_by_rank (findings, n, options) : 0;
  for (size_t i = 0; i < n; i++)
    {
      const struct finding *finding = &findings->all[i];
      if (finding->rank.left_out)
	continue;
      if (*finding->heading && (!shown || strcmp (shown->heading, finding->heading) != 0))
	lk_text_add_shortened (result, finding->heading, color);
      lk_text_add_shortened (result, finding->text, color);
      if (options->clusters && finding->is_leak && finding->rank.cause && finding->rank.alike > 1)
	{
	  const struct lk_rank *rank = &finding->rank;
	  char *more = (rank->assumed
			? lk_format ("leakcheck: %zu more with this assumption\n", rank->alike - 1)
			: lk_format ("leakcheck: %zu more lost on %s\n", rank->alike - 1,
				     rank->cause));
	  lk_text_add (result, more, strlen (more));
	  free (more);
	}
      shown = finding;
    }
}

/* ---- JSON.  ---- */

/* Where DIAGNOSTIC is: its caret, or NULL.  */
static const json_t *
caret_of (const json_t *diagnostic)
{
  return json_object_get (json_array_get (json_object_get (diagnostic, "locations"), 0), "caret");
}

struct sortable
{
  json_t *diagnostic;
  const char *file;
  json_int_t line, column;
  char *text;
};

static int
compare_json (const void *a, const void *b)
{
  const struct sortable *s = a, *t = b;
  int order = !s->file - !t->file;
  if (!order && s->file)
    order = strcmp (s->file, t->file);
  if (!order)
    order = s->line < t->line ? -1 : s->line > t->line;
  if (!order)
    order = s->column < t->column ? -1 : s->column > t->column;
  return order ? order : strcmp (s->text, t->text);
}

/* Take the current folder from the names of files in VALUE.  */
static void
shorten (json_t *value)
{
  const char *key;
  json_t *child;
  size_t i;
  if (json_is_object (value))
    json_object_foreach (value, key, child)
      {
	const char *text = json_string_value (child);
	if (!text)
	  shorten (child);
	else if (strstr (text, lk_current_folder ()) && lk_current_folder ()[1])
	  {
	    struct lk_text result = { 0 };
	    lk_text_add_shortened (&result, text, true);
	    json_string_set (child, result.bytes);
	    lk_text_free (&result);
	  }
      }
  else
    json_array_foreach (value, i, child)
      shorten (child);
}

void
lk_findings_json (json_t *array, const struct lk_wanted *wanted)
{
  size_t count = json_array_size (array), n = 0, i;
  struct sortable *all = lk_allocate (count, sizeof *all);
  json_t *diagnostic;
  json_array_foreach (array, i, diagnostic)
    {
      const json_t *caret = caret_of (diagnostic);
      const char *file = json_string_value (json_object_get (caret, "file"));
      const char *option = json_string_value (json_object_get (diagnostic, "option"));
      if (!is_wanted_kind (wanted, option) || !lk_is_wanted (wanted, file))
	continue;
      all[n++] = (struct sortable) {
	json_incref (diagnostic), file,
	json_integer_value (json_object_get (caret, "line")),
	json_integer_value (json_object_get (caret, "column")),
	json_dumps (diagnostic, JSON_SORT_KEYS | JSON_COMPACT)
      };
      if (!all[n - 1].text)
	lk_fatal ("out of memory");
    }
  if (n)
    qsort (all, n, sizeof *all, compare_json);
  json_array_clear (array);
  for (i = 0; i < n; i++)
    {
      if (i == 0 || strcmp (all[i - 1].text, all[i].text) != 0)
	json_array_append (array, all[i].diagnostic);
      json_decref (all[i].diagnostic);
    }
  for (i = 0; i < n; i++)
    free (all[i].text);
  free (all);
  shorten (array);
}
