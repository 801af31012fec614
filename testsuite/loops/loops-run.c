/* Mode loops without a compiler: reads classes, and prints what the loops leave behind.

   usage: loops-run [--loop=NAME] [--region=NAME] [--list-loops] [--without=PART]... [--time]
	  [-cp PATH] INPUT...

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../../java/class.h"
#include "../../java/classpath.h"
#include "../../java/hierarchy.h"
#include "../../loops/loops.h"
#include "../../spec/spec.h"

static bool paths = false;

/* Print PLACE in the form "LogAppender.java:38: ".  */
static void
print_place (const struct lk_loop_place *place)
{
  const struct lk_class *owner = place->method ? place->method->owner : NULL;
  printf ("%s:%u: ", !owner ? "?" : owner->source_file ? owner->source_file : owner->name,
	  place->line);
}

static void
found (void *data, const struct lk_loop_finding *f)
{
  (void) data;
  print_place (&f->place);
  puts (f->text);
  for (unsigned i = 0; paths && i < f->n_steps; i++)
    {
      printf ("    ");
      print_place (&f->steps[i].place);
      puts (f->steps[i].text);
    }
}

static void
note (void *data, const char *text)
{
  (void) data;
  fprintf (stderr, "%s\n", text);
}

static void
say (void *data, const char *text)
{
  (void) data;
  puts (text);
}

static void
fail (void *data, const char *text)
{
  (void) data;
  printf ("error: %s\n", text);
}

static void
progress (void *data)
{
  (void) data;
}

int
main (int argc, char **argv)
{
  struct lk_loops_options options = { 0 };
  struct lk_loop_name *names = calloc ((size_t) argc, sizeof *names);
  unsigned n_names = 0;
  struct lk_java_error error = { "" };
  struct lk_classpath *classpath = lk_classpath_new (0, NULL, NULL);
  clock_t start = clock ();
  /* Notes on the other stream come between lines.  */
  setvbuf (stdout, NULL, _IOLBF, 0);
  if (!lk_classpath_add_jdk (classpath, NULL, &error))
    printf ("error: %s\n", error.text);
  for (int i = 1; i < argc; i++)
    {
      const char *a = argv[i];
      bool region = !strncmp (a, "--region=", 9);
      if (region || !strncmp (a, "--loop=", 7))
	names[n_names++] = (struct lk_loop_name) { strchr (a, '=') + 1, region, NULL };
      else if (!strcmp (a, "--list-loops"))
	options.list = true;
      else if (!strcmp (a, "--paths"))
	paths = true;
      else if (!strncmp (a, "--without=", 10))
	{
	  for (unsigned k = 0; k < LK_LOOPS_N_PARTS; k++)
	    if (!strcmp (lk_loops_parts[k], a + 10))
	      options.without |= 1u << k;
	}
      else if (!strcmp (a, "-cp") && i + 1 < argc)
	lk_classpath_add_path (classpath, argv[++i]);
      else if (!lk_classpath_add_input (classpath, a, &error))
	printf ("error: %s\n", error.text);
    }
  for (unsigned i = 0; i + 1 < n_names; i++)
    names[i].next = &names[i + 1];
  options.names = n_names ? names : NULL;
  struct lk_hierarchy *hierarchy = lk_hierarchy_new (classpath);
  struct lk_spec *spec = lk_spec_new ();
  struct lk_loops_host host = { NULL, found, note, say, fail, progress };
  lk_loops_run (classpath, hierarchy, spec, &options, &host);
  fprintf (stderr, "%.3f s\n", (double) (clock () - start) / CLOCKS_PER_SEC);
  lk_spec_free (spec);
  lk_hierarchy_free (hierarchy);
  lk_classpath_free (classpath);
  free (names);
  return 0;
}
