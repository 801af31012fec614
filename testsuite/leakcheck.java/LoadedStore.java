/* Handles that are stored in an object whose address was loaded.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class LoadedStore
{
  static class Inner
  {
    InputStream i;
  }

  static class Outer
  {
    Inner y;
  }

  static Outer kept;

  static void lost (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    d.y.i = new FileInputStream (n); // { dg-warning "is never closed" }
  }

  static int sometimes (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    d.y.i = new FileInputStream (n); // { dg-warning "might not be closed" }
    if (n.isEmpty ())
      return 0;
    d.y.i.close ();
    return 1;
  }

  // Clean, all of these.
  static void closed (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    d.y.i = new FileInputStream (n);
    d.y.i.close ();
  }

  static int closedAtLast (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    d.y.i = new FileInputStream (n);
    try
      {
	return d.y.i.read ();
      }
    finally
      {
	d.y.i.close ();
      }
  }

  static void stored (Outer d, String n) throws IOException
  {
    d.y.i = new FileInputStream (n);
  }

  static Outer returned (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    d.y.i = new FileInputStream (n);
    return d;
  }

  static Inner contents (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    d.y.i = new FileInputStream (n);
    return d.y;
  }

  static void global (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    kept = d;
    d.y.i = new FileInputStream (n);
  }

  static void two (String n, Inner other, boolean b) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    if (b)
      d.y = other;
    d.y.i = new FileInputStream (n);
  }

  static void shared (String n, Outer other) throws IOException
  {
    Inner in = new Inner ();
    Outer d = new Outer ();
    d.y = in;
    other.y = in;
    d.y.i = new FileInputStream (n);
  }

  static void byName (String n) throws IOException
  {
    Inner in = new Inner ();
    Outer d = new Outer ();
    d.y = in;
    d.y.i = new FileInputStream (n);
    in.i.close ();
  }

  static void byVariable (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    Inner in = d.y;
    d.y.i = new FileInputStream (n);
    in.i.close ();
  }
}
