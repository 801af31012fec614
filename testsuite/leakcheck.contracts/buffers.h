/* Buffers and lists whose members other functions give out, detach and free.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer { char *text; size_t length, size; };
struct text { struct text *next; char *text; };
struct texts { struct text *first, **last; int count; };
struct address { char bytes[16]; };

bool buffer_init (struct buffer *, size_t);
char *buffer_text (struct buffer *);
size_t buffer_length (struct buffer *);
char *buffer_detach (struct buffer *);
void buffer_free (struct buffer *);

struct texts *texts_new (void);
struct text *text_new (const char *);
void texts_free (struct texts *);
int texts_first (const struct texts *);

struct address *address_new (struct address **, const struct address *);
