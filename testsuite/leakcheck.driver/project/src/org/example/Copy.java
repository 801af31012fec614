package org.example;

import java.io.*;

/** Copies a file; nothing closes the files if an exception is thrown. */
public class Copy {
    public static void copy(String from, String to) throws IOException {
        InputStream in = new FileInputStream(from);
        OutputStream out = new FileOutputStream(to);
        in.transferTo(out);
        in.close();
        out.close();
    }
}
