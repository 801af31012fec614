/* String concatenation, by StringBuilder and by invokedynamic.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

class LanguageConcatenation
{
  static String text;

  static int between (String folder, String name, int n) throws IOException
  {
    InputStream in = new FileInputStream (folder + "/" + name + n);
    try
      {
	text = "read " + in.read () + " from " + name;
	return 0;
      }
    finally
      {
	in.close ();
      }
  }

  /* To be part of a text is not to be kept.  */
  static void shown (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    text = "opened " + in;
  }

  static String shownAndRead (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    String shown = in + ":" + in.read () + '.' + 1L + 2.0f + true;
    in.close ();
    return shown;
  }

  static String shownAndClosed (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    String shown = in + ":" + name + '.' + 1L + 2.0f + true;
    in.close ();
    return shown;
  }

  static String grows (String name) throws IOException
  {
    String all = "";
    try (InputStream in = new FileInputStream (name))
      {
	for (int c; (c = in.read ()) >= 0; )
	  all += (char) c;
      }
    return all;
  }

  static String growsAndLeaks (String name) throws IOException
  {
    String all = "";
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    for (int c; (c = in.read ()) >= 0; )
      all += (char) c;
    return all;
  }

  static String built (String name) throws IOException
  {
    StringBuilder builder = new StringBuilder ();
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    builder.append (in).append (in.read ());
    return builder.toString ();
  }
}
