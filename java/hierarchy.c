/* The types of a run and how they stand to each other.

   Types are entered depth first, each with all above it, with a stack of its
   own: inputs decide how deep it goes.  A supertype that is still being entered
   closes a cycle.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "hierarchy-internal.h"

/* ---- The table.  ---- */

static struct node **
find_place (struct lk_hierarchy *all, const char *name, uint32_t hash)
{
  size_t at = hash & (all->table_size - 1);
  while (all->table[at]
	 && (all->table[at]->hash != hash
	     || strcmp (all->table[at]->type.name, name) != 0))
    at = (at + 1) & (all->table_size - 1);
  return &all->table[at];
}

static void
grow_table (struct lk_hierarchy *all)
{
  struct node **old = all->table;
  size_t old_size = all->table_size;
  all->table_size = old_size ? old_size * 2 : 1024;
  all->table = lk_xmalloc (all->table_size * sizeof *all->table);
  memset (all->table, 0, all->table_size * sizeof *all->table);
  for (size_t i = 0; i < old_size; i++)
    if (old[i])
      *find_place (all, old[i]->type.name, old[i]->hash) = old[i];
  free (old);
}

/* The node of NAME; a new one if there was none.  */

static struct node *
get_node (struct lk_hierarchy *all, const char *name)
{
  uint32_t hash = lk_class_name_hash (name, strlen (name));
  struct node **place = find_place (all, name, hash);
  if (*place)
    return *place;
  if (all->n_nodes * 2 >= all->table_size)
    {
      grow_table (all);
      place = find_place (all, name, hash);
    }
  if (all->n_nodes == all->nodes_room)
    {
      all->nodes_room = lk_more_room (all->nodes_room, 512);
      all->nodes = lk_xrealloc (all->nodes, all->nodes_room
				* sizeof *all->nodes);
    }
  struct node *node = lk_arena_alloc (all->arena, sizeof *node);
  node->type.name = lk_arena_strdup (all->arena, name);
  node->hash = hash;
  *place = node;
  all->nodes[all->n_nodes++] = node;
  return node;
}

/* ---- Entering.  ---- */

static void
add_subtype (struct lk_hierarchy *all, struct node *node, struct lk_type *sub)
{
  struct lk_type *type = &node->type;
  if (!type->subtypes || type->n_subtypes == 1u << node->subtypes_bits)
    {
      node->subtypes_bits += type->subtypes ? 1 : 2;
      struct lk_type **larger
	= lk_arena_alloc_array (all->arena, (size_t) 1 << node->subtypes_bits,
				sizeof *larger);
      if (type->n_subtypes)
	memcpy (larger, type->subtypes, type->n_subtypes * sizeof *larger);
      type->subtypes = larger;
    }
  type->subtypes[type->n_subtypes++] = sub;
}

/* Make SUPER, which is entered, a supertype of NODE, unless it is too deep.  */

static void
connect (struct lk_hierarchy *all, struct node *node, struct node *super,
	 bool is_class)
{
  struct lk_type *type = &node->type;
  if (super->state == NODE_OPEN || super->depth >= LK_HIERARCHY_DEPTH)
    {
      all->n_cycles++;
      type->incomplete = true;
      return;
    }
  if (super->depth >= node->depth)
    node->depth = (uint16_t) (super->depth + 1);
  type->incomplete |= super->type.incomplete || !super->type.class_file;
  if (is_class)
    type->super = &super->type;
  else
    type->interfaces[type->n_interfaces++] = &super->type;
  add_subtype (all, super, type);
}

static void
open_node (struct lk_hierarchy *all, struct node *node)
{
  const struct lk_class *class = lk_classpath_find (all->path,
						    node->type.name);
  node->state = NODE_OPEN;
  node->type.class_file = class;
  if (!class)
    return;
  node->type.is_interface = class->access & LK_ACC_INTERFACE;
  node->type.is_input = lk_classpath_is_input (all->path, class);
  node->type.is_library = (!node->type.is_input
			   && !lk_classpath_is_jdk (all->path, class));
  if (class->n_interfaces)
    node->type.interfaces
      = lk_arena_alloc_array (all->arena, class->n_interfaces,
			      sizeof *node->type.interfaces);
}

/* The name of supertype NUMBER of NODE: interfaces first, then the superclass.
   NULL: there are no more.  */

static const char *
supertype (const struct node *node, unsigned number)
{
  const struct lk_class *class = node->type.class_file;
  if (!class || number > class->n_interfaces)
    return NULL;
  return number < class->n_interfaces ? class->interfaces[number]
	 : class->super_name;
}

/* Enter START with all above it.  */

static void
enter_above (struct lk_hierarchy *all, struct node *start)
{
  struct node **stack = NULL;
  size_t depth = 0, room = 0;
  struct node *node = start;
  open_node (all, node);
  for (;;)
    {
      const char *name = supertype (node, node->next);
      if (name)
	{
	  struct node *super = get_node (all, name);
	  if (super->state == NODE_NEW)
	    {
	      if (depth == room)
		{
		  room = lk_more_room (room, 64);
		  stack = lk_xrealloc (stack, room * sizeof *stack);
		}
	      stack[depth++] = node;
	      node = super;
	      open_node (all, node);
	      continue;
	    }
	  bool is_class = node->next == node->type.class_file->n_interfaces;
	  node->next++;
	  connect (all, node, super, is_class);
	  continue;
	}
      node->state = NODE_DONE;
      if (depth == 0)
	break;
      node = stack[--depth];
    }
  free (stack);
}

struct lk_type *
lk_hierarchy_type (struct lk_hierarchy *all, const char *name)
{
  if (!lk_is_class_name (name))
    return NULL;
  struct node *node = get_node (all, name);
  if (node->state == NODE_NEW)
    enter_above (all, node);
  return &node->type;
}

static void
enter_input (void *data, const struct lk_class *class)
{
  struct lk_hierarchy *all = data;
  lk_hierarchy_type (all, class->name);
  hierarchy_scan (all, class);
}

struct lk_hierarchy *
lk_hierarchy_new (struct lk_classpath *path)
{
  struct lk_hierarchy *all = lk_xmalloc (sizeof *all);
  memset (all, 0, sizeof *all);
  all->arena = lk_arena_new ();
  all->path = path;
  grow_table (all);
  lk_classpath_read_ahead (path);
  /* After all have been read, the true names of all inputs are known.  */
  size_t n = lk_classpath_n_inputs (path);
  for (size_t i = 0; i < n; i++)
    lk_classpath_input (path, i);
  for (size_t i = 0; i < n; i++)
    lk_classpath_visit_input (path, i, enter_input, all);
  return all;
}

void
lk_hierarchy_free (struct lk_hierarchy *all)
{
  if (!all)
    return;
  lk_arena_free (all->arena);
  free (all->table);
  free (all->nodes);
  free (all->walk);
  free (all);
}

size_t
lk_hierarchy_n_types (const struct lk_hierarchy *all)
{
  return all->n_nodes;
}

struct lk_type *
lk_hierarchy_nth_type (const struct lk_hierarchy *all, size_t number)
{
  return &all->nodes[number]->type;
}

size_t
lk_hierarchy_n_cycles (const struct lk_hierarchy *all)
{
  return all->n_cycles;
}

/* ---- Walks.  ---- */

/* Types are met once because they carry the number of the walk.  */

static void
begin_walk (struct lk_hierarchy *all)
{
  if (++all->mark == 0)
    {
      for (size_t i = 0; i < all->n_nodes; i++)
	all->nodes[i]->mark = 0;
      all->mark = 1;
    }
  /* Each type at most once.  */
  if (all->walk_room < all->n_nodes)
    {
      all->walk_room = all->n_nodes * 2;
      all->walk = lk_xrealloc (all->walk, all->walk_room * sizeof *all->walk);
    }
}

static size_t
meet (struct lk_hierarchy *all, size_t count, struct lk_type *type)
{
  struct node *node = (struct node *) type;
  if (node->mark == all->mark)
    return count;
  node->mark = all->mark;
  all->walk[count] = type;
  return count + 1;
}

size_t
hierarchy_walk_up (struct lk_hierarchy *all, struct lk_type *type,
		   struct lk_type ***list)
{
  begin_walk (all);
  size_t count = 0;
  for (; type; type = type->super)
    count = meet (all, count, type);
  for (size_t i = 0; i < count; i++)
    {
      struct lk_type *at = all->walk[i];
      for (unsigned j = 0; j < at->n_interfaces; j++)
	count = meet (all, count, at->interfaces[j]);
      /* The superclass that an interface names is java/lang/Object.  */
      if (at->super)
	count = meet (all, count, at->super);
    }
  *list = all->walk;
  return count;
}

static size_t
hierarchy_walk_down (struct lk_hierarchy *all, struct lk_type *type,
		     struct lk_type ***list)
{
  begin_walk (all);
  size_t count = meet (all, 0, type);
  for (size_t i = 0; i < count; i++)
    for (unsigned j = 0; j < all->walk[i]->n_subtypes; j++)
      count = meet (all, count, all->walk[i]->subtypes[j]);
  *list = all->walk;
  return count;
}

static struct lk_type **
copy_walk (struct lk_arena *arena, struct lk_type **list, size_t count)
{
  struct lk_type **copy = lk_arena_alloc_array (arena, count + 1,
						sizeof *copy);
  memcpy (copy, list, count * sizeof *copy);
  return copy;
}

struct lk_type **
lk_hierarchy_above (struct lk_hierarchy *all, struct lk_type *type,
		    struct lk_arena *arena)
{
  struct lk_type **list;
  size_t count = hierarchy_walk_up (all, type, &list);
  return copy_walk (arena, list, count);
}

struct lk_type **
lk_hierarchy_below (struct lk_hierarchy *all, struct lk_type *type,
		    struct lk_arena *arena)
{
  struct lk_type **list;
  size_t count = hierarchy_walk_down (all, type, &list);
  return copy_walk (arena, list, count);
}

bool
lk_hierarchy_is_subtype (struct lk_hierarchy *all, const struct lk_type *sub,
			 const struct lk_type *super)
{
  for (const struct lk_type *type = sub; type; type = type->super)
    if (type == super)
      return true;
  if (!super->is_interface && super->class_file)
    return sub->is_interface && !strcmp (super->name, "java/lang/Object");
  struct lk_type **list;
  size_t count = hierarchy_walk_up (all, (struct lk_type *) sub, &list);
  for (size_t i = 0; i < count; i++)
    if (list[i] == super)
      return true;
  return false;
}
