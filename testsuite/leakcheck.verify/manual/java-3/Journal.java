import java.io.*;
import org.checkerframework.checker.mustcall.qual.*;

@InheritableMustCall("close")
class Journal {
  private final @Owning Writer out;

  Journal(String name) throws IOException {
    out = new FileWriter(name);
  }

  void add(String text) throws IOException {
    out.write(text);
  }

  void close() throws IOException {
    out.close();
  }
}

class Main {
  static void record(String text) throws IOException {
    Journal j = new Journal("log");
    j.add(text);
    j.close();
  }
}
