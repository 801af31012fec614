/* What a constructor or a method puts into a member, and the destructor releases wrongly, whoever
   makes the objects.  */

#include <cstdlib>
#include <cstring>

class leak_array
{
public:
  explicit leak_array (unsigned n) : n_ (n)
  {
    p_ = new char[n]; /* { dg-warning "mismatched release: the array is released by" } */
  }
  leak_array (const leak_array &) = delete;
  ~leak_array () { delete p_; }

private:
  unsigned n_;
  char *p_;
};

class clean_array
{
public:
  explicit clean_array (unsigned n) : p_ (new char[n]) {}
  clean_array (const clean_array &) = delete;
  ~clean_array () { delete[] p_; }

private:
  char *p_;
};

class leak_text
{
public:
  explicit leak_text (const char *s) : p_ (strdup (s)) {} /* { dg-warning "mismatched release" } */
  leak_text (const leak_text &) = delete;
  ~leak_text () { delete[] p_; }

private:
  char *p_;
};

class clean_text
{
public:
  explicit clean_text (const char *s) : p_ (strdup (s)) {}
  clean_text (const clean_text &) = delete;
  ~clean_text () { free (p_); }

private:
  char *p_;
};

/* The destructor knows which it is.  */
class clean_either
{
public:
  explicit clean_either (const char *s) : p_ (strdup (s)), copied_ (true) {}
  explicit clean_either (unsigned n) : p_ (new char[n]), copied_ (false) {}
  clean_either (const clean_either &) = delete;
  ~clean_either ()
  {
    if (copied_)
      free (p_);
    else
      delete[] p_;
  }

private:
  char *p_;
  bool copied_;
};

/* Released before, and something else put there.  */
class clean_replaced
{
public:
  explicit clean_replaced (const char *s)
  {
    char *copy = strdup (s);
    p_ = new char[strlen (s) + 1];
    strcpy (p_, copy);
    free (copy);
  }
  clean_replaced (const clean_replaced &) = delete;
  ~clean_replaced () { delete[] p_; }

private:
  char *p_;
};
