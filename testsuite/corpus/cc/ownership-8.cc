/* Corpus, ownership: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Decoding and encoding of raster images.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

extern bool inflate_rows(const uint8_t *src, size_t n, uint8_t *dst, size_t m);
extern uint32_t crc_of(const uint8_t *p, size_t n) noexcept;
extern void check_dimensions(int w, int h);
extern void apply_gamma(uint8_t *px, size_t n, double g) noexcept;

struct FileCloser {
    void operator()(FILE *f) const noexcept { fclose(f); }
};
using FilePtr = std::unique_ptr<FILE, FileCloser>;

struct Header {
    char magic[4];
    uint32_t width, height;
};

class Decoder {
public:
    virtual bool decode(const uint8_t *p, size_t n) = 0;
    virtual ~Decoder() = default;
};

class PngDecoder : public Decoder {
public:
    PngDecoder() : row_(new uint8_t[8192]) {}
    ~PngDecoder() override { delete[] row_; }
    PngDecoder(const PngDecoder &) = delete;
    bool decode(const uint8_t *p, size_t n) override { return inflate_rows(p, n, row_, 8192); }

private:
    uint8_t *row_;
};

class JpegDecoder : public Decoder {
public:
    bool decode(const uint8_t *p, size_t n) override
    {
        table_.assign(p, p + (n < 64 ? n : 64));
        return table_.size() == 64;
    }

private:
    std::vector<uint8_t> table_;
};

// A filter stage without virtual destructor.
struct Filter {
    virtual void run(uint8_t *px, size_t n) = 0;
    double strength = 1.0;
};

struct BlurFilter : Filter {
    std::unique_ptr<float[]> kernel{new float[25]};
    void run(uint8_t *px, size_t n) override { apply_gamma(px, n, kernel[0] * strength); }
};

struct SafeFilter {
    virtual ~SafeFilter() {}
    virtual void run(uint8_t *px, size_t n) = 0;
};

struct SafeBlur final : SafeFilter {
    std::unique_ptr<float[]> kernel{new float[25]};
    void run(uint8_t *px, size_t n) override { apply_gamma(px, n, kernel[0]); }
};

bool leak_read_header(const char *path, Header &h)
{
    FILE *f = fopen(path, "rb"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return false;
    if (fread(&h, sizeof h, 1, f) != 1) {
        fclose(f);
        return false;
    }
    if (memcmp(h.magic, "RAW1", 4) != 0)
        throw std::runtime_error("bad magic");
    fclose(f);
    return true;
}

bool clean_read_header(const char *path, Header &h)
{
    FilePtr f(fopen(path, "rb"));
    if (!f)
        return false;
    if (fread(&h, sizeof h, 1, f.get()) != 1)
        return false;
    if (memcmp(h.magic, "RAW1", 4) != 0)
        throw std::runtime_error("bad magic");
    check_dimensions(h.width, h.height);
    return true;
}

uint8_t *leak_decode_rows(const uint8_t *src, size_t n, int w, int h)
{
    uint8_t *px = new uint8_t[static_cast<size_t>(w) * h * 4];
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!inflate_rows(src, n, px, static_cast<size_t>(w) * h * 4)) {
        delete[] px;
        return nullptr;
    }
    return px;
}

uint8_t *clean_decode_rows(const uint8_t *src, size_t n, int w, int h)
{
    check_dimensions(w, h);
    uint8_t *px = new uint8_t[static_cast<size_t>(w) * h * 4];
    bool ok;
    try {
        ok = inflate_rows(src, n, px, static_cast<size_t>(w) * h * 4);
    } catch (...) {
        delete[] px;
        throw;
    }
    if (!ok) {
        delete[] px;
        px = nullptr;
    }
    return px;
}

void leak_blur(uint8_t *px, size_t n)
{
    Filter *f = new BlurFilter; /* { dg-warning "leak|mismatch" } */
    f->strength = 0.5;
    apply_gamma(px, n, f->strength);
    delete static_cast<Filter *>(f);
}

void clean_blur(uint8_t *px, size_t n)
{
    std::unique_ptr<SafeFilter> f = std::make_unique<SafeBlur>();
    f->run(px, n);
}

std::unique_ptr<Decoder> clean_make_decoder(const Header &h)
{
    Decoder *d = nullptr;
    switch (h.magic[0]) {
    case 'P':
        d = new PngDecoder;
        break;
    case 'J':
        d = new JpegDecoder;
        break;
    default:
        return nullptr;
    }
    return std::unique_ptr<Decoder>(d);
}

Decoder *leak_make_decoder(const Header &h)
{
    Decoder *d = nullptr;
    switch (h.magic[0]) {
    case 'P':
        d = new PngDecoder; /* { dg-warning "leak|mismatch" } */
        break;
    case 'J':
        return new JpegDecoder;
    default:
        return nullptr;
    }
    check_dimensions(h.width, h.height);
    return d;
}

uint32_t leak_checksum_file(const char *path)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return 0;
    struct stat st;
    if (fstat(fd, &st) < 0) {
        close(fd);
        return 0;
    }
    void *p = mmap(nullptr, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    close(fd);
    if (p == MAP_FAILED)
        return 0;
    return crc_of(static_cast<uint8_t *>(p), st.st_size);
}

uint32_t clean_checksum_file(const char *path)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return 0;
    struct stat st;
    uint32_t crc = 0;
    if (fstat(fd, &st) == 0) {
        void *p = mmap(nullptr, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p != MAP_FAILED) {
            crc = crc_of(static_cast<uint8_t *>(p), st.st_size);
            munmap(p, st.st_size);
        }
    }
    close(fd);
    return crc;
}

int leak_thumbnail(const uint8_t *src, size_t n)
{
    auto *small = new uint8_t[128 * 128]; /* { dg-warning "leak|mismatch" } */
    for (size_t i = 0; i < 128 * 128 && i * 4 < n; ++i)
        small[i] = src[i * 4];
    int sum = static_cast<int>(crc_of(small, 128 * 128));
    delete small;
    return sum;
}

int clean_thumbnail(const uint8_t *src, size_t n)
{
    auto *small = new std::array<uint8_t, 128 * 128>;
    for (size_t i = 0; i < 128 * 128 && i * 4 < n; ++i)
        (*small)[i] = src[i * 4];
    int sum = static_cast<int>(crc_of(small->data(), small->size()));
    delete small;
    return sum;
}

// A bitmap whose constructor validates after it allocated.
class Bitmap {
public:
    Bitmap(int w, int h) : w_(w), h_(h)
    {
        px_ = new uint8_t[static_cast<size_t>(w) * h]; /* { dg-warning "leak|mismatch" } */
        check_dimensions(w_, h_);
    }
    ~Bitmap() { delete[] px_; }
    Bitmap(const Bitmap &) = delete;
    Bitmap &operator=(const Bitmap &) = delete;
    size_t size() const noexcept { return static_cast<size_t>(w_) * h_; }

private:
    int w_, h_;
    uint8_t *px_;
};

size_t leak_bitmap_ctor(int w, int h)
{
    Bitmap b(w, h);
    return b.size();
}

class SafeBitmap {
public:
    SafeBitmap(int w, int h) : w_(w), h_(h), px_(new uint8_t[static_cast<size_t>(w) * h])
    {
        check_dimensions(w_, h_);
    }
    size_t size() const noexcept { return static_cast<size_t>(w_) * h_; }

private:
    int w_, h_;
    std::unique_ptr<uint8_t[]> px_;
};

size_t clean_bitmap_ctor(int w, int h)
{
    SafeBitmap b(w, h);
    auto second = new SafeBitmap(h, w);
    size_t r = b.size() + second->size();
    delete second;
    return r;
}

using Pixels = std::variant<std::monostate, std::vector<uint8_t>, std::unique_ptr<float[]>>;

size_t clean_convert(Pixels in, size_t n)
{
    Pixels out;
    if (auto *bytes = std::get_if<std::vector<uint8_t>>(&in)) {
        auto f = std::make_unique<float[]>(bytes->size());
        for (size_t i = 0; i < bytes->size(); ++i)
            f[i] = (*bytes)[i] / 255.0f;
        out = std::move(f);
    } else if (std::holds_alternative<std::unique_ptr<float[]>>(in)) {
        check_dimensions(static_cast<int>(n), 1);
        out = std::vector<uint8_t>(n);
    }
    return out.index();
}

size_t leak_convert(Pixels &in, size_t n)
{
    auto *pp = std::get_if<std::unique_ptr<float[]>>(&in);
    if (!pp)
        return 0;
    float *work = new float[n]; /* { dg-warning "leak|mismatch" } */
    memcpy(work, pp->get(), n * sizeof(float));
    double acc = 0;
    for (size_t i = 0; i < n; ++i) {
        if (work[i] < 0)
            return 0;
        acc += work[i];
    }
    in = std::unique_ptr<float[]>(work);
    return static_cast<size_t>(acc);
}

struct Frame {
    uint8_t *data = nullptr;
    size_t size = 0;
    Frame() = default;
    Frame(const Frame &) = delete;
    Frame &operator=(const Frame &) = delete;
    ~Frame() { free(data); }
    bool leak_resize(size_t n);
    bool clean_resize(size_t n);
};

bool Frame::leak_resize(size_t n)
{
    data = static_cast<uint8_t *>(calloc(n, 1));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!data) {
        size = 0;
        return false;
    }
    size = n;
    return true;
}

bool Frame::clean_resize(size_t n)
{
    auto *fresh = static_cast<uint8_t *>(calloc(n, 1));
    if (!fresh)
        return false;
    if (data) {
        memcpy(fresh, data, size < n ? size : n);
        free(data);
    }
    data = fresh;
    size = n;
    return true;
}

std::tuple<FilePtr, Header> clean_open_image(const std::string &path)
{
    Header h{};
    FilePtr f{fopen(path.c_str(), "rb")};
    if (!f || fread(&h, sizeof h, 1, f.get()) != 1)
        return {nullptr, h};
    check_dimensions(h.width, h.height);
    return {std::move(f), h};
}

int leak_count_rows(const std::string &path)
{
    auto [f, h] = clean_open_image(path);
    if (!f)
        return -1;
    FILE *log = fopen("/tmp/rows.log", "a"); /* { dg-warning "leak|mismatch" } */
    if (!log)
        return -1;
    int rows = 0;
    char row[256];
    while (fread(row, sizeof row, 1, f.get()) == 1) {
        if (++rows > static_cast<int>(h.height))
            return -2;
    }
    fprintf(log, "%d\n", rows);
    fclose(log);
    return rows;
}

int clean_count_rows(const std::string &path)
{
    auto [f, h] = clean_open_image(path);
    if (!f)
        return -1;
    int rows = 0;
    char row[256];
    while (fread(row, sizeof row, 1, f.get()) == 1) {
        if (++rows > static_cast<int>(h.height))
            return -2;
    }
    if (FILE *log = fopen("/tmp/rows.log", "a")) {
        fprintf(log, "%d\n", rows);
        fclose(log);
    }
    return rows;
}

void clean_planes(int w, int h)
{
    uint8_t *planes[3] = {};
    for (auto &p : planes)
        p = new uint8_t[static_cast<size_t>(w) * h];
    for (auto *p : planes)
        apply_gamma(p, static_cast<size_t>(w) * h, 2.2);
    for (auto *p : planes)
        delete[] p;
}

void leak_planes(int w, int h)
{
    uint8_t **planes = new uint8_t *[3];
    for (int i = 0; i < 3; ++i)
        planes[i] = new uint8_t[static_cast<size_t>(w) * h];
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
    for (int i = 0; i < 3; ++i)
        apply_gamma(planes[i], static_cast<size_t>(w) * h, 2.2);
    delete[] planes;
}

bool leak_save(const char *path, const uint8_t *px, size_t n)
{
    char tmp[] = "/tmp/imgXXXXXX";
    int fd = mkstemp(tmp);
    if (fd < 0)
        return false;
    FILE *f = fdopen(fd, "wb"); /* { dg-warning "leak|mismatch" } */
    if (!f) {
        close(fd);
        return false;
    }
    if (fwrite(px, 1, n, f) != n) {
        close(fd);
        unlink(tmp);
        return false;
    }
    return fclose(f) == 0 && rename(tmp, path) == 0;
}

bool clean_save(const char *path, const uint8_t *px, size_t n)
{
    char tmp[] = "/tmp/imgXXXXXX";
    int fd = mkstemp(tmp);
    if (fd < 0)
        return false;
    FILE *f = fdopen(fd, "wb");
    if (!f) {
        close(fd);
        unlink(tmp);
        return false;
    }
    bool ok = fwrite(px, 1, n, f) == n;
    ok = fclose(f) == 0 && ok;
    if (!ok || rename(tmp, path) != 0) {
        unlink(tmp);
        return false;
    }
    return true;
}

static uint8_t *scan_palette(const uint8_t *p, size_t n)
{
    uint8_t *pal = static_cast<uint8_t *>(malloc(768));
    if (pal && n >= 768)
        memcpy(pal, p, 768);
    return pal;
}

int leak_palette(const uint8_t *p, size_t n)
{
    uint8_t *pal = scan_palette(p, n); /* { dg-warning "leak|mismatch" } */
    if (!pal)
        return -1;
    int first = pal[0];
    if (first == 0)
        return 0;
    std::string key(reinterpret_cast<char *>(pal), 16);
    free(pal);
    return static_cast<int>(key.size()) + first;
}

int clean_palette(const uint8_t *p, size_t n)
{
    std::unique_ptr<uint8_t, decltype(&free)> pal(scan_palette(p, n), &free);
    if (!pal)
        return -1;
    check_dimensions(pal.get()[0], 1);
    return pal.get()[0];
}
