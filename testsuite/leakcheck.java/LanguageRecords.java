/* Records.
   // needs 17

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class LanguageRecords
{
  record Pair (InputStream in, String name) { }

  record Open (InputStream in) implements Closeable
  {
    Open (String name) throws IOException
    {
      this (new FileInputStream (name));
    }
    @Override public void close () throws IOException
    {
      in.close ();
    }
  }

  record Checked (InputStream in, int size)
  {
    Checked
    {
      if (size < 0)
	size = 0;
    }
  }

  static Pair returned (String name) throws IOException
  {
    return new Pair (new FileInputStream (name), name);
  }

  static int closedByAccessor (String name) throws IOException
  {
    Pair pair = new Pair (new FileInputStream (name), name);
    try
      {
	return pair.in ().read ();
      }
    finally
      {
	pair.in ().close ();
      }
  }

  static int notClosed (String name) throws IOException
  {
    Pair pair = new Pair (new FileInputStream (name), name); // { dg-warning "never closed" }
    return pair.in ().read ();
  }

  static int givenNotClosed (String name) throws IOException
  {
    Pair pair = returned (name); // { dg-warning "never closed" }
    return pair.in ().read ();
  }

  static int closed (String name) throws IOException
  {
    try (Open open = new Open (name))
      {
	return open.in ().read ();
      }
  }

  static int openNotClosed (String name) throws IOException
  {
    Open open = new Open (name); // { dg-warning "never closed" }
    return open.in ().read ();
  }

  static int compact (String name) throws IOException
  {
    Checked checked = new Checked (new FileInputStream (name), -1);
    int size = checked.size ();
    checked.in ().close ();
    return size;
  }

  static String shown (String name) throws IOException
  {
    Pair pair = new Pair (new FileInputStream (name), name); // { dg-warning "never closed" }
    return pair.toString () + pair.hashCode ();
  }
}
