/* A library of options, in a header that is not the program's.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#pragma GCC system_header

namespace option
{
  struct parser
  {
    virtual int parse (const char *text) const = 0;
    virtual ~parser () { }
  };

  template<class T>
  struct holder
  {
    const parser *p;
    int (*convert) (const char *);
    T value;

    /* What it calls it has by pointer.  */
    holder *
    set (const char *text)
    {
      value = T (convert (text) + p->parse (text));
      return this;
    }
    template<class F>
    void
    each (int n, const F &f)
    {
      for (int i = 0; i < n; i++)
	f (i);
    }
  };

  template<class T, int (*action) (int)>
  int
  apply (const T &x)
  {
    int (*volatile p) (int) = action;
    return p (int (x));
  }

  int quiet_action (int);
}
