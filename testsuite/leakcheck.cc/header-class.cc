// Classes that stand in the program's own header: what a constructor without a body keeps, and a
// member that the destructor forgets although all methods are here.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// { dg-do compile }

#include "header-class.h"
#include <memory>

class buffer
{
  std::string all;

public:
  bool add (const char *s)
  {
    all += s;
    return all.size () < 1000;
  }
};

extern bool valid (const std::string &text);
extern int position ();

token *
scan (const std::string &text)
{
  token *t = new token (text, 1);	// { dg-warning "'t' might not be deleted" }
  if (!valid (text))
    return nullptr;
  return t;
}

token *
scan_well (const std::string &text)
{
  token *t = new token (text, 1);
  if (!valid (text))
    {
      delete t;
      return nullptr;
    }
  return t;
}

std::unique_ptr<token>
scan_owned (const std::string &text)
{
  std::unique_ptr<token> t (new token (text, position ()));
  if (!valid (text))
    return nullptr;
  return t;
}

void
register_checks ()
{
  new check ("syntax");
  check *c = new check ("types");
  if (valid ("types"))
    (void) c;
}

formatter::formatter (int w) : out (nullptr), width (w) {}
formatter::~formatter () {}

void
formatter::flush (pending &p)
{
  for (int c : p.columns)
    width -= c;
}

bool
formatter::begin (const char *title)
{
  pending p;
  out = new buffer;	// { dg-warning "'operator new' is never deleted" }
  if (!out->add (title))
    return false;
  flush (p);
  return true;
}

tidy_formatter::tidy_formatter (int w) : out (nullptr), width (w) {}
tidy_formatter::~tidy_formatter () { delete out; }

void
tidy_formatter::flush (pending &p)
{
  for (int c : p.columns)
    width -= c;
}

bool
tidy_formatter::begin (const char *title)
{
  pending p;
  delete out;
  out = new buffer;
  if (!out->add (title))
    return false;
  flush (p);
  return true;
}
