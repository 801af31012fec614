/* Messages as bytes, from the process that analyses to the compiler.

   Each kind of part is written and read by one function, so that both agree.  The reader takes
   nothing for granted: the writer may have been about to crash.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass.h"
#include "cgraph.h"
#include "../spec/arena.h"
#include "fork.h"

const struct lk_remote_java *lk_remote_java;

/* The functions at the fork.  */
static const vec<tree, va_gc> *functions;
static hash_map<tree, unsigned> *numbers;
static bool is_java;

void
lk_packets_begin (const vec<tree, va_gc> *list, bool java)
{
  is_java = java;
  functions = list;
  delete numbers;
  numbers = NULL;
}

/* ---- Memory of messages.  ---- */

static struct lk_arena *messages;

void *
lk_message_alloc (size_t size)
{
  if (!messages)
    messages = lk_arena_new ();
  return lk_arena_alloc (messages, size);
}

const char *
lk_message_text (const char *text)
{
  size_t n = text ? strlen (text) + 1 : 0;
  return text ? (const char *) memcpy (lk_message_alloc (n), text, n) : NULL;
}

void
lk_messages_free (void)
{
  lk_arena_free (messages);
  messages = NULL;
}

/* ---- Bytes.  ---- */

void
lk_buffer_add (struct lk_buffer *buffer, const void *bytes, size_t n)
{
  if (buffer->room - buffer->length < n)
    {
      buffer->room = MAX (buffer->room * 2, buffer->length + n + 4096);
      buffer->bytes = XRESIZEVEC (char, buffer->bytes, buffer->room);
    }
  if (n)
    memcpy (buffer->bytes + buffer->length, bytes, n);
  buffer->length += n;
}

/* Writes to TO, or if that is NULL reads what is before END.  */
struct coder
{
  struct lk_buffer *to;
  const char *at, *end;
  bool wrong;			/* It ends too early, or makes no sense.  */
};

static void
code_bytes (struct coder *c, void *bytes, size_t n)
{
  if (c->to)
    lk_buffer_add (c->to, bytes, n);
  else if ((size_t) (c->end - c->at) < n)
    {
      c->wrong = true;
      memset (bytes, 0, n);
    }
  else
    {
      memcpy (bytes, c->at, n);
      c->at += n;
    }
}

static void
code_number (struct coder *c, uint64_t *n)
{
  code_bytes (c, n, sizeof *n);
}

#define CODE_NUMBER(C, PLACE)				\
  do							\
    {							\
      uint64_t number_ = (uint64_t) (PLACE);		\
      code_number (C, &number_);			\
      (PLACE) = (decltype (PLACE)) number_;		\
    }							\
  while (0)

static void
code_text (struct coder *c, const char **text)
{
  /* 0: none.  */
  uint64_t n = c->to && *text ? strlen (*text) + 1 : 0;
  code_number (c, &n);
  if (c->to)
    {
      if (n)
	lk_buffer_add (c->to, *text, n);
      return;
    }
  *text = NULL;
  if (!n)
    return;
  if (n > (uint64_t) (c->end - c->at) || c->at[n - 1])
    c->wrong = true;
  else
    {
      *text = lk_message_text (c->at);
      c->at += n;
    }
}

/* ---- Locations and functions.  ---- */

/* WHERE, without a range, is one that this compiler has made.  */
static bool
is_location (uint64_t where)
{
  return (where <= line_table->highest_location
	  || (where >= LINEMAPS_MACRO_LOWEST_LOCATION (line_table) && where <= MAX_LOCATION_T));
}

/* A location in a Java source, which the compiler does not have yet.  */
static void
code_place (struct coder *c, uint64_t *location)
{
  struct lk_source_place place = { NULL, 0, 0, 0, 0 };
  if (c->to)
    lk_remote_java->expand_place ((location_t) *location, &place);
  code_text (c, &place.file);
  CODE_NUMBER (c, place.first);
  CODE_NUMBER (c, place.last);
  CODE_NUMBER (c, place.line);
  CODE_NUMBER (c, place.column);
  if (!c->to)
    *location = lk_remote_java->place (&place);
}

static void
code_location (struct coder *c, uint64_t *location)
{
  if (is_java)
    {
      bool known = c->to && *location <= BUILTINS_LOCATION;
      CODE_NUMBER (c, known);
      if (!known)
	{
	  code_place (c, location);
	  return;
	}
    }
  location_t where = 0;
  source_range range = { 0, 0 };
  if (c->to)
    {
      where = (location_t) *location;
      range = get_range_from_loc (line_table, where);
      where = get_pure_location (where);
    }
  CODE_NUMBER (c, where);
  CODE_NUMBER (c, range.m_start);
  CODE_NUMBER (c, range.m_finish);
  if (c->to)
    return;
  *location = UNKNOWN_LOCATION;
  if (!is_location (where))
    c->wrong = true;
  else if (where <= BUILTINS_LOCATION || (range.m_start == where && range.m_finish == where)
	   || !is_location (range.m_start) || !is_location (range.m_finish))
    *location = where;
  else
    *location = make_location (where, range.m_start, range.m_finish);
}

/* The functions that there were at the fork, or in a process that has not changed since.  */
static const vec<tree, va_gc> *
all_functions (void)
{
  if (!functions)
    {
      vec<tree, va_gc> *list = NULL;
      cgraph_node *node;
      FOR_EACH_FUNCTION (node)
	vec_safe_push (list, node->decl);
      functions = list;
    }
  return functions;
}

/* A method, which the compiler does not have.  */
static void
code_method (struct coder *c, void **function)
{
  tree decl = c->to ? (tree) *function : NULL_TREE;
  uint64_t number = decl ? DECL_UID (decl) + 1 : 0;
  const char *name = decl ? IDENTIFIER_POINTER (DECL_NAME (decl)) : NULL;
  const char *what = decl ? lk_remote_java->what (decl) : NULL;
  code_number (c, &number);
  code_text (c, &name);
  code_text (c, &what);
  if (!c->to)
    *function = number && name ? lk_remote_java->method (number, name, what) : NULL_TREE;
}

static void
code_function (struct coder *c, void **function)
{
  if (is_java)
    {
      code_method (c, function);
      return;
    }
  uint64_t number = 0;
  if (c->to && *function)
    {
      if (!numbers)
	{
	  numbers = new hash_map<tree, unsigned>;
	  for (unsigned i = 0; i < vec_safe_length (all_functions ()); i++)
	    numbers->put ((*functions)[i], i);
	}
      unsigned *known = numbers->get ((tree) *function);
      number = known ? *known + 1 : 0;
    }
  code_number (c, &number);
  if (c->to)
    return;
  *function = NULL;
  if (number > vec_safe_length (all_functions ()))
    c->wrong = true;
  else if (number)
    *function = (*functions)[number - 1];
}

/* ---- Messages.  ---- */

static void
code_parts (struct coder *c, struct lk_message_parts *parts)
{
  CODE_NUMBER (c, parts->n);
  if (!c->to)
    {
      /* Each takes more than one byte.  */
      if (parts->n > (size_t) (c->end - c->at))
	{
	  c->wrong = true;
	  parts->n = 0;
	}
      parts->all = (struct lk_message_part *) lk_message_alloc (parts->n * sizeof *parts->all);
    }
  for (unsigned i = 0; i < parts->n && !c->wrong; i++)
    {
      struct lk_message_part *p = &parts->all[i];
      code_location (c, &p->where);
      code_function (c, &p->function);
      CODE_NUMBER (c, p->depth);
      CODE_NUMBER (c, p->after);
      code_text (c, &p->text);
      c->wrong |= !p->text;
    }
}

static void
code_message (struct coder *c, struct lk_message *m)
{
  CODE_NUMBER (c, m->kind);
  code_location (c, &m->where);
  code_function (c, &m->function);
  code_text (c, &m->before);
  code_text (c, &m->quoted);
  code_text (c, &m->after);
  CODE_NUMBER (c, m->memory);
  code_text (c, &m->group);
  CODE_NUMBER (c, m->cwe);
  code_text (c, &m->key);
  CODE_NUMBER (c, m->order);
  CODE_NUMBER (c, m->place);
  code_parts (c, &m->path);
  code_parts (c, &m->hints);
  code_text (c, &m->rule);
  code_parts (c, &m->notes);
}

/* M, which was read, can be printed.  */
static bool
is_whole (const struct lk_message *m)
{
  return (m->kind == LK_MESSAGE_ALL_FOUND
	  || (m->before && !m->quoted == !m->after
	      && (m->kind == LK_MESSAGE_LEAK ? m->key && m->group
		  : m->kind == LK_MESSAGE_BREACH ? m->rule != NULL
		  : m->kind < LK_MESSAGE_ALL_FOUND)));
}

/* ---- Packets.  ---- */

void
lk_packet_add (struct lk_buffer *buffer, enum lk_packet_type type, const void *payload,
	       size_t length)
{
  struct lk_packet packet = { type, (uint32_t) length };
  lk_buffer_add (buffer, &packet, sizeof packet);
  lk_buffer_add (buffer, payload, length);
}

void
lk_packet_add_message (struct lk_buffer *buffer, const struct lk_message *m)
{
  struct lk_buffer payload = { NULL, 0, 0 };
  struct coder c = { &payload, NULL, NULL, false };
  struct lk_message copy = *m;
  code_message (&c, &copy);
  lk_packet_add (buffer, LK_PACKET_MESSAGE, payload.bytes, payload.length);
  free (payload.bytes);
}

bool
lk_packet_next (const char **at, const char *end, struct lk_packet *packet,
		const char **payload)
{
  if ((size_t) (end - *at) < sizeof *packet)
    return false;
  memcpy (packet, *at, sizeof *packet);
  if ((size_t) (end - *at) - sizeof *packet < packet->length)
    return false;
  *payload = *at + sizeof *packet;
  *at = *payload + packet->length;
  return true;
}

const struct lk_message *
lk_packet_message (const char *payload, size_t length)
{
  struct coder c = { NULL, payload, payload + length, false };
  struct lk_message *m = (struct lk_message *) lk_message_alloc (sizeof *m);
  code_message (&c, m);
  return !c.wrong && c.at == c.end && is_whole (m) ? m : NULL;
}
