package org.eclipse.jgit.lib;

public abstract class Repository implements AutoCloseable {
  public abstract String resolve (String name) throws java.io.IOException;
  public abstract void close ();
}
