/* Corpus, call: what came after Java 11: switches that yield, patterns,
   records, sealed types.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 21

import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import java.util.stream.*;

class Call1
{
  sealed interface Place permits InFile, OnNet, InMemory {}
  record InFile (Path path) implements Place {}
  record OnNet (String host, int port) implements Place {}
  record InMemory (byte[] data) implements Place {}

  static InputStream okOpen (Place p) throws IOException
  {
    return switch (p)
      {
      case InFile (Path path) -> Files.newInputStream (path);
      case OnNet (String h, int n) -> new URL ("http", h, n, "/").openStream ();
      case InMemory m -> new ByteArrayInputStream (m.data ());
      };
  }

  static int leakSwitch (Place p) throws IOException
  {
    InputStream in = okOpen (p); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int okSwitch (Place p) throws IOException
  {
    try (var in = okOpen (p))
      {
	return in.read ();
      }
  }

  static int leakSwitchArm (Object o) throws IOException
  {
    return switch (o)
      {
      case String s when s.isEmpty () -> 0;
      case String s -> new FileReader (s).read ();
      // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
      case Path q -> {
	try (var r = Files.newBufferedReader (q))
	  {
	    yield r.read ();
	  }
      }
      default -> -1;
      };
  }

  static int okPattern (Object o) throws IOException
  {
    Closeable c = o instanceof String s ? new FileInputStream (s) : null;
    if (!(c instanceof InputStream in))
      return -1;
    try (in)
      {
	return in.read ();
      }
  }

  static int leakPattern (Object o) throws IOException
  {
    Closeable c = new FileInputStream (o.toString ());
    // { dg-warning "'c' might not be closed" "" { target *-*-* } .-1 }
    if (c instanceof FileInputStream in && in.available () > 0)
      {
	try (in)
	  {
	    return in.read ();
	  }
      }
    return 0;
  }

  record Pair (InputStream in, OutputStream out) implements AutoCloseable
  {
    static Pair okOf (String a, String b) throws IOException
    {
      InputStream in = new FileInputStream (a);
      try
	{
	  return new Pair (in, new FileOutputStream (b));
	}
      catch (IOException e)
	{
	  in.close ();
	  throw e;
	}
    }

    static Pair leakOf (String a, String b) throws IOException
    {
      return new Pair (new FileInputStream (a), new FileOutputStream (b));
      // { dg-warning "by 'new FileInputStream' might not be closed" "" { target *-*-* } .-1 }
    }

    @Override public void close () throws IOException
    {
      try (in; out)
	{
	  out.flush ();
	}
    }
  }

  static long leakPair (String a, String b) throws IOException
  {
    var p = Pair.okOf (a, b);
    // { dg-warning "by 'Call1.Pair.okOf' is never closed" "" { target *-*-* } .-1 }
    return p.in ().transferTo (p.out ());
  }

  static long okPair (String a, String b) throws IOException
  {
    try (var p = Pair.okOf (a, b))
      {
	return p.in ().transferTo (p.out ());
      }
  }

  static String okTryOnField (ProcessBuilder b) throws IOException, InterruptedException
  {
    Process p = b.start ();
    try (var in = p.inputReader ())
      {
	String line = in.readLine ();
	p.waitFor ();
	return line;
      }
    finally
      {
	p.destroyForcibly ();
      }
  }

  static List<String> leakTakeWhile (Path p) throws IOException
  {
    var lines = Files.lines (p); // { dg-warning "'lines' is never closed" }
    return lines.takeWhile (l -> !l.isBlank ()).toList ();
  }

  static Map<Path, Long> leakInnerLines (List<Path> all)
  {
    return all.stream ().collect (Collectors.toMap (p -> p, p -> {
      try
	{
	  return Files.lines (p).count ();
	  // { dg-warning "by 'Files.lines' is never closed" "" { target *-*-* } .-1 }
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    }));
  }

  static Map<Path, Long> okInnerLines (List<Path> all)
  {
    return all.stream ().collect (Collectors.toMap (p -> p, p -> {
      try (var lines = Files.lines (p))
	{
	  return lines.count ();
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    }));
  }

  static String okTextBlock (Connection c) throws SQLException
  {
    try (var s = c.prepareStatement ("""
	   SELECT a
	   FROM b
	   """);
	 var r = s.executeQuery ())
      {
	return r.next () ? r.getString (1) : "";
      }
  }

  static String leakTextBlock (Connection c, int n) throws SQLException
  {
    var s = c.prepareStatement ("SELECT a FROM b WHERE c = ?");
    // { dg-warning "'s' might not be closed" "" { target *-*-* } .-1 }
    s.setInt (1, n);
    try (s; var r = s.executeQuery ())
      {
	return r.next () ? r.getString (1) : "";
      }
  }

  static void leakPipe () throws IOException
  {
    Pipe p = Pipe.open (); // { dg-warning "by 'Pipe.open' is never closed" }
    try (var sink = p.sink ())
      {
	sink.write (java.nio.ByteBuffer.allocate (1));
      }
  }

  static FileSystem okFileSystem (Path zip) throws IOException
  {
    return FileSystems.newFileSystem (zip);
  }

  static void leakFileSystem (Path zip, Path to) throws IOException
  {
    FileSystem fs = FileSystems.newFileSystem (zip);
    // { dg-warning "'fs' might not be closed" "" { target *-*-* } .-1 }
    Files.copy (fs.getPath ("a"), to);
    fs.close ();
  }

  static Iterator<String> okIterator (Path p) throws IOException
  {
    try (var lines = Files.lines (p))
      {
	return lines.toList ().iterator ();
      }
  }

  static int okYield (int kind, String name) throws IOException
  {
    Reader r = switch (kind)
      {
      case 0: yield new StringReader (name);
      case 1: yield new FileReader (name);
      default: throw new IllegalArgumentException ();
      };
    try (r)
      {
	return r.read ();
      }
  }

  static int leakYield (int kind, String name) throws IOException
  {
    Reader r = switch (kind)
      {
      case 0: yield new StringReader (name);
      case 1: yield new FileReader (name); // { dg-warning "'r' is never closed" }
      default: yield Reader.nullReader ();
      };
    return r.read ();
  }
}
