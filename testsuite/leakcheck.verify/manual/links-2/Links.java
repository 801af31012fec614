import java.io.*;
import java.net.*;
import java.util.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

@InheritableMustCall("close")
class Links {
  private final @Owning List<Socket> all = new ArrayList<>();

  void add(@Owning Socket s) {
    all.add(s);
  }

  void forget(int i) {
    try {
      all.remove(i).close();
    } catch (IOException e) {
      System.err.println(e);
    }
  }

  @EnsuresCalledMethods(value = "this.all", methods = "close")
  void close() {
    for (Socket s : all)
      try {
        s.close();
      } catch (IOException e) {
        System.err.println(e);
      }
  }
}
