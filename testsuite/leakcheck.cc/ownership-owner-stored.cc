/* Handles that are put into objects which local smart pointers own.  */
/* { dg-do compile } */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct session
{
  FILE *log = nullptr;
  int user = 0;
  char *text = nullptr;
  void put (const char *s) { fputs (s, log); }
  void close_log ()
  {
    fclose (log);
    log = nullptr;
  }
  void elsewhere ();
};

struct closing_session
{
  FILE *log = nullptr;
  ~closing_session ()
  {
    if (log)
      fclose (log);
  }
};

void note (session *);
std::vector<std::unique_ptr<session>> sessions;

bool
leak_unique (const char *path, int user)
{
  auto s = std::make_unique<session> ();
  s->log = fopen (path, "a"); /* { dg-warning "the stream opened by 'fopen' is never closed" } */
  if (!s->log)
    return false;
  s->user = user;
  s->put ("hello");
  return true;
}

bool
leak_early (const char *path, int user)
{
  std::unique_ptr<session> s (new session);
  s->text = strdup (path); /* { dg-warning "the memory allocated by 'strdup' might not be freed" } */
  if (user < 0)
    return false;
  free (s->text);
  return true;
}

/* (What a shared one owns others may have, too: trusted.)  */
bool
shared (const char *path)
{
  auto s = std::make_shared<session> ();
  s->log = fopen (path, "a");
  if (!s->log)
    return false;
  return fputs ("hello", s->log) >= 0;
}

bool
clean_destructor (const char *path)
{
  auto s = std::make_unique<closing_session> ();
  s->log = fopen (path, "a");
  if (!s->log)
    return false;
  return fputs ("hello", s->log) >= 0;
}

bool
clean_closed (const char *path)
{
  auto s = std::make_unique<session> ();
  s->log = fopen (path, "a");
  if (!s->log)
    return false;
  bool ok = fputs ("hello", s->log) >= 0;
  fclose (s->log);
  s->log = nullptr;
  return ok;
}

bool
clean_method (const char *path)
{
  auto s = std::make_unique<session> ();
  s->log = fopen (path, "a");
  if (!s->log)
    return false;
  s->put ("hello");
  s->close_log ();
  return true;
}

bool
clean_elsewhere (const char *path)
{
  auto s = std::make_unique<session> ();
  s->log = fopen (path, "a");
  if (!s->log)
    return false;
  s->elsewhere ();
  return true;
}

void
clean_given (const char *path)
{
  auto s = std::make_unique<session> ();
  s->log = fopen (path, "a");
  note (s.get ());
}

void
clean_kept (const char *path)
{
  auto s = std::make_unique<session> ();
  s->log = fopen (path, "a");
  if (s->log)
    sessions.push_back (std::move (s));
}

std::unique_ptr<session>
clean_returned (const char *path)
{
  auto s = std::make_unique<session> ();
  s->log = fopen (path, "a");
  if (!s->log)
    return nullptr;
  return s;
}

struct session_closer
{
  void operator() (session *s) const
  {
    if (s->log)
      fclose (s->log);
    delete s;
  }
};

bool
clean_deleter (const char *path)
{
  std::unique_ptr<session, session_closer> s (new session);
  s->log = fopen (path, "a");
  if (!s->log)
    return false;
  return fputs ("hello", s->log) >= 0;
}

/* Objects that others have are not the local one's.  */
void
clean_iterator (std::list<session> &all, const char *path)
{
  for (auto i = all.begin (); i != all.end (); ++i)
    if (!i->log)
      i->log = fopen (path, "a");
}

void
clean_found (std::map<int, std::unique_ptr<session>> &all, int user, const char *path)
{
  auto found = all.find (user);
  if (found != all.end () && !found->second->log)
    found->second->log = fopen (path, "a");
}

void
clean_shared_copy (const std::shared_ptr<session> &given, const char *path)
{
  std::shared_ptr<session> s = given;
  s->log = fopen (path, "a");
  if (s->log)
    fputs ("x", s->log);
}

struct cursor
{
  session *at;
  int n;
};

cursor first_of (std::vector<session> &);

void
clean_cursor (std::vector<session> &all, const char *path)
{
  cursor c = first_of (all);
  c.at->log = fopen (path, "a");
}

void
clean_alias (const char *path)
{
  auto s = std::make_unique<session> ();
  session *raw = s.get ();
  raw->log = fopen (path, "a");
  if (!raw->log)
    return;
  fputs ("x", raw->log);
  fclose (raw->log);
}
