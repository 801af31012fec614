/* Corpus, call: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Loads plugins through dlopen, keeps them in a registry, calls their hooks.
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace host {

constexpr int kAbi = 7;

struct LoadError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Plugin {
public:
    virtual ~Plugin() {}
    virtual int abi() const noexcept = 0;
    virtual void start() = 0;
    virtual void stop() noexcept {}
};

// Built-in plugin, always available.
class EchoPlugin final : public Plugin {
public:
    explicit EchoPlugin(const char *trace) : trace_(fopen(trace, "w")) {}
    EchoPlugin(const EchoPlugin &) = delete;
    EchoPlugin &operator=(const EchoPlugin &) = delete;
    ~EchoPlugin() override {
        if (trace_)
            fclose(trace_);
    }
    int abi() const noexcept override { return kAbi; }
    void start() override {
        if (!trace_)
            throw LoadError("echo: no trace file");
        fputs("start\n", trace_);
    }

private:
    FILE *trace_;
};

// An observer interface whose author forgot something.
class Observer {
public:
    virtual void notify(int event) noexcept = 0;
};

class FileObserver : public Observer {
public:
    explicit FileObserver(const char *path) : out_(fopen(path, "a")) {}
    FileObserver(const FileObserver &) = delete;
    FileObserver &operator=(const FileObserver &) = delete;
    ~FileObserver() {
        if (out_)
            fclose(out_);
    }
    void notify(int event) noexcept override {
        if (out_)
            fprintf(out_, "%d\n", event);
    }

private:
    FILE *out_;
};

class CountingObserver : public Observer {
public:
    void notify(int event) noexcept override { sum += event; }
    int sum = 0;
};

using AbiFn = int (*)() noexcept;
using CreateFn = Plugin *(*)() noexcept;

struct DlCloser {
    void operator()(void *h) const noexcept { dlclose(h); }
};
using Library = std::unique_ptr<void, DlCloser>;

struct Loaded {
    Library lib;
    std::unique_ptr<Plugin> plugin; // destroyed before the library
    std::string name;
};

std::vector<Loaded> g_loaded;
std::vector<void *> g_pinned;

void require(bool cond, const char *what) {
    if (!cond)
        throw LoadError(what);
}

} // namespace host

using namespace host;

int leak_query_abi(const char *path) {
    void *h = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* { dg-warning "leak|mismatch" } */
    if (!h)
        return -1;
    AbiFn fn = reinterpret_cast<AbiFn>(dlsym(h, "plugin_abi"));
    if (!fn) {
        fprintf(stderr, "%s: %s\n", path, dlerror());
        return -1;
    }
    int abi = fn();
    dlclose(h);
    return abi;
}

int clean_query_abi(const char *path) {
    void *h = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!h)
        return -1;
    int abi = -1;
    if (AbiFn fn = reinterpret_cast<AbiFn>(dlsym(h, "plugin_abi")))
        abi = fn();
    else
        fprintf(stderr, "%s: %s\n", path, dlerror());
    dlclose(h);
    return abi;
}

bool leak_load_plugin(const char *path) {
    void *h = dlopen(path, RTLD_NOW); /* { dg-warning "leak|mismatch" } */
    if (!h)
        return false;
    CreateFn create = reinterpret_cast<CreateFn>(dlsym(h, "plugin_create"));
    require(create != nullptr, "plugin_create missing");
    Loaded l;
    l.lib.reset(h);
    l.plugin.reset(create());
    l.name = path;
    g_loaded.push_back(std::move(l));
    return true;
}

bool clean_load_plugin(const char *path) {
    Library lib(dlopen(path, RTLD_NOW));
    if (!lib)
        return false;
    CreateFn create = reinterpret_cast<CreateFn>(dlsym(lib.get(), "plugin_create"));
    require(create != nullptr, "plugin_create missing");
    std::unique_ptr<Plugin> p(create());
    require(p && p->abi() == kAbi, "wrong abi");
    Loaded l;
    l.lib = std::move(lib);
    l.plugin = std::move(p);
    l.name = path;
    g_loaded.push_back(std::move(l));
    return true;
}

bool clean_pin_library(const char *path) {
    void *h = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!h)
        return false;
    if (!dlsym(h, "plugin_pin")) {
        dlclose(h);
        return false;
    }
    g_pinned.push_back(h);
    return true;
}

void leak_run_echo(const char *trace) {
    Plugin *p = new EchoPlugin(trace); /* { dg-warning "leak|mismatch" } */
    p->start();
    p->stop();
    delete p;
}

void clean_run_echo(const char *trace) {
    Plugin *p = new EchoPlugin(trace);
    try {
        p->start();
        p->stop();
    } catch (...) {
        delete p;
        throw;
    }
    delete p;
}

void leak_notify_file(const char *path, int event) {
    Observer *o = new FileObserver(path); /* { dg-warning "leak|mismatch" } */
    o->notify(event);
    delete o;
}

void clean_notify_file(const char *path, int event) {
    auto *file = new FileObserver(path);
    Observer *o = file;
    o->notify(event);
    delete file;
}

void clean_notify_shared(const char *path, int event) {
    std::shared_ptr<Observer> o = std::make_shared<FileObserver>(path);
    o->notify(event);
    std::shared_ptr<Observer> again = o;
    o.reset();
    again->notify(event + 1);
}

void leak_notify_unique(const char *path, int event) {
    std::unique_ptr<Observer> o = std::make_unique<FileObserver>(path);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    o->notify(event);
}

// Picks the first library of a list that exports a symbol.
void *leak_find_provider(const char *const *paths, const char *symbol) {
    for (; *paths; ++paths) {
        void *h = dlopen(*paths, RTLD_LAZY); /* { dg-warning "leak|mismatch" } */
        if (!h)
            continue;
        if (dlsym(h, symbol))
            return h;
    }
    return nullptr;
}

void *clean_find_provider(const char *const *paths, const char *symbol) {
    void *h = nullptr;
    for (; *paths && !h; ++paths) {
        h = dlopen(*paths, RTLD_LAZY);
        if (h && !dlsym(h, symbol)) {
            dlclose(h);
            h = nullptr;
        }
    }
    return h;
}

// ---- hook table guarded by a mutex ---------------------------------------
class HookTable {
public:
    using Hook = std::function<int(int)>;
    void leak_add(const std::string &name, Hook h);
    void clean_add(const std::string &name, Hook h);
    int leak_call(const std::string &name, int arg);
    int clean_call(const std::string &name, int arg);

private:
    std::mutex mu_;
    std::map<std::string, Hook> hooks_;
};

void HookTable::leak_add(const std::string &name, Hook h) {
    mu_.lock(); /* { dg-warning "leak|mismatch" } */
    if (hooks_.count(name))
        throw LoadError("duplicate hook " + name);
    hooks_[name] = std::move(h);
    mu_.unlock();
}

void HookTable::clean_add(const std::string &name, Hook h) {
    std::lock_guard<std::mutex> hold(mu_);
    if (hooks_.count(name))
        throw LoadError("duplicate hook " + name);
    hooks_[name] = std::move(h);
}

int HookTable::leak_call(const std::string &name, int arg) {
    mu_.lock(); /* { dg-warning "leak|mismatch" "" { xfail *-*-* } } */
    auto it = hooks_.find(name);
    if (it == hooks_.end())
        return 0;
    Hook h = it->second;
    mu_.unlock();
    return h(arg);
}

int HookTable::clean_call(const std::string &name, int arg) {
    std::unique_lock<std::mutex> hold(mu_);
    auto it = hooks_.find(name);
    if (it == hooks_.end())
        return 0;
    Hook h = it->second;
    hold.unlock();
    return h(arg);
}

// ---- factories ------------------------------------------------------------
Plugin *make_plugin(const char *kind, const char *trace) {
    if (strcmp(kind, "echo") == 0)
        return new EchoPlugin(trace);
    return nullptr;
}

void clean_start_all(const std::vector<const char *> &kinds) {
    std::list<std::pair<const char *, std::unique_ptr<Plugin>>> running;
    for (const char *k : kinds) {
        std::unique_ptr<Plugin> p(make_plugin(k, "/dev/null"));
        require(p != nullptr, "unknown kind");
        p->start();
        running.emplace_back(k, std::move(p));
    }
    for (auto &r : running)
        r.second->stop();
}

void leak_start_all(const std::vector<const char *> &kinds) {
    std::vector<Plugin *> running;
    for (const char *k : kinds) {
        Plugin *p = make_plugin(k, "/dev/null"); /* { dg-warning "leak|mismatch" } */
        require(p != nullptr, "unknown kind");
        p->start();
        running.push_back(p);
    }
    for (Plugin *p : running) {
        p->stop();
        delete p;
    }
}
