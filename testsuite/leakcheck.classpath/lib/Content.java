package lib;

import java.io.FileInputStream;
import java.io.IOException;

/* Gives texts, or streams. */
public abstract class Content {
  public abstract Object get (String name) throws IOException;

  public static Content text () { return new Text (); }

  public static Content stream () { return new Stream (); }

  private static class Text extends Content {
    public Object get (String name) { return name; }
  }

  private static class Stream extends Content {
    public Object get (String name) throws IOException { return new FileInputStream (name); }
  }
}
