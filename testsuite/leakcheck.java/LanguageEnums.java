/* Enums with bodies, fields and static members.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;

enum LanguageEnums
{
  FIRST
    {
      @Override int read (String name) throws IOException
      {
	try (InputStream in = new FileInputStream (name))
	  {
	    return in.read ();
	  }
      }
    },
  SECOND ("second")
    {
      @Override int read (String name) throws IOException
      {
	InputStream in = new FileInputStream (name + suffix); // { dg-warning "'in' is never closed" }
	return in.read ();
      }
    };

  protected final String suffix;

  LanguageEnums ()
  {
    this ("");
  }

  LanguageEnums (String suffix)
  {
    this.suffix = suffix;
  }

  abstract int read (String name) throws IOException;

  static int all (String name) throws IOException
  {
    int sum = 0;
    for (LanguageEnums one : values ())
      sum += one.read (name);
    return sum;
  }

  static int named (String which, String name) throws IOException
  {
    FileReader in = new FileReader (name); // { dg-warning "'in' might not be closed" }
    LanguageEnums one = valueOf (which);
    if (one == FIRST)
      return 0;
    in.close ();
    return one.ordinal ();
  }

  static int namedAndClosed (String which, String name) throws IOException
  {
    FileReader in = new FileReader (name);
    try
      {
	return valueOf (which).ordinal () + in.read ();
      }
    finally
      {
	in.close ();
      }
  }
}
