// Collections of objects on which something must be called only as inference finds out; which method
// that is if "close ()" is called by another one; parameters that only a function object closes.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// not verified
//
// infer: ProgramElements.closeEach(java.util.List): @Owning #1
// infer: ProgramElements.byLambda(java.util.concurrent.Executor,java.net.Socket): @Owning #2
// infer: ProgramElements.byObject(java.util.concurrent.Executor,java.net.Socket): @Owning #2
// infer: ProgramElements$Conn: @InheritableMustCall("close or closeQuietly")
// infer: ProgramElements$Conn.s: @Owning
// infer: ProgramElements$Conn.new(java.net.Socket): @MustCallAlias
// infer: ProgramElements$Conn.new(java.net.Socket): @MustCallAlias #1
// infer: ProgramElements$Conn.close(): @EnsuresCalledMethods(value = "this.s", methods = "close")
// infer: ProgramElements$Conn.closeQuietly(): @EnsuresCalledMethods(value = "this.s", methods = "close")
// infer: ProgramElements$Pool: @InheritableMustCall("shutdown")
// infer: ProgramElements$Pool.all: @Owning
// infer: ProgramElements$Pool.add(ProgramElements$Conn): @Owning #1
// infer: ProgramElements$Pool.shutdown(): @EnsuresCalledMethods(value = "this.all", methods = "close or closeQuietly")
// infer: ProgramElements$Registry: @InheritableMustCall("closeAll")
// infer: ProgramElements$Registry.byId: @Owning
// infer: ProgramElements$Registry.put(long,ProgramElements$Conn): @Owning #2
// infer: ProgramElements$Registry.get(long): @NotOwning
// infer: ProgramElements$Registry.closeAll(): @EnsuresCalledMethods(value = "this.byId", methods = "close or closeQuietly")
// infer: ProgramElements$Server: @InheritableMustCall("stop")
// infer: ProgramElements$Server.pool: @Owning
// infer: ProgramElements$Server.stop(): @EnsuresCalledMethods(value = "this.pool", methods = "shutdown")

import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;

class ProgramElements {
    static class Conn {
        private final Socket s;

        Conn(Socket s) {
            this.s = s;
        }

        void close() throws IOException {
            s.close();
        }

        void closeQuietly() {
            try {
                close();
            } catch (IOException e) {
                System.err.println(e);
            }
        }

        int port() {
            return s.getPort();
        }
    }

    static class Pool {
        private final List<Conn> all = new ArrayList<>();

        void add(Conn c) {
            all.add(c);
        }

        void shutdown() throws IOException {
            for (Conn c : all) {
                c.close();
            }
            all.clear();
        }
    }

    static class Registry {
        private final Map<Long, Conn> byId = new ConcurrentHashMap<>();

        void put(long id, Conn c) {
            byId.put(id, c);
        }

        Conn get(long id) {
            return byId.get(id);
        }

        void closeAll() {
            for (Conn c : byId.values()) {
                c.closeQuietly();
            }
            byId.clear();
        }
    }

    static class Ports {
        private final List<Conn> seen = new ArrayList<>();

        void note(Conn c) {
            seen.add(c);
        }

        int sum() {
            int n = 0;
            for (Conn c : seen) {
                n += c.port();
            }
            return n;
        }
    }

    static class Server {
        private final Pool pool = new Pool();

        void accept(ServerSocket ss) throws IOException {
            pool.add(new Conn(ss.accept()));
        }

        void stop() throws IOException {
            pool.shutdown();
        }
    }

    static void closeEach(List<Conn> all) throws IOException {
        for (Conn c : all) {
            c.close();
        }
    }

    static int count(List<Conn> all) {
        int n = 0;
        for (Conn c : all) {
            n += c.port();
        }
        return n;
    }

    static void byLambda(Executor e, Socket s) {
        e.execute(() -> {
            try {
                s.close();
            } catch (IOException x) {
                System.err.println(x);
            }
        });
    }

    static void byObject(Executor e, Socket s) {
        e.execute(new Runnable() {
            @Override
            public void run() {
                try {
                    s.close();
                } catch (IOException x) {
                    System.err.println(x);
                }
            }
        });
    }

    static void onlyUsed(Executor e, Socket s) {
        e.execute(() -> System.out.println(s));
    }
}
