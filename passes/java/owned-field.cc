/* Members that methods overwrite, or that are never released: which classes, methods and
   members the engine has to examine for that (analysis/leak/member-overwrite.c). close () is
   the destructor here, or the method that @InheritableMustCall names: it releases what the
   object owns, and code that closes the object relies on that.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"

/* Return the one method of FILE with a body that is called NAME, or NULL.  */
static const struct lk_method *
method_named (const struct lk_class *file, const char *name)
{
  const struct lk_method *found = NULL;
  for (unsigned i = 0; i < file->n_methods; i++)
    if (!strcmp (file->methods[i].name, name) && file->methods[i].has_code
	&& !(file->methods[i].access & LK_ACC_STATIC))
      {
	if (found)
	  return NULL;
	found = &file->methods[i];
      }
  return found;
}

/* The method of C that its clients call when they need an object no longer, or
   NULL: close (), or the one that annotations or the user's specifications name.  */
static struct lk_java_method *
closing_method (const struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  if (!file)
    return NULL;
  const struct lk_method *close = lk_class_method (file, "close", "()V");
  if (close && close->has_code && !(close->access & LK_ACC_STATIC)
      && lk_hierarchy_is_subtype (lk_java->hierarchy, c->type,
				  lk_java_class_named ("java/lang/AutoCloseable")->type))
    return lk_java_method_of (close, false);
  const struct lk_must *must = lk_java_must (c->type);
  if (!must || must->next || !must->names || must->names->next)
    return NULL;
  const struct lk_method *named = method_named (file, must->names->name);
  return named ? lk_java_method_of (named, false) : NULL;
}

/* Describe C, which CLOSE closes, for the engine.  */
static const struct lk_object_class *
describe_class (const struct lk_java_class *c, struct lk_java_method *close)
{
  const struct lk_class *file = c->type->class_file;
  struct lk_object_class *class_
    = (struct lk_object_class *) lk_arena_alloc (lk_java->arena, sizeof *class_);
  struct lk_function **constructors
    = ((struct lk_function **)
       lk_arena_alloc_array (lk_java->arena, file->n_methods, sizeof *constructors));
  class_->destructor = lk_java_function (close);
  class_->constructors = constructors;
  class_->all_constructors = true;
  for (unsigned i = 0; i < file->n_methods; i++)
    if (!strcmp (file->methods[i].name, "<init>"))
      constructors[class_->n_constructors++]
	= lk_java_function (lk_java_method_of (&file->methods[i], false));
  return class_;
}

void
lk_java_add_method (struct lk_java_method *m, bool stores)
{
  struct lk_java_class *c = m->owner;
  if (m->is_static || m->member[0] == '<' || (m->method->access & LK_ACC_SYNTHETIC)
      || lk_java_method_silent (m))
    return;
  if (!c->objects_known)
    {
      struct lk_java_method *close = closing_method (c);
      c->objects = close ? describe_class (c, close) : NULL;
      if (close)
	lk_unit_add_class (lk_java->lowering.unit, c->objects);
      c->objects_known = true;
    }
  if (c->objects && c->objects->destructor != lk_java_function (m))
    lk_unit_add_method (lk_java->lowering.unit, c->objects, lk_java_function (m),
			stores ? 0 : LK_METHOD_ONLY_READS);
}

/* ---- Who reads a member.  ---- */

/* Record that M reads the field REF, if the field is its own class's and private, and the
   class has a release method.  */
void
lk_java_note_read (struct lk_java_method *m, const struct lk_member_ref *ref)
{
  const char *name = m->owner->type->name;
  size_t outermost = strcspn (name, "$");
  if ((ref->descriptor[0] != 'L' && ref->descriptor[0] != '[')
      || strncmp (name, ref->class_name, outermost)
      || (ref->class_name[outermost] && ref->class_name[outermost] != '$'))
    return;
  struct lk_java_class *c = lk_java_class_named (ref->class_name);
  const struct lk_class *file = c->type->class_file;
  for (unsigned i = 0; file && i < file->n_fields; i++)
    if (!strcmp (file->fields[i].name, ref->name)
	&& (file->fields[i].access & LK_ACC_PRIVATE) && closing_method (c))
      {
	struct lk_java_read *r
	  = (struct lk_java_read *) lk_arena_alloc (lk_java->arena, sizeof *r);
	r->field = &file->fields[i];
	r->method = m;
	r->next = c->reads;
	c->reads = r;
	return;
      }
}

/* The private member FIELD of C, if only methods of C's objects read it.  */
static void
describe_member (struct lk_java_class *c, const struct lk_field *field)
{
  struct lk_member_ref ref = { };
  auto_vec<struct lk_function *, 16> readers;
  for (const struct lk_java_read *r = c->reads; r; r = r->next)
    if (r->field == field)
      {
	if (r->method->owner != c || r->method->is_static)
	  return;
	readers.safe_push (lk_java_function (r->method));
      }
  ref.is_field = true;
  ref.class_name = c->type->class_file->name;
  ref.name = field->name;
  ref.descriptor = field->descriptor;
  struct lk_function **all
    = ((struct lk_function **)
       lk_arena_alloc_array (lk_java->arena, readers.length () + 1, sizeof *all));
  for (unsigned i = 0; i < readers.length (); i++)
    all[i] = readers[i];
  lk_unit_add_member (lk_java->lowering.unit, NULL,
		      int_byte_position (lk_java_field (&ref, false)), all, readers.length ());
}

void
lk_java_add_members (struct lk_java_class *c)
{
  const struct lk_class *file = c->type->class_file;
  if (!file || !closing_method (c))
    return;
  for (unsigned i = 0; i < file->n_fields; i++)
    {
      const struct lk_field *field = &file->fields[i];
      if ((field->access & LK_ACC_PRIVATE) && !(field->access & LK_ACC_STATIC)
	  && field->descriptor[0] == 'L' && !lk_java_field_takes (field))
	describe_member (c, field);
    }
}
