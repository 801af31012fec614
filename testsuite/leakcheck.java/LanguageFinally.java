/* finally.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

class LanguageFinally
{
  static int plain (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  /* If the first close throws, the second is not reached.  */
  static void twoInOne (String from, String to) throws IOException
  {
    InputStream in = new FileInputStream (from); // { dg-warning "'in' might not be closed" }
    OutputStream out = new FileOutputStream (to); // { dg-warning "'out' might not be closed" }
    try
      {
	out.write (in.read ());
      }
    finally
      {
	in.close ();
	out.close ();
      }
  }

  static void twoQuietly (String from, String to)
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (from);
	out = new FileOutputStream (to);
	out.write (in.read ());
      }
    catch (IOException e)
      {
	System.err.println (e);
      }
    finally
      {
	if (in != null)
	  try
	    {
	      in.close ();
	    }
	  catch (IOException e)
	    {
	      System.err.println (e);
	    }
	if (out != null)
	  try
	    {
	      out.close ();
	    }
	  catch (IOException e)
	    {
	      System.err.println (e);
	    }
      }
  }

  /* The second is forgotten in the finally block.  */
  static void oneForgotten (String from, String to) throws IOException
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (from);
	out = new FileOutputStream (to); // { dg-warning "'out' is never closed" }
	out.write (in.read ());
      }
    finally
      {
	if (in != null)
	  in.close ();
      }
  }

  /* It tests the wrong one.  */
  static void wrongTest (String from, String to) throws IOException
  {
    InputStream in = null;
    OutputStream out = null;
    try
      {
	in = new FileInputStream (from); // { dg-warning "'in' might not be closed" }
	out = new FileOutputStream (to);
	out.write (in.read ());
      }
    finally
      {
	if (out != null)
	  {
	    try
	      {
		out.close ();
	      }
	    finally
	      {
		if (in != null)
		  in.close ();
	      }
	  }
      }
  }

  static int flag (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    boolean done = false;
    try
      {
	int c = in.read ();
	in.close ();
	done = true;
	return c;
      }
    finally
      {
	if (!done)
	  in.close ();
      }
  }

  static int wrongFlag (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    boolean done = false;
    try
      {
	done = true;
	return in.read ();
      }
    finally
      {
	if (!done)
	  in.close ();
      }
  }

  @SuppressWarnings ("finally")
  static int returnsInside (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return in.read ();
      }
    catch (IOException e)
      {
	return -1;
      }
    finally
      {
	in.close ();
	return 5;
      }
  }

  static int loop (String[] names) throws IOException
  {
    int sum = 0;
    for (int i = 0; i < names.length; i++)
      {
	InputStream in = new FileInputStream (names[i]);
	try
	  {
	    int c = in.read ();
	    if (c == 0)
	      continue;
	    if (c == 1)
	      break;
	    if (c == 2)
	      return sum;
	    sum += c;
	  }
	finally
	  {
	    in.close ();
	  }
      }
    return sum;
  }

  static int loopOpensInside (String[] names) throws IOException
  {
    int sum = 0;
    InputStream in = null;
    try
      {
	for (String name : names)
	  {
	    in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
	    sum += in.read ();
	  }
      }
    finally
      {
	if (in != null)
	  in.close ();
      }
    return sum;
  }

  static int opensInFinally (String name) throws IOException
  {
    int c = 0;
    try
      {
	c = name.length ();
      }
    finally
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
	if (c > 0)
	  in.close ();
      }
    return c;
  }

  static int beforeTry (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int first = in.read ();
    try
      {
	return first + in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static int inner (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	try
	  {
	    return in.read ();
	  }
	finally
	  {
	    System.out.println (name);
	  }
      }
    finally
      {
	in.close ();
      }
  }
}
