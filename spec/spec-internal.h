/* Declarations shared by the parts of the specification reader, and used by no other.

   The lexer (spec-lex.l) turns the whole text into an array of tokens; the parser
   (spec-parse.y) turns tokens into the written form below, in an arena of its own;
   spec-check.c turns the written form into kinds and contracts, or into errors; spec.c keeps
   the contracts by name.  Errors of all stages are collected (spec-error.c), sorted by place,
   and delivered at the end, so that users see one list from top to bottom.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_SPEC_INTERNAL_H
#define LK_SPEC_INTERNAL_H

#include "arena.h"
#include "message-text.h"
#include "spec.h"

/* Bound inside the plugin: a symbol of the compiler of the same name must not replace it.  */
#pragma GCC visibility push(hidden)

/* Both from 1; columns count bytes.  */
struct spec_pos
{
  int line, column;
};

/* ---- The written form: what stands in the file, nothing looked up.  ---- */

enum spec_compare { SPEC_EQ, SPEC_NE, SPEC_LT, SPEC_LE, SPEC_GT, SPEC_GE };

struct written_name
{
  const char *text;
  struct spec_pos pos;
  struct written_name *next;
};

/* "[N]", or "[@N]" if BYTES, "[@N+B]" with the bit B.  */
struct written_index
{
  int64_t value;
  bool bytes;
  int64_t bit;			/* B + 1, or 0.  */
  bool any;			/* Whatever the index.  */
  struct spec_pos pos;
  struct written_index *next;
};

struct written_place
{
  int64_t base;			/* 0: the result.  */
  const char *global;		/* "&NAME", or NULL.  */
  unsigned stars;
  struct written_index *indices;
  int64_t addend;
  struct spec_pos pos;
};

/* "argN < 3", "argN[1] < 3"; in "valid >= 0" BASE is 0.  */
struct written_test
{
  int64_t base;
  struct written_index *indices;
  enum spec_compare op;
  int64_t value;
  struct spec_pos pos;
  struct written_test *next;
};

enum written_role
{
  WRITTEN_ACQUIRE, WRITTEN_RELEASE, WRITTEN_OWN, WRITTEN_KEEP, WRITTEN_ALIAS,
  WRITTEN_BORROW,		/* With a place.  */
  WRITTEN_WRAP, WRITTEN_PUT, WRITTEN_FETCH,
  WRITTEN_ELEMENT, WRITTEN_ITERATOR, WRITTEN_REMOVE, WRITTEN_QUERY,
  WRITTEN_VISIT, WRITTEN_TESTS, WRITTEN_THROWS, WRITTEN_RAISES, WRITTEN_GIVE, WRITTEN_UNTOUCHED,
  WRITTEN_UNDONE, WRITTEN_FILL, WRITTEN_PASS, WRITTEN_RUN, WRITTEN_READS,
  WRITTEN_BORROW_ALL,		/* Without.  */
  WRITTEN_NORETURN, WRITTEN_SUPPRESS, WRITTEN_FRESH, WRITTEN_NOTHROW,
  WRITTEN_COUNTS, WRITTEN_CHECKED, WRITTEN_LOCKS,
  WRITTEN_PURE, WRITTEN_STARTS, WRITTEN_WAITS, WRITTEN_EVICTS,
  WRITTEN_PARTIAL		/* "...".  */
};

/* A clause without a place that sets a flag of the contract.  */
struct spec_flag
{
  enum written_role role;
  const char *word;
  size_t offset;		/* Of the flag in struct lk_contract.  */
};

/* All of them but "suppress", in the order in which they are printed; the last one has no
   word.  */
extern const struct spec_flag spec_flags[];

/* The flag FLAG of CONTRACT.  */
static inline bool *
spec_flag_of (struct lk_contract *contract, const struct spec_flag *flag)
{
  return (bool *) ((char *) contract + flag->offset);
}

/* "at first", "at arg1".  */
struct written_position
{
  enum lk_position position;
  int64_t base;			/* KEY: of the argument.  */
  bool if_new;			/* "at fresh".  */
  struct spec_pos pos;
};

/* An argument of a function that is run: PLACE, or an element of it.  */
struct written_given
{
  struct written_place *place;
  bool element;
  struct written_position *position;	/* Or NULL.  */
  struct written_given *next;
};

struct written_clause
{
  enum written_role role;
  struct written_name *kind;	/* NULL: "any", or the role takes none.  */
  bool any;			/* "any" was written.  */
  bool anew;			/* "anew" was.  */
  bool inside;			/* "inside" was.  */
  bool though_thrown;		/* "though thrown" was.  */
  bool until_next;		/* "until next" was.  */
  struct written_place *place, *other, *parent;
  struct written_name *releasers;
  struct written_test *tests;
  struct written_releases *releases;
  struct written_position *position;	/* Or NULL.  */
  enum lk_amount amount;
  struct written_given *given;	/* RUN.  */
  bool answered;		/* RUN: "and result" was written.  */
  bool always;			/* PASS.  */
  struct spec_pos pos;
  struct written_clause *next;
};

/* "since 9 before 19"; 0: not said.  */
struct written_releases
{
  int64_t since, before;
  struct spec_pos pos;
};

struct written_row
{
  struct written_name *names;
  struct written_clause *clauses;
  struct written_class *class;	/* It stands in, or NULL.  */
  struct written_row *next;
};

/* ---- Java: classes, imports, packages.  ---- */

/* One of NAMES must be called.  */
struct written_must
{
  struct written_name *names;
  struct written_must *next;
};

/* "must nothing" has no MUST.  */
struct written_duty
{
  struct written_must *must;
  struct written_releases *releases;
  struct spec_pos pos;
  struct written_duty *next;
};

struct written_class
{
  struct written_name *name;
  struct written_name *supers;
  struct written_duty *duties, **duties_tail;
  struct written_name *kind;	/* Or NULL.  */
  struct written_name *owning, **owning_tail;
  bool complete, cell, container, iterator, pure;
  struct written_class *next;
};

enum written_property_kind
{
  PROPERTY_NOUN, PROPERTY_VERB, PROPERTY_CWE, PROPERTY_HANDLE,
  PROPERTY_VALID, PROPERTY_MEMORY, PROPERTY_LOCK, PROPERTY_OFF, PROPERTY_VERIFIED,
  PROPERTY_GROUP, PROPERTY_BY,
  N_PROPERTIES
};

struct written_property
{
  enum written_property_kind what;
  const char *string;		/* NOUN, VERB, GROUP.  */
  int64_t number;		/* CWE; HANDLE: bytes.  */
  struct written_test *tests;	/* VALID.  */
  struct written_name *names;	/* BY.  */
  struct spec_pos pos;
  struct written_property *next;
};

struct written_kind
{
  struct written_name *name;
  struct written_property *properties;
  struct written_kind *next;
};

/* ---- Reading one file.  ---- */

struct spec_token
{
  int code;			/* The parser's.  */
  const char *text;		/* Words and strings (without quotes); as
				   written for all else.  */
  int64_t value;		/* Integers, N of argN.  */
  struct spec_pos pos, end;	/* END: just behind it.  */
  bool bad;			/* An error in it, or in bytes before it, was reported.  */
};

struct spec_message
{
  struct spec_pos pos;
  const char *text;
  unsigned order;		/* As found: keeps the sort stable.  */
};

struct spec_reader
{
  struct lk_spec *spec;
  const char *file;
  enum lk_source source;
  struct lk_arena *scratch;	/* Freed when the file is read.  */

  struct spec_token *tokens;
  size_t n_tokens, tokens_room;
  bool bad_bytes;		/* For the next token's BAD.  */

  /* The parser's position in the tokens.  */
  size_t next_token;
  bool in_kind;			/* From the name of a kind to its '}'.  */
  bool bad;			/* There was an error in the current item or property.  */
  bool recovering;		/* From a syntax error to a ';' or '}'.  */
  size_t handed_again;		/* Token; 0: none.  */
  int last_code;		/* The last one handed out; 0: none.  */

  struct written_row *rows, **rows_tail;
  struct written_kind *kinds, **kinds_tail;
  struct written_class *classes, **classes_tail;
  struct written_name *imports;		/* Last one first.  */
  struct written_name *packages;
  struct written_class *class;		/* The current one, or NULL.  */
  enum { NO_CLASS, CLASS_HEAD, CLASS_BODY } in_class;

  struct spec_message *messages;
  size_t n_messages, messages_room;
};

/* spec-error.c.  */
void spec_error_at (struct spec_reader *, struct spec_pos,
		    const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));
/* Deliver all messages; return their number.  */
int spec_report (struct spec_reader *, lk_spec_error, void *data);
/* Return the one of N WORDS that TEXT may be a misspelling of, or NULL.  */
const char *spec_suggest (const char *text, const char *const *words,
			  size_t n);

/* A list in user words ("a, b or c"), built piece by piece.  */
struct spec_text
{
  struct lk_arena *arena;
  char *text;
  size_t length, room;
};
void spec_text_add (struct spec_text *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* spec-lex.l: all of TEXT into READER->tokens.  */
void spec_tokenise (struct spec_reader *, const char *text, size_t length);
void spec_add_token (struct spec_reader *, int code, const char *text,
		     int64_t value, struct spec_pos pos, struct spec_pos end);
/* Return true if TEXT can be a name without quotes.  */
bool spec_plain_name (const char *text);

/* spec-parse.y: the tokens into READER->rows and ->kinds.  */
void spec_parse (struct spec_reader *);
/* Begin with the tokens NAME and ':', as if the file began with them.  */
void spec_begin_row (struct spec_reader *, const char *name);
/* The same with "class NAME".  */
void spec_begin_type (struct spec_reader *, const char *name);

/* spec-build.c: what the parser's actions call.  */
struct written_name *spec_new_name (struct spec_reader *,
				    const struct spec_token *);
struct written_clause *spec_new_clause (struct spec_reader *,
					enum written_role, struct spec_pos);
struct written_place *spec_new_place (struct spec_reader *, unsigned stars,
				      int64_t base, struct written_index *,
				      struct spec_pos);
struct written_property *spec_new_property (struct spec_reader *,
					    enum written_property_kind,
					    struct spec_pos);
/* An item, or member of a class, has come to its end.  */
void spec_recovered (struct spec_reader *);
void spec_add_kind (struct spec_reader *, struct written_name *,
		    struct written_property *);
void spec_add_row (struct spec_reader *, struct written_name *,
		   struct written_clause *);
/* Without a NAME, the class is read for its errors only.  */
void spec_begin_class (struct spec_reader *, struct written_name *,
		       struct written_name *supers);
void spec_end_class (struct spec_reader *);
void spec_add_duty (struct spec_reader *, struct written_must *,
		    struct written_releases *, struct spec_pos);
struct written_releases *spec_new_releases (struct spec_reader *,
					    struct spec_pos);
void spec_add_release (struct spec_reader *, int64_t *release,
		       const struct spec_token *);

/* spec-check.c.  Copy into the specification's memory.  */
struct lk_name *spec_copy_names (struct spec_reader *,
				 const struct written_name *);
/* Kinds first, for all files, then rows.  */
void spec_check_kinds (struct spec_reader *);
void spec_check_rows (struct spec_reader *);
/* Return the kind called NAME; report an error and return NULL if there is none.  */
const struct lk_kind *spec_find_kind (struct spec_reader *,
				      const struct written_name *);
/* Set *RANGE to the values that OP VALUE admits; return false if there are none.  */
bool spec_range_of (enum spec_compare op, int64_t value, struct lk_range *);
enum spec_meet { MEET_OK, MEET_EMPTY, MEET_FAR_HOLES };
/* Narrow *RANGE to its part in OTHER.  */
enum spec_meet spec_range_meet (struct lk_range *, const struct lk_range *other);

/* Return the word for WRITTEN in messages.  */
const char *spec_clause_name (const struct written_clause *);

/* spec-place.c.  SIZE is that of the elements that the last index counts; what
   is gone through before are pointers.  */
bool spec_check_place (struct spec_reader *, const struct written_place *,
		       unsigned size, struct lk_place *);
/* Set *TESTED to what TEST of WRITTEN is of, with any value; complain and return false if that
   cannot be tested.  JAVA: as spec_name_of_java returns it.  */
bool spec_check_tested (struct spec_reader *, const struct written_clause *written,
			const struct written_test *, const char *java, struct lk_condition *tested);
/* Complain and return false if CLAUSE, whose places are known, cannot stand
   with them.  JAVA: its row is of a method of Java.  */
bool spec_check_sides (struct spec_reader *, const struct written_clause *,
		       const struct lk_clause *clause, bool java);

/* spec-answer.c.  Complain and return false if WRITTEN, "tests", "throws", "raises", "give" or
   "fill", cannot stand in ROW, or says of CLAUSE's places what has no meaning.  */
bool spec_check_answer (struct spec_reader *, const struct written_clause *,
			const struct written_row *row, const struct lk_clause *clause);
/* Complain and return false if clauses of ROW that say what its function answers, or what holds if
   it throws, contradict other clauses of CONTRACT, which is made of ROW.  */
bool spec_check_answers (struct spec_reader *, const struct written_row *row,
			 const struct lk_contract *contract);

/* spec-element.c.  Return the name of a method of Java in ROW, or NULL.  */
const char *spec_name_of_java (const struct spec_reader *, const struct written_row *);
/* Set what CLAUSE, whose places are known, says of elements
   of C++'s containers; complain and return false if ROW cannot say that.  */
bool spec_check_element (struct spec_reader *, const struct written_clause *,
			 const struct written_row *, struct lk_clause *clause);
/* Complain and return false if ROW, of C++, from which CONTRACT is made, is about elements and
   about resources: its front end reads it as one or the other.  */
bool spec_check_elements (struct spec_reader *, const struct written_row *row,
			  const struct lk_contract *contract);
/* Whether CLASS is one of C++.  */
bool spec_is_cxx (const struct spec_reader *, const struct written_class *);

/* spec-class.c.  The same for classes and packages.  */
void spec_check_classes (struct spec_reader *);
/* Return the full NAME of a row in CLASS (or NULL): with the class before it, and types of
   parameters by their binary names.  */
const char *spec_full_name (struct spec_reader *, const char *name,
			    const struct written_class *);
/* Return true if NAME can be a Java method's; or is that of a row in a class, of
   whatever language.  */
bool spec_is_method (const char *name);
bool spec_is_member (const char *name);
bool spec_is_constructor (const char *name);
/* Set *SINCE and *BEFORE; report an error and return false if they are inconsistent.  */
bool spec_check_releases (struct spec_reader *,
			  const struct written_releases *, uint8_t *since,
			  uint8_t *before);

/* cppcheck.c: convert the XML of TEXT; errors go to READER.  */
void spec_read_cppcheck (struct spec_reader *, const char *text,
			 size_t length);

/* ---- The store (spec.c).  ---- */

void spec_reader_init (struct spec_reader *, struct lk_spec *,
		       const char *file, enum lk_source);
void spec_reader_free (struct spec_reader *);

/* Return the contract of NAME without searching the shipped rows.  */
struct lk_contract *spec_find_own (struct lk_spec *, const char *name);
bool spec_is_shipped (const char *name);
/* Make CONTRACT the one of its name.  */
void spec_put (struct lk_spec *, struct lk_contract *);
/* Contracts of this FILE (compared by address) come from a cppcheck library.  */
void spec_mark_cppcheck (struct lk_spec *, const char *file);
bool spec_from_cppcheck (struct lk_spec *, const struct lk_contract *);
/* Call VISIT for every contract stored, in the order of the first spec_put.  */
void spec_visit (struct lk_spec *,
		 void (*visit) (void *data, struct lk_contract *), void *data);
/* Return how well the contract releases KIND: 0 not at all, 1 on a condition or together with
   an acquisition (realloc), 2 as usual.  */
int spec_releases (const struct lk_contract *, const struct lk_kind *kind);
/* A kind of this name, all defaults, at the end of the list.  */
struct lk_kind *spec_new_kind (struct lk_spec *, const char *name);
/* Return the group of KIND where no other is given.  */
const char *spec_usual_group (const struct lk_kind *);
/* Put KIND into GROUP; NULL: the usual one.  */
void spec_set_group (struct lk_kind *kind, const char *group);
/* The place where a file defined a kind; else FILE is NULL.  */
struct spec_origin
{
  const char *file;
  int line;
};
struct spec_origin *spec_kind_origin (struct lk_kind *);
/* Read the whole of FILE, NUL appended, into malloc'ed memory; on failure return NULL and the
   reason in *WHY (in READER's scratch).  */
char *spec_read_bytes (struct spec_reader *, const char *file, size_t *length,
		       const char **why);

/* ---- The store of types (spec-types.c).  ---- */

struct spec_types *spec_types_new (struct lk_arena *);
void spec_types_free (struct spec_types *);
struct spec_types *spec_types_of (struct lk_spec *);
struct lk_type_contract *spec_find_own_type (struct lk_spec *,
					     const char *name);
void spec_put_type (struct lk_spec *, struct lk_type_contract *);
void spec_put_package (struct lk_spec *, const char *name);
void spec_visit_types (struct lk_spec *,
		       void (*visit) (void *data, struct lk_type_contract *),
		       void *data);
const struct lk_name *spec_packages (struct lk_spec *);
/* Return CONTRACT without the clauses that do not hold for the release that is set; itself if
   all hold.  */
const struct lk_contract *spec_of_release (struct lk_spec *,
					   const struct lk_contract *);

/* ---- The shipped specifications (written by pack.c).  ---- */

/* No pointers inside, so that the dynamic linker has nothing to relocate:
   names and texts are offsets into STRINGS.  */
struct spec_shipped_row
{
  uint32_t name, clauses;	/* CLAUSES: text after the ':', ';' included.  */
  uint32_t file;
  uint32_t line;
};

/* A type; TEXT is what stands behind "class NAME".  */
struct spec_shipped_type
{
  uint32_t name, text, file, line;
};

struct spec_shipped_kind
{
  uint32_t name, noun, verb, group, file, line;
  uint32_t cwe;
  uint8_t memory, lock, off, verified, size;
  int64_t lo, hi, hole;
  uint64_t holes;
  uint32_t releasers, n_releasers;	/* In RELEASERS.  */
};

struct spec_shipped
{
  const char *strings;
  uint32_t n_rows, n_kinds;
  const struct spec_shipped_row *rows;
  const struct spec_shipped_kind *kinds;
  const uint32_t *releasers;		/* Names, as offsets.  */
  /* Open addressing, linear probing: row number + 1, 0 is free.  */
  uint32_t index_mask;
  const uint32_t *index;
  /* The same for types; and the complete packages, sorted by name.  */
  uint32_t n_types, type_mask, n_packages;
  const struct spec_shipped_type *types;
  const uint32_t *type_index;
  const uint32_t *packages;
};
extern const struct spec_shipped spec_shipped;

static inline uint32_t
spec_hash (const char *name)
{
  uint32_t hash = 2166136261u;
  for (; *name; name++)
    hash = (hash ^ (unsigned char) *name) * 16777619u;
  return hash ^ hash >> 15;
}

#pragma GCC visibility pop
#endif /* LK_SPEC_INTERNAL_H */
