package lib;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/* Has nothing to close, though it says so. */
public class Memory extends InputStream {
  private final InputStream in;

  public Memory (byte[] b) { in = new ByteArrayInputStream (b); }

  @Override public int read () throws IOException { return in.read (); }

  @Override public void close () throws IOException { in.close (); }
}
