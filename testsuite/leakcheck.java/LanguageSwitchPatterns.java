/* switch over types.
   // needs 21

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class LanguageSwitchPatterns
{
  sealed interface Source permits Named, Given { }
  record Named (String name) implements Source { }
  record Given (InputStream in) implements Source { }

  static InputStream open (Source source) throws IOException
  {
    return switch (source)
      {
      case Named (String name) -> new FileInputStream (name);
      case Given (InputStream in) -> in;
      };
  }

  static int leaks (Source source) throws IOException
  {
    InputStream in = open (source); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int closes (Source source) throws IOException
  {
    try (InputStream in = open (source))
      {
	return in.read ();
      }
  }

  static int byType (Object object, String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    switch (object)
      {
      case null -> in.close ();
      case String text when text.isEmpty () -> in.close ();
      case Integer n when n > 5 -> System.out.println (n);
      default -> in.close ();
      }
    return 0;
  }

  static int byTypeClosed (Object object, String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return switch (object)
	  {
	  case String text -> text.length ();
	  case Closeable closeable -> 1;
	  case Integer n when n > 5 -> n;
	  default -> in.read ();
	  };
      }
    finally
      {
	in.close ();
      }
  }
}
