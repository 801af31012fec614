/* leakcheck.h: say in your source what functions promise about resources.

   All macros here vanish on compilers without the leakcheck plugin, so a
   program that uses them builds everywhere; this file needs no other one.

   With the plugin every attribute has two spellings,
   __attribute__ ((leakcheck_acquire ("stream"))) and, in C2X and C++,
   [[leakcheck::acquire ("stream")]]; the macros use the first, which may
   stand behind a declaration as well as before it.

   Part of leakcheck.  Unlike the rest of it, this file becomes part of the
   programs that include it, so it comes without conditions on those: copying
   and distribution of this file, with or without modification, are permitted
   in any medium without royalty, provided this notice is preserved.  It is
   offered as is, without any warranty.  SPDX-License-Identifier: FSFAP  */

#ifndef LEAKCHECK_H
#define LEAKCHECK_H 1

#if defined __has_attribute
# if __has_attribute (leakcheck_acquire)
#  define LEAKCHECK_ATTRIBUTE_(X) __attribute__ (X)
#  define LEAKCHECK_PRAGMA_(X) _Pragma (#X)
# endif
#endif
#ifndef LEAKCHECK_ATTRIBUTE_
# define LEAKCHECK_ATTRIBUTE_(X)
# define LEAKCHECK_PRAGMA_(X)
#endif

/* Two of the macros take any number of arguments, which C90 does not have.  */
#if defined __GNUC__
# pragma GCC diagnostic push
# pragma GCC diagnostic ignored "-Wvariadic-macros"
#endif

/* ---- On functions.  KIND is a string: "stream", "descriptor", "memory",
   "lock", or any name of your own; arguments are counted from 1.  ---- */

/* The result is a resource that the caller has to release.
     FILE *log_open (const char *name) LEAKCHECK_ACQUIRE ("stream");  */
#define LEAKCHECK_ACQUIRE(KIND) \
  LEAKCHECK_ATTRIBUTE_ ((leakcheck_acquire (KIND)))

/* Argument ARG points to where a resource is put, if CONDITION holds.
     int db_open (const char *name, struct db **db)
       LEAKCHECK_ACQUIRE_ARG ("db", 2, "result == 0");  */
#define LEAKCHECK_ACQUIRE_ARG(KIND, ARG, CONDITION) \
  LEAKCHECK_ATTRIBUTE_ ((leakcheck_acquire (KIND, ARG, CONDITION)))

/* Argument ARG is released; KIND "any" for whatever it is.
     void log_close (int level, FILE *log) LEAKCHECK_RELEASE ("stream", 2);  */
#define LEAKCHECK_RELEASE(KIND, ARG) \
  LEAKCHECK_ATTRIBUTE_ ((leakcheck_release (KIND, ARG)))

/* The same, but only if CONDITION holds.  */
#define LEAKCHECK_RELEASE_IF(KIND, ARG, CONDITION) \
  LEAKCHECK_ATTRIBUTE_ ((leakcheck_release (KIND, ARG, CONDITION)))

/* The result is argument ARG, or a wrapper of it: releasing one of them
   releases both.  */
#define LEAKCHECK_ALIAS(ARG) \
  LEAKCHECK_ATTRIBUTE_ ((leakcheck_resource_alias (ARG)))

/* Anything the specification language can say.
     int conn_new (int fd, struct conn **c)
       LEAKCHECK_CONTRACT ("acquire conn *arg2 if result == 0,"
			   "own descriptor arg1 if result == 0");  */
#define LEAKCHECK_CONTRACT(CLAUSES) \
  LEAKCHECK_ATTRIBUTE_ ((leakcheck_contract (CLAUSES)))

/* When verifying: argument ARG, which needs nothing (any more), must be released
   after this call.
     void conn_reopen (struct conn *) LEAKCHECK_CREATES (1);  */
#define LEAKCHECK_CREATES(ARG) LEAKCHECK_ATTRIBUTE_ ((leakcheck_creates (ARG)))

/* ---- On structures, when verifying.  ---- */

/* All of these functions must be called on such a structure before it is
   lost; "a or b" is any of these.  Results that point to one are the
   caller's.
     struct LEAKCHECK_MUST_CALL ("conn_close") conn { ... };  */
#define LEAKCHECK_MUST_CALL(...) \
  LEAKCHECK_ATTRIBUTE_ ((leakcheck_must_call (__VA_ARGS__)))

/* ---- On functions, about the result; on parameters, about these.  ---- */

/* The result is the caller's from now on; the parameter is the callee's; the
   member, when verifying, owns what it points to.
     void list_add (struct list *, FILE *f LEAKCHECK_OWNING);  */
#define LEAKCHECK_OWNING LEAKCHECK_ATTRIBUTE_ ((leakcheck_owning))

/* The result stays the callee's; the parameter stays the caller's.  */
#define LEAKCHECK_NOT_OWNING LEAKCHECK_ATTRIBUTE_ ((leakcheck_not_owning))

/* The parameter is stored somewhere that outlives the call.  */
#define LEAKCHECK_KEEP LEAKCHECK_ATTRIBUTE_ ((leakcheck_keep))

/* The parameter is released, whatever it is.  */
#define LEAKCHECK_CLOSES LEAKCHECK_ATTRIBUTE_ ((leakcheck_release))

/* ---- Suppression.  ---- */

/* On a function: report nothing in its body.  On a variable: do not follow
   what is acquired into it.  */
#define LEAKCHECK_SUPPRESS LEAKCHECK_ATTRIBUTE_ ((leakcheck_suppress))

/* Report nothing that is acquired between these two lines.  */
#define LEAKCHECK_SUPPRESS_BEGIN \
  LEAKCHECK_PRAGMA_ (GCC diagnostic push) \
  LEAKCHECK_PRAGMA_ (GCC diagnostic ignored "-Wanalyzer-file-leak") \
  LEAKCHECK_PRAGMA_ (GCC diagnostic ignored "-Wanalyzer-malloc-leak")
#define LEAKCHECK_SUPPRESS_END \
  LEAKCHECK_PRAGMA_ (GCC diagnostic pop)

/* Report nothing that is acquired in STATEMENT, which stands on lines of its
   own.
     LEAKCHECK_SUPPRESS_STATEMENT (log = fopen (name, "a"));  */
#define LEAKCHECK_SUPPRESS_STATEMENT(...) \
  LEAKCHECK_SUPPRESS_BEGIN __VA_ARGS__; LEAKCHECK_SUPPRESS_END

/* Report nothing that goes by NAME from here to LEAKCHECK_POP: what a message
   prints behind "leakcheck-", the group of a kind of resource ("lock"), a kind,
   or "all"; "file" is all groups but "memory".  Each stands on a line of its own.
     LEAKCHECK_PUSH
     LEAKCHECK_IGNORED ("lock")
     LEAKCHECK_POP  */
#define LEAKCHECK_PUSH LEAKCHECK_PRAGMA_ (GCC leakcheck push)
#define LEAKCHECK_IGNORED(NAME) LEAKCHECK_PRAGMA_ (GCC leakcheck ignored NAME)
#define LEAKCHECK_WARNING(NAME) LEAKCHECK_PRAGMA_ (GCC leakcheck warning NAME)
#define LEAKCHECK_POP LEAKCHECK_PRAGMA_ (GCC leakcheck pop)

#if defined __GNUC__
# pragma GCC diagnostic pop
#endif

#endif /* LEAKCHECK_H */
