/* Corpus, acquisition: libraries, declared here as their headers declare them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef REAL_HEADERS
#include <zlib.h>
#include <openssl/ssl.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <curl/curl.h>
#include <sqlite3.h>
#else
typedef struct gzFile_s *gzFile;
typedef struct z_stream_s
{
  const unsigned char *next_in; unsigned avail_in; unsigned long total_in;
  unsigned char *next_out; unsigned avail_out; unsigned long total_out;
  const char *msg; struct internal_state *state;
  void *(*zalloc) (void *, unsigned, unsigned); void (*zfree) (void *, void *); void *opaque;
  int data_type; unsigned long adler, reserved;
} z_stream, *z_streamp;
typedef unsigned char Bytef;
typedef unsigned long uLongf;
#define Z_OK 0
#define Z_STREAM_END 1
#define Z_FINISH 4
#define Z_NO_FLUSH 0
#define Z_NULL 0
extern gzFile gzopen (const char *, const char *);
extern gzFile gzdopen (int, const char *);
extern int gzread (gzFile, void *, unsigned);
extern int gzclose (gzFile);
extern int inflateInit_ (z_streamp, const char *, int);
extern int inflate (z_streamp, int);
extern int inflateEnd (z_streamp);
extern int deflateInit_ (z_streamp, int, const char *, int);
extern int deflate (z_streamp, int);
extern int deflateEnd (z_streamp);
#define inflateInit(s) inflateInit_ ((s), "1.2", (int) sizeof (z_stream))
#define deflateInit(s, l) deflateInit_ ((s), (l), "1.2", (int) sizeof (z_stream))

typedef struct ssl_st SSL; typedef struct ssl_ctx_st SSL_CTX;
  typedef struct ssl_method_st SSL_METHOD;
typedef struct bio_st BIO; typedef struct bio_method_st BIO_METHOD; typedef struct bignum_st BIGNUM;
typedef struct bignum_ctx BN_CTX; typedef struct evp_md_ctx_st EVP_MD_CTX;
  typedef struct evp_md_st EVP_MD;
typedef struct evp_pkey_st EVP_PKEY; typedef struct x509_st X509; typedef struct engine_st ENGINE;
typedef int pem_password_cb (char *, int, int, void *);
extern const SSL_METHOD *TLS_client_method (void);
extern SSL_CTX *SSL_CTX_new (const SSL_METHOD *);
extern void SSL_CTX_free (SSL_CTX *);
extern int SSL_CTX_use_certificate_file (SSL_CTX *, const char *, int);
extern SSL *SSL_new (SSL_CTX *);
extern void SSL_free (SSL *);
extern int SSL_set_fd (SSL *, int);
extern int SSL_connect (SSL *);
extern int SSL_shutdown (SSL *);
extern int SSL_read (SSL *, void *, int);
extern void SSL_set_bio (SSL *, BIO *, BIO *);
extern BIO *BIO_new (const BIO_METHOD *);
extern const BIO_METHOD *BIO_s_mem (void);
extern BIO *BIO_new_file (const char *, const char *);
extern int BIO_free (BIO *);
extern void BIO_free_all (BIO *);
extern int BIO_write (BIO *, const void *, int);
extern int BIO_read (BIO *, void *, int);
extern BIGNUM *BN_new (void);
extern void BN_free (BIGNUM *);
extern BN_CTX *BN_CTX_new (void);
extern void BN_CTX_free (BN_CTX *);
extern int BN_mul (BIGNUM *, const BIGNUM *, const BIGNUM *, BN_CTX *);
extern EVP_MD_CTX *EVP_MD_CTX_new (void);
extern void EVP_MD_CTX_free (EVP_MD_CTX *);
extern const EVP_MD *EVP_sha256 (void);
extern int EVP_DigestInit_ex (EVP_MD_CTX *, const EVP_MD *, ENGINE *);
extern int EVP_DigestUpdate (EVP_MD_CTX *, const void *, size_t);
extern int EVP_DigestFinal_ex (EVP_MD_CTX *, unsigned char *, unsigned *);
extern X509 *PEM_read_bio_X509 (BIO *, X509 **, pem_password_cb *, void *);
extern EVP_PKEY *X509_get_pubkey (X509 *);
extern EVP_PKEY *X509_get0_pubkey (const X509 *);
extern int EVP_PKEY_get_bits (const EVP_PKEY *);
extern void X509_free (X509 *);
extern void EVP_PKEY_free (EVP_PKEY *);
extern X509 *SSL_get1_peer_certificate (const SSL *);
#define SSL_FILETYPE_PEM 1

typedef void CURL;
typedef int CURLcode;
struct curl_slist { char *data; struct curl_slist *next; };
#define CURLE_OK 0
#define CURLOPT_URL 10002
#define CURLOPT_HTTPHEADER 10023
extern CURL *curl_easy_init (void);
extern CURLcode curl_easy_setopt (CURL *, int, ...);
extern CURLcode curl_easy_perform (CURL *);
extern void curl_easy_cleanup (CURL *);
extern struct curl_slist *curl_slist_append (struct curl_slist *, const char *);
extern void curl_slist_free_all (struct curl_slist *);
extern char *curl_easy_escape (CURL *, const char *, int);
extern void curl_free (void *);
extern const char *curl_easy_strerror (CURLcode);

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
#define SQLITE_OK 0
#define SQLITE_ROW 100
#define SQLITE_TRANSIENT ((void (*) (void *)) -1)
extern int sqlite3_open (const char *, sqlite3 **);
extern int sqlite3_close (sqlite3 *);
extern int sqlite3_prepare_v2 (sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
extern int sqlite3_step (sqlite3_stmt *);
extern int sqlite3_finalize (sqlite3_stmt *);
extern int sqlite3_bind_text (sqlite3_stmt *, int, const char *, int, void (*) (void *));
extern int sqlite3_column_int (sqlite3_stmt *, int);
extern const unsigned char *sqlite3_column_text (sqlite3_stmt *, int);
extern int sqlite3_exec (sqlite3 *, const char *, int (*) (void *, int, char **, char **),
  void *, char **);
extern void sqlite3_free (void *);
extern char *sqlite3_mprintf (const char *, ...);
extern const char *sqlite3_errmsg (sqlite3 *);
#endif

/* --- zlib */
int
gz_lines (const char *name)
{
  char b[4096];
  int n, lines = 0;
  gzFile g = gzopen (name, "rb");	/* { dg-warning "leak" "read error" } */
  if (!g)
    return -1;
  while ((n = gzread (g, b, sizeof b)) > 0)
    for (int i = 0; i < n; i++)
      lines += b[i] == '\n';
  if (n < 0)
    return -1;
  gzclose (g);
  return lines;
}

int
gz_lines_ok (const char *name)
{
  char b[4096];
  int n, lines = 0;
  gzFile g = gzopen (name, "rb");
  if (!g)
    return -1;
  while ((n = gzread (g, b, sizeof b)) > 0)
    for (int i = 0; i < n; i++)
      lines += b[i] == '\n';
  if (gzclose (g) != Z_OK || n < 0)
    return -1;
  return lines;
}

long
unpack (unsigned char *in, unsigned n, unsigned char *out, unsigned m)
{
  z_stream z;
  int r;
  memset (&z, 0, sizeof z);
  if (inflateInit (&z) != Z_OK)
    return -1;
  z.next_in = in;
  z.avail_in = n;
  z.next_out = out;
  z.avail_out = m;
  r = inflate (&z, Z_FINISH);
  inflateEnd (&z);
  return r == Z_STREAM_END ? (long) z.total_out : -1;
}

long
unpack_bad (unsigned char *in, unsigned n, unsigned char *out, unsigned m)
{
  z_stream z;
  memset (&z, 0, sizeof z);
  if (inflateInit (&z) != Z_OK)	/* { dg-warning "leak" "not at the end of the stream" } */
    return -1;
  z.next_in = in;
  z.avail_in = n;
  z.next_out = out;
  z.avail_out = m;
  if (inflate (&z, Z_FINISH) != Z_STREAM_END)
    return -1;
  inflateEnd (&z);
  return z.total_out;
}

long
pack (FILE *f, FILE *to)
{
  unsigned char a[512], b[512];
  z_stream z = { 0 };
  int flush;
  if (deflateInit (&z, 6) != Z_OK)	/* { dg-warning "leak" "write error" } */
    return -1;
  do
    {
      z.avail_in = fread (a, 1, sizeof a, f);
      z.next_in = a;
      flush = feof (f) ? Z_FINISH : Z_NO_FLUSH;
      do
	{
	  z.next_out = b;
	  z.avail_out = sizeof b;
	  deflate (&z, flush);
	  size_t have = sizeof b - z.avail_out;
	  if (fwrite (b, 1, have, to) != have)
	    return -1;
	}
      while (z.avail_out == 0);
    }
  while (flush != Z_FINISH);
  deflateEnd (&z);
  return z.total_out;
}

/* --- OpenSSL */
SSL_CTX *
tls_context (const char *cert)
{
  SSL_CTX *ctx = SSL_CTX_new (TLS_client_method ());	/* { dg-warning "leak" } */
  if (!ctx)
    return NULL;
  if (SSL_CTX_use_certificate_file (ctx, cert, SSL_FILETYPE_PEM) <= 0)
    return NULL;
  return ctx;
}

SSL *
tls_connect (SSL_CTX *ctx, int fd)
{
  SSL *s = SSL_new (ctx);
  if (s == NULL)
    return NULL;
  if (!SSL_set_fd (s, fd) || SSL_connect (s) != 1)
    {
      SSL_free (s);
      return NULL;
    }
  return s;
}

SSL *
tls_connect_bad (SSL_CTX *ctx, int fd)
{
  SSL *s = SSL_new (ctx);	/* { dg-warning "leak" "the handshake" } */
  if (s == NULL)
    return NULL;
  if (!SSL_set_fd (s, fd))
    {
      SSL_free (s);
      return NULL;
    }
  return SSL_connect (s) == 1 ? s : NULL;
}

int
sha256 (FILE *f, unsigned char *md)
{
  unsigned char b[1024];
  unsigned len = 0;
  size_t n;
  EVP_MD_CTX *c = EVP_MD_CTX_new ();
  int ok = 0;
  if (!c)
    return 0;
  if (EVP_DigestInit_ex (c, EVP_sha256 (), NULL) != 1)
    goto end;
  while ((n = fread (b, 1, sizeof b, f)) > 0)
    if (!EVP_DigestUpdate (c, b, n))
      goto end;
  ok = EVP_DigestFinal_ex (c, md, &len);
end:
  EVP_MD_CTX_free (c);
  return ok;
}

int
sha256_bad (FILE *f, unsigned char *md)
{
  unsigned char b[1024];
  unsigned len = 0;
  size_t n;
  EVP_MD_CTX *c = EVP_MD_CTX_new ();	/* { dg-warning "leak" "init fails" } */
  if (!c)
    return 0;
  if (EVP_DigestInit_ex (c, EVP_sha256 (), NULL) != 1)
    return 0;
  while ((n = fread (b, 1, sizeof b, f)) > 0)
    EVP_DigestUpdate (c, b, n);
  EVP_DigestFinal_ex (c, md, &len);
  EVP_MD_CTX_free (c);
  return 1;
}

int
cert_bits (const char *file)
{
  BIO *b = BIO_new_file (file, "r");
  X509 *x;
  EVP_PKEY *k;
  int bits = -1;
  if (!b)
    return -1;
  x = PEM_read_bio_X509 (b, NULL, NULL, NULL);
  BIO_free (b);
  if (!x)
    return -1;
  k = X509_get0_pubkey (x);
  if (k)
    bits = EVP_PKEY_get_bits (k);
  X509_free (x);
  return bits;
}

int
cert_bits_bad (const char *file)
{
  BIO *b = BIO_new_file (file, "r");
  X509 *x;
  EVP_PKEY *k;
  int bits = -1;
  if (!b)
    return -1;
  x = PEM_read_bio_X509 (b, NULL, NULL, NULL);
  BIO_free_all (b);
  if (!x)
    return -1;
  k = X509_get_pubkey (x);	/* { dg-warning "leak" "the new reference" } */
  if (k)
    bits = EVP_PKEY_get_bits (k);
  X509_free (x);
  return bits;
}

int
multiply (BIGNUM *r, const BIGNUM *a, const BIGNUM *b)
{
  BN_CTX *c = BN_CTX_new ();
  int ok = c && BN_mul (r, a, b, c);
  BN_CTX_free (c);
  return ok;
}

BIGNUM *
square (const BIGNUM *a)
{
  BN_CTX *c = BN_CTX_new ();
  BIGNUM *r = BN_new ();	/* { dg-warning "leak" "product fails" } */
  if (!c || !r)
    {
      BN_CTX_free (c);
      BN_free (r);
      return NULL;
    }
  if (!BN_mul (r, a, a, c))
    {
      BN_CTX_free (c);
      return NULL;
    }
  BN_CTX_free (c);
  return r;
}

SSL *
tls_memory (SSL_CTX *ctx)
{
  SSL *s = SSL_new (ctx);
  BIO *in, *out;
  if (!s)
    return NULL;
  in = BIO_new (BIO_s_mem ());
  out = BIO_new (BIO_s_mem ());
  if (!in || !out)
    {
      BIO_free (in);
      BIO_free (out);
      SSL_free (s);
      return NULL;
    }
  SSL_set_bio (s, in, out);
  return s;
}

int
peer_known (SSL *s)
{
  X509 *x = SSL_get1_peer_certificate (s);	/* { dg-warning "leak" "only tested" } */
  return x != NULL;
}

/* --- curl */
int
fetch (const char *url)
{
  CURLcode r;
  CURL *c = curl_easy_init ();
  if (!c)
    return -1;
  curl_easy_setopt (c, CURLOPT_URL, url);
  r = curl_easy_perform (c);
  if (r != CURLE_OK)
    fprintf (stderr, "%s\n", curl_easy_strerror (r));
  curl_easy_cleanup (c);
  return r == CURLE_OK ? 0 : -1;
}

int
fetch_bad (const char *url)
{
  CURLcode r;
  CURL *c = curl_easy_init ();	/* { dg-warning "leak" "transfer fails" } */
  if (!c)
    return -1;
  curl_easy_setopt (c, CURLOPT_URL, url);
  if ((r = curl_easy_perform (c)) != CURLE_OK)
    {
      fprintf (stderr, "%s\n", curl_easy_strerror (r));
      return -1;
    }
  curl_easy_cleanup (c);
  return 0;
}

int
fetch_headers (const char *url)
{
  CURL *c = curl_easy_init ();
  struct curl_slist *h = NULL, *t;
  int r = -1;
  if (!c)
    return -1;
  h = curl_slist_append (h, "Accept: text/plain");
  if (!h)
    goto out;
  t = curl_slist_append (h, "Expect:");
  if (!t)
    goto out;
  h = t;
  curl_easy_setopt (c, CURLOPT_URL, url);
  curl_easy_setopt (c, CURLOPT_HTTPHEADER, h);
  r = curl_easy_perform (c);
out:
  curl_slist_free_all (h);
  curl_easy_cleanup (c);
  return r;
}

int
fetch_headers_bad (CURL *c, const char *url)
{
  struct curl_slist *h = curl_slist_append (NULL, "Accept: text/plain");	/* { dg-warning "leak" } */
  if (!h)
    return -1;
  curl_easy_setopt (c, CURLOPT_URL, url);
  curl_easy_setopt (c, CURLOPT_HTTPHEADER, h);
  int r = curl_easy_perform (c);
  curl_easy_setopt (c, CURLOPT_HTTPHEADER, NULL);
  return r;
}

int
search (CURL *c, const char *word)
{
  char url[512];
  char *q = curl_easy_escape (c, word, 0);	/* { dg-warning "leak" "too long" } */
  if (!q)
    return -1;
  if (strlen (q) > 256)
    return -1;
  snprintf (url, sizeof url, "https://example.org/?q=%s", q);
  curl_free (q);
  curl_easy_setopt (c, CURLOPT_URL, url);
  return curl_easy_perform (c);
}

/* --- sqlite3 */
int
db_count (const char *file, const char *table)
{
  sqlite3 *db;
  sqlite3_stmt *st = NULL;
  char *sql;
  int n = -1;
  if (sqlite3_open (file, &db) != SQLITE_OK)
    {
      sqlite3_close (db);
      return -1;
    }
  sql = sqlite3_mprintf ("select count(*) from %Q", table);
  if (sql && sqlite3_prepare_v2 (db, sql, -1, &st, NULL) == SQLITE_OK
      && sqlite3_step (st) == SQLITE_ROW)
    n = sqlite3_column_int (st, 0);
  sqlite3_finalize (st);
  sqlite3_free (sql);
  sqlite3_close (db);
  return n;
}

sqlite3 *
db_open_bad (const char *file)
{
  sqlite3 *db;
  if (sqlite3_open (file, &db) != SQLITE_OK)	/* { dg-warning "leak" } */
    return NULL;
  return db;
}

int
db_name (sqlite3 *db, int id, char *out, size_t n)
{
  sqlite3_stmt *st;
  if (sqlite3_prepare_v2 (db, "select a from t", -1, &st, 0))	/* { dg-warning "leak" } */
    return -1;
  if (sqlite3_step (st) != SQLITE_ROW)
    return 0;
  snprintf (out, n, "%s", (const char *) sqlite3_column_text (st, 0));
  sqlite3_finalize (st);
  return 1;
}

int
db_name_ok (sqlite3 *db, const char *key, char *out, size_t n)
{
  sqlite3_stmt *st = NULL;
  int rc = sqlite3_prepare_v2 (db, "select name from t where k = ?", -1, &st, 0);
  if (rc != SQLITE_OK)
    return -1;
  sqlite3_bind_text (st, 1, key, -1, SQLITE_TRANSIENT);
  rc = sqlite3_step (st);
  if (rc == SQLITE_ROW)
    snprintf (out, n, "%s", (const char *) sqlite3_column_text (st, 0));
  sqlite3_finalize (st);
  return rc == SQLITE_ROW;
}

int
db_exec (sqlite3 *db, const char *sql)
{
  char *err = NULL;
  if (sqlite3_exec (db, sql, NULL, NULL, &err) != SQLITE_OK)
    {
      fprintf (stderr, "%s\n", err);
      sqlite3_free (err);
      return -1;
    }
  return 0;
}

int
db_exec_bad (sqlite3 *db, const char *sql)
{
  char *err = NULL;
  if (sqlite3_exec (db, sql, NULL, NULL, &err) != SQLITE_OK)	/* { dg-warning "leak" } */
    {
      fprintf (stderr, "%s\n", err);
      return -1;
    }
  return 0;
}
