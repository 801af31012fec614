/* What came with Java 9 to 17.  */
// needs 17

import java.io.FileInputStream;
import java.io.IOException;

class LanguageJava9To17
{
  record Source (String name, FileInputStream in)
  {
    void close () throws IOException
    {
      in.close ();
    }
  }

  sealed interface Shape permits Round, Square { }
  record Round (int r) implements Shape { }
  record Square (int a) implements Shape { }

  static void inRecord (String name) throws IOException
  {
    Source s = new Source (name, new FileInputStream (name));
    s.in ().close ();
  }

  static int inRecordNotClosed (String name) throws IOException
  {
    var s = new Source (name, new FileInputStream (name)); /* { dg-warning "is never closed" } */
    return s.hashCode ();
  }

  static int arrow (String name, int how) throws IOException
  {
    var in = new FileInputStream (name); /* { dg-warning "'in' might not be closed" } */
    return switch (how)
      {
      case 1, 2 -> {
	in.close ();
	yield 1;
      }
      case 3 -> 0;
      default -> {
	in.close ();
	yield -1;
      }
      };
  }

  static int pattern (Object o) throws IOException
  {
    if (o instanceof String name && !name.isEmpty ())
      {
	try (var in = new FileInputStream (name))
	  {
	    return in.read ();
	  }
      }
    return 0;
  }

  static String concatenated (String name, int n) throws IOException
  {
    var in = new FileInputStream (name + n); /* { dg-warning "'in' is never closed" } */
    return "file " + in + " number " + n;
  }

  /* A resource that was there already.  */
  static int effectivelyFinal (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    try (in)
      {
	return in.read ();
      }
  }
}
