/* Members that hold many handles, which nobody ever releases, and the destructor throws away.  */

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct job
{
  virtual ~job ();
  virtual void run () = 0;
  virtual void unref () = 0;
};
struct shell_job : job
{
  explicit shell_job (const std::string &);
  void run () override;
  void unref () override;
};
struct node
{
  std::string name;
};
void parse (const char *, node &);
void watch (node *);

class leak_batch
{
public:
  leak_batch () = default;
  leak_batch (const leak_batch &) = delete;
  ~leak_batch () { jobs.clear (); }
  void
  add (const std::string &s)
  {
    jobs.push_back (new shell_job (s)); /* { dg-warning "is never deleted" } */
  }
  void
  run_all ()
  {
    for (job *j : jobs)
      j->run ();
  }

private:
  std::vector<job *> jobs;
};

class clean_batch
{
public:
  clean_batch () = default;
  clean_batch (const clean_batch &) = delete;
  ~clean_batch ()
  {
    for (job *j : jobs)
      delete j;
    jobs.clear ();
  }
  void add (const std::string &s) { jobs.push_back (new shell_job (s)); }
  void
  run_all ()
  {
    for (job *j : jobs)
      j->run ();
  }

private:
  std::vector<job *> jobs;
};

class leak_element
{
public:
  leak_element () = default;
  leak_element (const leak_element &) = delete;
  ~leak_element () { children.clear (); }
  node &
  add (const char *s)
  {
    children.push_back (new node); /* { dg-warning "is never deleted" } */
    parse (s, *children.back ());
    return *children.back ();
  }

private:
  std::vector<node *> children;
};

/* They end themselves.  */
class clean_counted
{
public:
  clean_counted () = default;
  clean_counted (const clean_counted &) = delete;
  ~clean_counted ()
  {
    for (job *j : jobs)
      j->unref ();
    jobs.clear ();
  }
  void add (const std::string &s) { jobs.push_back (new shell_job (s)); }

private:
  std::vector<job *> jobs;
};

/* Somebody else has them.  */
class clean_watched
{
public:
  clean_watched () = default;
  clean_watched (const clean_watched &) = delete;
  ~clean_watched () { nodes.clear (); }
  void
  add (const char *s)
  {
    node *n = new node { s };
    watch (n);
    nodes.push_back (n);
  }

private:
  std::vector<node *> nodes;
};

class clean_given
{
public:
  clean_given () = default;
  clean_given (const clean_given &) = delete;
  ~clean_given () { nodes.clear (); }
  void add (node *n) { nodes.push_back (n); }
  size_t size () const { return nodes.size (); }

private:
  std::vector<node *> nodes;
};

class clean_taken
{
public:
  clean_taken () = default;
  clean_taken (const clean_taken &) = delete;
  ~clean_taken () { nodes.clear (); }
  void add (const char *s) { nodes.push_back (new node { s }); }
  node *
  take ()
  {
    node *n = nodes.back ();
    nodes.pop_back ();
    return n;
  }

private:
  std::vector<node *> nodes;
};

class clean_owner
{
public:
  clean_owner () = default;
  ~clean_owner () { nodes.clear (); }
  void add (const char *s) { nodes.push_back (std::make_unique<node> (node { s })); }

private:
  std::vector<std::unique_ptr<node>> nodes;
};

/* As long as the program runs.  */
class clean_registry
{
public:
  static clean_registry &
  get ()
  {
    static clean_registry r;
    return r;
  }
  void add (const char *s) { nodes.push_back (new node { s }); }
  size_t size () const { return nodes.size (); }

private:
  std::vector<node *> nodes;
};

/* An index beside the owner.  */
class clean_indexed
{
public:
  clean_indexed () = default;
  clean_indexed (const clean_indexed &) = delete;
  ~clean_indexed () { index.clear (); }
  void
  add (const char *s)
  {
    node *n = new node { s };
    own.emplace_back (n);
    index.push_back (n);
  }

private:
  std::vector<std::unique_ptr<node>> own;
  std::vector<node *> index;
};

/* Their parent has them.  */
struct window
{
  explicit window (window *parent);
  virtual ~window ();
};
class clean_children : public window
{
public:
  clean_children () : window (nullptr) {}
  clean_children (const clean_children &) = delete;
  ~clean_children () { all.clear (); }
  void add () { all.push_back (new window (this)); }

private:
  std::vector<window *> all;
};
