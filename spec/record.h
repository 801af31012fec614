/* Records: the contracts of one compilation unit, as they stand in the section ".leakcheck" of
   an object or in a file of their own.

   A record is a header of 16 bytes and a payload.  The header is "leakrec\n", then the version
   and the number of bytes of the payload as little-endian 32-bit numbers.  Linkers concatenate
   sections, so a buffer holds one record or more; bytes of value 0 between them are padding.

   The payload is text, without NUL:

       unit SOURCE-FILE
       kind NAME { ... }			definitions that rows below use; any number
       @SYMBOL<TAB>FILE:LINE<TAB>NAME		one for each function
       SYMBOL: clause, clause;			its row; ends before the next "@" that begins a line

   All readers here work in place and allocate nothing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_RECORD_H
#define LK_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LK_RECORD_SECTION ".leakcheck"
#define LK_RECORD_MAGIC "leakrec\n"
#define LK_RECORD_VERSION 1
enum { LK_RECORD_HEADER = 16 };

/* Part of a buffer; no NUL behind it.  */
struct lk_span
{
  const char *text;
  size_t length;
};

/* Write the header of a record whose payload has LENGTH bytes.  */
void lk_record_header (unsigned char header[LK_RECORD_HEADER], uint32_t length);

/* True if the LENGTH bytes at BYTES begin as a record does.  */
bool lk_record_begins (const void *bytes, size_t length);

/* ---- The records of a buffer.  ---- */

struct lk_record_walk
{
  const char *next, *end;
  size_t offset;		/* Of NEXT in the buffer.  */
  char error[160];		/* Empty: none.  */
  unsigned errors;
};

void lk_record_walk (struct lk_record_walk *, const void *bytes, size_t length);

/* Set *PAYLOAD to the payload of the next record and return true; false at the end, and after an
   error that hides where the next record begins.  Call it until it returns false.  A record of
   another version is skipped.  ERRORS counts the errors, ERROR is the text of the last one.  */
bool lk_record_next (struct lk_record_walk *, struct lk_span *payload);

/* ---- The functions of a payload.  ---- */

struct lk_record_function
{
  struct lk_span symbol, file, name, row;	/* NAME: as users write it.  ROW: without the
						   newline at its end.  */
  int line;					/* From 1; 0: unknown.  */
};

struct lk_record_functions
{
  struct lk_span unit;		/* SOURCE-FILE.  */
  struct lk_span kinds;		/* The text of the definitions of kinds; may be empty.  */
  const char *next, *end, *begin;
  char error[160];		/* Empty: none.  */
  unsigned errors;
};

/* Begin a walk over PAYLOAD.  False, with the text in ERROR, if it is no payload.  */
bool lk_record_functions (struct lk_record_functions *, struct lk_span payload);

/* Set *FUNCTION to the next one and return true, or false at the end.  A function whose first
   line or row is malformed is skipped; ERRORS counts them, ERROR describes the last one.  */
bool lk_record_next_function (struct lk_record_functions *, struct lk_record_function *function);

/* ---- Little-endian numbers in files.  ---- */

static inline uint32_t
lk_little32 (const void *at)
{
  const unsigned char *p = (const unsigned char *) at;
  return p[0] | (uint32_t) p[1] << 8 | (uint32_t) p[2] << 16 | (uint32_t) p[3] << 24;
}

static inline uint64_t
lk_little64 (const void *at)
{
  return lk_little32 (at) | (uint64_t) lk_little32 ((const unsigned char *) at + 4) << 32;
}

static inline void
lk_put_little32 (void *at, uint32_t value)
{
  unsigned char *p = (unsigned char *) at;
  for (int i = 0; i < 4; i++)
    p[i] = (unsigned char) (value >> 8 * i);
}

static inline void
lk_put_little64 (void *at, uint64_t value)
{
  lk_put_little32 (at, (uint32_t) value);
  lk_put_little32 ((unsigned char *) at + 4, (uint32_t) (value >> 32));
}

#ifdef __cplusplus
}
#endif
#endif /* LK_RECORD_H */
