/* Find @SuppressWarnings ("resource") in the text of a Java source.

   Three layers: characters (unicode escapes translated, lines counted), tokens (words,
   strings, single characters; comments and numbers are skipped), and the extent of a
   declaration, which needs the tokens' brackets and little else:

   - a body in braces that comes before any `=' ends the declaration (classes, methods,
     constructors, enum constants with a body);
   - otherwise a semicolon outside all brackets does (fields, variables, abstract methods), or a
     bracket that was open before the declaration closes (parameters, resources, the last enum
     constant);
   - a comma does after a single name (an enum constant).

   All in a suppressed declaration is suppressed, so reading continues after it, and each
   character is read at most twice.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* memmem.  */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <string.h>
#include "suppress.h"
#include "../spec/rows.h"

/* ---- Characters.  ---- */

enum { END = -1 };

struct reader
{
  const char *text, *end;
  unsigned line;
  bool escaped;			/* The last character was a backslash that
				   escapes the next one.  */
};

static int
hex_value (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/* Return the unicode escape at R->text, whose length goes to *LENGTH; END if there is none.  A
   character outside ASCII becomes one byte that is part of a word.  */
static int
unicode_escape (const struct reader *r, size_t *length)
{
  const char *p = r->text;
  if (r->end - p < 6 || p[0] != '\\' || p[1] != 'u' || r->escaped)
    return END;
  for (p++; p < r->end && *p == 'u'; p++)
    ;
  if (r->end - p < 4)
    return END;
  int value = 0;
  for (int i = 0; i < 4; i++)
    {
      int digit = hex_value (p[i]);
      if (digit < 0)
	return END;
      value = value * 16 + digit;
    }
  *length = (size_t) (p + 4 - r->text);
  return value < 0x80 ? value : 0x80;
}

/* The next character and its LENGTH, without taking it.  */
static int
peek_length (const struct reader *r, size_t *length)
{
  *length = 0;
  if (r->text == r->end)
    return END;
  int escape = unicode_escape (r, length);
  if (escape != END)
    return escape;
  *length = 1;
  return (unsigned char) *r->text;
}

static int
peek (const struct reader *r)
{
  size_t length;
  return peek_length (r, &length);
}

static int
take_character (struct reader *r)
{
  size_t length;
  int c = peek_length (r, &length);
  if (c == END)
    return END;
  /* Lines are those of the file: an escaped line feed does not count, and
     "\r\n" is one.  */
  if (length == 1
      && (c == '\n'
	  || (c == '\r' && (r->text + 1 == r->end || r->text[1] != '\n'))))
    r->line++;
  r->escaped = length == 1 && c == '\\' && !r->escaped;
  r->text += length;
  return c;
}

static bool
take_if (struct reader *r, int wanted)
{
  if (peek (r) != wanted)
    return false;
  take_character (r);
  return true;
}

/* ---- Tokens.  ---- */

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_STRING, TOKEN_OTHER };

/* Longer words and strings are none that are searched.  */
enum { TEXT_ROOM = 64 };

struct token
{
  enum token_kind kind;
  int other;			/* The character of TOKEN_OTHER.  */
  unsigned line;		/* Where it begins.  */
  char text[TEXT_ROOM];		/* Of words and strings; empty if too long.  */
  size_t length;
};

static void
add_to_token (struct token *token, int c)
{
  if (token->length < TEXT_ROOM)
    token->text[token->length++] = (char) c;
}

static void
end_token (struct token *token)
{
  if (token->length >= TEXT_ROOM)
    token->length = 0;
  token->text[token->length] = '\0';
}

static bool
in_word (int c)
{
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
	  || (c >= '0' && c <= '9') || c == '_' || c == '$' || c >= 0x80);
}

static bool
is_space (int c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* Pass over what follows the slash of a comment; false if it is none.  */
static bool
skip_comment (struct reader *r)
{
  if (take_if (r, '/'))
    {
      while (peek (r) != END && peek (r) != '\n' && peek (r) != '\r')
	take_character (r);
      return true;
    }
  if (take_if (r, '*'))
    {
      int before = 0;
      for (int c; (c = take_character (r)) != END; before = c)
	if (before == '*' && c == '/')
	  break;
      return true;
    }
  return false;
}

/* The character that a backslash and what follows it mean; END for none, as
   for a backslash at the end of a line of a text block.  */
static int
string_escape (struct reader *r)
{
  int c = take_character (r);
  switch (c)
    {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 's': return ' ';
    case 't': return '\t';
    case '\n': case '\r': return END;
    }
  if (c < '0' || c > '7')
    return c;
  int value = c - '0';
  for (int limit = c <= '3' ? 2 : 1;
       limit > 0 && peek (r) >= '0' && peek (r) <= '7'; limit--)
    value = value * 8 + take_character (r) - '0';
  return value ? value : 0x80;
}

/* A literal up to its CLOSING quote, or to the end of the line, where it is
   broken.  */
static void
read_literal (struct reader *r, struct token *token, int closing)
{
  int c;
  while ((c = peek (r)) != END && c != '\n' && c != '\r')
    {
      take_character (r);
      if (c == closing)
	break;
      if (c == '\\')
	c = string_escape (r);
      if (c != END)
	add_to_token (token, c);
    }
}

/* A text block, behind its opening quotes.  White space is left out: no value
   that matters has any.  */
static void
read_text_block (struct reader *r, struct token *token)
{
  for (int c; (c = take_character (r)) != END;)
    {
      if (c == '\\')
	{
	  c = string_escape (r);
	  if (c != END && !is_space (c))
	    add_to_token (token, c);
	  continue;
	}
      if (c == '"' && peek (r) == '"')
	{
	  struct reader second = *r;
	  take_character (&second);
	  if (take_if (&second, '"'))
	    {
	      *r = second;
	      return;
	    }
	}
      if (!is_space (c))
	add_to_token (token, c);
    }
}

static void
next_token (struct reader *r, struct token *token)
{
  int c;
  memset (token, 0, sizeof *token);
  for (;;)
    {
      while (is_space (peek (r)))
	take_character (r);
      token->line = r->line;
      c = take_character (r);
      if (c != '/' || !skip_comment (r))
	break;
    }

  if (c == END)
    token->kind = TOKEN_END;
  else if (in_word (c))
    {
      token->kind = TOKEN_WORD;
      add_to_token (token, c);
      while (in_word (peek (r)))
	add_to_token (token, take_character (r));
    }
  else if (c == '"')
    {
      token->kind = TOKEN_STRING;
      struct reader block = *r;
      if (take_if (&block, '"') && take_if (&block, '"'))
	{
	  *r = block;
	  read_text_block (r, token);
	}
      else
	read_literal (r, token, '"');
    }
  else
    {
      token->kind = TOKEN_OTHER;
      token->other = c;
      if (c == '\'')
	{
	  struct token ignored = { 0 };
	  read_literal (r, &ignored, '\'');
	}
    }
  end_token (token);
}

static bool
is_other (const struct token *token, int c)
{
  return token->kind == TOKEN_OTHER && token->other == c;
}

static bool
is_word (const struct token *token, const char *word)
{
  return token->kind == TOKEN_WORD && !strcmp (token->text, word);
}

/* The token after those that were taken.  */
static struct token
peek_token (const struct reader *r)
{
  struct reader ahead = *r;
  struct token token;
  next_token (&ahead, &token);
  return token;
}

/* ---- Annotations.  ---- */

/* The rules of verify, whose names messages print behind "leakcheck-", with the Checker Framework's
   names, of the Must Call Checker, of the rest of the Resource Leak Checker, or of either.  */
static const struct rule
{
  const char *name;
  /* GROUP: of a leak; not in this table, for the name is that of a group of kinds.  */
  enum { LEAKS, MUST_CALLS, EITHER, GROUP } checker;
  const char *keys[6];
} rules[] = {
  { "not-called", LEAKS, { "required.method.not.called" } },
  { "field-not-released", LEAKS, { "required.method.not.called" } },
  { "field-overwritten", LEAKS, { "required.method.not.called" } },
  { "not-known", LEAKS, { "required.method.not.known" } },
  { "creates-missing", LEAKS, { "missing.creates.mustcall.for" } },
  { "creates-other", LEAKS, { "incompatible.creates.mustcall.for" } },
  { "creates-not-owned", LEAKS, { "reset.not.owning" } },
  { "creates-override", LEAKS, { "creates.mustcall.for.override.invalid" } },
  { "creates-target", LEAKS, { "creates.mustcall.for.invalid.target" } },
  { "creates-unparsable", LEAKS,
    { "createsmustcallfor.target.unparsable",
      "createsmustcallfor.target.unparseable" } },
  { "alias-out-of-scope", LEAKS, { "mustcallalias.out.of.scope" } },
  { "alias-pairing", MUST_CALLS, { "mustcallalias.method.return.and.param" } },
  { "owning-parameter-override", LEAKS, { "owning.override.param" } },
  { "owning-result-override", LEAKS, { "owning.override.return" } },
  { "must-call-subtype", MUST_CALLS, { "inconsistent.mustcall.subtype" } },
  { "must-call-not-inherited", MUST_CALLS, { "mustcall.not.inheritable" } },
  { "must-call-constructor", MUST_CALLS, { "inconsistent.constructor.type" } },
  { "must-call-mismatch", MUST_CALLS,
    { "assignment", "argument", "return", "override.return",
      "override.param" } },
  { "unsafe-cast", EITHER, { "cast.unsafe" } },
  { "type-argument", MUST_CALLS, { "type.argument" } },
  { "method-reference", MUST_CALLS,
    { "methodref.return", "methodref.param", "methodref.receiver" } },
  { "promise-broken", LEAKS, { "contracts.postcondition" } },
  { "promise-broken-on-exception", LEAKS,
    { "contracts.exceptional.postcondition" } },
  { "promise-broken-conditionally", LEAKS,
    { "contracts.conditional.postcondition" } },
  { "promise-not-boolean", LEAKS,
    { "contracts.conditional.postcondition.returntype" } },
  { "promise-required", LEAKS, { "contracts.precondition" } },
  { "promise-unparsable", LEAKS, { "flowexpr.parse.error" } },
  { "promise-parameter-not-final", LEAKS,
    { "flowexpr.parameter.not.final" } },
  { "promise-override", LEAKS,
    { "contracts.postcondition.override", "contracts.precondition.override",
      "contracts.conditional.postcondition.true.override",
      "contracts.conditional.postcondition.false.override",
      "contracts.exceptional.postcondition.override" } },
  { "receiver-required", LEAKS, { "finalizer.invocation" } },
  { "varargs-not-verified", LEAKS, { "ensuresvarargs.unverified" } },
  { "varargs-not-variable", LEAKS, { "ensuresvarargs.invalid" } }
};

const char *
lk_rule_name (unsigned i)
{
  return i < sizeof rules / sizeof *rules ? rules[i].name : NULL;
}

/* KEY is a key of RULE, or a part of one between dots.  */
static bool
rule_has_key (const struct rule *rule, const char *key)
{
  size_t n = strlen (key);
  for (size_t i = 0; n && i < sizeof rule->keys / sizeof *rule->keys; i++)
    for (const char *at = rule->keys[i]; at; )
      {
	if (!strncmp (at, key, n) && (at[n] == '\0' || at[n] == '.'))
	  return true;
	at = strchr (at, '.');
	at += at != NULL;
      }
  return false;
}

/* RULE goes by NAME, also before each group of kinds had its own name.  */
static bool
goes_by (const struct rule *rule, const char *name)
{
  return (!strcmp (name, rule->name)
	  || (rule->checker == GROUP && lk_group_was_named (rule->name, name)));
}

/* WORD suppresses what breaks RULE.  */
static bool
suppressing_word (const char *word, const struct rule *rule)
{
  static const struct
  {
    const char *word;
    enum { EVERY, MUST_CALL, REST } of;
  } words[] = {
    { "resource", EVERY }, { "all", EVERY }, { "leakcheck", EVERY },
    { "resourceleak", EVERY }, { "allcheckers", EVERY },
    { "mustcall", MUST_CALL }, { "calledmethods", REST },
    { "rlccalledmethods", REST }, { "builder", REST }
  };
  static const char prefix[] = "leakcheck-";
  size_t n = strcspn (word, ":");
  if (!strncmp (word, prefix, sizeof prefix - 1))
    return goes_by (rule, word + sizeof prefix - 1);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen (words[i].word) == n && !strncmp (word, words[i].word, n)
	&& (words[i].of == EVERY
	    || rule->checker == EITHER
	    || (words[i].of == MUST_CALL) == (rule->checker == MUST_CALLS)))
      return (word[n] == '\0' || rule_has_key (rule, word + n + 1)
	      || (i == 2 && goes_by (rule, word + n + 1)));
  return word[n] == '\0' && rule_has_key (rule, word);
}

/* The name behind an `@': whether it is that of SuppressWarnings.
   *INTERFACE: it is no annotation but `@interface'.  */
static bool
read_name (struct reader *r, bool *interface)
{
  static const char *const parts[] = { "java", "lang", "SuppressWarnings" };
  unsigned n = 0, fitting = 0;
  bool simple = false;
  struct token token;

  *interface = false;
  for (;;)
    {
      token = peek_token (r);
      if (token.kind != TOKEN_WORD)
	return false;
      next_token (r, &token);
      if (n == 0 && is_word (&token, "interface"))
	{
	  *interface = true;
	  return false;
	}
      simple = n == 0 && is_word (&token, parts[2]);
      if (n < 3 && is_word (&token, parts[n]))
	fitting++;
      n++;
      token = peek_token (r);
      if (!is_other (&token, '.'))
	return simple || (n == 3 && fitting == 3);
      next_token (r, &token);
    }
}

/* Pass over an annotation's arguments, if it has any.  True if one of them is
   a word that suppresses.  */
static bool
read_arguments (struct reader *r, const struct rule *rule)
{
  struct token token = peek_token (r);
  if (!is_other (&token, '('))
    return false;
  next_token (r, &token);

  bool found = false;
  bool known = true;		/* The element is made of strings alone.  */
  char value[TEXT_ROOM] = "";
  size_t length = 0;
  for (unsigned depth = 1; depth > 0;)
    {
      next_token (r, &token);
      bool ends_element = false;
      switch (token.kind)
	{
	case TOKEN_END:
	  return false;
	case TOKEN_STRING:
	  if (token.length == 0 || length + token.length >= TEXT_ROOM)
	    known = false;
	  else
	    {
	      memcpy (value + length, token.text, token.length + 1);
	      length += token.length;
	    }
	  break;
	case TOKEN_WORD:
	  {
	    struct token next = peek_token (r);
	    if (is_word (&token, "value") && is_other (&next, '='))
	      next_token (r, &next);
	    else
	      known = false;
	    break;
	  }
	case TOKEN_OTHER:
	  if (token.other == '(')
	    depth++;
	  else if (token.other == ')')
	    ends_element = --depth == 0;
	  else if (token.other == ',' || token.other == '}')
	    ends_element = true;
	  else if (token.other != '+' && token.other != '{')
	    known = false;
	  break;
	}
      if (ends_element)
	{
	  found |= known && length > 0 && suppressing_word (value, rule);
	  known = true;
	  length = 0;
	  value[0] = '\0';
	}
    }
  return found;
}

/* ---- Declarations.  ---- */

static bool
opens (const struct token *token)
{
  return (is_other (token, '(') || is_other (token, '[')
	  || is_other (token, '{'));
}

static bool
closes (const struct token *token)
{
  return (is_other (token, ')') || is_other (token, ']')
	  || is_other (token, '}'));
}

/* Pass over a body whose opening brace was taken.  Returns its last line.  */
static unsigned
skip_body (struct reader *r)
{
  struct token token;
  size_t depth = 1;
  do
    {
      next_token (r, &token);
      if (is_other (&token, '{'))
	depth++;
      else if (is_other (&token, '}'))
	depth--;
    }
  while (depth > 0 && token.kind != TOKEN_END);
  return token.line;
}

/* Pass over the declaration behind an annotation.  Returns its last line.  */
static unsigned
skip_declaration (struct reader *r, const struct rule *rule)
{
  size_t depth = 0, angles = 0;
  unsigned words = 0;
  bool assigned = false;

  for (;;)
    {
      struct reader before = *r;
      struct token token;
      next_token (r, &token);
      if (token.kind == TOKEN_END)
	return token.line;
      if (depth == 0)
	{
	  if (closes (&token))
	    {
	      /* It belongs to what is around.  */
	      *r = before;
	      return token.line;
	    }
	  if (is_other (&token, ';')
	      || (is_other (&token, ',') && words == 1 && angles == 0
		  && !assigned))
	    return token.line;
	  if (is_other (&token, '{') && !assigned)
	    return skip_body (r);
	  if (is_other (&token, '@') && !assigned)
	    {
	      bool interface;
	      read_name (r, &interface);
	      if (!interface)
		read_arguments (r, rule);
	    }
	  else if (is_other (&token, '='))
	    assigned = true;
	  else if (is_other (&token, '<'))
	    angles++;
	  else if (is_other (&token, '>') && angles > 0)
	    angles--;
	  else if (token.kind == TOKEN_WORD)
	    words++;
	}
      if (opens (&token))
	depth++;
      else if (closes (&token))
	depth--;
    }
}

/* ---- The file.  ---- */

/* Return true if some @SuppressWarnings in the LENGTH bytes of TEXT may suppress what breaks
   RULE: a fast test of each, because few do.  */
static bool
may_suppress (const char *text, size_t length, const struct rule *rule)
{
  static const char name[] = "SuppressWarnings";
  const char *at = text, *end = text + length;
  /* The name or its argument may be written with escapes.  */
  if (memmem (text, length, "\\u", 2))
    return true;
  while ((at = memmem (at, end - at, name, sizeof name - 1)))
    {
      char value[64];
      size_t n = 0;
      bool string = false;
      for (at += sizeof name - 1; at < end && (string || *at != ')'); at++)
	if (*at == '"')
	  {
	    value[n] = '\0';
	    if (string && (n == 0 || suppressing_word (value, rule)))
	      return true;
	    string = !string;
	    n = 0;
	  }
	else if (string && n + 1 < sizeof value && *at != '\\')
	  value[n++] = *at;
	else if (string || *at == '+' || *at == '/')
	  return true;
    }
  return false;
}

struct found
{
  struct lk_line_range range;
  struct found *next;
};

struct lk_suppressions *
lk_suppressions_read (struct lk_arena *arena, const char *text, size_t length,
		      const char *name)
{
  const struct rule leak = { name, GROUP, { "required.method.not.called" } };
  const struct rule *rule = &leak;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (!strcmp (rules[i].name, name))
      rule = &rules[i];
  struct lk_suppressions *result = lk_arena_alloc (arena, sizeof *result);
  if (!may_suppress (text, length, rule))
    return result;
  struct reader reader = { text, text + length, 1, false };
  struct found *first = NULL, **tail = &first;
  unsigned n = 0;
  struct token token;

  for (next_token (&reader, &token); token.kind != TOKEN_END;
       next_token (&reader, &token))
    {
      bool interface;
      if (!is_other (&token, '@') || !read_name (&reader, &interface)
	  || !read_arguments (&reader, rule))
	continue;
      struct found *found = lk_arena_alloc (arena, sizeof *found);
      found->range.first = token.line;
      found->range.last = skip_declaration (&reader, rule);
      *tail = found;
      tail = &found->next;
      n++;
    }

  struct lk_line_range *ranges
    = lk_arena_alloc_array (arena, n, sizeof *ranges);
  unsigned i = 0;
  for (const struct found *found = first; found; found = found->next)
    ranges[i++] = found->range;
  result->n_ranges = n;
  result->ranges = ranges;
  return result;
}

bool
lk_suppressed_at (const struct lk_suppressions *suppressions, unsigned line)
{
  /* The first range that ends at LINE or later.  */
  unsigned low = 0, high = suppressions->n_ranges;
  while (low < high)
    {
      unsigned middle = low + (high - low) / 2;
      if (suppressions->ranges[middle].last < line)
	low = middle + 1;
      else
	high = middle;
    }
  return (low < suppressions->n_ranges
	  && suppressions->ranges[low].first <= line);
}
