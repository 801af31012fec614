// Methods that create an obligation anew, which are inferred on demand only.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
// options: infer-creates
//
// infer: Creates: @InheritableMustCall("close")
// infer: Creates.in: @Owning
// infer: Creates.reset(java.lang.String): @CreatesMustCallFor("this")
// infer: Creates.twice(java.lang.String): @CreatesMustCallFor("this")
// infer: Creates.close(): @EnsuresCalledMethods(value = "this.in", methods = "close")

import java.io.*;

class Creates {
    private InputStream in;

    void reset(String name) throws IOException {
        if (in != null)
            in.close();
        in = new FileInputStream(name);
    }

    void twice(String name) throws IOException {
        reset(name);
        reset(name);
    }

    int read() throws IOException {
        return in.read();
    }

    public void close() throws IOException {
        in.close();
    }
}
