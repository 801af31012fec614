/* Members that are overwritten: where that is told.  What was lost was acquired somewhere: in a
   constructor, in a method, in the very method that overwrites it, or nobody knows where.  */
/* { dg-do compile } */

#include <cstdio>
#include <utility>
#include <fcntl.h>
#include <unistd.h>

static int
open_log (const char *path)
{
  return ::open (path, O_WRONLY | O_CREAT, 0644);
}

/* A constructor acquires it, by a function.  */
class by_constructor
{
public:
  explicit by_constructor (const char *path)
    : m_fd (open_log (path)) /* { dg-warning "descriptor opened by 'open_log' might not be closed" } */
  {
  }
  by_constructor (by_constructor &&other) noexcept : m_fd (std::exchange (other.m_fd, -1)) {}
  by_constructor &operator= (by_constructor &&other) noexcept
  {
    m_fd = std::exchange (other.m_fd, -1);
    return *this;
  }
  ~by_constructor ()
  {
    if (m_fd >= 0)
      close (m_fd);
  }

private:
  int m_fd;
};

/* Another method.  */
class by_method
{
public:
  by_method () = default;
  by_method (by_method &&other) noexcept : m_f (std::exchange (other.m_f, nullptr)) {}
  by_method &operator= (by_method &&other) noexcept
  {
    m_f = std::exchange (other.m_f, nullptr);
    return *this;
  }
  ~by_method () { close (); }
  void close ()
  {
    if (m_f)
      fclose (m_f);
    m_f = nullptr;
  }
  bool open (const char *path)
  {
    close ();
    m_f = fopen (path, "r"); /* { dg-warning "stream opened by 'fopen' might not be closed" } */
    return m_f != nullptr;
  }

private:
  FILE *m_f = nullptr;
};

/* A constructor has a method of the class do it.  */
class by_both
{
public:
  by_both () { grow (8); }
  by_both (const by_both &) = delete;
  by_both &operator= (const by_both &) = delete;
  ~by_both () { delete[] m_all; }
  void put (unsigned at, int value)
  {
    if (at >= m_n)
      grow (2 * at + 1);
    m_all[at] = value;
  }

private:
  void grow (unsigned n)
  {
    int *larger = new int[n] (); /* { dg-warning "array created by .* might not be deleted" } */
    for (unsigned i = 0; i < m_n; i++)
      larger[i] = m_all[i];
    m_all = larger;
    m_n = n;
  }

  int *m_all = nullptr;
  unsigned m_n = 0;
};

/* The method itself, when it is called again; though the constructor does so, too.  */
class by_itself
{
public:
  explicit by_itself (const char *path) : m_f (fopen (path, "w")) {}
  by_itself (const by_itself &) = delete;
  by_itself &operator= (const by_itself &) = delete;
  ~by_itself ()
  {
    if (m_f)
      fclose (m_f);
  }
  void rotate (const char *path)
  {
    fputs ("rotated\n", m_f);
    m_f = fopen (path, "w"); /* { dg-warning "stream opened by 'fopen' might not be closed" } */
  }

private:
  FILE *m_f;
};

/* Somebody else.  */
class by_others
{
public:
  explicit by_others (FILE *f) : m_f (f) {}
  by_others (by_others &&other) noexcept : m_f (std::exchange (other.m_f, nullptr)) {}
  by_others &operator= (by_others &&other) noexcept
  {
    m_f = std::exchange (other.m_f, nullptr); /* { dg-warning "stream held by a member might not be closed when it is overwritten" } */
    return *this;
  }
  ~by_others ()
  {
    if (m_f)
      fclose (m_f);
  }

private:
  FILE *m_f;
};

/* ---- Nothing is lost.  ---- */

class clean_by_constructor
{
public:
  explicit clean_by_constructor (const char *path) : m_fd (open_log (path)) {}
  clean_by_constructor (clean_by_constructor &&other) noexcept
    : m_fd (std::exchange (other.m_fd, -1))
  {
  }
  clean_by_constructor &operator= (clean_by_constructor &&other) noexcept
  {
    std::swap (m_fd, other.m_fd);
    return *this;
  }
  ~clean_by_constructor ()
  {
    if (m_fd >= 0)
      close (m_fd);
  }

private:
  int m_fd;
};

class clean_by_itself
{
public:
  explicit clean_by_itself (const char *path) : m_f (fopen (path, "w")) {}
  clean_by_itself (const clean_by_itself &) = delete;
  clean_by_itself &operator= (const clean_by_itself &) = delete;
  ~clean_by_itself ()
  {
    if (m_f)
      fclose (m_f);
  }
  void rotate (const char *path)
  {
    if (m_f)
      fclose (m_f);
    m_f = fopen (path, "w");
  }

private:
  FILE *m_f;
};

/* ---- Destructors that release what std::exchange gives them.  ---- */

class exchanged
{
public:
  explicit exchanged (const char *path)
    : m_f (fopen (path, "r")) {} /* { dg-warning "might not be closed" } */
  exchanged &operator= (exchanged &&other) noexcept
  {
    m_f = std::exchange (other.m_f, nullptr);
    return *this;
  }
  ~exchanged () { close (); }
  void close ()
  {
    if (m_f)
      fclose (std::exchange (m_f, nullptr));
  }

private:
  FILE *m_f;
};

class reset
{
public:
  explicit reset (const char *path)
    : m_f (fopen (path, "r")) {} /* { dg-warning "might not be closed" } */
  reset &operator= (reset &&other) noexcept
  {
    m_f = std::exchange (other.m_f, nullptr);
    return *this;
  }
  ~reset () { set (nullptr); }
  void set (FILE *f)
  {
    if (FILE *old = std::exchange (m_f, f))
      fclose (old);
  }

private:
  FILE *m_f;
};

class clean_reset
{
public:
  explicit clean_reset (const char *path) : m_f (fopen (path, "r")) {}
  clean_reset &operator= (clean_reset &&other) noexcept
  {
    set (std::exchange (other.m_f, nullptr));
    return *this;
  }
  ~clean_reset () { set (nullptr); }
  void set (FILE *f)
  {
    if (FILE *old = std::exchange (m_f, f))
      fclose (old);
  }

private:
  FILE *m_f;
};

/* (Who looks whether it is there has thought of that.)  */
class clean_started
{
public:
  ~clean_started ()
  {
    if (m_f)
      fclose (std::exchange (m_f, nullptr));
  }
  void start (const char *path)
  {
    if (!m_f)
      m_f = fopen (path, "r");
  }

private:
  FILE *m_f = nullptr;
};
