/* Lambdas that are given to a map: it holds what they return.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class CallLambdaMap
{
  private final Map<String, InputStream> cache = new HashMap<> ();

  static InputStream open (String n)
  {
    try
      {
	return new FileInputStream (n);
      }
    catch (IOException e)
      {
	throw new UncheckedIOException (e);
      }
  }

  static void lost (String k)
  {
    Map<String, InputStream> m = new HashMap<> ();
    m.computeIfAbsent (k, key -> open (key)); // { dg-warning "opened by 'CallLambdaMap.(lost.)?lambda' is never closed" }
  }

  static void lostOfReference (String k)
  {
    Map<String, InputStream> m = new ConcurrentHashMap<> ();
    m.computeIfAbsent (k, CallLambdaMap::open); // { dg-warning "is never closed" }
  }

  static int lostResult (String k) throws IOException
  {
    Map<String, InputStream> m = new HashMap<> ();
    InputStream in = m.computeIfAbsent (k, key -> open (key)); // { dg-warning "is never closed" }
    return in.read ();
  }

  static void lostOfCompute (String k)
  {
    Map<String, InputStream> m = new HashMap<> ();
    m.compute (k, (key, old) -> open (key)); // { dg-warning "is never closed" }
  }

  // Clean, all of these.
  static void closedByLoop (String k) throws IOException
  {
    Map<String, InputStream> m = new HashMap<> ();
    m.computeIfAbsent (k, key -> open (key));
    for (InputStream in : m.values ())
      in.close ();
  }

  static void closedResult (String k) throws IOException
  {
    Map<String, InputStream> m = new HashMap<> ();
    InputStream in = m.computeIfAbsent (k, key -> open (key));
    in.close ();
  }

  static Map<String, InputStream> returned (String k)
  {
    Map<String, InputStream> m = new HashMap<> ();
    m.computeIfAbsent (k, CallLambdaMap::open);
    return m;
  }

  static InputStream resultReturned (String k)
  {
    Map<String, InputStream> m = new HashMap<> ();
    return m.computeIfAbsent (k, key -> open (key));
  }

  static void given (Map<String, InputStream> m, String k)
  {
    m.computeIfAbsent (k, key -> open (key));
  }

  InputStream cached (String k)
  {
    return cache.computeIfAbsent (k, key -> open (key));
  }

  void recomputed (String k)
  {
    cache.compute (k, (key, old) -> old != null ? old : open (key));
  }

  static int noHandle (String k)
  {
    Map<String, Integer> m = new HashMap<> ();
    return m.computeIfAbsent (k, key -> key.length ());
  }
}
