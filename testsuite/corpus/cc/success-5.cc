/* Corpus, success: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// User space drivers for small devices.
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/spi/spidev.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

extern void decode_sample(const uint8_t *raw, double *out);
extern void on_interrupt(int line);
extern int board_revision();
extern void debug(const char *fmt, ...) noexcept;
extern "C" void *dma_pool(void);

namespace drv {

enum class Err { Ok, NoDevice, BadMode, Io };

[[noreturn]] static void fail(const char *what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

Err leak_i2c_open(int bus, int addr, int *out)
{
    char path[32];
    snprintf(path, sizeof path, "/dev/i2c-%d", bus);
    int fd = open(path, O_RDWR); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return Err::NoDevice;
    if (ioctl(fd, I2C_SLAVE, addr) < 0)
        return errno == EBUSY ? Err::Io : Err::BadMode;
    *out = fd;
    return Err::Ok;
}

Err clean_i2c_open(int bus, int addr, int *out)
{
    char path[32];
    snprintf(path, sizeof path, "/dev/i2c-%d", bus);
    int fd = open(path, O_RDWR);
    if (fd < 0)
        return Err::NoDevice;
    if (ioctl(fd, I2C_SLAVE, addr) < 0) {
        Err e = errno == EBUSY ? Err::Io : Err::BadMode;
        close(fd);
        return e;
    }
    *out = fd;
    return Err::Ok;
}

double leak_i2c_sample(int bus)
{
    int fd = -1;
    if (clean_i2c_open(bus, 0x48, &fd) != Err::Ok) /* { dg-warning "leak|mismatch" } */
        return 0;
    uint8_t raw[4];
    double v = 0;
    if (read(fd, raw, sizeof raw) == sizeof raw)
        decode_sample(raw, &v);
    close(fd);
    return v;
}

double clean_i2c_sample(int bus)
{
    int fd = -1;
    if (clean_i2c_open(bus, 0x48, &fd) != Err::Ok)
        return 0;
    uint8_t raw[4];
    double v = 0;
    bool got = read(fd, raw, sizeof raw) == sizeof raw;
    close(fd);
    if (got)
        decode_sample(raw, &v);
    return v;
}

class SpiBus {
public:
    SpiBus(const char *path, uint32_t hz);
    ~SpiBus();
    SpiBus(const SpiBus &) = delete;
    SpiBus &operator=(const SpiBus &) = delete;
    int transfer(const uint8_t *tx, uint8_t *rx, size_t n) noexcept;

private:
    int fd_;
};

SpiBus::SpiBus(const char *path, uint32_t hz) : fd_(open(path, O_RDWR))
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
{
    if (fd_ < 0)
        fail("spi open");
    uint8_t mode = SPI_MODE_0;
    if (ioctl(fd_, SPI_IOC_WR_MODE, &mode) < 0)
        fail("spi mode");
    if (ioctl(fd_, SPI_IOC_WR_MAX_SPEED_HZ, &hz) < 0)
        fail("spi speed");
}

SpiBus::~SpiBus()
{
    close(fd_);
}

int SpiBus::transfer(const uint8_t *tx, uint8_t *rx, size_t n) noexcept
{
    spi_ioc_transfer t{};
    t.tx_buf = reinterpret_cast<uintptr_t>(tx);
    t.rx_buf = reinterpret_cast<uintptr_t>(rx);
    t.len = static_cast<uint32_t>(n);
    return ioctl(fd_, SPI_IOC_MESSAGE(1), &t);
}

int leak_spi_id()
{
    SpiBus bus("/dev/spidev0.0", 1000000);
    uint8_t tx[2] = {0x9f, 0}, rx[2] = {};
    return bus.transfer(tx, rx, 2) < 0 ? -1 : rx[1];
}

struct FdHolder {
    int fd;
    explicit FdHolder(int f) noexcept : fd(f) {}
    FdHolder(const FdHolder &) = delete;
    ~FdHolder()
    {
        if (fd >= 0)
            close(fd);
    }
};

class SafeSpi : private FdHolder {
public:
    SafeSpi(const char *path, uint32_t hz) : FdHolder(open(path, O_RDWR))
    {
        if (fd < 0)
            fail("spi open");
        if (ioctl(fd, SPI_IOC_WR_MAX_SPEED_HZ, &hz) < 0)
            fail("spi speed");
    }
    int rev() const { return board_revision() + fd; }
};

int clean_spi_id()
{
    SafeSpi bus("/dev/spidev0.0", 1000000);
    return bus.rev();
}

// Serial port opened with delegation: the destructor runs when the body throws.
class Serial {
public:
    explicit Serial(const char *path, speed_t sp);
    ~Serial();
    Serial(const Serial &) = delete;

private:
    explicit Serial(int fd) noexcept : fd_(fd) {}
    int fd_;
};

Serial::Serial(const char *path, speed_t sp) : Serial(open(path, O_RDWR | O_NOCTTY))
{
    termios t;
    if (fd_ < 0 || tcgetattr(fd_, &t) < 0)
        fail("tcgetattr");
    cfsetspeed(&t, sp);
    if (tcsetattr(fd_, TCSANOW, &t) < 0)
        fail("tcsetattr");
}

Serial::~Serial()
{
    if (fd_ >= 0)
        close(fd_);
}

void clean_serial()
{
    Serial s("/dev/ttyS0", B115200);
    on_interrupt(board_revision());
}

void leak_serial(const char *path)
{
    int fd = open(path, O_RDWR | O_NOCTTY); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        fail("open");
    termios t;
    if (tcgetattr(fd, &t) < 0)
        fail("tcgetattr");
    cfmakeraw(&t);
    tcsetattr(fd, TCSANOW, &t);
    close(fd);
}

volatile uint32_t *leak_map_gpio(off_t base)
{
    int fd = open("/dev/mem", O_RDWR | O_SYNC); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return nullptr;
    void *p = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, base);
    if (p == MAP_FAILED) {
        close(fd);
        return nullptr;
    }
    return static_cast<volatile uint32_t *>(p);
}

volatile uint32_t *clean_map_gpio(off_t base)
{
    int fd = open("/dev/mem", O_RDWR | O_SYNC);
    if (fd < 0)
        return nullptr;
    void *p = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, base);
    close(fd);
    return p == MAP_FAILED ? nullptr : static_cast<volatile uint32_t *>(p);
}

uint32_t leak_read_gpio(off_t base)
{
    auto *regs = clean_map_gpio(base); /* { dg-warning "leak|mismatch" } */
    if (!regs)
        return 0;
    uint32_t v = regs[0];
    if (v == 0xffffffffu) {
        debug("bus error");
        return 0;
    }
    munmap(const_cast<uint32_t *>(regs), 4096);
    return v;
}

uint32_t clean_read_gpio(off_t base)
{
    auto *regs = clean_map_gpio(base);
    if (!regs)
        return 0;
    uint32_t v = regs[0];
    munmap(const_cast<uint32_t *>(regs), 4096);
    if (v == 0xffffffffu)
        throw std::runtime_error("bus error");
    return v;
}

void leak_irq_loop(const char *uio, int rounds)
{
    int fd = open(uio, O_RDWR); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return;
    for (int i = 0; i < rounds; ++i) {
        uint32_t count;
        if (read(fd, &count, sizeof count) != sizeof count)
            break;
        on_interrupt(static_cast<int>(count));
    }
    close(fd);
}

void clean_irq_loop(const char *uio, int rounds)
{
    int raw = open(uio, O_RDWR);
    if (raw < 0)
        return;
    FdHolder fd(raw);
    for (int i = 0; i < rounds; ++i) {
        uint32_t count;
        if (read(fd.fd, &count, sizeof count) != sizeof count)
            break;
        on_interrupt(static_cast<int>(count));
    }
}

static pthread_mutex_t bus_lock = PTHREAD_MUTEX_INITIALIZER;

Err leak_bus_write(int fd, const uint8_t *p, size_t n)
{
    pthread_mutex_lock(&bus_lock); /* { dg-warning "leak|mismatch" } */
    Err e = Err::Ok;
    for (int tries = 0; tries < 3; ++tries) {
        ssize_t w = write(fd, p, n);
        if (w == static_cast<ssize_t>(n))
            break;
        if (w < 0 && errno == ENODEV)
            return Err::NoDevice;
        e = Err::Io;
    }
    pthread_mutex_unlock(&bus_lock);
    return e;
}

Err clean_bus_write(int fd, const uint8_t *p, size_t n)
{
    if (pthread_mutex_lock(&bus_lock) != 0)
        return Err::Io;
    Err e = Err::Ok;
    for (int tries = 0; tries < 3; ++tries) {
        ssize_t w = write(fd, p, n);
        if (w == static_cast<ssize_t>(n))
            break;
        e = w < 0 && errno == ENODEV ? Err::NoDevice : Err::Io;
        if (e == Err::NoDevice)
            break;
    }
    pthread_mutex_unlock(&bus_lock);
    return e;
}

class Sensor {
public:
    Sensor() = default;
    Sensor(const Sensor &) = delete;
    ~Sensor()
    {
        if (fd_ >= 0)
            close(fd_);
        free(ring_);
    }
    Err leak_start(const char *path);
    Err clean_start(const char *path);
    Err leak_set_ring(size_t n);
    void clean_stop() noexcept;

private:
    int fd_ = -1;
    uint8_t *ring_ = nullptr;
};

Err Sensor::leak_start(const char *path)
{
    clean_stop();
    fd_ = open(path, O_RDONLY | O_NONBLOCK);
    if (fd_ < 0)
        return Err::NoDevice;
    int probe = dup(fd_); /* { dg-warning "leak|mismatch" } */
    if (probe < 0)
        return Err::Io;
    uint8_t b;
    if (read(probe, &b, 1) != 1)
        return Err::Io;
    close(probe);
    return Err::Ok;
}

Err Sensor::clean_start(const char *path)
{
    clean_stop();
    fd_ = open(path, O_RDONLY | O_NONBLOCK);
    if (fd_ < 0)
        return Err::NoDevice;
    int probe = dup(fd_);
    if (probe < 0)
        return Err::Io;
    uint8_t b;
    Err e = read(probe, &b, 1) == 1 ? Err::Ok : Err::Io;
    close(probe);
    return e;
}

void Sensor::clean_stop() noexcept
{
    if (fd_ >= 0)
        close(std::exchange(fd_, -1));
    free(std::exchange(ring_, nullptr));
}

Err Sensor::leak_set_ring(size_t n)
{
    auto *fresh = static_cast<uint8_t *>(aligned_alloc(64, n)); /* { dg-warning "leak|mismatch" } */
    if (!fresh)
        return Err::Io;
    if (board_revision() < 2) {
        free(fresh);
        return Err::BadMode;
    }
    free(ring_);
    ring_ = fresh;
    return Err::Ok;
}

int leak_epoll_pair(int a, int b)
{
    int ep = epoll_create1(0); /* { dg-warning "leak|mismatch" } */
    if (ep < 0)
        return -1;
    for (int fd : {a, b}) {
        epoll_event ev{};
        ev.events = EPOLLIN;
        ev.data.fd = fd;
        if (epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev) < 0)
            fail("epoll_ctl");
    }
    return ep;
}

int clean_epoll_pair(int a, int b)
{
    int ep = epoll_create1(0);
    if (ep < 0)
        return -1;
    for (int fd : {a, b}) {
        epoll_event ev{};
        ev.events = EPOLLIN;
        ev.data.fd = fd;
        if (epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev) < 0) {
            close(ep);
            fail("epoll_ctl");
        }
    }
    return ep;
}

// Register blocks with placement new in a device owned pool.
struct RegBlock {
    uint32_t regs[16];
    RegBlock() noexcept { memset(regs, 0, sizeof regs); }
};

uint32_t clean_reg_block()
{
    void *mem = dma_pool();
    RegBlock *r = new (mem) RegBlock;
    uint32_t v = r->regs[3];
    r->~RegBlock();
    return v;
}

uint32_t leak_reg_block(int which)
{
    RegBlock *r = new RegBlock; /* { dg-warning "leak|mismatch" } */
    if (which < 0 || which > 15) {
        r->~RegBlock();
        return 0;
    }
    uint32_t v = r->regs[which];
    delete r;
    return v;
}

template <class Fn>
static void with_device(const char *path, Fn fn)
{
    FdHolder h(open(path, O_RDWR));
    if (h.fd < 0)
        fail(path);
    fn(h.fd);
}

int clean_with_device(const char *path)
{
    int total = 0;
    with_device(path, [&](int fd) {
        std::unique_ptr<uint8_t[]> buf(new uint8_t[512]);
        total = static_cast<int>(read(fd, buf.get(), 512));
        on_interrupt(total);
    });
    return total;
}

int leak_with_device(const char *path)
{
    int total = 0;
    with_device(path, [&total](int fd) {
        uint8_t *buf = new uint8_t[512]; /* { dg-warning "leak|mismatch" } */
        total = static_cast<int>(read(fd, buf, 512));
        on_interrupt(total);
        delete[] buf;
    });
    return total;
}

int *clean_static_table()
{
    static int *table = new int[16]{};
    return table;
}

std::optional<int> clean_event_flags(unsigned init)
{
    int e = eventfd(init, EFD_CLOEXEC | EFD_NONBLOCK);
    if (e == -1)
        return std::nullopt;
    try {
        if (board_revision() > 1)
            return e;
    } catch (const std::exception &ex) {
        debug("%s", ex.what());
    } catch (...) {
        debug("unknown");
    }
    close(e);
    return std::nullopt;
}

std::optional<int> leak_event_flags(unsigned init)
{
    int e = eventfd(init, EFD_CLOEXEC | EFD_NONBLOCK); /* { dg-warning "leak|mismatch" } */
    if (e == -1)
        return std::nullopt;
    try {
        if (board_revision() > 1)
            return e;
        close(e);
    } catch (const std::exception &ex) {
        debug("%s", ex.what());
    }
    return std::nullopt;
}

} // namespace drv
