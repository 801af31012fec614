/* Corpus, exception: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// serializer.cpp - framed binary records: writers, readers, mapped files.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ser {

class SerialError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

static uint32_t checksum(const uint8_t* p, size_t n) noexcept
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; ++i)
        h = (h ^ p[i]) * 16777619u;
    return h;
}

// -------------------------------------------------------------------- frames

class Frame {
public:
    Frame(const uint8_t* p, size_t n, uint32_t sum) : len_(n)
    {
        payload_ = new uint8_t[n]; /* { dg-warning "leak|mismatch" } */
        std::memcpy(payload_, p, n);
        if (checksum(payload_, n) != sum)
            throw SerialError("bad checksum");
    }
    ~Frame() { delete[] payload_; }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;
    size_t size() const noexcept { return len_; }

private:
    size_t len_;
    uint8_t* payload_;
};

size_t leak_frame_size(const uint8_t* p, size_t n, uint32_t sum)
{
    Frame f(p, n, sum);
    return f.size();
}

// The delegating constructor: once the first one is done the object exists,
// and its destructor runs even though the second body throws.
class Delegated {
public:
    explicit Delegated(size_t n) : len_(n), payload_(new uint8_t[n]) {}
    Delegated(const uint8_t* p, size_t n, uint32_t sum) : Delegated(n)
    {
        std::memcpy(payload_, p, n);
        if (checksum(payload_, n) != sum)
            throw SerialError("bad checksum");
    }
    ~Delegated() { delete[] payload_; }
    Delegated(const Delegated&) = delete;
    Delegated& operator=(const Delegated&) = delete;
    size_t size() const noexcept { return len_; }

private:
    size_t len_;
    uint8_t* payload_;
};

size_t clean_delegated_size(const uint8_t* p, size_t n, uint32_t sum)
{
    Delegated f(p, n, sum);
    return f.size();
}

class OwnedFrame {
public:
    OwnedFrame(const uint8_t* p, size_t n, uint32_t sum)
        : len_(n), payload_(std::make_unique<uint8_t[]>(n))
    {
        std::memcpy(payload_.get(), p, n);
        if (checksum(payload_.get(), n) != sum)
            throw SerialError("bad checksum");
    }
    size_t size() const noexcept { return len_; }

private:
    size_t len_;
    std::unique_ptr<uint8_t[]> payload_;
};

size_t clean_frame_size(const uint8_t* p, size_t n, uint32_t sum)
{
    try {
        OwnedFrame f(p, n, sum);
        return f.size();
    } catch (const SerialError& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 0;
    }
}

// --------------------------------------------------------------- record files

class BaseFile {
public:
    explicit BaseFile(const char* path) : f_(std::fopen(path, "rb"))
    {
        if (!f_)
            throw SerialError("open");
    }
    virtual ~BaseFile() { std::fclose(f_); }
    BaseFile(const BaseFile&) = delete;
    BaseFile& operator=(const BaseFile&) = delete;

protected:
    void read_exact(void* p, size_t n)
    {
        if (std::fread(p, 1, n, f_) != n)
            throw SerialError("short read");
    }
    std::FILE* f_;
};

class IndexFile : public BaseFile {
public:
    explicit IndexFile(const char* path) : BaseFile(path), index_(nullptr), n_(0)
    {
        read_exact(&n_, sizeof n_);
        index_ = new uint32_t[n_]; /* { dg-warning "leak|mismatch" } */
        read_exact(index_, n_ * sizeof *index_);
    }
    ~IndexFile() override { delete[] index_; }
    uint32_t at(uint32_t i) const { return i < n_ ? index_[i] : 0; }

private:
    uint32_t* index_;
    uint32_t n_;
};

uint32_t leak_first_index(const char* path)
{
    IndexFile f(path);
    return f.at(0);
}

class VectorIndexFile : public BaseFile {
public:
    explicit VectorIndexFile(const char* path) : BaseFile(path)
    {
        uint32_t n = 0;
        read_exact(&n, sizeof n);
        index_.resize(n);
        read_exact(index_.data(), n * sizeof(uint32_t));
    }
    uint32_t at(size_t i) const { return i < index_.size() ? index_[i] : 0; }

private:
    std::vector<uint32_t> index_;
};

uint32_t clean_first_index(const char* path)
{
    std::unique_ptr<VectorIndexFile> f = std::make_unique<VectorIndexFile>(path);
    std::unique_ptr<BaseFile> base = std::move(f);
    return static_cast<VectorIndexFile*>(base.get())->at(0);
}

// ------------------------------------------------------------------ encoding

template <class T>
struct Traits;

template <>
struct Traits<uint32_t> {
    static constexpr size_t max_size = 4;
    static size_t put(uint8_t* out, uint32_t v) noexcept
    {
        for (int i = 0; i < 4; ++i)
            out[i] = static_cast<uint8_t>(v >> (8 * i));
        return 4;
    }
};

template <>
struct Traits<std::string> {
    static constexpr size_t max_size = 256;
    static size_t put(uint8_t* out, const std::string& s)
    {
        if (s.size() >= max_size)
            throw SerialError("string too long");
        out[0] = static_cast<uint8_t>(s.size());
        std::memcpy(out + 1, s.data(), s.size());
        return s.size() + 1;
    }
};

template <class T>
bool leak_encode(int fd, const T& v)
{
    auto* tmp = static_cast<uint8_t*>(std::malloc(Traits<T>::max_size));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!tmp)
        return false;
    size_t n = Traits<T>::put(tmp, v);
    ssize_t w = ::write(fd, tmp, n);
    std::free(tmp);
    return w == static_cast<ssize_t>(n);
}
template bool leak_encode<std::string>(int, const std::string&);

bool clean_encode_pair(int fd, uint32_t a, uint32_t b)
{
    auto* tmp = static_cast<uint8_t*>(std::malloc(8));
    if (!tmp)
        return false;
    size_t n = Traits<uint32_t>::put(tmp, a);
    n += Traits<uint32_t>::put(tmp + n, b);
    ssize_t w = ::write(fd, tmp, n);
    std::free(tmp);
    return w == static_cast<ssize_t>(n);
}

template <class T>
bool clean_encode(int fd, const T& v)
{
    uint8_t* tmp = new uint8_t[Traits<T>::max_size];
    size_t n;
    if constexpr (noexcept(Traits<T>::put(tmp, v))) {
        n = Traits<T>::put(tmp, v);
    } else {
        try {
            n = Traits<T>::put(tmp, v);
        } catch (const SerialError&) {
            delete[] tmp;
            throw;
        }
    }
    ssize_t w = ::write(fd, tmp, n);
    delete[] tmp;
    return w == static_cast<ssize_t>(n);
}
template bool clean_encode<uint32_t>(int, const uint32_t&);
template bool clean_encode<std::string>(int, const std::string&);

// -------------------------------------------------------------------- buffers

class Buffer {
public:
    explicit Buffer(size_t n) : data_(new char[n]), size_(n) {}
    Buffer(const Buffer& o) : data_(new char[o.size_]), size_(o.size_)
    {
        std::memcpy(data_, o.data_, size_);
    }
    Buffer& operator=(const Buffer& o)
    {
        if (this != &o) {
            data_ = new char[o.size_]; /* { dg-warning "leak|mismatch" } */
            size_ = o.size_;
            std::memcpy(data_, o.data_, size_);
        }
        return *this;
    }
    ~Buffer() { delete[] data_; }
    size_t size() const noexcept { return size_; }
    char* data() noexcept { return data_; }

private:
    char* data_;
    size_t size_;
};

size_t leak_larger_of(const Buffer& a, const Buffer& b)
{
    Buffer best(a);
    if (b.size() > best.size())
        best = b;
    return best.size();
}

class CowBuffer {
public:
    explicit CowBuffer(size_t n) : data_(new char[n]), size_(n) {}
    CowBuffer(const CowBuffer& o) : data_(new char[o.size_]), size_(o.size_)
    {
        std::memcpy(data_, o.data_, size_);
    }
    CowBuffer& operator=(CowBuffer o) noexcept
    {
        std::swap(data_, o.data_);
        std::swap(size_, o.size_);
        return *this;
    }
    ~CowBuffer() { delete[] data_; }
    size_t size() const noexcept { return size_; }

private:
    char* data_;
    size_t size_;
};

size_t clean_larger_of(const CowBuffer& a, const CowBuffer& b)
{
    CowBuffer best(a);
    if (b.size() > best.size())
        best = b;
    return best.size();
}

// --------------------------------------------------------------- mapped input

struct Header {
    char magic[4];
    uint32_t count;
};

static uint32_t parse_header(const void* p, size_t n)
{
    Header h;
    if (n < sizeof h)
        throw SerialError("truncated");
    std::memcpy(&h, p, sizeof h);
    if (std::memcmp(h.magic, "SER1", 4) != 0)
        throw SerialError("bad magic");
    return h.count;
}

uint32_t leak_mapped_count(int fd, size_t n)
{
    void* m = ::mmap(nullptr, n, PROT_READ, MAP_SHARED, fd, 0); /* { dg-warning "leak|mismatch" } */
    if (m == MAP_FAILED)
        throw SerialError("mmap");
    uint32_t count = parse_header(m, n);
    ::munmap(m, n);
    return count;
}

class Mapping {
public:
    Mapping(int fd, size_t n) : p_(::mmap(nullptr, n, PROT_READ, MAP_SHARED, fd, 0)), n_(n)
    {
        if (p_ == MAP_FAILED)
            throw SerialError("mmap");
    }
    ~Mapping() { ::munmap(p_, n_); }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    const void* get() const noexcept { return p_; }

private:
    void* p_;
    size_t n_;
};

uint32_t clean_mapped_count(const char* path, size_t n)
{
    int fd = ::open(path, O_RDONLY);
    if (fd < 0)
        throw SerialError("open");
    try {
        Mapping m(fd, n);
        uint32_t c = parse_header(m.get(), n);
        ::close(fd);
        return c;
    } catch (const SerialError&) {
        ::close(fd);
        throw;
    }
}

int leak_verify(const char* path)
{
    uint8_t* head = new uint8_t[sizeof(Header)]; /* { dg-warning "leak|mismatch" } */
    try {
        std::unique_ptr<std::FILE, int (*)(std::FILE*)> f(std::fopen(path, "rb"), std::fclose);
        if (!f || std::fread(head, 1, sizeof(Header), f.get()) != sizeof(Header))
            throw SerialError(path);
        uint32_t n = parse_header(head, sizeof(Header));
        delete[] head;
        return static_cast<int>(n);
    } catch (const SerialError& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return -1;
    }
}

// ---------------------------------------------------------------------- sinks

struct Sink {
    virtual ~Sink() {}
    virtual void begin(size_t n) = 0;
    virtual bool quiet() const noexcept = 0;
};

struct FdSink : Sink {
    explicit FdSink(int fd) : fd_(fd) {}
    void begin(size_t n) override
    {
        uint8_t len[4];
        if (n > 0xffff)
            throw SerialError("record too long");
        Traits<uint32_t>::put(len, static_cast<uint32_t>(n));
        if (::write(fd_, len, sizeof len) != sizeof len)
            throw SerialError("write");
    }
    bool quiet() const noexcept override { return false; }
    int fd_;
};

bool leak_send_copy(Sink& out, int fd, const char* text)
{
    char* copy = strdup(text); /* { dg-warning "leak|mismatch" } */
    if (!copy)
        throw SerialError("strdup");
    for (char* p = copy; *p; ++p) {
        if (*p == '\n')
            *p = ' ';
    }
    size_t n = std::strlen(copy);
    out.begin(n);
    ssize_t w = ::write(fd, copy, n);
    std::free(copy);
    return w == static_cast<ssize_t>(n);
}

bool clean_ask_sink(const Sink& out, const char* text)
{
    char* copy = strdup(text);
    if (!copy)
        throw SerialError("strdup");
    bool q = out.quiet();
    bool blank = copy[0] == '\0';
    std::free(copy);
    return q || blank;
}

bool leak_write_pair(const char* path, uint32_t a, uint32_t b)
{
    std::FILE* f = std::fopen(path, "wb"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return false;
    if (std::fwrite(&a, sizeof a, 1, f) != 1 || std::fwrite(&b, sizeof b, 1, f) != 1)
        return false;
    return std::fclose(f) == 0;
}

bool clean_write_pair(const char* path, uint32_t a, uint32_t b)
{
    std::FILE* f = std::fopen(path, "wb");
    if (!f)
        return false;
    bool ok = std::fwrite(&a, sizeof a, 1, f) == 1 && std::fwrite(&b, sizeof b, 1, f) == 1;
    return std::fclose(f) == 0 && ok;
}

} // namespace ser
