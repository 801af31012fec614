/* Unchecked exceptions that a method two calls away throws.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.FileInputStream;
import java.io.IOException;

class UncheckedDeep
{
  static void inner (int k)
  {
    if (k < 0)
      throw new IllegalArgumentException ("k");
  }

  static void outer (int k)
  {
    inner (k);
  }

  static void state (int k)
  {
    if (k < 0)
      throw new IllegalStateException ("k");
  }

  static void outerState (int k)
  {
    state (k);
  }

  static void stops (int k)
  {
    try
      {
	inner (k);
      }
    catch (IllegalArgumentException e)
      {
	System.err.println (e);
      }
  }

  static int oneCall (String n, int k) throws IOException
  {
    FileInputStream in = new FileInputStream (n); // { dg-warning "'in' might not be closed" }
    inner (k);
    int c = in.read ();
    in.close ();
    return c;
  }

  static void twoCalls (String n, int k) throws IOException
  {
    FileInputStream in = new FileInputStream (n); // { dg-warning "'in' might not be closed" }
    outer (k);
    in.close ();
  }

  static void twoCallsOfState (String n, int k) throws IOException
  {
    FileInputStream in = new FileInputStream (n); // { dg-warning "'in' might not be closed" }
    outerState (k);
    in.close ();
  }

  static int caughtAndLost (String n, int k) throws IOException
  {
    FileInputStream in = new FileInputStream (n); // { dg-warning "'in' might not be closed" }
    try
      {
	outer (k);
      }
    catch (IllegalArgumentException e)
      {
	return 1;
      }
    in.close ();
    return 0;
  }

  // Clean, all of these.
  static void never (String n) throws IOException
  {
    FileInputStream in = new FileInputStream (n);
    outer (1);
    in.close ();
  }

  static void stopped (String n, int k) throws IOException
  {
    FileInputStream in = new FileInputStream (n);
    stops (k);
    in.close ();
  }

  static int caught (String n, int k) throws IOException
  {
    FileInputStream in = new FileInputStream (n);
    try
      {
	outer (k);
      }
    catch (IllegalArgumentException e)
      {
	in.close ();
	return 1;
      }
    in.close ();
    return 0;
  }

  static void atLast (String n, int k) throws IOException
  {
    FileInputStream in = new FileInputStream (n);
    try
      {
	outer (k);
      }
    finally
      {
	in.close ();
      }
  }
}
