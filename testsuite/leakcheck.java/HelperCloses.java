/* An unknown callee is given the handle, and a helper closes it then: the callee has only used it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class HelperCloses
{
  interface Action<T>
  {
    T run (InputStream in) throws IOException;
  }

  static void shut (Closeable c) throws IOException
  {
    if (c != null)
      c.close ();
  }

  static void note (Closeable c)
  {
    System.out.println (c);
  }

  static <T> T leak (String name, Action<T> action) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "might not be closed" }
    T result = action.run (in);
    shut (in);
    return result;
  }

  static <T> T clean (String name, Action<T> action) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return action.run (in);
      }
    finally
      {
	shut (in);
      }
  }

  // It may have taken it.
  static <T> T clean_given (String name, Action<T> action) throws IOException
  {
    InputStream in = new FileInputStream (name);
    T result = action.run (in);
    note (in);
    return result;
  }
}
