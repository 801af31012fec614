/* Locks that functions take and release which call each other.  */

#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void odd (int i);

/* Found out about first: it calls who calls it. */
static void
even (int i)
{
  if (i > 1)
    odd (i - 1);
  else
    pthread_mutex_unlock (&m);
}

static void
odd (int i)
{
  even (i - 1);
}

void
clean_even (int i)
{
  pthread_mutex_lock (&m);
  n++;
  even (i);
}

/* Called with the lock held. */
void
clean_odd (int i)
{
  even (i);
  pthread_mutex_lock (&m);
  if (i > 3)
    return;
  n++;
}

static void
count (int i)
{
  n += i;
  if (i)
    count (i - 1);
}

int
leak_count (int i)
{
  pthread_mutex_lock (&m); /* { dg-warning "'m' might not be released" } */
  count (i);
  if (n > 3)
    return -1;
  pthread_mutex_unlock (&m);
  return 0;
}

int
clean_count (int i)
{
  pthread_mutex_lock (&m);
  count (i);
  pthread_mutex_unlock (&m);
  return n > 3 ? -1 : 0;
}

int
clean_taken_back (int i)
{
  even (i);
  i = n;
  pthread_mutex_lock (&m);
  if (i > 3)
    {
      pthread_mutex_unlock (&m);
      return 0;
    }
  return -1;
}
