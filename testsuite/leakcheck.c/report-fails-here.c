/* A call is said to fail only if its success would have met the obligation: not one that with these
   arguments takes nothing.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdiagnostics-path-format=separate-events" } */

typedef struct ssl_ctx_st SSL_CTX;
typedef struct ec_key_st EC_KEY;
typedef struct x509_st X509;
EC_KEY *EC_KEY_new_by_curve_name (int);
X509 *X509_new (void);
void X509_free (X509 *);
long SSL_CTX_ctrl (SSL_CTX *, int, long, void *);

int
takes_nothing (SSL_CTX *c)
{
  EC_KEY *key = EC_KEY_new_by_curve_name (415);	/* { dg-warning "'key' is never freed" } */
  if (!key)
    return -1;
  SSL_CTX_ctrl (c, 4, 0, key);	/* { dg-bogus "fails here" } */
  return 0;
}

int
takes_if_it_succeeds (SSL_CTX *c)
{
  X509 *x = X509_new ();	/* { dg-warning "'x' might not be freed" } */
  if (!x)
    return -1;
  if (SSL_CTX_ctrl (c, 14, 0, x) != 1)	/* { dg-message "'SSL_CTX_ctrl' fails here, so 'x' is still held" } */
    return -1;
  return 0;
}

int
clean (SSL_CTX *c)
{
  X509 *x = X509_new ();
  if (!x)
    return -1;
  if (SSL_CTX_ctrl (c, 14, 0, x) != 1)
    {
      X509_free (x);
      return -1;
    }
  return 0;
}

/* It returns 1 or 0: what is not 0 is success.  */
typedef struct evp_pkey_st EVP_PKEY;
EVP_PKEY *EVP_PKEY_new (void);
void EVP_PKEY_free (EVP_PKEY *);
int SSL_CTX_set0_tmp_dh_pkey (SSL_CTX *, EVP_PKEY *);

int
clean_not_null (SSL_CTX *c)
{
  EVP_PKEY *k = EVP_PKEY_new ();
  if (!k || !SSL_CTX_set0_tmp_dh_pkey (c, k))
    {
      EVP_PKEY_free (k);
      return -1;
    }
  return 0;
}

int
clean_one (SSL_CTX *c)
{
  EVP_PKEY *k = EVP_PKEY_new ();
  if (!k || SSL_CTX_set0_tmp_dh_pkey (c, k) != 1)
    {
      EVP_PKEY_free (k);
      return -1;
    }
  return 0;
}

int
still_held (SSL_CTX *c)
{
  EVP_PKEY *k = EVP_PKEY_new ();	/* { dg-warning "'k' might not be freed" } */
  if (!k || !SSL_CTX_set0_tmp_dh_pkey (c, k))
    return -1;
  return 0;
}
