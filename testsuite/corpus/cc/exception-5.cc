/* Corpus, exception: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// A small header-like template library and functions exercising it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace util {

template <class Traits> class unique_resource {
public:
    using type = typename Traits::type;
    unique_resource() noexcept = default;
    explicit unique_resource(type v) noexcept : v_(v) {}
    unique_resource(unique_resource &&o) noexcept : v_(o.release()) {}
    unique_resource &operator=(unique_resource &&o) noexcept {
        unique_resource tmp(std::move(o));
        std::swap(v_, tmp.v_);
        return *this;
    }
    ~unique_resource() {
        if (v_ != Traits::invalid())
            Traits::close(v_);
    }
    explicit operator bool() const noexcept { return v_ != Traits::invalid(); }
    type get() const noexcept { return v_; }
    type release() noexcept {
        type t = v_;
        v_ = Traits::invalid();
        return t;
    }

private:
    type v_ = Traits::invalid();
};

struct fd_traits {
    using type = int;
    static type invalid() noexcept { return -1; }
    static void close(type fd) noexcept { ::close(fd); }
};

struct file_traits {
    using type = FILE *;
    static type invalid() noexcept { return nullptr; }
    static void close(type f) noexcept { fclose(f); }
};

using unique_fd = unique_resource<fd_traits>;
using unique_file = unique_resource<file_traits>;

template <class F> class scope_exit {
public:
    explicit scope_exit(F f) noexcept : f_(std::move(f)) {}
    scope_exit(scope_exit &&o) noexcept
        : f_(std::move(o.f_)), armed_(std::exchange(o.armed_, false)) {}
    ~scope_exit() {
        if (armed_)
            f_();
    }
    void dismiss() noexcept { armed_ = false; }

private:
    F f_;
    bool armed_ = true;
};

template <class F>
scope_exit<F> make_scope_exit(F f) noexcept { return scope_exit<F>(std::move(f)); }

template <class T> struct free_deleter {
    void operator()(T *p) const noexcept { free(p); }
};
template <class T> using malloc_ptr = std::unique_ptr<T, free_deleter<T>>;

struct error {
    int code;
};

template <class T> using expected = std::variant<T, error>;

// intrusive reference counting
class ref_counted {
public:
    void add_ref() noexcept { ++refs_; }
    bool drop_ref() noexcept { return --refs_ == 0; }

private:
    int refs_ = 1;
};

class blob : public ref_counted {
public:
    explicit blob(size_t n) : data_(new char[n]), n_(n) {}
    blob(const blob &) = delete;
    blob &operator=(const blob &) = delete;
    ~blob() { delete[] data_; }
    char *data() noexcept { return data_; }
    size_t size() const noexcept { return n_; }

private:
    char *data_;
    size_t n_;
};

template <class T> class ref_ptr {
public:
    explicit ref_ptr(T *adopt) noexcept : p_(adopt) {}
    ref_ptr(const ref_ptr &o) noexcept : p_(o.p_) {
        if (p_)
            p_->add_ref();
    }
    ref_ptr &operator=(const ref_ptr &) = delete;
    ~ref_ptr() {
        if (p_ && p_->drop_ref())
            delete p_;
    }
    T *operator->() const noexcept { return p_; }

private:
    T *p_;
};

template <class T> T checked(T v, T limit) {
    if (v > limit)
        throw std::out_of_range("checked");
    return v;
}

} // namespace util

using namespace util;

template <class T>
T *leak_fill_array(size_t n, T start, T limit) {
    T *arr = new T[n]; /* { dg-warning "leak|mismatch" } */
    for (size_t i = 0; i < n; ++i)
        arr[i] = checked<T>(start + static_cast<T>(i), limit);
    return arr;
}

int *int_ramp(size_t n) { return leak_fill_array<int>(n, 0, 1000); }

template <class T>
std::unique_ptr<T[]> clean_fill_array(size_t n, T start, T limit) {
    auto arr = std::make_unique<T[]>(n);
    for (size_t i = 0; i < n; ++i)
        arr[i] = checked<T>(start + static_cast<T>(i), limit);
    return arr;
}

std::unique_ptr<double[]> real_ramp(size_t n) { return clean_fill_array<double>(n, 0.5, 1000.0); }

template <class Fn>
bool clean_with_file(const char *path, Fn fn) {
    unique_file f(fopen(path, "r"));
    if (!f)
        return false;
    return fn(f.get());
}

template <class Fn>
bool leak_with_file(const char *path, Fn fn) {
    FILE *f = fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return false;
    if (!fn(f))
        return false;
    fclose(f);
    return true;
}

bool first_line_is(const char *path, const char *want) {
    auto match = [want](FILE *f) noexcept {
        char line[128];
        return fgets(line, sizeof line, f) && strcmp(line, want) == 0;
    };
    return clean_with_file(path, match) || leak_with_file(path, match);
}

// Hands the descriptor out only when everything went well.
int clean_open_checked(const char *path, off_t limit) {
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return -1;
    auto closer = make_scope_exit([fd]() noexcept { close(fd); });
    struct stat st;
    if (fstat(fd, &st) != 0)
        return -1;
    checked<off_t>(st.st_size, limit);
    closer.dismiss();
    return fd;
}

int leak_open_checked(const char *path, off_t limit) {
    int fd = open(path, O_RDONLY); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return -1;
    auto closer = make_scope_exit([fd]() noexcept { close(fd); });
    struct stat st;
    if (fstat(fd, &st) != 0)
        return -1;
    closer.dismiss();
    checked<off_t>(st.st_size, limit);
    return fd;
}

expected<unique_file> try_open(const char *path) {
    unique_file f(fopen(path, "r"));
    if (!f)
        return error{1};
    return expected<unique_file>(std::move(f));
}

expected<FILE *> try_open_raw(const char *path) {
    FILE *f = fopen(path, "r");
    if (!f)
        return error{1};
    return f;
}

int clean_variant_first_char(const char *path) {
    auto r = try_open(path);
    if (std::holds_alternative<error>(r))
        return -std::get<error>(r).code;
    int c = fgetc(std::get<unique_file>(r).get());
    return c == EOF ? 0 : c;
}

int leak_variant_first_char(const char *path) {
    auto r = try_open_raw(path); /* { dg-warning "leak|mismatch" } */
    if (auto *e = std::get_if<error>(&r))
        return -e->code;
    FILE *f = *std::get_if<FILE *>(&r);
    int c = fgetc(f);
    if (c == EOF)
        return 0;
    fclose(f);
    return c;
}

std::tuple<unique_fd, unique_fd> make_pipe() {
    int p[2];
    if (pipe(p) != 0)
        return {};
    return {unique_fd(p[0]), unique_fd(p[1])};
}

bool clean_pipe_roundtrip(const char *msg) {
    auto [rd, wr] = make_pipe();
    if (!rd || !wr)
        return false;
    size_t n = checked<size_t>(strlen(msg), 512);
    if (write(wr.get(), msg, n) != static_cast<ssize_t>(n))
        return false;
    char buf[512];
    return read(rd.get(), buf, n) == static_cast<ssize_t>(n);
}

bool leak_pipe_roundtrip(const char *msg) {
    auto [rd, wr] = make_pipe(); /* { dg-warning "leak|mismatch" } */
    if (!rd || !wr)
        return false;
    size_t n = strlen(msg);
    int w = wr.release();
    if (write(w, msg, n) != static_cast<ssize_t>(n))
        return false;
    close(w);
    char buf[512];
    return read(rd.get(), buf, sizeof buf) > 0;
}

size_t clean_blob_share(size_t n) {
    ref_ptr<blob> a(new blob(n));
    ref_ptr<blob> b = a;
    b->data()[0] = 'x';
    return checked<size_t>(a->size(), 1u << 20);
}

size_t leak_blob_share(size_t n) {
    blob *raw = new blob(n); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
    raw->add_ref();
    ref_ptr<blob> a(raw);
    a->data()[0] = 'x';
    return a->size();
}

char *leak_dup_upper(const char *s) {
    std::unique_ptr<char> copy(strdup(s)); /* { dg-warning "leak|mismatch" } */
    if (!copy)
        return nullptr;
    for (char *p = copy.get(); *p; ++p)
        if (*p >= 'a' && *p <= 'z')
            *p -= 32;
    if (strchr(copy.get(), ' '))
        return nullptr;
    return copy.release();
}

char *clean_dup_upper(const char *s) {
    malloc_ptr<char> copy(strdup(s));
    if (!copy)
        return nullptr;
    for (char *p = copy.get(); *p; ++p)
        if (*p >= 'a' && *p <= 'z')
            *p -= 32;
    if (strchr(copy.get(), ' '))
        return nullptr;
    return copy.release();
}

// std::function that shares a stream between several writers
std::vector<std::function<bool(const char *)>> clean_make_writers(const char *path, int n) {
    std::vector<std::function<bool(const char *)>> out;
    std::shared_ptr<FILE> f(fopen(path, "w"), [](FILE *p) {
        if (p)
            fclose(p);
    });
    if (!f)
        return out;
    for (int i = 0; i < n; ++i)
        out.push_back([f, i](const char *msg) { return fprintf(f.get(), "%d: %s\n", i, msg) > 0; });
    return out;
}

int leak_run_writers(const char *path, int n) {
    FILE *f = fopen(path, "w"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return -1;
    std::vector<std::function<bool()>> todo;
    for (int i = 0; i < n; ++i)
        todo.push_back([f, i] { return fprintf(f, "%d\n", checked(i, 100)) > 0; });
    int good = 0;
    for (auto &w : todo)
        good += w();
    fclose(f);
    return good;
}

long clean_map_of_owners(const std::vector<std::string> &paths) {
    std::map<std::string, unique_file> open_files;
    for (const auto &p : paths) {
        unique_file f(fopen(p.c_str(), "r"));
        if (!f)
            continue;
        open_files.emplace(p, std::move(f));
    }
    long total = 0;
    for (auto &kv : open_files) {
        if (fseek(kv.second.get(), 0, SEEK_END) != 0)
            throw std::runtime_error(kv.first);
        total += ftell(kv.second.get());
    }
    return total;
}

long leak_map_of_raw(const std::vector<std::string> &paths) {
    std::map<std::string, FILE *> open_files;
    for (const auto &p : paths) {
        FILE *f = fopen(p.c_str(), "r");
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        if (!f)
            continue;
        open_files.emplace(p, f);
    }
    long total = 0;
    for (auto &kv : open_files) {
        if (fseek(kv.second, 0, SEEK_END) != 0)
            return -1;
        total += ftell(kv.second);
        fclose(kv.second);
    }
    return total;
}

unique_fd clean_optional_chain(const char *primary, const char *backup) {
    std::optional<unique_fd> chosen;
    for (const char *p : {primary, backup}) {
        unique_fd fd(open(p, O_RDONLY));
        if (!fd)
            continue;
        chosen = std::move(fd);
        break;
    }
    if (!chosen)
        throw std::runtime_error("no source");
    return std::move(*chosen);
}

std::optional<int> open_opt(const char *p) noexcept {
    int fd = open(p, O_RDONLY);
    if (fd < 0)
        return std::nullopt;
    return fd;
}

long leak_optional_size(const char *path) {
    std::optional<int> fd = open_opt(path); /* { dg-warning "leak|mismatch" } */
    if (!fd)
        return -1;
    struct stat st;
    if (fstat(*fd, &st) != 0)
        return -1;
    close(*fd);
    return st.st_size;
}
