/* Corpus, acquisition: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* Board support: GPIO, SPI, I2C, register windows, firmware update. C style. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <unistd.h>

#define REG_WINDOW 0x1000u
#define CHIP_ID 0x4d53u
#define I2C_SLAVE 0x0703

typedef enum { BSP_OK = 0, BSP_EIO = -1, BSP_EINVAL = -2, BSP_ENOMEM = -3 } bsp_err_t;

struct spi_pair {
    int data_fd;
    int irq_fd;
};

struct bus {
    int fd;
    unsigned speed;
    char *name;
};

/* home-made handle: bus_acquire() / bus_release() */
struct bus *bus_acquire(const char *dev, unsigned speed)
{
    struct bus *b = (struct bus *)calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->fd = open(dev, O_RDWR);
    if (b->fd < 0) {
        free(b);
        return NULL;
    }
    b->name = strdup(dev);
    b->speed = speed;
    return b;
}

void bus_release(struct bus *b)
{
    if (!b)
        return;
    close(b->fd);
    free(b->name);
    free(b);
}

int bus_xfer(struct bus *b, uint8_t reg, uint8_t *val)
{
    if (write(b->fd, &reg, 1) != 1)
        return BSP_EIO;
    return read(b->fd, val, 1) == 1 ? BSP_OK : BSP_EIO;
}

static pthread_mutex_t sensor_lock = PTHREAD_MUTEX_INITIALIZER;
static int sensor_last[8];
static int watchdog_fd = -1;

int leak_spi_init(struct spi_pair *out, const char *dev, const char *irq)
{
    int rc = BSP_EIO;
    int dfd, ifd;

    dfd = open(dev, O_RDWR); /* { dg-warning "leak|mismatch" } */
    if (dfd < 0)
        return BSP_EIO;
    ifd = open(irq, O_RDONLY | O_NONBLOCK);
    if (ifd < 0)
        goto fail;
    if (ioctl(dfd, 0x6b01, 8) < 0)
        goto fail_irq;
    out->data_fd = dfd;
    out->irq_fd = ifd;
    return BSP_OK;

fail_irq:
    close(ifd);
fail:
    return rc;
}

int clean_spi_init(struct spi_pair *out, const char *dev, const char *irq)
{
    int rc = BSP_EIO;
    int dfd, ifd;

    dfd = open(dev, O_RDWR);
    if (dfd < 0)
        return BSP_EIO;
    ifd = open(irq, O_RDONLY | O_NONBLOCK);
    if (ifd < 0)
        goto fail_data;
    if (ioctl(dfd, 0x6b01, 8) < 0)
        goto fail_irq;
    out->data_fd = dfd;
    out->irq_fd = ifd;
    return BSP_OK;

fail_irq:
    close(ifd);
fail_data:
    close(dfd);
    return rc;
}

volatile uint32_t *leak_map_regs(off_t phys)
{
    int fd = open("/dev/mem", O_RDWR | O_SYNC);
    if (fd < 0)
        return NULL;
    void *p = mmap(NULL, REG_WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, fd, phys);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    close(fd);
    if (p == MAP_FAILED)
        return NULL;
    volatile uint32_t *regs = (volatile uint32_t *)p;
    if ((regs[0] >> 16) != CHIP_ID) {
        fprintf(stderr, "unexpected chip %08x\n", regs[0]);
        return NULL;
    }
    return regs;
}

volatile uint32_t *clean_map_regs(off_t phys)
{
    int fd = open("/dev/mem", O_RDWR | O_SYNC);
    if (fd < 0)
        return NULL;
    void *p = mmap(NULL, REG_WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, fd, phys);
    close(fd);
    if (p == MAP_FAILED)
        return NULL;
    volatile uint32_t *regs = (volatile uint32_t *)p;
    if ((regs[0] >> 16) != CHIP_ID) {
        munmap(p, REG_WINDOW);
        return NULL;
    }
    return regs;
}

int leak_i2c_scan(const char *dev, uint8_t *found, int max)
{
    int n = 0;
    for (int addr = 0x08; addr < 0x78 && n < max; ++addr) {
        int fd = open(dev, O_RDWR); /* { dg-warning "leak|mismatch" } */
        if (fd < 0)
            return BSP_EIO;
        if (ioctl(fd, I2C_SLAVE, addr) < 0)
            continue;
        uint8_t dummy;
        if (read(fd, &dummy, 1) == 1)
            found[n++] = (uint8_t)addr;
        close(fd);
    }
    return n;
}

int clean_i2c_scan(const char *dev, uint8_t *found, int max)
{
    int n = 0;
    int fd = open(dev, O_RDWR);
    if (fd < 0)
        return BSP_EIO;
    for (int addr = 0x08; addr < 0x78 && n < max; ++addr) {
        uint8_t dummy;
        if (ioctl(fd, I2C_SLAVE, addr) < 0)
            continue;
        if (read(fd, &dummy, 1) == 1)
            found[n++] = (uint8_t)addr;
    }
    close(fd);
    return n;
}

int leak_sensor_poll(unsigned ch, int raw)
{
    int rc = BSP_OK;
    pthread_mutex_lock(&sensor_lock); /* { dg-warning "leak|mismatch" } */
    switch (ch) {
    case 0:
    case 1:
        sensor_last[ch] = raw;
        break;
    case 2:
        sensor_last[ch] = raw / 16;
        break;
    case 7:
        return BSP_EINVAL;
    default:
        rc = BSP_EIO;
        break;
    }
    pthread_mutex_unlock(&sensor_lock);
    return rc;
}

int clean_sensor_poll(unsigned ch, int raw)
{
    int rc = BSP_OK;
    if (ch >= 8)
        return BSP_EINVAL;
    if (pthread_mutex_trylock(&sensor_lock) != 0)
        return BSP_EIO;
    switch (ch) {
    case 0:
    case 1:
        sensor_last[ch] = raw;
        break;
    case 7:
        pthread_mutex_unlock(&sensor_lock);
        return BSP_EINVAL;
    default:
        rc = BSP_EIO;
        break;
    }
    pthread_mutex_unlock(&sensor_lock);
    return rc;
}

int leak_fw_flash(const char *image, const char *mtd)
{
    uint8_t page[256];
    size_t n;
    FILE *img = fopen(image, "rb"); /* { dg-warning "leak|mismatch" } */
    int dev = open(mtd, O_WRONLY); /* { dg-warning "leak|mismatch" } */
    if (!img || dev < 0)
        return BSP_EIO;
    while ((n = fread(page, 1, sizeof page, img)) > 0) {
        if (write(dev, page, n) != (ssize_t)n) {
            fclose(img);
            close(dev);
            return BSP_EIO;
        }
    }
    fclose(img);
    close(dev);
    return BSP_OK;
}

int clean_fw_flash(const char *image, const char *mtd)
{
    uint8_t page[256];
    size_t n;
    int rc = BSP_EIO;
    FILE *img = fopen(image, "rb");
    int dev = open(mtd, O_WRONLY);
    if (img && dev >= 0) {
        rc = BSP_OK;
        while (rc == BSP_OK && (n = fread(page, 1, sizeof page, img)) > 0)
            if (write(dev, page, n) != (ssize_t)n)
                rc = BSP_EIO;
    }
    if (img)
        fclose(img);
    if (dev >= 0)
        close(dev);
    return rc;
}

int clean_watchdog_start(int seconds)
{
    if (watchdog_fd < 0)
        watchdog_fd = open("/dev/watchdog", O_WRONLY);
    if (watchdog_fd < 0)
        return BSP_EIO;
    return ioctl(watchdog_fd, 0x5706, &seconds) < 0 ? BSP_EIO : BSP_OK;
}

int leak_watchdog_start(int seconds)
{
    int watchdog_fd = open("/dev/watchdog", O_WRONLY); /* { dg-warning "leak|mismatch" } */
    if (watchdog_fd < 0)
        return BSP_EIO;
    return ioctl(watchdog_fd, 0x5706, &seconds) < 0 ? BSP_EIO : BSP_OK;
}

int leak_read_temp(const char *dev)
{
    uint8_t hi = 0, lo = 0;
    struct bus *b = bus_acquire(dev, 400000); /* { dg-warning "leak|mismatch" } */
    if (!b)
        return -273;
    if (bus_xfer(b, 0x00, &hi) != BSP_OK) {
        bus_release(b);
        return -273;
    }
    if (bus_xfer(b, 0x01, &lo) != BSP_OK)
        return -273;
    bus_release(b);
    return (hi << 8 | lo) / 256;
}

int clean_read_temp(const char *dev)
{
    uint8_t hi = 0, lo = 0;
    int t = -273;
    struct bus *b = bus_acquire(dev, 400000);
    if (b && bus_xfer(b, 0x00, &hi) == BSP_OK && bus_xfer(b, 0x01, &lo) == BSP_OK)
        t = (hi << 8 | lo) / 256;
    bus_release(b);
    return t;
}

/* Closes the struct but not what hangs on it. */
int leak_probe_name(const char *dev, char *out, size_t cap)
{
    struct bus *b = (struct bus *)malloc(sizeof *b);
    if (!b)
        return BSP_ENOMEM;
    b->name = strdup(dev); /* { dg-warning "leak|mismatch" } */
    b->fd = open(dev, O_RDONLY);
    if (b->fd < 0) {
        free(b);
        return BSP_EIO;
    }
    snprintf(out, cap, "%s", b->name ? b->name : "?");
    close(b->fd);
    free(b->name);
    free(b);
    return BSP_OK;
}

/* Grows a trace buffer until the converter stops. */
uint16_t *leak_capture_adc(int fd, size_t *count)
{
    size_t cap = 64, n = 0;
    uint16_t sample;
    uint16_t *buf = (uint16_t *)malloc(cap * sizeof *buf); /* { dg-warning "leak|mismatch" } */
    if (!buf)
        return NULL;
    while (read(fd, &sample, sizeof sample) == (ssize_t)sizeof sample) {
        if (sample == 0xffff)
            return NULL;
        if (n == cap) {
            cap *= 2;
            uint16_t *bigger = (uint16_t *)malloc(cap * sizeof *buf);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
            if (!bigger) {
                free(buf);
                return NULL;
            }
            memcpy(bigger, buf, n * sizeof *buf);
            free(buf);
            buf = bigger;
        }
        buf[n++] = sample;
    }
    *count = n;
    return buf;
}

uint16_t *clean_capture_adc(int fd, size_t *count)
{
    size_t cap = 64, n = 0;
    uint16_t sample;
    uint16_t *buf = (uint16_t *)malloc(cap * sizeof *buf);
    if (!buf)
        return NULL;
    while (read(fd, &sample, sizeof sample) == (ssize_t)sizeof sample) {
        if (n == cap) {
            uint16_t *bigger = (uint16_t *)realloc(buf, 2 * cap * sizeof *buf);
            if (!bigger) {
                free(buf);
                return NULL;
            }
            buf = bigger;
            cap *= 2;
        }
        buf[n++] = sample;
    }
    *count = n;
    return buf;
}
