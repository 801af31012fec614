/* What a throw statement throws need not be made in it: a variable, what a method
   returns, a member, a cast, either of two (Tracker, section 3.2).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;

class ExceptionThrownValues
{
  static class Bad extends RuntimeException
  {
    Bad (String text)
    {
      super (text);
    }

    Bad (Throwable cause)
    {
      super (cause);
    }
  }

  static final Bad KEPT = new Bad ("kept");
  static int sum;

  static Bad make (String text)
  {
    return new Bad (text);
  }

  /* ---- Who throws.  ---- */

  static void byVariable (int n)
  {
    Bad e = new Bad ("large");
    if (n > 3)
      throw e;
  }

  static void byResult (int n)
  {
    if (n > 3)
      throw make ("large");
  }

  static void byMember (int n)
  {
    if (n > 3)
      throw KEPT;
  }

  static void byEither (int n)
  {
    if (n > 3)
      throw n > 5 ? new Bad ("large") : new Bad ((Throwable) null);
  }

  static void byEitherVariable (int n)
  {
    Bad e = n > 3 ? new Bad ("large") : null;
    if (e != null)
      throw e;
  }

  static void byCast (int n)
  {
    if (n > 3)
      throw (Bad) new Bad ("large").initCause (new IOException ("why"));
  }

  static void byArgument (Bad e, int n)
  {
    if (n > 3)
      throw e;
  }

  static void bySlots (long wide, int n, Bad e)
  {
    if (n > 3)
      throw e;
  }

  /* ---- Who does not.  ---- */

  static void again (int n)
  {
    try
      {
	sum += n;
      }
    catch (RuntimeException e)
      {
	throw e;
      }
    finally
      {
	sum++;
      }
  }

  static void caughtInside (int n)
  {
    Bad e = new Bad ("large");
    try
      {
	if (n > 3)
	  throw e;
	sum += n;
      }
    catch (Bad f)
      {
	sum--;
      }
  }

  static synchronized void made (int n)
  {
    Bad e = make ("not thrown");
    synchronized (KEPT)
      {
	sum += e.hashCode ();
      }
  }

  /* ---- Callers.  ---- */

  static void leakVariable (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a"); // { dg-warning "'in' might not be closed" }
    byVariable (n);
    in.close ();
  }

  static void leakResult (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a"); // { dg-warning "'in' might not be closed" }
    byResult (n);
    in.close ();
  }

  static void leakMember (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a"); // { dg-warning "'in' might not be closed" }
    byMember (n);
    in.close ();
  }

  static void leakEither (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a"); // { dg-warning "'in' might not be closed" }
    byEither (n);
    in.close ();
  }

  static void leakEitherVariable (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a"); // { dg-warning "'in' might not be closed" }
    byEitherVariable (n);
    in.close ();
  }

  static void leakCast (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a"); // { dg-warning "'in' might not be closed" }
    byCast (n);
    in.close ();
  }

  static void leakArgument (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a"); // { dg-warning "'in' might not be closed" }
    byArgument (KEPT, n);
    in.close ();
  }

  static void leakSlots (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a"); // { dg-warning "'in' might not be closed" }
    bySlots (1, n, KEPT);
    in.close ();
  }

  static void okSmall () throws IOException
  {
    InputStream in = new FileInputStream ("a");
    byVariable (2);
    byResult (2);
    byMember (2);
    byEither (2);
    byEitherVariable (2);
    byCast (2);
    byArgument (KEPT, 2);
    in.close ();
  }

  static void okAgain (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a");
    again (n);
    in.close ();
  }

  static void okCaughtInside (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a");
    caughtInside (n);
    in.close ();
  }

  static void okMade (int n) throws IOException
  {
    InputStream in = new FileInputStream ("a");
    made (n);
    in.close ();
  }

  static void okClosed (int n) throws IOException
  {
    try (InputStream in = new FileInputStream ("a"))
      {
	byVariable (n);
	byMember (n);
      }
  }
}
