/* Corpus, container: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// httplib.cpp - transport part of the minihttp client/server library

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace minihttp {

class HttpError : public std::runtime_error {
public:
    HttpError (int status, const std::string &what) : std::runtime_error (what), status_ (status) {}
    int status () const { return status_; }

private:
    int status_;
};

class TimeoutError : public HttpError {
public:
    TimeoutError () : HttpError (408, "timeout") {}
};

struct Connection {
    int fd;
    std::string host;
    bool keep_alive = true;

    Connection (int f, std::string h) : fd (f), host (std::move (h)) {}
    Connection (const Connection &) = delete;
    Connection &operator= (const Connection &) = delete;
    ~Connection ()
    {
        if (fd >= 0)
            close (fd);
    }
    bool alive () const
    {
        pollfd p { fd, POLLIN, 0 };
        return poll (&p, 1, 0) == 0;
    }
};

struct Response {
    int status = 0;
    std::map<std::string, std::string> headers;
    std::string body;
};

size_t read_some (int fd, char *buf, size_t n, int ms)
{
    pollfd p { fd, POLLIN, 0 };
    if (poll (&p, 1, ms) == 0)
        throw TimeoutError ();
    ssize_t r = read (fd, buf, n);
    if (r < 0)
        throw HttpError (502, strerror (errno));
    return r;
}

int parse_status_line (const std::string &l)
{
    if (l.compare (0, 5, "HTTP/") != 0 || l.size () < 12)
        throw HttpError (502, "bad status line");
    return atoi (l.c_str () + 9);
}

// ---------------------------------------------------------------- connecting

int leak_connect_host (const char *host, const char *port)
{
    addrinfo hints {}, *list = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo (host, port, &hints, &list) != 0) /* { dg-warning "leak|mismatch" } */
        return -1;
    for (addrinfo *a = list; a; a = a->ai_next) {
        int fd = socket (a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (fd < 0)
            continue;
        if (connect (fd, a->ai_addr, a->ai_addrlen) == 0)
            return fd;
        close (fd);
    }
    freeaddrinfo (list);
    return -1;
}

int leak_connect_source (const char *host, const char *port, const sockaddr *src, socklen_t srclen)
{
    addrinfo hints {}, *list = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo (host, port, &hints, &list) != 0)
        return -1;
    std::unique_ptr<addrinfo, void (*) (addrinfo *)> hold (list, freeaddrinfo);
    int fd = -1;
    for (addrinfo *a = list; a; a = a->ai_next) {
        fd = socket (a->ai_family, a->ai_socktype, a->ai_protocol);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        if (fd < 0)
            continue;
        if (src && bind (fd, src, srclen) < 0)
            continue;
        if (connect (fd, a->ai_addr, a->ai_addrlen) == 0)
            return fd;
        close (fd);
    }
    return -1;
}

int clean_connect_host (const char *host, const char *port, std::string *err)
{
    addrinfo hints {}, *list;
    hints.ai_socktype = SOCK_STREAM;
    if (int e = getaddrinfo (host, port, &hints, &list); e != 0) {
        *err = gai_strerror (e);
        return -1;
    }
    int fd = -1;
    for (addrinfo *a = list; a && fd < 0; a = a->ai_next) {
        fd = socket (a->ai_family, a->ai_socktype, a->ai_protocol);
        if (fd >= 0 && connect (fd, a->ai_addr, a->ai_addrlen) < 0) {
            *err = strerror (errno);
            close (fd);
            fd = -1;
        }
    }
    freeaddrinfo (list);
    return fd;
}

int clean_listen_on (const sockaddr *sa, socklen_t len, int backlog = 64)
{
    int one = 1;
    int fd = socket (sa->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd == -1)
        throw HttpError (500, "socket");
    if (setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) || bind (fd, sa, len)
        || listen (fd, backlog)) {
        std::string why = strerror (errno);
        close (fd);
        throw HttpError (500, why);
    }
    return fd;
}

// ---------------------------------------------------------------- server

class Server {
public:
    explicit Server (size_t max) : max_ (max) {}
    Server (const Server &) = delete;
    ~Server ()
    {
        while (!clients_.empty ()) {
            delete clients_.front ();
            clients_.pop_front ();
        }
    }
    int leak_accept_pending (int lfd);
    int clean_accept_pending (int lfd);
    void clean_sweep ();
    void stop () { stop_ = true; }

private:
    size_t max_;
    bool stop_ = false;
    std::list<Connection *> clients_;
};

int Server::leak_accept_pending (int lfd)
{
    int n = 0;
    while (!stop_) {
        int fd = accept4 (lfd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        if (fd < 0) {
            if (errno == EINTR)
                continue;
            break;
        }
        if (clients_.size () >= max_) {
            static const char busy[] = "HTTP/1.1 503 Busy\r\n\r\n";
            (void) !write (fd, busy, sizeof busy - 1);
            continue;
        }
        clients_.push_back (new Connection (fd, ""));
        n++;
    }
    return n;
}

int Server::clean_accept_pending (int lfd)
{
    int n = 0, fd;
    while ((fd = accept (lfd, nullptr, nullptr)) >= 0) {
        Connection *c = new Connection (fd, "peer");
        if (stop_ || fcntl (fd, F_SETFL, O_NONBLOCK) < 0) {
            delete c;
            break;
        }
        clients_.push_back (c);
        if (++n == 16)
            return n;
    }
    return n;
}

void Server::clean_sweep ()
{
    for (auto it = clients_.begin (); it != clients_.end ();) {
        Connection *c = *it;
        if (c->keep_alive && c->alive ()) {
            ++it;
            continue;
        }
        it = clients_.erase (it);
        delete c;
    }
}

// ---------------------------------------------------------------- pool

class ConnectionPool {
public:
    ConnectionPool () = default;
    ConnectionPool (const ConnectionPool &) = delete;
    ~ConnectionPool ()
    {
        for (auto &kv : conns_)
            delete kv.second;
    }
    Connection *leak_adopt (const std::string &key, int fd);
    Connection *clean_adopt (const std::string &key, int fd);
    bool leak_prewarm (const std::string &key, const char *port, size_t want);
    bool clean_prewarm (const std::string &key, const char *port, size_t want);

private:
    std::map<std::string, Connection *> conns_;
    std::deque<std::unique_ptr<Connection>> idle_;
};

Connection *ConnectionPool::leak_adopt (const std::string &key, int fd)
{
    auto r = conns_.emplace (key, new Connection (fd, key));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!r.second && !r.first->second->alive ())
        r.first->second->keep_alive = false;
    return r.first->second;
}

Connection *ConnectionPool::clean_adopt (const std::string &key, int fd)
{
    Connection *c = new Connection (fd, key);
    auto r = conns_.emplace (key, c);
    if (!r.second) {
        std::swap (c, r.first->second);
        delete c;
    }
    return r.first->second;
}

bool ConnectionPool::leak_prewarm (const std::string &key, const char *port, size_t want)
{
    std::vector<Connection *> fresh;
    std::string err;
    for (size_t i = 0; i < want; i++) {
        int fd = clean_connect_host (key.c_str (), port, &err);
        if (fd < 0)
            break;
        fresh.push_back (new Connection (fd, key)); /* { dg-warning "leak|mismatch" } */
    }
    if (fresh.size () < want) {
        fresh.clear ();
        return false;
    }
    for (Connection *c : fresh)
        idle_.emplace_back (c);
    return true;
}

bool ConnectionPool::clean_prewarm (const std::string &key, const char *port, size_t want)
{
    std::vector<std::unique_ptr<Connection>> fresh;
    std::string err;
    while (fresh.size () < want) {
        int fd = clean_connect_host (key.c_str (), port, &err);
        if (fd < 0)
            return false;
        fresh.emplace_back (new Connection (fd, key));
    }
    for (auto &c : fresh)
        idle_.emplace_back (c.release ());
    return true;
}

// ---------------------------------------------------------------- messages

Response *leak_parse_response (const std::string &head)
{
    size_t eol = head.find ("\r\n");
    if (eol == std::string::npos)
        throw HttpError (502, "truncated");
    Response *r = new Response; /* { dg-warning "leak|mismatch" } */
    r->status = parse_status_line (head.substr (0, eol));
    r->body = head.substr (eol + 2);
    return r;
}

Response *clean_parse_response (const std::string &head)
{
    auto r = std::make_unique<Response> ();
    size_t eol = head.find ("\r\n");
    r->status = parse_status_line (head.substr (0, eol));
    if (eol != std::string::npos)
        r->body = head.substr (eol + 2);
    if (r->status / 100 == 1)
        throw HttpError (502, "unexpected interim response");
    return r.release ();
}

std::string leak_fetch_body (int fd, size_t len, int ms)
{
    char *buf = (char *) malloc (len + 1); /* { dg-warning "leak|mismatch" } */
    if (!buf)
        return std::string ();
    size_t have = 0;
    while (have < len) {
        size_t n = read_some (fd, buf + have, len - have, ms);
        if (n == 0)
            break;
        have += n;
    }
    std::string body (buf, have);
    free (buf);
    return body;
}

std::string clean_fetch_body (int fd, size_t len, int ms)
{
    char *buf = new char[len];
    size_t have = 0;
    try {
        for (size_t n = 1; n > 0 && have < len; have += n)
            n = read_some (fd, buf + have, len - have, ms);
        if (have < len)
            throw HttpError (502, "short body");
    } catch (const TimeoutError &) {
        have = 0;
    } catch (...) {
        delete[] buf;
        throw;
    }
    std::string body (buf, have);
    delete[] buf;
    return body;
}

// CONNECT through a proxy: socket and error text (empty when usable)
std::pair<int, std::string> open_tunnel (const char *proxy, const std::string &target)
{
    std::string err;
    int fd = clean_connect_host (proxy, "3128", &err);
    if (fd < 0)
        return { -1, err };
    std::string req = "CONNECT " + target + " HTTP/1.1\r\n\r\n";
    if (write (fd, req.data (), req.size ()) != (ssize_t) req.size ())
        err = "proxy write";
    return { fd, err };
}

bool leak_probe_proxy (const char *proxy, const std::string &target)
{
    auto t = open_tunnel (proxy, target); /* { dg-warning "leak|mismatch" } */
    if (t.first < 0 || !t.second.empty ())
        return false;
    char c;
    bool ok = recv (t.first, &c, 1, MSG_PEEK) == 1;
    close (t.first);
    return ok;
}

bool clean_probe_proxy (const char *proxy, const std::string &target)
{
    auto [fd, err] = open_tunnel (proxy, target);
    if (fd < 0)
        return false;
    bool ok = err.empty ();
    for (char c; ok && recv (fd, &c, 1, 0) == 1;)
        if (c == '\n')
            break;
    close (fd);
    return ok;
}

std::optional<int> open_upload (const std::string &dir, const char *name)
{
    int fd = open ((dir + "/" + name).c_str (), O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        return std::nullopt;
    return fd;
}

void leak_save_upload (const std::string &dir, const char *name, const std::string &data)
{
    std::optional<int> out = open_upload (dir, name); /* { dg-warning "leak|mismatch" } */
    if (!out)
        throw HttpError (507, "cannot create upload");
    if (write (*out, data.data (), data.size ()) != (ssize_t) data.size ())
        throw HttpError (507, "disk full");
    close (*out);
}

void clean_save_upload (const std::string &dir, const char *name, const std::string &data)
{
    auto out = open_upload (dir, name);
    ssize_t n = -1;
    if (out.has_value ()) {
        n = write (out.value (), data.data (), data.size ());
        if (close (*out) < 0)
            n = -1;
    }
    if (n != (ssize_t) data.size ())
        throw HttpError (507, "upload not stored");
}

bool leak_send_file (int sock, const char *path)
{
    int in = open (path, O_RDONLY | O_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    if (in < 0)
        return false;
    struct stat st;
    if (fstat (in, &st) < 0 || !S_ISREG (st.st_mode)) {
        shutdown (sock, SHUT_WR);
        close (sock);
        return false;
    }
    off_t off = 0;
    while (off < st.st_size)
        if (sendfile (sock, in, &off, st.st_size - off) <= 0)
            break;
    close (in);
    return off == st.st_size;
}

bool clean_send_ranges (int sock, const std::vector<const char *> &paths)
{
    for (const char *p : paths) {
        int in = open (p, O_RDONLY);
        if (in < 0)
            return false;
        off_t off = 0;
        ssize_t n;
        do
            n = sendfile (sock, in, &off, 1 << 20);
        while (n > 0);
        close (in);
        if (n < 0)
            return false;
    }
    return true;
}

// ---------------------------------------------------------------- logs, streams

using Sink = std::function<void (const std::string &)>;

Sink leak_make_sink (const char *path)
{
    std::shared_ptr<FILE> f (fopen (path, "a"), [] (FILE *p) {
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
        if (p)
            fflush (p);
    });
    return [f] (const std::string &s) {
        if (f)
            fputs (s.c_str (), f.get ());
    };
}

Sink clean_make_sink (const char *path)
{
    FILE *raw = path ? fopen (path, "a") : stderr;
    std::shared_ptr<FILE> f (raw, [path] (FILE *p) {
        if (p && path)
            fclose (p);
    });
    return [f] (const std::string &s) {
        if (FILE *p = f.get ())
            fputs (s.c_str (), p);
    };
}

struct Stream {
    unsigned id = 0;
    std::string data;
    std::shared_ptr<Stream> parent;
    std::weak_ptr<Stream> session;
    std::vector<std::shared_ptr<Stream>> pushed;
};

size_t leak_replay_push (const std::vector<std::string> &frames)
{
    auto root = std::make_shared<Stream> ();
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    for (auto &f : frames) {
        auto s = std::make_shared<Stream> ();
        s->data = f;
        s->parent = root;
        root->pushed.push_back (s);
    }
    return root->pushed.size ();
}

size_t clean_replay_push (const std::vector<std::string> &frames)
{
    auto root = std::make_shared<Stream> ();
    for (auto &f : frames) {
        auto s = std::make_shared<Stream> ();
        s->data = f;
        s->session = root;
        root->pushed.push_back (std::move (s));
    }
    return root->pushed.size ();
}

}  // namespace minihttp
