/* Corpus, ownership: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Asset loading for a small 3D engine: meshes, textures, sounds, packs.
// Template-happy, "modern" C++17 mixed with hand-rolled buffers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>

namespace assets {

struct mesh_header { char magic[4]; std::uint32_t vertices; };
struct tex_header { char magic[4]; std::uint32_t width, height; };

struct texture {
    std::uint32_t id = 0;
    bool upload() noexcept { return ++id != 0; }
};

struct mesh {
    std::vector<float> xyz;
};

struct sound {
    int channels = 1;
    std::int16_t samples[64] = {};
};

struct block {
    block *next;
    std::size_t used;
    char data[240];
};

struct bad_chunk : std::runtime_error {
    bad_chunk() : std::runtime_error("bad chunk") {}
};

struct file_closer {
    void operator()(FILE *f) const noexcept { std::fclose(f); }
};
struct file_keeper {                       // for stdin and friends
    void operator()(FILE *) const noexcept {}
};
using file = std::unique_ptr<FILE, file_closer>;
using borrowed_file = std::unique_ptr<FILE, file_keeper>;

class mapping {
public:
    mapping(int fd, std::size_t len) noexcept
        : p_(::mmap(nullptr, len, PROT_READ, MAP_PRIVATE, fd, 0)), len_(len) {}
    mapping(const mapping &) = delete;
    mapping &operator=(const mapping &) = delete;
    ~mapping() { if (p_ != MAP_FAILED) ::munmap(p_, len_); }
    const char *data() const noexcept {
        return p_ == MAP_FAILED ? nullptr : static_cast<char *>(p_);
    }
private:
    void *p_;
    std::size_t len_;
};

static std::size_t chunk_size(const char *p) {
    if (p[0] != 'C')
        throw bad_chunk();
    return static_cast<unsigned char>(p[1]);
}

// ---- meshes

float *leak_load_mesh(FILE *f) {
    mesh_header h;
    if (std::fread(&h, sizeof h, 1, f) != 1)
        return nullptr;
    float *xyz = new float[h.vertices * 3ul]; /* { dg-warning "leak|mismatch" } */
    if (std::fread(xyz, 12, h.vertices, f) != h.vertices)
        return nullptr;
    return xyz;
}

std::unique_ptr<float[]> clean_load_mesh(FILE *f, std::size_t &count) {
    mesh_header h;
    if (std::fread(&h, sizeof h, 1, f) != 1)
        return nullptr;
    auto xyz = std::make_unique<float[]>(h.vertices * 3ul);
    if (std::fread(xyz.get(), 12, h.vertices, f) != h.vertices)
        return {};
    count = h.vertices;
    return xyz;
}

template <class Header>
Header *leak_read_header(const char *path) {
    FILE *f = std::fopen(path, "rb"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return nullptr;
    Header *h = static_cast<Header *>(std::malloc(sizeof(Header)));
    if (h && std::fread(h, sizeof(Header), 1, f) == 1)
        return h;
    std::free(h);
    std::fclose(f);
    return nullptr;
}
template mesh_header *leak_read_header<mesh_header>(const char *);

template <class Header>
Header *clean_read_header(const char *path) {
    Header *h = nullptr;
    if (FILE *f = std::fopen(path, "rb")) {
        h = static_cast<Header *>(std::malloc(sizeof(Header)));
        if (h && std::fread(h, sizeof(Header), 1, f) != 1) {
            std::free(h);
            h = nullptr;
        }
        std::fclose(f);
    }
    return h;
}
template tex_header *clean_read_header<tex_header>(const char *);

float leak_bounding_radius(FILE *f, int n) {
    float *lod = nullptr;
    if (n > 8)
        lod = new float[n](); /* { dg-warning "leak|mismatch" } */
    float best = 0;
    for (int i = 0; i < n; ++i) {
        float v = static_cast<float>(std::fgetc(f));
        if (lod)
            lod[i] = v;
        best = std::max(best, v);
    }
    if (n > 16)
        delete[] lod;
    return best;
}

float clean_bounding_radius(FILE *f, int n) {
    float *lod = nullptr;
    if (n > 8)
        lod = new float[n]();
    float best = 0;
    for (int i = 0; i < n; ++i) {
        float v = static_cast<float>(std::fgetc(f));
        if (n > 8)
            lod[i] = v;
        best = std::max(best, v);
    }
    if (n > 8)
        delete[] lod;
    return best;
}

// ---- textures

bool leak_replace_texture(bool streamed) {
    std::variant<std::monostate, texture *> slot;
    slot = new texture; /* { dg-warning "leak|mismatch" } */
    if (streamed)
        slot = std::monostate{};
    if (auto **t = std::get_if<texture *>(&slot)) {
        bool ok = (*t)->upload();
        delete *t;
        return ok;
    }
    return false;
}

int clean_replace_texture(bool streamed) {
    std::variant<std::monostate, std::unique_ptr<texture>, std::unique_ptr<mesh>> slot;
    slot = std::make_unique<texture>();
    if (streamed)
        slot = std::make_unique<mesh>();
    if (auto *t = std::get_if<std::unique_ptr<texture>>(&slot))
        return (*t)->upload();
    slot.emplace<std::monostate>();
    return static_cast<int>(slot.index());
}

int leak_texture_size(const char *path) {
    borrowed_file f(path ? std::fopen(path, "rb") : stdin); /* { dg-warning "leak|mismatch" } */
    tex_header h;
    if (!f || std::fread(&h, sizeof h, 1, f.get()) != 1)
        return -1;
    return static_cast<int>(h.width * h.height);
}

int clean_texture_size(const char *path) {
    file owned;
    borrowed_file f(stdin);
    if (path) {
        owned.reset(std::fopen(path, "rb"));
        f.reset(owned.get());
    }
    tex_header h;
    if (!f || std::fread(&h, sizeof h, 1, f.get()) != 1)
        return -1;
    return static_cast<int>(h.width * h.height);
}

unsigned leak_decode(FILE *f, std::size_t n) {
    std::unique_ptr<unsigned char> px(new unsigned char[n]); /* { dg-warning "leak|mismatch" } */
    if (std::fread(px.get(), 1, n, f) != n)
        return 0;
    return px.get()[0];
}

unsigned clean_decode(FILE *f, std::size_t n) {
    std::shared_ptr<unsigned char> px(static_cast<unsigned char *>(std::malloc(n)), &std::free);
    std::shared_ptr<unsigned char> row = px;
    px.reset();
    if (!row || std::fread(row.get(), 1, n, f) != n)
        return 0;
    return row.get()[0];
}

texture *leak_pick(std::uint32_t want) {
    std::vector<std::unique_ptr<texture>> all;
    all.reserve(4);
    for (std::uint32_t i = 0; i < 4; ++i) {
        all.push_back(std::make_unique<texture>());
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
        all.back()->id = i;
    }
    texture *last = all.back().release();
    if (last->id != want)
        return nullptr;
    return last;
}

std::unique_ptr<texture> clean_pick(std::uint32_t want) {
    std::array<std::unique_ptr<texture>, 4> all;
    for (auto &t : all)
        t = std::make_unique<texture>();
    for (auto &t : all)
        if (t->id == want)
            return std::move(t);
    return nullptr;
}

bool leak_defer_upload(int frame) {
    texture *t = new texture; /* { dg-warning "leak|mismatch" } */
    auto job = [t, frame] { return frame > 0 && t->upload(); };
    return job();
}

bool clean_defer_upload(int frame) {
    auto t = std::make_unique<texture>();
    auto job = [t = std::move(t), frame] { return frame > 0 && t->upload(); };
    return job();
}

// ---- packs

std::size_t leak_index_pack(int fd, std::size_t len) {
    void *p = ::mmap(nullptr, len, PROT_READ, MAP_PRIVATE, fd, 0);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (p == MAP_FAILED)
        return 0;
    const char *base = static_cast<const char *>(p);
    std::size_t n = 0;
    for (std::size_t off = 0; off + 2 < len; ++n)
        off += 2 + chunk_size(base + off);
    ::munmap(p, len);
    return n;
}

std::size_t clean_index_pack(int fd, std::size_t len) {
    mapping m(fd, len);
    if (!m.data())
        return 0;
    std::size_t n = 0;
    for (std::size_t off = 0; off + 2 < len; ++n)
        off += 2 + chunk_size(m.data() + off);
    return n;
}

block *leak_read_blocks(FILE *f, int n) {
    block *head = nullptr;
    for (int i = 0; i < n; ++i) {
        block *b = static_cast<block *>(std::malloc(sizeof(block)));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        if (!b)
            break;
        b->used = std::fread(b->data, 1, sizeof b->data, f);
        b->next = head;
        head = b;
        if (std::ferror(f)) {
            std::free(head);
            return nullptr;
        }
    }
    return head;
}

std::size_t clean_read_blocks(FILE *f, int n) {
    block *head = nullptr, **tail = &head;
    for (int i = 0; i < n; ++i) {
        block *b = static_cast<block *>(std::calloc(1, sizeof(block)));
        if (!b)
            break;
        b->used = std::fread(b->data, 1, sizeof b->data, f);
        *tail = b;
        tail = &b->next;
    }
    std::size_t total = 0;
    while (head) {
        block *next = head->next;
        total += head->used;
        std::free(head);
        head = next;
    }
    return total;
}

// ---- sounds

int leak_double_buffer(FILE *f, int frames) {
    char *front = static_cast<char *>(std::malloc(4096));
    char *back = static_cast<char *>(std::malloc(4096)); /* { dg-warning "leak|mismatch" } */
    if (!front || !back) {
        std::free(front);
        std::free(back);
        return -1;
    }
    int got = 0;
    for (int i = 0; i < frames; ++i)
        got += static_cast<int>(std::fread(back, 1, 4096, f));
    std::swap(front, back);
    std::free(back);
    return got;
}

int clean_double_buffer(FILE *f, int frames) {
    char *front = static_cast<char *>(std::malloc(4096));
    char *back = static_cast<char *>(std::malloc(4096));
    int got = -1;
    if (front && back) {
        for (int i = 0; i < frames; ++i) {
            got = static_cast<int>(std::fread(back, 1, 4096, f));
            std::swap(front, back);
        }
    }
    std::free(front);
    std::free(back);
    return got;
}

static std::pair<sound *, int> open_sound(const char *name) {
    if (!*name)
        return {nullptr, -1};
    sound *s = new sound;
    s->channels = static_cast<unsigned char>(*name) & 7;
    return {s, s->channels};
}

int leak_mix(const char *name) {
    auto [s, channels] = open_sound(name); /* { dg-warning "leak|mismatch" } */
    if (!s)
        return -1;
    if (channels > 2 || channels < 1)
        return -2;
    int v = s->samples[0];
    delete s;
    return v;
}

int clean_mix(const char *name) {
    auto [s, channels] = open_sound(name); /* { dg-bogus "leak|mismatch" "" { xfail *-*-* } } */
    if (channels < 0)                      // then there is no sound
        return -1;
    int v = s->samples[channels & 1];
    delete s;
    return v;
}

sound *leak_resample() {
    sound *s = static_cast<sound *>(std::malloc(sizeof(sound)));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!s)
        return nullptr;
    s->channels = 2;
    if (std::getenv("NO_RESAMPLE")) {
        delete s;
        return nullptr;
    }
    return s;
}

double clean_aligned_sum(FILE *f, std::size_t n) {
    void *raw = std::malloc(n * sizeof(double) + 63);
    if (!raw)
        return 0;
    auto at = (reinterpret_cast<std::uintptr_t>(raw) + 63) & ~std::uintptr_t(63);
    double *v = reinterpret_cast<double *>(at);
    double sum = 0;
    n = std::fread(v, sizeof(double), n, f);
    while (n > 0)
        sum += v[--n];
    std::free(raw);
    return sum;
}

std::map<std::string, std::shared_ptr<mesh>> &clean_mesh_cache(const std::string &name) {
    static std::map<std::string, std::shared_ptr<mesh>> cache;
    auto fresh = std::make_shared<mesh>();
    auto [it, inserted] = cache.try_emplace(name, std::move(fresh));
    if (!inserted)
        it->second->xyz.clear();
    return cache;
}

std::tuple<file, std::size_t> clean_open_pack(const char *path) {
    file f(std::fopen(path, "rb"));
    if (!f || std::fseek(f.get(), 0, SEEK_END) != 0)
        return {nullptr, 0};
    long n = std::ftell(f.get());
    return {std::move(f), n < 0 ? 0 : static_cast<std::size_t>(n)};
}

} // namespace assets
