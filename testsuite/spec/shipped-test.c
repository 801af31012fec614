/* Tests of the shipped specifications as they are compiled into the library:
   every row parses, means what its source says, and is found; cppcheck's own
   libraries load beside them.

     shipped-test		the tests
     shipped-test --time	what starting, missing and finding cost

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <glob.h>
#include <time.h>
#include "spec-test.h"

static struct buffer errors;

static const char *
shipped_name (uint32_t row)
{
  return spec_shipped.strings + spec_shipped.rows[row].name;
}

static void
test_rows (void)
{
  struct lk_spec *spec = lk_spec_new ();
  bool all = true, reads_back = true;
  struct lk_spec *plain = lk_spec_new ();
  for (uint32_t i = 0; i < spec_shipped.n_rows; i++)
    {
      const char *name = shipped_name (i);
      const struct lk_contract *c = lk_spec_lookup (spec, name);
      if (!c || strcmp (c->name, name) || !c->file || c->line < 1
	  || c->source != LK_SOURCE_SHIPPED_SPEC
	  || c != lk_spec_lookup (spec, name))
	{
	  printf ("--- %s\n", name);
	  all = false;
	  continue;
	}
      char *row = NULL, *again = NULL;
      size_t size;
      FILE *out = open_memstream (&row, &size);
      lk_spec_print_contract (out, c);
      fclose (out);
      errors.length = 0;
      if (read_string (plain, "again", row, &errors))
	{
	  printf ("--- %s%s\n", row, errors.text);
	  reads_back = false;
	}
      else
	{
	  out = open_memstream (&again, &size);
	  lk_spec_print_contract (out, lk_spec_lookup (plain, name));
	  fclose (out);
	  reads_back &= !strcmp (row, again);
	}
      free (row);
      free (again);
    }
  check (spec_shipped.n_rows > 2000, "%u rows are shipped",
	 spec_shipped.n_rows);
  check (all, "every shipped row is found, twice the same");
  check (reads_back, "every shipped row reads back");
  check (!lk_spec_lookup (spec, "no_such_function")
	 && !lk_spec_lookup (spec, ""), "other names are not found");
  lk_spec_free (spec);
  lk_spec_free (plain);
}

/* The row of NAME as it is printed.  */

static void
check_row (const char *name, const char *wanted)
{
  struct lk_spec *spec = lk_spec_new ();
  const struct lk_contract *c = lk_spec_lookup (spec, name);
  char row[512] = "";
  FILE *out = fmemopen (row, sizeof row, "w");
  if (c)
    lk_spec_print_contract (out, c);
  fclose (out);
  check_text (row, wanted, name);
  lk_spec_free (spec);
}

/* Whether some class has the method NAME.  */

static bool
short_method (const char *name)
{
  for (uint32_t i = 0; i < spec_shipped.n_rows; i++)
    {
      const char *row = shipped_name (i), *dot = strrchr (row, '.');
      if (dot && !strcmp (dot + 1, name) && spec_is_method (row))
	return true;
    }
  return false;
}

/* Types are found, twice the same, and read back.  */

static void
test_types (void)
{
  struct lk_spec *spec = lk_spec_new (), *plain = lk_spec_new ();
  bool all = true, reads_back = true;
  for (uint32_t i = 0; i < spec_shipped.n_types; i++)
    {
      const char *name = spec_shipped.strings + spec_shipped.types[i].name;
      const struct lk_type_contract *t = lk_spec_type (spec, name);
      if (!t || strcmp (t->name, name) || t != lk_spec_type (spec, name)
	  || t->source != LK_SOURCE_SHIPPED_SPEC || t->line < 1)
	{
	  printf ("--- %s\n", name);
	  all = false;
	  continue;
	}
      char *text[2];
      size_t size;
      for (int j = 0; j < 2; j++)
	{
	  FILE *out = open_memstream (&text[j], &size);
	  lk_spec_print_type (out, t);
	  fclose (out);
	  errors.length = 0;
	  if (j == 0 && read_string (plain, "again", text[0], &errors))
	    printf ("--- %s%s\n", text[0], errors.text);
	  t = lk_spec_type (plain, name);
	}
      reads_back &= !strcmp (text[0], text[1]);
      free (text[0]);
      free (text[1]);
    }
  check (spec_shipped.n_types > 200, "%u types are shipped",
	 spec_shipped.n_types);
  check (all, "every shipped type is found, twice the same");
  check (reads_back, "every shipped type reads back");
  check (!lk_spec_type (spec, "java.lang.NoSuchClass")
	 && !lk_spec_type (spec, "fopen"), "other types are not found");
  check (lk_spec_package_complete (spec, "java.util")
	 && !lk_spec_package_complete (spec, "java")
	 && !lk_spec_package_complete (spec, "org.example"),
	 "complete packages");
  bool packages = spec_shipped.n_packages > 100;
  for (uint32_t i = 0; i < spec_shipped.n_packages; i++)
    packages &= lk_spec_package_complete (spec, spec_shipped.strings
					  + spec_shipped.packages[i]);
  check (packages, "every complete package is found");

  /* What a release of the JDK changed.  */
  const char *name = "java.util.concurrent.ExecutorService";
  check (lk_spec_type (spec, name)->must != NULL, "the newest release");
  lk_spec_set_release (spec, 17);
  check (lk_spec_type (spec, name)->has_must && !lk_spec_type (spec, name)->must
	 && lk_spec_lookup (spec, "java.util.concurrent.ExecutorService.close")
	    ->clauses == NULL, "release 17");
  lk_spec_set_release (spec, 21);
  check (lk_spec_type (spec, name)->must
	 && lk_spec_lookup (spec, "java.util.concurrent.ExecutorService.close")
	    ->clauses, "release 21");
  lk_spec_free (spec);
  lk_spec_free (plain);
}

static void
test_known (void)
{
  check_row ("fclose", "fclose: release stream arg1;\n");
  check_row ("fprintf", "fprintf: ;\n");
  check_row ("abort", "abort: noreturn;\n");
  struct lk_spec *spec = lk_spec_new ();
  struct lk_kind *stream = lk_spec_kind (spec, "stream");
  struct lk_kind *descriptor = lk_spec_kind (spec, "descriptor");
  struct lk_kind *memory = lk_spec_kind (spec, "memory");
  check (stream && stream->cwe == 775 && stream->size == 8
	 && !strcmp (stream->verb, "closed"), "the kind stream");
  check (descriptor && descriptor->size == 4
	 && lk_range_contains (&descriptor->valid, 0)
	 && !lk_range_contains (&descriptor->valid, -1),
	 "the kind descriptor");
  check (memory && memory->memory && memory->cwe == 401, "the kind memory");

  const char *names[3];
  check (lk_spec_releasers (spec, stream, names, 3) >= 1
	 && !strcmp (names[0], "fclose"), "fclose releases streams");
  check (lk_spec_releasers (spec, descriptor, names, 3) >= 1
	 && !strcmp (names[0], "close"), "close releases descriptors");
  check (lk_spec_releasers (spec, memory, names, 3) >= 1
	 && !strcmp (names[0], "free"), "free releases memory");
  for (struct lk_kind *kind = lk_spec_kinds (spec); kind; kind = kind->next)
    {
      unsigned n = lk_spec_releasers (spec, kind, names, 3);
      bool good = n > 0;
      for (unsigned i = 0; i < n; i++)
	{
	  /* What a kind of Java says itself is the short name of a method.  */
	  const struct lk_contract *c = lk_spec_lookup (spec, names[i]);
	  good &= (c && spec_releases (c, kind) > 0) || short_method (names[i]);
	}
      check (good, "kind %s has releasers", kind->name);
    }

  errors.length = 0;
  int n = read_string (spec, "user.spec",
		       "fclose: borrow;\nxclose: release stream arg1;\n"
		       "kind memory { noun \"heap\"; memory; }\n", &errors);
  check (n == 0 && !lk_spec_lookup (spec, "fclose")->clauses
	 && lk_spec_lookup (spec, "fclose")->source == LK_SOURCE_USER_SPEC,
	 "users' rows win");
  n = (int) lk_spec_releasers (spec, stream, names, 3);
  bool has_fclose = false, has_xclose = false;
  for (int i = 0; i < n; i++)
    {
      has_fclose |= !strcmp (names[i], "fclose");
      has_xclose |= !strcmp (names[i], "xclose");
    }
  check (has_xclose && !has_fclose, "users' rows change who releases");
  check (!strcmp (lk_spec_lookup (spec, "malloc")->clauses->kind->noun,
		  "heap"), "users' kinds win");
  lk_spec_free (spec);

  spec = lk_spec_new ();
  errors.length = 0;
  errors.text[0] = '\0';
  read_string (spec, "lib.cfg",
	       "<def><resource><alloc>my_open</alloc><alloc>fopen</alloc>"
	       "<dealloc>fclose</dealloc></resource></def>", &errors);
  const struct lk_contract *c = lk_spec_lookup (spec, "my_open");
  check (!errors.length && c
	 && c->clauses->kind == lk_spec_kind (spec, "stream"),
	 "a cppcheck group of a shipped releaser is of its kind");
  check (lk_spec_lookup (spec, "fopen")->source == LK_SOURCE_SHIPPED_SPEC,
	 "cppcheck libraries do not replace shipped rows");
  lk_spec_free (spec);
}

/* Where packages put them.  */

static void
test_cppcheck (void)
{
  glob_t found;
  if (glob ("/usr/share/[cC]ppcheck/cfg/*.cfg", 0, NULL, &found)
      && glob ("/usr/lib/*/cppcheck/cfg/*.cfg", 0, NULL, &found))
    {
      printf ("UNSUPPORTED: cppcheck's libraries (cppcheck is not here)\n");
      return;
    }
  for (size_t i = 0; i < found.gl_pathc; i++)
    {
      struct lk_spec *spec = lk_spec_new ();
      errors.length = 0;
      errors.text[0] = '\0';
      lk_spec_read_file (spec, found.gl_pathv[i], LK_SOURCE_USER_SPEC,
			 collect_error, &errors);
      const char *slash = strrchr (found.gl_pathv[i], '/');
      check_text (errors.text, "", slash + 1);
      lk_spec_free (spec);
    }
  globfree (&found);
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

static void
show_times (void)
{
  enum { ROUNDS = 300 };
  double start = 0, miss = 0, find = 0, again = 0;
  for (int round = 0; round < ROUNDS; round++)
    {
      double t0 = now ();
      struct lk_spec *spec = lk_spec_new ();
      double t1 = now ();
      for (int i = 0; i < 1000; i++)
	{
	  char name[] = "own_function_000";
	  name[13] = (char) ('0' + i % 10);
	  name[15] = (char) ('0' + i / 10 % 100);
	  if (lk_spec_lookup (spec, name))
	    abort ();
	}
      double t2 = now ();
      uint32_t step = spec_shipped.n_rows / 100;
      for (uint32_t i = 0; i < 100; i++)
	lk_spec_lookup (spec, shipped_name (i * step));
      double t3 = now ();
      for (uint32_t i = 0; i < 100; i++)
	lk_spec_lookup (spec, shipped_name (i * step));
      double t4 = now ();
      start += t1 - t0;
      miss += (t2 - t1) / 1000;
      find += (t3 - t2) / 100;
      again += (t4 - t3) / 100;
      lk_spec_free (spec);
    }
  printf ("%u names, %u kinds: start %.1f us, miss %.0f ns, first hit %.1f us, "
	  "later hit %.0f ns\n", spec_shipped.n_rows, spec_shipped.n_kinds,
	  start / ROUNDS / 1000, miss / ROUNDS, find / ROUNDS / 1000,
	  again / ROUNDS);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && !strcmp (argv[1], "--time"))
    {
      show_times ();
      return 0;
    }
  test_rows ();
  test_types ();
  test_known ();
  test_cppcheck ();
  return finish ();
}
