/* Corpus, escape: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Game assets: textures, meshes, sounds, scenes.
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <any>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

extern void upload_texture(unsigned id, const uint8_t *px, int w, int h);
extern unsigned new_texture_id();
extern void parse_scene_line(const char *line, std::vector<std::string> &out);
extern void log_asset(const char *name) noexcept;
extern bool compile_shader(const char *src, std::string &err);
extern float noise(float x, float y) noexcept;

namespace game {

// Reference counted base in the style of old engines.
class RefCounted {
public:
    void grab() const noexcept { ++count_; }
    bool drop() const
    {
        if (--count_ == 0) {
            delete this;
            return true;
        }
        return false;
    }

protected:
    RefCounted() = default;
    virtual ~RefCounted() = default;

private:
    mutable int count_ = 1;
};

class Texture : public RefCounted {
public:
    Texture(int w, int h) : w_(w), h_(h), px_(static_cast<size_t>(w) * h) {}
    uint8_t *data() noexcept { return px_.data(); }
    int width() const noexcept { return w_; }
    int height() const noexcept { return h_; }

private:
    int w_, h_;
    std::vector<uint8_t> px_;
};

template <class T>
class Ref {
public:
    Ref() = default;
    Ref(T *adopt) noexcept : p_(adopt) {}
    Ref(const Ref &o) noexcept : p_(o.p_)
    {
        if (p_)
            p_->grab();
    }
    Ref(Ref &&o) noexcept : p_(o.p_) { o.p_ = nullptr; }
    ~Ref()
    {
        if (p_)
            p_->drop();
    }
    Ref &operator=(Ref o) noexcept
    {
        std::swap(p_, o.p_);
        return *this;
    }
    T *operator->() const noexcept { return p_; }
    T *get() const noexcept { return p_; }
    T *detach() noexcept { return std::exchange(p_, nullptr); }

private:
    T *p_ = nullptr;
};

Texture *leak_checkerboard(int n)
{
    Texture *t = new Texture(n, n); /* { dg-warning "leak|mismatch" } */
    for (int i = 0; i < n * n; ++i)
        t->data()[i] = (i / 8 + i / n / 8) & 1 ? 255 : 0;
    upload_texture(new_texture_id(), t->data(), n, n);
    return t;
}

Texture *clean_checkerboard(int n)
{
    Ref<Texture> t = new Texture(n, n);
    for (int i = 0; i < n * n; ++i)
        t->data()[i] = (i / 8 + i / n / 8) & 1 ? 255 : 0;
    upload_texture(new_texture_id(), t->data(), n, n);
    return t.detach();
}

int leak_texture_size(int n)
{
    Texture *t = new Texture(n, n); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
    t->grab();
    int s = t->width() * t->height();
    t->drop();
    return s;
}

int clean_texture_size(int n)
{
    Texture *t = new Texture(n, n);
    t->grab();
    int s = t->width() * t->height();
    t->drop();
    t->drop();
    return s;
}

struct Mesh {
    float *verts = nullptr;
    unsigned *index = nullptr;
    size_t nv = 0, ni = 0;
};

static void mesh_free(Mesh *m)
{
    if (!m)
        return;
    free(m->verts);
    free(m->index);
    free(m);
}

Mesh *leak_mesh_load(FILE *f)
{
    Mesh *m = static_cast<Mesh *>(calloc(1, sizeof(Mesh)));
    if (!m)
        return nullptr;
    if (fread(&m->nv, sizeof m->nv, 1, f) != 1 || fread(&m->ni, sizeof m->ni, 1, f) != 1) {
        free(m);
        return nullptr;
    }
    m->verts = static_cast<float *>(malloc(m->nv * 3 * sizeof(float)));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!m->verts) {
        free(m);
        return nullptr;
    }
    m->index = static_cast<unsigned *>(malloc(m->ni * sizeof(unsigned)));
    if (!m->index) {
        free(m);
        return nullptr;
    }
    return m;
}

Mesh *clean_mesh_load(FILE *f)
{
    Mesh *m = static_cast<Mesh *>(calloc(1, sizeof(Mesh)));
    if (!m)
        return nullptr;
    if (fread(&m->nv, sizeof m->nv, 1, f) != 1 || fread(&m->ni, sizeof m->ni, 1, f) != 1) {
        mesh_free(m);
        return nullptr;
    }
    m->verts = static_cast<float *>(malloc(m->nv * 3 * sizeof(float)));
    m->index = static_cast<unsigned *>(malloc(m->ni * sizeof(unsigned)));
    if (!m->verts || !m->index) {
        mesh_free(m);
        return nullptr;
    }
    return m;
}

size_t leak_mesh_stats(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return 0;
    Mesh *m = clean_mesh_load(f); /* { dg-warning "leak|mismatch" } */
    fclose(f);
    if (!m)
        return 0;
    size_t n = m->nv + m->ni;
    free(m->verts);
    free(m);
    return n;
}

size_t clean_mesh_stats(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return 0;
    std::unique_ptr<Mesh, void (*)(Mesh *)> m(clean_mesh_load(f), mesh_free);
    fclose(f);
    return m ? m->nv + m->ni : 0;
}

// Scene graph.
class SceneNode {
public:
    virtual ~SceneNode()
    {
        for (SceneNode *c : children_)
            delete c;
    }
    void add(SceneNode *c) { children_.push_back(c); }
    virtual void update(float) {}

private:
    std::vector<SceneNode *> children_;
};

class Terrain : public SceneNode {
public:
    explicit Terrain(int n) : n_(n), height_(new float[static_cast<size_t>(n) * n])
    {
        for (int y = 0; y < n; ++y)
            for (int x = 0; x < n; ++x)
                height_[y * n + x] = noise(x, y);
    }
    ~Terrain() override { delete[] height_; }
    Terrain(const Terrain &) = delete;
    void update(float dt) override { height_[0] += dt; }

private:
    int n_;
    float *height_;
};

class Water : public SceneNode {
public:
    explicit Water(int n) : wave_(static_cast<float *>(calloc(n, sizeof(float)))) {}
    void update(float dt) override { wave_[0] = dt; }

private:
    float *wave_;
};

SceneNode *clean_build_scene(int n)
{
    auto root = std::make_unique<SceneNode>();
    root->add(new Terrain(n));
    auto second = std::make_unique<Terrain>(n / 2);
    second->update(0.5f);
    root->add(second.release());
    return root.release();
}

void leak_water(int n)
{
    Water w(n); /* { dg-warning "leak|mismatch" } */
    w.update(0.1f);
}

void leak_build_scene(int n, float dt)
{
    SceneNode *root = new SceneNode; /* { dg-warning "leak|mismatch" } */
    root->add(new Terrain(n));
    std::string err;
    if (compile_shader("void main() {}", err))
        root->update(dt);
    delete root;
}

void clean_animate(int n, float dt)
{
    Terrain t(n);
    SceneNode *nodes[] = {&t, new Terrain(n)};
    std::unique_ptr<SceneNode> owned(nodes[1]);
    for (SceneNode *s : nodes)
        s->update(dt);
}

// Asset base without virtual destructor.
class AssetBase {
public:
    const char *kind = "none";
    int size() const noexcept { return size_; }
    ~AssetBase() { log_asset(kind); }

protected:
    int size_ = 0;
};

class Sound : public AssetBase {
public:
    explicit Sound(size_t n) : pcm_(new int16_t[n])
    {
        kind = "sound";
        size_ = static_cast<int>(n);
    }
    ~Sound() { delete[] pcm_; }
    Sound(const Sound &) = delete;

private:
    int16_t *pcm_;
};

int leak_sound_via_base(size_t n)
{
    std::unique_ptr<AssetBase> a(new Sound(n)); /* { dg-warning "leak|mismatch" } */
    return a->size();
}

int clean_sound_via_base(size_t n)
{
    std::shared_ptr<AssetBase> a = std::make_shared<Sound>(n);
    return a->size();
}

int clean_sound_exact(size_t n)
{
    Sound *s = new Sound(n);
    AssetBase *b = s;
    int r = b->size();
    delete static_cast<Sound *>(b);
    return r;
}

class AssetPack {
public:
    AssetPack() = default;
    AssetPack(const AssetPack &) = delete;
    ~AssetPack() { unmap(); }
    bool leak_map(const char *path);
    bool clean_map(const char *path);
    bool leak_remap(size_t n);

private:
    void unmap() noexcept
    {
        if (base_)
            munmap(base_, len_);
        base_ = nullptr;
        len_ = 0;
    }
    void *base_ = nullptr;
    size_t len_ = 0;
};

bool AssetPack::leak_map(const char *path)
{
    int fd = open(path, O_RDONLY); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return false;
    struct stat st;
    if (fstat(fd, &st) != 0 || st.st_size == 0) {
        close(fd);
        return false;
    }
    unmap();
    void *p = mmap(nullptr, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED)
        return false;
    close(fd);
    base_ = p;
    len_ = st.st_size;
    return true;
}

bool AssetPack::clean_map(const char *path)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return false;
    struct stat st;
    void *p = MAP_FAILED;
    if (fstat(fd, &st) == 0 && st.st_size > 0)
        p = mmap(nullptr, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (p == MAP_FAILED)
        return false;
    unmap();
    base_ = p;
    len_ = st.st_size;
    return true;
}

bool AssetPack::leak_remap(size_t n)
{
    void *p = mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (p == MAP_FAILED)
        return false;
    if (n < len_)
        return false;
    if (base_)
        memcpy(p, base_, len_);
    unmap();
    base_ = p;
    len_ = n;
    return true;
}

bool leak_shader(const char *path, std::string &err)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    char *src = static_cast<char *>(malloc(65536)); /* { dg-warning "leak|mismatch" } */
    size_t n = src ? fread(src, 1, 65535, f) : 0;
    fclose(f);
    if (n == 0)
        return false;
    src[n] = '\0';
    bool ok;
    try {
        ok = compile_shader(src, err);
    } catch (...) {
        free(src);
        throw;
    }
    free(src);
    return ok;
}

bool clean_shader(const char *path, std::string &err)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    char *src = static_cast<char *>(malloc(65536));
    size_t n = src ? fread(src, 1, 65535, f) : 0;
    fclose(f);
    if (n == 0) {
        free(src);
        return false;
    }
    src[n] = '\0';
    std::string text(src, n);
    free(src);
    return compile_shader(text.c_str(), err);
}

std::vector<std::string> clean_scene_files(const std::string &dir)
{
    std::vector<std::string> out;
    struct DirGuard {
        DIR *d;
        ~DirGuard()
        {
            if (d)
                closedir(d);
        }
    } g{opendir(dir.c_str())};
    if (!g.d)
        return out;
    while (auto *e = readdir(g.d))
        parse_scene_line(e->d_name, out);
    return out;
}

std::vector<std::string> leak_scene_files(const std::string &dir)
{
    std::vector<std::string> out;
    DIR *d = opendir(dir.c_str()); /* { dg-warning "leak|mismatch" } */
    for (dirent *e; d && (e = readdir(d)) != nullptr;) {
        if (strcmp(e->d_name, "stop") == 0) {
            closedir(d);
            return out;
        }
        out.push_back(e->d_name);
    }
    return out;
}

class TextureCache {
public:
    Ref<Texture> clean_get(const std::string &name, int n);
    Texture *leak_get(const std::string &name, int n);

private:
    std::unordered_map<std::string, Ref<Texture>> map_;
};

Ref<Texture> TextureCache::clean_get(const std::string &name, int n)
{
    auto it = map_.find(name);
    if (it != map_.end())
        return it->second;
    Ref<Texture> t(new Texture(n, n));
    upload_texture(new_texture_id(), t->data(), n, n);
    map_[name] = t;
    return t;
}

Texture *TextureCache::leak_get(const std::string &name, int n)
{
    Texture *t = new Texture(n, n); /* { dg-warning "leak|mismatch" } */
    auto it = map_.find(name);
    if (it != map_.end())
        return it->second.get();
    map_[name] = Ref<Texture>(t);
    return t;
}

void clean_any_asset(int n)
{
    std::any a = std::make_shared<Texture *>(nullptr);
    a = std::shared_ptr<Terrain>(new Terrain(n));
    if (auto *t = std::any_cast<std::shared_ptr<Terrain>>(&a))
        (*t)->update(1.0f);
}

std::pair<std::unique_ptr<Terrain>, int> clean_terrain_pair(int n)
{
    std::unique_ptr<Terrain> t(new Terrain(n));
    int id = static_cast<int>(new_texture_id());
    return {std::move(t), id};
}

int leak_terrain_pair(int n)
{
    auto [t, id] = clean_terrain_pair(n); /* { dg-warning "leak|mismatch" } */
    Terrain *raw = t.release();
    raw->update(0.0f);
    return id;
}

} // namespace game
