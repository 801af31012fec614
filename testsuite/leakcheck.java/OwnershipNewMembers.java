/* Members of a new object that no constructor sets are false, zero or null; others
   are what the constructor was given.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.*;

class OwnershipNewMembers
{
  static class Flag implements Closeable
  {
    private final FileInputStream in;
    private boolean closed;

    Flag(String name) throws IOException { in = new FileInputStream(name); }

    int read() throws IOException { return closed ? -1 : in.read(); }

    public void close() throws IOException {
      if (closed)
        return;
      closed = true;
      in.close();
    }
  }

  static int flag(String name) throws IOException {
    try (Flag f = new Flag(name)) {
      return f.read();
    }
  }

  static int flagOpen(String name) throws IOException {
    Flag f = new Flag(name); // { dg-warning "might not be closed" }
    int c = f.read();
    if (c > 0)
      f.close();
    return c;
  }

  // Nobody sets the flag that its `close' asks for.
  static class Forgotten implements Closeable
  {
    private final FileInputStream in;
    private boolean open;

    Forgotten(String name) throws IOException { in = new FileInputStream(name); }

    void reopen() { open = true; }

    public void close() throws IOException {
      if (open)
        in.close();
    }
  }

  static void forgotten(String name) throws IOException {
    Forgotten f = new Forgotten(name); // { dg-warning "is never closed" }
    f.close();
  }

  static void remembered(String name) throws IOException {
    Forgotten f = new Forgotten(name);
    f.reopen();
    f.close();
  }

  // One constructor leaves it to another, which sets the flag.
  static class Counted implements Closeable
  {
    private final FileInputStream in;
    private int users;

    Counted(String name, int users) throws IOException {
      in = new FileInputStream(name);
      this.users = users;
    }

    Counted(String name) throws IOException { this(name, 1); }

    public void close() throws IOException {
      if (users == 1)
        in.close();
    }
  }

  static void counted(String name) throws IOException {
    Counted c = new Counted(name);
    c.close();
  }

  static void countedTwo(String name) throws IOException {
    Counted c = new Counted(name, 2); // { dg-warning "is never closed" }
    c.close();
  }

  // The class above sets it before this class's own constructor goes on.
  static abstract class Base implements Closeable
  {
    Base() throws IOException { start(); }

    abstract void start() throws IOException;
  }

  static class Derived extends Base
  {
    private FileInputStream in;

    Derived() throws IOException { }

    void start() throws IOException { in = new FileInputStream("x"); }

    public void close() throws IOException {
      if (in != null)
        in.close();
    }
  }

  static void derived() throws IOException {
    Derived d = new Derived();
    d.close();
  }
}
