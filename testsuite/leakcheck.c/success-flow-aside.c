/* What a helper that has nothing to do with the handle does to what is known:
   an error code that it keeps, or sets, behind a pointer.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int step (void);
extern int last_error (void);

static void
finish (int *code)
{
  int other = last_error ();
  if (*code == 0)
    *code = other;
}

/* The text is made only when the code is not 0, and FINISH keeps it so.  */
static int
prepare (char **text)
{
  int rc = step ();
  if (rc != 0)
    *text = strdup ("no");
  return rc;
}

int
clean_kept_code (char **text)
{
  int rc = prepare (text);
  finish (&rc);
  if (rc == 0)
    *text = NULL;
  return rc;
}

static void
reset (int *code)
{
  *code = 0;
}

int
leak_reset_code (const char *name)
{
  int rc = step ();
  FILE *f = NULL;
  if (rc != 0)
    f = fopen (name, "r"); /* { dg-warning "'f' is never closed" } */
  reset (&rc);
  if (rc != 0 && f)
    fclose (f);
  return rc;
}

int
clean_code_open (const char *name)
{
  int rc = step ();
  FILE *f = NULL;
  if (rc != 0)
    f = fopen (name, "r");
  finish (&rc);
  if (rc != 0 && f)
    fclose (f);
  return rc;
}

/* The standard streams are not what was just opened.  */
static int
close_stream (FILE *f)
{
  switch (fileno (f))
    {
    case 0:
      clearerr (f);
      return 0;
    case 1:
      return fflush (f);
    default:
      return fclose (f);
    }
}

int
clean_not_standard (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  return close_stream (f);
}

static int
close_large (FILE *f)
{
  if (fgetc (f) == 'x')
    return 0;
  return fclose (f);
}

int
leak_small (const char *name)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  return close_large (f);
}
