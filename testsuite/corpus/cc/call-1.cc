/* Corpus, call: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// plugins.cpp - plugin discovery, loading and callbacks.
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <variant>
#include <vector>

namespace plug {

class PluginError {
public:
    explicit PluginError(std::string m) : msg_(std::move(m)) {}
    const std::string& message() const { return msg_; }

private:
    std::string msg_;
};

using InitFn = int (*)();

// ------------------------------------------------------------------- loading

void* leak_load(const char* path)
{
    void* h = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* { dg-warning "leak|mismatch" } */
    if (!h)
        throw PluginError(dlerror());
    void* sym = dlsym(h, "plugin_abi");
    if (!sym)
        throw PluginError(std::string(path) + ": no plugin_abi");
    if (*static_cast<int*>(sym) != 3) {
        dlclose(h);
        throw PluginError(std::string(path) + ": wrong ABI");
    }
    return h;
}

void* clean_load(const char* path)
{
    void* h = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!h)
        throw PluginError(dlerror());
    const char* problem = nullptr;
    void* sym = dlsym(h, "plugin_abi");
    if (!sym)
        problem = "no plugin_abi";
    else if (*static_cast<int*>(sym) != 3)
        problem = "wrong ABI";
    if (problem) {
        dlclose(h);
        throw PluginError(problem);
    }
    return h;
}

class Library {
public:
    Library() noexcept : handle_(nullptr) {}
    explicit Library(const char* path) : handle_(dlopen(path, RTLD_NOW))
    {
        if (!handle_)
            throw PluginError(dlerror());
    }
    Library(Library&& o) noexcept : handle_(o.handle_) { o.handle_ = nullptr; }
    Library& operator=(Library&& o) noexcept
    {
        Library tmp(std::move(o));
        std::swap(handle_, tmp.handle_);
        return *this;
    }
    ~Library()
    {
        if (handle_)
            dlclose(handle_);
    }
    template <class Fn>
    Fn symbol(const char* name) const
    {
        void* p = dlsym(handle_, name);
        if (!p)
            throw PluginError(name);
        return reinterpret_cast<Fn>(p);
    }
    explicit operator bool() const noexcept { return handle_ != nullptr; }
    void* detach() noexcept
    {
        void* h = handle_;
        handle_ = nullptr;
        return h;
    }

private:
    void* handle_;
};

// Keeps the library mapped only when the plugin asks for it.
void* leak_load_resident(const char* path)
{
    Library lib(path); /* { dg-warning "leak|mismatch" } */
    void* h = lib.detach();
    auto* resident = static_cast<const int*>(dlsym(h, "plugin_resident"));
    if (resident && *resident)
        return h;
    return nullptr;
}

void* clean_load_resident(const char* path)
{
    Library lib(path);
    auto resident = lib.symbol<const int*>("plugin_resident");
    if (*resident)
        return lib.detach();
    return nullptr;
}

std::vector<Library> clean_load_all(const std::vector<std::string>& paths)
{
    std::vector<Library> libs;
    for (const auto& p : paths) {
        Library l(p.c_str());
        if (l.symbol<InitFn>("plugin_init")() != 0)
            throw PluginError(p + ": init failed");
        libs.push_back(std::move(l));
    }
    return libs;
}

// ----------------------------------------------------------------- discovery

static bool is_plugin(const char* name) noexcept
{
    const char* dot = std::strrchr(name, '.');
    return dot && std::strcmp(dot, ".so") == 0;
}

static void check_name(const char* name)
{
    if (std::strlen(name) > 64)
        throw PluginError("name too long");
}

std::vector<std::string> leak_discover(const char* dir)
{
    std::vector<std::string> out;
    DIR* d = opendir(dir); /* { dg-warning "leak|mismatch" } */
    if (!d)
        return out;
    while (dirent* e = readdir(d)) {
        if (!is_plugin(e->d_name))
            continue;
        check_name(e->d_name);
        out.push_back(std::string(dir) + "/" + e->d_name);
    }
    closedir(d);
    return out;
}

int clean_count_plugins(const char* dir)
{
    DIR* d = opendir(dir);
    if (!d)
        throw PluginError(dir);
    int n = 0;
    while (dirent* e = readdir(d)) {
        if (is_plugin(e->d_name))
            ++n;
    }
    closedir(d);
    return n;
}

// ------------------------------------------------------------------ manifest

// The caller closes the returned file, if there is one.
static std::pair<FILE*, int> open_manifest(const char* path)
{
    FILE* f = fopen(path, "r");
    if (!f)
        return {nullptr, -1};
    int version = 0;
    if (fscanf(f, "manifest %d", &version) != 1)
        version = 0;
    return {f, version};
}

bool leak_manifest_name(const char* path, char (&name)[64])
{
    auto [f, version] = open_manifest(path); /* { dg-warning "leak|mismatch" } */
    if (version < 1)
        return false;
    bool ok = fscanf(f, "%63s", name) == 1;
    fclose(f);
    return ok;
}

bool clean_manifest_name(const char* path, char (&name)[64])
{
    auto [f, version] = open_manifest(path);
    if (!f)
        return false;
    bool ok = version >= 1 && fscanf(f, "%63s", name) == 1;
    fclose(f);
    return ok;
}

bool clean_manifest_tuple(const char* path)
{
    auto parse = [path]() -> std::tuple<std::shared_ptr<FILE>, int> {
        FILE* f = fopen(path, "r");
        if (!f)
            return {nullptr, -1};
        return {std::shared_ptr<FILE>(f, [](FILE* p) { fclose(p); }), 1};
    };
    auto [file, status] = parse();
    if (status < 0)
        throw PluginError(path);
    return fgetc(file.get()) == '{';
}

// ----------------------------------------------------------------- callbacks

int leak_probe_device(const char* dev, int tries)
{
    int fd = open(dev, O_RDWR); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return -1;
    auto ask = [&fd](char c) {
        char r = 0;
        if (write(fd, &c, 1) != 1 || read(fd, &r, 1) != 1)
            return -1;
        return static_cast<int>(r);
    };
    for (int i = 0; i < tries; ++i) {
        int r = ask('?');
        if (r >= 0)
            return r;
    }
    close(fd);
    return -1;
}

int clean_probe_device(const char* dev, int tries)
{
    int fd = open(dev, O_RDWR);
    if (fd < 0)
        return -1;
    auto done = [&fd](int result) {
        close(fd);
        return result;
    };
    for (int i = 0; i < tries; ++i) {
        char c = '?', r = 0;
        if (write(fd, &c, 1) == 1 && read(fd, &r, 1) == 1)
            return done(r);
    }
    return done(-1);
}

std::function<bool(const char*)> clean_make_logger(const char* path)
{
    std::shared_ptr<FILE> f(fopen(path, "a"), [](FILE* p) {
        if (p)
            fclose(p);
    });
    if (!f)
        throw PluginError(path);
    return [f](const char* s) { return fputs(s, f.get()) >= 0; };
}

class Host {
public:
    ~Host()
    {
        for (auto& kv : unload_)
            kv.second();
    }
    void attach(const std::string& name, void* h)
    {
        auto& slot = unload_[name];
        if (slot)
            slot();
        slot = [h] { dlclose(h); };
    }
    bool has(const std::string& name) const { return unload_.count(name) != 0; }

private:
    std::map<std::string, std::function<void()>> unload_;
};

bool leak_attach_plugin(Host& host, const std::string& name)
{
    void* h = clean_load(name.c_str()); /* { dg-warning "leak|mismatch" } */
    auto init = reinterpret_cast<InitFn>(dlsym(h, "plugin_init"));
    if (init && init() != 0) {
        fprintf(stderr, "%s: init failed\n", name.c_str());
        return false;
    }
    host.attach(name, h);
    return true;
}

bool clean_attach_plugin(Host& host, const std::string& name)
{
    if (host.has(name))
        return true;
    void* h = nullptr;
    try {
        h = clean_load(name.c_str());
    } catch (const PluginError& e) {
        fprintf(stderr, "%s\n", e.message().c_str());
        return false;
    }
    host.attach(name, h);
    return true;
}

// ------------------------------------------------------------------ variants

struct Script {
    explicit Script(const char* p) : source(fopen(p, "r"))
    {
        if (!source)
            throw PluginError(p);
    }
    Script(Script&& o) noexcept : source(std::exchange(o.source, nullptr)) {}
    Script& operator=(Script&&) = delete;
    ~Script()
    {
        if (source)
            fclose(source);
    }
    FILE* source;
};

using Plugin = std::variant<std::monostate, Library, Script>;

Plugin clean_open_any(const char* path)
{
    if (is_plugin(path))
        return Library(path);
    Script s(path);
    if (fgetc(s.source) != '#')
        throw PluginError("not a script");
    return s;
}

int clean_run_any(const char* path)
{
    Plugin p = clean_open_any(path);
    if (auto* lib = std::get_if<Library>(&p))
        return lib->symbol<InitFn>("plugin_init")();
    if (auto* s = std::get_if<Script>(&p))
        return fgetc(s->source);
    return -1;
}

int leak_run_script(const char* path)
{
    Script s(path); /* { dg-warning "leak|mismatch" } */
    if (fgetc(s.source) != '#') {
        s.source = nullptr;
        return -1;
    }
    return fgetc(s.source);
}

} // namespace plug
