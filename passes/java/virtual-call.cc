/* Calls that may run several bodies.

   A virtual call runs the body of one of the classes below the receiver's that the program
   instantiates.  If there is one, it is called; if there are several, and all are known, a
   dispatcher is called: an artificial function whose graph calls any of them
   (passes/unit/virtual-call.cc does the same for C++).  For types that unknown classes extend,
   above all those of the JDK, and for interfaces that lambdas implement, the specification
   describes the call, or it is unknown.  Of an abstract type of the class path only the
   reached classes are known: the dispatcher has one more path, which calls an unknown method;
   an argument escapes to it, but not the receiver, because the class of an object that holds a
   handle is known.

   The engine follows a handle through a dispatcher, and what the methods acquire for their
   caller.  If a member of the object holds the handle, only the methods count that run on an
   object with such a member (lk_java_runs_on).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

/* The record of a call of DECLARED that runs one of TARGETS.  */
static struct lk_java_method *
make_dispatcher (const struct lk_method *declared,
		 const struct lk_targets *targets)
{
  struct lk_java_method *d
    = ((struct lk_java_method *)
       lk_arena_alloc (lk_java->arena, sizeof *d));
  *d = *lk_java_method_of (declared, true);
  d->decl = NULL;
  d->function = NULL;
  d->contract = NULL;
  d->promise = NULL;
  d->has_contract = true;
  d->body = true;
  d->n_targets = targets->count;
  d->open = targets->open;
  d->targets
    = ((struct lk_java_method **)
       lk_arena_alloc_array (lk_java->arena, targets->count,
			     sizeof *d->targets));
  for (unsigned i = 0; i < targets->count; i++)
    d->targets[i] = lk_java_method_of (targets->methods[i], false);
  return d;
}

/* DECLARED gives an Object, whatever that is (and no type variable's): what one of
   several bodies gives then, the caller need not know how to release.  */
static bool
gives_anything (const struct lk_method *declared)
{
  return (!declared->signature
	  && !strcmp (strchr (declared->descriptor, ')'), ")Ljava/lang/Object;"));
}

struct lk_java_method *
lk_java_dispatch (struct lk_type *type, const struct lk_method *declared)
{
  struct lk_targets targets
    = lk_hierarchy_targets (lk_java->hierarchy, type, declared->name,
			    declared->descriptor, MAX_TARGETS,
			    lk_java->scratch);
  bool known = targets.complete && !targets.too_many;
  if (targets.too_many)
    lk_limit_met (&lk_java->lowering, LK_LIMIT_TARGETS);
  if (known && targets.count == 1 && !targets.open)
    return lk_java_method_of (targets.methods[0], false);
  struct lk_java_method *m = lk_java_method_of (declared, true);
  bool followed = false;
  for (unsigned i = 0; known && i < targets.count; i++)
    followed |= lk_java_method_of (targets.methods[i], false)->body;
  /* A promise holds for all of them.  */
  if (!followed || lk_java_contract (m)
      || (targets.open && targets.count > 1 && gives_anything (declared)))
    return m;
  return make_dispatcher (declared, &targets);
}

/* Add one path to the graph: FUNCTION runs TARGET, on an object that is not followed if it is
   UNKNOWN.  */
static void
add_way (struct lk_graph *g, const struct lk_java_method *m,
	 struct lk_java_method *target, bool unknown)
{
  uint32_t block = lk_graph_add_block (g);
  struct lk_event *ev = lk_graph_add_event (g, block, LK_EVENT_CALL,
					    g->function->loc, g->n_formals);
  ev->callee = lk_java_function (target);
  ev->throws = lk_java_declares (target);
  for (uint32_t i = 0; i < g->n_formals; i++)
    ev->args[i]
      = lk_operand_path (lk_path_make (g, g->formals[i], 0, NULL, 0));
  if (unknown)
    ev->args[0] = lk_operand_unknown ();
  struct lk_block *bl = &g->blocks[block];
  bl->term = LK_TERM_RETURN;
  bl->a = lk_operand_unknown ();
  if (strchr (m->descriptor, ')')[1] != 'V')
    {
      lk_var var = lk_graph_add_var (g, LK_VAR_VALUE, NULL, 0);
      ev->dest = bl->a = lk_operand_path (lk_path_make (g, var, 0, NULL, 0));
    }
  lk_graph_add_edge (g, 0, block, 0);
}

void
lk_java_dispatch_graph (struct lk_java_method *m)
{
  struct lk_function *function = lk_java_function (m);
  struct lk_graph *g = lk_graph_new (function);
  struct lk_java_type type;
  const char *at = m->descriptor + 1;
  lk_graph_add_formal (g, "this");
  while (lk_descriptor_next (&at, &type))
    lk_graph_add_formal (g, NULL);
  lk_graph_add_block (g);
  for (unsigned i = 0; i < m->n_targets; i++)
    add_way (g, m, m->targets[i], false);
  if (m->open)
    add_way (g, m, lk_java_method_of (m->method, true), true);
  g->blocks[0].term = LK_TERM_GOTO;
  function->graph = g;
  lk_graph_made (&lk_java->lowering, function);
}

/* ---- Which of them.  ---- */

/* METHOD runs on objects of some class below TYPE: of one that the program makes
   objects of, or if there is none of any.  */
static bool
runs_below (struct lk_type *type, const struct lk_method *method)
{
  bool made = false, any = false, runs = false;
  struct lk_type **list = lk_hierarchy_below (lk_java->hierarchy, type,
					      lk_java->scratch);
  for (struct lk_type **t = list; *t; t++)
    made |= (*t)->instantiated;
  for (struct lk_type **t = list; *t && !runs; t++)
    {
      if (!(*t)->class_file || (*t)->incomplete)
	return true;
      if (made ? !(*t)->instantiated
	  : ((*t)->class_file->access & (LK_ACC_INTERFACE | LK_ACC_ABSTRACT)) != 0)
	continue;
      any = true;
      runs = lk_hierarchy_select_method (lk_java->hierarchy, *t, method) == method;
    }
  return runs || !any;
}

bool
lk_java_runs_on (void *, struct lk_function *target, int64_t selector)
{
  struct lk_java_method *m = lk_java_method_by_decl ((tree) target->key);
  int64_t member = (selector - LK_FIRST_MEMBER) / LK_MEMBER_BYTES;
  if (!m || !m->method || selector < LK_FIRST_MEMBER
      || member >= (int64_t) lk_java->members.length ())
    return true;
  struct lk_type *type = lk_java->members[member]->type;
  lk_dispatch_hash::value_type key (type, m->method);
  if (bool *known = lk_java->runs_on->get (key))
    return *known;
  bool runs = runs_below (type, m->method);
  lk_java->runs_on->put (key, runs);
  return runs;
}
