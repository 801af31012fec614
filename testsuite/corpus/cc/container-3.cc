/* Corpus, container: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// A log structured key-value store.
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

extern void replay_record(const char *p, size_t n);
extern bool valid_key(std::string_view k);
extern uint64_t hash_key(std::string_view k) noexcept;
extern void notify_watchers(const std::string &key);
extern int compare_keys(const char *a, const char *b) noexcept;

namespace kv {

template <class F>
class ScopeExit {
public:
    explicit ScopeExit(F f) : f_(std::move(f)) {}
    ScopeExit(const ScopeExit &) = delete;
    ~ScopeExit() { if (armed_) f_(); }
    void dismiss() noexcept { armed_ = false; }

private:
    F f_;
    bool armed_ = true;
};

// Singly linked memory table with C strings.
struct Entry {
    char *key;
    char *value;
    Entry *next;
};

Entry *leak_make_entry(const char *k, const char *v)
{
    Entry *e = static_cast<Entry *>(malloc(sizeof *e));
    if (!e)
        return nullptr;
    e->key = strdup(k); /* { dg-warning "leak|mismatch" } */
    e->value = strdup(v);
    e->next = nullptr;
    if (!e->key) {
        free(e->value);
        free(e);
        return nullptr;
    }
    if (!e->value) {
        free(e);
        return nullptr;
    }
    return e;
}

Entry *clean_make_entry(const char *k, const char *v)
{
    Entry *e = static_cast<Entry *>(calloc(1, sizeof *e));
    if (!e)
        return nullptr;
    e->key = strdup(k);
    e->value = strdup(v);
    if (!e->key || !e->value) {
        free(e->key);
        free(e->value);
        free(e);
        return nullptr;
    }
    return e;
}

class MemTable {
public:
    MemTable() = default;
    MemTable(const MemTable &) = delete;
    ~MemTable();
    bool clean_put(const char *k, const char *v);
    bool leak_put(const char *k, const char *v);

private:
    Entry *head_ = nullptr;
};

MemTable::~MemTable()
{
    while (Entry *e = head_) {
        head_ = e->next;
        free(e->key);
        free(e->value);
        free(e);
    }
}

bool MemTable::clean_put(const char *k, const char *v)
{
    for (Entry *e = head_; e; e = e->next) {
        if (compare_keys(e->key, k) == 0) {
            char *copy = strdup(v);
            if (!copy)
                return false;
            free(e->value);
            e->value = copy;
            return true;
        }
    }
    Entry *fresh = clean_make_entry(k, v);
    if (!fresh)
        return false;
    fresh->next = head_;
    head_ = fresh;
    return true;
}

bool MemTable::leak_put(const char *k, const char *v)
{
    Entry *fresh = clean_make_entry(k, v); /* { dg-warning "leak|mismatch" } */
    if (!fresh)
        return false;
    for (Entry *e = head_; e; e = e->next) {
        if (compare_keys(e->key, k) == 0)
            return false;
    }
    fresh->next = head_;
    head_ = fresh;
    return true;
}

size_t leak_replay(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return 0;
    std::vector<char> block(4096);
    size_t total = 0;
    ssize_t n;
    while ((n = read(fd, block.data(), block.size())) > 0) {
        replay_record(block.data(), static_cast<size_t>(n));
        total += static_cast<size_t>(n);
    }
    close(fd);
    return total;
}

size_t clean_replay(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ScopeExit closer([fd] { close(fd); });
    std::vector<char> block(4096);
    size_t total = 0;
    ssize_t n;
    while ((n = read(fd, block.data(), block.size())) > 0) {
        replay_record(block.data(), static_cast<size_t>(n));
        total += static_cast<size_t>(n);
    }
    return total;
}

int leak_open_segment(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT, 0644); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return -1;
    ScopeExit closer([&fd] { close(fd); });
    char magic[8];
    if (pread(fd, magic, sizeof magic, 0) == 8 && memcmp(magic, "KVSEG\0\0", 8) != 0) {
        closer.dismiss();
        return -2;
    }
    closer.dismiss();
    return fd;
}

int clean_open_segment(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT, 0644);
    if (fd < 0)
        return -1;
    ScopeExit closer([&fd] { close(fd); });
    char magic[8];
    if (pread(fd, magic, sizeof magic, 0) == 8 && memcmp(magic, "KVSEG\0\0", 8) != 0)
        return -2;
    if (!valid_key(path))
        return -3;
    closer.dismiss();
    return fd;
}

std::vector<std::string> leak_list_segments(const char *dir)
{
    std::vector<std::string> out;
    DIR *d = opendir(dir); /* { dg-warning "leak|mismatch" } */
    if (!d)
        return out;
    while (dirent *de = readdir(d)) {
        if (de->d_name[0] == '.')
            continue;
        if (!valid_key(de->d_name))
            continue;
        out.emplace_back(de->d_name);
    }
    closedir(d);
    return out;
}

std::vector<std::string> clean_list_segments(const char *dir)
{
    std::vector<std::string> out;
    std::unique_ptr<DIR, int (*)(DIR *)> d(opendir(dir), closedir);
    if (!d)
        return out;
    while (dirent *de = readdir(d.get())) {
        if (de->d_name[0] == '.' || !valid_key(de->d_name))
            continue;
        out.emplace_back(de->d_name);
    }
    return out;
}

class Segment {
public:
    explicit Segment(const char *path);
    ~Segment();
    Segment(const Segment &) = delete;
    Segment &operator=(const Segment &) = delete;
    Segment &operator=(Segment &&o) noexcept;
    const char *base() const noexcept { return static_cast<const char *>(map_); }
    size_t size() const noexcept { return len_; }

private:
    int fd_ = -1;
    void *map_ = nullptr;
    size_t len_ = 0;
};

Segment::Segment(const char *path)
{
    fd_ = open(path, O_RDONLY); /* { dg-warning "leak|mismatch" } */
    if (fd_ < 0)
        throw std::runtime_error("open");
    struct stat st;
    if (fstat(fd_, &st) != 0) {
        close(fd_);
        throw std::runtime_error("stat");
    }
    len_ = static_cast<size_t>(st.st_size);
    map_ = mmap(nullptr, len_, PROT_READ, MAP_SHARED, fd_, 0);
    if (map_ == MAP_FAILED)
        throw std::runtime_error("mmap");
}

Segment::~Segment()
{
    if (map_)
        munmap(map_, len_);
    if (fd_ >= 0)
        close(fd_);
}

uint64_t leak_segment_hash(const char *path)
{
    Segment s(path);
    return hash_key({s.base(), s.size()});
}

class MappedFile {
public:
    explicit MappedFile(const char *path)
    {
        int fd = open(path, O_RDONLY);
        if (fd < 0)
            throw std::runtime_error("open");
        struct stat st;
        if (fstat(fd, &st) != 0) {
            close(fd);
            throw std::runtime_error("stat");
        }
        len_ = static_cast<size_t>(st.st_size);
        map_ = mmap(nullptr, len_, PROT_READ, MAP_SHARED, fd, 0);
        close(fd);
        if (map_ == MAP_FAILED)
            throw std::runtime_error("mmap");
    }
    ~MappedFile() { munmap(map_, len_); }
    MappedFile(const MappedFile &) = delete;
    std::string_view view() const noexcept { return {static_cast<const char *>(map_), len_}; }

private:
    void *map_;
    size_t len_;
};

uint64_t clean_segment_hash(const char *path)
{
    MappedFile m(path);
    if (!valid_key(m.view().substr(0, 0)))
        return 0;
    return hash_key(m.view());
}

static pthread_mutex_t compaction = PTHREAD_MUTEX_INITIALIZER;

int leak_compact(std::deque<std::string> &pending)
{
    pthread_mutex_lock(&compaction); /* { dg-warning "leak|mismatch" } */
    int done = 0;
    while (!pending.empty()) {
        if (pending.front().empty())
            return -1;
        pending.pop_front();
        ++done;
    }
    pthread_mutex_unlock(&compaction);
    return done;
}

int clean_compact(std::deque<std::string> &pending)
{
    if (pthread_mutex_trylock(&compaction) != 0)
        return 0;
    int done = 0;
    while (!pending.empty()) {
        if (pending.front().empty()) {
            pthread_mutex_unlock(&compaction);
            return -1;
        }
        pending.pop_front();
        ++done;
    }
    pthread_mutex_unlock(&compaction);
    return done;
}

// Values with an intrusive count.
class Value {
public:
    explicit Value(std::string s) : s_(std::move(s)) {}
    void ref() noexcept { ++n_; }
    void unref() noexcept
    {
        if (--n_ == 0)
            delete this;
    }
    const std::string &str() const noexcept { return s_; }

private:
    ~Value() = default;
    std::atomic<int> n_{1};
    std::string s_;
};

class ValueRef {
public:
    ValueRef() = default;
    explicit ValueRef(Value *adopted) noexcept : v_(adopted) {}
    ValueRef(const ValueRef &o) noexcept : v_(o.v_) { if (v_) v_->ref(); }
    ValueRef(ValueRef &&o) noexcept : v_(std::exchange(o.v_, nullptr)) {}
    ValueRef &operator=(ValueRef o) noexcept
    {
        std::swap(v_, o.v_);
        return *this;
    }
    ~ValueRef() { if (v_) v_->unref(); }
    Value *get() const noexcept { return v_; }

private:
    Value *v_ = nullptr;
};

size_t leak_value_length(const std::string &key)
{
    Value *v = new Value(key + "=default"); /* { dg-warning "leak|mismatch" } */
    if (!valid_key(v->str())) {
        v->unref();
        return 0;
    }
    size_t n = v->str().size();
    v->unref();
    return n;
}

size_t clean_value_length(const std::string &key)
{
    ValueRef v(new Value(key + "=default"));
    ValueRef again = v;
    if (!valid_key(again.get()->str()))
        return 0;
    again = ValueRef(new Value(key));
    notify_watchers(key);
    return again.get()->str().size() + v.get()->str().size();
}

class Cache {
public:
    ~Cache()
    {
        for (auto &kv : raw_)
            delete[] kv.second;
    }
    void leak_store(const std::string &key, const char *data, size_t n);
    void clean_store(const std::string &key, const char *data, size_t n);

private:
    std::unordered_map<std::string, char *> raw_;
    std::unordered_map<std::string, std::unique_ptr<char[]>> owned_;
};

void Cache::leak_store(const std::string &key, const char *data, size_t n)
{
    char *copy = new char[n]; /* { dg-warning "leak|mismatch" } */
    memcpy(copy, data, n);
    notify_watchers(key);
    auto it = raw_.find(key);
    if (it != raw_.end()) {
        delete[] it->second;
        it->second = copy;
    } else {
        raw_[key] = copy;
    }
}

void Cache::clean_store(const std::string &key, const char *data, size_t n)
{
    auto copy = std::make_unique<char[]>(n);
    memcpy(copy.get(), data, n);
    notify_watchers(key);
    owned_[key] = std::move(copy);
    if (owned_.size() > 100)
        owned_.erase(owned_.begin());
}

struct Snapshot {
    FILE *f;
    std::string path;
};

static std::optional<Snapshot> begin_snapshot(const std::string &path)
{
    FILE *f = fopen(path.c_str(), "wb");
    if (!f)
        return std::nullopt;
    return Snapshot{f, path};
}

bool leak_snapshot(const std::string &path, const std::map<std::string, std::string> &m)
{
    auto snap = begin_snapshot(path); /* { dg-warning "leak|mismatch" } */
    if (!snap)
        return false;
    for (const auto &[k, v] : m) {
        if (fprintf(snap->f, "%s\t%s\n", k.c_str(), v.c_str()) < 0)
            return false;
    }
    return fclose(snap->f) == 0;
}

bool clean_snapshot(const std::string &path, const std::map<std::string, std::string> &m)
{
    auto snap = begin_snapshot(path);
    if (!snap)
        return false;
    bool ok = true;
    for (const auto &[k, v] : m) {
        if (fprintf(snap->f, "%s\t%s\n", k.c_str(), v.c_str()) < 0) {
            ok = false;
            break;
        }
    }
    return (fclose(snap->f) == 0) && ok;
}

// Arena placed nodes.
struct Node {
    std::string key;
    uint64_t h;
    explicit Node(std::string k) : key(std::move(k)), h(hash_key(key)) {}
};

uint64_t clean_arena_node(const std::string &key)
{
    void *raw = ::operator new(sizeof(Node));
    Node *n = new (raw) Node(key);
    uint64_t h = n->h;
    n->~Node();
    ::operator delete(raw);
    return h;
}

uint64_t leak_arena_node(const std::string &key)
{
    void *raw = malloc(sizeof(Node)); /* { dg-warning "leak|mismatch" } */
    if (!raw)
        return 0;
    Node *n = new (raw) Node(key);
    uint64_t h = n->h;
    n->~Node();
    return h;
}

bool leak_merge(const char *a, const char *b, const char *out)
{
    bool ok = false;
    FILE *fa = nullptr, *fb = nullptr, *fo = nullptr;
    int c;
    fa = fopen(a, "rb");
    if (!fa)
        goto done;
    fb = fopen(b, "rb"); /* { dg-warning "leak|mismatch" } */
    if (!fb)
        goto close_a;
    fo = fopen(out, "wb");
    if (!fo)
        goto close_a;
    while ((c = fgetc(fa)) != EOF)
        fputc(c, fo);
    while ((c = fgetc(fb)) != EOF)
        fputc(c, fo);
    ok = fclose(fo) == 0;
    fclose(fb);
close_a:
    fclose(fa);
done:
    return ok;
}

bool clean_merge(const char *a, const char *b, const char *out)
{
    bool ok = false;
    FILE *fa = nullptr, *fb = nullptr, *fo = nullptr;
    int c;
    fa = fopen(a, "rb");
    if (!fa)
        goto done;
    fb = fopen(b, "rb");
    if (!fb)
        goto done;
    fo = fopen(out, "wb");
    if (!fo)
        goto done;
    while ((c = fgetc(fa)) != EOF)
        fputc(c, fo);
    while ((c = fgetc(fb)) != EOF)
        fputc(c, fo);
    ok = true;
done:
    if (fo)
        ok = fclose(fo) == 0 && ok;
    if (fb)
        fclose(fb);
    if (fa)
        fclose(fa);
    return ok;
}

} // namespace kv
