/* Containers of owners and of handles.  */
/* { dg-levels all } */

#include <any>
#include <array>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

void may_throw ();

class file
{
public:
  file () : m_file (nullptr) {}
  explicit file (const char *path) : m_file (std::fopen (path, "r")) {}
  ~file () { if (m_file) std::fclose (m_file); }
  file (file &&other) noexcept : m_file (other.m_file) { other.m_file = nullptr; }
  file &operator= (file &&other) noexcept { std::swap (m_file, other.m_file); return *this; }
  int get () { return m_file ? std::fgetc (m_file) : -1; }
  FILE *release () { FILE *f = m_file; m_file = nullptr; return f; }

private:
  FILE *m_file;
};

int
clean_vector (const std::vector<std::string> &paths)
{
  std::vector<file> files;
  for (const auto &path : paths)
    files.emplace_back (path.c_str ());
  may_throw ();
  int sum = 0;
  for (auto &f : files)
    sum += f.get ();
  return sum;
}

int
clean_vector_push_back (const char *path)
{
  std::vector<file> files;
  files.push_back (file (path));
  file named (path);
  files.push_back (std::move (named));
  may_throw ();
  return files.back ().get ();
}

int
clean_vector_unique (int n)
{
  std::vector<std::unique_ptr<int>> v;
  for (int i = 0; i < n; i++)
    v.push_back (std::make_unique<int> (i));
  v.emplace_back (new int (5));
  may_throw ();
  return *v[0];
}

int
clean_vector_raw (int n)
{
  std::vector<int *> v;
  for (int i = 0; i < n; i++)
    v.push_back (new int (i));
  int sum = 0;
  for (int *p : v)
    sum += *p;
  for (int *p : v)
    delete p;
  return sum;
}

int
clean_map (const char *path)
{
  std::map<std::string, file> files;
  files.emplace (path, file (path));
  files["other"] = file ("other");
  may_throw ();
  return files[path].get ();
}

int
clean_map_unique (int n)
{
  std::map<int, std::unique_ptr<int>> m;
  m[n] = std::make_unique<int> (n);
  m[n + 1].reset (new int (n));
  may_throw ();
  return *m[n];
}

int
clean_unordered_shared (int n)
{
  std::unordered_map<int, std::shared_ptr<int>> m;
  m[n] = std::make_shared<int> (n);
  may_throw ();
  return *m[n];
}

int
clean_list_deque (const char *path)
{
  std::list<file> l;
  std::deque<file> d;
  l.emplace_back (path);
  d.emplace_back (path);
  may_throw ();
  return l.front ().get () + d.front ().get ();
}

int
clean_optional (const char *path, bool b)
{
  std::optional<file> f;
  if (b)
    f.emplace (path);
  may_throw ();
  return f ? f->get () : 0;
}

std::optional<file>
clean_optional_return (const char *path)
{
  if (!path)
    return std::nullopt;
  return file (path);
}

int
leak_optional_release (const char *path)
{
  std::optional<file> f (std::in_place, path); /* { dg-warning "closed" } */
  FILE *raw = f->release ();
  return raw != nullptr;
}

int
clean_variant (const char *path, bool b)
{
  std::variant<std::monostate, file, std::string> v;
  if (b)
    v.emplace<file> (path);
  else
    v = std::string ("x");
  may_throw ();
  return v.index ();
}

int
clean_pair (const char *a, const char *b)
{
  std::pair<file, file> p (file { a }, file { b });
  may_throw ();
  return p.first.get () + p.second.get ();
}

int
clean_tuple (const char *a)
{
  std::tuple<file, int, std::unique_ptr<int>> t (file (a), 1, std::make_unique<int> (2));
  may_throw ();
  return std::get<0> (t).get () + *std::get<2> (t);
}

int
clean_structured_binding (const char *a, const char *b)
{
  auto [x, y] = std::pair<file, file> (file { a }, file { b });
  may_throw ();
  return x.get () + y.get ();
}

static std::pair<FILE *, int>
open_pair (const char *path)
{
  FILE *f = std::fopen (path, "r");
  return { f, f ? 0 : -1 };
}

int
clean_raw_pair (const char *path)
{
  auto [f, error] = open_pair (path);
  if (!f)
    return error;
  int c = std::fgetc (f);
  std::fclose (f);
  return c;
}

int
leak_raw_pair (const char *path)
{
  auto [f, error] = open_pair (path); /* { dg-warning "closed" } */
  if (!f)
    return error;
  return std::fgetc (f);
}

int
clean_array (const char *path)
{
  std::array<file, 2> files { file { path }, file { "b" } };
  may_throw ();
  return files[0].get () + files[1].get ();
}

int
clean_c_array (const char *path)
{
  file files[2] { file { path }, file { "b" } };
  may_throw ();
  return files[0].get () + files[1].get ();
}

int
clean_any (const char *path)
{
  std::any a = std::make_shared<file> (path);
  may_throw ();
  return a.has_value ();
}

void
clean_member_container (std::vector<FILE *> &files, const char *path)
{
  if (FILE *f = std::fopen (path, "r"))
    files.push_back (f);
}

int
leak_beside_container (const char *path)
{
  std::vector<int> v;
  FILE *f = std::fopen (path, "r"); /* { dg-warning "'f' is never closed" } */
  if (!f)
    return -1;
  v.push_back (std::fgetc (f));
  return v[0];
}

int
leak_string (const char *path)
{
  std::string name = path;
  name += ".txt";
  FILE *f = std::fopen (name.c_str (), "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  if (name.size () > 10)
    return -2;
  std::fclose (f);
  return 0;
}

int
leak_map_before_insert (std::map<int, int *> &m, int key)
{
  int *p = new int (key); /* { dg-warning "'p' might not be deleted" } */
  if (key < 0)
    return -1;
  m[key] = p;
  return 0;
}

std::vector<std::unique_ptr<file>>
clean_return_vector (const char *path)
{
  std::vector<std::unique_ptr<file>> files;
  files.push_back (std::make_unique<file> (path));
  may_throw ();
  return files;
}

void
clean_initializer_list ()
{
  std::vector<std::shared_ptr<int>> v { std::make_shared<int> (1), std::make_shared<int> (2) };
  std::set<std::string> s { "a", "b" };
  may_throw ();
}
