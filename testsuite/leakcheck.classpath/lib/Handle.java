package lib;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/* Generic. */
public class Handle<T extends Closeable> implements Closeable {
  private final T it;

  public Handle (T it) { this.it = it; }

  public T get () { return it; }

  @Override public void close () throws IOException { it.close (); }

  public static Handle<InputStream> read (String name) throws IOException {
    return new Handle<InputStream> (new FileInputStream (name));
  }

  /* What its caller makes of it. */
  public static <S> S with (String name, Opener<S> opener) throws IOException {
    return opener.open (name);
  }

  public static final Opener<OutputStream> WRITE = new Opener<OutputStream> () {
    public OutputStream open (String name) throws IOException {
      return new FileOutputStream (name);
    }
  };
}
