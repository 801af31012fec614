/* Where the time went, for --verbose: a table of the processor time of all programs that ran, and
   the compilations that took longest.

   wait4 says how long a compilation took; the part of it that the analysis took is that of the
   compiler's child processes, which the plugin writes to the job's file of counts.  The rest of
   this command's children are other programs: a build, or javac.  Compilations that Ninja started
   are not seen.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "driver.h"

/* Compilations that are shown.  */
enum { LONGEST = 10 };

/* Those of one input.  */
struct spent
{
  char *what;
  double seconds, analysis;
  size_t count;
};

static bool wanted;
static struct spent *all;
static size_t count, room;

void
lk_spent_init (bool verbose)
{
  wanted = verbose;
}

void
lk_spent_job (const struct lk_job *job, double seconds)
{
  if (!wanted || !job->counts)
    return;
  if (count == room)
    all = lk_reallocate (all, room = room ? 2 * room : 64, sizeof *all);
  all[count++] = (struct spent) { lk_format ("%s", job->what), seconds,
				  lk_count_checked (job->counts).milliseconds / 1000.0, 1 };
}

static int
by_name (const void *one, const void *two)
{
  return strcmp (((const struct spent *) one)->what, ((const struct spent *) two)->what);
}

static int
by_time (const void *one, const void *two)
{
  const struct spent *p = one, *q = two;
  return p->seconds > q->seconds ? -1 : p->seconds < q->seconds ? 1 : by_name (one, two);
}

/* Make one of all compilations of an input.  */
static void
join_inputs (void)
{
  size_t n = 0;
  qsort (all, count, sizeof *all, by_name);
  for (size_t i = 0; i < count; i++)
    if (n > 0 && strcmp (all[n - 1].what, all[i].what) == 0)
      {
	all[n - 1].seconds += all[i].seconds;
	all[n - 1].analysis += all[i].analysis;
	all[n - 1].count++;
	free (all[i].what);
      }
    else
      all[n++] = all[i];
  count = n;
}

static double
processor_time (int whose)
{
  struct rusage usage;
  getrusage (whose, &usage);
  return lk_rusage_seconds (&usage);
}

double
lk_rusage_seconds (const struct rusage *usage)
{
  return ((double) (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec)
	  + (double) (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1e-6);
}

static void
print_part (const char *what, double seconds, double whole)
{
  fprintf (stderr, "%10.2f s %4.0f %%  %s\n", seconds, whole > 0 ? 100 * seconds / whole : 0,
	   what);
}

void
lk_spent_print (void)
{
  double compilers = 0, analysis = 0;
  size_t compilations = count;
  if (!wanted)
    return;
  for (size_t i = 0; i < count; i++)
    {
      compilers += all[i].seconds;
      analysis += all[i].analysis;
    }
  double own = processor_time (RUSAGE_SELF), children = processor_time (RUSAGE_CHILDREN);
  double others = children > compilers ? children - compilers : 0;
  double whole = own + compilers + others;
  fputs (LK_TR ("leakcheck: processor time:\n"), stderr);
  print_part (LK_TR ("the compiler, without the analysis"), compilers - analysis, whole);
  print_part (LK_TR ("the analysis"), analysis, whole);
  print_part (LK_TR ("other programs, and compilers that were asked something"), others, whole);
  print_part (LK_TR ("this command"), own, whole);
  print_part (LK_TR ("all"), whole, whole);
  join_inputs ();
  qsort (all, count, sizeof *all, by_time);
  if (compilations > 1)
    fprintf (stderr, LK_TR ("leakcheck: %zu compilations of %zu inputs; those that took longest,"
			    " and how much of it the analysis:\n"), compilations, count);
  for (size_t i = 0; i < count && i < LONGEST && compilations > 1; i++)
    {
      fprintf (stderr, "%10.2f s %8.2f s  %s", all[i].seconds, all[i].analysis, all[i].what);
      if (all[i].count > 1)
	fprintf (stderr, LK_TR (" (%zu times)"), all[i].count);
      fputc ('\n', stderr);
    }
  for (size_t i = 0; i < count; i++)
    free (all[i].what);
  free (all);
  all = NULL;
  count = room = 0;
}
