/* Mappings, directories, addresses, regular expressions, globs, handles of
   dlopen, iconv, locales and the walk of file trees.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fts.h>
#include <glob.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <locale.h>
#include <netdb.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* MAP_FAILED is not NULL; the mapping outlives its descriptor.  */
int
count_newlines (const char *name)
{
  struct stat st;
  int n = 0;
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  if (fstat (fd, &st) < 0)
    {
      close (fd);
      return -1;
    }
  char *p = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  if (p == MAP_FAILED)
    return -1;
  for (off_t i = 0; i < st.st_size; i++)
    n += p[i] == '\n';
  munmap (p, st.st_size);
  return n;
}

int
count_newlines_leaky (int fd, size_t size)
{
  int n = 0;
  char *p = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);	/* { dg-warning "leak" } */
  if (p == MAP_FAILED)
    return -1;
  if (p[size - 1] != '\n')
    return 0;
  for (size_t i = 0; i < size; i++)
    n += p[i] == '\n';
  munmap (p, size);
  return n;
}

int
has_entry (const char *dir, const char *name)
{
  struct dirent *e;
  DIR *d = opendir (dir);
  if (d == NULL)
    return 0;
  while ((e = readdir (d)) != NULL)
    if (!strcmp (e->d_name, name))
      break;
  closedir (d);
  return e != NULL;
}

int
has_entry_leaky (const char *dir, const char *name)
{
  struct dirent *e;
  DIR *d = opendir (dir);	/* { dg-warning "'d' might not be closed" } */
  if (d == NULL)
    return 0;
  while ((e = readdir (d)) != NULL)
    if (!strcmp (e->d_name, name))
      return 1;
  closedir (d);
  return 0;
}

int
matches (const char *pattern, const char *s)
{
  regex_t re;
  if (regcomp (&re, pattern, REG_EXTENDED | REG_NOSUB) != 0)
    return -1;
  int ret = regexec (&re, s, 0, NULL, 0) == 0;
  regfree (&re);
  return ret;
}

int
matches_leaky (const char *pattern, const char *s)
{
  regex_t re;
  if (regcomp (&re, pattern, REG_EXTENDED | REG_NOSUB) != 0)	/* { dg-warning "leak" } */
    return -1;
  return regexec (&re, s, 0, NULL, 0) == 0;
}

size_t
count_matches (const char *pattern)
{
  glob_t g;
  size_t n = 0;
  if (glob (pattern, GLOB_NOSORT, NULL, &g) == 0)
    {
      n = g.gl_pathc;
      globfree (&g);
    }
  return n;
}

size_t
count_matches_leaky (const char *pattern)
{
  glob_t g;
  if (glob (pattern, GLOB_NOSORT, NULL, &g) != 0)	/* { dg-warning "leak" } */
    return 0;
  return g.gl_pathc;
}

/* getaddrinfo and a loop over its result.  */
int
dial (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list, *ai;
  int s = -1;
  if (getaddrinfo (host, port, &hints, &list) != 0)
    return -1;
  for (ai = list; ai; ai = ai->ai_next)
    {
      s = socket (ai->ai_family, ai->ai_socktype, ai->ai_protocol);
      if (s < 0)
	continue;
      if (connect (s, ai->ai_addr, ai->ai_addrlen) == 0)
	break;
      close (s);
      s = -1;
    }
  freeaddrinfo (list);
  return s;
}

/* The list is freed only when a connection was made.  */
int
dial_list_leaky (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list, *ai;
  int s = -1;
  if (getaddrinfo (host, port, &hints, &list) != 0)	/* { dg-warning "leak" } */
    return -1;
  for (ai = list; ai; ai = ai->ai_next)
    {
      s = socket (ai->ai_family, ai->ai_socktype, ai->ai_protocol);
      if (s < 0)
	continue;
      if (connect (s, ai->ai_addr, ai->ai_addrlen) == 0)
	{
	  freeaddrinfo (list);
	  return s;
	}
      close (s);
    }
  return -1;
}

/* The socket of a failed attempt is lost.  */
int
dial_socket_leaky (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list, *ai;
  int s = -1;
  if (getaddrinfo (host, port, &hints, &list) != 0)
    return -1;
  for (ai = list; ai; ai = ai->ai_next)
    {
      s = socket (ai->ai_family, ai->ai_socktype, ai->ai_protocol);	/* { dg-warning "leak" } */
      if (s < 0)
	continue;
      if (connect (s, ai->ai_addr, ai->ai_addrlen) == 0)
	break;
      s = -1;
    }
  freeaddrinfo (list);
  return s;
}

int
has_ipv6 (void)
{
  struct ifaddrs *list, *i;
  int found = 0;
  if (getifaddrs (&list) < 0)
    return -1;
  for (i = list; i && !found; i = i->ifa_next)
    found = i->ifa_addr && i->ifa_addr->sa_family == AF_INET6;
  freeifaddrs (list);
  return found;
}

int
has_ipv6_leaky (void)
{
  struct ifaddrs *list, *i;
  if (getifaddrs (&list) < 0)		/* { dg-warning "leak" } */
    return -1;
  for (i = list; i; i = i->ifa_next)
    if (i->ifa_addr && i->ifa_addr->sa_family == AF_INET6)
      return 1;
  freeifaddrs (list);
  return 0;
}

/* A plugin stays loaded when it has what we want, else it is unloaded.  */
void *
load_symbol (const char *lib, const char *symbol, void **handle)
{
  void *h = dlopen (lib, RTLD_NOW);
  if (!h)
    return NULL;
  void *p = dlsym (h, symbol);
  if (!p)
    {
      dlclose (h);
      return NULL;
    }
  *handle = h;
  return p;
}

void *
load_symbol_leaky (const char *lib, const char *symbol, void **handle)
{
  void *h = dlopen (lib, RTLD_NOW);	/* { dg-warning "leak" } */
  if (!h)
    return NULL;
  void *p = dlsym (h, symbol);
  if (!p)
    return NULL;
  *handle = h;
  return p;
}

/* iconv_open fails with -1.  */
size_t
to_utf8 (char *in, size_t n, char *out, size_t size)
{
  iconv_t cd = iconv_open ("UTF-8", "LATIN1");
  if (cd == (iconv_t) -1)
    return 0;
  size_t left = size;
  if (iconv (cd, &in, &n, &out, &left) == (size_t) -1)
    left = size;
  iconv_close (cd);
  return size - left;
}

size_t
to_utf8_leaky (char *in, size_t n, char *out, size_t size)
{
  iconv_t cd = iconv_open ("UTF-8", "LATIN1");	/* { dg-warning "'cd' might not be closed" } */
  if (cd == (iconv_t) -1)
    return 0;
  size_t left = size;
  if (iconv (cd, &in, &n, &out, &left) == (size_t) -1)
    return 0;
  iconv_close (cd);
  return size - left;
}

double
parse_c (const char *s)
{
  locale_t c = newlocale (LC_NUMERIC_MASK, "C", (locale_t) 0);
  if (c == (locale_t) 0)
    return 0;
  locale_t old = uselocale (c);
  double d = strtod (s, NULL);
  uselocale (old);
  freelocale (c);
  return d;
}

long
tree_size_leaky (char *const *paths)
{
  long total = 0;
  FTSENT *e;
  FTS *tree = fts_open (paths, FTS_PHYSICAL, NULL);	/* { dg-warning "'tree' might not be closed" } */
  if (!tree)
    return -1;
  while ((e = fts_read (tree)) != NULL)
    {
      if (e->fts_info == FTS_ERR)
	return -1;
      if (e->fts_info == FTS_F)
	total += e->fts_statp->st_size;
    }
  fts_close (tree);
  return total;
}
