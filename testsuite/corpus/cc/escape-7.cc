/* Corpus, escape: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// configd -- a daemon that watches, parses and serves configuration.
// Long-lived objects, atomically swapped snapshots, reload on SIGHUP.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace configd {

struct SyntaxError : std::runtime_error {
  explicit SyntaxError(int line) : std::runtime_error("syntax"), line(line) {}
  int line;
};

struct Config {
  int workers = 1;
  int version = 0;
  bool valid() const noexcept { return workers > 0; }
};

// Owner of three strings; every one may be null.
struct Settings {
  char *user = nullptr;
  char *group = nullptr;
  char *chroot = nullptr;
  Settings() = default;
  Settings(const Settings &) = delete;
  Settings &operator=(const Settings &) = delete;
  ~Settings() {
    free(user);
    free(group);
    free(chroot);
  }
};

struct Listener {
  int fd;
  char *name;
};

// Looks at a value without owning it.
template <class T> struct View {
  explicit View(T *p) noexcept : ptr(p) {}
  T *operator->() const noexcept { return ptr; }
  T *ptr;
};

// Owns the value.
template <class T> struct Box {
  explicit Box(T *p) noexcept : ptr(p) {}
  Box(const Box &) = delete;
  ~Box() { delete ptr; }
  T *operator->() const noexcept { return ptr; }
  T *ptr;
};

class Server {
public:
  Server() = default;
  Server(const Server &) = delete;
  ~Server() {
    delete current_;
    if (sock_ >= 0) close(sock_);
    if (watch_ >= 0) close(watch_);
  }
  bool leak_reload(const char *path);
  bool clean_reload(const char *path);
  bool clean_start(const sockaddr_un &addr);
  int leak_lookup(const std::string &key);
  int clean_lookup(const std::string &key);
  std::shared_ptr<const Config> clean_snapshot();
private:
  Config *current_ = nullptr;
  int sock_ = -1, watch_ = -1;
  std::map<std::string, int> values_;
  std::shared_ptr<const Config> snapshot_;
  pthread_mutex_t mu_ = PTHREAD_MUTEX_INITIALIZER;
};

static int parse_number(const char *s, int line) {
  char *end;
  long v = strtol(s, &end, 10);
  if (end == s)
    throw SyntaxError(line);
  return static_cast<int>(v);
}

static Config *read_config(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f)
    return nullptr;
  Config *c = new Config;
  if (fscanf(f, "%d %d", &c->workers, &c->version) != 2)
    c->workers = 0;
  fclose(f);
  return c;
}

static bool try_open(const char *path, int *out) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  *out = fd;
  return true;
}

static std::optional<FILE *> open_log(const char *path) {
  if (FILE *f = fopen(path, "a"))
    return f;
  return std::nullopt;
}

// --- reload

bool Server::leak_reload(const char *path) {
  Config *next = read_config(path); /* { dg-warning "leak|mismatch" } */
  if (!next || !next->valid())
    return false;
  std::swap(current_, next);
  delete next;
  return true;
}

bool Server::clean_reload(const char *path) {
  Config *next = read_config(path);
  if (next && next->valid())
    std::swap(current_, next);
  bool changed = current_ != nullptr && current_ != next;
  delete next;
  return changed;
}

std::shared_ptr<const Config> Server::clean_snapshot() {
  auto next = std::make_shared<Config>();
  next->version = snapshot_ ? snapshot_->version + 1 : 1;
  if (current_)
    next->workers = current_->workers;
  snapshot_ = std::move(next);
  return snapshot_;
}

// Two-phase start: on failure the destructor cleans up what there is.
bool Server::clean_start(const sockaddr_un &addr) {
  if (sock_ >= 0 || watch_ >= 0)
    return false;
  sock_ = socket(AF_UNIX, SOCK_STREAM, 0);
  if (sock_ < 0)
    return false;
  if (bind(sock_, reinterpret_cast<const sockaddr *>(&addr), sizeof addr) < 0)
    return false;
  watch_ = inotify_init1(IN_CLOEXEC);
  return watch_ >= 0 && listen(sock_, 8) == 0;
}

int Server::leak_lookup(const std::string &key) {
  if (int e = pthread_mutex_lock(&mu_)) /* { dg-warning "leak|mismatch" } */
    return -e;
  try {
    int v = values_.at(key);
    pthread_mutex_unlock(&mu_);
    return v;
  } catch (const std::out_of_range &) {
    return -ENOENT;
  }
}

int Server::clean_lookup(const std::string &key) {
  if (int e = pthread_mutex_lock(&mu_))
    return -e;
  try {
    int v = values_.at(key);
    pthread_mutex_unlock(&mu_);
    return v;
  } catch (const std::out_of_range &) {
    pthread_mutex_unlock(&mu_);
    return -ENOENT;
  }
}

// --- parsing

std::unique_ptr<Config> leak_parse(const char *workers, const char *version) {
  Config *c = nullptr;
  try {
    c = new Config; /* { dg-warning "leak|mismatch" } */
    c->workers = parse_number(workers, 1);
    c->version = parse_number(version, 2);
  } catch (const SyntaxError &e) {
    fprintf(stderr, "line %d: %s\n", e.line, e.what());
    return nullptr;
  }
  return std::unique_ptr<Config>(c);
}

Config *clean_parse(const char *workers, const char *version) {
  Config *c = nullptr;
  try {
    c = new Config;
    c->workers = parse_number(workers, 1);
    c->version = parse_number(version, 2);
  } catch (const SyntaxError &e) {
    fprintf(stderr, "line %d: %s\n", e.line, e.what());
    delete std::exchange(c, nullptr);
  }
  return c;
}

size_t leak_load_lines(FILE *f) {
  std::vector<char *> lines;
  char *line = nullptr;
  size_t cap = 0, total = 0;
  while (getline(&line, &cap, f) > 0) { /* { dg-warning "leak|mismatch" } */
    if (line[0] != '#')
      lines.push_back(line);
    line = nullptr;
    cap = 0;
  }
  free(line);
  for (char *l : lines) {
    total += strlen(l);
    free(l);
  }
  return total;
}

size_t clean_load_lines(FILE *f) {
  std::vector<char *> lines;
  char *line = nullptr;
  size_t cap = 0, total = 0;
  while (getline(&line, &cap, f) > 0) {
    if (line[0] == '#')
      continue;                      // the buffer is used again
    lines.push_back(line);
    line = nullptr;
    cap = 0;
  }
  free(line);
  for (char *l : lines) {
    total += strlen(l);
    free(l);
  }
  return total;
}

int leak_count_words(const char *text, char sep) {
  char *copy = strdup(text); /* { dg-warning "leak|mismatch" } */
  char *rest = copy;
  int n = 0;
  while (char *word = strsep(&rest, " \t"))
    n += *word != '\0' && *word != sep;
  free(rest);
  return n;
}

int clean_count_words(const char *text, char sep) {
  char *copy = strdup(text);
  char *rest = copy;
  int n = 0;
  while (char *word = strsep(&rest, " \t")) {
    if (*word == sep)
      break;
    n += *word != '\0';
  }
  free(copy);
  return n;
}

void leak_assign(Settings &out, char *Settings::*field, const char *value) {
  Settings s;
  s.*field = strdup("nobody"); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
  if (value && *value)
    s.*field = strdup(value);
  std::swap(out.*field, s.*field);
}

void clean_assign(Settings &out, char *Settings::*field, const char *value) {
  char *copy = value ? strdup(value) : nullptr;
  free(out.*field);
  out.*field = copy;
}

// --- descriptors

int leak_watch(std::initializer_list<const char *> paths) {
  int fd = inotify_init1(IN_NONBLOCK); /* { dg-warning "leak|mismatch" } */
  if (fd < 0)
    return -1;
  for (const char *p : paths)
    if (inotify_add_watch(fd, p, IN_MODIFY) < 0)
      return -1;
  return fd;
}

int clean_watch(std::initializer_list<const char *> paths) {
  if (paths.size() == 0)
    return -1;
  int fd = inotify_init1(IN_NONBLOCK), failed = 0;
  if (fd < 0)
    return -1;
  for (const char *p : paths)
    failed += inotify_add_watch(fd, p, IN_MODIFY) < 0;
  if (failed)
    close(fd);
  return failed ? -1 : fd;
}

int leak_reopen_stderr(const char *path) {
  int fd = open(path, O_WRONLY | O_APPEND); /* { dg-warning "leak|mismatch" } */
  if (fd < 0)
    return -errno;
  if (dup2(fd, 2) < 0) {
    int e = errno;
    close(fd);
    return -e;
  }
  return 0;
}

int clean_reopen_stderr(const char *path) {
  FILE *f = fopen(path, "a");
  if (!f)
    return -errno;
  int rc = dup2(fileno(f), 2) < 0 ? -errno : 0;
  fclose(f);
  return rc;
}

bool leak_check_magic(const char *path) {
  int fd;
  char magic[4];
  if (!try_open(path, &fd) || read(fd, magic, 4) != 4) /* { dg-warning "leak|mismatch" } */
    return false;
  close(fd);
  return memcmp(magic, "CFGD", 4) == 0;
}

bool clean_check_magic(const char *path, const char *fallback) {
  int fd;
  char magic[4];
  if (!try_open(path, &fd) && !try_open(fallback, &fd))
    return false;
  bool ok = read(fd, magic, 4) == 4 && memcmp(magic, "CFGD", 4) == 0;
  close(fd);
  return ok;
}

bool leak_announce(const char *name, const char *log) {
  Listener l{socket(AF_UNIX, SOCK_DGRAM, 0), strdup(name)}; /* { dg-warning "leak|mismatch" } */
  if (l.fd < 0)
    return false;
  dprintf(l.fd, "%s on %s\n", l.name ? l.name : "?", log);
  close(l.fd);
  free(l.name);
  return true;
}

std::optional<Listener> clean_announce(const char *name) {
  Listener l{socket(AF_UNIX, SOCK_DGRAM, 0), strdup(name)};
  if (l.fd >= 0 && l.name)
    return l;
  if (l.fd >= 0)
    close(l.fd);
  free(l.name);
  return std::nullopt;
}

void leak_log(const char *path, const char *msg) {
  if (auto f = open_log(path); f.has_value()) { /* { dg-warning "leak|mismatch" } */
    fputs(msg, *f);
    fflush(*f);
  }
}

void clean_log(const char *path, const char *msg) {
  auto f = open_log(path);
  FILE *out = f.value_or(stderr);
  fputs(msg, out);
  if (f)
    fclose(*f);
}

// --- ownership conventions

int leak_effective_workers(int n) {
  View<Config> v(new Config); /* { dg-warning "leak|mismatch" } */
  v->workers = n;
  return v->valid() ? v->workers : 1;
}

int clean_effective_workers(int n) {
  Box<Config> b(new Config);
  View<Config> v(b.ptr);
  v->workers = n;
  if (!v->valid())
    throw SyntaxError(0);
  return v->workers;
}

int leak_maybe_boxed(const char *workers, bool keep) {
  Config *c = new Config; /* { dg-warning "leak|mismatch" } */
  Box<Config> hold(keep ? c : nullptr);
  c->workers = atoi(workers);
  return c->workers;
}

int clean_pair_of_boxes(const char *a, const char *b) {
  Config *first = new Config;
  Box<Config> hold(new Config);
  first->workers = atoi(a);
  hold->workers = atoi(b);
  if (first->workers > hold->workers)
    std::swap(first, hold.ptr);
  delete first;
  return hold->workers;
}

std::string clean_hostname() {
  std::unique_ptr<char, decltype(&free)> buf(static_cast<char *>(malloc(256)), free);
  if (!buf || gethostname(buf.get(), 256) < 0)
    return "localhost";
  buf.get()[255] = '\0';
  return buf.get();
}
}
