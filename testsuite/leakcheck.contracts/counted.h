/* What counted-lib.c has: counted objects that a global list knows, a list that may refuse one, text
   that is formatted into a variable, and objects that a table keeps.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

struct dict { int refcount, copy_id; struct dict *used_next, *used_prev; };
struct item { struct item *next, *prev; struct dict *dict; };
struct list { struct item *first, *last; int len; };
struct file { char *path; int stream; struct file *next; };

struct dict *dict_alloc (void);
void dict_unref (struct dict *d);
int list_append_dict (struct list *l, struct dict *d);
int xformat (char **out, const char *format, ...);
void replace (char **out, const char *s);
struct file *file_begin (struct file **table, const char *path);
void file_done (struct file **table);
