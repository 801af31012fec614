package lib;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/* A lock that an object unlocks. */
public class Guarded {
  private final Lock lock = new ReentrantLock ();
  private final Held held = new Held ();

  public Held lock () {
    lock.lock ();
    return held;
  }

  public class Held implements AutoCloseable {
    @Override public void close () { lock.unlock (); }
  }
}
