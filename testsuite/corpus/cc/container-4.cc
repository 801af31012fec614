/* Corpus, container: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Command line text tools: sort, cut, diff, grep, spell.
#include <fcntl.h>
#include <glob.h>
#include <iconv.h>
#include <regex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

extern void emit(std::string_view line);
extern bool matches(const char *line, const char *pattern);
extern int usage(const char *tool) noexcept;
extern void usage_and_throw [[noreturn]] (const char *msg);
extern std::string translate(const std::string &word);
extern int collate(const char *a, const char *b);

namespace text {

template <auto Fn>
struct Call {
    template <class T>
    void operator()(T *p) const noexcept
    {
        Fn(p);
    }
};
using File = std::unique_ptr<FILE, Call<fclose>>;
using Pipe = std::unique_ptr<FILE, Call<pclose>>;
template <class T>
using CPtr = std::unique_ptr<T, Call<free>>;

class LineReader {
public:
    explicit LineReader(FILE *f) noexcept : f_(f) {}
    ~LineReader() { free(buf_); }
    LineReader(const LineReader &) = delete;
    const char *next() noexcept
    {
        ssize_t n = getline(&buf_, &cap_, f_);
        if (n <= 0)
            return nullptr;
        if (buf_[n - 1] == '\n')
            buf_[n - 1] = '\0';
        return buf_;
    }

private:
    FILE *f_;
    char *buf_ = nullptr;
    size_t cap_ = 0;
};

int leak_grep(const char *path, const char *pat)
{
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!f)
        return usage("grep");
    LineReader r(f);
    int hits = 0;
    while (const char *l = r.next()) {
        if (matches(l, pat)) {
            emit(l);
            ++hits;
        }
    }
    if (f != stdin)
        fclose(f);
    return hits;
}

int clean_grep(const char *path, const char *pat)
{
    File owned;
    FILE *f = stdin;
    if (strcmp(path, "-") != 0) {
        owned.reset(fopen(path, "r"));
        f = owned.get();
    }
    if (!f)
        return usage("grep");
    LineReader r(f);
    int hits = 0;
    while (const char *l = r.next()) {
        if (matches(l, pat)) {
            emit(l);
            ++hits;
        }
    }
    return hits;
}

long leak_word_count(const char *path)
{
    FILE *f = fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return -1;
    long words = 0;
    bool in = false;
    int c;
    while ((c = getc(f)) != EOF) {
        if (c == '\0')
            return -2;
        bool sp = isspace(c);
        words += !sp && !in;
        in = !sp;
    }
    fclose(f);
    return words;
}

long clean_word_count(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    long words = 0;
    bool in = false;
    int c;
    while ((c = getc(f)) != EOF) {
        if (c == '\0') {
            words = -2;
            break;
        }
        bool sp = isspace(c);
        words += !sp && !in;
        in = !sp;
    }
    fclose(f);
    return words;
}

void clean_sort(const char *path)
{
    File f{fopen(path, "r")};
    if (!f)
        return;
    std::vector<CPtr<char>> lines;
    LineReader r(f.get());
    while (const char *l = r.next())
        lines.emplace_back(strdup(l));
    std::sort(lines.begin(), lines.end(),
              [](const auto &a, const auto &b) { return collate(a.get(), b.get()) < 0; });
    for (const auto &l : lines)
        emit(l.get());
}

void leak_sort(const char *path)
{
    File f{fopen(path, "r")};
    if (!f)
        return;
    std::vector<char *> lines;
    LineReader r(f.get());
    while (const char *l = r.next())
        lines.push_back(strdup(l)); /* { dg-warning "leak|mismatch" } */
    std::sort(lines.begin(), lines.end(),
              [](const char *a, const char *b) { return strcmp(a, b) < 0; });
    for (const char *l : lines)
        puts(l);
}

void clean_uniq(const char *path)
{
    File f{fopen(path, "r")};
    if (!f)
        return;
    char *prev = nullptr;
    LineReader r(f.get());
    while (const char *l = r.next()) {
        if (prev && strcmp(prev, l) == 0)
            continue;
        puts(l);
        free(prev);
        prev = strdup(l);
    }
    free(prev);
}

void leak_uniq(const char *path)
{
    File f{fopen(path, "r")};
    if (!f)
        return;
    char *prev = nullptr;
    LineReader r(f.get());
    while (const char *l = r.next()) {
        if (prev && strcmp(prev, l) == 0)
            continue;
        puts(l);
        prev = strdup(l); /* { dg-warning "leak|mismatch" } */
    }
    free(prev);
}

std::string leak_join(const std::vector<std::string> &parts, char sep)
{
    size_t n = 1;
    for (const auto &p : parts)
        n += p.size() + 1;
    char *buf = static_cast<char *>(malloc(n)); /* { dg-warning "leak|mismatch" } */
    if (!buf)
        return {};
    char *w = buf;
    for (const auto &p : parts) {
        std::string t = translate(p);
        if (t.size() > p.size())
            t.resize(p.size());
        w = std::copy(t.begin(), t.end(), w);
        *w++ = sep;
    }
    *w = '\0';
    std::string s(buf);
    free(buf);
    return s;
}

std::string clean_join(const std::vector<std::string> &parts, char sep)
{
    std::vector<std::string> done;
    for (const auto &p : parts)
        done.push_back(translate(p));
    size_t n = 1;
    for (const auto &p : done)
        n += p.size() + 1;
    char *buf = static_cast<char *>(malloc(n));
    if (!buf)
        return {};
    char *w = buf;
    for (const auto &p : done) {
        memcpy(w, p.data(), p.size());
        w += p.size();
        *w++ = sep;
    }
    *w = '\0';
    std::string s(buf);
    free(buf);
    return s;
}

int leak_main_cut(int argc, char **argv)
{
    FILE *in, *out = stdout;
    for (int i = 1; i < argc; ++i) {
        switch (argv[i][0]) {
        case '<':
            in = fopen(argv[i] + 1, "r");
            if (!in)
                return 1;
            setvbuf(in, nullptr, _IOLBF, 0);
            fclose(in);
            break;
        case '>':
            out = fopen(argv[i] + 1, "w"); /* { dg-warning "leak|mismatch" } */
            if (!out)
                return 1;
            break;
        default:
            return usage(argv[0]);
        }
    }
    fputs("done\n", out);
    return fflush(out);
}

int clean_main_cut(int argc, char **argv)
{
    File in_file, out_file;
    for (int i = 1; i < argc; ++i) {
        switch (argv[i][0]) {
        case '<':
            in_file.reset(fopen(argv[i] + 1, "r"));
            if (!in_file)
                return 1;
            break;
        case '>':
            out_file = File(fopen(argv[i] + 1, "w"));
            if (!out_file)
                return 1;
            break;
        default:
            usage_and_throw(argv[0]);
        }
    }
    FILE *out = out_file ? out_file.get() : stdout;
    return fputs("done\n", out);
}

bool leak_in_place(const char *path)
{
    std::string tmp = std::string(path) + ".XXXXXX";
    int fd = mkstemp(&tmp[0]); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return false;
    std::ifstream in(path);
    std::string line;
    while (std::getline(in, line)) {
        line += '\n';
        if (write(fd, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
            unlink(tmp.c_str());
            return false;
        }
    }
    close(fd);
    return rename(tmp.c_str(), path) == 0;
}

bool clean_in_place(const char *path)
{
    std::string tmp = std::string(path) + ".XXXXXX";
    int fd = mkstemp(&tmp[0]);
    if (fd < 0)
        return false;
    close(fd);
    std::ifstream in(path);
    std::ofstream out(tmp);
    std::string line;
    while (std::getline(in, line))
        out << translate(line) << '\n';
    out.close();
    return out && rename(tmp.c_str(), path) == 0;
}

int clean_pager(const std::vector<std::string> &lines)
{
    Pipe p(popen("less", "w"));
    if (!p)
        return -1;
    for (const auto &l : lines)
        fprintf(p.get(), "%s\n", translate(l).c_str());
    return pclose(p.release());
}

int leak_pager(const std::vector<std::string> &lines)
{
    Pipe p(popen("less", "w")); /* { dg-warning "leak|mismatch" } */
    if (!p)
        return -1;
    int n = 0;
    for (const auto &l : lines)
        n += fprintf(p.get(), "%s\n", translate(l).c_str());
    FILE *raw = p.release();
    if (fflush(raw) != 0)
        return -1;
    pclose(raw);
    return n;
}

// Spell checker dictionary with chained buckets.
struct Word {
    Word *next;
    char text[1];
};

class Dict {
public:
    Dict() = default;
    Dict(const Dict &) = delete;
    Dict(Dict &&o) noexcept { std::swap(b_, o.b_); }
    ~Dict()
    {
        for (Word *w : b_) {
            while (w) {
                Word *n = w->next;
                free(w);
                w = n;
            }
        }
    }
    bool clean_add(const char *s);
    bool leak_add(const char *s);
    bool has(const char *s) const noexcept
    {
        for (Word *w = b_[*s & 15]; w; w = w->next)
            if (strcmp(w->text, s) == 0)
                return true;
        return false;
    }

private:
    Word *b_[16] = {};
};

bool Dict::clean_add(const char *s)
{
    if (has(s))
        return false;
    Word *w = static_cast<Word *>(malloc(sizeof(Word) + strlen(s)));
    if (!w)
        return false;
    strcpy(w->text, s);
    w->next = b_[*s & 15];
    b_[*s & 15] = w;
    return true;
}

bool Dict::leak_add(const char *s)
{
    Word *w = static_cast<Word *>(malloc(sizeof(Word) + strlen(s)));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!w)
        return false;
    strcpy(w->text, s);
    if (has(w->text))
        return false;
    w->next = b_[*s & 15];
    b_[*s & 15] = w;
    return true;
}

Dict clean_load_dict(const char *path)
{
    Dict d;
    File f(fopen(path, "r"));
    if (!f)
        usage_and_throw("no dictionary");
    LineReader r(f.get());
    while (const char *l = r.next())
        d.clean_add(translate(l).c_str());
    return d;
}

Dict *leak_load_dict(const char *path)
{
    Dict *d = new Dict; /* { dg-warning "leak|mismatch" } */
    File f(fopen(path, "r"));
    if (!f)
        usage_and_throw("no dictionary");
    LineReader r(f.get());
    while (const char *l = r.next())
        d->clean_add(l);
    return d;
}

size_t leak_diff(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    size_t **tab = new size_t *[na + 1];
    for (size_t i = 0; i <= na; ++i)
        tab[i] = new size_t[nb + 1](); /* { dg-warning "leak|mismatch" } */
    for (size_t i = 1; i <= na; ++i)
        for (size_t j = 1; j <= nb; ++j)
            tab[i][j] = a[i - 1] == b[j - 1] ? tab[i - 1][j - 1] + 1
                                             : std::max(tab[i - 1][j], tab[i][j - 1]);
    size_t r = tab[na][nb];
    delete[] tab;
    return r;
}

size_t clean_diff(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    size_t **tab = new size_t *[na + 1];
    for (size_t i = 0; i <= na; ++i)
        tab[i] = new size_t[nb + 1]();
    for (size_t i = 1; i <= na; ++i)
        for (size_t j = 1; j <= nb; ++j)
            tab[i][j] = a[i - 1] == b[j - 1] ? tab[i - 1][j - 1] + 1
                                             : std::max(tab[i - 1][j], tab[i][j - 1]);
    size_t r = tab[na][nb];
    for (size_t i = 0; i <= na; ++i)
        delete[] tab[i];
    delete[] tab;
    return r;
}

char *leak_trim(const char *s)
{
    while (isspace(static_cast<unsigned char>(*s)))
        ++s;
    char *copy = strdup(s); /* { dg-warning "leak|mismatch" } */
    if (!copy)
        return nullptr;
    size_t n = strlen(copy);
    while (n && isspace(static_cast<unsigned char>(copy[n - 1])))
        copy[--n] = '\0';
    if (n == 0)
        return nullptr;
    return copy;
}

char *clean_trim(const char *s)
{
    while (isspace(static_cast<unsigned char>(*s)))
        ++s;
    char *copy = strdup(s);
    if (!copy)
        return nullptr;
    size_t n = strlen(copy);
    while (n && isspace(static_cast<unsigned char>(copy[n - 1])))
        copy[--n] = '\0';
    if (n == 0) {
        free(copy);
        copy = nullptr;
    }
    return copy;
}

bool leak_print_trimmed(const char *s)
{
    char *t = clean_trim(s); /* { dg-warning "leak|mismatch" } */
    if (!t)
        return false;
    emit(t);
    free(t);
    return true;
}

bool clean_print_trimmed(const char *s)
{
    CPtr<char> t(clean_trim(s));
    if (!t)
        return false;
    emit(t.get());
    return true;
}

int clean_split_outputs(const std::vector<std::string> &names, const char *data)
{
    std::vector<FILE *> outs;
    int bad = 0;
    for (const auto &n : names) {
        FILE *f = fopen(n.c_str(), "w");
        if (!f) {
            ++bad;
            continue;
        }
        outs.push_back(f);
    }
    for (FILE *f : outs)
        fputs(data, f);
    for (FILE *f : outs)
        bad += fclose(f) != 0;
    return bad;
}

int leak_split_outputs(const std::vector<std::string> &names, const char *data)
{
    std::map<std::string, FILE *> outs;
    for (const auto &n : names) {
        FILE *f = fopen(n.c_str(), "w"); /* { dg-warning "leak|mismatch" } */
        if (f)
            outs[n] = f;
    }
    for (auto &[name, f] : outs)
        emit(name);
    for (auto &[name, f] : outs) {
        fputs(data, f);
        fclose(f);
    }
    return static_cast<int>(outs.size());
}

char *clean_upper(std::string_view v)
{
    auto buf = std::make_unique<char[]>(v.size() + 1);
    std::transform(v.begin(), v.end(), buf.get(), [](unsigned char c) { return toupper(c); });
    emit(std::string_view(buf.get(), v.size()));
    return buf.release();
}

void leak_upper(std::string_view v)
{
    char *u = clean_upper(v); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
    puts(u);
    free(u);
}

} // namespace text
