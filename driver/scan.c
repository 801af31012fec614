/* Which functions a source file defines and calls, by its words alone: for the order of the first
   round, before anything is compiled (order.c).

   Heuristic: a function is defined where a name and parentheses come before a brace that is in no
   other brace, without "static"; a name before a parenthesis is a call.  Wrong if macros make
   definitions or calls, or braces that only one branch of an "#if" has.  A function that is missed
   here costs a compilation more, and changes no result.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "project.h"

/* A name in the text.  */
struct name
{
  const char *start;		/* NULL: none.  */
  size_t length;
};

struct scan
{
  const char *p, *end, *begin;
  struct lk_calls *calls;
  size_t braces;		/* That are open; those of namespaces do not count.  */
  size_t parentheses;		/* In no brace.  */
  struct name last;		/* The word before, if it is a name.  */
  struct name function;		/* That a brace would define here.  */
  bool hidden;			/* With "static", or the like.  */
  bool space;			/* A brace would be one of a namespace, or of extern "C".  */
};

static bool
is_letter (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$' || (c & 0x80);
}

static bool
is_name (const struct name *name, const char *text)
{
  return (name->start && name->length == strlen (text)
	  && memcmp (name->start, text, name->length) == 0);
}

/* Go behind the comment that begins at P, if one does.  */
static bool
skip_comment (struct scan *scan)
{
  const char *p = scan->p;
  if (scan->end - p < 2 || p[0] != '/' || (p[1] != '*' && p[1] != '/'))
    return false;
  bool block = p[1] == '*';
  for (p += 2; p < scan->end; p++)
    if (block ? p[0] == '*' && p + 1 < scan->end && p[1] == '/' : *p == '\n')
      break;
  scan->p = block && p < scan->end ? p + 2 : p;
  return true;
}

/* Go behind the line of the preprocessor that begins at P.  */
static void
skip_line (struct scan *scan)
{
  while (scan->p < scan->end && *scan->p != '\n')
    {
      if (skip_comment (scan))
	continue;
      scan->p += *scan->p == '\\' && scan->end - scan->p > 1 ? 2 : 1;
    }
}

/* Go behind the string or character that begins at P.  */
static void
skip_string (struct scan *scan)
{
  char quote = *scan->p++;
  while (scan->p < scan->end && *scan->p != quote && *scan->p != '\n')
    scan->p += *scan->p == '\\' && scan->end - scan->p > 1 ? 2 : 1;
  scan->p += scan->p < scan->end;
}

static void
add_name (struct lk_strings *list, const struct name *name)
{
  lk_strings_take (list, lk_format ("%.*s", (int) name->length, name->start));
}

/* A declaration is over.  */
static void
end_declaration (struct scan *scan)
{
  scan->function.start = NULL;
  scan->hidden = scan->space = false;
}

static void
take_name (struct scan *scan)
{
  const char *start = scan->p;
  while (scan->p < scan->end && is_letter (*scan->p))
    scan->p++;
  scan->last = (struct name) { isdigit ((unsigned char) *start) ? NULL : start,
			       (size_t) (scan->p - start) };
  if (!scan->last.start)
    return;
  scan->hidden |= (scan->braces == 0 && scan->parentheses == 0
		   && (is_name (&scan->last, "static") || is_name (&scan->last, "typedef")));
  scan->space |= is_name (&scan->last, "namespace");
}

static void
open_brace (struct scan *scan)
{
  if (scan->braces > 0 || !scan->space || scan->function.start)
    scan->braces++;
  if (scan->braces == 1 && scan->function.start && !scan->hidden && scan->parentheses == 0)
    add_name (&scan->calls->defined, &scan->function);
  end_declaration (scan);
}

/* At the beginning of a line a brace ends all others, which branches of an "#if" may have opened
   twice.  */
static void
close_brace (struct scan *scan)
{
  bool first = scan->p == scan->begin || scan->p[-1] == '\n';
  if (scan->braces > 0)
    scan->braces = first ? 0 : scan->braces - 1;
  if (scan->braces == 0)
    {
      end_declaration (scan);
      scan->parentheses = 0;
    }
}

static void
open_parenthesis (struct scan *scan)
{
  if (scan->last.start)
    add_name (&scan->calls->called, &scan->last);
  if (scan->braces > 0)
    return;
  if (scan->last.start && scan->parentheses == 0 && !scan->function.start
      && !is_name (&scan->last, "__attribute__"))
    scan->function = scan->last;
  scan->parentheses++;
}

/* Take the character at P, which begins no comment, string or word.  */
static void
take_sign (struct scan *scan)
{
  switch (*scan->p)
    {
    case '{':
      open_brace (scan);
      break;
    case '}':
      close_brace (scan);
      break;
    case '(':
      open_parenthesis (scan);
      break;
    case ')':
      scan->parentheses -= scan->braces == 0 && scan->parentheses > 0;
      break;
    case ';':
      if (scan->braces == 0 && scan->parentheses == 0)
	end_declaration (scan);
      break;
    }
  if (!isspace ((unsigned char) *scan->p))
    scan->last.start = NULL;
  scan->p++;
}

void
lk_calls_scan (struct lk_calls *calls, const char *file)
{
  const char *why;
  struct lk_text text = { 0 };
  /* The compiler says that a file cannot be read.  */
  if (!lk_text_read (&text, file, &why))
    return;
  struct scan scan = { .p = text.bytes, .begin = text.bytes, .end = text.bytes + text.length,
		       .calls = calls };
  bool new_line = true;
  while (scan.p < scan.end)
    {
      char c = *scan.p;
      if (c == '#' && new_line)
	skip_line (&scan);
      else if (skip_comment (&scan))
	continue;
      else if (c == '"' || c == '\'')
	{
	  skip_string (&scan);
	  scan.space |= scan.braces == 0 && is_name (&scan.last, "extern");
	  scan.last.start = NULL;
	}
      else if (is_letter (c))
	take_name (&scan);
      else
	take_sign (&scan);
      new_line = c == '\n' || (new_line && isspace ((unsigned char) c));
    }
  lk_text_free (&text);
  lk_strings_unique (&calls->called);
}
