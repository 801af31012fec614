/* Lambdas and method references.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.ExecutorService;

class Functional
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
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" "what is captured" { xfail *-*-* } }
    Action read = () -> in.read ();
    read.run ();
    return 0;
  }

  static void neverRun (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" "what is captured" { xfail *-*-* } }
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
    User user = Functional::readAndClose;
    return user.use (new FileInputStream (name));
  }

  static int usedByReferenceNotClosed (String name) throws IOException
  {
    User user = Functional::readOnly;
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
}
