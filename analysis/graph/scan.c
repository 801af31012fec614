/* The text form of event graphs, the reading half: what stands on a line.

   A cursor on one line and a small function for each thing that may stand
   there.  Names are found through one hash table for the whole file
   (functions, identities of globals) and one for each function (variables),
   so that a dump of a function of 20,000 statements is read in time linear in
   its length.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "graph-internal.h"

/* ---- Names.  ---- */

static uint32_t
hash_name (char space, const char *text, size_t length)
{
  uint32_t h = 2166136261u ^ (unsigned char) space;
  for (size_t i = 0; i < length; i++)
    h = (h ^ (unsigned char) text[i]) * 16777619u;
  return h;
}

struct lk_scan_name *
lk_scan_find_name (struct lk_arena *arena, struct lk_scan_names *names, char space,
	   const char *text, size_t length)
{
  if (names->n >= names->n_buckets)
    {
      size_t n = names->n_buckets ? names->n_buckets * 4 : 64;
      struct lk_scan_name **buckets
	= lk_arena_alloc_array (arena, n, sizeof *buckets);
      for (size_t i = 0; i < names->n_buckets; i++)
	for (struct lk_scan_name *e = names->buckets[i], *next; e; e = next)
	  {
	    next = e->chain;
	    size_t h = hash_name (e->space, e->text, e->length) & (n - 1);
	    e->chain = buckets[h];
	    buckets[h] = e;
	  }
      names->buckets = buckets;
      names->n_buckets = n;
    }
  size_t h = hash_name (space, text, length) & (names->n_buckets - 1);
  for (struct lk_scan_name *e = names->buckets[h]; e; e = e->chain)
    if (e->space == space && e->length == length
	&& !memcmp (e->text, text, length))
      return e;
  struct lk_scan_name *e = lk_arena_alloc (arena, sizeof *e);
  e->space = space;
  e->text = lk_arena_strndup (arena, text, length);
  e->length = length;
  e->chain = names->buckets[h];
  names->buckets[h] = e;
  names->n++;
  return e;
}

/* ---- Errors and the current line.  ---- */

bool
lk_scan_fail_at (struct lk_scanner *rd, int line, const char *format, ...)
{
  char message[256];
  va_list args;
  va_start (args, format);
  vsnprintf (message, sizeof message, format, args);
  va_end (args);
  rd->errors++;
  if (rd->host->error)
    rd->host->error (rd->host->data, rd->file, line, message);
  return false;
}

bool
lk_scan_next_line (struct lk_scanner *rd)
{
  if (rd->text == rd->text_end || rd->line == INT_MAX)
    return false;
  size_t left = rd->text_end - rd->text;
  const char *newline = memchr (rd->text, '\n', left);
  rd->p = rd->text;
  rd->end = newline ? newline : rd->text_end;
  rd->text = newline ? newline + 1 : rd->text_end;
  rd->line++;
  return true;
}

static void
skip_space (struct lk_scanner *rd)
{
  while (rd->p < rd->end && (*rd->p == ' ' || *rd->p == '\t' || *rd->p == '\r'))
    rd->p++;
  if (rd->end - rd->p >= 2 && rd->p[0] == '/' && rd->p[1] == '/')
    rd->p = rd->end;
}

bool
lk_scan_line_done (struct lk_scanner *rd)
{
  skip_space (rd);
  return rd->p == rd->end;
}

bool
lk_scan_at (struct lk_scanner *rd, char c)
{
  skip_space (rd);
  return rd->p < rd->end && *rd->p == c;
}

bool
lk_scan_is_label_char (char c)
{
  return c && strchr (LK_TEXT_LABEL_CHARS, c);
}

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

/* Return the text at the cursor, for messages.  */
bool
lk_scan_fail_expected (struct lk_scanner *rd, const char *what)
{
  if (lk_scan_line_done (rd))
    return lk_scan_fail_at (rd, rd->line, "expected %s at the end of the line", what);
  int n = 0;
  while (n < 20 && rd->p + n < rd->end && rd->p[n] > ' ' && rd->p[n] < 0x7f)
    n++;
  return lk_scan_fail_at (rd, rd->line, "expected %s before '%.*s'", what, n ? n : 1,
	       n ? rd->p : "?");
}

bool
lk_scan_accept (struct lk_scanner *rd, const char *text)
{
  skip_space (rd);
  size_t n = strlen (text);
  if ((size_t) (rd->end - rd->p) < n || memcmp (rd->p, text, n))
    return false;
  rd->p += n;
  return true;
}

bool
lk_scan_expect (struct lk_scanner *rd, const char *text)
{
  if (lk_scan_accept (rd, text))
    return true;
  char what[32];
  snprintf (what, sizeof what, "'%s'", text);
  return lk_scan_fail_expected (rd, what);
}

bool
lk_scan_accept_word (struct lk_scanner *rd, const char *word)
{
  const char *before = rd->p;
  if (lk_scan_accept (rd, word) && (rd->p == rd->end || !lk_scan_is_label_char (*rd->p)))
    return true;
  rd->p = before;
  return false;
}

bool
lk_scan_expect_word (struct lk_scanner *rd, const char *word)
{
  if (lk_scan_accept_word (rd, word))
    return true;
  char what[32];
  snprintf (what, sizeof what, "'%s'", word);
  return lk_scan_fail_expected (rd, what);
}

bool
lk_scan_expect_line_done (struct lk_scanner *rd)
{
  return lk_scan_line_done (rd) || lk_scan_fail_expected (rd, "the end of the line");
}

/* ---- Numbers, strings, names.  ---- */

bool
lk_scan_unsigned (struct lk_scanner *rd, uint64_t max, uint64_t *value)
{
  skip_space (rd);
  if (rd->p == rd->end || !is_digit (*rd->p))
    return lk_scan_fail_expected (rd, "a number");
  uint64_t v = 0;
  for (; rd->p < rd->end && is_digit (*rd->p); rd->p++)
    {
      unsigned digit = *rd->p - '0';
      if (v > (max - digit) / 10)
	return lk_scan_fail_at (rd, rd->line, "number too large");
      v = v * 10 + digit;
    }
  *value = v;
  return true;
}

bool
lk_scan_u32 (struct lk_scanner *rd, uint32_t *value)
{
  uint64_t v = 0;
  /* The largest is none (LK_NO_VAR).  */
  bool ok = lk_scan_unsigned (rd, UINT32_MAX - 1, &v);
  *value = (uint32_t) v;
  return ok;
}

bool
lk_scan_signed (struct lk_scanner *rd, int64_t *value)
{
  bool negative = lk_scan_accept (rd, "-");
  uint64_t v = 0;
  if (!lk_scan_unsigned (rd, (uint64_t) INT64_MAX + negative, &v))
    return false;
  *value = negative ? (int64_t) (0 - v) : (int64_t) v;
  return true;
}

/* An offset: a number, or "?".  The number that stands for ANY is none.  */
static bool
read_offset (struct lk_scanner *rd, int64_t *value)
{
  if (lk_scan_accept (rd, "?"))
    {
      *value = LK_ANY;
      return true;
    }
  if (!lk_scan_signed (rd, value))
    return false;
  return *value != LK_ANY || lk_scan_fail_at (rd, rd->line, "number too large");
}

static int
hex_digit (char c)
{
  if (is_digit (c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

bool
lk_scan_string (struct lk_scanner *rd, const char **string)
{
  char *s = lk_arena_alloc (rd->arena, rd->end - rd->p + 1);
  *string = s;
  for (rd->p++; rd->p < rd->end && *rd->p != '"'; rd->p++)
    {
      char c = *rd->p;
      if (c == '\0')
	return lk_scan_fail_at (rd, rd->line, "a string holds a null byte");
      if (c == '\\')
	{
	  if (rd->end - rd->p < 2)
	    break;
	  c = *++rd->p;
	  if (c == 'x')
	    {
	      int high = rd->end - rd->p > 2 ? hex_digit (rd->p[1]) : -1;
	      int low = rd->end - rd->p > 2 ? hex_digit (rd->p[2]) : -1;
	      if (high < 0 || low < 0 || (high | low) == 0)
		return lk_scan_fail_at (rd, rd->line, "malformed '\\x' in a string");
	      c = (char) (high * 16 + low);
	      rd->p += 2;
	    }
	  else if (c != '"' && c != '\\')
	    return lk_scan_fail_at (rd, rd->line, "unknown '\\' in a string");
	}
      *s++ = c;
    }
  if (rd->p >= rd->end)
    return lk_scan_fail_at (rd, rd->line, "a string does not end");
  rd->p++;
  return true;
}

bool
lk_scan_function_name (struct lk_scanner *rd, struct lk_function **fn)
{
  const char *text;
  size_t length;
  skip_space (rd);
  if (rd->p < rd->end && *rd->p == '"')
    {
      if (!lk_scan_string (rd, &text))
	return false;
      length = strlen (text);
    }
  else
    {
      text = rd->p;
      if (rd->p < rd->end && !is_digit (*rd->p))
	while (rd->p < rd->end && (lk_scan_is_label_char (*rd->p) || *rd->p == '.'))
	  rd->p++;
      length = rd->p - text;
      if (length == 0 || *text == '.')
	{
	  rd->p = text;
	  return lk_scan_fail_expected (rd, "the name of a function");
	}
    }
  struct lk_scan_name *name = lk_scan_find_name (rd->arena, &rd->names, 'f', text, length);
  if (!name->pointer)
    {
      name->pointer = *fn = rd->host->add_function (rd->unit, name->text);
      LK_SCAN_GROW (rd->functions, rd->n_functions, rd->functions_room);
      rd->functions[rd->n_functions++] = *fn;
    }
  *fn = name->pointer;
  return true;
}

/* ---- Variables.  ---- */

/* The identity of the global NAME for which the file gives none: the next
   number that nothing has yet.  */
uint64_t
lk_scan_name_identity (struct lk_scanner *rd, const char *text, size_t length)
{
  struct lk_scan_name *by_name = lk_scan_find_name (rd->arena, &rd->names, '!', text, length);
  while (!by_name->line)
    {
      char number[24];
      by_name->number = ++rd->next_identity;
      int n = snprintf (number, sizeof number, "%" PRIu64, by_name->number);
      struct lk_scan_name *taken = lk_scan_find_name (rd->arena, &rd->names, 'i', number, n);
      if (!taken->line)
	{
	  taken->line = by_name->line = rd->line;
	  taken->pointer = by_name;
	}
    }
  return by_name->number;
}

/* The identity that the file gives as a number.  */
bool
lk_scan_number_identity (struct lk_scanner *rd, uint64_t number)
{
  char text[24];
  int n = snprintf (text, sizeof text, "%" PRIu64, number);
  struct lk_scan_name *taken = lk_scan_find_name (rd->arena, &rd->names, 'i', text, n);
  if (taken->pointer)
    return lk_scan_fail_at (rd, rd->line, "the id %s stands for '%s' since line %d", text,
		 ((struct lk_scan_name *) taken->pointer)->text, taken->line);
  taken->line = rd->line;
  return true;
}

/* Read a label after its sigil: letters, then perhaps a dot and digits.  Of
   "f.3" *NAME_LENGTH is that of "f"; of "3" it is 0.  */
bool
lk_scan_label (struct lk_scanner *rd, const char **text, size_t *length,
	    size_t *name_length)
{
  const char *start = *text = rd->p;
  bool number = true;
  for (; rd->p < rd->end && lk_scan_is_label_char (*rd->p); rd->p++)
    number = number && is_digit (*rd->p);
  if (rd->p == start)
    return lk_scan_fail_expected (rd, "a variable's label");
  *name_length = number ? 0 : rd->p - start;
  if (rd->end - rd->p >= 2 && rd->p[0] == '.' && is_digit (rd->p[1]))
    {
      *name_length = rd->p - start;
      for (rd->p++; rd->p < rd->end && is_digit (*rd->p); rd->p++)
	continue;
    }
  *length = rd->p - start;
  return true;
}

static bool
sigil_class (char c, enum lk_var_class *class_)
{
  for (int i = LK_VAR_VALUE; i <= LK_VAR_FUNCTION; i++)
    if (lk_var_sigil (i) == c)
      {
	*class_ = i;
	return true;
      }
  return false;
}

/* Add a variable of CLASS_ that its first use or its declaration names LABEL,
   the first NAME_LENGTH characters of which are the user's.  */
lk_var
lk_scan_add_var (struct lk_scanner *rd, enum lk_var_class class_, struct lk_scan_name *label,
	 const char *name)
{
  lk_var var;
  if (class_ == LK_VAR_FORMAL)
    var = lk_graph_add_formal (rd->graph, name);
  else
    var = lk_graph_add_var (rd->graph, class_, name, 0);
  label->number = var;
  label->line = rd->line;
  return var;
}

bool
lk_scan_var (struct lk_scanner *rd, lk_var *var)
{
  enum lk_var_class class_ = LK_VAR_VALUE;
  if (!sigil_class (*rd->p, &class_))
    return lk_scan_fail_expected (rd, "a variable");
  char sigil = *rd->p++;
  const char *text;
  size_t length, name_length;
  if (!lk_scan_label (rd, &text, &length, &name_length))
    return false;
  struct lk_scan_name *label
    = lk_scan_find_name (rd->scratch, &rd->labels, sigil, text, length);
  *var = (lk_var) label->number;
  if (label->line)
    return true;

  if (class_ == LK_VAR_FORMAL)
    return lk_scan_fail_at (rd, rd->line, "the formal '^%s' is not declared", label->text);
  const char *name
    = name_length ? lk_arena_strndup (rd->scratch, text, name_length) : NULL;
  *var = lk_scan_add_var (rd, class_, label, name);
  struct lk_variable *v = &rd->graph->vars[*var];
  if (class_ == LK_VAR_VALUE && name)
    {
      struct lk_scan_name *user
	= lk_scan_find_name (rd->scratch, &rd->labels, 'u', text, name_length);
      if (!user->line)
	{
	  user->line = rd->line;
	  user->number = ++rd->next_user;
	}
      v->user = (uint32_t) user->number;
    }
  else if (class_ == LK_VAR_GLOBAL)
    v->entity
      = (void *) (uintptr_t) lk_scan_name_identity (rd, text, name_length
						       ? name_length : length);
  else if (class_ == LK_VAR_FUNCTION)
    {
      const char *line_end = rd->end, *after = rd->p;
      rd->p = text;
      rd->end = after;
      struct lk_function *fn;
      bool ok = lk_scan_function_name (rd, &fn);
      rd->p = after;
      rd->end = line_end;
      if (!ok)
	return false;
      rd->graph->vars[*var].entity = fn;
    }
  return true;
}

/* ---- Operands.  ---- */

static bool
read_path (struct lk_scanner *rd, const struct lk_path **path)
{
  lk_var root;
  if (!lk_scan_var (rd, &root))
    return false;
  int64_t few[8], *sel = few, addend = 0;
  unsigned n = 0, room = 8;
  bool ok = true;
  while (ok && lk_scan_accept (rd, "["))
    {
      if (n == room)
	{
	  room *= 2;
	  int64_t *more = lk_xmalloc (room * sizeof *more);
	  memcpy (more, sel, n * sizeof *more);
	  if (sel != few)
	    free (sel);
	  sel = more;
	}
      if (n == UINT16_MAX)
	ok = lk_scan_fail_at (rd, rd->line, "too many selectors");
      else
	ok = read_offset (rd, &sel[n++]) && lk_scan_expect (rd, "]");
    }
  if (ok && lk_scan_accept (rd, "+"))
    ok = read_offset (rd, &addend);
  else if (ok && rd->p < rd->end && *rd->p == '-')
    ok = read_offset (rd, &addend);
  if (ok)
    *path = lk_path_make (rd->graph, root, n, sel, addend);
  if (sel != few)
    free (sel);
  return ok;
}

bool
lk_scan_operand (struct lk_scanner *rd, struct lk_operand *op)
{
  enum lk_var_class class_;
  skip_space (rd);
  if (lk_scan_accept (rd, "?"))
    {
      *op = lk_operand_unknown ();
      return true;
    }
  if (lk_scan_accept (rd, "#"))
    {
      int64_t value = 0;
      bool ok = lk_scan_signed (rd, &value);
      *op = lk_operand_const (value);
      return ok;
    }
  const struct lk_path *path = NULL;
  if (rd->p == rd->end || !sigil_class (*rd->p, &class_))
    return lk_scan_fail_expected (rd, "an operand");
  bool ok = read_path (rd, &path);
  *op = lk_operand_path (path);
  return ok;
}

bool
lk_scan_compare (struct lk_scanner *rd, enum lk_compare *op)
{
  /* The longer spellings first.  */
  static const enum lk_compare order[]
    = { LK_EQ, LK_NE, LK_LE, LK_GE, LK_LT, LK_GT };
  for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
    if (lk_scan_accept (rd, lk_compare_spelling (order[i])))
      {
	*op = order[i];
	return true;
      }
  return lk_scan_fail_expected (rd, "a comparison");
}

bool
lk_scan_line_end (struct lk_scanner *rd, lk_loc *loc)
{
  uint64_t line = 0;
  if (lk_scan_accept (rd, "@") && !lk_scan_unsigned (rd, UINT64_MAX, &line))
    return false;
  *loc = line;
  return lk_scan_expect_line_done (rd);
}

uint64_t
lk_scan_flags (struct lk_scanner *rd, const struct lk_flag_word *words)
{
  uint64_t flags = 0;
  const struct lk_flag_word *word = words;
  while (word->word)
    if (lk_scan_accept_word (rd, word->word))
      {
	flags |= word->flag;
	word = words;
      }
    else
      word++;
  return flags;
}
