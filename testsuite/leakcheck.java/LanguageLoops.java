/* Loops.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

class LanguageLoops
{
  static int each (String[] names) throws IOException
  {
    int sum = 0;
    for (String name : names)
      {
	InputStream in = new FileInputStream (name);
	try
	  {
	    sum += in.read ();
	  }
	finally
	  {
	    in.close ();
	  }
      }
    return sum;
  }

  static int eachLeaks (String[] names) throws IOException
  {
    int sum = 0;
    for (String name : names)
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	sum += in.read ();
      }
    return sum;
  }

  static void continues (String[] names) throws IOException
  {
    for (String name : names)
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
	if (name.isEmpty ())
	  continue;
	in.close ();
      }
  }

  static void breaks (String[] names) throws IOException
  {
    for (String name : names)
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
	if (name.isEmpty ())
	  break;
	in.close ();
      }
  }

  static InputStream breaksWithIt (String[] names) throws IOException
  {
    InputStream in = null;
    for (String name : names)
      {
	in = new FileInputStream (name);
	if (name.isEmpty ())
	  break;
	in.close ();
	in = null;
      }
    return in;
  }

  static void closedBehind (String name) throws IOException
  {
    BufferedReader in = new BufferedReader (new FileReader (name)); // { dg-warning "'in' might not be closed" }
    // { dg-bogus "stream opened by .* is never closed" "" { target *-*-* } .-1 }
    String line;
    while ((line = in.readLine ()) != null)
      System.out.println (line);
    in.close ();
  }

  static void closedBehindWithFinally (String name) throws IOException
  {
    BufferedReader in = new BufferedReader (new FileReader (name)); // { dg-bogus "leak" }
    try
      {
	String line;
	while ((line = in.readLine ()) != null)
	  System.out.println (line);
      }
    finally
      {
	in.close ();
      }
  }

  static String returnsFromLoop (String name) throws IOException
  {
    BufferedReader in = new BufferedReader (new FileReader (name)); // { dg-warning "'in' might not be closed" }
    // { dg-bogus "stream opened by .* is never closed" "" { target *-*-* } .-1 }
    for (;;)
      {
	String line = in.readLine ();
	if (line == null)
	  {
	    in.close ();
	    return null;
	  }
	if (line.startsWith ("#"))
	  return line;
      }
  }

  static InputStream retries (String name) throws InterruptedException
  {
    while (true)
      try
	{
	  return new FileInputStream (name);
	}
      catch (IOException e)
	{
	  Thread.sleep (100);
	}
  }

  static int retriesAndCloses (String name) throws IOException
  {
    InputStream in = null;
    for (int i = 0; i < 3 && in == null; i++)
      try
	{
	  in = new FileInputStream (name);
	}
      catch (IOException e)
	{
	  System.err.println (e);
	}
    if (in == null)
      return -1;
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static void overwrites (String[] names) throws IOException
  {
    InputStream in = null;
    for (String name : names)
      in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
    if (in != null)
      in.close ();
  }

  static List<InputStream> collects (String[] names) throws IOException
  {
    List<InputStream> all = new ArrayList<InputStream> ();
    for (String name : names)
      all.add (new FileInputStream (name)); // { dg-bogus "leak" }
    return all;
  }

  static void array (String[] names) throws IOException
  {
    InputStream[] all = new InputStream[names.length];
    for (int i = 0; i < names.length; i++)
      all[i] = new FileInputStream (names[i]); // { dg-warning "might not be closed" }
    for (InputStream one : all)
      one.close ();
  }

  static void labels (String[][] names) throws IOException
  {
    outer:
    for (String[] row : names)
      for (String name : row)
	{
	  InputStream in = new FileInputStream (name); // { dg-warning "'in' might not be closed" }
	  if (in.available () == 0)
	    {
	      in.close ();
	      continue outer;
	    }
	  if (in.available () == 1)
	    break outer;
	  in.close ();
	}
  }

  static int doWhile (String name) throws IOException
  {
    int n = 0;
    do
      {
	InputStream in = new FileInputStream (name + n);
	in.close ();
	n++;
      }
    while (n < 10);
    return n;
  }
}
