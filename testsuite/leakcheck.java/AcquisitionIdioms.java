/* How real programs open and close (zookeeper, ant, log4j, tomcat), and look-alikes that leak.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.XAConnection;
import javax.sql.XADataSource;

class AcquisitionIdioms
{
  // ---- One of two wrappers, in the middle of an expression.  ----

  static class EitherReader
  {
    private final BufferedReader reader;

    EitherReader (File file, boolean fast) throws IOException
    {
      reader = new BufferedReader (fast ? new InputStreamReader (new FileInputStream (file))
				   : new InputStreamReader (new FileInputStream (file)), 100);
    }

    void close () throws IOException
    {
      reader.close ();
    }
  }

  static int either (File file, boolean fast) throws IOException
  {
    BufferedReader reader
      = new BufferedReader (fast ? new InputStreamReader (new FileInputStream (file))
			    : new InputStreamReader (new BufferedInput (file)));
    try
      {
	return reader.read ();
      }
    finally
      {
	reader.close ();
      }
  }

  static class BufferedInput extends FileInputStream
  {
    BufferedInput (File file) throws IOException
    {
      super (file);
    }
  }

  static int eitherLost (File file, boolean fast) throws IOException
  {
    BufferedReader reader = new BufferedReader (fast
	? new InputStreamReader (new FileInputStream (file)) // { dg-warning "leak: .* might not be closed" }
	: null);
    int first = reader.read ();
    if (first > 0)
      reader.close ();
    return first;
  }

  private PrintWriter writer;

  void openWriter (File file, boolean buffered, boolean plain)
  {
    FileOutputStream raw = null;
    OutputStream out = null;
    try
      {
	raw = new FileOutputStream (file, true);
	out = buffered ? new BufferedOutputStream (raw) : raw;
	writer = new PrintWriter (plain ? new OutputStreamWriter (out)
				  : new OutputStreamWriter (out, "latin1"), false);
      }
    catch (Exception e)
      {
	writer = null;
	if (raw != null)
	  try
	    {
	      raw.close ();
	    }
	  catch (IOException ignored)
	    {
	    }
      }
  }

  // ---- What is new is not null, and its fields are.  ----

  static int newIsThere (URL url) throws IOException
  {
    StringBuilder name = null;
    InputStream in = null;
    try
      {
	name = new StringBuilder (url.toString ());
	URLConnection connection = url.openConnection ();
	in = connection.getInputStream ();
      }
    catch (Exception e)
      {
	System.err.println (e);
      }
    if (name == null)
      return -1;
    try
      {
	return in.read ();
      }
    finally
      {
	if (in != null)
	  in.close ();
      }
  }

  static int newIsNotThere (URL url, boolean named) throws IOException
  {
    StringBuilder name = null;
    InputStream in = null;
    try
      {
	URLConnection connection = url.openConnection ();
	in = connection.getInputStream (); // { dg-warning "'in' might not be closed" }
	name = named ? new StringBuilder (url.toString ()) : null;
      }
    catch (Exception e)
      {
	System.err.println (e);
      }
    if (name == null)
      return -1;
    try
      {
	return in.read ();
      }
    finally
      {
	if (in != null)
	  in.close ();
      }
  }

  static class Input implements AutoCloseable
  {
    private final InputStream in;
    private Reader reader;

    Input (Path source, String encoding) throws IOException
    {
      in = Files.newInputStream (source);
      try
	{
	  reader = encoding != null ? new InputStreamReader (in, encoding)
	    : new InputStreamReader (in);
	}
      finally
	{
	  if (reader == null)
	    in.close ();
	}
    }

    public void close () throws IOException
    {
      in.close ();
    }
  }

  static class InputLost implements AutoCloseable
  {
    private final InputStream in;
    private Reader reader = System.in == null ? null : new InputStreamReader (System.in);

    InputLost (Path source, String encoding) throws IOException
    {
      in = Files.newInputStream (source); // { dg-warning "'this.in' might not be closed" }
      try
	{
	  reader = encoding != null ? new InputStreamReader (in, encoding)
	    : new InputStreamReader (in);
	}
      finally
	{
	  if (reader == null)
	    in.close ();
	}
    }

    public void close () throws IOException
    {
      in.close ();
    }
  }

  // ---- Who asks whether it is closed.  ----

  static void closeQuietly (SocketChannel channel)
  {
    if (!channel.isOpen ())
      return;
    try
      {
	channel.close ();
      }
    catch (IOException ignored)
      {
      }
  }

  private final Set<SocketChannel> accepted = new HashSet<> ();

  void accept (ServerSocketChannel server)
  {
    SocketChannel channel = null;
    try
      {
	channel = server.accept ();
	channel.configureBlocking (false);
	accepted.add (channel);
      }
    catch (IOException e)
      {
	if (channel != null)
	  closeQuietly (channel);
      }
  }

  static void closeUnlessClosed (ServerSocket server) throws IOException
  {
    boolean failed = true;
    Socket socket = server.accept ();
    try
      {
	socket.setSoTimeout (1);
	failed = false;
      }
    finally
      {
	if (failed && !socket.isClosed ())
	  socket.close ();
      }
    if (!socket.isClosed ())
      socket.close ();
  }

  static void closeIfClosed (ServerSocket server) throws IOException
  {
    Socket socket = server.accept (); // { dg-warning "'socket' might not be closed" }
    if (socket.isClosed ())
      socket.close ();
  }

  // What the parent answers does not close the child.
  static int childOfOpen (Connection connection, String query) throws SQLException
  {
    if (connection.isClosed ())
      return -1;
    Statement statement = connection.createStatement (); // { dg-warning "'statement' might not be closed" }
    int rows = statement.executeUpdate (query);
    if (connection.isClosed ())
      return -1;
    statement.close ();
    return rows;
  }

  // ---- What a statement does to its result set.  ----

  static int moreResults (Statement statement, String query) throws SQLException
  {
    int n = 0;
    ResultSet results = null;
    try
      {
	boolean more = statement.execute (query);
	while (more)
	  {
	    results = statement.getResultSet ();
	    n++;
	    more = statement.getMoreResults ();
	  }
      }
    finally
      {
	if (results != null)
	  results.close ();
      }
    return n;
  }

  static int queryTwice (Statement statement) throws SQLException
  {
    ResultSet results = statement.executeQuery ("one");
    results = statement.executeQuery ("two"); // { dg-warning "'results' might not be closed" }
    int n = results.getInt (1);
    results.close ();
    return n;
  }

  static int twoStatements (Statement first, Statement second) throws SQLException
  {
    ResultSet results = first.executeQuery ("one"); // { dg-warning "'results' is never closed" }
    results = second.executeQuery ("two"); // { dg-warning "'results' might not be closed" }
    int n = results.getInt (1);
    results.close ();
    return n;
  }

  // ---- Somebody who is told.  ----

  static class Closer implements ConnectionEventListener
  {
    public void connectionClosed (ConnectionEvent event)
    {
      try
	{
	  ((PooledConnection) event.getSource ()).close ();
	}
      catch (SQLException ignored)
	{
	}
    }

    public void connectionErrorOccurred (ConnectionEvent event)
    {
      connectionClosed (event);
    }
  }

  static Connection told (XADataSource source) throws SQLException
  {
    XAConnection both = source.getXAConnection ();
    both.addConnectionEventListener (new Closer ());
    return both.getConnection ();
  }

  static Connection notTold (XADataSource source) throws SQLException
  {
    XAConnection both = source.getXAConnection (); // { dg-warning "'both' is never closed" }
    return both.getConnection ();
  }

  // ---- Pipes with one end.  ----

  static PipedInputStream end (int size)
  {
    PipedInputStream in = new PipedInputStream (size);
    return size > 4096 ? in : null;
  }

  static void ends (InputStream from) throws IOException
  {
    PipedInputStream in = new PipedInputStream ();
    PipedOutputStream out = new PipedOutputStream (in); // { dg-warning "'out' might not be closed" }
    int c = from.read ();
    out.write (c);
    out.close ();
  }
}
