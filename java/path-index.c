/* Which jars of the class path may have a class: those whose directory has an entry for it.
   They are opened on demand.

   The index is a set of pairs, the hash of a class's name and the number of the source.  A
   class that is not there costs one lookup; a pair that is there by a collision costs the
   opening of a jar.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "archive-internal.h"
#include "classpath-internal.h"

struct pair
{
  uint32_t hash;
  uint32_t source;		/* Plus one; 0: none.  */
};

struct path_index
{
  struct pair *pairs;		/* Open addressing by hash; a power of two.  */
  size_t size, used;
};

static void
place (struct path_index *index, struct pair pair)
{
  size_t at = pair.hash & (index->size - 1);
  while (index->pairs[at].source)
    at = (at + 1) & (index->size - 1);
  index->pairs[at] = pair;
}

static void
grow (struct path_index *index)
{
  struct path_index old = *index;
  index->size = old.size ? old.size * 2 : 4096;
  index->pairs = lk_xmalloc (index->size * sizeof *index->pairs);
  memset (index->pairs, 0, index->size * sizeof *index->pairs);
  for (size_t i = 0; i < old.size; i++)
    if (old.pairs[i].source)
      place (index, old.pairs[i]);
  free (old.pairs);
}

static void
add (struct path_index *index, uint32_t hash, size_t source)
{
  if (index->used * 2 >= index->size)
    grow (index);
  place (index, (struct pair) { hash, (uint32_t) source + 1 });
  index->used++;
}

bool
path_index_has (const struct path_index *index, uint32_t hash, size_t source)
{
  if (!index || !index->size)
    return false;
  for (size_t at = hash & (index->size - 1); index->pairs[at].source;
       at = (at + 1) & (index->size - 1))
    if (index->pairs[at].hash == hash
	&& (source == PATH_INDEX_ANY || index->pairs[at].source == source + 1))
      return true;
  return false;
}

/* ---- Filling it.  ---- */

struct filling
{
  struct path_index *index;
  size_t source;
};

/* The entry NAME, of LENGTH bytes, of a jar: the class that it may be.  */

static void
add_name (void *data, const char *name, size_t length)
{
  static const char versions[] = "META-INF/versions/";
  static const char *const roots[] = { "WEB-INF/classes/", "BOOT-INF/classes/" };
  struct filling *filling = data;
  if (length <= 6 || memcmp (name + length - 6, ".class", 6) != 0)
    return;
  length -= 6;
  size_t from = 0;
  if (length > sizeof versions && !memcmp (name, versions, sizeof versions - 1))
    {
      from = sizeof versions - 1;
      while (from < length && isdigit ((unsigned char) name[from]))
	from++;
      from++;
    }
  for (unsigned i = 0; i < 2; i++)
    {
      size_t root = strlen (roots[i]);
      if (from + root < length && !memcmp (name + from, roots[i], root))
	from += root;
    }
  if (from < length)
    add (filling->index, lk_class_name_hash (name + from, length - from),
	 filling->source);
}

static struct path_index *
index_of (struct lk_classpath *path)
{
  if (!path->index)
    {
      path->index = lk_xmalloc (sizeof *path->index);
      memset (path->index, 0, sizeof *path->index);
    }
  return path->index;
}

bool
path_index_add_file (struct lk_classpath *path, const char *name, size_t source)
{
  struct filling filling = { index_of (path), source };
  /* The classes of a .jmod have another root.  */
  if (archive_ends_with (name, ".jmod"))
    return false;
  return archive_names_of_file (name, add_name, &filling);
}

bool
path_index_add_bytes (struct lk_classpath *path, const unsigned char *bytes,
		      size_t n, size_t source)
{
  struct filling filling = { index_of (path), source };
  return archive_names_of_bytes (bytes, n, add_name, &filling);
}

void
path_index_free (struct path_index *index)
{
  if (index)
    free (index->pairs);
  free (index);
}
