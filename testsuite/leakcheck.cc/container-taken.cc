/* Elements that are taken out of the container of a class that owns them, and forgotten on a path.  */

#include <cstdio>
#include <deque>
#include <list>
#include <queue>
#include <vector>

struct task
{
  int prio, cost;
  explicit task (int p) : prio (p), cost (p) {}
};

/* Taken from the end, and forgotten if it is cheap.  */
class pool
{
  std::vector<task *> all;
public:
  ~pool () { for (task *t : all) delete t; }
  void add (int p) { all.push_back (new task (p)); }	/* { dg-warning "might not be deleted|is never deleted" } */
  int take ()
  {
    if (all.empty ())
      return 0;
    task *t = all.back ();
    all.pop_back ();
    if (t->cost < 3)
      return -1;
    int cost = t->cost;
    delete t;
    return cost;
  }
};

/* Of a queue, in a loop with a break.  */
class line
{
  std::queue<task *> waiting;
  int done = 0;
public:
  ~line ()
  {
    while (!waiting.empty ())
      {
	delete waiting.front ();
	waiting.pop ();
      }
  }
  void add (int p) { waiting.push (new task (p)); }	/* { dg-warning "might not be deleted|is never deleted" } */
  void work (int limit)
  {
    while (!waiting.empty ())
      {
	task *t = waiting.front ();
	waiting.pop ();
	if (t->prio > limit)
	  break;
	done += t->cost;
	delete t;
      }
  }
};

/* All of these are clean.  Deleted before it is popped; put back; counted; returned.  */
class tidy
{
  std::deque<task *> all;
  int done = 0;
public:
  ~tidy () { for (task *t : all) delete t; }
  void add (int p) { all.push_back (new task (p)); }
  void drop ()
  {
    if (all.empty ())
      return;
    delete all.front ();
    all.pop_front ();
  }
  void again ()
  {
    task *t = all.front ();
    all.pop_front ();
    if (t->prio < 0)
      all.push_back (t);
    else
      delete t;
  }
  void run ()
  {
    while (!all.empty ())
      {
	task *t = all.back ();
	all.pop_back ();
	if (t->prio >= 0)
	  done++;
	else
	  printf ("%d\n", t->cost);
	delete t;
      }
  }
};

class counted
{
  std::list<task *> all;
public:
  ~counted () { for (task *t : all) delete t; }
  void add (int p) { all.push_back (new task (p)); }
  void unref ()
  {
    task *t = all.front ();
    all.pop_front ();
    if (--t->cost == 0)
      delete t;
  }
};

class given
{
  std::list<task *> all;
public:
  ~given () { for (task *t : all) delete t; }
  void add (int p) { all.push_back (new task (p)); }
  task *take ()
  {
    if (all.empty ())
      return nullptr;
    task *t = all.front ();
    all.pop_front ();
    if (t->prio < 0)
      {
	delete t;
	return nullptr;
      }
    return t;
  }
};

int
main ()
{
  pool p; p.add (1); p.take ();
  line l; l.add (1); l.work (2);
  tidy t; t.add (1); t.drop (); t.again (); t.run ();
  counted c; c.add (1); c.unref ();
  given g; g.add (1); delete g.take ();
}
