/* Where sources of Java classes are searched: in the roots that the user names, and where
   build tools have them beside the folder of classes or the jar that is checked.  The folders
   are those of Maven, Gradle, sbt, Eclipse, IntelliJ IDEA, and usual ones of Ant.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "java.h"
#include "intl.h"
#include "../../spec/file.h"
#include <fnmatch.h>

struct lk_java *lk_java;

/* The folders where a build tool puts classes, as the last parts of a path, and whether they
   are those of tests.  */
static const struct layout
{
  const char *pattern;
  bool tests;
} layouts[] = {
  { "target/classes", false }, { "target/test-classes", true }, { "target/*.jar", false },
  { "target/scala-*/classes", false }, { "target/scala-*/test-classes", true },
  { "target/scala-*/*.jar", false },
  { "build/classes/*/main", false }, { "build/classes/*/test", true },
  { "build/libs/*.jar", false }, { "build/classes", false },
  { "bin/main", false }, { "bin/test", true }, { "bin", false },
  { "out/production/*", false }, { "out/test/*", true }, { "dist/*.jar", false }
};

/* Beside that.  `src' is a root where there is no such folder in it.  */
static const char *const languages[] = { "java", "kotlin", "scala", "groovy" };

static unsigned
parts_of (const char *pattern)
{
  unsigned n = 1;
  for (; *pattern; pattern++)
    n += *pattern == '/';
  return n;
}

/* The last N parts of the absolute name that ends at END; NULL: it has not so many.  */
static const char *
last_parts (const char *name, const char *end, unsigned n)
{
  for (const char *p = end; p > name; p--)
    if (p[-1] == '/' && --n == 0)
      return p;
  return NULL;
}

static const struct layout *
layout_of (const char *name, const char *end, unsigned *parts)
{
  char *head = xstrndup (name, end - name);
  const struct layout *found = NULL;
  for (unsigned i = 0; i < ARRAY_SIZE (layouts) && !found; i++)
    {
      *parts = parts_of (layouts[i].pattern);
      const char *tail = last_parts (head, head + strlen (head), *parts);
      if (tail && !fnmatch (layouts[i].pattern, tail, FNM_PATHNAME))
	found = &layouts[i];
    }
  free (head);
  return found;
}

/* The folder LEVELS above NAME, which is written as NAME is.  Malloced.  */
static char *
above (const char *name, unsigned levels)
{
  char *path = xstrdup (name);
  while (levels-- > 0)
    {
      size_t n = strlen (path);
      while (n > 1 && path[n - 1] == '/')
	path[--n] = '\0';
      char *slash = strrchr (path, '/');
      const char *last = slash ? slash + 1 : path;
      char *longer = NULL;
      if (!strcmp (last, "..") || (!strcmp (last, ".") && slash))
	longer = concat (path, "/..", NULL);
      else if (!strcmp (last, "."))
	longer = xstrdup ("..");
      else if (!slash)
	longer = xstrdup (".");
      else
	slash[slash == path] = '\0';
      if (longer)
	{
	  free (path);
	  path = longer;
	}
    }
  return path;
}

/* BASE/REST becomes a root if it is a folder.  */
static bool
add_root (const char *base, const char *rest)
{
  char *path = strcmp (base, ".") ? concat (base, "/", rest, NULL) : xstrdup (rest);
  struct stat st;
  bool good = stat (path, &st) == 0 && S_ISDIR (st.st_mode);
  bool known = false;
  unsigned i;
  const char *root;
  FOR_EACH_VEC_ELT (lk_java->source_roots, i, root)
    known |= !strcmp (root, path);
  if (good && !known)
    lk_java->source_roots.safe_push (lk_arena_strdup (lk_java->arena, path));
  free (path);
  return good;
}

static bool
add_source_roots (const char *base, bool tests)
{
  bool any = false;
  for (unsigned i = 0; i < ARRAY_SIZE (languages); i++)
    {
      char *rest = concat ("src/", tests ? "test/" : "main/", languages[i], NULL);
      any |= add_root (base, rest);
      free (rest);
    }
  return any || add_root (base, "src");
}

/* The roots beside INPUT or the folder around it that a build tool made.  */
static void
find_roots (const char *input)
{
  char *whole = realpath (input, NULL);
  unsigned up = 0;
  bool found = false;
  for (char *end = whole ? whole + strlen (whole) : NULL; end && end > whole && !found; up++)
    {
      unsigned parts;
      const struct layout *layout = layout_of (whole, end, &parts);
      if (layout)
	{
	  char *base = above (input, up + parts);
	  char *real = realpath (base, NULL);
	  const char *tail = last_parts (whole, end, parts);
	  size_t n = tail - 1 > whole ? tail - 1 - whole : 1;
	  /* Through a link, the parent is another folder.  */
	  if (!real || strlen (real) != n || strncmp (real, whole, n))
	    {
	      free (base);
	      base = xstrndup (whole, n);
	    }
	  found = add_source_roots (base, layout->tests);
	  free (real);
	  free (base);
	}
      *end = '\0';
      end = strrchr (whole, '/');
    }
  free (whole);
}

/* Deliver the list of searched folders, for the note about missing sources.  */
static void
tell_roots (void)
{
  enum { SHOWN = 8 };
  char *text = xstrdup ("");
  unsigned n = lk_java->source_roots.length ();
  for (unsigned i = 0; i < n && i < SHOWN; i++)
    {
      char *longer = concat (text, i == 0 ? "" : i + 1 < n ? ", " : " and ", open_quote,
			     lk_java->source_roots[i], close_quote, NULL);
      free (text);
      text = longer;
    }
  if (n > SHOWN)
    {
      char *longer = xasprintf ("%s and %u more", text, n - SHOWN);
      free (text);
      text = longer;
    }
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  m->kind = LK_MESSAGE_SOURCES;
  m->before = lk_message_text (text);
  lk_deliver (m);
  free (text);
}

void
lk_java_find_sources (void)
{
  char *before = NULL;
  const char *input;
  for (size_t i = 0; (input = lk_classpath_input_path (lk_java->classpath, i)); i++)
    {
      /* Class files come by folders.  */
      const char *slash = strrchr (input, '/');
      const char *dot = strrchr (input, '.');
      bool single = dot && !strcmp (dot, ".class");
      char *folder = (!single ? xstrdup (input) : slash ? xstrndup (input, slash - input)
		      : xstrdup ("."));
      if (!before || strcmp (before, folder))
	find_roots (folder);
      free (before);
      before = folder;
    }
  free (before);
  tell_roots ();
}

/* ---- A source.  ---- */

static bool
readable (const char *path)
{
  struct stat st;
  return stat (path, &st) == 0 && S_ISREG (st.st_mode);
}

/* FILE of the package that WHOLE begins with, below ROOT: in the folders of the package, or in
   none of them; where the language is not Java in the last of them, too, for what all packages
   begin with is often left out.  Malloced, or NULL.  */
static char *
find_below (const char *root, const char *whole, const char *file)
{
  const char *end = strrchr (file, '.');
  bool is_java = end && !strcmp (end, ".java");
  for (const char *rest = whole; rest; )
    {
      char *path = strcmp (root, ".") ? concat (root, "/", rest, NULL) : xstrdup (rest);
      if (readable (path))
	return path;
      free (path);
      const char *slash = strchr (rest, '/');
      rest = !slash ? NULL : is_java ? whole + strlen (whole) - strlen (file) : slash + 1;
    }
  return NULL;
}

/* The source FILE of class NAME, as it is to be printed; in the arena.  Not
   found, it is "p/q/C.java".  */
static const char *
source_path (const char *name, const char *file)
{
  const char *slash = strrchr (name, '/');
  char *package = xstrndup (name, slash ? slash + 1 - name : 0);
  char *whole = concat (package, file, NULL);
  char *found = NULL;
  unsigned i;
  const char *root;
  /* A name is not to lead anywhere else.  */
  bool plain = !strchr (file, '/') && strcmp (file, "..") != 0;
  if (plain)
    FOR_EACH_VEC_ELT (lk_java->source_roots, i, root)
      if ((found = find_below (root, whole, file)))
	break;
  const char *result
    = lk_java_utf8 (lk_java->arena, found ? found : whole);
  /* lk_java_utf8 may return what it was given.  */
  result = lk_arena_strdup (lk_java->arena, result);
  free (found);
  free (whole);
  free (package);
  return result;
}

/* The file of a class that does not say it.  */
static const char *
guessed_file (const struct lk_class *file)
{
  const char *simple = lk_simple_name (file->name);
  size_t n = strcspn (simple + 1, "$") + 1;
  char *stem = xstrndup (simple, n);
  char *name = concat (stem, ".java", NULL);
  const char *result = lk_arena_strdup (lk_java->arena, name);
  free (stem);
  free (name);
  return result;
}

const char *
lk_java_source_file (struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  return source_path (file->name, (file->source_file ? file->source_file
				   : guessed_file (file)));
}

char *
lk_java_read_source (const char *name, size_t *length)
{
  const char *why;
  FILE *stream = lk_file_stream (name, &why);
  if (!stream)
    return NULL;
  char *text = NULL;
  size_t room = 0, n;
  *length = 0;
  do
    {
      if (room - *length < 4096)
	{
	  room = room * 2 + 16384;
	  text = XRESIZEVEC (char, text, room);
	}
      n = fread (text + *length, 1, room - *length, stream);
      *length += n;
    }
  while (n > 0);
  bool good = !ferror (stream);
  fclose (stream);
  if (good)
    return text;
  free (text);
  return NULL;
}
