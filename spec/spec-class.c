/* Classes in specifications: from the written form to type contracts, and the
   full names of methods.

   Names of types in lists of parameters must be those that the descriptor of
   the method gives, or the row would never be found: they are written in
   full, or by their last part where the file imports them; those of java.lang
   that everybody writes short are imported from the start, as in Java.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "spec-internal.h"

/* The types of java.lang that occur in lists of parameters and of supertypes.  */
static const char *const java_lang[] = {
  "Appendable", "AutoCloseable", "Boolean", "Byte", "Character", "CharSequence",
  "Class", "ClassLoader", "Comparable", "Double", "Enum", "Error", "Exception",
  "Float", "Integer", "Iterable", "Long", "Module", "ModuleLayer", "Number",
  "Object", "Process", "ProcessBuilder", "Readable", "Record", "Runnable",
  "Runtime", "RuntimeException", "Short", "String", "StringBuffer",
  "StringBuilder", "System", "Thread", "ThreadGroup", "Throwable", "Void"
};

/* Add the type of LENGTH bytes at NAME, in full.  */

static void
add_type (struct spec_reader *reader, struct spec_text *text, const char *name,
	  size_t length)
{
  size_t base = 0;		/* Without "[]" and "$Inner".  */
  while (base < length && name[base] != '[' && name[base] != '$')
    base++;
  if (!memchr (name, '.', length))
    {
      for (const struct written_name *i = reader->imports; i; i = i->next)
	{
	  size_t l = strlen (i->text);
	  if (l > base && i->text[l - base - 1] == '.'
	      && !memcmp (i->text + l - base, name, base))
	    {
	      spec_text_add (text, "%.*s", (int) (l - base), i->text);
	      base = 0;
	      break;
	    }
	}
      for (size_t i = 0; base && i < sizeof java_lang / sizeof *java_lang; i++)
	if (strlen (java_lang[i]) == base && !memcmp (java_lang[i], name, base))
	  {
	    spec_text_add (text, "java.lang.");
	    break;
	  }
    }
  spec_text_add (text, "%.*s", (int) length, name);
}

static const char *
full_type (struct spec_reader *reader, const char *name)
{
  struct spec_text text = { reader->scratch, NULL, 0, 0 };
  add_type (reader, &text, name, strlen (name));
  return text.text ? text.text : name;
}

const char *
spec_full_name (struct spec_reader *reader, const char *name,
		const struct written_class *class)
{
  const char *open = strchr (name, '(');
  /* C++'s, in quotes: nothing of Java's.  */
  if (!class && (!open || !spec_is_method (name)))
    return name;
  struct spec_text text = { reader->scratch, NULL, 0, 0 };
  if (class)
    spec_text_add (&text, "%s.", spec_is_cxx (reader, class) ? class->name->text
		   : full_type (reader, class->name->text));
  if (!open || (class && spec_is_cxx (reader, class)))
    spec_text_add (&text, "%s", name);
  else
    {
      spec_text_add (&text, "%.*s", (int) (open + 1 - name), name);
      const char *type = open + 1;
      for (;;)
	{
	  size_t length = strcspn (type, ",)");
	  add_type (reader, &text, type, length);
	  type += length;
	  if (*type != ',')
	    break;
	  spec_text_add (&text, ",");
	  type++;
	}
      spec_text_add (&text, "%s", type);
    }
  return text.text;
}

bool
spec_is_method (const char *name)
{
  size_t length = strcspn (name, "(");
  return (memchr (name, '.', length) != NULL && spec_plain_name (name)
	  && !strstr (name, "::"));
}

bool
spec_is_member (const char *name)
{
  return memchr (name, '.', strcspn (name, "(")) != NULL;
}

bool
spec_is_constructor (const char *name)
{
  size_t length = strcspn (name, "(");
  return length > 4 && !memcmp (name + length - 4, ".new", 4);
}

bool
spec_check_releases (struct spec_reader *reader,
		     const struct written_releases *written, uint8_t *since,
		     uint8_t *before)
{
  if (!written)
    return true;
  *since = (uint8_t) written->since;
  *before = (uint8_t) written->before;
  if (*since && *before && *since >= *before)
    {
      spec_error_at (reader, written->pos, "no release is left: since %d and "
		     "before %d", *since, *before);
      return false;
    }
  return true;
}

/* A name that stands for a class, a field or a method without parameters.  */

static bool
check_name (struct spec_reader *reader, const struct written_name *name,
	    const char *what)
{
  if (!strchr (name->text, '(') && !strstr (name->text, "::")
      && !strchr (name->text, '-'))
    return true;
  spec_error_at (reader, name->pos, "'%s' is not the name of a %s", name->text,
		 LK_TR (what));
  return false;
}

static bool
check_names (struct spec_reader *reader, const struct written_name *names,
	     const char *what)
{
  bool good = true;
  for (; names; names = names->next)
    good &= check_name (reader, names, what);
  return good;
}

/* Check the must-call sets: one list, in which each member has its releases.  */

static bool
check_duties (struct spec_reader *reader, const struct written_duty *duties,
	      struct lk_type_contract *type)
{
  struct lk_must **tail = &type->must;
  bool nothing_always = false, good = true;
  for (const struct written_duty *duty = duties; duty; duty = duty->next)
    {
      uint8_t since = 0, before = 0;
      good &= spec_check_releases (reader, duty->releases, &since, &before);
      nothing_always |= !duty->must && !since && !before;
      for (const struct written_must *m = duty->must; m; m = m->next)
	{
	  good &= check_names (reader, m->names, "method without parameters");
	  struct lk_must *must = lk_spec_alloc (reader->spec, sizeof *must);
	  must->names = spec_copy_names (reader, m->names);
	  must->since = since;
	  must->before = before;
	  *tail = must;
	  tail = &must->next;
	}
      type->has_must = true;
    }
  if (nothing_always && duties->next)
    {
      spec_error_at (reader, duties->next->pos, "'must nothing' and another "
		     "'must': say since or before which release each holds");
      return false;
    }
  return good;
}

/* The class WRITTEN is one of C++: its name and those of its supertypes are such, and it says
   nothing that is Java's.  */

static bool
check_cxx_class (struct spec_reader *reader, const struct written_class *written)
{
  if (written->duties || written->kind || written->owning || written->cell || written->pure)
    {
      spec_error_at (reader, written->name->pos, "class '%s' is one of C++: 'must', 'kind', "
		     "'own', 'cell' and 'pure' are for classes of Java", written->name->text);
      return false;
    }
  const struct written_name *n = written->name, *next = written->supers;
  for (; n; n = next, next = next ? next->next : NULL)
    if (strpbrk (n->text, "(.-<"))
      {
	spec_error_at (reader, n->pos, "'%s' is not the name of a class of C++ (without template "
		       "arguments)", n->text);
	return false;
      }
  return true;
}

static void
check_class (struct spec_reader *reader, const struct written_class *written)
{
  struct lk_type_contract type = { .source = reader->source,
    .file = reader->file, .line = written->name->pos.line,
    .complete = written->complete, .cell = written->cell, .container = written->container,
    .iterator = written->iterator, .pure = written->pure };
  bool cxx = spec_is_cxx (reader, written);
  if (cxx ? !check_cxx_class (reader, written)
      : (!check_name (reader, written->name, LK_N ("class"))
	 || !check_names (reader, written->supers, "class")
	 || !check_names (reader, written->owning, "field")
	 || !check_duties (reader, written->duties, &type)))
    return;
  type.name = lk_spec_strdup (reader->spec, cxx ? written->name->text
			      : full_type (reader, written->name->text));
  if (written->kind)
    {
      type.kind = spec_find_kind (reader, written->kind);
      if (!type.kind)
	return;
    }
  for (struct written_name *n = cxx ? NULL : written->supers; n; n = n->next)
    n->text = full_type (reader, n->text);
  type.supers = spec_copy_names (reader, written->supers);
  type.owning = spec_copy_names (reader, written->owning);

  struct lk_type_contract *old = spec_find_own_type (reader->spec, type.name);
  if (old && (old->file == reader->file
	      || (reader->source == LK_SOURCE_SHIPPED_SPEC
		  && old->source == LK_SOURCE_SHIPPED_SPEC)))
    spec_error_at (reader, written->name->pos, "class '%s' is already described "
		   "in %s, line %d: put all into one block", type.name,
		   old->file, old->line);
  struct lk_type_contract *kept = lk_spec_alloc (reader->spec, sizeof *kept);
  *kept = type;
  spec_put_type (reader->spec, kept);
}

/* One short name cannot stand for two classes.  */

static void
check_import (struct spec_reader *reader, const struct written_name *import)
{
  if (!check_name (reader, import, LK_N ("class")))
    return;
  const char *last = strrchr (import->text, '.');
  if (!last)
    {
      spec_error_at (reader, import->pos, "'%s' has no package, and so nothing "
		     "to shorten", import->text);
      return;
    }
  for (const struct written_name *i = import->next; i; i = i->next)
    {
      const char *other = strrchr (i->text, '.');
      if (other && !strcmp (other, last) && strcmp (i->text, import->text))
	{
	  spec_error_at (reader, import->pos, "'%s' stands for '%s' already: "
			 "write one of them in full", last + 1, i->text);
	  return;
	}
    }
}

void
spec_check_classes (struct spec_reader *reader)
{
  for (struct written_name *i = reader->imports; i; i = i->next)
    check_import (reader, i);
  for (struct written_name *p = reader->packages; p; p = p->next)
    if (check_name (reader, p, LK_N ("package")))
      spec_put_package (reader->spec, p->text);
  for (struct written_class *c = reader->classes; c; c = c->next)
    check_class (reader, c);
}
