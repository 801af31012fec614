/* What handlers for unchecked exceptions are there for.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.logging.Logger;

class ExceptionEvidence
{
  private static final Logger LOG = Logger.getLogger ("beliefs");

  // ---- Character sets that every Java has.  ----

  static String utf8 (String name) throws IOException
  {
    BufferedReader in = new BufferedReader (new InputStreamReader (new FileInputStream (name), "UTF-8"));
    try
      {
	return in.readLine ();
      }
    finally
      {
	in.close ();
      }
  }

  static String latin (String name) throws IOException
  {
    try (InputStreamReader in = new InputStreamReader (new FileInputStream (name), "iso-8859-1"))
      {
	return "" + in.read ();
      }
  }

  static String someCharset (String name, String charset) throws IOException
  {
    try (InputStreamReader in = new InputStreamReader (new FileInputStream (name), charset)) // { dg-warning "'in' might not be closed" }
      {
	return "" + in.read ();
      }
  }

  static String rareCharset (String name) throws IOException
  {
    try (InputStreamReader in = new InputStreamReader (new FileInputStream (name), "KOI8-R")) // { dg-warning "'in' might not be closed" }
      {
	return "" + in.read ();
      }
  }

  // The handler has nothing to do, and does not make others throw.
  static byte[] encoded (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    byte[] bytes = null;
    try
      {
	System.out.println (name);
	bytes = name.getBytes ("UTF-8");
      }
    catch (UnsupportedEncodingException e)
      {
	return null;
      }
    in.close ();
    return bytes;
  }

  // ---- What an instruction throws.  ----

  static PrintStream beyondTheEnd (String[] names, int i) throws IOException
  {
    PrintStream log = null;
    try
      {
	String name = names[i + 1];
	log = new PrintStream (new FileOutputStream (name));
      }
    catch (ArrayIndexOutOfBoundsException e)
      {
	throw new IllegalArgumentException ("no name");
      }
    return log;
  }

  static int cast (String name, Object o) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    int n;
    try
      {
	n = ((Integer) o).intValue ();
	n += o.hashCode ();
      }
    catch (ClassCastException e)
      {
	n = 0;
      }
    in.close ();
    return n;
  }

  static int thrownByHelper (String name, int[] values, int i) throws IOException
  {
    FileInputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int n;
    try
      {
	n = pick (values, i);
      }
    catch (ArrayIndexOutOfBoundsException e)
      {
	return -1;
      }
    in.close ();
    return n;
  }

  static int pick (int[] values, int i)
  {
    return values[i];
  }

  // ---- What a method declares without need.  ----

  static int number (String name, String text) throws IOException
  {
    try
      {
	FileInputStream in = new FileInputStream (name);
	System.out.println (text);
	in.close ();
	return Integer.parseInt (text);
      }
    catch (NumberFormatException e)
      {
	return -1;
      }
  }

  static int numberInside (String name, String text) throws IOException
  {
    FileInputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    try
      {
	int n = Integer.parseInt (text);
	in.close ();
	return n;
      }
    catch (NumberFormatException e)
      {
	return -1;
      }
  }

  static int numberByHelper (String name, String text) throws IOException
  {
    FileInputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    try
      {
	int n = parse (text);
	in.close ();
	return n;
      }
    catch (NumberFormatException e)
      {
	return -1;
      }
  }

  static int parse (String text)
  {
    return Integer.parseInt (text.trim ());
  }

  static int closedByHelper (String name, String text) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    try
      {
	return parseAndClose (text, in);
      }
    catch (NumberFormatException e)
      {
	return -1;
      }
  }

  static int parseAndClose (String text, InputStream in) throws IOException
  {
    in.close ();
    return Integer.parseInt (text.trim ());
  }

  // ---- Handlers for whatever happens.  ----

  static class Task implements Runnable
  {
    private final Socket socket;

    Task (Socket socket)
    {
      this.socket = socket;
    }

    public void run ()
    {
      try
	{
	  socket.close ();
	}
      catch (IOException e)
	{
	  LOG.info ("close: " + e);
	}
    }
  }

  static void serve (ServerSocket server)
  {
    try
      {
	while (true)
	  {
	    Socket socket = server.accept ();
	    LOG.info ("from " + socket);
	    new Thread (new Task (socket)).start ();
	  }
      }
    catch (IOException e)
      {
	LOG.info ("accept: " + e);
      }
    catch (RuntimeException e)
      {
	LOG.info ("program: " + e);
      }
  }

  static void serveStrangers (ServerSocket server, Runnable welcome)
  {
    try
      {
	while (true)
	  {
	    Socket socket = server.accept (); // { dg-warning "'socket' might not be closed" }
	    greet (socket.getPort ());
	    new Thread (new Task (socket)).start ();
	  }
      }
    catch (IOException e)
      {
	LOG.info ("accept: " + e);
      }
    catch (RuntimeException e)
      {
	LOG.info ("program: " + e);
      }
  }

  static void greet (int port)
  {
    if (port < 1024)
      throw new IllegalStateException ("port " + port);
    System.out.println (port);
  }

  // Nothing of the program's own there: then it is the JDK that throws.
  static int onlyTheJdk (String name, java.util.List<String> list) throws IOException
  {
    OutputStream out = new FileOutputStream (name); // { dg-warning "'out' might not be closed" }
    try
      {
	list.get (3);
      }
    catch (IndexOutOfBoundsException e)
      {
	return -1;
      }
    out.close ();
    return 0;
  }
}
