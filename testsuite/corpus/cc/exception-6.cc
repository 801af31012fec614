/* Corpus, exception: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// minidb: the client driver of a toy SQL server.  Exceptions everywhere,
// handles wrapped where somebody took the time to wrap them.
#include <arpa/inet.h>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <map>
#include <memory>
#include <optional>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace minidb {

class Error : public std::runtime_error {
public:
  explicit Error(const char *what) : std::runtime_error(what) {}
};

class Socket {
public:
  Socket() noexcept = default;
  explicit Socket(int fd) noexcept : fd_(fd) {}
  Socket(Socket &&o) noexcept : fd_(std::exchange(o.fd_, -1)) {}
  Socket &operator=(Socket &&o) noexcept {
    std::swap(fd_, o.fd_);
    return *this;
  }
  ~Socket() { if (fd_ >= 0) ::close(fd_); }
  int get() const noexcept { return fd_; }
  int detach() noexcept { return std::exchange(fd_, -1); }
  explicit operator bool() const noexcept { return fd_ >= 0; }
private:
  int fd_ = -1;
};

struct Row {
  int refs = 1;
  int cells[8] = {};
  void ref() noexcept { ++refs; }
  void unref() noexcept { if (--refs == 0) delete this; }
};

template <class T> class Ref {
public:
  enum Adopt { adopt };
  Ref(T *p, Adopt) noexcept : p_(p) {}
  explicit Ref(T *p) noexcept : p_(p) { if (p_) p_->ref(); }
  Ref(const Ref &o) noexcept : p_(o.p_) { if (p_) p_->ref(); }
  Ref &operator=(const Ref &) = delete;
  ~Ref() { if (p_) p_->unref(); }
  T *operator->() const noexcept { return p_; }
private:
  T *p_;
};

struct Cursor {
  int column = 0;
  int next() noexcept { return ++column; }
};

static bool say_hello(int fd) noexcept {
  return ::send(fd, "HELO", 4, 0) == 4;
}

static void check_schema(int version) {
  if (version < 3)
    throw Error("schema too old");
}

class Statement {
public:
  Statement() = default;
  Statement(const Statement &) = delete;
  ~Statement() { std::free(buf_); }
  bool leak_rebind(size_t n, bool wide);
  bool clean_rebind(size_t n, bool wide);
private:
  char *buf_ = nullptr;
  size_t cap_ = 0;
};

class Connection {
public:
  ~Connection() { for (auto &e : raw_cache_) delete e.second; }
  Statement *leak_cached(const std::string &sql);
  Statement *clean_cached(const std::string &sql);
  Statement &clean_prepared(const std::string &sql);
  void leak_commit(int version);
  void clean_commit(int version);
  void clean_adopt_cursor(std::unique_ptr<Cursor> c);
private:
  std::map<std::string, Statement *> raw_cache_;
  std::map<std::string, std::unique_ptr<Statement>> cache_;
  std::vector<Cursor *> open_;
  pthread_mutex_t mu_ = PTHREAD_MUTEX_INITIALIZER;
  int commits_ = 0;
};

// --- connecting -----------------------------------------------------------

int leak_connect(const sockaddr_in &addr) {
  int fd = ::socket(AF_INET, SOCK_STREAM, 0); /* { dg-warning "leak|mismatch" } */
  if (fd < 0)
    throw Error("socket");
  if (::connect(fd, reinterpret_cast<const sockaddr *>(&addr), sizeof addr) < 0)
    throw Error("connect");
  return fd;
}

Socket clean_connect(const sockaddr_in &addr) {
  Socket s(::socket(AF_INET, SOCK_STREAM, 0));
  if (!s)
    throw Error("socket");
  if (::connect(s.get(), reinterpret_cast<const sockaddr *>(&addr), sizeof addr) < 0)
    throw Error("connect");
  return s;
}

bool leak_handshake(const sockaddr_in &addr) {
  Socket s(::socket(AF_INET, SOCK_STREAM, 0)); /* { dg-warning "leak|mismatch" } */
  if (!s)
    return false;
  if (::connect(s.get(), reinterpret_cast<const sockaddr *>(&addr), sizeof addr) < 0
      || !say_hello(s.get())) {
    s.detach();
    return false;
  }
  return true;
}

int clean_handshake(const sockaddr_in &addr) {
  Socket s(::socket(AF_INET, SOCK_STREAM, 0));
  if (!s)
    return -1;
  if (::connect(s.get(), reinterpret_cast<const sockaddr *>(&addr), sizeof addr) < 0
      || !say_hello(s.get()))
    return -1;
  return s.detach();
}

std::optional<Socket> clean_checkout(std::vector<Socket> &idle) {
  while (!idle.empty()) {
    std::optional<Socket> s(std::move(idle.back()));
    idle.pop_back();
    if (say_hello(s->get()))
      return s;
    s.reset();
  }
  return std::nullopt;
}

// --- statements -----------------------------------------------------------

size_t leak_limit(const char *sql, const std::string &limit) {
  char *copy = ::strdup(sql); /* { dg-warning "leak|mismatch" } */
  if (!copy)
    return 0;
  int n = std::stoi(limit);
  size_t total = std::strlen(copy) + static_cast<size_t>(n);
  std::free(copy);
  return total;
}

size_t clean_limit(const char *sql, const std::string &limit) {
  int n = std::stoi(limit);
  char *copy = ::strdup(sql);
  if (!copy)
    return 0;
  for (char *p = copy; *p; ++p)
    if (*p == ';')
      *p = ' ';
  size_t total = std::strlen(copy) + static_cast<size_t>(n);
  std::free(copy);
  return total;
}

int leak_fetch(const std::vector<int> &widths, size_t col) {
  Cursor *c = new Cursor; /* { dg-warning "leak|mismatch" } */
  int w = c->next();
  w += widths.at(col);
  delete c;
  return w;
}

Cursor *clean_fetch(const std::vector<int> &widths, size_t col) {
  auto c = std::make_unique<Cursor>();
  c->column = widths.at(col);
  return c.release();
}

int leak_migrate(const std::string &version) {
  char *script = static_cast<char *>(std::malloc(4096)); /* { dg-warning "leak|mismatch" } */
  if (!script)
    return -1;
  try {
    check_schema(std::stoi(version));
  } catch (const Error &) {
    std::free(script);
    throw;
  }
  std::free(script);
  return 0;
}

int clean_migrate(const std::string &version) {
  char *script = static_cast<char *>(std::malloc(4096));
  if (!script)
    return -1;
  try {
    check_schema(std::stoi(version));
  } catch (const Error &) {
    std::free(script);
    return 1;
  } catch (...) {
    std::free(script);
    throw;
  }
  std::free(script);
  return 0;
}

bool Statement::leak_rebind(size_t n, bool wide) {
  std::free(buf_);
  buf_ = static_cast<char *>(std::malloc(n)); /* { dg-warning "leak|mismatch" } */
  cap_ = n;
  if (wide) {
    buf_ = static_cast<char *>(std::malloc(n * 4));
    cap_ = n * 4;
  }
  return buf_ != nullptr;
}

bool Statement::clean_rebind(size_t n, bool wide) {
  char *fresh = static_cast<char *>(std::malloc(wide ? n * 4 : n));
  if (!fresh)
    return false;
  std::swap(buf_, fresh);
  cap_ = wide ? n * 4 : n;
  std::free(fresh);
  return true;
}

// --- rows -------------------------------------------------------------------

int leak_first_cell(int fd) {
  Row *r = new Row; /* { dg-warning "leak|mismatch" } */
  ssize_t n = ::read(fd, r->cells, sizeof r->cells);
  if (n < 0)
    return -1;
  int v = n == 0 ? 0 : r->cells[0];
  r->unref();
  return v;
}

int clean_first_cell(int fd) {
  Ref<Row> r(new Row, Ref<Row>::adopt);
  Ref<Row> second(r);
  ssize_t n = ::read(fd, second->cells, sizeof second->cells);
  if (n < 0)
    throw Error("read");
  return r->cells[0];
}

Row *clean_shared_row(Row *from) {
  Row *r = from;
  if (r)
    r->ref();
  else
    r = new Row;
  return r;
}

// --- the connection -----------------------------------------------------------

Statement *Connection::leak_cached(const std::string &sql) {
  Statement *st = new Statement; /* { dg-warning "leak|mismatch" } */
  auto res = raw_cache_.insert({sql, st});
  return res.first->second;
}

Statement *Connection::clean_cached(const std::string &sql) {
  Statement *&slot = raw_cache_[sql];
  if (!slot)
    slot = new Statement;
  return slot;
}

Statement &Connection::clean_prepared(const std::string &sql) {
  auto it = cache_.find(sql);
  if (it == cache_.end())
    it = cache_.emplace(sql, std::make_unique<Statement>()).first;
  return *it->second;
}

void Connection::leak_commit(int version) {
  pthread_mutex_lock(&mu_); /* { dg-warning "leak|mismatch" } */
  check_schema(version);
  ++commits_;
  pthread_mutex_unlock(&mu_);
}

void Connection::clean_commit(int version) {
  struct Guard {
    pthread_mutex_t *m;
    explicit Guard(pthread_mutex_t *mu) noexcept : m(mu) { pthread_mutex_lock(m); }
    Guard(const Guard &) = delete;
    ~Guard() { pthread_mutex_unlock(m); }
  } guard(&mu_);
  check_schema(version);
  ++commits_;
}

void Connection::clean_adopt_cursor(std::unique_ptr<Cursor> c) {
  if (!c)
    return;
  open_.push_back(c.get());
  c->next();
  open_.pop_back();
}

bool leak_steal(int limit) {
  auto c = std::make_unique<Cursor>(); /* { dg-warning "leak|mismatch" } */
  c->next();
  Cursor *raw = c.release();
  if (raw->column > limit)
    return true;
  delete raw;
  return false;
}

int leak_batch(int n) {
  std::vector<Cursor *> cursors;
  for (int i = 0; i < n; ++i)
    cursors.push_back(new Cursor); /* { dg-warning "leak|mismatch" } */
  int sum = 0;
  for (Cursor *c : cursors)
    sum += c->next();
  return sum;
}

int clean_batch(int n) {
  std::vector<Cursor *> cursors;
  cursors.reserve(n > 0 ? n : 0);
  for (int i = 0; i < n; ++i)
    cursors.push_back(new Cursor);
  int sum = 0;
  while (!cursors.empty()) {
    sum += cursors.back()->next();
    delete cursors.back();
    cursors.pop_back();
  }
  return sum;
}

long leak_column_sum(int fd, size_t n) {
  long *cells = new long[n](); /* { dg-warning "leak|mismatch" } */
  if (::read(fd, cells, n * sizeof *cells) < 0)
    cells[0] = 0;
  long sum = cells[0];
  delete cells;
  return sum;
}

long clean_column_sum(int fd, size_t n) {
  long *cells = n > 16 ? new long[n]() : nullptr;
  long inline_cells[16] = {};
  long *p = cells ? cells : inline_cells;
  if (::read(fd, p, n * sizeof *p) < 0)
    p[0] = 0;
  long sum = 0;
  for (size_t i = 0; i < n; ++i)
    sum += p[i];
  delete[] cells;
  return sum;
}

// --- drivers ------------------------------------------------------------------

class leak_Journal {
public:
  leak_Journal(const char *path, int version);
  leak_Journal(const leak_Journal &) = delete;
  ~leak_Journal() { ::close(fd_); }
private:
  int fd_;
};

leak_Journal::leak_Journal(const char *path, int version) {
  fd_ = ::open(path, O_RDWR | O_CREAT, 0600); /* { dg-warning "leak|mismatch" } */
  if (fd_ < 0)
    throw Error("journal");
  check_schema(version);
}

class clean_Journal {
public:
  clean_Journal(const char *path, int version);
private:
  Socket file_;
  std::unique_ptr<void, int (*)(void *)> codec_;
};

clean_Journal::clean_Journal(const char *path, int version)
    : file_(::open(path, O_RDWR | O_CREAT, 0600)),
      codec_(::dlopen("libjournal.so", RTLD_NOW), &::dlclose) {
  if (!file_ || !codec_)
    throw Error("journal");
  check_schema(version);
}

using EntryFn = int (*)(int) noexcept;

int leak_load_driver(const char *so, int arg) {
  void *h = ::dlopen(so, RTLD_NOW | RTLD_LOCAL); /* { dg-warning "leak|mismatch" } */
  if (!h)
    return -1;
  auto entry = reinterpret_cast<EntryFn>(::dlsym(h, "minidb_entry"));
  if (!entry)
    throw Error("no entry point");
  int rc = entry(arg);
  ::dlclose(h);
  return rc;
}

std::pair<void *, EntryFn> clean_load_driver(const char *so) {
  void *h = ::dlopen(so, RTLD_NOW | RTLD_LOCAL);
  if (!h)
    return {nullptr, nullptr};
  if (auto entry = reinterpret_cast<EntryFn>(::dlsym(h, "minidb_entry")))
    return {h, entry};
  ::dlclose(h);
  return {nullptr, nullptr};
}

} // namespace minidb
