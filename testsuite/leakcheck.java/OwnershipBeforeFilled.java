/* Objects that are passed on before they hold something, and containers before they are filled.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 9

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.util.*;

class OwnershipBeforeFilled implements Closeable
{
  private Socket line;
  private final List<Reader> all = new ArrayList<> ();
  private static Socket shared;

  OwnershipBeforeFilled (File f) throws IOException
  {
    all.add (new FileReader (f));
  }

  void dial (SocketAddress to) throws IOException
  {
    line = new Socket ();
    line.connect (to);
  }

  static void dialShared (SocketAddress to) throws IOException
  {
    shared = new Socket ();
    shared.connect (to);
  }

  /* The first that throws keeps the others from being closed: no caller can do better.  */
  @Override public void close () throws IOException
  {
    for (Reader r : all)
      r.close ();
    if (line != null)
      line.close ();
  }

  static int use (File f, SocketAddress to) throws IOException
  {
    try (OwnershipBeforeFilled h = new OwnershipBeforeFilled (f))
      {
	h.dial (to);
	return h.line.getPort ();
      }
  }

  static int localList (File f) throws IOException
  {
    List<Reader> some = new ArrayList<> ();
    some.add (new FileReader (f)); // { dg-warning "never closed" }
    return some.size ();
  }

  /* ---- Made by a helper.  ---- */

  static Socket plain () throws IOException
  {
    Socket s = new Socket ();
    s.setTcpNoDelay (true);
    return s;
  }

  static int lost (SocketAddress to) throws IOException
  {
    Socket s = plain ();
    s.connect (to); // { dg-warning "'s' is never closed" }
    return s.getPort ();
  }

  static int closed (SocketAddress to) throws IOException
  {
    try (Socket s = plain ())
      {
	s.connect (to);
	return s.getPort ();
      }
  }

  static void parameter (Socket s, SocketAddress to) throws IOException
  {
    s.connect (to);
  }

  /* ---- Holders that a factory makes.  ---- */

  static class Holder implements Closeable
  {
    private final Reader r;
    private Holder (Reader r) { this.r = r; }
    static Holder of (Reader r) { return new Holder (r); }
    int first () throws IOException { return r.read (); }
    @Override public void close () throws IOException { r.close (); }
  }

  static int holderLost (File f) throws IOException
  {
    Holder h = Holder.of (new FileReader (f)); // { dg-warning "never closed" }
    return h.first ();
  }

  static int holderClosed (File f) throws IOException
  {
    try (Holder h = Holder.of (new FileReader (f)))
      {
	return h.first ();
      }
  }

  static Holder holderReturned (File f) throws IOException
  {
    return Holder.of (new FileReader (f));
  }

  /* ---- Failures of bind and connect.  ---- */

  static ServerSocket bindFails (SocketAddress a) throws IOException
  {
    ServerSocket s = new ServerSocket ();
    s.setReuseAddress (true);
    s.bind (a); // { dg-warning "'s' might not be closed" }
    return s;
  }

  static ServerSocket bindFailsAndClosed (SocketAddress a) throws IOException
  {
    ServerSocket s = new ServerSocket ();
    try
      {
	s.bind (a);
	return s;
      }
    catch (IOException e)
      {
	s.close ();
	throw e;
      }
  }

  /* A channel that cannot be connected is closed.  */
  static SocketChannel connected (SocketAddress a) throws IOException
  {
    SocketChannel c = SocketChannel.open ();
    c.connect (a);
    return c;
  }

  static SocketChannel configured (SocketAddress a) throws IOException
  {
    SocketChannel c = SocketChannel.open (); // { dg-warning "'c' might not be closed" }
    c.configureBlocking (false);
    c.connect (a);
    return c;
  }

  /* Of a socket that is connected getInputStream () does not fail.  */
  static InputStream stream (SocketAddress a) throws IOException
  {
    Socket s = new Socket ();
    s.connect (a);
    return s.getInputStream ();
  }

  static InputStream otherStream (File f, Socket s) throws IOException
  {
    Reader in = new FileReader (f); // { dg-warning "'in' might not be closed" }
    InputStream from = s.getInputStream ();
    in.close ();
    return from;
  }
}
