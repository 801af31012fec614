/* Inferred annotations as text, and why they were inferred.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "infer.h"
#include "diagnostic-core.h"

/* ---- Annotations.  ---- */

char *
lk_infer_annotation_text (const struct lk_annotation *a, const char *name)
{
  char *text = concat ("@", name, NULL);
  bool plain = a->n_elements == 1 && !strcmp (a->elements[0].name, "value");
  for (unsigned i = 0; i < a->n_elements; i++)
    {
      const struct lk_annotation_element *e = &a->elements[i];
      unsigned n = e->value.u.array.count;
      text = reconcat (text, text, i ? ", " : "(", plain ? "" : e->name, plain ? "" : " = ",
		       n == 1 ? "" : "{", NULL);
      for (unsigned k = 0; k < n; k++)
	text = reconcat (text, text, k ? ", \"" : "\"", e->value.u.array.values[k].u.text, "\"",
			 NULL);
      text = reconcat (text, text, n == 1 ? "" : "}", i + 1 == a->n_elements ? ")" : "", NULL);
    }
  return text;
}

char *
lk_infer_plain_text (const struct lk_annotation *a, const char *name)
{
  char *text = lk_infer_annotation_text (a, name);
  for (char *or_ = strstr (text, " or "); or_; or_ = strstr (text, " or "))
    {
      char *quote = strchr (or_, '"');
      memmove (or_, quote, strlen (quote) + 1);
    }
  return text;
}

/* The class, field or method that ONE is of, as "p.Outer$Inner.member (Type)".  */
static const char *
place_text (const struct lk_inferred *one)
{
  const char *name = lk_binary_name (lk_java->scratch, one->owner->type->name);
  char *text = NULL;
  if (one->field)
    text = concat (name, ".", one->field->name, NULL);
  else if (one->method)
    text = concat (name, ".", !strcmp (one->method->name, "<init>") ? "new" : one->method->name,
		   lk_descriptor_print_parameters (lk_java->scratch, one->method->descriptor),
		   NULL);
  else
    return lk_java_utf8 (lk_java->scratch, name);
  const char *kept = lk_java_utf8 (lk_java->scratch,
				   lk_arena_strdup (lk_java->scratch, text));
  free (text);
  return kept;
}

static void
write_line (FILE *out, const struct lk_inferred *one)
{
  char *annotation = lk_infer_annotation_text (one->annotation, one->name);
  fprintf (out, "%s: %s", place_text (one), annotation);
  if (one->parameter >= 0)
    fprintf (out, " #%d", one->parameter + 1);
  fputc ('\n', out);
  free (annotation);
}

void
lk_infer_write_lines (struct lk_infer *all, FILE *out)
{
  unsigned i;
  struct lk_inferred *one;
  FOR_EACH_VEC_ELT (all->all, i, one)
    write_line (out, one);
}

/* ---- Why.  ---- */

static const char *
fact_text (const struct infer_fact *f)
{
  static const char *const kinds[]
    = { "owns", "owns parameter", "keeps its result", "disposes of", "must call",
	"makes a resource alias of parameter", "creates an obligation",
	"calls what must be called on its object" };
  char *text = concat (f->function ? f->function->name : f->class_->name, NULL);
  char number[32] = "";
  if (f->kind == INFER_OWNING_FIELD)
    text = reconcat (text, f->class_->name, " owns '", f->field->name, "'", NULL);
  else if (f->kind == INFER_MUST_CALL)
    text = reconcat (text, "on objects of ", text, f->must ? " '" : " nothing",
		     f->must ? f->must->names->name : "", f->must ? "'" : "",
		     " must be called", NULL);
  else
    {
      if (f->kind == INFER_OWNING_PARAMETER || f->kind == INFER_ALIAS)
	snprintf (number, sizeof number, " %u", f->arg + 1 - f->function->has_receiver);
      text = reconcat (text, text, " ", kinds[f->kind], number, f->field ? " '" : "",
		       f->field ? f->field->name : "", f->field ? "'" : "", NULL);
    }
  const char *kept = lk_arena_strdup (lk_java->arena, text);
  free (text);
  return kept;
}

static void
explain_fact (const struct infer_fact *f, unsigned depth, hash_set<const struct infer_fact *> *seen)
{
  printf ("%*s%s: %s", 2 * depth, "", fact_text (f), f->why);
  expanded_location at = expand_location (f->loc);
  if (f->loc && at.file)
    printf (" (%s:%d)", at.file, at.line);
  else if (f->where)
    printf (" (%s)", f->where->name);
  putchar ('\n');
  if (seen->add (f))
    return;
  for (const struct infer_fact *from : f->from)
    if (from)
      explain_fact (from, depth + 1, seen);
}

/* Return true if NAME is the end of FULL, from a point on, without parameters.  */
static bool
named (const char *full, const char *name)
{
  size_t n = strchr (name, '(') ? strlen (full) : strcspn (full, "("), length = strlen (name);
  return (length <= n && !strncmp (full + n - length, name, length)
	  && (length == n || full[n - length - 1] == '.' || full[n - length - 1] == '$'));
}

void
lk_infer_explain (struct lk_infer *all, const char *name)
{
  bool any = false;
  char *wanted = xstrdup (name);
  for (char *p = wanted; *p && *p != '('; p++)
    if (*p == '$')
      *p = '.';
  for (const struct infer_fact *f = all->facts; f; f = f->next)
    {
      const char *binary
	= lk_binary_name (lk_java->scratch,
			  ((struct lk_java_class *) f->class_->key)->type->name);
      char *full = concat (f->function ? f->function->name : binary,
			   f->kind == INFER_OWNING_FIELD ? "." : "",
			   f->kind == INFER_OWNING_FIELD ? f->field->name : "", NULL);
      for (char *p = full; *p && *p != '('; p++)
	if (*p == '$')
	  *p = '.';
      if (named (full, wanted))
	{
	  hash_set<const struct infer_fact *> seen;
	  explain_fact (f, 0, &seen);
	  any = true;
	}
      free (full);
    }
  free (wanted);
  if (!any)
    printf ("%s: nothing was inferred of it\n", name);
  fflush (stdout);
}
