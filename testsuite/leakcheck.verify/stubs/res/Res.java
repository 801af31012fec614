// What most tests hold: something to be closed, whose constructors and methods
// throw nothing, throw at once, or throw when they are done.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package res;

import java.io.IOException;
import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

@InheritableMustCall("close")
public class Res {
    public Res() { }
    public Res(String name) throws IOException { }
    public void use() { }
    public void read() throws IOException { }
    public int size() { return 0; }
    public boolean ready() { return true; }
    public void close() { }

    public static Res make() { return new Res(); }
    public static @NotOwning Res shared() { return pool; }
    private static Res pool;

    public static void take(@Owning Res r) { r.close(); }
    public static void takeOrThrow(@Owning Res r) throws IOException { r.close(); }
    public static void takeAnything(@Owning @MustCallUnknown Object o) { }
    public static void look(Res r) { }
    public static void lookAt(@NotOwning Res r) { }
    @EnsuresCalledMethods(value = "#1", methods = "close")
    public static void shut(Res r) { r.close(); }
}
