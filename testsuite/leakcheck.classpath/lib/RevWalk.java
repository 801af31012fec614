package org.eclipse.jgit.revwalk;

public class RevWalk implements AutoCloseable {
  public RevWalk (org.eclipse.jgit.lib.Repository repository) { }
  public native String next () throws java.io.IOException;
  public native void close ();
}
