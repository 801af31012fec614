/* Streams around streams.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Scanner;
import java.util.zip.GZIPInputStream;

class OwnershipWrappers
{
  static int outer (String name) throws IOException
  {
    DataInputStream in = new DataInputStream (new BufferedInputStream (new FileInputStream (name))); // { dg-bogus "leak" }
    try
      {
	return in.readInt ();
      }
    finally
      {
	in.close ();
      }
  }

  static int inner (String name) throws IOException
  {
    InputStream raw = new FileInputStream (name);
    DataInputStream in = new DataInputStream (new BufferedInputStream (raw));
    try
      {
	return in.readInt ();
      }
    finally
      {
	raw.close ();
      }
  }

  static int middle (String name) throws IOException
  {
    BufferedInputStream buffered = new BufferedInputStream (new FileInputStream (name)); // { dg-bogus "leak" }
    DataInputStream in = new DataInputStream (buffered);
    try
      {
	return in.readInt ();
      }
    finally
      {
	buffered.close ();
      }
  }

  static int never (String name) throws IOException
  {
    DataInputStream in = new DataInputStream (new BufferedInputStream (new FileInputStream (name))); // { dg-warning "'in' is never closed" }
    // { dg-bogus "stream opened by .* is never closed" "" { target *-*-* } .-1 }
    return in.readInt ();
  }

  static int neverInSteps (String name) throws IOException
  {
    InputStream raw = new FileInputStream (name); // { dg-warning "never closed" }
    BufferedInputStream buffered = new BufferedInputStream (raw);
    DataInputStream in = new DataInputStream (buffered);
    return in.readInt ();
  }

  static String line (String name) throws IOException
  {
    BufferedReader in = new BufferedReader (new InputStreamReader (new FileInputStream (name))); // { dg-warning "'in' might not be closed" }
    // { dg-bogus "stream opened by .* is never closed" "" { target *-*-* } .-1 }
    String line = in.readLine ();
    in.close ();
    return line;
  }

  /* The constructor reads, so it can throw.  */
  static int gzip (String name) throws IOException
  {
    try (GZIPInputStream in = new GZIPInputStream (new FileInputStream (name))) // { dg-warning "might not be closed" }
    // { dg-bogus "stream opened by .* is never closed" "" { target *-*-* } .-1 }
      {
	return in.read ();
      }
  }

  static int gzipApart (String name) throws IOException
  {
    try (InputStream raw = new FileInputStream (name);
	 GZIPInputStream in = new GZIPInputStream (raw))
      {
	return in.read ();
      }
  }

  static Object object (String name) throws IOException, ClassNotFoundException
  {
    ObjectInputStream in = new ObjectInputStream (new FileInputStream (name)); // { dg-warning "might not be closed" }
    // { dg-bogus "stream opened by .* is never closed" "" { target *-*-* } .-1 }
    try
      {
	return in.readObject ();
      }
    finally
      {
	in.close ();
      }
  }

  static void print (String name) throws IOException
  {
    PrintWriter out = new PrintWriter (new BufferedWriter (new FileWriter (name))); // { dg-bogus "leak" }
    out.println (name);
    out.close ();
  }

  static void printNever (String name) throws IOException
  {
    PrintWriter out = new PrintWriter (new BufferedWriter (new FileWriter (name))); // { dg-warning "'out' is never closed" }
    // { dg-bogus "stream opened by .* is never closed" "" { target *-*-* } .-1 }
    out.println (name);
    out.flush ();
  }

  static int scanner (String name) throws IOException
  {
    Scanner scanner = new Scanner (new FileReader (name)); // { dg-warning "'scanner' is never closed" }
    // { dg-bogus "stream opened by .* is never closed" "" { target *-*-* } .-1 }
    return scanner.nextInt ();
  }

  static int scannerClosed (String name) throws IOException
  {
    try (Scanner scanner = new Scanner (new FileReader (name))) // { dg-bogus "leak" }
      {
	return scanner.nextInt ();
      }
  }

  /* Over what holds nothing.  */
  static byte[] bytes (Object object) throws IOException
  {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream ();
    ObjectOutputStream out = new ObjectOutputStream (bytes);
    out.writeObject (object);
    return bytes.toByteArray ();
  }

  static int fromBytes (byte[] bytes) throws IOException
  {
    return new DataInputStream (new BufferedInputStream (new ByteArrayInputStream (bytes)))
	   .readInt ();
  }

  static String strings (String text) throws IOException
  {
    BufferedReader in = new BufferedReader (new StringReader (text));
    PrintWriter out = new PrintWriter (new StringWriter ());
    out.println (in.readLine ());
    return out.toString ();
  }

  static int standard () throws IOException
  {
    BufferedReader in = new BufferedReader (new InputStreamReader (System.in));
    return in.read () + new Scanner (System.in).nextInt ();
  }

  static int ofParameter (InputStream in) throws IOException
  {
    return new DataInputStream (in).readInt ();
  }

  static int ofParameterNever (String name) throws IOException
  {
    return ofParameter (new FileInputStream (name)); // { dg-warning "never closed" }
  }

  static BufferedReader returned (String name) throws IOException
  {
    return new BufferedReader (new FileReader (name)); // { dg-bogus "leak" }
  }

  static String returnedNever (String name) throws IOException
  {
    BufferedReader in = returned (name); // { dg-warning "'in' is never closed" }
    return in.readLine ();
  }

  static void twice (String name) throws IOException
  {
    FileOutputStream raw = new FileOutputStream (name); // { dg-bogus "leak" }
    ObjectOutputStream out = null;
    try
      {
	out = new ObjectOutputStream (raw);
	out.writeObject (name);
      }
    finally
      {
	if (out != null)
	  out.close ();
	else
	  raw.close ();
      }
  }
}
