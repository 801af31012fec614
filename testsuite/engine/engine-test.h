/* What the parts of the engine's test program share: engine-test.c runs
   graphs, expect.c reads what a file expects and compares, mutate.c damages
   files.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef ENGINE_TEST_H
#define ENGINE_TEST_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../analysis/engine.h"
#include "../../spec/spec.h"
#include "../../spec/arena.h"

enum expect_kind { CLEAN, LEAK, NOTE, FACTS, PARSE_ERROR, VERIFY_ERROR };

struct expectation
{
  enum expect_kind kind;
  int line;			/* Where it stands in the file.  */
  const char *what;		/* The line, for messages.  */
  const char *text;		/* Part of the note or error.  */
  uint64_t at;			/* LEAK, PARSE_ERROR: the line; FACTS: how many.  */
  const char *function, *kind_name, *handle, *lost, *all;
  bool never, may, assumed;
  bool xfail;
  bool met;
  const char *why_not;		/* Something close was found.  */
  struct expectation *next;
};

struct test
{
  const char *file;
  char *text;
  size_t length;
  bool verbose, quiet, loaded;
  struct lk_arena *arena;
  struct lk_options options;
  struct expectation *expects, **expects_tail;
  struct lk_unit *unit;
  struct lk_spec *spec;
  struct lk_function **functions;
  size_t n_functions;
  unsigned findings, parse_errors, verify_errors;
  unsigned failures;
};

/* ---- expect.c.  ---- */

/* A line PASS: or FAIL:, unless the test is quiet; failures are counted.  */
void test_fail (struct test *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void test_pass (struct test *, const char *what);
/* The options must be known before there is a unit, so the lines of the test
   are looked for before the file is read.  */
void test_scan_lines (struct test *);
/* Callbacks of the reader and of the engine, with a struct test.  */
bool test_is_own_line (void *data, int line, const char *text);
void test_got_parse_error (void *data, const char *file, int line,
			   const char *message);
void test_got_finding (void *data, const struct lk_finding *);
void test_got_note (void *data, struct lk_function *, const char *text);
/* The analysis is over and has followed N facts.  */
void test_got_facts (struct test *, uint64_t n);
/* MESSAGE of the verifier about the function NAME.  */
void test_got_verify_error (struct test *, const char *name,
			    const char *message);
/* Say of each expectation whether it was met.  */
void test_judge (struct test *);

/* ---- mutate.c.  ---- */

/* Damage *TEXT, malloced, once or several times at random.  */
void test_mutate (char **text, size_t *length, uint64_t *state);

static inline bool
same (const char *a, const char *b)
{
  return a && b && !strcmp (a, b);
}

#endif /* ENGINE_TEST_H */
