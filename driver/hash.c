/* SHA-256 (FIPS 180-4), and what files hold by it.

   A cache that several people share must not take one thing for another, so
   that its keys are cryptographic.  Each file is read once in a run, at more
   than 100 MB/s.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "project.h"

static const uint32_t constants[64] =
{
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static uint32_t
rotate (uint32_t x, unsigned n)
{
  return x >> n | x << (32 - n);
}

/* One of the 64 steps; K is its constant and word.  D and H become what E and A are in the next
   step, for which the caller renames all: nothing is moved.  */
#define STEP(A, B, C, D, E, F, G, H, K) \
  do \
    { \
      uint32_t first = (H + (rotate (E, 6) ^ rotate (E, 11) ^ rotate (E, 25)) \
			+ (G ^ (E & (F ^ G))) + (K)); \
      D += first; \
      H = first + (rotate (A, 2) ^ rotate (A, 13) ^ rotate (A, 22)) + ((A & B) | (C & (A | B))); \
    } \
  while (0)

static void
add_block (uint32_t state[8], const unsigned char *block)
{
  uint32_t w[64];
  for (unsigned i = 0; i < 16; i++, block += 4)
    w[i] = ((uint32_t) block[0] << 24 | (uint32_t) block[1] << 16 | (uint32_t) block[2] << 8
	    | block[3]);
  for (unsigned i = 16; i < 64; i++)
    {
      uint32_t x = w[i - 15], y = w[i - 2];
      w[i] = (w[i - 16] + w[i - 7] + (rotate (x, 7) ^ rotate (x, 18) ^ x >> 3)
	      + (rotate (y, 17) ^ rotate (y, 19) ^ y >> 10));
    }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (unsigned i = 0; i < 64; i += 8)
    {
      STEP (a, b, c, d, e, f, g, h, constants[i] + w[i]);
      STEP (h, a, b, c, d, e, f, g, constants[i + 1] + w[i + 1]);
      STEP (g, h, a, b, c, d, e, f, constants[i + 2] + w[i + 2]);
      STEP (f, g, h, a, b, c, d, e, constants[i + 3] + w[i + 3]);
      STEP (e, f, g, h, a, b, c, d, constants[i + 4] + w[i + 4]);
      STEP (d, e, f, g, h, a, b, c, constants[i + 5] + w[i + 5]);
      STEP (c, d, e, f, g, h, a, b, constants[i + 6] + w[i + 6]);
      STEP (b, c, d, e, f, g, h, a, constants[i + 7] + w[i + 7]);
    }
  const uint32_t after[8] = { a, b, c, d, e, f, g, h };
  for (unsigned i = 0; i < 8; i++)
    state[i] += after[i];
}

void
lk_hash_begin (struct lk_hash *hash)
{
  static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
				     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
  memcpy (hash->state, start, sizeof start);
  hash->length = 0;
}

void
lk_hash_add (struct lk_hash *hash, const void *bytes, size_t length)
{
  const unsigned char *p = bytes;
  while (length > 0)
    {
      size_t used = hash->length % 64, n = 64 - used < length ? 64 - used : length;
      if (n == 64)
	add_block (hash->state, p);
      else
	{
	  memcpy (hash->block + used, p, n);
	  if (used + n == 64)
	    add_block (hash->state, hash->block);
	}
      hash->length += n;
      p += n;
      length -= n;
    }
}

void
lk_hash_text (struct lk_hash *hash, const char *text)
{
  lk_hash_add (hash, text ? "+" : "-", 1);
  if (text)
    lk_hash_add (hash, text, strlen (text) + 1);
}

void
lk_hash_end (struct lk_hash *hash, unsigned char result[LK_HASH_SIZE])
{
  static const unsigned char padding[64] = { 0x80 };
  uint64_t bits = hash->length * 8;
  unsigned char length[8];
  for (unsigned i = 0; i < 8; i++)
    length[i] = (unsigned char) (bits >> (56 - 8 * i));
  lk_hash_add (hash, padding, 1 + (119 - hash->length % 64) % 64);
  lk_hash_add (hash, length, 8);
  for (unsigned i = 0; i < LK_HASH_SIZE; i++)
    result[i] = (unsigned char) (hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

void
lk_hash_name (const unsigned char hash[LK_HASH_SIZE], char name[2 * LK_HASH_SIZE + 1])
{
  static const char digits[] = "0123456789abcdef";
  for (unsigned i = 0; i < LK_HASH_SIZE; i++)
    {
      name[2 * i] = digits[hash[i] >> 4];
      name[2 * i + 1] = digits[hash[i] & 15];
    }
  name[2 * LK_HASH_SIZE] = '\0';
}

/* FNV-1a.  */
size_t
lk_quick_hash (const char *text)
{
  uint64_t hash = UINT64_C (0xcbf29ce484222325);
  for (; *text; text++)
    hash = (hash ^ (unsigned char) *text) * UINT64_C (0x100000001b3);
  return (size_t) (hash ^ hash >> 32);
}

/* ---- Files.  ---- */

struct file
{
  char *name;
  bool there;
  unsigned char hash[LK_HASH_SIZE];
};

/* An open table, at most half full.  */
static struct file *files;
static size_t n_files, files_room;

static struct file *
find_place (struct file *table, size_t room, const char *name)
{
  size_t i = lk_quick_hash (name) % room;
  while (table[i].name && strcmp (table[i].name, name) != 0)
    i = (i + 1) % room;
  return &table[i];
}

static void
grow (void)
{
  size_t room = files_room ? files_room * 2 : 1024;
  struct file *table = lk_allocate (room, sizeof *table);
  for (size_t i = 0; i < files_room; i++)
    if (files[i].name)
      *find_place (table, room, files[i].name) = files[i];
  free (files);
  files = table;
  files_room = room;
}

static bool
read_file (struct file *file)
{
  const char *why;
  int fd = lk_file_open (file->name, NULL, &why);
  if (fd < 0)
    return false;
  struct lk_hash hash;
  static unsigned char buffer[65536];
  ssize_t n;
  lk_hash_begin (&hash);
  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    lk_hash_add (&hash, buffer, (size_t) n);
  close (fd);
  lk_hash_end (&hash, file->hash);
  return n == 0;
}

const unsigned char *
lk_hash_file (const char *name)
{
  if (2 * n_files >= files_room)
    grow ();
  struct file *file = find_place (files, files_room, name);
  if (!file->name)
    {
      file->name = lk_format ("%s", name);
      file->there = read_file (file);
      n_files++;
    }
  return file->there ? file->hash : NULL;
}
