/* Corpus, acquisition: POSIX and Linux interfaces: memory, streams, locks and others.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <glob.h>
#include <iconv.h>
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* 1: directories.  */
int
count_entries_clean (const char *name)
{
  DIR *d = opendir (name);
  struct dirent *e;
  int n = 0;
  if (!d)
    return -1;
  while ((e = readdir (d)) != NULL)
    {
      if (e->d_name[0] == '.')
	continue;
      n++;
    }
  closedir (d);
  return n;
}

int
has_entry_leaky (const char *name, const char *wanted)
{
  DIR *d = opendir (name);		/* { dg-warning "leak" } */
  struct dirent *e;
  if (!d)
    return -1;
  while ((e = readdir (d)) != NULL)
    if (strcmp (e->d_name, wanted) == 0)
      return 1;
  closedir (d);
  return 0;
}

/* 2: mmap fails with MAP_FAILED.  */
void *
map_clean (const char *name, size_t *size)
{
  struct stat st;
  void *p;
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) < 0)
    {
      close (fd);
      return NULL;
    }
  p = mmap (NULL, st.st_size, PROT_READ, MAP_SHARED, fd, 0);
  close (fd);
  if (p == MAP_FAILED)
    return NULL;
  *size = st.st_size;
  return p;
}

int
map_leaky (const char *name, size_t size)
{
  int fd = open (name, O_RDWR), rc;
  if (fd < 0)
    return -1;
  char *p = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);	/* { dg-warning "leak" } */
  close (fd);
  if (p == MAP_FAILED)
    return -1;
  p[0] ^= 1;
  rc = msync (p, size, MS_SYNC);
  if (rc < 0)
    return -1;
  munmap (p, size);
  return 0;
}

/* 3: mutexes.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

int
bump_clean (int by)
{
  int value;
  pthread_mutex_lock (&lock);
  if (by < 0)
    {
      pthread_mutex_unlock (&lock);
      return -1;
    }
  value = counter += by;
  pthread_mutex_unlock (&lock);
  return value;
}

int
bump_leaky (int by)
{
  int value;
  pthread_mutex_lock (&lock);		/* { dg-warning "leak" } */
  if (by < 0)
    return -1;
  value = counter += by;
  pthread_mutex_unlock (&lock);
  return value;
}

struct shared { pthread_rwlock_t guard; char *text; };

char *
get_text_clean (struct shared *s)
{
  char *copy = NULL;
  if (pthread_rwlock_rdlock (&s->guard) != 0)
    return NULL;
  if (s->text)
    copy = strdup (s->text);
  pthread_rwlock_unlock (&s->guard);
  return copy;
}

char *
get_text_leaky (struct shared *s)
{
  char *copy;
  if (pthread_rwlock_rdlock (&s->guard) != 0)	/* { dg-warning "leak" } */
    return NULL;
  if (!s->text)
    return NULL;
  copy = strdup (s->text);
  pthread_rwlock_unlock (&s->guard);
  return copy;
}

/* 4: posix_memalign reports by its result.  */
int
aligned_clean (size_t n)
{
  void *p;
  int err = posix_memalign (&p, 64, n);
  if (err)
    {
      errno = err;
      return -1;
    }
  memset (p, 0, n);
  free (p);
  return 0;
}

int
aligned_leaky (size_t n, FILE *in)
{
  void *p;
  if (posix_memalign (&p, 64, n) != 0)	/* { dg-warning "leak" } */
    return -1;
  if (fread (p, 1, n, in) != n)
    return -1;
  free (p);
  return 0;
}

/* 5: regular expressions.  */
int
matches_clean (const char *pattern, const char *text)
{
  regex_t re;
  int rc;
  if (regcomp (&re, pattern, REG_EXTENDED | REG_NOSUB) != 0)
    return -1;
  rc = regexec (&re, text, 0, NULL, 0);
  regfree (&re);
  return rc == 0;
}

int
matches_leaky (const char *pattern, char **texts, int n)
{
  regex_t re;
  if (regcomp (&re, pattern, REG_EXTENDED | REG_NOSUB) != 0)	/* { dg-warning "leak" } */
    return -1;
  for (int i = 0; i < n; i++)
    if (regexec (&re, texts[i], 0, NULL, 0) == 0)
      return i;
  regfree (&re);
  return -1;
}

/* 6: glob.  */
int
list_clean (const char *pattern)
{
  glob_t g;
  int rc = glob (pattern, 0, NULL, &g);
  if (rc == 0)
    {
      for (size_t i = 0; i < g.gl_pathc; i++)
	puts (g.gl_pathv[i]);
      globfree (&g);
    }
  return rc;
}

char *
first_match_leaky (const char *pattern)
{
  glob_t g;
  if (glob (pattern, 0, NULL, &g) != 0)	/* { dg-warning "leak" } */
    return NULL;
  return strdup (g.gl_pathv[0]);
}

/* 7: fts.  */
long
tree_size_clean (char *top)
{
  char *paths[] = { top, NULL };
  FTS *fts = fts_open (paths, FTS_PHYSICAL, NULL);
  FTSENT *e;
  long sum = 0;
  if (!fts)
    return -1;
  while ((e = fts_read (fts)) != NULL)
    {
      if (e->fts_info == FTS_ERR || e->fts_info == FTS_DNR)
	{
	  sum = -1;
	  break;
	}
      if (e->fts_info == FTS_F)
	sum += e->fts_statp->st_size;
    }
  fts_close (fts);
  return sum;
}

long
tree_size_leaky (char *top)
{
  char *paths[] = { top, NULL };
  FTS *fts = fts_open (paths, FTS_PHYSICAL, NULL);	/* { dg-warning "leak" } */
  FTSENT *e;
  long sum = 0;
  if (!fts)
    return -1;
  while ((e = fts_read (fts)) != NULL)
    {
      if (e->fts_info == FTS_ERR)
	return -1;
      if (e->fts_info == FTS_F)
	sum += e->fts_statp->st_size;
    }
  fts_close (fts);
  return sum;
}

/* 8: iconv_open fails with (iconv_t) -1.  */
char *
to_utf8_clean (const char *from, char *text, size_t len)
{
  iconv_t cd = iconv_open ("UTF-8", from);
  if (cd == (iconv_t) -1)
    return NULL;
  size_t room = 4 * len + 1;
  char *out = malloc (room), *end = out;
  if (out)
    {
      if (iconv (cd, &text, &len, &end, &room) == (size_t) -1)
	{
	  free (out);
	  out = NULL;
	}
      else
	*end = '\0';
    }
  iconv_close (cd);
  return out;
}

char *
to_utf8_leaky (const char *from, char *text, size_t len)
{
  iconv_t cd = iconv_open ("UTF-8", from);	/* { dg-warning "leak" } */
  if (cd == (iconv_t) -1)
    return NULL;
  size_t room = 4 * len + 1;
  char *out = malloc (room), *end = out;
  if (!out)
    return NULL;
  if (iconv (cd, &text, &len, &end, &room) == (size_t) -1)
    {
      iconv_close (cd);
      free (out);
      return NULL;
    }
  *end = '\0';
  iconv_close (cd);
  return out;
}

/* 9: dlopen.  */
typedef int (*init_fn) (void);

int
plugin_clean (const char *name)
{
  void *handle = dlopen (name, RTLD_NOW);
  if (!handle)
    {
      fprintf (stderr, "%s\n", dlerror ());
      return -1;
    }
  init_fn init = (init_fn) dlsym (handle, "init");
  int rc = init ? init () : -1;
  dlclose (handle);
  return rc;
}

int
plugin_leaky (const char *name)
{
  void *handle = dlopen (name, RTLD_NOW);	/* { dg-warning "leak" } */
  if (!handle)
    return -1;
  init_fn init = (init_fn) dlsym (handle, "init");
  if (!init)
    {
      fprintf (stderr, "%s: no init\n", name);
      return -1;
    }
  int rc = init ();
  dlclose (handle);
  return rc;
}

/* 10: getline over a whole file; the buffer survives the loop.  */
int
longest_clean (const char *name)
{
  FILE *f = fopen (name, "r");
  char *line = NULL;
  size_t room = 0;
  ssize_t n, most = 0;
  if (!f)
    return -1;
  while ((n = getline (&line, &room, f)) != -1)
    if (n > most)
      most = n;
  free (line);
  fclose (f);
  return most;
}

int
longest_leaky (const char *name)
{
  FILE *f = fopen (name, "r");
  char *line = NULL;
  size_t room = 0;
  ssize_t n, most = 0;
  if (!f)
    return -1;
  while ((n = getline (&line, &room, f)) != -1)	/* { dg-warning "leak" } */
    if (n > most)
      most = n;
  fclose (f);
  return most;
}

/* 11: open_memstream: the stream is closed, then the text is the caller's.  */
char *
describe_clean (int a, int b)
{
  char *text = NULL;
  size_t size;
  FILE *m = open_memstream (&text, &size);
  if (!m)
    return NULL;
  fprintf (m, "%d and %d", a, b);
  if (fclose (m) != 0)
    {
      free (text);
      return NULL;
    }
  return text;
}

int
describe_leaky (int a, int b)
{
  char *text = NULL;
  size_t size;
  FILE *m = open_memstream (&text, &size);	/* { dg-warning "leak" } */
  if (!m)
    return -1;
  fprintf (m, "%d and %d", a, b);
  fclose (m);
  puts (text);
  return 0;
}

/* 12: freopen and tmpfile.  */
int
scratch_clean (const char *text)
{
  FILE *t = tmpfile ();
  if (!t)
    return -1;
  fputs (text, t);
  rewind (t);
  int c = getc (t);
  fclose (t);
  return c;
}

int
scratch_leaky (const char *text)
{
  FILE *t = tmpfile ();			/* { dg-warning "leak" } */
  if (!t)
    return -1;
  if (fputs (text, t) == EOF)
    return -1;
  rewind (t);
  int c = getc (t);
  fclose (t);
  return c;
}

/* 13: scandir's names, each and the array.  */
int
scan_clean (const char *dir)
{
  struct dirent **names;
  int n = scandir (dir, &names, NULL, alphasort);
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    {
      puts (names[i]->d_name);
      free (names[i]);
    }
  free (names);
  return n;
}

int
scan_leaky (const char *dir)
{
  struct dirent **names;
  int n = scandir (dir, &names, NULL, alphasort);	/* { dg-warning "leak" } */
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    {
      puts (names[i]->d_name);
      free (names[i]);
    }
  return n;
}
