/* Fields, constructors, inheritance, nested classes, statics.  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.IOException;
import java.net.Socket;

class LanguageClasses
{
  static FileInputStream shared;

  FileInputStream own;
  LanguageClasses next;

  LanguageClasses (String name) throws IOException
  {
    own = new FileInputStream (name);
  }

  LanguageClasses (LanguageClasses other)
  {
    this.own = other.own;
  }

  void close () throws IOException
  {
    own.close ();
  }

  static int closedInMember (String name) throws IOException
  {
    LanguageClasses c = new LanguageClasses (name);
    c.close ();
    return 0;
  }

  static int memberNotClosed (String name) throws IOException
  {
    LanguageClasses c = new LanguageClasses (name); /* { dg-warning "opened by 'new LanguageClasses' is never closed" } */
    return c.hashCode ();
  }

  static void closedThroughCopy (String name) throws IOException
  {
    LanguageClasses c = new LanguageClasses (name);
    LanguageClasses d = new LanguageClasses (c);
    d.own.close ();
  }

  static void keptInStatic (String name) throws IOException
  {
    shared = new FileInputStream (name);
  }

  void keptInField (String name) throws IOException
  {
    next = new LanguageClasses (name);
  }

  static class Noted extends FileInputStream
  {
    final String note;

    Noted (String name, String note) throws IOException
    {
      super (name);
      this.note = note;
    }
  }

  static String subclassNotClosed (String name) throws IOException
  {
    Noted in = new Noted (name, "x"); /* { dg-warning "'in' is never closed" } */
    return in.note;
  }

  static String subclassClosed (String name) throws IOException
  {
    try (Noted in = new Noted (name, "x"))
      {
	return in.note;
      }
  }

  static class Counted extends FileInputStream
  {
    static int open;

    Counted (String name) throws IOException
    {
      super (name);
      open++;
    }

    @Override public void close () throws IOException
    {
      open--;
      super.close ();
    }
  }

  static void overridden (String name) throws IOException
  {
    Counted in = new Counted (name);
    in.close ();
  }

  class Inner
  {
    int first () throws IOException
    {
      return own.read ();
    }
  }

  static int throughInner (String name) throws IOException
  {
    LanguageClasses c = new LanguageClasses (name);
    try
      {
	return c.new Inner ().first ();
      }
    finally
      {
	c.close ();
      }
  }

  static Runnable captured (final Socket socket)
  {
    return new Runnable ()
      {
	@Override public void run ()
	{
	  try
	    {
	      socket.close ();
	    }
	  catch (IOException e)
	    {
	    }
	}
      };
  }

  static Runnable handedToAnonymous (String host) throws IOException
  {
    return captured (new Socket (host, 80));
  }

  static synchronized int inLoop (String[] names) throws IOException
  {
    int n = 0;
    for (String name : names)
      {
	FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' is never closed" } */
	n += in.available ();
      }
    return n;
  }

  static int inLoopClosed (String[] names) throws IOException
  {
    int n = 0;
    for (int i = 0; i < names.length; i++)
      {
	FileInputStream in = new FileInputStream (names[i]);
	try
	  {
	    n += in.available ();
	  }
	finally
	  {
	    in.close ();
	  }
      }
    return n;
  }

  static int synchronizedBlock (Object lock, String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' might not be closed" } */
    synchronized (lock)
      {
	if (in.read () < 0)
	  return -1;
      }
    in.close ();
    return 0;
  }

  static void overwritten (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' is never closed" } */
    in = new FileInputStream (name + ".old");
    in.close ();
  }

  static void inArray (String name) throws IOException
  {
    FileInputStream[] all = new FileInputStream[2];
    all[0] = new FileInputStream (name);
    all[0].close ();
  }

  static void inArrayNotClosed (String name) throws IOException
  {
    FileInputStream[] all = new FileInputStream[2];
    all[0] = new FileInputStream (name); /* { dg-warning "'all\\\[0\\\]' is never closed" } */
  }
}
