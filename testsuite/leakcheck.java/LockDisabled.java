/* disable=lock is about locks of all kinds.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-additional-options "-fplugin-arg-leakcheck-disable=lock" }

import java.io.*;
import java.util.concurrent.locks.*;

class LockDisabled
{
  private final ReentrantLock lock = new ReentrantLock ();
  private final StampedLock stamped = new StampedLock ();

  int held (boolean b)
  {
    lock.lock ();
    if (b)
      return 1;
    lock.unlock ();
    return 0;
  }

  int stampHeld (boolean b)
  {
    long stamp = stamped.writeLock ();
    if (b)
      return 1;
    stamped.unlock (stamp);
    return 0;
  }

  int first (File f) throws IOException
  {
    Reader in = new FileReader (f); // { dg-warning "'in' is never closed" }
    return in.read ();
  }
}
