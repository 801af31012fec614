/* Virtual calls of an object that the caller has made, by its base: what they run depends on
   which class that is.  */

#include <cstdio>
#include <memory>
#include <new>
#include <unistd.h>
#include <fcntl.h>

extern bool wanted (int);
#include <cstring>

/* ---- What is passed on. ---- */

struct record { int pid; };

struct sink
{
  virtual ~sink () {}
  virtual void consume (record *r) = 0;
};

struct counting : sink
{
  int n = 0;
  void consume (record *r) override { n++; delete r; }
};

struct filter : sink
{
  sink &next;
  filter (sink &n) : next (n) {}
  void consume (record *r) override
  {
    if (wanted (r->pid))
      next.consume (r);
  }
};

struct strict_filter : sink
{
  sink &next;
  strict_filter (sink &n) : next (n) {}
  void consume (record *r) override
  {
    if (wanted (r->pid))
      next.consume (r);
    else
      delete r;
  }
};

void
filtered ()
{
  counting all;
  filter some (all);
  sink &head = some;
  head.consume (new record { 1 });	/* { dg-warning "might not be deleted" } */
}

void
filtered_well ()
{
  counting all;
  strict_filter some (all);
  sink &head = some;
  head.consume (new record { 1 });
}

/* By somebody in between.  */
static void
feed (sink &to, int n)
{
  while (n-- > 0)
    {
      record *r = new record { n };
      to.consume (r);
    }
}

static void
give (sink &to, record *r)
{
  to.consume (r);
}

void
fed (int n)
{
  counting all;
  feed (all, n);
}

void
given ()
{
  counting all;
  filter some (all);
  give (some, new record { 2 });	/* { dg-warning "might not be deleted" } */
}

void
given_well ()
{
  counting all;
  strict_filter some (all);
  give (some, new record { 2 });
}

/* Whoever it is: believed.  */
void
given_to (sink &to)
{
  give (to, new record { 3 });
}

/* ---- What it holds. ---- */

class transport
{
public:
  virtual ~transport () {}
  virtual bool open (const char *) = 0;
  virtual bool submit (const char *) = 0;
};

static bool
submit_twice (transport &t, const char *to, const char *what)
{
  for (int i = 0; i < 2; i++)
    {
      if (!t.open (to))
	continue;
      if (t.submit (what))
	return true;
    }
  return false;
}

class careless : public transport
{
  int fd = -1;
public:
  ~careless () { if (fd >= 0) close (fd); }
  bool open (const char *to) override
  {
    fd = ::open (to, O_RDWR);	/* Not told: whoever opens it twice may know.  */
    return fd >= 0;
  }
  bool submit (const char *what) override { return write (fd, what, strlen (what)) > 0; }
};

bool
carelessly (const char *to)
{
  careless c;
  return submit_twice (c, to, "a");
}

class careful : public transport
{
  int fd = -1;
public:
  ~careful () { drop (); }
  void drop () { if (fd >= 0) close (fd); fd = -1; }
  bool open (const char *to) override
  {
    drop ();
    fd = ::open (to, O_RDWR);
    return fd >= 0;
  }
  bool submit (const char *what) override { return write (fd, what, strlen (what)) > 0; }
};

bool
carefully (const char *to)
{
  careful c;
  return submit_twice (c, to, "a");
}

/* ---- Who has to be asked to release it. ---- */

class reader
{
public:
  virtual ~reader () = default;
  virtual bool load (const char *) = 0;
  virtual int next () = 0;
  virtual void close () = 0;
};

class line_reader : public reader
{
  FILE *f = nullptr;
public:
  bool load (const char *name) override
  {
    f = fopen (name, "r");
    return f;
  }
  int next () override { return getc (f); }
  void close () override { if (f) fclose (f); f = nullptr; }
};

class own_reader : public reader
{
  FILE *f = nullptr;
public:
  ~own_reader () { if (f) fclose (f); }
  bool load (const char *name) override
  {
    f = fopen (name, "r");
    return f;
  }
  int next () override { return getc (f); }
  void close () override { if (f) fclose (f); f = nullptr; }
};

int
sum_lines (const char *name)
{
  std::unique_ptr<reader> r = std::make_unique<line_reader> ();
  if (!r->load (name))	/* { dg-warning "might not be closed" } */
    return -1;	/* Nothing was opened.  */
  int sum = r->next ();
  if (sum < 0)
    return -1;
  r->close ();
  return sum;
}

int
sum_own (const char *name)
{
  std::unique_ptr<reader> r = std::make_unique<own_reader> ();
  if (!r->load (name))
    return -1;
  int sum = r->next ();
  if (sum < 0)
    return -1;
  r->close ();
  return sum;
}

/* ---- By a factory. ---- */

static std::unique_ptr<reader>
make_reader (bool own)
{
  if (own)
    return std::make_unique<own_reader> ();
  return std::make_unique<line_reader> ();
}

int
first_own (const char *name)
{
  std::unique_ptr<reader> r = make_reader (true);
  if (!r->load (name))
    return -1;
  return r->next ();
}

/* ---- Wrappers that own, or do not. ---- */

class tracing : public reader
{
  reader *base;
  bool owns;
public:
  tracing (reader *b, bool o) : base (b), owns (o) {}
  ~tracing () { if (owns) delete base; }
  bool load (const char *name) override { return base->load (name); }
  int next () override { return base->next (); }
  void close () override { base->close (); }
};

static int
drain (reader *r)
{
  int n = 0;
  while (r->next () >= 0)
    n++;
  return n;
}

int
trace_owned ()
{
  reader *b = new own_reader;
  std::unique_ptr<reader> t (new tracing (b, true));
  return drain (t.get ());
}

int
trace_lent ()
{
  reader *b = new own_reader;	/* { dg-warning "might not be deleted" } */
  std::unique_ptr<reader> t (new tracing (b, false));
  return drain (t.get ());
}

int
trace_lent_well ()
{
  std::unique_ptr<reader> b (new own_reader);
  std::unique_ptr<reader> t (new tracing (b.get (), false));
  return drain (t.get ());
}

/* ---- The class may be another one by now. ---- */

extern std::unique_ptr<sink> other_sink ();

void
clean_replaced ()
{
  counting all;
  std::unique_ptr<sink> s = std::make_unique<filter> (all);
  s = other_sink ();
  s->consume (new record { 4 });
}

struct keeping : sink
{
  record *kept = nullptr;
  void consume (record *r) override { delete kept; kept = r; }
  ~keeping () { delete kept; }
};

void
clean_in_turn (int n)
{
  for (int i = 0; i < n; i++)
    {
      sink *s;
      if (i & 1)
	s = new counting;
      else
	s = new keeping;
      s->consume (new record { i });
      delete s;
    }
}

template <class T> static sink *
made_in (void *room)
{
  return new (room) T;
}

void
clean_same_room ()
{
  alignas (16) char room[64];
  counting all;
  sink *s = new (room) filter (all);
  s->~sink ();
  s = made_in<counting> (room);
  s->consume (new record { 5 });
  s->~sink ();
}

/* Made further down, by who has nothing to do with what is given.  */
struct losing : sink
{
  int n = 0;
  void consume (record *r) override { n += r->pid; }
};

template <class T> static void
make_here (void *room)
{
  new (room) T;
}

template <class T> static void
make_below (void *room)
{
  make_here<T> (room);
}

template <class T> static void
make_far_below (void *room)
{
  make_below<T> (room);
}

void
clean_made_below ()
{
  alignas (16) char room[64];
  sink *s = new (room) losing;
  s->~sink ();
  make_far_below<counting> (room);
  s = reinterpret_cast<sink *> (room);
  give (*s, new record { 6 });
  s->~sink ();
}

void
lost_made_below ()
{
  alignas (16) char room[64];
  sink *s = new (room) counting;
  s->~sink ();
  make_here<losing> (room);
  s = reinterpret_cast<sink *> (room);
  give (*s, new record { 7 });	/* { dg-warning "never deleted" } */
  s->~sink ();
}

/* The same in turns.  */
static void make_odd (void *room, int n);

static void
make_even (void *room, int n)
{
  if (n > 0)
    make_odd (room, n - 1);
  else
    new (room) counting;
}

static void
make_odd (void *room, int n)
{
  if (n > 0)
    make_even (room, n - 1);
  else
    new (room) counting;
}

void
clean_made_in_turns (int n)
{
  alignas (16) char room[64];
  sink *s = new (room) losing;
  s->~sink ();
  make_even (room, n);
  s = reinterpret_cast<sink *> (room);
  give (*s, new record { 8 });
  s->~sink ();
}

/* Whose callees only look.  */
static int
look_below (sink *s, int n)
{
  return s && n > 0 ? look_below (s, n - 1) : n;
}

void
lost_looked_at (int n)
{
  sink *s = new losing;
  look_below (s, n);
  give (*s, new record { 9 });	/* { dg-warning "never deleted" } */
  delete s;
}

/* Another pointer to what is owned.  */
int
clean_by_reference (const char *name)
{
  auto r = std::make_unique<line_reader> ();
  line_reader &l = *r;
  if (!r->load (name))
    return -1;
  int n = l.next ();
  l.close ();
  return n;
}
