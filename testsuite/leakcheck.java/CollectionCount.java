/* How many there are in a collection.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
import java.io.*;
import java.util.*;

class CollectionCount
{
  static int leakMany (String[] names) throws IOException
  {
    List<InputStream> all = new ArrayList<> ();
    for (String name : names)
      all.add (new FileInputStream (name)); // { dg-warning "may not be closed" }
    if (all.size () > 4)
      return -1;
    for (InputStream in : all)
      in.close ();
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
    for (InputStream in : all)
      try
	{
	  in.close ();
	}
      catch (IOException e)
	{
	  bad++;
	}
    return bad;
  }

  static int leakSize (String[] names)
  {
    List<InputStream> all = new ArrayList<> ();
    int bad = 0;
    for (String name : names)
      try
	{
	  all.add (new FileInputStream (name)); // { dg-warning "may not be closed" }
	}
      catch (IOException e)
	{
	  bad++;
	}
    if (all.size () >= 2)
      return -1;
    for (InputStream in : all)
      try
	{
	  in.close ();
	}
      catch (IOException e)
	{
	  bad++;
	}
    return bad;
  }
}
