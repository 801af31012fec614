/* Corpus, coroutine: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-std=c++20" } */

// modern20_tasks.cpp - task scheduler and spool handling of the batch daemon

#include <atomic>
#include <concepts>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <ranges>
#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tasks {

struct TaskError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

extern "C" void spool_note(const char *fmt, ...) noexcept;
extern "C" bool spool_accepts(int fd) noexcept;

using File = std::unique_ptr<FILE, decltype([](FILE *f) { std::fclose(f); })>;

class UniqueFd {
public:
    UniqueFd() noexcept = default;
    explicit UniqueFd(int fd) noexcept : fd_{fd} {}
    UniqueFd(UniqueFd &&o) noexcept : fd_{std::exchange(o.fd_, -1)} {}
    UniqueFd &operator=(UniqueFd &&o) noexcept
    {
        std::swap(fd_, o.fd_);
        return *this;
    }
    ~UniqueFd()
    {
        if (fd_ >= 0)
            ::close(fd_);
    }
    [[nodiscard]] int get() const noexcept { return fd_; }
    [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }
    explicit operator bool() const noexcept { return fd_ >= 0; }

private:
    int fd_ = -1;
};

// ---------------------------------------------------------------------------
// generator

template <typename T>
class Generator {
public:
    struct promise_type {
        T value{};
        std::exception_ptr error;
        Generator get_return_object()
        {
            return Generator{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T v) noexcept
        {
            value = std::move(v);
            return {};
        }
        void return_void() noexcept {}
        void unhandled_exception() noexcept { error = std::current_exception(); }
    };

    explicit Generator(std::coroutine_handle<promise_type> h) noexcept : h_{h} {}
    Generator(Generator &&o) noexcept : h_{std::exchange(o.h_, {})} {}
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
    const T &value() const { return h_.promise().value; }

private:
    std::coroutine_handle<promise_type> h_;
};

Generator<std::string> leak_lines(std::string path)
{
    FILE *f = std::fopen(path.c_str(), "r");
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!f)
        co_return;
    char buf[512];
    while (std::fgets(buf, sizeof buf, f))
        co_yield std::string(buf);
    std::fclose(f);
}

Generator<std::string> clean_lines(std::string path)
{
    File f{std::fopen(path.c_str(), "r")};
    char buf[512];
    while (f && std::fgets(buf, sizeof buf, f.get()))
        co_yield std::string(buf);
}

std::optional<std::string> find_directive(const std::string &path, std::string_view key,
    bool system)
{
    auto gen = system ? leak_lines(path) : clean_lines(path);
    while (gen.next())
        if (gen.value().starts_with(key))
            return gen.value();         // the rest is not of interest
    return std::nullopt;
}

// ---------------------------------------------------------------------------
// generic helpers

template <typename H>
concept Releasable = requires(H h) {
    { h.valid() } -> std::convertible_to<bool>;
    h.give_back();
};

struct EventHandle {
    int fd = -1;
    bool valid() const noexcept { return fd >= 0; }
    void give_back() noexcept { ::close(fd); }
};

static_assert(Releasable<EventHandle>);

template <Releasable H, std::invocable<H &> Fn>
bool with_handle(H h, Fn &&fn)
{
    if (!h.valid())
        return false;
    try {
        std::forward<Fn>(fn)(h);
    } catch (...) {
        h.give_back();
        throw;
    }
    h.give_back();
    return true;
}

void leak_signal_all(std::span<const int> peers)
{
    EventHandle ev{.fd = ::eventfd(0, EFD_CLOEXEC)}; /* { dg-warning "leak|mismatch" } */
    if (!ev.valid())
        return;
    for (int p : peers) {
        if (p < 0)
            throw TaskError("peer went away");
        ::send(p, &ev.fd, sizeof ev.fd, MSG_NOSIGNAL);
    }
    ev.give_back();
}

bool clean_signal_all(std::span<const int> peers)
{
    return with_handle(EventHandle{.fd = ::eventfd(0, EFD_CLOEXEC)}, [peers](EventHandle &ev) {
        for (int p : peers) {
            if (p < 0)
                throw TaskError("peer went away");
            ::send(p, &ev.fd, sizeof ev.fd, MSG_NOSIGNAL);
        }
    });
}

// ---------------------------------------------------------------------------
// spool files

enum class OpenState { ok, readonly, missing };

// For OpenState::ok and OpenState::readonly the descriptor is the caller's.
static std::tuple<int, OpenState> open_spool(const char *path) noexcept
{
    if (int fd = ::open(path, O_RDWR | O_CLOEXEC); fd >= 0)
        return {fd, OpenState::ok};
    if (int fd = ::open(path, O_RDONLY | O_CLOEXEC); fd >= 0)
        return {fd, OpenState::readonly};
    return {-1, OpenState::missing};
}

long leak_spool_size(const char *path)
{
    auto [fd, state] = open_spool(path); /* { dg-warning "leak|mismatch" } */
    if (state != OpenState::ok) {
        spool_note("%s: cannot be used", path);
        return -1;
    }
    struct stat st;
    long size = ::fstat(fd, &st) == 0 ? st.st_size : -1;
    ::close(fd);
    return size;
}

long clean_spool_size(const char *path)
{
    auto [fd, state] = open_spool(path);
    if (state == OpenState::missing)
        return -1;
    UniqueFd hold{fd};
    struct stat st;
    if (::fstat(fd, &st) < 0)
        throw TaskError(std::string(path) + ": fstat failed");
    return st.st_size;
}

size_t leak_poll_spools(const std::vector<std::string> &paths)
{
    std::vector<int> fds;
    for (const auto &p : paths)
        if (int fd = ::open(p.c_str(), O_RDONLY | O_CLOEXEC); fd >= 0)
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
            fds.push_back(fd);
    size_t n = 0;
    for (int fd : fds | std::views::filter([](int f) { return spool_accepts(f); })) {
        ++n;
        ::close(fd);
    }
    return n;
}

size_t clean_poll_spools(const std::vector<std::string> &paths)
{
    std::vector<int> fds;
    for (const auto &p : paths)
        if (int fd = ::open(p.c_str(), O_RDONLY | O_CLOEXEC); fd >= 0)
            fds.push_back(fd);
    auto n = std::ranges::count_if(fds, [](int f) { return spool_accepts(f); });
    std::ranges::for_each(fds, [](int f) { ::close(f); });
    return static_cast<size_t>(n);
}

size_t leak_expire_logs(const std::vector<std::string> &names, size_t max_len)
{
    std::map<std::string, FILE *> logs;
    for (const auto &n : names) {
        if (logs.contains(n))
            continue;
        if (FILE *f = std::fopen(n.c_str(), "a"))
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
            logs.emplace(n, f);
    }
    std::erase_if(logs, [max_len](const auto &kv) { return kv.first.size() > max_len; });
    for (auto &[name, f] : logs) {
        std::fprintf(f, "%s: alive\n", name.c_str());
        std::fclose(f);
    }
    return logs.size();
}

size_t clean_expire_logs(const std::vector<std::string> &names, size_t max_len)
{
    std::map<std::string, FILE *> logs;
    for (const auto &n : names) {
        FILE *f = std::fopen(n.c_str(), "a");
        if (f && !logs.try_emplace(n, f).second)
            std::fclose(f);
    }
    std::erase_if(logs, [max_len](auto &kv) {
        bool old = kv.first.size() > max_len;
        if (old)
            std::fclose(kv.second);
        return old;
    });
    for (FILE *f : logs | std::views::values)
        std::fclose(f);
    return logs.size();
}

// ---------------------------------------------------------------------------
// scheduler

struct Task {
    int prio = 0;
    std::function<void()> run;
};

class Scheduler {
public:
    Scheduler() = default;
    Scheduler(const Scheduler &) = delete;
    Scheduler &operator=(const Scheduler &) = delete;
    ~Scheduler()
    {
        for (Task *t : pending_)
            delete t;
    }
    bool leak_submit(int prio, std::function<void()> fn);
    bool clean_submit(int prio, std::function<void()> fn);
    void stop() { stopped_ = true; }

private:
    std::mutex mu_;
    std::vector<Task *> pending_;
    std::atomic<bool> stopped_{false};
};

bool Scheduler::leak_submit(int prio, std::function<void()> fn)
{
    auto *t = new Task{.prio = prio, .run = std::move(fn)}; /* { dg-warning "leak|mismatch" } */
    std::scoped_lock hold{mu_};
    if (stopped_)
        return false;
    pending_.push_back(t);
    return true;
}

bool Scheduler::clean_submit(int prio, std::function<void()> fn)
{
    auto *t = new Task{.prio = prio, .run = std::move(fn)};
    {
        std::scoped_lock hold{mu_};
        if (!stopped_) {
            pending_.push_back(std::exchange(t, nullptr));
            std::ranges::sort(pending_, {}, &Task::prio);
        }
    }
    delete t;
    return !stopped_;
}

bool leak_batch_copy(const char *from, const char *to)
{
    std::vector<std::function<void()>> deferred;
    int in = ::open(from, O_RDONLY | O_CLOEXEC);
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
    if (in < 0)
        return false;
    deferred.emplace_back([in] { ::close(in); });
    int out = ::open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (out < 0)
        return false;
    deferred.emplace_back([out] { ::close(out); });
    char buf[8192];
    ssize_t n;
    while ((n = ::read(in, buf, sizeof buf)) > 0 && ::write(out, buf, n) == n) {
    }
    for (auto &fn : deferred | std::views::reverse)
        fn();
    return n == 0;
}

bool clean_batch_copy(const char *from, const char *to)
{
    std::vector<std::function<void()>> deferred;
    ssize_t n = -1;
    if (int in = ::open(from, O_RDONLY | O_CLOEXEC); in >= 0) {
        deferred.emplace_back([in] { ::close(in); });
        if (int out = ::open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0600); out >= 0) {
            deferred.emplace_back([out] { ::close(out); });
            char buf[8192];
            while ((n = ::read(in, buf, sizeof buf)) > 0 && ::write(out, buf, n) == n) {
            }
        }
    }
    for (auto &fn : deferred | std::views::reverse)
        fn();
    return n == 0;
}

// A worker owns one end of a socket pair; the other end goes to the caller.
class Worker {
public:
    explicit Worker(UniqueFd chan) : chan_{std::move(chan)}, thread_{[this] { loop(); }} {}
    ~Worker()
    {
        ::shutdown(chan_.get(), SHUT_RDWR);
        thread_.join();
    }

private:
    void loop() noexcept
    {
        char c;
        while (::read(chan_.get(), &c, 1) == 1) {
        }
    }
    UniqueFd chan_;
    std::thread thread_;
};

std::pair<std::unique_ptr<Worker>, UniqueFd> leak_start_worker(size_t running, size_t max)
{
    int sv[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sv) < 0)
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        return {};
    UniqueFd ours{sv[0]};
    if (running >= max)
        throw TaskError("too many workers");
    return {std::make_unique<Worker>(UniqueFd{sv[1]}), std::move(ours)};
}

std::pair<std::unique_ptr<Worker>, UniqueFd> clean_start_worker(size_t running, size_t max)
{
    int sv[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sv) < 0)
        return {};
    UniqueFd ours{sv[0]}, theirs{sv[1]};
    if (running >= max)
        throw TaskError("too many workers");
    return {std::make_unique<Worker>(std::move(theirs)), std::move(ours)};
}

} // namespace tasks
