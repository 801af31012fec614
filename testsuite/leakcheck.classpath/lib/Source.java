package lib;

import java.io.IOException;
import java.io.InputStream;

public interface Source {
  InputStream open () throws IOException;

  int length ();

  /* A default method that acquires through an abstract one. */
  default InputStream reopen () throws IOException { return open (); }
}
