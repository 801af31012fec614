/* Prefixes and suffixes of access paths.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "function-internal.h"

static int64_t
difference (int64_t a, int64_t b)
{
  return a == LK_ANY || b == LK_ANY ? LK_ANY : (int64_t) ((uint64_t) a - b);
}

static int64_t
sum (int64_t a, int64_t b)
{
  return a == LK_ANY || b == LK_ANY ? LK_ANY : (int64_t) ((uint64_t) a + b);
}

bool
path_rest (const struct lk_path *path, const struct lk_path *value,
	   struct path_rest *out)
{
  if (path->root != value->root || path->nsel < value->nsel)
    return false;
  out->weak = false;
  for (unsigned i = 0; i < value->nsel; i++)
    if (path->sel[i] != value->sel[i])
      {
	if (path->sel[i] != LK_ANY && value->sel[i] != LK_ANY)
	  return false;
	out->weak = true;
      }
  unsigned n = path->nsel - value->nsel;
  if (n == 0)
    {
      out->nsel = 0;
      out->addend = difference (path->addend, value->addend);
      return true;
    }
  if (n > sizeof out->sel / sizeof out->sel[0])
    return false;
  out->nsel = n;
  memcpy (out->sel, path->sel + value->nsel, n * sizeof *out->sel);
  out->sel[0] = difference (out->sel[0], value->addend);
  out->addend = path->addend;
  return true;
}

bool
argument_rest (const struct lk_event *ev, uint32_t k,
	       const struct lk_path *path, struct path_rest *out)
{
  if (ev->args[k].kind != LK_PATH
      || !path_rest (path, ev->args[k].path, out))
    return false;
  if (k != 0 || !ev->member_size)
    return true;
  int64_t at = out->nsel ? out->sel[0] : out->addend;
  return at == LK_ANY || (at >= 0 && (uint64_t) at < ev->member_size);
}

const struct lk_path *
path_join (struct lk_graph *graph, const struct lk_path *prefix,
	   const struct path_rest *rest)
{
  int64_t sel[64];
  if (prefix->nsel + rest->nsel > 64)
    return NULL;
  if (rest->nsel == 0)
    return lk_path_make (graph, prefix->root, prefix->nsel, prefix->sel,
			 sum (prefix->addend, rest->addend));
  memcpy (sel, prefix->sel, prefix->nsel * sizeof *sel);
  memcpy (sel + prefix->nsel, rest->sel, rest->nsel * sizeof *sel);
  sel[prefix->nsel] = sum (rest->sel[0], prefix->addend);
  return lk_path_make (graph, prefix->root, prefix->nsel + rest->nsel, sel,
		       rest->addend);
}
