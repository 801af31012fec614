/* What compiles to subroutines: finally and synchronized in Java 1.4.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

public class Old
{
  private int count;
  private final Object lock = new Object ();

  void simple (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  int returns (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	if (in.read () == 0)
	  return 0;
	return in.read ();
      }
    catch (IllegalStateException e)
      {
	return -1;
      }
    finally
      {
	in.close ();
      }
  }

  long nested (String[] names) throws IOException
  {
    long sum = 0;
    InputStream a = new FileInputStream (names[0]);
    try
      {
	InputStream b = new FileInputStream (names[1]);
	try
	  {
	    InputStream c = new FileInputStream (names[2]);
	    try
	      {
		sum += a.read () + b.read () + c.read ();
		if (sum > 100)
		  return sum;
	      }
	    finally
	      {
		c.close ();
	      }
	  }
	finally
	  {
	    try
	      {
		b.close ();
	      }
	    catch (IOException e)
	      {
		sum = -1;
	      }
	    finally
	      {
		count++;
	      }
	  }
      }
    finally
      {
	a.close ();
      }
    return sum;
  }

  int leavesFinally (int n)
  {
    int sum = 0;
    for (int i = 0; i < n; i++)
      {
	try
	  {
	    if (i % 3 == 0)
	      continue;
	    if (i % 5 == 0)
	      break;
	    sum += i / (n - i);
	  }
	catch (ArithmeticException e)
	  {
	    sum--;
	  }
	finally
	  {
	    if (i % 7 == 0)
	      continue;
	    if (i % 11 == 0)
	      break;
	    if (i % 13 == 0)
	      return sum;
	    sum++;
	  }
      }
    return sum;
  }

  int loopInFinally (int n) throws IOException
  {
    try
      {
	System.out.write (n);
      }
    finally
      {
	while (n > 0)
	  {
	    try
	      {
		n--;
		synchronized (lock)
		  {
		    count += n;
		  }
	      }
	    finally
	      {
		double half = n / 2.0;
		count += (int) half;
	      }
	  }
      }
    return n;
  }

  int locks ()
  {
    synchronized (lock)
      {
	synchronized (this)
	  {
	    if (count > 3)
	      return count;
	    count++;
	  }
      }
    return 0;
  }

  static Class literal ()
  {
    return Old.class;
  }
}
