/* Where what stands in an index (index.h tells the format), for its reader and its writer.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_INDEX_INTERNAL_H
#define LK_INDEX_INTERNAL_H

#include "index.h"

enum
{
  INDEX_AT_ZERO = 12,
  INDEX_AT_SIZE = 16,
  INDEX_AT_HASH = 24,
  INDEX_AT_COUNT = 32,		/* The bytes from here on are hashed.  */
  INDEX_AT_TABLE = 40,
  INDEX_AT_KINDS = 48,
  INDEX_AT_KINDS_LENGTH = 56,
  INDEX_AT_SLOTS = 64,
  INDEX_AT_SLOT_COUNT = 72,
  INDEX_HEADER = 80
};

/* In a row of the table.  */
enum
{
  INDEX_ROW_TEXT = 0,
  INDEX_ROW_FILE = 8,
  INDEX_ROW_SYMBOL = 16,	/* Lengths: of the symbol, the name, the row.  */
  INDEX_ROW_NAME = 20,		/* 0: the name is the symbol.  */
  INDEX_ROW_LENGTH = 24,
  INDEX_ROW_LINE = 28,
  INDEX_ROW = 32
};

/* In a slot.  */
enum
{
  INDEX_SLOT_HASH = 0,
  INDEX_SLOT_ROW = 4,
  INDEX_SLOT = 8
};

#define INDEX_HASH_START UINT64_C (14695981039346656037)

/* HASH of some bytes, continued over the LENGTH bytes at BYTES (FNV-1a, 64 bits).  */

static inline uint64_t
index_hash (uint64_t hash, const void *bytes, size_t length)
{
  const unsigned char *p = (const unsigned char *) bytes;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ p[i]) * UINT64_C (1099511628211);
  return hash;
}

/* Where a symbol with HASH is looked for first, among COUNT slots.  */

static inline uint64_t
index_first_slot (uint64_t hash, uint64_t count)
{
  return (hash ^ hash >> 32) & (count - 1);
}

#endif /* LK_INDEX_INTERNAL_H */
