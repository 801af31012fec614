/* What class files can hold, for testsuite/java/read-test.c.

   Compiled at test time by javac and by ecj for several releases; only what
   Java 8 knows stands here, Modern.java has the rest.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

package p;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

@interface Owning
{
}

@Retention (RetentionPolicy.RUNTIME)
@interface MustCall
{
  String[] value () default { "close" };
  int level () default 7;
  Class<?> type () default Object.class;
  ElementType element () default ElementType.METHOD;
  Owning nested () default @Owning;
}

@Retention (RetentionPolicy.RUNTIME)
@Target (ElementType.TYPE_USE)
@interface Kept
{
  long size () default 1L << 40;
}

@Target (ElementType.TYPE_USE)
@interface Lent
{
}

@MustCall (value = { "close", "flush" }, type = int[].class)
@Deprecated
public abstract class Attributes<T extends @Kept Closeable>
  extends InputStream implements @Lent Closeable, Comparable<T>
{
  public static final int ANSWER = 42;
  static final long BIG = -1L << 40;
  static final double HALF = 0.5;
  static final float THIRD = 1 / 3f;
  static final String TEXT = "\0 \u00e4 \u20ac \ud83d\ude00";
  static final boolean YES = true;
  final int notStatic = 3;
  @Owning protected @Kept (size = 5) InputStream in;
  private List<? super @Lent T> list;

  @MustCall (level = -1, element = ElementType.FIELD)
  protected @Kept InputStream open (@Owning @Lent String name, long size,
				    @Deprecated T thing)
    throws @Kept IOException, IllegalStateException
  {
    int total = 0;
    for (@Kept int i = 0; i < 10; i++)
      total += i;
    try (@Lent InputStream copy = in)
      {
	List<String> names = null;
	return total > 3 ? copy : (@Kept InputStream) null;
      }
    catch (@Kept IOException | IllegalArgumentException e)
      {
	throw new IllegalStateException (name + size, e);
      }
    finally
      {
	total = 0;
      }
  }

  abstract int nothing (int a, int b) throws Exception;

  native void machine ();

  @Deprecated
  static synchronized strictfp double varied (double first, Object... rest)
  {
    Supplier<List<String>> make = java.util.ArrayList::new;
    Function<String, Integer> length = text -> text.length () + rest.length;
    return first + length.apply ("x");
  }

  class Inner
  {
    Inner (@Owning int argument)
    {
      Runnable run = new Runnable ()
	{
	  public void run ()
	  {
	    System.out.println (argument + ANSWER);
	  }
	};
      run.run ();
    }

    class Deeper
    {
    }
  }

  enum Color
  {
    RED, GREEN { void say () { } };
    void say () { }
    Color () { }
  }

  interface Shape
  {
    default int area () { return 0; }
    static Shape none () { return null; }
  }

  Object local ()
  {
    class Local
    {
    }
    return new Local ();
  }
}
