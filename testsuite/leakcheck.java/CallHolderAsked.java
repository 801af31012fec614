/* Objects that are asked something, and which are not the one that holds the handle, or hold it in a
   member and not among elements.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.util.*;
import java.util.concurrent.locks.*;

class CallHolderAsked
{
  static class Words
  {
    private final BufferedReader in;
    private String next;

    Words (Reader in) { this.in = new BufferedReader (in); }

    boolean hasNext ()
    {
      try
	{
	  if (next == null)
	    next = in.readLine ();
	}
      catch (IOException e)
	{
	  return false;
	}
      return next != null;
    }

    String next ()
    {
      String s = next;
      next = null;
      return s;
    }

    void done ()
    {
      try
	{
	  in.close ();
	}
      catch (IOException e)
	{
	  next = null;
	}
    }
  }

  static int count (File f) throws IOException
  {
    Words w = new Words (new FileReader (f)); // { dg-warning "never closed" }
    int n = 0;
    for (; w.hasNext (); n++)
      w.next ();
    return n;
  }

  static int countAll (File f) throws IOException
  {
    Words w = new Words (new FileReader (f));
    int n = 0;
    for (; w.hasNext (); n++)
      w.next ();
    w.done ();
    return n;
  }

  /* Elements of a list behind a class of the program.  */
  static class Readers
  {
    private final Deque<Reader> all = new ArrayDeque<> ();
    void add (Reader r) { all.add (r); }
    boolean some () { return !all.isEmpty (); }
    Reader take () { return all.remove (); }
  }

  static void each (File f) throws IOException
  {
    Readers r = new Readers ();
    r.add (new FileReader (f));
    while (r.some ())
      r.take ().close ();
  }

  /* ---- Another lock.  ---- */

  static class Table
  {
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock ();

    void set ()
    {
      Lock read = both.readLock ();
      int held = both.getReadHoldCount ();
      for (int i = 0; i < held; i++)
	read.unlock ();
      both.writeLock ().lock ();
      for (int i = 0; i < held; i++)
	read.lock ();
      both.writeLock ().unlock ();
    }
  }

  /* A lock that its thread has already can be taken again.  */
  static class Again
  {
    private final ReentrantReadWriteLock both = new ReentrantReadWriteLock ();

    void set (int[] to)
    {
      Lock read = both.readLock ();
      int held = both.isWriteLockedByCurrentThread () ? 0 : both.getReadHoldCount ();
      for (int i = 0; i < held; i++)
	read.unlock ();
      both.writeLock ().lock ();
      try
	{
	  to[0]++;
	}
      finally
	{
	  for (int i = 0; i < held; i++)
	    read.lock ();
	  both.writeLock ().unlock ();
	}
    }
  }

  private final Table table = new Table ();
  private final ReentrantLock mine = new ReentrantLock ();
  private final ReentrantReadWriteLock other = new ReentrantReadWriteLock ();

  Table table () { return table; }

  int set ()
  {
    table ().set ();
    return other.getReadHoldCount () == 0 ? 3 : 4;
  }

  int setIfMine (boolean twice)
  {
    mine.lock (); // { dg-warning "might not be unlocked" }
    if (twice)
      return 1;
    table ().set ();
    mine.unlock ();
    return 0;
  }

  boolean asked ()
  {
    mine.lock ();
    try
      {
	return other.isWriteLockedByCurrentThread ();
      }
    finally
      {
	if (mine.isHeldByCurrentThread ())
	  mine.unlock ();
      }
  }
}
