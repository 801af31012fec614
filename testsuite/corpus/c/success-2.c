/* Corpus, success: clean functions that look as if they leaked: flags, counts,
   states, results and structures that say whether there is something to
   release. Some have a neighbour that does leak.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* 1: "must_free" beside a pointer that may be the argument itself.  */
int
must_free_clean (const char *s)
{
  char *work = (char *) s;
  bool must_free = false;
  if (strchr (s, '\\'))
    {
      work = strdup (s);
      if (!work)
	return -1;
      must_free = true;
      for (char *p = work; *p; p++)
	if (*p == '\\')
	  *p = '/';
    }
  int n = strlen (work);
  if (must_free)
    free (work);
  return n;
}

/* 2: a small buffer on the stack, a large one on the heap.  */
int
small_buffer_clean (size_t n, FILE *in)
{
  char small[256], *buf = small;
  int sum = 0;
  if (n > sizeof small)
    {
      buf = malloc (n);
      if (buf == NULL)
	return -1;
    }
  n = fread (buf, 1, n, in);
  for (size_t i = 0; i < n; i++)
    sum += buf[i];
  if (buf != small)
    free (buf);
  return sum;
}

int
small_buffer_leaky (size_t n, FILE *in)
{
  char small[256], *buf = small;
  int sum = 0;
  if (n > sizeof small)
    {
      buf = malloc (n);			/* { dg-warning "leak" } */
      if (buf == NULL)
	return -1;
    }
  n = fread (buf, 1, n, in);
  for (size_t i = 0; i < n; i++)
    if (buf[i] == 0)
      return -1;
    else
      sum += buf[i];
  if (buf != small)
    free (buf);
  return sum;
}

/* 3: an error code in a variable of its own, tested at the end.  */
int
error_code_clean (const char *name, void **data, size_t *size)
{
  int err = 0;
  void *buf = NULL;
  struct stat st;
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return errno;
  if (fstat (fd, &st) != 0)
    err = errno;
  if (!err && (buf = malloc (st.st_size)) == NULL)
    err = ENOMEM;
  if (!err && read (fd, buf, st.st_size) != st.st_size)
    err = EIO;
  close (fd);
  if (err)
    {
      free (buf);
      return err;
    }
  *data = buf;
  *size = st.st_size;
  return 0;
}

/* 4: the caller knows from the result whether the helper opened it.  */
static int
maybe_open (const char *name, FILE **out)
{
  if (!strcmp (name, "-"))
    {
      *out = stdin;
      return 0;
    }
  *out = fopen (name, "r");
  return *out ? 1 : -1;
}

int
maybe_clean (const char *name)
{
  FILE *f;
  int opened = maybe_open (name, &f);
  int c;
  if (opened < 0)
    return -1;
  c = getc (f);
  if (opened)
    fclose (f);
  return c;
}

int
maybe_leaky (const char *name)
{
  FILE *f;
  int opened = maybe_open (name, &f);	/* { dg-warning "leak" } */
  int c;
  if (opened < 0)
    return -1;
  c = getc (f);
  if (opened && c == EOF)
    fclose (f);
  return c;
}

/* 5: a structure that says what it holds.  */
struct source { enum { NOTHING, FROM_FILE, FROM_MEMORY } kind; FILE *file; char *text; };

static int
source_open (struct source *s, const char *name)
{
  memset (s, 0, sizeof *s);
  if (name[0] == '=')
    {
      s->text = strdup (name + 1);
      if (!s->text)
	return -1;
      s->kind = FROM_MEMORY;
      return 0;
    }
  s->file = fopen (name, "r");
  if (!s->file)
    return -1;
  s->kind = FROM_FILE;
  return 0;
}

static void
source_close (struct source *s)
{
  switch (s->kind)
    {
    case FROM_FILE:
      fclose (s->file);
      break;
    case FROM_MEMORY:
      free (s->text);
      break;
    case NOTHING:
      break;
    }
  s->kind = NOTHING;
}

int
source_first_clean (const char *name)
{
  struct source s;
  int c;
  if (source_open (&s, name) < 0)
    return -1;
  c = s.kind == FROM_FILE ? getc (s.file) : s.text[0];
  source_close (&s);
  return c;
}

int
source_first_leaky (const char *name)
{
  struct source s;
  int c;
  if (source_open (&s, name) < 0)	/* { dg-warning "leak" } */
    return -1;
  if (s.kind == FROM_MEMORY)
    return s.text[0];
  c = getc (s.file);
  source_close (&s);
  return c;
}

/* 6: bits of a flag word.  */
#define OWN_STREAM 1u
#define OWN_BUFFER 2u

int
bits_clean (FILE *given, const char *name, size_t n)
{
  unsigned own = 0;
  FILE *f = given;
  char *buf = NULL;
  int rc = -1;
  if (!f)
    {
      f = fopen (name, "r");
      if (!f)
	goto out;
      own |= OWN_STREAM;
    }
  buf = malloc (n);
  if (!buf)
    goto out;
  own |= OWN_BUFFER;
  rc = fread (buf, 1, n, f) == n ? 0 : -1;
out:
  if (own & OWN_BUFFER)
    free (buf);
  if (own & OWN_STREAM)
    fclose (f);
  return rc;
}

/* 7: given or opened here, told apart by comparing.  */
int
compare_handle_clean (FILE *log, const char *name)
{
  FILE *out = log ? log : fopen (name, "a");
  if (!out)
    return -1;
  fputs ("started\n", out);
  if (out != log)
    fclose (out);
  return 0;
}

int
compare_fd_clean (int given, const char *name)
{
  int fd = given;
  char c;
  ssize_t n;
  if (fd == -1)
    fd = open (name, O_RDONLY);
  if (fd == -1)
    return -1;
  n = read (fd, &c, 1);
  if (given == -1)
    close (fd);
  return n == 1 ? c : -1;
}

/* 8: loops that run until something is there.  */
int
wait_for_file_clean (const char *name, int seconds)
{
  int fd = -1;
  for (int i = 0; fd < 0 && i < seconds; i++)
    {
      fd = open (name, O_RDONLY);
      if (fd < 0 && errno != ENOENT)
	break;
      if (fd < 0)
	sleep (1);
    }
  if (fd < 0)
    return -1;
  close (fd);
  return 0;
}

FILE *
numbered_clean (const char *base)
{
  char name[64];
  FILE *f = NULL;
  int n = 0;
  while (f == NULL && n < 100)
    {
      snprintf (name, sizeof name, "%s.%d", base, n++);
      f = fopen (name, "wx");
      if (f == NULL && errno != EEXIST)
	return NULL;
    }
  return f;
}

/* 9: a lock taken on the way, released where the flag says.  */
struct queue { pthread_mutex_t mutex; int n; bool threaded; };

int
queue_length_clean (struct queue *q)
{
  int n;
  if (q->threaded)
    pthread_mutex_lock (&q->mutex);
  n = q->n;
  if (q->threaded)
    pthread_mutex_unlock (&q->mutex);
  return n;
}

bool
queue_lock_clean (struct queue *q)
{
  return pthread_mutex_trylock (&q->mutex) == 0;
}

int
queue_try_clean (struct queue *q)
{
  int rc = pthread_mutex_trylock (&q->mutex);
  if (rc == EBUSY)
    return 0;
  if (rc != 0)
    return -1;
  q->n++;
  pthread_mutex_unlock (&q->mutex);
  return 1;
}

int
queue_try_leaky (struct queue *q)
{
  int rc = pthread_mutex_trylock (&q->mutex);	/* { dg-warning "leak" } */
  if (rc == EBUSY)
    return 0;
  if (rc != 0)
    return -1;
  if (q->n == INT_MAX)
    return -1;
  q->n++;
  pthread_mutex_unlock (&q->mutex);
  return 1;
}

/* 10: the child never returns.  */
int
spawn_clean (char *const *argv, const char *log)
{
  int fd = open (log, O_WRONLY | O_CREAT | O_APPEND, 0644);
  pid_t pid;
  if (fd < 0)
    return -1;
  switch (pid = fork ())
    {
    case -1:
      close (fd);
      return -1;
    case 0:
      if (dup2 (fd, 1) < 0 || dup2 (fd, 2) < 0)
	_exit (125);
      close (fd);
      execvp (argv[0], argv);
      _exit (127);
    default:
      close (fd);
    }
  return pid;
}

/* 11: vectors that grow, freed as a whole.  */
struct vector { char **items; size_t n, room; };

static int
vector_add (struct vector *v, const char *s)
{
  if (v->n == v->room)
    {
      size_t room = v->room ? v->room * 2 : 8;
      char **items = realloc (v->items, room * sizeof *items);
      if (!items)
	return -1;
      v->items = items;
      v->room = room;
    }
  v->items[v->n] = strdup (s);
  if (!v->items[v->n])
    return -1;
  v->n++;
  return 0;
}

static void
vector_free (struct vector *v)
{
  for (size_t i = 0; i < v->n; i++)
    free (v->items[i]);
  free (v->items);
  memset (v, 0, sizeof *v);
}

int
lines_clean (FILE *in)
{
  struct vector v = { 0 };
  char line[200];
  int n;
  while (fgets (line, sizeof line, in))
    if (vector_add (&v, line) != 0)
      {
	vector_free (&v);
	return -1;
      }
  n = v.n;
  for (size_t i = v.n; i-- > 0;)
    fputs (v.items[i], stdout);
  vector_free (&v);
  return n;
}

/* 12: a hash table of chains, in the caller's hands.  */
struct entry { struct entry *next; char *key; int value; };
struct map { struct entry *buckets[64]; };

bool
map_put_clean (struct map *m, const char *key, int value)
{
  unsigned h = 0;
  for (const char *p = key; *p; p++)
    h = h * 31 + (unsigned char) *p;
  struct entry **where = &m->buckets[h % 64];
  for (struct entry *e = *where; e; e = e->next)
    if (!strcmp (e->key, key))
      {
	e->value = value;
	return true;
      }
  struct entry *e = malloc (sizeof *e);
  if (!e)
    return false;
  e->key = strdup (key);
  if (!e->key)
    {
      free (e);
      return false;
    }
  e->value = value;
  e->next = *where;
  *where = e;
  return true;
}

void
map_remove_clean (struct map *m, const char *key, unsigned h)
{
  for (struct entry **p = &m->buckets[h % 64]; *p; p = &(*p)->next)
    if (!strcmp ((*p)->key, key))
      {
	struct entry *dead = *p;
	*p = dead->next;
	free (dead->key);
	free (dead);
	return;
      }
}

bool
map_put_leaky (struct map *m, const char *key, unsigned h)
{
  struct entry *e = malloc (sizeof *e);	/* { dg-warning "leak" } */
  if (!e)
    return false;
  e->key = strdup (key);
  if (!e->key)
    return false;
  e->next = m->buckets[h % 64];
  m->buckets[h % 64] = e;
  return true;
}

/* 13: caches in static variables.  */
const char *
host_name_clean (void)
{
  static char *cached;
  if (!cached)
    {
      char buf[256];
      if (gethostname (buf, sizeof buf) < 0)
	return NULL;
      cached = strdup (buf);
    }
  return cached;
}

FILE *
console_clean (void)
{
  static FILE *tty;
  if (tty == NULL)
    tty = fopen ("/dev/tty", "r+");
  return tty ? tty : stderr;
}

/* 14: asserts, and conditions that cannot fail.  */
int
asserted_clean (const char *name)
{
  int fd = open (name, O_RDONLY), rc;
  if (fd < 0)
    return -1;
  rc = lseek (fd, 0, SEEK_END) > 4096 ? 1 : 0;
  assert (fd >= 0);
  rc += close (fd);
  return rc;
}

/* 15: handed to a thread.  */
struct job { int fd; char *name; };

static void *
work (void *arg)
{
  struct job *j = arg;
  if (write (j->fd, j->name, strlen (j->name)) < 0)
    perror (j->name);
  close (j->fd);
  free (j->name);
  free (j);
  return NULL;
}

int
start_clean (int fd, const char *name)
{
  pthread_t thread;
  struct job *j = malloc (sizeof *j);
  if (!j)
    return -1;
  j->fd = dup (fd);
  j->name = strdup (name);
  if (j->fd < 0 || !j->name || pthread_create (&thread, NULL, work, j) != 0)
    {
      if (j->fd >= 0)
	close (j->fd);
      free (j->name);
      free (j);
      return -1;
    }
  pthread_detach (thread);
  return 0;
}

int
start_leaky (int fd, const char *name)
{
  pthread_t thread;
  struct job *j = malloc (sizeof *j);	/* { dg-warning "leak" } */
  if (!j)
    return -1;
  j->fd = fd;
  j->name = strdup (name);
  if (!j->name)
    {
      free (j);
      return -1;
    }
  if (pthread_create (&thread, NULL, work, j) != 0)
    {
      free (j->name);
      return -1;
    }
  pthread_detach (thread);
  return 0;
}
