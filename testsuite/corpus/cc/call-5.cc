/* Corpus, call: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// imgconv.cpp -- decoders, filters and pixel conversion for the imgconv tool

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace imgconv {

class DecodeError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

extern "C" void gui_show_preview(uint8_t *rgb, int w, int h) noexcept;  // keeps and frees rgb

struct FreeDeleter {
    void operator()(void *p) const noexcept { std::free(p); }
};

static void read_exact(FILE *in, void *dst, size_t n)
{
    if (fread(dst, 1, n, in) != n)
        throw DecodeError("short read");
}

// --------------------------------------------------------------- raw decoding

uint8_t *leak_decode_pgm(FILE *in, int &w, int &h)
{
    int maxval;
    if (fscanf(in, "P5 %d %d %d", &w, &h, &maxval) != 3 || maxval > 255)
        return nullptr;
    fgetc(in);
    uint8_t *px = new uint8_t[size_t(w) * h]; /* { dg-warning "leak|mismatch" } */
    for (int y = 0; y < h; y++)
        read_exact(in, px + size_t(y) * w, w);
    return px;
}

uint8_t *clean_decode_pgm(FILE *in, int &w, int &h)
{
    int maxval;
    if (fscanf(in, "P5 %d %d %d", &w, &h, &maxval) != 3 || maxval > 255)
        return nullptr;
    fgetc(in);
    std::unique_ptr<uint8_t[]> px(new uint8_t[size_t(w) * h]);
    for (int y = 0; y < h; y++)
        read_exact(in, px.get() + size_t(y) * w, w);
    return px.release();
}

// Row pointers as wanted by the old C scaler.
uint8_t **leak_read_rows(FILE *in, int w, int h)
{
    uint8_t **rows = new uint8_t *[h];
    for (int y = 0; y < h; y++) {
        rows[y] = new uint8_t[w]; /* { dg-warning "leak|mismatch" } */
        if (fread(rows[y], 1, w, in) != size_t(w)) {
            delete[] rows;
            return nullptr;
        }
    }
    return rows;
}

uint8_t **clean_read_rows(FILE *in, int w, int h)
{
    uint8_t **rows = new uint8_t *[h]();
    for (int y = 0; y < h; y++) {
        rows[y] = new uint8_t[w];
        if (fread(rows[y], 1, w, in) != size_t(w)) {
            for (int i = y; i >= 0; i--)
                delete[] rows[i];
            delete[] rows;
            return nullptr;
        }
    }
    return rows;
}

bool leak_make_thumbnail(const uint8_t *src, int w, int h, FILE *out)
{
    const int tw = w / 8, th = h / 8;
    uint8_t *dst = new uint8_t[size_t(tw) * th]; /* { dg-warning "leak|mismatch" } */
    for (int y = 0; y < th; y++)
        for (int x = 0; x < tw; x++)
            dst[y * tw + x] = src[(y * 8) * w + x * 8];
    bool ok = fwrite(dst, tw, th, out) == size_t(th);
    free(dst);
    return ok;
}

bool clean_make_preview(const uint8_t *grey, int w, int h, int quality)
{
    std::unique_ptr<uint8_t, FreeDeleter> rgb(static_cast<uint8_t *>(malloc(size_t(w) * h * 3)));
    if (!rgb)
        return false;
    uint8_t *p = rgb.get();
    for (int i = 0; i < w * h; i++, p += 3)
        p[0] = p[1] = p[2] = grey[i];
    if (quality < 10)
        return false;
    gui_show_preview(rgb.release(), w, h);
    return true;
}

bool leak_rotate180(uint8_t *px, int w, int h, bool keep_alpha)
{
    uint8_t *line = static_cast<uint8_t *>(malloc(w));
    uint8_t *alpha = keep_alpha ? static_cast<uint8_t *>(malloc(w)) : nullptr;
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!line || (keep_alpha && !alpha)) {
        free(line);
        free(alpha);
        return false;
    }
    for (int y = 0; y < h / 2; y++) {
        memcpy(line, px + size_t(y) * w, w);
        if (keep_alpha)
            memset(alpha, 0xff, w);
        memcpy(px + size_t(y) * w, px + size_t(h - 1 - y) * w, w);
        memcpy(px + size_t(h - 1 - y) * w, line, w);
    }
    free(line);
    line = nullptr;
    if (keep_alpha)
        free(line);
    return true;
}

bool clean_rotate90(const uint8_t *px, int w, int h, bool keep_alpha, FILE *out)
{
    uint8_t *col = new uint8_t[h];
    uint8_t *alpha = nullptr;
    if (keep_alpha)
        alpha = new uint8_t[h];
    bool ok = true;
    for (int x = 0; ok && x < w; x++) {
        for (int y = 0; y < h; y++)
            col[y] = px[size_t(h - 1 - y) * w + x];
        ok = fwrite(col, 1, h, out) == size_t(h);
        if (ok && keep_alpha) {
            memset(alpha, 0xff, h);
            ok = fwrite(alpha, 1, h, out) == size_t(h);
        }
    }
    if (keep_alpha)
        delete[] alpha;
    delete[] col;
    return ok;
}

// ------------------------------------------------------------------- filters

class Filter {
public:
    virtual void run(uint8_t *px, int w, int h) noexcept = 0;
};

class BoxBlur : public Filter {
public:
    explicit BoxBlur(int radius) : radius_(radius)
    {
        kernel_ = new float[2 * radius + 1];
        for (int i = 0; i <= 2 * radius; i++)
            kernel_[i] = 1.0f / (2 * radius + 1);
    }
    BoxBlur(const BoxBlur &) = delete;
    BoxBlur &operator=(const BoxBlur &) = delete;
    ~BoxBlur() { delete[] kernel_; }
    void run(uint8_t *px, int w, int h) noexcept override
    {
        for (int i = radius_; i < w * h - radius_; i++) {
            float s = 0;
            for (int k = -radius_; k <= radius_; k++)
                s += kernel_[k + radius_] * px[i + k];
            px[i] = uint8_t(s);
        }
    }

private:
    int radius_;
    float *kernel_;
};

void leak_apply_blur(uint8_t *px, int w, int h, int radius)
{
    Filter *f = new BoxBlur(radius); /* { dg-warning "leak|mismatch" } */
    f->run(px, w, h);
    delete f;
}

void clean_apply_blur(uint8_t *px, int w, int h, int radius)
{
    // shared_ptr remembers how to delete a BoxBlur
    std::shared_ptr<Filter> f(new BoxBlur(radius));
    f->run(px, w, h);
}

// ------------------------------------------------------------ codec plug-ins

class Codec {
public:
    virtual bool supports(int depth) const noexcept = 0;
    virtual size_t encode(const uint8_t *px, size_t n, FILE *out) noexcept = 0;
    virtual void destroy() noexcept = 0;

protected:
    virtual ~Codec() = default;
};

class RawCodec final : public Codec {
public:
    bool supports(int depth) const noexcept override { return depth == 8; }
    size_t encode(const uint8_t *px, size_t n, FILE *out) noexcept override
    {
        return fwrite(px, 1, n, out);
    }
    void destroy() noexcept override { delete this; }
};

class RleCodec final : public Codec {
public:
    RleCodec() : window_(new uint8_t[256]) {}
    RleCodec(const RleCodec &) = delete;
    RleCodec &operator=(const RleCodec &) = delete;
    bool supports(int depth) const noexcept override { return depth <= 8; }
    size_t encode(const uint8_t *px, size_t n, FILE *out) noexcept override
    {
        memcpy(window_, px, n < 256 ? n : 256);
        return fwrite(window_, 1, 256, out);
    }
    void destroy() noexcept override { delete this; }

private:
    ~RleCodec() override { delete[] window_; }
    uint8_t *window_;
};

// The result must be given back with destroy ().
static Codec *codec_open(const std::string &name)
{
    if (name == "raw")
        return new RawCodec;
    if (name == "rle")
        return new RleCodec;
    return nullptr;
}

bool leak_transcode(const std::string &name, const uint8_t *px, size_t n, int depth, FILE *out)
{
    Codec *c = codec_open(name); /* { dg-warning "leak|mismatch" } */
    if (!c)
        return false;
    if (!c->supports(depth)) {
        fprintf(stderr, "%s: %d bit images are not supported\n", name.c_str(), depth);
        return false;
    }
    bool ok = c->encode(px, n, out) > 0;
    c->destroy();
    return ok;
}

bool clean_transcode(const std::string &name, const uint8_t *px, size_t n, int depth, FILE *out)
{
    Codec *c = codec_open(name);
    if (c && !c->supports(depth)) {
        c->destroy();
        c = codec_open("raw");
    }
    if (!c)
        return false;
    size_t done = c->encode(px, n, out);
    c->destroy();
    if (done == 0)
        throw DecodeError("nothing written");
    return true;
}

// -------------------------------------------------------------------- planes

class Plane {
public:
    explicit Plane(size_t n = 0)
        : data_(n ? new float[n]() : nullptr), /* { dg-warning "leak|mismatch" } */
          size_(n)
    {
    }
    Plane(Plane &&o) noexcept : data_(std::exchange(o.data_, nullptr)), size_(o.size_) {}
    ~Plane() { delete[] data_; }

    void leak_move_from(Plane &&o) noexcept;
    void clean_move_from(Plane &&o) noexcept;

private:
    float *data_;
    size_t size_;
};

void Plane::leak_move_from(Plane &&o) noexcept
{
    data_ = std::exchange(o.data_, nullptr);
    size_ = std::exchange(o.size_, 0);
}

void Plane::clean_move_from(Plane &&o) noexcept
{
    std::swap(data_, o.data_);      // o's destructor deals with our old data
    std::swap(size_, o.size_);
}

// ------------------------------------------------------------------- readers

class leak_TiffReader {
public:
    explicit leak_TiffReader(const std::string &path);
    leak_TiffReader(const leak_TiffReader &) = delete;
    leak_TiffReader &operator=(const leak_TiffReader &) = delete;
    ~leak_TiffReader() { fclose(fp_); }

private:
    FILE *fp_;
    bool big_endian_ = false;
};

leak_TiffReader::leak_TiffReader(const std::string &path)
{
    fp_ = fopen(path.c_str(), "rb"); /* { dg-warning "leak|mismatch" } */
    if (!fp_)
        throw DecodeError("cannot open " + path);
    char magic[4];
    read_exact(fp_, magic, sizeof magic);
    big_endian_ = magic[0] == 'M';
}

class clean_GifReader {
public:
    explicit clean_GifReader(const std::string &path);
    clean_GifReader(const clean_GifReader &) = delete;
    clean_GifReader &operator=(const clean_GifReader &) = delete;
    ~clean_GifReader()
    {
        if (fp_)
            fclose(fp_);
    }

private:
    explicit clean_GifReader(FILE *fp) noexcept : fp_(fp) {}
    FILE *fp_;
    char version_[3] = {};
};

// Delegates first, so that the destructor runs if the header is bad.
clean_GifReader::clean_GifReader(const std::string &path) : clean_GifReader(fopen(path.c_str(),
    "rb"))
{
    if (!fp_)
        throw DecodeError("cannot open " + path);
    char magic[6];
    read_exact(fp_, magic, sizeof magic);
    if (memcmp(magic, "GIF", 3) != 0)
        throw DecodeError(path + " is not a GIF file");
    memcpy(version_, magic + 3, 3);
}

static void check_palette(const uint32_t *entries, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (entries[i] > 0xffffff)
            throw DecodeError("palette entry out of range");
}

class leak_Palette {
public:
    explicit leak_Palette(size_t n) : n_(n), entries_(new uint32_t[n]()) {}
    leak_Palette(const leak_Palette &o);
    leak_Palette &operator=(const leak_Palette &) = delete;
    ~leak_Palette() { delete[] entries_; }

private:
    size_t n_;
    uint32_t *entries_;
};

leak_Palette::leak_Palette(const leak_Palette &o) : n_(o.n_)
{
    entries_ = new uint32_t[n_]; /* { dg-warning "leak|mismatch" } */
    memcpy(entries_, o.entries_, n_ * sizeof *entries_);
    check_palette(entries_, n_);
}

class clean_Palette {
public:
    explicit clean_Palette(size_t n) : n_(n), entries_(new uint32_t[n]()) {}
    clean_Palette(const clean_Palette &o);
    clean_Palette &operator=(const clean_Palette &) = delete;
    ~clean_Palette() { delete[] entries_; }

private:
    size_t n_;
    uint32_t *entries_;
};

clean_Palette::clean_Palette(const clean_Palette &o) : n_(o.n_), entries_(nullptr)
{
    uint32_t *copy = new uint32_t[n_];
    memcpy(copy, o.entries_, n_ * sizeof *copy);
    try {
        check_palette(copy, n_);
    } catch (...) {
        delete[] copy;
        throw;
    }
    entries_ = copy;
}

// ---------------------------------------------------------------- conversion

template <typename To, typename From>
bool leak_convert_plane(const From *src, size_t n, double scale, FILE *out)
{
    To *tmp = new To[n]; /* { dg-warning "leak|mismatch" } */
    for (size_t i = 0; i < n; i++) {
        double v = src[i] * scale;
        if (v < 0)
            return false;
        tmp[i] = static_cast<To>(v);
    }
    bool ok = fwrite(tmp, sizeof(To), n, out) == n;
    delete[] tmp;
    return ok;
}

template <typename To, typename From>
bool clean_convert_plane(const From *src, size_t n, double scale, FILE *out)
{
    To *tmp = nullptr;
    bool ok = n > 0;
    if (ok)
        tmp = new To[n];
    for (size_t i = 0; ok && i < n; i++) {
        double v = src[i] * scale;
        if (v < 0)
            ok = false;
        else
            tmp[i] = static_cast<To>(v);
    }
    if (ok)
        ok = fwrite(tmp, sizeof(To), n, out) == n;
    delete[] tmp;
    return ok;
}

template bool leak_convert_plane<uint8_t, float>(const float *, size_t, double, FILE *);
template bool clean_convert_plane<uint8_t, float>(const float *, size_t, double, FILE *);

} // namespace imgconv
