// A resource whose "close" throws.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package res;

import java.io.IOException;
import org.checkerframework.checker.mustcall.qual.*;

public class Stream implements java.io.Closeable {
    public Stream() throws IOException { }
    public int read() throws IOException { return 0; }
    @Override public void close() throws IOException { }
}
