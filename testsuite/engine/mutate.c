/* Damage to test files, at random but always alike for one seed: bytes,
   tokens, lines and variables are removed, copied and exchanged.  Exchanging
   whole lines and variables is most of it: what still parses gets furthest.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "engine-test.h"
#include "../../analysis/graph/graph-internal.h"

static uint64_t
next_random (uint64_t *state)
{
  /* Vigna's splitmix64.  */
  uint64_t z = (*state += UINT64_C (0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* The beginning and length, newline included, of a line of TEXT.  */
static size_t
random_line (const char *text, size_t length, uint64_t *state, size_t *n)
{
  size_t at = next_random (state) % length;
  while (at && text[at - 1] != '\n')
    at--;
  const char *newline = memchr (text + at, '\n', length - at);
  *n = newline ? (size_t) (newline - text) - at + 1 : length - at;
  return at;
}

/* Replace N bytes at AT of *TEXT with the NEW_N of BYTES.  */
static void
replace (char **text, size_t *length, size_t at, size_t n, const char *bytes,
	 size_t new_n)
{
  char *fresh = lk_xmalloc (*length - n + new_n + 1);
  memcpy (fresh, *text, at);
  memcpy (fresh + at, bytes, new_n);
  memcpy (fresh + at + new_n, *text + at + n, *length - at - n);
  free (*text);
  *text = fresh;
  *length += new_n - n;
}

/* A random variable in TEXT, sigil included; N is 0 if there is none.  */
static size_t
random_label (const char *text, size_t length, uint64_t *state, size_t *n)
{
  size_t start = next_random (state) % length;
  *n = 0;
  for (size_t i = 0; i < length; i++)
    {
      size_t at = (start + i) % length;
      if (strchr ("%^$!&", text[at]) && text[at] && at + 1 < length)
	{
	  while (at + 1 + *n < length && text[at + 1 + *n]
		 && strchr (LK_TEXT_LABEL_CHARS ".", text[at + 1 + *n]))
	    ++*n;
	  if (*n)
	    {
	      ++*n;
	      return at;
	    }
	}
    }
  return 0;
}

static void
mutate_once (char **text, size_t *length, uint64_t *state)
{
  static const char *const tokens[]
    = { "?", "#0", "#-1", "[8]", "[?]", "+8", "+?", "goto 1", "end", "unwind",
	"return ?", " throws 1", "block 1", "default: 1", "0..9: 2", "call ",
	"{", "}", "\n", "%1", "^0", "$0", "!g", "&f", "= ", "<- ", "==", "<",
	"phi ", "dead ", "clear ", "copy ", "suppressed", "value ", "const ",
	"-9223372036854775808", "9223372036854775807", "99999999999999999999",
	"\"", "\\x", "//", "if ", " then 1 else 2", "@1" };
  size_t n, m;
  uint64_t random = next_random (state);
  size_t at = *length ? next_random (state) % *length : 0;
  if (!*length)
    random = 1;
  switch (random % 16)
    {
    case 0:
      (*text)[at] = (char) next_random (state);
      break;
    case 1:
      {
	const char *token
	  = tokens[next_random (state) % (sizeof tokens / sizeof *tokens)];
	replace (text, length, at, 0, token, strlen (token));
	break;
      }
    case 2:
      n = next_random (state) % 9;
      replace (text, length, at, n < *length - at ? n : *length - at, "", 0);
      break;
    case 3:
      at = random_line (*text, *length, state, &n);
      replace (text, length, at, n, "", 0);
      break;
    case 4:
    case 5:
    case 6:
    case 7:
      {
	/* Copy a line to the place of, or before, another.  */
	size_t from = random_line (*text, *length, state, &n);
	at = random_line (*text, *length, state, &m);
	char *line = lk_xmalloc (n);
	memcpy (line, *text + from, n);
	replace (text, length, at, random & 16 ? m : 0, line, n);
	free (line);
	break;
      }
    case 8:
    case 9:
    case 10:
    case 11:
      {
	/* One variable in the place of another.  */
	size_t from = random_label (*text, *length, state, &n);
	at = random_label (*text, *length, state, &m);
	char label[64];
	if (n > sizeof label || !n || !m)
	  break;
	memcpy (label, *text + from, n);
	replace (text, length, at, m, label, n);
	break;
      }
    default:
      /* Another number where there is one.  */
      for (size_t i = 0; i < *length; i++, at = (at + 1) % *length)
	if ((*text)[at] >= '0' && (*text)[at] <= '9')
	  {
	    (*text)[at] = (char) ('0' + next_random (state) % 10);
	    break;
	  }
      break;
    }
}

void
test_mutate (char **text, size_t *length, uint64_t *state)
{
  for (unsigned n = 1 + next_random (state) % 3; n; n--)
    mutate_once (text, length, state);
}
