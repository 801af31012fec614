/* What the specifications say of java.sql and javax.sql.  */

import java.sql.*;
import javax.sql.DataSource;

class SpecSql
{
  static void connection (String u) throws SQLException
  {
    Connection c = DriverManager.getConnection (u); /* { dg-warning "'c' is never closed" } */
    c.setAutoCommit (true);
  }

  static void ofPool (DataSource d) throws SQLException
  {
    Connection c = d.getConnection (); /* { dg-warning "'c' is never closed" } */
    c.setAutoCommit (true);
  }

  static boolean withItsConnection (DataSource d) throws SQLException
  {
    try (Connection c = d.getConnection ())
      {
	Statement s = c.createStatement ();
	ResultSet r = s.executeQuery ("x");
	return r.next ();
      }
  }

  static boolean withItsStatement (Connection c) throws SQLException
  {
    try (PreparedStatement s = c.prepareStatement ("x"))
      {
	return s.executeQuery ().next ();
      }
  }

  static boolean statement (Connection c) throws SQLException
  {
    Statement s = c.createStatement (); /* { dg-warning "'s' is never closed" } */
    return s.execute ("x");
  }

  static boolean onlyResults (Statement s) throws SQLException
  {
    ResultSet r = s.executeQuery ("x"); /* { dg-warning "'r' is never closed" } */
    return r.next ();
  }

  static boolean statementForgotten (Connection c) throws SQLException
  {
    Statement s = c.createStatement (); /* { dg-warning "'s' is never closed" } */
    try (ResultSet r = s.executeQuery ("x"))
      {
	return r.next ();
      }
  }

  static boolean allClosed (DataSource d) throws SQLException
  {
    try (Connection c = d.getConnection ();
	 PreparedStatement s = c.prepareStatement ("x");
	 ResultSet r = s.executeQuery ())
      {
	return r.next ();
      }
  }

  static boolean data (Connection c) throws SQLException
  {
    DatabaseMetaData m = c.getMetaData ();
    ResultSet r = m.getTables (null, null, "x", null); /* { dg-warning "'r' is never closed" } */
    return r.next ();
  }

  static boolean dataClosed (DataSource d) throws SQLException
  {
    try (Connection c = d.getConnection ())
      {
	return c.getMetaData ().getTables (null, null, "x", null).next ();
      }
  }

  static Connection same (Statement s) throws SQLException
  {
    Connection c = s.getConnection ();
    c.setAutoCommit (true);
    return c;
  }

  static void borrowed (Statement s) throws SQLException
  {
    Connection c = s.getConnection ();
    c.setAutoCommit (true);
  }

  static int stream (ResultSet r) throws Exception
  {
    return r.getBinaryStream (1).read ();
  }
}
