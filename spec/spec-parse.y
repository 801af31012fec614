/* The parser of the specification language.

   It builds the written form and looks nothing up: a kind may be defined
   below the row that names it.  All of a file's errors come out of one run.
   After a syntax error the parser goes on behind the next ';' or '}', or, if
   that one was forgotten, where a line begins like a row or a kind: there the
   token feeder (yylex below) puts the missing mark in.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

%code top {
#include <stdlib.h>
#include <string.h>
#include "spec/spec-internal.h"

#define YYMALLOC lk_xmalloc
#define YYFREE free
}

%define api.pure full
%define api.prefix {lk_spec_yy}
%define api.location.type {struct spec_pos}
%define parse.error custom
%define parse.lac full
%define lr.default-reduction consistent
%locations
%param { struct spec_reader *reader }
%initial-action { @$ = (struct spec_pos) { 1, 1 }; }

%union
{
  const struct spec_token *token;
  struct written_name *name;
  struct { struct written_name *first, **tail; } names;
  struct { struct written_index *first, **tail; } indices;
  struct { struct written_test *first, **tail; } tests;
  struct { struct written_clause *first, **tail; } clauses;
  struct { struct written_property *first, **tail; } properties;
  struct written_place *place;
  struct written_test *test;
  struct written_clause *clause;
  struct written_property *property;
  enum spec_compare compare;
  unsigned count;
  int64_t number;
}

/* The order is that of "expected ..." in messages.  */
%token <token> NAME "a name" STRING "a string in double quotes"
%token <token> KIND "'kind'" NOUN "'noun'" VERB "'verb'" CWE "'cwe'"
%token <token> HANDLE "'handle'" VALID "'valid'" MEMORY "'memory'"
%token <token> LOCK "'lock'" OFF "'off'" POINTER "'pointer'" INT "'int'"
%token <token> ACQUIRE "'acquire'" RELEASE "'release'" OWN "'own'"
%token <token> KEEP "'keep'" ALIAS "'alias'" BORROW "'borrow'"
%token <token> NORETURN "'noreturn'" SUPPRESS "'suppress'"
%token <token> ELLIPSIS "'...'" ANY "'any'"
%token <token> RESULT "'result'" ARGUMENT "'arg1', 'arg2', ..."
%token <token> BY "'by'" OR "'or'" IF "'if'" AND "'and'"
%token <token> EQUAL "'=='" NOT_EQUAL "'!='" AT_MOST "'<='" AT_LEAST "'>='"
%token <token> INTEGER "a number" NULL_WORD "'NULL'"
%token <token> MAP_FAILED_WORD "'MAP_FAILED'"
%token <token> '*' '[' '@' ']' '=' '<' '>' '{' '}' ':' ',' ';'
%token <token> END "the end of the file"

%type <token> word_not_any word
%type <name> name
%type <names> names by functions kind_or_any
%type <clauses> clauses
%type <clause> clause
%type <place> place
%type <count> stars
%type <number> base constant
%type <indices> indices
%type <tests> when tests comparisons
%type <test> test comparison
%type <compare> operator
%type <properties> properties
%type <property> property

%code {
#define NEW(TYPE) ((TYPE *) lk_arena_alloc (reader->scratch, sizeof (TYPE)))
/* A list of one, and one more of it.  */
#define LIST_OF(LIST, ITEM) \
  ((LIST).first = (ITEM), (LIST).tail = &(LIST).first->next)
#define LIST_ADD(LIST, ITEM) \
  (*(LIST).tail = (ITEM), (LIST).tail = &(*(LIST).tail)->next)

#define YYLLOC_DEFAULT(CURRENT, RHS, N) \
  ((CURRENT) = YYRHSLOC (RHS, (N) ? 1 : 0))

static int yylex (YYSTYPE *, YYLTYPE *, struct spec_reader *);
static void recovered (struct spec_reader *);
static void add_kind (struct spec_reader *, struct written_name *,
		      struct written_property *);
static void add_row (struct spec_reader *, struct written_name *,
		     struct written_clause *);
static struct written_name *new_name (struct spec_reader *,
				      const struct spec_token *);
static struct written_clause *new_clause (struct spec_reader *,
					  enum written_role, struct spec_pos);
static struct written_property *new_property (struct spec_reader *,
					      enum written_property_kind,
					      struct spec_pos);
/* Bison's skeleton wants it, but with custom errors calls it only when its
   stack is full.  */
static void yyerror (YYLTYPE *, struct spec_reader *, const char *);
}

%%

start:
  file END
;

file:
  %empty			{ }
| file kind			{ recovered (reader); }
| file row			{ recovered (reader); }
| file error ';'		{ recovered (reader); yyerrok; }
| file error '}'		{ recovered (reader); yyerrok; }
;

kind:
  KIND name '{' properties '}'
    { add_kind (reader, $2, $4.first); }
| KIND name '{' properties error '}'
    {
      add_kind (reader, $2, $4.first);
      yyerrok;
    }
| KIND error '}'		{ yyerrok; }
;

properties:
  %empty			{ $$.first = NULL; $$.tail = NULL; }
| properties property ';'
    {
      $$ = $1;
      if (reader->bad)
	;			/* Its value is none.  */
      else if ($$.first)
	LIST_ADD ($$, $2);
      else
	LIST_OF ($$, $2);
      reader->bad = false;
    }
| properties error ';'
    {
      $$ = $1;
      reader->recovering = reader->bad = false;
      yyerrok;
    }
;

property:
  NOUN STRING
    {
      $$ = new_property (reader, PROPERTY_NOUN, @1);
      $$->string = $2->text;
    }
| VERB STRING
    {
      $$ = new_property (reader, PROPERTY_VERB, @1);
      $$->string = $2->text;
    }
| CWE INTEGER
    {
      $$ = new_property (reader, PROPERTY_CWE, @1);
      $$->number = $2->value;
    }
| HANDLE POINTER
    {
      $$ = new_property (reader, PROPERTY_HANDLE, @1);
      $$->number = 8;
    }
| HANDLE INT
    {
      $$ = new_property (reader, PROPERTY_HANDLE, @1);
      $$->number = 4;
    }
| VALID comparisons
    {
      $$ = new_property (reader, PROPERTY_VALID, @1);
      $$->tests = $2.first;
    }
| MEMORY		{ $$ = new_property (reader, PROPERTY_MEMORY, @1); }
| LOCK			{ $$ = new_property (reader, PROPERTY_LOCK, @1); }
| OFF			{ $$ = new_property (reader, PROPERTY_OFF, @1); }
;

comparisons:
  comparison			{ LIST_OF ($$, $1); }
| comparisons AND comparison	{ $$ = $1; LIST_ADD ($$, $3); }
;

row:
  names ':' ';'			{ add_row (reader, $1.first, NULL); }
| names ':' clauses ';'
    { add_row (reader, $1.first, $3.first); }
;

names:
  name				{ LIST_OF ($$, $1); }
| names ',' name		{ $$ = $1; LIST_ADD ($$, $3); }
;

clauses:
  clause			{ LIST_OF ($$, $1); }
| clauses ',' clause		{ $$ = $1; LIST_ADD ($$, $3); }
;

clause:
  ACQUIRE name place by when
    {
      $$ = new_clause (reader, WRITTEN_ACQUIRE, @1);
      $$->kind = $2;
      $$->place = $3;
      $$->releasers = $4.first;
      $$->tests = $5.first;
    }
| RELEASE kind_or_any place when
    {
      $$ = new_clause (reader, WRITTEN_RELEASE, @1);
      $$->kind = $2.first;
      $$->place = $3;
      $$->tests = $4.first;
    }
| OWN kind_or_any place when
    {
      $$ = new_clause (reader, WRITTEN_OWN, @1);
      $$->kind = $2.first;
      $$->place = $3;
      $$->tests = $4.first;
    }
| KEEP place when
    {
      $$ = new_clause (reader, WRITTEN_KEEP, @1);
      $$->place = $2;
      $$->tests = $3.first;
    }
| ALIAS place '=' place when
    {
      $$ = new_clause (reader, WRITTEN_ALIAS, @1);
      $$->place = $2;
      $$->other = $4;
      $$->tests = $5.first;
    }
| BORROW place
    {
      $$ = new_clause (reader, WRITTEN_BORROW, @1);
      $$->place = $2;
    }
| BORROW		{ $$ = new_clause (reader, WRITTEN_BORROW_ALL, @1); }
| NORETURN		{ $$ = new_clause (reader, WRITTEN_NORETURN, @1); }
| SUPPRESS		{ $$ = new_clause (reader, WRITTEN_SUPPRESS, @1); }
| ELLIPSIS		{ $$ = new_clause (reader, WRITTEN_PARTIAL, @1); }
;

kind_or_any:
  ANY				{ $$.first = NULL; $$.tail = NULL; }
| word_not_any			{ LIST_OF ($$, new_name (reader, $1)); }
;

by:
  %empty			{ $$.first = NULL; $$.tail = NULL; }
| BY functions			{ $$ = $2; }
;

functions:
  name				{ LIST_OF ($$, $1); }
| functions OR name		{ $$ = $1; LIST_ADD ($$, $3); }
;

place:
  stars base indices
    {
      $$ = NEW (struct written_place);
      $$->stars = $1;
      $$->base = $2;
      $$->indices = $3.first;
      $$->pos = $1 ? @1 : @2;
    }
;

stars:
  %empty			{ $$ = 0; }
| stars '*'			{ $$ = $1 + 1; @$ = $1 ? @1 : @2; }
;

base:
  RESULT			{ $$ = 0; }
| ARGUMENT
    {
      $$ = $1->value;
      if ($$ < 1 || $$ > INT16_MAX)
	{
	  spec_error_at (reader, @1, "'%s': arguments are numbered from 1 to "
			 "%d", $1->text, INT16_MAX);
	  $$ = 1;
	  reader->bad = true;
	}
    }
;

indices:
  %empty			{ $$.first = NULL; $$.tail = NULL; }
| indices '[' INTEGER ']'
    {
      struct written_index *index = NEW (struct written_index);
      index->value = $3->value;
      index->pos = @3;
      $$ = $1;
      if ($$.first)
	LIST_ADD ($$, index);
      else
	LIST_OF ($$, index);
    }
| indices '[' '@' INTEGER ']'
    {
      struct written_index *index = NEW (struct written_index);
      index->value = $4->value;
      index->bytes = true;
      index->pos = @4;
      $$ = $1;
      if ($$.first)
	LIST_ADD ($$, index);
      else
	LIST_OF ($$, index);
    }
;

when:
  %empty			{ $$.first = NULL; $$.tail = NULL; }
| IF tests			{ $$ = $2; }
;

tests:
  test				{ LIST_OF ($$, $1); }
| tests AND test		{ $$ = $1; LIST_ADD ($$, $3); }
;

test:
  base comparison
    {
      $$ = $2;
      $$->base = $1;
      $$->pos = @1;
    }
;

comparison:
  operator constant
    {
      $$ = NEW (struct written_test);
      $$->op = $1;
      $$->value = $2;
      $$->pos = @1;
    }
;

operator:
  EQUAL				{ $$ = SPEC_EQ; }
| NOT_EQUAL			{ $$ = SPEC_NE; }
| '<'				{ $$ = SPEC_LT; }
| AT_MOST			{ $$ = SPEC_LE; }
| '>'				{ $$ = SPEC_GT; }
| AT_LEAST			{ $$ = SPEC_GE; }
;

constant:
  INTEGER			{ $$ = $1->value; }
| NULL_WORD			{ $$ = 0; }
| MAP_FAILED_WORD		{ $$ = -1; }
;

name:
  word				{ $$ = new_name (reader, $1); }
;

word:
  word_not_any
| ANY
;

/* No word is reserved.  */
word_not_any:
  NAME | STRING | KIND | NOUN | VERB | CWE | HANDLE | VALID | MEMORY | LOCK
| OFF | POINTER | INT | ACQUIRE | RELEASE | OWN | KEEP | ALIAS | BORROW
| NORETURN | SUPPRESS | RESULT | ARGUMENT | BY | OR | IF | AND | NULL_WORD
| MAP_FAILED_WORD
;

%%

static struct written_name *
new_name (struct spec_reader *reader, const struct spec_token *token)
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

static struct written_clause *
new_clause (struct spec_reader *reader, enum written_role role,
	    struct spec_pos pos)
{
  struct written_clause *clause = NEW (struct written_clause);
  clause->role = role;
  clause->pos = pos;
  return clause;
}

static struct written_property *
new_property (struct spec_reader *reader, enum written_property_kind what,
	      struct spec_pos pos)
{
  struct written_property *property = NEW (struct written_property);
  property->what = what;
  property->pos = pos;
  return property;
}

static void
recovered (struct spec_reader *reader)
{
  reader->recovering = reader->in_kind = reader->bad = false;
}

static void
add_kind (struct spec_reader *reader, struct written_name *name,
	  struct written_property *properties)
{
  struct written_kind *kind = NEW (struct written_kind);
  kind->name = name;
  kind->properties = properties;
  *reader->kinds_tail = kind;
  reader->kinds_tail = &kind->next;
}

static void
add_row (struct spec_reader *reader, struct written_name *names,
	 struct written_clause *clauses)
{
  if (reader->bad)
    return;
  struct written_row *row = NEW (struct written_row);
  row->names = names;
  row->clauses = clauses;
  *reader->rows_tail = row;
  reader->rows_tail = &row->next;
}

/* Whether a row or a kind seems to start at token I: a line begins with a
   word and ':' or ',', or with "kind", a word and '{'.  */

static bool
starts_item (const struct spec_reader *reader, size_t i)
{
  const struct spec_token *token = &reader->tokens[i];
  if (token->code == END)
    return true;
  if (i > 0 && token[-1].pos.line == token->pos.line)
    return false;
  if (token->code == KIND && token[1].code != END && token[2].code == '{')
    return true;
  /* A clause of the row before begins like "noreturn," or "suppress,".  */
  if (token->pos.column > 1 && token[1].code == ',')
    return false;
  return (token->code <= MAP_FAILED_WORD && token->code >= NAME
	  && token->code != INTEGER && token->code != ELLIPSIS
	  && (token[1].code == ':' || token[1].code == ','));
}

/* Feed the parser with the next token.  */

static int
yylex (YYSTYPE *value, YYLTYPE *location, struct spec_reader *reader)
{
  if (reader->next_token == reader->n_tokens)
    return 0;
  const struct spec_token *token = &reader->tokens[reader->next_token];
  value->token = token;
  *location = token->pos;
  if (reader->recovering && starts_item (reader, reader->next_token))
    {
      reader->recovering = false;
      reader->last_code = reader->in_kind ? '}' : ';';
      return reader->last_code;
    }
  reader->next_token++;
  reader->bad |= token->bad;
  bool first = (!reader->in_kind
		&& (reader->last_code == 0 || reader->last_code == ';'
		    || reader->last_code == '}'));
  reader->last_code = token->code;
  if (first && token->code == KIND && token[1].code != ':'
      && token[1].code != ',')
    reader->in_kind = true;
  else if (first && !reader->recovering && token->code == NAME
	   && token[1].code != END && token[2].code == '{'
	   && !strchr (":,;", token[1].code))
    {
      spec_error_at (reader, token->pos, "expected 'kind' instead of '%s'",
		     token->text);
      reader->in_kind = true;
      reader->last_code = KIND;
    }
  return reader->last_code;
}

static void
yyerror (YYLTYPE *location, struct spec_reader *reader, const char *message)
{
  spec_error_at (reader, *location, "%s", message);
}

/* How to name TOKEN in a message.  */

static const char *
describe (struct spec_reader *reader, const struct spec_token *token)
{
  struct spec_text text = { reader->scratch, NULL, 0, 0 };
  if (token->code == END)
    return "the end of the file";
  if (token->code == STRING)
    spec_text_add (&text, "\"%s\"", token->text);
  else
    spec_text_add (&text, "'%s'", token->text);
  return text.text;
}

/* A keyword for one who writes TEXT as elsewhere; NULL if none.  */

static const char *
synonym (const char *text)
{
  static const char *const pairs[][2] = {
    { "return", "'result'" }, { "returns", "'result'" },
    { "ret", "'result'" }, { "retval", "'result'" },
    { "alloc", "'acquire'" }, { "allocate", "'acquire'" },
    { "open", "'acquire'" }, { "create", "'acquire'" },
    { "free", "'release'" }, { "dealloc", "'release'" },
    { "close", "'release'" }, { "take", "'own'" }, { "takes", "'own'" },
    { "owns", "'own'" }, { "store", "'keep'" }, { "stores", "'keep'" },
    { "when", "'if'" }, { "name", "'noun'" }, { "integer", "'int'" },
    { "ptr", "'pointer'" }, { "nullptr", "'NULL'" }, { "null", "'NULL'" }
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    if (!strcmp (text, pairs[i][0]))
      return pairs[i][1];
  return NULL;
}

/* What is expected where a name may stand: the token before tells which.  */

static const char *
name_wanted (int last_code)
{
  switch (last_code)
    {
    case ACQUIRE:
      return "a kind of resource";
    case RELEASE:
    case OWN:
      return "a kind of resource or 'any'";
    case KIND:
      return "the name of a kind";
    case 0:
    case ';':
    case '}':
      return "the name of a function or 'kind'";
    default:
      return "the name of a function";
    }
}

static int
yyreport_syntax_error (const yypcontext_t *context,
		       struct spec_reader *reader)
{
  /* The feeder has gone past the token the parser does not want.  */
  size_t at = reader->next_token - 1;
  const struct spec_token *token = &reader->tokens[at];
  int before = at ? token[-1].code : 0;

  yysymbol_kind_t expected[YYNTOKENS];
  int n = yypcontext_expected_tokens (context, expected, YYNTOKENS);
  const char *words[YYNTOKENS + 1];
  size_t n_words = 0;
  bool any_name = false;
  for (int i = 0; i < n; i++)
    any_name |= expected[i] == YYSYMBOL_NAME;
  if (any_name)
    words[n_words++] = name_wanted (before);
  else
    for (int i = 0; i < n; i++)
      words[n_words++] = yysymbol_name (expected[i]);

  struct spec_text text = { reader->scratch, NULL, 0, 0 };
  spec_text_add (&text, "expected ");
  for (size_t i = 0; i < n_words; i++)
    spec_text_add (&text, "%s%s", i == 0 ? "" : i + 1 < n_words ? ", " : " or ",
		   words[i]);

  struct spec_pos pos = token->pos;
  if (at > 0 && starts_item (reader, at))
    {
      /* Something was forgotten: it is missing behind the token before.  */
      pos = token[-1].end;
      spec_text_add (&text, " after %s", describe (reader, &token[-1]));
    }
  else
    spec_text_add (&text, " before %s", describe (reader, token));

  /* A misspelt keyword.  */
  if (!any_name && token->code >= NAME && token->code != STRING
      && token->code <= MAP_FAILED_WORD && token->code != INTEGER)
    {
      const char *meant = synonym (token->text);
      bool allowed = false;
      for (size_t i = 0; meant && i < n_words; i++)
	allowed |= !strcmp (meant, words[i]);
      if (!allowed)
	{
	  struct spec_text quoted = { reader->scratch, NULL, 0, 0 };
	  spec_text_add (&quoted, "'%s'", token->text);
	  meant = spec_suggest (quoted.text, words, n_words);
	}
      if (meant)
	spec_text_add (&text, "; did you mean %s?", meant);
    }
  /* One complaint of one thing.  */
  if (!token->bad && !(at > 0 && token[-1].bad))
    spec_error_at (reader, pos, "%s", text.text);

  /* Hand an item's first token out again, behind a ';' or '}'.  Once: there
     must be progress whatever the file holds.  */
  reader->recovering = true;
  if (starts_item (reader, at) && reader->handed_again != at)
    reader->next_token = reader->handed_again = at;
  return 0;
}

void
spec_begin_row (struct spec_reader *reader, const char *name)
{
  struct spec_pos start = { 1, 1 };
  spec_add_token (reader, NAME, name, 0, start, start);
  spec_add_token (reader, ':', ":", 0, start, start);
}

void
spec_parse (struct spec_reader *reader)
{
  reader->next_token = 0;
  yyparse (reader);
}
