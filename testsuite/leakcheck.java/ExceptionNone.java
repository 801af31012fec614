/* Tracker, section 3.2: calls throw what the user names, and nothing else.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-fplugin-arg-leakcheck-exceptions=none,ExceptionNone.Lost,-Found" } */

import java.io.*;

class ExceptionNone
{
  static class Lost extends IOException { }
  static class Found extends Lost { }
  static class Never extends IOException { }

  interface Finder
  {
    void lose () throws Lost;
    void find () throws Found;
    void never () throws Never;
  }

  static int nothing (File in) throws IOException
  {
    FileInputStream fis = new FileInputStream (in);
    int n = fis.read ();
    fis.close ();
    return n;
  }

  /* What is not closed at all still is a leak.  */
  static int never (File in) throws IOException
  {
    FileInputStream fis = new FileInputStream (in); // { dg-warning "'fis' is never closed" }
    return fis.read ();
  }

  /* A throw is no call.  */
  static void thrown (File in) throws IOException
  {
    FileInputStream fis = new FileInputStream (in); // { dg-warning "'fis' might not be closed" }
    if (fis.read () == 0)
      throw new IOException ("empty");
    fis.close ();
  }

  static void lost (File in, Finder finder) throws IOException
  {
    try
      {
	FileInputStream fis = new FileInputStream (in); // { dg-warning "'fis' might not be closed" }
	finder.lose ();
	fis.close ();
      }
    catch (IOException e)
      {
      }
  }

  /* The nearest named counts.  */
  static void found (File in, Finder finder) throws IOException
  {
    try
      {
	FileInputStream fis = new FileInputStream (in);
	finder.find ();
	finder.never ();
	fis.close ();
      }
    catch (IOException e)
      {
      }
  }
}
