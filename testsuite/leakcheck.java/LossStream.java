/* One stream: closed, not closed, closed unless something is thrown.  */
// { dg-levels all }

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;

class LossStream
{
  static int never (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "resource leak: 'in' is never closed" } */
    return in.read ();
  }

  static int unlessThrown (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' might not be closed" } */
    int c = in.read (); /* { dg-message "if 'FileInputStream.read' throws" } */
    in.close ();
    return c;
  }

  static int onOneBranch (String name, boolean all) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' might not be closed" } */
    if (all)
      in.close ();
    return 0;
  }

  static void unnamed (String name) throws IOException
  {
    new FileInputStream (name); /* { dg-warning "opened by 'new FileInputStream' is never closed" } */
  }

  static int withResources (String name) throws IOException
  {
    try (FileInputStream in = new FileInputStream (name))
      {
	return in.read ();
      }
  }

  static int inFinally (String name) throws IOException
  {
    FileInputStream in = null;
    try
      {
	in = new FileInputStream (name);
	return in.read ();
      }
    finally
      {
	if (in != null)
	  in.close ();
      }
  }

  static int inHandlers (String name)
  {
    FileInputStream in;
    try
      {
	in = new FileInputStream (name);
      }
    catch (FileNotFoundException e)
      {
	return -1;
      }
    try
      {
	return in.read ();
      }
    catch (IOException e)
      {
	return -2;
      }
    finally
      {
	try
	  {
	    in.close ();
	  }
	catch (IOException e)
	  {
	  }
      }
  }

  static FileInputStream given (String name) throws IOException
  {
    return new FileInputStream (name);
  }

  static int taken (String name) throws IOException
  {
    FileInputStream in = given (name); /* { dg-warning "'in' is never closed" } */
    return in.read ();
  }

  static void close (FileInputStream in) throws IOException
  {
    if (in != null)
      in.close ();
  }

  static void closedByHelper (String name) throws IOException
  {
    close (given (name));
  }
}
