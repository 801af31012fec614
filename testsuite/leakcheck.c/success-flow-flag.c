/* Correlated conditions: the flag, the name or the mode that decided about
   the acquisition is asked again before the release.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int
flag_param (const char *name, int need, int x)
{
  FILE *f = NULL;
  if (need)
    {
      f = fopen (name, "w");
      if (!f)
	return -1;
    }
  for (int i = 0; i < x; i++)
    printf ("%d\n", i);
  if (need)
    {
      fprintf (f, "%d\n", x);
      fclose (f);
    }
  return 0;
}

/* The second question is another one.  */
int
flag_param_leaky (const char *name, int need, int verbose)
{
  FILE *f = NULL;
  if (need)
    {
      f = fopen (name, "w");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
      fprintf (f, "begin\n");
    }
  if (verbose && f)
    {
      fprintf (f, "end\n");
      fclose (f);
    }
  return 0;
}

/* A local flag remembers who opened.  */
int
flag_we_opened (int fd, const char *name)
{
  bool we_opened = false;
  char c;
  int ret = 0;

  if (fd < 0)
    {
      fd = open (name, O_RDONLY);
      if (fd < 0)
	return -1;
      we_opened = true;
    }
  if (read (fd, &c, 1) != 1)
    ret = -1;
  if (we_opened)
    close (fd);
  return ret;
}

int
flag_we_opened_leaky (int fd, const char *name)
{
  bool we_opened = false;
  char c;

  if (fd < 0)
    {
      fd = open (name, O_RDONLY);	/* { dg-warning "leak" } */
      if (fd < 0)
	return -1;
      we_opened = true;
    }
  if (read (fd, &c, 1) != 1)
    return -1;
  if (we_opened)
    close (fd);
  return 0;
}

/* The name "-" is standard input, asked twice.  */
int
flag_dash (const char *name)
{
  FILE *f;
  int lines = 0, c;
  if (strcmp (name, "-") == 0)
    f = stdin;
  else
    {
      f = fopen (name, "r");
      if (!f)
	return -1;
    }
  while ((c = getc (f)) != EOF)
    lines += c == '\n';
  if (strcmp (name, "-") != 0)
    fclose (f);
  return lines;
}

/* Asked again, the other way round: what is closed is stdin.  */
int
flag_dash_inverted (const char *name)
{
  FILE *f;
  int lines = 0, c;
  if (strcmp (name, "-") == 0)
    f = stdin;
  else
    {
      f = fopen (name, "r");	/* { dg-warning "'f' is never closed" } */
      if (!f)
	return -1;
    }
  while ((c = getc (f)) != EOF)
    lines += c == '\n';
  if (strcmp (name, "-") == 0)
    fclose (f);
  return lines;
}

/* if (f != stdin).  */
int
flag_stdin (const char *name)
{
  FILE *f = name ? fopen (name, "r") : stdin;
  int c;
  if (!f)
    return -1;
  c = getc (f);
  if (f != stdin)
    fclose (f);
  return c;
}

int
flag_stdin_leaky (const char *name)
{
  FILE *f = name ? fopen (name, "r") : stdin;	/* { dg-warning "'f' might not be closed" } */
  int c;
  if (!f)
    return -1;
  c = getc (f);
  if (c == EOF)
    return -1;
  if (f != stdin)
    fclose (f);
  return c;
}

/* stdout as the default, through a helper that knows of it.  */
static void
close_output (FILE *f)
{
  if (f && f != stdout && f != stderr)
    fclose (f);
}

int
flag_stdout_helper (const char *name, const char *text)
{
  FILE *f = stdout;
  if (name && strcmp (name, "-"))
    {
      f = fopen (name, "w");
      if (!f)
	return -1;
    }
  int bad = fputs (text, f) == EOF;
  close_output (f);
  return -bad;
}

/* The same for descriptors.  */
int
flag_fd_above_two (const char *name)
{
  int fd = strcmp (name, "-") == 0 ? STDIN_FILENO : open (name, O_RDONLY);
  char c;
  if (fd < 0)
    return -1;
  ssize_t n = read (fd, &c, 1);
  if (fd > 2)
    close (fd);
  return n == 1 ? c : -1;
}

int
flag_fd_not_stdin (const char *name)
{
  int fd = STDIN_FILENO;
  char c;
  if (name)
    fd = open (name, O_RDONLY);
  if (fd < 0)
    return -1;
  ssize_t n = read (fd, &c, 1);
  if (fd != STDIN_FILENO)
    close (fd);
  return n == 1 ? c : -1;
}

int
flag_fd_not_stdin_leaky (const char *name)
{
  int fd = STDIN_FILENO;
  char c;
  if (name)
    fd = open (name, O_RDONLY);		/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (read (fd, &c, 1) != 1)
    return -1;
  if (fd != STDIN_FILENO)
    close (fd);
  return c;
}

/* A mode with several values; the release asks the same two.  */
enum mode { MODE_NONE, MODE_READ, MODE_WRITE };

int
flag_mode (const char *name, enum mode mode)
{
  FILE *f = NULL;
  int ret = 0;
  if (mode == MODE_READ || mode == MODE_WRITE)
    {
      f = fopen (name, mode == MODE_READ ? "r" : "w");
      if (!f)
	return -1;
    }
  if (mode == MODE_WRITE)
    ret = fputs ("x\n", f);
  if (mode == MODE_READ || mode == MODE_WRITE)
    fclose (f);
  return ret;
}

int
flag_mode_leaky (const char *name, enum mode mode)
{
  FILE *f = NULL;
  int ret = 0;
  if (mode == MODE_READ || mode == MODE_WRITE)
    {
      f = fopen (name, mode == MODE_READ ? "r" : "w");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
    }
  if (mode == MODE_WRITE)
    {
      ret = fputs ("x\n", f);
      fclose (f);
    }
  return ret;
}

/* A bit of a flags word.  */
int
flag_bit (const char *text, unsigned flags)
{
  char *copy = NULL;
  if (flags & 4)
    {
      copy = strdup (text);
      if (!copy)
	return -1;
      text = copy;
    }
  int n = puts (text);
  if (flags & 4)
    free (copy);
  return n;
}
