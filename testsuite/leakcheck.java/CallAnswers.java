/* Methods that only test what they are given, and those that throw only in some states.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 11

import java.io.*;
import java.util.*;

class CallAnswers
{
  /* ---- Tests.  ---- */

  static void closedIfThere (File f)
  {
    Reader in = null;
    try
      {
	in = new FileReader (f);
	in.read ();
      }
    catch (IOException e)
      {
	System.err.println (e);
      }
    finally
      {
	if (!Objects.isNull (in))
	  closeQuietly (in);
      }
  }

  static void closedIfAsked (File f, Object asked) throws IOException
  {
    Reader in = new FileReader (f); // { dg-warning "'in' might not be closed" }
    if (Objects.nonNull (asked))
      in.close ();
  }

  static void closedIfPresent (String name) throws IOException
  {
    Optional<InputStream> in
      = Optional.ofNullable (CallAnswers.class.getResourceAsStream (name));
    if (in.isPresent ())
      in.get ().close ();
  }

  static boolean closedUnlessEmpty (String name) throws IOException
  {
    InputStream in = CallAnswers.class.getResourceAsStream (name);
    if (Optional.ofNullable (in).isEmpty ())
      return false;
    in.close ();
    return true;
  }

  static boolean lostIfPresent (String name) throws IOException
  {
    InputStream in = CallAnswers.class.getResourceAsStream (name); // { dg-warning "'in' is never closed" }
    if (Optional.ofNullable (in).isPresent ())
      return true;
    in.close ();
    return false;
  }

  static void closeQuietly (Closeable c)
  {
    try
      {
	if (Objects.nonNull (c))
	  c.close ();
      }
    catch (IOException e)
      {
	System.err.println (e);
      }
  }

  static void byHelper (File f) throws IOException
  {
    Reader in = new FileReader (f);
    closeQuietly (in);
  }

  /* ---- Exceptions of some states only.  ---- */

  static int required (String name) throws IOException
  {
    InputStream in = Objects.requireNonNull (CallAnswers.class.getResourceAsStream (name), name);
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static InputStream present (String name)
  {
    return Optional.ofNullable (CallAnswers.class.getResourceAsStream (name))
      .orElseThrow (() -> new NoSuchElementException (name));
  }

  static int presentAndLost (String name) throws IOException
  {
    return Optional.ofNullable (CallAnswers.class.getResourceAsStream (name)) // { dg-warning "never closed" }
      .orElseThrow (() -> new NoSuchElementException (name)).read ();
  }

  static int otherRequired (File f, String name) throws IOException
  {
    try
      {
	Reader in = new FileReader (f); // { dg-warning "'in' might not be closed" }
	String line = Optional.ofNullable (name)
	  .orElseThrow (() -> new FileNotFoundException ("none"));
	in.close ();
	return line.length ();
      }
    catch (FileNotFoundException e)
      {
	return 0;
      }
  }
}
