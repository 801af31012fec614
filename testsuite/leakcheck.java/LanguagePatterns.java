/* Patterns and switch expressions.
   // needs 17

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class LanguagePatterns
{
  enum Mode { KEEP, CLOSE, READ }

  static void closeIfPossible (Object object) throws IOException
  {
    if (object instanceof Closeable closeable)
      closeable.close ();
  }

  static int closed (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return in.read ();
      }
    finally
      {
	if (in instanceof FileInputStream file && file.markSupported ())
	  file.close ();
	else
	  in.close ();
      }
  }

  static void closedAsObject (String name) throws IOException
  {
    closeIfPossible (new FileInputStream (name));
  }

  static int notClosed (Object object, String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    if (!(object instanceof String text) || text.isEmpty ())
      return 0;
    in.close ();
    return text.length ();
  }

  static InputStream opens (Mode mode, String name) throws IOException
  {
    return switch (mode)
      {
      case KEEP, CLOSE -> new FileInputStream (name);
      case READ ->
	{
	  InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
	  in.read ();
	  yield in;
	}
      };
  }

  static int arrows (Mode mode, String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    return switch (mode)
      {
      case KEEP -> 0;
      case CLOSE -> { in.close (); yield 1; }
      case READ -> { in.close (); yield 2; }
      };
  }

  static int arrowsClosed (Mode mode, String name) throws IOException
  {
    try (InputStream in = new FileInputStream (name))
      {
	return switch (mode)
	  {
	  case KEEP -> 0;
	  case CLOSE -> in.read ();
	  case READ -> in.read () + in.read ();
	  };
      }
  }

  static int strings (String how, String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    int n = switch (how)
      {
      case "one" -> 1;
      case "two", "three" -> 2;
      default -> 0;
      };
    in.close ();
    return n;
  }

  static void textBlock (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    System.out.println ("""
      read
      %d""".formatted (in.read ()));
  }
}
