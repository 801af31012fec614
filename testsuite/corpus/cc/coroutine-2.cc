/* Corpus, coroutine: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-std=c++20" } */

// C++20: coroutines, concepts, spans, jthread, ranges, source_location.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <ranges>
#include <source_location>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace m {

struct FileClose {
    void operator()(FILE *f) const noexcept { fclose(f); }
};
using File = std::unique_ptr<FILE, FileClose>;

struct Fd {
    int v = -1;
    Fd() = default;
    explicit Fd(int f) noexcept : v(f) {}
    Fd(Fd &&o) noexcept : v(std::exchange(o.v, -1)) {}
    Fd &operator=(Fd &&o) noexcept {
        std::swap(v, o.v);
        return *this;
    }
    ~Fd() {
        if (v >= 0)
            ::close(v);
    }
    explicit operator bool() const noexcept { return v >= 0; }
};

struct BadInput : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void expect(bool ok, std::source_location where = std::source_location::current()) {
    if (!ok)
        throw BadInput(where.function_name());
}

template <class T>
concept Closable = requires(T &t) {
    { t.close() } noexcept;
    { t.ok() } -> std::convertible_to<bool>;
};

struct RawFile {
    FILE *f;
    bool ok() const noexcept { return f != nullptr; }
    void close() noexcept {
        if (f)
            fclose(f);
        f = nullptr;
    }
};

template <Closable T> class Closing {
public:
    explicit Closing(T t) noexcept : t_(t) {}
    Closing(const Closing &) = delete;
    Closing &operator=(const Closing &) = delete;
    ~Closing() { t_.close(); }
    T *operator->() noexcept { return &t_; }

private:
    T t_;
};

template <class T> class Generator {
public:
    struct promise_type {
        T value{};
        std::exception_ptr err;
        Generator get_return_object()
        { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T v) noexcept {
            value = std::move(v);
            return {};
        }
        void return_void() noexcept {}
        void unhandled_exception() noexcept { err = std::current_exception(); }
    };
    explicit Generator(std::coroutine_handle<promise_type> h) noexcept : h_(h) {}
    Generator(Generator &&o) noexcept : h_(std::exchange(o.h_, nullptr)) {}
    Generator &operator=(Generator &&) = delete;
    ~Generator() {
        if (h_)
            h_.destroy();
    }
    bool next() {
        h_.resume();
        if (h_.promise().err)
            std::rethrow_exception(h_.promise().err);
        return !h_.done();
    }
    T &value() noexcept { return h_.promise().value; }

private:
    std::coroutine_handle<promise_type> h_;
};

template <class T> class Task {
public:
    struct promise_type {
        std::optional<T> value;
        std::exception_ptr err;
        std::coroutine_handle<> cont = std::noop_coroutine();
        Task get_return_object()
        { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
                return h.promise().cont;
            }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void return_value(T v) { value = std::move(v); }
        void unhandled_exception() noexcept { err = std::current_exception(); }
    };
    explicit Task(std::coroutine_handle<promise_type> h) noexcept : h_(h) {}
    Task(Task &&o) noexcept : h_(std::exchange(o.h_, nullptr)) {}
    Task &operator=(Task &&) = delete;
    ~Task() {
        if (h_)
            h_.destroy();
    }
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> c) noexcept {
        h_.promise().cont = c;
        return h_;
    }
    T await_resume() {
        if (h_.promise().err)
            std::rethrow_exception(h_.promise().err);
        return std::move(*h_.promise().value);
    }
    T run() {
        h_.resume();
        return await_resume();
    }

private:
    std::coroutine_handle<promise_type> h_;
};

} // namespace m

using namespace m;

Generator<std::string> leak_read_lines(const char *path, size_t max) {
    FILE *f = fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        co_return;
    char buf[256];
    size_t n = 0;
    while (fgets(buf, sizeof buf, f)) {
        if (++n > max)
            co_return;
        co_yield std::string(buf);
    }
    fclose(f);
}

Generator<std::string> clean_read_lines(const char *path, size_t max) {
    File f(fopen(path, "r"));
    if (!f)
        co_return;
    char buf[256];
    size_t n = 0;
    while (fgets(buf, sizeof buf, f.get())) {
        if (++n > max)
            co_return;
        co_yield std::string(buf);
    }
}

// Closes at the end, but first_int() below never lets it get there.
Generator<int> leak_read_ints(const char *path) {
    FILE *f = fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        co_return;
    int v;
    while (fscanf(f, "%d", &v) == 1)
        co_yield v;
    fclose(f);
}

Generator<int> clean_read_ints(const char *path) {
    std::vector<int> all;
    FILE *f = fopen(path, "r");
    if (!f)
        co_return;
    int v;
    while (fscanf(f, "%d", &v) == 1)
        all.push_back(v);
    fclose(f);
    for (int x : all)
        co_yield x;
}

int first_int(const char *path, const char *fallback) {
    auto g = leak_read_ints(path);
    if (g.next())
        return g.value();
    auto h = clean_read_ints(fallback);
    return h.next() ? h.value() : -1;
}

Task<int> read_header(FILE *f) {
    char tag[4];
    if (fread(tag, 1, 4, f) != 4)
        throw BadInput("short header");
    co_return tag[0] << 8 | tag[1];
}

Task<int> leak_fetch_size(const char *path) {
    FILE *f = fopen(path, "rb"); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
    if (!f)
        co_return -1;
    int n = co_await read_header(f);
    fclose(f);
    co_return n;
}

Task<int> clean_fetch_size(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f)
        co_return -1;
    int n = -1;
    try {
        n = co_await read_header(f);
    } catch (const BadInput &e) {
        fprintf(stderr, "%s: %s\n", path, e.what());
    }
    fclose(f);
    co_return n;
}

int sizes_of(const char *a, const char *b) {
    return leak_fetch_size(a).run() + clean_fetch_size(b).run();
}

uint32_t leak_checksum(const char *path) {
    constexpr size_t cap = 4096;
    auto *raw = static_cast<std::byte *>(malloc(cap)); /* { dg-warning "leak|mismatch" } */
    if (!raw)
        return 0;
    std::span<std::byte> buf(raw, cap);
    File f(fopen(path, "rb"));
    if (!f)
        return 0;
    uint32_t sum = 0;
    size_t n = fread(buf.data(), 1, buf.size(), f.get());
    for (std::byte b : buf.first(n))
        sum = sum * 31 + std::to_integer<uint32_t>(b);
    free(raw);
    return sum;
}

uint32_t clean_checksum(const char *path) {
    constexpr size_t cap = 4096;
    File f(fopen(path, "rb"));
    if (!f)
        return 0;
    auto *raw = static_cast<std::byte *>(malloc(cap));
    if (!raw)
        return 0;
    std::span<std::byte> buf(raw, cap);
    uint32_t sum = 0;
    size_t n = fread(buf.data(), 1, buf.size(), f.get());
    for (std::byte b : buf.first(n))
        sum = sum * 31 + std::to_integer<uint32_t>(b);
    free(buf.data());
    return sum;
}

long leak_count_async(const char *path) {
    int fd = open(path, O_RDONLY); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
    if (fd < 0)
        return -1;
    std::atomic<long> total{0};
    {
        std::jthread worker([&](std::stop_token st) {
            char b[512];
            ssize_t k;
            while (!st.stop_requested() && (k = read(fd, b, sizeof b)) > 0)
                total += k;
        });
    }
    if (total == 0)
        return 0;
    close(fd);
    return total;
}

long clean_count_async(const char *path) {
    Fd fd(open(path, O_RDONLY));
    if (!fd)
        return -1;
    std::atomic<long> total{0};
    {
        std::jthread worker([&total, fd = std::move(fd)](std::stop_token st) {
            char b[512];
            ssize_t k;
            while (!st.stop_requested() && (k = read(fd.v, b, sizeof b)) > 0)
                total += k;
        });
    }
    if (total == 0)
        return 0;
    return total;
}

long leak_closing_size(const char *path, long max) {
    RawFile rf{fopen(path, "rb")}; /* { dg-warning "leak|mismatch" } */
    if (!rf.ok())
        return -1;
    expect(fseek(rf.f, 0, SEEK_END) == 0);
    Closing<RawFile> c(rf);
    long n = ftell(c->f);
    expect(n <= max);
    return n;
}

long clean_closing_size(const char *path, long max) {
    Closing<RawFile> c(RawFile{fopen(path, "rb")});
    if (!c->ok())
        return -1;
    expect(fseek(c->f, 0, SEEK_END) == 0);
    long n = ftell(c->f);
    expect(n <= max);
    return n;
}

size_t leak_prune_empty(std::span<const char *const> paths) {
    std::vector<FILE *> open_files;
    for (const char *p : paths) {
        FILE *f = fopen(p, "r"); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
        if (f)
            open_files.push_back(f);
    }
    std::erase_if(open_files, [](FILE *f) { return fgetc(f) == EOF; });
    size_t n = open_files.size();
    for (FILE *f : open_files)
        fclose(f);
    return n;
}

size_t clean_prune_empty(std::span<const char *const> paths) {
    std::vector<File> open_files;
    for (const char *p : paths) {
        if (File f{fopen(p, "r")})
            open_files.push_back(std::move(f));
    }
    std::erase_if(open_files, [](const File &f) { return fgetc(f.get()) == EOF; });
    auto seekable = open_files
        | std::views::filter([](const File &f) { return ftell(f.get()) >= 0; });
    size_t n = 0;
    for ([[maybe_unused]] const File &f : seekable)
        ++n;
    return n;
}

int leak_decode_rle(std::span<const uint8_t> in) {
    char *out = new char[in.size() * 8]; /* { dg-warning "leak|mismatch" } */
    size_t w = 0;
    for (size_t i = 0; i + 1 < in.size(); i += 2) {
        expect(in[i] <= 16);
        for (int k = 0; k < in[i]; ++k)
            out[w++] = static_cast<char>(in[i + 1]);
    }
    int spaces = static_cast<int>(std::count(out, out + w, ' '));
    delete[] out;
    return spaces;
}

int clean_decode_rle(std::span<const uint8_t> in) {
    auto out = std::make_unique_for_overwrite<char[]>(in.size() * 8);
    size_t w = 0;
    for (size_t i = 0; i + 1 < in.size(); i += 2) {
        expect(in[i] <= 16);
        for (int k = 0; k < in[i]; ++k)
            out[w++] = static_cast<char>(in[i + 1]);
    }
    return static_cast<int>(std::count(out.get(), out.get() + w, ' '));
}

struct RawOptions {
    FILE *log = nullptr;
    int level = 0;
};

struct Options {
    File log;
    int level = 0;
};

void leak_start_logging(const char *path, int level) {
    RawOptions o{.log = fopen(path, "a"), .level = level}; /* { dg-warning "leak|mismatch" } */
    expect(o.log != nullptr);
    expect(o.level >= 0 && o.level < 8);
    fprintf(o.log, "level %d\n", o.level);
    fclose(o.log);
}

void clean_start_logging(const char *path, int level) {
    Options o{.log = File(fopen(path, "a")), .level = level};
    expect(o.log != nullptr);
    expect(o.level >= 0 && o.level < 8);
    fprintf(o.log.get(), "level %d\n", o.level);
}
