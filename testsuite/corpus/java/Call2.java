/* Corpus, call: Java 21: records, sealed types, patterns, var, virtual
   threads, and what is written with them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// needs 21
import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;
import java.util.zip.*;

class Call2
{
  record Opened (String name, InputStream in) implements Closeable
  {
    @Override public void close () throws IOException
    {
      in.close ();
    }

    int first () throws IOException
    {
      return in.read ();
    }
  }

  static Opened opened (String name) throws IOException
  {
    return new Opened (name, new FileInputStream (name));
  }

  static int leakRecord (String name) throws IOException
  {
    var o = opened (name);
    // { dg-warning "by 'Call2.opened' is never closed" "" { target *-*-* } .-1 }
    return o.first () + o.name ().length ();
  }

  static int okRecord (String name) throws IOException
  {
    try (var o = opened (name))
      {
	return o.first ();
      }
  }

  static int okRecordComponent (String name) throws IOException
  {
    var o = opened (name);
    try (var in = o.in ())
      {
	return in.read ();
      }
  }

  record Pair<A, B> (A first, B second) {}

  static int leakPair (String a, String b) throws IOException
  {
    var p = new Pair<> (new FileReader (a), b);
    // { dg-warning "by 'new FileReader' is never closed" "" { target *-*-* } .-1 }
    return p.first ().read () + p.second ().length ();
  }

  static Pair<Reader, Integer> okPair (String a) throws IOException
  {
    return new Pair<> (new FileReader (a), 1);
  }

  static int leakPairReturned (String a) throws IOException
  {
    Pair<Reader, Integer> p = okPair (a);
    // { dg-warning "by 'Call2.okPair' is never closed" "" { target *-*-* } .-1 }
    return p.second ();
  }

  static int okPairReturned (String a) throws IOException
  {
    var p = okPair (a);
    try (Reader r = p.first ())
      {
	return r.read () + p.second ();
      }
  }

  sealed interface Input permits FileInput, TextInput, NoInput {}

  record FileInput (Path path) implements Input {}

  record TextInput (String text) implements Input {}

  record NoInput () implements Input {}

  static Reader okSwitchOpen (Input i) throws IOException
  {
    return switch (i)
      {
      case FileInput f -> Files.newBufferedReader (f.path ());
      case TextInput t -> new StringReader (t.text ());
      case NoInput n -> Reader.nullReader ();
      };
  }

  static int leakSwitchUse (Input i) throws IOException
  {
    Reader r = okSwitchOpen (i); // { dg-warning "'r' is never closed" }
    return r.read ();
  }

  static int okSwitchUse (Input i) throws IOException
  {
    try (Reader r = okSwitchOpen (i))
      {
	return r.read ();
      }
  }

  static int leakSwitchArm (Input i) throws IOException
  {
    return switch (i)
      {
      case FileInput (Path p) -> Files.newInputStream (p).read ();
      // { dg-warning "by 'Files.newInputStream' is never closed" "" { target *-*-* } .-1 }
      case TextInput t -> t.text ().length ();
      case NoInput n -> -1;
      };
  }

  static int leakYield (Input i) throws IOException
  {
    return switch (i)
      {
      case FileInput f -> {
	var in = Files.newInputStream (f.path ()); // { dg-warning "'in' might not be closed" }
	int c = in.read ();
	if (c < 0)
	  yield -1;
	in.close ();
	yield c;
      }
      default -> 0;
      };
  }

  static void okPattern (Object o) throws IOException
  {
    if (o instanceof Closeable c)
      c.close ();
  }

  static void okPatternPassed (String name) throws IOException
  {
    Object o = new FileInputStream (name);
    okPattern (o);
  }

  static int leakPattern (Object o) throws IOException
  {
    if (o instanceof Path p && Files.exists (p))
      {
	var lines = Files.lines (p); // { dg-warning "'lines' is never closed" }
	return lines.mapToInt (String::length).sum ();
      }
    return 0;
  }

  /* Virtual threads and executors.  */
  static void okVirtual (int port) throws IOException
  {
    try (var server = new ServerSocket (port);
	 var pool = Executors.newVirtualThreadPerTaskExecutor ())
      {
	while (true)
	  {
	    var client = server.accept ();
	    pool.execute (() -> serve (client));
	  }
      }
  }

  static void serve (Socket s)
  {
    try (s; var out = s.getOutputStream ())
      {
	out.write (1);
      }
    catch (IOException e)
      {
	throw new UncheckedIOException (e);
      }
  }

  static void leakVirtual (int port) throws IOException
  {
    var server = new ServerSocket (port); // { dg-warning "'server' is never closed" }
    for (int i = 0; i < 10; i++)
      {
	Socket client = server.accept ();
	Thread.startVirtualThread (() -> serve (client));
      }
  }

  static Future<String> okFuture (ExecutorService pool, Path p) throws IOException
  {
    var r = Files.newBufferedReader (p);
    return pool.submit (() -> {
      try (r)
	{
	  return r.readLine ();
	}
    });
  }

  static CompletableFuture<Long> leakAsync (Path p)
  {
    return CompletableFuture.supplyAsync (() -> {
      try
	{
	  return Files.lines (p).count ();
	  // { dg-warning "by 'Files.lines' is never closed" "" { target *-*-* } .-1 }
	}
      catch (IOException e)
	{
	  throw new CompletionException (e);
	}
    });
  }

  static CompletableFuture<Long> okAsync (Path p)
  {
    return CompletableFuture.supplyAsync (() -> {
      try (var lines = Files.lines (p))
	{
	  return lines.count ();
	}
      catch (IOException e)
	{
	  throw new CompletionException (e);
	}
    });
  }

  /* Streams.  */
  static List<String> leakFlat (List<Path> paths)
  {
    return paths.stream ().map (p -> {
      try
	{
	  var r = Files.newBufferedReader (p); // { dg-warning "'r' is never closed" }
	  return r.readLine ();
	}
      catch (IOException e)
	{
	  return "";
	}
    }).toList ();
  }

  static List<String> okFlatMap (List<Path> paths)
  {
    return paths.stream ().flatMap (p -> {
      try
	{
	  return Files.lines (p);
	}
      catch (IOException e)
	{
	  return Stream.empty ();
	}
    }).toList ();
  }

  static long okConcat (Path a, Path b) throws IOException
  {
    try (var x = Files.lines (a); var y = Files.lines (b))
      {
	return Stream.concat (x, y).distinct ().count ();
      }
  }

  static long leakConcat (Path a, Path b) throws IOException
  {
    try (var x = Files.lines (a))
      {
	var y = Files.lines (b); // { dg-warning "'y' is never closed" }
	return Stream.concat (x, y).distinct ().count ();
      }
  }

  static Iterator<String> leakIterator (Path p) throws IOException
  {
    var it = Files.lines (p).iterator ();
    // { dg-warning "by 'Files.lines' is never closed" "" { target *-*-* } .-1 }
    if (it.hasNext ())
      System.out.println (it.next ());
    return Collections.emptyIterator ();
  }

  static boolean leakAny (Path dir, String suffix) throws IOException
  {
    return Files.find (dir, 5, (p, a) -> a.isRegularFile ()) // { dg-warning "never closed" }
      .anyMatch (p -> p.toString ().endsWith (suffix));
  }

  static boolean okAny (Path dir, String suffix) throws IOException
  {
    try (var s = Files.find (dir, 5, (p, a) -> a.isRegularFile ()))
      {
	return s.parallel ().unordered ().anyMatch (p -> p.toString ().endsWith (suffix));
      }
  }

  static int[] okInts (String text)
  {
    return Arrays.stream (text.split (",")).mapToInt (Integer::parseInt).toArray ();
  }

  static long okMapped (Path p) throws IOException
  {
    try (IntStream s = Files.lines (p).mapToInt (String::length))
      {
	return s.sum ();
      }
  }

  /* Optional.  */
  static Optional<BufferedReader> okMaybe (Path p) throws IOException
  {
    return Files.exists (p) ? Optional.of (Files.newBufferedReader (p)) : Optional.empty ();
  }

  static String leakMaybe (Path p) throws IOException
  {
    var r = okMaybe (p).orElseThrow ();
    // { dg-warning "by 'Call2.okMaybe' is never closed" "" { target *-*-* } .-1 }
    return r.readLine ();
  }

  static String okMaybeClosed (Path p) throws IOException
  {
    try (var r = okMaybe (p).orElse (new BufferedReader (Reader.nullReader ())))
      {
	return r.readLine ();
      }
  }

  static void leakMaybePresent (Path p) throws IOException
  {
    var r = okMaybe (p);
    // { dg-warning "'r' is never closed" "" { target *-*-* } .-1 }
    if (r.isEmpty ())
      System.out.println ("nothing");
  }

  /* Try variable.  */
  static int okTryVariable (Path p) throws IOException
  {
    final var in = Files.newInputStream (p);
    try (in)
      {
	return in.read ();
      }
  }

  static int leakBeforeTry (Path p, String host) throws IOException
  {
    final var in = Files.newInputStream (p); // { dg-warning "'in' might not be closed" }
    final var s = new Socket (host, 1);
    try (in; s)
      {
	return in.read ();
      }
  }

  static int okNested (Path p) throws IOException
  {
    try (var z = new ZipInputStream (new BufferedInputStream (Files.newInputStream (p))))
      {
	int n = 0;
	for (ZipEntry e; (e = z.getNextEntry ()) != null; n++)
	  z.closeEntry ();
	return n;
      }
  }

  static int leakZipEntry (Path p) throws IOException
  {
    var z = new ZipInputStream (Files.newInputStream (p)); // { dg-warning "'z' might not be closed" }
    int n = 0;
    while (z.getNextEntry () != null)
      n++;
    if (n == 0)
      throw new ZipException ("empty");
    z.close ();
    return n;
  }

  static void leakSwap (Path a, Path b) throws IOException
  {
    var x = Files.newInputStream (a); // { dg-warning "'x' might not be closed" }
    var y = Files.newInputStream (b); // { dg-warning "'y' is never closed" }
    var t = x;
    x = y;
    y = t;
    y.close ();
  }

  static void okSwap (Path a, Path b) throws IOException
  {
    try (var x = Files.newInputStream (a); var y = Files.newInputStream (b))
      {
	var larger = x.available () > y.available () ? x : y;
	larger.read ();
      }
  }

  static int leakLarger (Path a, Path b) throws IOException
  {
    InputStream first = null, second = null;
    try
      {
	first = Files.newInputStream (a);
	second = Files.newInputStream (b); // { dg-warning "'second' might not be closed" }
	return Math.max (first.available (), second.available ());
      }
    finally
      {
	if (first != null)
	  first.close ();
	else if (second != null)
	  second.close ();
      }
  }

  /* Own generic closers.  */
  @FunctionalInterface interface IoFunction<A, B>
  {
    B apply (A a) throws IOException;
  }

  static <R extends Closeable, T> T using (R r, IoFunction<R, T> f) throws IOException
  {
    try (r)
      {
	return f.apply (r);
      }
  }

  static String okUsing (Path p) throws IOException
  {
    return using (Files.newBufferedReader (p), BufferedReader::readLine);
  }

  static <R extends Closeable, T> T peeking (R r, IoFunction<R, T> f) throws IOException
  {
    return f.apply (r);
  }

  static <T extends AutoCloseable> void closeAll (Collection<T> all) throws Exception
  {
    Exception first = null;
    for (T one : all)
      try
	{
	  one.close ();
	}
      catch (Exception e)
	{
	  if (first == null)
	    first = e;
	  else
	    first.addSuppressed (e);
	}
    if (first != null)
      throw first;
  }

  static int okCloseAll (List<Path> paths) throws Exception
  {
    var readers = new ArrayList<BufferedReader> ();
    try
      {
	for (var p : paths)
	  readers.add (Files.newBufferedReader (p));
	return readers.size ();
      }
    finally
      {
	closeAll (readers);
      }
  }

  static int leakSecondList (List<Path> paths) throws IOException
  {
    var readers = new ArrayList<BufferedReader> ();
    var names = new ArrayList<String> ();
    for (var p : paths)
      {
	readers.add (Files.newBufferedReader (p));
	// { dg-warning "by 'Files.newBufferedReader' is never closed" "" { target *-*-* } .-1 }
	names.add (p.toString ());
      }
    return names.size ();
  }

  static Map<Boolean, List<Path>> okPartition (Path dir) throws IOException
  {
    try (var s = Files.list (dir))
      {
	return s.collect (Collectors.partitioningBy (Files::isDirectory));
      }
  }

  static void okComputed (Map<String, Writer> open, String key)
  {
    open.computeIfAbsent (key, k -> {
      try
	{
	  return new FileWriter (k);
	}
      catch (IOException e)
	{
	  throw new UncheckedIOException (e);
	}
    });
  }

  static final Map<Path, FileChannel> CHANNELS = new ConcurrentHashMap<> ();

  static FileChannel okCachedChannel (Path p) throws IOException
  {
    FileChannel c = CHANNELS.get (p);
    if (c == null || !c.isOpen ())
      {
	c = FileChannel.open (p);
	CHANNELS.put (p, c);
      }
    return c;
  }

  static String leakText (Path p) throws IOException
  {
    var out = new StringBuilder ();
    var r = new InputStreamReader (Files.newInputStream (p), StandardCharsets.UTF_8);
    // { dg-warning "'r' is never closed" "" { target *-*-* } .-1 }
    for (int c; (c = r.read ()) >= 0;)
      out.append ((char) c);
    return """
      <pre>%s</pre>
      """.formatted (out);
  }

  static List<String> leakRows (Connection c, String q) throws SQLException
  {
    var rows = new ArrayList<String> ();
    try (var s = c.prepareStatement (q))
      {
	var r = s.executeQuery ();
	while (r.next ())
	  rows.add (r.getString (1));
      }
    var again = c.createStatement (); // { dg-warning "'again' is never closed" }
    again.executeUpdate ("analyze");
    return rows;
  }

  static <T> List<T> okQuery (Connection c, String q, Function<ResultSet, T> map)
    throws SQLException
  {
    try (var s = c.createStatement (); var r = s.executeQuery (q))
      {
	var rows = new ArrayList<T> ();
	while (r.next ())
	  rows.add (map.apply (r));
	return rows;
      }
  }

  static Stream<String> leakIfQueryFails (Connection c) throws SQLException
  {
    var s = c.createStatement (); // { dg-warning "'s' might not be closed" }
    var r = s.executeQuery ("select 1");
    return Stream.of ("x").onClose (() -> {
      try
	{
	  r.close ();
	  s.close ();
	}
      catch (SQLException e)
	{
	  throw new IllegalStateException (e);
	}
    });
  }

  enum Mode
  {
    READ, WRITE
  }

  static Closeable okMode (Mode m, String name) throws IOException
  {
    return switch (m)
      {
      case READ -> new FileInputStream (name);
      case WRITE -> new FileOutputStream (name);
      };
  }

  static void leakMode (Mode m, String name) throws IOException
  {
    var c = okMode (m, name); // { dg-warning "'c' might not be closed" }
    if (m == Mode.READ)
      c.close ();
  }

  static String leakHttp (URI uri) throws IOException
  {
    var c = uri.toURL ().openConnection ();
    c.setConnectTimeout (100);
    var r = new BufferedReader (new InputStreamReader (c.getInputStream ()));
    // { dg-warning "'r' is never closed" "" { target *-*-* } .-1 }
    return r.lines ().collect (Collectors.joining ("\n"));
  }

  static String okHttp (URI uri) throws IOException
  {
    var c = (HttpURLConnection) uri.toURL ().openConnection ();
    try (var r = new BufferedReader (new InputStreamReader (c.getInputStream ())))
      {
	return r.readLine ();
      }
    finally
      {
	c.disconnect ();
      }
  }

  static void okScoped (Path p) throws IOException
  {
    class Local implements AutoCloseable
    {
      final Writer w = Files.newBufferedWriter (p);

      Local () throws IOException
      {
      }

      @Override public void close () throws IOException
      {
	w.close ();
      }
    }
    try (var l = new Local ())
      {
	l.w.write ("x");
      }
  }

  static void leakScoped (Path p) throws IOException
  {
    class Local implements AutoCloseable
    {
      final Writer w = Files.newBufferedWriter (p);

      Local () throws IOException
      {
      }

      @Override public void close () throws IOException
      {
	w.close ();
      }
    }
    var l = new Local (); // { dg-warning "'l.w' is never closed" }
    l.w.write ("x");
  }
}
