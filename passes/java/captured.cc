/* Captured variables that function objects own.

   A lambda that the library keeps, "pool.execute (() -> handle (s))", owns what it captured and
   disposes of.  So does an object of an anonymous class that has a method which disposes of it, if
   the class extends one of the library (Thread, TimerTask), if the library keeps the object, or if
   that method must be called on it.  The compiler's field for the variable owns it then, and the
   method promises to dispose of it.  Heuristic: what the library keeps is run once.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

static const enum lk_op call_ops[]
  = { LK_OP_CALL_VIRTUAL, LK_OP_CALL_SPECIAL, LK_OP_CALL_STATIC, LK_OP_CALL_INTERFACE };

bool
lk_java_only_pushes (unsigned opcode)
{
  return (opcode >= 0x01 && opcode <= 0x2d) || opcode == 0xb2;
}

/* ---- What the library keeps.  ---- */

/* Return true if P, an instruction of C, calls a method of the library that keeps what it is given:
   no row says that the method itself runs it.  */
static bool
call_keeps (struct lk_java_class *c, const unsigned char *p)
{
  struct lk_member_ref ref;
  if (!lk_class_member_at (c->code, lk_java_u2 (p + 1), &ref))
    return false;
  struct lk_java_method *callee = lk_java_callee_of (&ref, call_ops[p[0] - 0xb6], NULL);
  if (!lk_java_of_jdk (callee))
    return false;
  const struct lk_contract *row = lk_java_row (callee);
  for (const struct lk_clause *k = row ? row->clauses : NULL; k; k = k->next)
    if (k->role == LK_ROLE_RUN)
      return false;
  return !row || (!lk_contract_element (row, LK_ROLE_VISIT)
		  && !lk_contract_element (row, LK_ROLE_RUN));
}

/* Return true if what is pushed before NEXT of CODE is an argument of such a call.  Constants and
   variables may be given behind it.  */
static bool
argument_kept (struct lk_java_class *c, const struct lk_code *code, uint32_t next)
{
  uint32_t length;
  while (next < code->length && lk_java_only_pushes (code->bytes[next])
	 && (length = lk_code_instruction_length (code, next)))
    next += length;
  const unsigned char *p = code->bytes + next;
  return next + 2 < code->length && p[0] >= 0xb6 && p[0] <= 0xb9 && call_keeps (c, p);
}

bool
lk_java_kept_by_library (struct lk_java_class *c, const struct lk_code *code, uint32_t next)
{
  return argument_kept (c, code, next);
}

/* ---- What is disposed of.  ---- */

#define THE_FIELD (-2)

/* A walk over a body, for one variable that it captured.  */
struct captured
{
  struct lk_java_class *c;
  const struct lk_must *must;
  const char *field;		/* The field that has it, or NULL.  */
  auto_vec<int, 8> slots;	/* The variable, and copies of it; THE_FIELD.  */
  auto_vec<int, 16> pushed;	/* Values that the last instructions pushed: slots, or -1.  */
};

/* Return true if the call at P, of OP, disposes of the variable: it is the method that must be
   called, or has a parameter that owns, or promises the call.  */
static bool
call_disposes (struct captured *w, const unsigned char *p, enum lk_op op)
{
  struct lk_member_ref ref;
  if (!lk_class_member_at (w->c->code, lk_java_u2 (p + 1), &ref))
    return false;
  unsigned n = lk_descriptor_parameters (ref.descriptor);
  bool receiver = op != LK_OP_CALL_STATIC;
  if (w->pushed.length () < n + receiver)
    return false;
  const int *first = w->pushed.end () - n - receiver;
  bool given = false;
  for (unsigned i = 0; i < n + receiver; i++)
    given |= w->slots.contains (first[i]);
  if (!given)
    return false;
  if (receiver && n == 0 && lk_name_in (w->must, ref.name))
    return true;
  const struct lk_promise *q = lk_java_promise (lk_java_callee_of (&ref, op, NULL));
  for (unsigned i = receiver; i < n + receiver && i < q->n_args; i++)
    if (q->args[i].owning && w->slots.contains (first[i]))
      return true;
  for (const struct lk_ensure *e = q->ensures; e; e = e->next)
    if (e->when == LK_ENSURE_RETURN && !e->what.bad && !e->what.n_fields && !e->n_conditions
	&& e->what.base >= receiver && (unsigned) e->what.base < n + receiver
	&& w->slots.contains (first[e->what.base]))
      return true;
  return false;
}

/* Return true if the instruction at P pushes the field, of this object.  */
static bool
loads_field (struct captured *w, const unsigned char *p)
{
  struct lk_member_ref ref;
  return (w->field && p[0] == 0xb4 && !w->pushed.is_empty () && w->pushed.last () == 0
	  && lk_class_member_at (w->c->code, lk_java_u2 (p + 1), &ref)
	  && !strcmp (ref.name, w->field) && !strcmp (ref.class_name, w->c->type->name));
}

/* Return true if the body of M disposes, on some way, of what it captured in SLOT, or which is in
   FIELD, and on which MUST must be called.  */
static bool
disposes_captured (struct lk_java_method *m, int slot, const char *field,
		   const struct lk_must *must)
{
  struct captured w;
  w.c = m->owner;
  w.must = must;
  w.field = field;
  w.slots.safe_push (field ? THE_FIELD : slot);
  uint32_t length;
  const struct lk_code *code = lk_code_of (m);
  for (uint32_t pc = 0;
       code && pc < code->length && (length = lk_code_instruction_length (code, pc)); pc += length)
    {
      const unsigned char *p = code->bytes + pc;
      int stored = lk_java_stored_slot (p);
      if (lk_java_only_pushes (p[0]))
	{
	  w.pushed.safe_push (lk_java_loaded_slot (p));
	  continue;
	}
      if (loads_field (&w, p))
	{
	  w.pushed.last () = THE_FIELD;
	  continue;
	}
      if (stored >= 0 && !w.pushed.is_empty () && w.slots.contains (w.pushed.last ()))
	w.slots.safe_push (stored);
      if (p[0] >= 0xb6 && p[0] <= 0xb9 && call_disposes (&w, p, call_ops[p[0] - 0xb6]))
	return true;
      w.pushed.truncate (0);
      code = lk_code_of (m);
    }
  return false;
}

/* ---- Lambdas.  ---- */

void
lk_java_of_captured (struct lk_java_gathering *g)
{
  struct lk_java_method *m = g->m;
  struct lk_promise *p = g->promise;
  const char *at = m->descriptor + 1;
  int slot = p->has_receiver;
  for (unsigned i = p->has_receiver; i < m->n_captured && i < p->n_args; i++)
    {
      const char *here = at;
      struct lk_java_type type;
      if (!lk_descriptor_next (&at, &type))
	return;
      struct lk_type *class_ = lk_java_class_at (&here);
      const struct lk_must *must = class_ ? lk_java_must (class_) : NULL;
      if (must && disposes_captured (m, slot, NULL, must))
	{
	  p->args[i].owning = true;
	  p->args[i].must = must;
	  p->args[i].type = lk_java_class_of (class_)->shown;
	}
      slot += 1 + (!type.dimensions && (type.kind == 'J' || type.kind == 'D'));
    }
}

/* ---- Anonymous classes.  ---- */

/* Return the class around C, an anonymous one, or NULL.  */
static struct lk_java_class *
class_around (const struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  const char *end = file ? strrchr (file->name, '$') : NULL;
  if (!end || !ISDIGIT (end[1]) || end[1 + strspn (end + 1, "0123456789")] != '\0'
      || !lk_classpath_is_input (lk_java->classpath, file))
    return NULL;
  return lk_java_class_named (lk_arena_strndup (lk_java->arena, file->name, end - file->name));
}

/* Return true if an object of C, an anonymous class in OUTER, is given to the library.  */
static bool
object_kept (const struct lk_java_class *c, struct lk_java_class *outer)
{
  const struct lk_class *code = lk_java_load (outer);
  uint32_t length;
  struct lk_member_ref ref;
  for (unsigned i = 0; code && i < code->n_methods; i++)
    {
      const struct lk_code *bytes = code->methods[i].code;
      for (uint32_t pc = 0; bytes && pc + 2 < bytes->length
			    && (length = lk_code_instruction_length (bytes, pc)); pc += length)
	if (bytes->bytes[pc] == 0xb7
	    && lk_class_member_at (outer->code, lk_java_u2 (bytes->bytes + pc + 1), &ref)
	    && !strcmp (ref.name, "<init>") && !strcmp (ref.class_name, c->type->name))
	  return argument_kept (outer, bytes, pc + length);
    }
  return false;
}

/* Return the method of C that disposes of its field NAME, on which MUST must be called, or
   NULL.  */
static const struct lk_method *
disposer (struct lk_java_class *c, const char *name, const struct lk_must *must)
{
  const struct lk_class *file = c->type->class_file;
  for (unsigned i = 0; i < file->n_methods; i++)
    {
      const struct lk_method *method = &file->methods[i];
      if (method->has_code && *method->name != '<'
	  && !(method->access & (LK_ACC_STATIC | LK_ACC_PRIVATE | LK_ACC_SYNTHETIC))
	  && disposes_captured (lk_java_method_of (method, false), 0, name, must))
	return method;
    }
  return NULL;
}

/* Find which fields of C own what it captured.  */
static void
find_captured (struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  struct lk_java_class *outer = class_around (c);
  c->captured_known = true;
  if (!outer)
    return;
  bool of_library = (c->type->super && c->type->super->class_file
		     && strcmp (c->type->super->name, "java/lang/Object") != 0
		     && !lk_classpath_is_input (lk_java->classpath, c->type->super->class_file));
  const struct lk_must *own = lk_java_must (c->type);
  for (unsigned i = 0; i < file->n_fields; i++)
    {
      const struct lk_field *field = &file->fields[i];
      const char *at = field->descriptor;
      struct lk_type *type = startswith (field->name, "val$") ? lk_java_class_at (&at) : NULL;
      const struct lk_must *must = type ? lk_java_must (type) : NULL;
      const struct lk_method *method = must ? disposer (c, field->name, must) : NULL;
      if (!method || !(own ? lk_name_in (own, method->name)
		       : of_library || object_kept (c, outer)))
	continue;
      struct lk_java_captured *k = NEW (struct lk_java_captured);
      k->field = field;
      k->method = method;
      k->must = must;
      k->next = c->captured;
      c->captured = k;
    }
}

const struct lk_java_captured *
lk_java_captured_by (struct lk_java_class *c)
{
  if (!c->captured_known)
    find_captured (c);
  return c->captured;
}

void
lk_java_own_field (struct lk_java_class *c, const struct lk_field *field, struct lk_type *type,
		   struct lk_field_promise *p)
{
  for (const struct lk_java_captured *k = lk_java_captured_by (c); k; k = k->next)
    p->captured |= k->field == field;
  p->owning = (p->captured || p->owning) && !lk_java->options->engine.no_ownership;
  if (!p->must && p->owning
      && !lk_java_annotation_on_type (&field->type_annotations, LK_TARGET_FIELD, 0, "MustCall"))
    p->must = lk_java_must_if_owned (type);
}

/* Return the argument of M, a constructor of an anonymous class, that it stores in FIELD, or
   -1.  */
static int
argument_stored (struct lk_java_method *m, const struct lk_field *field)
{
  const struct lk_code *code = lk_code_of (m);
  struct lk_member_ref ref;
  uint32_t length;
  int slot = -1;
  for (uint32_t pc = 0; code && slot < 0 && pc + 2 < code->length
			&& (length = lk_code_instruction_length (code, pc)); pc += length)
    {
      const unsigned char *p = code->bytes + pc;
      int loaded = lk_java_loaded_slot (p);
      const unsigned char *next = p + length;
      if (loaded > 0 && pc + length + 2 < code->length && next[0] == 0xb5
	  && lk_class_member_at (m->owner->code, lk_java_u2 (next + 1), &ref)
	  && !strcmp (ref.name, field->name))
	slot = loaded;
    }
  const char *at = m->descriptor + 1;
  struct lk_java_type type;
  int arg = 1, here = 1;
  while (here < slot && lk_descriptor_next (&at, &type))
    {
      here += 1 + (!type.dimensions && (type.kind == 'J' || type.kind == 'D'));
      arg++;
    }
  return slot > 0 && here == slot ? arg : -1;
}

void
lk_java_of_anonymous (struct lk_java_gathering *g)
{
  struct lk_promise *p = g->promise;
  for (const struct lk_java_captured *k = lk_java_captured_by (g->m->owner); k; k = k->next)
    {
      int arg = p->constructor ? argument_stored (g->m, k->field) : -1;
      if (arg > 0 && (unsigned) arg < p->n_args)
	p->args[arg].owning = true;
      if (k->method != g->m->method)
	continue;
      char *text = concat ("this.", k->field->name, NULL);
      for (enum lk_ensure_when when : { LK_ENSURE_RETURN, LK_ENSURE_EXCEPTION })
	lk_java_ensure (g, when, text, k->must, "what it captured");
      free (text);
    }
}
