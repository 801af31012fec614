/* What compilers make most different code of, in Java 8.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

public class Constructs<T extends Comparable<T>>
{
  enum Color { RED, GREEN { @Override int number () { return 2; } }, BLUE;
    int number () { return 1; } }

  interface Shape { double area (); default String text () { return "" + area (); } }

  private long sum;
  private T least;
  private static final int[][] TABLE = { { 1, 2 }, { 3 }, { } };
  static { for (int[] row : TABLE) for (int x : row) System.out.println (x); }

  String resources (String a, String b) throws IOException
  {
    try (BufferedReader x = new BufferedReader (new FileReader (a));
	 BufferedReader y = new BufferedReader (new FileReader (b)))
      {
	return x.readLine () + y.readLine ();
      }
    catch (IllegalStateException | IllegalArgumentException e)
      {
	return e.getMessage ();
      }
    finally
      {
	sum += 3;
      }
  }

  int switches (String text, Color color, int n)
  {
    switch (text)
      {
      case "a": case "b": n++; break;
      case "Aa": case "BB": n += 2; break;
      default: n = -n;
      }
    switch (color)
      {
      case RED: return n;
      case GREEN: n--;
      default:
      }
    switch (n)
      {
      case -1000: case 5: case 1000000: return 1;
      case 6: case 7: case 8: case 9: return 2;
      }
    return color.number ();
  }

  int lambdas (List<String> list)
  {
    int[] count = { 0 };
    list.forEach (s -> count[0] += s.length ());
    Function<String, Integer> length = String::length;
    Supplier<List<String>> maker = ArrayList::new;
    Runnable nested = () -> { Runnable inner = () -> sum++; inner.run (); };
    nested.run ();
    return count[0] + length.apply ("x") + maker.get ().size ();
  }

  double mixture (long a, int b, float c, double d, byte[] bytes, short s, char k)
  {
    long[] longs = new long[5];
    longs[b++] += a << b;
    longs[++b] = longs[b - 1]-- >>> 3;
    bytes[0] ^= (byte) a;
    bytes[1]++;
    s += k;
    k = (char) s;
    c %= d;
    d = -c * a / (b | 1);
    sum = sum == a ? (long) d : (int) c;
    boolean low = a < b && c > d || d != d;
    Object[][][] cube = new Object[3][4][];
    cube[1][2] = new String[] { "x", null };
    return low ? d : cube.length + cube[1][2].length + longs[0]++;
  }

  Object anonymous (final int x)
  {
    class Local { int y = x; int get () { return y + (int) sum; } }
    return new Shape () {
      final Local local = new Local ();
      @Override public double area () { return x * local.get (); }
    };
  }

  T generics (List<? extends T> list)
  {
    outer:
    for (T one : list)
      {
	for (T other : list)
	  if (one.compareTo (other) > 0)
	    continue outer;
	least = one;
	break outer;
      }
    synchronized (this)
      {
	assert least != null : "nothing";
	return least;
      }
  }

  static int finallyReturns (Object o)
  {
    do
      {
	try
	  {
	    if (o instanceof String)
	      return ((String) o).length ();
	    throw new IOException (o.toString ());
	  }
	catch (IOException e)
	  {
	    o = e.getMessage ();
	  }
	finally
	  {
	    System.out.println (o);
	  }
      }
    while (true);
  }
}
