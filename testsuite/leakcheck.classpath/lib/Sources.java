package lib;

import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/* Makes sources, whose classes its callers do not see. */
public final class Sources {
  public static final Source STANDARD = new FileSource ("/etc/passwd");

  private Sources () { }

  public static Source file (String name) { return new FileSource (name); }

  public static Bytes bytes (byte[] b) { return new Bytes (b); }

  private static abstract class Named implements Source {
    final String name;

    Named (String name) { this.name = name; }

    public int length () { return name.length (); }
  }

  private static final class FileSource extends Named {
    FileSource (String name) { super (name); }

    public InputStream open () throws IOException { return Low.really (name); }
  }

  /* Whose stream has nothing to close. */
  public static final class Bytes {
    private final byte[] b;

    Bytes (byte[] b) { this.b = b; }

    public InputStream open () { return new ByteArrayInputStream (b); }
  }

  /* The last of several in a row. */
  static final class Low {
    static InputStream really (String name) throws IOException {
      return new FileInputStream (name);
    }
  }
}
