import java.io.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

@InheritableMustCall("close")
class Framed {
  private final @Owning InputStream in;

  @MustCallAlias Framed(@MustCallAlias InputStream in) {
    this.in = in;
  }

  @EnsuresCalledMethods(value = "this.in", methods = "close")
  void close() throws IOException {
    in.close();
  }
}
