/* libcurl: easy handles, lists (curl_slist_append returns the list it was
   given), escaped strings, MIME parts.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void CURL;
typedef int CURLcode;
struct curl_slist { char *data; struct curl_slist *next; };
extern CURL *curl_easy_init (void);
extern void curl_easy_cleanup (CURL *);
extern CURLcode curl_easy_setopt (CURL *, int, ...);
extern CURLcode curl_easy_perform (CURL *);
extern char *curl_easy_escape (CURL *, const char *, int);
extern void curl_free (void *);
extern struct curl_slist *curl_slist_append (struct curl_slist *, const char *);
extern void curl_slist_free_all (struct curl_slist *);
#define CURLOPT_URL 10002
#define CURLOPT_HTTPHEADER 10023

int
fetch (const char *url)
{
  CURL *c = curl_easy_init ();
  if (!c)
    return -1;
  curl_easy_setopt (c, CURLOPT_URL, url);
  CURLcode rc = curl_easy_perform (c);
  curl_easy_cleanup (c);
  return rc;
}

int
fetch_leaky (const char *url)
{
  CURL *c = curl_easy_init ();		/* { dg-warning "leak" } */
  if (!c)
    return -1;
  if (curl_easy_setopt (c, CURLOPT_URL, url) != 0)
    return -1;
  CURLcode rc = curl_easy_perform (c);
  curl_easy_cleanup (c);
  return rc;
}

/* A list of headers.  */
int
post (CURL *c)
{
  struct curl_slist *h = NULL;
  h = curl_slist_append (h, "Accept: */*");
  if (!h)
    return -1;
  struct curl_slist *more = curl_slist_append (h, "Expect:");
  if (!more)
    {
      curl_slist_free_all (h);
      return -1;
    }
  h = more;
  curl_easy_setopt (c, CURLOPT_HTTPHEADER, h);
  int rc = curl_easy_perform (c);
  curl_slist_free_all (h);
  return rc;
}

int
post_leaky (CURL *c)
{
  struct curl_slist *h = curl_slist_append (NULL, "Accept: */*");	/* { dg-warning "leak" } */
  if (!h)
    return -1;
  curl_easy_setopt (c, CURLOPT_HTTPHEADER, h);
  return curl_easy_perform (c);
}

char *
query (CURL *c, const char *what)
{
  char *e = curl_easy_escape (c, what, 0);
  if (!e)
    return NULL;
  size_t n = strlen (e) + 4;
  char *q = malloc (n);
  if (q)
    snprintf (q, n, "?q=%s", e);
  curl_free (e);
  return q;
}

char *
query_leaky (CURL *c, const char *what)
{
  char *e = curl_easy_escape (c, what, 0);	/* { dg-warning "leak" } */
  if (!e)
    return NULL;
  size_t n = strlen (e) + 4;
  char *q = malloc (n);
  if (!q)
    return NULL;
  snprintf (q, n, "?q=%s", e);
  curl_free (e);
  return q;
}
