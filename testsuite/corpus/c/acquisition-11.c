/* Corpus, acquisition: POSIX and Linux interfaces, one pair or more for each.

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
#include <netdb.h>
#include <pthread.h>
#include <regex.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* 1: getaddrinfo with several results.  */
int
dial_clean (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *res, *rp;
  int fd = -1, err = getaddrinfo (host, port, &hints, &res);
  if (err)
    {
      fprintf (stderr, "%s\n", gai_strerror (err));
      return -1;
    }
  for (rp = res; rp != NULL; rp = rp->ai_next)
    {
      fd = socket (rp->ai_family, rp->ai_socktype, rp->ai_protocol);
      if (fd == -1)
	continue;
      if (connect (fd, rp->ai_addr, rp->ai_addrlen) != -1)
	break;
      close (fd);
      fd = -1;
    }
  freeaddrinfo (res);
  return fd;
}

int
dial_leaky_list (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *res;
  int fd, err = getaddrinfo (host, port, &hints, &res);	/* { dg-warning "leak" } */
  if (err)
    return -1;
  fd = socket (res->ai_family, res->ai_socktype, res->ai_protocol);
  if (fd == -1)
    return -1;
  if (connect (fd, res->ai_addr, res->ai_addrlen) == -1)
    {
      close (fd);
      fd = -1;
    }
  freeaddrinfo (res);
  return fd;
}

int
dial_leaky_socket (const char *host, const char *port)
{
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *res;
  int fd, rc = -1;
  if (getaddrinfo (host, port, &hints, &res) != 0)
    return -1;
  fd = socket (res->ai_family, res->ai_socktype, res->ai_protocol);	/* { dg-warning "leak" } */
  if (fd >= 0)
    rc = connect (fd, res->ai_addr, res->ai_addrlen);
  freeaddrinfo (res);
  return rc < 0 ? -1 : fd;
}

/* 2: pipe and fork.  */
int
capture_clean (const char *command, char *out, size_t size)
{
  int p[2];
  pid_t child;
  ssize_t n;
  if (pipe (p) != 0)
    return -1;
  child = fork ();
  if (child < 0)
    {
      close (p[0]);
      close (p[1]);
      return -1;
    }
  if (child == 0)
    {
      dup2 (p[1], STDOUT_FILENO);
      execl ("/bin/sh", "sh", "-c", command, (char *) NULL);
      _exit (127);
    }
  close (p[1]);
  n = read (p[0], out, size);
  close (p[0]);
  waitpid (child, NULL, 0);
  return n < 0 ? -1 : 0;
}

int
capture_leaky (const char *command, char *out, size_t size)
{
  int p[2];
  pid_t child;
  ssize_t n;
  if (pipe (p) != 0)			/* { dg-warning "leak" } */
    return -1;
  child = fork ();
  if (child < 0)
    return -1;
  if (child == 0)
    {
      dup2 (p[1], STDOUT_FILENO);
      execl ("/bin/sh", "sh", "-c", command, (char *) NULL);
      _exit (127);
    }
  close (p[1]);
  n = read (p[0], out, size);
  close (p[0]);
  waitpid (child, NULL, 0);
  return n < 0 ? -1 : 0;
}

/* 3: socketpair: one end is returned, the other closed, or not.  */
int
half_clean (void)
{
  int sv[2];
  if (socketpair (AF_UNIX, SOCK_DGRAM, 0, sv) == -1)
    return -1;
  close (sv[1]);
  return sv[0];
}

int
half_leaky (void)
{
  int sv[2];
  if (socketpair (AF_UNIX, SOCK_DGRAM, 0, sv) == -1)	/* { dg-warning "leak" } */
    return -1;
  return sv[0];
}

/* 4: directories.  */
int
count_entries_clean (const char *name)
{
  DIR *d = opendir (name);
  struct dirent *e;
  int n = 0;
  if (!d)
    return -1;
  while ((e = readdir (d)) != NULL)
    {
      if (e->d_name[0] == '.')
	continue;
      n++;
    }
  closedir (d);
  return n;
}

int
has_entry_leaky (const char *name, const char *wanted)
{
  DIR *d = opendir (name);		/* { dg-warning "leak" } */
  struct dirent *e;
  if (!d)
    return -1;
  while ((e = readdir (d)) != NULL)
    if (strcmp (e->d_name, wanted) == 0)
      return 1;
  closedir (d);
  return 0;
}

/* 5: fdopendir takes the descriptor on success.  */
DIR *
open_below_clean (int at, const char *name)
{
  int fd = openat (at, name, O_RDONLY | O_DIRECTORY);
  DIR *d;
  if (fd < 0)
    return NULL;
  d = fdopendir (fd);
  if (!d)
    close (fd);
  return d;
}

DIR *
open_below_leaky (int at, const char *name)
{
  int fd = openat (at, name, O_RDONLY | O_DIRECTORY);	/* { dg-warning "leak" } */
  if (fd < 0)
    return NULL;
  return fdopendir (fd);
}

/* 6: popen needs pclose.  */
int
users_clean (void)
{
  char line[128];
  int n = 0;
  FILE *p = popen ("who", "r");
  if (!p)
    return -1;
  while (fgets (line, sizeof line, p))
    n++;
  return pclose (p) == 0 ? n : -1;
}

int
users_leaky (void)
{
  char line[128];
  FILE *p = popen ("who", "r");		/* { dg-warning "leak" } */
  if (!p)
    return -1;
  if (!fgets (line, sizeof line, p))
    return 0;
  pclose (p);
  return 1;
}

/* 7: mmap fails with MAP_FAILED.  */
void *
map_clean (const char *name, size_t *size)
{
  struct stat st;
  void *p;
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) < 0)
    {
      close (fd);
      return NULL;
    }
  p = mmap (NULL, st.st_size, PROT_READ, MAP_SHARED, fd, 0);
  close (fd);
  if (p == MAP_FAILED)
    return NULL;
  *size = st.st_size;
  return p;
}

int
map_leaky (const char *name, size_t size)
{
  int fd = open (name, O_RDWR), rc;
  if (fd < 0)
    return -1;
  char *p = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);	/* { dg-warning "leak" } */
  close (fd);
  if (p == MAP_FAILED)
    return -1;
  p[0] ^= 1;
  rc = msync (p, size, MS_SYNC);
  if (rc < 0)
    return -1;
  munmap (p, size);
  return 0;
}

/* 8: mutexes.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

int
bump_clean (int by)
{
  int value;
  pthread_mutex_lock (&lock);
  if (by < 0)
    {
      pthread_mutex_unlock (&lock);
      return -1;
    }
  value = counter += by;
  pthread_mutex_unlock (&lock);
  return value;
}

int
bump_leaky (int by)
{
  int value;
  pthread_mutex_lock (&lock);		/* { dg-warning "leak" } */
  if (by < 0)
    return -1;
  value = counter += by;
  pthread_mutex_unlock (&lock);
  return value;
}

struct shared { pthread_rwlock_t guard; char *text; };

char *
get_text_clean (struct shared *s)
{
  char *copy = NULL;
  if (pthread_rwlock_rdlock (&s->guard) != 0)
    return NULL;
  if (s->text)
    copy = strdup (s->text);
  pthread_rwlock_unlock (&s->guard);
  return copy;
}

char *
get_text_leaky (struct shared *s)
{
  char *copy;
  if (pthread_rwlock_rdlock (&s->guard) != 0)	/* { dg-warning "leak" } */
    return NULL;
  if (!s->text)
    return NULL;
  copy = strdup (s->text);
  pthread_rwlock_unlock (&s->guard);
  return copy;
}

/* 9: posix_memalign reports by its result.  */
int
aligned_clean (size_t n)
{
  void *p;
  int err = posix_memalign (&p, 64, n);
  if (err)
    {
      errno = err;
      return -1;
    }
  memset (p, 0, n);
  free (p);
  return 0;
}

int
aligned_leaky (size_t n, FILE *in)
{
  void *p;
  if (posix_memalign (&p, 64, n) != 0)	/* { dg-warning "leak" } */
    return -1;
  if (fread (p, 1, n, in) != n)
    return -1;
  free (p);
  return 0;
}

/* 10: regular expressions.  */
int
matches_clean (const char *pattern, const char *text)
{
  regex_t re;
  int rc;
  if (regcomp (&re, pattern, REG_EXTENDED | REG_NOSUB) != 0)
    return -1;
  rc = regexec (&re, text, 0, NULL, 0);
  regfree (&re);
  return rc == 0;
}

int
matches_leaky (const char *pattern, char **texts, int n)
{
  regex_t re;
  if (regcomp (&re, pattern, REG_EXTENDED | REG_NOSUB) != 0)	/* { dg-warning "leak" } */
    return -1;
  for (int i = 0; i < n; i++)
    if (regexec (&re, texts[i], 0, NULL, 0) == 0)
      return i;
  regfree (&re);
  return -1;
}

/* 11: glob.  */
int
list_clean (const char *pattern)
{
  glob_t g;
  int rc = glob (pattern, 0, NULL, &g);
  if (rc == 0)
    {
      for (size_t i = 0; i < g.gl_pathc; i++)
	puts (g.gl_pathv[i]);
      globfree (&g);
    }
  return rc;
}

char *
first_match_leaky (const char *pattern)
{
  glob_t g;
  if (glob (pattern, 0, NULL, &g) != 0)	/* { dg-warning "leak" } */
    return NULL;
  return strdup (g.gl_pathv[0]);
}

/* 12: fts.  */
long
tree_size_clean (char *top)
{
  char *paths[] = { top, NULL };
  FTS *fts = fts_open (paths, FTS_PHYSICAL, NULL);
  FTSENT *e;
  long sum = 0;
  if (!fts)
    return -1;
  while ((e = fts_read (fts)) != NULL)
    {
      if (e->fts_info == FTS_ERR || e->fts_info == FTS_DNR)
	{
	  sum = -1;
	  break;
	}
      if (e->fts_info == FTS_F)
	sum += e->fts_statp->st_size;
    }
  fts_close (fts);
  return sum;
}

long
tree_size_leaky (char *top)
{
  char *paths[] = { top, NULL };
  FTS *fts = fts_open (paths, FTS_PHYSICAL, NULL);	/* { dg-warning "leak" } */
  FTSENT *e;
  long sum = 0;
  if (!fts)
    return -1;
  while ((e = fts_read (fts)) != NULL)
    {
      if (e->fts_info == FTS_ERR)
	return -1;
      if (e->fts_info == FTS_F)
	sum += e->fts_statp->st_size;
    }
  fts_close (fts);
  return sum;
}

/* 13: iconv_open fails with (iconv_t) -1.  */
char *
to_utf8_clean (const char *from, char *text, size_t len)
{
  iconv_t cd = iconv_open ("UTF-8", from);
  if (cd == (iconv_t) -1)
    return NULL;
  size_t room = 4 * len + 1;
  char *out = malloc (room), *end = out;
  if (out)
    {
      if (iconv (cd, &text, &len, &end, &room) == (size_t) -1)
	{
	  free (out);
	  out = NULL;
	}
      else
	*end = '\0';
    }
  iconv_close (cd);
  return out;
}

char *
to_utf8_leaky (const char *from, char *text, size_t len)
{
  iconv_t cd = iconv_open ("UTF-8", from);	/* { dg-warning "leak" } */
  if (cd == (iconv_t) -1)
    return NULL;
  size_t room = 4 * len + 1;
  char *out = malloc (room), *end = out;
  if (!out)
    return NULL;
  if (iconv (cd, &text, &len, &end, &room) == (size_t) -1)
    {
      iconv_close (cd);
      free (out);
      return NULL;
    }
  *end = '\0';
  iconv_close (cd);
  return out;
}

/* 14: dlopen.  */
typedef int (*init_fn) (void);

int
plugin_clean (const char *name)
{
  void *handle = dlopen (name, RTLD_NOW);
  if (!handle)
    {
      fprintf (stderr, "%s\n", dlerror ());
      return -1;
    }
  init_fn init = (init_fn) dlsym (handle, "init");
  int rc = init ? init () : -1;
  dlclose (handle);
  return rc;
}

int
plugin_leaky (const char *name)
{
  void *handle = dlopen (name, RTLD_NOW);	/* { dg-warning "leak" } */
  if (!handle)
    return -1;
  init_fn init = (init_fn) dlsym (handle, "init");
  if (!init)
    {
      fprintf (stderr, "%s: no init\n", name);
      return -1;
    }
  int rc = init ();
  dlclose (handle);
  return rc;
}

/* 15: epoll with a timer.  */
int
wait_clean (int seconds)
{
  struct itimerspec when = { .it_value = { .tv_sec = seconds } };
  struct epoll_event ev = { .events = EPOLLIN };
  int rc = -1, tfd, ep = epoll_create1 (EPOLL_CLOEXEC);
  if (ep < 0)
    return -1;
  tfd = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK);
  if (tfd < 0)
    goto out_ep;
  if (timerfd_settime (tfd, 0, &when, NULL) < 0)
    goto out_tfd;
  if (epoll_ctl (ep, EPOLL_CTL_ADD, tfd, &ev) < 0)
    goto out_tfd;
  rc = epoll_wait (ep, &ev, 1, -1);
out_tfd:
  close (tfd);
out_ep:
  close (ep);
  return rc;
}

int
wait_leaky (int seconds)
{
  struct itimerspec when = { .it_value = { .tv_sec = seconds } };
  struct epoll_event ev = { .events = EPOLLIN };
  int rc = -1, tfd, ep = epoll_create1 (EPOLL_CLOEXEC);
  if (ep < 0)
    return -1;
  tfd = timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK);	/* { dg-warning "leak" } */
  if (tfd < 0)
    goto out;
  if (timerfd_settime (tfd, 0, &when, NULL) < 0)
    goto out;
  if (epoll_ctl (ep, EPOLL_CTL_ADD, tfd, &ev) < 0)
    goto out;
  rc = epoll_wait (ep, &ev, 1, -1);
  close (tfd);
out:
  close (ep);
  return rc;
}

/* 16: dup2 replaces a descriptor; the old one still has to be closed.  */
int
redirect_clean (const char *name)
{
  int fd = open (name, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (fd < 0)
    return -1;
  if (dup2 (fd, STDERR_FILENO) < 0)
    {
      close (fd);
      return -1;
    }
  if (fd > STDERR_FILENO)
    close (fd);
  return 0;
}

int
redirect_leaky (const char *name)
{
  int fd = open (name, O_WRONLY | O_CREAT | O_APPEND, 0644);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  if (dup2 (fd, STDERR_FILENO) < 0)
    return -1;
  close (fd);
  return 0;
}

/* 17: accept in a server loop.  */
int
serve_clean (int listener, int rounds)
{
  for (int i = 0; i < rounds; i++)
    {
      int peer = accept (listener, NULL, NULL);
      if (peer < 0)
	{
	  if (errno == EINTR || errno == ECONNABORTED)
	    continue;
	  return -1;
	}
      if (write (peer, "bye\n", 4) != 4)
	perror ("write");
      close (peer);
    }
  return 0;
}

int
serve_leaky (int listener, int rounds)
{
  for (int i = 0; i < rounds; i++)
    {
      int peer = accept (listener, NULL, NULL);	/* { dg-warning "leak" } */
      if (peer < 0)
	{
	  if (errno == EINTR || errno == ECONNABORTED)
	    continue;
	  return -1;
	}
      if (write (peer, "bye\n", 4) != 4)
	{
	  perror ("write");
	  continue;
	}
      close (peer);
    }
  return 0;
}

/* 18: a listening socket, set up step by step.  */
int
listen_clean (int port)
{
  int one = 1, s = socket (AF_INET6, SOCK_STREAM, 0);
  if (s == -1)
    return -1;
  (void) port;
  if (setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == -1
      || listen (s, 5) == -1)
    {
      int e = errno;
      close (s);
      errno = e;
      return -1;
    }
  return s;
}

int
listen_leaky (int port)
{
  int one = 1, s = socket (AF_INET6, SOCK_STREAM, 0);	/* { dg-warning "leak" } */
  if (s == -1)
    return -1;
  (void) port;
  if (setsockopt (s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == -1)
    return -1;
  if (listen (s, 5) == -1)
    {
      close (s);
      return -1;
    }
  return s;
}

/* 19: getline over a whole file; the buffer survives the loop.  */
int
longest_clean (const char *name)
{
  FILE *f = fopen (name, "r");
  char *line = NULL;
  size_t room = 0;
  ssize_t n, most = 0;
  if (!f)
    return -1;
  while ((n = getline (&line, &room, f)) != -1)
    if (n > most)
      most = n;
  free (line);
  fclose (f);
  return most;
}

int
longest_leaky (const char *name)
{
  FILE *f = fopen (name, "r");
  char *line = NULL;
  size_t room = 0;
  ssize_t n, most = 0;
  if (!f)
    return -1;
  while ((n = getline (&line, &room, f)) != -1)	/* { dg-warning "leak" } */
    if (n > most)
      most = n;
  fclose (f);
  return most;
}

/* 20: open_memstream: the stream is closed, then the text is the caller's.  */
char *
describe_clean (int a, int b)
{
  char *text = NULL;
  size_t size;
  FILE *m = open_memstream (&text, &size);
  if (!m)
    return NULL;
  fprintf (m, "%d and %d", a, b);
  if (fclose (m) != 0)
    {
      free (text);
      return NULL;
    }
  return text;
}

int
describe_leaky (int a, int b)
{
  char *text = NULL;
  size_t size;
  FILE *m = open_memstream (&text, &size);	/* { dg-warning "leak" } */
  if (!m)
    return -1;
  fprintf (m, "%d and %d", a, b);
  fclose (m);
  puts (text);
  return 0;
}

/* 21: inotify, and a semaphore with a name.  */
int
watch_clean (const char *dir)
{
  int ino = inotify_init1 (IN_CLOEXEC);
  if (ino < 0)
    return -1;
  if (inotify_add_watch (ino, dir, IN_CREATE) < 0)
    {
      close (ino);
      return -1;
    }
  return ino;
}

int
signal_other_leaky (const char *name)
{
  sem_t *s = sem_open (name, O_CREAT, 0600, 0);	/* { dg-warning "leak" } */
  if (s == SEM_FAILED)
    return -1;
  if (sem_post (s) != 0)
    return -1;
  return sem_close (s);
}

/* 22: freopen and tmpfile.  */
int
scratch_clean (const char *text)
{
  FILE *t = tmpfile ();
  if (!t)
    return -1;
  fputs (text, t);
  rewind (t);
  int c = getc (t);
  fclose (t);
  return c;
}

int
scratch_leaky (const char *text)
{
  FILE *t = tmpfile ();			/* { dg-warning "leak" } */
  if (!t)
    return -1;
  if (fputs (text, t) == EOF)
    return -1;
  rewind (t);
  int c = getc (t);
  fclose (t);
  return c;
}

/* 23: scandir's names, each and the array.  */
int
scan_clean (const char *dir)
{
  struct dirent **names;
  int n = scandir (dir, &names, NULL, alphasort);
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    {
      puts (names[i]->d_name);
      free (names[i]);
    }
  free (names);
  return n;
}

int
scan_leaky (const char *dir)
{
  struct dirent **names;
  int n = scandir (dir, &names, NULL, alphasort);	/* { dg-warning "leak" } */
  if (n < 0)
    return -1;
  for (int i = 0; i < n; i++)
    {
      puts (names[i]->d_name);
      free (names[i]);
    }
  return n;
}

/* 24: mkstemp and fdopen.  */
FILE *
temporary_clean (char *template)
{
  int fd = mkstemp (template);
  FILE *f;
  if (fd == -1)
    return NULL;
  f = fdopen (fd, "w+");
  if (!f)
    {
      int e = errno;
      close (fd);
      unlink (template);
      errno = e;
    }
  return f;
}

FILE *
temporary_leaky (char *template)
{
  int fd = mkstemp (template);		/* { dg-warning "leak" } */
  FILE *f;
  if (fd == -1)
    return NULL;
  f = fdopen (fd, "w+");
  if (!f)
    {
      unlink (template);
      return NULL;
    }
  return f;
}
