/* The order in which the rules are applied.

   First phase: components of the relation "a class has a field of a class", lowest first, so that
   what must be called on the contents of a class's fields is settled when its own method is
   chosen.  Second phase: aliases and transfers, on top of that.  A body is looked at again only
   if a function, class or field that it mentions has changed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer-internal.h"

/* ---- Components.  ---- */

struct components
{
  struct infer_list stack, order;	/* ORDER: classes, lowest first.  */
  unsigned index, component;
};

static void visit (struct components *, struct infer_class *);

static void
depend (struct components *k, struct infer_class *c, struct infer_class *on)
{
  if (!on || !on->program || on == c)
    return;
  if (!on->index)
    {
      visit (k, on);
      c->low = on->low < c->low ? on->low : c->low;
    }
  else if (on->on_stack && on->index < c->low)
    c->low = on->index;
}

/* Tarjan's algorithm.  */
static void
visit (struct components *k, struct infer_class *c)
{
  c->index = c->low = ++k->index;
  c->on_stack = true;
  list_add (&k->stack, c);
  depend (k, c, c->super);
  for (unsigned i = 0; i < c->n_fields; i++)
    depend (k, c, c->fields[i]->type);
  if (c->low != c->index)
    return;
  k->component++;
  struct infer_class *member;
  do
    {
      member = k->stack.items[--k->stack.n];
      member->on_stack = false;
      member->component = k->component;
      list_add (&k->order, member);
    }
  while (member != c);
}

/* ---- The order of the rules.  ---- */

static void
drain (struct lk_inference *inf)
{
  while (inf->queue_head < inf->queue.n)
    {
      struct infer_body *body = inf->queue.items[inf->queue_head++];
      body->queued = false;
      inf->host.enter (inf->host.data, body->function);
      apply_disposal (inf, body);
      if (inf->second)
	apply_transfer (inf, body);
      inf->host.leave (inf->host.data);
    }
  inf->queue_head = inf->queue.n = 0;
}

static bool
decide_all (struct lk_inference *inf, const struct infer_list *order)
{
  bool any = false;
  for (unsigned i = 0, end; i < order->n; i = end)
    {
      unsigned component = ((struct infer_class *) order->items[i])->component;
      for (end = i; end < order->n; end++)
	if (((struct infer_class *) order->items[end])->component != component)
	  break;
      bool again;
      do
	{
	  again = false;
	  /* The last one on the stack was entered last: in the order of the program.  */
	  for (unsigned k = end; k-- > i;)
	    if (decide_class (inf, order->items[k]))
	      {
		again = any = true;
		drain (inf);
	      }
	}
      while (again);
    }
  return any;
}

const struct infer_fact *
lk_inference_run (struct lk_inference *inf)
{
  struct components k = { { NULL, 0, 0 }, { NULL, 0, 0 }, 0, 0 };
  for (unsigned i = 0; i < inf->classes.n; i++)
    if (!((struct infer_class *) inf->classes.items[i])->index)
      visit (&k, inf->classes.items[i]);
  decide_nothing (inf);
  drop_references (inf);
  for (unsigned phase = 1; phase <= 2; phase++)
    {
      inf->second = phase == 2;
      look_again_all (inf, &inf->bodies);
      bool again;
      do
	{
	  drain (inf);
	  again = decide_all (inf, &k.order);
	  again |= agree (inf);
	  again |= find_templates (inf);
	}
      while (again);
    }
  list_free (&k.stack);
  list_free (&k.order);
  drop_unneeded (inf);
  return inf->facts;
}
