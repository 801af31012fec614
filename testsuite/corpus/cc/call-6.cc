/* Corpus, call: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// plugins.cpp: plugin discovery, loading and the event bus of the media server

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace plug {

struct HostApi {
    int abi;
    const char *(*name)() noexcept;
    const char *(*license)() noexcept;
    void *(*acquire)(size_t) noexcept;
    void (*release)(void *) noexcept;
};

using InitFn = int (*)(const HostApi *) noexcept;
using VersionFn = const char *(*)() noexcept;

extern "C" void host_log(const char *fmt, ...) noexcept;
extern "C" void host_track_module(void *dl) noexcept;       // unloads at exit
extern "C" bool host_queue_raw(void (*fn)(void *), void *arg) noexcept;

struct PluginError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

static std::vector<void *> g_loaded;

class ScopeGuard {
public:
    explicit ScopeGuard(std::function<void()> f) : f_(std::move(f)) {}
    ScopeGuard(const ScopeGuard &) = delete;
    ScopeGuard &operator=(const ScopeGuard &) = delete;
    ~ScopeGuard()
    {
        if (armed_)
            f_();
    }
    void dismiss() noexcept { armed_ = false; }

private:
    std::function<void()> f_;
    bool armed_ = true;
};

struct DlClose {
    void operator()(void *h) const noexcept { dlclose(h); }
};

// ------------------------------------------------------------------ loading

bool leak_load_plugin(const std::string &path, const HostApi *api)
{
    void *h = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); /* { dg-warning "leak|mismatch" } */
    if (!h) {
        host_log("%s", dlerror());
        return false;
    }
    auto init = reinterpret_cast<InitFn>(dlsym(h, "plugin_init"));
    if (!init) {
        host_log("%s: no plugin_init", path.c_str());
        return false;
    }
    if (init(api) != 0) {
        dlclose(h);
        return false;
    }
    g_loaded.push_back(h);
    return true;
}

bool clean_load_plugin(const std::string &path, const HostApi *api)
{
    void *h = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    InitFn init = h ? reinterpret_cast<InitFn>(dlsym(h, "plugin_init")) : nullptr;
    if (init && init(api) == 0) {
        g_loaded.push_back(h);
        return true;
    }
    host_log("%s: %s", path.c_str(), h ? "bad plugin" : dlerror());
    if (h)
        dlclose(h);
    return false;
}

std::optional<int> leak_probe_version(const char *path)
{
    void *h = dlopen(path, RTLD_LAZY); /* { dg-warning "leak|mismatch" } */
    if (!h)
        return std::nullopt;
    std::optional<int> result;
    if (auto fn = reinterpret_cast<VersionFn>(dlsym(h, "plugin_version")))
        result = std::stoi(fn());
    dlclose(h);
    return result;
}

std::optional<int> clean_probe_version(const char *path)
{
    std::unique_ptr<void, DlClose> h(dlopen(path, RTLD_LAZY));
    if (!h)
        return {};
    auto fn = reinterpret_cast<VersionFn>(dlsym(h.get(), "plugin_version"));
    if (!fn)
        throw PluginError(std::string(path) + ": no version symbol");
    return std::stoi(fn());
}

// The module stays loaded if there is an entry point or not; both belong to
// the caller.
static std::pair<void *, InitFn> open_entry(const std::string &path) noexcept
{
    void *h = dlopen(path.c_str(), RTLD_NOW);
    if (!h)
        return {nullptr, nullptr};
    return {h, reinterpret_cast<InitFn>(dlsym(h, "plugin_init"))};
}

int leak_start_entry(const std::string &path, const HostApi *api)
{
    auto entry = open_entry(path); /* { dg-warning "leak|mismatch" } */
    if (!entry.second)
        return -1;
    int rc = entry.second(api);
    if (rc < 0)
        dlclose(entry.first);
    else
        host_track_module(entry.first);
    return rc;
}

int clean_start_entry(const std::string &path, const HostApi *api)
{
    auto [dl, init] = open_entry(path);
    if (!dl)
        return -1;
    int rc = init ? init(api) : -1;
    if (rc >= 0)
        host_track_module(dl);
    else
        dlclose(dl);
    return rc;
}

// ----------------------------------------------------------------- registry

class Registry {
public:
    Registry() = default;
    Registry(const Registry &) = delete;
    Registry &operator=(const Registry &) = delete;
    ~Registry()
    {
        for (auto &kv : handles_)
            dlclose(kv.second);
    }
    bool leak_reload(const std::string &name, const std::string &path);
    bool clean_reload(const std::string &name, const std::string &path);

private:
    std::map<std::string, void *> handles_;
};

bool Registry::leak_reload(const std::string &name, const std::string &path)
{
    void *h = dlopen(path.c_str(), RTLD_NOW);
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
    if (!h)
        return false;
    handles_[name] = h;
    return true;
}

bool Registry::clean_reload(const std::string &name, const std::string &path)
{
    void *h = dlopen(path.c_str(), RTLD_NOW);
    if (!h)
        return false;
    auto ins = handles_.emplace(name, h);
    if (!ins.second) {
        dlclose(ins.first->second);
        ins.first->second = h;
    }
    return true;
}

bool leak_activate(const std::string &path, const HostApi *api)
{
    void *h = dlopen(path.c_str(), RTLD_NOW);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!h)
        return false;
    ScopeGuard unload([h] { dlclose(h); });
    auto init = reinterpret_cast<InitFn>(dlsym(h, "plugin_init"));
    if (!init)
        return false;
    unload.dismiss();
    if (init(api) != 0)
        throw PluginError(path + ": initialisation failed");
    host_track_module(h);
    return true;
}

bool clean_activate(const std::string &path, const HostApi *api)
{
    void *h = dlopen(path.c_str(), RTLD_NOW);
    ScopeGuard unload([&h] {
        if (h)
            dlclose(h);
    });
    if (!h)
        return false;
    auto init = reinterpret_cast<InitFn>(dlsym(h, "plugin_init"));
    if (!init)
        return false;
    if (init(api) != 0)
        throw PluginError(path + ": initialisation failed");
    host_track_module(h);
    unload.dismiss();
    return true;
}

// -------------------------------------------------------------------- sinks

using Sink = std::variant<std::monostate, int, FILE *>;

bool leak_dump_state(const std::string &target, const std::string &text)
{
    Sink sink;
    if (target.compare(0, 5, "file:") == 0) {
        if (FILE *f = fopen(target.c_str() + 5, "w"))
            sink = f;
    } else {
        int fd = open(target.c_str(), O_WRONLY | O_NOCTTY);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        if (fd >= 0)
            sink = fd;
    }
    if (auto *fd = std::get_if<int>(&sink))
        return write(*fd, text.data(), text.size()) > 0;
    if (auto *f = std::get_if<FILE *>(&sink)) {
        bool ok = fputs(text.c_str(), *f) >= 0;
        fclose(*f);
        return ok;
    }
    return false;
}

bool clean_dump_state(const std::string &target, const std::string &text)
{
    Sink sink;
    if (target.compare(0, 5, "file:") == 0) {
        if (FILE *f = fopen(target.c_str() + 5, "w"))
            sink = f;
    } else if (int fd = open(target.c_str(), O_WRONLY | O_NOCTTY); fd >= 0) {
        sink = fd;
    }
    bool ok = false;
    switch (sink.index()) {
    case 1:
        ok = write(std::get<1>(sink), text.data(), text.size()) > 0;
        close(std::get<1>(sink));
        break;
    case 2:
        ok = fputs(text.c_str(), std::get<2>(sink)) >= 0;
        fclose(std::get<2>(sink));
        break;
    default:
        break;
    }
    return ok;
}

// ---------------------------------------------------------------- discovery

int leak_count_matching(const std::vector<std::string> &files, const char *pattern)
{
    char *prefix = strdup(pattern); /* { dg-warning "leak|mismatch" } */
    if (char *star = strchr(prefix, '*'))
        *star = '\0';
    auto matches = [prefix](const std::string &f) {
        return f.compare(0, strlen(prefix), prefix) == 0;
    };
    return static_cast<int>(std::count_if(files.begin(), files.end(), matches));
}

int clean_count_matching(const std::string &dir, const char *pattern)
{
    char *prefix = strdup(pattern);
    DIR *d = opendir(dir.c_str());
    auto finish = [&](int rc) {
        free(prefix);
        if (d)
            closedir(d);
        return rc;
    };
    if (!d)
        return finish(-1);
    char *star = strchr(prefix, '*');
    if (!star)
        return finish(0);
    *star = '\0';
    int n = 0;
    while (struct dirent *ent = readdir(d))
        n += strncmp(ent->d_name, prefix, strlen(prefix)) == 0;
    return finish(n);
}

enum class Query { name, license, full };

bool leak_describe(const HostApi *api, Query q, std::string &out)
{
    char *text = nullptr;
    switch (q) {
    case Query::full:
        text = strdup(api->name()); /* { dg-warning "leak|mismatch" } */
        out += text;
        out += ": ";
        [[fallthrough]];
    case Query::license:
        text = strdup(api->license());
        break;
    case Query::name:
        text = strdup(api->name());
        break;
    }
    if (text)
        out += text;
    free(text);
    return !out.empty();
}

bool clean_describe(const HostApi *api, Query q, std::string &out)
{
    char *text = nullptr;
    switch (q) {
    case Query::full:
        text = strdup(api->name());
        out += text;
        free(text);
        [[fallthrough]];
    case Query::license:
        text = strdup(api->license());
        break;
    case Query::name:
        out = api->name();
        return true;
    }
    out += text ? text : "?";
    free(text);
    return true;
}

// ------------------------------------------------------------------- events

struct Event {
    std::string topic;
    std::function<void(const std::string &)> handler;
};

static void run_event(void *arg)
{
    std::unique_ptr<Event> ev(static_cast<Event *>(arg));
    ev->handler(ev->topic);
}

bool leak_post_event(const std::string &topic, std::function<void(const std::string &)> fn)
{
    auto ev = std::make_unique<Event>();
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
    ev->topic = topic;
    ev->handler = std::move(fn);
    if (!host_queue_raw(run_event, ev.release())) {
        host_log("event queue is full, %s dropped", topic.c_str());
        return false;
    }
    return true;
}

bool clean_post_event(const std::string &topic, std::function<void(const std::string &)> fn)
{
    auto ev = std::make_unique<Event>();
    ev->topic = topic;
    ev->handler = std::move(fn);
    if (!host_queue_raw(run_event, ev.get()))
        return false;
    ev.release();
    return true;
}

bool clean_scratch(const HostApi *api, size_t n, FILE *in, std::vector<char> &out)
{
    void (*const give_back[])(void *) noexcept = { free, api->release };
    const int which = api->abi >= 2;
    void *buf = which ? api->acquire(n) : malloc(n);
    if (!buf) {
        host_log("out of scratch space");
        abort();
    }
    size_t got = fread(buf, 1, n, in);
    out.assign(static_cast<char *>(buf), static_cast<char *>(buf) + got);
    give_back[which](buf);
    return got == n;
}

void leak_run_hooks(const std::vector<std::function<bool(const char *)>> &hooks,
    const std::string &arg)
{
    char *copy = strdup(arg.c_str()); /* { dg-warning "leak|mismatch" } */
    for (const auto &hook : hooks) {
        if (!hook)
            throw PluginError("empty hook");
        if (!hook(copy))
            break;
    }
    free(copy);
}

void clean_run_hooks(const std::vector<std::function<bool(const char *)>> &hooks,
    const std::string &arg)
{
    char *copy = strdup(arg.c_str());
    std::exception_ptr err;
    try {
        for (const auto &hook : hooks)
            if (!hook(copy))
                break;
    } catch (...) {
        err = std::current_exception();
    }
    free(copy);
    if (err)
        std::rethrow_exception(err);
}

} // namespace plug
