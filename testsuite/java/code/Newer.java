/* What came after Java 8, up to 17.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;

public class Newer
{
  record Point (double x, double y)
  {
    Point
    {
      if (x < 0)
	throw new IllegalArgumentException ("x = " + x + ", y = " + y);
    }
    static Point origin () { return new Point (0, 0); }
  }

  sealed interface Tree permits Leaf, Node { }
  record Leaf (int value) implements Tree { }
  record Node (Tree left, Tree right) implements Tree { }

  interface Private
  {
    private int hidden () { return 5; }
    default int shown () { return hidden (); }
  }

  enum Level { LOW, HIGH }

  private int counter;

  class Inner
  {
    private int own = counter++;
    int both () { return own + counter; }
  }

  static int sum (Tree tree)
  {
    if (tree instanceof Leaf leaf && leaf.value () > 0)
      return leaf.value ();
    if (!(tree instanceof Node node))
      return 0;
    return sum (node.left ()) + sum (node.right ());
  }

  static String expression (Level level, String text)
  {
    int n = switch (level)
      {
      case LOW -> text.length ();
      case HIGH -> { int twice = text.length (); yield twice * 2; }
      };
    return switch (text)
      {
      case "one", "two" -> "few" + n;
      case "" -> throw new IllegalStateException ();
      default -> """
	many
	lines""";
      };
  }

  static int effectivelyFinal (Reader reader) throws IOException
  {
    var copy = new StringReader ("x");
    try (reader; copy)
      {
	return reader.read () + copy.read ();
      }
  }

  int inner ()
  {
    var inner = new Inner ();
    inner.own += 2;
    return inner.both () + new Private () { }.shown ();
  }

  static String concatenation (char c, byte b, long l, Object o, float f)
  {
    return "\1" + c + b + "\2" + l + o + f + null + true;
  }
}
