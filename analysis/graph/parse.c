/* The text form of event graphs, the reading half: the lines (what stands on
   one: graph/scan.c; writing: graph/print.c; the form: doc/event-graph.md).

   Edges can only be added when all blocks are there, and phis when all edges
   are, so both are kept as they were read until the closing brace.

   Dumps are also input of a fuzzer: whatever the bytes, all that comes out is
   errors or a graph that the verifier can judge.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "graph-internal.h"

/* ---- Declarations.  ---- */

/* "WORD LABEL ["NAME"] [user N] [id N | of FUNCTION] {, ...}".  */
static bool
read_declaration (struct lk_scanner *rd, enum lk_var_class class_)
{
  char sigil[2] = { lk_var_sigil (class_), 0 };
  do
    {
      const char *text, *name = NULL;
      size_t length, name_length;
      if (!lk_scan_expect (rd, sigil)
	  || !lk_scan_label (rd, &text, &length, &name_length))
	return false;
      struct lk_scan_name *label
	= lk_scan_find_name (rd->scratch, &rd->labels, *sigil, text, length);
      if (label->line)
	return lk_scan_fail_at (rd, rd->line, "'%c%s' is already there since line %d", *sigil,
		     label->text, label->line);
      if (name_length)
	name = lk_arena_strndup (rd->scratch, text, name_length);
      if (lk_scan_at (rd, '"') && !lk_scan_string (rd, &name))
	return false;
      lk_var var = lk_scan_add_var (rd, class_, label, name);
      uint32_t user = 0;
      if (lk_scan_accept_word (rd, "user") && !lk_scan_u32 (rd, &user))
	return false;
      rd->graph->vars[var].user = user;
      if (class_ == LK_VAR_VALUE && lk_scan_accept_word (rd, "length"))
	rd->graph->vars[var].length = true;
      if (class_ == LK_VAR_GLOBAL && lk_scan_accept_word (rd, "fixed"))
	rd->graph->vars[var].fixed = true;
      if (class_ == LK_VAR_GLOBAL && lk_scan_accept_word (rd, "registry"))
	rd->graph->vars[var].registry = true;
      if (class_ == LK_VAR_GLOBAL && lk_scan_accept_word (rd, "begin"))
	{
	  if (!lk_scan_signed (rd, &rd->graph->vars[var].begin))
	    return false;
	  rd->graph->vars[var].begins = true;
	}
      if (user > rd->next_user)
	rd->next_user = user;
      if (class_ == LK_VAR_GLOBAL)
	{
	  uint64_t id = 0;
	  if (!lk_scan_accept_word (rd, "id"))
	    id = name ? lk_scan_name_identity (rd, name, strlen (name))
		 : lk_scan_name_identity (rd, text, length);
	  else if (!lk_scan_unsigned (rd, UINTPTR_MAX, &id)
		   || !lk_scan_number_identity (rd, id))
	    return false;
	  rd->graph->vars[var].entity = (void *) (uintptr_t) id;
	}
      else if (class_ == LK_VAR_FUNCTION)
	{
	  struct lk_function *fn;
	  if (!lk_scan_expect_word (rd, "of") || !lk_scan_function_name (rd, &fn))
	    return false;
	  rd->graph->vars[var].entity = fn;
	}
    }
  while (lk_scan_accept (rd, ","));
  return lk_scan_expect_line_done (rd);
}

/* "def %LABEL compare A OP B", "not A", "and (A, B)", "or (A, B)",
   "pure CODE (A, B)".  */
static bool
read_definition (struct lk_scanner *rd)
{
  lk_var var;
  if (!lk_scan_at (rd, '%'))
    return lk_scan_fail_expected (rd, "a value");
  if (!lk_scan_var (rd, &var))
    return false;
  if (rd->graph->vars[var].def.kind != LK_DEF_OTHER)
    return lk_scan_fail_at (rd, rd->line, "a second 'def' of one value");
  struct lk_definition def = { LK_DEF_OTHER, LK_EQ, 0, { 0 }, { 0 } };
  if (lk_scan_accept_word (rd, "compare"))
    {
      def.kind = LK_DEF_COMPARE;
      if (!lk_scan_operand (rd, &def.a) || !lk_scan_compare (rd, &def.op)
	  || !lk_scan_operand (rd, &def.b))
	return false;
    }
  else if (lk_scan_accept_word (rd, "not"))
    {
      def.kind = LK_DEF_NOT;
      if (!lk_scan_operand (rd, &def.a))
	return false;
    }
  else
    {
      if (lk_scan_accept_word (rd, "and"))
	def.kind = LK_DEF_AND;
      else if (lk_scan_accept_word (rd, "or"))
	def.kind = LK_DEF_OR;
      else if (lk_scan_accept_word (rd, "pure"))
	def.kind = LK_DEF_PURE;
      else
	return lk_scan_fail_expected (rd, "compare, not, and, or, or pure");
      if (def.kind == LK_DEF_PURE && !lk_scan_u32 (rd, &def.code))
	return false;
      if (!lk_scan_expect (rd, "(") || !lk_scan_operand (rd, &def.a)
	  || !lk_scan_expect (rd, ",") || !lk_scan_operand (rd, &def.b)
	  || !lk_scan_expect (rd, ")"))
	return false;
    }
  rd->graph->vars[var].def = def;
  return lk_scan_expect_line_done (rd);
}

/* "name PATH "NAME"", how the user wrote it.  */
static bool
read_path_name (struct lk_scanner *rd)
{
  struct lk_operand op;
  const char *name;
  if (!lk_scan_operand (rd, &op))
    return false;
  if (op.kind != LK_PATH)
    return lk_scan_fail_at (rd, rd->line, "only a path has a name");
  if (!lk_scan_at (rd, '"'))
    return lk_scan_fail_expected (rd, "a string");
  if (!lk_scan_string (rd, &name))
    return false;
  if (op.path->name)
    return lk_scan_fail_at (rd, rd->line, "a second name of one path");
  lk_path_set_name (rd->graph, op.path, name);
  return lk_scan_expect_line_done (rd);
}

/* "extern FUNCTION FLAGS": what is known of a function without a body.  */
static bool
read_extern (struct lk_scanner *rd)
{
  struct lk_function *fn;
  if (!lk_scan_function_name (rd, &fn))
    return false;
  fn->flags |= lk_scan_flags (rd, lk_function_flag_words);
  return lk_scan_expect_line_done (rd);
}

/* ---- Events.  ---- */

static uint32_t
this_block (struct lk_scanner *rd)
{
  return rd->graph->n_blocks - 1;
}

/* Behind "call": "FUNCTION (ARGS)" or "*OPERAND (ARGS)", then "[suppressed]
   [fills] [member [size N]] [throws] [unseen] [awaited]
   [wraps]".  */
static bool
read_call (struct lk_scanner *rd, struct lk_operand dest, bool aggregate)
{
  struct lk_function *callee = NULL;
  struct lk_operand src = lk_operand_unknown ();
  if (lk_scan_accept (rd, "*") ? !lk_scan_operand (rd, &src)
      : !lk_scan_function_name (rd, &callee))
    return false;

  struct lk_operand *args = NULL;
  uint16_t *flags = NULL;
  size_t n = 0, room = 0, flags_room = 0;
  bool ok = lk_scan_expect (rd, "(");
  if (ok && !lk_scan_accept (rd, ")"))
    do
      {
	LK_SCAN_GROW (args, n, room);
	LK_SCAN_GROW (flags, n, flags_room);
	flags[n] = (uint16_t) lk_scan_flags (rd, lk_argument_flag_words);
	ok = lk_scan_operand (rd, &args[n]);
	n++;
	if (ok && lk_scan_accept (rd, ")"))
	  break;
	ok = ok && lk_scan_expect (rd, ",");
      }
    while (ok);

  bool suppressed = ok && lk_scan_accept_word (rd, "suppressed");
  bool fills = ok && lk_scan_accept_word (rd, "fills");
  bool member = ok && lk_scan_accept_word (rd, "member");
  uint64_t size = 0;
  if (member && lk_scan_accept_word (rd, "size"))
    ok = lk_scan_unsigned (rd, UINT64_MAX, &size);
  bool throws = ok && lk_scan_accept_word (rd, "throws");
  bool unseen = ok && lk_scan_accept_word (rd, "unseen");
  bool awaited = ok && lk_scan_accept_word (rd, "awaited");
  bool wraps = ok && lk_scan_accept_word (rd, "wraps");
  lk_loc loc;
  if (ok && lk_scan_line_end (rd, &loc))
    {
      struct lk_event *ev
	= lk_graph_add_event (rd->graph, this_block (rd), LK_EVENT_CALL, loc,
			      (unsigned) n);
      ev->dest = dest;
      ev->src = src;
      ev->callee = callee;
      ev->aggregate_result = aggregate;
      ev->suppressed = suppressed;
      ev->fills = fills;
      ev->throws = throws;
      ev->throws_unseen = unseen;
      ev->awaited = awaited;
      ev->wraps = wraps;
      ev->member = member;
      ev->member_size = size;
      if (n)
	{
	  memcpy (ev->args, args, n * sizeof *args);
	  memcpy (ev->arg_flags, flags, n * sizeof *flags);
	}
    }
  else
    ok = false;
  free (args);
  free (flags);
  return ok;
}

/* Behind the word of a COPY, CLEAR or DEAD: "DEST [<- SRC] [size N]".  */
static bool
read_memory_event (struct lk_scanner *rd, enum lk_event_kind kind)
{
  struct lk_operand dest, src = lk_operand_unknown ();
  uint64_t size = 0;
  lk_loc loc;
  if (!lk_scan_operand (rd, &dest)
      || (kind == LK_EVENT_COPY
	  && (!lk_scan_expect (rd, "<-") || !lk_scan_operand (rd, &src)))
      || (kind != LK_EVENT_DEAD && lk_scan_accept_word (rd, "size")
	  && !lk_scan_unsigned (rd, UINT64_MAX, &size))
      || !lk_scan_line_end (rd, &loc))
    return false;
  struct lk_event *ev
    = lk_graph_add_event (rd->graph, this_block (rd), kind, loc, 0);
  ev->dest = dest;
  ev->src = src;
  ev->size = size;
  return true;
}

/* "phi %LABEL = [BLOCK: OPERAND] ...".  */
static bool
read_phi (struct lk_scanner *rd)
{
  lk_var result;
  if (!lk_scan_at (rd, '%'))
    return lk_scan_fail_expected (rd, "a value");
  if (!lk_scan_var (rd, &result) || !lk_scan_expect (rd, "="))
    return false;
  struct lk_read_phi_arg arg
    = { this_block (rd), 0, result, true, false, rd->line, { 0 } };
  do
    {
      arg.none = arg.first && lk_scan_line_done (rd);
      if (!arg.none
	  && (!lk_scan_expect (rd, "[") || !lk_scan_u32 (rd, &arg.from)
	      || !lk_scan_expect (rd, ":") || !lk_scan_operand (rd, &arg.op)
	      || !lk_scan_expect (rd, "]")))
	return false;
      LK_SCAN_GROW (rd->phi_args, rd->n_phi_args, rd->phi_args_room);
      rd->phi_args[rd->n_phi_args++] = arg;
      arg.first = false;
    }
  while (!lk_scan_line_done (rd));
  return true;
}

/* ---- Terminators.  ---- */

/* "BLOCK [via LINE]".  */
static bool
read_edge (struct lk_scanner *rd, uint32_t flags, int64_t lo, int64_t hi)
{
  struct lk_read_edge e = { this_block (rd), 0, flags, lo, hi, 0 };
  uint64_t line = 0;
  if (!lk_scan_u32 (rd, &e.to)
      || (lk_scan_accept_word (rd, "via")
	  && !lk_scan_unsigned (rd, UINT64_MAX, &line)))
    return false;
  e.loc = line;
  LK_SCAN_GROW (rd->edges, rd->n_edges, rd->edges_room);
  rd->edges[rd->n_edges++] = e;
  return true;
}

static bool
read_targets (struct lk_scanner *rd, uint32_t flags)
{
  do
    if (!read_edge (rd, flags, 0, 0))
      return false;
  while (lk_scan_accept (rd, ","));
  return true;
}

/* "{ LO..HI: BLOCK, LO: BLOCK, default: BLOCK }".  */
static bool
read_cases (struct lk_scanner *rd)
{
  if (!lk_scan_expect (rd, "{"))
    return false;
  if (lk_scan_accept (rd, "}"))
    return true;
  do
    {
      int64_t lo = 0, hi = 0;
      uint32_t flags = lk_scan_accept_word (rd, "default") ? LK_EDGE_DEFAULT : 0;
      if (!flags)
	{
	  if (!lk_scan_signed (rd, &lo))
	    return false;
	  hi = lo;
	  if (lk_scan_accept (rd, "..") && !lk_scan_signed (rd, &hi))
	    return false;
	}
      if (!lk_scan_expect (rd, ":") || !read_edge (rd, flags, lo, hi))
	return false;
    }
  while (lk_scan_accept (rd, ","));
  return lk_scan_expect (rd, "}");
}

/* Read a terminator.  *FOUND is whether there is one at the cursor.  */
static bool
read_terminator (struct lk_scanner *rd, bool *found)
{
  struct lk_block *block = &rd->graph->blocks[this_block (rd)];
  *found = true;
  if (lk_scan_accept_word (rd, "goto"))
    {
      block->term = LK_TERM_GOTO;
      if (!read_targets (rd, 0))
	return false;
    }
  else if (lk_scan_accept_word (rd, "if"))
    {
      block->term = LK_TERM_COND;
      if (!lk_scan_operand (rd, &block->a) || !lk_scan_compare (rd, &block->op)
	  || !lk_scan_operand (rd, &block->b) || !lk_scan_expect_word (rd, "then")
	  || !read_edge (rd, 0, 0, 0) || !lk_scan_expect_word (rd, "else")
	  || !read_edge (rd, 0, 0, 0))
	return false;
      block->expected = lk_scan_accept_word (rd, "expected");
    }
  else if (lk_scan_accept_word (rd, "switch"))
    {
      block->term = LK_TERM_SWITCH;
      if (!lk_scan_operand (rd, &block->a) || !read_cases (rd))
	return false;
    }
  else if (lk_scan_accept_word (rd, "return"))
    {
      block->term = LK_TERM_RETURN;
      block->aggregate_result = lk_scan_accept_word (rd, "aggregate");
      /* Alone, it is a return of nothing.  */
      if (!lk_scan_line_done (rd) && !lk_scan_at (rd, '@')
	  && !lk_scan_is_label_char (*rd->p)
	  && !lk_scan_operand (rd, &block->a))
	return false;
    }
  else if (lk_scan_accept_word (rd, "unwind"))
    block->term = LK_TERM_UNWIND;
  else if (lk_scan_accept_word (rd, "end"))
    block->term = LK_TERM_END;
  else
    {
      *found = false;
      return true;
    }
  if (lk_scan_accept_word (rd, "throws") && !read_targets (rd, LK_EDGE_EXCEPTION))
    return false;
  rd->terminated = true;
  return lk_scan_line_end (rd, &block->loc);
}

/* A line of a block.  */
static bool
read_event (struct lk_scanner *rd)
{
  if (rd->terminated)
    return lk_scan_fail_at (rd, rd->line, "a line behind the end of block %" PRIu32,
		 this_block (rd));
  bool found;
  if (!read_terminator (rd, &found))
    return false;
  if (found)
    return true;
  if (lk_scan_accept_word (rd, "phi"))
    return read_phi (rd);
  if (lk_scan_accept_word (rd, "copy"))
    return read_memory_event (rd, LK_EVENT_COPY);
  if (lk_scan_accept_word (rd, "clear"))
    return read_memory_event (rd, LK_EVENT_CLEAR);
  if (lk_scan_accept_word (rd, "dead"))
    return read_memory_event (rd, LK_EVENT_DEAD);
  if (lk_scan_accept_word (rd, "call"))
    return read_call (rd, lk_operand_unknown (), false);

  struct lk_operand dest, src;
  if (lk_scan_is_label_char (*rd->p))
    return lk_scan_fail_expected (rd, "an event");
  if (!lk_scan_operand (rd, &dest))
    return false;
  if (lk_scan_accept (rd, "<-"))
    return lk_scan_expect_word (rd, "call") && read_call (rd, dest, true);
  if (!lk_scan_expect (rd, "="))
    return false;
  if (lk_scan_accept_word (rd, "call"))
    return read_call (rd, dest, false);
  lk_loc loc;
  struct lk_operand number;
  int64_t size = 0, at = 0;
  if (!lk_scan_operand (rd, &src))
    return false;
  bool element = lk_scan_accept_word (rd, "number");
  if (element && (!lk_scan_operand (rd, &number) || !lk_scan_expect_word (rd, "size")
		  || !lk_scan_signed (rd, &size) || !lk_scan_expect_word (rd, "at")
		  || !lk_scan_signed (rd, &at)))
    return false;
  if (element && (number.kind != LK_PATH || number.path->nsel || number.path->addend))
    return lk_scan_fail_expected (rd, "a variable before 'size'");
  if (!lk_scan_line_end (rd, &loc))
    return false;
  struct lk_event *ev
    = lk_graph_add_event (rd->graph, this_block (rd), LK_EVENT_ASSIGN, loc, 0);
  ev->dest = dest;
  ev->src = src;
  ev->element = element ? number.path->root + 1 : 0;
  ev->element_size = size;
  ev->element_at = at;
  return true;
}

/* ---- Functions.  ---- */

/* Add edges and phis, now that all blocks are there.  */
static bool
finish_body (struct lk_scanner *rd)
{
  struct lk_graph *graph = rd->graph;
  if (graph->n_blocks == 0)
    return lk_scan_fail_at (rd, rd->line, "a function without a block");
  if (!rd->terminated)
    return lk_scan_fail_at (rd, rd->line, "block %" PRIu32 " has no end", this_block (rd));
  for (size_t i = 0; i < rd->n_edges; i++)
    {
      struct lk_read_edge *r = &rd->edges[i];
      if (r->to >= graph->n_blocks)
	return lk_scan_fail_at (rd, rd->line, "block %" PRIu32 " leads to block %" PRIu32
		     ", which is not there", r->from, r->to);
      struct lk_edge *e = lk_graph_add_edge (graph, r->from, r->to, r->flags);
      e->lo = r->lo;
      e->hi = r->hi;
      e->loc = r->loc;
    }

  /* The edges were added by block, so the first edge from a block is found
     in the predecessors by bisection; the arguments for several edges from
     one block follow in order.  */
  uint32_t *used = lk_xmalloc (graph->n_blocks * sizeof *used);
  bool ok = true;
  for (size_t i = 0, next; ok && i < rd->n_phi_args; i = next)
    {
      struct lk_read_phi_arg *args = &rd->phi_args[i];
      struct lk_block *block = &graph->blocks[args->block];
      struct lk_phi *phi
	= lk_graph_add_phi (graph, args->block, args->result);
      next = i + 1;
      while (next < rd->n_phi_args && !rd->phi_args[next].first)
	next++;
      size_t n = args->none ? 0 : next - i;
      if (n != block->n_preds)
	{
	  ok = lk_scan_fail_at (rd, args->line, "%zu arguments for %" PRIu32 " predecessors", n,
		     block->n_preds);
	  break;
	}
      for (size_t j = 0; j < n; j++)
	if (args[j].from < graph->n_blocks)
	  used[args[j].from] = 0;
      for (size_t j = 0; ok && j < n; j++)
	{
	  uint32_t low = 0, high = block->n_preds;
	  while (low < high)
	    {
	      uint32_t middle = low + (high - low) / 2;
	      if (block->preds[middle]->from < args[j].from)
		low = middle + 1;
	      else
		high = middle;
	    }
	  if (args[j].from < graph->n_blocks)
	    low += used[args[j].from]++;
	  if (low < block->n_preds && block->preds[low]->from == args[j].from)
	    phi->args[low] = args[j].op;
	  else
	    ok = lk_scan_fail_at (rd, args->line, "block %" PRIu32 " is not, or not so often, a "
		       "predecessor", args[j].from);
	}
    }
  free (used);
  return ok;
}

/* Values that were not declared have a definition: else they are misspelt.
   Declared ones need none (an uninitialised variable).  */
static bool
check_undeclared (struct lk_scanner *rd, lk_var first)
{
  struct lk_graph *graph = rd->graph;
  if (first == graph->n_vars)
    return true;
  bool *defined = lk_arena_alloc_array (rd->scratch, graph->n_vars,
					sizeof *defined);
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    {
      struct lk_block *block = &graph->blocks[b];
      for (uint32_t i = 0; i < block->n_phis; i++)
	defined[block->phis[i].result] = true;
      for (uint32_t i = 0; i < block->n_events; i++)
	if (block->events[i].dest.kind == LK_PATH
	    && block->events[i].dest.path->nsel == 0)
	  defined[block->events[i].dest.path->root] = true;
    }
  for (lk_var i = first; i < graph->n_vars; i++)
    if (graph->vars[i].class_ == LK_VAR_VALUE && !defined[i]
	&& graph->vars[i].def.kind == LK_DEF_OTHER)
      {
	for (size_t b = 0; b < rd->labels.n_buckets; b++)
	  for (struct lk_scan_name *e = rd->labels.buckets[b]; e; e = e->chain)
	    if (e->space == '%' && e->number == i)
	      {
		return lk_scan_fail_at (rd, e->line, "'%%%s' is neither declared nor defined",
			     e->text);
	      }
      }
  return true;
}

/* A line inside a function.  *DONE becomes true at the closing brace.  */
static bool
read_body_line (struct lk_scanner *rd, lk_var *first_undeclared, bool *done)
{
  static const char *const words[]
    = { "value", "formal", "object", "global", "address" };
  if (lk_scan_accept (rd, "}"))
    {
      *done = true;
      return (lk_scan_expect_line_done (rd) && finish_body (rd)
	      && check_undeclared (rd, *first_undeclared));
    }
  if (lk_scan_accept_word (rd, "block"))
    {
      uint32_t number;
      if (rd->in_block && !rd->terminated)
	return lk_scan_fail_at (rd, rd->line, "block %" PRIu32 " has no end", this_block (rd));
      if (!lk_scan_u32 (rd, &number) || !lk_scan_expect_line_done (rd))
	return false;
      if (number != rd->graph->n_blocks)
	return lk_scan_fail_at (rd, rd->line, "block %" PRIu32 " where block %" PRIu32
		     " must stand", number, rd->graph->n_blocks);
      lk_graph_add_block (rd->graph);
      rd->in_block = true;
      rd->terminated = false;
      return true;
    }
  if (rd->in_block)
    return read_event (rd);
  for (int i = LK_VAR_VALUE; i <= LK_VAR_FUNCTION; i++)
    if (lk_scan_accept_word (rd, words[i]))
      {
	bool ok = read_declaration (rd, i);
	*first_undeclared = rd->graph->n_vars;
	return ok;
      }
  if (lk_scan_accept_word (rd, "def"))
    return read_definition (rd);
  if (lk_scan_accept_word (rd, "name"))
    return read_path_name (rd);
  if (lk_scan_accept_word (rd, "extern"))
    return read_extern (rd);
  return lk_scan_fail_expected (rd, "a declaration or 'block'");
}

/* Behind the word "function": "NAME FLAGS [line N] [end N] {".  */
static bool
read_function_head (struct lk_scanner *rd)
{
  uint64_t line = 0, end = 0;
  struct lk_function *fn;
  if (!lk_scan_function_name (rd, &fn))
    return false;
  uint64_t flags = lk_scan_flags (rd, lk_function_flag_words);
  if (lk_scan_accept_word (rd, "line") && !lk_scan_unsigned (rd, UINT64_MAX, &line))
    return false;
  if (lk_scan_accept_word (rd, "end") && !lk_scan_unsigned (rd, UINT64_MAX, &end))
    return false;
  if (!lk_scan_expect (rd, "{") || !lk_scan_expect_line_done (rd))
    return false;
  if (fn->flags & LK_FN_BODY)
    return lk_scan_fail_at (rd, rd->line, "'%s' is defined twice", fn->name);
  fn->flags |= flags | LK_FN_BODY;
  fn->loc = line;
  rd->function = fn;
  rd->graph = lk_graph_new (fn);
  rd->graph->end_loc = end;
  return true;
}

static void
read_function (struct lk_scanner *rd)
{
  int head_line = rd->line;
  bool ok = read_function_head (rd), done = false;
  lk_var first_undeclared = 0;
  rd->scratch = lk_arena_new ();
  rd->labels = (struct lk_scan_names) { NULL, 0, 0 };
  rd->next_user = 0;
  rd->n_edges = rd->n_phi_args = 0;
  rd->in_block = rd->terminated = false;
  while (!done && lk_scan_next_line (rd))
    if (!lk_scan_line_done (rd))
      {
	if (ok)
	  ok = read_body_line (rd, &first_undeclared, &done);
	else
	  done = lk_scan_accept (rd, "}");
      }
  if (!done)
    ok = ok && lk_scan_fail_at (rd, head_line, "the function has no closing brace");
  lk_arena_free (rd->scratch);
  if (ok)
    {
      rd->function->graph = rd->graph;
      LK_SCAN_GROW (rd->defined, rd->n_defined, rd->defined_room);
      rd->defined[rd->n_defined++] = rd->function;
    }
  else if (rd->graph)
    lk_graph_free (rd->graph);
  rd->graph = NULL;
}

/* ---- Files.  ---- */

static void
spec_error (void *data, const char *file, int line, int column,
	    const char *message)
{
  struct lk_scanner *rd = data;
  (void) line, (void) column, (void) file;
  lk_scan_fail_at (rd, rd->line, "%s", message);
}

static void
read_top_line (struct lk_scanner *rd)
{
  const char *start = rd->p;
  if (lk_scan_accept_word (rd, "function"))
    read_function (rd);
  else if (lk_scan_accept_word (rd, "extern"))
    read_extern (rd);
  else if (lk_scan_accept_word (rd, "kind") || lk_scan_accept_word (rd, "contract"))
    {
      const char *text = *start == 'k' ? start : rd->p;
      int errors = rd->errors;
      if (lk_spec_read_text (rd->spec, rd->file, text, rd->end - text,
			     LK_SOURCE_USER_SPEC, spec_error, rd)
	  && errors == rd->errors)
	lk_scan_fail_at (rd, rd->line, "malformed specification");
    }
  else
    {
      const char *line
	= lk_arena_strndup (rd->arena, start, rd->end - start);
      if (!rd->host->directive
	  || !rd->host->directive (rd->host->data, rd->line, line))
	lk_scan_fail_expected (rd, "function, extern, kind or contract");
    }
}

int
lk_graph_read (struct lk_unit *unit, struct lk_spec *spec, const char *file,
	       const char *text, size_t length,
	       const struct lk_graph_reader *host)
{
  struct lk_scanner rd;
  memset (&rd, 0, sizeof rd);
  rd.host = host;
  rd.unit = unit;
  rd.spec = spec;
  rd.file = file;
  rd.text = text;
  rd.text_end = text + length;
  rd.arena = lk_arena_new ();
  while (lk_scan_next_line (&rd))
    if (!lk_scan_line_done (&rd))
      read_top_line (&rd);

  for (size_t i = 0; i < rd.n_functions; i++)
    rd.functions[i]->contract
      = lk_spec_lookup (spec, rd.functions[i]->name);
  if (host->function)
    for (size_t i = 0; i < rd.n_defined; i++)
      host->function (host->data, rd.defined[i]);

  free (rd.functions);
  free (rd.defined);
  free (rd.edges);
  free (rd.phi_args);
  lk_arena_free (rd.arena);
  return rd.errors;
}
