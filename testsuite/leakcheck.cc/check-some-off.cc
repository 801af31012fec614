/* Two of the checks without flow switched off.  */
/* { dg-options "-fplugin-arg-leakcheck-disable-check=element-loss,static-loss" } */

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

/* element-loss  */
struct level { long price, count; };
class levels
{
public:
  ~levels () { for (level *l : all) delete l; }
  void add (long p) { all.push_back (new level {p, 0}); }
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

/* reference-cycle  */
struct bone
{
  std::shared_ptr<bone> parent;
  std::vector<std::shared_ptr<bone>> children;
};

size_t
make_bones (int n)
{
  auto root = std::make_shared<bone> (); /* { dg-warning "might not be deleted" } */
  for (int i = 0; i < n; i++)
    {
      auto b = std::make_shared<bone> ();
      b->parent = root;
      root->children.push_back (b);
    }
  return root->children.size ();
}

/* static-loss  */
size_t
measure (const uint8_t *packet, size_t n)
{
  static uint8_t *space = nullptr;
  static size_t cap = 0;
  if (n > cap)
    {
      space = static_cast<uint8_t *> (malloc (n));
      cap = space ? n : 0;
      if (!space)
	return 0;
    }
  memcpy (space, packet, n);
  return strlen (reinterpret_cast<char *> (space));
}

/* What is followed along paths is no such check.  */
bool
leak_file (const char *name)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  return f && fgetc (f) == 'x';
}
