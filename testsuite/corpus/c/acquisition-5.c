/* Corpus, acquisition: directories, mappings, locks and the rest of POSIX.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <glob.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <locale.h>
#include <mntent.h>
#include <mqueue.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wordexp.h>
#include <spawn.h>
#include <netdb.h>

/* --- directories */
int
count_entries (const char *dir)
{
  struct dirent *e;
  int n = 0;
  DIR *d = opendir (dir);	/* { dg-warning "leak" "too many" } */
  if (!d)
    return -1;
  while ((e = readdir (d)))
    {
      if (e->d_name[0] == '.')
	continue;
      if (++n > 10000)
	return -1;
    }
  closedir (d);
  return n;
}

int
count_entries_ok (const char *dir)
{
  struct dirent *e;
  int n = 0;
  DIR *d = opendir (dir);
  if (!d)
    return -1;
  while ((e = readdir (d)))
    {
      if (e->d_name[0] == '.')
	continue;
      if (++n > 10000)
	{
	  n = -1;
	  break;
	}
    }
  if (closedir (d) < 0)
    return -1;
  return n;
}

/* recursion */
int
remove_tree (int at, const char *name)
{
  struct dirent *e;
  DIR *d;
  int r = 0, fd = openat (at, name, O_RDONLY | O_DIRECTORY);
  if (fd < 0)
    return -errno;
  d = fdopendir (fd);
  if (!d)
    {
      close (fd);
      return -ENOMEM;
    }
  while ((e = readdir (d)))
    {
      if (!strcmp (e->d_name, ".") || !strcmp (e->d_name, ".."))
	continue;
      if (e->d_type == DT_DIR)
	r = remove_tree (dirfd (d), e->d_name);
      else
	r = unlinkat (dirfd (d), e->d_name, 0);
      if (r < 0)
	break;
    }
  closedir (d);
  return r;
}

int
remove_tree_bad (int at, const char *name)
{
  struct dirent *e;
  DIR *d;
  int fd = openat (at, name, O_RDONLY | O_DIRECTORY);
  if (fd < 0)
    return -errno;
  d = fdopendir (fd);	/* { dg-warning "leak" "unlink fails" } */
  if (!d)
    {
      close (fd);
      return -ENOMEM;
    }
  while ((e = readdir (d)))
    if (unlinkat (dirfd (d), e->d_name, 0) < 0)
      return -errno;
  closedir (d);
  return 0;
}

int
list_names (const char *dir)
{
  struct dirent **list;
  int n = scandir (dir, &list, NULL, alphasort);
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    {
      puts (list[i]->d_name);
      free (list[i]);
    }
  free (list);
  return n;
}

int
list_names_bad (const char *dir)
{
  struct dirent **list;
  int n = scandir (dir, &list, NULL, alphasort);	/* { dg-warning "leak" "the array" } */
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    {
      puts (list[i]->d_name);
      free (list[i]);
    }
  return n;
}

/* --- mapping */
int
sum_file (const char *path)
{
  struct stat st;
  unsigned char *p;
  int s = 0, fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  if (fstat (fd, &st) < 0)
    {
      close (fd);
      return -1;
    }
  p = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  if (p == MAP_FAILED)
    return -1;
  for (off_t i = 0; i < st.st_size; i++)
    s += p[i];
  munmap (p, st.st_size);
  return s;
}

int
sum_file_bad (const char *path)
{
  struct stat st;
  unsigned char *p;
  int s = 0, fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  if (fstat (fd, &st) < 0)
    {
      close (fd);
      return -1;
    }
  p = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);	/* { dg-warning "leak" } */
  close (fd);
  if (p == MAP_FAILED)
    return -1;
  if (st.st_size < 4 || memcmp (p, "MAGI", 4))
    return -1;
  for (off_t i = 0; i < st.st_size; i++)
    s += p[i];
  munmap (p, st.st_size);
  return s;
}

int
sum_file_bad2 (const char *path)
{
  struct stat st;
  unsigned char *p;
  int s = 0, fd = open (path, O_RDONLY);	/* { dg-warning "leak" "mmap fails" } */
  if (fd < 0)
    return -1;
  if (fstat (fd, &st) < 0)
    goto out;
  p = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p == MAP_FAILED)
    return -1;
  for (off_t i = 0; i < st.st_size; i++)
    s += p[i];
  munmap (p, st.st_size);
out:
  close (fd);
  return s;
}

void *
ring_alloc (size_t n)
{
  char *p = mmap (NULL, 2 * n, PROT_NONE, MAP_PRIVATE | 0x20, -1, 0);	/* { dg-warning "leak" } */
  if (p == MAP_FAILED)
    return NULL;
  if (mprotect (p, n, PROT_READ | PROT_WRITE) != 0)
    return NULL;
  return p;
}

void *
shared_memory (const char *name, size_t n)
{
  void *p = NULL;
  int fd = shm_open (name, O_RDWR | O_CREAT, 0600);
  if (fd < 0)
    return NULL;
  if (ftruncate (fd, n) == 0)
    {
      p = mmap (NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      if (p == MAP_FAILED)
	p = NULL;
    }
  close (fd);
  return p;
}

void *
shared_memory_bad (const char *name, size_t n)
{
  void *p;
  int fd = shm_open (name, O_RDWR | O_CREAT, 0600);	/* { dg-warning "leak" "truncation fails" } */
  if (fd < 0)
    return NULL;
  if (ftruncate (fd, n) < 0)
    {
      shm_unlink (name);
      return NULL;
    }
  p = mmap (NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close (fd);
  return p == MAP_FAILED ? NULL : p;
}

/* --- locks */
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int queue[8], q_len;

int
dequeue (void)
{
  int v;
  pthread_mutex_lock (&mu);	/* { dg-warning "leak" "empty queue" } */
  if (q_len == 0)
    return -1;
  v = queue[--q_len];
  pthread_mutex_unlock (&mu);
  return v;
}

int
dequeue_wait (void)
{
  int v;
  pthread_mutex_lock (&mu);
  while (q_len == 0)
    pthread_cond_wait (&cv, &mu);
  v = queue[--q_len];
  pthread_mutex_unlock (&mu);
  return v;
}

bool
enqueue (int v)
{
  bool ok = false;
  if (pthread_mutex_trylock (&mu) != 0)
    return false;
  if (q_len < 8)
    {
      queue[q_len++] = v;
      ok = true;
    }
  pthread_mutex_unlock (&mu);
  if (ok)
    pthread_cond_signal (&cv);
  return ok;
}

bool
enqueue_bad (int v)
{
  if (pthread_mutex_trylock (&mu) != 0)	/* { dg-warning "leak" "full" } */
    return false;
  if (q_len == 8)
    return false;
  queue[q_len++] = v;
  pthread_mutex_unlock (&mu);
  return true;
}

struct account { pthread_mutex_t lock; long balance; };

int
transfer (struct account *a, struct account *b, long n)
{
  int rc = -1;
  pthread_mutex_lock (&a->lock);
  pthread_mutex_lock (&b->lock);
  if (a->balance < n)
    goto out;
  a->balance -= n;
  b->balance += n;
  rc = 0;
out:
  pthread_mutex_unlock (&b->lock);
  pthread_mutex_unlock (&a->lock);
  return rc;
}

int
transfer_bad (struct account *a, struct account *b, long n)
{
  pthread_mutex_lock (&a->lock);	/* { dg-warning "leak" "the first of two" } */
  pthread_mutex_lock (&b->lock);
  if (a->balance < n)
    {
      pthread_mutex_unlock (&b->lock);
      return -1;
    }
  a->balance -= n;
  b->balance += n;
  pthread_mutex_unlock (&b->lock);
  pthread_mutex_unlock (&a->lock);
  return 0;
}

int
lookup (int i)
{
  int v;
  if (pthread_rwlock_rdlock (&rw))	/* { dg-warning "leak" "out of range" } */
    return -1;
  if (i >= q_len)
    return -1;
  v = queue[i];
  pthread_rwlock_unlock (&rw);
  return v;
}

int
lookup_ok (int i)
{
  int v = -1;
  if (pthread_rwlock_rdlock (&rw))
    return -1;
  if (i < q_len)
    v = queue[i];
  pthread_rwlock_unlock (&rw);
  return v;
}

void
account_lock (struct account *a)
{
  pthread_mutex_lock (&a->lock);
}

void
account_unlock (struct account *a)
{
  pthread_mutex_unlock (&a->lock);
}

/* --- threads' attributes */
int
start_thread (void *(*fn) (void *), void *arg)
{
  pthread_attr_t at;
  pthread_t t;
  int r;
  if (pthread_attr_init (&at))
    return -1;
  pthread_attr_setdetachstate (&at, PTHREAD_CREATE_DETACHED);
  r = pthread_create (&t, &at, fn, arg);
  pthread_attr_destroy (&at);
  return r;
}

/* --- regular expressions */
int
matches (const char *re, const char *s)
{
  regex_t r;
  int rc;
  if (regcomp (&r, re, REG_EXTENDED | REG_NOSUB))
    return -1;
  rc = regexec (&r, s, 0, NULL, 0);
  regfree (&r);
  return rc == 0;
}

int
matches_bad (const char *re, const char *s)
{
  regex_t r;
  if (regcomp (&r, re, REG_EXTENDED | REG_NOSUB))	/* { dg-warning "leak" "never freed" } */
    return -1;
  return regexec (&r, s, 0, NULL, 0) == 0;
}

int
matches_bad2 (const char *re, char **s, int n)
{
  regex_t r;
  regmatch_t m[1];
  int err = regcomp (&r, re, 0);	/* { dg-warning "leak" "the first that does not match" } */
  if (err != 0)
    {
      char buf[80];
      regerror (err, &r, buf, sizeof buf);
      fprintf (stderr, "%s\n", buf);
      return -1;
    }
  for (int i = 0; i < n; i++)
    if (regexec (&r, s[i], 1, m, 0) == REG_NOMATCH)
      return 0;
  regfree (&r);
  return 1;
}

/* --- plugins */
typedef int (*init_fn) (void);

int
load_plugin (const char *path)
{
  init_fn f;
  void *h = dlopen (path, RTLD_NOW);	/* { dg-warning "leak" "no symbol" } */
  if (!h)
    {
      fprintf (stderr, "%s\n", dlerror ());
      return -1;
    }
  f = (init_fn) dlsym (h, "plugin_init");
  if (!f)
    return -1;
  if (f () < 0)
    {
      dlclose (h);
      return -1;
    }
  dlclose (h);
  return 0;
}

void *
load_plugin_ok (const char *path)
{
  init_fn f;
  void *h = dlopen (path, RTLD_NOW);
  if (!h)
    return NULL;
  *(void **) &f = dlsym (h, "plugin_init");
  if (!f || f () < 0)
    {
      dlclose (h);
      return NULL;
    }
  return h;
}

/* --- glob, wordexp */
int
glob_size (const char *pat)
{
  glob_t g;
  long total = 0;
  struct stat st;
  if (glob (pat, 0, NULL, &g) != 0)
    return -1;
  for (size_t i = 0; i < g.gl_pathc; i++)
    if (stat (g.gl_pathv[i], &st) == 0)
      total += st.st_size;
  globfree (&g);
  return total;
}

int
glob_size_bad (const char *pat)
{
  glob_t g;
  long total = 0;
  struct stat st;
  if (glob (pat, 0, NULL, &g) != 0)	/* { dg-warning "leak" "stat fails" } */
    return -1;
  for (size_t i = 0; i < g.gl_pathc; i++)
    {
      if (stat (g.gl_pathv[i], &st) < 0)
	return -1;
      total += st.st_size;
    }
  globfree (&g);
  return total;
}

/* --- iconv */
int
to_utf8 (const char *cs, char *in, size_t n, char *out, size_t m)
{
  iconv_t cd = iconv_open ("UTF-8", cs);
  size_t r;
  if (cd == (iconv_t) -1)
    return -1;
  r = iconv (cd, &in, &n, &out, &m);
  iconv_close (cd);
  return r == (size_t) -1 ? -1 : 0;
}

int
to_utf8_bad (const char *cs, char *in, size_t n, char *out, size_t m)
{
  iconv_t cd = iconv_open ("UTF-8", cs);	/* { dg-warning "leak" "invalid bytes" } */
  if (cd == (iconv_t) -1)
    return -1;
  if (iconv (cd, &in, &n, &out, &m) == (size_t) -1)
    return -1;
  return iconv_close (cd);
}

/* --- locale */
double
parse_c (const char *s)
{
  locale_t c = newlocale (LC_ALL_MASK, "C", (locale_t) 0), old;
  double d;
  if (c == (locale_t) 0)
    return 0;
  old = uselocale (c);
  d = strtod (s, NULL);
  uselocale (old);
  freelocale (c);
  return d;
}

double
parse_c_bad (const char *s)
{
  locale_t old;
  locale_t c = newlocale (LC_ALL_MASK, "C", 0);	/* { dg-warning "leak" "" { xfail *-*-* } } */
  double d;
  if (c == (locale_t) 0)
    return 0;
  old = uselocale (c);
  d = strtod (s, NULL);
  uselocale (old);
  return d;
}

/* --- interfaces */
int
has_interface (const char *name)
{
  struct ifaddrs *ifa, *p;
  if (getifaddrs (&ifa) < 0)	/* { dg-warning "leak" "found" } */
    return -1;
  for (p = ifa; p; p = p->ifa_next)
    if (p->ifa_name && strcmp (p->ifa_name, name) == 0)
      return 1;
  freeifaddrs (ifa);
  return 0;
}

int
has_interface_ok (const char *name)
{
  struct ifaddrs *ifa = NULL, *p;
  if (getifaddrs (&ifa) < 0)
    return -1;
  for (p = ifa; p; p = p->ifa_next)
    if (p->ifa_name && strcmp (p->ifa_name, name) == 0)
      break;
  freeifaddrs (ifa);
  return p != NULL;
}

/* --- fts */
long
tree_size (char *const *roots)
{
  FTS *t = fts_open (roots, FTS_PHYSICAL, NULL);	/* { dg-warning "leak" "unreadable directory" } */
  FTSENT *e;
  long n = 0;
  if (!t)
    return -1;
  while ((e = fts_read (t)))
    {
      if (e->fts_info == FTS_DNR)
	return -1;
      if (e->fts_info == FTS_F)
	n += e->fts_statp->st_size;
    }
  fts_close (t);
  return n;
}

/* --- mount table */
int
is_mounted (const char *dev)
{
  FILE *f = setmntent ("/proc/mounts", "r");
  struct mntent *m;
  int found = 0;
  if (!f)
    return -1;
  while (!found && (m = getmntent (f)))
    found = !strcmp (m->mnt_fsname, dev);
  endmntent (f);
  return found;
}

int
is_mounted_bad (const char *dev)
{
  FILE *f = setmntent ("/proc/mounts", "r");	/* { dg-warning "leak" "found" } */
  struct mntent *m;
  if (!f)
    return -1;
  while ((m = getmntent (f)))
    if (!strcmp (m->mnt_fsname, dev))
      return 1;
  endmntent (f);
  return 0;
}

/* --- semaphores */
int
post_named (const char *name)
{
  sem_t *s = sem_open (name, 0);
  int r;
  if (s == SEM_FAILED)
    return -1;
  r = sem_post (s);
  sem_close (s);
  return r;
}

int
post_named_bad (const char *name)
{
  sem_t *s = sem_open (name, 0);	/* { dg-warning "leak" "posted only" } */
  if (s == SEM_FAILED)
    return -1;
  return sem_post (s);
}

/* --- System V */
int
attach_sum (int id)
{
  int *p = shmat (id, NULL, SHM_RDONLY), s;
  if (p == (void *) -1)
    return -1;
  s = p[0] + p[1];
  shmdt (p);
  return s;
}

/* --- popen and getline together */
char *
first_output (const char *cmd)
{
  char *line = NULL;
  size_t n = 0;
  FILE *p = popen (cmd, "r");
  if (!p)
    return NULL;
  if (getline (&line, &n, p) < 0)
    {
      free (line);
      line = NULL;
    }
  if (pclose (p) != 0)
    {
      free (line);
      return NULL;
    }
  return line;
}

char *
first_output_bad (const char *cmd)
{
  char *line = NULL;
  size_t n = 0;
  FILE *p = popen (cmd, "r");
  if (!p)
    return NULL;
  ssize_t k = getline (&line, &n, p);	/* { dg-warning "leak" "exit status not 0" } */
  if (k < 0)
    {
      free (line);
      pclose (p);
      return NULL;
    }
  if (pclose (p) != 0)
    return NULL;
  return line;
}

int
spawn (const char *path, char *const argv[])
{
  posix_spawn_file_actions_t fa;
  pid_t pid;
  int r = posix_spawn_file_actions_init (&fa);
  if (r)
    return r;
  r = posix_spawn_file_actions_addopen (&fa, 0, "/dev/null", O_RDONLY, 0);
  if (r == 0)
    r = posix_spawn (&pid, path, &fa, NULL, argv, NULL);
  posix_spawn_file_actions_destroy (&fa);
  return r;
}

int
memfd_with (const void *data, size_t n)
{
  int fd = memfd_create ("data", MFD_CLOEXEC);	/* { dg-warning "leak" "seals fail" } */
  if (fd < 0)
    return -1;
  if (write (fd, data, n) != (ssize_t) n)
    goto fail;
  if (fcntl (fd, F_ADD_SEALS, F_SEAL_WRITE) < 0)
    return -1;
  return fd;
fail:
  close (fd);
  return -1;
}
