/* Which exceptions reach the handlers of a Java method.

   A call throws what its method declares: checked exceptions.  An unchecked exception is
   followed only with evidence.  A throw statement is evidence: a method of the program throws
   what it has such statements for, or what its callees have (java/reachable-method.cc); its
   body tells the engine when.  So is a handler that names an exception which no code in its
   range declares, or throws as an array access does: it is assumed to be for all calls in its
   range; if there are calls of the program's methods, only for those, because methods of the
   JDK throw little that they do not declare.  The argument "exceptions" adds types, or types
   to be ignored; the nearest type above an exception decides.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

/* Whether a handler is assumed to be reached.  */
enum { NOT_ASSUMED, ASSUMED, ASSUMED_OF_PROGRAM };
/* Which edges to it exist.  */
enum { REACHED = 1, HAS_PROGRAM = 2 };

/* ---- What the user said.  ---- */

static bool
ignored (const struct lk_type *type)
{
  const struct lk_exception_setting *s = lk_java_said_of (type);
  return s && s->ignored;
}

static void
add_type (lk_java_types *set, struct lk_type *type)
{
  if (!set->contains (type))
    set->safe_push (type);
}

/* ---- What is thrown.  ---- */

/* Find what a call of METHOD throws to the verifier: what is declared, and what any code may
   throw, but for what is ignored.  */
static void
enforced (const struct lk_java_builder *b, uint32_t list,
	  const struct lk_java_method *method, lk_java_types *thrown)
{
  /* A missing class: whatever the handlers expect.  */
  const struct lk_catch_list *catches = &b->body->lists[list];
  for (uint32_t i = 0; !method->method && i < catches->n_catches; i++)
    if (const char *name = catches->catches[i].class_name)
      {
	struct lk_type *type = lk_java_named_type (name);
	if (!lk_java_unchecked (type) && !lk_java_ignored (type))
	  add_type (thrown, type);
      }
  if (method->method)
    for (unsigned i = 0; i < method->method->n_exceptions; i++)
      {
	struct lk_type *type = lk_java_named_type (method->method->exceptions[i]);
	if (!lk_java_ignored (type))
	  add_type (thrown, type);
      }
  if (!lk_java_ignored (lk_java->runtime_exception))
    add_type (thrown, lk_java->runtime_exception);
  if (!lk_java_ignored (lk_java->error))
    add_type (thrown, lk_java->error);
}

/* Find what a call of METHOD under the handlers LIST throws, as declared.  */
static void
declared (const struct lk_java_builder *b, uint32_t list,
	  const struct lk_java_method *method, lk_java_types *thrown)
{
  if (method->method)
    {
      for (unsigned i = 0; i < method->method->n_exceptions; i++)
	{
	  struct lk_type *type = lk_java_named_type (method->method->exceptions[i]);
	  if (lk_java_followed (type))
	    add_type (thrown, type);
	}
      return;
    }
  /* A missing class: whatever the handlers expect.  */
  const struct lk_catch_list *catches = &b->body->lists[list];
  for (uint32_t i = 0; i < catches->n_catches; i++)
    if (const char *name = catches->catches[i].class_name)
      {
	struct lk_type *type = lk_java_named_type (name);
	if (lk_java_followed (type) && !lk_java_unchecked (type) && type != lk_java->throwable)
	  add_type (thrown, type);
      }
}

bool
lk_java_expected_thrown (const struct lk_type *type)
{
  return (lk_java_unchecked (type) && !lk_java_is_below (type, lk_java->error)
	  && lk_java->options->exceptions != LK_EXCEPTIONS_NONE
	  && !ignored (type));
}

/* Find what METHOD, which is called in B, and its callees explicitly throw.  An exception that
   says that a method of another object was called at the wrong time is not followed: on real
   programs 7 of 7 such paths were infeasible.  */
static void
thrown_explicitly (const struct lk_java_builder *b,
		   const struct lk_java_method *method, lk_java_types *thrown)
{
  if (method->throws_state && (method->is_static || method->owner == b->owner))
    add_type (thrown, lk_java->illegal_state);
  for (unsigned i = 0; i < method->n_thrown; i++)
    add_type (thrown, method->thrown[i]);
}

/* Return the class that the user calls NAME, or NULL: one that the inputs mention, or else one
   of the class path (which may be one of java.lang).  */
static struct lk_type *
type_that_goes_by (const char *name)
{
  for (size_t i = 0; i < lk_hierarchy_n_types (lk_java->hierarchy); i++)
    {
      struct lk_type *type = lk_hierarchy_nth_type (lk_java->hierarchy, i);
      if (type->class_file && lk_java_goes_by (type->name, name))
	return type;
    }
  char *internal = (strchr (name, '.') ? xstrdup (name)
		    : concat ("java/lang/", name, NULL));
  for (char *c = internal; *c; c++)
    if (*c == '.')
      *c = '/';
  struct lk_type *type = lk_java_named_type (internal);
  free (internal);
  return type->class_file ? type : NULL;
}

void
lk_java_throw_init (void)
{
  struct lk_type *const all[] = { lk_java->runtime_exception, lk_java->error };
  for (unsigned i = 0; i < ARRAY_SIZE (all); i++)
    if (lk_java_followed (all[i]))
      lk_java->thrown_anywhere.safe_push (all[i]);
  for (const struct lk_exception_setting *s
	 = lk_java->options->exception_settings; s; s = s->next)
    if (!s->ignored)
      {
	struct lk_type *type = type_that_goes_by (s->name);
	if (type && lk_java_unchecked (type) && !ignored (type)
	    && !lk_java->thrown_anywhere.contains (type))
	  lk_java->thrown_anywhere.safe_push (type);
      }
}

/* Return true if TYPE is so general that a handler for it does not mean a certain exception.  */
static bool
general (const struct lk_type *type)
{
  return lk_java_is_below (lk_java->runtime_exception, type);
}

/* Find what METHOD declares though it need not (as Integer.parseInt does), and a handler of
   LIST expects.  */
static void
declared_unchecked (const struct lk_java_builder *b, uint32_t list,
		    const struct lk_java_method *method, lk_java_types *thrown)
{
  if (!method->method || lk_java->options->exceptions == LK_EXCEPTIONS_NONE)
    return;
  const struct lk_catch_list *catches = &b->body->lists[list];
  for (unsigned i = 0; i < method->method->n_exceptions; i++)
    {
      struct lk_type *type = lk_java_named_type (method->method->exceptions[i]);
      if (!lk_java_unchecked (type) || ignored (type))
	continue;
      for (uint32_t k = 0; k < catches->n_catches; k++)
	if (const char *name = catches->catches[k].class_name)
	  {
	    struct lk_type *caught = lk_java_named_type (name);
	    if (!general (caught)
		&& (lk_java_is_below (type, caught) || lk_java_is_below (caught, type)))
	      add_type (thrown, type);
	  }
    }
}

static bool
nothrow (const struct lk_java_method *method)
{
  const struct lk_contract *contract
    = lk_java_contract (const_cast <struct lk_java_method *> (method));
  return contract && contract->nothrow;
}

/* Return true if NAME is that of a character set that every Java has.  */
static bool
charset_is_there (const char *name)
{
  static const char *const all[]
    = { "usascii", "ascii", "iso88591", "88591", "latin1", "utf8", "utf16",
	"utf16be", "utf16le" };
  char plain[16];
  unsigned n = 0;
  for (; *name && n + 1 < sizeof plain; name++)
    if (*name != '-' && *name != '_')
      plain[n++] = TOLOWER (*name);
  plain[n] = '\0';
  for (unsigned i = 0; i < ARRAY_SIZE (all) && !*name; i++)
    if (!strcmp (plain, all[i]))
      return true;
  return false;
}

/* Return true if the last argument of the call being built is such a name, or a character set
   that is at hand.  */
static bool
named_charset (const struct lk_java_builder *b,
	       const struct lk_code_block *block)
{
  const struct lk_insn *insn = b->insn;
  if (insn == &b->body->insns[block->first_insn])
    return false;
  struct lk_member_ref ref;
  if (insn[-1].op == LK_OP_CALL_VIRTUAL
      && lk_class_member_at (b->body->class_, insn[-1].u.ref.index, &ref))
    return (!strcmp (ref.class_name, "java/nio/charset/Charset")
	    && (!strcmp (ref.name, "name") || !strcmp (ref.name, "toString")));
  if (insn[-1].op != LK_OP_LDC)
    return false;
  const char *name
    = lk_class_string_at (b->body->class_, insn[-1].u.ref.index);
  return name && charset_is_there (name);
}

static void
add_assumed (const struct lk_java_builder *b, uint32_t list,
	      const struct lk_java_method *method, lk_java_types *thrown)
{
  const struct lk_catch_list *catches = &b->body->lists[list];
  for (uint32_t i = 0; b->assumed && i < catches->n_catches; i++)
    {
      uint8_t how = b->assumed[b->first_catch[list] + i];
      if (!how || (how == ASSUMED_OF_PROGRAM && lk_java_of_jdk (method)))
	continue;
      struct lk_type *type = lk_java_named_type (catches->catches[i].class_name);
      if (!method->harmless || !general (type))
	add_type (thrown, type);
    }
  /* The making of an exception is not meant.  */
  bool makes = (!strcmp (method->member, "<init>")
		&& lk_java_is_below (method->owner->type, lk_java->throwable));
  for (unsigned i = 0; !makes && i < lk_java->thrown_anywhere.length (); i++)
    add_type (thrown, lk_java->thrown_anywhere[i]);
}

/* Return what a throw of a value of class CLASS_NAME throws.  */
static struct lk_type *
type_thrown_by (const char *class_name)
{
  struct lk_type *type = (class_name && *class_name != '['
			  ? lk_java_named_type (class_name) : lk_java->throwable);
  return lk_java_is_below (type, lk_java->throwable) ? type : lk_java->throwable;
}

void
lk_java_walk_handlers (const struct lk_java_builder *b, uint32_t list, lk_java_types *thrown,
		       vec<struct lk_java_stop> *stops, uint8_t *reached)
{
  const struct lk_catch_list *catches = &b->body->lists[list];
  for (uint32_t i = 0; i < catches->n_catches && !thrown->is_empty (); i++)
    {
      const struct lk_catch *c = &catches->catches[i];
      struct lk_type *caught = c->class_name ? lk_java_named_type (c->class_name)
			       : lk_java->throwable;
      bool stopped = false;
      for (unsigned t = thrown->length (); t-- > 0;)
	if (lk_java_is_below ((*thrown)[t], caught) || caught == lk_java->throwable)
	  {
	    thrown->unordered_remove (t);
	    stopped = true;
	  }
	else if (lk_java_is_below (caught, (*thrown)[t]))
	  stopped = true;
      if (!stopped)
	continue;
      if (reached)
	reached[i] |= REACHED;
      if (stops)
	stops->safe_push ({ c->block,
			    thrown->is_empty () ? NULL : c->class_name });
    }
}

/* ---- What the verifier follows.  ---- */

/* Return true if the handler at PC of CODE rethrows what it caught on each of its ways, as the one
   that a compiler makes for a resource of a try statement.  */
static bool
only_rethrows (const struct lk_code *code, uint32_t pc)
{
  uint32_t length, begin = pc, furthest = pc;
  int slot = lk_java_stored_slot (code->bytes + pc), loaded = -1;
  for (; slot >= 0 && pc < code->length && (length = lk_code_instruction_length (code, pc));
       pc += length)
    {
      const unsigned char *p = code->bytes + pc;
      if (p[0] == 0xbf)
	return loaded == slot && furthest <= pc;
      if (p[0] >= 0xa8 && p[0] <= 0xb1)
	return false;
      if ((p[0] >= 0x99 && p[0] <= 0xa7) || p[0] == 0xc6 || p[0] == 0xc7)
	{
	  int64_t to = (int64_t) pc + (int16_t) lk_java_u2 (p + 1);
	  if (to < begin)
	    return false;
	  furthest = to > furthest ? to : furthest;
	}
      loaded = lk_java_loaded_slot (p);
    }
  return false;
}

/* Return what handler I of the body catches if the instruction being built is in its range, or
   NULL.  One that only rethrows any exception is as good as "finally".  */
static struct lk_type *
caught_here (const struct lk_java_builder *b, unsigned i)
{
  const struct lk_handler *h = &b->body->method->code->handlers[i];
  uint16_t pc = b->insn->pc;
  if (pc < h->start || pc >= h->end || !h->type)
    return NULL;
  struct lk_type *type = lk_java_named_type (h->type);
  return (type == lk_java->throwable && only_rethrows (b->body->method->code, h->pc)
	  ? NULL : type);
}

/* Add what the instruction being built may throw though nothing declares it: a handler for an
   unchecked exception expects it, one for Exception or Throwable catches it.  All these are
   caught; an undeclared exception that passes all handlers is ignored.  (The list of handlers
   of a block ends with the first "finally", but what that rethrows goes on to the others.)  If
   LIMIT is not NULL, only what is above or below it.  */
static void
expected_by_handlers (const struct lk_java_builder *b, const struct lk_type *limit,
		      lk_java_types *thrown)
{
  const struct lk_code *code = b->body->method->code;
  for (unsigned i = 0; code && i < code->n_handlers; i++)
    {
      struct lk_type *type = caught_here (b, i);
      if (!type)
	continue;
      if (!lk_java_unchecked (type))
	{
	  if (!lk_java_is_below (lk_java->runtime_exception, type))
	    continue;
	  type = lk_java->runtime_exception;
	}
      if (!lk_java_ignored_by_user (type)
	  && (!limit || lk_java_is_below (type, limit) || lk_java_is_below (limit, type)))
	add_type (thrown, type);
    }
}

/* Return true if compilers make throw statements of TYPE, for what no case of a switch
   matches.  */
static bool
made_by_compilers (const struct lk_type *type)
{
  return (!strcmp (type->name, "java/lang/MatchException")
	  || !strcmp (type->name, "java/lang/IncompatibleClassChangeError"));
}

/* Return the handler that caught what the last instruction of BLOCK throws, a variable that was
   last assigned, in the order of the code, at the start of that handler.  UINT32_MAX: none.  */
static uint32_t
find_rethrown (const struct lk_body *body, const struct lk_code_block *block)
{
  const struct lk_insn *insn = &body->insns[block->first_insn + block->n_insns - 1];
  if (block->n_insns < 2 || insn->op != LK_OP_THROW || insn[-1].op != LK_OP_LOAD)
    return UINT32_MAX;
  const struct lk_insn *last = NULL;
  uint32_t where = UINT32_MAX;
  for (uint32_t i = 0; i < body->n_blocks; i++)
    for (uint32_t k = 0; k < body->blocks[i].n_insns; k++)
      {
	const struct lk_insn *store = &body->insns[body->blocks[i].first_insn + k];
	if (store->op == LK_OP_STORE && store->u.local.slot == insn[-1].u.local.slot
	    && store->pc < insn->pc && (!last || store->pc > last->pc))
	  {
	    last = store;
	    where = k == 0 ? i : UINT32_MAX;
	  }
      }
  return where != UINT32_MAX && body->blocks[where].is_handler ? where : UINT32_MAX;
}

/* The same, for a throw statement in BLOCK, remembered.  */
static uint32_t
handler_of_rethrow (struct lk_java_builder *b, const struct lk_code_block *block)
{
  uint32_t number = block - b->body->blocks;
  if (!b->rethrown)
    b->rethrown = XCNEWVEC (uint32_t, b->body->n_blocks);
  /* 0: not known yet.  */
  if (!b->rethrown[number])
    b->rethrown[number] = find_rethrown (b->body, block) + 2;
  return b->rethrown[number] - 2;
}

static void passed_on (struct lk_java_builder *b, uint32_t handler, struct lk_type *limit,
		       vec<uint32_t> *seen, lk_java_types *thrown);

/* Find what INSN throws to the verifier, under the handlers of BLOCK, of what is declared or
   thrown by a statement.  SEEN are the handlers whose ranges are being searched.  */
static void
enforced_by_insn (struct lk_java_builder *b, const struct lk_code_block *block,
		  const struct lk_insn *insn, vec<uint32_t> *seen, lk_java_types *thrown)
{
  if (insn->op == LK_OP_THROW)
    {
      struct lk_type *type = type_thrown_by (insn->stack->class_name);
      uint32_t handler = handler_of_rethrow (b, block);
      if (handler != UINT32_MAX)
	passed_on (b, handler, type, seen, thrown);
      else if (type != lk_java->throwable && !made_by_compilers (type)
	       && !lk_java_ignored_by_user (type))
	add_type (thrown, type);
    }
  else if (insn->op == LK_OP_CALL_VIRTUAL || insn->op == LK_OP_CALL_SPECIAL
	   || insn->op == LK_OP_CALL_STATIC
	   || insn->op == LK_OP_CALL_INTERFACE)
    {
      const struct lk_stack *receiver
	= (insn->op == LK_OP_CALL_STATIC ? NULL
	   : lk_insn_operand (insn, insn->n_pops - 1));
      enforced (b, block->handlers,
		lk_java_callee (b->owner, insn->u.ref.index,
				(enum lk_op) insn->op,
				receiver ? receiver->class_name : NULL),
		thrown);
    }
}

/* Return true if a catch of LIST before number N stops all exceptions of TYPE.  */
static bool
caught_before (const struct lk_java_builder *b, uint32_t list, uint32_t n,
	       const struct lk_type *type)
{
  for (uint32_t i = 0; i < n; i++)
    {
      const char *name = b->body->lists[list].catches[i].class_name;
      if (!name || lk_java_is_below (type, lk_java_named_type (name)))
	return true;
    }
  return false;
}

/* "finally" and "synchronized" rethrow a Throwable, by its type, which is ignored.  But only
   an exception that is not ignored reaches them, so it is one that is thrown in the range of
   the handler: add these types, as far as LIMIT, the type of the variable, allows it.  (The
   reference implementation relies on the type.)  HANDLER is UINT32_MAX: of any handler.  */
static void
passed_on (struct lk_java_builder *b, uint32_t handler, struct lk_type *limit,
	   vec<uint32_t> *seen, lk_java_types *thrown)
{
  const struct lk_body *body = b->body;
  if (seen->contains (handler))
    return;
  seen->safe_push (handler);
  for (uint32_t i = 0; i < body->n_blocks; i++)
    {
      uint32_t list = body->blocks[i].handlers, n = body->lists[list].n_catches, k = 0;
      while (k < n && handler != UINT32_MAX && body->lists[list].catches[k].block != handler)
	k++;
      if (k == n)
	continue;
      lk_java_types types;
      for (uint32_t j = 0; j < body->blocks[i].n_insns; j++)
	enforced_by_insn (b, &body->blocks[i], &body->insns[body->blocks[i].first_insn + j],
			  seen, &types);
      for (unsigned t = 0; t < types.length (); t++)
	if (handler == UINT32_MAX || !caught_before (b, list, k, types[t]))
	  {
	    if (lk_java_is_below (types[t], limit))
	      add_type (thrown, types[t]);
	    else if (lk_java_is_below (limit, types[t]))
	      add_type (thrown, limit);
	  }
    }
}

/* A throw statement rethrows what HANDLER caught: the unchecked types that this names are thrown,
   as they are to the handler.  Compilers make none for these.  */
static void
named_by_handler (const struct lk_java_builder *b, uint32_t handler, lk_java_types *thrown)
{
  const struct lk_code *code = b->body->method->code;
  uint16_t pc = b->body->insns[b->body->blocks[handler].first_insn].pc;
  for (unsigned i = 0; code && i < code->n_handlers; i++)
    if (code->handlers[i].type && code->handlers[i].pc == pc)
      {
	struct lk_type *type = lk_java_named_type (code->handlers[i].type);
	if (lk_java_unchecked (type) && !lk_java_ignored_by_user (type))
	  add_type (thrown, type);
      }
}

/* Find what the throw statement being built in BLOCK throws to the verifier, a value of TYPE.
   A statement that throws a new exception is followed whatever its type, unless the user named
   it: it says that it is thrown, which a call of code that may throw anything does not.  */
static void
enforced_by_throw (struct lk_java_builder *b, const struct lk_code_block *block,
		   struct lk_type *type, lk_java_types *thrown)
{
  uint32_t handler = handler_of_rethrow (b, block);
  if (made_by_compilers (type))
    return;
  if (handler == UINT32_MAX && type != lk_java->throwable)
    {
      if (!lk_java_ignored_by_user (type))
	add_type (thrown, type);
      return;
    }
  auto_vec<uint32_t, 8> seen;
  passed_on (b, handler, type, &seen, thrown);
  if (handler != UINT32_MAX)
    named_by_handler (b, handler, thrown);
  expected_by_handlers (b, type, thrown);
}

bool
lk_java_expected (const struct lk_java_builder *b, const struct lk_type *type,
		  const struct lk_type *limit)
{
  const struct lk_code *code = b->body->method->code;
  bool ignored = lk_java_ignored_by_user (type), expected = false;
  for (unsigned i = 0; code && i < code->n_handlers && !ignored && !expected; i++)
    {
      const struct lk_type *caught = caught_here (b, i);
      expected = (caught && lk_java_is_below (type, caught)
		  && (!limit || lk_java_is_below (caught, limit)));
    }
  return expected;
}

void
lk_java_thrown_by_call (const struct lk_java_builder *b, const struct lk_code_block *block,
			const struct lk_java_method *method, lk_java_types *thrown)
{
  if (lk_java->options->verify)
    {
      enforced (b, block->handlers, method, thrown);
      if (!nothrow (method)
	  && !lk_java_promise (const_cast <struct lk_java_method *> (method))->ends)
	expected_by_handlers (b, NULL, thrown);
    }
  else if (!nothrow (method))
    {
      declared (b, block->handlers, method, thrown);
      declared_unchecked (b, block->handlers, method, thrown);
      add_assumed (b, block->handlers, method, thrown);
      thrown_explicitly (b, method, thrown);
    }
  for (unsigned t = thrown->length (); t-- > 0;)
    if (!strcmp ((*thrown)[t]->name, "java/io/UnsupportedEncodingException")
	&& named_charset (b, block))
      thrown->unordered_remove (t);
}

void
lk_java_thrown_by_value (struct lk_java_builder *b, const struct lk_code_block *block,
			 const char *class_name, lk_java_types *thrown)
{
  struct lk_type *type = type_thrown_by (class_name);
  if (lk_java->options->verify)
    enforced_by_throw (b, block, type, thrown);
  else if (!ignored (type))
    thrown->quick_push (type);
}

/* ---- Assumed handlers.  ---- */

/* An instruction that throws NAME when it fails: handlers for just that type expect it.  */
static void
explains (const struct lk_java_builder *b, uint32_t list, const char *name,
	  uint8_t *reached)
{
  const struct lk_catch_list *catches = &b->body->lists[list];
  struct lk_type *type = lk_java_named_type (name);
  for (uint32_t i = 0; i < catches->n_catches; i++)
    if (const char *caught = catches->catches[i].class_name)
      if (lk_java_is_below (type, lk_java_named_type (caught))
	  && !general (lk_java_named_type (caught)))
	reached[b->first_catch[list] + i] |= REACHED;
}

static void
look_at_failure (const struct lk_java_builder *b, uint32_t list,
		 const struct lk_insn *insn, uint8_t *reached)
{
  switch (insn->op)
    {
    case LK_OP_ARRAY_STORE:
      explains (b, list, "java/lang/ArrayStoreException", reached);
      /* Fall through.  */
    case LK_OP_ARRAY_LOAD:
      explains (b, list, "java/lang/ArrayIndexOutOfBoundsException", reached);
      break;
    case LK_OP_CHECK_CAST:
      explains (b, list, "java/lang/ClassCastException", reached);
      return;
    case LK_OP_DIV:
    case LK_OP_REM:
      explains (b, list, "java/lang/ArithmeticException", reached);
      return;
    case LK_OP_NEW_PRIMITIVES:
    case LK_OP_NEW_ARRAY:
    case LK_OP_NEW_ARRAYS:
      explains (b, list, "java/lang/NegativeArraySizeException", reached);
      return;
    case LK_OP_GET_FIELD:
    case LK_OP_PUT_FIELD:
    case LK_OP_ARRAY_LENGTH:
    case LK_OP_CALL_VIRTUAL:
    case LK_OP_CALL_INTERFACE:
    case LK_OP_MONITOR_ENTER:
      break;
    default:
      return;
    }
  explains (b, list, "java/lang/NullPointerException", reached);
}

static void
look_at_insn (struct lk_java_builder *b, const struct lk_code_block *block,
	      const struct lk_insn *insn, uint8_t *reached)
{
  lk_java_types thrown;
  look_at_failure (b, block->handlers, insn, reached);
  switch (insn->op)
    {
    case LK_OP_THROW:
      thrown.quick_push (type_thrown_by (insn->stack->class_name));
      break;
    case LK_OP_CALL_VIRTUAL:
    case LK_OP_CALL_SPECIAL:
    case LK_OP_CALL_STATIC:
    case LK_OP_CALL_INTERFACE:
      {
	const struct lk_stack *receiver
	  = (insn->op == LK_OP_CALL_STATIC ? NULL
	     : lk_insn_operand (insn, insn->n_pops - 1));
	const struct lk_java_method *callee
	  = lk_java_callee (b->owner, insn->u.ref.index,
			    (enum lk_op) insn->op,
			    receiver ? receiver->class_name : NULL);
	if (nothrow (callee))
	  return;
	declared (b, block->handlers, callee, &thrown);
	declared_unchecked (b, block->handlers, callee, &thrown);
	thrown_explicitly (b, callee, &thrown);
	for (uint32_t i = 0;
	     i < b->body->lists[block->handlers].n_catches && !lk_java_of_jdk (callee);
	     i++)
	  reached[b->first_catch[block->handlers] + i] |= HAS_PROGRAM;
	break;
      }
    default:
      return;
    }
  lk_java_walk_handlers (b, block->handlers, &thrown, NULL,
			 reached + b->first_catch[block->handlers]);
}

void
lk_java_assume_handlers (struct lk_java_builder *b)
{
  const struct lk_body *body = b->body;
  if (body->n_lists <= 1 || lk_java->options->verify)
    return;
  uint32_t n = 0;
  b->first_catch = XNEWVEC (uint32_t, body->n_lists);
  for (uint32_t l = 0; l < body->n_lists; l++)
    {
      b->first_catch[l] = n;
      n += body->lists[l].n_catches;
    }
  uint8_t *reached = XCNEWVEC (uint8_t, n + 1);
  for (uint32_t i = 0; i < body->n_blocks; i++)
    if (body->blocks[i].handlers)
      for (uint32_t k = 0; k < body->blocks[i].n_insns; k++)
	look_at_insn (b, &body->blocks[i],
		      &body->insns[body->blocks[i].first_insn + k], reached);
  /* A handler can be in several lists, where the ranges of others begin and end: one range of
     the source.  */
  for (uint32_t l = 0; l < body->n_lists; l++)
    for (uint32_t i = 0; i < body->lists[l].n_catches; i++)
      {
	const struct lk_catch *c = &body->lists[l].catches[i];
	bool assumed = false, program = false;
	if (c->class_name)
	  {
	    struct lk_type *type = lk_java_named_type (c->class_name);
	    const struct lk_exception_setting *said = lk_java_said_of (type);
	    assumed = (said ? !said->ignored
			: lk_java->options->exceptions != LK_EXCEPTIONS_NONE
			  && type != lk_java->throwable
			  && !lk_java_is_below (type, lk_java->error));
	  }
	for (uint32_t m = 0; m < body->n_lists && assumed; m++)
	  for (uint32_t k = 0; k < body->lists[m].n_catches; k++)
	    if (body->lists[m].catches[k].block == c->block)
	      {
		if (reached[b->first_catch[m] + k] & REACHED)
		  assumed = false;
		if (reached[b->first_catch[m] + k] & HAS_PROGRAM)
		  program = true;
	      }
	if (assumed)
	  {
	    if (!b->assumed)
	      b->assumed = XCNEWVEC (uint8_t, n + 1);
	    b->assumed[b->first_catch[l] + i]
	      = program ? ASSUMED_OF_PROGRAM : ASSUMED;
	  }
      }
  free (reached);
}
