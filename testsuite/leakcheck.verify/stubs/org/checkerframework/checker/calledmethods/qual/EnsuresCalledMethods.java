// @EnsuresCalledMethods: a method that returns has called these.
// Declares what the tests need of it, by its documented name and elements.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package org.checkerframework.checker.calledmethods.qual;

import java.lang.annotation.*;

@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Repeatable(EnsuresCalledMethods.List.class)
public @interface EnsuresCalledMethods {
    String[] value();
    String[] methods();

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
    @interface List {
        EnsuresCalledMethods[] value();
    }
}
