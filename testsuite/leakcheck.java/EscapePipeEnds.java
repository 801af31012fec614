/* Ends of a pipe, which contracts say is what a call returns, are passed on while something is
   known of a member of this.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.locks.*;

class EscapePipeEnds
{
  private String name;
  private int written;
  private final ReadWriteLock both = new ReentrantReadWriteLock ();

  private int use (ReadableByteChannel end, InputStream in) throws IOException
  {
    if (name == null)
      throw new IOException ("no name");
    return in.read ();
  }

  int passedOn (String file) throws IOException
  {
    if (name == null)
      return -1;
    Pipe pipe = Pipe.open (); // { dg-warning "'Pipe.open' is never closed" }
    InputStream in = new FileInputStream (file); // { dg-warning "'in' is never closed" }
    int n = use (pipe.source (), in);
    pipe.source ().close ();
    pipe.sink ().close ();
    return n;
  }

  /* The member that is tested is null: the method called does throw.  */
  int surelyThrown (String file) throws IOException
  {
    if (name != null)
      return -1;
    InputStream in = new FileInputStream (file); // { dg-warning "'in' is never closed" }
    return use (null, in);
  }

  int bothClosed () throws IOException
  {
    if (name == null)
      return -1;
    Pipe pipe = Pipe.open ();
    try (Pipe.SourceChannel source = pipe.source (); Pipe.SinkChannel sink = pipe.sink ())
      {
	return source.read (ByteBuffer.allocate (8)) + sink.write (ByteBuffer.allocate (8));
      }
  }

  /* The same of one of two locks: the first is always true here.  */
  private boolean available (Lock lock)
  {
    return name != null && lock != null;
  }

  private boolean named (Lock lock)
  {
    return name != null && name.length () > 3 && lock != null;
  }

  void oneOfTwo ()
  {
    if (name == null)
      return;
    both.readLock ().lock (); // { dg-warning "might not be unlocked" }
    if (!named (both.readLock ()))
      return;
    name.length ();
    both.readLock ().unlock ();
  }

  void oneOfTwoAlways ()
  {
    if (name == null)
      return;
    both.readLock ().lock ();
    if (!available (both.readLock ()))
      return;
    written++;
    both.readLock ().unlock ();
  }

  void oneOfTwoUnlocked ()
  {
    if (name == null)
      return;
    both.readLock ().lock ();
    try
      {
	if (available (both.readLock ()))
	  name.length ();
      }
    finally
      {
	both.readLock ().unlock ();
      }
  }
}
