// @Pure: changes nothing and depends on the arguments only.
// Declares what the tests need of it, by its documented name and elements.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package org.checkerframework.dataflow.qual;

import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface Pure {
}
