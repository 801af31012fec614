/* GCC's JSON: one array of diagnostics from each compiler that ran, on its
   standard error, where other things may stand too.  They become one array.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include "driver.h"

/* ---- UTF-8.  ---- */

/* How many bytes at P (END behind) are one character; 0: none.  */
static size_t
character_length (const unsigned char *p, const unsigned char *end)
{
  size_t length = (*p < 0x80 ? 1 : *p >= 0xc2 && *p <= 0xdf ? 2
		   : (*p & 0xf0) == 0xe0 ? 3 : *p >= 0xf0 && *p <= 0xf4 ? 4
		   : 0);
  if (length == 0 || (size_t) (end - p) < length)
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((p[i] & 0xc0) != 0x80)
      return 0;
  /* Too long, a surrogate, beyond Unicode.  */
  if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f)
      || (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f))
    return 0;
  return length;
}

/* Sources may be in any encoding, JSON may not.  */
static void
make_utf8 (struct lk_text *text)
{
  struct lk_text good = { 0 };
  const unsigned char *p = (const unsigned char *) text->bytes;
  const unsigned char *end = p + text->length;
  lk_text_add (&good, "", 0);
  while (p < end)
    {
      size_t length = character_length (p, end);
      if (length)
	lk_text_add (&good, (const char *) p, length);
      else
	lk_text_add (&good, "\xef\xbf\xbd", 3);
      p += length ? length : 1;
    }
  lk_text_free (text);
  *text = good;
}

/* ---- Reading.  ---- */

bool
lk_json_take (json_t *array, struct lk_text *text)
{
  struct lk_text rest = { 0 };
  bool any = false;
  lk_text_add (&rest, "", 0);
  if (text->bytes)
    make_utf8 (text);
  const char *p = text->bytes, *end = p ? p + text->length : p;
  while (p && p < end)
    {
      json_error_t error;
      json_t *value = (*p == '[' ? json_loadb (p, (size_t) (end - p),
					       JSON_DISABLE_EOF_CHECK, &error)
		       : NULL);
      if (json_is_array (value))
	{
	  any = true;
	  json_array_extend (array, value);
	  p += error.position;
	  if (p < end && *p == '\n')
	    p++;
	}
      else
	{
	  const char *stop = memchr (p, '\n', (size_t) (end - p));
	  stop = stop ? stop + 1 : end;
	  lk_text_add (&rest, p, (size_t) (stop - p));
	  p = stop;
	}
      json_decref (value);
    }
  lk_text_free (text);
  *text = rest;
  return any;
}

void
lk_json_count (struct lk_counts *counts, const json_t *array)
{
  size_t i;
  json_t *diagnostic;
  json_array_foreach (array, i, diagnostic)
    {
      const char *kind = json_string_value (json_object_get (diagnostic,
							     "kind"));
      const char *option = json_string_value (json_object_get (diagnostic,
							       "option"));
      if (!kind || strcmp (kind, "note") == 0)
	continue;
      lk_count_option (counts, option ? option : "",
		       strcmp (kind, "warning") != 0);
    }
}

/* ---- Writing.  ---- */

void
lk_json_write (const json_t *value, const char *output)
{
  FILE *stream = output ? fopen (output, "w") : stdout;
  if (!stream)
    lk_fatal ("cannot write '%s': %s", output, strerror (errno));
  int failed = json_dumpf (value, stream, JSON_INDENT (1));
  failed |= putc ('\n', stream) == EOF;
  failed |= fflush (stream) != 0;
  failed |= ferror (stream);
  int why = errno;
  if (output)
    failed |= fclose (stream) != 0;
  if (failed)
    lk_fatal ("cannot write %s: %s", output ? output : "the report",
	      strerror (why));
}
