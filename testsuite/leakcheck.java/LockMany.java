/* Locks of arrays and collections, taken in one loop and given back in another, and locks
   that are asked whether they are held.  */

import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.*;

class LockMany
{
  static class Segment extends ReentrantReadWriteLock
  {
    int count;
  }

  private final Segment[] segments = new Segment[4];
  private final ReentrantReadWriteLock both = new ReentrantReadWriteLock ();
  private final ReentrantLock lock = new ReentrantLock ();
  private int n;

  int size ()
  {
    int sum = 0;
    for (int i = 0; i < segments.length; ++i)
      segments[i].readLock ().lock ();
    try
      {
	for (int i = 0; i < segments.length; ++i)
	  sum += segments[i].count;
      }
    finally
      {
	for (int i = 0; i < segments.length; ++i)
	  segments[i].readLock ().unlock ();
      }
    return sum;
  }

  static int sizeBad (Segment[] segments, int most)
  {
    int sum = 0;
    for (int i = 0; i < segments.length; ++i)
      segments[i].readLock ().lock (); // { dg-warning "might not be unlocked" }
    for (int i = 0; i < segments.length; ++i)
      sum += segments[i].count;
    if (sum > most)
      return most;
    for (int i = 0; i < segments.length; ++i)
      segments[i].readLock ().unlock ();
    return sum;
  }

  static int given (ReadWriteLock[] locks, int n)
  {
    for (int i = 0; i < n; ++i)
      locks[i].writeLock ().lock ();
    for (int i = 0; i < n; ++i)
      locks[i].writeLock ().unlock ();
    return n;
  }

  int listed (List<Lock> locks)
  {
    for (Lock l : locks)
      l.lock ();
    try
      {
	return n++;
      }
    finally
      {
	for (Lock l : locks)
	  l.unlock ();
      }
  }

  int listedBad (List<Lock> locks)
  {
    for (Lock l : locks)
      l.lock (); // { dg-warning "might not be unlocked" }
    if (n > 3)
      return 0;
    for (Lock l : locks)
      l.unlock ();
    return 1;
  }

  void named (Map<String, Lock> locks, String name)
  {
    locks.get (name).lock ();
    try
      {
	n++;
      }
    finally
      {
	locks.get (name).unlock ();
      }
  }

  /* ---- Held?  ---- */

  void write (int k)
  {
    try
      {
	both.writeLock ().lockInterruptibly ();
	n = k;
      }
    catch (InterruptedException e)
      {
	Thread.currentThread ().interrupt ();
      }
    finally
      {
	if (both.isWriteLockedByCurrentThread ())
	  both.writeLock ().unlock ();
      }
  }

  void own (int k)
  {
    try
      {
	lock.lockInterruptibly ();
	n = k;
      }
    catch (InterruptedException e)
      {
	Thread.currentThread ().interrupt ();
      }
    finally
      {
	while (lock.getHoldCount () > 0)
	  lock.unlock ();
      }
  }

  /* It is asked, but not for that alone.  */
  void ownBad (int k)
  {
    try
      {
	lock.lockInterruptibly (); // { dg-warning "might not be unlocked" }
	n = k;
      }
    catch (InterruptedException e)
      {
	Thread.currentThread ().interrupt ();
      }
    if (lock.isHeldByCurrentThread () && k > 0)
      lock.unlock ();
  }
}
