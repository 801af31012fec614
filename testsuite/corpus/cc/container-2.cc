/* Corpus, container: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// cache.cpp - blob cache with slots, an LRU and a loader.
#include <cstdio>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

class CacheMiss {
public:
    explicit CacheMiss(std::string k) : key(std::move(k)) {}
    std::string key;
};

struct Blob {
    explicit Blob(size_t n) : data(new char[n]), size(n) {}
    ~Blob() { delete[] data; }
    Blob(const Blob&) = delete;
    Blob& operator=(const Blob&) = delete;
    char* data;
    size_t size;
};

static const size_t kMaxBlob = 1 << 20;

// --------------------------------------------------------------- file blobs

Blob* leak_read_blob(const char* path, size_t n)
{
    Blob* b = new Blob(n); /* { dg-warning "leak|mismatch" } */
    FILE* f = fopen(path, "rb");
    if (!f)
        return nullptr;
    size_t got = fread(b->data, 1, b->size, f);
    fclose(f);
    if (got != n) {
        delete b;
        return nullptr;
    }
    return b;
}

Blob* clean_read_blob(const char* path, size_t n)
{
    FILE* f = fopen(path, "rb");
    if (!f)
        return nullptr;
    Blob* b = new Blob(n);
    size_t got = fread(b->data, 1, b->size, f);
    fclose(f);
    if (got != n) {
        delete b;
        b = nullptr;
    }
    return b;
}

size_t leak_total_size(const std::vector<std::string>& paths)
{
    std::vector<Blob*> all;
    for (const auto& p : paths) {
        Blob* b = clean_read_blob(p.c_str(), 4096); /* { dg-warning "leak|mismatch" } */
        if (!b) {
            fprintf(stderr, "cannot read %s\n", p.c_str());
            return 0;
        }
        all.push_back(b);
    }
    size_t total = 0;
    for (Blob* b : all) {
        total += b->size;
        delete b;
    }
    return total;
}

size_t clean_total_size(const std::vector<std::string>& paths)
{
    std::vector<Blob*> all;
    for (const auto& p : paths) {
        Blob* b = clean_read_blob(p.c_str(), 4096);
        if (!b)
            break;
        all.push_back(b);
    }
    size_t total = 0;
    for (Blob* b : all) {
        total += b->size;
        delete b;
    }
    return total;
}

// -------------------------------------------------------------------- slots

class Slot {
public:
    Slot() = default;
    explicit Slot(Blob* b) : blob_(b) {}
    Slot(Slot&& o) noexcept : blob_(o.blob_) { o.blob_ = nullptr; }
    Slot& operator=(Slot&& o) noexcept
    {
        if (this != &o) {
            blob_ = o.blob_; /* { dg-warning "leak|mismatch" } */
            o.blob_ = nullptr;
        }
        return *this;
    }
    ~Slot() { delete blob_; }
    size_t size() const { return blob_ ? blob_->size : 0; }

private:
    Blob* blob_ = nullptr;
};

size_t leak_grow_slot(size_t want)
{
    Slot s(new Blob(64));
    if (s.size() < want)
        s = Slot(new Blob(want));
    return s.size();
}

class SwapSlot {
public:
    SwapSlot() = default;
    explicit SwapSlot(Blob* b) : blob_(b) {}
    SwapSlot(SwapSlot&& o) noexcept : blob_(o.blob_) { o.blob_ = nullptr; }
    SwapSlot& operator=(SwapSlot&& o) noexcept
    {
        std::swap(blob_, o.blob_);
        return *this;
    }
    ~SwapSlot() { delete blob_; }
    size_t size() const { return blob_ ? blob_->size : 0; }

private:
    Blob* blob_ = nullptr;
};

size_t clean_grow_slot(size_t want)
{
    SwapSlot s(new Blob(64));
    if (s.size() < want)
        s = SwapSlot(new Blob(want));
    return s.size();
}

// ---------------------------------------------------------- release vs reset

std::unique_ptr<Blob> leak_limit_blob(size_t n)
{
    auto b = std::make_unique<Blob>(n); /* { dg-warning "leak|mismatch" } */
    if (b->size > kMaxBlob) {
        b.release();
        return nullptr;
    }
    std::memset(b->data, 0, b->size);
    return b;
}

std::unique_ptr<Blob> clean_limit_blob(size_t n)
{
    auto b = std::make_unique<Blob>(n);
    if (b->size > kMaxBlob) {
        b.reset();
        return nullptr;
    }
    std::memset(b->data, 0, b->size);
    return b;
}

// -------------------------------------------------------------- entry loads

struct Entry {
    explicit Entry(const std::string& k) : key(k) {}
    void load()
    {
        FILE* f = fopen(key.c_str(), "rb");
        if (!f)
            throw CacheMiss(key);
        if (fread(head, 1, sizeof head, f) == 0)
            head[0] = 0;
        fclose(f);
    }
    std::string key;
    char head[32] = {};
};

Entry* leak_fetch(const std::string& key)
{
    Entry* e = new Entry(key); /* { dg-warning "leak|mismatch" } */
    e->load();
    return e;
}

Entry* clean_fetch(const std::string& key)
{
    std::unique_ptr<Entry> e(new Entry(key));
    e->load();
    return e.release();
}

class EntryMap {
public:
    ~EntryMap()
    {
        for (auto& kv : map_)
            delete kv.second;
    }
    Entry* find(const std::string& key)
    {
        auto it = map_.find(key);
        return it == map_.end() ? nullptr : it->second;
    }
    void put(Entry* e)
    {
        Entry*& slot = map_[e->key];
        delete slot;
        slot = e;
    }

private:
    std::map<std::string, Entry*> map_;
};

bool clean_fill_map(EntryMap& m, const std::vector<std::string>& keys)
{
    bool all = true;
    for (const auto& k : keys) {
        if (m.find(k))
            continue;
        try {
            m.put(clean_fetch(k));
        } catch (const CacheMiss&) {
            all = false;
        }
    }
    return all;
}

// ------------------------------------------------------------------ locking

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static std::unordered_map<std::string, int> table;

int leak_lookup_locked(const std::string& key)
{
    pthread_mutex_lock(&table_lock); /* { dg-warning "leak|mismatch" } */
    auto it = table.find(key);
    if (it == table.end())
        return -1;
    int v = it->second;
    pthread_mutex_unlock(&table_lock);
    return v;
}

int clean_lookup_locked(const std::string& key)
{
    pthread_mutex_lock(&table_lock);
    auto it = table.find(key);
    int v = it == table.end() ? -1 : it->second;
    pthread_mutex_unlock(&table_lock);
    if (v < 0)
        throw CacheMiss(key);
    return v;
}

class Counter {
public:
    int leak_take(int n);
    int clean_take(int n);
    void clean_require(int n);

private:
    std::mutex mu_;
    int left_ = 100;
};

int Counter::leak_take(int n)
{
    std::unique_lock<std::mutex> lk(mu_);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (left_ < n) {
        lk.release();
        return 0;
    }
    left_ -= n;
    return n;
}

int Counter::clean_take(int n)
{
    std::unique_lock<std::mutex> lk(mu_);
    if (left_ < n) {
        lk.unlock();
        fprintf(stderr, "exhausted\n");
        lk.lock();
        return 0;
    }
    left_ -= n;
    std::mutex* m = lk.release();
    m->unlock();
    return n;
}

void Counter::clean_require(int n)
{
    std::scoped_lock lk(mu_);
    if (left_ < n)
        throw CacheMiss("counter");
}

// ------------------------------------------------------------ shared buffers

std::shared_ptr<char> leak_shared_buffer(size_t n)
{
    std::shared_ptr<char> p(new char[n]);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    std::memset(p.get(), 0, n);
    return p;
}

std::shared_ptr<char> clean_shared_buffer(size_t n)
{
    std::shared_ptr<char> p(new char[n], std::default_delete<char[]>());
    std::memset(p.get(), 0, n);
    return p;
}

const Blob* clean_empty_blob()
{
    static Blob* empty = new Blob(0);
    return empty;
}

template <class K, class V>
class Lru {
public:
    explicit Lru(size_t cap) : cap_(cap) {}
    V* get(const K& k)
    {
        auto it = index_.find(k);
        if (it == index_.end())
            return nullptr;
        order_.splice(order_.begin(), order_, it->second);
        return it->second->second.get();
    }
    void put(const K& k, std::unique_ptr<V> v)
    {
        order_.emplace_front(k, std::move(v));
        index_[k] = order_.begin();
        if (order_.size() > cap_) {
            index_.erase(order_.back().first);
            order_.pop_back();
        }
    }

private:
    size_t cap_;
    std::list<std::pair<K, std::unique_ptr<V>>> order_;
    std::unordered_map<K, typename std::list<std::pair<K, std::unique_ptr<V>>>::iterator> index_;
};

size_t clean_lru(const std::vector<std::string>& keys)
{
    Lru<std::string, Entry> lru(8);
    size_t hits = 0;
    for (const auto& k : keys) {
        if (lru.get(k)) {
            ++hits;
            continue;
        }
        auto e = std::make_unique<Entry>(k);
        e->load();
        lru.put(k, std::move(e));
    }
    return hits;
}
