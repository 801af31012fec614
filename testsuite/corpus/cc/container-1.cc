/* Corpus, container: containers of raw handles, templates, C++20.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-options "-std=c++20" } */

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <unordered_map>
#include <variant>
#include <vector>

namespace conts {

/* open_all_closed: clean.  */
bool
cat_all_closed (std::span<const char *const> names)
{
  std::vector<int> fds;
  bool ok = true;
  for (const char *n : names)
    {
      int fd = open (n, O_RDONLY);
      if (fd < 0)
	{
	  ok = false;
	  break;
	}
      fds.push_back (fd);
    }
  char b[256];
  for (int fd : fds)
    {
      ssize_t k;
      while (ok && (k = read (fd, b, sizeof b)) > 0)
	fwrite (b, 1, k, stdout);
      close (fd);
    }
  return ok;
}

/* skip_some: leaks.  */
void
print_parts (const char *base, int n)
{
  std::vector<FILE *> parts;
  for (int i = 0; i < n; ++i)
    {
      std::string name = base + std::to_string (i);
      if (FILE *f = fopen (name.c_str (), "r")) /* { dg-warning "leak" } */
	{
	  if (getc (f) == '#')
	    continue;
	  parts.push_back (f);
	}
    }
  for (FILE *f : parts)
    {
      int c = getc (f);
      putchar (c);
      fclose (f);
    }
}

/* priority_merge: clean.  */
struct Stream
{
  FILE *f;
  int key;
};

void
merge_streams (const std::vector<std::string> &names)
{
  auto later = [] (const Stream &a, const Stream &b) { return a.key > b.key; };
  std::priority_queue<Stream, std::vector<Stream>, decltype (later)> q (later);
  for (auto &n : names)
    {
      FILE *f = fopen (n.c_str (), "r");
      if (!f)
	continue;
      int k;
      if (fscanf (f, "%d", &k) == 1)
	q.push ({ f, k });
      else
	fclose (f);
    }
  while (!q.empty ())
    {
      Stream s = q.top ();
      q.pop ();
      printf ("%d\n", s.key);
      if (fscanf (s.f, "%d", &s.key) == 1)
	q.push (s);
      else
	fclose (s.f);
    }
}

/* algorithm_release: clean.  */
int
count_distinct (const std::vector<std::string> &in)
{
  std::vector<char *> copies;
  for (auto &s : in)
    copies.push_back (strdup (s.c_str ()));
  std::sort (copies.begin (), copies.end (), [] (auto *a, auto *b) { return strcmp (a, b) < 0; });
  int n = 0;
  for (size_t i = 0; i < copies.size (); ++i)
    n += i == 0 || strcmp (copies[i - 1], copies[i]) != 0;
  std::for_each (copies.begin (), copies.end (), [] (char *p) { free (p); });
  return n;
}

/* array_of_new: leaks.  */
struct Shape { virtual ~Shape () {} virtual double area () const = 0; };
struct Square : Shape {
    double a;
    explicit Square(double a) : a(a) {}
    double area() const override { return a * a; }
};
struct Circle : Shape {
    double r;
    explicit Circle(double r) : r(r) {}
    double area() const override { return 3.14159 * r * r; }
};

double total_area(const char *spec)
{
    std::array<Shape *, 8> shapes{};
    size_t n = 0;
    for (const char *p = spec; *p && n < shapes.size(); ++p)
        shapes[n++] = *p == 's' ? static_cast<Shape *>(new Square(1))
        /* { dg-warning "leak" "" { target *-*-* } .-1 } */
                                : new Circle(1); /* { dg-warning "leak" } */
    double sum = 0;
    for (size_t i = 0; i < n; ++i)
        sum += shapes[i]->area();
    return sum;
}

/* vector_of_unique: clean.  */
double total_area_owned(std::string_view spec)
{
    std::vector<std::unique_ptr<Shape>> shapes;
    for (char c : spec) {
        if (c == 's')
            shapes.emplace_back(new Square(1));
        else if (c == 'c')
            shapes.push_back(std::make_unique<Circle>(1));
        else
            return -1;
    }
    return std::accumulate(shapes.begin(), shapes.end(), 0.0,
                           [](double a, const auto &s) { return a + s->area(); });
}

/* raw_tree: leaks.  */
struct Trie {
    std::map<char, Trie *> next;
    bool word = false;
    void add(std::string_view s)
    {
        Trie *t = this;
        for (char c : s) {
            Trie *&n = t->next[c];
            if (!n)
                n = new Trie; /* { dg-warning "leak" "" { xfail *-*-* } } */
            t = n;
        }
        t->word = true;
    }
    size_t size() const
    {
        size_t k = word;
        for (auto &[c, n] : next)
            k += n->size();
        return k;
    }
};

size_t distinct_words(const std::vector<std::string> &v)
{
    Trie root;
    for (auto &s : v)
        root.add(s);
    return root.size();
}

/* owned_tree: clean.  */
struct Trie2 {
    std::map<char, Trie2 *> next;
    bool word = false;
    Trie2() = default;
    Trie2(const Trie2 &) = delete;
    ~Trie2()
    {
        for (auto &e : next)
            delete e.second;
    }
    void add(std::string_view s)
    {
        Trie2 *t = this;
        for (char c : s) {
            auto [it, fresh] = t->next.try_emplace(c, nullptr);
            if (fresh)
                it->second = new Trie2;
            t = it->second;
        }
        t->word = true;
    }
    size_t size() const
    {
        size_t k = word;
        for (auto &[c, n] : next)
            k += n->size();
        return k;
    }
};

size_t distinct_words2(const std::vector<std::string> &v)
{
    Trie2 root;
    for (auto &s : v)
        root.add(s);
    return root.size();
}

/* ranges_view: leaks.  */
std::optional<int>
first_even (const char *name)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "leak" } */
  if (!f)
    return std::nullopt;
  std::vector<int> v;
  for (int i; fscanf (f, "%d", &i) == 1;)
    v.push_back (i);
  auto even = v | std::views::filter ([] (int i) { return i % 2 == 0; });
  if (auto it = even.begin (); it != even.end ())
    {
      fclose (f);
      return *it;
    }
  return std::nullopt;
}

/* templates_policy: clean.  */
template <class Traits>
class Unique
{
  typename Traits::type h;

public:
  explicit Unique (typename Traits::type h = Traits::null ()) : h (h) {}
  Unique (Unique &&o) noexcept : h (o.h) { o.h = Traits::null (); }
  Unique &operator= (Unique o) noexcept
  {
    std::swap (h, o.h);
    return *this;
  }
  ~Unique ()
  {
    if (h != Traits::null ())
      Traits::close (h);
  }
  auto get () const { return h; }
  explicit operator bool () const { return h != Traits::null (); }
};

struct FdTraits
{
  using type = int;
  static constexpr int null () { return -1; }
  static void close (int fd) { ::close (fd); }
};
struct CharTraits
{
  using type = char *;
  static constexpr char *null () { return nullptr; }
  static void close (char *p) { std::free (p); }
};

int
policy (const char *a, const char *b)
{
  Unique<FdTraits> fd (open (a, O_RDONLY));
  Unique<CharTraits> s (strdup (b));
  if (!fd || !s)
    return -1;
  fd = Unique<FdTraits> (open (s.get (), O_RDONLY));
  char c = 0;
  if (!fd || read (fd.get (), &c, 1) != 1)
    return -1;
  return c;
}

/* result_type: leaks.  */
struct Error
{
  int code;
};
template <class T> using Result = std::variant<T, Error>;

static Result<FILE *>
open_result (const char *name)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "leak" } */
  if (!f)
    return Error { 1 };
  if (getc (f) != '%')
    return Error { 2 };
  return f;
}

int
second_char (const char *name)
{
  auto r = open_result (name);
  if (auto *e = std::get_if<Error> (&r))
    return -e->code;
  FILE *f = std::get<FILE *> (r);
  int c = getc (f);
  fclose (f);
  return c;
}

/* result_type_ok: clean.  */
static Result<FILE *>
open_result_ok (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return Error { 1 };
  if (getc (f) != '%')
    {
      fclose (f);
      return Error { 2 };
    }
  return f;
}

int
third_char (const char *name)
{
  auto r = open_result_ok (name);
  if (FILE **f = std::get_if<FILE *> (&r))
    {
      getc (*f);
      int c = getc (*f);
      fclose (*f);
      return c;
    }
  return -std::get<Error> (r).code;
}

} // namespace conts
