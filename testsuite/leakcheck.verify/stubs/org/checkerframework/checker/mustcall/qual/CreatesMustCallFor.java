// @CreatesMustCallFor: afterwards they have to be called anew.
// Declares what the tests need of it, by its documented name and elements.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package org.checkerframework.checker.mustcall.qual;

import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
@Repeatable(CreatesMustCallFor.List.class)
public @interface CreatesMustCallFor {
    String value() default "this";

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD})
    @interface List {
        CreatesMustCallFor[] value();
    }
}
