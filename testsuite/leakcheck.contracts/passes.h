#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { char *name; FILE *log; };

/* passes-lib-2.c  */
void base_close (FILE *);
int base_try (FILE *);
char *base_copy (const char *);
void base_look (const struct item *);
void base_clear (struct item *);
int base_fill (struct item *, const char *);
void base_maybe (FILE *, int);
FILE *base_same (FILE *);
int ring_one (FILE *, int);

/* passes-lib.c  */
void wrap_close (FILE *);
void wrap_close_twice (FILE *);
int wrap_try (FILE *);
int wrap_try_or (FILE *, int);
char *wrap_copy (const char *);
char *wrap_copy_twice (const char *);
char *wrap_choice (const char *, int);
void wrap_look (const struct item *);
void wrap_clear (struct item *);
int wrap_fill (struct item *, const char *);
void wrap_maybe (FILE *);
void wrap_sometimes (FILE *, int);
FILE *wrap_same (FILE *);
void wrap_log_and_close (struct item *, FILE *);
int ring_two (FILE *, int);
void wrap_store (struct item *);
