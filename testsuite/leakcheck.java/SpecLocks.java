/* What the specifications say of java.util.concurrent.locks.  */

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

class SpecLocks
{
  private final Lock lock = new ReentrantLock ();
  private final ReadWriteLock both = new ReentrantReadWriteLock ();
  private final StampedLock stamped = new StampedLock ();
  private int value;

  int good ()
  {
    lock.lock ();
    try
      {
	return value++;
      }
    finally
      {
	lock.unlock ();
      }
  }

  int bad (int n)
  {
    lock.lock (); /* { dg-warning "might not be unlocked" } */
    if (n > value)
      return 0;
    lock.unlock ();
    return 1;
  }

  int tried () throws InterruptedException
  {
    if (!lock.tryLock (1, TimeUnit.SECONDS))
      return 0;
    try
      {
	return value++;
      }
    finally
      {
	lock.unlock ();
      }
  }

  int triedBad (int n)
  {
    if (lock.tryLock ()) /* { dg-warning "might not be unlocked" } */
      {
	if (n > value)
	  return 0;
	lock.unlock ();
      }
    return 1;
  }

  int read ()
  {
    both.readLock ().lock ();
    try
      {
	return value;
      }
    finally
      {
	both.readLock ().unlock ();
      }
  }

  void written (int n)
  {
    Lock w = both.writeLock ();
    w.lock (); /* { dg-warning "might not be unlocked" } */
    if (n < 0)
      return;
    value = n;
    w.unlock ();
  }

  int stamp ()
  {
    long s = stamped.readLock ();
    try
      {
	return value;
      }
    finally
      {
	stamped.unlockRead (s);
      }
  }

  int stampBad (int n)
  {
    long s = stamped.writeLock (); /* { dg-warning "'s' might not be unlocked" } */
    if (n > value)
      return 0;
    stamped.unlockWrite (s);
    return 1;
  }

  int optimistic ()
  {
    long s = stamped.tryOptimisticRead ();
    int v = value;
    return stamped.validate (s) ? v : 0;
  }

  /* The lock is the caller's: it is only let go for a while.  */
  int yields (java.util.BitSet todo, boolean all)
  {
    int n = 0;
    for (int i = 0; (i = todo.nextClearBit (i)) < value; ++i)
      if (all || i % 2 == 0)
	{
	  lock.unlock ();
	  try
	    {
	      if (good () > i)
		n++;
	    }
	  finally
	    {
	      lock.lock ();
	    }
	}
    return n;
  }

  /* The lock is taken here, let go for a while, and taken again.  */
  int yieldsOwn (java.util.BitSet todo)
  {
    lock.lock ();
    for (int i = 0; (i = todo.nextClearBit (i)) < value; ++i)
      {
	lock.unlock ();
	Thread.yield ();
	lock.lock ();
      }
    lock.unlock ();
    return value;
  }

  int yieldsOwnBad (java.util.BitSet todo)
  {
    lock.lock ();
    int n = value;
    lock.unlock ();
    Thread.yield ();
    lock.lock (); /* { dg-warning "might not be unlocked" } */
    if (n != value)
      return -1;
    lock.unlock ();
    return value;
  }
}
