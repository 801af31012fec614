/* try-with-resources.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;

class LanguageTryWith
{
  static boolean flag;

  static int one (String name) throws IOException
  {
    try (InputStream in = new FileInputStream (name))
      {
	return in.read ();
      }
  }

  static void two (String from, String to) throws IOException
  {
    try (InputStream in = new FileInputStream (from);
	 OutputStream out = new FileOutputStream (to))
      {
	out.write (in.read ());
      }
  }

  static void three (String a, String b, String c) throws IOException
  {
    try (InputStream x = new FileInputStream (a);
	 InputStream y = new FileInputStream (b);
	 OutputStream z = new FileOutputStream (c))
      {
	while (x.read () == y.read ())
	  z.write (1);
      }
  }

  static String withHandlers (String name)
  {
    try (BufferedReader in = new BufferedReader (new FileReader (name))) // { dg-bogus "leak" }
      {
	return in.readLine ();
      }
    catch (IOException e)
      {
	return e.getMessage ();
      }
    finally
      {
	flag = true;
      }
  }

  static int nested (String a, String b) throws IOException
  {
    try (InputStream x = new FileInputStream (a))
      {
	try (InputStream y = new FileInputStream (b))
	  {
	    return x.read () + y.read ();
	  }
      }
  }

  static int mayBeNull (String name) throws IOException
  {
    try (InputStream in = flag ? new FileInputStream (name) : null)
      {
	return in == null ? -1 : in.read ();
      }
  }

  static int inLoop (String[] names) throws IOException
  {
    int sum = 0;
    for (String name : names)
      try (InputStream in = new FileInputStream (name))
	{
	  int c = in.read ();
	  if (c < 0)
	    continue;
	  if (c == 0)
	    break;
	  sum += c;
	}
    return sum;
  }

  static int throwsInside (String name) throws IOException
  {
    try (InputStream in = new FileInputStream (name))
      {
	if (in.read () < 0)
	  throw new IOException (name);
	return 0;
      }
  }

  static int wrappedBefore (String name) throws IOException
  {
    InputStream raw = new FileInputStream (name); // { dg-bogus "leak" }
    try (BufferedReader in = new BufferedReader (new InputStreamReader (raw)))
      {
	return in.read ();
      }
  }

  /* The body's own is not among the resources.  */
  static int anotherInside (String a, String b) throws IOException
  {
    try (InputStream in = new FileInputStream (a))
      {
	InputStream other = new FileInputStream (b); // { dg-warning "'other' is never closed" }
	return in.read () + other.read ();
      }
  }

  /* InputStreamReader throws when it does not know the encoding; then nobody
     has the stream.  */
  static int encoding (String name, String encoding) throws IOException
  {
    try (InputStreamReader in = new InputStreamReader (new FileInputStream (name), encoding)) // { dg-warning "might not be closed" }
    // { dg-bogus "stream opened by .* is never closed" "" { target *-*-* } .-1 }
      {
	return in.read ();
      }
  }

  static int encodingApart (String name, String encoding) throws IOException
  {
    try (InputStream raw = new FileInputStream (name);
	 InputStreamReader in = new InputStreamReader (raw, encoding))
      {
	return in.read ();
      }
  }

  /* What is opened before may be lost before the block is entered.  */
  static void openedTooEarly (String from, String to) throws IOException
  {
    InputStream in = new FileInputStream (from); // { dg-warning "'in' might not be closed" }
    try (OutputStream out = new FileOutputStream (to))
      {
	out.write (in.read ());
      }
    in.close ();
  }

  static void openedBefore (String from, String to) throws IOException
  {
    InputStream in = new FileInputStream (from);
    try (OutputStream out = new FileOutputStream (to))
      {
	out.write (in.read ());
      }
    finally
      {
	in.close ();
      }
  }

  /* Another stream by the same name.  */
  static int overwritten (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    if (flag)
      in = new FileInputStream (name + "~");
    try (InputStream closed = in)
      {
	return closed.read ();
      }
  }

  static int onOneBranch (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    if (flag)
      try (InputStream closed = in)
	{
	  return closed.read ();
	}
    return -1;
  }

  static InputStream returned (String name) throws IOException
  {
    try (InputStream in = new FileInputStream (name))
      {
	if (in.read () > 0)
	  return null;
      }
    return new FileInputStream (name + "~");
  }

  /* To close the first may throw, when the second has been opened.  */
  static InputStream returnedFromInside (String a, String b) throws IOException
  {
    try (InputStream in = new FileInputStream (a))
      {
	return in.read () > 0 ? new FileInputStream (b) : null; // { dg-warning "might not be closed" }
      }
  }

  static void dropped (String name) throws IOException
  {
    try (InputStream in = returned (name))
      {
	new FileOutputStream (name); // { dg-warning "never closed" }
      }
  }

  static class Mine implements AutoCloseable
  {
    private final InputStream in;
    Mine (String name) throws IOException { in = new FileInputStream (name); }
    int read () throws IOException { return in.read (); }
    @Override public void close () throws IOException { in.close (); }
  }

  static int mine (String name) throws IOException
  {
    try (Mine mine = new Mine (name))
      {
	return mine.read ();
      }
  }

  static int mineNotClosed (String name) throws IOException
  {
    Mine mine = new Mine (name); // { dg-warning "never closed" }
    return mine.read ();
  }
}
