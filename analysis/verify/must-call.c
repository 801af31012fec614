/* Words of the verifier: must-call sets, expressions, branches, breaches.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include "verify-internal.h"

static void assume_compare (struct verifier *v, enum lk_compare op, const struct lk_operand *a,
		     const struct lk_operand *b, assumption body, void *data, unsigned depth);

/* ---- Must-call sets.  ---- */

uint32_t
must_all (const struct lk_must *must)
{
  uint32_t all = 0, bit = 1;
  for (; must; must = must->next, bit <<= 1)
    all |= bit ? bit : UINT32_C (1) << (MUST_BITS - 1);
  return all;
}

static bool
names_contain (const struct lk_name *names, const char *name)
{
  for (; names; names = names->next)
    if (!strcmp (names->name, name))
      return true;
  return false;
}

uint32_t
must_call (const struct lk_must *must, uint32_t met, const char *name)
{
  uint32_t bit = 1;
  /* In a set with too many members the last bit stays unset.  */
  bool many = false;
  unsigned n = 0;
  for (const struct lk_must *m = must; m; m = m->next)
    many = ++n > MUST_BITS;
  for (; must && bit; must = must->next, bit <<= 1)
    if (names_contain (must->names, name)
	&& !(many && bit == UINT32_C (1) << (MUST_BITS - 1)))
      met |= bit;
  return met;
}

uint32_t
must_call_each (const struct lk_must *must, uint32_t met,
		const struct lk_must *methods)
{
  if (!methods)
    return must_all (must);
  for (; methods; methods = methods->next)
    {
      /* One of several names: only what each of them meets.  */
      uint32_t each = UINT32_MAX;
      for (const struct lk_name *n = methods->names; n; n = n->next)
	each &= must_call (must, 0, n->name);
      if (methods->names)
	met |= each;
    }
  return met;
}

/* Each of A's names is one of B's.  */
static bool
names_subset (const struct lk_name *a, const struct lk_name *b)
{
  for (; a; a = a->next)
    if (!names_contain (b, a->name))
      return false;
  return true;
}

bool
must_subset (const struct lk_must *a, const struct lk_must *b)
{
  for (; a; a = a->next)
    {
      bool found = false;
      for (const struct lk_must *m = b; m && !found; m = m->next)
	found = names_subset (m->names, a->names);
      if (!found)
	return false;
    }
  return true;
}

bool
must_fits (const struct verifier *v, const struct lk_must *a,
	   const struct lk_must *b)
{
  if (v->function->flags & LK_FN_JAVA)
    return must_subset (a, b);
  for (; a; a = a->next)
    {
      bool found = false;
      for (const struct lk_must *m = b; m && !found; m = m->next)
	for (const struct lk_name *n = m->names; n && !found; n = n->next)
	  found = names_contain (a->names, n->name);
      if (!found)
	return false;
    }
  return true;
}

const char *
must_text (struct lk_arena *arena, const struct lk_must *must)
{
  size_t room = 1;
  for (const struct lk_must *m = must; m; m = m->next)
    for (const struct lk_name *n = m->names; n; n = n->next)
      room += strlen (n->name) + 8;
  char *text = lk_arena_alloc (arena, room), *end = text;
  for (const struct lk_must *m = must; m; m = m->next)
    {
      if (m != must)
	end = stpcpy (end, m->next ? ", " : " and ");
      /* Of a kind with many releasers, the usual one will do.  */
      bool many = (m->names && m->names->next && m->names->next->next
		   && m->names->next->next->next);
      for (const struct lk_name *n = m->names; n; n = many ? NULL : n->next)
	end += sprintf (end, "%s'%s'", n != m->names ? " or " : "", n->name);
    }
  return text;
}

/* ---- Promises.  ---- */

const struct lk_promise *
promise_of (struct lk_unit *unit, struct lk_function *fn)
{
  if (!fn->promise_known)
    {
      fn->promise_known = true;
      if (unit->host.promise)
	fn->promise = unit->host.promise (unit->host.data, fn);
    }
  return fn->promise;
}

const struct lk_promise *
event_promise (const struct verifier *v, const struct lk_event *ev)
{
  return (ev->kind == LK_EVENT_CALL && ev->callee
	  ? promise_of (v->unit, ev->callee) : NULL);
}

const struct lk_event *
definition_of (const struct verifier *v, const struct lk_path *path)
{
  return path->nsel == 0 ? var_event (v->view, path->root) : NULL;
}

bool
delegates (const struct verifier *v, const struct lk_event *ev,
	   const struct lk_promise *p)
{
  return (p->constructor && v->promise && v->promise->constructor
	  && ev->n_args && is_value (&ev->args[0])
	  && v->graph->n_formals
	  && lk_is_first_formal (v->graph, ev->args[0].path->root));
}

/* ---- Expressions.  ---- */

const struct lk_path *
expression_at (struct verifier *v, const struct lk_expression *e,
	       const struct lk_event *ev)
{
  const struct lk_path *base = NULL;
  int64_t sel[LK_EXPRESSION_MAX + 1];
  unsigned n = 0;
  if (e->bad)
    return NULL;
  if (e->base == LK_EXPRESSION_GLOBAL)
    {
      for (uint32_t i = 0; i < v->graph->n_vars && !base; i++)
	if (v->graph->vars[i].class_ == LK_VAR_GLOBAL
	    && v->graph->vars[i].entity == e->entity)
	  base = lk_path_make (v->graph, i, 0, NULL, 0);
      if (!base)
	return NULL;
      sel[n++] = 0;
    }
  else if (e->base == LK_EXPRESSION_RESULT)
    {
      if (!ev || !is_value (&ev->dest))
	return NULL;
      base = ev->dest.path;
    }
  else if (ev)
    {
      if ((unsigned) e->base >= ev->n_args
	  || ev->args[e->base].kind != LK_PATH)
	return NULL;
      base = ev->args[e->base].path;
    }
  else if ((unsigned) e->base < v->graph->n_formals)
    base = lk_path_make (v->graph, v->graph->formals[e->base], 0, NULL, 0);
  if (!base)
    return NULL;
  if (e->n_fields == 0 && n == 0)
    return (e->addend == 0 ? base
	    : base->nsel ? NULL
	    : lk_path_make (v->graph, base->root, 0, NULL,
			    base->addend + e->addend));
  if (base->nsel)
    return NULL;
  for (unsigned i = 0; i < e->n_fields; i++)
    {
      sel[n] = e->offsets[i];
      if (n == 0)
	sel[n] += base->addend;
      n++;
    }
  const struct lk_path *path
    = lk_path_make (v->graph, base->root, n, sel, 0);
  if (e->n_fields)
    lk_path_set_field (path, e->fields[e->n_fields - 1]);
  return path;
}

/* ---- Branches.  ---- */

static const struct lk_range zero = { 0, 0, 0, 0 };
static const struct lk_range nonzero = { INT64_MIN, INT64_MAX, 0, true };

static void
must_assume_at (struct verifier *v, lk_var var, const struct lk_range *range,
		assumption body, void *data, unsigned depth)
{
  body (data, var, range);
  if (depth >= MAX_DEF_DEPTH)
    return;
  const struct lk_definition *def = &v->graph->vars[var].def;
  bool truth = !lk_range_contains (range, 0);
  if (!truth && !(range->lo == 0 && range->hi == 0))
    return;
  switch (def->kind)
    {
    case LK_DEF_COMPARE:
      assume_compare (v, truth ? def->op : lk_compare_negate (def->op),
		      &def->a, &def->b, body, data, depth + 1);
      break;
    case LK_DEF_NOT:
      if (is_value (&def->a))
	must_assume_at (v, def->a.path->root, truth ? &zero : &nonzero, body, data,
			depth + 1);
      break;
    case LK_DEF_AND:
    case LK_DEF_OR:
      if (truth == (def->kind == LK_DEF_AND))
	{
	  if (is_value (&def->a))
	    must_assume_at (v, def->a.path->root, range, body, data, depth + 1);
	  if (is_value (&def->b))
	    must_assume_at (v, def->b.path->root, range, body, data, depth + 1);
	}
      break;
    default:
      break;
    }
}

static void
assume_compare (struct verifier *v, enum lk_compare op,
		const struct lk_operand *a, const struct lk_operand *b,
		assumption body, void *data, unsigned depth)
{
  if (a->kind == LK_CONST && b->kind == LK_PATH)
    {
      const struct lk_operand *other = a;
      a = b;
      b = other;
      op = lk_compare_swap (op);
    }
  if (!is_value (a) || b->kind != LK_CONST)
    return;
  struct lk_range range = range_of_compare (op, b->value);
  must_assume_at (v, a->path->root, &range, body, data, depth);
}

void
assume_value (struct verifier *v, lk_var var, const struct lk_range *range,
	      assumption body, void *data)
{
  must_assume_at (v, var, range, body, data, 0);
}

/* A comparison of constants is decided, and so is one of a flag that all paths to this point
   have set to the same value.  */
bool
edge_possible (const struct lk_block *block, const struct lk_edge *edge)
{
  if ((edge->flags & LK_EDGE_EXCEPTION) || block->a.kind != LK_CONST)
    return true;
  if (block->term == LK_TERM_COND && block->b.kind == LK_CONST)
    {
      struct lk_range range = range_of_compare (block->op, block->b.value);
      bool holds = lk_range_contains (&range, block->a.value);
      return holds ? edge == block->succs[0] : edge == block->succs[1];
    }
  if (block->term == LK_TERM_SWITCH && !(edge->flags & LK_EDGE_DEFAULT))
    return block->a.value >= edge->lo && block->a.value <= edge->hi;
  return true;
}

void
assume_edge (struct verifier *v, const struct lk_block *block,
	     const struct lk_edge *edge, assumption body, void *data)
{
  if (edge->flags & LK_EDGE_EXCEPTION)
    return;
  if (block->term == LK_TERM_COND)
    {
      bool taken = edge == block->succs[0];
      if (taken || edge == block->succs[1])
	assume_compare (v, taken ? block->op : lk_compare_negate (block->op),
			&block->a, &block->b, body, data, 0);
    }
  else if (block->term == LK_TERM_SWITCH && is_value (&block->a)
	   && !(edge->flags & LK_EDGE_DEFAULT))
    {
      struct lk_range range = { edge->lo, edge->hi, 0, 0 };
      must_assume_at (v, block->a.path->root, &range, body, data, 0);
    }
}

/* ---- Breaches.  ---- */

struct told
{
  const char *rule, *text;
  lk_loc loc;
  struct told *next;
};

const char *
verifier_text (struct verifier *v, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int n = vsnprintf (NULL, 0, format, args);
  va_end (args);
  char *text = lk_arena_alloc (v->arena, n + 1);
  va_start (args, format);
  vsnprintf (text, n + 1, format, args);
  va_end (args);
  return text;
}

void
tell_breach (struct verifier *v, const char *rule, lk_loc loc,
	     const char *text, unsigned n_notes, ...)
{
  struct lk_breach breach = { .rule = rule, .function = v->function,
			      .loc = loc, .text = text,
			      .handle = v->handle, .acquirer = v->acquirer };
  v->handle = v->acquirer = NULL;
  va_list args;
  va_start (args, n_notes);
  for (unsigned i = 0; i < n_notes && i < LK_BREACH_NOTES; i++)
    {
      lk_loc where = va_arg (args, lk_loc);
      const char *note = va_arg (args, const char *);
      if (!note)
	continue;
      breach.notes[breach.n_notes].loc = where;
      breach.notes[breach.n_notes++].text = note;
    }
  va_end (args);
  if (v->quiet || (v->losing && throwing_owner_awaited (v->losing, v->lost, &breach)))
    return;
  for (const struct told *t = v->told; t; t = t->next)
    if (t->loc == loc && !strcmp (t->rule, rule) && !strcmp (t->text, text))
      return;
  struct told *t = lk_arena_alloc (v->arena, sizeof *t);
  t->rule = rule;
  t->text = text;
  t->loc = loc;
  t->next = v->told;
  v->told = t;
  if (v->unit->host.breach)
    v->unit->host.breach (v->unit->host.data, &breach);
}

/* ---- One function.  ---- */

/* Return true if BLOCK itself leaves the function, by a return or an exception, or ends the
   program.  */
static bool
is_way_out (const struct verifier *v, const struct lk_block *block)
{
  if (block->n_succs == 0)
    return true;
  for (uint32_t i = 0; i < block->n_events; i++)
    if (block->events[i].kind == LK_EVENT_CALL
	&& (block->events[i].throws || event_ends (v, &block->events[i])))
      return true;
  return false;
}

void
find_ways_out (struct verifier *v)
{
  const struct lk_graph *g = v->graph;
  uint32_t *stack = lk_arena_alloc_array (v->arena, g->n_blocks + 1, sizeof *stack);
  uint32_t n = 0;
  v->leads_out = lk_arena_alloc_array (v->arena, g->n_blocks, sizeof *v->leads_out);
  for (uint32_t b = 0; b < g->n_blocks; b++)
    if (is_way_out (v, &g->blocks[b]))
      {
	v->leads_out[b] = true;
	stack[n++] = b;
      }
  while (n > 0)
    {
      const struct lk_block *block = &g->blocks[stack[--n]];
      for (uint32_t i = 0; i < block->n_preds; i++)
	if (!v->leads_out[block->preds[i]->from])
	  {
	    v->leads_out[block->preds[i]->from] = true;
	    stack[n++] = block->preds[i]->from;
	  }
    }
}

static void
mark_tested (struct verifier *v, const struct lk_operand *op, unsigned depth)
{
  if (!is_value (op) || v->tested[op->path->root])
    return;
  v->tested[op->path->root] = true;
  const struct lk_definition *def = &v->graph->vars[op->path->root].def;
  if (def->kind != LK_DEF_OTHER && depth < MAX_DEF_DEPTH)
    {
      mark_tested (v, &def->a, depth + 1);
      mark_tested (v, &def->b, depth + 1);
    }
  /* A phi of phis: their constants.  */
  const struct var_info *info = &v->view->vars[op->path->root];
  for (uint32_t i = 0; info->phi && depth < MAX_DEF_DEPTH
		       && i < v->graph->blocks[info->def_block].n_preds; i++)
    if (is_value (&info->phi->args[i]) && v->view->vars[info->phi->args[i].path->root].phi)
      mark_tested (v, &info->phi->args[i], depth + 1);
}

void
find_tested (struct verifier *v)
{
  for (uint32_t b = 0; b < v->graph->n_blocks; b++)
    {
      const struct lk_block *block = &v->graph->blocks[b];
      if (block->term == LK_TERM_COND || block->term == LK_TERM_SWITCH)
	{
	  if (is_value (&block->a) && v->tested[block->a.path->root])
	    v->repeated[block->a.path->root] = true;
	  mark_tested (v, &block->a, 0);
	  mark_tested (v, &block->b, 0);
	}
    }
}

void
find_returned_variables (struct verifier *v)
{
  bool depends = false;
  const struct lk_acquires *a = v->promise ? v->promise->acquires : NULL;
  for (; a; a = a->next)
    depends |= a->n_conditions != 0;
  for (uint32_t b = 0; depends && b < v->graph->n_blocks; b++)
    {
      const struct lk_block *block = &v->graph->blocks[b];
      if (block->term != LK_TERM_RETURN || !is_value (&block->a))
	continue;
      lk_var result = block->a.path->root;
      v->tested[result] = RETURNED;
      const struct lk_phi *phi = v->view->vars[result].phi;
      uint32_t def = v->view->vars[result].def_block;
      for (uint32_t i = 0; phi && i < v->graph->blocks[def].n_preds; i++)
	if (is_value (&phi->args[i]))
	  v->tested[phi->args[i].path->root] = RETURNED;
    }
}
