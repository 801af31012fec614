/* Corpus, lock: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Thread pool, timers and job queues.
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Job;
extern void run_job(Job &j);
extern bool job_ready(const Job &j) noexcept;
extern void trace(const char *msg) noexcept;
extern int priority_of(const std::string &name);
extern uint64_t now_ns() noexcept;

struct Job {
    std::string name;
    int prio = 0;
    std::function<void()> body;
};

namespace sched {

class JobQueue {
public:
    ~JobQueue()
    {
        for (Job *j : jobs_)
            delete j;
    }
    bool leak_submit(const std::string &name, std::function<void()> fn);
    bool clean_submit(const std::string &name, std::function<void()> fn);
    bool leak_run_one();
    bool clean_run_one();
    size_t clean_drop_stale();

private:
    std::mutex mu_;
    std::condition_variable cv_;
    std::list<Job *> jobs_;
};

bool JobQueue::leak_submit(const std::string &name, std::function<void()> fn)
{
    Job *j = new Job; /* { dg-warning "leak|mismatch" } */
    j->name = name;
    j->body = std::move(fn);
    j->prio = priority_of(name);
    std::lock_guard<std::mutex> g(mu_);
    jobs_.push_back(j);
    cv_.notify_one();
    return true;
}

bool JobQueue::clean_submit(const std::string &name, std::function<void()> fn)
{
    auto j = std::make_unique<Job>();
    j->name = name;
    j->body = std::move(fn);
    j->prio = priority_of(name);
    std::lock_guard<std::mutex> g(mu_);
    jobs_.push_back(j.get());
    j.release();
    cv_.notify_one();
    return true;
}

bool JobQueue::leak_run_one()
{
    mu_.lock(); /* { dg-warning "leak|mismatch" } */
    if (jobs_.empty()) {
        mu_.unlock();
        return false;
    }
    Job *j = jobs_.front();
    if (!job_ready(*j))
        return false;
    jobs_.pop_front();
    mu_.unlock();
    std::unique_ptr<Job> owner(j);
    run_job(*owner);
    return true;
}

bool JobQueue::clean_run_one()
{
    std::unique_ptr<Job> j;
    {
        std::unique_lock<std::mutex> lk(mu_);
        cv_.wait(lk, [this] { return !jobs_.empty(); });
        if (!job_ready(*jobs_.front()))
            return false;
        j.reset(jobs_.front());
        jobs_.pop_front();
    }
    run_job(*j);
    return true;
}

size_t JobQueue::clean_drop_stale()
{
    std::scoped_lock g(mu_);
    size_t n = 0;
    for (auto it = jobs_.begin(); it != jobs_.end();) {
        if (!job_ready(**it)) {
            delete *it;
            it = jobs_.erase(it);
            ++n;
        } else {
            ++it;
        }
    }
    return n;
}

static std::shared_mutex table_mu;
static std::map<std::string, int> table;

int leak_lookup(const std::string &name)
{
    table_mu.lock_shared(); /* { dg-warning "leak|mismatch" } */
    auto it = table.find(name);
    if (it == table.end())
        return -1;
    int v = it->second;
    table_mu.unlock_shared();
    return v;
}

int clean_lookup(const std::string &name)
{
    {
        std::shared_lock<std::shared_mutex> r(table_mu);
        auto it = table.find(name);
        if (it != table.end())
            return it->second;
    }
    int p = priority_of(name);
    std::unique_lock<std::shared_mutex> w(table_mu);
    table[name] = p;
    return p;
}

uint64_t leak_tick(unsigned ms)
{
    int t = timerfd_create(CLOCK_MONOTONIC, 0); /* { dg-warning "leak|mismatch" } */
    if (t < 0)
        return 0;
    itimerspec its{};
    its.it_value.tv_nsec = ms * 1000000L;
    if (timerfd_settime(t, 0, &its, nullptr) < 0) {
        close(t);
        return 0;
    }
    uint64_t ticks = 0;
    do {
        if (read(t, &ticks, sizeof ticks) != sizeof ticks)
            return 0;
    } while (ticks == 0);
    close(t);
    return ticks;
}

uint64_t clean_tick(unsigned ms)
{
    int t = timerfd_create(CLOCK_MONOTONIC, 0);
    if (t < 0)
        return 0;
    itimerspec its{};
    its.it_value.tv_nsec = ms * 1000000L;
    uint64_t ticks = 0;
    if (timerfd_settime(t, 0, &its, nullptr) == 0) {
        do {
            if (read(t, &ticks, sizeof ticks) != sizeof ticks)
                break;
        } while (ticks == 0);
    }
    close(t);
    return ticks;
}

// Wakes a loop through an eventfd.
class Waker {
public:
    Waker() : efd_(eventfd(0, EFD_NONBLOCK))
    {
        if (efd_ < 0)
            throw std::runtime_error("eventfd");
    }
    ~Waker() { close(efd_); }
    Waker(const Waker &) = delete;
    void wake() noexcept
    {
        uint64_t one = 1;
        if (write(efd_, &one, sizeof one) < 0)
            trace("wake failed");
    }

private:
    int efd_;
};

// Owns two wakers; the second may throw.
class BadPair {
public:
    explicit BadPair(const std::string &n) : a_(new Waker), b_(new Waker)
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    {
        prio_ = priority_of(n);
    }
    ~BadPair()
    {
        delete a_;
        delete b_;
    }
    BadPair(const BadPair &) = delete;
    void wake() noexcept
    {
        a_->wake();
        b_->wake();
    }

private:
    Waker *a_;
    Waker *b_;
    int prio_;
};

class GoodPair {
public:
    explicit GoodPair(const std::string &n)
        : a_(std::make_unique<Waker>()), b_(std::make_unique<Waker>()), prio_(priority_of(n)) {}
    void wake() noexcept
    {
        a_->wake();
        if (prio_ > 1)
            b_->wake();
    }

private:
    std::unique_ptr<Waker> a_, b_;
    int prio_;
};

void leak_pair(const std::string &n)
{
    BadPair p(n);
    p.wake();
}

void clean_pair(const std::string &n)
{
    GoodPair p(n);
    p.wake();
}

struct ThreadArgs {
    JobQueue *queue;
    int index;
};

static void *worker_main(void *arg)
{
    std::unique_ptr<ThreadArgs> a(static_cast<ThreadArgs *>(arg));
    while (a->queue->clean_run_one()) {
    }
    return nullptr;
}

int leak_spawn(JobQueue *q, int n, std::vector<pthread_t> &out)
{
    for (int i = 0; i < n; ++i) {
        auto *a = new ThreadArgs{q, i}; /* { dg-warning "leak|mismatch" } */
        pthread_t t;
        if (pthread_create(&t, nullptr, worker_main, a) != 0)
            return i;
        out.push_back(t);
    }
    return n;
}

int clean_spawn(JobQueue *q, int n, std::vector<pthread_t> &out)
{
    for (int i = 0; i < n; ++i) {
        auto *a = new ThreadArgs{q, i};
        pthread_t t;
        if (pthread_create(&t, nullptr, worker_main, a) != 0) {
            delete a;
            return i;
        }
        out.push_back(t);
    }
    return n;
}

bool leak_run_batch(std::vector<Job> &batch)
{
    int *results = static_cast<int *>(calloc(batch.size(), sizeof(int)));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
    if (!results)
        return false;
    size_t i = 0;
    for (Job &j : batch) {
        try {
            run_job(j);
            results[i++] = 1;
        } catch (const std::logic_error &) {
            results[i++] = -1;
        }
    }
    bool ok = true;
    for (size_t k = 0; k < i; ++k)
        ok = ok && results[k] > 0;
    free(results);
    return ok;
}

bool clean_run_batch(std::vector<Job> &batch)
{
    int *results = static_cast<int *>(calloc(batch.size(), sizeof(int)));
    if (!results)
        return false;
    size_t i = 0;
    for (Job &j : batch) {
        try {
            run_job(j);
            results[i++] = 1;
        } catch (const std::logic_error &) {
            results[i++] = -1;
        } catch (...) {
            results[i++] = -2;
        }
    }
    bool ok = true;
    for (size_t k = 0; k < i; ++k)
        ok = ok && results[k] > 0;
    free(results);
    return ok;
}

static pthread_mutex_t slots_mu = PTHREAD_MUTEX_INITIALIZER;
static Job *slots[16];

class PthreadGuard {
public:
    explicit PthreadGuard(pthread_mutex_t &m) noexcept : m_(m) { pthread_mutex_lock(&m_); }
    ~PthreadGuard() { pthread_mutex_unlock(&m_); }
    PthreadGuard(const PthreadGuard &) = delete;

private:
    pthread_mutex_t &m_;
};

int leak_find_slot(Job *j)
{
    pthread_mutex_lock(&slots_mu); /* { dg-warning "leak|mismatch" } */
    for (int i = 0; i < 16; ++i) {
        if (!slots[i]) {
            slots[i] = j;
            pthread_mutex_unlock(&slots_mu);
            return i;
        }
        if (slots[i] == j)
            return i;
    }
    pthread_mutex_unlock(&slots_mu);
    return -1;
}

int clean_find_slot(Job *j)
{
    PthreadGuard g(slots_mu);
    for (int i = 0; i < 16; ++i) {
        if (!slots[i]) {
            if (j->prio < priority_of(j->name))
                continue;
            slots[i] = j;
            return i;
        }
        if (slots[i] == j)
            return i;
    }
    return -1;
}

int leak_watch(const char *dir)
{
    int in = inotify_init1(IN_CLOEXEC); /* { dg-warning "leak|mismatch" } */
    if (in < 0)
        return -1;
    if (inotify_add_watch(in, dir, IN_CREATE) < 0) {
        trace("cannot watch");
        return -1;
    }
    return in;
}

int clean_watch(const char *dir)
{
    int in = inotify_init1(IN_CLOEXEC);
    if (in < 0)
        return -1;
    if (inotify_add_watch(in, dir, IN_CREATE) < 0) {
        trace("cannot watch");
        close(in);
        return -1;
    }
    return in;
}

std::shared_ptr<Job> clean_shared_job(const std::string &name)
{
    std::shared_ptr<Job> j(new Job, [](Job *p) {
        trace("job done");
        delete p;
    });
    j->name = name;
    j->prio = priority_of(name);
    std::weak_ptr<Job> w = j;
    j->body = [w] {
        if (auto s = w.lock())
            trace(s->name.c_str());
    };
    return j;
}

Job *leak_clone_job(const Job &src, int times)
{
    Job *first = nullptr;
    while (times-- > 0)
        first = new Job(src); /* { dg-warning "leak|mismatch" } */
    return first;
}

Job *clean_clone_job(const Job &src, int times)
{
    Job *last = nullptr;
    while (times-- > 0) {
        delete last;
        last = new Job(src);
    }
    return last;
}

bool leak_two_locks(std::mutex &a, std::mutex &b, Job &j)
{
    a.lock(); /* { dg-warning "leak|mismatch" } */
    if (!b.try_lock())
        return false;
    j.prio++;
    b.unlock();
    a.unlock();
    return true;
}

bool clean_two_locks(std::mutex &a, std::mutex &b, Job &j)
{
    std::lock(a, b);
    std::lock_guard<std::mutex> ga(a, std::adopt_lock);
    std::lock_guard<std::mutex> gb(b, std::adopt_lock);
    run_job(j);
    return true;
}

thread_local char *scratch = nullptr;

char *clean_scratch(size_t n)
{
    if (!scratch)
        scratch = static_cast<char *>(malloc(n));
    return scratch;
}

char *leak_scratch(size_t n)
{
    if (!clean_scratch(n))
        return nullptr;
    char *label = new char[32]; /* { dg-warning "leak|mismatch" } */
    snprintf(label, 32, "scratch %zu", n);
    trace(label);
    return scratch;
}

int clean_signal_fd()
{
    static const int fd = [] {
        sigset_t s;
        sigemptyset(&s);
        sigaddset(&s, SIGCHLD);
        return signalfd(-1, &s, SFD_CLOEXEC);
    }();
    return fd;
}

} // namespace sched
