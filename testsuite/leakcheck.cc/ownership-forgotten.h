#ifndef OWNERSHIP_FORGOTTEN_H
#define OWNERSHIP_FORGOTTEN_H
#include <map>
#include <string>
#include <vector>

struct listener { virtual ~listener (); virtual void ring () = 0; protected: int rings; };
struct gauge { int v; gauge (); ~gauge (); int read (int n); };

/* A base without bodies, a nested class with methods, a member of a class of the program.  */
class feeder : public listener
{
  class cursor
  {
    unsigned at;
  public:
    cursor () : at (0) {}
    unsigned next () { return at++; }
  };
  struct pending { std::map<std::string, int> all; };
public:
  feeder ();
  ~feeder () override;
  void ring () override;
  int open (const char *name);
private:
  int scan (pending &p);
  gauge level;
  char *line;
  std::vector<int> sizes;
};

class feeder_well : public listener
{
  class cursor
  {
    unsigned at;
  public:
    cursor () : at (0) {}
    unsigned next () { return at++; }
  };
public:
  feeder_well ();
  ~feeder_well () override;
  void ring () override;
  int open (const char *name);
private:
  gauge level;
  char *line;
};

/* Its methods have no bodies here.  */
struct meter { int v; int read (int n); void enter (); };

/* Nor have its, and it is deleted virtually.  */
struct tuner
{
  explicit tuner (int n);
  virtual ~tuner ();
  virtual bool fits (int n) const;
  virtual bool claim (int n);
  double ratio () const;
  const tuner *best () const;
};

/* A nested class releases it.  */
class crate
{
public:
  struct opener
  {
    crate *of;
    explicit opener (crate *c) : of (c) {}
    ~opener ();
  };
  crate ();
  ~crate ();
  void fill (int n);
private:
  char *bytes;
};

/* A method has no body here.  */
class outbox
{
public:
  outbox ();
  ~outbox ();
  void fill (int n);
  void flush ();
private:
  char *bytes;
};

/* The base gets it.  */
struct keeper { void *kept; keeper (); virtual ~keeper (); void keep (void *); };
class shelf : public keeper
{
public:
  shelf ();
  ~shelf ();
  void fill (int n);
private:
  char *bytes;
};
#endif
