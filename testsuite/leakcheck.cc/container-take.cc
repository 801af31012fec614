/* What is taken out of a local queue is whoever's took it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <deque>
#include <queue>
#include <stack>
#include <string>
#include <vector>
#include <unistd.h>
#include <fcntl.h>

struct job
{
  int id, due;
  bool expired (int now) const noexcept { return due < now; }
  int run () noexcept;
};

struct later
{
  bool operator() (const job *a, const job *b) const { return a->due > b->due; }
};

int
leak_skipped (int n, int now)
{
  std::queue<job *> q;
  for (int i = 0; i < n; i++)
    q.push (new job { i, 0 });		/* { dg-warning "might not be deleted" } */
  int ran = 0;
  while (!q.empty ())
    {
      job *j = q.front ();
      q.pop ();
      if (j->due < now)
	continue;
      ran++;
      delete j;
    }
  return ran;
}

int
clean_skipped (int n, int now)
{
  std::queue<job *> q;
  for (int i = 0; i < n; i++)
    q.push (new job { i, 0 });
  int ran = 0;
  while (!q.empty ())
    {
      job *j = q.front ();
      q.pop ();
      if (j->due >= now)
	ran++;
      delete j;
    }
  return ran;
}

/* The others are seen to; this one is not.  */
int
leak_failed (int n)
{
  std::deque<job *> q;
  for (int i = 0; i < n; i++)
    q.push_back (new job { i, 0 });	/* { dg-warning "might not be deleted" } */
  int ran = 0;
  while (!q.empty ())
    {
      job *j = q.front ();
      q.pop_front ();
      if (j->run () < 0)
	break;
      ran++;
      delete j;
    }
  for (job *j : q)
    delete j;
  return ran;
}

int
clean_failed (int n)
{
  std::deque<job *> q;
  for (int i = 0; i < n; i++)
    q.push_back (new job { i, 0 });
  int ran = 0;
  while (!q.empty ())
    {
      job *j = q.front ();
      q.pop_front ();
      if (j->run () < 0)
	{
	  q.push_front (j);
	  break;
	}
      ran++;
      delete j;
    }
  for (job *j : q)
    delete j;
  return ran;
}

int
leak_late (int n, int now)
{
  std::priority_queue<job *, std::vector<job *>, later> q;
  for (int i = 0; i < n; i++)
    q.push (new job { i, i % 10 });	/* { dg-warning "might not be deleted" } */
  int ran = 0;
  while (!q.empty ())
    {
      job *j = q.top ();
      q.pop ();
      if (j->expired (now))
	continue;
      ran++;
      delete j;
    }
  return ran;
}

int
clean_late (int n, int now)
{
  std::priority_queue<job *, std::vector<job *>, later> q;
  for (int i = 0; i < n; i++)
    q.push (new job { i, i % 10 });
  int ran = 0;
  while (!q.empty ())
    {
      job *j = q.top ();
      q.pop ();
      if (j->expired (now))
	{
	  delete j;
	  continue;
	}
      ran++;
      delete j;
    }
  return ran;
}

/* Numbers, and structures of them.  */
int
leak_number (const char *name, int n)
{
  std::stack<int> s;
  for (int i = 0; i < n; i++)
    {
      int fd = open (name, O_RDONLY);	/* { dg-warning "might not be closed" } */
      if (fd < 0)
	break;
      s.push (fd);
    }
  long sum = 0;
  while (!s.empty ())
    {
      int fd = s.top ();
      s.pop ();
      off_t size = lseek (fd, 0, SEEK_END);
      if (size == 0)
	continue;
      sum += size;
      close (fd);
    }
  return sum;
}

int
clean_number (const char *name, int n)
{
  std::stack<int> s;
  for (int i = 0; i < n; i++)
    {
      int fd = open (name, O_RDONLY);
      if (fd < 0)
	break;
      s.push (fd);
    }
  long sum = 0;
  while (!s.empty ())
    {
      int fd = s.top ();
      s.pop ();
      off_t size = lseek (fd, 0, SEEK_END);
      close (fd);
      if (size == 0)
	continue;
      sum += size;
    }
  return sum;
}

/* What is looked at at the other end stays there.  */
int
clean_other_end (int n)
{
  std::deque<job *> q;
  for (int i = 0; i < n; i++)
    q.push_back (new job { i, i });
  int due = 0;
  while (!q.empty ())
    {
      job *oldest = q.front ();
      due += oldest->due;
      delete q.back ();
      q.pop_back ();
    }
  return due;
}

/* Given away.  */
int
clean_moved_on (int n, int now)
{
  std::deque<job *> q, later;
  for (int i = 0; i < n; i++)
    q.push_back (new job { i, i });
  while (!q.empty ())
    {
      job *j = q.front ();
      q.pop_front ();
      if (j->due > now)
	{
	  later.push_back (j);
	  continue;
	}
      j->run ();
      delete j;
    }
  for (job *j : later)
    delete j;
  return 0;
}

/* Left for another reason than that there are no more.  */
bool
leak_stack (const std::string &root, std::string &source)
{
  std::vector<FILE *> stack;
  std::string next = root;
  for (;;)
    {
      if (!next.empty ())
	{
	  FILE *f = stack.size () < 16 ? fopen (next.c_str (), "r") : nullptr;
	  /* { dg-warning "might not be closed" "" { target *-*-* } .-1 } */
	  if (!f)
	    return false;
	  stack.push_back (f);
	  next.clear ();
	}
      char line[512];
      if (!fgets (line, sizeof line, stack.back ()))
	{
	  fclose (stack.back ());
	  stack.pop_back ();
	  if (stack.empty ())
	    return true;
	  continue;
	}
      source += line;
      if (line[0] == '#')
	next = line;
    }
}

bool
clean_stack (const std::string &root, std::string &source)
{
  std::vector<FILE *> stack;
  std::string next = root;
  for (bool ok = true;;)
    {
      if (ok && !next.empty ())
	{
	  if (FILE *f = stack.size () < 16 ? fopen (next.c_str (), "r") : nullptr)
	    stack.push_back (f);
	  else
	    ok = false;
	  next.clear ();
	}
      if (stack.empty ())
	return ok;
      char line[512];
      if (!ok || !fgets (line, sizeof line, stack.back ()))
	{
	  fclose (stack.back ());
	  stack.pop_back ();
	  continue;
	}
      source += line;
      if (line[0] == '#')
	next = line;
    }
}

/* Back into the queue, or not.  */
void
clean_round_robin (int k)
{
  std::deque<job *> q;
  q.push_back (new job { 1, 0 });
  while (!q.empty ())
    {
      job *j = q.front ();
      q.pop_front ();
      if (j->due < k)
	{
	  j->due++;
	  q.push_back (j);
	}
      else
	delete j;
    }
}
