/* The text form of event graphs, the writing half (reading: graph/parse.c;
   both follow doc/event-graph.md).

   One function is printed at a time, declarations first, one event a line.
   The output is canonical: reading it back and printing it again gives the
   same bytes.  For that, variables are declared in the order of their
   numbers and phi arguments stand in the order in which the reader will add
   the edges: by block, and within a block the exceptional ones last.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "graph-internal.h"
#include "../../spec/arena.h"

/* Variables declared on one line; a line stays readable.  */
#define DECLARATIONS_A_LINE 8

struct printer
{
  FILE *out;
  const struct lk_graph *graph;
  unsigned (*line_of) (lk_loc);
};

static const char sigils[] = "%^$!&";

char
lk_var_sigil (enum lk_var_class class_)
{
  return sigils[class_];
}

/* The words for function flags, in the order in which they are printed.
   LK_FN_BODY has none: a function with a body is written with one.  */
const struct lk_flag_word lk_function_flag_words[] = {
  { "static", LK_FN_STATIC },
  { "main", LK_FN_MAIN },
  { "noreturn", LK_FN_NORETURN },
  { "nothrow", LK_FN_NOTHROW },
  { "pure", LK_FN_PURE },
  { "language", LK_FN_LANGUAGE },
  { "printf", LK_FN_PRINTF },
  { "mayend", LK_FN_MAY_END },
  { "setjmp", LK_FN_SETS_JUMP },
  { "constructor", LK_FN_CONSTRUCTOR },
  { "assignment", LK_FN_ASSIGNMENT },
  { "destructor", LK_FN_DESTRUCTOR },
  { "library", LK_FN_LIBRARY },
  { "dispatch", LK_FN_DISPATCH },
  { "chosen", LK_FN_CHOSEN },
  { "table", LK_FN_TABLE },
  { "lambda", LK_FN_LAMBDA },
  { "deleting", LK_FN_DELETING },
  { "nonnull", LK_FN_NONNULL },
  { "finds", LK_FN_FINDS },
  { "quiet", LK_FN_QUIET },
  { "disposes", LK_FN_DISPOSES },
  { "new", LK_FN_NEW },
  { "java", LK_FN_JAVA },
  { "receiver", LK_FN_RECEIVER },
  { "undeclared", LK_FN_UNDECLARED },
  { "closure", LK_FN_CLOSURE },
  { "paired", LK_FN_PAIRED },
  { "references", LK_FN_REFERENCES },
  { "destroyed", LK_FN_DESTROYED },
  { "external", LK_FN_EXTERNAL },
  { "void", LK_FN_VOID },
  { "bool", LK_FN_RETURNS_BOOL },
  { "pointer", LK_FN_RETURNS_POINTER },
  { NULL, 0 }
};

const struct lk_flag_word lk_argument_flag_words[] = {
  { "value", LK_ARG_BY_VALUE },
  { "const", LK_ARG_CONST },
  { "formatted", LK_ARG_FORMATTED },
  { "lent", LK_ARG_LENT },
  { "holds", LK_ARG_HOLDS },
  { "part", LK_ARG_PART },
  { "awaiter", LK_ARG_AWAITER },
  { "union", LK_ARG_UNION },
  { "scalar", LK_ARG_SCALAR },
  { NULL, 0 }
};

/* ---- Names.  ---- */

/* Whether NAME can stand in a label: letters, digits and underscores.  */
static bool
plain_label (const char *name)
{
  return *name && name[strspn (name, LK_TEXT_LABEL_CHARS)] == '\0';
}

/* Whether NAME is a function's name that needs no quotes.  */
static bool
plain_function_name (const char *name)
{
  return (strchr (LK_TEXT_LABEL_CHARS, *name) && *name
	  && !(*name >= '0' && *name <= '9')
	  && name[strspn (name, LK_TEXT_LABEL_CHARS ".")] == '\0');
}

static void
print_string (FILE *out, const char *s)
{
  putc ('"', out);
  for (; *s; s++)
    {
      unsigned char c = (unsigned char) *s;
      if (c == '"' || c == '\\')
	fprintf (out, "\\%c", c);
      else if (c < 0x20 || c == 0x7f)
	fprintf (out, "\\x%02x", c);
      else
	putc (c, out);
    }
  putc ('"', out);
}

static void
print_function_name (FILE *out, const struct lk_function *fn)
{
  const char *name = fn && fn->name ? fn->name : "";
  if (plain_function_name (name))
    fputs (name, out);
  else
    print_string (out, name);
}

static void
print_flags (FILE *out, uint64_t flags, const struct lk_flag_word *words)
{
  for (; words->word; words++)
    if (flags & words->flag)
      fprintf (out, " %s", words->word);
}

static void
print_label (struct printer *pr, lk_var var)
{
  const struct lk_variable *v = &pr->graph->vars[var];
  uint32_t number = v->class_ == LK_VAR_FORMAL ? v->index : var;
  putc (sigils[v->class_], pr->out);
  if (v->name && plain_label (v->name))
    fprintf (pr->out, "%s.", v->name);
  fprintf (pr->out, "%" PRIu32, number);
}

/* ---- Operands.  ---- */

static void
print_offset (FILE *out, int64_t offset)
{
  if (offset == LK_ANY)
    putc ('?', out);
  else
    fprintf (out, "%" PRId64, offset);
}

static void
print_path (struct printer *pr, const struct lk_path *path)
{
  print_label (pr, path->root);
  for (unsigned i = 0; i < path->nsel; i++)
    {
      putc ('[', pr->out);
      print_offset (pr->out, path->sel[i]);
      putc (']', pr->out);
    }
  if (path->addend == LK_ANY || path->addend > 0)
    putc ('+', pr->out);
  if (path->addend)
    print_offset (pr->out, path->addend);
}

static void
print_operand (struct printer *pr, const struct lk_operand *op)
{
  if (op->kind == LK_CONST)
    fprintf (pr->out, "#%" PRId64, op->value);
  else if (op->kind == LK_PATH)
    print_path (pr, op->path);
  else
    putc ('?', pr->out);
}

/* The end of a line that stands for something in the source.  */
static void
print_line_end (struct printer *pr, lk_loc loc)
{
  uint64_t line = pr->line_of ? pr->line_of (loc) : loc;
  if (line)
    fprintf (pr->out, " @%" PRIu64, line);
  putc ('\n', pr->out);
}

/* ---- Declarations.  ---- */

static void
print_declarations (struct printer *pr)
{
  static const char *const words[]
    = { "value", "formal", "object", "global", "address" };
  const struct lk_graph *graph = pr->graph;
  unsigned on_line = 0;
  for (lk_var i = 0; i < graph->n_vars; i++)
    {
      const struct lk_variable *v = &graph->vars[i];
      if (i > 0 && v->class_ == v[-1].class_ && on_line < DECLARATIONS_A_LINE)
	{
	  fputs (", ", pr->out);
	  on_line++;
	}
      else
	{
	  fprintf (pr->out, "%s  %s ", i ? "\n" : "", words[v->class_]);
	  on_line = 1;
	}
      print_label (pr, i);
      if (v->name && !plain_label (v->name))
	{
	  putc (' ', pr->out);
	  print_string (pr->out, v->name);
	}
      if (v->user)
	fprintf (pr->out, " user %" PRIu32, v->user);
      if (v->length)
	fputs (" length", pr->out);
      if (v->fixed)
	fputs (" fixed", pr->out);
      if (v->registry)
	fputs (" registry", pr->out);
      if (v->begins)
	fprintf (pr->out, " begin %" PRId64, v->begin);
      if (v->class_ == LK_VAR_GLOBAL)
	fprintf (pr->out, " id %" PRIuPTR, (uintptr_t) v->entity);
      else if (v->class_ == LK_VAR_FUNCTION)
	{
	  fputs (" of ", pr->out);
	  print_function_name (pr->out, v->entity);
	}
    }
  if (graph->n_vars)
    putc ('\n', pr->out);
}

static void
print_definitions (struct printer *pr)
{
  for (lk_var i = 0; i < pr->graph->n_vars; i++)
    {
      const struct lk_definition *def = &pr->graph->vars[i].def;
      if (def->kind == LK_DEF_OTHER)
	continue;
      fputs ("  def ", pr->out);
      print_label (pr, i);
      switch (def->kind)
	{
	case LK_DEF_COMPARE:
	  fputs (" compare ", pr->out);
	  print_operand (pr, &def->a);
	  fprintf (pr->out, " %s ", lk_compare_spelling (def->op));
	  print_operand (pr, &def->b);
	  break;
	case LK_DEF_NOT:
	  fputs (" not ", pr->out);
	  print_operand (pr, &def->a);
	  break;
	default:
	  if (def->kind == LK_DEF_PURE)
	    fprintf (pr->out, " pure %" PRIu32 " (", def->code);
	  else
	    fprintf (pr->out, " %s (",
		     def->kind == LK_DEF_AND ? "and" : "or");
	  print_operand (pr, &def->a);
	  fputs (", ", pr->out);
	  print_operand (pr, &def->b);
	  putc (')', pr->out);
	  break;
	}
      putc ('\n', pr->out);
    }
}

/* Before all other lines with paths, so that reading them back numbers the
   named ones in this order.  */
static void
print_path_names (struct printer *pr)
{
  uint32_t n = pr->graph->n_paths;
  const struct lk_path **paths = lk_xmalloc (n * sizeof *paths);
  lk_graph_list_paths (pr->graph, paths);
  for (uint32_t i = 0; i < n; i++)
    if (paths[i]->name)
      {
	fputs ("  name ", pr->out);
	print_path (pr, paths[i]);
	putc (' ', pr->out);
	print_string (pr->out, paths[i]->name);
	putc ('\n', pr->out);
      }
  free (paths);
}

/* Functions that are used here are said with what is known of them, each
   once, in order of use: those without a body, and those with one, of which
   the front end may write no graph where the body does not matter.  */

/* Those said so far: a hash set with linear probing, at most half full.  */
struct externs
{
  const struct lk_function **seen;
  unsigned n, room;
};

static void
print_extern (struct printer *pr, struct externs *ex,
	      const struct lk_function *fn)
{
  if (!fn || fn == pr->graph->function)
    return;
  const struct lk_flag_word *word = lk_function_flag_words;
  while (word->word && !(fn->flags & word->flag))
    word++;
  if (!word->word)
    return;
  if (ex->n * 2 >= ex->room)
    {
      unsigned room = ex->room ? ex->room * 2 : 64;
      const struct lk_function **bigger
	= lk_xmalloc (room * sizeof *bigger);
      memset (bigger, 0, room * sizeof *bigger);
      for (unsigned i = 0; i < ex->room; i++)
	if (ex->seen[i])
	  {
	    unsigned at = ((uintptr_t) ex->seen[i] >> 4) & (room - 1);
	    while (bigger[at])
	      at = (at + 1) & (room - 1);
	    bigger[at] = ex->seen[i];
	  }
      free (ex->seen);
      ex->seen = bigger;
      ex->room = room;
    }
  unsigned at = ((uintptr_t) fn >> 4) & (ex->room - 1);
  for (; ex->seen[at]; at = (at + 1) & (ex->room - 1))
    if (ex->seen[at] == fn)
      return;
  ex->seen[at] = fn;
  ex->n++;
  fputs ("  extern ", pr->out);
  print_function_name (pr->out, fn);
  print_flags (pr->out, fn->flags, lk_function_flag_words);
  putc ('\n', pr->out);
}

static void
print_externs (struct printer *pr)
{
  const struct lk_graph *graph = pr->graph;
  struct externs ex = { NULL, 0, 0 };
  for (lk_var i = 0; i < graph->n_vars; i++)
    if (graph->vars[i].class_ == LK_VAR_FUNCTION)
      print_extern (pr, &ex, graph->vars[i].entity);
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    for (uint32_t i = 0; i < graph->blocks[b].n_events; i++)
      print_extern (pr, &ex, graph->blocks[b].events[i].callee);
  free (ex.seen);
}

/* ---- Blocks.  ---- */

/* Whether edge A stands before B in the text.  Both lead to one block.  */
static int
compare_edges (const void *a, const void *b)
{
  const struct lk_edge *x = *(const struct lk_edge *const *) a;
  const struct lk_edge *y = *(const struct lk_edge *const *) b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  uint32_t x_throws = x->flags & LK_EDGE_EXCEPTION;
  uint32_t y_throws = y->flags & LK_EDGE_EXCEPTION;
  if (x_throws != y_throws)
    return x_throws < y_throws ? -1 : 1;
  return x->pred_index < y->pred_index ? -1 : x->pred_index > y->pred_index;
}

static void
print_phis (struct printer *pr, const struct lk_block *block)
{
  if (!block->n_phis)
    return;
  struct lk_edge **preds = lk_xmalloc (block->n_preds * sizeof *preds);
  if (block->n_preds)
    {
      memcpy (preds, block->preds, block->n_preds * sizeof *preds);
      qsort (preds, block->n_preds, sizeof *preds, compare_edges);
    }
  for (uint32_t i = 0; i < block->n_phis; i++)
    {
      fputs ("    phi ", pr->out);
      print_label (pr, block->phis[i].result);
      fputs (" =", pr->out);
      for (uint32_t j = 0; j < block->n_preds; j++)
	{
	  fprintf (pr->out, " [%" PRIu32 ": ", preds[j]->from);
	  print_operand (pr, &block->phis[i].args[preds[j]->pred_index]);
	  putc (']', pr->out);
	}
      putc ('\n', pr->out);
    }
  free (preds);
}

static void
print_call (struct printer *pr, const struct lk_event *ev)
{
  if (ev->dest.kind != LK_UNKNOWN || ev->aggregate_result)
    {
      print_operand (pr, &ev->dest);
      fputs (ev->aggregate_result ? " <- " : " = ", pr->out);
    }
  fputs ("call ", pr->out);
  if (ev->callee)
    print_function_name (pr->out, ev->callee);
  else
    {
      putc ('*', pr->out);
      print_operand (pr, &ev->src);
    }
  fputs (" (", pr->out);
  for (uint32_t i = 0; i < ev->n_args; i++)
    {
      if (i)
	fputs (", ", pr->out);
      const struct lk_flag_word *word = lk_argument_flag_words;
      for (; word->word; word++)
	if (ev->arg_flags[i] & word->flag)
	  fprintf (pr->out, "%s ", word->word);
      print_operand (pr, &ev->args[i]);
    }
  putc (')', pr->out);
  if (ev->suppressed)
    fputs (" suppressed", pr->out);
  if (ev->fills)
    fputs (" fills", pr->out);
  if (ev->member)
    {
      fputs (" member", pr->out);
      if (ev->member_size)
	fprintf (pr->out, " size %" PRIu64, ev->member_size);
    }
  if (ev->throws)
    fputs (" throws", pr->out);
  if (ev->throws_unseen)
    fputs (" unseen", pr->out);
  if (ev->awaited)
    fputs (" awaited", pr->out);
  if (ev->wraps)
    fputs (" wraps", pr->out);
}

static void
print_event (struct printer *pr, const struct lk_event *ev)
{
  fputs ("    ", pr->out);
  switch (ev->kind)
    {
    case LK_EVENT_ASSIGN:
      print_operand (pr, &ev->dest);
      fputs (" = ", pr->out);
      print_operand (pr, &ev->src);
      if (ev->element)
	{
	  fputs (" number ", pr->out);
	  print_label (pr, ev->element - 1);
	  fprintf (pr->out, " size %" PRId64 " at %" PRId64, ev->element_size,
		   ev->element_at);
	}
      break;
    case LK_EVENT_COPY:
      fputs ("copy ", pr->out);
      print_operand (pr, &ev->dest);
      fputs (" <- ", pr->out);
      print_operand (pr, &ev->src);
      break;
    case LK_EVENT_CALL:
      print_call (pr, ev);
      break;
    case LK_EVENT_DEAD:
      fputs ("dead ", pr->out);
      print_operand (pr, &ev->dest);
      break;
    case LK_EVENT_CLEAR:
      fputs ("clear ", pr->out);
      print_operand (pr, &ev->dest);
      break;
    }
  if (ev->size)
    fprintf (pr->out, " size %" PRIu64, ev->size);
  print_line_end (pr, ev->loc);
}

static void
print_target (struct printer *pr, const struct lk_edge *e)
{
  uint64_t line = pr->line_of ? pr->line_of (e->loc) : e->loc;
  fprintf (pr->out, "%" PRIu32, e->to);
  if (line)
    fprintf (pr->out, " via %" PRIu64, line);
}

/* The successors of BLOCK that are, or are not, exceptional, each after
   FIRST or ", ".  */
static void
print_targets (struct printer *pr, const struct lk_block *block,
	       bool exceptional, const char *first)
{
  for (uint32_t i = 0; i < block->n_succs; i++)
    if (!(block->succs[i]->flags & LK_EDGE_EXCEPTION) == !exceptional)
      {
	fputs (first, pr->out);
	print_target (pr, block->succs[i]);
	first = ", ";
      }
}

static void
print_switch (struct printer *pr, const struct lk_block *block)
{
  fputs ("switch ", pr->out);
  print_operand (pr, &block->a);
  const char *before = " { ";
  for (uint32_t i = 0; i < block->n_succs; i++)
    {
      const struct lk_edge *e = block->succs[i];
      if (e->flags & LK_EDGE_EXCEPTION)
	continue;
      fputs (before, pr->out);
      before = ", ";
      if (e->flags & LK_EDGE_DEFAULT)
	fputs ("default", pr->out);
      else
	fprintf (pr->out, "%" PRId64, e->lo);
      if (!(e->flags & LK_EDGE_DEFAULT) && e->hi != e->lo)
	fprintf (pr->out, "..%" PRId64, e->hi);
      fputs (": ", pr->out);
      print_target (pr, e);
    }
  fputs (*before == ',' ? " }" : " { }", pr->out);
}

static void
print_terminator (struct printer *pr, const struct lk_block *block)
{
  FILE *out = pr->out;
  fputs ("    ", out);
  switch (block->term)
    {
    case LK_TERM_GOTO:
      fputs ("goto", out);
      print_targets (pr, block, false, " ");
      break;
    case LK_TERM_COND:
      fputs ("if ", out);
      print_operand (pr, &block->a);
      fprintf (out, " %s ", lk_compare_spelling (block->op));
      print_operand (pr, &block->b);
      if (block->n_succs >= 2)
	{
	  fputs (" then ", out);
	  print_target (pr, block->succs[0]);
	  fputs (" else ", out);
	  print_target (pr, block->succs[1]);
	}
      if (block->expected)
	fputs (" expected", out);
      break;
    case LK_TERM_SWITCH:
      print_switch (pr, block);
      break;
    case LK_TERM_RETURN:
      fputs (block->aggregate_result ? "return aggregate " : "return ", out);
      print_operand (pr, &block->a);
      break;
    case LK_TERM_UNWIND:
      fputs ("unwind", out);
      break;
    case LK_TERM_END:
      fputs ("end", out);
      break;
    }
  print_targets (pr, block, true, " throws ");
  print_line_end (pr, block->loc);
}

void
lk_graph_print (FILE *out, const struct lk_graph *graph,
		unsigned (*line_of) (lk_loc))
{
  struct printer pr = { out, graph, line_of };
  const struct lk_function *fn = graph->function;
  fputs ("function ", out);
  print_function_name (out, fn);
  if (fn)
    print_flags (out, fn->flags, lk_function_flag_words);
  uint64_t line = fn ? (line_of ? line_of (fn->loc) : fn->loc) : 0;
  if (line)
    fprintf (out, " line %" PRIu64, line);
  line = line_of ? line_of (graph->end_loc) : graph->end_loc;
  if (line)
    fprintf (out, " end %" PRIu64, line);
  fputs (" {\n", out);
  print_externs (&pr);
  print_declarations (&pr);
  print_path_names (&pr);
  print_definitions (&pr);
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    {
      fprintf (out, "  block %" PRIu32 "\n", b);
      print_phis (&pr, &graph->blocks[b]);
      for (uint32_t i = 0; i < graph->blocks[b].n_events; i++)
	print_event (&pr, &graph->blocks[b].events[i]);
      print_terminator (&pr, &graph->blocks[b]);
    }
  fputs ("}\n", out);
}
