/* Lambdas that test whether something need be called on their argument: "r -> r != null",
   "r -> r != null && !r.isClosed ()".

   A stream that is filtered by one leaves nothing out that is open, and a list loses nothing
   by removeIf.  The body is read along each of its ways: on each that returns the answer, the
   argument must have turned out to be null, or a method of it must have said that it is
   closed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"

/* The top of the stack.  */
enum top { TOP_NONE, TOP_ARGUMENT, TOP_ANSWER, TOP_CONSTANT };

/* A way through the body.  */
struct way
{
  uint32_t pc;
  enum top top;
  bool value;			/* CONSTANT.  */
  struct lk_java_method *asked;	/* ANSWER: the method that returned it.  */
  bool nothing;			/* Nothing need be called on the argument here,  */
};

struct test
{
  const struct lk_java_method *m;
  int slot;			/* Of the argument.  */
  bool answer;			/* The answer that is looked at.  */
  const struct lk_must *called;	/* or only these have been called, if not NULL.  */
  bool good;
  vec<struct way> ways;
};

/* Return true if ANSWER of what W asked says that nothing need be called on its object.  */
static bool
says_nothing (struct test *t, const struct way *w, bool answer)
{
  const struct lk_promise *p = lk_java_promise (w->asked);
  for (const struct lk_ensure *e = p->ensures; e; e = e->next)
    if (e->when == (answer ? LK_ENSURE_TRUE : LK_ENSURE_FALSE) && e->what.base == 0
	&& !e->what.n_fields && !e->what.bad)
      {
	/* Different methods on different ways: no one set of them.  */
	if (e->methods && t->called && e->methods != t->called)
	  continue;
	if (e->methods)
	  t->called = e->methods;
	return true;
      }
  return false;
}

/* W goes on at PC, where the test that it has made came out as OUTCOME: a null test if it has the
   argument on the stack.  */
static void
branch (struct test *t, const struct way *w, uint32_t pc, bool outcome)
{
  struct way next = *w;
  next.pc = pc;
  next.top = TOP_NONE;
  if (w->top == TOP_ARGUMENT)
    next.nothing |= outcome;
  else if (w->top == TOP_ANSWER)
    next.nothing |= says_nothing (t, w, outcome);
  if (w->top != TOP_CONSTANT || w->value == outcome)
    t->ways.safe_push (next);
}

/* W returns what is on its stack.  */
static void
answer (struct test *t, const struct way *w)
{
  if (w->top == TOP_CONSTANT)
    t->good &= w->value != t->answer || w->nothing;
  else if (w->top == TOP_ANSWER)
    t->good &= w->nothing || says_nothing (t, w, t->answer);
  else
    t->good = false;
}

/* Take W over one instruction, of LENGTH bytes at P.  Return false if the test is another one.  */
static bool
advance (struct test *t, struct way *w, const unsigned char *p, uint32_t length)
{
  int16_t to = length == 3 ? (int16_t) lk_java_u2 (p + 1) : 0;
  struct lk_member_ref ref;
  if (lk_java_loaded_slot (p) == t->slot && w->top == TOP_NONE)
    w->top = TOP_ARGUMENT;
  else if ((p[0] == 0x03 || p[0] == 0x04) && w->top == TOP_NONE)
    {
      w->top = TOP_CONSTANT;
      w->value = p[0] == 0x04;
    }
  else if (p[0] >= 0xb6 && p[0] <= 0xb9 && w->top == TOP_ARGUMENT
	   && lk_class_member_at (t->m->owner->code, lk_java_u2 (p + 1), &ref)
	   && (p[0] == 0xb8 ? lk_descriptor_parameters (ref.descriptor) == 1
	       : ref.descriptor[1] == ')')
	   && !strcmp (strchr (ref.descriptor, ')'), ")Z"))
    {
      w->top = TOP_ANSWER;
      w->asked = lk_java_callee_of (&ref, p[0] == 0xb8 ? LK_OP_CALL_STATIC : LK_OP_CALL_VIRTUAL,
				    NULL);
    }
  else if (((p[0] == 0xc6 || p[0] == 0xc7) && w->top == TOP_ARGUMENT && to > 0)
	   || ((p[0] == 0x99 || p[0] == 0x9a) && w->top >= TOP_ANSWER && to > 0))
    {
      /* "ifnull" and "ifne" jump if the test comes out true.  */
      bool jumps_if = p[0] == 0xc6 || p[0] == 0x9a;
      branch (t, w, w->pc + to, jumps_if);
      branch (t, w, w->pc + length, !jumps_if);
      w->pc = UINT32_MAX;
      return true;
    }
  else if (p[0] == 0xa7 && to > 0)
    {
      w->pc += to;
      return true;
    }
  else if (p[0] == 0xac)
    {
      answer (t, w);
      w->pc = UINT32_MAX;
      return true;
    }
  else
    return false;
  w->pc += length;
  return true;
}

/* Return true if nothing need be called on the argument in SLOT of M where that returns ANSWER;
   *CALLED: unless these are what must be called.  All jumps go forward, so there is an end to each
   way, and at most 64 are looked at.  */
static bool
tests (const struct lk_java_method *m, int slot, bool answer, const struct lk_must **called)
{
  struct test t = { m, slot, answer, NULL, true, vNULL };
  struct way first = { };
  unsigned n = 0;
  t.ways.safe_push (first);
  while (t.good && t.ways.length ())
    {
      struct way w = t.ways.pop ();
      t.good = n++ < 64;
      while (t.good && w.pc != UINT32_MAX)
	{
	  /* To ask what a callee promises may load other classes in place of this one.  */
	  const struct lk_code *code = lk_code_of (m);
	  uint32_t length = (code && w.pc + 2 < code->length + 2
			     ? lk_code_instruction_length (code, w.pc) : 0);
	  t.good &= length && advance (&t, &w, code->bytes + w.pc, length);
	}
    }
  t.ways.release ();
  *called = t.called;
  return t.good;
}

void
lk_java_of_test_body (struct lk_java_gathering *g)
{
  const char *at = g->m->descriptor + 1;
  struct lk_java_type type;
  struct lk_promise *p = g->promise;
  int slot = p->has_receiver, last = -1;
  if (strcmp (strchr (at, ')'), ")Z") != 0)
    return;
  while (*at != ')' && lk_descriptor_next (&at, &type))
    {
      last = slot;
      slot += 1 + (!type.dimensions && (type.kind == 'J' || type.kind == 'D'));
    }
  for (bool answer : { false, true })
    {
      const struct lk_must *called;
      if (last < 0 || !tests (g->m, last, answer, &called))
	continue;
      struct lk_ensure *e = NEW (struct lk_ensure);
      e->when = answer ? LK_ENSURE_TRUE : LK_ENSURE_FALSE;
      e->what.base = p->n_args - 1;
      e->what.text = "its argument";
      e->source = "lambda";
      e->methods = called;
      e->unchecked = true;
      *g->ensures = e;
      g->ensures = &e->next;
    }
}
