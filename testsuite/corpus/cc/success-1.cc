/* Corpus, success: servers and clients on sockets.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-options "-std=c++20" } */

#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <memory>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace net {

/* connect_first: leaks.  */
int
connect_first (const char *host, const char *port)
{
  addrinfo hints {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo *list = nullptr;
  if (getaddrinfo (host, port, &hints, &list) != 0) /* { dg-warning "leak" } */
    return -1;
  for (addrinfo *p = list; p; p = p->ai_next)
    {
      int fd = socket (p->ai_family, p->ai_socktype, p->ai_protocol);
      if (fd < 0)
	continue;
      if (connect (fd, p->ai_addr, p->ai_addrlen) == 0)
	return fd;
      close (fd);
    }
  freeaddrinfo (list);
  return -1;
}

/* connect_any: clean.  */
struct addrinfo_deleter
{
  void operator() (addrinfo *a) const noexcept { freeaddrinfo (a); }
};

int
connect_any (const std::string &host, uint16_t port)
{
  addrinfo *raw = nullptr;
  if (int rc = getaddrinfo (host.c_str (), std::to_string (port).c_str (), nullptr, &raw); rc != 0)
    throw std::runtime_error (gai_strerror (rc));
  std::unique_ptr<addrinfo, addrinfo_deleter> list (raw);
  for (const addrinfo *p = list.get (); p; p = p->ai_next)
    {
      int fd = ::socket (p->ai_family, p->ai_socktype | SOCK_CLOEXEC, p->ai_protocol);
      if (fd == -1)
	continue;
      if (::connect (fd, p->ai_addr, p->ai_addrlen) == 0)
	return fd;
      ::close (fd);
    }
  throw std::system_error (errno, std::generic_category (), host);
}

/* make_listener: leaks.  */
int make_listener(uint16_t port, int backlog) {
  int fd = ::socket(AF_INET, SOCK_STREAM, 0); /* { dg-warning "leak" } */
  if (fd < 0)
    throw std::system_error(errno, std::system_category(), "socket");
  int one = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  sockaddr_in addr{};
  addr.sin_family = AF_INET;
  addr.sin_port = htons(port);
  if (::bind(fd, reinterpret_cast<sockaddr *>(&addr), sizeof addr) < 0) {
    ::close(fd);
    throw std::system_error(errno, std::system_category(), "bind");
  }
  if (::listen(fd, backlog) < 0)
    throw std::system_error(errno, std::system_category(), "listen");
  return fd;
}

/* Socket::listen_on: clean.  */
class Socket {
 public:
  Socket() = default;
  explicit Socket(int fd) noexcept : fd_(fd) {}
  Socket(Socket &&o) noexcept : fd_(std::exchange(o.fd_, -1)) {}
  Socket &operator=(Socket &&o) noexcept {
    if (this != &o) {
      if (fd_ >= 0) ::close(fd_);
      fd_ = std::exchange(o.fd_, -1);
    }
    return *this;
  }
  Socket(const Socket &) = delete;
  Socket &operator=(const Socket &) = delete;
  ~Socket() { if (fd_ >= 0) ::close(fd_); }
  int get() const noexcept { return fd_; }
  int detach() noexcept { return std::exchange(fd_, -1); }
  explicit operator bool() const noexcept { return fd_ >= 0; }

  static Socket listen_on(uint16_t port) {
    Socket s(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    if (!s)
      throw std::system_error(errno, std::system_category(), "socket");
    sockaddr_in addr{};
    addr.sin_family = AF_INET;
    addr.sin_port = htons(port);
    if (::bind(s.get(), reinterpret_cast<sockaddr *>(&addr), sizeof addr) < 0)
      throw std::system_error(errno, std::system_category(), "bind");
    if (::listen(s.get(), 64) < 0)
      throw std::system_error(errno, std::system_category(), "listen");
    return s;
  }

 private:
  int fd_ = -1;
};

/* detach_and_check: leaks.  */
bool detach_and_check(Socket s, sockaddr_storage &peer) {
  int fd = s.detach(); /* { dg-warning "leak" "" { xfail *-*-* } } */
  socklen_t len = sizeof peer;
  if (::getpeername(fd, reinterpret_cast<sockaddr *>(&peer), &len) < 0)
    return false;
  ::shutdown(fd, SHUT_WR);
  ::close(fd);
  return true;
}

/* detach_for_caller: clean.  */
int detach_for_caller(Socket s) {
  int type = 0;
  socklen_t len = sizeof type;
  if (::getsockopt(s.get(), SOL_SOCKET, SO_TYPE, &type, &len) < 0 || type != SOCK_STREAM)
    return -1;
  return s.detach();
}

/* accept_loop: leaks.  */
void handle_request (int fd, const char *buf, size_t n);

static bool
read_all (int fd, char *buf, size_t n)
{
  while (n > 0)
    {
      ssize_t k = read (fd, buf, n);
      if (k <= 0)
	return false;
      buf += k;
      n -= k;
    }
  return true;
}

void
accept_loop (int listener, const bool &stop)
{
  char hdr[16];
  while (!stop)
    {
      int c = accept4 (listener, nullptr, nullptr, SOCK_CLOEXEC); /* { dg-warning "leak" } */
      if (c < 0)
	break;
      if (!read_all (c, hdr, sizeof hdr))
	continue;
      if (write (c, "ok\n", 3) != 3)
	{
	  close (c);
	  break;
	}
      close (c);
    }
}

/* accept_and_reply: clean.  */
void
accept_and_reply (int listener)
{
  char hdr[4];
  for (int round = 0; round < 100; ++round)
    {
      sockaddr_in from;
      socklen_t len = sizeof from;
      int c = accept (listener, (sockaddr *) &from, &len);
      if (c < 0)
	{
	  if (errno == EINTR)
	    continue;
	  return;
	}
      bool ok = read_all (c, hdr, sizeof hdr);
      if (ok && hdr[0] != 'Q')
	{
	  if (write (c, hdr, sizeof hdr) < 0)
	    perror ("write");
	}
      close (c);
      if (ok && hdr[0] == 'Q')
	break;
    }
}

/* EventLoop::EventLoop: leaks.  */
class EventLoop
{
public:
  EventLoop ()
  {
    m_epoll = epoll_create1 (EPOLL_CLOEXEC); /* { dg-warning "leak" } */
    if (m_epoll < 0)
      throw std::system_error (errno, std::generic_category (), "epoll_create1");
    m_wake = eventfd (0, EFD_NONBLOCK);
    if (m_wake < 0)
      throw std::system_error (errno, std::generic_category (), "eventfd");
  }
  ~EventLoop ()
  {
    ::close (m_wake);
    ::close (m_epoll);
  }
  void wake () noexcept
  {
    uint64_t one = 1;
    (void) !::write (m_wake, &one, sizeof one);
  }

private:
  int m_epoll = -1, m_wake = -1;
};

void
run_event_loop ()
{
  EventLoop l;
  l.wake ();
}

/* SafeLoop::SafeLoop: clean.  */
class Fd
{
  int m_fd;

public:
  explicit Fd (int fd = -1) noexcept : m_fd (fd) {}
  Fd (const Fd &) = delete;
  void operator= (const Fd &) = delete;
  ~Fd () { reset (); }
  void reset (int fd = -1) noexcept
  {
    if (m_fd != -1)
      ::close (m_fd);
    m_fd = fd;
  }
  int operator* () const noexcept { return m_fd; }
};

class SafeLoop
{
public:
  SafeLoop () : m_epoll (epoll_create1 (0))
  {
    if (*m_epoll < 0)
      throw std::system_error (errno, std::generic_category (), "epoll_create1");
    m_timer.reset (timerfd_create (CLOCK_MONOTONIC, TFD_CLOEXEC));
    if (*m_timer < 0)
      throw std::system_error (errno, std::generic_category (), "timerfd_create");
    epoll_event ev {};
    ev.events = EPOLLIN;
    ev.data.fd = *m_timer;
    if (epoll_ctl (*m_epoll, EPOLL_CTL_ADD, *m_timer, &ev) < 0)
      throw std::system_error (errno, std::generic_category (), "epoll_ctl");
  }

private:
  Fd m_epoll, m_timer;
};

void
run_safe_loop ()
{
  SafeLoop l;
}

/* unix_pair: leaks.  */
std::optional<std::pair<int, int>> unix_pair(bool nonblock) {
  int sv[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, sv) != 0) /* { dg-warning "leak" } */
    return std::nullopt;
  if (nonblock) {
    for (int fd : sv) {
      int fl = ::fcntl(fd, F_GETFL);
      if (fl < 0 || ::fcntl(fd, F_SETFL, fl | O_NONBLOCK) < 0)
        return std::nullopt;
    }
  }
  return std::make_pair(sv[0], sv[1]);
}

/* unix_pair_checked: clean.  */
std::optional<std::pair<int, int>> unix_pair_checked(bool nonblock) {
  int sv[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, sv) != 0)
    return std::nullopt;
  if (nonblock) {
    for (int fd : sv) {
      int fl = ::fcntl(fd, F_GETFL);
      if (fl < 0 || ::fcntl(fd, F_SETFL, fl | O_NONBLOCK) < 0) {
        ::close(sv[0]);
        ::close(sv[1]);
        return std::nullopt;
      }
    }
  }
  return std::make_pair(sv[0], sv[1]);
}

/* Client::reconnect: leaks.  */
class Client {
 public:
  Client() = default;
  ~Client() {
    if (sock_ != -1) ::close(sock_);
  }
  bool reconnect(const sockaddr_in &to) {
    sock_ = ::socket(AF_INET, SOCK_STREAM, 0);
    if (sock_ == -1) return false;
    return ::connect(sock_, reinterpret_cast<const sockaddr *>(&to), sizeof to) == 0;
  }

 private:
  int sock_ = -1;
};

bool ping_twice(const sockaddr_in &to) {
  Client c;
  if (c.reconnect(to)) return true; /* { dg-warning "leak" } */
  return c.reconnect(to);
}

/* Client2::reconnect: clean.  */
class Client2 {
 public:
  ~Client2() { disconnect(); }
  void disconnect() noexcept {
    if (sock_ != -1) {
      ::close(sock_);
      sock_ = -1;
    }
  }
  bool reconnect(const sockaddr_in &to) {
    disconnect();
    sock_ = ::socket(AF_INET, SOCK_STREAM, 0);
    if (sock_ == -1) return false;
    if (::connect(sock_, reinterpret_cast<const sockaddr *>(&to), sizeof to) != 0) {
      disconnect();
      return false;
    }
    return true;
  }

 private:
  int sock_ = -1;
};

bool ping_again(const sockaddr_in &to) {
  Client2 c;
  for (int i = 0; i < 3; ++i)
    if (c.reconnect(to)) return true;
  return false;
}

/* resolve_v4: leaks.  */
bool
resolve_v4 (const std::string &name, in_addr &out)
{
  addrinfo *res;
  addrinfo hints = {};
  hints.ai_family = AF_INET;
  int err = getaddrinfo (name.c_str (), nullptr, &hints, &res); /* { dg-warning "leak" } */
  if (err)
    return false;
  if (!res->ai_addr || res->ai_addr->sa_family != AF_INET)
    {
      errno = EAFNOSUPPORT;
      return false;
    }
  out = reinterpret_cast<sockaddr_in *> (res->ai_addr)->sin_addr;
  freeaddrinfo (res);
  return true;
}

/* resolve_all: clean.  */
std::vector<in_addr>
resolve_all (const std::string &name)
{
  std::vector<in_addr> v;
  addrinfo hints = {}, *res = nullptr;
  hints.ai_family = AF_INET;
  if (getaddrinfo (name.c_str (), nullptr, &hints, &res))
    return v;
  for (auto *p = res; p; p = p->ai_next)
    {
      if (p->ai_family != AF_INET)
	continue;
      v.push_back (reinterpret_cast<sockaddr_in *> (p->ai_addr)->sin_addr);
    }
  freeaddrinfo (res);
  return v;
}

/* wait_readable: clean.  */
enum class WaitResult { ready, timeout, error };

WaitResult
wait_readable (int fd, int ms)
{
  int ep = epoll_create1 (0);
  if (ep == -1)
    return WaitResult::error;
  epoll_event ev {}, got;
  ev.events = EPOLLIN;
  WaitResult r = WaitResult::error;
  do
    {
      if (epoll_ctl (ep, EPOLL_CTL_ADD, fd, &ev))
	break;
      int n = epoll_wait (ep, &got, 1, ms);
      if (n < 0)
	break;
      r = n ? WaitResult::ready : WaitResult::timeout;
    }
  while (0);
  ::close (ep);
  return r;
}

/* timer_after: leaks.  */
int
timer_after (std::string_view spec)
{
  int t = timerfd_create (CLOCK_REALTIME, 0); /* { dg-warning "leak" } */
  if (t == -1)
    return -1;
  itimerspec its {};
  its.it_value.tv_sec = std::stol (std::string (spec)); // throws on bad input
  if (timerfd_settime (t, 0, &its, nullptr) == -1)
    {
      close (t);
      return -1;
    }
  return t;
}

/* timer_after_parsed: clean.  */
int
timer_after_parsed (std::string_view spec)
{
  itimerspec its {};
  its.it_value.tv_sec = std::stol (std::string (spec));
  int t = timerfd_create (CLOCK_REALTIME, 0);
  if (t == -1)
    return -1;
  if (timerfd_settime (t, 0, &its, nullptr) == -1)
    {
      int saved = errno;
      close (t);
      errno = saved;
      return -1;
    }
  return t;
}

/* inherit_or_open: clean.  */
int
inherit_or_open (int inherited, const char *path)
{
  int fd = inherited;
  if (fd < 0)
    {
      fd = ::socket (AF_UNIX, SOCK_STREAM, 0);
      if (fd < 0)
	return -1;
      sockaddr_un un {};
      un.sun_family = AF_UNIX;
      std::strncpy (un.sun_path, path, sizeof un.sun_path - 1);
      if (::connect (fd, (sockaddr *) &un, sizeof un) != 0)
	{
	  if (fd != inherited)
	    ::close (fd);
	  return -1;
	}
    }
  return fd;
}

} // namespace net
