/* dlopen (NULL) is the program itself; of OpenSSL's functions only 1 means success.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <dlfcn.h>
#include <stddef.h>

typedef struct evp_pkey_st EVP_PKEY;
typedef struct evp_pkey_ctx_st EVP_PKEY_CTX;
typedef struct rsa_st RSA;
typedef struct bignum_st BIGNUM;
extern int EVP_PKEY_keygen (EVP_PKEY_CTX *, EVP_PKEY **);
extern int EVP_PKEY_bits (const EVP_PKEY *);
extern void EVP_PKEY_free (EVP_PKEY *);
extern BIGNUM *BN_new (void);
extern void BN_free (BIGNUM *);
extern int RSA_set0_key (RSA *, BIGNUM *, BIGNUM *, BIGNUM *);

int
has_own (const char *name)
{
  void *self = dlopen (NULL, RTLD_LAZY);
  if (!self)
    return -1;
  return dlsym (self, name) != NULL;
}

int
has_plugin (const char *plugin)
{
  void *h = dlopen (plugin, RTLD_NOW);	/* { dg-warning "'h' is never closed" } */
  if (h == NULL)
    return -1;
  return dlsym (h, "start") != NULL;
}

int
bits_of_new (EVP_PKEY_CTX *c)
{
  EVP_PKEY *key = NULL;
  int r = EVP_PKEY_keygen (c, &key), bits;
  if (r != 1)
    return 0;
  bits = EVP_PKEY_bits (key);
  EVP_PKEY_free (key);
  return bits;
}

int
bits_of_new_lost (EVP_PKEY_CTX *c)
{
  EVP_PKEY *key = NULL;
  int bits;
  if (EVP_PKEY_keygen (c, &key) <= 0)	/* { dg-warning "'key' might not be" } */
    return 0;
  bits = EVP_PKEY_bits (key);
  if (bits < 1024)
    return 0;
  EVP_PKEY_free (key);
  return bits;
}

/* Taken on success, however that is tested.  */
int
set_modulus (RSA *r)
{
  BIGNUM *n = BN_new ();
  if (!n)
    return 0;
  if (RSA_set0_key (r, n, NULL, NULL) <= 0)
    {
      BN_free (n);
      return 0;
    }
  return 1;
}

int
set_exponent (RSA *r)
{
  BIGNUM *e = BN_new ();	/* { dg-warning "'e' might not be" } */
  if (!e)
    return 0;
  if (RSA_set0_key (r, NULL, e, NULL) != 1)
    return 0;
  return 1;
}
