/* Fuzz target of the Java readers, for libFuzzer (bench/fuzz.sh).

   An input that begins as a class file is read as one, whole and in outline, and
   all of it is touched; both readings must agree.  Any other one is read as
   an input: jar or modules, class path, hierarchy, calls.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "java/hierarchy.h"
#include "spec/arena.h"
#include "testsuite/java/walk.h"

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);

static void
fuzz_class (const uint8_t *bytes, size_t length)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_java_error error;
  size_t before = lk_arena_bytes (arena);
  const struct lk_class *class = lk_class_read (arena, bytes, length, "fuzz",
						&error);
  if (lk_arena_bytes (arena) - before > 2 * LK_CLASS_MEMORY * length + (1 << 20))
    abort ();
  if (!class != !!*error.text)
    abort ();
  struct lk_class *outline = lk_class_read_outline (arena, bytes, length,
						    "fuzz", &error);
  const char *name = lk_class_peek_name (arena, bytes, length);
  if (class)
    {
      if (!outline || !name || strcmp (name, class->name) != 0
	  || walk_class (class, false) != walk_class (outline, false))
	abort ();
      walk_class (class, true);
      lk_binary_name (arena, class->name);
      lk_java_utf8 (arena, class->name);
      for (unsigned i = 0; i < class->n_methods; i++)
	lk_descriptor_print_parameters (arena, class->methods[i].descriptor);
    }
  lk_arena_free (arena);
}

static void
fuzz_hierarchy (struct lk_classpath *path)
{
  struct lk_hierarchy *all = lk_hierarchy_new (path);
  struct lk_arena *arena = lk_arena_new ();
  struct lk_type *object = lk_hierarchy_type (all, "java/lang/Object");
  for (size_t i = 0; i < lk_hierarchy_n_types (all) && i < 50; i++)
    {
      struct lk_type *type = lk_hierarchy_nth_type (all, i);
      lk_hierarchy_is_subtype (all, type, object);
      const struct lk_class *class = type->class_file;
      for (unsigned j = 0; class && j < class->n_methods && j < 20; j++)
	lk_hierarchy_targets (all, type, class->methods[j].name,
			      class->methods[j].descriptor, 3, arena);
    }
  lk_arena_free (arena);
  lk_hierarchy_free (all);
}

static void
fuzz_input (const uint8_t *bytes, size_t length)
{
  char name[64];
  int file = memfd_create ("fuzz", 0);
  if (file < 0 || write (file, bytes, length) != (ssize_t) length)
    abort ();
  snprintf (name, sizeof name, "/proc/self/fd/%d", file);
  struct lk_classpath *path = lk_classpath_new (17, NULL, NULL);
  struct lk_java_error error;
  if (lk_classpath_add_input (path, name, &error))
    fuzz_hierarchy (path);
  else if (!*error.text)
    abort ();
  lk_classpath_free (path);
  close (file);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t length)
{
  if (length >= 4 && !memcmp (bytes, "\xca\xfe\xba\xbe", 4))
    fuzz_class (bytes, length);
  else
    fuzz_input (bytes, length);
  return 0;
}
