/* A cursor over untrusted bytes, shared by the parts of the class reader.

   Reading beyond the end, or any other fault, sets `failed' with a message; from then on every
   read gives 0, so callers need to test it only where they allocate or loop.  An attribute
   narrows `end' to its own bytes, so no read goes past it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CLASS_INTERNAL_H
#define LK_CLASS_INTERNAL_H

#include "../spec/arena.h"
#include "class.h"

struct class_reader
{
  struct lk_arena *arena;
  /* Of the constant pool.  That of an outline is freed when the class has been read; what is
     needed later is copied.  */
  struct lk_arena *pool;
  struct lk_class *class;
  const unsigned char *bytes;
  size_t at, end;
  const char *where;
  const char *part;		/* The member being read, for messages, or NULL. */
  bool outline;			/* Leave code out.  */
  bool failed;
  size_t memory;		/* The size to which the arena may grow.  */
  struct lk_java_error *error;	/* The first fault.  */
};

struct class_attribute
{
  const char *name;
  size_t end;			/* Of its bytes.  */
  size_t outer_end;
};

/* Report a fault at the current byte.  */
void class_fail (struct class_reader *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
uint8_t class_u1 (struct class_reader *);
uint16_t class_u2 (struct class_reader *);
uint32_t class_u4 (struct class_reader *);
/* Return a count of two bytes, or a COUNT read otherwise, of members that take at least SIZE
   bytes each.  Report a fault and return 0 if there are not so many bytes.  */
unsigned class_count (struct class_reader *, size_t size, const char *what);
unsigned class_check_count (struct class_reader *, unsigned count, size_t size,
			    const char *what);
/* Skip LENGTH bytes and return their beginning; NULL if they are not there.  */
const unsigned char *class_skip (struct class_reader *, size_t length);

/* Return text INDEX of the pool, which must exist, in memory that stays.  */
const char *class_keep (struct class_reader *, unsigned index);
/* The same for a number or string.  */
const struct lk_constant *class_keep_constant (struct class_reader *,
					       const struct lk_constant *);

/* Read an index of the pool and return its constant.  With OR_ZERO index 0 is NULL; a constant
   of another tag is a fault.  */
const char *class_utf8 (struct class_reader *, bool or_zero, const char *what);
/* An internal name, or an array's descriptor if ARRAYS.  */
const char *class_class (struct class_reader *, bool or_zero, bool arrays,
			 const char *what);

/* The uses that a UTF-8 constant is valid for.  Computed once for each constant, so that a
   long one that 65,535 others name costs no more time than one.  */
enum class_text
{
  TEXT_FIELD_DESCRIPTOR = 1,
  TEXT_METHOD_DESCRIPTOR = 2,
  TEXT_CLASS_NAME = 4,		/* Also an array's descriptor.  */
  TEXT_MEMBER_NAME = 8,
  TEXT_METHOD_NAME = 16		/* Also <init> and <clinit>.  */
};
bool class_text_is (const struct lk_class *, unsigned index, enum class_text);
/* Read an index of a text that must be valid for this use.  */
const char *class_text (struct class_reader *, enum class_text,
			const char *what);

void class_read_pool (struct class_reader *);
/* Check what Dynamic constants need of BootstrapMethods, once that has been read.  */
void class_check_dynamic (struct class_reader *);

/* Begin and end an attribute; false: a fault.  The cursor moves to the attribute's end even if
   its contents were not read completely.  With SOFT a fault inside becomes a note of the
   class; else unread bytes are a fault.  True: it was read without a fault.  */
bool class_attribute_begin (struct class_reader *, struct class_attribute *);
bool class_attribute_end (struct class_reader *, struct class_attribute *,
			  bool soft);
/* End an attribute without reading it.  */
void class_attribute_skip (struct class_reader *, struct class_attribute *);

/* The contents of the six annotation attributes, and AnnotationDefault, of one class, field,
   method, record component or code.  */
struct class_annotations
{
  struct lk_annotations of[2];	/* [1]: invisible at run time.  */
  struct lk_type_annotations types[2];
  struct lk_parameter_annotations parameters[2];
  const struct lk_annotation_value *annotation_default;
  unsigned seen;
};
/* Read the attribute if it is one of them; return false if not.  */
bool class_read_annotations (struct class_reader *, struct class_attribute *,
			     struct class_annotations *);
/* Return the annotations visible and invisible at run time in one list.  */
struct lk_annotations class_all_annotations (struct class_reader *,
					     struct class_annotations *);
struct lk_type_annotations
class_all_type_annotations (struct class_reader *, struct class_annotations *);

/* Read the contents of a Code attribute.  */
struct lk_code *class_read_code (struct class_reader *);

/* Sort fields and methods by name and descriptor, for lookups; a member defined twice is a
   fault.  */
void class_index_members (struct class_reader *);

#endif /* LK_CLASS_INTERNAL_H */
