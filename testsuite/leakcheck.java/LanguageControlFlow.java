/* Control flow: switches, loops, conditions, handlers.  */

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;

class LanguageControlFlow
{
  enum Mode { READ, SKIP, OTHER }

  static int onStrings (String name, String how) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' might not be closed" } */
    switch (how)
      {
      case "read":
	int c = 1;
	in.close ();
	return c;
      case "skip":
	return 0;
      default:
	in.close ();
	return -1;
      }
  }

  static void onEnum (String name, Mode mode) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' might not be closed" } */
    switch (mode)
      {
      case READ:
      case SKIP:
	in.close ();
	break;
      default:
	break;
      }
  }

  static int flag (String name, boolean open) throws IOException
  {
    FileInputStream in = null;
    if (open)
      in = new FileInputStream (name);
    if (open)
      in.close ();
    return 0;
  }

  static int ternary (String name) throws IOException
  {
    FileInputStream in = name == null ? null : new FileInputStream (name);
    if (in == null)
      return -1;
    in.close ();
    return 0;
  }

  static int nested (String name)
  {
    FileInputStream in = null;
    try
      {
	in = new FileInputStream (name);
	return in.read ();
      }
    catch (FileNotFoundException e)
      {
	return -1;
      }
    catch (IOException e)
      {
	return -2;
      }
    finally
      {
	if (in != null)
	  {
	    try
	      {
		in.close ();
	      }
	    catch (IOException e)
	      {
		return -3;
	      }
	  }
      }
  }

  static int handlerReturns (String name)
  {
    try
      {
	FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' might not be closed" } */
	int c = in.read ();
	in.close ();
	return c;
      }
    catch (IOException e)
      {
	return -1;
      }
  }

  /* Nobody reckons with what nothing declares.  */
  static int unexpected (String name, int[] sizes) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    int n = sizes[3] / sizes[4] + name.length ();
    in.close ();
    return n;
  }

  /* But for what a handler names.  */
  static int expected (String name, String number) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' might not be closed" } */
    try
      {
	int n = Integer.parseInt (number);
	in.close ();
	return n;
      }
    catch (NumberFormatException e)
      {
	return -1;
      }
  }

  static int thrown (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name); /* { dg-warning "'in' might not be closed" } */
    if (name.isEmpty ())
      throw new IllegalStateException ("no name"); /* { dg-message "lost here" } */
    in.close ();
    return 0;
  }

  static int thrownAndCaught (String name) throws IOException
  {
    FileInputStream in = new FileInputStream (name);
    try
      {
	if (name.isEmpty ())
	  throw new IllegalStateException ("no name");
      }
    catch (IllegalStateException e)
      {
      }
    in.close ();
    return 0;
  }

  static int multiCatch (String name)
  {
    FileInputStream in = null;
    try
      {
	in = new FileInputStream (name);
	int c = in.read ();
	in.close ();
	return c;
      }
    catch (IOException | IllegalStateException e)
      {
	if (in != null)
	  try
	    {
	      in.close ();
	    }
	  catch (IOException f)
	    {
	    }
	return -1;
      }
  }

  static int untilFound (String[] names) throws IOException
  {
    FileInputStream in = null;
    for (String name : names)
      {
	try
	  {
	    in = new FileInputStream (name);
	    break;
	  }
	catch (FileNotFoundException e)
	  {
	    continue;
	  }
      }
    if (in == null)
      return -1;
    in.close ();
    return 0;
  }

  static int labelled (String name) throws IOException
  {
    int n = 0;
  outer:
    for (;;)
      {
	try (FileInputStream in = new FileInputStream (name))
	  {
	    for (int i = 0; i < 10; i++)
	      {
		int c = in.read ();
		if (c < 0)
		  break outer;
		if (c == 'x')
		  continue outer;
		n += c;
	      }
	  }
      }
    return n;
  }
}
