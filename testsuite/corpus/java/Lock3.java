/* Corpus, lock: locks.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

/** A shared store guarded by explicit locks. */
public class Lock3 {

  interface Action<T> {
    T run() throws IOException;
  }

  static class Shard {
    final Lock lock = new ReentrantLock();
    final Map<String, String> data = new HashMap<>();

    void sync(Writer w) throws IOException {
      for (Map.Entry<String, String> e : data.entrySet()) {
        w.write(e.getKey() + "\t" + e.getValue() + "\n");
      }
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final ReadWriteLock rw = new ReentrantReadWriteLock();
  private final Lock logLock = new ReentrantLock();
  private final Deque<String> queue = new ArrayDeque<>();
  private final Map<String, String> cache = new HashMap<>();
  private final List<Shard> shards = new ArrayList<>();
  private final Writer log;
  private String snapshot;
  private boolean fresh;
  private boolean closed;
  private long hits;

  public Lock3(Writer log) {
    this.log = log;
  }

  void shutdown() {
    closed = true;
  }

  void addShard(Shard s) {
    shards.add(s);
  }

  void offer(String s) {
    lock.lock();
    try {
      queue.add(s);
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  private String load() throws IOException {
    if (closed) {
      throw new IOException("store closed");
    }
    return String.join(",", cache.keySet());
  }

  private String compute() {
    return cache.size() + " entries";
  }

  private static <T> T withLock(Lock l, Action<T> a) throws IOException {
    l.lock();
    try {
      return a.run();
    } finally {
      l.unlock();
    }
  }

  private static void done(Lock l) {
    l.unlock();
  }

  String leakTake() throws InterruptedException {
    lock.lock(); // { dg-warning "leak" }
    while (queue.isEmpty()) {
      notEmpty.await();
    }
    String s = queue.poll();
    lock.unlock();
    return s;
  }

  String cleanTake() throws InterruptedException {
    lock.lock();
    try {
      while (queue.isEmpty()) {
        notEmpty.await();
      }
      return queue.poll();
    } finally {
      lock.unlock();
    }
  }

  String leakLookup(String key) {
    rw.readLock().lock(); // { dg-warning "leak" "" { xfail *-*-* } }
    String v = cache.get(key);
    if (v != null) {
      return v;
    }
    rw.readLock().unlock();
    return "";
  }

  String leakTryPoll() {
    if (lock.tryLock()) { // { dg-warning "leak" }
      if (queue.isEmpty()) {
        return null;
      }
      try {
        return queue.poll();
      } finally {
        lock.unlock();
      }
    }
    return null;
  }

  boolean cleanTimedAppend(String line) throws InterruptedException, IOException {
    if (!logLock.tryLock(250, TimeUnit.MILLISECONDS)) {
      return false;
    }
    try {
      log.write(line);
      return true;
    } finally {
      logLock.unlock();
    }
  }

  boolean leakTimedAppend(String line) throws InterruptedException, IOException {
    boolean got = logLock.tryLock(250, TimeUnit.MILLISECONDS); // { dg-warning "leak" }
    if (!got) {
      return false;
    }
    log.write(line);
    logLock.unlock();
    return true;
  }

  long cleanHit() {
    lock.lock();
    long n = ++hits;
    lock.unlock();
    return n;
  }

  String leakSnapshot() throws IOException {
    rw.readLock().lock();
    try {
      if (fresh) {
        return snapshot;
      }
    } finally {
      rw.readLock().unlock();
    }
    rw.writeLock().lock(); // { dg-warning "leak" }
    if (!fresh) {
      snapshot = load();
      fresh = true;
    }
    String s = snapshot;
    rw.writeLock().unlock();
    return s;
  }

  String cleanSnapshot() throws IOException {
    rw.readLock().lock();
    try {
      if (fresh) {
        return snapshot;
      }
    } finally {
      rw.readLock().unlock();
    }
    rw.writeLock().lock();
    try {
      if (!fresh) {
        snapshot = load();
        fresh = true;
      }
      return snapshot;
    } finally {
      rw.writeLock().unlock();
    }
  }

  String cleanDowngrade() {
    rw.readLock().lock();
    if (!fresh) {
      rw.readLock().unlock();
      rw.writeLock().lock();
      try {
        if (!fresh) {
          snapshot = compute();
          fresh = true;
        }
        rw.readLock().lock();
      } finally {
        rw.writeLock().unlock();
      }
    }
    try {
      return snapshot;
    } finally {
      rw.readLock().unlock();
    }
  }

  void leakStore(String key, String value) {
    rw.writeLock().lock(); // { dg-warning "leak" }
    if (key == null || key.isEmpty()) {
      throw new IllegalArgumentException("empty key");
    }
    try {
      cache.put(key, value);
      fresh = false;
    } finally {
      rw.writeLock().unlock();
    }
  }

  boolean leakReload() throws InterruptedException {
    lock.lockInterruptibly(); // { dg-warning "leak" }
    try {
      snapshot = load();
    } catch (IOException e) {
      snapshot = null;
      return false;
    }
    lock.unlock();
    return true;
  }

  boolean cleanReload() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      snapshot = load();
    } catch (IOException e) {
      snapshot = null;
      return false;
    } finally {
      lock.unlock();
    }
    return true;
  }

  void cleanDoneByHelper(String line) throws IOException {
    logLock.lock();
    try {
      log.write(line);
    } finally {
      done(logLock);
    }
  }

  void leakMove(Shard from, Shard to, String key) throws IOException {
    from.lock.lock();
    try {
      String v = from.data.remove(key);
      to.lock.lock(); // { dg-warning "leak" }
      if (v == null) {
        throw new IOException("no such key: " + key);
      }
      to.data.put(key, v);
      to.lock.unlock();
    } finally {
      from.lock.unlock();
    }
  }

  void cleanMove(Shard from, Shard to, String key) throws IOException {
    from.lock.lock();
    try {
      to.lock.lock();
      try {
        String v = from.data.remove(key);
        if (v == null) {
          throw new IOException("no such key: " + key);
        }
        to.data.put(key, v);
      } finally {
        to.lock.unlock();
      }
    } finally {
      from.lock.unlock();
    }
  }

  String cleanLoadLocked() throws IOException {
    return withLock(lock, () -> {
      if (snapshot == null) {
        snapshot = load();
      }
      return snapshot;
    });
  }

  int leakSyncAll(Writer w) {
    int failed = 0;
    for (Shard s : shards) {
      s.lock.lock(); // { dg-warning "leak" "" { xfail *-*-* } }
      try {
        s.sync(w);
      } catch (IOException e) {
        failed++;
        continue;
      }
      s.lock.unlock();
    }
    return failed;
  }

  void leakSaveUnderLock(File f) throws IOException {
    lock.lock();
    try {
      FileWriter w = new FileWriter(f); // { dg-warning "leak" }
      w.write(load());
      w.close();
    } finally {
      lock.unlock();
    }
  }

  void cleanSaveUnderLock(File f) throws IOException {
    lock.lock();
    try (FileWriter w = new FileWriter(f)) {
      w.write(load());
    } finally {
      lock.unlock();
    }
  }
}
