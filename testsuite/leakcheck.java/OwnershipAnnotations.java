/* Annotations: contracts and requests for silence.  They are known by their
   simple names, so those here serve as well as those of the libraries.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.util.concurrent.Callable;

class OwnershipAnnotations
{
  @interface LeakcheckSuppress { }
  @interface SuppressFBWarnings { String[] value () default {}; }
  @interface Owning { }
  @interface NotOwning { }
  @interface WillClose { }
  @interface WillNotClose { }
  @interface WillCloseWhenClosed { }
  @interface MustBeClosed { }
  @interface MustCallAlias { }
  @interface CleanupObligation { }
  @interface CreatesObligation { }
  @interface DischargesObligation { }
  @interface InheritableMustCall { String[] value (); }
  @interface EnsuresCalledMethods { String[] value (); String[] methods (); }
  @Target (ElementType.TYPE_USE) @interface MustCall { String[] value (); }

  /* ---- Silence.  ---- */

  @LeakcheckSuppress static int own (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    return in.read ();
  }

  @SuppressFBWarnings static int all (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    return in.read ();
  }

  @SuppressFBWarnings ({ "NP_NULL", "OS_OPEN_STREAM" })
  static int pattern (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    return in.read ();
  }

  @SuppressFBWarnings ("NP_NULL_ON_SOME_PATH")
  static int otherPattern (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  @LeakcheckSuppress static class Quiet
  {
    int read (String name) throws IOException
    {
      InputStream in = new FileInputStream (name);
      return in.read ();
    }
    class Inner
    {
      int read (String name) throws IOException
      {
	InputStream in = new FileInputStream (name);
	return in.read ();
      }
    }
  }

  static class Loud
  {
    int read (String name) throws IOException
    {
      InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
      return in.read ();
    }
  }

  @LeakcheckSuppress static Callable<Integer> quietLambda (String name)
  {
    return () -> {
      InputStream in = new FileInputStream (name);
      return in.read ();
    };
  }

  static Callable<Integer> loudLambda (String name)
  {
    return () -> {
      InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
      return in.read ();
    };
  }

  @LeakcheckSuppress static Callable<Integer> quietAnonymous (String name)
  {
    return new Callable<Integer> () {
      @Override public Integer call () throws IOException
      {
	InputStream in = new FileInputStream (name);
	return in.read ();
      }
    };
  }

  static Callable<Integer> loudAnonymous (String name)
  {
    return new Callable<Integer> () {
      @Override public Integer call () throws IOException
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	return in.read ();
      }
    };
  }

  static class Holder
  {
    @SuppressFBWarnings InputStream quiet;
    @Owning InputStream owned;
    InputStream loud;
  }

  static int quietField (String name) throws IOException
  {
    Holder h = new Holder ();
    h.quiet = new FileInputStream (name);
    return h.quiet.read ();
  }

  static int ownedField (String name) throws IOException
  {
    Holder h = new Holder ();
    h.owned = new FileInputStream (name);
    return h.owned.read ();
  }

  static int loudField (String name) throws IOException
  {
    Holder h = new Holder ();
    h.loud = new FileInputStream (name); // { dg-warning "never closed" }
    return h.loud.read ();
  }

  /* ---- Parameters.  ---- */

  interface Sink
  {
    void take (@Owning InputStream in);
    void look (@NotOwning InputStream in);
    void close (int how, @WillClose InputStream in);
    void leave (@WillNotClose InputStream in);
    void unknown (InputStream in);
    @EnsuresCalledMethods (value = "#1", methods = "close")
    void ensure (InputStream in);
  }

  static void taken (Sink s, String name) throws IOException
  {
    s.take (new FileInputStream (name));
  }

  static void lookedAt (Sink s, String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    s.look (in);
  }

  static void closed (Sink s, String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    s.close (1, in);
  }

  static void left (Sink s, String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    s.leave (in);
  }

  static void unknown (Sink s, String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    s.unknown (in);
  }

  static void ensured (Sink s, String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    s.ensure (in);
  }

  /* The author knows more than the body shows.  */
  static void register (@Owning InputStream in)
  {
  }

  static void registered (String name) throws IOException
  {
    register (new FileInputStream (name));
  }

  static void notRegistered (InputStream in)
  {
  }

  static void dropped (String name) throws IOException
  {
    notRegistered (new FileInputStream (name)); // { dg-warning "never closed" }
  }

  /* Of the result nothing is said: the body tells.  */
  static InputStream factory (@NotOwning Object lock, String name) throws IOException
  {
    return new FileInputStream (name);
  }

  static int fromFactory (String name) throws IOException
  {
    InputStream in = factory (name, name); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  /* ---- Results.  ---- */

  interface Source
  {
    @Owning InputStream owned ();
    @NotOwning InputStream shared ();
    @MustBeClosed InputStream open ();
    InputStream get ();
  }

  static int owned (Source s) throws IOException
  {
    InputStream in = s.owned (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int shared (Source s) throws IOException
  {
    return s.shared ().read () + s.get ().read ();
  }

  static int opened (Source s) throws IOException
  {
    InputStream in = s.open (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int openedAndClosed (Source s) throws IOException
  {
    try (InputStream in = s.open ())
      {
	return in.read ();
      }
  }

  static InputStream cache;

  @NotOwning static InputStream cached (String name) throws IOException
  {
    return cache != null ? cache : new FileInputStream (name);
  }

  static int fromCache (String name) throws IOException
  {
    return cached (name).read ();
  }

  /* ---- Wrappers.  ---- */

  interface Wrapping
  {
    @MustCallAlias InputStream wrap (@MustCallAlias InputStream in);
    InputStream layer (@WillCloseWhenClosed InputStream in);
  }

  static int wrapped (Wrapping w, String name) throws IOException
  {
    InputStream in = w.wrap (new FileInputStream (name));
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static int wrappedAndLost (Wrapping w, String name) throws IOException
  {
    InputStream in = w.wrap (new FileInputStream (name)); // { dg-warning "never closed" }
    return in.read ();
  }

  static int layeredAndLost (Wrapping w, String name) throws IOException
  {
    InputStream in = w.layer (new FileInputStream (name)); // { dg-warning "never closed" }
    return in.read ();
  }

  /* ---- Classes.  ---- */

  @CleanupObligation static class Handle
  {
    int number;
    @CreatesObligation Handle (int number)
    {
      this.number = number;
    }
    Handle ()
    {
    }
    @DischargesObligation void dispose ()
    {
    }
  }

  static int disposed ()
  {
    Handle h = new Handle (1);
    int n = h.number;
    h.dispose ();
    return n;
  }

  static int notDisposed ()
  {
    Handle h = new Handle (1); // { dg-warning "'h' is never closed" }
    return h.number;
  }

  static int nothingToDispose ()
  {
    Handle h = new Handle ();
    return h.number;
  }

  @InheritableMustCall ("stop") static class Motor
  {
    int speed;
    void stop ()
    {
      speed = 0;
    }
  }

  static int stopped ()
  {
    Motor m = new Motor ();
    try
      {
	return m.speed;
      }
    finally
      {
	m.stop ();
      }
  }

  static int notStopped ()
  {
    Motor m = new Motor (); // { dg-warning "'m' is never closed" }
    return m.speed;
  }

  @InheritableMustCall ({}) static class Empty extends FileInputStream
  {
    Empty (String name) throws IOException
    {
      super (name);
    }
  }

  static int empty (String name) throws IOException
  {
    return new Empty (name).read ();
  }
}
