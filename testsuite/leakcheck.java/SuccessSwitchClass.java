/* Switches over the class of an object that may be a handle: it goes to the case
   for what can be closed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }
// needs 21

import java.io.*;

class SuccessSwitchClass
{
  static int seen;

  static void release (Object o) throws IOException
  {
    switch (o)
      {
      case null -> { }
      case Closeable c -> c.close ();
      case String s -> seen += s.length ();
      default -> throw new IllegalArgumentException ("class");
      }
  }

  static void releaseAny (Object o) throws Exception
  {
    switch (o)
      {
      case String s -> seen += s.length ();
      case Integer i when i > 3 -> seen += i;
      case AutoCloseable c -> c.close ();
      default -> { }
      }
  }

  static void releaseEither (Object o) throws IOException
  {
    switch (o)
      {
      case Reader r -> r.close ();
      case Closeable c -> c.close ();
      default -> seen++;
      }
  }

  static void look (Object o) throws IOException
  {
    switch (o)
      {
      case Closeable c -> seen++;
      case String s -> seen += s.length ();
      default -> { }
      }
  }

  static int ok (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return in.read ();
      }
    finally
      {
	release (in);
      }
  }

  static int okAny (String name) throws Exception
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return in.read ();
      }
    finally
      {
	releaseAny (in);
      }
  }

  static int okEither (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return in.read ();
      }
    finally
      {
	releaseEither (in);
      }
  }

  static void leakLook (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    look (in);
  }

  /* What another case opens is none of the operand's.  */
  static void leakInside (Object o) throws IOException
  {
    switch (o)
      {
      case Closeable c -> c.close ();
      case String s ->
	{
	  InputStream in = new FileInputStream (s); // { dg-warning "'in' might not be closed" }
	  seen += in.read ();
	  in.close ();
	}
      default -> { }
      }
  }
}
