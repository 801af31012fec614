/* Owners of collections, maps and arrays of resources.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// infer: Collections.closeAll(java.util.List): @Owning #1
// infer: Collections$ByHelper: @InheritableMustCall("close")
// infer: Collections$ByHelper.all: @Owning
// infer: Collections$ByHelper.new(java.util.List): @Owning #1
// infer: Collections$ByHelper.close(): @EnsuresCalledMethods(value = "this.all", methods = "close")
// infer: Collections$ByLambda: @InheritableMustCall("shutdown")
// infer: Collections$ByLambda.all: @Owning
// infer: Collections$ByLambda.shutdown(): @EnsuresCalledMethods(value = "this.all", methods = "close")
// infer: Collections$Pool: @InheritableMustCall("close")
// infer: Collections$Pool.all: @Owning
// infer: Collections$Pool.add(Collections$Res): @Owning #1
// infer: Collections$Pool.first(): @NotOwning
// infer: Collections$Pool.close(): @EnsuresCalledMethods(value = "this.all", methods = "close")
// infer: Collections$Res.s: @Owning
// infer: Collections$Res.close(): @EnsuresCalledMethods(value = "this.s", methods = "close")
// infer: Collections$Slots: @InheritableMustCall("end")
// infer: Collections$Slots.all: @Owning
// infer: Collections$Slots.new(Collections$Res[]): @Owning #1
// infer: Collections$Slots.set(int,Collections$Res): @Owning #2
// infer: Collections$Slots.end(): @EnsuresCalledMethods(value = "this.all", methods = "close")
// infer: Collections$Table: @InheritableMustCall("end")
// infer: Collections$Table.all: @Owning
// infer: Collections$Table.get(java.lang.String): @NotOwning
// infer: Collections$Table.end(): @EnsuresCalledMethods(value = "this.all", methods = "close")
// infer: Collections$Visiting: @InheritableMustCall("shutdown")
// infer: Collections$Visiting.all: @Owning
// infer: Collections$Visiting.shutdown(): @EnsuresCalledMethods(value = "this.all", methods = "close")

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

class Collections
{
  static class Res implements AutoCloseable
  {
    private final Socket s = new Socket ();

    public void close ()
    {
      try
	{
	  s.close ();
	}
      catch (IOException e)
	{
	  System.err.println (e);
	}
    }

    boolean idle ()
    {
      return s.isClosed ();
    }
  }

  static class Pool
  {
    private final List<Res> all = new ArrayList<> ();

    void add (Res r)
    {
      all.add (r);
    }

    Res first ()
    {
      return all.get (0);
    }

    Res take ()
    {
      return all.remove (0);
    }

    void prune ()
    {
      Iterator<Res> i = all.iterator ();
      while (i.hasNext ())
	{
	  Res r = i.next ();
	  if (r.idle ())
	    {
	      r.close ();
	      i.remove ();
	    }
	}
    }

    void close ()
    {
      for (Res r : all)
	r.close ();
      all.clear ();
    }
  }

  static class Visiting
  {
    private final List<Res> all = new ArrayList<> ();

    void shutdown ()
    {
      all.forEach (Res::close);
    }
  }

  static class ByLambda
  {
    private final List<Res> all = new ArrayList<> ();

    void shutdown ()
    {
      all.forEach (r -> r.close ());
    }
  }

  static class Table
  {
    private final Map<String, Res> all = new HashMap<> ();

    Res get (String key)
    {
      Res r = all.get (key);
      if (r == null)
	{
	  r = new Res ();
	  all.put (key, r);
	}
      return r;
    }

    void end ()
    {
      for (Res r : all.values ())
	if (r != null)
	  r.close ();
    }
  }

  static class Slots
  {
    private final Res[] all;

    Slots (Res[] all)
    {
      this.all = all;
    }

    void set (int i, Res r)
    {
      all[i] = r; // error: not-called
    }

    void end ()
    {
      for (Res r : all)
	if (r != null)
	  r.close ();
    }
  }

  static class ByHelper
  {
    private final List<Res> all;

    ByHelper (List<Res> all)
    {
      this.all = all;
    }

    void close ()
    {
      closeAll (all);
    }
  }

  static void closeAll (List<Res> list)
  {
    for (int i = 0; i < list.size (); i++)
      list.get (i).close ();
  }

  // No owners.
  static class OnlySome
  {
    private final List<Res> all = new ArrayList<> ();

    void prune ()
    {
      for (Res r : all)
	if (r.idle ())
	  r.close ();
    }

    void closeFirst ()
    {
      all.get (0).close ();
    }
  }

  static class Listening
  {
    private final List<Res> all = new ArrayList<> ();

    void add (Res r)
    {
      all.add (r);
    }

    void clear ()
    {
      all.clear ();
    }
  }

  static void closeOne (List<Res> list, int i)
  {
    list.get (i).close ();
  }

  static int count (List<Res> list)
  {
    int n = 0;
    for (Res r : list)
      if (r.idle ())
	n++;
    return n;
  }
}
