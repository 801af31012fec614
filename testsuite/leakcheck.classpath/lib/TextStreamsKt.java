package kotlin.io;

import java.io.BufferedReader;
import java.io.Reader;
import java.util.List;

public class TextStreamsKt {
  public static native String readText (Reader reader);
  public static native List<String> readLines (Reader reader);
  public static native Iterable<String> lineSequence (BufferedReader reader);
}
