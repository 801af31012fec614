/* Inferred promises as a file of the specification language.

   A class states what must be called, and which fields own; a method that disposes of all fields
   that own releases its object.  The file counts at its top what the language cannot say:
   promises of methods that dispose of some of the fields.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer.h"
#include "promise.h"

struct spec_writer
{
  FILE *out;
  bool open;			/* The class's brace.  */
  unsigned left_out;
};

static void
open_class (struct spec_writer *w, const struct infer_class *k)
{
  if (!w->open)
    fprintf (w->out, "class %s {\n",
	     lk_java_utf8 (lk_java->scratch,
			   lk_binary_name (lk_java->scratch,
					   ((struct lk_java_class *) k->key)->type->name)));
  w->open = true;
}

/* "must close or abort, flush;".  */
static void
write_must (struct spec_writer *w, const struct infer_class *k)
{
  const struct lk_must *must = k->fact ? k->fact->must : infer_must_of_class (k);
  fputs ("  must ", w->out);
  if (!must)
    fputs ("nothing", w->out);
  for (const struct lk_must *m = must; m; m = m->next)
    {
      fputs (m != must ? ", " : "", w->out);
      for (const struct lk_name *n = m->names; n; n = n->next)
	fprintf (w->out, "%s%s", n != m->names ? " or " : "", n->name);
    }
  fputs (";\n", w->out);
}

/* Return true if M disposes of all fields of its class that own.  */
static bool
disposes_of_all (const struct infer_class *k, const struct infer_function *m)
{
  bool all = true, any = false;
  for (; k && k->program; k = k->super)
    for (unsigned i = 0; i < k->n_fields; i++)
      if (k->fields[i]->owning && !k->fields[i]->is_static)
	{
	  bool found = false;
	  for (const struct infer_ensure *e = m->ensures; e && !found; e = e->next)
	    found = e->field == k->fields[i] && (!e->fact || !e->fact->dropped);
	  all &= found;
	  any |= found;
	}
  return any && all;
}

static void
write_clause (struct spec_writer *w, bool *any, const char *format, unsigned number)
{
  fputs (*any ? ", " : " ", w->out);
  fprintf (w->out, format, number);
  *any = true;
}

static void
write_method (struct spec_writer *w, const struct infer_class *k, const struct infer_function *m)
{
  const struct lk_method *method = ((struct lk_java_method *) m->key)->method;
  const bool calls = m->has_receiver && m->args[0].fact;
  bool ensures = false, facts = calls || m->result.fact || m->result.alias_fact;
  for (const struct infer_ensure *e = m->ensures; e; e = e->next)
    ensures |= e->fact && !e->fact->dropped;
  for (unsigned i = m->has_receiver; i < m->n_args; i++)
    facts |= m->args[i].fact || m->args[i].alias_fact;
  bool disposes = ensures && disposes_of_all (k, m);
  w->left_out += ensures && !disposes;
  if (!facts && !disposes)
    return;
  open_class (w, k);
  fprintf (w->out, "  %s%s:", m->constructor ? "new" : m->member,
	   lk_descriptor_print_parameters (lk_java->scratch, method->descriptor));
  bool any = false;
  if (disposes || calls)
    write_clause (w, &any, "release this", 0);
  for (unsigned i = m->has_receiver; i < m->n_args; i++)
    {
      unsigned number = i + 1 - m->has_receiver;
      if (m->args[i].alias)
	write_clause (w, &any, m->constructor ? "wrap this = arg%u" : "wrap result = arg%u",
		      number);
      else if (m->args[i].owning)
	write_clause (w, &any, "own arg%u", number);
    }
  if (m->constructor ? infer_must_of_class (k) && !m->result.alias
      : m->result.owning && !m->result.alias && infer_must_of_value (&m->result))
    write_clause (w, &any, m->constructor ? "acquire this" : "acquire result", 0);
  if (m->result.fact && !m->result.alias)
    write_clause (w, &any, "borrow result", 0);
  fputs (any ? ";\n" : " ;\n", w->out);
}

void
lk_infer_write_spec (struct lk_infer *all, FILE *out)
{
  struct spec_writer w = { out, false, 0 };
  fputs ("# Inferred by leakcheck.\n", out);
  for (unsigned i = 0; i < all->order.length (); i++)
    {
      const struct infer_class *k = all->order[i];
      bool first = true, owns = false;
      w.open = false;
      for (unsigned j = 0; j < k->n_fields; j++)
	owns |= k->fields[j]->fact != NULL;
      if (k->fact || (owns && infer_must_of_class (k)))
	{
	  open_class (&w, k);
	  write_must (&w, k);
	}
      for (unsigned j = 0; j < k->n_fields; j++)
	if (k->fields[j]->owning && owns)
	  {
	    open_class (&w, k);
	    fprintf (out, "%s%s", first ? "  own " : ", ", k->fields[j]->name);
	    first = false;
	  }
      fputs (first ? "" : ";\n", out);
      for (unsigned j = 0; j < k->n_methods; j++)
	write_method (&w, k, k->methods[j]);
      if (w.open)
	fputs ("}\n", out);
    }
  if (w.left_out)
    fprintf (out, "# Left out: %u promises of methods to dispose of some fields.\n", w.left_out);
}
