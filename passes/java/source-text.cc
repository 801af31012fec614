/* Texts of Java sources: how many lines they have, and what they declare.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "../../java/declare.h"

/* A source, which its classes share: its lines, which are often needed, and what it declares,
   which is rarely.  */
struct source
{
  char *text;			/* Malloced, until it is read; or NULL.  */
  size_t length;
  unsigned lines;
  struct lk_declarations *declarations;
  struct lk_java_class *sharer;
};

static void
read_source (const char *name, struct source *source)
{
  memset (source, 0, sizeof *source);
  source->text = lk_java_read_source (name, &source->length);
  if (!source->text)
    return;
  source->lines = 1;
  for (const char *at = source->text, *end = at + source->length;
       (at = (const char *) memchr (at, '\n', end - at)); at++)
    source->lines++;
}

static hash_map<nofree_string_hash, struct source> *sources;

static struct source &
source_of (struct lk_java_class *c)
{
  const char *name = lk_java_source_file (c);
  if (!sources)
    sources = new hash_map<nofree_string_hash, struct source>;
  bool known;
  struct source &s = sources->get_or_insert (name, &known);
  if (!known)
    read_source (name, &s);
  return s;
}

const struct lk_declarations *
lk_declarations_of (struct lk_java_class *c)
{
  if (c->declarations_read)
    return c->declarations;
  c->declarations_read = true;
  if (!c->type->class_file
      || !lk_classpath_is_input (lk_java->classpath, c->type->class_file))
    return NULL;
  struct source &s = source_of (c);
  if (s.text)
    {
      s.declarations
	= lk_declarations_read (lk_java->arena, s.text, s.length);
      free (s.text);
      s.text = NULL;
    }
  c->declarations = s.declarations;
  return c->declarations;
}

unsigned
lk_java_last_line (struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  return (file && lk_classpath_is_input (lk_java->classpath, file)
	  ? source_of (c).lines : 0);
}


struct lk_java_class **
lk_java_sharer (struct lk_java_class *c)
{
  return &source_of (c).sharer;
}
