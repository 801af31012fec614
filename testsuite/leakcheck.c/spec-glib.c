/* glib and gio: g_malloc ends the process when it fails, g_autofree-like
   cleanup, g_strdup_printf, g_file_get_contents, references; talloc.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef int gboolean;
typedef char gchar;
typedef void *gpointer;
typedef size_t gsize;
typedef struct _GError { unsigned domain; int code; gchar *message; } GError;
typedef struct _GFile GFile;
typedef struct _GDir GDir;
typedef struct _GString GString;
extern gpointer g_malloc (gsize);
extern gchar *g_strdup (const gchar *);
extern gchar *g_strdup_printf (const gchar *, ...);
extern void g_free (gpointer);
extern gboolean g_file_get_contents (const gchar *, gchar **, gsize *, GError **);
extern GFile *g_file_new_for_path (const char *);
extern char *g_file_get_path (GFile *);
extern void g_object_unref (gpointer);
extern gchar **g_strsplit (const gchar *, const gchar *, int);
extern void g_strfreev (gchar **);
extern GDir *g_dir_open (const gchar *, unsigned, GError **);
extern const gchar *g_dir_read_name (GDir *);
extern void g_dir_close (GDir *);

typedef void TALLOC_CTX;
extern void *talloc_named_const (const void *, size_t, const char *);
extern int _talloc_free (void *, const char *);

int
greet (const char *name)
{
  gchar *s = g_strdup_printf ("hello %s", name);
  int n = puts (s);
  g_free (s);
  return n;
}

int
greet_leaky (const char *name)
{
  gchar *s = g_strdup_printf ("hello %s", name);	/* { dg-warning "leak" } */
  return puts (s);
}

int
file_lines (const char *name)
{
  gchar *text;
  gsize n;
  int lines = 0;
  if (!g_file_get_contents (name, &text, &n, NULL))
    return -1;
  for (gsize i = 0; i < n; i++)
    lines += text[i] == '\n';
  g_free (text);
  return lines;
}

int
file_lines_leaky (const char *name)
{
  gchar *text;
  gsize n;
  int lines = 0;
  if (!g_file_get_contents (name, &text, &n, NULL))	/* { dg-warning "leak" } */
    return -1;
  if (n == 0)
    return 0;
  for (gsize i = 0; i < n; i++)
    lines += text[i] == '\n';
  return lines;
}

int
show_path (const char *name)
{
  GFile *f = g_file_new_for_path (name);
  char *path = g_file_get_path (f);
  int ret = path ? puts (path) : -1;
  g_free (path);
  g_object_unref (f);
  return ret;
}

int
show_path_leaky (const char *name)
{
  GFile *f = g_file_new_for_path (name);
  char *path = g_file_get_path (f);	/* { dg-warning "leak" } */
  int ret = path ? puts (path) : -1;
  g_object_unref (f);
  return ret;
}

int
fields (const char *line)
{
  gchar **v = g_strsplit (line, ":", -1);
  int n = 0;
  while (v[n])
    n++;
  g_strfreev (v);
  return n;
}

int
fields_leaky (const char *line)
{
  gchar **v = g_strsplit (line, ":", -1);	/* { dg-warning "leak" } */
  int n = 0;
  if (!v[0])
    return 0;
  while (v[n])
    n++;
  g_strfreev (v);
  return n;
}

int
dir_has (const char *dir, const char *name)
{
  const gchar *s;
  GDir *d = g_dir_open (dir, 0, NULL);
  if (!d)
    return 0;
  while ((s = g_dir_read_name (d)) && strcmp (s, name))
    ;
  g_dir_close (d);
  return s != NULL;
}

int
dir_has_leaky (const char *dir, const char *name)
{
  const gchar *s;
  GDir *d = g_dir_open (dir, 0, NULL);	/* { dg-warning "leak" } */
  if (!d)
    return 0;
  while ((s = g_dir_read_name (d)))
    if (!strcmp (s, name))
      return 1;
  g_dir_close (d);
  return 0;
}

/* A child of a talloc context goes with its parent.  */
int
with_parent (TALLOC_CTX *parent)
{
  char *p = talloc_named_const (parent, 16, "x");
  if (!p)
    return -1;
  strcpy (p, "child");
  return 0;
}
