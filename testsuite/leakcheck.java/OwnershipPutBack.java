/* The one place for the standard streams, or for a thread's class loader, is lent and put back.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.net.*;

class OwnershipPutBack
{
  static void errorsTo (String name, Runnable work) throws IOException
  {
    PrintStream before = System.err;
    PrintStream log = new PrintStream (new FileOutputStream (name)); // { dg-warning "'log' is never closed" }
    System.setErr (log);
    try
      {
	work.run ();
      }
    finally
      {
	System.setErr (before);
      }
  }

  static void errorsToAndClosed (String name, Runnable work) throws IOException
  {
    PrintStream before = System.err;
    PrintStream log = new PrintStream (new FileOutputStream (name));
    System.setErr (log);
    try
      {
	work.run ();
      }
    finally
      {
	System.setErr (before);
	log.close ();
      }
  }

  static void forGood (String name) throws IOException
  {
    System.setOut (new PrintStream (new FileOutputStream (name)));
  }

  /* Put back on one path only.  */
  static void perhaps (String name, boolean back) throws IOException
  {
    InputStream before = System.in;
    System.setIn (new FileInputStream (name));
    if (back)
      System.setIn (before);
  }

  static Object with (URL[] where, String name) throws Exception
  {
    Thread t = Thread.currentThread ();
    ClassLoader before = t.getContextClassLoader ();
    URLClassLoader l = new URLClassLoader (where); // { dg-warning "'l' is never closed" }
    t.setContextClassLoader (l);
    try
      {
	return t.getName () + name;
      }
    finally
      {
	t.setContextClassLoader (before);
      }
  }

  static void from (URL[] where)
  {
    Thread.currentThread ().setContextClassLoader (new URLClassLoader (where));
  }
}
