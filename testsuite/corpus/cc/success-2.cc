/* Corpus, success: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// server.cpp - a small TCP status server: listeners, sessions, broadcast.
#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <memory>
#include <mutex>
#include <netinet/in.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace srv {

class NetError : public std::runtime_error {
public:
    NetError(const char* what, int err)
        : std::runtime_error(std::string(what) + ": " + std::strerror(err)), code_(err) {}
    int code() const noexcept { return code_; }

private:
    int code_;
};

class Fd {
public:
    Fd() noexcept = default;
    explicit Fd(int fd) noexcept : fd_(fd) {}
    Fd(Fd&& o) noexcept : fd_(std::exchange(o.fd_, -1)) {}
    Fd& operator=(Fd&& o) noexcept
    {
        if (this != &o)
            reset(o.release());
        return *this;
    }
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    ~Fd() { reset(); }

    int get() const noexcept { return fd_; }
    explicit operator bool() const noexcept { return fd_ >= 0; }
    int release() noexcept { return std::exchange(fd_, -1); }
    void reset(int fd = -1) noexcept
    {
        if (fd_ >= 0)
            ::close(fd_);
        fd_ = fd;
    }

private:
    int fd_ = -1;
};

struct Stats {
    unsigned long accepted = 0;
    unsigned long rejected = 0;
    unsigned long bytes = 0;
};

static int check(int rc, const char* what)
{
    if (rc < 0)
        throw NetError(what, errno);
    return rc;
}

static sockaddr_in any_addr(uint16_t port) noexcept
{
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_ANY);
    a.sin_port = htons(port);
    return a;
}

static bool allowed(const sockaddr_in& peer) noexcept
{
    return (ntohl(peer.sin_addr.s_addr) >> 24) == 10;
}

static void set_nonblocking(int fd)
{
    int fl = check(::fcntl(fd, F_GETFL), "F_GETFL");
    check(::fcntl(fd, F_SETFL, fl | O_NONBLOCK), "F_SETFL");
}

static size_t serve_once(int fd) noexcept
{
    char buf[512];
    ssize_t n = ::read(fd, buf, sizeof buf);
    if (n <= 0)
        return 0;
    ssize_t w = ::write(fd, buf, static_cast<size_t>(n));
    return w > 0 ? static_cast<size_t>(w) : 0;
}

static void send_all(int fd, const std::string& msg)
{
    size_t off = 0;
    while (off < msg.size()) {
        ssize_t n = ::send(fd, msg.data() + off, msg.size() - off, MSG_NOSIGNAL);
        if (n < 0) {
            if (errno == EINTR)
                continue;
            throw NetError("send", errno);
        }
        off += static_cast<size_t>(n);
    }
}

static void print_stats(const Stats& st) noexcept
{
    std::fprintf(stderr, "accepted %lu rejected %lu bytes %lu\n", st.accepted, st.rejected,
                 st.bytes);
}

// ---------------------------------------------------------------- listeners

int leak_open_listener(uint16_t port)
{
    int s = check(::socket(AF_INET, SOCK_STREAM, 0), "socket"); /* { dg-warning "leak|mismatch" } */
    int one = 1;
    ::setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);

    sockaddr_in a = any_addr(port);
    check(::bind(s, reinterpret_cast<sockaddr*>(&a), sizeof a), "bind");
    if (::listen(s, 64) < 0) {
        int err = errno;
        ::close(s);
        throw NetError("listen", err);
    }
    return s;
}

Fd clean_open_listener(uint16_t port)
{
    Fd s(check(::socket(AF_INET, SOCK_STREAM, 0), "socket"));
    int one = 1;
    ::setsockopt(s.get(), SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);

    sockaddr_in a = any_addr(port);
    check(::bind(s.get(), reinterpret_cast<sockaddr*>(&a), sizeof a), "bind");
    check(::listen(s.get(), 64), "listen");
    return s;
}

// ---------------------------------------------------------------- accepting

int leak_accept_loop(int lfd, const std::atomic<bool>& stop, Stats& st)
{
    while (!stop) {
        sockaddr_in peer{};
        socklen_t len = sizeof peer;
        int c = ::accept(lfd, reinterpret_cast<sockaddr*>(&peer), &len);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        if (c < 0) {
            if (errno == EINTR || errno == ECONNABORTED)
                continue;
            return -1;
        }
        if (!allowed(peer)) {
            ++st.rejected;
            continue;
        }
        ++st.accepted;
        st.bytes += serve_once(c);
        ::close(c);
    }
    return 0;
}

int clean_accept_loop(int lfd, const std::atomic<bool>& stop, Stats& st)
{
    while (!stop) {
        sockaddr_in peer{};
        socklen_t len = sizeof peer;
        Fd c(::accept(lfd, reinterpret_cast<sockaddr*>(&peer), &len));
        if (!c) {
            if (errno == EINTR || errno == ECONNABORTED)
                continue;
            return -1;
        }
        if (!allowed(peer)) {
            ++st.rejected;
            continue;
        }
        ++st.accepted;
        try {
            set_nonblocking(c.get());
            send_all(c.get(), "hello\r\n");
        } catch (const NetError& e) {
            std::fprintf(stderr, "%s\n", e.what());
            continue;
        }
        st.bytes += serve_once(c.get());
    }
    return 0;
}

void clean_accept_threaded(int lfd)
{
    for (;;) {
        int c = ::accept(lfd, nullptr, nullptr);
        if (c < 0)
            return;
        std::thread worker([c] {
            serve_once(c);
            ::close(c);
        });
        worker.detach();
    }
}

// --------------------------------------------------------------- connecting

int leak_connect_retry(const sockaddr_in& to, int attempts)
{
    for (int i = 0; i < attempts; ++i) {
        int fd = ::socket(AF_INET, SOCK_STREAM, 0); /* { dg-warning "leak|mismatch" } */
        if (fd < 0)
            return -1;
        if (::connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0)
            return fd;
        if (errno != ECONNREFUSED && errno != ETIMEDOUT) {
            ::close(fd);
            return -1;
        }
        ::sleep(1u << i);
    }
    return -1;
}

int clean_connect_retry(const sockaddr_in& to, int attempts)
{
    int fd = -1;
    for (int i = 0; i < attempts; ++i) {
        fd = ::socket(AF_INET, SOCK_STREAM, 0);
        if (fd < 0)
            break;
        if (::connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0)
            break;
        ::close(fd);
        fd = -1;
        ::sleep(1u << i);
    }
    return fd;
}

static sockaddr_un unix_addr(const char* path) noexcept
{
    sockaddr_un a{};
    a.sun_family = AF_UNIX;
    std::strncpy(a.sun_path, path, sizeof a.sun_path - 1);
    return a;
}

int leak_connect_nonblocking(const char* path)
{
    Fd s(check(::socket(AF_UNIX, SOCK_STREAM, 0), "socket")); /* { dg-warning "leak|mismatch" } */
    sockaddr_un a = unix_addr(path);
    check(::connect(s.get(), reinterpret_cast<sockaddr*>(&a), sizeof a), "connect");
    int raw = s.release();
    set_nonblocking(raw);
    return raw;
}

int clean_connect_nonblocking(const char* path)
{
    Fd s(check(::socket(AF_UNIX, SOCK_STREAM, 0), "socket"));
    sockaddr_un a = unix_addr(path);
    check(::connect(s.get(), reinterpret_cast<sockaddr*>(&a), sizeof a), "connect");
    set_nonblocking(s.get());
    return s.release();
}

// -------------------------------------------------------------- redirection

bool leak_dump_stats_to(const char* path, const Stats& st)
{
    int saved = ::dup(STDERR_FILENO); /* { dg-warning "leak|mismatch" } */
    if (saved < 0)
        return false;
    int out = ::open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (out < 0)
        return false;
    ::dup2(out, STDERR_FILENO);
    ::close(out);
    print_stats(st);
    ::dup2(saved, STDERR_FILENO);
    ::close(saved);
    return true;
}

bool clean_dump_stats_to(const char* path, const Stats& st)
{
    int out = ::open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (out < 0)
        return false;
    int saved = ::dup(STDERR_FILENO);
    if (saved >= 0) {
        ::dup2(out, STDERR_FILENO);
        print_stats(st);
        ::dup2(saved, STDERR_FILENO);
        ::close(saved);
    }
    ::close(out);
    return saved >= 0;
}

// ----------------------------------------------------------------- sessions

class Session {
public:
    Session(const sockaddr_in& to, std::string user) : user_(std::move(user))
    {
        fd_ = ::socket(AF_INET, SOCK_STREAM, 0); /* { dg-warning "leak|mismatch" } */
        if (fd_ < 0)
            throw NetError("socket", errno);
        if (::connect(fd_, reinterpret_cast<const sockaddr*>(&to), sizeof to) < 0)
            throw NetError("connect", errno);
    }
    ~Session()
    {
        if (fd_ >= 0)
            ::close(fd_);
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    void hello() { send_all(fd_, "USER " + user_ + "\r\n"); }

private:
    std::string user_;
    int fd_ = -1;
};

void leak_session_hello(const sockaddr_in& to, const std::string& user)
{
    Session s(to, user);
    s.hello();
}

class OwnedSession {
public:
    OwnedSession(const sockaddr_in& to, std::string user)
        : user_(std::move(user)), fd_(::socket(AF_INET, SOCK_STREAM, 0))
    {
        if (!fd_)
            throw NetError("socket", errno);
        if (::connect(fd_.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) < 0)
            throw NetError("connect", errno);
    }
    void hello() { send_all(fd_.get(), "USER " + user_ + "\r\n"); }

private:
    std::string user_;
    Fd fd_;
};

void clean_session_table(const sockaddr_in* addrs, int n)
{
    std::map<int, std::unique_ptr<OwnedSession>> table;
    for (int i = 0; i < n; ++i) {
        auto& slot = table[i];
        slot = std::make_unique<OwnedSession>(addrs[i], "user" + std::to_string(i));
    }
    for (auto& [id, s] : table)
        s->hello();
}

// -------------------------------------------------------------------- pipes

int leak_pipe_selftest(const char* msg)
{
    int p[2];
    if (::pipe(p) < 0) /* { dg-warning "leak|mismatch" } */
        return -1;
    ssize_t n = ::write(p[1], msg, std::strlen(msg));
    ::close(p[1]);
    if (n < 0)
        return -1;
    char buf[64];
    n = ::read(p[0], buf, sizeof buf);
    ::close(p[0]);
    return static_cast<int>(n);
}

int clean_pipe_selftest(const char* msg)
{
    int p[2];
    if (::pipe(p) < 0)
        return -1;
    Fd rd(p[0]), wr(p[1]);
    send_all(wr.get(), msg);
    wr.reset();
    char buf[64];
    return static_cast<int>(check(static_cast<int>(::read(rd.get(), buf, sizeof buf)), "read"));
}

// ---------------------------------------------------------------- broadcast

static std::mutex clients_mutex;
static std::map<int, int> clients;

void leak_broadcast(const std::string& msg)
{
    clients_mutex.lock(); /* { dg-warning "leak|mismatch" } */
    for (const auto& [id, fd] : clients)
        send_all(fd, msg);
    clients_mutex.unlock();
}

int clean_broadcast(const std::string& msg)
{
    std::lock_guard<std::mutex> lock(clients_mutex);
    int failed = 0;
    for (const auto& [id, fd] : clients) {
        try {
            send_all(fd, msg);
        } catch (const NetError&) {
            ++failed;
        }
    }
    return failed;
}

void clean_drop_client(int id)
{
    clients_mutex.lock();
    auto it = clients.find(id);
    if (it == clients.end()) {
        clients_mutex.unlock();
        return;
    }
    int fd = it->second;
    clients.erase(it);
    clients_mutex.unlock();
    ::close(fd);
}

} // namespace srv
