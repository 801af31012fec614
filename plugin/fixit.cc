/* The text of a fix-it hint: one line that releases the handle, put before
   the return (or the closing brace) where it is lost.

   The engine has made sure that a release there cures the leak.  What is left
   is text: a hint is only given where the inserted line surely is a statement
   of its own on the same path, the releaser is declared and takes one
   argument, and what follows does not use the handle.  In all other cases
   there is no hint; a wrong patch is worse than none.

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
  if (line < 1)
    return NULL;
  char_span span = location_get_source_line (file, line);
  if (!span)
    return NULL;
  char *text = xstrndup (span.get_buffer (), span.length ());
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

/* Cut a comment off the end of TEXT.  False if that cannot be told from this
   line alone.  */
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
   that is not blank.  *INDENT is that line's indentation if it is a statement
   of its own, else NULL; malloced.  */
static bool
statement_may_follow (const char *file, int line, char **indent)
{
  *indent = NULL;
  for (;; line--)
    {
      char *text = line_text (file, line);
      if (!text)
	return false;
      if (!*text)
	{
	  free (text);
	  continue;
	}
      size_t blanks = strspn (text, " \t");
      bool good = text[blanks] != '#' && cut_comment (text);
      size_t n = strlen (text);
      if (good && n == blanks && n)
	{
	  /* Nothing but a comment.  */
	  free (text);
	  continue;
	}
      good = good && n && strchr (";{}:", text[n - 1]);
      if (good && text[n - 1] == ';')
	*indent = xstrndup (text, blanks);
      free (text);
      return good;
    }
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

char *
lk_fixit_text (const struct lk_finding *finding, const char *releaser,
	       location_t *insert_at)
{
  location_t where = (location_t) finding->fix_loc;
  if (where <= BUILTINS_LOCATION
      || linemap_location_from_macro_expansion_p (line_table, where)
      || !is_identifier (finding->handle))
    return NULL;
  expanded_location at = expand_location (where);
  char *text = at.file && at.column > 0 ? line_text (at.file, at.line) : NULL;
  if (!text)
    return NULL;
  char *result = NULL, *indent = NULL;
  size_t blanks = strspn (text, " \t");
  const char *statement = text + blanks;
  const char *end = strchr (statement, ';');
  bool brace = *statement == '}';
  bool good = (at.column == (int) blanks + 1
	       && statement_may_follow (at.file, at.line - 1, &indent));
  if (good && !brace)
    good = (startswith (statement, "return") && !word_char (statement[6])
	    && end && !end[1] && !has_word (statement, finding->handle)
	    && !has_call (statement));
  else if (good)
    good = indent != NULL;
  const line_map *map = linemap_lookup (line_table, where);
  if (good && map && !linemap_macro_expansion_map_p (map))
    {
      *insert_at
	= linemap_position_for_line_and_column (line_table,
						linemap_check_ordinary (map),
						at.line, 1);
      result = xasprintf ("%.*s%s%s(%s);\n",
			  (int) (brace ? strlen (indent) : blanks),
			  brace ? indent : text, releaser,
			  spaced_calls (finding) ? " " : "", finding->handle);
    }
  free (indent);
  free (text);
  return result;
}
