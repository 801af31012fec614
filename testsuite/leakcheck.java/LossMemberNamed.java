// Members of a class that is not AutoCloseable, but whose annotation names the method that must be
// called: that method releases what the object owns, as close () does elsewhere.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import java.io.*;

class LossMemberNamed {
    @interface InheritableMustCall {
	String[] value();
    }

    @InheritableMustCall("shutdown")
    static class Rotated {
	private FileWriter out;
	private int n;

	Rotated() throws IOException {
	    out = new FileWriter("a");
	}

	void rotate() throws IOException {
	    out = new FileWriter("b" + n++); // { dg-warning "'this.out' might not be closed" }
	}

	void put(String s) throws IOException {
	    out.write(s);
	}

	void shutdown() throws IOException {
	    out.close();
	}
    }

    @InheritableMustCall("shutdown")
    static class Careful {
	private FileWriter out;
	private int n;

	Careful() throws IOException {
	    out = new FileWriter("a");
	}

	void rotate() throws IOException {
	    out.close();
	    out = new FileWriter("b" + n++);
	}

	void put(String s) throws IOException {
	    out.write(s);
	}

	void shutdown() throws IOException {
	    out.close();
	}
    }

    @InheritableMustCall("stop")
    static class Forgotten {
	private FileWriter out;
	private FileReader in;

	Forgotten() throws IOException {
	    out = new FileWriter("a");
	}

	void open() throws IOException {
	    in = new FileReader("a"); // { dg-warning "'this.in' is never closed" }
	}

	int get() throws IOException {
	    return in.read();
	}

	void stop() throws IOException {
	    out.close();
	}
    }

    // Two methods of that name: which one is meant is not known.
    @InheritableMustCall("stop")
    static class Overloaded {
	private FileWriter out;
	private int n;

	Overloaded() throws IOException {
	    out = new FileWriter("a");
	}

	void rotate() throws IOException {
	    out = new FileWriter("b" + n++);
	}

	void put(String s) throws IOException {
	    out.write(s);
	}

	void stop() throws IOException {
	    out.close();
	}

	void stop(int status) throws IOException {
	    out.write(status);
	}
    }

    // No annotation: an owner is not known.
    static class Unknown {
	private FileWriter out;
	private int n;

	Unknown() throws IOException {
	    out = new FileWriter("a");
	}

	void rotate() throws IOException {
	    out = new FileWriter("b" + n++);
	}

	void put(String s) throws IOException {
	    out.write(s);
	}

	void shutdown() throws IOException {
	    out.close();
	}
    }
}
