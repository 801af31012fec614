/* Corpus, acquisition: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* elog: the flash logger of a small Linux board.  C with a C++ compiler:
   no exceptions of our own, plain structs, error codes.  */
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define ELOG_BANKS 4

struct elog_sink
{
  FILE *fp;
  int fd;
  char *label;
};

struct elog_ring
{
  pthread_mutex_t lock;
  unsigned head, tail, size;
  const char *slot[64];
};

static char *g_ring_base;
static size_t g_ring_len;
static unsigned g_dropped;

static int copy_stream (FILE *in, FILE *out) {
  char buf[512];
  size_t n;
  while ((n = fread (buf, 1, sizeof buf, in)) > 0)
    if (fwrite (buf, 1, n, out) != n)
      return -1;
  return ferror (in) ? -1 : 0;
}

int leak_rotate (const char *from, const char *to) {
  FILE *in = fopen (from, "rb"); /* { dg-warning "leak|mismatch" } */
  if (!in) return -1;
  FILE *out = fopen (to, "wb");
  if (!out) return -1;
  int rc = copy_stream (in, out);
  fclose (in);
  if (fclose (out) != 0)
    rc = -1;
  return rc;
}

int clean_rotate (const char *from, const char *to) {
  int rc = -1;
  FILE *out = NULL;
  FILE *in = fopen (from, "rb");
  if (!in) return -1;
  out = fopen (to, "wb");
  if (!out)
    goto done;
  if (copy_stream (in, out) < 0)
    goto done;
  rc = 0;
done:
  if (out && fclose (out) != 0)
    rc = -1;
  fclose (in);
  return rc;
}

void leak_append_all (const char *const *paths, int n, const char *rec) {
  size_t len = strlen (rec);
  for (int i = 0; i < n; i++) {
      int fd = open (paths[i], O_WRONLY | O_APPEND); /* { dg-warning "leak|mismatch" } */
      if (fd < 0)
        continue;
      if (write (fd, rec, len) != (ssize_t) len) {
          g_dropped++;
          continue;
        }
      close (fd);
    }
}

int clean_append_first (const char *const *paths, int n, const char *rec) {
  int fd = -1;
  for (int i = 0; i < n; i++) {
      fd = open (paths[i], O_WRONLY | O_APPEND);
      if (fd >= 0)
        break;
    }
  if (fd < 0)
    return -1;
  ssize_t w = write (fd, rec, strlen (rec));
  close (fd);
  return w < 0 ? -1 : 0;
}

int leak_capture_stderr (const char *path, const char *cmd) {
  int out = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0640);
  if (out < 0)
    return -1;
  int saved = dup (STDERR_FILENO); /* { dg-warning "leak|mismatch" } */
  if (saved < 0) {
      close (out);
      return -1;
    }
  dup2 (out, STDERR_FILENO);
  close (out);
  int rc = system (cmd);
  dup2 (saved, STDERR_FILENO);
  return rc;
}

int clean_capture_stderr (const char *path, const char *cmd) {
  int rc = -1;
  int out = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0640);
  int saved = out < 0 ? -1 : dup (STDERR_FILENO);
  if (saved >= 0) {
      if (dup2 (out, STDERR_FILENO) >= 0) {
          rc = system (cmd);
          dup2 (saved, STDERR_FILENO);
        }
      close (saved);
    }
  if (out >= 0)
    close (out);
  return rc;
}

int leak_find_level (FILE *cfg, const char *name) {
  char *line = NULL;
  size_t cap = 0;
  while (getline (&line, &cap, cfg) > 0) /* { dg-warning "leak|mismatch" } */
    {
      char *eq = strchr (line, '=');
      if (!eq)
        continue;
      *eq = '\0';
      if (strcmp (line, name) == 0)
        return atoi (eq + 1);
    }
  free (line);
  return -1;
}

int clean_find_level (FILE *cfg, const char *name) {
  char *line = NULL;
  size_t cap = 0;
  int level = -1;
  while (level < 0 && getline (&line, &cap, cfg) > 0) {
      char *eq = strchr (line, '=');
      if (!eq)
        continue;
      *eq = '\0';
      if (strcmp (line, name) == 0)
        level = atoi (eq + 1);
    }
  free (line);
  return level;
}

bool leak_push_record (elog_ring *r, const char *msg) {
  pthread_mutex_lock (&r->lock); /* { dg-warning "leak|mismatch" } */
  unsigned next = (r->head + 1) % r->size;
  if (next == r->tail) {
      g_dropped++;
      return false;
    }
  r->slot[r->head] = msg;
  r->head = next;
  pthread_mutex_unlock (&r->lock);
  return true;
}

bool clean_push_record (elog_ring *r, const char *msg, bool from_isr) {
  bool locked, stored = false;
  if (from_isr)
    locked = pthread_mutex_trylock (&r->lock) == 0;
  else
    locked = pthread_mutex_lock (&r->lock) == 0;
  if (locked) {
      unsigned next = (r->head + 1) % r->size;
      if (next != r->tail) {
          r->slot[r->head] = msg;
          r->head = next;
          stored = true;
        }
    }
  if (!stored)
    g_dropped++;
  if (locked)
    pthread_mutex_unlock (&r->lock);
  return stored;
}

void *leak_map_panic_area (const char *path, size_t len) {
  int fd = open (path, O_RDWR);
  if (fd < 0)
    return NULL;
  void *p = mmap (NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  /* { dg-warning "leak|mismatch" "" { target *-*-* } .-1 } */
  close (fd);
  if (p == MAP_FAILED)
    return NULL;
  if (memcmp (p, "PANC", 4) != 0)
    return NULL;
  return p;
}

int clean_install_ring (const char *path, size_t len) {
  int fd = open (path, O_RDWR);
  if (fd < 0)
    return -1;
  void *p = mmap (NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close (fd);
  if (p == MAP_FAILED)
    return -1;
  if (g_ring_base)
    munmap (g_ring_base, g_ring_len);
  g_ring_base = (char *) p;
  g_ring_len = len;
  return 0;
}

int leak_pull_dmesg (FILE *dst) {
  char buf[256];
  FILE *p = popen ("dmesg -r", "r"); /* { dg-warning "leak|mismatch" } */
  if (!p) return -1;
  while (fgets (buf, sizeof buf, p))
    fputs (buf, dst);
  fclose (p);
  return 0;
}

int clean_read_maybe_gz (const char *path, FILE *dst) {
  char cmd[300];
  size_t len = strlen (path);
  bool gz = len > 3 && strcmp (path + len - 3, ".gz") == 0;
  FILE *src;
  if (gz) {
      snprintf (cmd, sizeof cmd, "gzip -dc '%s'", path);
      src = popen (cmd, "r");
    }
  else
    src = fopen (path, "r");
  if (!src) return -1;
  int rc = copy_stream (src, dst);
  if (gz)
    pclose (src);
  else
    fclose (src);
  return rc;
}

FILE *leak_open_excl (const char *path) {
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL, 0600); /* { dg-warning "leak|mismatch" } */
  if (fd < 0)
    return NULL;
  FILE *fp = fdopen (fd, "w");
  if (!fp) return NULL;
  setvbuf (fp, NULL, _IOLBF, 0);
  return fp;
}

int clean_write_excl (const char *path, const char *msg) {
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (fd < 0)
    return -errno;
  FILE *fp = fdopen (fd, "w");
  if (!fp) {
      int e = errno;
      close (fd);
      unlink (path);
      return -e;
    }
  fputs (msg, fp);
  return fclose (fp) ? -errno : 0;   /* closes fd, too */
}

int leak_open_banks (int fds[ELOG_BANKS]) {
  char name[32];
  for (int i = 0; i < ELOG_BANKS; i++) {
      snprintf (name, sizeof name, "/dev/mtd%d", i);
      int fd = open (name, O_RDWR); /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } } */
      if (fd < 0) {
          while (--i > 0)
            close (fds[i]);
          return -1;
        }
      fds[i] = fd;
    }
  return 0;
}

int clean_open_banks (int fds[ELOG_BANKS]) {
  char name[32];
  for (int i = 0; i < ELOG_BANKS; i++) {
      snprintf (name, sizeof name, "/dev/mtd%d", i);
      fds[i] = open (name, O_RDWR);
      if (fds[i] < 0) {
          while (i-- > 0)
            close (fds[i]);
          return -1;
        }
    }
  return 0;
}

int leak_dump (int format, const char *data) {
  FILE *t = tmpfile (); /* { dg-warning "leak|mismatch" } */
  if (!t) return -1;
  switch (format) {
    case 0:
      fputs (data, t);
      break;
    case 1:
      fprintf (t, "%zu:%s\n", strlen (data), data);
      break;
    default:
      return -2;
    }
  long size = ftell (t);
  fclose (t);
  return (int) size;
}

char *leak_join (const char *const *parts, int n) {
  size_t cap = 64, len = 0;
  char *out = (char *) malloc (cap); /* { dg-warning "leak|mismatch" } */
  if (!out) return NULL;
  size_t need = 1;
  for (int i = 0; i < n; i++)
    need += strlen (parts[i]);
  if (need > cap) {
      out = (char *) realloc (out, need);
      if (!out) return NULL;
    }
  for (int i = 0; i < n; i++) {
      memcpy (out + len, parts[i], strlen (parts[i]));
      len += strlen (parts[i]);
    }
  out[len] = '\0';
  return out;
}

char *clean_join (const char *const *parts, int n) {
  size_t cap = 64, len = 0;
  char *out = (char *) malloc (cap);
  if (!out) return NULL;
  for (int i = 0; i < n; i++) {
      size_t l = strlen (parts[i]);
      if (len + l + 1 > cap) {
          char *bigger = (char *) realloc (out, (len + l + 1) * 2);
          if (!bigger) {
              free (out);
              return NULL;
            }
          out = bigger;
          cap = (len + l + 1) * 2;
        }
      memcpy (out + len, parts[i], l);
      len += l;
    }
  out[len] = '\0';
  return out;
}

FILE *clean_console_once (void) {
  static FILE *console;
  if (!console) {
      console = fopen ("/dev/console", "w");
      if (console)
        setvbuf (console, NULL, _IONBF, 0);
    }
  return console ? console : stderr;
}

int leak_sink_init (elog_sink *s, const char *path, const char *label) {
  char *copy = strdup (label); /* { dg-warning "leak|mismatch" } */
  if (!copy) return -ENOMEM;
  FILE *fp = fopen (path, "a");
  if (!fp) return -errno;
  s->fp = fp;
  s->fd = fileno (fp);
  s->label = copy;
  return 0;
}

int clean_sink_init (elog_sink *s, const char *path, const char *label) {
  memset (s, 0, sizeof *s);
  s->fd = -1;
  s->label = strdup (label);
  if (!s->label)
    return -ENOMEM;
  s->fp = fopen (path, "a");
  if (!s->fp) {
      free (s->label);
      s->label = NULL;
      return -errno;
    }
  s->fd = fileno (s->fp);          /* borrowed from fp */
  return 0;
}

void leak_say (elog_sink *s, int level, const char *fmt, ...) {
  char *msg;
  va_list ap;
  va_start (ap, fmt);
  int n = vasprintf (&msg, fmt, ap); /* { dg-warning "leak|mismatch" } */
  va_end (ap);
  if (n < 0)
    return;
  if (level > 3 && !s->fp)
    return;
  fprintf (s->fp ? s->fp : stderr, "<%d>%s\n", level, msg);
  free (msg);
}

void clean_say (elog_sink *s, int level, const char *fmt, ...) {
  char small[80], *msg = small;
  va_list ap, again;
  va_start (ap, fmt);
  va_copy (again, ap);
  int n = vsnprintf (small, sizeof small, fmt, ap);
  if (n >= (int) sizeof small) {
      msg = (char *) malloc (n + 1);
      if (msg)
        vsnprintf (msg, n + 1, fmt, again);
      else
        msg = small;
    }
  va_end (again);
  va_end (ap);
  fprintf (s->fp, "<%d>%s\n", level, msg);
  if (msg != small)
    free (msg);
}

int clean_checkpoint (const char *primary, const char *backup) {
  int fd = open (primary, O_WRONLY | O_SYNC);
  if (fd < 0 && (fd = open (backup, O_WRONLY | O_CREAT, 0600)) < 0)
    return -1;
  int rc = pwrite (fd, &g_dropped, sizeof g_dropped, 0) < 0 ? -1 : 0;
  return close (fd) < 0 ? -1 : rc;
}
