/* Sources in reports.

   GCC shows an event of a path below its line.  If the source is missing, it does not show the
   event: then all events are printed as notes, as with
   -fdiagnostics-path-format=separate-events.  And it opens any file with the name of a source:
   if that is a FIFO, at which it would block, no lines are shown at all.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#define LK_COMPAT_DIAGNOSTICS
#include "plugin.h"
#include "../spec/file.h"

enum source_state { SOURCE_ABSENT, SOURCE_ODD, SOURCE_READABLE };

static hash_map<nofree_string_hash, enum source_state> *states;

/* Return the state of the file FILE; tested once.  */
static enum source_state
state_of (const char *file)
{
  if (!file || !*file || *file == '<')
    return SOURCE_ABSENT;
  if (!states)
    states = new hash_map<nofree_string_hash, enum source_state>;
  if (enum source_state *known = states->get (file))
    return *known;
  struct stat status;
  const char *why;
  FILE *stream = lk_file_stream (file, &why);
  enum source_state state
    = (stream ? SOURCE_READABLE
       : stat (file, &status) == 0 && lk_file_oddity (status.st_mode) ? SOURCE_ODD
       : SOURCE_ABSENT);
  if (stream)
    fclose (stream);
  states->put (xstrdup (file), state);
  return state;
}

const char *
lk_source_text (const char *file, int line, size_t *length)
{
  *length = 0;
  return (line > 0 && state_of (file) == SOURCE_READABLE
	  ? lk_source_line (file, line, length) : NULL);
}

void
lk_source_look (struct lk_source_look *look, location_t where)
{
  expanded_location e = expand_location (where);
  size_t length;
  if (!lk_source_text (e.file, e.line, &length))
    look->missing = true;
  if (state_of (e.file) == SOURCE_ODD)
    look->odd = true;
}

struct lk_showing
lk_source_show (const struct lk_source_look *look)
{
  struct lk_showing before = lk_show (NULL), now = before;
  if (look->missing && now.paths == DPF_INLINE_EVENTS)
    now.paths = DPF_SEPARATE_EVENTS;
  if (look->odd)
    {
      now.lines = false;
      /* To count characters the line is read.  */
      now.columns = DIAGNOSTICS_COLUMN_UNIT_BYTE;
    }
  lk_show (&now);
  return before;
}

/* ---- Java sources that were not found.  ---- */

static hash_set<nofree_string_hash> *missing;
static const char *first_missing;

void
lk_source_told (location_t where)
{
  const char *file = LOCATION_FILE (where);
  if (!file || state_of (file) == SOURCE_READABLE)
    return;
  if (!missing)
    missing = new hash_set<nofree_string_hash>;
  if (missing->contains (file))
    return;
  char *copy = xstrdup (file);
  missing->add (copy);
  if (!first_missing)
    first_missing = copy;
}

static char *source_roots;

void
lk_source_roots (const char *roots)
{
  free (source_roots);
  source_roots = xstrdup (roots);
}

void
lk_source_say_missing (void)
{
  if (!missing || !source_roots)
    return;
  unsigned n = missing->elements ();
  if (n == 1)
    inform (UNKNOWN_LOCATION, LK_TR ("the source %qs was not found in %s: name the folder that its"
	    " package begins in with %<-sourcepath%>; %<@SuppressWarnings%> is only seen"
	    " in sources"), first_missing, source_roots);
  else
    inform (UNKNOWN_LOCATION, LK_TR ("%u sources (the first is %qs) were not found in %s: name the"
	    " folders that their packages begin in with %<-sourcepath%>;"
	    " %<@SuppressWarnings%> is only seen in sources"), n, first_missing, source_roots);
}
