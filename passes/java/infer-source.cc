/* Inferred annotations as a patch for the sources.

   An annotation of a class, field or method gets a line of its own before the line that declares
   it; one of a parameter stands before the parameter.  Imports follow those that are there.  The
   declarations are found by java/declare.h, by lines; within a line by words.  A declaration that
   is not where its line says, or shares its line with another one, is left out and counted.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer.h"
#include "promise.h"
#include "diagnostic-core.h"
#include "../../spec/message-text.h"
#include "../../java/declare.h"

/* A line of a source: its bytes, with its end.  */
struct line
{
  const char *start;
  size_t length;
  char *before;			/* Lines to be inserted before it; malloced, or NULL.  */
  char *replaced;		/* The line as it is to be; or NULL.  */
};

struct source_edit
{
  const char *name;
  char *text;
  size_t length;
  const char *newline;
  auto_vec<struct line> lines;	/* By number - 1; the last one is empty.  */
  auto_vec<const struct lk_inferred *> rows;
  auto_vec<const char *> imports;	/* Names of annotations.  */
};

/* ---- Lines and words.  ---- */

static void
split_lines (struct source_edit *s)
{
  const char *at = s->text, *end = s->text + s->length;
  s->newline = "\n";
  while (at < end)
    {
      const char *newline = (const char *) memchr (at, '\n', end - at);
      size_t length = newline ? newline + 1 - at : end - at;
      if (s->lines.is_empty () && length > 1 && at[length - 2] == '\r')
	s->newline = "\r\n";
      s->lines.safe_push ({ at, length, NULL, NULL });
      at += length;
    }
  s->lines.safe_push ({ end, 0, NULL, NULL });
}

static bool
in_word (char c)
{
  return ISALNUM (c) || c == '_' || c == '$' || (c & 0x80);
}

/* Return where WORD is in LINE, from FROM on; -1: it is not.  */
static int
find_word (const char *line, size_t length, const char *word, size_t from)
{
  size_t n = strlen (word);
  for (size_t i = from; i + n <= length; i++)
    if (!strncmp (line + i, word, n) && (i == 0 || !in_word (line[i - 1]))
	&& (i + n == length || !in_word (line[i + n])))
      return i;
  return -1;
}

static size_t
indentation (const char *line, size_t length)
{
  size_t n = 0;
  while (n < length && (line[n] == ' ' || line[n] == '\t'))
    n++;
  return n;
}

/* Return true if the LENGTH bytes at TEXT are part of one declaration: words, type arguments and
   annotations.  */
static bool
is_head (const char *text, size_t length)
{
  unsigned depth = 0;
  for (size_t i = 0; i < length; i++)
    {
      depth += text[i] == '<' || text[i] == '(';
      if (!depth && strchr (";{},=/\"", text[i]))
	return false;
      depth -= depth && (text[i] == '>' || text[i] == ')');
    }
  return true;
}

/* The text of line I as it stands now.  */
static const char *
current (const struct source_edit *s, unsigned i, size_t *length)
{
  const struct line *l = &s->lines[i];
  *length = l->replaced ? strlen (l->replaced) : l->length;
  return l->replaced ? l->replaced : l->start;
}

/* ---- Places.  ---- */

/* Put TEXT on a line of its own before line I.  */
static void
insert_line (struct source_edit *s, unsigned i, const char *text)
{
  struct line *l = &s->lines[i];
  char *indent = xstrndup (l->start, indentation (l->start, l->length));
  char *whole = concat (indent, text, s->newline, NULL);
  /* Two fields that share their type share the annotation.  */
  if (!l->before || !strstr (l->before, whole))
    l->before = reconcat (l->before, l->before ? l->before : "", whole, NULL);
  free (whole);
  free (indent);
}

/* Annotate what line NUMBER declares by the word NAME.  Return false if it does not.  */
static bool
annotate_line (struct source_edit *s, unsigned number, const char *name, const char *text,
	       bool needs_type)
{
  if (number == 0 || number >= s->lines.length ())
    return false;
  unsigned i = number - 1;
  const struct line *l = &s->lines[i];
  int at = find_word (l->start, l->length, name, 0);
  size_t indent = indentation (l->start, l->length);
  /* Variables of one declaration share its annotations.  */
  if (at > 0 && l->before && !is_head (l->start, at))
    return strstr (l->before, text) != NULL;
  if (at < 0 || !is_head (l->start, at))
    return false;
  /* The type stands on the line before.  */
  if (needs_type && (size_t) at == indent)
    {
      if (i == 0 || !is_head (s->lines[i - 1].start, s->lines[i - 1].length)
	  || indentation (s->lines[i - 1].start, s->lines[i - 1].length) + 1
	     >= s->lines[i - 1].length)
	return false;
      i--;
    }
  insert_line (s, i, text);
  return true;
}

/* Annotate the parameter NAME on line NUMBER.  */
static bool
annotate_parameter (struct source_edit *s, unsigned number, const char *name, const char *text)
{
  if (number == 0 || number >= s->lines.length ())
    return false;
  size_t length;
  const char *line = current (s, number - 1, &length);
  for (int at = find_word (line, length, name, 0); at >= 0;
       at = find_word (line, length, name, at + 1))
    {
      size_t behind = at + strlen (name);
      while (behind < length && line[behind] == ' ')
	behind++;
      if (behind < length && !strchr (",)[\r\n", line[behind]))
	continue;
      /* Back to its first word.  */
      unsigned depth = 0;
      int start = at;
      while (start > 0)
	{
	  char c = line[start - 1];
	  if (!depth && (c == ',' || c == '('))
	    break;
	  depth += c == '>' || c == ')';
	  depth -= depth && (c == '<' || c == '(');
	  start--;
	}
      start += indentation (line + start, at - start);
      if (start == at)
	continue;
      char *head = xstrndup (line, start), *tail = xstrndup (line + start, length - start);
      char *replaced = concat (head, text, " ", tail, NULL);
      free (head);
      free (tail);
      free (s->lines[number - 1].replaced);
      s->lines[number - 1].replaced = replaced;
      return true;
    }
  return false;
}

static bool
place_row (struct source_edit *s, const struct lk_inferred *row, const char *text)
{
  const struct lk_declarations *d = lk_declarations_of (row->owner);
  const char *name = lk_simple_name (row->owner->type->name);
  const char *dollar = strrchr (name, '$');
  if (!d)
    return false;
  if (row->field)
    return annotate_line (s, lk_declared_field (d, name, row->field->name), row->field->name,
			  text, true);
  if (!row->method)
    return annotate_line (s, lk_declared_class (d, name), dollar ? dollar + 1 : name, text,
			  true);
  unsigned added = lk_infer_added_parameters (row->method);
  unsigned n = lk_descriptor_parameters (row->method->descriptor);
  bool constructor = !strcmp (row->method->name, "<init>");
  auto_vec<const char *, 8> types;
  const char *parameter = NULL;
  lk_parameter_types (row->method, added, &types);
  unsigned line
    = lk_declared_method (d, name, row->method->name, n - added, types.address (),
			  row->parameter < 0 ? -1 : row->parameter - (int) added,
			  row->parameter < 0 ? NULL : &parameter);
  if (row->parameter >= 0)
    return parameter && annotate_parameter (s, line, parameter, text);
  return annotate_line (s, line, constructor ? dollar ? dollar + 1 : name : row->method->name,
			text, !constructor);
}

/* ---- Imports.  ---- */

static bool
line_begins (const struct line *l, const char *word)
{
  size_t indent = indentation (l->start, l->length), n = strlen (word);
  return (l->length > indent + n && !strncmp (l->start + indent, word, n)
	  && !in_word (l->start[indent + n]));
}

static const char *
package_of (const char *annotation)
{
  return (!startswith (annotation, "EnsuresCalledMethods")
	  ? "org.checkerframework.checker.mustcall.qual"
	  : "org.checkerframework.checker.calledmethods.qual");
}

static int
compare_names (const void *a, const void *b)
{
  const char *m = *(const char *const *) a, *n = *(const char *const *) b;
  int c = strcmp (package_of (m), package_of (n));
  return c ? c : strcmp (m, n);
}

static void
add_imports (struct source_edit *s)
{
  unsigned at = 0;
  bool package = false;
  for (unsigned i = 0; i < s->lines.length (); i++)
    if (line_begins (&s->lines[i], "import"))
      {
	at = i + 1;
	package = false;
      }
    else if (!at && line_begins (&s->lines[i], "package"))
      {
	at = i + 1;
	package = true;
      }
    else if (line_begins (&s->lines[i], "class") || line_begins (&s->lines[i], "public"))
      break;
  s->imports.qsort (compare_names);
  struct line *l = &s->lines[at];
  char *text = xstrdup (package ? s->newline : "");
  bool any = false;
  for (unsigned i = 0; i < s->imports.length (); i++)
    {
      char *all = concat (package_of (s->imports[i]), ".*;", NULL);
      char *one = concat (package_of (s->imports[i]), ".", s->imports[i], ";", NULL);
      if (!strstr (s->text, all) && !strstr (s->text, one))
	{
	  text = reconcat (text, text, "import ", one, s->newline, NULL);
	  any = true;
	}
      free (all);
      free (one);
    }
  if (any)
    l->before = reconcat (l->before, text, l->before ? l->before : "", NULL);
  free (text);
}

/* ---- The patch.  ---- */

#define CONTEXT 3

static unsigned
count_newlines (const char *text)
{
  unsigned n = 0;
  for (; text && *text; text++)
    n += *text == '\n';
  return n;
}

static void
write_lines (FILE *out, char mark, const char *text, size_t length)
{
  for (const char *end = text + length; text < end;)
    {
      const char *newline = (const char *) memchr (text, '\n', end - text);
      size_t n = newline ? newline + 1 - text : end - text;
      fputc (mark, out);
      fwrite (text, 1, n, out);
      if (!newline)
	fputs ("\n\\ No newline at end of file\n", out);
      text += n;
    }
}

static bool
is_changed (const struct line *l)
{
  return l->before || l->replaced;
}

/* Write the hunk of the lines FIRST to LAST, without it; ADDED lines were added before it.  */
static void
write_hunk (struct source_edit *s, FILE *out, unsigned first, unsigned last, int *added)
{
  unsigned n = 0, more = 0;
  for (unsigned i = first; i < last; i++)
    {
      more += count_newlines (s->lines[i].before);
      n += s->lines[i].length != 0;
    }
  /* An empty range stands behind the line before it.  */
  fprintf (out, "@@ -%u,%u +%u,%u @@\n", n ? first + 1 : first, n,
	   n + more ? first + 1 + *added : first + *added, n + more);
  for (unsigned i = first; i < last; i++)
    {
      const struct line *l = &s->lines[i];
      if (l->before)
	write_lines (out, '+', l->before, strlen (l->before));
      write_lines (out, l->replaced ? '-' : ' ', l->start, l->length);
      if (l->replaced)
	write_lines (out, '+', l->replaced, strlen (l->replaced));
    }
  *added += more;
}

static void
write_patch (struct source_edit *s, FILE *out)
{
  int added = 0;
  unsigned n = s->lines.length ();
  bool any = false;
  for (unsigned i = 0; i < n;)
    {
      if (!is_changed (&s->lines[i]))
	{
	  i++;
	  continue;
	}
      unsigned first = i < CONTEXT ? 0 : i - CONTEXT, last = i + 1;
      for (unsigned k = i; k < n && k < last + 2 * CONTEXT; k++)
	if (is_changed (&s->lines[k]))
	  last = k + 1;
      i = last;
      if (!any)
	fprintf (out, "--- %s\n+++ %s\n", s->name, s->name);
      any = true;
      write_hunk (s, out, first, MIN (last + CONTEXT, n), &added);
    }
}

/* ---- Sources.  ---- */

/* Return the number of annotations that could not be placed.  */
static unsigned
edit_source (struct source_edit *s)
{
  unsigned lost = 0;
  split_lines (s);
  for (unsigned i = 0; i < s->rows.length (); i++)
    {
      const struct lk_inferred *row = s->rows[i];
      char *text = lk_infer_plain_text (row->annotation, row->name);
      bool placed = place_row (s, row, text);
      free (text);
      lost += !placed;
      bool listed = !placed;
      for (unsigned k = 0; k < s->imports.length () && !listed; k++)
	listed = !strcmp (s->imports[k], row->name);
      if (!listed)
	s->imports.safe_push (row->name);
    }
  if (s->imports.length ())
    add_imports (s);
  return lost;
}

static void
free_source (struct source_edit *s)
{
  for (unsigned i = 0; i < s->lines.length (); i++)
    {
      free (s->lines[i].before);
      free (s->lines[i].replaced);
    }
  free (s->text);
  delete s;
}

void
lk_infer_write_patch (struct lk_infer *all, FILE *out)
{
  auto_vec<struct source_edit *> sources;
  hash_map<nofree_string_hash, struct source_edit *> by_name;
  unsigned i, lost = 0;
  struct lk_inferred *row;
  FOR_EACH_VEC_ELT (all->all, i, row)
    {
      const char *name = lk_java_source_file (row->owner);
      struct source_edit **known = by_name.get (name);
      struct source_edit *s = known ? *known : new source_edit ();
      if (!known)
	{
	  s->name = name;
	  s->text = lk_java_read_source (name, &s->length);
	  by_name.put (name, s);
	  sources.safe_push (s);
	}
      s->rows.safe_push (row);
    }
  struct source_edit *s;
  FOR_EACH_VEC_ELT (sources, i, s)
    if (s->text)
      {
	lost += edit_source (s);
	write_patch (s, out);
      }
    else
      lost += s->rows.length ();
  FOR_EACH_VEC_ELT (sources, i, s)
    free_source (s);
  if (lost)
    inform (UNKNOWN_LOCATION, LK_TR ("%u annotations have no place in the sources: these were not"
	    " found, or declare it in a way that is not understood"), lost);
}
