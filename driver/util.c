/* Functions for every file of the command: errors, memory, growing lists.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "driver.h"
#include "../spec/message-text.h"

/* ---- Errors.  ---- */

static bool any_error;

static void
complain (const char *what, const char *format, va_list ap)
{
  lk_progress_clear ();
  fflush (stdout);
  fprintf (stderr, "leakcheck: %s", *what ? LK_TR (what) : "");
  vfprintf (stderr, LK_TR (format), ap);
  fputc ('\n', stderr);
}

void
lk_fatal (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  complain ("", format, ap);
  va_end (ap);
  exit (LK_EXIT_TROUBLE);
}

void
lk_error (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  complain ("", format, ap);
  va_end (ap);
  any_error = true;
}

void
lk_warn (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  complain (LK_N ("warning: "), format, ap);
  va_end (ap);
}

void
lk_open_standard (void)
{
  /* As each gets the lowest number, this fills the gaps; and what is opened in the wrong way fails
     as a closed stream does.  */
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++)
    if (fcntl (number, F_GETFD) < 0 && errno == EBADF)
      open ("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int
lk_end_status (int status)
{
  if (fflush (stdout) != 0 || ferror (stdout))
    lk_fatal ("cannot write the standard output: %s", strerror (errno));
  return fflush (stderr) != 0 || ferror (stderr) ? LK_EXIT_TROUBLE : status;
}

bool
lk_any_error (void)
{
  return any_error;
}

/* ---- Memory.  ---- */

void *
lk_allocate (size_t count, size_t size)
{
  void *memory = calloc (count ? count : 1, size);
  if (!memory)
    lk_fatal ("out of memory");
  return memory;
}

void *
lk_reallocate (void *old, size_t count, size_t size)
{
  if (size && count > SIZE_MAX / size)
    lk_fatal ("out of memory");
  void *memory = realloc (old, count * size);
  if (!memory)
    lk_fatal ("out of memory");
  return memory;
}

char *
lk_format (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  int length = vsnprintf (NULL, 0, format, ap);
  va_end (ap);
  if (length < 0)
    lk_fatal ("%s", strerror (errno));
  char *text = lk_allocate ((size_t) length + 1, 1);
  va_start (ap, format);
  vsnprintf (text, (size_t) length + 1, format, ap);
  va_end (ap);
  return text;
}

bool
lk_begins (const char *text, const char *head)
{
  return strncmp (text, head, strlen (head)) == 0;
}

bool
lk_ends (const char *text, const char *tail)
{
  size_t text_length = strlen (text), tail_length = strlen (tail);
  return (text_length >= tail_length
	  && strcmp (text + text_length - tail_length, tail) == 0);
}

/* ---- Lists.  ---- */

void
lk_strings_take (struct lk_strings *list, char *allocated)
{
  if (list->count + 2 > list->room)
    {
      list->room = list->room ? list->room * 2 : 16;
      list->items = lk_reallocate (list->items, list->room,
				   sizeof *list->items);
    }
  list->items[list->count++] = allocated;
  list->items[list->count] = NULL;
}

void
lk_strings_end (struct lk_strings *list)
{
  if (!list->items)
    list->items = lk_allocate (list->room = 16, sizeof *list->items);
}

void
lk_strings_add (struct lk_strings *list, const char *text)
{
  lk_strings_take (list, lk_format ("%s", text));
}

void
lk_strings_append (struct lk_strings *list, const struct lk_strings *more)
{
  for (size_t i = 0; i < more->count; i++)
    lk_strings_add (list, more->items[i]);
}

void
lk_strings_free (struct lk_strings *list)
{
  for (size_t i = 0; i < list->count; i++)
    free (list->items[i]);
  free (list->items);
  memset (list, 0, sizeof *list);
}

void
lk_strings_drop (struct lk_strings *list, size_t i)
{
  free (list->items[i]);
  list->items[i] = NULL;
}

void
lk_strings_close (struct lk_strings *list)
{
  size_t n = 0;
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i])
      list->items[n++] = list->items[i];
  list->count = n;
  if (list->items)
    list->items[n] = NULL;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

void
lk_strings_sort (struct lk_strings *list)
{
  if (list->count)
    qsort (list->items, list->count, sizeof *list->items, compare_texts);
}

void
lk_strings_unique (struct lk_strings *list)
{
  lk_strings_sort (list);
  for (size_t i = 1; i < list->count; i++)
    if (strcmp (list->items[i - 1], list->items[i]) == 0)
      lk_strings_drop (list, i - 1);
  lk_strings_close (list);
}

char *
lk_strings_join (const struct lk_strings *list, const char *separator)
{
  struct lk_text text = { 0 };
  lk_text_add (&text, "", 0);
  for (size_t i = 0; i < list->count; i++)
    {
      if (i > 0)
	lk_text_add (&text, separator, strlen (separator));
      lk_text_add (&text, list->items[i], strlen (list->items[i]));
    }
  return text.bytes;
}

/* ---- Text.  ---- */

void
lk_text_add (struct lk_text *text, const char *bytes, size_t length)
{
  if (text->room - text->length <= length)
    {
      if (length > SIZE_MAX / 4 - text->length)
	lk_fatal ("out of memory");
      text->room = (text->length + length) * 2 + 64;
      text->bytes = lk_reallocate (text->bytes, text->room, 1);
    }
  if (length)
    memcpy (text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

void
lk_text_free (struct lk_text *text)
{
  free (text->bytes);
  memset (text, 0, sizeof *text);
}

bool
lk_text_read (struct lk_text *text, const char *file, const char **why)
{
  FILE *stream = lk_file_stream (file, why);
  if (!stream)
    return false;
  lk_text_add (text, "", 0);
  char buffer[16384];
  size_t n;
  while ((n = fread (buffer, 1, sizeof buffer, stream)) > 0)
    lk_text_add (text, buffer, n);
  bool good = !ferror (stream);
  if (!good)
    *why = lk_file_reason (errno);
  fclose (stream);
  return good;
}

double
lk_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}
