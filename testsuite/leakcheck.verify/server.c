/* A small server as users write it: lists, buffers, sessions, what the C library
   acquires, cleanup by goto.  Written from the manual alone, before looking at
   what is reported.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "conn.h"
#include <dirent.h>
#include <errno.h>
#include <sys/socket.h>

/* ---- Text that grows.  ---- */

struct LEAKCHECK_MUST_CALL ("text_free") text
{
  char *bytes LEAKCHECK_OWNING;
  size_t length, room;
};

void text_free (struct text *t LEAKCHECK_CLOSES);

struct text *
text_new (void)
{
  return calloc (1, sizeof (struct text));
}

struct text *
text_from (const char *s)
{
  struct text *t = calloc (1, sizeof *t);
  if (!t)
    return NULL;
  t->bytes = strdup (s);
  if (!t->bytes)
    {
      text_free (t);
      return NULL;
    }
  t->length = t->room = strlen (s);
  return t;
}

struct text *
text_from_unsafe (const char *s, int check)
{
  struct text *t = calloc (1, sizeof *t); /* error: not-called */
  if (!t)
    return NULL;
  if (check < 0)
    return NULL;
  t->bytes = strdup (s);
  return t;
}

void
text_free (struct text *t)
{
  if (!t)
    return;
  free (t->bytes);
  free (t);
}

/* Takes the text's memory out of it.  */
LEAKCHECK_OWNING char *
text_take (struct text *t LEAKCHECK_OWNING)
{
  char *bytes = t->bytes;
  t->bytes = NULL;
  text_free (t);
  return bytes;
}

static void text_set (struct text *t, const char *s) LEAKCHECK_CREATES (1);

static void
text_set (struct text *t, const char *s)
{
  free (t->bytes);
  t->bytes = strdup (s);
}

static void text_set_unsafe (struct text *t, const char *s) LEAKCHECK_CREATES (1);

static void
text_set_unsafe (struct text *t, const char *s)
{
  t->bytes = strdup (s); /* error: field-overwritten */
}

static void
text_set_undeclared (struct text *t, const char *s) /* error: creates-missing */
{
  free (t->bytes);
  t->bytes = strdup (s);
}

static void
text_clear (struct text *t)
{
  free (t->bytes);
  t->bytes = NULL;
}

void
text_use (void)
{
  struct text *t = text_from ("a");
  if (!t)
    return;
  text_set (t, "b");
  text_set_unsafe (t, "c");
  text_set_undeclared (t, "d");
  text_clear (t);
  text_free (t);
}

void
text_forget (int n)
{
  struct text *t = text_new (); /* error: not-called */
  if (!t)
    return;
  if (n == 3)
    return;
  text_free (t);
}

LEAKCHECK_OWNING char *
text_to_string (const char *s)
{
  struct text *t = text_from (s);
  return t ? text_take (t) : NULL;
}

/* ---- What the library acquires.  ---- */

long
size_of (const char *name)
{
  FILE *f = fopen (name, "rb");
  long n = -1;
  if (!f)
    return -1;
  if (fseek (f, 0, SEEK_END) == 0)
    n = ftell (f);
  fclose (f);
  return n;
}

long
size_of_unsafe (const char *name)
{
  FILE *f = fopen (name, "rb"); /* error: not-called */
  if (!f)
    return -1;
  if (fseek (f, 0, SEEK_END) != 0)
    return -1;
  long n = ftell (f);
  fclose (f);
  return n;
}

int
copy (const char *from, const char *to)
{
  int result = -1;
  char *buffer = NULL;
  FILE *in = NULL, *out = NULL;
  in = fopen (from, "rb");
  if (!in)
    goto end;
  out = fopen (to, "wb");
  if (!out)
    goto end;
  buffer = malloc (4096);
  if (!buffer)
    goto end;
  size_t n;
  while ((n = fread (buffer, 1, 4096, in)) > 0)
    if (fwrite (buffer, 1, n, out) != n)
      goto end;
  result = 0;
end:
  free (buffer);
  if (out)
    fclose (out);
  if (in)
    fclose (in);
  return result;
}

int
copy_unsafe (const char *from, const char *to)
{
  FILE *in = fopen (from, "rb"); /* error: not-called */
  FILE *out = fopen (to, "wb");
  if (!in || !out)
    goto end;
  fputc (fgetc (in), out);
  fclose (in);
end:
  if (out)
    fclose (out);
  return 0;
}

unsigned
count_entries (const char *name)
{
  DIR *dir = opendir (name);
  unsigned n = 0;
  if (dir)
    {
      while (readdir (dir))
	n++;
      closedir (dir);
    }
  return n;
}

unsigned
count_lines (FILE *f)
{
  char *line = NULL;
  size_t room = 0;
  unsigned n = 0;
  while (getline (&line, &room, f) >= 0)
    n++;
  free (line);
  return n;
}

unsigned
count_lines_unsafe (FILE *f)
{
  char *line = NULL;
  size_t room = 0;
  unsigned n = 0;
  while (getline (&line, &room, f) >= 0) /* error: not-called */
    n++;
  return n;
}

LEAKCHECK_OWNING FILE *
stream_of (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return NULL;
  FILE *f = fdopen (fd, "r");
  if (!f)
    close (fd);
  return f;
}

LEAKCHECK_OWNING FILE *
stream_of_unsafe (const char *name)
{
  int fd = open (name, O_RDONLY); /* error: not-called */
  if (fd < 0)
    return NULL;
  return fdopen (fd, "r");
}

int
both_ends (void)
{
  int fds[2];
  if (pipe (fds) < 0)
    return -1;
  close (fds[1]);
  close (fds[0]);
  return 0;
}

int
one_end (void)
{
  int fds[2];
  if (pipe (fds) < 0) /* error: not-called */
    return -1;
  close (fds[0]);
  return 0;
}

int
first_line (const char *command, char *line, int n)
{
  FILE *p = popen (command, "r");
  if (!p)
    return -1;
  if (!fgets (line, n, p))
    *line = '\0';
  return pclose (p);
}

LEAKCHECK_OWNING char *
joined (const char *a, const char *b)
{
  size_t n = strlen (a) + strlen (b) + 1;
  char *s = malloc (n);
  if (s)
    snprintf (s, n, "%s%s", a, b);
  return s;
}

LEAKCHECK_OWNING char *
repeated (const char *s, unsigned n)
{
  char *all = strdup ("");
  while (all && n-- > 0)
    {
      char *more = joined (all, s);
      free (all);
      all = more;
    }
  return all;
}

LEAKCHECK_OWNING char *
repeated_unsafe (const char *s, unsigned n)
{
  char *all = strdup (""); /* error: not-called */
  while (all && n-- > 0)
    all = joined (all, s); /* error: not-called */
  return all;
}

LEAKCHECK_OWNING char *
enlarged (char *old LEAKCHECK_OWNING, size_t n)
{
  char *new = realloc (old, n);
  if (!new)
    free (old);
  return new;
}

LEAKCHECK_OWNING char *
enlarged_unsafe (char *old LEAKCHECK_OWNING, size_t n) /* error: not-called */
{
  char *new = realloc (old, n);
  return new;
}

/* ---- Sessions.  ---- */

struct LEAKCHECK_MUST_CALL ("session_end") session
{
  struct conn *conn LEAKCHECK_OWNING;
  struct text *in LEAKCHECK_OWNING;
  struct session *next;
  int number;
};

void session_end (struct session *s LEAKCHECK_CLOSES);

void
session_end (struct session *s)
{
  if (s->conn)
    conn_close (s->conn);
  text_free (s->in);
  free (s);
}

static void session_end_half (struct session *s LEAKCHECK_CLOSES);

static void
session_end_half (struct session *s) /* error: promise-broken */
{
  if (s->conn)
    conn_close (s->conn);
  free (s);
}

struct session *
session_begin (const char *name)
{
  struct session *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->conn = conn_open (name);
  s->in = text_new ();
  if (!s->conn || !s->in)
    {
      session_end (s);
      return NULL;
    }
  return s;
}

struct session *
session_of (struct conn *conn LEAKCHECK_OWNING)
{
  struct session *s = calloc (1, sizeof *s);
  if (!s)
    {
      conn_close (conn);
      return NULL;
    }
  s->conn = conn;
  return s;
}

struct session *
session_of_unsafe (struct conn *conn LEAKCHECK_OWNING) /* error: not-called */
{
  struct session *s = calloc (1, sizeof *s);
  if (s)
    s->conn = conn;
  return s;
}

void
serve (const char *name)
{
  struct session *s = session_begin (name);
  if (!s)
    return;
  for (int i = 0; i < 3; i++)
    if (!conn_use (s->conn))
      break;
  session_end (s);
}

void
serve_many (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      struct session *s = session_begin ("a"); /* error: not-called */
      if (!s)
	continue;
      if (s->number == 3)
	break;
      session_end (s);
    }
}

void
serve_half (void)
{
  struct session *s = session_begin ("a");
  if (s)
    session_end_half (s);
}

void
undetached (struct session *s LEAKCHECK_OWNING)
{
  struct conn *conn = s->conn;
  s->conn = NULL; /* error: not-called */
  session_end (s);
  if (conn)
    conn_use (conn);
}

struct conn *
detached (struct session *s LEAKCHECK_OWNING)
{
  struct conn *conn = s->conn;
  s->conn = NULL;
  session_end (s);
  return conn;
}

/* ---- A list of sessions.  ---- */

struct LEAKCHECK_MUST_CALL ("pool_free") pool
{
  struct session *first LEAKCHECK_OWNING;
};

void pool_free (struct pool *p LEAKCHECK_CLOSES);

static void pool_put (struct pool *p, struct session *s LEAKCHECK_OWNING)
  LEAKCHECK_CREATES (1);

static void
pool_put (struct pool *p, struct session *s)
{
  if (p->first)
    session_end (p->first);
  p->first = s;
}

static void pool_put_unsafe (struct pool *p, struct session *s LEAKCHECK_OWNING)
  LEAKCHECK_CREATES (1);

static void
pool_put_unsafe (struct pool *p, struct session *s)
{
  p->first = s; /* error: field-overwritten */
}

static LEAKCHECK_NOT_OWNING struct session *
pool_first (struct pool *p)
{
  return p->first;
}

void
pool_free (struct pool *p)
{
  if (p->first)
    session_end (p->first);
}

void
pool_on_stack (void)
{
  struct pool p = { NULL };
  struct session *s = session_begin ("a");
  if (s)
    pool_put (&p, s);
  if (pool_first (&p))
    pool_first (&p)->number++;
  pool_free (&p);
}

void
pool_on_stack_unsafe (void)
{
  struct pool p = { NULL };
  struct session *s = session_begin ("a");
  if (s)
    pool_put_unsafe (&p, s); /* error: not-called */
}

/* ---- Choices.  ---- */

struct conn *
chosen (int n)
{
  switch (n)
    {
    case 0:
      return conn_open ("a");
    case 1:
      return NULL;
    default:
      break;
    }
  return conn_open (n > 7 ? "b" : "c");
}

void
chosen_used (int n)
{
  struct conn *c = n ? conn_open ("a") : NULL;
  if (c)
    conn_close (c);
}

void
chosen_lent (int n)
{
  struct conn *c = n ? conn_open ("a") : conn_default (); /* error: not-called */
  conn_use (c);
}

int
given_perhaps (void)
{
  struct conn *c = conn_open ("a");
  if (!c)
    return -1;
  int result = conn_try_take (c);
  if (result != 0)
    conn_close (c);
  return result;
}

int
given_perhaps_unsafe (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  if (!c)
    return -1;
  return conn_try_take (c);
}

void
second_handle (void)
{
  struct conn *c = conn_open ("a");
  struct conn *d = conn_ref (c);
  conn_close (d);
}

void
second_handle_unsafe (void)
{
  struct conn *c = conn_open ("a"); /* error: not-called */
  struct conn *d = conn_ref (c);
  conn_use (d);
}
