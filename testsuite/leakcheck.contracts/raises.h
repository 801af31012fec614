/* What raises.cc and raises-lib.cc share.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

struct base_error { int code; };
struct late_error : base_error { };

void check (int n);
void quiet (int n);
void fail_base (int n);
void fail_late (int n);

/* Its name is the word for no exception.  */
struct nothing { };
void fail_nothing (int n);
void give_up (const char *text);
int parse (const char *text);

class file
{
public:
  explicit file (const char *name);
  ~file ();
  int get ();
private:
  FILE *f;
};
