/* With -flto it is forgotten whose methods methods without a body are (see ownership-held-lto.cc).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-flto -fdump-ipa-cgraph=/dev/null" } */

struct plain
{
  plain (int);
  int ask ();
};

plain *
clean_made ()
{
  return new plain (0);
}

int
leak_made ()
{
  plain *p = new plain (0); /* { dg-warning "'p' might not be deleted" } */
  if (p->ask () < 0)
    return -1;
  delete p;
  return 0;
}
