/* Corpus, escape: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Client code of "mdb", a tiny embedded record store (API at the top).
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// ------------------------------------------------------------------ mdb API
enum { MDB_OK = 0, MDB_ERR = 1, MDB_ROW = 100, MDB_DONE = 101 };

struct mdb {
    FILE *data;
    int lockfd;
};

struct mdb_stmt {
    mdb *db;
    char *sql;
    char row[256];
};

struct mdb_blob {
    void *base;
    size_t len;
};

int mdb_open(const char *path, const char *lock, mdb **out) noexcept {
    *out = nullptr;
    mdb *db = static_cast<mdb *>(calloc(1, sizeof(mdb)));
    if (!db)
        return MDB_ERR;
    db->data = fopen(path, "r+b");
    if (!db->data) {
        free(db);
        return MDB_ERR;
    }
    db->lockfd = open(lock, O_RDWR | O_CREAT, 0600);
    if (db->lockfd < 0) {
        fclose(db->data);
        free(db);
        return MDB_ERR;
    }
    *out = db;
    return MDB_OK;
}

void mdb_close(mdb *db) noexcept {
    if (!db)
        return;
    fclose(db->data);
    close(db->lockfd);
    free(db);
}

int mdb_prepare(mdb *db, const char *sql, mdb_stmt **out) noexcept {
    *out = nullptr;
    mdb_stmt *st = static_cast<mdb_stmt *>(calloc(1, sizeof(mdb_stmt)));
    if (!st)
        return MDB_ERR;
    st->sql = strdup(sql);
    if (!st->sql) {
        free(st);
        return MDB_ERR;
    }
    st->db = db;
    *out = st;
    return MDB_OK;
}

void mdb_finalize(mdb_stmt *st) noexcept {
    if (!st)
        return;
    free(st->sql);
    free(st);
}

int mdb_step(mdb_stmt *st) noexcept {
    if (ferror(st->db->data))
        return MDB_ERR;
    return fgets(st->row, sizeof st->row, st->db->data) ? MDB_ROW : MDB_DONE;
}

const char *mdb_text(mdb_stmt *st) noexcept { return st->row; }

mdb_blob *mdb_blob_open(mdb *db, size_t len) noexcept {
    mdb_blob *b = static_cast<mdb_blob *>(malloc(sizeof(mdb_blob)));
    if (!b)
        return nullptr;
    b->base = mmap(nullptr, len, PROT_READ, MAP_PRIVATE, fileno(db->data), 0);
    b->len = len;
    if (b->base == MAP_FAILED) {
        free(b);
        return nullptr;
    }
    return b;
}

void mdb_blob_close(mdb_blob *b) noexcept {
    munmap(b->base, b->len);
    free(b);
}

// --------------------------------------------------------------- C++ helpers
class DbError : public std::runtime_error {
public:
    explicit DbError(const std::string &m) : std::runtime_error(m) {}
};

static void check(int rc, const char *what) {
    if (rc != MDB_OK)
        throw DbError(what);
}

struct DbClose {
    void operator()(mdb *db) const noexcept { mdb_close(db); }
};
struct StmtClose {
    void operator()(mdb_stmt *s) const noexcept { mdb_finalize(s); }
};
using Db = std::unique_ptr<mdb, DbClose>;
using Stmt = std::unique_ptr<mdb_stmt, StmtClose>;

static Db connect(const char *path) {
    mdb *raw = nullptr;
    check(mdb_open(path, "/var/lock/mdb", &raw), "open");
    return Db(raw);
}

static Stmt prepare(mdb *db, const char *sql) {
    mdb_stmt *raw = nullptr;
    check(mdb_prepare(db, sql, &raw), "prepare");
    return Stmt(raw);
}

struct User {
    long id;
    std::string name;
};

static User decode_user(const char *row) {
    char *end = nullptr;
    long id = strtol(row, &end, 10);
    if (end == row || *end != '|')
        throw DbError("malformed row");
    return User{id, end + 1};
}

// ------------------------------------------------------------------- clients
int leak_count_rows(const char *path, const char *sql) {
    mdb *db = nullptr;
    if (mdb_open(path, "/var/lock/mdb", &db) != MDB_OK) /* { dg-warning "leak|mismatch" } */
        return -1;
    mdb_stmt *st = nullptr;
    if (mdb_prepare(db, sql, &st) != MDB_OK)
        return -1;
    int n = 0;
    while (mdb_step(st) == MDB_ROW)
        ++n;
    mdb_finalize(st);
    mdb_close(db);
    return n;
}

int clean_count_rows(const char *path, const char *sql) {
    mdb *db = nullptr;
    mdb_stmt *st = nullptr;
    int n = -1;
    if (mdb_open(path, "/var/lock/mdb", &db) == MDB_OK && mdb_prepare(db, sql, &st) == MDB_OK) {
        n = 0;
        while (mdb_step(st) == MDB_ROW)
            ++n;
    }
    mdb_finalize(st);
    mdb_close(db);
    return n;
}

std::vector<User> leak_list_users(mdb *db) {
    std::vector<User> out;
    mdb_stmt *st = nullptr;
    check(mdb_prepare(db, "select id,name from users", &st), "prepare users");
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    while (mdb_step(st) == MDB_ROW)
        out.push_back(decode_user(mdb_text(st)));
    mdb_finalize(st);
    return out;
}

std::vector<User> clean_list_users(mdb *db) {
    std::vector<User> out;
    Stmt st = prepare(db, "select id,name from users");
    while (mdb_step(st.get()) == MDB_ROW)
        out.push_back(decode_user(mdb_text(st.get())));
    return out;
}

std::optional<User> leak_find_user(mdb *db, long id) {
    mdb_stmt *st = nullptr;
    if (mdb_prepare(db, "select id,name from users", &st) != MDB_OK)
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        return std::nullopt;
    while (mdb_step(st) == MDB_ROW) {
        if (atol(mdb_text(st)) == id)
            return User{id, mdb_text(st)};
    }
    mdb_finalize(st);
    return std::nullopt;
}

std::optional<User> clean_find_user(mdb *db, long id) {
    mdb_stmt *st = nullptr;
    if (mdb_prepare(db, "select id,name from users", &st) != MDB_OK)
        return std::nullopt;
    std::optional<User> hit;
    while (!hit && mdb_step(st) == MDB_ROW) {
        if (atol(mdb_text(st)) == id)
            hit = User{id, mdb_text(st)};
    }
    mdb_finalize(st);
    return hit;
}

int leak_run_batch(mdb *db, const char *const *sql, int n) {
    int failed = 0;
    mdb_stmt *st = nullptr;
    for (int i = 0; i < n; ++i) {
        if (mdb_prepare(db, sql[i], &st) != MDB_OK) { /* { dg-warning "leak|mismatch" } */
            ++failed;
            continue;
        }
        int rc;
        while ((rc = mdb_step(st)) == MDB_ROW)
            ;
        if (rc == MDB_ERR)
            ++failed;
    }
    mdb_finalize(st);
    return failed;
}

int clean_run_batch(mdb *db, const char *const *sql, int n) {
    int failed = 0;
    for (int i = 0; i < n; ++i) {
        mdb_stmt *st = nullptr;
        if (mdb_prepare(db, sql[i], &st) != MDB_OK) {
            ++failed;
            continue;
        }
        int rc;
        while ((rc = mdb_step(st)) == MDB_ROW)
            ;
        mdb_finalize(st);
        if (rc == MDB_ERR)
            ++failed;
        if (failed > 3)
            break;
    }
    return failed;
}

uint32_t leak_blob_crc(mdb *db, size_t len) {
    mdb_blob *b = mdb_blob_open(db, len); /* { dg-warning "leak|mismatch" } */
    if (!b)
        return 0;
    uint32_t crc = 0xffffffffu;
    const uint8_t *p = static_cast<const uint8_t *>(b->base);
    if (b->len < 8 || p[0] != 'B')
        throw DbError("not a blob");
    for (size_t i = 0; i < b->len; ++i)
        crc = (crc << 1) ^ p[i];
    mdb_blob_close(b);
    return crc;
}

uint32_t clean_blob_crc(mdb *db, size_t len) {
    std::unique_ptr<mdb_blob, void (*)(mdb_blob *)> b(mdb_blob_open(db, len), mdb_blob_close);
    if (!b)
        return 0;
    uint32_t crc = 0xffffffffu;
    const uint8_t *p = static_cast<const uint8_t *>(b->base);
    if (b->len < 8 || p[0] != 'B')
        throw DbError("not a blob");
    for (size_t i = 0; i < b->len; ++i)
        crc = (crc << 1) ^ p[i];
    return crc;
}

// A connection class; the statement cache is closed before the database.
class Connection {
public:
    explicit Connection(const char *path) : db_(connect(path)) {}
    mdb_stmt *cached(const char *sql) {
        auto it = cache_.find(sql);
        if (it != cache_.end())
            return it->second.get();
        Stmt st = prepare(db_.get(), sql);
        mdb_stmt *raw = st.get();
        cache_.emplace(sql, std::move(st));
        return raw;
    }
    mdb *raw() const noexcept { return db_.get(); }

private:
    Db db_;
    std::map<std::string, Stmt> cache_;
};

int clean_cached_query(const char *path, int rounds) {
    Connection c(path);
    int rows = 0;
    for (int i = 0; i < rounds; ++i) {
        mdb_stmt *st = c.cached(i % 2 ? "select a" : "select b");
        if (mdb_step(st) == MDB_ERR)
            throw DbError("step");
        ++rows;
    }
    return rows;
}

int leak_uncached_query(const char *path, int rounds) {
    Connection c(path);
    int rows = 0;
    for (int i = 0; i < rounds; ++i) {
        mdb_stmt *st = prepare(c.raw(), i % 2 ? "select a" : "select b").release();
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        if (mdb_step(st) == MDB_ERR)
            throw DbError("step");
        mdb_finalize(st);
        ++rows;
    }
    return rows;
}

// The author wrote the transaction journal by hand.
class Journal {
public:
    explicit Journal(const std::string &path)
        : tmp_(path + ".tmp"), fd_(-1), page_(new char[4096]) {
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        fd_ = open(tmp_.c_str(), O_CREAT | O_WRONLY, 0600);
        if (fd_ < 0)
            throw DbError("journal");
    }
    Journal(const Journal &) = delete;
    Journal &operator=(const Journal &) = delete;
    ~Journal() {
        close(fd_);
        delete[] page_;
    }
    void put(const void *p, size_t n) {
        if (n > 4096)
            throw DbError("record too long");
        memcpy(page_, p, n);
        if (write(fd_, page_, n) < 0)
            throw DbError("journal write");
    }

private:
    std::string tmp_;
    int fd_;
    char *page_;
};

class Journal2 {
public:
    explicit Journal2(const std::string &path) : tmp_(path + ".tmp"), page_(4096) {
        fd_ = open(tmp_.c_str(), O_CREAT | O_WRONLY, 0600);
        if (fd_ < 0)
            throw DbError("journal");
    }
    Journal2(const Journal2 &) = delete;
    Journal2 &operator=(const Journal2 &) = delete;
    ~Journal2() { close(fd_); }
    void put(const void *p, size_t n) {
        if (n > page_.size())
            throw DbError("record too long");
        memcpy(page_.data(), p, n);
        if (write(fd_, page_.data(), n) < 0)
            throw DbError("journal write");
    }

private:
    std::string tmp_;
    int fd_;
    std::vector<char> page_;
};

void leak_journal_rows(const std::string &path, mdb_stmt *st) {
    Journal j(path);
    while (mdb_step(st) == MDB_ROW)
        j.put(mdb_text(st), strlen(mdb_text(st)));
}

void clean_journal_rows(const std::string &path, mdb_stmt *st) {
    Journal2 j(path);
    while (mdb_step(st) == MDB_ROW)
        j.put(mdb_text(st), strlen(mdb_text(st)));
}

void for_each_row(mdb_stmt *st, const std::function<void(const User &)> &fn) {
    while (mdb_step(st) == MDB_ROW)
        fn(decode_user(mdb_text(st)));
}

long leak_sum_ids(const char *path) {
    Db db = connect(path);
    mdb_stmt *st = nullptr;
    if (mdb_prepare(db.get(), "select id from users", &st) != MDB_OK)
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
        return 0;
    long sum = 0;
    for_each_row(st, [&sum](const User &u) { sum += u.id; });
    mdb_finalize(st);
    return sum;
}

long clean_sum_ids(const char *path) {
    Db db = connect(path);
    Stmt st = prepare(db.get(), "select id from users");
    long sum = 0;
    for_each_row(st.get(), [&sum](const User &u) {
        if (u.id < 0)
            throw DbError("negative id");
        sum += u.id;
    });
    return sum;
}
