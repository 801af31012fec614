// Wrappers of files and sockets as programs chain them, and wrappers of one's own.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;
import res.Res;

class WrapperChains {
    void reader(String name) throws IOException {
        BufferedReader r = new BufferedReader(new FileReader(name));
        r.close();
    }

    void readerLost(String name) throws IOException {
        BufferedReader r = new BufferedReader(new FileReader(name)); // error: not-called
        r.ready();
    }

    void readerInnerClosed(String name) throws IOException {
        FileReader f = new FileReader(name);
        BufferedReader r = new BufferedReader(f);
        f.close();
    }

    void readerUsedFirst(String name) throws IOException {
        BufferedReader r = new BufferedReader(new FileReader(name)); // error: not-called
        r.readLine();
        r.close();
    }

    String firstLine(String name) throws IOException {
        try (BufferedReader r = new BufferedReader(new FileReader(name))) {
            return r.readLine();
        }
    }

    String firstLineOf(@Owning InputStream in) throws IOException {
        try (BufferedReader r = new BufferedReader(new InputStreamReader(in))) {
            return r.readLine();
        }
    }

    void three(File f) throws IOException {
        ObjectInputStream o = new ObjectInputStream( // the file is what is lost
            new BufferedInputStream(
                new FileInputStream(f))); // error: not-called
        o.close();
    }

    void twoLines(File f) throws IOException {
        InputStream in = new FileInputStream(f); // error: not-called
        InputStream z = new GZIPInputStream(in);
        z.close();
    }

    void twoLinesGuarded(File f) throws IOException {
        InputStream in = new FileInputStream(f);
        try {
            InputStream z = new GZIPInputStream(in);
            z.close();
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    void memory(byte[] bytes) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    }

    void memoryOut() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(out);
        PrintStream p = new PrintStream(out);
    }

    void strings(String text) {
        BufferedReader r = new BufferedReader(new StringReader(text));
        PrintWriter w = new PrintWriter(new StringWriter());
        Scanner s = new Scanner(text);
    }

    void standard() {
        BufferedReader r = new BufferedReader(new InputStreamReader(System.in));
        Scanner s = new Scanner(System.in);
        PrintWriter w = new PrintWriter(System.out);
    }

    void scanner(File f) throws IOException {
        Scanner s = new Scanner(f); // error: not-called
        s.hasNext();
    }

    void scannerClosed(File f) throws IOException {
        Scanner s = new Scanner(f);
        s.close();
    }

    void scannerOfStream(File f) throws IOException {
        Scanner s = new Scanner(new FileInputStream(f));
        s.close();
    }

    void borrowed(InputStream in) {
        DataInputStream d = new DataInputStream(in);
    }

    void borrowedInBranch(InputStream in, boolean b) throws IOException {
        InputStream d = b ? new BufferedInputStream(in) : in;
        d.read();
    }

    void channel(File f) throws IOException {
        RandomAccessFile file = new RandomAccessFile(f, "r");
        FileChannel c = file.getChannel();
        c.close();
    }

    void channelLost(File f) throws IOException {
        RandomAccessFile file = new RandomAccessFile(f, "r"); // error: not-called
        FileChannel c = file.getChannel();
        c.size();
    }

    void channelAtOnce(File f) throws IOException {
        FileChannel c = new FileOutputStream(f).getChannel(); // error: not-called
    }

    void socketStreams(String host) throws IOException {
        Socket s = new Socket(host, 1);
        try {
            OutputStream out = s.getOutputStream();
            out.write(1);
        } finally {
            s.close();
        }
    }

    void socketByStream(String host) throws IOException {
        Socket s = new Socket(host, 1);
        try (InputStream in = s.getInputStream()) {
            in.read();
        } catch (IOException e) {
            s.close();
        }
    }

    void socketStreamLost(String host) throws IOException {
        Socket s = new Socket(host, 1); // error: not-called
        InputStream in = s.getInputStream();
    }

    void zip(File f) throws IOException {
        try (ZipFile z = new ZipFile(f)) {
            InputStream in = z.getInputStream(z.getEntry("a"));
            in.read();
        }
    }

    void path(Path p) throws IOException {
        BufferedWriter w = Files.newBufferedWriter(p); // error: not-called
    }

    void pathClosed(Path p) throws IOException {
        Files.newInputStream(p).close();
    }

    void pathLines(Path p) throws IOException {
        for (String line : Files.readAllLines(p)) {
            System.out.println(line);
        }
    }

    void properties(String name) throws IOException {
        Properties p = new Properties();
        p.load(new FileReader(name)); // error: not-called
    }

    void printed(String name) throws IOException {
        new PrintWriter(name).println("x"); // error: not-called
    }

    void appended(String name) throws IOException {
        Writer w = new FileWriter(name).append("x"); // error: not-called
        w.close();
    }

    // ---- One's own.  ----

    static class Counting extends FilterInputStream {
        private int n;

        @MustCallAlias Counting(@MustCallAlias InputStream in) {
            super(in);
        }

        @Override public int read() throws IOException {
            n++;
            return super.read();
        }
    }

    static class CountingUnpaired extends FilterInputStream {
        CountingUnpaired(@MustCallAlias InputStream in) { // error: alias-pairing
            super(in);
        }
    }

    static class CountingNotAlias extends FilterInputStream {
        CountingNotAlias(InputStream in) {
            super(in);
        }
    }

    static class CountingOwning extends FilterInputStream {
        CountingOwning(@Owning InputStream in) {
            super(in);
        }
    }

    void counting(File f) throws IOException {
        InputStream in = new FileInputStream(f);
        Counting c = new Counting(in);
        c.close();
    }

    void countingLost(File f) throws IOException {
        InputStream in = new FileInputStream(f); // error: not-called
        Counting c = new Counting(in);
    }

    void countingNotAlias(File f) throws IOException {
        InputStream in = new FileInputStream(f); // error: not-called
        CountingNotAlias c = new CountingNotAlias(in);
        c.close();
    }

    void countingOwning(File f) throws IOException {
        InputStream in = new FileInputStream(f);
        CountingOwning c = new CountingOwning(in);
        c.close();
    }

    @MustCallAlias InputStream buffered(@MustCallAlias InputStream in) {
        return new BufferedInputStream(in);
    }

    @MustCallAlias InputStream bufferedTwice(@MustCallAlias InputStream in) {
        return buffered(new BufferedInputStream(in));
    }

    @MustCallAlias InputStream bufferedOrNot(@MustCallAlias InputStream in, boolean b) {
        if (b) {
            return in;
        }
        return new BufferedInputStream(in);
    }

    @MustCallAlias InputStream bufferedNamed(@MustCallAlias InputStream in) {
        InputStream b = new BufferedInputStream(in);
        return b;
    }

    @MustCallAlias InputStream other(@MustCallAlias InputStream in) // error: alias-out-of-scope
            throws IOException {
        in.close();
        return new FileInputStream("a"); // error: must-call-mismatch
    }

    @MustCallAlias InputStream nothing(@MustCallAlias InputStream in) { // error: alias-out-of-scope
        return null;
    }

    @MustCallAlias InputStream first(@MustCallAlias InputStream in, InputStream ignored) {
        return in;
    }

    void bufferedClosed(File f) throws IOException {
        InputStream in = buffered(new FileInputStream(f));
        in.close();
    }

    void bufferedLost(File f) throws IOException {
        InputStream in = buffered(new FileInputStream(f)); // error: not-called
    }

    void firstOfTwo(File f) throws IOException {
        InputStream a = new FileInputStream(f);
        try {
            InputStream b = new FileInputStream(f); // error: not-called
            first(a, b).read();
        } finally {
            a.close();
        }
    }
}
