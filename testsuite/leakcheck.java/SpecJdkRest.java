/* What else in the JDK must be closed.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

class SpecJdkRest
{
  static int socket (String host) throws IOException
  {
    Socket socket = new Socket (host, 80); // { dg-warning "'socket' is never closed" }
    socket.setSoTimeout (100);
    return socket.getInputStream ().read ();
  }

  static int socketClosed (String host) throws IOException
  {
    try (Socket socket = new Socket (host, 80))
      {
	socket.setSoTimeout (100);
	return socket.getInputStream ().read ();
      }
  }

  static int closedByStream (String host) throws IOException
  {
    Socket socket = new Socket (host, 80); // { dg-bogus "closed" }
    InputStream in = socket.getInputStream ();
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static void server (int port) throws IOException
  {
    try (ServerSocket server = new ServerSocket (port))
      {
	for (;;)
	  {
	    Socket client = server.accept (); // { dg-warning "'client' is never closed" }
	    OutputStream out = client.getOutputStream ();
	    out.write (0);
	  }
      }
  }

  static void serverClosed (int port) throws IOException
  {
    try (ServerSocket server = new ServerSocket (port))
      {
	while (!server.isClosed ())
	  try (Socket client = server.accept ())
	    {
	      client.getOutputStream ().write (0);
	    }
      }
  }

  static int url (URL url) throws IOException
  {
    InputStream in = url.openStream (); // { dg-warning "'in' might not be closed" }
    int c = in.read ();
    in.close ();
    return c;
  }

  static long lines (Path path) throws IOException
  {
    return Files.lines (path).count (); // { dg-warning "never closed" }
  }

  static long linesClosed (Path path) throws IOException
  {
    try (Stream<String> lines = Files.lines (path))
      {
	return lines.filter (line -> !line.isEmpty ()).count ();
      }
  }

  static String first (Path path) throws IOException
  {
    BufferedReader in = Files.newBufferedReader (path); // { dg-warning "'in' is never closed" }
    return in.readLine ();
  }

  static int directory (Path path) throws IOException
  {
    int n = 0;
    DirectoryStream<Path> entries = Files.newDirectoryStream (path); // { dg-warning "'entries' is never closed" }
    for (Path entry : entries)
      n += entry.getNameCount ();
    return n;
  }

  static int directoryClosed (Path path) throws IOException
  {
    int n = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream (path))
      {
	for (Path entry : entries)
	  n += entry.getNameCount ();
      }
    return n;
  }

  static long length (String name) throws IOException
  {
    RandomAccessFile file = new RandomAccessFile (name, "r"); // { dg-warning "'file' might not be closed" }
    long length = file.length ();
    file.close ();
    return length;
  }

  static int zip (String name) throws IOException
  {
    ZipFile zip = new ZipFile (name); // { dg-warning "'zip' is never closed" }
    return zip.size ();
  }

  static int query (String url) throws SQLException
  {
    Connection connection = DriverManager.getConnection (url); // { dg-warning "'connection' might not be closed" }
    Statement statement = connection.createStatement (); // { dg-bogus "leak" }
    ResultSet rows = statement.executeQuery ("select 1"); // { dg-bogus "leak" }
    int n = rows.next () ? rows.getInt (1) : 0;
    rows.close ();
    statement.close ();
    connection.close ();
    return n;
  }

  static int queryClosed (String url) throws SQLException
  {
    try (Connection connection = DriverManager.getConnection (url);
	 Statement statement = connection.createStatement ();
	 ResultSet rows = statement.executeQuery ("select 1"))
      {
	return rows.next () ? rows.getInt (1) : 0;
      }
  }

  /* The connection is the caller's, the statement is not.  */
  static int prepared (Connection connection, String key) throws SQLException
  {
    PreparedStatement statement = connection.prepareStatement ("select 1 where ?"); // { dg-warning "'statement' might not be closed" }
    statement.setString (1, key);
    int n = statement.executeUpdate ();
    statement.close ();
    return n;
  }

  static int preparedClosed (Connection connection, String key) throws SQLException
  {
    PreparedStatement statement = connection.prepareStatement ("select 1 where ?");
    try
      {
	statement.setString (1, key);
	return statement.executeUpdate ();
      }
    finally
      {
	statement.close ();
      }
  }

  /* To close the connection closes them all.  */
  static int closedWithConnection (String url) throws SQLException
  {
    Connection connection = DriverManager.getConnection (url);
    try
      {
	Statement statement = connection.createStatement (); // { dg-bogus "leak" }
	return statement.executeUpdate ("delete from t");
      }
    finally
      {
	connection.close ();
      }
  }
}
