/* Corpus, success: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// netproxy: a TCP/UNIX relay.  Descriptors everywhere.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

class UniqueFd
{
    int m_fd{-1};

public:
    UniqueFd() noexcept {}
    explicit UniqueFd(int fd) noexcept : m_fd{fd} {}
    UniqueFd(UniqueFd&& other) noexcept : m_fd{other.release()} {}
    UniqueFd& operator=(UniqueFd&& other) noexcept
    {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    ~UniqueFd() { reset(); }

    int get() const noexcept { return m_fd; }
    int release() noexcept { int fd = m_fd; m_fd = -1; return fd; }
    void reset(int fd = -1) noexcept
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = fd;
    }
    bool ok() const noexcept { return m_fd >= 0; }
};

struct Conn
{
    virtual ~Conn() = default;
    virtual int events() const noexcept = 0;
};

struct PlainConn : Conn
{
    explicit PlainConn(int fd) noexcept : sock{fd} {}
    int events() const noexcept override { return EPOLLIN; }
    UniqueFd sock;
};

struct TlsConn : Conn
{
    explicit TlsConn(int fd) noexcept : sock{fd} {}
    int events() const noexcept override { return EPOLLIN | EPOLLOUT; }
    UniqueFd sock;
    char session[32] = {};
};

struct Clocks
{
    int wake;
    int tick;
};

struct Upstream
{
    int fd{-1};
    unsigned attempts{0};
};

enum class Mode { plain, tls, reject };

static bool blocked(const sockaddr_in& peer) noexcept
{
    return (ntohl(peer.sin_addr.s_addr) >> 24) == 10;
}

static size_t header_length(const char* p, size_t n)
{
    for (size_t i = 0; i + 1 < n; ++i)
        if (p[i] == '\r' && p[i + 1] == '\n')
            return i + 2;
    throw std::length_error("header");
}

int leak_listen(const sockaddr_in& addr)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); /* { dg-warning "leak|mismatch" } */
    if (fd == -1)
        return -1;
    if (bind(fd, (const sockaddr*)&addr, sizeof addr) == -1) {
        close(fd);
        return -1;
    }
    if (listen(fd, 64) == -1)
        return -1;
    return fd;
}

int clean_listen(const sockaddr_in& addr)
{
    int one = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd == -1 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == -1
        || bind(fd, (const sockaddr*)&addr, sizeof addr) == -1 || listen(fd, 64) == -1) {
        int saved = errno;
        if (fd != -1)
            close(fd);
        errno = saved;
        return -1;
    }
    return fd;
}

void leak_serve(int lfd, int max)
{
    sockaddr_in peer;
    while (max-- > 0) {
        socklen_t len = sizeof peer;
        int c = accept(lfd, (sockaddr*)&peer, &len); /* { dg-warning "leak|mismatch" } */
        if (c < 0)
            break;
        if (blocked(peer))
            continue;
        send(c, "bye\n", 4, MSG_NOSIGNAL);
        close(c);
    }
}

void clean_serve(int lfd, int max)
{
    sockaddr_in peer;
    for (int c; max-- > 0; close(c)) {
        socklen_t len = sizeof peer;
        c = accept(lfd, (sockaddr*)&peer, &len);
        if (c < 0)
            return;
        if (blocked(peer))
            continue;
        send(c, "bye\n", 4, MSG_NOSIGNAL);
    }
}

int leak_poller(int lfd)
{
    epoll_event ev{};
    int ep = epoll_create1(EPOLL_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    if (ep < 0)
        return -1;
    ev.events = EPOLLIN;
    ev.data.fd = lfd;
    if (epoll_ctl(ep, EPOLL_CTL_ADD, lfd, &ev) < 0)
        return -1;
    return ep;
}

class Poller
{
public:
    bool clean_start(int lfd);
    UniqueFd clean_take();
    void clean_add(int key, int lfd);
    int leak_add(int key, int lfd);

private:
    UniqueFd m_epoll;
    std::unordered_map<int, UniqueFd> m_conns;
};

bool Poller::clean_start(int lfd)
{
    epoll_event ev{};
    m_epoll.reset(epoll_create1(EPOLL_CLOEXEC));
    if (!m_epoll.ok())
        return false;
    ev.events = EPOLLIN;
    ev.data.fd = lfd;
    return epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, lfd, &ev) == 0;
}

UniqueFd Poller::clean_take()
{
    UniqueFd out;
    std::swap(out, m_epoll);
    return out;
}

void Poller::clean_add(int key, int lfd)
{
    int c = accept(lfd, nullptr, nullptr);
    if (c >= 0)
        m_conns[key] = UniqueFd(c);      // closes what the key held before
}

int Poller::leak_add(int key, int lfd)
{
    UniqueFd c(accept(lfd, nullptr, nullptr)); /* { dg-warning "leak|mismatch" } */
    if (!c.ok())
        return -1;
    int raw = c.release();
    if (m_conns.count(key) != 0)
        return 0;
    m_conns.emplace(key, UniqueFd(raw));
    return 1;
}

int leak_dial(const char* host, const char* port)
{
    addrinfo hints{}, *list = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host, port, &hints, &list) != 0)
        return -1;
    int fd = -1;
    for (addrinfo* a = list; a; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        if (fd < 0)
            continue;
        if (connect(fd, a->ai_addr, a->ai_addrlen) == 0)
            break;
        fd = -1;
    }
    freeaddrinfo(list);
    return fd;
}

int clean_dial(const char* host, const char* port)
{
    addrinfo hints{}, *list = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host, port, &hints, &list) != 0)
        return -1;
    int fd = -1;
    for (addrinfo* a = list; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
        if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) < 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    return fd;
}

bool leak_retry(Upstream& up, const sockaddr_un& addr)
{
    Upstream next;
    do {
        next.fd = socket(AF_UNIX, SOCK_STREAM, 0); /* { dg-warning "leak|mismatch" } */
        if (next.fd < 0)
            return false;
        if (connect(next.fd, (const sockaddr*)&addr, sizeof addr) == 0) {
            close(up.fd);
            up = next;
            return true;
        }
    } while (++next.attempts < 5);
    close(next.fd);
    return false;
}

bool clean_retry(Upstream& up, const sockaddr_un& addr)
{
    Upstream next;
    for (;;) {
        next.fd = socket(AF_UNIX, SOCK_STREAM, 0);
        if (next.fd < 0)
            return false;
        if (connect(next.fd, (const sockaddr*)&addr, sizeof addr) == 0)
            break;
        close(next.fd);
        if (++next.attempts == 5)
            return false;
    }
    if (up.fd >= 0)
        close(up.fd);
    up = next;
    return true;
}

ssize_t leak_splice(int from, int to)
{
    int p[2];
    if (pipe2(p, O_CLOEXEC) < 0) /* { dg-warning "leak|mismatch" } */
        return -1;
    ssize_t n = splice(from, nullptr, p[1], nullptr, 65536, 0);
    if (n <= 0) {
        close(p[0]);
        return n;
    }
    n = splice(p[0], nullptr, to, nullptr, (size_t)n, 0);
    close(p[0]);
    close(p[1]);
    return n;
}

ssize_t clean_splice(int from, int to)
{
    static thread_local int p[2] = {-1, -1};
    if (p[0] < 0 && pipe2(p, O_CLOEXEC) < 0)
        return -1;
    ssize_t n = splice(from, nullptr, p[1], nullptr, 65536, 0);
    return n <= 0 ? n : splice(p[0], nullptr, to, nullptr, (size_t)n, 0);
}

std::unique_ptr<Conn> leak_wrap(int lfd, Mode mode)
{
    int fd = accept4(lfd, nullptr, nullptr, SOCK_NONBLOCK); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return nullptr;
    if (mode == Mode::tls)
        return std::make_unique<TlsConn>(fd);
    if (mode == Mode::plain)
        return std::make_unique<PlainConn>(fd);
    return nullptr;
}

Conn* clean_wrap(int lfd, Mode mode)
{
    if (mode == Mode::reject)
        return nullptr;
    int fd = accept4(lfd, nullptr, nullptr, SOCK_NONBLOCK);
    if (fd < 0)
        return nullptr;
    return mode == Mode::tls ? static_cast<Conn*>(new TlsConn(fd)) : new PlainConn(fd);
}

size_t leak_batch_accept(int lfd, int n)
{
    std::map<int, int> pending;
    for (int i = 0; i < n; ++i) {
        int c = accept(lfd, nullptr, nullptr);
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
        if (c < 0)
            break;
        pending[i] = c;
    }
    for (const auto& [slot, fd] : pending)
        if (slot % 2 == 0)
            close(fd);
    return pending.size();
}

size_t clean_batch_accept(int lfd, int n)
{
    std::map<int, int> pending;
    for (int i = 0; i < n; ++i) {
        int c = accept(lfd, nullptr, nullptr);
        if (c < 0)
            break;
        pending[i] = c;
    }
    for (const auto& [slot, fd] : pending) {
        if (slot % 2 == 0)
            shutdown(fd, SHUT_RDWR);
        close(fd);
    }
    return pending.size();
}

ssize_t leak_relay_head(int from, int to)
{
    char* buf = new char[16384]; /* { dg-warning "leak|mismatch" } */
    ssize_t n = recv(from, buf, 16384, 0);
    if (n <= 0) {
        delete[] buf;
        return n;
    }
    ssize_t out = send(to, buf, header_length(buf, (size_t)n), 0);
    delete[] buf;
    return out;
}

ssize_t clean_relay_head(int from, int to)
{
    std::vector<char> buf(16384);
    ssize_t n = recv(from, buf.data(), buf.size(), 0);
    return n <= 0 ? n : send(to, buf.data(), header_length(buf.data(), (size_t)n), 0);
}

bool leak_make_clocks(Clocks& out)
{
    Clocks c{eventfd(0, EFD_NONBLOCK), -1}; /* { dg-warning "leak|mismatch" } */
    if (c.wake < 0)
        return false;
    c.tick = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    if (c.tick < 0)
        return false;
    out = c;
    return true;
}

bool clean_serve_file(int to, const char* path)
{
    struct stat st;
    bool sent = false;
    int fd = open(path, O_RDONLY | O_NOFOLLOW);
    do {
        if (fd < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
            break;
        if (sendfile(to, fd, nullptr, (size_t)st.st_size) != st.st_size)
            break;
        sent = true;
    } while (false);
    if (fd >= 0)
        close(fd);
    return sent;
}

void clean_null_stdio()
{
    int fd = open("/dev/null", O_RDWR);
    if (fd < 0)
        return;
    dup2(fd, 0);
    dup2(fd, 1);
    dup2(fd, 2);
    if (fd > 2)
        close(fd);
}

std::vector<UniqueFd> clean_fan_in(int lfd, size_t n)
{
    std::vector<UniqueFd> fds;
    fds.reserve(n);
    while (fds.size() < n) {
        int c = accept(lfd, nullptr, nullptr);
        if (c < 0 && errno == EINTR)
            continue;
        if (c < 0)
            throw std::runtime_error("accept");
        fds.emplace_back(c);
    }
    return fds;
}
