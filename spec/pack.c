/* The build's tool that turns the folder's .spec files into shipped-spec.c:

	pack OUTPUT FILE.spec...
	pack --rows FILE.spec...

   The second form prints all rows and types, one a line.  All files are read as one, with the
   reader for users' files: kinds first, so that every file may use those of the others.  Any
   error fails the build.

   The output is tables of numbers and one long string that they are offsets into, so that the
   library needs no relocation for them; equal texts are stored once (most rows have the text
   of another row).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L	/* For open_memstream.  */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "rows.h"
#include "spec-internal.h"

/* ---- The long string.  ---- */

struct piece
{
  uint32_t offset;
  struct piece *chain;
};

#define N_CHAINS 4096

struct strings
{
  struct lk_arena *arena;
  char *bytes;
  size_t length, room;
  struct piece *chains[N_CHAINS];
};

/* The offset of TEXT, which is added if it is not there.  */

static uint32_t
intern (struct strings *strings, const char *text)
{
  struct piece **chain = &strings->chains[spec_hash (text) % N_CHAINS];
  for (struct piece *piece = *chain; piece; piece = piece->chain)
    if (!strcmp (strings->bytes + piece->offset, text))
      return piece->offset;
  size_t size = strlen (text) + 1;
  if (strings->length + size > strings->room)
    {
      strings->room = (strings->length + size) * 2;
      strings->bytes = lk_xrealloc (strings->bytes, strings->room);
    }
  struct piece *piece = lk_arena_alloc (strings->arena, sizeof *piece);
  piece->offset = (uint32_t) strings->length;
  piece->chain = *chain;
  *chain = piece;
  memcpy (strings->bytes + strings->length, text, size);
  strings->length += size;
  return piece->offset;
}

/* ---- What is written.  ---- */

struct pack
{
  struct lk_spec *spec;
  struct strings strings;
  FILE *out;
  uint32_t n_rows, n_kinds, n_releasers, n_types;
  uint32_t *names;		/* Of the rows: offsets.  */
  uint32_t *type_names;
  /* The current kind.  */
  const struct lk_kind *kind;
  const char *kind_file;
  bool home;			/* Rows of the kind's own file, or others.  */
  int good;
  uint32_t found;
};

/* The last part of FILE: messages name "libc.spec".  */

static const char *
base_name (const char *file)
{
  const char *slash = strrchr (file, '/');
  return slash ? slash + 1 : file;
}

static void
print_error (void *data, const char *file, int line, int column,
	     const char *message)
{
  (void) data;
  if (line)
    fprintf (stderr, "%s:%d:%d: error: %s\n", file, line, column, message);
  else
    fprintf (stderr, "%s: error: %s\n", file, message);
}

/* Store the text of CONTRACT's row after the name and ':'.  */

static uint32_t
intern_clauses (struct pack *pack, const struct lk_contract *contract)
{
  char *text = NULL;
  size_t size;
  FILE *memory = open_memstream (&text, &size);
  struct lk_contract nameless = *contract;
  nameless.name = "x";
  if (memory)
    lk_spec_print_contract (memory, &nameless);
  if (!memory || ferror (memory) | fclose (memory))
    {
      perror ("pack");
      exit (1);
    }
  if (text[size - 1] == '\n')
    text[size - 1] = '\0';
  uint32_t offset = intern (&pack->strings,
			    text + 2 + strspn (text + 2, " "));
  free (text);
  return offset;
}

static void
write_row (void *data, struct lk_contract *contract)
{
  struct pack *pack = data;
  uint32_t name = intern (&pack->strings, contract->name);
  pack->names = lk_xrealloc (pack->names,
			     (pack->n_rows + 1) * sizeof *pack->names);
  pack->names[pack->n_rows++] = name;
  fprintf (pack->out, "  { %" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %d },\n",
	   name, intern_clauses (pack, contract),
	   intern (&pack->strings, base_name (contract->file)),
	   contract->line);
}

/* Store the text of TYPE's block after "class" and the name.  */

static uint32_t
intern_type (struct pack *pack, const struct lk_type_contract *type)
{
  char *text = NULL;
  size_t size;
  FILE *memory = open_memstream (&text, &size);
  struct lk_type_contract nameless = *type;
  nameless.name = "x";
  if (memory)
    lk_spec_print_type (memory, &nameless);
  if (!memory || ferror (memory) | fclose (memory))
    {
      perror ("pack");
      exit (1);
    }
  if (text[size - 1] == '\n')
    text[size - 1] = '\0';
  uint32_t offset = intern (&pack->strings, text + strlen ("class x "));
  free (text);
  return offset;
}

static void
write_type (void *data, struct lk_type_contract *type)
{
  struct pack *pack = data;
  uint32_t name = intern (&pack->strings, type->name);
  pack->type_names = lk_xrealloc (pack->type_names,
				  (pack->n_types + 1)
				  * sizeof *pack->type_names);
  pack->type_names[pack->n_types++] = name;
  fprintf (pack->out, "  { %" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %d },\n",
	   name, intern_type (pack, type),
	   intern (&pack->strings, base_name (type->file)), type->line);
}

/* Write CONTRACT's name if it is a releaser of the kind at hand.  */

static void
write_releaser (void *data, struct lk_contract *contract)
{
  struct pack *pack = data;
  if (spec_releases (contract, pack->kind) == pack->good
      && !strcmp (contract->file, pack->kind_file) == pack->home)
    {
      fprintf (pack->out, "  %" PRIu32 ",\n",
	       intern (&pack->strings, contract->name));
      pack->found++;
    }
}

/* The releasers of KIND: those of the file that defines it first.  */

static uint32_t
write_releasers (struct pack *pack, struct lk_kind *kind)
{
  pack->kind = kind;
  pack->kind_file = spec_kind_origin (kind)->file;
  pack->found = 0;
  for (const struct lk_name *by = kind->by; by; by = by->next)
    {
      fprintf (pack->out, "  %" PRIu32 ",\n",
	       intern (&pack->strings, by->name));
      pack->found++;
    }
  for (pack->good = 2; pack->good > 0 && !pack->found; pack->good--)
    for (int other = 0; other < 2; other++)
      {
	pack->home = !other;
	spec_visit (pack->spec, write_releaser, pack);
      }
  return pack->found;
}

static void
print_int64 (FILE *out, int64_t value)
{
  if (value == INT64_MIN)
    fputs ("INT64_MIN", out);
  else
    fprintf (out, "%" PRId64, value);
}

static void
write_kind (struct pack *pack, struct lk_kind *kind, uint32_t n_releasers)
{
  struct spec_origin *origin = spec_kind_origin (kind);
  FILE *out = pack->out;
  fprintf (out, "  { %" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %" PRIu32
	   ", %" PRIu32 ", %d, %u, %d, %d, %d, %d, %u,\n    ",
	   intern (&pack->strings, kind->name),
	   intern (&pack->strings, kind->noun),
	   intern (&pack->strings, kind->verb),
	   intern (&pack->strings, lk_kind_group (kind)),
	   intern (&pack->strings, base_name (origin->file)), origin->line,
	   kind->cwe, kind->memory, kind->lock, kind->off, kind->verified,
	   kind->size);
  print_int64 (out, kind->valid.lo);
  fputs (", ", out);
  print_int64 (out, kind->valid.hi);
  fputs (", ", out);
  print_int64 (out, kind->valid.hole);
  fprintf (out, ", UINT64_C (%" PRIu64 ")", kind->valid.holes);
  fprintf (out, ", %" PRIu32 ", %" PRIu32 " },\n", pack->n_releasers,
	   n_releasers);
  pack->n_releasers += n_releasers;
}

/* The table NAME of the N names at NAMES, and its mask.  */

static void
write_index (struct pack *pack, const char *name, const char *mask,
	     const uint32_t *names, uint32_t n)
{
  uint32_t size = 4;
  while (size < n * 2)
    size *= 2;
  uint32_t *index = lk_arena_alloc_array (pack->strings.arena, size,
					  sizeof *index);
  for (uint32_t row = 0; row < n; row++)
    {
      uint32_t i = (spec_hash (pack->strings.bytes + names[row])
		    & (size - 1));
      while (index[i])
	i = (i + 1) & (size - 1);
      index[i] = row + 1;
    }
  fprintf (pack->out, "static const uint32_t %s[] = {", name);
  for (uint32_t i = 0; i < size; i++)
    fprintf (pack->out, "%s%" PRIu32 ",", i % 12 ? " " : "\n  ", index[i]);
  fprintf (pack->out, "\n};\n#define %s %" PRIu32 "\n\n", mask, size - 1);
}

static int
by_text (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The complete packages, sorted; how many.  */

static uint32_t
write_packages (struct pack *pack)
{
  size_t n = 0;
  const struct lk_name *p;
  for (p = spec_packages (pack->spec); p; p = p->next)
    n++;
  const char **names = lk_arena_alloc_array (pack->strings.arena, n,
					     sizeof *names);
  n = 0;
  for (p = spec_packages (pack->spec); p; p = p->next)
    names[n++] = p->name;
  qsort (names, n, sizeof *names, by_text);
  fputs ("static const uint32_t packages[] = {\n", pack->out);
  for (size_t i = 0; i < n; i++)
    fprintf (pack->out, "  %" PRIu32 ",\n", intern (&pack->strings, names[i]));
  fputs ("  0\n};\n\n", pack->out);
  return (uint32_t) n;
}

/* As numbers: no compiler limits the length of that.  */

static void
write_strings (struct pack *pack)
{
  fprintf (pack->out, "static const char strings[] = {");
  for (size_t i = 0; i < pack->strings.length; i++)
    fprintf (pack->out, "%s%d,", i % 20 ? "" : "\n  ",
	     (signed char) pack->strings.bytes[i]);
  fprintf (pack->out, "\n};\n\n");
}

static void
write_all (struct pack *pack)
{
  FILE *out = pack->out;
  fputs ("/* The shipped specifications.  Made by pack: do not edit, "
	 "but the .spec files.  */\n\n#include \"spec/spec-internal.h\"\n\n", out);
  fputs ("static const struct spec_shipped_row rows[] = {\n", out);
  spec_visit (pack->spec, write_row, pack);
  fputs ("};\n\nstatic const struct spec_shipped_type types[] = {\n", out);
  spec_visit_types (pack->spec, write_type, pack);
  /* There may be none, and an array has members.  */
  fputs ("  { 0, 0, 0, 0 }\n};\n\n", out);
  uint32_t n_packages = write_packages (pack);

  uint32_t n_kinds = 0;
  for (struct lk_kind *k = lk_spec_kinds (pack->spec); k; k = k->next)
    n_kinds++;
  uint32_t *counts = lk_arena_alloc_array (pack->strings.arena, n_kinds,
					   sizeof *counts);
  fputs ("static const uint32_t releasers[] = {\n", out);
  for (struct lk_kind *k = lk_spec_kinds (pack->spec); k; k = k->next)
    counts[pack->n_kinds++] = write_releasers (pack, k);
  fputs ("  0\n};\n\nstatic const struct spec_shipped_kind kinds[] = {\n", out);
  n_kinds = 0;
  for (struct lk_kind *k = lk_spec_kinds (pack->spec); k; k = k->next)
    write_kind (pack, k, counts[n_kinds++]);
  fputs ("};\n\n", out);

  write_index (pack, "slots", "SLOT_MASK", pack->names, pack->n_rows);
  write_index (pack, "type_slots", "TYPE_SLOT_MASK", pack->type_names,
	       pack->n_types);
  write_strings (pack);
  fprintf (out, "const struct spec_shipped spec_shipped = {\n"
	   "  strings, %" PRIu32 ", %" PRIu32 ", rows, kinds, releasers, "
	   "SLOT_MASK, slots,\n  %" PRIu32 ", TYPE_SLOT_MASK, %" PRIu32
	   ", types, type_slots, packages\n};\n", pack->n_rows, pack->n_kinds,
	   pack->n_types, n_packages);
}

/* Read the N FILES as one; how many errors there were.  */

static int
read_files (struct lk_spec *spec, char **files, int n)
{
  int errors = 0;
  struct spec_reader *readers = lk_xmalloc ((size_t) n * sizeof *readers);
  for (int i = 0; i < n; i++)
    {
      struct spec_reader *reader = &readers[i];
      spec_reader_init (reader, spec, lk_spec_strdup (spec, files[i]),
			LK_SOURCE_SHIPPED_SPEC);
      size_t length;
      const char *why;
      char *text = spec_read_bytes (reader, files[i], &length, &why);
      if (text)
	{
	  spec_tokenise (reader, text, length);
	  spec_parse (reader);
	  spec_check_kinds (reader);
	}
      else
	spec_error_at (reader, (struct spec_pos) { 0, 0 }, "%s", why);
      free (text);
    }
  for (int i = 0; i < n; i++)
    {
      spec_check_classes (&readers[i]);
      spec_check_rows (&readers[i]);
      errors += spec_report (&readers[i], print_error, NULL);
      spec_reader_free (&readers[i]);
    }
  free (readers);
  return errors;
}

static void
print_type (void *data, struct lk_type_contract *type)
{
  lk_spec_print_type (data, type);
}

static void
print_row (void *data, struct lk_contract *contract)
{
  lk_spec_print_contract (data, contract);
}

static void
print_all (struct lk_spec *spec)
{
  for (const struct lk_kind *k = lk_spec_kinds (spec); k; k = k->next)
    lk_spec_print_kind (stdout, k);
  for (const struct lk_name *p = spec_packages (spec); p; p = p->next)
    printf ("package %s complete;\n", p->name);
  spec_visit_types (spec, print_type, stdout);
  spec_visit (spec, print_row, stdout);
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    {
      fprintf (stderr, "usage: pack OUTPUT|--rows FILE.spec...\n");
      return 2;
    }
  struct lk_spec *spec = lk_spec_new ();
  if (read_files (spec, argv + 2, argc - 2))
    return 1;
  if (!strcmp (argv[1], "--rows"))
    {
      print_all (spec);
      lk_spec_free (spec);
      return ferror (stdout) | fflush (stdout) ? 1 : 0;
    }
  struct pack pack = { .spec = spec };
  pack.strings.arena = lk_arena_new ();
  intern (&pack.strings, "");
  pack.out = fopen (argv[1], "w");
  if (!pack.out)
    {
      fprintf (stderr, "pack: cannot write %s: %s\n", argv[1],
	       strerror (errno));
      return 1;
    }
  write_all (&pack);
  if (ferror (pack.out) | fclose (pack.out))
    {
      fprintf (stderr, "pack: cannot write %s: %s\n", argv[1],
	       strerror (errno));
      remove (argv[1]);
      return 1;
    }
  fprintf (stderr, "pack: %" PRIu32 " functions, %" PRIu32 " types, %" PRIu32
	   " kinds, %zu bytes of text\n", pack.n_rows, pack.n_types,
	   pack.n_kinds, pack.strings.length);
  free (pack.names);
  free (pack.type_names);
  free (pack.strings.bytes);
  lk_arena_free (pack.strings.arena);
  lk_spec_free (spec);
  return 0;
}
