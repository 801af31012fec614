/* The body of an HTTP response is a stream if BodyHandlers.ofInputStream was asked
   for it: the class that it is cast to tells.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
// needs 11

import java.io.*;
import java.net.http.*;
import java.net.http.HttpResponse.BodyHandlers;

class AcquisitionHttpBody
{
  static int leak (HttpClient client, HttpRequest request)
    throws IOException, InterruptedException
  {
    HttpResponse<InputStream> r
      = client.send (request, BodyHandlers.ofInputStream ());
    InputStream in = r.body (); // { dg-warning "'in' is never closed" }
    return in.read ();
  }

  static String leakStatus (HttpClient client, HttpRequest request)
    throws IOException, InterruptedException
  {
    HttpResponse<InputStream> r
      = client.send (request, BodyHandlers.ofInputStream ());
    InputStream in = r.body (); // { dg-warning "'in' might not be closed" }
    if (r.statusCode () != 200)
      throw new IOException ("status");
    try (in)
      {
	return Integer.toString (in.read ());
      }
  }

  static String leakReader (HttpClient client, HttpRequest request)
    throws IOException, InterruptedException
  {
    HttpResponse<InputStream> r
      = client.send (request, BodyHandlers.ofInputStream ());
    Reader text = new InputStreamReader (r.body ()); // { dg-warning "never closed" }
    BufferedReader in = new BufferedReader (text);
    return in.readLine ();
  }

  static int ok (HttpClient client, HttpRequest request)
    throws IOException, InterruptedException
  {
    try (InputStream in
	   = client.send (request, BodyHandlers.ofInputStream ()).body ())
      {
	return in.read ();
      }
  }

  static InputStream okReturned (HttpClient client, HttpRequest request)
    throws IOException, InterruptedException
  {
    HttpResponse<InputStream> r
      = client.send (request, BodyHandlers.ofInputStream ());
    return r.body ();
  }

  /* What is read to its end gives the connection back.  */
  static byte[] okAll (HttpClient client, HttpRequest request)
    throws IOException, InterruptedException
  {
    return client.send (request, BodyHandlers.ofInputStream ()).body ()
      .readAllBytes ();
  }

  static void okCopied (HttpClient client, HttpRequest request, OutputStream out)
    throws IOException, InterruptedException
  {
    HttpResponse<InputStream> r
      = client.send (request, BodyHandlers.ofInputStream ());
    r.body ().transferTo (out);
  }

  /* A file does not.  */
  static byte[] leakFile (File f) throws IOException
  {
    InputStream in = new FileInputStream (f); // { dg-warning "'in' is never closed" }
    return in.readAllBytes ();
  }

  static String okString (HttpClient client, HttpRequest request)
    throws IOException, InterruptedException
  {
    return client.send (request, BodyHandlers.ofString ()).body ();
  }

  static byte[] okBytes (HttpClient client, HttpRequest request)
    throws IOException, InterruptedException
  {
    return client.send (request, BodyHandlers.ofByteArray ()).body ();
  }
}
