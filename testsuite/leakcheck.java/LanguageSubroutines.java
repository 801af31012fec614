/* finally and synchronized as they were compiled before Java 5: by jsr and ret.
   // also 1.4

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

class LanguageSubroutines
{
  private final Object monitor = new Object ();
  private int count;

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

  static int manyExits (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	int c = in.read ();
	if (c == 0)
	  return 0;
	if (c == 1)
	  throw new IOException (name);
	if (c == 2)
	  return in.read ();
	return -1;
      }
    catch (IllegalStateException e)
      {
	return -2;
      }
    finally
      {
	in.close ();
      }
  }

  static void nested (String from, String to) throws IOException
  {
    InputStream in = new FileInputStream (from);
    try
      {
	OutputStream out = new FileOutputStream (to);
	try
	  {
	    out.write (in.read ());
	  }
	finally
	  {
	    out.close ();
	  }
      }
    finally
      {
	in.close ();
      }
  }

  static int inLoop (String[] names) throws IOException
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
	    sum += c;
	  }
	finally
	  {
	    in.close ();
	  }
      }
    return sum;
  }

  static int closesInside (String name)
  {
    InputStream in = null;
    try
      {
	in = new FileInputStream (name);
	return in.read ();
      }
    catch (IOException e)
      {
	return -1;
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
      }
  }

  int locked (String name) throws IOException
  {
    synchronized (monitor)
      {
	InputStream in = new FileInputStream (name);
	try
	  {
	    synchronized (this)
	      {
		count += in.read ();
	      }
	    return count;
	  }
	finally
	  {
	    in.close ();
	  }
      }
  }

  int lockedAndLeft (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    synchronized (monitor)
      {
	if (count > 3)
	  return count;
      }
    in.close ();
    return 0;
  }

  static void wrongOne (String from, String to) throws IOException
  {
    InputStream in = new FileInputStream (from); // { dg-warning "'in' is never closed" }
    OutputStream out = null;
    try
      {
	out = new FileOutputStream (to);
	out.write (in.read ());
      }
    finally
      {
	if (out != null)
	  out.close ();
      }
  }

  static int flag (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    boolean failed = true;
    try
      {
	int c = in.read ();
	failed = false;
	return c;
      }
    finally
      {
	if (failed)
	  in.close ();
      }
  }

  static int continues (String[] names) throws IOException
  {
    int sum = 0;
    for (int i = 0; i < names.length; i++)
      {
	InputStream in = new FileInputStream (names[i]); // { dg-warning "'in' might not be closed" }
	try
	  {
	    sum += i;
	  }
	finally
	  {
	    if (sum % 2 == 0)
	      continue;
	  }
	in.close ();
      }
    return sum;
  }

  static int opensInside (String name) throws IOException
  {
    int n = 0;
    try
      {
	n = name.length ();
	if (n == 1)
	  return 1;
      }
    finally
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	n += in.read ();
      }
    return n;
  }
}
