/* Corpus, loss: leaks as a transfer tool and library had them and fixed them:
   address lists, parts of a URL, forms, header files, output streams; each
   before and after.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum code { OK, FAILED, NO_MEMORY };

/* 1: no address could be connected, the list is lost.  */
int
connect_any_before (const char *host)
{
  struct addrinfo *list, *ai;
  if (getaddrinfo (host, "443", NULL, &list))	/* { dg-warning "leak" } */
    return -1;
  for (ai = list; ai; ai = ai->ai_next)
    {
      int s = socket (ai->ai_family, ai->ai_socktype, 0);
      if (s < 0)
	continue;
      if (!connect (s, ai->ai_addr, ai->ai_addrlen))
	{
	  freeaddrinfo (list);
	  return s;
	}
      close (s);
    }
  fprintf (stderr, "cannot connect to %s\n", host);
  return -1;
}

int
connect_any_after (const char *host)
{
  struct addrinfo *list, *ai;
  int s = -1;
  if (getaddrinfo (host, "443", NULL, &list))
    return -1;
  for (ai = list; ai; ai = ai->ai_next)
    {
      s = socket (ai->ai_family, ai->ai_socktype, 0);
      if (s < 0)
	continue;
      if (!connect (s, ai->ai_addr, ai->ai_addrlen))
	break;
      close (s);
      s = -1;
    }
  freeaddrinfo (list);
  if (s < 0)
    fprintf (stderr, "cannot connect to %s\n", host);
  return s;
}

/* 2: a copy of the address list, out of memory in the middle.  */
struct address { struct address *next; socklen_t len; char data[128]; };

static void
address_free (struct address *a)
{
  while (a)
    {
      struct address *next = a->next;
      free (a);
      a = next;
    }
}

enum code
resolve_before (const char *host, struct address **out)
{
  struct addrinfo *list, *ai;
  struct address *head = NULL;
  if (getaddrinfo (host, NULL, NULL, &list))	/* { dg-warning "leak" } */
    return FAILED;
  for (ai = list; ai; ai = ai->ai_next)
    {
      struct address *a = malloc (sizeof *a);
      if (!a)
	{
	  address_free (head);
	  return NO_MEMORY;
	}
      a->len = ai->ai_addrlen;
      memcpy (a->data, ai->ai_addr, ai->ai_addrlen);
      a->next = head;
      head = a;
    }
  freeaddrinfo (list);
  *out = head;
  return OK;
}

enum code
resolve_after (const char *host, struct address **out)
{
  struct addrinfo *list, *ai;
  struct address *head = NULL;
  enum code result = OK;
  if (getaddrinfo (host, NULL, NULL, &list))
    return FAILED;
  for (ai = list; ai; ai = ai->ai_next)
    {
      struct address *a = malloc (sizeof *a);
      if (!a)
	{
	  result = NO_MEMORY;
	  break;
	}
      a->len = ai->ai_addrlen;
      memcpy (a->data, ai->ai_addr, ai->ai_addrlen);
      a->next = head;
      head = a;
    }
  freeaddrinfo (list);
  if (result != OK)
    {
      address_free (head);
      head = NULL;
    }
  *out = head;
  return result;
}

/* 3: parts of a URL; the second copy fails.  */
struct url { char *host, *path; };

enum code
split_before (const char *text, struct url *u)
{
  const char *slash = strchr (text, '/');
  if (!slash)
    return FAILED;
  char *host = strndup (text, slash - text);	/* { dg-warning "leak" } */
  if (!host)
    return NO_MEMORY;
  char *path = strdup (slash);
  if (!path)
    return NO_MEMORY;
  u->host = host;
  u->path = path;
  return OK;
}

enum code
split_after (const char *text, struct url *u)
{
  const char *slash = strchr (text, '/');
  if (!slash)
    return FAILED;
  char *host = strndup (text, slash - text);
  if (!host)
    return NO_MEMORY;
  char *path = strdup (slash);
  if (!path)
    {
      free (host);
      return NO_MEMORY;
    }
  u->host = host;
  u->path = path;
  return OK;
}

/* 4: a netrc file with a name that is too long.  */
int
netrc_before (const char *name, const char *host, char user[64])
{
  char word[256];
  bool mine = false;
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return 1;
  while (fscanf (f, "%255s", word) == 1)
    if (!strcmp (word, "machine"))
      mine = fscanf (f, "%255s", word) == 1 && !strcmp (word, host);
    else if (mine && !strcmp (word, "login"))
      {
	if (fscanf (f, "%255s", word) != 1 || strlen (word) > 63)
	  return -1;
	strcpy (user, word);
	break;
      }
  fclose (f);
  return 0;
}

int
netrc_after (const char *name, const char *host, char user[64])
{
  char word[256];
  bool mine = false;
  int ret = 0;
  FILE *f = fopen (name, "r");
  if (!f)
    return 1;
  while (fscanf (f, "%255s", word) == 1)
    if (!strcmp (word, "machine"))
      mine = fscanf (f, "%255s", word) == 1 && !strcmp (word, host);
    else if (mine && !strcmp (word, "login"))
      {
	if (fscanf (f, "%255s", word) != 1 || strlen (word) > 63)
	  {
	    ret = -1;
	    break;
	  }
	strcpy (user, word);
	break;
      }
  fclose (f);
  return ret;
}

/* 5: an upload file whose size cannot be had.  */
int
upload_before (const char *name, int out)
{
  struct stat st;
  char buffer[512];
  ssize_t n = 0;
  int in = strcmp (name, "-") ? open (name, O_RDONLY) : STDIN_FILENO;	/* { dg-warning "'in' might not be closed" } */
  if (in < 0 || fstat (in, &st))
    {
      fprintf (stderr, "cannot open '%s'\n", name);
      return -1;
    }
  while ((n = read (in, buffer, sizeof buffer)) > 0)
    if (write (out, buffer, n) != n)
      break;
  if (in != STDIN_FILENO)
    close (in);
  return n == 0 ? 0 : -1;
}

int
upload_after (const char *name, int out)
{
  struct stat st;
  char buffer[512];
  ssize_t n = 0;
  int in = strcmp (name, "-") ? open (name, O_RDONLY) : STDIN_FILENO;
  if (in < 0 || fstat (in, &st))
    {
      fprintf (stderr, "cannot open '%s'\n", name);
      if (in >= 0 && in != STDIN_FILENO)
	close (in);
      return -1;
    }
  while ((n = read (in, buffer, sizeof buffer)) > 0)
    if (write (out, buffer, n) != n)
      break;
  if (in != STDIN_FILENO)
    close (in);
  return n == 0 ? 0 : -1;
}

/* 6: a whole file into memory; the reallocation fails.  */
enum code
file_to_memory_before (FILE *f, char **out, size_t *len)
{
  char chunk[1024], *buffer = NULL;
  size_t n, used = 0;
  while ((n = fread (chunk, 1, sizeof chunk, f)) > 0)
    {
      char *p = realloc (buffer, used + n + 1);		/* { dg-warning "leak" } */
      if (!p)
	return NO_MEMORY;
      buffer = p;
      memcpy (buffer + used, chunk, n);
      used += n;
      buffer[used] = '\0';
    }
  *out = buffer;
  *len = used;
  return OK;
}

enum code
file_to_memory_after (FILE *f, char **out, size_t *len)
{
  char chunk[1024], *buffer = NULL;
  size_t n, used = 0;
  while ((n = fread (chunk, 1, sizeof chunk, f)) > 0)
    {
      char *p = realloc (buffer, used + n + 1);
      if (!p)
	{
	  free (buffer);
	  return NO_MEMORY;
	}
      buffer = p;
      memcpy (buffer + used, chunk, n);
      used += n;
      buffer[used] = '\0';
    }
  *out = buffer;
  *len = used;
  return OK;
}

/* 7: cookies to a temporary file that is renamed; the rename fails.  */
int
save_cookies_before (const char *name, const char *const *cookies)
{
  char *tmp = NULL;
  FILE *f;
  if (asprintf (&tmp, "%s.tmp", name) < 0)	/* { dg-warning "'tmp' might not be freed" } */
    return -1;
  f = fopen (tmp, "w");
  if (!f)
    {
      free (tmp);
      return -1;
    }
  for (; *cookies; cookies++)
    fprintf (f, "%s\n", *cookies);
  fclose (f);
  if (rename (tmp, name))
    {
      unlink (tmp);
      return -1;
    }
  free (tmp);
  return 0;
}

int
save_cookies_after (const char *name, const char *const *cookies)
{
  char *tmp = NULL;
  int ret = -1;
  FILE *f;
  if (asprintf (&tmp, "%s.tmp", name) < 0)
    return -1;
  f = fopen (tmp, "w");
  if (!f)
    goto out;
  for (; *cookies; cookies++)
    fprintf (f, "%s\n", *cookies);
  fclose (f);
  if (rename (tmp, name))
    unlink (tmp);
  else
    ret = 0;
out:
  free (tmp);
  return ret;
}

/* 8: an output stream that may be standard output.  */
int
download_before (int s, const char *name)
{
  char buffer[512];
  ssize_t n;
  FILE *out = name ? fopen (name, "wb") : stdout;	/* { dg-warning "'out' might not be closed" } */
  if (!out)
    return -1;
  while ((n = recv (s, buffer, sizeof buffer, 0)) != 0)
    {
      if (n < 0 && errno == EINTR)
	continue;
      if (n < 0)
	return -1;
      if (fwrite (buffer, 1, n, out) != (size_t) n)
	break;
    }
  if (out != stdout)
    fclose (out);
  return 0;
}

int
download_after (int s, const char *name)
{
  char buffer[512];
  ssize_t n;
  int ret = 0;
  FILE *out = name ? fopen (name, "wb") : stdout;
  if (!out)
    return -1;
  while ((n = recv (s, buffer, sizeof buffer, 0)) != 0)
    {
      if (n < 0 && errno == EINTR)
	continue;
      if (n < 0 || fwrite (buffer, 1, n, out) != (size_t) n)
	{
	  ret = -1;
	  break;
	}
    }
  if (out != stdout)
    fclose (out);
  return ret;
}

/* 9: a listening socket whose port is taken.  */
int
listen_before (const struct sockaddr *sa, socklen_t len)
{
  int on = 1;
  int s = socket (sa->sa_family, SOCK_STREAM, 0);	/* { dg-warning "leak" } */
  if (s == -1)
    return -1;
  if (setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == -1)
    perror ("setsockopt");
  if (bind (s, sa, len) == -1 || listen (s, 5) == -1)
    {
      perror ("bind");
      return -1;
    }
  return s;
}

int
listen_after (const struct sockaddr *sa, socklen_t len)
{
  int on = 1;
  int s = socket (sa->sa_family, SOCK_STREAM, 0);
  if (s == -1)
    return -1;
  if (setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == -1)
    perror ("setsockopt");
  if (bind (s, sa, len) == -1 || listen (s, 5) == -1)
    {
      perror ("bind");
      close (s);
      return -1;
    }
  return s;
}

/* 10: a form field: name and contents; a second '=' is refused.  */
struct field { char *name, *contents; struct field *next; };

enum code
form_add_before (struct field **last, const char *text)
{
  struct field *f = calloc (1, sizeof *f);	/* { dg-warning "leak" } */
  if (!f)
    return NO_MEMORY;
  const char *eq = strchr (text, '=');
  if (!eq || strchr (eq + 1, '='))
    return FAILED;
  f->name = strndup (text, eq - text);
  f->contents = strdup (eq + 1);
  f->next = *last;
  *last = f;
  return OK;
}

enum code
form_add_after (struct field **last, const char *text)
{
  struct field *f;
  const char *eq = strchr (text, '=');
  if (!eq || strchr (eq + 1, '='))
    return FAILED;
  f = calloc (1, sizeof *f);
  if (!f)
    return NO_MEMORY;
  f->name = strndup (text, eq - text);
  f->contents = strdup (eq + 1);
  f->next = *last;
  *last = f;
  return OK;
}
