/* Static variables of functions that are given another handle.  */

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

bool
leak_send (int sock, const uint8_t *packet, size_t n)
{
  thread_local uint8_t *space = nullptr;
  thread_local size_t cap = 0;
  if (n > cap)
    {
      space = static_cast<uint8_t *> (malloc (n)); /* { dg-warning "may not be freed" } */
      cap = space ? n : 0;
      if (!space)
	return false;
    }
  memcpy (space, packet, n);
  return send (sock, space, n, 0) == (ssize_t) n;
}

bool
clean_send (int sock, const uint8_t *packet, size_t n)
{
  thread_local uint8_t *space = nullptr;
  thread_local size_t cap = 0;
  if (n > cap)
    {
      free (space);
      space = static_cast<uint8_t *> (malloc (n));
      cap = space ? n : 0;
      if (!space)
	return false;
    }
  memcpy (space, packet, n);
  return send (sock, space, n, 0) == (ssize_t) n;
}

char *
leak_scratch (size_t want)
{
  static char *buf = nullptr;
  static size_t cap = 0;
  if (want > cap)
    {
      char *bigger = static_cast<char *> (malloc (want)); /* { dg-warning "may not be freed" } */
      if (!bigger)
	return nullptr;
      if (cap)
	memcpy (bigger, buf, cap);
      buf = bigger;
      cap = want;
    }
  return buf;
}

char *
clean_scratch (size_t want)
{
  static char *buf = nullptr;
  static size_t cap = 0;
  if (want > cap)
    {
      char *bigger = static_cast<char *> (realloc (buf, want));
      if (!bigger)
	return nullptr;
      buf = bigger;
      cap = want;
    }
  return buf;
}

void
leak_trace (const char *what)
{
  static FILE *trace = nullptr;
  if (!trace || ftell (trace) > 1000000)
    trace = fopen ("trace", "w"); /* { dg-warning "may not be closed" } */
  if (trace)
    fputs (what, trace);
}

void
clean_trace (const char *what)
{
  static FILE *trace = nullptr;
  if (!trace)
    trace = fopen ("trace", "w");
  if (trace)
    fputs (what, trace);
}

void
clean_trace_once (const char *what)
{
  static FILE *trace = fopen ("trace", "w");
  if (trace)
    fputs (what, trace);
}

void
clean_trace_flag (const char *what)
{
  static FILE *trace;
  static bool open = false;
  if (!open)
    {
      trace = fopen ("trace", "w");
      open = true;
    }
  if (trace)
    fputs (what, trace);
}

void
clean_trace_turned (const char *what)
{
  static FILE *trace = nullptr;
  if (trace && ftell (trace) > 1000000)
    {
      fclose (trace);
      trace = nullptr;
    }
  if (!trace)
    trace = fopen ("trace", "w");
  if (trace)
    fputs (what, trace);
}

/* Somebody else has it, too.  */
static char *last;

const char *
clean_kept (const char *name)
{
  static char *copy = nullptr;
  if (copy != last)
    free (last);
  copy = strdup (name);
  last = copy;
  return copy;
}

static void
set (char **where, const char *name)
{
  free (*where);
  *where = strdup (name);
}

const char *
clean_address (const char *name)
{
  static char *copy = nullptr;
  if (!name)
    copy = strdup ("");
  else
    set (&copy, name);
  return copy;
}

const char *
clean_counted (int n)
{
  static char *names[2];
  static char *first;
  static int calls = 0;
  if (calls++ == 0)
    first = strdup ("first");
  return n ? names[0] : first;
}

int *
clean_table ()
{
  static int *table = new int[16] {};
  return table;
}

int
clean_thread_local (const char *name)
{
  static thread_local FILE *f = fopen (name, "r");
  return fgetc (f);
}
