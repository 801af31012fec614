/* Tracker, section 3.1: what richer limits report, poorer ones do, too, at the
   place or where it was acquired.  monotone.exp compares; what is found with
   the default limits stands here.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;
import java.util.concurrent.locks.*;

class LimitMonotone
{
  /* ---- A lock behind two members.  ---- */

  static class Guarded
  {
    final ReadWriteLock both = new ReentrantReadWriteLock ();
    int n;
  }

  final Guarded guarded = new Guarded ();

  int readDeep ()
  {
    guarded.both.readLock ().lock ();
    try
      {
	return guarded.n;
      }
    finally
      {
	guarded.both.readLock ().unlock ();
      }
  }

  void writeDeep (int k) throws IOException
  {
    guarded.both.writeLock ().lock ();
    if (k < 0)
      throw new IOException ("negative");
    guarded.n = k;
    guarded.both.writeLock ().unlock ();
  }

  /* ---- An object that has the lock's owner in a member.  ---- */

  static class Item
  {
    private final LimitMonotone owner;
    private final String name;

    Item (LimitMonotone owner, String name)
    {
      this.owner = owner;
      this.name = name;
    }
  }

  private final Lock items = new ReentrantLock ();
  private Item last;

  Item make (String name)
  {
    items.lock ();
    try
      {
	Item item = new Item (this, name);
	last = item;
	return item;
      }
    finally
      {
	items.unlock ();
      }
  }

  Item makeBad (String name) throws IOException
  {
    items.lock (); // { dg-warning "might not be unlocked" }
    Item item = new Item (this, name);
    if (name.isEmpty ())
      throw new IOException ("empty");
    items.unlock ();
    return item;
  }

  /* ---- Opened when first asked for, below others.  ---- */

  static class Source
  {
    private final File file;
    private InputStream in;

    Source (File file)
    {
      this.file = file;
    }

    boolean there ()
    {
      if (in == null)
	try
	  {
	    in = new FileInputStream (file);
	  }
	catch (IOException e)
	  {
	    return false;
	  }
      return true;
    }

    void close () throws IOException
    {
      if (in != null)
	in.close ();
      in = null;
    }
  }

  static class Folder
  {
    final Source main;

    Folder (Source main)
    {
      this.main = main;
    }

    boolean ready ()
    {
      return main.there ();
    }
  }

  private Folder folder;

  boolean asks ()
  {
    return folder.ready ();
  }

  static boolean asksNew (File f) throws IOException
  {
    Source s = new Source (f);
    boolean is = s.there ();
    s.close ();
    return is;
  }

  /* ---- A talk: a socket, its streams, and who has them.  ---- */

  static class Wire
  {
    final java.net.Socket socket;
    final BufferedReader in;
    final Writer out;

    Wire (String host) throws IOException
    {
      socket = new java.net.Socket (host, 25); // { dg-bogus "closed" }
      in = new BufferedReader (new InputStreamReader (socket.getInputStream ()));
      out = new OutputStreamWriter (socket.getOutputStream ());
    }

    String say (String what) throws IOException
    {
      out.write (what);
      out.flush ();
      return in.readLine ();
    }

    void close () throws IOException
    {
      socket.close ();
    }
  }

  static class Talk
  {
    final Wire wire;
    String last;

    Talk (Wire wire)
    {
      this.wire = wire;
    }

    void hello () throws IOException
    {
      last = wire.say ("hello");
    }
  }

  static String talk (String host) throws IOException
  {
    /* (The socket has six names here, one more than are followed.)  */
    Wire wire = new Wire (host);
    Talk talk = new Talk (wire);
    talk.hello ();
    if (talk.last == null)
      return "";
    talk.hello ();
    wire.close ();
    return talk.last;
  }

  static String talkClosed (String host) throws IOException
  {
    Wire wire = new Wire (host);
    try
      {
	Talk talk = new Talk (wire);
	talk.hello ();
	return talk.last;
      }
    finally
      {
	wire.close ();
      }
  }
}
