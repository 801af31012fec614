/* A hierarchy for testsuite/java/read-test.c.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

package h;

import java.util.function.Supplier;

interface Closer
{
  void close ();
  default void closeQuietly () { close (); }
}

interface Flusher extends Closer
{
  @Override default void closeQuietly () { }
}

abstract class Base implements Closer
{
  int field;
  static final void fixed () { }
  final void last () { }
  private void hidden () { }
  void packaged () { }
  protected abstract int size ();
  @Override public String toString () { return "base"; }
}

class First extends Base
{
  @Override public void close () { }
  @Override protected int size () { return 1; }
  @Override void packaged () { }
}

class Second extends First implements Flusher
{
  @Override public void close () { }
}

class Third extends First
{
  @Override protected int size () { return 3; }
}

/* Never made.  */
class Fourth extends Base
{
  @Override public void close () { }
  @Override protected int size () { return 4; }
}

class NeverClosed implements Closer
{
  @Override public void close () { }
}

class Outside extends missing.Library
{
  public void close () { }
  Object object () { return new Outside (); }
}

final class Use
{
  Closer first () { return new First (); }
  Supplier<Base> second () { return Second::new; }
  Base[] array () { return new Base[] { new Third () }; }
  int call (Base base) { return base.size (); }
}
