/* Locks held at a return: on purpose, if the result says so.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>
#include <stddef.h>

struct item { struct item *next; int key; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *items;
struct item *make_item (int key);

static struct item *
find (int key)
{
  for (struct item *i = items; i; i = i->next)
    if (i->key == key)
      return i;
  return NULL;
}

/* Both results are items.  */
struct item *
leak_get (int key)
{
  struct item *i;
  pthread_mutex_lock (&lock);	/* { dg-warning "might not be released" } */
  i = find (key);
  if (i)
    return i;
  i = make_item (key);
  pthread_mutex_unlock (&lock);
  return i;
}

struct item *
clean_get (int key)
{
  struct item *i;
  pthread_mutex_lock (&lock);
  i = find (key);
  if (!i)
    i = make_item (key);
  pthread_mutex_unlock (&lock);
  return i;
}

/* An item comes locked.  */
struct item *
clean_get_locked (int key)
{
  struct item *i;
  pthread_mutex_lock (&lock);
  i = find (key);
  if (i)
    return i;
  pthread_mutex_unlock (&lock);
  return NULL;
}

struct item *
clean_get_locked_too (int key)
{
  struct item *i;
  pthread_mutex_lock (&lock);
  i = find (key);
  if (!i)
    pthread_mutex_unlock (&lock);
  return i;
}

/* Made if it is not there: tested, and then locked, too.  */
struct item *
clean_get_or_make_locked (int key)
{
  struct item *i;
  pthread_mutex_lock (&lock);
  i = find (key);
  if (i)
    return i;
  i = make_item (key);
  if (!i)
    {
      pthread_mutex_unlock (&lock);
      return NULL;
    }
  return i;
}
