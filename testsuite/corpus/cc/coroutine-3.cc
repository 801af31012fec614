/* Corpus, coroutine: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-std=c++20" } */

// Template heavy library code in C++20.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <coroutine>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

extern void consume(std::span<const int> s);
extern int produce();
extern void observe(const void *p) noexcept;
extern bool accept_value(int v);

namespace lib {

// Generic handle with traits.
template <class Tr>
concept HandleTraits = requires(typename Tr::type h) {
    { Tr::invalid() } -> std::same_as<typename Tr::type>;
    Tr::close(h);
};

template <HandleTraits Tr>
class Handle {
public:
    using type = typename Tr::type;
    Handle() noexcept = default;
    explicit Handle(type h) noexcept : h_(h) {}
    Handle(Handle &&o) noexcept : h_(o.release()) {}
    Handle &operator=(Handle &&o) noexcept
    {
        reset(o.release());
        return *this;
    }
    ~Handle() { reset(); }
    type get() const noexcept { return h_; }
    type release() noexcept { return std::exchange(h_, Tr::invalid()); }
    void reset(type h = Tr::invalid()) noexcept
    {
        type old = std::exchange(h_, h);
        if (old != Tr::invalid())
            Tr::close(old);
    }
    explicit operator bool() const noexcept { return h_ != Tr::invalid(); }

private:
    type h_ = Tr::invalid();
};

struct FdTraits {
    using type = int;
    static constexpr int invalid() noexcept { return -1; }
    static void close(int fd) noexcept { ::close(fd); }
};
struct FileTraits {
    using type = FILE *;
    static constexpr FILE *invalid() noexcept { return nullptr; }
    static void close(FILE *f) noexcept { fclose(f); }
};
using UniqueFd = Handle<FdTraits>;
using UniqueFile = Handle<FileTraits>;

// A handle whose reset drops the old one.
template <class Tr>
class LossyHandle {
public:
    using type = typename Tr::type;
    explicit LossyHandle(type h) noexcept : h_(h) {}
    LossyHandle(const LossyHandle &) = delete;
    ~LossyHandle()
    {
        if (h_ != Tr::invalid())
            Tr::close(h_);
    }
    void reset(type h) noexcept { h_ = h; }
    type get() const noexcept { return h_; }

private:
    type h_;
};

int clean_handle_moves(const char *a, const char *b)
{
    UniqueFd x(open(a, O_RDONLY));
    UniqueFd y(open(b, O_RDONLY));
    if (!x || !y)
        return -1;
    x = std::move(y);
    consume({});
    return x.release();
}

char leak_handle_reset(const char *a, const char *b)
{
    LossyHandle<FdTraits> h(open(a, O_RDONLY)); /* { dg-warning "leak|mismatch" } */
    if (h.get() < 0)
        return 0;
    char c = 0;
    if (read(h.get(), &c, 1) != 1)
        h.reset(open(b, O_RDONLY));
    return c;
}

// A vector with manual storage.
template <class T>
class SmallVec {
public:
    SmallVec() = default;
    SmallVec(const SmallVec &) = delete;
    ~SmallVec()
    {
        clear();
        ::operator delete(data_);
    }
    void clean_push(T v)
    {
        if (n_ == cap_)
            grow();
        ::new (static_cast<void *>(data_ + n_)) T(std::move(v));
        ++n_;
    }
    void clear() noexcept
    {
        std::destroy_n(data_, n_);
        n_ = 0;
    }
    T *begin() noexcept { return data_; }
    T *end() noexcept { return data_ + n_; }

private:
    void grow()
    {
        size_t cap = cap_ ? cap_ * 2 : 4;
        T *p = static_cast<T *>(::operator new(cap * sizeof(T)));
        std::uninitialized_move_n(data_, n_, p);
        std::destroy_n(data_, n_);
        ::operator delete(data_);
        data_ = p;
        cap_ = cap;
    }
    T *data_ = nullptr;
    size_t n_ = 0, cap_ = 0;
};

int clean_small_vec(int n)
{
    SmallVec<std::unique_ptr<int>> v;
    for (int i = 0; i < n; ++i)
        v.clean_push(std::make_unique<int>(produce()));
    int s = 0;
    for (auto &p : v)
        s += *p;
    return s;
}

// The same without the release of the old block when it grows.
class IntStack {
public:
    IntStack() = default;
    IntStack(const IntStack &) = delete;
    ~IntStack() { delete[] d_; }
    void leak_push(int v);
    void clean_push(int v);
    int pop() noexcept { return n_ ? d_[--n_] : 0; }

private:
    int *d_ = nullptr;
    size_t n_ = 0, cap_ = 0;
};

void IntStack::leak_push(int v)
{
    if (n_ == cap_) {
        size_t cap = cap_ ? cap_ * 2 : 8;
        int *p = new int[cap]; /* { dg-warning "might not be deleted" } */
        std::copy_n(d_, n_, p);
        d_ = p;
        cap_ = cap;
    }
    d_[n_++] = v;
}

void IntStack::clean_push(int v)
{
    if (n_ == cap_) {
        size_t cap = cap_ ? cap_ * 2 : 8;
        int *p = new int[cap];
        std::copy_n(d_, n_, p);
        delete[] std::exchange(d_, p);
        cap_ = cap;
    }
    d_[n_++] = v;
}

template <std::integral T>
T leak_sum_buffer(size_t n)
{
    T *buf = static_cast<T *>(malloc(n * sizeof(T))); /* { dg-warning "leak|mismatch" } */
    if (!buf)
        return 0;
    T s = 0;
    for (size_t i = 0; i < n; ++i) {
        buf[i] = static_cast<T>(produce());
        s += buf[i];
    }
    free(buf);
    return s;
}
template long leak_sum_buffer<long>(size_t);

template <std::integral T>
T clean_sum_buffer(size_t n)
{
    std::unique_ptr<T, decltype([](void *p) { free(p); })> buf(
        static_cast<T *>(malloc(n * sizeof(T))));
    if (!buf)
        return 0;
    T s = 0;
    for (size_t i = 0; i < n; ++i) {
        buf.get()[i] = static_cast<T>(produce());
        s += buf.get()[i];
    }
    return s;
}
template long clean_sum_buffer<long>(size_t);

// CRTP reference counts.
template <class D>
class Counted {
public:
    void retain() noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
    void release() noexcept
    {
        if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete static_cast<D *>(this);
    }

protected:
    ~Counted() = default;

private:
    std::atomic<int> refs_{1};
};

class Blob final : public Counted<Blob> {
public:
    explicit Blob(size_t n) : bytes_(n) {}
    std::span<const int> view() const noexcept { return bytes_; }
    int &operator[](size_t i) noexcept { return bytes_[i]; }

private:
    std::vector<int> bytes_;
};

void leak_blob(size_t n)
{
    Blob *b = new Blob(n); /* { dg-warning "leak|mismatch" } */
    (*b)[0] = 1;
    consume(b->view());
    b->release();
}

void clean_blob(size_t n)
{
    Blob *b = new Blob(n);
    struct Drop {
        Blob *b;
        ~Drop() { b->release(); }
    } drop{b};
    (*b)[0] = 1;
    consume(b->view());
}

void leak_blob_shared(size_t n, bool twice)
{
    Blob *b = new Blob(n); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
    if (twice)
        b->retain();
    observe(b);
    b->release();
}

void clean_blob_shared(size_t n, bool twice)
{
    Blob *b = new Blob(n);
    if (twice)
        b->retain();
    observe(b);
    if (twice)
        b->release();
    b->release();
}

// Result type in place of exceptions.
template <class T>
class Result {
public:
    Result(T v) : v_(std::in_place_index<0>, std::move(v)) {}
    Result(int err) requires(!std::same_as<T, int>) : v_(std::in_place_index<1>, err) {}
    bool ok() const noexcept { return v_.index() == 0; }
    T &&take() noexcept { return std::move(*std::get_if<0>(&v_)); }

private:
    std::variant<T, int> v_;
};

Result<UniqueFile> clean_open_result(const char *path)
{
    UniqueFile f(fopen(path, "rb"));
    if (!f)
        return errno;
    if (!accept_value(fileno(f.get())))
        return -1;
    return f;
}

Result<FILE *> clean_open_raw(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return -1;
    return f;
}

int leak_use_result(const char *path)
{
    auto r = clean_open_raw(path); /* { dg-warning "leak|mismatch" } */
    if (!r.ok())
        return -1;
    FILE *f = r.take();
    int c = fgetc(f);
    if (c == EOF)
        return -2;
    fclose(f);
    return c;
}

int clean_use_result(const char *path)
{
    auto r = clean_open_result(path);
    if (!r.ok())
        return -1;
    UniqueFile f = r.take();
    int c = fgetc(f.get());
    consume({});
    return c == EOF ? -2 : c;
}

// A lazy generator.
template <class T>
class Generator {
public:
    struct promise_type {
        T value{};
        Generator get_return_object() noexcept
        {
            return Generator(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T v) noexcept
        {
            value = std::move(v);
            return {};
        }
        void return_void() noexcept {}
        void unhandled_exception() { throw; }
    };
    explicit Generator(std::coroutine_handle<promise_type> h) noexcept : h_(h) {}
    Generator(Generator &&o) noexcept : h_(std::exchange(o.h_, nullptr)) {}
    ~Generator()
    {
        if (h_)
            h_.destroy();
    }
    bool next()
    {
        h_.resume();
        return !h_.done();
    }
    const T &value() const noexcept { return h_.promise().value; }

private:
    std::coroutine_handle<promise_type> h_;
};

Generator<char> clean_bytes(const char *path)
{
    UniqueFile f(fopen(path, "rb"));
    if (!f)
        co_return;
    int c;
    while ((c = fgetc(f.get())) != EOF)
        co_yield static_cast<char>(c);
}

int clean_count_bytes(const char *path)
{
    auto g = clean_bytes(path);
    int n = 0;
    while (g.next())
        n += accept_value(g.value());
    return n;
}

Generator<int> leak_lines(const char *path)
{
    FILE *f = fopen(path, "rb"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        co_return;
    char line[256];
    int n = 0;
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '!')
            co_return;
        co_yield ++n;
    }
    fclose(f);
}

// Builder with fluent calls.
class Packet {
public:
    std::unique_ptr<int[]> body;
    size_t n = 0;
};
class PacketBuilder {
public:
    PacketBuilder &size(size_t n) &
    {
        p_->n = n;
        p_->body.reset(new int[n]);
        return *this;
    }
    PacketBuilder &fill(int v) &
    {
        std::fill_n(p_->body.get(), p_->n, v + produce());
        return *this;
    }
    std::unique_ptr<Packet> build() & { return std::move(p_); }

private:
    std::unique_ptr<Packet> p_ = std::make_unique<Packet>();
};

size_t clean_builder(size_t n)
{
    PacketBuilder b;
    auto p = b.size(n).fill(7).build();
    return p->n;
}

size_t leak_builder(size_t n)
{
    PacketBuilder b; /* { dg-warning "leak|mismatch" } */
    Packet *p = b.size(n).fill(7).build().release();
    size_t r = p->n;
    if (r > 1000)
        throw std::length_error("packet");
    delete p;
    return r;
}

// Pimpl.
class Engine {
public:
    Engine();
    ~Engine();
    Engine(Engine &&) noexcept;
    int spin() const;

private:
    struct Impl;
    std::unique_ptr<Impl> d_;
};
struct Engine::Impl {
    UniqueFd fd{open("/dev/null", O_WRONLY)};
    std::vector<int> state;
};
Engine::Engine() : d_(std::make_unique<Impl>())
{
    d_->state.push_back(produce());
}
Engine::~Engine() = default;
Engine::Engine(Engine &&) noexcept = default;
int Engine::spin() const
{
    return d_->state.front() + d_->fd.get();
}

int clean_engine()
{
    Engine e;
    Engine f = std::move(e);
    return accept_value(f.spin()) ? 1 : 0;
}

class RawEngine {
public:
    RawEngine() : d_(new Impl) {}
    ~RawEngine();
    RawEngine(const RawEngine &) = delete;
    RawEngine(RawEngine &&o) noexcept : d_(std::exchange(o.d_, nullptr)) {}
    int spin() const noexcept { return d_->x; }

private:
    struct Impl {
        int x = 3;
    };
    Impl *d_;
};
RawEngine::~RawEngine()
{
    observe("engine gone");
}

int leak_engine()
{
    RawEngine e; /* { dg-warning "leak|mismatch" } */
    return e.spin();
}

template <class F>
concept IntFn = std::invocable<F &, int>;

int leak_visit_all(std::span<const int> xs, IntFn auto &&fn)
{
    int *copy = new int[xs.size()]; /* { dg-warning "leak|mismatch" } */
    std::ranges::copy(xs, copy);
    int total = 0;
    for (size_t i = 0; i < xs.size(); ++i)
        total += fn(copy[i]);
    delete[] copy;
    return total;
}

int clean_visit_all(std::span<const int> xs, IntFn auto &&fn)
{
    std::vector<int> copy(xs.begin(), xs.end());
    int total = 0;
    for (int v : copy | std::views::filter([](int x) { return x > 0; }))
        total += fn(v);
    return total;
}

int visit_driver(std::span<const int> xs)
{
    auto by_value = [p = std::make_shared<int>(4)](int v) { return accept_value(v) ? *p : 0; };
    return leak_visit_all(xs, [](int v) { return accept_value(v) ? v : 0; }) +
           clean_visit_all(xs, by_value);
}

std::function<int()> clean_capture()
{
    auto state = std::make_unique<std::vector<int>>(8);
    std::shared_ptr<std::vector<int>> s = std::move(state);
    return [s, n = size_t{0}]() mutable { return (*s)[n++ % s->size()]; };
}

std::function<int()> leak_capture()
{
    auto *cell = new int(produce()); /* { dg-warning "leak|mismatch" } */
    std::function<int()> f;
    if (*cell > 0)
        f = [v = *cell] { return v; };
    else
        f = [] { return 0; };
    return f;
}

template <class... Ts>
std::tuple<std::unique_ptr<Ts>...> clean_make_all()
{
    return {std::make_unique<Ts>()...};
}

int clean_use_all()
{
    auto [a, b] = clean_make_all<int, std::string>();
    *a = produce();
    return *a + static_cast<int>(b->size());
}

int leak_use_all()
{
    std::tuple<int *, double *> t{new int(1), nullptr}; /* { dg-warning "leak|mismatch" } */
    auto &[a, b] = t;
    if (!accept_value(*a)) {
        delete a;
        return 0;
    }
    int r = *a;
    delete a;
    return r;
}

} // namespace lib
