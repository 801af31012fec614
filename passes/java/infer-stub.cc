/* Inferred annotations as a stub file of the Checker Framework.

   A class stands in its package and in the classes around it; members that have no annotation are
   left out.  Parameters are written with their types only.  The file counts at its top
   what the form has no words for: members of local and anonymous classes, and
   alternatives of must-call sets.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer.h"
#include "promise.h"
#include "diagnostic-core.h"

/* ---- Types.  ---- */

/* Append the Java spelling of the type at AT, in a descriptor or signature, to TEXT, without type
   arguments.  */
static char *
add_type (char *text, const char *at, bool variable_arguments)
{
  static const char *const primitive[]
    = { "Bbyte", "Cchar", "Ddouble", "Ffloat", "Iint", "Jlong", "Sshort", "Zboolean", "Vvoid" };
  unsigned dimensions = 0;
  for (; *at == '['; at++)
    dimensions++;
  if (*at == 'T')
    {
      char *name = xstrndup (at + 1, strcspn (at + 1, ";"));
      text = reconcat (text, text, name, NULL);
      free (name);
    }
  else if (*at == 'L')
    {
      unsigned depth = 0;
      for (at++; *at && (*at != ';' || depth); at++)
	{
	  char one[2] = { *at == '/' || *at == '$' ? '.' : *at, '\0' };
	  depth += *at == '<';
	  if (!depth)
	    text = reconcat (text, text, one, NULL);
	  depth -= *at == '>';
	}
    }
  else
    for (const char *word : primitive)
      if (*word == *at)
	text = reconcat (text, text, word + 1, NULL);
  for (unsigned i = 0; i < dimensions; i++)
    text = reconcat (text, text, variable_arguments && i + 1 == dimensions ? "..." : "[]", NULL);
  return text;
}

/* Append the type parameters that SIGNATURE begins with: "<K, V>".  */
static char *
add_type_parameters (char *text, const char *signature)
{
  bool first = true;
  if (!signature || *signature != '<')
    return text;
  for (const char *at = signature + 1; *at && *at != '>';)
    {
      size_t length = strcspn (at, ":");
      char *name = xstrndup (at, length);
      text = reconcat (text, text, first ? "<" : ", ", name, NULL);
      free (name);
      first = false;
      at = lk_behind_bounds (at + length);
    }
  return first ? text : reconcat (text, text, ">", NULL);
}

unsigned
lk_infer_added_parameters (const struct lk_method *method)
{
  const struct lk_class *file = method->owner;
  if (strcmp (method->name, "<init>"))
    return 0;
  unsigned n = lk_descriptor_parameters (method->descriptor);
  if (file->access & LK_ACC_ENUM)
    return MIN (2u, n);
  for (unsigned i = 0; i < file->n_inner_classes; i++)
    if (!strcmp (file->inner_classes[i].name, file->name))
      return (file->inner_classes[i].outer && !(file->inner_classes[i].access & LK_ACC_STATIC)
	      ? MIN (1u, n) : 0);
  return 0;
}

/* Return true if C, or a class around it, has no name that other files can write.  */
static bool
is_local (const struct lk_class *file)
{
  if (file->enclosing_class)
    return true;
  for (unsigned i = 0; i < file->n_inner_classes; i++)
    if (!strncmp (file->name, file->inner_classes[i].name, strlen (file->inner_classes[i].name))
	&& (!file->inner_classes[i].outer || !file->inner_classes[i].simple_name))
      return true;
  return false;
}

/* ---- Writing.  ---- */

struct stub
{
  struct lk_infer *all;
  FILE *out;
  auto_vec<const struct lk_inferred *> rows;	/* By name of the class.  */
  auto_vec<const char *> open;	/* Classes whose bodies are open: "p/A$B".  */
};

static void
indent (struct stub *s, unsigned depth)
{
  fprintf (s->out, "%*s", 2 * depth, "");
}

static void
write_annotation (struct stub *s, const struct lk_inferred *row)
{
  char *text = lk_infer_plain_text (row->annotation, row->name);
  fputs (text, s->out);
  free (text);
}

static void
write_field (struct stub *s, const struct lk_inferred *row, unsigned depth)
{
  const struct lk_field *f = row->field;
  const char *type = f->signature ? f->signature : f->descriptor;
  char *text = add_type (xstrdup (""), type, false);
  indent (s, depth);
  write_annotation (s, row);
  fprintf (s->out, " %s%s %s;\n", f->access & LK_ACC_STATIC ? "static " : "", text,
	   lk_java_utf8 (lk_java->scratch, f->name));
  free (text);
}

static void
write_parameters (struct stub *s, const struct lk_method *method, const char *at, unsigned added,
		  unsigned first, unsigned last)
{
  unsigned n = lk_descriptor_parameters (method->descriptor);
  for (unsigned i = added; i < n; i++, at = lk_java_behind_type (at))
    {
      if (i > added)
	fputs (", ", s->out);
      for (unsigned k = first; k < last; k++)
	if (s->rows[k]->parameter == (int) i)
	  {
	    write_annotation (s, s->rows[k]);
	    fputc (' ', s->out);
	  }
      char *type = add_type (xstrdup (""), at,
			     i + 1 == n && (method->access & LK_ACC_VARARGS));
      fprintf (s->out, "%s p%u", type, i - added);
      free (type);
    }
}

/* The rows FIRST to LAST, without it, are about one method.  */
static void
write_method (struct stub *s, unsigned first, unsigned last, unsigned depth)
{
  const struct lk_method *method = s->rows[first]->method;
  unsigned added = lk_infer_added_parameters (method);
  unsigned n = lk_descriptor_parameters (method->descriptor);
  const char *at = method->descriptor + 1;
  const char *generic = method->signature ? strchr (method->signature, '(') : NULL;
  for (unsigned i = 0; i < added; i++)
    at = lk_java_behind_type (at);
  if (generic)
    {
      unsigned listed = 0;
      const char *p = generic + 1;
      for (; *p && *p != ')'; p = lk_java_behind_type (p))
	listed++;
      /* The signature leaves out what a compiler added.  */
      if (*p && listed == n - added)
	at = generic + 1;
      else
	generic = NULL;
    }
  for (unsigned k = first; k < last; k++)
    if (s->rows[k]->parameter < 0)
      {
	indent (s, depth);
	write_annotation (s, s->rows[k]);
	fputc ('\n', s->out);
      }
  indent (s, depth);
  char *text = xstrdup (method->access & LK_ACC_STATIC ? "static " : "");
  char *parameters = add_type_parameters (xstrdup (""), method->signature);
  text = reconcat (text, text, parameters, *parameters ? " " : "", NULL);
  free (parameters);
  if (strcmp (method->name, "<init>"))
    {
      const char *result = strchr (generic ? generic : method->descriptor, ')') + 1;
      text = add_type (text, result, false);
      text = reconcat (text, text, " ", method->name, NULL);
    }
  else
    {
      const char *simple = lk_simple_name (method->owner->name);
      const char *dollar = strrchr (simple, '$');
      text = reconcat (text, text, dollar ? dollar + 1 : simple, NULL);
    }
  fprintf (s->out, "%s(", lk_java_utf8 (lk_java->scratch,
					 lk_arena_strdup (lk_java->scratch, text)));
  free (text);
  write_parameters (s, method, at, added, first, last);
  fputs (");\n", s->out);
}

/* ---- Classes.  ---- */

static size_t
package_length (const char *name)
{
  const char *slash = strrchr (name, '/');
  return slash ? slash - name : 0;
}

static void
close_to (struct stub *s, unsigned depth)
{
  while (s->open.length () > depth)
    {
      s->open.pop ();
      indent (s, s->open.length ());
      fputs ("}\n", s->out);
    }
}

/* Open the body of the class NAME, of LENGTH, after those around it.  */
static void
open_class (struct stub *s, const char *name, size_t length)
{
  const char *full = lk_arena_strndup (lk_java->arena, name, length);
  struct lk_java_class *c = lk_java_class_named (full);
  unsigned depth = s->open.length ();
  fputs (depth ? "" : "\n", s->out);
  for (unsigned i = 0; i < s->rows.length (); i++)
    if (s->rows[i]->owner == c && !s->rows[i]->field && !s->rows[i]->method)
      {
	indent (s, depth);
	write_annotation (s, s->rows[i]);
	fputc ('\n', s->out);
      }
  const struct lk_class *file = c->type->class_file;
  const char *simple = lk_simple_name (full);
  const char *dollar = strrchr (simple, '$');
  char *parameters = add_type_parameters (xstrdup (""), file ? file->signature : NULL);
  indent (s, depth);
  fprintf (s->out, "%s %s%s {\n",
	   file && (file->access & LK_ACC_INTERFACE) ? "interface" : "class",
	   lk_java_utf8 (lk_java->scratch, dollar ? dollar + 1 : simple), parameters);
  free (parameters);
  s->open.safe_push (full);
}

static void
enter_class (struct stub *s, const char *name)
{
  /* The bodies that stay open: those of classes around NAME, and its own.  */
  unsigned kept = 0;
  while (kept < s->open.length ())
    {
      size_t length = strlen (s->open[kept]);
      if (strncmp (s->open[kept], name, length) || (name[length] && name[length] != '$'))
	break;
      kept++;
    }
  close_to (s, kept);
  size_t at = kept ? strlen (s->open[kept - 1]) : package_length (name);
  while (name[at])
    {
      size_t from = at + (name[at] == '$' || name[at] == '/');
      at = from + strcspn (name + from, "$");
      open_class (s, name, at);
    }
}

static const char *
row_name (const struct lk_inferred *row)
{
  return row->owner->type->name;
}

/* By package, then by class.  */
static int
compare_rows (const void *a, const void *b)
{
  const struct lk_inferred *r = *(const struct lk_inferred *const *) a;
  const struct lk_inferred *q = *(const struct lk_inferred *const *) b;
  const char *m = row_name (r), *n = row_name (q);
  size_t length = package_length (m), other = package_length (n);
  int c = strncmp (m, n, MIN (length, other));
  if (c || length != other)
    return c ? c : length < other ? -1 : 1;
  for (; *m && *m == *n; m++)
    n++;
  /* A class stands before those in it.  */
  unsigned x = *m == '$' ? 1 : (unsigned char) *m, y = *n == '$' ? 1 : (unsigned char) *n;
  return x != y ? (x < y ? -1 : 1) : r < q ? -1 : r > q;
}

static void
write_head (struct stub *s, unsigned local, unsigned disjunctive)
{
  fputs ("// Inferred by leakcheck.\n", s->out);
  if (local)
    fprintf (s->out, "// Left out: %u annotations of local and anonymous classes.\n", local);
  if (disjunctive)
    fprintf (s->out, "// Narrowed: %u annotations whose alternatives have no words here.\n",
	     disjunctive);
  if (local + disjunctive && lk_java->options->verbose)
    inform (UNKNOWN_LOCATION, "leakcheck: the stub file leaves out %u annotations of local"
	    " classes and narrows %u", local, disjunctive);
}

static void
write_class_rows (struct stub *s, unsigned *i)
{
  const struct lk_java_class *owner = s->rows[*i]->owner;
  enter_class (s, owner->type->name);
  unsigned depth = s->open.length ();
  while (*i < s->rows.length () && s->rows[*i]->owner == owner)
    {
      const struct lk_inferred *row = s->rows[*i];
      unsigned last = *i + 1;
      if (row->field)
	write_field (s, row, depth);
      else if (row->method)
	{
	  while (last < s->rows.length () && s->rows[last]->method == row->method)
	    last++;
	  write_method (s, *i, last, depth);
	}
      *i = last;
    }
}

void
lk_infer_write_stub (struct lk_infer *all, FILE *out)
{
  struct stub s;
  unsigned local = 0, disjunctive = 0;
  s.all = all;
  s.out = out;
  for (unsigned i = 0; i < all->all.length (); i++)
    {
      bool left_out = is_local (all->all[i].owner->type->class_file);
      local += left_out;
      disjunctive += !left_out && all->all[i].disjunctive;
      if (!left_out)
	s.rows.safe_push (&all->all[i]);
    }
  s.rows.qsort (compare_rows);
  write_head (&s, local, disjunctive);
  const char *package = NULL;
  for (unsigned i = 0; i < s.rows.length ();)
    {
      const char *name = row_name (s.rows[i]);
      size_t length = package_length (name);
      if (!package || package_length (package) != length || strncmp (package, name, length))
	{
	  close_to (&s, 0);
	  fputc ('\n', out);
	  if (length)
	    fprintf (out, "package %s;\n\n",
		     lk_binary_name (lk_java->scratch,
				     lk_arena_strndup (lk_java->scratch, name, length)));
	  fputs ("import org.checkerframework.checker.calledmethods.qual.*;\n"
		 "import org.checkerframework.checker.mustcall.qual.*;\n", out);
	  package = name;
	}
      write_class_rows (&s, &i);
    }
  close_to (&s, 0);
}
