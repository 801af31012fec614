/* What basics.c and basics-lib.c share.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct buf { int n; char *data; FILE *log; };
struct list { struct list *next; char *s; };

FILE *xopen (const char *name);
void *xmalloc (size_t n);
int open_two (const char *a, FILE **out);
int fill (struct buf *b);
void drop (struct buf *b);
void buf_free (struct buf *b);
int look (FILE *f);
void closer (FILE *f);
int take_ok (struct buf *b, FILE *f);
int push (char *s);
void list_free (struct list *l);
void maybe (FILE *f, int close_it);
char *dup2x (const char *s);
void pass (void *p);
void pass_member (struct buf *b);
char *same (char *s);
int fdopener (const char *s);
void fdclose (int fd);
void vlog (const char *fmt, ...);
struct buf *make (const char *n);
void die (const char *s);
void *grow (void *p, size_t n);
int len (struct buf *b);
void setname (struct buf *b, const char *s);
FILE *open_if (const char *name, int n);
FILE *open_all (const char *name, int a, int b, int c);
