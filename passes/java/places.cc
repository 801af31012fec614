/* Lines and methods of Java in GCC's tables.

   The process that analyses (fork.h) has them for all classes that it has read.  The compiler,
   which only prints, has those that messages are about, in the same form: GCC groups events
   that are in one function and one map of lines.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "java.h"
#include "line-map.h"

/* ---- Lines.  ---- */

/* Keeps the line table from starting a new map within a class: it does so
   where lines are further apart than 1000 locations.  */
#define LINE_STEP 64
/* 128 locations a line.  */
#define LAST_COLUMN 80

void
lk_java_make_lines (struct lk_java_lines *lines, const char *file, unsigned first,
		    unsigned last)
{
  linemap_add (line_table, LC_ENTER, 0, file, first);
  linemap_line_start (line_table, first, LAST_COLUMN);
  const line_map_ordinary *map = LINEMAPS_LAST_ORDINARY_MAP (line_table);
  location_t start = MAP_START_LOCATION (map);
  lines->base = start + (1 << map->m_range_bits);
  lines->line_bits = map->m_column_and_range_bits;
  lines->last = last;
  for (unsigned line = first; line < last;)
    {
      unsigned next = MIN (line + LINE_STEP, last);
      linemap_line_start (line_table, next, LAST_COLUMN);
      map = LINEMAPS_LAST_ORDINARY_MAP (line_table);
      if (MAP_START_LOCATION (map) != start)
	{
	  /* GCC runs out of locations, after 12 million lines.  */
	  lines->last = line;
	  break;
	}
      line = next;
    }
  /* A line that was only started reserves nothing for its columns.  */
  linemap_position_for_column (line_table, LAST_COLUMN);
  linemap_add (line_table, LC_LEAVE, 0, NULL, 0);
}

void
lk_java_expand_place (location_t where, struct lk_source_place *place)
{
  const line_map_ordinary *map = linemap_check_ordinary (linemap_lookup (line_table, where));
  unsigned next = map - LINEMAPS_ORDINARY_MAP_AT (line_table, 0) + 1;
  location_t end = (next < LINEMAPS_ORDINARY_USED (line_table)
		    ? MAP_START_LOCATION (LINEMAPS_ORDINARY_MAP_AT (line_table, next)) - 1
		    : line_table->highest_location);
  place->file = ORDINARY_MAP_FILE_NAME (map);
  place->first = ORDINARY_MAP_STARTING_LINE_NUMBER (map);
  place->last = SOURCE_LINE (map, end);
  place->line = SOURCE_LINE (map, where);
  place->column = SOURCE_COLUMN (map, where);
}

static hash_map<nofree_string_hash, struct lk_java_lines> *remote_lines;

location_t
lk_java_remote_place (const struct lk_source_place *p)
{
  if (!p->file || !p->first || p->line < p->first || p->last < p->line
      || p->last > 1000000 || p->column > LAST_COLUMN * 2)
    return UNKNOWN_LOCATION;
  char *key = xasprintf ("%u %u %s", p->first, p->last, p->file);
  if (!remote_lines)
    remote_lines = new hash_map<nofree_string_hash, struct lk_java_lines>;
  struct lk_java_lines *lines = remote_lines->get (key);
  if (lines)
    free (key);
  else
    {
      struct lk_java_lines made;
      lk_java_make_lines (&made, xstrdup (p->file), p->first, p->last);
      remote_lines->put (key, made);
      lines = remote_lines->get (key);
    }
  location_t start = lines->base + ((p->line - p->first) << lines->line_bits);
  return p->line > lines->last ? lines->base : start + p->column - 1;
}

/* ---- Methods.  ---- */

struct remote
{
  tree decl;
  const char *what;		/* Or NULL.  */
};
static hash_map<nofree_string_hash, struct remote> *methods;
static hash_map<tree, const char *> *what_they_are;

const char *
lk_java_what (tree decl)
{
  const char **remote = what_they_are ? what_they_are->get (decl) : NULL;
  if (remote)
    return *remote;
  struct lk_java_method *m = lk_java ? lk_java_method_by_decl (decl) : NULL;
  return (!m ? NULL : m->around ? "lambda" : !strcmp (m->member, "<init>") ? "constructor"
	  : !strcmp (m->member, "<clinit>") ? "static initializer" : "method");
}

tree
lk_java_remote_method (uint64_t number, const char *name, const char *what)
{
  char *key = xasprintf ("%llu %s", (unsigned long long) number, name);
  if (!methods)
    {
      methods = new hash_map<nofree_string_hash, struct remote>;
      what_they_are = new hash_map<tree, const char *>;
    }
  if (struct remote *known = methods->get (key))
    {
      free (key);
      return known->decl;
    }
  tree decl = build_decl (UNKNOWN_LOCATION, FUNCTION_DECL, get_identifier (name),
			  build_function_type_list (void_type_node, NULL_TREE));
  TREE_PUBLIC (decl) = 1;
  DECL_EXTERNAL (decl) = 1;
  struct remote remote = { decl, what ? xstrdup (what) : NULL };
  methods->put (key, remote);
  what_they_are->put (decl, remote.what);
  return decl;
}

static const struct lk_remote_java remote
  = { lk_java_what, lk_java_remote_method, lk_java_expand_place, lk_java_remote_place };

void
lk_java_places_init (void)
{
  lk_remote_java = &remote;
}
