package lib;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/* Closes what it is given when it is closed. */
public class Wrapper implements Closeable {
  private final InputStream in;

  public Wrapper (InputStream in) { this.in = in; }

  public int get () throws IOException { return in.read (); }

  @Override public void close () throws IOException { in.close (); }
}
