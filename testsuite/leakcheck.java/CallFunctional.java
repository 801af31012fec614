/* Lambdas and method references.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.ExecutorService;

class CallFunctional
{
  interface Action { void run () throws IOException; }
  interface Opener { InputStream open (String name) throws IOException; }
  interface User { int use (InputStream in) throws IOException; }

  static Action kept;

  static int closedByLambda (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    Action close = () -> in.close ();
    try
      {
	return in.read ();
      }
    finally
      {
	close.run ();
      }
  }

  static int closedByReference (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    Action close = in::close;
    try
      {
	return in.read ();
      }
    finally
      {
	close.run ();
      }
  }

  static int notClosedByLambda (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    Action read = () -> in.read ();
    read.run ();
    return 0;
  }

  static void neverRun (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    Action close = () -> in.close ();
  }

  static void leaksInside (String name) throws IOException
  {
    Action action = () ->
      {
	InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	in.read ();
      };
    action.run ();
  }

  static void closesInside (String name) throws IOException
  {
    Action action = () ->
      {
	try (InputStream in = new FileInputStream (name))
	  {
	    in.read ();
	  }
      };
    action.run ();
  }

  /* Whoever has the lambda has the stream.  */
  static Action returned (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    return () -> in.close ();
  }

  static void stored (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    kept = in::close;
  }

  static void submitted (String name, ExecutorService service) throws IOException
  {
    InputStream in = new FileInputStream (name);
    service.submit (() -> { in.read (); in.close (); return null; });
  }

  static int opened (String name) throws IOException
  {
    Opener opener = FileInputStream::new;
    InputStream in = opener.open (name); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int openedAndClosed (String name) throws IOException
  {
    Opener opener = FileInputStream::new;
    try (InputStream in = opener.open (name))
      {
	return in.read ();
      }
  }

  static int openedByLambda (String name) throws IOException
  {
    Opener opener = n -> new FileInputStream (n + "~");
    InputStream in = opener.open (name); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static int openedByLambdaAndClosed (String name) throws IOException
  {
    Opener opener = n -> new FileInputStream (n + "~");
    InputStream in = opener.open (name);
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  private static int readAndClose (InputStream in) throws IOException
  {
    try (InputStream closed = in)
      {
	return closed.read ();
      }
  }

  private static int readOnly (InputStream in) throws IOException
  {
    return in.read ();
  }

  static int usedByReference (String name) throws IOException
  {
    User user = CallFunctional::readAndClose;
    return user.use (new FileInputStream (name));
  }

  static int usedByReferenceNotClosed (String name) throws IOException
  {
    User user = CallFunctional::readOnly;
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    return user.use (in);
  }

  static int with (String name, User user) throws IOException
  {
    try (InputStream in = new FileInputStream (name))
      {
	return user.use (in);
      }
  }

  static int loanPattern (String name) throws IOException
  {
    return with (name, in -> in.read () + in.read ());
  }

  static void forEach (List<String> names) throws IOException
  {
    names.forEach (name ->
      {
	try
	  {
	    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
	    in.read ();
	  }
	catch (IOException e)
	  {
	    System.err.println (e);
	  }
      });
  }

  static void forEachClosed (List<String> names)
  {
    names.forEach (name ->
      {
	try (InputStream in = new FileInputStream (name))
	  {
	    in.read ();
	  }
	catch (IOException e)
	  {
	    System.err.println (e);
	  }
      });
  }

  static Closeable nested (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    return () -> { Action inner = () -> in.close (); inner.run (); };
  }

  /* Whoever is given a lambda that only looks has nothing.  */
  static void givenToLook (String name, List<String> all, ExecutorService service)
    throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    all.forEach (one ->
      {
	try
	  {
	    in.read ();
	  }
	catch (IOException e)
	  {
	  }
      });
    service.submit (() -> in.read ());
  }

  static void givenToClose (String name, List<String> all) throws IOException
  {
    InputStream in = new FileInputStream (name);
    all.forEach (one ->
      {
	try
	  {
	    in.close ();
	  }
	catch (IOException e)
	  {
	  }
      });
  }

  static void givenToKeep (String name, List<InputStream> all, List<String> names)
    throws IOException
  {
    InputStream in = new FileInputStream (name);
    names.forEach (one -> all.add (in));
  }

  /* A chosen lambda.  */
  static void chosen (String name, boolean really) throws IOException
  {
    InputStream in = new FileInputStream (name);
    Action action = really ? () -> in.close () : () -> { in.read (); in.close (); };
    action.run ();
  }

  static void chosenNever (String name, boolean really) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    Action action = really ? () -> in.read () : () -> in.available ();
    action.run ();
  }

  static void run (Action action) throws IOException
  {
    action.run ();
  }

  static void ignore (Action action)
  {
  }

  static void runElsewhere (String name) throws IOException
  {
    InputStream in = new FileInputStream (name);
    run (() -> in.close ());
  }

  static void runNowhere (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    ignore (() -> in.close ());
  }

  /* Two captured, one closed.  */
  static void two (String a, String b) throws IOException
  {
    InputStream in = new FileInputStream (a); // { dg-warning "'in' is never closed" }
    InputStream other = new FileInputStream (b);
    Action action = () -> { other.close (); in.read (); };
    action.run ();
  }

  private InputStream kept2;

  /* What this holds is this's.  */
  Action ofThis (String name) throws IOException
  {
    kept2 = new FileInputStream (name);
    return () -> kept2.read ();
  }
}
