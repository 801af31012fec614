// Locks that are held at a return: on purpose, if the result says so.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.util.*;
import java.util.concurrent.locks.*;

class LockResult
{
  private final ReadWriteLock rw = new ReentrantReadWriteLock ();
  private final ReentrantLock one = new ReentrantLock ();
  private final Map<String, String> map = new HashMap<> ();

  // Both results are names.
  String leakResolve (String key)
  {
    rw.writeLock ().lock (); // { dg-warning "might not be unlocked" }
    String v = map.get (key);
    if (v != null)
      return v;
    v = key.toLowerCase ();
    map.put (key, v);
    rw.writeLock ().unlock ();
    return v;
  }

  String leakResolveOne (String key)
  {
    one.lock (); // { dg-warning "might not be unlocked" }
    String v = map.get (key);
    if (v != null)
      return v;
    v = key.toLowerCase ();
    map.put (key, v);
    one.unlock ();
    return v;
  }

  String cleanResolve (String key)
  {
    one.lock ();
    String v = map.get (key);
    if (v != null)
      {
        one.unlock ();
        return v;
      }
    v = key.toLowerCase ();
    map.put (key, v);
    one.unlock ();
    return v;
  }

  // Found: locked.  Not found: not.
  String cleanFind (String key)
  {
    one.lock ();
    String v = map.get (key);
    if (v != null)
      return v;
    one.unlock ();
    return null;
  }

  String cleanFindOther (String key)
  {
    one.lock ();
    String v = map.get (key);
    if (v == null)
      one.unlock ();
    return v;
  }

  void cleanDone ()
  {
    one.unlock ();
  }
}
