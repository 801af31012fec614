/* What opens something only if its caller says so.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;

class AcquisitionByFlag
{
  static OutputStream ifWanted (String name, boolean wanted) throws IOException
  {
    if (wanted)
      return new FileOutputStream (name);
    return null;
  }

  static InputStream ifOne (File file, int how) throws IOException
  {
    if (how == 1)
      return Files.newInputStream (file.toPath ());
    return null;
  }

  static OutputStream ifNamed (String name, String suffix) throws IOException
  {
    return suffix != null ? new FileOutputStream (name + suffix) : null;
  }

  static class Message
  {
    private final File file;
    private OutputStream out;

    Message (File file, boolean write) throws IOException
    {
      this.file = file;
      if (write)
	{
	  if (!file.exists () && !file.createNewFile ())
	    throw new IOException ("cannot make " + file);
	  out = new FileOutputStream (file);
	}
    }

    static Message of (File file, boolean write) throws IOException
    {
      return new Message (file, write);
    }

    void check () throws IOException
    {
      if (file.length () == 3)
	throw new IOException ("too short");
    }

    void close () throws IOException
    {
      if (out != null)
	out.close ();
    }
  }

  // ---- Nothing is opened.  ----

  static boolean notWanted (String name) throws IOException
  {
    OutputStream out = ifWanted (name, false);
    return out == null;
  }

  static boolean notOne (File file) throws IOException
  {
    InputStream in = ifOne (file, 2);
    return in == null;
  }

  static boolean notNamed (String name) throws IOException
  {
    OutputStream out = ifNamed (name, null);
    return out == null;
  }

  static void messageToRead (File file) throws IOException
  {
    Message m = new Message (file, false);
    m.check ();
  }

  static void messageToReadByFactory (File file) throws IOException
  {
    Message m = Message.of (file, false);
    m.check ();
    m.close ();
  }

  // ---- Something is.  ----

  static boolean wanted (String name) throws IOException
  {
    OutputStream out = ifWanted (name, true); // { dg-warning "'out' is never closed" }
    return out == null;
  }

  static boolean one (File file) throws IOException
  {
    InputStream in = ifOne (file, 1); // { dg-warning "'in' is never closed" }
    return in == null;
  }

  static boolean named (String name) throws IOException
  {
    OutputStream out = ifNamed (name, ".out"); // { dg-warning "'out' is never closed" }
    return out == null;
  }

  static boolean maybe (String name, boolean wanted) throws IOException
  {
    OutputStream out = ifWanted (name, wanted); // { dg-warning "'out' is never closed" }
    return out == null;
  }

  static void messageToWrite (File file) throws IOException
  {
    Message m = new Message (file, true); // { dg-warning "never closed" }
    m.check ();
  }

  static void messageToWriteByFactory (File file) throws IOException
  {
    Message m = Message.of (file, true); // { dg-warning "might not be closed" }
    m.check ();
    m.close ();
  }
}
