/* switch on ints, strings and enums.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class LanguageSwitch
{
  enum Mode { KEEP, CLOSE, READ }

  static int allCases (String name, int n) throws IOException
  {
    InputStream in = new FileInputStream (name);
    switch (n)
      {
      case 0:
	in.close ();
	return 0;
      case 1:
      case 2:
	in.close ();
	return 1;
      default:
	in.close ();
	return 2;
      }
  }

  static int notAllCases (String name, int n) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    switch (n)
      {
      case 0:
	in.close ();
	return 0;
      case 1000000:
	return 1;
      default:
	in.close ();
	return 2;
      }
  }

  static void noDefault (String name, int n) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    switch (n)
      {
      case 0:
	in.close ();
	break;
      case 1:
	in.close ();
	break;
      }
  }

  static int onString (String name, String how) throws IOException
  {
    InputStream in = new FileInputStream (name);
    int n;
    switch (how)
      {
      case "close":
	n = 1;
	break;
      case "Aa":
      case "BB":
	n = 2;
	break;
      default:
	n = 3;
      }
    in.close ();
    return n;
  }

  static void onStringNotAll (String name, String how) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    switch (how)
      {
      case "close":
	in.close ();
	break;
      case "Aa":
	break;
      case "BB":
	in.close ();
	break;
      default:
	in.close ();
      }
  }

  static InputStream opensByString (String how) throws IOException
  {
    switch (how)
      {
      case "one":
	return new FileInputStream ("1");
      case "two":
	return new FileInputStream ("2");
      default:
	throw new IOException (how);
      }
  }

  static int opened (String how) throws IOException
  {
    InputStream in = opensByString (how); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int openedAndClosed (String how) throws IOException
  {
    try (InputStream in = opensByString (how))
      {
	return in.read ();
      }
  }

  static int onEnum (String name, Mode mode) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    switch (mode)
      {
      case KEEP:
	return 0;
      case CLOSE:
	in.close ();
	return 1;
      default:
	in.close ();
	return 2;
      }
  }

  static int onEnumAll (String name, Mode mode) throws IOException
  {
    InputStream in = new FileInputStream (name);
    try
      {
	switch (mode)
	  {
	  case KEEP:
	    return 0;
	  case READ:
	    return in.read ();
	  default:
	    throw new IllegalArgumentException (mode.name ());
	  }
      }
    finally
      {
	in.close ();
      }
  }

  static int fallsThrough (String name, int n) throws IOException
  {
    InputStream in = null;
    switch (n)
      {
      case 1:
	in = new FileInputStream (name);
	/* fall through */
      case 2:
	if (in != null)
	  in.close ();
	return 2;
      default:
	return 0;
      }
  }

  static int inLoop (String name, int[] codes) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    for (int code : codes)
      switch (code)
	{
	case 'q':
	  return code;
	case 'x':
	  continue;
	default:
	  break;
	}
    in.close ();
    return 0;
  }
}
