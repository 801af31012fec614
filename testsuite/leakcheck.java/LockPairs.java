/* Locks that helpers take, and the wrong one of a pair.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.util.*;
import java.util.concurrent.locks.*;

class LockPairs
{
  private final ReentrantLock lock = new ReentrantLock ();
  private final ReadWriteLock both = new ReentrantReadWriteLock ();
  private final Map<String, String> map = new HashMap<> ();
  private int written;

  private void begin ()
  {
    lock.lock ();
  }

  private void end ()
  {
    lock.unlock ();
  }

  void throwsBefore (List<String> lines) throws IOException
  {
    begin (); // { dg-warning "might not be unlocked" }
    for (String l : lines)
      if (l == null)
	throw new IOException ("null");
    try
      {
	written += lines.size ();
      }
    finally
      {
	end ();
      }
  }

  void throwsInside (List<String> lines) throws IOException
  {
    begin ();
    try
      {
	for (String l : lines)
	  if (l == null)
	    throw new IOException ("null");
      }
    finally
      {
	end ();
      }
  }

  int endsEarly (int n)
  {
    begin (); // { dg-warning "might not be unlocked" }
    if (n > written)
      return -1;
    written -= n;
    end ();
    return n;
  }

  void wrongOne (Map<String, String> fresh)
  {
    both.writeLock ().lock (); // { dg-warning "unlocked" }
    try
      {
	map.clear ();
	map.putAll (fresh);
      }
    finally
      {
	both.readLock ().unlock ();
      }
  }

  String wrongOther (String key)
  {
    both.readLock ().lock (); // { dg-warning "unlocked" }
    try
      {
	return map.get (key);
      }
    finally
      {
	both.writeLock ().unlock ();
      }
  }

  int downgrades (Map<String, String> fresh)
  {
    both.writeLock ().lock ();
    try
      {
	map.putAll (fresh);
	both.readLock ().lock ();
      }
    finally
      {
	both.writeLock ().unlock ();
      }
    try
      {
	return map.size ();
      }
    finally
      {
	both.readLock ().unlock ();
      }
  }

  /* Two steps of somebody else.  */
  void change ()
  {
    both.writeLock ().lock ();
  }

  void changed ()
  {
    both.readLock ().lock ();
    both.writeLock ().unlock ();
  }

  String rightOne (String key)
  {
    both.readLock ().lock ();
    try
      {
	return map.get (key);
      }
    finally
      {
	both.readLock ().unlock ();
      }
  }

  /* What is not always locked is not always unlocked.  */
  private boolean shared;

  void lockIf ()
  {
    if (shared)
      both.writeLock ().lock ();
  }

  void unlockIf ()
  {
    if (shared)
      both.writeLock ().unlock ();
  }

  void put (String key) throws IOException
  {
    lockIf ();
    try
      {
	if (key.isEmpty ())
	  throw new IOException ("no key");
	map.put (key, key);
      }
    finally
      {
	unlockIf ();
      }
  }

  /* Locked for the caller, but where it fails.  */
  void openLocked (File f) throws IOException
  {
    lock.lock ();
    try
      {
	if (!f.createNewFile ())
	  throw new IOException ("is there");
      }
    catch (IOException e)
      {
	lock.unlock ();
	throw e;
      }
  }
}
