/* What the specifications say of java.io and java.lang.  */

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

class SpecIo
{
  /* ---- What holds nothing.  ---- */

  static int bytes (byte[] b) throws IOException
  {
    return new DataInputStream (new BufferedInputStream (new ByteArrayInputStream (b))).readInt ();
  }

  static String text () throws IOException
  {
    StringWriter s = new StringWriter ();
    PrintWriter w = new PrintWriter (new BufferedWriter (s));
    w.printf ("%d", 1).println ();
    return s.toString ();
  }

  static String reader (String s) throws IOException
  {
    return new BufferedReader (new StringReader (s)).readLine ();
  }

  static byte[] collected () throws IOException
  {
    ByteArrayOutputStream b = new ByteArrayOutputStream ();
    DataOutputStream o = new DataOutputStream (b);
    o.writeInt (1);
    return b.toByteArray ();
  }

  static String standardInput () throws IOException
  {
    return new BufferedReader (new InputStreamReader (System.in)).readLine ();
  }

  static void standardOutput ()
  {
    PrintStream p = new PrintStream (System.out, true);
    p.println ();
  }

  /* ---- Wrappers.  ---- */

  static int wrapped (String f) throws IOException
  {
    BufferedInputStream b = new BufferedInputStream (new FileInputStream (f)); /* { dg-warning "closed" } */
    DataInputStream d = new DataInputStream (b);
    return d.readInt ();
  }

  static int wrapperClosed (String f) throws IOException
  {
    DataInputStream d = new DataInputStream (new FileInputStream (f));
    try
      {
	return d.readInt ();
      }
    finally
      {
	d.close ();
      }
  }

  static int wrappedClosed (String f) throws IOException
  {
    FileInputStream in = new FileInputStream (f);
    try
      {
	return new DataInputStream (in).readInt ();
      }
    finally
      {
	in.close ();
      }
  }

  static int wrapperOfParameter (InputStream in) throws IOException
  {
    return new DataInputStream (in).readInt ();
  }

  static Reader returned (String f) throws IOException
  {
    return new BufferedReader (new FileReader (f));
  }

  static void twoWrapped (String f, String g) throws IOException
  {
    try (SequenceInputStream s
	   = new SequenceInputStream (new ByteArrayInputStream (new byte[1]),
				      new ByteArrayInputStream (new byte[1])))
      {
	s.read ();
      }
  }

  static void headerMayBeWrong (String f) throws IOException
  {
    FileInputStream in = new FileInputStream (f); /* { dg-warning "might not be closed" } */
    ObjectInputStream o = new ObjectInputStream (in);
    o.close ();
  }

  static void ofDescriptor (String f) throws IOException
  {
    try (RandomAccessFile r = new RandomAccessFile (f, "r"))
      {
	FileInputStream in = new FileInputStream (r.getFD ());
	in.read ();
      }
  }

  /* ---- Over a name it is a file, over a stream it is not.  ---- */

  static void toFile (String f) throws IOException
  {
    PrintWriter w = new PrintWriter (f); /* { dg-warning "'w' is never closed" } */
    w.println ();
  }

  static void toStream (OutputStream o)
  {
    PrintWriter w = new PrintWriter (o);
    w.println ();
  }

  static void chained (String f) throws IOException
  {
    PrintStream p = new PrintStream (f, "UTF-8");
    p.printf ("a").append ('b').format ("c").close ();
  }

  /* ---- What only borrows.  ---- */

  static Properties borrowed (String f) throws IOException
  {
    Properties p = new Properties ();
    p.load (new FileInputStream (f)); /* { dg-warning "never closed" } */
    return p;
  }

  static Properties borrowedAndClosed (String f) throws IOException
  {
    Properties p = new Properties ();
    try (InputStream in = new FileInputStream (f))
      {
	p.load (in);
      }
    return p;
  }

  static Properties closedByCallee (String f) throws IOException
  {
    Properties p = new Properties ();
    p.loadFromXML (new FileInputStream (f));
    return p;
  }

  static void printed (String f, Exception e) throws IOException
  {
    PrintWriter w = new PrintWriter (f); /* { dg-warning "never closed" } */
    e.printStackTrace (w);
  }

  /* ---- java.lang.  ---- */

  static int resource () throws IOException
  {
    InputStream in = SpecIo.class.getResourceAsStream ("x"); /* { dg-warning "never closed" } */
    return in == null ? 0 : in.read ();
  }

  static int resourceClosed () throws IOException
  {
    InputStream in = SpecIo.class.getClassLoader ().getResourceAsStream ("x");
    if (in == null)
      return 0;
    try
      {
	return in.read ();
      }
    finally
      {
	in.close ();
      }
  }

  static int process (String... command) throws IOException
  {
    Process p = new ProcessBuilder (command).start ();
    return p.getInputStream ().read (); // { dg-warning "'Process.getInputStream' is never closed" }
  }

  static void output (String f) throws IOException
  {
    System.setOut (new PrintStream (new FileOutputStream (f)));
  }

  static void thread (String f) throws IOException
  {
    InputStream in = new FileInputStream (f);
    new Thread (() -> {
      try
	{
	  in.close ();
	}
      catch (IOException e)
	{
	}
    }).start ();
  }

  static String decoded (String f) throws IOException
  {
    InputStream in = new FileInputStream (f); /* { dg-warning "closed" } */
    InputStreamReader r = new InputStreamReader (in, StandardCharsets.UTF_8);
    return "" + r.read ();
  }

  /* What only keeps its argument throws nothing, whatever the handler waits for.  */
  static Reader openText (Class<?> c, String name)
  {
    try
      {
	InputStream in = c.getResourceAsStream (name);
	return new BufferedReader (new InputStreamReader (in, StandardCharsets.UTF_8));
      }
    catch (Exception e)
      {
	return null;
      }
  }

  static DataOutputStream openData (Process p)
  {
    OutputStream out = p.getOutputStream ();
    try
      {
	return new DataOutputStream (new BufferedOutputStream (out));
      }
    catch (RuntimeException e)
      {
	return null;
      }
  }

  static InputStream openSized (Class<?> c, String name, int size)
  {
    try
      {
	InputStream in = c.getResourceAsStream (name); // { dg-warning "'in' might not be closed" }
	return new BufferedInputStream (in, size);
      }
    catch (IllegalArgumentException e)
      {
	return null;
      }
  }
}
