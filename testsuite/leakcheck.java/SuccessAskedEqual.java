/* Two methods ask whether their arguments, or an argument and a constant field, are the same object.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;

class SuccessAskedEqual
{
  static final File STANDARD = new File ("");
  static File standard = new File ("");
  public File log;
  final PrintWriter console = new PrintWriter (System.out);

  static PrintWriter make (File f, PrintWriter console) throws IOException
  {
    return f == STANDARD ? console : new PrintWriter (new FileOutputStream (f));
  }

  static void done (File f, PrintWriter w)
  {
    if (f == STANDARD)
      w.flush ();
    else
      w.close ();
  }

  void cleanArgument (File f) throws IOException
  {
    PrintWriter w = make (f, console);
    try
      {
	w.println ("x");
      }
    finally
      {
	done (f, w);
      }
  }

  void cleanField () throws IOException
  {
    PrintWriter w = make (log, console);
    w.println ("x");
    done (log, w);
  }

  void cleanHalf (File f) throws IOException
  {
    PrintWriter w = make (f, console);
    if (f == STANDARD)
      w.flush ();
    else
      w.close ();
  }

  void leakOther (File f, File g) throws IOException
  {
    PrintWriter w = make (f, console);	// { dg-warning "resource leak" }
    done (g, w);
  }

  void leakExchanged (File f) throws IOException
  {
    PrintWriter w = make (f, console);	// { dg-warning "resource leak" }
    if (f == STANDARD)
      w.close ();
  }

  /* The same of two arguments.  */
  static FileOutputStream open (String name, String none) throws IOException
  {
    return name == none ? null : new FileOutputStream (name);
  }

  static void close (String name, String none, FileOutputStream s) throws IOException
  {
    if (name != none)
      s.close ();
  }

  void cleanTwo (String name, String none) throws IOException
  {
    FileOutputStream s = open (name, none);
    close (name, none, s);
  }

  void leakTwo (String name, String none, String other) throws IOException
  {
    FileOutputStream s = open (name, none);	// { dg-warning "resource leak" }
    close (name, other, s);
  }

  /* The field changes in between.  */
  static FileOutputStream openVariable (File f) throws IOException
  {
    return f == standard ? null : new FileOutputStream (f);
  }

  static void closeVariable (File f, FileOutputStream s) throws IOException
  {
    if (f != standard)
      s.close ();
  }

  void cleanVariable (File f) throws IOException
  {
    FileOutputStream s = openVariable (f);
    closeVariable (f, s);
  }

  void leakVariable (File f) throws IOException
  {
    FileOutputStream s = openVariable (f);	// { dg-warning "resource leak" }
    standard = f;
    closeVariable (f, s);
  }
}
