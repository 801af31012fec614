/* Objects of classes whose virtual functions are elsewhere: `delete' calls a destructor that nobody
   sees.  */
/* { dg-do compile } */

#include <cstddef>
#include <memory>
#include <string>

struct sample
{
  int v;
};

class encoder
{
public:
  virtual ~encoder () = default;
  virtual std::string encode (const sample &) = 0;
  virtual std::size_t size (const sample &) const noexcept = 0;
};

class json final : public encoder
{
public:
  std::string encode (const sample &) override;
  std::size_t size (const sample &) const noexcept override;
};

class xml : public encoder
{
public:
  ~xml () override;
  std::string encode (const sample &) override;
  std::size_t size (const sample &) const noexcept override;
};

encoder *encoder_for (const sample &);

std::string
lost_while_used (const sample &s)
{
  encoder *e = new json; /* { dg-warning "'e' might not be deleted" } */
  std::string text = e->encode (s);
  delete e;
  return text;
}

std::string
lost_other_class (const sample &s)
{
  encoder *e = new xml; /* { dg-warning "'e' might not be deleted" } */
  std::string text = e->encode (s);
  delete e;
  return text;
}

std::size_t
clean_nothing_thrown (const sample &s)
{
  encoder *e = new json;
  std::size_t n = e->size (s);
  delete e;
  return n;
}

std::string
clean_caught (const sample &s)
{
  encoder *e = new json;
  std::string text;
  try
    {
      text = e->encode (s);
    }
  catch (...)
    {
      delete e;
      throw;
    }
  delete e;
  return text;
}

std::string
clean_owned (const sample &s)
{
  std::unique_ptr<encoder> e (new json);
  return e->encode (s);
}

/* (What somebody else has made may be somebody else's.)  */
std::string
clean_given (const sample &s, encoder *e)
{
  std::string text = e->encode (s);
  delete e;
  return text;
}

std::size_t
clean_either (const sample &s, bool plain)
{
  encoder *e;
  if (plain)
    e = new json;
  else
    e = new xml;
  std::size_t n = e->size (s);
  delete e;
  return n;
}

std::size_t
lost_early (const sample &s)
{
  encoder *e = new xml; /* { dg-warning "'e' might not be deleted" } */
  if (s.v == 0)
    return 1;
  std::size_t n = e->size (s);
  delete e;
  return n;
}

/* ---- Classes that the unit knows.  ---- */

class job
{
public:
  virtual ~job () = default;
  virtual void run () = 0;
};

class shell_job : public job
{
public:
  explicit shell_job (const std::string &line) : m_line (line) {}
  void run () override;

private:
  std::string m_line;
};

job *
job_for (const std::string &line)
{
  if (line.empty ())
    return nullptr;
  return new shell_job (line);
}

bool
lost_run (const std::string &line)
{
  job *j = job_for (line); /* { dg-warning "'j' might not be deleted" } */
  if (!j)
    return false;
  j->run ();
  delete j;
  return true;
}

bool
clean_run (const std::string &line)
{
  job *j = job_for (line);
  if (!j)
    return false;
  try
    {
      j->run ();
    }
  catch (...)
    {
      delete j;
      return false;
    }
  delete j;
  return true;
}
