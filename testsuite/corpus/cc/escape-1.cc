/* Corpus, escape: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// pool.cpp - memory pools and shared segments; error codes only, no exceptions.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern "C" int pool_tuning_level(void);
void pool_trace(const char* what, size_t n);

namespace pool {

enum Status { kOk, kNoMem, kIo, kBad };

struct Segment {
    void* base;
    size_t len;
};

// ----------------------------------------------------------------- segments

Status leak_map_file(const char* path, Segment* out)
{
    int fd = open(path, O_RDONLY); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return kIo;
    struct stat st;
    if (fstat(fd, &st) < 0) {
        close(fd);
        return kIo;
    }
    void* p = mmap(nullptr, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED)
        return kNoMem;
    close(fd);
    out->base = p;
    out->len = st.st_size;
    return kOk;
}

Status clean_map_file(const char* path, Segment* out)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return kIo;
    Status rc = kIo;
    struct stat st;
    if (fstat(fd, &st) == 0) {
        void* p = mmap(nullptr, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p != MAP_FAILED) {
            out->base = p;
            out->len = st.st_size;
            rc = kOk;
        } else {
            rc = kNoMem;
        }
    }
    close(fd);
    return rc;
}

static bool magic_ok(const void* p)
{
    return std::memcmp(p, "POOL", 4) == 0;
}

Status leak_check_segment(const char* path, uint32_t* version)
{
    Segment s;
    Status rc = clean_map_file(path, &s); /* { dg-warning "leak|mismatch" } */
    if (rc != kOk)
        return rc;
    if (s.len < 8 || !magic_ok(s.base))
        return kBad;
    std::memcpy(version, static_cast<char*>(s.base) + 4, 4);
    munmap(s.base, s.len);
    return kOk;
}

Status clean_check_segment(const char* path, uint32_t* version)
{
    Segment s;
    Status rc = clean_map_file(path, &s);
    if (rc != kOk)
        return rc;
    if (s.len >= 8 && magic_ok(s.base))
        std::memcpy(version, static_cast<char*>(s.base) + 4, 4);
    else
        rc = kBad;
    munmap(s.base, s.len);
    return rc;
}

// -------------------------------------------------------------------- arena

class Arena {
public:
    Arena() : base_(nullptr), len_(0), used_(0) {}
    ~Arena() { clear(); }
    bool init(size_t n)
    {
        void* p = mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            return false;
        base_ = p;
        len_ = n;
        used_ = 0;
        return true;
    }
    void clear()
    {
        if (base_)
            munmap(base_, len_);
        base_ = nullptr;
        len_ = used_ = 0;
    }
    void* take(size_t n)
    {
        if (used_ + n > len_)
            return nullptr;
        void* p = static_cast<char*>(base_) + used_;
        used_ += n;
        return p;
    }

private:
    Arena(const Arena&);
    Arena& operator=(const Arena&);
    void* base_;
    size_t len_;
    size_t used_;
};

int leak_arena_regrow(size_t want)
{
    Arena a;
    if (!a.init(4096)) /* { dg-warning "leak|mismatch" } */
        return -1;
    if (!a.take(want)) {
        if (!a.init(want + 4096))
            return -1;
        a.take(want);
    }
    return 0;
}

int clean_arena_regrow(size_t want)
{
    Arena a;
    if (!a.init(4096))
        return -1;
    if (!a.take(want)) {
        a.clear();
        if (!a.init(want + 4096))
            return -1;
        a.take(want);
    }
    pool_trace("regrow", want);
    return 0;
}

// ------------------------------------------------------------------ buffers

char* leak_slurp(int fd, size_t* len)
{
    size_t cap = 1024, n = 0;
    char* buf = static_cast<char*>(malloc(cap)); /* { dg-warning "leak|mismatch" } */
    if (!buf)
        return nullptr;
    for (;;) {
        ssize_t got = read(fd, buf + n, cap - n);
        if (got < 0) {
            free(buf);
            return nullptr;
        }
        if (got == 0)
            break;
        n += static_cast<size_t>(got);
        if (n == cap) {
            cap *= 2;
            buf = static_cast<char*>(realloc(buf, cap)); /* { dg-warning "leak|mismatch" } */
            if (!buf)
                return nullptr;
        }
    }
    *len = n;
    return buf;
}

char* clean_slurp(int fd, size_t* len)
{
    size_t cap = 1024, n = 0;
    char* buf = static_cast<char*>(malloc(cap));
    if (!buf)
        return nullptr;
    for (;;) {
        ssize_t got = read(fd, buf + n, cap - n);
        if (got < 0) {
            free(buf);
            return nullptr;
        }
        if (got == 0)
            break;
        n += static_cast<size_t>(got);
        if (n == cap) {
            char* bigger = static_cast<char*>(realloc(buf, cap * 2));
            if (!bigger) {
                free(buf);
                return nullptr;
            }
            buf = bigger;
            cap *= 2;
        }
    }
    *len = n;
    return buf;
}

uint64_t leak_histogram_sum(const uint8_t* p, size_t n)
{
    unsigned* bins = new unsigned[256](); /* { dg-warning "leak|mismatch" } */
    for (size_t i = 0; i < n; ++i)
        ++bins[p[i]];
    uint64_t s = 0;
    for (int i = 0; i < 256; ++i)
        s += static_cast<uint64_t>(bins[i]) * i;
    delete bins;
    return s;
}

uint64_t clean_histogram_sum(const uint8_t* p, size_t n)
{
    unsigned* bins = new (std::nothrow) unsigned[256]();
    if (!bins)
        return 0;
    for (size_t i = 0; i < n; ++i)
        ++bins[p[i]];
    uint64_t s = 0;
    for (int i = 0; i < 256; ++i)
        s += static_cast<uint64_t>(bins[i]) * i;
    delete[] bins;
    return s;
}

// ------------------------------------------------------------------- blocks

struct Block {
    Block* next;
    size_t size;
    char data[1];
};

static Block* new_block(size_t n)
{
    Block* b = static_cast<Block*>(malloc(sizeof(Block) + n));
    if (!b)
        return nullptr;
    b->next = nullptr;
    b->size = n;
    return b;
}

static void free_chain(Block* b)
{
    while (b) {
        Block* next = b->next;
        free(b);
        b = next;
    }
}

Block* leak_two_blocks(size_t a, size_t b)
{
    Block* first = new_block(a); /* { dg-warning "leak|mismatch" } */
    if (!first)
        return nullptr;
    Block* second = new_block(b);
    if (!second)
        return nullptr;
    first->next = second;
    return first;
}

Block* clean_two_blocks(size_t a, size_t b)
{
    Block* first = new_block(a);
    if (!first)
        return nullptr;
    first->next = new_block(b);
    if (!first->next) {
        free_chain(first);
        return nullptr;
    }
    return first;
}

int clean_chain(int n)
{
    Block* head = nullptr;
    for (int i = 0; i < n; ++i) {
        Block* b = new_block(64);
        if (!b) {
            free_chain(head);
            return -1;
        }
        b->next = head;
        head = b;
    }
    pool_trace("chain", static_cast<size_t>(n));
    free_chain(head);
    return 0;
}

struct Gauge {
    int value = 0;
    const char* unit = "B";
};

int clean_placement()
{
    void* raw = malloc(sizeof(Gauge));
    if (!raw)
        return -1;
    Gauge* g = new (raw) Gauge;
    g->value = pool_tuning_level();
    int v = g->value;
    g->~Gauge();
    free(raw);
    return v;
}

// --------------------------------------------------------------- semaphores

int leak_wait_slot(const char* name, bool nonblock)
{
    sem_t* s = sem_open(name, O_CREAT, 0600, 4); /* { dg-warning "leak|mismatch" } */
    if (s == SEM_FAILED)
        return -1;
    int rc = nonblock ? sem_trywait(s) : sem_wait(s);
    if (rc != 0)
        return -1;
    pool_trace("slot", 1);
    sem_post(s);
    sem_close(s);
    return 0;
}

int clean_wait_slot(const char* name, bool nonblock)
{
    sem_t* s = sem_open(name, O_CREAT, 0600, 4);
    if (s == SEM_FAILED)
        return -1;
    int rc = nonblock ? sem_trywait(s) : sem_wait(s);
    if (rc == 0) {
        pool_trace("slot", 1);
        sem_post(s);
    }
    sem_close(s);
    return rc == 0 ? 0 : -1;
}

// ----------------------------------------------------------------- freelist

class FreeList {
public:
    FreeList() : head_(nullptr) { pthread_mutex_init(&mu_, nullptr); }
    ~FreeList()
    {
        free_chain(head_);
        pthread_mutex_destroy(&mu_);
    }

    Block* leak_pop(size_t n);
    Block* clean_pop(size_t n);
    bool clean_try_push(Block* b);

private:
    pthread_mutex_t mu_;
    Block* head_;
};

Block* FreeList::leak_pop(size_t n)
{
    pthread_mutex_lock(&mu_); /* { dg-warning "leak|mismatch" } */
    if (!head_)
        return new_block(n);
    Block* b = head_;
    head_ = b->next;
    pthread_mutex_unlock(&mu_);
    b->next = nullptr;
    return b;
}

Block* FreeList::clean_pop(size_t n)
{
    pthread_mutex_lock(&mu_);
    Block* b = head_;
    if (b)
        head_ = b->next;
    pthread_mutex_unlock(&mu_);
    if (!b)
        return new_block(n);
    b->next = nullptr;
    return b;
}

bool FreeList::clean_try_push(Block* b)
{
    if (pthread_mutex_trylock(&mu_) != 0)
        return false;
    b->next = head_;
    head_ = b;
    pthread_mutex_unlock(&mu_);
    return true;
}

} // namespace pool
