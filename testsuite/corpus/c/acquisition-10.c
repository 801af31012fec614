/* Corpus, acquisition: libraries in daily use.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* sqlite3 */
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
extern int sqlite3_open (const char *, sqlite3 **);
extern int sqlite3_close (sqlite3 *);
extern int sqlite3_close_v2 (sqlite3 *);
extern int sqlite3_prepare_v2 (sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
extern int sqlite3_step (sqlite3_stmt *);
extern int sqlite3_reset (sqlite3_stmt *);
extern int sqlite3_finalize (sqlite3_stmt *);
extern int sqlite3_bind_int (sqlite3_stmt *, int, int);
extern const unsigned char *sqlite3_column_text (sqlite3_stmt *, int);
extern int sqlite3_exec (sqlite3 *, const char *, int (*) (void *, int, char **, char **),
			 void *, char **);
extern const char *sqlite3_errmsg (sqlite3 *);
extern char *sqlite3_mprintf (const char *, ...);
extern void sqlite3_free (void *);
#define SQLITE_OK 0
#define SQLITE_ROW 100
#define SQLITE_DONE 101

/* 1: statement and database on every path.  */
char *
lookup_clean (const char *file, int id)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *st = NULL;
  char *name = NULL;

  if (sqlite3_open (file, &db) != SQLITE_OK)
    goto out;
  if (sqlite3_prepare_v2 (db, "select name from t where id=?", -1, &st, NULL) != SQLITE_OK)
    {
      fprintf (stderr, "%s\n", sqlite3_errmsg (db));
      goto out;
    }
  sqlite3_bind_int (st, 1, id);
  if (sqlite3_step (st) == SQLITE_ROW)
    name = strdup ((const char *) sqlite3_column_text (st, 0));
out:
  sqlite3_finalize (st);
  sqlite3_close (db);
  return name;
}

int
lookup_leaky_statement (sqlite3 *db, int id)
{
  sqlite3_stmt *st;
  int rc;
  if (sqlite3_prepare_v2 (db, "select 1 from t where id=?", -1, &st, NULL) != SQLITE_OK)	/* { dg-warning "leak" } */
    return -1;
  if (sqlite3_bind_int (st, 1, id) != SQLITE_OK)
    return -1;
  rc = sqlite3_step (st);
  sqlite3_finalize (st);
  return rc == SQLITE_ROW;
}

int
lookup_leaky_database (const char *file)
{
  sqlite3 *db;
  int rc;
  if (sqlite3_open (file, &db) != SQLITE_OK)	/* { dg-warning "leak" } */
    return -1;
  rc = sqlite3_exec (db, "vacuum", NULL, NULL, NULL);
  sqlite3_close (db);
  return rc;
}

/* 2: the error text of sqlite3_exec.  */
int
execute_clean (sqlite3 *db, const char *sql)
{
  char *err = NULL;
  if (sqlite3_exec (db, sql, NULL, NULL, &err) != SQLITE_OK)
    {
      fprintf (stderr, "sql: %s\n", err);
      sqlite3_free (err);
      return -1;
    }
  return 0;
}

int
insert_leaky (sqlite3 *db, const char *name)
{
  char *sql = sqlite3_mprintf ("insert into t values (%Q)", name);	/* { dg-warning "leak" } */
  if (!sql)
    return -1;
  int rc = sqlite3_exec (db, sql, NULL, NULL, NULL);
  if (rc != SQLITE_OK)
    return -1;
  sqlite3_free (sql);
  return 0;
}

/* libcurl */
typedef void CURL;
struct curl_slist;
typedef int CURLcode;
extern CURL *curl_easy_init (void);
extern void curl_easy_cleanup (CURL *);
extern CURLcode curl_easy_setopt (CURL *, int, ...);
extern CURLcode curl_easy_perform (CURL *);
extern struct curl_slist *curl_slist_append (struct curl_slist *, const char *);
extern void curl_slist_free_all (struct curl_slist *);
extern char *curl_easy_escape (CURL *, const char *, int);
extern void curl_free (void *);
#define CURLOPT_URL 10002
#define CURLOPT_HTTPHEADER 10023
#define CURLOPT_WRITEDATA 10001

/* 3: handle, header list and file.  */
int
fetch_clean (const char *url, const char *to)
{
  CURL *curl = curl_easy_init ();
  struct curl_slist *headers = NULL;
  FILE *out;
  CURLcode rc = 1;
  if (!curl)
    return -1;
  headers = curl_slist_append (headers, "Accept: text/plain");
  out = fopen (to, "wb");
  if (out)
    {
      curl_easy_setopt (curl, CURLOPT_URL, url);
      curl_easy_setopt (curl, CURLOPT_HTTPHEADER, headers);
      curl_easy_setopt (curl, CURLOPT_WRITEDATA, out);
      rc = curl_easy_perform (curl);
      fclose (out);
    }
  curl_slist_free_all (headers);
  curl_easy_cleanup (curl);
  return rc;
}

int
fetch_leaky_handle (const char *url)
{
  CURL *curl = curl_easy_init ();	/* { dg-warning "leak" } */
  CURLcode rc;
  if (!curl)
    return -1;
  if (curl_easy_setopt (curl, CURLOPT_URL, url) != 0)
    return -1;
  rc = curl_easy_perform (curl);
  curl_easy_cleanup (curl);
  return rc;
}

int
fetch_leaky_file (const char *url, const char *to)
{
  CURL *curl = curl_easy_init ();
  FILE *out;
  CURLcode rc;
  if (!curl)
    return -1;
  out = fopen (to, "wb");		/* { dg-warning "leak" } */
  if (!out)
    {
      curl_easy_cleanup (curl);
      return -1;
    }
  curl_easy_setopt (curl, CURLOPT_URL, url);
  curl_easy_setopt (curl, CURLOPT_WRITEDATA, out);
  rc = curl_easy_perform (curl);
  curl_easy_cleanup (curl);
  if (rc != 0)
    return -1;
  return fclose (out);
}

int
search_leaky (CURL *curl, const char *term, char *url, size_t size)
{
  char *escaped = curl_easy_escape (curl, term, 0);	/* { dg-warning "leak" } */
  if (!escaped)
    return -1;
  if (strlen (escaped) + 20 > size)
    return -1;
  sprintf (url, "http://x/?q=%s", escaped);
  curl_free (escaped);
  return 0;
}

/* zlib */
typedef struct gzFile_s *gzFile;
extern gzFile gzopen (const char *, const char *);
extern int gzread (gzFile, void *, unsigned);
extern int gzclose (gzFile);
typedef struct z_stream_s
{
  const unsigned char *next_in;
  unsigned avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *(*zalloc) (void *, unsigned, unsigned);
  void (*zfree) (void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler, reserved;
} z_stream;
extern int inflateInit_ (z_stream *, const char *, int);
extern int inflate (z_stream *, int);
extern int inflateEnd (z_stream *);
extern int deflateInit_ (z_stream *, int, const char *, int);
extern int deflate (z_stream *, int);
extern int deflateEnd (z_stream *);
#define inflateInit(s) inflateInit_ (s, "1.2", (int) sizeof (z_stream))
#define deflateInit(s, l) deflateInit_ (s, l, "1.2", (int) sizeof (z_stream))
#define Z_OK 0
#define Z_STREAM_END 1
#define Z_FINISH 4

/* 4 */
long
gz_size_clean (const char *name)
{
  char buf[4096];
  long total = 0;
  int n;
  gzFile in = gzopen (name, "rb");
  if (in == NULL)
    return -1;
  while ((n = gzread (in, buf, sizeof buf)) > 0)
    total += n;
  if (gzclose (in) != Z_OK || n < 0)
    return -1;
  return total;
}

long
gz_size_leaky (const char *name)
{
  char buf[4096];
  long total = 0;
  int n;
  gzFile in = gzopen (name, "rb");	/* { dg-warning "leak" } */
  if (in == NULL)
    return -1;
  while ((n = gzread (in, buf, sizeof buf)) > 0)
    total += n;
  if (n < 0)
    return -1;
  gzclose (in);
  return total;
}

int
unpack_clean (const void *in, unsigned in_size, void *out, unsigned out_size)
{
  z_stream z = { 0 };
  int rc;
  z.next_in = in;
  z.avail_in = in_size;
  z.next_out = out;
  z.avail_out = out_size;
  if (inflateInit (&z) != Z_OK)
    return -1;
  rc = inflate (&z, Z_FINISH);
  inflateEnd (&z);
  return rc == Z_STREAM_END ? (int) z.total_out : -1;
}

int
unpack_leaky (const void *in, unsigned in_size, void *out, unsigned out_size)
{
  z_stream z = { 0 };
  z.next_in = in;
  z.avail_in = in_size;
  z.next_out = out;
  z.avail_out = out_size;
  if (inflateInit (&z) != Z_OK)		/* { dg-warning "leak" } */
    return -1;
  if (inflate (&z, Z_FINISH) != Z_STREAM_END)
    return -1;
  return inflateEnd (&z) == Z_OK ? (int) z.total_out : -1;
}

/* OpenSSL */
typedef struct evp_md_ctx_st EVP_MD_CTX;
typedef struct evp_md_st EVP_MD;
typedef struct bio_st BIO;
typedef struct x509_st X509;
typedef struct ssl_st SSL;
typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_method_st SSL_METHOD;
typedef struct evp_pkey_st EVP_PKEY;
typedef int pem_password_cb (char *, int, int, void *);
extern EVP_MD_CTX *EVP_MD_CTX_new (void);
extern void EVP_MD_CTX_free (EVP_MD_CTX *);
extern const EVP_MD *EVP_sha256 (void);
extern int EVP_DigestInit_ex (EVP_MD_CTX *, const EVP_MD *, void *);
extern int EVP_DigestUpdate (EVP_MD_CTX *, const void *, size_t);
extern int EVP_DigestFinal_ex (EVP_MD_CTX *, unsigned char *, unsigned *);
extern BIO *BIO_new_file (const char *, const char *);
extern int BIO_free (BIO *);
extern X509 *PEM_read_bio_X509 (BIO *, X509 **, pem_password_cb *, void *);
extern void X509_free (X509 *);
extern EVP_PKEY *X509_get_pubkey (X509 *);
extern void EVP_PKEY_free (EVP_PKEY *);
extern const SSL_METHOD *TLS_client_method (void);
extern SSL_CTX *SSL_CTX_new (const SSL_METHOD *);
extern void SSL_CTX_free (SSL_CTX *);
extern SSL *SSL_new (SSL_CTX *);
extern void SSL_free (SSL *);
extern int SSL_set_fd (SSL *, int);
extern int SSL_connect (SSL *);

/* 5 */
int
digest_clean (const void *data, size_t n, unsigned char *out)
{
  unsigned len;
  int ok = 0;
  EVP_MD_CTX *ctx = EVP_MD_CTX_new ();
  if (!ctx)
    return 0;
  if (EVP_DigestInit_ex (ctx, EVP_sha256 (), NULL) == 1
      && EVP_DigestUpdate (ctx, data, n) == 1
      && EVP_DigestFinal_ex (ctx, out, &len) == 1)
    ok = 1;
  EVP_MD_CTX_free (ctx);
  return ok;
}

int
digest_leaky (const void *data, size_t n, unsigned char *out)
{
  unsigned len;
  EVP_MD_CTX *ctx = EVP_MD_CTX_new ();	/* { dg-warning "leak" } */
  if (!ctx)
    return 0;
  if (EVP_DigestInit_ex (ctx, EVP_sha256 (), NULL) != 1)
    return 0;
  if (EVP_DigestUpdate (ctx, data, n) != 1
      || EVP_DigestFinal_ex (ctx, out, &len) != 1)
    {
      EVP_MD_CTX_free (ctx);
      return 0;
    }
  EVP_MD_CTX_free (ctx);
  return 1;
}

EVP_PKEY *
public_key_clean (const char *name)
{
  EVP_PKEY *key = NULL;
  X509 *cert = NULL;
  BIO *bio = BIO_new_file (name, "r");
  if (!bio)
    return NULL;
  cert = PEM_read_bio_X509 (bio, NULL, NULL, NULL);
  if (cert)
    key = X509_get_pubkey (cert);
  X509_free (cert);
  BIO_free (bio);
  return key;
}

EVP_PKEY *
public_key_leaky (const char *name)
{
  EVP_PKEY *key;
  X509 *cert;
  BIO *bio = BIO_new_file (name, "r");
  if (!bio)
    return NULL;
  cert = PEM_read_bio_X509 (bio, NULL, NULL, NULL);	/* { dg-warning "leak" } */
  BIO_free (bio);
  if (!cert)
    return NULL;
  key = X509_get_pubkey (cert);
  if (!key)
    return NULL;
  X509_free (cert);
  return key;
}

int
handshake_clean (int fd)
{
  SSL_CTX *ctx = SSL_CTX_new (TLS_client_method ());
  SSL *ssl;
  int rc;
  if (!ctx)
    return -1;
  ssl = SSL_new (ctx);
  SSL_CTX_free (ctx);
  if (!ssl)
    return -1;
  rc = SSL_set_fd (ssl, fd) == 1 && SSL_connect (ssl) == 1 ? 0 : -1;
  SSL_free (ssl);
  return rc;
}

SSL *
handshake_leaky (int fd)
{
  SSL_CTX *ctx = SSL_CTX_new (TLS_client_method ());	/* { dg-warning "leak" } */
  SSL *ssl;
  if (!ctx)
    return NULL;
  ssl = SSL_new (ctx);
  if (!ssl)
    return NULL;
  SSL_CTX_free (ctx);
  if (SSL_set_fd (ssl, fd) != 1 || SSL_connect (ssl) != 1)
    {
      SSL_free (ssl);
      return NULL;
    }
  return ssl;
}

/* glib */
typedef int gboolean;
typedef char gchar;
typedef void *gpointer;
typedef size_t gsize;
typedef struct _GError { unsigned domain; int code; gchar *message; } GError;
typedef struct _GHashTable GHashTable;
typedef struct _GKeyFile GKeyFile;
typedef struct _GDir GDir;
extern gchar *g_strdup (const gchar *);
extern gchar *g_build_filename (const gchar *, ...);
extern void g_free (gpointer);
extern gboolean g_file_get_contents (const gchar *, gchar **, gsize *, GError **);
extern void g_error_free (GError *);
extern gchar **g_strsplit (const gchar *, const gchar *, int);
extern void g_strfreev (gchar **);
extern GKeyFile *g_key_file_new (void);
extern gboolean g_key_file_load_from_file (GKeyFile *, const gchar *, int, GError **);
extern gchar *g_key_file_get_string (GKeyFile *, const gchar *, const gchar *, GError **);
extern void g_key_file_free (GKeyFile *);
extern GDir *g_dir_open (const gchar *, unsigned, GError **);
extern const gchar *g_dir_read_name (GDir *);
extern void g_dir_close (GDir *);

/* 6 */
int
read_config_clean (const char *dir)
{
  gchar *text = NULL;
  GError *error = NULL;
  gchar *path = g_build_filename (dir, "config", NULL);
  gboolean ok = g_file_get_contents (path, &text, NULL, &error);
  g_free (path);
  if (!ok)
    {
      fprintf (stderr, "%s\n", error->message);
      g_error_free (error);
      return -1;
    }
  int n = strlen (text);
  g_free (text);
  return n;
}

int
read_config_leaky (const char *dir)
{
  gchar *text = NULL;
  gchar *path = g_build_filename (dir, "config", NULL);	/* { dg-warning "leak" } */
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return -1;
  g_free (path);
  int n = strlen (text);
  g_free (text);
  return n;
}

int
count_parts_clean (const char *s)
{
  gchar **parts = g_strsplit (s, ",", 0);
  int n = 0;
  for (gchar **p = parts; *p; p++)
    n++;
  g_strfreev (parts);
  return n;
}

int
count_parts_leaky (const char *s)
{
  gchar **parts = g_strsplit (s, ",", 0);	/* { dg-warning "leak" } */
  int n = 0;
  for (gchar **p = parts; *p; p++)
    {
      if (!**p)
	return -1;
      n++;
    }
  g_strfreev (parts);
  return n;
}

gchar *
key_clean (const char *file)
{
  GKeyFile *k = g_key_file_new ();
  gchar *value = NULL;
  if (g_key_file_load_from_file (k, file, 0, NULL))
    value = g_key_file_get_string (k, "main", "name", NULL);
  g_key_file_free (k);
  return value;
}

gchar *
key_leaky (const char *file)
{
  GKeyFile *k = g_key_file_new ();	/* { dg-warning "leak" } */
  gchar *value;
  if (!g_key_file_load_from_file (k, file, 0, NULL))
    return NULL;
  value = g_key_file_get_string (k, "main", "name", NULL);
  g_key_file_free (k);
  return value;
}

int
g_has_entry_leaky (const char *dir, const char *wanted)
{
  GDir *d = g_dir_open (dir, 0, NULL);	/* { dg-warning "leak" } */
  const gchar *name;
  if (!d)
    return -1;
  while ((name = g_dir_read_name (d)))
    if (!strcmp (name, wanted))
      return 1;
  g_dir_close (d);
  return 0;
}

/* libxml2, expat, jansson, libarchive: one each.  */
typedef struct _xmlDoc *xmlDocPtr;
typedef struct _xmlNode *xmlNodePtr;
extern xmlDocPtr xmlReadFile (const char *, const char *, int);
extern void xmlFreeDoc (xmlDocPtr);
extern xmlNodePtr xmlDocGetRootElement (const struct _xmlDoc *);
extern void (*xmlFree) (void *);

int
has_root_leaky (const char *name)
{
  xmlDocPtr doc = xmlReadFile (name, NULL, 0);	/* { dg-warning "leak" } */
  if (!doc)
    return -1;
  if (!xmlDocGetRootElement (doc))
    return 0;
  xmlFreeDoc (doc);
  return 1;
}

struct XML_ParserStruct;
typedef struct XML_ParserStruct *XML_Parser;
extern XML_Parser XML_ParserCreate (const char *);
extern void XML_ParserFree (XML_Parser);
extern int XML_Parse (XML_Parser, const char *, int, int);

int
parse_clean (FILE *in)
{
  char buf[1024];
  int ok = 1;
  XML_Parser p = XML_ParserCreate (NULL);
  if (!p)
    return -1;
  for (;;)
    {
      size_t n = fread (buf, 1, sizeof buf, in);
      int last = n < sizeof buf;
      if (!XML_Parse (p, buf, (int) n, last))
	{
	  ok = 0;
	  break;
	}
      if (last)
	break;
    }
  XML_ParserFree (p);
  return ok;
}

struct archive;
struct archive_entry;
extern struct archive *archive_read_new (void);
extern int archive_read_support_filter_all (struct archive *);
extern int archive_read_open_filename (struct archive *, const char *, size_t);
extern int archive_read_next_header (struct archive *, struct archive_entry **);
extern int archive_read_free (struct archive *);

int
count_members_clean (const char *name)
{
  struct archive_entry *e;
  int n = -1;
  struct archive *a = archive_read_new ();
  if (!a)
    return -1;
  archive_read_support_filter_all (a);
  if (archive_read_open_filename (a, name, 10240) == 0)
    for (n = 0; archive_read_next_header (a, &e) == 0;)
      n++;
  archive_read_free (a);
  return n;
}

int
count_members_leaky (const char *name)
{
  struct archive_entry *e;
  int n = 0;
  struct archive *a = archive_read_new ();	/* { dg-warning "leak" } */
  if (!a)
    return -1;
  archive_read_support_filter_all (a);
  if (archive_read_open_filename (a, name, 10240) != 0)
    return -1;
  while (archive_read_next_header (a, &e) == 0)
    n++;
  archive_read_free (a);
  return n;
}
