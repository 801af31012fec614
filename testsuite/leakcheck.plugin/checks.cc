/* A leak for each check of C++ without flow, and one that is followed along paths.  checks.exp
   compiles this file; a comment "leak: NAME" is on the line where NAME warns.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

struct level { long price, count; };
class levels
{
public:
  ~levels () { for (level *l : all) delete l; }
  void add (long p) { all.push_back (new level {p, 0}); } /* leak: element-loss */
  void reset () { all.clear (); }
private:
  std::vector<level *> all;
};

void
use_levels (levels &l)
{
  l.add (1);
  l.reset ();
}

struct bone
{
  std::shared_ptr<bone> parent;
  std::vector<std::shared_ptr<bone>> children;
};

size_t
make_bones (int n)
{
  auto root = std::make_shared<bone> (); /* leak: reference-cycle */
  for (int i = 0; i < n; i++)
    {
      auto b = std::make_shared<bone> ();
      b->parent = root;
      root->children.push_back (b);
    }
  return root->children.size ();
}

struct animal
{
  int legs = 4;
};

struct dog : animal
{
  std::vector<int> bones { 1, 2, 3 };
};

void
pet ()
{
  animal *a = new dog; /* leak: base-delete */
  a->legs = 3;
  delete a;
}

size_t
measure (const uint8_t *packet, size_t n)
{
  static uint8_t *space = nullptr;
  static size_t cap = 0;
  if (n > cap)
    {
      space = static_cast<uint8_t *> (malloc (n)); /* leak: static-loss */
      cap = space ? n : 0;
      if (!space)
	return 0;
    }
  memcpy (space, packet, n);
  return strlen (reinterpret_cast<char *> (space));
}

bool
leak_file (const char *name)
{
  FILE *f = fopen (name, "r"); /* leak: paths */
  return f && fgetc (f) == 'x';
}
