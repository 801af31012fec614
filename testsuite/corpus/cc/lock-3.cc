/* Corpus, lock: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// audiopipe: real-time audio graph with dlopen()ed effects.
// The audio thread is noexcept; the control thread is not.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <pthread.h>
#include <stdexcept>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace ap
{
using sample = float;
using process_fn = void (*) (sample *, size_t) noexcept;

struct Effect
{
   void *lib;
   process_fn run;
};

struct WavInfo
{
   uint32_t rate = 0;
   uint16_t channels = 0;
};

struct AudioFile
{
   FILE *fp;
   WavInfo info;
};

static void close_file (AudioFile &a) noexcept
{
   if (a.fp)
      fclose (a.fp);
   a.fp = nullptr;
}

static AudioFile open_file (const char *path)
{
   AudioFile a {fopen (path, "rb"), {}};
   if (a.fp && fread (&a.info.rate, 4, 1, a.fp) != 1)
      a.info.rate = 0;
   return a;
}

struct Codec
{
   int state = 0;
   bool setup (int rate) noexcept { return (state = rate) > 0; }
   int step () noexcept { return ++state; }
};

class Sink
{
public:
   virtual ~Sink () = default;
   virtual FILE *open_dump (const char *) noexcept { return nullptr; }
   virtual void close_dump (FILE *) noexcept {}
};

class FileSink : public Sink
{
public:
   FILE *open_dump (const char *path) noexcept override;
   void close_dump (FILE *f) noexcept override { if (f) fclose (f); }
};

FILE *FileSink::open_dump (const char *path) noexcept
{
   return fopen (path, "wb");
}

class Graph
{
public:
   ~Graph ()
   {
      for (Effect &e : fx_)
         dlclose (e.lib);
      pthread_mutex_destroy (&tap_lock_);
      pthread_mutex_destroy (&fx_lock_);
   }
   int leak_load_all (const std::vector<const char *> &paths);
   int clean_load_all (const std::vector<const char *> &paths);
   sample leak_peek (size_t tap);
   sample clean_peek (size_t tap);
   bool leak_move_tap (size_t from, size_t to) noexcept;
   bool clean_move_tap (size_t from, size_t to) noexcept;
   bool leak_wait (int frames) noexcept;
   bool clean_wait (int frames) noexcept;
   void clean_process (sample *buf, size_t n) noexcept;

private:
   std::vector<Effect> fx_;
   std::vector<sample> taps_;
   pthread_mutex_t fx_lock_ = PTHREAD_MUTEX_INITIALIZER;
   pthread_mutex_t tap_lock_ = PTHREAD_MUTEX_INITIALIZER;
   pthread_cond_t ready_ = PTHREAD_COND_INITIALIZER;
   std::mutex control_;
   int queued_ = 0;
   bool stopped_ = false;
};

// ------------------------------------------------------------- effects

int Graph::leak_load_all (const std::vector<const char *> &paths)
{
   for (const char *p : paths)
      {
         void *lib = dlopen (p, RTLD_NOW); /* { dg-warning "leak|mismatch" } */
         if (!lib)
            continue;
         auto run = reinterpret_cast<process_fn> (dlsym (lib, "process"));
         if (!run)
            continue;
         fx_.push_back ({lib, run});
      }
   return static_cast<int> (fx_.size ());
}

int Graph::clean_load_all (const std::vector<const char *> &paths)
{
   for (const char *p : paths)
      {
         std::shared_ptr<void> probe (dlopen (p, RTLD_NOW), [] (void *h) { if (h) dlclose (h); });
         if (!probe || !dlsym (probe.get (), "process"))
            continue;
         Effect e {dlopen (p, RTLD_NOW), nullptr};
         if (!e.lib)
            continue;
         e.run = reinterpret_cast<process_fn> (dlsym (e.lib, "process"));
         fx_.push_back (e);
      }
   return static_cast<int> (fx_.size ());
}

void Graph::clean_process (sample *buf, size_t n) noexcept
{
   if (pthread_mutex_trylock (&fx_lock_) != 0)
      return;
   for (const Effect &e : fx_)
      if (e.run)
         e.run (buf, n);
   pthread_mutex_unlock (&fx_lock_);
}

// ------------------------------------------------------------- taps

sample Graph::leak_peek (size_t tap)
{
   pthread_mutex_lock (&tap_lock_); /* { dg-warning "leak|mismatch" } */
   sample v = taps_.at (tap);
   pthread_mutex_unlock (&tap_lock_);
   return v;
}

sample Graph::clean_peek (size_t tap)
{
   std::lock_guard<std::mutex> hold (control_);
   pthread_mutex_lock (&tap_lock_);
   sample v = tap < taps_.size () ? taps_[tap] : NAN;
   pthread_mutex_unlock (&tap_lock_);
   return std::isnan (v) ? taps_.at (0) : v;
}

bool Graph::leak_move_tap (size_t from, size_t to) noexcept
{
   pthread_mutex_lock (&fx_lock_); /* { dg-warning "leak|mismatch" } */
   pthread_mutex_lock (&tap_lock_);
   if (from >= taps_.size () || to >= taps_.size ())
      {
         pthread_mutex_unlock (&tap_lock_);
         return false;
      }
   std::swap (taps_[from], taps_[to]);
   pthread_mutex_unlock (&tap_lock_);
   pthread_mutex_unlock (&fx_lock_);
   return true;
}

bool Graph::clean_move_tap (size_t from, size_t to) noexcept
{
   pthread_mutex_t *order[2] = {&fx_lock_, &tap_lock_};
   pthread_mutex_lock (order[0]);
   pthread_mutex_lock (order[1]);
   bool ok = from < taps_.size () && to < taps_.size ();
   if (ok)
      std::swap (taps_[from], taps_[to]);
   pthread_mutex_unlock (order[1]);
   pthread_mutex_unlock (order[0]);
   return ok;
}

bool Graph::leak_wait (int frames) noexcept
{
   bool got = false;
   pthread_mutex_lock (&fx_lock_); /* { dg-warning "leak|mismatch" } */
   while (queued_ < frames)
      {
         if (stopped_)
            return got;
         if (pthread_cond_wait (&ready_, &fx_lock_) != 0)
            break;
      }
   if (queued_ >= frames)
      {
         queued_ -= frames;
         got = true;
      }
   pthread_mutex_unlock (&fx_lock_);
   return got;
}

bool Graph::clean_wait (int frames) noexcept
{
   pthread_mutex_lock (&fx_lock_);
   while (!stopped_ && queued_ < frames)
      {
         pthread_mutex_unlock (&fx_lock_);
         usleep (1000);
         pthread_mutex_lock (&fx_lock_);
      }
   bool got = queued_ >= frames;
   if (got)
      queued_ -= frames;
   pthread_mutex_unlock (&fx_lock_);
   return got;
}

// ------------------------------------------------------------- files

uint32_t leak_sample_rate (const char *path)
{
   AudioFile a = open_file (path); /* { dg-warning "leak|mismatch" } */
   if (!a.fp || a.info.rate == 0)
      return 0;
   uint32_t rate = a.info.rate;
   close_file (a);
   return rate;
}

uint32_t clean_sample_rate (const char *path)
{
   AudioFile a = open_file (path);
   AudioFile b = a;
   a.fp = nullptr;
   uint32_t rate = b.info.rate;
   close_file (a);
   close_file (b);
   return rate;
}

int leak_wav_header (const char *path)
{
   std::unique_ptr<FILE, int (*) (FILE *)> f (fopen (path, "rb"), fclose);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
   if (!f)
      return -1;
   char magic[4];
   bool ok = fread (magic, 1, 4, f.get ()) == 4 && memcmp (magic, "RIFF", 4) == 0;
   auto closer = f.get_deleter ();
   FILE *raw = f.release ();
   return ok ? closer (raw) : -2;
}

int clean_wav_header (const char *path)
{
   std::unique_ptr<FILE, int (*) (FILE *)> f (fopen (path, "rb"), fclose);
   if (!f)
      return -1;
   char magic[4];
   bool ok = fread (magic, 1, 4, f.get ()) == 4 && memcmp (magic, "RIFF", 4) == 0;
   auto closer = f.get_deleter ();
   return closer (f.release ()) == 0 && ok ? 0 : -2;
}

long leak_normalise (const char *path, int rate)
{
   FILE *f = fopen (path, "r+b"); /* { dg-warning "leak|mismatch" } */
   if (!f)
      return -1;
   auto finish = [f] (long n) { fclose (f); return n; };
   if (rate == 0)
      return 0;
   if (fseek (f, 0, SEEK_END) != 0)
      return finish (-1);
   return finish (ftell (f) / rate);
}

long clean_normalise (const char *path, int rate)
{
   FILE *f = fopen (path, "r+b");
   if (!f)
      return -1;
   auto finish = [&f] (long n) { fclose (f); f = nullptr; return n; };
   if (rate == 0)
      return finish (0);
   if (fseek (f, 0, SEEK_END) != 0)
      return finish (-1);
   return finish (ftell (f) / rate);
}

bool leak_dump_frame (FileSink &sink, const sample *buf, size_t n)
{
   Sink &out = sink;
   FILE *f = out.open_dump ("/tmp/frame.raw"); /* { dg-warning "leak|mismatch" } */
   if (!f)
      return false;
   if (fwrite (buf, sizeof *buf, n, f) != n)
      return false;
   out.close_dump (f);
   return true;
}

bool clean_dump_frame (FileSink &sink, const sample *buf, size_t n)
{
   Sink &out = sink;
   FILE *f = out.open_dump ("/tmp/frame.raw");
   bool ok = f && fwrite (buf, sizeof *buf, n, f) == n;
   out.close_dump (f);
   return ok;
}

// ------------------------------------------------------------- buffers

void *leak_mirror_ring (int fd, size_t len)
{
   char *lo = static_cast<char *> (mmap (nullptr, len, PROT_READ, MAP_SHARED, fd, 0));
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
   if (lo == MAP_FAILED)
      return nullptr;
   void *hi = mmap (nullptr, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   if (hi == MAP_FAILED)
      return nullptr;
   memcpy (hi, lo, len / 2);
   munmap (lo, len);
   return hi;
}

void *clean_mirror_ring (int fd, size_t len)
{
   char *base = static_cast<char *> (
      mmap (nullptr, 2 * len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
   if (base == MAP_FAILED)
      return nullptr;
   for (int half = 0; half < 2; ++half)
      if (mmap (base + half * len, len, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0)
          == MAP_FAILED)
         {
            munmap (base, 2 * len);
            return nullptr;
         }
   return base;
}

int leak_try_codec (int rate) noexcept
{
   Codec *c = new (std::nothrow) Codec; /* { dg-warning "leak|mismatch" } */
   if (!c || !c->setup (rate))
      return -1;
   int s = c->step ();
   delete c;
   return s;
}

int clean_try_codec (int rate) noexcept
{
   if (auto c = std::unique_ptr<Codec> (new (std::nothrow) Codec); c && c->setup (rate))
      return c->step ();
   return -1;
}

sample *clean_scratch (size_t n)
{
   static thread_local sample *buf;
   static thread_local size_t cap;
   if (n > cap)
      {
         void *p = nullptr;
         if (posix_memalign (&p, 64, n * sizeof (sample)) != 0)
            return nullptr;
         free (buf);
         buf = static_cast<sample *> (p);
         cap = n;
      }
   return buf;
}

class leak_Resampler
{
public:
   leak_Resampler (int from, int to);
   leak_Resampler (const leak_Resampler &) = delete;
   ~leak_Resampler () { delete[] taps_; }

private:
   sample *taps_;
   double ratio_ = 1;
};

leak_Resampler::leak_Resampler (int from, int to)
   : taps_ (new sample[64] ()) /* { dg-warning "leak|mismatch" } */
{
   if (from <= 0 || to <= 0)
      throw std::invalid_argument ("rate");
   ratio_ = double (to) / from;
}

class clean_Mixer
{
public:
   clean_Mixer () noexcept : bus_ (nullptr) {}
   clean_Mixer (size_t n, int rate);
   clean_Mixer (const clean_Mixer &) = delete;
   ~clean_Mixer () { free (bus_); }

private:
   sample *bus_;
};

clean_Mixer::clean_Mixer (size_t n, int rate) : clean_Mixer ()
{
   bus_ = static_cast<sample *> (calloc (n, sizeof (sample)));
   if (rate <= 0)                            // the destructor runs: delegated
      throw std::invalid_argument ("rate");
}
}
