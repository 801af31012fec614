#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct output { FILE *file; char *name; int quiet, close_file, keep_open; };
struct text { size_t length, room; char *bytes; };
struct node { struct node *next; const char *s; };

void flush (struct output *);
void need_name (struct output *);
void set_name (struct output *);
void add (struct text *, const char *);
void text_free (struct text *);
const char *short_name (const char *);
const char *home (void);
int merge (struct node *);
int take (FILE *);
int enter (struct node *);
int enter_checked (struct node *);
void enter_quietly (struct node *);
void at_end (void);
void node_drop (struct node *);

/* As add, where there is something.  */
static inline void
add_some (struct text *t, const char *s)
{
  if (*s)
    add (t, s);
}
