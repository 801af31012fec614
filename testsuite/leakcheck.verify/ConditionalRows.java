// Rows of specifications with conditions: a release only if the result is as they say, and another
// handle only if an argument is.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.awt.image.BufferedImage;
import java.io.*;
import java.net.Socket;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageInputStream;
import javax.net.ssl.SSLSocketFactory;

class ConditionalRows {
    /* ImageIO.read closes what it could read.  */
    static BufferedImage notRead(File f) throws IOException {
        ImageInputStream in = ImageIO.createImageInputStream(f); // error: not-called
        try {
            return ImageIO.read(in);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    static BufferedImage thrown(File f) throws IOException {
        ImageInputStream in = ImageIO.createImageInputStream(f); // error: not-called
        BufferedImage image = ImageIO.read(in);
        if (image == null)
            in.close();
        return image;
    }

    static BufferedImage read(File f) throws IOException {
        ImageInputStream in = ImageIO.createImageInputStream(f);
        BufferedImage image;
        try {
            image = ImageIO.read(in);
        } catch (IOException e) {
            in.close();
            throw e;
        }
        if (image == null)
            in.close();
        return image;
    }

    /* A socket over another one closes that if it is told to.  */
    static void told(SSLSocketFactory f, Socket s) throws IOException {
        Socket t = new Socket("h", 1);
        try {
            f.createSocket(t, "h", 1, true).close();
        } catch (IOException e) {
            t.close();
        }
    }

    static void notTold(SSLSocketFactory f) throws IOException {
        Socket s = new Socket("h", 1); // error: not-called
        try {
            f.createSocket(s, "h", 1, false).close();
        } catch (IOException e) {
            s.close();
        }
    }

    static void lost(SSLSocketFactory f) throws IOException {
        Socket s = new Socket("h", 1);
        try {
            f.createSocket(s, "h", 1, false); // error: not-called
        } finally {
            s.close();
        }
    }

    static void both(SSLSocketFactory f, boolean b) throws IOException {
        Socket s = new Socket("h", 1);
        try {
            Socket t = f.createSocket(s, "h", 1, b);
            t.close();
        } finally {
            s.close();
        }
    }
}
