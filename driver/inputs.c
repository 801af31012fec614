/* Sort the inputs that the user named by kind, and check that each is what its name says.  A
   wrong file is reported here, by name, before any other work: the compiler would name
   "/dev/null" if a jar is broken.  The plugin reads the contents of jars and folders.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "driver.h"

static const struct ending
{
  const char *tail;
  enum lk_input_kind kind;
} endings[] =
{
  { ".c", LK_INPUT_C }, { ".i", LK_INPUT_C },
  { ".cc", LK_INPUT_CXX }, { ".cp", LK_INPUT_CXX }, { ".cxx", LK_INPUT_CXX },
  { ".cpp", LK_INPUT_CXX }, { ".CPP", LK_INPUT_CXX },
  { ".c++", LK_INPUT_CXX }, { ".C", LK_INPUT_CXX }, { ".ii", LK_INPUT_CXX },
  { ".java", LK_INPUT_JAVA },
  { ".jar", LK_INPUT_CLASSES }, { ".zip", LK_INPUT_CLASSES },
  { ".jmod", LK_INPUT_CLASSES }, { ".class", LK_INPUT_CLASSES },
  { ".war", LK_INPUT_CLASSES }, { ".ear", LK_INPUT_CLASSES }
};

bool
lk_is_unit_name (const char *name)
{
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (lk_ends (name, endings[i].tail))
      return endings[i].kind == LK_INPUT_C || endings[i].kind == LK_INPUT_CXX;
  return false;
}

/* Inputs that users name sometimes, and that are not read.  */
static const struct { const char *tail, *remedy; } others[] =
{
  { ".apk", "name the jars or class folders it was made of" },
  { ".dex", "name the jars or class folders it was made of" },
  { ".json", "the project of a compilation database is analysed with '-p FILE'" },
  { ".kt", "compile it, and name the class folder" },
  { ".scala", "compile it, and name the class folder" },
  { ".groovy", "compile it, and name the class folder" },
  { ".h", "name a source that includes it" },
  { ".hpp", "name a source that includes it" },
  { ".o", "name the source it was made of; 'leakcheck contracts' reads what was recorded in it" },
  { ".a", "name the sources it was made of; 'leakcheck contracts' reads what was recorded in it" },
  { ".so", "name the sources it was made of; 'leakcheck contracts' reads what was recorded in it" },
  { ".lkc", "give it to the plugin with -fplugin-arg-leakcheck-contracts=FILE, or to"
	    " 'leakcheck contracts --print'" }
};

/* ---- Files.  ---- */

/* Whether STREAM, a jar, has the end of a directory: in its last 64 KiB and a
   bit, a comment of that size may be behind it.  */
static bool
has_directory (FILE *stream)
{
  enum { RECORD = 22, COMMENT = 65535 };
  if (fseek (stream, 0, SEEK_END) != 0)
    return false;
  long size = ftell (stream);
  if (size < RECORD)
    return false;
  long start = size > RECORD + COMMENT ? size - RECORD - COMMENT : 0;
  size_t length = (size_t) (size - start);
  char *bytes = lk_allocate (length, 1);
  bool found = false;
  if (fseek (stream, start, SEEK_SET) == 0)
    {
      length = fread (bytes, 1, length, stream);
      for (size_t i = length; i >= RECORD && !found; i--)
	found = memcmp (bytes + i - RECORD, "PK\5\6", 4) == 0;
    }
  free (bytes);
  return found;
}

static bool
check_file (const char *name, enum lk_input_kind kind)
{
  const char *why;
  FILE *stream = lk_file_stream (name, &why);
  if (!stream)
    {
      lk_error ("%s: %s", name, why);
      return false;
    }
  bool good = true;
  if (kind == LK_INPUT_CLASSES && lk_ends (name, ".class"))
    {
      char magic[4];
      good = (fread (magic, 1, 4, stream) == 4
	      && memcmp (magic, "\xca\xfe\xba\xbe", 4) == 0);
      if (!good)
	lk_error ("%s: no class file: it does not begin with CAFEBABE", name);
    }
  else if (kind == LK_INPUT_CLASSES && !has_directory (stream))
    {
      good = false;
      lk_error ("%s: no jar, or one that was cut off: it has no directory at"
		" its end; copy or build it again", name);
    }
  fclose (stream);
  return good;
}

static const struct ending *
find_ending (const char *name)
{
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (lk_ends (name, endings[i].tail))
      return &endings[i];
  return NULL;
}

/* NAME is there and no folder, but has no ending that we know.  */
static void
refuse (const char *name)
{
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (lk_ends (name, others[i].tail))
      {
	lk_error ("%s: %s files are not read: %s", name, others[i].tail,
		  others[i].remedy);
	return;
      }
  lk_error ("%s: what is it? Known are C (.c, .i), C++ (.cc, .cpp, .cxx, .C,"
	    " .ii), Java (.java, .class, .jar, .zip, .jmod, a folder of"
	    " classes, module:NAME) and lists (@FILE)", name);
}

static void
sort_one (struct lk_inputs *inputs, const char *name)
{
  struct stat status;
  if (lk_begins (name, "module:"))
    {
      inputs->count++;
      lk_strings_add (&inputs->modules, name);
      return;
    }
  if (stat (name, &status) != 0)
    {
      lk_error ("%s: %s", *name ? name : "''", lk_file_reason (errno));
      return;
    }
  if (lk_file_oddity (status.st_mode))
    {
      lk_error ("%s: %s", name, lk_file_oddity (status.st_mode));
      return;
    }
  if (S_ISDIR (status.st_mode))
    {
      inputs->folders = true;
      inputs->count++;
      lk_strings_add (&inputs->classes, name);
      return;
    }
  const struct ending *ending = find_ending (name);
  if (!ending)
    {
      refuse (name);
      return;
    }
  if (!check_file (name, ending->kind))
    return;
  inputs->count++;
  switch (ending->kind)
    {
    case LK_INPUT_C:
      lk_strings_add (&inputs->c, name);
      lk_strings_add (&inputs->units, name);
      break;
    case LK_INPUT_CXX:
      lk_strings_add (&inputs->cxx, name);
      lk_strings_add (&inputs->units, name);
      break;
    case LK_INPUT_JAVA:
      lk_strings_add (&inputs->java, name);
      break;
    case LK_INPUT_CLASSES:
      lk_strings_add (&inputs->classes, name);
      break;
    }
}

void
lk_sort_inputs (struct lk_inputs *inputs, const struct lk_strings *names)
{
  for (size_t i = 0; i < names->count; i++)
    sort_one (inputs, names->items[i]);
}

void
lk_free_inputs (struct lk_inputs *inputs)
{
  lk_strings_free (&inputs->c);
  lk_strings_free (&inputs->cxx);
  lk_strings_free (&inputs->java);
  lk_strings_free (&inputs->classes);
  lk_strings_free (&inputs->modules);
  lk_strings_free (&inputs->units);
}
