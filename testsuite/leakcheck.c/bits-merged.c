/* Bits of a word of flags to which others are added on so many ways that states are merged: what all
   ways have in common stays known, also for a callee that tests the bits.  */

#include <stdlib.h>
#include <string.h>

enum { TITLE = 1, ARTIST = 2, MIME = 4, GENRE = 8, DATE = 16, DISC = 32, TRACK = 64 };

void note (const char *);

int
clean_tested_here (int a, int b, int c, int d, int e, int g)
{
  unsigned flags = MIME;
  char *m = strdup ("a");
  if (a)
    flags |= TITLE;
  if (b)
    flags |= ARTIST;
  if (c)
    flags |= GENRE;
  if (d)
    flags |= DATE;
  if (e)
    flags |= DISC;
  if (g)
    flags |= TRACK;
  if (flags & TITLE)
    note ("title");
  if (flags & ARTIST)
    note ("artist");
  if (flags & GENRE)
    note ("genre");
  if (flags & MIME)
    free (m);
  if (flags & DATE)
    note ("date");
  return 0;
}

int
leak_tested_here (int a, int b, int c, int d, int e, int g)
{
  unsigned flags = TRACK;
  char *m = strdup ("a");	/* { dg-warning "'m' might not be freed" } */
  if (a)
    flags |= TITLE;
  if (b)
    flags |= ARTIST;
  if (c)
    flags |= GENRE;
  if (d)
    flags |= MIME;
  if (e)
    flags |= DISC;
  if (g)
    flags |= DATE;
  if (flags & TITLE)
    note ("title");
  if (flags & ARTIST)
    note ("artist");
  if (flags & MIME)
    free (m);
  return 0;
}

struct metadata { char *title, *artist, *mime; };

static void
free_metadata (struct metadata *m, unsigned flags)
{
  if (flags & TITLE)
    free (m->title);
  if (flags & ARTIST)
    free (m->artist);
  if (flags & MIME)
    free (m->mime);
}

int
clean_tested_by_callee (int a, int b, int c, int d, int e, int g)
{
  unsigned flags = MIME;
  struct metadata m;
  memset (&m, 0, sizeof m);
  m.mime = strdup ("a");
  if (a)
    flags |= TITLE;
  if (b)
    flags |= ARTIST;
  if (c)
    flags |= GENRE;
  if (d)
    flags |= DATE;
  if (e)
    flags |= DISC;
  if (g)
    flags |= TRACK;
  note (m.mime);
  free_metadata (&m, flags);
  return 0;
}

int
leak_tested_by_callee (int a, int b, int c, int d, int e, int g)
{
  unsigned flags = TRACK;
  struct metadata m;
  memset (&m, 0, sizeof m);
  m.mime = strdup ("a");	/* { dg-warning "'m.mime' might not be freed" } */
  if (a)
    flags |= TITLE;
  if (b)
    flags |= ARTIST;
  if (c)
    flags |= GENRE;
  if (d)
    flags |= MIME;
  if (e)
    flags |= DISC;
  if (g)
    flags |= DATE;
  note (m.mime);
  free_metadata (&m, flags);
  return 0;
}

/* The bit is taken away again.  */
int
leak_cleared (int a, int b, int c, int d, int e, int g)
{
  unsigned flags = MIME;
  struct metadata m;
  memset (&m, 0, sizeof m);
  m.mime = strdup ("a");	/* { dg-warning "'m.mime' might not be freed" } */
  if (a)
    flags |= TITLE;
  if (b)
    flags |= ARTIST;
  if (c)
    flags |= GENRE;
  if (d)
    flags &= ~MIME;
  if (e)
    flags |= DISC;
  if (g)
    flags |= TRACK;
  note (m.mime);
  free_metadata (&m, flags);
  return 0;
}

/* Other bits are.  */
int
clean_others_cleared (int a, int b, int c, int d, int e, int g)
{
  unsigned flags = MIME | TITLE | DATE;
  struct metadata m;
  memset (&m, 0, sizeof m);
  m.mime = strdup ("a");
  if (a)
    flags &= ~DATE;
  if (b)
    flags |= ARTIST;
  if (c)
    flags |= GENRE;
  if (d)
    flags &= ~TITLE;
  if (e)
    flags |= DISC;
  if (g)
    flags |= TRACK;
  note (m.mime);
  free_metadata (&m, flags);
  return 0;
}
