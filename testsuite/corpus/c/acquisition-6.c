/* Corpus, acquisition: streams.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <errno.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>

struct table { char **rows; size_t n; };
extern int parse_line (struct table *t, const char *line);
extern void warnx_ (const char *fmt, ...);
extern int verbose;

/* --- an early return between fopen and fclose */
int
read_first_number (const char *path, long *out)
{
  char buf[64];
  FILE *f = fopen (path, "re");	/* { dg-warning "leak" "early return" } */
  if (!f)
    return -errno;
  if (!fgets (buf, sizeof buf, f))
    return -EIO;
  *out = strtol (buf, NULL, 10);
  fclose (f);
  return 0;
}

int
read_first_number_ok (const char *path, long *out)
{
  char buf[64];
  int rc = 0;
  FILE *f = fopen (path, "re");
  if (!f)
    return -errno;
  if (!fgets (buf, sizeof buf, f))
    rc = -EIO;
  else
    *out = strtol (buf, NULL, 10);
  fclose (f);
  return rc;
}

/* --- util-linux style: sysfs attribute */
int
sysfs_read_u64 (const char *dir, const char *attr, unsigned long long *res)
{
  char path[4096];
  FILE *fp;
  int rc;
  snprintf (path, sizeof (path), "%s/%s", dir, attr);
  fp = fopen (path, "r");	/* { dg-warning "leak" "scanf's error return" } */
  if (fp == NULL)
    return -1;
  rc = fscanf (fp, "%llu", res);
  if (rc != 1)
    return -1;
  return fclose (fp);
}

int
sysfs_read_u64_ok (const char *dir, const char *attr, unsigned long long *res)
{
  char path[4096];
  FILE *fp;
  int rc;
  snprintf (path, sizeof (path), "%s/%s", dir, attr);
  fp = fopen (path, "r");
  if (fp == NULL)
    return -1;
  rc = fscanf (fp, "%llu", res);
  return fclose (fp) == 0 && rc == 1 ? 0 : -1;
}

/* --- "-" means standard input */
int
cat_one (const char *name)
{
  FILE *f;
  int c;
  f = strcmp (name, "-") ? fopen (name, "r") : stdin;
  if (!f)
    {
      perror (name);
      return 1;
    }
  while ((c = getc (f)) != EOF)
    if (putchar (c) == EOF)
      break;
  if (f != stdin)
    fclose (f);
  return 0;
}

int
cat_one_bad (const char *name)
{
  FILE *f;
  int c;
  f = strcmp (name, "-") ? fopen (name, "r") : stdin;	/* { dg-warning "leak" } */
  if (!f)
    {
      perror (name);
      return 1;
    }
  while ((c = getc (f)) != EOF)
    if (putchar (c) == EOF)
      break;
  if (f == stdin)
    clearerr (f);
  return 0;
}

/* --- correlated flag */
int
report (const char *logname, bool need, int n)
{
  FILE *log = NULL;
  if (need)
    {
      log = fopen (logname, "a");
      if (log == NULL)
	return -1;
    }
  for (int i = 0; i < n; i++)
    {
      printf ("%d\n", i);
      if (need)
	fprintf (log, "%d\n", i);
    }
  if (need)
    fclose (log);
  return 0;
}

int
report_bad (const char *logname, bool need, bool quiet, int n)
{
  FILE *log = NULL;
  if (need)
    {
      log = fopen (logname, "a");	/* { dg-warning "leak" "other flag" } */
      if (log == NULL)
	return -1;
    }
  for (int i = 0; i < n; i++)
    {
      printf ("%d\n", i);
      if (need)
	fprintf (log, "%d\n", i);
    }
  if (quiet)
    return 0;
  if (need)
    fclose (log);
  return 0;
}

/* --- two files, one cleanup */
int
copy_file (const char *from, const char *to)
{
  FILE *in = NULL, *out = NULL;
  char buf[8192];
  size_t n;
  int ret = -1;

  if ((in = fopen (from, "rb")) == NULL)
    goto done;
  if ((out = fopen (to, "wb")) == NULL)
    goto done;
  while ((n = fread (buf, 1, sizeof buf, in)) > 0)
    if (fwrite (buf, 1, n, out) != n)
      goto done;
  ret = ferror (in) ? -1 : 0;
done:
  if (out && fclose (out))
    ret = -1;
  if (in)
    fclose (in);
  return ret;
}

int
copy_file_bad (const char *from, const char *to)
{
  FILE *in, *out;
  char buf[8192];
  size_t n;

  if ((in = fopen (from, "rb")) == NULL)	/* { dg-warning "leak" "second fopen fails" } */
    return -1;
  if ((out = fopen (to, "wb")) == NULL)
    return -1;
  while ((n = fread (buf, 1, sizeof buf, in)) > 0)
    if (fwrite (buf, 1, n, out) != n)
      break;
  fclose (in);
  return fclose (out);
}

int
copy_file_bad2 (const char *from, const char *to)
{
  FILE *in = NULL, *out = NULL;
  char buf[8192];
  size_t n;
  int ret = -1;

  if ((in = fopen (from, "rb")) == NULL)
    goto done;
  if ((out = fopen (to, "wb")) == NULL)	/* { dg-warning "leak" "only closed on success" } */
    goto done;
  while ((n = fread (buf, 1, sizeof buf, in)) > 0)
    if (fwrite (buf, 1, n, out) != n)
      goto done;
  ret = fclose (out);
done:
  if (in)
    fclose (in);
  return ret;
}

/* --- loops */
int
load_all (struct table *t, char **names, int n)
{
  char line[256];
  for (int i = 0; i < n; i++)
    {
      FILE *f = fopen (names[i], "r");	/* { dg-warning "leak" } */
      if (!f)
	continue;
      if (!fgets (line, sizeof line, f) || line[0] != '#')
	{
	  warnx_ ("%s: no header", names[i]);
	  continue;
	}
      while (fgets (line, sizeof line, f))
	parse_line (t, line);
      fclose (f);
    }
  return 0;
}

int
load_all_ok (struct table *t, char **names, int n)
{
  char line[256];
  int bad = 0;
  for (int i = 0; i < n; i++)
    {
      FILE *f = fopen (names[i], "r");
      if (!f)
	{
	  bad++;
	  continue;
	}
      if (!fgets (line, sizeof line, f) || line[0] != '#')
	{
	  warnx_ ("%s: no header", names[i]);
	  goto next;
	}
      while (fgets (line, sizeof line, f))
	if (parse_line (t, line) < 0)
	  break;
    next:
      fclose (f);
    }
  return bad;
}

FILE *
open_first (const char *const *dirs, const char *base)
{
  char path[512];
  for (; *dirs; dirs++)
    {
      snprintf (path, sizeof path, "%s/%s", *dirs, base);
      FILE *f = fopen (path, "r");
      if (f)
	return f;
    }
  return NULL;
}

int
count_readable (const char *const *dirs, const char *base)
{
  char path[512];
  int count = 0;
  for (; *dirs; dirs++)
    {
      snprintf (path, sizeof path, "%s/%s", *dirs, base);
      FILE *f = fopen (path, "r");	/* { dg-warning "leak" "only counted" } */
      if (f)
	count++;
    }
  return count;
}

/* --- the helper's result, tested and forgotten */
bool
can_open (const char *name)
{
  return fopen (name, "r") != NULL;	/* { dg-warning "leak" "nobody holds it" } */
}

bool
can_open_ok (const char *name)
{
  FILE *f = fopen (name, "r");
  bool ok = f != NULL;
  if (ok)
    fclose (f);
  return ok;
}

/* --- fdopen */
FILE *
create_private (const char *name)
{
  int fd = open (name, O_CREAT | O_EXCL | O_WRONLY, 0600);	/* { dg-warning "leak" } */
  if (fd < 0)
    return NULL;
  return fdopen (fd, "w");
}

FILE *
create_private_ok (const char *name)
{
  FILE *f;
  int fd = open (name, O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (fd < 0)
    return NULL;
  if (!(f = fdopen (fd, "w")))
    {
      int e = errno;
      close (fd);
      unlink (name);
      errno = e;
    }
  return f;
}

int
append_note (int dirfd, const char *name, const char *text)
{
  FILE *f = NULL;
  int rc = -1, fd = openat (dirfd, name, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd == -1)
    return -1;
  f = fdopen (fd, "a");
  if (!f)
    goto out;
  fd = -1;
  if (fputs (text, f) == EOF)
    goto out;
  rc = 0;
out:
  if (f)
    fclose (f);
  if (fd >= 0)
    close (fd);
  return rc;
}

int
append_note_bad (int dirfd, const char *name, const char *text)
{
  FILE *f;
  int fd = openat (dirfd, name, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd == -1)
    return -1;
  f = fdopen (fd, "a");	/* { dg-warning "leak" "the descriptor closed, the stream not" } */
  if (!f)
    {
      close (fd);
      return -1;
    }
  fputs (text, f);
  fflush (f);
  close (fd);
  return 0;
}

/* --- tmpfile, freopen, memstreams */
long
spool_size (FILE *from)
{
  FILE *tmp = tmpfile ();	/* { dg-warning "leak" "negative position" } */
  int c;
  long size;
  if (tmp == NULL)
    return -1;
  while ((c = fgetc (from)) != EOF)
    fputc (c, tmp);
  size = ftell (tmp);
  if (size < 0)
    return -1;
  fclose (tmp);
  return size;
}

long
spool_size_ok (FILE *from)
{
  FILE *tmp = tmpfile ();
  int c;
  long size = -1;
  if (tmp != NULL)
    {
      while ((c = fgetc (from)) != EOF)
	fputc (c, tmp);
      size = ftell (tmp);
      if (fclose (tmp) == EOF)
	size = -1;
    }
  return size;
}

int
redirect_stdout (const char *to)
{
  if (freopen (to, "w", stdout) == NULL)
    return -1;
  setvbuf (stdout, NULL, _IOLBF, 0);
  return 0;
}

int
rotate (const char *a, const char *b)
{
  FILE *f = fopen (a, "w");
  if (!f)
    return -1;
  fputs ("first\n", f);
  f = freopen (b, "w", f);
  if (!f)
    return -1;
  fputs ("second\n", f);
  return fclose (f);
}

int
rotate_bad (const char *a, const char *b)
{
  FILE *f = fopen (a, "w");	/* { dg-warning "leak" "overwritten" } */
  if (!f)
    return -1;
  fputs ("first\n", f);
  f = fopen (b, "w");
  if (!f)
    return -1;
  fputs ("second\n", f);
  return fclose (f);
}

char *
render (int n)
{
  char *buf = NULL;
  size_t len = 0;
  FILE *m = open_memstream (&buf, &len);
  if (!m)
    return NULL;
  for (int i = 0; i < n; i++)
    fprintf (m, "%d,", i);
  if (fclose (m) != 0)
    {
      free (buf);
      return NULL;
    }
  return buf;
}

int
render_count (const char *s)
{
  char *buf = NULL;
  size_t len = 0;
  int commas = 0;
  FILE *m = open_memstream (&buf, &len);	/* { dg-warning "leak" "the stream" } */
  if (!m)
    return -1;
  fputs (s, m);
  fflush (m);
  for (size_t i = 0; i < len; i++)
    commas += buf[i] == ',';
  free (buf);
  return commas;
}

/* --- popen and its own closing function */
int
shell_line (const char *cmd, char *out, size_t size)
{
  FILE *p = popen (cmd, "r");	/* { dg-warning "leak" "nothing read" } */
  if (!p)
    return -1;
  if (fgets (out, (int) size, p) == NULL)
    return -1;
  out[strcspn (out, "\n")] = 0;
  return pclose (p) ? -1 : 0;
}

int
shell_or_file (const char *what, int is_cmd)
{
  FILE *f = is_cmd ? popen (what, "r") : fopen (what, "r");
  int lines = 0, c;
  if (!f)
    return -1;
  while ((c = getc (f)) != EOF)
    lines += c == '\n';
  if (is_cmd)
    pclose (f);
  else
    fclose (f);
  return lines;
}

/* --- wrappers in the unit */
static FILE *
xfopen (const char *name, const char *mode)
{
  FILE *f = fopen (name, mode);
  if (!f)
    {
      perror (name);
      exit (2);
    }
  return f;
}

static void
xfclose (FILE **f)
{
  if (*f)
    {
      if (fclose (*f))
	perror ("close");
      *f = NULL;
    }
}

int
sum (const char *name)
{
  FILE *f = xfopen (name, "r");
  int x, total = 0;
  while (fscanf (f, "%d", &x) == 1)
    total += x;
  xfclose (&f);
  return total;
}

int
sum_bad (const char *name)
{
  FILE *f = xfopen (name, "r");	/* { dg-warning "leak" "negative number" } */
  int x, total = 0;
  while (fscanf (f, "%d", &x) == 1)
    {
      if (x < 0)
	return -1;
      total += x;
    }
  xfclose (&f);
  return total;
}

static int
open_pair (const char *a, const char *b, FILE **fa, FILE **fb)
{
  *fa = fopen (a, "r");
  if (!*fa)
    return -1;
  *fb = fopen (b, "r");
  if (!*fb)
    {
      fclose (*fa);
      return -2;
    }
  return 0;
}

int
same (const char *a, const char *b)
{
  FILE *x, *y;
  int c, d;
  if (open_pair (a, b, &x, &y) < 0)
    return -1;
  do
    {
      c = getc (x);
      d = getc (y);
    }
  while (c == d && c != EOF);
  fclose (x);
  fclose (y);
  return c == d;
}

int
same_bad (const char *a, const char *b)
{
  FILE *x, *y;
  int c, d;
  if (open_pair (a, b, &x, &y) < 0)	/* { dg-warning "leak" "the first on a difference" } */
    return -1;
  do
    {
      c = getc (x);
      d = getc (y);
      if (c != d)
	{
	  fclose (y);
	  return 0;
	}
    }
  while (c != EOF);
  fclose (x);
  fclose (y);
  return 1;
}

/* --- printf family borrows, setvbuf keeps */
int
logline (const char *file, const char *fmt, ...)
{
  va_list ap;
  FILE *f = fopen (file, "a");	/* { dg-warning "leak" "only vfprintf" } */
  if (!f)
    return -1;
  va_start (ap, fmt);
  vfprintf (f, fmt, ap);
  va_end (ap);
  return fflush (f);
}

int
logline_ok (const char *file, const char *fmt, ...)
{
  va_list ap;
  int rc;
  FILE *f = fopen (file, "a");
  if (!f)
    return -1;
  va_start (ap, fmt);
  rc = vfprintf (f, fmt, ap);
  va_end (ap);
  if (fclose (f) || rc < 0)
    return -1;
  return 0;
}

/* --- switch */
int
run_mode (const char *name, int mode)
{
  FILE *f = fopen (name, "r+");	/* { dg-warning "leak" "default branch" } */
  if (!f)
    return -1;
  switch (mode)
    {
    case 0:
      fputs ("zero", f);
      break;
    case 1:
      fputs ("one", f);
      break;
    default:
      return -2;
    }
  fclose (f);
  return 0;
}

int
run_mode_ok (const char *name, int mode)
{
  FILE *f;
  if (!(f = fopen (name, "r+")))
    return -1;
  switch (mode)
    {
    case 0:
      fputs ("zero", f);
      /* fall through */
    case 1:
      fputs ("one", f);
      break;
    default:
      fclose (f);
      return -2;
    }
  return fclose (f) ? -1 : 0;
}

/* --- bash style: fdopen over an existing stream, saved errno */
FILE *
fopen_nofollow (const char *name, struct stat *st)
{
  FILE *f = fopen (name, "r");
  if (f && fstat (fileno (f), st) == 0 && S_ISREG (st->st_mode))
    return f;
  if (f)
    fclose (f);
  errno = EINVAL;
  return NULL;
}

FILE *
fopen_nofollow_bad (const char *name, struct stat *st)
{
  FILE *f = fopen (name, "r");	/* { dg-warning "leak" "not a regular file" } */
  if (f && fstat (fileno (f), st) == 0 && S_ISREG (st->st_mode))
    return f;
  errno = EINVAL;
  return NULL;
}
