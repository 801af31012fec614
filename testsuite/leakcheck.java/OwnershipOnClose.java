/* Streams that are to close something with them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 11

import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

class OwnershipOnClose
{
  static void quietly (Closeable c)
  {
    try
      {
	c.close ();
      }
    catch (IOException e)
      {
	System.err.println (e);
      }
  }

  static Stream<String> lines (Path p) throws IOException
  {
    BufferedReader r = Files.newBufferedReader (p);
    return r.lines ().map (String::strip).onClose (() -> quietly (r));
  }

  static Optional<String> first (Path p) throws IOException
  {
    return lines (p).filter (l -> !l.isEmpty ()).findFirst (); // { dg-warning "closed" }
  }

  static Optional<String> firstWell (Path p) throws IOException
  {
    try (Stream<String> s = lines (p))
      {
	return s.filter (l -> !l.isEmpty ()).findFirst ();
      }
  }

  static long never (Path p) throws IOException
  {
    Stream<String> s = lines (p); // { dg-warning "closed" }
    return s.count ();
  }

  static List<String> all (List<Path> files)
  {
    return files.stream ().flatMap (p -> {
      try
	{
	  return lines (p);
	}
      catch (IOException e)
	{
	  return Stream.empty ();
	}
    }).collect (Collectors.toList ());
  }

  static Stream<String> handedOn (Path p) throws IOException
  {
    return lines (p).filter (l -> !l.isEmpty ());
  }

  /* What it does with the handle is not to close it.  */
  static Stream<String> looks (Path p) throws IOException
  {
    BufferedReader r = Files.newBufferedReader (p); // { dg-warning "closed" }
    return Stream.of (r.readLine ()).onClose (() -> System.out.println (r));
  }

  static Stream<String> threads (Path p) throws IOException
  {
    BufferedReader r = Files.newBufferedReader (p);
    return r.lines ().parallel ().onClose (() -> {
      try
	{
	  r.close ();
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    });
  }
}
