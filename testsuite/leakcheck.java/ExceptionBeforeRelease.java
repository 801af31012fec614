/* What is thrown between opening and closing.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

class ExceptionBeforeRelease
{
  static class Failure extends Exception
  {
    Failure (Throwable cause) { super (cause); }
  }

  static void check (int n) throws Failure
  {
    if (n < 0)
      throw new Failure (null);
  }

  static void harmless (int n)
  {
    System.out.println (n);
  }

  static int own (String name) throws IOException, Failure
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    check (name.length ());
    in.close ();
    return 0;
  }

  /* Nothing checked is thrown between.  */
  static int nothingThrown (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    harmless (name.length ());
    in.close ();
    return 0;
  }

  static int thrownHere (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    if (name.isEmpty ())
      throw new FileNotFoundException (name);
    in.close ();
    return 0;
  }

  static int thrownHereUnchecked (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    if (name.isEmpty ())
      throw new IllegalArgumentException (name);
    in.close ();
    return 0;
  }

  static int caughtAndClosed (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    int c = -1;
    try
      {
	c = in.read ();
      }
    catch (IOException e)
      {
	System.err.println (e);
      }
    in.close ();
    return c;
  }

  static int caughtAndForgotten (String name)
  {
    try
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
	int c = in.read ();
	in.close ();
	return c;
      }
    catch (IOException e)
      {
	return -1;
      }
  }

  static int wrapped (String name) throws Failure
  {
    InputStream in = null;
    try
      {
	in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
	int c = in.read ();
	in.close ();
	return c;
      }
    catch (IOException e)
      {
	throw new Failure (e);
      }
  }

  static int wrappedAndClosed (String name) throws Failure
  {
    InputStream in = null;
    try
      {
	in = new FileInputStream (name);
	return in.read ();
      }
    catch (IOException e)
      {
	throw new Failure (e);
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

  static int rethrown (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    int c;
    try
      {
	c = in.read ();
      }
    catch (IOException e)
      {
	in.close ();
	throw e;
      }
    in.close ();
    return c;
  }

  static int rethrownNotClosed (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int c;
    try
      {
	c = in.read ();
      }
    catch (IOException e)
      {
	System.err.println (e);
	throw e;
      }
    in.close ();
    return c;
  }

  static int anyThrowable (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return in.read ();
      }
    catch (Throwable e)
      {
	throw new IOException (e);
      }
    finally
      {
	in.close ();
      }
  }

  static int multi (String name) throws Failure
  {
    InputStream in = null;
    try
      {
	in = new FileInputStream (name);
	check (in.read ());
	return 0;
      }
    catch (IOException | Failure e)
      {
	throw new Failure (e);
      }
    finally
      {
	quietly (in);
      }
  }

  static int multiOneForgets (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    try
      {
	check (in.read ());
      }
    catch (IOException e)
      {
	quietly (in);
	return -1;
      }
    catch (Failure e)
      {
	return -2;
      }
    in.close ();
    return 0;
  }

  static void quietly (InputStream in)
  {
    if (in == null)
      return;
    try
      {
	in.close ();
      }
    catch (IOException e)
      {
      }
  }

  /* The opening itself throws: there is nothing to close.  */
  static InputStream first (String a, String b) throws IOException
  {
    try
      {
	return new FileInputStream (a);
      }
    catch (FileNotFoundException e)
      {
	return new FileInputStream (b);
      }
  }

  static int closeThrows (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    in.close ();
    return 0;
  }

  static void secondOpenThrows (String a, String b) throws IOException
  {
    InputStream x = new FileInputStream (a); // { dg-warning "'x' might not be closed" }
    InputStream y = new FileInputStream (b);
    try
      {
	x.close ();
      }
    finally
      {
	y.close ();
      }
  }

  static int asserted (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    assert name != null : "no name";
    in.close ();
    return 0;
  }

  /* The handler says that it may be thrown, and forgets the stream.  */
  static int unchecked (String name, String number) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    try
      {
	int n = Integer.parseInt (number);
	in.close ();
	return n;
      }
    catch (NumberFormatException e)
      {
	return -1;
      }
  }

  static int uncheckedAndClosed (String name, String number) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return Integer.parseInt (number);
      }
    catch (NumberFormatException e)
      {
	return -1;
      }
    finally
      {
	in.close ();
      }
  }

  static void endsProgram (String name)
  {
    try
      {
	InputStream in = new FileInputStream (name);
	in.read ();
	System.exit (0);
      }
    catch (IOException e)
      {
	System.exit (1);
      }
  }
}
