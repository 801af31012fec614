/* Streams: fclose releases even when it fails, freopen keeps the stream,
   popen wants pclose, tmpfile, fmemopen, setmntent.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* No second fclose after one that failed.  */
int
close_failed (const char *name)
{
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  putc ('x', f);
  if (fclose (f) != 0)
    {
      perror (name);
      return -1;
    }
  return 0;
}

/* freopen of a standard stream acquires nothing.  */
int
log_to (const char *name)
{
  if (!freopen (name, "a", stderr))
    return -1;
  setvbuf (stderr, NULL, _IONBF, 0);
  return 0;
}

/* freopen of an own stream: closed by it when it fails.  */
int
again (const char *a, const char *b)
{
  FILE *f = fopen (a, "r");
  if (!f)
    return -1;
  int c = getc (f);
  f = freopen (b, "r", f);
  if (!f)
    return -1;
  c += getc (f);
  fclose (f);
  return c;
}

int
again_leaky (const char *a, const char *b)
{
  FILE *f = fopen (a, "r");	/* { dg-warning "leak" } */
  if (!f)
    return -1;
  int c = getc (f);
  f = freopen (b, "r", f);
  if (!f)
    return -1;
  return c + getc (f);
}

int
from_command (const char *command, char *line, int size)
{
  FILE *p = popen (command, "r");
  if (!p)
    return -1;
  if (!fgets (line, size, p))
    line[0] = '\0';
  return pclose (p);
}

int
from_command_leaky (const char *command, char *line, int size)
{
  FILE *p = popen (command, "r");	/* { dg-warning "'p' might not be closed" } */
  if (!p)
    return -1;
  if (!fgets (line, size, p))
    return -1;
  return pclose (p);
}

/* A sort through a temporary file.  */
long
spool (FILE *in)
{
  FILE *t = tmpfile ();
  int c;
  if (!t)
    return -1;
  while ((c = getc (in)) != EOF)
    if (putc (c, t) == EOF)
      {
	fclose (t);
	return -1;
      }
  long n = ftell (t);
  fclose (t);
  return n;
}

long
spool_leaky (FILE *in)
{
  FILE *t = tmpfile ();		/* { dg-warning "'t' might not be closed" } */
  int c;
  if (!t)
    return -1;
  while ((c = getc (in)) != EOF)
    if (putc (c, t) == EOF)
      return -1;
  long n = ftell (t);
  fclose (t);
  return n;
}

int
mounted (const char *dir)
{
  struct mntent *m;
  int found = 0;
  FILE *f = setmntent ("/proc/self/mounts", "r");
  if (!f)
    return -1;
  while ((m = getmntent (f)) != NULL)
    if (strcmp (m->mnt_dir, dir) == 0)
      {
	found = 1;
	break;
      }
  endmntent (f);
  return found;
}

int
mounted_leaky (const char *dir)
{
  struct mntent *m;
  FILE *f = setmntent ("/proc/self/mounts", "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  while ((m = getmntent (f)) != NULL)
    if (strcmp (m->mnt_dir, dir) == 0)
      return 1;
  endmntent (f);
  return 0;
}

/* All kinds of borrowing calls; none of them keeps or closes the stream.  */
int
borrowers_leaky (const char *name)
{
  FILE *f = fopen (name, "r+");		/* { dg-warning "'f' is never closed" } */
  char line[100];
  int n;
  if (!f)
    return -1;
  if (fscanf (f, "%d", &n) != 1)
    n = 0;
  fseek (f, 0, SEEK_SET);
  if (fgets (line, sizeof line, f))
    fprintf (f, "%s %d\n", line, fileno (f));
  clearerr (f);
  fflush (f);
  return ferror (f);
}

int
borrowers (const char *name)
{
  FILE *f = fopen (name, "r+");
  char line[100];
  int n;
  if (!f)
    return -1;
  if (fscanf (f, "%d", &n) != 1)
    n = 0;
  fseek (f, 0, SEEK_SET);
  if (fgets (line, sizeof line, f))
    fprintf (f, "%s %d\n", line, fileno (f));
  clearerr (f);
  n = ferror (f);
  fclose (f);
  return n;
}

/* Closed by its descriptor's owner: fileno does not hand it over.  */
int
by_fileno_leaky (const char *name)
{
  FILE *f = fopen (name, "r");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int fd = fileno (f);
  off_t end = lseek (fd, 0, SEEK_END);
  if (end < 0)
    return -1;
  fclose (f);
  return end > 100;
}

/* The buffer given to setvbuf is kept by the stream; freed after it.  */
int
buffered (const char *name)
{
  char *buffer = malloc (1 << 16);
  if (!buffer)
    return -1;
  FILE *f = fopen (name, "w");
  if (!f)
    {
      free (buffer);
      return -1;
    }
  setvbuf (f, buffer, _IOFBF, 1 << 16);
  int ret = fputs ("hello\n", f);
  fclose (f);
  free (buffer);
  return ret;
}

/* fmemopen over a caller's memory.  */
int
parse_number (char *text)
{
  int n = -1;
  FILE *f = fmemopen (text, strlen (text), "r");
  if (!f)
    return -1;
  if (fscanf (f, "%d", &n) != 1)
    n = -1;
  fclose (f);
  return n;
}

int
parse_number_leaky (char *text)
{
  int n;
  FILE *f = fmemopen (text, strlen (text), "r");	/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (fscanf (f, "%d", &n) != 1)
    return -1;
  fclose (f);
  return n;
}
