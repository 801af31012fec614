/* switch: cases that return, fall through or share a tail; computed goto.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum format { TEXT, BINARY, EMPTY };

int
detect (const char *name)
{
  FILE *f = fopen (name, "rb");
  int ret;
  if (!f)
    return -1;
  switch (getc (f))
    {
    case 0x1f:
      ret = getc (f) == 0x8b ? BINARY : TEXT;
      break;
    case EOF:
      ret = EMPTY;
      break;
    case '#':
      /* Fall through.  */
    case ';':
      while ((ret = getc (f)) != EOF && ret != '\n')
	;
      /* Fall through.  */
    default:
      ret = TEXT;
    }
  fclose (f);
  return ret;
}

/* One case returns.  */
int
detect_leaky (const char *name)
{
  FILE *f = fopen (name, "rb");	/* { dg-warning "'f' might not be closed" } */
  int ret;
  if (!f)
    return -1;
  switch (getc (f))
    {
    case 0x1f:
      ret = getc (f) == 0x8b ? BINARY : TEXT;
      break;
    case EOF:
      return EMPTY;
    default:
      ret = TEXT;
    }
  fclose (f);
  return ret;
}

/* Acquired in one case, released in the same case of a second switch.  */
int
export_as (enum format format, const char *name)
{
  FILE *f = NULL;
  int fd = -1;
  switch (format)
    {
    case TEXT:
      f = fopen (name, "w");
      if (!f)
	return -1;
      break;
    case BINARY:
      fd = open (name, O_WRONLY | O_CREAT, 0600);
      if (fd < 0)
	return -1;
      break;
    case EMPTY:
      return 0;
    }
  switch (format)
    {
    case TEXT:
      fputs ("x", f);
      fclose (f);
      break;
    case BINARY:
      if (write (fd, "x", 1) != 1)
	perror (name);
      close (fd);
      break;
    case EMPTY:
      break;
    }
  return 0;
}

/* The second switch lacks a case.  */
int
export_as_leaky (enum format format, const char *name)
{
  FILE *f = NULL;
  int fd = -1;
  switch (format)
    {
    case TEXT:
      f = fopen (name, "w");
      if (!f)
	return -1;
      break;
    case BINARY:
      fd = open (name, O_WRONLY | O_CREAT, 0600);	/* { dg-warning "'fd' is never closed" } */
      if (fd < 0)
	return -1;
      break;
    case EMPTY:
      return 0;
    }
  switch (format)
    {
    case TEXT:
      fputs ("x", f);
      fclose (f);
      break;
    default:
      break;
    }
  return 0;
}

/* The switch is on errno after a failure: nothing is held there.  */
int
open_verbosely (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    switch (errno)
      {
      case ENOENT:
	return 0;
      case EACCES:
	fprintf (stderr, "%s: permission\n", name);
	return -1;
      default:
	return -2;
      }
  off_t size = lseek (fd, 0, SEEK_END);
  close (fd);
  return size > 0;
}

/* A state machine in a loop; the state decides who holds the block.  */
int
parse (const char *s)
{
  enum { START, NAME, END } state = START;
  char *name = NULL;
  int ret = -1;
  while (state != END)
    switch (state)
      {
      case START:
	if (*s != '<')
	  {
	    state = END;
	    break;
	  }
	name = strdup (s + 1);
	if (!name)
	  return -1;
	state = NAME;
	break;
      case NAME:
	ret = strcspn (name, ">");
	free (name);
	state = END;
	break;
      case END:
	break;
      }
  return ret;
}

/* Option parsing: a second -o overwrites the first one's copy.  */
int
options_leaky (int argc, char **argv, int *verbose)
{
  char *out = NULL;
  int c, ret = 0;
  while ((c = getopt (argc, argv, "o:v")) != -1)
    switch (c)
      {
      case 'o':
	out = strdup (optarg);	/* { dg-warning "'out' might not be freed" } */
	break;
      case 'v':
	++*verbose;
	break;
      }
  if (out)
    ret = puts (out);
  free (out);
  return ret;
}

int
options_clean (int argc, char **argv, int *verbose)
{
  char *out = NULL;
  int c, ret = 0;
  while ((c = getopt (argc, argv, "o:v")) != -1)
    switch (c)
      {
      case 'o':
	free (out);
	out = strdup (optarg);
	break;
      case 'v':
	++*verbose;
	break;
      default:
	free (out);
	return -1;
      }
  if (out)
    ret = puts (out);
  free (out);
  return ret;
}

/* Computed goto: a little interpreter that closes on "halt".  */
int
interpret (const unsigned char *code, const char *name)
{
  static const void *const labels[] = { &&op_put, &&op_newline, &&op_halt };
  FILE *f = fopen (name, "w");
  if (!f)
    return -1;
  goto *labels[*code++];
op_put:
  putc (*code++, f);
  goto *labels[*code++];
op_newline:
  putc ('\n', f);
  goto *labels[*code++];
op_halt:
  return fclose (f);
}

/* One operation stops without closing.  */
int
interpret_leaky (const unsigned char *code, const char *name)
{
  static const void *const labels[] = { &&op_put, &&op_abort, &&op_halt };
  FILE *f = fopen (name, "w");		/* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  goto *labels[*code++];
op_put:
  putc (*code++, f);
  goto *labels[*code++];
op_abort:
  return -1;
op_halt:
  return fclose (f);
}
