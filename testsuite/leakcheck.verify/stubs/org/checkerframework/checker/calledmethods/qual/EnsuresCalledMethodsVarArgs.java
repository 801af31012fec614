// @EnsuresCalledMethodsVarArgs: the former spelling of EnsuresCalledMethodsVarargs.
// Declares what the tests need of it, by its documented name and elements.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package org.checkerframework.checker.calledmethods.qual;

import java.lang.annotation.*;

@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface EnsuresCalledMethodsVarArgs {
    String[] value();
}
