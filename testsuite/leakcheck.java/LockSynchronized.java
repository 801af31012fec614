/* synchronized, and locks.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class LockSynchronized
{
  private final Object monitor = new Object ();
  private final Lock lock = new ReentrantLock ();
  private int count;

  int inside (String name) throws IOException
  {
    synchronized (monitor)
      {
	try (InputStream in = new FileInputStream (name))
	  {
	    return in.read ();
	  }
      }
  }

  int outside (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	synchronized (monitor)
	  {
	    count++;
	    return in.read ();
	  }
      }
    finally
      {
	synchronized (this)
	  {
	    in.close ();
	  }
      }
  }

  synchronized int method (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  int closedAtEnd (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    synchronized (monitor)
      {
	count += in.read ();
      }
    in.close ();
    return count;
  }

  int neverClosed (String name) throws IOException
  {
    synchronized (monitor)
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	return in.read ();
      }
  }

  int monitorsAreNoResources (Object other)
  {
    synchronized (monitor)
      {
	synchronized (other)
	  {
	    if (count > 3)
	      return count;
	    count++;
	  }
      }
    return 0;
  }

  int locked ()
  {
    lock.lock ();
    try
      {
	return count++;
      }
    finally
      {
	lock.unlock ();
      }
  }

  int staysLocked ()
  {
    lock.lock (); // { dg-warning "might not be unlocked" }
    if (count > 10)
      return -1;
    count++;
    lock.unlock ();
    return count;
  }

  int tried ()
  {
    if (!lock.tryLock ())
      return -1;
    try
      {
	return count++;
      }
    finally
      {
	lock.unlock ();
      }
  }

  int triedAndKept ()
  {
    if (!lock.tryLock ()) // { dg-warning "might not be unlocked" }
      return -1;
    if (count == 0)
      return 0;
    lock.unlock ();
    return count;
  }
}
