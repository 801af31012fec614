/* A call that may run two methods, one of which releases its argument: at level 2 the other one
   is assumed to be possible.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-options "-fplugin-arg-leakcheck-level=2" } */

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class TwoTargets
{
  abstract static class Sink
  {
    abstract void take (InputStream in) throws IOException;
  }

  static class Closing extends Sink
  {
    void take (InputStream in) throws IOException
    {
      in.close ();
    }
  }

  static class Reading extends Sink
  {
    void take (InputStream in) throws IOException
    {
      in.read ();
    }
  }

  abstract static class Drain
  {
    abstract void take (InputStream in) throws IOException;
  }

  static class ByClose extends Drain
  {
    void take (InputStream in) throws IOException
    {
      in.close ();
    }
  }

  static class ByBoth extends Drain
  {
    void take (InputStream in) throws IOException
    {
      try
	{
	  in.read ();
	}
      finally
	{
	  in.close ();
	}
    }
  }

  static void either (Sink sink, String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "might not be closed" }
    sink.take (in);
  }

  static void reads (String name) throws IOException
  {
    Sink sink = new Reading ();
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    int n = 0;
    sink.take (in);
    if (n == 0)
      in.read ();
  }

  // Clean.
  static void closes (String name) throws IOException
  {
    Sink sink = new Closing ();
    InputStream in = new FileInputStream (name);
    sink.take (in);
  }

  static void both (Drain drain, String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    drain.take (in);
  }

  static Drain[] drains ()
  {
    return new Drain[] { new ByClose (), new ByBoth () };
  }
}
