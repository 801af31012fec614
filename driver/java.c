/* Java sources: compiled to a temporary folder, by javac or ecj. javac comes first, because it
   belongs to the JDK whose classes it reads; ecj has a default level, Java 1.3, so it gets the
   option for the highest it has.  Both get line numbers and names of variables (-g), and no
   annotation processors: they are programs, and this command must not run its input.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "driver.h"

/* ---- The package of a source.  ---- */

/* Behind white space and comments.  */
static const char *
skip_space (const char *p)
{
  for (;;)
    {
      while (isspace ((unsigned char) *p))
	p++;
      if (p[0] == '/' && p[1] == '/')
	p += strcspn (p, "\r\n");
      else if (p[0] == '/' && p[1] == '*')
	{
	  const char *end = strstr (p + 2, "*/");
	  p = end ? end + 2 : p + strlen (p);
	}
      else
	return p;
    }
}

static bool
in_name (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$' || (c & 0x80);
}

/* Behind an annotation's name and arguments; P is behind its `@'.  */
static const char *
skip_annotation (const char *p)
{
  for (p = skip_space (p); in_name (*p) || *p == '.'; p = skip_space (p))
    p++;
  if (*p != '(')
    return p;
  unsigned depth = 0;
  do
    {
      if (*p == '(')
	depth++;
      else if (*p == ')')
	depth--;
      else if (*p == '"' || *p == '\'')
	for (char quote = *p++; *p && *p != quote && *p != '\n'; p++)
	  if (*p == '\\' && p[1])
	    p++;
      if (*p)
	p = skip_space (p + 1);
    }
  while (depth > 0 && *p);
  return p;
}

/* The package that TEXT declares, with slashes for dots: "p/q"; "" for none.
   Allocated.  */
static char *
package_of (const char *text)
{
  struct lk_text name = { 0 };
  lk_text_add (&name, "", 0);
  if (lk_begins (text, "\xef\xbb\xbf"))
    text += 3;
  const char *p = skip_space (text);
  while (*p == '@')
    p = skip_space (skip_annotation (p + 1));
  if (lk_begins (p, "package") && !in_name (p[7]))
    for (p = skip_space (p + 7); in_name (*p) || *p == '.'; p = skip_space (p))
      for (; in_name (*p) || *p == '.'; p++)
	lk_text_add (&name, *p == '.' ? "/" : p, 1);
  return name.bytes;
}

/* Return the folder that the package of SOURCE begins in: "src" for src/p/A.java of package p.
   If the folders are not those of the package, the source's own folder.  Allocated.  */
static char *
root_of (const char *source)
{
  struct lk_text text = { 0 };
  const char *why;
  char *package = (lk_text_read (&text, source, &why) ? package_of (text.bytes)
		   : lk_format ("%s", ""));
  lk_text_free (&text);

  const char *slash = strrchr (source, '/');
  size_t length = slash ? (size_t) (slash - source) : 0;
  size_t package_length = strlen (package);
  if (package_length > 0 && length >= package_length
      && strncmp (source + length - package_length, package,
		  package_length) == 0)
    {
      if (length == package_length)
	length = 0;
      else if (source[length - package_length - 1] == '/')
	{
	  length -= package_length + 1;
	  if (length == 0)
	    slash = source;
	}
    }
  free (package);
  if (length > 0)
    return lk_format ("%.*s", (int) length, source);
  return lk_format ("%s", source[0] == '/' ? "/" : ".");
}

void
lk_java_roots (struct lk_strings *roots, const struct lk_strings *sources)
{
  for (size_t i = 0; i < sources->count; i++)
    {
      char *root = root_of (sources->items[i]);
      bool known = false;
      for (size_t j = 0; j < roots->count && !known; j++)
	known = strcmp (roots->items[j], root) == 0;
      if (known)
	free (root);
      else
	lk_strings_take (roots, root);
    }
}

/* ---- The compiler.  ---- */

static char *
find_compiler (const struct lk_options *options)
{
  char *found;
  if (options->java_compiler)
    {
      found = lk_find_program (options->java_compiler);
      if (!found)
	lk_fatal ("no program '%s'; '--java-compiler' names javac or ecj",
		  options->java_compiler);
      return found;
    }
  const char *home = options->jdk ? options->jdk : getenv ("JAVA_HOME");
  if (home && *home)
    {
      char *file = lk_format ("%s/bin/javac", home);
      found = lk_find_program (file);
      free (file);
      if (found)
	return found;
    }
  if ((found = lk_find_program ("javac")) || (found = lk_find_program ("ecj")))
    return found;
  lk_fatal ("no compiler for .java files: install javac (Debian:"
	    " default-jdk-headless) or ecj (Debian: ecj), name one with"
	    " '--java-compiler=PROGRAM', or give the classes");
}

static bool
is_ecj (const char *compiler)
{
  const char *slash = strrchr (compiler, '/');
  return strstr (slash ? slash + 1 : compiler, "ecj") != NULL;
}

/* The highest level that ecj's help lists, as in "-17 -17.0 ..."; 0 if it
   lists none.  */
static unsigned long
highest_level (const char *compiler)
{
  struct lk_job job = { .what = compiler };
  lk_strings_add (&job.argv, compiler);
  lk_strings_add (&job.argv, "-help");
  lk_run (&job, 1, 1, false);
  unsigned long highest = 0;
  for (const char *p = job.out.bytes; p; p = strchr (p, '\n'))
    {
      p += strspn (p, " \n");
      unsigned long level = (p[0] == '-' && isdigit ((unsigned char) p[1])
			     ? strtoul (p + 1, NULL, 10) : 0);
      if (level > highest && level < 100)
	highest = level;
    }
  lk_free_job (&job);
  return highest;
}

/* Whether the user gave the Java compiler an option that begins with HEAD.  */
static bool
was_given (const struct lk_options *options, const char *head)
{
  for (size_t i = 0; i < options->java.count; i++)
    if (lk_begins (options->java.items[i], head))
      return true;
  return false;
}

static void
add_two (struct lk_strings *argv, const char *option, const char *value)
{
  lk_strings_add (argv, option);
  lk_strings_add (argv, value);
}

/* Names of sources by a list of their own: a command line has an end, and a
   program may have 10,000 of them.  A list understands quotes; what it could
   misunderstand stays on the command line.  */
static void
add_sources (struct lk_strings *argv, const struct lk_strings *sources)
{
  struct lk_text list = { 0 };
  for (size_t i = 0; i < sources->count; i++)
    {
      const char *name = sources->items[i];
      const char *before = *name == '-' ? "./" : "";
      bool listed = !strpbrk (name, "\"\\\n");
      char *text = lk_format (listed ? "\"%s%s\"\n" : "%s%s", before, name);
      if (listed)
	{
	  lk_text_add (&list, text, strlen (text));
	  free (text);
	}
      else
	lk_strings_take (argv, text);
    }
  if (list.length > 0)
    {
      char *file = lk_temp_file ("sources", &list);
      lk_strings_take (argv, lk_format ("@%s", file));
      free (file);
    }
  lk_text_free (&list);
}

void
lk_java_job (struct lk_job *job, const struct lk_options *options,
	     const struct lk_inputs *inputs, const char *destination)
{
  struct lk_strings *argv = &job->argv;
  char *compiler = find_compiler (options);

  job->what = "compiling .java files";
  job->inputs = inputs->java.count;
  lk_strings_add (argv, compiler);
  lk_strings_add (argv, "-g");
  lk_strings_add (argv, "-nowarn");
  if (!was_given (options, "-proc") && !was_given (options, "--processor"))
    lk_strings_add (argv, "-proc:none");
  if (!was_given (options, "-encoding"))
    add_two (argv, "-encoding", "UTF-8");
  if (options->release)
    add_two (argv, "--release", options->release);
  else if (is_ecj (compiler) && !was_given (options, "-source")
	   && !was_given (options, "-1"))
    {
      unsigned long level = highest_level (compiler);
      if (level)
	lk_strings_take (argv, lk_format ("-%lu", level));
    }

  /* The other inputs are part of the program.  */
  const char *path = options->classpath;
  if (!path)
    path = getenv ("CLASSPATH");
  if (inputs->classes.count > 0 || options->classpath)
    {
      struct lk_strings parts = { 0 };
      lk_strings_append (&parts, &inputs->classes);
      if (path && *path)
	lk_strings_add (&parts, path);
      lk_strings_add (argv, "-classpath");
      lk_strings_take (argv, lk_strings_join (&parts, ":"));
      lk_strings_free (&parts);
    }
  if (options->sourcepath)
    add_two (argv, "-sourcepath", options->sourcepath);
  add_two (argv, "-d", destination);
  lk_strings_append (argv, &options->java);
  add_sources (argv, &inputs->java);
  free (compiler);
}
