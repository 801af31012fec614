/* try-with-resources on variables that exist already.
   // needs 11

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

class LanguageTryWithVariable
{
  private final InputStream field;

  LanguageTryWithVariable (InputStream in)
  {
    field = in;
  }

  static int one (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try (in)
      {
	return in.read ();
      }
  }

  static void two (String from, String to) throws IOException
  {
    var in = new FileInputStream (from); // { dg-warning "'in' might not be closed" }
    var out = new FileOutputStream (to);
    try (in; out)
      {
	out.write (in.read ());
      }
  }

  static void twoSafely (String from, String to) throws IOException
  {
    var in = new FileInputStream (from);
    try (in; var out = new FileOutputStream (to))
      {
	out.write (in.read ());
      }
  }

  static int parameter (InputStream in) throws IOException
  {
    try (in)
      {
	return in.read ();
      }
  }

  static int givenToParameter (String name) throws IOException
  {
    return parameter (new FileInputStream (name));
  }

  int ofField () throws IOException
  {
    try (field)
      {
	return field.read ();
      }
  }

  static int readBefore (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    int first = in.read ();
    try (in)
      {
	return first + in.read ();
      }
  }

  static int wrongOne (String name) throws IOException
  {
    InputStream a = new FileInputStream (name);
    try (a)
      {
	InputStream b = new FileInputStream (name); // { dg-warning "'b' is never closed" }
	return b.read ();
      }
  }

  static void outOnly (String from, String to) throws IOException
  {
    OutputStream out = new FileOutputStream (to);
    try (out)
      {
	InputStream in = new FileInputStream (from); // { dg-warning "'in' might not be closed" }
	out.write (in.read ());
	in.close ();
      }
  }
}
