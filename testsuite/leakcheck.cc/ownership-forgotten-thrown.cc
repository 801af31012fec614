/* Methods that throw while a member still holds what only they would have released.  */

#include <cstdio>
#include <stdexcept>
#include <string>

static int
checked (int n)
{
  if (n < 0)
    throw std::runtime_error ("negative");
  return n;
}

class reader
{
public:
  reader () : f (nullptr), n (0) {}
  ~reader () { std::printf ("%d\n", n); }
  void run (const char *name);

private:
  std::FILE *f;
  int n;
};

void
reader::run (const char *name)
{
  f = std::fopen (name, "r");	/* { dg-warning "might not be closed" } */
  if (!f)
    throw std::runtime_error ("open");
  n = std::fgetc (f);
  if (n < 0)
    throw std::runtime_error ("empty");
  std::fclose (f);
  f = nullptr;
}

/* A callee throws.  */
class scanner
{
public:
  scanner () : room (nullptr) {}
  ~scanner () { std::puts ("gone"); }
  int scan (int n);

private:
  char *room;
};

int
scanner::scan (int n)
{
  room = new char[16];	/* { dg-warning "might not be deleted" } */
  room[0] = (char) checked (n);
  int r = room[0];
  delete[] room;
  room = nullptr;
  return r;
}

/* Clean: the destructor releases it.  */
class closing
{
public:
  closing () : f (nullptr) {}
  ~closing ()
  {
    if (f)
      std::fclose (f);
  }
  int run (const char *name);

private:
  std::FILE *f;
};

int
closing::run (const char *name)
{
  if (f)
    return -1;
  f = std::fopen (name, "r");
  if (!f)
    throw std::runtime_error ("open");
  int n = std::fgetc (f);
  if (n < 0)
    throw std::runtime_error ("empty");
  return n;
}

/* Clean: who catches the exception calls another method.  */
class stopping
{
public:
  stopping () : f (nullptr) {}
  ~stopping () { std::puts ("gone"); }
  void stop ();
  int run (const char *name);

private:
  std::FILE *f;
};

void
stopping::stop ()
{
  if (f)
    std::fclose (f);
  f = nullptr;
}

int
stopping::run (const char *name)
{
  stop ();
  f = std::fopen (name, "r");
  if (!f)
    throw std::runtime_error ("open");
  int n = std::fgetc (f);
  if (n < 0)
    throw std::runtime_error ("empty");
  stop ();
  return n;
}

/* Clean: it catches the exception itself.  */
class careful
{
public:
  careful () : room (nullptr) {}
  ~careful () { std::puts ("gone"); }
  int scan (int n);

private:
  char *room;
};

int
careful::scan (int n)
{
  room = new char[16];
  try
    {
	room[0] = (char) checked (n);
    }
  catch (...)
    {
	delete[] room;
	room = nullptr;
	throw;
    }
  int r = room[0];
  delete[] room;
  room = nullptr;
  return r;
}

/* Clean: others may get the member.  */
class shown
{
public:
  shown () : f (nullptr) {}
  ~shown () { std::puts ("gone"); }
  std::FILE *stream () { return f; }
  void run (const char *name);

private:
  std::FILE *f;
};

void
shown::run (const char *name)
{
  f = std::fopen (name, "r");
  if (!f || std::fgetc (f) < 0)
    throw std::runtime_error ("empty");
}

/* Exceptions are handled.  */
int
reads (const char *name)
{
  reader r;
  closing c;
  try
    {
      r.run (name);
      c.run (name);
    }
  catch (const std::exception &e)
    {
      std::puts (e.what ());
      return -1;
    }
  return 0;
}
