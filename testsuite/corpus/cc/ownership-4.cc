/* Corpus, ownership: owners, from the library and home-made.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-options "-std=c++20" } */

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <iconv.h>
#include <memory>
#include <mutex>
#include <optional>
#include <regex.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace owners {

struct fcloser
{
  void operator() (FILE *f) const noexcept
  {
    if (f)
      fclose (f);
  }
};
using file_ptr = std::unique_ptr<FILE, fcloser>;

/* released_then_thrown: leaks.  */
void
append_record (const char *name, int id, const std::string &text)
{
  file_ptr f (fopen (name, "a")); /* { dg-warning "leak" } */
  if (!f)
    throw std::runtime_error ("open");
  FILE *raw = f.release ();
  if (fprintf (raw, "%d %s\n", id, text.c_str ()) < 0)
    throw std::runtime_error ("write");
  if (fclose (raw))
    throw std::runtime_error ("close");
}

/* released_to_close: clean.  */
void
append_record_checked (const char *name, int id, const std::string &text)
{
  file_ptr f (fopen (name, "a"));
  if (!f)
    throw std::runtime_error ("open");
  if (fprintf (f.get (), "%d %s\n", id, text.c_str ()) < 0)
    throw std::runtime_error ("write");
  if (fclose (f.release ()))
    throw std::runtime_error ("close");
}

/* reset_in_loop: clean.  */
size_t
total_lines (const std::vector<std::string> &names)
{
  file_ptr f;
  size_t n = 0;
  for (const auto &name : names)
    {
      f.reset (fopen (name.c_str (), "r"));
      if (!f)
	continue;
      int c;
      while ((c = getc (f.get ())) != EOF)
	n += c == '\n';
    }
  return n;
}

/* lib_handle_default: leaks.  */
class Library
{
public:
  explicit Library (const char *path) : h (dlopen (path, RTLD_NOW)) {}
  Library (Library &&o) noexcept : h (o.h) { o.h = nullptr; }
  ~Library ()
  {
    if (h)
      dlclose (h);
  }
  void *handle () const { return h; }
  bool reopen (const char *path)
  {
    void *n = dlopen (path, RTLD_LAZY); /* { dg-warning "leak" } */
    if (!n)
      return false;
    if (!dlsym (n, "plugin_init"))
      return false;
    if (h)
      dlclose (h);
    h = n;
    return true;
  }

private:
  void *h;
};

bool
load (const char *a, const char *b)
{
  Library l (a);
  return l.reopen (b);
}

/* lib_vector: clean.  */
size_t
load_plugins (const std::vector<std::string> &names)
{
  std::vector<Library> libs;
  for (auto &n : names)
    {
      Library l (n.c_str ());
      if (!l.handle () || !dlsym (l.handle (), "plugin_init"))
	continue;
      libs.push_back (std::move (l));
    }
  return libs.size ();
}

/* release_as_get: leaks.  */
size_t file_size_of(const char *name) {
  auto f = file_ptr(fopen(name, "rb")); /* { dg-warning "leak" } */
  if (!f) return 0;
  fseek(f.get(), 0, SEEK_END);
  long n = ftell(f.release());
  return n < 0 ? 0 : static_cast<size_t>(n);
}

/* optional_owner: clean.  */
class Regex {
 public:
  static std::optional<Regex> compile(const std::string &pat) {
    Regex r;
    if (regcomp(&r.re_, pat.c_str(), REG_EXTENDED) != 0) return std::nullopt;
    r.live_ = true;
    return std::optional<Regex>(std::move(r));
  }
  Regex(Regex &&o) noexcept : re_(o.re_), live_(std::exchange(o.live_, false)) {}
  ~Regex() { if (live_) regfree(&re_); }
  bool match(const char *s) const { return regexec(&re_, s, 0, nullptr, 0) == 0; }

 private:
  Regex() = default;
  regex_t re_;
  bool live_ = false;
};

int grep(const std::string &pat, const std::vector<std::string> &in) {
  auto re = Regex::compile(pat);
  if (!re) return -1;
  int n = 0;
  for (auto &s : in) n += re->match(s.c_str());
  return n;
}

/* regex_raw: leaks.  */
bool valid_mail(const char *s) {
  regex_t re;
  if (regcomp(&re, "^[^@]+@[^@]+$", REG_EXTENDED | REG_NOSUB)) /* { dg-warning "leak" } */
    return false;
  if (std::strlen(s) > 254) return false;
  bool ok = regexec(&re, s, 0, nullptr, 0) == 0;
  regfree(&re);
  return ok;
}

/* swap_loses: leaks.  */
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(const Fd &) = delete;
  Fd &operator=(const Fd &) = delete;
  Fd(Fd &&o) noexcept { swap(o); }
  Fd &operator=(Fd &&o) noexcept {
    Fd(std::move(o)).swap(*this);
    return *this;
  }
  ~Fd() {
    if (fd_ != -1) ::close(fd_);
  }
  void swap(Fd &o) noexcept { std::swap(fd_, o.fd_); }
  int get() const { return fd_; }
  int release() {
    int f = fd_;
    fd_ = -1;
    return f;
  }

 private:
  int fd_ = -1;
};

int dup_log(int which) {
  Fd a(::open("/var/log/a", O_RDONLY)), b(::open("/var/log/b", O_RDONLY));
  /* { dg-warning "leak" "" { target *-*-* } .-1 } */
  if (a.get() < 0 || b.get() < 0) return -1;
  if (which) a.swap(b);
  int x = a.release();
  int y = b.release();
  if (::lseek(y, 0, SEEK_END) > 0) ::close(y);
  return x;
}

/* swap_keeps: clean.  */
int rotate_log(const char *name) {
  Fd cur(::open(name, O_WRONLY | O_APPEND));
  if (cur.get() < 0) return -1;
  Fd next(::open("/var/log/next", O_WRONLY | O_CREAT, 0600));
  if (next.get() < 0) return -1;
  cur = std::move(next);
  if (::write(cur.get(), "rotated\n", 8) != 8) return -1;
  return cur.release();
}

/* variant_owner: clean.  */
using Source = std::variant<std::monostate, file_ptr, Fd, std::string>;

static Source open_source(std::string_view spec) {
  if (spec.substr(0, 5) == "file:")
    return file_ptr(fopen(std::string(spec.substr(5)).c_str(), "r"));
  if (spec.substr(0, 3) == "fd:")
    return Fd(::open(std::string(spec.substr(3)).c_str(), O_RDONLY));
  if (spec.empty()) return std::monostate{};
  return std::string(spec);
}

struct ByteCounter {
  long operator()(std::monostate) const { return 0; }
  long operator()(const file_ptr &f) const {
    if (!f || fseek(f.get(), 0, SEEK_END)) return -1;
    return ftell(f.get());
  }
  long operator()(const Fd &f) const { return ::lseek(f.get(), 0, SEEK_END); }
  long operator()(const std::string &s) const { return s.size(); }
};

long bytes_in(std::string_view spec) {
  Source s = open_source(spec);
  return std::visit(ByteCounter{}, s);
}

/* pair_of_raw: leaks.  */
static std::pair<FILE *, bool>
open_maybe (const char *name)
{
  if (FILE *f = fopen (name, "r+"))
    return { f, false };
  return { fopen (name, "w+"), true };
}

bool
touch (const char *name)
{
  auto [f, fresh] = open_maybe (name); /* { dg-warning "leak" } */
  if (!f)
    return false;
  if (fresh)
    return true;
  rewind (f);
  fclose (f);
  return false;
}

/* tuple_of_owners: clean.  */
std::tuple<file_ptr, file_ptr, bool>
open_pair (const char *a, const char *b)
{
  file_ptr x (fopen (a, "r")), y (fopen (b, "r"));
  bool both = x && y;
  return { std::move (x), std::move (y), both };
}

bool
same_first_byte (const char *a, const char *b)
{
  auto [x, y, ok] = open_pair (a, b);
  if (!ok)
    return false;
  return getc (x.get ()) == getc (y.get ());
}

/* map_erase_raw: leaks.  */
class Cache
{
  std::unordered_map<std::string, FILE *> open_;

public:
  ~Cache ()
  {
    for (auto &e : open_)
      fclose (e.second);
  }
  bool use (const std::string &name)
  {
    FILE *f = fopen (name.c_str (), "r"); /* { dg-warning "leak" } */
    if (!f)
      return false;
    if (open_.size () >= 64)
      return false;
    open_.emplace (name, f);
    return true;
  }
};

int
use_many (const std::vector<std::string> &v)
{
  Cache c;
  int n = 0;
  for (auto &s : v)
    n += c.use (s);
  return n;
}

/* map_of_owners: clean.  */
class Cache2
{
  std::unordered_map<std::string, file_ptr> open_;

public:
  FILE *get (const std::string &name)
  {
    auto it = open_.find (name);
    if (it != open_.end ())
      return it->second.get ();
    file_ptr f (fopen (name.c_str (), "r"));
    if (!f)
      return nullptr;
    if (open_.size () >= 64)
      open_.clear ();
    return open_.emplace (name, std::move (f)).first->second.get ();
  }
};

int
first_bytes (const std::vector<std::string> &v)
{
  Cache2 c;
  int n = 0;
  for (auto &s : v)
    if (FILE *f = c.get (s))
      n += getc (f);
  return n;
}

/* refcounted: clean.  */
class Shared
{
  struct Rep
  {
    std::atomic<int> refs { 1 };
    char *data = nullptr;
    ~Rep () { std::free (data); }
  };
  Rep *rep;
  void drop ()
  {
    if (rep && rep->refs.fetch_sub (1) == 1)
      delete rep;
  }

public:
  explicit Shared (const char *s) : rep (new Rep) { rep->data = strdup (s); }
  Shared (const Shared &o) : rep (o.rep) { rep->refs++; }
  Shared &operator= (const Shared &o)
  {
    o.rep->refs++;
    drop ();
    rep = o.rep;
    return *this;
  }
  ~Shared () { drop (); }
  char front () const { return rep->data ? *rep->data : 0; }
};

char
pick (const char *a, const char *b, bool second)
{
  Shared x (a), y (b);
  if (second)
    x = y;
  return x.front ();
}

/* iconv_convert: leaks.  */
std::string to_utf8(const std::string &in, const char *charset)
{
    iconv_t cd = iconv_open("UTF-8", charset); /* { dg-warning "leak" } */
    if (cd == (iconv_t) -1)
        throw std::invalid_argument(charset);
    std::string out(in.size() * 4, '\0');
    char *src = const_cast<char *>(in.data()), *dst = out.data();
    size_t left = in.size(), room = out.size();
    if (iconv(cd, &src, &left, &dst, &room) == (size_t) -1)
        throw std::runtime_error("bad text");
    iconv_close(cd);
    out.resize(out.size() - room);
    return out;
}

/* Converter: clean.  */
class Converter {
    iconv_t cd;

public:
    Converter(const char *to, const char *from) : cd(iconv_open(to, from))
    {
        if (cd == (iconv_t) -1)
            throw std::invalid_argument(from);
    }
    Converter(const Converter &) = delete;
    ~Converter() { iconv_close(cd); }
    std::string operator()(std::string in) const
    {
        std::string out(in.size() * 4, '\0');
        char *src = in.data(), *dst = out.data();
        size_t left = in.size(), room = out.size();
        if (iconv(cd, &src, &left, &dst, &room) == (size_t) -1)
            throw std::runtime_error("bad text");
        out.resize(out.size() - room);
        return out;
    }
};

std::string from_latin1(const std::string &s) { return Converter("UTF-8", "LATIN1")(s); }

/* lock_return: leaks.  */
static std::mutex table_lock;
static int table[64];

bool
add_entry (int v)
{
  table_lock.lock (); /* { dg-warning "leak" } */
  for (int &e : table)
    {
      if (e == v)
	return false;
      if (!e)
	{
	  e = v;
	  table_lock.unlock ();
	  return true;
	}
    }
  table_lock.unlock ();
  return false;
}

/* lock_guarded: clean.  */
bool
find_entry (int v)
{
  std::unique_lock<std::mutex> l (table_lock, std::try_to_lock);
  if (!l.owns_lock ())
    return false;
  for (int e : table)
    if (e == v)
      return true;
  l.unlock ();
  return v == 0;
}

} // namespace owners
