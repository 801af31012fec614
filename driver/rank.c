/* The order in which reports deserve to be read (Tracker, section 3.3).

   The values that a loop over options sets, which are lost if one is given twice, come last.  Of
   the others first what is witnessed, then what rests on an assumption; among these first what no
   path releases, then what some paths do; then the larger cluster, which is what one change cures:
   resources that one function loses at one place, or that one function of the program acquires for
   several callers, each of which loses it (generated code does that by the dozen); for assumed
   leaks those that rest on the same assumption; then by root cause; then by place.

   Messages say all of this (spec/message-text.h), so results from the cache have a rank, too.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "driver.h"
#include "../spec/message-text.h"

/* The name in quotes at TEXT, which a translation may have chosen; allocated, or NULL.  */
static char *
quoted_name (const char *text)
{
  static const char open[] = "\xe2\x80\x98", close[] = "\xe2\x80\x99";
  bool plain = *text == '\'';
  if (!plain && strncmp (text, open, strlen (open)) != 0)
    return NULL;
  text += plain ? 1 : strlen (open);
  const char *end = strstr (text, plain ? "'" : close);
  return end ? lk_format ("%.*s", (int) (end - text), text) : NULL;
}

/* The function of the program that acquired, for the function with the leak, what MESSAGE says is
   lost; allocated.  NULL: that function did so itself, by a function of a library.  */
static char *
acquirer (const char *message)
{
  const char *by = strstr (message, LK_TEXT_ACQUIRED);
  const char *call = strstr (message, LK_TEXT_CALLING);
  if (by && call && call < by)
    return quoted_name (call + strlen (LK_TEXT_CALLING));
  char *name = by ? quoted_name (by + strlen (LK_TEXT_ACQUIRED)) : NULL;
  const char *line = by ? by + strcspn (by, "\n") : NULL;
  /* That of another unit is named with its place.  */
  const char *place = name ? strstr (by, " (") : NULL;
  if (place && place < line)
    return name;
  free (name);
  return NULL;
}

void
lk_rank_read (struct lk_rank *rank, const char *message)
{
  const char *assumed = strstr (message, LK_TEXT_ASSUMED);
  const char *together = strstr (message, LK_TEXT_TOGETHER);
  memset (rank, 0, sizeof *rank);
  rank->possible = strstr (message, LK_TEXT_POSSIBLE) != NULL;
  rank->twice = strstr (message, LK_TEXT_TWICE) != NULL;
  rank->size = 1;
  if (assumed)
    {
      assumed += strlen (LK_TEXT_ASSUMED);
      rank->assumed = true;
      rank->cause = lk_format ("%.*s", (int) strcspn (assumed, ";\n"), assumed);
      return;
    }
  if (together)
    rank->size += strtoul (together + strlen (LK_TEXT_TOGETHER), NULL, 10);
  char *name = rank->twice ? NULL : acquirer (message);
  if (name)
    rank->cause = lk_format ("%s of what '%s' acquires",
			     rank->possible ? "some paths" : "all paths", name);
  free (name);
}

void
lk_rank_free (struct lk_rank *rank)
{
  free (rank->cause);
}

static int
compare_causes (const void *a, const void *b)
{
  const struct lk_rank *const *p = a, *const *q = b;
  return strcmp ((*p)->cause, (*q)->cause);
}

void
lk_rank_all (struct lk_rank *const *ranks, size_t count)
{
  struct lk_rank **caused = lk_allocate (count + 1, sizeof *caused);
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (ranks[i]->cause)
      caused[n++] = ranks[i];
  if (n)
    qsort (caused, n, sizeof *caused, compare_causes);
  for (size_t i = 0, end; i < n; i = end)
    {
      for (end = i + 1; end < n && !strcmp (caused[i]->cause, caused[end]->cause); end++)
	;
      for (size_t k = i; k < end; k++)
	{
	  if (caused[k]->size < end - i)
	    caused[k]->size = end - i;
	  caused[k]->cluster = i;
	  caused[k]->alike = end - i;
	}
    }
  free (caused);
}

int
lk_rank_compare (const struct lk_rank *a, const struct lk_rank *b)
{
  int order = a->twice - b->twice;
  if (!order)
    order = a->assumed - b->assumed;
  if (!order)
    order = a->possible - b->possible;
  if (!order)
    order = a->size > b->size ? -1 : a->size < b->size;
  if (!order)
    order = (b->cause != NULL) - (a->cause != NULL);
  return order || !a->cause ? order : strcmp (a->cause, b->cause);
}

size_t
lk_rank_choose (struct lk_rank *const *ranks, size_t count, const struct lk_options *options)
{
  bool *met = lk_allocate (count + 1, sizeof *met);
  size_t shown = 0;
  for (size_t i = 0; i < count; i++)
    {
      struct lk_rank *rank = ranks[i];
      rank->left_out = ((options->clusters && rank->cause && met[rank->cluster])
			|| (options->top && shown == options->top));
      shown += !rank->left_out;
      if (rank->cause)
	met[rank->cluster] = true;
    }
  free (met);
  return count - shown;
}

void
lk_print_shown (const struct lk_options *options, size_t count, size_t left_out)
{
  if (left_out)
    fprintf (stderr, options->clusters ? LK_TR (", %zu of them shown")
	     : LK_TR (", the first %zu shown"), count - left_out);
}

/* ---- JSON.  ---- */

struct ranked
{
  struct lk_rank rank;
  json_t *diagnostic;
  size_t place;			/* Where it was in the report, which is sorted by place.  */
};

static int
compare_ranked (const void *a, const void *b)
{
  const struct ranked *p = a, *q = b;
  int order = lk_rank_compare (&p->rank, &q->rank);
  return order ? order : p->place < q->place ? -1 : p->place > q->place;
}

/* Return true if DIAGNOSTIC is a leak that is to be ranked: not one that a baseline knows.  */
static bool
has_rank (const json_t *diagnostic)
{
  struct lk_counts counts = { 0 };
  const char *option = json_string_value (json_object_get (diagnostic, "option"));
  const char *state = json_string_value (json_object_get (diagnostic, "baselineState"));
  lk_count_option (&counts, option ? option : "", false);
  return counts.leaks && !(state && strcmp (state, "new") != 0);
}

/* Set RANK to that of DIAGNOSTIC, a message with a path.  */
static void
read_json (struct lk_rank *rank, const json_t *diagnostic)
{
  struct lk_text text = { 0 };
  const json_t *path = json_object_get (diagnostic, "path");
  const char *part = json_string_value (json_object_get (diagnostic, "message"));
  for (size_t i = 0; i <= json_array_size (path); i++)
    {
      lk_text_add (&text, part ? part : "", part ? strlen (part) : 0);
      lk_text_add (&text, "\n", 1);
      part = json_string_value (json_object_get (json_array_get (path, i), "description"));
    }
  lk_rank_read (rank, text.bytes);
  lk_text_free (&text);
}

size_t
lk_rank_json (json_t *array, const struct lk_options *options)
{
  size_t count = json_array_size (array), n = 0, i;
  struct ranked *all = lk_allocate (count + 1, sizeof *all);
  struct lk_rank **ranks = lk_allocate (count + 1, sizeof *ranks);
  json_t *diagnostic, *others = json_array ();
  if (!others)
    lk_fatal ("out of memory");
  json_array_foreach (array, i, diagnostic)
    if (has_rank (diagnostic))
      {
	ranks[n] = &all[n].rank;
	read_json (&all[n].rank, diagnostic);
	all[n].place = i;
	all[n++].diagnostic = json_incref (diagnostic);
      }
    else
      json_array_append (others, diagnostic);
  lk_rank_all (ranks, n);
  if (n)
    qsort (all, n, sizeof *all, compare_ranked);
  for (i = 0; i < n; i++)
    {
      ranks[i] = &all[i].rank;
      json_object_set_new (all[i].diagnostic, "rank", json_integer ((json_int_t) i + 1));
    }
  size_t left_out = lk_rank_choose (ranks, n, options);
  if (options->top || options->clusters)
    {
      json_array_clear (array);
      for (i = 0; i < n; i++)
	{
	  if (all[i].rank.left_out)
	    continue;
	  if (options->clusters)
	    json_object_set_new (all[i].diagnostic, "cluster",
				 json_integer ((json_int_t) all[i].rank.size));
	  json_array_append (array, all[i].diagnostic);
	}
      json_array_extend (array, others);
    }
  for (i = 0; i < n; i++)
    {
      lk_rank_free (&all[i].rank);
      json_decref (all[i].diagnostic);
    }
  json_decref (others);
  free (ranks);
  free (all);
  return left_out;
}
