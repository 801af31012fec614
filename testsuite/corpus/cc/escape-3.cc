/* Corpus, escape: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Configuration, CSV and expression parsers sharing a few utilities.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cfg {

class ParseError : public std::runtime_error {
public:
    ParseError(const std::string &what, int line) : std::runtime_error(what), line_(line) {}
    int line() const noexcept { return line_; }

private:
    int line_;
};

struct FileCloser {
    void operator()(FILE *f) const noexcept {
        if (f)
            fclose(f);
    }
};
using FilePtr = std::unique_ptr<FILE, FileCloser>;

using Table = std::map<std::string, std::string>;

static std::pair<std::string, std::string> parse_kv(const char *line, int lineno) {
    const char *eq = strchr(line, '=');
    if (!eq || eq == line)
        throw ParseError("expected key=value", lineno);
    std::string value(eq + 1);
    while (!value.empty() && isspace(static_cast<unsigned char>(value.back())))
        value.pop_back();
    return {std::string(line, eq), value};
}

// ---- expression trees -------------------------------------------------

struct Cursor {
    const char *p;
    char peek() const noexcept { return *p; }
    char take() noexcept { return *p ? *p++ : '\0'; }
};

struct Node {
    char op = 0;
    long value = 0;
    Node *lhs = nullptr;
    Node *rhs = nullptr;
    Node(char o, Node *l, Node *r) noexcept : op(o), lhs(l), rhs(r) {}
    explicit Node(long v) noexcept : value(v) {}
    Node(const Node &) = delete;
    Node &operator=(const Node &) = delete;
    ~Node() {
        delete lhs;
        delete rhs;
    }
};

static Node *parse_number(Cursor &c) {
    if (!isdigit(static_cast<unsigned char>(c.peek())))
        throw ParseError("digit expected", 1);
    long v = 0;
    while (isdigit(static_cast<unsigned char>(c.peek())))
        v = v * 10 + (c.take() - '0');
    return new Node(v);
}

} // namespace cfg

using namespace cfg;

Table leak_load_ini(const char *path) {
    Table t;
    FILE *f = fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return t;
    char line[256];
    int no = 0;
    while (fgets(line, sizeof line, f)) {
        ++no;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        t.insert(parse_kv(line, no));
    }
    fclose(f);
    return t;
}

Table clean_load_ini(const char *path) {
    Table t;
    FilePtr f(fopen(path, "r"));
    if (!f)
        return t;
    char line[256];
    int no = 0;
    while (fgets(line, sizeof line, f.get())) {
        ++no;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        t.insert(parse_kv(line, no));
    }
    return t;
}

char *leak_read_whole(const char *path, size_t *len) {
    FILE *f = fopen(path, "rb");
    if (!f)
        return nullptr;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    if (size < 0) {
        fclose(f);
        return nullptr;
    }
    char *buf = static_cast<char *>(malloc(size + 1)); /* { dg-warning "leak|mismatch" } */
    if (!buf) {
        fclose(f);
        return nullptr;
    }
    size_t got = fread(buf, 1, size, f);
    fclose(f);
    if (got != static_cast<size_t>(size))
        return nullptr;
    buf[got] = '\0';
    *len = got;
    return buf;
}

char *clean_read_whole(const char *path, size_t *len) {
    char *result = nullptr;
    char *buf = nullptr;
    long size;
    FILE *f = fopen(path, "rb");
    if (!f)
        return nullptr;
    if (fseek(f, 0, SEEK_END) != 0)
        goto out;
    size = ftell(f);
    if (size < 0)
        goto out;
    rewind(f);
    buf = static_cast<char *>(malloc(size + 1));
    if (!buf)
        goto out;
    if (fread(buf, 1, size, f) != static_cast<size_t>(size))
        goto out;
    buf[size] = '\0';
    *len = size;
    result = buf;
    buf = nullptr;
out:
    free(buf);
    fclose(f);
    return result;
}

int leak_count_words(const char *text) {
    size_t n = strlen(text);
    char *work = new char[n + 1]; /* { dg-warning "leak|mismatch" } */
    memcpy(work, text, n + 1);
    int words = 0;
    char *save = nullptr;
    for (char *tok = strtok_r(work, " \t\n", &save); tok; tok = strtok_r(nullptr, " \t\n", &save))
        ++words;
    delete work;
    return words;
}

int clean_count_words(const char *text) {
    size_t n = strlen(text);
    if (n == 0)
        return 0;
    char *work = new char[n + 1];
    memcpy(work, text, n + 1);
    int words = 0;
    char *save = nullptr;
    for (char *tok = strtok_r(work, " \t\n", &save); tok; tok = strtok_r(nullptr, " \t\n", &save))
        if (*tok != '#')
            ++words;
        else
            break;
    delete[] work;
    return words;
}

Node *leak_parse_sum(Cursor &c) {
    Node *left = parse_number(c); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
    while (c.peek() == '+' || c.peek() == '-') {
        char op = c.take();
        Node *right = parse_number(c);
        left = new Node(op, left, right); /* { dg-warning "leak|mismatch" } */
    }
    return left;
}

std::unique_ptr<Node> clean_parse_sum(Cursor &c) {
    std::unique_ptr<Node> left(parse_number(c));
    while (c.peek() == '+' || c.peek() == '-') {
        char op = c.take();
        std::unique_ptr<Node> right(parse_number(c));
        Node *l = left.release();
        Node *r = right.release();
        left.reset(new Node(op, l, r));
    }
    if (c.peek() != '\0')
        throw ParseError("trailing garbage", 1);
    return left;
}

int leak_parse_include(const char *path, Table &into, int depth) {
    FILE *f = fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return -1;
    if (depth > 8)
        return -2;
    char line[512];
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "include ", 8) == 0) {
            if (leak_parse_include(line + 8, into, depth + 1) < 0) {
                fclose(f);
                return -1;
            }
        } else {
            into[line] = "1";
        }
    }
    fclose(f);
    return 0;
}

int clean_parse_include(const char *path, Table &into, int depth) {
    if (depth > 8)
        return -2;
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    int rc = 0;
    char line[512];
    while (rc == 0 && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "include ", 8) == 0)
            rc = clean_parse_include(line + 8, into, depth + 1);
        else
            into[line] = "1";
    }
    fclose(f);
    return rc;
}

// A lexer that checks the magic in its constructor.
class RawLexer {
public:
    explicit RawLexer(const char *path) {
        in_ = fopen(path, "rb"); /* { dg-warning "leak|mismatch" } */
        if (!in_)
            throw ParseError("cannot open", 0);
        char magic[4];
        if (fread(magic, 1, 4, in_) != 4 || memcmp(magic, "LEX1", 4) != 0)
            throw ParseError("bad magic", 0);
    }
    RawLexer(const RawLexer &) = delete;
    RawLexer &operator=(const RawLexer &) = delete;
    ~RawLexer() { fclose(in_); }
    int next() noexcept { return fgetc(in_); }

private:
    FILE *in_;
};

class SafeLexer {
public:
    explicit SafeLexer(const char *path) : in_(fopen(path, "rb")) {
        if (!in_)
            throw ParseError("cannot open", 0);
        char magic[4];
        if (fread(magic, 1, 4, in_.get()) != 4 || memcmp(magic, "LEX1", 4) != 0)
            throw ParseError("bad magic", 0);
    }
    int next() noexcept { return fgetc(in_.get()); }

private:
    FilePtr in_;
};

long leak_lex_count(const char *path) {
    RawLexer lx(path);
    long n = 0;
    while (lx.next() != EOF)
        ++n;
    return n;
}

long clean_lex_count(const char *path) {
    SafeLexer lx(path);
    long n = 0;
    while (lx.next() != EOF)
        ++n;
    return n;
}

char *leak_unquote(const char *src) {
    char *dup = strdup(src); /* { dg-warning "leak|mismatch" } */
    if (!dup)
        return nullptr;
    char *w = dup;
    if (*src++ != '"') {
        free(dup);
        return nullptr;
    }
    for (; *src && *src != '"'; ++src) {
        if (*src == '\\') {
            ++src;
            if (*src == 'n')
                *w++ = '\n';
            else if (*src == '"' || *src == '\\')
                *w++ = *src;
            else
                return nullptr;
        } else {
            *w++ = *src;
        }
    }
    *w = '\0';
    return dup;
}

char *clean_unquote(const char *src) {
    if (*src++ != '"')
        return nullptr;
    char *dup = strdup(src);
    if (!dup)
        return nullptr;
    char *w = dup;
    bool bad = false;
    for (; *src && *src != '"' && !bad; ++src) {
        if (*src == '\\') {
            ++src;
            switch (*src) {
            case 'n':
                *w++ = '\n';
                break;
            case '"':
            case '\\':
                *w++ = *src;
                break;
            default:
                bad = true;
                break;
            }
            if (bad)
                break;
        } else {
            *w++ = *src;
        }
    }
    if (bad) {
        free(dup);
        dup = nullptr;
    } else {
        *w = '\0';
    }
    return dup;
}

// Returns the number of columns of the widest row.
int clean_csv_width(const char *path, bool strict) {
    std::ifstream in(path);
    if (!in)
        return -1;
    int width = 0, no = 0;
    std::string row;
    while (std::getline(in, row)) {
        ++no;
        int col = 1;
        for (char ch : row)
            col += ch == ',';
        if (strict && width != 0 && col != width)
            throw ParseError("ragged table", no);
        if (col > width)
            width = col;
    }
    return width;
}

std::optional<FilePtr> open_optional(const char *path, bool must) {
    FilePtr f(fopen(path, "r"));
    if (!f) {
        if (must)
            throw ParseError("missing file", 0);
        return std::nullopt;
    }
    return f;
}

bool clean_merge_layers(const char *base, const char *overlay, Table &out) {
    auto b = open_optional(base, true);
    auto o = open_optional(overlay, false);
    int no = 0;
    char line[256];
    while (fgets(line, sizeof line, b->get()))
        out.insert(parse_kv(line, ++no));
    if (!o)
        return false;
    no = 0;
    while (fgets(line, sizeof line, o->get())) {
        auto kv = parse_kv(line, ++no);
        out[kv.first] = kv.second;
    }
    return true;
}

bool leak_merge_layers(const char *base, const char *overlay, Table &out) {
    FilePtr b(fopen(base, "r")); /* { dg-warning "leak|mismatch" } */
    if (!b)
        return false;
    int no = 0;
    char line[256];
    FILE *cur = b.release();
    while (fgets(line, sizeof line, cur))
        out.insert(parse_kv(line, ++no));
    fclose(cur);
    FilePtr o(fopen(overlay, "r"));
    while (o && fgets(line, sizeof line, o.get()))
        out.insert(parse_kv(line, ++no));
    return static_cast<bool>(o);
}

int leak_resolve_alias(const Table &t, const char *name) {
    char *cur = strdup(name); /* { dg-warning "leak|mismatch" } */
    int hops = 0;
    while (cur) {
        auto it = t.find(cur);
        if (it == t.end())
            break;
        if (++hops > 16) {
            free(cur);
            throw ParseError("alias loop", hops);
        }
        cur = strdup(it->second.c_str()); /* { dg-warning "leak|mismatch" } */
    }
    free(cur);
    return hops;
}

int clean_resolve_alias(const Table &t, const char *name) {
    char *cur = strdup(name);
    int hops = 0;
    while (cur) {
        auto it = t.find(cur);
        if (it == t.end())
            break;
        if (++hops > 16) {
            free(cur);
            throw ParseError("alias loop", hops);
        }
        char *nextname = strdup(it->second.c_str());
        free(cur);
        cur = nextname;
    }
    free(cur);
    return hops;
}
