/* Corpus, exception: exceptions on their way: which handlers catch them, what
   is lost where none does.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-levels all } */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/socket.h>
#include <dirent.h>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <vector>

struct parse_error : std::runtime_error
{
  explicit parse_error (const std::string &what) : std::runtime_error (what) {}
};

int parse_number (const char *text)
{
  char *end;
  long n = strtol (text, &end, 10);
  if (*end)
    throw parse_error ("not a number");
  return n;
}

int harmless (int x) noexcept { return x + 1; }

int
leak_parse_throws (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  char line[80];
  int sum = 0;
  while (fgets (line, sizeof line, f))
    sum += parse_number (line);
  fclose (f);
  return sum;
}

int
clean_parse_caught (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  char line[80];
  int sum = 0;
  while (fgets (line, sizeof line, f))
    try
      {
        sum += parse_number (line);
      }
    catch (const parse_error &)
      {
        sum = -1;
        break;
      }
  fclose (f);
  return sum;
}

int
clean_parse_rethrown (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  char line[80];
  int sum = 0;
  try
    {
      while (fgets (line, sizeof line, f))
        sum += parse_number (line);
    }
  catch (...)
    {
      fclose (f);
      throw;
    }
  fclose (f);
  return sum;
}

int
leak_parse_wrong_handler (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  char line[80];
  int sum = 0;
  try
    {
      while (fgets (line, sizeof line, f))
        sum += parse_number (line);
    }
  catch (const std::logic_error &)
    {
      sum = -1;
    }
  fclose (f);
  return sum;
}

int
clean_parse_base_handler (const char *path)
{
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  char line[80];
  int sum = 0;
  try
    {
      while (fgets (line, sizeof line, f))
        sum += parse_number (line);
    }
  catch (const std::exception &e)
    {
      fprintf (stderr, "%s\n", e.what ());
      sum = -1;
    }
  fclose (f);
  return sum;
}

int
leak_handler_returns (const char *path)
{
  FILE *f = fopen (path, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  char line[80];
  int sum = 0;
  try
    {
      while (fgets (line, sizeof line, f))
        sum += parse_number (line);
    }
  catch (const std::exception &e)
    {
      fprintf (stderr, "%s\n", e.what ());
      return -1;
    }
  fclose (f);
  return sum;
}

int
clean_noexcept (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  int n = harmless (fd);
  close (fd);
  return n;
}

int
clean_guarded_object (const char *path)
{
  std::unique_ptr<FILE, int (*) (FILE *)> f (fopen (path, "r"), fclose);
  if (!f)
    return -1;
  char line[80];
  int sum = 0;
  while (fgets (line, sizeof line, f.get ()))
    sum += parse_number (line);
  return sum;
}

struct file_closer
{
  void operator() (FILE *f) const { if (f) fclose (f); }
};
using file_ptr = std::unique_ptr<FILE, file_closer>;

int
clean_stateless_deleter (const char *path)
{
  file_ptr f (fopen (path, "r"));
  char line[80];
  if (!f || !fgets (line, sizeof line, f.get ()))
    return -1;
  return parse_number (line);
}

int
leak_released_before_throw (const char *path)
{
  file_ptr f (fopen (path, "r"));
  /* { dg-warning "the stream opened by 'fopen' might not be closed" "" { target *-*-* } .-1 } */
  if (!f)
    return -1;
  FILE *raw = f.release ();
  int n = parse_number (path);
  fclose (raw);
  return n;
}

int
clean_released_after_throw (const char *path)
{
  file_ptr f (fopen (path, "r"));
  if (!f)
    return -1;
  int n = parse_number (path);
  FILE *raw = f.release ();
  fclose (raw);
  return n;
}

void
leak_throws_itself (const char *path, int limit)
{
  char *buffer = new char[limit]; /* { dg-warning "'buffer' might not be deleted" } */
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    throw std::runtime_error ("open failed");
  ssize_t n = read (fd, buffer, limit);
  close (fd);
  delete[] buffer;
  if (n < 0)
    throw std::runtime_error ("read failed");
}

void
clean_throws_itself (const char *path, int limit)
{
  std::vector<char> buffer (limit);
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    throw std::runtime_error ("open failed");
  ssize_t n = read (fd, buffer.data (), limit);
  close (fd);
  if (n < 0)
    throw std::runtime_error ("read failed");
}

void
leak_throws_with_fd (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    throw std::runtime_error ("open failed");
  char c;
  if (read (fd, &c, 1) != 1)
    throw std::runtime_error ("read failed");
  close (fd);
}

int
clean_function_try (const char *path)
try
  {
    std::unique_ptr<char[]> room (new char[100]);
    snprintf (room.get (), 100, "%s", path);
    return parse_number (room.get ());
  }
catch (const parse_error &)
  {
    return -1;
  }

int
leak_function_try (const char *path)
try
  {
    char *room = new char[100]; /* { dg-warning "'room' might not be deleted" } */
    snprintf (room, 100, "%s", path);
    int n = parse_number (room);
    delete[] room;
    return n;
  }
catch (const parse_error &)
  {
    return -1;
  }

struct validated
{
  int value;
  explicit validated (const char *text) : value (parse_number (text)) {}
};

/* A constructor that throws frees the object itself.  */
int
clean_constructor_throws (const char *text)
{
  validated *v = new validated (text);
  int n = v->value;
  delete v;
  return n;
}

int
leak_second_constructor_throws (const char *a, const char *b)
{
  validated *v = new validated (a); /* { dg-warning "'v' might not be deleted" } */
  validated *w = new validated (b);
  int n = v->value + w->value;
  delete w;
  delete v;
  return n;
}

int
clean_second_constructor_guarded (const char *a, const char *b)
{
  auto v = std::make_unique<validated> (a);
  auto w = std::make_unique<validated> (b);
  return v->value + w->value;
}

int
leak_at (const std::map<std::string, int> &table, const std::string &key)
{
  int fd = open ("/dev/null", O_WRONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  try
    {
      int n = table.at (key);
      close (fd);
      return n;
    }
  catch (const std::out_of_range &)
    {
      return -1;
    }
}

int
clean_at (const std::map<std::string, int> &table, const std::string &key)
{
  int fd = open ("/dev/null", O_WRONLY);
  if (fd < 0)
    return -1;
  int n;
  try
    {
      n = table.at (key);
    }
  catch (const std::out_of_range &)
    {
      n = -1;
    }
  close (fd);
  return n;
}

int
leak_stoi (const std::string &text)
{
  char *copy = strdup (text.c_str ()); /* { dg-warning "'copy' might not be freed" } */
  if (!copy)
    return -1;
  try
    {
      int n = std::stoi (copy);
      free (copy);
      return n;
    }
  catch (const std::invalid_argument &)
    {
      return 0;
    }
}

void
leak_mutex_throws (pthread_mutex_t *m, const char *text, int *out)
{
  pthread_mutex_lock (m); /* { dg-warning "'m' might not be released" } */
  *out = parse_number (text);
  pthread_mutex_unlock (m);
}

void
clean_mutex_guard (std::mutex &m, const char *text, int *out)
{
  std::lock_guard<std::mutex> hold (m);
  *out = parse_number (text);
}

void
leak_mutex_member_throws (std::mutex &m, const char *text, int *out)
{
  m.lock (); /* { dg-warning "'m' might not be released" } */
  *out = parse_number (text);
  m.unlock ();
}

void
clean_unique_lock (std::mutex &m, const char *text, int *out)
{
  std::unique_lock<std::mutex> hold (m);
  int n = *out;
  hold.unlock ();
  n += parse_number (text);
  hold.lock ();
  *out = n;
}

int
clean_nested (const char *path)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  try
    {
      try
        {
          parse_number (path);
        }
      catch (const parse_error &)
        {
          close (fd);
          throw std::runtime_error ("bad path");
        }
    }
  catch (const std::runtime_error &)
    {
      return -1;
    }
  close (fd);
  return 0;
}

int
leak_nested (const char *path)
{
  int fd = open (path, O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  try
    {
      try
        {
          parse_number (path);
        }
      catch (const parse_error &)
        {
          throw std::runtime_error ("bad path");
        }
      close (fd);
    }
  catch (const std::runtime_error &)
    {
      return -1;
    }
  return 0;
}

template <typename F>
struct final_action
{
  F action;
  explicit final_action (F f) : action (f) {}
  ~final_action () { action (); }
};

template <typename F>
final_action<F> finally (F f) { return final_action<F> (f); }

int
clean_finally (const char *path)
{
  DIR *d = opendir (path);
  if (!d)
    return -1;
  auto end = finally ([&] { closedir (d); });
  int n = 0;
  while (dirent *e = readdir (d))
    n += parse_number (e->d_name);
  return n;
}

int
leak_directory (const char *path)
{
  DIR *d = opendir (path); /* { dg-warning "'d' might not be closed" } */
  if (!d)
    return -1;
  int n = 0;
  while (dirent *e = readdir (d))
    n += parse_number (e->d_name);
  closedir (d);
  return n;
}

class transaction
{
public:
  explicit transaction (int fd) : fd_ (fd) {}
  ~transaction () { if (!done_) close (fd_); }
  void commit () { done_ = true; }
private:
  int fd_;
  bool done_ = false;
};

int
clean_transaction (const char *path)
{
  int fd = open (path, O_RDWR);
  if (fd < 0)
    return -1;
  transaction t (fd);
  if (parse_number (path) < 0)
    return -1;
  t.commit ();
  close (fd);
  return 0;
}

int
leak_transaction (const char *path)
{
  int fd = open (path, O_RDWR); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  transaction t (fd);
  int n = parse_number (path);
  t.commit ();
  if (n < 0)
    return -1;
  close (fd);
  return 0;
}

std::string
clean_fstream (const char *path)
{
  std::ifstream in (path);
  in.exceptions (std::ios::badbit);
  std::string line, all;
  while (std::getline (in, line))
    all += line;
  return all;
}

void
leak_fstream_pointer (const char *path)
{
  std::ofstream *out = new std::ofstream (path); /* { dg-warning "'out' might not be deleted" } */
  if (!*out)
    return;
  *out << "text";
  delete out;
}

void
clean_fstream_pointer (const char *path)
{
  std::ofstream *out = new std::ofstream (path);
  if (*out)
    *out << "text";
  delete out;
}

int
leak_callback_may_throw (const char *path, const std::function<int (int)> &f)
{
  int fd = open (path, O_RDONLY); /* Not found.  */
  if (fd < 0)
    return -1;
  int n = f (fd);
  close (fd);
  return n;
}

int
clean_callback_caught (const char *path, const std::function<int (int)> &f)
{
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return -1;
  int n = -1;
  try
    {
      n = f (fd);
    }
  catch (...)
    {
    }
  close (fd);
  return n;
}
