// Fields of a class that only its subclasses dispose of.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
//
// Each subclass has a method for that, of whatever name:
// infer: Subclasses$Base.in: @Owning
// infer: Subclasses$Base.new(java.io.FileInputStream): @MustCallAlias
// infer: Subclasses$Base.new(java.io.FileInputStream): @MustCallAlias #1
// infer: Subclasses$Closes: @InheritableMustCall("close")
// infer: Subclasses$Closes.close(): @EnsuresCalledMethods(value = "this.in", methods = "close")
// infer: Subclasses$Ends: @InheritableMustCall("end")
// infer: Subclasses$Ends.end(): @EnsuresCalledMethods(value = "this.in", methods = "close")
//
// One more class between, and a field that is filled later:
// infer: Subclasses$Filled.out: @Owning
// infer: Subclasses$Last: @InheritableMustCall("close")
// infer: Subclasses$Last.close(): @EnsuresCalledMethods(value = "this.out", methods = "close")

import java.io.*;

class Subclasses {
    abstract static class Base {
        protected final FileInputStream in;

        Base(FileInputStream in) {
            this.in = in;
        }

        int read() throws IOException {
            return in.read();
        }
    }

    static class Closes extends Base {
        Closes(String name) throws IOException {
            super(new FileInputStream(name));
        }

        void close() throws IOException {
            in.close();
        }
    }

    static class Ends extends Base {
        Ends(String name) throws IOException {
            super(new FileInputStream(name));
        }

        void end() throws IOException {
            in.close();
        }
    }

    static class Below extends Closes {
        Below() throws IOException {
            super("below");
        }
    }

    abstract static class Filled {
        protected FileOutputStream out;

        void fill(String name) throws IOException { // error: creates-missing
            if (out == null)
                out = new FileOutputStream(name);
        }
    }

    abstract static class Between extends Filled {
        void write(int c) throws IOException {
            if (out != null)
                out.write(c);
        }
    }

    static class Last extends Between {
        void close() throws IOException {
            if (out != null)
                out.close();
        }
    }

    // One of the subclasses only uses it: so its maker has it.
    abstract static class Borrows {
        protected final FileInputStream in;

        Borrows(FileInputStream in) {
            this.in = in;
        }
    }

    static class MayClose extends Borrows {
        MayClose(FileInputStream in) {
            super(in);
        }

        void close() throws IOException {
            in.close();
        }
    }

    static class Reads extends Borrows {
        Reads(FileInputStream in) {
            super(in);
        }

        int read() throws IOException {
            return in.read();
        }
    }

    static int read(String name) throws IOException {
        Closes c = new Closes(name);
        try {
            return c.read();
        } finally {
            c.close();
        }
    }

    static int ended(String name) throws IOException {
        Ends e = new Ends(name);
        try {
            return e.read();
        } finally {
            e.end();
        }
    }

    static int notEnded(String name) throws IOException {
        Ends e = new Ends(name); // error: not-called
        return e.read();
    }

    static int borrowed(String name) throws IOException {
        try (FileInputStream in = new FileInputStream(name)) {
            return new Reads(in).read();
        }
    }
}
