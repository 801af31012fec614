/* Which methods are worth building (Tracker, section 4): those that acquire something, or call
   one that does.  Also which throw nothing: those without `throw' that call only each other
   and the JDK, where that declares nothing; and which unchecked exceptions the others throw by
   such statements (section 3.2).

   The code of every class is read once for its calls, without decoding it: a virtual call runs
   the bodies for a receiver of the type that the call names.  In the same pass the methods are
   found that only return a lambda.

   Of the class path only the methods are read that are reached (java/hierarchy-reach.c), to
   find what they acquire for their callers; losses in them are not reported.  Other bodies are
   built when the engine requests them, because a handle is passed to them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "diagnostic-core.h"
#include "bitmap.h"

/* A body, and its callees.  */
struct node
{
  struct lk_java_method *method;
  unsigned first, n;		/* In the list of calls.  */
  bool library;			/* Of the class path.  */
  bool relevant;		/* Can reach an acquisition.  */
  bool acquires;		/* Itself.  */
  bool may_throw;
  bool returns;			/* It can.  */
  bool throws_state;		/* See struct lk_java_method.  */
  bool stores;			/* A reference in a member of an object of its
				   class.  */
  bitmap thrown;		/* Numbers in the list of what is thrown; valid until
				   spread_thrown ends.  */
  bitmap own;			/* Those of its own throw statements, for a dispatcher those of
				   its targets.  */
};

struct reach
{
  auto_vec<struct node> nodes;
  auto_vec<struct lk_java_method *> calls;
  auto_vec<bool> guarded;	/* By call: what it throws is caught.  */
  auto_vec<struct lk_type *> thrown;	/* Unchecked exceptions of throw statements.  */
  bitmap_obstack obstack;
};

static bool may_throw (struct lk_java_method *callee);

/* Return true if M acquires a resource of a kind that is enabled.  */
static bool
method_acquires (struct lk_java_method *m)
{
  const struct lk_contract *contract = lk_java_contract (m);
  if (contract)
    for (const struct lk_clause *c = contract->clauses; c; c = c->next)
      if (c->role == LK_ROLE_ACQUIRE && !(c->kind && c->kind->off))
	return true;
  return false;
}

/* Count what METHOD, which is called, does with resources.  */
static void
count_resources (struct lk_java_method *method)
{
  const struct lk_contract *contract = lk_java_contract (method);
  bool wraps = false;
  if (!contract)
    return;
  if (method_acquires (method))
    {
      lk_java->counts.acquiring++;
      return;
    }
  for (const struct lk_clause *c = contract->clauses; c; c = c->next)
    wraps |= c->role == LK_ROLE_WRAP;
  lk_java->counts.wrapping += wraps;
}

/* ---- Reading the code over.  ---- */

static void
add_callee (struct reach *r, struct lk_java_method *callee, bool guarded)
{
  r->calls.safe_push (callee);
  r->guarded.safe_push (guarded);
}

/* CALLEE is called in a method that makes objects of the classes MADE: it may be
   on one of them, and then runs what that class has.  */
static void
add_exact_calls (struct reach *r, unsigned call,
		 const vec<struct lk_type *> &made)
{
  struct lk_java_method *callee = r->calls[call];
  if (callee->dispatched && callee->method)
    for (unsigned i = 0; i < made.length (); i++)
      if (lk_hierarchy_is_subtype (lk_java->hierarchy, made[i],
				   callee->owner->type))
	{
	  struct lk_java_method *exact = lk_java_exact_callee (callee, made[i]);
	  if (exact != callee)
	    add_callee (r, exact, r->guarded[call]);
	}
}

/* Return true if a handler of CODE catches a TYPE that is thrown at PC.  A handler for all
   exceptions is "finally", which rethrows them.  */
static bool
caught_at (const struct lk_code *code, uint32_t pc, const struct lk_type *type)
{
  for (unsigned i = 0; i < code->n_handlers; i++)
    {
      const struct lk_handler *h = &code->handlers[i];
      if (h->type && pc >= h->start && pc < h->end
	  && lk_hierarchy_is_subtype (lk_java->hierarchy, type,
				      lk_java_class_named (h->type)->type))
	return true;
    }
  return false;
}

/* A value that may be an exception: of TYPE, or NULL for anything else; CAUSED if
   it was made of other objects than texts, say of an exception.  */
struct thrown_value
{
  struct lk_type *type;
  bool caused;
};

/* The value on the stack when control goes to PC ("n > 0 ? new X () : ...").  */
struct joined_value
{
  uint32_t pc;
  struct thrown_value value;
};

/* The last values stored in variables, in the part of the method's code that has been read, in
   the order of its text.  Caught exceptions are left out: a rethrow of one adds no exception.  */
struct thrown_values
{
  struct thrown_value slots[256] = { };
  auto_vec<struct joined_value, 8> joined;
};

static struct lk_type *
described_type (const char *at)
{
  struct lk_java_type type;
  if (!lk_descriptor_next (&at, &type) || type.dimensions || type.kind != 'L')
    return NULL;
  return lk_java_class_named (lk_arena_strndup (lk_java->scratch, type.name,
						type.name_length))->type;
}

/* Return what the instruction at PC leaves on the stack: "new X ()", the result of a method,
   the value of a variable or a member, a cast.  */
static struct thrown_value
value_behind (struct lk_java_class *c, const struct lk_code *code, uint32_t pc,
	      const struct thrown_values *values)
{
  const unsigned char *p = code->bytes + pc;
  struct thrown_value none = { NULL, false };
  struct lk_member_ref ref;
  int slot = lk_java_loaded_slot (p);
  if (slot >= 0)
    return values->slots[slot];
  if (p[0] == 0xc0)
    {
      const char *name = lk_class_name_at (c->code, lk_java_u2 (p + 1));
      if (!name || name[0] == '[')
	return none;
      return { lk_java_class_named (name)->type, true };
    }
  if ((p[0] != 0xb2 && (p[0] < 0xb4 || p[0] > 0xb9 || p[0] == 0xb5))
      || !lk_class_member_at (c->code, lk_java_u2 (p + 1), &ref))
    return none;
  if (ref.is_field)
    return { described_type (ref.descriptor), true };
  bool caused = (strcmp (ref.descriptor, "()V")
		 && strcmp (ref.descriptor, "(Ljava/lang/String;)V"));
  if (!strcmp (ref.name, "<init>"))
    return { lk_java_class_named (ref.class_name)->type, caused };
  return { described_type (strchr (ref.descriptor, ')') + 1), caused };
}

/* Has CODE a throw statement?  Few have; what variables hold matters to them
   alone.  */
static bool
has_throw (const struct lk_code *code)
{
  uint32_t length;
  for (uint32_t pc = 0;
       pc < code->length && (length = lk_code_instruction_length (code, pc)); pc += length)
    if (code->bytes[pc] == 0xbf)
      return true;
  return false;
}

/* M begins: what its arguments are.  */
static void
begin_arguments (const struct lk_java_method *m, struct thrown_values *values)
{
  struct lk_java_type type;
  const char *at = m->descriptor + 1;
  unsigned slot = !m->is_static;
  for (const char *from = at; lk_descriptor_next (&at, &type); from = at)
    {
      if (slot < 256 && type.kind == 'L' && !type.dimensions)
	values->slots[slot] = { described_type (from), true };
      slot += !type.dimensions && (type.kind == 'J' || type.kind == 'D') ? 2 : 1;
    }
}

/* CODE throws VALUE at PC.  */
static void
note_thrown (struct reach *r, const struct lk_code *code, uint32_t pc,
	     struct thrown_value value, struct node *node)
{
  struct lk_type *type = value.type;
  if (!type || !lk_java_expected_thrown (type) || caught_at (code, pc, type))
    return;
  if (type == lk_java->illegal_state && !value.caused)
    {
      node->throws_state = true;
      return;
    }
  unsigned i = 0;
  while (i < r->thrown.length () && r->thrown[i] != type)
    i++;
  if (i == r->thrown.length ())
    r->thrown.safe_push (type);
  if (!node->thrown)
    node->thrown = BITMAP_ALLOC (&r->obstack);
  bitmap_set_bit (node->thrown, i);
}

/* Update VALUES and the exceptions of NODE for the instruction at PC of CODE, after the one at
   BEFORE.  */
static void
read_value (struct reach *r, struct lk_java_class *c, const struct lk_code *code,
	    uint32_t pc, uint32_t before, struct thrown_values *values,
	    struct node *node)
{
  const unsigned char *p = code->bytes + pc;
  int slot = lk_java_stored_slot (p);
  if (slot < 0 && p[0] != 0xbf && p[0] != 0xa7)
    return;
  struct thrown_value value = { NULL, false };
  if (pc)
    value = value_behind (c, code, before, values);
  if (p[0] == 0xa7)
    {
      if (value.type && lk_java_expected_thrown (value.type))
	values->joined.safe_push ({ pc + (int16_t) lk_java_u2 (p + 1), value });
      return;
    }
  if (p[0] == 0xbf)
    note_thrown (r, code, pc, value, node);
  for (unsigned i = 0; i < values->joined.length (); i++)
    if (values->joined[i].pc == pc)
      {
	if (p[0] == 0xbf)
	  note_thrown (r, code, pc, values->joined[i].value, node);
	else if (!value.type)
	  value = values->joined[i].value;
      }
  if (slot >= 0)
    values->slots[slot] = value;
}

/* ---- Lambdas that are returned.  ---- */

/* The results of a method, in the part of its code that has been read.  */
struct returns
{
  auto_vec<unsigned, 8> loads;	/* Slots, by the instructions just before.  */
  struct lk_java_lambda *last = NULL;	/* Made by the instruction just before.  */
  struct lk_java_lambda *lambda = NULL;	/* The value that is returned.  */
  auto_vec<unsigned, 8> captured;	/* From which slots.  */
  bool other = false;		/* Something else is returned, too.  */
};

/* The slot that the instruction at P puts on the stack, or -1.  */
static int
loaded_slot (const unsigned char *p)
{
  if (p[0] >= 0x15 && p[0] <= 0x19)
    return p[1];
  return p[0] >= 0x1a && p[0] <= 0x2d ? (p[0] - 0x1a) % 4 : -1;
}

/* Update RETURNS for the instruction at P, which makes LAMBDA or none.  */
static void
read_return (struct returns *returns, const unsigned char *p,
	     struct lk_java_lambda *lambda)
{
  int slot = loaded_slot (p);
  if (slot >= 0)
    returns->loads.safe_push (slot);
  else if (p[0] == 0xb0 && returns->last && !returns->lambda)
    {
      returns->lambda = returns->last;
      returns->captured.safe_splice (returns->loads);
    }
  else if (p[0] == 0xb0)
    returns->other = true;
  returns->last = lambda;
  if (slot < 0 && !lambda)
    returns->loads.truncate (0);
}

/* The number of M's argument, the receiver being one, that comes in SLOT, or
   -1.  */
static int
argument_in (const struct lk_java_method *m, unsigned slot)
{
  struct lk_java_type type;
  const char *at = m->descriptor + 1;
  int i = 0;
  unsigned first = 0;
  if (!m->is_static)
    {
      if (slot == 0)
	return 0;
      i = first = 1;
    }
  for (; lk_descriptor_next (&at, &type); i++)
    {
      if (slot == first)
	return i;
      first += !type.dimensions && (type.kind == 'J' || type.kind == 'D') ? 2 : 1;
    }
  return -1;
}

/* M returns that.  */
static void
note_returned (struct lk_java_method *m, const struct returns *returns)
{
  if (!returns->lambda || returns->other)
    return;
  struct lk_java_returned *r
    = (struct lk_java_returned *) lk_arena_alloc (lk_java->arena, sizeof *r);
  r->lambda = returns->lambda;
  r->n_captured = returns->captured.length ();
  r->captured
    = (uint8_t *) lk_arena_alloc (lk_java->arena, r->n_captured + 1);
  for (unsigned i = 0; i < r->n_captured; i++)
    {
      int argument = argument_in (m, returns->captured[i]);
      if (argument < 0)
	return;
      r->captured[i] = argument;
    }
  m->returned = r;
}

/* Into NODE what CODE, of class C, calls and throws.  */
static void
read_code (struct reach *r, struct lk_java_class *c, const struct lk_code *code,
	   struct node *node)
{
  static const enum lk_op ops[] = { LK_OP_CALL_VIRTUAL, LK_OP_CALL_SPECIAL,
				    LK_OP_CALL_STATIC, LK_OP_CALL_INTERFACE };
  uint32_t length, before = 0;
  auto_vec<struct lk_type *, 16> made;
  struct returns returns;
  struct thrown_values values;
  /* A library throws only exceptions that it declares.  */
  bool throws = !node->library && has_throw (code);
  node->may_throw = throws || node->library;
  if (throws)
    begin_arguments (node->method, &values);
  node->first = r->calls.length ();
  for (uint32_t pc = 0;
       pc < code->length && (length = lk_code_instruction_length (code, pc));
       before = pc, pc += length)
    {
      unsigned opcode = code->bytes[pc];
      struct lk_java_lambda *lambda
	= opcode == 0xba ? lk_java_lambda_at (c, lk_java_u2 (code->bytes + pc + 1)) : NULL;
      read_return (&returns, code->bytes + pc, lambda);
      node->returns |= opcode >= 0xac && opcode <= 0xb1;
      if (throws)
	read_value (r, c, code, pc, before, &values, node);
      if (opcode == 0xbb)
	{
	  const char *name = lk_class_name_at (c->code,
					       lk_java_u2 (code->bytes + pc + 1));
	  struct lk_type *type
	    = name ? lk_hierarchy_type (lk_java->hierarchy, name) : NULL;
	  if (type && type->class_file && !made.contains (type))
	    made.safe_push (type);
	}
      if (opcode < 0xb4 || opcode > 0xba)
	continue;
      unsigned index = lk_java_u2 (code->bytes + pc + 1);
      struct lk_member_ref ref;
      if (opcode == 0xb4)
	{
	  if (!node->library && lk_class_member_at (c->code, index, &ref))
	    lk_java_note_read (node->method, &ref);
	}
      else if (opcode == 0xb5)
	node->stores |= (lk_class_member_at (c->code, index, &ref)
			 && ref.descriptor[0] == 'L'
			 && !strcmp (ref.class_name, c->type->name));
      else if (opcode == 0xba)
	{
	  if (!lambda)
	    continue;
	  const struct lk_method *body = lambda->body->method;
	  if (body && (body->access & LK_ACC_SYNTHETIC))
	    lambda->body->around = node->method;
	  add_callee (r, lambda->body, true);
	}
      else if (lk_class_member_at (c->code, index, &ref) && !ref.is_field)
	{
	  struct lk_java_method *callee
	    = lk_java_callee (c, index, ops[opcode - 0xb6], NULL);
	  uint32_t next = pc + length;
	  if (next + 2 < code->length && code->bytes[next] == 0xc0)
	    callee = lk_java_cast (callee, lk_class_name_at
				   (c->code, lk_java_u2 (code->bytes + next + 1)));
	  add_callee (r, callee, caught_at (code, pc, lk_java->runtime_exception));
	}
    }
  for (unsigned i = node->first, n = r->calls.length (); i < n; i++)
    add_exact_calls (r, i, made);
  note_returned (node->method, &returns);
  node->n = r->calls.length () - node->first;
}

static void
read_class (struct reach *r, struct lk_java_class *c)
{
  const struct lk_class *code = lk_java_load (c);
  c->rank = lk_java->counts.classes;
  for (unsigned i = 0; code && i < code->n_methods; i++)
    if (code->methods[i].code)
      {
	struct lk_java_method *m
	  = lk_java_method_of (&c->type->class_file->methods[i], false);
	lk_java->counts.methods++;
	m->index = r->nodes.length () + 1;
	struct node node = { };
	node.method = m;
	read_code (r, c, code->methods[i].code, &node);
	r->nodes.safe_push (node);
      }
}

/* Read the methods of the class path that are reached.  */
static void
read_library (struct reach *r, const struct lk_method **methods, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      struct lk_java_method *m = lk_java_method_of (methods[i], false);
      const struct lk_code *code = lk_code_of (m);
      if (!code || m->index || !m->body)
	continue;
      m->index = r->nodes.length () + 1;
      struct node node = { };
      node.method = m;
      node.library = true;
      read_code (r, m->owner, code, &node);
      r->nodes.safe_push (node);
      lk_arena_clear (lk_java->scratch);
    }
}

/* A dispatcher calls its targets.  */
static void
add_dispatchers (struct reach *r)
{
  for (unsigned i = 0, n = r->calls.length (); i < n; i++)
    {
      struct lk_java_method *d = r->calls[i];
      if (!d->n_targets || d->index)
	continue;
      d->index = r->nodes.length () + 1;
      struct node node = { };
      node.method = d;
      node.first = r->calls.length ();
      node.n = d->n_targets;
      r->nodes.safe_push (node);
      for (unsigned k = 0; k < d->n_targets; k++)
	add_callee (r, d->targets[k], false);
    }
}

/* ---- Relevance.  ---- */

/* Spread a property of nodes to their callers.  START and CALLERS are lists of these, WORKLIST
   has the nodes to begin with.  */
static void
spread_to_callers (struct reach *r, bool node::*what,
		   const vec<unsigned> &start, const vec<unsigned> &callers,
		   vec<unsigned> *worklist)
{
  while (!worklist->is_empty ())
    {
      unsigned i = worklist->pop ();
      /* A node's number as an index is one more.  */
      for (unsigned k = start[i + 1]; k < start[i + 2]; k++)
	if (!(r->nodes[callers[k]].*what))
	  {
	    r->nodes[callers[k]].*what = true;
	    worklist->safe_push (callers[k]);
	  }
    }
}

/* CALLEE is not one of the nodes, and may throw.  */
static bool
may_throw (struct lk_java_method *callee)
{
  const struct lk_contract *contract = lk_java_contract (callee);
  if (callee->index || (contract && contract->nothrow))
    return false;
  if (!lk_java_of_jdk (callee) || !callee->method)
    return true;
  /* Checked exceptions are followed anyway.  */
  for (unsigned i = 0; i < callee->method->n_exceptions; i++)
    if (lk_java_unchecked (lk_java_class_named (callee->method->exceptions[i])
			   ->type))
      return true;
  return false;
}

static void
spread (struct reach *r)
{
  /* Callers, as lists in one array.  */
  unsigned n = r->nodes.length ();
  auto_vec<unsigned> start, callers, worklist, throwing;
  start.safe_grow_cleared (n + 2);
  for (unsigned i = 0; i < r->calls.length (); i++)
    start[r->calls[i]->index]++;
  for (unsigned i = 1; i <= n + 1; i++)
    start[i] += start[i - 1];
  callers.safe_grow_cleared (r->calls.length () + 1);
  for (unsigned i = 0; i < n; i++)
    if (lk_java_is_given (r->nodes[i].method))
      {
	r->nodes[i].relevant = r->nodes[i].acquires = true;
	worklist.safe_push (i);
      }
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < r->nodes[i].n; k++)
      {
	struct lk_java_method *callee = r->calls[r->nodes[i].first + k];
	callers[--start[callee->index]] = i;
	if (!r->nodes[i].acquires && method_acquires (callee))
	  {
	    r->nodes[i].relevant = r->nodes[i].acquires = true;
	    worklist.safe_push (i);
	  }
	r->nodes[i].may_throw |= may_throw (callee);
      }
  for (unsigned i = 0; i < n; i++)
    if (r->nodes[i].may_throw)
      throwing.safe_push (i);
  spread_to_callers (r, &node::relevant, start, callers, &worklist);
  spread_to_callers (r, &node::may_throw, start, callers, &throwing);
  for (unsigned i = 0; i < n; i++)
    r->nodes[i].method->harmless = !r->nodes[i].may_throw;
}

/* METHOD declares TYPE, or what is above it.  */
static bool
declares_above (const struct lk_java_method *method, const struct lk_type *type)
{
  for (unsigned i = 0; i < method->method->n_exceptions; i++)
    {
      const struct lk_type *declared
	= lk_java_class_named (method->method->exceptions[i])->type;
      if (lk_java_unchecked (declared)
	  && lk_hierarchy_is_subtype (lk_java->hierarchy, type, declared))
	return true;
    }
  return false;
}

/* Add the numbers in FROM to *TO.  Return true if one was new.  */
static bool
add_numbers (struct reach *r, bitmap *to, const_bitmap from)
{
  if (!*to)
    *to = BITMAP_ALLOC (&r->obstack);
  return bitmap_ior_into (*to, from);
}

/* To NODE what the call numbered K, counted from 0, throws.  True: that was not
   all known.  */
static bool
add_thrown_by_call (struct reach *r, struct node *node, unsigned k)
{
  const struct lk_java_method *callee = r->calls[node->first + k];
  if (!callee->index || r->guarded[node->first + k])
    return false;
  const struct node *other = &r->nodes[callee->index - 1];
  /* A body that always throws, among several, is only a default.  */
  if (!other->thrown || (node->method->n_targets && !other->returns))
    return false;
  bool more = false;
  if (other->own && (node->method->n_targets || !node->library))
    more |= add_numbers (r, node->method->n_targets ? &node->own : &node->thrown, other->own);
  if (node->method->n_targets)
    return more | add_numbers (r, &node->thrown, other->thrown);
  unsigned i;
  bitmap_iterator it;
  EXECUTE_IF_SET_IN_BITMAP (other->thrown, 0, i, it)
    if (declares_above (node->method, r->thrown[i]))
      {
	if (!node->thrown)
	  node->thrown = BITMAP_ALLOC (&r->obstack);
	more |= bitmap_set_bit (node->thrown, i);
      }
  return more;
}

/* Return true if NODE calls a method, static or of its own class, that throws an
   IllegalStateException itself.  */
static bool
calls_what_throws_state (const struct reach *r, const struct node *node)
{
  for (unsigned k = node->first; k < node->first + node->n; k++)
    {
      const struct lk_java_method *callee = r->calls[k];
      if (callee->index && !r->guarded[k] && r->nodes[callee->index - 1].throws_state
	  && (callee->is_static || callee->owner == node->method->owner))
	return true;
    }
  return false;
}

/* Heuristic: a method that calls one with a throw statement throws that exception, too, as the
   callee's body tells; and a method that declares an unchecked exception throws it if any callee
   does.  Wrong if an exception that comes from deeper is expected by all who call.  */
static void
spread_thrown (struct reach *r)
{
  unsigned i, k;
  for (i = 0; i < r->nodes.length (); i++)
    if (r->nodes[i].thrown)
      add_numbers (r, &r->nodes[i].own, r->nodes[i].thrown);
  for (bool more = true; more;)
    {
      more = false;
      for (i = 0; i < r->nodes.length (); i++)
	for (k = 0; k < r->nodes[i].n; k++)
	  more |= add_thrown_by_call (r, &r->nodes[i], k);
    }
  for (i = 0; i < r->nodes.length (); i++)
    r->nodes[i].method->throws_state |= (r->nodes[i].throws_state
					 || calls_what_throws_state (r, &r->nodes[i]));
  for (i = 0; i < r->nodes.length (); i++)
    if (bitmap thrown = r->nodes[i].thrown)
      {
	struct lk_java_method *m = r->nodes[i].method;
	m->thrown
	  = ((struct lk_type **)
	     lk_arena_alloc_array (lk_java->arena, bitmap_count_bits (thrown),
				   sizeof *m->thrown));
	bitmap_iterator it;
	EXECUTE_IF_SET_IN_BITMAP (thrown, 0, k, it)
	  m->thrown[m->n_thrown++] = r->thrown[k];
      }
}

static void
read_inputs (struct reach *r)
{
  size_t n = lk_classpath_n_inputs (lk_java->classpath);
  const struct lk_method **reached;
  size_t n_reached = lk_hierarchy_reach (lk_java->hierarchy, lk_java->arena,
					 &reached);
  for (size_t i = 0; i < n; i++)
    {
      const struct lk_class *outline
	= lk_classpath_input (lk_java->classpath, i);
      if (!outline)
	{
	  lk_java->counts.broken_classes++;
	  continue;
	}
      lk_java->counts.classes++;
      if (lk_left_out_name (outline->name))
	continue;
      lk_stage_enter_name (LK_STAGE_UNIT, outline->name);
      read_class (r, lk_java_class_named (outline->name));
      lk_stage_leave (NULL);
      lk_stage_progress ();
      lk_arena_clear (lk_java->scratch);
    }
  read_library (r, reached, n_reached);
  add_dispatchers (r);
}

/* Say how much of the class path was read, and that N_RELEVANT of its methods can
   reach an acquisition.  */
static void
say_library (const struct reach *r, unsigned n_relevant)
{
  unsigned n_methods = 0, n_classes = 0;
  const struct lk_java_class *last = NULL;
  for (unsigned i = 0; i < r->nodes.length (); i++)
    if (r->nodes[i].library)
      {
	n_methods++;
	/* Those of a class stand together.  */
	n_classes += last != r->nodes[i].method->owner;
	last = r->nodes[i].method->owner;
      }
  if (n_methods && lk_java->options->verbose)
    inform (UNKNOWN_LOCATION, "leakcheck: class path: methods reached: %u, classes they"
	    " belong to: %u, methods analysed: %u", n_methods, n_classes, n_relevant);
}

void
lk_java_add_roots (void)
{
  struct reach r;
  bitmap_obstack_initialize (&r.obstack);
  read_inputs (&r);
  spread (&r);
  spread_thrown (&r);
  bitmap_obstack_release (&r.obstack);
  auto_vec<struct lk_function *> callees;
  const struct lk_java_class *last = NULL;
  unsigned n_library = 0;
  for (unsigned i = 0; lk_java->options->verbose && i < r.calls.length (); i++)
    count_resources (r.calls[i]);
  for (unsigned i = 0; i < r.nodes.length (); i++)
    {
      struct node *node = &r.nodes[i];
      if (!node->relevant)
	continue;
      if (node->library)
	{
	  lk_java_function (node->method)->flags |= LK_FN_QUIET;
	  n_library++;
	}
      else if (!node->method->n_targets)
	{
	  lk_java->counts.relevant++;
	  /* Those of a class stand together.  */
	  lk_java->counts.relevant_classes += last != node->method->owner;
	  last = node->method->owner;
	}
      callees.truncate (0);
      for (unsigned k = 0; k < node->n; k++)
	{
	  struct lk_java_method *callee = r.calls[node->first + k];
	  if (callee->index && r.nodes[callee->index - 1].relevant)
	    callees.safe_push (lk_java_function (callee));
	  /* And perhaps calls what that returns.  */
	  if (callee->returned
	      && callee->returned->lambda->body->index
	      && r.nodes[callee->returned->lambda->body->index - 1].relevant)
	    callees.safe_push (lk_java_function (callee->returned->lambda->body));
	}
      lk_unit_add_root (lk_java->lowering.unit,
			lk_java_function (node->method), callees.address (),
			callees.length (), node->acquires);
    }
  say_library (&r, n_library);
  for (unsigned i = 0; i < r.nodes.length (); i++)
    if (!r.nodes[i].method->n_targets && !r.nodes[i].library)
      lk_java_add_method (r.nodes[i].method, r.nodes[i].stores && r.nodes[i].relevant);
  for (size_t i = 0; i < lk_classpath_n_inputs (lk_java->classpath); i++)
    if (const struct lk_class *outline = lk_classpath_input (lk_java->classpath, i))
      lk_java_add_members (lk_java_class_named (outline->name));
}
