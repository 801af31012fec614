/* A static function that happens to have the name of one of the C library
   promises what its body says.  A function with a body outside the library
   does, too.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-builtin" } */

struct stream { int n; };
static struct stream streams[3];
static int fclosed;

static struct stream *
fopen (const char *name, const char *mode)
{
  return &streams[*name + *mode];
}

int
opendir (const char *name)
{
  return *name;
}

void
fclose (void *p)
{
  fclosed += p != 0;
}

int
clean (void)
{
  struct stream *s = fopen ("a", "b");
  return s->n + opendir ("x");
}
