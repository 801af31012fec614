// @This: the result is the receiver.
// Declares what the tests need of it, by its documented name and elements.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package org.checkerframework.common.returnsreceiver.qual;

import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
public @interface This {
}
