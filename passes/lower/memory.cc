/* Memory references: where they point, how the user wrote them, and what it
   means to write there.

   A reference becomes {root} + offset, the address, and {root, offset}, the
   place.  An index that is not constant makes the offset LK_ANY.  The walk is
   our own rather than GCC's get_addr_base_and_unit_offset because that gives
   up on variable indices and makes trees.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower.h"

/* ---- Variables.  ---- */

/* Return true if every place in DECL, of static storage, holds one number when `main' begins, and
   store that in BEGIN: a scalar's constant, or 0.  Code that initialises other variables of C++ is
   assumed not to store in DECL unless it does so by name.  */
static bool
begins_with (tree decl, int64_t *begin)
{
  tree first = DECL_INITIAL (decl);
  varpool_node *node = varpool_node::get (decl);
  if (DECL_EXTERNAL (decl) || TREE_THIS_VOLATILE (decl) || DECL_THREAD_LOCAL_P (decl) || !node)
    return false;
  struct ipa_ref *ref;
  for (unsigned i = 0; node->iterate_referring (i, ref); i++)
    if (ref->use != IPA_REF_LOAD && DECL_P (ref->referring->decl)
	&& DECL_ARTIFICIAL (ref->referring->decl))
      return false;
  *begin = 0;
  return (!first || (TREE_CODE (first) == CONSTRUCTOR && !CONSTRUCTOR_NELTS (first))
	  || (TREE_CODE (first) == INTEGER_CST && lk_constant (first, begin)));
}

lk_var
lk_decl_var (struct lk_lower *l, tree decl)
{
  bool known;
  lk_var &var = l->decls->get_or_insert (decl, &known);
  if (known)
    return var;
  const char *name = lk_decl_name (decl);
  /* Constants that GCC itself made have no life of their own, but writable
     memory of static storage is one object in all functions.  */
  bool global = VAR_P (decl) && is_global_var (decl);
  var = lk_graph_add_var (l->graph, global ? LK_VAR_GLOBAL : LK_VAR_OBJECT,
			  name, name ? lk_user_number (l, decl) : 0);
  /* The number rather than the address, so that dumps can be compared.  */
  if (global)
    {
      l->graph->vars[var].entity = (void *) (uintptr_t) DECL_UID (decl);
      l->graph->vars[var].fixed = lk_only_read (decl);
      l->graph->vars[var].registry = lk_is_registry (l->unit, decl);
      if (MAIN_NAME_P (DECL_NAME (l->fun->decl)))
	l->graph->vars[var].begins = begins_with (decl, &l->graph->vars[var].begin);
    }
  return var;
}

struct lk_operand
lk_function_operand (struct lk_lower *l, tree fndecl)
{
  bool known;
  lk_var &slot = l->decls->get_or_insert (fndecl, &known);
  if (!known)
    {
      struct lk_function *function = lk_function_of (l->unit, fndecl);
      slot = lk_graph_add_var (l->graph, LK_VAR_FUNCTION, function->name, 0);
      l->graph->vars[slot].entity = function;
    }
  return lk_operand_path (lk_path_make (l->graph, slot, 0, NULL, 0));
}

/* ---- Addresses.  ---- */

/* A constant index, also one that is constant by what is assigned to it, or added ("a[n++]").  */
static bool
constant_index (struct lk_lower *l, tree index, int64_t *value)
{
  int64_t sum = 0;
  for (;;)
    {
      if (lk_constant (index, value))
	break;
      if (TREE_CODE (index) != SSA_NAME)
	return false;
      struct lk_operand op = lk_operand_of (l, index);
      *value = op.value;
      if (op.kind == LK_CONST)
	break;
      gimple *def = SSA_NAME_DEF_STMT (index);
      int64_t step = 0;
      bool added = (is_gimple_assign (def) && gimple_assign_rhs_code (def) == PLUS_EXPR
		    && lk_constant (gimple_assign_rhs2 (def), &step));
      if ((!added && !gimple_assign_ssa_name_copy_p (def))
	  || __builtin_add_overflow (sum, step, &sum))
	return false;
      index = gimple_assign_rhs1 (def);
    }
  return !__builtin_add_overflow (*value, sum, value);
}

/* Add the step from TREE_OPERAND (REF, 0) to REF to *OFFSET (bytes) and
   *BITS.  */
void
lk_add_step (struct lk_lower *l, tree ref, int64_t *offset, int64_t *bits)
{
  int64_t value;
  switch (TREE_CODE (ref))
    {
    case COMPONENT_REF:
      {
	tree field = TREE_OPERAND (ref, 1);
	tree at = DECL_FIELD_OFFSET (field);
	if (TREE_OPERAND (ref, 2) || !at || !tree_fits_shwi_p (at)
	    || !tree_fits_shwi_p (DECL_FIELD_BIT_OFFSET (field)))
	  *offset = LK_ANY;
	else
	  {
	    int64_t bit = tree_to_shwi (DECL_FIELD_BIT_OFFSET (field));
	    *offset = lk_add_offset (*offset, tree_to_shwi (at)
					   + bit / BITS_PER_UNIT);
	    *bits += bit % BITS_PER_UNIT;
	  }
	break;
      }
    case ARRAY_REF:
      {
	uint64_t size = lk_size_of (TREE_TYPE (ref));
	tree domain = TYPE_DOMAIN (TREE_TYPE (TREE_OPERAND (ref, 0)));
	tree low = domain ? TYPE_MIN_VALUE (domain) : NULL;
	if (size == 0 || (low && !integer_zerop (low))
	    || !constant_index (l, TREE_OPERAND (ref, 1), &value))
	  *offset = LK_ANY;
	else
	  *offset = lk_add_offset (*offset, (int64_t) ((uint64_t) value * size));
	break;
      }
    case BIT_FIELD_REF:
      if (tree_fits_shwi_p (TREE_OPERAND (ref, 2)))
	{
	  int64_t bit = tree_to_shwi (TREE_OPERAND (ref, 2));
	  *offset = lk_add_offset (*offset, bit / BITS_PER_UNIT);
	  *bits += bit % BITS_PER_UNIT;
	}
      else
	*offset = LK_ANY;
      break;
    case IMAGPART_EXPR:
      *offset = lk_add_offset (*offset, lk_size_of (TREE_TYPE (ref)));
      break;
    case REALPART_EXPR:
    case VIEW_CONVERT_EXPR:
    case WITH_SIZE_EXPR:
      break;
    default:
      *offset = LK_ANY;
      break;
    }
}

/* Return the address of REF's base, without its components.  */
static struct lk_operand
base_address (struct lk_lower *l, tree base)
{
  switch (TREE_CODE (base))
    {
    case MEM_REF:
      {
	int64_t offset;
	struct lk_operand pointer = lk_operand_of (l, TREE_OPERAND (base, 0));
	if (!cst_and_fits_in_hwi (TREE_OPERAND (base, 1)))
	  offset = LK_ANY;
	else
	  offset = int_cst_value (TREE_OPERAND (base, 1));
	return lk_plus (l, pointer, offset);
      }
    case TARGET_MEM_REF:
      {
	struct lk_operand pointer = lk_operand_of (l, TMR_BASE (base));
	tree offset = TMR_OFFSET (base);
	return lk_plus (l, pointer, (TMR_INDEX (base) || TMR_INDEX2 (base)
				     || !offset
				     || !cst_and_fits_in_hwi (offset)
				     ? LK_ANY : int_cst_value (offset)));
      }
    case VAR_DECL:
    case PARM_DECL:
    case RESULT_DECL:
      return lk_operand_path (lk_path_make (l->graph, lk_decl_var (l, base),
					    0, NULL, 0));
    default:
      return lk_operand_unknown ();
    }
}

struct lk_operand
lk_address_of (struct lk_lower *l, tree ref)
{
  int64_t offset = 0, bits = 0;
  tree outer = ref, local = NULL_TREE;
  for (; handled_component_p (ref) || TREE_CODE (ref) == WITH_SIZE_EXPR;
       ref = TREE_OPERAND (ref, 0))
    if ((local = lk_models_variable (l, ref)))
      break;
    else
      lk_add_step (l, ref, &offset, &bits);
  struct lk_operand base = base_address (l, local ? local : ref);
  if (base.kind == LK_PATH && bits >= 0
      && TREE_CODE (outer) == COMPONENT_REF
      && DECL_BIT_FIELD (TREE_OPERAND (outer, 1)))
    {
      offset = lk_add_offset (offset, bits / BITS_PER_UNIT);
      bits %= BITS_PER_UNIT;
      int64_t sum = lk_add_offset (offset, base.path->addend);
      /* A bit-field that fills its bytes is an ordinary member.  */
      tree size = DECL_SIZE (TREE_OPERAND (outer, 1));
      if (sum != LK_ANY && sum >= 0 && sum < LK_BIT_OFFSET
	  && (bits != 0 || !size || !tree_fits_uhwi_p (size)
	      || tree_to_uhwi (size) % BITS_PER_UNIT != 0))
	offset += (bits + 1) * LK_BIT_OFFSET;	/* As bit_field_address.  */
    }
  else
    offset = lk_add_offset (offset, bits / BITS_PER_UNIT);
  return lk_plus (l, base, offset);
}

/* ---- Spelling.  ---- */

struct spelling
{
  struct lk_lower *l;
  char *text;
  size_t length;
  unsigned depth;
};

static bool spell (struct spelling *s, tree ref);

static bool
put (struct spelling *s, const char *text)
{
  size_t n = strlen (text);
  if (s->length + n >= MAX_SPELLING)
    return false;
  memcpy (s->text + s->length, text, n + 1);
  s->length += n;
  return true;
}

/* The pointer POINTER as the user wrote it: a variable, or a member that it
   was loaded from.  */
static bool
spell_pointer (struct spelling *s, tree pointer)
{
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return false;
  if (TREE_CODE (pointer) != SSA_NAME)
    return spell (s, pointer);
  tree user = lk_user_variable (s->l, pointer);
  if (user)
    return put (s, lk_decl_name (user));
  gimple *def = SSA_NAME_DEF_STMT (pointer);
  if (!is_gimple_assign (def) || s->depth >= MAX_SPELLING_DEPTH)
    return false;
  s->depth++;
  if (gimple_assign_cast_p (def) || gimple_assign_ssa_name_copy_p (def))
    return spell_pointer (s, gimple_assign_rhs1 (def));
  return gimple_assign_load_p (def) && spell (s, gimple_assign_rhs1 (def));
}

static bool
spell_index (struct spelling *s, tree index)
{
  char number[24];
  int64_t value;
  if (lk_constant (index, &value))
    {
      snprintf (number, sizeof number, "%" PRId64, value);
      return put (s, "[") && put (s, number) && put (s, "]");
    }
  tree user = TREE_CODE (index) == SSA_NAME ? lk_user_variable (s->l, index)
	      : NULL;
  return (put (s, "[") && put (s, user ? lk_decl_name (user) : "...")
	  && put (s, "]"));
}

/* *POINTER, or POINTER-> if ARROW.  */
static bool
spell_indirect (struct spelling *s, tree ref, bool arrow)
{
  tree pointer = TREE_OPERAND (ref, 0);
  if (!integer_zerop (TREE_OPERAND (ref, 1)))
    return false;
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return spell (s, TREE_OPERAND (pointer, 0)) && (!arrow || put (s, "."));
  /* Java knows neither.  */
  if (s->l->unit->function_of)
    return spell_pointer (s, pointer) && (!arrow || put (s, "."));
  bool reference = TREE_CODE (TREE_TYPE (pointer)) == REFERENCE_TYPE;
  return ((arrow || reference || put (s, "*")) && spell_pointer (s, pointer)
	  && (!arrow || put (s, reference ? "." : "->")));
}

static bool
spell (struct spelling *s, tree ref)
{
  const char *name;
  switch (TREE_CODE (ref))
    {
    case VAR_DECL:
    case PARM_DECL:
    case RESULT_DECL:
      name = lk_decl_name (ref);
      return name && put (s, name);
    case MEM_REF:
      return spell_indirect (s, ref, false);
    case COMPONENT_REF:
      {
	if (tree local = lk_models_variable (s->l, ref))
	  return spell (s, local);
	tree base = TREE_OPERAND (ref, 0);
	tree field = DECL_NAME (TREE_OPERAND (ref, 1));
	if (!field)
	  return spell (s, base);
	/* Members of unnamed structures are written without them.  */
	while (TREE_CODE (base) == COMPONENT_REF
	       && !DECL_NAME (TREE_OPERAND (base, 1)))
	  base = TREE_OPERAND (base, 0);
	if (!(TREE_CODE (base) == MEM_REF ? spell_indirect (s, base, true)
	      : spell (s, base) && put (s, ".")))
	  return false;
	return put (s, IDENTIFIER_POINTER (field));
      }
    case ARRAY_REF:
      return (spell (s, TREE_OPERAND (ref, 0))
	      && spell_index (s, TREE_OPERAND (ref, 1)));
    default:
      return false;
    }
}

static struct lk_operand
place_at (struct lk_lower *l, struct lk_operand address)
{
  if (address.kind != LK_PATH)
    return lk_operand_unknown ();
  const struct lk_path *path = address.path;
  gcc_checking_assert (path->nsel == 0);
  return lk_operand_path (lk_path_make (l->graph, path->root, 1,
					&path->addend, 0));
}

struct lk_operand
lk_place_of (struct lk_lower *l, tree ref)
{
  struct lk_operand place = place_at (l, lk_address_of (l, ref));
  if (place.kind == LK_PATH && !place.path->name)
    {
      char text[MAX_SPELLING] = "";
      struct spelling s = { l, text, 0, 0 };
      if (spell (&s, ref))
	lk_path_set_name (l->graph, place.path, text);
    }
  if (place.kind == LK_PATH && l->unit->field_of)
    {
      tree field = (TREE_CODE (ref) == COMPONENT_REF ? TREE_OPERAND (ref, 1)
		    : VAR_P (ref) ? ref : NULL_TREE);
      if (field)
	lk_path_set_field (place.path, l->unit->field_of (field));
    }
  return place;
}

/* ---- Bit-fields.  ---- */

/* Return where the bit-field is kept that begins BITS after ADDRESS and does not fill whole
   bytes.  */
static struct lk_operand
bit_field_address (struct lk_lower *l, struct lk_operand address, int64_t bits)
{
  return lk_plus (l, address, bits / BITS_PER_UNIT
			      + (bits % BITS_PER_UNIT + 1) * LK_BIT_OFFSET);
}

struct lk_operand
lk_bit_place_of (struct lk_lower *l, tree ref, int64_t bits)
{
  struct lk_operand address = lk_address_of (l, ref);
  if (address.kind != LK_PATH || address.path->addend < 0
      || address.path->addend >= LK_BIT_OFFSET)
    return lk_operand_unknown ();
  return place_at (l, bit_field_address (l, address, bits));
}

/* The record TYPE has a bit-field of WIDTH bits, BITS from its begin, that is
   not just some bytes.  */
static bool
has_bit_field (const_tree type, int64_t bits, int64_t width)
{
  if (TREE_CODE (type) != RECORD_TYPE && TREE_CODE (type) != UNION_TYPE)
    return false;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    {
      if (TREE_CODE (field) != FIELD_DECL || !DECL_SIZE (field)
	  || !tree_fits_shwi_p (DECL_SIZE (field))
	  || TREE_CODE (DECL_FIELD_OFFSET (field)) != INTEGER_CST)
	continue;
      int64_t at = int_bit_position (field);
      int64_t size = tree_to_shwi (DECL_SIZE (field));
      if (DECL_BIT_FIELD (field) && at == bits && size == width)
	return at % BITS_PER_UNIT != 0 || size % BITS_PER_UNIT != 0;
      if (at <= bits && bits + width <= at + size
	  && has_bit_field (TREE_TYPE (field), bits - at, width))
	return true;
    }
  return false;
}

/* Return true if NAME is a bit-field, tested by masking its bytes, as GCC does, and only
   compared with 0.  */
bool
lk_tests_bit_field (gimple *stmt, tree *ref, int64_t *bits)
{
  if (BYTES_BIG_ENDIAN || gimple_assign_rhs_code (stmt) != BIT_AND_EXPR
      || TREE_CODE (gimple_assign_rhs1 (stmt)) != SSA_NAME
      || !tree_fits_uhwi_p (gimple_assign_rhs2 (stmt)))
    return false;
  gimple *load = SSA_NAME_DEF_STMT (gimple_assign_rhs1 (stmt));
  if (!gimple_assign_load_p (load)
      || TREE_CODE (gimple_assign_rhs1 (load)) != BIT_FIELD_REF
      || gimple_bb (load) != gimple_bb (stmt))
    return false;
  tree whole = gimple_assign_rhs1 (load);
  uint64_t mask = tree_to_uhwi (gimple_assign_rhs2 (stmt));
  int first = mask ? ctz_hwi (mask) : 0;
  uint64_t field = mask >> first;
  if (!field || (field & (field + 1)) || !tree_fits_shwi_p (TREE_OPERAND (whole, 2)))
    return false;
  if (!has_bit_field (TREE_TYPE (TREE_OPERAND (whole, 0)),
		      tree_to_shwi (TREE_OPERAND (whole, 2)) + first,
		      popcount_hwi (field)))
    return false;
  /* The memory is the same when the bits are masked.  */
  gimple_stmt_iterator i = gsi_for_stmt (load);
  for (gsi_next (&i); gsi_stmt (i) != stmt; gsi_next (&i))
    if (gsi_end_p (i) || gimple_vdef (gsi_stmt (i)))
      return false;
  imm_use_iterator uses;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, uses, gimple_assign_lhs (stmt))
    {
      gimple *user = USE_STMT (use);
      if (is_gimple_debug (user))
	continue;
      if (gcond *cond = dyn_cast <gcond *> (user))
	{
	  if ((gimple_cond_code (cond) != EQ_EXPR
	       && gimple_cond_code (cond) != NE_EXPR)
	      || !integer_zerop (gimple_cond_rhs (cond)))
	    return false;
	}
      else if (!is_gimple_assign (user)
	       || (gimple_assign_rhs_code (user) != EQ_EXPR
		   && gimple_assign_rhs_code (user) != NE_EXPR)
	       || !integer_zerop (gimple_assign_rhs2 (user)))
	return false;
    }
  *ref = whole;
  *bits = first;
  return true;
}

/* ---- Stores.  ---- */

void
lk_escape (struct lk_lower *l, struct lk_operand value, lk_loc loc)
{
  if (value.kind != LK_PATH)
    return;
  struct lk_event *event
    = lk_graph_add_event (l->graph, l->block, LK_EVENT_CALL, loc, 1);
  event->args[0] = value;
}

void
lk_copy (struct lk_lower *l, struct lk_operand dest, struct lk_operand src,
	 uint64_t size, lk_loc loc)
{
  if (dest.kind != LK_PATH)
    {
      lk_escape (l, src, loc);
      return;
    }
  if (src.kind != LK_PATH)
    {
      lk_clear (l, dest, size, lk_operand_unknown (), loc);
      return;
    }
  struct lk_event *event
    = lk_graph_add_event (l->graph, l->block, LK_EVENT_COPY, loc, 0);
  event->dest = dest;
  event->src = src;
  event->size = size;
}

void
lk_clear (struct lk_lower *l, struct lk_operand dest, uint64_t size,
	  struct lk_operand with, lk_loc loc)
{
  if (dest.kind != LK_PATH)
    return;
  struct lk_event *event
    = lk_graph_add_event (l->graph, l->block, LK_EVENT_CLEAR, loc, 0);
  event->dest = dest;
  event->src = with;
  event->size = size;
}

/* ---- Elements.  ---- */

/* EV, or NULL, assigns to REF, or from there: note which element that is, if anything
   says so.  */
static void
note_element (struct lk_lower *l, struct lk_event *ev, tree ref)
{
  int64_t size, at;
  tree number = ev ? lk_element_number (l, ref, &size, &at) : NULL;
  if (!number)
    return;
  struct lk_operand op = lk_operand_of (l, number);
  if (op.kind != LK_PATH || op.path->nsel || op.path->addend)
    return;
  ev->element = op.path->root + 1;
  ev->element_size = size;
  ev->element_at = at;
}

struct lk_event *
lk_store (struct lk_lower *l, tree ref, struct lk_operand value, lk_loc loc)
{
  struct lk_operand place = lk_place_of (l, ref);
  if (place.kind != LK_PATH)
    {
      lk_escape (l, value, loc);
      return NULL;
    }
  /* GCC may read a bit-field together with its neighbours, so its byte
     changes too.  */
  int64_t offset = place.path->sel[0];
  if (offset != LK_ANY && offset >= LK_BIT_OFFSET)
    {
      int64_t byte = offset & (LK_BIT_OFFSET - 1);
      struct lk_event *event
	= lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN, loc, 0);
      event->dest = lk_operand_path (lk_path_make (l->graph,
						   place.path->root, 1,
						   &byte, 0));
    }
  struct lk_event *event
    = lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN, loc, 0);
  event->dest = place;
  event->src = value;
  return event;
}

/* The type of the element if REF is the last one of an array in a structure: strings that
   keep short texts in themselves say there whether they do.  NULL: it is not.  */
static tree
last_element (tree ref)
{
  if (TREE_CODE (ref) == MEM_REF && integer_zerop (TREE_OPERAND (ref, 1)))
    {
      tree pointer = TREE_OPERAND (ref, 0);
      gimple *def = TREE_CODE (pointer) == SSA_NAME ? SSA_NAME_DEF_STMT (pointer) : NULL;
      if (def && gimple_assign_single_p (def))
	pointer = gimple_assign_rhs1 (def);
      ref = TREE_CODE (pointer) == ADDR_EXPR ? TREE_OPERAND (pointer, 0) : ref;
    }
  if (TREE_CODE (ref) != ARRAY_REF || TREE_CODE (TREE_OPERAND (ref, 0)) != COMPONENT_REF
      || TREE_CODE (TREE_OPERAND (ref, 1)) != INTEGER_CST)
    return NULL;
  tree last = array_ref_up_bound (ref);
  return (last && TREE_CODE (last) == INTEGER_CST
	  && tree_int_cst_equal (last, TREE_OPERAND (ref, 1)) ? TREE_TYPE (ref) : NULL);
}

/* Text being written: a character through a pointer or into an array, which
   is neither a handle nor a flag.  */
static bool
text_store (tree ref)
{
  tree type = TREE_TYPE (ref);
  return (INTEGRAL_TYPE_P (type) && TREE_CODE (type) != BOOLEAN_TYPE
	  && TYPE_PRECISION (type) < 32
	  && (TREE_CODE (ref) == MEM_REF || TREE_CODE (ref) == ARRAY_REF
	      || TREE_CODE (ref) == TARGET_MEM_REF)
	  && !last_element (ref));
}

/* Return the value that STMT stores, by the type of the place: the byte 128 in an array of
   char is -128.  */
static struct lk_operand
stored_value (struct lk_lower *l, gimple *stmt)
{
  tree rhs = gimple_assign_rhs1 (stmt);
  tree as = (TREE_CODE (rhs) == INTEGER_CST ? last_element (gimple_assign_lhs (stmt))
	     : NULL);
  if (as && INTEGRAL_TYPE_P (as)
      && TYPE_PRECISION (as) == TYPE_PRECISION (TREE_TYPE (rhs)))
    rhs = fold_convert (as, rhs);
  return gimple_assign_single_p (stmt) ? lk_operand_of (l, rhs) : lk_operand_unknown ();
}

/* A value too wide to be followed goes from memory straight to memory, as a
   small structure does when memcpy is folded: from where, or NULL.  */
static tree
moved_from (gimple *stmt)
{
  tree value = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (value) != SSA_NAME || lk_matters (TREE_TYPE (value)))
    return NULL;
  gimple *load = SSA_NAME_DEF_STMT (value);
  return (gimple_assign_load_p (load) && gimple_vuse (load) == gimple_vuse (stmt)
	  ? gimple_assign_rhs1 (load) : NULL);
}

void
lk_need_store (struct lk_lower *l, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  if (tree from = moved_from (stmt))
    rhs = from;
  if (TREE_CLOBBER_P (rhs) || (lk_matters (TREE_TYPE (lhs))
			       && text_store (lhs)))
    return;
  lk_need_place (l, lhs);
  if (TREE_CODE (rhs) != CONSTRUCTOR && gimple_assign_single_p (stmt))
    lk_need (l, rhs, LK_NEED_VALUE);
}

/* Return the number that STMT enters into a set of numbers, an fd_set, that is not a local
   variable: the set keeps it.  Else return NULL.  (FD_SET is a macro that sets a bit.)  */
static tree
entered_number (gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (lhs) != ARRAY_REF || TREE_CODE (TREE_OPERAND (lhs, 0)) != COMPONENT_REF
      || TREE_CODE (rhs) != SSA_NAME || TREE_CODE (TREE_OPERAND (lhs, 1)) != SSA_NAME)
    return NULL_TREE;
  tree field = TREE_OPERAND (TREE_OPERAND (lhs, 0), 1), base = get_base_address (lhs);
  if (!DECL_NAME (field) || !DECL_IN_SYSTEM_HEADER (field)
      || !(id_equal (DECL_NAME (field), "__fds_bits") || id_equal (DECL_NAME (field), "fds_bits"))
      || !base || (DECL_P (base) && !is_global_var (base)))
    return NULL_TREE;
  gimple *value = SSA_NAME_DEF_STMT (rhs);
  gimple *index = SSA_NAME_DEF_STMT (TREE_OPERAND (lhs, 1));
  return (is_gimple_assign (value) && gimple_assign_rhs_code (value) == BIT_IOR_EXPR
	  && is_gimple_assign (index) && gimple_num_ops (index) == 3
	  ? gimple_assign_rhs1 (index) : NULL_TREE);
}

void
lk_lower_store (struct lk_lower *l, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  tree type = TREE_TYPE (lhs);
  lk_loc loc = lk_location_of (stmt);
  if (tree entered = gimple_assign_single_p (stmt) ? entered_number (stmt) : NULL_TREE)
    {
      struct lk_operand number = lk_operand_of (l, entered);
      if (number.kind == LK_PATH)
	{
	  struct lk_event *event
	    = lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN, loc, 0);
	  event->dest = lk_operand_unknown ();
	  event->src = number;
	}
    }
  lk_models_before_store (l, lhs, loc);
  if (TREE_CLOBBER_P (rhs))
    {
      if (DECL_P (lhs) && !is_global_var (lhs) && lk_clobber_ends_life (rhs)
	  && l->decls->get (lhs))
	{
	  struct lk_event *event
	    = lk_graph_add_event (l->graph, l->block, LK_EVENT_DEAD, loc, 0);
	  event->dest = lk_address_of (l, lhs);
	}
      return;
    }
  if (lk_models_store (l, stmt))
    return;
  if (lk_matters (type))
    {
      if (!text_store (lhs))
	{
	  struct lk_operand value = (lk_captured_for_looks (l->unit, l->order, lhs)
				     ? lk_operand_unknown () : stored_value (l, stmt));
	  note_element (l, lk_store (l, lhs, value, loc), lhs);
	}
      return;
    }
  if (SCALAR_FLOAT_TYPE_P (type) || TREE_CODE (type) == COMPLEX_TYPE)
    return;
  struct lk_operand dest = lk_address_of (l, lhs);
  struct lk_operand src = lk_operand_unknown ();
  tree from = moved_from (stmt);
  if (from)
    src = lk_address_of (l, from);
  else if (AGGREGATE_TYPE_P (type) && TREE_CODE (rhs) != CONSTRUCTOR
	   && TREE_CODE (rhs) != STRING_CST)
    src = lk_address_of (l, rhs);
  if (src.kind == LK_PATH)
    lk_copy (l, dest, src, lk_size_of (type), loc);
  else
    lk_clear (l, dest, lk_size_of (type),
	      (TREE_CODE (rhs) == CONSTRUCTOR && CONSTRUCTOR_NELTS (rhs) == 0
	       ? lk_operand_const (0) : lk_operand_unknown ()), loc);
}

/* ---- Loads.  ---- */

struct lk_event *
lk_load_into (struct lk_lower *l, struct lk_operand dest, struct lk_operand src,
	      lk_loc loc)
{
  if (lk_models_load (l, dest, src, loc))
    return NULL;
  struct lk_event *ev
    = lk_graph_add_event (l->graph, l->block, LK_EVENT_ASSIGN, loc, 0);
  ev->dest = dest;
  ev->src = src;
  return ev;
}

/* Return the load of the same reference as LOADED that has surely been executed before, or
   NULL.  */
static const lk_reference *
loaded_before (struct lk_lower *l, const lk_reference *loaded)
{
  auto_vec<const lk_reference *> same;
  unsigned i;
  lk_reference *r;
  FOR_EACH_VEC_ELT (l->references, i, r)
    if (r->object == loaded->object && r->member == loaded->member)
      same.safe_push (r);
  hash_set<basic_block> seen;
  for (basic_block bb = loaded->bb; !same.is_empty () && !seen.add (bb); bb = single_pred (bb))
    {
      for (i = 0; i < same.length (); i++)
	if (same[i]->bb == bb)
	  return same[i];
      if (!single_pred_p (bb))
	break;
    }
  return NULL;
}

/* A reference is always to the same: what a lambda captured is loaded each time it
   is used, and is one value all the same.  */
void
lk_lower_load (struct lk_lower *l, gimple *stmt, tree ref)
{
  tree name = gimple_get_lhs (stmt);
  lk_reference loaded = { NULL_TREE, NULL_TREE, gimple_bb (stmt),
			  lk_operand_unknown () };
  if (TREE_CODE (ref) == COMPONENT_REF
      && TREE_CODE (TREE_TYPE (TREE_OPERAND (ref, 1))) == REFERENCE_TYPE
      && TREE_CODE (TREE_OPERAND (ref, 0)) == MEM_REF
      && integer_zerop (TREE_OPERAND (TREE_OPERAND (ref, 0), 1)))
    {
      loaded.object = TREE_OPERAND (TREE_OPERAND (ref, 0), 0);
      loaded.member = TREE_OPERAND (ref, 1);
      if (const lk_reference *earlier = loaded_before (l, &loaded))
	{
	  lk_set_operand (l, name, earlier->value);
	  return;
	}
    }
  note_element (l, lk_define_assigned (l, name, lk_place_of (l, ref), lk_location_of (stmt)), ref);
  if (loaded.object)
    {
      loaded.value = lk_operand_of (l, name);
      l->references.safe_push (loaded);
    }
}
