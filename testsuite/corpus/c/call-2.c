/* Corpus, call: helpers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <errno.h>
#include <unistd.h>
#include <fcntl.h>
#include <stdbool.h>

extern int crunch (const void *, size_t);
extern void note (const char *, ...);

#define CLEANUP(f) __attribute__ ((cleanup (f)))
static inline void freep (void *p) { free (*(void **) p); }
static inline void fclosep (FILE **f) { if (*f) fclose (*f); }
static inline void closep (int *fd) { if (*fd >= 0) close (*fd); }
#define _cleanup_free_ CLEANUP (freep)
#define _cleanup_fclose_ CLEANUP (fclosep)
#define _cleanup_close_ CLEANUP (closep)
#define TAKE(p) ({ __typeof__ (p) t_ = (p); (p) = NULL; t_; })

/* 1 cleanup attr */
int
sum_file (const char *path)
{
  _cleanup_fclose_ FILE *f = fopen (path, "re");
  _cleanup_free_ char *buf = NULL;
  size_t n;
  if (!f)
    return -errno;
  buf = malloc (65536);
  if (!buf)
    return -ENOMEM;
  n = fread (buf, 1, 65536, f);
  return crunch (buf, n);
}

int
sum_file_bad (const char *path)
{
  _cleanup_fclose_ FILE *f = fopen (path, "re");
  char *buf;
  size_t n;
  if (!f)
    return -errno;
  buf = malloc (65536);	/* { dg-warning "leak" } */
  if (!buf)
    return -ENOMEM;
  n = fread (buf, 1, 65536, f);
  if (n == 0)
    return 0;
  int r = crunch (buf, n);
  free (buf);
  return r;
}

/* 2 TAKE */
char *
slurp_line (const char *path)
{
  _cleanup_fclose_ FILE *f = fopen (path, "re");
  _cleanup_free_ char *line = NULL;
  size_t cap = 0;
  if (!f)
    return NULL;
  if (getline (&line, &cap, f) < 0)
    return NULL;
  line[strcspn (line, "\n")] = 0;
  return TAKE (line);
}

char *
slurp_line_bad (const char *path)
{
  _cleanup_fclose_ FILE *f = fopen (path, "re");
  char *line = NULL;
  size_t cap = 0;
  if (!f)
    return NULL;
  if (getline (&line, &cap, f) < 0)	/* { dg-warning "leak" } */
    return NULL;
  line[strcspn (line, "\n")] = 0;
  if (!*line)
    return NULL;
  return line;
}

/* 3 malloc (dealloc) */
struct db;
extern void db_close (struct db *, int flush);
extern struct db *db_open (const char *name) __attribute__ ((malloc (db_close, 1)));
extern int db_get (struct db *, const char *k, char *out, size_t n);

int
db_lookup (const char *name, const char *k, char *out, size_t n)
{
  struct db *d = db_open (name);	/* { dg-warning "leak" } */
  if (!d)
    return -1;
  if (db_get (d, k, out, n) < 0)
    return -2;
  db_close (d, 0);
  return 0;
}

int
db_lookup_ok (const char *name, const char *k, char *out, size_t n)
{
  struct db *d;
  int rc = -1;
  if ((d = db_open (name)) != NULL)
    {
      rc = db_get (d, k, out, n);
      db_close (d, rc == 0);
    }
  return rc;
}

/* 4 two levels of release */
static void xfclose (FILE **f) { if (*f) { fclose (*f); *f = NULL; } }
static void finish (FILE **a, FILE **b) { xfclose (a); xfclose (b); }

int
diff_files (const char *a, const char *b)
{
  FILE *fa = fopen (a, "r"), *fb = fopen (b, "r");
  int rc = -1, ca, cb;
  if (fa && fb)
    {
      do
	{
	  ca = getc (fa);
	  cb = getc (fb);
	}
      while (ca == cb && ca != EOF);
      rc = ca != cb;
    }
  finish (&fa, &fb);
  return rc;
}

int
diff_files_bad (const char *a, const char *b)
{
  FILE *fa = fopen (a, "r"), *fb;
  int rc = -1, ca, cb;
  if (!fa)
    return -1;
  fb = fopen (b, "r");	/* { dg-warning "leak" } */
  if (!fb)
    {
      xfclose (&fa);
      return -1;
    }
  do
    {
      ca = getc (fa);
      cb = getc (fb);
      if (ca == 0 || cb == 0)
	{
	  xfclose (&fa);
	  return 2;
	}
    }
  while (ca == cb && ca != EOF);
  rc = ca != cb;
  finish (&fa, &fb);
  return rc;
}

/* 5 out-parameter acquirers, two levels */
static int
open_in (const char *p, FILE **out)
{
  FILE *f = fopen (p, "rb");
  if (!f)
    {
      *out = NULL;
      return -errno;
    }
  *out = f;
  return 0;
}

static int
open_pair (const char *a, const char *b, FILE **fa, FILE **fb)
{
  int rc = open_in (a, fa);
  if (rc < 0)
    return rc;
  rc = open_in (b, fb);
  if (rc < 0)
    {
      fclose (*fa);
      *fa = NULL;
    }
  return rc;
}

int
merge (const char *a, const char *b)
{
  FILE *x, *y;
  int c;
  if (open_pair (a, b, &x, &y) < 0)
    return -1;
  while ((c = getc (x)) != EOF)
    putchar (c);
  while ((c = getc (y)) != EOF)
    putchar (c);
  fclose (x);
  fclose (y);
  return 0;
}

int
merge_bad (const char *a, const char *b)
{
  FILE *x, *y;
  int c;
  if (open_pair (a, b, &x, &y) < 0)	/* { dg-warning "leak" } */
    return -1;
  while ((c = getc (x)) != EOF)
    putchar (c);
  if (ferror (x))
    {
      fclose (x);
      return -1;
    }
  while ((c = getc (y)) != EOF)
    putchar (c);
  fclose (x);
  fclose (y);
  return 0;
}

/* 6 function pointer with one visible target */
struct ops { FILE *(*open) (const char *); void (*close) (FILE *); };
static FILE *std_open (const char *p) { return fopen (p, "r"); }
static void std_close (FILE *f) { fclose (f); }
static const struct ops std_ops = { std_open, std_close };

int
first_byte (const char *p)
{
  FILE *f = std_ops.open (p);
  int c;
  if (!f)
    return -1;
  c = getc (f);
  std_ops.close (f);
  return c;
}

int
first_byte_bad (const char *p)
{
  FILE *f = std_ops.open (p);	/* { dg-warning "leak" } */
  int c;
  if (!f)
    return -1;
  c = getc (f);
  if (c == EOF)
    return -1;
  std_ops.close (f);
  return c;
}

/* 7 variadic */
static char *
strcat_all (const char *first, ...)
{
  va_list ap;
  size_t n = strlen (first) + 1;
  const char *s;
  char *r;
  va_start (ap, first);
  while ((s = va_arg (ap, const char *)))
    n += strlen (s);
  va_end (ap);
  r = malloc (n);
  if (!r)
    return NULL;
  strcpy (r, first);
  va_start (ap, first);
  while ((s = va_arg (ap, const char *)))
    strcat (r, s);
  va_end (ap);
  return r;
}

static void
free_all (void *p, ...)
{
  va_list ap;
  va_start (ap, p);
  for (; p; p = va_arg (ap, void *))
    free (p);
  va_end (ap);
}

int
backup (const char *path)
{
  char *b = strcat_all (path, ".", "bak", (char *) NULL);
  int rc;
  if (!b)
    return -1;
  rc = rename (path, b);
  if (rc < 0)
    note ("%s: %s\n", b, strerror (errno));
  free_all (b, NULL);
  return rc;
}

int
backup_bad (const char *path)
{
  char *b = strcat_all (path, ".", "bak", (char *) NULL);	/* { dg-warning "leak" } */
  if (!b)
    return -1;
  if (access (b, F_OK) == 0)
    return 0;
  if (rename (path, b) < 0)
    {
      note ("%s: %s\n", b, strerror (errno));
      free (b);
      return -1;
    }
  free (b);
  return 0;
}

/* 8 helper that only releases on a condition */
static bool
close_if (FILE *f, bool really)
{
  if (really)
    {
      fclose (f);
      return true;
    }
  return false;
}

int
touch (const char *p)
{
  FILE *f = fopen (p, "a");
  if (!f)
    return -1;
  return close_if (f, true) ? 0 : -1;
}

int
touch_bad (const char *p)
{
  FILE *f = fopen (p, "a");	/* { dg-warning "leak" } */
  if (!f)
    return -1;
  return close_if (f, false) ? 0 : 1;
}

/* 9 returned inside a struct by value */
struct res { int err; char *msg; };

struct res
mkres (int err)
{
  struct res r = { err, NULL };
  if (err)
    r.msg = strdup (strerror (err));
  return r;
}

int
report (int e)
{
  struct res r = mkres (e);	/* { dg-warning "leak" } */
  if (r.msg == NULL)
    return 0;
  note ("%s\n", r.msg);
  return r.err;
}

/* 10 close the previous in a rotating helper */
static int
reopen (int *fd, const char *path)
{
  int n = open (path, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (n < 0)
    return -1;
  if (*fd >= 0)
    close (*fd);
  *fd = n;
  return 0;
}

int
log_twice (const char *a, const char *b)
{
  int fd = -1;
  if (reopen (&fd, a) < 0)
    return -1;
  if (write (fd, "x", 1) != 1)
    note ("short\n");
  if (reopen (&fd, b) < 0)
    {
      close (fd);
      return -1;
    }
  if (write (fd, "y", 1) != 1)
    note ("short\n");
  close (fd);
  return 0;
}

int
log_twice_bad (const char *a, const char *b)
{
  int fd = -1;
  if (reopen (&fd, a) < 0)	/* { dg-warning "leak" } */
    return -1;
  if (write (fd, "x", 1) != 1)
    note ("short\n");
  if (reopen (&fd, b) < 0)
    return -1;
  if (write (fd, "y", 1) != 1)
    note ("short\n");
  close (fd);
  return 0;
}

/* 11 process end */
void
usage_or_die (const char *p, int bad)
{
  FILE *f = fopen (p, "r");
  char b[80];
  if (!f)
    exit (1);
  if (bad)
    {
      fprintf (stderr, "bad usage\n");
      exit (2);
    }
  while (fgets (b, sizeof b, f))
    fputs (b, stdout);
  fclose (f);
}

void
print_help (const char *p, int bad)
{
  FILE *f = fopen (p, "r");	/* { dg-warning "leak" } */
  char b[80];
  if (!f)
    abort ();
  if (bad)
    {
      fprintf (stderr, "bad usage\n");
      return;
    }
  while (fgets (b, sizeof b, f))
    fputs (b, stdout);
  fclose (f);
}
