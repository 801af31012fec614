/* A parser has the values of its rules on a stack of unions.  Its tables say which rule gets which
   value, so that one rule frees a text, and another one deletes an array.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <cstdlib>

union value
{
  char *text;
  char *name;
  int *numbers;
  double number;
};

extern int next_rule (int) noexcept;
extern char *read_text () noexcept;
extern void use (const char *) noexcept;

int
parse ()
{
  value stack[20], result;
  value *top = stack;
  int rule = 0;
  result.number = 0;
  for (;;)
    {
      rule = next_rule (rule);
      switch (rule)
	{
	case 0:
	  return 0;
	case 1:
	  result.name = new char[4];
	  break;
	case 2:
	  use (top[0].text);
	  std::free (top[0].text);
	  top--;
	  break;
	case 3:
	  use (top[0].name);
	  delete[] top[0].name;
	  top--;
	  break;
	}
      *++top = result;
    }
}

void
wrong ()
{
  value v;
  v.name = new char[4];	// { dg-warning "mismatched release: 'v.name' is released by 'free'" }
  use (v.name);
  std::free (v.name);
}
