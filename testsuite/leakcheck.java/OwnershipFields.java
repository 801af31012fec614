/* Objects that keep what they are given, or open it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;

class OwnershipFields
{
  static class Copier implements Closeable
  {
    private final InputStream in;
    private final OutputStream out;

    /* If the second is not found, nobody can close the first.  */
    Copier (String from, String to) throws IOException
    {
      in = new FileInputStream (from); // { dg-warning "might not be closed" }
      out = new FileOutputStream (to);
    }

    Copier (InputStream in, OutputStream out)
    {
      this.in = in;
      this.out = out;
    }

    void copy () throws IOException
    {
      out.write (in.read ());
    }

    @Override public void close () throws IOException
    {
      try
	{
	  in.close ();
	}
      finally
	{
	  out.close ();
	}
    }
  }

  static void copied (String from, String to) throws IOException
  {
    try (Copier copier = new Copier (from, to))
      {
	copier.copy ();
      }
  }

  static void given (String from, String to) throws IOException
  {
    try (InputStream in = new FileInputStream (from);
	 OutputStream out = new FileOutputStream (to))
      {
	new Copier (in, out).copy ();
      }
  }

  static Copier made (String from) throws IOException
  {
    return new Copier (new FileInputStream (from), System.out);
  }

  static class Lazy
  {
    private InputStream in;

    int read (String name) throws IOException
    {
      if (in == null)
	in = new FileInputStream (name);
      return in.read ();
    }

    void reset () throws IOException
    {
      if (in != null)
	{
	  in.close ();
	  in = null;
	}
    }
  }

  static int lazyClosed (String name) throws IOException
  {
    Lazy lazy = new Lazy ();
    try
      {
	return lazy.read (name);
      }
    finally
      {
	lazy.reset ();
      }
  }

  static final Map<String, InputStream> CACHE = new HashMap<String, InputStream> ();

  static InputStream cached (String name) throws IOException
  {
    InputStream in = CACHE.get (name);
    if (in == null)
      {
	in = new FileInputStream (name);
	CACHE.put (name, in);
      }
    return in;
  }

  static InputStream shared;

  static void sharedSet (String name) throws IOException
  {
    shared = new FileInputStream (name);
  }

  static class Holder
  {
    Object value;
    InputStream in;
  }

  static int localHolder (String name) throws IOException
  {
    Holder holder = new Holder ();
    holder.in = new FileInputStream (name); // { dg-warning "'holder.in' is never closed" }
    return holder.in.read ();
  }

  static int localHolderClosed (String name) throws IOException
  {
    Holder holder = new Holder ();
    holder.in = new FileInputStream (name);
    try
      {
	return holder.in.read ();
      }
    finally
      {
	holder.in.close ();
      }
  }

  static void parameterHolder (Holder holder, String name) throws IOException
  {
    holder.in = new FileInputStream (name);
  }

  static int filled (String name) throws IOException
  {
    Holder holder = new Holder ();
    parameterHolder (holder, name); // { dg-warning "never closed" }
    return holder.in.read ();
  }

  static int filledAndClosed (String name) throws IOException
  {
    Holder holder = new Holder ();
    parameterHolder (holder, name);
    holder.in.close ();
    return 0;
  }
}
