/* Corpus, success: styles of C: kernel style, early returns, macros, error
   codes, out-of-memory wrappers, configuration files, command lines.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* 1: wrappers that end the process.  */
static void __attribute__ ((noreturn, format (printf, 1, 2)))
die (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  vfprintf (stderr, fmt, ap);
  va_end (ap);
  exit (EXIT_FAILURE);
}

static void *
xmalloc (size_t n)
{
  void *p = malloc (n);
  if (!p && n)
    die ("out of memory\n");
  return p;
}

static char *
xstrdup (const char *s)
{
  size_t n = strlen (s) + 1;
  return memcpy (xmalloc (n), s, n);
}

static FILE *
efopen (const char *name, const char *mode)
{
  FILE *f = fopen (name, mode);
  if (!f)
    die ("%s: %s\n", name, strerror (errno));
  return f;
}

char *
first_word_clean (const char *name)
{
  char buf[100];
  FILE *f = efopen (name, "r");
  if (fscanf (f, "%99s", buf) != 1)
    die ("%s: empty\n", name);
  fclose (f);
  return xstrdup (buf);
}

char *
first_word_leaky (const char *name)
{
  char buf[100];
  FILE *f = efopen (name, "r");		/* { dg-warning "leak" } */
  if (fscanf (f, "%99s", buf) != 1)
    return xstrdup ("");
  fclose (f);
  return xstrdup (buf);
}

int
upper_leaky (const char *text)
{
  char *copy = xstrdup (text);		/* { dg-warning "leak" } */
  for (char *p = copy; *p; p++)
    {
      if (*p == '\n')
	return -1;
      *p = toupper ((unsigned char) *p);
    }
  puts (copy);
  free (copy);
  return 0;
}

/* 2: macros that jump.  */
#define CHECK(x, label) do { if (!(x)) goto label; } while (0)

int
macros_clean (const char *a, const char *b)
{
  int ret = -1;
  FILE *in = NULL, *out = NULL;
  CHECK ((in = fopen (a, "r")) != NULL, end);
  CHECK ((out = fopen (b, "w")) != NULL, end);
  for (int c; (c = fgetc (in)) != EOF;)
    CHECK (fputc (c, out) != EOF, end);
  ret = 0;
end:
  if (out && fclose (out) == EOF)
    ret = -1;
  if (in)
    fclose (in);
  return ret;
}

int
macros_leaky (const char *a, const char *b)
{
  int ret = -1;
  FILE *in = NULL, *out = NULL;
  CHECK ((in = fopen (a, "r")) != NULL, end);	/* { dg-warning "leak" } */
  CHECK ((out = fopen (b, "w")) != NULL, end);
  for (int c; (c = fgetc (in)) != EOF;)
    CHECK (fputc (c, out) != EOF, end);
  fclose (in);
  ret = 0;
end:
  if (out && fclose (out) == EOF)
    ret = -1;
  return ret;
}

/* 3: kernel style: negative errno, one label each.  */
struct device { int fd; void *buffer; char name[32]; };

int
device_open_clean (struct device *dev, const char *path, size_t size)
{
  int err;

  dev->fd = open (path, O_RDWR | O_CLOEXEC);
  if (dev->fd < 0)
    return -errno;

  dev->buffer = malloc (size);
  if (!dev->buffer) {
    err = -ENOMEM;
    goto err_close;
  }

  if (read (dev->fd, dev->buffer, size) < 0) {
    err = -errno;
    goto err_free;
  }
  return 0;

err_free:
  free (dev->buffer);
  dev->buffer = NULL;
err_close:
  close (dev->fd);
  dev->fd = -1;
  return err;
}

struct device *
device_new_leaky (const char *path, size_t size)
{
  struct device *dev = calloc (1, sizeof (*dev));

  if (!dev)
    return NULL;
  dev->fd = open (path, O_RDWR | O_CLOEXEC);	/* { dg-warning "leak" } */
  if (dev->fd < 0)
    goto err_free;
  dev->buffer = malloc (size);
  if (!dev->buffer)
    goto err_free;
  return dev;

err_free:
  free (dev);
  return NULL;
}

struct device *
device_new_clean (const char *path, size_t size)
{
  struct device *dev = calloc (1, sizeof (*dev));

  if (!dev)
    return NULL;
  dev->fd = open (path, O_RDWR | O_CLOEXEC);
  if (dev->fd < 0)
    goto err_free;
  dev->buffer = malloc (size);
  if (!dev->buffer)
    goto err_close;
  return dev;

err_close:
  close (dev->fd);
err_free:
  free (dev);
  return NULL;
}

/* 4: a configuration file, line by line.  */
int
config_value_clean (const char *file, const char *key, char **value)
{
  FILE *f = fopen (file, "re");
  char *line = NULL;
  size_t room = 0;
  int rc = -ENOENT;
  if (!f)
    return -errno;
  while (getline (&line, &room, f) > 0)
    {
      char *eq = strchr (line, '=');
      if (!eq || *line == '#')
	continue;
      *eq++ = '\0';
      eq[strcspn (eq, "\n")] = '\0';
      if (strcmp (line, key) == 0)
	{
	  *value = strdup (eq);
	  rc = *value ? 0 : -ENOMEM;
	  break;
	}
    }
  free (line);
  fclose (f);
  return rc;
}

int
config_value_leaky (const char *file, const char *key, char **value)
{
  FILE *f = fopen (file, "re");
  char *line = NULL;
  size_t room = 0;
  if (!f)
    return -errno;
  while (getline (&line, &room, f) > 0)	/* { dg-warning "leak" } */
    {
      char *eq = strchr (line, '=');
      if (!eq || *line == '#')
	continue;
      *eq++ = '\0';
      if (strcmp (line, key) == 0)
	{
	  *value = strdup (eq);
	  fclose (f);
	  return *value ? 0 : -ENOMEM;
	}
    }
  free (line);
  fclose (f);
  return -ENOENT;
}

/* 5: a temporary string in the condition's error message.  */
int
report_clean (const char *dir, const char *name)
{
  char *path;
  int rc = 0;
  if (asprintf (&path, "%s/%s", dir, name) < 0)
    return -1;
  if (unlink (path) < 0)
    {
      warn ("cannot remove %s", path);
      rc = -1;
    }
  free (path);
  return rc;
}

int
report_leaky (const char *dir, const char *name)
{
  char *path;
  if (asprintf (&path, "%s/%s", dir, name) < 0)	/* { dg-warning "leak" } */
    return -1;
  if (unlink (path) < 0)
    {
      warn ("cannot remove %s", path);
      return -1;
    }
  free (path);
  return 0;
}

/* 6: command lines: an option may be given twice.  */
int
options_leaky (int argc, char **argv)
{
  char *output = NULL;
  int c;
  while ((c = getopt (argc, argv, "o:v")) != -1)
    switch (c)
      {
      case 'o':
	output = strdup (optarg);	/* { dg-warning "leak" } */
	break;
      case 'v':
	puts ("1.0");
	break;
      default:
	free (output);
	return 2;
      }
  if (output)
    puts (output);
  free (output);
  return 0;
}

int
options_clean (int argc, char **argv)
{
  char *output = NULL;
  int c;
  while ((c = getopt (argc, argv, "o:v")) != -1)
    switch (c)
      {
      case 'o':
	free (output);
	output = strdup (optarg);
	break;
      case 'v':
	puts ("1.0");
	break;
      default:
	free (output);
	return 2;
      }
  if (output)
    puts (output);
  free (output);
  return 0;
}

/* 7: a string built in steps.  */
static char *
append (char *s, const char *more)
{
  size_t n = strlen (s), m = strlen (more);
  char *r = realloc (s, n + m + 1);
  if (!r)
    {
      free (s);
      return NULL;
    }
  memcpy (r + n, more, m + 1);
  return r;
}

char *
join_clean (char *const *words)
{
  char *s = strdup ("");
  while (s && *words)
    s = append (s, *words++);
  return s;
}

int
join_length_leaky (const char *a, const char *b)
{
  char *s = strdup (a);			/* { dg-warning "leak" } */
  if (!s)
    return -1;
  if (strlen (b) > 100)
    return -1;
  s = append (s, b);
  if (!s)
    return -1;
  int n = strlen (s);
  free (s);
  return n;
}

/* 8: flock on a descriptor, child processes.  */
int
run_locked_clean (const char *lock, char *const *argv)
{
  int status = -1;
  pid_t pid;
  int fd = open (lock, O_CREAT | O_RDWR, 0666);
  if (fd < 0)
    return -1;
  if (flock (fd, LOCK_EX) < 0)
    goto out;
  pid = fork ();
  if (pid == 0)
    {
      execvp (argv[0], argv);
      _exit (errno == ENOENT ? 127 : 126);
    }
  if (pid > 0)
    while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
      ;
out:
  close (fd);
  return status;
}

int
run_locked_leaky (const char *lock, char *const *argv)
{
  int status = -1;
  pid_t pid;
  int fd = open (lock, O_CREAT | O_RDWR, 0666);	/* { dg-warning "leak" } */
  if (fd < 0)
    return -1;
  if (flock (fd, LOCK_EX) < 0)
    return -1;
  pid = fork ();
  if (pid == 0)
    {
      execvp (argv[0], argv);
      _exit (127);
    }
  if (pid < 0)
    return -1;
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  close (fd);
  return status;
}

/* 9: attributes of the compiler.  */
struct pool;
extern void pool_destroy (struct pool *);
extern struct pool *pool_create (int size)
  __attribute__ ((malloc, malloc (pool_destroy, 1)));
extern int pool_use (const struct pool *) __attribute__ ((nonnull));

int
pool_clean (int n)
{
  struct pool *p = pool_create (n);
  if (!p)
    return -1;
  puts ("pool");
  pool_destroy (p);
  return 0;
}

int
pool_leaky (int n)
{
  struct pool *p = pool_create (n);	/* { dg-warning "leak" } */
  if (!p)
    return -1;
  if (n > 100)
    return -2;
  pool_destroy (p);
  return 0;
}

/* 10: early returns after partial work; the result is a pointer into it.  */
char *
extension_clean (const char *path)
{
  char *copy = strdup (path), *dot, *result;
  if (!copy)
    return NULL;
  dot = strrchr (copy, '.');
  if (!dot || dot == copy)
    {
      free (copy);
      return NULL;
    }
  result = strdup (dot + 1);
  free (copy);
  return result;
}

char *
extension_leaky (const char *path)
{
  char *copy = strdup (path), *dot;	/* { dg-warning "leak" } */
  if (!copy)
    return NULL;
  dot = strrchr (copy, '.');
  if (!dot || dot == copy)
    return NULL;
  memmove (copy, dot + 1, strlen (dot));
  return copy;
}

/* 11: realpath, getcwd, strndup, canonicalize_file_name.  */
bool
same_file_clean (const char *a, const char *b)
{
  char *x = realpath (a, NULL), *y = realpath (b, NULL);
  bool same = x && y && !strcmp (x, y);
  free (x);
  free (y);
  return same;
}

bool
same_file_leaky (const char *a, const char *b)
{
  char *x = realpath (a, NULL);		/* { dg-warning "leak" } */
  char *y = realpath (b, NULL);
  bool same;
  if (!x || !y)
    {
      free (y);
      return false;
    }
  same = !strcmp (x, y);
  free (x);
  free (y);
  return same;
}

bool
below_home_leaky (const char *home)
{
  char *cwd = getcwd (NULL, 0);		/* { dg-warning "leak" } */
  if (!cwd)
    return false;
  return strncmp (cwd, home, strlen (home)) == 0;
}

/* 12: a union, an integer that carries a pointer.  */
union value { long number; char *text; };

int
variant_clean (bool is_text, const char *s)
{
  union value v;
  if (is_text)
    {
      v.text = strdup (s);
      if (!v.text)
	return -1;
    }
  else
    v.number = atol (s);
  int n = is_text ? (int) strlen (v.text) : (int) v.number;
  if (is_text)
    free (v.text);
  return n;
}

int
variant_leaky (bool is_text, const char *s)
{
  union value v;
  if (is_text)
    {
      v.text = strdup (s);		/* { dg-warning "leak" } */
      if (!v.text)
	return -1;
    }
  else
    v.number = atol (s);
  int n = is_text ? (int) strlen (v.text) : (int) v.number;
  if (n < 0)
    free (v.text);
  return n;
}

uintptr_t
as_integer_clean (size_t n)
{
  void *p = malloc (n);
  return (uintptr_t) p;
}

/* 13: duplicates of a descriptor: each is its own.  */
int
save_stdout_clean (const char *name)
{
  int saved = dup (STDOUT_FILENO), fd;
  if (saved < 0)
    return -1;
  fd = open (name, O_WRONLY | O_CREAT, 0644);
  if (fd < 0)
    {
      close (saved);
      return -1;
    }
  dup2 (fd, STDOUT_FILENO);
  close (fd);
  puts ("into the file");
  fflush (stdout);
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  return 0;
}

int
save_stdout_leaky (const char *name)
{
  int saved = dup (STDOUT_FILENO), fd;	/* { dg-warning "leak" } */
  if (saved < 0)
    return -1;
  fd = open (name, O_WRONLY | O_CREAT, 0644);
  if (fd < 0)
    return -1;
  dup2 (fd, STDOUT_FILENO);
  close (fd);
  puts ("into the file");
  fflush (stdout);
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  return 0;
}

/* 14: recursion over a tree that owns its children.  */
struct tree { struct tree *left, *right; char *key; };

static void
tree_free (struct tree *t)
{
  if (!t)
    return;
  tree_free (t->left);
  tree_free (t->right);
  free (t->key);
  free (t);
}

struct tree *
leaf_clean (const char *key)
{
  struct tree *t = calloc (1, sizeof *t);
  if (!t)
    return NULL;
  t->key = strdup (key);
  if (!t->key)
    {
      tree_free (t);
      return NULL;
    }
  return t;
}

int
tree_use_leaky (const char *key)
{
  struct tree *t = leaf_clean (key);	/* { dg-warning "leak" } */
  if (!t)
    return -1;
  if (!isalpha ((unsigned char) *t->key))
    return 1;
  tree_free (t);
  return 0;
}

/* 15: freed through a different name, after a loop that moves the pointer.  */
int
sum_clean (const char *list)
{
  char *copy = strdup (list), *p = copy, *item;
  int sum = 0;
  if (!copy)
    return -1;
  while ((item = strsep (&p, ",")) != NULL)
    sum += atoi (item);
  free (copy);
  return sum;
}

int
sum_leaky (const char *list)
{
  char *copy = strdup (list), *item;	/* { dg-warning "leak" } */
  int sum = 0;
  if (!copy)
    return -1;
  while ((item = strsep (&copy, ",")) != NULL)
    sum += atoi (item);
  free (copy);
  return sum;
}

/* 16: a counter of what was opened, closed downwards.  */
int
open_all_clean (char **names, int n, int *fds)
{
  int i;
  for (i = 0; i < n; i++)
    {
      fds[i] = open (names[i], O_RDONLY);
      if (fds[i] < 0)
	goto undo;
    }
  return 0;
undo:
  while (--i >= 0)
    close (fds[i]);
  return -1;
}

int
two_fds_leaky (const char *a, const char *b)
{
  int fds[2], rc;
  fds[0] = open (a, O_RDONLY);		/* { dg-warning "leak" } */
  if (fds[0] < 0)
    return -1;
  fds[1] = open (b, O_RDONLY);
  if (fds[1] < 0)
    return -1;
  rc = lseek (fds[0], 0, SEEK_END) == lseek (fds[1], 0, SEEK_END);
  close (fds[0]);
  close (fds[1]);
  return rc;
}

/* 17: switch on the result, several kinds of failure.  */
int
classify_clean (const char *name)
{
  int kind;
  FILE *f = fopen (name, "rb");
  if (!f)
    switch (errno)
      {
      case ENOENT:
	return 0;
      case EACCES:
	return -2;
      default:
	return -1;
      }
  switch (getc (f))
    {
    case EOF:
      kind = 1;
      break;
    case '#':
      kind = 2;
      break;
    default:
      kind = 3;
    }
  fclose (f);
  return kind;
}

int
classify_leaky (const char *name)
{
  FILE *f = fopen (name, "rb");		/* { dg-warning "leak" } */
  int kind = 3;
  if (!f)
    return errno == ENOENT ? 0 : -1;
  switch (getc (f))
    {
    case EOF:
      fclose (f);
      return 1;
    case '#':
      kind = 2;
      fclose (f);
      break;
    case '!':
      return 4;
    default:
      fclose (f);
    }
  return kind;
}
