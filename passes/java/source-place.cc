/* Places in Java sources, and breaches reported there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "promise.h"
#include "diagnostic-core.h"
#include "../../java/declare.h"

location_t
lk_place (struct lk_java_class *c, unsigned line)
{
  return line && lk_java_load (c) ? lk_java_location (c, line) : 0;
}

/* Return the line of C's source, LINE or one above it, in which NAME stands before a '(' last; 0 if
   there is none.  Classes without a name have their declarations there.  */
static unsigned
named_above (struct lk_java_class *c, const char *name, unsigned line)
{
  size_t length, n = strlen (name);
  char *text = lk_java_read_source (lk_java_source_file (c), &length);
  unsigned found = 0, at = 1;
  for (const char *p = text, *end = p + length; p && p < end && at <= line; p++)
    {
      at += *p == '\n';
      if ((p > text && (ISIDNUM (p[-1]) || p[-1] == '.')) || (size_t) (end - p) <= n
	  || memcmp (p, name, n))
	continue;
      const char *next = p + n;
      while (next < end && ISSPACE (*next))
	next++;
      if (next < end && *next == '(')
	found = at;
    }
  free (text);
  return found;
}

/* Return where the code of C, or of METHOD, begins.  */
static location_t
first_code (struct lk_java_class *c, const struct lk_method *method)
{
  const struct lk_class *code
    = (c->type->class_file
       && lk_classpath_is_input (lk_java->classpath, c->type->class_file)
       ? lk_java_load (c) : NULL);
  unsigned line = 0;
  for (unsigned i = 0; code && i < code->n_methods; i++)
    {
      const struct lk_method *m = &code->methods[i];
      if (method && (strcmp (m->name, method->name)
		     || strcmp (m->descriptor, method->descriptor)))
	continue;
      for (unsigned k = 0; m->code && k < m->code->n_lines; k++)
	if (!line || m->code->lines[k].line < line)
	  line = m->code->lines[k].line;
    }
  const char *dollar = strrchr (c->type->name, '$');
  unsigned above
    = method && line && dollar && ISDIGIT (dollar[1]) ? named_above (c, method->name, line) : 0;
  return lk_place (c, above ? above : line);
}

location_t
lk_java_class_place (struct lk_java_class *c)
{
  const struct lk_declarations *d = lk_declarations_of (c);
  unsigned line
    = d ? lk_declared_class (d, lk_simple_name (c->type->name)) : 0;
  return line ? lk_place (c, line) : first_code (c, NULL);
}

location_t
lk_java_field_place (struct lk_java_class *c, const char *name)
{
  const struct lk_declarations *d = lk_declarations_of (c);
  unsigned line
    = d ? lk_declared_field (d, lk_simple_name (c->type->name), name) : 0;
  return line ? lk_place (c, line) : first_code (c, NULL);
}

void
lk_parameter_types (const struct lk_method *method, unsigned first,
		 auto_vec<const char *, 8> *types)
{
  const char *at = method->descriptor + 1;
  struct lk_java_type type;
  for (unsigned i = 0; lk_descriptor_next (&at, &type); i++)
    if (i >= first)
      {
	const char *name = lk_java_type_print (lk_java->scratch, &type);
	const char *simple = lk_simple_name (name);
	const char *dollar = strrchr (simple, '$');
	types->safe_push (dollar ? dollar + 1 : simple);
      }
}

location_t
lk_java_method_place (struct lk_java_class *c, const struct lk_method *method,
		      int index)
{
  const struct lk_declarations *d = lk_declarations_of (c);
  unsigned n = lk_descriptor_parameters (method->descriptor);
  unsigned line = 0;
  const char *simple = lk_simple_name (c->type->name);
  /* Compilers add parameters in front: the class around, an enumeration
     constant's name and number.  */
  for (unsigned added = 0; d && !line && added <= 2 && added <= n; added++)
    {
      auto_vec<const char *, 8> types;
      lk_parameter_types (method, added, &types);
      line = lk_declared_method (d, simple, method->name, n - added,
				 types.address (),
				 index < (int) added ? -1
				 : index - (int) added, NULL);
      if (strcmp (method->name, "<init>"))
	break;
    }
  if (line)
    return lk_place (c, line);
  if (d && !strcmp (method->name, "<init>")
      && (line = lk_declared_class (d, simple)))
    return lk_place (c, line);
  return first_code (c, method);
}

location_t
lk_java_place_of (tree decl)
{
  struct lk_java_method *m = lk_java_method_by_decl (decl);
  return m && m->method ? lk_java_method_place (m->owner, m->method, -1) : 0;
}

void
lk_java_tell (const char *rule, location_t loc, struct lk_java_class *c,
	      const struct lk_java_method *m, const char *format, ...)
{
  if (!lk_java->options->breach || (m && lk_java_method_silent (m)))
    return;
  va_list args;
  va_start (args, format);
  char *text = xvasprintf (format, args);
  va_end (args);
  struct lk_breach breach;
  memset (&breach, 0, sizeof breach);
  breach.rule = rule;
  breach.loc = (loc ? loc : m && m->method
		? lk_java_method_place (c, m->method, -1)
		: lk_java_class_place (c));
  breach.text = text;
  lk_java->options->breach (lk_java->options->data, &breach);
  free (text);
}

bool
lk_name_in (const struct lk_must *must, const char *name)
{
  for (; must; must = must->next)
    for (const struct lk_name *n = must->names; n; n = n->next)
      if (!strcmp (n->name, name))
	return true;
  return false;
}

/* "'close' and 'flush'".  Malloced.  */
char *
lk_java_must_text (const struct lk_must *must)
{
  char *text = xstrdup ("");
  for (const struct lk_must *m = must; m; m = m->next)
    for (const struct lk_name *n = m->names; n; n = n->next)
      {
	const char *before = (n != m->names ? " or " : m == must ? ""
			      : m->next ? ", " : " and ");
	char *longer = concat (text, before, "'", n->name, "'", NULL);
	free (text);
	text = longer;
      }
  return text;
}
