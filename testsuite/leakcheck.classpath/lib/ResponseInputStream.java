package software.amazon.awssdk.core;

public class ResponseInputStream extends java.io.FilterInputStream {
  ResponseInputStream (java.io.InputStream in) { super (in); }
  public native void abort ();
}
