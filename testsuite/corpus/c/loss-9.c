/* Corpus, loss: leaks as a version control system had them and fixed them:
   string buffers, argument vectors, mapped indexes, pipes of children; each
   before and after.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A growing string that never fails: it ends the process instead.  */
struct sbuf { char *text; size_t len, alloc; };
#define SBUF_INIT { NULL, 0, 0 }

static void
sbuf_grow (struct sbuf *sb, size_t extra)
{
  if (sb->len + extra + 1 > sb->alloc)
    {
      char *p;
      sb->alloc = (sb->len + extra + 1) * 3 / 2;
      p = realloc (sb->text, sb->alloc);
      if (!p)
	{
	  fputs ("out of memory\n", stderr);
	  exit (128);
	}
      sb->text = p;
    }
}

static void
sbuf_add (struct sbuf *sb, const char *s)
{
  size_t n = strlen (s);
  sbuf_grow (sb, n);
  memcpy (sb->text + sb->len, s, n + 1);
  sb->len += n;
}

static void
sbuf_release (struct sbuf *sb)
{
  free (sb->text);
  sb->text = NULL;
  sb->len = sb->alloc = 0;
}

static char *
sbuf_detach (struct sbuf *sb)
{
  char *p = sb->text;
  sb->text = NULL;
  sb->len = sb->alloc = 0;
  return p;
}

static int __attribute__ ((format (printf, 1, 2)))
error (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
  return -1;
}

static char *
xstrdup (const char *s)
{
  char *p = strdup (s);
  if (!p)
    exit (128);
  return p;
}

/* 1: the buffer of a path when the file is not there.  */
int
ref_exists_before (const char *dir, const char *ref)
{
  struct sbuf path = SBUF_INIT;
  struct stat st;
  sbuf_add (&path, dir);	/* { dg-warning "leak" } */
  if (stat (path.text, &st) < 0)
    return error ("cannot stat '%s' for %s", path.text, ref);
  sbuf_release (&path);
  return S_ISREG (st.st_mode);
}

int
ref_exists_after (const char *dir, const char *ref)
{
  struct sbuf path = SBUF_INIT;
  struct stat st;
  int ret;
  sbuf_add (&path, dir);
  if (stat (path.text, &st) < 0)
    ret = error ("cannot stat '%s' for %s", path.text, ref);
  else
    ret = S_ISREG (st.st_mode);
  sbuf_release (&path);
  return ret;
}

/* Several additions, detached for the caller: clean as it ever was.  */
char *
ref_path (const char *dir, const char *ref)
{
  struct sbuf path = SBUF_INIT;
  sbuf_add (&path, dir);
  sbuf_add (&path, "/");
  sbuf_add (&path, ref);
  return sbuf_detach (&path);
}

/* 2: return error (...) with an open file.  */
int
check_bundle_before (const char *name)
{
  char line[80];
  int fd = open (name, O_RDONLY);	/* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return error ("cannot open '%s'", name);
  ssize_t n = read (fd, line, sizeof line - 1);
  if (n < 0)
    return error ("cannot read '%s'", name);
  line[n] = '\0';
  int ok = strncmp (line, "# v2", 4) == 0;
  close (fd);
  return ok ? 0 : error ("'%s' is no bundle", name);
}

int
check_bundle_after (const char *name)
{
  char line[80];
  int ret = 0;
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return error ("cannot open '%s'", name);
  ssize_t n = read (fd, line, sizeof line - 1);
  if (n < 0)
    {
      ret = error ("cannot read '%s'", name);
      goto cleanup;
    }
  line[n] = '\0';
  if (strncmp (line, "# v2", 4) != 0)
    ret = error ("'%s' is no bundle", name);
cleanup:
  close (fd);
  return ret;
}

/* 3: a configuration value that is given twice.  */
struct config { char *editor; int verbose; };

int
config_from_before (FILE *f, int *verbose)
{
  char line[200];
  char *editor = NULL;
  while (fgets (line, sizeof line, f))
    {
      if (!strncmp (line, "editor=", 7))
	editor = xstrdup (line + 7);	/* { dg-warning "'editor' might not be freed" } */
      else if (!strncmp (line, "verbose", 7))
	*verbose = 1;
    }
  int ret = editor ? access (editor, X_OK) : 0;
  free (editor);
  return ret;
}

int
config_from_after (FILE *f, int *verbose)
{
  char line[200];
  char *editor = NULL;
  while (fgets (line, sizeof line, f))
    {
      if (!strncmp (line, "editor=", 7))
	{
	  free (editor);
	  editor = xstrdup (line + 7);
	}
      else if (!strncmp (line, "verbose", 7))
	*verbose = 1;
    }
  int ret = editor ? access (editor, X_OK) : 0;
  free (editor);
  return ret;
}

/* 4: an index with a bad signature stays mapped.  */
const uint32_t *
map_index_before (const char *name, size_t *size)
{
  struct stat st;
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) || st.st_size < 32)
    {
      close (fd);
      return NULL;
    }
  uint32_t *map = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);	/* { dg-warning "leak" } */
  close (fd);
  if (map == MAP_FAILED)
    return NULL;
  if (map[0] != 0x44495243)
    return NULL;
  *size = st.st_size;
  return map;
}

const uint32_t *
map_index_after (const char *name, size_t *size)
{
  struct stat st;
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) || st.st_size < 32)
    {
      close (fd);
      return NULL;
    }
  uint32_t *map = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  if (map == MAP_FAILED)
    return NULL;
  if (map[0] != 0x44495243)
    {
      munmap (map, st.st_size);
      return NULL;
    }
  *size = st.st_size;
  return map;
}

/* 5: the child could not be started, its pipes stay open.  */
struct child { char *const *argv; pid_t pid; int out; };

int
start_before (struct child *c)
{
  int fds[2];
  if (pipe (fds) < 0)		/* { dg-warning "leak" } */
    return error ("cannot create pipe");
  c->pid = fork ();
  if (c->pid == 0)
    {
      dup2 (fds[1], 1);
      close (fds[0]);
      close (fds[1]);
      execvp (c->argv[0], c->argv);
      _exit (127);
    }
  if (c->pid < 0)
    {
      close (fds[0]);
      return error ("cannot fork to run %s", c->argv[0]);
    }
  close (fds[1]);
  c->out = fds[0];
  return 0;
}

int
start_after (struct child *c)
{
  int fds[2];
  if (pipe (fds) < 0)
    return error ("cannot create pipe");
  c->pid = fork ();
  if (c->pid == 0)
    {
      dup2 (fds[1], 1);
      close (fds[0]);
      close (fds[1]);
      execvp (c->argv[0], c->argv);
      _exit (127);
    }
  if (c->pid < 0)
    {
      close (fds[0]);
      close (fds[1]);
      return error ("cannot fork to run %s", c->argv[0]);
    }
  close (fds[1]);
  c->out = fds[0];
  return 0;
}

/* 6: an argument vector whose own copy is lost on the early return.  */
struct argvec { char **v; size_t n; };

static void
argvec_push (struct argvec *a, const char *s)
{
  char **v = realloc (a->v, (a->n + 2) * sizeof *v);
  if (!v)
    exit (128);
  v[a->n++] = xstrdup (s);
  v[a->n] = NULL;
  a->v = v;
}

static void
argvec_clear (struct argvec *a)
{
  for (size_t i = 0; i < a->n; i++)
    free (a->v[i]);
  free (a->v);
  a->v = NULL;
  a->n = 0;
}

int
run_diff_before (const char *a, const char *b)
{
  struct argvec args = { NULL, 0 };
  int status;
  argvec_push (&args, "diff");		/* { dg-warning "leak" } */
  if (access (a, R_OK) || access (b, R_OK))
    return error ("cannot read %s or %s", a, b);
  pid_t pid = fork ();
  if (pid == 0)
    {
      execvp (args.v[0], args.v);
      _exit (127);
    }
  argvec_clear (&args);
  return pid < 0 || waitpid (pid, &status, 0) < 0 ? -1 : status;
}

int
run_diff_after (const char *a, const char *b)
{
  struct argvec args = { NULL, 0 };
  int status = -1;
  argvec_push (&args, "diff");
  if (access (a, R_OK) || access (b, R_OK))
    error ("cannot read %s or %s", a, b);
  else
    {
      pid_t pid = fork ();
      if (pid == 0)
	{
	  execvp (args.v[0], args.v);
	  _exit (127);
	}
      if (pid < 0 || waitpid (pid, &status, 0) < 0)
	status = -1;
    }
  argvec_clear (&args);
  return status;
}

/* 7: a name that is looked up and printed, once too often copied.  */
char *
branch_name_before (const char *head)
{
  char *copy = xstrdup (head);		/* { dg-warning "leak" } */
  char *slash = strrchr (copy, '/');
  if (!slash)
    return NULL;
  char *name = xstrdup (slash + 1);
  free (copy);
  return name;
}

char *
branch_name_after (const char *head)
{
  char *copy = xstrdup (head);
  char *slash = strrchr (copy, '/');
  char *name = slash ? xstrdup (slash + 1) : NULL;
  free (copy);
  return name;
}

/* 8: a directory of loose objects, closed only when all went well.  */
int
count_objects_before (const char *path, int (*each) (const char *))
{
  struct dirent *de;
  int n = 0;
  DIR *dir = opendir (path);		/* { dg-warning "'dir' might not be closed" } */
  if (!dir)
    return errno == ENOENT ? 0 : error ("cannot open %s", path);
  while ((de = readdir (dir)))
    {
      if (strlen (de->d_name) != 38)
	continue;
      int r = each (de->d_name);
      if (r)
	return r;
      n++;
    }
  closedir (dir);
  return n;
}

int
count_objects_after (const char *path, int (*each) (const char *))
{
  struct dirent *de;
  int n = 0, r = 0;
  DIR *dir = opendir (path);
  if (!dir)
    return errno == ENOENT ? 0 : error ("cannot open %s", path);
  while ((de = readdir (dir)))
    {
      if (strlen (de->d_name) != 38)
	continue;
      r = each (de->d_name);
      if (r)
	break;
      n++;
    }
  closedir (dir);
  return r ? r : n;
}

/* 9: the editor's file is empty.  */
char *
edited_before (const char *name)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = fopen (name, "r");
  if (!f)
    return NULL;
  if (getdelim (&text, &size, '\0', f) < 0)	/* { dg-warning "leak" } */
    {
      fclose (f);
      return NULL;
    }
  fclose (f);
  if (text[0] == '#')
    return NULL;
  return text;
}

char *
edited_after (const char *name)
{
  char *text = NULL;
  size_t size = 0;
  FILE *f = fopen (name, "r");
  if (!f)
    return NULL;
  ssize_t n = getdelim (&text, &size, '\0', f);
  fclose (f);
  if (n < 0 || text[0] == '#')
    {
      free (text);
      return NULL;
    }
  return text;
}
