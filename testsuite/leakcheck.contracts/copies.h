/* Lists that copy what is added, or keep it, as a flag says.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { char *string; void *util; };
struct list { struct item *items; size_t n, room; unsigned copies : 1; };
struct names { char **all; size_t n; int borrows; };

char *copy (const char *);
struct item *append (struct list *, const char *);
struct item *insert (struct list *, const char *);
struct item *insert_sorted (struct list *, const char *);
void clear (struct list *);
void names_add (struct names *, char *);
void names_drop (const struct names *, char *);
void names_free (struct names *);
