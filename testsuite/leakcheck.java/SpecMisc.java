/* What the specifications say of the rest of the JDK.  */

import java.awt.image.BufferedImage;
import java.io.*;
import java.net.URL;
import java.security.*;
import javax.crypto.*;
import javax.imageio.ImageIO;
import javax.imageio.stream.*;
import javax.sound.sampled.*;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import javax.xml.transform.stream.StreamSource;
import org.xml.sax.InputSource;

class SpecMisc
{
  static BufferedImage image (File f) throws IOException
  {
    return ImageIO.read (new FileInputStream (f)); /* { dg-warning "never closed" } */
  }

  static BufferedImage imageOfFile (File f) throws IOException
  {
    return ImageIO.read (f);
  }

  static void imageStream (File f) throws IOException
  {
    ImageInputStream i = ImageIO.createImageInputStream (f); /* { dg-warning "'i' is never closed" } */
    i.readInt ();
  }

  static BufferedImage imageInMemory (byte[] b) throws IOException
  {
    return ImageIO.read (new ByteArrayInputStream (b));
  }

  static void sound (File f) throws Exception
  {
    AudioInputStream a = AudioSystem.getAudioInputStream (f); /* { dg-warning "'a' is never closed" } */
    a.getFormat ();
  }

  static void clip (AudioInputStream a) throws Exception
  {
    Clip c = AudioSystem.getClip ();
    c.open (a); /* { dg-warning "'c' is never closed" } */
    c.start ();
  }

  static void clipUnopened () throws Exception
  {
    Clip c = AudioSystem.getClip ();
    c.getFormat ();
  }

  static int deciphered (String f, Cipher c) throws IOException
  {
    CipherInputStream i = new CipherInputStream (new FileInputStream (f), c); /* { dg-warning "never closed" } */
    return i.read ();
  }

  static byte[] digested (String f, MessageDigest m) throws IOException
  {
    try (DigestInputStream d = new DigestInputStream (new FileInputStream (f), m))
      {
	d.read ();
	return m.digest ();
      }
  }

  static void store (KeyStore k, String f) throws Exception
  {
    k.load (new FileInputStream (f), null); /* { dg-warning "never closed" } */
  }

  /* Parsers close what they are given.  */
  static void parsed (DocumentBuilder b, String f) throws Exception
  {
    b.parse (new InputSource (new FileInputStream (f)));
  }

  static XMLStreamReader reader (XMLInputFactory x, String f) throws Exception
  {
    return x.createXMLStreamReader (new FileInputStream (f)); /* { dg-warning "might not be closed" } */
  }

  static void readerForgotten (XMLInputFactory x, String f) throws Exception
  {
    XMLStreamReader r = x.createXMLStreamReader (new FileInputStream (f)); /* { dg-warning "closed" } */
    r.close ();
  }

  static StreamSource source (String f) throws IOException
  {
    return new StreamSource (new FileInputStream (f));
  }
}
