/* Shared pointers that keep each other.  */

#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct bone
{
  explicit bone (std::string n) : name (std::move (n)) {}
  std::string name;
  std::shared_ptr<bone> parent;
  std::vector<std::shared_ptr<bone>> children;
};

size_t
leak_rig (int bones)
{
  auto root = std::make_shared<bone> ("root"); /* { dg-warning "'root' might not be deleted" } */
  for (int i = 0; i < bones; i++)
    {
      auto b = std::make_shared<bone> ("b");
      b->parent = root;
      root->children.push_back (b);
    }
  return root->children.size ();
}

/* Somewhere a part is taken off.  */
struct joint
{
  std::shared_ptr<joint> parent;
  std::vector<std::shared_ptr<joint>> children;
};

size_t
clean_joints (int n)
{
  auto root = std::make_shared<joint> ();
  for (int i = 0; i < n; i++)
    {
      auto b = std::make_shared<joint> ();
      b->parent = root;
      root->children.push_back (b);
    }
  for (auto &b : root->children)
    b->parent = nullptr;
  return root->children.size ();
}

/* The parent is only looked at.  */
struct weak_bone
{
  std::weak_ptr<weak_bone> parent;
  std::vector<std::shared_ptr<weak_bone>> children;
};

size_t
clean_rig (int bones)
{
  auto root = std::make_shared<weak_bone> ();
  auto cur = root;
  for (int i = 0; i < bones; i++)
    {
      auto b = std::make_shared<weak_bone> ();
      b->parent = cur;
      cur->children.push_back (b);
      cur = b;
    }
  return root->children.size ();
}

struct raw_bone
{
  raw_bone *parent = nullptr;
  std::vector<std::shared_ptr<raw_bone>> children;
};

size_t
clean_raw (int bones)
{
  auto root = std::make_shared<raw_bone> ();
  for (int i = 0; i < bones; i++)
    {
      auto b = std::make_shared<raw_bone> ();
      b->parent = root.get ();
      root->children.push_back (b);
    }
  return root->children.size ();
}

struct job
{
  std::string name;
  int attempts = 0;
  std::function<void (int)> done;
};

void
leak_start (std::vector<std::shared_ptr<job>> &pending)
{
  auto j = std::make_shared<job> (); /* { dg-warning "'j' might not be deleted" } */
  j->done = [j] (int code) { j->attempts++; printf ("%d\n", code); };
  pending.push_back (j);
}

struct weak_job
{
  int attempts = 0;
  std::function<void (int)> done;
};

void
clean_start (std::vector<std::shared_ptr<weak_job>> &pending)
{
  auto j = std::make_shared<weak_job> ();
  j->done = [w = std::weak_ptr<weak_job> (j)] (int code)
    {
      if (auto k = w.lock ())
	k->attempts += code;
    };
  pending.push_back (j);
}

/* Whoever calls it forgets it.  */
struct job_once
{
  int attempts = 0;
  std::function<void (int)> done;
  void
  finish (int code)
  {
    auto f = std::move (done);
    f (code);
  }
};

void
clean_once (std::vector<std::shared_ptr<job_once>> &pending)
{
  auto j = std::make_shared<job_once> ();
  j->done = [j] (int code) { j->attempts += code; };
  pending.push_back (j);
}

struct timer
{
  std::function<void ()> run;
  bool over = false;
};

void
clean_ended (std::map<int, std::shared_ptr<timer>> &all)
{
  auto t = std::make_shared<timer> ();
  t->run = [t] { t->over = true; };
  all[1] = t;
}

void
clean_ended_by (std::map<int, std::shared_ptr<timer>> &all)
{
  for (auto &[id, t] : all)
    t->run = nullptr;
  all.clear ();
}

struct peer { std::shared_ptr<peer> other; };

void
leak_peers ()
{
  auto a = std::make_shared<peer> (); /* { dg-warning "'a' might not be deleted" } */
  std::shared_ptr<peer> b (new peer);
  a->other = b;
  b->other = a;
}

struct chain_link { std::shared_ptr<chain_link> next; };

void
clean_chain (int n)
{
  std::shared_ptr<chain_link> head;
  for (int i = 0; i < n; i++)
    {
      auto p = std::make_shared<chain_link> ();
      p->next = head;
      head = p;
    }
}

struct side { std::shared_ptr<side> other; };

void
clean_either (bool first)
{
  auto a = std::make_shared<side> ();
  auto b = std::make_shared<side> ();
  if (first)
    a->other = b;
  else
    b->other = a;
}

struct node : std::enable_shared_from_this<node>
{
  std::shared_ptr<node> parent;
  std::vector<std::shared_ptr<node>> kids;
  void
  add (std::shared_ptr<node> kid)
  {
    kid->parent = shared_from_this ();
    kids.push_back (std::move (kid));
  }
};

int
leak_tree ()
{
  auto root = std::make_shared<node> (); /* { dg-warning "'root' might not be deleted" } */
  auto kid = std::make_shared<node> ();
  root->add (kid);
  return root->kids.size ();
}

struct closed_node : std::enable_shared_from_this<closed_node>
{
  std::shared_ptr<closed_node> parent;
  std::vector<std::shared_ptr<closed_node>> kids;
  void
  add (std::shared_ptr<closed_node> kid)
  {
    kid->parent = shared_from_this ();
    kids.push_back (std::move (kid));
  }
  void
  close ()
  {
    for (auto &k : kids)
      k->close ();
    parent.reset ();
  }
};

int
clean_tree ()
{
  auto root = std::make_shared<closed_node> ();
  root->add (std::make_shared<closed_node> ());
  int n = root->kids.size ();
  root->close ();
  return n;
}

/* There as long as the program.  */
struct service { std::shared_ptr<service> self; int n = 0; };
static std::vector<std::shared_ptr<service>> services;

void
clean_service ()
{
  auto s = std::make_shared<service> ();
  s->self = s;
  services.push_back (s);
}

struct cell { std::map<std::string, std::shared_ptr<cell>> vars; };

int
leak_scope (const std::string &name)
{
  auto global = std::make_shared<cell> (); /* { dg-warning "'global' might not be deleted" } */
  global->vars["_G"] = global;
  return global->vars.count (name);
}

struct inner_cell { std::map<std::string, std::shared_ptr<inner_cell>> vars; };

int
clean_scope (const std::string &name)
{
  auto global = std::make_shared<inner_cell> ();
  auto inner = std::make_shared<inner_cell> ();
  global->vars["inner"] = inner;
  global->vars["again"] = inner;
  return global->vars.count (name);
}

/* Made anew, and only looked at from elsewhere.  */
struct chain { std::shared_ptr<chain> next; int n = 0; };

int
clean_anew ()
{
  auto a = std::make_shared<chain> ();
  auto b = std::make_shared<chain> ();
  a->next = b;
  a = std::make_shared<chain> ();
  b->next = a;
  return b->next->n;
}

struct observed
{
  std::vector<std::weak_ptr<observed>> observers;
  std::shared_ptr<observed> subject;
};

void
clean_observed ()
{
  auto a = std::make_shared<observed> ();
  auto b = std::make_shared<observed> ();
  a->observers.emplace_back (b);
  b->subject = a;
}

struct linked
{
  std::shared_ptr<linked> parent;
  std::vector<std::shared_ptr<linked>> kids;
  void set_parent (std::shared_ptr<linked> p) { parent = p; }
};

int
clean_setter ()
{
  auto a = std::make_shared<linked> ();
  auto b = std::make_shared<linked> ();
  b->set_parent (a);
  a->kids.push_back (b);
  b->set_parent (nullptr);
  return a->kids.size ();
}
