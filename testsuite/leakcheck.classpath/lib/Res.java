package lib;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/* Holds a stream. */
public class Res implements Closeable {
  private final InputStream in;

  public Res (String name) throws IOException { in = new FileInputStream (name); }

  public static Res make (String name) throws IOException { return new Res (name); }

  public static InputStream open (String name) throws IOException {
    return new FileInputStream (name);
  }

  public int get () throws IOException { return in.read (); }

  @Override public void close () throws IOException { in.close (); }
}
