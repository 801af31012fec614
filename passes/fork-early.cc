/* Units of which the compiler would discard parts before any pass sees them.

   It drops a static function without a caller in the unit, if it optimises, and in C++ an
   inline one: mostly methods written inside their class.  To keep them would change the rest
   of the output: the numbers of declarations and temporaries, debug information, warnings.
   With -flto it discards for C++, just before the leakcheck pass, the members of classes, the
   classes of methods and the types of handlers.

   So when such a unit has been parsed, the compiler is forked.  The child keeps these parts,
   and goes on as far as the leakcheck pass without -flto.  There it analyses as the compiler
   would have done (fork.cc), except that it sends the messages to the compiler, and ends.
   Which functions will be dropped is a guess: those without a reference.  If others are (calls
   below "if (0)", functions that call each other), or a child is impossible, one note reports
   them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass.h"
#include "lower/lower.h"
#include "options.h"
#include "opts.h"
#include "toplev.h"
#include "output.h"
#include "langhooks.h"
#include "plugin.h"
#include "cp/cp-tree.h"
#include "../spec/message-text.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fork.h"

static struct lk_pass_options *pass_options;
static void (*parse_file) (void);

/* The pipe of the parent.  */
static struct lk_pipe early = { -1, -1 };
/* There was to be a child, and there is none.  */
static bool not_forked;

/* The functions that there were at the fork.  The parent loses no declaration that the child
   may name.  */
static vec<tree, va_gc> *functions;

static const struct ggc_root_tab roots[] =
{
  { &functions, 1, sizeof functions, &gt_ggc_mx_vec_tree_va_gc_, &gt_pch_nx_vec_tree_va_gc_ },
  LAST_GGC_ROOT_TAB
};

/* ---- Which functions.  ---- */

static tree
is_call (tree *t, int *subtrees, void *)
{
  if (TYPE_P (*t))
    *subtrees = 0;
  return TREE_CODE (*t) == CALL_EXPR ? *t : NULL_TREE;
}

/* NODE is an inline function, or a method, that stands in the main file.  */
static bool
is_inline_here (cgraph_node *node)
{
  tree decl = node->decl;
  return (node->definition && !node->alias && !node->thunk && DECL_DECLARED_INLINE_P (decl)
	  && DECL_LANG_SPECIFIC (decl) && !DECL_ARTIFICIAL (decl) && DECL_SAVED_TREE (decl)
	  && lk_in_main_file (decl));
}

/* NODE is a static function of the unit, and no inline function of a header, that the compiler may
   drop.  */
static bool
is_static_here (cgraph_node *node)
{
  tree decl = node->decl;
  return (node->definition && !node->alias && !node->thunk && !node->force_output
	  && !TREE_PUBLIC (decl) && !DECL_EXTERNAL (decl) && !DECL_ARTIFICIAL (decl)
	  && !DECL_PRESERVE_P (decl) && DECL_SAVED_TREE (decl)
	  && TREE_CODE (TREE_TYPE (decl)) == FUNCTION_TYPE
	  && !in_system_header_at (DECL_SOURCE_LOCATION (decl))
	  && (lk_in_main_file (decl) || !DECL_DECLARED_INLINE_P (decl)));
}

static bool
is_kept_here (cgraph_node *node)
{
  return is_static_here (node) || (lang_GNU_CXX () && is_inline_here (node));
}

/* Return true if no code that has been parsed uses DECL, which has a body.  A virtual function
   is used by its table, if that is.  */
static bool
is_dropped (tree decl)
{
  tree written = lang_GNU_CXX () && lk_cloned_from (decl) ? lk_cloned_from (decl) : decl;
  /* The attribute `unused' marks what it stands on as used.  */
  return ((!TREE_USED (written) || lookup_attribute ("unused", DECL_ATTRIBUTES (decl)))
	  && !DECL_VIRTUAL_P (decl)
	  && walk_tree_without_duplicates (&DECL_SAVED_TREE (decl), is_call, NULL));
}

/* Some file is written by passes that the child goes through, too.  */
static bool
dumps_something (void)
{
  gcc::dump_manager *dumps = g->get_dumps ();
  for (int i = TDI_none + 1; dumps->get_dump_file_info (i); i++)
    if (dumps->get_dump_file_info (i)->pstate || dumps->get_dump_file_info (i)->alt_state)
      return true;
  return false;
}

/* A header is compiled to be included later.  (The variable for that is not in lto1, which
   loads the plugin, too.)  */
static bool
makes_header (void)
{
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    {
      const char *text = save_decoded_options[i].orig_option_with_args_text;
      if (text && startswith (text, "--output-pch"))
	return true;
    }
  return false;
}

static bool
any_dropped (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (is_kept_here (node) && is_dropped (node->decl))
      return true;
  return false;
}

/* ---- Functions that were dropped all the same.  ---- */

/* A static function that there was when the unit had been parsed.  */
struct parsed_static
{
  unsigned uid;
  location_t where;
  char *name;
};

static vec<struct parsed_static> statics;

static void
remember_statics (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (is_static_here (node)
	&& walk_tree_without_duplicates (&DECL_SAVED_TREE (node->decl), is_call, NULL))
      statics.safe_push ({ DECL_UID (node->decl), DECL_SOURCE_LOCATION (node->decl),
			   xstrdup (lang_hooks.decl_printable_name (node->decl, 1)) });
}

void
lk_tell_dropped (void)
{
  hash_set<int_hash<unsigned, UINT_MAX, UINT_MAX - 1>> there;
  cgraph_node *node;
  if (not_forked && pass_options->note)
    pass_options->note (pass_options->data, NULL, LK_TR ("no process can be forked to keep what"
			" the compiler forgets: that is not analysed"));
  if (statics.is_empty ())
    return;
  FOR_EACH_FUNCTION (node)
    there.add (DECL_UID (node->decl));
  const struct parsed_static *first = NULL;
  unsigned n = 0;
  for (unsigned i = 0; i < statics.length (); i++)
    if (!there.contains (statics[i].uid) && !n++)
      first = &statics[i];
  if (!n)
    return;
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  char *others = xasprintf (LK_TR (" and %u other static functions that the compiler drops,"
				   " because nothing calls them, are not checked for leaks"),
			    n - 1);
  m->kind = LK_MESSAGE_NOTE;
  m->where = first->where;
  m->before = "";
  m->quoted = lk_message_text (first->name);
  m->after = lk_message_text (n > 1 ? others : LK_TR (" is not checked for leaks: the compiler"
			      " drops it, because nothing calls it"));
  free (others);
  lk_deliver (m);
}

/* ---- The fork.  ---- */

static void
end_child (void *, void *)
{
  _exit (1);
}

/* The output of the child must not appear; it must not know files that it would delete; nor
   discard what -flto does not need.  */
static void
become_child (int fd)
{
  int nowhere = lk_open_nowhere ();
  if (nowhere < 0 || (asm_out_file && dup2 (nowhere, fileno (asm_out_file)) < 0))
    _exit (1);
  close (nowhere);
  asm_file_name = NULL;
  register_callback ("leakcheck", PLUGIN_FINISH_UNIT, end_child, NULL);
  flag_generate_lto = 0;
  lk_stand_in (fd, functions);
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (is_kept_here (node))
      {
	DECL_EXTERNAL (node->decl) = 0;
	node->mark_force_output ();
      }
}

static void
parse_and_fork (void)
{
  parse_file ();
  if (lk_seen_error () || flag_syntax_only || flag_preprocess_only || makes_header ()
      || pass_options->lower_only || pass_options->dump_events || pass_options->in_process)
    return;
  remember_statics ();
  if (dumps_something () || pass_options->verify
      || !((lang_GNU_CXX () && flag_generate_lto) || any_dropped ()))
    return;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    vec_safe_push (functions, node->decl);
  struct lk_pipe pipe;
  pid_t child = lk_fork (&pipe);
  not_forked = child < 0;
  if (child == 0)
    become_child (pipe.fd);
  else if (child > 0)
    {
      early = pipe;
      lk_packets_begin (functions, false);
    }
}

struct lk_pipe *
lk_forked_early (void)
{
  return &early;
}

/* The pass has not been reached.  */
static void
finish (void *, void *)
{
  if (early.child < 0)
    return;
  close (early.fd);
  kill (early.child, SIGKILL);
  while (waitpid (early.child, NULL, 0) < 0 && errno == EINTR)
    continue;
  early.child = -1;
}

void
lk_fork_early_init (const char *plugin_name, struct lk_pass_options *options)
{
  pass_options = options;
  ggc_register_root_tab (roots);
  parse_file = lang_hooks.parse_file;
  lang_hooks.parse_file = parse_and_fork;
  register_callback (plugin_name, PLUGIN_FINISH, finish, NULL);
}
