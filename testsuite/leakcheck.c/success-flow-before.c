/* What was tested and set before the acquisition counts after it.  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int refresh (int *flag);

/* The error code was 0 when the text was made, so it still is.  */
static char *
append (int *rc, char *in, const char *more)
{
  char *out = NULL;
  size_t n = in ? strlen (in) : 0;
  if (*rc == 0)
    {
      out = malloc (n + strlen (more) + 1);
      if (out)
	{
	  if (n)
	    memcpy (out, in, n);
	  strcpy (out + n, more);
	}
      else
	*rc = 7;
      free (in);
    }
  return out;
}

char *
clean_error_code (int *rc, int descending)
{
  char *text = append (rc, NULL, "column");
  if (descending)
    text = append (rc, text, " desc");
  return text;
}

char *
leak_other_code (int *rc, int *rc2, int descending)
{
  char *text = append (rc, NULL, "column"); /* { dg-warning "'text' might not be freed" } */
  if (descending)
    text = append (rc2, text, " desc");
  return text;
}

/* Two ways with different flags come to one acquisition.  */
int
clean_two_ways (const char *name, int keep, int again)
{
  int close_it, result;
  if (keep > 2 && again)
    close_it = 1;
  else if (keep < 0)
    close_it = 2;
  else
    return 0;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  result = fgetc (f);
  if (close_it == 1 || close_it == 2)
    fclose (f);
  return result;
}

int
leak_two_ways (const char *name, int keep, int again)
{
  int close_it, result;
  if (keep > 2 && again)
    close_it = 1;
  else if (keep < 0)
    close_it = 2;
  else
    return 0;
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  result = fgetc (f);
  if (close_it == 1)
    fclose (f);
  return result;
}

/* What a call was given the address of may be anything after it.  */
int
leak_refreshed (const char *name)
{
  int need = 1;
  if (refresh (&need) < 0)
    return -1;
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int result = fgetc (f);
  if (need)
    fclose (f);
  return result;
}

int
clean_untouched (const char *name)
{
  int need = 1, other = 0;
  if (refresh (&other) < 0)
    return -1;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int result = fgetc (f);
  if (need)
    fclose (f);
  return result + other;
}

/* A counter that a helper asks for.  */
static void
free_all (char **list, size_t n)
{
  if (list == NULL || n == 0)
    return;
  for (size_t i = 0; i < n; i++)
    free (list[i]);
  free (list);
}

int
clean_counted (char ***out, size_t *n_out, const char *const *names)
{
  char **list = NULL, **more;
  size_t n = 0;
  int result = -1;
  for (; *names; names++)
    {
      more = realloc (list, (n + 1) * sizeof *more);
      if (!more)
	goto out;
      list = more;
      list[n] = strdup (*names);
      if (!list[n++])
	goto out;
    }
  *out = list;
  *n_out = n;
  list = NULL;
  n = 0;
  result = 0;
out:
  free_all (list, n);
  return result;
}

/* What was looked into is not NULL.  */
struct tree { struct tree *left, *right; int key; };

int
clean_looked_into (struct tree *t, const char *name)
{
  if (t->key < 0)
    return -1;
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  int key = fgetc (f);
  if (t)
    fclose (f);
  return key;
}

int
leak_not_looked_into (struct tree *t, const char *name)
{
  FILE *f = fopen (name, "r"); /* { dg-warning "'f' might not be closed" } */
  if (!f)
    return -1;
  int key = fgetc (f);
  if (t)
    fclose (f);
  return key;
}

/* The loop runs once at least, as was tested before.  */
int
clean_runs_once (const char *const *names, FILE **last)
{
  FILE *f = NULL;
  if (*names)
    {
      f = fopen (*names, "r");
      if (!f)
	return -1;
    }
  for (; *names; names++)
    *last = f;
  return 0;
}
