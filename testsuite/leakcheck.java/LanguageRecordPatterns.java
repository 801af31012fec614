/* Patterns of records, nested and in conditions, and what javac adds to them
   (handlers that make a MatchException of what an accessor throws).
   // needs 21

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

class LanguageRecordPatterns
{
  record Open (String name, InputStream in) { }
  record Pair (Open left, Object right) { }
  enum Mode { CLOSE, KEEP, READ }
  sealed interface Job permits Read, Skip { }
  record Read (String name, int bytes) implements Job { }
  record Skip () implements Job { }

  static int closedByPattern (String name) throws IOException
  {
    Object open = new Open (name, new FileInputStream (name));
    if (open instanceof Open (String n, InputStream in))
      {
	in.close ();
	return n.length ();
      }
    return 0;
  }

  /* What is made is no Mode.  */
  static int ofAnotherClass (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    Object open = new Open (name, in);
    if (open instanceof Mode || !(open instanceof Record))
      return 0;
    in.close ();
    return 1;
  }

  static int nestedAndClosed (Pair pair, String name) throws IOException
  {
    InputStream own = new FileInputStream (name);
    try
      {
	if (pair instanceof Pair (Open (String n, InputStream in), Integer k)
	    && k > 3)
	  return in.read () + n.length ();
	return own.read ();
      }
    finally
      {
	own.close ();
      }
  }

  static int nestedNotClosed (Pair pair, String name) throws IOException
  {
    InputStream own = new FileInputStream (name); // { dg-warning "'own' might not be closed" }
    if (pair instanceof Pair (Open (var n, var in), String text))
      return text.length ();
    own.close ();
    return 1;
  }

  static int eachJob (List<Job> jobs) throws IOException
  {
    int sum = 0;
    for (Job job : jobs)
      sum += switch (job)
	{
	case Read (String name, int bytes) when bytes > 100 ->
	  {
	    try (InputStream in = new FileInputStream (name))
	      {
		yield in.read ();
	      }
	  }
	case Read (String name, int bytes) ->
	  {
	    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	    yield in.read ();
	  }
	case Skip () -> 0;
	};
    return sum;
  }

  static int guardedEnum (Mode mode, String name, int n) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	return switch (mode)
	  {
	  case CLOSE -> 0;
	  case Mode m when n > 5 -> m.ordinal ();
	  case KEEP -> 2;
	  case READ -> in.read ();
	  };
      }
    finally
      {
	in.close ();
      }
  }

  static int mixedCases (Object object, String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    String what = switch (object)
      {
      case null -> "none";
      case String s when s.length () > 3 ->
	{
	  in.close ();
	  yield s;
	}
      case Mode m when m == Mode.KEEP -> m.name ();
      default -> "other";
      };
    return what.length ();
  }
}
