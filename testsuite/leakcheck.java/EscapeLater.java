// An object that holds a handle is given away at the end: on the ways there it is
// its function's.
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.util.*;

class EscapeLater {
  static class Source implements Closeable {
    private final BufferedReader reader;

    Source(File f) throws IOException {
      reader = new BufferedReader(new FileReader(f));
    }

    String next() throws IOException {
      return reader.readLine();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  static Source last;
  static final List<Source> all = new ArrayList<>();
  Source current;

  void leakBeforeMember(File f) throws IOException {
    Source src = new Source(f); // { dg-warning "might not be closed" }
    String header = src.next();
    if (header == null)
      throw new IOException("no header in " + f);
    current = src;
  }

  static void leakBeforeStatic(File f) throws IOException {
    Source src = new Source(f); // { dg-warning "might not be closed" }
    if (f.canRead())
      throw new IOException("odd file " + f);
    last = src;
  }

  static void leakBeforeAdded(File f) throws IOException {
    Source src = new Source(f); // { dg-warning "might not be closed" }
    if (f.canRead())
      throw new IOException("odd file " + f);
    all.add(src);
  }

  void cleanAtOnce(File f) throws IOException {
    current = new Source(f);
    String header = current.next();
    if (header == null)
      throw new IOException("no header in " + f);
  }

  static void cleanAddedFirst(File f) throws IOException {
    Source src = new Source(f);
    all.add(src);
    if (src.next() == null)
      throw new IOException("no header in " + f);
  }

  void cleanClosed(File f) throws IOException {
    Source src = new Source(f);
    try {
      if (src.next() == null)
        throw new IOException("no header in " + f);
    } catch (IOException e) {
      src.close();
      throw e;
    }
    current = src;
  }

  static void cleanAllAdded(List<File> files) throws IOException {
    for (File f : files) {
      Source src = new Source(f);
      all.add(src);
      src.next();
    }
  }

  // Whoever was told of it first finds what is put there later.
  static class Slot {
    InputStream in;
  }

  static final List<Slot> slots = new ArrayList<>();

  static void cleanSlot(File f) throws IOException {
    Slot slot = new Slot();
    slots.add(slot);
    slot.in = new FileInputStream(f);
    if (slot.in.read() < 0)
      throw new IOException("empty " + f);
  }

  static void leakSlot(File f) throws IOException {
    Slot slot = new Slot();
    slot.in = new FileInputStream(f); // { dg-warning "might not be closed" }
    if (slot.in.read() < 0)
      throw new IOException("empty " + f);
    slots.add(slot);
  }
}
