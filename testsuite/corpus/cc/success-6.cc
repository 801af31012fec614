/* Corpus, success: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// A small TCP server: listening, accepting, sessions, polling.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstdint>
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
#include <utility>
#include <vector>

extern void log_line(const char *msg) noexcept;
extern void handle_client(int fd);
extern bool authorise(const std::string &user);
extern int pick_port(const char *name);
extern bool shutting_down() noexcept;
extern std::string greeting_for(int fd);

namespace net {

class Socket {
public:
    Socket() noexcept = default;
    explicit Socket(int fd) noexcept : fd_(fd) {}
    Socket(Socket &&o) noexcept : fd_(std::exchange(o.fd_, -1)) {}
    Socket &operator=(Socket &&o) noexcept {
        if (this != &o) {
            reset();
            fd_ = std::exchange(o.fd_, -1);
        }
        return *this;
    }
    Socket(const Socket &) = delete;
    Socket &operator=(const Socket &) = delete;
    ~Socket() { reset(); }
    int get() const noexcept { return fd_; }
    int release() noexcept { return std::exchange(fd_, -1); }
    void reset(int fd = -1) noexcept {
        if (fd_ >= 0)
            ::close(fd_);
        fd_ = fd;
    }
    explicit operator bool() const noexcept { return fd_ >= 0; }

private:
    int fd_ = -1;
};

// A handle whose move assignment forgets what it held.
class SloppySocket {
public:
    explicit SloppySocket(int fd) noexcept : fd_(fd) {}
    SloppySocket(SloppySocket &&o) noexcept : fd_(o.fd_) { o.fd_ = -1; }
    SloppySocket &operator=(SloppySocket &&o) noexcept {
        fd_ = o.fd_; /* { dg-warning "leak|mismatch" } */
        o.fd_ = -1;
        return *this;
    }
    ~SloppySocket() {
        if (fd_ >= 0)
            ::close(fd_);
    }
    int fd() const noexcept { return fd_; }

private:
    int fd_;
};

static void fill_addr(sockaddr_in &a, uint16_t port) noexcept
{
    memset(&a, 0, sizeof a);
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(INADDR_ANY);
}

int leak_listen_bind(uint16_t port)
{
    int s = socket(AF_INET, SOCK_STREAM, 0); /* { dg-warning "leak|mismatch" } */
    if (s < 0)
        return -1;
    int on = 1;
    if (setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0) {
        close(s);
        return -1;
    }
    sockaddr_in a;
    fill_addr(a, port);
    if (bind(s, reinterpret_cast<sockaddr *>(&a), sizeof a) < 0)
        return -1;
    if (listen(s, 64) < 0) {
        close(s);
        return -1;
    }
    return s;
}

int clean_listen_bind(uint16_t port)
{
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return -1;
    int on = 1;
    sockaddr_in a;
    fill_addr(a, port);
    if (setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0 ||
        bind(s, reinterpret_cast<sockaddr *>(&a), sizeof a) < 0 || listen(s, 64) < 0) {
        int saved = errno;
        close(s);
        errno = saved;
        return -1;
    }
    return s;
}

void leak_accept_loop(int listener)
{
    while (!shutting_down()) {
        int c = accept(listener, nullptr, nullptr);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        if (c < 0) {
            if (errno == EINTR)
                continue;
            break;
        }
        handle_client(c);
        close(c);
    }
}

void clean_accept_loop(int listener)
{
    while (!shutting_down()) {
        int c = accept(listener, nullptr, nullptr);
        if (c < 0) {
            if (errno == EINTR)
                continue;
            break;
        }
        try {
            handle_client(c);
        } catch (const std::exception &e) {
            log_line(e.what());
        } catch (...) {
            close(c);
            throw;
        }
        close(c);
    }
}

class Session {
public:
    explicit Session(int fd) : fd_(fd), in_(new char[4096]) {}
    ~Session() { ::close(fd_); }
    Session(const Session &) = delete;
    ssize_t fill() noexcept { return ::read(fd_, in_, 4096); }

private:
    int fd_;
    char *in_;
};

ssize_t leak_session_buffer(int listener)
{
    int c = accept(listener, nullptr, nullptr);
    if (c < 0)
        return -1;
    Session s(c); /* { dg-warning "leak|mismatch" } */
    return s.fill();
}

class BufferedSession {
public:
    explicit BufferedSession(Socket s) : sock_(std::move(s)), in_(new char[4096]) {}
    ~BufferedSession() { delete[] in_; }
    BufferedSession(const BufferedSession &) = delete;
    ssize_t fill() noexcept { return ::read(sock_.get(), in_, 4096); }

private:
    Socket sock_;
    char *in_;
};

ssize_t clean_session_buffer(int listener)
{
    Socket c(accept(listener, nullptr, nullptr));
    if (!c)
        return -1;
    BufferedSession s(std::move(c));
    return s.fill();
}

int leak_worker_pair(pid_t *child)
{
    int sv[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sv) < 0) /* { dg-warning "leak|mismatch" } */
        return -1;
    pid_t p = fork();
    if (p < 0) {
        close(sv[0]);
        return -1;
    }
    if (p == 0) {
        close(sv[0]);
        dup2(sv[1], 0);
        execl("/usr/lib/worker", "worker", static_cast<char *>(nullptr));
        _exit(127);
    }
    close(sv[1]);
    *child = p;
    return sv[0];
}

int clean_worker_pair(pid_t *child)
{
    int sv[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sv) < 0)
        return -1;
    Socket parent_end(sv[0]);
    Socket child_end(sv[1]);
    pid_t p = fork();
    if (p < 0)
        return -1;
    if (p == 0) {
        dup2(child_end.get(), 0);
        execl("/usr/lib/worker", "worker", static_cast<char *>(nullptr));
        _exit(127);
    }
    *child = p;
    return parent_end.release();
}

class Poller {
public:
    bool leak_open(int listener);
    bool clean_open(int listener);
    ~Poller();

private:
    int ep_ = -1;
    int wake_ = -1;
};

Poller::~Poller()
{
    if (ep_ >= 0)
        close(ep_);
    if (wake_ >= 0)
        close(wake_);
}

bool Poller::leak_open(int listener)
{
    if (ep_ >= 0)
        return true;
    int ep = epoll_create1(EPOLL_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    if (ep < 0)
        return false;
    epoll_event ev{};
    ev.events = EPOLLIN;
    ev.data.fd = listener;
    if (epoll_ctl(ep, EPOLL_CTL_ADD, listener, &ev) < 0) {
        log_line("epoll_ctl failed");
        return false;
    }
    ep_ = ep;
    return true;
}

bool Poller::clean_open(int listener)
{
    if (ep_ >= 0)
        return true;
    Socket ep(epoll_create1(EPOLL_CLOEXEC));
    if (!ep)
        return false;
    epoll_event ev{};
    ev.events = EPOLLIN;
    ev.data.fd = listener;
    if (epoll_ctl(ep.get(), EPOLL_CTL_ADD, listener, &ev) < 0) {
        log_line("epoll_ctl failed");
        return false;
    }
    ep_ = ep.release();
    return true;
}

void leak_reconnect(const sockaddr *peer, socklen_t len)
{
    SloppySocket s(socket(AF_INET, SOCK_STREAM, 0)); /* { dg-warning "leak|mismatch" } */
    if (s.fd() < 0)
        return;
    if (connect(s.fd(), peer, len) < 0)
        s = SloppySocket(socket(AF_INET, SOCK_DGRAM, 0));
    if (s.fd() >= 0)
        send(s.fd(), "hi", 2, 0);
}

void clean_reconnect(const sockaddr *peer, socklen_t len)
{
    Socket s(socket(AF_INET, SOCK_STREAM, 0));
    if (!s)
        return;
    if (connect(s.get(), peer, len) < 0)
        s = Socket(socket(AF_INET, SOCK_DGRAM, 0));
    if (s)
        send(s.get(), greeting_for(s.get()).c_str(), 2, 0);
}

char *leak_read_request(int fd, size_t *out)
{
    size_t cap = 256, used = 0;
    char *buf = static_cast<char *>(malloc(cap)); /* { dg-warning "leak|mismatch" } */
    if (!buf)
        return nullptr;
    for (;;) {
        ssize_t n = read(fd, buf + used, cap - used);
        if (n <= 0)
            break;
        used += static_cast<size_t>(n);
        if (used == cap) {
            cap *= 2;
            buf = static_cast<char *>(realloc(buf, cap)); /* { dg-warning "leak|mismatch" } */
            if (!buf)
                return nullptr;
        }
    }
    *out = used;
    return buf;
}

char *clean_read_request(int fd, size_t *out)
{
    size_t cap = 256, used = 0;
    char *buf = static_cast<char *>(malloc(cap));
    if (!buf)
        return nullptr;
    for (;;) {
        ssize_t n = read(fd, buf + used, cap - used);
        if (n <= 0)
            break;
        used += static_cast<size_t>(n);
        if (used == cap) {
            void *bigger = realloc(buf, cap * 2);
            if (!bigger) {
                free(buf);
                return nullptr;
            }
            cap *= 2;
            buf = static_cast<char *>(bigger);
        }
    }
    *out = used;
    return buf;
}

bool leak_collect_clients(int listener, size_t want)
{
    std::vector<int> clients;
    while (clients.size() < want) {
        int c = accept(listener, nullptr, nullptr); /* { dg-warning "leak|mismatch" } */
        if (c < 0)
            return false;
        clients.push_back(c);
    }
    for (int c : clients)
        close(c);
    return true;
}

bool clean_collect_clients(int listener, size_t want)
{
    std::vector<int> clients;
    bool ok = true;
    while (clients.size() < want) {
        int c = accept(listener, nullptr, nullptr);
        if (c < 0) {
            ok = false;
            break;
        }
        clients.push_back(c);
    }
    for (int c : clients)
        close(c);
    return ok;
}

struct Peer {
    Socket sock;
    std::string name;
};

bool leak_detach_peer(std::unique_ptr<Peer> &slot, int listener)
{
    auto fresh = std::make_unique<Peer>(); /* { dg-warning "leak|mismatch" } */
    fresh->sock.reset(accept(listener, nullptr, nullptr));
    if (!fresh->sock) {
        fresh.release();
        return false;
    }
    slot = std::move(fresh);
    return true;
}

bool clean_detach_peer(std::unique_ptr<Peer> &slot, int listener)
{
    auto fresh = std::make_unique<Peer>();
    fresh->sock.reset(accept(listener, nullptr, nullptr));
    if (!fresh->sock) {
        fresh.reset();
        return false;
    }
    fresh->name = greeting_for(fresh->sock.get());
    slot.reset(fresh.release());
    return true;
}

static bool make_pipe(int &r, int &w) noexcept
{
    int p[2];
    if (pipe(p) != 0)
        return false;
    r = p[0];
    w = p[1];
    return true;
}

int leak_signal_pipe(const char *name)
{
    int r, w;
    if (!make_pipe(r, w)) /* { dg-warning "leak|mismatch" } */
        return -1;
    if (fcntl(w, F_SETFL, O_NONBLOCK) < 0) {
        close(r);
        return -1;
    }
    ssize_t n = write(w, name, strlen(name));
    close(w);
    if (n < 0) {
        close(r);
        return -1;
    }
    return r;
}

int clean_signal_pipe(const char *name)
{
    int r, w;
    if (!make_pipe(r, w))
        return -1;
    int result = -1;
    if (fcntl(w, F_SETFL, O_NONBLOCK) == 0 && write(w, name, strlen(name)) >= 0)
        result = r;
    close(w);
    if (result < 0)
        close(r);
    return result;
}

static std::mutex stats_mu;
static std::map<std::string, unsigned> stats;

bool leak_count_user(const std::string &user)
{
    stats_mu.lock(); /* { dg-warning "leak|mismatch" } */
    bool ok = authorise(user);
    if (ok)
        ++stats[user];
    stats_mu.unlock();
    return ok;
}

bool clean_count_user(const std::string &user)
{
    std::unique_lock<std::mutex> lk(stats_mu);
    auto it = stats.find(user);
    if (it == stats.end()) {
        lk.unlock();
        if (!authorise(user))
            return false;
        lk.lock();
        it = stats.emplace(user, 0).first;
    }
    ++it->second;
    return true;
}

int leak_timer(const char *name, unsigned secs)
{
    int t = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    if (t == -1)
        return -1;
    itimerspec its{};
    its.it_value.tv_sec = secs;
    switch (pick_port("timer") % 3) {
    case 0:
        its.it_interval.tv_sec = 1;
        break;
    default:
        break;
    }
    if (timerfd_settime(t, 0, &its, nullptr) != 0) {
        close(t);
        return -1;
    }
    log_line(name);
    return t;
}

std::optional<Socket> clean_timer(const char *name, unsigned secs)
{
    Socket t(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC));
    if (!t)
        return std::nullopt;
    itimerspec its{};
    its.it_value.tv_sec = secs;
    its.it_interval.tv_sec = pick_port(name) % 3 == 0 ? 1 : 0;
    if (timerfd_settime(t.get(), 0, &its, nullptr) != 0)
        return {};
    return t;
}

} // namespace net
