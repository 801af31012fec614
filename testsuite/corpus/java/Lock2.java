/* Corpus, lock: locks.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Shared structures guarded by hand. */
public class Lock2 {

  /** An account with a lock of its own. */
  static final class Account {
    private final ReentrantLock lock = new ReentrantLock();
    private long cents;
    private boolean frozen;

    boolean leakWithdraw(long amount) {
      lock.lock(); // { dg-warning "leak" }
      if (frozen) {
        return false;
      }
      try {
        if (cents < amount) {
          return false;
        }
        cents -= amount;
        return true;
      } finally {
        lock.unlock();
      }
    }

    void leakDeposit(long amount) {
      lock.lock(); // { dg-warning "leak" }
      checkPositive(amount);
      cents += amount;
      lock.unlock();
    }

    void cleanDeposit(long amount) {
      checkPositive(amount);
      lock.lock();
      cents += amount;
      lock.unlock();
    }

    private static void checkPositive(long amount) {
      if (amount <= 0) {
        throw new IllegalArgumentException("amount " + amount);
      }
    }
  }

  // ---------------------------------------------------------------- read and write lock

  static final class Registry {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Map<String, String> map = new HashMap<>();
    private boolean sealed;

    String leakResolve(String key) {
      rw.readLock().lock();
      String v;
      try {
        v = map.get(key);
      } finally {
        rw.readLock().unlock();
      }
      if (v != null) {
        return v;
      }
      rw.writeLock().lock(); // { dg-warning "leak" }
      v = map.get(key);
      if (v != null) {
        return v;
      }
      v = key.toLowerCase();
      map.put(key, v);
      rw.writeLock().unlock();
      return v;
    }

    String cleanResolve(String key) {
      rw.readLock().lock();
      try {
        String v = map.get(key);
        if (v != null) {
          return v;
        }
      } finally {
        rw.readLock().unlock();
      }
      rw.writeLock().lock();
      try {
        return map.computeIfAbsent(key, String::toLowerCase);
      } finally {
        rw.writeLock().unlock();
      }
    }

    void leakReload(Map<String, String> fresh) {
      rw.writeLock().lock(); // { dg-warning "leak" }
      try {
        map.clear();
        map.putAll(fresh);
      } finally {
        rw.readLock().unlock();
      }
    }

    /** Downgrades while still holding the write lock. */
    int cleanReload(Map<String, String> fresh) {
      Lock w = rw.writeLock();
      Lock r = rw.readLock();
      w.lock();
      try {
        map.clear();
        map.putAll(fresh);
        r.lock();
      } finally {
        w.unlock();
      }
      try {
        return map.size();
      } finally {
        r.unlock();
      }
    }

    void cleanPut(String key, String value) {
      Lock w = rw.writeLock();
      w.lock();
      if (sealed) {
        w.unlock();
        throw new IllegalStateException("registry is sealed");
      }
      try {
        map.put(key, value);
      } finally {
        w.unlock();
      }
    }
  }

  // ---------------------------------------------------------------- a queue

  static final class Mailbox<T> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Deque<T> items = new ArrayDeque<>();

    T leakTake() throws InterruptedException {
      lock.lock(); // { dg-warning "leak" }
      while (items.isEmpty()) {
        notEmpty.await();
      }
      T x = items.pollFirst();
      lock.unlock();
      return x;
    }

    void offer(T x) {
      lock.lock();
      try {
        items.addLast(x);
        notEmpty.signal();
      } finally {
        lock.unlock();
      }
    }

    boolean cleanPollAll(List<T> into) {
      boolean locked = false;
      try {
        locked = lock.tryLock();
        if (!locked || items.isEmpty()) {
          return false;
        }
        into.addAll(items);
        items.clear();
        return true;
      } finally {
        if (locked) {
          lock.unlock();
        }
      }
    }
  }

  // ---------------------------------------------------------------- stamped lock

  static final class Point {
    private final StampedLock sl = new StampedLock();
    private double x;
    private double y;

    double leakDistance() throws IOException {
      long stamp = sl.tryOptimisticRead();
      double cx = x;
      double cy = y;
      if (!sl.validate(stamp)) {
        stamp = sl.readLock(); // { dg-warning "leak" }
        cx = x;
        cy = y;
        if (Double.isNaN(cx) || Double.isNaN(cy)) {
          throw new IOException("point not set");
        }
        sl.unlockRead(stamp);
      }
      return Math.hypot(cx, cy);
    }

    double cleanDistance() throws IOException {
      long stamp = sl.tryOptimisticRead();
      double cx = x;
      double cy = y;
      if (!sl.validate(stamp)) {
        stamp = sl.readLock();
        try {
          cx = x;
          cy = y;
        } finally {
          sl.unlockRead(stamp);
        }
      }
      if (Double.isNaN(cx) || Double.isNaN(cy)) {
        throw new IOException("point not set");
      }
      return Math.hypot(cx, cy);
    }

    void cleanMoveIfAtOrigin(double nx, double ny) {
      long stamp = sl.readLock();
      try {
        while (x == 0.0 && y == 0.0) {
          long ws = sl.tryConvertToWriteLock(stamp);
          if (ws != 0L) {
            stamp = ws;
            x = nx;
            y = ny;
            break;
          }
          sl.unlockRead(stamp);
          stamp = sl.writeLock();
        }
      } finally {
        sl.unlock(stamp);
      }
    }
  }

  // ---------------------------------------------------------------- semaphores

  static final class Throttle {
    private final Semaphore permits = new Semaphore(4);

    long cleanSizeOrSkip(Path p) {
      if (!permits.tryAcquire()) {
        return -1;
      }
      try {
        return Files.size(p);
      } catch (IOException e) {
        return 0;
      } finally {
        permits.release();
      }
    }

    long leakSizeOrSkip(Path p) {
      if (permits.tryAcquire()) {
      // { dg-warning "leak" "" { xfail *-*-* } .-1 }
        try {
          long n = Files.size(p);
          permits.release();
          return n;
        } catch (IOException e) {
          System.err.println("no size of " + p);
        }
      }
      return -1;
    }
  }

  // ---------------------------------------------------------------- journal

  static final class Journal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Path file;

    Journal(Path file) {
      this.file = file;
    }

    private void begin() {
      lock.lock();
    }

    private void end() {
      lock.unlock();
    }

    private void write(String line) throws IOException {
      try (BufferedWriter w = Files.newBufferedWriter(file)) {
        w.write(line);
      }
    }

    boolean leakAppend(String line) throws IOException, InterruptedException {
      if (!lock.tryLock(1, TimeUnit.SECONDS)) { // { dg-warning "leak" }
        return false;
      }
      write(line);
      lock.unlock();
      return true;
    }

    void leakAppendAll(List<String> lines) throws IOException {
      begin(); // { dg-warning "leak" }
      for (String l : lines) {
        if (l == null) {
          throw new IOException("null line");
        }
      }
      try {
        for (String l : lines) {
          write(l);
        }
      } finally {
        end();
      }
    }

    void cleanAppendAll(List<String> lines) throws IOException {
      begin();
      try {
        for (String l : lines) {
          write(l);
        }
      } finally {
        end();
      }
    }
  }

  // ---------------------------------------------------------------- striping and scoped locks

  record Held(Lock lock) implements AutoCloseable {
    static Held of(Lock l) {
      l.lock();
      return new Held(l);
    }

    @Override
    public void close() {
      lock.unlock();
    }
  }

  private final ReentrantLock[] stripes = new ReentrantLock[16];
  private final Lock global = new ReentrantLock();
  private final Map<Integer, Integer> counts = new HashMap<>();

  public Lock2() {
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new ReentrantLock();
    }
  }

  private static <T> T withLock(Lock l, Callable<T> body) throws Exception {
    l.lock();
    try {
      return body.call();
    } finally {
      l.unlock();
    }
  }

  public int cleanScoped(int key) {
    try (Held h = Held.of(global)) {
      return counts.getOrDefault(key, 0);
    }
  }

  public int cleanCallable(int key) throws Exception {
    return withLock(global, () -> counts.merge(key, 1, Integer::sum));
  }

  public int cleanSumStripes() {
    int sum = 0;
    for (int i = 0; i < stripes.length; i++) {
      ReentrantLock l = stripes[i];
      l.lock();
      try {
        Integer n = counts.get(i);
        if (n == null) {
          continue;
        }
        sum += n;
      } finally {
        l.unlock();
      }
    }
    return sum;
  }
}
