package lib;

import java.io.IOException;

/* Extends another class of the class path. */
public class SubRes extends Res {
  private int n;

  public SubRes (String name) throws IOException { super (name); }

  public int next () throws IOException { n++; return get (); }
}
