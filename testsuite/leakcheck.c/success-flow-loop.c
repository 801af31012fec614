/* Loops: what one iteration acquires the next must not lose; break, continue
   and a return from inside; the retry on EINTR.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* "continue" after the open skips the close.  */
int
count_regular (char **names, int n)
{
  int count = 0;
  for (int i = 0; i < n; i++)
    {
      struct stat st;
      int fd = open (names[i], O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
      if (fd < 0)
	continue;
      if (fstat (fd, &st) < 0)
	continue;
      if (S_ISREG (st.st_mode))
	count++;
      close (fd);
    }
  return count;
}

int
count_regular_clean (char **names, int n)
{
  int count = 0;
  for (int i = 0; i < n; i++)
    {
      struct stat st;
      int fd = open (names[i], O_RDONLY);
      if (fd < 0)
	continue;
      if (fstat (fd, &st) < 0)
	{
	  close (fd);
	  continue;
	}
      if (S_ISREG (st.st_mode))
	count++;
      close (fd);
    }
  return count;
}

/* "break" leaves the loop with the stream open.  */
int
find_line (char **names, const char *what)
{
  int found = 0;
  char line[256];
  for (; *names && !found; names++)
    {
      FILE *f = fopen (*names, "r");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	break;
      while (fgets (line, sizeof line, f))
	if (strstr (line, what))
	  {
	    found = 1;
	    break;
	  }
      if (found)
	break;
      fclose (f);
    }
  return found;
}

int
find_line_clean (char **names, const char *what)
{
  int found = 0;
  char line[256];
  for (; *names && !found; names++)
    {
      FILE *f = fopen (*names, "r");
      if (!f)
	break;
      while (fgets (line, sizeof line, f))
	if (strstr (line, what))
	  {
	    found = 1;
	    break;
	  }
      fclose (f);
    }
  return found;
}

/* Retry on EINTR: the handle of the last round is the only one.  */
int
accept_one (int listener)
{
  int s;
  do
    s = accept (listener, NULL, NULL);
  while (s < 0 && errno == EINTR);
  if (s < 0)
    return -1;
  if (send (s, "hello\n", 6, 0) < 0)
    {
      close (s);
      return -1;
    }
  close (s);
  return 0;
}

int
accept_one_leaky (int listener)
{
  int s;
  do
    s = accept (listener, NULL, NULL);		/* { dg-warning "'s' might not be closed" } */
  while (s < 0 && errno == EINTR);
  if (s < 0)
    return -1;
  if (send (s, "hello\n", 6, 0) < 0)
    return -1;
  close (s);
  return 0;
}

/* The same with for (;;) and breaks.  */
ssize_t
read_retry (const char *name, char *buffer, size_t size)
{
  int fd;
  ssize_t n;

  for (;;)
    {
      fd = open (name, O_RDONLY);
      if (fd >= 0)
	break;
      if (errno != EINTR)
	return -1;
    }
  for (;;)
    {
      n = read (fd, buffer, size);
      if (n >= 0 || errno != EINTR)
	break;
    }
  close (fd);
  return n;
}

/* A server loop that forgets the connection of a refused peer.  */
void
serve (int listener)
{
  for (;;)
    {
      int s = accept (listener, NULL, NULL);	/* { dg-warning "leak" } */
      if (s < 0)
	{
	  if (errno == EINTR || errno == ECONNABORTED)
	    continue;
	  return;
	}
      char c;
      if (recv (s, &c, 1, 0) != 1 || c != '!')
	continue;
      send (s, "ok\n", 3, 0);
      close (s);
    }
}

void
serve_clean (int listener)
{
  for (;;)
    {
      int s = accept (listener, NULL, NULL);
      if (s < 0)
	{
	  if (errno == EINTR || errno == ECONNABORTED)
	    continue;
	  return;
	}
      char c;
      if (recv (s, &c, 1, 0) == 1 && c == '!')
	send (s, "ok\n", 3, 0);
      close (s);
    }
}

/* Released after the loop, so that each round but the last is lost.  */
size_t
total_length (const char *const *names, size_t n)
{
  size_t total = 0;
  char *s = NULL;
  for (size_t i = 0; i < n; i++)
    {
      s = strdup (names[i]);	/* { dg-warning "'s' might not be freed" } */
      if (!s)
	return 0;
      for (char *p = s; *p; p++)
	if (*p == '/')
	  *p = '.';
      total += strlen (s);
    }
  free (s);
  return total;
}

/* Released at the head of the next round and after the loop.  */
size_t
total_length_clean (const char *const *names, size_t n)
{
  size_t total = 0;
  char *s = NULL;
  for (size_t i = 0; i < n; i++)
    {
      free (s);
      s = strdup (names[i]);
      if (!s)
	return 0;
      for (char *p = s; *p; p++)
	if (*p == '/')
	  *p = '.';
      total += strlen (s);
    }
  free (s);
  return total;
}

/* A nested loop with a return from the inner one.  */
int
any_hidden (const char *const *dirs)
{
  for (; *dirs; dirs++)
    {
      DIR *d = opendir (*dirs);		/* { dg-warning "'d' might not be closed" } */
      struct dirent *e;
      if (!d)
	continue;
      while ((e = readdir (d)) != NULL)
	if (e->d_name[0] == '.' && e->d_name[1] != '\0')
	  return 1;
      closedir (d);
    }
  return 0;
}

int
any_hidden_clean (const char *const *dirs)
{
  int hidden = 0;
  for (; *dirs && !hidden; dirs++)
    {
      DIR *d = opendir (*dirs);
      struct dirent *e;
      if (!d)
	continue;
      while (!hidden && (e = readdir (d)) != NULL)
	hidden = e->d_name[0] == '.' && e->d_name[1] != '\0';
      closedir (d);
    }
  return hidden;
}
