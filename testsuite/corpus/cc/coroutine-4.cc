/* Corpus, coroutine: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-std=c++20" } */

// Stream processing in C++20: generators, tasks, spans, ranges, concepts.
#include <algorithm>
#include <array>
#include <charconv>
#include <compare>
#include <concepts>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>

namespace stream {

template <class T> class generator {
public:
    struct promise_type {
        T value{};
        std::exception_ptr error;
        generator get_return_object() {
            return generator{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T v) noexcept {
            value = v;
            return {};
        }
        void return_void() noexcept {}
        void unhandled_exception() noexcept { error = std::current_exception(); }
    };
    explicit generator(std::coroutine_handle<promise_type> h) noexcept : h_(h) {}
    generator(generator &&o) noexcept : h_(std::exchange(o.h_, nullptr)) {}
    ~generator() { if (h_) h_.destroy(); }
    std::optional<T> next() {
        h_.resume();
        if (h_.promise().error)
            std::rethrow_exception(h_.promise().error);
        if (h_.done())
            return std::nullopt;
        return h_.promise().value;
    }
private:
    std::coroutine_handle<promise_type> h_;
};

// An eager, detached task.
struct task {
    struct promise_type {
        task get_return_object() noexcept { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() noexcept {}
        void unhandled_exception() noexcept { std::fputs("task failed\n", stderr); }
    };
};

using unique_file = std::unique_ptr<FILE, decltype([](FILE *f) { std::fclose(f); })>;

template <class S>
concept Source = requires(S s, std::span<char> out) {
    { s.read(out) } noexcept -> std::convertible_to<ssize_t>;
};

class fd_source {
public:
    explicit fd_source(int fd) noexcept : fd_(fd) {}
    fd_source(fd_source &&o) noexcept : fd_(std::exchange(o.fd_, -1)) {}
    ~fd_source() { if (fd_ >= 0) ::close(fd_); }
    ssize_t read(std::span<char> out) noexcept { return ::read(fd_, out.data(), out.size()); }
    auto operator<=>(const fd_source &) const = default;
    explicit operator bool() const noexcept { return fd_ >= 0; }
private:
    int fd_;
};

struct borrowed_source {
    int fd;
    ssize_t read(std::span<char> out) noexcept { return ::read(fd, out.data(), out.size()); }
};
static_assert(Source<fd_source> && Source<borrowed_source>);

struct port {
    int fd = -1;
    char *buf = nullptr;
    std::size_t len = 0;
};

struct node {
    int key = 0;
    auto operator<=>(const node &) const = default;
};

struct bad_frame : std::exception {};

static std::size_t frame_length(std::span<const char> head) {
    if (head.size() < 2 || head[0] != '\x7e')
        throw bad_frame{};
    return static_cast<unsigned char>(head[1]);
}

// ---- coroutines

generator<int> leak_bytes(const char *path) {
    FILE *f = std::fopen(path, "rb"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        co_return;
    if (std::fgetc(f) != '#')
        co_return;
    for (int c; (c = std::fgetc(f)) != EOF;)
        co_yield c;
    std::fclose(f);
}

generator<int> clean_bytes(const char *path) {
    unique_file f(std::fopen(path, "rb"));
    if (!f || std::fgetc(f.get()) != '#')
        co_return;
    for (int c; (c = std::fgetc(f.get())) != EOF;)
        co_yield c;
}

task leak_copy_frame(int to, const char *path) {
    int fd = ::open(path, O_RDONLY); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        co_return;
    std::array<char, 256> buf{};
    ssize_t n = ::read(fd, buf.data(), buf.size());
    std::size_t len = frame_length(std::span<const char>(buf).first(n > 0 ? n : 0));
    if (::write(to, buf.data(), len) < 0)
        std::perror("write");
    ::close(fd);
}

task clean_copy_frame(int to, const char *path) {
    int fd = ::open(path, O_RDONLY);
    if (fd < 0)
        co_return;
    std::array<char, 256> buf{};
    ssize_t n = ::read(fd, buf.data(), buf.size());
    ::close(fd);
    std::size_t len = frame_length(std::span<const char>(buf).first(n > 0 ? n : 0));
    if (::write(to, buf.data(), len) < 0)
        std::perror("write");
}

int clean_sum_bytes(const char *path) {
    int sum = 0;
    auto g = clean_bytes(path);
    while (auto c = g.next()) {
        if (*c == 0)
            break;                 // destroying g closes the file
        sum += *c;
    }
    return sum;
}

// ---- spans

std::size_t leak_count_zeros(int fd, std::size_t n) {
    std::span<char> block(static_cast<char *>(std::malloc(n)), n);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!block.data())
        return 0;
    ssize_t got = ::read(fd, block.data(), block.size());
    if (got < 0)
        return 0;
    block = block.first(static_cast<std::size_t>(got));
    auto zeros = std::ranges::count(block, '\0');
    std::free(block.data());
    return static_cast<std::size_t>(zeros);
}

std::size_t clean_count_zeros(int fd, std::size_t n) {
    std::span<char> block(static_cast<char *>(std::malloc(n)), n);
    if (!block.data())
        return 0;
    ssize_t got = ::read(fd, block.data(), block.size());
    block = block.first(got < 0 ? 0 : static_cast<std::size_t>(got));
    auto zeros = std::ranges::count(block, '\0');
    std::free(block.data());
    return static_cast<std::size_t>(zeros);
}

std::span<const std::byte> clean_map_table(int fd) {
    static std::span<const std::byte> table;
    if (table.empty())
        if (void *p = ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, fd, 0); p != MAP_FAILED)
            table = {static_cast<const std::byte *>(p), 4096};
    return table;
}

// ---- concepts and templates

template <Source S>
std::size_t leak_read_all(S src) {
    char *buf = new char[512]; /* { dg-warning "leak|mismatch" } */
    std::size_t total = 0;
    for (ssize_t n; (n = src.read({buf, 512})) > 0;)
        total += frame_length({buf, static_cast<std::size_t>(n)});
    delete[] buf;
    return total;
}
template std::size_t leak_read_all<borrowed_source>(borrowed_source);

template <Source S>
std::size_t clean_read_all(S src) {
    auto buf = std::make_unique_for_overwrite<char[]>(512);
    std::size_t total = 0;
    for (ssize_t n; (n = src.read({buf.get(), 512})) > 0;)
        total += frame_length({buf.get(), static_cast<std::size_t>(n)});
    return total;
}
template std::size_t clean_read_all<fd_source>(fd_source);

template <std::integral T>
T *leak_histogram(std::span<const T> in, std::size_t bins) {
    T *h = new T[bins](); /* { dg-warning "leak|mismatch" } */
    for (T v : in) {
        if (v < 0 || static_cast<std::size_t>(v) >= bins)
            return nullptr;
        ++h[v];
    }
    return h;
}
template int *leak_histogram<int>(std::span<const int>, std::size_t);

template <std::integral T>
T *clean_histogram(std::span<const T> in, std::size_t bins) {
    if (std::ranges::any_of(in, [bins](T v) { return v < 0 || std::size_t(v) >= bins; }))
        return nullptr;
    T *h = new T[bins]();
    for (T v : in)
        ++h[v];
    return h;
}
template int *clean_histogram<int>(std::span<const int>, std::size_t);

// ---- ranges

std::size_t leak_touch(std::span<const char *const> names) {
    std::size_t ok = 0;
    auto opened = names | std::views::filter([](const char *n) { return *n != '.'; });
    for (const char *n : opened) {
        int fd = ::open(n, O_WRONLY | O_CREAT, 0644); /* { dg-warning "leak|mismatch" } */
        if (fd >= 0)
            ++ok;
    }
    return ok;
}

std::size_t clean_touch(std::span<const char *const> names) {
    std::size_t ok = 0;
    auto fds = names | std::views::transform([](const char *n) {
                   return ::open(n, O_WRONLY | O_CREAT, 0644);
               });
    for (int fd : fds) {
        if (fd < 0)
            continue;
        ++ok;
        ::close(fd);
    }
    return ok;
}

std::size_t leak_compact(std::span<const int> keys) {
    std::vector<node *> nodes;
    for (int k : keys)
        nodes.push_back(new node{k}); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
    std::erase_if(nodes, [](const node *n) { return n->key == 0; });
    std::size_t left = nodes.size();
    std::ranges::for_each(nodes, [](node *n) { delete n; });
    return left;
}

std::size_t clean_compact(std::span<const int> keys) {
    std::vector<std::unique_ptr<node>> nodes;
    for (int k : keys)
        nodes.push_back(std::make_unique<node>(node{k}));
    std::ranges::sort(nodes, {}, [](const auto &n) { return n->key; });
    auto tail = std::ranges::unique(nodes, {}, [](const auto &n) { return n->key; });
    nodes.erase(tail.begin(), tail.end());
    return nodes.size();
}

std::size_t clean_release_all(std::span<const int> keys) {
    std::vector<node *> nodes;
    nodes.reserve(keys.size());
    for (int k : keys)
        nodes.push_back(new node{k});
    for (node *n : nodes | std::views::reverse)
        delete n;
    return nodes.size();
}

int leak_largest(const char *dir) {
    int best = 0;
    if (DIR *d = ::opendir(dir); d != nullptr) { /* { dg-warning "leak|mismatch" } */
        while (dirent *e = ::readdir(d))
            best = std::max(best, static_cast<int>(std::strlen(e->d_name)));
    }
    return best;
}

int clean_largest(std::span<const char *const> dirs) {
    int best = 0;
    for (DIR *d = nullptr; const char *dir : dirs) {
        if (!(d = ::opendir(dir)))
            continue;
        while (dirent *e = ::readdir(d))
            best = std::max(best, static_cast<int>(std::strlen(e->d_name)));
        ::closedir(d);
    }
    return best;
}

// ---- values

std::string leak_title(const char *raw) {
    std::string s = ::strdup(raw); /* { dg-warning "leak|mismatch" } */
    std::ranges::replace(s, '_', ' ');
    return s;
}

std::string clean_title(const char *raw) {
    std::unique_ptr<char, decltype([](char *p) { std::free(p); })> copy(::strdup(raw));
    std::string_view view = copy ? copy.get() : "";
    if (auto cut = view.find('/'); cut != view.npos)
        view.remove_suffix(view.size() - cut);
    return std::string(view);
}

static std::variant<int, std::string_view> open_device(std::string_view name) {
    if (name.empty())
        return "no name";
    int fd = ::open(name.data(), O_RDWR);
    if (fd < 0)
        return "cannot open";
    return fd;
}

bool leak_poke(std::string_view name, char value) {
    auto dev = open_device(name); /* { dg-warning "leak|mismatch" } */
    if (auto *why = std::get_if<std::string_view>(&dev)) {
        std::fprintf(stderr, "%.*s\n", static_cast<int>(why->size()), why->data());
        return false;
    }
    int fd = *std::get_if<int>(&dev);
    if (::write(fd, &value, 1) != 1)
        return false;
    return ::close(fd) == 0;
}

bool clean_poke(std::string_view name, char value) {
    auto dev = open_device(name);
    struct visitor {
        char value;
        bool operator()(int fd) const noexcept {
            bool ok = ::write(fd, &value, 1) == 1;
            return ::close(fd) == 0 && ok;
        }
        bool operator()(std::string_view) const noexcept { return false; }
    };
    return std::visit(visitor{value}, dev);
}

bool leak_open_port(const char *path, std::size_t n) {
    port p{.fd = ::open(path, O_RDWR), .buf = new char[n], .len = n};
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (p.fd < 0)
        return false;
    ssize_t got = ::read(p.fd, p.buf, p.len);
    ::close(p.fd);
    delete[] p.buf;
    return got > 0;
}

port clean_open_port(const char *path, std::size_t n) {
    port p{.fd = ::open(path, O_RDWR), .len = n};
    if (p.fd >= 0)
        p.buf = new (std::nothrow) char[n];
    if (p.fd >= 0 && !p.buf)
        ::close(std::exchange(p.fd, -1));
    return p;
}

std::optional<int> leak_parse_port(std::string_view text) {
    auto *n = new node; /* { dg-warning "leak|mismatch" } */
    auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), n->key);
    if (ec != std::errc{} || end == text.data()) [[unlikely]]
        return std::nullopt;
    int v = n->key;
    std::unique_ptr<node> drop(n);
    return v;
}

std::shared_ptr<const node> clean_parse_port(std::string_view text) {
    auto n = std::make_shared<node>();
    auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), n->key);
    if (ec != std::errc{})
        n.reset();
    return n;
}

auto clean_pick_source(const char *path, int fallback) -> std::variant<fd_source, borrowed_source> {
    if (fd_source s{::open(path, O_RDONLY)}; s)
        return s;
    return borrowed_source{fallback};
}

} // namespace stream
