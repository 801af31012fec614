/* Containers that functions get from their callers: these fill, read and empty them.  */

#include <list>
#include <map>
#include <string>
#include <vector>

struct token
{
  std::string text;
  int kind;
};

void publish (std::vector<token *> &);
void adopt (token *);
int measure (const token &);

static void
split (std::vector<token *> &out, const std::string &text)
{
  for (char c : text)
    out.push_back (new token { std::string (1, c), c });
}

static void
drop (std::vector<token *> &all)
{
  for (token *t : all)
    delete t;
  all.clear ();
}

static int
weigh (const std::vector<token *> &all)
{
  int sum = 0;
  for (size_t i = 0; i < all.size (); i++)
    sum += all[i]->kind;
  return sum;
}

/* What a callee has put there is lost with the variable.  */
int
leak_split (const std::string &text)
{
  std::vector<token *> all;
  split (all, text);		/* { dg-warning "deleted" } */
  return weigh (all);
}

int
leak_early (const std::string &text, bool quick)
{
  std::vector<token *> all;
  split (all, text);		/* { dg-warning "deleted" } */
  if (quick)
    return -1;
  int n = weigh (all);
  drop (all);
  return n;
}

int
clean_split (const std::string &text)
{
  std::vector<token *> all;
  split (all, text);
  int n = weigh (all);
  drop (all);
  return n;
}

/* Put there by the function itself.  */
int
leak_own (int kind)
{
  std::vector<token *> all;
  all.push_back (new token { "", kind }); /* { dg-warning "deleted" } */
  if (weigh (all) > 3)
    return 1;
  drop (all);
  return 0;
}

/* By a pointer, through two functions.  */
static void
split_both (std::vector<token *> *out, const std::string &a, const std::string &b)
{
  split (*out, a);
  split (*out, b);
}

static void
drop_all (std::vector<token *> *all)
{
  if (all)
    drop (*all);
}

int
leak_both (const std::string &a, bool fail)
{
  std::vector<token *> all;
  split_both (&all, a, "x");	/* { dg-warning "deleted" } */
  if (fail)
    return -1;
  drop_all (&all);
  return 0;
}

int
clean_both (const std::string &a)
{
  std::vector<token *> all;
  split_both (&all, a, "x");
  int n = weigh (all);
  drop_all (&all);
  return n;
}

/* Other code gets the elements, or the container.  */
void
clean_published (const std::string &text)
{
  std::vector<token *> all;
  split (all, text);
  publish (all);
}

static void
adopt_all (std::vector<token *> &all)
{
  for (token *t : all)
    adopt (t);
}

void
clean_adopted (const std::string &text)
{
  std::vector<token *> all;
  split (all, text);
  adopt_all (all);
}

/* It is the caller's.  */
void
clean_given (std::vector<token *> &out, const std::string &text)
{
  split (out, text);
  out.push_back (new token { "end", 0 });
}

std::vector<token *>
clean_returned (const std::string &text)
{
  std::vector<token *> all;
  split (all, text);
  return all;
}

/* A member, which a destructor empties; one of a local object, of a global one.  */
class sentence
{
public:
  std::vector<token *> all;
  explicit sentence (const std::string &text) { split (all, text); }
  ~sentence ()
  {
    for (size_t i = 0; i < all.size (); i++)
      delete all[i];
  }
  void add (const std::string &text) { split (all, text); }
};

int
clean_object (const std::string &text)
{
  sentence s (text);
  s.add ("more");
  split (s.all, "most");
  return weigh (s.all);
}

struct words
{
  std::vector<token *> all;
  ~words () { drop (all); }
};

int
clean_words (const std::string &text)
{
  words w;
  split (w.all, text);
  return weigh (w.all);
}

std::vector<token *> every_token;

void
clean_global (const std::string &text)
{
  split (every_token, text);
}

/* A function that calls itself.  */
static void
split_again (std::vector<token *> &out, int n)
{
  out.push_back (new token { "", n });
  if (n > 0)
    split_again (out, n - 1);
}

int
clean_recursive (int n)
{
  std::vector<token *> all;
  split_again (all, n);
  drop (all);
  return 0;
}

/* A reference to an element comes back.  */
static token *&
place (std::vector<token *> &all, size_t i)
{
  return all[i];
}

void
clean_place (const std::string &text)
{
  std::vector<token *> all;
  split (all, text);
  delete place (all, 0);
}

/* An element comes back.  */
static token *
last (std::list<token *> &all)
{
  token *t = all.back ();
  all.pop_back ();
  return t;
}

int
clean_last (int kind)
{
  std::list<token *> all;
  all.push_back (new token { "", kind });
  token *t = last (all);
  int n = t->kind;
  delete t;
  return n;
}

/* Two at once, and a map.  */
static void
move_all (std::vector<token *> &to, std::vector<token *> &from)
{
  for (token *t : from)
    to.push_back (t);
  from.clear ();
}

int
clean_moved (const std::string &text)
{
  std::vector<token *> a, b;
  split (a, text);
  move_all (b, a);
  drop (b);
  return 0;
}

static void
index (std::map<std::string, token *> &all, const std::string &key)
{
  all[key] = new token { key, 1 };
}

static void
drop_map (std::map<std::string, token *> &all)
{
  for (auto &p : all)
    delete p.second;
}

int
clean_map (const std::string &key)
{
  std::map<std::string, token *> all;
  index (all, key);
  int n = (int) all.size ();
  drop_map (all);
  return n;
}
