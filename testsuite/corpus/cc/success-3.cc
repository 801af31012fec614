/* Corpus, success: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// A busybox-like collection of command line tools.
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

[[noreturn]] static void die(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(2);
}

static void complain(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
}

static bool looks_binary(const char *p, size_t n) {
    return memchr(p, 0, n) != nullptr;
}

struct Counts {
    long lines = 0, words = 0, bytes = 0;
};

// ---- du ---------------------------------------------------------------
long leak_du(const char *dir) {
    DIR *d = opendir(dir); /* { dg-warning "leak|mismatch" } */
    if (!d) {
        complain("%s: %s", dir, strerror(errno));
        return 0;
    }
    long total = 0;
    char path[PATH_MAX];
    while (struct dirent *e = readdir(d)) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        int n = snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        if (n >= static_cast<int>(sizeof path)) {
            complain("path too long below %s", dir);
            return total;
        }
        struct stat st;
        if (lstat(path, &st) != 0)
            continue;
        total += S_ISDIR(st.st_mode) ? leak_du(path) : st.st_blocks;
    }
    closedir(d);
    return total;
}

long clean_du(const char *dir) {
    DIR *d = opendir(dir);
    if (!d) {
        complain("%s: %s", dir, strerror(errno));
        return 0;
    }
    long total = 0;
    char path[PATH_MAX];
    while (struct dirent *e = readdir(d)) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        int n = snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        if (n >= static_cast<int>(sizeof path))
            die("path too long below %s", dir);
        struct stat st;
        if (lstat(path, &st) != 0)
            continue;
        total += S_ISDIR(st.st_mode) ? clean_du(path) : st.st_blocks;
    }
    closedir(d);
    return total;
}

// ---- wc ---------------------------------------------------------------
bool leak_wc(const char *arg, Counts *c) {
    bool use_stdin = strcmp(arg, "-") == 0;
    FILE *f = use_stdin ? stdin : fopen(arg, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return false;
    char buf[4096];
    size_t n;
    bool inword = false;
    while ((n = fread(buf, 1, sizeof buf, f)) > 0) {
        if (looks_binary(buf, n)) {
            complain("%s: binary file", arg);
            return false;
        }
        for (size_t i = 0; i < n; ++i) {
            bool sp = isspace(static_cast<unsigned char>(buf[i]));
            c->lines += buf[i] == '\n';
            c->words += !sp && !inword;
            inword = !sp;
        }
        c->bytes += static_cast<long>(n);
    }
    if (!use_stdin)
        fclose(f);
    return true;
}

bool clean_wc(const char *arg, Counts *c) {
    bool use_stdin = strcmp(arg, "-") == 0;
    FILE *f = use_stdin ? stdin : fopen(arg, "r");
    if (!f)
        return false;
    char buf[4096];
    size_t n;
    bool inword = false, good = true;
    while (good && (n = fread(buf, 1, sizeof buf, f)) > 0) {
        if (looks_binary(buf, n)) {
            complain("%s: binary file", arg);
            good = false;
            break;
        }
        for (size_t i = 0; i < n; ++i) {
            bool sp = isspace(static_cast<unsigned char>(buf[i]));
            c->lines += buf[i] == '\n';
            c->words += !sp && !inword;
            inword = !sp;
        }
        c->bytes += static_cast<long>(n);
    }
    if (!use_stdin)
        fclose(f);
    return good;
}

// ---- pager ------------------------------------------------------------
int leak_page_text(const char *const *lines, int n) {
    FILE *out = popen("less -F", "w"); /* { dg-warning "leak|mismatch" } */
    if (!out)
        return -1;
    for (int i = 0; i < n; ++i) {
        if (!lines[i])
            break;
        if (fprintf(out, "%s\n", lines[i]) < 0 && errno == EPIPE)
            return i;
    }
    return pclose(out);
}

int clean_page_text(const char *const *lines, int n, bool tty) {
    FILE *pager = tty ? popen("less -F", "w") : nullptr;
    FILE *out = pager ? pager : stdout;
    int written = 0;
    for (int i = 0; i < n; ++i) {
        if (!lines[i] || fprintf(out, "%s\n", lines[i]) < 0)
            break;
        ++written;
    }
    if (pager)
        pclose(pager);
    return written;
}

// ---- options file -------------------------------------------------------
int leak_load_aliases(const char *path, std::vector<std::string> &names) {
    FILE *f = fopen(path, "r"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return -1;
    char line[200];
    int no = 0;
    while (fgets(line, sizeof line, f)) {
        ++no;
        char *eq = strchr(line, '=');
        if (!eq) {
            complain("%s:%d: '=' expected", path, no);
            return -1;
        }
        *eq = '\0';
        names.push_back(line);
    }
    fclose(f);
    return no;
}

int clean_load_aliases(const char *path, std::vector<std::string> &names) {
    FILE *f = fopen(path, "r");
    if (!f)
        die("cannot open %s", path);
    char line[200];
    int no = 0;
    while (fgets(line, sizeof line, f)) {
        ++no;
        char *eq = strchr(line, '=');
        if (!eq)
            die("%s:%d: '=' expected", path, no);
        *eq = '\0';
        names.push_back(line);
    }
    fclose(f);
    return no;
}

// ---- cp -----------------------------------------------------------------
int leak_copy_file(const char *from, const char *to) {
    int in = open(from, O_RDONLY); /* { dg-warning "leak|mismatch" } */
    if (in < 0)
        return 1;
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0644); /* { dg-warning "leak|mismatch" } */
    if (out < 0) {
        complain("%s: %s", to, strerror(errno));
        return 1;
    }
    char buf[8192];
    ssize_t n;
    while ((n = read(in, buf, sizeof buf)) > 0) {
        if (write(out, buf, n) != n) {
            close(in);
            unlink(to);
            return 1;
        }
    }
    close(in);
    return close(out) == 0 && n == 0 ? 0 : 1;
}

int clean_copy_file(const char *from, const char *to) {
    int in = open(from, O_RDONLY);
    if (in < 0)
        return 1;
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0644);
    if (out < 0) {
        complain("%s: %s", to, strerror(errno));
        close(in);
        return 1;
    }
    auto finish = [&](int rc) {
        close(in);
        if (close(out) != 0)
            rc = 1;
        if (rc != 0)
            unlink(to);
        return rc;
    };
    char buf[8192];
    ssize_t n;
    while ((n = read(in, buf, sizeof buf)) > 0)
        if (write(out, buf, n) != n)
            return finish(1);
    return finish(n < 0);
}

// ---- tail ---------------------------------------------------------------
void leak_tail(FILE *in) {
    enum { N = 10 };
    char *ring[N] = {};
    char line[1024];
    int at = 0;
    while (fgets(line, sizeof line, in)) {
        ring[at % N] = strdup(line); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
        ++at;
    }
    for (int i = 0; i < N; ++i) {
        char *s = ring[(at + i) % N];
        if (s)
            fputs(s, stdout);
        free(s);
    }
}

void clean_tail(FILE *in) {
    enum { N = 10 };
    char *ring[N] = {};
    char line[1024];
    int at = 0;
    while (fgets(line, sizeof line, in)) {
        free(ring[at % N]);
        ring[at % N] = strdup(line);
        ++at;
    }
    for (int i = 0; i < N; ++i) {
        char *s = ring[(at + i) % N];
        if (s)
            fputs(s, stdout);
        free(s);
    }
}

// ---- sponge: write through a temporary, then rename ----------------------
bool leak_replace_file(const char *path, const std::string &text) {
    std::string tmp = std::string(path) + ".new";
    FILE *f = fopen(tmp.c_str(), "w"); /* { dg-warning "leak|mismatch" } */
    if (!f)
        return false;
    bool ok = fwrite(text.data(), 1, text.size(), f) == text.size();
    if (!ok || fflush(f) != 0) {
        unlink(tmp.c_str());
        return false;
    }
    if (fclose(f) != 0)
        return false;
    return rename(tmp.c_str(), path) == 0;
}

bool clean_replace_file(const char *path, const std::string &text) {
    std::string tmp = std::string(path) + ".new";
    FILE *f = fopen(tmp.c_str(), "w");
    if (!f)
        return false;
    bool ok = fwrite(text.data(), 1, text.size(), f) == text.size();
    ok = fflush(f) == 0 && ok;
    ok = fclose(f) == 0 && ok;
    if (!ok) {
        unlink(tmp.c_str());
        return false;
    }
    return rename(tmp.c_str(), path) == 0;
}
