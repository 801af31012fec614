// What classes of the class path acquire for their callers.

import java.io.IOException;
import java.io.InputStream;
import lib.*;

class Made {
  int made (String n) throws IOException {
    Res r = new Res (n); // { dg-warning "is never closed" }
    return r.get ();
  }

  int factory (String n) throws IOException {
    Res r = Res.make (n); // { dg-warning "is never closed" }
    return r.get ();
  }

  int plain (String n) throws IOException {
    InputStream i = Res.open (n); // { dg-warning "is never closed" }
    return i.read ();
  }

  int extended (String n) throws IOException {
    SubRes r = new SubRes (n); // { dg-warning "is never closed" }
    return r.next ();
  }

  int early (String n, boolean b) throws IOException {
    SubRes r = new SubRes (n); // { dg-warning "might not be closed" }
    if (b)
      return 0;
    int i = r.next ();
    r.close ();
    return i;
  }

  int opened (String n) throws IOException {
    Device d = new Device ();
    d.open (n); // { dg-warning "is never closed" }
    return d.get ();
  }

  int generic (String n) throws IOException {
    Handle<InputStream> h = Handle.read (n); // { dg-warning "is never closed" }
    return h.get ().read ();
  }

  // ---- None of these.  ----

  int clean (String n) throws IOException {
    try (Res r = Res.make (n)) {
      return r.get ();
    }
  }

  int cleanSub (String n) throws IOException {
    SubRes r = new SubRes (n);
    try {
      return r.next ();
    } finally {
      r.close ();
    }
  }

  int cleanPlain (String n) throws IOException {
    try (InputStream i = Res.open (n)) {
      return i.read ();
    }
  }

  int cleanDevice (String n) throws IOException {
    Device d = new Device ();
    d.open (n);
    try {
      return d.get ();
    } finally {
      d.close ();
    }
  }

  void neverOpened () {
    Device d = new Device ();
    d.hashCode ();
  }

  int cleanGeneric (String n) throws IOException {
    try (Handle<InputStream> h = Handle.read (n)) {
      return h.get ().read ();
    }
  }

  int cleanInside (String n) throws IOException {
    Handle<InputStream> h = Handle.read (n);
    try {
      return h.get ().read ();
    } finally {
      h.get ().close ();
    }
  }

  Res forCaller (String n) throws IOException {
    return new SubRes (n);
  }

  int memory (byte[] b) throws IOException {
    Memory m = new Memory (b);
    return m.read ();
  }

  int shared (String n) throws IOException {
    return Use.shared (n).read ();
  }

  int librarysOwn (String n) throws IOException {
    return Use.first (n);
  }
}
