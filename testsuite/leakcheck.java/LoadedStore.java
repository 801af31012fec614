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

  // ---- In what an argument leads to.  ----

  static class Made
  {
    final Inner y = new Inner ();
    Inner other = new Inner ();

    void open (String n) throws IOException
    {
      y.i = new FileInputStream (n);
    }

    void openOther (String n) throws IOException
    {
      other.i = new FileInputStream (n);
    }

    void close () throws IOException
    {
      y.i.close ();
    }

    void set (Inner n)
    {
      other = n;
    }

    Inner get ()
    {
      return y;
    }

    void twice (String n) throws IOException
    {
      y.i = new FileInputStream (n); // { dg-warning "might not be closed" }
      y.i = new FileInputStream (n);
    }

    void forgotten (String n) throws IOException
    {
      y.i = new FileInputStream (n); // { dg-warning "might not be closed" }
      y.i.read ();
      y.i = null;
    }

    // Clean.
    void again (String n) throws IOException
    {
      y.i = new FileInputStream (n);
      y.i.close ();
      y.i = new FileInputStream (n);
    }

    void anotherOne (String n, Inner in) throws IOException
    {
      other.i = new FileInputStream (n);
      other = in;
      other.i = null;
    }

    void setAnother (String n, Inner in) throws IOException
    {
      other.i = new FileInputStream (n);
      set (in);
      other.i = null;
    }

    void listedBefore (String n) throws IOException
    {
      y.i = new FileInputStream (n);
      all.add (y);
      y.i = null;
    }
  }

  static final java.util.List<Object> all = new java.util.ArrayList<> ();

  static class Given
  {
    final Inner y;

    Given (Inner y)
    {
      this.y = y;
    }
  }

  static class Listed
  {
    final Inner y = new Inner ();

    Listed ()
    {
      all.add (y);
    }
  }

  static void fill (Outer d, String n) throws IOException
  {
    d.y.i = new FileInputStream (n);
  }

  static void fill (Given d, String n) throws IOException
  {
    d.y.i = new FileInputStream (n);
  }

  static void fill (Listed d, String n) throws IOException
  {
    d.y.i = new FileInputStream (n);
  }

  static void filled (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    fill (d, n); // { dg-warning "is never closed" }
  }

  static void opened (String n) throws IOException
  {
    Made d = new Made ();
    d.open (n); // { dg-warning "is never closed" }
  }

  static void openedOther (String n) throws IOException
  {
    Made d = new Made ();
    d.openOther (n); // { dg-warning "is never closed" }
  }

  static void direct (String n) throws IOException
  {
    Made d = new Made ();
    d.y.i = new FileInputStream (n); // { dg-warning "is never closed" }
  }

  // Clean, all of these.
  static void filledAndClosed (String n) throws IOException
  {
    Outer d = new Outer ();
    d.y = new Inner ();
    fill (d, n);
    d.y.i.close ();
  }

  static void openedAndClosed (String n) throws IOException
  {
    Made d = new Made ();
    d.open (n);
    d.close ();
  }

  static Made openedAndReturned (String n) throws IOException
  {
    Made d = new Made ();
    d.open (n);
    return d;
  }

  static void openedAndListed (String n) throws IOException
  {
    Made d = new Made ();
    d.open (n);
    all.add (d);
  }

  static void listedAndOpened (String n) throws IOException
  {
    Made d = new Made ();
    all.add (d);
    d.open (n);
  }

  static void listedContents (String n) throws IOException
  {
    Made d = new Made ();
    all.add (d.y);
    d.open (n);
  }

  static void gotContents (String n) throws IOException
  {
    Made d = new Made ();
    Inner y = d.get ();
    d.open (n);
    y.i.close ();
  }

  static void loadedContents (String n) throws IOException
  {
    Made d = new Made ();
    Inner y = d.y;
    d.y.i = new FileInputStream (n);
    y.i.close ();
  }

  static void setContents (Inner y, String n) throws IOException
  {
    Made d = new Made ();
    d.set (y);
    d.openOther (n);
  }

  static void givenContents (Inner y, String n) throws IOException
  {
    fill (new Given (y), n);
  }

  static void listedByConstructor (String n) throws IOException
  {
    Listed d = new Listed ();
    fill (d, n);
  }

  static void eitherOne (boolean b, Made e, String n) throws IOException
  {
    Made d = b ? new Made () : e;
    d.open (n);
  }
}
