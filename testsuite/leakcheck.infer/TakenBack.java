/* Collections from which a caller takes back what it has added, and loops that leave some elements.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// infer: TakenBack$Given: @InheritableMustCall("stop")
// infer: TakenBack$Given.all: @Owning
// infer: TakenBack$Given.add(TakenBack$Res): @Owning #1
// infer: TakenBack$Given.stop(): @EnsuresCalledMethods(value = "this.all", methods = "close")
// infer: TakenBack$Log: @InheritableMustCall("end")
// infer: TakenBack$Log.all: @Owning
// infer: TakenBack$Log.end(): @EnsuresCalledMethods(value = "this.all", methods = "close")
// infer: TakenBack$Registry: @InheritableMustCall("stop")
// infer: TakenBack$Registry.all: @Owning
// infer: TakenBack$Registry.stop(): @EnsuresCalledMethods(value = "this.all", methods = "close")
// infer: TakenBack$Res.s: @Owning
// infer: TakenBack$Res.close(): @EnsuresCalledMethods(value = "this.s", methods = "close")

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

class TakenBack
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
  }

  /* Each resource closes itself, and is then no longer there.  */
  static class Registry
  {
    private final List<Res> all = new ArrayList<> ();

    void register (Res r)
    {
      all.add (r);
    }

    void deregister (Res r)
    {
      all.remove (r); // error: not-called
    }

    void stop ()
    {
      for (Res r : all)
	r.close ();
    }
  }

  /* What is removed is closed: what is added belongs to the object.  */
  static class Given
  {
    private final List<Res> all = new ArrayList<> ();

    void add (Res r)
    {
      all.add (r);
    }

    void forget (int i)
    {
      all.remove (i).close ();
    }

    void stop ()
    {
      for (Res r : all)
	r.close ();
    }
  }

  static class Log
  {
    private final Deque<Res> all = new ArrayDeque<> ();

    void open ()
    {
      all.add (new Res ());
    }

    /* The last one stays.  */
    void commit ()
    {
      while (all.size () > 1)
	all.poll ().close ();
    }

    void end ()
    {
      while (all.size () > 0)
	all.poll ().close ();
    }
  }
}
