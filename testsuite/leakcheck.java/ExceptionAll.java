/* Tracker, section 3.2 and table 2: all exceptions, believed in or not, are
   followed if the user wants it; but for those to be ignored.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-fplugin-arg-leakcheck-exceptions=all,-java.lang.Error,-FileNotFoundException" } */

import java.io.*;
import java.util.List;

class ExceptionAll
{
  /* Figure 5.  */
  static Integer figure5 (File in) throws IOException
  {
    FileInputStream fis = new FileInputStream (in); // { dg-warning "'fis' might not be closed" }
    Integer ret = null;
    try
      {
	int val = fis.read ();
	ret = new Integer (val);
      }
    catch (IOException e)
      {
      }
    fis.close ();
    return ret;
  }

  /* Out of any call.  */
  static int call (File in, List<String> list)
  {
    try
      {
	FileInputStream fis = new FileInputStream (in); // { dg-warning "'fis' might not be closed" }
	int n = list.size ();
	fis.close ();
	return n;
      }
    catch (IOException e)
      {
	return 0;
      }
  }

  static int callFinally (File in, List<String> list) throws IOException
  {
    FileInputStream fis = new FileInputStream (in);
    try
      {
	return list.size ();
      }
    finally
      {
	fis.close ();
      }
  }

  static void missing (String name) throws FileNotFoundException
  {
    if (name == null)
      throw new FileNotFoundException ();
  }

  /* To be ignored: by name, and with all below it.  */
  static void ignored (File in, int n) throws IOException
  {
    FileInputStream fis = null;
    fis = new FileInputStream (in);
    if (n == 1)
      throw new FileNotFoundException ();
    if (n == 2)
      throw new OutOfMemoryError ();
    fis.close ();
  }
}
