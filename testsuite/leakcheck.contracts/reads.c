/* A member is tested twice, with calls of functions from other files in between.  What only reads it
   leaves the answer as it was.  */

#include <stdlib.h>
#include "reads.h"

/* Clean.  */
void
nothing_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);
  if (c.type != 0)
    free (p);
}

/* Clean.  */
void
shown_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);
  conv_show (&c);
  if (c.type != 0)
    free (p);
}

/* Clean.  */
void
copy_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);
  conv_show_copy (&c);
  if (c.type != 0)
    free (p);
}

/* Clean.  */
void
logged_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);
  conv_log (&c, s);
  if (c.type != 0)
    free (p);
}

/* Clean.  */
void
circle_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);
  conv_even (&c, 3);
  conv_odd (&c, 3);
  if (c.type != 0)
    free (p);
}

/* Clean.  */
void
last_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);
  conv_last (&c);
  if (c.type != 0)
    free (p);
}

/* Clean: the other one is changed.  */
void
linked_between (const char *s)
{
  struct conv c;
  struct conv other;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);
  conv_link (&c, &other);
  if (c.type != 0)
    free (p);
}

void
reset_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);	/* LEAK */
  conv_reset (&c);
  if (c.type != 0)
    free (p);
}

void
step_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);	/* LEAK */
  conv_step (&c, 1);
  if (c.type != 0)
    free (p);
}

void
each_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);	/* LEAK */
  conv_each (&c, conv_show);
  if (c.type != 0)
    free (p);
}

void
next_between (const char *s)
{
  struct conv c;
  char *p = NULL;
  conv_setup (&c);
  if (c.type != 0)
    p = conv_text (&c, s);	/* LEAK */
  conv_step_next (&c);
  if (c.type != 0)
    free (p);
}
