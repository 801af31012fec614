/* Corpus, loss: control flow as programs have it: retry loops, flags set on
   the way, goto chains with several labels, states, conditions that depend on
   each other.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* 1: open is retried on EINTR, the read loop gives up on errors.  */
ssize_t
slurp_retry_clean (const char *path, char *buf, size_t len)
{
  int fd;
  size_t got = 0;
  do
    fd = open (path, O_RDONLY | O_CLOEXEC);
  while (fd == -1 && errno == EINTR);
  if (fd == -1)
    return -errno;
  while (got < len)
    {
      ssize_t n = read (fd, buf + got, len - got);
      if (n == 0)
	break;
      if (n < 0)
	{
	  int saved = errno;
	  if (saved == EINTR || saved == EAGAIN)
	    continue;
	  close (fd);
	  return -saved;
	}
      got += n;
    }
  close (fd);
  return got;
}

ssize_t
slurp_retry_leaky (const char *path, char *buf, size_t len)
{
  int fd;
  size_t got = 0;
  do
    fd = open (path, O_RDONLY | O_CLOEXEC);	/* { dg-warning "leak" } */
  while (fd == -1 && errno == EINTR);
  if (fd == -1)
    return -errno;
  for (;;)
    {
      ssize_t n = read (fd, buf + got, len - got);
      if (n == 0)
	break;
      if (n < 0)
	{
	  if (errno == EINTR)
	    continue;
	  return -errno;
	}
      got += n;
      if (got == len)
	break;
    }
  close (fd);
  return got;
}

/* 2: a bool says whether the file was opened or is standard input.  */
int
count_lines_clean (const char *name)
{
  bool is_stdin = name == NULL || strcmp (name, "-") == 0;
  FILE *in = is_stdin ? stdin : fopen (name, "r");
  int lines = 0, c;
  if (in == NULL)
    return -1;
  while ((c = getc (in)) != EOF)
    lines += c == '\n';
  if (ferror (in))
    lines = -1;
  if (!is_stdin)
    fclose (in);
  return lines;
}

int
count_lines_leaky (const char *name)
{
  bool is_stdin = name == NULL || strcmp (name, "-") == 0;
  FILE *in = is_stdin ? stdin : fopen (name, "r");	/* { dg-warning "leak" } */
  int lines = 0, c;
  if (in == NULL)
    return -1;
  while ((c = getc (in)) != EOF)
    lines += c == '\n';
  if (ferror (in))
    return -1;
  if (!is_stdin)
    fclose (in);
  return lines;
}

/* 3: three resources, three labels; one goto goes to the wrong one.  */
int
three_labels_clean (const char *from, const char *to, size_t chunk)
{
  int in, out, rc = -1;
  char *buf;
  ssize_t n;

  in = open (from, O_RDONLY);
  if (in < 0)
    goto done;
  out = open (to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (out < 0)
    goto close_in;
  buf = malloc (chunk);
  if (buf == NULL)
    goto close_out;
  while ((n = read (in, buf, chunk)) > 0)
    if (write (out, buf, n) != n)
      goto free_buf;
  rc = n < 0 ? -1 : 0;
free_buf:
  free (buf);
close_out:
  close (out);
close_in:
  close (in);
done:
  return rc;
}

int
three_labels_leaky (const char *from, const char *to, size_t chunk)
{
  int in, out, rc = -1;
  char *buf;
  ssize_t n;

  in = open (from, O_RDONLY);
  if (in < 0)
    goto done;
  out = open (to, O_WRONLY | O_CREAT | O_TRUNC, 0644);	/* { dg-warning "leak" } */
  if (out < 0)
    goto close_in;
  buf = malloc (chunk);
  if (buf == NULL)
    goto close_in;
  while ((n = read (in, buf, chunk)) > 0)
    if (write (out, buf, n) != n)
      goto free_buf;
  rc = n < 0 ? -1 : 0;
free_buf:
  free (buf);
  close (out);
close_in:
  close (in);
done:
  return rc;
}

/* 4: all handles start out invalid, one label frees what there is.  */
int
single_exit_clean (const char *host, int port)
{
  int fd = -1, result = -1;
  char *request = NULL;
  FILE *log = NULL;

  log = fopen ("log", "a");
  if (!log)
    goto out;
  if (asprintf (&request, "GET %s:%d\r\n", host, port) < 0)
    {
      request = NULL;
      goto out;
    }
  fd = socket (AF_INET, SOCK_STREAM, 0);
  if (fd < 0)
    goto out;
  if (send (fd, request, strlen (request), 0) < 0)
    {
      fprintf (log, "send: %m\n");
      goto out;
    }
  result = 0;
out:
  if (fd >= 0)
    close (fd);
  free (request);
  if (log)
    fclose (log);
  return result;
}

int
single_exit_leaky (const char *host, int port)
{
  int fd = -1, result = -1;
  char *request = NULL;
  FILE *log = NULL;

  log = fopen ("log", "a");
  if (!log)
    goto out;
  if (asprintf (&request, "GET %s:%d\r\n", host, port) < 0)	/* { dg-warning "leak" } */
    {
      request = NULL;
      goto out;
    }
  fd = socket (AF_INET, SOCK_STREAM, 0);
  if (fd < 0)
    goto out;
  if (send (fd, request, strlen (request), 0) < 0)
    {
      fprintf (log, "send: %m\n");
      goto out;
    }
  result = 0;
out:
  if (fd >= 0)
    close (fd);
  if (result == 0)
    free (request);
  if (log)
    fclose (log);
  return result;
}

/* 5: an "ok" that becomes false in several places.  */
bool
checked_write_clean (const char *name, const char *const *lines, size_t n)
{
  bool ok = true;
  FILE *f = fopen (name, "w");
  if (f == NULL)
    return false;
  for (size_t i = 0; ok && i < n; i++)
    ok = fputs (lines[i], f) != EOF && putc ('\n', f) != EOF;
  ok = fflush (f) == 0 && ok;
  ok &= fclose (f) == 0;
  if (!ok)
    unlink (name);
  return ok;
}

bool
checked_write_leaky (const char *name, const char *const *lines, size_t n)
{
  bool ok = true;
  FILE *f = fopen (name, "w");		/* { dg-warning "leak" } */
  if (f == NULL)
    return false;
  for (size_t i = 0; ok && i < n; i++)
    ok = fputs (lines[i], f) != EOF && putc ('\n', f) != EOF;
  /* The second operand does not run after a failure.  */
  ok = ok && fclose (f) == 0;
  if (!ok)
    unlink (name);
  return ok;
}

/* 6: continue in a loop over names.  */
long
total_size_clean (char **names, int n)
{
  long total = 0;
  for (int i = 0; i < n; i++)
    {
      struct stat st;
      int fd = open (names[i], O_RDONLY);
      if (fd < 0)
	continue;
      if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode))
	total += st.st_size;
      close (fd);
    }
  return total;
}

long
total_size_leaky (char **names, int n)
{
  long total = 0;
  for (int i = 0; i < n; i++)
    {
      struct stat st;
      int fd = open (names[i], O_RDONLY);	/* { dg-warning "leak" } */
      if (fd < 0)
	continue;
      if (fstat (fd, &st) != 0 || !S_ISREG (st.st_mode))
	continue;
      total += st.st_size;
      close (fd);
    }
  return total;
}

/* 7: the last good file is kept, the others are closed.  */
FILE *
first_that_opens_clean (char **names)
{
  FILE *f = NULL;
  while (*names)
    {
      f = fopen (*names++, "r");
      if (f != NULL)
	{
	  int c = getc (f);
	  if (c != EOF)
	    {
	      ungetc (c, f);
	      break;
	    }
	  fclose (f);
	  f = NULL;
	}
    }
  return f;
}

FILE *
first_that_opens_leaky (char **names)
{
  FILE *f = NULL;
  while (*names)
    {
      f = fopen (*names++, "r");	/* { dg-warning "leak" } */
      if (f != NULL)
	{
	  int c = getc (f);
	  if (c != EOF)
	    {
	      ungetc (c, f);
	      break;
	    }
	  f = NULL;
	}
    }
  return f;
}

/* 8: a state machine in a switch.  */
enum state { START, HEADER, BODY, DONE, BROKEN };

int
state_machine_clean (const char *name)
{
  enum state state = START;
  FILE *f = NULL;
  char line[80];
  while (state != DONE && state != BROKEN)
    switch (state)
      {
      case START:
	f = fopen (name, "r");
	state = f ? HEADER : BROKEN;
	break;
      case HEADER:
	state = fgets (line, sizeof line, f) && line[0] == '#' ? BODY : BROKEN;
	break;
      case BODY:
	if (!fgets (line, sizeof line, f))
	  state = DONE;
	break;
      default:
	abort ();
      }
  if (f)
    fclose (f);
  return state == DONE ? 0 : -1;
}

int
state_machine_leaky (const char *name)
{
  enum state state = START;
  FILE *f = NULL;
  char line[80];
  while (state != DONE && state != BROKEN)
    switch (state)
      {
      case START:
	f = fopen (name, "r");		/* { dg-warning "leak" } */
	state = f ? HEADER : BROKEN;
	break;
      case HEADER:
	state = fgets (line, sizeof line, f) && line[0] == '#' ? BODY : BROKEN;
	break;
      case BODY:
	if (!fgets (line, sizeof line, f))
	  state = DONE;
	break;
      default:
	abort ();
      }
  if (state == DONE)
    fclose (f);
  return state == DONE ? 0 : -1;
}

/* 9: opened under one of two conditions, closed under both.  */
int
either_clean (const char *a, const char *b, int flags)
{
  int fd = -1;
  if (flags & 1)
    fd = open (a, O_RDONLY);
  else if (flags & 2)
    fd = open (b, O_RDONLY);
  if ((flags & 3) && fd < 0)
    return -1;
  if (flags & 4)
    puts ("verbose");
  if (flags & 3)
    close (fd);
  return 0;
}

int
either_leaky (const char *a, const char *b, int flags)
{
  int fd = -1;
  if (flags & 1)
    fd = open (a, O_RDONLY);
  else if (flags & 2)
    fd = open (b, O_RDONLY);		/* { dg-warning "leak" } */
  if ((flags & 3) && fd < 0)
    return -1;
  if (flags & 4)
    puts ("verbose");
  if (flags & 1)
    close (fd);
  return 0;
}

/* 10: errno decides what happens after a failure of the second open.  */
int
lock_file_clean (const char *name)
{
  int tries = 0, fd;
  while ((fd = open (name, O_CREAT | O_EXCL | O_WRONLY, 0600)) < 0)
    {
      if (errno != EEXIST || ++tries > 5)
	return -1;
      sleep (1);
    }
  if (dprintf (fd, "%ld\n", (long) getpid ()) < 0)
    {
      close (fd);
      unlink (name);
      return -1;
    }
  return close (fd);
}

int
lock_file_leaky (const char *name)
{
  int tries = 0, fd;
  while ((fd = open (name, O_CREAT | O_EXCL | O_WRONLY, 0600)) < 0)	/* { dg-warning "leak" } */
    {
      if (errno != EEXIST || ++tries > 5)
	return -1;
      sleep (1);
    }
  if (dprintf (fd, "%ld\n", (long) getpid ()) < 0)
    {
      unlink (name);
      return -1;
    }
  return close (fd);
}

/* 11: a growing buffer; realloc into a second pointer or into the same.  */
char *
read_all_clean (FILE *in, size_t *out_len)
{
  size_t cap = 256, len = 0;
  char *buf = malloc (cap);
  if (!buf)
    return NULL;
  size_t n;
  while ((n = fread (buf + len, 1, cap - len, in)) > 0)
    {
      len += n;
      if (len == cap)
	{
	  char *bigger = realloc (buf, cap * 2);
	  if (!bigger)
	    {
	      free (buf);
	      return NULL;
	    }
	  buf = bigger;
	  cap *= 2;
	}
    }
  if (ferror (in))
    {
      free (buf);
      return NULL;
    }
  *out_len = len;
  return buf;
}

char *
read_all_leaky (FILE *in, size_t *out_len)
{
  size_t cap = 256, len = 0;
  char *buf = malloc (cap);		/* { dg-warning "leak" } */
  if (!buf)
    return NULL;
  size_t n;
  while ((n = fread (buf + len, 1, cap - len, in)) > 0)
    {
      len += n;
      if (len == cap)
	{
	  buf = realloc (buf, cap *= 2);	/* { dg-warning "leak" } */
	  if (!buf)
	    return NULL;
	}
    }
  if (ferror (in))
    {
      free (buf);
      return NULL;
    }
  *out_len = len;
  return buf;
}

/* 12: the result of a chain of && is kept in an int.  */
int
chain_clean (const char *name, char *out, size_t size)
{
  FILE *f;
  int good = ((f = fopen (name, "r")) != NULL
	      && fseek (f, 16, SEEK_SET) == 0
	      && fread (out, 1, size, f) == size);
  if (f)
    fclose (f);
  return good;
}

int
chain_leaky (const char *name, char *out, size_t size)
{
  FILE *f;
  int good = ((f = fopen (name, "r")) != NULL	/* { dg-warning "leak" } */
	      && fseek (f, 16, SEEK_SET) == 0
	      && fread (out, 1, size, f) == size);
  if (good)
    fclose (f);
  return good;
}

/* 13: a descriptor in a ternary, its sign tested the other way round.  */
int
ternary_clean (const char *name, int given)
{
  int fd = given >= 0 ? dup (given) : open (name, O_RDWR);
  if (0 > fd)
    return -1;
  int rc = ftruncate (fd, 0);
  return close (fd) | rc;
}

int
ternary_leaky (const char *name, int given)
{
  int fd = given >= 0 ? dup (given) : open (name, O_RDWR);	/* { dg-warning "leak" } */
  if (0 > fd)
    return -1;
  int rc = ftruncate (fd, 0);
  return rc < 0 ? rc : close (fd);
}

/* 14: two attempts, the second into the same variable.  */
FILE *
config_clean (const char *home)
{
  char path[256];
  snprintf (path, sizeof path, "%s/.rc", home);
  FILE *f = fopen (path, "r");
  if (!f)
    f = fopen ("/etc/rc", "r");
  if (!f)
    fprintf (stderr, "no configuration: %s\n", strerror (errno));
  return f;
}

FILE *
config_leaky (const char *home)
{
  char path[256];
  snprintf (path, sizeof path, "%s/.rc", home);
  FILE *f = fopen (path, "r");		/* { dg-warning "leak" } */
  if (f && fgetc (f) == '!')
    f = fopen ("/etc/rc", "r");
  if (!f)
    fprintf (stderr, "no configuration: %s\n", strerror (errno));
  return f;
}

/* 15: nested loops left by goto.  */
int
find_byte_clean (char **names, int n, int byte)
{
  int found = -1;
  for (int i = 0; i < n; i++)
    {
      FILE *f = fopen (names[i], "rb");
      int c;
      if (!f)
	continue;
      while ((c = getc (f)) != EOF)
	if (c == byte)
	  {
	    found = i;
	    fclose (f);
	    goto end;
	  }
      fclose (f);
    }
end:
  return found;
}

int
find_byte_leaky (char **names, int n, int byte)
{
  int found = -1;
  for (int i = 0; i < n; i++)
    {
      FILE *f = fopen (names[i], "rb");		/* { dg-warning "leak" } */
      int c;
      if (!f)
	continue;
      while ((c = getc (f)) != EOF)
	if (c == byte)
	  {
	    found = i;
	    goto end;
	  }
      fclose (f);
    }
end:
  return found;
}
