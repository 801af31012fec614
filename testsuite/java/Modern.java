/* What class files can hold since Java 17, for testsuite/java/read-test.c.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

package p;

import java.util.List;

public sealed interface Modern permits Modern.Point, Modern.Line
{
  record Point (@Deprecated int x, List<String> names) implements Modern
  {
    public Point
    {
      assert x > 0;
    }
  }

  final class Line implements Modern
  {
    private int length;

    class Part
    {
      int get () { return length; }
    }
  }

  private int secret ()
  {
    return 1;
  }

  static String describe (Object o, String key)
  {
    String text = switch (key)
      {
      case "a", "b" -> "letter " + key;
      default -> "other";
      };
    if (o instanceof Point point && point.x () > 3)
      return text + point.x () + point;
    return text;
  }
}
