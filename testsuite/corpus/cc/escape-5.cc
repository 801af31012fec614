/* Corpus, escape: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Recursive descent parser, syntax trees, tokenizers.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>

struct SyntaxError : std::runtime_error {
    int pos;
    SyntaxError(const char *m, int p) : std::runtime_error(m), pos(p) {}
};

enum class Tok { Num, Plus, Star, Open, Close, End };

extern Tok next_token(const char *&p);
extern double number_at(const char *p);
extern void warn(const std::string &msg) noexcept;
extern void visit_node(const void *n);
extern bool include_allowed(const std::string &path);

namespace parse {

// Old style tree: owning raw children.
struct Node {
    Tok op;
    double num = 0;
    Node *left = nullptr;
    Node *right = nullptr;
    explicit Node(Tok t) noexcept : op(t) {}
    Node(const Node &) = delete;
    Node &operator=(const Node &) = delete;
    ~Node()
    {
        delete left;
        delete right;
    }
};

// New style tree.
struct Expr;
using ExprPtr = std::unique_ptr<Expr>;
struct Expr {
    virtual ~Expr() = default;
    virtual double eval() const = 0;
};
struct Num final : Expr {
    double v;
    explicit Num(double x) : v(x) {}
    double eval() const override { return v; }
};
struct Bin final : Expr {
    char op;
    ExprPtr l, r;
    Bin(char o, ExprPtr a, ExprPtr b) : op(o), l(std::move(a)), r(std::move(b)) {}
    double eval() const override
    {
        return op == '+' ? l->eval() + r->eval() : l->eval() * r->eval();
    }
};

Node *leak_parse_atom(const char *&p)
{
    Node *n = new Node(Tok::Num); /* { dg-warning "leak|mismatch" } */
    n->num = number_at(p);
    return n;
}

Node *clean_parse_atom(const char *&p)
{
    double v = number_at(p);
    Node *n = new Node(Tok::Num);
    n->num = v;
    return n;
}

Node *leak_parse_product(const char *&p)
{
    Node *lhs = clean_parse_atom(p); /* { dg-warning "leak|mismatch" } */
    std::unique_ptr<Node> rhs(clean_parse_atom(p));
    Node *n = new Node(Tok::Star);
    n->left = lhs;
    n->right = rhs.release();
    return n;
}

Node *clean_parse_product(const char *&p)
{
    std::unique_ptr<Node> n(new Node(Tok::Star));
    n->left = clean_parse_atom(p);
    n->right = clean_parse_atom(p);
    return n.release();
}

ExprPtr clean_parse_expr(const char *&p)
{
    ExprPtr lhs = std::make_unique<Num>(number_at(p));
    for (;;) {
        Tok t = next_token(p);
        if (t != Tok::Plus && t != Tok::Star)
            break;
        ExprPtr rhs = std::make_unique<Num>(number_at(p));
        lhs = std::make_unique<Bin>(t == Tok::Plus ? '+' : '*', std::move(lhs), std::move(rhs));
    }
    return lhs;
}

Expr *leak_parse_expr(const char *&p)
{
    Expr *lhs = new Num(number_at(p)); /* { dg-warning "leak|mismatch" } */
    for (;;) {
        if (*p != '+')
            break;
        ++p;
        lhs = new Num(lhs->eval() + 1.0); /* { dg-warning "leak|mismatch" } */
    }
    return lhs;
}

double clean_evaluate(const std::string &text)
{
    const char *p = text.c_str();
    ExprPtr e = clean_parse_expr(p);
    visit_node(e.get());
    return e->eval();
}

double leak_evaluate(const std::string &text)
{
    const char *p = text.c_str();
    ExprPtr e = clean_parse_expr(p); /* { dg-warning "leak|mismatch" } */
    if (*p != '\0')
        warn("trailing text");
    Expr *raw = e.release();
    double v = raw->eval();
    return v;
}

std::string clean_slurp(const std::string &path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw SyntaxError("cannot open", 0);
    std::string s((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    visit_node(s.data());
    return s;
}

std::string leak_slurp(const std::string &path)
{
    FILE *f = fopen(path.c_str(), "rb"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        throw SyntaxError("cannot open", 0);
    if (fseek(f, 0, SEEK_END) != 0)
        throw SyntaxError("not seekable", 0);
    long n = ftell(f);
    rewind(f);
    std::string s(n > 0 ? n : 0, '\0');
    s.resize(fread(&s[0], 1, s.size(), f));
    fclose(f);
    return s;
}

class Lexer {
public:
    explicit Lexer(const char *path) noexcept : f_(fopen(path, "r")) {}
    Lexer(const Lexer &) = delete;
    ~Lexer()
    {
        if (f_)
            fclose(f_);
        free(line_);
    }
    bool next_line() noexcept { return f_ && getline(&line_, &cap_, f_) > 0; }
    const char *text() const noexcept { return line_ ? line_ : ""; }
    void leak_reopen(const char *path);
    void clean_reopen(const char *path);

private:
    FILE *f_;
    char *line_ = nullptr;
    size_t cap_ = 0;
};

void Lexer::leak_reopen(const char *path)
{
    FILE *fresh = fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!fresh)
        throw SyntaxError("include not found", 0);
    f_ = fresh;
}

void Lexer::clean_reopen(const char *path)
{
    FILE *fresh = fopen(path, "r");
    if (!fresh)
        throw SyntaxError("include not found", 0);
    if (f_)
        fclose(f_);
    f_ = fresh;
}

int clean_count_lines(const char *path)
{
    Lexer lx(path);
    int n = 0;
    while (lx.next_line()) {
        visit_node(lx.text());
        ++n;
    }
    return n;
}

int leak_count_lines(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    char *line = nullptr;
    size_t cap = 0;
    int n = 0;
    while (getline(&line, &cap, f) > 0) /* { dg-warning "leak|mismatch" } */
        n += line[0] != '#';
    fclose(f);
    return n;
}

// Include stack with raw handles.
class Includes {
public:
    ~Includes()
    {
        while (!files_.empty()) {
            fclose(files_.top());
            files_.pop();
        }
    }
    bool clean_push(const std::string &path);
    bool leak_push(const std::string &path);
    void clean_pop();

private:
    std::stack<FILE *> files_;
};

bool Includes::clean_push(const std::string &path)
{
    if (files_.size() > 20 || !include_allowed(path))
        return false;
    FILE *f = fopen(path.c_str(), "r");
    if (!f)
        return false;
    files_.push(f);
    return true;
}

bool Includes::leak_push(const std::string &path)
{
    FILE *f = fopen(path.c_str(), "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return false;
    if (files_.size() > 20) {
        warn("includes nested too deeply: " + path);
        return false;
    }
    files_.push(f);
    return true;
}

void Includes::clean_pop()
{
    if (files_.empty())
        return;
    FILE *f = files_.top();
    files_.pop();
    fclose(f);
}

using Json = std::variant<std::nullptr_t, double, std::string, std::shared_ptr<std::vector<int>>>;

Json clean_json_array(const char *&p)
{
    auto arr = std::make_shared<std::vector<int>>();
    while (*p && *p != ']') {
        arr->push_back(static_cast<int>(number_at(p)));
        if (next_token(p) == Tok::End)
            return nullptr;
    }
    return arr;
}

Json leak_json_string(const char *&p)
{
    size_t n = strcspn(p, "\"");
    char *tmp = new char[n + 1]; /* { dg-warning "leak|mismatch" } */
    size_t o = 0;
    for (size_t i = 0; i < n; ++i) {
        if (p[i] == '\\') {
            if (i + 1 == n)
                return nullptr;
            ++i;
        }
        tmp[o++] = p[i];
    }
    tmp[o] = '\0';
    p += n;
    std::string s(tmp);
    delete[] tmp;
    return s;
}

Json clean_json_string(const char *&p)
{
    size_t n = strcspn(p, "\"");
    char *tmp = new char[n + 1];
    size_t o = 0;
    bool bad = false;
    for (size_t i = 0; i < n && !bad; ++i) {
        if (p[i] == '\\' && ++i == n)
            bad = true;
        else
            tmp[o++] = p[i];
    }
    tmp[o] = '\0';
    p += n;
    Json j;
    if (!bad)
        j = std::string(tmp);
    delete[] tmp;
    return j;
}

// A document object with a function try block.
class Document {
public:
    Document(const char *text, int mode);
    ~Document();
    Document(const Document &) = delete;
    double sum() const noexcept { return root_ ? root_->num : 0; }

private:
    Node *root_;
    int mode_;
};

Document::Document(const char *text, int mode) try
    : root_(new Node(Tok::Plus)), mode_(mode) /* { dg-warning "leak|mismatch" } */
{
    root_->num = number_at(text);
} catch (const SyntaxError &e) {
    warn(e.what());
}

Document::~Document()
{
    delete root_;
}

double leak_document(const char *text)
{
    Document d(text, 0);
    return d.sum();
}

class SafeDocument {
public:
    SafeDocument(const char *text, int mode);
    double sum() const noexcept { return root_ ? root_->num : 0; }

private:
    std::unique_ptr<Node> root_;
    int mode_;
};

SafeDocument::SafeDocument(const char *text, int mode) try
    : root_(new Node(Tok::Plus)), mode_(mode)
{
    root_->num = number_at(text);
} catch (const SyntaxError &e) {
    warn(e.what());
    throw;
}

double clean_document(const char *text)
{
    SafeDocument d(text, 0);
    return d.sum();
}

struct Macro {
    char *body;
    int nargs;
};

bool clean_expand(std::map<std::string, Macro> &macros, const std::string &name, const char *body)
{
    auto it = macros.find(name);
    if (it != macros.end()) {
        free(it->second.body);
        macros.erase(it);
    }
    char *copy = strdup(body);
    if (!copy)
        return false;
    macros[name] = Macro{copy, 0};
    return true;
}

bool leak_expand(std::map<std::string, Macro> &macros, const std::string &name, const char *body)
{
    Macro m{strdup(body), 0}; /* { dg-warning "leak|mismatch" } */
    if (!m.body)
        return false;
    for (const char *c = body; *c; ++c)
        m.nargs += *c == '$';
    if (m.nargs > 9) {
        warn("too many arguments in " + name);
        return false;
    }
    auto it = macros.find(name);
    if (it != macros.end()) {
        free(it->second.body);
        it->second = m;
    } else {
        macros.emplace(name, m);
    }
    return true;
}

std::optional<std::string> leak_env_path(const char *base)
{
    char *full = realpath(base, nullptr); /* { dg-warning "leak|mismatch" } */
    if (!full)
        return std::nullopt;
    if (!include_allowed(full)) {
        free(full);
        return std::nullopt;
    }
    std::string s(full);
    free(full);
    return s;
}

std::optional<std::string> clean_env_path(const char *base)
{
    struct Free {
        void operator()(char *p) const { ::free(p); }
    };
    std::unique_ptr<char, Free> full(realpath(base, nullptr));
    if (!full || !include_allowed(full.get()))
        return std::nullopt;
    return std::string(full.get());
}

void clean_tree_copy(const Node *src)
{
    Node *copy = new Node(src->op);
    copy->num = src->num;
    try {
        visit_node(copy);
    } catch (const SyntaxError &) {
        warn("bad tree");
    } catch (...) {
        delete copy;
        std::throw_with_nested(std::runtime_error("visit"));
    }
    delete copy;
}

void leak_tree_copy(const Node *src)
{
    Node *copy = new Node(src->op); /* { dg-warning "leak|mismatch" } */
    copy->num = src->num;
    try {
        visit_node(copy);
    } catch (const SyntaxError &) {
        warn("bad tree");
        return;
    } catch (...) {
        delete copy;
        throw;
    }
    delete copy;
}

} // namespace parse
