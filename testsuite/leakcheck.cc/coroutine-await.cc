/* Exceptions of a coroutine, which who awaits it gets.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-std=c++20" } */

#include <memory>
#include <coroutine>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>
struct BadInput : std::runtime_error { using runtime_error::runtime_error; };
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
    ~Task() { if (h_) h_.destroy(); }
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
    T run() { h_.resume(); return await_resume(); }
private:
    std::coroutine_handle<promise_type> h_;
};

struct closer
{
  void operator() (FILE *f) const { fclose (f); }
};

Task<int> checked (int n) {
    if (n < 0)
        throw BadInput ("negative");
    co_return n;
}

Task<int> doubled (int n) {
    co_return 2 * n;
}

Task<int> leak_checked (const char *path, int n) {
    FILE *f = fopen (path, "a"); /* { dg-warning "might not be closed" } */
    if (!f)
        co_return -1;
    int m = co_await checked (n);
    fprintf (f, "%d", m);
    fclose (f);
    co_return m;
}

Task<int> clean_checked (const char *path, int n) {
    std::unique_ptr<FILE, closer> f (fopen (path, "a"));
    if (!f)
        co_return -1;
    int m = co_await checked (n);
    fprintf (f.get (), "%d", m);
    co_return m;
}

Task<int> clean_caught (const char *path, int n) {
    FILE *f = fopen (path, "a");
    if (!f)
        co_return -1;
    int m = -1;
    try {
        m = co_await checked (n);
    } catch (const BadInput &) {
        fputs ("bad", f);
    }
    fclose (f);
    co_return m;
}

/* That one does not throw.  */
Task<int> clean_doubled (const char *path, int n) {
    FILE *f = fopen (path, "a");
    if (!f)
        co_return -1;
    int m = co_await doubled (n);
    fprintf (f, "%d", m);
    fclose (f);
    co_return m;
}

Task<int> leak_early (const char *path, int n) {
    FILE *f = fopen (path, "a"); /* { dg-warning "might not be closed" } */
    if (!f)
        co_return -1;
    int m = co_await doubled (n);
    if (m > 8)
        co_return 8;
    fclose (f);
    co_return m;
}
