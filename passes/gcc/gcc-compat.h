/* GCC 11 to 16 from one source: every test of GCC's version is in this file.

   Include it first, instead of gcc-plugin.h.  These differences
   between the versions are used by us:

	startswith, dynamic object size	12
	EH edges			14	make_eh_edges -> make_eh_edge
	register_scoped_attributes	14	takes a scoped_attribute_specs
	clobber kinds			14	STORAGE_* and OBJECT_*
	last_stmt			14	last_nondebug_stmt
	location_get_source_line	14	get_file_cache ().get_source_line
	option name and URL		14	set_option_hooks
					15	set_option_manager
					16	set_option_id_manager
	simple_diagnostic_path		15	a header of its own
					16	wants a logical location manager
	global_dc->printer		15	get_reference_printer ()
	seen_error			15	another function after cp-tree.h
	path_format, show_caret		14	get_path_format, m_source_printing
	column_unit			14	m_column_unit
					16	get_column_options
	diagnostic_metadata		16	diagnostics::metadata
	standard headers		16	INCLUDE_VECTOR, INCLUDE_MEMORY first

   The hooks for an option's name and URL are compiled only where
   LK_COMPAT_OPTION_TEXTS is defined before the inclusion, and the diagnostic
   headers only where LK_COMPAT_DIAGNOSTICS is.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_GCC_COMPAT_H
#define LK_GCC_COMPAT_H

#define INCLUDE_VECTOR
#define INCLUDE_MEMORY
#define INCLUDE_STRING
#include "gcc-plugin.h"
/* This one defines static variables that not every file uses.  */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "plugin-version.h"
#pragma GCC diagnostic pop
#include "tree.h"
#include "gimple.h"
#include "stringpool.h"
#include "attribs.h"
#include "context.h"

#if GCCPLUGIN_VERSION < 11000
# error "leakcheck needs GCC 11 or later"
#endif

#if GCCPLUGIN_VERSION < 12000
static inline bool
startswith (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}
#endif

/* In a switch over built-in functions.  */
#if GCCPLUGIN_VERSION >= 12000
# define LK_CASE_DYNAMIC_OBJECT_SIZE case BUILT_IN_DYNAMIC_OBJECT_SIZE:
#else
# define LK_CASE_DYNAMIC_OBJECT_SIZE
#endif

/* The last statement of a block that is no debug statement.  */
#if GCCPLUGIN_VERSION < 14000
# define last_nondebug_stmt last_stmt
#endif

/* Return true after an error.  From 15 on, cp-tree.h turns "seen_error" into the name of a
   function that only cc1plus has: the plugin would not load into cc1.  This declaration must
   come before it; diagnostic-core.h, which has the declaration, must not.  */
extern bool seen_error (void);

static inline bool
lk_seen_error (void)
{
  return seen_error ();
}

#ifdef LK_COMPAT_DIAGNOSTICS
# include "diagnostic-core.h"
# include "diagnostic.h"
# include "gcc-rich-location.h"
# if GCCPLUGIN_VERSION >= 16000
#  include "diagnostics/metadata.h"
#  include "diagnostics/file-cache.h"
#  include "simple-diagnostic-path.h"
# else
#  include "diagnostic-metadata.h"
#  include "diagnostic-path.h"
#  if GCCPLUGIN_VERSION >= 15000
#   include "simple-diagnostic-path.h"
#  endif
# endif

# if GCCPLUGIN_VERSION >= 16000
typedef diagnostics::metadata lk_metadata;
# else
typedef diagnostic_metadata lk_metadata;
# endif

/* The printer that formats a path's events.  The prefix of the last diagnostic
   is still in it.  */
static inline pretty_printer *
lk_event_printer (void)
{
# if GCCPLUGIN_VERSION >= 15000
  pretty_printer *printer = global_dc->get_reference_printer ();
# else
  pretty_printer *printer = global_dc->printer;
# endif
  free (pp_take_prefix (printer));
  return printer;
}

/* Declare NAME, an empty diagnostic path.  */
# if GCCPLUGIN_VERSION >= 16000
#  include "tree-logical-location.h"
#  define LK_DECLARE_PATH(NAME)						\
  simple_diagnostic_path NAME						\
    (static_cast<const tree_logical_location_manager &>			\
       (*global_dc->get_logical_location_manager ()),			\
     lk_event_printer ())
# else
#  define LK_DECLARE_PATH(NAME)						\
  simple_diagnostic_path NAME (lk_event_printer ())
# endif
/* Between the two calls, warnings of the options A and B are errors, as after
   -Werror=A -Werror=B.  */
# if GCCPLUGIN_VERSION >= 16000
typedef enum diagnostics::kind lk_kind_of_diagnostic;
#  define LK_CLASSIFY(OPTION, KIND)					\
  global_dc->classify_diagnostic (OPTION, KIND, UNKNOWN_LOCATION)
#  define LK_CLASS_ERROR diagnostics::kind::error
# else
typedef diagnostic_t lk_kind_of_diagnostic;
#  define LK_CLASSIFY(OPTION, KIND)					\
  diagnostic_classify_diagnostic (global_dc, OPTION, KIND, UNKNOWN_LOCATION)
#  define LK_CLASS_ERROR DK_ERROR
# endif
struct lk_as_error
{
  lk_kind_of_diagnostic a, b;
};

static inline void
lk_errors_begin (struct lk_as_error *before, int a, int b)
{
  before->a = LK_CLASSIFY (a, LK_CLASS_ERROR);
  before->b = LK_CLASSIFY (b, LK_CLASS_ERROR);
}

static inline void
lk_errors_end (const struct lk_as_error *before, int a, int b)
{
  LK_CLASSIFY (a, before->a);
  LK_CLASSIFY (b, before->b);
}

/* The text of LINE of FILE, as LENGTH characters, or NULL.  */
static inline const char *
lk_source_line (const char *file, int line, size_t *length)
{
# if GCCPLUGIN_VERSION >= 14000
  auto text = global_dc->get_file_cache ().get_source_line (file, line);
# else
  char_span text = location_get_source_line (file, line);
# endif
  *length = text ? text.length () : 0;
  return text ? text.get_buffer () : NULL;
}

/* How the events of paths are printed, whether lines of sources are printed, and what columns
   count.  */
struct lk_showing
{
  enum diagnostic_path_format paths;
  bool lines;
  enum diagnostics_column_unit columns;
};

/* Return what is printed now; it becomes *NEXT, if that is not NULL.  */
static inline struct lk_showing
lk_show (const struct lk_showing *next)
{
# if GCCPLUGIN_VERSION >= 16000
  bool &lines = global_dc->get_source_printing_options ().enabled;
  enum diagnostics_column_unit &columns = global_dc->get_column_options ().m_column_unit;
# elif GCCPLUGIN_VERSION >= 14000
  bool &lines = global_dc->m_source_printing.enabled;
  enum diagnostics_column_unit &columns = global_dc->m_column_unit;
# else
  bool &lines = global_dc->show_caret;
  enum diagnostics_column_unit &columns = global_dc->column_unit;
# endif
# if GCCPLUGIN_VERSION >= 14000
  struct lk_showing now = { global_dc->get_path_format (), lines, columns };
  if (next)
    global_dc->set_path_format (next->paths);
# else
  struct lk_showing now = { global_dc->path_format, lines, columns };
  if (next)
    global_dc->path_format = next->paths;
# endif
  if (next)
    {
      lines = next->lines;
      columns = next->columns;
    }
  return now;
}

/* Define lk_watch_warnings, after which LOOK (const char *text, location_t) is
   called with the whole text of every warning for OPTION.  Up to GCC 13 only:
   later ones have no hook that sees the text.  */
# if GCCPLUGIN_VERSION < 14000
#  define LK_DEFINE_WARNING_WATCH(OPTION, LOOK)				\
  static diagnostic_finalizer_fn lk_finalizer_before;			\
  static void								\
  lk_watching_finalizer (diagnostic_context *context,			\
			 diagnostic_info *info, diagnostic_t kind)	\
  {									\
    if (info->option_index == OPTION)					\
      {									\
	/* pp_formatted_text would cut off what is still to come.  */	\
	struct obstack *room = context->printer->buffer->obstack;	\
	char *text = xstrndup ((const char *) obstack_base (room),	\
			       obstack_object_size (room));		\
	LOOK (text, diagnostic_location (info));			\
	free (text);							\
      }									\
    lk_finalizer_before (context, info, kind);				\
  }									\
  static void								\
  lk_watch_warnings (void)						\
  {									\
    lk_finalizer_before = diagnostic_finalizer (global_dc);		\
    diagnostic_finalizer (global_dc) = lk_watching_finalizer;		\
  }
# else
#  define LK_DEFINE_WARNING_WATCH(OPTION, LOOK)				\
  static void								\
  lk_watch_warnings (void)						\
  {									\
    (void) LOOK;							\
  }
# endif
/* Define lk_tell_methods, after which a diagnostic begins with "In method 'm'", or whatever
   WHAT (tree function) returns, instead of "In function 'm'"; if WHAT returns NULL, with
   neither.  Up to GCC 13 only.  */
# if GCCPLUGIN_VERSION < 14000
#  include "langhooks.h"
#  include "tree-diagnostic.h"
#  define LK_DEFINE_TELL_METHODS(WHAT)					\
  static void (*lk_function_before) (diagnostic_context *, const char *,	\
				     diagnostic_info *);		\
  static void								\
  lk_print_method (diagnostic_context *context, const char *file,	\
		   diagnostic_info *info)				\
  {									\
    const char *what = WHAT (current_function_decl);			\
    if (!what || (*what && !file))					\
      lk_function_before (context, file, info);				\
    else if (!*what)							\
      diagnostic_set_last_function (context, info);			\
    else if (diagnostic_last_function_changed (context, info))		\
      {									\
	char *before = pp_take_prefix (context->printer);		\
	pp_set_prefix (context->printer,				\
		       file_name_as_prefix (context, file));		\
	pp_printf (context->printer, "In %s %qs:", what,		\
		   lang_hooks.decl_printable_name (current_function_decl, 2)); \
	diagnostic_set_last_function (context, info);			\
	pp_newline_and_flush (context->printer);			\
	pp_set_prefix (context->printer, before);			\
      }									\
  }									\
  static void								\
  lk_tell_methods (void)						\
  {									\
    lk_function_before = lang_hooks.print_error_function;		\
    lang_hooks.print_error_function = lk_print_method;			\
  }
# else
#  define LK_DEFINE_TELL_METHODS(WHAT)					\
  static void								\
  lk_tell_methods (void)						\
  {									\
    (void) WHAT;							\
  }
# endif
#endif /* LK_COMPAT_DIAGNOSTICS */

/* Register the N attributes SPECS in the namespace NS.  SPECS has one element more, all zero,
   because up to GCC 13 that element ends it.  */
static inline void
lk_register_scoped_attributes (const struct attribute_spec *specs,
			       unsigned n ATTRIBUTE_UNUSED, const char *ns)
{
#if GCCPLUGIN_VERSION >= 14000
  scoped_attribute_specs all
    = { ns, array_slice<const attribute_spec> (specs, n) };
  register_scoped_attributes (all);
#else
  register_scoped_attributes (specs, ns);
#endif
}

#ifdef LK_COMPAT_EH
# include "tree-eh.h"
/* Make the exceptional edge of STMT, whose landing pad is known.  */
static inline void
lk_make_eh_edge (gimple *stmt)
{
# if GCCPLUGIN_VERSION >= 14000
  make_eh_edge (stmt);
# else
  make_eh_edges (stmt);
# endif
}
#endif

/* Return true if the clobber NODE ends the life of what it clobbers, false if it only marks
   where the life begins or marks neither.  Up to GCC 13 the clobber at the end of a C scope is
   CLOBBER_EOL from 12 on and has no kind in 11; what comes before a construction has no kind
   in C++.  */
static inline bool
lk_clobber_ends_life (const_tree node ATTRIBUTE_UNUSED)
{
#if GCCPLUGIN_VERSION >= 14000
  return (CLOBBER_KIND (node) == CLOBBER_STORAGE_END
	  || CLOBBER_KIND (node) == CLOBBER_OBJECT_END);
#elif GCCPLUGIN_VERSION >= 12000
  return CLOBBER_KIND (node) == CLOBBER_EOL;
#else
  return true;
#endif
}

#ifdef LK_COMPAT_OPTION_TEXTS
/* The text GCC prints in brackets after a diagnostic, and the URL behind it, for the option
   OPTION: malloced, or NULL for GCC's own; an empty URL is none.  AS_ERROR: a warning became
   an error.  */
typedef char *(*lk_option_name) (int option, bool as_error);
typedef char *(*lk_option_url) (int option);

static lk_option_name lk_own_option_name;
static lk_option_url lk_own_option_url;

static inline char *
lk_no_empty (char *text)
{
  if (*text)
    return text;
  free (text);
  return NULL;
}

# if GCCPLUGIN_VERSION >= 15000
#  include "langhooks.h"
#  include "opts-diagnostic.h"
#  if GCCPLUGIN_VERSION >= 16000
typedef diagnostics::option_id_manager lk_option_manager_base;
typedef compiler_diagnostic_option_id_manager lk_gcc_option_manager;
typedef diagnostics::option_id lk_option_id;
typedef enum diagnostics::kind lk_diagnostic_kind;
#   define LK_KIND_ERROR diagnostics::kind::error
#  else
typedef diagnostic_option_manager lk_option_manager_base;
typedef compiler_diagnostic_option_manager lk_gcc_option_manager;
typedef diagnostic_option_id lk_option_id;
typedef diagnostic_t lk_diagnostic_kind;
#   define LK_KIND_ERROR DK_ERROR
#  endif

/* From 15 on GCC queries an object, so there has to be one.  It passes on what is not ours to
   GCC's own object.  */
class lk_option_manager : public lk_option_manager_base
{
public:
  lk_option_manager ()
    : m_gcc (*global_dc, lang_hooks.option_lang_mask (), &global_options)
  {
  }
  int option_enabled_p (lk_option_id id) const final override
  {
    return m_gcc.option_enabled_p (id);
  }
  char *make_option_name (lk_option_id id, lk_diagnostic_kind before,
			  lk_diagnostic_kind after) const final override
  {
    char *own = lk_own_option_name (id.m_idx, after == LK_KIND_ERROR
					      && before != after);
    return own ? own : m_gcc.make_option_name (id, before, after);
  }
  char *make_option_url (lk_option_id id) const final override
  {
    char *own = lk_own_option_url (id.m_idx);
    return own ? lk_no_empty (own) : m_gcc.make_option_url (id);
  }

private:
  lk_gcc_option_manager m_gcc;
};

static inline void
lk_set_option_texts (lk_option_name name, lk_option_url url)
{
  lk_own_option_name = name;
  lk_own_option_url = url;
#  if GCCPLUGIN_VERSION >= 16000
  global_dc->set_option_id_manager
    (std::make_unique<lk_option_manager> (), lang_hooks.option_lang_mask ());
#  else
  global_dc->set_option_manager
    (std::make_unique<lk_option_manager> (), lang_hooks.option_lang_mask ());
#  endif
}

# else /* up to 14 */
#  include "langhooks.h"
#  include "opts.h"
#  include "opts-diagnostic.h"
#  if GCCPLUGIN_VERSION >= 14000
typedef const diagnostic_context *lk_option_context;
#  else
typedef diagnostic_context *lk_option_context;
#  endif

static char *
lk_option_name_hook (lk_option_context context, int option,
		     diagnostic_t before, diagnostic_t after)
{
  char *own = lk_own_option_name (option, after == DK_ERROR
					  && before != after);
  return own ? own : option_name (context, option, before, after);
}

#  if GCCPLUGIN_VERSION >= 14000
static char *
lk_option_url_hook (lk_option_context context, int option, unsigned lang_mask)
{
  char *own = lk_own_option_url (option);
  return own ? lk_no_empty (own) : get_option_url (context, option, lang_mask);
}
#  else
static char *
lk_option_url_hook (lk_option_context context, int option)
{
  char *own = lk_own_option_url (option);
  return own ? lk_no_empty (own) : get_option_url (context, option);
}
#  endif

static inline void
lk_set_option_texts (lk_option_name name, lk_option_url url)
{
  lk_own_option_name = name;
  lk_own_option_url = url;
#  if GCCPLUGIN_VERSION >= 14000
  global_dc->set_option_hooks (option_enabled, &global_options,
			       lk_option_name_hook, lk_option_url_hook,
			       lang_hooks.option_lang_mask ());
#  else
  global_dc->option_name = lk_option_name_hook;
  global_dc->get_option_url = lk_option_url_hook;
#  endif
}
# endif
#endif /* LK_COMPAT_OPTION_TEXTS */

#endif /* LK_GCC_COMPAT_H */
