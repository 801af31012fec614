/* A class file, read whole into an arena.

   The reader accepts any bytes: every length, index and count is checked before use, and what
   it allocates is bounded by a constant times the length of the file.  A fault is one message
   that names the file, the byte and the error.  It costs the class if the meaning of the
   program depends on it: the constant pool, members and their descriptors, Code with its
   exception table, Exceptions, ConstantValue, BootstrapMethods.  Any other attribute (lines,
   variables, annotations, Signature, InnerClasses and so on) is left out when it is broken,
   and the class has a note of that.

   All texts are the file's modified UTF-8 with a NUL after it: U+0000 is two bytes in it (so
   strings never end early) and a character beyond U+FFFF is two surrogates of three bytes
   each; lk_java_utf8 makes UTF-8 of it.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_CLASS_H
#define LK_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lk_arena;

/* The error in some input, as one line without a newline and without a final stop:
   "app.jar(p/C.class): byte 17: ...".  Empty: no error.  */
struct lk_java_error
{
  char text[512];
};

/* Set the error to FORMAT, as valid UTF-8 without control characters, cut off with "..." if it
   is too long: names in it may come from the input.  */
void lk_java_fail (struct lk_java_error *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Bytes that another object owns.  */
struct lk_bytes
{
  const unsigned char *data;
  size_t length;
};

/* The versions of class files that are known: JDK 1.0.2 to Java 25.  */
#define LK_CLASS_OLDEST 45
#define LK_CLASS_NEWEST 69

/* A longer class file is refused.  The longest of JDK 17 has 298 KB.  */
#define LK_CLASS_BYTES (16u << 20)
/* A class may take so many times its length (and 256 KiB) in memory; a class that takes more
   is malicious.  Those of JDK 17 take twice their length, and of the ones beyond 20 KB none
   more than 3.8 times.  */
#define LK_CLASS_MEMORY 32
/* Annotations nested deeper are left out, with a note.  */
#define LK_ANNOTATION_DEPTH 32

/* ---- Access flags, of classes, fields, methods, parameters.  ---- */

enum
{
  LK_ACC_PUBLIC = 0x0001,
  LK_ACC_PRIVATE = 0x0002,
  LK_ACC_PROTECTED = 0x0004,
  LK_ACC_STATIC = 0x0008,
  LK_ACC_FINAL = 0x0010,
  LK_ACC_SUPER = 0x0020,	/* Classes.  */
  LK_ACC_SYNCHRONIZED = 0x0020,	/* Methods.  */
  LK_ACC_VOLATILE = 0x0040,	/* Fields.  */
  LK_ACC_BRIDGE = 0x0040,	/* Methods.  */
  LK_ACC_TRANSIENT = 0x0080,	/* Fields.  */
  LK_ACC_VARARGS = 0x0080,	/* Methods.  */
  LK_ACC_NATIVE = 0x0100,
  LK_ACC_INTERFACE = 0x0200,
  LK_ACC_ABSTRACT = 0x0400,
  LK_ACC_STRICT = 0x0800,
  LK_ACC_SYNTHETIC = 0x1000,	/* Also set by the attribute Synthetic.  */
  LK_ACC_ANNOTATION = 0x2000,
  LK_ACC_ENUM = 0x4000,
  LK_ACC_MODULE = 0x8000,	/* Classes.  */
  LK_ACC_MANDATED = 0x8000	/* Parameters.  */
};

/* ---- The constant pool.  ---- */

enum lk_constant_tag
{
  LK_CONSTANT_NONE = 0,		/* Number 0, and behind a long or double.  */
  LK_CONSTANT_UTF8 = 1,
  LK_CONSTANT_INTEGER = 3,
  LK_CONSTANT_FLOAT = 4,
  LK_CONSTANT_LONG = 5,
  LK_CONSTANT_DOUBLE = 6,
  LK_CONSTANT_CLASS = 7,
  LK_CONSTANT_STRING = 8,
  LK_CONSTANT_FIELD_REF = 9,
  LK_CONSTANT_METHOD_REF = 10,
  LK_CONSTANT_INTERFACE_METHOD_REF = 11,
  LK_CONSTANT_NAME_AND_TYPE = 12,
  LK_CONSTANT_METHOD_HANDLE = 15,
  LK_CONSTANT_METHOD_TYPE = 16,
  LK_CONSTANT_DYNAMIC = 17,
  LK_CONSTANT_INVOKE_DYNAMIC = 18,
  LK_CONSTANT_MODULE = 19,
  LK_CONSTANT_PACKAGE = 20
};

enum lk_handle_kind
{
  LK_HANDLE_GET_FIELD = 1,
  LK_HANDLE_GET_STATIC = 2,
  LK_HANDLE_PUT_FIELD = 3,
  LK_HANDLE_PUT_STATIC = 4,
  LK_HANDLE_INVOKE_VIRTUAL = 5,
  LK_HANDLE_INVOKE_STATIC = 6,
  LK_HANDLE_INVOKE_SPECIAL = 7,
  LK_HANDLE_NEW_INVOKE_SPECIAL = 8,
  LK_HANDLE_INVOKE_INTERFACE = 9
};

/* A constant as in the file; the functions below follow the indices.  The reader has checked
   that they lead to constants of the right kind, that names are names and descriptors
   descriptors, and that Dynamic constants do not contain themselves.  */
struct lk_constant
{
  uint8_t tag;			/* enum lk_constant_tag.  */
  uint8_t handle_kind;		/* Of METHOD_HANDLE.  */
  uint16_t first, second;	/* The indices, in the order of the file.  */
  union
  {
    const char *text;		/* Of UTF8 and STRING.  */
    int32_t integer;
    float single;
    int64_t wide;		/* Of LONG.  */
    double real;
  } u;
};

/* A field or method of some class, as code refers to it.  */
struct lk_member_ref
{
  const char *class_name;	/* Internal name, or an array's descriptor.  */
  const char *name;
  const char *descriptor;
  bool is_field;
  bool in_interface;		/* INTERFACE_METHOD_REF.  */
};

struct lk_method_handle
{
  enum lk_handle_kind kind;
  struct lk_member_ref member;
};

/* One row of BootstrapMethods.  The arguments are indices of loadable
   constants.  */
struct lk_bootstrap
{
  uint16_t handle;
  uint16_t n_arguments;
  const uint16_t *arguments;
};

/* A Dynamic constant or an invokedynamic call site.  */
struct lk_dynamic
{
  const char *name;
  const char *descriptor;
  const struct lk_bootstrap *bootstrap;
};

/* ---- Annotations.  ---- */

struct lk_annotation;

struct lk_annotation_value
{
  /* As in the file: one of BCDFIJSZ (a constant), 's' (text), 'e' (constant of
     an enumeration), 'c' (class: its descriptor, "V" for void), '@', '['.  */
  char tag;
  union
  {
    const struct lk_constant *constant;
    const char *text;		/* Of 's' and 'c'.  */
    struct
    {
      const char *type;		/* Descriptor.  */
      const char *name;
    } enumeration;
    const struct lk_annotation *annotation;
    struct
    {
      unsigned count;
      const struct lk_annotation_value *values;
    } array;
  } u;
};

struct lk_annotation_element
{
  const char *name;
  struct lk_annotation_value value;
};

struct lk_annotation
{
  const char *type;		/* Descriptor: "Lorg/x/Owning;".  */
  unsigned n_elements;
  const struct lk_annotation_element *elements;
  bool visible;			/* At run time: from a RuntimeVisible...  */
};

/* Those of RuntimeVisible... first, then those of RuntimeInvisible...  */
struct lk_annotations
{
  unsigned count;
  const struct lk_annotation *list;
};

/* The target of a type annotation: target_type of the class file.  */
enum lk_annotation_target
{
  LK_TARGET_CLASS_TYPE_PARAMETER = 0x00,	/* index: parameter.  */
  LK_TARGET_METHOD_TYPE_PARAMETER = 0x01,
  LK_TARGET_SUPERTYPE = 0x10,		/* index: interface, 65535: super.  */
  LK_TARGET_CLASS_TYPE_BOUND = 0x11,	/* index: parameter, second: bound.  */
  LK_TARGET_METHOD_TYPE_BOUND = 0x12,
  LK_TARGET_FIELD = 0x13,
  LK_TARGET_RETURN = 0x14,	/* Result; the new object of a constructor.  */
  LK_TARGET_RECEIVER = 0x15,
  LK_TARGET_PARAMETER = 0x16,	/* index: formal parameter, from 0.  */
  LK_TARGET_THROWS = 0x17,	/* index: into the method's exceptions.  */
  LK_TARGET_LOCAL = 0x40,
  LK_TARGET_RESOURCE = 0x41,	/* Of try-with-resources.  */
  LK_TARGET_CATCH = 0x42,	/* index: into the code's handlers.  */
  LK_TARGET_INSTANCEOF = 0x43,	/* index: byte in the code, here and below.  */
  LK_TARGET_NEW = 0x44,
  LK_TARGET_CONSTRUCTOR_REFERENCE = 0x45,
  LK_TARGET_METHOD_REFERENCE = 0x46,
  LK_TARGET_CAST = 0x47,	/* second: argument, here and below.  */
  LK_TARGET_CONSTRUCTOR_ARGUMENT = 0x48,
  LK_TARGET_METHOD_ARGUMENT = 0x49,
  LK_TARGET_CONSTRUCTOR_REFERENCE_ARGUMENT = 0x4a,
  LK_TARGET_METHOD_REFERENCE_ARGUMENT = 0x4b
};

/* Of LOCAL and RESOURCE.  */
struct lk_annotated_range
{
  uint16_t start, length, slot;
};

struct lk_type_annotation
{
  struct lk_annotation annotation;
  uint8_t target;		/* enum lk_annotation_target.  */
  uint16_t index, second;
  uint16_t n_ranges;
  const struct lk_annotated_range *ranges;
  /* The place inside the type: pairs of bytes, kind and argument, as in the file.  Empty: the
     whole type (of an array: its elements' type).  */
  uint8_t path_length;		/* Pairs.  */
  const unsigned char *path;
};

struct lk_type_annotations
{
  unsigned count;
  const struct lk_type_annotation *list;
};

/* ---- Fields and methods.  ---- */

struct lk_field
{
  const char *name;
  const char *descriptor;
  const char *signature;	/* NULL: none.  */
  const struct lk_constant *constant;	/* ConstantValue; NULL: none.  */
  uint16_t access;
  bool deprecated;
  struct lk_annotations annotations;
  struct lk_type_annotations type_annotations;
};

/* A row of the exception table, in its order.  */
struct lk_handler
{
  uint16_t start, end;		/* Bytes of the code; END is not covered.  */
  uint16_t pc;			/* The handler.  */
  const char *type;		/* Internal name; NULL: everything.  */
};

struct lk_line
{
  uint16_t pc, line;
};

/* A row of LocalVariableTable or, with a signature in place of the descriptor,
   of LocalVariableTypeTable.  */
struct lk_local
{
  uint16_t start, length, slot;
  const char *name;
  const char *descriptor;
};

struct lk_code
{
  const unsigned char *bytes;	/* In the class file's own bytes.  */
  uint32_t length;		/* 1 to 65535.  */
  uint32_t offset;		/* Of the bytes in the class file.  */
  uint16_t max_stack, max_locals;
  unsigned n_handlers, n_lines, n_locals, n_local_types;
  const struct lk_handler *handlers;
  const struct lk_line *lines;	/* By rising pc.  */
  const struct lk_local *locals;
  const struct lk_local *local_types;
  struct lk_type_annotations type_annotations;
};

/* A row of MethodParameters.  */
struct lk_parameter
{
  const char *name;		/* NULL: none.  */
  uint16_t access;
};

/* Annotations of formal parameters.  A compiler may leave out parameters that it made itself
   (of inner classes and enumerations), so COUNT may be less than the number in the descriptor:
   then the first ones are missing.  */
struct lk_parameter_annotations
{
  unsigned count;
  const struct lk_annotations *parameters;
};

struct lk_method
{
  const struct lk_class *owner;
  const char *name;		/* "<init>", "<clinit>" as in the file.  */
  const char *descriptor;
  const char *signature;	/* NULL: none.  */
  const struct lk_code *code;	/* NULL: abstract, native, or an outline.  */
  const char *const *exceptions;	/* Internal names, Exceptions.  */
  const struct lk_parameter *parameters;	/* MethodParameters.  */
  uint16_t access;
  uint16_t n_exceptions;
  uint8_t n_parameters;
  bool has_code;		/* Also in an outline.  */
  bool deprecated;
  struct lk_annotations annotations;
  struct lk_type_annotations type_annotations;
  struct lk_parameter_annotations visible_parameter_annotations;
  struct lk_parameter_annotations invisible_parameter_annotations;
  const struct lk_annotation_value *annotation_default;	/* NULL: none.  */
};

/* ---- The class.  ---- */

/* A row of InnerClasses.  */
struct lk_inner_class
{
  const char *name;		/* Internal name.  */
  const char *outer;		/* NULL: local or anonymous.  */
  const char *simple_name;	/* NULL: anonymous.  */
  uint16_t access;		/* As declared.  */
};

struct lk_record_component
{
  const char *name;
  const char *descriptor;
  const char *signature;	/* NULL: none.  */
  struct lk_annotations annotations;
  struct lk_type_annotations type_annotations;
};

struct lk_class
{
  const char *where;		/* As given to lk_class_read.  */
  const char *name;		/* Internal name.  */
  const char *super_name;	/* NULL: java/lang/Object, a module.  */
  const char *const *interfaces;
  uint16_t major, minor;
  uint16_t access;
  uint16_t n_constants, n_interfaces, n_fields, n_methods;
  bool deprecated;
  bool is_record;
  struct lk_constant *constants;	/* Number 0 is NONE.  */
  struct lk_field *fields;	/* In the order of the file.  */
  struct lk_method *methods;
  const uint16_t *field_order;	/* By name and descriptor, for lookups.  */
  const uint16_t *method_order;

  const char *signature;	/* These are NULL where there is none.  */
  const char *source_file;
  const char *enclosing_class;	/* Of a local or anonymous class.  */
  const char *enclosing_method;	/* NULL: in an initialiser.  */
  const char *enclosing_descriptor;
  const char *nest_host;

  unsigned n_bootstraps, n_inner_classes, n_nest_members, n_permitted;
  unsigned n_record_components;
  const struct lk_bootstrap *bootstraps;
  const struct lk_inner_class *inner_classes;
  const char *const *nest_members;
  const char *const *permitted;	/* PermittedSubclasses.  */
  const struct lk_record_component *record_components;
  struct lk_annotations annotations;
  struct lk_type_annotations type_annotations;

  /* The number of attributes that were left out because they are broken, and the message for
     the first of them.  */
  unsigned n_notes;
  struct lk_java_error note;
};

/* Read the LENGTH bytes at BYTES, which must live as long as the arena: code
   and type paths stay in them.  WHERE names them in messages and is copied.
   NULL: ERROR has the message; the arena may have grown all the same.  */
struct lk_class *lk_class_read (struct lk_arena *, const unsigned char *bytes,
				size_t length, const char *where,
				struct lk_java_error *error);

/* The same without code, constant pool and BootstrapMethods: for classes that are only
   referred to.  All is checked except the inside of Code.  The result does not refer to BYTES.  */
struct lk_class *lk_class_read_outline (struct lk_arena *,
					const unsigned char *bytes,
					size_t length, const char *where,
					struct lk_java_error *error);

/* Return the internal name of the class in BYTES, without reading more of it.  NULL: not a
   class file.  */
const char *lk_class_peek_name (struct lk_arena *, const unsigned char *bytes,
				size_t length);

/* Return the constant at INDEX of the constant pool.  All of these accept any index, and
   return NULL or false if another kind of constant is there.  */
const struct lk_constant *lk_class_constant (const struct lk_class *,
					     unsigned index);
const char *lk_class_utf8 (const struct lk_class *, unsigned index);
/* Of a CLASS, MODULE or PACKAGE: an internal name or an array's descriptor. */
const char *lk_class_name_at (const struct lk_class *, unsigned index);
const char *lk_class_string_at (const struct lk_class *, unsigned index);
const char *lk_class_method_type_at (const struct lk_class *, unsigned index);
bool lk_class_name_and_type_at (const struct lk_class *, unsigned index,
				const char **name, const char **descriptor);
bool lk_class_member_at (const struct lk_class *, unsigned index,
			 struct lk_member_ref *);
bool lk_class_method_handle_at (const struct lk_class *, unsigned index,
				struct lk_method_handle *);
/* Of DYNAMIC and INVOKE_DYNAMIC.  */
bool lk_class_dynamic_at (const struct lk_class *, unsigned index,
			  struct lk_dynamic *);

/* Return the member; NULL: CLASS itself has no such member.  */
const struct lk_field *lk_class_field (const struct lk_class *,
				       const char *name,
				       const char *descriptor);
const struct lk_method *lk_class_method (const struct lk_class *,
					 const char *name,
					 const char *descriptor);

/* Return the length of the instruction at PC in bytes, all of which exist; 0: there is no
   instruction.  */
uint32_t lk_code_instruction_length (const struct lk_code *, uint32_t pc);
/* Return the line that PC belongs to, or 0 if unknown.  */
unsigned lk_code_line (const struct lk_code *, unsigned pc);
/* Return the variable in SLOT at PC, or NULL.  A store that begins the variable is immediately
   before its range, so pass the PC of the instruction after it.  */
const struct lk_local *lk_code_local (const struct lk_code *, unsigned slot,
				      unsigned pc);
/* Its row in LocalVariableTypeTable, or NULL.  */
const struct lk_local *lk_code_local_type (const struct lk_code *,
					   const struct lk_local *);

/* The annotation of type DESCRIPTOR, or NULL.  */
const struct lk_annotation *lk_annotation_find (const struct lk_annotations *,
						const char *descriptor);
/* The value of element NAME, or NULL where it is not given.  */
const struct lk_annotation_value *
lk_annotation_element (const struct lk_annotation *, const char *name);

/* ---- Descriptors and names.  ---- */

/* One type of a descriptor.  */
struct lk_java_type
{
  char kind;			/* One of BCDFIJSZ, V (results only), L.  */
  uint8_t dimensions;		/* Of an array; KIND is then its element's.  */
  uint16_t name_length;		/* Of L.  */
  const char *name;		/* Of L: internal name in the descriptor, ended
				   by ';' and not by NUL.  */
};

/* Return true if TEXT is a field's or a method's descriptor (at most 255 words of parameters
   without `this').  Descriptors in a class that has been read are valid.  */
bool lk_is_field_descriptor (const char *text);
bool lk_is_method_descriptor (const char *text);
/* Return true if TEXT is an internal name: parts of at least one character, without any of
   ".;[/", separated by '/'.  Such a name cannot lead out of a folder.  */
bool lk_is_class_name (const char *text);
/* The hash of NAME, of LENGTH, for tables of classes.  */
uint32_t lk_class_name_hash (const char *name, size_t length);

/* Read the type at *AT and advance *AT past it: start at a field's descriptor, or after the
   '(' of a method's.  Return false at ')' (*AT is then after it, at the result), at the end
   and at an invalid type.  */
bool lk_descriptor_next (const char **at, struct lk_java_type *);

/* Return the number of words of a method's parameters, without `this'.  */
unsigned lk_descriptor_words (const char *descriptor);
/* Return the number of a method's parameters, without `this'.  */
unsigned lk_descriptor_parameters (const char *descriptor);

/* "java.lang.String[]".  */
const char *lk_java_type_print (struct lk_arena *, const struct lk_java_type *);
/* "(int,java.lang.String)", as specifications write parameters.  */
const char *lk_descriptor_print_parameters (struct lk_arena *,
					    const char *descriptor);
/* Internal to binary name: java.io.File of java/io/File.  */
const char *lk_binary_name (struct lk_arena *, const char *internal);
/* Return the part of NAME after the last '/' or '.'.  */
const char *lk_simple_name (const char *name);
/* Return valid UTF-8 of modified UTF-8; half a pair of surrogates and U+0000 become U+FFFD.
   For texts that a user sees.  */
const char *lk_java_utf8 (struct lk_arena *, const char *modified);

#ifdef __cplusplus
}
#endif
#endif /* LK_CLASS_H */
