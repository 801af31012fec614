/* Tracker, sections 2.2 and 3.1: what is too deep for LimitLow is not for
   the default limits.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */


import java.io.*;

class LimitDefault
{
  static class Inner
  {
    InputStream in;
    Inner (InputStream in) { this.in = in; }
  }

  static class Outer
  {
    Inner inner;
    Outer (Inner inner) { this.inner = inner; }
    void shut () throws IOException { inner.in.close (); }
  }

  static void deep (File f) throws IOException
  {
    Outer outer = new Outer (new Inner (new FileInputStream (f)));
    outer.shut ();
  }

  static void shallow (File f) throws IOException
  {
    Inner inner = new Inner (new FileInputStream (f));
    inner.in.close ();
  }

  /* Wrappers that the specification knows take no depth.  */
  static void known (File f) throws IOException
  {
    PrintWriter out = new PrintWriter (new BufferedWriter (new OutputStreamWriter (new FileOutputStream (f))));
    out.close ();
  }
}
