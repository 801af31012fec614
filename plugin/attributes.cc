/* Our attributes: registered, and checked where they are written.

   They are read again, by passes/contract/callee-contract.cc, when a contract is needed; here
   they are only checked.  An error is a warning under -Wattributes with the expected form, and
   the attribute is dropped.

   GCC's warning about an attribute that it does not know only says that it was ignored.  To
   suggest a correction, the warnings under -Wattributes are watched; a note follows at the
   next event.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "function.h"
#include "cgraph.h"
#include "target.h"
#include "spellcheck.h"
#include "options.h"
#include "langhooks.h"

#define ON_FUNCTION 1
#define ON_PARAMETER 2
#define ON_VARIABLE 4
#define ON_TYPE 8
#define ON_MEMBER 16

/* By enum lk_attribute.  */
static const struct rule
{
  unsigned targets;
  bool kind, kind_needed;	/* A kind may, must be given.  */
  bool number;			/* On a function: so may an argument number, */
  bool condition;		/* and then a condition.  */
  const char *usage;
} rules[LK_N_ATTRIBUTES] =
{
  { ON_FUNCTION | ON_PARAMETER, true, true, true, true,
    " (\"kind\"[, argument-number[, \"condition\"]])" },
  { ON_FUNCTION | ON_PARAMETER, true, false, true, true,
    " [(\"kind\"[, argument-number[, \"condition\"]])]" },
  { ON_FUNCTION | ON_PARAMETER | ON_VARIABLE | ON_MEMBER, true, false, false,
    false, " [(\"kind\")]" },
  { ON_FUNCTION | ON_PARAMETER, false, false, false, false, "" },
  { ON_FUNCTION | ON_PARAMETER, false, false, true, false,
    " [(argument-number)]" },
  { ON_FUNCTION | ON_PARAMETER, false, false, true, false,
    " [(argument-number)]" },
  { ON_FUNCTION, true, true, false, false,
    " (\"clauses of the specification language\")" },
  { ON_FUNCTION | ON_PARAMETER | ON_VARIABLE, false, false, false, false,
    "" },
  { ON_TYPE, true, true, false, false, " (\"function\"[, \"function\"...])" },
  { ON_FUNCTION, false, false, true, false, " (argument-number)" }
};

/* A parameter with one of ours has been seen; its function is still to
   come.  */
static bool parameter_seen;
/* There is one of ours on some declaration.  */
static bool any_seen;

static const char *
target_text (unsigned targets)
{
  switch (targets)
    {
    case ON_FUNCTION:
      return LK_TR ("functions");
    case ON_TYPE:
      return LK_TR ("structures");
    case ON_FUNCTION | ON_PARAMETER:
      return LK_TR ("functions and parameters");
    case ON_FUNCTION | ON_PARAMETER | ON_VARIABLE | ON_MEMBER:
      return LK_TR ("functions, parameters, variables and members");
    default:
      return LK_TR ("functions, variables and parameters");
    }
}

/* The attribute as the user wrote it, and where.  */
struct attribute_use
{
  enum lk_attribute which;
  const struct rule *rule;
  char spelling[64];
  tree node;			/* The declaration that it is for.  */
};

static void
identify (struct attribute_use *use, tree name, int flags, tree node)
{
  static const char prefix[] = "leakcheck_";
  const char *text = IDENTIFIER_POINTER (name);
  bool scoped = (flags & ATTR_FLAG_CXX11) && !startswith (text, prefix);
  snprintf (use->spelling, sizeof use->spelling, "%s%s",
	    scoped ? "leakcheck::" : "", text);
  if (!scoped)
    text += sizeof prefix - 1;
  unsigned i = 0;
  while (i + 1 < LK_N_ATTRIBUTES && strcmp (text, lk_attribute_names[i]))
    i++;
  use->which = (enum lk_attribute) i;
  use->rule = &rules[i];
  use->node = node;
}

/* Whether a value of TYPE can be a handle at all.  */
static bool
can_be_handle (const_tree type)
{
  switch (TREE_CODE (type))
    {
    case VOID_TYPE:
    case REAL_TYPE:
    case COMPLEX_TYPE:
    case VECTOR_TYPE:
      return false;
    case RECORD_TYPE:
    case UNION_TYPE:
      return lang_GNU_CXX ();
    default:
      return true;
    }
}

/* The type of argument number N of FNTYPE, NULL if it has no such argument.
   *KNOWN is false where nothing can be said (variadic, no prototype).  */
static tree
argument_type (tree fntype, int64_t n, bool *known)
{
  function_args_iterator iter;
  tree type;
  *known = prototype_p (fntype);
  if (!*known || n < 1)
    return NULL_TREE;
  FOREACH_FUNCTION_ARGS (fntype, type, iter)
    {
      if (VOID_TYPE_P (type))
	return NULL_TREE;
      if (--n == 0)
	return type;
    }
  *known = !stdarg_p (fntype);
  return NULL_TREE;
}

/* Warn that USE names an argument that FNDECL does not have.  */
static bool
no_argument (const struct attribute_use *use, tree fndecl, int64_t number)
{
  warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: %qD has no argument"
	   " number %wd; arguments are counted from 1"), use->spelling,
	   fndecl, (HOST_WIDE_INT) number);
  return false;
}

/* The place of base NUMBER (0: the result) of the function FNDECL can hold a
   handle, or with DEREF what it points to.  */
static bool
check_place (const struct attribute_use *use, tree fndecl, int64_t number,
	     bool deref)
{
  tree fntype = TREE_TYPE (fndecl);
  bool known = true;
  tree type = (number == 0 ? TREE_TYPE (fntype)
	       : argument_type (fntype, number, &known));
  if (number < 0 || (known && !type))
    return no_argument (use, fndecl, number);
  if (!known)
    return true;
  if (number == 0 && !can_be_handle (type))
    warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: %qD returns %qT,"
	     " which cannot be a handle"), use->spelling, fndecl, type);
  else if (number != 0 && deref && !POINTER_TYPE_P (type))
    warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: argument %wd of %qD"
	     " is of type %qT, but a pointer to where the handle is put was"
	     " expected"), use->spelling, (HOST_WIDE_INT) number, fndecl, type);
  else if (number != 0 && !can_be_handle (type))
    warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: argument %wd of %qD is"
	     " of type %qT, which cannot be a handle"), use->spelling,
	     (HOST_WIDE_INT) number, fndecl, type);
  else
    return true;
  return false;
}

/* NAME is a kind; an unknown one is a new kind unless it looks like a misspelling.  */
static void
check_kind (const struct attribute_use *use, const char *name)
{
  struct lk_spec *spec = lk_contracts_spec ();
  if (!spec || !strcmp (name, "any") || lk_spec_kind (spec, name))
    return;
  auto_vec<const char *> names;
  for (struct lk_kind *k = lk_spec_kinds (spec); k; k = k->next)
    names.safe_push (k->name);
  const char *meant = find_closest_string (name, &names);
  /* 'session' is a new name, not 'ssl-session' misspelt.  */
  if (meant && labs ((long) strlen (meant) - (long) strlen (name)) <= 2)
    warning (OPT_Wattributes, LK_TR ("unknown kind of resource %qs in %qs attribute;"
	     " did you mean %qs?"), name, use->spelling, meant);
  else
    lk_spec_make_kind (spec, lk_spec_strdup (spec, name));
}

/* The first error of a text in the specification language.  */
struct text_error
{
  bool any;
  char message[300];
};

static void
keep_first_error (void *data, const char *, int, int, const char *message)
{
  struct text_error *error = (struct text_error *) data;
  if (!error->any)
    snprintf (error->message, sizeof error->message, "%s", message);
  error->any = true;
}

static bool
check_text (const struct attribute_use *use, const char *format,
	    const char *text)
{
  struct text_error error = { false, "" };
  if (!lk_contracts_spec ())
    return true;
  if (strchr (text, ';'))
    keep_first_error (&error, NULL, 0, 0, "unexpected ';'");
  else
    {
      char *clauses = xasprintf (format, text);
      lk_contract_parse (clauses, LK_SOURCE_ATTRIBUTE, keep_first_error, &error);
      free (clauses);
    }
  if (error.any)
    warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: in %qs: %s"),
	     use->spelling, text, error.message);
  return !error.any;
}

/* Return true if USE with ARGS has the arguments that its rule requires.  */
static bool
check_arguments (const struct attribute_use *use, tree args)
{
  const struct rule *rule = use->rule;
  struct lk_attribute_args read;
  bool on_function = TREE_CODE (use->node) == FUNCTION_DECL;
  /* A parameter says its number itself.  */
  const char *usage = (on_function || !rule->number ? rule->usage
		       : rule->kind_needed ? " (\"kind\")"
		       : rule->kind ? " [(\"kind\")]" : "");
  bool good = lk_attribute_read (args, &read);
  if (good)
    good = ((read.strings[0] ? rule->kind : !rule->kind_needed)
	    && (!read.has_number || (rule->number && on_function))
	    && (!read.strings[1] || (rule->condition && on_function)));
  if (!good)
    {
      warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: expected %<%s%s%>"),
	       use->spelling, use->spelling, usage);
      return false;
    }
  if (use->which == LK_ATTRIBUTE_CONTRACT)
    return check_text (use, "%s", read.strings[0]);
  if (read.strings[0])
    check_kind (use, read.strings[0]);
  if (read.strings[1]
      && !check_text (use, "release any arg1 if %s", read.strings[1]))
    return false;
  if (!on_function)
    return true;
  switch (use->which)
    {
    case LK_ATTRIBUTE_ACQUIRE:
      return check_place (use, use->node, read.number, read.number != 0);
    case LK_ATTRIBUTE_ALIAS:
      if (!check_place (use, use->node, 0, false))
	return false;
      /* Fall through.  */
    case LK_ATTRIBUTE_CREATES:
    case LK_ATTRIBUTE_RELEASE:
    case LK_ATTRIBUTE_KEEP:
      if (read.has_number && read.number == 0)
	return no_argument (use, use->node, 0);
      return check_place (use, use->node, read.has_number ? read.number : 1,
			  false);
    case LK_ATTRIBUTE_OWNING:
    case LK_ATTRIBUTE_NOT_OWNING:
      return check_place (use, use->node, 0, false);
    default:
      return true;
    }
}

/* Names of functions, at least one.  */
static bool
check_must_call (const struct attribute_use *use, tree args)
{
  bool good = args != NULL_TREE;
  for (; args; args = TREE_CHAIN (args))
    {
      tree value = TREE_VALUE (args);
      STRIP_ANY_LOCATION_WRAPPER (value);
      STRIP_NOPS (value);
      if (TREE_CODE (value) == ADDR_EXPR)
	value = TREE_OPERAND (value, 0);
      good &= TREE_CODE (value) == STRING_CST;
    }
  if (!good)
    warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: expected %<%s%s%>"),
	     use->spelling, use->spelling, use->rule->usage);
  return good;
}

static tree
check_attribute (tree *node, tree name, tree args, int flags, bool *drop)
{
  struct attribute_use use;
  any_seen = true;
  identify (&use, name, flags, *node);
  if (RECORD_OR_UNION_TYPE_P (*node)
      && use.which == LK_ATTRIBUTE_MUST_CALL)
    {
      *drop = !check_must_call (&use, args);
      return NULL_TREE;
    }
  if (TYPE_P (*node))
    {
      *drop = true;
      /* "FILE * leakcheck_owning" without a name: meant for what follows.  */
      if ((flags & (ATTR_FLAG_DECL_NEXT | ATTR_FLAG_FUNCTION_NEXT
		    | ATTR_FLAG_ARRAY_NEXT))
	  && !(flags & ATTR_FLAG_CXX11))
	return tree_cons (name, args, NULL_TREE);
      warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: it applies to %s, not"
	       " to types"), use.spelling, target_text (use.rule->targets));
      return NULL_TREE;
    }
  unsigned on = (TREE_CODE (*node) == FUNCTION_DECL ? ON_FUNCTION
		 : TREE_CODE (*node) == PARM_DECL ? ON_PARAMETER
		 : TREE_CODE (*node) == FIELD_DECL ? ON_MEMBER
		 : VAR_P (*node) ? ON_VARIABLE : 0);
  if (!(use.rule->targets & on))
    {
      const char *what = (on == ON_VARIABLE ? LK_TR ("variables")
			  : on == ON_PARAMETER ? LK_TR ("parameters")
			  : TREE_CODE (*node) == FIELD_DECL ? LK_TR ("members")
			  : TREE_CODE (*node) == TYPE_DECL ? LK_TR ("types")
			  : LK_TR ("this"));
      warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: it applies to %s, not"
	       " to %s"), use.spelling, target_text (use.rule->targets), what);
      *drop = true;
    }
  else if (!check_arguments (&use, args))
    *drop = true;
  else if (on != ON_FUNCTION && use.which != LK_ATTRIBUTE_SUPPRESS
	   && !can_be_handle (TREE_TYPE (*node)))
    {
      warning (OPT_Wattributes, LK_TR ("%qs attribute ignored: %qD is of type"
	       " %qT, which cannot be a handle"), use.spelling, *node,
	       TREE_TYPE (*node));
      *drop = true;
    }
  else if (on == ON_MEMBER)
    lk_promise_member (*node);
  else if (on == ON_FUNCTION && use.which == LK_ATTRIBUTE_RELEASE)
    lk_contracts_releases (*node, args);
  else if (on == ON_PARAMETER && use.which != LK_ATTRIBUTE_SUPPRESS)
    parameter_seen = true;
  return NULL_TREE;
}

/* ---- Spellings of other compilers.  ---- */

/* Clang's are taken as they are: headers carry them for Clang, and it is
   Clang's business to check them.  */
static const char *const foreign_names[] =
{
  "ownership_returns", "ownership_takes", "ownership_holds",
  "acquire_handle", "release_handle", "use_handle"
};

static tree
note_foreign (tree *, tree, tree, int, bool *)
{
  any_seen = true;
  return NULL_TREE;
}

static bool (*takes_identifier_before) (const_tree);

/* "ownership_takes (malloc, 1)": malloc is a name, not an expression.  Our attributes take
   none; but if the quotes are missing, there is a better error than that it is undeclared.  */
static bool
takes_identifier (const_tree name)
{
  const char *text = IDENTIFIER_POINTER (name);
  if (startswith (text, "ownership_") || startswith (text, "leakcheck_"))
    return true;
  return takes_identifier_before (name);
}

void
lk_register_attributes (void *, void *)
{
  static struct attribute_spec ours[LK_N_ATTRIBUTES];
  static struct attribute_spec scoped[LK_N_ATTRIBUTES + 1];
  static struct attribute_spec foreign[ARRAY_SIZE (foreign_names)];
  static char names[LK_N_ATTRIBUTES][40];

  for (unsigned i = 0; i < LK_N_ATTRIBUTES; i++)
    {
      /* Number and type of arguments are checked by us: GCC's own messages
	 do not say what was expected.  */
      scoped[i].name = lk_attribute_names[i];
      scoped[i].max_length = -1;
      scoped[i].handler = check_attribute;
      ours[i] = scoped[i];
      snprintf (names[i], sizeof names[i], "leakcheck_%s",
		lk_attribute_names[i]);
      ours[i].name = names[i];
      register_attribute (&ours[i]);
    }
  lk_register_scoped_attributes (scoped, LK_N_ATTRIBUTES, "leakcheck");
  for (unsigned i = 0; i < ARRAY_SIZE (foreign_names); i++)
    {
      foreign[i].name = foreign_names[i];
      foreign[i].max_length = -1;
      foreign[i].handler = note_foreign;
      register_attribute (&foreign[i]);
    }
  takes_identifier_before = targetm.attribute_takes_identifier_p;
  targetm.attribute_takes_identifier_p = takes_identifier;
}

/* ---- Leaving no trace.  ---- */

static bool
registered_here (const_tree attribute)
{
  if (lk_attribute_of (attribute) != LK_N_ATTRIBUTES)
    return true;
  tree name = TREE_PURPOSE (attribute);
  for (unsigned i = 0; i < ARRAY_SIZE (foreign_names); i++)
    if (TREE_CODE (name) == IDENTIFIER_NODE
	&& !strcmp (IDENTIFIER_POINTER (name), foreign_names[i]))
      return true;
  return false;
}

static void
strip (tree decl)
{
  for (tree *link = &DECL_ATTRIBUTES (decl); *link; )
    if (registered_here (*link))
      *link = TREE_CHAIN (*link);
    else
      link = &TREE_CHAIN (*link);
}

/* Once all is analysed: two functions with different attributes are never
   folded into one, and link-time optimisation writes attributes out, so they
   would change the object.  */
void
lk_strip_attributes (void)
{
  cgraph_node *node;
  varpool_node *variable;
  if (!any_seen)
    return;
  FOR_EACH_FUNCTION (node)
    {
      strip (node->decl);
      for (tree parm = DECL_ARGUMENTS (node->decl); parm;
	   parm = DECL_CHAIN (parm))
	strip (parm);
      struct function *fun = DECL_STRUCT_FUNCTION (node->decl);
      tree local;
      unsigned i;
      if (fun)
	FOR_EACH_LOCAL_DECL (fun, i, local)
	  strip (local);
    }
  FOR_EACH_VARIABLE (variable)
    strip (variable->decl);
}

/* ---- Names that are nearly ours.  ---- */

/* The attribute that GCC has just ignored; empty: none.  */
static char ignored_name[64];
static bool ignored_scoped;
static location_t ignored_location;

static void
explain_ignored (void)
{
  if (!ignored_name[0])
    return;
  auto_vec<const char *> names;
  char list[200];
  size_t used = 0;
  const char *prefix = ignored_scoped ? "leakcheck::" : "leakcheck_";
  for (unsigned i = 0; i < LK_N_ATTRIBUTES; i++)
    {
      names.safe_push (lk_attribute_names[i]);
      used += snprintf (list + used, sizeof list - used, "%s%s",
			i ? ", " : "", lk_attribute_names[i]);
    }
  const char *meant = find_closest_string (ignored_name, &names);
  ignored_name[0] = '\0';
  if (meant)
    inform (ignored_location, LK_TR ("did you mean %<%s%s%>?"), prefix, meant);
  else
    inform (ignored_location, LK_TR ("the attributes of leakcheck are %<%s%> followed"
	    " by one of: %s"), prefix, list);
}

/* TEXT is a whole warning under -Wattributes.  */
static void
look_at_warning (const char *text, location_t where)
{
  static const char scoped[] = "leakcheck::", plain[] = "leakcheck_";
  const char *at = strstr (text, scoped);
  bool is_scoped = at != NULL;
  if (!at)
    at = strstr (text, plain);
  if (!at)
    return;
  at += strlen (is_scoped ? scoped : plain);
  size_t length = 0;
  while ((ISALNUM (at[length]) || at[length] == '_')
	 && length + 1 < sizeof ignored_name)
    length++;
  for (unsigned i = 0; i < LK_N_ATTRIBUTES; i++)
    if (strlen (lk_attribute_names[i]) == length
	&& !strncmp (at, lk_attribute_names[i], length))
      return;
  memcpy (ignored_name, at, length);
  ignored_name[length] = '\0';
  ignored_scoped = is_scoped;
  ignored_location = where;
}

LK_DEFINE_WARNING_WATCH (OPT_Wattributes, look_at_warning)

static void
declaration_finished (void *event_data, void *)
{
  tree decl = (tree) event_data;
  if (ignored_name[0])
    explain_ignored ();
  if (!decl || TREE_CODE (decl) != FUNCTION_DECL)
    return;
  lk_fixit_remember (decl);
  lk_rows_declared (decl);
  if (parameter_seen)
    {
      parameter_seen = false;
      lk_contracts_remember (decl);
    }
}

static void
unit_parsed (void *, void *)
{
  explain_ignored ();
}

void
lk_watch_attributes (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_FINISH_DECL, declaration_finished,
		     NULL);
  register_callback (plugin_name, PLUGIN_START_PARSE_FUNCTION,
		     declaration_finished, NULL);
  register_callback (plugin_name, PLUGIN_ALL_IPA_PASSES_START, unit_parsed,
		     NULL);
  lk_watch_warnings ();
}
