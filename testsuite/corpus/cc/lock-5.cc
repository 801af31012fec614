/* Corpus, lock: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/*
 * vpncore.cpp - transport, reactor and session handling of the tunnel daemon
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

extern "C" {
void vpn_warn (const char *fmt, ...) noexcept;
void vpn_send_packet (const void *p, size_t n) noexcept;
int vpn_rate_limited (uint32_t peer_id) noexcept;
}

namespace vpn {

struct Packet {
  uint32_t peer = 0;
  std::vector<uint8_t> bytes;
};

struct Session {
  uint32_t id;
  uint64_t tx, rx;
  bool revoked;
};

struct SessionTable {
  pthread_mutex_t lock;
  Session entries[256];
  size_t used;
};

static int set_nonblock (int fd) noexcept
{
  int fl = fcntl (fd, F_GETFL);
  return fl < 0 ? -1 : fcntl (fd, F_SETFL, fl | O_NONBLOCK);
}

/* ---- intrusive reference counting for peers ---------------------------- */

struct Peer {
  int refs;
  uint32_t id;
  int fd;
  Peer *next;
};

static Peer *g_peers;

static void peer_unref (Peer *p) noexcept
{
  if (p && --p->refs == 0) {
    if (p->fd >= 0)
      close (p->fd);
    free (p);
  }
}

/* Returns a new reference or NULL.  */
static Peer *peer_get (uint32_t id) noexcept
{
  for (Peer *p = g_peers; p; p = p->next)
    if (p->id == id) {
      p->refs++;
      return p;
    }
  return nullptr;
}

/* Returns a peer with one reference, or NULL.  Owns FD on success only.  */
static Peer *peer_create (uint32_t id, int fd) noexcept
{
  if (id == 0 || fd < 0)
    return nullptr;
  Peer *p = static_cast<Peer *> (calloc (1, sizeof *p));
  if (p) {
    p->refs = 1;
    p->id = id;
    p->fd = fd;
  }
  return p;
}

bool leak_forward (const Packet &pkt)
{
  Peer *p = peer_get (pkt.peer); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
  if (!p)
    return false;
  if (vpn_rate_limited (p->id))
    return false;
  ssize_t n = send (p->fd, pkt.bytes.data (), pkt.bytes.size (), MSG_NOSIGNAL);
  peer_unref (p);
  return n >= 0;
}

bool clean_forward (const Packet &pkt)
{
  Peer *p = peer_get (pkt.peer);
  ssize_t n = -1;
  if (p && !vpn_rate_limited (p->id))
    n = send (p->fd, pkt.bytes.data (), pkt.bytes.size (), MSG_NOSIGNAL);
  peer_unref (p);
  return n >= 0;
}

bool leak_add_peer (uint32_t id, const struct sockaddr_in *sin)
{
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0); /* { dg-warning "leak|mismatch" } */
  if (fd < 0)
    return false;
  if (connect (fd, (const struct sockaddr *) sin, sizeof *sin) < 0) {
    close (fd);
    return false;
  }
  Peer *p = peer_create (id, fd);
  if (!p)
    return false;
  p->next = g_peers;
  g_peers = p;
  return true;
}

bool clean_add_peer (uint32_t id, const struct sockaddr_in *sin)
{
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  Peer *p = nullptr;
  if (fd >= 0 && connect (fd, (const struct sockaddr *) sin, sizeof *sin) == 0)
    p = peer_create (id, fd);
  if (!p) {
    if (fd > 0)
      close (fd);
    return false;
  }
  p->next = g_peers;
  g_peers = p;
  return true;
}

/* ---- sockets ------------------------------------------------------------ */

int leak_tcp_listen (const char *host, const char *port)
{
  struct addrinfo hints = {}, *res;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  if (getaddrinfo (host, port, &hints, &res) != 0)
    return -1;
  int fd = -1;
  for (struct addrinfo *ai = res; ai; ai = ai->ai_next) {
    fd = socket (ai->ai_family, ai->ai_socktype, ai->ai_protocol);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (fd < 0)
      continue;
    if (bind (fd, ai->ai_addr, ai->ai_addrlen) < 0) {
      fd = -1;
      continue;
    }
    if (listen (fd, 64) == 0)
      break;
    close (fd);
    fd = -1;
  }
  freeaddrinfo (res);
  return fd;
}

int clean_tcp_listen (const char *host, const char *port)
{
  struct addrinfo hints = {}, *res = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  int rc = getaddrinfo (host, port, &hints, &res);
  if (rc != 0) {
    vpn_warn ("%s: %s", host, gai_strerror (rc));
    return -1;
  }
  int fd = -1;
  for (struct addrinfo *ai = res; ai && fd < 0; ai = ai->ai_next) {
    fd = socket (ai->ai_family, ai->ai_socktype, ai->ai_protocol);
    if (fd >= 0
	&& (bind (fd, ai->ai_addr, ai->ai_addrlen) < 0 || listen (fd, 64) < 0)) {
      close (fd);
      fd = -1;
    }
  }
  freeaddrinfo (res);
  return fd;
}

enum class AcceptResult { ok, again, fail };

struct Client {
  explicit Client (int f) : fd (f) {}
  Client (const Client &) = delete;
  Client &operator= (const Client &) = delete;
  ~Client () { close (fd); }
  int fd;
};

class Listener {
public:
  explicit Listener (int fd) : fd_ (fd) {}
  Listener (const Listener &) = delete;
  Listener &operator= (const Listener &) = delete;
  ~Listener () { close (fd_); }
  AcceptResult leak_accept_one (size_t limit);
  AcceptResult clean_accept_one (size_t limit);

private:
  int fd_;
  std::map<int, std::unique_ptr<Client>> clients_;
};

AcceptResult Listener::leak_accept_one (size_t limit)
{
  int c = accept4 (fd_, nullptr, nullptr, SOCK_CLOEXEC); /* { dg-warning "leak|mismatch" } */
  if (c < 0)
    return errno == EAGAIN ? AcceptResult::again : AcceptResult::fail;
  if (clients_.size () >= limit) {
    vpn_warn ("too many clients");
    return AcceptResult::again;
  }
  clients_[c] = std::make_unique<Client> (c);
  return AcceptResult::ok;
}

AcceptResult Listener::clean_accept_one (size_t limit)
{
  int c = accept4 (fd_, nullptr, nullptr, SOCK_CLOEXEC);
  if (c < 0)
    return errno == EAGAIN ? AcceptResult::again : AcceptResult::fail;
  auto client = std::make_unique<Client> (c);
  if (set_nonblock (c) < 0)
    return AcceptResult::fail;
  if (clients_.size () < limit)
    clients_[c] = std::move (client);
  return client ? AcceptResult::again : AcceptResult::ok;
}

/* ---- reactor ------------------------------------------------------------ */

class Reactor {
public:
  ~Reactor ()
  {
    if (epfd_ >= 0)
      close (epfd_);
  }
  bool leak_init ();

private:
  int epfd_ = -1;
  int wake_ = -1;
};

bool Reactor::leak_init ()
{
  if (epfd_ >= 0)
    return true;
  if ((epfd_ = epoll_create1 (EPOLL_CLOEXEC)) < 0)
    return false;
  wake_ = eventfd (0, EFD_NONBLOCK | EFD_CLOEXEC); /* { dg-warning "leak|mismatch" } */
  if (wake_ < 0)
    return false;
  struct epoll_event ev = {};
  ev.events = EPOLLIN;
  ev.data.fd = wake_;
  return epoll_ctl (epfd_, EPOLL_CTL_ADD, wake_, &ev) == 0;
}

class WorkerReactor {
public:
  ~WorkerReactor ()
  {
    for (int *p : { &epfd_, &wake_ })
      if (*p >= 0)
	close (*p);
  }
  bool clean_init ();

private:
  int epfd_ = -1;
  int wake_ = -1;
};

bool WorkerReactor::clean_init ()
{
  if (epfd_ >= 0)
    return true;
  epfd_ = epoll_create1 (EPOLL_CLOEXEC);
  if (epfd_ < 0)
    return false;
  if (wake_ < 0 && (wake_ = eventfd (0, EFD_NONBLOCK | EFD_CLOEXEC)) < 0)
    return false;
  struct epoll_event ev = {};
  ev.events = EPOLLIN;
  ev.data.fd = wake_;
  return epoll_ctl (epfd_, EPOLL_CTL_ADD, wake_, &ev) == 0;
}

int leak_arm_rekey (int epfd, int secs)
{
  int tfd = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
  if (tfd < 0)
    return -1;
  struct itimerspec its = {};
  its.it_value.tv_sec = its.it_interval.tv_sec = secs;
  struct epoll_event ev = {};
  ev.events = EPOLLIN;
  ev.data.fd = tfd;
  if (timerfd_settime (tfd, 0, &its, nullptr) < 0) {
    close (tfd);
    return -1;
  }
  if (epoll_ctl (epfd, EPOLL_CTL_ADD, tfd, &ev) < 0) {
    vpn_warn ("epoll_ctl: %s", strerror (errno));
    return -1;
  }
  return tfd;
}

int clean_arm_keepalive (int epfd, int secs)
{
  int tfd = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (tfd == -1)
    return tfd;
  auto fail = [tfd] (const char *what) {
    vpn_warn ("%s: %s", what, strerror (errno));
    close (tfd);
    return -1;
  };
  struct itimerspec its = {};
  its.it_value.tv_sec = its.it_interval.tv_sec = secs;
  if (timerfd_settime (tfd, 0, &its, nullptr) < 0)
    return fail ("timerfd_settime");
  struct epoll_event ev = {};
  ev.events = EPOLLIN;
  ev.data.fd = tfd;
  if (epoll_ctl (epfd, EPOLL_CTL_ADD, tfd, &ev) < 0)
    return fail ("epoll_ctl");
  return tfd;
}

/* ---- locking ------------------------------------------------------------ */

bool leak_session_lookup (SessionTable *t, uint32_t id, Session *out)
{
  pthread_mutex_lock (&t->lock); /* { dg-warning "leak|mismatch" } */
  for (size_t i = 0; i < t->used; i++) {
    const Session &s = t->entries[i];
    if (s.id != id)
      continue;
    if (s.revoked)
      return false;
    *out = s;
    pthread_mutex_unlock (&t->lock);
    return true;
  }
  pthread_mutex_unlock (&t->lock);
  return false;
}

bool clean_session_touch (SessionTable *t, uint32_t id, uint64_t bytes)
{
  if (pthread_mutex_trylock (&t->lock) != 0)
    return false;		/* statistics only; try again next time */
  size_t i = 0;
  while (i < t->used && t->entries[i].id != id)
    i++;
  bool hit = i < t->used;
  if (hit)
    t->entries[i].tx += bytes;
  pthread_mutex_unlock (&t->lock);
  return hit;
}

class Outbox {
public:
  bool leak_push (Packet &&pkt);
  void clean_drain ();

private:
  std::mutex mu_;
  std::deque<Packet> queue_;
  size_t limit_ = 1024, dropped_ = 0;
};

bool Outbox::leak_push (Packet &&pkt)
{
  mu_.lock (); /* { dg-warning "leak|mismatch" } */
  if (queue_.size () >= limit_) {
    dropped_++;
    return false;
  }
  queue_.push_back (std::move (pkt));
  mu_.unlock ();
  return true;
}

void Outbox::clean_drain ()
{
  mu_.lock ();
  while (!queue_.empty ()) {
    Packet pkt = std::move (queue_.front ());
    queue_.pop_front ();
    mu_.unlock ();
    vpn_send_packet (pkt.bytes.data (), pkt.bytes.size ());
    mu_.lock ();
  }
  mu_.unlock ();
}

class RouteTable {
public:
  int leak_metric (size_t idx);
  int clean_metric (size_t idx);

private:
  std::mutex mu_;
  std::vector<int> metrics_;
};

int RouteTable::leak_metric (size_t idx)
{
  mu_.lock (); /* { dg-warning "leak|mismatch" } */
  int m = metrics_.at (idx);
  mu_.unlock ();
  return m;
}

int RouteTable::clean_metric (size_t idx)
{
  if (!mu_.try_lock ())
    return -1;
  std::lock_guard<std::mutex> hold (mu_, std::adopt_lock);
  return metrics_.at (idx);
}

} // namespace vpn
