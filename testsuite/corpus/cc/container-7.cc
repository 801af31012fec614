/* Corpus, container: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// mailindex.cpp - incremental index builder for Maildir folders and mbox files
//
// The index consists of N shard files plus one "uid" file per folder.  All
// functions here run in the indexer process, which is long lived.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <regex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

extern "C" void mi_log(int prio, const char *fmt, ...) noexcept;
extern "C" int mi_interrupted(void) noexcept;

namespace mailindex {

constexpr int kMaxDepth = 16;

struct Envelope {
    std::string id, from, subject;
    long date = 0;
};

// Reads a whole file.  *out is only set (and owned by the caller) for rc 0.
static int slurp(const char *path, char **out, size_t *len)
{
    FILE *fp = fopen(path, "rb");
    if (!fp)
        return -errno;
    struct stat st;
    if (fstat(fileno(fp), &st) < 0 || st.st_size > (64 << 20)) {
        fclose(fp);
        return -EFBIG;
    }
    char *buf = static_cast<char *>(malloc(st.st_size + 1));
    if (!buf) {
        fclose(fp);
        return -ENOMEM;
    }
    size_t got = fread(buf, 1, st.st_size, fp);
    fclose(fp);
    buf[got] = '\0';
    *out = buf;
    *len = got;
    return 0;
}

long leak_scan_uidvalidity(const std::string &folder)
{
    std::string path = folder + "/uidvalidity";
    FILE *fp = fopen(path.c_str(), "r"); /* { dg-warning "leak|mismatch" } */
    if (!fp)
        return -1;
    char line[64];
    long value = -1;
    if (fgets(line, sizeof line, fp))
        value = std::stol(line);
    fclose(fp);
    return value;
}

long clean_scan_uidnext(const std::string &folder)
{
    std::string path = folder + "/uidnext";
    FILE *fp = fopen(path.c_str(), "r");
    if (!fp)
        return 1;
    char line[64];
    long value = 1;
    if (fgets(line, sizeof line, fp)) {
        try {
            value = std::stol(line);
        } catch (const std::logic_error &) {
            value = 1;              // rebuild from scratch
        }
    }
    fclose(fp);
    return value;
}

int leak_count_headers(const char *path)
{
    FILE *fp = fopen(path, "r");
    if (!fp)
        return -1;
    char *line = nullptr;
    size_t cap = 0;
    int n = 0;
    while (getline(&line, &cap, fp) != -1) { /* { dg-warning "leak|mismatch" } */
        if (line[0] == '\n') {
            fclose(fp);
            return n;
        }
        if (line[0] != ' ' && line[0] != '\t')
            n++;
    }
    free(line);
    fclose(fp);
    return n;
}

int clean_count_bodies(const char *path, size_t *longest)
{
    int rc = -1;
    char *line = nullptr;
    size_t cap = 0;
    ssize_t got;
    FILE *fp = fopen(path, "r");
    if (!fp)
        goto out;
    rc = 0;
    while ((got = getline(&line, &cap, fp)) != -1) {
        if (strncmp(line, "From ", 5) == 0)
            rc++;
        if (static_cast<size_t>(got) > *longest)
            *longest = got;
        if (mi_interrupted()) {
            rc = -EINTR;
            goto out;
        }
    }
out:
    free(line);
    if (fp)
        fclose(fp);
    return rc;
}

// ---------------------------------------------------------------------------
// directory walking

int leak_walk_maildir(const std::string &dir, std::vector<std::string> &out, int depth = 0)
{
    DIR *d = opendir(dir.c_str()); /* { dg-warning "leak|mismatch" } */
    if (!d)
        return errno == ENOENT ? 0 : -1;
    int found = 0;
    while (struct dirent *ent = readdir(d)) {
        if (ent->d_name[0] == '.')
            continue;
        std::string child = dir + "/" + ent->d_name;
        if (ent->d_type == DT_DIR) {
            if (depth >= kMaxDepth) {
                mi_log(LOG_WARNING, "%s: nesting too deep", child.c_str());
                return found;
            }
            int n = leak_walk_maildir(child, out, depth + 1);
            if (n > 0)
                found += n;
        } else {
            out.push_back(child);
            found++;
        }
    }
    closedir(d);
    return found;
}

int clean_walk_maildir(const std::string &dir, std::vector<std::string> &out, int depth = 0)
{
    if (depth > kMaxDepth)
        return 0;
    DIR *d = opendir(dir.c_str());
    int found = 0;
    while (struct dirent *ent = d ? readdir(d) : nullptr) {
        if (ent->d_name[0] == '.')
            continue;
        if (mi_interrupted()) {
            found = -1;
            break;
        }
        std::string child = dir + "/" + ent->d_name;
        if (ent->d_type != DT_DIR) {
            out.push_back(child);
            found++;
            continue;
        }
        int n = clean_walk_maildir(child, out, depth + 1);
        if (n < 0) {
            found = n;
            break;
        }
        found += n;
    }
    if (d != nullptr)
        closedir(d);
    return found;
}

bool clean_has_cur_mail(int folder_fd)
{
    int fd = openat(folder_fd, "cur", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    DIR *d = fdopendir(fd);
    if (!d) {
        close(fd);
        return false;
    }
    struct dirent *ent;
    do
        ent = readdir(d);
    while (ent && ent->d_name[0] == '.');
    closedir(d);                    // closes fd as well
    return ent != nullptr;
}

// ---------------------------------------------------------------------------
// mapped mbox files

class MailMap {
public:
    MailMap() = default;
    MailMap(const MailMap &) = delete;
    MailMap &operator=(const MailMap &) = delete;
    ~MailMap() { reset(); }

    bool clean_open(const char *path);
    bool leak_remap(int fd);
    const char *data() const { return static_cast<const char *>(base_); }

private:
    void reset() noexcept
    {
        if (base_)
            munmap(base_, len_);
        base_ = nullptr;
        len_ = 0;
    }
    void *base_ = nullptr;
    size_t len_ = 0;
};

bool MailMap::clean_open(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    reset();
    struct stat st;
    bool ok = fstat(fd, &st) == 0;
    if (ok && st.st_size > 0) {
        void *p = mmap(nullptr, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if ((ok = p != MAP_FAILED)) {
            base_ = p;
            len_ = st.st_size;
        }
    }
    close(fd);
    return ok;
}

// Called by the inotify handler whenever the mbox has grown.
bool MailMap::leak_remap(int fd)
{
    struct stat st;
    if (fstat(fd, &st) < 0 || st.st_size == 0)
        return false;
    void *p = mmap(nullptr, st.st_size, PROT_READ, MAP_SHARED, fd, 0);
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
    if (p == MAP_FAILED)
        return false;
    base_ = p;
    len_ = st.st_size;
    return true;
}

// ---------------------------------------------------------------------------
// header matching

bool leak_match_subject(const Envelope &env, const char *pattern, bool *error)
{
    regex_t re;
    if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB | REG_ICASE) != 0) {
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        *error = true;
        return false;
    }
    *error = false;
    if (env.subject.empty())
        return false;
    int rc = regexec(&re, env.subject.c_str(), 0, nullptr, 0);
    regfree(&re);
    return rc == 0;
}

bool clean_filter_senders(const std::vector<Envelope> &in, const char *pattern,
                          std::vector<std::string> &hits)
{
    regex_t re;
    const bool have_re = pattern && *pattern;
    if (have_re && regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    for (const Envelope &e : in)
        if (!have_re || regexec(&re, e.from.c_str(), 0, nullptr, 0) == 0)
            hits.push_back(e.from);
    if (have_re)
        regfree(&re);
    return !hits.empty();
}

size_t leak_dedup_subjects(const std::vector<Envelope> &in, FILE *report)
{
    std::map<std::string, char *> seen;
    for (const Envelope &e : in) {
        if (e.id.empty())
            continue;
        seen[e.id] = strdup(e.subject.c_str());
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
    }
    size_t n = seen.size();
    for (auto &kv : seen) {
        fprintf(report, "%s\t%s\n", kv.first.c_str(), kv.second);
        free(kv.second);
    }
    return n;
}

size_t clean_dedup_senders(const std::vector<Envelope> &in, FILE *report)
{
    std::map<std::string, char *> seen;
    for (const Envelope &e : in) {
        auto it = seen.find(e.id);
        if (it == seen.end()) {
            seen.emplace(e.id, strdup(e.from.c_str()));
        } else {
            free(it->second);
            it->second = strdup(e.from.c_str());
        }
    }
    size_t n = seen.size();
    for (auto it = seen.begin(); it != seen.end(); it = seen.erase(it)) {
        fprintf(report, "%s\t%s\n", it->first.c_str(), it->second);
        free(it->second);
    }
    return n;
}

// ---------------------------------------------------------------------------
// shards

class ShardSet {
public:
    ShardSet() = default;
    ShardSet(const ShardSet &) = delete;
    ShardSet &operator=(const ShardSet &) = delete;
    ~ShardSet()
    {
        for (FILE *f : files_)
            fclose(f);
    }
    bool leak_open_all(const std::string &base, int n);
    bool clean_open_all(const std::string &base, int n);

private:
    std::vector<FILE *> files_;
};

bool ShardSet::leak_open_all(const std::string &base, int n)
{
    std::vector<FILE *> opened;
    for (int i = 0; i < n; i++) {
        std::string name = base + "." + std::to_string(i);
        FILE *f = fopen(name.c_str(), "r+b"); /* { dg-warning "leak|mismatch" } */
        if (!f) {
            mi_log(LOG_ERR, "%s: %s", name.c_str(), strerror(errno));
            return false;
        }
        opened.push_back(f);
    }
    files_.insert(files_.end(), opened.begin(), opened.end());
    return true;
}

bool ShardSet::clean_open_all(const std::string &base, int n)
{
    std::vector<FILE *> opened;
    for (int i = 0; i < n; i++) {
        std::string name = base + "." + std::to_string(i);
        FILE *f = fopen(name.c_str(), "r+b");
        if (!f)
            break;
        opened.push_back(f);
    }
    const bool ok = static_cast<int>(opened.size()) == n;
    if (ok)
        files_.swap(opened);
    for (FILE *f : opened)          // the old set, or the incomplete new one
        fclose(f);
    return ok;
}

int leak_index_mbox(const char *path, std::vector<size_t> &offsets)
{
    char *text = nullptr;
    size_t len = 0;
    int rc = slurp(path, &text, &len); /* { dg-warning "leak|mismatch" } */
    if (rc < 0)
        return rc;
    if (len < 5 || memcmp(text, "From ", 5) != 0)
        return -EBADMSG;
    for (const char *p = text; (p = strstr(p, "\nFrom ")) != nullptr; p += 6)
        offsets.push_back(p + 1 - text);
    free(text);
    return 0;
}

int clean_index_mbox(const char *path, std::vector<size_t> &offsets)
{
    char *text = nullptr;
    size_t len = 0;
    int rc = slurp(path, &text, &len);
    if (rc == 0) {
        if (len < 5 || memcmp(text, "From ", 5) != 0)
            rc = -EBADMSG;
        for (const char *p = text; rc == 0 && (p = strstr(p, "\nFrom ")) != nullptr; p += 6)
            offsets.push_back(p + 1 - text);
    }
    if (rc == 0 || rc == -EBADMSG)
        free(text);
    return rc;
}

using FilePtr = std::unique_ptr<FILE, int (*)(FILE *)>;

bool leak_write_index(const std::string &path, const std::vector<Envelope> &all)
{
    std::string tmp = path + ".tmp";
    FilePtr fp(fopen(tmp.c_str(), "w"), fclose); /* { dg-warning "leak|mismatch" } */
    if (!fp)
        return false;
    for (const Envelope &e : all)
        if (fprintf(fp.get(), "%ld %s\n", e.date, e.id.c_str()) < 0)
            return false;
    FILE *raw = fp.release();
    if (fflush(raw) != 0 || fsync(fileno(raw)) != 0) {
        unlink(tmp.c_str());
        return false;
    }
    return fclose(raw) == 0 && rename(tmp.c_str(), path.c_str()) == 0;
}

bool clean_write_index(const std::string &path, const std::vector<Envelope> &all)
{
    std::string tmp = path + ".tmp";
    FilePtr fp(fopen(tmp.c_str(), "w"), fclose);
    if (!fp)
        return false;
    for (const Envelope &e : all)
        if (fprintf(fp.get(), "%ld %s\n", e.date, e.id.c_str()) < 0)
            return false;
    if (fflush(fp.get()) != 0 || fsync(fileno(fp.get())) != 0)
        return false;
    return fclose(fp.release()) == 0 && rename(tmp.c_str(), path.c_str()) == 0;
}

} // namespace mailindex
