/* The store of specifications: contracts by name, kinds, files read.

   A compilation could look up any of 19,000 shipped names and does so for some hundred, of
   which it finds a few dozen; compilations are short.  So only the kinds are read at the
   start: the shipped rows are in the library as text with a hash index made at build time
   (pack.c), free of pointers, so that not even the dynamic linker touches them.  A name that
   is not there costs one probe; one that is there is parsed once.

   Measured (shipped-test --time, gcc -O2, 19148 names, 463 kinds): lk_spec_new 5.3 us, a
   failing lookup 26 ns, the first successful one 1.1 us, a later one 38 ns.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "file.h"
#include "rows.h"
#include "spec-internal.h"

/* A kind with the data of this folder.  */
struct full_kind
{
  struct lk_kind kind;
  struct spec_origin origin;
  const char *group;		/* NULL: the usual one.  */
  const struct spec_shipped_kind *shipped;	/* Or NULL.  */
};

struct entry
{
  uint32_t hash;
  struct lk_contract *contract;
  struct entry *next;		/* In order of the first put.  */
};

struct lk_spec
{
  struct lk_arena *arena;
  struct lk_kind *kinds, **kinds_tail;
  struct entry *entries, **entries_tail;
  /* Open addressing, linear probing, at most half full.  */
  struct entry **table;
  uint32_t mask, n_entries;
  struct lk_name *cppcheck_files;
  struct spec_types *types;
  uint8_t *classes;		/* By hash: bits of those that rows name; NULL: not yet made.  */
};

/* ---- Contracts by name.  ---- */

/* The slot of NAME: where it is or would be.  */

static struct entry **
find_slot (struct lk_spec *spec, const char *name, uint32_t hash)
{
  uint32_t i = hash & spec->mask;
  while (spec->table[i]
	 && (spec->table[i]->hash != hash
	     || strcmp (spec->table[i]->contract->name, name)))
    i = (i + 1) & spec->mask;
  return &spec->table[i];
}

static void
make_table (struct lk_spec *spec, uint32_t size)
{
  size_t bytes = size * sizeof *spec->table;
  free (spec->table);
  spec->table = NULL;		/* Should the next line not return.  */
  spec->table = lk_xmalloc (bytes);
  memset (spec->table, 0, bytes);
  spec->mask = size - 1;
  for (struct entry *e = spec->entries; e; e = e->next)
    *find_slot (spec, e->contract->name, e->hash) = e;
}

struct lk_contract *
spec_find_own (struct lk_spec *spec, const char *name)
{
  if (!spec->table)
    return NULL;
  struct entry *entry = *find_slot (spec, name, spec_hash (name));
  return entry ? entry->contract : NULL;
}

/* ---- Classes that have rows.  ---- */

/* Most classes of a program have none, and to look up each of their methods
   would cost verify a tenth of its time.  */
#define CLASS_BITS (1u << 16)

static uint32_t
class_hash (const char *name, size_t length)
{
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) (name[i] == '/' ? '.' : name[i]))
	   * 16777619u;
  return (hash ^ hash >> 16) % CLASS_BITS;
}

/* ROW, "a.B.m" or "a.B.m(int)", is there.  */
static void
note_class (uint8_t *classes, const char *row)
{
  size_t dot = 0;
  for (size_t i = 0; row[i] && row[i] != '('; i++)
    if (row[i] == '.')
      dot = i;
  uint32_t bit = class_hash (row, dot);
  classes[bit / 8] |= 1u << bit % 8;
}

bool
lk_spec_has_class (struct lk_spec *spec, const char *name)
{
  if (!spec->classes)
    {
      spec->classes = lk_arena_alloc (spec->arena, CLASS_BITS / 8);
      for (uint32_t i = 0; i < spec_shipped.n_rows; i++)
	note_class (spec->classes,
		    spec_shipped.strings + spec_shipped.rows[i].name);
      for (const struct entry *e = spec->entries; e; e = e->next)
	note_class (spec->classes, e->contract->name);
    }
  uint32_t bit = class_hash (name, strlen (name));
  return spec->classes[bit / 8] >> bit % 8 & 1;
}

void
spec_put (struct lk_spec *spec, struct lk_contract *contract)
{
  if (spec->classes)
    note_class (spec->classes, contract->name);
  if (!spec->table)
    make_table (spec, 64);
  else if (spec->n_entries * 2 > spec->mask)
    make_table (spec, (spec->mask + 1) * 2);
  uint32_t hash = spec_hash (contract->name);
  struct entry **slot = find_slot (spec, contract->name, hash);
  if (!*slot)
    {
      struct entry *entry = lk_arena_alloc (spec->arena, sizeof *entry);
      entry->hash = hash;
      *spec->entries_tail = entry;
      spec->entries_tail = &entry->next;
      *slot = entry;
      spec->n_entries++;
    }
  (*slot)->contract = contract;
}

void
spec_visit (struct lk_spec *spec,
	    void (*visit) (void *data, struct lk_contract *), void *data)
{
  for (struct entry *e = spec->entries; e; e = e->next)
    visit (data, e->contract);
}

void
spec_mark_cppcheck (struct lk_spec *spec, const char *file)
{
  struct lk_name *name = lk_arena_alloc (spec->arena, sizeof *name);
  name->name = file;
  name->next = spec->cppcheck_files;
  spec->cppcheck_files = name;
}

bool
spec_from_cppcheck (struct lk_spec *spec, const struct lk_contract *contract)
{
  const struct lk_name *name = spec->cppcheck_files;
  while (name && name->name != contract->file)
    name = name->next;
  return name != NULL;
}

/* ---- The shipped rows.  ---- */

static const struct spec_shipped_row *
find_shipped (const char *name)
{
  const struct spec_shipped *s = &spec_shipped;
  if (!s->n_rows)
    return NULL;
  for (uint32_t i = spec_hash (name) & s->index_mask; s->index[i];
       i = (i + 1) & s->index_mask)
    {
      const struct spec_shipped_row *row = &s->rows[s->index[i] - 1];
      if (!strcmp (s->strings + row->name, name))
	return row;
    }
  return NULL;
}

bool
spec_is_shipped (const char *name)
{
  return find_shipped (name) != NULL;
}

const struct lk_contract *
lk_spec_lookup (struct lk_spec *spec, const char *name)
{
  struct lk_contract *contract = spec_find_own (spec, name);
  if (contract)
    return spec_of_release (spec, contract);
  const struct spec_shipped_row *row = find_shipped (name);
  if (!row)
    return NULL;

  const char *text = spec_shipped.strings + row->clauses;
  struct spec_reader reader;
  spec_reader_init (&reader, spec, spec_shipped.strings + row->file,
		    LK_SOURCE_SHIPPED_SPEC);
  spec_begin_row (&reader, spec_shipped.strings + row->name);
  spec_tokenise (&reader, text, strlen (text));
  spec_parse (&reader);
  spec_check_rows (&reader);
  spec_reader_free (&reader);
  contract = spec_find_own (spec, name);
  if (!contract)
    return NULL;
  contract->line = (int) row->line;
  return spec_of_release (spec, contract);
}

/* ---- Kinds.  ---- */

static struct full_kind *
add_kind (struct lk_spec *spec, const char *name)
{
  struct full_kind *full = lk_arena_alloc (spec->arena, sizeof *full);
  struct lk_kind *kind = &full->kind;
  kind->name = kind->noun = name;
  kind->verb = "released";
  kind->cwe = 772;
  kind->size = 8;
  kind->valid = LK_RANGE_NONNULL;
  *spec->kinds_tail = kind;
  spec->kinds_tail = &kind->next;
  return full;
}

struct lk_kind *
spec_new_kind (struct lk_spec *spec, const char *name)
{
  return &add_kind (spec, lk_arena_strdup (spec->arena, name))->kind;
}

const char *
spec_usual_group (const struct lk_kind *kind)
{
  return kind->memory ? "memory" : kind->lock ? "lock" : "other";
}

const char *
lk_kind_group (const struct lk_kind *kind)
{
  const char *group = ((const struct full_kind *) kind)->group;
  return group ? group : spec_usual_group (kind);
}

void
spec_set_group (struct lk_kind *kind, const char *group)
{
  ((struct full_kind *) kind)->group = group;
}

struct spec_origin *
spec_kind_origin (struct lk_kind *kind)
{
  return &((struct full_kind *) kind)->origin;
}

struct lk_kind *
lk_spec_kinds (struct lk_spec *spec)
{
  return spec->kinds;
}

struct lk_kind *
lk_spec_kind (struct lk_spec *spec, const char *name)
{
  struct lk_kind *kind = spec->kinds;
  while (kind && strcmp (kind->name, name))
    kind = kind->next;
  return kind;
}

struct lk_kind *
lk_spec_make_kind (struct lk_spec *spec, const char *name)
{
  struct lk_kind *kind = lk_spec_kind (spec, name);
  return kind ? kind : spec_new_kind (spec, name);
}

static void
add_shipped_kinds (struct lk_spec *spec)
{
  const char *strings = spec_shipped.strings;
  for (uint32_t i = 0; i < spec_shipped.n_kinds; i++)
    {
      const struct spec_shipped_kind *shipped = &spec_shipped.kinds[i];
      struct full_kind *full = add_kind (spec, strings + shipped->name);
      struct lk_kind *kind = &full->kind;
      full->shipped = shipped;
      full->origin.file = strings + shipped->file;
      full->origin.line = (int) shipped->line;
      kind->noun = strings + shipped->noun;
      kind->verb = strings + shipped->verb;
      full->group = strings + shipped->group;
      kind->cwe = shipped->cwe;
      kind->memory = shipped->memory;
      kind->lock = shipped->lock;
      kind->off = shipped->off;
      kind->verified = shipped->verified;
      kind->size = shipped->size;
      kind->valid = (struct lk_range) { shipped->lo, shipped->hi,
					shipped->hole, shipped->holes };
    }
}

int
spec_releases (const struct lk_contract *contract, const struct lk_kind *kind)
{
  int best = 0;
  bool acquires = false;
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    if (c->kind == kind && c->role == LK_ROLE_ACQUIRE)
      acquires = true;
    else if (c->kind == kind && c->role == LK_ROLE_RELEASE)
      best = best == 2 || c->n_conditions == 0 ? 2 : 1;
  return best == 2 && acquires ? 1 : best;
}

unsigned
lk_spec_releasers (struct lk_spec *spec, const struct lk_kind *kind,
		   const char **names, unsigned max)
{
  unsigned n = 0;
  const struct spec_shipped_kind *shipped
    = ((const struct full_kind *) kind)->shipped;
  for (uint32_t i = 0; shipped && i < shipped->n_releasers && n < max; i++)
    {
      uint32_t at = spec_shipped.releasers[shipped->releasers + i];
      const char *name = spec_shipped.strings + at;
      struct lk_contract *own = spec_find_own (spec, name);
      if (!own || own->source == LK_SOURCE_SHIPPED_SPEC)
	names[n++] = name;
    }
  for (const struct lk_name *by = kind->by; by && n < max; by = by->next)
    names[n++] = by->name;
  for (int good = 2; good > 0 && !kind->by; good--)
    {
      for (struct entry *e = spec->entries; e && n < max; e = e->next)
	if ((e->contract->source != LK_SOURCE_SHIPPED_SPEC || !shipped)
	    && spec_releases (e->contract, kind) == good)
	  names[n++] = e->contract->name;
      /* realloc may release memory, but is not recommended for that, unless no other function
	 is known.  */
      if (n)
	break;
    }
  return n;
}

/* ---- Making and reading.  ---- */

struct lk_spec *
lk_spec_new (void)
{
  struct lk_arena *arena = lk_arena_new ();
  struct lk_spec *spec = lk_arena_alloc (arena, sizeof *spec);
  spec->arena = arena;
  spec->kinds_tail = &spec->kinds;
  spec->entries_tail = &spec->entries;
  spec->types = spec_types_new (arena);
  add_shipped_kinds (spec);
  return spec;
}

void
lk_spec_free (struct lk_spec *spec)
{
  if (!spec)
    return;
  free (spec->table);
  spec_types_free (spec->types);
  lk_arena_free (spec->arena);
}

struct spec_types *
spec_types_of (struct lk_spec *spec)
{
  return spec->types;
}

void *
lk_spec_alloc (struct lk_spec *spec, size_t size)
{
  return lk_arena_alloc (spec->arena, size);
}

const char *
lk_spec_strdup (struct lk_spec *spec, const char *text)
{
  return lk_arena_strdup (spec->arena, text);
}

void
spec_reader_init (struct spec_reader *reader, struct lk_spec *spec,
		  const char *file, enum lk_source source)
{
  memset (reader, 0, sizeof *reader);
  reader->spec = spec;
  reader->file = file;
  reader->source = source;
  reader->scratch = lk_arena_new ();
  reader->rows_tail = &reader->rows;
  reader->kinds_tail = &reader->kinds;
  reader->classes_tail = &reader->classes;
}

void
spec_reader_free (struct spec_reader *reader)
{
  free (reader->tokens);
  free (reader->messages);
  lk_arena_free (reader->scratch);
}

/* A larger one is no specification but a mistake (a core).  */
#define LARGEST_FILE ((size_t) 64 << 20)

char *
spec_read_bytes (struct spec_reader *reader, const char *file, size_t *length,
		 const char **why)
{
  struct spec_text text = { reader->scratch, NULL, 0, 0 };
  const char *reason;
  FILE *stream = lk_file_stream (file, &reason);
  if (!stream)
    {
      struct stat status;
      int error = errno;
      bool folder = !error && stat (file, &status) == 0 && S_ISDIR (status.st_mode);
      spec_text_add (&text, "cannot read the specification: %s%s", reason,
		     folder ? " (name the files in it one by one)"
		     : error != ENOENT ? "" : file[0] == '/'
		     ? " (check the name)" : " (relative names start at the "
		     "folder the compiler runs in)");
      *why = text.text;
      return NULL;
    }
  size_t room = 16384, n = 0, got;
  char *bytes = lk_xmalloc (room + 1);
  while (n <= LARGEST_FILE
	 && (got = fread (bytes + n, 1, room - n, stream)) > 0)
    {
      n += got;
      if (n == room)
	bytes = lk_xrealloc (bytes, (room *= 2) + 1);
    }
  *why = NULL;
  if (ferror (stream))
    {
      spec_text_add (&text, "cannot read the specification: %s",
		     strerror (errno));
      *why = text.text;
    }
  else if (n > LARGEST_FILE)
    *why = "this is no specification: it is larger than 64 MiB";
  fclose (stream);
  if (*why)
    {
      free (bytes);
      return NULL;
    }
  bytes[n] = '\0';
  *length = n;
  return bytes;
}

/* cppcheck's libraries are XML; a specification never begins with '<'.  */

static bool
is_xml (const char *text, size_t length)
{
  size_t i = length >= 3 && !memcmp (text, "\xef\xbb\xbf", 3) ? 3 : 0;
  while (i < length && memchr (" \t\r\n", text[i], 4))
    i++;
  return i < length && text[i] == '<';
}

static void
read_text (struct spec_reader *reader, const char *text, size_t length)
{
  if (length > LARGEST_FILE)
    spec_error_at (reader, (struct spec_pos) { 0, 0 },
		   LK_N ("this is no specification: it is larger than 64 MiB"));
  else if (is_xml (text, length))
    spec_read_cppcheck (reader, text, length);
  else
    {
      spec_tokenise (reader, text, length);
      spec_parse (reader);
      spec_check_kinds (reader);
      spec_check_classes (reader);
      spec_check_rows (reader);
    }
}

int
lk_spec_read_text (struct lk_spec *spec, const char *file, const char *text,
		   size_t length, enum lk_source source, lk_spec_error error,
		   void *data)
{
  struct spec_reader reader;
  spec_reader_init (&reader, spec, lk_spec_strdup (spec, file), source);
  read_text (&reader, text, length);
  int n = spec_report (&reader, error, data);
  spec_reader_free (&reader);
  return n;
}

int
lk_spec_read_file (struct lk_spec *spec, const char *file,
		   enum lk_source source, lk_spec_error error, void *data)
{
  struct spec_reader reader;
  spec_reader_init (&reader, spec, lk_spec_strdup (spec, file), source);
  size_t length;
  const char *why;
  char *text = spec_read_bytes (&reader, file, &length, &why);
  if (text)
    {
      read_text (&reader, text, length);
      free (text);
    }
  else
    spec_error_at (&reader, (struct spec_pos) { 0, 0 }, "%s", why);
  int n = spec_report (&reader, error, data);
  spec_reader_free (&reader);
  return n;
}
