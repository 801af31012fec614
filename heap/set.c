/* Sets of objects, and tables.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "heap-internal.h"

/* ---- Sets.  ---- */

/* The index, LOW to HIGH, of the first word of SET whose block is BLOCK or a later one.  */
static inline uint32_t
find_between (const struct lk_heap_set *set, uint32_t low, uint32_t high, uint32_t block)
{
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (set->words[middle].block < block)
	low = middle + 1;
      else
	high = middle;
    }
  return low;
}

static uint32_t
find_word (const struct lk_heap_set *set, uint32_t block)
{
  return find_between (set, 0, set->n, block);
}

/* The same, from index I on.  Where the set is dense, the block is as many words behind that of I
   as blocks.  */
static inline uint32_t
find_from (const struct lk_heap_set *set, uint32_t i, uint32_t block)
{
  if (i >= set->n || set->words[i].block >= block)
    return i;
  uint32_t far = block - set->words[i].block;
  uint32_t high = far < set->n - i ? i + far : set->n;
  if (high < set->n && set->words[high].block == block)
    return high;
  return find_between (set, i + 1, high, block);
}

static void
make_room (struct lk_heap_set *set, uint32_t n)
{
  if (n <= set->room)
    return;
  uint32_t room = set->room ? set->room : 1;
  while (room < n)
    room *= 2;
  set->words = lk_xrealloc (set->words, room * sizeof *set->words);
  set->room = room;
}

bool
heap_set_add (struct lk_heap_set *set, uint32_t value)
{
  uint32_t block = value / HEAP_BLOCK, part = value % HEAP_BLOCK / 64;
  uint64_t bit = UINT64_C (1) << value % 64;
  uint32_t at = find_word (set, block);
  if (at == set->n || set->words[at].block != block)
    {
      make_room (set, set->n + 1);
      memmove (set->words + at + 1, set->words + at, (set->n - at) * sizeof *set->words);
      set->words[at] = (struct heap_word) { .block = block };
      set->n++;
    }
  bool fresh = !(set->words[at].bits[part] & bit);
  set->words[at].bits[part] |= bit;
  return fresh;
}

void
heap_set_meet (struct lk_heap_set *to, const struct lk_heap_set *a, const struct lk_heap_set *b)
{
  if (b->n < a->n)
    {
      const struct lk_heap_set *smaller = b;
      b = a;
      a = smaller;
    }
  make_room (to, a->n);
  uint32_t at = 0, n = 0;
  for (uint32_t k = 0; k < a->n && at < b->n; k++)
    {
      const struct heap_word *word = &a->words[k];
      at = find_from (b, at, word->block);
      if (at == b->n || b->words[at].block != word->block)
	continue;
      uint64_t any = 0;
      for (unsigned i = 0; i < HEAP_PARTS; i++)
	any |= to->words[n].bits[i] = word->bits[i] & b->words[at].bits[i];
      to->words[n].block = word->block;
      n += any != 0;
    }
  to->n = n;
}

void
heap_set_minus (struct lk_heap_set *to, const struct lk_heap_set *a, const struct lk_heap_set *b)
{
  make_room (to, a->n);
  uint32_t at = 0, n = 0;
  for (uint32_t k = 0; k < a->n; k++)
    {
      struct heap_word word = a->words[k];
      uint64_t any = 0;
      at = find_from (b, at, word.block);
      bool both = at < b->n && b->words[at].block == word.block;
      for (unsigned i = 0; i < HEAP_PARTS; i++)
	any |= word.bits[i] &= both ? ~b->words[at].bits[i] : UINT64_MAX;
      to->words[n] = word;
      n += any != 0;
    }
  to->n = n;
}

/* Return true if FROM has numbers that TO does not have, and set *MISSING to the number of blocks
   of which TO has none.  */
static bool
has_more (const struct lk_heap_set *to, const struct lk_heap_set *from, uint32_t *missing)
{
  uint32_t i = 0;
  uint64_t fresh = 0;
  *missing = 0;
  for (uint32_t k = 0; k < from->n; k++)
    {
      const struct heap_word *word = &from->words[k];
      i = find_from (to, i, word->block);
      if (i < to->n && to->words[i].block == word->block)
	for (unsigned j = 0; j < HEAP_PARTS; j++)
	  fresh |= word->bits[j] & ~to->words[i].bits[j];
      else
	++*missing;
    }
  return fresh || *missing;
}

/* Add FROM to TO, which has all blocks of FROM, and what was not in TO to ADDED unless that is
   NULL.  */
static void
join_in_place (struct lk_heap_set *to, const struct lk_heap_set *from, struct lk_heap_set *added)
{
  uint32_t at = 0;
  for (uint32_t k = 0; k < from->n; k++)
    {
      struct heap_word fresh = from->words[k];
      uint64_t any = 0;
      at = find_from (to, at, fresh.block);
      for (unsigned i = 0; i < HEAP_PARTS; i++)
	{
	  any |= fresh.bits[i] &= ~to->words[at].bits[i];
	  to->words[at].bits[i] |= fresh.bits[i];
	}
      if (added && any)
	added->words[added->n++] = fresh;
    }
}

/* The same, if TO has no word yet for MISSING of the blocks.  */
static void
join_and_move (struct lk_heap_set *to, const struct lk_heap_set *from, uint32_t missing,
	       struct lk_heap_set *added)
{
  make_room (to, to->n + missing);
  /* Backwards, so that words move to their places at once; so do those of ADDED.  */
  uint32_t old = to->n, end = to->n + missing, first = from->n;
  to->n = end;
  for (uint32_t k = from->n; k-- > 0;)
    {
      struct heap_word word = from->words[k], fresh = word;
      uint64_t any = 0;
      while (old > 0 && to->words[old - 1].block > word.block)
	to->words[--end] = to->words[--old];
      bool there = old > 0 && to->words[old - 1].block == word.block;
      for (unsigned i = 0; there && i < HEAP_PARTS; i++)
	{
	  fresh.bits[i] &= ~to->words[old - 1].bits[i];
	  word.bits[i] |= to->words[old - 1].bits[i];
	}
      old -= there;
      to->words[--end] = word;
      for (unsigned i = 0; i < HEAP_PARTS; i++)
	any |= fresh.bits[i];
      if (added && any)
	added->words[--first] = fresh;
    }
  if (!added)
    return;
  added->n = from->n - first;
  memmove (added->words, added->words + first, added->n * sizeof *added->words);
}

bool
heap_set_join (struct lk_heap_set *to, const struct lk_heap_set *from,
	       struct lk_heap_set *news)
{
  uint32_t missing;
  if (!has_more (to, from, &missing))
    return false;
  struct lk_heap_set added = { 0, 0, NULL };
  if (news)
    make_room (&added, from->n);
  if (missing)
    join_and_move (to, from, missing, news ? &added : NULL);
  else
    join_in_place (to, from, news ? &added : NULL);
  if (!news)
    return true;
  if (news->n)
    {
      heap_set_join (news, &added, NULL);
      heap_set_free (&added);
      return true;
    }
  free (news->words);
  *news = added;
  /* Often few of many objects are new.  */
  if (news->room > 2 * news->n)
    {
      news->room = news->n;
      news->words = lk_xrealloc (news->words, news->room * sizeof *news->words);
    }
  return true;
}

void
heap_set_free (struct lk_heap_set *set)
{
  free (set->words);
  *set = (struct lk_heap_set) { 0, 0, NULL };
}

void
heap_set_copy (struct lk_heap_set *to, const struct lk_heap_set *from)
{
  make_room (to, from->n);
  if (from->n)
    memcpy (to->words, from->words, from->n * sizeof *to->words);
  to->n = from->n;
}

bool
heap_set_equal (const struct lk_heap_set *a, const struct lk_heap_set *b)
{
  if (a->n != b->n)
    return false;
  for (uint32_t i = 0; i < a->n; i++)
    {
      uint64_t differ = a->words[i].block ^ b->words[i].block;
      for (unsigned k = 0; k < HEAP_PARTS; k++)
	differ |= a->words[i].bits[k] ^ b->words[i].bits[k];
      if (differ)
	return false;
    }
  return true;
}

uint64_t
heap_set_hash (const struct lk_heap_set *set)
{
  uint64_t hash = set->n;
  for (uint32_t i = 0; i < set->n; i++)
    {
      hash = (hash ^ set->words[i].block) * UINT64_C (0x9e3779b97f4a7c15);
      for (unsigned k = 0; k < HEAP_PARTS; k++)
	hash = (hash ^ hash >> 29 ^ set->words[i].bits[k]) * UINT64_C (0xd6e8feb86659fd93);
    }
  return hash ^ hash >> 32;
}

bool
lk_heap_set_has (const struct lk_heap_set *set, uint32_t object)
{
  uint32_t at = find_word (set, object / HEAP_BLOCK);
  return (at < set->n && set->words[at].block == object / HEAP_BLOCK
	  && (set->words[at].bits[object % HEAP_BLOCK / 64] >> object % 64 & 1));
}

uint32_t
lk_heap_set_count (const struct lk_heap_set *set)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < set->n; i++)
    for (unsigned k = 0; k < HEAP_PARTS; k++)
      n += (uint32_t) __builtin_popcountll (set->words[i].bits[k]);
  return n;
}

uint32_t
lk_heap_set_from (const struct lk_heap_set *set, uint32_t object)
{
  if (object == LK_HEAP_NONE)
    return LK_HEAP_NONE;
  struct lk_heap_cursor c = { .set = set };
  c.at = HEAP_PARTS * find_word (set, object / HEAP_BLOCK);
  uint32_t at = c.at / HEAP_PARTS;
  if (at < set->n && set->words[at].block == object / HEAP_BLOCK)
    {
      unsigned part = object % HEAP_BLOCK / 64;
      c.bits = set->words[at].bits[part] & (UINT64_MAX << object % 64);
      c.at += part + 1;
    }
  return lk_heap_set_next (&c);
}

uint32_t
lk_heap_set_next (struct lk_heap_cursor *c)
{
  while (!c->bits && c->at < c->set->n * HEAP_PARTS)
    {
      c->bits = c->set->words[c->at / HEAP_PARTS].bits[c->at % HEAP_PARTS];
      c->at++;
    }
  if (!c->bits)
    return LK_HEAP_NONE;
  uint32_t part = (c->at - 1) % HEAP_PARTS;
  uint32_t object = (c->set->words[(c->at - 1) / HEAP_PARTS].block * HEAP_BLOCK + part * 64
		     + (uint32_t) __builtin_ctzll (c->bits));
  c->bits &= c->bits - 1;
  return object;
}

/* ---- Tables.  ---- */

/* No key of a table: pairs of two numbers that are both none are not stored.  */
#define EMPTY UINT64_MAX

static size_t
slot_of (const struct heap_table *table, uint64_t key)
{
  /* The upper half of the product depends on both halves of a pair; the lower one does not.  */
  uint64_t hash = key * UINT64_C (0x9e3779b97f4a7c15);
  size_t slot = (size_t) (hash ^ hash >> 32) & (table->room - 1);
  while (table->keys[slot] != EMPTY && table->keys[slot] != key)
    slot = (slot + 1) & (table->room - 1);
  return slot;
}

static void
grow_table (struct heap_table *table)
{
  struct heap_table larger = { NULL, NULL, table->n, table->room ? table->room * 2 : 64 };
  larger.keys = lk_xmalloc (larger.room * sizeof *larger.keys);
  larger.values = lk_xmalloc (larger.room * sizeof *larger.values);
  memset (larger.keys, 0xff, larger.room * sizeof *larger.keys);
  for (size_t i = 0; i < table->room; i++)
    if (table->keys[i] != EMPTY)
      {
	size_t slot = slot_of (&larger, table->keys[i]);
	larger.keys[slot] = table->keys[i];
	larger.values[slot] = table->values[i];
      }
  heap_table_free (table);
  *table = larger;
}

uint32_t *
heap_table_get (struct heap_table *table, uint64_t key, uint32_t value, bool *fresh)
{
  if (table->n * 3 >= table->room * 2)
    grow_table (table);
  size_t slot = slot_of (table, key);
  *fresh = table->keys[slot] == EMPTY;
  if (*fresh)
    {
      table->keys[slot] = key;
      table->values[slot] = value;
      table->n++;
    }
  return &table->values[slot];
}

const uint32_t *
heap_table_find (const struct heap_table *table, uint64_t key)
{
  if (!table->room)
    return NULL;
  size_t slot = slot_of (table, key);
  return table->keys[slot] == EMPTY ? NULL : &table->values[slot];
}

void
heap_table_free (struct heap_table *table)
{
  free (table->keys);
  free (table->values);
  *table = (struct heap_table) { NULL, NULL, 0, 0 };
}
