/* Declarations shared by the files that write SARIF.

   SARIF is the Static Analysis Results Interchange Format, version 2.1.0, an OASIS standard.
   One log has one run, which is one call of the command.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SARIF_H
#define LK_SARIF_H

#include <jansson.h>
#include "driver.h"

/* As json_object_set_new and similar functions, but they cannot fail: VALUE is owned, and NULL
   means that memory is exhausted.  */
void lk_json_set (json_t *object, const char *key, json_t *value);
void lk_json_append (json_t *array, json_t *value);
json_t *lk_json_object (void);
json_t *lk_json_array (void);
json_t *lk_json_text (const char *);
/* {"text": TEXT}.  */
json_t *lk_json_message (const char *text);
/* Return the string or number at KEY; NULL or 0 if there is none.  */
const char *lk_json_string (const json_t *object, const char *key);
long lk_json_number (const json_t *object, const char *key);

/* ---- source.c ---- */

/* Return line LINE of FILE, without its end, and its length; NULL if FILE cannot be read or
   has no such line.  */
const char *lk_source_line (const char *file, long line, size_t *length);
/* Return the number of the character that contains byte BYTE of that line; both count from 1.  */
long lk_source_column (const char *file, long line, long byte);
/* Free all files.  */
void lk_free_sources (void);

/* ---- sarif-place.c ---- */

/* The files that results refer to.  */
struct lk_places
{
  json_t *artifacts;		/* SARIF's array.  */
  json_t *indices;		/* Of URIs in it.  */
};

void lk_places_init (struct lk_places *);
void lk_places_free (struct lk_places *);
/* Return the name of the file with URI: an escaped path, absolute behind "file://".  Allocated.  */
char *lk_sarif_name (const char *uri);
json_t *lk_sarif_uri_bases (void);
/* Return the SARIF location of one of GCC's: either {"caret": ..., "start": ..., "finish":
   ...} or a caret alone.  With CONTEXT the source line is included.  NULL if it has no place.  */
json_t *lk_sarif_location (struct lk_places *, const json_t *gcc_location,
			   bool context);
/* Return the region from START to before NEXT, two carets of GCC's.  */
json_t *lk_sarif_region (const json_t *start, const json_t *next);
json_t *lk_sarif_artifact (struct lk_places *, const char *file);

/* ---- sarif-rules.c ---- */

struct lk_rules
{
  json_t *rules;		/* SARIF's array.  */
  json_t *weaknesses;		/* CWE's, as an array, too.  */
};

void lk_rules_init (struct lk_rules *);
/* Return the index of the rule of GCC's DIAGNOSTIC, and set *ID to the rule's id.  */
size_t lk_rule_of (struct lk_rules *, const json_t *diagnostic,
		   const char **id);
/* Return a reference to weakness NUMBER of the CWE.  */
json_t *lk_weakness (struct lk_rules *, long number);
/* Return SARIF's "taxonomies"; takes ownership of the rules' weaknesses.  */
json_t *lk_taxonomies (struct lk_rules *);

/* ---- sarif-promises.c ---- */

/* A rule of verify mode; NULL: ID is none.  */
struct lk_promise_rule
{
  const char *id, *brief;
};
const struct lk_promise_rule *lk_promise_rule_of (const char *id);

#endif /* LK_SARIF_H */
