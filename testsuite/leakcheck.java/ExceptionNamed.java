/* Tracker, section 3.2: an unchecked exception that the user names comes out of
   any call; what is not named is followed where it is believed in.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-fplugin-arg-leakcheck-exceptions=java.lang.IllegalStateException,-java.net.UnknownHostException" } */

import java.io.*;
import java.net.*;
import java.util.List;

class ExceptionNamed
{
  static int anywhere (File in, List<String> list) throws FileNotFoundException
  {
    FileInputStream fis = new FileInputStream (in); // { dg-warning "'fis' might not be closed" }
    int n = list.size ();
    try
      {
	fis.close ();
      }
    catch (IOException e)
      {
      }
    return n;
  }

  static int caught (File in, List<String> list) throws IOException
  {
    FileInputStream fis = new FileInputStream (in);
    int n = 0;
    try
      {
	n = list.size ();
      }
    catch (IllegalStateException e)
      {
      }
    fis.close ();
    return n;
  }

  static void nothing (File in) throws IOException
  {
    FileInputStream fis = new FileInputStream (in);
    fis.close ();
  }

  static void declared (File in, Socket socket) throws IOException
  {
    FileInputStream fis = new FileInputStream (in); // { dg-warning "'fis' might not be closed" }
    try
      {
	fis.read ();
	fis.close ();
      }
    catch (IllegalStateException e)
      {
	fis.close ();
      }
  }

  static void ignored (File in, String name) throws IOException
  {
    FileInputStream fis = new FileInputStream (in);
    try
      {
	InetAddress.getByName (name);
      }
    catch (IllegalStateException e)
      {
      }
    fis.close ();
  }
}
