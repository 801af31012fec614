// What of the JDK has to be closed, what wraps what, and what is lent only.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import java.util.stream.*;
import java.util.zip.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

class JdkResources {
    void file(String name) throws IOException {
        FileInputStream f = new FileInputStream(name); // error: not-called
    }

    void fileClosed(String name) throws IOException {
        FileInputStream f = new FileInputStream(name);
        f.close();
    }

    void fileReadClosed(String name) throws IOException {
        FileInputStream f = new FileInputStream(name); // error: not-called
        f.read();
        f.close();
    }

    void reader(String name) throws IOException {
        FileReader f = new FileReader(name); // error: not-called
    }

    void randomAccess(String name) throws IOException {
        RandomAccessFile f = new RandomAccessFile(name, "r"); // error: not-called
    }

    void buffered(String name) throws IOException {
        BufferedReader r = new BufferedReader(new FileReader(name));
        r.close();
    }

    void bufferedNotClosed(String name) throws IOException {
        BufferedReader r = new BufferedReader(new FileReader(name)); // error: not-called
    }

    void bufferedInnerClosed(String name) throws IOException {
        FileReader f = new FileReader(name);
        BufferedReader r = new BufferedReader(f);
        f.close();
    }

    void threeLayers(String name) throws IOException {
        Reader r = new BufferedReader(new InputStreamReader(new FileInputStream(name)));
        r.close();
    }

    void threeLayersNotClosed(String name) throws IOException {
        Reader r = new BufferedReader(new InputStreamReader(new FileInputStream(name))); // error: not-called
    }

    void tryWithLayers(String name) throws IOException {
        try (BufferedReader r = new BufferedReader(new FileReader(name))) {
            r.readLine();
        }
    }

    void bytes() {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        b.write(1);
    }

    void bytesIn(byte[] a) {
        ByteArrayInputStream b = new ByteArrayInputStream(a);
        b.read();
    }

    void strings() {
        StringReader r = new StringReader("x");
        StringWriter w = new StringWriter();
        w.write("y");
    }

    void wrappedBytes() throws IOException {
        DataOutputStream d = new DataOutputStream(new ByteArrayOutputStream());
        d.writeInt(1);
    }

    void wrappedStrings() throws IOException {
        BufferedReader r = new BufferedReader(new StringReader("x"));
        r.readLine();
    }

    void wrappedOut() {
        PrintStream p = new PrintStream(System.out);
        p.println();
    }

    void wrappedIn() {
        Scanner s = new Scanner(System.in);
        s.next();
    }

    void scannerOfString() {
        Scanner s = new Scanner("a b");
        s.next();
    }

    void scannerOfFile(File f) throws IOException {
        Scanner s = new Scanner(f); // error: not-called
    }

    void printWriter(String name) throws IOException {
        PrintWriter w = new PrintWriter(name); // error: not-called
    }

    void printWriterClosed(String name) throws IOException {
        PrintWriter w = new PrintWriter(new FileWriter(name));
        w.close();
    }

    void lines(Path p) throws IOException {
        Stream<String> s = Files.lines(p); // error: not-called
    }

    void list(Path p) throws IOException {
        try (Stream<Path> s = Files.list(p)) {
            s.count();
        }
    }

    void streams(List<String> l) {
        Stream<String> s = l.stream();
        s.count();
    }

    void directory(Path p) throws IOException {
        DirectoryStream<Path> d = Files.newDirectoryStream(p); // error: not-called
    }

    void fileSystem() {
        FileSystem f = FileSystems.getDefault();
    }

    void newReader(Path p) throws IOException {
        BufferedReader r = Files.newBufferedReader(p); // error: not-called
    }

    void newReaderClosed(Path p) throws IOException {
        BufferedReader r = Files.newBufferedReader(p);
        r.close();
    }

    void channel(Path p) throws IOException {
        FileChannel c = FileChannel.open(p); // error: not-called
    }

    void channelOfFile(String name) throws IOException {
        RandomAccessFile f = new RandomAccessFile(name, "r");
        FileChannel c = f.getChannel();
        c.close();
    }

    void channelPosition(Path p) throws IOException {
        FileChannel c = FileChannel.open(p);
        try {
            c.position(3L);
        } finally {
            c.close();
        }
    }

    void descriptor(String name) throws IOException {
        RandomAccessFile f = new RandomAccessFile(name, "rws"); // error: not-called
        FileInputStream in = null;
        try {
            in = new FileInputStream(f.getFD());
            in.read();
            in.close();
        } catch (FileNotFoundException e) {
            return;
        }
    }

    void zip(File f) throws IOException {
        ZipFile z = new ZipFile(f); // error: not-called
    }

    void zipEntry(ZipFile z, ZipEntry e) throws IOException {
        InputStream in = z.getInputStream(e);
    }

    void gzip(String name) throws IOException {
        FileInputStream f = new FileInputStream(name); // error: not-called
        GZIPInputStream g = new GZIPInputStream(f);
        g.close();
    }

    void url(URL u) throws IOException {
        InputStream in = u.openStream(); // error: not-called
    }

    void urlConnection(URL u) throws IOException {
        URLConnection c = u.openConnection();
    }

    void process(ProcessBuilder b) throws IOException {
        Process p = b.start();
        OutputStream out = p.getOutputStream();
    }

    void sql(Connection c) throws SQLException {
        Statement s = c.createStatement(); // error: not-called
    }

    void sqlClosed(Connection c) throws SQLException {
        Statement s = c.createStatement();
        s.close();
    }

    void sqlResult(Statement s) throws SQLException {
        ResultSet r = s.executeQuery("x"); // error: not-called
    }

    void sqlConnection(String url) throws SQLException {
        Connection c = DriverManager.getConnection(url); // error: not-called
    }

    void sqlAll(String url) throws SQLException {
        try (Connection c = DriverManager.getConnection(url);
             PreparedStatement s = c.prepareStatement("x");
             ResultSet r = s.executeQuery()) {
            r.next();
        }
    }

    void formatter(String name) throws IOException {
        Formatter f = new Formatter(name); // error: not-called
    }

    void thread(Runnable r) {
        Thread t = new Thread(r);
        t.start();
    }

    void ownCloseable() {
        AutoCloseable a = new AutoCloseable() { // error: not-called
            @Override public void close() { }
        };
    }

    void reflection(Class<? extends InputStream> c) throws Exception {
        InputStream in = c.getConstructor().newInstance();
    }

    void getterOfUnknown(Properties p) throws IOException {
        InputStream in = JdkResources.class.getResourceAsStream("x"); // error: not-called
        p.load(in);
    }

    void toUnknown(Properties p) throws IOException {
        try (InputStream in = JdkResources.class.getResourceAsStream("x")) {
            p.load(in);
        }
    }
}
