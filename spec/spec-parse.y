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
  struct written_index *index;
  struct { struct written_index *first, **tail; } indices;
  struct { struct written_test *first, **tail; } tests;
  struct { struct written_clause *first, **tail; } clauses;
  struct { struct written_property *first, **tail; } properties;
  struct written_place *place;
  struct written_test *test;
  struct written_clause *clause;
  struct written_property *property;
  struct written_releases *releases;
  struct written_must *must;
  struct { struct written_must *first, **tail; } musts;
  struct written_position *position;
  struct written_given *given;
  enum spec_compare compare;
  unsigned count;
  int64_t number;
}

/* The order is that of "expected ..." in messages.  */
%token <token> NAME "a name" STRING "a string in double quotes"
%token <token> KIND "'kind'" NOUN "'noun'" VERB "'verb'" CWE "'cwe'"
%token <token> HANDLE "'handle'" VALID "'valid'" MEMORY "'memory'"
%token <token> LOCK "'lock'" OFF "'off'" VERIFIED "'verified'" GROUP "'group'"
%token <token> POINTER "'pointer'" INT "'int'"
%token <token> ACQUIRE "'acquire'" RELEASE "'release'" OWN "'own'"
%token <token> KEEP "'keep'" ALIAS "'alias'" BORROW "'borrow'"
%token <token> NORETURN "'noreturn'" SUPPRESS "'suppress'"
%token <token> ELLIPSIS "'...'" ANY "'any'"
%token <token> RESULT "'result'" ARGUMENT "'arg1', 'arg2', ..."
%token <token> BY "'by'" OR "'or'" IF "'if'" AND "'and'"
%token <token> EQUAL "'=='" NOT_EQUAL "'!='" AT_MOST "'<='" AT_LEAST "'>='"
%token <token> INTEGER "a number" NULL_WORD "'NULL'"
%token <token> MAP_FAILED_WORD "'MAP_FAILED'"
%token <token> CLASS "'class'" EXTENDS "'extends'" IMPLEMENTS "'implements'"
%token <token> IMPORT "'import'" PACKAGE "'package'" MUST "'must'"
%token <token> COMPLETE "'complete'" THIS "'this'"
%token <token> WRAP "'wrap'" PUT "'put'" INTO "'into'" FETCH "'fetch'"
%token <token> FROM "'from'" WITHIN "'within'" SINCE "'since'"
%token <token> BEFORE "'before'" FRESH "'fresh'" NOTHROW "'nothrow'"
%token <token> COUNTS "'counts'" LOCKS "'locks'" CHECKED "'checked'"
%token <token> PURE "'pure'" STARTS "'starts'" WAITS "'waits'" EVICTS "'evicts'"
%token <token> ELEMENT "'element'" ITERATOR "'iterator'"
%token <token> CELL "'cell'" CONTAINER "'container'" REMOVE "'remove'"
%token <token> QUERY "'query'"
%token <token> VISIT "'visit'" PASS "'pass'" ALWAYS "'always'"
%token <token> ANEW "'anew'" INSIDE "'inside'" READS "'reads'" THROUGH "'through'"
%token <token> AT "'at'" FIRST "'first'" LAST "'last'" EQUAL_WORD "'equal'"
%token <token> ONE "'one'" SOME "'some'" ALL "'all'"
%token <token> GIVE "'give'" UNLESS "'unless'" UNTIL "'until'" NEXT "'next'"
%token <token> RAISES "'raises'" TESTS "'tests'" THROWS "'throws'" THOUGH "'though'"
%token <token> THROWN "'thrown'" FILL "'fill'" RUN "'run'" WITH "'with'"
%token <token> TRUE_WORD "'true'" FALSE_WORD "'false'"
%token <token> '*' '[' '@' ']' '=' '<' '>' '{' '}' ':' ',' ';'
%token <token> END "the end of the file"

%type <token> word_not_any word
%type <name> name
%type <names> names by functions kind_or_any supers
%type <releases> releases
%type <must> must
%type <musts> musts
%type <clauses> clauses
%type <clause> clause bare_clause into
%type <given> given givens
%type <place> place loads within
%type <position> position
%type <count> stars amount anew inside though until always
%type <number> base constant
%type <index> index
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

/* RESULT is FIRST and SECOND together.  */
#define JOIN(RESULT, FIRST, SECOND) \
  do \
    if ((FIRST).first) \
      { \
	*(FIRST).tail = (SECOND).first; \
	(RESULT).tail = (SECOND).tail; \
      } \
  while (0)

#define YYLLOC_DEFAULT(CURRENT, RHS, N) \
  ((CURRENT) = YYRHSLOC (RHS, (N) ? 1 : 0))

static int yylex (YYSTYPE *, YYLTYPE *, struct spec_reader *);
/* Bison's skeleton wants it, but with custom errors calls it only when its
   stack is full.  */
static void yyerror (YYLTYPE *, struct spec_reader *, const char *);
}

%%

/* Bison counts the errors and does not read the number itself.  */
start:
  file END			{ (void) yynerrs; }
;

file:
  %empty			{ }
| file kind			{ spec_recovered (reader); }
| file row			{ spec_recovered (reader); }
| file class			{ spec_recovered (reader); }
| file IMPORT name ';'
    {
      $3->next = reader->imports;
      reader->imports = $3;
      spec_recovered (reader);
    }
| file PACKAGE name COMPLETE ';'
    {
      $3->next = reader->packages;
      reader->packages = $3;
      spec_recovered (reader);
    }
| file error ';'		{ spec_recovered (reader); yyerrok; }
| file error '}'		{ spec_recovered (reader); yyerrok; }
;

kind:
  KIND name '{' properties '}'
    { spec_add_kind (reader, $2, $4.first); }
| KIND name '{' properties error '}'
    {
      spec_add_kind (reader, $2, $4.first);
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
      $$ = spec_new_property (reader, PROPERTY_NOUN, @1);
      $$->string = $2->text;
    }
| VERB STRING
    {
      $$ = spec_new_property (reader, PROPERTY_VERB, @1);
      $$->string = $2->text;
    }
| CWE INTEGER
    {
      $$ = spec_new_property (reader, PROPERTY_CWE, @1);
      $$->number = $2->value;
    }
| HANDLE POINTER
    {
      $$ = spec_new_property (reader, PROPERTY_HANDLE, @1);
      $$->number = 8;
    }
| HANDLE INT
    {
      $$ = spec_new_property (reader, PROPERTY_HANDLE, @1);
      $$->number = 4;
    }
| VALID comparisons
    {
      $$ = spec_new_property (reader, PROPERTY_VALID, @1);
      $$->tests = $2.first;
    }
| MEMORY		{ $$ = spec_new_property (reader, PROPERTY_MEMORY, @1); }
| LOCK			{ $$ = spec_new_property (reader, PROPERTY_LOCK, @1); }
| OFF			{ $$ = spec_new_property (reader, PROPERTY_OFF, @1); }
| VERIFIED		{ $$ = spec_new_property (reader, PROPERTY_VERIFIED, @1); }
| GROUP name
    {
      $$ = spec_new_property (reader, PROPERTY_GROUP, @1);
      $$->string = $2->text;
    }
| BY functions
    {
      $$ = spec_new_property (reader, PROPERTY_BY, @1);
      $$->names = $2.first;
    }
;

comparisons:
  comparison			{ LIST_OF ($$, $1); }
| comparisons AND comparison	{ $$ = $1; LIST_ADD ($$, $3); }
;

/* A class.  Its rows go to the others, marked.  */

class:
  CLASS class_head '{' members '}'	{ spec_end_class (reader); }
| CLASS class_head '{' members error '}'
    {
      spec_end_class (reader);
      yyerrok;
    }
;

class_head:
  name supers			{ spec_begin_class (reader, $1, $2.first); }
| error				{ spec_begin_class (reader, NULL, NULL); }
;

supers:
  %empty			{ $$.first = NULL; $$.tail = NULL; }
| supers EXTENDS names		{ $$ = $1.first ? $1 : $3; JOIN ($$, $1, $3); }
| supers IMPLEMENTS names	{ $$ = $1.first ? $1 : $3; JOIN ($$, $1, $3); }
;

members:
  %empty
| members member		{ spec_recovered (reader); }
| members error ';'		{ spec_recovered (reader); yyerrok; }
;

member:
  row
| MUST musts releases ';'	{ spec_add_duty (reader, $2.first, $3, @1); }
| KIND name ';'
    {
      if (reader->class->kind)
	spec_error_at (reader, @1, "'kind' is given twice for class '%s'",
		       reader->class->name->text);
      reader->class->kind = $2;
    }
| OWN names ';'
    {
      *reader->class->owning_tail = $2.first;
      reader->class->owning_tail = $2.tail;
    }
| COMPLETE ';'			{ reader->class->complete = true; }
| CELL ';'			{ reader->class->cell = true; }
| CONTAINER ';'			{ reader->class->container = true; }
| ITERATOR ';'			{ reader->class->iterator = true; }
| PURE ';'			{ reader->class->pure = true; }
;

musts:
  must				{ LIST_OF ($$, $1); }
| musts ',' must		{ $$ = $1; LIST_ADD ($$, $3); }
;

must:
  functions
    {
      $$ = NEW (struct written_must);
      $$->names = $1.first;
    }
;

releases:
  %empty			{ $$ = NULL; }
| releases SINCE INTEGER
    {
      $$ = $1 ? $1 : spec_new_releases (reader, @2);
      spec_add_release (reader, &$$->since, $3);
    }
| releases BEFORE INTEGER
    {
      $$ = $1 ? $1 : spec_new_releases (reader, @2);
      spec_add_release (reader, &$$->before, $3);
    }
;

row:
  names ':' ';'			{ spec_add_row (reader, $1.first, NULL); }
| names ':' clauses ';'
    { spec_add_row (reader, $1.first, $3.first); }
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
  bare_clause releases
    {
      $$ = $1;
      $$->releases = $2;
    }
| BORROW			{ $$ = spec_new_clause (reader, WRITTEN_BORROW_ALL, @1); }
| NORETURN when
    {
      $$ = spec_new_clause (reader, WRITTEN_NORETURN, @1);
      $$->tests = $2.first;
    }
| SUPPRESS			{ $$ = spec_new_clause (reader, WRITTEN_SUPPRESS, @1); }
| FRESH				{ $$ = spec_new_clause (reader, WRITTEN_FRESH, @1); }
| NOTHROW			{ $$ = spec_new_clause (reader, WRITTEN_NOTHROW, @1); }
| COUNTS			{ $$ = spec_new_clause (reader, WRITTEN_COUNTS, @1); }
| LOCKS				{ $$ = spec_new_clause (reader, WRITTEN_LOCKS, @1); }
| CHECKED			{ $$ = spec_new_clause (reader, WRITTEN_CHECKED, @1); }
| PURE				{ $$ = spec_new_clause (reader, WRITTEN_PURE, @1); }
| STARTS			{ $$ = spec_new_clause (reader, WRITTEN_STARTS, @1); }
| WAITS				{ $$ = spec_new_clause (reader, WRITTEN_WAITS, @1); }
| EVICTS			{ $$ = spec_new_clause (reader, WRITTEN_EVICTS, @1); }
| TESTS test
    {
      $$ = spec_new_clause (reader, WRITTEN_TESTS, @1);
      $$->tests = $2;
    }
| THROWS IF tests
    {
      $$ = spec_new_clause (reader, WRITTEN_THROWS, @1);
      $$->tests = $3.first;
    }
| GIVE name place
    {
      $$ = spec_new_clause (reader, WRITTEN_GIVE, @1);
      $$->kind = $2;
      $$->place = $3;
    }
| FILL place
    {
      $$ = spec_new_clause (reader, WRITTEN_FILL, @1);
      $$->place = $2;
    }
| FILL ANY
    {
      $$ = spec_new_clause (reader, WRITTEN_FILL, @1);
      $$->place = spec_new_place (reader, 0, LK_PLACE_EACH, NULL, @2);
    }
| RAISES functions
    {
      bool nothing = !strcmp ($2.first->text, "nothing") && !$2.first->next;
      $$ = spec_new_clause (reader, WRITTEN_RAISES, @1);
      $$->releasers = nothing ? NULL : $2.first;
    }
| THROWS UNLESS FRESH place
    {
      $$ = spec_new_clause (reader, WRITTEN_UNTOUCHED, @1);
      $$->place = $4;
    }
| ELLIPSIS			{ $$ = spec_new_clause (reader, WRITTEN_PARTIAL, @1); }
;

bare_clause:
  ACQUIRE name place by within anew though when
    {
      $$ = spec_new_clause (reader, WRITTEN_ACQUIRE, @1);
      $$->kind = $2;
      $$->place = $3;
      $$->releasers = $4.first;
      $$->parent = $5;
      $$->anew = $6;
      $$->though_thrown = $7;
      $$->tests = $8.first;
    }
| ACQUIRE place by within anew though when
    {
      $$ = spec_new_clause (reader, WRITTEN_ACQUIRE, @1);
      $$->place = $2;
      $$->releasers = $3.first;
      $$->parent = $4;
      $$->anew = $5;
      $$->though_thrown = $6;
      $$->tests = $7.first;
    }
| RELEASE kind_or_any place when
    {
      $$ = spec_new_clause (reader, WRITTEN_RELEASE, @1);
      $$->kind = $2.first;
      $$->any = !$2.first;
      $$->place = $3;
      $$->tests = $4.first;
    }
| RELEASE place when
    {
      $$ = spec_new_clause (reader, WRITTEN_RELEASE, @1);
      $$->place = $2;
      $$->tests = $3.first;
    }
| OWN kind_or_any place until when
    {
      $$ = spec_new_clause (reader, WRITTEN_OWN, @1);
      $$->kind = $2.first;
      $$->any = !$2.first;
      $$->place = $3;
      $$->until_next = $4;
      $$->tests = $5.first;
    }
| OWN place until when
    {
      $$ = spec_new_clause (reader, WRITTEN_OWN, @1);
      $$->place = $2;
      $$->until_next = $3;
      $$->tests = $4.first;
    }
| KEEP place until when
    {
      $$ = spec_new_clause (reader, WRITTEN_KEEP, @1);
      $$->place = $2;
      $$->until_next = $3;
      $$->tests = $4.first;
    }
| ALIAS place '=' inside place when
    {
      $$ = spec_new_clause (reader, WRITTEN_ALIAS, @1);
      $$->place = $2;
      $$->inside = $4;
      $$->other = $5;
      $$->tests = $6.first;
    }
| WRAP place '=' place when
    {
      $$ = spec_new_clause (reader, WRITTEN_WRAP, @1);
      $$->place = $2;
      $$->other = $4;
      $$->tests = $5.first;
    }
| PUT place INTO place position when
    {
      $$ = spec_new_clause (reader, WRITTEN_PUT, @1);
      $$->place = $2;
      $$->other = $4;
      $$->position = $5;
      $$->tests = $6.first;
    }
| PUT ANY INTO place position when
    {
      $$ = spec_new_clause (reader, WRITTEN_PUT, @1);
      $$->place = spec_new_place (reader, 0, LK_PLACE_EACH, NULL, @2);
      $$->other = $4;
      $$->position = $5;
      $$->tests = $6.first;
    }
| FETCH place FROM place position when
    {
      $$ = spec_new_clause (reader, WRITTEN_FETCH, @1);
      $$->place = $2;
      $$->other = $4;
      $$->position = $5;
      $$->tests = $6.first;
    }
| ELEMENT place FROM place position
    {
      $$ = spec_new_clause (reader, WRITTEN_ELEMENT, @1);
      $$->place = $2;
      $$->other = $4;
      $$->position = $5;
    }
| ITERATOR place FROM place position
    {
      $$ = spec_new_clause (reader, WRITTEN_ITERATOR, @1);
      $$->place = $2;
      $$->other = $4;
      $$->position = $5;
    }
| REMOVE amount FROM place position
    {
      $$ = spec_new_clause (reader, WRITTEN_REMOVE, @1);
      $$->amount = $2;
      $$->place = $4;
      $$->position = $5;
    }
| QUERY place position
    {
      $$ = spec_new_clause (reader, WRITTEN_QUERY, @1);
      $$->place = $2;
      $$->position = $3;
    }
| VISIT place
    {
      $$ = spec_new_clause (reader, WRITTEN_VISIT, @1);
      $$->place = $2;
    }
| RUN place givens into when
    {
      $$ = $4;
      $$->pos = @1;
      $$->place = $2;
      $$->given = $3;
      $$->tests = $5.first;
    }
| RELEASE place IF THROWN
    {
      $$ = spec_new_clause (reader, WRITTEN_UNDONE, @1);
      $$->place = $2;
    }
| BORROW place
    {
      $$ = spec_new_clause (reader, WRITTEN_BORROW, @1);
      $$->place = $2;
    }
| PASS place INTO name place always
    {
      $$ = spec_new_clause (reader, WRITTEN_PASS, @1);
      $$->place = $2;
      $$->releasers = $4;
      $$->other = $5;
      $$->always = $6;
    }
| READS place
    {
      $$ = spec_new_clause (reader, WRITTEN_READS, @1);
      $$->place = $2;
    }
| READS place THROUGH name place
    {
      $$ = spec_new_clause (reader, WRITTEN_READS, @1);
      $$->place = $2;
      $$->releasers = $4;
      $$->other = $5;
    }
| PASS place FROM name always
    {
      $$ = spec_new_clause (reader, WRITTEN_PASS, @1);
      $$->place = $2;
      $$->releasers = $4;
      $$->always = $5;
    }
;

givens:
  %empty			{ $$ = NULL; }
| WITH given			{ $$ = $2; }
| WITH given AND given
    {
      $$ = $2;
      $$->next = $4;
    }
;

given:
  place
    {
      $$ = NEW (struct written_given);
      $$->place = $1;
    }
| ELEMENT FROM place position
    {
      $$ = NEW (struct written_given);
      $$->element = true;
      $$->place = $3;
      $$->position = $4;
    }
;

into:
  %empty			{ $$ = spec_new_clause (reader, WRITTEN_RUN, @$); }
| INTO place position
    {
      $$ = spec_new_clause (reader, WRITTEN_RUN, @1);
      $$->other = $2;
      $$->position = $3;
    }
| INTO place position AND RESULT
    {
      $$ = spec_new_clause (reader, WRITTEN_RUN, @1);
      $$->other = $2;
      $$->position = $3;
      $$->answered = true;
    }
;

anew:
  %empty			{ $$ = 0; }
| ANEW				{ $$ = 1; }
;

inside:
  %empty			{ $$ = 0; }
| INSIDE			{ $$ = 1; }
;

always:
  %empty			{ $$ = 0; }
| ALWAYS			{ $$ = 1; }
;

amount:
  ONE				{ $$ = LK_AMOUNT_ONE; }
| SOME				{ $$ = LK_AMOUNT_SOME; }
| ALL				{ $$ = LK_AMOUNT_ALL; }
;

position:
  %empty			{ $$ = NULL; }
| AT FIRST
    {
      $$ = NEW (struct written_position);
      $$->position = LK_POSITION_FIRST;
      $$->pos = @1;
    }
| AT LAST
    {
      $$ = NEW (struct written_position);
      $$->position = LK_POSITION_LAST;
      $$->pos = @1;
    }
| AT EQUAL_WORD
    {
      $$ = NEW (struct written_position);
      $$->position = LK_POSITION_EQUAL;
      $$->pos = @1;
    }
| AT base
    {
      $$ = NEW (struct written_position);
      $$->position = LK_POSITION_KEY;
      $$->base = $2;
      $$->pos = @1;
    }
| AT FRESH base
    {
      $$ = NEW (struct written_position);
      $$->position = LK_POSITION_KEY;
      $$->if_new = true;
      $$->base = $3;
      $$->pos = @1;
    }
;

within:
  %empty			{ $$ = NULL; }
| WITHIN place			{ $$ = $2; }
;

until:
  %empty			{ $$ = false; }
| UNTIL NEXT			{ $$ = true; }
;

though:
  %empty			{ $$ = false; }
| THOUGH THROWN			{ $$ = true; }
;

kind_or_any:
  ANY				{ $$.first = NULL; $$.tail = NULL; }
| word_not_any			{ LIST_OF ($$, spec_new_name (reader, $1)); }
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
  loads				{ $$ = $1; }
| loads '+' INTEGER
    {
      $$ = $1;
      $$->addend = $3->value;
    }
;

loads:
  base indices			{ $$ = spec_new_place (reader, 0, $1, $2.first, @1); }
| stars base indices
    { $$ = spec_new_place (reader, $1, $2, $3.first, @1); }
| '&' name indices
    {
      $$ = spec_new_place (reader, 0, LK_PLACE_GLOBAL, $3.first, @1);
      $$->global = $2->text;
    }
| stars '&' name indices
    {
      $$ = spec_new_place (reader, $1, LK_PLACE_GLOBAL, $4.first, @1);
      $$->global = $3->text;
    }
;

stars:
  '*'				{ $$ = 1; }
| stars '*'			{ $$ = $1 + 1; }
;

base:
  RESULT			{ $$ = 0; }
| THIS				{ $$ = LK_PLACE_THIS; }
| ARGUMENT
    {
      $$ = $1->value;
      if ($$ < 1 || $$ >= LK_PLACE_GLOBAL)
	{
	  spec_error_at (reader, @1, "'%s': arguments are numbered from 1 to "
			 "%d", $1->text, LK_PLACE_GLOBAL - 1);
	  $$ = 1;
	  reader->bad = true;
	}
    }
;

indices:
  %empty			{ $$.first = NULL; $$.tail = NULL; }
| indices '[' index ']'
    {
      $$ = $1;
      if ($$.first)
	LIST_ADD ($$, $3);
      else
	LIST_OF ($$, $3);
    }
;

index:
  INTEGER
    {
      $$ = NEW (struct written_index);
      $$->value = $1->value;
      $$->pos = @1;
    }
| ANY
    {
      $$ = NEW (struct written_index);
      $$->any = true;
      $$->pos = @1;
    }
| '@' INTEGER
    {
      $$ = NEW (struct written_index);
      $$->value = $2->value;
      $$->bytes = true;
      $$->pos = @2;
    }
| '@' INTEGER '+' INTEGER
    {
      $$ = NEW (struct written_index);
      $$->value = $2->value;
      $$->bytes = true;
      $$->pos = @2;
      /* Another one is refused by spec_check_place.  */
      $$->bit = $4->value >= 0 && $4->value < 8 ? $4->value + 1 : 9;
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
  base indices comparison
    {
      $$ = $3;
      $$->base = $1;
      $$->indices = $2.first;
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
| TRUE_WORD			{ $$ = 1; }
| FALSE_WORD			{ $$ = 0; }
;

name:
  word				{ $$ = spec_new_name (reader, $1); }
;

word:
  word_not_any
| ANY
;

/* No word is reserved.  */
word_not_any:
  NAME | STRING | KIND | NOUN | VERB | CWE | HANDLE | VALID | MEMORY | LOCK
| OFF | VERIFIED | GROUP | POINTER | INT | ACQUIRE | RELEASE | OWN | KEEP | ALIAS | BORROW
| NORETURN | SUPPRESS | RESULT | ARGUMENT | BY | OR | IF | AND | NULL_WORD
| MAP_FAILED_WORD | CLASS | EXTENDS | IMPLEMENTS | IMPORT | PACKAGE | MUST
| COMPLETE | THIS | WRAP | PUT | INTO | FETCH | FROM | WITHIN
| SINCE | BEFORE | FRESH | NOTHROW | COUNTS | LOCKS | CHECKED | ELEMENT | ITERATOR
| CELL | CONTAINER | REMOVE | QUERY | VISIT | PASS | ALWAYS | AT | FIRST | LAST | ONE | SOME | ALL
| RAISES | TESTS | THROWS | THOUGH | THROWN | GIVE | UNLESS | UNTIL | NEXT | EQUAL_WORD | FILL
| TRUE_WORD | FALSE_WORD | ANEW | INSIDE | PURE | STARTS | WAITS | EVICTS | RUN | WITH
| READS | THROUGH
;

%%

/* Whether a row or a kind seems to start at token I: a line begins with a
   word and ':' or ',', or with "kind", a word and '{'.  */

static bool
starts_item (const struct spec_reader *reader, size_t i)
{
  const struct spec_token *token = &reader->tokens[i];
  if (token->code == END)
    return true;
  if (reader->in_class == CLASS_HEAD
      || (i > 0 && token[-1].pos.line == token->pos.line))
    return false;
  if ((token->code == KIND || token->code == CLASS) && token[1].code != END
      && (token[2].code == '{' || token[2].code == EXTENDS
	  || token[2].code == IMPLEMENTS))
    return true;
  /* A clause of the row before begins like "noreturn," or "suppress,".  */
  if (token->pos.column > 1 && token[1].code == ',')
    return false;
  return (token->code <= FALSE_WORD && token->code >= NAME
	  && token->code != INTEGER && token->code != ELLIPSIS
	  && (token[1].code == ':' || token[1].code == ','));
}

/* Whether TOKEN begins what cannot stand in the class that is open.  */

static bool
class_must_end (const struct spec_reader *reader,
		const struct spec_token *token)
{
  if (reader->in_class != CLASS_BODY || reader->recovering || !reader->class
      || (reader->last_code != '{' && reader->last_code != ';'))
    return false;
  if (token->code != CLASS && token->code != IMPORT && token->code != PACKAGE
      && token->code != KIND)
    return false;
  if (token[1].code == ':' || token[1].code == ',')
    return false;
  return (token->code != KIND
	  || (token[1].code != END && token[2].code == '{'));
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
      reader->last_code
	= (reader->in_kind
	   || (reader->in_class && (token->code == END || token->code == CLASS
				    || token[2].code == '{'))) ? '}' : ';';
      return reader->last_code;
    }
  if (class_must_end (reader, token))
    {
      spec_error_at (reader, token->pos, "expected '}' before '%s': class '%s' "
		     "is not ended", token->text, reader->class->name->text);
      reader->last_code = '}';
      return '}';
    }
  reader->next_token++;
  reader->bad |= token->bad;
  bool first = (!reader->in_kind && !reader->in_class
		&& (reader->last_code == 0 || reader->last_code == ';'
		    || reader->last_code == '}'));
  reader->last_code = token->code;
  if (first && token->code == KIND && token[1].code != ':'
      && token[1].code != ',')
    reader->in_kind = true;
  else if (first && token->code == CLASS && token[1].code != ':'
	   && token[1].code != ',')
    reader->in_class = CLASS_HEAD;
  else if (reader->in_class == CLASS_HEAD && token->code == '{')
    reader->in_class = CLASS_BODY;
  else if (first && !reader->recovering && token->code == NAME
	   && token[1].code != END && (token[2].code == '{'
				       || token[2].code == EXTENDS
				       || token[2].code == IMPLEMENTS)
	   && !strchr (":,;", token[1].code))
    {
      bool class = (token[2].code != '{' || spec_is_method (token[1].text)
		    || !strcmp (token->text, "interface"));
      spec_error_at (reader, token->pos, "expected '%s' instead of '%s'",
		     class ? "class" : "kind", token->text);
      if (class)
	reader->in_class = CLASS_HEAD;
      else
	reader->in_kind = true;
      reader->last_code = class ? CLASS : KIND;
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
    return LK_TR ("the end of the file");
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
    { "wraps", "'wrap'" }, { "add", "'put'" }, { "get", "'fetch'" },
    { "self", "'this'" }, { "when", "'if'" }, { "name", "'noun'" },
    { "integer", "'int'" },
    { "ptr", "'pointer'" }, { "nullptr", "'NULL'" }, { "null", "'NULL'" }
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    if (!strcmp (text, pairs[i][0]))
      return pairs[i][1];
  return NULL;
}

/* The expected tokens where a name may be, by the token before.  */

static const char *
name_wanted (const struct spec_reader *reader, int last_code)
{
  switch (last_code)
    {
    case CLASS:
    case EXTENDS:
    case IMPLEMENTS:
    case IMPORT:
      return LK_TR ("the name of a class");
    case PACKAGE:
      return LK_TR ("the name of a package");
    case MUST:
      return LK_TR ("the name of a method or 'nothing'");
    case '{':
      return LK_TR ("the name of a method, 'must', 'kind', 'own', 'complete' or '}'");
    case ACQUIRE:
      return LK_TR ("a kind of resource");
    case RELEASE:
    case OWN:
      return LK_TR ("a kind of resource or 'any'");
    case KIND:
      return LK_TR ("the name of a kind");
    case GROUP:
      return LK_TR ("the name of a group of kinds");
    case RAISES:
      return LK_TR ("the name of a type or 'nothing'");
    case '&':
      return LK_TR ("the name of a variable");
    case 0:
    case ';':
    case '}':
      if (reader->in_class)
	return LK_TR ("the name of a method, 'must', 'kind', 'own', 'complete' or '}'");
      return LK_TR ("the name of a function or 'kind'");
    default:
      return reader->in_class ? LK_TR ("a name") : LK_TR ("the name of a function");
    }
}

/* Tokens of Java, which are not suggested for rows of C.  */

static bool
java_only (yysymbol_kind_t symbol)
{
  switch (symbol)
    {
    case YYSYMBOL_THIS:
    case YYSYMBOL_WRAP:
    case YYSYMBOL_PUT:
    case YYSYMBOL_FETCH:
    case YYSYMBOL_WITHIN:
    case YYSYMBOL_SINCE:
    case YYSYMBOL_BEFORE:
    case YYSYMBOL_FRESH:
    case YYSYMBOL_NOTHROW:
    case YYSYMBOL_COUNTS:
    case YYSYMBOL_THROWS:
    case YYSYMBOL_GIVE:
    case YYSYMBOL_THOUGH:
    case YYSYMBOL_THROWN:
    case YYSYMBOL_UNTIL:
    case YYSYMBOL_TRUE_WORD:
    case YYSYMBOL_FALSE_WORD:
    case YYSYMBOL_PURE:
    case YYSYMBOL_STARTS:
    case YYSYMBOL_WAITS:
    case YYSYMBOL_EVICTS:
    case YYSYMBOL_RUN:
    case YYSYMBOL_WITH:
      return true;
    default:
      return false;
    }
}

/* Return true if only classes of C++ have SYMBOL.  */

static bool
cxx_only (yysymbol_kind_t symbol)
{
  switch (symbol)
    {
    case YYSYMBOL_RAISES:
    case YYSYMBOL_CHECKED:
    case YYSYMBOL_ELEMENT:
    case YYSYMBOL_ITERATOR:
    case YYSYMBOL_CONTAINER:
    case YYSYMBOL_REMOVE:
    case YYSYMBOL_QUERY:
    case YYSYMBOL_VISIT:
    case YYSYMBOL_AT:
      return true;
    default:
      return false;
    }
}

/* Return true if no class of Java has SYMBOL.  */

static bool
no_java (yysymbol_kind_t symbol)
{
  return symbol == YYSYMBOL_FILL || symbol == YYSYMBOL_READS;
}

/* Return true if records have SYMBOL, and nothing that a user writes.  */

static bool
record_only (yysymbol_kind_t symbol)
{
  return (symbol == YYSYMBOL_PASS || symbol == YYSYMBOL_ALWAYS || symbol == YYSYMBOL_THROUGH);
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
    words[n_words++] = name_wanted (reader, before);
  else
    for (int i = 0; i < n; i++)
      if (record_only (expected[i])
	  || (no_java (expected[i]) && reader->in_class
	      && !(reader->class && spec_is_cxx (reader, reader->class))))
	continue;
      else if (cxx_only (expected[i]) ? reader->class && spec_is_cxx (reader, reader->class)
	  : !java_only (expected[i]) || reader->in_class)
	words[n_words++] = yysymbol_name (expected[i]);

  struct spec_text text = { reader->scratch, NULL, 0, 0 };
  spec_text_add (&text, "%s", LK_TR ("expected "));
  for (size_t i = 0; i < n_words; i++)
    spec_text_add (&text, "%s%s", i == 0 ? "" : i + 1 < n_words ? ", " : LK_TR (" or "),
		   words[i]);

  struct spec_pos pos = token->pos;
  if (at > 0 && starts_item (reader, at))
    {
      /* Something was forgotten: it is missing behind the token before.  */
      pos = token[-1].end;
      spec_text_add (&text, LK_TR (" after %s"), describe (reader, &token[-1]));
    }
  else
    spec_text_add (&text, LK_TR (" before %s"), describe (reader, token));

  /* A misspelt keyword.  */
  if (!any_name && token->code >= NAME && token->code != STRING
      && token->code <= FALSE_WORD && token->code != INTEGER)
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
	spec_text_add (&text, LK_TR ("; did you mean %s?"), meant);
    }
  /* One error message for one error.  */
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
spec_begin_type (struct spec_reader *reader, const char *name)
{
  struct spec_pos start = { 1, 1 };
  spec_add_token (reader, CLASS, "class", 0, start, start);
  spec_add_token (reader, NAME, name, 0, start, start);
}

void
spec_parse (struct spec_reader *reader)
{
  reader->next_token = 0;
  yyparse (reader);
}
