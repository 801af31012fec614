/* Sealed types: all classes that are permitted count, whether they are made here or not.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 17

import java.io.*;

class CallSealed
{
  sealed interface Source permits FileSource, TextSource { Reader open () throws IOException; }

  record FileSource (File file) implements Source
  {
    @Override public Reader open () throws IOException { return new FileReader (file); }
  }

  record TextSource (String text) implements Source
  {
    @Override public Reader open () { return new StringReader (text); }
  }

  static Source text ()
  {
    return new TextSource ("x");
  }

  static int length (Source s, int max) throws IOException
  {
    Reader r = s.open (); // { dg-warning "'r' might not be closed" }
    int n = 0;
    while (r.read () >= 0)
      if (++n > max)
	throw new IOException ("too long");
    r.close ();
    return n;
  }

  static int lengthWell (Source s) throws IOException
  {
    try (Reader r = s.open ())
      {
	return r.read ();
      }
  }

  static int lengthOfText (String text) throws IOException
  {
    Reader r = new TextSource (text).open ();
    return r.read ();
  }

  /* Not sealed, and only this one is made.  */
  interface Open { Reader open () throws IOException; }

  record OpenFile (File file) implements Open
  {
    @Override public Reader open () throws IOException { return new FileReader (file); }
  }

  record OpenText (String text) implements Open
  {
    @Override public Reader open () { return new StringReader (text); }
  }

  static Open openText ()
  {
    return new OpenText ("x");
  }

  static int lengthOf (Open s) throws IOException
  {
    Reader r = s.open ();
    return r.read ();
  }
}
