package org.eclipse.jgit.api;

public class Git implements AutoCloseable {
  public static native Git open (java.io.File folder) throws java.io.IOException;
  public native org.eclipse.jgit.lib.Repository getRepository ();
  public native void close ();
}
