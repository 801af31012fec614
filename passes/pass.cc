/* The pass: selects the functions that are worth lowering, and passes them to the engine.

   It runs after "build_ssa_passes", when every body of the unit is in SSA form and no
   optimisation has run, so that -O0 and -O2 are alike.  Most functions have nothing to do with
   resources and must cost nothing: callees are read from the call graph, and only a function
   that may acquire, itself or through functions of the unit, becomes a root.  Other bodies are
   lowered when the engine requests them, because a handle is passed to them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass.h"
#include "lower/lower.h"
#include "langhooks.h"
#include "tree-pass.h"
#include "pretty-print.h"
#include "diagnostic-core.h"
#include "options.h"
#include "../spec/message-text.h"
#include "../spec/spec.h"
#include "fork.h"

struct dumped
{
  hash_set<const void *> functions;	/* That have been registered and dumped.  */
  hash_set<const void *> printed;	/* Kinds and functions whose contracts are in the dump.  */
};

static void
free_dumped (void *data)
{
  delete (struct dumped *) data;
}

static struct dumped *
dumped_of (struct lk_lowering *lowering)
{
  return (struct dumped *) lowering->slots[LK_SLOT_DUMPED].data;
}

static void
lowering_init (struct lk_lowering *lowering, const struct lk_pass_options *options)
{
  memset (lowering, 0, sizeof *lowering);
  lowering->models = lk_models;
  lowering->options = options;
  lk_keep (lowering, LK_SLOT_DUMPED, new struct dumped, free_dumped);
  lk_classes_init (lowering);
  lk_exceptions_init (lowering);
}

static void
lowering_free (struct lk_lowering *lowering)
{
  for (struct lk_lowering::lk_kept &slot : lowering->slots)
    if (slot.data)
      slot.release (slot.data);
}

/* ---- What the engine asks of us.  ---- */

static unsigned
line_of (lk_loc loc)
{
  return loc > BUILTINS_LOCATION ? LOCATION_LINE ((location_t) loc) : 0;
}

static void
note (struct lk_lowering *lowering, struct lk_function *function,
      const char *text)
{
  if (lowering->options->note)
    lowering->options->note (lowering->options->data, function, text);
}

/* The text form's reader finds contracts by the function's name, which need
   not be the contract's (fopen64), and wants to know their kinds first.  */
static void
dump_contract (struct lk_lowering *lowering,
	       const struct lk_function *function)
{
  if (!function || !function->contract || dumped_of (lowering)->printed.add (function))
    return;
  struct lk_contract contract = *function->contract;
  contract.name = function->name;
  for (const struct lk_clause *c = contract.clauses; c; c = c->next)
    if (c->kind && !dumped_of (lowering)->printed.add (c->kind))
      lk_spec_print_kind (lowering->dump, c->kind);
  fputs ("contract ", lowering->dump);
  lk_spec_print_contract (lowering->dump, &contract);
}

static void
dump_contracts (struct lk_lowering *lowering, const struct lk_graph *graph)
{
  dump_contract (lowering, graph->function);
  for (uint32_t b = 0; b < graph->n_blocks; b++)
    for (uint32_t i = 0; i < graph->blocks[b].n_events; i++)
      dump_contract (lowering, graph->blocks[b].events[i].callee);
  for (uint32_t v = 0; v < graph->n_vars; v++)
    if (graph->vars[v].class_ == LK_VAR_FUNCTION)
      dump_contract (lowering,
		     (const struct lk_function *) graph->vars[v].entity);
}

void
lk_graph_made (struct lk_lowering *lowering, struct lk_function *function)
{
  struct lk_graph *graph = function->graph;
  if (lowering->dump)
    {
      dump_contracts (lowering, graph);
      lk_graph_print (lowering->dump, graph, line_of);
    }
  if (lowering->options->explain)
    lowering->options->lowered (lowering->options->data, function, NULL);
  if (lowering->options->checking)
    {
      const char *wrong = lk_graph_verify (graph);
      if (wrong)
	{
	  char *text = concat ("internal error: event graph: ", wrong, NULL);
	  note (lowering, function, text);
	  free (text);
	}
    }
}

/* Report LIMITS, as bits, for FUNCTION or, if that is NULL, for the unit.  */
static void
note_limits (struct lk_lowering *lowering, struct lk_function *function, unsigned limits)
{
  static const struct { unsigned value; const char *text; } rows[] =
    {
#define LK_LIMIT(CODE, VALUE, NODE, SENTENCE) { VALUE, SENTENCE },
#define LK_BOUND(CODE, VALUE, NODE, SENTENCE)
#include "gcc/limits.def"
    };
  for (unsigned i = 0; i < LK_N_LIMITS; i++)
    if (limits >> i & 1)
      {
	char text[400];
	snprintf (text, sizeof text, LK_TR (rows[i].text), rows[i].value);
	note (lowering, function, text);
      }
}

/* Report the limits that were met since a body was begun, for FUNCTION.  */
static void
note_limits_of (struct lk_lowering *lowering, struct lk_function *function)
{
  note_limits (lowering, function, lowering->limits);
  lowering->function_limits |= lowering->limits;
  lowering->limits = 0;
}

void
lk_begin_body (struct lk_lowering *lowering)
{
  lowering->unit_limits |= lowering->limits;
  lowering->limits = 0;
}

void
lk_lower_body (struct lk_lowering *lowering, struct lk_function *function)
{
  struct lk_graph *graph = lk_lower_function (lowering, function);
  if (!graph)
    return;
  function->graph = graph;
  /* Made again: its notes have been given.  */
  if (dumped_of (lowering)->functions.add (function))
    {
      lowering->limits = 0;
      return;
    }
  note_limits_of (lowering, function);
  lk_graph_made (lowering, function);
}

static void
lower_body (void *data, struct lk_function *function)
{
  lk_begin_body ((struct lk_lowering *) data);
  lk_lower_body ((struct lk_lowering *) data, function);
}

static void
report (void *data, const struct lk_finding *finding)
{
  struct lk_lowering *lowering = (struct lk_lowering *) data;
  if (lowering->options->report)
    lowering->options->report (lowering->options->data, finding);
}

static void
followed (void *data, const struct lk_followed *what)
{
  const struct lk_pass_options *options = ((struct lk_lowering *) data)->options;
  options->followed (options->data, what);
}

static void
engine_note (void *data, struct lk_function *function, const char *text)
{
  note ((struct lk_lowering *) data, function, text);
}

static void
breach (void *data, const struct lk_breach *what)
{
  struct lk_lowering *lowering = (struct lk_lowering *) data;
  if (lowering->options->breach)
    lowering->options->breach (lowering->options->data, what);
}

/* ---- Roots.  ---- */

/* A function with a body, while roots are looked for.  */
struct candidate
{
  cgraph_node *node;
  bool relevant;
  auto_vec<tree> *targets;	/* Its resolved indirect calls, or NULL.  */
  auto_vec<struct lk_dispatch *> *dispatches;	/* Its virtual calls.  */
};

struct candidates
{
  struct lk_lowering *lowering;
  auto_vec<candidate> all;
  hash_map<cgraph_node *, unsigned> index;
  /* Candidates that call the key through a pointer.  */
  hash_map<cgraph_node *, vec<unsigned> > indirect_callers;
  auto_vec<unsigned> worklist;
  struct obstack classes;	/* Of add_classes.  */
};

/* Return true if CONTRACT, or NULL, has a clause of ROLE.  */
static bool
contract_has (const struct lk_contract *contract, enum lk_role role)
{
  if (contract)
    for (const struct lk_clause *c = contract->clauses; c; c = c->next)
      if (c->role == role)
	return true;
  return false;
}

static bool
contract_acquires (const struct lk_contract *contract)
{
  return contract_has (contract, LK_ROLE_ACQUIRE);
}

static bool
function_acquires (struct lk_lowering *lowering, tree decl)
{
  const struct lk_contract *contract = lk_contract_of (decl);
  return contract_acquires (contract || lk_body_of (decl) ? contract
			    : lk_shown_factory (lowering, decl));
}

static void
mark_relevant (struct candidates *c, unsigned i)
{
  if (!c->all[i].relevant)
    {
      c->all[i].relevant = true;
      c->worklist.safe_push (i);
    }
}

/* Candidate I calls TARGET through a pointer.  */
static void
add_pointer_target (struct candidates *c, unsigned i, tree target)
{
  if (!c->all[i].targets)
    c->all[i].targets = new auto_vec<tree>;
  c->all[i].targets->safe_push (target);
  if (function_acquires (c->lowering, target))
    mark_relevant (c, i);
  if (cgraph_node *node = cgraph_node::get (target))
    c->indirect_callers.get_or_insert (node->ultimate_alias_target ())
      .safe_push (i);
}

static void
find_targets (struct candidates *c, unsigned i)
{
  for (cgraph_edge *e = c->all[i].node->indirect_calls; e; e = e->next_callee)
    {
      tree target
	= (e->call_stmt && gimple_call_fn (e->call_stmt)
	   ? lk_resolve_function_pointer (c->lowering,
					  gimple_call_fn (e->call_stmt),
					  c->all[i].node->decl)
	   : NULL);
      struct lk_dispatch *dispatch
	= (e->call_stmt && !target
	   ? lk_dispatch_of (c->lowering, gimple_call_fn (e->call_stmt))
	   : NULL);
      if (target)
	add_pointer_target (c, i, target);
      else if (dispatch)
	{
	  for (unsigned k = 0; k < dispatch->targets.length (); k++)
	    add_pointer_target (c, i, dispatch->targets[k]);
	  if (!c->all[i].dispatches)
	    c->all[i].dispatches = new auto_vec<struct lk_dispatch *>;
	  c->all[i].dispatches->safe_push (dispatch);
	  const struct lk_function *others = lk_virtual_elsewhere (c->lowering, dispatch->declared);
	  if (others && contract_acquires (others->contract))
	    mark_relevant (c, i);
	}
      else if (e->call_stmt)
	{
	  tree method = lk_virtual_method (gimple_call_fn (e->call_stmt));
	  const struct lk_function *entry
	    = (method ? lk_virtual_elsewhere (c->lowering, method)
	       : lk_table_function (c->lowering, e->call_stmt));
	  if (entry && contract_acquires (entry->contract))
	    mark_relevant (c, i);
	}
    }
}

static void
mark_node (struct candidates *c, cgraph_node *node)
{
  if (unsigned *i = c->index.get (node))
    mark_relevant (c, *i);
}

/* Everybody who calls NODE by one of its names.  */
static void
mark_callers (struct candidates *c, cgraph_node *node)
{
  /* If a row is complete, the effects of the body do not count.  */
  const struct lk_contract *contract = lk_contract_of (node->decl);
  if (contract && contract->complete)
    return;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    mark_node (c, e->caller);
  ipa_ref *ref;
  FOR_EACH_ALIAS (node, ref)
    if (cgraph_node *alias = dyn_cast <cgraph_node *> (ref->referring))
      mark_callers (c, alias);
  if (vec<unsigned> *callers = c->indirect_callers.get (node))
    for (unsigned i = 0; i < callers->length (); i++)
      mark_relevant (c, (*callers)[i]);
}

static void
find_relevant (struct candidates *c)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (lk_body_of (node->decl))
      {
	c->index.put (node, c->all.length ());
	c->all.safe_push ({ node, false, NULL, NULL });
      }
  for (unsigned i = 0; i < c->all.length (); i++)
    {
      lk_stage_enter_decl (LK_STAGE_UNIT, c->all[i].node->decl);
      for (cgraph_edge *e = c->all[i].node->callees; e; e = e->next_callee)
	if (function_acquires (c->lowering, e->callee->decl)
	    || (e->call_stmt && lk_takes_from_parameter (c->lowering, c->all[i].node->decl,
							 e->call_stmt)))
	  {
	    mark_relevant (c, i);
	    break;
	  }
      find_targets (c, i);
      lk_stage_leave (NULL);
    }
  while (!c->worklist.is_empty ())
    {
      unsigned i = c->worklist.pop ();
      mark_callers (c, c->all[i].node);
    }
}

static void
add_callee (struct candidates *c, vec<struct lk_function *> *callees,
	    tree decl)
{
  struct lk_function *function = lk_function_of (c->lowering, decl);
  if (function->flags & LK_FN_BODY)
    callees->safe_push (function);
}

/* A dispatcher may bring what its targets acquire.  */
static struct lk_function *
add_dispatcher (struct candidates *c, struct lk_dispatch *dispatch)
{
  struct lk_function *function = lk_dispatcher (c->lowering, dispatch);
  auto_vec<struct lk_function *> callees;
  for (unsigned i = 0; i < dispatch->targets.length (); i++)
    if (lk_body_of (dispatch->targets[i]))
      add_callee (c, &callees, dispatch->targets[i]);
  lk_unit_add_root (c->lowering->unit, function, callees.address (),
		    callees.length (), true);
  return function;
}

/* A callback of the engine: call NOTE with SEEN for the functions of the program that call
   FUNCTION.  */
static void
note_callers (void *data, struct lk_function *function,
	      void (*note) (void *seen, struct lk_function *caller), void *seen)
{
  struct lk_lowering *lowering = (struct lk_lowering *) data;
  cgraph_node *node = function->key ? cgraph_node::get ((tree) function->key) : NULL;
  auto_vec<tree> callers;
  for (cgraph_edge *e = node ? node->callers : NULL; e; e = e->next_caller)
    callers.safe_push (e->caller->decl);
  if (function->key && DECL_VIRTUAL_P ((tree) function->key))
    if (vec<tree> *others = lk_virtual_callers (lowering, (tree) function->key))
      callers.safe_splice (*others);
  for (unsigned i = 0; i < callers.length (); i++)
    if (DECL_IN_SYSTEM_HEADER (callers[i]))
      note (seen, NULL);
    else if (lk_body_of (callers[i]))
      {
	struct lk_function *caller = lk_function_of (lowering, callers[i]);
	if (caller->flags & LK_FN_BODY)
	  note (seen, caller);
      }
}

static void
add_roots (struct candidates *c)
{
  auto_vec<struct lk_function *> callees;
  for (unsigned i = 0; i < c->all.length (); i++)
    {
      cgraph_node *node = c->all[i].node;
      /* A body that is here only to be inlined belongs to another unit, or to
	 the system's headers.  */
      if (!c->all[i].relevant || DECL_EXTERNAL (node->decl)
	  || lk_decl_suppressed (node->decl))
	continue;
      callees.truncate (0);
      for (cgraph_edge *e = node->callees; e; e = e->next_callee)
	if (lk_body_of (e->callee->decl))
	  add_callee (c, &callees, e->callee->decl);
      for (unsigned j = 0; c->all[i].targets
			   && j < c->all[i].targets->length (); j++)
	add_callee (c, &callees, (*c->all[i].targets)[j]);
      for (unsigned j = 0; c->all[i].dispatches
			   && j < c->all[i].dispatches->length (); j++)
	callees.safe_push (add_dispatcher (c, (*c->all[i].dispatches)[j]));
      lk_unit_add_root (c->lowering->unit,
			lk_definition_of (c->lowering, node->decl),
			callees.address (), callees.length (), true);
    }
}

/* ---- Classes.  ---- */

static void
add_classes (struct candidates *c)
{
  auto_vec<tree> all;
  for (unsigned i = 0; i < c->all.length (); i++)
    all.safe_push (c->all[i].node->decl);
  lk_add_classes (c->lowering, &all, &c->classes);
}

static void
release_candidates (struct candidates *c)
{
  for (unsigned i = 0; i < c->all.length (); i++)
    {
      delete c->all[i].targets;
      delete c->all[i].dispatches;
    }
  for (auto it = c->indirect_callers.begin ();
       it != c->indirect_callers.end (); ++it)
    (*it).second.release ();
  obstack_free (&c->classes, NULL);
}

/* ---- The end of the compilation.  ---- */

/* Leave the compiler nothing to make code of: it goes on to its end as with an empty unit, so that
   its exit status, its JSON and its files of dependencies are what they are otherwise.  (`exit'
   would lose all of them.)  A node may take others with it when it is removed, so each time the
   first one is looked for again.  */
static void
remove_all_symbols ()
{
  while (symtab_node *node = symtab->first_symbol ())
    node->remove ();
}

/* Return true if the unit may have something to analyse: a function that it calls, or takes the
   address of, acquires, or releases what others may have acquired; or it is in C++, where classes
   are examined, too.  Many units of zlib and of lua have nothing, and a process for them would cost
   1 to 3 % of their time.  */
static bool
may_acquire (const struct lk_pass_options *options)
{
  cgraph_node *node;
  if (lang_GNU_CXX () || options->verify || options->lower_only || options->dump_events
      || options->record || options->fault || options->verbose || options->explain)
    return true;
  FOR_EACH_FUNCTION (node)
    {
      const struct lk_contract *contract = lk_contract_of (node->decl);
      if (contract_acquires (contract) || contract_has (contract, LK_ROLE_RELEASE))
	return true;
    }
  return lk_imports_wanted ().length () > 0;
}

/* ---- The pass.  ---- */

static void
open_dump (struct lk_lowering *lowering)
{
  const struct lk_pass_options *options = lowering->options;
  if (!options->dump_events)
    return;
  lowering->dump = (options->dump_file ? fopen (options->dump_file, "w")
		    : stdout);
  if (!lowering->dump)
    LK_SAY (LK_MESSAGE_ERROR, UNKNOWN_LOCATION, LK_TR ("cannot open %qs for the event graphs: %m"),
	    options->dump_file);
  else
    /* If the analysis fails, all lines up to there have been written.  */
    setvbuf (lowering->dump, NULL, _IOLBF, BUFSIZ);
}

static void
close_dump (struct lk_lowering *lowering)
{
  if (!lowering->dump)
    return;
  bool failed = ferror (lowering->dump) != 0;
  failed |= (lowering->dump == stdout ? fflush (stdout) : fclose (lowering->dump)) != 0;
  if (failed)
    LK_SAY (LK_MESSAGE_ERROR, UNKNOWN_LOCATION,
	    "cannot write the event graphs: is the disk full?");
}

void
lk_unit_begin (struct lk_lowering *lowering,
	       const struct lk_pass_options *options,
	       const struct lk_front_end *front_end)
{
  lowering_init (lowering, options);
  open_dump (lowering);

  struct lk_host host;
  memset (&host, 0, sizeof host);
  host.data = lowering;
  host.body = front_end->body;
  host.again = front_end->again;
  host.report = report;
  host.followed = options->explain ? followed : NULL;
  host.settled = lk_stage_settled;
  host.enter = lk_stage_enter;
  host.leave = lk_stage_leave;
  host.note = engine_note;
  host.breach = breach;
  host.promise = front_end->promise_of;
  host.holds = front_end->holds;
  host.runs_on = front_end->runs_on;
  host.callers = front_end->callers;
  host.only_reads = front_end->only_reads;
  struct lk_options engine = options->engine;
  engine.trace = options->dump_facts ? lowering->dump : NULL;
  lowering->unit = lk_unit_new (&host, &engine);
}

void
lk_unit_end (struct lk_lowering *lowering, clock_t start)
{
  const struct lk_pass_options *options = lowering->options;
  lk_begin_body (lowering);
  note_limits (lowering, NULL, lowering->unit_limits & ~lowering->function_limits);
  if (options->finished)
    {
      struct lk_statistics statistics;
      lk_unit_statistics (lowering->unit, &statistics);
      options->finished (options->data, &statistics,
			 (double) (clock () - start) / CLOCKS_PER_SEC);
    }
  if (options->verbose && options->timed)
    {
      struct lk_times times;
      lk_times_end (&times);
      options->timed (options->data, &times);
    }
  lk_unit_free (lowering->unit);
  close_dump (lowering);
  lowering_free (lowering);
}

static void
lower_now (struct lk_lowering *lowering, struct lk_function *function)
{
  lk_stage_enter (NULL, LK_STAGE_LOWERING, function);
  lk_begin_body (lowering);
  lk_lower_body (lowering, function);
  lk_stage_leave (NULL);
}

static void
lower_all (struct lk_lowering *lowering)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (lk_body_of (node->decl))
      {
	struct lk_function *function = lk_definition_of (lowering, node->decl);
	lower_now (lowering, function);
	lk_graph_free (function->graph);
	function->graph = NULL;
      }
}

/* Lower the functions with lines that are to be explained and that have not been lowered.  */
static void
lower_explained (struct lk_lowering *lowering)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    {
      bool withheld = lk_body_withheld && lk_body_withheld (node->decl);
      function *body = withheld ? DECL_STRUCT_FUNCTION (node->decl) : lk_body_of (node->decl);
      location_t start = DECL_SOURCE_LOCATION (node->decl);
      if (!body || !lk_explains_lines (lowering->options, LOCATION_FILE (start),
				       LOCATION_LINE (start),
				       LOCATION_LINE (body->function_end_locus)))
	continue;
      struct lk_function *function = lk_definition_of (lowering, node->decl);
      if (dumped_of (lowering)->functions.contains (function))
	continue;
      if (!withheld)
	lower_now (lowering, function);
      if (!function->graph)
	lowering->options->lowered (lowering->options->data, function,
				    withheld ? LK_TEXT_FAULT : NULL);
      lk_graph_free (function->graph);
      function->graph = NULL;
    }
}

static void
verify_all (struct lk_lowering *lowering)
{
  cgraph_node *node;
  lowering->field_of = lk_field_promise_of;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (lk_body_of (node->decl) && !DECL_EXTERNAL (node->decl)
	&& !lk_decl_suppressed (node->decl))
      {
	struct lk_function *function = lk_definition_of (lowering, node->decl);
	lower_now (lowering, function);
	lk_unit_verify (lowering->unit, function);
	lk_graph_free (function->graph);
	function->graph = NULL;
      }
  lk_unit_verify_end (lowering->unit);
  lk_check_structures (lowering);
}

/* Run the checks that are switched on.  */
static void
run_checks (struct lk_lowering *lowering)
{
  cgraph_node *node;
  unsigned off = lowering->options->checks_off;
  if (!lang_GNU_CXX ())
    return;
  for (unsigned i = 0; lk_checks[i].name; i++)
    if (lk_checks[i].unit && !(off >> i & 1))
      lk_checks[i].unit (lowering);
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (lk_is_own (node))
      {
	lk_stage_enter_decl (LK_STAGE_UNIT, node->decl);
	lk_begin_body (lowering);
	for (unsigned i = 0; lk_checks[i].name; i++)
	  if (lk_checks[i].function && !(off >> i & 1))
	    lk_checks[i].function (lowering, lk_body_of (node->decl));
	if (lowering->limits)
	  note_limits_of (lowering, lk_function_of (lowering, node->decl));
	lk_stage_leave (NULL);
      }
}

/* Return true if FUNCTION, of another unit, only reads what its argument ARG points to.  */
static bool
only_reads (void *, struct lk_function *function, uint32_t arg)
{
  tree decl = (tree) function->key;
  return decl && TREE_CODE (decl) == FUNCTION_DECL && lk_imported_reads (decl, arg);
}

static void
analyse_unit (const struct lk_pass_options *options)
{
  clock_t start = clock ();
  if (options->verbose)
    lk_times_begin (start);
  struct lk_lowering lowering;
  static const struct lk_front_end front_end = { lower_body, false, lk_promise_of, NULL, NULL,
						 note_callers, only_reads };
  lk_unit_begin (&lowering, options, &front_end);
  if (options->lower_only)
    {
      lower_all (&lowering);
      lk_unit_end (&lowering, start);
      return;
    }
  if (options->verify)
    {
      verify_all (&lowering);
      lk_unit_end (&lowering, start);
      return;
    }
  struct candidates candidates;
  candidates.lowering = &lowering;
  find_relevant (&candidates);
  add_roots (&candidates);
  gcc_obstack_init (&candidates.classes);
  add_classes (&candidates);
  run_checks (&lowering);
  lk_unit_analyse (lowering.unit);
  lk_all_found ();
  if (options->record)
    lk_record_contracts (&lowering);
  lk_deliver_imports ();
  if (options->explain)
    lower_explained (&lowering);
  release_candidates (&candidates);
  lk_unit_end (&lowering, start);
}

namespace {

const pass_data leakcheck_pass_data =
{
  SIMPLE_IPA_PASS,
  "leakcheck",
  OPTGROUP_NONE,
  TV_NONE,
  PROP_cfg | PROP_ssa,
  0,
  0,
  0,
  0
};

/* GCC takes a pass as an object of a class derived from one of its own.  */
class leakcheck_pass : public simple_ipa_opt_pass
{
public:
  leakcheck_pass (gcc::context *context, const struct lk_pass_options *options)
    : simple_ipa_opt_pass (leakcheck_pass_data, context), m_options (options)
  {
  }

  bool gate (function *) final override
  {
    return !in_lto_p && !flag_syntax_only && !lk_seen_error ();
  }

  unsigned execute (function *) final override
  {
    lk_analyse_apart (m_options, may_acquire (m_options) ? analyse_unit : NULL);
    if (m_options->stop)
      remove_all_symbols ();
    return 0;
  }

private:
  const struct lk_pass_options *m_options;
};

} // namespace

void
lk_register_passes (const char *plugin_name, struct lk_pass_options *options)
{
  lk_fork_early_init (plugin_name, options);
  struct register_pass_info info;
  memset (&info, 0, sizeof info);
  info.pass = new leakcheck_pass (g, options);
  info.reference_pass_name = "build_ssa_passes";
  info.ref_pass_instance_number = 1;
  info.pos_op = PASS_POS_INSERT_AFTER;
  register_callback (plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
