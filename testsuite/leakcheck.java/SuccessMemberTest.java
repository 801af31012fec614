/* What a method writes of its object: tests of other members hold on.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

class SuccessMemberTest
{
  private DataSource source;
  private int asked;
  private int[] counts;

  private Connection open () throws SQLException
  {
    if (source != null)
      return source.getConnection ();
    throw new IllegalStateException ("no source");
  }

  private void release (Connection c) throws SQLException
  {
    if (source != null)
      c.close ();
  }

  private void count ()
  {
    asked++;
  }

  private void countDeep ()
  {
    counts[0]++;
  }

  private void twice ()
  {
    count ();
    countDeep ();
  }

  private int getAsked ()
  {
    return asked;
  }

  private void remove (String id, Connection c) throws SQLException
  {
    try (PreparedStatement p = c.prepareStatement ("delete " + id))
      {
	p.setInt (1, getAsked ());
	p.execute ();
      }
  }

  private void removeAndForget (String id, Connection c) throws SQLException
  {
    try (PreparedStatement p = c.prepareStatement ("delete " + id))
      {
	forget ();
	p.execute ();
      }
  }

  private void forget ()
  {
    source = null;
  }

  private void forgetDeep ()
  {
    count ();
    forget ();
  }

  // ---- Another member is written.  ----

  void other () throws SQLException
  {
    Connection c = open ();
    try
      {
	count ();
      }
    finally
      {
	release (c);
      }
  }

  void behindOther () throws SQLException
  {
    Connection c = open ();
    try
      {
	countDeep ();
      }
    finally
      {
	release (c);
      }
  }

  void twoCallsDeep () throws SQLException
  {
    Connection c = open ();
    try
      {
	twice ();
      }
    finally
      {
	release (c);
      }
  }

  void getterInCallee () throws SQLException
  {
    Connection c = open ();
    try
      {
	remove ("a", c);
      }
    finally
      {
	release (c);
      }
  }

  void here () throws SQLException
  {
    Connection c = open ();
    asked = 3;
    release (c);
  }

  // ---- The same.  ----

  void same () throws SQLException
  {
    Connection c = open (); // { dg-warning "'c' might not be closed|'c' is never closed" }
    forget ();
    release (c);
  }

  void sameDeep () throws SQLException
  {
    Connection c = open (); // { dg-warning "'c' might not be closed|'c' is never closed" }
    forgetDeep ();
    release (c);
  }

  void sameInCallee () throws SQLException
  {
    Connection c = open (); // { dg-warning "'c' might not be closed|'c' is never closed" }
    try
      {
	removeAndForget ("a", c);
      }
    finally
      {
	release (c);
      }
  }

  void sameHere () throws SQLException
  {
    Connection c = open (); // { dg-warning "'c' might not be closed|'c' is never closed" }
    source = null;
    release (c);
  }

  // ---- Of a member that is an object.  ----

  static class Inner
  {
    boolean keep;
    int uses;

    void use ()
    {
      uses++;
    }
  }

  private final Inner inner = new Inner ();

  void innerOther (DataSource from) throws SQLException
  {
    if (inner.keep)
      return;
    Connection c = from.getConnection ();
    inner.use ();
    if (!inner.keep)
      c.close ();
  }
}
