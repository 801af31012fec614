/* What the shipped specifications acquire: results by kind, out-parameters,
   releases on success only, and what functions without any annotation do.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include "conn.h"
#include <dirent.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/socket.h>

void unknown_void (void *);
int unknown_int (int);
FILE *unknown_stream (void);
char *unknown_string (void);

/* ---- Without annotations: parameters stay, results are nobody's.  ---- */

void
result_of_unknown (void)
{
  FILE *f = unknown_stream ();
  char *s = unknown_string ();
  if (f && s)
    puts (s);
}

void
given_to_unknown (void)
{
  void *p = malloc (10); /* error: not-called */
  unknown_void (p);
}

void
given_to_unknown_and_freed (void)
{
  void *p = malloc (10);
  unknown_void (p);
  free (p);
}

void
descriptor_to_unknown (void)
{
  int fd = open ("a", O_RDONLY); /* error: not-called */
  unknown_int (fd);
}

/* ---- realloc, fdopen, and others that take on success only.  ---- */

char *grown (char *old LEAKCHECK_OWNING, size_t n) LEAKCHECK_OWNING;
char *
grown (char *old LEAKCHECK_OWNING, size_t n)
{
  char *p = realloc (old, n);
  if (!p)
    {
      free (old);
      return NULL;
    }
  return p;
}

void
grown_lost (void)
{
  char *p = malloc (10); /* error: not-called */
  char *q = realloc (p, 20);
  if (q)
    free (q);
}

void
grown_freed (void)
{
  char *p = malloc (10);
  char *q = realloc (p, 20);
  if (q)
    free (q);
  else
    free (p);
}

FILE *opened (const char *name) LEAKCHECK_OWNING;
FILE *
opened (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return NULL;
  FILE *f = fdopen (fd, "r");
  if (!f)
    close (fd);
  return f;
}

FILE *opened_lost (const char *name) LEAKCHECK_OWNING;
FILE *
opened_lost (const char *name)
{
  int fd = open (name, O_RDONLY); /* error: not-called */
  if (fd < 0)
    return NULL;
  return fdopen (fd, "r");
}

/* ---- Out-parameters.  ---- */

void
line_freed (FILE *f)
{
  char *line = NULL;
  size_t n = 0;
  while (getline (&line, &n, f) > 0)
    puts (line);
  free (line);
}

void
printed (int n)
{
  char *s;
  if (asprintf (&s, "%d", n) < 0)
    return;
  puts (s);
  free (s);
}

void
printed_lost (int n)
{
  char *s;
  if (asprintf (&s, "%d", n) < 0) /* error: not-called */
    return;
  puts (s);
}

/* ---- Others.  ---- */

void
directory (void)
{
  DIR *d = opendir (".");
  struct dirent *e;
  if (!d)
    return;
  while ((e = readdir (d)))
    puts (e->d_name);
  closedir (d);
}

void
directory_lost (void)
{
  DIR *d = opendir ("."); /* error: not-called */
  if (d && !readdir (d))
    {
      closedir (d);
      return;
    }
}

void
mapped (size_t n)
{
  void *p = mmap (NULL, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return;
  munmap (p, n);
}

void
mapped_lost (size_t n)
{
  void *p = mmap (NULL, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); /* error: not-called */
  if (p == MAP_FAILED)
    puts ("");
}

int
connected (void)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  if (fd < 0)
    return -1;
  if (connect (fd, NULL, 0) < 0)
    {
      close (fd);
      return -1;
    }
  close (fd);
  return 0;
}

int
connected_lost (void)
{
  int fd = socket (AF_INET, SOCK_STREAM, 0); /* error: not-called */
  if (fd < 0)
    return -1;
  if (connect (fd, NULL, 0) < 0)
    return -1;
  close (fd);
  return 0;
}

int descriptor_given (void) LEAKCHECK_ACQUIRE ("descriptor");
int
descriptor_given (void)
{
  return open ("a", O_RDONLY);
}

int
descriptor_given_silently (void)
{
  return open ("a", O_RDONLY); /* error: not-called */
}

void
descriptor_received (void)
{
  int fd = descriptor_given (); /* error: not-called */
  if (fd >= 0)
    lseek (fd, 0, SEEK_SET);
}

char *copied (const char *s) LEAKCHECK_ACQUIRE ("memory");
char *
copied (const char *s)
{
  char *p = malloc (strlen (s) + 1);
  if (!p)
    return NULL;
  return strcpy (p, s);
}

void
standard_streams (void)
{
  fputs ("a", stdout);
  fflush (stderr);
}

void
several (void)
{
  char *a = NULL, *b = NULL;
  FILE *f = NULL;
  a = malloc (10);
  if (!a)
    goto out;
  b = malloc (10);
  if (!b)
    goto out;
  f = fopen ("a", "r");
  if (!f)
    goto out;
  fgets (a, 10, f);
  fclose (f);
 out:
  free (b);
  free (a);
}

void
several_one_lost (void)
{
  char *a = NULL, *b = NULL;
  a = malloc (10);
  if (!a)
    goto out;
  b = malloc (10); /* error: not-called */
  if (!b)
    goto out;
  puts (b);
 out:
  free (a);
}

static inline void free_string (char **p)
  LEAKCHECK_CONTRACT ("release memory *arg1");
static inline void
free_string (char **p)
{
  free (*p);
}

void
cleaned_up (void)
{
  __attribute__ ((cleanup (free_string))) char *s = strdup ("a");
  puts (s);
}

static inline void
look_at_string (char **p)
{
  puts (*p);
}

void
cleaned_up_not (void)
{
  __attribute__ ((cleanup (look_at_string))) char *s = strdup ("a"); /* error: not-called */
  puts (s);
}

static inline void free_not (char **p)
  LEAKCHECK_CONTRACT ("release memory *arg1");
static inline void
free_not (char **p) /* error: promise-broken */
{
  puts (*p);
}

void
cleaned_up_not_as_promised (void)
{
  __attribute__ ((cleanup (free_not))) char *s = strdup ("a");
  puts (s);
}

void
freed_in_loop (int n)
{
  char *last = NULL;
  for (int i = 0; i < n; i++)
    {
      free (last);
      last = strdup ("a");
    }
  free (last);
}

void
lost_in_loop (int n)
{
  char *last = NULL;
  for (int i = 0; i < n; i++)
    last = strdup ("a"); /* error: not-called */
  free (last);
}

void
error_code (void)
{
  int fd = open ("a", O_RDONLY);
  if (fd == -1)
    {
      perror ("a");
      exit (1);
    }
  close (fd);
}

/* ---- Into structures of this function.  ---- */

struct pair
{
  char *a, *b;
};

void
in_structure (void)
{
  struct pair p;
  p.a = strdup ("a");
  p.b = strdup ("b");
  puts (p.a);
  free (p.a);
  free (p.b);
}

void
in_structure_lost (void)
{
  struct pair p;
  p.a = strdup ("a");
  p.b = strdup ("b"); /* error: not-called */
  free (p.a);
}

void
in_structure_of_others (struct pair *p)
{
  p->a = strdup ("a"); /* error: not-called */
}

void
in_array (void)
{
  char *a[2];
  a[0] = strdup ("a");
  a[1] = strdup ("b");
  free (a[0]);
  free (a[1]);
}
