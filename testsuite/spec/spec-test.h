/* What the tests of spec/ share: results in DejaGnu's words, collected
   errors, printed contracts.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef SPEC_TEST_H
#define SPEC_TEST_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../spec/spec-internal.h"

/* What most tests begin with.  */
#define KINDS \
  "kind stream { noun \"stream\"; verb \"closed\"; cwe 775; handle pointer;" \
  " valid != NULL; }\n" \
  "kind fd { noun \"file descriptor\"; verb \"closed\"; cwe 775; handle int;" \
  " valid >= 0; }\n" \
  "kind memory { noun \"memory\"; verb \"freed\"; cwe 401; handle pointer;" \
  " valid != NULL; memory; }\n"

static unsigned n_passed, n_failed;

static void check (bool good, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

static void
check (bool good, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char what[256];
  vsnprintf (what, sizeof what, format, arguments);
  va_end (arguments);
  for (char *c = what; *c; c++)
    if (*c == '\n' || *c == '\r' || *c == '\t')
      *c = ' ';
  printf ("%s: %s\n", good ? "PASS" : "FAIL", what);
  if (good)
    n_passed++;
  else
    n_failed++;
}

/* GOT and WANTED are the same text; shows both if not.  */

static void check_text (const char *got, const char *wanted, const char *what)
  __attribute__ ((unused));

static void
check_text (const char *got, const char *wanted, const char *what)
{
  bool same = !strcmp (got, wanted);
  check (same, "%s", what);
  if (!same)
    printf ("--- got:\n%s\n--- wanted:\n%s\n---\n", got, wanted);
}

static int
finish (void)
{
  printf ("# %u passed, %u failed\n", n_passed, n_failed);
  return n_failed != 0;
}

/* Text that grows: "line:column: message" of errors, rows.  */
struct buffer
{
  char text[65536];
  size_t length;
};

static void
buffer_add (struct buffer *buffer, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

static void
buffer_add (struct buffer *buffer, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  size_t room = sizeof buffer->text - buffer->length;
  int n = vsnprintf (buffer->text + buffer->length, room, format, arguments);
  if (n > 0)
    buffer->length += (size_t) n < room ? (size_t) n : room - 1;
  va_end (arguments);
}

static void
collect_error (void *data, const char *file, int line, int column,
	       const char *message)
{
  (void) file;
  buffer_add (data, "%d:%d: %s\n", line, column, message);
}

/* All contracts of SPEC that were put, as rows in a static buffer.  */

static FILE *rows_out;

static void
print_row (void *data, struct lk_contract *contract)
{
  (void) data;
  lk_spec_print_contract (rows_out, contract);
}

static char *all_rows (struct lk_spec *, bool kinds) __attribute__ ((unused));

static char *
all_rows (struct lk_spec *spec, bool kinds)
{
  static char text[1 << 18];
  text[0] = '\0';		/* No row, nothing written.  */
  rows_out = fmemopen (text, sizeof text, "w");
  if (!rows_out)
    abort ();
  for (struct lk_kind *k = lk_spec_kinds (spec); kinds && k; k = k->next)
    lk_spec_print_kind (rows_out, k);
  spec_visit (spec, print_row, NULL);
  fclose (rows_out);
  return text;
}

static int read_string (struct lk_spec *, const char *name, const char *text,
			struct buffer *errors) __attribute__ ((unused));

static int
read_string (struct lk_spec *spec, const char *name, const char *text,
	     struct buffer *errors)
{
  return lk_spec_read_text (spec, name, text, strlen (text),
			    LK_SOURCE_USER_SPEC, collect_error, errors);
}

#endif /* SPEC_TEST_H */
