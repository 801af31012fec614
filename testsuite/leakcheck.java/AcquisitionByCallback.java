/* Callbacks that are given a resource: who implements them has to release it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.*;

class AcquisitionByCallback
{
  private final List<AsynchronousSocketChannel> guests = new ArrayList<> ();

  class Forgets implements CompletionHandler<AsynchronousSocketChannel, String>
  {
    private int n;

    @Override public void completed (AsynchronousSocketChannel guest, String name) // { dg-warning "'guest' is never closed" }
    {
      n++;
    }

    @Override public void failed (Throwable t, String name)
    {
      n--;
    }
  }

  class Closes implements CompletionHandler<AsynchronousSocketChannel, String>
  {
    @Override public void completed (AsynchronousSocketChannel guest, String name)
    {
      try
	{
	  guest.close ();
	}
      catch (IOException e)
	{
	  guests.clear ();
	}
    }

    @Override public void failed (Throwable t, String name) { }
  }

  class Keeps implements CompletionHandler<AsynchronousSocketChannel, String>
  {
    @Override public void completed (AsynchronousSocketChannel guest, String name)
    {
      guests.add (guest);
    }

    @Override public void failed (Throwable t, String name) { }
  }

  /* A number is no resource.  */
  static class Reads implements CompletionHandler<Integer, ByteBuffer>
  {
    private int sum;

    @Override public void completed (Integer n, ByteBuffer what)
    {
      sum += n;
    }

    @Override public void failed (Throwable t, ByteBuffer what) { }
  }

  void forget (AsynchronousServerSocketChannel door)
  {
    door.accept ("a", new CompletionHandler<AsynchronousSocketChannel, Object> ()
      {
	@Override public void completed (AsynchronousSocketChannel guest, Object o) // { dg-warning "'guest' might not be closed" }
	{
	  if (guests.isEmpty ())
	    guests.add (guest);
	}

	@Override public void failed (Throwable t, Object o) { }
      });
    door.accept ("b", new Keeps ());
  }
}
