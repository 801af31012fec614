/* What is acquired in place (a compiled expression, the actions of a spawn) and
   is then copied with the structure that it is in.  */
/* { dg-do compile } */

#include <regex.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>

struct pattern { regex_t expression; int lines; };
struct job { int id; posix_spawn_file_actions_t actions; };

extern char **environ;

/* Clean: the copy is freed.  */
int
assigned (const char *p, const char *s)
{
  regex_t a, b;
  if (regcomp (&a, p, 0))
    return -1;
  b = a;
  int r = regexec (&b, s, 0, 0, 0);
  regfree (&b);
  return r;
}

int
assigned_bad (const char *p, const char *s)
{
  regex_t a, b;
  if (regcomp (&a, p, 0))	/* { dg-warning "'a' might not be freed" } */
    return -1;
  b = a;
  if (!*s)
    return 0;
  int r = regexec (&b, s, 0, 0, 0);
  regfree (&b);
  return r;
}

/* Clean: the caller has it.  */
int
into_argument (const char *p, struct pattern *to)
{
  regex_t made;
  if (regcomp (&made, p, 0))
    return -1;
  to->expression = made;
  return 0;
}

/* Another member is no copy.  */
int
other_member (const char *p, struct pattern *to)
{
  struct pattern made;
  made.lines = 1;
  if (regcomp (&made.expression, p, 0)) /* { dg-warning "'made' is never freed" } */
    return -1;
  to->lines = made.lines;
  return 0;
}

/* Clean: a member of a local structure, an element of an array, one of them.  */
int
into_member (const char *p, const char *s)
{
  struct pattern to;
  regex_t made;
  if (regcomp (&made, p, 0))
    return -1;
  to.expression = made;
  int r = regexec (&to.expression, s, 0, 0, 0);
  regfree (&to.expression);
  return r;
}

int
into_member_bad (const char *p, const char *s)
{
  struct pattern to;
  regex_t made;
  if (regcomp (&made, p, 0))	/* { dg-warning "'made' might not be freed" } */
    return -1;
  to.expression = made;
  if (!*s)
    return 0;
  int r = regexec (&to.expression, s, 0, 0, 0);
  regfree (&to.expression);
  return r;
}

int
into_element (const char *p, const char *s, int i)
{
  struct pattern all[3], made;
  if (regcomp (&made.expression, p, 0))
    return -1;
  made.lines = 1;
  all[i] = made;
  int r = regexec (&all[i].expression, s, 0, 0, 0);
  regfree (&all[i].expression);
  return r;
}

static struct pattern known[8];
static int n_known;

int
remembered (const char *p)
{
  struct pattern made;
  if (n_known == 8 || regcomp (&made.expression, p, 0))
    return -1;
  made.lines = 1;
  known[n_known++] = made;
  return 0;
}

/* Clean: on the heap.  */
struct pattern *
on_heap (const char *p)
{
  struct pattern made, *to = malloc (sizeof *to);
  if (!to)
    return NULL;
  if (regcomp (&made.expression, p, 0))
    {
      free (to);
      return NULL;
    }
  *to = made;
  return to;
}

/* Clean: by memcpy.  */
int
by_memcpy (const char *p, const char *s)
{
  struct pattern made, to;
  if (regcomp (&made.expression, p, 0))
    return -1;
  memcpy (&to, &made, sizeof to);
  int r = regexec (&to.expression, s, 0, 0, 0);
  regfree (&to.expression);
  return r;
}

/* Clean: given back, to somebody who frees it.  */
static regex_t
compiled (const char *p)
{
  regex_t made;
  if (regcomp (&made, p, 0))
    abort ();
  return made;
}

int
returned (const char *p, const char *s)
{
  regex_t got = compiled (p);
  int r = regexec (&got, s, 0, 0, 0);
  regfree (&got);
  return r;
}

int
returned_bad (const char *p, const char *s)
{
  regex_t got = compiled (p);	/* { dg-warning "'got' might not be freed" } */
  int r = regexec (&got, s, 0, 0, 0);
  if (r)
    return r;
  regfree (&got);
  return 0;
}

/* Clean: given by value, and moved by a helper.  */
static int
match_once (struct pattern by_value, const char *s)
{
  int r = regexec (&by_value.expression, s, 0, 0, 0);
  regfree (&by_value.expression);
  return r;
}

int
by_value (const char *p, const char *s)
{
  struct pattern made;
  made.lines = 0;
  if (regcomp (&made.expression, p, 0))
    return -1;
  return match_once (made, s);
}

static void
move (struct pattern *to, const struct pattern *from)
{
  *to = *from;
}

int
by_helper (const char *p, const char *s)
{
  struct pattern made, to;
  made.lines = 0;
  if (regcomp (&made.expression, p, 0))
    return -1;
  move (&to, &made);
  int r = regexec (&to.expression, s, 0, 0, 0);
  regfree (&to.expression);
  return r;
}

/* Clean: of two members the one that is in the copy.  */
int
spawn (const char *program, char **arguments)
{
  struct job job;
  posix_spawn_file_actions_t actions;
  pid_t pid;
  if (posix_spawn_file_actions_init (&actions))
    return -1;
  job.id = 1;
  job.actions = actions;
  int r = posix_spawn (&pid, program, &job.actions, 0, arguments, environ);
  posix_spawn_file_actions_destroy (&job.actions);
  return r;
}

int
spawn_bad (const char *program, char **arguments)
{
  struct job job;
  posix_spawn_file_actions_t actions;
  pid_t pid;
  if (posix_spawn_file_actions_init (&actions)) /* { dg-warning "might not be destroyed" } */
    return -1;
  job.id = 1;
  job.actions = actions;
  if (posix_spawn (&pid, program, &job.actions, 0, arguments, environ))
    return -1;
  posix_spawn_file_actions_destroy (&job.actions);
  return 0;
}

/* Clean: swapped with what was there, which is then freed.  */
int
replaced (struct pattern *at, const char *p)
{
  struct pattern made, old;
  made.lines = at->lines;
  if (regcomp (&made.expression, p, 0))
    return -1;
  old = *at;
  *at = made;
  regfree (&old.expression);
  return 0;
}
