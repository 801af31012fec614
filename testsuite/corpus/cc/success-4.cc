/* Corpus, success: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Line oriented TCP server: listener, accept loop, sessions, job queue.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace srv {

struct ProtocolError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) noexcept : fd_(fd) {}
    Fd(Fd &&o) noexcept : fd_(std::exchange(o.fd_, -1)) {}
    Fd &operator=(Fd &&o) noexcept {
        if (this != &o)
            reset(o.release());
        return *this;
    }
    Fd(const Fd &) = delete;
    Fd &operator=(const Fd &) = delete;
    ~Fd() { reset(); }

    int get() const noexcept { return fd_; }
    explicit operator bool() const noexcept { return fd_ >= 0; }
    int release() noexcept { return std::exchange(fd_, -1); }
    void reset(int fd = -1) noexcept {
        if (fd_ >= 0)
            ::close(fd_);
        fd_ = fd;
    }

private:
    int fd_ = -1;
};

bool set_nonblocking(int fd) noexcept {
    int fl = fcntl(fd, F_GETFL, 0);
    return fl >= 0 && fcntl(fd, F_SETFL, fl | O_NONBLOCK) == 0;
}

size_t parse_length(const char *buf, size_t n) {
    if (n < 4)
        throw ProtocolError("short frame");
    size_t len = 0;
    for (int i = 0; i < 4; ++i) {
        if (buf[i] < '0' || buf[i] > '9')
            throw ProtocolError("bad length");
        len = len * 10 + (buf[i] - '0');
    }
    return len < n - 4 ? len : n - 4;
}

std::vector<int> g_clients;

struct Stats {
    std::mutex mu;
    unsigned long hits = 0;
    unsigned long errors = 0;
    bool enabled = true;
};

struct JobQueue {
    pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
    std::deque<int> items;
    bool stopping = false;
};

struct Session {
    explicit Session(Fd s) noexcept : sock(std::move(s)) {}
    bool handshake() noexcept {
        char hello[8];
        return recv(sock.get(), hello, sizeof hello, MSG_WAITALL) == 8
            && memcmp(hello, "HELLO/1\n", 8) == 0;
    }
    Fd sock;
    std::string inbox;
};

std::map<int, std::unique_ptr<Session>> g_sessions;

} // namespace srv

using namespace srv;

int leak_listen_tcp(uint16_t port, int backlog) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return -1;
    int one = 1;
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) < 0) {
        close(fd);
        return -1;
    }
    sockaddr_in sa{};
    sa.sin_family = AF_INET;
    sa.sin_port = htons(port);
    sa.sin_addr.s_addr = htonl(INADDR_ANY);
    if (bind(fd, reinterpret_cast<sockaddr *>(&sa), sizeof sa) < 0) {
        close(fd);
        return -1;
    }
    if (listen(fd, backlog) < 0) {
        perror("listen");
        return -1;
    }
    return fd;
}

int clean_listen_tcp(uint16_t port, int backlog) {
    Fd fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd)
        return -1;
    int one = 1;
    if (setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) < 0)
        return -1;
    sockaddr_in sa{};
    sa.sin_family = AF_INET;
    sa.sin_port = htons(port);
    sa.sin_addr.s_addr = htonl(INADDR_ANY);
    if (bind(fd.get(), reinterpret_cast<sockaddr *>(&sa), sizeof sa) < 0)
        return -1;
    if (listen(fd.get(), backlog) < 0) {
        perror("listen");
        return -1;
    }
    return fd.release();
}

int leak_accept_batch(int listen_fd, int max) {
    int taken = 0;
    for (int i = 0; i < max; ++i) {
        int c = accept(listen_fd, nullptr, nullptr); /* { dg-warning "leak|mismatch" } */
        if (c < 0) {
            if (errno == EINTR)
                continue;
            break;
        }
        if (!set_nonblocking(c)) {
            fprintf(stderr, "client %d: cannot set O_NONBLOCK\n", c);
            continue;
        }
        g_clients.push_back(c);
        ++taken;
    }
    return taken;
}

int clean_accept_batch(int listen_fd, int max) {
    int taken = 0;
    for (int i = 0; i < max; ++i) {
        int c = accept(listen_fd, nullptr, nullptr);
        if (c < 0) {
            if (errno == EINTR)
                continue;
            break;
        }
        if (!set_nonblocking(c)) {
            fprintf(stderr, "client %d: cannot set O_NONBLOCK\n", c);
            close(c);
            continue;
        }
        g_clients.push_back(c);
        ++taken;
    }
    return taken;
}

long leak_serve_one(int listen_fd) {
    int fd = accept(listen_fd, nullptr, nullptr); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return -1;
    char buf[512];
    ssize_t n = recv(fd, buf, sizeof buf, 0);
    if (n <= 0) {
        close(fd);
        return 0;
    }
    size_t len = parse_length(buf, static_cast<size_t>(n));
    send(fd, buf + 4, len, MSG_NOSIGNAL);
    close(fd);
    return static_cast<long>(len);
}

long clean_serve_one(int listen_fd) {
    int fd = accept(listen_fd, nullptr, nullptr);
    if (fd < 0)
        return -1;
    char buf[512];
    ssize_t n = recv(fd, buf, sizeof buf, 0);
    size_t len = 0;
    try {
        if (n > 0) {
            len = parse_length(buf, static_cast<size_t>(n));
            send(fd, buf + 4, len, MSG_NOSIGNAL);
        }
    } catch (...) {
        close(fd);
        throw;
    }
    close(fd);
    return static_cast<long>(len);
}

bool leak_send_static(int client, const char *path, const char *error_page) {
    int in = open(path, O_RDONLY | O_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    if (in < 0) {
        in = open(error_page, O_RDONLY | O_CLOEXEC); /* { dg-warning "leak|mismatch" } */
        if (in < 0)
            return false;
    }
    struct stat st;
    if (fstat(in, &st) < 0)
        return false;
    off_t off = 0;
    while (off < st.st_size) {
        ssize_t n = sendfile(client, in, &off, static_cast<size_t>(st.st_size - off));
        if (n <= 0)
            break;
    }
    close(in);
    return off == st.st_size;
}

bool clean_send_static(int client, const char *path, const char *error_page) {
    int in = open(path, O_RDONLY | O_CLOEXEC);
    if (in < 0) {
        in = open(error_page, O_RDONLY | O_CLOEXEC);
        if (in < 0)
            return false;
    }
    struct stat st;
    bool ok = fstat(in, &st) == 0;
    off_t off = 0;
    while (ok && off < st.st_size) {
        ssize_t n = sendfile(client, in, &off, static_cast<size_t>(st.st_size - off));
        if (n <= 0)
            ok = false;
    }
    close(in);
    return ok;
}

int leak_connect_backoff(const sockaddr_in &peer, int tries) {
    int s = -1;
    for (int i = 0; i < tries; ++i) {
        s = socket(AF_INET, SOCK_STREAM, 0); /* { dg-warning "leak|mismatch" } */
        if (s < 0)
            return -1;
        if (connect(s, reinterpret_cast<const sockaddr *>(&peer), sizeof peer) == 0)
            return s;
        usleep(1000u << i);
    }
    if (s >= 0)
        close(s);
    return -1;
}

int clean_connect_backoff(const sockaddr_in &peer, int tries) {
    int s = -1;
    for (int i = 0; i < tries; ++i) {
        if (s >= 0)
            close(s);
        s = socket(AF_INET, SOCK_STREAM, 0);
        if (s < 0)
            return -1;
        if (connect(s, reinterpret_cast<const sockaddr *>(&peer), sizeof peer) == 0)
            return s;
        usleep(1000u << i);
    }
    if (s >= 0)
        close(s);
    return -1;
}

bool leak_merge_stats(Stats &into, Stats &from) {
    if (&into == &from)
        return false;
    into.mu.lock();
    from.mu.lock(); /* { dg-warning "leak|mismatch" } */
    if (!from.enabled) {
        into.mu.unlock();
        return false;
    }
    into.hits += from.hits;
    into.errors += from.errors;
    from.mu.unlock();
    into.mu.unlock();
    return true;
}

bool clean_merge_stats(Stats &into, Stats &from) {
    if (&into == &from)
        return false;
    std::scoped_lock both(into.mu, from.mu);
    if (!from.enabled)
        return false;
    if (into.hits + from.hits < into.hits)
        throw ProtocolError("hit counter overflow");
    into.hits += from.hits;
    into.errors += from.errors;
    return true;
}

bool leak_pop_job(JobQueue &q, int *out) {
    pthread_mutex_lock(&q.mu); /* { dg-warning "leak|mismatch" } */
    while (q.items.empty()) {
        if (q.stopping)
            return false;
        pthread_cond_wait(&q.cv, &q.mu);
    }
    *out = q.items.front();
    q.items.pop_front();
    pthread_mutex_unlock(&q.mu);
    return true;
}

bool clean_pop_job(JobQueue &q, int *out) {
    bool got = false;
    pthread_mutex_lock(&q.mu);
    while (q.items.empty() && !q.stopping)
        pthread_cond_wait(&q.cv, &q.mu);
    if (!q.items.empty()) {
        *out = q.items.front();
        q.items.pop_front();
        got = true;
    }
    pthread_mutex_unlock(&q.mu);
    return got;
}

FILE *leak_open_peer_stream(int sock) {
    int copy = dup(sock); /* { dg-warning "leak|mismatch" } */
    if (copy < 0)
        return nullptr;
    FILE *fp = fdopen(copy, "r+");
    if (!fp) {
        perror("fdopen");
        return nullptr;
    }
    setvbuf(fp, nullptr, _IOLBF, 0);
    return fp;
}

FILE *clean_open_peer_stream(int sock) {
    int copy = dup(sock);
    if (copy < 0)
        return nullptr;
    FILE *fp = fdopen(copy, "r+");
    if (!fp) {
        int saved = errno;
        close(copy);
        errno = saved;
        return nullptr;
    }
    setvbuf(fp, nullptr, _IOLBF, 0);
    return fp;
}

int clean_connect_host(const char *host, const char *service) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *res = nullptr;
    if (getaddrinfo(host, service, &hints, &res) != 0)
        return -1;
    std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> guard(res, &freeaddrinfo);
    int fd = -1;
    for (addrinfo *ai = res; ai; ai = ai->ai_next) {
        fd = socket(ai->ai_family, ai->ai_socktype, ai->ai_protocol);
        if (fd < 0)
            continue;
        if (connect(fd, ai->ai_addr, ai->ai_addrlen) == 0)
            break;
        close(fd);
        fd = -1;
    }
    return fd;
}

bool leak_start_session(Fd client) {
    Session *s = new Session(std::move(client)); /* { dg-warning "leak|mismatch" } */
    if (!s->handshake())
        return false;
    g_sessions[s->sock.get()].reset(s);
    return true;
}

bool clean_start_session(Fd client) {
    auto s = std::make_unique<Session>(std::move(client));
    if (!s->handshake())
        return false;
    int key = s->sock.get();
    g_sessions[key] = std::move(s);
    return true;
}
