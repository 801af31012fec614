/* What more.c and more-lib.c share.  */

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ref { int count; char *text; };
struct ops { FILE *(*open) (const char *); void (*close) (FILE *); };
struct node { struct node *left, *right; char *key; };

struct ref *ref_new (const char *text);
struct ref *ref_get (struct ref *r);
void ref_put (struct ref *r);
const char *ref_text (const struct ref *r);
extern const struct ops file_ops;
struct node *node_new (const char *key);
void node_free (struct node *n);
int node_count (const struct node *n);
FILE *open_retried (const char *name, int n);
char *weak_copy (const char *s);
char *alias_copy (const char *s);
void log_line (const char *format, ...);
void fail (const char *format, ...) __attribute__ ((noreturn));
void lock_it (void);
void unlock_it (void);
int with_lock (int n);
extern pthread_mutex_t the_mutex;
int transfer (FILE **slot, FILE *f);
char *pick (char *a, char *b, int first);
int read_all (FILE *f, char **out, size_t *n);
void closep (FILE **f);
