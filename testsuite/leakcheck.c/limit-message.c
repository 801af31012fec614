/* At level 2 a handle that is stored deeper than it is followed is reported, and the limit is
   named.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fplugin-arg-leakcheck-level=2 -fplugin-arg-leakcheck-enable=limit -fplugin-arg-leakcheck-depth=1" } */

#include <stdio.h>
#include <stdlib.h>

struct inner { FILE *f; };
struct outer { struct inner *in; };

void
warned_deep (struct inner *in)
{
  struct outer *o = malloc (sizeof *o);
  if (!o)
    return;
  in->f = fopen ("x", "r");	/* { dg-warning "'in->f' is never closed" } */
  o->in = in;
  if (o->in->f)
    fclose (o->in->f);
  free (o);
} /* { dg-message "assumed, as the limit on the depth of access paths was met" "" { target *-*-* } 0 } */

void
ok_shallow (void)
{
  FILE *f = fopen ("x", "r");
  if (f)
    fclose (f);
}
