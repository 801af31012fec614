/* Objects that hold a resource, behind an interface: which body a call runs
   hangs on which class has the field that holds it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

class OwnershipInterface
{
  /* What a method of one class acquires comes through the interface.  */
  interface Source
  {
    InputStream open () throws IOException;
  }

  static class Disk implements Source
  {
    final String name;

    Disk (String name)
    {
      this.name = name;
    }

    public InputStream open () throws IOException
    {
      return new FileInputStream (name);
    }
  }

  static class Memory implements Source
  {
    public InputStream open ()
    {
      return new ByteArrayInputStream (new byte[1]);
    }
  }

  static Source source (String name)
  {
    return name == null ? new Memory () : new Disk (name);
  }

  static int opened (Source s) throws IOException
  {
    InputStream in = s.open (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int openedAndClosed (Source s) throws IOException
  {
    try (InputStream in = s.open ())
      {
	return in.read ();
      }
  }

  static InputStream openedForCaller (String name) throws IOException
  {
    return source (name).open ();
  }

  static int openedAndRead (String name) throws IOException
  {
    return source (name).open ().read (); // { dg-warning "opened by 'OwnershipInterface.Source.open' is never closed" }
  }

  static int fromMemory () throws IOException
  {
    Source s = new Memory ();
    return s.open ().read ();
  }

  /* What is called of an object that holds one.  */
  interface Transport extends Closeable
  {
    void send (byte[] data) throws IOException;

    @Override void close ();
  }

  static class Tcp implements Transport
  {
    private final Socket socket;

    Tcp (String host) throws IOException
    {
      socket = new Socket (host, 7);
    }

    public void send (byte[] data) throws IOException
    {
      socket.getOutputStream ().write (data);
    }

    public void close ()
    {
      if (socket != null)
	try
	  {
	    socket.close ();
	  }
	catch (IOException e)
	  {
	  }
    }
  }

  static class Null implements Transport
  {
    public void send (byte[] data)
    {
    }

    public void close ()
    {
    }
  }

  /* One around another, which is opened and closed as it is needed.  */
  static class Shared implements Transport
  {
    private Transport inner;
    private int count;
    private final String host;

    Shared (String host) throws IOException
    {
      this.host = host;
      open ();
    }

    private Shared open () throws IOException
    {
      if (inner == null)
	inner = transport (host);
      count++;
      return this;
    }

    public void send (byte[] data) throws IOException
    {
      try (Shared s = open ())
	{
	  s.inner.send (data);
	}
    }

    public void close ()
    {
      if (--count == 0)
	{
	  inner.close ();
	  inner = null;
	}
    }
  }

  static Transport transport (String host) throws IOException
  {
    return host == null ? new Null () : new Tcp (host);
  }

  static Transport shared (String host) throws IOException
  {
    return new Shared (host);
  }

  static void sent (String host) throws IOException
  {
    Transport t = transport (host); // { dg-warning "opened by 'OwnershipInterface.transport' is never closed" }
    t.send (new byte[1]);
  }

  static void sentAndClosed (String host) throws IOException
  {
    try (Transport t = transport (host))
      {
	t.send (new byte[1]);
      }
  }

  static void sentAndClosedUnlessItThrows (String host) throws IOException
  {
    Transport t = transport (host); // { dg-warning "opened by 'OwnershipInterface.transport' might not be closed" }
    t.send (new byte[1]);
    t.close ();
  }

  static void nothingSent () throws IOException
  {
    Transport t = new Null ();
    t.send (new byte[1]);
  }

  static void handedOn (List<Transport> all, String host) throws IOException
  {
    Transport t = transport (host);
    all.add (t);
  }

  /* Fields of different classes are different places.  */
  static class Archive implements Closeable
  {
    private final JarFile file;
    private Object note;

    Archive (String name) throws IOException
    {
      file = new JarFile (name);
    }

    void note (Object note)
    {
      this.note = note;
    }

    public void close () throws IOException
    {
      file.close ();
    }
  }

  static void noted (String name) throws IOException
  {
    try (Archive a = new Archive (name))
      {
	a.note (new Memory ());
      }
  }

  /* Constructors that tell others of their objects.  */
  static class Traced
  {
    private static final List<Traced> all = new ArrayList<> ();

    InputStream in;

    Traced ()
    {
      init (this);
    }

    Traced (InputStream in)
    {
      this.in = in;
    }

    private static void init (Traced t)
    {
      all.add (t);
    }

    static void closeAll () throws IOException
    {
      for (Traced t : all)
	t.in.close ();
    }
  }

  static void traced (String name) throws IOException
  {
    Traced t = new Traced ();
    t.in = new FileInputStream (name);
  }

  static void untraced (String name) throws IOException
  {
    Traced t = new Traced (new FileInputStream (name)); // { dg-warning "never closed" }
    t.in.read ();
  }
}
