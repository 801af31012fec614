/* Corpus, acquisition: directories, mappings, libraries.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>
#include <fcntl.h>
#include <dirent.h>
#include <dlfcn.h>
#include <glob.h>
#include <regex.h>
#include <iconv.h>
#include <locale.h>
#include <fts.h>
#include <stdarg.h>
#include <wordexp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>

extern int visit (const char *path);
extern int process (const char *s);
extern void warnx (const char *fmt, ...);

/* 1 mmap */
int
map_sum (const char *path, unsigned *sum)
{
  struct stat st;
  unsigned s = 0;
  unsigned char *p;
  int fd = open (path, O_RDONLY);

  if (fd < 0)
    return -1;
  if (fstat (fd, &st) < 0)
    {
      close (fd);
      return -1;
    }
  p = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);	/* { dg-warning "leak" } */
  close (fd);
  if (p == MAP_FAILED)
    return -1;
  for (off_t i = 0; i < st.st_size; i++)
    {
      if (p[i] == 0xff)
	return -2;
      s += p[i];
    }
  munmap (p, st.st_size);
  *sum = s;
  return 0;
}

int
map_sum_ok (const char *path, unsigned *sum)
{
  struct stat st;
  unsigned s = 0;
  void *m = MAP_FAILED;
  int fd = open (path, O_RDONLY), rc = -1;

  if (fd < 0)
    return -1;
  if (fstat (fd, &st) == 0 && st.st_size > 0)
    m = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  if (m != MAP_FAILED)
    {
      const unsigned char *p = m;
      for (off_t i = 0; i < st.st_size; i++)
	s += p[i];
      rc = 0;
      munmap (m, st.st_size);
    }
  *sum = s;
  return rc;
}

/* 2 mmap: fd lost on failure */
void *
map_ro (const char *path, size_t *len)
{
  struct stat st;
  void *p;
  int fd = open (path, O_RDONLY);	/* { dg-warning "leak" } */
  if (fd < 0 || fstat (fd, &st) != 0)
    return NULL;
  p = mmap (NULL, st.st_size, PROT_READ, MAP_SHARED, fd, 0);
  close (fd);
  if (p == MAP_FAILED)
    return NULL;
  *len = st.st_size;
  return p;
}

void *
map_ro_ok (const char *path, size_t *len)
{
  struct stat st;
  void *p = NULL;
  int fd;
  if ((fd = open (path, O_RDONLY)) < 0)
    return NULL;
  if (fstat (fd, &st) == 0)
    {
      p = mmap (NULL, st.st_size, PROT_READ, MAP_SHARED, fd, 0);
      if (p == MAP_FAILED)
	p = NULL;
      else
	*len = st.st_size;
    }
  close (fd);
  return p;
}

/* 3 opendir recursive */
int
walk (const char *dir, int depth)
{
  DIR *d = opendir (dir);	/* { dg-warning "leak" } */
  struct dirent *e;
  char sub[1024];

  if (!d)
    return -1;
  while ((e = readdir (d)))
    {
      if (e->d_name[0] == '.')
	continue;
      snprintf (sub, sizeof sub, "%s/%s", dir, e->d_name);
      if (e->d_type == DT_DIR)
	{
	  if (walk (sub, depth + 1) < 0)
	    return -1;
	}
      else
	visit (sub);
    }
  closedir (d);
  return 0;
}

int
walk_ok (const char *dir, int depth)
{
  DIR *d = opendir (dir);
  struct dirent *e;
  char sub[1024];
  int rc = 0;

  if (d == NULL)
    return errno == ENOENT ? 0 : -1;
  while (rc == 0 && (e = readdir (d)) != NULL)
    {
      if (!strcmp (e->d_name, ".") || !strcmp (e->d_name, ".."))
	continue;
      snprintf (sub, sizeof sub, "%s/%s", dir, e->d_name);
      if (e->d_type == DT_DIR)
	rc = depth < 20 ? walk_ok (sub, depth + 1) : 0;
      else
	rc = visit (sub);
    }
  closedir (d);
  return rc;
}

/* 4 scandir */
int
list_sorted (const char *dir)
{
  struct dirent **nl;
  int n = scandir (dir, &nl, NULL, alphasort);	/* { dg-warning "leak" } */
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    {
      puts (nl[i]->d_name);
      free (nl[i]);
    }
  return n;
}

int
list_sorted_ok (const char *dir)
{
  struct dirent **nl;
  int n = scandir (dir, &nl, NULL, alphasort);
  if (n == -1)
    return -1;
  int k = n;
  while (n--)
    {
      puts (nl[n]->d_name);
      free (nl[n]);
    }
  free (nl);
  return k;
}

/* 5 openat / fdopendir */
int
clean_dir (int dfd, const char *name)
{
  int fd = openat (dfd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);	/* { dg-warning "leak" } */
  DIR *d;
  struct dirent *e;
  if (fd < 0)
    return -1;
  d = fdopendir (fd);
  if (!d)
    return -1;
  while ((e = readdir (d)))
    if (e->d_name[0] != '.')
      unlinkat (fd, e->d_name, 0);
  closedir (d);
  return 0;
}

int
clean_dir_ok (int dfd, const char *name)
{
  int fd = openat (dfd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  DIR *d;
  struct dirent *e;
  if (fd < 0)
    return -1;
  d = fdopendir (fd);
  if (!d)
    {
      close (fd);
      return -1;
    }
  while ((e = readdir (d)))
    if (e->d_name[0] != '.')
      unlinkat (dirfd (d), e->d_name, 0);
  closedir (d);
  return 0;
}

/* 6 plugin loader */
struct plugin { void *h; int (*init) (void); const char *name; struct plugin *next; };
static struct plugin *plugins;

int
plugin_load (const char *so)
{
  struct plugin *p;
  void *h = dlopen (so, RTLD_NOW | RTLD_LOCAL);	/* { dg-warning "leak" } */
  int (*init) (void);

  if (!h)
    {
      warnx ("%s", dlerror ());
      return -1;
    }
  init = (int (*) (void)) dlsym (h, "plugin_init");
  if (!init)
    return -1;
  if (init () != 0)
    {
      dlclose (h);
      return -1;
    }
  p = calloc (1, sizeof *p);
  if (!p)
    {
      dlclose (h);
      return -1;
    }
  p->h = h;
  p->init = init;
  p->next = plugins;
  plugins = p;
  return 0;
}

int
plugin_load_ok (const char *so)
{
  struct plugin *p = calloc (1, sizeof *p);
  if (!p)
    return -1;
  p->h = dlopen (so, RTLD_NOW);
  if (!p->h)
    goto err;
  p->init = (int (*) (void)) dlsym (p->h, "plugin_init");
  if (!p->init || p->init () != 0)
    goto err_dl;
  p->next = plugins;
  plugins = p;
  return 0;
err_dl:
  dlclose (p->h);
err:
  free (p);
  return -1;
}

/* 7 popen */
int
git_head (char *out, size_t n)
{
  FILE *p = popen ("git rev-parse HEAD", "r");	/* { dg-warning "leak" } */
  if (!p)
    return -1;
  if (!fgets (out, n, p))
    return -1;
  out[strcspn (out, "\n")] = 0;
  return pclose (p) == 0 ? 0 : -1;
}

int
git_head_ok (char *out, size_t n)
{
  FILE *p = popen ("git rev-parse HEAD", "r");
  int st;
  if (!p)
    return -1;
  *out = 0;
  if (fgets (out, n, p))
    out[strcspn (out, "\n")] = 0;
  st = pclose (p);
  return st == 0 && *out ? 0 : -1;
}

/* 8 glob */
int
each_match (const char *pat)
{
  glob_t g;
  if (glob (pat, GLOB_NOSORT, NULL, &g) != 0)	/* { dg-warning "leak" } */
    return -1;
  for (size_t i = 0; i < g.gl_pathc; i++)
    if (visit (g.gl_pathv[i]) < 0)
      return -1;
  globfree (&g);
  return 0;
}

int
each_match_ok (const char *pat)
{
  glob_t g;
  int rc = 0;
  memset (&g, 0, sizeof g);
  rc = glob (pat, GLOB_MARK, NULL, &g);
  if (rc != 0)
    {
      globfree (&g);
      return rc == GLOB_NOMATCH ? 0 : -1;
    }
  for (char **p = g.gl_pathv; *p && rc == 0; p++)
    rc = visit (*p);
  globfree (&g);
  return rc;
}

/* 9 regex */
int
matches (const char *re, const char *s)
{
  regex_t r;
  if (regcomp (&r, re, REG_EXTENDED | REG_NOSUB))	/* { dg-warning "leak" } */
    return -1;
  if (regexec (&r, s, 0, NULL, 0) == 0)
    return 1;
  regfree (&r);
  return 0;
}

int
matches_ok (const char *re, const char *s)
{
  regex_t r;
  int rc;
  char msg[100];
  if ((rc = regcomp (&r, re, REG_EXTENDED | REG_NOSUB)) != 0)
    {
      regerror (rc, &r, msg, sizeof msg);
      warnx ("%s", msg);
      return -1;
    }
  rc = regexec (&r, s, 0, NULL, 0);
  regfree (&r);
  return rc == 0;
}

/* 10 iconv */
char *
to_utf8 (const char *from, char *in, size_t inlen)
{
  iconv_t cd = iconv_open ("UTF-8", from);	/* { dg-warning "leak" } */
  size_t outlen = inlen * 4 + 1;
  char *out, *o;
  if (cd == (iconv_t) -1)
    return NULL;
  out = o = malloc (outlen);
  if (!out)
    return NULL;
  if (iconv (cd, &in, &inlen, &o, &outlen) == (size_t) -1)
    {
      free (out);
      out = NULL;
    }
  else
    *o = 0;
  iconv_close (cd);
  return out;
}

char *
to_utf8_ok (const char *from, char *in, size_t inlen)
{
  iconv_t cd = iconv_open ("UTF-8", from);
  size_t outlen = inlen * 4 + 1;
  char *out = NULL, *o;
  if (cd == (iconv_t) -1)
    return strdup (in);
  if ((out = o = malloc (outlen)) != NULL)
    {
      if (iconv (cd, &in, &inlen, &o, &outlen) == (size_t) -1)
	{
	  free (out);
	  out = NULL;
	}
      else
	*o = 0;
    }
  iconv_close (cd);
  return out;
}

/* 11 locale, fts */
double
parse_c (const char *s)
{
  locale_t c = newlocale (LC_NUMERIC_MASK, "C", (locale_t) 0);	/* { dg-warning "leak" } */
  double d;
  if (c == (locale_t) 0)
    return 0;
  d = strtod_l (s, NULL, c);
  return d;
}

long
tree_size (char *root)
{
  char *args[] = { root, NULL };
  FTS *f = fts_open (args, FTS_PHYSICAL, NULL);
  FTSENT *e;
  long n = 0;
  if (!f)
    return -1;
  while ((e = fts_read (f)))
    {
      if (e->fts_info == FTS_ERR)
	{
	  n = -1;
	  break;
	}
      if (e->fts_info == FTS_F)
	n += e->fts_statp->st_size;
    }
  fts_close (f);
  return n;
}
