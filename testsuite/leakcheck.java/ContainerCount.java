/* How many there are in a collection.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
import java.io.*;
import java.util.*;

class ContainerCount
{
  static void closeAll (Collection<InputStream> all)
  {
    for (InputStream in : all)
      try
	{
	  in.close ();
	}
      catch (IOException e)
	{
	  System.err.println (e);
	}
  }

  static int leakMany (String[] names) throws IOException
  {
    List<InputStream> all = new ArrayList<> ();
    for (String name : names)
      all.add (new FileInputStream (name)); // { dg-warning "might not be closed" }
    if (all.size () > 4)
      return -1;
    closeAll (all);
    return 0;
  }

  static int cleanNone (String[] names)
  {
    List<InputStream> all = new ArrayList<> ();
    int bad = 0;
    for (String name : names)
      try
	{
	  all.add (new FileInputStream (name));
	}
      catch (IOException e)
	{
	  bad++;
	}
    if (all.size () == 0)
      return -1;
    closeAll (all);
    return bad;
  }

  static int leakSize (String[] names)
  {
    List<InputStream> all = new ArrayList<> ();
    int bad = 0;
    for (String name : names)
      try
	{
	  all.add (new FileInputStream (name)); // { dg-warning "might not be closed" }
	}
      catch (IOException e)
	{
	  bad++;
	}
    if (all.size () >= 2)
      return -1;
    closeAll (all);
    return bad;
  }

  /* What a class inherits, and what is said of the interface of its static type.  */
  static int leakArrayList (String[] names) throws IOException
  {
    ArrayList<InputStream> all = new ArrayList<> ();
    for (String name : names)
      all.add (new FileInputStream (name)); // { dg-warning "might not be closed" }
    if (all.size () > 4)
      return -1;
    closeAll (all);
    return 0;
  }

  static int cleanArrayList (String[] names)
  {
    ArrayList<InputStream> all = new ArrayList<> ();
    for (String name : names)
      try
	{
	  all.add (new FileInputStream (name));
	}
      catch (IOException e)
	{
	  continue;
	}
    if (all.size () < 1)
      return -1;
    closeAll (all);
    return 0;
  }

  static int cleanDeque (String[] names)
  {
    Deque<InputStream> all = new ArrayDeque<> ();
    for (String name : names)
      try
	{
	  all.add (new FileInputStream (name));
	}
      catch (IOException e)
	{
	  continue;
	}
    if (all.size () == 0)
      return -1;
    closeAll (all);
    return 0;
  }
}
