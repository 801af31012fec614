/* Classes for GCC: their types, code and lines.

   A class has one line map, from its first line to its last.  All its lines get 128 locations,
   so the place of a line is computed and not looked up.  When verifying, all classes of a
   source have one map.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "java.h"
#include "stor-layout.h"
#include "toplev.h"

/* Bytes of classes' code that are kept in memory; what was used last stays.  */
#define CODE_KEPT ((size_t) 64 << 20)

/* ---- What must survive a garbage collection.  ---- */

static vec<tree, va_gc> *kept;

static const struct ggc_root_tab roots[] =
{
  { &kept, 1, sizeof kept, &gt_ggc_mx_vec_tree_va_gc_,
    &gt_pch_nx_vec_tree_va_gc_ },
  LAST_GGC_ROOT_TAB
};

tree
lk_java_keep (tree t)
{
  static bool registered;
  if (!registered)
    {
      registered = true;
      ggc_register_root_tab (roots);
    }
  vec_safe_push (kept, t);
  return t;
}

/* ---- Classes.  ---- */

/* Return "Outer.Inner" of p/Outer$Inner; "Outer$1" is unchanged, because its name is the
   compiler's.  */
static const char *
shown_name (const char *internal)
{
  const char *utf8 = lk_java_utf8 (lk_java->arena, lk_simple_name (internal));
  char *shown = lk_arena_strdup (lk_java->arena, utf8);
  for (char *p = shown + 1; *shown && *p; p++)
    if (*p == '$' && p[1] && p[1] != '$' && !ISDIGIT (p[1]))
      *p = '.';
  return shown;
}

struct lk_java_class *
lk_java_class_of (struct lk_type *type)
{
  bool known;
  struct lk_java_class *&slot
    = lk_java->classes->get_or_insert (type, &known);
  if (known)
    return slot;
  struct lk_java_class *c
    = (struct lk_java_class *) lk_arena_alloc (lk_java->arena, sizeof *c);
  c->type = type;
  c->shown = shown_name (type->name);
  lk_java->class_list.safe_push (c);
  c->id = lk_java->class_list.length ();
  slot = c;
  return c;
}

struct lk_java_class *
lk_java_class_named (const char *name)
{
  struct lk_type *type = lk_hierarchy_type (lk_java->hierarchy, name);
  if (!type)
    type = lk_hierarchy_type (lk_java->hierarchy, "java/lang/Object");
  return lk_java_class_of (type);
}

/* ---- Code in memory.  ---- */

static void
unlink_code (struct lk_java_class *c)
{
  if (c->newer)
    c->newer->older = c->older;
  else
    lk_java->newest = c->older;
  if (c->older)
    c->older->newer = c->newer;
  else
    lk_java->oldest = c->newer;
  c->newer = c->older = NULL;
}

static void
link_newest (struct lk_java_class *c)
{
  c->older = lk_java->newest;
  if (c->older)
    c->older->newer = c;
  lk_java->newest = c;
  if (!lk_java->oldest)
    lk_java->oldest = c;
}

static void
unload (struct lk_java_class *c)
{
  unlink_code (c);
  lk_java->code_bytes -= lk_arena_bytes (c->code_arena);
  lk_arena_free (c->code_arena);
  c->code_arena = NULL;
  c->code = NULL;
  c->calls = NULL;
}

const struct lk_class *
lk_java_load (struct lk_java_class *c)
{
  if (c->code)
    {
      if (lk_java->newest != c)
	{
	  unlink_code (c);
	  link_newest (c);
	}
      return c->code;
    }
  if (c->broken || !c->type->class_file)
    return NULL;
  c->code = lk_classpath_take (lk_java->classpath, c->type->name,
			       &c->code_arena);
  if (!c->code || c->code->n_methods != c->type->class_file->n_methods)
    {
      lk_arena_free (c->code_arena);
      c->code_arena = NULL;
      c->code = NULL;
      c->broken = true;
      return NULL;
    }
  lk_java->code_bytes += lk_arena_bytes (c->code_arena);
  link_newest (c);
  while (lk_java->code_bytes > CODE_KEPT && lk_java->oldest != c)
    unload (lk_java->oldest);
  return c->code;
}

void
lk_java_unload_all (void)
{
  while (lk_java->oldest)
    unload (lk_java->oldest);
}

/* ---- Types.  ---- */

tree
lk_java_kind_type (enum lk_value_kind kind)
{
  switch (kind)
    {
    case LK_VALUE_INT:
      return integer_type_node;
    case LK_VALUE_LONG:
      return long_long_integer_type_node;
    case LK_VALUE_FLOAT:
      return float_type_node;
    case LK_VALUE_DOUBLE:
      return double_type_node;
    case LK_VALUE_REF:
      return ptr_type_node;
    default:
      return void_type_node;
    }
}

tree
lk_java_descriptor_type (char type)
{
  return lk_java_kind_type (lk_value_kind_of (type));
}

tree
lk_java_array_type (char type)
{
  static tree types[128];
  tree element;
  switch (type)
    {
    case 'B':
    case 'Z':
      element = signed_char_type_node;
      break;
    case 'C':
      element = short_unsigned_type_node;
      break;
    case 'S':
      element = short_integer_type_node;
      break;
    default:
      element = lk_java_descriptor_type (type);
      break;
    }
  tree &array = types[(unsigned char) type & 127];
  if (!array)
    array = lk_java_keep (build_array_type (element,
					    build_index_type (size_int (65535))));
  return array;
}

/* ---- Lines.  ---- */

static void
make_lines (struct lk_java_class *c)
{
  const struct lk_class *file = c->code;
  c->has_lines = true;
  c->first_line = UINT_MAX;
  for (unsigned m = 0; m < file->n_methods; m++)
    if (const struct lk_code *code = file->methods[m].code)
      for (unsigned i = 0; i < code->n_lines; i++)
	{
	  c->first_line = MIN (c->first_line, code->lines[i].line);
	  c->last_line = MAX (c->last_line, code->lines[i].line);
	}
  if (c->first_line > c->last_line)
    c->first_line = c->last_line = 0;
  /* Verify also reports declarations.  Then all classes of a source share its lines: GCC's
     locations do not suffice for all of them in each.  */
  unsigned lines = lk_java->options->verify ? lk_java_last_line (c) : 0;
  if (lines)
    {
      struct lk_java_class **sharer = lk_java_sharer (c);
      c->first_line = 1;
      c->last_line = MAX (c->last_line, lines);
      if (*sharer && (*sharer)->last_line >= c->last_line)
	{
	  c->last_line = (*sharer)->last_line;
	  c->line_bits = (*sharer)->line_bits;
	  c->base = (*sharer)->base;
	  return;
	}
      *sharer = c;
    }
  const char *name = lk_java_source_file (c);
  struct lk_java_lines made;
  lk_java_make_lines (&made, name, MAX (c->first_line, 1u), c->last_line);
  c->base = made.base;
  c->line_bits = made.line_bits;
  if (made.last < c->last_line)
    {
      lk_java->counts.unlocated += c->last_line - made.last;
      c->last_line = made.last;
    }
}

location_t
lk_java_location (struct lk_java_class *c, unsigned line)
{
  if (!c->has_lines)
    make_lines (c);
  if (line < c->first_line || line > c->last_line || line == 0)
    line = MAX (c->first_line, 1u);
  return c->base + ((line - MAX (c->first_line, 1u)) << c->line_bits);
}

unsigned
lk_java_u2 (const unsigned char *p)
{
  return p[0] << 8 | p[1];
}

/* The slot of the reference variable that the instruction at P accesses: by FIRST, or by the first
   of four opcodes without an operand, SHORT_; or -1.  */
static int
reference_slot (const unsigned char *p, unsigned first, unsigned short_)
{
  if (p[0] == first)
    return p[1];
  return p[0] >= short_ && p[0] < short_ + 4 ? (int) (p[0] - short_) : -1;
}

int
lk_java_loaded_slot (const unsigned char *p)
{
  return reference_slot (p, 0x19, 0x2a);
}

int
lk_java_stored_slot (const unsigned char *p)
{
  return reference_slot (p, 0x3a, 0x4b);
}

const struct lk_code *
lk_code_of (const struct lk_java_method *m)
{
  const struct lk_class *file = lk_java_load (m->owner);
  /* Only of the class as it was loaded are the bodies there.  */
  const struct lk_class *outline = m->owner->type->class_file;
  return file ? file->methods[m->method - outline->methods].code : NULL;
}

bool
lk_java_of_jdk (const struct lk_java_method *method)
{
  const struct lk_class *file = method->owner->type->class_file;
  return file && lk_classpath_is_jdk (lk_java->classpath, file);
}

struct lk_java_method *
lk_java_method_by_decl (tree decl)
{
  struct lk_java_method **m = lk_java->by_decl->get (decl);
  return m ? *m : NULL;
}

bool
lk_java_overridden (const struct lk_java_method *m)
{
  struct lk_type *type = m->owner->type;
  if ((m->method->access & (LK_ACC_PRIVATE | LK_ACC_FINAL))
      || (type->class_file->access & LK_ACC_FINAL))
    return false;
  struct lk_type **below = lk_hierarchy_below (lk_java->hierarchy, type, lk_java->scratch);
  for (struct lk_type **t = below; *t; t++)
    if (*t != type
	&& (!(*t)->class_file
	    || lk_class_method ((*t)->class_file, m->member, m->descriptor)))
      return true;
  return false;
}
