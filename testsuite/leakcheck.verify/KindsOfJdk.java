// Resources of the JDK that are no closeables: the methods that release them are those that
// the specifications name.
//
// Until Java 17 some of these methods declare a SecurityException.
// options: ignored-exceptions=default,=java.lang.SecurityException
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.channels.*;
import java.util.Timer;
import java.util.concurrent.*;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.zip.*;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

class KindsOfJdk {
    void inflater() {
        Inflater i = new Inflater(); // error: not-called
    }

    void inflaterEnded() {
        Inflater i = new Inflater();
        i.end();
    }

    @InheritableMustCall("end")
    static class Codec {
        private final @Owning Inflater in = new Inflater();
        private final @Owning Deflater out;

        Codec(@Owning Deflater out) {
            this.out = out;
        }

        @EnsuresCalledMethods(value = {"this.in", "this.out"}, methods = "end")
        void end() {
            in.end();
            out.end();
        }
    }

    void codec() {
        Codec c = new Codec(new Deflater());
        c.end();
    }

    void codecForgotten() {
        Codec c = new Codec(new Deflater()); // error: not-called
    }

    static class Holder {
        private final @Owning Inflater in = new Inflater(); // error: field-not-released
    }

    @InheritableMustCall("stop")
    static class Clock {
        private final @Owning Timer timer = new Timer();

        @EnsuresCalledMethods(value = "this.timer", methods = "cancel")
        void stop() { // error: promise-broken
            if (timer.hashCode() > 3) {
                timer.cancel();
            }
        }
    }

    void taken(@Owning Inflater i) { // error: not-called
        i.needsInput();
    }

    void takenAndEnded(@Owning Inflater i) {
        i.end();
    }

    // Not its own.
    static class User {
        private final Inflater in;

        User(Inflater in) {
            this.in = in;
        }
    }

    void timer() {
        Timer t = new Timer(); // error: not-called
    }

    void timerCancelled() {
        Timer t = new Timer();
        t.cancel();
    }

    void server() throws IOException {
        HttpServer s = HttpServer.create(); // error: not-called
    }

    void serverStopped() throws IOException {
        HttpServer s = HttpServer.create();
        s.stop(0);
    }

    void logFile() throws IOException {
        FileHandler h = new FileHandler("x"); // error: not-called
    }

    void logFileClosed() throws IOException {
        FileHandler h = new FileHandler("x");
        h.close();
    }

    // A Handler requires nothing, but the logger has it.
    void logFileGiven(Logger to) throws IOException {
        FileHandler h = new FileHandler("x");
        to.addHandler(h);
    }

    void logFileGivenSometimes(Logger to, boolean b) throws IOException {
        FileHandler h = new FileHandler("x"); // error: not-called
        if (b) {
            to.addHandler(h);
        }
    }

    void pipe() throws IOException {
        Pipe p = Pipe.open(); // error: not-called
        p.sink().close();
    }

    void pipeClosed() throws IOException {
        Pipe p = Pipe.open();
        try {
            p.sink().close();
        } finally {
            p.source().close();
        }
    }

    void pipeSinkOpen() throws IOException {
        Pipe p = Pipe.open();
        try {
            p.sink(); // error: not-called
        } finally {
            p.source().close();
        }
    }

    void executor() {
        ExecutorService e = Executors.newFixedThreadPool(2); // error: not-called
    }

    void executorShutDown() {
        ExecutorService e = Executors.newFixedThreadPool(2);
        e.shutdownNow();
    }

    void datagrams() throws IOException {
        DatagramSocket s = new DatagramSocket(); // error: not-called
    }

    void datagramsClosed() throws IOException {
        DatagramSocket s = new DatagramSocket();
        s.close();
    }

    void channel() throws IOException {
        AsynchronousSocketChannel c = AsynchronousSocketChannel.open(); // error: not-called
    }

    void channelClosed() throws IOException {
        AsynchronousSocketChannel c = AsynchronousSocketChannel.open();
        c.close();
    }
}
