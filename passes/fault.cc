/* Faults on demand: -fplugin-arg-leakcheck-fault=STAGE:KIND[:FUNCTION], to test that no fault
   of the analysis breaks a build.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass.h"
#include "diagnostic-core.h"
#include "fork.h"

static const char *const stages[] =
{
  "unit", "lowering", "keys", "solver", "summary", "members", "contract", "report"
};

static const char *const kinds[] =
{
  "null", "abort", "assert", "exit", "stack", "heap", "loop"
};

const char *
lk_stage_name (enum lk_stage stage)
{
  return (unsigned) stage < ARRAY_SIZE (stages) ? stages[stage] : "?";
}

/* The number of the word at TEXT, which ends with END or the text; -1: none of them.  */
static int
find_word (const char *const *words, unsigned n, const char *text, const char **end)
{
  size_t length = strcspn (text, ":");
  *end = text + length;
  for (unsigned i = 0; i < n; i++)
    if (strlen (words[i]) == length && !memcmp (words[i], text, length))
      return i;
  return -1;
}

/* Take FAULT apart; false if it is none.  */
static bool
parse (const char *fault, int *stage, int *kind, const char **function)
{
  const char *end;
  *stage = find_word (stages, ARRAY_SIZE (stages), fault, &end);
  if (*stage < 0 || !*end)
    return false;
  *kind = find_word (kinds, ARRAY_SIZE (kinds), end + 1, &end);
  *function = *end ? end + 1 : NULL;
  return *kind >= 0 && !(*function && !**function);
}

bool
lk_fault_is (const char *text, const char **expected)
{
  int stage, kind;
  const char *function;
  *expected = "STAGE:KIND or STAGE:KIND:FUNCTION, with one of the stages 'unit', 'lowering',"
	      " 'keys', 'solver', 'summary', 'members', 'contract' and 'report' and one of the"
	      " kinds 'null', 'abort', 'assert', 'exit', 'stack', 'heap' and 'loop'";
  return text && parse (text, &stage, &kind, &function);
}

/* (Volatile, so that no compiler sees what becomes of it.)  */
static volatile unsigned endless = 1;

static unsigned __attribute__ ((noinline))
overflow_stack (volatile unsigned *above)
{
  volatile unsigned here[1024];
  here[0] = *above + 1;
  return endless ? overflow_stack (here) + here[0] : here[0];
}

static void
smash_heap (void)
{
  char *volatile blocks[64];
  for (unsigned i = 0; i < ARRAY_SIZE (blocks); i++)
    blocks[i] = XNEWVEC (char, 40 + 24 * i);
  for (unsigned i = 0; i < ARRAY_SIZE (blocks); i++)
    for (int k = -16; k < (int) (64 + 24 * i); k++)
      ((volatile char *) blocks[i])[k] = 0x5a;
  for (unsigned i = 0; i < ARRAY_SIZE (blocks); i++)
    free (blocks[i]);
}

void
lk_fault (const char *fault, enum lk_stage stage, const char *function)
{
  int wanted_stage, kind;
  const char *wanted;
  if (!parse (fault, &wanted_stage, &kind, &wanted) || wanted_stage != (int) stage
      || (wanted && (!function || strcmp (wanted, function) != 0)))
    return;
  switch (kind)
    {
    case 0:
      *(volatile int *) NULL = 1;
      break;
    case 1:
      /* (The compiler's headers have a macro of that name.)  */
      (abort) ();
      break;
    case 2:
      gcc_assert (!fault);
      break;
    case 3:
      exit (3);
      break;
    case 4:
      overflow_stack (&endless);
      break;
    case 5:
      smash_heap ();
      break;
    default:
      while (endless)
	continue;
      break;
    }
}
