/* LAME and PCRE1, whose headers need not be there.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stddef.h>

typedef struct lame_global_struct lame_t;
lame_t *lame_init (void);
int lame_set_brate (lame_t *, int);
int lame_init_params (lame_t *);
int lame_close (lame_t *);

typedef struct real_pcre pcre;
typedef struct pcre_extra pcre_extra;
extern void (*pcre_free) (void *);
pcre *pcre_compile (const char *, int, const char **, int *, const unsigned char *);
pcre_extra *pcre_study (const pcre *, int, const char **);
void pcre_free_study (pcre_extra *);
int pcre_exec (const pcre *, const pcre_extra *, const char *, int, int, int, int *, int);
int pcre_get_substring (const char *, int *, int, int, const char **);
void pcre_free_substring (const char *);

int
leak_encoder (void)
{
  lame_t *l = lame_init (); /* { dg-warning "'l' might not be closed" } */
  if (!l)
    return -1;
  lame_set_brate (l, 128);
  if (lame_init_params (l) < 0)
    return -1;
  return lame_close (l);
}

int
clean_encoder (void)
{
  lame_t *l = lame_init ();
  if (!l)
    return -1;
  if (lame_init_params (l) < 0)
    {
      lame_close (l);
      return -1;
    }
  return lame_close (l);
}

int
leak_pattern (const char *text, int length)
{
  const char *error;
  int at, found[30];
  pcre *re = pcre_compile ("a+", 0, &error, &at, NULL); /* { dg-warning "'re' is never freed" } */
  if (!re)
    return -1;
  return pcre_exec (re, NULL, text, length, 0, 0, found, 30);
}

int
clean_pattern (const char *text, int length)
{
  const char *error;
  int at, found[30];
  pcre *re = pcre_compile ("a+", 0, &error, &at, NULL);
  if (!re)
    return -1;
  pcre_extra *extra = pcre_study (re, 0, &error);
  int n = pcre_exec (re, extra, text, length, 0, 0, found, 30);
  if (extra)
    pcre_free_study (extra);
  pcre_free (re);
  return n;
}

int
leak_substring (const char *text, int *found)
{
  const char *part;
  if (pcre_get_substring (text, found, 3, 1, &part) < 0) /* { dg-warning "'part' might not be freed" } */
    return -1;
  if (part[0] == 'x')
    return 1;
  pcre_free_substring (part);
  return 0;
}
