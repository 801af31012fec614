/* Who releases a handle whatever comes, but for exceptions, has only had it used by those whom he
   gave it to, and of whom nothing else is known.  */

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <unistd.h>

void emit (FILE *) noexcept;
void emit_fd (int) noexcept;
bool emit_told (FILE *) noexcept;
void work ();
int answer (int);

struct point
{
  int x;
};
void look (point *) noexcept;
void keep (point *) noexcept;
bool add (point *) noexcept;
void forget_last () noexcept;
bool queued (point *) noexcept;
bool full () noexcept;

struct job
{
  explicit job (const char *command);
  int x;
};
void push (job *) noexcept;

struct board;
struct widget
{
  explicit widget (board &);
  int x;
};

void
leak_stream (const char *n)
{
  FILE *f = fopen (n, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    throw std::runtime_error (n);
  emit (f);
  work ();
  fclose (f);
}

void
leak_descriptor (const char *n)
{
  int f = open (n, O_RDONLY); /* { dg-warning "'f' might not be closed" } */
  if (f < 0)
    throw std::runtime_error (n);
  emit_fd (f);
  work ();
  close (f);
}

int
leak_told (const char *n)
{
  FILE *f = fopen (n, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    throw std::runtime_error (n);
  bool ok = emit_told (f);
  int x = answer (ok);
  fclose (f);
  return x;
}

void
leak_object ()
{
  point *p = new point; /* { dg-warning "'p' might not be deleted" } */
  look (p);
  work ();
  delete p;
}

/* Released in the wrong way, whoever has used it.  */
void
leak_mismatch ()
{
  point *p = new point[4]; /* { dg-warning "mismatched release" } */
  look (p);
  delete p;
}

void
clean_before (const char *n)
{
  work ();
  FILE *f = fopen (n, "r");
  if (!f)
    throw std::runtime_error (n);
  emit (f);
  fclose (f);
}

void
clean_caught (const char *n)
{
  FILE *f = fopen (n, "r");
  if (!f)
    throw std::runtime_error (n);
  emit (f);
  try
    {
      work ();
    }
  catch (...)
    {
      fputs ("failed", stderr);
    }
  fclose (f);
}

/* It may have been kept.  */
void
clean_kept ()
{
  point *p = new point;
  keep (p);
  work ();
}

/* It was taken, or not, as the callee says.  */
void
clean_added ()
{
  point *p = new point;
  if (!add (p))
    {
      delete p;
      return;
    }
  work ();
}

int
clean_taken_back (int n)
{
  point *p = new point;
  keep (p);
  if (answer (n))
    {
      forget_last ();
      delete p;
      return -1;
    }
  work ();
  return 0;
}

/* ---- The owner is who releases it, when it ends; or who has it no longer.  ---- */

void
mismatched_owned ()
{
  std::unique_ptr<point> p ((point *) malloc (sizeof (point))); /* { dg-warning "mismatch" } */
  if (p)
    look (p.get ());
}

bool
clean_given (int n)
{
  auto fresh = std::make_unique<point> ();
  fresh->x = n;
  if (!queued (fresh.get ()))
    return false;
  fresh.release ();
  return true;
}

void
leak_job (const char *command)
{
  job *j = new job (command); /* { dg-warning "'j' might not be deleted" } */
  if (full ())
    return;
  push (j);
}

void
clean_job (const char *command)
{
  job *j = new job (command);
  push (j);
}

/* What it is given knows others, to whom it may give its object.  */
void
clean_registered (board &b)
{
  widget *w = new widget (b);
  if (full ())
    return;
  w->x = 1;
}

/* ---- Who can keep it, or release it, may have been told to let go before.  ---- */

struct scene
{
  void add (point *) noexcept;
  void remove (point *) noexcept;
  bool valid () const noexcept;
};
struct guard
{
  explicit guard (FILE *) noexcept;
  ~guard ();
  void dismiss () noexcept;
};
struct pool;
void at_end (pool *, char *, void (*) (void *)) noexcept;
void cancel (pool *, char *) noexcept;
bool grab (point *&) noexcept;
struct message
{
  char *body;
  int state;
};
void send (message *) noexcept;
struct sizes
{
  int w, h;
};
void scale (const char *from, sizes s, char *to, sizes t) noexcept;
struct canvas;
void label (canvas &, const char *text) noexcept;

void
clean_scene (scene &s)
{
  point *p = new point;
  s.add (p);
  if (!s.valid ())
    throw std::runtime_error ("scene");
  s.remove (p);
  delete p;
}

int
clean_guard (const char *n)
{
  FILE *f = fopen (n, "r");
  if (!f)
    return -1;
  guard g (f);
  if (getc (f) == EOF)
    throw std::runtime_error (n);
  g.dismiss ();
  fclose (f);
  return 0;
}

void
clean_pool (pool *all, int n)
{
  char *b = (char *) malloc (10);
  at_end (all, b, free);
  if (n > 3)
    throw std::runtime_error ("n");
  cancel (all, b);
  free (b);
}

void
clean_grabbed ()
{
  point *p = new point;
  if (grab (p))
    throw std::runtime_error ("grabbed");
  delete p;
}

void
clean_sent ()
{
  message m = { (char *) malloc (10), 0 };
  send (&m);
  if (m.state)
    throw std::runtime_error ("sent");
  free (m.body);
}

void
leak_scaled (const char *from, int n)
{
  char *to = new char[16]; /* { dg-warning "'to' might not be deleted" } */
  scale (from, { n, n }, to, { 4, 4 });
  if (to[0])
    throw std::runtime_error ("scaled");
  delete[] to;
}

void
leak_label (canvas &c)
{
  char *text = new char[16] (); /* { dg-warning "mismatched release" } */
  label (c, text);
  free (text);
}
