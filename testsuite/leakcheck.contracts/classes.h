/* What classes.cc and classes-lib.cc share.  */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

class log_file
{
public:
  explicit log_file (const char *name);
  ~log_file ();
  bool write (const char *text);
  FILE *release ();
  void adopt (FILE *f);
private:
  FILE *f;
};

class registry
{
public:
  bool add (char *name);
  ~registry ();
private:
  char *names[10];
  int n = 0;
};

log_file *make_log (const char *name);
void drop_log (log_file *l);
std::unique_ptr<log_file> make_unique_log (const char *name);
extern "C" char *c_copy (const char *s);
extern "C" void c_drop (char *s);
namespace tools { int measure (const char *s); char *copy (const char *s); }
