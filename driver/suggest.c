/* `leakcheck -p BUILD --suggest=attributes|spec': what was derived, as source.

   Of the functions that the project defines those are suggested whose contract acquires, releases
   or takes something: what is borrowed or kept needs no row where a function is called.  Clauses
   about members are not, as they are numbers of bytes, nor those that hold for some errors only.

   "spec" prints rows.  "attributes" is a patch that puts LEAKCHECK_... behind the declarations in
   headers of the project, which are those below the current folder (suggest-header.c finds them).
   Names that linkers see differently, as those of C++, are left out.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../spec/index.h"
#include "suggest.h"

/* ---- Clauses.  ---- */

/* The test at *P, "base comparison", is one that programmers mean; *P moves behind it.  Ranges of
   several errors follow from how a body is written.  */
static bool
is_plain_test (const char **p)
{
  static const char *const of_result[]
    = { "== 0", "!= 0", "!= NULL", "== NULL", ">= 0", "> 0", ">= 1", "!= -1" };
  char base[16], operator[4], value[32];
  int used = 0;
  if (sscanf (*p, "%15s %3s %31s%n", base, operator, value, &used) != 3 || !used)
    return false;
  *p += used;
  char *test = lk_format ("%s %s", operator, value);
  bool plain = false;
  if (strcmp (base, "result") == 0)
    for (size_t i = 0; i < sizeof of_result / sizeof *of_result; i++)
      plain |= strcmp (test, of_result[i]) == 0;
  else
    plain = strcmp (test, "!= NULL") == 0;
  free (test);
  return plain;
}

/* The conditions of CLAUSE are plain.  */
static bool
is_plain (const char *clause)
{
  const char *p = strstr (clause, " if ");
  if (!p)
    return true;
  for (p += strlen (" if "); is_plain_test (&p); p += strlen (" and "))
    if (*p == '\0')
      return true;
    else if (!lk_begins (p, " and "))
      return false;
  return false;
}

/* CLAUSE says something that is suggested, TAKEN: also of arguments that are taken.  */
static bool
is_suggested (const char *clause, bool taken)
{
  return ((lk_begins (clause, "acquire ") || lk_begins (clause, "release ")
	   || (taken && lk_begins (clause, "own ")))
	  && !strchr (clause, '[') && is_plain (clause));
}

/* Parameter NUMBER, from 1, of the LENGTH bytes at LIST, which is in parentheses; allocated.  */
static char *
parameter_of (const char *list, size_t length, unsigned number)
{
  unsigned depth = 0, n = 1;
  const char *begin = list + 1, *end = list + length;
  for (const char *p = list; p < end; p++)
    {
      depth += *p == '(';
      bool ends = depth == 1 && (*p == ',' || *p == ')');
      if (ends && n == number)
	return lk_format ("%.*s", (int) (p - begin), begin);
      if (ends)
	{
	  n++;
	  begin = p + 1;
	}
      depth -= *p == ')';
    }
  return lk_format ("%s", "");
}

/* PARAMETER, which CLAUSE says is taken, is memory or a file.  Without a condition the clause says
   only that it may be taken on some path, as data for a callback may.  Heuristic: structures are
   left out, as most that are taken on a condition count references.  Wrong if one does not; it is
   not suggested then.  */
static bool
is_taken (const char *parameter, const char *clause)
{
  const char *star = strchr (parameter, '*'), *tail = strstr (clause, " if ");
  return (star && !strchr (star + 1, '*') && !strchr (star, '[') && !strstr (parameter, "const")
	  && (strstr (parameter, "char") || strstr (parameter, "void")
	      || strstr (parameter, "FILE"))
	  && tail && strcmp (tail, " if result == 0") == 0);
}

/* PARAMETER can be the handle of CLAUSE, for INTEGER an integer.  Heuristic: a structure that is
   released on a condition is left out, as mostly a member of it is.  Wrong if it is all of it; it
   is not suggested then.  */
static bool
is_handle (const char *parameter, const char *clause, bool integer)
{
  if (strstr (parameter, "struct"))
    return !strstr (clause, " if ");
  return integer || strchr (parameter, '*') || !strstr (parameter, "int");
}

/* The place of CLAUSE is one in the parameters of LIST, of LENGTH bytes, and not a member of a
   structure that one points to, which is a place of the same form.  */
static bool
fits (const char *clause, const char *list, size_t length)
{
  char kind[64], place[32];
  if (sscanf (clause, "%*s %63s %31s", kind, place) != 2)
    return false;
  size_t derefs = strspn (place, "*"), stars = 0;
  unsigned number;
  if (sscanf (place + derefs, "arg%u", &number) != 1)
    return derefs == 0;
  char *parameter = parameter_of (list, length, number);
  for (const char *p = parameter; *p; p++)
    stars += *p == '*' || *p == '[';
  /* A descriptor is an integer, another handle a pointer.  */
  bool integer = strcmp (kind, "descriptor") == 0 || strcmp (kind, "socket") == 0;
  bool good = (lk_begins (clause, "own ") ? is_taken (parameter, clause)
	       : derefs == 0 ? is_handle (parameter, clause, integer)
	       : integer ? stars >= derefs && !strstr (parameter, "struct")
	       : stars > derefs);
  free (parameter);
  return good;
}

/* Take the word "anew" out of CLAUSE: what is written says so anyway.  */
static void
drop_anew (char *clause)
{
  static const char anew[] = " anew";
  size_t length = sizeof anew - 1;
  char *p = strstr (clause, anew);
  if (p && (p[length] == ' ' || p[length] == '\0'))
    memmove (p, p + length, strlen (p + length) + 1);
}

/* Add the clauses of ROW, "NAME: CLAUSE, CLAUSE;", that are suggested.  LIST, of LENGTH bytes, has
   its parameters as the declaration has them; or it is NULL.  */
static void
find_clauses (struct lk_strings *clauses, const struct lk_index_row *row, const char *list,
	      size_t list_length)
{
  size_t name = strlen (row->symbol);
  const char *p = row->row, *end = p + row->row_length;
  if (strncmp (p, row->symbol, name) != 0 || p[name] != ':')
    return;
  p += name + 1;
  end -= strcspn (p, ";") < (size_t) (end - p) ? (size_t) (end - p) - strcspn (p, ";") : 0;
  while (p < end)
    {
      p += strspn (p, " \n");
      size_t length = strcspn (p, ",;");
      char *clause = lk_format ("%.*s", (int) length, p);
      drop_anew (clause);
      if (is_suggested (clause, list != NULL) && (!list || fits (clause, list, list_length)))
	lk_strings_take (clauses, clause);
      else
	free (clause);
      p += length + 1;
    }
}

/* CLAUSE as an attribute; allocated.  */
static char *
attribute_of (const char *clause)
{
  char kind[64], place[32], rest[128] = "";
  unsigned number;
  int used = 0;
  const char *condition = NULL;
  if (sscanf (clause, "%*s %63s %31s%n", kind, place, &used) == 2 && used)
    {
      const char *tail = clause + used;
      if (*tail == '\0')
	condition = "";
      else if (lk_begins (tail, " if ") && strlen (tail) < sizeof rest)
	condition = tail + strlen (" if ");
    }
  bool acquire = lk_begins (clause, "acquire ");
  if (condition && acquire && !*condition && strcmp (place, "result") == 0)
    return lk_format ("LEAKCHECK_ACQUIRE (\"%s\")", kind);
  if (condition && acquire && *condition && sscanf (place, "*arg%u", &number) == 1)
    return lk_format ("LEAKCHECK_ACQUIRE_ARG (\"%s\", %u, \"%s\")", kind, number, condition);
  if (condition && lk_begins (clause, "release ") && sscanf (place, "arg%u", &number) == 1)
    return (*condition ? lk_format ("LEAKCHECK_RELEASE_IF (\"%s\", %u, \"%s\")", kind, number,
				    condition)
	    : lk_format ("LEAKCHECK_RELEASE (\"%s\", %u)", kind, number));
  return lk_format ("LEAKCHECK_CONTRACT (\"%s\")", clause);
}

char *
lk_suggested_attributes (const struct lk_index *index, const char *name, const char *list,
			 size_t list_length)
{
  struct lk_index_row row;
  struct lk_strings clauses = { 0 }, attributes = { 0 };
  char *text = NULL;
  if (lk_index_find (index, name, &row) && strcmp (row.name, row.symbol) == 0)
    find_clauses (&clauses, &row, list, list_length);
  for (size_t i = 0; i < clauses.count; i++)
    lk_strings_take (&attributes, attribute_of (clauses.items[i]));
  if (attributes.count)
    text = lk_strings_join (&attributes, "\n\t");
  lk_strings_free (&attributes);
  lk_strings_free (&clauses);
  return text;
}

/* ---- Rows.  ---- */

static void
print_rows (FILE *out, const struct lk_index *index)
{
  struct lk_text all = { 0 }, kinds = { 0 };
  lk_text_add (&all, "", 0);
  for (size_t i = 0; i < lk_index_count (index); i++)
    {
      struct lk_index_row row;
      struct lk_strings clauses = { 0 };
      if (!lk_index_row (index, i, &row))
	continue;
      find_clauses (&clauses, &row, NULL, 0);
      if (clauses.count)
	{
	  char *joined = lk_strings_join (&clauses, ", ");
	  char *text = lk_format ("# %s:%d: %s\n%s: %s, ...;\n", lk_short_name (row.file), row.line,
				  row.name, row.symbol, joined);
	  lk_text_add (&all, text, strlen (text));
	  free (text);
	  free (joined);
	}
      lk_strings_free (&clauses);
    }
  lk_kinds_in (&kinds, index, all.bytes);
  fwrite (kinds.bytes, 1, kinds.length, out);
  fwrite (all.bytes, 1, all.length, out);
  lk_text_free (&kinds);
  lk_text_free (&all);
}

/* ---- The patch.  ---- */

/* The headers of the project that UNITS read, each once, sorted.  */
static void
find_headers (struct lk_strings *headers, const struct lk_options *options,
	      const struct lk_units *units)
{
  struct lk_strings all = { 0 };
  for (size_t i = 0; i < units->count; i++)
    {
      const struct lk_result *result = units->all[i].result;
      for (size_t j = 1; result && j < result->files.count; j++)
	if (lk_is_in (result->files.items[j], lk_current_folder ())
	    && !lk_is_excluded (options, result->files.items[j]))
	  lk_strings_add (&all, result->files.items[j]);
    }
  for (size_t i = 0; i < units->count; i++)
    lk_strings_add (&all, units->all[i].source);
  lk_strings_unique (&all);
  for (size_t i = 0; i < all.count; i++)
    {
      bool source = false;
      for (size_t j = 0; j < units->count && !source; j++)
	source = strcmp (units->all[j].source, all.items[i]) == 0;
      if (!source)
	lk_strings_add (headers, all.items[i]);
    }
  lk_strings_free (&all);
}

/* The folder that has all of the COUNT headers, seen from the current one: "" or with a slash at
   its end; allocated.  */
static char *
common_folder (const struct lk_header *headers, size_t count)
{
  char *folder = lk_format ("%s", headers[0].name);
  for (size_t i = 0; i < count; i++)
    {
      size_t same = 0;
      for (size_t j = 0; folder[j] && folder[j] == headers[i].name[j]; j++)
	if (folder[j] == '/')
	  same = j + 1;
      folder[same] = '\0';
    }
  return folder;
}

/* Print leakcheck.h as a new file in FOLDER.  */
static void
print_new_file (FILE *out, const char *folder)
{
  size_t count = 0;
  while (lk_header_lines[count])
    count++;
  fprintf (out, "--- /dev/null\n+++ b/%sleakcheck.h\n@@ -0,0 +1,%zu @@\n", folder, count);
  for (size_t i = 0; i < count; i++)
    fprintf (out, "+%s\n", lk_header_lines[i]);
}

static size_t
print_patch (FILE *out, const struct lk_options *options, const struct lk_units *units,
	     const struct lk_index *index)
{
  struct lk_strings names = { 0 };
  find_headers (&names, options, units);
  struct lk_header *headers = lk_allocate (names.count + 1, sizeof *headers);
  size_t count = 0, suggestions = 0;
  for (size_t i = 0; i < names.count; i++)
    if (lk_header_read (&headers[count], names.items[i], index))
      suggestions += headers[count++].n_insertions;
  if (count)
    {
      char *folder = common_folder (headers, count), *own = lk_format ("%sleakcheck.h", folder);
      if (access (own, F_OK) != 0)
	print_new_file (out, folder);
      for (size_t i = 0; i < count; i++)
	{
	  lk_header_patch (out, &headers[i], folder);
	  lk_header_free (&headers[i]);
	}
      free (folder);
      free (own);
    }
  free (headers);
  lk_strings_free (&names);
  return suggestions;
}

void
lk_suggest (const struct lk_options *options, const struct lk_units *units,
	    const struct lk_index *index)
{
  struct lk_replacing replacing = { 0 };
  FILE *out = options->output ? lk_replace_begin (&replacing, options->output) : stdout;
  int error = out ? 0 : errno;
  if (out && options->suggest == LK_SUGGEST_SPEC)
    print_rows (out, index);
  else if (out)
    {
      size_t count = print_patch (out, options, units, index);
      if (!options->quiet)
	fprintf (stderr, "leakcheck: attributes for %zu declaration%s\n", count,
		 count == 1 ? "" : "s");
    }
  if (options->output)
    error = lk_replace_end (&replacing, error);
  else if (fflush (stdout) != 0)
    error = errno;
  if (error)
    lk_error ("cannot write %s: %s", options->output ? options->output : "the standard output",
	      strerror (error));
}
