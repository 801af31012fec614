/* An exception that says "connected already" cannot come from a pipe that was just made.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;

class ExceptionFreshPipe implements Closeable
{
  private final PipedReader there, back;
  private final PipedWriter to, from;

  ExceptionFreshPipe () throws IOException
  {
    there = new PipedReader ();
    back = new PipedReader ();
    to = new PipedWriter (there);
    from = new PipedWriter (back);
  }

  ExceptionFreshPipe (ExceptionFreshPipe other) throws IOException
  {
    there = new PipedReader ();
    to = new PipedWriter (there); // { dg-warning "'this.to' might not be closed" }
    back = other.back;
    from = new PipedWriter (back);
  }

  @Override public void close () throws IOException
  {
    to.close ();
    from.close ();
    there.close ();
    back.close ();
  }

  static PipedOutputStream local () throws IOException
  {
    PipedInputStream in = new PipedInputStream (100);
    PipedOutputStream first = new PipedOutputStream (in); // { dg-warning "'first' might not be closed" }
    PipedOutputStream second = new PipedOutputStream (in); // { dg-warning "'second' might not be closed" }
    first.close ();
    return second;
  }

  static long size (String name) throws IOException
  {
    RandomAccessFile f = new RandomAccessFile (name, "r");
    FileDescriptor fd = f.getFD ();
    boolean valid = fd.valid ();
    f.close ();
    return valid ? 1 : 0;
  }
}
