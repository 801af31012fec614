/* libxml2 and expat and jansson: documents, the strings of their nodes,
   parsers, reference counts.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef unsigned char xmlChar;
typedef struct _xmlDoc *xmlDocPtr;
typedef struct _xmlNode *xmlNodePtr;
extern xmlDocPtr xmlReadFile (const char *, const char *, int);
extern xmlNodePtr xmlDocGetRootElement (const struct _xmlDoc *);
extern xmlChar *xmlGetProp (const struct _xmlNode *, const xmlChar *);
extern xmlChar *xmlNodeGetContent (const struct _xmlNode *);
extern void (*xmlFree) (void *);
extern void xmlFreeDoc (xmlDocPtr);

typedef struct XML_ParserStruct *XML_Parser;
extern XML_Parser XML_ParserCreate (const char *);
extern int XML_Parse (XML_Parser, const char *, int, int);
extern void XML_ParserFree (XML_Parser);

typedef struct json_t json_t;
typedef struct json_error_t { int line; char text[160]; } json_error_t;
extern json_t *json_loads (const char *, size_t, json_error_t *);
extern json_t *json_object_get (const json_t *, const char *);
extern long long json_integer_value (const json_t *);
extern void json_decref (json_t *);

int
has_root (const char *name)
{
  xmlDocPtr doc = xmlReadFile (name, NULL, 0);
  if (!doc)
    return -1;
  int ret = xmlDocGetRootElement (doc) != NULL;
  xmlFreeDoc (doc);
  return ret;
}

int
has_root_leaky (const char *name)
{
  xmlDocPtr doc = xmlReadFile (name, NULL, 0);	/* { dg-warning "leak" } */
  if (!doc)
    return -1;
  xmlNodePtr root = xmlDocGetRootElement (doc);
  if (!root)
    return 0;
  xmlFreeDoc (doc);
  return 1;
}

int
is_enabled (xmlNodePtr node)
{
  xmlChar *s = xmlGetProp (node, (const xmlChar *) "enabled");
  if (!s)
    return 0;
  int yes = strcmp ((char *) s, "yes") == 0;
  xmlFree (s);
  return yes;
}

int
is_enabled_leaky (xmlNodePtr node)
{
  xmlChar *s = xmlGetProp (node, (const xmlChar *) "enabled");	/* { dg-warning "leak" } */
  if (!s)
    return 0;
  return strcmp ((char *) s, "yes") == 0;
}

int
well_formed (const char *text)
{
  XML_Parser p = XML_ParserCreate (NULL);
  if (!p)
    return -1;
  int ok = XML_Parse (p, text, strlen (text), 1);
  XML_ParserFree (p);
  return ok;
}

int
well_formed_leaky (const char *text)
{
  XML_Parser p = XML_ParserCreate (NULL);	/* { dg-warning "leak" } */
  if (!p)
    return -1;
  if (!XML_Parse (p, text, strlen (text), 1))
    return 0;
  XML_ParserFree (p);
  return 1;
}

/* What json_object_get returns is borrowed.  */
long long
json_size (const char *text)
{
  json_error_t error;
  json_t *root = json_loads (text, 0, &error);
  if (!root)
    return -1;
  json_t *size = json_object_get (root, "size");
  long long n = size ? json_integer_value (size) : -1;
  json_decref (root);
  return n;
}

long long
json_size_leaky (const char *text)
{
  json_error_t error;
  json_t *root = json_loads (text, 0, &error);	/* { dg-warning "leak" } */
  if (!root)
    return -1;
  json_t *size = json_object_get (root, "size");
  if (!size)
    return -1;
  long long n = json_integer_value (size);
  json_decref (root);
  return n;
}
