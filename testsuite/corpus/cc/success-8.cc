/* Corpus, success: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// sensorhub.cpp - event loop, channels and board access of the sensor hub

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define SH_IOC_RESET _IO ('s', 1)
#define SH_IOC_RATE _IOW ('s', 2, int)

// ---- C part of the API (sh_ring.h) ----------------------------------------

extern "C" {

struct sh_ring {
    size_t cap, head, tail;
    int32_t *data;
};

sh_ring *sh_ring_create (size_t cap)
{
    sh_ring *r = (sh_ring *) calloc (1, sizeof *r);
    if (!r)
        return nullptr;
    r->data = (int32_t *) calloc (cap, sizeof *r->data);
    if (!r->data) {
        free (r);
        return nullptr;
    }
    r->cap = cap;
    return r;
}

void sh_ring_destroy (sh_ring *r)
{
    if (!r)
        return;
    free (r->data);
    free (r);
}

int sh_ring_put (sh_ring *r, int32_t v)
{
    size_t n = (r->head + 1) % r->cap;
    if (n == r->tail)
        return -1;
    r->data[r->head] = v;
    r->head = n;
    return 0;
}

struct sh_driver_ops {
    const char *name;
    int (*probe) (int fd);
    sh_ring *(*attach) (int fd, size_t depth);
    void (*detach) (sh_ring *);
};

static sh_ring *generic_attach (int fd, size_t depth)
{
    return fd < 0 ? nullptr : sh_ring_create (depth);
}

static int generic_probe (int fd)
{
    return ioctl (fd, SH_IOC_RESET);
}

static const sh_driver_ops generic_ops = { "generic", generic_probe, generic_attach,
    sh_ring_destroy };
}

class DeviceError : public std::runtime_error {
public:
    explicit DeviceError (const std::string &w)
        : std::runtime_error (w + ": " + strerror (errno)) {}
};

static size_t drain_ring (sh_ring *r, std::vector<int32_t> &out, bool destroy = false)
{
    size_t n = 0;
    for (; r->tail != r->head; r->tail = (r->tail + 1) % r->cap, n++)
        out.push_back (r->data[r->tail]);
    if (destroy)
        sh_ring_destroy (r);
    return n;
}

// ---- device nodes ----------------------------------------------------------

int leak_open_sensor (const char *node, int rate, int *out)
{
    int fd = open (node, O_RDWR | O_NONBLOCK | O_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return -errno;
    if (ioctl (fd, SH_IOC_RESET) < 0) {
        int e = errno;
        close (fd);
        return -e;
    }
    if (rate > 0 && ioctl (fd, SH_IOC_RATE, &rate) < 0)
        return -errno;
    *out = fd;
    return 0;
}

int clean_open_sensor (const char *node, int rate, int *out)
{
    int rc = 0;
    *out = open (node, O_RDWR | O_CLOEXEC);
    if (*out < 0)
        return -errno;
    if (ioctl (*out, SH_IOC_RESET) < 0 || (rate && ioctl (*out, SH_IOC_RATE, &rate) < 0))
        rc = -errno;
    if (rc < 0) {
        close (*out);
        *out = -1;
    }
    return rc;
}

uint32_t leak_read_register (off_t page, size_t off)
{
    int fd = open ("/dev/mem", O_RDONLY | O_SYNC); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        throw DeviceError ("/dev/mem");
    void *p = mmap (nullptr, 4096, PROT_READ, MAP_SHARED, fd, page);
    if (p == MAP_FAILED)
        throw DeviceError ("mmap");
    close (fd);
    uint32_t v = static_cast<volatile uint32_t *> (p)[off / 4];
    munmap (p, 4096);
    return v;
}

uint32_t clean_poke_register (off_t page, size_t off, uint32_t set)
{
    int fd = open ("/dev/mem", O_RDWR | O_SYNC);
    if (fd < 0)
        throw DeviceError ("/dev/mem");
    void *p = mmap (nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, page);
    close (fd);
    if (p == MAP_FAILED)
        throw DeviceError ("mmap");
    std::unique_ptr<void, void (*) (void *)> map (p, [] (void *q) { munmap (q, 4096); });
    if (off >= 4096)
        throw std::out_of_range ("register offset");
    volatile uint32_t *r = static_cast<uint32_t *> (map.get ()) + off / 4;
    uint32_t v = *r | set; *r = v; return v;
}

// epoll set, wakeup and tick of one board
std::tuple<int, int> make_tick_pair (int flags)
{
    int t = timerfd_create (CLOCK_MONOTONIC, flags);
    int e = t < 0 ? -1 : eventfd (0, flags);
    if (e < 0 && t >= 0) {
        close (t);
        t = -1;
    }
    return { t, e };
}

bool leak_wait_tick (const itimerspec &period, int ms)
{
    auto [tick, wake] = make_tick_pair (0); /* { dg-warning "leak|mismatch" } */
    if (tick < 0)
        return false;
    pollfd p[2] = { { tick, POLLIN, 0 }, { wake, POLLIN, 0 } };
    bool fired = timerfd_settime (tick, 0, &period, nullptr) == 0 && poll (p, 2, ms) > 0;
    close (tick);
    return fired;
}

bool clean_wait_tick (const itimerspec &period, int ms)
{
    int tick, wake;
    std::tie (tick, wake) = make_tick_pair (TFD_NONBLOCK);
    if (tick == -1)
        return false;
    bool fired = false;
    if (timerfd_settime (tick, 0, &period, nullptr) == 0) {
        pollfd p[2] = { { tick, POLLIN, 0 }, { wake, POLLIN, 0 } };
        fired = poll (p, 2, ms) > 0 && !(p[1].revents & POLLIN);
    }
    for (int fd : { tick, wake })
        close (fd);
    return fired;
}

int leak_setup_poller (int sensor, const itimerspec &period, int *timer)
{
    int rc = -1, tfd = -1;
    epoll_event ev {};
    int ep = epoll_create1 (EPOLL_CLOEXEC);
    if (ep < 0)
        return -1;
    ev.events = EPOLLIN;
    ev.data.fd = sensor;
    if (epoll_ctl (ep, EPOLL_CTL_ADD, sensor, &ev) < 0)
        goto out_epoll;
    tfd = timerfd_create (CLOCK_MONOTONIC, TFD_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    if (tfd < 0)
        goto out_epoll;
    if (timerfd_settime (tfd, 0, &period, nullptr) < 0)
        goto out_timer;
    ev.data.fd = tfd;
    if (epoll_ctl (ep, EPOLL_CTL_ADD, tfd, &ev) < 0)
        goto out_epoll;
    *timer = tfd;
    return ep;

out_timer:
    close (tfd);
out_epoll:
    close (ep);
    return rc;
}

int clean_setup_poller (int sensor, int *wake)
{
    epoll_event ev {};
    int efd, ep = epoll_create1 (0);
    if (ep < 0)
        goto out;
    if ((efd = eventfd (0, EFD_NONBLOCK)) < 0)
        goto out_epoll;
    ev.events = EPOLLIN;
    for (int fd : { sensor, efd }) {
        ev.data.fd = fd;
        if (epoll_ctl (ep, EPOLL_CTL_ADD, fd, &ev) < 0)
            goto out_event;
    }
    *wake = efd;
    return ep;

out_event:
    close (efd);
out_epoll:
    close (ep);
out:
    return -1;
}

// ---- event loops -----------------------------------------------------------

class EventLoop {
public:
    EventLoop () = default;
    EventLoop (const EventLoop &) = delete;
    ~EventLoop ()
    {
        if (ep_ >= 0)
            close (ep_);
        if (wake_ >= 0)
            close (wake_);
    }
    bool leak_init ();

private:
    int ep_ = -1, wake_ = -1, tick_ = -1;
};

bool EventLoop::leak_init ()
{
    if (ep_ >= 0)
        return true;
    ep_ = epoll_create1 (EPOLL_CLOEXEC);
    if (ep_ < 0)
        return false;
    if (wake_ < 0)
        wake_ = eventfd (0, EFD_CLOEXEC);
    tick_ = timerfd_create (CLOCK_MONOTONIC, TFD_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    return wake_ >= 0 && tick_ >= 0;
}

class UniqueFd {
public:
    explicit UniqueFd (int fd = -1) noexcept : fd_ (fd) {}
    UniqueFd (UniqueFd &&o) noexcept : fd_ (std::exchange (o.fd_, -1)) {}
    UniqueFd &operator= (UniqueFd &&o) noexcept
    {
        std::swap (fd_, o.fd_);
        return *this;
    }
    ~UniqueFd ()
    {
        if (fd_ >= 0)
            close (fd_);
    }
    int get () const { return fd_; }

private:
    int fd_;
};

// Like UniqueFd, for character devices: resets the unit on close.
class DeviceFd {
public:
    explicit DeviceFd (int fd = -1) noexcept : fd_ (fd) {}
    DeviceFd (DeviceFd &&o) noexcept : fd_ (std::exchange (o.fd_, -1)) {}
    DeviceFd &operator= (DeviceFd &&o) noexcept
    {
        fd_ = o.fd_; /* { dg-warning "leak|mismatch" } */
        o.fd_ = -1;
        return *this;
    }
    ~DeviceFd ()
    {
        if (fd_ >= 0) {
            ioctl (fd_, SH_IOC_RESET);
            close (fd_);
        }
    }
    int get () const { return fd_; }

private:
    int fd_;
};

int leak_pick_device (const char *primary, const char *fallback)
{
    DeviceFd dev (open (primary, O_RDWR)); /* { dg-warning "leak|mismatch" } */
    int v = 0;
    if (dev.get () < 0 || read (dev.get (), &v, sizeof v) != sizeof v)
        dev = DeviceFd (open (fallback, O_RDWR));
    if (dev.get () < 0 || read (dev.get (), &v, sizeof v) != sizeof v)
        return -1;
    return v;
}

int clean_pick_device (const std::vector<const char *> &nodes)
{
    UniqueFd dev;
    int v = -1;
    for (const char *n : nodes) {
        dev = UniqueFd (open (n, O_RDONLY));
        if (dev.get () >= 0 && read (dev.get (), &v, sizeof v) == sizeof v)
            return v;
    }
    return -1;
}

// ---- channels --------------------------------------------------------------

template <class F>
class ScopeExit {
public:
    explicit ScopeExit (F f) : f_ (std::move (f)) {}
    ScopeExit (const ScopeExit &) = delete;
    ~ScopeExit ()
    {
        if (armed_)
            f_ ();
    }
    void dismiss () noexcept { armed_ = false; }

private:
    F f_;
    bool armed_ = true;
};

sh_ring *leak_attach_ring (int fd, size_t depth, const std::vector<int32_t> &seed)
{
    sh_ring *r = sh_ring_create (depth); /* { dg-warning "leak|mismatch" } */
    if (!r)
        return nullptr;
    ScopeExit undo ([r] { sh_ring_destroy (r); });
    if (ioctl (fd, SH_IOC_RESET) < 0)
        return nullptr;
    undo.dismiss ();
    for (int32_t v : seed)
        if (sh_ring_put (r, v) < 0)
            throw DeviceError ("ring overflow");
    return r;
}

sh_ring *clean_attach_ring (int fd, size_t depth, const std::vector<int32_t> &seed)
{
    sh_ring *r = sh_ring_create (depth);
    ScopeExit undo ([&r] { sh_ring_destroy (r); });
    if (!r || ioctl (fd, SH_IOC_RESET) < 0)
        return nullptr;
    sh_ring_put (r, seed.at (0));
    undo.dismiss ();
    return r;
}

int leak_sample_burst (int fd, const sh_driver_ops *ops = &generic_ops)
{
    sh_ring *r = ops->attach (fd, 64); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
    if (!r)
        return -1;
    std::vector<int32_t> got;
    int32_t v;
    while (read (fd, &v, sizeof v) == sizeof v)
        if (sh_ring_put (r, v) < 0)
            break;
    return (int) drain_ring (r, got);
}

int clean_sample_burst (int fd, std::vector<int32_t> &got)
{
    sh_ring *r = sh_ring_create (256);
    if (!r)
        return -1;
    int32_t v;
    while (read (fd, &v, sizeof v) == sizeof v)
        if (sh_ring_put (r, v) < 0)
            drain_ring (r, got);
    return (int) drain_ring (r, got, true);
}

int clean_self_test (int fd, const sh_driver_ops *ops)
{
    if (!ops)
        ops = &generic_ops;
    sh_ring *r = ops->attach (fd, 16);
    int rc = -ENODEV;
    if (r && (rc = ops->probe (fd)) == 0)
        rc = sh_ring_put (r, 0x5a);
    if (r)
        ops->detach (r);
    return rc;
}

// Constructor acquires the ring and starts the unit.
class leak_Channel {
public:
    leak_Channel (const char *node, size_t depth);
    leak_Channel (const leak_Channel &) = delete;
    ~leak_Channel () { sh_ring_destroy (ring_); }

private:
    UniqueFd fd_;
    sh_ring *ring_ = nullptr;
};

leak_Channel::leak_Channel (const char *node, size_t depth)
{
    ring_ = sh_ring_create (depth); /* { dg-warning "leak|mismatch" } */
    fd_ = UniqueFd (open (node, O_RDWR | O_CLOEXEC));
    if (fd_.get () < 0)
        throw DeviceError (node);
}

class clean_Channel {
public:
    clean_Channel (const char *node, size_t depth);
    clean_Channel (const clean_Channel &) = delete;
    ~clean_Channel () { sh_ring_destroy (ring_); }

private:
    UniqueFd fd_;
    sh_ring *ring_ = nullptr;
};

clean_Channel::clean_Channel (const char *node, size_t depth)
{
    sh_ring *r = sh_ring_create (depth);
    fd_ = UniqueFd (open (node, O_RDWR | O_CLOEXEC));
    if (!r || fd_.get () < 0) {
        sh_ring_destroy (r);
        throw DeviceError (node);
    }
    ring_ = r;
}

// ---- hub -------------------------------------------------------------------

struct Readable {
    virtual ~Readable () = default;
    virtual int read_value () = 0;
};

struct Configurable {
    virtual int set_rate (int hz) = 0;

protected:
    ~Configurable () = default;
};

class I2cSensor : public Readable, public Configurable {
public:
    explicit I2cSensor (int fd) : fd_ (fd) {}
    int read_value () override
    {
        int v;
        return read (fd_.get (), &v, sizeof v) == sizeof v ? v : -1;
    }
    int set_rate (int hz) override { return ioctl (fd_.get (), SH_IOC_RATE, &hz); }

private:
    UniqueFd fd_;
};

I2cSensor *make_sensor (const char *node)
{
    int fd = open (node, O_RDWR | O_CLOEXEC);
    return fd < 0 ? nullptr : new I2cSensor (fd);
}

int leak_configure_once (const char *node, int hz)
{
    I2cSensor *s = make_sensor (node); /* { dg-warning "leak|mismatch" } */
    Configurable *c = s;
    if (!c || c->set_rate (hz) < 0)
        return -1;
    Readable *r = s;
    int v = r->read_value ();
    delete r;
    return v;
}

int clean_read_once (const char *node, int hz)
{
    I2cSensor *s = make_sensor (node);
    Readable *r = s;
    Configurable *c = s;
    int v = -1;
    if (c && c->set_rate (hz) == 0)
        v = r->read_value ();
    delete r;
    return v;
}

class Hub {
public:
    Hub ();
    Hub (const Hub &) = delete;
    ~Hub ();
    void leak_reconfigure (size_t nchan);
    void clean_reconfigure (size_t nchan);
    bool leak_wait_sample (int ms);
    bool clean_wait_sample (int fd, int ms);

private:
    struct Impl;
    Impl *impl_;
    pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
    int fd_ = -1;
};

struct Hub::Impl {
    explicit Impl (size_t n) : rates (n, 100) {}
    std::vector<int> rates;
};

Hub::Hub () : impl_ (new Impl (1)) {}
Hub::~Hub () { delete impl_; }

void Hub::leak_reconfigure (size_t nchan)
{
    Impl *next = new Impl (nchan); /* { dg-warning "leak|mismatch" } */
    for (size_t i = 0; i < nchan && i < impl_->rates.size (); i++)
        next->rates[i] = impl_->rates[i];
    if (next->rates != impl_->rates) {
        std::swap (next, impl_);
        delete next;
    }
}

void Hub::clean_reconfigure (size_t nchan)
{
    Impl *old = impl_;
    impl_ = new Impl (nchan ? nchan : 1);
    impl_->rates.front () = old->rates.back ();
    delete old;
}

bool Hub::leak_wait_sample (int ms)
{
    pollfd p { fd_, POLLIN, 0 };
    pthread_mutex_lock (&lock_); /* { dg-warning "leak|mismatch" } */
    int n = poll (&p, 1, ms);
    if (n == 0)
        return false;
    if (n > 0 && (p.revents & POLLIN))
        impl_->rates[0]++;
    pthread_mutex_unlock (&lock_);
    return n > 0;
}

bool Hub::clean_wait_sample (int fd, int ms)
{
    pollfd p { fd, POLLIN, 0 };
    if (pthread_mutex_trylock (&lock_) != 0)
        return false;
    while (poll (&p, 1, ms) < 0) {
        if (errno == EINTR)
            continue;
        pthread_mutex_unlock (&lock_);
        return false;
    }
    bool hit = p.revents & POLLIN;
    pthread_mutex_unlock (&lock_);
    return hit;
}
