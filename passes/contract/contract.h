/* The lowering of one compilation unit, and the contracts of its declarations.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_PASSES_CONTRACT_CONTRACT_H
#define LK_PASSES_CONTRACT_CONTRACT_H

#include "../gcc/gcc.h"
#include "../../spec/spec.h"

/* The functions that calls on containers become (model/container-function.cc).  */
enum lk_container_model
{
  LK_CONTAINER_PUT,		/* The second argument is put into the first.  */
  LK_CONTAINER_GET,
  LK_CONTAINER_WALK,
  LK_CONTAINER_ASK,
  LK_CONTAINER_COUNT,
  LK_CONTAINER_TAKE,		/* The element that was fetched last is no longer there.  */
  LK_CONTAINER_INSERT,		/* It is inserted if the result is not 0.  */
  LK_CONTAINER_GIVE,		/* The container's elements now belong to another owner.  */
  LK_CONTAINER_MODELS
};

/* Slots of struct lk_lowering, by the file that has it.  */
enum lk_slot
{
  LK_SLOT_RECORDS,		/* unit/function-record.cc */
  LK_SLOT_RETURNING,		/* unit/noreturn.cc */
  LK_SLOT_ENDERS,		/* unit/noreturn.cc */
  LK_SLOT_STATIC_POINTERS,	/* unit/function-pointer.cc */
  LK_SLOT_ACCESSORS,		/* unit/accessor.cc */
  LK_SLOT_CLASSES,		/* unit/virtual-call.cc */
  LK_SLOT_CALLBACKS,		/* unit/callback-target.cc */
  LK_SLOT_TABLES,		/* unit/vtable.cc */
  LK_SLOT_TABLE_FUNCTIONS,	/* unit/table-call.cc */
  LK_SLOT_VIRTUAL_CALLERS,	/* unit/table-call.cc */
  LK_SLOT_FACTORIES,		/* unit/shown-factory.cc */
  LK_SLOT_REGISTRIES,		/* unit/registry.cc */
  LK_SLOT_CLOSED,		/* unit/class-info.cc */
  LK_SLOT_CASTS,		/* unit/dynamic-cast.cc */
  LK_SLOT_EXCEPTIONS,		/* unit/exception-flow.cc */
  LK_SLOT_MEMBERS,		/* unit/container-member.cc */
  LK_SLOT_CONTAINER_MODELS,	/* model/container-function.cc */
  LK_SLOT_CONTAINER_PARAMETERS,	/* model/container-parameter.cc */
  LK_SLOT_PLAIN_OPERATORS,	/* model/shared-pointer.cc */
  LK_SLOT_FRAMES,		/* model/coroutine-frame.cc */
  LK_SLOT_DUMPED,		/* pass.cc */
  LK_SLOTS
};

/* One compilation unit.  */
struct lk_lowering
{
  const struct lk_model *const *models;	/* NULL ends them.  */
  struct lk_unit *unit;
  const struct lk_pass_options *options;
  FILE *dump;				/* Or NULL.  */
  /* Java: returns the record of a function.  NULL: unit/function-record.cc does.  */
  struct lk_function *(*function_of) (tree decl);
  /* Java: returns the function whose result the method DECL is given in parameter number PARM, from
     0, or NULL.  NULL: no function is given anything.  */
  struct lk_function *(*given) (tree decl, unsigned parm);
  /* Returns what a FIELD_DECL or VAR_DECL promises; NULL: promises are not used.  */
  const struct lk_field_promise *(*field_of) (tree decl);
  /* Data about the unit, by the file that keeps them.  */
  struct lk_kept
  {
    void *data;			/* NULL: nothing yet.  */
    void (*release) (void *data);
  } slots[LK_SLOTS];
  unsigned limits;		/* Bits: those met since a body was begun.  */
  unsigned unit_limits;		/* Those met outside of bodies...  */
  unsigned function_limits;	/* ... and those reported for a function.  */
};

/* Keep DATA in SLOT until the unit ends, when RELEASE frees it.  */
static inline void
lk_keep (struct lk_lowering *lowering, enum lk_slot slot, void *data, void (*release) (void *))
{
  lowering->slots[slot].data = data;
  lowering->slots[slot].release = release;
}

/* A limit makes what is known less, of the function that is being lowered or else of the unit;
   lk_lower_body reports it.  */
static inline void
lk_limit_met (struct lk_lowering *lowering, enum lk_limit limit)
{
  lowering->limits |= 1u << limit;
}

/* ---- verify-promise.cc ---- */

/* Return what a function, a member or a global promises to the verifier.  */
const struct lk_promise *lk_promise_of (void *, struct lk_function *);
const struct lk_field_promise *lk_field_promise_of (tree decl);
/* Check what structures of the unit declare.  */
void lk_check_structures (struct lk_lowering *);
/* The function FNDECL is declared to close its parameter INDEX, from 0, whatever kind of
   resource it is.  */
void lk_promise_closer (tree fndecl, unsigned index);

/* ---- callee-contract.cc ---- */

/* Set the specification that contracts come from, once, before the first
   question.  */
void lk_contracts_init (struct lk_spec *);
struct lk_spec *lk_contracts_spec (void);
/* From now on CONTRACT_OF answers lk_contract_of: the functions are Java's.  */
void lk_contracts_java (const struct lk_contract *(*contract_of) (tree));
/* Return what the function FNDECL promises, or NULL.  Strongest first, and a weaker source
   only adds clauses about places that no stronger one mentions:

	our own attributes, in any declaration of the unit
	the user's specification files, even for a function with a body here
	GCC's own: malloc (dealloc, n), and for the function DEALLOC itself
	the shipped specifications, for functions from elsewhere only
	indexes, for functions without a row and without a body here

   where a row leaves no place to GCC's own.  A contract with no clauses that is not complete does
   not describe arguments and result: it only carries NORETURN or SUPPRESS, and a body is to be
   analysed as if there were none.

   Equal queries have equal answers (the pointer), so pointers may be compared.  Creates no
   tree; the second query costs one probe of a hash table.  */
const struct lk_contract *lk_contract_of (tree fndecl);
/* Return the inferred contract of FUNCTION, a name, that its result is an acquired KIND.  */
const struct lk_contract *lk_contract_acquiring (const struct lk_kind *kind, const char *function);
/* Return the kind NAME.  */
const struct lk_kind *lk_contract_kind (const char *name);
/* Return true if DECL (a variable or parameter) is marked [[leakcheck::suppress]]: what is
   acquired into it is not followed.  The lowering sets lk_event.suppressed on calls whose
   result goes there, or whose argument is its address.  */
bool lk_decl_suppressed (tree decl);
/* Return which of our attributes ATTRIBUTE (a member of DECL_ATTRIBUTES) is; LK_N_ATTRIBUTES
   if none.  */
enum lk_attribute lk_attribute_of (const_tree attribute);
/* Read ARGS (a TREE_LIST) into the last argument.  Return false if an argument is neither a
   string nor an integer constant or there are too many.  */
bool lk_attribute_read (tree args, struct lk_attribute_args *);
/* Parse TEXT, clauses in the specification language that SOURCE has, as a contract of its
   own.  NULL after errors, which go to ERROR.  */
struct lk_contract *lk_contract_parse (const char *text, enum lk_source source,
				       lk_spec_error error, void *data);

/* The parameters of a prototype keep their attributes until a definition
   brings its own parameters.  Called for a function declaration whose
   parameters may carry ours, so that they survive that.  */
void lk_contracts_remember (tree fndecl);
/* The function FNDECL has our attribute "release" with ARGS: messages may
   recommend it.  */
void lk_contracts_releases (tree fndecl, tree args);
/* As lk_spec_releasers, but also those that only attributes know.  */
unsigned lk_contracts_releasers (const struct lk_kind *, const char **names,
				 unsigned max);

/* ---- imported.cc ---- */

/* Read the index FILE.  False if that is not possible: *ERROR, malloced, says why.  */
bool lk_imports_open (struct lk_spec *, const char *file, char **error);
/* The contract of FNDECL, whose body is in another unit, that an index has; or NULL.  */
const struct lk_contract *lk_imported_contract (tree fndecl);
/* Return true if an index, or a specification, says that FNDECL, whose body is in another unit,
   only reads what its ARGUMENT, from 0, points to.  */
bool lk_imported_reads (tree fndecl, unsigned argument);
/* Return the name of the row that says so for the function SYMBOL.  */
const char *lk_reads_symbol (const char *symbol);
/* Return true if there are indexes, or the names that are looked up are kept.  */
bool lk_imports_any (void);
/* The contract, in an index, of what the pointer at PLACE of a constant table leads to, which is
   called as a function of TYPE; or NULL.  */
const struct lk_contract *lk_imported_place (const char *place, tree type);
/* Keep the linker's names of the functions that are looked up; those so far.  */
void lk_imports_remember (void);
const vec<const char *> &lk_imports_wanted (void);
/* The number by which graphs know the variable NAME of a place (struct lk_place).  */
void *lk_variable_named (const char *name);
/* The name of the variable that graphs know by ENTITY if the unit does not declare it, or NULL.  */
const char *lk_import_variable (const void *entity);
/* The linker's name of FNDECL.  */
const char *lk_symbol_of (tree fndecl);

/* ---- member-role.cc ---- */

/* The effect of a function on the elements of the container that its first argument is, or
   leads to.  All false: none.  */
struct lk_member_role
{
  uint64_t puts;		/* Arguments, as bits from 0, that become elements.  */
  bool if_new;			/* It puts them only where no element has the key KEY, and leaves
				   them alone otherwise.  */
  uint64_t fills;		/* Arguments, as bits from 0: what they point to holds data from
				   outside of the program afterwards.  */
  bool self;			/* The result is the container itself.  */
  bool fetches;			/* The result is an element.  */
  bool element;			/* The result is the address of one.  */
  bool iterator;		/* The result leads to them.  */
  bool queries;			/* The result depends on them.  */
  bool counts;			/* The result is how many there are.  */
  bool visits;			/* Function objects among the arguments are called with them.  */
  bool removes;			/* AMOUNT of them, at REMOVED_AT.  */
  bool checked;			/* It throws where KEY says nothing that is there.  */
  enum lk_amount amount;
  enum lk_position position, removed_at;
  unsigned key;			/* The argument, from 0, of one of them.  */
};

/* The role of FNDECL by its row; NULL: it has none.  */
const struct lk_member_role *lk_member_role (const_tree fndecl);
/* Return true if FNDECL fills what its argument number K, from 0, points to with data from outside
   of the program.  */
bool lk_fills (tree fndecl, unsigned k);
/* TYPE is a class that is described as a container, an iterator; or that extends the class NAME
   in its description.  */
bool lk_is_container (const_tree type);
bool lk_is_iterator (const_tree type);
bool lk_class_extends (const_tree type, const char *name);

#endif /* LK_PASSES_CONTRACT_CONTRACT_H */
