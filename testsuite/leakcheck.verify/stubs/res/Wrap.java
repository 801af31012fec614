// A wrapper: to close it closes what it was given.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package res;

import org.checkerframework.checker.calledmethods.qual.*;
import org.checkerframework.checker.mustcall.qual.*;

@InheritableMustCall("close")
public class Wrap {
    private final @Owning Res inner;

    public @MustCallAlias Wrap(@MustCallAlias Res r) {
        this.inner = r;
    }

    public static @MustCallAlias Wrap of(@MustCallAlias Res r) {
        return new Wrap(r);
    }

    public @MustCallAlias Res inner(@MustCallAlias Wrap this) {
        return inner;
    }

    public void use() { }

    @EnsuresCalledMethods(value = "this.inner", methods = "close")
    public void close() {
        inner.close();
    }
}
