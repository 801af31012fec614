/* Corpus, acquisition: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// wrappers.cpp - thin C++ layer over stdio, dirent and friends.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace io {

struct IoError {
    int err;
    std::string path;
};

// A minimal scope guard, as everybody writes one.
template <class F>
class ScopeGuard {
public:
    explicit ScopeGuard(F f) noexcept : f_(std::move(f)) {}
    ScopeGuard(ScopeGuard&& o) noexcept : f_(std::move(o.f_)), on_(std::exchange(o.on_, false)) {}
    ~ScopeGuard()
    {
        if (on_)
            f_();
    }
    void dismiss() noexcept { on_ = false; }

private:
    F f_;
    bool on_ = true;
};

template <class F>
ScopeGuard<F> on_exit(F f) noexcept
{
    return ScopeGuard<F>(std::move(f));
}

struct FileClose {
    void operator()(FILE* f) const noexcept { fclose(f); }
};
struct DirClose {
    void operator()(DIR* d) const noexcept { closedir(d); }
};
struct Free {
    template <class T>
    void operator()(T* p) const noexcept
    {
        free(p);
    }
};
using FilePtr = std::unique_ptr<FILE, FileClose>;
using DirPtr = std::unique_ptr<DIR, DirClose>;
using CString = std::unique_ptr<char, Free>;

static bool has_magic(FILE* f) noexcept
{
    char m[4];
    return fread(m, 1, sizeof m, f) == sizeof m && memcmp(m, "DB01", 4) == 0;
}

// -------------------------------------------------------------------- fdopen

FILE* leak_open_excl(const char* path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return nullptr;
    FILE* f = fdopen(fd, "w");
    if (!f)
        return nullptr;
    setvbuf(f, nullptr, _IOLBF, 0);
    return f;
}

FILE* clean_open_excl(const char* path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        return nullptr;
    FILE* f = fdopen(fd, "w");
    if (!f) {
        int saved = errno;
        close(fd);
        errno = saved;
        return nullptr;
    }
    setvbuf(f, nullptr, _IOLBF, 0);
    return f;
}

// -------------------------------------------------------------- scope guards

FILE* leak_open_database(const char* path)
{
    FILE* f = fopen(path, "r+b"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return nullptr;
    auto guard = on_exit([&] { fclose(f); });
    if (fseek(f, 0, SEEK_SET) != 0)
        return nullptr;
    guard.dismiss();
    if (!has_magic(f))
        return nullptr;
    return f;
}

FILE* clean_open_database(const char* path)
{
    FILE* f = fopen(path, "r+b");
    if (!f)
        return nullptr;
    auto guard = on_exit([&] { fclose(f); });
    if (fseek(f, 0, SEEK_SET) != 0 || !has_magic(f))
        throw IoError{EINVAL, path};
    guard.dismiss();
    return f;
}

bool leak_copy_text(const char* from, std::string& out)
{
    FILE* f = nullptr;
    auto guard = on_exit([f] {
        if (f)
            fclose(f);
    });
    f = fopen(from, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return false;
    int c;
    while ((c = fgetc(f)) != EOF)
        out.push_back(static_cast<char>(c));
    return true;
}

bool clean_copy_text(const char* from, std::string& out)
{
    FILE* f = nullptr;
    auto guard = on_exit([&f] {
        if (f)
            fclose(f);
    });
    f = fopen(from, "r");
    if (!f)
        return false;
    int c;
    while ((c = fgetc(f)) != EOF)
        out.push_back(static_cast<char>(c));
    return true;
}

class Cleanup {
public:
    ~Cleanup()
    {
        for (auto it = todo_.rbegin(); it != todo_.rend(); ++it)
            (*it)();
    }
    void add(std::function<void()> f) { todo_.push_back(std::move(f)); }

private:
    std::vector<std::function<void()>> todo_;
};

void clean_copy_file(const char* from, const char* to)
{
    Cleanup later;
    int in = open(from, O_RDONLY);
    if (in < 0)
        throw IoError{errno, from};
    later.add([in] { close(in); });
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (out < 0)
        throw IoError{errno, to};
    later.add([out] { close(out); });

    char buf[4096];
    ssize_t n;
    while ((n = read(in, buf, sizeof buf)) > 0) {
        if (write(out, buf, static_cast<size_t>(n)) != n)
            throw IoError{errno, to};
    }
}

// ---------------------------------------------------------------- unique_ptr

FilePtr leak_reopen(const char* path, const char* fallback)
{
    FilePtr f(fopen(path, "rb")); /* { dg-warning "leak|mismatch" } */
    if (f && !has_magic(f.get())) {
        f.release();
        f.reset(fopen(fallback, "rb"));
    }
    return f;
}

FilePtr clean_reopen(const char* path, const char* fallback)
{
    FilePtr f(fopen(path, "rb"));
    if (f && !has_magic(f.get()))
        f.reset(fopen(fallback, "rb"));
    return f;
}

size_t leak_trimmed_length(const char* s)
{
    std::unique_ptr<char> copy(strdup(s)); /* { dg-warning "leak|mismatch" } */
    size_t n = strlen(copy.get());
    while (n && copy.get()[n - 1] == ' ')
        copy.get()[--n] = '\0';
    return strlen(copy.get());
}

size_t clean_trimmed_length(const char* s)
{
    CString copy(strdup(s));
    if (!copy)
        throw IoError{ENOMEM, s};
    size_t n = strlen(copy.get());
    while (n && copy.get()[n - 1] == ' ')
        copy.get()[--n] = '\0';
    return strlen(copy.get());
}

int leak_count_lines_of(const char* cmd)
{
    FilePtr p(popen(cmd, "r")); /* { dg-warning "leak|mismatch" } */
    if (!p)
        return -1;
    int n = 0, c;
    while ((c = fgetc(p.get())) != EOF)
        n += c == '\n';
    return n;
}

int clean_count_lines_of(const char* cmd)
{
    auto closer = [](FILE* p) { pclose(p); };
    std::unique_ptr<FILE, decltype(closer)> p(popen(cmd, "r"), closer);
    if (!p)
        return -1;
    int n = 0, c;
    while ((c = fgetc(p.get())) != EOF)
        n += c == '\n';
    return n;
}

// --------------------------------------------------------------- directories

bool leak_dir_contains(const char* dir, const char* name)
{
    DIR* d = opendir(dir); /* { dg-warning "leak|mismatch" } */
    if (!d)
        return false;
    while (struct dirent* e = readdir(d)) {
        if (strcmp(e->d_name, name) == 0)
            return true;
    }
    closedir(d);
    return false;
}

bool clean_dir_contains(const char* dir, const char* name)
{
    DirPtr d(opendir(dir));
    if (!d)
        return false;
    while (struct dirent* e = readdir(d.get())) {
        if (strcmp(e->d_name, name) == 0)
            return true;
    }
    return false;
}

int leak_count_hidden(int parent, const char* name)
{
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        return -1;
    DIR* d = fdopendir(fd); /* { dg-warning "leak|mismatch" } */
    if (!d) {
        close(fd);
        return -1;
    }
    int n = 0;
    while (struct dirent* e = readdir(d))
        n += e->d_name[0] == '.';
    close(fd);
    return n;
}

int clean_count_hidden(int parent, const char* name)
{
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        return -1;
    DirPtr d(fdopendir(fd));
    if (!d) {
        close(fd);
        return -1;
    }
    int n = 0;
    while (struct dirent* e = readdir(d.get()))
        n += e->d_name[0] == '.';
    return n;
}

// ------------------------------------------------------------------- strings

std::string leak_format_size(long bytes)
{
    char* s = nullptr;
    if (asprintf(&s, "%ld KiB", bytes / 1024) < 0) /* { dg-warning "leak|mismatch" } */
        throw IoError{ENOMEM, "format"};
    std::string out(s);
    if (bytes < 0)
        throw IoError{EINVAL, out};
    free(s);
    return out;
}

std::string clean_format_size(long bytes)
{
    char* s = nullptr;
    if (asprintf(&s, "%ld KiB", bytes / 1024) < 0)
        throw IoError{ENOMEM, "format"};
    CString hold(s);
    if (bytes < 0)
        throw IoError{EINVAL, s};
    return std::string(s);
}

bool clean_append_log(const char* path, const std::string& line)
{
    std::ofstream log(path, std::ios::app);
    if (!log)
        return false;
    log << line << '\n';
    if (log.fail())
        throw IoError{EIO, path};
    return true;
}

bool try_log(const char* path)
{
    try {
        return clean_append_log(path, clean_format_size(2048));
    } catch (const IoError& e) {
        fprintf(stderr, "%s: %s\n", e.path.c_str(), strerror(e.err));
        return false;
    }
}

} // namespace io
