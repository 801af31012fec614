/* Functions that are run with what an AtomicReference holds, and whose result it holds then; and
   computeIfPresent, merge and requireNonNullElseGet, which rows describe in the same way.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 9

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

class CallLambdaCell
{
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

  static void lost (String n)
  {
    AtomicReference<InputStream> f = new AtomicReference<> ();
    f.updateAndGet (old -> open (n)); // { dg-warning "is never closed" }
  }

  static int lostAnswer (String n) throws IOException
  {
    AtomicReference<InputStream> f = new AtomicReference<> ();
    InputStream in = f.updateAndGet (old -> open (n)); // { dg-warning "is never closed" }
    return in.read ();
  }

  static void lostUnderOld (String n) throws IOException
  {
    AtomicReference<InputStream> f = new AtomicReference<> ();
    InputStream old = f.getAndUpdate (o -> open (n)); // { dg-warning "is never closed" }
    if (old != null)
      old.close ();
  }

  static int lostElse (InputStream in, String n) throws IOException
  {
    InputStream any = Objects.requireNonNullElseGet (in, () -> open (n)); // { dg-warning "is never closed" }
    return any.read ();
  }

  // Clean, all of these.
  static void closed (String n) throws IOException
  {
    AtomicReference<InputStream> f = new AtomicReference<> ();
    f.updateAndGet (old -> open (n)).close ();
  }

  static void closedLater (String n) throws IOException
  {
    AtomicReference<InputStream> f = new AtomicReference<> ();
    f.getAndUpdate (old -> open (n));
    f.get ().close ();
  }

  static void accumulated (String n) throws IOException
  {
    AtomicReference<InputStream> f = new AtomicReference<> ();
    InputStream in = f.accumulateAndGet (open (n), (old, now) -> now);
    in.close ();
  }

  // The operator is no element, and nothing is known of what it returns.
  static void byOperator (AtomicReference<InputStream> f, UnaryOperator<InputStream> next)
    throws IOException
  {
    InputStream in = f.updateAndGet (next);
    if (in != null)
      in.close ();
  }

  static InputStream returned (AtomicReference<InputStream> f, String n)
  {
    return f.updateAndGet (old -> old != null ? old : open (n));
  }

  static void present (Map<String, InputStream> m, String k)
  {
    m.computeIfPresent (k, (key, old) -> open (key));
  }

  static void merged (String k) throws IOException
  {
    Map<String, InputStream> m = new HashMap<> ();
    m.merge (k, open (k), (old, now) -> now);
    for (InputStream in : m.values ())
      in.close ();
  }

  static void elseClosed (InputStream in, String n) throws IOException
  {
    InputStream any = Objects.requireNonNullElseGet (in, () -> open (n));
    if (any != in)
      any.close ();
  }
}
