// Classes of the program that extend or implement those of the class path.

import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import lib.*;

class Extended {
  static class Own extends Res {
    Own (String n) throws IOException { super (n); }

    int both () throws IOException { return get () + get (); }
  }

  static class Second extends SubRes {
    private final InputStream more;

    Second (String n, InputStream more) throws IOException {
      super (n);
      this.more = more;
    }

    @Override public void close () throws IOException {
      try {
	super.close ();
      } finally {
	more.close ();
      }
    }
  }

  static class Nothing implements Source {
    public InputStream open () { return new ByteArrayInputStream (new byte[1]); }

    public int length () { return 1; }
  }

  static class Real implements Opener<InputStream> {
    public InputStream open (String n) throws IOException { return new FileInputStream (n); }
  }

  int own (String n) throws IOException {
    Own o = new Own (n); // { dg-warning "is never closed" }
    return o.both ();
  }

  int second (String n) throws IOException {
    InputStream i = Res.open (n);
    Second s;
    try {
      s = new Second (n, i); // { dg-warning "is never closed" }
    } catch (IOException e) {
      i.close ();
      throw e;
    }
    i.close ();
    return s.next ();
  }

  int through (String n) throws IOException {
    InputStream i = Handle.with (n, new Real ()); // { dg-warning "is never closed" }
    return i.read ();
  }

  // ---- None of these.  ----

  int cleanOwn (String n) throws IOException {
    try (Own o = new Own (n)) {
      return o.both ();
    }
  }

  int cleanSecond (String n) throws IOException {
    try (InputStream i = Res.open (n); Second s = new Second (n, i)) {
      return s.next ();
    }
  }

  int nothing () throws IOException {
    Nothing s = new Nothing ();
    InputStream i = s.open ();
    return i.read ();
  }

  int cleanThrough (String n) throws IOException {
    try (InputStream i = Handle.with (n, new Real ())) {
      return i.read ();
    }
  }
}
