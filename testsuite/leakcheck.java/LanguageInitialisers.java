/* Static and instance initialisers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

class LanguageInitialisers
{
  static final Properties CLOSED = new Properties ();
  static final Properties LEAKED = new Properties ();
  static InputStream standing;

  static
  {
    try (InputStream in = new FileInputStream ("a"))
      {
	CLOSED.load (in);
      }
    catch (IOException e)
      {
	throw new ExceptionInInitializerError (e);
      }
  }

  static
  {
    try
      {
	LEAKED.load (new FileInputStream ("b")); // { dg-warning "never closed" }
	standing = new FileInputStream ("c");
      }
    catch (IOException e)
      {
	throw new ExceptionInInitializerError (e);
      }
  }

  private final InputStream field;
  private int first;

  {
    InputStream other = new FileInputStream ("d"); // { dg-warning "'other' is never closed" }
    first = other.read ();
    field = new FileInputStream ("e");
  }

  LanguageInitialisers () throws IOException
  {
  }

  static void reopened () throws IOException
  {
    if (standing != null)
      standing.close ();
    standing = new FileInputStream ("f");
  }
}
