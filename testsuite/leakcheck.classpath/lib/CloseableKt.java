package kotlin.io;

public class CloseableKt {
  public static native void closeFinally (java.io.Closeable closeable, Throwable cause);
}
