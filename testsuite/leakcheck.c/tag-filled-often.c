/* How memory was got is noted in a member of the structure that holds it, which other members are
   stored into again and again: the releaser looks there.  */
/* { dg-do compile } */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct text
{
  char *data;
  long length;
  int mapped;
};

struct text *
text_read (const char *file)
{
  int fd = open (file, O_RDONLY);
  if (fd < 0)
    return NULL;
  struct text *t = malloc (sizeof *t);
  if (!t)
    abort ();
  t->length = lseek (fd, 0, SEEK_END);
  t->data = mmap (NULL, t->length, PROT_READ, MAP_PRIVATE, fd, 0);
  if (t->data != (char *) MAP_FAILED)
    {
      close (fd);
      t->mapped = 1;
      return t;
    }
  long room = 512, n;
  t->length = 0;
  t->data = malloc (room);
  if (!t->data)
    abort ();
  while ((n = read (fd, t->data + t->length, room - t->length)) > 0)
    {
      t->length += n;
      if (t->length > room / 2)
	{
	  char *more = realloc (t->data, room *= 2);
	  if (!more)
	    abort ();
	  t->data = more;
	}
    }
  close (fd);
  if (n < 0)
    t->length = 0;
  t->mapped = 0;
  return t;
}

static void
text_free (struct text *t)
{
  if (t->mapped)
    munmap (t->data, t->length);
  else
    free (t->data);
  free (t);
}

/* It looks at the flag the wrong way round.  */
static void
text_free_wrong (struct text *t)
{
  if (!t->mapped)
    munmap (t->data, t->length);
  else
    free (t->data);
  free (t);
}

int
clean (const char *file, long n)
{
  int result = 0;
  struct text *t = text_read (file);
  if (!t)
    return -1;
  if (t->length < 0 || t->length > n)
    goto out;
  result = t->data[0] == 'a';
out:
  text_free (t);
  return result;
}

int
wrong (const char *file)
{
  struct text *t = text_read (file);	/* { dg-warning "the memory mapping mapped by 'text_read' is never unmapped" "mmap" } */
  /* { dg-warning "the memory allocated by 'text_read' is never freed" "malloc" { target *-*-* } .-1 } */
  if (!t)
    return -1;
  text_free_wrong (t);
  return 0;
}
