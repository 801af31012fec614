/* Corpus, container: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// jobrunner: queues, workers and child processes of a batch system.
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <fcntl.h>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <queue>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <vector>

struct Cancelled : std::exception {};

struct Job {
    int id;
    int priority;
    int retries = 0;
    explicit Job(int i, int p = 0) noexcept : id(i), priority(p) {}
    bool expired(int now) const noexcept { return priority < now; }
};

struct ByPriority {
    bool operator()(const Job *a, const Job *b) const noexcept {
        return a->priority < b->priority;
    }
};

struct Timer {
    int deadline;
    Timer *next;
};

static int run_job(const Job &j) {
    if (j.id < 0)
        throw Cancelled();
    if (j.retries > 3)
        throw std::runtime_error("too many retries");
    return j.id % 2;
}

class Finally {
    std::function<void()> fn_;
public:
    explicit Finally(std::function<void()> fn) : fn_(std::move(fn)) {}
    Finally(const Finally &) = delete;
    ~Finally() { if (fn_) fn_(); }
    void release() { fn_ = nullptr; }
};

class Runner {
public:
    ~Runner();
    bool leak_submit(int id, int prio);
    bool clean_submit(int id, int prio);
    int clean_run_next();
    bool leak_arm(int deadline, int now);
    bool clean_arm(int deadline, int now);
    bool clean_reopen_log(const char *path);
    static Runner &clean_instance();
    static int leak_run_once(int id);
    static int clean_run_once(int id);
    void clean_schedule(std::unique_ptr<Job> job);
    void clean_requeue();
private:
    std::mutex mu_;
    std::condition_variable cv_;
    std::deque<Job *> queue_;
    std::vector<std::function<int()>> tasks_;
    std::list<std::unique_ptr<Job>> retry_;
    Timer *timers_ = nullptr;
    FILE *log_ = nullptr;
};

Runner::~Runner() {
    for (Job *j : queue_)
        delete j;
    while (timers_)
        delete std::exchange(timers_, timers_->next);
    if (log_)
        fclose(log_);
}

// ---- queue ----

bool Runner::leak_submit(int id, int prio) {
    Job *j = new Job(id, prio); /* { dg-warning "leak|mismatch" } */
    std::lock_guard<std::mutex> lk(mu_);
    if (queue_.size() >= 1000)
        return false;
    queue_.push_back(j);
    cv_.notify_one();
    return true;
}

bool Runner::clean_submit(int id, int prio) {
    auto j = std::make_unique<Job>(id, prio);
    std::unique_lock<std::mutex> lk(mu_);
    if (queue_.size() >= 1000)
        return false;
    queue_.push_back(j.get());
    j.release();
    lk.unlock();
    cv_.notify_one();
    return true;
}

int Runner::clean_run_next() {
    Job *raw;
    {
        std::unique_lock<std::mutex> lk(mu_);
        cv_.wait(lk, [this] { return !queue_.empty(); });
        raw = queue_.front();
        queue_.pop_front();
    }
    std::unique_ptr<Job> j(raw);
    return run_job(*j);
}

Runner &Runner::clean_instance() {
    static Runner *self = new Runner;    // on purpose never destroyed
    return *self;
}

int Runner::leak_run_once(int id) {
    Job *j = new Job(id); /* { dg-warning "leak|mismatch" } */
    for (;;) {
        try {
            int rc = run_job(*j);
            delete j;
            return rc;
        } catch (const Cancelled &) {
            fputs("cancelled\n", stderr);
            return -1;
        } catch (const std::runtime_error &) {
            if (++j->retries < 3)
                continue;
            delete j;
            return -2;
        }
    }
}

int Runner::clean_run_once(int id) {
    Job *j = new Job(id);
    int rc = -1;
    for (bool again = true; again;) {
        again = false;
        try {
            rc = run_job(*j);
        } catch (const Cancelled &) {
            j->id = 0;
            again = ++j->retries < 3;
        } catch (...) {
            delete j;
            throw;
        }
    }
    delete j;
    return rc;
}

void Runner::clean_schedule(std::unique_ptr<Job> job) {
    std::shared_ptr<Job> shared(std::move(job));
    tasks_.push_back([shared] { return run_job(*shared); });
}

void Runner::clean_requeue() {
    for (auto it = retry_.begin(); it != retry_.end();) {
        Job *j = it->get();
        if (++j->retries > 3) {
            it = retry_.erase(it);
            continue;
        }
        queue_.push_back(j);
        it->release();
        it = retry_.erase(it);
    }
}

int leak_by_priority(const std::vector<int> &ids, int now) {
    std::priority_queue<Job *, std::vector<Job *>, ByPriority> pq;
    for (int id : ids)
        pq.push(new Job(id, id % 10)); /* { dg-warning "leak|mismatch" } */
    int ran = 0;
    while (!pq.empty()) {
        Job *j = pq.top();
        pq.pop();
        if (j->expired(now))
            continue;
        ++ran;
        delete j;
    }
    return ran;
}

int clean_by_priority(const std::vector<int> &ids, int now) {
    std::priority_queue<Job *, std::vector<Job *>, ByPriority> pq;
    for (int id : ids)
        pq.push(new Job(id, id % 10));
    int ran = 0;
    while (!pq.empty()) {
        std::unique_ptr<Job> j(pq.top());
        pq.pop();
        if (j->expired(now))
            continue;
        ++ran;
    }
    return ran;
}

int leak_table(int n) {
    Job **tab = new Job *[n]();
    for (int i = 0; i < n; ++i)
        tab[i] = new Job(i); /* { dg-warning "leak|mismatch" } */
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += tab[i]->id;
    delete[] tab;
    return sum;
}

int clean_table(int n) {
    Job **tab = new Job *[n]();
    for (int i = 0; i < n; i += 2)
        tab[i] = new Job(i);
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += tab[i] ? tab[i]->id : -1;
        delete tab[i];
    }
    delete[] tab;
    return sum;
}

// ---- timers ----

bool Runner::leak_arm(int deadline, int now) {
    Timer *t = new Timer{deadline, timers_}; /* { dg-warning "leak|mismatch" } */
    if (deadline > now)
        timers_ = t;
    return timers_ == t;
}

bool Runner::clean_arm(int deadline, int now) {
    if (deadline <= now)
        return false;
    Timer **pos = &timers_;
    while (*pos && (*pos)->deadline < deadline)
        pos = &(*pos)->next;
    *pos = new Timer{deadline, *pos};
    return true;
}

// ---- tasks ----

int leak_deferred(int id, bool cancelled) {
    Job *j = new Job(id); /* { dg-warning "leak|mismatch" } */
    std::function<int()> task = [j]() noexcept {
        int v = j->id * 2;
        delete j;
        return v;
    };
    if (cancelled)
        return -1;
    return task();
}

int clean_deferred(int id, bool cancelled) {
    auto j = std::make_shared<Job>(id);
    std::function<int()> task = [j] { return run_job(*j); };
    j.reset();
    return cancelled ? -1 : task();
}

int leak_logged(const char *path, const Job &job) {
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0644); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return -1;
    dprintf(fd, "start %d\n", job.id);
    int rc = run_job(job);
    dprintf(fd, "end %d: %d\n", job.id, rc);
    close(fd);
    return rc;
}

int clean_logged(const char *path, const Job &job) {
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0644);
    Finally done([fd] { if (fd >= 0) close(fd); });
    if (fd < 0)
        return -1;
    dprintf(fd, "start %d\n", job.id);
    int rc = run_job(job);
    dprintf(fd, "end %d: %d\n", job.id, rc);
    return rc;
}

// ---- environment and children ----

int leak_export(const char *name, const char *value) {
    char *v = strdup(value); /* { dg-warning "leak|mismatch" } */
    if (!v)
        return -1;
    for (char *p = v; *p; ++p)
        if (*p == ' ')
            *p = '_';
    return setenv(name, v, 1);
}

int clean_export(const char *name, const char *value) {
    size_t n = strlen(name) + strlen(value) + 2;
    char *kv = static_cast<char *>(malloc(n));
    if (!kv)
        return -1;
    snprintf(kv, n, "%s=%s", name, value);
    if (putenv(kv) != 0) {               // on success the environment keeps it
        free(kv);
        return -1;
    }
    return 0;
}

char *leak_cwd() {
    size_t cap = 16;
    char *buf;
again:
    buf = static_cast<char *>(malloc(cap)); /* { dg-warning "leak|mismatch" } */
    if (!buf)
        return nullptr;
    if (!getcwd(buf, cap)) {
        cap *= 2;
        goto again;
    }
    return buf;
}

char *clean_cwd() {
    size_t cap = 16;
    char *buf = nullptr;
again:
    free(buf);
    buf = static_cast<char *>(malloc(cap));
    if (!buf)
        return nullptr;
    if (!getcwd(buf, cap) && cap < 65536) {
        cap *= 2;
        goto again;
    }
    return buf;
}

void leak_rotate_logs(const char *now, const char *before, bool verbose) {
    FILE *cur = fopen(before, "r"); /* { dg-warning "leak|mismatch" } */
    FILE *old = std::exchange(cur, fopen(now, "r"));
    if (verbose && old) {
        fprintf(stderr, "%s at %ld\n", before, ftell(old));
        fclose(old);
    }
    if (cur)
        fclose(cur);
}

bool Runner::clean_reopen_log(const char *path) {
    std::lock_guard<std::mutex> lk(mu_);
    FILE *f = fopen(path, "a");
    if (!f)
        return false;
    if (FILE *old = std::exchange(log_, f))
        fclose(old);
    return true;
}

int leak_collect(const char *cmd, std::string *out) {
    FILE *p = popen(cmd, "r"); /* { dg-warning "leak|mismatch" } */
    if (!p)
        return -1;
    char buf[512];
    size_t n;
    while ((n = fread(buf, 1, sizeof buf, p)) > 0) {
        if (out->size() > 1 << 20)
            throw std::length_error("output");
        out->append(buf, n);
    }
    return pclose(p);
}

int clean_collect(const char *cmd, std::string *out) {
    auto closer = [](FILE *p) { pclose(p); };
    std::unique_ptr<FILE, decltype(closer)> p(popen(cmd, "r"), closer);
    if (!p)
        return -1;
    char buf[512];
    while (size_t n = fread(buf, 1, sizeof buf, p.get())) {
        if (out->size() > 1 << 20)
            throw std::length_error("output");
        out->append(buf, n);
    }
    return WEXITSTATUS(pclose(p.release()));
}

static std::tuple<int, const char *> open_state(const char *dir, bool create) {
    int fd = open(dir, create ? O_RDWR | O_CREAT : O_RDONLY, 0600);
    return {fd, fd < 0 ? "cannot open" : nullptr};
}

long leak_state_size(const char *dir, bool create) {
    auto [fd, error] = open_state(dir, create); /* { dg-warning "leak|mismatch" } */
    if (error)
        return -1;
    long n = lseek(fd, 0, SEEK_END);
    if (n > 0)
        close(fd);
    return n;
}

long clean_state_size(const char *dir, bool create) {
    int fd;
    const char *error;
    std::tie(fd, error) = open_state(dir, create);
    if (error) {
        fprintf(stderr, "%s: %s\n", dir, error);
        return -1;
    }
    long n = lseek(fd, 0, SEEK_END);
    close(fd);
    return n;
}

int clean_shared_fd(const char *path, std::vector<std::shared_ptr<int>> &users) {
    auto fd = std::shared_ptr<int>(new int(open(path, O_RDONLY)), [](int *p) {
        if (*p >= 0)
            close(*p);
        delete p;
    });
    if (*fd < 0)
        return -1;
    users.push_back(fd);
    return *fd;
}
