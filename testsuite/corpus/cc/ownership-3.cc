/* Corpus, ownership: objects on the heap: trees, lists, parsers, pairs of new
   and delete.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-options "-std=c++20" } */

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mem {

/* parse_sum: leaks.  */
struct Node
{
  enum Kind { number, add, mul } kind;
  long value;
  Node *left = nullptr, *right = nullptr;

  explicit Node (long v) : kind (number), value (v) {}
  Node (Kind k, Node *l, Node *r) : kind (k), value (0), left (l), right (r) {}
  ~Node ()
  {
    delete left;
    delete right;
  }
};

static Node *
parse_number (const char *&s)
{
  if (!std::isdigit ((unsigned char) *s))
    return nullptr;
  return new Node (std::strtol (s, const_cast<char **> (&s), 10));
}

Node *
parse_sum (const char *&s)
{
  Node *l = parse_number (s); /* { dg-warning "leak" } */
  if (!l)
    return nullptr;
  while (*s == '+')
    {
      ++s;
      Node *r = parse_number (s);
      if (!r)
	return nullptr;
      l = new Node (Node::add, l, r); /* { dg-warning "leak" } */
    }
  return l;
}

/* parse_product: clean.  */
Node *
parse_product (const char *&s)
{
  Node *l = parse_number (s);
  while (l && *s == '*')
    {
      ++s;
      if (Node *r = parse_number (s))
	l = new Node (Node::mul, l, r);
      else
	{
	  delete l;
	  l = nullptr;
	}
    }
  return l;
}

/* eval_text: clean.  */
static long
eval (const Node *n)
{
  switch (n->kind)
    {
    case Node::number: return n->value;
    case Node::add: return eval (n->left) + eval (n->right);
    case Node::mul: return eval (n->left) * eval (n->right);
    }
  return 0;
}

long
eval_text (const char *s)
{
  std::unique_ptr<Node> n { parse_product (s) };
  if (!n || *s)
    throw std::invalid_argument ("trailing text");
  return eval (n.get ());
}

/* eval_text_raw: leaks.  */
long
eval_text_raw (const char *s)
{
  Node *n = parse_product (s); /* { dg-warning "leak" } */
  if (!n)
    return -1;
  if (*s)
    throw std::invalid_argument ("trailing text");
  long v = eval (n);
  delete n;
  return v;
}

/* array_with_delete: leaks.  */
int
median (const int *v, size_t n)
{
  int *copy = new int[n]; /* { dg-warning "mismatched" } */
  std::memcpy (copy, v, n * sizeof *v);
  for (size_t i = 1; i < n; ++i)
    for (size_t j = i; j > 0 && copy[j] < copy[j - 1]; --j)
      std::swap (copy[j], copy[j - 1]);
  int m = copy[n / 2];
  delete copy;
  return m;
}

/* strdup_deleted: leaks.  */
class Name {
    char *s_;

public:
    explicit Name(const char *s) : s_(nullptr)
    {
        s_ = strdup(s);
    }
    ~Name() { delete s_; }
    Name(const Name &) = delete;
    size_t size() const { return s_ ? strlen(s_) : 0; }
};

size_t name_size(const char *s)
{
    Name n(s); /* { dg-warning "mismatched" } */
    return n.size();
}

/* new_freed: leaks.  */
struct Packet
{
  unsigned char hdr[8];
  unsigned len;
};

unsigned
decode_length (const unsigned char *p, size_t n)
{
  if (n < sizeof (Packet))
    return 0;
  Packet *k = new Packet; /* { dg-warning "mismatched" } */
  std::memcpy (k, p, sizeof *k);
  unsigned len = k->len;
  free (k);
  return len;
}

/* malloc_freed: clean.  */
struct FreeDeleter { void operator()(void *p) const noexcept { std::free(p); } };
template <class T> using c_ptr = std::unique_ptr<T, FreeDeleter>;

std::string canonical(const char *path)
{
    c_ptr<char> real(realpath(path, nullptr));
    if (!real)
        return path;
    c_ptr<char[]> copy(static_cast<char *>(std::malloc(std::strlen(real.get()) + 2)));
    if (!copy)
        throw std::bad_alloc();
    std::strcpy(copy.get(), real.get());
    std::strcat(copy.get(), "/");
    return copy.get();
}

/* unique_array_mismatch: leaks.  */
void
scramble (std::string &s)
{
  std::unique_ptr<char> buf (new char[s.size ()]); /* { dg-warning "mismatched|leak" } */
  for (size_t i = 0; i < s.size (); ++i)
    buf.get ()[i] = s[s.size () - 1 - i];
  s.assign (buf.get (), s.size ());
}

/* base_without_virtual: leaks.  */
struct Shape
{
  double w = 0;
};

struct Polygon : Shape
{
  double *pts;
  explicit Polygon (int n) : pts (new double[2 * n] ()) {}
  ~Polygon () { delete[] pts; }
};

double
width_of (int n)
{
  Shape *s = new Polygon (n); /* { dg-warning "leak" } */
  double w = s->w;
  delete s;
  return w;
}

/* virtual_base: clean.  */
struct Widget
{
  virtual ~Widget () = default;
  virtual int height () const = 0;
};

struct TextWidget : Widget
{
  char *text;
  explicit TextWidget (const char *t) : text (new char[std::strlen (t) + 1])
  {
    std::strcpy (text, t);
  }
  TextWidget (const TextWidget &) = delete;
  ~TextWidget () override { delete[] text; }
  int height () const override { return text[0] ? 12 : 0; }
};

struct Spacer : Widget
{
  int h;
  explicit Spacer (int h) : h (h) {}
  int height () const override { return h; }
};

int
total_height (const char *t)
{
  Widget *w[2] = { new TextWidget (t), new Spacer (4) };
  int h = 0;
  for (Widget *x : w)
    h += x->height ();
  for (Widget *x : w)
    delete x;
  return h;
}

/* make_widget: leaks.  */
Widget *
make_widget (const std::string &type, const std::string &arg)
{
  TextWidget *t = new TextWidget (arg.c_str ()); /* { dg-warning "leak" } */
  if (type == "text")
    return t;
  if (type == "space")
    return new Spacer (std::atoi (arg.c_str ()));
  delete t;
  return nullptr;
}

/* make_widget_owned: clean.  */
std::unique_ptr<Widget>
make_widget_owned (const std::string &type, const std::string &arg)
{
  if (type == "text")
    return std::make_unique<TextWidget> (arg.c_str ());
  auto s = std::make_unique<Spacer> (0);
  s->h = std::stoi (arg);
  if (s->h < 0)
    return nullptr;
  return s;
}

/* list_clear: leaks.  */
template <class T>
class List
{
  struct Item { T value; Item *next; };
  Item *head_ = nullptr;

public:
  List () = default;
  List (const List &) = delete;
  ~List ()
  {
    while (head_)
      delete std::exchange (head_, head_->next);
  }
  void push (T v) { head_ = new Item { std::move (v), head_ }; }
  bool push_if_absent (const T &v)
  {
    Item *it = new Item { v, nullptr }; /* { dg-warning "leak" } */
    for (Item *p = head_; p; p = p->next)
      if (p->value == v)
	return false;
    it->next = head_;
    head_ = it;
    return true;
  }
  size_t size () const
  {
    size_t n = 0;
    for (Item *p = head_; p; p = p->next)
      ++n;
    return n;
  }
};

size_t
distinct (const int *v, int n)
{
  List<int> l;
  for (int i = 0; i < n; ++i)
    l.push_if_absent (v[i]);
  return l.size ();
}

/* list_push: clean.  */
size_t
count_words (const char *s)
{
  List<std::string> words;
  while (const char *e = std::strchr (s, ' '))
    {
      if (e != s)
	words.push (std::string (s, e));
      s = e + 1;
    }
  if (*s)
    words.push (s);
  return words.size ();
}

/* chain_free: clean.  */
struct Chain
{
  int v;
  Chain *next;
};

int
longest_run (const std::vector<int> &in)
{
  Chain *head = nullptr, **tail = &head;
  for (int v : in)
    {
      *tail = new Chain { v, nullptr };
      tail = &(*tail)->next;
    }
  int best = 0, run = 0, last = 0;
  for (Chain *c = head; c; c = c->next)
    {
      run = c->v == last ? run + 1 : 1;
      last = c->v;
      if (run > best)
	best = run;
    }
  while (head)
    {
      Chain *next = head->next;
      delete head;
      head = next;
    }
  return best;
}

/* grow_buffer: leaks.  */
class Buffer {
public:
    ~Buffer() { delete[] data_; }
    void grow(size_t n)
    {
        if (n <= cap_)
            return;
        char *bigger = new char[2 * n]; /* { dg-warning "leak" } */
        if (data_)
            std::memcpy(bigger, data_, len_);
        data_ = bigger;
        cap_ = 2 * n;
    }
    void append(std::string_view s)
    {
        grow(len_ + s.size());
        std::memcpy(data_ + len_, s.data(), s.size());
        len_ += s.size();
    }
    std::string str() const { return {data_, len_}; }

private:
    char *data_ = nullptr;
    size_t len_ = 0, cap_ = 0;
};

std::string concat(std::string_view a, std::string_view b)
{
    Buffer x;
    x.append(a);
    x.append(b);
    return x.str();
}

/* Buffer2::grow: clean.  */
class Buffer2 {
public:
    Buffer2() = default;
    Buffer2(const Buffer2 &) = delete;
    Buffer2 &operator=(const Buffer2 &) = delete;
    ~Buffer2() { delete[] data_; }
    void reserve(size_t n)
    {
        if (n <= cap_)
            return;
        char *bigger = new char[n];
        std::memcpy(bigger, data_, len_);
        delete[] std::exchange(data_, bigger);
        cap_ = n;
    }
    void append(std::string_view s)
    {
        reserve(len_ + s.size());
        std::memcpy(data_ + len_, s.data(), s.size());
        len_ += s.size();
    }
    std::string str() const { return {data_, len_}; }

private:
    char *data_ = new char[16];
    size_t len_ = 0, cap_ = 16;
};

std::string join(const std::vector<std::string> &v)
{
    Buffer2 b;
    for (const auto &s : v)
        b.append(s);
    return b.str();
}

/* exchange_dropped: leaks.  */
struct State { int n; };

class Machine
{
  State *cur;

public:
  Machine () : cur (new State { 0 }) {}
  ~Machine () { delete cur; }
  void enter (int n)
  {
    State *fresh = new State { n };
    if (n > 100)
      {
	delete fresh;
	return;
      }
    State *old = std::exchange (cur, fresh);
    delete old;
  }
  int take ()
  {
    State *s = std::exchange (cur, nullptr); /* { dg-warning "leak" "" { xfail *-*-* } } */
    int n = s->n;
    if (n < 0)
      return 0;
    delete s;
    return n;
  }
};

int
run_machine (int n)
{
  Machine m;
  m.enter (n);
  return m.take ();
}

/* placement: clean.  */
struct Slot
{
  alignas (std::string) unsigned char room[sizeof (std::string)];
};

size_t
in_place (const char *s)
{
  Slot slot;
  auto *str = new (slot.room) std::string (s);
  size_t n = str->size ();
  str->~basic_string ();
  return n;
}

/* nothrow_new: clean.  */
bool
checksum (const unsigned char *p, size_t n, unsigned &out)
{
  unsigned *table = new (std::nothrow) unsigned[256];
  if (!table)
    return false;
  for (unsigned i = 0; i < 256; ++i)
    table[i] = i * 0x9e3779b9u;
  unsigned c = 0;
  for (size_t i = 0; i < n; ++i)
    {
      if (p[i] == 0xff)
	{
	  delete[] table;
	  return false;
	}
      c ^= table[p[i]];
    }
  out = c;
  delete[] table;
  return true;
}

} // namespace mem
