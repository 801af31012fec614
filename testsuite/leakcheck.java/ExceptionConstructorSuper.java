/* Constructors that throw after that of the superclass has acquired something: the object is
   never given to anyone.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 9

import java.io.*;
import java.net.*;

class ExceptionConstructorSuper
{
  static class Magic extends FileInputStream
  {
    Magic (String name) throws IOException
    {
      super (name); // { dg-warning "might not be closed" }
      if (read () != 0x7f)
	throw new IOException (name);
    }
  }

  static class CarefulMagic extends FileInputStream
  {
    CarefulMagic (String name) throws IOException
    {
      super (name);
      try
	{
	  if (read () != 0x7f)
	    throw new IOException (name);
	}
      catch (IOException e)
	{
	  close ();
	  throw e;
	}
    }
  }

  static class Named extends FileInputStream
  {
    final String name;
    Named (File f) throws IOException
    {
      super (f);
      name = f.getName ();
    }
  }

  /* The superclass is one of the program.  */
  static class Twice extends Named
  {
    final int first;
    Twice (File f) throws IOException
    {
      super (f); // { dg-warning "might not be closed" }
      first = read ();
    }
  }

  static class Greeting extends Socket
  {
    Greeting (String host) throws IOException
    {
      super (host, 25); // { dg-warning "might not be closed" }
      setSoTimeout (100);
    }
  }

  /* Wrappers hold nothing of their own: the caller has what is wrapped.  */
  static class Header extends FilterInputStream
  {
    final int kind;
    Header (InputStream in) throws IOException
    {
      super (in);
      kind = read ();
    }
  }

  static int header (String name) throws IOException
  {
    try (InputStream in = new FileInputStream (name);
	 Header h = new Header (in))
      {
	return h.kind;
      }
  }

  static int magic (String name) throws IOException
  {
    try (Magic m = new Magic (name))
      {
	return m.read ();
      }
  }

  static int twice (File f) throws IOException
  {
    try (Twice t = new Twice (f))
      {
	return t.first;
      }
  }
}
