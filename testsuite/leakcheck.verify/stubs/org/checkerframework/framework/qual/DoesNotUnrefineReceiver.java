// @DoesNotUnrefineReceiver: keeps what is known of the receiver.
// Declares what the tests need of it, by its documented name and elements.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

package org.checkerframework.framework.qual;

import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface DoesNotUnrefineReceiver {
    String[] value() default {};
}
