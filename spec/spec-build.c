/* The written form, built piece by piece by the parser's actions.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "spec-internal.h"

#define NEW(TYPE) ((TYPE *) lk_arena_alloc (reader->scratch, sizeof (TYPE)))

struct written_name *
spec_new_name (struct spec_reader *reader, const struct spec_token *token)
{
  struct written_name *name = NEW (struct written_name);
  name->text = token->text;
  name->pos = token->pos;
  if (!*name->text && !token->bad)
    {
      spec_error_at (reader, token->pos, "a name cannot be empty");
      reader->bad = true;
    }
  return name;
}

struct written_clause *
spec_new_clause (struct spec_reader *reader, enum written_role role,
	    struct spec_pos pos)
{
  struct written_clause *clause = NEW (struct written_clause);
  clause->role = role;
  clause->pos = pos;
  return clause;
}

struct written_place *
spec_new_place (struct spec_reader *reader, unsigned stars, int64_t base,
	   struct written_index *indices, struct spec_pos pos)
{
  struct written_place *place = NEW (struct written_place);
  place->stars = stars;
  place->base = base;
  place->indices = indices;
  place->pos = pos;
  return place;
}

struct written_property *
spec_new_property (struct spec_reader *reader, enum written_property_kind what,
	      struct spec_pos pos)
{
  struct written_property *property = NEW (struct written_property);
  property->what = what;
  property->pos = pos;
  return property;
}

void
spec_recovered (struct spec_reader *reader)
{
  reader->recovering = reader->in_kind = reader->bad = false;
}

void
spec_add_kind (struct spec_reader *reader, struct written_name *name,
	  struct written_property *properties)
{
  struct written_kind *kind = NEW (struct written_kind);
  kind->name = name;
  kind->properties = properties;
  *reader->kinds_tail = kind;
  reader->kinds_tail = &kind->next;
}

void
spec_add_row (struct spec_reader *reader, struct written_name *names,
	 struct written_clause *clauses)
{
  if (reader->bad)
    return;
  struct written_row *row = NEW (struct written_row);
  row->names = names;
  row->clauses = clauses;
  row->class = reader->class;
  *reader->rows_tail = row;
  reader->rows_tail = &row->next;
}

void
spec_begin_class (struct spec_reader *reader, struct written_name *name,
	     struct written_name *supers)
{
  struct written_class *class = NEW (struct written_class);
  if (!name)
    {
      /* Its rows are read for their errors, and dropped.  */
      name = NEW (struct written_name);
      name->text = "";
    }
  class->name = name;
  class->supers = supers;
  class->duties_tail = &class->duties;
  class->owning_tail = &class->owning;
  reader->class = class;
}

void
spec_end_class (struct spec_reader *reader)
{
  if (*reader->class->name->text)
    {
      *reader->classes_tail = reader->class;
      reader->classes_tail = &reader->class->next;
    }
  reader->class = NULL;
  reader->in_class = NO_CLASS;
}

void
spec_add_duty (struct spec_reader *reader, struct written_must *must,
	  struct written_releases *releases, struct spec_pos pos)
{
  struct written_duty *duty = NEW (struct written_duty);
  /* A method would not be called so.  */
  bool nothing = (!must->next && !must->names->next
		  && !strcmp (must->names->text, "nothing"));
  duty->must = nothing ? NULL : must;
  duty->releases = releases;
  duty->pos = pos;
  *reader->class->duties_tail = duty;
  reader->class->duties_tail = &duty->next;
}

struct written_releases *
spec_new_releases (struct spec_reader *reader, struct spec_pos pos)
{
  struct written_releases *releases = NEW (struct written_releases);
  releases->pos = pos;
  return releases;
}

void
spec_add_release (struct spec_reader *reader, int64_t *release,
	     const struct spec_token *token)
{
  if (*release)
    spec_error_at (reader, token->pos, "a second number: expected one 'since' "
		   "and one 'before' at most");
  /* 255 releases are 120 years.  */
  else if (token->value < 1 || token->value > UINT8_MAX)
    spec_error_at (reader, token->pos, "'%s' is no release of the JDK: "
		   "expected 1 to %d (8 for 1.8)", token->text, UINT8_MAX);
  else
    *release = token->value;
}
