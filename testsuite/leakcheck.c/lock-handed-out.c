/* A lock that is held at the end is its caller's if the function has stored the object that it is in
   for it.  */
/* { dg-do compile } */
#include <pthread.h>
#include <stddef.h>

void report (int);
#define LOCK(CALL) do { int e; if ((e = CALL) != 0) report (e); } while (0)

struct answer { pthread_rwlock_t lock; };
struct zone { struct zone *next; int disabled, override; void *names, *addresses; pthread_rwlock_t lock; };
struct zones { struct zone *first; pthread_rwlock_t lock; };

struct answer *by_name (void *, const char *);
struct answer *by_address (void *, int);

struct answer *
clean (struct zones *all, const char *name, int address, struct answer **out, struct zone **where)
{
  struct zone *z;
  struct answer *node = NULL, *found = NULL;
  LOCK (pthread_rwlock_rdlock (&all->lock));
  for (z = all->first; z; z = z->next)
    {
      LOCK (pthread_rwlock_rdlock (&z->lock));
      if (z->disabled)
	{
	  LOCK (pthread_rwlock_unlock (&z->lock));
	  continue;
	}
      found = by_name (z->names, name);
      node = by_address (z->addresses, address);
      if ((found || node) && z->override)
	{
	  if (found)
	    {
	      LOCK (pthread_rwlock_unlock (&found->lock));
	      found = NULL;
	    }
	  if (node)
	    {
	      LOCK (pthread_rwlock_unlock (&node->lock));
	      node = NULL;
	    }
	}
      if (found || node)
	break;
      LOCK (pthread_rwlock_unlock (&z->lock));
    }
  LOCK (pthread_rwlock_unlock (&all->lock));
  *out = found;
  *where = z;
  return node;
}

/* The zone is nowhere.  */
struct answer *
wrong (struct zones *all, const char *name, int address, struct answer **out)
{
  struct zone *z;
  struct answer *node = NULL, *found = NULL;
  LOCK (pthread_rwlock_rdlock (&all->lock));
  for (z = all->first; z; z = z->next)
    {
      LOCK (pthread_rwlock_rdlock (&z->lock));	/* { dg-warning "might not be released" } */
      if (z->disabled)
	{
	  LOCK (pthread_rwlock_unlock (&z->lock));
	  continue;
	}
      found = by_name (z->names, name);
      node = by_address (z->addresses, address);
      if ((found || node) && z->override)
	{
	  if (found)
	    {
	      LOCK (pthread_rwlock_unlock (&found->lock));
	      found = NULL;
	    }
	  if (node)
	    {
	      LOCK (pthread_rwlock_unlock (&node->lock));
	      node = NULL;
	    }
	}
      if (found || node)
	break;
      LOCK (pthread_rwlock_unlock (&z->lock));
    }
  LOCK (pthread_rwlock_unlock (&all->lock));
  *out = found;
  return node;
}
