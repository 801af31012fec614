/* Java in messages: names as users write them, and places within a line.

   The engine has a method as java.io.FileInputStream.new(java.lang.String); a user writes new
   FileInputStream.  Class files have only the line of a call, so the callee is searched in the
   source, if there is one.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"

/* Columns that a line of a class file has in GCC's table.  */
#define LAST_COLUMN 120

/* The parts of NAME, if it is a method's: the class without its package, and
   the method.  Malloced.  */
static bool
take_apart (const char *name, char **class_name, char **member)
{
  const char *end = name ? strchr (name, '(') : NULL;
  if (!end)
    return false;
  const char *dot = NULL, *start = name;
  for (const char *p = name; p < end; p++)
    if (*p == '.')
      {
	start = dot ? dot + 1 : name;
	dot = p;
      }
  if (!dot)
    return false;
  *class_name = xstrndup (start, dot - start);
  *member = xstrndup (dot + 1, end - dot - 1);
  for (char *p = *class_name + 1; **class_name && *p; p++)
    if (*p == '$' && p[1] && p[1] != '$' && !ISDIGIT (p[1]))
      *p = '.';
  return true;
}

/* Return MEMBER of CLASS_NAME as messages show it: "new Copy", "Copy.run", and "Copy.run.lambda"
   for "lambda$run$0", the name that javac gives to the body of a lambda.  */
static char *
shown_member (const char *class_name, const char *member)
{
  const char *number = strrchr (member, '$');
  if (!strcmp (member, "new"))
    return concat ("new ", class_name, NULL);
  if (!startswith (member, "lambda$") || !number)
    return concat (class_name, ".", member, NULL);
  char *around = (number > member + strlen ("lambda$")
		  ? xstrndup (member + strlen ("lambda$"), number - member - strlen ("lambda$"))
		  : NULL);
  char *shown = (!around || !strcmp (around, "new") || !strcmp (around, "static")
		 ? concat (class_name, ".lambda", NULL)
		 : concat (class_name, ".", around, ".lambda", NULL));
  free (around);
  return shown;
}

char *
lk_shown_name (const char *name)
{
  char *class_name, *member;
  if (!take_apart (name, &class_name, &member))
    return xstrdup (name);
  char *shown = shown_member (class_name, member);
  free (class_name);
  free (member);
  return shown;
}

char *
lk_shown_releaser (const char *name)
{
  const char *end = strchr (name, '(');
  char *row = end ? xstrndup (name, end - name) : xstrdup (name);
  const char *dot = strrchr (row, '.');
  char *shown = xstrdup (dot ? dot + 1 : row);
  free (row);
  return shown;
}

/* ---- Places.  ---- */

static bool
in_word (char c)
{
  return ISALNUM (c) || c == '_' || c == '$' || (c & 0x80);
}

/* Return the position of WORD as a word in the LENGTH characters at LINE, from FROM on; -1:
   none.  */
static int
find_word (const char *line, size_t length, const char *word, size_t from)
{
  size_t n = strlen (word);
  for (size_t i = from; n && i + n <= length; i++)
    if (!memcmp (line + i, word, n) && (i == 0 || !in_word (line[i - 1]))
	&& (i + n == length || !in_word (line[i + n])))
      return i;
  return -1;
}

/* Return the position where LINE calls MEMBER of CLASS_NAME.  */
static int
find_call (const char *line, size_t length, const char *class_name,
	   const char *member)
{
  if (strcmp (member, "new") != 0)
    return find_word (line, length, member, 0);
  const char *dot = strrchr (class_name, '.');
  const char *simple = dot ? dot + 1 : class_name;
  for (int at = find_word (line, length, "new", 0); at >= 0;
       at = find_word (line, length, "new", at + 1))
    {
      size_t next = at + 3;
      while (next < length && ISSPACE (line[next]))
	next++;
      /* Package and outer class may stand before it.  */
      size_t end = next;
      while (end < length && (in_word (line[end]) || line[end] == '.'))
	end++;
      size_t n = strlen (simple);
      if (end - next >= n && !memcmp (line + end - n, simple, n)
	  && (end - next == n || line[end - n - 1] == '.'))
	return at;
    }
  return -1;
}

location_t
lk_java_place (location_t line_start, const char *callee)
{
  expanded_location where = expand_location (line_start);
  if (!where.file || where.column != 1)
    return line_start;
  size_t length;
  const char *line = lk_source_text (where.file, where.line, &length);
  if (!line)
    return line_start;
  int at = -1;
  char *class_name, *member;
  if (take_apart (callee, &class_name, &member))
    {
      at = find_call (line, length, class_name, member);
      free (class_name);
      free (member);
    }
  if (at < 0)
    for (at = 0; (size_t) at < length && ISSPACE (line[at]);)
      at++;
  if (at >= LAST_COLUMN || (size_t) at >= length)
    return line_start;
  return linemap_position_for_loc_and_offset (line_table, line_start, at);
}

/* ---- Statements of several lines.  ---- */

/* Lines before and behind that are looked at.  */
#define STATEMENT_LINES 8

static bool
ends_statement (const char *line, size_t length)
{
  while (length && ISSPACE (line[length - 1]))
    length--;
  return length && strchr (";{}", line[length - 1]);
}

/* "case 1 -> new Res ();".  */
static bool
switch_arm (const char *line, size_t length)
{
  const char *arrow = (const char *) memchr (line, '-', length);
  return ((find_word (line, length, "case", 0) >= 0
	   || find_word (line, length, "default", 0) >= 0)
	  && arrow && arrow + 1 < line + length && arrow[1] == '>');
}

/* "r = switch (n) {".  */
static bool
switch_head (const char *line, size_t length)
{
  int at = find_word (line, length, "switch", 0);
  while (at > 0 && ISSPACE (line[at - 1]))
    at--;
  return at > 0 && line[at - 1] == '=';
}

/* NAME is declared or assigned in LINE: "NAME =".  */
static bool
assigns (const char *line, size_t length, const char *name)
{
  for (int at = find_word (line, length, name, 0); at >= 0;
       at = find_word (line, length, name, at + 1))
    {
      size_t next = at + strlen (name);
      while (next < length && ISSPACE (line[next]))
	next++;
      if (next < length && line[next] == '='
	  && (next + 1 == length || line[next + 1] != '='))
	return true;
    }
  return false;
}

/* Return the distance of two lines of WHERE's map, as a power of two.  */
static unsigned
line_bits (location_t where)
{
  const line_map_ordinary *map
    = linemap_check_ordinary (linemap_lookup (line_table, where));
  return map->m_column_and_range_bits;
}

location_t
lk_java_statement_place (location_t where, const char *handle,
			 const char *acquirer)
{
  expanded_location e = expand_location (where);
  size_t length;
  if (!e.file || !lk_source_text (e.file, e.line, &length))
    return where;
  int line = e.line;
  if (handle && *handle)
    {
      const char *dot = strrchr (handle, '.');
      const char *name = dot ? dot + 1 : handle;
      for (int n = 0; n < STATEMENT_LINES; n++, line--)
	{
	  const char *text = lk_source_text (e.file, line, &length);
	  if (!text || (n > 0 && ends_statement (text, length)
			&& !switch_arm (text, length)
			&& !switch_head (text, length)))
	    break;
	  if (assigns (text, length, name))
	    return where - ((location_t) (e.line - line)
			    << line_bits (where));
	}
      return where;
    }
  if (!acquirer)
    return where;
  /* A switch with a value that is not used.  */
  const char *arm = lk_source_text (e.file, line, &length);
  for (int n = 1; arm && switch_arm (arm, length) && n < STATEMENT_LINES; n++)
    {
      arm = lk_source_text (e.file, line - n, &length);
      if (arm && switch_head (arm, length))
	return where - ((location_t) n << line_bits (where));
    }
  /* A constructor goes by the name of its class.  */
  for (int n = 0; n < STATEMENT_LINES; n++, line++)
    {
      const char *text = lk_source_text (e.file, line, &length);
      if (!text)
	break;
      if (find_call (text, length, acquirer, "new") >= 0)
	return where + ((location_t) (line - e.line)
			<< line_bits (where));
      if (ends_statement (text, length))
	break;
    }
  return where;
}
