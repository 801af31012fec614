package lib;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/* What becomes of what is given, and of what is got. */
public class Use {
  private static final List<Closeable> kept = new ArrayList<> ();
  private static final Map<String, InputStream> cache = new HashMap<> ();
  private InputStream last;

  public static void close (Closeable c) {
    try {
      if (c != null)
	c.close ();
    } catch (IOException e) {
      // Nothing can be done.
    }
  }

  public static void keep (Closeable c) { kept.add (c); }

  public static int look (InputStream in) throws IOException { return in.read (); }

  public void store (InputStream in) { last = in; }

  /* One stream for all who want it. */
  public static InputStream shared (String name) throws IOException {
    InputStream in = cache.get (name);
    if (in == null) {
      in = new FileInputStream (name);
      cache.put (name, in);
    }
    return in;
  }

  /* A leak of this library's own, of which its users need not hear. */
  public static int first (String name) throws IOException {
    InputStream in = new FileInputStream (name);
    return in.read ();
  }
}
