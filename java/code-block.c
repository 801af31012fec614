/* Blocks of the code as it stands in the file, the handlers of each, and which
   blocks belong to which subroutine.

   A block ends where a row of the exception table begins or ends, so it has one
   list of handlers.  The lists are found in one sweep over the blocks with the
   rows that cover the place kept as a set of bits.  Most are short: a row that
   catches all hides the rest, and of two rows for one class the second is
   hidden.  But a thousand rows that each begin and end elsewhere make lists
   whose lengths sum up to a million, hence LK_BODY_HANDLER_LIMIT.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "code-internal.h"

#include <string.h>

/* ---- Blocks.  ---- */

static bool
ends_block (const struct lk_raw *raw)
{
  switch (raw->insn.op)
    {
    case LK_OP_IF: case LK_OP_IF_ZERO: case LK_OP_GOTO: case LK_OP_JSR:
    case LK_OP_SWITCH: case LK_OP_RETURN: case LK_OP_THROW:
      return true;
    default:
      return false;
    }
}

/* The raw instruction at PC, a bound of row ROW of the exception table.  */
static uint32_t
handler_bound (struct lk_decoder *decoder, unsigned row, uint32_t pc,
	       const char *what)
{
  if (pc >= decoder->code->length || decoder->raw_at[pc] == LK_NO_INDEX)
    lk_decode_fail (decoder, LK_NO_INDEX, "row %u of the exception table: "
		    "%s pc %u, where no instruction begins", row, what,
		    (unsigned) pc);
  return decoder->raw_at[pc];
}

/* BLOCK_OF gets a mark at each raw instruction that begins a block.  */
static void
mark_leaders (struct lk_decoder *decoder)
{
  const struct lk_code *code = decoder->code;
  uint32_t *leads = decoder->block_of;

  leads[0] = 1;
  for (uint32_t i = 0; i < decoder->n_raws; i++)
    {
      const struct lk_raw *raw = &decoder->raws[i];
      const struct lk_insn *insn = &raw->insn;
      if (!ends_block (raw))
	continue;
      if (i + 1 < decoder->n_raws)
	leads[i + 1] = 1;
      if (insn->op == LK_OP_SWITCH)
	{
	  leads[insn->u.table->otherwise] = 1;
	  for (uint32_t k = 0; k < insn->u.table->n_cases; k++)
	    leads[insn->u.table->cases[k].target] = 1;
	}
      else if (insn->opcode != LK_OPCODE_RET && insn->op != LK_OP_RETURN
	       && insn->op != LK_OP_THROW)
	leads[insn->u.branch.target] = 1;
    }
  for (unsigned row = 0; row < code->n_handlers; row++)
    {
      const struct lk_handler *handler = &code->handlers[row];
      uint32_t start = handler_bound (decoder, row, handler->start, "begins at");
      if (handler->end <= handler->start)
	lk_decode_fail (decoder, LK_NO_INDEX, "row %u of the exception table: "
			"from pc %u to %u", row, handler->start, handler->end);
      leads[start] = 1;
      if (handler->end != code->length)
	leads[handler_bound (decoder, row, handler->end, "ends at")] = 1;
      leads[handler_bound (decoder, row, handler->pc, "leads to")] = 1;
    }
}

static void
make_blocks (struct lk_decoder *decoder)
{
  uint32_t n = 0;
  decoder->block_of = lk_arena_alloc_array (decoder->arena, decoder->n_raws,
					    sizeof *decoder->block_of);
  mark_leaders (decoder);
  for (uint32_t i = 0; i < decoder->n_raws; i++)
    n += decoder->block_of[i];
  decoder->raw_blocks = lk_arena_alloc_array (decoder->arena, n,
					      sizeof *decoder->raw_blocks);
  for (uint32_t i = 0; i < decoder->n_raws; i++)
    if (decoder->block_of[i])
      {
	decoder->block_of[i] = decoder->n_raw_blocks;
	decoder->raw_blocks[decoder->n_raw_blocks++].first = i;
      }
    else
      decoder->block_of[i] = LK_NO_INDEX;
  for (uint32_t b = 0; b < n; b++)
    {
      struct lk_raw_block *block = &decoder->raw_blocks[b];
      uint32_t end = b + 1 < n ? block[1].first : decoder->n_raws;
      block->count = end - block->first;
      const struct lk_insn *last = &decoder->raws[end - 1].insn;
      if (last->op == LK_OP_SWITCH)
	block->n_cases = last->u.table->n_cases;
    }
}

/* ---- Lists of handlers.  ---- */

/* The rows of the exception table, at their first and behind their last block:
   NEXT_* are lists, by row, from FIRST_*, by block.  */
struct sweep
{
  struct lk_decoder *decoder;
  uint32_t *first_start, *first_end;
  uint32_t *next_start, *next_end;
  uint32_t *active;		/* Bits: rows that cover the block.  */
  uint32_t n_words;
  uint32_t *class_of;		/* By row: number of its class's name, 0: all. */
  uint32_t *seen;		/* By name: in the list of this number.  */
  uint32_t number;
  struct lk_raw_catch *scratch;	/* As many as there are rows.  */
  struct lk_map map;		/* Lists by what is in them.  */
};

static uint32_t
block_at (const struct lk_decoder *decoder, uint32_t pc)
{
  return decoder->block_of[decoder->raw_at[pc]];
}

static void
prepare_sweep (struct sweep *sweep)
{
  struct lk_decoder *decoder = sweep->decoder;
  const struct lk_code *code = decoder->code;
  struct lk_arena *arena = decoder->arena;
  size_t n_bytes = decoder->n_raw_blocks * sizeof (uint32_t);

  sweep->first_start = lk_arena_alloc (arena, n_bytes);
  sweep->first_end = lk_arena_alloc (arena, n_bytes);
  memset (sweep->first_start, 255, n_bytes);
  memset (sweep->first_end, 255, n_bytes);
  sweep->next_start = lk_arena_alloc_array (arena, code->n_handlers,
					    sizeof (uint32_t));
  sweep->next_end = lk_arena_alloc_array (arena, code->n_handlers,
					  sizeof (uint32_t));
  sweep->class_of = lk_arena_alloc_array (arena, code->n_handlers,
					  sizeof (uint32_t));
  sweep->scratch = lk_arena_alloc_array (arena, code->n_handlers,
					 sizeof *sweep->scratch);
  sweep->n_words = (code->n_handlers + 31) / 32;
  sweep->active = lk_arena_alloc_array (arena, sweep->n_words,
					sizeof (uint32_t));
  for (unsigned row = 0; row < code->n_handlers; row++)
    {
      const struct lk_handler *handler = &code->handlers[row];
      uint32_t start = block_at (decoder, handler->start);
      sweep->next_start[row] = sweep->first_start[start];
      sweep->first_start[start] = row;
      if (handler->end != code->length)
	{
	  uint32_t end = block_at (decoder, handler->end);
	  sweep->next_end[row] = sweep->first_end[end];
	  sweep->first_end[end] = row;
	}
      if (handler->type)
	sweep->class_of[row] = lk_decode_name (decoder, handler->type,
					       strlen (handler->type));
    }
  sweep->seen = lk_arena_alloc_array (arena, decoder->n_names,
				      sizeof (uint32_t));
}

uint32_t
lk_hash_catches (const struct lk_raw_catch *catches, uint32_t n)
{
  uint32_t hash = n;
  for (uint32_t i = 0; i < n; i++)
    hash = lk_mix (catches[i].name, (uint64_t) hash << 32 | catches[i].block);
  return hash;
}

/* The number of the list of the N catches in SCRATCH.  */
static uint32_t
list_number (struct sweep *sweep, uint32_t n)
{
  struct lk_decoder *decoder = sweep->decoder;
  uint32_t hash = lk_hash_catches (sweep->scratch, n), at = hash;
  for (struct lk_raw_list *list;
       (list = lk_map_next (&sweep->map, hash, &at)); )
    if (list->n_catches == n
	&& memcmp (list->catches, sweep->scratch,
		   n * sizeof *sweep->scratch) == 0)
      return list->number;

  struct lk_raw_list *list = lk_arena_alloc (decoder->arena, sizeof *list);
  struct lk_raw_catch *catches
    = lk_arena_alloc_array (decoder->arena, n, sizeof *catches);
  if (n)
    memcpy (catches, sweep->scratch, n * sizeof *catches);
  list->n_catches = n;
  list->catches = catches;
  list->number = decoder->n_raw_lists;
  decoder->raw_lists = lk_decode_grow (decoder, decoder->raw_lists,
				       decoder->n_raw_lists,
				       &decoder->raw_lists_room,
				       sizeof *decoder->raw_lists);
  decoder->raw_lists[decoder->n_raw_lists++] = list;
  lk_map_add (decoder->arena, &sweep->map, hash, list);
  return list->number;
}

/* The list of the rows that are active.  */
static uint32_t
find_list (struct sweep *sweep)
{
  struct lk_decoder *decoder = sweep->decoder;
  uint32_t n = 0;

  sweep->number++;
  for (uint32_t word = 0; word < sweep->n_words; word++)
    for (uint32_t bits = sweep->active[word]; bits; bits &= bits - 1)
      {
	uint32_t row = word * 32 + (uint32_t) __builtin_ctz (bits);
	uint32_t name = sweep->class_of[row];
	if (++decoder->n_listed > LK_BODY_HANDLER_LIMIT)
	  lk_decode_fail (decoder, LK_NO_INDEX,
			  "the lists of its exception handlers are longer than"
			  " %u in all, the limit", LK_BODY_HANDLER_LIMIT);
	if (name && sweep->seen[name] == sweep->number)
	  continue;
	sweep->seen[name] = sweep->number;
	sweep->scratch[n].name = name;
	sweep->scratch[n].block = block_at (decoder,
					    decoder->code->handlers[row].pc);
	n++;
	if (name == 0)
	  return list_number (sweep, n);
      }
  return list_number (sweep, n);
}

static void
make_lists (struct lk_decoder *decoder)
{
  struct sweep sweep = { .decoder = decoder };
  uint32_t list = 0;
  bool changed = false;

  if (decoder->code->n_handlers)
    prepare_sweep (&sweep);
  list_number (&sweep, 0);
  if (decoder->code->n_handlers == 0)
    return;
  for (uint32_t b = 0; b < decoder->n_raw_blocks; b++)
    {
      struct lk_raw_block *block = &decoder->raw_blocks[b];
      for (uint32_t row = sweep.first_end[b]; row != LK_NO_INDEX;
	   row = sweep.next_end[row])
	{
	  sweep.active[row / 32] &= ~((uint32_t) 1 << (row % 32));
	  changed = true;
	}
      for (uint32_t row = sweep.first_start[b]; row != LK_NO_INDEX;
	   row = sweep.next_start[row])
	{
	  lk_set_bit (sweep.active, row);
	  changed = true;
	}
      bool throws = false;
      for (uint32_t i = 0; i < block->count && !throws; i++)
	throws = decoder->raws[block->first + i].insn.may_throw;
      if (!throws && !decoder->has_jsr)
	continue;
      if (changed)
	list = find_list (&sweep);
      changed = false;
      block->covers = list;
      block->list = throws ? list : 0;
    }
}

/* ---- Subroutines.  ---- */

/* Walks the raw blocks that can be reached from one, jsr counting as if its
   subroutine did nothing.  */
struct walk
{
  struct lk_decoder *decoder;
  uint32_t *reached;
  uint32_t *todo;
  uint32_t n_todo;
  uint32_t mark;		/* The number of lists that were visited.  */
};

static void
reach (struct walk *walk, uint32_t block)
{
  if (lk_bit (walk->reached, block))
    return;
  lk_set_bit (walk->reached, block);
  walk->todo[walk->n_todo++] = block;
}

static void
reach_successors (struct walk *walk, uint32_t b)
{
  struct lk_decoder *decoder = walk->decoder;
  const struct lk_raw_block *block = &decoder->raw_blocks[b];
  const struct lk_insn *last
    = &decoder->raws[block->first + block->count - 1].insn;
  struct lk_raw_list *list = decoder->raw_lists[block->covers];
  bool falls_through = true;

  if (list->mark != walk->mark)
    {
      list->mark = walk->mark;
      for (uint32_t i = 0; i < list->n_catches; i++)
	reach (walk, list->catches[i].block);
    }
  switch (last->op)
    {
    case LK_OP_IF:
    case LK_OP_IF_ZERO:
      reach (walk, decoder->block_of[last->u.branch.target]);
      break;
    case LK_OP_GOTO:
      if (last->opcode != LK_OPCODE_RET)
	reach (walk, decoder->block_of[last->u.branch.target]);
      falls_through = false;
      break;
    case LK_OP_SWITCH:
      reach (walk, decoder->block_of[last->u.table->otherwise]);
      for (uint32_t i = 0; i < last->u.table->n_cases; i++)
	reach (walk, decoder->block_of[last->u.table->cases[i].target]);
      falls_through = false;
      break;
    case LK_OP_RETURN:
    case LK_OP_THROW:
      falls_through = false;
      break;
    default:
      break;
    }
  if (falls_through && b + 1 < decoder->n_raw_blocks)
    reach (walk, b + 1);
}

static uint32_t *
reached_from (struct lk_decoder *decoder, uint32_t *todo, uint32_t mark,
	      uint32_t entry)
{
  struct walk walk = { .decoder = decoder, .todo = todo, .mark = mark };
  walk.reached = lk_arena_alloc_array (decoder->arena,
				       decoder->n_raw_blocks / 32 + 1,
				       sizeof *walk.reached);
  reach (&walk, entry);
  while (walk.n_todo)
    reach_successors (&walk, walk.todo[--walk.n_todo]);
  return walk.reached;
}

static void
make_subroutines (struct lk_decoder *decoder)
{
  uint32_t *todo = lk_arena_alloc_array (decoder->arena, decoder->n_raw_blocks,
					 sizeof *todo);
  uint32_t room = 0;

  decoder->subroutine_at = lk_arena_alloc_array (decoder->arena,
						 decoder->n_raw_blocks,
						 sizeof (uint32_t));
  memset (decoder->subroutine_at, 255,
	  decoder->n_raw_blocks * sizeof (uint32_t));
  decoder->method_reaches = reached_from (decoder, todo, 1, 0);
  for (uint32_t i = 0; i < decoder->n_raws; i++)
    {
      const struct lk_insn *insn = &decoder->raws[i].insn;
      if (insn->op != LK_OP_JSR)
	continue;
      uint32_t entry = decoder->block_of[insn->u.branch.target];
      if (decoder->subroutine_at[entry] != LK_NO_INDEX)
	continue;
      if (decoder->n_subroutines == LK_BODY_SUBROUTINE_LIMIT)
	lk_decode_fail (decoder, insn->pc,
			"it has more than %u subroutines, the limit",
			LK_BODY_SUBROUTINE_LIMIT);
      decoder->subroutines
	= lk_decode_grow (decoder, decoder->subroutines,
			  decoder->n_subroutines, &room,
			  sizeof *decoder->subroutines);
      decoder->subroutine_at[entry] = decoder->n_subroutines;
      struct lk_subroutine *subroutine
	= &decoder->subroutines[decoder->n_subroutines++];
      subroutine->entry = entry;
      subroutine->reaches = reached_from (decoder, todo,
					  decoder->n_subroutines + 1, entry);
    }
}

void
lk_decode_blocks (struct lk_decoder *decoder)
{
  make_blocks (decoder);
  make_lists (decoder);
  if (decoder->has_jsr)
    make_subroutines (decoder);
}
