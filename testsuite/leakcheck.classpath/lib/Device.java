package lib;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/* Acquires in a method. */
public final class Device implements Closeable {
  private InputStream in;

  public void open (String name) throws IOException { in = new FileInputStream (name); }

  public int get () throws IOException { return in.read (); }

  @Override public void close () throws IOException {
    if (in != null)
      in.close ();
    in = null;
  }
}
