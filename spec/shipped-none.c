/* No shipped specifications: what pack.c, which makes the others, and tests
   that want to see only what they wrote are linked with.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spec-internal.h"

const struct spec_shipped spec_shipped = { .strings = "" };
