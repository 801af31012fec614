/* What the specifications say of sockets and connections.  */

import java.io.*;
import java.net.*;
import javax.net.ssl.*;

class SpecNet
{
  static void unconnected () throws IOException
  {
    Socket s = new Socket ();
    s.setSoTimeout (10);
  }

  static void connected (SocketAddress a) throws IOException
  {
    Socket s = new Socket ();
    s.connect (a); /* { dg-warning "'s' is never closed" } */
    s.setSoTimeout (10);
  }

  static void connectedAndClosed (SocketAddress a) throws IOException
  {
    Socket s = new Socket ();
    try
      {
	s.connect (a);
      }
    finally
      {
	s.close ();
      }
  }

  static void boundAndConnected (SocketAddress a) throws IOException
  {
    Socket s = new Socket ();
    try
      {
	s.bind (null);
	s.connect (a);
      }
    finally
      {
	s.close ();
      }
  }

  static void named (String h) throws IOException
  {
    Socket s = new Socket (h, 80); /* { dg-warning "'s' is never closed" } */
    s.setSoTimeout (10);
  }

  static int itsStream (String h) throws IOException
  {
    Socket s = new Socket (h, 80); /* { dg-bogus "closed" } */
    try (InputStream in = s.getInputStream ())
      {
	return in.read ();
      }
  }

  static void itsStreamForgotten (String h) throws IOException
  {
    Socket s = new Socket (h, 80); /* { dg-warning "never closed" } */
    OutputStream o = s.getOutputStream ();
    o.write (1);
  }

  static void streamOfParameter (Socket s) throws IOException
  {
    s.getOutputStream ().write (1);
  }

  static void unbound () throws IOException
  {
    ServerSocket s = new ServerSocket ();
    s.setReuseAddress (true);
  }

  static void accepted (ServerSocket s) throws IOException
  {
    Socket c = s.accept (); /* { dg-warning "'c' is never closed" } */
    c.setSoTimeout (10);
  }

  static void acceptedAndClosed (int port) throws IOException
  {
    try (ServerSocket s = new ServerSocket (port); Socket c = s.accept ())
      {
	c.setSoTimeout (10);
      }
  }

  static void datagram () throws IOException
  {
    DatagramSocket d = new DatagramSocket (); /* { dg-warning "'d' is never closed" } */
    d.setSoTimeout (10);
  }

  static int url (URL u) throws IOException
  {
    InputStream in = u.openStream (); /* { dg-warning "'in' is never closed" } */
    return in.read ();
  }

  static int connection (URL u) throws IOException
  {
    URLConnection c = u.openConnection ();
    return c.getContentLength (); /* { dg-warning "'c' is never closed" } */
  }

  static int disconnected (URL u) throws IOException
  {
    HttpURLConnection c = (HttpURLConnection) u.openConnection ();
    try
      {
	return c.getInputStream ().read ();
      }
    finally
      {
	c.disconnect ();
      }
  }

  static void secure (SSLSocketFactory f, String h) throws IOException
  {
    Socket s = f.createSocket (h, 443); /* { dg-warning "'s' is never closed" } */
    s.setSoTimeout (10);
  }

  static void secureOver (SSLSocketFactory f, String h) throws IOException
  {
    Socket s = new Socket (h, 443);
    try (Socket t = f.createSocket (s, h, 443, true))
      {
	t.setSoTimeout (10);
      }
    finally
      {
	s.close ();
      }
  }

  static void loader (URL[] u) throws Exception
  {
    URLClassLoader l = new URLClassLoader (u); /* { dg-warning "'l' is never closed" } */
    l.loadClass ("x");
  }

  static void loaderClosed (URL[] u) throws Exception
  {
    try (URLClassLoader l = new URLClassLoader (u))
      {
	l.loadClass ("x");
      }
  }
}
