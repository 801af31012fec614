// Verify mode: wrappers and what they wrap, in classes that are written as users write
// them.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;
import java.net.*;
import java.util.*;
import java.util.zip.GZIPInputStream;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

class Wrappers {
    // ---- One wrapper, right and wrong.

    @InheritableMustCall("dispose")
    static class Shell {
        private final @Owning Socket socket;

        @MustCallAlias Shell(@MustCallAlias Socket socket) {
            this.socket = socket;
        }

        @EnsuresCalledMethods(value = "this.socket", methods = "close")
        void dispose() throws IOException {
            socket.close();
        }
    }

    @InheritableMustCall("dispose")
    static class Forgetful {
        @MustCallAlias Forgetful(@MustCallAlias Socket socket) { // error: alias-out-of-scope
        }

        void dispose() {
        }
    }

    @InheritableMustCall("dispose")
    static class NotKept {
        private final Socket socket;

        @MustCallAlias NotKept(@MustCallAlias Socket socket) { // error: alias-out-of-scope
            this.socket = socket;
        }

        void dispose() throws IOException {
            socket.close();
        }
    }

    @InheritableMustCall("dispose")
    static class Closer {
        @MustCallAlias Closer(@MustCallAlias Socket socket) throws IOException { // error: alias-out-of-scope
            socket.close();
        }

        void dispose() {
        }
    }

    static class Deeper extends Shell {
        @MustCallAlias Deeper(@MustCallAlias Socket s) {
            super(s);
        }
    }

    static class Deepest extends Deeper {
        @MustCallAlias Deepest(@MustCallAlias Socket s) {
            super(s);
        }

        @MustCallAlias Deepest(@MustCallAlias Socket s, int size) {
            this(s);
        }
    }

    static class Lost extends Shell {
        @MustCallAlias Lost(@MustCallAlias Socket s, @Owning Socket other) { // error: alias-out-of-scope
            super(other);
        }
    }

    // ---- Half of a pair.

    static @MustCallAlias Socket onlyResult(Socket s) { // error: alias-pairing
        return new Socket();
    }

    static @MustCallAlias Socket onlyResultOpen(Socket s) throws IOException { // error: alias-pairing
        return new Socket("h", 1); // error: must-call-mismatch
    }

    static void onlyParameter(@MustCallAlias Socket s) { // error: alias-pairing // error: alias-out-of-scope
    }

    // ---- Methods that give back what they are given.

    static @MustCallAlias Socket same(@MustCallAlias Socket s) {
        return s;
    }

    static @MustCallAlias Socket sameByVariable(@MustCallAlias Socket s) {
        Socket t = s;
        return t;
    }

    static @MustCallAlias Socket sameBySame(@MustCallAlias Socket s) {
        return same(s);
    }

    static @MustCallAlias Shell wrapped(@MustCallAlias Socket s) {
        return new Shell(s);
    }

    static @MustCallAlias Socket sometimes(@MustCallAlias Socket s, boolean b) { // error: alias-out-of-scope
        if (b)
            return s;
        return null;
    }

    static @MustCallAlias Socket checked(@MustCallAlias Socket s) throws IOException {
        if (s.isClosed())
            throw new IOException("closed");
        return s;
    }

    // ---- Users of all that.

    void outer(@Owning Socket s) throws IOException {
        Shell shell = new Shell(s);
        shell.dispose();
    }

    void inner(@Owning Socket s) throws IOException {
        Shell shell = new Shell(s);
        s.close();
    }

    void neither(@Owning Socket s) { // error: not-called
        Shell shell = new Shell(s);
    }

    void wrongName(@Owning Socket s) throws IOException {
        Deepest d = new Deepest(s, 1);
        d.dispose();
    }

    void byMethod(@Owning Socket s) throws IOException {
        Socket t = sameBySame(s);
        t.close();
    }

    void byWrapped(@Owning Socket s) throws IOException {
        wrapped(s).dispose();
    }

    void borrowed(Socket s) {
        Shell shell = new Shell(s);
    }

    void ofNull() {
        Shell shell = new Shell(null);
    }

    // ---- Chains of streams.

    void chain(File file) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(file))); // error: not-called
        in.readLine();
        in.close();
    }

    void chainWith(File file) throws IOException {
        try (BufferedReader in
                 = new BufferedReader(new InputStreamReader(new FileInputStream(file)))) {
            in.readLine();
        }
    }

    void chainParts(File file) throws IOException {
        try (InputStream raw = new FileInputStream(file);
             Reader reader = new InputStreamReader(raw)) {
            reader.read();
        }
    }

    void gzip(File file) throws IOException {
        try (InputStream in = new GZIPInputStream(new FileInputStream(file))) { // error: not-called
            in.read();
        }
    }

    void gzipParts(File file) throws IOException {
        try (InputStream raw = new FileInputStream(file);
             InputStream in = new GZIPInputStream(raw)) {
            in.read();
        }
    }

    void memory(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        in.readInt();
    }

    void text(String text) throws IOException {
        BufferedReader in = new BufferedReader(new StringReader(text));
        in.readLine();
    }

    int read(@Owning InputStream in) throws IOException {
        try {
            return new BufferedInputStream(in).read();
        } finally {
            in.close();
        }
    }

    void standard() {
        Scanner scanner = new Scanner(System.in);
        scanner.nextLine();
    }

    void named(String name) throws IOException {
        PrintWriter out = new PrintWriter(name); // error: not-called
        out.println();
    }

    void channel(RandomAccessFile file) throws IOException {
        file.getChannel().force(true);
    }

    void ownChannel(String name) throws IOException {
        RandomAccessFile file = new RandomAccessFile(name, "r"); // error: not-called
        file.getChannel().force(true);
        file.close();
    }

    // ---- Streams of sockets.

    void streams(@Owning Socket s) throws IOException {
        try {
            InputStream in = s.getInputStream();
            OutputStream out = s.getOutputStream();
            out.write(in.read());
        } finally {
            s.close();
        }
    }

    void streamOnly(@Owning Socket s) throws IOException {
        InputStream in = s.getInputStream();
        in.close();
    }

    void streamOpen(@Owning Socket s) throws IOException { // error: not-called
        BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
        in.readLine();
    }

    // ---- Receivers.

    @InheritableMustCall("end")
    static class Builder {
        @MustCallAlias Builder add(@MustCallAlias Builder this, int n) {
            return this;
        }

        Builder plain(int n) {
            return this;
        }

        @MustCallAlias Builder implied(int n) { // error: alias-pairing
            return this;
        }

        void end() {
        }
    }

    void builder() {
        new Builder().add(1).add(2).end();
    }

    void builderImplied() {
        Builder b = new Builder();
        b.implied(1).end();
    }

    void builderOpen() {
        new Builder().add(1).add(2); // error: not-called
    }

    // Its body shows it.
    void builderPlain() {
        Builder b = new Builder();
        b.plain(1).end();
    }

    // ---- Two owners.

    @InheritableMustCall("close")
    static class Two {
        private final @Owning Socket a;
        private final @Owning Socket b;

        @MustCallAlias Two(@MustCallAlias Socket a, @Owning Socket b) { // error: alias-out-of-scope
            this.a = a;
            this.b = b;
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() throws IOException {
            try {
                a.close();
            } finally {
                b.close();
            }
        }
    }

    @InheritableMustCall("close")
    static class TwoInRow {
        private final @Owning Socket a; // error: field-not-released
        private final @Owning Socket b;

        TwoInRow(@Owning Socket a, @Owning Socket b) {
            this.a = a;
            this.b = b;
        }

        @EnsuresCalledMethods(value = "this.b", methods = "close")
        void close() throws IOException { // error: promise-broken-on-exception
            a.close();
            b.close();
        }
    }

    @InheritableMustCall("close")
    static class TwoCatching {
        private final @Owning Socket a;
        private final @Owning Socket b;

        TwoCatching(String host) throws IOException {
            a = new Socket(host, 1); // error: not-called
            b = new Socket(host, 2);
        }

        @EnsuresCalledMethods(value = {"this.a", "this.b"}, methods = "close")
        void close() {
            try {
                a.close();
            } catch (IOException e) {
            }
            try {
                b.close();
            } catch (IOException e) {
            }
        }
    }
}
