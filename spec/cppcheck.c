/* cppcheck's library files (.cfg) as specifications.

   Users have them for their own libraries.  They say less than ours: no condition of success,
   no kind, nothing of aliases.  These elements are read: <memory>, <resource> allocation
   groups, with <alloc>, <realloc>, <dealloc> and <use>; <function name="a,b"> with
   <leak-ignore/>, <noreturn> and the type of <returnValue>.  All others, which are not about
   leaks, are skipped.

   A group has the kind that a known contract gives one of its <dealloc> (fclose: stream); else
   the kind "memory", if free is one of them; else a new kind named after the first.  A
   function with "leak-ignore" borrows all its arguments; one without is unknown, as with
   cppcheck itself.  A specification in our own language, shipped or the user's, overrides
   these files: it is more exact.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <expat.h>
#include <stdlib.h>
#include <string.h>
#include "spec-internal.h"

/* One name in a group.  */
enum member_role { MEMBER_ALLOC, MEMBER_REALLOC, MEMBER_DEALLOC, MEMBER_USE };

struct member
{
  enum member_role role;
  const char *name;
  int line;
  int arg;			/* 0: the result; DEALLOC: from 1.  */
  int realloc_arg;
  struct member *next;
};

/* All that the file says of one function.  */
struct function
{
  const char *name;
  int line;
  bool leak_ignore, noreturn, used, returns_int;
  struct lk_clause *clauses, **clauses_tail;
  struct function *chain, *next;
};

/* A kind made here.  */
struct new_kind
{
  struct lk_kind *kind;
  bool memory;
  struct new_kind *next;
};

#define N_CHAINS 1024

struct library
{
  struct spec_reader *reader;
  XML_Parser parser;
  unsigned depth;		/* Of the element that is open.  */
  bool stopped;
  bool in_group, memory;
  struct member *members, **members_tail;
  struct member *open;		/* Its element is open at depth 3.  */
  struct function *functions, **functions_tail;
  struct function *chains[N_CHAINS];
  const char *open_names;	/* Of the <function> that is open.  */
  int open_line;
  bool in_noreturn;
  bool leak_ignore, noreturn, returns_int;
  struct spec_text text;	/* In the open element.  */
  struct new_kind *new_kinds;
};

/* Expat 2.9 deprecates those that do not end in 64.  */
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
# define XML_LINE XML_GetCurrentLineNumber64
# define XML_COLUMN XML_GetCurrentColumnNumber64
#else
# define XML_LINE XML_GetCurrentLineNumber
# define XML_COLUMN XML_GetCurrentColumnNumber
#endif

static struct spec_pos
position (struct library *library)
{
  return (struct spec_pos) {
    (int) XML_LINE (library->parser),
    (int) XML_COLUMN (library->parser) + 1
  };
}

static const char *
attribute (const char **attributes, const char *name)
{
  for (; attributes[0]; attributes += 2)
    if (!strcmp (attributes[0], name))
      return attributes[1];
  return NULL;
}

/* The number of an argument in the attribute NAME; DEFAULT_ARG if it is not
   there, and after a complaint.  */

static int
argument (struct library *library, const char *element,
	  const char **attributes, const char *name, int default_arg)
{
  const char *text = attribute (attributes, name);
  if (!text)
    return default_arg;
  char *end;
  long value = strtol (text, &end, 10);
  if (end == text || *end || value < 1 || value > LK_PLACE_GLOBAL - 1)
    {
      spec_error_at (library->reader, position (library), "%s=\"%s\" of <%s> is "
		     "not the number of an argument: expected 1 to %d", name,
		     text, element, LK_PLACE_GLOBAL - 1);
      return default_arg;
    }
  return (int) value;
}

/* The record of NAME, a new one if there is none.  */

static struct function *
get_function (struct library *library, const char *name, int line)
{
  struct function **chain = &library->chains[spec_hash (name) % N_CHAINS];
  for (struct function *f = *chain; f; f = f->chain)
    if (!strcmp (f->name, name))
      return f;
  struct function *f = lk_arena_alloc (library->reader->scratch, sizeof *f);
  f->name = name;
  f->line = line;
  f->clauses_tail = &f->clauses;
  f->chain = *chain;
  *chain = f;
  *library->functions_tail = f;
  library->functions_tail = &f->next;
  return f;
}

/* The next of the names in *LIST, which are divided by commas, trimmed and in
   scratch memory; NULL at the end.  */

static const char *
next_name (struct library *library, const char **list)
{
  static const char blanks[] = " \t\r\n";
  while (**list)
    {
      const char *start = *list + strspn (*list, blanks);
      const char *end = start + strcspn (start, ",");
      *list = *end ? end + 1 : end;
      while (end > start && strchr (blanks, end[-1]))
	end--;
      if (end > start)
	return lk_arena_strndup (library->reader->scratch, start,
				 (size_t) (end - start));
    }
  return NULL;
}

/* The clause ROLE KIND at argument ARG of F, behind a pointer if DEREF; ARG 0
   is the result.  NULL if it is there already.  */

static struct lk_clause *
add_clause (struct library *library, struct function *f, enum lk_role role,
	    const struct lk_kind *kind, int arg, bool deref)
{
  for (struct lk_clause *c = f->clauses; c; c = c->next)
    if (c->role == role && c->kind == kind && c->place.base == arg
	&& c->place.nsel == deref)
      return NULL;
  struct lk_clause *clause = lk_spec_alloc (library->reader->spec,
					    sizeof *clause);
  clause->role = role;
  clause->kind = kind;
  clause->place.base = (int16_t) arg;
  clause->place.nsel = deref;
  *f->clauses_tail = clause;
  f->clauses_tail = &clause->next;
  return clause;
}

/* ---- Groups.  ---- */

static const struct lk_kind *
released_kind (const struct lk_clause *clause)
{
  for (; clause; clause = clause->next)
    if (clause->role == LK_ROLE_RELEASE && clause->kind)
      return clause->kind;
  return NULL;
}

static const struct lk_kind *
make_kind (struct library *library, const char *name)
{
  struct lk_spec *spec = library->reader->spec;
  struct lk_kind *kind = lk_spec_kind (spec, name);
  if (kind)
    return kind;
  kind = lk_spec_make_kind (spec, name);
  kind->noun = library->memory ? "memory" : "resource";
  if (library->memory)
    {
      kind->verb = "freed";
      kind->cwe = 401;
      kind->memory = true;
    }
  struct new_kind *made = lk_arena_alloc (library->reader->scratch,
					  sizeof *made);
  made->kind = kind;
  made->memory = library->memory;
  made->next = library->new_kinds;
  library->new_kinds = made;
  return kind;
}

/* NULL if nothing releases what the group allocates.  */

static const struct lk_kind *
group_kind (struct library *library)
{
  const char *first = NULL;
  bool has_free = false;
  for (struct member *m = library->members; m; m = m->next)
    if (m->role == MEMBER_DEALLOC)
      {
	const struct lk_contract *known
	  = lk_spec_lookup (library->reader->spec, m->name);
	const struct lk_kind *kind
	  = known ? released_kind (known->clauses) : NULL;
	if (kind)
	  return kind;
	if (!first)
	  first = m->name;
	has_free |= !strcmp (m->name, "free");
      }
  if (!first)
    return NULL;
  if (library->memory && has_free)
    return make_kind (library, "memory");
  for (struct member *m = library->members; m; m = m->next)
    if (m->role == MEMBER_DEALLOC)
      {
	struct function *f = get_function (library, m->name, m->line);
	const struct lk_kind *kind = released_kind (f->clauses);
	if (kind)
	  return kind;
      }
  return make_kind (library, first);
}

static void
end_group (struct library *library)
{
  const struct lk_kind *kind = group_kind (library);
  for (struct member *m = library->members; m && kind; m = m->next)
    {
      struct function *f = get_function (library, m->name, m->line);
      switch (m->role)
	{
	case MEMBER_DEALLOC:
	  add_clause (library, f, LK_ROLE_RELEASE, kind, m->arg, false);
	  break;
	case MEMBER_REALLOC:
	  {
	    struct lk_clause *clause
	      = add_clause (library, f, LK_ROLE_RELEASE, kind, m->realloc_arg,
			    false);
	    if (clause)
	      {
		clause->n_conditions = 1;
		clause->conditions[0].range = LK_RANGE_NONNULL;
	      }
	  }
	  /* Fall through.  */
	case MEMBER_ALLOC:
	  add_clause (library, f, LK_ROLE_ACQUIRE, kind, m->arg, m->arg > 0);
	  break;
	case MEMBER_USE:
	  f->used = true;
	  break;
	}
    }
  library->in_group = false;
}

/* The text of <alloc> and its like has come to its end: one member for each
   name.  */

static void
end_member (struct library *library)
{
  const char *list = library->text.text ? library->text.text : "", *name;
  bool any = false;
  while ((name = next_name (library, &list)))
    {
      struct member *m = lk_arena_alloc (library->reader->scratch, sizeof *m);
      *m = *library->open;
      m->name = name;
      *library->members_tail = m;
      library->members_tail = &m->next;
      any = true;
    }
  if (!any)
    spec_error_at (library->reader, position (library), "expected the name of "
		   "a function before the end tag");
  library->open = NULL;
}

/* ---- Functions.  ---- */

static void
end_function (struct library *library)
{
  const char *list = library->open_names, *name;
  while ((name = next_name (library, &list)))
    {
      struct function *f = get_function (library, name, library->open_line);
      f->leak_ignore |= library->leak_ignore;
      f->noreturn |= library->noreturn;
      f->returns_int |= library->returns_int;
    }
  library->open_names = NULL;
}

/* ---- Elements.  ---- */

static void
start_top (struct library *library, const char *name, const char **attributes)
{
  if (!strcmp (name, "memory") || !strcmp (name, "resource"))
    {
      library->in_group = true;
      library->memory = name[0] == 'm';
      library->members = NULL;
      library->members_tail = &library->members;
    }
  else if (!strcmp (name, "function"))
    {
      const char *names = attribute (attributes, "name");
      if (!names || !*names)
	spec_error_at (library->reader, position (library), "<function> has no "
		       "name: expected <function name=\"...\">");
      else
	{
	  library->open_names = lk_arena_strdup (library->reader->scratch,
						 names);
	  library->open_line = position (library).line;
	  library->leak_ignore = library->noreturn = false;
	  library->returns_int = false;
	}
    }
}

static void
start_in_group (struct library *library, const char *name,
		const char **attributes)
{
  struct member member = { .line = position (library).line };
  if (!strcmp (name, "alloc"))
    member.role = MEMBER_ALLOC;
  else if (!strcmp (name, "realloc"))
    member.role = MEMBER_REALLOC;
  else if (!strcmp (name, "dealloc"))
    member.role = MEMBER_DEALLOC;
  else if (!strcmp (name, "use"))
    member.role = MEMBER_USE;
  else
    {
      const char *const known[] = { "alloc", "realloc", "dealloc", "use" };
      const char *meant = spec_suggest (name, known, 4);
      struct spec_text hint = { library->reader->scratch, NULL, 0, 0 };
      spec_text_add (&hint, "%s%s%s", meant ? LK_TR ("; did you mean <") : "",
		     meant ? meant : "", meant ? ">?" : "");
      spec_error_at (library->reader, position (library), "expected <alloc>, "
		     "<realloc>, <dealloc> or <use>, not <%s>%s", name,
		     hint.text);
      return;
    }
  member.arg = argument (library, name, attributes, "arg",
			 member.role == MEMBER_DEALLOC ? 1 : 0);
  member.realloc_arg = argument (library, name, attributes, "realloc-arg", 1);
  library->open = lk_arena_alloc (library->reader->scratch, sizeof member);
  *library->open = member;
}

static void XMLCALL
start_element (void *data, const char *name, const char **attributes)
{
  struct library *library = data;
  if (library->stopped)
    return;
  library->text.length = 0;
  if (library->text.text)
    library->text.text[0] = '\0';
  switch (++library->depth)
    {
    case 1:
      if (strcmp (name, "def"))
	{
	  spec_error_at (library->reader, position (library), "expected <def>, "
			 "the root of a cppcheck library, not <%s>", name);
	  library->stopped = true;
	}
      break;
    case 2:
      start_top (library, name, attributes);
      break;
    case 3:
      if (library->in_group)
	start_in_group (library, name, attributes);
      else if (library->open_names)
	{
	  const char *type;
	  if (!strcmp (name, "leak-ignore"))
	    library->leak_ignore = true;
	  else if (!strcmp (name, "noreturn"))
	    library->in_noreturn = true;
	  else if (!strcmp (name, "returnValue")
		   && (type = attribute (attributes, "type")))
	    library->returns_int = !strcmp (type, "int");
	}
      break;
    default:
      break;
    }
}

static void XMLCALL
end_element (void *data, const char *name)
{
  struct library *library = data;
  (void) name;
  if (library->stopped)
    return;
  switch (library->depth--)
    {
    case 2:
      if (library->in_group)
	end_group (library);
      else if (library->open_names)
	end_function (library);
      break;
    case 3:
      if (library->open)
	end_member (library);
      else if (library->in_noreturn)
	{
	  const char *list = library->text.text ? library->text.text : "";
	  const char *word = next_name (library, &list);
	  if (word && !strcmp (word, "true"))
	    library->noreturn = true;
	  else if (!word || (strcmp (word, "false") && strcmp (word, "maybe")))
	    spec_error_at (library->reader, position (library), "'%s' in "
			   "<noreturn>: expected 'true', 'false' or 'maybe'",
			   word ? word : "");
	  library->in_noreturn = false;
	}
      break;
    default:
      break;
    }
}

static void XMLCALL
characters (void *data, const char *text, int length)
{
  struct library *library = data;
  if (library->open || library->in_noreturn)
    spec_text_add (&library->text, "%.*s", length, text);
}

/* ---- The end.  ---- */

/* A new kind of handles that are int: all that acquire it return int.  */

static void
find_handles (struct library *library)
{
  for (struct new_kind *made = library->new_kinds; made; made = made->next)
    {
      bool number = false, other = false;
      for (struct function *f = library->functions; f; f = f->next)
	for (struct lk_clause *c = f->clauses; c; c = c->next)
	  if (c->kind == made->kind && c->role == LK_ROLE_ACQUIRE)
	    {
	      bool is_number = c->place.base == 0 && f->returns_int;
	      number |= is_number;
	      other |= !is_number;
	    }
      if (number && !other && !made->memory)
	{
	  made->kind->size = 4;
	  spec_range_of (SPEC_GE, 0, &made->kind->valid);
	}
    }
}

static void
put_functions (struct library *library)
{
  struct spec_reader *reader = library->reader;
  for (struct function *f = library->functions; f; f = f->next)
    {
      if (!f->clauses && !f->noreturn && (!f->leak_ignore || f->used))
	continue;		/* Nothing is said.  */
      if (spec_is_shipped (f->name))
	continue;
      struct lk_contract *old = spec_find_own (reader->spec, f->name);
      if (old && !spec_from_cppcheck (reader->spec, old))
	continue;
      struct lk_contract *contract
	= lk_spec_alloc (reader->spec, sizeof *contract);
      contract->name = lk_spec_strdup (reader->spec, f->name);
      contract->source = reader->source;
      contract->file = reader->file;
      contract->line = f->line;
      contract->noreturn = f->noreturn;
      contract->complete = f->leak_ignore && !f->used;
      contract->clauses = f->clauses;
      spec_put (reader->spec, contract);
    }
}

static void *
expat_malloc (size_t size)
{
  return lk_xmalloc (size);
}

void
spec_read_cppcheck (struct spec_reader *reader, const char *text,
		    size_t length)
{
  struct library *library = lk_arena_alloc (reader->scratch, sizeof *library);
  library->reader = reader;
  library->functions_tail = &library->functions;
  library->text.arena = reader->scratch;

  const XML_Memory_Handling_Suite memory = { expat_malloc, lk_xrealloc, free };
  library->parser = XML_ParserCreate_MM (NULL, &memory, NULL);
  XML_SetUserData (library->parser, library);
  XML_SetElementHandler (library->parser, start_element, end_element);
  XML_SetCharacterDataHandler (library->parser, characters);
  if (XML_Parse (library->parser, text, (int) length, XML_TRUE)
      == XML_STATUS_ERROR && !library->stopped)
    {
      enum XML_Error code = XML_GetErrorCode (library->parser);
      spec_error_at (reader, position (library), "this XML is not well formed: "
		     "%s", XML_ErrorString (code));
    }
  XML_ParserFree (library->parser);
  spec_mark_cppcheck (reader->spec, reader->file);
  find_handles (library);
  put_functions (library);
}
