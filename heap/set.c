/* Sets of objects, and tables.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "heap-internal.h"

/* ---- Sets.  ---- */

/* The index of the first word of SET whose block is BLOCK or a later one.  */
static uint32_t
find_word (const struct lk_heap_set *set, uint32_t block)
{
  uint32_t low = 0, high = set->n;
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
  uint32_t block = value / 32, bit = UINT32_C (1) << value % 32;
  uint32_t at = find_word (set, block);
  if (at < set->n && set->words[at].block == block)
    {
      bool fresh = !(set->words[at].bits & bit);
      set->words[at].bits |= bit;
      return fresh;
    }
  make_room (set, set->n + 1);
  memmove (set->words + at + 1, set->words + at, (set->n - at) * sizeof *set->words);
  set->words[at] = (struct heap_word) { block, bit };
  set->n++;
  return true;
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
  uint32_t at = 0;
  to->n = 0;
  for (uint32_t k = 0; k < a->n && at < b->n; k++)
    {
      const struct heap_word *word = &a->words[k];
      if (b->words[at].block + 8 < word->block)
	at = find_word (b, word->block);
      while (at < b->n && b->words[at].block < word->block)
	at++;
      uint32_t bits = (at < b->n && b->words[at].block == word->block
		       ? word->bits & b->words[at].bits : 0);
      if (!bits)
	continue;
      make_room (to, to->n + 1);
      to->words[to->n++] = (struct heap_word) { word->block, bits };
    }
}

bool
heap_set_join (struct lk_heap_set *to, const struct lk_heap_set *from,
	       struct lk_heap_set *news)
{
  /* First the words that are there already, and the number of others.  */
  uint32_t i = 0, missing = 0;
  bool any = false;
  for (uint32_t k = 0; k < from->n; k++)
    {
      const struct heap_word *word = &from->words[k];
      while (i < to->n && to->words[i].block < word->block)
	i++;
      if (i < to->n && to->words[i].block == word->block)
	any |= (word->bits & ~to->words[i].bits) != 0;
      else
	missing++;
    }
  if (!any && !missing)
    return false;
  struct lk_heap_set added = { 0, 0, NULL };
  if (news)
    make_room (&added, from->n);
  make_room (to, to->n + missing);
  /* Backwards, so that words move to their places at once.  */
  uint32_t old = to->n, end = to->n + missing;
  to->n = end;
  for (uint32_t k = from->n; k-- > 0;)
    {
      struct heap_word word = from->words[k];
      while (old > 0 && to->words[old - 1].block > word.block)
	to->words[--end] = to->words[--old];
      uint32_t fresh = word.bits;
      if (old > 0 && to->words[old - 1].block == word.block)
	{
	  fresh &= ~to->words[old - 1].bits;
	  word.bits |= to->words[old - 1].bits;
	  old--;
	}
      to->words[--end] = word;
      if (news && fresh)
	added.words[added.n++] = (struct heap_word) { word.block, fresh };
    }
  if (news)
    {
      for (uint32_t k = 0; k < added.n / 2; k++)
	{
	  struct heap_word word = added.words[k];
	  added.words[k] = added.words[added.n - 1 - k];
	  added.words[added.n - 1 - k] = word;
	}
      if (news->n == 0)
	{
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
      heap_set_join (news, &added, NULL);
      heap_set_free (&added);
    }
  return true;
}

void
heap_set_free (struct lk_heap_set *set)
{
  free (set->words);
  *set = (struct lk_heap_set) { 0, 0, NULL };
}

bool
lk_heap_set_has (const struct lk_heap_set *set, uint32_t object)
{
  uint32_t at = find_word (set, object / 32);
  return (at < set->n && set->words[at].block == object / 32
	  && (set->words[at].bits >> object % 32 & 1));
}

uint32_t
lk_heap_set_count (const struct lk_heap_set *set)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < set->n; i++)
    n += (uint32_t) __builtin_popcount (set->words[i].bits);
  return n;
}

uint32_t
lk_heap_set_from (const struct lk_heap_set *set, uint32_t object)
{
  if (object == LK_HEAP_NONE)
    return LK_HEAP_NONE;
  for (uint32_t at = find_word (set, object / 32); at < set->n; at++)
    {
      uint32_t bits = set->words[at].bits;
      if (set->words[at].block == object / 32)
	bits &= UINT32_MAX << object % 32;
      if (bits)
	return set->words[at].block * 32 + (uint32_t) __builtin_ctz (bits);
    }
  return LK_HEAP_NONE;
}

uint32_t
lk_heap_set_next (struct lk_heap_cursor *c)
{
  while (!c->bits && c->at < c->set->n)
    c->bits = c->set->words[c->at++].bits;
  if (!c->bits)
    return LK_HEAP_NONE;
  uint32_t object = c->set->words[c->at - 1].block * 32 + (uint32_t) __builtin_ctz (c->bits);
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
