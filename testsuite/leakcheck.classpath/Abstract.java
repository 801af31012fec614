// Interfaces, abstract classes and factories of the class path.

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import lib.*;

class Abstract {
  int viaInterface (String n) throws IOException {
    Source s = Sources.file (n);
    InputStream i = s.open (); // { dg-warning "is never closed" }
    return i.read ();
  }

  int viaDefault (String n) throws IOException {
    InputStream i = Sources.file (n).reopen (); // { dg-warning "is never closed" }
    return i.read ();
  }

  int viaConstant () throws IOException {
    InputStream i = Sources.STANDARD.open (); // { dg-warning "is never closed" }
    return i.read ();
  }

  int given (Source s) throws IOException {
    InputStream i = s.open (); // { dg-warning "is never closed" }
    return i.read ();
  }

  void viaGenericConstant (String n) throws IOException {
    OutputStream o = Handle.WRITE.open (n); // { dg-warning "might not be closed" }
    o.write (1);
    o.close ();
  }

  // ---- None of these.  ----

  int clean (String n) throws IOException {
    try (InputStream i = Sources.file (n).open ()) {
      return i.read ();
    }
  }

  int cleanGiven (Source s) throws IOException {
    InputStream i = s.open ();
    try {
      return i.read () + s.length ();
    } finally {
      i.close ();
    }
  }

  int nothing (byte[] b) throws IOException {
    InputStream i = Sources.bytes (b).open ();
    return i.read ();
  }

  int length (String n) {
    return Sources.file (n).length ();
  }

  // It may be a text.
  int content (Content c, String n) throws IOException {
    return c.get (n).toString ().length ();
  }

  // Others than the one that is known may take it.
  void listened (String n) throws IOException {
    InputStream i = Res.open (n);
    Listener.current ().got (i);
  }

  void cleanGeneric (String n) throws IOException {
    try (OutputStream o = Handle.WRITE.open (n)) {
      o.write (1);
    }
  }
}
