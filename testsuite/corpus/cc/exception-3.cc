/* Corpus, exception: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// parser.cpp - configuration file parsing, key=value with sections.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace cfg {

struct ParseError {
    int line;
    const char* text;
};

struct RangeError {
    long value;
};

using Table = std::map<std::string, std::string>;

static void parse_line(const char* s, int lineno, Table& out)
{
    while (*s && std::isspace(static_cast<unsigned char>(*s)))
        ++s;
    if (*s == '\0' || *s == '#')
        return;
    const char* eq = std::strchr(s, '=');
    if (!eq)
        throw ParseError{lineno, "missing '='"};
    out[std::string(s, eq)] = eq + 1;
}

static long parse_number(const char* s, int lineno)
{
    char* end = nullptr;
    long v = std::strtol(s, &end, 10);
    if (end == s)
        throw ParseError{lineno, "not a number"};
    if (v < 0 || v > 65535)
        throw RangeError{v};
    return v;
}

struct FileCloser {
    void operator()(std::FILE* f) const noexcept { std::fclose(f); }
};
using FilePtr = std::unique_ptr<std::FILE, FileCloser>;

struct FreeDeleter {
    void operator()(void* p) const noexcept { std::free(p); }
};

// --------------------------------------------------------------- whole file

bool leak_load_table(const char* path, Table& out)
{
    std::FILE* f = std::fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return false;
    char buf[256];
    int lineno = 0;
    while (std::fgets(buf, sizeof buf, f)) {
        buf[std::strcspn(buf, "\n")] = '\0';
        parse_line(buf, ++lineno, out);
    }
    std::fclose(f);
    return true;
}

bool clean_load_table(const char* path, Table& out)
{
    std::FILE* f = std::fopen(path, "r");
    if (!f)
        return false;
    try {
        char buf[256];
        int lineno = 0;
        while (std::fgets(buf, sizeof buf, f)) {
            buf[std::strcspn(buf, "\n")] = '\0';
            parse_line(buf, ++lineno, out);
        }
    } catch (...) {
        std::fclose(f);
        throw;
    }
    std::fclose(f);
    return true;
}

long leak_sum_ports(const char* path)
{
    std::FILE* f = std::fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return -1;
    long total = 0;
    int lineno = 0;
    char buf[64];
    try {
        while (std::fgets(buf, sizeof buf, f))
            total += parse_number(buf, ++lineno);
    } catch (const ParseError& e) {
        std::fprintf(stderr, "%s:%d: not a number\n", path, e.line);
        std::fclose(f);
        return -1;
    }
    std::fclose(f);
    return total;
}

long clean_sum_ports(const char* path)
{
    std::FILE* f = std::fopen(path, "r");
    if (!f)
        return -1;
    long total = 0;
    int lineno = 0;
    char buf[64];
    try {
        while (std::fgets(buf, sizeof buf, f))
            total += parse_number(buf, ++lineno);
    } catch (const ParseError& e) {
        std::fprintf(stderr, "%s:%d: not a number\n", path, e.line);
        total = -1;
    } catch (const RangeError& e) {
        std::fprintf(stderr, "%s: %ld out of range\n", path, e.value);
        total = -1;
    }
    std::fclose(f);
    return total;
}

int leak_count_entries(const char* path)
try {
    std::FILE* f = std::fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return 0;
    Table t;
    char buf[256];
    int n = 0;
    while (std::fgets(buf, sizeof buf, f))
        parse_line(buf, ++n, t);
    std::fclose(f);
    return static_cast<int>(t.size());
} catch (const ParseError& e) {
    std::fprintf(stderr, "line %d: %s\n", e.line, e.text);
    return -1;
}

int clean_count_entries(const char* path)
try {
    FilePtr f(std::fopen(path, "r"));
    if (!f)
        return 0;
    Table t;
    char buf[256];
    int n = 0;
    while (std::fgets(buf, sizeof buf, f.get()))
        parse_line(buf, ++n, t);
    return static_cast<int>(t.size());
} catch (const ParseError& e) {
    std::fprintf(stderr, "line %d: %s\n", e.line, e.text);
    return -1;
}

// ------------------------------------------------------------------ getline

int leak_find_section(std::FILE* in, const char* name)
{
    char* line = nullptr;
    size_t cap = 0;
    int lineno = 0;
    while (getline(&line, &cap, in) > 0) { /* { dg-warning "leak|mismatch" } */
        ++lineno;
        if (line[0] == '[' && std::strncmp(line + 1, name, std::strlen(name)) == 0)
            return lineno;
    }
    std::free(line);
    return -1;
}

int clean_find_section(std::FILE* in, const char* name)
{
    char* line = nullptr;
    size_t cap = 0;
    int lineno = 0, found = -1;
    while (found < 0 && getline(&line, &cap, in) > 0) {
        ++lineno;
        if (line[0] == '[' && std::strncmp(line + 1, name, std::strlen(name)) == 0)
            found = lineno;
    }
    std::free(line);
    return found;
}

long clean_getline_number(std::FILE* in)
{
    char* raw = nullptr;
    size_t cap = 0;
    ssize_t n = getline(&raw, &cap, in);
    std::unique_ptr<char, FreeDeleter> line(raw);
    if (n <= 0)
        return -1;
    return parse_number(line.get(), 1);
}

// ------------------------------------------------------------------- values

char* leak_last_value(std::FILE* in, const char* key)
{
    char buf[256];
    char* value = nullptr;
    size_t klen = std::strlen(key);
    while (std::fgets(buf, sizeof buf, in)) {
        if (std::strncmp(buf, key, klen) == 0 && buf[klen] == '=')
            value = strdup(buf + klen + 1); /* { dg-warning "leak|mismatch" } */
    }
    return value;
}

char* clean_last_value(std::FILE* in, const char* key)
{
    char buf[256];
    char* value = nullptr;
    size_t klen = std::strlen(key);
    while (std::fgets(buf, sizeof buf, in)) {
        if (std::strncmp(buf, key, klen) == 0 && buf[klen] == '=') {
            std::free(value);
            value = strdup(buf + klen + 1);
        }
    }
    return value;
}

// ------------------------------------------------------------- preprocessing

bool leak_preprocess(const char* path, std::string& out)
{
    std::string cmd = std::string("cpp -P ") + path;
    std::FILE* p = popen(cmd.c_str(), "r"); /* { dg-warning "leak|mismatch" } */
    if (!p)
        return false;
    char buf[512];
    while (std::fgets(buf, sizeof buf, p))
        out += buf;
    std::fclose(p);
    return true;
}

bool clean_preprocess(const char* path, std::string& out)
{
    struct PipeCloser {
        void operator()(std::FILE* p) const noexcept { pclose(p); }
    };
    std::string cmd = std::string("cpp -P ") + path;
    std::unique_ptr<std::FILE, PipeCloser> p(popen(cmd.c_str(), "r"));
    if (!p)
        return false;
    char buf[512];
    while (std::fgets(buf, sizeof buf, p.get()))
        out += buf;
    return true;
}

// -------------------------------------------------------------------- lexer

class Lexer {
public:
    Lexer(const char* text, int line)
    try : line_(line) {
        size_t n = std::strlen(text);
        buf_ = new char[n + 1]; /* { dg-warning "leak|mismatch" } */
        std::memcpy(buf_, text, n + 1);
        pos_ = buf_;
        if (!std::isalpha(static_cast<unsigned char>(*pos_)))
            throw ParseError{line_, "bad identifier"};
    } catch (const ParseError& e) {
        std::fprintf(stderr, "lexer: line %d\n", e.line);
        throw;
    }
    ~Lexer() { delete[] buf_; }
    Lexer(const Lexer&) = delete;
    Lexer& operator=(const Lexer&) = delete;
    char next() { return *pos_ ? *pos_++ : '\0'; }

private:
    int line_;
    char* buf_ = nullptr;
    char* pos_ = nullptr;
};

int leak_identifier_length(const char* text)
{
    Lexer lx(text, 1);
    int n = 0;
    while (std::isalnum(static_cast<unsigned char>(lx.next())))
        ++n;
    return n;
}

class CheckedLexer {
public:
    CheckedLexer(const char* text, int line)
        : buf_(new char[std::strlen(text) + 1]), pos_(buf_.get())
    {
        std::strcpy(buf_.get(), text);
        if (!std::isalpha(static_cast<unsigned char>(*pos_)))
            throw ParseError{line, "bad identifier"};
    }
    char next() { return *pos_ ? *pos_++ : '\0'; }

private:
    std::unique_ptr<char[]> buf_;
    char* pos_;
};

int clean_identifier_length(const char* text)
{
    std::optional<CheckedLexer> lx;
    try {
        lx.emplace(text, 1);
    } catch (const ParseError&) {
        return 0;
    }
    int n = 0;
    while (std::isalnum(static_cast<unsigned char>(lx->next())))
        ++n;
    return n;
}

// ---------------------------------------------------------------- fallbacks

FilePtr clean_open_first(const std::vector<std::string>& candidates)
{
    for (const auto& c : candidates) {
        FilePtr f(std::fopen(c.c_str(), "r"));
        if (f && std::fgetc(f.get()) == '[') {
            std::rewind(f.get());
            return f;
        }
    }
    return nullptr;
}

std::FILE* clean_default_config()
{
    static std::FILE* f = std::fopen("/etc/app.conf", "r");
    return f;
}

} // namespace cfg
