/* Declarations in a header of C, and the patch that puts attributes behind them.

   A declaration is found by its tokens: at the outermost level (or in extern "C"), a name that a
   list in parentheses follows, behind at least one other name, up to ";" or ",".  Directives,
   definitions, typedefs, static functions, and declarations that have attributes of leakcheck are
   left alone.  Heuristic: macros are not expanded.  Wrong if a macro is a declaration; the name in
   it is not found then, or in its definition, which is a directive.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "suggest.h"

enum { LINE_WIDTH = 80, CONTEXT = 3 };

/* ---- Tokens.  ---- */

struct scanner
{
  const char *begin, *p, *end;
  const char *token;		/* The last one.  */
  size_t length;
};

static bool
is_name (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$';
}

/* Move P, at a quote, behind the literal.  */
static void
skip_literal (struct scanner *s)
{
  char quote = *s->p++;
  while (s->p < s->end && *s->p != quote && *s->p != '\n')
    s->p += *s->p == '\\' && s->p + 1 < s->end ? 2 : 1;
  s->p += s->p < s->end;
}

/* Move P behind a directive, or a comment, if there is one.  */
static bool
skip_other (struct scanner *s, bool line_begins)
{
  if (*s->p == '#' && line_begins)
    {
      while (s->p < s->end && *s->p != '\n')
	{
	  const char *at = s->p;
	  if (*s->p == '\\' && s->p + 1 < s->end)
	    s->p += 2;
	  else if (lk_begins (s->p, "/*"))
	    skip_other (s, false);
	  else
	    s->p++;
	  if (s->p == at)
	    s->p++;
	}
      return true;
    }
  if (lk_begins (s->p, "/*"))
    {
      const char *close = strstr (s->p + 2, "*/");
      s->p = close ? close + 2 : s->end;
      return true;
    }
  if (lk_begins (s->p, "//"))
    {
      s->p += strcspn (s->p, "\n");
      return true;
    }
  return false;
}

/* Read the next token: a name or a number, a literal, or one character.  False: the end.  */
static bool
next_token (struct scanner *s)
{
  bool line_begins = s->p == s->begin;
  while (s->p < s->end)
    {
      if (isspace ((unsigned char) *s->p))
	line_begins |= *s->p++ == '\n';
      else if (!skip_other (s, line_begins))
	break;
    }
  if (s->p >= s->end)
    return false;
  s->token = s->p;
  if (is_name (*s->p))
    while (s->p < s->end && is_name (*s->p))
      s->p++;
  else if (*s->p == '"' || *s->p == '\'')
    skip_literal (s);
  else
    s->p++;
  s->length = (size_t) (s->p - s->token);
  return true;
}

static bool
token_is (const struct scanner *s, const char *text)
{
  return s->length == strlen (text) && strncmp (s->token, text, s->length) == 0;
}

/* The last token opens a bracket: read up to the one that closes it.  False: the end.  */
static bool
skip_brackets (struct scanner *s)
{
  unsigned depth = 1;
  while (depth > 0)
    {
      if (!next_token (s))
	return false;
      if (s->length == 1 && strchr ("([{", *s->token))
	depth++;
      else if (s->length == 1 && strchr (")]}", *s->token))
	depth--;
    }
  return true;
}

/* ---- Declarations.  ---- */

/* The declaration that is being read.  */
struct declaration
{
  unsigned n_names;		/* Names and stars.  */
  bool left;			/* It is none, or to be left alone.  */
  bool external;		/* The last tokens are extern "C".  */
  bool listed;			/* The last token is the end of a list.  */
  const char *name;		/* The last token is this name; else NULL.  */
  size_t name_length;
  char *attributes;		/* Of the declarator that was read last, or NULL.  */
};

static void
end_declarator (struct lk_header *header, struct declaration *d, const struct scanner *s)
{
  if (d->attributes && !d->left)
    {
      const char *at = s->token;
      while (at > s->begin && isspace ((unsigned char) at[-1]))
	at--;
      header->insertions = lk_reallocate (header->insertions, header->n_insertions + 1,
					  sizeof *header->insertions);
      header->insertions[header->n_insertions++]
	= (struct lk_insertion) { (size_t) (at - s->begin), d->attributes };
      d->attributes = NULL;
    }
  free (d->attributes);
  d->attributes = NULL;
}

static void
begin_declaration (struct declaration *d)
{
  free (d->attributes);
  *d = (struct declaration) { 0 };
}

/* The token is a word.  */
static void
take_word (struct declaration *d, const struct scanner *s)
{
  d->n_names++;
  d->name = s->token;
  d->name_length = s->length;
  d->external = token_is (s, "extern");
  d->listed = false;
  if (token_is (s, "typedef") || token_is (s, "static")
      || strncmp (s->token, "LEAKCHECK_", strlen ("LEAKCHECK_")) == 0
      || token_is (s, "leakcheck"))
    d->left = true;
}

/* The token is "(".  */
static bool
take_list (struct declaration *d, struct scanner *s, const struct lk_index *index)
{
  const char *open = s->token;
  char *name = (d->name && d->n_names > 1 && !d->attributes
		? lk_format ("%.*s", (int) d->name_length, d->name) : NULL);
  d->name = NULL;
  d->listed = true;
  bool closed = skip_brackets (s);
  if (name && closed)
    d->attributes = lk_suggested_attributes (index, name, open, (size_t) (s->p - open));
  free (name);
  if (!closed)
    return false;
  for (const char *p = open; p < s->p; p++)
    d->left |= lk_begins (p, "leakcheck_");
  return true;
}

static void
find_declarations (struct lk_header *header, const struct lk_index *index)
{
  struct scanner s = { .begin = header->text.bytes, .p = header->text.bytes,
		       .end = header->text.bytes + header->text.length };
  struct declaration d = { 0 };
  bool more = true;
  while (more && next_token (&s))
    {
      bool was_external = d.external;
      d.external = false;
      if (is_name (*s.token))
	take_word (&d, &s);
      else if (*s.token == '*')
	{
	  d.n_names++;
	  d.name = NULL;
	}
      else if (*s.token == '(')
	more = take_list (&d, &s, index);
      else if (*s.token == '"')
	d.external = was_external;
      else if (*s.token == ',' || *s.token == ';')
	{
	  end_declarator (header, &d, &s);
	  if (*s.token == ';')
	    begin_declaration (&d);
	}
      else if (*s.token == '{' && was_external)
	begin_declaration (&d);
      else if (*s.token == '{')
	{
	  more = skip_brackets (&s);
	  /* "struct s { ... } *f (void);" goes on; a body does not.  */
	  d.name = NULL;
	  if (d.listed)
	    begin_declaration (&d);
	}
      else if (*s.token == '}')
	begin_declaration (&d);
      else if (*s.token == '[')
	more = skip_brackets (&s);
      else if (*s.token == '=')
	d.left = true;
      else
	d.name = NULL;
    }
  free (d.attributes);
}

/* Where the line that includes leakcheck.h can go: behind the guard, else before the first line
   that is no comment.  */
static void
find_include (struct lk_header *header)
{
  const char *begin = header->text.bytes, *end = begin + header->text.length, *place = NULL;
  unsigned n = 0;
  for (const char *p = begin; p < end && n < 2;)
    {
      struct scanner s = { begin, p, end, NULL, 0 };
      p += strspn (p, " \t\n");
      s.p = p;
      if (p < end && *p != '#' && skip_other (&s, false))
	{
	  p = s.p;
	  continue;
	}
      if (!place)
	place = p;
      if (p >= end || *p != '#')
	break;
      const char *word = p + 1 + strspn (p + 1, " \t");
      skip_other (&s, true);
      const char *found = lk_begins (word, "pragma") ? strstr (word, "once") : NULL;
      bool once = found && found < s.p;
      p = s.p + (s.p < end);
      if (once || (n == 1 && lk_begins (word, "define")))
	{
	  place = p;
	  break;
	}
      if (n++ > 0 || !lk_begins (word, "ifndef"))
	break;
    }
  header->include = place ? (size_t) (place - begin) : header->text.length;
  while (header->include > 0 && begin[header->include - 1] != '\n')
    header->include--;
}

bool
lk_header_read (struct lk_header *header, const char *name, const struct lk_index *index)
{
  const char *why;
  *header = (struct lk_header) { .name = lk_format ("%s", lk_short_name (name)) };
  if (lk_text_read (&header->text, name, &why)
      && strlen (header->text.bytes) == header->text.length)
    find_declarations (header, index);
  if (header->n_insertions == 0)
    {
      lk_header_free (header);
      return false;
    }
  header->included = strstr (header->text.bytes, "leakcheck.h") != NULL;
  find_include (header);
  return true;
}

void
lk_header_free (struct lk_header *header)
{
  for (size_t i = 0; i < header->n_insertions; i++)
    free (header->insertions[i].text);
  free (header->insertions);
  lk_text_free (&header->text);
  free (header->name);
}

/* ---- The patch.  ---- */

/* A line of the header: [TEXT, TEXT + LENGTH), and what it becomes.  */
struct line
{
  const char *text;
  size_t length;
  struct lk_text before, after;	/* A new line before it; its new text, if that has bytes.  */
};

static void
add_text (struct lk_text *text, const char *bytes)
{
  lk_text_add (text, bytes, strlen (bytes));
}

/* Make the lines of HEADER.  Returns how many.  */
static size_t
make_lines (const struct lk_header *header, struct line **lines)
{
  size_t count = 0;
  const char *p = header->text.bytes, *end = p + header->text.length;
  for (const char *q = p; q < end; q += strcspn (q, "\n") + 1)
    count++;
  *lines = lk_allocate (count + 1, sizeof **lines);
  for (size_t i = 0; i < count; i++, p += strcspn (p, "\n") + 1)
    (*lines)[i] = (struct line) { .text = p, .length = strcspn (p, "\n") };
  return count;
}

/* Put the insertions of HEADER into its COUNT LINES.  */
static void
change_lines (const struct lk_header *header, struct line *lines, size_t count, const char *folder)
{
  const char *begin = header->text.bytes;
  size_t k = 0;
  for (size_t i = 0; i < count; i++)
    {
      size_t from = (size_t) (lines[i].text - begin), to = from + lines[i].length;
      if (!header->included && header->include == from)
	{
	  add_text (&lines[i].before, "#include \"");
	  for (const char *p = header->name + strlen (folder); (p = strchr (p, '/')); p++)
	    add_text (&lines[i].before, "../");
	  add_text (&lines[i].before, "leakcheck.h\"");
	}
      size_t used = from;
      for (; k < header->n_insertions && header->insertions[k].offset <= to; k++)
	{
	  const struct lk_insertion *insertion = &header->insertions[k];
	  size_t width = lines[i].length + strlen (insertion->text);
	  lk_text_add (&lines[i].after, begin + used, insertion->offset - used);
	  bool long_line = width >= LINE_WIDTH || strchr (insertion->text, '\n');
	  add_text (&lines[i].after, long_line ? "\n\t" : " ");
	  add_text (&lines[i].after, insertion->text);
	  used = insertion->offset;
	}
      if (lines[i].after.length)
	lk_text_add (&lines[i].after, begin + used, to - used);
    }
}

static bool
is_changed (const struct line *line)
{
  return line->before.length || line->after.length;
}

/* Write TEXT, lines, with SIGN before each.  Returns how many lines.  */
static size_t
put_lines (FILE *out, char sign, const char *text, size_t length)
{
  size_t n = 1;
  if (out)
    putc (sign, out);
  for (size_t i = 0; i < length; i++)
    {
      if (out)
	putc (text[i], out);
      if (text[i] == '\n')
	{
	  n++;
	  if (out)
	    putc (sign, out);
	}
    }
  if (out)
    putc ('\n', out);
  return n;
}

/* Write the lines from FROM to before TO; NULL: count only.  Returns how many new ones.  */
static size_t
put_hunk (FILE *out, const struct line *lines, size_t from, size_t to)
{
  size_t n = 0;
  for (size_t i = from; i < to; i++)
    {
      const struct line *line = &lines[i];
      if (line->before.length)
	n += put_lines (out, '+', line->before.bytes, line->before.length);
      if (line->after.length)
	{
	  put_lines (out, '-', line->text, line->length);
	  n += put_lines (out, '+', line->after.bytes, line->after.length);
	}
      else
	n += put_lines (out, ' ', line->text, line->length);
    }
  return n;
}

void
lk_header_patch (FILE *out, const struct lk_header *header, const char *folder)
{
  struct line *lines;
  size_t count = make_lines (header, &lines), added = 0;
  change_lines (header, lines, count, folder);
  fprintf (out, "--- a/%s\n+++ b/%s\n", header->name, header->name);
  for (size_t i = 0; i < count; i++)
    if (is_changed (&lines[i]))
      {
	size_t from = i > CONTEXT ? i - CONTEXT : 0, last = i;
	for (size_t j = i; j < count && j <= last + 2 * CONTEXT; j++)
	  if (is_changed (&lines[j]))
	    last = j;
	size_t to = last + 1 + CONTEXT < count ? last + 1 + CONTEXT : count;
	size_t n = put_hunk (NULL, lines, from, to);
	fprintf (out, "@@ -%zu,%zu +%zu,%zu @@\n", from + 1, to - from, from + 1 + added, n);
	put_hunk (out, lines, from, to);
	if (to == count && header->text.bytes[header->text.length - 1] != '\n')
	  fputs ("\\ No newline at end of file\n", out);
	added += n - (to - from);
	i = to - 1;
      }
  for (size_t i = 0; i < count; i++)
    {
      lk_text_free (&lines[i].before);
      lk_text_free (&lines[i].after);
    }
  free (lines);
}
