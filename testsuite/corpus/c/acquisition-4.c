/* Corpus, acquisition: more libraries, declared here as their headers declare
   them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef REAL_HEADERS
#include <glib.h>
#include <gio/gio.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <archive.h>
#include <archive_entry.h>
#include <event2/event.h>
#include <event2/bufferevent.h>
#include <event2/buffer.h>
#include <uv.h>
#include <libpq-fe.h>
#include <expat.h>
#include <jansson.h>
#include <gmp.h>
#else
typedef char gchar; typedef int gint; typedef int gboolean; typedef void *gpointer;
typedef size_t gsize; typedef unsigned int guint;
#define TRUE 1
#define FALSE 0
typedef struct _GError { unsigned domain; int code; char *message; } GError;
typedef struct _GString { char *str; gsize len, allocated_len; } GString;
typedef struct _GList { gpointer data; struct _GList *next, *prev; } GList;
typedef struct _GHashTable GHashTable; typedef struct _GDir GDir; typedef struct _GKeyFile GKeyFile;
typedef struct _GFile GFile; typedef struct _GFileInputStream GFileInputStream;
  typedef struct _GCancellable GCancellable;
typedef struct _GInputStream GInputStream;
typedef long gssize;
extern void g_free (gpointer);
extern gchar *g_strdup (const gchar *);
extern gchar *g_strdup_printf (const gchar *, ...);
extern gchar **g_strsplit (const gchar *, const gchar *, gint);
extern void g_strfreev (gchar **);
extern gboolean g_file_get_contents (const gchar *, gchar **, gsize *, GError **);
extern void g_error_free (GError *);
extern void g_clear_error (GError **);
extern GString *g_string_new (const gchar *);
extern GString *g_string_append (GString *, const gchar *);
extern gchar *g_string_free (GString *, gboolean);
extern GHashTable *g_hash_table_new (guint (*) (const void *), gboolean (*) (const void *,
  const void *));
extern void g_hash_table_destroy (GHashTable *);
extern void g_hash_table_unref (GHashTable *);
extern gboolean g_hash_table_insert (GHashTable *, gpointer, gpointer);
extern gpointer g_hash_table_lookup (GHashTable *, const void *);
extern guint g_str_hash (const void *);
extern gboolean g_str_equal (const void *, const void *);
extern GDir *g_dir_open (const gchar *, guint, GError **);
extern const gchar *g_dir_read_name (GDir *);
extern void g_dir_close (GDir *);
extern GList *g_list_prepend (GList *, gpointer);
extern void g_list_free (GList *);
extern void g_list_free_full (GList *, void (*) (gpointer));
extern GFile *g_file_new_for_path (const char *);
extern GFileInputStream *g_file_read (GFile *, GCancellable *, GError **);
extern void g_object_unref (gpointer);
extern gssize g_input_stream_read (GInputStream *, void *, gsize, GCancellable *, GError **);
#define G_INPUT_STREAM(x) ((GInputStream *) (x))

typedef unsigned char xmlChar;
typedef struct _xmlDoc *xmlDocPtr; typedef struct _xmlNode *xmlNodePtr;
typedef struct _xmlXPathContext *xmlXPathContextPtr;
  typedef struct _xmlXPathObject *xmlXPathObjectPtr;
extern xmlDocPtr xmlReadFile (const char *, const char *, int);
extern xmlNodePtr xmlDocGetRootElement (const struct _xmlDoc *);
extern xmlChar *xmlGetProp (const struct _xmlNode *, const xmlChar *);
extern xmlChar *xmlNodeGetContent (const struct _xmlNode *);
extern void xmlFreeDoc (xmlDocPtr);
extern void (*xmlFree) (void *);
extern xmlXPathContextPtr xmlXPathNewContext (xmlDocPtr);
extern void xmlXPathFreeContext (xmlXPathContextPtr);
extern xmlXPathObjectPtr xmlXPathEvalExpression (const xmlChar *, xmlXPathContextPtr);
extern void xmlXPathFreeObject (xmlXPathObjectPtr);

struct archive; struct archive_entry;
#define ARCHIVE_OK 0
#define ARCHIVE_EOF 1
extern struct archive *archive_read_new (void);
extern int archive_read_support_filter_all (struct archive *);
extern int archive_read_support_format_all (struct archive *);
extern int archive_read_open_filename (struct archive *, const char *, size_t);
extern int archive_read_next_header (struct archive *, struct archive_entry **);
extern int archive_read_data_skip (struct archive *);
extern int archive_read_free (struct archive *);
extern const char *archive_entry_pathname (struct archive_entry *);
extern struct archive_entry *archive_entry_new (void);
extern void archive_entry_free (struct archive_entry *);

struct event_base; struct event; struct bufferevent; struct evbuffer; struct timeval;
extern struct event_base *event_base_new (void);
extern void event_base_free (struct event_base *);
extern int event_base_dispatch (struct event_base *);
extern struct event *event_new (struct event_base *, int, short, void (*) (int, short, void *),
  void *);
extern int event_add (struct event *, const struct timeval *);
extern void event_free (struct event *);
extern struct evbuffer *evbuffer_new (void);
extern void evbuffer_free (struct evbuffer *);
extern int evbuffer_add_printf (struct evbuffer *, const char *, ...);
extern int evbuffer_write (struct evbuffer *, int);
#define EV_READ 2
#define EV_PERSIST 16

typedef struct uv_loop_s uv_loop_t;
typedef struct uv_buf_t { char *base; size_t len; } uv_buf_t;
typedef int uv_file;
extern uv_loop_t *uv_default_loop (void);
extern int uv_run (uv_loop_t *, int);
#define UV_RUN_DEFAULT 0
extern int uv_loop_close (uv_loop_t *);

typedef struct pg_conn PGconn; typedef struct pg_result PGresult;
extern PGconn *PQconnectdb (const char *);
extern int PQstatus (const PGconn *);
extern void PQfinish (PGconn *);
extern PGresult *PQexec (PGconn *, const char *);
extern int PQresultStatus (const PGresult *);
extern char *PQgetvalue (const PGresult *, int, int);
extern int PQntuples (const PGresult *);
extern void PQclear (PGresult *);
extern char *PQerrorMessage (const PGconn *);
extern char *PQescapeLiteral (PGconn *, const char *, size_t);
extern void PQfreemem (void *);
#define CONNECTION_OK 0
#define PGRES_TUPLES_OK 2
#define PGRES_COMMAND_OK 1

typedef struct XML_ParserStruct *XML_Parser;
extern XML_Parser XML_ParserCreate (const char *);
extern int XML_Parse (XML_Parser, const char *, int, int);
extern void XML_ParserFree (XML_Parser);
extern void XML_SetUserData (XML_Parser, void *);

typedef struct json_t { int type; volatile size_t refcount; } json_t;
typedef struct { int line; char text[160]; } json_error_t;
extern json_t *json_load_file (const char *, size_t, json_error_t *);
extern json_t *json_object (void);
extern json_t *json_string (const char *);
extern json_t *json_object_get (const json_t *, const char *);
extern const char *json_string_value (const json_t *);
extern int json_object_set_new (json_t *, const char *, json_t *);
extern int json_object_set (json_t *, const char *, json_t *);
extern char *json_dumps (const json_t *, size_t);
extern void json_delete (json_t *);
static inline void
json_decref (json_t *j)
{
  if (j && j->refcount != (size_t) -1 && __sync_sub_and_fetch (&j->refcount, 1) == 0)
    json_delete (j);
}

typedef struct { int alloc, size; unsigned long *d; } __mpz_struct;
typedef __mpz_struct mpz_t[1];
extern void mpz_init (__mpz_struct *);
extern int mpz_init_set_str (__mpz_struct *, const char *, int);
extern void mpz_clear (__mpz_struct *);
extern void mpz_mul (__mpz_struct *, const __mpz_struct *, const __mpz_struct *);
extern int mpz_set_str (__mpz_struct *, const char *, int);
extern int mpz_probab_prime_p (const __mpz_struct *, int);
extern char *mpz_get_str (char *, int, const __mpz_struct *);
#endif

/* --- glib */
int
g_lines (const char *path)
{
  GError *err = NULL;
  gchar *text;
  int n;
  if (!g_file_get_contents (path, &text, NULL, &err))
    {
      fprintf (stderr, "%s\n", err->message);
      g_error_free (err);
      return -1;
    }
  gchar **v = g_strsplit (text, "\n", -1);
  g_free (text);
  for (n = 0; v[n]; n++)
    ;
  g_strfreev (v);
  return n;
}

int
g_lines_bad (const char *path)
{
  gchar *text = NULL;
  int n;
  if (!g_file_get_contents (path, &text, NULL, NULL))	/* { dg-warning "leak" "the text" } */
    return -1;
  gchar **v = g_strsplit (text, "\n", -1);
  for (n = 0; v[n]; n++)
    ;
  g_strfreev (v);
  return n;
}

int
g_lines_bad2 (const char *path)
{
  GError *err = NULL;
  gchar *text;
  int n;
  if (!g_file_get_contents (path, &text, NULL, &err))	/* { dg-warning "leak" "the error" } */
    {
      fprintf (stderr, "%s\n", err->message);
      return -1;
    }
  n = strlen (text);
  g_free (text);
  return n;
}

gchar *
g_join (const gchar *const *v)
{
  GString *s = g_string_new (NULL);
  for (; *v; v++)
    g_string_append (s, *v);
  return g_string_free (s, FALSE);
}

int
g_join_len (const gchar *const *v)
{
  GString *s = g_string_new ("");	/* { dg-warning "leak" "its length only" } */
  for (; *v; v++)
    g_string_append (s, *v);
  return s->len;
}

int
g_table (const char *word)
{
  GHashTable *t = g_hash_table_new (g_str_hash, g_str_equal);
  int found;
  g_hash_table_insert (t, (gpointer) "a", (gpointer) "b");
  found = g_hash_table_lookup (t, word) != NULL;
  g_hash_table_destroy (t);
  return found;
}

int
g_table_bad (const char *word)
{
  GHashTable *t = g_hash_table_new (g_str_hash, g_str_equal);	/* { dg-warning "leak" "early" } */
  g_hash_table_insert (t, (gpointer) "a", (gpointer) "b");
  if (g_hash_table_lookup (t, word))
    return 1;
  g_hash_table_unref (t);
  return 0;
}

GList *
g_names (const char *dir)
{
  GDir *d = g_dir_open (dir, 0, NULL);
  const gchar *n;
  GList *l = NULL;
  if (!d)
    return NULL;
  while ((n = g_dir_read_name (d)))
    l = g_list_prepend (l, g_strdup (n));
  g_dir_close (d);
  return l;
}

int
g_has (const char *dir, const char *name)
{
  GDir *d = g_dir_open (dir, 0, NULL);	/* { dg-warning "leak" "found" } */
  const gchar *n;
  if (!d)
    return -1;
  while ((n = g_dir_read_name (d)))
    if (!strcmp (n, name))
      return 1;
  g_dir_close (d);
  return 0;
}

gssize
g_head (const char *path, void *buf, gsize n)
{
  GError *e = NULL;
  GFile *f = g_file_new_for_path (path);
  GFileInputStream *in = g_file_read (f, NULL, &e);
  gssize k = -1;
  g_object_unref (f);
  if (!in)
    {
      g_clear_error (&e);
      return -1;
    }
  k = g_input_stream_read (G_INPUT_STREAM (in), buf, n, NULL, NULL);
  g_object_unref (in);
  return k;
}

gssize
g_head_bad (const char *path, void *buf, gsize n)
{
  GFile *f = g_file_new_for_path (path);	/* { dg-warning "leak" "no stream" } */
  GFileInputStream *in = g_file_read (f, NULL, NULL);
  gssize k;
  if (!in)
    return -1;
  k = g_input_stream_read (G_INPUT_STREAM (in), buf, n, NULL, NULL);
  g_object_unref (in);
  g_object_unref (f);
  return k;
}

/* --- libxml2 */
int
xml_id (const char *file, char *out, size_t n)
{
  xmlDocPtr d = xmlReadFile (file, NULL, 0);
  xmlNodePtr root;
  xmlChar *id;
  int rc = -1;
  if (!d)
    return -1;
  root = xmlDocGetRootElement (d);
  if (root && (id = xmlGetProp (root, (const xmlChar *) "id")))
    {
      snprintf (out, n, "%s", (char *) id);
      xmlFree (id);
      rc = 0;
    }
  xmlFreeDoc (d);
  return rc;
}

int
xml_id_bad (const char *file, char *out, size_t n)
{
  xmlDocPtr d = xmlReadFile (file, NULL, 0);
  xmlNodePtr root;
  xmlChar *id;
  if (!d)
    return -1;
  root = xmlDocGetRootElement (d);
  id = xmlGetProp (root, (const xmlChar *) "id");	/* { dg-warning "leak" "the property" } */
  if (id)
    snprintf (out, n, "%s", (char *) id);
  xmlFreeDoc (d);
  return id ? 0 : -1;
}

int
xml_path (xmlDocPtr d, const char *expr)
{
  xmlXPathObjectPtr o;
  xmlXPathContextPtr c = xmlXPathNewContext (d);	/* { dg-warning "leak" "no result" } */
  if (!c)
    return -1;
  o = xmlXPathEvalExpression ((const xmlChar *) expr, c);
  if (!o)
    return -1;
  xmlXPathFreeObject (o);
  xmlXPathFreeContext (c);
  return 0;
}

/* --- libarchive */
int
ar_list (const char *file)
{
  struct archive *a = archive_read_new ();
  struct archive_entry *e;
  int r;
  if (!a)
    return -1;
  archive_read_support_filter_all (a);
  archive_read_support_format_all (a);
  r = archive_read_open_filename (a, file, 10240);
  if (r != ARCHIVE_OK)
    goto out;
  while ((r = archive_read_next_header (a, &e)) == ARCHIVE_OK)
    {
      puts (archive_entry_pathname (e));
      archive_read_data_skip (a);
    }
out:
  archive_read_free (a);
  return r == ARCHIVE_EOF ? 0 : -1;
}

int
ar_list_bad (const char *file)
{
  struct archive *a = archive_read_new ();	/* { dg-warning "leak" "open fails" } */
  struct archive_entry *e;
  if (!a)
    return -1;
  archive_read_support_format_all (a);
  if (archive_read_open_filename (a, file, 10240) != ARCHIVE_OK)
    return -1;
  while (archive_read_next_header (a, &e) == ARCHIVE_OK)
    puts (archive_entry_pathname (e));
  archive_read_free (a);
  return 0;
}

/* --- libevent */
int
ev_run (int fd, void (*cb) (int, short, void *))
{
  struct event_base *b = event_base_new ();
  struct event *e = NULL;
  int r = -1;
  if (!b)
    return -1;
  e = event_new (b, fd, EV_READ | EV_PERSIST, cb, b);
  if (e && event_add (e, NULL) == 0)
    r = event_base_dispatch (b);
  if (e)
    event_free (e);
  event_base_free (b);
  return r;
}

int
ev_run_bad (int fd, void (*cb) (int, short, void *))
{
  struct event_base *b = event_base_new ();
  struct event *e;
  int r;
  if (!b)
    return -1;
  e = event_new (b, fd, EV_READ | EV_PERSIST, cb, NULL);	/* { dg-warning "leak" "add fails" } */
  if (!e)
    {
      event_base_free (b);
      return -1;
    }
  if (event_add (e, NULL) < 0)
    {
      event_base_free (b);
      return -1;
    }
  r = event_base_dispatch (b);
  event_free (e);
  event_base_free (b);
  return r;
}

int
ev_send (int fd, int n)
{
  struct evbuffer *b = evbuffer_new ();	/* { dg-warning "leak" "written, not freed" } */
  if (!b)
    return -1;
  evbuffer_add_printf (b, "%d\n", n);
  return evbuffer_write (b, fd);
}

/* --- libuv */
int
uv_main (void)
{
  uv_loop_t *l = uv_default_loop ();
  int r = uv_run (l, UV_RUN_DEFAULT);
  uv_loop_close (l);
  return r;
}

/* --- libpq */
int
pq_one (const char *info, const char *sql)
{
  PGconn *c = PQconnectdb (info);
  PGresult *r = NULL;
  int v = -1;
  if (PQstatus (c) != CONNECTION_OK)
    goto out;
  r = PQexec (c, sql);
  if (PQresultStatus (r) == PGRES_TUPLES_OK && PQntuples (r) > 0)
    v = atoi (PQgetvalue (r, 0, 0));
out:
  PQclear (r);
  PQfinish (c);
  return v;
}

PGconn *
pq_connect_bad (const char *info)
{
  PGconn *c = PQconnectdb (info);	/* { dg-warning "leak" "not connected: the object exists" } */
  if (PQstatus (c) != CONNECTION_OK)
    {
      fprintf (stderr, "%s", PQerrorMessage (c));
      return NULL;
    }
  return c;
}

int
pq_do_bad (PGconn *c, const char *sql)
{
  PGresult *r = PQexec (c, sql);	/* { dg-warning "leak" "a failed command has a result" } */
  if (PQresultStatus (r) != PGRES_COMMAND_OK)
    return -1;
  PQclear (r);
  return 0;
}

/* --- expat */
int
ex_parse (const char *text, void *user)
{
  XML_Parser p = XML_ParserCreate (NULL);
  int ok;
  if (!p)
    return -1;
  XML_SetUserData (p, user);
  ok = XML_Parse (p, text, (int) strlen (text), 1);
  XML_ParserFree (p);
  return ok ? 0 : -1;
}

int
ex_parse_bad (const char *text)
{
  XML_Parser p = XML_ParserCreate ("UTF-8");	/* { dg-warning "leak" "syntax error" } */
  if (!p)
    return -1;
  if (XML_Parse (p, text, (int) strlen (text), 1) == 0)
    return -1;
  XML_ParserFree (p);
  return 0;
}

/* --- jansson */
int
js_name (const char *file, char *out, size_t n)
{
  json_error_t e;
  json_t *root = json_load_file (file, 0, &e), *name;
  int rc = -1;
  if (!root)
    return -1;
  name = json_object_get (root, "name");
  if (json_string_value (name))
    {
      snprintf (out, n, "%s", json_string_value (name));
      rc = 0;
    }
  json_decref (root);
  return rc;
}

int
js_name_bad (const char *file, char *out, size_t n)
{
  json_error_t e;
  json_t *root = json_load_file (file, 0, &e), *name;	/* { dg-warning "leak" "no name" } */
  if (!root)
    return -1;
  name = json_object_get (root, "name");
  if (!name)
    return -1;
  snprintf (out, n, "%s", json_string_value (name));
  json_decref (root);
  return 0;
}

char *
js_make (const char *name)
{
  json_t *o = json_object ();
  char *s;
  if (!o)
    return NULL;
  json_object_set_new (o, "name", json_string (name));
  s = json_dumps (o, 0);
  json_decref (o);
  return s;
}

int
js_print (const json_t *j)
{
  char *s = json_dumps (j, 0);	/* { dg-warning "leak" "the text" } */
  if (!s)
    return -1;
  return puts (s);
}

/* --- GMP */
int
mp_prime (const char *s)
{
  mpz_t x;
  int r;
  mpz_init (x);
  if (mpz_set_str (x, s, 10) < 0)
    {
      mpz_clear (x);
      return -1;
    }
  r = mpz_probab_prime_p (x, 25);
  mpz_clear (x);
  return r;
}

int
mp_prime_bad (const char *s)
{
  mpz_t x;
  int r;
  mpz_init (x);	/* { dg-warning "leak" "not a number" { xfail *-*-* } } */
  if (mpz_set_str (x, s, 10) < 0)
    return -1;
  r = mpz_probab_prime_p (x, 25);
  mpz_clear (x);
  return r;
}
