/* Find the declarations of a Java source.

   Tokens (words, and single characters; literals are one character each), then
   members: at the level of a class body a member is what comes up to a `;' or
   the end of a body in braces.  A word before `(' that is no annotation's is a
   method; a word before `;', `=', `,' or `[' is a field.  Bodies are read for
   local classes only.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include "declare.h"

/* ---- What was found.  ---- */

struct parameter
{
  const char *type, *name;	/* Simple, without generics.  */
  unsigned line;
  struct parameter *next;
};

struct note			/* An annotation.  */
{
  const char *name;
  unsigned line;
  struct note *next;
};

struct member
{
  const char *name;
  unsigned line;
  bool method;
  unsigned n_parameters;
  struct parameter *parameters;
  struct note *notes;
  struct member *next;
};

struct declared
{
  const char *name;		/* "Outer$Inner".  */
  unsigned line;
  struct member *members;
  struct declared *next;
};

struct lk_declarations
{
  struct lk_arena *arena;
  struct declared *classes;
};

/* ---- Tokens.  ---- */

enum { END = -1, WORD = 256, LITERAL = 257 };

struct token
{
  int kind;			/* END, WORD, LITERAL, or the character.  */
  const char *start;
  size_t length;
  unsigned line;
};

struct reader
{
  struct lk_declarations *d;
  const char *at, *end;
  unsigned line;
  struct token token;
};

static bool
word_character (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$'
	 || (unsigned char) c >= 0x80;
}

static void
skip_literal (struct reader *r, char quote)
{
  bool block = (quote == '"' && r->end - r->at >= 2 && r->at[0] == '"'
		&& r->at[1] == '"');
  if (block)
    r->at += 2;
  for (; r->at < r->end; r->at++)
    {
      if (*r->at == '\n')
	{
	  if (!block)
	    return;
	  r->line++;
	}
      else if (*r->at == '\\' && r->end - r->at > 1)
	{
	  r->at++;
	  r->line += *r->at == '\n';
	}
      else if (*r->at == quote
	       && (!block || (r->end - r->at >= 3 && r->at[1] == '"'
			      && r->at[2] == '"')))
	{
	  r->at += block ? 3 : 1;
	  return;
	}
    }
}

static void
skip_blanks (struct reader *r)
{
  while (r->at < r->end)
    {
      if (*r->at == '\n')
	r->line++;
      else if (r->end - r->at > 1 && r->at[0] == '/' && r->at[1] == '/')
	{
	  while (r->at < r->end && *r->at != '\n')
	    r->at++;
	  continue;
	}
      else if (r->end - r->at > 1 && r->at[0] == '/' && r->at[1] == '*')
	{
	  for (r->at += 2; r->at < r->end; r->at++)
	    {
	      if (r->end - r->at > 1 && r->at[0] == '*' && r->at[1] == '/')
		break;
	      r->line += *r->at == '\n';
	    }
	  r->at += r->end - r->at > 1 ? 2 : r->end - r->at;
	  continue;
	}
      else if (!isspace ((unsigned char) *r->at))
	return;
      r->at++;
    }
}

static void
next (struct reader *r)
{
  skip_blanks (r);
  struct token *t = &r->token;
  t->start = r->at;
  t->line = r->line;
  t->length = 0;
  if (r->at == r->end)
    t->kind = END;
  else if (word_character (*r->at))
    {
      while (r->at < r->end && word_character (*r->at))
	r->at++;
      t->kind = WORD;
      t->length = r->at - t->start;
    }
  else if (*r->at == '"' || *r->at == '\'')
    {
      t->kind = LITERAL;
      r->at++;
      skip_literal (r, *t->start);
    }
  else
    t->kind = *r->at++;
}

static bool
is_word (const struct token *t, const char *word)
{
  return (t->kind == WORD && t->length == strlen (word)
	  && !memcmp (t->start, word, t->length));
}

static const char *
text_of (struct reader *r, const struct token *t)
{
  return lk_arena_strndup (r->d->arena, t->start, t->length);
}

/* At an opening bracket: go behind the one that closes it.  */
static void
skip_brackets (struct reader *r)
{
  unsigned depth = 0;
  for (; r->token.kind != END; next (r))
    if (strchr ("([{", r->token.kind < WORD ? r->token.kind : 'x'))
      depth++;
    else if (strchr (")]}", r->token.kind < WORD ? r->token.kind : 'x')
	     && --depth == 0)
      {
	next (r);
	return;
      }
}

/* At `<': behind the `>'.  */
static void
skip_generics (struct reader *r)
{
  unsigned depth = 0;
  for (; r->token.kind != END; next (r))
    {
      if (r->token.kind == '<')
	depth++;
      else if (r->token.kind == '>' && --depth == 0)
	{
	  next (r);
	  return;
	}
      else if (strchr (";{}", r->token.kind < WORD ? r->token.kind : 'x'))
	return;
    }
}

/* At `@': behind the annotation, which is added to *NOTES if that is not NULL;
   or at the word `interface'.  */
static void
skip_annotation (struct reader *r, struct note **notes)
{
  unsigned line = r->token.line;
  next (r);
  if (is_word (&r->token, "interface"))
    return;
  struct token name = r->token;
  next (r);
  while (r->token.kind == '.')
    {
      next (r);
      name = r->token;
      next (r);
    }
  if (r->token.kind == '(')
    skip_brackets (r);
  if (notes && name.kind == WORD)
    {
      struct note *note = lk_arena_alloc (r->d->arena, sizeof *note);
      note->name = text_of (r, &name);
      note->line = line;
      note->next = *notes;
      *notes = note;
    }
}

/* ---- Members.  ---- */

static bool
class_word (const struct token *t)
{
  return (is_word (t, "class") || is_word (t, "interface")
	  || is_word (t, "enum") || is_word (t, "record"));
}

static struct member *
add_member (struct reader *r, struct declared *c, const struct token *name,
	    bool method)
{
  struct member *m = lk_arena_alloc (r->d->arena, sizeof *m);
  m->name = text_of (r, name);
  m->line = name->line;
  m->method = method;
  m->next = c->members;
  c->members = m;
  return m;
}

/* At the `(' of a method: behind its `)'.  */
static void
skip_parameters (struct reader *r, struct member *m)
{
  struct parameter **tail = &m->parameters;
  struct token type = { END, NULL, 0, 0 }, name = type;
  unsigned arrays = 0;
  bool receiver = false;
  next (r);
  while (r->token.kind != END)
    {
      int kind = r->token.kind;
      if (kind == ',' || kind == ')')
	{
	  if (name.kind == WORD && !receiver)
	    {
	      struct parameter *p = lk_arena_alloc (r->d->arena, sizeof *p);
	      char *text = lk_arena_alloc (r->d->arena,
					   type.length + 2 * arrays + 1);
	      if (type.length)
		memcpy (text, type.start, type.length);
	      for (unsigned i = 0; i < arrays; i++)
		strcat (text, "[]");
	      p->type = text;
	      p->name = text_of (r, &name);
	      p->line = name.line;
	      *tail = p;
	      tail = &p->next;
	      m->n_parameters++;
	    }
	  type.kind = name.kind = END;
	  type.length = 0;
	  arrays = 0;
	  receiver = false;
	  next (r);
	  if (kind == ')')
	    return;
	}
      else if (kind == '@')
	skip_annotation (r, NULL);
      else if (kind == '<')
	skip_generics (r);
      else if (kind == '(' || kind == '{')
	skip_brackets (r);
      else
	{
	  if (kind == '[')
	    arrays++;
	  /* "...", the last of its dots.  */
	  else if (kind == '.' && r->end - r->at > 1 && r->at[0] == '.'
		   && r->at[1] == '.')
	    {
	      arrays++;
	      next (r);
	      next (r);
	    }
	  else if (kind == ';')
	    return;
	  else if (kind == WORD && is_word (&r->token, "this"))
	    receiver = true;
	  else if (kind == WORD && !is_word (&r->token, "final"))
	    {
	      type = name;
	      name = r->token;
	    }
	  next (r);
	}
    }
}

/* ---- Classes.  ---- */

static void skip_class (struct reader *r, const char *outer, unsigned depth);

/* At `{' of code: behind it; classes in it are those of OUTER.  */
static void
read_code (struct reader *r, const char *outer, unsigned depth)
{
  unsigned open = 0;
  bool name = false;
  while (r->token.kind != END)
    {
      if (r->token.kind == '{')
	open++;
      else if (r->token.kind == '}' && --open == 0)
	{
	  next (r);
	  return;
	}
      /* Not "X.class", nor a variable called record.  */
      if (!name && class_word (&r->token))
	{
	  struct reader before = *r;
	  next (r);
	  bool declaration = r->token.kind == WORD;
	  if (declaration)
	    {
	      next (r);
	      declaration = (r->token.kind == '{' || r->token.kind == '<'
			     || r->token.kind == '('
			     || is_word (&r->token, "extends")
			     || is_word (&r->token, "implements"));
	    }
	  struct declared *classes = r->d->classes;
	  *r = before;
	  r->d->classes = classes;
	  if (declaration && depth < LK_NESTING_DEPTH)
	    {
	      skip_class (r, outer, depth + 1);
	      continue;
	    }
	}
      name = r->token.kind == '.';
      next (r);
    }
}

/* At what comes behind a field's name: at `,' or behind `;'.  */
static void
skip_value (struct reader *r, const char *outer, unsigned depth)
{
  while (r->token.kind != END && r->token.kind != ';'
	 && r->token.kind != ',' && r->token.kind != '}')
    if (r->token.kind == '{')
      read_code (r, outer, depth);
    else if (r->token.kind == '(' || r->token.kind == '[')
      skip_brackets (r);
    else if (r->token.kind == '<')
      {
	/* Generics, or less than: look no further than that shows.  */
	struct reader before = *r;
	skip_generics (r);
	if (strchr (";{}", r->token.kind < WORD ? r->token.kind : 'x')
	    && r->token.kind != ';')
	  {
	    *r = before;
	    next (r);
	  }
      }
    else
      next (r);
  if (r->token.kind == ';')
    next (r);
}

static void
skip_member (struct reader *r, struct declared *c, unsigned depth)
{
  struct token name = { END, NULL, 0, 0 };
  struct note *notes = NULL;
  while (r->token.kind != END && r->token.kind != '}')
    {
      int kind = r->token.kind;
      if (kind == '@')
	{
	  skip_annotation (r, &notes);
	  if (is_word (&r->token, "interface"))
	    {
	      skip_class (r, c->name, depth + 1);
	      return;
	    }
	}
      else if (kind == '<')
	skip_generics (r);
      else if (kind == ';')
	{
	  if (name.kind == WORD)
	    add_member (r, c, &name, false);
	  next (r);
	  return;
	}
      else if (kind == '{')
	{
	  read_code (r, c->name, depth);
	  return;
	}
      else if (kind == '(' && name.kind == WORD)
	{
	  struct member *m = add_member (r, c, &name, true);
	  m->notes = notes;
	  skip_parameters (r, m);
	  while (r->token.kind != END && r->token.kind != ';'
		 && r->token.kind != '{' && r->token.kind != '}')
	    if (r->token.kind == '@')
	      skip_annotation (r, NULL);
	    else if (is_word (&r->token, "default"))
	      {
		skip_value (r, c->name, depth);
		return;
	      }
	    else
	      next (r);
	  if (r->token.kind == '{')
	    read_code (r, c->name, depth);
	  else if (r->token.kind == ';')
	    next (r);
	  return;
	}
      else if (kind == '=' || kind == ',')
	{
	  if (name.kind == WORD)
	    add_member (r, c, &name, false);
	  if (kind == '=')
	    {
	      skip_value (r, c->name, depth);
	      if (r->token.kind != ',')
		return;
	    }
	  next (r);
	}
      else
	{
	  if (class_word (&r->token))
	    {
	      struct reader before = *r;
	      next (r);
	      bool declaration = r->token.kind == WORD;
	      *r = before;
	      if (declaration && depth < LK_NESTING_DEPTH)
		{
		  skip_class (r, c->name, depth + 1);
		  return;
		}
	    }
	  if (kind == WORD)
	    name = r->token;
	  next (r);
	}
    }
}

/* The constants of an enumeration, up to `;' or `}'.  */
static void
read_constants (struct reader *r, struct declared *c, unsigned depth)
{
  while (r->token.kind != END && r->token.kind != '}')
    {
      if (r->token.kind == ';')
	{
	  next (r);
	  return;
	}
      if (r->token.kind == '@')
	skip_annotation (r, NULL);
      else if (r->token.kind == '(')
	skip_brackets (r);
      else if (r->token.kind == '{')
	read_code (r, c->name, depth);
      else
	{
	  if (r->token.kind == WORD)
	    add_member (r, c, &r->token, false);
	  next (r);
	}
    }
}

/* At the word `class' or the like: behind the body.  */
static void
skip_class (struct reader *r, const char *outer, unsigned depth)
{
  struct declared *c = lk_arena_alloc (r->d->arena, sizeof *c);
  bool enumeration = is_word (&r->token, "enum");
  bool record = is_word (&r->token, "record");
  c->line = r->token.line;
  next (r);
  if (r->token.kind != WORD)
    return;
  const char *simple = text_of (r, &r->token);
  if (outer)
    {
      char *name = lk_arena_alloc (r->d->arena,
				   strlen (outer) + strlen (simple) + 2);
      strcpy (name, outer);
      strcat (name, "$");
      strcat (name, simple);
      c->name = name;
    }
  else
    c->name = simple;
  c->next = r->d->classes;
  r->d->classes = c;
  struct token own = r->token;
  next (r);
  if (r->token.kind == '<')
    skip_generics (r);
  if (record && r->token.kind == '(')
    {
      struct member *m = add_member (r, c, &own, true);
      skip_parameters (r, m);
      for (const struct parameter *p = m->parameters; p; p = p->next)
	{
	  struct token name = { WORD, p->name, strlen (p->name), p->line };
	  add_member (r, c, &name, false);
	  add_member (r, c, &name, true);
	}
    }
  while (r->token.kind != END && r->token.kind != '{'
	 && r->token.kind != ';' && r->token.kind != '}')
    {
      if (r->token.kind == '@')
	skip_annotation (r, NULL);
      else
	next (r);
    }
  if (r->token.kind != '{')
    return;
  next (r);
  if (enumeration)
    read_constants (r, c, depth);
  while (r->token.kind != END && r->token.kind != '}')
    {
      const char *before = r->token.start;
      skip_member (r, c, depth);
      if (r->token.start == before && r->token.kind != '}')
	next (r);
    }
  next (r);
}

struct lk_declarations *
lk_declarations_read (struct lk_arena *arena, const char *text, size_t length)
{
  struct lk_declarations *d = lk_arena_alloc (arena, sizeof *d);
  d->arena = arena;
  struct reader r = { .d = d, .at = text, .end = text + length, .line = 1 };
  next (&r);
  while (r.token.kind != END)
    if (r.token.kind == '@')
      {
	skip_annotation (&r, NULL);
	if (is_word (&r.token, "interface"))
	  skip_class (&r, NULL, 0);
      }
    else if (class_word (&r.token))
      skip_class (&r, NULL, 0);
    else
      next (&r);
  return d;
}

/* ---- Asking.  ---- */

/* "A$1B" is the class file's name of a class B in A of the source.  */
static bool
same_class (const char *source, const char *class_name)
{
  for (;;)
    {
      if (*class_name == '$' && isdigit ((unsigned char) class_name[1])
	  && *source == '$')
	{
	  class_name++;
	  source++;
	  while (isdigit ((unsigned char) *class_name))
	    class_name++;
	  if (!*class_name)
	    return false;
	}
      if (*source != *class_name)
	return false;
      if (!*source)
	return true;
      source++;
      class_name++;
    }
}

static const struct declared *
find_class (const struct lk_declarations *d, const char *class_name)
{
  for (const struct declared *c = d->classes; c; c = c->next)
    if (same_class (c->name, class_name))
      return c;
  return NULL;
}

unsigned
lk_declared_class (const struct lk_declarations *d, const char *class_name)
{
  const struct declared *c = find_class (d, class_name);
  return c ? c->line : 0;
}

unsigned
lk_declared_field (const struct lk_declarations *d, const char *class_name,
		   const char *name)
{
  const struct declared *c = find_class (d, class_name);
  for (const struct member *m = c ? c->members : NULL; m; m = m->next)
    if (!m->method && !strcmp (m->name, name))
      return m->line;
  return 0;
}

static bool
same_parameters (const struct member *m, unsigned n, const char *const *types)
{
  unsigned i = 0;
  for (const struct parameter *p = m->parameters; p && i < n; p = p->next, i++)
    if (types[i] && strcmp (p->type, types[i]) != 0)
      return false;
  return true;
}

static const struct member *
find_method (const struct declared *c, const char *name, unsigned n,
	     const char *const *types)
{
  const struct member *found = NULL;
  if (!c)
    return NULL;
  if (!strcmp (name, "<init>"))
    {
      const char *dollar = strrchr (c->name, '$');
      name = dollar ? dollar + 1 : c->name;
    }
  /* Generic parameters have other names in class files: without an exact
     match the last with as many will do (members are listed backwards).  */
  for (const struct member *m = c->members; m; m = m->next)
    if (m->method && !strcmp (m->name, name) && m->n_parameters == n)
      {
	if (!found || same_parameters (m, n, types))
	  found = m;
	if (same_parameters (m, n, types))
	  break;
      }
  return found;
}

unsigned
lk_declared_method (const struct lk_declarations *d, const char *class_name,
		    const char *name, unsigned n, const char *const *types,
		    int parameter, const char **parameter_name)
{
  const struct member *found
    = find_method (find_class (d, class_name), name, n, types);
  if (!found)
    return 0;
  if (parameter < 0)
    return found->line;
  const struct parameter *p = found->parameters;
  for (; p && parameter > 0; parameter--)
    p = p->next;
  if (p && parameter_name)
    *parameter_name = p->name;
  return p ? p->line : found->line;
}

unsigned
lk_declared_annotation (const struct lk_declarations *d,
			const char *class_name, const char *name, unsigned n,
			const char *const *types, const char *annotation)
{
  const struct member *found
    = find_method (find_class (d, class_name), name, n, types);
  for (const struct note *note = found ? found->notes : NULL; note;
       note = note->next)
    if (!strcmp (note->name, annotation))
      return note->line;
  return 0;
}
