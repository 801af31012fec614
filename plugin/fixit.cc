/* The text of a fix-it hint: a statement that releases the handle, inserted before the return
   (or the closing brace) where it is lost.

   The engine has made sure that a release there repairs the leak.  The rest is text: a hint is
   only given if the inserted text surely is a statement of its own on the same path, the
   releaser is declared and takes one argument, and later code does not use the handle.  In all
   other cases there is no hint; a wrong patch is worse than none.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "hash-set.h"
#include "hashtab.h"

/* Hashes of the names of functions with one parameter that were declared.
   Neither declarations nor identifiers are kept alive for this.  */
typedef hash_set<int_hash<hashval_t, 0, 1> > hash_values;
static hash_values *declared;

static hashval_t
hash_name (const char *name)
{
  hashval_t hash = htab_hash_string (name);
  return hash < 2 ? 2 : hash;
}

void
lk_fixit_remember (tree fndecl)
{
  tree args = TYPE_ARG_TYPES (TREE_TYPE (fndecl));
  if (!args || !TREE_CHAIN (args) || VOID_TYPE_P (TREE_VALUE (args))
      || TREE_VALUE (TREE_CHAIN (args)) != void_type_node
      || !DECL_NAME (fndecl))
    return;
  if (!declared)
    declared = new hash_values;
  declared->add (hash_name (IDENTIFIER_POINTER (DECL_NAME (fndecl))));
}

bool
lk_fixit_declared (const char *name)
{
  return declared && declared->contains (hash_name (name));
}

/* ---- Lines.  ---- */

/* Line LINE of FILE, without trailing white space and newline; malloced.  NULL
   if there is none.  */
static char *
line_text (const char *file, int line)
{
  size_t length;
  const char *span = lk_source_text (file, line, &length);
  if (!span)
    return NULL;
  char *text = xstrndup (span, length);
  size_t n = strlen (text);
  while (n && ISSPACE (text[n - 1]))
    text[--n] = '\0';
  return text;
}

static bool
word_char (char c)
{
  return ISALNUM (c) || c == '_';
}

static bool
has_word (const char *text, const char *word)
{
  size_t n = strlen (word);
  for (const char *at = strstr (text, word); at; at = strstr (at + 1, word))
    if ((at == text || !word_char (at[-1])) && !word_char (at[n]))
      return true;
  return false;
}

static bool
is_identifier (const char *text)
{
  if (!*text || ISDIGIT (*text))
    return false;
  while (word_char (*text))
    text++;
  return !*text;
}

/* A call, most likely: a name before a parenthesis.  */
static bool
has_call (const char *text)
{
  for (const char *at = strchr (text, '('); at; at = strchr (at + 1, '('))
    {
      const char *before = at;
      while (before > text && ISSPACE (before[-1]))
	before--;
      if (before > text && (word_char (before[-1]) || before[-1] == ')')
	  && !(before - text == 6 && startswith (text, "return")))
	return true;
    }
  return false;
}

/* Cut a comment off the end of TEXT.  Return false if this line alone does not show where it
   begins.  */
static bool
cut_comment (char *text)
{
  char *line = strstr (text, "//");
  char *open = strstr (text, "/*");
  char *first = line && (!open || line < open) ? line : open;
  if (first)
    {
      if (memchr (text, '"', first - text))
	return false;
      if (first == open)
	{
	  char *close = strstr (open + 2, "*/");
	  if (!close || close[2])
	    return false;
	}
      *first = '\0';
    }
  else if (strstr (text, "*/"))
    return false;
  size_t n = strlen (text);
  while (n && ISSPACE (text[n - 1]))
    text[--n] = '\0';
  return true;
}

/* A statement may begin after line LINE of FILE, or the last one before it
   that holds more than white space and comments.  *LINE becomes that one's
   number, *INDENT the width of its indentation.  */
static bool
statement_may_follow (const char *file, int *line, size_t *indent)
{
  for (;; --*line)
    {
      char *text = line_text (file, *line);
      if (!text)
	return false;
      size_t blanks = *indent = strspn (text, " \t");
      bool empty = !text[blanks];
      bool good = !empty && text[blanks] != '#' && cut_comment (text);
      size_t n = strlen (text);
      empty |= good && n <= blanks;
      good = good && !empty && strchr (";{}:", text[n - 1]);
      free (text);
      if (!empty)
	return good;
    }
}

/* The white space before the last statement that ends before line LINE of
   FILE: malloced, or NULL.  */
static char *
statement_indent (const char *file, int line)
{
  size_t indent, before;
  int last = line - 1;
  if (!statement_may_follow (file, &last, &indent))
    return NULL;
  /* Up to the line where it begins.  */
  for (int above = last - 1; !statement_may_follow (file, &above, &before);
       above--)
    {
      if (above < 1)
	return NULL;
      indent = before;
      last = above;
    }
  char *text = line_text (file, last);
  char *blank = text ? xstrndup (text, indent) : NULL;
  free (text);
  return blank;
}

/* Whether the file puts a space before the parenthesis of a call: as the
   acquisition does.  */
static bool
spaced_calls (const struct lk_finding *finding)
{
  expanded_location at = expand_location ((location_t) finding->loc);
  char *text = at.file ? line_text (at.file, at.line) : NULL;
  bool spaced = false;
  for (const char *p = text && finding->acquirer
		       ? strstr (text, finding->acquirer) : NULL;
       p; p = strstr (p + 1, finding->acquirer))
    if (p[strlen (finding->acquirer)] == ' ')
      spaced = true;
  free (text);
  return spaced;
}

/* The last "return" of TEXT that begins at or before COLUMN (from 0) and has
   only its value's beginning in between; NULL if there is none.  */
static const char *
return_before (const char *text, int column)
{
  static const char word[] = "return";
  size_t n = sizeof word - 1;
  const char *found = NULL;
  for (const char *at = strstr (text, word); at && at - text <= column;
       at = strstr (at + 1, word))
    if ((at == text || !word_char (at[-1])) && !word_char (at[n]))
      found = at;
  for (const char *p = found ? found + n : text; found && p < text + column;
       p++)
    if (*p == ';' || *p == '"')
      return NULL;
  return found;
}

static location_t
in_line (const line_map_ordinary *map, int line, size_t column)
{
  return linemap_position_for_line_and_column (line_table, map, line,
					       column + 1);
}

/* Before the closing brace that begins line LINE of FILE.  */
static bool
before_brace (struct lk_fixit *fixit, const char *file, int line,
	      const line_map_ordinary *map, const char *call)
{
  char *indent = statement_indent (file, line);
  if (!indent)
    return false;
  fixit->before = in_line (map, line, 0);
  fixit->text = concat (indent, call, "\n", NULL);
  free (indent);
  return true;
}

/* Before the return that stands in TEXT, line LINE of FILE, at or before
   COLUMN: on a line of its own where there is a place for one, otherwise in
   braces together with the return.  */
static bool
before_return (struct lk_fixit *fixit, const struct lk_finding *finding,
	       const char *text, const char *file, int line, int column,
	       const line_map_ordinary *map, const char *call)
{
  const char *statement = return_before (text, column);
  const char *end = statement ? strchr (statement, ';') : NULL;
  if (!end || text[strspn (text, " \t")] == '#'
      || text[strlen (text) - 1] == '\\')
    return false;
  char *value = xstrndup (statement, end - statement);
  bool good = (!has_word (value, finding->handle) && !has_call (value)
	       && !strpbrk (value, "\"'"));
  free (value);
  if (!good)
    return false;
  size_t blanks = strspn (text, " \t"), indent;
  int above = line - 1;
  if (statement == text + blanks
      && statement_may_follow (file, &above, &indent))
    {
      fixit->before = in_line (map, line, 0);
      fixit->text = xasprintf ("%.*s%s\n", (int) blanks, text, call);
    }
  else
    {
      fixit->before = in_line (map, line, statement - text);
      fixit->text = concat ("{ ", call, " ", NULL);
      fixit->after = in_line (map, line, end - text);
    }
  return true;
}

bool
lk_find_fixit (const struct lk_finding *finding, const char *releaser,
	       struct lk_fixit *fixit)
{
  location_t where = (location_t) finding->fix_loc;
  memset (fixit, 0, sizeof *fixit);
  if (where <= BUILTINS_LOCATION
      || linemap_location_from_macro_expansion_p (line_table, where)
      || !is_identifier (finding->handle))
    return false;
  expanded_location at = expand_location (where);
  const line_map *map = linemap_lookup (line_table, where);
  char *text = at.file && at.column > 0 ? line_text (at.file, at.line) : NULL;
  bool good = text && *text && map && (int) strlen (text) >= at.column;
  if (good)
    {
      const line_map_ordinary *ordinary = linemap_check_ordinary (map);
      char *call = concat (releaser, spaced_calls (finding) ? " (" : "(",
			   finding->handle, ");", NULL);
      if (text[at.column - 1] == '}')
	/* All that does not return earlier gets there.  */
	good = (finding->never
		&& (int) strspn (text, " \t") == at.column - 1
		&& before_brace (fixit, at.file, at.line, ordinary, call));
      else
	good = before_return (fixit, finding, text, at.file, at.line,
			      at.column - 1, ordinary, call);
      free (call);
    }
  free (text);
  return good;
}
