package scala.io;

public abstract class Source implements java.io.Closeable {
  public static native Source fromFile (String name);
  public static native Source fromInputStream (java.io.InputStream in);
  public static native Source fromString (String text);
  public native String mkString ();
  public native void close ();
}
