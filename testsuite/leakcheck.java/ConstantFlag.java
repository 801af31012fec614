/* A flag that is known where it is tested, and a switch that only some values of decide.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 9

import java.io.*;

class ConstantFlag
{
  private static boolean debug;
  private static boolean ending;

  static class Archive implements Closeable
  {
    private final RandomAccessFile file;
    private final int size;
    private boolean closed;

    Archive (File f) throws IOException
    {
      file = new RandomAccessFile (f, "r");
      boolean success = false;
      try
	{
	  size = file.readInt ();
	  success = true;
	}
      finally
	{
	  closed = !success;
	  if (!success)
	    file.close ();
	}
    }

    @Override public void close () throws IOException
    {
      closed = true;
      file.close ();
    }
  }

  static int lost (File f) throws IOException
  {
    Archive a = new Archive (f); // { dg-warning "never closed" }
    return a.size;
  }

  static int closed (File f) throws IOException
  {
    try (Archive a = new Archive (f))
      {
	return a.size;
      }
  }

  /* Whatever debug says, the reader stays open if it fails.  */
  static String first (BufferedReader in)
  {
    try
      {
	String line = in.readLine ();
	in.close ();
	return line;
      }
    catch (IOException e)
      {
	if (debug)
	  e.printStackTrace ();
	return null;
      }
  }

  static String firstOf (File f) throws IOException
  {
    return first (new BufferedReader (new FileReader (f))); // { dg-warning "might not be closed" }
  }

  /* The process ends: not to close then is no loss of the caller's.  */
  static void drop (Reader in) throws IOException
  {
    if (!ending)
      in.close ();
  }

  static void dropped (File f) throws IOException
  {
    drop (new FileReader (f));
  }

  static void droppedAtEnd (File f) throws IOException
  {
    Reader in = new FileReader (f); // { dg-warning "'in' might not be closed" }
    ending = true;
    drop (in);
  }
}
