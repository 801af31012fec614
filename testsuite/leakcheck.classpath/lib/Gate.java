package lib;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/* A lock in disguise. */
public final class Gate {
  private final Lock lock = new ReentrantLock ();

  public void enter () { lock.lock (); }

  public void leave () { lock.unlock (); }
}
