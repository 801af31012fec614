/* What Shapes.java needs to be compiled; its class is deleted then.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

package missing;

public class Library
{
  public void close ()
  {
  }
}
