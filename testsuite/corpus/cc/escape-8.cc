/* Corpus, escape: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// kvstore.cpp - storage layer of the tessera embedded key-value store
//
// Segments are immutable sorted files which are mapped read-only; recent
// updates live in the write-ahead log and the memtable.

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tessera {

class Status {
public:
    enum Code { kOk, kNotFound, kIOError, kCorruption, kBusy };
    Status () = default;
    Status (Code c, std::string m) : code_ (c), msg_ (std::move (m)) {}
    static Status io (const std::string &what) { return Status (kIOError,
        what + ": " + strerror (errno)); }
    static Status corrupt (const std::string &what) { return Status (kCorruption, what); }
    static Status not_found () { return Status (kNotFound, ""); }
    bool ok () const { return code_ == kOk; }
    Code code () const { return code_; }

private:
    Code code_ = kOk;
    std::string msg_;
};

struct Segment {
    const char *base = nullptr;
    size_t size = 0;
};

struct SegmentHeader {
    uint32_t magic;
    uint32_t count;
};

constexpr uint32_t kMagic = 0x74736772;

void unmap_segment (Segment *seg)
{
    if (seg->base)
        munmap (const_cast<char *> (seg->base), seg->size);
    seg->base = nullptr;
}

Status leak_map_segment (const std::string &path, Segment *seg)
{
    int fd = open (path.c_str (), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return Status::io (path);
    struct stat st;
    if (fstat (fd, &st) < 0 || (size_t) st.st_size < sizeof (SegmentHeader)) {
        close (fd);
        return Status::corrupt (path);
    }
    void *p = mmap (nullptr, st.st_size, PROT_READ, MAP_SHARED, fd, 0);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    close (fd);
    if (p == MAP_FAILED)
        return Status::io ("mmap " + path);
    const SegmentHeader *h = static_cast<const SegmentHeader *> (p);
    if (h->magic != kMagic)
        return Status::corrupt (path + ": bad magic");
    seg->base = static_cast<const char *> (p);
    seg->size = st.st_size;
    return Status ();
}

Status clean_map_segment (const std::string &path, Segment *seg)
{
    Status s;
    void *p = MAP_FAILED;
    struct stat st;
    int fd = open (path.c_str (), O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat (fd, &st) < 0)
        s = Status::io (path);
    else if ((p = mmap (nullptr, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0)) == MAP_FAILED)
        s = Status::io ("mmap " + path);
    if (fd >= 0)
        close (fd);
    if (!s.ok ())
        return s;

    seg->base = static_cast<const char *> (p);
    seg->size = st.st_size;
    if (seg->size < sizeof (SegmentHeader)
        || reinterpret_cast<const SegmentHeader *> (p)->magic != kMagic) {
        unmap_segment (seg);
        return Status::corrupt (path);
    }
    return s;
}

// ------------------------------------------------------------ write-ahead log

class WriteAheadLog {
public:
    explicit WriteAheadLog (std::string dir) : dir_ (std::move (dir)) {}
    WriteAheadLog (const WriteAheadLog &) = delete;
    ~WriteAheadLog ()
    {
        if (fd_ >= 0)
            close (fd_);
    }
    Status leak_rotate (uint64_t number);
    Status clean_rotate (uint64_t number);

private:
    std::string dir_;
    int fd_ = -1;
    uint64_t number_ = 0;
};

Status WriteAheadLog::leak_rotate (uint64_t number)
{
    std::string name = dir_ + "/" + std::to_string (number) + ".wal";
    int nfd = open (name.c_str (), O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0644);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (nfd < 0)
        return Status::io (name);
    if (write (nfd, &number, sizeof number) != (ssize_t) sizeof number) {
        unlink (name.c_str ());
        return Status::io (name);
    }
    if (fd_ >= 0) {
        fdatasync (fd_);
        close (fd_);
    }
    fd_ = nfd;
    number_ = number;
    return Status ();
}

Status WriteAheadLog::clean_rotate (uint64_t number)
{
    std::string name = dir_ + "/" + std::to_string (number) + ".wal";
    int old = fd_;
    fd_ = open (name.c_str (), O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0644);
    if (fd_ < 0) {
        fd_ = old;
        return Status::io (name);
    }
    if (old >= 0)
        close (old);
    number_ = number;
    if (write (fd_, &number, sizeof number) != (ssize_t) sizeof number)
        return Status::io (name);
    return Status ();
}

// ------------------------------------------------------------ iterators

class Iterator {
public:
    virtual ~Iterator () {}
    virtual bool valid () const = 0;
    virtual void next () = 0;
    virtual const char *key () const = 0;
    virtual Status status () const { return Status (); }
};

class SegmentIterator : public Iterator {
public:
    explicit SegmentIterator (const Segment &s) : p_ (s.base + sizeof (SegmentHeader)),
        end_ (s.base + s.size) {}
    bool valid () const override { return p_ < end_; }
    void next () override { p_ += strlen (p_) + 1; }
    const char *key () const override { return p_; }

private:
    const char *p_, *end_;
};

Iterator *new_segment_iterator (const Segment &s)
{
    return new SegmentIterator (s);
}

Status leak_count_range (const Segment &seg, const char *from, const char *to, size_t *n)
{
    Iterator *it = new_segment_iterator (seg); /* { dg-warning "leak|mismatch" } */
    *n = 0;
    for (; it->valid (); it->next ()) {
        if (strcmp (it->key (), from) < 0)
            continue;
        if (strcmp (it->key (), to) >= 0)
            break;
        ++*n;
    }
    if (Status s = it->status (); !s.ok ())
        return s;
    if (*n == 0)
        return Status::not_found ();
    delete it;
    return Status ();
}

Status clean_first_common (const Segment &a, const Segment &b, std::string *out)
{
    Iterator *x = new_segment_iterator (a);
    std::unique_ptr<Iterator> hold (x);
    Iterator *y = new_segment_iterator (b);
    Status s = Status::not_found ();
    while (x->valid () && y->valid ()) {
        int c = strcmp (x->key (), y->key ());
        if (c == 0) {
            out->assign (x->key ());
            s = Status ();
            break;
        }
        (c < 0 ? x : y)->next ();
    }
    delete y;
    return s;
}

// Merges several inputs; owns the iterators it was given.
class MergingIterator : public Iterator {
public:
    explicit MergingIterator (std::vector<Iterator *> in) : in_ (std::move (in)) { pick (); }
    ~MergingIterator () override
    {
        for (Iterator *i : in_)
            delete i;
    }
    bool valid () const override { return cur_ != nullptr; }
    void next () override
    {
        cur_->next ();
        pick ();
    }
    const char *key () const override { return cur_->key (); }

private:
    void pick ()
    {
        cur_ = nullptr;
        for (Iterator *i : in_)
            if (i->valid () && (!cur_ || strcmp (i->key (), cur_->key ()) < 0))
                cur_ = i;
    }
    std::vector<Iterator *> in_;
    Iterator *cur_ = nullptr;
};

Iterator *clean_merge_all (const std::vector<Segment> &segs)
{
    std::vector<Iterator *> in;
    for (const Segment &s : segs) {
        if (s.size <= sizeof (SegmentHeader))
            continue;
        in.push_back (new SegmentIterator (s));
    }
    if (in.empty ())
        return nullptr;
    if (in.size () == 1)
        return in.front ();
    return new MergingIterator (std::move (in));
}

Iterator *leak_merge_live (const std::vector<Segment> &segs, const char *lower)
{
    std::vector<Iterator *> in;
    for (const Segment &s : segs) {
        Iterator *it = new SegmentIterator (s); /* { dg-warning "leak|mismatch" } */
        while (it->valid () && strcmp (it->key (), lower) < 0)
            it->next ();
        if (!it->valid ())
            continue;
        in.push_back (it);
    }
    return new MergingIterator (std::move (in));
}

// ------------------------------------------------------------ filters, codecs

struct KeyFilter {
    virtual bool may_match (const char *key) const { return *key != 0; }
};

struct BloomFilter : KeyFilter {
    explicit BloomFilter (size_t n) : bits (n) {}
    bool may_match (const char *key) const override
    {
        return bits.empty () || bits[(unsigned char) *key % bits.size ()];
    }
    std::vector<bool> bits;
};

struct ValueFilter {
    virtual ~ValueFilter () = default;
    virtual bool accept (const char *v) const = 0;
};

struct PrefixFilter final : ValueFilter {
    explicit PrefixFilter (const char *p) : prefix (strdup (p)) {}
    PrefixFilter (const PrefixFilter &) = delete;
    ~PrefixFilter () override { free (prefix); }
    bool accept (const char *v) const override { return strncmp (v, prefix, strlen (prefix)) == 0; }
    char *prefix;
};

size_t leak_probe_keys (const std::vector<std::string> &keys, size_t nbits)
{
    std::unique_ptr<KeyFilter> f;
    if (nbits)
        f.reset (new BloomFilter (nbits));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    else
        f.reset (new KeyFilter);
    size_t hits = 0;
    for (auto &k : keys)
        hits += f->may_match (k.c_str ());
    return hits;
}

size_t clean_filter_values (const std::vector<std::string> &vals, const char *prefix)
{
    ValueFilter *f = prefix ? new PrefixFilter (prefix) : nullptr;
    size_t n = 0;
    for (auto &v : vals)
        if (!f || f->accept (v.c_str ()))
            ++n;
    delete f;
    return n;
}

struct RawCodec {
    static size_t bound (size_t n) { return n; }
    static bool decode (const char *s, size_t n, char *d)
    {
        memcpy (d, s, n);
        return n == 0 || s[n - 1] == '\n';
    }
};

template <class Codec>
Status leak_decode_block (const char *src, size_t n, char **out)
{
    char *dst = static_cast<char *> (malloc (Codec::bound (n) + 1));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!dst)
        return Status::io ("malloc");
    if (!Codec::decode (src, n, dst))
        return Status::corrupt ("block");
    dst[n] = 0;
    *out = dst;
    return Status ();
}

template Status leak_decode_block<RawCodec> (const char *, size_t, char **);

template <class Codec, size_t Extra = 1>
Status clean_decode_block (const char *src, size_t n, char **out)
{
    *out = static_cast<char *> (malloc (Codec::bound (n) + Extra));
    if (!*out)
        return Status::io ("malloc");
    if (Codec::decode (src, n, *out)) {
        (*out)[n] = 0;
        return Status ();
    }
    free (*out);
    *out = nullptr;
    return Status::corrupt ("block");
}

Status clean_load_block (const char *src, size_t n, std::string *text)
{
    char *a = nullptr;
    Status s = clean_decode_block<RawCodec> (src, n, &a);
    if (!s.ok ())
        return s;
    text->assign (a, n);
    free (a);
    return s;
}

std::string leak_read_value (int fd, off_t off, size_t len)
{
    std::string v;
    char *buf = new char[len]; /* { dg-warning "leak|mismatch" } */
    ssize_t got = pread (fd, buf, len, off);
    if (got == (ssize_t) len)
        v.assign (buf, len);
    free (buf);
    return v;
}

bool clean_read_value (int fd, off_t off, size_t len, char **value)
{
    char small[64];
    char *buf = len > sizeof small ? new char[len] : small;
    bool ok = pread (fd, buf, len, off) == (ssize_t) len;
    if (ok)
        *value = strndup (buf, len);
    if (buf != small)
        delete[] buf;
    return ok;
}

// ------------------------------------------------------------ cursors

class Cursor {
public:
    Cursor () = default;
    Cursor (const Cursor &) = delete;
    ~Cursor ()
    {
        free (key_);
        free (value_);
    }
    void leak_assign (const Cursor &o);
    void clean_assign (const Cursor &o);

private:
    char *key_ = nullptr;
    char *value_ = nullptr;
};

void Cursor::leak_assign (const Cursor &o)
{
    if (this == &o)
        return;
    free (value_);
    value_ = o.value_ ? strdup (o.value_) : nullptr;
    key_ = o.key_ ? strdup (o.key_) : nullptr; /* { dg-warning "leak|mismatch" } */
}

void Cursor::clean_assign (const Cursor &o)
{
    char *k = o.key_ ? strdup (o.key_) : nullptr;
    char *v = o.value_ ? strdup (o.value_) : nullptr;
    std::swap (k, key_);
    std::swap (v, value_);
    free (k);
    free (v);
}

// ------------------------------------------------------------ manifest, runs

using File = std::unique_ptr<FILE, int (*) (FILE *)>;

Status leak_load_manifest (const char *path, std::vector<uint64_t> *ids)
{
    File f (fopen (path, "re"), fclose);
    if (!f)
        return Status::io (path);
    char *line = nullptr;
    size_t cap = 0;
    while (getline (&line, &cap, f.get ()) > 0) { /* { dg-warning "leak|mismatch" } */
        char *end;
        uint64_t id = strtoull (line, &end, 10);
        if (end == line)
            return Status::corrupt (path);
        ids->push_back (id);
    }
    free (line);
    return Status ();
}

Status clean_load_manifest (const char *path, std::map<std::string, uint64_t> *ids)
{
    File f (fopen (path, "re"), fclose);
    if (!f)
        return Status::io (path);
    char *line = nullptr;
    size_t cap = 0;
    Status s;
    try {
        while (s.ok () && getline (&line, &cap, f.get ()) > 0) {
            char *colon = strchr (line, ':');
            if (colon)
                (*ids)[std::string (line, colon)] = std::stoull (colon + 1);
            else
                s = Status::corrupt (path);
        }
    } catch (const std::exception &e) {
        s = Status::corrupt (e.what ());
    }
    free (line);
    return s;
}

struct Run {
    int fd;
    char name[64];
};

Run *open_run (const char *dir, size_t i)
{
    Run *r = new Run;
    snprintf (r->name, sizeof r->name, "%s/%zu.run", dir, i);
    r->fd = open (r->name, O_RDONLY | O_CLOEXEC);
    if (r->fd < 0) {
        delete r;
        return nullptr;
    }
    return r;
}

void close_run (Run *r)
{
    close (r->fd);
    delete r;
}

Run **leak_open_runs (const char *dir, size_t n)
{
    Run **runs = new Run *[n];
    for (size_t i = 0; i < n; i++) {
        runs[i] = open_run (dir, i); /* { dg-warning "leak|mismatch" } */
        if (!runs[i]) {
            delete[] runs;
            return nullptr;
        }
    }
    return runs;
}

Run **clean_open_runs (const char *dir, size_t n)
{
    Run **runs = new Run *[n];
    size_t i;
    for (i = 0; i < n; i++)
        if (!(runs[i] = open_run (dir, i)))
            break;
    if (i == n)
        return runs;
    while (i-- > 0)
        close_run (runs[i]);
    delete[] runs;
    return nullptr;
}

// ------------------------------------------------------------ versions

struct Table {
    uint64_t id = 0;
    Segment seg;
    ~Table () { unmap_segment (&seg); }
};

class VersionSet {
public:
    struct Snapshot {
        int refs = 1;
        std::map<std::string, std::string> mem;
    };
    ~VersionSet ()
    {
        for (Table *t : tables_)
            delete t;
    }
    // Owns t from now on, unless false is returned.
    bool add (Table *t)
    {
        for (Table *o : tables_)
            if (o->id == t->id)
                return false;
        tables_.push_back (t);
        return true;
    }
    Status leak_install (uint64_t id, const std::string &path);
    Status clean_install (uint64_t id, const std::string &path);
    static Snapshot *take (const std::map<std::string, std::string> &m)
    {
        Snapshot *s = new Snapshot;
        s->mem = m;
        return s;
    }
    static void drop (const Snapshot *s)
    {
        Snapshot *m = const_cast<Snapshot *> (s);
        if (m && --m->refs == 0)
            delete m;
    }

private:
    std::vector<Table *> tables_;
};

Status VersionSet::leak_install (uint64_t id, const std::string &path)
{
    auto t = std::make_unique<Table> (); /* { dg-warning "leak|mismatch" } */
    t->id = id;
    Status s = clean_map_segment (path, &t->seg);
    if (!s.ok ())
        return s;
    if (!add (t.release ()))
        return Status (Status::kBusy, "table exists");
    return s;
}

Status VersionSet::clean_install (uint64_t id, const std::string &path)
{
    auto t = std::make_unique<Table> ();
    t->id = id;
    Status s = clean_map_segment (path, &t->seg);
    if (s.ok () && !add (t.get ()))
        return Status (Status::kBusy, "table exists");
    if (s.ok ())
        t.release ();
    return s;
}

Status leak_get_at (const std::map<std::string, std::string> &mem, const std::string &key,
    std::string *val)
{
    VersionSet::Snapshot *snap = VersionSet::take (mem); /* { dg-warning "leak|mismatch" } */
    auto it = snap->mem.find (key);
    if (it == snap->mem.end ())
        return Status::not_found ();
    *val = it->second;
    VersionSet::drop (snap);
    return Status ();
}

Status clean_get_at (const std::map<std::string, std::string> &mem, const std::string &key,
    std::string *val)
{
    struct Guard {
        const VersionSet::Snapshot *s;
        ~Guard () { VersionSet::drop (s); }
    } g { VersionSet::take (mem) };
    auto it = g.s->mem.find (key);
    if (it == g.s->mem.end ())
        return Status::not_found ();
    *val = it->second.empty () ? "" : g.s->mem.at (key);
    return Status ();
}

}  // namespace tessera
