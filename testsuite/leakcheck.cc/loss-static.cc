/* Static variables of functions that are given another handle.  */

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

bool
leak_send (int sock, const uint8_t *packet, size_t n)
{
  thread_local uint8_t *space = nullptr;
  thread_local size_t cap = 0;
  if (n > cap)
    {
      space = static_cast<uint8_t *> (malloc (n)); /* { dg-warning "might not be freed" } */
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
      char *bigger = static_cast<char *> (malloc (want)); /* { dg-warning "might not be freed" } */
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
    trace = fopen ("trace", "w"); /* { dg-warning "might not be closed" } */
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

/* ---- Somebody else has it, too.  ---- */

struct part
{
  part *next = nullptr;
  int n = 0;
};

part *
clean_tail (part &head)
{
  static part *last;
  part *p = new part;
  if (head.next)
    last->next = p;
  else
    head.next = p;
  last = p;
  return &head;
}

void
clean_owned (std::vector<std::unique_ptr<part>> &all)
{
  static part *recent;
  part *p = new part;
  all.emplace_back (p);
  if (recent)
    p->n = recent->n + 1;
  recent = p;
}

part *
clean_handed_out ()
{
  static part *ready;
  part *old = ready;
  ready = new part;
  return old;
}

/* ---- The first time.  ---- */

const part *
clean_first_vector ()
{
  static std::vector<int> seen;
  static part *p;
  if (seen.empty ())
    {
      p = new part;
      seen.push_back (1);
    }
  return p;
}

const part *
clean_first_flag ()
{
  static std::atomic<bool> done;
  static part *p;
  if (!done.exchange (true))
    p = new part;
  return p;
}

const part *
clean_first_state (int n)
{
  static int state;
  static part *p;
  switch (state)
    {
    case 0:
      p = new part;
      state = 1;
      break;
    default:
      p->n += n;
    }
  return p;
}

static bool
once ()
{
  static int n;
  return n++ == 0;
}

const part *
clean_first_helper ()
{
  static part *p;
  if (once ())
    p = new part;
  return p;
}

static part *made;
static std::once_flag made_flag;

static void
make_once ()
{
  static part *first;
  first = new part;
  made = first;
}

const part *
clean_call_once ()
{
  std::call_once (made_flag, make_once);
  return made;
}

int
main ()
{
  static char *table;
  table = new char[100] ();
  return table[3];
}
