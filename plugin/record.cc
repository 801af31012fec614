/* The record of a unit: the contracts of its functions, in a section of the object or in a file.

   The contracts that the analysis derives arrive as messages (passes/record.cc).  When the unit
   is finished they are sorted and written, in the form that spec/record.h defines.  The section
   has no flags: it is not loaded, and linkers and archivers keep it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "output.h"
#include "varasm.h"
#include "../spec/record.h"

static const struct lk_arguments *arguments;

/* The messages that have arrived.  The texts are copies.  */
struct recorded
{
  char *symbol, *place, *row;
};
static auto_vec<struct recorded> contracts;
static auto_vec<char *> kinds;
static auto_vec<char *> imports;

void
lk_record_take (const struct lk_message *m)
{
  if (m->kind == LK_MESSAGE_CONTRACT)
    contracts.safe_push ({ xstrdup (m->quoted), xstrdup (m->after), xstrdup (m->before) });
  else if (m->kind == LK_MESSAGE_KIND)
    kinds.safe_push (xstrdup (m->before));
  else
    imports.safe_push (xstrdup (m->before));
}

static int
compare_contracts (const void *a, const void *b)
{
  const struct recorded *p = (const struct recorded *) a, *q = (const struct recorded *) b;
  int order = strcmp (p->symbol, q->symbol);
  if (!order)
    order = strcmp (p->row, q->row);
  return order ? order : strcmp (p->place, q->place);
}

/* Return true if number I of the contracts says something new.  (A virtual function has one for
   each function that overrides it.)  */
static bool
is_news (unsigned i)
{
  return (i == 0 || strcmp (contracts[i].symbol, contracts[i - 1].symbol)
	  || strcmp (contracts[i].row, contracts[i - 1].row));
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Print those of TEXTS that differ from the one before, END behind each.  */
static void
print_sorted (FILE *out, auto_vec<char *> &texts, const char *end)
{
  texts.qsort (compare_texts);
  for (unsigned i = 0; i < texts.length (); i++)
    if (i == 0 || strcmp (texts[i], texts[i - 1]))
      fprintf (out, "%s%s", texts[i], end);
}

/* The record as bytes, *LENGTH of them; NULL: there is no memory.  */
static char *
make_record (size_t *length)
{
  char *text = NULL;
  FILE *out = open_memstream (&text, length);
  if (!out)
    return NULL;
  unsigned char header[LK_RECORD_HEADER] = { 0 };
  fwrite (header, 1, sizeof header, out);
  /* A newline in the name becomes '?'.  */
  fputs ("unit ", out);
  for (const char *p = main_input_filename ? main_input_filename : ""; *p; p++)
    fputc (*p == '\n' ? '?' : *p, out);
  fputc ('\n', out);
  print_sorted (out, kinds, "");
  contracts.qsort (compare_contracts);
  for (unsigned i = 0; i < contracts.length (); i++)
    if (is_news (i))
      fprintf (out, "@%s\t%s\n%s", contracts[i].symbol, contracts[i].place, contracts[i].row);
  if (fclose (out) != 0)
    {
      free (text);
      return NULL;
    }
  lk_record_header ((unsigned char *) text, *length - LK_RECORD_HEADER);
  return text;
}

/* Write the LENGTH bytes at TEXT to the file NAME.  */
static void
write_file (const char *name, const char *text, size_t length)
{
  FILE *out = fopen (name, "wb");
  bool good = out && fwrite (text, 1, length, out) == length;
  if (out && fclose (out) != 0)
    good = false;
  if (!good)
    error (LK_TR ("cannot write %qs: %m"), name);
}

static void
write_imports (const char *name)
{
  FILE *out = fopen (name, "w");
  if (out)
    print_sorted (out, imports, "\n");
  bool failed = !out || ferror (out);
  if ((out && fclose (out) != 0) || failed)
    error (LK_TR ("cannot write %qs: %m"), name);
}

/* The unit is finished.  */
static void
write_all (void *, void *)
{
  if (arguments->imports_file)
    write_imports (arguments->imports_file);
  if (!arguments->pass.record || lk_seen_error ())
    return;
  size_t length = 0;
  char *record = make_record (&length);
  if (!record)
    {
      error (LK_TR ("cannot make the record of contracts: out of memory"));
      return;
    }
  if (arguments->record_file)
    write_file (arguments->record_file, record, length);
  if (arguments->record_section && asm_out_file && !in_lto_p)
    {
      switch_to_section (get_section (LK_RECORD_SECTION, SECTION_DEBUG, NULL_TREE));
      assemble_string (record, (int) length);
    }
  free (record);
}

void
lk_record_init (const char *plugin_name, const struct lk_arguments *the_arguments)
{
  arguments = the_arguments;
  if (arguments->pass.record || arguments->imports_file)
    register_callback (plugin_name, PLUGIN_FINISH_UNIT, write_all, NULL);
}
