/* Lambdas and method references.  */
// { dg-levels all }

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;

class CallLambda
{
  interface Action
  {
    void run () throws IOException;
  }

  interface Opener
  {
    FileInputStream open (String name) throws IOException;
  }

  static void closedInLambda (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    Action close = () -> in.close ();
    close.run ();
  }

  static void closedByReference (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    Action close = in::close;
    close.run ();
  }

  static void notClosedInLambda (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' is never closed" } */
    /* What the lambda does is known.  */
    Action look = () -> System.out.println (in.available ());
    look.run ();
  }

  static int openedInLambda (String name) throws IOException
  {
    Opener opener = n -> new FileInputStream (n);
    FileInputStream in = opener.open (name); /* { dg-warning "'in' is never closed" } */
    return in.available ();
  }

  static int openedByReference (String name) throws IOException
  {
    Opener opener = FileInputStream::new;
    FileInputStream in = opener.open (name); /* { dg-warning "'in' is never closed" } */
    return in.available ();
  }

  static void openedAndClosed (String name) throws IOException
  {
    Opener opener = n -> new FileInputStream (n);
    Closeable in = opener.open (name);
    in.close ();
  }

  static Action handedOver (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    return () -> in.close ();
  }
}
