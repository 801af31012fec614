/* A method that calls methods of different names on two fields: both are promises of it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// infer: TwoPromises$Both: @InheritableMustCall("end")
// infer: TwoPromises$Both.socket: @Owning
// infer: TwoPromises$Both.worker: @Owning
// infer: TwoPromises$Both.end(): @EnsuresCalledMethods(value = "this.socket", methods = "close")
// infer: TwoPromises$Both.end(): @EnsuresCalledMethods(value = "this.worker", methods = "halt")
// infer: TwoPromises$Worker: @InheritableMustCall("halt")
// infer: TwoPromises$Worker.s: @Owning
// infer: TwoPromises$Worker.halt(): @EnsuresCalledMethods(value = "this.s", methods = "close")

import java.io.IOException;
import java.net.Socket;

class TwoPromises
{
  static class Worker
  {
    private final Socket s;

    Worker () throws IOException
    {
      s = new Socket ("a", 1);
    }

    void halt () throws IOException
    {
      s.close ();
    }
  }

  static class Both
  {
    private final Socket socket;
    private final Worker worker;

    Both () throws IOException
    {
      socket = new Socket ("a", 1);
      try
	{
	  worker = new Worker ();
	}
      catch (IOException e)
	{
	  socket.close ();
	  throw e;
	}
    }

    void end () throws IOException
    {
      try
	{
	  socket.close ();
	}
      finally
	{
	  worker.halt ();
	}
    }
  }

  static void used () throws IOException
  {
    Both b = new Both ();
    b.end ();
  }

  static void lost () throws IOException
  {
    new Both (); // error: not-called
  }
}
