/* Corpus, ownership: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// builder.cpp - expression trees, style objects and report emitters.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace build {

class BuildError {
public:
    explicit BuildError(const char* w) noexcept : what_(w) {}
    const char* what() const noexcept { return what_; }

private:
    const char* what_;
};

// -------------------------------------------------------------- expressions

struct Node {
    virtual ~Node() = default;
    virtual int eval() const = 0;
};

struct Num : Node {
    explicit Num(int v) noexcept : value(v) {}
    int eval() const override { return value; }
    int value;
};

struct Bin : Node {
    Bin(char o, Node* a, Node* b) noexcept : op(o), l(a), r(b) {}
    ~Bin() override
    {
        delete l;
        delete r;
    }
    int eval() const override
    {
        int a = l->eval(), b = r->eval();
        switch (op) {
        case '+': return a + b;
        case '-': return a - b;
        case '*': return a * b;
        default:
            if (b == 0)
                throw BuildError("division by zero");
            return a / b;
        }
    }
    char op;
    Node* l;
    Node* r;
};

class Reader {
public:
    explicit Reader(const char* p) noexcept : p_(p) {}

    char peek()
    {
        while (*p_ == ' ')
            ++p_;
        return *p_;
    }

    char take()
    {
        char c = peek();
        if (c)
            ++p_;
        return c;
    }

    Node* term()
    {
        char c = peek();
        if (!std::isdigit(static_cast<unsigned char>(c)))
            throw BuildError("digit expected");
        int v = 0;
        while (std::isdigit(static_cast<unsigned char>(*p_)))
            v = v * 10 + (*p_++ - '0');
        return new Num(v);
    }

    Node* expr()
    {
        std::unique_ptr<Node> lhs(term());
        while (peek() != '\0') {
            char op = take();
            if (!std::strchr("+-*/", op))
                throw BuildError("operator expected");
            std::unique_ptr<Node> rhs(term());
            Node* b = new Bin(op, lhs.get(), rhs.get());
            lhs.release();
            rhs.release();
            lhs.reset(b);
        }
        return lhs.release();
    }

private:
    const char* p_;
};

Node* leak_parse_sum(Reader& rd)
{
    Node* lhs = rd.term(); /* { dg-warning "leak|mismatch" } */
    if (rd.peek() != '+')
        return lhs;
    rd.take();
    Node* rhs = rd.term();
    return new Bin('+', lhs, rhs);
}

Node* clean_parse_sum(Reader& rd)
{
    std::unique_ptr<Node> lhs(rd.term());
    if (rd.peek() != '+')
        return lhs.release();
    rd.take();
    std::unique_ptr<Node> rhs(rd.term());
    return new Bin('+', lhs.release(), rhs.release());
}

int leak_evaluate(const char* text)
{
    Reader rd(text);
    Node* n = rd.expr(); /* { dg-warning "leak|mismatch" } */
    int v = n->eval();
    delete n;
    return v;
}

int clean_evaluate(const char* text)
{
    Reader rd(text);
    std::unique_ptr<Node> n(rd.expr());
    return n->eval();
}

Num* leak_expect_number(Reader& rd)
{
    Node* n = rd.expr(); /* { dg-warning "leak|mismatch" } */
    Num* num = dynamic_cast<Num*>(n);
    if (!num)
        throw BuildError("plain number expected");
    return num;
}

std::unique_ptr<Num> clean_expect_number(Reader& rd)
{
    std::unique_ptr<Node> n(rd.expr());
    Num* num = dynamic_cast<Num*>(n.get());
    if (!num)
        throw BuildError("plain number expected");
    n.release();
    return std::unique_ptr<Num>(num);
}

int clean_evaluate_all(const std::vector<const char*>& texts)
{
    std::vector<std::unique_ptr<Node>> nodes;
    for (const char* t : texts) {
        Reader rd(t);
        nodes.emplace_back(rd.expr());
    }
    int sum = 0;
    for (const auto& n : nodes)
        sum += n->eval();
    return sum;
}

// ------------------------------------------------------------------- styles

struct Style {
    explicit Style(int c) : color(c) {}
    ~Style() {}
    int color;
};

struct FontStyle : Style {
    FontStyle(int c, const char* f) : Style(c), face(strdup(f)) {}
    ~FontStyle() { free(face); }
    FontStyle(const FontStyle&) = delete;
    FontStyle& operator=(const FontStyle&) = delete;
    char* face;
};

int leak_style_color(const char* face)
{
    Style* s = new FontStyle(0xff, face); /* { dg-warning "leak|mismatch" } */
    int c = s->color;
    delete s;
    return c;
}

int clean_style_color(const char* face)
{
    FontStyle* s = new FontStyle(0xff, face);
    int c = s->color;
    delete s;
    return c;
}

int leak_style_ptr(const char* face, bool bold)
{
    std::unique_ptr<Style> s = std::make_unique<FontStyle>(1, face);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    return bold ? s->color * 2 : s->color;
}

int clean_style_shared(const char* face, bool bold)
{
    std::shared_ptr<Style> s = std::make_shared<FontStyle>(1, face);
    return bold ? s->color * 2 : s->color;
}

// ------------------------------------------------------------------ outlines

class Outline {
public:
    bool open(const char* path)
    {
        f_ = std::fopen(path, "w");
        return f_ != nullptr;
    }
    bool line(int depth, const char* text)
    {
        return std::fprintf(f_, "%*s%s\n", depth * 2, "", text) > 0;
    }
    void close()
    {
        if (f_)
            std::fclose(f_);
        f_ = nullptr;
    }

private:
    std::FILE* f_ = nullptr;
};

bool leak_write_outline(const char* path, const char* title)
{
    Outline o;
    if (!o.open(path)) /* { dg-warning "leak|mismatch" } */
        return false;
    if (!o.line(0, title))
        return false;
    bool ok = o.line(1, "end");
    o.close();
    return ok;
}

bool clean_write_outline(const char* path, const char* title)
{
    Outline o;
    if (!o.open(path))
        return false;
    bool ok = o.line(0, title) && o.line(1, "end");
    o.close();
    return ok;
}

// ------------------------------------------------------------------- labels

class Label {
public:
    Label() : text_(nullptr) {}
    ~Label() { free(text_); }
    void set(const char* s) { text_ = strdup(s); }
    size_t width() const { return text_ ? std::strlen(text_) : 0; }

private:
    Label(const Label&);
    Label& operator=(const Label&);
    char* text_;
};

size_t leak_label_width(const char* name)
{
    Label l;
    l.set("(unnamed)"); /* { dg-warning "leak|mismatch" } */
    if (name && *name)
        l.set(name);
    return l.width();
}

class SafeLabel {
public:
    SafeLabel() : text_(nullptr) {}
    ~SafeLabel() { free(text_); }
    void set(const char* s)
    {
        char* copy = strdup(s);
        free(text_);
        text_ = copy;
    }
    size_t width() const { return text_ ? std::strlen(text_) : 0; }

private:
    SafeLabel(const SafeLabel&);
    SafeLabel& operator=(const SafeLabel&);
    char* text_;
};

size_t clean_label_width(const char* name)
{
    SafeLabel l;
    l.set("(unnamed)");
    if (name && *name)
        l.set(name);
    return l.width();
}

// ------------------------------------------------------------------ emitters

class Emitter {
public:
    using Step = void (Emitter::*)();
    Emitter(std::FILE* out, int depth) noexcept : out_(out), depth_(depth) {}
    void header() { std::fputs("<report>\n", out_); }
    void body()
    {
        if (depth_ <= 0)
            throw BuildError("unbalanced report");
        std::fprintf(out_, "<depth>%d</depth>\n", depth_);
    }
    void trailer() { std::fputs("</report>\n", out_); }

private:
    std::FILE* out_;
    int depth_;
};

void leak_emit_report(const char* path, int depth)
{
    std::FILE* f = std::fopen(path, "w");
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
    if (!f)
        throw BuildError("cannot open report");
    Emitter e(f, depth);
    const Emitter::Step steps[] = {&Emitter::header, &Emitter::body, &Emitter::trailer};
    for (Emitter::Step s : steps)
        (e.*s)();
    std::fclose(f);
}

void clean_emit_report(const char* path, int depth)
{
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> f(std::fopen(path, "w"), &std::fclose);
    if (!f)
        throw BuildError("cannot open report");
    Emitter e(f.get(), depth);
    const Emitter::Step steps[] = {&Emitter::header, &Emitter::body, &Emitter::trailer};
    for (Emitter::Step s : steps)
        (e.*s)();
}

struct Outputs {
    std::FILE* text = nullptr;
    std::FILE* html = nullptr;
    Outputs() = default;
    Outputs(const Outputs&) = delete;
    Outputs& operator=(const Outputs&) = delete;
    ~Outputs()
    {
        if (text)
            std::fclose(text);
        if (html)
            std::fclose(html);
    }
};

void clean_open_output(const char* path, bool html)
{
    Outputs o;
    std::FILE* Outputs::*which = html ? &Outputs::html : &Outputs::text;
    o.*which = std::fopen(path, "w");
    if (!(o.*which))
        throw BuildError("cannot open output");
    std::fputs("ok\n", o.*which);
}

// ------------------------------------------------------------------- queries

class QueryBuilder {
public:
    explicit QueryBuilder(const char* table) : buf_(nullptr)
    {
        if (asprintf(&buf_, "SELECT * FROM %s", table) < 0) {
            buf_ = nullptr;
            throw BuildError("asprintf");
        }
    }
    ~QueryBuilder() { free(buf_); }
    QueryBuilder(const QueryBuilder&) = delete;
    QueryBuilder& operator=(const QueryBuilder&) = delete;

    QueryBuilder& where(const char* cond)
    {
        char* longer = nullptr;
        if (asprintf(&longer, "%s WHERE %s", buf_, cond) < 0)
            throw BuildError("asprintf");
        free(buf_);
        buf_ = longer;
        return *this;
    }
    size_t size() const noexcept { return std::strlen(buf_); }
    char* take() noexcept { return std::exchange(buf_, nullptr); }

private:
    char* buf_;
};

char* leak_build_query(const char* table, size_t limit)
{
    QueryBuilder qb(table); /* { dg-warning "leak|mismatch" } */
    char* sql = qb.take();
    if (std::strlen(sql) > limit)
        throw BuildError("query too long");
    return sql;
}

char* clean_build_query(const char* table, const char* cond, size_t limit)
{
    QueryBuilder qb(table);
    qb.where(cond);
    if (qb.size() > limit)
        throw BuildError("query too long");
    return qb.take();
}

} // namespace build
