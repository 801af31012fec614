/* The examples of the paper on Tracker (ICSE 2010) and of its slides; the
   methods are named after the section or figure.  */

import java.io.*;

class TrackerPaper
{
  /* Figures 1 and 2, from ant: OutputStreamWriter may throw.  */
  static void figure1 (File file, String enc)
  {
    PrintWriter out = null;
    try
      {
	try
	  {
	    out = new PrintWriter (new OutputStreamWriter (new FileOutputStream (file), enc)); /* { dg-warning "might not be closed" } */
	  }
	catch (UnsupportedEncodingException ue)
	  {
	    out = new PrintWriter (new FileWriter (file)); /* { dg-bogus "leak" } */
	  }
	out.append ('c');
      }
    catch (IOException e)
      {
      }
    finally
      {
	if (out != null)
	  out.close ();
      }
  }

  /* The same where the encoding is the platform's: nothing can throw.  */
  static void figure1Clean (File file)
  {
    PrintWriter out = null;
    try
      {
	out = new PrintWriter (new OutputStreamWriter (new FileOutputStream (file)));
	out.append ('c');
      }
    catch (IOException e)
      {
      }
    finally
      {
	if (out != null)
	  out.close ();
      }
  }

  /* Section 1: the handle whose closing cures it is the outermost one.  */
  static void section1 (File file) throws IOException
  {
    PrintWriter out = new PrintWriter (new OutputStreamWriter (new FileOutputStream (file))); /* { dg-warning "'out' is never closed" } */
    out.append ('c');
  }

  /* Figure 5: no leak, but for what no program expects.  */
  static Integer figure5 (File in) throws IOException
  {
    FileInputStream fis = new FileInputStream (in);
    Integer ret = null;
    try
      {
	int val = fis.read ();
	ret = new Integer (val);
      }
    catch (IOException e)
      {
      }
    fis.close ();
    return ret;
  }

  static class Holder
  {
    FileInputStream f;
  }

  /* Section 2.2, example 1: a test that a handle cannot fail.  */
  static void example1 (File in) throws IOException
  {
    FileInputStream p = new FileInputStream (in);
    Holder q = new Holder ();
    q.f = p;
    FileInputStream r = q.f;
    if (r == null)
      return;
    r.close ();
  }

  /* Example 2: of those made in the loop only the last is released.  */
  static void example2 (File in, int n) throws IOException
  {
    FileInputStream p = null;
    for (int i = 0; i < n; i++)
      p = new FileInputStream (in); /* { dg-warning "might not be closed" } */
    if (p != null)
      p.close ();
  }

  static void example2Clean (File in, int n) throws IOException
  {
    FileInputStream p = null;
    for (int i = 0; i < n; i++)
      {
	if (p != null)
	  p.close ();
	p = new FileInputStream (in);
      }
    if (p != null)
      p.close ();
  }

  /* Section 2.3: what callees do.  */
  static void release (InputStream in) throws IOException
  {
    in.close ();
  }

  static void look (InputStream in)
  {
    System.out.println ("no");
  }

  static void section23 (File f) throws IOException
  {
    FileInputStream in = new FileInputStream (f);
    look (in);
    release (in);
  }

  static void section23Leak (File f) throws IOException
  {
    FileInputStream in = new FileInputStream (f); /* { dg-warning "'in' is never closed" } */
    look (in);
  }

  /* Section 2.4: what escapes is trusted.  */
  FileInputStream kept;

  void section24 (File f) throws IOException
  {
    kept = new FileInputStream (f);
  }

  static InputStream section24Result (File f) throws IOException
  {
    return new FileInputStream (f);
  }

  /* Section 3.3, the first snippet.  */
  static void section33 (File file) throws IOException
  {
    FileOutputStream fos = new FileOutputStream (file);
    OutputStreamWriter osw = new OutputStreamWriter (fos);
    try
      {
	osw.write ("x");
      }
    finally
      {
	osw.close ();
      }
  }

  /* The second: the wrapped one is released.  */
  static void section33Wrapped (File file) throws IOException
  {
    FileOutputStream fos = new FileOutputStream (file);
    try
      {
	OutputStreamWriter osw = new OutputStreamWriter (fos, "UTF-8");
	osw.write ("x");
	osw.flush ();
      }
    finally
      {
	fos.close ();
      }
  }

  /* Wrappers over nothing are nobody's business.  */
  static byte[] section33Memory () throws IOException
  {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream ();
    OutputStreamWriter osw = new OutputStreamWriter (bytes);
    osw.write ("x");
    osw.flush ();
    return bytes.toByteArray ();
  }

  /* The wrappers are one cluster with what they wrap: one warning.  */
  static void section33Cluster (File file) throws IOException
  {
    FileOutputStream fos = new FileOutputStream (file); /* { dg-warning "'fos' is never closed" } */
    OutputStreamWriter osw = new OutputStreamWriter (fos); /* { dg-bogus "leak" } */
    PrintWriter out = new PrintWriter (osw); /* { dg-bogus "leak" } */
    out.println ();
  }

  /* ---- The slides.  ---- */

  /* Slides 9 to 21: InputStreamReader throws, and the handle is lost.  */
  static void slide9 (File f, String e) throws IOException
  {
    InputStreamReader isr = null;
    FileInputStream fis = null;
    try
      {
	fis = new FileInputStream (f); /* { dg-warning "'fis' might not be closed" } */
	isr = new InputStreamReader (fis, e);
      }
    finally
      {
	if (isr != null)
	  isr.close ();
      }
  }

  /* Slides 22 to 25, and 36 to 41: the wrapper is not closed, but what it wraps
     is.  */
  static void slide22 (File f, String e) throws IOException
  {
    InputStreamReader isr = null;
    FileInputStream fis = null;
    try
      {
	fis = new FileInputStream (f);
	isr = new InputStreamReader (fis, e);
      }
    finally
      {
	if (fis != null)
	  fis.close ();
      }
  }

  /* Slides 32 to 35: memory may run out where an Integer is made.  */
  static void slide32 (File f, String e) throws IOException
  {
    FileInputStream fis = null;
    try
      {
	fis = new FileInputStream (f);
      }
    catch (IOException x)
      {
      }
    Integer i = new Integer (0);
    if (fis != null)
      fis.close ();
  }

  /* Slides 36 to 41: both leak; one report.  */
  static void slide36 (File f, String e) throws IOException
  {
    InputStreamReader isr = new InputStreamReader (new FileInputStream (f), e); /* { dg-warning "'isr' is never closed" } */
    isr.ready ();
  }
}
