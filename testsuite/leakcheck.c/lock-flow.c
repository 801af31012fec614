/* Locks: two at a time, and a global one that functions of the file's own take
   and release.  */
/* { dg-do compile } */

#include <errno.h>
#include <pthread.h>
#include <stddef.h>

struct account { pthread_mutex_t lock; long balance; };

int
transfer (struct account *a, struct account *b, long amount)
{
  pthread_mutex_lock (&a->lock); /* { dg-warning "'a' might not be released" } */
  pthread_mutex_lock (&b->lock);
  if (a->balance < amount)
    {
      pthread_mutex_unlock (&b->lock);
      return -1;
    }
  a->balance -= amount;
  b->balance += amount;
  pthread_mutex_unlock (&b->lock);
  pthread_mutex_unlock (&a->lock);
  return 0;
}

int
transfer_second (struct account *a, struct account *b, long amount)
{
  pthread_mutex_lock (&a->lock);
  pthread_mutex_lock (&b->lock); /* { dg-warning "'b' might not be released" } */
  if (a->balance < amount)
    {
      pthread_mutex_unlock (&a->lock);
      return -1;
    }
  a->balance -= amount;
  b->balance += amount;
  pthread_mutex_unlock (&b->lock);
  pthread_mutex_unlock (&a->lock);
  return 0;
}

/* Clean.  */
int
transfer_in_order (struct account *a, struct account *b, long amount)
{
  struct account *first = a < b ? a : b, *second = a < b ? b : a;
  int result = 0;
  pthread_mutex_lock (&first->lock);
  pthread_mutex_lock (&second->lock);
  if (a->balance < amount)
    result = -1;
  else
    {
      a->balance -= amount;
      b->balance += amount;
    }
  pthread_mutex_unlock (&b->lock);
  pthread_mutex_unlock (&a->lock);
  return result;
}

/* Clean: the same object by another name.  */
int
other_name (struct account *a, struct account **where, long amount)
{
  pthread_mutex_lock (&a->lock);
  *where = a;
  if (a->balance < amount)
    {
      pthread_mutex_unlock (&(*where)->lock);
      return -1;
    }
  pthread_mutex_unlock (&a->lock);
  return 0;
}

/* Clean: one after the other, hand over hand.  */
struct node { pthread_mutex_t lock; struct node *next; int key; };

int
hand_over_hand (struct node *n, int key)
{
  pthread_mutex_lock (&n->lock);
  while (n->next && n->key != key)
    {
      struct node *next = n->next;
      pthread_mutex_lock (&next->lock);
      pthread_mutex_unlock (&n->lock);
      n = next;
    }
  key = n->key == key ? 0 : -1;
  pthread_mutex_unlock (&n->lock);
  return key;
}

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void
lock_table (void)
{
  pthread_mutex_lock (&table_lock);
}

static void
unlock_table (void)
{
  pthread_mutex_unlock (&table_lock);
}

int
count_down (void)
{
  lock_table (); /* { dg-warning "'table_lock' might not be released" } */
  if (count == 0)
    return -1;
  count--;
  unlock_table ();
  return 0;
}

/* Clean.  */
int
count_up (int most)
{
  lock_table ();
  if (count >= most)
    {
      unlock_table ();
      return -1;
    }
  count++;
  unlock_table ();
  return 0;
}

int
count_directly (void)
{
  pthread_mutex_lock (&table_lock); /* { dg-warning "'table_lock' might not be released" } */
  if (count == 0)
    return -1;
  count--;
  unlock_table ();
  return 0;
}

/* Clean: one way by the helper, one directly.  */
int
count_either_way (void)
{
  pthread_mutex_lock (&table_lock);
  if (count == 0)
    {
      unlock_table ();
      return -1;
    }
  count--;
  pthread_mutex_unlock (&table_lock);
  return 0;
}

/* Clean: two calls deep.  */
static int
fail (int code)
{
  unlock_table ();
  errno = code;
  return -1;
}

static int
fail_again (int code)
{
  return fail (code + 1);
}

int
count_or_fail (void)
{
  lock_table ();
  if (count == 0)
    return fail_again (EAGAIN);
  count--;
  unlock_table ();
  return 0;
}

int
count_or_fail_directly (void)
{
  pthread_mutex_lock (&table_lock);
  if (count == 0)
    return fail_again (EAGAIN);
  count--;
  pthread_mutex_unlock (&table_lock);
  return 0;
}

/* Clean: a lock of its own is no business of the table's.  */
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void
log_line (void)
{
  pthread_mutex_lock (&log_lock);
  lines++;
  pthread_mutex_unlock (&log_lock);
}

int
count_and_log (void)
{
  lock_table ();
  log_line ();
  count++;
  unlock_table ();
  return 0;
}

/* A function that touches only other locks by name releases nothing: this one
   is trusted all the same, for what it calls touches locks.  */
int
count_and_log_lost (void)
{
  lock_table ();
  log_line ();
  if (count > 10)
    return -1;
  unlock_table ();
  return 0;
}

/* Clean: it is there to return with the lock held.  */
int
begin_change (void)
{
  lock_table ();
  if (count < 0)
    {
      unlock_table ();
      return -1;
    }
  return 0;
}

int
change (void)
{
  if (begin_change ())
    return -1;
  count++;
  unlock_table ();
  return 0;
}

int
change_lost (int by)
{
  if (begin_change ()) /* { dg-warning "'table_lock' might not be released" } */
    return -1;
  if (by < 0)
    return -2;
  count += by;
  unlock_table ();
  return 0;
}

/* Clean: the process ends.  */
void abort (void) __attribute__ ((noreturn));

void
check (void)
{
  lock_table ();
  if (count < 0)
    abort ();
  unlock_table ();
}

/* Clean: waits, and has it again.  */
int
wait_for_one (pthread_cond_t *changed)
{
  lock_table ();
  while (count == 0)
    if (pthread_cond_wait (changed, &table_lock))
      {
	unlock_table ();
	return -1;
      }
  count--;
  unlock_table ();
  return 0;
}

struct shared { pthread_mutex_t own; pthread_mutex_t *lock; int turns; };

/* Whoever calls this has the lock, and finds it locked.  */
int
let_go (struct shared *s, int n)
{
  int seen = 0;
  for (int i = 0; i < n; i++)
    if (s->turns > i)
      {
	pthread_mutex_unlock (s->lock);
	seen += i;
	pthread_mutex_lock (s->lock);
      }
  return seen;
}

/* What was released before was taken here, too.  */
int
twice (struct shared *s, int n)
{
  pthread_mutex_lock (&s->own);
  s->turns++;
  pthread_mutex_unlock (&s->own);
  pthread_mutex_lock (&s->own);	/* { dg-warning "leak" } */
  if (s->turns < n)
    return -1;
  pthread_mutex_unlock (&s->own);
  return 0;
}

int
twice_by_pointer (struct shared *s, int n)
{
  pthread_mutex_lock (s->lock);
  s->turns++;
  pthread_mutex_unlock (s->lock);
  pthread_mutex_lock (s->lock);	/* { dg-warning "leak" } */
  if (s->turns < n)
    return -1;
  pthread_mutex_unlock (s->lock);
  return 0;
}

int
twice_clean (struct shared *s, int n)
{
  int done = 0;
  pthread_mutex_lock (s->lock);
  while (!done)
    {
      pthread_mutex_unlock (s->lock);
      n--;
      pthread_mutex_lock (s->lock);
      done = s->turns > n;
    }
  pthread_mutex_unlock (s->lock);
  return n;
}

struct table { int n; pthread_mutex_t **locks; long count; };

/* As many are given back as were taken.  */
long
sum_all (struct table *t)
{
  long sum;
  for (int i = 0; i < t->n; i++)
    pthread_mutex_lock (t->locks[i]);
  sum = t->count;
  for (int i = 0; i < t->n; i++)
    pthread_mutex_unlock (t->locks[i]);
  return sum;
}

long
sum_some (pthread_mutex_t **locks, int n, const long *counts, long most)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    pthread_mutex_lock (locks[i]);	/* { dg-warning "leak" } */
  for (int i = 0; i < n; i++)
    sum += counts[i];
  if (sum > most)
    return most;
  for (int i = 0; i < n; i++)
    pthread_mutex_unlock (locks[i]);
  return sum;
}

static pthread_mutex_t reading;
static int threads;

static inline void
begin_reading (void)
{
  if (threads)
    pthread_mutex_lock (&reading);
}

static inline void
end_reading (void)
{
  if (threads)
    pthread_mutex_unlock (&reading);
}

void
use_threads (void)
{
  threads = 1;
}

int inflate_some (char *);

/* Clean: whoever calls this reads; meanwhile others may.  */
int
inflate_all (char *to)
{
  int state;
  end_reading ();
  state = inflate_some (to);
  begin_reading ();
  if (state < 0)
    return -1;
  do
    {
      end_reading ();
      state = inflate_some (to);
      begin_reading ();
    }
  while (state > 0);
  return 0;
}

/* Clean: once more, in a loop that may end early.  */
int
inflate_until (char *to, int n)
{
  while (n-- > 0)
    {
      end_reading ();
      int state = inflate_some (to);
      begin_reading ();
      if (state == 0)
	break;
    }
  return n;
}

int
read_one (char *to)
{
  begin_reading ();	/* { dg-warning "'reading' might not be released" } */
  if (inflate_some (to) < 0)
    return -1;
  end_reading ();
  return 0;
}

/* What was released is what was taken here.  */
int
read_two (char *to)
{
  begin_reading ();
  inflate_some (to);
  end_reading ();
  begin_reading ();	/* { dg-warning "'reading' might not be released" } */
  if (inflate_some (to) < 0)
    return -1;
  end_reading ();
  return 0;
}
