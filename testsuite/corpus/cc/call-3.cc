/* Corpus, call: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Loading of plugins and running helpers.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct PluginApi {
    int version;
    void *(*create)(const char *cfg);
    void (*destroy)(void *) noexcept;
};

extern void register_plugin(const char *name, const PluginApi *api);
extern bool trusted(const std::string &path);
extern void report(const char *what) noexcept;
extern std::string config_for(const std::string &name);

namespace host {

struct DlCloser {
    void operator()(void *h) const noexcept
    {
        if (h)
            dlclose(h);
    }
};
using DlHandle = std::unique_ptr<void, DlCloser>;

class Library {
public:
    explicit Library(const std::string &path) : h_(dlopen(path.c_str(), RTLD_NOW))
    {
        if (!h_)
            throw std::runtime_error(dlerror());
    }
    Library(Library &&o) noexcept : h_(o.h_) { o.h_ = nullptr; }
    Library &operator=(Library &&o) noexcept
    {
        Library tmp(std::move(o));
        swap(tmp);
        return *this;
    }
    ~Library()
    {
        if (h_)
            dlclose(h_);
    }
    void swap(Library &o) noexcept { std::swap(h_, o.h_); }
    template <class Fn>
    Fn *find(const char *name) const
    {
        void *p = dlsym(h_, name);
        if (!p)
            throw std::runtime_error(std::string("no symbol ") + name);
        return reinterpret_cast<Fn *>(p);
    }

private:
    void *h_;
};

const PluginApi *leak_load(const std::string &path, void **handle)
{
    void *h = dlopen(path.c_str(), RTLD_LAZY); /* { dg-warning "leak|mismatch" } */
    if (!h) {
        report(dlerror());
        return nullptr;
    }
    auto *api = static_cast<const PluginApi *>(dlsym(h, "plugin_api"));
    if (!api || api->version != 3) {
        report("bad plugin");
        return nullptr;
    }
    *handle = h;
    return api;
}

const PluginApi *clean_load(const std::string &path, void **handle)
{
    void *h = dlopen(path.c_str(), RTLD_LAZY);
    if (!h) {
        report(dlerror());
        return nullptr;
    }
    auto *api = static_cast<const PluginApi *>(dlsym(h, "plugin_api"));
    if (!api || api->version != 3) {
        dlclose(h);
        report("bad plugin");
        return nullptr;
    }
    *handle = h;
    return api;
}

int leak_probe(const std::string &path)
{
    void *h = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL); /* { dg-warning "leak|mismatch" } */
    if (!h)
        return -1;
    auto *api = static_cast<const PluginApi *>(dlsym(h, "plugin_api"));
    int v = api ? api->version : 0;
    if (trusted(path))
        v |= 0x100;
    dlclose(h);
    return v;
}

int clean_probe(const std::string &path)
{
    DlHandle h(dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL));
    if (!h)
        return -1;
    auto *api = static_cast<const PluginApi *>(dlsym(h.get(), "plugin_api"));
    int v = api ? api->version : 0;
    if (trusted(path))
        v |= 0x100;
    return v;
}

int clean_swap_library(const std::string &a, const std::string &b)
{
    Library la(a);
    Library lb(b);
    la.swap(lb);
    auto *fn = la.find<int()>("selftest");
    int r = fn();
    lb = std::move(la);
    return r;
}

int leak_swap_library(const std::string &a, const std::string &b)
{
    auto *la = new Library(a); /* { dg-warning "leak|mismatch" } */
    Library lb(b);
    la->swap(lb);
    int r = lb.find<int()>("selftest")();
    delete la;
    return r;
}

std::string leak_run_helper(const std::string &cmd)
{
    std::string out;
    FILE *p = popen(cmd.c_str(), "r"); /* { dg-warning "leak|mismatch" } */
    if (!p)
        return out;
    char line[512];
    while (fgets(line, sizeof line, p)) {
        if (strncmp(line, "fatal:", 6) == 0)
            throw std::runtime_error(line);
        out += line;
    }
    pclose(p);
    return out;
}

std::string clean_run_helper(const std::string &cmd)
{
    std::string out;
    auto closer = [](FILE *f) { if (f) pclose(f); };
    std::unique_ptr<FILE, decltype(closer)> p(popen(cmd.c_str(), "r"), closer);
    if (!p)
        return out;
    std::array<char, 512> line;
    while (fgets(line.data(), static_cast<int>(line.size()), p.get())) {
        if (strncmp(line.data(), "fatal:", 6) == 0)
            throw std::runtime_error(line.data());
        out += line.data();
    }
    return out;
}

class Plugin {
public:
    virtual ~Plugin() = default;
    virtual bool init(const std::string &cfg) = 0;
    virtual void stop() noexcept {}
};

class EchoPlugin : public Plugin {
public:
    bool init(const std::string &cfg) override
    {
        cfg_ = cfg;
        return !cfg_.empty();
    }

private:
    std::string cfg_;
};

class NotifyPlugin : public Plugin {
public:
    NotifyPlugin() : fd_(eventfd(0, EFD_CLOEXEC)) {}
    NotifyPlugin(const NotifyPlugin &) = delete;
    ~NotifyPlugin() override
    {
        if (fd_ >= 0)
            close(fd_);
    }
    bool init(const std::string &) override { return fd_ >= 0; }

private:
    int fd_;
};

class Registry {
public:
    using Factory = std::function<std::unique_ptr<Plugin>()>;
    ~Registry();
    bool clean_start(const std::string &name);
    bool leak_start(const std::string &name);
    bool leak_start_all(const std::vector<std::string> &names);
    void clean_stop_all();

private:
    std::map<std::string, Factory> factories_;
    std::map<std::string, std::unique_ptr<Plugin>> running_;
    std::vector<Plugin *> raw_;
    std::mutex mu_;
};

Registry::~Registry()
{
    for (Plugin *p : raw_)
        delete p;
}

bool Registry::clean_start(const std::string &name)
{
    std::lock_guard<std::mutex> lock(mu_);
    auto it = factories_.find(name);
    if (it == factories_.end())
        return false;
    std::unique_ptr<Plugin> p = it->second();
    if (!p || !p->init(config_for(name)))
        return false;
    running_[name] = std::move(p);
    return true;
}

bool Registry::leak_start(const std::string &name)
{
    Plugin *p = name == "echo" ? static_cast<Plugin *>(new EchoPlugin) : nullptr;
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!p)
        return false;
    try {
        if (!p->init(config_for(name))) {
            delete p;
            return false;
        }
    } catch (const std::runtime_error &e) {
        report(e.what());
        return false;
    }
    raw_.push_back(p);
    return true;
}

bool Registry::leak_start_all(const std::vector<std::string> &names)
{
    mu_.lock(); /* { dg-warning "leak|mismatch" } */
    for (const auto &n : names) {
        auto it = factories_.find(n);
        if (it == factories_.end()) {
            report("unknown plugin");
            return false;
        }
        raw_.push_back(nullptr);
    }
    mu_.unlock();
    return true;
}

void Registry::clean_stop_all()
{
    std::vector<Plugin *> victims;
    {
        std::scoped_lock lock(mu_);
        victims.swap(raw_);
    }
    for (Plugin *p : victims) {
        if (p)
            p->stop();
        delete p;
    }
}

std::unique_ptr<Plugin> clean_factory(const std::string &kind)
{
    std::unique_ptr<Plugin> p;
    if (kind == "echo")
        p.reset(new EchoPlugin);
    else if (kind == "notify")
        p = std::make_unique<NotifyPlugin>();
    if (p && !p->init(config_for(kind)))
        p = nullptr;
    return p;
}

Plugin *leak_factory(const std::string &kind)
{
    Plugin *p = nullptr;
    if (kind == "echo") {
        p = new EchoPlugin;
    } else if (kind == "notify") {
        p = new NotifyPlugin; /* { dg-warning "leak|mismatch" } */
        if (!p->init(std::string()))
            return nullptr;
    }
    return p;
}

// A plugin context kept by a C API.
struct Context {
    char *name;
    void *state;
    const PluginApi *api;
};

Context *leak_context_new(const PluginApi *api, const std::string &name)
{
    auto *ctx = new Context{strdup(name.c_str()), nullptr, api};
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    ctx->state = api->create(ctx->name);
    if (!ctx->state) {
        delete ctx;
        return nullptr;
    }
    return ctx;
}

Context *clean_context_new(const PluginApi *api, const std::string &name)
{
    std::unique_ptr<Context> ctx(new Context{nullptr, nullptr, api});
    std::unique_ptr<char, void (*)(void *)> copy(strdup(name.c_str()), free);
    if (!copy)
        return nullptr;
    ctx->state = api->create(copy.get());
    if (!ctx->state)
        return nullptr;
    ctx->name = copy.release();
    return ctx.release();
}

void clean_context_free(Context *ctx)
{
    if (!ctx)
        return;
    if (ctx->state)
        ctx->api->destroy(ctx->state);
    free(ctx->name);
    delete ctx;
}

void leak_context_roundtrip(const PluginApi *api)
{
    Context *ctx = clean_context_new(api, "probe");
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
    if (!ctx)
        return;
    if (api->version < 2)
        report("old plugin");
    api->destroy(ctx->state);
    delete ctx;
}

void clean_context_roundtrip(const PluginApi *api)
{
    Context *ctx = clean_context_new(api, "probe");
    if (!ctx)
        return;
    if (api->version < 2)
        report("old plugin");
    clean_context_free(ctx);
}

std::function<bool(const char *)> clean_make_filter(const std::string &path)
{
    std::shared_ptr<FILE> f(fopen(path.c_str(), "r"), [](FILE *p) { if (p) fclose(p); });
    if (!f)
        return {};
    std::string cfg = config_for(path);
    return [f, cfg](const char *s) { return cfg == s && !feof(f.get()); };
}

bool leak_apply_filter(const std::string &path, const std::function<bool(FILE *)> &filter)
{
    FILE *f = fopen(path.c_str(), "r");
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
    if (!f)
        return false;
    auto cleanup = [&f] {
        if (f)
            fclose(f);
        f = nullptr;
    };
    if (!filter(f)) {
        cleanup();
        return false;
    }
    cleanup();
    return true;
}

bool clean_apply_filter(const std::string &path, const std::function<bool(FILE *)> &filter)
{
    FILE *f = fopen(path.c_str(), "r");
    if (!f)
        return false;
    auto cleanup = [&f] {
        if (f)
            fclose(f);
        f = nullptr;
    };
    bool ok = false;
    try {
        ok = filter(f);
    } catch (...) {
        cleanup();
        throw;
    }
    cleanup();
    return ok;
}

void *clean_load_once(const char *path)
{
    static void *cached = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    return cached;
}

bool leak_load_pair(const char *a, const char *b, void *out[2])
{
    out[0] = out[1] = nullptr;
    void *ha = dlopen(a, RTLD_NOW); /* { dg-warning "leak|mismatch" } */
    void *hb = dlopen(b, RTLD_NOW);
    if (!ha || !hb) {
        if (hb)
            dlclose(hb);
        return false;
    }
    if (ha == hb)
        report("same library twice");
    out[0] = ha;
    out[1] = hb;
    return true;
}

bool clean_load_pair(const char *a, const char *b, void *out[2])
{
    out[0] = out[1] = nullptr;
    void *ha = dlopen(a, RTLD_NOW);
    void *hb = ha ? dlopen(b, RTLD_NOW) : nullptr;
    if (!hb) {
        if (ha)
            dlclose(ha);
        return false;
    }
    out[0] = ha;
    out[1] = hb;
    return true;
}

void leak_announce(const std::string &path)
{
    DlHandle h(dlopen(path.c_str(), RTLD_NOW));
    if (!h)
        return;
    auto *api = static_cast<PluginApi *>(dlsym(h.get(), "plugin_api"));
    if (!api)
        return;
    PluginApi *copy = new PluginApi(*api); /* { dg-warning "leak|mismatch" } */
    register_plugin(path.c_str(), nullptr);
    if (copy->version > 3)
        report("newer plugin");
    delete copy;
}

void clean_announce(const std::string &path)
{
    DlHandle h(dlopen(path.c_str(), RTLD_NOW));
    if (!h)
        return;
    auto *api = static_cast<PluginApi *>(dlsym(h.get(), "plugin_api"));
    if (!api)
        return;
    PluginApi copy(*api);
    if (copy.version > 3)
        report("newer plugin");
    register_plugin(path.c_str(), &copy);
}

} // namespace host
