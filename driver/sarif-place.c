/* Places in SARIF: files as URIs, lines and columns as regions.  Files below the current
   folder are named relative to it, by the base SRCROOT, so that logs of two machines can be
   compared, and a viewer can be given the folder of the sources.  Others (headers of the
   system) are absolute.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>
#include <string.h>
#include "sarif.h"

static const char base_name[] = "SRCROOT";

/* ---- Names of files.  ---- */

/* NAME as the path of a URI.  Allocated.  */
static char *
encoded (const char *name)
{
  static const char hex[] = "0123456789ABCDEF";
  static const char plain[]
    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
      "-._~/!$&'()*+,;=@";
  char *out = lk_allocate (3 * strlen (name) + 1, 1), *end = out;
  for (; *name; name++)
    if (strchr (plain, *name))
      *end++ = *name;
    else
      {
	*end++ = '%';
	*end++ = hex[(unsigned char) *name >> 4];
	*end++ = hex[(unsigned char) *name & 15];
      }
  return out;
}

static int
hex_digit (char c)
{
  return (c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1);
}

char *
lk_sarif_name (const char *uri)
{
  if (lk_begins (uri, "file://"))
    uri += strlen ("file://");
  char *name = lk_allocate (strlen (uri) + 1, 1), *end = name;
  for (; *uri; uri++)
    if (*uri == '%' && hex_digit (uri[1]) >= 0 && hex_digit (uri[2]) >= 0)
      {
	*end++ = (char) (hex_digit (uri[1]) * 16 + hex_digit (uri[2]));
	uri += 2;
      }
    else
      *end++ = *uri;
  return name;
}

/* The name of FILE as results have it: relative to where the command runs, if
   it is below that, else absolute.  Allocated.  */
static char *
sarif_uri (const char *file, bool *relative)
{
  char *name = lk_absolute (lk_current_folder (), file);
  const char *shown = lk_short_name (name);
  *relative = shown != name;
  char *path = encoded (shown);
  free (name);
  if (*relative)
    return path;
  char *uri = lk_format ("file://%s", path);
  free (path);
  return uri;
}

void
lk_places_init (struct lk_places *places)
{
  places->artifacts = lk_json_array ();
  places->indices = lk_json_object ();
}

void
lk_places_free (struct lk_places *places)
{
  json_decref (places->artifacts);
  json_decref (places->indices);
}

json_t *
lk_sarif_uri_bases (void)
{
  json_t *bases = lk_json_object (), *base = lk_json_object ();
  char *path = encoded (lk_current_folder ());
  char *uri = lk_format ("file://%s", path);
  lk_json_set (base, "uri", lk_json_text (uri));
  lk_json_set (base, "description",
	       lk_json_message ("The folder in which leakcheck ran."));
  lk_json_set (bases, base_name, base);
  free (uri);
  free (path);
  return bases;
}

/* An artifactLocation, without the index.  */
static json_t *
bare_artifact (const char *file, char **uri)
{
  bool relative;
  json_t *location = lk_json_object ();
  *uri = sarif_uri (file, &relative);
  lk_json_set (location, "uri", lk_json_text (*uri));
  if (relative)
    lk_json_set (location, "uriBaseId", lk_json_text (base_name));
  return location;
}

static const char *
language_of (const char *file)
{
  static const struct { const char *tail, *language; } languages[]
    = { { ".c", "c" }, { ".i", "c" }, { ".h", "c" }, { ".java", "java" },
	{ ".cc", "cplusplus" }, { ".cpp", "cplusplus" },
	{ ".cxx", "cplusplus" }, { ".C", "cplusplus" },
	{ ".hpp", "cplusplus" }, { ".hh", "cplusplus" } };
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    if (lk_ends (file, languages[i].tail))
      return languages[i].language;
  return NULL;
}

json_t *
lk_sarif_artifact (struct lk_places *places, const char *file)
{
  char *uri;
  json_t *location = bare_artifact (file, &uri);
  json_t *known = json_object_get (places->indices, uri);
  if (!known)
    {
      char *again;
      json_t *artifact = lk_json_object ();
      const char *language = language_of (file);
      known = json_integer ((json_int_t)
			    json_array_size (places->artifacts));
      lk_json_set (places->indices, uri, known);
      lk_json_set (artifact, "location",
		   bare_artifact (file, &again));
      free (again);
      if (language)
	lk_json_set (artifact, "sourceLanguage", lk_json_text (language));
      lk_json_append (places->artifacts, artifact);
    }
  lk_json_set (location, "index", json_integer (json_integer_value (known)));
  free (uri);
  return location;
}

/* ---- Regions.  ---- */

/* The column of CARET, in characters; 0 if it has none.  */
static long
column_of (const json_t *caret)
{
  long byte = lk_json_number (caret, "byte-column");
  const char *file = lk_json_string (caret, "file");
  if (byte <= 0)
    byte = lk_json_number (caret, "column");
  return (byte > 0 && file
	  ? lk_source_column (file, lk_json_number (caret, "line"), byte) : 0);
}

json_t *
lk_sarif_region (const json_t *start, const json_t *next)
{
  json_t *region = lk_json_object ();
  long column = column_of (start), end = column_of (next);
  lk_json_set (region, "startLine",
	       json_integer (lk_json_number (start, "line")));
  if (column > 0)
    lk_json_set (region, "startColumn", json_integer (column));
  if (lk_json_number (next, "line") > 0)
    lk_json_set (region, "endLine",
		 json_integer (lk_json_number (next, "line")));
  if (end > 0)
    lk_json_set (region, "endColumn", json_integer (end));
  return region;
}

/* The region of GCC's CARET, START and FINISH; the latter two are NULL where
   they are the caret.  GCC counts the last character in, SARIF does not.  */
static json_t *
region_of (const json_t *caret, const json_t *start, const json_t *finish)
{
  const char *file = lk_json_string (caret, "file");
  const json_t *first = start ? start : caret;
  const json_t *last = finish ? finish : caret;
  const char *first_file = lk_json_string (first, "file");
  const char *last_file = lk_json_string (last, "file");
  long line = lk_json_number (first, "line");
  long last_line = lk_json_number (last, "line");
  /* The range of a macro's expansion may begin and end in different files.  */
  if (!first_file || strcmp (file, first_file) != 0
      || !last_file || strcmp (file, last_file) != 0 || last_line < line
      || (last_line == line && column_of (last) < column_of (first)))
    {
      first = last = caret;
      line = last_line = lk_json_number (caret, "line");
    }
  json_t *region = lk_json_object ();
  lk_json_set (region, "startLine", json_integer (line));
  if (last_line != line)
    lk_json_set (region, "endLine", json_integer (last_line));
  if (column_of (first) > 0 && column_of (last) > 0)
    {
      lk_json_set (region, "startColumn", json_integer (column_of (first)));
      lk_json_set (region, "endColumn", json_integer (column_of (last) + 1));
    }
  return region;
}

/* The line of CARET, to be shown; NULL if there is none.  */
static json_t *
context_of (const json_t *caret)
{
  size_t length;
  long line = lk_json_number (caret, "line");
  const char *text = lk_source_line (lk_json_string (caret, "file"), line,
				     &length);
  /* jansson refuses text that is no UTF-8.  */
  json_t *snippet_text = text ? json_stringn (text, length) : NULL;
  if (!snippet_text)
    return NULL;
  json_t *context = lk_json_object (), *snippet = lk_json_object ();
  lk_json_set (snippet, "text", snippet_text);
  lk_json_set (context, "startLine", json_integer (line));
  lk_json_set (context, "snippet", snippet);
  return context;
}

json_t *
lk_sarif_location (struct lk_places *places, const json_t *gcc_location,
		   bool context)
{
  const json_t *caret = json_object_get (gcc_location, "caret");
  const json_t *start = json_object_get (gcc_location, "start");
  const json_t *finish = json_object_get (gcc_location, "finish");
  if (!caret)
    caret = gcc_location;
  const char *file = lk_json_string (caret, "file");
  if (!file || !*file)
    return NULL;

  json_t *location = lk_json_object (), *physical = lk_json_object ();
  lk_json_set (physical, "artifactLocation", lk_sarif_artifact (places, file));
  if (lk_json_number (caret, "line") > 0)
    {
      lk_json_set (physical, "region", region_of (caret, start, finish));
      json_t *shown = context ? context_of (caret) : NULL;
      if (shown)
	lk_json_set (physical, "contextRegion", shown);
    }
  lk_json_set (location, "physicalLocation", physical);
  return location;
}
