/* Fields for GCC.

   A field is one place for all accesses, and no other field of any class has that place; the
   layout has no other purpose.  So a value stored in one class's field is not found in
   another's, whichever body a virtual call runs.  Members are made on demand: of the 36,000
   fields of java.base a run over ant.jar needs none.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "stor-layout.h"

static tree
record_of (struct lk_java_class *c)
{
  if (c->record)
    return c->record;
  tree record = lk_java_keep (make_node (RECORD_TYPE));
  TYPE_NAME (record) = get_identifier (c->shown);
  SET_TYPE_ALIGN (record, LK_MEMBER_BYTES * BITS_PER_UNIT);
  TYPE_SIZE_UNIT (record) = size_int (LK_MAX_OFFSET);
  TYPE_SIZE (record) = bitsize_int (LK_MAX_OFFSET * BITS_PER_UNIT);
  SET_TYPE_MODE (record, BLKmode);
  c->record = record;
  return record;
}

static tree
make_member (struct lk_java_class *c, const char *name, char type)
{
  int64_t offset = (LK_FIRST_MEMBER
		    + lk_java->members.length () * INT64_C (1) * LK_MEMBER_BYTES);
  lk_java->members.safe_push (c);
  tree record = record_of (c);
  const char *utf8 = lk_java_utf8 (lk_java->arena, name);
  tree field = build_decl (UNKNOWN_LOCATION, FIELD_DECL,
			   get_identifier (utf8),
			   lk_java_descriptor_type (type));
  DECL_CONTEXT (field) = record;
  DECL_FIELD_OFFSET (field) = size_int (offset);
  DECL_FIELD_BIT_OFFSET (field) = bitsize_zero_node;
  SET_DECL_OFFSET_ALIGN (field, LK_MEMBER_BYTES * BITS_PER_UNIT);
  SET_DECL_ALIGN (field, LK_MEMBER_BYTES * BITS_PER_UNIT);
  DECL_SIZE (field) = TYPE_SIZE (TREE_TYPE (field));
  DECL_SIZE_UNIT (field) = TYPE_SIZE_UNIT (TREE_TYPE (field));
  SET_DECL_MODE (field, TYPE_MODE (TREE_TYPE (field)));
  DECL_CHAIN (field) = TYPE_FIELDS (record);
  TYPE_FIELDS (record) = field;
  return field;
}

static tree
make_static (struct lk_java_class *c, const char *name, char type)
{
  char *full = concat (c->shown, ".", lk_java_utf8 (lk_java->arena, name),
		       NULL);
  tree var = lk_java_keep (build_decl (UNKNOWN_LOCATION, VAR_DECL,
				       get_identifier (full),
				       lk_java_descriptor_type (type)));
  free (full);
  TREE_STATIC (var) = 1;
  TREE_PUBLIC (var) = 1;
  DECL_EXTERNAL (var) = 1;
  TREE_USED (var) = 1;
  /* Not for lk_decl_name, which is for variables that the user named.  */
  return var;
}

static tree
missing_field (struct lk_java_class *c, const struct lk_member_ref *ref,
	       bool is_static)
{
  if (!c->missing)
    c->missing = new hash_map<nofree_string_hash, tree>;
  char *key = concat (is_static ? "+" : "-", ref->name, " ", ref->descriptor,
		      NULL);
  tree *known = c->missing->get (key);
  if (known)
    {
      free (key);
      return *known;
    }
  const char *kept_key = lk_arena_strdup (lk_java->arena, key);
  free (key);
  tree field;
  if (is_static)
    field = make_static (c, ref->name, ref->descriptor[0]);
  else
    field = make_member (c, ref->name, ref->descriptor[0]);
  c->missing->put (kept_key, field);
  return field;
}

tree
lk_java_field (const struct lk_member_ref *ref, bool is_static)
{
  struct lk_java_class *c = lk_java_class_named (ref->class_name);
  const struct lk_class *owner;
  const struct lk_field *field
    = lk_hierarchy_resolve_field (lk_java->hierarchy, c->type, ref->name,
				  ref->descriptor, &owner);
  if (!field || !(field->access & LK_ACC_STATIC) != !is_static)
    return missing_field (c, ref, is_static);
  if (owner != c->type->class_file)
    c = lk_java_class_named (owner->name);
  if (!c->fields)
    c->fields = (tree *) lk_arena_alloc_array (lk_java->arena,
					       owner->n_fields,
					       sizeof *c->fields);
  tree &slot = c->fields[field - owner->fields];
  if (slot)
    return slot;
  if (is_static)
    slot = make_static (c, field->name, field->descriptor[0]);
  else
    slot = make_member (c, field->name, field->descriptor[0]);
  if (lk_java->options->verify)
    lk_java->field_promises->put (slot, lk_java_field_promise (owner, field));
  else
    LK_FIELD_TAKES (slot) = lk_java_field_takes (field);
  return slot;
}

tree
lk_java_enum_constant (const struct lk_member_ref *ref)
{
  const struct lk_class *file = lk_java_class_named (ref->class_name)->type->class_file;
  bool found = false;
  if (!file || !(file->access & LK_ACC_ENUM))
    return NULL_TREE;
  for (unsigned i = 0; i < file->n_fields; i++)
    {
      const struct lk_field *field = &file->fields[i];
      if (!(field->access & LK_ACC_STATIC))
	return NULL_TREE;
      found |= (field->access & LK_ACC_ENUM) && !strcmp (field->name, ref->name);
    }
  if (!found)
    return NULL_TREE;
  char *name = concat (file->name, ".", ref->name, NULL);
  tree constant
    = build_int_cst (ptr_type_node, (HOST_WIDE_INT) htab_hash_string (name) + 1);
  free (name);
  return constant;
}
