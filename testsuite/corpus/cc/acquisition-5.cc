/* Corpus, acquisition: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Helpers of a home-grown test runner: temp files, output capture, fixtures.
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace t {

struct Failure : std::exception {
    const char *expr;
    int line;
    Failure(const char *e, int l) : expr(e), line(l) {}
    const char *what() const noexcept override { return expr; }
};

#define REQUIRE(x) \
    do { \
        if (!(x)) \
            throw t::Failure(#x, __LINE__); \
    } while (0)

#define EXPECT(x) \
    do { \
        if (!(x)) \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); \
    } while (0)

class TempFile {
public:
    TempFile() {
        strcpy(name_, "/tmp/tXXXXXX");
        fd_ = mkstemp(name_);
    }
    TempFile(const TempFile &) = delete;
    TempFile &operator=(const TempFile &) = delete;
    TempFile(TempFile &&o) noexcept : fd_(std::exchange(o.fd_, -1))
        { memcpy(name_, o.name_, sizeof name_); }
    ~TempFile() {
        if (fd_ >= 0) {
            close(fd_);
            unlink(name_);
        }
    }
    int fd() const noexcept { return fd_; }
    const char *name() const noexcept { return name_; }

private:
    int fd_;
    char name_[32];
};

struct Pipe {
    int rd = -1, wr = -1;
    bool open() noexcept {
        int p[2];
        if (pipe(p) != 0)
            return false;
        rd = p[0];
        wr = p[1];
        return true;
    }
    void close_all() noexcept {
        close(rd);
        close(wr);
    }
};

using Case = std::function<void()>;

struct Pclose {
    void operator()(FILE *p) const noexcept { pclose(p); }
};

} // namespace t

using namespace t;

void clean_test_tempfile(const char *text) {
    TempFile tmp;
    REQUIRE(tmp.fd() >= 0);
    ssize_t len = static_cast<ssize_t>(strlen(text));
    REQUIRE(write(tmp.fd(), text, len) == len);
    struct stat st;
    REQUIRE(stat(tmp.name(), &st) == 0);
    REQUIRE(st.st_size == len);
}

void leak_test_tempfile(const char *text) {
    char name[] = "/tmp/rawXXXXXX";
    int fd = mkstemp(name); /* { dg-warning "leak|mismatch" } */
    REQUIRE(fd >= 0);
    unlink(name);
    ssize_t len = static_cast<ssize_t>(strlen(text));
    REQUIRE(write(fd, text, len) == len);
    close(fd);
}

int leak_capture_stdout(const Case &body, const char *to) {
    fflush(stdout);
    int saved = dup(STDOUT_FILENO); /* { dg-warning "leak|mismatch" } */
    if (saved < 0)
        return -1;
    int fd = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0)
        return -1;
    dup2(fd, STDOUT_FILENO);
    close(fd);
    int rc = 0;
    try {
        body();
    } catch (const Failure &) {
        rc = 1;
    } catch (...) {
        rc = 2;
    }
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    return rc;
}

int clean_capture_stdout(const Case &body, const char *to) {
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    if (saved < 0)
        return -1;
    int fd = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0) {
        close(saved);
        return -1;
    }
    dup2(fd, STDOUT_FILENO);
    close(fd);
    int rc = 0;
    try {
        body();
    } catch (const Failure &) {
        rc = 1;
    } catch (...) {
        rc = 2;
    }
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    return rc;
}

int leak_run_isolated(const Case &body) {
    int p[2];
    if (pipe(p) != 0) /* { dg-warning "'p.0.' might not be closed" } */
  /* { dg-warning "'p.1.' might not be closed" "" { target *-*-* } .-1 } */
        return -1;
    pid_t pid = fork();
    if (pid < 0)
        return -1;
    if (pid == 0) {
        close(p[0]);
        char ok = 'y';
        try {
            body();
        } catch (...) {
            ok = 'n';
        }
        if (write(p[1], &ok, 1) != 1)
            _exit(3);
        _exit(0);
    }
    close(p[1]);
    char got = 0;
    ssize_t n = read(p[0], &got, 1);
    close(p[0]);
    waitpid(pid, nullptr, 0);
    return n == 1 && got == 'y' ? 0 : 1;
}

int clean_run_isolated(const Case &body) {
    int p[2];
    if (pipe(p) != 0)
        return -1;
    pid_t pid = fork();
    if (pid < 0) {
        close(p[0]);
        close(p[1]);
        return -1;
    }
    if (pid == 0) {
        char ok = 'y';
        try {
            body();
        } catch (...) {
            ok = 'n';
        }
        _exit(write(p[1], &ok, 1) == 1 ? 0 : 3);
    }
    close(p[1]);
    char got = 0;
    ssize_t n = read(p[0], &got, 1);
    close(p[0]);
    waitpid(pid, nullptr, 0);
    return n == 1 && got == 'y' ? 0 : 1;
}

bool leak_shell_says(const char *cmd, const char *want) {
    FILE *p = popen(cmd, "r"); /* { dg-warning "leak|mismatch" } */
    if (!p)
        return false;
    char line[256];
    if (!fgets(line, sizeof line, p))
        return false;
    bool same = strcmp(line, want) == 0;
    return pclose(p) == 0 && same;
}

bool clean_shell_says(const char *cmd, const char *want) {
    std::unique_ptr<FILE, Pclose> p(popen(cmd, "r"));
    if (!p)
        return false;
    char line[256];
    REQUIRE(fgets(line, sizeof line, p.get()));
    bool same = strcmp(line, want) == 0;
    return pclose(p.release()) == 0 && same;
}

bool leak_pipe_struct(char c) {
    Pipe p;
    if (!p.open()) /* { dg-warning "'p.rd' might not be closed" } */
  /* { dg-warning "'p.wr' might not be closed" "" { target *-*-* } .-1 } */
        return false;
    REQUIRE(write(p.wr, &c, 1) == 1);
    char d = 0;
    bool ok = read(p.rd, &d, 1) == 1;
    p.close_all();
    return ok && c == d;
}

bool clean_pipe_struct(char c) {
    Pipe p;
    if (!p.open())
        return false;
    char d = 0;
    bool ok = write(p.wr, &c, 1) == 1 && read(p.rd, &d, 1) == 1;
    p.close_all();
    REQUIRE(ok);
    return c == d;
}

// ---- fixtures ------------------------------------------------------------
class ArenaFixture {
public:
    ArenaFixture() = default;
    ArenaFixture(const ArenaFixture &) = delete;
    ArenaFixture &operator=(const ArenaFixture &) = delete;
    void set_up(size_t n) {
        len_ = n;
        base_ = mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        REQUIRE(base_ != MAP_FAILED);
    }
    void tear_down() noexcept {
        if (base_ != MAP_FAILED)
            munmap(base_, len_);
        base_ = MAP_FAILED;
    }
    unsigned char *bytes() noexcept { return static_cast<unsigned char *>(base_); }

protected:
    void *base_ = MAP_FAILED;
    size_t len_ = 0;
};

class AutoArenaFixture : public ArenaFixture {
public:
    ~AutoArenaFixture() { tear_down(); }
};

void leak_test_arena() {
    ArenaFixture fx;
    fx.set_up(4096); /* { dg-warning "leak|mismatch" } */
    REQUIRE(fx.bytes()[0] == 0);
    fx.bytes()[1] = 7;
    fx.tear_down();
}

void clean_test_arena() {
    AutoArenaFixture fx;
    fx.set_up(4096);
    REQUIRE(fx.bytes()[0] == 0);
    fx.bytes()[1] = 7;
    fx.tear_down();
}

std::vector<TempFile> clean_make_tempfiles(int n) {
    std::vector<TempFile> v;
    v.reserve(n);
    for (int i = 0; i < n; ++i) {
        TempFile one;
        REQUIRE(one.fd() >= 0);
        v.push_back(std::move(one));
    }
    return v;
}

std::vector<int> leak_make_tempfds(int n) {
    std::vector<int> v;
    for (int i = 0; i < n; ++i) {
        char name[] = "/tmp/manyXXXXXX";
        int fd = mkstemp(name); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
        REQUIRE(fd >= 0);
        unlink(name);
        v.push_back(fd);
    }
    return v;
}

int leak_golden_compare(const char *got, const char *golden) {
    FILE *a = fopen(got, "r"); /* { dg-warning "leak|mismatch" } */
    REQUIRE(a);
    FILE *b = fopen(golden, "r");
    REQUIRE(b);
    int pos = 0, x, y;
    do {
        x = getc(a);
        y = getc(b);
        ++pos;
    } while (x == y && x != EOF);
    fclose(a);
    fclose(b);
    return x == y ? 0 : pos;
}

int clean_golden_compare(const char *got, const char *golden) {
    FILE *a = fopen(got, "r");
    FILE *b = a ? fopen(golden, "r") : nullptr;
    int pos = -1, x = 0, y = 0;
    if (b) {
        pos = 0;
        do {
            x = getc(a);
            y = getc(b);
            ++pos;
        } while (x == y && x != EOF);
        fclose(b);
    }
    if (a)
        fclose(a);
    REQUIRE(pos >= 0);
    return x == y ? 0 : pos;
}

size_t clean_hexdump_memstream(const unsigned char *p, size_t n) {
    char *text = nullptr;
    size_t len = 0;
    FILE *m = open_memstream(&text, &len);
    if (!m)
        return 0;
    for (size_t i = 0; i < n; ++i)
        fprintf(m, "%02x%c", p[i], i % 16 == 15 ? '\n' : ' ');
    fclose(m);
    size_t lines = 0;
    for (char *c = text; c && *c; ++c)
        lines += *c == '\n';
    free(text);
    return lines;
}
