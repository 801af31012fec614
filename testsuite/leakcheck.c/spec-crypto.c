/* OpenSSL: contexts, BIOs, keys; GMP numbers.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stddef.h>
#include <stdio.h>

typedef struct evp_md_ctx_st EVP_MD_CTX;
typedef struct evp_md_st EVP_MD;
typedef struct engine_st ENGINE;
extern EVP_MD_CTX *EVP_MD_CTX_new (void);
extern void EVP_MD_CTX_free (EVP_MD_CTX *);
extern const EVP_MD *EVP_sha256 (void);
extern int EVP_DigestInit_ex (EVP_MD_CTX *, const EVP_MD *, ENGINE *);
extern int EVP_DigestUpdate (EVP_MD_CTX *, const void *, size_t);
extern int EVP_DigestFinal_ex (EVP_MD_CTX *, unsigned char *, unsigned *);

typedef struct bio_st BIO;
typedef struct x509_st X509;
extern BIO *BIO_new_file (const char *, const char *);
extern int BIO_free (BIO *);
extern X509 *PEM_read_bio_X509 (BIO *, X509 **, void *, void *);
extern void X509_free (X509 *);

typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_st SSL;
typedef struct ssl_method_st SSL_METHOD;
extern const SSL_METHOD *TLS_client_method (void);
extern SSL_CTX *SSL_CTX_new (const SSL_METHOD *);
extern void SSL_CTX_free (SSL_CTX *);
extern SSL *SSL_new (SSL_CTX *);
extern int SSL_set_fd (SSL *, int);
extern int SSL_connect (SSL *);
extern void SSL_free (SSL *);

int
digest (const void *data, size_t n, unsigned char *out)
{
  unsigned len;
  int ok = 0;
  EVP_MD_CTX *ctx = EVP_MD_CTX_new ();
  if (ctx == NULL)
    return 0;
  if (EVP_DigestInit_ex (ctx, EVP_sha256 (), NULL) && EVP_DigestUpdate (ctx, data, n)
      && EVP_DigestFinal_ex (ctx, out, &len))
    ok = 1;
  EVP_MD_CTX_free (ctx);
  return ok;
}

int
digest_leaky (const void *data, size_t n, unsigned char *out)
{
  unsigned len;
  EVP_MD_CTX *ctx = EVP_MD_CTX_new ();	/* { dg-warning "leak" } */
  if (ctx == NULL)
    return 0;
  if (!EVP_DigestInit_ex (ctx, EVP_sha256 (), NULL) || !EVP_DigestUpdate (ctx, data, n))
    return 0;
  if (!EVP_DigestFinal_ex (ctx, out, &len))
    return 0;
  EVP_MD_CTX_free (ctx);
  return 1;
}

X509 *
read_cert (const char *name)
{
  BIO *b = BIO_new_file (name, "r");
  if (!b)
    return NULL;
  X509 *x = PEM_read_bio_X509 (b, NULL, NULL, NULL);
  BIO_free (b);
  return x;
}

X509 *
read_cert_leaky (const char *name)
{
  BIO *b = BIO_new_file (name, "r");	/* { dg-warning "leak" } */
  if (!b)
    return NULL;
  X509 *x = PEM_read_bio_X509 (b, NULL, NULL, NULL);
  if (!x)
    return NULL;
  BIO_free (b);
  return x;
}

/* The SSL keeps its own reference to the context.  */
SSL *
tls_client (int fd)
{
  SSL_CTX *ctx = SSL_CTX_new (TLS_client_method ());
  if (!ctx)
    return NULL;
  SSL *ssl = SSL_new (ctx);
  SSL_CTX_free (ctx);
  if (!ssl)
    return NULL;
  if (!SSL_set_fd (ssl, fd) || SSL_connect (ssl) != 1)
    {
      SSL_free (ssl);
      return NULL;
    }
  return ssl;
}

SSL *
tls_client_leaky (int fd)
{
  SSL_CTX *ctx = SSL_CTX_new (TLS_client_method ());
  if (!ctx)
    return NULL;
  SSL *ssl = SSL_new (ctx);	/* { dg-warning "leak" } */
  SSL_CTX_free (ctx);
  if (!ssl)
    return NULL;
  if (!SSL_set_fd (ssl, fd) || SSL_connect (ssl) != 1)
    return NULL;
  return ssl;
}
