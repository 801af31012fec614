/* Optionals that hold handles, and lambdas that are given to them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 11

import java.io.*;
import java.nio.file.*;
import java.util.*;

class ContainerOptional
{
  static Optional<InputStream> find (File f) throws IOException
  {
    return f.canRead () ? Optional.of (new FileInputStream (f)) : Optional.empty ();
  }

  static InputStream open (String name)
  {
    try
      {
	return new FileInputStream (name);
      }
    catch (IOException e)
      {
	return null;
      }
  }

  static int first (InputStream in)
  {
    try
      {
	return in.read ();
      }
    catch (IOException e)
      {
	return -1;
      }
  }

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

  static int mapLooks (File f) throws IOException
  {
    return find (f).map (in -> first (in)).orElse (-1); // { dg-warning "closed" }
  }

  static int mapReference (File f) throws IOException
  {
    Optional<InputStream> in = find (f); // { dg-warning "closed" }
    return in.map (ContainerOptional::first).orElse (-1);
  }

  static int mapCloses (File f) throws IOException
  {
    return find (f).map (in -> {
      try (in)
	{
	  return in.read ();
	}
      catch (IOException e)
	{
	  return -1;
	}
    }).orElse (-1);
  }

  static int mapWraps (File f) throws IOException
  {
    Reader r = find (f).map (InputStreamReader::new).orElse (null); // { dg-warning "closed" }
    return r == null ? -1 : r.read ();
  }

  static int mapWrapsWell (File f) throws IOException
  {
    try (Reader r = find (f).map (InputStreamReader::new).orElse (null))
      {
	return r == null ? -1 : r.read ();
      }
  }

  static void ifLooks (File f) throws IOException
  {
    find (f).ifPresent (in -> System.out.println (first (in))); // { dg-warning "closed" }
  }

  static void ifCloses (File f) throws IOException
  {
    find (f).ifPresent (in -> quietly (in));
  }

  static void ifClosesElse (File f) throws IOException
  {
    find (f).ifPresentOrElse (ContainerOptional::quietly, () -> System.out.println ("no"));
  }

  static void ifLooksElse (File f) throws IOException
  {
    find (f).ifPresentOrElse (in -> first (in), () -> System.out.println ("no"));
    // { dg-warning "closed" "" { target *-*-* } .-1 }
  }

  static int opensByMap (Optional<String> name) throws IOException
  {
    InputStream in = name.map (n -> open (n)).orElse (null); // { dg-warning "closed" }
    return in == null ? -1 : in.read ();
  }

  static int opensByMapWell (Optional<String> name) throws IOException
  {
    InputStream in = name.map (ContainerOptional::open).orElse (null);
    if (in == null)
      return -1;
    try (in)
      {
	return in.read ();
      }
  }

  static int opensElse (Optional<String> name, Optional<InputStream> given) throws IOException
  {
    InputStream in = given.orElseGet (() -> open ("default")); // { dg-warning "closed" }
    return in.read ();
  }

  static int opensElseWell (Optional<InputStream> given) throws IOException
  {
    try (InputStream in = given.orElseGet (() -> open ("default")))
      {
	return in.read ();
      }
  }

  static Optional<InputStream> handsOn (Optional<String> name)
  {
    return name.map (ContainerOptional::open);
  }

  static Optional<InputStream> finds (Optional<File> file)
  {
    return file.flatMap (f -> {
      try
	{
	  return find (f);
	}
      catch (IOException e)
	{
	  return Optional.empty ();
	}
    });
  }

  static int flat (Optional<File> file) throws IOException
  {
    Optional<InputStream> in = finds (file); // { dg-warning "closed" }
    return in.isPresent () ? in.get ().read () : 0;
  }

  static int flatWell (Optional<File> file) throws IOException
  {
    Optional<InputStream> found = finds (file);
    if (!found.isPresent ())
      return 0;
    try (InputStream in = found.get ())
      {
	return in.read ();
      }
  }

  static int names (Optional<Path> p)
  {
    return p.map (Path::getFileName).map (Path::toString).map (String::length).orElse (0);
  }

  static int filtered (String name, boolean wanted) throws IOException
  {
    InputStream all = new FileInputStream (name); // { dg-warning "'all' might not be closed" }
    Optional<InputStream> in = Optional.of (all).filter (i -> wanted);
    if (!in.isPresent ())
      return 0;
    try (InputStream i = in.get ())
      {
	return i.read ();
      }
  }

  static int filteredWell (String name, boolean wanted) throws IOException
  {
    try (InputStream all = new FileInputStream (name))
      {
	Optional<InputStream> in = Optional.of (all).filter (i -> wanted);
	return in.isPresent () ? in.get ().read () : 0;
      }
  }
}
