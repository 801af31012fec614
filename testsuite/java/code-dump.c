/* Prints what java/code.h makes of the methods of class files.

   usage: code-dump [OPTION...] FILE...

   A FILE is a class file, a folder with class files in it, at any depth, or
   lib/modules of a JDK.

   --counts	nothing but the sums: classes, methods with code, instructions in
		the class files, those of them that cannot be reached, those in
		copies of subroutines, blocks, lists of handlers, methods refused
   --method=M	only the methods of that name
   --module=M	of lib/modules, only that module
   --time	also the time that decoding took, and the peak of memory
   --read	with --time: do not decode, for comparison

   The exit status is 1 if a class or a method was refused.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _XOPEN_SOURCE 700

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "../../java/jimage.h"
#include "code-test.h"

static bool counts_only, with_time, read_only;
static const char *only_method, *only_module;

static struct
{
  unsigned long classes, bad_classes, methods, refused, raw, unreachable, insns,
    copied, blocks, lists;
} sum;
static size_t largest_arena;

/* ---- Reading.  ---- */

static void
count_body (const struct lk_body *body)
{
  sum.raw += body->n_raw;
  sum.unreachable += body->n_unreachable;
  sum.insns += body->n_insns;
  sum.copied += body->n_insns - (body->n_raw - body->n_unreachable);
  sum.blocks += body->n_blocks;
  sum.lists += body->n_lists - 1;
}

static void
dump_class (const struct lk_class *class_)
{
  sum.classes++;
  for (unsigned i = 0; i < class_->n_methods; i++)
    {
      const struct lk_method *method = &class_->methods[i];
      struct lk_java_error error = { "" };
      if (method->code == NULL
	  || (only_method && strcmp (method->name, only_method) != 0))
	continue;
      sum.methods++;
      if (read_only)
	continue;
      struct lk_arena *arena = lk_arena_new ();
      const struct lk_body *body
	= lk_body_decode (arena, class_, method, &error);
      if (body == NULL)
	{
	  sum.refused++;
	  printf ("refused: %s\n", error.text);
	}
      else
	{
	  count_body (body);
	  if (!counts_only)
	    {
	      printf ("%s.%s%s\n", class_->name, method->name,
		      method->descriptor);
	      print_body (stdout, body);
	    }
	}
      if (lk_arena_bytes (arena) > largest_arena)
	largest_arena = lk_arena_bytes (arena);
      lk_arena_free (arena);
    }
}

static void
dump_bytes (const unsigned char *bytes, size_t length, const char *where)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_java_error error = { "" };
  struct lk_class *class_ = lk_class_read (arena, bytes, length, where, &error);
  if (class_)
    dump_class (class_);
  else
    {
      sum.bad_classes++;
      printf ("refused: %s\n", error.text);
    }
  lk_arena_free (arena);
}

static void
dump_file (const char *path)
{
  FILE *file = fopen (path, "rb");
  if (file == NULL)
    {
      perror (path);
      exit (2);
    }
  size_t length = 0, room = 65536;
  unsigned char *bytes = lk_xmalloc (room);
  size_t got;
  while ((got = fread (bytes + length, 1, room - length, file)) > 0)
    {
      length += got;
      if (length == room)
	bytes = lk_xrealloc (bytes, room *= 2);
    }
  fclose (file);
  dump_bytes (bytes, length, path);
  free (bytes);
}

static void
dump_modules (struct lk_jimage *image)
{
  size_t n = lk_jimage_slots (image);
  for (size_t slot = 0; slot < n; slot++)
    {
      struct lk_arena *arena = lk_arena_new ();
      struct lk_java_error error = { "" };
      struct lk_bytes bytes;
      const char *module, *name;
      if (lk_jimage_class (image, slot, arena, &module, &name)
	  && (only_module == NULL || strcmp (module, only_module) == 0))
	{
	  if (lk_jimage_find_class (image, name, arena, &bytes, &error))
	    dump_bytes (bytes.data, bytes.length, name);
	  else
	    {
	      sum.bad_classes++;
	      printf ("refused: %s: %s\n", name, error.text);
	    }
	}
      lk_arena_free (arena);
    }
}

static int
visit (const char *path, const struct stat *status, int type,
       struct FTW *walk)
{
  size_t length = strlen (path);
  (void) status;
  (void) walk;
  if (type == FTW_F && length > 6 && strcmp (path + length - 6, ".class") == 0)
    dump_file (path);
  return 0;
}

static void
dump (const char *path)
{
  struct lk_java_error error = { "" };
  size_t length = strlen (path);
  struct lk_jimage *image;
  if (length > 8 && strcmp (path + length - 8, "/modules") == 0
      && (image = lk_jimage_open (path, &error)))
    {
      dump_modules (image);
      lk_jimage_free (image);
    }
  else if (length > 6 && strcmp (path + length - 6, ".class") == 0)
    dump_file (path);
  else if (nftw (path, visit, 16, FTW_PHYS) != 0)
    {
      perror (path);
      exit (2);
    }
}

int
main (int argc, char **argv)
{
  struct timespec start, end;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++)
    if (strcmp (argv[i], "--counts") == 0)
      counts_only = true;
    else if (strcmp (argv[i], "--time") == 0)
      with_time = true;
    else if (strcmp (argv[i], "--read") == 0)
      read_only = true;
    else if (strncmp (argv[i], "--method=", 9) == 0)
      only_method = argv[i] + 9;
    else if (strncmp (argv[i], "--module=", 9) == 0)
      only_module = argv[i] + 9;
    else
      {
	fprintf (stderr, "code-dump: unknown option '%s'\n", argv[i]);
	return 2;
      }
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &start);
  for (; i < argc; i++)
    dump (argv[i]);
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &end);
  if (counts_only)
    printf ("%lu classes, %lu methods, %lu instructions, %lu unreachable, "
	    "%lu copied, %lu blocks, %lu lists, %lu methods refused, "
	    "%lu classes refused\n",
	    sum.classes, sum.methods, sum.raw, sum.unreachable, sum.copied,
	    sum.blocks, sum.lists, sum.refused, sum.bad_classes);
  if (with_time)
    {
      struct rusage usage;
      getrusage (RUSAGE_SELF, &usage);
      printf ("%.3f s, %ld KiB at most, %zu KiB for one method at most\n",
	      (double) (end.tv_sec - start.tv_sec)
	      + (double) (end.tv_nsec - start.tv_nsec) / 1e9,
	      usage.ru_maxrss, largest_arena / 1024);
    }
  return sum.refused || sum.bad_classes;
}
