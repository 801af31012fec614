/* Corpus, lock: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// tests.cpp - a home-made test framework and some tests of C library behaviour.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

struct TestFailure {
    const char* expr;
    int line;
};

static int soft_failures = 0;

#define REQUIRE(e)                          \
    do {                                    \
        if (!(e))                           \
            throw TestFailure{#e, __LINE__}; \
    } while (0)

#define CHECK(e)                                                   \
    do {                                                           \
        if (!(e)) {                                                \
            ++soft_failures;                                       \
            std::fprintf(stderr, "%d: CHECK(%s)\n", __LINE__, #e); \
        }                                                          \
    } while (0)

// ---------------------------------------------------------------- file tests

void leak_test_seek()
{
    FILE* f = std::fopen("/tmp/t.dat", "w+"); /* { dg-warning "leak|mismatch" } */
    REQUIRE(f != nullptr);
    REQUIRE(std::fseek(f, 10, SEEK_SET) == 0);
    CHECK(std::ftell(f) == 10);
    std::fclose(f);
}

void clean_test_seek()
{
    FILE* f = std::fopen("/tmp/t.dat", "w+");
    REQUIRE(f != nullptr);
    CHECK(std::fseek(f, 10, SEEK_SET) == 0);
    CHECK(std::ftell(f) == 10);
    std::fclose(f);
}

void leak_test_dup()
{
    int a = ::open("/dev/null", O_WRONLY);
    REQUIRE(a >= 0);
    int b = ::dup(a); /* { dg-warning "leak|mismatch" } */
    CHECK(b >= 0);
    CHECK(b != a);
    ::close(a);
    if (b >= 0)
        CHECK(::write(b, "x", 1) == 1);
}

void clean_test_dup()
{
    int a = ::open("/dev/null", O_WRONLY);
    REQUIRE(a >= 0);
    int b = ::dup(a);
    ::close(a);
    REQUIRE(b >= 0);
    CHECK(::write(b, "x", 1) == 1);
    ::close(b);
}

struct TempFile {
    explicit TempFile(const char* p) : path(p), f(std::fopen(p, "w+")) { REQUIRE(f != nullptr); }
    ~TempFile()
    {
        std::fclose(f);
        ::unlink(path.c_str());
    }
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    std::string path;
    FILE* f;
};

void clean_test_tempfile()
{
    TempFile t("/tmp/t.txt");
    REQUIRE(std::fputs("hello", t.f) >= 0);
    std::rewind(t.f);
    char buf[16];
    REQUIRE(std::fgets(buf, sizeof buf, t.f));
    REQUIRE(std::strcmp(buf, "hello") == 0);
}

void clean_test_streams()
{
    std::fstream s("/tmp/t.txt", std::ios::in | std::ios::out | std::ios::trunc);
    REQUIRE(s.is_open());
    s << 42;
    s.seekg(0);
    int v = 0;
    s >> v;
    REQUIRE(v == 42);
}

// ------------------------------------------------------------------ fixtures

class Fixture {
public:
    virtual ~Fixture() {}
    virtual void set_up() {}
    virtual void body() = 0;
    virtual void tear_down() {}
};

class PipeFixture : public Fixture {
public:
    void set_up() override
    {
        if (::pipe(fds_) < 0)
            fds_[0] = fds_[1] = -1;
    }
    void body() override
    {
        CHECK(::write(fds_[1], "a", 1) == 1);
        char c = 0;
        CHECK(::read(fds_[0], &c, 1) == 1);
        CHECK(c == 'a');
    }
    void tear_down() override
    {
        for (int fd : fds_) {
            if (fd >= 0)
                ::close(fd);
        }
    }

private:
    int fds_[2] = {-1, -1};
};

void clean_test_pipe_fixture()
{
    PipeFixture fx;
    fx.set_up();
    fx.body();
    fx.tear_down();
}

class SocketFixture {
public:
    SocketFixture() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, sv_) == 0); }
    ~SocketFixture()
    {
        ::close(sv_[0]);
        ::close(sv_[1]);
    }
    SocketFixture(const SocketFixture&) = delete;
    SocketFixture& operator=(const SocketFixture&) = delete;
    int left() const { return sv_[0]; }
    int right() const { return sv_[1]; }

private:
    int sv_[2];
};

void clean_test_socketpair()
{
    SocketFixture fx;
    REQUIRE(::write(fx.left(), "z", 1) == 1);
    char c = 0;
    REQUIRE(::read(fx.right(), &c, 1) == 1);
    REQUIRE(c == 'z');
}

struct BufferFixture {
    char* buf = nullptr;
    void set_up(size_t n)
    {
        buf = static_cast<char*>(std::malloc(n));
        REQUIRE(buf);
        std::memset(buf, 0, n);
    }
    void tear_down()
    {
        std::free(buf);
        buf = nullptr;
    }
};

void leak_test_buffer_fixture(int value)
{
    BufferFixture fx;
    fx.set_up(32); /* { dg-warning "leak|mismatch" } */
    std::snprintf(fx.buf, 32, "%d", value);
    REQUIRE(std::strlen(fx.buf) == 5);
    fx.tear_down();
}

void clean_test_buffer_fixture(int value)
{
    BufferFixture fx;
    fx.set_up(32);
    try {
        std::snprintf(fx.buf, 32, "%d", value);
        REQUIRE(std::strlen(fx.buf) == 5);
    } catch (const TestFailure&) {
        fx.tear_down();
        throw;
    }
    fx.tear_down();
}

// ----------------------------------------------------------------- processes

static std::string first_line(FILE* p)
{
    char buf[128];
    REQUIRE(std::fgets(buf, sizeof buf, p));
    return buf;
}

void leak_test_shell_echo()
{
    FILE* p = popen("echo hi", "r"); /* { dg-warning "leak|mismatch" } */
    REQUIRE(p);
    std::string s = first_line(p);
    pclose(p);
    REQUIRE(s == "hi\n");
}

void clean_test_shell_echo()
{
    FILE* p = popen("echo hi", "r");
    REQUIRE(p);
    std::string s;
    try {
        s = first_line(p);
    } catch (...) {
        pclose(p);
        throw;
    }
    pclose(p);
    REQUIRE(s == "hi\n");
}

// -------------------------------------------------------------------- locking

static pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;
static int log_entries = 0;

void leak_test_log_lock()
{
    pthread_mutex_lock(&log_mutex); /* { dg-warning "leak|mismatch" } */
    ++log_entries;
    REQUIRE(log_entries < 1000);
    pthread_mutex_unlock(&log_mutex);
}

class PthreadGuard {
public:
    explicit PthreadGuard(pthread_mutex_t& m) noexcept : m_(&m) { pthread_mutex_lock(m_); }
    ~PthreadGuard() { pthread_mutex_unlock(m_); }
    PthreadGuard(const PthreadGuard&) = delete;
    PthreadGuard& operator=(const PthreadGuard&) = delete;

private:
    pthread_mutex_t* m_;
};

void clean_test_log_lock()
{
    PthreadGuard g(log_mutex);
    ++log_entries;
    REQUIRE(log_entries < 1000);
}

static std::mutex mu_a, mu_b;

void clean_test_two_locks(int& a, int& b)
{
    std::lock(mu_a, mu_b);
    std::lock_guard<std::mutex> la(mu_a, std::adopt_lock);
    std::lock_guard<std::mutex> lb(mu_b, std::adopt_lock);
    std::swap(a, b);
    REQUIRE(a != b);
}

void leak_test_try_lock()
{
    if (!mu_a.try_lock()) /* { dg-warning "leak|mismatch" } */
        return;
    std::unique_lock<std::mutex> lb(mu_b, std::try_to_lock);
    if (!lb.owns_lock()) {
        CHECK(!"mu_b is busy");
        return;
    }
    CHECK(log_entries >= 0);
    mu_a.unlock();
}

void clean_test_try_lock()
{
    if (!mu_a.try_lock())
        return;
    std::unique_lock<std::mutex> la(mu_a, std::adopt_lock);
    std::unique_lock<std::mutex> lb(mu_b, std::defer_lock);
    if (!lb.try_lock()) {
        CHECK(!"mu_b is busy");
        return;
    }
    REQUIRE(log_entries >= 0);
}

// ----------------------------------------------------------------- test cases

struct TestCase {
    TestCase(const char* n, std::function<void()> r) : name(n), run(std::move(r)) {}
    std::string name;
    std::function<void()> run;
};

struct Expected {
    explicit Expected(const char* s) : text(strdup(s)) {}
    ~Expected() { std::free(text); }
    Expected(const Expected&) = delete;
    Expected& operator=(const Expected&) = delete;
    bool matches(const char* s) const
    {
        REQUIRE(s != nullptr && *s != '\0');
        return text && std::strcmp(text, s) == 0;
    }
    char* text;
};

void leak_test_expected(const char* actual)
{
    Expected* e = new Expected("abc"); /* { dg-warning "leak|mismatch" } */
    bool same = e->matches(actual);
    delete e;
    CHECK(same);
}

void clean_test_expected()
{
    auto e = std::make_shared<Expected>("abc");
    std::vector<TestCase> cases;
    cases.emplace_back("same", [e] { REQUIRE(e->matches("abc")); });
    cases.emplace_back("other", [e] { REQUIRE(!e->matches("abd")); });
    for (const auto& [name, run] : cases) {
        try {
            run();
        } catch (const TestFailure& f) {
            std::fprintf(stderr, "%s: %s\n", name.c_str(), f.expr);
            ++soft_failures;
        }
    }
}

int main()
{
    const TestCase all[] = {
        {"seek", clean_test_seek},
        {"dup", clean_test_dup},
        {"tempfile", clean_test_tempfile},
        {"streams", clean_test_streams},
        {"pipe", clean_test_pipe_fixture},
        {"socketpair", clean_test_socketpair},
        {"buffer", [] { clean_test_buffer_fixture(12345); }},
        {"echo", clean_test_shell_echo},
    };
    int failed = 0;
    for (const TestCase& t : all) {
        try {
            t.run();
        } catch (const TestFailure& f) {
            std::fprintf(stderr, "%s: line %d: %s\n", t.name.c_str(), f.line, f.expr);
            ++failed;
        }
    }
    return failed || soft_failures ? 1 : 0;
}
