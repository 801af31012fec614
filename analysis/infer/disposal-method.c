/* The choice of the method that must be called on objects of a class: one of its methods that
   disposes of all fields that own.

   If several do, the best one is sought.  Those that another one calls on each of its ways are
   only parts of it: Learner.shutdown () of ZooKeeper calls closeSocket (), which may call
   closeSockSync (), and all three dispose of the socket.  One that disposes of the fields on each
   of its ways is better than one that does so in some of its cases: Leader.propose () calls
   shutdown () if something is wrong.  Of those that remain any will do.

   One that fills such a field itself opens and closes a resource of its own:
   Csv.write (Writer, ResultSet) of H2.  It is no end of the object's life.

   Heuristic: methods of the same visibility, that do so on each of their ways, are alternatives.
   Wrong if one of them is no end of the object's life.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include "infer-internal.h"

unsigned
count_owning (const struct infer_class *c)
{
  unsigned n = 0;
  for (; c; c = c->super)
    for (unsigned i = 0; i < c->n_fields; i++)
      n += c->fields[i]->owning && !c->fields[i]->is_static;
  return n;
}

/* ---- Candidates.  ---- */

/* Return true if M disposes of all owning fields of C, and of those above that no class disposes
   of.  */
static bool
disposes_of_all (const struct infer_class *c, const struct infer_function *m)
{
  bool any = false;
  for (const struct infer_class *k = c; k; k = k->super)
    {
      if (k != c && infer_must_of_class (k))
	break;
      for (unsigned i = 0; i < k->n_fields; i++)
	if (k->fields[i]->owning && !k->fields[i]->is_static
	    && infer_must_of_field (k->fields[i]))
	  {
	    if (!ensures_all (m, k->fields[i], NULL))
	      return false;
	    any = true;
	  }
    }
  return any;
}

/* Return true if M stores something in a field that owns.  */
static bool
fills_field (const struct infer_function *m)
{
  const struct infer_body *body = m->body;
  for (unsigned i = 0; body && i < body->n_writes; i++)
    if (body->writes[i].field->owning && !body->writes[i].element
	&& body->nodes[body->writes[i].value].kind != NODE_NULL)
      return true;
  return false;
}

static bool
is_candidate (const struct infer_class *c, const struct infer_function *m)
{
  return (m->has_receiver && !m->constructor && !m->is_private && m->program && m->ensures
	  && !m->of_library && strcmp (m->member, "finalize") && !fills_field (m)
	  && disposes_of_all (c, m));
}

/* Return true if M disposes of each field that it disposes of on each of its ways.  */
static bool
always (struct lk_inference *inf, const struct infer_function *m)
{
  for (struct infer_ensure *e = m->ensures; e; e = e->next)
    if (e->field->owning && !always_disposes (inf, m, e))
      return false;
  return true;
}

/* Return true if M disposes of its fields on purpose, not only because it calls a method that may
   do so, and no argument of such a method decides that.  */
static bool
on_purpose (struct lk_inference *inf, struct infer_function *m)
{
  for (const struct infer_ensure *e = m->ensures; e; e = e->next)
    if (e->field->owning && (decided_by_argument (m, e) || !chooses_to_dispose (inf, m, e)))
      return false;
  return true;
}

/* Return true if FROM disposes of its fields by calls of TO, perhaps through other methods.  */
static bool
relies_on (const struct infer_function *from, const struct infer_function *to)
{
  for (const struct infer_ensure *e = from->ensures; e; e = e->next)
    {
      const struct infer_fact *f = e->fact ? e->fact->from[0] : NULL;
      for (; f && f->kind == INFER_ENSURES; f = f->from[0])
	if (f->function == to)
	  return true;
    }
  return false;
}

/* A better candidate has a higher rank.  */
#define ALWAYS 32
#define CLOSE 64
static unsigned
rank (struct lk_inference *inf, const struct infer_function *m)
{
  return ((m->n_args == 1 && !strcmp (m->member, "close") ? CLOSE : 0)
	  + (always (inf, m) ? ALWAYS : 0)
	  + (m->is_public ? 4 : 0) + (m->returns_value ? 0 : 2) + (m->n_args == 1 ? 1 : 0));
}

/* ---- The choice.  ---- */

struct candidate
{
  struct infer_function *method;
  unsigned rank;
  bool part;			/* Of a better one.  */
};

static void
append_name (struct lk_inference *inf, struct lk_must *must, const char *name)
{
  struct lk_name **tail = &must->names;
  for (; *tail; tail = &(*tail)->next)
    if (!strcmp ((*tail)->name, name))
      return;
  *tail = lk_inference_alloc (inf, sizeof **tail);
  (*tail)->name = name;
}

/* Return true if candidate A is only a part of candidate B.  "void close ()" is none, even if
   another method calls it: "closeQuietly ()".  */
static bool
is_part (const struct candidate *a, const struct candidate *b)
{
  if ((a->rank & (CLOSE | ALWAYS)) == (CLOSE | ALWAYS))
    return false;
  return ((b->rank & ALWAYS) && b->method->is_public >= a->method->is_public
	  && (is_plain (b->method) || !is_plain (a->method))
	  && relies_on (b->method, a->method));
}

/* Fill ALL with the candidates of C; return how many there are.  */
static unsigned
find_candidates (struct lk_inference *inf, struct infer_class *c, struct candidate *all)
{
  unsigned n = 0;
  for (unsigned i = 0; i < c->n_methods; i++)
    if (is_candidate (c, c->methods[i]))
      {
	struct infer_function *m = c->methods[i];
	all[n].method = m;
	all[n].rank = rank (inf, m);
	all[n].part = false;
	/* In some cases only, and with an argument or a result: that is not its purpose, unless
	   its name says so.  */
	if ((all[n].rank & ALWAYS) || (is_plain (m) && on_purpose (inf, m))
	    || !strcmp (m->member, "close"))
	  n++;
      }
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < n && !all[i].part; k++)
      all[i].part = (k != i && is_part (&all[i], &all[k])
		     && !(i < k && relies_on (all[i].method, all[k].method)));
  return n;
}

bool
decide_class (struct lk_inference *inf, struct infer_class *c)
{
  if (!c->program || c->must_written || c->nothing || infer_must_of_class (c)
      || !count_owning (c))
    return false;
  struct candidate *all = lk_xmalloc ((c->n_methods + 1) * sizeof *all), *best = NULL;
  unsigned n = find_candidates (inf, c, all);
  for (unsigned i = 0; i < n; i++)
    if (!all[i].part && (!best || all[i].rank > best->rank))
      best = &all[i];
  if (best)
    {
      struct lk_must *must = infer_must_of_name (inf, best->method->member);
      for (unsigned i = 0; i < n; i++)
	if (!all[i].part && (best->rank & ALWAYS) && (all[i].rank & ALWAYS)
	    && all[i].method->is_public == best->method->is_public
	    && all[i].method->n_args == best->method->n_args)
	  append_name (inf, must, all[i].method->member);
      struct reason r = { "this method disposes of all fields that own", best->method, 0,
			  { best->method->ensures->fact, NULL } };
      c->inferred = must;
      struct infer_fact *fact = add_fact (inf, INFER_MUST_CALL, c, NULL, NULL, &r);
      fact->must = must;
      c->fact = fact;
      class_changed (inf, c);
    }
  free (all);
  return best != NULL;
}

/* ---- Classes that hold nothing.  ---- */

/* Return the close () that objects of C run; NULL: it is not of the program.  */
static struct infer_function *
close_of (const struct infer_class *c)
{
  for (; c && c->program; c = c->super)
    for (unsigned i = 0; i < c->n_methods; i++)
      if (c->methods[i]->n_args == 1 && c->methods[i]->has_receiver
	  && !strcmp (c->methods[i]->member, "close"))
	return c->methods[i];
  return NULL;
}

/* Return true if a call of close () on a C has no effect on anything but its own object.  */
static bool
holds_nothing (const struct infer_class *c)
{
  if (!c->program || c->is_abstract || c->extended_elsewhere || c->must_written
      || !c->must_of_closeable)
    return false;
  for (const struct infer_class *k = c; k && k->program; k = k->super)
    for (unsigned i = 0; i < k->n_fields; i++)
      if (infer_must_of_field (k->fields[i]))
	return false;
  const struct infer_function *close = close_of (c);
  if (!close || !close->has_code || !close->body || close->body->stores_elsewhere)
    return false;
  for (unsigned i = 0; i < close->body->n_calls; i++)
    if (!close->body->calls[i].callee->pure)
      return false;
  for (unsigned i = 0; i < c->subclasses.n; i++)
    if (!holds_nothing (c->subclasses.items[i]))
      return false;
  return true;
}

void
decide_nothing (struct lk_inference *inf)
{
  for (unsigned i = 0; i < inf->classes.n; i++)
    {
      struct infer_class *c = inf->classes.items[i];
      if (c->nothing || !c->must || !holds_nothing (c)
	  || (c->super && c->super->nothing))
	continue;
      struct reason r = { "its method close () does nothing, and no field holds a resource",
			  close_of (c), 0, { NULL, NULL } };
      c->nothing = true;
      c->fact = add_fact (inf, INFER_MUST_CALL, c, NULL, NULL, &r);
      class_changed (inf, c);
    }
}
