/* Exceptions that verify does not follow: by default those of the Resource Leak
   Checker, exactly these and not their subclasses.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "diagnostic-core.h"
#include "../../spec/message-text.h"

/* ---- Exceptions.  ---- */

struct ignored_exception
{
  const char *name;		/* Internal.  */
  bool below;			/* And all subclasses.  */
  bool by_user;
};

static vec<struct ignored_exception> ignored_exceptions;
static bool ignored_known;

static void
ignore (const char *name, bool below, bool by_user)
{
  ignored_exceptions.safe_push ({ name, below, by_user });
}

static void
ignore_default (void)
{
  static const char *const names[]
    = { "java/lang/Throwable", "java/lang/Error",
	"java/lang/RuntimeException", "java/lang/NullPointerException",
	"java/lang/ClassCircularityError", "java/lang/ClassFormatError",
	"java/lang/NoClassDefFoundError", "java/lang/OutOfMemoryError",
	"java/lang/ClassCastException", "java/lang/ArithmeticException",
	"java/lang/ArrayIndexOutOfBoundsException",
	"java/lang/NegativeArraySizeException",
	"java/io/UnsupportedEncodingException" };
  for (const char *name : names)
    ignore (name, false, false);
}

/* "default,=java.io.IOException,p.MyException".  */
static void
read_ignored (void)
{
  ignored_known = true;
  const char *text = lk_java->options->ignored_exceptions;
  if (!text)
    {
      ignore_default ();
      return;
    }
  char *copy = lk_arena_strdup (lk_java->arena, text);
  for (char *name = strtok (copy, ", "); name; name = strtok (NULL, ", "))
    {
      if (!strcasecmp (name, "default"))
	{
	  ignore_default ();
	  continue;
	}
      bool exactly = *name == '=';
      name += exactly;
      for (char *p = name; *p; p++)
	if (*p == '.')
	  *p = '/';
      if (!lk_is_class_name (name))
	{
	  warning (0, LK_TR ("%qs in %<ignored-exceptions%> is no name of a class"),
		   name);
	  continue;
	}
      ignore (name, !exactly, true);
    }
}

static bool
is_ignored (const struct lk_type *type, bool by_user)
{
  if (!ignored_known)
    read_ignored ();
  for (unsigned i = 0; i < ignored_exceptions.length (); i++)
    {
      const struct ignored_exception *e = &ignored_exceptions[i];
      if ((e->by_user || !by_user)
	  && (!strcmp (e->name, type->name)
	      || (e->below
		  && lk_hierarchy_is_subtype (lk_java->hierarchy, type,
					      lk_java_class_named (e->name)->type))))
	return true;
    }
  return false;
}

bool
lk_java_ignored (const struct lk_type *type)
{
  return is_ignored (type, false);
}

bool
lk_java_ignored_by_user (const struct lk_type *type)
{
  return is_ignored (type, true);
}
