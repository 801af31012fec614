/* Prints what the JVM's verifier makes of classes: see code-verifier.sh.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;

public class CodeVerifier
{
  private static class Loader extends ClassLoader
  {
    Class<?> define (byte[] bytes)
    {
      return defineClass (null, bytes, 0, bytes.length);
    }
  }

  private static String verdict (byte[] bytes)
  {
    Loader loader = new Loader ();
    try
      {
	Class.forName (loader.define (bytes).getName (), true, loader);
	return "accepted";
      }
    catch (LinkageError | ClassNotFoundException e)
      {
	return e.toString ().replaceAll ("\\s+", " ");
      }
  }

  public static void main (String[] arguments) throws IOException
  {
    try (DataInputStream in = new DataInputStream (new BufferedInputStream (
	   new FileInputStream (arguments[0]))))
      {
	while (true)
	  {
	    byte[] bytes = new byte[in.readInt ()];
	    in.readFully (bytes);
	    System.out.println (verdict (bytes));
	  }
      }
    catch (EOFException e)
      {
      }
  }
}
