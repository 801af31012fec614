/* Tests of the reader of objects and archives.

     object-test [FILE...]	FILEs of the corpus are read whole, cut off everywhere, and with
				each read failing once; so are they as records and as indexes

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include "../spec/spec-test.h"
#include "../../driver/object.h"
#include "../../spec/file.h"
#include "../../spec/index.h"
#include "../../spec/record.h"

/* ---- Files in memory.  ---- */

struct image
{
  unsigned char *bytes;
  size_t length, room;
  long fails_at;		/* This read fails; negative: none.  */
  long reads;
};

static bool
read_image (void *data, uint64_t at, void *to, size_t n)
{
  struct image *image = data;
  if (image->reads++ == image->fails_at)
    {
      errno = EIO;
      return false;
    }
  if (at > image->length || n > image->length - at)
    {
      puts ("FAIL: a read beyond the end");
      abort ();
    }
  if (n > 0)
    memcpy (to, image->bytes + at, n);
  return true;
}

static void
grow (struct image *image, size_t length)
{
  if (length > image->room)
    {
      image->room = length * 2;
      image->bytes = lk_xrealloc (image->bytes, image->room);
    }
  if (length > image->length)
    {
      memset (image->bytes + image->length, 0, length - image->length);
      image->length = length;
    }
}

static void
put_bytes (struct image *image, const void *bytes, size_t n)
{
  size_t at = image->length;
  grow (image, at + n);
  memcpy (image->bytes + at, bytes, n);
}

/* ---- What the reader says.  ---- */

static void
found (void *data, const char *where, const void *bytes, size_t length)
{
  buffer_add (data, "%s: '%.*s'\n", where, (int) length, (const char *) bytes);
}

static void
report (void *data, const char *where, const char *text)
{
  buffer_add (data, "%s: error: %s\n", where, text);
}

static void
thin (void *data, const char *where, const char *name, uint64_t offset)
{
  buffer_add (data, "%s: thin: %s at %llu\n", where, name, (unsigned long long) offset);
}

static const char *
read_all (struct image *image)
{
  static struct buffer out;
  out.length = 0;
  out.text[0] = '\0';
  struct lk_object_visitor visitor = { &out, found, report, thin };
  struct lk_object_source source = { read_image, image, 0, image->length };
  image->reads = 0;
  enum lk_object_kind kind = lk_object_read (&source, "f", &visitor);
  if (kind == LK_OBJECT_OTHER)
    buffer_add (&out, "other\n");
  return out.text;
}

/* Every cut-off length, every failing read.  */

static void
harm (struct image *image, const char *what)
{
  size_t length = image->length;
  for (image->length = 0; image->length < length; image->length++)
    read_all (image);
  /* A copy of each length of its own would let a sanitizer see more; reads are checked above.  */
  image->length = length;
  bool good = true;
  long n;
  for (n = 0; ; n++)
    {
      image->fails_at = n;
      const char *text = read_all (image);
      if (image->reads <= n)
	break;
      good &= strstr (text, "error: cannot be read: ") != NULL;
    }
  image->fails_at = -1;
  check (good && n > 0, "%s: each of %ld reads fails with an error", what, n);
}

/* ---- ELF files.  ---- */

struct elf_form
{
  bool wide, big, extended;
  uint64_t flags;
  uint32_t type;
};

static void
put_number (const struct elf_form *form, unsigned char *at, uint64_t value, int width)
{
  for (int i = 0; i < width; i++)
    at[form->big ? width - 1 - i : i] = (unsigned char) (value >> 8 * i);
}

/* An object of four sections, the third and fourth ".leakcheck".  */

static void
make_elf (struct image *image, const struct elf_form *form)
{
  static const char names[] = "\0.text\0.leakcheck\0.leakcheck2";
  unsigned width = form->wide ? 8 : 4, header = form->wide ? 64 : 52;
  unsigned entry = form->wide ? 64 : 40, n = 5;
  unsigned char ident[16] = { 127, 'E', 'L', 'F', form->wide ? 2 : 1, form->big ? 2 : 1, 1 };
  image->length = 0;
  image->fails_at = -1;
  put_bytes (image, ident, sizeof ident);
  grow (image, header);
  size_t names_at = image->length;
  put_bytes (image, names, sizeof names);
  size_t one = image->length;
  put_bytes (image, "first", 5);
  size_t two = image->length;
  put_bytes (image, "second", 6);
  size_t table = image->length;
  grow (image, table + n * entry);
  unsigned char *b = image->bytes;
  put_number (form, b + (form->wide ? 40 : 32), table, (int) width);
  put_number (form, b + (form->wide ? 58 : 46), entry, 2);
  put_number (form, b + (form->wide ? 60 : 48), form->extended ? 0 : n, 2);
  put_number (form, b + (form->wide ? 62 : 50), form->extended ? 0xffff : 1, 2);
  const struct { uint64_t name, type, flags, offset, size; } sections[] = {
    { 0, 0, 0, 0, form->extended ? n : 0 }, { 1, 3, 0, names_at, sizeof names },
    { 7, form->type, form->flags, one, 5 }, { 7, 1, 0, two, 6 }, { 18, 1, 0, two, 6 }
  };
  for (unsigned i = 0; i < n; i++)
    {
      unsigned char *s = b + table + i * entry;
      put_number (form, s, sections[i].name, 4);
      put_number (form, s + 4, sections[i].type, 4);
      put_number (form, s + 8, sections[i].flags, (int) width);
      put_number (form, s + (form->wide ? 24 : 16), sections[i].offset, (int) width);
      put_number (form, s + (form->wide ? 32 : 20), sections[i].size, (int) width);
    }
  if (form->extended)
    put_number (form, b + table + (form->wide ? 40 : 24), 1, 4);
}

static void
test_elf (void)
{
  struct image image = { 0 };
  for (int i = 0; i < 8; i++)
    {
      struct elf_form form = { .wide = i & 1, .big = i & 2, .extended = i & 4, .type = 1 };
      char what[64];
      snprintf (what, sizeof what, "%d bits, %s%s", form.wide ? 64 : 32,
		form.big ? "big" : "little", form.extended ? ", extended" : "");
      make_elf (&image, &form);
      check_text (read_all (&image), "f: 'first'\nf: 'second'\n", what);
      harm (&image, what);
      unsigned n = 0;
      for (size_t at = 0; at < image.length; at++)
	for (int bit = 0; bit < 8; bit++)
	  {
	    image.bytes[at] ^= (unsigned char) (1 << bit);
	    n += *read_all (&image) != '\0';
	    image.bytes[at] ^= (unsigned char) (1 << bit);
	  }
      check (n > 0, "%s: every bit changed (%u with a result)", what, n);
    }
  struct elf_form form = { .wide = true, .type = 8 };
  make_elf (&image, &form);
  check_text (read_all (&image), "f: 'second'\n", "a section without bits");
  form = (struct elf_form) { .wide = true, .type = 1, .flags = 0x800 };
  make_elf (&image, &form);
  check_text (read_all (&image), "f: error: its section .leakcheck is compressed: decompress it"
	      " with 'objcopy --decompress-debug-sections'\nf: 'second'\n", "compressed");
  make_elf (&image, &(struct elf_form) { .type = 1 });
  image.length -= 1;
  check_text (read_all (&image), "f: error: broken or cut off: its table of sections is not in the"
	      " file\n", "cut off");
  image.length = 30;
  check_text (read_all (&image), "f: error: cut off in its ELF header\n", "cut off in the header");
  image.bytes[4] = 3;
  check_text (read_all (&image), "f: error: an ELF file of no known class or byte order\n",
	      "no class");
  free (image.bytes);
}

/* ---- Archives.  ---- */

static void
put_header (struct image *image, const char *name, size_t size)
{
  char header[64];
  snprintf (header, sizeof header, "%-16s%-12d%-6d%-6d%-8d%-10zu`\n", name, 0, 0, 0, 644, size);
  put_bytes (image, header, 60);
}

static void
put_member (struct image *image, const char *name, const void *bytes, size_t n)
{
  put_header (image, name, n);
  put_bytes (image, bytes, n);
  if (n % 2)
    put_bytes (image, "\n", 1);
}

static void
begin_archive (struct image *image, const char *magic)
{
  image->length = 0;
  image->fails_at = -1;
  put_bytes (image, magic, 8);
}

static void
test_archives (void)
{
  struct image image = { 0 }, object = { 0 }, inner = { 0 };
  make_elf (&object, &(struct elf_form) { .wide = true, .type = 1 });

  begin_archive (&image, "!<arch>\n");
  put_member (&image, "/", "table", 5);
  put_member (&image, "//", "a long name of a member.o/\nb.o/\n", 32);
  put_member (&image, "a.o/", object.bytes, object.length);
  put_member (&image, "/0", object.bytes, object.length);
  put_member (&image, "text/", "hello", 5);
  put_member (&image, "/27", object.bytes, object.length);
  check_text (read_all (&image), "f(a.o): 'first'\nf(a.o): 'second'\n"
	      "f(a long name of a member.o): 'first'\nf(a long name of a member.o): 'second'\n"
	      "f(b.o): 'first'\nf(b.o): 'second'\n", "an archive of System V");
  harm (&image, "an archive");
  size_t whole = image.length;
  image.length = whole - 7;
  check (strstr (read_all (&image), "f(a.o): 'second'\n") != NULL
	 && strstr (read_all (&image), "an archive that is cut off: a member has") != NULL,
	 "an archive that is cut off: what is whole is read");
  image.length = whole;
  put_header (&image, "/99", 0);
  check (strstr (read_all (&image), "a member's name cannot be read") != NULL, "no such name");
  image.length = whole;
  put_bytes (&image, "sixty bytes that are not the header of any member, as can be seen", 60);
  check (strstr (read_all (&image), "a broken archive: no member's header is there") != NULL,
	 "no header");

  begin_archive (&inner, "!<arch>\n");
  put_member (&inner, "a.o/", object.bytes, object.length);
  begin_archive (&image, "!<arch>\n");
  put_header (&image, "#1/12", 12 + object.length);
  put_bytes (&image, "bsd name.o\0\0", 12);
  put_bytes (&image, object.bytes, object.length);
  if (image.length % 2)
    put_bytes (&image, "\n", 1);
  put_member (&image, "in.a", inner.bytes, inner.length);
  check_text (read_all (&image), "f(bsd name.o): 'first'\nf(bsd name.o): 'second'\n"
	      "f(in.a)(a.o): 'first'\nf(in.a)(a.o): 'second'\n",
	      "an archive of BSD, an archive in it");
  harm (&image, "an archive of BSD");

  for (int i = 0; i < 12; i++)
    {
      begin_archive (&image, "!<arch>\n");
      put_member (&image, "in.a/", inner.bytes, inner.length);
      begin_archive (&inner, "!<arch>\n");
      put_bytes (&inner, image.bytes + 8, image.length - 8);
    }
  check (strstr (read_all (&image), "archives in archives, more than 8 deep") != NULL,
	 "archives without end");

  begin_archive (&image, "!<thin>\n");
  put_member (&image, "//", "../a.o/\nx/b.a/\n", 15);
  put_header (&image, "/0", 1000);
  put_header (&image, "/8:68", 1000);
  put_header (&image, "c.o/", 0);
  check_text (read_all (&image), "f: thin: ../a.o at 0\nf: thin: x/b.a at 68\nf: thin: c.o at 0\n",
	      "a thin archive");
  harm (&image, "a thin archive");
  free (image.bytes);
  free (object.bytes);
  free (inner.bytes);
}

/* ---- The corpus.  ---- */

static void
read_as_records (const struct image *image)
{
  char *copy = lk_xmalloc (image->length + 1);
  memcpy (copy, image->bytes, image->length);
  struct lk_record_walk walk;
  struct lk_span payload;
  struct lk_record_functions functions;
  struct lk_record_function function;
  lk_record_walk (&walk, copy, image->length);
  while (lk_record_next (&walk, &payload))
    if (lk_record_functions (&functions, payload))
      while (lk_record_next_function (&functions, &function))
	;
  free (copy);
}

static void
read_as_index (const char *file)
{
  char *error;
  struct lk_index *index = lk_index_open (file, &error);
  struct lk_index_row row;
  if (index)
    {
      lk_index_find (index, "f", &row);
      lk_index_check (index);
    }
  lk_index_close (index);
  free (error);
}

static void
test_file (const char *name)
{
  struct image image = { .fails_at = -1 };
  const char *why, cut_name[] = "object-test.cut";
  FILE *in = lk_file_stream (name, &why);
  char buffer[4096];
  size_t n;
  if (!in)
    {
      check (false, "%s: %s", name, why);
      return;
    }
  while ((n = fread (buffer, 1, sizeof buffer, in)) > 0)
    put_bytes (&image, buffer, n);
  fclose (in);
  const char *base = strrchr (name, '/');
  read_all (&image);
  read_as_records (&image);
  read_as_index (name);
  size_t length = image.length;
  for (image.length = 0; image.length < length; image.length++)
    {
      read_as_records (&image);
      if (length - image.length > 200 && image.length % 16)
	continue;
      FILE *out = fopen (cut_name, "wb");
      if (!out || fwrite (image.bytes, 1, image.length, out) != image.length || fclose (out) != 0)
	abort ();
      read_as_index (cut_name);
    }
  remove (cut_name);
  harm (&image, base ? base + 1 : name);
  free (image.bytes);
}

int
main (int argc, char **argv)
{
  test_elf ();
  test_archives ();
  for (int i = 1; i < argc; i++)
    test_file (argv[i]);
  return finish ();
}
