// What classes of the class path do with what they are given.

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import lib.*;

class Given {
  int lookedAt (String n) throws IOException {
    InputStream i = new FileInputStream (n); // { dg-warning "is never closed" }
    return Use.look (i);
  }

  int wrapped (String n) throws IOException {
    Wrapper w = new Wrapper (new FileInputStream (n)); // { dg-warning "is never closed" }
    return w.get ();
  }

  int wrappedTwice (String n) throws IOException {
    Wrapper w = new Wrapper (Res.open (n)); // { dg-warning "is never closed" }
    return w.get ();
  }

  int closedSometimes (String n, boolean b) throws IOException {
    Res r = new Res (n); // { dg-warning "might not be closed" }
    int i = r.get ();
    if (b)
      Use.close (r);
    return i;
  }

  // ---- None of these.  ----

  int closedByHelper (String n) throws IOException {
    Res r = new Res (n);
    try {
      return r.get ();
    } finally {
      Use.close (r);
    }
  }

  void kept (String n) throws IOException {
    Use.keep (new Res (n));
  }

  void stored (Use u, String n) throws IOException {
    u.store (Res.open (n));
  }

  int cleanWrapped (String n) throws IOException {
    try (Wrapper w = new Wrapper (Res.open (n))) {
      return w.get ();
    }
  }

  int cleanInner (String n) throws IOException {
    InputStream i = Res.open (n);
    try {
      return new Wrapper (i).get ();
    } finally {
      i.close ();
    }
  }

  void guarded (Guarded g) {
    try (Guarded.Held h = g.lock ()) {
      h.hashCode ();
    }
  }

  int guardedThrowing (Guarded g, String n) throws IOException {
    try (Guarded.Held h = g.lock (); Res r = Res.make (n)) {
      return r.get ();
    }
  }

  void gate (Gate g) {
    g.enter ();
    try {
      g.hashCode ();
    } finally {
      g.leave ();
    }
  }
}
