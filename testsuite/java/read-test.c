/* Tests of the class reader and the hierarchy on what compilers make.

     read-test FOLDER	FOLDER: what a compiler made of Attributes.java,
			Shapes.java and (since Java 17) Modern.java
     read-test --jdk FOLDER
			the modules of the JDK, compared with what its own
			tools say; FOLDER: for files made on the way

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define _POSIX_C_SOURCE 200809L

#include <unistd.h>
#include "../../java/hierarchy.h"
#include "../../java/jimage.h"
#include "java-test.h"

static struct lk_arena *arena;
static struct lk_classpath *path;
static bool is_ecj;

static void
say (void *data, enum lk_java_severity severity, const char *text)
{
  (void) data;
  (void) severity;
  check (false, "no message is wanted: %s", text);
}

/* The class with its code; an empty one if it is not there.  */

static const struct lk_class *
load (const char *name)
{
  static const struct lk_class none;
  const struct lk_class *class = lk_classpath_load (path, name, arena);
  check (class && same (class->name, name), "%s is read", name);
  return class ? class : &none;
}

static const struct lk_method *
method_of (const struct lk_class *class, const char *name,
	   const char *descriptor)
{
  static const struct lk_method none;
  const struct lk_method *method = lk_class_method (class, name, descriptor);
  check (method != NULL, "%s%s is there", name, descriptor);
  return method ? method : &none;
}

static const struct lk_field *
field_of (const struct lk_class *class, const char *name,
	  const char *descriptor)
{
  static const struct lk_field none;
  const struct lk_field *field = lk_class_field (class, name, descriptor);
  check (field != NULL, "%s is there", name);
  return field ? field : &none;
}

/* ---- Annotations.  ---- */

static void
test_annotation_values (const struct lk_class *class)
{
  const struct lk_annotation *must
    = lk_annotation_find (&class->annotations, "Lp/MustCall;");
  check (must && must->visible && must->n_elements == 2
	 && !lk_annotation_find (&class->annotations, "Lp/Owning;"),
	 "the class's annotation");
  if (!must)
    return;
  const struct lk_annotation_value *value
    = lk_annotation_element (must, "value");
  check (value && value->tag == '[' && value->u.array.count == 2
	 && value->u.array.values[0].tag == 's'
	 && same (value->u.array.values[0].u.text, "close")
	 && same (value->u.array.values[1].u.text, "flush"),
	 "an array of texts");
  value = lk_annotation_element (must, "type");
  check (value && value->tag == 'c' && same (value->u.text, "[I"),
	 "a class");
  check (!lk_annotation_element (must, "level"), "no element");

  const struct lk_class *type = load ("p/MustCall");
  check ((type->access & LK_ACC_ANNOTATION)
	 && (type->access & LK_ACC_INTERFACE), "MustCall is an annotation");
  value = method_of (type, "value", "()[Ljava/lang/String;")
	  ->annotation_default;
  check (value && value->tag == '[' && value->u.array.count == 1,
	 "the default is an array");
  value = method_of (type, "level", "()I")->annotation_default;
  check (value && value->tag == 'I' && value->u.constant->u.integer == 7,
	 "the default is a number");
  value = method_of (type, "element",
		     "()Ljava/lang/annotation/ElementType;")
	  ->annotation_default;
  check (value && value->tag == 'e'
	 && same (value->u.enumeration.name, "METHOD")
	 && same (value->u.enumeration.type,
		  "Ljava/lang/annotation/ElementType;"),
	 "the default is a constant");
  value = method_of (type, "nested", "()Lp/Owning;")->annotation_default;
  check (value && value->tag == '@'
	 && same (value->u.annotation->type, "Lp/Owning;"),
	 "the default is an annotation");
  value = method_of (load ("p/Kept"), "size", "()J")->annotation_default;
  check (value && value->tag == 'J'
	 && value->u.constant->u.wide == (int64_t) 1 << 40,
	 "the default is a long");
}

/* The type annotation of TYPE at TARGET and INDEX.  */

static const struct lk_type_annotation *
find_type (const struct lk_type_annotations *all, const char *type,
	   unsigned target, unsigned index)
{
  for (unsigned i = 0; i < all->count; i++)
    if (same (all->list[i].annotation.type, type)
	&& all->list[i].target == target && all->list[i].index == index)
      return &all->list[i];
  return NULL;
}

static void
test_type_annotations (const struct lk_class *class,
		       const struct lk_method *open)
{
  check (find_type (&class->type_annotations, "Lp/Kept;",
		    LK_TARGET_CLASS_TYPE_BOUND, 0) != NULL
	 && find_type (&class->type_annotations, "Lp/Lent;",
		       LK_TARGET_SUPERTYPE, 0) != NULL,
	 "the class's types are annotated");
  const struct lk_type_annotations *types = &open->type_annotations;
  check (find_type (types, "Lp/Kept;", LK_TARGET_RETURN, 0)
	 && find_type (types, "Lp/Lent;", LK_TARGET_PARAMETER, 0)
	 && find_type (types, "Lp/Kept;", LK_TARGET_THROWS, 0)
	 && !find_type (types, "Lp/Kept;", LK_TARGET_THROWS, 1),
	 "the method's types are annotated");
  const struct lk_type_annotation *kept
    = find_type (types, "Lp/Kept;", LK_TARGET_RETURN, 0);
  const struct lk_type_annotation *lent
    = find_type (types, "Lp/Lent;", LK_TARGET_PARAMETER, 0);
  check (kept && kept->annotation.visible && lent && !lent->annotation.visible,
	 "visible at run time or not");

  const struct lk_type_annotation *in
    = find_type (&field_of (class, "in", "Ljava/io/InputStream;")
		 ->type_annotations, "Lp/Kept;", LK_TARGET_FIELD, 0);
  const struct lk_annotation_value *size
    = in ? lk_annotation_element (&in->annotation, "size") : NULL;
  check (size && size->tag == 'J' && size->u.constant->u.wide == 5,
	 "the field's type is annotated");
  const struct lk_type_annotation *list
    = find_type (&field_of (class, "list", "Ljava/util/List;")
		 ->type_annotations, "Lp/Lent;", LK_TARGET_FIELD, 0);
  check (list && list->path_length == 2 && list->path[0] == 3
	 && list->path[1] == 0 && list->path[2] == 2, "inside of a type");

  const struct lk_code *code = open->code;
  const struct lk_type_annotation *local = NULL, *resource = NULL;
  for (unsigned i = 0; code && i < code->type_annotations.count; i++)
    {
      const struct lk_type_annotation *one = &code->type_annotations.list[i];
      if (one->target == LK_TARGET_LOCAL)
	local = one;
      if (one->target == LK_TARGET_RESOURCE)
	resource = one;
    }
  check (local && local->n_ranges >= 1 && resource && resource->n_ranges >= 1
	 && same (resource->annotation.type, "Lp/Lent;"),
	 "locals and resources are annotated");
  if (local)
    {
      const struct lk_annotated_range *range = &local->ranges[0];
      const struct lk_local *variable = lk_code_local (code, range->slot,
						       range->start);
      check (variable && same (variable->name, "i"), "and found by their slot");
    }
}

/* ---- Attributes.java.  ---- */

static void
test_constants (const struct lk_class *class)
{
  const struct lk_constant *c = field_of (class, "ANSWER", "I")->constant;
  check (c && c->u.integer == 42, "an int constant");
  c = field_of (class, "BIG", "J")->constant;
  check (c && c->u.wide == -((int64_t) 1 << 40), "a long constant");
  c = field_of (class, "HALF", "D")->constant;
  check (c && c->u.real == 0.5, "a double constant");
  c = field_of (class, "THIRD", "F")->constant;
  check (c && c->u.single > 0.333f && c->u.single < 0.334f,
	 "a float constant");
  c = field_of (class, "YES", "Z")->constant;
  check (c && c->u.integer == 1, "a boolean constant");
  c = field_of (class, "TEXT", "Ljava/lang/String;")->constant;
  check_text (c ? c->u.text : NULL,
	      "\xc0\x80 \xc3\xa4 \xe2\x82\xac \xed\xa0\xbd\xed\xb8\x80",
	      "a text constant");
  const struct lk_class *outline = lk_classpath_find (path, class->name);
  const struct lk_field *field
    = outline ? lk_class_field (outline, "TEXT", "Ljava/lang/String;") : NULL;
  check (field && c && same (field->constant->u.text, c->u.text)
	 && outline->n_constants == 0 && walk_class (outline, false)
					 == walk_class (class, false),
	 "the outline has the same");
}

static void
test_code (const struct lk_class *class, const struct lk_method *open)
{
  const struct lk_code *code = open->code;
  check (code && code->n_handlers >= 3 && code->max_locals >= 5
	 && code->n_lines > 5, "code");
  if (!code)
    return;
  unsigned any = 0, io = 0;
  for (unsigned i = 0; i < code->n_handlers; i++)
    {
      any += !code->handlers[i].type;
      io += same (code->handlers[i].type, "java/io/IOException");
    }
  check (any >= 1 && io >= 1, "handlers");
  bool sorted = true;
  for (unsigned i = 1; i < code->n_lines; i++)
    sorted = sorted && code->lines[i - 1].pc <= code->lines[i].pc;
  unsigned first = lk_code_line (code, 0);
  check (sorted && first == code->lines[0].line && first > 60
	 && lk_code_line (code, code->length - 1) > first, "lines");
  const struct lk_local *thing = NULL;
  for (unsigned i = 0; i < code->n_locals; i++)
    if (same (code->locals[i].name, "thing"))
      thing = &code->locals[i];
  check (thing && thing->slot == 4
	 && same (thing->descriptor, "Ljava/io/Closeable;")
	 && lk_code_local_type (code, thing)
	 && same (lk_code_local_type (code, thing)->descriptor, "TT;")
	 && lk_code_local (code, 4, thing->start) == thing
	 && !lk_code_local (code, 4, thing->start + thing->length),
	 "variables");

  /* What code refers to.  */
  bool wrapped = false;
  for (unsigned i = 0; i < class->n_constants; i++)
    {
      struct lk_member_ref member;
      wrapped |= lk_class_member_at (class, i, &member) && !member.is_field
		 && same (member.class_name, "java/lang/IllegalStateException")
		 && same (member.name, "<init>")
		 && same (member.descriptor,
			  "(Ljava/lang/String;Ljava/lang/Throwable;)V");
    }
  check (wrapped, "members that code refers to");
}

static void
test_lambdas (const struct lk_class *class)
{
  unsigned calls = 0, constructors = 0, bodies = 0;
  for (unsigned i = 0; i < class->n_constants; i++)
    {
      struct lk_dynamic dynamic;
      struct lk_method_handle handle;
      if (!lk_class_dynamic_at (class, i, &dynamic))
	continue;
      bool made = lk_class_method_handle_at (class, dynamic.bootstrap->handle,
					     &handle)
		  && handle.kind == LK_HANDLE_INVOKE_STATIC;
      if (!made || !same (handle.member.name, "metafactory"))
	continue;
      calls++;
      check (dynamic.bootstrap->n_arguments == 3
	     && lk_class_method_type_at (class,
					 dynamic.bootstrap->arguments[0])
	     && lk_class_method_handle_at (class,
					   dynamic.bootstrap->arguments[1],
					   &handle), "a lambda");
      constructors += handle.kind == LK_HANDLE_NEW_INVOKE_SPECIAL
		      && same (handle.member.class_name,
			       "java/util/ArrayList");
      bodies += handle.kind == LK_HANDLE_INVOKE_STATIC
		&& lk_class_method (class, handle.member.name,
				    handle.member.descriptor) != NULL;
    }
  check (calls == 2 && constructors == 1 && bodies == 1,
	 "a lambda and a method reference");
}

static void
test_members (const struct lk_class *class)
{
  const struct lk_method *nothing = method_of (class, "nothing", "(II)I");
  check ((nothing->access & LK_ACC_ABSTRACT) && !nothing->code
	 && !nothing->has_code && nothing->n_exceptions == 1
	 && same (nothing->exceptions[0], "java/lang/Exception"),
	 "an abstract method");
  check ((method_of (class, "machine", "()V")->access & LK_ACC_NATIVE),
	 "a native method");
  const struct lk_method *varied
    = method_of (class, "varied", "(D[Ljava/lang/Object;)D");
  check (varied->deprecated && (varied->access & LK_ACC_VARARGS)
	 && (varied->access & LK_ACC_SYNCHRONIZED)
	 && (varied->access & LK_ACC_STATIC)
	 && varied->n_exceptions == 0, "a static method");
  unsigned bridges = 0;
  for (unsigned i = 0; i < class->n_methods; i++)
    bridges += class->methods[i].owner != class;
  check (bridges == 0, "methods know their class");
  if (varied->parameters)
    check (varied->n_parameters == 2
	   && same (varied->parameters[0].name, "first"),
	   "names of parameters");
}

static void
test_nesting (void)
{
  const struct lk_class *anonymous = load ("p/Attributes$Inner$1");
  check (same (anonymous->enclosing_class, "p/Attributes$Inner"),
	 "the class around an anonymous one");
  const struct lk_class *local = load ("p/Attributes$1Local");
  check (same (local->enclosing_class, "p/Attributes")
	 && same (local->enclosing_method, "local")
	 && same (local->enclosing_descriptor, "()Ljava/lang/Object;"),
	 "the method around a local one");
  const struct lk_inner_class *row = NULL;
  for (unsigned i = 0; i < anonymous->n_inner_classes; i++)
    if (same (anonymous->inner_classes[i].name, anonymous->name))
      row = &anonymous->inner_classes[i];
  check (row && !row->outer && !row->simple_name, "anonymous in the table");
  const struct lk_class *inner = load ("p/Attributes$Inner");
  for (unsigned i = 0; i < inner->n_inner_classes; i++)
    if (same (inner->inner_classes[i].name, inner->name))
      row = &inner->inner_classes[i];
  check (row && same (row->outer, "p/Attributes")
	 && same (row->simple_name, "Inner"), "a member class in the table");
  if (inner->major >= 55)
    check (same (inner->nest_host, "p/Attributes")
	   && load ("p/Attributes")->n_nest_members >= 5, "the nest");
  const struct lk_method *init
    = method_of (inner, "<init>", "(Lp/Attributes;I)V");
  const struct lk_parameter_annotations *owning
    = &init->invisible_parameter_annotations;
  check (owning->count >= 1
	 && lk_annotation_find (&owning->parameters[owning->count - 1],
				"Lp/Owning;"),
	 "the annotated parameter of an inner class");
  check ((load ("p/Attributes$Color")->access & LK_ACC_ENUM)
	 && (load ("p/Attributes$Shape")->access & LK_ACC_INTERFACE),
	 "an enumeration, an interface");
}

static void
test_attributes (void)
{
  const struct lk_class *class = load ("p/Attributes");
  check (same (class->super_name, "java/io/InputStream")
	 && class->n_interfaces == 2
	 && same (class->interfaces[0], "java/io/Closeable")
	 && same (class->interfaces[1], "java/lang/Comparable")
	 && (class->access & LK_ACC_ABSTRACT) && class->deprecated
	 && same (class->source_file, "Attributes.java")
	 && same (class->signature,
		  "<T::Ljava/io/Closeable;>Ljava/io/InputStream;"
		  "Ljava/io/Closeable;Ljava/lang/Comparable<TT;>;")
	 && class->n_notes == 0, "what the class is");
  const struct lk_method *open
    = method_of (class, "open", "(Ljava/lang/String;JLjava/io/Closeable;)"
		 "Ljava/io/InputStream;");
  check (open->n_exceptions == 2
	 && same (open->exceptions[1], "java/lang/IllegalStateException"),
	 "exceptions");
  check (open->signature && strstr (open->signature, "(Ljava/lang/String;JTT;)"),
	 "the signature");
  const struct lk_annotation *must
    = lk_annotation_find (&open->annotations, "Lp/MustCall;");
  const struct lk_annotation_value *level
    = must ? lk_annotation_element (must, "level") : NULL;
  check (level && level->u.constant->u.integer == -1, "the method's annotation");
  check (open->invisible_parameter_annotations.count == 3
	 && lk_annotation_find (&open->invisible_parameter_annotations
				.parameters[0], "Lp/Owning;")
	 && open->visible_parameter_annotations.count == 3
	 && lk_annotation_find (&open->visible_parameter_annotations
				.parameters[2], "Ljava/lang/Deprecated;"),
	 "the parameters' annotations");
  test_annotation_values (class);
  test_type_annotations (class, open);
  test_constants (class);
  test_code (class, open);
  test_lambdas (class);
  test_members (class);
  test_nesting ();
}

/* ---- Modern.java.  ---- */

static void
test_modern (void)
{
  const struct lk_class *class = load ("p/Modern");
  check (class->n_permitted == 2
	 && same (class->permitted[0], "p/Modern$Point")
	 && same (class->permitted[1], "p/Modern$Line"), "a sealed interface");
  const struct lk_class *point = load ("p/Modern$Point");
  check (point->is_record && point->n_record_components == 2
	 && same (point->record_components[0].name, "x")
	 && same (point->record_components[0].descriptor, "I")
	 && same (point->record_components[1].signature,
		  "Ljava/util/List<Ljava/lang/String;>;")
	 && !load ("p/Modern$Line")->is_record, "a record");
  check (lk_annotation_find (&method_of (point, "x", "()I")->annotations,
			     "Ljava/lang/Deprecated;") != NULL,
	 "its accessor's annotation");
  check (same (load ("p/Modern$Line$Part")->nest_host, "p/Modern"),
	 "its nest");
  bool concat = false;
  for (unsigned i = 0; i < class->n_constants; i++)
    {
      struct lk_dynamic dynamic;
      concat |= lk_class_dynamic_at (class, i, &dynamic)
		&& same (dynamic.name, "makeConcatWithConstants");
    }
  check (concat || is_ecj, "string concatenation");
}

/* ---- Shapes.java.  ---- */

static struct lk_hierarchy *all;

/* The names of the targets' classes, in order.  */

static const char *
targets_of (const char *type, const char *name, const char *descriptor,
	    unsigned limit, struct lk_targets *targets)
{
  static char text[1024];
  *targets = lk_hierarchy_targets (all, lk_hierarchy_type (all, type), name,
				   descriptor, limit, arena);
  text[0] = '\0';
  for (unsigned i = 0; i < targets->count; i++)
    {
      strcat (text, i ? " " : "");
      strcat (text, lk_simple_name (targets->methods[i]->owner->name));
    }
  return text;
}

static const char *
declared_in (const char *type, const char *name, const char *descriptor)
{
  const struct lk_method *method
    = lk_hierarchy_resolve_method (all, lk_hierarchy_type (all, type), name,
				   descriptor);
  return method ? method->owner->name : NULL;
}

static void
test_types (void)
{
  struct lk_type *base = lk_hierarchy_type (all, "h/Base");
  struct lk_type *first = lk_hierarchy_type (all, "h/First");
  struct lk_type *second = lk_hierarchy_type (all, "h/Second");
  struct lk_type *closer = lk_hierarchy_type (all, "h/Closer");
  struct lk_type *flusher = lk_hierarchy_type (all, "h/Flusher");
  check (second->super == first && first->super == base
	 && base->n_interfaces == 1 && base->interfaces[0] == closer
	 && flusher->is_interface && base->is_input, "supertypes");
  check (lk_hierarchy_is_subtype (all, second, closer)
	 && lk_hierarchy_is_subtype (all, second, flusher)
	 && !lk_hierarchy_is_subtype (all, first, flusher)
	 && !lk_hierarchy_is_subtype (all, first, second)
	 && lk_hierarchy_is_subtype (all, first, first)
	 && lk_hierarchy_is_subtype (all, closer,
				     lk_hierarchy_type (all,
							"java/lang/Object")),
	 "subtypes");
  unsigned n = 0;
  struct lk_type **above = lk_hierarchy_above (all, second, arena);
  while (above[n])
    n++;
  check (n == 6 && above[0] == second && above[1] == first && above[2] == base
	 && same (above[3]->name, "java/lang/Object") && above[4] == flusher
	 && above[5] == closer, "all above, nearest first");
  n = 0;
  struct lk_type **below = lk_hierarchy_below (all, closer, arena);
  while (below[n])
    n++;
  check (n == 8, "all below (%u)", n);
  check (first->instantiated && second->instantiated
	 && lk_hierarchy_type (all, "h/Third")->instantiated
	 && !base->instantiated
	 && !lk_hierarchy_type (all, "h/Fourth")->instantiated
	 && !lk_hierarchy_type (all, "h/NeverClosed")->instantiated,
	 "what is instantiated, by `new' and by reference");
  struct lk_type *outside = lk_hierarchy_type (all, "h/Outside");
  check (outside->incomplete && outside->super
	 && !outside->super->class_file
	 && same (outside->super->name, "missing/Library")
	 && !first->incomplete && !lk_hierarchy_type (all, "[I"),
	 "a missing superclass");
}

static void
test_resolution (void)
{
  check_text (declared_in ("h/Third", "close", "()V"), "h/First",
	      "a method of the superclass");
  check_text (declared_in ("h/Base", "close", "()V"), "h/Closer",
	      "a method of an interface");
  check_text (declared_in ("h/Second", "closeQuietly", "()V"), "h/Flusher",
	      "the nearest interface");
  check_text (declared_in ("h/First", "hashCode", "()I"), "java/lang/Object",
	      "a method of Object");
  check_text (declared_in ("h/Closer", "hashCode", "()I"), "java/lang/Object",
	      "the same of an interface");
  check_text (declared_in ("h/Closer", "finalize", "()V"), NULL,
	      "not what is protected in Object");
  check_text (declared_in ("h/First", "close", "(I)V"), NULL, "no method");
  check_text (declared_in ("h/First", "<init>", "()V"), "h/First",
	      "a constructor");
  const struct lk_class *owner = NULL;
  check (lk_hierarchy_resolve_field (all, lk_hierarchy_type (all, "h/Third"),
				     "field", "I", &owner)
	 && same (owner->name, "h/Base")
	 && !lk_hierarchy_resolve_field (all,
					 lk_hierarchy_type (all, "h/Third"),
					 "field", "J", &owner),
	 "fields");
  check_text (declared_in ("java/lang/invoke/MethodHandle", "invoke",
			   "(IJ)Ljava/lang/String;"),
	      "java/lang/invoke/MethodHandle", "a method that takes anything");
}

static void
test_calls (void)
{
  struct lk_targets t;
  check_text (targets_of ("h/Closer", "close", "()V", 10, &t),
	      "First Second", "an interface call");
  check (t.complete && !t.guessed && !t.too_many, "all of it is known");
  check_text (targets_of ("h/Base", "size", "()I", 10, &t), "First Third",
	      "a virtual call");
  check_text (targets_of ("h/Second", "size", "()I", 10, &t), "First",
	      "narrowed by the receiver");
  check (t.complete, "it is complete");
  check_text (targets_of ("h/Fourth", "size", "()I", 10, &t), "Fourth",
	      "a class that is never instantiated");
  check (t.guessed, "is a guess");
  check_text (targets_of ("h/Base", "packaged", "()V", 10, &t), "First",
	      "package-private");
  check_text (targets_of ("h/Base", "last", "()V", 10, &t), "Base",
	      "a final method");
  check (t.complete, "has one body");
  check_text (targets_of ("h/Base", "hidden", "()V", 10, &t), "Base",
	      "a private method");
  check_text (targets_of ("h/Closer", "closeQuietly", "()V", 10, &t),
	      "Closer Flusher", "default methods");
  targets_of ("h/Closer", "close", "()V", 1, &t);
  check (t.count == 1 && t.too_many && !t.complete, "a limit that bites");
  check_text (targets_of ("h/Outside", "close", "()V", 10, &t), "Outside",
	      "below a missing class");
  check_text (targets_of ("h/Outside", "other", "()V", 10, &t), "",
	      "a method of a missing class");
  check (!t.complete, "is not known");
  check_text (targets_of ("java/lang/String", "length", "()I", 10, &t),
	      "String", "a final class of the JDK");
  check (t.complete && !t.guessed, "has one body, too");
  targets_of ("java/lang/Object", "toString", "()Ljava/lang/String;", 10, &t);
  check (!t.complete, "the JDK makes objects of its own");
  const struct lk_method *close
    = lk_hierarchy_resolve_method (all, lk_hierarchy_type (all, "h/Closer"),
				   "close", "()V");
  const struct lk_method *run
    = close ? lk_hierarchy_select_method (all, lk_hierarchy_type (all,
								  "h/Third"),
					  close) : NULL;
  check_text (run ? run->owner->name : NULL, "h/First", "one class exactly");
}

/* ---- The JDK.  ---- */

/* Run COMMAND and give each line of what it prints to FUNCTION.  */

static bool
each_line (const char *command, void (*function) (char *line))
{
  FILE *pipe = popen (command, "r");
  char line[4096];
  while (pipe && fgets (line, sizeof line, pipe))
    {
      line[strcspn (line, "\r\n")] = '\0';
      function (line);
    }
  return pipe && pclose (pipe) == 0;
}

static struct lk_archive *image;
static char package[1024];
static unsigned n_listed, n_not_found;

/* A line of "jimage list": "Module: ", "Package: " or a file below it.  */

static void
list_line (char *line)
{
  char name[4096];
  char *text = line + strspn (line, " \t");
  size_t length = strlen (text);
  if (!strncmp (text, "Package: ", 9))
    {
      snprintf (package, sizeof package, "%s", text + 9);
      for (char *c = package; *c; c++)
	if (*c == '.')
	  *c = '/';
    }
  else if (!strncmp (text, "Module: ", 8))
    package[0] = '\0';
  else if (length > 6 && !strcmp (text + length - 6, ".class")
	   && strcmp (text, "module-info.class") != 0)
    {
      text[length - 6] = '\0';
      snprintf (name, sizeof name, "%s%s%s", package, *package ? "/" : "",
		text);
      n_listed++;
      if (lk_archive_find (image, name) < 0)
	{
	  if (n_not_found++ == 0)
	    printf ("--- not found: %s\n", name);
	}
    }
}

static const char *work;
static unsigned n_compared, n_different;

/* A class that "jimage extract" wrote.  */

static void
compare_line (char *line)
{
  size_t length;
  const char *name = strstr (line, "/java.base/") + 11;
  unsigned char *bytes = slurp (line, &length);
  struct lk_bytes ours;
  struct lk_java_error error;
  char internal[1024];
  snprintf (internal, sizeof internal, "%s", name);
  internal[strlen (internal) - 6] = '\0';
  ptrdiff_t index = lk_archive_find (image, internal);
  bool same_bytes = index >= 0
		    && lk_archive_read (image, (size_t) index, arena, &ours,
					&error)
		    && ours.length == length
		    && !memcmp (ours.data, bytes, length);
  n_compared++;
  n_different += !same_bytes;
  free (bytes);
}

static unsigned long n_codes, n_javap;

static void
javap_line (char *line)
{
  n_javap += same (line, "    Code:");
}

static void
test_jdk (void)
{
  struct lk_java_error error;
  char command[8192], home[4096];
  arena = lk_arena_new ();
  unsigned release;
  const char *modules = lk_jimage_default (arena, &release);
  check (modules && release >= 9, "the JDK is found");
  if (!modules)
    return;
  snprintf (home, sizeof home, "%s", modules);
  home[strlen (home) - strlen ("/lib/modules")] = '\0';
  image = lk_archive_open_module (modules, NULL, true, &error);
  check (image != NULL, "its modules are read");
  if (!image)
    return;

  /* All of java.base is read.  */
  unsigned bad = 0;
  struct lk_archive *base = lk_archive_open_module (modules, "java.base", true,
						    &error);
  size_t n = base ? lk_archive_count (base) : 0;
  for (size_t i = 0; i < n; i++)
    {
      struct lk_arena *scratch = lk_arena_new ();
      struct lk_bytes bytes;
      const char *name = lk_archive_name (base, i);
      const struct lk_class *class = NULL;
      if (lk_archive_read (base, i, scratch, &bytes, &error))
	class = lk_class_read (scratch, bytes.data, bytes.length, name, &error);
      if (!class || !same (class->name, name) || class->n_notes)
	{
	  printf ("--- %s: %s\n", name, error.text);
	  bad++;
	}
      for (unsigned j = 0; class && !strncmp (name, "java/io/", 8)
	     && j < class->n_methods; j++)
	n_codes += class->methods[j].code != NULL;
      lk_arena_free (scratch);
    }
  check (n > 5000 && bad == 0, "all %zu classes of java.base are read", n);
  lk_archive_free (base);

  snprintf (command, sizeof command, "%s/bin/jimage", home);
  if (access (command, X_OK) != 0)
    return;			/* A JRE: nothing to compare with.  */
  snprintf (command, sizeof command, "'%s/bin/jimage' list '%s'", home,
	    modules);
  bool good = each_line (command, list_line);
  check (good && n_not_found == 0 && n_listed == lk_archive_count (image),
	 "the same %u classes as jimage lists", n_listed);
  snprintf (command, sizeof command, "'%s/bin/jimage' extract --dir '%s/ex'"
	    " --include 'regex:/java.base/java/io/[^/]*' '%s'"
	    " && find '%s/ex' -name '*.class' ! -name module-info.class",
	    home, work, modules, work);
  check (each_line (command, compare_line) && n_compared > 50
	 && n_different == 0, "the same bytes as jimage extracts");
  snprintf (command, sizeof command, "find '%s/ex' -name '*.class' ! -name"
	    " module-info.class -exec '%s/bin/javap' -c -p {} +", work, home);
  good = each_line (command, javap_line);
  check (good && n_codes > 500 && n_codes == n_javap, "as many methods with code as javap shows"
	 " (%lu, %lu)", n_codes, n_javap);
  lk_archive_free (image);
  lk_arena_free (arena);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && same (argv[1], "--jdk"))
    {
      work = argv[2];
      test_jdk ();
      return finish ();
    }
  if (argc != 2)
    {
      fprintf (stderr, "usage: read-test FOLDER | --jdk FOLDER\n");
      return 2;
    }
  struct lk_java_error error;
  is_ecj = strstr (argv[1], "ecj") != NULL;
  arena = lk_arena_new ();
  path = lk_classpath_new (0, say, NULL);
  check (lk_classpath_add_jdk (path, NULL, &error), "there is a JDK");
  check (lk_classpath_add_input (path, argv[1], &error), "there are inputs");
  test_attributes ();
  unsigned missing = 1;		/* missing.Library.  */
  if (lk_classpath_find (path, "p/Modern"))
    test_modern ();
  else
    missing++;
  all = lk_hierarchy_new (path);
  test_types ();
  test_resolution ();
  test_calls ();
  check (lk_classpath_n_missing (path) == missing,
	 "%u classes are missing", missing);
  lk_hierarchy_free (all);
  lk_classpath_free (path);
  lk_arena_free (arena);
  return finish ();
}
