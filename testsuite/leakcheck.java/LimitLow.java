/* Tracker, sections 2.2 and 3.1: what is too deep for the limits is assumed to
   leak (the slides 22 to 25, with wrappers of one's own).

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-additional-options "-fplugin-arg-leakcheck-level=2 -fplugin-arg-leakcheck-enable=limit -fplugin-arg-leakcheck-depth=1 -fplugin-arg-leakcheck-breadth=3" } */

import java.io.*;

class LimitLow
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
    Outer outer = new Outer (new Inner (new FileInputStream (f))); // { dg-warning "closed" }
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
