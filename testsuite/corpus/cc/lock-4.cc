/* Corpus, lock: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// spooler.cpp - job intake, queue handling and filter start-up of lpspoold

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C"
{
  void log_msg (int prio, const char *fmt, ...);
  int backend_submit (int fd, const char *queue);  // takes over fd in any case
  int apply_option (const char *line);
}

namespace
{
const size_t kMaxJobs = 512;
const size_t kMaxWorkers = 16;
int g_pid_fd = -1;
int g_lock_fd = -1;
}

struct Job
{
  int id = 0;
  int copies = 1;
  int fd = -1;
  std::string title;

  Job () = default;
  Job (const Job &) = delete;
  Job &operator= (const Job &) = delete;
  ~Job () {
    if (fd >= 0)
      close (fd);
  }
};

// One queue per printer.  Owns the jobs in it.
class PrinterQueue
{
public:
  explicit PrinterQueue (std::string n) : name_ (std::move (n)) {}
  PrinterQueue (const PrinterQueue &) = delete;
  ~PrinterQueue () {
    for (Job *j : jobs_)
      delete j;
  }
  void push (Job *j) {
    std::lock_guard<std::mutex> g (mu_);
    jobs_.push_back (j);
  }
  bool leak_move_all (PrinterQueue &dst);
  bool clean_move_all (PrinterQueue &dst);
  bool clean_cancel (int id);

private:
  std::string name_;
  std::mutex mu_;
  std::deque<Job *> jobs_;
};

class Spooler;

struct WorkerCtx
{
  Spooler *owner;
  std::string printer;
  int dev = -1;

  WorkerCtx (Spooler *o, const char *p) : owner (o), printer (p) {}
  WorkerCtx (const WorkerCtx &) = delete;
  ~WorkerCtx () {
    if (dev >= 0)
      close (dev);
  }
  bool open_printer () {
    dev = open (printer.c_str (), O_WRONLY | O_CLOEXEC);
    return dev >= 0;
  }
  void print (const Job &j) {
    char buf[4096];
    ssize_t n;
    while ((n = read (j.fd, buf, sizeof buf)) > 0)
      if (write (dev, buf, n) != n)
        break;
  }
};

class Spooler
{
public:
  Spooler () = default;
  Spooler (const Spooler &) = delete;
  ~Spooler ();
  bool stopping () const { return stop_; }
  bool leak_enqueue (Job *j);
  Job *clean_dequeue (int ms);
  void leak_reopen_log (const char *path);
  bool clean_rotate_log (const char *path);
  void leak_start_worker (const char *printer);
  void clean_start_worker (const char *printer);

private:
  std::mutex mu_;
  std::condition_variable cv_;
  std::deque<Job *> queue_;
  std::vector<std::thread> workers_;
  FILE *log_ = nullptr;
  volatile bool stop_ = false;
};

Spooler::~Spooler ()
{
  stop_ = true;
  cv_.notify_all ();
  for (auto &t : workers_)
    t.join ();
  for (Job *j : queue_)
    delete j;
  if (log_)
    fclose (log_);
}

// ---------------------------------------------------------------------------
// daemon start-up

int leak_write_pidfile (const char *path)
{
  char buf[32];
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0644); /* { dg-warning "leak|mismatch" } */
  if (fd < 0)
    return -errno;
  if (flock (fd, LOCK_EX | LOCK_NB) < 0) {
      int e = errno;
      close (fd);
      return -e;
    }
  int n = snprintf (buf, sizeof buf, "%ld\n", (long) getpid ());
  if (ftruncate (fd, 0) < 0 || write (fd, buf, n) != n) {
      log_msg (3, "cannot write %s: %s", path, strerror (errno));
      return -EIO;
    }
  g_pid_fd = fd;
  return 0;
}

int clean_take_lockfile (const char *path)
{
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd == -1)
    return -errno;

  int rc = 0;
  if (flock (fd, LOCK_EX | LOCK_NB) < 0)
    rc = -errno;
  if (rc == 0)
    g_lock_fd = fd;
  else {
      log_msg (3, "%s is held by another spooler", path);
      close (fd);
    }
  return rc;
}

void clean_detach_stdio (bool keep_stderr)
{
  int fd = open ("/dev/null", O_RDWR);
  if (fd < 0) {
      log_msg (2, "no /dev/null");
      exit (1);
    }
  if (dup2 (fd, 0) < 0 || dup2 (fd, 1) < 0)
    _exit (1);
  if (!keep_stderr && dup2 (fd, 2) < 0)
    _exit (1);
  if (fd > 2)
    close (fd);
}

// ---------------------------------------------------------------------------
// filters

pid_t leak_start_filter (const char *cmd, int *to_child)
{
  int p[2];
  if (pipe (p) < 0) /* { dg-warning "leak|mismatch" } */
    return -1;

  pid_t pid = fork ();
  if (pid < 0) {
      close (p[0]);
      close (p[1]);
      return -1;
    }
  if (pid == 0) {
      dup2 (p[0], 0);
      close (p[0]);
      close (p[1]);
      execl ("/bin/sh", "sh", "-c", cmd, (char *) nullptr);
      _exit (127);
    }
  *to_child = p[1];
  return pid;
}

pid_t clean_start_filter_pair (const char *cmd, int *wr, int *rd)
{
  int in[2] = { -1, -1 }, out[2] = { -1, -1 };
  pid_t pid = -1;

  if (pipe (in) < 0 || pipe (out) < 0)
    goto fail;
  pid = fork ();
  if (pid < 0)
    goto fail;
  if (pid == 0) {
      dup2 (in[0], 0);
      dup2 (out[1], 1);
      for (int fd : { in[0], in[1], out[0], out[1] })
        close (fd);
      execl ("/bin/sh", "sh", "-c", cmd, (char *) nullptr);
      _exit (127);
    }
  close (in[0]);
  close (out[1]);
  *wr = in[1];
  *rd = out[0];
  return pid;

fail:
  for (int fd : { in[0], in[1], out[0], out[1] })
    if (fd != -1)
      close (fd);
  return -1;
}

int leak_run_redirected (const char *device, int (*body) (void *), void *arg)
{
  int saved = dup (STDOUT_FILENO); /* { dg-warning "leak|mismatch" } */
  if (saved < 0)
    return -1;
  int fd = open (device, O_WRONLY | O_NOCTTY);
  if (fd < 0) {
      log_msg (4, "%s: %s", device, strerror (errno));
      return -1;
    }
  dup2 (fd, STDOUT_FILENO);
  close (fd);
  int rc = body (arg);
  fflush (stdout);
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  return rc;
}

long leak_count_pages (const char *psfile)
{
  std::string cmd = std::string ("gs -q -dNODISPLAY -c pagecount -- ") + psfile;
  FILE *p = popen (cmd.c_str (), "r"); /* { dg-warning "leak|mismatch" } */
  if (!p)
    return -1;
  char line[128];
  long pages = 0;
  while (fgets (line, sizeof line, p)) {
      if (strncmp (line, "Error", 5) == 0)
        return -1;
      pages += strtol (line, nullptr, 10);
    }
  pclose (p);
  return pages;
}

int clean_query_driver (const char *model, std::map<std::string, std::string> &caps)
{
  std::string cmd = std::string ("lpdriver --caps ") + model;
  FILE *p = popen (cmd.c_str (), "r");
  auto finish = [p] (int rc) {
      if (p) {
          int st = pclose (p);
          if (rc == 0 && st != 0)
            rc = -1;
        }
      return rc;
    };
  if (!p)
    return finish (-1);

  char line[256];
  while (fgets (line, sizeof line, p)) {
      char *eq = strchr (line, '=');
      if (!eq)
        return finish (-2);
      *eq++ = 0;
      eq[strcspn (eq, "\n")] = 0;
      caps[line] = eq;
    }
  return finish (0);
}

// ---------------------------------------------------------------------------
// queues

bool PrinterQueue::leak_move_all (PrinterQueue &dst)
{
  mu_.lock ();
  dst.mu_.lock (); /* { dg-warning "leak|mismatch" } */
  if (dst.jobs_.size () + jobs_.size () > kMaxJobs) {
      log_msg (4, "queue %s is full", dst.name_.c_str ());
      mu_.unlock ();
      return false;
    }
  for (Job *j : jobs_)
    dst.jobs_.push_back (j);
  jobs_.clear ();
  dst.mu_.unlock ();
  mu_.unlock ();
  return true;
}

bool PrinterQueue::clean_move_all (PrinterQueue &dst)
{
  bool ok = false;
  std::lock (mu_, dst.mu_);
  do {
      if (dst.jobs_.size () + jobs_.size () > kMaxJobs)
        break;
      while (!jobs_.empty ()) {
          dst.jobs_.push_back (jobs_.front ());
          jobs_.pop_front ();
        }
      ok = true;
    }
  while (0);
  dst.mu_.unlock ();
  mu_.unlock ();
  return ok;
}

bool PrinterQueue::clean_cancel (int id)
{
  mu_.lock ();
  for (auto it = jobs_.begin (); it != jobs_.end (); ++it) {
      if ((*it)->id != id)
        continue;
      Job *victim = *it;
      jobs_.erase (it);
      mu_.unlock ();
      delete victim;
      return true;
    }
  mu_.unlock ();
  return false;
}

bool Spooler::leak_enqueue (Job *j)
{
  mu_.lock (); /* { dg-warning "leak|mismatch" } */
  if (stop_) {
      mu_.unlock ();
      return false;
    }
  if (queue_.size () >= kMaxJobs)
    return false;
  queue_.push_back (j);
  mu_.unlock ();
  cv_.notify_one ();
  return true;
}

Job *Spooler::clean_dequeue (int ms)
{
  std::unique_lock<std::mutex> lk (mu_, std::defer_lock);
  lk.lock ();
  if (!cv_.wait_for (lk, std::chrono::milliseconds (ms), [this] { return stop_
      || !queue_.empty (); }))
    return nullptr;
  if (queue_.empty ())
    return nullptr;
  Job *j = queue_.front ();
  queue_.pop_front ();
  lk.unlock ();
  return j;
}

int leak_replay_journal (const char *path, PrinterQueue &q)
{
  std::ifstream in (path);
  std::vector<Job *> pending;
  std::string line;
  while (std::getline (in, line)) {
      if (line.empty () || line[0] == '#')
        continue;
      Job *j = new Job; /* { dg-warning "leak|mismatch" } */
      j->title = line;
      pending.push_back (j);
    }
  if (pending.size () > kMaxJobs) {
      log_msg (3, "%s: journal too long", path);
      return -1;
    }
  for (Job *j : pending)
    q.push (j);
  return (int) pending.size ();
}

int clean_replay_journal (const char *path, PrinterQueue &q)
{
  std::ifstream in (path);
  std::vector<Job *> pending;
  std::string line;
  bool bad = false;
  while (!bad && std::getline (in, line)) {
      Job *j = new Job;
      j->title = line;
      pending.push_back (j);
      bad = pending.size () > kMaxJobs || line.find ('\t') == std::string::npos;
    }
  int n = bad ? -1 : (int) pending.size ();
  while (!pending.empty ()) {
      Job *j = pending.back ();
      pending.pop_back ();
      if (bad)
        delete j;
      else
        q.push (j);
    }
  return n;
}

// "id copies title..."
Job *leak_parse_ticket (const std::string &line)
{
  size_t a = line.find (' ');
  if (a == std::string::npos)
    return nullptr;
  Job *j = new Job; /* { dg-warning "leak|mismatch" } */
  j->id = atoi (line.c_str ());
  j->copies = std::stoi (line.substr (a + 1));
  size_t b = line.find (' ', a + 1);
  if (b != std::string::npos)
    j->title = line.substr (b + 1);
  return j;
}

Job *clean_parse_ticket (const std::string &line)
{
  Job *j = new Job;
  try {
      size_t used = 0;
      j->id = std::stoi (line, &used);
      j->copies = std::stoi (line.substr (used));
      if (j->copies < 1)
        throw std::out_of_range ("copies");
    } catch (const std::logic_error &e) {
      log_msg (5, "bad ticket '%s': %s", line.c_str (), e.what ());
      delete j;
      j = nullptr;
    }
  return j;
}

int leak_scan_spool (const char *dir, std::vector<std::string> &out)
{
  DIR *d = opendir (dir); /* { dg-warning "leak|mismatch" } */
  if (!d)
    return -errno;
  while (struct dirent *e = readdir (d)) {
      if (e->d_name[0] == '.')
        continue;
      std::string full = std::string (dir) + "/" + e->d_name;
      struct stat st;
      if (stat (full.c_str (), &st) < 0) {
          if (errno == ENOENT)
            continue;
          return -errno;
        }
      if (S_ISREG (st.st_mode))
        out.push_back (full);
    }
  closedir (d);
  return 0;
}

int clean_submit_file (const char *path, const char *queue, bool raw)
{
  FILE *cfg = nullptr;
  if (!raw) {
      cfg = fopen ("/etc/lpspool/options", "re");
      if (!cfg)
        return -1;
    }
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
      if (!raw)
        fclose (cfg);
      return -1;
    }
  if (!raw) {
      char line[200];
      while (fgets (line, sizeof line, cfg))
        if (apply_option (line) < 0)
          break;
      fclose (cfg);
    }
  return backend_submit (fd, queue);
}

char *leak_banner_text (const Job &j, const char *user)
{
  char *text = nullptr;
  if (asprintf (&text, "Job %d for %s", j.id, user) < 0) /* { dg-warning "leak|mismatch" } */
    return nullptr;
  if (j.copies > 1)
    if (asprintf (&text, "%s (%d copies)", text, j.copies) < 0)
      return nullptr;
  return text;
}

char *clean_banner_text (const Job &j, const char *user)
{
  char *text = nullptr;
  if (asprintf (&text, "%s: %s", user, j.title.c_str ()) < 0)
    return nullptr;
  if (j.copies > 1) {
      char *old = text;
      int n = asprintf (&text, "%s x%d", old, j.copies);
      free (old);
      if (n < 0)
        return nullptr;
    }
  return text;
}

// ---------------------------------------------------------------------------
// logging and workers

void Spooler::leak_reopen_log (const char *path)
{
  std::lock_guard<std::mutex> g (mu_);
  if (log_)
    fflush (log_);
  log_ = fopen (path, "ae"); /* { dg-warning "leak|mismatch" } */
  if (log_)
    setvbuf (log_, nullptr, _IOLBF, 0);
}

bool Spooler::clean_rotate_log (const char *path)
{
  FILE *f = fopen (path, "ae");
  if (!f)
    return false;
  std::lock_guard<std::mutex> g (mu_);
  std::swap (f, log_);
  if (f)
    fclose (f);
  return true;
}

void Spooler::leak_start_worker (const char *printer)
{
  if (workers_.size () >= kMaxWorkers)
    return;
  WorkerCtx *ctx = new WorkerCtx (this, printer);
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
  workers_.emplace_back ([ctx] {
      if (!ctx->open_printer ()) {
          log_msg (3, "cannot open %s", ctx->printer.c_str ());
          return;
        }
      while (!ctx->owner->stopping ())
        if (Job *j = ctx->owner->clean_dequeue (500)) {
            ctx->print (*j);
            delete j;
          }
      delete ctx;
    });
}

void Spooler::clean_start_worker (const char *printer)
{
  WorkerCtx *ctx = new WorkerCtx (this, printer);
  if (!ctx->open_printer () || workers_.size () >= kMaxWorkers) {
      delete ctx;
      return;
    }
  std::unique_ptr<WorkerCtx> own (ctx);
  workers_.emplace_back ([ctx = std::move (own)] {
      while (!ctx->owner->stopping ()) {
          std::unique_ptr<Job> j (ctx->owner->clean_dequeue (500));
          if (j)
            ctx->print (*j);
        }
    });
}
