/* Corpus, call: record patterns, switches over patterns.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 21

import java.io.*;
import java.nio.file.*;
import java.util.*;

class Call3
{
  /* describe: leaks.  */
  sealed interface Source permits FileSource, TextSource, NoSource {}
  record FileSource(Path path, boolean binary) implements Source {}
  record TextSource(String text) implements Source {}
  record NoSource() implements Source {}

  static Reader reader(Source s) throws IOException {
    return switch (s) {
      case FileSource(Path p, boolean binary) when binary ->
        new InputStreamReader(Files.newInputStream(p));
      case FileSource(var p, var b) -> Files.newBufferedReader(p);
      case TextSource t -> new StringReader(t.text());
      case NoSource n -> Reader.nullReader();
    };
  }

  static int describe(Source s) throws IOException {
    Reader r = reader(s); // { dg-warning "leak" }
    int c = r.read();
    return s instanceof NoSource ? -1 : c;
  }

  /* describeClosed: clean.  */
  static int describeClosed(Source s) throws IOException {
    try (Reader r = reader(s)) {
      return switch (r.read()) {
        case -1 -> 0;
        case '#' -> 1;
        default -> 2;
      };
    }
  }

  /* virtualThread: leaks.  */
  static void virtualThread(Path p) {
    Thread.ofVirtual().start(() -> {
      try {
        OutputStream out = Files.newOutputStream(p); // { dg-warning "leak" }
        out.write(42);
        out.close();
      } catch (IOException e) {
        System.err.println(e);
      }
    });
  }

  /* release: clean.  */
  static void release(Object o) throws IOException {
    switch (o) {
      case null -> { }
      case Closeable c -> c.close();
      case String s -> System.out.println(s);
      default -> throw new IllegalArgumentException();
    }
  }

  static int readAndRelease(Path p) throws IOException {
    InputStream in = Files.newInputStream(p);
    try {
      return in.read();
    } finally {
      release(in);
    }
  }

  /* sequenced: clean.  */
  static int sequenced(List<Path> paths) throws IOException {
    Path last = paths.reversed().getFirst();
    try (var in = Files.newBufferedReader(last);
         var out = Files.newBufferedWriter(paths.getLast())) {
      int n = 0;
      for (String l; (l = in.readLine()) != null; n++)
        out.append(l).append('\n');
      return n;
    }
  }
}
