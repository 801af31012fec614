/* What came with Java 22 to 25: variables without a name, and statements before
   the call of another constructor.
   // needs 25

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class LanguageJava22To25
{
  record Two (int first, InputStream second) { }

  static int unnamedVariable (String name) throws IOException
  {
    try (var _ = new FileInputStream (name))
      {
	return 1;
      }
    catch (RuntimeException _)
      {
	return 2;
      }
  }

  static int unnamedPattern (Object object, String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    if (object instanceof Two (int first, _))
      return first;
    in.close ();
    return 0;
  }

  static int unnamedLambda (String name) throws IOException
  {
    try (InputStream in = new FileInputStream (name))
      {
	java.util.function.ToIntFunction<String> length = _ -> 7;
	return in.read () + length.applyAsInt (name);
      }
  }

  static class Base
  {
    final InputStream in;

    Base (InputStream in)
    {
      this.in = in;
    }
  }

  static class Checked extends Base
  {
    Checked (String name) throws IOException
    {
      if (name.isEmpty ())
	throw new IllegalArgumentException ("no name");
      InputStream own = new FileInputStream (name);
      super (own);
    }
  }

  static class Forgetful extends Base
  {
    Forgetful (String name, InputStream given) throws IOException
    {
      InputStream own = new FileInputStream (name); // { dg-warning "'own' is never closed" }
      int first = own.read ();
      if (first < 0)
	throw new IOException ("empty");
      super (given);
    }
  }
}
