/* Tracker, section 3.3: nested resources are one report, which names the handle
   whose closing cures it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.sql.*;
import java.util.zip.*;
import javax.sql.DataSource;

class ReportClusters
{
  /* ---- Wrappers.  ---- */

  static int gzip (File f) throws IOException
  {
    GZIPInputStream in = new GZIPInputStream (new FileInputStream (f)); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int gzipOfThree (File f) throws IOException
  {
    FileInputStream file = new FileInputStream (f); // { dg-warning "'file' is never closed" }
    BufferedInputStream buffered = new BufferedInputStream (file); // { dg-bogus "leak" }
    GZIPInputStream in = new GZIPInputStream (buffered); // { dg-bogus "leak" }
    return in.read ();
  }

  /* Its header may be none: the file is lost, and nobody has the wrapper.  */
  static int gzipThrows (File f) throws IOException
  {
    try (GZIPInputStream in = new GZIPInputStream (new FileInputStream (f))) // { dg-warning "might not be closed" }
      {
	return in.read ();
      }
  }

  static int gzipClosed (File f) throws IOException
  {
    try (FileInputStream file = new FileInputStream (f);
	 GZIPInputStream in = new GZIPInputStream (file))
      {
	return in.read ();
      }
  }

  /* Over nothing: it holds only its own memory.  */
  static int gzipOfMemory (byte[] bytes) throws IOException
  {
    GZIPInputStream in = new GZIPInputStream (new ByteArrayInputStream (bytes)); // { dg-warning "'in' is never ended" }
    return in.read ();
  }

  /* Released through what is wrapped.  */
  static int gzipByFile (File f) throws IOException
  {
    FileInputStream file = new FileInputStream (f);
    try
      {
	GZIPInputStream in = new GZIPInputStream (file);
	return in.read ();
      }
    finally
      {
	file.close ();
      }
  }

  /* ---- What is acquired within another.  ---- */

  static int three (DataSource source) throws SQLException
  {
    Connection connection = source.getConnection (); // { dg-warning "'connection' is never closed" }
    Statement statement = connection.createStatement (); // { dg-bogus "leak" }
    ResultSet rows = statement.executeQuery ("select 1"); // { dg-bogus "leak" }
    return rows.next () ? rows.getInt (1) : 0;
  }

  static int threeChained (DataSource source) throws SQLException
  {
    ResultSet rows = source.getConnection ().createStatement ().executeQuery ("select 1"); // { dg-warning "the 'DataSource.getConnection' result is never closed|closed" }
    return rows.next () ? rows.getInt (1) : 0;
  }

  static int threeOnException (DataSource source) throws SQLException
  {
    Connection connection = source.getConnection (); // { dg-warning "'connection' might not be closed" }
    Statement statement = connection.createStatement (); // { dg-bogus "leak" }
    ResultSet rows = statement.executeQuery ("select 1"); // { dg-bogus "leak" }
    int n = rows.next () ? rows.getInt (1) : 0;
    rows.close ();
    statement.close ();
    connection.close ();
    return n;
  }

  static int threeClosed (DataSource source) throws SQLException
  {
    try (Connection connection = source.getConnection ())
      {
	Statement statement = connection.createStatement ();
	ResultSet rows = statement.executeQuery ("select 1");
	return rows.next () ? rows.getInt (1) : 0;
      }
  }

  /* The connection is somebody else's: the statement it is then.  */
  static int two (Connection connection) throws SQLException
  {
    Statement statement = connection.createStatement (); // { dg-warning "'statement' is never closed" }
    ResultSet rows = statement.executeQuery ("select 1"); // { dg-bogus "leak" }
    return rows.next () ? rows.getInt (1) : 0;
  }

  static int one (Statement statement) throws SQLException
  {
    ResultSet rows = statement.executeQuery ("select 1"); // { dg-warning "'rows' is never closed" }
    return rows.next () ? rows.getInt (1) : 0;
  }

  /* The connection goes elsewhere, where the statement is not known.  */
  static Connection returned (DataSource source) throws SQLException
  {
    Connection connection = source.getConnection (); // { dg-warning "'connection' might not be closed" }
    Statement statement = connection.createStatement (); // { dg-warning "'statement' is never closed" }
    statement.executeUpdate ("set x = 1");
    return connection;
  }

  /* The statements of a loop are the connection's until it is closed.  */
  static void loop (DataSource source, String[] all) throws SQLException
  {
    Connection connection = source.getConnection (); // { dg-warning "'connection' might not be closed" }
    for (String one : all)
      {
	Statement statement = connection.createStatement (); // { dg-bogus "leak" }
	statement.executeUpdate (one);
      }
    connection.close ();
  }

  static void loopClosed (DataSource source, String[] all) throws SQLException
  {
    try (Connection connection = source.getConnection ())
      {
	for (String one : all)
	  {
	    Statement statement = connection.createStatement ();
	    statement.executeUpdate (one);
	  }
      }
  }

  /* Two that have nothing to do with each other are two reports.  */
  static void apart (File a, File b) throws IOException
  {
    FileInputStream in = new FileInputStream (a); // { dg-warning "'in' is never closed" }
    FileOutputStream out = new FileOutputStream (b); // { dg-warning "'out' is never closed" }
    out.write (in.read ());
  }
}
