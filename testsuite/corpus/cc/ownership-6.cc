/* Corpus, ownership: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Texture / sound / entity management of a small 2D engine.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine {

struct AssetError : std::runtime_error {
    explicit AssetError(const char *m) : std::runtime_error(m) {}
};

struct Texture {
    int w = 0, h = 0;
    uint32_t *pixels = nullptr;

    Texture(int w_, int h_) : w(w_), h(h_), pixels(new uint32_t[static_cast<size_t>(w_) * h_]()) {}
    Texture(const Texture &) = delete;
    Texture &operator=(const Texture &) = delete;
    ~Texture() { delete[] pixels; }
    void fill(uint32_t c) noexcept {
        for (int i = 0; i < w * h; ++i)
            pixels[i] = c;
    }
};

using TexturePtr = std::unique_ptr<Texture>;

void check_extent(int w, int h) {
    if (w <= 0 || h <= 0 || w > 8192 || h > 8192)
        throw AssetError("texture extent");
}

struct Rect {
    int x, y, w, h;
};

std::vector<Texture *> g_resident;

// Actors have a plain (non virtual) destructor, Widgets a virtual one.
class Actor {
public:
    explicit Actor(int hp) noexcept : hp_(hp) {}
    ~Actor() {}
    int hp() const noexcept { return hp_; }

protected:
    int hp_;
};

class Enemy : public Actor {
public:
    Enemy(int hp, int skin) : Actor(hp), skin_(new Texture(skin, skin)) {}

private:
    TexturePtr skin_;
};

class Widget {
public:
    virtual ~Widget() = default;
    virtual void draw(Texture &) const = 0;
};

class Label : public Widget {
public:
    explicit Label(const char *s) : text_(strdup(s)) {}
    Label(const Label &) = delete;
    Label &operator=(const Label &) = delete;
    ~Label() override { free(text_); }
    void draw(Texture &t) const override { t.fill(text_ ? strlen(text_) : 0u); }

private:
    char *text_;
};

} // namespace engine

using namespace engine;

Texture *leak_load_texture(const char *path) {
    FILE *f = fopen(path, "rb"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return nullptr;
    int32_t dim[2];
    if (fread(dim, sizeof dim, 1, f) != 1) {
        fclose(f);
        return nullptr;
    }
    check_extent(dim[0], dim[1]);
    Texture *t = new Texture(dim[0], dim[1]); /* { dg-warning "leak|mismatch" } */
    size_t want = static_cast<size_t>(t->w) * t->h;
    if (fread(t->pixels, 4, want, f) != want) {
        fclose(f);
        return nullptr;
    }
    fclose(f);
    return t;
}

TexturePtr clean_load_texture(const char *path) {
    std::unique_ptr<FILE, int (*)(FILE *)> f(fopen(path, "rb"), &fclose);
    if (!f)
        return nullptr;
    int32_t dim[2];
    if (fread(dim, sizeof dim, 1, f.get()) != 1)
        return nullptr;
    check_extent(dim[0], dim[1]);
    auto t = std::make_unique<Texture>(dim[0], dim[1]);
    size_t want = static_cast<size_t>(t->w) * t->h;
    if (fread(t->pixels, 4, want, f.get()) != want)
        return nullptr;
    return t;
}

int leak_simulate_duel(int rounds) {
    Actor *boss = new Enemy(100, 32); /* { dg-warning "leak|mismatch" } */
    int left = boss->hp() - rounds * 3;
    delete boss;
    return left;
}

int clean_simulate_duel(int rounds) {
    Enemy *boss = new Enemy(100, 32);
    Actor *view = boss;
    int left = view->hp() - rounds * 3;
    delete boss;
    return left;
}

void clean_draw_label(Texture &target, const char *text) {
    Widget *w = new Label(text);
    w->draw(target);
    delete w;
}

void leak_draw_label(Texture &target, const char *text, const Rect &clip) {
    Widget *w = new Label(text); /* { dg-warning "leak|mismatch" } */
    if (clip.w <= 0 || clip.h <= 0)
        return;
    w->draw(target);
    delete w;
}

void leak_pick_icon(Texture &screen, bool hires) {
    Texture *icon = new Texture(16, 16); /* { dg-warning "leak|mismatch" } */
    icon->fill(0xff00ffu);
    if (hires) {
        icon = new Texture(64, 64);
        icon->fill(0x00ff00u);
    }
    screen.fill(icon->pixels[0]);
    delete icon;
}

void clean_pick_icon(Texture &screen, bool hires) {
    Texture *icon = new Texture(16, 16);
    icon->fill(0xff00ffu);
    if (hires) {
        Texture *big = new Texture(64, 64);
        big->fill(0x00ff00u);
        std::swap(icon, big);
        delete big;
    }
    screen.fill(icon->pixels[0]);
    delete icon;
}

uint32_t leak_average_color(int w, int h) {
    TexturePtr scratch(new Texture(w, h)); /* { dg-warning "leak|mismatch" } */
    scratch->fill(7);
    uint32_t c = scratch->pixels[0];
    scratch.release();
    return c;
}

uint32_t clean_average_color(int w, int h) {
    TexturePtr scratch(new Texture(w, h));
    scratch->fill(7);
    uint32_t c = scratch->pixels[0];
    if (c > 4) {
        g_resident.push_back(scratch.release());
        return c;
    }
    scratch.reset();
    return c + 1;
}

long leak_height_histogram(const Texture &t) {
    std::unique_ptr<long> bins(new long[256]()); /* { dg-warning "leak|mismatch" } */
    for (int i = 0; i < t.w * t.h; ++i)
        bins.get()[t.pixels[i] & 255]++;
    return *bins;
}

long clean_height_histogram(const Texture &t) {
    std::unique_ptr<long[]> bins(new long[256]());
    for (int i = 0; i < t.w * t.h; ++i)
        bins[t.pixels[i] & 255]++;
    return bins[0];
}

int leak_build_mips(const Texture &base) {
    std::vector<Texture *> chain;
    int w = base.w, h = base.h;
    while (w > 1 && h > 1) {
        w /= 2;
        h /= 2;
        chain.push_back(new Texture(w, h)); /* { dg-warning "leak|mismatch" } */
    }
    int levels = static_cast<int>(chain.size());
    chain.clear();
    return levels;
}

int clean_build_mips(const Texture &base) {
    std::vector<Texture *> chain;
    int w = base.w, h = base.h;
    while (w > 1 && h > 1) {
        w /= 2;
        h /= 2;
        chain.push_back(new Texture(w, h));
    }
    int levels = static_cast<int>(chain.size());
    for (Texture *t : chain)
        delete t;
    return levels;
}

// A scene owns a tile map and a music stream.
class Scene {
public:
    Scene(const char *music, int tiles)
        : tiles_(new uint8_t[tiles]()), music_(fopen(music, "rb")) {}
    Scene(const Scene &) = delete;
    Scene &operator=(const Scene &) = delete;
    ~Scene() { delete[] tiles_; }
    int tick() noexcept { return music_ ? fgetc(music_) + tiles_[0] : -1; }

private:
    uint8_t *tiles_;
    FILE *music_;
};

class CutScene {
public:
    CutScene(const char *music, int tiles)
        : tiles_(new uint8_t[tiles]()), music_(fopen(music, "rb")) {}
    CutScene(const CutScene &) = delete;
    CutScene &operator=(const CutScene &) = delete;
    ~CutScene() { shutdown(); }
    int tick() noexcept { return music_ ? fgetc(music_) + tiles_[0] : -1; }
    void shutdown() noexcept {
        delete[] tiles_;
        tiles_ = nullptr;
        if (music_)
            fclose(music_);
        music_ = nullptr;
    }

private:
    uint8_t *tiles_;
    FILE *music_;
};

int leak_play_scene(const char *music) {
    Scene s(music, 64); /* { dg-warning "leak|mismatch" } */
    int sum = 0;
    for (int i = 0; i < 10; ++i)
        sum += s.tick();
    return sum;
}

int clean_play_scene(const char *music) {
    CutScene s(music, 64);
    int sum = 0;
    for (int i = 0; i < 10; ++i) {
        int v = s.tick();
        if (v < 0)
            return sum;
        sum += v;
    }
    return sum;
}

int leak_flood_fill(int w, int h) {
    int **grid = new int *[h];
    for (int y = 0; y < h; ++y) {
        grid[y] = new int[w]; /* { dg-warning "leak|mismatch" } */
        memset(grid[y], 0, sizeof(int) * w);
    }
    int marked = 0;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            if ((x ^ y) & 1)
                marked += ++grid[y][x];
    delete[] grid;
    return marked;
}

int clean_flood_fill(int w, int h) {
    int **grid = new int *[h];
    for (int y = 0; y < h; ++y) {
        grid[y] = new int[w];
        memset(grid[y], 0, sizeof(int) * w);
    }
    int marked = 0;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            if ((x ^ y) & 1)
                marked += ++grid[y][x];
    for (int y = 0; y < h; ++y)
        delete[] grid[y];
    delete[] grid;
    return marked;
}

class Cache {
public:
    Texture *find(const std::string &n) const {
        auto it = map_.find(n);
        return it == map_.end() ? nullptr : it->second.get();
    }
    Texture *put(const std::string &n, TexturePtr t) {
        Texture *raw = t.get();
        map_[n] = std::move(t);
        return raw;
    }

private:
    std::unordered_map<std::string, TexturePtr> map_;
};

Texture *clean_fetch_cached(Cache &cache, const std::string &name, int side) {
    if (Texture *hit = cache.find(name))
        return hit;
    TexturePtr fresh(new Texture(side, side));
    fresh->fill(side);
    if (side > 4096)
        throw AssetError("too big for cache");
    return cache.put(name, std::move(fresh));
}

Texture *leak_fetch_cached(Cache &cache, const std::string &name, int side) {
    Texture *fresh = new Texture(side, side); /* { dg-warning "leak|mismatch" } */
    fresh->fill(side);
    if (Texture *hit = cache.find(name))
        return hit;
    return cache.put(name, TexturePtr(fresh));
}

std::mutex g_upload_mutex;
static int g_budget = 1 << 20;

void reserve_budget(int bytes) {
    if (bytes > g_budget)
        throw AssetError("out of video memory");
    g_budget -= bytes;
}

void leak_upload(const Texture &t) {
    g_upload_mutex.lock(); /* { dg-warning "leak|mismatch" } */
    reserve_budget(t.w * t.h * 4);
    g_upload_mutex.unlock();
}

void clean_upload(const Texture &t) {
    g_upload_mutex.lock();
    try {
        reserve_budget(t.w * t.h * 4);
    } catch (const AssetError &) {
        g_budget = 0;
    }
    g_upload_mutex.unlock();
}

std::shared_ptr<FILE> clean_open_pak(const char *path) {
    std::shared_ptr<FILE> pak(fopen(path, "rb"), [](FILE *f) {
        if (f)
            fclose(f);
    });
    char tag[4];
    if (!pak || fread(tag, 1, 4, pak.get()) != 4)
        return nullptr;
    if (memcmp(tag, "PACK", 4) != 0)
        throw AssetError("not a pak file");
    return pak;
}
